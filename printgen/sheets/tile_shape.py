"""The outline of a piece comes in; a shape of straight edges that can be measured in strips and boxes goes out."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from printgen.base.geometry import Box
from printgen.drawing.flattening import flattened
from printgen.drawing.model import Outline

Edge = tuple[float, float, float, float]


@dataclass(frozen=True)
class Shape:
    """Closed polygons as edges, each running down the page, the highest first; lengths in points."""

    edges: tuple[Edge, ...]

    @classmethod
    def of(cls, outline: Outline) -> Shape:
        """What an outline encloses; where parts of it overlap, the even-odd rule holds."""
        polygons = flattened(outline)
        return cls._sorted(
            (*a, *b) for points in polygons for a, b in zip(points, (*points[1:], points[0]), strict=True)
        )

    @classmethod
    def _sorted(cls, edges: Iterator[Edge]) -> Shape:
        down = (edge if edge[1] <= edge[3] else (*edge[2:], *edge[:2]) for edge in edges)
        return cls(tuple(sorted(down, key=lambda edge: edge[1])))

    @cached_property
    def box(self) -> Box:
        """The box around the shape."""
        xs = [x for edge in self.edges for x in edge[::2]]
        ys = [y for edge in self.edges for y in edge[1::2]]
        return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))

    @cached_property
    def transposed(self) -> Shape:
        """The shape with x and y exchanged."""
        return self._sorted((y0, x0, y1, x1) for x0, y0, x1, y1 in self.edges)

    def extent(self, low: float, high: float) -> tuple[float, float] | None:
        """How far the part of the shape with y from `low` to `high` reaches in x; None when nothing is there."""
        left, right = math.inf, -math.inf
        for edge in self.edges:
            if edge[1] > high:
                break
            if edge[3] >= low:
                a, b = _within(edge, low, high)
                left, right = min(left, a, b), max(right, a, b)
        return (left, right) if left <= right else None

    def meets(self, box: Box) -> bool:
        """Whether any part of the shape lies in the box."""
        return any(_enters(edge, box) for edge in self.edges) or self.holds(box.x + box.w / 2, box.y + box.h / 2)

    def holds(self, x: float, y: float) -> bool:
        """Whether the point lies inside the shape."""
        inside = False
        for x0, y0, x1, y1 in self.edges:
            if y0 <= y < y1 and x < x0 + (x1 - x0) * (y - y0) / (y1 - y0):
                inside = not inside
        return inside


def _within(edge: Edge, low: float, high: float) -> tuple[float, float]:
    """The x at both ends of the part of an edge that has a y from `low` to `high`."""
    x0, y0, x1, y1 = edge
    slope = (x1 - x0) / (y1 - y0) if y1 > y0 else 0.0
    return x0 + slope * (low - y0) if y0 < low else x0, x0 + slope * (high - y0) if y1 > high else x1


def _enters(edge: Edge, box: Box) -> bool:
    """Whether an edge passes through the inside of a box."""
    if edge[3] <= box.y or edge[1] >= box.bottom:
        return False
    a, b = _within(edge, box.y, box.bottom)
    return max(a, b) > box.x and min(a, b) < box.right
