"""The shape of a file of guidelines: which fields of a card say what, and what they make of its stats."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, ConfigDict, Field, StringConstraints, model_validator

from printgen.reading.fields import Many, problem
from printgen.reading.part import Part

MOST = 99
"""The highest number of a stat, and the largest amount of a line."""

Term = Annotated[str, StringConstraints(min_length=1, max_length=200)]


def _flag(text: str) -> str:
    if not re.fullmatch("[a-z][a-z0-9-]{0,39}", text):
        raise problem("bad-name", f'"{text}" cannot be a flag', "Use small letters, digits and -, such as weapon.")
    return text


Flag = Annotated[str, AfterValidator(_flag)]


class AskedField(Part):
    """A field of a card, as commands ask for it; they do so in the order of the file."""

    ask: Term | None = Field(default=None, description="the question for it when a new card is designed")
    one: Flag | None = Field(
        default=None, description="what one of its words is called, as in --weapon; left out where it holds one value"
    )
    help: Term | None = Field(default=None, description="what one of its words is, for the help of the command line")


class _Counting(Part):
    """What names words of a card: besides its own keys, it has one that is a field of the card, with the words."""

    model_config = ConfigDict(extra="allow")
    __pydantic_extra__: dict[str, Annotated[Many[Term], Field(min_length=1)]] = Field(init=False)

    @property
    def counted(self) -> dict[str, tuple[str, ...]]:
        """The words, by their fields."""
        return self.__pydantic_extra__


class BestLine(_Counting):
    """What words are worth in a stat that is the best of a table; a field's name as a further key lists them.

    Such as `{value: 2, weapons: [bow, crossbow]}`.
    """

    value: int = Field(ge=0, le=MOST, description="what any of the words is worth")
    to: int | None = Field(
        default=None, ge=1, le=MOST, description="the highest number that a word may carry; it counts as it stands"
    )


class ModifierLine(_Counting):
    """What words add to a stat; a field's name as a further key lists them.

    Such as `{amount: +1, traits: [ninja]}`.
    """

    amount: int = Field(ge=-MOST, le=MOST, description="what the words add, once, however many of them a card has")


class StatEntry(Part):
    """A number of a card: the best of a table, or a base with modifiers."""

    title: Term = Field(description="its name in full")
    none: int = Field(default=0, ge=0, le=MOST, description="the number of a card that carries nothing of the table")
    best_of: Many[BestLine] = Field(default=(), alias="best-of", description="the table of which the best line counts")
    base: int = Field(default=0, ge=0, le=MOST, description="the number that modifiers are added to")
    modifiers: Many[ModifierLine] = Field(default=(), description="what is added to the base")

    @model_validator(mode="after")
    def _one_way(self) -> StatEntry:
        best = "best_of" in self.model_fields_set
        if best == ("modifiers" in self.model_fields_set):
            hint = "Add best-of: and a table, or modifiers: and a list."
            raise problem("bad-value", "a stat needs either best-of or modifiers", hint)
        wrong, right = ("base", "none") if best else ("none", "base")
        if wrong in self.model_fields_set:
            message = f"{wrong} has no place beside {'best-of' if best else 'modifiers'}"
            raise problem("unknown-key", message, f"Write {right}: and the number without anything.")
        if not best and "base" not in self.model_fields_set:
            raise problem("missing-key", "modifiers need a base", "Add base: and the number without any of them.")
        return self


class ExpectationEntry(_Counting):
    """A word of a card that leads one to expect one of others; a field's name as a further key lists those.

    Such as `{when: {skills: air}, traits: [flying], reason: an Air unit flies}`.
    """

    when: Annotated[dict[str, Term], Field(min_length=1, max_length=1)] = Field(
        description="a field of the card, and the word in it"
    )
    reason: Term = Field(description="why")


class ReportEntry(Part):
    """What a report on decks compares, besides the stats."""

    group: Term | None = Field(
        default=None, description="the field whose words cards are counted by, such as a service"
    )
    abilities: Term | None = Field(
        default=None, description="the field that lists what a card can do besides its stats"
    )
    cover: Term | None = Field(
        default=None, description="a column of the abilities' table: where such an ability helps, such as a terrain"
    )
    team: int = Field(default=5, ge=1, le=MOST, description="how many cards make a whole team")


class GuidelinesShape(Part):
    """A file of guidelines: what the words in a card's fields make of its stats.

    A product of cards names it under `guidelines`. Then `printgen check` proves every card, and `derive`, `explain`,
    `solve`, `new` and `report` work with its stats and fields. Case, spaces and hyphens of words do not matter.
    """

    fields: Annotated[dict[str, AskedField], Field(min_length=1)] = Field(
        description="the fields of a card that say what it is and carries, in the order they are asked for"
    )
    stats: Annotated[dict[str, StatEntry], Field(min_length=1)] = Field(
        description="the numbers of a card, by the fields that hold them"
    )
    exclusive: Many[Annotated[Many[Term], Field(min_length=2)]] = Field(
        default=(), description="sets of words of which a card has at most one"
    )
    twice: dict[str, Term] = Field(default={}, description="what two of a word make")
    expected: Many[ExpectationEntry] = Field(default=(), description="words that should come with others")
    also: dict[str, Many[Term]] = Field(default={}, description="other spellings of a word")
    report: ReportEntry = Field(default_factory=lambda: ReportEntry(), description="what a report on decks compares")
