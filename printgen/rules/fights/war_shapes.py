"""What a file of fights says of whole games, as people write it: the numbers of the rules, and what they leave open."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, StringConstraints

from printgen.reading.fields import Many, OneOrMany
from printgen.reading.part import Part

Name = Annotated[str, StringConstraints(min_length=1, max_length=64)]
_Count = Annotated[int, Field(ge=0, le=99)]
_Spaces = Annotated[int, Field(ge=1, le=20)]


class SideShape(Part):
    """A side: the deck that it plays with, and its base on the board."""

    deck: Name = Field(description="the product whose cards it plays with, one of the decks that fight")
    base: Name = Field(description="the name of its base on the board")


Cited = Annotated[OneOrMany[Name], Field(max_length=20)]
"""Lines of the rules that a file goes by, each such as Mission Phase 6."""
CITED = "the lines of the rules that say so, such as Mission Phase 6"


class MovesShape(Part):
    """One way to spend the moves of a turn."""

    source: Cited = Field((), description=CITED)

    teams: Annotated[int, Field(ge=1, le=99)] | Literal["all"] = Field(
        description="how many teams move at most, or all"
    )
    spaces: _Spaces = Field(description="how many spaces each of them moves at most")


class AloneShape(Part):
    """Units that may move by themselves: those with a skill, or with a word in a field.

    Such as `{skill: air, spaces: 4}`.
    """

    source: Cited = Field((), description=CITED)

    skill: Name | None = Field(None, description="the skill that lets a unit do so")
    field: Name | None = Field(None, description="a field of the card, such as its role, whose words let a unit do so")
    word: Name | None = Field(None, description="the word in that field")
    spaces: _Spaces = Field(description="how many spaces such a unit moves at most")


class GunsShape(Part):
    """Units elsewhere that lend a score to a fight, where a unit with a radio lets them."""

    short: ClassVar[str] = "skill"

    source: Cited = Field((), description=CITED)
    skill: Name = Field(description="the skill of the units that lend")
    score: Name = Field(description="the score that they lend, a type of fight")
    reach: Annotated[int, Field(ge=0, le=99)] = Field(2, description="how many spaces away the fight is at most")
    radio: Name | None = Field(None, description="the skill that lets them; without it, they need none")


class WarWords(Part):
    """What is said of whole games; an option of a rule may say anything of it otherwise."""

    goal: Name | None = Field(None, description="the terrain whose spaces win the game when a side has them all")
    start_teams: _Count = Field(
        4, alias="start-teams", description="how many teams a side starts with, the first in its base"
    )
    start_hand: _Count = Field(8, alias="start-hand", description="how many cards a side starts with")
    hands: dict[str, _Count] = Field(
        {}, description="how many cards a side starts with that has another number, by side"
    )
    first: str = Field("roll", max_length=64, description="the side that goes first, or roll for a roll of dice")
    draw: _Count = Field(2, description="how many cards a turn draws")
    hand: Annotated[int, Field(ge=1, le=99)] = Field(10, description="how many cards a hand keeps at most")
    most_teams: Annotated[int, Field(ge=1, le=99)] = Field(
        99, alias="most-teams", description="how many teams a side has at most"
    )
    moves: Annotated[Many[MovesShape], Field(min_length=1, max_length=20)] = Field(
        default_factory=lambda: (MovesShape(teams="all", spaces=1),),
        description="the ways to spend the moves of a turn, of which one is chosen; without it, all teams move one",
    )
    diagonal: bool = Field(True, description="whether a diagonal step is one step; else there are none")
    alone: Annotated[Many[AloneShape], Field(max_length=20)] = Field(
        (), description="units that may move by themselves"
    )
    alone_fights: bool = Field(
        True, alias="alone-fights", description="whether a unit by itself may fight, and not join teams only"
    )
    alone_free: bool = Field(
        True, alias="alone-free", description="whether a unit's move by itself is none of those that teams have"
    )
    alone_stands: bool = Field(
        True, alias="alone-stands", description="whether a unit by itself may stop where no team is"
    )
    alone_holds: bool = Field(
        False,
        alias="alone-holds",
        description="whether a unit by itself captures a base and controls spaces, and not teams only",
    )
    artillery: GunsShape | None = Field(None, description="units elsewhere that lend a score to a fight")
    artillery_own: bool = Field(
        False, alias="artillery-own", description="whether those of the fighting team lend theirs, too"
    )
    radio_anywhere: bool = Field(
        False,
        alias="radio-anywhere",
        description="whether a radio in any team will do, and not only in the one that fights or lends",
    )
    looks: Name | None = Field(None, description="the skill of units that look at the cards of an enemy team")
    looks_after: bool = Field(
        True,
        alias="looks-after",
        description="whether such a unit may look after its side has moved, and not before that only",
    )
    looks_once: bool = Field(False, alias="looks-once", description="whether such a unit looks once a game, not a turn")
    breaks: Name | None = Field(
        None, description="the skill of attackers that takes the dice of its base from a defender"
    )
    control: Literal["flag", "occupied"] = Field(
        "flag", description="whose a space is that wins: the side's that was there last, or that is there now"
    )
    capture: Literal["both", "enter", "fight"] = Field(
        "both",
        description="how a base is captured: by entering it while it is empty, by winning a fight there, or both",
    )
    emptied: Literal["stays", "goes"] = Field(
        "stays", description="what becomes of the counter of a winner that has lost all its units"
    )
    revealed: Literal["stays", "turned"] = Field(
        "stays", description="whether units that have fought stay face up, or are turned down again"
    )
    order: Literal["mover", "board"] = Field(
        "mover", description="who says in which order the fights of a turn are fought: the mover, or the board's order"
    )
    turns: Annotated[int, Field(ge=2, le=10_000)] = Field(
        400, description="after how many turns of both sides together a game is a draw"
    )


class WarFile(WarWords):
    """The whole game, as `printgen lab game` plays it: the turn sequence with a kit's own numbers."""

    sides: Annotated[dict[str, SideShape], Field(min_length=2, max_length=2)] = Field(
        description="the two sides by name"
    )
    board: Name | None = Field(None, description="the product whose boards are played on; without it, the first board")
    source: Cited = Field((), description="the lines of the rules that its numbers are from")


def changed(file: WarFile, words: WarWords) -> WarFile:
    """The file with what an option says of it laid over; of mappings, entry by entry."""
    said: dict[str, Any] = {}
    for name, field in WarWords.model_fields.items():
        if words.gives(field.alias or name):
            value = getattr(words, name)
            said[name] = {**getattr(file, name), **value} if isinstance(value, dict) else value
    return file.model_copy(update=said)
