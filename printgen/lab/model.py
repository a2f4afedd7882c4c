"""What a fight is reckoned from, as frozen values: units, teams, the ground, and the rules of a game, compiled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from printgen.rules.fights.shapes import Tie, Word


class Unit(NamedTuple):
    """A card as it fights: `scores` are in the order of the fight's types; `group` is "" where it belongs to none."""

    name: str
    scores: tuple[int, ...]
    group: str
    skills: frozenset[str]


Team = tuple[Unit, ...]
"""Units that fight together; their order changes nothing."""


class Field(NamedTuple):
    """Where a fight is: its terrain, None for none; whether the defender stands on its own base; what is lent.

    The last two are what artillery elsewhere adds for the attacker and for the defender, 0 or more.
    """

    terrain: str | None = None
    base: bool = False
    art_attacker: int = 0
    art_defender: int = 0


OPEN = Field()
"""Open ground, with nothing lent."""


class FightType(NamedTuple):
    """A type of fight: the name of its score and what people call it; `share` of all shares is how often it comes."""

    name: str
    title: str
    share: int


class Modifier(NamedTuple):
    """A modifier with everything that any of them may say; `types` are indices, of all types where all have it."""

    name: str
    title: str
    word: Word
    types: frozenset[int]
    amount: int = 1
    skill: str = ""
    against: str = ""
    least: int = 0
    side: str = "both"
    terrain: bool = False
    base: bool = False
    once: bool = False
    whole: bool = False
    each: bool = False


class Losses(NamedTuple):
    """How many units a side loses, each entry as likely as the next, None for all; by the first skill that it has."""

    usual: tuple[int | None, ...]
    skills: tuple[tuple[str, tuple[int | None, ...]], ...] = ()


class Spared(NamedTuple):
    """Units with a skill that are never lost in some types of fight, by their indices."""

    skill: str
    types: frozenset[int]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game's fights, with the options that were chosen.

    `faces` and `dice` are of the dice that are rolled, and how many each side always has. `terrains` are the skills
    that suit each terrain. `spared_drawn` says whether units that are never lost are drawn among the losses of a winner
    and retreat, or others in their place. `floor` is the least that a unit counts for. `empty` says whether a team
    without units fights. `options` are the chosen options of all named rules, those of whole games included.
    """

    types: tuple[FightType, ...]
    faces: int
    dice: int
    most: int
    modifiers: tuple[Modifier, ...]
    terrains: Mapping[str, frozenset[str]]
    winner: Losses
    loser: Losses
    spared: tuple[Spared, ...]
    spared_drawn: bool
    floor: int | None
    tie: Tie
    empty: bool
    options: Mapping[str, str]
    known: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What was worked out so far; it follows from the rest."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Another process works out what it needs.
        names = [name for name in self.__slots__ if name != "known"]
        return Rules, tuple(getattr(self, name) for name in names)

    @property
    def shares(self) -> int:
        """All shares of the types together."""
        return sum(one.share for one in self.types)
