"""The pages of sheets with marks, and the SVG and DXF files that machines cut by."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from itertools import product
from xml.sax.saxutils import escape, quoteattr

from printgen.base.units import chain, mm, rotate, to_mm, translate
from printgen.drawing.extent import flatten
from printgen.drawing.fonts import face
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place, Stroke
from printgen.drawing.outlines import bounds, polygon, polyline
from printgen.drawing.words import CENTER, center_run
from printgen.exports.bundle import Component, Side
from printgen.exports.cut_sheets import CutSheet, SheetLayout, SheetSpot
from printgen.sheets.cutting import CutWords
from printgen.sheets.grid import back_position
from printgen.sheets.marks import FONT

_BLACK = "#000000"
_CROSS = Stroke(_BLACK, mm(0.2))
_SIZES = (7.0, 6.0, 5.0)
_EDGES = (mm(6.35), mm(3.5))
"""How near to the edge of the paper words stand: where every printer prints, or else where most do."""


class PagePainter:
    """Makes the pages of sheets; what many things show, such as a back, is made once. `clear` is what words keep from
    marks, in points."""

    def __init__(self, clear: float) -> None:
        self._clear = clear
        self._sides: dict[tuple[object, ...], Drawing] = {}

    def front(self, sheet: CutSheet, words: Iterable[str]) -> Drawing:
        """The front of a sheet, with words in its margins."""
        items = [*self._pictures(sheet, "front"), *marks_of(sheet), *_margin_words(sheet, words, self._clear)]
        return Drawing(*sheet.layout.page, tuple(items))

    def back(self, sheet: CutSheet) -> Drawing:
        """The back of a sheet, for a printer that turns it over its long edge."""
        return Drawing(*sheet.layout.page, tuple(self._pictures(sheet, "back")))

    def _pictures(self, sheet: CutSheet, side: Side) -> Iterator[Item]:
        """What shows of things: each with as much bleed as half the gap between them has room for."""
        page = None if side == "front" else sheet.layout.page
        for spot in sheet.spots:
            if side == "front" or spot.component.piece.back is not None:
                grow = min(spot.component.bleed, sheet.layout.gap / 2)
                yield from _place(spot, self._side(spot.component, side, grow), page, grow)

    def _side(self, component: Component, side: Side, grow: float) -> Drawing:
        """A side of a component with so much bleed, made once for all components that show the same."""
        piece = component.piece
        shown = piece.front if side == "front" else piece.back
        key = (shown and shown.key, side, component.box, grow)
        if key not in self._sides:
            drawing = component.side(side, grow)
            if piece.layout == "honeycomb":
                # Boxes of neighbours in a honeycomb lie over each other.
                inside = Group(drawing.items, _grown_hexagon(component.outline, grow))
                drawing = Drawing(drawing.width, drawing.height, (Place(inside),))
            self._sides[key] = drawing
        return self._sides[key]


def cut_area_drawing(sheet: CutSheet, side: Side = "front") -> Drawing:
    """The box around all cuts of a sheet, with nothing outside of them; backs lie as they do behind their fronts."""
    box, items = sheet.box, list[Item]()
    # A back lies as on a page of which that box is the middle, turned like that of a book.
    page = None if side == "front" else (2 * box.x + box.w, 1e6)
    for spot in sheet.spots:
        component = spot.component
        if side == "front" or component.piece.back is not None:
            drawing = component.side(side, clip=True)
            if not component.piece.cut:
                drawing = drawing._replace(items=(Place(Group(drawing.items, sheet.layout.edge(component))),))
            items += _place(spot, drawing, page)
    return Drawing(box.w, box.h, (Place(Group(tuple(items)), translate(-box.x, -box.y)),))


def marks_of(sheet: CutSheet) -> Iterator[Item]:
    """The registration marks, or crosses, of a sheet."""
    if sheet.layout.marks:
        for shape in sheet.layout.marks.shapes(sheet.layout.page):
            yield Path(polygon(shape), _BLACK)
    for arm in crosses_of(sheet):
        yield Path(polyline(arm), None, _CROSS)


def crosses_of(sheet: CutSheet) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The arms of the crosses in the corners of a sheet, in points."""
    layout = sheet.layout
    if layout.cross:
        for x, y in product(*((layout.cross, side - layout.cross) for side in layout.page)):
            yield (x - layout.arm, y), (x + layout.arm, y)
            yield (x, y - layout.arm), (x, y + layout.arm)


def _place(
    spot: SheetSpot, drawing: Drawing, back_page: tuple[float, float] | None = None, grow: float = 0.0
) -> list[Item]:
    """A side of a component where it lies, or behind that on a page of a size that is turned over its long edge."""
    at = spot.matrix
    if back_page:
        at = back_position(at, spot.component.box.w, back_page, back_page[1] >= back_page[0])
    return [Place(item.group, chain(at, translate(-grow, -grow), item.matrix))
            for item in drawing.items if isinstance(item, Place)]  # fmt: skip


def _grown_hexagon(outline: Outline, margin: float) -> Outline:
    """The outline of a hexagon with its edges moved outward, from the top left of its box, which grows as well."""
    box = bounds(outline)
    # All edges of a regular hexagon are equally far from its middle: half of its smaller side.
    factor = 1 + margin / (min(box.w, box.h) / 2)
    x, y = box.x + box.w / 2, box.y + box.h / 2
    points = ((x + factor * (a - x) + margin, y + factor * (b - y) + margin) for _, a, b in outline[:-1])
    return polygon(points)


def words_for(sheet: CutSheet, words: CutWords, game: str, title: str) -> Iterator[str]:
    """The lines that stand on a sheet: which it is, and its layout with the numbers of its marks."""
    layout = sheet.layout
    yield words.sheet.format(game=game, product=title, number=sheet.number, total=sheet.total)
    if layout.marks:
        inset, thickness, length = map(millimetres, (layout.marks.inset, layout.marks.thickness, layout.marks.length))
        yield words.layout.format(layout=layout.name, inset=inset, thickness=thickness, length=length)


def millimetres(points: float) -> str:
    """A length in millimetres, as people read it."""
    return f"{round(to_mm(points), 2):g}"


def _corner_zone(layout: SheetLayout, clear: float) -> float:
    """How far from the corners of the paper words stay, clear of what is printed there."""
    if layout.marks:
        return layout.marks.zone(clear)
    return layout.cross + layout.arm + clear if layout.cross else mm(6.35)


def _margin_words(sheet: CutSheet, words: Iterable[str], clear: float) -> list[Item]:
    """Words in a margin: all in one line, as large as has room at any edge of the paper, clear of marks and things.

    None where there is no such room.
    """
    (width, height), layout = sheet.layout.page, sheet.layout
    # Words that the margin font cannot print are left out: a title stands on the pieces anyway.
    line = "     ".join(word for word in words if not face(FONT).missing(word))
    zone = _corner_zone(layout, clear)
    block = sheet.box.grown(layout.gap / 2 + mm(0.3))
    for edge, size in product(_EDGES, _SIZES):
        long, high = face(FONT).width(line) * size, size
        for depth, side, at in (
            (height - block.bottom, width, (width / 2, height - edge - high / 2, 0)),
            (block.y, width, (width / 2, edge + high / 2, 0)),
            (block.x, height, (edge + high / 2, height / 2, 270)),
            (width - block.right, height, (width - edge - high / 2, height / 2, 90)),
        ):
            if edge + high <= depth and long <= side - 2 * max(zone, edge):
                text = center_run(0, 0, line, FONT, size, _BLACK, CENTER)
                return [Place(Group((text,)), chain(translate(*at[:2]), rotate(at[2])))]
    return []


SVG_COLORS = {"Cut": "#ff0000", "Kiss": "#00a000", "Score": "#0000ff"}
"""The colour of the lines of each layer."""
WIDTH = 0.1
"""How wide all lines are, in millimetres."""
_STRAY = 0.01
"""How far a line of a DXF file may be from its curve, in millimetres."""


def svg_of(sheet: CutSheet, title: str, marks: bool) -> bytes:
    """The SVG file that a machine cuts by; `marks` says whether it has the marks of the page."""
    width, height = (decimal_text(to_mm(side)) for side in sheet.layout.page)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
        f' width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}" version="1.1">',
        f"<title>{escape(title)}</title>",
        *_layer("Regmarks", "", _svg_marks(sheet) if marks else iter(())),
    ]
    for name, color in SVG_COLORS.items():
        style = f' fill="none" stroke="{color}" stroke-width="{WIDTH}"'
        paths = (f'<path d="{path_data(line)}"/>' for layer, line in sheet.lines if layer == name)
        lines += _layer(name, style, paths)
    return "\n".join([*lines, "</svg>", ""]).encode()


def _layer(name: str, style: str, elements: Iterator[str]) -> Iterator[str]:
    yield f'<g id={quoteattr(name)} inkscape:label={quoteattr(name)} inkscape:groupmode="layer"{style}>'
    yield from elements
    yield "</g>"


def _svg_marks(sheet: CutSheet) -> Iterator[str]:
    if sheet.layout.marks:
        for shape in sheet.layout.marks.shapes(sheet.layout.page):
            points = " ".join(f"{decimal_text(to_mm(x))},{decimal_text(to_mm(y))}" for x, y in shape)
            yield f'<polygon points="{points}" fill="#000000"/>'
    for start, end in crosses_of(sheet):
        (a, b), (c, d) = ((decimal_text(to_mm(x)), decimal_text(to_mm(y))) for x, y in (start, end))
        yield f'<path d="M {a} {b} L {c} {d}" fill="none" stroke="#000000" stroke-width="{WIDTH}"/>'


def path_data(line: Outline) -> str:
    """A line as the data of a path."""
    return " ".join(" ".join((step, *map(decimal_text, numbers))) for step, *numbers in line)


def decimal_text(value: float) -> str:
    """A number with four digits behind the point, without needless zeros."""
    return f"{round(value, 4) + 0.0:.4f}".rstrip("0").rstrip(".")


DXF_COLORS = {"CUT": 1, "KISS": 3, "SCORE": 5, "REGMARKS": 7}
"""The layers, each with the number of its colour: red, green, blue and black."""
_TYPE, _NAME, _LAYER, _COLOR, _FLAGS = 0, 2, 8, 62, 70
"""The group codes of DXF: what the value of a pair is."""

Pair = tuple[int, object]


def dxf_of(sheet: CutSheet) -> bytes:
    """The DXF file that a machine cuts by.

    Crosses are in it, since they are to be seen, and no registration marks, which programs make.
    """
    height = to_mm(sheet.layout.page[1])
    lines = [(layer.upper(), line) for layer, line in sheet.lines]
    crosses = ([(to_mm(x), to_mm(y)) for x, y in arm] for arm in crosses_of(sheet))
    lines += (("REGMARKS", polyline(arm)) for arm in crosses)
    pairs = [*_header(to_mm(sheet.layout.page[0]), height), *_tables(), *_section("ENTITIES", _entities(lines, height))]
    return "".join(f"{code}\r\n{value}\r\n" for code, value in (*pairs, (_TYPE, "EOF"))).encode("ascii")


def _section(name: str, pairs: Iterable[Pair]) -> Iterator[Pair]:
    yield from ((_TYPE, "SECTION"), (_NAME, name), *pairs, (_TYPE, "ENDSEC"))


def _header(width: float, height: float) -> Iterator[Pair]:
    far = ((10, decimal_text(width)), (20, decimal_text(height)))
    near = ((10, "0"), (20, "0"))
    corners = ((9, "$EXTMIN"), *near, (30, "0"), (9, "$EXTMAX"), *far, (30, "0"))
    return _section("HEADER", ((9, "$ACADVER"), (1, "AC1009"), *corners, (9, "$LIMMIN"), *near, (9, "$LIMMAX"), *far))


def _tables() -> Iterator[Pair]:
    solid = ((_TYPE, "LTYPE"), (_NAME, "CONTINUOUS"), (_FLAGS, 0), (3, "Solid line"), (72, 65), (73, 0), (40, "0"))
    layers = [(_TYPE, "LAYER"), (_NAME, "0"), (_FLAGS, 0), (_COLOR, 7), (6, "CONTINUOUS")]
    for name, color in DXF_COLORS.items():
        layers += ((_TYPE, "LAYER"), (_NAME, name), (_FLAGS, 0), (_COLOR, color), (6, "CONTINUOUS"))
    tables = (
        (_TYPE, "TABLE"), (_NAME, "LTYPE"), (_FLAGS, 1), *solid, (_TYPE, "ENDTAB"),
        (_TYPE, "TABLE"), (_NAME, "LAYER"), (_FLAGS, len(DXF_COLORS) + 1), *layers, (_TYPE, "ENDTAB"),
    )  # fmt: skip
    return _section("TABLES", tables)


def _entities(lines: Iterable[tuple[str, Outline]], height: float) -> Iterator[Pair]:
    """Polylines, y up; curves are straight lines in them, nowhere more than `_STRAY` off."""
    for layer, line in lines:
        ((first, *others),) = flatten(line, _STRAY, least=2)
        closed = line[-1][0] == "Z"
        points = [first, *(others[:-1] if closed and math.dist(others[-1], first) < _STRAY else others)]
        yield from (
            (_TYPE, "POLYLINE"),
            (_LAYER, layer),
            (66, 1),
            (10, "0"),
            (20, "0"),
            (30, "0"),
            (_FLAGS, int(closed)),
        )
        for x, y in points:
            yield from (
                (_TYPE, "VERTEX"),
                (_LAYER, layer),
                (10, decimal_text(x)),
                (20, decimal_text(height - y)),
                (30, "0"),
            )
        yield from ((_TYPE, "SEQEND"), (_LAYER, layer))
