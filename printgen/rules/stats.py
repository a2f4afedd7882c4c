"""What words of a card are worth: a number of guidelines comes in, as it is written; its checked lines go out.

A stat is the best of a table, or a base with modifiers; a line names words of one field of the card.
"""

from __future__ import annotations

from functools import cached_property
from typing import Annotated, ClassVar

from pydantic import ConfigDict, Field, PrivateAttr, model_validator

from printgen.reading.fields import Many, problem
from printgen.reading.part import Part
from printgen.rules.words import Term, folded

MOST = 99
"""The highest number of a stat, and the largest amount of a line."""


class Named(Part):
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
    def counted(self) -> dict[str, tuple[str, ...]]:
        """The words by their field."""
        return self.__pydantic_extra__

    @property
    def field(self) -> str:
        """The field of a card whose words it names."""
        return next(iter(self.counted), "")

    @property
    def words(self) -> tuple[str, ...]:
        """The words as they are written."""
        return self.counted.get(self.field, ())

    @cached_property
    def keys(self) -> tuple[str, ...]:
        """The words, folded."""
        return tuple(map(folded, self.words))


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


class Stat(Named):
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
