"""A war, policies and a range of seeds come in; the job of playing its games goes out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from printgen.base.errors import UsageError
from printgen.base.seeds import MOST_SEED
from printgen.game.boards import RandomPlan
from printgen.lab.war.play import GAMES_A_SEED, Plan, play
from printgen.lab.war.telling import lines, told
from printgen.lab.work import Job, Work

GAMES = Work("games", play, told, lines, nouns="games")
"""The work of playing whole games."""

_AT_ONCE: Mapping[str, int] = {"search": 2, "greedy": 20, "turtle": 20}
_USUAL = 50
"""So many seeds are played at one go, which takes a second or less; fewer where a policy thinks long."""


def job_of(game: str, plan: Plan, seeds: range, rules: Mapping[str, str], arrangement: str) -> Job[Plan]:
    """The job of playing games; `rules` are the options that were chosen. UsageError for seeds that there are not."""
    if seeds[-1] > MOST_SEED:
        raise UsageError(f"seeds end at {MOST_SEED}", "Give a smaller --seed or fewer --games.")
    about = {
        "game": game, "policy": plan.policy, "against": plan.against, "arrangement": arrangement,
        "rules": dict(sorted(rules.items())), "sides": list(plan.war.sides),
    }  # fmt: skip
    return Job(GAMES, plan, seeds, at_once(plan), about, settles(plan), GAMES_A_SEED)


def at_once(plan: Plan) -> int:
    """So many seeds of a plan are done at one go."""
    return min(_AT_ONCE.get(name, _USUAL) for name in (plan.policy, plan.against))


def settles(plan: Plan) -> tuple[Any, ...]:
    """All that the games of seeds follow from."""
    boards = plan.boards
    laid = (boards.settles, boards.by_hand and boards.data(boards.by_hand)) if isinstance(boards, RandomPlan) else ()
    fixed = boards.data(boards.of_seed(1)) if boards.fixed else None
    return plan.war, laid, fixed, plan.policy, plan.against
