"""Paragraphs of words: the places for hyphens and breaks, and entries of lists with hanging markers."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache, lru_cache
from typing import TYPE_CHECKING, NamedTuple

from printgen.base.errors import did_you_mean
from printgen.drawing.words import ICON, TextRun, Word, gaps, run_width

if TYPE_CHECKING:
    from pyphen import Pyphen


SOFT = "\u00ad"
"""A hyphen that shows only where a line ends at it."""

_BEFORE, _AFTER = 2, 3  # The fewest letters before a break and after it.
_SHORTEST = _BEFORE + _AFTER
_LONGEST = 100
_LETTERS = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")


def language_of(code: str) -> str:
    """The language whose patterns serve for a code such as en or de-AT. ValueError lists the languages."""
    import pyphen

    language: str | None = pyphen.language_fallback(code.replace("-", "_"))
    if language is None:
        languages = {name.partition("_")[0] for name in pyphen.LANGUAGES}
        raise ValueError(f"there is no hyphenation for the language '{code}'. {did_you_mean(code, languages)}")
    return language


@cache
def _patterns(language: str) -> Pyphen:
    import pyphen

    return pyphen.Pyphen(lang=language, left=_BEFORE, right=_AFTER)


@lru_cache(maxsize=20_000)
def breaks(letters: str, language: str) -> tuple[int, ...]:
    """The numbers of letters after which a word may be hyphenated, in order, also after its own hyphens."""
    if len(letters) > _LONGEST:
        return ()
    places: list[int] = []
    for part in _LETTERS.finditer(letters):
        word, start = part[0], part.start()
        if start and letters[start - 1] == "-" and start >= _BEFORE and len(letters) - start >= _BEFORE:
            places.append(start)
        # A word in capitals, or with capitals inside, is a name.
        if len(word) >= _SHORTEST and word[1:].islower():
            # Places at which a word would change its spelling are left out.
            places += [start + at for at in _patterns(language).positions(word) if not getattr(at, "data", None)]
    return tuple(places)


_LETTER = (
    "\u2e80-\u2fdf\u3040-\u30ff\u3100-\u312f\u31a0-\u31bf\u31f0-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff"
)
_OPENING = "（「『【〈《〔［｛〖〘｟"
# Small letters and signs of length belong to what they follow.
_CLOSING = (
    "）」』】〉》〕］｝〗〙｠、。，．：；！？・…ー々〻ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ%％,.!?;:)"
)
_HIDDEN = "\u200b"
_BLANK = "\u2000-\u2006\u2008-\u200a\u205f\u3000"
# Patterns of so many letters take long to compile, which is left to the first text that needs them.
_FREE = f"[{_LETTER}{_HIDDEN}{_BLANK}]"
_PARTS = f"{_HIDDEN}|(?<=[{_BLANK}])(?![{_BLANK}])"
_PIECE = f"[{_OPENING}]*(?:[{_LETTER}]|[^{_LETTER}{_OPENING}]+)?[{_CLOSING}]*"


def parts_freely(text: str) -> bool:
    """Whether a line may end inside a text without a space, as in Chinese or at a zero-width space."""
    return not text.isascii() and re.search(_FREE, text) is not None


def goes_on(text: str) -> bool:
    """Whether a text may not begin a line, such as a closing bracket or a small kana."""
    return text[:1] in _CLOSING


def pieces_of(word: str) -> list[str]:
    """The pieces of a word between which a line may break."""
    return [piece for part in re.split(_PARTS, word) for piece in re.findall(_PIECE, part) if piece]


_MOST_BREAKS = 40  # No word has more syllables.


def remove_soft_hyphens(word: Word) -> tuple[Word, tuple[int, ...]]:
    """A word without its soft hyphens, and the numbers of letters before each of them."""
    places: list[int] = []
    runs: list[TextRun] = []
    letters = 0
    for run in word:
        if run.font == ICON or SOFT not in run.text:
            runs.append(run)
            letters += letters_in(run)
            continue
        for part in re.split(f"({SOFT})", run.text):
            if part == SOFT:
                places.append(letters)
            letters += len(part) if part != SOFT else 0
        if text := run.text.replace(SOFT, ""):
            runs.append(run._replace(text=text))
    return tuple(runs) or (word[0]._replace(text=""),), tuple(at for at in places if 0 < at < letters)[:_MOST_BREAKS]


def hyphen_places(word: Word, language: str) -> tuple[int, ...]:
    """The numbers of letters after which a word of several runs may be hyphenated; each run counts as a word."""
    places: list[int] = []
    letters = 0
    for run in word:
        if run.font != ICON:
            places += [letters + at for at in breaks(run.text, language)]
        letters += letters_in(run)
    return tuple(at for at in places if 1 < at < letters - 1)[:_MOST_BREAKS]


def split_word(word: Word, at: int) -> tuple[Word, Word]:
    """The parts of a word before and after `at` letters; the first ends with a hyphen."""
    head: list[TextRun] = []
    rest: list[TextRun] = []
    for run in word:
        letters = letters_in(run)
        if at >= letters:
            head.append(run)
        elif at <= 0:
            rest.append(run)
        else:
            head.append(run._replace(text=run.text[:at]))
            rest.append(run._replace(text=run.text[at:]))
        at -= letters
    if head[-1].font != ICON and not head[-1].text.endswith("-"):
        head[-1] = head[-1]._replace(text=head[-1].text + "-")
    return tuple(head), tuple(rest)


MARKER_GAP = 0.42
"""The room between a marker and its words, in multiples of the size."""


class Paragraph(NamedTuple):
    """The words between two line ends.

    All its lines are indented by `hang` (in multiples of the size), behind its marker, which ends a little before that.
    A `closer` paragraph has half the gap above it, as entries of a list have; the marker of an `aligned` one stands
    below the marker above.
    """

    words: tuple[Word, ...]
    marker: Word = ()
    hang: float = 0.0
    closer: bool = False
    aligned: bool = False


class Manner(NamedTuple):
    """The way lines are set; all measures are multiples of the size.

    `tracking` is between letters, `font` gives the spaces between words, and `gap` is between paragraphs. Words are
    hyphenated in a `language` ("" for never), and `justify` stretches lines to the whole width.
    """

    font: str = "body"
    tracking: float = 0.0
    gap: float = 0.0
    justify: bool = False
    language: str = ""


PLAIN = Manner()
"""Lines that begin at the left, and whole words."""


new_tuple = tuple.__new__
"""Makes a named tuple faster than its class does; there are many runs."""


class Gatherer:
    """Gathers runs into words and paragraphs: spaces end words, and newlines paragraphs."""

    def __init__(self) -> None:
        self._paragraphs: list[Paragraph] = []
        self._words: list[Word] = []
        # The last word, which may go on.
        self._word: list[TextRun] = []

    def add_run(self, letters: str, font: str, grow: float = 1.0, color: str = "") -> None:
        """Add letters of one look; a tab counts as a space."""
        if "\t" in letters:
            letters = letters.replace("\t", " ")
        if "\n" in letters:
            first, *others = letters.split("\n")
            self.add_run(first, font, grow, color)
            for line in others:
                self._end_paragraph()
                self.add_run(line, font, grow, color)
            return
        word = self._word
        if " " not in letters:
            self._extend(word, letters, font, grow, color)
            return
        parts = letters.split(" ")
        if word:
            self._extend(word, parts[0], font, grow, color)
            parts[0] = ""
            self._words.append(tuple(word))
            word.clear()
        last = parts.pop()
        self._words += [(new_tuple(TextRun, (part, font, grow, color, 1.0)),) for part in parts if part]
        if last:
            word.append(new_tuple(TextRun, (last, font, grow, color, 1.0)))

    @staticmethod
    def _extend(word: list[TextRun], letters: str, font: str, grow: float, color: str) -> None:
        """Add letters to a word; letters that look like the last run join it, so that they are kerned together."""
        if word:
            before = word[-1]
            if before[1] == font and before[1:] == (font, grow, color, 1.0):
                word[-1] = new_tuple(TextRun, (before[0] + letters, font, grow, color, 1.0))
                return
        if letters:
            word.append(new_tuple(TextRun, (letters, font, grow, color, 1.0)))

    def _end_paragraph(self) -> None:
        if self._word:
            self._words.append(tuple(self._word))
        self._paragraphs.append(Paragraph(tuple(self._words)))
        self._words, self._word = [], []

    def icon(self, icon: TextRun) -> None:
        """Add an icon, which counts as a letter of its word."""
        self._word.append(icon)

    def finish(self) -> list[Paragraph]:
        """The paragraphs, once all runs are added."""
        self._end_paragraph()
        return self._paragraphs


def paragraphs_of(runs: Iterable[TextRun]) -> list[Paragraph]:
    """The paragraphs of runs; a word may contain several looks."""
    gatherer = Gatherer()
    for run in runs:
        if run.font == ICON:
            gatherer.icon(run)
        else:
            gatherer.add_run(run.text, run.font, run.grow, run.color)
    return gatherer.finish()


def align_markers(paragraphs: Sequence[Paragraph]) -> list[Paragraph]:
    """Paragraphs with room for their markers: in each list, for its widest marker."""
    out: list[Paragraph] = []
    start = 0
    for end in range(1, len(paragraphs) + 1):
        if end < len(paragraphs) and paragraphs[end].aligned:
            continue
        entries = paragraphs[start:end]
        wide = max([width_of_word(entry.marker, 0.0) if entry.marker else 0.0 for entry in entries])
        for entry in entries:
            hang = entry.hang + wide + MARKER_GAP if entry.marker else 0.0
            out.append(
                Paragraph(entry.words, entry.marker, hang, entry.closer, entry.aligned) if entry.marker else entry
            )
        start = end
    return out


def letters_in(run: TextRun) -> int:
    return 1 if run.font == ICON else len(run.text)


def width_of_word(word: Word, tracking: float) -> float:
    """The width of a word, with tracking after every letter."""
    return sum([run_width(run) + (gaps(run) * tracking if tracking else 0.0) for run in word])
