"""Words and where they stand come in; runs of text, measured and aligned, and paragraphs of them go out.

Places, sizes and widths are all in the unit of the picture that the words are for: points, unless it is scaled.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printgen.base.geometry import compose, rotate, translate
from printgen.drawing.fonts import face
from printgen.drawing.model import Group, Item, Place, Text
from printgen.drawing.text import Fitted, Run, fit, run_width, words_of

STENCIL, BODY, SEMI, BOLD = "stencil", "body", "body semibold", "body bold"

LEFT, CENTER, RIGHT = 0.0, 0.5, 1.0
"""How a run is aligned: it starts at its place, has its middle there, or ends there."""

_MANY = 99


class Paragraph(NamedTuple):
    """Lines of text: their items, and how far down the next line would stand below the first."""

    items: tuple[Item, ...]
    advance: float


def width_of(text: str, font: str, size: float = 1.0) -> float:
    """How long a run is."""
    return run_width(Run(text, font)) * size


def cap(font: str, size: float = 1.0) -> float:
    """The height of the capitals."""
    return face(font).cap_height * size


def largest(text: str, font: str, room: float, size: float, floor: float = 0.0) -> float | None:
    """The largest size up to `size` at which a line fits the room; None when that is below the floor."""
    best = min(size, room / max(width_of(text, font), 1e-6))
    return best if best >= floor - 1e-9 else None


def run(
    x: float, y: float, text: str, font: str, size: float, color: str, align: float = LEFT, room: float = 0.0,
    tracking: float = 0.0,
) -> Text:  # fmt: skip
    """One line with its baseline at (x, y), made smaller where it is wider than `room`, unless that is 0."""
    wide = width_of(text, font, size) + tracking * max(0, len(text) - 1)
    k = room / wide if 0 < room < wide else 1.0
    return Text(x - align * wide * k, y, text, font, size * k, color, tracking * k, wide * k)


def middled(
    x: float, y: float, text: str, font: str, size: float, color: str, align: float = CENTER, room: float = 0.0
) -> Text:
    """One line whose capitals have their middle at the height `y`."""
    line = run(x, y, text, font, size, color, align, room)
    return line._replace(y=y + cap(font, line.size) / 2)


def turned(items: tuple[Item, ...], x: float, y: float, degrees: float) -> Place:
    """Items drawn about (0, 0), turned clockwise and put down at (x, y)."""
    return Place(Group(items), compose(translate(x, y), rotate(degrees)))


def placed_runs(
    fitted: Fitted, x: float, y: float, leading: float, align: float = LEFT, width: float = 0.0
) -> Iterator[tuple[float, float, Run]]:
    """The runs of fitted lines and where they start, the first baseline at `y`; `leading` is from line to line."""
    for number, line in enumerate(fitted.lines):
        left = x + align * (width - line.width)
        for offset, piece in line.runs:
            yield left + offset, y + number * leading, piece


def paragraph(
    x: float, y: float, runs: Sequence[Run], width: float, size: float, color: str, leading: float = 1.2,
    floor: float | None = None, font: str = BODY,
) -> Paragraph | None:  # fmt: skip
    """Runs broken into lines of a width, the first baseline at `y`, in letters of `size` or down to `floor`.

    `leading` is a multiple of the size, `font` is that of the spaces. None when a word is wider than the line even at
    the floor.
    """
    fitted = fit(words_of(runs), width, size, size if floor is None else floor, _MANY, space_font=font)
    if fitted is None:
        return None
    step = fitted.size * leading
    items = tuple(
        run(a, b, piece.text, piece.font, fitted.size, color) for a, b, piece in placed_runs(fitted, x, y, step)
    )
    return Paragraph(items, len(fitted.lines) * step)
