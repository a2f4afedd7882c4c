"""lab rules: a game comes in; what each option of its named rules does to whole games goes out, and the fairest set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import click

from printgen.base.errors import UsageError, did_you_mean
from printgen.build.jobs import sound
from printgen.cli.commands.lab.game import board_option, first_seed_option, laid_out, policy_option, seeds_of
from printgen.cli.commands.lab.shared import long_options
from printgen.cli.working import Way, carry_out
from printgen.game.records import Game
from printgen.lab.reading import rule_words
from printgen.lab.war.games import settles
from printgen.lab.war.house import Search, job_of, sets_of, words_of
from printgen.lab.war.play import Plan
from printgen.lab.work import Job
from printgen.reading.scalars import shortened
from printgen.rules.fights.files import fight_of
from printgen.rules.fights.shapes import FightFile

_MOST_SETS = 2000


@click.command("rules")
@click.argument("target")
@click.option("--games", default=400, show_default=True, metavar="N", help="how many games for each set of rules")
@first_seed_option
@policy_option
@click.option(
    "--of", "names", default="", metavar="NAMES", show_default="all", help="the rules to try, with commas between"
)
@click.option("--together", default=2, show_default=True, type=click.IntRange(1, 4), help="how many at most")
@board_option
@long_options
def rules_command(
    target: str, games: int, seed: int, policy: str, names: str, together: int, board_arrangement: str,
    rules: tuple[str, ...], cards: Path | None, out: str, as_json: bool, way: Way,
) -> None:  # fmt: skip
    """Search the named rules of a game for the fairest set, and tell what each option does to whole games.

    All sets are played on the same boards with decks shuffled alike. Each option is tried alone, and those of house
    rules, or of the rules that --of names, together, too. A rule that --rule gives stays so.
    """
    seeds = seeds_of(games, seed)
    game = sound(target, cards).game
    file, fixed = fight_of(game), rule_words(rules)
    named = _named(file, names)
    house = named or [name for name, rule in file.rules.items() if rule.house]
    sets = sets_of(file, fixed, named or file.rules, house, together)
    if len(sets) > _MOST_SETS:
        message = f"these are {len(sets):,} sets of rules, and {_MOST_SETS:,} may be tried"
        raise UsageError(message, "Name fewer rules with --of, or give a smaller --together.")
    job = search_job(game, file, sets, seeds, policy, fixed, board_arrangement)
    carry_out(job, way, Path(out) / game.name, as_json)


def search_job(
    game: Game, file: FightFile, sets: Sequence[dict[str, str]], seeds: range, policy: str,
    fixed: Mapping[str, str] = MappingProxyType({}), arrangement: str = "",
) -> Job[Search]:  # fmt: skip
    """The job of playing games of some seeds with each set of options, beside those that are fixed."""
    plans: list[tuple[str, Plan]] = []
    for chosen in sets:
        war, boards, laid = laid_out(game, file, {**fixed, **chosen}, arrangement)
        plans.append((words_of(chosen), Plan(war, boards, policy, policy)))
    about = {
        "game": game.name, "policy": policy, "against": policy, "arrangement": laid, "fixed": dict(fixed),
        "sides": list(war.sides), "sets": [{"rules": chosen, "says": _says(file, chosen)} for chosen in sets],
    }  # fmt: skip
    return job_of(Search(tuple(plans)), seeds, about, [(name, settles(plan)) for name, plan in plans])


def _named(file: FightFile, names: str) -> list[str]:
    """The rules that are named. UsageError for one that there is not."""
    found = [name.strip().casefold() for name in names.split(",") if name.strip()]
    for name in found:
        if name not in file.rules:
            raise UsageError(f"--of: there is no rule '{shortened(name)}'", did_you_mean(name, file.rules))
    return found


def _says(file: FightFile, chosen: dict[str, str]) -> dict[str, str]:
    """What options mean, by the names of their rules."""
    return {
        name: f"{file.rules[name].says}: {file.rules[name].options[option].says}" for name, option in chosen.items()
    }
