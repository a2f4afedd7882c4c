"""Counters: a list of records and the faces of their product come in; a round, square or six-sided piece each goes out.

Square counters lie edge to edge and share their cuts. Round and six-sided ones get a rim of bleed all around, which
keeps them apart on the sheet; their pieces are larger than their cuts by that rim.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from printgen.base.geometry import IDENTITY, Box, Matrix, apply, chain, scale, translate
from printgen.base.units import mm, to_mm
from printgen.drawing import outlines
from printgen.drawing.fonts import face as font_face
from printgen.drawing.model import Drawing, Group, Item, Outline, Place, Text
from printgen.drawing.pieces import Piece
from printgen.drawing.walk import walk_kind
from printgen.errors import Exit, Finding, Where
from printgen.faces.face import Face
from printgen.kinds.composition import Composition, Order
from printgen.kinds.counters.reading import CounterOptions, parse_across
from printgen.kinds.facing import Faced, faced, own_size, product_faces, serves, told_once, unread, wrong_shape
from printgen.reading.records import Product

# More bleed than this would only use up paper: a counter is small, and is cut one at a time.
_MOST_BLEED = mm(2)
_SMALLEST_TEXT = 6.0
_SLACK = 1e-6
_FLATS_TO_CORNERS = 2 / math.sqrt(3)


class Shape(NamedTuple):
    """A shape of counters: its outline around a point for a size, how much wider than high it is, and a measure.

    The size is the diameter, the side, or the distance across the flats. `reach` is the size of the shape that has a
    point (measured from the middle) on its outline, halved.
    """

    outline: Callable[[float, float, float], Outline]
    aspect: float
    reach: Callable[[float, float], float]


def _round(x: float, y: float, size: float) -> Outline:
    return outlines.circle(x, y, size / 2)


def _square(x: float, y: float, size: float) -> Outline:
    return outlines.rectangle(Box(x - size / 2, y - size / 2, size, size))


def _hexagon(x: float, y: float, size: float) -> Outline:
    """Flat sides at the top and the bottom, as the spaces of a hex board have them."""
    r, half = size * _FLATS_TO_CORNERS / 2, size / 2
    corners = ((-r / 2, -half), (r / 2, -half), (r, 0.0), (r / 2, half), (-r / 2, half), (-r, 0.0))
    return outlines.polygon((x + dx, y + dy) for dx, dy in corners)


SHAPES: Mapping[str, Shape] = {
    "round": Shape(_round, 1.0, math.hypot),
    "square": Shape(_square, 1.0, lambda x, y: max(abs(x), abs(y))),
    "hexagon": Shape(_hexagon, _FLATS_TO_CORNERS, lambda x, y: max(abs(y), abs(x) / _FLATS_TO_CORNERS + abs(y) / 2)),
}


@dataclass(frozen=True, slots=True)
class Cutter:
    """How counters are cut: shape, size and bleed in points, and how far all text stays inside the cut."""

    shape: str
    size: float
    bleed: float = 0.0
    safe: float = 0.0

    @property
    def rim(self) -> float:
        """The bleed that belongs to the piece; that of square counters lies outside of it."""
        return 0.0 if self.shape == "square" else self.bleed

    @property
    def width(self) -> float:
        """The width of the piece, rim included."""
        return self.height * SHAPES[self.shape].aspect

    @property
    def height(self) -> float:
        """The height of the piece, rim included."""
        return self.size + 2 * self.rim

    def outline(self, grown: float = 0.0) -> Outline:
        """The line to cut along in the coordinates of the piece, moved outward by `grown`."""
        return SHAPES[self.shape].outline(self.width / 2, self.height / 2, self.size + 2 * grown)

    def beyond_safe(self, x: float, y: float) -> bool:
        """Whether a point of the piece lies nearer to the cut than text may, or outside of it."""
        reach = SHAPES[self.shape].reach(x - self.width / 2, y - self.height / 2)
        return reach > self.size / 2 - self.safe + _SLACK

    def mount(self, face: Face, items: tuple[Item, ...]) -> Drawing:
        """The items of a square face, scaled to the size and trimmed to the rim."""
        own = _drawn_for(face, self.size)
        matrix = chain(
            translate(self.width / 2, self.height / 2), scale(self.size / own), translate(-own / 2, -own / 2)
        )
        if matrix != IDENTITY:
            items = (Place(Group(items), matrix),)
        if self.shape != "square":
            items = (Place(Group(items, self.outline(self.rim))),)
        return Drawing(self.width, self.height, items)


def compose_counters(order: Order) -> Composition:
    """A piece for every record of the order, in its order; counters with mistakes are left out and reported.

    The size may stand in the product's options or in its own `size`.
    """
    findings: list[Finding] = []
    faces = product_faces(order, findings)
    cutter = _cutter(order, faces, findings) if faces else None
    if faces is None or cutter is None:
        return Composition((), tuple(findings))
    cut = cutter.outline()
    bleed = cutter.bleed - cutter.rim
    pieces = [
        Piece(counter.record.name, counter.front, counter.back, counter.record.copies, bleed, cut)
        for counter in faced(order, faces, cutter.mount, findings)
        if not _outside(counter, cutter, findings)
    ]
    _note_small_text(order.product, pieces, findings)
    return Composition(tuple(pieces), told_once([*findings, *unread(order.product, filter(None, faces))]))


def _drawn_for(face: Face, size: float) -> float:
    """The width in points that a face is drawn for; one that does not say is drawn for any."""
    return size if face.size is None else own_size(face)[0]


def _cutter(order: Order, faces: tuple[Face, Face | None], findings: list[Finding]) -> Cutter | None:
    """The cutter that the options ask for; None, with findings at their lines, when it cannot be made."""
    product, options = order.product, order.loaded(CounterOptions)
    try:
        size = _size(product, options, faces[0])
    except ValueError as error:
        findings.append(Finding("error", _size_place(product), str(error), "Write it like size: 25mm.", "bad-size"))
        return None
    for face in filter(None, faces):
        if not serves(face, (size, size)):
            findings.append(wrong_shape(face, (size, size), _size_place(product)))
    safe = options.safe if options.gives("safe") else faces[0].safe * size / _drawn_for(faces[0], size)
    if not 0 <= safe < size / 2:
        message = f"safe is {to_mm(safe):g} mm; it goes from zero to less than half the size"
        findings.append(Finding("error", options.where_of("safe"), message, "Write it like safe: 1mm.", "bad-size"))
    if any(finding.severity == "error" for finding in findings):
        return None
    bleed, least = min((_bleed(face, options.shape, size), face.name) for face in faces if face is not None)
    if bleed < -_SLACK:
        findings.append(_bare_corners(product, least, size))
        return None
    return Cutter(options.shape, size, max(0.0, bleed), safe)


def _size_place(product: Product) -> Where:
    return product.options.where("size") if "size" in product.options else product.where_of("size")


def _size(product: Product, options: CounterOptions, front: Face) -> float:
    """The size in points: from the options, from the product, or the front's own. ValueError says what is wrong."""
    if options.size and product.size:
        raise ValueError("the size is given twice, in the options and in the product")
    return options.size or (parse_across(product.size) if product.size else own_size(front)[0])


def _bleed(face: Face, shape: str, size: float) -> float:
    """The bleed that a face can give all around a shape, in points; below zero when it leaves corners bare."""
    room = face.bleed * size / _drawn_for(face, size)
    # Across the corners a shape reaches further than its size; the same drawing has to cover them and their bleed.
    across = (size + 2 * room) / SHAPES[shape].aspect
    return min(_MOST_BLEED, (across - size) / 2)


def _bare_corners(product: Product, face: str, size: float) -> Finding:
    need = size * (_FLATS_TO_CORNERS - 1) / 2
    message = f"face '{face}' does not reach the corners of a hexagon of {to_mm(size):g} mm"
    hint = f"Give it a bleed that comes to {math.ceil(to_mm(need) * 10) / 10:g} mm or more at this size."
    return Finding("error", product.options.where("shape"), message, hint, "wrong-shape", Exit.DOES_NOT_FIT)


def _outside(counter: Faced, cutter: Cutter, findings: list[Finding]) -> bool:
    """Whether a text of a counter comes too near to its cut; each such text is reported."""
    outside = [
        text.text
        for picture in (counter.front, counter.back)
        for text, matrix in walk_kind(picture or (), Text)
        if not text.text.isspace() and any(cutter.beyond_safe(*corner) for corner in _corners(text, matrix))
    ]
    limit = f"comes nearer than {to_mm(cutter.safe):.3g} mm to" if cutter.safe else "reaches over"
    for words in outside:
        message = f"'{words}' {limit} the cut of {counter.record.name}"
        hint = "Shorten it, give it less width in the face, or make the counters larger."
        where = counter.record.where
        findings.append(Finding("error", where, message, hint, "outside-cut", Exit.DOES_NOT_FIT))
    return bool(outside)


def _corners(text: Text, matrix: Matrix) -> Iterator[tuple[float, float]]:
    letters = max(1, len(text.text))
    # Tracking stands between the letters and is no part of the run's own width.
    right, top = (
        text.x + text.width + text.tracking * (letters - 1),
        text.y - font_face(text.font).cap_height * text.size,
    )
    return (apply(matrix, x, y) for x in (text.x, right) for y in (text.y, top))


def _note_small_text(product: Product, pieces: Iterable[Piece], findings: list[Finding]) -> None:
    sizes = [
        text.size * math.hypot(matrix[0], matrix[1])
        for piece in pieces
        for picture in (piece.front, piece.back)
        for text, matrix in walk_kind(picture or (), Text)
        if not text.text.isspace()
    ]
    smallest = min(sizes, default=_SMALLEST_TEXT)
    if smallest < _SMALLEST_TEXT - 0.01:
        message = f"the smallest text of these counters is {smallest:.1f} pt, too small to read"
        hint = "Make the counters larger, or use a face that is drawn for this size."
        findings.append(Finding("warning", _size_place(product), message, hint, "small-text"))
