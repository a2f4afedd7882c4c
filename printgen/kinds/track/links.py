"""How links of spaces are drawn: two points, a width and colours come in; a ladder, a slide or a snake goes out."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from printgen.base.units import mm
from printgen.drawing.model import Item, Outline, Path, Stroke
from printgen.drawing.outlines import circle, polygon, polyline
from printgen.drawing.scattering import smooth
from printgen.kinds.courses import Point, bowed, length_of, part_of, spots_at
from printgen.kinds.track.model import Draw


class Brush(NamedTuple):
    """How wide a link is, in points, and its colours."""

    width: float
    color: str
    edge: str
    light: str
    bend: float = 0.0


def drawn_link(draw: Draw, one: Point, other: Point, brush: Brush) -> list[Item]:
    """A link from a point to another."""
    return list(_DRAW[draw](one, other, brush))


def _outline(way: list[Point]) -> Outline:
    return polyline(way) if len(way) < 3 else smooth(way, closed=False)


def _band(outline: Outline, width: float, *colors: tuple[str, float]) -> Iterator[Item]:
    """Lines over each other along an outline, each a colour and a share of the width."""
    for color, share in colors:
        yield Path(outline, None, Stroke(color, width * share, (), "round", "round"))


def _beside(one: Point, other: Point, aside: float) -> tuple[Point, Point]:
    """Two points moved to the left, as seen from one to the other."""
    far = math.dist(one, other) or 1.0
    dx, dy = (other[1] - one[1]) / far * aside, -(other[0] - one[0]) / far * aside
    return (one[0] + dx, one[1] + dy), (other[0] + dx, other[1] + dy)


def _ladder(one: Point, other: Point, b: Brush) -> Iterator[Item]:
    far, half, thick = math.dist(one, other), b.width / 2, max(b.width / 5, mm(0.5))
    left, right = _beside(one, other, half), _beside(one, other, -half)
    count = max(2, round(far / b.width))
    rungs: Outline = ()
    for n in range(count):
        t = (n + 0.5) / count
        ends = ((a[0] + (z[0] - a[0]) * t, a[1] + (z[1] - a[1]) * t) for a, z in (left, right))
        rungs += polyline(ends)
    rails = polyline(left) + polyline(right)
    for outline in (rungs, rails):
        yield Path(outline, None, Stroke(b.edge, thick * 1.7, (), "round", "round"))
        yield Path(outline, None, Stroke(b.color, thick, (), "round", "round"))


def _winding(one: Point, other: Point, b: Brush, waves: float) -> list[Point]:
    """A way that winds to and fro, and starts and ends straight."""
    far = math.dist(one, other) or 1.0
    way = bowed(one, other, b.bend * far)
    swing = min(b.width * 1.1, far / 8)
    steps = max(8, round(length_of(way) / b.width * 3))
    distances = [length_of(way) * n / steps for n in range(steps + 1)]
    points = []
    for n, (x, y, turn) in enumerate(spots_at(way, distances)):
        t = n / steps
        aside = swing * math.sin(2 * math.pi * waves * t) * math.sin(math.pi * t) ** 0.5
        points.append((x - aside * math.sin(math.radians(turn)), y + aside * math.cos(math.radians(turn))))
    return points


def _slide(one: Point, other: Point, b: Brush) -> Iterator[Item]:
    outline = _outline(_winding(one, other, b, 1.0))
    yield from _band(outline, b.width, (b.edge, 1.0), (b.color, 0.84), (b.edge, 0.56), (b.light, 0.48))


def _snake(one: Point, other: Point, b: Brush) -> Iterator[Item]:
    """Its head lies at the start and its tail at the end."""
    far = math.dist(one, other)
    way = _winding(one, other, b, max(1.0, round(far / b.width / 7) / 2 + 0.5))
    whole = length_of(way)
    tapers = ((1.0, 0.72), (0.74, 0.86), (0.5, 1.0))
    for color, thin in ((b.edge, 0.0), (b.color, b.width * 0.16)):
        for share, size in reversed(tapers):
            outline = _outline(part_of(way, 0.0, whole * share))
            yield Path(outline, None, Stroke(color, b.width * 0.62 * size - thin, (), "round", "round"))
    spots = spots_at(way, [whole * (0.1 + 0.08 * n) for n in range(11)])
    yield Path(tuple(step for x, y, _ in spots for step in circle(x, y, b.width * 0.11)), b.light)
    yield from _head(*spots_at(way, [0.0])[0], b)


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


def _arrow(one: Point, other: Point, b: Brush) -> Iterator[Item]:
    way = bowed(one, other, b.bend * math.dist(one, other))
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


def _line(one: Point, other: Point, b: Brush) -> Iterator[Item]:
    outline = _outline(bowed(one, other, b.bend * math.dist(one, other)))
    yield Path(outline, None, Stroke(b.color, b.width * 0.3, (b.width * 0.7, b.width * 0.6), "round", "round"))


_DRAW: Mapping[Draw, Callable[[Point, Point, Brush], Iterator[Item]]] = {
    "ladder": _ladder, "slide": _slide, "snake": _snake, "arrow": _arrow, "line": _line
}  # fmt: skip
