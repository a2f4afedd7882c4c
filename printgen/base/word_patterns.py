"""Words and patterns come in; where they stand in a text goes out, in time that no pattern can stretch."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from printgen.base.budget import spend

_MOST_PLACES = 600

Fits = Callable[[str], bool]


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


class Places:
    """The places of all patterns: what letter each takes, and what may come after it.

    `ends` says which pattern may end with a place. One may begin with those of `at_edge`, and end with those of
    `to_edge`, only where no word goes on.
    """

    def __init__(self) -> None:
        self.fits: list[Fits] = []
        self.after: list[set[int]] = []
        self.ends: dict[int, int] = {}
        self.at_edge: set[int] = set()
        self.to_edge: set[int] = set()

    def add(self, fits: Fits) -> _Part:
        self.fits.append(fits)
        self.after.append(set())
        only = frozenset((len(self.fits) - 1,))
        return _Part(only, only, False)

    def joined(self, one: _Part, other: _Part) -> _Part:
        """One part, then another."""
        spend("ways", len(one.last) * len(other.first))
        for place in one.last:
            self.after[place] |= other.first
        first = one.first | other.first if one.empty else one.first
        last = one.last | other.last if other.empty else other.last
        return _Part(first, last, one.empty and other.empty)

    def repeated(self, part: _Part) -> _Part:
        """A part once or more often."""
        return self.joined(part, part)._replace(first=part.first, last=part.last, empty=part.empty)

    def apart(self, part: _Part, before: bool = True, behind: bool = True) -> _Part:
        """A part before which, and behind which, no word goes on."""
        self.at_edge.update(part.first if before else ())
        self.to_edge.update(part.last if behind else ())
        return part


class PatternReader:
    """Reads one pattern. ValueError says what it holds that it may not."""

    def __init__(self, pattern: str, places: Places) -> None:
        self.pattern, self.places, self.at, self.depth = pattern, places, 0, 0
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
        part = self.way()
        while self.next() == "|":
            self.at += 1
            other = self.way()
            part = _Part(part.first | other.first, part.last | other.last, part.empty or other.empty)
        return part

    def way(self) -> _Part:
        """One of several ways; outside of groups, a \\b at its ends says that no word goes on there."""
        before = self.edge()
        part = self.sequence()
        return self.places.apart(part, before, self.edge())

    def edge(self) -> bool:
        if self.depth or not self.pattern.startswith("\\b", self.at):
            return False
        self.at += 2
        return True

    def sequence(self) -> _Part:
        whole = _NOTHING
        while self.next() not in ("", "|", ")") and not (
            not self.depth and self.pattern[self.at : self.at + 3] in ("\\b", "\\b|")
        ):
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
                made = PatternReader(text, self.places).one()
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
        self.depth += 1
        part = self.choice()
        self.depth -= 1
        if self.next() != ")":
            raise ValueError("it has a ( that is not closed; write \\( for the sign")
        self.at += 1
        return part

    def escaped(self) -> Fits:
        sign = self.next()
        self.at += 1
        if sign in _CLASSES and sign:
            return _CLASSES[sign]
        if sign == "b":
            raise ValueError("it has \\b within; write it at the beginning or the end of the pattern")
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


def literal(text: str, places: Places) -> _Part:
    """Letters that stand for themselves."""
    whole = _NOTHING
    for letter in text:
        whole = places.joined(whole, places.add(letter.__eq__))
    return whole


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
