"""A word comes in; where it may be parted, and its two halves, go out."""

from __future__ import annotations

import re

from printgen.drawing.hyphens import SOFT, breaks
from printgen.drawing.paragraphs import letters_in
from printgen.drawing.words import ICON, Run, Word

# No word has more syllables.
_MOST_BREAKS = 40


def softened(word: Word) -> tuple[Word, tuple[int, ...]]:
    """A word without its soft hyphens, and where they were."""
    found: list[int] = []
    runs: list[Run] = []
    letters = 0
    for run in word:
        if run.font == ICON or SOFT not in run.text:
            runs.append(run)
            letters += letters_in(run)
            continue
        for part in re.split(f"({SOFT})", run.text):
            if part == SOFT:
                found.append(letters)
            letters += len(part) if part != SOFT else 0
        if text := run.text.replace(SOFT, ""):
            runs.append(run._replace(text=text))
    return tuple(runs) or (word[0]._replace(text=""),), tuple(at for at in found if 0 < at < letters)[:_MOST_BREAKS]


def places(word: Word, language: str) -> tuple[int, ...]:
    """Where a word may be parted: between the letters of a run that has all that belong together."""
    found: list[int] = []
    letters = 0
    for run in word:
        if run.font != ICON:
            found += [letters + at for at in breaks(run.text, language)]
        letters += letters_in(run)
    return tuple(at for at in found if 1 < at < letters - 1)[:_MOST_BREAKS]


def halves(word: Word, at: int) -> tuple[Word, Word]:
    """A word before and behind so many letters; a hyphen ends the first part, if none does."""
    head: list[Run] = []
    rest: list[Run] = []
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
