"""Boards of squares: their options, and the board itself."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from operator import ge
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag

from printgen.base.errors import Where, closest
from printgen.base.units import canonical_color, column_of, mm
from printgen.kinds.board.grid import Coordinates, Space, SquareGrid
from printgen.kinds.board.plan import BoardOptions, Lead, Text
from printgen.kinds.board.terrain import Band, DrawnTerrain, TerrainFile
from printgen.reading.part import Many, Part, Size, problem
from printgen.reading.scalars import shorten

Corner = Literal["top-left", "top-right", "bottom-left", "bottom-right"]
CORNERS: tuple[Corner, ...] = get_args(Corner)

ANYWHERE = "map"
"""The place of a base that lies where the map has it."""

LEAST: Mapping[Band, tuple[float, float]] = {"large": (40, 50), "small": (18, 18), "none": (8, 8)}
"""How large a space with a band is at least, in millimetres."""

_SPACE = re.compile("([A-Z]{1,2})([1-9][0-9]?)")


class Lookup(Part):
    """The source of a card's value: a field of its own, or a column of the rows that the field names."""

    field: str = Field(min_length=1, max_length=60, description="the field of the card's record")
    table: str = Field("", max_length=60, description="the table whose rows the field names")
    column: str = Field("", max_length=60, description="the column of that table")


class Suited(Lead):
    """The number of cards in a side's deck that the terrain near its base suits."""

    steps: int = Field(3, ge=1, le=60, description="how many steps from a base its terrain counts as near it")
    side: Lookup = Field(description="where a card says whose it is")
    terrain: Lookup = Field(description="where a card says what terrain suits it")
    bases: dict[str, str] = Field(
        default_factory=dict, description="the base of each side, where it has not the side's own name"
    )


class Scoring(Part):
    """The parts that make a board uneven, with their words; missing parts do not count."""

    goal: Lead | None = Field(None, description="how far the spaces of the winning terrain lie from the bases")
    terrain: Suited | None = Field(None, description="how well the terrain near a base suits its deck")

    def __bool__(self) -> bool:
        return self.goal is not None or self.terrain is not None


def _place(text: str) -> str:
    if text not in CORNERS and text != ANYWHERE and not _SPACE.fullmatch(text):
        near = closest(text, (*CORNERS, ANYWHERE))
        hint = f"Did you mean '{near}'?" if near else f"Write one of {', '.join(CORNERS)}, or a space such as C4."
        raise problem("unknown-value", f"no base can lie '{shorten(text)}'", hint)
    return text


class Base(DrawnTerrain):
    """A named space, such as a base: its place, and its drawing if no terrain file has one."""

    short: ClassVar[str] = "at"
    at: Annotated[str, Field(min_length=1, max_length=20), AfterValidator(_place)] = Field(
        description="a corner such as top-left, a space such as C4, or `map` where the map of the game says it"
    )


def _weight(value: Any) -> Any:
    if isinstance(value, str) and canonical_color(value):
        raise problem("wrong-type", "a weight is a number, not a colour", f'Write {{color: "{value}"}}.')
    return value


class Weighted(DrawnTerrain):
    """A terrain: its weight on the board, and its drawing if no terrain file has one."""

    short: ClassVar[str] = "weight"
    weight: Annotated[float, Field(ge=0, le=1000), BeforeValidator(_weight)] = Field(
        1.0, description="how much of it there is on random boards, beside the others; 0 is none"
    )


TerrainMix = Annotated[
    Annotated[Annotated[Many[Text], Field(max_length=200)], Tag("names")]
    | Annotated[Annotated[dict[str, Weighted], Field(max_length=200)], Tag("weights")],
    Discriminator(lambda value: "weights" if isinstance(value, dict) else "names"),
]


def _roomy(size: tuple[float, float]) -> tuple[float, float]:
    if min(size) < mm(8):
        raise problem("bad-size", "a space needs 8 x 8 mm or more", "Write it like 30x30mm.")
    return size


class SquareOptions(BoardOptions):
    """What a product of the kind terrain-board says under `options`, and its recipe under `boards`."""

    forms: ClassVar = {
        "card": ("poster", "tiles"), "least": ("poster",), "backs": ("tiles",), "count": ("maps",),
        "notes": ("poster", "maps"), "titled": ("poster",),
    }  # fmt: skip
    bases: Annotated[dict[str, Base], Field(max_length=60)] = Field(
        default_factory=dict, description="bases and other marked spaces by name, each with its place, if there are any"
    )
    terrains: TerrainMix = Field(
        description="the terrains: a list of names, each of which comes as often as the others, or weights by name"
    )
    victory: Text | None = Field(None, description="the terrain whose spaces win the game, if any does")
    score: Scoring = Field(default_factory=Scoring, description="what makes a board uneven, and the words for it")
    does: dict[str, Annotated[Text, Field(max_length=200)]] = Field(
        {}, description="what terrains and bases do, by name, which the legends of posters tell"
    )
    form: Literal["poster", "tiles", "maps"] = Field(
        "poster", description="one poster, a tile for every space, or sheets of maps"
    )
    space: Annotated[Size, AfterValidator(_roomy)] = Field(
        (mm(74), mm(98)), description="how large a space of the poster, or a tile, is; maps show it smaller"
    )
    least: Annotated[Size, AfterValidator(_roomy)] | None = Field(
        None,
        description="how small a space of the poster may be where that saves pages, or joints that do not meet in rows "
        "and columns",
    )
    band: Band | None = Field(
        None, description="the band with the name of a space: large, small, or none; as large as fits when left out"
    )
    card: str = Field("", max_length=40, description="the size of the cards whose place on a space is marked with dots")
    backs: bool = Field(False, description="whether tiles have backs")

    @property
    def style(self) -> tuple[Band, Coordinates]:
        """The marks on spaces besides their terrain: the band with the name, and the style of coordinates."""
        fits: Iterator[Band] = (name for name, least in LEAST.items() if all(map(ge, self.space, map(mm, least))))
        band: Band = self.band if self.band is not None else next(fits)
        return band, self.coordinates or ("none" if band == "none" else "A1")

    @cached_property
    def grid(self) -> SquareGrid:
        return SquareGrid(self.rows, self.columns, naming=self.coordinates)

    def words(self) -> list[tuple[str, Where]]:
        """The names of its terrains and bases, each with its place in the file."""
        keys = self.terrains if isinstance(self.terrains, dict) else ()
        terrains = [(name, self.key_where_of("terrains", name)) for name in keys]
        terrains += [(name, self.where_of("terrains", n)) for n, name in enumerate(self.equal_terrains)]
        return [*terrains, *((name, self.key_where_of("bases", name)) for name in self.bases)]

    @property
    def goal(self) -> str:
        """The winning terrain, as a sentence names it."""
        return sentence_name(self.victory or "")

    @cached_property
    def homes(self) -> dict[Space, str]:
        """The base of each space that is one; of those whose place is known."""
        return {space: name for name, base in self.bases.items() if (space := self.place_of(base))}

    def place_of(self, base: Base) -> Space | None:
        """The place of a base, which may be off the board; None when only a map has it."""
        if base.at in CORNERS:
            down, across = base.at.split("-")
            return (0 if down == "top" else self.rows - 1), (0 if across == "left" else self.columns - 1)
        match = _SPACE.fullmatch(base.at)
        return (int(match[2]) - 1, column_of(match[1])) if match else None

    @property
    def looks(self) -> dict[str, TerrainFile | None]:
        """The drawings of terrains and bases that the game itself defines."""
        terrains = self.terrains if isinstance(self.terrains, dict) else {}
        return {name: drawn.look for name, drawn in {**terrains, **self.bases}.items()}

    @cached_property
    def terrain_spaces(self) -> tuple[Space, ...]:
        return tuple(space for space in self.grid.cells if space not in self.homes)

    @property
    def plain(self) -> tuple[str, ...]:
        """The terrains that need no look: those of a mapping, which the game itself declares."""
        return tuple(self.terrains) if isinstance(self.terrains, dict) else ()

    @property
    def equal_terrains(self) -> tuple[str, ...]:
        """The terrains of a list, which defines no looks."""
        return () if isinstance(self.terrains, dict) else self.terrains

    @property
    def weights(self) -> dict[str, float]:
        """The weight of each terrain; those of a list are equal."""
        if isinstance(self.terrains, dict):
            return {name: terrain.weight for name, terrain in self.terrains.items()}
        return dict.fromkeys(self.terrains, 1.0)


@dataclass(frozen=True, slots=True)
class SquareBoard:
    """One board: a base or a terrain for every space of its recipe; `seed` is None for one made by hand."""

    recipe: SquareOptions
    cells: Mapping[Space, str]
    seed: int | None = None

    @property
    def rows(self) -> list[list[str | None]]:
        """The contents of each row, from the top; None for a gap."""
        return [[self.cells.get((n, column)) for column in range(self.recipe.columns)] for n in range(self.recipe.rows)]

    @property
    def homes(self) -> dict[Space, str]:
        """The bases by their spaces, in the order of the recipe."""
        return {space: name for name in self.recipe.bases for space, word in self.cells.items() if word == name}

    @property
    def counts(self) -> dict[str, int]:
        """How many spaces each terrain has, in the order of the recipe."""
        words = list(self.cells.values())
        return {terrain: words.count(terrain) for terrain in self.recipe.terrains}


def sentence_name(name: str) -> str:
    """A base or a terrain as a sentence names it: north-gate is the "North gate"."""
    return name.replace("-", " ")[:1].upper() + name.replace("-", " ")[1:]
