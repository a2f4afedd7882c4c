"""Where a card is designed: a target comes in; its game, its product and the guidelines go out, and what was wished."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from printgen.base.errors import UsageError
from printgen.base.gate import Gate
from printgen.build.jobs import Job, sound
from printgen.build.targets import find_target
from printgen.game.added_cards import cards_for
from printgen.game.records import Game, Product
from printgen.reading.marked import Map
from printgen.rules.decks import decks_of
from printgen.rules.guidelines import CardField, Guidelines
from printgen.rules.origins import FIGURE
from printgen.rules.stats import MOST

NONE = "none"
"""What is said where a list is to stay empty."""


class Photo(NamedTuple):
    """A picture that lies in no file yet: the name that its file would like to have, and what it would hold."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class Wish:
    """What was said of a card so far: `said` are the words of its fields, `stats` numbers set by hand.

    A field that is not in `said` is one that nobody has spoken of yet. Words that count stay as they were said; those
    of other fields are as records write them. `figure` is what is said of the figure, by the keys of its record, with
    `accessories` and `mounted` in the toy's own words; `without` are words that the card is not to have, though its
    figure or its role calls for them. `reason` is why numbers are set by hand, `reasons` why each one is; `look` is
    that of its picture.
    """

    name: str = ""
    said: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    photo: Path | Photo | None = None
    stats: Mapping[str, int] = field(default_factory=dict)
    figure: Mapping[str, Any] = field(default_factory=dict)
    reason: str = ""
    look: Mapping[str, Any] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    without: tuple[str, ...] = ()


@dataclass(frozen=True)
class Bench:
    """Where a card is designed: its game and product, and the guidelines.

    `cards` is the folder of the user's own cards; None where the game is the user's, and its own list takes the card.
    """

    target: str
    cards: Path | None
    job: Job
    product: Product
    guidelines: Guidelines

    @property
    def game(self) -> Game:
        """The game that the product is of."""
        return self.job.game

    @property
    def file(self) -> Path:
        """The list that takes a new card: the user's own for the product, or the game's."""
        if self.cards is not None:
            return self.cards / self.game.name / f"{self.product.name}.yaml"
        assert self.product.list_file is not None  # `bench_at` looks at that.
        return self.product.list_file

    @property
    def gate(self) -> Gate:
        """The way to the files that the list names."""
        if self.cards is not None:
            return cards_for(self.cards, self.game.name)
        return Gate(self.file.parent, self.game.folder)

    @property
    def cards_words(self) -> tuple[str, ...]:
        """The words of a command that say where the user's own cards are, where they are not in the usual place."""
        return () if self.cards in (None, Path("my-cards")) else ("--cards", str(self.cards))

    @property
    def shape(self) -> Mapping[str, Any]:
        """How the game declares the fields of a card."""
        shape: Mapping[str, Any] = self.game.source["records"][self.product.record]
        return shape

    @property
    def fields(self) -> tuple[CardField, ...]:
        """The fields to ask for: those of the guidelines that the records of the product have."""
        return tuple(one for one in self.guidelines.fields.values() if one.name in self.shape)

    @property
    def told(self) -> Mapping[str, Any]:
        """What a card can tell of its figure, and how the game declares that; nothing where it has no place for it."""
        spec = self.game.declared(self.product, FIGURE)
        keys = spec.get("of") if spec else None
        return keys if isinstance(keys, Map) else {}

    def titles(self, name: str) -> dict[str, str]:
        """The words that a field takes, each with its name in the table that it comes from; none when it takes any."""
        table = self.game.table_of(self.product, name)
        if table is not None:
            return {code: str(row.get("name", "")) for code, row in table.rows.items()}
        spec = self.game.declared(self.product, name)
        return dict.fromkeys(map(str, spec.get("options", ())) if spec else (), "")

    def limits(self, stat: str) -> tuple[int, int]:
        """The lowest and the highest number that a card can show."""
        spec: Mapping[str, Any] = self.game.declared(self.product, stat) or {}
        return int(spec.get("min", 0)), int(spec.get("max", MOST))


def bench_for(target: str, cards: Path | None) -> Bench:
    """Make ready to design a card for KIT/PRODUCT; PrintgenError when its files, or the user's own, have mistakes."""
    if not find_target(target)[1]:
        raise UsageError("a new card is for one product", "Name a product, such as go-joe/joe-deck.")
    job = sound(target, cards)
    return bench_at(target, cards, job, job.products[0])


def bench_at(target: str, cards: Path | None, job: Job, product: Product) -> Bench:
    """The same of a product of a game that is loaded. UsageError where it has no guidelines, or no list for a card."""
    guidelines = guidelines_for(job.game, product)
    if guidelines is None:
        raise UsageError(f"{target} has no guidelines to derive a card from", "Name a deck such as go-joe/joe-deck.")
    if cards is None and (product.list_file is None or product.list_file.suffix not in (".yaml", ".yml")):
        message = f"the cards of {target} stand in no list that a card can be added to"
        raise UsageError(message, "Name a folder of your own cards with --cards.")
    return Bench(target, cards, job, product, guidelines)


def guidelines_for(game: Game, product: Product) -> Guidelines | None:
    """The guidelines of a product: its own, or those of another with the same list; None where it has none."""
    decks = decks_of(game)
    deck = next((deck for deck in decks if deck.product.name == product.name), None) or next(
        (deck for deck in decks if product.records_in and deck.product.records_in == product.records_in), None
    )
    return deck.guidelines if deck else None
