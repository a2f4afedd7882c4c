"""The commands lab fight, odds, decks and card: exact chances, how decks do, what a card is worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, TypeVar

import click

from printgen.base.errors import UsageError, did_you_mean
from printgen.base.seeds import MOST_SEED
from printgen.build.jobs import sound
from printgen.cli.messages import count, echo, print_json
from printgen.cli.options import cards_option, json_option
from printgen.cli.working import JobOptions, print_result, work_options
from printgen.faces.marks import bare
from printgen.lab.decks import contest_job
from printgen.lab.fight import Aftermath, Fight, TypeOdds, as_data, fight, type_of
from printgen.lab.sums import Field, Rules, Team, Total, chance
from printgen.lab.trial import trial_job
from printgen.lab.workbench import (
    LabGame,
    ambiguous_names,
    card_named,
    check_samples,
    lab_game,
    rule_words,
    size_of,
    sizes_of,
    split_names,
    team_named,
)
from printgen.reading.scalars import shorten
from printgen.rules.odds import Given, OddsTable, odds_of, odds_with

F = TypeVar("F", bound=Callable[..., Any])

rule_option = click.option(
    "--rule",
    "rules",
    multiple=True,
    metavar="NAME=OPTION",
    help="how to read a rule, such as tie=attacker (repeatable)",
)
terrain_option = click.option("--terrain", default="", metavar="NAME", help="the terrain of the fight, such as jungle")
seed_option = click.option(
    "--seed", default=1, show_default=True, type=click.IntRange(0, MOST_SEED), metavar="N", help="for all that is drawn"
)


def long_options(command: F) -> F:
    """The last options of every command whose work takes long: its rules, its cards, and how the work is done."""
    for option in (work_options, json_option, cards_option, rule_option):
        command = option(command)
    return command


def bench_of(target: str, rules: Sequence[str], cards: Path | None, fights_only: bool = True) -> LabGame:
    """What a target has for a lab. UsageError where it has none, or has no such rules."""
    return lab_game(sound(target, cards).game, rule_words(rules), fights_only)


_MOST_LENT = 999


def note_ambiguous_names(names: Sequence[str], bench: LabGame) -> None:
    """Print a note for each name that several cards have, with which of them counts."""
    for line in ambiguous_names(names, bench.cards):
        echo(f"note: {line}", err=True)


@click.command("fight")
@click.argument("target")
@click.option("--attack", required=True, metavar="NAMES", help='the attackers, such as "Duke, Stalker:2"')
@click.option("--defend", required=True, metavar="NAMES", help="the defenders")
@terrain_option
@click.option("--base", is_flag=True, help="the defenders stand on their own base")
@click.option("--type", "kind", default="", metavar="NAME", help="one type of fight only, such as fp")
@click.option("--artillery", type=int, default=0, metavar="N", help="what artillery elsewhere lends to the attackers")
@click.option("--defending-artillery", type=int, default=0, metavar="N", help="what it lends to the defenders")
@rule_option
@cards_option
@json_option
def fight_command(
    target: str, attack: str, defend: str, terrain: str, base: bool, kind: str, artillery: int,
    defending_artillery: int, rules: tuple[str, ...], cards: Path | None, as_json: bool,
) -> None:  # fmt: skip
    """Reckon a fight of two teams exactly: who wins, why, and who survives.

    Names stand with commas between; one that has a comma itself stands in double quotes. NAME:1 and NAME:2 are the
    first and the second card of that name.
    """
    bench = bench_of(target, rules, cards)
    for name, lent in (("--artillery", artillery), ("--defending-artillery", defending_artillery)):
        if not 0 <= lent <= _MOST_LENT:
            raise UsageError(f"{name} {lent}: nobody can lend that", f"Give a number from 0 to {_MOST_LENT}.")
    ground = bench.terrain(terrain)
    if base and ground:
        raise UsageError("a base has no terrain", "Leave out --base or --terrain.")
    team = team_named(attack, bench.cards, bench.rules, "--attack")
    foes = team_named(defend, bench.cards, bench.rules, "--defend")
    note_ambiguous_names([*split_names(attack), *split_names(defend)], bench)
    field = Field(ground, base, artillery, defending_artillery)
    with bench.reckoning("a fight"):
        found = fight(bench.rules, team, foes, field, type_of(bench.rules, kind), lines=True)
    if as_json:
        print_json(as_data(found, team, foes))
    for line in () if as_json else lines(bench.rules, found, team, foes):
        echo(line)


def lines(rules: Rules, found: Fight, team: Team, foes: Team) -> Iterator[str]:
    """A fight as people read it."""
    titles = {one.name: one.title for one in rules.types}
    width = max([*map(len, titles.values()), len("All types")])
    yield f"{'':{width}}  {'attacker':>14}  {'defender':>14}  {'win':>8}  {'lose':>8}  {'tie':>8}"
    for one in found.types:
        sides = (_total(rules, side) for side in (one.attacker, one.defender))
        shown = "  ".join(f"{text:>14}" for text in sides)
        yield f"{titles[one.type]:{width}}  {shown}  {_three(one)}"
    if len(found.types) > 1:
        yield f"{'All types':{width}}  {'':>14}  {'':>14}  {_three(found)}"
    if found.tie:
        yield _of_ties(rules, found)
    for one in found.types:
        yield ""
        yield titles[one.type]
        for what, side in (("attacker", one.attacker), ("defender", one.defender)):
            yield from _sum(rules, what, side)
    for what, members, after in (("attacker", team, found.attacker), ("defender", foes, found.defender)):
        yield ""
        yield from _cost(what, members, after)


def _three(one: Fight | TypeOdds) -> str:
    return "  ".join(f"{chance(number):>8}" for number in (one.win, one.lose, one.tie))


def _of_ties(rules: Rules, found: Fight) -> str:
    won, lost, both = found.decided
    text = f"with ties decided the attacker wins {chance(won)}, the defender {chance(lost)}"
    return f"{text}, both lose {chance(both)}" if both else text


def _total(rules: Rules, side: Total) -> str:
    return f"{side.flat} + {side.dice}D{rules.faces}" if side.dice else str(side.flat)


def _sum(rules: Rules, what: str, side: Total) -> Iterator[str]:
    yield f"  {what}: {_total(rules, side)}"
    for text, number in side.because:
        yield f"    {number:>+4}  {text}"
    for text, dice in side.rolls:
        yield f"   {f'+{dice}D{rules.faces}':>5}  {text}"


def _cost(what: str, team: Team, after: Aftermath) -> Iterator[str]:
    """The losses of a side."""
    gone = after.lost.get(len(team), Fraction(0))
    yield f"{what}: {float(after.survivors):.2f} of {count(len(team), 'unit')} survive, nobody does in {chance(gone)}"
    yield f"  units lost: {', '.join(f'{number} {chance(part)}' for number, part in _likely(after.lost))}"
    yield f"  survive: {', '.join(_each(team, after.survive))}"


def _likely(lost: Mapping[int, Fraction]) -> Iterator[tuple[int, Fraction]]:
    return ((number, part) for number, part in lost.items() if part)


def _each(team: Team, chances: Sequence[Fraction]) -> list[str]:
    """The chance of each unit; of a whole team with one chance, only once."""
    if len(set(chances)) == 1 and len(team) > 1:
        return [f"each unit {chance(chances[0])}"]
    return [f"{unit.name} {chance(one)}" for unit, one in zip(team, chances, strict=True)]


_DIGITS = 6
"""No number of a file of odds has so many."""


@click.command("odds")
@click.argument("target")
@click.argument("name", required=False, default="")
@click.option(
    "--with", "numbers", multiple=True, metavar="KEY=NUMBER",
    help="another number than the file has, such as soldiers=7 or squads=3,5 (repeatable)",
)  # fmt: skip
@json_option
def odds_command(target: str, name: str, numbers: tuple[str, ...], as_json: bool) -> None:
    """Tell the odds of a game's dice: attacks, shots, volleys and fights of squads, as its file of odds names them.

    NAME is one table of it. Numbers are rounded to whole per cent; --json has them as fractions.
    """
    game = sound(target).game
    tables = odds_of(game)
    if not tables:
        hint = "Write odds: odds.yaml in its game.yaml, or name a game that has one, such as micro-forces."
        raise UsageError(f"{game.name} has no file of odds", hint)
    if name and name not in tables:
        raise UsageError(f"{game.name} has no odds '{shorten(name)}'", did_you_mean(name, tables))
    tables = odds_with(game, dict(map(_odds_number, numbers)), name)
    chosen = [tables[name]] if name else [*tables.values()]
    if as_json:
        print_json({"game": game.name, "tables": [table.as_data() for table in chosen]})
        return
    for n, table in enumerate(chosen):
        for line in ([""] if n else []) + [*odds_lines(table)]:
            echo(line)


def _odds_number(option: str) -> tuple[str, Given]:
    """The key and the number of an option, or its numbers with commas between."""
    name, _, text = option.partition("=")
    words = [word.strip() for word in text.split(",")]
    if not name or not all(word.isascii() and word.isdecimal() and len(word) < _DIGITS for word in words):
        raise UsageError(f"--with {shorten(option)}: this is no KEY=NUMBER", "Write it like soldiers=7.")
    return name, int(words[0]) if len(words) == 1 else tuple(map(int, words))


def odds_lines(table: OddsTable) -> Iterator[str]:
    """A table as people read it in a terminal."""
    of = {name for name, _ in table.grid.rows if name}
    named = any(cells[0] != name for name, cells in table.grid.rows) and len(of) > 1
    head, rows = table.grid.head, table.grid.rows
    shown = [[*([name] if named else []), *map(bare, cells)] for name, cells in rows]
    whole = [["Of", *head] if named else [*head], *shown]
    widths = [max(len(row[at]) for row in whole) for at in range(len(whole[0]))]
    yield table.title
    for row in whole:
        yield "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


@click.command("card")
@click.argument("target")
@click.argument("name")
@click.option("--units", metavar="N", help="how many units a team has", default="")
@terrain_option
@click.option("--samples", default=2000, show_default=True, metavar="N", help="how many teams are drawn")
@seed_option
@long_options
def card_command(
    target: str, name: str, units: str, terrain: str, samples: int, seed: int, rules: tuple[str, ...],
    cards: Path | None, as_json: bool, workers: JobOptions,
) -> None:  # fmt: skip
    """Say what a card is worth: how much more a random team wins with it than with another card in its place.

    All cards of its deck join the same teams against the same foes, so that its rank is fair. NAME:2 is the second card
    of that name.
    """
    bench = bench_of(target, rules, cards)
    check_samples(samples)
    card = card_named(name, bench.cards, "NAME")
    note_ambiguous_names([name], bench)
    job = trial_job(bench, card, size_of(bench, units), terrain, samples, seed)
    with bench.reckoning("the worth of a card"):
        print_result(job, workers, as_json)


@click.command("decks")
@click.argument("target")
@click.option("--units", metavar="N", help="how many units a team has, or 5v4 for attackers and defenders", default="")
@terrain_option
@click.option("--samples", default=6000, show_default=True, metavar="N", help="how many pairs of teams are drawn")
@seed_option
@long_options
def decks_command(
    target: str, units: str, terrain: str, samples: int, seed: int, rules: tuple[str, ...], cards: Path | None,
    as_json: bool, workers: JobOptions,
) -> None:  # fmt: skip
    """Have random teams of the decks fight: who wins how often, with what, on which terrain, with how many units.

    Where cards have groups, such as services, teams of one group each meet, too: a matrix shows who wins against whom.
    """
    bench = bench_of(target, rules, cards)
    check_samples(samples)
    attackers, defenders = sizes_of(bench, units)
    job = contest_job(bench, (attackers, defenders), terrain, samples, seed, by_size=not units)
    with bench.reckoning("fights of decks"):
        print_result(job, workers, as_json)
