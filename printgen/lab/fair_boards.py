"""A board's recipe and a range of seeds come in; the fairest of all these boards go out, whoever looks through them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import nsmallest
from typing import Any

from printgen.base.errors import UsageError
from printgen.base.seeds import MOST_SEED
from printgen.game.boards import BoardPlan, RandomPlan
from printgen.game.records import Product
from printgen.lab.work import Job, Tally, Work, best

LISTED = 10
"""So many of the fairest boards are listed."""
_MOST = 200
# A chunk lays so many spaces, but has no more seeds than these: looking at a hex board costs more than laying it.
_AT_ONCE = 64_000
_SEEDS: Mapping[bool, int] = {True: 1000, False: 20}


@dataclass(frozen=True)
class Search:
    """What is looked for: boards of a plan, of which the `most` fairest are kept."""

    plan: RandomPlan[Any]
    most: int


def job_of(game: str, product: Product, seeds: range, count: int) -> Job[Search]:
    """The job of finding the fairest boards of a product; UsageError where nothing says what makes one uneven."""
    plan: BoardPlan[Any] = product.loaded
    if not isinstance(plan, RandomPlan) or plan.fixed:
        raise UsageError("this board is the same whatever the seed", "Leave out --fair.")
    if seeds[-1] > MOST_SEED:
        raise UsageError(f"seeds end at {MOST_SEED}", "Give a smaller --seed or --fair.")
    if not plan.score(plan.make(seeds[0])).parts:
        raise UsageError("nothing says what makes this board uneven", "Give it a score; printgen help score tells how.")
    options = plan.options  # type: ignore[attr-defined]
    about = {"game": game, "board": options.board or product.name, "arrangement": options.arrangement}
    kept = min(max(LISTED, count), _MOST)
    square = product.kind == "terrain-board"
    chunk = max(1, min(_SEEDS[square], _AT_ONCE // (plan.spaces * options.fair)))
    return Job(FAIR_BOARDS, Search(plan, kept), seeds, chunk, {**about, "kept": kept}, (plan.settles, kept))


def look(search: Search, seeds: range) -> Tally:
    """What boards of seeds are worth: how many are perfectly even, the sum of their scores in hundredths, and the best.

    A board that is kept has its score, its seed, and the sentences behind the score, each with its lead.
    """
    plan = search.plan
    scored = [(seed, plan.score(plan.make(seed))) for seed in seeds]
    kept = nsmallest(search.most, scored, key=lambda one: (one[1].total, one[0]))
    return {
        "kept": search.most,
        "even": sum(not score.total for _, score in scored),
        "sum": sum(_hundredths(score.total) for _, score in scored),
        "best": [
            [_hundredths(score.total), seed, [[said, _hundredths(lead)] for said, lead in score.parts]]
            for seed, score in kept
        ],
    }


def _hundredths(score: float) -> int:
    return round(100 * score)


def _merge(one: Tally, other: Tally) -> Tally:
    counts = [{key: held for key, held in each.items() if key != "kept"} for each in (one, other)]
    return {**best(one["kept"])(*counts), "kept": one["kept"]}


def told(about: Mapping[str, Any], tally: Tally, done: int) -> dict[str, Any]:
    """The fairest boards, each with its seed and its score as `board --json` shows one."""
    boards = [
        {"seed": seed, "score": {"total": total / 100, "parts": [[said, lead / 100] for said, lead in parts]}}
        for total, seed, parts in tally["best"]
    ]
    return {**about, "mean": round(tally["sum"] / done / 100, 2), "even": tally["even"], "best": boards}


def lines(document: dict[str, Any]) -> Iterator[str]:
    """The fairest boards as people read them."""
    for board in document["best"]:
        parts = "; ".join(said for said, _ in board["score"]["parts"])
        yield f"board {board['seed']}: score {board['score']['total']:g} ({parts})"
    seeds, even = document["seeds"], document["even"]
    yield f"{even:,} of {seeds['done']:,} boards are perfectly even; the mean score is {document['mean']:g}"


FAIR_BOARDS = Work("fair-boards", look, told, lines, _merge, nouns="boards")
"""The work of finding the fairest boards."""
