"""What a game draws over the spaces of a board: lanes from space to space, and a face on each with its record."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from printgen.base.errors import Finding, stop_on_errors
from printgen.base.units import to_mm
from printgen.drawing.model import Item, Path
from printgen.drawing.outlines import polygon
from printgen.drawing.tints import Tints
from printgen.game.records import Loading
from printgen.game.shapes import empty_values
from printgen.kinds.board.curves import CurvePoint, Point
from printgen.kinds.board.free_board import PlacedFaces, card_values, unknown_colors
from printgen.kinds.board.lanes import (
    Lane,
    LaneOptions,
    LanePlaces,
    check_lanes_alike,
    check_routes,
    lane_colors,
    lane_faces,
    lane_lines,
    lane_routes,
)
from printgen.kinds.board.plan import unknown
from printgen.kinds.composition import Order
from printgen.reading.part import Length, length_within


class SpaceOptions(LaneOptions):
    """What boards of spaces in rows and columns take for what a game draws over them."""

    face: str = Field(
        "", max_length=200, description="the face that is drawn over each space, or an expression; none without a name"
    )
    node_size: Annotated[Length, length_within(0, 200)] = Field(
        0.0, alias="node-size", description="how much of the middle of a space lanes leave free, such as 8mm"
    )


class BoardSpace(NamedTuple):
    """A space of a board, in points: its name, its column and row from 1, what lies there, its middle and corners.

    `color` is that of its ground. Corners go clockwise.
    """

    name: str
    column: int
    row: int
    ground: str
    color: str
    middle: Point
    corners: tuple[Point, ...]


def check_records(loading: Loading, face: str, names: Sequence[str], noun: str) -> Iterator[Finding]:
    """Findings for records of a board that no face draws, or that are called like none of its spaces."""
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
    """The lanes of a board of a size in points, and the faces of its spaces, which lie over them.

    All is drawn for the board's true size, of which a `share` is printed. PrintgenError with what is wrong.
    """
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
    """The face of every space, on its ground and what lies on that."""
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
    """The size of a space's box in points, and what its face sees of it, in millimetres from the box's top left."""
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
