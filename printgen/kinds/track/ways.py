"""Where the spaces of a track lie: options and a room come in; a spot for each space, and their size, go out."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import NamedTuple

from printgen.base.units import mm
from printgen.kinds.courses import Point, Spot, smooth_way, spread
from printgen.kinds.track.options import Corner, TrackOptions

# How far in a spiral ends, as a share of the way from its middle to its start, and how finely it is followed.
_INNER, _FINE = 0.16, 90


class Room(NamedTuple):
    """A board's size and margin in points, how many spaces it has, and what is left between two."""

    wide: float
    high: float
    margin: float
    spaces: int
    gap: float

    @property
    def inner(self) -> tuple[float, float]:
        """Width and height inside the margin."""
        return max(1.0, self.wide - 2 * self.margin), max(1.0, self.high - 2 * self.margin)


def laid_out(options: TrackOptions, room: Room) -> list[Spot]:
    """A spot for every space, from the first to the last."""
    way = {"snake": _snake, "spiral": _spiral, "ring": _ring, "path": _path}[options.shape]
    spots = way(options, room)
    if options.turned:
        return spots
    return [spot._replace(turn=0.0) for spot in spots]


def size_of(options: TrackOptions, room: Room, spots: list[Spot]) -> tuple[float, float]:
    """How large spaces are that have no size: as large as there is room."""
    wide, high = room.inner
    if options.shape == "snake":
        rows = math.ceil(room.spaces / options.columns)
        return wide / min(options.columns, room.spaces) - room.gap, high / rows - room.gap
    if options.shape == "ring":
        side = _ring_side(room) - room.gap
        return side, side
    apart = min((math.dist(a[:2], b[:2]) for a, b in pairwise(spots)), default=min(wide, high))
    if options.shape == "spiral":
        apart = min(apart, min(wide, high) / 2 * (1 - _INNER) / max(1.0, options.turns))
    side = min(apart, mm(60)) * (0.94 if options.turned else 0.86) - room.gap
    if options.shape == "path":
        # The points are the game's own, and may lie a little too near to an edge.
        side = min(side, max(side / 2, 2 * min(min(x, room.wide - x, y, room.high - y) for x, y, _ in spots)))
    return side, side


def _turned_to(corner: Corner, room: Room, spots: list[Spot]) -> list[Spot]:
    """Spots that start at the top left, mirrored so that they start at another corner."""
    down, across = corner.split("-")

    def moved(spot: Spot) -> Spot:
        x, y, turn = spot
        if across == "right":
            x, turn = room.wide - x, 180 - turn
        if down == "bottom":
            y, turn = room.high - y, -turn
        return Spot(x, y, turn)

    return [moved(spot) for spot in spots]


def _snake(options: TrackOptions, room: Room) -> list[Spot]:
    (wide, high), columns = room.inner, min(options.columns, room.spaces)
    rows = math.ceil(room.spaces / columns)
    across, down = wide / columns, high / rows
    spots = []
    for n in range(room.spaces):
        row, step = divmod(n, columns)
        column = columns - 1 - step if row % 2 else step
        spots.append(
            Spot(room.margin + (column + 0.5) * across, room.margin + (row + 0.5) * down, 180.0 if row % 2 else 0.0)
        )
    return _turned_to(options.start, room, spots)


def _spiral(options: TrackOptions, room: Room) -> list[Spot]:
    size = options.space or (0.0, 0.0)
    (wide, high), (cx, cy) = room.inner, (room.wide / 2, room.high / 2)
    # Without a size a space takes about the room between two rounds.
    half = max(size) / 2 or min(wide, high) / 4 * (1 - _INNER) / max(1.0, options.turns)
    rx, ry = max(1.0, wide / 2 - half), max(1.0, high / 2 - half)
    steps = max(2, round(_FINE * options.turns))
    way: list[Point] = []
    for n in range(steps + 1):
        share = 1 - (1 - _INNER) * n / steps
        angle = math.radians(-135) + 2 * math.pi * options.turns * n / steps
        way.append((cx + rx * share * math.cos(angle), cy + ry * share * math.sin(angle)))
    return _turned_to(options.start, room, spread(way, room.spaces))


def _ring_counts(room: Room) -> tuple[int, int]:
    """How many steps a ring makes along the top and along a side."""
    wide, high = room.inner
    half = max(2, room.spaces // 2)
    across = min(half - 1, max(1, round(half * wide / (wide + high))))
    return across, half - across


def _ring_side(room: Room) -> float:
    """How wide a space of a ring is at most."""
    (across, down), (wide, high) = _ring_counts(room), room.inner
    return min(wide / (across + 1), high / (down + 1))


def _ring(options: TrackOptions, room: Room) -> list[Spot]:
    (across, down), half = _ring_counts(room), max(options.space or (_ring_side(room) - room.gap,)) / 2
    left, top = room.margin + half, room.margin + half
    right, bottom = room.wide - left, room.high - top
    if room.spaces % 2 or room.spaces < 4:
        way = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
        return _turned_to(options.start, room, spread(way, room.spaces, closed=True))
    stepped = [Spot(left + (right - left) * n / across, top, 0.0) for n in range(across)]
    stepped += (Spot(right, top + (bottom - top) * n / down, 90.0) for n in range(down))
    stepped += (Spot(right - (right - left) * n / across, bottom, 180.0) for n in range(across))
    stepped += (Spot(left, bottom - (bottom - top) * n / down, -90.0) for n in range(down))
    return _turned_to(options.start, room, stepped)


def _path(options: TrackOptions, room: Room) -> list[Spot]:
    points: list[Point] = [(mm(x), mm(y)) for x, y in options.through]
    way = smooth_way(points, options.closed) if not options.straight else [*points, *points[: 1 * options.closed]]
    return spread(way, room.spaces, options.closed)
