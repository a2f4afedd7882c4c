"""Words and patterns come in; where they stand in a text goes out, in time that no pattern can stretch.

Patterns are regular expressions without look-around, back references and anchors. They are run side by side, letter by
letter, and never go back; so a text takes as many steps as it has letters, times the letters of the longest find.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from printgen.base.word_patterns import PatternReader, Places, literal

LONGEST_PATTERN = 200
"""The letters that a word or a pattern may have at most."""

_LONGEST_FIND = 100
_MOST_KNOWN = 20_000
# Of the letters that any keyboard has, it is known which begin a find; of the others, all may.
_ASCII = [chr(code) for code in range(32, 127)]


class Found(NamedTuple):
    """A find: from `start` to before `end`, and which of the words and patterns it is."""

    start: int
    end: int
    which: int


class _State:
    """Where several patterns may be at once; which of them, the first, may end here."""

    __slots__ = ("ends", "next", "places")

    def __init__(self, places: frozenset[int], ends: int | None) -> None:
        self.places, self.ends = places, ends
        self.next: dict[str, _State | None] = {}


class Finder:
    """Finds words and patterns as whole words, case as written; of those that begin at a place, the longest.

    A word comes before a pattern that is as long. ValueError, worded for its author, says what is wrong with a pattern.
    """

    def __init__(self, words: Sequence[str] = (), patterns: Sequence[str] = ()) -> None:
        self._places = places = Places()
        first: set[int] = set()
        for which, text in enumerate((*words, *patterns)):
            part = literal(text, places) if which < len(words) else PatternReader(text, places).whole()
            first |= part.first
            for place in part.last:
                places.ends[place] = min(which, places.ends.get(place, which))
        self._known: dict[frozenset[int], _State] = {}
        self._steps = 0
        self._start = _State(frozenset(), None)
        self._first = frozenset(first)
        plain = self._beginnings()
        self._plain_starts = re.compile(plain)
        self._starts = re.compile(plain + r"|(?<!\w)[^\W\x00-\x7f]|[^\w\s\x00-\x7f]")

    def _beginnings(self) -> str:
        """A find begins where a word does, or with any sign: most letters that any keyboard has begin none."""
        begins = [letter for letter in _ASCII if self._step(self._start, letter) is not None]
        words = "".join(re.escape(letter) for letter in begins if letter.isalnum() or letter == "_")
        signs = "".join(re.escape(letter) for letter in begins if not (letter.isalnum() or letter in "_ "))
        return "|".join([rf"\b[{words}]" if words else "(?!)", *([f"[{signs}]"] if signs else [])])

    def find(self, text: str, parts: Sequence[tuple[int, int]] = ()) -> list[Found]:
        """All finds, in order; none of them overlap.

        `parts`, where there are any, are from where to where the text is searched, each as if it stood alone; what
        stands between them ends with a sign, which is no letter of a word.
        """
        found: list[Found] = []
        begins = self._start.next
        # Read from the last.
        waiting = list(reversed(parts)) or [(0, len(text))]
        at, end = waiting.pop()
        for token in (self._plain_starts if text.isascii() else self._starts).finditer(text):
            start = token.start()
            while start >= end and waiting:
                at, end = waiting.pop()
            if not at <= start < end:
                continue
            letter = text[start]
            state = begins[letter] if letter in begins else self._step(self._start, letter)
            if state is not None and (one := self._longest(text, start, end, state)) is not None:
                found.append(one)
                at = one.end
        return found

    def _longest(self, text: str, start: int, end: int, state: _State) -> Found | None:
        found: Found | None = None
        at = start + 1
        for at in range(start + 1, min(end, start + _LONGEST_FIND) + 1):
            if state.ends is not None and (at == end or _is_edge(text, at)):
                found = Found(start, at, state.ends)
            if at == end:
                break
            letter = text[at]
            after = state.next[letter] if letter in state.next else self._step(state, letter)
            if after is None:
                break
            state = after
        return found

    def _step(self, state: _State, letter: str) -> _State | None:
        """Where the patterns are after a letter; kept, as long as there is room."""
        places = self._places
        if state is self._start:
            may = self._first
        else:
            may = frozenset().union(*(places.after[place] for place in state.places))
        now = frozenset(place for place in may if places.fits[place](letter))
        if self._steps > _MOST_KNOWN:
            self._known.clear()
            self._start.next.clear()
            self._steps = 0
        self._steps += 1
        after: _State | None = None
        if now:
            after = self._known.get(now)
            if after is None:
                ends = min((places.ends[place] for place in now if place in places.ends), default=None)
                after = self._known[now] = _State(now, ends)
        state.next[letter] = after
        return after


def _is_edge(text: str, at: int) -> bool:
    """Whether a word may end before this letter."""
    before, after = text[at - 1], text[at]
    return not ((before.isalnum() or before == "_") and (after.isalnum() or after == "_"))
