"""Guidelines: what the words of a card make of its stats, checked throughout."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, ConfigDict, Field, PrivateAttr, model_validator

from printgen.game.records import NAME
from printgen.reading.part import File, Many, OneOrMany, Part, problem
from printgen.rules.vocabulary import CountedWord, Spellings, Term, Vocabulary, WordMeaning, fold

MOST = 99
"""The highest number of a stat, and the largest amount of a line."""


class NamedPart(Part):
    """A part that knows by which name the guidelines speak of it."""

    _name: str = PrivateAttr(default="")

    @property
    def name(self) -> str:
        """The field of a card that holds it."""
        return self._name


class Counting(Part):
    """What names words of a card: besides its own keys, it has one that is a field of the card, with the words."""

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
    """What words are worth in a stat that is the best of a table; a field's name as a further key lists them.

    Such as `{value: 2, weapons: [bow, crossbow]}`.
    """

    amount: int = Field(alias="value", ge=0, le=MOST, description="what any of the words is worth")
    top: int | None = Field(None, alias="to", ge=1, le=MOST, description="the highest number that a word may carry")

    @property
    def numbers(self) -> tuple[int, int] | None:
        """The lowest and the highest number that its words carry, one of which counts instead of the amount."""
        return None if self.top is None else (self.amount, self.top)


class ModifierLine(Counting):
    """What words add to a stat; a field's name as a further key lists them.

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
    def _one_way(self) -> Stat:
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
        """What it is with nothing carried."""
        return self.none if self.best else self.base

    @property
    def lines(self) -> tuple[BestLine, ...] | tuple[ModifierLine, ...]:
        """Its lines in order; where `numbers` are given, that of a word counts instead of the amount."""
        return self.best_of if self.best else self.modifiers

    @property
    def label(self) -> str:
        """What a message calls it, such as FP."""
        return self.name.upper()


def _flag(text: str) -> str:
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
        """The question for it."""
        return self.ask or self.name.replace("_", " ").capitalize()

    @property
    def word(self) -> str:
        """What a word of it is called."""
        return self.one or self.name.replace("_", "-")

    @property
    def flag(self) -> str:
        """What the command line calls it, such as --weapon."""
        return f"--{self.word}"

    def words_in(self, values: Mapping[str, Any]) -> tuple[str, ...]:
        """The words that a record has in it."""
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
    """What a word of a card's role, or a skill, says of it by itself; a field's name as a further key lists the words.

    Such as `{when: {role: [medic, medical]}, traits: [non-combat specialist]}`.
    """

    when: Annotated[dict[str, OneOrMany[Term]], Field(min_length=1, max_length=1)] = Field(
        description="a field of the card, and the words in it, any of which says so"
    )
    only: bool = Field(False, description="whether a card has one of the words just where this says so")

    def met(self, values: Mapping[str, Any]) -> str:
        """The first of its words that a record has; "" for none."""
        ((name, terms),) = self.when.items()
        return find_spoken(values.get(name), terms)


def find_spoken(held: Any, terms: Sequence[str]) -> str:
    """The first of some words that stands in a field: as one of a list, or as whole words of a text; "" for none."""
    if isinstance(held, tuple):
        keys = set(map(fold, held))
        return next((term for term in terms if fold(term) in keys), "")
    said = f" {_space_words(str(held))} "
    return next((term for term in terms if f" {_space_words(term)} " in said), "")


def _space_words(text: str) -> str:
    return " ".join(filter(None, map(fold, re.split(r"[\s-]+", text))))


class ReportEntry(Part):
    """What a report on decks compares, besides the stats."""

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
        """The dossiers of each deck that follows them, as it last was."""
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

    def speaking(self, vocabulary: Vocabulary) -> Guidelines:
        """The same guidelines with what people call the words."""
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
        return tuple(one for one in self.fields.values() if one.name in counted)

    @cached_property
    def armament(self) -> frozenset[str]:
        """The fields whose words say what a vehicle is armed with: those of words that carry a number, else all."""
        numbered = frozenset(word.field for word in self.words if word.numbers)
        return numbered or frozenset(word.field for word in self.words)

    @property
    def words_file(self) -> str:
        """The name of the file to which names are added that nobody understands yet."""
        return self.words_in.name if self.words_in else "the file of words"

    @property
    def about(self) -> tuple[str, ...]:
        """The fields that say in a single value what a card is."""
        return tuple(one.name for one in self.fields.values() if not one.one)

    @property
    def needed_fields(self) -> tuple[str, ...]:
        """The fields that a card must have for its stats to be explained."""
        carried = [one.name for one in self.word_fields]
        told = [
            *(name for one in self.expected for name in one.when),
            *(name for one in self.says for name in one.when),
        ]
        return tuple(dict.fromkeys([*self.stats, *carried, *told]))

    @cached_property
    def excluding(self) -> tuple[tuple[str, ...], ...]:
        """The words of each exclusive set, folded."""
        return tuple(tuple(map(fold, words)) for words in self.exclusive)

    @cached_property
    def pairs(self) -> dict[str, CountedWord]:
        """What two of a word make, by that word, folded."""
        return {fold(one): self.word_index[fold(two)] for one, two in self.twice.items()}

    @cached_property
    def sayings(self) -> dict[str, tuple[Saying, ...]]:
        """What says a word by itself, by that word, folded."""
        found: dict[str, tuple[Saying, ...]] = {}
        for saying in self.says:
            for key in saying.keys:
                found[key] = (*found.get(key, ()), saying)
        return found

    def stats_in(self, values: Mapping[str, Any]) -> tuple[int, ...] | None:
        """The stats that a record has, in their order; None when it lacks one."""
        numbers = tuple(value for key in self.stats if isinstance(value := values.get(key), int))
        return numbers if len(numbers) == len(self.stats) else None

    def word(self, text: str) -> tuple[CountedWord, int | None] | None:
        """The word that a text means, and the number after it; None when it means none.

        Case, spaces, hyphens and other marks do not matter. A number counts only after a word that carries one.
        """
        found = self.meaning(text)
        return (found.word, found.number) if found and found.word else None

    def meaning(self, text: str) -> WordMeaning | None:
        """What a text means, as `Spellings.meaning`."""
        return self.spellings.meaning(text)

    def words_of(self, field: str) -> list[CountedWord]:
        """The words of a field, in the order of the guidelines."""
        return [word for word in self.words if word.field == field]
