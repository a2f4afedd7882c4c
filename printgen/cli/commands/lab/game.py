"""lab game: two policies and rules come in; whole games are played on the game's own boards, and tallied."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from printgen.base.errors import UsageError, did_you_mean
from printgen.build.jobs import sound
from printgen.cli.commands.lab.shared import long_options
from printgen.cli.working import Way, carry_out
from printgen.game.load import with_options
from printgen.game.records import Game
from printgen.kinds import find_load
from printgen.lab.reading import rule_words
from printgen.lab.war.games import job_of
from printgen.lab.war.model import War
from printgen.lab.war.play import GAMES_A_SEED, Plan
from printgen.lab.war.policies import POLICIES
from printgen.lab.war.reading import board_product, check_board, war_file, war_of
from printgen.reading.scalars import shortened
from printgen.rules.fights.files import fight_of
from printgen.rules.fights.shapes import FightFile

_MOST_GAMES = 10_000_000


def _policy(context: click.Context, parameter: click.Parameter, value: str) -> str:
    if value not in POLICIES and value != parameter.default:
        raise UsageError(f"there is no policy '{shortened(value)}'", did_you_mean(value, POLICIES))
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
    cards: Path | None, out: str, as_json: bool, way: Way,
) -> None:  # fmt: skip
    """Play whole games, phase by phase, on boards of the game, and tell who wins, why and how.

    Each seed is played twice, on one board with decks shuffled alike: the policies change sides, or, where one plays
    itself, the other side begins. A policy knows what its player may know, and no more.
    """
    seeds = seeds_of(games, seed)
    game = sound(target, cards).game
    file, chosen = fight_of(game), rule_words(rules)
    war, boards, arrangement = laid_out(game, file, chosen, board_arrangement)
    plan = Plan(war, boards, policy, against or policy)
    carry_out(job_of(game.name, plan, seeds, chosen, arrangement), way, Path(out) / game.name, as_json)


def seeds_of(games: int, seed: int) -> range:
    """The seeds of so many games, the first of them given. UsageError for numbers that cannot be."""
    if not GAMES_A_SEED <= games <= _MOST_GAMES or games % GAMES_A_SEED:
        hint = f"Give an even number from {GAMES_A_SEED} to {_MOST_GAMES:,}."
        raise UsageError(f"--games {games}: each seed is played {GAMES_A_SEED} times", hint)
    if seed < 0:
        raise UsageError(f"--seed {seed}: seeds begin at 0", "Give 0 or more.")
    return range(seed, seed + games // GAMES_A_SEED)


def laid_out(game: Game, file: FightFile, chosen: Mapping[str, str], arrangement: str) -> tuple[War, Any, str]:
    """The war with chosen options, the boards that it is played on, and how these are arranged. UsageError for none."""
    war = war_of(game, file, chosen)
    product = board_product(game, war_file(game, file, war.rules.options))
    if arrangement:
        product, findings = with_options(game, product, {"arrangement": arrangement}, find_load(product.kind))
        if findings:
            raise UsageError(f"--board-arrangement: {findings[0].message}", findings[0].hint)
    check_board(war, product.loaded)
    return war, product.loaded, str(getattr(product.loaded.options, "arrangement", "its own"))
