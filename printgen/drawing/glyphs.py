"""A run of letters comes in; the outlines of its glyphs, put where they are printed, go out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from types import SimpleNamespace
from typing import Any

from printgen.base.geometry import Box, Matrix, chain, scale, translate
from printgen.drawing.extent import moved
from printgen.drawing.font_files import Font
from printgen.drawing.fonts import face
from printgen.drawing.model import Outline, Segment, Text
from printgen.drawing.outlines import bounds, transformed

_SAMPLE = "The quick brown fox jumps over lazy dogs 0123456789"


def letters_outline(text: Text) -> Outline:
    """The outlines of all letters of a run, in its coordinates."""
    out: list[Segment] = []
    for font, glyph, matrix in _placed(text):
        out += transformed(_glyph(font, glyph), matrix)
    return tuple(out)


def letter_boxes(text: Text) -> tuple[Box, ...]:
    """The boxes around the ink of all letters of a run, in its coordinates; blanks have none."""
    boxes = ((_box(font, glyph), matrix) for font, glyph, matrix in _placed(text))
    return tuple(moved(box, matrix) for box, matrix in boxes if box.w > 0 and box.h > 0)


def _placed(text: Text) -> Iterator[tuple[Font, int, Matrix]]:
    """The glyphs of a run, and what takes each from the units of its font to its place."""
    known = face(text.font)
    k, x = text.size / known.units, text.x
    words = [known.word(letters) for letters in text.text.split(" ")]
    if any(word.pieces for word in words):
        yield from _pieces(text)
        return
    for number, word in enumerate(words):
        x += known.space.width * text.size + text.tracking if number else 0.0
        for glyph, kern in zip(word.glyphs, word.kerns, strict=True):
            yield known.font, glyph, chain(translate(x, text.y), scale(k, -k))
            x += (known.advances[glyph] + kern) * k + text.tracking


def _pieces(text: Text) -> Iterator[tuple[Font, int, Matrix]]:
    """The glyphs of a run whose letters are of several fonts, or stand beside their places."""
    x = text.x
    for number, piece in enumerate(face(text.font).pieces(text.text)):
        k = text.size / piece.font.units
        for i, (glyph, step, (right, up)) in enumerate(zip(piece.glyphs, piece.steps, piece.shifts, strict=True)):
            if piece.opens[i] and (number or i):
                x += text.tracking
            yield piece.font, glyph, chain(translate(x + right * k, text.y - up * k), scale(k, -k))
            x += step * k


@lru_cache(maxsize=4096)
def _glyph(font: Font, glyph: int) -> Outline:
    """The outline of a glyph in the units of its font, y up."""
    steps: list[Segment] = []
    at = [(0.0, 0.0)]

    def add(letter: str, *points: tuple[float, float]) -> None:
        if letter == "Q":
            # A curve with one handle is one with two, each two thirds of the way there.
            (x0, y0), (x1, y1), (x2, y2) = at[0], points[0], points[-1]
            points = ((x0 + 2 * x1) / 3, (y0 + 2 * y1) / 3), ((x2 + 2 * x1) / 3, (y2 + 2 * y1) / 3), (x2, y2)
            letter = "C"
        steps.append((letter, *(value for point in points for value in point)))
        if points:
            at[0] = points[-1]

    names = {"moveTo": "M", "lineTo": "L", "qCurveTo": "Q", "curveTo": "C", "closePath": "Z"}
    pen: Any = SimpleNamespace(**{name: partial(add, letter) for name, letter in names.items()})
    font.draw(glyph, pen)
    return tuple(steps)


@lru_cache(maxsize=4096)
def _box(font: Font, glyph: int) -> Box:
    """The box around a glyph in the units of its font."""
    return bounds(_glyph(font, glyph))


@lru_cache(maxsize=64)
def density(font: str) -> float:
    """The area of letters of a font as a share of their width and size, for usual words; 0 if they have no width."""
    sample = Text(0, 0, _SAMPLE, font, 1.0, "#000000")
    area, width = sum(_area(known, glyph) * m[0] ** 2 for known, glyph, m in _placed(sample)), face(font).width(_SAMPLE)
    return area / width if width else 0.0


@lru_cache(maxsize=4096)
def _area(font: Font, glyph: int) -> float:
    """The area of a glyph in the units of its font; its holes wind the other way."""
    total = 0.0
    x = y = x0 = y0 = 0.0
    for step in _glyph(font, glyph):
        if step[0] == "M":
            total += x * y0 - x0 * y
            x, y = x0, y0 = step[1], step[2]
            continue
        if step[0] == "C":
            a, b, c, d, u, v = step[1:]
            p, q = (8 * x + 12 * a + 6 * c + u) / 27, (8 * y + 12 * b + 6 * d + v) / 27
            r, s = (x + 6 * a + 12 * c + 8 * u) / 27, (y + 6 * b + 12 * d + 8 * v) / 27
            total += x * q - p * y + p * s - r * q + r * v - u * s
        else:
            u, v = step[1:] if step[0] == "L" else (x0, y0)
            total += x * v - u * y
        x, y = u, v
    return abs(total + x * y0 - x0 * y) / 2
