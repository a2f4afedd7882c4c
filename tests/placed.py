"""Where pictures of pieces lie on the pages of a PDF, as pdfium finds them there: by what each of them is clipped to.

Places are in millimetres from the top left corner of the page as one sees it.
"""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from printgen.base.units import to_mm

Point = tuple[float, float]
Size = tuple[float, float]
Outline = tuple[Point, ...]
_NEAR = 0.02


def pages(data: bytes) -> list[tuple[Size, list[Outline]]]:
    """The size of each page, with the outlines of its pictures; not of what is in them, and not of its margins."""
    pdf = pypdfium2.PdfDocument(data)
    found = []
    for page in pdf:
        size = to_mm(page.get_width()), to_mm(page.get_height())
        all_ = {key: outline for outline in _clips(page, size[1]) for key in [_box(outline, 2)]}
        outlines = [outline for outline in all_.values() if not _margins(_box(outline), size)]
        boxes = [_box(outline) for outline in outlines]
        whole = [o for o, box in zip(outlines, boxes, strict=True) if not any(_inside(box, other) for other in boxes)]
        found.append((size, whole))
    pdf.close()
    return found


def _clips(page: Any, height: float) -> Iterator[Outline]:
    """The outermost clip of everything that is painted on a page."""
    objects = (pdfium.FPDFPage_GetObject(page, n) for n in range(pdfium.FPDFPage_CountObjects(page)))
    for outline in _outermost(objects):
        yield tuple((to_mm(x), height - to_mm(y)) for x, y in outline)


def _outermost(objects: Iterable[Any]) -> Iterator[Outline]:
    """The clips of objects; of what stands for others without a clip, those of these, moved as it is."""
    for one in objects:
        clip = pdfium.FPDFPageObj_GetClipPath(one)
        if pdfium.FPDFClipPath_CountPaths(clip) > 0:
            yield tuple(_points(clip))
        elif pdfium.FPDFPageObj_GetType(one) == pdfium.FPDF_PAGEOBJ_FORM:
            m = pdfium.FS_MATRIX()
            pdfium.FPDFPageObj_GetMatrix(one, m)
            inner = (pdfium.FPDFFormObj_GetObject(one, n) for n in range(pdfium.FPDFFormObj_CountObjects(one)))
            for outline in _outermost(inner):
                yield tuple((m.a * x + m.c * y + m.e, m.b * x + m.d * y + m.f) for x, y in outline)


def _points(clip: Any) -> Iterator[Point]:
    for step in range(pdfium.FPDFClipPath_CountPathSegments(clip, 0)):
        x, y = ctypes.c_float(), ctypes.c_float()
        pdfium.FPDFPathSegment_GetPoint(pdfium.FPDFClipPath_GetPathSegment(clip, 0, step), x, y)
        yield x.value, y.value


def _box(outline: Outline, digits: int = 6) -> tuple[float, float, float, float]:
    xs, ys = zip(*outline, strict=True)
    left, top, right, bottom = (round(n, digits) for n in (min(xs), min(ys), max(xs), max(ys)))
    return left, top, right, bottom


def _inside(box: tuple[float, ...], other: tuple[float, ...]) -> bool:
    """Whether a box is inside another, and not the same."""
    apart = [near - far for near, far in zip(box[:2] + other[2:], other[:2] + box[2:], strict=True)]
    return min(apart) > -_NEAR and max(apart) > _NEAR


def _margins(box: tuple[float, ...], size: Size) -> bool:
    """Whether a box is all of a page but its margins, to which marks are clipped; its sides may be askew."""
    left, top, right, bottom = box[0], box[1], size[0] - box[2], size[1] - box[3]
    return max(left, top, right, bottom) < 10 and abs(left - right) < 8 and abs(top - bottom) < 8


def pairs(
    fronts: list[Outline], backs: list[Outline], through: Callable[[Point], Point], near: float
) -> list[tuple[Outline, Outline]]:
    """Each back with the one front that it lies behind, to so many millimetres, as seen from the front."""
    found = []
    for back in backs:
        seen = _corners(tuple(map(through, back)))
        (front,) = (one for one in fronts if _apart(_corners(one), seen) < near)
        found.append((front, back))
    return found


def _corners(outline: Outline) -> list[Point]:
    return sorted({(round(x, 3), round(y, 3)) for x, y in outline})


def _apart(one: list[Point], other: list[Point]) -> float:
    """How far the furthest corner of an outline is from the nearest of another."""
    return max(min(max(abs(x - u), abs(y - v)) for u, v in other) for x, y in one)
