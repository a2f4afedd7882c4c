"""How links of spaces are drawn: two points, a brush and words to keep off come in; a ladder or a snake goes out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from printgen.base.geometry import Box
from printgen.base.units import mm
from printgen.drawing.model import Item, Outline, Path, Stroke
from printgen.drawing.outlines import circle, polygon, polyline
from printgen.drawing.scattering import smooth
from printgen.kinds.courses import Point, beside, bowed, length_of, part_of, spots_at
from printgen.kinds.crowd import Crowd
from printgen.kinds.track.options import Draw

# So far a link swings out at most to keep off words, and winds less, or the other way round, first.
_BENDS = (0.0, 0.05, -0.05, 0.1, -0.1, 0.16, -0.16, 0.24, -0.24, 0.32, -0.32)
_SWINGS = (1.0, -1.0, 0.5, -0.5)
# How much paper a link takes on each side, as a share of its width, and what it leaves to words.
_REACH: Mapping[Draw, float] = {"ladder": 0.6, "slide": 0.5, "snake": 0.31, "arrow": 0.25, "line": 0.15}
_CLEAR = mm(0.6)
# How many ways the links of a board try together.
_TRIES = 3000
# What a spot beyond the board costs, and a way for every way before it, where one spot on a word costs 1.
_BEYOND, _LATER = 9.0, 0.1


class Brush(NamedTuple):
    """How wide a link is, in points, its colours, and how far it bends where that is said."""

    width: float
    color: str
    edge: str
    light: str
    bend: float | None = None


class Room:
    """The words on a board of a size, in points, which so many links keep off; of many links each tries fewer ways."""

    def __init__(self, size: tuple[float, float], words: Sequence[Box], links: int = 1) -> None:
        self._words, self._most = words, max(1, _TRIES // max(1, links))
        self._board = Box(0, 0, *size)
        self._crowds: dict[float, Crowd] = {}

    def clearest(self, ways: Iterable[list[Point]], reach: float) -> list[Point]:
        """The way that covers the fewest words when it reaches so far to each side; of equal ones the first."""
        if reach not in self._crowds:
            self._crowds[reach] = crowd = Crowd(mm(1))
            for word in self._words:
                # To touch a word is less bad than to lie upon it.
                crowd.add(word.grown(reach), 1.0)
                crowd.add(word.grown(reach / 2), 2.0)
        crowd, board = self._crowds[reach], self._board.grown(-reach)
        best: list[Point] = []
        least = math.inf
        for n, way in enumerate(islice(ways, self._most)):
            whole = length_of(way)
            count = max(2, math.ceil(whole / max(reach, mm(1))))
            spots = [Box(x, y, 0, 0) for x, y, _ in spots_at(way, [whole * i / count for i in range(count + 1)])]
            cost = sum(crowd.cost(spot) + _BEYOND * (not board.holds(spot)) for spot in spots) + _LATER * n
            if cost < least:
                best, least = way, cost
            if least <= _LATER * (n + 1):
                break
        return best


def drawn_link(draw: Draw, one: Point, other: Point, brush: Brush, room: Room) -> list[Item]:
    """A link from a point to another, on the way that covers the fewest words."""
    way = room.clearest(_ways(draw, one, other, brush), brush.width * _REACH[draw] + _CLEAR)
    return list(_DRAW[draw](way, brush))


def _ways(draw: Draw, one: Point, other: Point, b: Brush) -> Iterator[list[Point]]:
    """The ways that a link may take, the nearest to a plain one first."""
    far = math.dist(one, other)
    waves = {"slide": 1.0, "snake": max(1.0, round(far / b.width / 7) / 2 + 0.5)}.get(draw, 0.0)
    for bend in _BENDS if b.bend is None and draw != "ladder" else (b.bend or 0.0,):
        way = bowed(one, other, bend * far) if draw != "ladder" else [one, other]
        for swing in _SWINGS if waves else ():
            yield _winding(way, b.width, waves, swing)
        if not waves:
            yield way


def _outline(way: list[Point]) -> Outline:
    return polyline(way) if len(way) < 3 else smooth(way, closed=False)


def _band(outline: Outline, width: float, *colors: tuple[str, float]) -> Iterator[Item]:
    """Lines over each other along an outline, each a colour and a share of the width."""
    for color, share in colors:
        yield Path(outline, None, Stroke(color, width * share, (), "round", "round"))


def _ladder(way: list[Point], b: Brush) -> Iterator[Item]:
    (one, other), half, thick = way, b.width / 2, max(b.width / 5, mm(0.5))
    left, right = beside(one, other, half), beside(one, other, -half)
    count = max(2, round(length_of(way) / b.width))
    rungs: Outline = ()
    for n in range(count):
        t = (n + 0.5) / count
        ends = ((a[0] + (z[0] - a[0]) * t, a[1] + (z[1] - a[1]) * t) for a, z in (left, right))
        rungs += polyline(ends)
    rails = polyline(left) + polyline(right)
    for outline in (rungs, rails):
        yield Path(outline, None, Stroke(b.edge, thick * 1.7, (), "round", "round"))
        yield Path(outline, None, Stroke(b.color, thick, (), "round", "round"))


def _winding(way: list[Point], width: float, waves: float, swing: float) -> list[Point]:
    """A way that winds to and fro along another one, and starts and ends straight."""
    whole, far = length_of(way), math.dist(way[0], way[-1])
    wide = min(width * 1.1, far / 8) * swing
    steps = max(8, round(whole / width * 3))
    points = []
    for n, (x, y, turn) in enumerate(spots_at(way, [whole * n / steps for n in range(steps + 1)])):
        t = n / steps
        aside = wide * math.sin(2 * math.pi * waves * t) * math.sin(math.pi * t) ** 0.5
        points.append((x - aside * math.sin(math.radians(turn)), y + aside * math.cos(math.radians(turn))))
    return points


def _slide(way: list[Point], b: Brush) -> Iterator[Item]:
    yield from _band(_outline(way), b.width, (b.edge, 1.0), (b.color, 0.84), (b.edge, 0.56), (b.light, 0.48))


def _snake(way: list[Point], b: Brush) -> Iterator[Item]:
    """Its head lies at the start and its tail at the end."""
    whole = length_of(way)
    yield Path(_tapered(way, b.width * 0.31), b.edge)
    yield Path(_tapered(way, b.width * 0.31, b.width * 0.08), b.color)
    spots = spots_at(way, [whole * (0.1 + 0.08 * n) for n in range(11)])
    yield Path(tuple(step for x, y, _ in spots for step in circle(x, y, b.width * 0.11)), b.light)
    yield from _head(*spots_at(way, [0.0])[0], b)


def _tapered(way: list[Point], half: float, less: float = 0.0) -> Outline:
    """A band along a way, `half` a width to each side and `less` than that, which grows thin and ends round."""
    whole = length_of(way)
    count = max(8, math.ceil(whole / half))
    spots = spots_at(way, [whole * n / count for n in range(count + 1)])
    wide = [half * (1 - 0.4 * max(0.0, n / count - 0.4) / 0.6) - less for n in range(count + 1)]

    def beyond(n: int, turn: float) -> Point:
        angle = math.radians(spots[n].turn + turn)
        return spots[n].x + wide[n] * math.cos(angle), spots[n].y + wide[n] * math.sin(angle)

    left, right = ([beyond(n, turn) for n in range(count + 1)] for turn in (-90, 90))
    return smooth([*left, *(beyond(count, turn) for turn in (-45, 0, 45)), *reversed(right)], closed=True)


def _head(x: float, y: float, turn: float, b: Brush) -> Iterator[Item]:
    """A head that looks back along the way, with two eyes and a tongue."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def at(ahead: float, aside: float) -> Point:
        return x - cos * ahead - sin * aside, y - sin * ahead + cos * aside

    k = b.width * 0.52
    tongue = polyline((at(0.8 * k, 0), at(1.6 * k, 0), at(1.95 * k, 0.25 * k)))
    tongue += polyline((at(1.6 * k, 0), at(1.95 * k, -0.25 * k)))
    yield Path(tongue, None, Stroke("#B3261E", k * 0.16, (), "round", "round"))
    yield Path(circle(*at(0, 0), k), b.edge)
    yield Path(circle(*at(0, 0), k * 0.84), b.color)
    for side in (-0.42, 0.42):
        yield Path(circle(*at(0.34 * k, side * k), k * 0.24), "#FFFFFF")
        yield Path(circle(*at(0.42 * k, side * k), k * 0.12), "#15171A")


def _arrow(way: list[Point], b: Brush) -> Iterator[Item]:
    whole = length_of(way)
    head = min(b.width * 1.5, whole / 2)
    shaft = _outline(part_of(way, 0.0, whole - head * 0.8))
    x, y, turn = spots_at(way, [whole])[0]
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    tip = polygon(
        (x - cos * u - sin * v, y - sin * u + cos * v) for u, v in ((0, 0), (head, head / 2), (head, -head / 2))
    )
    yield Path(shaft, None, Stroke(b.edge, b.width * 0.5, (), "round", "round"))
    yield Path(tip, b.edge, Stroke(b.edge, b.width * 0.16, (), "round", "round"))
    yield Path(shaft, None, Stroke(b.color, b.width * 0.34, (), "round", "round"))
    yield Path(tip, b.color)


def _line(way: list[Point], b: Brush) -> Iterator[Item]:
    yield Path(_outline(way), None, Stroke(b.color, b.width * 0.3, (b.width * 0.7, b.width * 0.6), "round", "round"))


_DRAW: Mapping[Draw, Callable[[list[Point], Brush], Iterator[Item]]] = {
    "ladder": _ladder, "slide": _slide, "snake": _snake, "arrow": _arrow, "line": _line
}  # fmt: skip
