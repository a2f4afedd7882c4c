"""The pages of sheets for cutting machines: fronts and backs with registration marks, and words in a margin."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from printgen.base.units import chain, mm, rotate, to_mm, translate
from printgen.drawing.fonts import face
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place, Stroke
from printgen.drawing.outlines import bounds, polygon, polyline
from printgen.drawing.words import CENTER, center_run
from printgen.exports.bundle import Component, Side
from printgen.exports.cut_sheets import CutSheet, SheetLayout, SheetSpot
from printgen.sheets.grid import back_position
from printgen.sheets.marks import FONT
from printgen.sheets.sheet import CutWords

_BLACK = "#000000"
_CROSS_STROKE = Stroke(_BLACK, mm(0.2))
_FONT_SIZES = (7.0, 6.0, 5.0)
"""The sizes that words in a margin may have, in points, the best first."""
_EDGES = (mm(6.35), mm(3.5))
"""How near to the edge of the paper words may be: where every printer prints, or else where most do, in points."""


class PagePainter:
    """Draws the pages of sheets, and equal sides once; words keep `clear` points away from marks."""

    def __init__(self, clear: float) -> None:
        self._clear = clear
        self._sides: dict[tuple[object, ...], Drawing] = {}

    def front(self, sheet: CutSheet, words: Iterable[str]) -> Drawing:
        """The front of a sheet, with words in one of its margins."""
        items = [*self._pictures(sheet, "front"), *_marks(sheet), *_margin_words(sheet, words, self._clear)]
        return Drawing(*sheet.layout.page, tuple(items))

    def back(self, sheet: CutSheet) -> Drawing:
        """The back of a sheet, for a printer that turns it over its long edge."""
        return Drawing(*sheet.layout.page, tuple(self._pictures(sheet, "back")))

    def _pictures(self, sheet: CutSheet, side: Side) -> Iterator[Item]:
        """The sides of all components, each with as much bleed as half the gap between them has room for."""
        page = None if side == "front" else sheet.layout.page
        for spot in sheet.spots:
            if side == "front" or spot.component.piece.back is not None:
                grow = min(spot.component.bleed, sheet.layout.gap / 2)
                yield from _place(spot, self._side(spot.component, side, grow), page, grow)

    def _side(self, component: Component, side: Side, grow: float) -> Drawing:
        """A side of a component with `grow` points of bleed; equal sides are drawn once."""
        piece = component.piece
        face_drawing = piece.front if side == "front" else piece.back
        key = (face_drawing and face_drawing.key, side, component.box, grow)
        if key not in self._sides:
            drawing = component.side(side, grow)
            if piece.layout == "honeycomb":
                # Boxes of neighbours in a honeycomb overlap.
                inside = Group(drawing.items, _grown_hexagon(component.outline, grow))
                drawing = Drawing(drawing.width, drawing.height, (Place(inside),))
            self._sides[key] = drawing
        return self._sides[key]


def cut_area_drawing(sheet: CutSheet, side: Side = "front") -> Drawing:
    """The box around all cuts of a sheet, empty outside of the cuts; backs lie behind their fronts."""
    box, items = sheet.box, list[Item]()
    # A back is placed as on a page of which that box is the middle, turned like a page of a book.
    page = None if side == "front" else (2 * box.x + box.w, 1e6)
    for spot in sheet.spots:
        component = spot.component
        if side == "front" or component.piece.back is not None:
            drawing = component.side(side, clip=True)
            if not component.piece.cut:
                drawing = drawing._replace(items=(Place(Group(drawing.items, sheet.layout.edge(component))),))
            items += _place(spot, drawing, page)
    return Drawing(box.w, box.h, (Place(Group(tuple(items)), translate(-box.x, -box.y)),))


def _marks(sheet: CutSheet) -> Iterator[Item]:
    """The registration marks and crosses of a sheet."""
    if sheet.layout.marks:
        for shape in sheet.layout.marks.shapes(sheet.layout.page):
            yield Path(polygon(shape), _BLACK)
    for arm in sheet.layout.cross_arms():
        yield Path(polyline(arm), None, _CROSS_STROKE)


def _place(
    spot: SheetSpot, drawing: Drawing, back_page: tuple[float, float] | None = None, grow: float = 0.0
) -> list[Item]:
    """A side of a component at its spot, or behind it on a page of a size that is turned over its long edge."""
    at = spot.matrix
    if back_page:
        at = back_position(at, spot.component.box.w, back_page, back_page[1] >= back_page[0])
    return [Place(item.group, chain(at, translate(-grow, -grow), item.matrix))
            for item in drawing.items if isinstance(item, Place)]  # fmt: skip


def _grown_hexagon(outline: Outline, margin: float) -> Outline:
    """A regular hexagon whose edges are `margin` further out, from the top left of its box, which grows as well."""
    box = bounds(outline)
    # All edges of a regular hexagon are equally far from its middle: half of its smaller side.
    factor = 1 + margin / (min(box.w, box.h) / 2)
    middle_x, middle_y = box.x + box.w / 2, box.y + box.h / 2
    return polygon(
        (middle_x + factor * (x - middle_x) + margin, middle_y + factor * (y - middle_y) + margin)
        for _, x, y in outline[:-1]
    )


def words_for(sheet: CutSheet, words: CutWords, game: str, title: str) -> Iterator[str]:
    """The texts of a sheet's margin: the number of the sheet, its layout, and the numbers of its marks."""
    layout = sheet.layout
    yield words.sheet.format(game=game, product=title, number=sheet.number, total=sheet.total)
    if layout.marks:
        inset, thickness, length = map(millimetres, (layout.marks.inset, layout.marks.thickness, layout.marks.length))
        yield words.layout.format(layout=layout.name, inset=inset, thickness=thickness, length=length)


def millimetres(points: float) -> str:
    """A length in points as a readable number of millimetres, such as "12.7"."""
    return f"{round(to_mm(points), 2):g}"


def _corner_zone(layout: SheetLayout, clear: float) -> float:
    """The distance of words from the corners of the paper, in points, clear of anything printed there."""
    if layout.marks:
        return layout.marks.zone(clear)
    return layout.cross + layout.arm + clear if layout.cross else mm(6.35)


def _margin_words(sheet: CutSheet, words: Iterable[str], clear: float) -> list[Item]:
    """Words on one line in the margin that allows the largest letters, clear of marks and cuts; none if none does."""
    (width, height), layout = sheet.layout.page, sheet.layout
    # Words that the margin font cannot print are left out: a title stands on the pieces anyway.
    line = "     ".join(word for word in words if not face(FONT).missing(word))
    zone = _corner_zone(layout, clear)
    block = sheet.box.grown(layout.gap / 2 + mm(0.3))
    for edge, size in product(_EDGES, _FONT_SIZES):
        line_width = face(FONT).width(line) * size
        # Of each margin its depth, its length, the middle of the line in it, and how the line is turned.
        for depth, length, middle, degrees in (
            (height - block.bottom, width, (width / 2, height - edge - size / 2), 0),
            (block.y, width, (width / 2, edge + size / 2), 0),
            (block.x, height, (edge + size / 2, height / 2), 270),
            (width - block.right, height, (width - edge - size / 2, height / 2), 90),
        ):
            if edge + size <= depth and line_width <= length - 2 * max(zone, edge):
                text = center_run(0, 0, line, FONT, size, _BLACK, CENTER)
                return [Place(Group((text,)), chain(translate(*middle), rotate(degrees)))]
    return []
