"""What the words of a card make of its stats: a file of guidelines, as it was read, comes in; frozen Guidelines go out.

A stat is the best of a table, or a base with modifiers; the words they count have aliases, may carry a number, and may
exclude each other. A text comes in; the word that it spells goes out.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from printgen.errors import Where, did_you_mean
from printgen.reading.guidelines import BestLine, ExpectationEntry, GuidelinesShape, ModifierLine, StatEntry
from printgen.reading.part import Part
from printgen.reading.scalars import shortened

_NUMBERED = re.compile(r"(.*?[^0-9])([0-9]{1,3})")


@dataclass(frozen=True, slots=True)
class CardField:
    """A field of a card: `one` of its words, "" where it holds a single value; the question for it, and a help."""

    name: str
    one: str
    ask: str
    help: str

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
    """A word of a card's field; `numbers` is the lowest and the highest number it carries, None for one without."""

    name: str
    carried: str
    numbers: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Expectation:
    """A card whose `field` has `value` should have one of the words in the field `carried`, for the reason given."""

    field: str
    value: str
    carried: str
    words: tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class Guidelines:
    """What derives the stats of a card.

    `words` are those of the first field that lines count, then of the next, in the order of the stats' lines.
    `aliases` are pairs of another spelling and the name it stands for, `twice` pairs of a word and what two of it
    make. Of each `exclusive` set a card has one. A report on decks counts their cards by the words of `group` and of
    `abilities`, whose table says in the column `cover` where each helps; `team` cards are a whole team.
    """

    fields: tuple[CardField, ...]
    stats: tuple[Stat, ...]
    words: tuple[Word, ...]
    exclusive: tuple[tuple[str, ...], ...] = ()
    twice: tuple[tuple[str, str], ...] = ()
    expected: tuple[Expectation, ...] = ()
    aliases: tuple[tuple[str, str], ...] = ()
    group: CardField | None = None
    abilities: CardField | None = None
    cover: str = ""
    team: int = 1
    where: Where = field(default=Where(""), compare=False)

    @cached_property
    def carried(self) -> tuple[CardField, ...]:
        """The fields that stats count words of."""
        counted = {word.carried for word in self.words}
        return tuple(one for one in self.fields if one.name in counted)

    @property
    def about(self) -> tuple[str, ...]:
        """The fields that say in a single value what a card is."""
        return tuple(one.name for one in self.fields if not one.one)

    @property
    def named(self) -> tuple[str, ...]:
        """The fields that a card must have for its stats to be explained."""
        fields = [stat.key for stat in self.stats] + [one.name for one in self.carried]
        fields += [one.field for one in self.expected]
        return tuple(dict.fromkeys(fields))

    def stats_in(self, values: Mapping[str, Any]) -> tuple[int, ...] | None:
        """The stats that a record has, in their order; None when it lacks one."""
        numbers = tuple(value for stat in self.stats if isinstance(value := values.get(stat.key), int))
        return numbers if len(numbers) == len(self.stats) else None

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

    def names(self, carried: str) -> tuple[str, ...]:
        """The names of all words of a field, in the order of the guidelines."""
        return tuple(word.name for word in self.words if word.carried == carried)


def folded(text: str) -> str:
    """A word as it is compared: its letters and digits alone, in lower case."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())


Report = Callable[[Where, str, str, str], None]
"""Takes the place, code, message and hint of a mistake."""


def understood(shape: GuidelinesShape, report: Report) -> Guidelines:
    """The guidelines that a file holds; words that it lacks, or gives two meanings, are reported."""
    return _Meaning(shape, report).guidelines()


class _Meaning:
    """Makes guidelines part by part; `words` are those of the stats by their folded names, as they are met."""

    def __init__(self, shape: GuidelinesShape, report: Report) -> None:
        self.shape, self.report = shape, report
        self.words: dict[str, Word] = {}

    def guidelines(self) -> Guidelines:
        shape = self.shape
        fields = tuple(
            CardField(name, one.one or "", one.ask or name.replace("_", " ").capitalize(), one.help or "")
            for name, one in shape.fields.items()
        )
        # The other parts speak of words that the stats have named.
        stats = tuple(self.stat(key, stat) for key, stat in shape.stats.items())
        exclusive = tuple(self.known_words(names, shape, "exclusive", n) for n, names in enumerate(shape.exclusive))
        twice = tuple(filter(None, map(self.pair, shape.twice)))
        expected = tuple(self.expectation(one) for one in shape.expected)
        order = list(shape.fields)
        words = sorted(self.words.values(), key=lambda word: order.index(word.carried))
        aliases = tuple(self.also())
        group, abilities = (self.field(fields, key) for key in ("group", "abilities"))
        cover, team = shape.report.cover or "", shape.report.team
        return Guidelines(
            fields, stats, tuple(words), exclusive, twice, expected, aliases, group, abilities, cover, team, shape.where
        )

    def field(self, fields: Sequence[CardField], key: str) -> CardField | None:
        """The field that a report counts by; one that is not declared is reported."""
        name = getattr(self.shape.report, key)
        found = next((field for field in fields if field.name == name), None)
        if name and found is None:
            message, hint = f'{key} has the unknown value "{shortened(name)}"', did_you_mean(name, self.shape.fields)
            self.report(self.shape.where_of("report", key), "unknown-value", message, hint)
        return found

    def stat(self, key: str, shape: StatEntry) -> Stat:
        best = bool(shape.best_of)
        lines = tuple(map(self.line, shape.best_of if best else shape.modifiers))
        words = [word for line in lines for word in line.words]
        for word in dict.fromkeys(words):
            if words.count(word) > 1:
                message = f'{key} counts "{shortened(word)}" on two lines'
                self.report(shape.where, "duplicate-name", message, "Remove it from one of them.")
        return Stat(key, shape.title, best, shape.none if best else shape.base, lines)

    def line(self, line: BestLine | ModifierLine) -> Line:
        amount, top = (line.value, line.to) if isinstance(line, BestLine) else (line.amount, None)
        if top is not None and top <= amount:
            message, hint = f"to is {top}; it must be from {amount + 1} to 99", f"Choose a number above {amount}."
            self.report(line.where_of("to"), "out-of-range", message, hint)
        numbers = None if top is None else (amount, top)
        field = self.field_of(line)
        texts = enumerate(line.counted[field] if field else ())
        return Line(amount, tuple(self.named(text, field, numbers, line.where_of(field, n)) for n, text in texts), top)

    def field_of(self, line: BestLine | ModifierLine | ExpectationEntry) -> str:
        """The one field that a line names; "" where it names none, or what is none."""
        known = [name for name, field in self.shape.fields.items() if field.one]
        for name in line.counted:
            if name not in known:
                hint = did_you_mean(name, known)
                self.report(line.key_where_of(name), "unknown-key", f'unknown key "{shortened(name)}"', hint)
                return ""
        if len(line.counted) != 1:
            message = f"this counts the words of one field: {' or '.join(known)}"
            self.report(line.where, "bad-value", message, "Write the field and a list of words.")
            return ""
        return next(iter(line.counted))

    def named(self, text: str, carried: str, numbers: tuple[int, int] | None, where: Where) -> str:
        """The name of a word in a line: as it was first written, for it may stand in several stats."""
        key = folded(text)
        word = self.words.setdefault(key, Word(text, carried, numbers))
        if word.carried != carried:
            message = f'"{shortened(text)}" is one of the {word.carried} above, and one of the {carried} here'
            self.report(where, "duplicate-name", message, "Give one of them another name.")
        elif numbers and word.numbers and word.numbers != numbers:
            message = f'"{shortened(text)}" carries other numbers on another line'
            self.report(where, "bad-value", message, "Write the same numbers on both lines.")
        elif numbers:
            self.words[key] = replace(word, numbers=numbers)
        return word.name

    def known(self, text: str, where: Where) -> Word | None:
        """The word that a text names; None, with a finding, when the stats do not speak of it."""
        word = self.words.get(folded(text))
        if word is None:
            hint = did_you_mean(text, (word.name for word in self.words.values()))
            self.report(where, "unknown-word", f'no stat counts "{shortened(text)}"', hint)
        return word

    def known_words(self, texts: Sequence[str], part: Part, *path: str | int) -> tuple[str, ...]:
        found = [self.known(text, part.where_of(*path, n)) for n, text in enumerate(texts)]
        return tuple(word.name for word in found if word)

    def pair(self, name: str) -> tuple[str, str] | None:
        where = self.shape.where_of("twice", name)
        one = self.known(name, self.shape.key_where_of("twice", name))
        two = self.known(self.shape.twice[name], where)
        if not one or not two:
            return None
        if one == two or one.carried != two.carried or one.numbers or two.numbers:
            message = f'two of "{one.name}" cannot be "{two.name}"'
            self.report(where, "bad-value", message, f"Name another one of the {one.carried}.")
        return one.name, two.name

    def expectation(self, shape: ExpectationEntry) -> Expectation:
        field = self.field_of(shape)
        words = self.known_words(shape.counted.get(field, ()), shape, field)
        ((name, value),) = shape.when.items()
        return Expectation(name, value, field, words, shape.reason)

    def also(self) -> Iterator[tuple[str, str]]:
        """The other spellings of every word; one that has a meaning already is reported."""
        taken = {key: word.name for key, word in self.words.items()}
        for name, spellings in self.shape.also.items():
            word = self.known(name, self.shape.key_where_of("also", name))
            for n, text in enumerate(spellings):
                key = folded(text)
                if key in taken:
                    message, hint = f'"{shortened(text)}" is already "{taken[key]}"', "Remove one of the two."
                    self.report(self.shape.where_of("also", name, n), "duplicate-name", message, hint)
                elif word:
                    taken[key] = word.name
                    yield text, word.name
