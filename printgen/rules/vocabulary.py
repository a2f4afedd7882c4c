"""The names of things that guidelines count, and how a name is read."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import product
from typing import Annotated, NamedTuple

from pydantic import Field, StringConstraints

from printgen.base import group_pairs
from printgen.reading.part import Many, Part
from printgen.rules.checks import digits_of, find_likely_slip, within_one_slip

Term = Annotated[str, StringConstraints(min_length=1, max_length=200)]


class CountedWord(NamedTuple):
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
    """A file of words: names of things that guidelines count, and of things that count for nothing.

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
            yield from section_entries(section)
        yield from ((pair.word, name) for pair in self.pairs if pair.word for name in pair.names)

    @property
    def harmless(self) -> Iterator[str]:
        """Endings of names that count for nothing, also as pairs make them."""
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
        """Words without a meaning at the end of a name, folded."""
        return frozenset(map(fold, (*self.marks, *self.several)))


def section_entries(section: dict[str, tuple[str, ...]]) -> Iterator[tuple[str, str]]:
    """The names in a section of a file of words, each with the word that it means."""
    return ((name, text) for name, texts in section.items() for text in texts)


def _any_of(words: Iterable[str]) -> str:
    longest = sorted(words, key=len, reverse=True)
    return "|".join(re.escape(word) + (r"\b" if word[-1].isalnum() else "") for word in longest)


def fold(text: str) -> str:
    """A word as it is compared: its letters and digits alone, in lower case."""
    return "".join(filter(str.isalnum, text.casefold()))


_NUMBERED = re.compile(r"(.*?[^0-9])([0-9]{1,3})")
_BRACKETS = re.compile(r"\(([^()]*)\)?")
_VERSION = re.compile(r"[0-9]{2,4}")
"""The number of a model at the end of a name; one of a single digit may be meant as a number of the guidelines."""
_TOKEN = re.compile(r"[^\W_]+")
_TIMES = re.compile(
    r"\(\s*([0-9]{1,2})\s*\)|(?<![\w.])(?:[x×]\s?([0-9]{1,2})|([0-9]{1,2})\s?[x×])(?!\w)", re.IGNORECASE
)
_LONGEST, _MOST_TOKENS, _MOST_OF_A_MODEL = 200, 24, 4
"""No name of a thing has more letters or words, and no model more words."""
_SHORT_SLIP, _SHORT_TOKEN = 6, 4
"""A name of fewer letters whose end is known is no slip of a longer one, and neither is one whose first word is as
short: a Rax Rifle is no ray rifle."""
_MOST_COUNTED = 12
"""A first word that is a number up to this one says how many there are."""


class WordMeaning(NamedTuple):
    """What a name means: its words, none for what counts for no stat, and the number after it.

    `fitted` are the words of what a thing has on it. `left` is the part of a name that does not count: a note of what
    would count by itself, such as the bayonet of a rifle, or a thing that nobody knows; `note` is the note whatever it
    tells.
    `thing` says whether it is something that one can hold in the hand, and not what somebody is or has learnt.
    """

    words: tuple[CountedWord, ...]
    number: int | None = None
    thing: bool = False
    fitted: tuple[CountedWord, ...] = ()
    note: str = ""
    left: str = ""

    @property
    def all_words(self) -> tuple[CountedWord, ...]:
        """All its words, with those of what it has on it."""
        return (*self.words, *self.fitted)

    @property
    def word(self) -> CountedWord | None:
        """The first of its words; None where nothing counts."""
        return next(iter(self.all_words), None)

    def of(self, field: str) -> tuple[CountedWord, ...]:
        """Its words of one field."""
        return tuple(word for word in self.all_words if word.field == field)


class _Sort(NamedTuple):
    """The kind of thing that a name ends in: a word, or None if it counts for nothing; the end and its length."""

    word: CountedWord | None
    number: int | None = None
    thing: bool = True
    end: str = ""
    plural: bool = False
    tokens: int = 0


class Spellings:
    """The words of guidelines by everything that they are called; `doubled` is what two of a word make, by its key."""

    def __init__(
        self, words: Iterable[CountedWord], doubled: Mapping[str, CountedWord], vocabulary: Vocabulary
    ) -> None:
        counted = {word.key: word for word in words}
        self.doubled, self.vocabulary = doubled, vocabulary
        self.names = dict(counted)
        self.texts = {word.key: word.name for word in counted.values()}
        for name, text in (*section_entries(vocabulary.also), *vocabulary.ending):
            self.names[fold(text)] = counted[fold(name)]
            self.texts.setdefault(fold(text), text)
        self._models, self._anywhere = (
            {fold(text): counted[fold(name)] for name, text in section_entries(section)}
            for section in (vocabulary.models, vocabulary.anywhere)
        )
        self.endings: dict[str, CountedWord | None] = {fold(text): None for text in vocabulary.harmless}
        self.endings |= {fold(text): counted[fold(name)] for name, text in vocabulary.ending}
        self._bare, self._parts = ({*map(fold, texts)} for texts in (vocabulary.bare, vocabulary.parts))
        self._several, self._units, self._notes = (
            {*map(fold, texts)} for texts in (vocabulary.several, vocabulary.units, vocabulary.notes)
        )
        self._bare_fields = {self.names[end].field for end in self._bare & self.names.keys()}
        self._carriers = {fold(name): {*map(fold, texts)} for name, texts in vocabulary.carriers.items()}
        self._alike = group_pairs(((key[:1], digits_of(key), len(key)), key) for key in self.names)
        # Other names of what is no thing itself are none either: a pilot flies, as a jet pack does.
        self._things = {word.key for word in counted.values() if self._ending(word.key)}

    def meaning(self, text: str) -> WordMeaning | None:
        """What a name means; None when nobody can tell."""
        if (whole := self._whole(fold(text))) or len(text) > _LONGEST:
            return _of_sort(whole)
        parts = [*self._parts_of(text)]
        # "Rifle, sniper" is how an inventory writes it.
        if len(parts) > 1 and (reversed_name := self._whole(fold("".join((*parts[1:], parts[0]))))):
            return _of_sort(reversed_name)
        things, unread = [], ""
        for part in parts:
            thing, closed = self._thing(part)
            things += [thing] if thing else []
            unread = unread or ("" if thing else part.strip())
            if closed:
                break
        meaning = self._together(things)
        if meaning and unread:
            return meaning._replace(left=meaning.left or unread) if meaning.all_words else None
        return meaning

    def _parts_of(self, text: str) -> Iterator[str]:
        """The things that a name joins; brackets are not cut, and what says nothing by itself is none: Rifle, green."""
        cuts = [match.span() for match in self.vocabulary.between.finditer(text) if not match[0].startswith("(")]
        begins, ends = (0, *(end for _, end in cuts)), (*(start for start, _ in cuts), len(text))
        things: list[str] = []
        for part in (text[begin:end] for begin, end in zip(begins, ends, strict=True)):
            if not cuts or not self._is_silent(part):
                things.append(part)
            elif things:
                things[-1] += f" ({part.strip()})"
        yield from things

    def _is_silent(self, text: str) -> bool:
        """Whether a text says nothing by itself, but perhaps how many there are."""
        return all(key in self.vocabulary.silent or key.isdecimal() for key in map(fold, _TOKEN.findall(text)))

    def _thing(self, text: str) -> tuple[WordMeaning | None, bool]:
        """What one thing means with what it has on it, and whether a note of it ends the whole name."""
        brackets = [inside.strip() for inside in _BRACKETS.findall(text)]
        head, note_word, note = self._note_of(_BRACKETS.sub(" ", text))
        times = _TIMES.search(text)
        is_several = any(int(number) > 1 for number in times.groups() if number) if times else False
        tokens = _TOKEN.findall(_TIMES.sub(" ", head))[:_MOST_TOKENS]
        texts = [" ".join(tokens), *brackets, f"{note_word} {note}" if self._is_silent(note) else ""]
        is_several = is_several or any(self._counts(_TOKEN.findall(words)) for words in texts)
        note_words = {*map(str.casefold, self.vocabulary.beside)}
        notes = [note] if note_word.casefold() in note_words else []
        for inside in brackets:
            _, beginning, inside_note = self._note_of(f" {inside}")
            notes += [inside_note] if beginning.casefold() in note_words else []
        sort = self._precise(tokens, brackets)
        if sort and sort.word and is_several and (double := self.doubled.get(sort.word.key)):
            sort = sort._replace(word=double)
        return self._with_notes(_of_sort(sort), notes), bool(note and not notes)

    def _with_notes(self, thing: WordMeaning | None, notes: Sequence[str]) -> WordMeaning | None:
        """What a thing means with what notes say that it has on it."""
        for note in notes:
            meaning = self.meaning(note)
            if meaning is None or not meaning.all_words:
                continue
            if thing is None or not thing.all_words:
                thing = WordMeaning((), None, True, meaning.all_words, note)
            elif any((end := self._ending(key)) and end.end in self._parts for key in _ends(_TOKEN.findall(note))):
                thing = thing._replace(note=note, left=note)
            else:
                words = self._merge_words((*thing.words, *meaning.all_words))
                left = tuple(word for word in words if word not in thing.words)
                thing = thing._replace(fitted=left, note=note)
        return thing

    def _together(self, things: Sequence[WordMeaning]) -> WordMeaning | None:
        """What several things mean: all that counts."""
        if len(things) < 2:
            return next(iter(things), None)
        words = self._merge_words([word for meaning in things for word in meaning.words])
        fitted = self._merge_words([*words, *(word for meaning in things for word in meaning.fitted)])
        number = next((meaning.number for meaning in things if meaning.number is not None), None)
        note, left = (
            next(filter(None, texts), "")
            for texts in zip(*((meaning.note, meaning.left) for meaning in things), strict=True)
        )
        thing = any(meaning.thing for meaning in things)
        return WordMeaning(words, number, thing, tuple(word for word in fitted if word not in words), note, left)

    def _merge_words(self, words: Sequence[CountedWord]) -> tuple[CountedWord, ...]:
        """The words, each once; of those that two make another, that one where there are two or more."""
        keys = [word.key for word in words]
        merged = []
        for word in words:
            double = self.doubled.get(word.key)
            merged.append(double if double and (keys.count(word.key) > 1 or double.key in keys) else word)
        return tuple(dict.fromkeys(merged))

    def beside(self, text: str) -> str:
        """What a name says that a thing has on it and that does not count there, such as a bayonet; "" for nothing."""
        meaning = self.meaning(text)
        return meaning.left if meaning else ""

    def _note_of(self, text: str) -> tuple[str, str, str]:
        """A name up to its note, the word that begins that, and the note; of a pair, what it is a pair of."""
        note, pair_words = self.vocabulary.note, ""
        while note and (match := note.search(text)):
            head, rest = text[: match.start()], text[match.end() :].strip()
            tokens = [fold(token) for token in _TOKEN.findall(head)]
            if not tokens or any(token not in self.vocabulary.silent and not token.isdecimal() for token in tokens):
                return f"{pair_words}{head}", match[0].strip(), rest
            pair_words, text = f"{pair_words}{head} ", rest
        return f"{pair_words}{text}", "", ""

    def _counts(self, tokens: Sequence[str]) -> bool:
        """Whether words say that there are two or more; "two-handed" and "twin blade staff" say something else."""
        keys = [*map(fold, tokens)]
        while keys and keys[-1] in self.vocabulary.silent and keys[-1] not in self._several:
            keys.pop()
        for n, key in enumerate(keys):
            # "2 sais", "set of 2": a number first, or behind what says nothing.
            is_first = len(keys) > 1 and all(word in self.vocabulary.silent or word in self._notes for word in keys[:n])
            is_many = key in self._several or (is_first and key.isdecimal() and 1 < int(key) <= _MOST_COUNTED)
            next_key = keys[n + 1 : n + 2]
            if is_many and not (
                next_key and (next_key[0] in self._units or (self._ending(next_key[0]) and keys[n + 2 :]))
            ):
                return True
        return False

    def _precise(self, tokens: Sequence[str], brackets: Sequence[str] = ()) -> _Sort | None:
        """The kind of a thing: by its end, and if that says little, by a model, the words before it, or a bracket."""
        left = [*tokens]
        end = self._longest_ending(left)
        while left and end is None and (fold(left[-1]) in self.vocabulary.silent or _VERSION.fullmatch(left[-1])):
            left.pop()
            end = self._longest_ending(left)
        if end and end.word is None:
            return self._carrier_load(left[: -end.tokens], end) or end
        if word := self._longest_within(tokens, self._anywhere):
            return _Sort(word)
        if end and end.end not in self._bare:
            return end
        fields = {end.word.field} if end and end.word else self._bare_fields
        model = self._longest_within(tokens, self._models)
        if model and (end is None or model.field in fields):
            return _Sort(model)
        # Gun and cannon are bare, and nothing by themselves.
        size = end.tokens if end else 1 if left and fold(left[-1]) in self._bare else 0
        before = self._longest_ending(left[:-size]) if size else None
        if before and before.word and before.word.field in fields and before.end not in self._bare:
            return before
        for inside in brackets:
            bracket_sort = self._precise(_TOKEN.findall(inside)[:_MOST_TOKENS])
            if bracket_sort and bracket_sort.word:
                return bracket_sort
        return end

    def _carrier_load(self, tokens: Sequence[str], end: _Sort) -> _Sort | None:
        """What something carries that counts for nothing by itself: the chainsaw of a chainsaw arm."""
        before = self._precise(tokens)
        if before is None or before.word is None or end.end not in self._carriers.get(before.word.key, ()):
            return None
        return before._replace(word=self.doubled.get(before.word.key, before.word)) if end.plural else before

    def _whole(self, key: str) -> _Sort | None:
        return self._whole_name(key) or self._ending(key)

    def _whole_name(self, key: str) -> _Sort | None:
        """The sort of a whole name that is known, folded, with the number after it if it carries one."""
        if word := self.names.get(key):
            return _Sort(word, None, word.key in self._things or self._ending(key) is not None, key)
        numbered = _NUMBERED.fullmatch(key)
        word = self.names.get(numbered[1]) if numbered else None
        return _Sort(word, int(numbered[2]), False, key) if numbered and word and word.numbers else None

    def _longest_ending(self, tokens: Sequence[str]) -> _Sort | None:
        """The sort of a name by its whole, or by the longest end that is known; None where that is likely a slip."""
        longer: list[str] = []
        for size, end in zip(range(len(tokens), 0, -1), _ends(tokens), strict=True):
            if sort := (self._whole_name(end) if size == len(tokens) else None) or self._ending(end):
                # A lazer rifle is no rifle.
                slips = (self.names[name] for key in longer if (name := self._slip(key)))
                return sort._replace(tokens=size) if all(word == sort.word for word in slips) else None
            longer += [end] if len(tokens[-size]) >= _SHORT_TOKEN else []
        return None

    def _ending(self, key: str) -> _Sort | None:
        """The sort that an end of a name says, in the singular or the plural."""
        if key in self.endings:
            return _Sort(self.endings[key], end=key)
        for singular in (key[:-1], key[:-2] if key.endswith("oes") else "") if key.endswith("s") else ():
            if singular in self.endings:
                word = self.endings[singular]
                return _Sort(self.doubled.get(word.key, word) if word else None, end=singular, plural=True)
        return None

    def _longest_within(self, tokens: Sequence[str], names: Mapping[str, CountedWord]) -> CountedWord | None:
        """The longest of some names that a name holds; a person of that name, whose thing it is, is none."""
        for size in range(min(_MOST_OF_A_MODEL, len(tokens)) if names else 0, 0, -1):
            for start in range(len(tokens) - size + 1):
                word = names.get(fold("".join(tokens[start : start + size])))
                if word and [*map(fold, tokens[start + size : start + size + 1])] != ["s"]:
                    return word
        return None

    def _slip(self, key: str) -> str | None:
        """The known name from which a longer one differs by a letter."""
        if len(key) < _SHORT_SLIP:
            return None
        first, digits = key[:1], digits_of(key)
        near = (self._alike.get((first, digits, len(key) + more), ()) for more in (0, 1, -1))
        return next((name for names in near for name in names if within_one_slip(key, name)), None)

    def nearest(self, text: str, field: str) -> tuple[str, CountedWord] | None:
        """The name in a field of which a text is most likely a misspelling, and its meaning; None when none is near.

        Letters alone do not make names alike: M-32 is no slip of M-2, and a harpoon gun is none of a hand gun.
        """
        tokens = _TOKEN.findall(self._note_of(_BRACKETS.sub(" ", text))[0])[:_MOST_TOKENS]
        whole = fold("".join(tokens))
        field_names = {key: word for key, word in self.names.items() if word.field == field}
        ends = {key: word for key, word in self.endings.items() if word and word.field == field}
        stem = whole.rstrip("0123456789") or whole
        # "Pistol 2" is a pistol with a number that it does not carry; M-33 is no M of any other number.
        stems = {key: word for key, word in field_names.items() if word.numbers or key == stem} if stem != whole else {}
        attempts = [(whole, field_names), (stem, stems), *((end, ends) for end in [*_ends(tokens)][1:])]
        for key, names in attempts:
            if slip := find_likely_slip(key, names):
                return self.texts[slip], names[slip]
        return None


def _of_sort(sort: _Sort | None) -> WordMeaning | None:
    return WordMeaning((sort.word,) if sort.word else (), sort.number, sort.thing) if sort else None


def _ends(tokens: Sequence[str]) -> Iterator[str]:
    for start in range(len(tokens)):
        yield fold("".join(tokens[start:]))
