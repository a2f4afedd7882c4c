"""Tracks of numbered spaces: their options, and places in rows, in spirals, along the edge or through points."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Any, ClassVar, Literal, NamedTuple, get_args

from pydantic import Field

from printgen.base.errors import Finding
from printgen.base.units import mm, to_mm
from printgen.drawing.outlines import Point
from printgen.game.records import Loading, Record
from printgen.kinds.board.curves import CurvePoint, even_points, smooth_curve
from printgen.kinds.board.plan import BoardPoint, FixedPlan, Tint, unknown
from printgen.kinds.composition import Listed, board_size, entries_of
from printgen.reading.part import Length, Many, Options, Part, Size, length_within

Shape = Literal["snake", "spiral", "ring", "path"]
Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
Draw = Literal["ladder", "slide", "snake", "arrow", "line"]
DRAWN: tuple[Draw, ...] = get_args(Draw)

MOST = 1000
"""The most spaces of a track."""

_Number = Annotated[int, Field(ge=-10_000, le=10_000)]


class Link(Part):
    """A link from one space of a track to another."""

    start: _Number = Field(alias="from", description="the number of the space where it starts")
    to: _Number = Field(description="the number of the space where it ends")
    kind: str = Field(
        "arrow", max_length=64, description="what it is: a name under kinds, or ladder, slide, snake, arrow or line"
    )


class LinkLook(Part):
    """The drawing of a kind of link."""

    short: ClassVar[str] = "draw"
    draw: Draw = Field("arrow", description="a ladder, a slide, a snake, an arrow or a line")
    color: Tint = Field("#B07A3C", description="its colour")
    edge: Tint | None = Field(None, description="the colour of its edges; a darker one when left out")
    width: Annotated[Length, length_within(0.5, 100)] = Field(
        default_factory=lambda: mm(7), description="how wide it is"
    )
    bend: Annotated[float, Field(ge=-1, le=1)] | None = Field(
        None,
        description="how far it swings out to the left, as a share of its length; as little as keeps it off the words "
        "of spaces when left out. A slide and a snake wind, too",
    )


class TrackOptions(Options):
    """The options of a track: its number of spaces, their places, their looks, and their links."""

    count: Annotated[int, Field(ge=1, le=MOST)] | None = Field(
        None, description="how many spaces there are, where no list says it"
    )
    first: _Number = Field(1, description="the number of the first space")
    shape: Shape = Field(
        "snake", description="how they lie: to and fro in rows, round and round, about the edge, or along a path"
    )
    columns: Annotated[int, Field(ge=1, le=100)] = Field(10, description="how many spaces a row of a snake has")
    turns: Annotated[float, Field(ge=0.5, le=20)] = Field(3, description="how often a spiral goes round")
    through: Annotated[Many[BoardPoint], Field(max_length=200)] = Field(
        (), description="the points of a path, each its x and y in millimetres from the top left"
    )
    closed: bool = Field(False, description="whether a path ends where it starts")
    straight: bool = Field(False, description="whether a path goes straight from point to point")
    start: Corner = Field("bottom-left", description="the corner where the first space lies; a path has its own")
    margin: Annotated[Length, length_within(0, 1000)] = Field(
        default_factory=lambda: mm(8), description="how far spaces stay from the edge"
    )
    space: Annotated[Size, length_within(2, 500)] | None = Field(
        None, description="how large a space is; as large as there is room when left out"
    )
    gap: Annotated[Length, length_within(0, 100)] = Field(
        default_factory=lambda: mm(1), description="what is left between spaces without a size"
    )
    turned: bool = Field(False, description="whether spaces turn with the way")
    face: str = Field(
        "track-space", max_length=200, description="the face of a space, or an expression such as space-{{ card.kind }}"
    )
    colors: Annotated[Many[Tint], Field(max_length=50)] = Field(
        (), description="the colours of spaces by turns, which are the color of their face"
    )
    road: Tint | None = Field(None, description="the colour of a band under the spaces, if there is one")
    links: Listed = Field((), description="the links: a list of mappings with from, to and kind, or a file of it")
    anchor: Annotated[Many[Annotated[float, Field(ge=0, le=1)]], Field(min_length=2, max_length=2)] = Field(
        (0.5, 0.5), description="where in a space links start and end: shares of its width and of its height"
    )
    kinds: Annotated[dict[str, LinkLook], Field(max_length=30)] = Field(
        default_factory=dict, description="how links look, by their kind"
    )

    def look_of(self, kind: str) -> LinkLook | None:
        """The drawing of a kind of link; None for an unknown kind."""
        if kind in self.kinds:
            return self.kinds[kind]
        return next((LinkLook(draw=draw) for draw in DRAWN if draw == kind), None)


# How far from its middle a spiral ends, as a share of how far from there it starts, and by how many points a turn of it
# is drawn.
_INNER, _POINTS_A_TURN = 0.16, 90


class TrackRoom(NamedTuple):
    """A board's size and margin in points, its number of spaces, and the gap between two."""

    wide: float
    high: float
    margin: float
    spaces: int
    gap: float

    @property
    def inner(self) -> tuple[float, float]:
        """Width and height inside the margin."""
        return max(1.0, self.wide - 2 * self.margin), max(1.0, self.high - 2 * self.margin)


def place_spaces(options: TrackOptions, room: TrackRoom) -> list[CurvePoint]:
    """The middle of every space, from the first to the last, in points from the top left of the board."""
    places = {"snake": _snake, "spiral": _spiral, "ring": _ring, "path": _path}[options.shape](options, room)
    return places if options.turned else [place._replace(turn=0.0) for place in places]


def size_of(options: TrackOptions, room: TrackRoom, places: list[CurvePoint]) -> tuple[float, float]:
    """The width and height in points for spaces without a size: as large as there is room."""
    wide, high = room.inner
    if options.shape == "snake":
        rows = math.ceil(room.spaces / options.columns)
        return wide / min(options.columns, room.spaces) - room.gap, high / rows - room.gap
    if options.shape == "ring":
        side = _ring_side(room) - room.gap
        return side, side
    apart = min((math.dist(a[:2], b[:2]) for a, b in pairwise(places)), default=min(wide, high))
    if options.shape == "spiral":
        apart = min(apart, min(wide, high) / 2 * (1 - _INNER) / max(1.0, options.turns))
    side = min(apart, mm(60)) * (0.94 if options.turned else 0.86) - room.gap
    if options.shape == "path":
        # The points are the game's own, and may lie a little too near to an edge.
        side = min(side, max(side / 2, 2 * min(min(x, room.wide - x, y, room.high - y) for x, y, _ in places)))
    return side, side


def _mirror_to(corner: Corner, room: TrackRoom, places: list[CurvePoint]) -> list[CurvePoint]:
    """Places that start at the top left, mirrored so that they start at another corner."""
    down, across = corner.split("-")
    if across == "right":
        places = [CurvePoint(room.wide - x, y, 180 - turn) for x, y, turn in places]
    if down == "bottom":
        places = [CurvePoint(x, room.high - y, -turn) for x, y, turn in places]
    return places


def _snake(options: TrackOptions, room: TrackRoom) -> list[CurvePoint]:
    (wide, high), columns = room.inner, min(options.columns, room.spaces)
    rows = math.ceil(room.spaces / columns)
    across, down = wide / columns, high / rows
    places = []
    for n in range(room.spaces):
        row, step = divmod(n, columns)
        column = columns - 1 - step if row % 2 else step
        x, y = room.margin + (column + 0.5) * across, room.margin + (row + 0.5) * down
        places.append(CurvePoint(x, y, 180.0 if row % 2 else 0.0))
    return _mirror_to(options.start, room, places)


def _spiral(options: TrackOptions, room: TrackRoom) -> list[CurvePoint]:
    size = options.space or (0.0, 0.0)
    (wide, high), (cx, cy) = room.inner, (room.wide / 2, room.high / 2)
    # Without a size a space takes about the room between two rounds.
    half = max(size) / 2 or min(wide, high) / 4 * (1 - _INNER) / max(1.0, options.turns)
    rx, ry = max(1.0, wide / 2 - half), max(1.0, high / 2 - half)
    steps = max(2, round(_POINTS_A_TURN * options.turns))
    curve: list[Point] = []
    for n in range(steps + 1):
        share = 1 - (1 - _INNER) * n / steps
        angle = math.radians(-135) + 2 * math.pi * options.turns * n / steps
        curve.append((cx + rx * share * math.cos(angle), cy + ry * share * math.sin(angle)))
    return _mirror_to(options.start, room, even_points(curve, room.spaces))


def _ring_counts(room: TrackRoom) -> tuple[int, int]:
    """The number of steps of a ring along the top and along a side."""
    wide, high = room.inner
    half = max(2, room.spaces // 2)
    across = min(half - 1, max(1, round(half * wide / (wide + high))))
    return across, half - across


def _ring_side(room: TrackRoom) -> float:
    """The greatest width of a space of a ring."""
    (across, down), (wide, high) = _ring_counts(room), room.inner
    return min(wide / (across + 1), high / (down + 1))


def _ring(options: TrackOptions, room: TrackRoom) -> list[CurvePoint]:
    (across, down), half = _ring_counts(room), max(options.space or (_ring_side(room) - room.gap,)) / 2
    left, top = room.margin + half, room.margin + half
    right, bottom = room.wide - left, room.high - top
    if room.spaces % 2 or room.spaces < 4:
        corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
        return _mirror_to(options.start, room, even_points(corners, room.spaces, closed=True))
    places = [CurvePoint(left + (right - left) * n / across, top, 0.0) for n in range(across)]
    places += (CurvePoint(right, top + (bottom - top) * n / down, 90.0) for n in range(down))
    places += (CurvePoint(right - (right - left) * n / across, bottom, 180.0) for n in range(across))
    places += (CurvePoint(left, bottom - (bottom - top) * n / down, -90.0) for n in range(down))
    return _mirror_to(options.start, room, places)


def _path(options: TrackOptions, room: TrackRoom) -> list[CurvePoint]:
    points: list[Point] = [(mm(x), mm(y)) for x, y in options.through]
    if options.straight:
        curve = [*points, points[0]] if options.closed else points
    else:
        curve = smooth_curve(points, options.closed)
    return even_points(curve, room.spaces, options.closed)


_COLUMNS = {"from": "integer", "to": "integer", "kind": "text"}


@dataclass(frozen=True)
class Track:
    """A track: the middle of each space by its number in order, the size of spaces in points, and the links."""

    places: Mapping[int, CurvePoint]
    space_size: tuple[float, float]
    links: tuple[Link, ...]
    records: tuple[Record, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TrackPlan(FixedPlan[Track]):
    """The plan of a product: the one track in its options."""

    options: TrackOptions
    size: tuple[float, float]

    def data(self, board: Track) -> dict[str, Any]:
        names = {number: record.name for number, record in zip(board.places, board.records, strict=False)}
        spaces = [
            {"number": number, "name": names.get(number, str(number)), "x": round(to_mm(x), 2), "y": round(to_mm(y), 2)}
            for number, (x, y, _) in board.places.items()
        ]
        links = [{"from": link.start, "to": link.to, "kind": link.kind} for link in board.links]
        return {"seed": None, "spaces": spaces, "links": links}


def load_track(loading: Loading) -> TrackPlan | None:
    """The plan of a product; None, with findings, for mistakes."""
    product, files = loading.product, loading.files
    options: TrackOptions | None = loading.options_of(TrackOptions)
    size = board_size(loading)
    links = entries_of(files, options, "links", Link, _COLUMNS, MOST) if options else None
    if options is None or size is None or links is None:
        return None
    count = len(product.records) if product.gives("list") else options.count
    faults = [*_check_count(loading, options, count)]
    files.add(faults)
    if faults or not count:
        return None
    room = TrackRoom(*size, options.margin, count, options.gap)
    places = place_spaces(options, room)
    size_of_space = options.space or size_of(options, room, places)
    track = Track(dict(enumerate(places, options.first)), size_of_space, links, product.records)
    faults = [*_off_board(options, track, size), *_wrong_links(options, track)]
    files.add(faults)
    return None if faults else TrackPlan(options=options, size=size, board=track)


def _check_count(loading: Loading, options: TrackOptions, count: int | None) -> Iterator[Finding]:
    """Findings about the number of spaces, and about the settings of their places."""
    product = loading.product
    if product.gives("list") and options.count is not None:
        message = "the list says how many spaces there are, and so does count"
        yield Finding("error", options.where_of("count"), message, "Remove one of them.", "unused-key")
    elif product.gives("list") and len(product.records) > MOST:
        message = f"the list has {len(product.records):,} spaces; a track has {MOST:,} at most"
        yield Finding("error", product.where_of("list"), message, "Shorten it.", "bad-length")
    elif count is None:
        message = "nothing says how many spaces there are"
        yield Finding("error", product.where, message, "Add count:, or list: and record:.", "missing-key")
    if options.shape == "path" and len(options.through) < 2:
        message = f"a path goes through 2 points or more; there are {len(options.through)}"
        yield Finding("error", options.where_of("through"), message, "Add through: [[20, 30], [90, 60]].", "few-points")
    if options.shape != "path" and options.through:
        message = f"the shape {options.shape} goes through no points"
        yield Finding("error", options.key_where_of("through"), message, "Write shape: path.", "unused-key")


def _off_board(options: TrackOptions, track: Track, size: tuple[float, float]) -> Iterator[Finding]:
    """Findings for points and spaces off the board, only the first of each, and for spaces that are too small."""
    where = options.where_of("space" if options.space else "shape")
    wide, high = map(to_mm, size)
    for n, (x, y) in enumerate(options.through):
        if not (0 <= x <= wide and 0 <= y <= high):
            message = f"{x:g}, {y:g} lies off the board, which is {wide:g} x {high:g} mm"
            yield Finding("error", options.where_of("through", n), message, "Write a point of the board.", "off-board")
            return
    if min(track.space_size) < mm(2):
        message = f"{len(track.places)} spaces have no room on the board, or too little"
        hint = "Write fewer spaces, less margin or less gap, or make the board larger."
        yield Finding("error", where, message, hint, "too-small")
        return
    reach = min(track.space_size) / 2 - 0.01
    for number, (x, y, _) in track.places.items():
        if not (reach <= x <= size[0] - reach and reach <= y <= size[1] - reach):
            message = f"space {number} reaches over the edge of the board of {wide:g} x {high:g} mm"
            hint = "Make spaces smaller, or the board larger."
            if options.shape == "path" and not options.space:
                where = options.where_of("through")
                hint = "Move its points inward, write a small space:, or straight: true."
            yield Finding("error", where, message, hint, "off-board")
            return


def _wrong_links(options: TrackOptions, track: Track) -> Iterator[Finding]:
    first, last = min(track.places), max(track.places)
    for link in track.links:
        for key, number in (("from", link.start), ("to", link.to)):
            if number not in track.places:
                message = f"there is no space {number}; the spaces are {first} to {last}"
                yield Finding("error", link.where_of(key), message, "Write one of them.", "unknown-space")
        if link.start == link.to:
            message = f"the link leads from space {link.start} to itself"
            yield Finding("error", link.where_of("to"), message, "Write another space.", "unknown-space")
        if options.look_of(link.kind) is None:
            yield unknown(link.where_of("kind"), "kind has the unknown value", link.kind, (*options.kinds, *DRAWN))
