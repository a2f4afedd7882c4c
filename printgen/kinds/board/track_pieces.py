"""Tracks as pieces: a face on every numbered space, perhaps a road under them, and links such as ladders.

The route of a link avoids the words of spaces.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import islice
from typing import NamedTuple

from printgen.base.errors import Where, has_errors
from printgen.base.limits import consume
from printgen.base.units import Box, mm
from printgen.drawing.extent import transform_box, walk_kind
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place, Stroke, Text
from printgen.drawing.outlines import Point, circle, polygon, polyline
from printgen.drawing.patterns import smooth
from printgen.drawing.tints import Tints
from printgen.faces.trim import text_box
from printgen.kinds import Kind
from printgen.kinds.board import curves
from printgen.kinds.board.curves import CurvePoint, smooth_curve
from printgen.kinds.board.free_board import PlacedFaces, card_values, draw_ground, free_board, unknown_colors
from printgen.kinds.board.track import Draw, Link, LinkLook, Track, TrackOptions, TrackPlan, load_track
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
    """The distance between the spaces of a link, from middle to middle in points."""
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
    """The links, long ones first, so that short ones are not hidden."""
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
    """Two points, each moved towards the other, by at most 0.3 of their distance."""
    share = min(0.3, by / (math.dist(start, end) or 1.0))
    dx, dy = share * (end[0] - start[0]), share * (end[1] - start[1])
    return (start[0] + dx, start[1] + dy), (end[0] - dx, end[1] - dy)


# How far the routes of a link swing out, as shares of its length, and how wide they wind, in the order of trying:
# those nearest to a plain link come first.
_BENDS = (0.0, 0.05, -0.05, 0.1, -0.1, 0.16, -0.16, 0.24, -0.24, 0.32, -0.32)
_SWINGS = (1.0, -1.0, 0.5, -0.5)
# How much paper a link takes on each side, as a share of its width, and what it leaves to words.
_REACH: Mapping[Draw, float] = {"ladder": 0.6, "slide": 0.5, "snake": 0.31, "arrow": 0.25, "line": 0.15}
_CLEAR = mm(0.6)
# How many routes the links of a board try together.
_TRIES = 3000
# What a point beyond the board costs, and a route for every one before it, where one point on a word costs 1.
_BEYOND, _LATER = 9.0, 0.1


class Brush(NamedTuple):
    """The width of a link in points, its colours, and its bend as a share of its length, if the game sets it."""

    width: float
    color: str
    edge: str
    light: str
    bend: float | None = None


class LinkRouter:
    """Finds routes that avoid the words on a board, in points; with more `links`, each tries fewer routes."""

    def __init__(self, size: tuple[float, float], words: Sequence[Box], links: int = 1) -> None:
        self._words, self._most = words, max(1, _TRIES // max(1, links))
        self._board = Box(0, 0, *size)
        self._occupancy = cache(self._occupy)

    def clearest(self, routes: Iterable[list[Point]], reach: float) -> list[Point]:
        """The route that covers the fewest words with this width to each side; among equals the first."""
        occupied, board = self._occupancy(reach), self._board.grown(-reach)
        best: list[Point] = []
        lowest_cost = math.inf
        for n, route in enumerate(islice(routes, self._most)):
            pieces = max(2, math.ceil(curves.curve_length(route) / max(reach, mm(1))))
            boxes = [Box(x, y, 0, 0) for x, y, _ in curves.divide_curve(route, pieces)]
            cost = sum(occupied.cost(box) + _BEYOND * (not board.holds(box)) for box in boxes) + _LATER * n
            if cost < lowest_cost:
                best, lowest_cost = route, cost
            if lowest_cost <= _LATER * (n + 1):
                break
        return best

    def _occupy(self, reach: float) -> curves.Occupancy:
        """The area of words for links of this width to each side."""
        occupied = curves.Occupancy(mm(1))
        for word in self._words:
            # To touch a word is less bad than to lie upon it.
            occupied.add(word.grown(reach), 1.0)
            occupied.add(word.grown(reach / 2), 2.0)
        return occupied


def draw_link(draw: Draw, start: Point, end: Point, brush: Brush, router: LinkRouter) -> list[Item]:
    """A link between two points, on the route that covers the fewest words."""
    route = router.clearest(_routes(draw, start, end, brush), brush.width * _REACH[draw] + _CLEAR)
    return list(_DRAW[draw](route, brush))


def _routes(draw: Draw, start: Point, end: Point, brush: Brush) -> Iterator[list[Point]]:
    """The possible routes of a link, the most direct one first."""
    length = math.dist(start, end)
    waves = {"slide": 1.0, "snake": max(1.0, round(length / brush.width / 7) / 2 + 0.5)}.get(draw, 0.0)
    for bend in _BENDS if brush.bend is None and draw != "ladder" else (brush.bend or 0.0,):
        curve = curves.bowed_curve(start, end, bend * length) if draw != "ladder" else [start, end]
        for swing in _SWINGS if waves else ():
            yield _winding(curve, brush.width, waves, swing)
        if not waves:
            yield curve


def _winding(curve: list[Point], width: float, waves: float, swing: float) -> list[Point]:
    """A curve that winds to and fro along another one, with straight ends."""
    amplitude = min(width * 1.1, math.dist(curve[0], curve[-1]) / 8) * swing
    steps = max(8, round(curves.curve_length(curve) / width * 3))
    points = []
    for n, (x, y, turn) in enumerate(curves.divide_curve(curve, steps)):
        t = n / steps
        aside = amplitude * math.sin(2 * math.pi * waves * t) * math.sin(math.pi * t) ** 0.5
        points.append((x - aside * math.sin(math.radians(turn)), y + aside * math.cos(math.radians(turn))))
    return points


def _line(outline: Outline, color: str, width: float, dashes: tuple[float, ...] = ()) -> Path:
    """A line with round ends."""
    return Path(outline, None, Stroke(color, width, dashes, "round", "round"))


def _ladder(route: list[Point], brush: Brush) -> Iterator[Item]:
    (start, end), thick = route, max(brush.width / 5, mm(0.5))
    left, right = curves.parallel_line(start, end, brush.width / 2), curves.parallel_line(start, end, -brush.width / 2)
    count = max(2, round(curves.curve_length(route) / brush.width))
    rungs: Outline = ()
    for n in range(count):
        t = (n + 0.5) / count
        rungs += polyline((a[0] + (z[0] - a[0]) * t, a[1] + (z[1] - a[1]) * t) for a, z in (left, right))
    rails = polyline(left) + polyline(right)
    for outline in (rungs, rails):
        yield _line(outline, brush.edge, thick * 1.7)
        yield _line(outline, brush.color, thick)


def _slide(route: list[Point], brush: Brush) -> Iterator[Item]:
    outline = curves.curve_outline(route)
    for color, share in ((brush.edge, 1.0), (brush.color, 0.84), (brush.edge, 0.56), (brush.light, 0.48)):
        yield _line(outline, color, brush.width * share)


def _snake(route: list[Point], brush: Brush) -> Iterator[Item]:
    """A snake with its head at the start and its tail at the end."""
    length, width = curves.curve_length(route), brush.width
    yield Path(_tapering_band(route, width * 0.31), brush.edge)
    yield Path(_tapering_band(route, width * 0.31, width * 0.08), brush.color)
    spots = curves.points_at(route, [length * (0.1 + 0.08 * n) for n in range(11)])
    yield Path(tuple(step for x, y, _ in spots for step in circle(x, y, width * 0.11)), brush.light)
    yield from _snake_head(curves.points_at(route, [0.0])[0], brush)


def _tapering_band(curve: list[Point], half: float, less: float = 0.0) -> Outline:
    """A band along a curve, `half` a width to each side minus `less`, which tapers and ends round."""
    count = max(8, math.ceil(curves.curve_length(curve) / half))
    points = curves.divide_curve(curve, count)
    halves = [half * (1 - 0.4 * max(0.0, n / count - 0.4) / 0.6) - less for n in range(count + 1)]

    def rim(n: int, turn: float) -> Point:
        angle = math.radians(points[n].turn + turn)
        return points[n].x + halves[n] * math.cos(angle), points[n].y + halves[n] * math.sin(angle)

    left, right = ([rim(n, turn) for n in range(count + 1)] for turn in (-90, 90))
    return smooth([*left, *(rim(count, turn) for turn in (-45, 0, 45)), *reversed(right)], closed=True)


def _snake_head(point: CurvePoint, brush: Brush) -> Iterator[Item]:
    """A head that looks back along the curve, with two eyes and a tongue."""
    cos, sin = math.cos(math.radians(point.turn)), math.sin(math.radians(point.turn))

    def at(ahead: float, aside: float) -> Point:
        return point.x - cos * ahead - sin * aside, point.y - sin * ahead + cos * aside

    radius = brush.width * 0.52
    tongue = polyline((at(0.8 * radius, 0), at(1.6 * radius, 0), at(1.95 * radius, 0.25 * radius)))
    tongue += polyline((at(1.6 * radius, 0), at(1.95 * radius, -0.25 * radius)))
    yield _line(tongue, "#B3261E", radius * 0.16)
    yield Path(circle(*at(0, 0), radius), brush.edge)
    yield Path(circle(*at(0, 0), radius * 0.84), brush.color)
    for side in (-0.42, 0.42):
        yield Path(circle(*at(0.34 * radius, side * radius), radius * 0.24), "#FFFFFF")
        yield Path(circle(*at(0.42 * radius, side * radius), radius * 0.12), "#15171A")


def _arrow(route: list[Point], brush: Brush) -> Iterator[Item]:
    length = curves.curve_length(route)
    head = min(brush.width * 1.5, length / 2)
    shaft = curves.curve_outline(curves.cut_curve(route, 0.0, length - head * 0.8))
    x, y, turn = curves.points_at(route, [length])[0]
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    corners = ((0, 0), (head, head / 2), (head, -head / 2))
    tip = polygon((x - cos * back - sin * aside, y - sin * back + cos * aside) for back, aside in corners)
    yield _line(shaft, brush.edge, brush.width * 0.5)
    yield Path(tip, brush.edge, Stroke(brush.edge, brush.width * 0.16, (), "round", "round"))
    yield _line(shaft, brush.color, brush.width * 0.34)
    yield Path(tip, brush.color)


def _dashes(route: list[Point], brush: Brush) -> Iterator[Item]:
    yield _line(curves.curve_outline(route), brush.color, brush.width * 0.3, (brush.width * 0.7, brush.width * 0.6))


_DRAW: Mapping[Draw, Callable[[list[Point], Brush], Iterator[Item]]] = {
    "ladder": _ladder, "slide": _slide, "snake": _snake, "arrow": _arrow, "line": _dashes
}  # fmt: skip


KIND = Kind(
    "track",
    compose_track,
    options=TrackOptions,
    load=load_track,
    takes=("list", "record", "front", "size"),
    shapes={"links": tuple[Link, ...]},
)
