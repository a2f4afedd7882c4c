r"""Words and patterns come in; where they stand in a text goes out, in time that no pattern can stretch.

Patterns are regular expressions without look-around, back references and anchors but \b at their ends, which stands
where no word goes on. They are run side by side, letter by letter, and never go back; so a text takes as many steps as
it has letters, times the letters of the longest find.
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
    """Where several patterns may be at once.

    `ends` is which of them, the first, may end where no word goes on, and `inside` which may end within a word.
    """

    __slots__ = ("ends", "inside", "next", "places")

    def __init__(self, places: frozenset[int], ends: int | None, inside: int | None) -> None:
        self.places, self.ends, self.inside = places, ends, inside
        self.next: dict[str, _State | None] = {}


class Finder:
    r"""Finds whole words, and patterns wherever they are, case as written; of those that begin at a place, the longest.

    With \b at its ends a pattern is a whole word, too. A word comes before a pattern that is as long.
    ValueError, worded for its author, says what is wrong with a pattern.
    """

    def __init__(self, words: Sequence[str] = (), patterns: Sequence[str] = ()) -> None:
        self._places = places = Places()
        first: set[int] = set()
        for which, text in enumerate((*words, *patterns)):
            word = which < len(words)
            part = places.apart(literal(text, places)) if word else PatternReader(text, places).whole()
            first |= part.first
            for place in part.last:
                places.ends[place] = min(which, places.ends.get(place, which))
        self._known: dict[frozenset[int], _State] = {}
        self._steps = 0
        # Where no word goes on any of them may begin, and within a word some.
        self._first = {True: frozenset(first), False: frozenset(first - places.at_edge)}
        self._start = {edge: _State(frozenset(), None, None) for edge in (True, False)}
        plain = self._beginnings()
        self._plain_starts = re.compile(plain)
        within = "" if self._first[False] else r"(?<!\w)"
        self._starts = re.compile(rf"{plain}|{within}[^\W\x00-\x7f]|[^\w\s\x00-\x7f]")

    def _beginnings(self) -> str:
        """A find begins where a word does, with any sign, or within a word: most letters of a keyboard begin none."""
        begins = {edge: [one for one in _ASCII if self._step(self._start[edge], one)] for edge in (True, False)}
        words = "".join(re.escape(one) for one in begins[True] if _goes_on(one))
        others = "".join(re.escape(one) for one in begins[True] if one in begins[False] or not _goes_on(one))
        return "|".join([rf"\b[{words}]" if words else "(?!)", *([f"[{others}]"] if others else [])])

    def find(self, text: str, parts: Sequence[tuple[int, int]] = ()) -> list[Found]:
        """All finds, in order; none of them overlap.

        `parts`, where there are any, are from where to where the text is searched, each as if it stood alone; what
        stands between them ends with a sign, which is no letter of a word.
        """
        found: list[Found] = []
        begins = self._start
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
            begin = begins[not start or _is_edge(text, start)]
            state = begin.next[letter] if letter in begin.next else self._step(begin, letter)
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
            elif state.inside is not None:
                found = Found(start, at, state.inside)
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
        if not state.places:
            may = self._first[state is self._start[True]]
        else:
            may = frozenset().union(*(places.after[place] for place in state.places))
        now = frozenset(place for place in may if places.fits[place](letter))
        if self._steps > _MOST_KNOWN:
            self._known.clear()
            for start in self._start.values():
                start.next.clear()
            self._steps = 0
        self._steps += 1
        after: _State | None = None
        if now:
            after = self._known.get(now)
            if after is None:
                ends = {place: places.ends[place] for place in now if place in places.ends}
                inside = min((which for place, which in ends.items() if place not in places.to_edge), default=None)
                after = self._known[now] = _State(now, min(ends.values(), default=None), inside)
        state.next[letter] = after
        return after


def _is_edge(text: str, at: int) -> bool:
    """Whether a word may end before this letter."""
    return not (_goes_on(text[at - 1]) and _goes_on(text[at]))


def _goes_on(letter: str) -> bool:
    """Whether a word goes on with this letter."""
    return letter.isalnum() or letter == "_"
