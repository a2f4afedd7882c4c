"""What random teams of decks bring and who wins how often; ratings, and how far these mislead."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import log10, sqrt
from typing import Any, NamedTuple

from printgen.lab.contest import BILLION, HEAD, PER_TYPE, look
from printgen.lab.sums import chance, table
from printgen.lab.work import Tally, Work, added

Matrix = Sequence[Sequence[float]]
"""The share of each that wins against each other: row against column. The diagonal says nothing."""

_ROUNDS, _CLOSE = 2000, 1e-12
_LEAST = 1e-6


class Rating(NamedTuple):
    """A number for each, in points as of chess: 400 more are ten wins to one, and the average is 0.

    `misfit` is how far the matrix is from what the rating says where that is farthest, and for which two.
    """

    points: tuple[float, ...]
    misfit: float
    pair: tuple[int, int]


class Cycle(NamedTuple):
    """Each wins against the next, and the last against the first; `least` is the smallest of these shares."""

    members: tuple[int, ...]
    least: float


def rated(matrix: Matrix) -> Rating:
    """The rating that agrees best with a matrix of two or more."""
    count = len(matrix)
    others = [[j for j in range(count) if j != i] for i in range(count)]
    share = [[min(1 - _LEAST, max(_LEAST, one)) for one in row] for row in matrix]
    wins = [sum(share[i][j] for j in others[i]) for i in range(count)]
    strength = [1.0] * count
    for _ in range(_ROUNDS):
        after = [wins[i] / sum(1 / (strength[i] + strength[j]) for j in others[i]) for i in range(count)]
        mean = 10 ** (sum(map(log10, after)) / count)
        after = [one / mean for one in after]
        done = max(abs(a / b - 1) for a, b in zip(after, strength, strict=True)) < _CLOSE
        strength = after
        if done:
            break
    apart = [
        (abs(share[i][j] - strength[i] / (strength[i] + strength[j])), (i, j))
        for i in range(count) for j in range(i + 1, count)
    ]  # fmt: skip
    misfit, pair = max(apart, key=lambda one: one[0])
    return Rating(tuple(400 * log10(one) for one in strength), misfit, pair)


def worst_cycle(matrix: Matrix) -> Cycle | None:
    """The cycle whose weakest win is the clearest; None where nobody is beaten by whom he beats at second hand.

    Wins are taken up from the clearest down: the first that closes a cycle is the weakest of it.
    """
    count = len(matrix)
    wins = sorted(
        ((matrix[i][j], i, j) for i in range(count) for j in range(count) if i != j and matrix[i][j] > 0.5),
        key=lambda win: (-win[0], win[1:]),
    )
    beats: list[list[int]] = [[] for _ in range(count)]
    for share, winner, loser in wins:
        if (way := _way(beats, loser, winner)) is not None:
            return Cycle((winner, *way[:-1]), share)
        beats[winner].append(loser)
    return None


def _way(beats: Sequence[Sequence[int]], start: int, end: int) -> list[int] | None:
    """The shortest way from one to another along wins."""
    before: dict[int, int | None] = {start: None}
    queue = [start]
    for here in queue:
        if here == end:
            way: list[int] = []
            step: int | None = here
            while step is not None:
                way.append(step)
                step = before[step]
            return way[::-1]
        for there in beats[here]:
            if there not in before:
                before[there] = here
                queue.append(there)
    return None


SURE = 1.96
"""So many standard errors to either side hold 95 of 100 true values."""

Data = dict[str, Any]


def interval(total: int, squares: int, count: int) -> float:
    """How far the mean of so many chances may be off, to either side, 95 times of 100."""
    return _sure(total / BILLION, squares / BILLION, count)


def _sure(total: float, squares: float, count: int) -> float:
    mean, square = total / count, squares / count
    return SURE * sqrt(max(0.0, square - mean * mean) / max(1, count - 1))


def _told(about: Mapping[str, Any], tally: Tally, done: int) -> Data:
    fights: list[Data] = []
    names, types = [deck["name"] for deck in about["decks"]], [*about["types"]]
    by_pair: dict[tuple[int, int], dict[int, list[int]]] = {}
    for key, numbers in tally["decks"].items():
        attacker, defender, terrain = map(int, key.split())
        by_pair.setdefault((attacker, defender), {})[terrain] = numbers
    for (attacker, defender), found in sorted(by_pair.items()):
        total = [sum(column) for column in zip(*found.values(), strict=True)]
        fights.append({
            "attacker": names[attacker], "defender": names[defender],
            "all": {**_three(total[1:4], total[0]), "interval": _round(interval(total[1], total[4], total[0])),
                    "decided": _mean(total[5], total[0])},
            "types": {name: _of_type(total, at) for at, name in enumerate(types)},
            "terrains": {
                about["terrains"][at]: _three(numbers[1:4], numbers[0])
                for at, numbers in sorted(found.items()) if about["terrains"][at]
            },
        })  # fmt: skip
    for fight in fights if tally["sizes"] else ():
        fight |= _sizes(tally["sizes"], names.index(fight["attacker"]), names.index(fight["defender"]))
    groups = _groups(about["groups"], tally["groups"]) if tally["groups"] else None
    rest = {key: value for key, value in about.items() if key not in ("terrains", "groups", "shares")}
    return {**rest, "samples": done, "fights": fights, "groups": groups}


def _sizes(tally: Tally, attacker: int, defender: int) -> Data:
    """How often so many units win, by their number and by that of the defenders, and how far that may be off."""
    found: dict[str, dict[str, float]] = {}
    widest = 0.0
    for key, (count, total, squares) in tally.items():
        one, other, size, foes = key.split()
        if (int(one), int(other)) == (attacker, defender):
            found.setdefault(size, {})[foes] = _mean(total, count)
            widest = max(widest, interval(total, squares, count))
    return {"sizes": found, "sizes_interval": _round(widest)}


def _of_type(total: Sequence[int], at: int) -> Data:
    numbers = total[HEAD + PER_TYPE * at : HEAD + PER_TYPE * (at + 1)]
    count = total[0]
    sides = {
        side: {
            "flat": _round(numbers[n] / count),
            "interval": _round(_sure(numbers[n], numbers[square], count)),
            "dice": _round(numbers[n + 1] / count),
        }
        for side, n, square in (("attacker", 3, 7), ("defender", 5, 8))
    }
    return {**_three(numbers[:3], count), **sides}


def _three(sums: Sequence[int], count: int) -> Data:
    return {word: _mean(total, count) for word, total in zip(("win", "lose", "tie"), sums, strict=True)}


def _mean(total: int, count: int) -> float:
    return _round(total / BILLION / count)


def _round(number: float) -> float:
    return round(number, 6)


def _groups(names: Sequence[Mapping[str, str]], tally: Tally) -> Data:
    """How often teams of each group win against those of each other, and what a rating makes of it."""
    matrix = [[0.5] * len(names) for _ in names]
    widest = 0.0
    for key, (count, total, squares) in tally.items():
        one, other = map(int, key.split())
        matrix[one][other] = _mean(total, count)
        matrix[other][one] = _round(1 - matrix[one][other])
        widest = max(widest, interval(total, squares, count))
    return matrix_told(names, matrix, _round(widest))


def matrix_told(names: Sequence[Mapping[str, str]], matrix: Sequence[Sequence[float]], sure: float) -> Data:
    """A matrix with the rating that fits it best, and its worst cycle; it may be off by so much."""
    rating, cycle = rated(matrix), worst_cycle(matrix)
    codes = [name["name"] for name in names]
    return {
        "names": codes,
        "titles": [name["title"] for name in names],
        "matrix": [[*row] for row in matrix],
        "interval": sure,
        "rating": dict(zip(codes, (round(points, 1) for points in rating.points), strict=True)),
        "misfit": {"by": _round(rating.misfit), "of": [codes[n] for n in rating.pair]},
        "cycle": {"of": [codes[n] for n in cycle.members], "least": cycle.least} if cycle else None,
    }


def told_lines(told: Data) -> Iterator[str]:
    """What decks do against each other, as people read it."""
    attackers, defenders = told["units"]
    where = f"on {told['terrain']}" if told["terrain"] else "on all terrains alike" if told["open"] else "in the open"
    least = max(fight["all"]["interval"] for fight in told["fights"])
    how = (
        f"{told['samples']:,} pairs of random teams, ± {100 * least:.1f} %" if told["samples"] else "all teams, exactly"
    )
    yield f"{attackers} units attack {defenders}, {where}: {how}"
    titles = {deck["name"]: deck["title"] for deck in told["decks"]}
    for fight in told["fights"]:
        yield ""
        yield from _fight(fight, titles, told["types"])
    yield ""
    yield from _chances(told["decks"])
    if told["groups"]:
        yield ""
        yield from _matrix(told["groups"])


def _fight(fight: Data, titles: Mapping[str, str], types: Mapping[str, str]) -> Iterator[str]:
    attacker, defender = titles[fight["attacker"]], titles[fight["defender"]]
    head = [f"{attacker} attacks", "win", "lose", "tie", "attacker", "defender"]
    rows = [
        [types[name], *_percents(one), *(f"{one[side]['flat']:.1f}" for side in ("attacker", "defender"))]
        for name, one in fight["types"].items()
    ]
    rows.append(["All types", *_percents(fight["all"]), "", ""])
    yield from table(head, rows)
    if len(fight["terrains"]) > 1:
        shown = ", ".join(f"{name} {chance(one['win'])}" for name, one in fight["terrains"].items())
        yield f"wins by terrain: {shown}"
    yield f"with ties decided {attacker} wins {chance(fight['all']['decided'])} of its attacks on {defender}"
    if sizes := fight.get("sizes"):
        numbers = sorted(map(int, sizes), reverse=True)
        head = ["wins of", *(f"against {number}" for number in numbers)]
        yield from table(head, [[str(n), *(chance(sizes[str(n)][str(m)]) for m in numbers)] for n in numbers])


def _percents(one: Data) -> list[str]:
    return [chance(one[word]) for word in ("win", "lose", "tie")]


def _chances(decks: Sequence[Data]) -> Iterator[str]:
    """How likely a random team has what modifiers ask for."""
    told = [[chance(Fraction(*row["chance"])) for row in deck["chances"]] for deck in decks]
    names = [f"terrain {row['title']}" if row["what"] == "terrain" else row["title"] for row in decks[0]["chances"]]
    head = [f"a team of {decks[0]['team']} has", *(deck["title"] for deck in decks)]
    yield from table(head, [[name, *row] for name, *row in zip(names, *told, strict=True)])


def _matrix(groups: Data) -> Iterator[str]:
    """Who wins against whom, with the rating beside it."""
    names = groups["names"]
    order = sorted(range(len(names)), key=lambda n: -groups["rating"][names[n]])
    head = ["wins against", *(names[n] for n in order), "rating"]
    rows = [
        [groups["titles"][n], *("" if n == m else f"{100 * groups['matrix'][n][m]:.0f}" for m in order),
         f"{groups['rating'][names[n]]:+.0f}"]
        for n in order
    ]  # fmt: skip
    yield from table(head, rows)
    sure = groups["interval"]
    doubt = f", ± {100 * sure:.0f}" if sure else ""
    yield f"in %, both sides attacking equally often{doubt}; 400 points of rating are ten wins to one"
    misfit, cycle = groups["misfit"], groups["cycle"]
    yield f"the rating is off by at most {100 * misfit['by']:.0f} %, of {misfit['of'][0]} against {misfit['of'][1]}"
    if cycle is None:
        yield "no cycle: whoever is beaten is beaten by all that beat the winner"
        return
    way = " beats ".join((*cycle["of"], cycle["of"][0]))
    doubt = "" if cycle["least"] - 0.5 > sure else ", which may be chance"
    yield f"worst cycle: {way}, each by {100 * cycle['least']:.0f} % or more{doubt}"


DECKS = Work("decks", look, _told, told_lines, added, nouns="samples")
"""The work of drawing teams of decks and reckoning their fights."""
