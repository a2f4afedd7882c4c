"""Networks: their options, nodes in their places, a route for each lane, and a box for the name of each node."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from printgen.base.errors import Finding
from printgen.base.units import Box, mm, to_mm, with_article
from printgen.game.records import Loading, Record
from printgen.kinds.board import curves
from printgen.kinds.board.curves import CurvePoint, Point
from printgen.kinds.board.plan import BoardPoint, FixedPlan, Tint, unknown
from printgen.kinds.composition import Listed, board_size, entries_of
from printgen.reading.part import Length, Many, Options, Part, Size, length_within
from printgen.reading.scalars import shorten

MOST_NODES, MOST_LANES = 400, 2000

_COLUMNS = {
    "from": "text", "to": "text", "length": "integer", "color": "text", "bend": "number", "title": "text",
}  # fmt: skip
# How many millimetres a board without a size goes on beyond its last nodes.
_MARGIN = 20
_Name = Annotated[str, Field(min_length=1, max_length=200)]


class Lane(Part):
    """A lane from one node to another."""

    start: _Name = Field(alias="from", description="the name of the node where it starts")
    to: _Name = Field(description="the name of the node where it ends")
    length: Annotated[int, Field(ge=0, le=60)] = Field(0, description="how many spaces lie along it; 0 is a plain line")
    color: Tint = Field("#8A8F94", description="its colour")
    bend: Annotated[float, Field(ge=-500, le=500)] | None = Field(
        None,
        description="how many millimetres its middle lies to the left of the straight way; "
        "as few as keep it off other nodes when left out",
    )
    through: Annotated[Many[BoardPoint], Field(max_length=50)] = Field(
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
    label_color: Tint = Field("ink", alias="label-color", description="the colour of the names")
    label_ground: Tint = Field("white", alias="label-ground", description="what lies behind names, or none")
    labels: bool = Field(True, description="whether names stand beside nodes, clear of the rest as far as they can")


@dataclass(frozen=True)
class NetworkNode:
    """A node in its place, in points."""

    record: Record
    at: Point


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
            {"name": name, "x": round(to_mm(x), 2), "y": round(to_mm(y), 2)}
            for name, (x, y) in ((name, node.at) for name, node in board.nodes.items())
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
    right, bottom = (max((node.at[axis] for node in nodes.values()), default=0.0) for axis in (0, 1))
    return right + mm(_MARGIN), bottom + mm(_MARGIN)


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
    return NetworkNode(record, (places[0], places[1]))


def _check_nodes(nodes: Mapping[str, NetworkNode], size: tuple[float, float]) -> Iterator[Finding]:
    """Nodes that lie off the board, or on each other."""
    taken: dict[tuple[int, int], str] = {}
    for name, node in nodes.items():
        for field, value, most in zip("xy", node.at, size, strict=True):
            if not 0 <= value <= most:
                where = node.record.where_of(field)
                number = "no number" if math.isnan(value) else f"{to_mm(value):g}"
                message = f"{shorten(name)} lies off the board: {field} is {number}, "
                message += f"and the board goes to {to_mm(most):g} mm"
                yield Finding("error", where, message, f"Write {with_article(field)} of the board.", "off-board")
        if not any(map(math.isnan, node.at)):
            place = round(to_mm(node.at[0])), round(to_mm(node.at[1]))
            if place in taken:
                message = f"{shorten(name)} lies where {shorten(taken[place])} lies"
                yield Finding("error", node.record.where_of("x"), message, "Move one of them.", "same-place")
            taken[place] = name


def _wrong_lanes(nodes: Mapping[str, NetworkNode], lanes: tuple[Lane, ...]) -> Iterator[Finding]:
    for lane in lanes:
        for key, name in (("from", lane.start), ("to", lane.to)):
            if name not in nodes:
                yield unknown(lane.where_of(key), "there is no node", name, nodes, "unknown-node")
        if lane.start == lane.to:
            message = f"the lane leads from {shorten(lane.start)} to itself"
            yield Finding("error", lane.where_of("to"), message, "Write another node.", "unknown-node")


# What a lane leaves free of nodes that are not its own, as a share of the width of its spaces, and what a space leaves
# to the next, as a share of its length.
_CLEAR, _GAP = 0.75, 0.08
# How many millimetres the middle of a lane may lie aside so that it passes other nodes, in the order of trying.
_BENDS = (0.0, 6.0, -6.0, 12.0, -12.0, 20.0, -20.0, 30.0, -30.0)
# No space is shorter, in points.
_SHORTEST = mm(2)


class LaneRoute(NamedTuple):
    """A lane on paper: the curve between the edges of its nodes, the middles of its spaces, and how long one is."""

    lane: Lane
    curve: list[Point]
    spaces: list[CurvePoint]
    space_length: float

    @property
    def too_short(self) -> bool:
        """Whether its spaces have no room."""
        return bool(self.spaces) and self.space_length < _SHORTEST


def lane_routes(network: Network, options: NetworkOptions) -> list[LaneRoute]:
    """A route for every lane."""
    between: dict[frozenset[str], list[Lane]] = {}
    for lane in network.lanes:
        between.setdefault(frozenset((lane.start, lane.to)), []).append(lane)
    routes = []
    for lane in network.lanes:
        siblings = between[frozenset((lane.start, lane.to))]
        number = next(n for n, other in enumerate(siblings) if other is lane) - (len(siblings) - 1) / 2
        # Of lanes between the same nodes, the name that comes first says which side is aside.
        aside = number * (options.slot[1] * 1.12) * (1 if lane.start < lane.to else -1)
        routes.append(_route(network, options, lane, aside, len(siblings) > 1))
    return routes


def _route(network: Network, options: NetworkOptions, lane: Lane, aside: float, one_of_many: bool) -> LaneRoute:
    """The route of a lane that lies `aside`, in points, as one of many between the same nodes."""
    curve = _lane_curve(network, options, lane, aside, one_of_many)
    length, edge = curves.curve_length(curve), options.node_size / 2
    if one_of_many and curve[0] != network.nodes[lane.start].at:
        # Moved aside, a curve comes to the edge of a round node later.
        edge = math.sqrt(max(0.0, edge * edge - aside * aside)) or edge * 0.3
    start, end = min(edge, length * 0.3), max(length - edge, length * 0.7)
    between_nodes = curves.cut_curve(curve, start, end)
    if not lane.length:
        return LaneRoute(lane, between_nodes, [], 0.0)
    share = (end - start) / lane.length
    space_length = min(options.slot[0], share * (1 - _GAP))
    # Spaces that do not need all the room stand together in its middle.
    step = min(share, space_length * (1 + _GAP * 1.6))
    first = (start + end) / 2 - step * (lane.length - 1) / 2
    spaces = curves.points_at(curve, [first + n * step for n in range(lane.length)])
    return LaneRoute(lane, between_nodes, spaces, space_length)


def _lane_curve(network: Network, options: NetworkOptions, lane: Lane, aside: float, one_of_many: bool) -> list[Point]:
    """The curve of a lane from the middle of a node to that of the other, or `aside` of that."""
    start, end = network.nodes[lane.start].at, network.nodes[lane.to].at
    if lane.through:
        return curves.smooth_curve([start, *((mm(x), mm(y)) for x, y in lane.through), end])
    if lane.bend is not None:
        return curves.bowed_curve(start, end, mm(lane.bend))
    if one_of_many:
        return curves.parallel_line(start, end, aside)
    others = [node.at for name, node in network.nodes.items() if name not in (lane.start, lane.to)]
    return _clear_curve(start, end, others, options)


def _clear_curve(start: Point, end: Point, nodes: Sequence[Point], options: NetworkOptions) -> list[Point]:
    """A curve between two nodes, as straight as keeps it off others; the straight one where none does."""
    least = options.node_size / 2 + options.slot[1] * _CLEAR
    near = [node for node in nodes if _distance_to_line(node, start, end) < least + mm(max(_BENDS) / 2)]
    for bend in _BENDS if near else (0.0,):
        curve = curves.bowed_curve(start, end, mm(bend))
        pieces = list(pairwise([*curve[::4], curve[-1]]))
        if all(_distance_to_line(node, *piece) >= least for node in near for piece in pieces):
            return curve
    return [start, end]


def _distance_to_line(point: Point, start: Point, end: Point) -> float:
    """How far a point lies from a straight line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square)) if square else 0.0
    return math.dist(point, (start[0] + t * dx, start[1] + t * dy))


# How much of what lies on a board the name of a node avoids: of a node, of a lane and of another name.
_NODE_COST, _LANE_COST, _NAME_COST = 6.0, 1.0, 8.0
# What a place for a name costs for each one before it, and each point of length that a name comes too near to the edge.
_LATER_COST, _EDGE_COST = 0.05, 40


def label_boxes(
    network: Network, options: NetworkOptions, routes: Sequence[LaneRoute], sizes: Mapping[str, tuple[float, float]],
    board: tuple[float, float],
) -> dict[str, Box]:  # fmt: skip
    """A box for the name of every node: beside it, and clear of nodes, lanes and other names as far as possible.

    `sizes` are those of the names, and `board` is that of the board, all in points.
    """
    half = options.node_size / 2
    occupied = curves.Occupancy(max(mm(1), options.label / 3))
    for node in network.nodes.values():
        occupied.add(Box(*node.at, 0, 0).grown(half), _NODE_COST)
    for route in routes:
        reach = options.slot[1] / 2 if route.spaces else options.line / 2
        pieces = max(2, math.ceil(curves.curve_length(route.curve) / max(reach, mm(1.5))))
        for x, y, _ in curves.divide_curve(route.curve, pieces):
            occupied.add(Box(x, y, 0, 0).grown(reach), _LANE_COST)
    boxes: dict[str, Box] = {}
    # Long names have the fewest places, and choose first.
    for name in sorted(network.nodes, key=lambda name: (-sizes[name][0], name)):
        node = network.nodes[name]
        choices = list(_boxes_about(node.at, *sizes[name], half + mm(0.8)))
        costs = [occupied.cost(box) + _edge_cost(box, board) + _LATER_COST * n for n, box in enumerate(choices)]
        boxes[name] = choices[costs.index(min(costs))]
        occupied.add(boxes[name], _NAME_COST)
    return boxes


def _boxes_about(point: Point, width: float, height: float, distance: float) -> Iterator[Box]:
    """The places for a name about a node, the usual ones first, and then further off."""
    x, y = point
    for off in (distance, distance + mm(3), distance + mm(7)):
        slant = off * 0.72
        yield Box(x + off, y - height / 2, width, height)
        yield Box(x - off - width, y - height / 2, width, height)
        yield Box(x - width / 2, y + off, width, height)
        yield Box(x - width / 2, y - off - height, width, height)
        yield Box(x + slant, y + slant, width, height)
        yield Box(x + slant, y - slant - height, width, height)
        yield Box(x - slant - width, y + slant, width, height)
        yield Box(x - slant - width, y - slant - height, width, height)


def _edge_cost(box: Box, board: tuple[float, float]) -> float:
    """What it costs that a name comes nearer than two millimetres to the edge of the board, or lies beyond it."""
    edge = mm(2)
    near = max(0.0, edge - box.x) + max(0.0, edge - box.y)
    return _EDGE_COST * (near + max(0.0, box.right + edge - board[0]) + max(0.0, box.bottom + edge - board[1]))
