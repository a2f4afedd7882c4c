"""Words with a place, a font and a width come in; measured text items for the furniture of sheets go out."""

from __future__ import annotations

from typing import Literal

from printgen.base.geometry import Matrix, compose, rotate, translate
from printgen.drawing.fonts import face
from printgen.drawing.model import Group, Item, Place, Text
from printgen.drawing.text import Fitted, Run, fit, words_of
from printgen.errors import Finding, PrintgenError, Where

Align = Literal["left", "center", "right"]

STENCIL, BODY, SEMI, BOLD = "stencil", "body", "body semibold", "body bold"
_SHIFT = {"left": 0.0, "center": 0.5, "right": 1.0}
_MANY = 99


def width_of(text: str, font: str, size: float) -> float:
    """The width of a text in points."""
    return face(font).width(text) * size


def cap(font: str, size: float) -> float:
    """The height of a capital letter in points."""
    return face(font).cap_height * size


def line(x: float, y: float, text: str, font: str, size: float, color: str, align: Align = "left") -> Text:
    """One line on a baseline."""
    width = width_of(text, font, size)
    return Text(x - _SHIFT[align] * width, y, text, font, size, color, 0, width)


def middle(x: float, y: float, text: str, font: str, size: float, color: str, align: Align = "center") -> Text:
    """One line whose capitals have their middle at the height `y`."""
    return line(x, y + cap(font, size) / 2, text, font, size, color, align)


def turned(items: tuple[Item, ...], x: float, y: float, degrees: float) -> Place:
    """Items drawn about (0, 0), turned clockwise and put down at (x, y)."""
    matrix: Matrix = compose(translate(x, y), rotate(degrees))
    return Place(Group(items), matrix)


def largest(text: str, font: str, width: float, size: float, floor: float) -> float | None:
    """The size up to `size` at which a line fits the width; None when that is below the floor."""
    best = min(size, width / max(face(font).width(text), 1e-6))
    return best if best >= floor else None


def paragraph(
    x: float, y: float, width: float, text: str, size: float, color: str, leading: float = 1.2, font: str = BODY
) -> tuple[tuple[Item, ...], float]:
    """A text in lines of a width, `**bold**` parts in bold, the first baseline at `y`; the items and the last baseline.

    Raises PrintgenError when one word is wider than the line.
    """
    fitted = _fitted(text, width, size, font)
    items: list[Item] = []
    for number, row in enumerate(fitted.lines):
        for offset, run in row.runs:
            items.append(line(x + offset, y + number * leading * size, run.text, run.font, size, color))
    return tuple(items), y + (len(fitted.lines) - 1) * leading * size


def _fitted(text: str, width: float, size: float, font: str) -> Fitted:
    runs = [Run(part, BOLD if i % 2 else font) for i, part in enumerate(text.split("**")) if part]
    fitted = fit(words_of(runs), width, size, size, _MANY, space_font=font)
    if fitted is None:
        message = f"a word of '{text}' is wider than its column"
        raise PrintgenError([Finding("error", Where("printgen"), message, "Choose a larger paper.", "does-not-fit")])
    return fitted


def refuse_missing(text: str, fonts: tuple[str, ...], where: Where) -> None:
    """Raise PrintgenError when one of the fonts lacks a letter of the text."""
    for name in fonts:
        missing = face(name).missing(text)
        if missing:
            message = f"the sheets name '{text}', and the font lacks {missing!r}"
            hint = "Use plain letters in the names of large pieces."
            raise PrintgenError([Finding("error", where, message, hint, "missing-glyph")])
