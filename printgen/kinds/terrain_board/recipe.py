"""What a square board is: a recipe says what every one must keep, and a board is the terrain of every space."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, WithJsonSchema

from printgen.base.colors import canonical
from printgen.base.errors import Finding, Where, closest, did_you_mean, unknown
from printgen.base.letters import column_of
from printgen.game.boards import BoardOptions, known_as
from printgen.kinds.terrain_board.shapes import Drawn, TerrainFile
from printgen.reading.fields import Many, problem
from printgen.reading.part import Part
from printgen.reading.scalars import shortened

Arrangement = Literal["plain", "symmetric", "clumped"]
Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
OPPOSITE: Mapping[str, str] = dict(zip(get_args(Corner), reversed(get_args(Corner)), strict=True))
"""The corner across the board from each corner."""

Space = tuple[int, int]
"""A row and a column, both counted from 0 at the top left."""

ANYWHERE = "map"
"""The place of a base that lies where the map has it."""

_SPACE = re.compile("([A-Z]{1,2})([1-9][0-9]?)")
_BLANKS = ("goal", "base", "lead", "steps")
_BLANK = re.compile(r"\{([^{}]*)\}")


def _sentence(text: str) -> str:
    for blank in _BLANK.findall(text):
        if blank not in _BLANKS:
            raise problem("unknown-blank", f"{{{blank}}} stands for nothing here", did_you_mean(blank, _BLANKS))
    return text


def _text(value: Any) -> Any:
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else value


Sentence = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_sentence)]
"""What is said of a board: {goal} is the terrain that wins, {base} who gains, {lead} how much, {steps} how near."""

Text = Annotated[
    str, BeforeValidator(_text), Field(min_length=1, max_length=2000), WithJsonSchema({"type": ["string", "number"]})
]
"""Text, not empty; a number is a text too."""

# A larger board than a wall can hold, and more tries than improve one, are slips of the hand.
MOST = 60
_Side = Annotated[int, Field(ge=1, le=MOST)]


class Lead(Part):
    """How one part of a score is worded."""

    even: Sentence = Field(description="what is said when no side gains; {goal} stands for the terrain that wins")
    one: Sentence = Field(description="what is said when a {base} gains by exactly 1")
    more: Sentence = Field(description="what is said when a {base} gains by any other {lead}")

    def told(self, lead: float, **blanks: str) -> str:
        """The sentence for a lead to one decimal, as totals are told, in which `blanks` are filled in."""
        size = math.floor(10 * abs(lead) + 0.5) / 10
        text = self.even if not size else self.one if size == 1 else self.more
        return _BLANK.sub(lambda found: {**blanks, "lead": f"{size:g}"}[found[1]], text)


class Lookup(Part):
    """Where a card says something: in a field of its own, or in a column of the rows that the field names."""

    field: str = Field(min_length=1, max_length=60, description="the field of the card's record")
    table: str = Field("", max_length=60, description="the table whose rows the field names")
    column: str = Field("", max_length=60, description="the column of that table")


class Suited(Lead):
    """How many cards of its deck a side finds suited by the terrain near its base."""

    steps: int = Field(3, ge=1, le=60, description="how many steps from a base its terrain counts as near it")
    side: Lookup = Field(description="where a card says whose it is")
    terrain: Lookup = Field(description="where a card says what terrain suits it")
    bases: dict[str, str] = Field(
        default_factory=dict, description="the base of each side, where it has not the side's own name"
    )


class Scoring(Part):
    """What makes a board uneven, and the words for it; what is left out does not count."""

    goal: Lead | None = Field(None, description="how far the spaces of the winning terrain lie from the bases")
    terrain: Suited | None = Field(None, description="how well the terrain near a base suits its deck")

    def __bool__(self) -> bool:
        return self.goal is not None or self.terrain is not None


def _spot(text: str) -> str:
    if text not in OPPOSITE and text != ANYWHERE and not _SPACE.fullmatch(text):
        near = closest(text, (*OPPOSITE, ANYWHERE))
        hint = f"Did you mean '{near}'?" if near else f"Write one of {', '.join(OPPOSITE)}, or a space such as C4."
        raise problem("unknown-value", f"no base can lie '{shortened(text)}'", hint)
    return text


class Base(Drawn):
    """A named space, such as a base: where it lies, and how it is drawn where no terrain file says so."""

    short: ClassVar[str] = "at"
    at: Annotated[str, Field(min_length=1, max_length=20), AfterValidator(_spot)] = Field(
        description="a corner such as top-left, a space such as C4, or `map` where the map of the game says it"
    )


def _weight(value: Any) -> Any:
    if isinstance(value, str) and canonical(value):
        raise problem("wrong-type", "a weight is a number, not a colour", f'Write {{color: "{value}"}}.')
    return value


class Weighted(Drawn):
    """A terrain: how much of the board it takes, and how it is drawn where no terrain file says so."""

    short: ClassVar[str] = "weight"
    weight: Annotated[float, Field(ge=0, le=1000), BeforeValidator(_weight)] = Field(
        1.0, description="how much of it there is on random boards, beside the others; 0 is none"
    )


Terrains = Annotated[
    Annotated[Annotated[Many[Text], Field(max_length=200)], Tag("names")]
    | Annotated[Annotated[dict[str, Weighted], Field(max_length=200)], Tag("weights")],
    Discriminator(lambda value: "weights" if isinstance(value, dict) else "names"),
]


class Recipe(BoardOptions):
    """What every board of a game has in common."""

    rows: _Side = Field(description="how many rows of spaces the board has")
    columns: _Side = Field(description="how many columns of spaces the board has")
    bases: Annotated[dict[str, Base], Field(max_length=60)] = Field(
        default_factory=dict, description="bases and other marked spaces by name, each with its place, if there are any"
    )
    terrains: Terrains = Field(
        description="the terrains: a list of names, each of which comes as often as the others, or weights by name"
    )
    even: bool = Field(
        True, description="whether terrains of a list come equally often on boards that are written by hand, too"
    )
    victory: Text | None = Field(None, description="the terrain whose spaces win the game, if any does")
    arrangement: Arrangement = Field(
        "plain",
        description="how terrain lies: plain, symmetric (the same when turned by 180 degrees) or clumped in regions",
    )
    score: Scoring = Field(default_factory=Scoring, description="what makes a board uneven, and the words for it")
    does: dict[str, Annotated[Text, Field(max_length=200)]] = Field(
        {}, description="what terrains and bases do, by name, which the legends of posters tell"
    )

    def named(self) -> list[tuple[str, Where]]:
        """The names of its terrains and bases, each with its place in the file."""
        bases = [(name, self.key_where_of("bases", name)) for name in self.bases]
        if isinstance(self.terrains, dict):
            return [*((name, self.key_where_of("terrains", name)) for name in self.terrains), *bases]
        return [*((name, self.where_of("terrains", n)) for n, name in enumerate(self.terrains)), *bases]

    @property
    def goal(self) -> str:
        """The terrain that wins, as a sentence names it."""
        return spoken(self.victory or "")

    @cached_property
    def homes(self) -> dict[Space, str]:
        """The base of each space that is one; of those whose place is told."""
        return {space: name for name, base in self.bases.items() if (space := self.place_of(base))}

    def place_of(self, base: Base) -> Space | None:
        """Where a base lies, which may be beyond the board; None where only a map says it."""
        if base.at in OPPOSITE:
            down, across = base.at.split("-")
            return (0 if down == "top" else self.rows - 1), (0 if across == "left" else self.columns - 1)
        found = _SPACE.fullmatch(base.at)
        return (int(found[2]) - 1, column_of(found[1])) if found else None

    @property
    def names(self) -> dict[str, Space]:
        """The spaces by what lists and findings call them, row by row."""
        how = getattr(self, "coordinates", None)
        return {known_as(how, *space): space for space in self.spaces}

    @property
    def locks(self) -> dict[Space, str]:
        """What lies on spaces whatever the seed, row by row; on a symmetric board on the opposite spaces, too."""
        if not self.locked:
            return {}
        names = self.names
        locks = {names[name]: word for name, word in self.locked.items() if name in names}
        if self.arrangement == "symmetric":
            locks |= {self.opposite(space): word for space, word in locks.items()}
        return dict(sorted(locks.items()))

    @property
    def looks(self) -> dict[str, TerrainFile | None]:
        """How the terrains and bases are drawn of which the game says it itself."""
        terrains = self.terrains if isinstance(self.terrains, dict) else {}
        return {name: drawn.look for name, drawn in {**terrains, **self.bases}.items()}

    @cached_property
    def spaces(self) -> tuple[Space, ...]:
        """All spaces, row by row from the top left."""
        return tuple((row, column) for row in range(self.rows) for column in range(self.columns))

    @cached_property
    def terrain_spaces(self) -> tuple[Space, ...]:
        """All spaces that are no base."""
        return tuple(space for space in self.spaces if space not in self.homes)

    def opposite(self, space: Space) -> Space:
        """Where a space comes to lie when the board is turned by 180 degrees."""
        return self.rows - 1 - space[0], self.columns - 1 - space[1]

    @property
    def plain(self) -> tuple[str, ...]:
        """The terrains that need no look: those of a mapping, which the game declares itself."""
        return tuple(self.terrains) if isinstance(self.terrains, dict) else ()

    @property
    def listed(self) -> tuple[str, ...]:
        """The terrains of a list, which says nothing of their looks."""
        return () if isinstance(self.terrains, dict) else self.terrains

    @property
    def counted(self) -> bool:
        """Whether the mix of boards that are written by hand is held to the shares."""
        return self.even and self.map is None and not isinstance(self.terrains, dict)

    @property
    def weights(self) -> dict[str, float]:
        """How much there is of each terrain; of those of a list as much as of the others."""
        if isinstance(self.terrains, dict):
            return {name: each.weight for name, each in self.terrains.items()}
        return dict.fromkeys(self.terrains, 1.0)

    @property
    def shares(self) -> tuple[int, ...]:
        """How many spaces the terrains get, the largest share first; which terrain gets which is left to chance.

        Shares differ by one at most. On a symmetric board they come in pairs of opposite spaces, and so may differ by
        two; the middle space of a board with one goes to a terrain with a small share.
        """
        at_once = 2 if self.arrangement == "symmetric" else 1
        units, middle = divmod(len(self.terrain_spaces), at_once)
        share, larger = divmod(units, len(self.terrains))
        shares = [at_once * (share + (n < larger)) for n in range(len(self.terrains))]
        shares[-1] += middle
        return tuple(sorted(shares, reverse=True))


@dataclass(frozen=True, slots=True)
class Board:
    """One board: a base or a terrain for every space of its recipe; `seed` is None for one made by hand."""

    recipe: Recipe
    cells: Mapping[Space, str]
    seed: int | None = None

    @property
    def rows(self) -> list[list[str | None]]:
        """What lies in each row, from the top; None where there is no space."""
        return [[self.cells.get((n, column)) for column in range(self.recipe.columns)] for n in range(self.recipe.rows)]

    @property
    def homes(self) -> dict[Space, str]:
        """The bases by their spaces, in the order of the recipe."""
        return {space: name for name in self.recipe.bases for space, held in self.cells.items() if held == name}

    @property
    def counts(self) -> dict[str, int]:
        """How many spaces each terrain has, in the order of the recipe."""
        words = list(self.cells.values())
        return {terrain: words.count(terrain) for terrain in self.recipe.terrains}


def spoken(name: str) -> str:
    """A base or a terrain as a sentence names it: north-gate is the "North gate"."""
    return name.replace("-", " ")[:1].upper() + name.replace("-", " ")[1:]


def strange(word: str, known: Collection[str], where: Where, message: str, code: str) -> Iterator[Finding]:
    """A finding for a word that is not known, with the nearest that is."""
    if word not in known:
        yield unknown(where, code, message, word, known)
