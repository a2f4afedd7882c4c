"""Tracks as pieces: a face on every numbered space, perhaps a road under them, and links such as ladders."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from printgen.base.errors import Where, has_errors
from printgen.base.limits import consume
from printgen.base.units import mm
from printgen.drawing.extent import transform_box, walk_kind
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Stroke, Text
from printgen.drawing.outlines import polyline
from printgen.drawing.tints import Tints
from printgen.faces.trim import text_box
from printgen.kinds import Kind
from printgen.kinds.board.curves import CurvePoint, Point, smooth_curve
from printgen.kinds.board.free_board import PlacedFaces, card_values, draw_ground, free_board, unknown_colors
from printgen.kinds.board.track import Link, LinkLook, Track, TrackOptions, TrackPlan, load_track
from printgen.kinds.board.track_links import Brush, LinkRouter, draw_link
from printgen.kinds.composition import Composition, Order

# The work of a link, whose route is the clearest of several, is that of so many spaces, and of one more for each such
# stretch of it.
_LINK, _STRETCH = 20, mm(25)
# How wide a road is, as a share of the spaces on it, and how far from the middle of its spaces a link starts.
_ROAD, _FROM_MIDDLE = 1.14, 0.26


def compose_track(order: Order) -> Composition:
    """The board of a track as one piece, on the ground that its front draws."""
    plan = order.value_as(TrackPlan)
    track = plan.board
    consume("spaces", len(track.places), plan.options.where_of("count"))
    length = sum(_length(track, link) for link in track.links)
    consume("spaces", _LINK * len(track.links) + round(length / _STRETCH), plan.options.where_of("links"))
    tints = Tints(order.library.palette("dossier"))
    ground, bleed, findings = draw_ground(order, plan.size)
    findings += unknown_colors(tints, _colors(plan.options))
    if has_errors(findings):
        return Composition((), tuple(findings))
    below = (*ground, *_road(plan, track, tints))
    faces = _space_faces(order, plan, track, tints, below)
    drawing = Drawing(*plan.size, (*below, *faces.items, *_links(plan, track, tints, faces.items)))
    places = {str(number): (place.x, place.y) for number, place in track.places.items()}
    return free_board(order, drawing, bleed, track.space_size, places, [*findings, *faces.findings])


def _length(track: Track, link: Link) -> float:
    """How far a link leads, from middle to middle of its spaces in points."""
    return math.dist(track.places[link.start][:2], track.places[link.to][:2])


def _colors(options: TrackOptions) -> list[tuple[str, Where]]:
    """The colours that the options name, each with its place."""
    colors = [(color, options.where_of("colors", n)) for n, color in enumerate(options.colors)]
    colors += [(options.road, options.where_of("road"))] if options.road else []
    for look in options.kinds.values():
        colors += [(color, look.where_of(key)) for key, color in (("color", look.color), ("edge", look.edge)) if color]
    return colors


def _road(plan: TrackPlan, track: Track, tints: Tints) -> Iterator[Item]:
    """A band under the spaces."""
    if plan.options.road and len(track.places) > 1:
        curve: list[Point] = [(x, y) for x, y, _ in track.places.values()]
        closed = plan.options.closed or plan.options.shape == "ring"
        if plan.options.shape in ("spiral", "path") and not plan.options.straight:
            curve = smooth_curve(curve, closed)
        curve += curve[:1] if closed else []
        stroke = Stroke(tints.resolve(plan.options.road), _ROAD * min(track.space_size), (), "round", "round")
        yield Path(polyline(curve), None, stroke)


def _space_faces(order: Order, plan: TrackPlan, track: Track, tints: Tints, below: Sequence[Item]) -> PlacedFaces:
    options = plan.options
    faces = PlacedFaces(order, "face", options.face, options.where_of("face"))
    links = {link.start: link for link in track.links}
    colors = [tints.resolve(color) for color in options.colors]
    for n, (number, place) in enumerate(track.places.items()):
        record = track.records[n] if track.records else None
        link = links.get(number)
        values = {
            "card": card_values(record),
            "number": number,
            "title": record.name if record else "",
            "color": colors[n % len(colors)] if colors else "",
            "first": n == 0,
            "last": n == len(track.places) - 1,
            "link": link.kind if link else "",
            "to": link.to if link else "",
            "turn": place.turn,
        }
        where = record.where if record else options.where_of("count")
        if not faces.draw(place, track.space_size, values, f"space {number}", where, below):
            break
    return faces


def _links(plan: TrackPlan, track: Track, tints: Tints, spaces: Sequence[Item]) -> Iterator[Item]:
    """The links, those that lead far first, so that short ones are not hidden."""
    words = [transform_box(text_box(text), matrix) for text, matrix in walk_kind(spaces, Text)] if track.links else ()
    router = LinkRouter(plan.size, words, len(track.links))
    for link in sorted(track.links, key=lambda link: -_length(track, link)):
        look = plan.options.look_of(link.kind)
        assert look is not None, "load_track reports links of unknown kinds"
        start, end = (_anchor(plan, track.places[number], track.space_size) for number in (link.start, link.to))
        ends = _shorten_ends(start, end, _FROM_MIDDLE * min(track.space_size))
        yield Place(Group(tuple(draw_link(look.draw, *ends, _brush(look, tints), router))))


def _brush(look: LinkLook, tints: Tints) -> Brush:
    color = tints.resolve(look.color)
    edge = tints.resolve(look.edge or f"{color} dark 45")
    return Brush(look.width, color, edge, tints.resolve(f"{color} light 45"), look.bend)


def _anchor(plan: TrackPlan, place: CurvePoint, size: tuple[float, float]) -> Point:
    """The point of a space where its links start and end."""
    across, down = plan.options.anchor
    return place.x + (across - 0.5) * size[0], place.y + (down - 0.5) * size[1]


def _shorten_ends(start: Point, end: Point, by: float) -> tuple[Point, Point]:
    """Two points, each moved towards the other, but by 0.3 of what lies between them at most."""
    share = min(0.3, by / (math.dist(start, end) or 1.0))
    dx, dy = share * (end[0] - start[0]), share * (end[1] - start[1])
    return (start[0] + dx, start[1] + dy), (end[0] - dx, end[1] - dy)


KIND = Kind(
    "track",
    compose_track,
    options=TrackOptions,
    load=load_track,
    takes=("list", "record", "front", "size"),
    shapes={"links": tuple[Link, ...]},
)
