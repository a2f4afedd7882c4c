"""Networks as pieces: nodes such as towns, lanes between them with spaces along them, and names beside the nodes."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import Field

from printgen.base.errors import Finding, Where, has_errors
from printgen.base.limits import consume
from printgen.base.units import Box, mm, to_mm, with_article
from printgen.drawing.fonts import lacking
from printgen.drawing.model import Drawing, Group, Item, Path, Place
from printgen.drawing.outlines import Point, round_rect
from printgen.drawing.tints import NONE, Tints
from printgen.drawing.words import BOLD, cap, run, width_of
from printgen.faces.session import Origin
from printgen.game.records import Loading, Record
from printgen.kinds import Kind
from printgen.kinds.board import curves
from printgen.kinds.board.curves import CurvePoint
from printgen.kinds.board.free_board import PlacedFaces, card_values, draw_ground, free_board, unknown_colors
from printgen.kinds.board.lanes import (
    Lane,
    LaneOptions,
    LanePlaces,
    LaneRoute,
    check_lanes,
    check_lanes_alike,
    check_routes,
    lane_colors,
    lane_faces,
    lane_lines,
    lane_routes,
    load_lanes,
)
from printgen.kinds.board.plan import FixedPlan, Tint
from printgen.kinds.composition import Composition, Order, board_size
from printgen.reading.part import Length, length_within
from printgen.reading.scalars import shorten

MOST_NODES = 400

# How many millimetres a board without a size goes on beyond its last nodes.
_MARGIN = 20


class NetworkOptions(LaneOptions):
    """The options of a network: its lanes, and how nodes, lanes and names are drawn. Records have an x and a y."""

    node: str = Field(
        "network-node", max_length=200, description="the face of a node, or an expression such as town-{{ card.size }}"
    )
    node_size: Annotated[Length, length_within(2, 200)] = Field(
        default_factory=lambda: mm(9), alias="node-size", description="how large the face of a node is"
    )
    label: Annotated[Length, length_within(1, 100)] = Field(
        default_factory=lambda: 9.0, description="how high the names of nodes are, such as 9pt"
    )
    label_color: Tint = Field("ink", alias="label-color", description="the colour of the names")
    label_ground: Tint = Field("white", alias="label-ground", description="what lies behind names, or none")
    labels: bool = Field(True, description="whether names stand beside nodes, clear of the rest as far as they can")


@dataclass(frozen=True)
class Network:
    """A network: the records of its nodes and their middles in points, by name, and its lanes."""

    nodes: Mapping[str, Record]
    places: Mapping[str, Point]
    lanes: tuple[Lane, ...]


@dataclass(frozen=True, kw_only=True)
class NetworkPlan(FixedPlan[Network]):
    """The plan of a product: the one network in its lists."""

    options: NetworkOptions
    size: tuple[float, float]

    def data(self, board: Network) -> dict[str, Any]:
        nodes = [
            {"name": name, "x": round(to_mm(x), 2), "y": round(to_mm(y), 2)} for name, (x, y) in board.places.items()
        ]
        return {"seed": None, "nodes": nodes, "lanes": [lane.as_data() for lane in board.lanes]}


def load_network(loading: Loading) -> NetworkPlan | None:
    """The plan of a product; None, with findings, for mistakes."""
    product, files = loading.product, loading.files
    options: NetworkOptions | None = loading.options_of(NetworkOptions)
    size = board_size(loading) if product.size else (0.0, 0.0)
    lanes = load_lanes(files, options) if options else None
    if options is None or size is None or lanes is None or not product.complete:
        return None
    faults = [*_check_list(loading)]
    network = Network({}, {}, lanes)
    if not faults:
        nodes = {record.name: record for record in product.records}
        network = Network(nodes, {name: _place_of(loading, record) for name, record in nodes.items()}, lanes)
        size = size if product.size else _around(network.places.values())
        faults = [*_check_nodes(network, size), *check_lanes(lanes, nodes, "node")]
    files.add(faults)
    if faults:
        return None
    return NetworkPlan(options=options, size=size, board=network)


def _around(places: Collection[Point]) -> tuple[float, float]:
    """The size of a board without one: around its nodes, with a margin."""
    right, bottom = (max((place[axis] for place in places), default=0.0) for axis in (0, 1))
    return right + mm(_MARGIN), bottom + mm(_MARGIN)


def _check_list(loading: Loading) -> Iterator[Finding]:
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


def _place_of(loading: Loading, record: Record) -> Point:
    """The place of a node by its record, in millimetres, or with a unit if the field is a length."""
    shape = loading.game.source["records"][loading.product.record]
    places = []
    for field in ("x", "y"):
        kind = shape[field].get("kind") if isinstance(shape[field], dict) else shape[field]
        value = record.values.get(field)
        number = float(value) if isinstance(value, int | float) and not isinstance(value, bool) else math.nan
        places.append(number if kind == "length" else mm(number))
    return places[0], places[1]


def _check_nodes(network: Network, size: tuple[float, float]) -> Iterator[Finding]:
    """Findings for nodes off the board, or on top of each other."""
    names_by_place: dict[tuple[int, int], str] = {}
    for name, record in network.nodes.items():
        for field, value, most in zip("xy", network.places[name], size, strict=True):
            if not 0 <= value <= most:
                where = record.where_of(field)
                number = "no number" if math.isnan(value) else f"{to_mm(value):g}"
                message = f"{shorten(name)} lies off the board: {field} is {number}, "
                message += f"and the board goes to {to_mm(most):g} mm"
                yield Finding("error", where, message, f"Write {with_article(field)} of the board.", "off-board")
        x, y = network.places[name]
        if not (math.isnan(x) or math.isnan(y)):
            place = round(to_mm(x)), round(to_mm(y))
            if place in names_by_place:
                message = f"{shorten(name)} lies where {shorten(names_by_place[place])} lies"
                yield Finding("error", record.where_of("x"), message, "Move one of them.", "same-place")
            names_by_place[place] = name


# How strongly the name of a node avoids the things on a board: of a node, of a lane and of another name.
_NODE_COST, _LANE_COST, _NAME_COST = 6.0, 1.0, 8.0
# What a place for a name costs for each one before it, and each point of length that a name comes too near to the edge.
_LATER_COST, _EDGE_COST = 0.05, 40


def label_boxes(
    network: Network, options: NetworkOptions, routes: Sequence[LaneRoute], sizes: Mapping[str, tuple[float, float]],
    board: tuple[float, float],
) -> dict[str, Box]:  # fmt: skip
    """A box for each node's name, as clear of nodes, lanes and other names as possible; all sizes are in points."""
    half = options.node_size / 2
    occupied = curves.Occupancy(max(mm(1), options.label / 3))
    for place in network.places.values():
        occupied.add(Box(*place, 0, 0).grown(half), _NODE_COST)
    for route in routes:
        reach = options.slot[1] / 2 if route.spaces else options.line / 2
        pieces = max(2, math.ceil(curves.curve_length(route.curve) / max(reach, mm(1.5))))
        for x, y, _ in curves.divide_curve(route.curve, pieces):
            occupied.add(Box(x, y, 0, 0).grown(reach), _LANE_COST)
    boxes: dict[str, Box] = {}
    # Long names have the fewest places, and choose first.
    for name in sorted(network.nodes, key=lambda name: (-sizes[name][0], name)):
        choices = list(_boxes_about(network.places[name], *sizes[name], half + mm(0.8)))
        costs = [occupied.cost(box) + _edge_cost(box, board) + _LATER_COST * n for n, box in enumerate(choices)]
        boxes[name] = choices[costs.index(min(costs))]
        occupied.add(boxes[name], _NAME_COST)
    return boxes


def _boxes_about(point: Point, width: float, height: float, distance: float) -> Iterator[Box]:
    """The possible places for a name about a node, the usual ones first, and then farther ones."""
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
    """The cost of a name nearer than two millimetres to the edge of the board, or beyond it."""
    edge = mm(2)
    near = max(0.0, edge - box.x) + max(0.0, edge - box.y)
    return _EDGE_COST * (near + max(0.0, box.right + edge - board[0]) + max(0.0, box.bottom + edge - board[1]))


# How opaque the plate behind a name is, and how far it reaches beyond the letters.
_PLATE, _PAD = 0.78, mm(0.7)


def compose_network(order: Order) -> Composition:
    """The board of a network as one piece, on the ground that its front draws."""
    plan = order.value_as(NetworkPlan)
    network, options = plan.board, plan.options
    count = len(network.nodes) + sum(lane.length for lane in network.lanes)
    consume("spaces", count, options.where_of("lanes"))
    tints = Tints(order.library.palette("dossier"))
    ground, bleed, findings = draw_ground(order, plan.size)
    findings += unknown_colors(tints, _colors(options, network))
    routes = lane_routes(network.lanes, LanePlaces(network.places, options.node_size / 2, options.slot))
    findings += check_routes(plan.size, routes)
    if has_errors(findings):
        return Composition((), tuple(findings))
    below = [*ground, *lane_lines(options, routes, tints)]
    spaces = lane_faces(order, options, routes, tints, below)
    below += spaces.items
    nodes = _node_faces(order, options, network, below)
    names = tuple(_names(plan, network, routes, tints)) if options.labels else ()
    findings += (*spaces.findings, *nodes.findings, *(_unprintable(network) if options.labels else ()))
    origin = Origin("", options.where_of("label"), hint="Write a larger label: in the product.")
    order.renderer.preflight.set_origin(names, origin)
    findings += () if order.look else check_lanes_alike(order, routes)
    drawing = Drawing(*plan.size, (*below, *nodes.items, *names))
    return free_board(order, drawing, bleed, (options.node_size, options.node_size), network.places, findings)


def _colors(options: NetworkOptions, network: Network) -> list[tuple[str, Where]]:
    """The colours of lanes and of names, each with its place."""
    colors = [*lane_colors(network.lanes), (options.label_color, options.where_of("label-color"))]
    return [*colors, (options.label_ground, options.where_of("label-ground"))]


def _node_faces(order: Order, options: NetworkOptions, network: Network, below: Sequence[Item]) -> PlacedFaces:
    faces = PlacedFaces(order, "node", options.node, options.where_of("node"))
    size = (options.node_size, options.node_size)
    ends = [name for lane in network.lanes for name in (lane.start, lane.to)]
    for name, record in network.nodes.items():
        values = {"card": card_values(record), "title": name, "lanes": ends.count(name)}
        if not faces.draw(CurvePoint(*network.places[name]), size, values, name, record.where, below):
            break
    return faces


def _unprintable(network: Network) -> Iterator[Finding]:
    """An error for each name with letters that its font lacks."""
    for name, record in network.nodes.items():
        if fault := lacking(name, BOLD):
            yield Finding("error", record.where_of("name"), *fault)


def _names(plan: NetworkPlan, network: Network, routes: Sequence[LaneRoute], tints: Tints) -> Iterator[Item]:
    """The names of nodes where they cover as little as possible."""
    options = plan.options
    high = cap(BOLD, options.label)
    sizes = {name: (width_of(name, BOLD, options.label) + 2 * _PAD, high + 2 * _PAD) for name in network.nodes}
    ink, ground = tints.resolve(options.label_color), tints.resolve(options.label_ground)
    for name, box in label_boxes(network, options, routes, sizes, plan.size).items():
        if ground != NONE:
            plate = round_rect(box, min(box.h / 3, mm(1)))
            yield Place(Group((Path(plate, ground),), opacity=_PLATE))
        yield run(box.x + _PAD, box.y + _PAD + high, name, BOLD, options.label, ink)


KIND = Kind(
    "network",
    compose_network,
    options=NetworkOptions,
    load=load_network,
    takes=("list", "record", "front", "size"),
    shapes={"lanes": tuple[Lane, ...]},
)
