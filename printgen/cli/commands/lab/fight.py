"""lab fight: two teams come in; the exact chances of their fight are told, with every sum line by line."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path

import click

from printgen.base.errors import UsageError
from printgen.cli.commands.lab.shared import bench_of, rule_option, terrain_option
from printgen.cli.messages import count, echo, print_json
from printgen.cli.options import cards_option, json_option
from printgen.lab.fight import Fight, TypeOdds, fight
from printgen.lab.losses import Aftermath
from printgen.lab.model import Field, Rules, Team
from printgen.lab.reading import shared_names, split_names, team_named
from printgen.lab.sums import Side
from printgen.lab.told import as_data, type_of
from printgen.lab.words import chance
from printgen.lab.workbench import Bench

_MOST_LENT = 999


def note_shared_names(names: Sequence[str], bench: Bench) -> None:
    """Print a note for each name that several cards have, with which of them counts."""
    for line in shared_names(names, bench.cards):
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
    note_shared_names([*split_names(attack), *split_names(defend)], bench)
    field = Field(ground, base, artillery, defending_artillery)
    with bench.reckoning("a fight"):
        found = fight(bench.rules, team, foes, field, type_of(bench.rules, kind), told=True)
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
    told = f"with ties decided the attacker wins {chance(won)}, the defender {chance(lost)}"
    return f"{told}, both lose {chance(both)}" if both else told


def _total(rules: Rules, side: Side) -> str:
    return f"{side.flat} + {side.dice}D{rules.faces}" if side.dice else str(side.flat)


def _sum(rules: Rules, what: str, side: Side) -> Iterator[str]:
    yield f"  {what}: {_total(rules, side)}"
    for text, number in side.because:
        yield f"    {number:>+4}  {text}"
    for text, dice in side.rolls:
        yield f"   {f'+{dice}D{rules.faces}':>5}  {text}"


def _cost(what: str, team: Team, after: Aftermath) -> Iterator[str]:
    """What the fight costs a side."""
    gone = after.lost.get(len(team), Fraction(0))
    yield f"{what}: {float(after.survivors):.2f} of {count(len(team), 'unit')} survive, nobody does in {chance(gone)}"
    yield f"  units lost: {', '.join(f'{number} {chance(part)}' for number, part in _likely(after.lost))}"
    yield f"  survive: {', '.join(_each(team, after.survive))}"


def _likely(lost: Mapping[int, Fraction]) -> Iterator[tuple[int, Fraction]]:
    return ((number, part) for number, part in lost.items() if part)


def _each(team: Team, chances: Sequence[Fraction]) -> list[str]:
    """The chance of each unit; of a whole team with one chance, told once."""
    if len(set(chances)) == 1 and len(team) > 1:
        return [f"each unit {chance(chances[0])}"]
    return [f"{unit.name} {chance(one)}" for unit, one in zip(team, chances, strict=True)]
