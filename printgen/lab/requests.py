"""The requests to the lab, from a page or the command line."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field, StringConstraints

from printgen.base.errors import UsageError, did_you_mean
from printgen.base.seeds import MOST_SEED
from printgen.lab.sums import FightPlace
from printgen.lab.war.policies import POLICIES
from printgen.lab.workbench import LabGame, name_list
from printgen.reading.requests import ActionRequest, OptionSpec
from printgen.reading.scalars import shorten
from printgen.rules.fight_shapes import MOST, MOST_UNITS

MOST_SAMPLES = 10_000_000
"""So many teams may be drawn, or games played."""
MOST_CORES = 256
_DIGITS = 6
"""No number of a file of odds has so many."""

Name = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Word = Annotated[str, StringConstraints(max_length=60)]


def _name_list(value: Any) -> Any:
    return tuple(name_list(value)) if isinstance(value, str) else value


def _fold_rules(value: Any) -> Any:
    if not isinstance(value, Mapping):
        return value
    return {_fold(name): _fold(option) for name, option in value.items()}


def _fold(word: Any) -> Any:
    return "-".join(word.casefold().split()) if isinstance(word, str) else word


def _parse_units(value: Any) -> Any:
    """The sizes of attackers and defenders in a text such as 5 or 5v4; None for ""."""
    if not isinstance(value, str):
        return value
    match = re.fullmatch(r"\s*+([0-9]{1,3})\s*+(?:[v:,]\s*+([0-9]{1,3}))?\s*+", value)
    if value and not match:
        raise UsageError(f"--units {shorten(value)}: no team has so many", "Give a number, or two such as 5v4.")
    return (int(match[1]), int(match[2] or match[1])) if match else None


def _check_policy(name: str) -> str:
    if name not in POLICIES:
        raise UsageError(f"there is no policy '{shorten(name)}'", did_you_mean(name, POLICIES))
    return name


def _parse_numbers(value: Any) -> Any:
    """A number, or several with commas between."""
    if not isinstance(value, str):
        return value
    words = [word.strip() for word in value.split(",")]
    if not all(word.isascii() and word.isdecimal() and len(word) < _DIGITS for word in words):
        raise UsageError(f"--with {shorten(value)}: this is no number", "Write it like soldiers=7.")
    return int(words[0]) if len(words) == 1 else tuple(map(int, words))


Names = Annotated[tuple[Name, ...], Field(max_length=MOST_UNITS), BeforeValidator(_name_list)]
Units = Annotated[tuple[int, int] | None, BeforeValidator(_parse_units)]
Policy = Annotated[Word, AfterValidator(_check_policy)]
Opponent = Annotated[Word, AfterValidator(lambda name: name and _check_policy(name))]
Numbers = Annotated[int | tuple[int, ...], BeforeValidator(_parse_numbers)]


class LabRequest(ActionRequest):
    """The chosen options of named rules, except the usual ones."""

    target: Annotated[str, OptionSpec(needed=True)] = Field("", description="a game that says how its cards fight")
    rules: Annotated[
        dict[Name, Name], Field(max_length=100), BeforeValidator(_fold_rules), OptionSpec("--rule", "NAME=OPTION")
    ] = Field({}, description="how to read a rule, such as tie=attacker (repeatable)")


class FightRequest(LabRequest):
    """A fight of two teams, by the names of their cards."""

    attack: Annotated[Names, OptionSpec("--attack", "NAMES", joined=True)] = Field(
        (), description='the attackers, such as "Duke, Stalker:2"'
    )
    defend: Annotated[Names, OptionSpec("--defend", "NAMES", joined=True)] = Field((), description="the defenders")
    terrain: Annotated[Word, OptionSpec("--terrain", "NAME")] = Field(
        "", description="the terrain of the fight, such as jungle"
    )
    base: Annotated[bool, OptionSpec("--base")] = Field(False, description="the defenders stand on their own base")
    type: Annotated[Word, OptionSpec("--type", "NAME")] = Field("", description="one type of fight only, such as fp")
    artillery: Annotated[int, Field(ge=0, le=MOST), OptionSpec("--artillery", "N")] = Field(
        0, description="what artillery elsewhere lends to the attackers"
    )
    defending_artillery: Annotated[int, Field(ge=0, le=MOST), OptionSpec("--defending-artillery", "N")] = Field(
        0, description="what it lends to the defenders"
    )

    def place(self, lab: LabGame) -> FightPlace:
        """The place of the fight. UsageError for an unknown terrain, or a terrain of a base."""
        terrain = lab.terrain(self.terrain)
        if self.base and terrain:
            raise UsageError("a base has no terrain", "Leave out the base or the terrain.")
        return FightPlace(terrain, self.base, self.artillery, self.defending_artillery)


class LongRequest(LabRequest):
    """Work that takes long."""

    seed: Annotated[int, Field(ge=0, le=MOST_SEED), OptionSpec("--seed", "N")] = Field(
        1, description="for all that is drawn; of games the first seed, from which the others count up"
    )
    cores: Annotated[int, Field(ge=0, le=MOST_CORES), OptionSpec("--jobs", "N")] = Field(
        1, description="how many processes work at once; 0 is as many as this machine has cores"
    )


class DecksRequest(LongRequest):
    """Decks in fights of random teams; without `units` these are as large as may be, and smaller ones fight, too."""

    units: Annotated[Units, OptionSpec("--units", "N", joined=True)] = Field(
        None, description="how many units a team has, or 5v4 for attackers and defenders"
    )
    terrain: Annotated[Word, OptionSpec("--terrain", "NAME")] = Field("", description="the terrain of the fights")
    samples: Annotated[int, Field(ge=1, le=MOST_SAMPLES), OptionSpec("--samples", "N")] = Field(
        6000, description="how many pairs of teams are drawn"
    )

    def sizes(self, lab: LabGame) -> tuple[int, int]:
        """How many units attackers and defenders have. UsageError for more than a team has."""
        most = lab.rules.most
        sizes = self.units or (most, most)
        if not all(1 <= size <= most for size in sizes):
            hint = f"Give a number from 1 to {most}, or two, such as {most}v{max(1, most - 1)}."
            text = "v".join(map(str, dict.fromkeys(sizes)))
            raise UsageError(f"--units {text}: no team has so many", hint)
        return sizes


class CardWorthRequest(LongRequest):
    """The worth of a card; 0 units stand for the largest team."""

    name: Annotated[str, StringConstraints(min_length=1, max_length=200, pattern="^[^-]"), OptionSpec()] = Field(
        description="the card; NAME:2 is the second of that name"
    )
    units: Annotated[int, Field(ge=0, le=MOST_UNITS), OptionSpec("--units", "N")] = Field(
        0, description="how many units a team has"
    )
    terrain: Annotated[Word, OptionSpec("--terrain", "NAME")] = Field("", description="the terrain of the fights")
    samples: Annotated[int, Field(ge=1, le=MOST_SAMPLES), OptionSpec("--samples", "N")] = Field(
        2000, description="how many teams are drawn"
    )

    def size(self, lab: LabGame) -> int:
        """How many units a team has. UsageError for more than it can have."""
        most = lab.rules.most
        if self.units > most:
            raise UsageError(f"--units {self.units}: no team has so many", f"Give a number from 1 to {most}.")
        return self.units or most


class GamesRequest(LongRequest):
    """Whole games, two of each seed; without `against` a policy plays itself."""

    games: Annotated[int, Field(ge=2, le=MOST_SAMPLES, multiple_of=2), OptionSpec("--games", "N")] = Field(
        2000, description="how many games, two of each seed"
    )
    policy: Annotated[Policy, OptionSpec("--policy", "NAME")] = Field(
        "march", description=f"who plays: {', '.join(POLICIES)}"
    )
    against: Annotated[Opponent, OptionSpec("--against", "NAME")] = Field(
        "", description="who plays the other side; without it, the policy plays itself"
    )
    arrangement: Annotated[Word, OptionSpec("--board-arrangement", "WORD")] = Field(
        "", description="how boards are laid, such as symmetric"
    )

    @property
    def seeds(self) -> range:
        """The seeds of the games, each of which is played twice."""
        return range(self.seed, self.seed + self.games // 2)


class OddsRequest(ActionRequest):
    """Odds of one table, or of all; `numbers` are in place of those of the game's file of odds."""

    target: Annotated[str, OptionSpec(needed=True)] = Field("", description="a game with a file of odds")
    table: Annotated[Word, OptionSpec(metavar="NAME")] = Field("", description="one table of it")
    numbers: Annotated[dict[Word, Numbers], Field(max_length=20), OptionSpec("--with", "KEY=NUMBER")] = Field(
        {}, description="another number than the file has, such as soldiers=7 or squads=3,5 (repeatable)"
    )
