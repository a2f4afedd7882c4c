"""Patterns come in, in a part of the language of regular expressions; the places that their letters take go out."""

from __future__ import annotations

import re
from collections.abc import Callable
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
