"""Tracks of numbered spaces: in rows, round and round, about the edge or through points, with links such as ladders."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import NamedTuple

from printgen.base.errors import Where, has_errors
from printgen.base.limits import consume
from printgen.base.units import Box, mm
from printgen.drawing.extent import transform_box, walk_kind
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place, Stroke, Text
from printgen.drawing.outlines import circle, polygon, polyline
from printgen.drawing.patterns import smooth
from printgen.drawing.pieces import Cell, Piece, Spaces
from printgen.drawing.tints import Tints
from printgen.faces.trim import text_box
from printgen.kinds import Kind
from printgen.kinds.board.spots import SpotFaces, ground_of, record_of, wrong_colors
from printgen.kinds.board.track import Draw, Link, LinkLook, Track, TrackOptions, TrackPlan, load_track
from printgen.kinds.board.ways import Crowd, Point, Spot, beside, bow_way, length_of, part_of, smooth_way, spots_at
from printgen.kinds.composition import Composition, Order

# So far a link swings out at most to keep off words, and winds less, or the other way round, first.
_BENDS = (0.0, 0.05, -0.05, 0.1, -0.1, 0.16, -0.16, 0.24, -0.24, 0.32, -0.32)
_SWINGS = (1.0, -1.0, 0.5, -0.5)
# How much paper a link takes on each side, as a share of its width, and what it leaves to words.
_REACH: Mapping[Draw, float] = {"ladder": 0.6, "slide": 0.5, "snake": 0.31, "arrow": 0.25, "line": 0.15}
_CLEAR = mm(0.6)
# How many ways the links of a board try together.
_TRIES = 3000
# What a spot beyond the board costs, and a way for every way before it, where one spot on a word costs 1.
_BEYOND, _LATER = 9.0, 0.1


class Brush(NamedTuple):
    """How wide a link is, in points, its colours, and how far it bends where that is said."""

    width: float
    color: str
    edge: str
    light: str
    bend: float | None = None


class LinkRouter:
    """The words on a board of a size, in points, which so many links keep off; of many links each tries fewer ways."""

    def __init__(self, size: tuple[float, float], words: Sequence[Box], links: int = 1) -> None:
        self._words, self._most = words, max(1, _TRIES // max(1, links))
        self._board = Box(0, 0, *size)
        self._crowds: dict[float, Crowd] = {}

    def clearest(self, ways: Iterable[list[Point]], reach: float) -> list[Point]:
        """The way that covers the fewest words when it reaches so far to each side; of equal ones the first."""
        if reach not in self._crowds:
            self._crowds[reach] = crowd = Crowd(mm(1))
            for word in self._words:
                # To touch a word is less bad than to lie upon it.
                crowd.add(word.grown(reach), 1.0)
                crowd.add(word.grown(reach / 2), 2.0)
        crowd, board = self._crowds[reach], self._board.grown(-reach)
        best: list[Point] = []
        least = math.inf
        for n, way in enumerate(islice(ways, self._most)):
            whole = length_of(way)
            count = max(2, math.ceil(whole / max(reach, mm(1))))
            spots = [Box(x, y, 0, 0) for x, y, _ in spots_at(way, [whole * i / count for i in range(count + 1)])]
            cost = sum(crowd.cost(spot) + _BEYOND * (not board.holds(spot)) for spot in spots) + _LATER * n
            if cost < least:
                best, least = way, cost
            if least <= _LATER * (n + 1):
                break
        return best


def draw_link(draw: Draw, one: Point, other: Point, brush: Brush, room: LinkRouter) -> list[Item]:
    """A link from a point to another, on the way that covers the fewest words."""
    way = room.clearest(_ways(draw, one, other, brush), brush.width * _REACH[draw] + _CLEAR)
    return list(_DRAW[draw](way, brush))


def _ways(draw: Draw, one: Point, other: Point, b: Brush) -> Iterator[list[Point]]:
    """The ways that a link may take, the nearest to a plain one first."""
    far = math.dist(one, other)
    waves = {"slide": 1.0, "snake": max(1.0, round(far / b.width / 7) / 2 + 0.5)}.get(draw, 0.0)
    for bend in _BENDS if b.bend is None and draw != "ladder" else (b.bend or 0.0,):
        way = bow_way(one, other, bend * far) if draw != "ladder" else [one, other]
        for swing in _SWINGS if waves else ():
            yield _winding(way, b.width, waves, swing)
        if not waves:
            yield way


def _outline(way: list[Point]) -> Outline:
    return polyline(way) if len(way) < 3 else smooth(way, closed=False)


def _band(outline: Outline, width: float, *colors: tuple[str, float]) -> Iterator[Item]:
    """Lines over each other along an outline, each a colour and a share of the width."""
    for color, share in colors:
        yield Path(outline, None, Stroke(color, width * share, (), "round", "round"))


def _ladder(way: list[Point], b: Brush) -> Iterator[Item]:
    (one, other), half, thick = way, b.width / 2, max(b.width / 5, mm(0.5))
    left, right = beside(one, other, half), beside(one, other, -half)
    count = max(2, round(length_of(way) / b.width))
    rungs: Outline = ()
    for n in range(count):
        t = (n + 0.5) / count
        ends = ((a[0] + (z[0] - a[0]) * t, a[1] + (z[1] - a[1]) * t) for a, z in (left, right))
        rungs += polyline(ends)
    rails = polyline(left) + polyline(right)
    for outline in (rungs, rails):
        yield Path(outline, None, Stroke(b.edge, thick * 1.7, (), "round", "round"))
        yield Path(outline, None, Stroke(b.color, thick, (), "round", "round"))


def _winding(way: list[Point], width: float, waves: float, swing: float) -> list[Point]:
    """A way that winds to and fro along another one, and starts and ends straight."""
    whole, far = length_of(way), math.dist(way[0], way[-1])
    wide = min(width * 1.1, far / 8) * swing
    steps = max(8, round(whole / width * 3))
    points = []
    for n, (x, y, turn) in enumerate(spots_at(way, [whole * n / steps for n in range(steps + 1)])):
        t = n / steps
        aside = wide * math.sin(2 * math.pi * waves * t) * math.sin(math.pi * t) ** 0.5
        points.append((x - aside * math.sin(math.radians(turn)), y + aside * math.cos(math.radians(turn))))
    return points


def _slide(way: list[Point], b: Brush) -> Iterator[Item]:
    yield from _band(_outline(way), b.width, (b.edge, 1.0), (b.color, 0.84), (b.edge, 0.56), (b.light, 0.48))


def _snake(way: list[Point], b: Brush) -> Iterator[Item]:
    """Its head lies at the start and its tail at the end."""
    whole = length_of(way)
    yield Path(_taper(way, b.width * 0.31), b.edge)
    yield Path(_taper(way, b.width * 0.31, b.width * 0.08), b.color)
    spots = spots_at(way, [whole * (0.1 + 0.08 * n) for n in range(11)])
    yield Path(tuple(step for x, y, _ in spots for step in circle(x, y, b.width * 0.11)), b.light)
    yield from _head(*spots_at(way, [0.0])[0], b)


def _taper(way: list[Point], half: float, less: float = 0.0) -> Outline:
    """A band along a way, `half` a width to each side and `less` than that, which grows thin and ends round."""
    whole = length_of(way)
    count = max(8, math.ceil(whole / half))
    spots = spots_at(way, [whole * n / count for n in range(count + 1)])
    wide = [half * (1 - 0.4 * max(0.0, n / count - 0.4) / 0.6) - less for n in range(count + 1)]

    def beyond(n: int, turn: float) -> Point:
        angle = math.radians(spots[n].turn + turn)
        return spots[n].x + wide[n] * math.cos(angle), spots[n].y + wide[n] * math.sin(angle)

    left, right = ([beyond(n, turn) for n in range(count + 1)] for turn in (-90, 90))
    return smooth([*left, *(beyond(count, turn) for turn in (-45, 0, 45)), *reversed(right)], closed=True)


def _head(x: float, y: float, turn: float, b: Brush) -> Iterator[Item]:
    """A head that looks back along the way, with two eyes and a tongue."""
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))

    def at(ahead: float, aside: float) -> Point:
        return x - cos * ahead - sin * aside, y - sin * ahead + cos * aside

    k = b.width * 0.52
    tongue = polyline((at(0.8 * k, 0), at(1.6 * k, 0), at(1.95 * k, 0.25 * k)))
    tongue += polyline((at(1.6 * k, 0), at(1.95 * k, -0.25 * k)))
    yield Path(tongue, None, Stroke("#B3261E", k * 0.16, (), "round", "round"))
    yield Path(circle(*at(0, 0), k), b.edge)
    yield Path(circle(*at(0, 0), k * 0.84), b.color)
    for side in (-0.42, 0.42):
        yield Path(circle(*at(0.34 * k, side * k), k * 0.24), "#FFFFFF")
        yield Path(circle(*at(0.42 * k, side * k), k * 0.12), "#15171A")


def _arrow(way: list[Point], b: Brush) -> Iterator[Item]:
    whole = length_of(way)
    head = min(b.width * 1.5, whole / 2)
    shaft = _outline(part_of(way, 0.0, whole - head * 0.8))
    x, y, turn = spots_at(way, [whole])[0]
    cos, sin = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    tip = polygon(
        (x - cos * u - sin * v, y - sin * u + cos * v) for u, v in ((0, 0), (head, head / 2), (head, -head / 2))
    )
    yield Path(shaft, None, Stroke(b.edge, b.width * 0.5, (), "round", "round"))
    yield Path(tip, b.edge, Stroke(b.edge, b.width * 0.16, (), "round", "round"))
    yield Path(shaft, None, Stroke(b.color, b.width * 0.34, (), "round", "round"))
    yield Path(tip, b.color)


def _line(way: list[Point], b: Brush) -> Iterator[Item]:
    yield Path(_outline(way), None, Stroke(b.color, b.width * 0.3, (b.width * 0.7, b.width * 0.6), "round", "round"))


_DRAW: Mapping[Draw, Callable[[list[Point], Brush], Iterator[Item]]] = {
    "ladder": _ladder, "slide": _slide, "snake": _snake, "arrow": _arrow, "line": _line
}  # fmt: skip


# A link, for which the clearest of several ways is looked for, takes as long as so many spaces, and one more for each
# such stretch of it.
_LINK, _STRETCH = 20, mm(25)
# How wide a road is beside the spaces on it, and how far from the middle of its spaces a link starts.
_ROAD, _FROM_MIDDLE = 1.14, 0.26


def compose_track(order: Order) -> Composition:
    """The board of a track as one piece, on the ground that its front draws."""
    plan = order.value_as(TrackPlan)
    track = plan.board
    consume("spaces", len(track.spots), plan.options.where_of("count"))
    far = sum(math.dist(track.spots[link.start][:2], track.spots[link.to][:2]) for link in track.links)
    consume("spaces", _LINK * len(track.links) + round(far / _STRETCH), plan.options.where_of("links"))
    tints = Tints(order.library.palette("dossier"))
    ground, bleed, findings = ground_of(order, plan.size)
    findings += wrong_colors(tints, _colors(plan.options))
    if has_errors(findings):
        return Composition((), tuple(findings))
    below = (*ground, *_road(plan, track, tints))
    spaces = _spaces(order, plan, track, tints, below)
    items = (*below, *spaces.items, *_links(plan, track, tints, spaces.items))
    cells = (Cell(str(number), 0, n, at.x, at.y) for n, (number, at) in enumerate(track.spots.items()))
    lying = Spaces("free", *track.space, tuple(cells))
    piece = Piece(order.product.title, Drawing(*plan.size, items), bleed=bleed, role="board", spaces=lying)
    return Composition.whole([piece], [*findings, *spaces.findings])


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


def _spaces(order: Order, plan: TrackPlan, track: Track, tints: Tints, below: Sequence[Item]) -> SpotFaces:
    """The face of every space, on what lies below."""
    options = plan.options
    faces = SpotFaces(order, "face", options.face, options.where_of("face"))
    leads = {link.start: link for link in track.links}
    colors = [tints.resolve(color) for color in options.colors]
    spots = list(track.spots.items())
    for n, (number, spot) in enumerate(spots):
        record = track.records[n] if track.records else None
        link = leads.get(number)
        values = {
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
        if not faces.draw(upright, track.space, values, f"space {number}", where, below):
            break
    return faces


def _links(plan: TrackPlan, track: Track, tints: Tints, spaces: Sequence[Item]) -> Iterator[Item]:
    """The links, those that lead far first, so that short ones are not hidden."""

    def far(link: Link) -> float:
        return -math.dist(track.spots[link.start][:2], track.spots[link.to][:2])

    words = [transform_box(text_box(text), matrix) for text, matrix in walk_kind(spaces, Text)] if track.links else ()
    room = LinkRouter(plan.size, words, len(track.links))
    for link in sorted(track.links, key=far):
        look = plan.options.look_of(link.kind)
        if look is not None:
            one, other = (_anchor(plan, track, number) for number in (link.start, link.to))
            ends = _shorten_ends(one, other, _FROM_MIDDLE * min(track.space))
            yield Place(Group(tuple(draw_link(look.draw, *ends, _brush(look, tints), room))))


def _anchor(plan: TrackPlan, track: Track, number: int) -> Spot:
    """Where links of a space start and end."""
    (x, y, turn), (across, down) = track.spots[number], plan.options.anchor
    return Spot(x + (across - 0.5) * track.space[0], y + (down - 0.5) * track.space[1], turn)


def _shorten_ends(one: Spot, other: Spot, by: float) -> tuple[Point, Point]:
    """Two points, each moved towards the other."""
    far = math.dist(one[:2], other[:2]) or 1.0
    t = min(0.3, by / far)
    (x, y), (u, v) = one[:2], other[:2]
    return (x + (u - x) * t, y + (v - y) * t), (u + (x - u) * t, v + (y - v) * t)


KIND = Kind(
    "track",
    compose_track,
    options=TrackOptions,
    load=load_track,
    takes=("list", "record", "front", "size"),
    shapes={"links": tuple[Link, ...]},
)
