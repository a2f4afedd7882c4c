"""The things of a product and what a machine wants come in; how they lie on its sheets goes out.

Cards of a size that has a named layout lie as that says, so that its template cuts them. All others lie as close as
they can between the marks, in the middle of the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from printgen.base.budget import within
from printgen.base.geometry import Box
from printgen.base.units import mm
from printgen.drawing.extent import around
from printgen.drawing.model import Drawing
from printgen.drawing.outlines import circle
from printgen.drawing.pieces import Piece
from printgen.exports.cutting.sheets import CutSheet, Laid, Marks, Way
from printgen.exports.parcel import Thing
from printgen.sheets.cut_layouts import MarkSizes, Named
from printgen.sheets.grid import SLACK, Grid
from printgen.sheets.nest import Lot, nested

_SAME = mm(0.1)
"""Sizes that differ by no more are one: those in inches are rounded somewhere."""


class Room(NamedTuple):
    """Where things may lie on a page: within a box in its middle, in points."""

    way: Way
    width: float
    height: float

    def takes(self, thing: Thing) -> bool:
        """Whether a thing has room in it, turned or not."""
        box = thing.box
        across, down = (box.w, box.h), (box.h, box.w)
        return any(w <= self.width + SLACK and h <= self.height + SLACK for w, h in (across, down))


def fits(thing: Thing, named: Named) -> bool:
    """Whether a thing is of the size and the shape that a named layout is for."""
    sides, wanted = sorted((thing.box.w, thing.box.h)), sorted(named.card.size)
    if any(abs(a - b) > _SAME for a, b in zip(sides, wanted, strict=True)):
        return False
    if not named.card.round:
        return thing.piece.cut is None
    width = thing.box.w
    return thing.piece.cut is not None and _alike(thing, circle(width / 2, width / 2, width / 2))


def _alike(thing: Thing, outline: tuple[tuple[object, ...], ...]) -> bool:
    """Whether the outline of a thing is that of a disc: as many steps, each of them a curve."""
    return [step[0] for step in thing.outline] == [step[0] for step in outline]


def in_layout(things: Sequence[Thing], named: Named, way: Way) -> list[CutSheet]:
    """Sheets of things that all fit a named layout: its cells, row by row."""
    wide, high = named.card.size
    grid = Grid(*way.page, wide, high, named.rows.columns, named.rows.rows, way.gap)
    laid = list[Laid]()
    for index, thing in enumerate(_counted(things)):
        cell = grid.cell(index % grid.capacity)
        x, y = cell.x + cell.w / 2, cell.y + cell.h / 2
        turned = (thing.box.w > thing.box.h) != (cell.w > cell.h)
        w, h = (thing.box.h, thing.box.w) if turned else (thing.box.w, thing.box.h)
        laid.append(Laid(thing, Box(x - w / 2, y - h / 2, w, h), turned))
    pages = [laid[start : start + grid.capacity] for start in range(0, len(laid), grid.capacity)]
    return _sheets(way, pages)


def packed(things: Sequence[Thing], rooms: Sequence[Room]) -> tuple[list[list[CutSheet]], list[Thing]]:
    """Batches of sheets for things of any size, each in the room that takes the most of them on the fewest sheets.

    The things that no room takes are left over.
    """
    batches, rest = list[list[CutSheet]](), list(things)
    while rest:
        found: tuple[int, int, list[list[Laid]], Room] | None = None
        for room in rooms:
            taken = [thing for thing in rest if room.takes(thing)]
            pages = _nested(taken, room) if taken else []
            if pages and (found is None or (-len(taken), len(pages)) < found[:2]):
                found = (-len(taken), len(pages), pages, room)
        if found is None:
            return batches, rest
        *_, pages, room = found
        batches.append(_sheets(room.way, _centred(pages, room.way.page)))
        rest = [thing for thing in rest if not room.takes(thing)]
    return batches, rest


def _nested(things: Sequence[Thing], room: Room) -> list[list[Laid]]:
    """The things on pages as large as a room."""
    blanks, of = list[Piece](), dict[int, Thing]()
    for thing in things:
        # Of a thing, only what is left once it is cut takes room.
        blank = Piece(thing.name, Drawing(thing.box.w, thing.box.h), cut=thing.outline, copies=thing.copies,
                      layout=thing.piece.layout)  # fmt: skip
        blanks.append(blank)
        of[id(blank)] = thing
    gap = room.way.gap
    pages = nested([*_lots(blanks, gap)], (room.width, room.height), 0.0, gap, 0.0)
    return [[Laid(of[id(spot.piece)], spot.cell, spot.turned) for spot in spots] for spots in pages]


def _lots(pieces: Iterable[Piece], gap: float) -> Iterator[Lot]:
    """Pieces by size and by how they lie, copies counted out."""
    groups: dict[tuple[float, float, bool, bool], list[Piece]] = {}
    for piece in pieces:
        comb = piece.layout == "honeycomb"
        size = round(piece.front.width, 3), round(piece.front.height, 3)
        groups.setdefault((*size, comb, comb and _pointed(piece)), []).append(piece)
    for (*_, comb, pointed), group in groups.items():
        counted, first = tuple(piece for piece in group for _ in range(piece.copies)), group[0].front
        yield Lot(counted, first.width, first.height, gap / 2, comb, pointed)


def _pointed(piece: Piece) -> bool:
    """Whether a hexagon has a corner in the middle of its top."""
    points = (step[1:3] for step in piece.cut or () if step[0] in "ML")
    return any(abs(x - piece.front.width / 2) < 1 and abs(y) < 1 for x, y in points)


def _centred(pages: Sequence[Sequence[Laid]], page: tuple[float, float]) -> list[list[Laid]]:
    """The same pages with the box around what lies on any of them in the middle."""
    box = around(one.cell for laid in pages for one in laid)
    x, y = (page[0] - box.w) / 2 - box.x, (page[1] - box.h) / 2 - box.y
    return [sorted((one.moved(x, y) for one in laid), key=_reading) for laid in pages]


def _reading(laid: Laid) -> tuple[float, float]:
    return round(laid.cell.y, 1), round(laid.cell.x, 1)


def _sheets(way: Way, pages: Sequence[Sequence[Laid]]) -> list[CutSheet]:
    within("sheets", len(pages))
    return [CutSheet(way, tuple(laid), number, len(pages)) for number, laid in enumerate(pages, 1)]


def _counted(things: Iterable[Thing]) -> Iterator[Thing]:
    return (thing for thing in things for _ in range(thing.copies))


def lengthened(sheets: Sequence[CutSheet], sizes: MarkSizes) -> list[CutSheet]:
    """The same sheets with marks as long as they may be beside what lies there, to a tenth of a millimetre."""
    way = sheets[0].way
    assert way.marks is not None
    box, half = around(sheet.box for sheet in sheets), way.marks.thickness / 2
    room = max(box.x, box.y) - way.marks.inset - half - sizes.clear / 2
    longest = min(sizes.longest, mm(int(room / mm(0.1)) * 0.1))
    marks: Marks = replace(way.marks, length=max(sizes.shortest, longest))
    return [replace(sheet, way=replace(way, marks=marks)) for sheet in sheets]
