"""Words and patterns come in; where they stand in a text goes out, in time that no pattern can stretch.

Patterns are regular expressions without look-around, back references and anchors. They are run side by side, letter by
letter, and never go back; so a text takes as many steps as it has letters, times the letters of the longest find.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

LONGEST_PATTERN = 200
"""The letters that a word or a pattern may have at most."""

_LONGEST_FIND = 100
_MOST_PLACES = 600
_MOST_KNOWN = 20_000
# Of the letters that any keyboard has, it is known which begin a find; of the others, all may.
_ASCII = [chr(code) for code in range(32, 127)]

Fits = Callable[[str], bool]


class Found(NamedTuple):
    """A find: from `start` to before `end`, and which of the words and patterns it is."""

    start: int
    end: int
    which: int


class _Part(NamedTuple):
    """A part of a pattern by its places, each of which takes one letter: those it may begin and end with."""

    first: frozenset[int]
    last: frozenset[int]
    empty: bool


_NOTHING = _Part(frozenset(), frozenset(), True)
_CLASSES: dict[str, Fits] = {
    "d": str.isdigit,
    "w": lambda letter: letter.isalnum() or letter == "_",
    "s": str.isspace,
    "D": lambda letter: not letter.isdigit(),
    "W": lambda letter: not (letter.isalnum() or letter == "_"),
    "S": lambda letter: not letter.isspace(),
}
_COUNT = re.compile(r"\{(\d{1,3})(?:(,)(\d{1,3})?)?\}")


class _Places:
    """The places of all patterns: what letter each takes, and what may come after it."""

    def __init__(self) -> None:
        self.fits: list[Fits] = []
        self.after: list[set[int]] = []
        self.ends: dict[int, int] = {}

    def add(self, fits: Fits) -> _Part:
        self.fits.append(fits)
        self.after.append(set())
        only = frozenset((len(self.fits) - 1,))
        return _Part(only, only, False)

    def joined(self, one: _Part, other: _Part) -> _Part:
        """One part, then another."""
        for place in one.last:
            self.after[place] |= other.first
        first = one.first | other.first if one.empty else one.first
        last = one.last | other.last if other.empty else other.last
        return _Part(first, last, one.empty and other.empty)

    def repeated(self, part: _Part) -> _Part:
        """A part once or more often."""
        return self.joined(part, part)._replace(first=part.first, last=part.last, empty=part.empty)


class _Reader:
    """Reads one pattern. ValueError says what it holds that it may not."""

    def __init__(self, pattern: str, places: _Places) -> None:
        self.pattern, self.places, self.at = pattern, places, 0
        self.start = len(places.fits)

    def whole(self) -> _Part:
        part = self.choice()
        if self.at < len(self.pattern):
            raise ValueError("it closes a ) that it has not opened; write \\) for the sign")
        if part.empty:
            raise ValueError("it stands for nothing at all, too; write + in place of *")
        return part

    def next(self) -> str:
        return self.pattern[self.at : self.at + 1]

    def choice(self) -> _Part:
        part = self.sequence()
        while self.next() == "|":
            self.at += 1
            other = self.sequence()
            part = _Part(part.first | other.first, part.last | other.last, part.empty or other.empty)
        return part

    def sequence(self) -> _Part:
        whole = _NOTHING
        while self.next() not in ("", "|", ")"):
            start = self.at
            part = self.one()
            whole = self.places.joined(whole, self.counted(part, start))
        return whole

    def counted(self, part: _Part, start: int) -> _Part:
        """A part with the sign behind it that says how often it may stand there."""
        sign, text = self.next(), self.pattern[start : self.at]
        if sign in ("?", "*", "+"):
            self.at += 1
            if sign != "?":
                part = self.places.repeated(part)
            part = part._replace(empty=part.empty or sign != "+")
        elif sign == "{":
            part = self.times(part, text)
        if self.next() in ("?", "*", "+", "{") and sign in ("?", "*", "+", "{"):
            raise ValueError(f"it counts '{text}' twice; use one of ?, *, + and {{2,3}}")
        return part

    def times(self, part: _Part, text: str) -> _Part:
        said = _COUNT.match(self.pattern, self.at)
        if said is None:
            raise ValueError("it has a { that counts nothing; write it like {2,3}, or \\{ for the sign")
        behind = self.at = said.end()
        least = int(said[1])
        most = int(said[3]) if said[3] else None if said[2] else least
        if most is not None and (most < least or most == 0):
            raise ValueError(f"it counts from {least} to {most}; write the smaller number first")
        whole, made = _NOTHING, part
        for number in range(max(1, least) if most is None else most):
            if number:
                made = _Reader(text, self.places).one()
                self.check()
            last = most is None and number == max(1, least) - 1
            one = self.places.repeated(made) if last else made
            whole = self.places.joined(whole, one._replace(empty=one.empty or number >= least))
        self.at = behind
        return whole

    def check(self) -> None:
        if len(self.places.fits) - self.start > _MOST_PLACES:
            raise ValueError(f"it may stand for more than {_MOST_PLACES} letters; write smaller numbers in {{ }}")

    def one(self) -> _Part:
        """A letter, a class of letters or a group."""
        sign = self.next()
        self.at += 1
        if sign == "(":
            return self.group()
        if sign == "[":
            return self.places.add(self.letters())
        if sign in "?*+{":
            raise ValueError(f"it counts nothing with its {sign}; write \\{sign} for the sign")
        if sign in "^$":
            raise ValueError(f"it has an anchor; remove the {sign}, or write \\{sign} for the sign")
        if sign == ".":
            return self.places.add(lambda letter: letter != "\n")
        if sign == "\\":
            return self.places.add(self.escaped())
        return self.places.add(sign.__eq__)

    def group(self) -> _Part:
        if self.next() == "?":
            if self.pattern[self.at : self.at + 2] != "?:":
                raise ValueError("it looks around with (?; use plain groups in ( ) only")
            self.at += 2
        part = self.choice()
        if self.next() != ")":
            raise ValueError("it has a ( that is not closed; write \\( for the sign")
        self.at += 1
        return part

    def escaped(self) -> Fits:
        sign = self.next()
        self.at += 1
        if sign in _CLASSES and sign:
            return _CLASSES[sign]
        if sign.isalnum() or not sign:
            raise ValueError(f"it has \\{sign}; use \\d, \\w and \\s only")
        return sign.__eq__

    def letters(self) -> Fits:
        """A class such as [a-z0-9]."""
        start, others = self.at, self.next() == "^"
        self.at += others
        single: set[str] = set()
        ranges: list[tuple[str, str]] = []
        classes: list[Fits] = []
        while (sign := self.next()) != "]" or self.at == start + others:
            self.at += 1
            if not sign:
                raise ValueError("it has a [ that is not closed; write \\[ for the sign")
            if sign == "\\":
                if self.next() in _CLASSES:
                    classes.append(self.escaped())
                    continue
                sign = self.next()
                self.escaped()
            if self.next() == "-" and self.pattern[self.at + 1 : self.at + 2] not in ("]", ""):
                end = self.pattern[self.at + 1]
                if end < sign:
                    raise ValueError(f"it has the range {sign}-{end}; write the smaller one first")
                ranges.append((sign, end))
                self.at += 2
            else:
                single.add(sign)
        self.at += 1

        def fits(letter: str) -> bool:
            known = letter in single or any(low <= letter <= high for low, high in ranges)
            return (known or any(one(letter) for one in classes)) != others

        return fits


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
        self._places = places = _Places()
        first: set[int] = set()
        for which, text in enumerate((*words, *patterns)):
            part = _literal(text, places) if which < len(words) else _Reader(text, places).whole()
            first |= part.first
            for place in part.last:
                places.ends[place] = min(which, places.ends.get(place, which))
        self._known: dict[frozenset[int], _State] = {}
        self._steps = 0
        self._start = _State(frozenset(), None)
        self._first = frozenset(first)
        self._starts = re.compile(self._beginnings())

    def _beginnings(self) -> str:
        """A find begins where a word does, or with any sign: what begins one is most often none of these letters."""
        begins = [letter for letter in _ASCII if self._step(self._start, letter) is not None]
        words = "".join(re.escape(letter) for letter in begins if letter.isalnum() or letter == "_")
        signs = "".join(re.escape(letter) for letter in begins if not (letter.isalnum() or letter in "_ "))
        either = [rf"(?<!\w)[{words}]"] if words else []
        either += [f"[{signs}]"] if signs else []
        return "|".join([*either, r"(?<!\w)[^\W\x00-\x7f]", r"[^\w\s\x00-\x7f]"])

    def find(self, text: str) -> list[Found]:
        """All finds, in order; none of them overlap."""
        return list(self._found(text))

    def _found(self, text: str) -> Iterator[Found]:
        end = 0
        begins = self._start.next
        for token in self._starts.finditer(text):
            start = token.start()
            if start < end:
                continue
            letter = text[start]
            state = begins[letter] if letter in begins else self._step(self._start, letter)
            if state is None:
                continue
            found = self._longest(text, start, state)
            if found is not None:
                yield found
                end = found.end

    def _longest(self, text: str, start: int, state: _State) -> Found | None:
        found: Found | None = None
        at = start + 1
        for at in range(start + 1, min(len(text), start + _LONGEST_FIND) + 1):
            if state.ends is not None and _is_edge(text, at):
                found = Found(start, at, state.ends)
            if at == len(text):
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


def _literal(text: str, places: _Places) -> _Part:
    whole = _NOTHING
    for letter in text:
        whole = places.joined(whole, places.add(letter.__eq__))
    return whole


def _is_edge(text: str, at: int) -> bool:
    """Whether a word may end before this letter."""
    if at == len(text):
        return True
    before, after = text[at - 1], text[at]
    return not ((before.isalnum() or before == "_") and (after.isalnum() or after == "_"))
