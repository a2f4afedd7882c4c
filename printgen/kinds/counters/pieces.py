"""Counters: a list of records and the faces of their product come in; a round, square or six-sided piece each goes out.

Square counters lie edge to edge and share their cuts. Round and six-sided ones get a rim of bleed all around, which
keeps them apart on the sheet; their pieces are larger than their cuts by that rim.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from printgen.base.geometry import IDENTITY, Box, Matrix, apply, chain, scale, translate
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Drawing, Group, Item, Outline, Place, Text
from printgen.drawing.outlines import circle, polygon, rectangle
from printgen.drawing.pieces import Piece
from printgen.drawing.walk import walk_kind
from printgen.drawing.words import cap
from printgen.errors import Exit, Finding, has_errors
from printgen.faces.face import Face
from printgen.kinds.composition import Composition, Order
from printgen.kinds.counters.reading import CounterOptions, parse_across
from printgen.kinds.facing import faced, own_size, product_faces, wrong_shapes
from printgen.reading.records import Record

# More bleed than this would only use up paper: a counter is small, and is cut one at a time.
_MOST_BLEED = mm(2)
_SMALLEST_TEXT = 6.0
_SLACK = 1e-6
_FLATS_TO_CORNERS = 2 / math.sqrt(3)


class Shape(NamedTuple):
    """A shape of counters: its outline around a point for a size, and a measure.

    The size is the diameter, the side, or the distance across the flats. `reach` is the size of the shape that has a
    point (measured from the middle) on its outline, halved. `aspect` is how much wider than high it is. Counters that
    are `joined` lie edge to edge.
    """

    outline: Callable[[float, float, float], Outline]
    reach: Callable[[float, float], float]
    aspect: float = 1.0
    joined: bool = False


def _hexagon(x: float, y: float, size: float) -> Outline:
    """Flat sides at the top and the bottom, as the spaces of a hex board have them."""
    r, half = size * _FLATS_TO_CORNERS / 2, size / 2
    corners = ((-r / 2, -half), (r / 2, -half), (r, 0.0), (r / 2, half), (-r / 2, half), (-r, 0.0))
    return polygon((x + dx, y + dy) for dx, dy in corners)


SHAPES: Mapping[str, Shape] = {
    "round": Shape(lambda x, y, size: circle(x, y, size / 2), math.hypot),
    "square": Shape(
        lambda x, y, size: rectangle(Box(x, y, 0, 0).grown(size / 2)), lambda x, y: max(abs(x), abs(y)), joined=True
    ),
    "hexagon": Shape(_hexagon, lambda x, y: max(abs(y), abs(x) / _FLATS_TO_CORNERS + abs(y) / 2), _FLATS_TO_CORNERS),
}


@dataclass(frozen=True, slots=True)
class Cutter:
    """How counters are cut: shape, size and bleed in points, and how far all text stays inside the cut."""

    shape: Shape
    size: float
    bleed: float = 0.0
    safe: float = 0.0

    @property
    def rim(self) -> float:
        """The bleed that belongs to the piece; that of joined counters lies outside of it."""
        return 0.0 if self.shape.joined else self.bleed

    @property
    def box(self) -> tuple[float, float]:
        """Width and height of the piece, rim included."""
        height = self.size + 2 * self.rim
        return height * self.shape.aspect, height

    def outline(self, grown: float = 0.0) -> Outline:
        """The line to cut along in the coordinates of the piece, moved outward by `grown`."""
        width, height = self.box
        return self.shape.outline(width / 2, height / 2, self.size + 2 * grown)

    def holds(self, text: Text, matrix: Matrix) -> bool:
        """Whether no corner of a text of the piece lies nearer to the cut than text may, or outside of it."""
        # Tracking stands between the letters and is no part of the run's own width.
        right = text.x + text.width + text.tracking * (max(1, len(text.text)) - 1)
        top = text.y - cap(text.font, text.size)
        (width, height), limit = self.box, self.size / 2 - self.safe + _SLACK
        corners = [apply(matrix, x, y) for x in (text.x, right) for y in (text.y, top)]
        return all(self.shape.reach(x - width / 2, y - height / 2) <= limit for x, y in corners)

    def mount(self, face: Face, items: tuple[Item, ...]) -> Drawing:
        """The items of a square face, scaled to the size and trimmed to the rim."""
        own, (width, height) = _drawn_for(face, self.size), self.box
        matrix = chain(translate(width / 2, height / 2), scale(self.size / own), translate(-own / 2, -own / 2))
        if matrix != IDENTITY:
            items = (Place(Group(items), matrix),)
        if not self.shape.joined:
            items = (Place(Group(items, self.outline(self.rim))),)
        return Drawing(width, height, items)


def compose_counters(order: Order) -> Composition:
    """A piece for every record of the order, in its order; counters with mistakes are left out and reported.

    The size may stand in the product's options or in its own `size`.
    """
    product, findings = order.product, list[Finding]()
    faces = product_faces(order, findings)
    cutter = _cutter(order, faces, findings) if faces else None
    if faces is None or cutter is None:
        return Composition((), tuple(findings))
    cut, bleed = cutter.outline(), cutter.bleed - cutter.rim
    pieces, smallest = [], math.inf
    for record, front, back in faced(order, faces, cutter.mount, findings):
        items = (*front.items, *(back.items if back else ()))
        texts = [(text, matrix) for text, matrix in walk_kind(items, Text) if not text.text.isspace()]
        outside = [text.text for text, matrix in texts if not cutter.holds(text, matrix)]
        findings += (_outside(words, record, cutter) for words in outside)
        if not outside:
            pieces.append(Piece(record.name, front, back, record.copies, bleed, cut))
            smallest = min([smallest, *(text.size * math.hypot(matrix[0], matrix[1]) for text, matrix in texts)])
    if smallest < _SMALLEST_TEXT - 0.01:
        message = f"the smallest text of these counters is {smallest:.1f} pt, too small to read"
        hint = "Make the counters larger, or use a face that is drawn for this size."
        findings.append(Finding("warning", product.size_where, message, hint, "small-text"))
    return Composition(tuple(pieces), tuple(findings))


def _outside(words: str, record: Record, cutter: Cutter) -> Finding:
    """The finding for a text that comes too near to the cut."""
    limit = f"comes nearer than {to_mm(cutter.safe):.3g} mm to" if cutter.safe else "reaches over"
    message = f"'{words}' {limit} the cut of {record.name}"
    hint = "Shorten it, give it less width in the face, or make the counters larger."
    return Finding("error", record.where, message, hint, "outside-cut", Exit.DOES_NOT_FIT)


def _drawn_for(face: Face, size: float) -> float:
    """The width in points that a face is drawn for; one that does not say is drawn for any."""
    return face.size[0] if face.size else size


def _cutter(order: Order, faces: tuple[Face, Face | None], findings: list[Finding]) -> Cutter | None:
    """The cutter that the options ask for; None, with findings at their lines, when it cannot be made."""
    product, options = order.product, order.loaded(CounterOptions)
    shape, front = SHAPES[options.shape], faces[0]
    try:
        if options.size and product.size:
            raise ValueError("the size is given twice, in the options and in the product")
        size = options.size or (parse_across(product.size) if product.size else own_size(front)[0])
    except ValueError as error:
        findings.append(Finding("error", product.size_where, str(error), "Write it like size: 25mm.", "bad-size"))
        return None
    findings += wrong_shapes(faces, (size, size), product.size_where)
    safe = options.safe if options.gives("safe") else front.safe * size / _drawn_for(front, size)
    if not 0 <= safe < size / 2:
        message = f"safe is {to_mm(safe):g} mm; it goes from zero to less than half the size"
        findings.append(Finding("error", options.where_of("safe"), message, "Write it like safe: 1mm.", "bad-size"))
    if has_errors(findings):
        return None
    bleed, least = min((_bleed(face, shape, size), face.name) for face in filter(None, faces))
    if bleed < -_SLACK:
        need = math.ceil(to_mm(size * (_FLATS_TO_CORNERS - 1) / 2) * 10) / 10
        message = f"face '{least}' does not reach the corners of a hexagon of {to_mm(size):g} mm"
        hint = f"Give it a bleed that comes to {need:g} mm or more at this size."
        where = options.where_of("shape")
        findings.append(Finding("error", where, message, hint, "wrong-shape", Exit.DOES_NOT_FIT))
        return None
    return Cutter(shape, size, max(0.0, bleed), safe)


def _bleed(face: Face, shape: Shape, size: float) -> float:
    """The bleed that a face can give all around a shape, in points; below zero when it leaves corners bare."""
    room = face.bleed * size / _drawn_for(face, size)
    # Across the corners a shape reaches further than its size; the same drawing has to cover them and their bleed.
    return min(_MOST_BLEED, ((size + 2 * room) / shape.aspect - size) / 2)
