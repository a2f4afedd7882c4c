"""Outlines of things to cut out: their inside, outlines at a distance, and outlines of masks."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from printgen.base.units import mm
from printgen.drawing.model import Outline
from printgen.drawing.outlines import (
    Point,
    bounds,
    edge_distance,
    edges_of,
    flatten,
    map_points,
    polygon,
    room_inside,
    signed_area,
)

MOST_STEPS = 1_000
"""So many steps an outline may have; nobody cuts along more."""

_SLACK = mm(0.02)  # Cutting by hand is less exact than this.
_SAME = 1e-6
_SHARP = -0.2  # Corners that turn by more than this, as the cosine of the angle, are rounded where the outline grows.


def fault_of(outline: Outline) -> str:
    """The fault of an outline for cutting; "" when it has none."""
    steps = [segment[0] for segment in outline]
    if len(steps) > MOST_STEPS:
        return f"the outline has {len(steps):,} steps; nobody can cut along more than {MOST_STEPS:,}"
    if steps.count("M") > 1 or "Z" in steps[:-1]:
        return "the outline has more than one part, and a piece is cut out along one line"
    _, _, *sides = bounds(outline)
    if not min(sides) > 0:
        return "the outline encloses nothing"
    # Scaled to 100, so that the number of points does not depend on its units.
    largest = max(sides)
    points = _distinct(flatten(map_points(outline, lambda x, y: (x * 100 / largest, y * 100 / largest)), 0.02))
    if points and _crosses_itself(points):
        return "the outline crosses itself"
    return "" if abs(signed_area(points)) > 0.01 else "the outline encloses nothing"


@dataclass(frozen=True, eq=False)
class Silhouette:
    """A sound outline in its own box, from (0, 0) to a width and a height in points.

    `around` draws the outline at a distance, for shapes (circles, boxes) with a simpler one than `grown` finds. A
    `symmetric` one looks the same from behind.
    """

    outline: Outline
    width: float
    height: float
    around: Callable[[float], Outline] | None = None
    symmetric: bool = True

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """The corners, clockwise on paper; curves become edges finer than anybody can cut."""
        points = _distinct(flatten(self.outline))
        return points if signed_area(points) > 0 else points[::-1]

    @cached_property
    def mirror_image(self) -> Silhouette:
        """The silhouette as seen from behind."""
        if self.symmetric:
            return self
        return Silhouette(map_points(self.outline, lambda x, y: (self.width - x, y)), self.width, self.height)

    def grown(self, by: float) -> Outline:
        """An outline around all points within `by` of this one; corners may be sharper."""
        if self.around is not None:
            return self.around(by)
        if not by:
            return self.outline
        turns = list(_turns(self.points))
        if all(turn.bend > -_SAME and turn.cosine > _SHARP for turn in turns):
            return polygon(turn.miter_at(by) for turn in turns)
        # Parts that all run the same way and lie over each other are one to the nonzero rule.
        parts = [polygon(self.points)]
        for turn, after in zip(turns, (*turns[1:], turns[0]), strict=True):
            moved = _shift(turn.at, turn.after, by), _shift(after.at, turn.after, by)
            parts.append(polygon((turn.at, *moved, after.at)))
            if turn.bend > 0:
                parts.append(polygon((turn.at, *turn.round_at(by))))
        return tuple(step for part in parts for step in part)

    @cached_property
    def _room(self) -> float:
        """How far inside the outline the middle of the box lies."""
        return max(0.0, room_inside(self.points, self.width / 2, self.height / 2))

    def holds(self, corners: Sequence[Point], safe: float) -> bool:
        """Whether a box with these corners, in order, lies inside and keeps the distance `safe` from the edge."""
        x, y = self.width / 2, self.height / 2
        if all(math.hypot(a - x, b - y) <= self._room - safe for a, b in corners):
            return True
        closed, distance = [*corners, corners[0]], safe - _SLACK
        if not all(room_inside(self.points, a, b) >= distance for a, b in corners):
            return False
        # A dent may reach into the box between its corners.
        sides = [(start, end) for start, end in pairwise(closed) if start != end]
        return not any(
            _crossing(*edge, *side) or edge_distance(*edge[0], *side) < distance
            for edge in edges_of(self.points)
            for side in sides
        )


@dataclass(frozen=True, slots=True)
class _Turn:
    """A corner with the directions away from the edges before and after it; `bend` is positive if it is convex."""

    at: Point
    before: Point
    after: Point
    bend: float
    cosine: float

    def miter_at(self, by: float) -> Point:
        """Where the edges meet once both are moved outward."""
        grown = by / (1 + self.cosine)
        return _shift(_shift(self.at, self.before, grown), self.after, grown)

    def round_at(self, by: float) -> tuple[Point, ...]:
        """The rounding from the end of one edge to the start of the other, at least `by` away."""
        start, end = _shift(self.at, self.before, by), _shift(self.at, self.after, by)
        if self.cosine > _SHARP:
            return start, self.miter_at(by), end
        first, span = math.atan2(self.before[1], self.before[0]), math.acos(max(-1.0, self.cosine))
        reach, steps = by / math.cos(span / 8), (1, 3, 5, 7)
        turned = ((math.cos(first + span * n / 8) * reach, math.sin(first + span * n / 8) * reach) for n in steps)
        return start, *((self.at[0] + x, self.at[1] + y) for x, y in turned), end


def _turns(points: Sequence[Point]) -> Iterator[_Turn]:
    normals = [
        ((y1 - y0) / d, (x0 - x1) / d)
        for (x0, y0), (x1, y1) in edges_of(points)
        if (d := math.dist((x0, y0), (x1, y1)))
    ]
    for at, before, after in zip(points, (normals[-1], *normals), normals, strict=False):
        bend = before[0] * after[1] - before[1] * after[0]
        yield _Turn(at, before, after, bend, before[0] * after[0] + before[1] * after[1])


def _shift(at: Point, way: Point, by: float) -> Point:
    return at[0] + way[0] * by, at[1] + way[1] * by


def _distinct(parts: Sequence[tuple[Point, ...]]) -> tuple[Point, ...]:
    """The points of the single part without repeated ones; none for a part of fewer than three."""
    points = parts[0] if parts else ()
    pairs = zip(points[-1:] + points[:-1], points, strict=True)
    distinct = tuple(end for start, end in pairs if math.dist(start, end) > _SAME)
    return distinct if len(distinct) > 2 else ()


def _crossing(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether two edges cross; touching is no crossing."""

    def side(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return side(a, b, c) * side(a, b, d) < 0 and side(c, d, a) * side(c, d, b) < 0


def _crosses_itself(points: Sequence[Point]) -> bool:
    """Whether any two edges cross, by a sweep from left to right."""
    edges = sorted(((min(a, b), max(a, b)) for a, b in edges_of(points)), key=lambda edge: edge[0])
    active: list[tuple[Point, Point]] = []
    for edge in edges:
        active = [other for other in active if other[1][0] >= edge[0][0]]
        low, high = sorted((edge[0][1], edge[1][1]))
        if any(min(o[0][1], o[1][1]) <= high and max(o[0][1], o[1][1]) >= low and _crossing(*edge, *o) for o in active):
            return True
        active.append(edge)
    return False


def trace_mask(mask: bytes, columns: int) -> list[list[Point]]:
    """The outlines of the parts of a mask, the largest first, through the middles of the edges of its squares.

    The mask has a byte for each square, row by row, 0 outside; squares at its rim are outside. Holes have no outline.
    """
    ends: dict[Point, list[Point]] = {}
    for n in (n for n, inside in enumerate(mask) if inside):
        y, x = divmod(n, columns)
        corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
        for side, near in enumerate((n - columns, n + 1, n + columns, n - 1)):
            if not mask[near]:
                ends.setdefault(corners[side], []).append(corners[(side + 1) % 4])
    lines = []
    while ends:
        at, line = next(iter(ends)), list[Point]()
        while at in ends:
            # Where two parts touch at a corner, the line keeps to its own: it turns to the right.
            (u, v), choices = line[-1] if line else at, ends[at]
            choices.sort(key=lambda end: (at[0] - u) * (end[1] - at[1]) - (at[1] - v) * (end[0] - at[0]))
            end = choices.pop()
            if not choices:
                del ends[at]
            line.append(((at[0] + end[0]) / 2, (at[1] + end[1]) / 2))
            at = end
        lines.append(line)
    return sorted((line for line in lines if signed_area(line) > 0), key=signed_area, reverse=True)


def simplify(points: Sequence[Point], stray: float) -> list[Point]:
    """A closed line with fewer points, at most `stray` away from the others (Douglas and Peucker)."""
    far = max(range(len(points)), key=lambda n: math.dist(points[0], points[n]))
    kept, spans, ring = {0, far}, [(0, far), (far, len(points))], [*points, points[0]]
    while spans:
        first, last = spans.pop()
        between = range(first + 1, last)
        worst = max(between, key=lambda n: edge_distance(*ring[n], ring[first], ring[last]), default=first)
        if edge_distance(*ring[worst], ring[first], ring[last]) > stray:
            kept.add(worst)
            spans += ((first, worst), (worst, last))
    return [points[n] for n in sorted(kept)]


def round_off(points: Sequence[Point]) -> Outline:
    """A soft closed line through points; its tangent at each is parallel to the line between its neighbours."""
    ahead = [*points[1:], points[0]]
    ways = [(x - u, y - v) for (u, v), (x, y) in zip((points[-1], *points), ahead, strict=False)]
    outline: list[tuple[str, *tuple[float, ...]]] = [("M", *points[0])]
    for start, end, leaving, coming in zip(points, ahead, ways, [*ways[1:], ways[0]], strict=True):
        reach = math.dist(start, end) / 3
        first_handle = _shift(start, leaving, reach / math.hypot(*leaving))
        outline.append(("C", *first_handle, *_shift(end, coming, -reach / math.hypot(*coming)), *end))
    return (*outline, ("Z",))
