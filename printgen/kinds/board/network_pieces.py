"""Networks as pieces: nodes such as towns, lanes between them with spaces along them, and names beside the nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printgen.base.errors import Finding, Where, has_errors
from printgen.base.limits import consume
from printgen.base.units import mm
from printgen.drawing.fonts import lacking
from printgen.drawing.model import Drawing, Group, Item, Path, Place
from printgen.drawing.outlines import round_rect
from printgen.drawing.tints import NONE, Tints
from printgen.drawing.words import BOLD, cap, run, width_of
from printgen.faces.session import Origin
from printgen.kinds import Kind
from printgen.kinds.board.curves import CurvePoint
from printgen.kinds.board.free_board import PlacedFaces, card_values, draw_ground, free_board, unknown_colors
from printgen.kinds.board.lanes import (
    Lane,
    LanePlaces,
    LaneRoute,
    check_lanes_alike,
    check_routes,
    lane_colors,
    lane_faces,
    lane_lines,
    lane_routes,
)
from printgen.kinds.board.network import Network, NetworkOptions, NetworkPlan, label_boxes, load_network
from printgen.kinds.composition import Composition, Order

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
    """The face of every node."""
    faces = PlacedFaces(order, "node", options.node, options.where_of("node"))
    size = (options.node_size, options.node_size)
    ends = [name for lane in network.lanes for name in (lane.start, lane.to)]
    for name, node in network.nodes.items():
        values = {"card": card_values(node.record), "title": name, "lanes": ends.count(name)}
        if not faces.draw(CurvePoint(*node.at), size, values, name, node.record.where, below):
            break
    return faces


def _unprintable(network: Network) -> Iterator[Finding]:
    """An error for each name with letters that its font lacks."""
    for name, node in network.nodes.items():
        if fault := lacking(name, BOLD):
            yield Finding("error", node.record.where_of("name"), *fault)


def _names(plan: NetworkPlan, network: Network, routes: Sequence[LaneRoute], tints: Tints) -> Iterator[Item]:
    """The names of nodes where they hide as little as possible."""
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
