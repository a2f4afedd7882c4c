"""Where lanes and names lie: a network comes in; a way for each lane, and a box for each name, go out. Points."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from printgen.base.geometry import Box
from printgen.base.units import mm
from printgen.kinds.courses import Point, Spot, beside, bowed, length_of, part_of, smooth_way, spots_at
from printgen.kinds.crowd import Crowd
from printgen.kinds.network.model import Lane, Network, NetworkOptions

# How far lanes keep from nodes that are not theirs, and what a space leaves to the next, as shares of their widths.
_CLEAR, _GAP = 0.75, 0.08
_TRIES = (0.0, 6.0, -6.0, 12.0, -12.0, 20.0, -20.0, 30.0, -30.0)
_LEAST = mm(2)


class Way(NamedTuple):
    """A lane on paper: the curve between the edges of its nodes, its spaces, and how long one is."""

    lane: Lane
    curve: list[Point]
    slots: list[Spot]
    long: float


def ways_of(network: Network, options: NetworkOptions) -> list[Way]:
    """A way for every lane."""
    between: dict[frozenset[str], list[Lane]] = {}
    for lane in network.lanes:
        between.setdefault(frozenset((lane.start, lane.to)), []).append(lane)
    ways = []
    for lane in network.lanes:
        kin = between[frozenset((lane.start, lane.to))]
        place = next(n for n, other in enumerate(kin) if other is lane) - (len(kin) - 1) / 2
        # Lanes between the same nodes are told apart by which of them comes first by name.
        aside = place * (options.slot[1] * 1.12) * (1 if lane.start < lane.to else -1)
        ways.append(_way(network, options, lane, aside, len(kin) > 1))
    return ways


def _way(network: Network, options: NetworkOptions, lane: Lane, aside: float, one_of_many: bool) -> Way:
    one, other = network.nodes[lane.start].at, network.nodes[lane.to].at
    if lane.through:
        way = smooth_way([one, *((mm(x), mm(y)) for x, y in lane.through), other])
    elif lane.bend is not None:
        way = bowed(one, other, mm(lane.bend))
    elif one_of_many:
        way = beside(one, other, aside)
    else:
        others = [node.at for name, node in network.nodes.items() if name not in (lane.start, lane.to)]
        way = _clear_of(one, other, others, options)
    whole, edge = length_of(way), options.node_size / 2
    if one_of_many and way[0] != one:
        # Moved aside, a way comes to the edge of a round node later.
        edge = math.sqrt(max(0.0, edge * edge - aside * aside)) or edge * 0.3
    start, end = min(edge, whole * 0.3), max(whole - edge, whole * 0.7)
    if not lane.length:
        return Way(lane, part_of(way, start, end), [], 0.0)
    share = (end - start) / lane.length
    long = min(options.slot[0], share * (1 - _GAP))
    # Spaces that do not need all the room stand together in its middle.
    step = min(share, long * (1 + _GAP * 1.6))
    first = (start + end) / 2 - step * (lane.length - 1) / 2
    slots = spots_at(way, [first + n * step for n in range(lane.length)])
    return Way(lane, part_of(way, start, end), slots, long)


def _clear_of(one: Point, other: Point, nodes: Sequence[Point], options: NetworkOptions) -> list[Point]:
    """A way between two nodes, as straight as keeps it off others; the straight one where none does."""
    least = options.node_size / 2 + options.slot[1] * _CLEAR
    near = [node for node in nodes if _apart(node, one, other) < least + mm(max(_TRIES) / 2)]
    for bend in _TRIES if near else (0.0,):
        way = bowed(one, other, mm(bend))
        pairs = list(pairwise([*way[::4], way[-1]]))
        if all(_apart(node, *pair) >= least for node in near for pair in pairs):
            return way
    return [one, other]


def _apart(point: Point, one: Point, other: Point) -> float:
    """How far a point lies from a straight line between two others."""
    dx, dy = other[0] - one[0], other[1] - one[1]
    far = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((point[0] - one[0]) * dx + (point[1] - one[1]) * dy) / far)) if far else 0.0
    return math.dist(point, (one[0] + t * dx, one[1] + t * dy))


def too_short(way: Way) -> bool:
    """Whether the spaces of a lane have no room."""
    return bool(way.slots) and way.long < _LEAST


def label_boxes(
    network: Network, options: NetworkOptions, ways: Sequence[Way], sizes: Mapping[str, tuple[float, float]],
    board: tuple[float, float],
) -> dict[str, Box]:  # fmt: skip
    """A box for the name of every node: beside it, and clear of nodes, lanes and other names as far as possible."""
    half = options.node_size / 2
    taken = Crowd(max(mm(1), options.label / 3))
    for node in network.nodes.values():
        taken.add(Box(node.x - half, node.y - half, 2 * half, 2 * half), 6.0)
    for way in ways:
        reach = options.slot[1] / 2 if way.slots else options.line / 2
        count = max(2, math.ceil(length_of(way.curve) / max(reach, mm(1.5))))
        for x, y, _ in spots_at(way.curve, [length_of(way.curve) * n / count for n in range(count + 1)]):
            taken.add(Box(x, y, 0, 0).grown(reach), 1.0)
    boxes: dict[str, Box] = {}
    # Long names have the fewest places, and choose first.
    for name in sorted(network.nodes, key=lambda name: (-sizes[name][0], name)):
        node, (wide, high) = network.nodes[name], sizes[name]
        choices = list(_beside(node.x, node.y, wide, high, half + mm(0.8)))
        costs = [taken.cost(box) + _outside(box, board) + 0.05 * n for n, box in enumerate(choices)]
        boxes[name] = choices[costs.index(min(costs))]
        taken.add(boxes[name], 8.0)
    return boxes


def _beside(x: float, y: float, wide: float, high: float, far: float) -> Iterator[Box]:
    """The places for a name about a node, the usual ones first, and then further off."""
    for off in (far, far + mm(3), far + mm(7)):
        slant = off * 0.72
        yield Box(x + off, y - high / 2, wide, high)
        yield Box(x - off - wide, y - high / 2, wide, high)
        yield Box(x - wide / 2, y + off, wide, high)
        yield Box(x - wide / 2, y - off - high, wide, high)
        yield Box(x + slant, y + slant, wide, high)
        yield Box(x + slant, y - slant - high, wide, high)
        yield Box(x - slant - wide, y + slant, wide, high)
        yield Box(x - slant - wide, y - slant - high, wide, high)


def _outside(box: Box, board: tuple[float, float]) -> float:
    edge = mm(2)
    off = max(0.0, edge - box.x) + max(0.0, edge - box.y)
    return 40 * (off + max(0.0, box.right + edge - board[0]) + max(0.0, box.bottom + edge - board[1]))
