"""Tracks: a product and its track come in; the whole board as one Piece goes out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial

from printgen.base.budget import spend
from printgen.base.errors import Finding, Where, has_errors
from printgen.base.language import capitalized, in_print, lower
from printgen.base.units import mm, to_mm
from printgen.drawing.extent import moved
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Stroke, Text
from printgen.drawing.outlines import polyline
from printgen.drawing.pieces import Cell, Piece, Spaces
from printgen.drawing.tints import Tints
from printgen.drawing.walk import walk_kind
from printgen.faces.trim import text_box
from printgen.kinds.composition import Composition, Order
from printgen.kinds.courses import Point, Spot, smooth_way
from printgen.kinds.facing import told_by_color
from printgen.kinds.map_sheet import words_of
from printgen.kinds.poster import Chapter, titled
from printgen.kinds.spaces import FaceChoice, face_at, ground_of, record_of, wrong_colors
from printgen.kinds.track.links import Brush, Room, drawn_link
from printgen.kinds.track.model import Track, TrackPlan
from printgen.kinds.track.options import Link, LinkLook, TrackOptions

# A link, for which the clearest of several ways is looked for, takes as long as so many spaces, and one more for each
# such stretch of it.
_LINK, _STRETCH = 20, mm(25)
# How wide a road is beside the spaces on it, and how far from the middle of its spaces a link starts.
_ROAD, _FROM_MIDDLE = 1.14, 0.26


def compose_track(order: Order) -> Composition:
    """The board of a track as one piece, on the ground that its front draws."""
    plan, findings = order.loaded(TrackPlan), list[Finding]()
    track = plan.board
    spend("spaces", len(track.spots), plan.options.where_of("count"))
    far = sum(math.dist(track.spots[link.start][:2], track.spots[link.to][:2]) for link in track.links)
    spend("spaces", _LINK * len(track.links) + round(far / _STRETCH), plan.options.where_of("links"))
    tints = Tints(order.library.palette("dossier"))
    ground, bleed = ground_of(order, plan.size, findings)
    findings += wrong_colors(tints, _colors(plan.options))
    if has_errors(findings):
        return Composition((), tuple(findings))
    below = (*ground, *_road(plan, track, tints))
    spaces = _spaces(order, plan, track, tints, below, findings)
    findings += told_by_color(order, order.faces.values())
    items = (*below, *spaces, *_links(plan, track, tints, spaces))
    cells = (Cell(str(number), 0, n, at.x, at.y) for n, (number, at) in enumerate(track.spots.items()))
    lying = Spaces("free", *track.space, tuple(cells))
    piece = Piece(order.product.title, Drawing(*plan.size, items), bleed=bleed, role="board", spaces=lying)
    if plan.options.titled and not has_errors(findings):
        piece, told = titled(order, piece, _chapters(plan, track, tints), _told(order, track))
        findings += told
    return Composition.whole([piece], findings)


def _told(order: Order, track: Track) -> dict[str, str]:
    """What head and foot of a poster are told."""
    wide, high = (in_print(f"{round(to_mm(side), 1):g}") for side in track.space)
    numbers = list(track.spots)
    return {"line": f"{numbers[0]}–{numbers[-1]}", "space": f"{words_of(order)['a_space']} {wide} × {high} mm"}


def _chapters(plan: TrackPlan, track: Track, tints: Tints) -> list[Chapter]:
    """The legend of a poster: the kinds of links that are on the track, and how many of each."""
    kinds = [link.kind for link in track.links if plan.options.look_of(link.kind)]
    return [Chapter("", [
        {
            "name": capitalized(lower(kind.replace("-", " "))),
            "count": f"× {kinds.count(kind)}",
            "note": plan.options.does.get(kind, ""),
            "picture": partial(_sample, plan.options, kind, tints),
            "panel": True,
        }
        for kind in dict.fromkeys(kinds)
    ])]  # fmt: skip


def _sample(options: TrackOptions, kind: str, tints: Tints, width: float, height: float) -> Iterator[Item]:
    """A link of a kind across a box of a legend, whatever its width on the track."""
    look = options.look_of(kind)
    if look is not None:
        brush = _brush(look, tints)._replace(width=min(look.width, 0.34 * height))
        ends = (0.28 * width, 0.66 * height), (0.82 * width, 0.3 * height)
        yield from drawn_link(look.draw, *ends, brush, Room((width, height), ()))


def _brush(look: LinkLook, tints: Tints) -> Brush:
    color = tints.resolve(look.color)
    edge = tints.resolve(look.edge or f"{color} dark 45")
    return Brush(look.width, color, edge, tints.resolve(f"{color} light 45"), look.bend)


def _colors(options: TrackOptions) -> list[tuple[str, Where]]:
    """The colours that the options name, each with its place."""
    given = [(color, options.where_of("colors", n)) for n, color in enumerate(options.colors)]
    given += [(options.road, options.where_of("road"))] if options.road else []
    for look in options.kinds.values():
        given += [(color, look.where_of(key)) for key, color in (("color", look.color), ("edge", look.edge)) if color]
    return given


def _road(plan: TrackPlan, track: Track, tints: Tints) -> Iterator[Item]:
    """A band under the spaces."""
    if plan.options.road and len(track.spots) > 1:
        way = [(x, y) for x, y, _ in track.spots.values()]
        closed = plan.options.closed or plan.options.shape == "ring"
        if plan.options.shape in ("spiral", "path") and not plan.options.straight:
            way = smooth_way(way, closed)
        way += way[:1] if closed else []
        stroke = Stroke(tints.resolve(plan.options.road), _ROAD * min(track.space), (), "round", "round")
        yield Path(polyline(way), None, stroke)


def _spaces(
    order: Order, plan: TrackPlan, track: Track, tints: Tints, below: Sequence[Item], findings: list[Finding]
) -> list[Item]:
    """The face of every space, on what lies below."""
    options = plan.options
    faces = FaceChoice(order, "face", options.face, options.where_of("face"), findings)
    leads = {link.start: link for link in track.links}
    colors = [tints.resolve(color) for color in options.colors]
    spots = list(track.spots.items())
    items: list[Item] = []
    for n, (number, spot) in enumerate(spots):
        record = track.records[n] if track.records else None
        link = leads.get(number)
        told = {
            "card": record_of(record),
            "number": number,
            "title": record.name if record else "",
            "color": colors[n % len(colors)] if colors else "",
            "first": n == 0,
            "last": n == len(spots) - 1,
            "link": link.kind if link else "",
            "to": link.to if link else "",
            "turn": spot.turn,
        }
        where = record.where if record else options.where_of("count")
        upright = spot if options.turned else spot._replace(turn=0.0)
        if (face := faces.of(told)) is None:
            break
        items.append(face_at(order, face, track.space, upright, told, f"space {number}", where, findings, below))
        if has_errors(findings):
            break
    return items


def _links(plan: TrackPlan, track: Track, tints: Tints, spaces: Sequence[Item]) -> Iterator[Item]:
    """The links, those that lead far first, so that short ones are not hidden."""

    def far(link: Link) -> float:
        return -math.dist(track.spots[link.start][:2], track.spots[link.to][:2])

    words = [moved(text_box(text), matrix) for text, matrix in walk_kind(spaces, Text)] if track.links else ()
    room = Room(plan.size, words, len(track.links))
    for link in sorted(track.links, key=far):
        look = plan.options.look_of(link.kind)
        if look is not None:
            one, other = (_anchored(plan, track, number) for number in (link.start, link.to))
            ends = _shortened(one, other, _FROM_MIDDLE * min(track.space))
            yield Place(Group(tuple(drawn_link(look.draw, *ends, _brush(look, tints), room))))


def _anchored(plan: TrackPlan, track: Track, number: int) -> Spot:
    """Where links of a space start and end."""
    (x, y, turn), (across, down) = track.spots[number], plan.options.anchor
    return Spot(x + (across - 0.5) * track.space[0], y + (down - 0.5) * track.space[1], turn)


def _shortened(one: Spot, other: Spot, by: float) -> tuple[Point, Point]:
    """Two points, each moved towards the other."""
    far = math.dist(one[:2], other[:2]) or 1.0
    t = min(0.3, by / far)
    (x, y), (u, v) = one[:2], other[:2]
    return (x + (u - x) * t, y + (v - y) * t), (u + (x - u) * t, v + (y - v) * t)
