"""Runs of text: measured, aligned, ordered from left to right, as glyphs, and set along an arc or a curve."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from itertools import accumulate, pairwise
from math import atan2, dist, pi
from types import SimpleNamespace
from typing import Any, NamedTuple
from unicodedata import category

from printgen.base.units import Box, Matrix, chain, compose, rotate, translate
from printgen.drawing.extent import transform_box
from printgen.drawing.font_files import Font
from printgen.drawing.fonts import face
from printgen.drawing.model import Group, Item, Outline, Place, Segment, Text
from printgen.drawing.outlines import bounds, transform_outline
from printgen.drawing.shaping import spans, with_direction, words_shown

STENCIL, BODY, SEMI, BOLD = "stencil", "body", "body semibold", "body bold"

LEFT, CENTER, RIGHT = 0.0, 0.5, 1.0
"""How a run is aligned: it starts at its place, has its middle there, or ends there."""

_HAIR = 1e-6  # Room for the last bit of a float, in points.
ICON = "icon"
"""The font name of a run whose text is an icon's name; an icon is as wide as its size."""


class TextRun(NamedTuple):
    """A stretch of text in one font, or one inline icon.

    `grow` is its scale against the text around it; `color` is a colour phrase, "" for the colour of the text; `wide` is
    an icon's width divided by its height.
    """

    text: str
    font: str
    grow: float = 1.0
    color: str = ""
    wide: float = 1.0

    @property
    def is_icon(self) -> bool:
        return self.font == ICON


class Line(NamedTuple):
    """One fitted line: its runs with their offsets from the line's start, and its width, in points.

    Its baseline is `down` times the leading below the first. `widths` are those of its runs, in points.
    """

    runs: tuple[tuple[float, TextRun], ...]
    width: float
    down: float = 0.0
    widths: tuple[float, ...] = ()


class FittedText(NamedTuple):
    """Lines at their size in points; the first capitals are `rise` times as high. `leftward` lines begin right."""

    size: float
    lines: tuple[Line, ...]
    rise: float = 1.0
    leftward: bool = False


class Tall(NamedTuple):
    """A height in points for lines; `cap` and `leading` are those of the letters at size 1."""

    height: float
    cap: float
    leading: float

    def lines(self, size: float) -> int:
        """How many lines of a size fit, from the capitals of the first to the baseline of the last."""
        spare = self.height + _HAIR - self.cap * size
        return int(spare / (self.leading * size)) + 1 if spare >= 0 else 0


ANY_HEIGHT = Tall(1e9, 0.7, 1.0)
"""Where only the width and the count of lines matter."""

MANY_LINES = 10_000
"""More lines than any text has."""

Word = tuple[TextRun, ...]


def run_width(run: TextRun) -> float:
    """The advance of a run at size 1."""
    return (0.05 + run.wide) * run.grow if run.is_icon else face(run.font).width(run.text) * run.grow


def gaps(run: TextRun) -> int:
    """The number of letters of a run, after each of which tracking comes."""
    return 1 if run.font == ICON else face(run.font).gaps(run.text)


def width_of(text: str, font: str, size: float = 1.0) -> float:
    """The advance of a text at a size."""
    return run_width(TextRun(text, font)) * size


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
    """One line with its baseline at (x, y), shrunk if it is wider than `room`, unless that is 0."""
    wide = width_of(text, font, size) + (tracking * max(0, face(font).gaps(text) - 1) if tracking else 0.0)
    k = room / wide if 0 < room < wide else 1.0
    return Text(x - align * wide * k, y, text, face(font).name, size * k, color, tracking * k, wide * k)


def center_run(
    x: float, y: float, text: str, font: str, size: float, color: str, align: float = CENTER, room: float = 0.0
) -> Text:
    """One line whose capitals have their middle at the height `y`."""
    line = run(x, y, text, font, size, color, align, room)
    return line._replace(y=y + cap(font, line.size) / 2)


def turn_items(items: tuple[Item, ...], x: float, y: float, degrees: float) -> Place:
    """Items drawn about (0, 0), rotated clockwise and placed at (x, y)."""
    return Place(Group(items), compose(translate(x, y), rotate(degrees)))


def runs_of(
    fitted: FittedText, x: float, y: float, leading: float, align: float = LEFT, width: float = 0.0
) -> Iterator[tuple[float, float, TextRun, float]]:
    """The runs of fitted lines with their starts and widths; the first baseline is at `y`."""
    for line in fitted.lines:
        left, base = x + align * (width - line.width), y + line.down * leading
        for (offset, piece), wide in zip(line.runs, line.widths, strict=False):
            yield left + offset, base, piece, wide


Placed = tuple[float, TextRun]

_ICON = "\ufffc"  # Stands for an icon in the order of a line: a sign without a direction.


def in_order(runs: list[Placed], leftward: bool, tracking: float) -> list[Placed]:
    """The runs of a line at size 1, each at its offset, ordered for a line that runs leftward or not.

    A run with letters of both directions is split; spaces keep their widths. `tracking` stands behind each letter.
    """
    if len(runs) == 1 and runs[0][1].font != ICON:
        # The writer of a single run orders its words.
        at, whole = runs[0]
        return [(at, whole._replace(text=with_direction(whole.text, leftward)))]
    parts = list(_parts(runs, tracking))
    line = "".join([letters for letters, _, _ in parts])
    x, out = runs[0][0], list[Placed]()
    for start, end, left in spans(line, leftward):
        for letters, run, wide in _within(parts, start, end, left, tracking):
            if run is not None:
                out.append((x, run if run.font == ICON else run._replace(text=with_direction(letters, left))))
            x += wide
    return out


def _parts(runs: list[Placed], tracking: float) -> Iterator[tuple[str, TextRun | None, float]]:
    """The runs, and the spaces between them, with their letters and widths."""
    end = runs[0][0]
    for x, run in runs:
        if x > end + _HAIR:
            yield " ", None, x - end
        letters = _ICON if run.font == ICON else run.text
        wide = run_width(run) + (tracking * gaps(run) if tracking else 0.0)
        yield letters, run, wide
        end = x + wide


def _within(
    parts: list[tuple[str, TextRun | None, float]], start: int, end: int, left: bool, tracking: float
) -> Iterator[tuple[str, TextRun | None, float]]:
    """The parts between two letters of their line, from left to right."""
    inside: list[tuple[str, TextRun | None, float]] = []
    at = 0
    for letters, run, wide in parts:
        low, high = max(start - at, 0), min(end - at, len(letters))
        if low < high:
            some = letters[low:high]
            if some != letters and run is not None:
                share = run._replace(text=some)
                wide = run_width(share) + (tracking * gaps(share) if tracking else 0.0)
            inside.append((some, run, wide))
        at += len(letters)
    return iter(reversed(inside) if left else inside)


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
    """The glyphs of a run, each with its font and its origin in the coordinates of the run."""
    font_face, x = face(text.font), text.x
    k = text.size / font_face.units
    words = [font_face.word(letters) for letters in text.text.split(" ")]
    if any(word.pieces for word in words):
        # Letters of several fonts, or some that stand beside their places.
        for number, piece in enumerate(font_face.pieces(text.text)):
            k = text.size / piece.font.units
            for i, (glyph, step, (right, up)) in enumerate(zip(piece.glyphs, piece.steps, piece.shifts, strict=True)):
                if piece.opens[i] and (number or i):
                    x += text.tracking
                yield piece.font, glyph, x + right * k, text.y - up * k
                x += step * k
        return
    for number, word in enumerate(words):
        x += font_face.space.width * text.size + text.tracking if number else 0.0
        for glyph, kern in zip(word.glyphs, word.kerns, strict=True):
            yield font_face.font, glyph, x, text.y
            x += (font_face.advances[glyph] + kern) * k + text.tracking


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
"""How letters may stand to their arc or curve: on it, hanging from it, or with it through their middle."""
_DOWN = {"above": 0.0, "below": 1.0, "middle": 0.5}
"""How far below the line their baseline is then, in heights of capitals."""


class Arc(NamedTuple):
    """A part of a circle about (x, y), in points and degrees: 0 is its top, and angles go clockwise.

    Text from a smaller angle to a larger one runs clockwise, with the tops of its letters outward. In the other
    direction it runs anticlockwise, with the tops inward, as on the lower half of a coin.
    """

    x: float
    y: float
    r: float
    start: float
    end: float
    stand: str = STANDS[0]

    @property
    def is_closed(self) -> bool:
        return abs(self.end - self.start) == 360

    @property
    def outward(self) -> bool:
        """Whether the tops of letters point away from the middle."""
        return self.end > self.start

    def radius(self, cap: float) -> float:
        """The radius of the baseline of letters with capitals of this height, in points."""
        down = _DOWN[self.stand] * cap
        return self.r - down if self.outward else self.r + down

    def length(self, cap: float) -> float:
        """The length of the baseline of such letters, in points; 0 if they do not fit around the middle."""
        return max(0.0, self.radius(cap)) * abs(self.end - self.start) * pi / 180

    def room(self, size: float) -> Box:
        """The area that letters of a size can take up."""
        reach = self.r + 2 * size
        return Box(self.x - reach, self.y - reach, 2 * reach, 2 * reach)

    def place(self, letter: Letter, start: float, cap: float) -> Matrix:
        """The matrix that moves a letter from (0, 0) to its place; its line starts at `start` along the baseline."""
        radius = self.radius(cap)
        turn = (start + letter.middle) / radius * 180 / pi
        angle = self.start + (turn if self.outward else -turn)
        upright = rotate(0 if self.outward else 180)
        return chain(translate(self.x, self.y), rotate(angle), translate(0, -radius), upright)


class Curve(NamedTuple):
    """A line through points, in points, along which a text runs."""

    points: tuple[tuple[float, float], ...]
    stand: str = STANDS[0]

    @property
    def is_closed(self) -> bool:
        return self.points[0] == self.points[-1]

    def length(self, cap: float) -> float:
        """The length of the curve, in points, for letters of any size."""
        return _distances(self.points)[-1]

    def room(self, size: float) -> Box:
        """The area that letters of a size can take up."""
        return bounds((("M", *self.points[0]), *(("L", *point) for point in self.points[1:]))).grown(2 * size)

    def place(self, letter: Letter, start: float, cap: float) -> Matrix:
        """The matrix that moves a letter from (0, 0) to its place; its line starts at `start` along the curve.

        The letter is as steep as the chord between its two ends.
        """
        along, half = start + letter.middle, max(letter.before, cap / 4)
        (x1, y1), (x2, y2) = self._point(along - half), self._point(along + half)
        turn = atan2(y2 - y1, x2 - x1) * 180 / pi
        return chain(translate(*self._point(along)), rotate(turn), translate(0, _DOWN[self.stand] * cap))

    def _point(self, along: float) -> tuple[float, float]:
        """The point at this distance along the curve, in points; its ends are extended."""
        distances = _distances(self.points)
        at = min(max(bisect_right(distances, along), 1), len(distances) - 1)
        step = distances[at] - distances[at - 1]
        share = min(1.0, max(0.0, (along - distances[at - 1]) / step))
        (x1, y1), (x2, y2) = self.points[at - 1 : at + 1]
        return x1 + share * (x2 - x1), y1 + share * (y2 - y1)


@lru_cache(maxsize=64)
def _distances(points: tuple[tuple[float, float], ...]) -> tuple[float, ...]:
    return (*accumulate((dist(*pair) for pair in pairwise(points)), initial=0.0),)


class Letter(NamedTuple):
    """A letter or icon of a line: the place of its middle along the line, and how far before that it starts."""

    run: TextRun
    middle: float
    before: float


def letters_of(line: Line, size: float, tracking: float) -> Iterator[Letter]:
    """The letters of a fitted line, kerned as in their words; spaces are only gaps between them."""
    for offset, run in line.runs:
        if run.is_icon:
            half = run_width(run) * size / 2
            yield Letter(run, offset + half, half)
            continue
        font, k = face(run.font), size * run.grow
        x = offset
        for number, word in enumerate(words_shown(run.text)):
            x += font.space.width * k + tracking if number else 0.0
            for letters, step, wide in _steps(run.font, word):
                yield Letter(run._replace(text=letters), x + wide * k / 2, wide * k / 2)
                x += step * k + tracking


def spread_letters(letters: Sequence[Letter], by: float) -> tuple[Letter, ...]:
    """Letters of a line moved apart, so that the line gets longer by `by` points."""
    if len(letters) < 2 or by <= 0:
        return (*letters,)
    first, last = letters[0].middle, letters[-1].middle
    wider = 1 + by / (last - first)
    return tuple(letter._replace(middle=first + (letter.middle - first) * wider) for letter in letters)


def _steps(font: str, letters: str) -> Iterator[tuple[str, float, float]]:
    """The letters of a word, each with its marks, with their advances in the word and their own widths."""
    font_face = face(font)
    word = font_face.word(letters)
    steps_by_letter: list[tuple[str, float]] = []
    if not word.pieces:
        for glyph, kern, letter in zip(word.glyphs, word.kerns, word.read_as, strict=True):
            steps_by_letter.append((letter, (font_face.advances[glyph] + kern) / font_face.units))
    elif not any(piece.leftward for piece in word.pieces):
        for piece in word.pieces:
            steps = (step / piece.font.units for step in piece.steps)
            # A blank is only a glyph that reads as a space.
            steps_by_letter += zip((piece.letters,) if len(piece.glyphs) == 1 else piece.read_as, steps, strict=True)
    if "".join(letter for letter, _ in steps_by_letter) != letters:
        # Where letters are joined to others, or run to the left, the whole word keeps together.
        yield letters, word.width, word.width
        return
    together: list[tuple[str, float]] = []
    for letter, step in steps_by_letter:
        if together and (not letter or category(letter[0])[0] == "M"):
            together[-1] = together[-1][0] + letter, together[-1][1] + step
        else:
            together.append((letter, step))
    for letter, step in together:
        yield letter, step, font_face.width(letter)
