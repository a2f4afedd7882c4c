"""Jobs of the lab: having teams of decks meet, and finding the fairest of many boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import nsmallest
from typing import Any

from printgen.base.errors import UsageError
from printgen.base.seeds import MOST_SEED
from printgen.game.boards import BoardPlan, RandomPlan
from printgen.game.records import Product
from printgen.lab.contest import Contest
from printgen.lab.decks import DECKS
from printgen.lab.exact import EXACT, chances_of, seeds_of
from printgen.lab.sums import pair
from printgen.lab.work import Job, Tally, Work, best
from printgen.lab.workbench import Bench, pools_of, units_of

_CHUNK = 400
_FEWEST_GROUPS, _MOST_GROUPS = 3, 30
_MOST_DECKS = 3
"""Of more decks, teams of other sizes do not meet."""
_SIZES = 4
"""Teams of so many units less are looked at, too."""


def contest_job(
    bench: Bench, units: tuple[int, int], terrain: str, samples: int | None, seed: int, by_size: bool
) -> Job[Contest]:
    """The job of having teams of so many attackers and defenders meet: all of them, or so many samples.

    `by_size` looks at smaller ones, too.
    """
    attackers, defenders = units
    pools = pools_of(bench, max(units))
    terrains = bench.terrains(terrain)
    groups = _groups(bench, max(units))
    sizes = tuple(range(max(1, attackers - _SIZES), attackers + 1)) if by_size and len(pools) <= _MOST_DECKS else ()
    members = tuple((code, units) for code, _, units in groups)
    contest = Contest(bench.rules, pools, members, attackers, defenders, terrains, sizes, seed)
    about = {
        **bench.about(), "units": [attackers, defenders], "terrain": bench.terrain(terrain),
        "open": bool(bench.rules.terrains), "terrains": list(terrains),
        "types": {one.name: one.title for one in bench.rules.types},
        "shares": [one.share for one in bench.rules.types],
        "decks": [_deck(bench, name, units, attackers) for name, units in pools],
        "groups": [{"name": code, "title": title} for code, title, _ in groups],
    }  # fmt: skip
    if samples is None:
        return Job(EXACT, contest, seeds_of(contest), 1, about)
    return Job(DECKS, contest, range(samples), _CHUNK, {**about, "seed": seed})


def _groups(bench: Bench, least: int) -> list[tuple[str, str, Any]]:
    """The groups that have cards enough for a team: code, title and units; none where too few have, or too many."""
    found: dict[str, list[Any]] = {}
    for units in units_of(bench.game, bench.file).values():
        for unit in units:
            if unit.group:
                found.setdefault(unit.group, []).append(unit)
    enough = {code: tuple(units) for code, units in found.items() if len(units) >= least}
    groups = [(code, bench.title_of(code, bench.file.group), units) for code, units in enough.items()]
    return groups if _FEWEST_GROUPS <= len(groups) <= _MOST_GROUPS else []


def _deck(bench: Bench, name: str, units: Any, size: int) -> dict[str, Any]:
    """What is known of a deck without any fight."""
    modifiers = {one.name: one.title for one in bench.rules.modifiers}
    chances = []
    for (what, word), number in chances_of(bench.rules, units, size).items():
        called = bench.title_of(word, bench.file.skills) if what == "skill" else modifiers.get(word, word)
        chances.append({"what": what, "name": word, "title": called, "chance": pair(number)})
    title = bench.game.products[name].title
    return {"name": name, "title": title, "cards": len(units), "team": size, "chances": chances}


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
