"""The commands of the lab: exact fights, decks, the worth of a card, whole games, and odds of dice.

Long ones show their progress, and after Ctrl-C what is known so far.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path
from typing import Any

import click

from printgen.base.errors import Exit, UsageError
from printgen.build.jobs import sound
from printgen.cli.limits import Stopped, count_anew
from printgen.cli.messages import Progress, count, echo, event, print_answer
from printgen.cli.options import CommandGroup, cards_option, json_option, progress_option
from printgen.cli.requests import RequestCommand
from printgen.faces.marks import bare
from printgen.game.load import with_options
from printgen.game.records import Game
from printgen.kinds import find_load
from printgen.lab.decks import contest_job
from printgen.lab.fight import Aftermath, Fight, TypeOdds, as_data, fight, type_of
from printgen.lab.requests import CardWorthRequest, DecksRequest, FightRequest, GamesRequest, LabRequest, OddsRequest
from printgen.lab.sums import Rules, Team, Total, chance
from printgen.lab.trial import trial_job
from printgen.lab.war.model import War
from printgen.lab.war.play import GamePlan, games_job
from printgen.lab.war.reading import board_product, check_board, war_file, war_of
from printgen.lab.work import JobRun, LongJob, Watch, open_executor
from printgen.lab.workbench import LabGame, ambiguous_names, card_named, lab_game, team_of
from printgen.rules.fight_shapes import FightFile
from printgen.rules.fights import fight_of
from printgen.rules.odds import OddsTable, odds_of, odds_with


@click.group("lab", cls=CommandGroup)
def lab_group() -> None:
    """Find out what decks and cards are worth: exact fights under the rules of a game.

    A game has a lab when its game.yaml names a file of fights; go-joe has one.
    """


def open_lab(request: LabRequest, cards: Path | None) -> LabGame:
    """What a target has for a lab. UsageError where it has none, or has no such rules."""
    return lab_game(sound(request.target, cards).game, request.rules)


def note_ambiguous_names(names: Sequence[str], lab: LabGame) -> None:
    """Print a note for each name that several cards have, with which of them counts."""
    for line in ambiguous_names(names, lab.cards):
        echo(f"note: {line}", err=True)


@lab_group.command("fight", cls=RequestCommand, request=FightRequest)
@cards_option
@json_option
def fight_command(request: FightRequest, cards: Path | None, as_json: bool) -> None:
    """Reckon a fight of two teams exactly: who wins, why, and who survives.

    Names stand with commas between; one that has a comma itself stands in double quotes. NAME:1 and NAME:2 are the
    first and the second card of that name.
    """
    lab = open_lab(request, cards)
    place = request.place(lab)
    team = team_of(request.attack, lab.cards, lab.rules, "--attack")
    foes = team_of(request.defend, lab.cards, lab.rules, "--defend")
    note_ambiguous_names([*request.attack, *request.defend], lab)
    with lab.reckoning("a fight"):
        result = fight(lab.rules, team, foes, place, type_of(lab.rules, request.type), lines=True)
    print_answer(as_data(result, team, foes), fight_lines(lab.rules, result, team, foes), as_json)


def fight_lines(rules: Rules, outcome: Fight, team: Team, foes: Team) -> Iterator[str]:
    """A fight as people read it."""
    titles = {fight_type.name: fight_type.title for fight_type in rules.types}
    width = max([*map(len, titles.values()), len("All types")])
    yield f"{'':{width}}  {'attacker':>14}  {'defender':>14}  {'win':>8}  {'lose':>8}  {'tie':>8}"
    for type_odds in outcome.types:
        sides = (_total_text(rules, side) for side in (type_odds.attacker, type_odds.defender))
        shown = "  ".join(f"{text:>14}" for text in sides)
        yield f"{titles[type_odds.type]:{width}}  {shown}  {_win_lose_tie(type_odds)}"
    if len(outcome.types) > 1:
        yield f"{'All types':{width}}  {'':>14}  {'':>14}  {_win_lose_tie(outcome)}"
    if outcome.tie:
        yield _tie_line(rules, outcome)
    for type_odds in outcome.types:
        yield ""
        yield titles[type_odds.type]
        for side_name, side in (("attacker", type_odds.attacker), ("defender", type_odds.defender)):
            yield from _total_lines(rules, side_name, side)
    for side_name, members, after in (("attacker", team, outcome.attacker), ("defender", foes, outcome.defender)):
        yield ""
        yield from _loss_lines(side_name, members, after)


def _win_lose_tie(odds: Fight | TypeOdds) -> str:
    return "  ".join(f"{chance(number):>8}" for number in (odds.win, odds.lose, odds.tie))


def _tie_line(rules: Rules, outcome: Fight) -> str:
    won, lost, both = outcome.decided
    text = f"with ties decided the attacker wins {chance(won)}, the defender {chance(lost)}"
    return f"{text}, both lose {chance(both)}" if both else text


def _total_text(rules: Rules, side: Total) -> str:
    return f"{side.flat} + {side.dice}D{rules.faces}" if side.dice else str(side.flat)


def _total_lines(rules: Rules, side_name: str, side: Total) -> Iterator[str]:
    yield f"  {side_name}: {_total_text(rules, side)}"
    for text, number in side.because:
        yield f"    {number:>+4}  {text}"
    for text, dice in side.rolls:
        yield f"   {f'+{dice}D{rules.faces}':>5}  {text}"


def _loss_lines(side_name: str, team: Team, after: Aftermath) -> Iterator[str]:
    """The losses of a side."""
    gone = after.lost.get(len(team), Fraction(0))
    units = count(len(team), "unit")
    yield f"{side_name}: {float(after.survivors):.2f} of {units} survive, nobody does in {chance(gone)}"
    losses = (f"{number} {chance(part)}" for number, part in after.lost.items() if part)
    yield f"  units lost: {', '.join(losses)}"
    yield f"  survive: {', '.join(_survival_texts(team, after.survive))}"


def _survival_texts(team: Team, chances: Sequence[Fraction]) -> list[str]:
    """The chance of each unit; of a whole team with one chance, only once."""
    if len(set(chances)) == 1 and len(team) > 1:
        return [f"each unit {chance(chances[0])}"]
    return [f"{unit.name} {chance(likelihood)}" for unit, likelihood in zip(team, chances, strict=True)]


@lab_group.command("odds", cls=RequestCommand, request=OddsRequest)
@json_option
def odds_command(request: OddsRequest, as_json: bool) -> None:
    """Tell the odds of a game's dice: attacks, shots, volleys and fights of squads, as its file of odds names them.

    NAME is one table of it. Numbers are rounded to whole per cent; --json has them as fractions.
    """
    game = sound(request.target).game
    if not odds_of(game):
        hint = "Write odds: odds.yaml in its game.yaml, or name a game that has one, such as micro-forces."
        raise UsageError(f"{game.name} has no file of odds", hint)
    tables = odds_with(game, request.numbers, request.table)
    chosen = [tables[request.table]] if request.table else [*tables.values()]
    document = {"game": game.name, "tables": [table.as_data() for table in chosen]}
    print_answer(document, "\n\n".join("\n".join(odds_lines(table)) for table in chosen).splitlines(), as_json)


def odds_lines(table: OddsTable) -> Iterator[str]:
    """A table as people read it in a terminal."""
    groups = {name for name, _ in table.grid.rows if name}
    named = any(cells[0] != name for name, cells in table.grid.rows) and len(groups) > 1
    head, rows = table.grid.head, table.grid.rows
    shown = [[*([name] if named else []), *map(bare, cells)] for name, cells in rows]
    lines = [["Of", *head] if named else [*head], *shown]
    widths = [max(len(row[at]) for row in lines) for at in range(len(lines[0]))]
    yield table.title
    for row in lines:
        yield "  ".join(f"{cell:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()


_PATIENCE = 1.5
"""Seconds after which programs get what is known so far."""
_RARELY = 20
"""They get it again after so many times as long as writing it took."""

dask_option = click.option(
    "--dask", default="", metavar="ADDRESS",
    help="work on the Dask cluster whose scheduler is there; name one that you trust",
)  # fmt: skip


@lab_group.command("card", cls=RequestCommand, request=CardWorthRequest)
@cards_option
@json_option
@dask_option
@progress_option
def card_command(request: CardWorthRequest, cards: Path | None, as_json: bool, dask: str, events: bool) -> None:
    """Say what a card is worth: how much more a random team wins with it than with another card in its place.

    All cards of its deck join the same teams against the same foes, so that its rank is fair. NAME:2 is the second card
    of that name.
    """
    lab = open_lab(request, cards)
    card = card_named(request.name, lab.cards, "NAME")
    note_ambiguous_names([request.name], lab)
    job = trial_job(lab, card, request.size(lab), request.terrain, request.samples, request.seed)
    with lab.reckoning("the worth of a card"):
        print_result(job, as_json, request.cores, dask, events)


@lab_group.command("decks", cls=RequestCommand, request=DecksRequest)
@cards_option
@json_option
@dask_option
@progress_option
def decks_command(request: DecksRequest, cards: Path | None, as_json: bool, dask: str, events: bool) -> None:
    """Have random teams of the decks fight: who wins how often, with what, on which terrain, with how many units.

    Where cards have groups, such as services, teams of one group each meet, too: a matrix shows who wins against whom.
    """
    lab = open_lab(request, cards)
    sizes = request.sizes(lab)
    job = contest_job(lab, sizes, request.terrain, request.samples, request.seed, by_size=request.units is None)
    with lab.reckoning("fights of decks"):
        print_result(job, as_json, request.cores, dask, events)


@lab_group.command("game", cls=RequestCommand, request=GamesRequest)
@cards_option
@json_option
@dask_option
@progress_option
def game_command(request: GamesRequest, cards: Path | None, as_json: bool, dask: str, events: bool) -> None:
    """Play whole games, phase by phase, on boards of the game, and tell who wins, why and how.

    Each seed is played twice, on one board with decks shuffled alike: the policies change sides, or, where one plays
    itself, the other side begins. A policy knows what its player may know, and no more.
    """
    game = sound(request.target, cards).game
    war, boards, arrangement = war_on_boards(game, fight_of(game), request.rules, request.arrangement)
    plan = GamePlan(war, boards, request.policy, request.against or request.policy)
    job = games_job(game.name, plan, request.seeds, request.rules, arrangement)
    print_result(job, as_json, request.cores, dask, events)


def war_on_boards(game: Game, file: FightFile, chosen: Mapping[str, str], arrangement: str) -> tuple[War, Any, str]:
    """The war with chosen options, the boards that it is played on, and how these are arranged. UsageError for none."""
    war = war_of(game, file, chosen)
    product = board_product(game, war_file(game, file, war.rules.options))
    if arrangement:
        product, findings = with_options(game, product, {"arrangement": arrangement}, find_load(product.kind))
        if findings:
            raise UsageError(f"--board-arrangement: {findings[0].message}", findings[0].hint)
    check_board(war, product.loaded)
    return war, product.loaded, str(getattr(product.loaded.options, "arrangement", "its own"))


def print_result(job: LongJob[Any], as_json: bool, cores: int, dask: str, events: bool) -> None:
    """Do a job on so many cores, 0 for all, or a Dask cluster, and print what it gives: as JSON, or its lines.

    With `events` programs hear how far it is, and what is known so far. After Ctrl-C what is known so far is printed,
    and the program ends with 130.
    """
    if dask and cores != 1:
        raise UsageError("--jobs and --dask do not go together", "Remove one of them.")
    run = JobRun(job)
    try:
        with open_executor(cores or _all_cores(), dask) as (executor, at_once), _show_progress(run, events) as watch:
            run.go(executor, at_once, watch)
    except (KeyboardInterrupt, Stopped) as stopped:
        _print_stopped(run, as_json)
        sys.exit(128 + stopped.number if isinstance(stopped, Stopped) else Exit.INTERRUPTED)
    document = run.document()
    print_answer(document, job.lines(document), as_json)


def _all_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _show_progress(run: JobRun[Any], events: bool) -> Iterator[Watch]:
    """Show progress, and what is known so far to programs; the limit of time counts anew after each chunk."""
    job, last = run.job, -1
    partial = _Partial(run) if events else None

    with Progress(False, events) as say:

        def watch(seeds: int, left: float | None) -> None:
            nonlocal last
            if seeds != last:
                last = seeds
                count_anew()
                if partial is not None and seeds < len(job.seeds):
                    partial.send()
            done, of = seeds * job.each, len(job.seeds) * job.each
            time_left = f", {_clock_text(left)} left" if left is not None else ""
            say(f"{done:,} of {of:,} {job.nouns}{time_left}", done=done, of=of, what=job.nouns, left=left)

        yield watch


class _Partial:
    """Sends a program what a run knows so far, now and then."""

    def __init__(self, run: JobRun[Any]) -> None:
        self._run, self._next = run, time.monotonic() + _PATIENCE

    def send(self) -> None:
        began = time.monotonic()
        if began >= self._next and self._run.done:
            event("partial", result=self._run.document())
            ended = time.monotonic()
            self._next = ended + max(_PATIENCE, _RARELY * (ended - began))


def _clock_text(seconds: float) -> str:
    minutes, seconds_left = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds_left:02}" if hours else f"{minutes}:{seconds_left:02}"


def _print_stopped(run: JobRun[Any], as_json: bool) -> None:
    if sys.stderr.isatty():
        echo("", err=True)  # The terminal shows ^C where the cursor is.
    if not run.done:
        echo("interrupted before anything was known", err=True)
        return
    document = run.document()
    print_answer(document, run.job.lines(document), as_json)
    done, of = (count * run.job.each for count in (run.done, len(run.job.seeds)))
    echo(f"interrupted after {done:,} of {of:,} {run.job.nouns}", err=True)
