"""Pages of PDFs as pdfium reads them, which takes a hundredth of the time of pdfplumber."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2
import pypdfium2.raw as pdfium

from printgen.base.units import IDENTITY, Matrix, apply, compose, to_mm

Sides = tuple[float, float, float, float]
Point = tuple[float, float]


@dataclass(frozen=True)
class Line:
    """A path that is stroked: its width in points, its colour of 0 to 1, its points in millimetres from top left."""

    width: float
    color: tuple[float, float, float]
    points: tuple[Point, ...]
    closed: bool


@dataclass(frozen=True)
class PdfPage:
    """A page: its words, its stroked lines, and its boxes in points."""

    text: str
    lines: tuple[Line, ...]
    trim: Sides
    bleed: Sides

    @property
    def cuts(self) -> list[Sides]:
        """Left, top, width and height of each closed outline with the line of cuts, in millimetres."""
        found = [line.points for line in self.lines if line.closed and abs(line.width - 0.35) < 0.001]
        sides = [[*zip(*points, strict=True)] for points in found]
        return [(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)) for xs, ys in sides]


def read_pages(file: Path) -> list[PdfPage]:
    """All pages of a PDF."""
    pdf = pypdfium2.PdfDocument(file)
    try:
        return [_page(page) for page in pdf]
    finally:
        pdf.close()


def _page(page: Any) -> PdfPage:
    text = page.get_textpage().get_text_range().replace("\r\n", "\n")
    flip = (1, 0, 0, -1, 0, page.get_height())
    paths = _paths(page.raw, pdfium.FPDFPage_CountObjects, pdfium.FPDFPage_GetObject, flip)
    lines = tuple(line for path in paths for line in _lines(*path))
    return PdfPage(text, lines, page.get_trimbox(), page.get_bleedbox())


def _paths(parent: Any, count: Any, get: Any, matrix: Matrix = IDENTITY) -> Iterator[tuple[Any, Matrix]]:
    """All paths of a page or a form, each with what takes its points to the page."""
    for number in range(count(parent)):
        item, own = get(parent, number), pdfium.FS_MATRIX()
        pdfium.FPDFPageObj_GetMatrix(item, own)
        placed = compose(matrix, (own.a, own.b, own.c, own.d, own.e, own.f))
        kind = pdfium.FPDFPageObj_GetType(item)
        if kind == pdfium.FPDF_PAGEOBJ_FORM:
            yield from _paths(item, pdfium.FPDFFormObj_CountObjects, pdfium.FPDFFormObj_GetObject, placed)
        elif kind == pdfium.FPDF_PAGEOBJ_PATH:
            yield item, placed


def _lines(path: Any, matrix: Matrix) -> Iterator[Line]:
    """The parts of a path, each of which begins with a move."""
    mode, stroked, width = pdfium.c_int(), pdfium.c_int(), pdfium.c_float()
    pdfium.FPDFPath_GetDrawMode(path, mode, stroked)
    if not stroked.value:
        return
    pdfium.FPDFPageObj_GetStrokeWidth(path, width)
    red, green, blue, alpha = (pdfium.c_uint() for _ in range(4))
    pdfium.FPDFPageObj_GetStrokeColor(path, red, green, blue, alpha)
    parts: list[list[Any]] = []
    for i in range(pdfium.FPDFPath_CountSegments(path)):
        segment = pdfium.FPDFPath_GetPathSegment(path, i)
        if pdfium.FPDFPathSegment_GetType(segment) == pdfium.FPDF_SEGMENT_MOVETO:
            parts.append([])
        parts[-1].append(segment)
    for part in parts:
        closed = bool(pdfium.FPDFPathSegment_GetClose(part[-1]))
        points = tuple(_point(segment, matrix) for segment in part)
        yield Line(width.value, (red.value / 255, green.value / 255, blue.value / 255), points, closed)


def _point(segment: Any, matrix: Matrix) -> Point:
    x, y = pdfium.c_float(), pdfium.c_float()
    pdfium.FPDFPathSegment_GetPoint(segment, x, y)
    left, top = apply(matrix, x.value, y.value)
    return to_mm(left), to_mm(top)
