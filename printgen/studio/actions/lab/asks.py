"""What people ask at the desk of the lab, and the words of the commands that do the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from pydantic import Field, StringConstraints

from printgen.base.seeds import MOST_SEED
from printgen.rules.fights.shapes import MOST, MOST_UNITS
from printgen.studio.actions.action import Ask, Live

Name = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Word = Annotated[str, StringConstraints(max_length=60)]
Names = Annotated[tuple[Name, ...], Field(max_length=MOST_UNITS)]
Seed = Annotated[int, Field(ge=0, le=MOST_SEED)]
Units = Annotated[int, Field(ge=0, le=MOST_UNITS)]

MOST_GAMES = 1_000_000
MOST_CORES = 64
OWN_CARDS = "my-cards"
"""Where commands look for the user's own cards, unless they are told of another folder."""


class Nothing(Ask):
    """Nothing is asked."""


class Ruled(Ask):
    """Options of named rules, those that are not as usual."""

    rules: dict[Name, Name] = Field({}, max_length=100)


class FightAsk(Ruled):
    """A fight of two teams, by the names of their cards."""

    attack: Names = ()
    defend: Names = ()
    terrain: Word = ""
    base: bool = False
    type: Word = ""
    artillery: int = Field(0, ge=0, le=MOST)
    defending_artillery: int = Field(0, ge=0, le=MOST)


class DecksAsk(Ruled):
    """A comparison of decks; 0 units are as many as a team has at most."""

    attackers: Units = 0
    defenders: Units = 0
    terrain: Word = ""
    samples: int = Field(1500, ge=50, le=5000)
    seed: Seed = 1
    cores: int = Field(1, ge=1, le=MOST_CORES)


class CardAsk(Ruled):
    """What a card is worth; 0 units are as many as a team has at most."""

    name: Name
    units: Units = 0
    terrain: Word = ""
    samples: int = Field(2000, ge=50, le=MOST_GAMES)
    seed: Seed = 1
    cores: int = Field(1, ge=1, le=MOST_CORES)


class GamesAsk(Ruled):
    """Whole games, two of each seed; without `against` a policy plays itself."""

    games: int = Field(2000, ge=2, le=MOST_GAMES, multiple_of=2)
    seed: Seed = 1
    policy: Word = "march"
    against: Word = ""
    arrangement: Word = ""
    cores: int = Field(1, ge=1, le=MOST_CORES)


class RulesAsk(Ruled):
    """Sets of rules that are tried in whole games; `of` names the rules, all without; `rules` stay as they are."""

    games: int = Field(400, ge=2, le=MOST_GAMES, multiple_of=2)
    seed: Seed = 1
    policy: Word = "march"
    of: tuple[Name, ...] = Field((), max_length=100)
    together: int = Field(2, ge=1, le=4)
    arrangement: Word = ""
    cores: int = Field(1, ge=1, le=MOST_CORES)


class OddsAsk(Ask):
    """Odds of one table, or of all; `numbers` are in place of those of the game's file of odds."""

    table: Word = ""
    numbers: dict[Word, int | tuple[int, ...]] = Field({}, max_length=20)


def words(live: Live, command: str, *rest: str, cards: bool = True) -> tuple[str, ...]:
    """The words of a command of the lab for the game of a page."""
    target = live.target.removesuffix(f"/{live.product.name}")
    own = live.cards if cards and live.cards is not None and live.cards.is_dir() else None
    beside = ("--cards", str(own)) if own is not None and str(own) != OWN_CARDS else ()
    return ("lab", command, target, *rest, *beside)


def said(**given: object) -> list[str]:
    """Options of a command, in order, without those that are empty or 0; True is one without a value."""
    found: list[str] = []
    for name, value in given.items():
        if value:
            found += [f"--{name.replace('_', '-')}"] + ([] if value is True else [str(value)])
    return found


def rules_said(rules: Mapping[str, str]) -> list[str]:
    """Options of rules as a command takes them."""
    return [word for name, option in rules.items() for word in ("--rule", f"{name}={option}")]
