"""The file of guidelines, which derives a card's stats from its words, and its checks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, ConfigDict, Field, PrivateAttr, model_validator

from printgen.base.errors import Finding, Where, unknown_word
from printgen.game.records import NAME
from printgen.reading.files import Files
from printgen.reading.part import File, Many, OneOrMany, Part, problem
from printgen.reading.scalars import check_known, shorten
from printgen.rules.vocabulary import CountedWord, Spellings, Term, Vocabulary, WordMeaning, fold

MOST = 99
"""The highest number of a stat, and the largest amount of a line."""


class NamedPart(Part):
    """A part that knows its name in the guidelines."""

    _name: str = PrivateAttr(default="")

    @property
    def name(self) -> str:
        """The field of a card that holds it."""
        return self._name


class Counting(Part):
    """A line that names words of a card: a key besides its own is a field of the card, with the words."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Annotated[Many[Term], Field(min_length=1)]] = Field(init=False)
    source: Term = Field("", description="the line of the game's rules that it follows, for who reads the file")

    @property
    def words_by_field(self) -> dict[str, tuple[str, ...]]:
        """The words by their field."""
        return self.__pydantic_extra__

    @property
    def field(self) -> str:
        """The field of a card whose words it names."""
        return next(iter(self.words_by_field), "")

    @property
    def words(self) -> tuple[str, ...]:
        """The words as they are written."""
        return self.words_by_field.get(self.field, ())

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The words, folded."""
        return tuple(map(fold, self.words))


class BestLine(Counting):
    """The worth of words in a stat that is the best of a table; a further key, a field's name, lists them.

    Such as `{value: 2, weapons: [bow, crossbow]}`.
    """

    amount: int = Field(alias="value", ge=0, le=MOST, description="what any of the words is worth")
    top: int | None = Field(None, alias="to", ge=1, le=MOST, description="the highest number that a word may carry")

    @property
    def numbers(self) -> tuple[int, int] | None:
        """The lowest and the highest number that its words carry; a word's number replaces the amount."""
        return None if self.top is None else (self.amount, self.top)


class ModifierLine(Counting):
    """The amount that words add to a stat; a further key, a field's name, lists them.

    Such as `{amount: +1, traits: [ninja]}`.
    """

    numbers: ClassVar[None] = None
    amount: int = Field(ge=-MOST, le=MOST, description="what the words add, once, however many of them a card has")


class Stat(NamedPart):
    """A number of a card: the best of a table, or a base with modifiers."""

    title: Term = Field(description="its name in full")
    none: int = Field(0, ge=0, le=MOST, description="the number of a card that carries nothing of the table")
    best_of: Many[BestLine] = Field((), alias="best-of", description="the table of which the best line counts")
    base: int = Field(0, ge=0, le=MOST, description="the number that modifiers are added to")
    modifiers: Many[ModifierLine] = Field((), description="what is added to the base")
    source: Term = Field("", description="the line of the game's rules that it follows, for who reads the file")

    @model_validator(mode="after")
    def _check_form(self) -> Stat:
        """Either a table with `none`, or modifiers with a base."""
        if self.best == ("modifiers" in self.model_fields_set):
            hint = "Add best-of: and a table, or modifiers: and a list."
            raise problem("bad-value", "a stat needs either best-of or modifiers", hint)
        wrong, right, beside = ("base", "none", "best-of") if self.best else ("none", "base", "modifiers")
        if wrong in self.model_fields_set:
            hint = f"Write {right}: and the number without anything."
            raise problem("unknown-key", f"{wrong} has no place beside {beside}", hint)
        if not self.best and "base" not in self.model_fields_set:
            raise problem("missing-key", "modifiers need a base", "Add base: and the number without any of them.")
        return self

    @property
    def best(self) -> bool:
        """Whether it is the best of its lines, and not their sum."""
        return "best_of" in self.model_fields_set

    @property
    def start(self) -> int:
        """Its value without any words."""
        return self.none if self.best else self.base

    @property
    def lines(self) -> tuple[BestLine, ...] | tuple[ModifierLine, ...]:
        """Its lines in order; if `numbers` are given, that of a word replaces the amount."""
        return self.best_of if self.best else self.modifiers

    @property
    def label(self) -> str:
        """Its name in messages, such as FP."""
        return self.name.upper()


def _flag(text: str) -> str:
    """The text, if it can be an option of the command line without its dashes."""
    if not re.fullmatch("[a-z][a-z0-9-]{0,39}", text):
        raise problem("bad-name", f'"{text}" cannot be a flag', "Use small letters, digits and -, such as weapon.")
    return text


class CardField(NamedPart):
    """A field of a card, as commands ask for it; they do so in the order of the file."""

    ask: Term = Field("", description="the question for it when a new card is designed")
    one: Annotated[str, AfterValidator(_flag)] = Field(
        "", description="what one of its words is called, as in --weapon; left out where it holds one value"
    )
    help: Term = Field("", description="what one of its words is, for the help of the command line")

    @property
    def question(self) -> str:
        return self.ask or self.name.replace("_", " ").capitalize()

    @property
    def word(self) -> str:
        return self.one or self.name.replace("_", "-")

    @property
    def flag(self) -> str:
        """Its name on the command line, such as --weapon."""
        return f"--{self.word}"

    def words_in(self, values: Mapping[str, Any]) -> tuple[str, ...]:
        """The words of a record in this field."""
        value = values.get(self.name)
        return value if isinstance(value, tuple) else () if value in (None, "") else (str(value),)


class Expectation(Counting):
    """A word of a card that leads one to expect one of others; a field's name as a further key lists those.

    Such as `{when: {skills: air}, traits: [flying], reason: an Air unit flies}`.
    """

    when: Annotated[dict[str, Term], Field(min_length=1, max_length=1)] = Field(
        description="a field of the card, and the word in it"
    )
    reason: Term = Field(description="why")


class Saying(Counting):
    """The words that a role or a skill implies; a further key, a field's name, lists them.

    Such as `{when: {role: [medic, medical]}, traits: [non-combat specialist]}`.
    """

    when: Annotated[dict[str, OneOrMany[Term]], Field(min_length=1, max_length=1)] = Field(
        description="a field of the card, and the words in it, any of which says so"
    )
    only: bool = Field(False, description="whether a card has one of the words just where this says so")

    def match(self, values: Mapping[str, Any]) -> str:
        """The first of its words that a record has, in a list, or as whole words of a text; "" for none."""
        ((name, terms),) = self.when.items()
        value = values.get(name)
        if isinstance(value, tuple):
            keys = set(map(fold, value))
            return next((term for term in terms if fold(term) in keys), "")
        text = f" {_space_words(str(value))} "
        return next((term for term in terms if f" {_space_words(term)} " in text), "")


def _space_words(text: str) -> str:
    """The words of a text, folded, with a space between each two."""
    return " ".join(filter(None, map(fold, re.split(r"[\s-]+", text))))


class ReportEntry(Part):
    """A comparison in reports on decks, besides the stats."""

    group: Term = Field("", description="the field whose words cards are counted by, such as a service")
    abilities: Term = Field("", description="the field that lists what a card can do besides its stats")
    cover: Term = Field("", description="a column of the abilities' table: where one helps, such as a terrain")
    team: int = Field(5, ge=1, le=MOST, description="how many cards make a whole team")


class Guidelines(Part):
    """A file of guidelines: what the words in a card's fields make of its stats.

    A product of cards names it under `guidelines`. Then `printgen check` proves every card, and `derive`, `explain`,
    `solve`, `suggest`, `new` and `report` work with its stats and fields. Case, spaces and hyphens of words do not
    matter.
    """

    fields: Annotated[dict[str, CardField], Field(min_length=1)] = Field(
        description="the fields of a card that say what it is and carries, in the order they are asked for"
    )
    stats: Annotated[dict[str, Stat], Field(min_length=1)] = Field(
        description="the numbers of a card, by the fields that hold them"
    )
    exclusive: Many[Annotated[Many[Term], Field(min_length=2)]] = Field(
        (), description="sets of words of which a card has at most one"
    )
    twice: dict[str, Term] = Field({}, description="what two of a word make")
    expected: Many[Expectation] = Field((), description="words that should come with others")
    says: Many[Saying] = Field((), description="what a role or a skill says of a card by itself")
    free: Annotated[Many[Annotated[Many[Term], Field(min_length=2, max_length=5)]], Field(max_length=2)] = Field(
        (), description="sets of words of which a card takes what its number needs, so that their sums prove nothing"
    )
    words_in: File | None = Field(None, alias="words", description="the file of what people call the words")
    kept: Annotated[str, Field(pattern=f"^({NAME}[.]{NAME})?$")] = Field(
        "", description="where a card keeps the things it carries as they were called, such as figure.accessories"
    )
    report: ReportEntry = Field(default_factory=lambda: ReportEntry(), description="what a report on decks compares")
    _vocabulary: Vocabulary = PrivateAttr(default_factory=Vocabulary)

    @model_validator(mode="after")
    def _set_names(self) -> Guidelines:
        for name, part in (*self.fields.items(), *self.stats.items()):
            part._name = name
        return self

    @cached_property
    def dossiers_by_deck(self) -> dict[str, tuple[Any, ...]]:
        """The cached dossiers of each deck with these guidelines."""
        return {}

    @cached_property
    def word_index(self) -> dict[str, CountedWord]:
        """The words that lines count, folded, in the order of the lines; the first line gives a word its name."""
        words: dict[str, CountedWord] = {}
        for line in (line for stat in self.stats.values() for line in stat.lines):
            for text, key in zip(line.words, line.keys, strict=True):
                word = words.setdefault(key, CountedWord(text, key, line.field, line.numbers))
                words[key] = word._replace(numbers=word.numbers or line.numbers)
        return words

    @cached_property
    def spellings(self) -> Spellings:
        """What the words are called."""
        return Spellings(self.word_index.values(), self.pairs, self._vocabulary)

    def with_vocabulary(self, vocabulary: Vocabulary) -> Guidelines:
        """The same guidelines with the names of a vocabulary."""
        copy = self.model_copy()
        copy._vocabulary = vocabulary
        return copy

    @cached_property
    def words(self) -> tuple[CountedWord, ...]:
        """The words of the first field that lines count, then of the next, in the order of the lines."""
        order = list(self.fields)
        return tuple(sorted(self.word_index.values(), key=lambda word: order.index(word.field)))

    @cached_property
    def word_fields(self) -> tuple[CardField, ...]:
        """The fields that stats count words of."""
        counted = {word.field for word in self.words}
        return tuple(field for field in self.fields.values() if field.name in counted)

    @cached_property
    def armament(self) -> frozenset[str]:
        """The fields whose words are a vehicle's weapons: those of words that carry a number, else all."""
        numbered = frozenset(word.field for word in self.words if word.numbers)
        return numbered or frozenset(word.field for word in self.words)

    @property
    def words_file(self) -> str:
        """The name of the file to which names are added that nobody understands yet."""
        return self.words_in.name if self.words_in else "the file of words"

    @property
    def about(self) -> tuple[str, ...]:
        """The fields that describe a card by a single value."""
        return tuple(field.name for field in self.fields.values() if not field.one)

    @property
    def needed_fields(self) -> tuple[str, ...]:
        """The fields that a card must have for its stats to be explained."""
        carried = [field.name for field in self.word_fields]
        conditions = [name for line in self.expected for name in line.when]
        conditions += [name for line in self.says for name in line.when]
        return tuple(dict.fromkeys([*self.stats, *carried, *conditions]))

    @cached_property
    def excluding(self) -> tuple[tuple[str, ...], ...]:
        """The words of each exclusive set, folded."""
        return tuple(tuple(map(fold, words)) for words in self.exclusive)

    @cached_property
    def pairs(self) -> dict[str, CountedWord]:
        """The word that two of a word make, by that word, folded."""
        return {fold(single): self.word_index[fold(double)] for single, double in self.twice.items()}

    @cached_property
    def sayings(self) -> dict[str, tuple[Saying, ...]]:
        """The sayings that imply a word, by that word, folded."""
        sayings: dict[str, tuple[Saying, ...]] = {}
        for saying in self.says:
            for key in saying.keys:
                sayings[key] = (*sayings.get(key, ()), saying)
        return sayings

    def stats_in(self, values: Mapping[str, Any]) -> tuple[int, ...] | None:
        """The stats that a record has, in their order; None when it lacks one."""
        numbers = tuple(value for key in self.stats if isinstance(value := values.get(key), int))
        return numbers if len(numbers) == len(self.stats) else None

    def word(self, text: str) -> tuple[CountedWord, int | None] | None:
        """The word that a text means, in any spelling, and the number after it if it carries one; None for none."""
        meaning = self.meaning(text)
        return (meaning.word, meaning.number) if meaning and meaning.word else None

    def meaning(self, text: str) -> WordMeaning | None:
        """What a text means, as `Spellings.meaning`."""
        return self.spellings.meaning(text)

    def words_of(self, field: str) -> list[CountedWord]:
        """The words of a field, in the order of the guidelines."""
        return [word for word in self.words if word.field == field]


def load_guidelines(files: Files, path: Path) -> Guidelines | None:
    """The guidelines in a file, with the words that they name; None, with findings, for mistakes."""
    guidelines = files.changing(lambda: files.part(path, Guidelines), _hint_at_words_file)
    vocabulary = files.part(guidelines.words_in, Vocabulary) if guidelines and guidelines.words_in else Vocabulary()
    if guidelines is None or vocabulary is None:
        return None
    mistakes = [*_guideline_findings(guidelines)]
    # The words are checked only against guidelines without mistakes, else one slip makes two findings.
    mistakes = mistakes or [*_vocabulary_findings(guidelines, vocabulary)]
    files.add(mistakes)
    return None if mistakes else guidelines.with_vocabulary(vocabulary)


def _hint_at_words_file(finding: Finding) -> Finding:
    """The finding; for `also`, which older guidelines had, with a hint at the file of words that has it now."""
    if finding.code != "unknown-key" or finding.message != 'unknown key "also"':
        return finding
    message = "other names of words stand in a file of words, and not in the guidelines any more"
    hint = "Move also: with all below it to a file such as words.yaml, and write words: words.yaml here."
    return replace(finding, message=message, hint=hint)


def _guideline_findings(guidelines: Guidelines) -> Iterator[Finding]:
    """Findings for guidelines alone, without the words that they name."""
    for key, stat in guidelines.stats.items():
        yield from _stat_findings(guidelines, key, stat)
    for key, groups in (("exclusive", guidelines.exclusive), ("free", guidelines.free)):
        for n, texts in enumerate(groups):
            for i, text in enumerate(texts):
                yield from _unknown_word_findings(guidelines, text, guidelines.where_of(key, n, i))
    for word, double in guidelines.twice.items():
        yield from _double_findings(guidelines, word, double)
    for line in (*guidelines.expected, *guidelines.says):
        yield from _field_findings(guidelines, line)
        for n, text in enumerate(line.words):
            yield from _unknown_word_findings(guidelines, text, line.where_of(line.field, n))
    for key, name in (("group", guidelines.report.group), ("abilities", guidelines.report.abilities)):
        if name:
            message = f'{key} has the unknown value "{{}}"'
            yield from check_known(
                guidelines.where_of("report", key), name, guidelines.fields, message, "unknown-value"
            )


def _stat_findings(guidelines: Guidelines, key: str, stat: Stat) -> Iterator[Finding]:
    """Findings for the lines of a stat, and for words that two of them count."""
    for line in stat.lines:
        yield from _field_findings(guidelines, line)
        yield from _line_findings(guidelines, line)
    for word, count in Counter(word for line in stat.lines for word in line.keys).items():
        if count > 1:
            message = f'{key} counts "{shorten(guidelines.word_index[word].name)}" on two lines'
            yield Finding("error", stat.where, message, "Remove it from one of them.", "duplicate-name")


def _field_findings(guidelines: Guidelines, line: Counting) -> Iterator[Finding]:
    """Findings for a line that names no field of countable words, or several."""
    known = [name for name, field in guidelines.fields.items() if field.one]
    for name in line.words_by_field:
        yield from check_known(line.key_where_of(name), name, known, 'unknown key "{}"', "unknown-key")
    if len(line.words_by_field) != 1:
        message = f"this counts the words of one field: {' or '.join(known)}"
        yield Finding("error", line.where, message, "Write the field and a list of words.", "bad-value")


def _line_findings(guidelines: Guidelines, line: BestLine | ModifierLine) -> Iterator[Finding]:
    """Findings for the numbers of a line, and for words that another line counts in another way."""
    if line.numbers and line.numbers[0] >= line.numbers[1]:
        low, top = line.numbers
        message = f"to is {top}; it must be from {low + 1} to {MOST}"
        yield Finding("error", line.where_of("to"), message, f"Choose a number above {low}.", "out-of-range")
    for n, (text, key) in enumerate(zip(line.words, line.keys, strict=True)):
        word = guidelines.word_index[key]
        if word.field != line.field:
            message = f'"{shorten(text)}" is one of the {word.field} above, and one of the {line.field} here'
            where = line.where_of(line.field, n)
            yield Finding("error", where, message, "Give one of them another name.", "duplicate-name")
        elif line.numbers and word.numbers != line.numbers:
            message = f'"{shorten(text)}" carries other numbers on another line'
            where = line.where_of(line.field, n)
            yield Finding("error", where, message, "Write the same numbers on both lines.", "bad-value")


def _unknown_word_findings(guidelines: Guidelines, text: str, where: Where) -> Iterator[Finding]:
    if fold(text) not in guidelines.word_index:
        known = (word.name for word in guidelines.word_index.values())
        yield unknown_word(where, "unknown-word", f'no stat counts "{shorten(text)}"', text, known)


def _double_findings(guidelines: Guidelines, text: str, other: str) -> Iterator[Finding]:
    """Findings for what two of a word make: both must be counted, in one field and without numbers."""
    where = guidelines.where_of("twice", text)
    yield from _unknown_word_findings(guidelines, text, guidelines.key_where_of("twice", text))
    yield from _unknown_word_findings(guidelines, other, where)
    word, double = guidelines.word_index.get(fold(text)), guidelines.word_index.get(fold(other))
    if word and double and (word == double or word.field != double.field or word.numbers or double.numbers):
        message = f'two of "{word.name}" cannot be "{double.name}"'
        yield Finding("error", where, message, f"Name another one of the {word.field}.", "bad-value")


def _vocabulary_findings(guidelines: Guidelines, vocabulary: Vocabulary) -> Iterator[Finding]:
    """Findings for names of uncounted words, and for names that already have a meaning."""
    names_by_key = {key: word.name for key, word in guidelines.word_index.items()}
    for section, entries in (
        ("also", vocabulary.also),
        ("ends", vocabulary.ends),
        ("anywhere", vocabulary.anywhere),
        ("models", vocabulary.models),
    ):
        for name, texts in entries.items():
            yield from _unknown_word_findings(guidelines, name, vocabulary.key_where_of(section, name))
            for n, text in enumerate(texts):
                key = fold(text)
                # A word of the guidelines may say that it ends longer names, too.
                if key in names_by_key and (section == "also" or key != fold(name)):
                    yield _name_clash(vocabulary.where_of(section, name, n), text, names_by_key[key])
                names_by_key[key] = name
    for n, text in enumerate(vocabulary.nothing):
        if fold(text) in names_by_key:
            yield _name_clash(vocabulary.where_of("nothing", n), text, names_by_key[fold(text)])
        names_by_key[fold(text)] = "nothing"
    for name in vocabulary.carriers:
        yield from _unknown_word_findings(guidelines, name, vocabulary.key_where_of("carriers", name))
    for pair in vocabulary.pairs:
        if pair.word is not None:
            yield from _unknown_word_findings(guidelines, pair.word, pair.where_of("word"))
        for text in pair.names:
            if (other := names_by_key.setdefault(fold(text), pair.word or "nothing")) != (pair.word or "nothing"):
                yield _name_clash(pair.where, text, other)


def _name_clash(where: Where, text: str, name: str) -> Finding:
    message = f'"{shorten(text)}" is already "{name}"'
    return Finding("error", where, message, "Remove one of the two.", "duplicate-name")
