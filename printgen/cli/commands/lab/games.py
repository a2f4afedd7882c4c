"""The commands lab game and rules: whole games, and what each option of the named rules does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from printgen.base.errors import UsageError, did_you_mean
from printgen.build.jobs import sound
from printgen.cli.commands.lab.fight import long_options
from printgen.cli.working import JobOptions, print_result
from printgen.game.load import with_options
from printgen.game.records import Game
from printgen.kinds import find_load
from printgen.lab.war.house import RuleSearch, rules_job, sets_of, words_of
from printgen.lab.war.model import War
from printgen.lab.war.play import GAMES_A_SEED, GamePlan, games_job
from printgen.lab.war.policies import POLICIES
from printgen.lab.war.reading import board_product, check_board, war_file, war_of
from printgen.lab.work import LongJob
from printgen.lab.workbench import rule_words
from printgen.reading.scalars import shorten
from printgen.rules.fight_shapes import FightFile
from printgen.rules.fights import fight_of

_MOST_GAMES = 10_000_000


def _policy(context: click.Context, parameter: click.Parameter, value: str) -> str:
    if value not in POLICIES and value != parameter.default:
        raise UsageError(f"there is no policy '{shorten(value)}'", did_you_mean(value, POLICIES))
    return value


first_seed_option = click.option(
    "--seed", default=1, show_default=True, help="the first seed; the others count up from it"
)
policy_option = click.option(
    "--policy", default="march", show_default=True, metavar="NAME", callback=_policy,
    help=f"who plays: {', '.join(POLICIES)}",
)  # fmt: skip
board_option = click.option(
    "--board-arrangement", default="", metavar="WORD", help="how boards are laid, such as symmetric"
)


@click.command("game")
@click.argument("target")
@click.option("--games", default=2000, show_default=True, metavar="N", help="how many games, two of each seed")
@first_seed_option
@policy_option
@click.option(
    "--against", default="", metavar="NAME", show_default="itself", callback=_policy, help="who plays the other side"
)
@board_option
@long_options
def game_command(
    target: str, games: int, seed: int, policy: str, against: str, board_arrangement: str, rules: tuple[str, ...],
    cards: Path | None, as_json: bool, workers: JobOptions,
) -> None:  # fmt: skip
    """Play whole games, phase by phase, on boards of the game, and tell who wins, why and how.

    Each seed is played twice, on one board with decks shuffled alike: the policies change sides, or, where one plays
    itself, the other side begins. A policy knows what its player may know, and no more.
    """
    seeds = seeds_of(games, seed)
    game = sound(target, cards).game
    file, chosen = fight_of(game), rule_words(rules)
    war, boards, arrangement = war_on_boards(game, file, chosen, board_arrangement)
    plan = GamePlan(war, boards, policy, against or policy)
    print_result(games_job(game.name, plan, seeds, chosen, arrangement), workers, as_json)


def seeds_of(games: int, seed: int) -> range:
    """The seeds of so many games, the first of them given. UsageError for numbers that cannot be."""
    if not GAMES_A_SEED <= games <= _MOST_GAMES or games % GAMES_A_SEED:
        hint = f"Give an even number from {GAMES_A_SEED} to {_MOST_GAMES:,}."
        raise UsageError(f"--games {games}: each seed is played {GAMES_A_SEED} times", hint)
    if seed < 0:
        raise UsageError(f"--seed {seed}: seeds begin at 0", "Give 0 or more.")
    return range(seed, seed + games // GAMES_A_SEED)


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
    rules: tuple[str, ...], cards: Path | None, as_json: bool, workers: JobOptions,
) -> None:  # fmt: skip
    """Search the named rules of a game for the fairest set, and tell what each option does to whole games.

    All sets are played on the same boards with decks shuffled alike. Each option is tried alone, and those of house
    rules, or of the rules that --of names, together, too. A rule that --rule gives stays so.
    """
    seeds = seeds_of(games, seed)
    game = sound(target, cards).game
    file, fixed = fight_of(game), rule_words(rules)
    tried = _rules_by_name(file, names)
    house = tried or [name for name, rule in file.rules.items() if rule.house]
    sets = sets_of(file, fixed, tried or file.rules, house, together)
    if len(sets) > _MOST_SETS:
        message = f"these are {len(sets):,} sets of rules, and {_MOST_SETS:,} may be tried"
        raise UsageError(message, "Name fewer rules with --of, or give a smaller --together.")
    job = _search_job(game, file, sets, seeds, policy, fixed, board_arrangement)
    print_result(job, workers, as_json)


def _search_job(
    game: Game, file: FightFile, sets: Sequence[dict[str, str]], seeds: range, policy: str, fixed: Mapping[str, str],
    arrangement: str,
) -> LongJob[RuleSearch]:  # fmt: skip
    """The job of playing games of some seeds with each set of options, beside those that are fixed."""
    plans: list[tuple[str, GamePlan]] = []
    for chosen in sets:
        war, boards, found = war_on_boards(game, file, {**fixed, **chosen}, arrangement)
        plans.append((words_of(chosen), GamePlan(war, boards, policy, policy)))
    about = {
        "game": game.name, "policy": policy, "against": policy, "arrangement": found, "fixed": dict(fixed),
        "sides": list(war.sides), "sets": [{"rules": chosen, "says": _says(file, chosen)} for chosen in sets],
    }  # fmt: skip
    return rules_job(RuleSearch(tuple(plans)), seeds, about)


def _rules_by_name(file: FightFile, names: str) -> list[str]:
    """The rules that are named. UsageError for one that there is not."""
    found = [name.strip().casefold() for name in names.split(",") if name.strip()]
    for name in found:
        if name not in file.rules:
            raise UsageError(f"--of: there is no rule '{shorten(name)}'", did_you_mean(name, file.rules))
    return found


def _says(file: FightFile, chosen: dict[str, str]) -> dict[str, str]:
    """What options mean, by the names of their rules."""
    return {
        name: f"{file.rules[name].says}: {file.rules[name].options[option].says}" for name, option in chosen.items()
    }
