"""Measures and aligns runs of words, and puts them in the order in which they stand from left to right."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from printgen.base.units import compose, rotate, translate
from printgen.drawing.fonts import face
from printgen.drawing.model import Group, Item, Place, Text
from printgen.drawing.shaping import spans, with_direction

STENCIL, BODY, SEMI, BOLD = "stencil", "body", "body semibold", "body bold"

LEFT, CENTER, RIGHT = 0.0, 0.5, 1.0
"""How a run is aligned: it starts at its place, has its middle there, or ends there."""

# Room for the last bit of a float, in points.
_HAIR = 1e-6
ICON = "icon"
"""The font name of a run whose text is an icon's name; an icon is as wide as its size."""


class TextRun(NamedTuple):
    """A stretch of text in one font, or one inline icon.

    `grow` is how many times as large it is as the text around it; `color` are words, "" for the colour of the text;
    `wide` is how many times as wide as high an icon is.
    """

    text: str
    font: str
    grow: float = 1.0
    color: str = ""
    wide: float = 1.0

    @property
    def is_icon(self) -> bool:
        """Whether it is an icon, and not letters."""
        return self.font == ICON


class Line(NamedTuple):
    """One fitted line: its runs with their offsets from the line's start, and its width, in points.

    It stands `down` times the leading below the first line. `widths` are those of its runs, in points.
    """

    runs: tuple[tuple[float, TextRun], ...]
    width: float
    down: float = 0.0
    widths: tuple[float, ...] = ()


class FittedText(NamedTuple):
    """Lines at the size they fit, in points; the capitals of the first one are `rise` times as high as usual.

    Where they run to the `leftward`, they begin at the right.
    """

    size: float
    lines: tuple[Line, ...]
    rise: float = 1.0
    leftward: bool = False


class Tall(NamedTuple):
    """A height in points that lines stand in: `cap` and `leading` are those of the letters at size 1."""

    height: float
    cap: float
    leading: float

    def lines(self, size: float) -> int:
        """How many lines of a size have room, from the capitals of the first to the baseline of the last."""
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
    """How many letters of a run tracking stands behind."""
    return 1 if run.font == ICON else face(run.font).gaps(run.text)


def width_of(text: str, font: str, size: float = 1.0) -> float:
    """How long a run is."""
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
    """One line with its baseline at (x, y), made smaller where it is wider than `room`, unless that is 0."""
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
    """Items drawn about (0, 0), turned clockwise and put down at (x, y)."""
    return Place(Group(items), compose(translate(x, y), rotate(degrees)))


def runs_of(
    fitted: FittedText, x: float, y: float, leading: float, align: float = LEFT, width: float = 0.0
) -> Iterator[tuple[float, float, TextRun, float]]:
    """The runs of fitted lines, where they start and how wide they are, the first baseline at `y`.

    `leading` is from line to line.
    """
    for line in fitted.lines:
        left, base = x + align * (width - line.width), y + line.down * leading
        for (offset, piece), wide in zip(line.runs, line.widths, strict=False):
            yield left + offset, base, piece, wide


Placed = tuple[float, TextRun]

# What an icon is for the order of a line: a sign without a direction.
_ICON = "\ufffc"


def in_order(runs: list[Placed], leftward: bool, tracking: float) -> list[Placed]:
    """The runs of a line at size 1, each at its offset, where they stand in a line that runs to the left or not.

    A run whose letters run both ways is parted; spaces stay as wide as they are. `tracking` stands behind each letter.
    """
    if len(runs) == 1 and runs[0][1].font != ICON:
        # Whoever writes a single run puts its words in order.
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
    """Runs and the spaces between them, with their letters and widths."""
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
    """What lies of parts between two letters of their line, from left to right."""
    found: list[tuple[str, TextRun | None, float]] = []
    at = 0
    for letters, run, wide in parts:
        low, high = max(start - at, 0), min(end - at, len(letters))
        if low < high:
            some = letters[low:high]
            if some != letters and run is not None:
                share = run._replace(text=some)
                wide = run_width(share) + (tracking * gaps(share) if tracking else 0.0)
            found.append((some, run, wide))
        at += len(letters)
    return iter(reversed(found) if left else found)
