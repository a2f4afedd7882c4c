"""Lanes and spaces of boards: the drawings of a game along lanes, and over each space with its record."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, Field

from printgen.base import group_pairs
from printgen.base.errors import Exit, Finding, Where, stop_on_errors
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Item, Path, Stroke
from printgen.drawing.outlines import Point, polygon
from printgen.drawing.tints import Tints
from printgen.faces.template_mistakes import look_alike
from printgen.game.records import Loading
from printgen.game.shapes import empty_values
from printgen.kinds.board import curves
from printgen.kinds.board.curves import CurvePoint
from printgen.kinds.board.free_board import PlacedFaces, card_values, unknown_colors
from printgen.kinds.board.plan import BoardPoint, Tint, unknown
from printgen.kinds.composition import Listed, Order, entries_of
from printgen.reading.files import Files
from printgen.reading.part import Length, Many, Options, Part, Size, length_within
from printgen.reading.scalars import shorten

_MOST_LANES = 2000
_COLUMNS = {
    "from": "text", "to": "text", "length": "integer", "color": "text", "width": "text", "dash": "list",
    "bend": "number", "title": "text",
}  # fmt: skip
_Name = Annotated[str, Field(min_length=1, max_length=200)]


def _number_in_sheet(value: Any) -> Any:
    """A number that a sheet holds as a single word of a list."""
    try:
        return float(value) if isinstance(value, str) else value
    except ValueError:
        return value


_Dash = Annotated[float, BeforeValidator(_number_in_sheet), Field(ge=0.1, le=100)]
_Width = Annotated[Length, length_within(0.1, 50)]


class Lane(Part):
    """A lane from one node of a network to another, or from hex to hex."""

    start: _Name = Field(alias="from", description="the name of the node or hex where it starts")
    to: _Name = Field(description="the name of the node or hex where it ends")
    length: Annotated[int, Field(ge=0, le=60)] = Field(0, description="how many spaces lie along it; 0 is a plain line")
    color: Tint = Field("#8A8F94", description="its colour")
    width: _Width | None = Field(
        None, description="how wide it is where no spaces lie along it, such as 1.5mm; as line says when left out"
    )
    dash: Annotated[Many[_Dash], Field(max_length=8)] = Field(
        (), description="the lengths of dashes and gaps in millimetres, such as [3, 2]; none for a line without gaps"
    )
    bend: Annotated[float, Field(ge=-500, le=500)] | None = Field(
        None,
        description="how many millimetres its middle lies to the left of the straight way; "
        "when left out, as few as keep it off other nodes of a network, and none from hex to hex",
    )
    through: Annotated[Many[BoardPoint], Field(max_length=50)] = Field(
        (), description="points that it goes through on its way, each an x and a y in millimetres"
    )
    title: str = Field("", max_length=200, description="words for the face of its spaces")

    def as_data(self) -> dict[str, Any]:
        return {"from": self.start, "to": self.to, "length": self.length, "color": self.color, "title": self.title}


class LaneOptions(Options):
    """The options of boards with lanes: the lanes, and how they and the spaces along them are drawn."""

    lanes: Listed = Field((), description="the lanes: a list of mappings with from, to and length, or a file of it")
    lane: str = Field("network-slot", max_length=200, description="the face of a space of a lane, or an expression")
    slot: Annotated[Size, length_within(1, 200)] = Field(
        (mm(18), mm(6)), description="how long and how wide a space of a lane is; shorter where it must"
    )
    line: _Width = Field(default_factory=lambda: mm(2), description="how wide lanes without spaces are")


def load_lanes(files: Files, options: LaneOptions) -> tuple[Lane, ...] | None:
    """The lanes of a board; None, with findings, where any has a mistake."""
    return entries_of(files, options, "lanes", Lane, _COLUMNS, _MOST_LANES)


def check_lanes(lanes: Sequence[Lane], place_names: Collection[str], noun: str) -> Iterator[Finding]:
    """Findings for lanes from or to something that is no `noun` of the board, and for lanes without length."""
    for lane in lanes:
        for key, name in (("from", lane.start), ("to", lane.to)):
            if name not in place_names:
                yield unknown(lane.where_of(key), f"there is no {noun}", name, place_names, f"unknown-{noun}")
        if lane.start == lane.to:
            message = f"the lane leads from {shorten(lane.start)} to itself"
            yield Finding("error", lane.where_of("to"), message, f"Write another {noun}.", f"unknown-{noun}")


# What a lane leaves free of nodes that are not its own, as a share of the width of its spaces, and what a space leaves
# to the next, as a share of its length.
_CLEAR, _GAP = 0.75, 0.08
# How many millimetres the middle of a lane may lie aside so that it passes other nodes, in the order of trying.
_BENDS = (0.0, 6.0, -6.0, 12.0, -12.0, 20.0, -20.0, 30.0, -30.0)
# No space is shorter, in points.
_SHORTEST = mm(2)


class LaneRoute(NamedTuple):
    """A lane on paper: the curve between the edges of its nodes, and the middles and length of its spaces."""

    lane: Lane
    curve: list[Point]
    spaces: list[CurvePoint]
    space_length: float


class LanePlaces(NamedTuple):
    """The ends of lanes, in points: the places by name, and the distance from each middle where lanes begin.

    `slot` is the size of a space of a lane. Lanes without a bend avoid other places if they `avoid` them.
    """

    places: Mapping[str, Point]
    edge: float
    slot: tuple[float, float]
    avoid: bool = True


def lane_routes(lanes: Sequence[Lane], at: LanePlaces) -> list[LaneRoute]:
    between = group_pairs((frozenset((lane.start, lane.to)), lane) for lane in lanes)
    routes = []
    for lane in lanes:
        siblings = between[frozenset((lane.start, lane.to))]
        number = next(n for n, other in enumerate(siblings) if other is lane) - (len(siblings) - 1) / 2
        # Of lanes between the same nodes, the name that comes first says which side is aside.
        aside = number * (at.slot[1] * 1.12) * (1 if lane.start < lane.to else -1)
        routes.append(_route(at, lane, aside, len(siblings) > 1))
    return routes


def _route(at: LanePlaces, lane: Lane, aside: float, one_of_many: bool) -> LaneRoute:
    """The route of a lane that lies `aside`, in points, as one of many between the same nodes."""
    curve = _lane_curve(at, lane, aside, one_of_many)
    length, edge = curves.curve_length(curve), at.edge
    if one_of_many and curve[0] != at.places[lane.start]:
        # Moved aside, a curve comes to the edge of a round node later.
        edge = math.sqrt(max(0.0, edge * edge - aside * aside)) or edge * 0.3
    start, end = min(edge, length * 0.3), max(length - edge, length * 0.7)
    between_nodes = curves.cut_curve(curve, start, end)
    if not lane.length:
        return LaneRoute(lane, between_nodes, [], 0.0)
    share = (end - start) / lane.length
    space_length = min(at.slot[0], share * (1 - _GAP))
    # Spaces that do not need all the room stand together in its middle.
    step = min(share, space_length * (1 + _GAP * 1.6))
    first = (start + end) / 2 - step * (lane.length - 1) / 2
    spaces = curves.points_at(curve, [first + n * step for n in range(lane.length)])
    return LaneRoute(lane, between_nodes, spaces, space_length)


def _lane_curve(at: LanePlaces, lane: Lane, aside: float, one_of_many: bool) -> list[Point]:
    """The curve of a lane from the middle of one place to that of the other, or `aside` of that."""
    start, end = at.places[lane.start], at.places[lane.to]
    if lane.through:
        return curves.smooth_curve([start, *((mm(x), mm(y)) for x, y in lane.through), end])
    if lane.bend is not None:
        return curves.bowed_curve(start, end, mm(lane.bend))
    if one_of_many:
        return curves.parallel_line(start, end, aside)
    others = [place for name, place in at.places.items() if at.avoid and name not in (lane.start, lane.to)]
    return _clear_curve(start, end, others, at.edge + at.slot[1] * _CLEAR)


def _clear_curve(start: Point, end: Point, nodes: Sequence[Point], distance: float) -> list[Point]:
    """A curve between two nodes, as straight as its distance to others allows; a straight line if none does."""
    near = [node for node in nodes if _distance_to_line(node, start, end) < distance + mm(max(_BENDS) / 2)]
    for bend in _BENDS if near else (0.0,):
        curve = curves.bowed_curve(start, end, mm(bend))
        pieces = list(pairwise([*curve[::4], curve[-1]]))
        if all(_distance_to_line(node, *piece) >= distance for node in near for piece in pieces):
            return curve
    return [start, end]


def _distance_to_line(point: Point, start: Point, end: Point) -> float:
    """The distance of a point from the straight line between two others."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    square = dx * dx + dy * dy
    t = max(0.0, min(1.0, ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / square)) if square else 0.0
    return math.dist(point, (start[0] + t * dx, start[1] + t * dy))


def check_routes(size: tuple[float, float], routes: Sequence[LaneRoute]) -> Iterator[Finding]:
    """Findings for lanes with too many spaces for their length, or that leave a board of a size."""
    for route in routes:
        lane = route.lane
        if route.spaces and route.space_length < _SHORTEST:
            message = f"the lane from {lane.start} to {lane.to} has no room for {lane.length} spaces"
            hint = "Move its nodes apart, write a smaller length, or lead it through: points."
            where = lane.where_of("length")
            yield Finding("error", where, message, hint, "lane-too-short", Exit.DOES_NOT_FIT)
        elif any(not (0 <= x <= size[0] and 0 <= y <= size[1]) for x, y in route.curve):
            message = f"the lane from {lane.start} to {lane.to} leaves the board"
            key = "bend" if lane.gives("bend") else "through" if lane.through else "from"
            yield Finding("error", lane.where_of(key), message, "Bend it less.", "off-board")


def lane_colors(lanes: Sequence[Lane]) -> list[tuple[str, Where]]:
    """The colours of lanes, each with its place."""
    return [(lane.color, lane.where_of("color")) for lane in lanes]


def check_lanes_alike(order: Order, routes: Sequence[LaneRoute]) -> Iterator[Finding]:
    """A warning when colours of lanes look alike, and faces of their spaces do not tell them apart."""
    faces = [face for face in order.faces.values() if "color" in face.reads()]
    titled = all(route.lane.title for route in routes) and any("title" in face.reads() for face in faces)
    if titled or (not faces and all(route.spaces for route in routes)):
        return
    tints = Tints(order.library.palette("dossier"))
    # The first lane of each colour stands for the others; width and dashes tell lanes apart, too.
    firsts: dict[tuple[float | None, tuple[float, ...]], dict[str, Lane]] = {}
    for lane in (route.lane for route in routes):
        firsts.setdefault((lane.width, lane.dash), {}).setdefault(lane.color, lane)
    for alike in firsts.values():
        named = {
            f"from {lane.start} to {lane.to}": (tints.resolve(color), lane.where_of("color"))
            for color, lane in alike.items()
        }
        yield from look_alike("the lanes", named)


def lane_lines(options: LaneOptions, routes: Sequence[LaneRoute], tints: Tints) -> Iterator[Item]:
    """Lanes without spaces; for the others the line that joins their spaces."""
    for route in routes:
        lane, outline = route.lane, curves.curve_outline(route.curve)
        color, width, dash = tints.resolve(lane.color), lane.width or options.line, tuple(map(mm, lane.dash))
        if dash:
            # A rim would close the gaps.
            yield Path(outline, None, Stroke(color, width, dash, "butt", "round"))
            continue
        lines = [(f"{color} dark 30", 0.35)] if route.spaces else [(f"{color} dark 50", 1.35), (color, 1.0)]
        for tint, share in lines:
            yield Path(outline, None, Stroke(tints.resolve(tint), width * share, (), "round", "round"))


def lane_faces(
    order: Order, options: LaneOptions, routes: Sequence[LaneRoute], tints: Tints, below: Sequence[Item]
) -> PlacedFaces:
    """The face of every space of a lane, turned along the lane, but never upside down."""
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


class SpaceOptions(LaneOptions):
    """The options for a game's drawings over boards with spaces in rows and columns."""

    face: str = Field(
        "", max_length=200, description="the face that is drawn over each space, or an expression; none without a name"
    )
    node_size: Annotated[Length, length_within(0, 200)] = Field(
        0.0, alias="node-size", description="how much of the middle of a space lanes leave free, such as 8mm"
    )


class BoardSpace(NamedTuple):
    """A space: its name, column and row from 1, ground and colour; its middle and clockwise corners, in points."""

    name: str
    column: int
    row: int
    ground: str
    color: str
    middle: Point
    corners: tuple[Point, ...]


def check_records(loading: Loading, face: str, names: Sequence[str], noun: str) -> Iterator[Finding]:
    """Findings for records of a board that no face draws, or whose names match no space."""
    if loading.product.gives("list") and not face:
        message, hint = f"the list says nothing without a face for each {noun}", "Add face: and its name."
        yield Finding("error", loading.product.key_where_of("list"), message, hint, "unused-key")
    for record in loading.product.records:
        if record.name not in names:
            what = f"the board has no {noun}"
            yield unknown(record.where_of("name"), what, record.name, names, f"unknown-{noun}")


def draw_upon(
    order: Order, options: SpaceOptions, lanes: Sequence[Lane], spaces: Sequence[BoardSpace],
    board: tuple[float, float], share: float = 1.0,
) -> tuple[tuple[Item, ...], tuple[Item, ...]]:  # fmt: skip
    """Lanes, then faces over them, at a board's true size, of which a `share` is printed. PrintgenError if wrong."""
    if not (lanes or options.face):
        return (), ()
    tints = Tints(order.library.palette("dossier"))
    findings = list(unknown_colors(tints, lane_colors(lanes)))
    stop_on_errors(findings)
    places = {space.name: space.middle for space in spaces}
    routes = lane_routes(lanes, LanePlaces(places, options.node_size / 2, options.slot, avoid=False))
    findings += check_routes(board, routes)
    stop_on_errors(findings)
    findings += () if order.look else check_lanes_alike(order, routes)
    below = tuple(lane_lines(options, routes, tints))
    along = lane_faces(order, options, routes, tints, below)
    faces = _space_faces(order, options, lanes, spaces, (*below, *along.items), share)
    findings += (*along.findings, *faces.findings)
    stop_on_errors(findings)
    order.tell(findings)
    return (*below, *along.items), tuple(faces.items)


def _space_faces(
    order: Order, options: SpaceOptions, lanes: Sequence[Lane], spaces: Sequence[BoardSpace], below: Sequence[Item],
    share: float,
) -> PlacedFaces:  # fmt: skip
    """The face of every space, over its ground and the lanes."""
    faces = PlacedFaces(order, "face", options.face, options.where_of("face"), share)
    records = {record.name: record for record in order.product.records}
    ends = [name for lane in lanes for name in (lane.start, lane.to)]
    blank = empty_values(order.game.source.get("records", {}).get(order.product.record, {}))
    for space in spaces if options.face else ():
        record = records.get(space.name)
        card = card_values(record) if record else {**blank, "name": space.name}
        size, values = _values(space)
        values |= {"card": card, "lanes": ends.count(space.name)}
        where = record.where if record else options.where_of("face")
        under = (Path(polygon(space.corners), space.color), *below)
        if not faces.draw(CurvePoint(*space.middle), size, values, space.name, where, under):
            break
    return faces


def _values(space: BoardSpace) -> tuple[tuple[float, float], dict[str, Any]]:
    """The size of a space's box in points, and its values for its face, in millimetres from the box's top left."""
    across, down = ([corner[axis] for corner in space.corners] for axis in (0, 1))
    left, top = min(across), min(down)
    corners = [(to_mm(x - left), to_mm(y - top)) for x, y in space.corners]
    sides = [((x + u) / 2, (y + v) / 2) for (x, y), (u, v) in zip(corners, [*corners[1:], corners[0]], strict=True)]
    return (max(across) - left, max(down) - top), {
        "name": space.name,
        "column": space.column,
        "row": space.row,
        "ground": space.ground,
        "corners": _points(corners),
        "sides": _points(sides),
        "outline": "M" + " L".join(f"{x:.3f},{y:.3f}" for x, y in corners) + " Z",
    }


def _points(points: Iterable[Point]) -> tuple[Mapping[str, float], ...]:
    return tuple({"x": round(x, 3), "y": round(y, 3)} for x, y in points)
