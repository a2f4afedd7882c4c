"""The context of a card's design: its game, its product and the guidelines, and the folder of the user's own cards."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from printgen.base.errors import UsageError
from printgen.base.file_access import FileAccess
from printgen.base.names import visible
from printgen.build.jobs import Job, sound
from printgen.build.targets import find_target, game_around, kits
from printgen.game.list_records import own_card_access
from printgen.game.records import Game, Product
from printgen.reading.positions import LocatedMap
from printgen.rules.decks import decks_of
from printgen.rules.guidelines import MOST, CardField, Guidelines
from printgen.rules.provenance import FIGURE

NONE = "none"
"""What people write where a list is to stay empty."""


class PhotoFile(NamedTuple):
    """A picture that is not in a file yet: its preferred file name, and its contents."""

    name: str
    data: bytes


@dataclass(frozen=True, slots=True)
class CardSpec:
    """The known facts of a card in design: the words of its fields by name, and numbers set by hand.

    `said` has no entry for a field that was never mentioned. Words that count stay as written; those of other fields
    are as records have them. `figure` are the facts of the figure, by the keys of its record, with `accessories` and
    `mounted` in the toy's own words. `without` are words that the card must not have, though its figure or its role
    implies them. `reasons` explain numbers set by hand; `look` is that of its picture.
    """

    name: str = ""
    said: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    photo: Path | PhotoFile | None = None
    stats: Mapping[str, int] = field(default_factory=dict)
    figure: Mapping[str, Any] = field(default_factory=dict)
    look: Mapping[str, Any] = field(default_factory=dict)
    reasons: Mapping[str, str] = field(default_factory=dict)
    without: tuple[str, ...] = ()


@dataclass(frozen=True)
class DesignContext:
    """The context of a design; `cards` is the folder of the user's own cards, None if the game is the user's."""

    target: str
    cards: Path | None
    job: Job
    product: Product
    guidelines: Guidelines

    @property
    def game(self) -> Game:
        return self.job.game

    @property
    def file(self) -> Path:
        """The list that takes a new card: the user's own for the product, or the game's."""
        if self.cards is not None:
            return self.cards / self.game.name / f"{self.product.name}.yaml"
        assert self.product.list_file is not None  # `context_at` looks at that.
        return self.product.list_file

    @property
    def gate(self) -> FileAccess:
        """The access to the files that the list names."""
        if self.cards is not None:
            return own_card_access(self.cards, self.game.name)
        return FileAccess(self.file.parent, self.game.folder)

    @property
    def cards_words(self) -> tuple[str, ...]:
        """The words of a command that name the folder of the user's own cards, unless it is the default."""
        return () if self.cards in (None, Path("my-cards")) else ("--cards", str(self.cards))

    @property
    def shape(self) -> Mapping[str, Any]:
        """The game's declaration of the fields of a card."""
        shape: Mapping[str, Any] = self.game.source["records"][self.product.record]
        return shape

    @property
    def fields(self) -> tuple[CardField, ...]:
        """The fields to ask for: those of the guidelines that the records of the product have."""
        return tuple(field for field in self.guidelines.fields.values() if field.name in self.shape)

    @property
    def figure_keys(self) -> Mapping[str, Any]:
        """The facts of a figure that a card can record, with their declarations; empty if it has no field for them."""
        spec = self.game.declaration(self.product, FIGURE)
        keys = spec.get("of") if spec else None
        return keys if isinstance(keys, LocatedMap) else {}

    def titles(self, name: str) -> dict[str, str]:
        """The possible words of a field, each with its name in its table; empty if any word is possible."""
        table = self.game.table_of(self.product, name)
        if table is not None:
            return {code: str(row.get("name", "")) for code, row in table.rows.items()}
        spec = self.game.declaration(self.product, name)
        return dict.fromkeys(map(str, spec.get("options", ())) if spec else (), "")

    def limits(self, stat: str) -> tuple[int, int]:
        """The lowest and the highest number that a card can show."""
        spec: Mapping[str, Any] = self.game.declaration(self.product, stat) or {}
        return int(spec.get("min", 0)), int(spec.get("max", MOST))


def context_for(target: str, cards: Path | None) -> DesignContext:
    """The context of cards for KIT/PRODUCT; PrintgenError for mistakes in its files, or the user's own."""
    if not find_target(target)[1]:
        raise UsageError("a new card is for one product", "Name a product, such as go-joe/joe-deck.")
    job = sound(target, cards)
    return context_at(target, cards, job, job.products[0])


def context_at(target: str, cards: Path | None, job: Job, product: Product) -> DesignContext:
    """The context for a product of a loaded game. UsageError without guidelines, or a list for a card."""
    guidelines = guidelines_for(job.game, product)
    if guidelines is None:
        raise UsageError(f"{target} has no guidelines to derive a card from", "Name a deck such as go-joe/joe-deck.")
    if cards is None and (product.list_file is None or product.list_file.suffix not in (".yaml", ".yml")):
        message = f"the cards of {target} stand in no list that a card can be added to"
        raise UsageError(message, "Name a folder of your own cards with --cards.")
    return DesignContext(target, cards, job, product, guidelines)


def context_of_kit(name: str) -> DesignContext:
    """The first deck of a kit, or of the first kit with guidelines if none is named. UsageError for none."""
    for kit in [name] if name else kits():
        job = sound(kit)
        if decks := decks_of(job.game):
            return DesignContext(kit, Path(), job, decks[0].product, decks[0].guidelines)
    message = f"{name} has no guidelines for its cards" if name else "no kit has guidelines for its cards"
    raise UsageError(message, "Name a kit such as go-joe.")


def folder_for(target: str, cards: Path | None) -> Path | None:
    """The folder of the user's own cards for a new card of a target; None for the list of the game itself.

    It is None when the working folder is in the game and no folder is named. UsageError for another game's card there.
    """
    around = game_around() if cards is None else None
    if around is not None and os.path.realpath(find_target(target)[0]) == os.path.realpath(around):
        return None
    if around is not None:
        message = f"cards of your own do not belong into the folder of the game {visible(around.name)}"
        raise UsageError(message, "Go to another folder, or name one with --cards.")
    return cards or Path("my-cards")


def guidelines_for(game: Game, product: Product) -> Guidelines | None:
    """The guidelines of a product: its own, or those of another with the same list; None where it has none."""
    decks = decks_of(game)
    deck = next((deck for deck in decks if deck.product.name == product.name), None) or next(
        (deck for deck in decks if product.records_in and deck.product.records_in == product.records_in), None
    )
    return deck.guidelines if deck else None
