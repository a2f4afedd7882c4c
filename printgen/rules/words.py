"""What people call the things that guidelines count, as a kit's file of words lists it; `names` reads by it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from itertools import product
from typing import Annotated, NamedTuple

from pydantic import Field, StringConstraints

from printgen.reading.fields import Many
from printgen.reading.part import Part

Term = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class Word(NamedTuple):
    """A word of a card's field, and its `key`, folded; `numbers` is the lowest and the highest number it carries."""

    name: str
    key: str
    field: str
    numbers: tuple[int, int] | None


class Pairing(Part):
    """Names of two halves, each of the first with each of the last: [laser, plasma] and [gun, rifle] are four names."""

    word: Term | None = Field(None, description="the word of the guidelines that they mean; left out for nothing")
    first: Annotated[Many[Term], Field(min_length=1, max_length=80)] = Field(description="how such a name begins")
    last: Annotated[Many[Term], Field(min_length=1, max_length=40)] = Field(description="how it ends")

    @property
    def names(self) -> Iterator[str]:
        """The names that it makes."""
        return (f"{first} {last}" for first, last in product(self.first, self.last))


class Vocabulary(Part):
    """A file of words: what people call the things that guidelines count, and what they may name that counts nothing.

    Guidelines name it under `words`. Case, spaces, hyphens and other marks do not matter. A plural means the same, and
    that of a word with an entry under `twice` of the guidelines means two of it.
    """

    also: dict[str, Many[Term]] = Field({}, description="other names of a word of the guidelines, in full")
    ends: dict[str, Many[Term]] = Field(
        {},
        description="names of a word which may also be the end of a longer name: with rifle, Assault Rifle is one; "
        "the longest end counts",
    )
    anywhere: dict[str, Many[Term]] = Field(
        {}, description="names of a word wherever they are in a longer name, such as missile launching"
    )
    models: dict[str, Many[Term]] = Field(
        {},
        description="names of a word wherever they are in a longer name that ends in one of bare, or in what nobody "
        "knows: with M-2, an M2 Machine Gun is one",
    )
    pairs: Many[Pairing] = Field((), description="ends of two halves, each of the first with each of the last")
    bare: Many[Term] = Field(
        (),
        description="ends that say little, such as gun or rifle: a model anywhere before them, or another word right "
        "before them, counts instead",
    )
    carriers: dict[str, Many[Term]] = Field(
        {},
        description="ends that count for nothing by themselves and leave it to what stands before them, by the word "
        "that this may be: with arm, a Chainsaw Arm is a chainsaw",
    )
    nothing: Many[Term] = Field(
        (), description="names, or ends of names, of what counts for no stat, such as helmet; the longest end counts"
    )
    notes: Many[Term] = Field(
        (), description="words that begin a note, such as for, from which on a name is not looked at"
    )
    beside: Many[Term] = Field(
        (),
        description="those of the notes, such as with, after which stands what the thing has on it: that counts, too",
    )
    parts: Many[Term] = Field(
        (), description="what counts by itself, and not where something that counts has it on it, such as a bayonet"
    )
    joins: Many[Term] = Field(
        (), description="words between names, such as and; commas and the marks ; + & / are such, too"
    )
    several: Many[Term] = Field((), description="words that say that there are two or more, such as twin or pair")
    units: Many[Term] = Field(
        (), description="words after a number that make it no number of things, such as inch or handed"
    )
    marks: Many[Term] = Field((), description="words that say nothing at the end of a name, such as black or left")

    @property
    def ending(self) -> Iterator[tuple[str, str]]:
        """What may end a longer name, each with the word that it means, also as pairs make them."""
        for section in (self.ends, self.anywhere, self.models):
            yield from entries(section)
        yield from ((pair.word, name) for pair in self.pairs if pair.word for name in pair.names)

    @property
    def harmless(self) -> Iterator[str]:
        """What ends a name of what counts for nothing, also as pairs make them."""
        yield from self.nothing
        yield from (name for pair in self.pairs if not pair.word for name in pair.names)

    @cached_property
    def note(self) -> re.Pattern[str] | None:
        """Finds where a note begins behind a name."""
        return re.compile(rf"\s(?:{_any_of(self.notes)})", re.IGNORECASE) if self.notes else None

    @cached_property
    def between(self) -> re.Pattern[str]:
        """Finds what stands between names, and brackets, in which nothing does."""
        words = rf"|\b(?:{_any_of(self.joins)})" if self.joins else ""
        # The stroke of w/ joins nothing.
        return re.compile(rf"\([^()]*+\)?+|[,;+&]|(?<!\bw)/{words}", re.IGNORECASE)

    @cached_property
    def silent(self) -> frozenset[str]:
        """The words that say nothing at the end of a name, folded."""
        return frozenset(map(folded, (*self.marks, *self.several)))


def entries(section: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """The names in a section of a file of words, each with the word that it means."""
    return ((name, text) for name, texts in section.items() for text in texts)


def _any_of(words: Iterable[str]) -> str:
    """The pattern of any of these words."""
    longest = sorted(words, key=len, reverse=True)
    return "|".join(re.escape(word) + (r"\b" if word[-1].isalnum() else "") for word in longest)


def folded(text: str) -> str:
    """A word as it is compared: its letters and digits alone, in lower case."""
    return "".join(filter(str.isalnum, text.casefold()))
