"""Writes pages in a format: a row for each."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from printgen.base.limits import check_limit
from printgen.base.units import PT_PER_IN
from printgen.writers.page import Info, Page

Writer = Callable[[Sequence[Page], Info, int, bool], list[bytes]]
"""Writes pages into one file, or each into one of its own, in greys alone if asked; pixels have dots per inch."""


def _pdf(pages: Sequence[Page], info: Info, dpi: int, grey: bool) -> list[bytes]:
    from printgen.writers.pdf import write_pdf

    return [write_pdf(pages, info, grey=grey)]


def _png(pages: Sequence[Page], info: Info, dpi: int, grey: bool) -> list[bytes]:
    for page in pages:
        check_limit("pixels", math.ceil(page.drawing.width * page.drawing.height * (dpi / PT_PER_IN) ** 2))
    from printgen.writers.pdf import write_pdf
    from printgen.writers.pictures import encode_png, render_pages

    return [encode_png(picture, dpi, grey) for picture in render_pages(write_pdf(pages, info, looked_at=True), dpi)]


def _svg(pages: Sequence[Page], info: Info, dpi: int, grey: bool) -> list[bytes]:
    from printgen.writers.pictures import write_svg

    return [write_svg(page, info, grey) for page in pages]


def _text(pages: Sequence[Page], info: Info, dpi: int, grey: bool) -> list[bytes]:
    from printgen.drawing.extent import describe

    titled = ((page.bookmark or f"Page {number}", page.drawing) for number, page in enumerate(pages, 1))
    return [describe(titled).encode()]


WRITERS: dict[str, Writer] = {"pdf": _pdf, "png": _png, "svg": _svg, "text": _text}

SUFFIXES = {".pdf": "pdf", ".png": "png", ".svg": "svg", ".txt": "text"}
"""The format that a file's name asks for."""
