"""Sheets come in; their pages go out: pictures with a little bleed, the marks that a machine reads, and words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import product

from printgen.base.geometry import compose, rotate, translate
from printgen.base.units import mm, to_mm
from printgen.drawing.fonts import face
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place, Stroke
from printgen.drawing.outlines import bounds, polygon, polyline
from printgen.drawing.words import CENTER, middled
from printgen.exports.cutting.sheets import CutSheet, Laid, edge_of
from printgen.exports.parcel import Side, Thing
from printgen.sheets.cut_layouts import CutWords
from printgen.sheets.furnishings import FONT
from printgen.sheets.grid import behind

_BLACK = "#000000"
_CROSS = Stroke(_BLACK, mm(0.2))
_SIZES = (7.0, 6.0, 5.0)
_EDGES = (mm(6.35), mm(3.5))
"""How near to the edge of the paper words stand: where every printer prints, or else where most do."""


class Pages:
    """Makes the pages of sheets; what many things show, such as a back, is made once. `clear` is what words keep from
    marks, in points."""

    def __init__(self, clear: float) -> None:
        self._clear = clear
        self._sides: dict[tuple[object, ...], tuple[Drawing, Thing]] = {}

    def front(self, sheet: CutSheet, words: Iterable[str]) -> Drawing:
        """The front of a sheet, with words in its margins."""
        items = [*self._pictures(sheet, "front"), *marks_of(sheet), *_words(sheet, words, self._clear)]
        return Drawing(*sheet.way.page, tuple(items))

    def back(self, sheet: CutSheet) -> Drawing:
        """The back of a sheet, for a printer that turns it over its long edge."""
        return Drawing(*sheet.way.page, tuple(self._pictures(sheet, "back")))

    def _pictures(self, sheet: CutSheet, side: Side) -> Iterator[Item]:
        """What shows of things: each with as much bleed as half the gap between them has room for."""
        page = None if side == "front" else sheet.way.page
        for one in sheet.laid:
            if side == "front" or one.thing.piece.back is not None:
                grow = min(one.thing.bleed, sheet.way.gap / 2)
                yield from _placed(one, self._side(one.thing, side, grow), page, grow)

    def _side(self, thing: Thing, side: Side, grow: float) -> Drawing:
        piece = thing.piece
        key = (id(piece.front if side == "front" else piece.back), side, thing.box, grow)
        if key not in self._sides:
            drawn = thing.side(side, grow)
            if piece.layout == "honeycomb":
                # Boxes of neighbours in a honeycomb lie over each other.
                inside = Group(drawn.items, _grown(thing.outline, grow))
                drawn = Drawing(drawn.width, drawn.height, (Place(inside),))
            # The thing is held on to, so that nothing else gets its id.
            self._sides[key] = drawn, thing
        return self._sides[key][0]


def clear_of(sheet: CutSheet, side: Side = "front") -> Drawing:
    """The box around all cuts of a sheet, with nothing outside of them; backs lie as they do behind their fronts."""
    box, items = sheet.box, list[Item]()
    # A back lies as on a page of which that box is the middle, turned like that of a book.
    page = None if side == "front" else (2 * box.x + box.w, 1e6)
    for one in sheet.laid:
        thing = one.thing
        if side == "front" or thing.piece.back is not None:
            drawn = thing.side(side, clip=True)
            if not thing.piece.cut:
                drawn = drawn._replace(items=(Place(Group(drawn.items, edge_of(thing, sheet.way.corner))),))
            items += _placed(one, drawn, page)
    return Drawing(box.w, box.h, (Place(Group(tuple(items)), translate(-box.x, -box.y)),))


def marks_of(sheet: CutSheet) -> Iterator[Item]:
    """The registration marks, or crosses, of a sheet."""
    if sheet.way.marks:
        for shape in sheet.way.marks.shapes(sheet.way.page):
            yield Path(polygon(shape), _BLACK)
    for arm in crosses_of(sheet):
        yield Path(polyline(arm), None, _CROSS)


def crosses_of(sheet: CutSheet) -> Iterator[tuple[tuple[float, float], tuple[float, float]]]:
    """The arms of the crosses in the corners of a sheet, in points."""
    way = sheet.way
    if way.cross:
        for x, y in product(*((way.cross, side - way.cross) for side in way.page)):
            yield (x - way.arm, y), (x + way.arm, y)
            yield (x, y - way.arm), (x, y + way.arm)


def _placed(one: Laid, drawn: Drawing, behind_in: tuple[float, float] | None = None, grow: float = 0.0) -> list[Item]:
    """A side of a thing where it lies, or behind that on a page of a size that is turned over its long edge."""
    at = one.matrix
    if behind_in:
        at = behind(at, one.thing.box.w, behind_in, behind_in[1] >= behind_in[0])
    return [Place(item.group, compose(at, compose(translate(-grow, -grow), item.matrix)))
            for item in drawn.items if isinstance(item, Place)]  # fmt: skip


def _grown(outline: Outline, by: float) -> Outline:
    """The outline of a hexagon with its edges moved outward, from the top left of the box around what it was, grown."""
    box = bounds(outline)
    # All edges of a regular hexagon are equally far from its middle: half of its smaller side.
    factor = 1 + by / (min(box.w, box.h) / 2)
    x, y = box.x + box.w / 2, box.y + box.h / 2
    points = ((x + factor * (a - x) + by, y + factor * (b - y) + by) for _, a, b in outline[:-1])
    return polygon(points)


def words_for(sheet: CutSheet, words: CutWords, game: str, title: str) -> Iterator[str]:
    """The lines that stand on a sheet: which it is, its layout with the numbers of its marks, and its paper."""
    way = sheet.way
    yield words.sheet.format(game=game, product=title, number=sheet.number, total=sheet.of)
    if way.marks:
        inset, thickness, length = map(told, (way.marks.inset, way.marks.thickness, way.marks.length))
        yield words.layout.format(layout=way.name, inset=inset, thickness=thickness, length=length)
        if way.larger:
            width, height = (told(side + way.larger) for side in way.page)
            yield words.paper.format(width=width, height=height, inset=told(way.marks.inset + way.larger / 2))


def told(points: float) -> str:
    """A length in millimetres, as people read it."""
    return f"{round(to_mm(points), 2):g}"


def _words(sheet: CutSheet, words: Iterable[str], clear: float) -> list[Item]:
    """Words in a margin: all in one line, as large as has room at any edge of the paper, clear of marks and things.

    None where there is no such room.
    """
    (width, height), way = sheet.way.page, sheet.way
    # A title that the font of margins cannot print stands on the pieces.
    line = "     ".join(one for one in words if not face(FONT).missing(one))
    zone = way.marks.zone(clear) if way.marks else way.cross + way.arm + clear if way.cross else mm(6.35)
    block = sheet.box.grown(way.gap / 2 + mm(0.3))
    for edge, size in product(_EDGES, _SIZES):
        long, high = face(FONT).width(line) * size, size
        for depth, side, at in (
            (height - block.bottom, width, (width / 2, height - edge - high / 2, 0)),
            (block.y, width, (width / 2, edge + high / 2, 0)),
            (block.x, height, (edge + high / 2, height / 2, 270)),
            (width - block.right, height, (width - edge - high / 2, height / 2, 90)),
        ):
            if edge + high <= depth and long <= side - 2 * max(zone, edge):
                said = middled(0, 0, line, FONT, size, _BLACK, CENTER)
                return [Place(Group((said,)), compose(translate(*at[:2]), rotate(at[2])))]
    return []
