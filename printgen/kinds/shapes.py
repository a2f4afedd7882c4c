"""The shapes of pieces: the options that name one, its silhouette in a size, and the outline of a picture."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Annotated, Any, Literal, NamedTuple

from pydantic import Discriminator, Field, Tag, model_validator

from printgen.art.photos import Window, open_picture
from printgen.base.file_access import AccessError
from printgen.base.units import Box, mm, parse_length, printable
from printgen.drawing.extent import walk
from printgen.drawing.model import Outline
from printgen.drawing.model import Path as Shape
from printgen.drawing.outlines import (
    bounds,
    chamfer,
    ellipse,
    flatten,
    map_points,
    parse_path,
    polygon,
    rectangle,
    round_rect,
    transform_outline,
)
from printgen.drawing.pieces import Layout
from printgen.drawing.silhouettes import Silhouette, fault_of, round_off, simplify, trace_mask
from printgen.reading.part import File, Length, Options, Part, length_within, parse_with, problem, schema_text
from printgen.reading.positions import LocatedMap

if TYPE_CHECKING:
    from PIL.Image import Image as Picture

MOST_LETTERS = 20_000
"""So long the data of a path may be."""

_FLATS = 2 / math.sqrt(3)  # from corner to corner a hexagon is so many times as wide as across its flats
# How much of its side a regular octagon cuts from each corner of a square.
_OCTAGON = 1 / (2 + math.sqrt(2))
_USUAL_CORNER = mm(3)

_FINE = 360
"""So many squares the longer side of a picture has whose outline is traced: five or more to a millimetre of a token."""
_HALF = 127  # Less opaque squares count as outside.
_SOFT = 4  # So many neighbours at each side smooth a point of the traced line.
_STRAY = mm(0.12)  # So far, in points, the outline may lie from the true one: less than a knife strays.
_SPECK = 0.02  # Smaller parts, as a share of the largest, are dust of the picture.


@dataclass(frozen=True, eq=False)
class PictureOutline:
    """The outline of the visible part of a picture, `margin` points around it; `shown` is the opacity of each square.

    The picture fills the box of the piece except for the margin, as one with `inset` and `fit: contain` does.
    """

    shown: Picture = field(repr=False)
    margin: float

    @classmethod
    def of(cls, data: bytes, margin: float) -> PictureOutline:
        """The outline of the picture in a file. ValueError when it has none, AccessError when it cannot be read."""
        from PIL import Image as Pictures

        picture = open_picture(data).picture
        alpha = picture.getchannel("A") if "A" in picture.getbands() else None
        counts = alpha.histogram() if alpha else []
        if alpha is None or not any(counts[: _HALF + 1]):
            raise ValueError("it has no transparent part. Use a PNG with a clear ground.")
        if not any(counts[_HALF + 1 :]):
            raise ValueError("nothing of it shows. Use one that is less transparent.")
        width, height = (max(1, round(side * _FINE / max(picture.size))) for side in picture.size)
        return cls(alpha.resize((width, height), Pictures.Resampling.BOX), margin)

    def height_for(self, width: float) -> float:
        """The height of a piece of a width, in points. ValueError when it cannot be printed."""
        wide, high = self.shown.size
        return printable((width - 2 * self.margin) * high / wide + 2 * self.margin)

    def silhouette(self, width: float, height: float) -> Silhouette:
        """The outline in a piece of a size in points. ValueError explains why it cannot be cut."""
        margin, (columns, rows) = self.margin, self.shown.size
        if min(width, height) <= 2 * margin:
            raise ValueError("the margin leaves no room for the picture. Write a smaller margin.")
        box = Window(width - 2 * margin, height - 2 * margin, "contain").places(columns, rows)[1].moved(margin, margin)
        k = box.w / columns
        mask, rim = self._grown(margin / k)
        largest, *others = trace_mask(mask.tobytes(), mask.width)
        if others and len(others[0]) > max(_SPECK * len(largest), 2 * mm(1) / k):
            raise ValueError("it has parts that lie apart. Write a larger margin, which joins them.")
        # The mean of some neighbours takes the steps from a line along squares.
        wide = [*largest[-_SOFT:], *largest, *largest[:_SOFT]]
        spans = [wide[n : n + 2 * _SOFT + 1] for n in range(len(largest))]
        even = [(fmean(x for x, _ in span), fmean(y for _, y in span)) for span in spans]
        outline = round_off(
            [(box.x + (x - rim) * k, box.y + (y - rim) * k) for x, y in simplify(even, max(_STRAY / k, 0.3))]
        )
        if fault := fault_of(outline):
            raise ValueError(fault)
        return Silhouette(outline, width, height, symmetric=False)

    def _grown(self, reach: float) -> tuple[Picture, int]:
        """The mask of the picture grown by `reach` squares, and the width of its added rim in squares."""
        from PIL import Image as Pictures
        from PIL import ImageChops, ImageDraw, ImageFilter

        rim, (columns, rows) = math.ceil(reach) + 3, self.shown.size
        mask = Pictures.new("L", (columns + 2 * rim, rows + 2 * rim))
        mask.paste(self.shown.point(lambda value: 255 if value > _HALF else 0), (rim, rim))
        # Around each square of the edge all lies inside that is no farther than the margin.
        edge = ImageChops.subtract(mask, mask.filter(ImageFilter.MinFilter(3)))
        draw = ImageDraw.Draw(mask)
        for n in (n for n, value in enumerate(edge.tobytes()) if value and reach >= 0.5):
            y, x = divmod(n, mask.width)
            draw.ellipse((x - reach, y - reach, x + reach, y + reach), 255)
        soft = mask.filter(ImageFilter.GaussianBlur(1))
        return soft.point(lambda value: 255 if value > _HALF else 0), rim


Named = Literal[
    "rectangle", "rounded", "round", "ellipse", "square", "hexagon", "hexagon-flat", "hexagon-pointy", "triangle",
    "octagon",
]  # fmt: skip


class OwnOutline(NamedTuple):
    """A sound custom outline, in its own units."""

    outline: Outline

    @classmethod
    def of(cls, outline: Outline) -> OwnOutline:
        """The outline; ValueError explains why it cannot be cut."""
        if fault := fault_of(outline):
            raise ValueError(fault)
        return cls(outline if outline[-1] == ("Z",) else (*outline, ("Z",)))

    def silhouette(self, width: float, height: float) -> Silhouette:
        """The outline stretched to a size."""
        box = _box_of(self.outline)
        across, down = width / box.w, height / box.h
        outline = map_points(self.outline, lambda x, y: ((x - box.x) * across, (y - box.y) * down))
        return Silhouette(outline, width, height, symmetric=False)

    @property
    def size(self) -> tuple[float, float]:
        """Its size if its numbers are millimetres. ValueError when that cannot be printed."""
        box = _box_of(self.outline)
        return printable(mm(box.w)), printable(mm(box.h))

    def height_for(self, width: float) -> float:
        """The height of a piece of a width, in points. ValueError when it cannot be printed."""
        wide, high = self.size
        return printable(width * high / wide)


Form = str | OwnOutline | PictureOutline
"""The name of a shape, or an outline."""


_HINT = 'Write one closed line, such as "M0,0 L30,0 L15,20 Z".'


class PathShape(Part):
    """A custom outline: without a size of the product, its numbers are millimetres."""

    path: str = Field("", max_length=MOST_LETTERS, description="the outline as the path data of SVG")
    file: File | None = Field(None, description="a drawing in SVG, whose first outline is that of the pieces")
    outline_of: str = Field(
        "",
        alias="outline-of",
        max_length=200,
        description="the field of a record with its picture, such as art, whose transparent part is cut away",
    )
    margin: Annotated[Length, length_within(0, 20)] = Field(
        0.0, description="how far around the picture outline-of lies the cut, such as 1.5mm"
    )

    @model_validator(mode="after")
    def _check_outline(self) -> PathShape:
        if sum(map(bool, (self.path, self.file, self.outline_of))) != 1:
            raise problem("bad-path", "an outline is either a path, a file or outline-of", _HINT)
        if self.margin and not self.outline_of:
            raise problem("bad-path", "margin is for outline-of", "Remove margin.")
        try:
            if self.path:
                OwnOutline.of(parse_path(self.path))
        except ValueError as error:
            raise problem("bad-path", f"path: {error}", _HINT) from error
        return self

    def read(self, read: Callable[[Path, str], bytes]) -> OwnOutline:
        """The outline; `read` reads its file. ValueError explains why it cannot be cut."""
        if self.file is None:
            return OwnOutline.of(parse_path(self.path))
        # Few outlines come from a file; the others do not wait for its reader.
        from printgen.art.svg_drawing import vector_of

        try:
            drawn = vector_of(read(self.file, "drawing"))
        except AccessError as error:
            raise ValueError(error.message) from error
        for item, matrix in walk(drawn.items):
            if isinstance(item, Shape):
                return OwnOutline.of(transform_outline(item.outline, matrix))
        raise ValueError("the drawing has no outline")


def _box_of(outline: Outline) -> Box:
    """The box around an outline: closer than that of its control points, which its curves need not reach."""
    rough = bounds(outline)
    (points,) = flatten(outline, max(rough.w, rough.h) / 5000)
    xs, ys = [x for x, _ in points], [y for _, y in points]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _corner(value: Any) -> float | str:
    """The radius of corners in points, or "usual". ValueError for anything else."""
    if value == "usual":
        return "usual"
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        raise ValueError("a corner is a length, or usual")
    return parse_length(value)


_CORNER_HINT = "Write it like corner: 3mm, or corner: usual for that of the size."
Corner = Annotated[
    float | Literal["usual"], parse_with(_corner, _CORNER_HINT), schema_text("string", "a length such as 3mm, or usual")
]


def _columns_and_rows(value: Any) -> tuple[int, int]:
    """The columns and rows of a block. ValueError for anything else."""
    match = re.fullmatch(r"([1-9]\d?) ?[x×] ?([1-9]\d?)", value, re.ASCII) if isinstance(value, str) else None
    if not match:
        raise ValueError("a block is so many columns by so many rows, up to 99x99")
    return int(match[1]), int(match[2])


Outlined = Annotated[
    Annotated[Named, Tag("one of the names")] | Annotated[PathShape, Tag("an outline")],
    Discriminator(lambda value: "an outline" if isinstance(value, LocatedMap | PathShape) else "one of the names"),
]


class ShapeOptions(Options):
    """The shared `options` of all products of pieces with faces."""

    shape: Outlined = Field(
        "rectangle",
        description="how the pieces are cut: a name, {path: M0,0 L30,0 ...}, {file: a drawing in SVG}, "
        "or {outline-of: art} for the outline of each picture",
    )
    corner: Corner = Field(
        0.0, description="how round the corners of rectangular pieces are; usual is what their size in sizes.yaml says"
    )
    safe: Length = Field(
        0.0,
        description="how far all text stays inside the cut, of any shape; what comes nearer is an error. By default "
        "what the face asks for",
    )
    rim: Annotated[Length, Field(ge=0, le=mm(2))] = Field(
        default_factory=lambda: mm(2),
        description="how far the picture of a piece that lies apart from the others reaches beyond its cut, where the "
        "face has bleed; from 0mm to 2mm, as without",
    )
    layout: Layout | None = Field(
        None,
        description="how they lie on sheets: in a grid of one size, in a honeycomb of hexagons that share their edges, "
        "or packed with those of other sizes, as they are where every record has its own",
    )

    block: Annotated[
        tuple[int, int] | None,
        parse_with(_columns_and_rows, "Write it like block: 10x2."),
        schema_text("string", "columns and rows such as 10x2"),
    ] = Field(None, description="so many columns and rows of pieces lie together, apart from the next block")
    gap: Annotated[Length, length_within(0, 100)] = Field(
        default_factory=lambda: mm(4), description="how far blocks lie from each other; 4mm without it"
    )

    def read_shape(self, read: Callable[[Path, str], bytes]) -> Form:
        """The shape, from its file if it has one; a rectangle for outlines of pictures. ValueError for a bad one."""
        if isinstance(self.shape, str) or self.pictured:
            return "rectangle" if self.pictured else str(self.shape)
        return self.shape.read(read)

    @property
    def pictured(self) -> str:
        """The field of records whose pictures outline the pieces; "" when there is none."""
        return "" if isinstance(self.shape, str) else self.shape.outline_of

    def shape_of(self, picture: bytes) -> PictureOutline:
        """The outline of the visible part of a picture. ValueError when it has none."""
        assert not isinstance(self.shape, str)
        return PictureOutline.of(picture, self.shape.margin)


def _box(width: float, height: float) -> Silhouette:
    box = Box(0, 0, width, height)
    return Silhouette(rectangle(box), width, height, lambda by: rectangle(box.grown(by)))


def _ellipse(width: float, height: float) -> Silhouette:
    rx, ry = width / 2, height / 2
    return Silhouette(ellipse(rx, ry, rx, ry), width, height, lambda by: ellipse(rx, ry, rx + by, ry + by))


def _polygon(*corners: tuple[int, int]) -> Callable[[float, float], Silhouette]:
    """A shape by its corners, in quarters of its width and its height."""
    return lambda width, height: Silhouette(polygon((x * width / 4, y * height / 4) for x, y in corners), width, height)


_FLAT = _polygon((1, 0), (3, 0), (4, 2), (3, 4), (1, 4), (0, 2))
_POINTY = _polygon((2, 0), (4, 1), (4, 3), (2, 4), (0, 3), (0, 1))


def _octagon(width: float, height: float) -> Silhouette:
    outline = chamfer(Box(0, 0, 1, 1), _OCTAGON)
    return Silhouette(map_points(outline, lambda x, y: (x * width, y * height)), width, height)


_SHAPES: Mapping[str, Callable[[float, float], Silhouette]] = {
    "rectangle": _box,
    "square": _box,
    "round": _ellipse,
    "ellipse": _ellipse,
    "hexagon": _FLAT,
    "hexagon-flat": _FLAT,
    "hexagon-pointy": _POINTY,
    "triangle": _polygon((2, 0), (4, 4), (0, 4)),
    "octagon": _octagon,
}
_ACROSS: Mapping[str, tuple[float, float]] = {
    "hexagon": (_FLATS, 1),
    "hexagon-flat": (_FLATS, 1),
    "hexagon-pointy": (1, _FLATS),
    "triangle": (1, math.sqrt(3) / 2),
}
HEXAGONS = ("hexagon", "hexagon-flat", "hexagon-pointy")
RECTANGLES = ("rectangle", "square")
_EVEN = ("round", "square")


def silhouette(shape: Form, width: float, height: float, corner: float = 0.0) -> Silhouette:
    """A shape of a size, in points; `corner` is the radius of a rounded one."""
    if not isinstance(shape, str):
        return shape.silhouette(width, height)
    if shape == "rounded":
        box, r = Box(0, 0, width, height), min(corner or _USUAL_CORNER, min(width, height) / 2)
        return Silhouette(round_rect(box, r), width, height, lambda by: round_rect(box.grown(by), r + by))
    return _SHAPES[shape](width, height)


def size_across(shape: Form, length: float) -> tuple[float, float]:
    """A shape's size in points by its width, or a hexagon's across its flats. ValueError when it cannot be printed."""
    if not isinstance(shape, str):
        return printable(length), shape.height_for(length)
    across, down = _ACROSS.get(shape, (1, 1))
    return printable(length * across), printable(length * down)


def size_within(shape: Form, width: float, height: float) -> tuple[float, float]:
    """The size of a shape; a hexagon of equal lengths is that wide across its flats. ValueError for a wrong one."""
    even = abs(width - height) < 1e-6
    if shape in _EVEN and not even:
        noun, other = ("circle", "an ellipse") if shape == "round" else ("square", "a rectangle")
        raise ValueError(f"a {noun} is as wide as it is high. Choose {other}, or one length.")
    return size_across(shape, height) if even and shape in HEXAGONS else (width, height)
