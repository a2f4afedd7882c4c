"""The commands lab game and rules: whole games, and what each option of the named rules does."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import click

from printgen.base.errors import UsageError, did_you_mean
from printgen.build.jobs import sound
from printgen.cli.options import cards_option, json_option, progress_option
from printgen.cli.requests import RequestCommand
from printgen.cli.working import dask_option, print_result
from printgen.game.load import with_options
from printgen.game.records import Game
from printgen.kinds import find_load
from printgen.lab.requests import GamesRequest, HouseRulesRequest
from printgen.lab.war.house import RuleSearch, rules_job, sets_of, words_of
from printgen.lab.war.model import War
from printgen.lab.war.play import GamePlan, games_job
from printgen.lab.war.reading import board_product, check_board, war_file, war_of
from printgen.lab.work import LongJob
from printgen.reading.scalars import shorten
from printgen.rules.fight_shapes import FightFile
from printgen.rules.fights import fight_of


@click.command("game", cls=RequestCommand, request=GamesRequest)
@cards_option
@json_option
@dask_option
@progress_option
def game_command(
    request: GamesRequest, cards: Path | None, as_json: bool, dask: str, events: bool
) -> None:  # fmt: skip
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


_MOST_SETS = 2000


@click.command("rules", cls=RequestCommand, request=HouseRulesRequest)
@cards_option
@json_option
@dask_option
@progress_option
def rules_command(
    request: HouseRulesRequest, cards: Path | None, as_json: bool, dask: str, events: bool
) -> None:  # fmt: skip
    """Search the named rules of a game for the fairest set, and tell what each option does to whole games.

    All sets are played on the same boards with decks shuffled alike. Each option is tried alone, and those of house
    rules, or of the rules that --of names, together, too. A rule that --rule gives stays so.
    """
    game = sound(request.target, cards).game
    file = fight_of(game)
    chosen = _rules_by_name(file, request.of)
    house = chosen or [name for name, rule in file.rules.items() if rule.house]
    sets = sets_of(file, request.rules, chosen or file.rules, house, request.together)
    if len(sets) > _MOST_SETS:
        message = f"these are {len(sets):,} sets of rules, and {_MOST_SETS:,} may be tried"
        raise UsageError(message, "Name fewer rules with --of, or give a smaller --together.")
    print_result(_search_job(game, file, sets, request), as_json, request.cores, dask, events)


def _search_job(
    game: Game, file: FightFile, sets: Sequence[dict[str, str]], request: HouseRulesRequest
) -> LongJob[RuleSearch]:  # fmt: skip
    """The job of playing games of some seeds with each set of options, beside those that are fixed."""
    plans: list[tuple[str, GamePlan]] = []
    policy, fixed = request.policy, request.rules
    for chosen in sets:
        war, boards, arrangement = war_on_boards(game, file, {**fixed, **chosen}, request.arrangement)
        plans.append((words_of(chosen), GamePlan(war, boards, policy, policy)))
    about = {
        "game": game.name, "policy": policy, "against": policy, "arrangement": arrangement, "fixed": dict(fixed),
        "sides": list(war.sides), "sets": [{"rules": chosen, "says": _says(file, chosen)} for chosen in sets],
    }  # fmt: skip
    return rules_job(RuleSearch(tuple(plans)), request.seeds, about)


def _rules_by_name(file: FightFile, names: str) -> list[str]:
    """The rules that are named. UsageError for one that there is not."""
    chosen = [name.strip().casefold() for name in names.split(",") if name.strip()]
    for name in chosen:
        if name not in file.rules:
            raise UsageError(f"--of: there is no rule '{shorten(name)}'", did_you_mean(name, file.rules))
    return chosen


def _says(file: FightFile, chosen: dict[str, str]) -> dict[str, str]:
    """What options mean, by the names of their rules."""
    return {
        name: f"{file.rules[name].says}: {file.rules[name].options[option].says}" for name, option in chosen.items()
    }
