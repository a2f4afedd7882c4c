"""Networks as pieces: nodes such as towns, lanes between them with spaces along them, and names beside the nodes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printgen.base.errors import Exit, Finding, Where, has_errors
from printgen.base.limits import consume
from printgen.base.units import mm
from printgen.drawing.fonts import lacking
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Stroke
from printgen.drawing.outlines import round_rect
from printgen.drawing.tints import NONE, Tints
from printgen.drawing.words import BOLD, cap, run, width_of
from printgen.faces.session import Origin
from printgen.faces.template_mistakes import look_alike
from printgen.kinds import Kind
from printgen.kinds.board.curves import CurvePoint
from printgen.kinds.board.free_board import PlacedFaces, card_values, draw_ground, free_board, unknown_colors
from printgen.kinds.board.network import (
    Lane,
    LaneRoute,
    Network,
    NetworkOptions,
    NetworkPlan,
    label_boxes,
    lane_routes,
    load_network,
)
from printgen.kinds.board.track_links import curve_outline
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
    routes = lane_routes(network, options)
    findings += _check_routes(plan, routes)
    if has_errors(findings):
        return Composition((), tuple(findings))
    below = [*ground, *_lines(options, routes, tints)]
    spaces = _space_faces(order, options, routes, tints, below)
    below += spaces.items
    nodes = _node_faces(order, options, network, below)
    names = tuple(_names(plan, network, routes, tints)) if options.labels else ()
    findings += (*spaces.findings, *nodes.findings, *(_unprintable(network) if options.labels else ()))
    origin = Origin("", options.where_of("label"), hint="Write a larger label: in the product.")
    order.renderer.preflight.set_origin(names, origin)
    findings += () if order.look else _look_alike(order, routes)
    drawing = Drawing(*plan.size, (*below, *nodes.items, *names))
    places = {name: node.at for name, node in network.nodes.items()}
    return free_board(order, drawing, bleed, (options.node_size, options.node_size), places, findings)


def _colors(options: NetworkOptions, network: Network) -> list[tuple[str, Where]]:
    """The colours of lanes and of names, each with its place."""
    colors = [(lane.color, lane.where_of("color")) for lane in network.lanes]
    colors += [(options.label_color, options.where_of("label-color"))]
    return [*colors, (options.label_ground, options.where_of("label-ground"))]


def _check_routes(plan: NetworkPlan, routes: Sequence[LaneRoute]) -> Iterator[Finding]:
    """Lanes with more spaces than they have room for, or that leave the board."""
    for route in routes:
        lane = route.lane
        if route.too_short:
            message = f"the lane from {lane.start} to {lane.to} has no room for {lane.length} spaces"
            hint = "Move its nodes apart, write a smaller length, or lead it through: points."
            where = lane.where_of("length")
            yield Finding("error", where, message, hint, "lane-too-short", Exit.DOES_NOT_FIT)
        elif any(not (0 <= x <= plan.size[0] and 0 <= y <= plan.size[1]) for x, y in route.curve):
            message = f"the lane from {lane.start} to {lane.to} leaves the board"
            key = "bend" if lane.gives("bend") else "through" if lane.through else "from"
            yield Finding("error", lane.where_of(key), message, "Bend it less.", "off-board")


def _look_alike(order: Order, routes: Sequence[LaneRoute]) -> Iterator[Finding]:
    """A warning where colours of lanes look alike, and faces of their spaces say nothing else of them."""
    faces = [face for face in order.faces.values() if "color" in face.reads()]
    titled = all(route.lane.title for route in routes) and any("title" in face.reads() for face in faces)
    if titled or (not faces and all(route.spaces for route in routes)):
        return
    tints = Tints(order.library.palette("dossier"))
    # The first lane of each colour stands for the others.
    firsts: dict[str, Lane] = {}
    for route in routes:
        firsts.setdefault(route.lane.color, route.lane)
    named = {
        f"from {lane.start} to {lane.to}": (tints.resolve(color), lane.where_of("color"))
        for color, lane in firsts.items()
    }
    yield from look_alike("the lanes", named)


def _lines(options: NetworkOptions, routes: Sequence[LaneRoute], tints: Tints) -> Iterator[Item]:
    """Lanes without spaces; of the others the line that holds their spaces together."""
    for route in routes:
        outline, color = curve_outline(route.curve), tints.resolve(route.lane.color)
        lines = [(f"{color} dark 30", 0.35)] if route.spaces else [(f"{color} dark 50", 1.35), (color, 1.0)]
        for tint, share in lines:
            yield Path(outline, None, Stroke(tints.resolve(tint), options.line * share, (), "round", "round"))


def _space_faces(
    order: Order, options: NetworkOptions, routes: Sequence[LaneRoute], tints: Tints, below: Sequence[Item]
) -> PlacedFaces:
    """The face of every space of a lane, turned as the lane goes; upside down ones are turned back."""
    faces = PlacedFaces(order, "lane", options.lane, options.where_of("lane"))
    under = tuple(below)
    for route in routes:
        lane, size = route.lane, (route.space_length, options.slot[1])
        values = {"color": tints.resolve(lane.color), "length": lane.length, "title": lane.title}
        values |= {"from": lane.start, "to": lane.to}
        name = f"the lane from {lane.start} to {lane.to}"
        for n, space in enumerate(route.spaces, 1):
            upright = space._replace(turn=(space.turn + 90) % 180 - 90)
            if not faces.draw(upright, size, {**values, "number": n}, name, lane.where, under):
                break
    return faces


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
