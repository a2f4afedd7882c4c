"""Drawings come in; pictures of so many pixels go out, as PNG files or as rows of dots, drawn in several processes."""

from __future__ import annotations

import io
import os
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from functools import partial
from typing import Any, NamedTuple, TypeVar

from printgen.base.budget import within
from printgen.base.units import PT_PER_IN
from printgen.build import Progress, Step
from printgen.drawing.model import Drawing
from printgen.exports.parcel import fitted
from printgen.writers.page import Page
from printgen.writers.pdf import write_pdf
from printgen.writers.png import drawn_pages, encode_png, render_pages

T = TypeVar("T")

_CHUNK = 8
"""So many pictures are drawn at a time, and by one process."""
PIXELS_WORTH = 6_000_000
"""So many pixels take about as long as the start of another process."""
MOST_PROCESSES = 8
_LEAST = 16
"""Pictures of so few pixels are not shrunk."""


class Shot(NamedTuple):
    """A drawing, and how many pixels wide and high its picture is."""

    drawing: Drawing
    width: int
    height: int


def shot_at(drawing: Drawing, dpi: float) -> Shot:
    """A picture of a drawing at so many dots per inch, at least one wide and high."""
    wide, high = (max(1, round(side * dpi / PT_PER_IN)) for side in (drawing.width, drawing.height))
    return Shot(drawing, wide, high)


def pictures(shots: Sequence[Shot], clear: bool = False) -> Iterator[Any]:
    """The pictures one after the other, as Pillow's, each when it is asked for: RGB on white, or RGBA if `clear`."""
    _count(shots)
    for some in _chunks(shots):
        yield from render_pages(_pdf_of(some), PT_PER_IN, clear=clear)


def png_files(
    shots: Sequence[Shot], dpi: float, progress: Progress, what: str, clear: bool = False
) -> list[bytes]:  # fmt: skip
    """The pictures as PNG files that say their dots per inch, the same bytes for the same drawings.

    They are white where nothing is drawn, or `clear` there; for the rest see `picture_files`.
    """
    return picture_files(shots, partial(encode_png, dpi=dpi), progress, what, clear)


def picture_files(
    shots: Sequence[Shot], encode: Callable[[Any], T], progress: Progress, what: str, clear: bool = False
) -> list[T]:  # fmt: skip
    """The pictures as files, by what makes one of a picture of Pillow's: a function of a module, or a part of one.

    Where that is faster, several processes draw them. `progress` is told how many are done of `what`, and how long the
    rest takes.
    """
    _count(shots)
    files, began = list[T](), time.monotonic()
    with ExitStack() as stack:
        for done in _worked(stack, [*_chunks(shots)], encode, clear):
            files += done
            told = Step(f"{what}: {len(files)} of {len(shots)}{_left(began, len(files), len(shots))}")
            told.numbers = {"done": len(files), "of": len(shots)}
            progress(told)
    return files


def light(picture: Any, most: int) -> bytes:
    """A picture of Pillow's as a file of fewer than `most` bytes: JPEG, or PNG where something can be seen through.

    One that would be larger is shrunk until it is not.
    """
    while True:
        buffer = io.BytesIO()
        if picture.mode == "RGBA":
            picture.save(buffer, "PNG", compress_level=6)
        else:
            picture.save(buffer, "JPEG", quality=88, optimize=True)
        data = buffer.getvalue()
        if len(data) < most or max(picture.size) < _LEAST:
            return data
        picture = picture.resize((max(1, picture.width * 3 // 4), max(1, picture.height * 3 // 4)))


def _count(shots: Sequence[Shot]) -> None:
    for shot in shots:
        within("pixels", shot.width * shot.height)


def _chunks(shots: Sequence[Shot]) -> Iterator[Sequence[Shot]]:
    return (shots[start : start + _CHUNK] for start in range(0, len(shots), _CHUNK))


def _worked(
    stack: ExitStack, chunks: Sequence[Sequence[Shot]], encode: Callable[[Any], T], clear: bool
) -> Iterator[list[T]]:  # fmt: skip
    """What comes of chunks, in order; while some are drawn by other processes, the next are written for them here."""
    pixels = sum(shot.width * shot.height for chunk in chunks for shot in chunk)
    several = min(os.cpu_count() or 1, len(chunks), MOST_PROCESSES, pixels // PIXELS_WORTH)
    if several < 2:
        yield from (drawn_pages(_pdf_of(chunk), encode, clear) for chunk in chunks)
        return
    from printgen.work.crews import Processes

    executor = stack.enter_context(Processes(several).open())
    waiting = [executor.submit(drawn_pages, _pdf_of(chunk), encode, clear) for chunk in chunks]
    yield from (future.result() for future in waiting)


def _left(began: float, done: int, of: int) -> str:
    """How long the rest takes, in words; "" at the end."""
    seconds = (time.monotonic() - began) * (of - done) / done
    return f", about {seconds:.0f} s left" if done < of and seconds >= 1 else ""


def _pdf_of(shots: Sequence[Shot]) -> bytes:
    """A page for each drawing, of a point a pixel."""
    return write_pdf([Page(fitted(shot.drawing, shot.width, shot.height)) for shot in shots], looked_at=True)
