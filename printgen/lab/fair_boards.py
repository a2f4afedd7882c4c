"""The search for the fairest of many random boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from heapq import nsmallest
from typing import Any

from printgen.base.errors import UsageError
from printgen.base.seeds import MOST_SEED
from printgen.game.records import Product
from printgen.kinds.board.plan import BoardPlan, RandomPlan
from printgen.lab.work import LongJob, Tally, add

_LISTED, _MOST = 10, 200
"""So many of the fairest boards are listed at least, and at most."""
_SPACES = 64_000
"""A chunk makes so many spaces."""
_SEEDS: Mapping[bool, int] = {True: 1000, False: 20}
"""The most seeds of a chunk, by whether the board has squares: to score a hex board takes longer than to make it."""


@dataclass(frozen=True)
class BoardSearch:
    """Boards of a plan, of which the `most` fairest are kept."""

    plan: RandomPlan[Any]
    most: int


def board_job(game: str, product: Product, seeds: range, count: int) -> LongJob[BoardSearch]:
    """The job of finding the fairest boards of a product, `count` or more of them.

    UsageError where nothing says what makes a board uneven.
    """
    plan: BoardPlan[Any] = product.loaded
    if not isinstance(plan, RandomPlan) or plan.fixed:
        raise UsageError("this board is the same whatever the seed", "Leave out --fair.")
    if seeds[-1] > MOST_SEED:
        raise UsageError(f"seeds end at {MOST_SEED}", "Give a smaller --seed or --fair.")
    if not plan.score(plan.make(seeds[0])).parts:
        raise UsageError("nothing says what makes this board uneven", "Give it a score; printgen help score tells how.")
    options = plan.options  # type: ignore[attr-defined]
    most = min(max(_LISTED, count), _MOST)
    about = {"game": game, "board": options.board or product.name, "arrangement": options.arrangement, "kept": most}
    square = product.kind == "terrain-board"
    chunk = max(1, min(_SEEDS[square], _SPACES // (plan.spaces * options.fair)))
    return LongJob(
        score_boards, BoardSearch(plan, most), seeds, chunk, about, _describe, _lines, partial(_merge, most), "boards"
    )


def score_boards(search: BoardSearch, seeds: range) -> Tally:
    """How many boards are perfectly even, the sum of their scores in hundredths, and the best of them.

    A board that is kept has its score, its seed, and the sentences behind the score, each with its lead.
    """
    plan = search.plan
    scored = [(seed, plan.score(plan.make(seed))) for seed in seeds]
    kept = nsmallest(search.most, scored, key=lambda row: (row[1].total, row[0]))
    return {
        "even": sum(not score.total for _, score in scored),
        "sum": sum(_hundredths(score.total) for _, score in scored),
        "best": [
            [_hundredths(score.total), seed, [[text, _hundredths(lead)] for text, lead in score.parts]]
            for seed, score in kept
        ],
    }


def _hundredths(score: float) -> int:
    return round(100 * score)


def _merge(most: int, one: Tally, other: Tally) -> Tally:
    counts = [{key: value for key, value in tally.items() if key != "best"} for tally in (one, other)]
    return {**add(*counts), "best": sorted([*one["best"], *other["best"]])[:most]}


def _describe(about: Mapping[str, Any], tally: Tally, done: int) -> dict[str, Any]:
    """The fairest boards, each with its seed and its score as `board --json` shows it."""
    boards = [
        {"seed": seed, "score": {"total": total / 100, "parts": [[text, lead / 100] for text, lead in parts]}}
        for total, seed, parts in tally["best"]
    ]
    return {**about, "mean": round(tally["sum"] / done / 100, 2), "even": tally["even"], "best": boards}


def _lines(document: dict[str, Any]) -> Iterator[str]:
    for board in document["best"]:
        parts = "; ".join(text for text, _ in board["score"]["parts"])
        yield f"board {board['seed']}: score {board['score']['total']:g} ({parts})"
    seeds, even = document["seeds"], document["even"]
    yield f"{even:,} of {seeds['done']:,} boards are perfectly even; the mean score is {document['mean']:g}"
