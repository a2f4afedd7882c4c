"""Fitting text: words in fonts and a width come in; lines at the largest size that fits come out.

Widths are measured once at size 1, so shrinking one line is a division. Nothing is ever cut off: what does not
fit at the smallest allowed size comes back as None.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from printgen.drawing.fonts import face

ICON = "icon"
"""The font name of a run whose text is an icon's name; an icon is as wide as its size."""


class Run(NamedTuple):
    """A stretch of text in one font (or one inline icon)."""

    text: str
    font: str


class Line(NamedTuple):
    """One fitted line: its runs with their offsets from the line's start, and its width, in points."""

    runs: tuple[tuple[float, Run], ...]
    width: float


class Fitted(NamedTuple):
    """Lines at the size they fit, in points."""

    size: float
    lines: tuple[Line, ...]


Word = tuple[Run, ...]


def run_width(run: Run) -> float:
    """The advance of a run at size 1."""
    return 1.05 if run.font == ICON else face(run.font).width(run.text)


def words_of(runs: Sequence[Run]) -> list[list[Word]]:
    """Split runs at spaces into words, paragraph by paragraph (a newline starts a new one); a word may change font."""
    paragraphs: list[list[Word]] = [[]]
    word: list[Run] = []

    def end() -> None:
        if word:
            paragraphs[-1].append(tuple(word))
            word.clear()

    for run in runs:
        if run.font == ICON:
            word.append(run)
            continue
        for i, block in enumerate(run.text.split("\n")):
            if i:
                end()
                paragraphs.append([])
            for j, part in enumerate(block.split(" ")):
                if j:
                    end()
                if part:
                    word.append(Run(part, run.font))
    end()
    return paragraphs


def fit(
    paragraphs: Sequence[Sequence[Word]],
    width: float,
    size: float,
    floor: float,
    lines: int,
    tracking: float = 0.0,
    space_font: str = "body",
) -> Fitted | None:
    """Set the words in at most `lines` lines of `width` points, at `size` or the largest size down to `floor`.

    Returns None when that is not possible even at the floor.
    """
    if lines == 1 and len(paragraphs) == 1:
        line = _joined(paragraphs[0], 1.0, tracking / size if size else 0.0, space_font)
        best = size if line.width * size <= width else width / line.width
        if best < floor - 1e-9:
            return None
        return Fitted(best, (_scaled(line, best),))
    for step in range(25):
        trial = size + (floor - size) * step / 24
        broken = _broken(paragraphs, width / trial, space_font)
        if broken is not None and len(broken) <= lines:
            return Fitted(trial, tuple(_scaled(_joined(line, 1.0, 0.0, space_font), trial) for line in broken))
        if size <= floor:
            break
    return None


def _broken(paragraphs: Sequence[Sequence[Word]], width: float, space_font: str) -> list[list[Word]] | None:
    """Greedy line breaking at size 1; None when a single word is wider than the line."""
    out: list[list[Word]] = []
    space = face(space_font).width(" ")
    for words in paragraphs:
        line: list[Word] = []
        used = 0.0
        for word in words:
            wide = sum(run_width(run) for run in word)
            if wide > width + 1e-9:
                return None
            if line and used + space + wide > width + 1e-9:
                out.append(line)
                line, used = [], 0.0
            used += wide + (space if line else 0.0)
            line.append(word)
        out.append(line)
    return out


def _joined(words: Sequence[Word], size: float, tracking: float, space_font: str) -> Line:
    """Words side by side; neighbouring runs of one font are joined into one run with its spaces."""
    placed: list[tuple[float, Run]] = []
    x = 0.0
    letters = 0
    space = face(space_font).width(" ") * size
    for i, word in enumerate(words):
        if i:
            x += space
            letters += 1
        for run in word:
            offset = x + letters * tracking
            same = placed and placed[-1][1].font == run.font == space_font and run.font != ICON
            if same:
                start, before = placed[-1]
                placed[-1] = (
                    start,
                    Run(before.text + (" " if run is word[0] and i else "") + run.text, run.font),
                )
            else:
                placed.append((offset, run))
            x += run_width(run) * size
            letters += len(run.text) if run.font != ICON else 1
    return Line(tuple(placed), x + max(0, letters - 1) * tracking)


def _scaled(line: Line, size: float) -> Line:
    return Line(tuple((x * size, run) for x, run in line.runs), line.width * size)
