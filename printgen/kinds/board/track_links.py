"""Links between spaces of tracks: ladders, slides, snakes, arrows and lines, each on a route that keeps off words."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from printgen.base.units import Box, mm
from printgen.drawing.model import Item, Outline, Path, Stroke
from printgen.drawing.outlines import circle, polygon, polyline
from printgen.drawing.patterns import smooth
from printgen.kinds.board import curves
from printgen.kinds.board.curves import CurvePoint, Point
from printgen.kinds.board.track import Draw

# How far the routes of a link swing out, as shares of its length, and how wide they wind, in the order of trying:
# those nearest to a plain link come first.
_BENDS = (0.0, 0.05, -0.05, 0.1, -0.1, 0.16, -0.16, 0.24, -0.24, 0.32, -0.32)
_SWINGS = (1.0, -1.0, 0.5, -0.5)
# How much paper a link takes on each side, as a share of its width, and what it leaves to words.
_REACH: Mapping[Draw, float] = {"ladder": 0.6, "slide": 0.5, "snake": 0.31, "arrow": 0.25, "line": 0.15}
_CLEAR = mm(0.6)
# How many routes the links of a board try together.
_TRIES = 3000
# What a point beyond the board costs, and a route for every one before it, where one point on a word costs 1.
_BEYOND, _LATER = 9.0, 0.1


class Brush(NamedTuple):
    """How wide a link is in points, its colors, and how far it bends as a share of its length, if the game says it."""

    width: float
    color: str
    edge: str
    light: str
    bend: float | None = None


class LinkRouter:
    """Finds routes that keep off the words on a board, in points; the more `links`, the fewer routes each tries."""

    def __init__(self, size: tuple[float, float], words: Sequence[Box], links: int = 1) -> None:
        self._words, self._most = words, max(1, _TRIES // max(1, links))
        self._board = Box(0, 0, *size)
        self._occupied: dict[float, curves.Occupancy] = {}

    def clearest(self, routes: Iterable[list[Point]], reach: float) -> list[Point]:
        """The route that covers the fewest words when it reaches so far to each side; of equal ones the first."""
        occupied, board = self._occupancy(reach), self._board.grown(-reach)
        best: list[Point] = []
        least = math.inf
        for n, route in enumerate(islice(routes, self._most)):
            pieces = max(2, math.ceil(curves.curve_length(route) / max(reach, mm(1))))
            boxes = [Box(x, y, 0, 0) for x, y, _ in curves.divide_curve(route, pieces)]
            cost = sum(occupied.cost(box) + _BEYOND * (not board.holds(box)) for box in boxes) + _LATER * n
            if cost < least:
                best, least = route, cost
            if least <= _LATER * (n + 1):
                break
        return best

    def _occupancy(self, reach: float) -> curves.Occupancy:
        """What the words occupy for links that reach so far to each side."""
        if reach not in self._occupied:
            self._occupied[reach] = occupied = curves.Occupancy(mm(1))
            for word in self._words:
                # To touch a word is less bad than to lie upon it.
                occupied.add(word.grown(reach), 1.0)
                occupied.add(word.grown(reach / 2), 2.0)
        return self._occupied[reach]


def draw_link(draw: Draw, start: Point, end: Point, brush: Brush, router: LinkRouter) -> list[Item]:
    """A link from a point to another, on the route that covers the fewest words."""
    route = router.clearest(_routes(draw, start, end, brush), brush.width * _REACH[draw] + _CLEAR)
    return list(_DRAW[draw](route, brush))


def _routes(draw: Draw, start: Point, end: Point, brush: Brush) -> Iterator[list[Point]]:
    """The routes that a link may take, the nearest to a plain one first."""
    length = math.dist(start, end)
    waves = {"slide": 1.0, "snake": max(1.0, round(length / brush.width / 7) / 2 + 0.5)}.get(draw, 0.0)
    for bend in _BENDS if brush.bend is None and draw != "ladder" else (brush.bend or 0.0,):
        curve = curves.bowed_curve(start, end, bend * length) if draw != "ladder" else [start, end]
        for swing in _SWINGS if waves else ():
            yield _winding(curve, brush.width, waves, swing)
        if not waves:
            yield curve


def _winding(curve: list[Point], width: float, waves: float, swing: float) -> list[Point]:
    """A curve that winds to and fro along another one, and starts and ends straight."""
    amplitude = min(width * 1.1, math.dist(curve[0], curve[-1]) / 8) * swing
    steps = max(8, round(curves.curve_length(curve) / width * 3))
    points = []
    for n, (x, y, turn) in enumerate(curves.divide_curve(curve, steps)):
        t = n / steps
        aside = amplitude * math.sin(2 * math.pi * waves * t) * math.sin(math.pi * t) ** 0.5
        points.append((x - aside * math.sin(math.radians(turn)), y + aside * math.cos(math.radians(turn))))
    return points


def curve_outline(curve: Sequence[Point]) -> Outline:
    """A curve as it is drawn: smooth where it has more than its two ends."""
    return polyline(curve) if len(curve) < 3 else smooth(curve, closed=False)


def _line(outline: Outline, color: str, width: float, dashes: tuple[float, ...] = ()) -> Path:
    """A line with round ends."""
    return Path(outline, None, Stroke(color, width, dashes, "round", "round"))


def _ladder(route: list[Point], brush: Brush) -> Iterator[Item]:
    (start, end), thick = route, max(brush.width / 5, mm(0.5))
    left, right = curves.parallel_line(start, end, brush.width / 2), curves.parallel_line(start, end, -brush.width / 2)
    count = max(2, round(curves.curve_length(route) / brush.width))
    rungs: Outline = ()
    for n in range(count):
        t = (n + 0.5) / count
        rungs += polyline((a[0] + (z[0] - a[0]) * t, a[1] + (z[1] - a[1]) * t) for a, z in (left, right))
    rails = polyline(left) + polyline(right)
    for outline in (rungs, rails):
        yield _line(outline, brush.edge, thick * 1.7)
        yield _line(outline, brush.color, thick)


def _slide(route: list[Point], brush: Brush) -> Iterator[Item]:
    outline = curve_outline(route)
    for color, share in ((brush.edge, 1.0), (brush.color, 0.84), (brush.edge, 0.56), (brush.light, 0.48)):
        yield _line(outline, color, brush.width * share)


def _snake(route: list[Point], brush: Brush) -> Iterator[Item]:
    """Its head lies at the start and its tail at the end."""
    length, width = curves.curve_length(route), brush.width
    yield Path(_tapering_band(route, width * 0.31), brush.edge)
    yield Path(_tapering_band(route, width * 0.31, width * 0.08), brush.color)
    spots = curves.points_at(route, [length * (0.1 + 0.08 * n) for n in range(11)])
    yield Path(tuple(step for x, y, _ in spots for step in circle(x, y, width * 0.11)), brush.light)
    yield from _snake_head(curves.points_at(route, [0.0])[0], brush)


def _tapering_band(curve: list[Point], half: float, less: float = 0.0) -> Outline:
    """A band along a curve, `half` a width to each side and `less` than that, which grows thin and ends round."""
    count = max(8, math.ceil(curves.curve_length(curve) / half))
    points = curves.divide_curve(curve, count)
    halves = [half * (1 - 0.4 * max(0.0, n / count - 0.4) / 0.6) - less for n in range(count + 1)]

    def rim(n: int, turn: float) -> Point:
        angle = math.radians(points[n].turn + turn)
        return points[n].x + halves[n] * math.cos(angle), points[n].y + halves[n] * math.sin(angle)

    left, right = ([rim(n, turn) for n in range(count + 1)] for turn in (-90, 90))
    return smooth([*left, *(rim(count, turn) for turn in (-45, 0, 45)), *reversed(right)], closed=True)


def _snake_head(point: CurvePoint, brush: Brush) -> Iterator[Item]:
    """A head that looks back along the curve, with two eyes and a tongue."""
    cos, sin = math.cos(math.radians(point.turn)), math.sin(math.radians(point.turn))

    def at(ahead: float, aside: float) -> Point:
        return point.x - cos * ahead - sin * aside, point.y - sin * ahead + cos * aside

    radius = brush.width * 0.52
    tongue = polyline((at(0.8 * radius, 0), at(1.6 * radius, 0), at(1.95 * radius, 0.25 * radius)))
    tongue += polyline((at(1.6 * radius, 0), at(1.95 * radius, -0.25 * radius)))
    yield _line(tongue, "#B3261E", radius * 0.16)
    yield Path(circle(*at(0, 0), radius), brush.edge)
    yield Path(circle(*at(0, 0), radius * 0.84), brush.color)
    for side in (-0.42, 0.42):
        yield Path(circle(*at(0.34 * radius, side * radius), radius * 0.24), "#FFFFFF")
        yield Path(circle(*at(0.42 * radius, side * radius), radius * 0.12), "#15171A")


def _arrow(route: list[Point], brush: Brush) -> Iterator[Item]:
    length = curves.curve_length(route)
    head = min(brush.width * 1.5, length / 2)
    shaft = curve_outline(curves.cut_curve(route, 0.0, length - head * 0.8))
    x, y, turn = curves.points_at(route, [length])[0]
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    corners = ((0, 0), (head, head / 2), (head, -head / 2))
    tip = polygon((x - cos * back - sin * aside, y - sin * back + cos * aside) for back, aside in corners)
    yield _line(shaft, brush.edge, brush.width * 0.5)
    yield Path(tip, brush.edge, Stroke(brush.edge, brush.width * 0.16, (), "round", "round"))
    yield _line(shaft, brush.color, brush.width * 0.34)
    yield Path(tip, brush.color)


def _dashes(route: list[Point], brush: Brush) -> Iterator[Item]:
    yield _line(curve_outline(route), brush.color, brush.width * 0.3, (brush.width * 0.7, brush.width * 0.6))


_DRAW: Mapping[Draw, Callable[[list[Point], Brush], Iterator[Item]]] = {
    "ladder": _ladder, "slide": _slide, "snake": _snake, "arrow": _arrow, "line": _dashes
}  # fmt: skip
