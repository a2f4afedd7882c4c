"""What a product of cards may say under `options`, and what becomes of it when the game is loaded."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StringConstraints

from printgen.reading.part import File, Options
from printgen.rules.decks import Guided

Name = Annotated[str, StringConstraints(min_length=1, max_length=64)]


class CardOptions(Options):
    """The options of a product of cards."""

    guidelines: File | None = Field(default=None, description="the file that derives the stats of the cards")
    dossiers: Literal["optional", "required"] = Field(
        default="optional", description="whether every card must say what its stats are derived from"
    )
    glossary: Name | None = Field(
        default=None, description="a table of abbreviations, whose column `long` says what each one stands for"
    )


@dataclass(frozen=True, slots=True)
class LoadedCards(Guided):
    """The options of a product of cards, with the guidelines that they name."""

    options: CardOptions
