"""Runs as outlines of glyphs, and letters turned along an arc."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial
from math import pi
from types import SimpleNamespace
from typing import Any, NamedTuple
from unicodedata import category

from printgen.base.units import Box, Matrix, chain, rotate, translate
from printgen.drawing.extent import transform_box
from printgen.drawing.font_files import Font
from printgen.drawing.fonts import face
from printgen.drawing.model import Outline, Segment, Text
from printgen.drawing.outlines import bounds, transform_outline
from printgen.drawing.shaping import words_shown
from printgen.drawing.words import Line, TextRun, run_width


def letters_outline(text: Text) -> Outline:
    """The outlines of all letters of a run, in its coordinates."""
    out: list[Segment] = []
    for font, glyph, x, y in glyphs_of(text):
        k = text.size / font.units
        out += transform_outline(glyph_outline(font, glyph), (k, 0, 0, -k, x, y))
    return tuple(out)


def letter_boxes(text: Text) -> tuple[Box, ...]:
    """The boxes around the ink of all letters of a run, in its coordinates; blanks have none."""
    out: list[Box] = []
    for font, glyph, x, y in glyphs_of(text):
        box, k = _box(font, glyph), text.size / font.units
        if box.w > 0 and box.h > 0:
            out.append(transform_box(box, (k, 0, 0, -k, x, y)))
    return tuple(out)


def glyphs_of(text: Text) -> Iterator[tuple[Font, int, float, float]]:
    """The glyphs of a run, each with its font and the place of its origin in the coordinates of the run."""
    known, x = face(text.font), text.x
    k = text.size / known.units
    words = [known.word(letters) for letters in text.text.split(" ")]
    if any(word.pieces for word in words):
        # Letters of several fonts, or some that stand beside their places.
        for number, piece in enumerate(known.pieces(text.text)):
            k = text.size / piece.font.units
            for i, (glyph, step, (right, up)) in enumerate(zip(piece.glyphs, piece.steps, piece.shifts, strict=True)):
                if piece.opens[i] and (number or i):
                    x += text.tracking
                yield piece.font, glyph, x + right * k, text.y - up * k
                x += step * k
        return
    for number, word in enumerate(words):
        x += known.space.width * text.size + text.tracking if number else 0.0
        for glyph, kern in zip(word.glyphs, word.kerns, strict=True):
            yield known.font, glyph, x, text.y
            x += (known.advances[glyph] + kern) * k + text.tracking


@lru_cache(maxsize=4096)
def glyph_outline(font: Font, glyph: int) -> Outline:
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
    return bounds(glyph_outline(font, glyph))


STANDS = ("above", "below", "middle")
"""How letters may stand to the line of their arc: on it, hanging from it, or with it through their middle."""


class Arc(NamedTuple):
    """A part of a circle about (x, y), in points and degrees: 0 is its top, and angles go clockwise.

    Text from a smaller angle to a larger one goes clockwise, its letters away from the middle of the circle. The other
    way round it goes anticlockwise, its letters towards the middle, as one reads along the lower half of a coin.
    """

    x: float
    y: float
    r: float
    start: float
    end: float
    stand: str = STANDS[0]

    @property
    def outward(self) -> bool:
        """Whether letters stand away from the middle."""
        return self.end > self.start

    def radius(self, cap: float) -> float:
        """The radius of the baseline of letters whose capitals are so high, in points."""
        down = {"above": 0.0, "below": cap, "middle": cap / 2}[self.stand]
        return self.r - down if self.outward else self.r + down

    def length(self, cap: float) -> float:
        """How long the baseline of such letters is, in points; 0 where they have no room around the middle."""
        return max(0.0, self.radius(cap)) * abs(self.end - self.start) * pi / 180

    def room(self, size: float) -> Box:
        """All that letters of a size can take up."""
        reach = self.r + 2 * size
        return Box(self.x - reach, self.y - reach, 2 * reach, 2 * reach)

    def place(self, along: float, radius: float) -> Matrix:
        """What puts down a letter whose middle is so far along the baseline: its own middle comes from (0, 0)."""
        turn = along / radius * 180 / pi
        angle = self.start + (turn if self.outward else -turn)
        return chain(
            translate(self.x, self.y), rotate(angle), translate(0, -radius), rotate(0 if self.outward else 180)
        )


class Letter(NamedTuple):
    """A letter, or an icon, of a line: where its middle is along the line, and how far before that it starts."""

    run: TextRun
    middle: float
    before: float


def letters_of(line: Line, size: float, tracking: float) -> Iterator[Letter]:
    """The letters of a fitted line, each kerned as it is in its word; spaces are the room between them."""
    for offset, run in line.runs:
        if run.is_icon:
            half = run_width(run) * size / 2
            yield Letter(run, offset + half, half)
            continue
        font, k = face(run.font), size * run.grow
        x = offset
        for number, word in enumerate(words_shown(run.text)):
            x += font.space.width * k + tracking if number else 0.0
            for letters, step, alone in _steps(run.font, word):
                yield Letter(run._replace(text=letters), x + alone * k / 2, alone * k / 2)
                x += step * k + tracking


def _steps(font: str, letters: str) -> Iterator[tuple[str, float, float]]:
    """The letters of a word, each with its marks: how far each moves on where it stands, and how wide it is alone."""
    known = face(font)
    word = known.word(letters)
    told: list[tuple[str, float]] = []
    if not word.pieces:
        for glyph, kern, said in zip(word.glyphs, word.kerns, word.read_as, strict=True):
            told.append((said, (known.advances[glyph] + kern) / known.units))
    elif not any(piece.leftward for piece in word.pieces):
        for piece in word.pieces:
            steps = (step / piece.font.units for step in piece.steps)
            # A blank is no more than a glyph that is read as a space.
            told += zip((piece.letters,) if len(piece.glyphs) == 1 else piece.read_as, steps, strict=True)
    if "".join(said for said, _ in told) != letters:
        # Where letters are joined to others, or run to the left, the whole word keeps together.
        yield letters, word.width, word.width
        return
    together: list[tuple[str, float]] = []
    for said, step in told:
        if together and (not said or category(said[0])[0] == "M"):
            together[-1] = together[-1][0] + said, together[-1][1] + step
        else:
            together.append((said, step))
    for said, step in together:
        yield said, step, known.width(said)
