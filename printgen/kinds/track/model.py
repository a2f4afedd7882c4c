"""What a track is: a product's options come in; its spaces in their places, and the links between them, go out."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from printgen.base.errors import Finding, unknown
from printgen.base.units import mm, to_mm
from printgen.game.boards import FixedPlan
from printgen.game.records import Loading, Record
from printgen.kinds.courses import Spot
from printgen.kinds.lists_of import board_size, entries_of
from printgen.kinds.track.options import DRAWN, MOST, Link, TrackOptions
from printgen.kinds.track.ways import Room, laid_out, size_of
from printgen.reading.scalars import shortened

_COLUMNS = {"from": "integer", "to": "integer", "kind": "text"}


@dataclass(frozen=True)
class Track:
    """A track: its spaces by number in order, the size of each, and its links."""

    spots: Mapping[int, Spot]
    space: tuple[float, float]
    links: tuple[Link, ...]
    records: tuple[Record, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TrackPlan(FixedPlan[Track]):
    """What a product prints: the one track that its options say."""

    options: TrackOptions
    size: tuple[float, float]

    def data(self, board: Track) -> dict[str, Any]:
        names = {number: record.name for number, record in zip(board.spots, board.records, strict=False)}
        spaces = [
            {"number": number, "name": names.get(number, str(number)), "x": round(to_mm(x), 2), "y": round(to_mm(y), 2)}
            for number, (x, y, _) in board.spots.items()
        ]
        links = [{"from": link.start, "to": link.to, "kind": link.kind} for link in board.links]
        return {"seed": None, "spaces": spaces, "links": links}


def load_track(loading: Loading) -> TrackPlan | None:
    """What a product prints; None, with findings, where anything is wrong."""
    product, files = loading.product, loading.files
    options: TrackOptions | None = loading.options_of(TrackOptions)
    size = board_size(loading)
    links = entries_of(files, options, "links", Link, _COLUMNS, MOST) if options else None
    if options is None or size is None or links is None:
        return None
    count = len(product.records) if product.gives("list") else options.count
    faults = [*_uncounted(loading, options, count)]
    files.add(faults)
    if faults or not count:
        return None
    room = Room(*size, options.margin, count, options.gap)
    spots = laid_out(options, room)
    space = options.space or size_of(options, room, spots)
    track = Track(dict(enumerate(spots, options.first)), space, links, product.records)
    faults = [*_off_board(options, track, size), *_wrong_links(options, track)]
    files.add(faults)
    return None if faults else TrackPlan(options=options, size=size, board=track)


def _uncounted(loading: Loading, options: TrackOptions, count: int | None) -> Iterator[Finding]:
    """What is wrong with how many spaces there are, and with what says where they lie."""
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
    """Spaces that lie off the board, or over each other."""
    where = options.where_of("space" if options.space else "shape")
    wide, high = map(to_mm, size)
    for n, (x, y) in enumerate(options.through):
        if not (0 <= x <= wide and 0 <= y <= high):
            message = f"{x:g}, {y:g} lies off the board, which is {wide:g} x {high:g} mm"
            yield Finding("error", options.where_of("through", n), message, "Write a point of the board.", "off-board")
            return
    if min(track.space) < mm(2):
        message = f"{len(track.spots)} spaces have no room on the board, or too little"
        hint = "Write fewer spaces, less margin or less gap, or make the board larger."
        yield Finding("error", where, message, hint, "too-small")
        return
    reach = min(track.space) / 2 - 0.01
    for number, (x, y, _) in track.spots.items():
        if not (reach <= x <= size[0] - reach and reach <= y <= size[1] - reach):
            message = f"space {number} reaches over the edge of the board of {wide:g} x {high:g} mm"
            hint = "Make spaces smaller, or the board larger."
            if options.shape == "path" and not options.space:
                where, hint = (
                    options.where_of("through"),
                    "Move its points inward, write a small space:, or straight: true.",
                )
            yield Finding("error", where, message, hint, "off-board")
            return


def _wrong_links(options: TrackOptions, track: Track) -> Iterator[Finding]:
    first, last = min(track.spots), max(track.spots)
    for link in track.links:
        for key, number in (("from", link.start), ("to", link.to)):
            if number not in track.spots:
                message = f"there is no space {number}; the spaces are {first} to {last}"
                yield Finding("error", link.where_of(key), message, "Write one of them.", "unknown-space")
        if link.start == link.to:
            message = f"the link leads from space {link.start} to itself"
            yield Finding("error", link.where_of("to"), message, "Write another space.", "unknown-space")
        if options.look_of(link.kind) is None:
            message = "kind has the unknown value"
            known = (*options.kinds, *DRAWN)
            what = f'{message} "{shortened(link.kind)}"'
            yield unknown(link.where_of("kind"), "unknown-value", what, link.kind, known)
