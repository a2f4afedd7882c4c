"""A line of letters and a circle come in; each letter turned on its place on the circle goes out."""

from __future__ import annotations

from collections.abc import Iterator
from math import pi
from typing import NamedTuple
from unicodedata import category

from printgen.base.geometry import Box, Matrix, chain, rotate, translate
from printgen.drawing.directions import words_shown
from printgen.drawing.fonts import face
from printgen.drawing.words import Line, Run, run_width

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

    run: Run
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
