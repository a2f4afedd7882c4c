"""A product's options and the boards of its game come in; options over the recipe that they name go out."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeVar

from pydantic import ConfigDict, Field

from printgen.base.errors import Finding, Where, closest, did_you_mean
from printgen.base.seeds import Score
from printgen.base.units import coordinate
from printgen.game.records import Loading
from printgen.reading.files import Files
from printgen.reading.maps import Legend, MapText
from printgen.reading.part import File, Options, Part, adapter
from printgen.reading.positions import LocatedMap, OverlayMap
from printgen.reading.scalars import shorten

MOST_TRIES = 1000
"""So many boards of one seed may be made to keep the fairest."""

Locked = Annotated[str, Field(min_length=1, max_length=200)]
"""What a space is locked to."""

B = TypeVar("B")
E = TypeVar("E", bound=Part)


Coordinates = Literal["A1", "0101", "none"]
"""How spaces are called: the letter of a column and the number of a row, both as numbers of two digits, or not."""


def space_name(how: Coordinates, row: int, column: int) -> str:
    """What a space is called, its row and column counted from 0; "" where spaces have no names."""
    return {"A1": coordinate(row, column), "0101": f"{column + 1:02}{row + 1:02}", "none": ""}[how]


def list_space_name(how: str | None, row: int, column: int) -> str:
    """What lists and findings call a space, whether the board has its name or not; as `space_name`, A1 without one."""
    return space_name("0101" if how == "0101" else "A1", row, column)


def _or_a_recipe(schema: dict[str, Any]) -> None:
    # What a board needs stands in the options, or in the recipe that they name.
    needed = schema.pop("required", [])
    mapped = [key for key in needed if key not in ("rows", "columns")]
    schema["anyOf"] = [{"required": ["board"]}, {"required": ["map", *mapped]}, {"required": needed}]


class BoardOptions(Options):
    """What every kind of board takes under `options`, besides its recipe and how it is printed."""

    model_config = ConfigDict(json_schema_extra=_or_a_recipe)

    board: str | None = Field(
        None,
        min_length=1,
        max_length=64,
        description="the recipe to follow, by its name under boards in game.yaml; what the options say goes over it",
    )
    fair: int = Field(1, ge=1, le=MOST_TRIES, description="how many boards are made to keep the fairest")
    map: MapText | None = Field(
        None, description="the board itself: rows of letters, a text of several lines, or a file that ends in .txt"
    )
    legend: Legend = Field(
        default_factory=dict, description="what each letter of the map stands for; none where the board has no space"
    )
    locked: Annotated[dict[Annotated[str, Field(max_length=8)], Locked], Field(max_length=3600)] = Field(
        default_factory=dict,
        description="what lies on spaces whatever the seed, by their names: C4: jungle; the rest is laid around it",
    )
    boards: File | None = Field(None, description="a file with boards written by hand")
    by_hand: str | None = Field(None, alias="by-hand", description="the name of a board of the file to print")


class BoardPlan(ABC, Generic[B]):
    """What a product prints: boards, each of a seed, and as plain data."""

    @property
    @abstractmethod
    def fixed(self) -> bool:
        """Whether it is one board, whatever the seed."""

    @abstractmethod
    def of_seed(self, seed: int) -> B:
        """The board of a seed."""

    @abstractmethod
    def data(self, board: B) -> dict[str, Any]:
        """A board as plain data, with its score if it has one."""


@dataclass(frozen=True, kw_only=True)
class FixedPlan(BoardPlan[B]):
    """What a product prints: the one `board` that its options say."""

    board: B

    @property
    def fixed(self) -> bool:
        return True

    def of_seed(self, seed: int) -> B:
        return self.board


@dataclass(frozen=True, kw_only=True)
class RandomPlan(BoardPlan[B]):
    """What a product prints: the board `by_hand` that its options name, or boards of seeds, each made once.

    `mapped` is the board of a map: the only one that there is.
    """

    by_hand: B | None = None
    mapped: B | None = None
    _made: dict[int, B] = field(default_factory=dict, repr=False, compare=False)

    @abstractmethod
    def make(self, seed: int) -> B:
        """Make the board of a seed."""

    @abstractmethod
    def score(self, board: B) -> Score:
        """How uneven a board is; it has no parts where nothing says what makes one uneven."""

    @property
    @abstractmethod
    def spaces(self) -> int:
        """How many spaces a board has."""

    @abstractmethod
    def held(self, board: B) -> dict[str, str]:
        """What each space of a board that can be locked holds, in the words of locks, by its name."""

    @property
    @abstractmethod
    def locked(self) -> Mapping[str, str]:
        """What spaces are locked to, by their names."""

    @property
    @abstractmethod
    def amounts(self) -> Mapping[str, float]:
        """How much there is of what somebody may want more of, by name: by weight, or in every 100 spaces."""

    @abstractmethod
    def with_amounts(self, amounts: Mapping[str, float]) -> dict[str, Any]:
        """Options that say other amounts."""

    @property
    def fixed(self) -> bool:
        return self.mapped is not None

    def of_seed(self, seed: int) -> B:
        """The board of a seed, or of the map."""
        if self.mapped is not None:
            return self.mapped
        if seed not in self._made:
            self._made[seed] = self.make(seed)
        return self._made[seed]

    def chosen(self, seed: int) -> B:
        """The board that is written by hand, or else the one of the seed."""
        return self.of_seed(seed) if self.by_hand is None else self.by_hand


def with_weights(written: Mapping[str, Any], weights: Mapping[str, float], short: str) -> dict[str, Any]:
    """Entries as a file writes them by name, with other weights; `short` is what a plain entry says."""
    entries: dict[str, Any] = {}
    for name, entry in written.items():
        if name not in weights:
            entries[name] = entry
        elif isinstance(entry, LocatedMap):
            entries[name] = OverlayMap(entry, {"weight": weights[name]})
        else:
            entries[name] = {short: entry, "weight": weights[name]} if short != "weight" else weights[name]
    return entries


def check_locks(said: BoardOptions, names: Mapping[str, Any], noun: str, size: str) -> Iterator[Finding]:
    """Locks of a board that is written as a map, and of spaces that it does not have."""
    if said.locked and said.map is not None:
        message = "the map says what lies on every space, and nothing is left to lock"
        yield Finding("error", said.where_of("locked"), message, "Remove locked.", "locked-map")
    for name in said.locked:
        if name not in names:
            known = list(names)
            near = closest(name, known)
            hint = f"Did you mean '{near}'?" if near else f"Use {known[0]} to {known[-1]}, the column first."
            message = f'locked has the {noun} "{shorten(name)}", which is not on a board of {size}'
            yield Finding("error", said.key_where_of("locked", name), message, hint, f"unknown-{noun}")


def board_options(loading: Loading) -> LocatedMap | None:
    """The options, laid over the recipe of the game that their `board` names; as they are when they name none.

    Every value keeps its place, and what neither of the two gives is told of the recipe: mistakes of a recipe are told
    once, however many products follow it. None, with a finding, when the game has no such recipe.
    """
    options, boards = loading.product.options, loading.game.boards
    name = options.get("board")
    if not isinstance(name, str):
        return options
    if name in boards:
        return OverlayMap(boards[name], options)
    # One that cannot be read has been reported.
    if not isinstance(loading.game.source.get("boards"), LocatedMap) or name not in loading.game.source["boards"]:
        hint = did_you_mean(name, boards, f"Write boards: in game.yaml, and the recipe under {name}:.")
        message = f'the game has no board named "{shorten(name)}"'
        loading.files.report(options.where("board"), "unknown-board", message, hint)
    return None


def boards_by_hand(files: Files, path: Path, shape: type[E], make: Callable[[E], B | None]) -> dict[str, B]:
    """The boards by name of a file that holds a list of entries of a shape, each of which has a `name`.

    `make` makes a board of an entry, or reports to `files` why not. Boards with mistakes are left out.
    """
    boards: dict[str, B] = {}
    seen: dict[str, Where] = {}
    entries = files.sequence(path, "boards")
    for n, given in enumerate(entries or ()):
        entry: E | None = files.check(adapter(shape), given, entries.where(n), f"item {n + 1}")  # type: ignore[union-attr]
        board = make(entry) if entry else None
        name = given.get("name") if isinstance(given, LocatedMap) else None
        if isinstance(name, str) and name in seen:
            message = f'the board "{shorten(name)}" stands on line {seen[name].line} and again here'
            files.report(given.where("name"), "duplicate-name", message, "Give it another name.")
        elif isinstance(name, str):
            seen[name] = given.where("name")
            if board is not None:
                boards[name] = board
    return boards
