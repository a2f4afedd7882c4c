"""What people call the things that guidelines count: a file of words comes in; what a text means goes out."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Annotated, NamedTuple

from pydantic import Field, StringConstraints

from printgen.reading.fields import Many
from printgen.reading.part import Part
from printgen.rules.slips import digits_of, likely, one_apart

Term = Annotated[str, StringConstraints(min_length=1, max_length=200)]

_NUMBERED = re.compile(r"(.*?[^0-9])([0-9]{1,3})")
_BRACKETS = re.compile(r"\(([^()]*)\)?")
_TOKEN = re.compile(r"[^\W_]+")
_LONGEST = 200
"""No name of a thing has more letters."""
_TIMES = re.compile(
    r"\(\s*([0-9]{1,2})\s*\)|(?<![\w.])(?:[x×]\s?([0-9]{1,2})|([0-9]{1,2})\s?[x×])(?!\w)", re.IGNORECASE
)
_SHORT_SLIP = 6
"""A name of fewer letters whose end is known is no slip of a longer one."""
_MOST_TOKENS, _MOST_ANYWHERE = 24, 3
"""A name of more words is no name of a thing; names of so many words are found anywhere in it."""


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
        {}, description="names of a word wherever they stand in a longer name, such as missile launching"
    )
    nothing: Many[Term] = Field(
        (), description="names, or ends of names, of what counts for no stat, such as helmet; the longest end counts"
    )
    notes: Many[Term] = Field(
        (), description="words that begin a note, such as with, from which on a name is not looked at"
    )
    beside: Many[Term] = Field(
        (), description="those of the notes after which something of its own may stand, which is told and not counted"
    )
    joins: Many[Term] = Field((), description="words between names, such as and: the first name that counts is meant")
    marks: Many[Term] = Field((), description="words that say nothing at the end of a name, such as black or left")

    @cached_property
    def note(self) -> re.Pattern[str] | None:
        """Finds where a note begins behind a name."""
        return re.compile(rf"\s(?:{_any_of(self.notes)})", re.IGNORECASE) if self.notes else None

    @cached_property
    def between(self) -> re.Pattern[str]:
        """Finds what stands between names."""
        words = rf"|\b(?:{_any_of(self.joins)})" if self.joins else ""
        return re.compile(rf"[,;+&]{words}", re.IGNORECASE)

    @cached_property
    def silent(self) -> frozenset[str]:
        """The words that say nothing at the end of a name, folded."""
        return frozenset(map(folded, self.marks))


def _any_of(words: Iterable[str]) -> str:
    """The pattern of any of these words."""
    return "|".join(re.escape(word) + (r"\b" if word[-1].isalnum() else "") for word in words)


class Word(NamedTuple):
    """A word of a card's field, and its `key`, folded; `numbers` is the lowest and the highest number it carries."""

    name: str
    key: str
    field: str
    numbers: tuple[int, int] | None


class Meaning(NamedTuple):
    """What a text means: a word, None for something that counts for no stat; and the number after it.

    `thing` tells whether it names something that one can hold in the hand, and not what somebody is or has learnt.
    """

    word: Word | None
    number: int | None = None
    thing: bool = False


_NOTHING = Meaning(None, None, True)


class Spellings:
    """The words of guidelines by everything that they are called; `doubled` is what two of a word make, by its key."""

    def __init__(self, words: Iterable[Word], doubled: Mapping[str, Word], vocabulary: Vocabulary) -> None:
        counted = {word.key: word for word in words}
        self.doubled = doubled
        self.vocabulary = vocabulary
        self.texts = {word.key: word.name for word in counted.values()}
        self.names = dict(counted)
        self.endings: dict[str, Word | None] = {folded(text): None for text in vocabulary.nothing}
        also, ends, anywhere = (
            {folded(text): (text, counted[folded(name)]) for name, texts in entries.items() for text in texts}
            for entries in (vocabulary.also, vocabulary.ends, vocabulary.anywhere)
        )
        for key, (text, word) in (also | ends).items():
            self.names[key] = word
            self.texts.setdefault(key, text)
        self.endings |= {key: word for key, (_, word) in ends.items()}
        self._anywhere = {key: word for key, (_, word) in anywhere.items()}
        self._alike: dict[tuple[str, str, int], list[str]] = {}
        for key in self.names:
            self._alike.setdefault((key[:1], digits_of(key), len(key)), []).append(key)
        # Other names of what is no thing itself are none either: a pilot flies, as a jet pack does.
        self._things = {word.key for word in counted.values() if self._ending(word.key)}

    def meaning(self, text: str) -> Meaning | None:
        """What a text means; None when nobody can tell. Of a word that two make another, "Sword (x2)" is that."""
        key = folded(text)
        if (found := self._named(key)) or len(text) > _LONGEST:
            return found
        if times := _TIMES.search(text):
            many = any(int(number) > 1 for number in times.groups() if number)
            one = self.meaning(f"{text[: times.start()]} {text[times.end() :]}")
            two = self.doubled.get(one.word.key) if many and one and one.word else None
            return Meaning(two, None, True) if two else one
        outside = self._outside(_BRACKETS.sub(" ", text))
        if outside is not None or "(" not in text:
            return outside
        inside = (self._outside(part) for part in _BRACKETS.findall(text))
        return next((found for found in inside if found and found.word), None)

    def _named(self, key: str) -> Meaning | None:
        """What a whole name means, folded, and the number after it if it carries one."""
        if word := self.names.get(key):
            return Meaning(word, None, word.key in self._things or self._ending(key) is not None)
        numbered = _NUMBERED.fullmatch(key)
        word = self.names.get(numbered[1]) if numbered else None
        return Meaning(word, int(numbered[2])) if numbered and word and word.numbers else None

    def beside(self, text: str) -> str:
        """What the note of a name names that would count: the bayonet of a rifle with a bayonet; "" for nothing."""
        _, by, told = self._noted(text[:_LONGEST].replace("(", " ").replace(")", " "))
        found = self.meaning(told) if by.casefold() in map(str.casefold, self.vocabulary.beside) else None
        return told if found and found.word and self.meaning(text) else ""

    def _noted(self, text: str) -> tuple[str, str, str]:
        """A name up to its note, the word that begins that, and the note; of a pair, what it is a pair of."""
        note = self.vocabulary.note
        while note and (begun := note.search(text)):
            head, told = text[: begun.start()], text[begun.end() :].strip()
            if not all(folded(token) in self.vocabulary.silent for token in _TOKEN.findall(head)):
                return head, begun[0].strip(), told
            text = told
        return text, "", ""

    def _outside(self, text: str) -> Meaning | None:
        """What a name without brackets means: of several with commas or the like between, the first that counts."""
        told = self._noted(text)[0]
        split = (_TOKEN.findall(part)[:_MOST_TOKENS] for part in self.vocabulary.between.split(told))
        parts = [*filter(None, split)]
        if len(parts) < 2:
            return self._ended(parts[0]) if parts else None
        # "Rifle, sniper" is how an inventory writes it.
        if found := self._named(folded("".join(map("".join, (*parts[1:], parts[0]))))):
            return found
        found_in = [found for part in parts if (found := self._ended(part)) is not None]
        counting = [found for found in found_in if found.word]
        first = counting[0].word if counting else None
        two = self.doubled.get(first.key) if first and len(counting) > 1 else None
        if two and all(found.word in (first, two) for found in counting):
            return Meaning(two, None, True)
        return next(iter(counting or found_in), None)

    def _ended(self, tokens: Sequence[str]) -> Meaning | None:
        """What a name means: by what it holds anywhere, as a whole, or by the longest end that is known.

        Words that say nothing fall off its end.
        """
        left = list(tokens)
        if word := self._within(left):
            # The tripod of an M-60 is none.
            ended = next((found for end in _ends(left) if (found := self._ending(end))), None)
            return ended if ended and ended.word is None else Meaning(word, None, True)
        while left:
            if found := self._named(folded("".join(left))):
                return found
            longer: list[str] = []
            for end in _ends(left):
                if found := self._ending(end):
                    # A lazer rifle is no rifle.
                    slips = (self.names[name] for key in longer if (name := self._slip(key)))
                    return found if all(word == found.word for word in slips) else None
                longer.append(end)
            if folded(left.pop()) not in self.vocabulary.silent:
                return None
        return None

    def _within(self, tokens: Sequence[str]) -> Word | None:
        """The word that a name holds anywhere."""
        for start in range(len(tokens) if self._anywhere else 0):
            for stop in range(start + 1, min(start + _MOST_ANYWHERE, len(tokens)) + 1):
                if word := self._anywhere.get(folded("".join(tokens[start:stop]))):
                    return word
        return None

    def _ending(self, key: str) -> Meaning | None:
        """What the end of a name means, in the singular or the plural."""
        if key in self.endings:
            return Meaning(self.endings[key], None, True)
        if not key.endswith("s"):
            return None
        return self._plural(key[:-1]) or (self._plural(key[:-2]) if key.endswith("oes") else None)

    def _slip(self, key: str) -> str | None:
        """The name that a longer one is a letter away from."""
        if len(key) < _SHORT_SLIP:
            return None
        first, digits = key[:1], digits_of(key)
        near = (self._alike.get((first, digits, len(key) + more), ()) for more in (0, 1, -1))
        return next((name for names in near for name in names if one_apart(key, name)), None)

    def _plural(self, key: str) -> Meaning | None:
        """What several of something mean."""
        if key not in self.endings:
            return None
        word = self.endings[key]
        return Meaning(self.doubled.get(word.key, word), None, True) if word else _NOTHING

    def nearest(self, text: str, field: str) -> tuple[str, Word] | None:
        """The name in a field that a text is most likely a slip of, and what it means; None when none is near.

        Letters alone do not make names alike: M-32 is no slip of M-2, and a harpoon gun is none of a hand gun.
        """
        tokens = _TOKEN.findall(self._noted(_BRACKETS.sub(" ", text))[0])[:_MOST_TOKENS]
        whole = folded("".join(tokens))
        known = {key: word for key, word in self.names.items() if word.field == field}
        ends = {key: word for key, word in self.endings.items() if word and word.field == field}
        stem = whole.rstrip("0123456789") or whole
        # "Pistol 2" is a pistol with a number that it does not carry; M-33 is no M of any other number.
        stems = {key: word for key, word in known.items() if word.numbers or key == stem} if stem != whole else {}
        tries = [(whole, known), (stem, stems), *((end, ends) for end in [*_ends(tokens)][1:])]
        for key, names in tries:
            if found := likely(key, names):
                return self.texts[found], names[found]
        return None


def folded(text: str) -> str:
    """A word as it is compared: its letters and digits alone, in lower case."""
    return "".join(filter(str.isalnum, text.casefold()))


def _ends(tokens: Sequence[str]) -> Iterator[str]:
    """The ends of a name, folded, the longest first."""
    for start in range(len(tokens)):
        yield folded("".join(tokens[start:]))
