"""What a network is: its nodes in their places, a way for each lane, and a box for each name."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from printgen.base.errors import Finding, unknown_word
from printgen.base.units import Box, mm, to_mm, with_article
from printgen.game.records import Loading, Record
from printgen.kinds.board.plan import FixedPlan
from printgen.kinds.board.ways import Crowd, Point, Spot, beside, bow_way, length_of, part_of, smooth_way, spots_at
from printgen.kinds.composition import Listed, board_size, entries_of
from printgen.reading.part import Length, Many, Options, Part, Size, length_within
from printgen.reading.scalars import shorten

MOST_NODES, MOST_LANES = 400, 2000

_COLUMNS = {
    "from": "text", "to": "text", "length": "integer", "color": "text", "bend": "number", "title": "text",
}  # fmt: skip
# How many millimetres a board without a size goes on beyond its last nodes.
_MARGIN = 20
_Tint = Annotated[str, Field(min_length=1, max_length=60)]
_Far = Annotated[float, Field(ge=-5000, le=5000)]
_Point = Annotated[Many[_Far], Field(min_length=2, max_length=2)]
_Name = Annotated[str, Field(min_length=1, max_length=200)]


class Lane(Part):
    """A lane from one node to another."""

    start: _Name = Field(alias="from", description="the name of the node where it starts")
    to: _Name = Field(description="the name of the node where it ends")
    length: Annotated[int, Field(ge=0, le=60)] = Field(0, description="how many spaces lie along it; 0 is a plain line")
    color: _Tint = Field("#8A8F94", description="its colour")
    bend: Annotated[float, Field(ge=-500, le=500)] | None = Field(
        None,
        description="how many millimetres its middle lies to the left of the straight way; "
        "as few as keep it off other nodes when left out",
    )
    through: Annotated[Many[_Point], Field(max_length=50)] = Field(
        (), description="points that it goes through on its way, each an x and a y in millimetres"
    )
    title: str = Field("", max_length=200, description="words for the face of its spaces")


class NetworkOptions(Options):
    """What a network takes: its lanes, and how nodes, lanes and names are drawn. Records have an x and a y."""

    lanes: Listed = Field((), description="the lanes: a list of mappings with from, to and length, or a file of it")
    node: str = Field(
        "network-node", max_length=200, description="the face of a node, or an expression such as town-{{ card.size }}"
    )
    lane: str = Field("network-slot", max_length=200, description="the face of a space of a lane, or an expression")
    node_size: Annotated[Length, length_within(2, 200)] = Field(
        default_factory=lambda: mm(9), alias="node-size", description="how large the face of a node is"
    )
    slot: Annotated[Size, length_within(1, 200)] = Field(
        (mm(18), mm(6)), description="how long and how wide a space of a lane is; shorter where it must"
    )
    line: Annotated[Length, length_within(0.1, 50)] = Field(
        default_factory=lambda: mm(2), description="how wide lanes without spaces are"
    )
    label: Annotated[Length, length_within(1, 100)] = Field(
        default_factory=lambda: 9.0, description="how high the names of nodes are, such as 9pt"
    )
    label_color: _Tint = Field("ink", alias="label-color", description="the colour of the names")
    label_ground: _Tint = Field("white", alias="label-ground", description="what lies behind names, or none")
    labels: bool = Field(True, description="whether names stand beside nodes, clear of the rest as far as they can")


@dataclass(frozen=True)
class NetworkNode:
    """A node in its place, in points."""

    record: Record
    x: float
    y: float

    @property
    def at(self) -> Point:
        """Where it lies."""
        return self.x, self.y


@dataclass(frozen=True)
class Network:
    """A network: its nodes by name, and its lanes."""

    nodes: Mapping[str, NetworkNode]
    lanes: tuple[Lane, ...]


@dataclass(frozen=True, kw_only=True)
class NetworkPlan(FixedPlan[Network]):
    """What a product prints: the one network that its lists say."""

    options: NetworkOptions
    size: tuple[float, float]

    def data(self, board: Network) -> dict[str, Any]:
        nodes = [
            {"name": name, "x": round(to_mm(node.x), 2), "y": round(to_mm(node.y), 2)}
            for name, node in board.nodes.items()
        ]
        lanes = [
            {"from": lane.start, "to": lane.to, "length": lane.length, "color": lane.color, "title": lane.title}
            for lane in board.lanes
        ]
        return {"seed": None, "nodes": nodes, "lanes": lanes}


def load_network(loading: Loading) -> NetworkPlan | None:
    """What a product prints; None, with findings, where anything is wrong."""
    product, files = loading.product, loading.files
    options: NetworkOptions | None = loading.options_of(NetworkOptions)
    size = board_size(loading) if product.size else (0.0, 0.0)
    lanes = entries_of(files, options, "lanes", Lane, _COLUMNS, MOST_LANES) if options else None
    if options is None or size is None or lanes is None or not product.complete:
        return None
    faults = [*_check_list(loading)]
    nodes: dict[str, NetworkNode] = {}
    if not faults:
        nodes = {record.name: _place_node(loading, record) for record in product.records}
        size = size if product.size else _around(nodes)
        faults = [*_check_nodes(nodes, size), *_wrong_lanes(nodes, lanes)]
    files.add(faults)
    if faults:
        return None
    network = Network(nodes, lanes)
    return NetworkPlan(options=options, size=size, board=network)


def _around(nodes: Mapping[str, NetworkNode]) -> tuple[float, float]:
    """The size of a board that says none: as far as its nodes go, and a margin."""
    right = max((node.x for node in nodes.values()), default=0.0)
    return right + mm(_MARGIN), max((node.y for node in nodes.values()), default=0.0) + mm(_MARGIN)


def _check_list(loading: Loading) -> Iterator[Finding]:
    """What is wrong with the list of nodes."""
    product, declared = loading.product, loading.game.source.get("records", {})
    if not product.gives("list"):
        message = "a network has a list of its nodes"
        yield Finding("error", product.where, message, "Add list: and record:.", "missing-key")
        return
    shape = declared.get(product.record, {})
    for field in ("x", "y"):
        if field not in shape:
            message = f"the records of a network need the field {field}"
            where = product.where_of("record")
            yield Finding("error", where, message, f"Add {field}: number to {product.record}.", "missing-key")
    if len(product.records) > MOST_NODES:
        message = f"the list has {len(product.records):,} nodes; a network has {MOST_NODES} at most"
        yield Finding("error", product.where_of("list"), message, "Shorten it.", "bad-length")


def _place_node(loading: Loading, record: Record) -> NetworkNode:
    """A node where its record says, in millimetres, or with a unit where the field is a length."""
    shape = loading.game.source["records"][loading.product.record]
    places = []
    for field in ("x", "y"):
        kind = shape[field].get("kind") if isinstance(shape[field], dict) else shape[field]
        value = record.values.get(field)
        number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
        places.append(number if kind == "length" else mm(number))
    return NetworkNode(record, *places)


def _check_nodes(nodes: Mapping[str, NetworkNode], size: tuple[float, float]) -> Iterator[Finding]:
    """Nodes that lie off the board, or on each other."""
    taken: dict[tuple[int, int], str] = {}
    for name, node in nodes.items():
        for field, value, most in (("x", node.x, size[0]), ("y", node.y, size[1])):
            if not 0 <= value <= most:
                where = node.record.where_of(field)
                place = f"{field} is {to_mm(value):g}" if value == value else f"{field} is no number"
                message = f"{shorten(name)} lies off the board: {place}, and the board goes to {to_mm(most):g} mm"
                yield Finding("error", where, message, f"Write {with_article(field)} of the board.", "off-board")
        spot = (round(to_mm(node.x)), round(to_mm(node.y))) if node.x == node.x and node.y == node.y else (0, 0)
        if spot in taken:
            message = f"{shorten(name)} lies where {shorten(taken[spot])} lies"
            yield Finding("error", node.record.where_of("x"), message, "Move one of them.", "same-place")
        taken[spot] = name


def _wrong_lanes(nodes: Mapping[str, NetworkNode], lanes: tuple[Lane, ...]) -> Iterator[Finding]:
    for lane in lanes:
        for key, name in (("from", lane.start), ("to", lane.to)):
            if name not in nodes:
                yield unknown_word(
                    lane.where_of(key), "unknown-node", f'there is no node "{shorten(name)}"', name, nodes
                )
        if lane.start == lane.to:
            message = f"the lane leads from {shorten(lane.start)} to itself"
            yield Finding("error", lane.where_of("to"), message, "Write another node.", "unknown-node")


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
        # Of lanes between the same nodes, the name that comes first says which way is aside.
        aside = place * (options.slot[1] * 1.12) * (1 if lane.start < lane.to else -1)
        ways.append(_way(network, options, lane, aside, len(kin) > 1))
    return ways


def _way(network: Network, options: NetworkOptions, lane: Lane, aside: float, one_of_many: bool) -> Way:
    one, other = network.nodes[lane.start].at, network.nodes[lane.to].at
    if lane.through:
        way = smooth_way([one, *((mm(x), mm(y)) for x, y in lane.through), other])
    elif lane.bend is not None:
        way = bow_way(one, other, mm(lane.bend))
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
        way = bow_way(one, other, mm(bend))
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
