"""The file of a game's fights: types, modifiers, losses, named rules, and the rules of whole games."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, PlainValidator, PrivateAttr, StringConstraints, WithJsonSchema, model_validator

from printgen.reading.part import Keyed, Many, OneOrMany, Part, problem

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
    """The settings of whole games; an option of a rule may override any of them."""

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


def apply_option(file: WarFile, words: WarWords) -> WarFile:
    """The file with an option's settings over it; mappings are merged entry by entry."""
    changes: dict[str, Any] = {}
    for name, field in WarWords.model_fields.items():
        if words.gives(field.alias or name):
            value = getattr(words, name)
            changes[name] = {**getattr(file, name), **value} if isinstance(value, dict) else value
    return file.model_copy(update=changes)


Word = Literal["each-other", "alike", "facing", "bonus", "dice", "lent"]
"""What a modifier does, as files say it."""
Tie = Literal["defender", "attacker", "re-roll", "both-lose"]
"""Who wins where totals are equal."""

Term = Annotated[str, StringConstraints(min_length=1, max_length=200)]
MOST = 999
"""The largest number that a modifier adds."""
MOST_UNITS = 20
"""A team never has more units."""


class RulesCited(Part):
    """The rulebook of a file of fights, so that each of its lines can cite it.

    Such as `cites: {title: "House rules", sections: {Combat: 12}}`. Then each type, modifier and named rule says its
    `source`, such as `Combat 3`, or `Combat 3-4` for several lines.
    """

    title: Term = Field(description="what the rules are called")
    sections: Annotated[dict[Term, Annotated[int, Field(ge=1, le=MOST)]], Field(min_length=1, max_length=100)] = Field(
        description="how many lines each section has, by its heading"
    )


class TypeOfFight(Part):
    """A type of fight: the number of the cards that it uses, and how often it occurs."""

    source: Cited = Field((), description=CITED)

    title: Term = Field("", description="its name in full")
    field: Term = Field("", description="the number of a card that it uses; without it, the one of its own name")
    share: int = Field(
        1, ge=1, le=MOST, description="how often it comes, beside the shares of the others: sides of the die, say"
    )


class AnyKind(Part):
    """The settings of every modifier."""

    source: Cited = Field((), description=CITED)
    title: Term = Field("", description="what lines of a sum call it; without it, its own name")
    types: Many[Term] = Field((), description="the types of fight that it counts in; without it, all")


class EachOther(AnyKind):
    """Units with a skill give something to each other unit of their team, and not to themselves.

    Such as `each-other: {skill: leader, amount: 1}`.
    """

    skill: Term = Field(description="the skill of those who give it")
    amount: int = Field(1, ge=-MOST, le=MOST, description="what each other unit gets")
    stacks: bool = Field(True, description="whether several such units give it several times")
    side: Literal["both", "attacker", "defender"] = Field("both", description="who gets it")


class Alike(AnyKind):
    """Units of one group, such as a service, get something where there are enough of them.

    Such as `alike: {least: 3, amount: 1}`.
    """

    least: int = Field(ge=1, le=MOST_UNITS, description="how many units of one group it takes")
    amount: int = Field(1, ge=-MOST, le=MOST, description="what each of them gets")
    whole: bool = Field(False, description="whether each unit of the team gets it, and not those of the group alone")
    side: Literal["both", "attacker", "defender"] = Field("both", description="who gets it")


class Facing(AnyKind):
    """Units with a skill change where the other team has a skill against it.

    Such as `facing: {skill: armor, against: anti-armor, amount: -3}`.
    """

    skill: Term = Field(description="the skill of the units that it changes")
    against: Term = Field(description="the skill in the other team")
    amount: int = Field(ge=-MOST, le=MOST, description="what such a unit gets, or loses")
    one_for_one: bool = Field(
        False,
        alias="one-for-one",
        description="whether each unit of the other team changes one only, the strongest first",
    )


class SkillModifier(AnyKind):
    """When a bonus or a die counts, and how often."""

    skill: Term = Field("", description="the skill that gives it")
    terrain: bool = Field(False, description="whether the skills give it that suit the terrain of the fight")
    base: bool = Field(False, description="whether it counts in a fight on the defender's base only")
    side: Literal["both", "attacker", "defender"] = Field("both", description="who gets it")
    each: bool = Field(False, description="whether each such unit gives it, and not the team once")

    @model_validator(mode="after")
    def _one_giver(self) -> SkillModifier:
        if self.skill and self.terrain:
            hint = "Remove one of them, or write two modifiers."
            raise problem("bad-value", "a skill gives it, or those that suit the terrain", hint)
        return self


class Bonus(SkillModifier):
    """A number that is added.

    Such as `bonus: {skill: scout, side: attacker, amount: 2}`.
    """

    amount: int = Field(1, ge=-MOST, le=MOST, description="what is added")


class Dice(SkillModifier):
    """Additional dice to roll.

    Such as `dice: {skill: ambush, side: defender}`.
    """

    amount: int = Field(1, ge=1, le=20, description="how many dice")


class Lent(AnyKind):
    """What units elsewhere lend, such as artillery: --artillery of the command line says how much.

    Such as `lent: {types: [fp, tac]}`.
    """


_KINDS: Mapping[Word, type[AnyKind]] = {
    "each-other": EachOther, "alike": Alike, "facing": Facing, "bonus": Bonus, "dice": Dice, "lent": Lent,
}  # fmt: skip
AnyModifier = Annotated[
    EachOther | Alike | Facing | Bonus | Dice | Lent,
    Keyed(_KINDS, "modifier", "each-other: {skill: leader, amount: 1}"),
]
Modifiers = Annotated[dict[Term, AnyModifier], Field(max_length=100)]


def _lost(value: Any) -> int | str:
    """A number of units, or "all"."""
    if value == "all":
        return "all"
    if type(value) is int and 0 <= value <= MOST_UNITS:
        return value
    message = f"a loss is a number of units, up to {MOST_UNITS}, or all"
    raise problem("bad-value", message, f"Write a number from 0 to {MOST_UNITS}, or all.")


Lost = Annotated[
    int | Literal["all"],
    PlainValidator(_lost),
    WithJsonSchema({"anyOf": [{"type": "integer", "minimum": 0, "maximum": MOST_UNITS}, {"const": "all"}]}),
]
Rolls = Annotated[Many[Lost], Field(min_length=1, max_length=100)]
"""How many units are lost, for each side of a die; `all` for every one."""


class LossTable(Part):
    """How many units, drawn at random, a side loses: a number, or `all`, for each side of a die rolled for it."""

    short: ClassVar[str] = "usual"

    source: Cited = Field((), description=CITED)
    usual: Rolls = Field(description="the numbers for a team without such skills")
    skills: Annotated[dict[Term, Rolls], Field(max_length=20)] = Field(
        {}, description="the numbers for a team with a skill; the first that it has counts"
    )


class SparedUnits(Part):
    """Units with a skill that are never lost: where they would be, they retreat."""

    source: Cited = Field((), description=CITED)
    skill: Term = Field(description="the skill")
    types: Many[Term] = Field((), description="the types of fight in which they are not lost; without it, all")


class TerrainColumn(Part):
    """Which skill suits which terrain: a column of the table that the skills come from."""

    table: Term = Field(description="the table of skills")
    column: Term = Field(description="its column that names a terrain")


class FightDice(Part):
    """The dice of a fight."""

    faces: int = Field(6, ge=2, le=100, description="how many sides a die has, numbered from 1")
    dice: int = Field(0, ge=0, le=20, description="how many each side rolls in any case")


class RuleOption(Part):
    """One reading of a rule, and its changes to the file; a reading without changes matters to whole games alone."""

    short: ClassVar[str] = "says"

    says: Term = Field(description="what it means, in a few words")
    modifiers: Modifiers = Field({}, description="modifiers in place of those of their names")
    without: OneOrMany[Term] = Field((), description="modifiers that do not count")
    tie: Tie | None = Field(None, description="who wins where totals are equal")
    empty: Literal["fights", "loses"] | None = Field(None, description="what a team without units does")
    floor: Annotated[int, Field(ge=-MOST, le=MOST)] | Literal["none"] | None = Field(
        None, description="the least that a unit counts for"
    )
    winner: LossTable | None = Field(None, description="what the winner loses")
    loser: LossTable | None = Field(None, description="what the loser loses")
    spared: Many[SparedUnits] | None = Field(None, description="which units are never lost")
    spared_drawn: bool | None = Field(
        None, alias="spared-drawn", description="whether such units are drawn among those that a winner loses"
    )
    war: WarWords | None = Field(None, description="what it changes of whole games")


class NamedRule(Part):
    """A rule that may be read in several ways: --rule NAME=OPTION chooses one."""

    source: Cited = Field((), description="the lines of the rules that leave it open, such as Mission Phase 6")
    says: Term = Field(description="what is in question")
    usual: Term = Field(description="the option that holds where nobody chooses")
    of: Literal["fight", "game"] = Field(
        "fight", description="whether it matters in every fight, or in whole games only"
    )
    house: bool = Field(False, description="whether it is a house rule, which people may like to change")
    options: Annotated[dict[Term, RuleOption], Field(min_length=1, max_length=20)] = Field(
        description="the ways to read it, by name"
    )


class FightFile(Part):
    """A file of fights: how two teams of a game's cards fight, for `printgen lab`.

    game.yaml names it under `fight`. Each side adds up a number of its cards, the one that the type of the fight uses,
    with what modifiers add, and rolls dice to it; the higher total wins.
    """

    cites: RulesCited | None = Field(None, description="the rules that it goes by, whose lines are its sources")
    decks: Annotated[Many[Term], Field(min_length=1, max_length=20)] = Field(
        description="the products whose cards fight, a side each"
    )
    most: int = Field(5, ge=1, le=MOST_UNITS, description="how many units a team has at most")
    group: Term = Field("", description="the field of a card with the group that it belongs to, such as a service")
    skills: Term = Field("", description="the field of a card with its skills")
    terrain: TerrainColumn | None = Field(None, description="which skill suits which terrain")
    roll: FightDice = Field(default_factory=lambda: FightDice(), description="the dice of a fight")
    types: Annotated[dict[Term, TypeOfFight], Field(min_length=1, max_length=20)] = Field(
        description="the types of fight by name"
    )
    modifiers: Modifiers = Field({}, description="what is added to a side's sum, or to its dice, by name")
    floor: int | None = Field(None, ge=-MOST, le=MOST, description="the least that a unit counts for")
    tie: Tie = Field("defender", description="who wins where totals are equal")
    empty: Literal["fights", "loses"] = Field("fights", description="what a team without units does")
    winner: LossTable = Field(
        default_factory=lambda: LossTable(usual=(0,)), description="what the winner of a fight loses"
    )
    loser: LossTable = Field(
        default_factory=lambda: LossTable(usual=("all",)), description="what the loser of a fight loses"
    )
    spared: Annotated[Many[SparedUnits], Field(max_length=20)] = Field((), description="which units are never lost")
    spared_drawn: bool = Field(
        True,
        alias="spared-drawn",
        description="whether such units are drawn among those that a winner loses, and retreat; else others are",
    )
    rules: Annotated[dict[Term, NamedRule], Field(max_length=100)] = Field(
        {}, description="rules that may be read in several ways, by name"
    )
    war: WarFile | None = Field(None, description="the whole game that the fights belong to")
    _terrains: Mapping[str, frozenset[str]] = PrivateAttr(default_factory=dict)

    @property
    def terrains(self) -> Mapping[str, frozenset[str]]:
        """The skills that suit each terrain, as the game's table says."""
        return self._terrains

    def on(self, terrains: Mapping[str, frozenset[str]]) -> FightFile:
        """The same file with the skills that suit each terrain."""
        copy = self.model_copy()
        copy._terrains = terrains
        return copy

    def stat_of(self, name: str) -> str:
        """The field of a card that a type of fight uses."""
        return self.types[name].field or name


def modifier_word(modifier: AnyKind) -> Word:
    """The word of a modifier."""
    return next(word for word, shape in _KINDS.items() if type(modifier) is shape)


def modifier_settings(modifier: Any) -> dict[str, Any]:
    """The settings of a modifier, by the names of the compiled one."""
    settings = {key: value for key, value in dict(modifier).items() if key not in ("title", "types", "source")}
    if "stacks" in settings:
        settings["once"] = not settings.pop("stacks")
    if "one_for_one" in settings:
        settings["once"] = settings.pop("one_for_one")
    return settings
