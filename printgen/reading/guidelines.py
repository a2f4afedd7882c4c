"""What the weapons and traits of a card make of its stats, as frozen values: stats, their lines and their words.

A stat is the best of a table, or a base with modifiers; the words they count for have aliases, may carry a number, and
may exclude each other. A text comes in; the word that it spells goes out.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from printgen.errors import Where

Carried = Literal["weapons", "traits"]
CARRIED: tuple[Carried, ...] = ("weapons", "traits")
"""The fields of a record that guidelines count, in their order."""

MOST = 99
"""The highest number of a stat, and the largest amount of a line."""

_NUMBERED = re.compile(r"(.*?[^0-9])([0-9]{1,3})")


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a stat: any of its words counts `amount`, all of them together once.

    With `top`, its words carry a number from `amount` to `top`, which counts instead.
    """

    amount: int
    words: tuple[str, ...]
    top: int | None = None


@dataclass(frozen=True, slots=True)
class Stat:
    """A number of a card: `start` with nothing carried; the best of the lines, or the sum with all that apply.

    `key` is the record's field, `title` its name in full.
    """

    key: str
    title: str
    best: bool
    start: int
    lines: tuple[Line, ...]

    @property
    def short(self) -> str:
        """What a message calls it, such as FP."""
        return self.key.upper()


@dataclass(frozen=True, slots=True)
class Word:
    """A weapon or a trait; `numbers` is the lowest and the highest number it carries, None for one without."""

    name: str
    carried: Carried
    numbers: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Expectation:
    """A card whose `field` has `value` should have one of the traits, for the reason given."""

    field: str
    value: str
    traits: tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class Guidelines:
    """What derives the stats of a card.

    `words` are weapons, then traits, in the order of the stats' lines. `aliases` are pairs of another spelling and
    the name it stands for, `twice` pairs of a trait and what two of it make. Of each `exclusive` set a card has one.
    """

    stats: tuple[Stat, ...]
    words: tuple[Word, ...]
    exclusive: tuple[tuple[str, ...], ...] = ()
    twice: tuple[tuple[str, str], ...] = ()
    expected: tuple[Expectation, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    where: Where = field(default=Where(""), compare=False)

    @cached_property
    def spellings(self) -> Mapping[str, Word]:
        """Every word by every folded spelling of it."""
        words = {folded(word.name): word for word in self.words}
        return words | {folded(alias): words[folded(name)] for alias, name in self.aliases}

    def word(self, text: str) -> tuple[Word, int | None] | None:
        """The word that a text spells, and the number after it; None when it spells none.

        Case, spaces, hyphens and other marks do not matter. A number counts only after a word that carries one.
        """
        key = folded(text)
        found = self.spellings.get(key)
        if found is not None:
            return found, None
        numbered = _NUMBERED.fullmatch(key)
        found = self.spellings.get(numbered[1]) if numbered else None
        return (found, int(numbered[2])) if numbered and found and found.numbers else None

    def names(self, carried: Carried) -> tuple[str, ...]:
        """The names of all weapons, or of all traits, in the order of the guidelines."""
        return tuple(word.name for word in self.words if word.carried == carried)


def folded(text: str) -> str:
    """A word as it is compared: its letters and digits alone, in lower case."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())
