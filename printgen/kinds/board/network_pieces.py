"""Networks: nodes at places of a board, such as towns, and lanes between them with spaces along them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from printgen.base.errors import Exit, Finding, Where, has_errors
from printgen.base.limits import consume
from printgen.base.units import Box, mm
from printgen.drawing.fonts import lacking
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Stroke
from printgen.drawing.outlines import polyline, round_rect
from printgen.drawing.patterns import smooth
from printgen.drawing.pieces import Cell, Piece, Spaces
from printgen.drawing.tints import NONE, Tints
from printgen.drawing.words import BOLD, cap, run, width_of
from printgen.faces.preflight import Origin
from printgen.faces.template_mistakes import look_alike
from printgen.kinds import Kind
from printgen.kinds.board.network import (
    Lane,
    Network,
    NetworkOptions,
    NetworkPlan,
    Way,
    label_boxes,
    load_network,
    too_short,
    ways_of,
)
from printgen.kinds.board.spots import SpotFaces, ground_of, record_of, wrong_colors
from printgen.kinds.board.ways import Spot
from printgen.kinds.composition import Composition, Order

# What lies behind a name shows through so far, and reaches so far beyond its letters.
_PLATE, _PAD = 0.78, mm(0.7)


def compose_network(order: Order) -> Composition:
    """The board of a network as one piece, on the ground that its front draws."""
    plan = order.value_as(NetworkPlan)
    network, options = plan.board, plan.options
    count = len(network.nodes) + sum(lane.length for lane in network.lanes)
    consume("spaces", count, options.where_of("lanes"))
    tints = Tints(order.library.palette("dossier"))
    ground, bleed, findings = ground_of(order, plan.size)
    findings += wrong_colors(tints, _colors(plan.options, network))
    ways = ways_of(network, options)
    findings += _wrong_ways(plan, ways)
    if has_errors(findings):
        return Composition((), tuple(findings))
    below = [*ground, *_lines(plan, ways, tints)]
    slots = _slots(order, plan, ways, tints, below)
    below += slots.items
    nodes = _nodes(order, plan, network, below)
    names = tuple(_names(plan, network, ways, tints)) if options.labels else ()
    findings += (*slots.findings, *nodes.findings, *(_unprintable(network) if options.labels else ()))
    origin = Origin("", options.where_of("label"), hint="Write a larger label: in the product.")
    order.renderer.preflight.set_origin(names, origin)
    findings += () if order.look else _alike(order, ways)
    cells = tuple(Cell(name, 0, n, *node.at) for n, (name, node) in enumerate(network.nodes.items()))
    lying = Spaces("free", options.node_size, options.node_size, cells)
    drawn = Drawing(*plan.size, (*below, *nodes.items, *names))
    piece = Piece(order.product.title, drawn, bleed=bleed, role="board", spaces=lying)
    return Composition.whole([piece], findings)


def _colors(options: NetworkOptions, network: Network) -> list[tuple[str, Where]]:
    """The colours of lanes and of names, each with its place."""
    given = [(lane.color, lane.where_of("color")) for lane in network.lanes]
    given += [(options.label_color, options.where_of("label-color"))]
    return [*given, (options.label_ground, options.where_of("label-ground"))]


def _wrong_ways(plan: NetworkPlan, ways: Sequence[Way]) -> Iterator[Finding]:
    """Lanes with more spaces than they have room for, or that leave the board."""
    for way in ways:
        lane = way.lane
        if too_short(way):
            message = f"the lane from {lane.start} to {lane.to} has no room for {lane.length} spaces"
            hint = "Move its nodes apart, write a smaller length, or lead it through: points."
            where = lane.where_of("length")
            yield Finding("error", where, message, hint, "lane-too-short", Exit.DOES_NOT_FIT)
        elif any(not (0 <= x <= plan.size[0] and 0 <= y <= plan.size[1]) for x, y in way.curve):
            message = f"the lane from {lane.start} to {lane.to} leaves the board"
            key = "bend" if lane.gives("bend") else "through" if lane.through else "from"
            yield Finding("error", lane.where_of(key), message, "Bend it less.", "off-board")


def _alike(order: Order, ways: Sequence[Way]) -> Iterator[Finding]:
    """A warning where colours of lanes look alike, and faces of their spaces say nothing else of them."""
    faces = [face for face in order.faces.values() if "color" in face.reads()]
    titled = all(way.lane.title for way in ways) and any("title" in face.reads() for face in faces)
    if titled or (not faces and all(way.slots for way in ways)):
        return
    lanes = {f"from {way.lane.start} to {way.lane.to}": way.lane for way in ways}
    # One lane of each colour stands for the others.
    firsts = {lane.color: name for name, lane in reversed(lanes.items())}
    tints = Tints(order.library.palette("dossier"))
    named = {name: (tints.resolve(color), lanes[name].where_of("color")) for color, name in reversed(firsts.items())}
    yield from look_alike("the lanes", named)


def _lines(plan: NetworkPlan, ways: Sequence[Way], tints: Tints) -> Iterator[Item]:
    """Lanes without spaces; of the others the line that holds their spaces together."""
    for way in ways:
        outline = polyline(way.curve) if len(way.curve) < 3 else smooth(way.curve, closed=False)
        color, wide = tints.resolve(way.lane.color), plan.options.line
        if not way.slots:
            yield Path(outline, None, Stroke(tints.resolve(f"{color} dark 50"), wide * 1.35, (), "round", "round"))
            yield Path(outline, None, Stroke(color, wide, (), "round", "round"))
        else:
            yield Path(outline, None, Stroke(tints.resolve(f"{color} dark 30"), wide * 0.35, (), "round", "round"))


def _slots(order: Order, plan: NetworkPlan, ways: Sequence[Way], tints: Tints, below: Sequence[Item]) -> SpotFaces:
    """The face of every space of a lane, turned as the lane goes; upside down ones are turned back."""
    faces = SpotFaces(order, "lane", plan.options.lane, plan.options.where_of("lane"))
    under = tuple(below)
    for way in ways:
        lane, size = way.lane, (way.long, plan.options.slot[1])
        values = {"color": tints.resolve(lane.color), "length": lane.length, "title": lane.title}
        values |= {"from": lane.start, "to": lane.to}
        name = f"the lane from {lane.start} to {lane.to}"
        for n, spot in enumerate(way.slots, 1):
            upright = spot._replace(turn=(spot.turn + 90) % 180 - 90)
            if not faces.draw(upright, size, {**values, "number": n}, name, lane.where, under):
                break
    return faces


def _nodes(order: Order, plan: NetworkPlan, network: Network, below: Sequence[Item]) -> SpotFaces:
    """The face of every node."""
    faces = SpotFaces(order, "node", plan.options.node, plan.options.where_of("node"))
    size = (plan.options.node_size, plan.options.node_size)
    lanes = [name for lane in network.lanes for name in (lane.start, lane.to)]
    for name, node in network.nodes.items():
        values = {"card": record_of(node.record), "title": name, "lanes": lanes.count(name)}
        if not faces.draw(Spot(*node.at), size, values, name, node.record.where, below):
            break
    return faces


def _unprintable(network: Network) -> Iterator[Finding]:
    """An error for each name with letters that its font lacks."""
    for name, node in network.nodes.items():
        if fault := lacking(name, BOLD):
            yield Finding("error", node.record.where_of("name"), *fault)


def _names(plan: NetworkPlan, network: Network, ways: Sequence[Way], tints: Tints) -> Iterator[Item]:
    """The names of nodes where they hide as little as possible."""
    options = plan.options
    high = cap(BOLD, options.label)
    sizes = {name: (width_of(name, BOLD, options.label) + 2 * _PAD, high + 2 * _PAD) for name in network.nodes}
    ink, ground = tints.resolve(options.label_color), tints.resolve(options.label_ground)
    for name, box in label_boxes(network, options, ways, sizes, plan.size).items():
        if ground != NONE:
            yield Place(Group((Path(_plate(box), ground),), opacity=_PLATE))
        yield run(box.x + _PAD, box.y + _PAD + high, name, BOLD, options.label, ink)


def _plate(box: Box) -> tuple[tuple[object, ...], ...]:
    return round_rect(box, min(box.h / 3, mm(1)))


KIND = Kind(
    "network",
    compose_network,
    options=NetworkOptions,
    load=load_network,
    takes=("list", "record", "front", "size"),
    shapes={"lanes": tuple[Lane, ...]},
)
