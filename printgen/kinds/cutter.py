"""How pieces are cut: a `Cutter` for their shape, size and faces; and their backs, printed in a light look."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from printgen.base.errors import Exit, Finding, Where, has_errors, split_advice
from printgen.base.units import IDENTITY, Box, Matrix, apply, chain, compose, mm, parse_length, scale, to_mm, translate
from printgen.drawing.extent import walk_kind
from printgen.drawing.model import Drawing, Group, Item, Outline, Place, Text
from printgen.drawing.outlines import transform_outline
from printgen.drawing.pieces import Role, TemplateProblem
from printgen.drawing.recolor import lighten
from printgen.drawing.silhouettes import Silhouette
from printgen.faces.face import Face
from printgen.faces.given_names import OF_CARD
from printgen.faces.template_files import LookShape
from printgen.faces.trim import Trim, text_box
from printgen.kinds.composition import COLOR, Order
from printgen.kinds.face_rendering import Mount, face_of, own_size, wrong_shapes
from printgen.kinds.shapes import (
    HEXAGONS,
    RECTANGLES,
    Form,
    OwnOutline,
    ShapeOptions,
    silhouette,
    size_across,
    size_within,
)

# More bleed than this around a shape would only waste paper.
_MOST_BLEED = mm(2)
_SLACK = 1e-6
_LENGTH = re.compile(r"\s*[+-]?[\d.]+\s*[a-z]+\s*")  # a single length, such as 30mm


class PieceDefaults(NamedTuple):
    """The cutting of a product's pieces, along a line if `drawn`: the default `shape`, and their `role`."""

    options: ShapeOptions
    drawn: bool = False
    shape: Form = ""
    role: Role = "card"


@dataclass(frozen=True, eq=False)
class Cutter:
    """The cutting of pieces: their silhouette, the box of their faces, and lengths in points.

    The `bleed` of `joined` pieces lies outside of them; other pieces lie apart and include their bleed. Pieces that are
    `drawn` have a line to cut along. All text stays `safe` inside the cut. `corner` is the radius of round corners of
    straight cuts.
    """

    shape: Silhouette
    joined: bool
    drawn: bool
    bleed: float = 0.0
    safe: float = 0.0
    corner: float = 0.0
    judges: bool = False
    """Whether it is the cutter that says where text may be, and not the faces with their own `safe`."""
    square: float = 0.0
    """The side of the square that faces fill, about the middle of a hexagon; 0 where they fill the box around it."""

    @property
    def size(self) -> tuple[float, float]:
        return self.shape.width, self.shape.height

    @property
    def plain(self) -> bool:
        """Whether the pieces are cut straight along their box, by crop marks."""
        return self.joined and not self.drawn

    @property
    def rim(self) -> float:
        """The bleed that belongs to the piece."""
        return 0.0 if self.joined else self.bleed

    @cached_property
    def cut(self) -> Outline | None:
        """The line to cut along in the coordinates of a piece; None when crop marks show the cut."""
        return None if self.plain else _at(self.shape.outline, self.rim)

    @cached_property
    def cut_behind(self) -> Outline | None:
        """The line to cut along as seen on a back; None when crop marks show the cut."""
        return None if self.plain else _at(self.shape.mirror_image.outline, self.rim)

    @cached_property
    def _windows(self) -> tuple[Outline, Outline]:
        """The visible areas of a front and of a back."""
        sides = (self.shape, self.shape.mirror_image)
        return _at(sides[0].grown(self.rim), self.rim), _at(sides[1].grown(self.rim), self.rim)

    def frame(self, face: Face) -> Box:
        """The box that a face fills, in the coordinates of the piece."""
        width, height = self.size
        side = self.square if face.size and abs(face.size[0] / face.size[1] - 1) < 1e-3 else 0.0
        return Box((width - side) / 2, (height - side) / 2, side, side) if side else Box(0, 0, width, height)

    def mount(self, face: Face, items: tuple[Item, ...], behind: bool = False) -> Drawing:
        """The items of a face at their size, trimmed to the rim; `behind` for a back, seen from behind."""
        box, width, height = self.frame(face), self.shape.width + 2 * self.rim, self.shape.height + 2 * self.rim
        drawn_size = face.size or (box.w, box.h)
        matrix: Matrix = scale(box.w / drawn_size[0], box.h / drawn_size[1])
        if not self.joined or box.x or box.y:
            matrix = chain(translate(width / 2, height / 2), matrix, translate(-drawn_size[0] / 2, -drawn_size[1] / 2))
        if matrix != IDENTITY:
            items = (Place(Group(items), matrix),)
        if not self.joined:
            items = (Place(Group(items, self._windows[behind])),)
        return Drawing(width, height, items)

    @cached_property
    def _edge(self) -> Silhouette:
        """The silhouette of a piece after cutting and rounding its corners."""
        return silhouette("rounded", *self.size, self.corner) if self.corner else self.shape

    def holds(self, text: Text, matrix: Matrix, behind: bool = False) -> bool:
        """Whether a text of a piece lies inside the cut, with the safe distance."""
        return self._keeps(text, matrix, self.safe, self._edge.mirror_image if behind else self._edge)

    def keeps(self, text: Text, matrix: Matrix, room: float) -> bool:
        """Whether a text of a back lies inside the cut, with a distance of at least `room` points."""
        return self._keeps(text, matrix, room, self.shape.mirror_image)

    def _keeps(self, text: Text, matrix: Matrix, room: float, shape: Silhouette) -> bool:
        box = text_box(text)
        around = ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))
        moved = compose(translate(-self.rim, -self.rim), matrix)
        return shape.holds([apply(moved, x, y) for x, y in around], room)


def _at(outline: Outline, rim: float) -> Outline:
    return transform_outline(outline, translate(rim, rim)) if rim else outline


def cutter_for(
    order: Order, faces: tuple[Face, Face | None], size: str, where: Where, defaults: PieceDefaults
) -> tuple[Cutter | None, Sequence[Finding]]:
    """The cutter for faces and a size as written, "" for that of the front; None, with findings, for mistakes."""
    options, kind, front = defaults.options, defaults.shape, faces[0]
    try:
        box = size_of_cut(order, kind, front.name, size)
    except ValueError as error:
        facts = split_advice(str(error), "") if size else (str(error), "Write size: in the face, or in the product.")
        return None, [Finding("error", where, *facts, "unknown-size")]
    corner = _corner(order, defaults, size, box)
    if isinstance(corner, Finding):
        return None, [corner]
    findings: list[Finding] = []
    try:
        shape = silhouette(kind, *box, corner)
    except ValueError as error:
        return None, [Finding("error", where, *split_advice(str(error)), "bad-path")]
    straight, comb = kind in RECTANGLES, options.layout == "honeycomb"
    cutter = Cutter(shape, straight or comb, defaults.drawn or not straight, corner=corner if straight else 0.0)
    if comb and kind not in HEXAGONS:
        message, hint = "a honeycomb is of hexagons", "Write shape: hexagon-pointy, or another layout."
        findings.append(Finding("error", options.where_of("layout"), message, hint, "wrong-shape"))
    if comb and options.block:
        message, hint = "a honeycomb has no blocks", "Remove one of the two lines."
        findings.append(Finding("error", options.where_of("block"), message, hint, "wrong-shape"))
    if options.gives("gap") and not options.block:
        message, hint = "gap says nothing without block", "Add block: such as 10x2, or remove the line."
        findings.append(Finding("error", options.key_where_of("gap"), message, hint, "unused-key"))
    if kind in HEXAGONS:
        cutter = replace(cutter, square=min(box))
    findings += wrong_shapes([face for face in faces if face and cutter.frame(face)[2:] == box], box, where)
    frame = cutter.frame(front)
    safe = options.safe if options.gives("safe") else front.safe * frame.w / (front.size or (frame.w,))[0]
    if options.gives("safe") and not 0 <= safe < min(box) / 2:
        message = f"safe is {to_mm(safe):g} mm; it goes from zero to less than half the size"
        findings.append(Finding("error", options.where_of("safe"), message, "Write it like safe: 1mm.", "bad-size"))
    if has_errors(findings):
        return None, findings
    bleed = _bleed(cutter, faces, options)
    if isinstance(bleed, Finding):
        return None, [*findings, bleed]
    judges = options.gives("safe") or not cutter.plain
    return replace(cutter, bleed=bleed, safe=safe, judges=judges), findings


def size_of_cut(order: Order, shape: Form, front: str, size: str) -> tuple[float, float]:
    """The width and height of the cut, for a size as written, or that of the front. ValueError for neither."""
    if not size and isinstance(shape, OwnOutline):
        return shape.size
    if not size:
        return size_within(shape, *own_size(order.library.face(front, order.look)))
    if _LENGTH.fullmatch(size):
        return size_across(shape, parse_length(size))
    return size_within(shape, *order.library.size(size))


def _corner(order: Order, defaults: PieceDefaults, size: str, box: tuple[float, float]) -> float | Finding:
    """The radius of the corners, in points; a finding when the shape cannot have it."""
    option, where = defaults.options.corner, defaults.options.where_of("corner")
    corner = order.library.corner(size) if isinstance(option, str) else option
    message = ""
    if isinstance(option, str) and not corner:
        message = f"sizes.yaml has no usual corner for {size or 'the size of the face'}"
        hint = "Write it like corner: 3mm."
    elif not 0 <= corner <= min(box) / 2:
        width, height = map(to_mm, box)
        message = f"a corner of {to_mm(corner):g} mm is no part of {width:g} x {height:g} mm"
        hint = "Choose a smaller one."
    elif corner and defaults.shape not in (*RECTANGLES, "rounded"):
        message, hint = "corner is for rectangular pieces", "Remove the line, or the shape."
    if message:
        return Finding("error", where, message, hint, "bad-size")
    return corner


def _bleed(cutter: Cutter, faces: tuple[Face, Face | None], options: ShapeOptions) -> float | Finding:
    """The bleed around the shape that all faces support, in points; a finding when one has too little."""
    if cutter.plain:
        return faces[0].bleed
    width, height = cutter.size
    largest, rooms = _MOST_BLEED if cutter.joined else options.rim, []
    for face in filter(None, faces):
        box = cutter.frame(face)
        drawn_size = face.size or (box.w, box.h)
        across = (box.w - width) / 2 + face.bleed * box.w / drawn_size[0]
        down = (box.h - height) / 2 + face.bleed * box.h / drawn_size[1]
        rooms.append((min(largest, across, down), face.name))
    bleed, smallest_face = min(rooms)
    if bleed < -_SLACK:
        need = math.ceil(to_mm(max(width, height) - min(width, height)) * 5) / 10
        message = f"face '{smallest_face}' does not reach the corners of a hexagon of {to_mm(min(width, height)):g} mm"
        hint = f"Give it a bleed that comes to {need:g} mm or more at this size."
        where = options.where_of("shape")
        return Finding("error", where, message, hint, "wrong-shape", Exit.DOES_NOT_FIT)
    return max(0.0, bleed)


# The rim is no wider than this part of a small piece's shorter side, and is tried in so many steps where text is near.
_WIDEST_RIM, _RIM_STEPS = 0.125, 6

Holds = Callable[[Text, Matrix, float], bool]
"""Whether a text lies inside the cut, and no nearer to it than a length in points."""


class Back(NamedTuple):
    """A back in its printed look; `wash` lightens a face that has no drawing for that look."""

    face: Face
    wash: LookShape | None = None

    def mount(self, cutter: Cutter) -> Mount:
        """The function that puts the back onto pieces, lightened if necessary."""
        wash = self.wash

        def mount_back(face: Face, items: tuple[Item, ...]) -> Drawing:
            drawing = cutter.mount(face, items, behind=True)
            if wash is None:
                return drawing
            return _wash_back(drawing, wash, cutter.keeps, cutter.cut_behind, cutter.corner)

        return mount_back

    def over(self, drawing: Drawing) -> Drawing:
        """A drawing of the back in a plain box, lightened if necessary."""
        if self.wash is None:
            return drawing
        trim = Trim(drawing.width, drawing.height)
        return _wash_back(drawing, self.wash, lambda text, at, rim: trim.room(text_box(text), at) >= rim)


def _wash_back(
    drawing: Drawing, wash: LookShape, holds: Holds, cut: Outline | None = None, corner: float = 0.0
) -> Drawing:
    """A back made light, with the widest white rim free of text (`holds`); without a rim if none fits."""
    texts = [(text, at) for text, at in walk_kind(drawing, Text) if text.text.strip()]
    widest = min(wash.rim, _WIDEST_RIM * min(drawing.width, drawing.height))
    rims = (widest * step / _RIM_STEPS for step in range(_RIM_STEPS, 0, -1))
    rim = next((rim for rim in rims if all(holds(text, at, rim) for text, at in texts)), 0.0)
    return lighten(drawing, wash.strength / 100, rim, cut, corner)


def back_of(order: Order, name: str, where: Where | None = None) -> tuple[Back | None, Sequence[Finding]]:
    """The back of a name in the look for backs; None, with findings, for an unknown face.

    A back without a drawing in that look is lightened by rule if it is the same for all cards; a back that reads its
    card stays as it is, unless the product names the look.
    """
    (face, findings), library = face_of(order, "back", name, where), order.library
    if face is None or order.backs == (order.look or COLOR):
        return (Back(face) if face else None), findings
    plain = "" if library.saves(order.look) else order.look
    wash = library.for_backs(order.backs)
    try:
        if order.backs == COLOR:
            return Back(order.face(name, plain)), ()
        if wash is None or library.speaks(face, order.backs):
            return Back(order.face(name, order.backs)), ()
        named_in_product = order.product.options.get("back-look") == order.backs
        light = named_in_product or not OF_CARD & library.reads(face)
        return Back(order.face(name, plain), wash if light else None), ()
    except TemplateProblem as error:
        return None, error.findings
