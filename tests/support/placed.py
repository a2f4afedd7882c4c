"""Where pictures of pieces lie on the pages of a PDF, as pdfium finds them there: by what each of them is clipped to.

Places are in millimetres from the top left corner of the page as one sees it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium

from printgen.base.units import to_mm

Point = tuple[float, float]
Size = tuple[float, float]
Outline = tuple[Point, ...]
Box = tuple[float, float, float, float]
_NEAR = 0.02


class Shape(NamedTuple):
    """A clip, with the colour (from 0 to 255 each) of the first thing that is painted in it."""

    outline: Outline
    ink: tuple[int, ...] = ()

    def moved(self, to: Callable[[Point], Point]) -> Shape:
        return self._replace(outline=tuple(map(to, self.outline)))


def pages(data: bytes) -> list[tuple[Size, list[Shape]]]:
    """The size of each page, with the outermost clips of all that is painted there, in that order."""
    pdf = pypdfium2.PdfDocument(data)
    found = []
    for page in pdf:
        size = to_mm(page.get_width()), to_mm(page.get_height())
        objects = (pdfium.FPDFPage_GetObject(page, n) for n in range(pdfium.FPDFPage_CountObjects(page)))
        known: dict[Outline, Shape] = {}
        for shape in _outermost(objects):
            known.setdefault(shape.outline, shape)

        def seen(at: Point, down: float = size[1]) -> Point:
            return to_mm(at[0]), down - to_mm(at[1])

        found.append((size, [shape.moved(seen) for shape in known.values()]))
    pdf.close()
    return found


def pictures(shapes: Iterable[Shape], size: Size) -> list[Shape]:
    """The clips that are pictures of pieces; not those of what is in them, and not those of the margins.

    They must lie true: what is askew has a box that is larger than it is, one thing more and another less.
    """
    found: list[tuple[Shape, Box]] = []
    # Of those that are as large as each other the first remains, which is below what is in it.
    for shape in sorted(shapes, key=lambda shape: -round(_area(shape.outline), 1)):
        box = _box(shape.outline)
        if not _margins(box, size) and not any(_inside(box, other) for _, other in found):
            found.append((shape, box))
    return [shape for shape, _ in found]


def _outermost(objects: Iterable[Any]) -> Iterator[Shape]:
    """The clips of objects; of what stands for others without a clip, those of these, moved as it is."""
    for one in objects:
        clip = pdfium.FPDFPageObj_GetClipPath(one)
        if pdfium.FPDFClipPath_CountPaths(clip) > 0:
            yield Shape(tuple(_points(clip)), _ink(one))
        elif pdfium.FPDFPageObj_GetType(one) == pdfium.FPDF_PAGEOBJ_FORM:
            m = pdfium.FS_MATRIX()
            pdfium.FPDFPageObj_GetMatrix(one, m)
            a, b, c, d, e, f = m.a, m.b, m.c, m.d, m.e, m.f
            for shape in _outermost(_within(one)):
                outline = tuple((a * x + c * y + e, b * x + d * y + f) for x, y in shape.outline)
                yield shape._replace(outline=outline)


def _within(form: Any) -> Iterator[Any]:
    return (pdfium.FPDFFormObj_GetObject(form, n) for n in range(pdfium.FPDFFormObj_CountObjects(form)))


def _ink(one: Any) -> tuple[int, ...]:
    """The colour that the first path is filled with, of all that something on a page stands for."""
    while pdfium.FPDFPageObj_GetType(one) == pdfium.FPDF_PAGEOBJ_FORM:
        one = next(_within(one))
    values = [ctypes.c_uint() for _ in range(4)]
    pdfium.FPDFPageObj_GetFillColor(one, *values)
    return tuple(value.value for value in values[:3])


def _points(clip: Any) -> Iterator[Point]:
    for step in range(pdfium.FPDFClipPath_CountPathSegments(clip, 0)):
        x, y = ctypes.c_float(), ctypes.c_float()
        pdfium.FPDFPathSegment_GetPoint(pdfium.FPDFClipPath_GetPathSegment(clip, 0, step), x, y)
        yield x.value, y.value


def _box(outline: Outline) -> Box:
    xs, ys = zip(*outline, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _area(outline: Outline) -> float:
    edges = zip(outline, (*outline[1:], outline[0]), strict=True)
    return abs(sum(x * v - u * y for (x, y), (u, v) in edges)) / 2


def _inside(box: Box, other: Box) -> bool:
    """Whether a box is inside another, or the same."""
    left, top, right, bottom = other
    return min(box[0] - left, box[1] - top, right - box[2], bottom - box[3]) > -_NEAR


def _margins(box: Box, size: Size) -> bool:
    """Whether a box is all of a page but its margins, to which marks are clipped."""
    left, top, right, bottom = box[0], box[1], size[0] - box[2], size[1] - box[3]
    return max(left, top, right, bottom) < 10 and abs(left - right) < 8 and abs(top - bottom) < 8


def pairs(fronts: list[Shape], backs: list[Shape], near: float) -> list[tuple[Shape, Shape]]:
    """Each of the latter with the one of the former that lies where it lies, to so many millimetres."""
    found = []
    known = [(front, _corners(front.outline)) for front in fronts]
    for back in backs:
        seen = _corners(back.outline)
        (front,) = (one for one, corners in known if _apart(corners, seen) < near)
        found.append((front, back))
    return found


def _corners(outline: Outline) -> list[Point]:
    return sorted({(round(x, 3), round(y, 3)) for x, y in outline})


def _apart(one: list[Point], other: list[Point]) -> float:
    """How far the furthest corner of an outline is from the nearest of another."""
    return max(min(max(abs(x - u), abs(y - v)) for u, v in other) for x, y in one)
