"""Runs come in; paragraphs of words go out, which may hang behind markers, with the manner in which lines are set."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from printgen.drawing.words import ICON, Run, Word, gaps, run_width

MARKER_GAP = 0.42
"""The room between a marker and its words, in multiples of the size."""


class Paragraph(NamedTuple):
    """Words between two ends of lines.

    All its lines begin `hang` (in multiples of the size) further in, behind its marker, which ends a little before
    that. `closer` says that it stands nearer to the one above, as an entry does to another, and `aligned` that its
    marker stands below that of the one above.
    """

    words: tuple[Word, ...]
    marker: Word = ()
    hang: float = 0.0
    closer: bool = False
    aligned: bool = False


class Manner(NamedTuple):
    """How lines are set; all measures are multiples of the size.

    `tracking` stands between letters, the spaces between words are those of `font`, and `gap` is between paragraphs.
    `language` parts words at the ends of lines ("" for never), and `justify` stretches lines to the whole width.
    """

    font: str = "body"
    tracking: float = 0.0
    gap: float = 0.0
    justify: bool = False
    language: str = ""


PLAIN = Manner()
"""Lines that begin at the left, and whole words."""


# There are many runs, and this is the short way to make one.
MADE = tuple.__new__


class Gatherer:
    """Gathers runs into words and paragraphs: spaces part words, and newlines paragraphs."""

    def __init__(self) -> None:
        self._paragraphs: list[Paragraph] = []
        self._words: list[Word] = []
        # The last word, which may go on.
        self._word: list[Run] = []

    def put(self, letters: str, font: str, grow: float = 1.0, color: str = "") -> None:
        """Letters that look alike; a tab is one blank."""
        if "\t" in letters:
            letters = letters.replace("\t", " ")
        if "\n" in letters:
            first, *others = letters.split("\n")
            self.put(first, font, grow, color)
            for line in others:
                self._end()
                self.put(line, font, grow, color)
            return
        word = self._word
        if " " not in letters:
            self._go_on(word, letters, font, grow, color)
            return
        parts = letters.split(" ")
        if word:
            self._go_on(word, parts[0], font, grow, color)
            parts[0] = ""
            self._words.append(tuple(word))
            word.clear()
        last = parts.pop()
        self._words += [(MADE(Run, (part, font, grow, color, 1.0)),) for part in parts if part]
        if last:
            word.append(MADE(Run, (last, font, grow, color, 1.0)))

    @staticmethod
    def _go_on(word: list[Run], letters: str, font: str, grow: float, color: str) -> None:
        """Letters that belong to a word; those of one font are kerned as one run, however they were marked up."""
        if word:
            before = word[-1]
            if before[1] == font and before[1:] == (font, grow, color, 1.0):
                word[-1] = MADE(Run, (before[0] + letters, font, grow, color, 1.0))
                return
        if letters:
            word.append(MADE(Run, (letters, font, grow, color, 1.0)))

    def _end(self) -> None:
        """A paragraph ends here."""
        if self._word:
            self._words.append(tuple(self._word))
        self._paragraphs.append(Paragraph(tuple(self._words)))
        self._words, self._word = [], []

    def icon(self, icon: Run) -> None:
        """An icon, which is a letter of its word."""
        self._word.append(icon)

    def gathered(self) -> list[Paragraph]:
        """The paragraphs, when all is put."""
        self._end()
        return self._paragraphs


def paragraphs_of(runs: Iterable[Run]) -> list[Paragraph]:
    """The paragraphs of runs; a word may change its looks."""
    gatherer = Gatherer()
    for run in runs:
        if run.font == ICON:
            gatherer.icon(run)
        else:
            gatherer.put(run.text, run.font, run.grow, run.color)
    return gatherer.gathered()


def hung(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    """Paragraphs with markers, those of each list with room for its widest marker."""
    out: list[Paragraph] = []
    start = 0
    for end in range(1, len(paragraphs) + 1):
        if end < len(paragraphs) and paragraphs[end].aligned:
            continue
        entries = paragraphs[start:end]
        wide = max([width_of_word(one.marker, 0.0) if one.marker else 0.0 for one in entries])
        for one in entries:
            hang = one.hang + wide + MARKER_GAP if one.marker else 0.0
            out.append(Paragraph(one.words, one.marker, hang, one.closer, one.aligned) if one.marker else one)
        start = end
    return out


def letters_in(run: Run) -> int:
    return 1 if run.font == ICON else len(run.text)


def width_of_word(word: Word, tracking: float) -> float:
    """The width of a word; every letter is counted with the gap behind it."""
    return sum([run_width(run) + (gaps(run) * tracking if tracking else 0.0) for run in word])
