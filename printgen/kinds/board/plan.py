"""The shared parts of boards on all grids: their options, plans of products, and their reading."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, NamedTuple, TypeVar, get_args

from pydantic import BeforeValidator, ConfigDict, Field, WithJsonSchema

from printgen.base.errors import Finding, Where, closest, did_you_mean, unknown_word
from printgen.game.records import Loading
from printgen.kinds.board.grid import BoardGrid, Coordinates, Space
from printgen.reading.files import Files
from printgen.reading.maps import Legend, MapRow, MapText, map_rows, with_map_size
from printgen.reading.part import File, Many, Options, Part, Words, adapter, fillable
from printgen.reading.positions import LocatedMap, OverlayMap
from printgen.reading.scalars import shorten

MOST = 60
"""The most rows and columns: larger boards than a wall holds are slips of the hand."""
MOST_TRIES = 1000
"""So many boards of one seed may be made to keep the fairest."""

Locked = Annotated[str, Field(min_length=1, max_length=200)]
"""What a space is locked to."""

B = TypeVar("B")
E = TypeVar("E", bound=Part)


def _or_a_recipe(schema: dict[str, Any]) -> None:
    # What a board needs stands in the options, or in the recipe that they name.
    needed = schema.pop("required", [])
    mapped = [key for key in needed if key not in ("rows", "columns")]
    schema["anyOf"] = [{"required": ["board"]}, {"required": ["map", *mapped]}, {"required": needed}]


Arrangement = Literal["plain", "symmetric", "clumped"]

Text = Annotated[
    str,
    BeforeValidator(lambda value: str(value) if type(value) in (int, float) else value),
    Field(min_length=1, max_length=2000),
    WithJsonSchema({"type": ["string", "number"]}),
]
"""Text, not empty; a number is a text too."""

Length = Annotated[int, Field(ge=1, le=MOST)]

Tint = Annotated[str, Field(min_length=1, max_length=60)]
"""A colour in words."""

BoardPoint = Annotated[Many[Annotated[float, Field(ge=-5000, le=5000)]], Field(min_length=2, max_length=2)]
"""The x and y of a point, in millimetres from the top left of a board."""


def unknown(where: Where, what: str, word: str, known: Iterable[str], code: str = "unknown-value") -> Finding:
    """The finding for an unknown word; its hint has the nearest known one."""
    return unknown_word(where, code, f'{what} "{shorten(word)}"', word, known, "Remove it.")


class BoardOptions(Options):
    """The `options` shared by all random boards, besides their contents and form."""

    model_config = ConfigDict(json_schema_extra=_or_a_recipe)

    board: str | None = Field(
        None,
        min_length=1,
        max_length=64,
        description="the recipe to follow, by its name under boards in game.yaml; what the options say goes over it",
    )
    rows: Length = Field(description="how many rows of spaces the board has")
    columns: Length = Field(description="how many columns of spaces the board has")
    arrangement: Arrangement = Field(
        "plain",
        description="how ground lies: plain, symmetric (the same when the board is turned by 180 degrees), or clumped "
        "in regions, which boards with rules are not",
    )
    fair: int = Field(1, ge=1, le=MOST_TRIES, description="how many boards are made to keep the fairest")
    coordinates: Coordinates | None = Field(
        None, description="the names of spaces, such as A1 or 0101, or none; A1 where they are left out and have room"
    )
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
    titled: bool = Field(
        True, description="whether a poster that one sheet has room for gets a title, a legend and bleed"
    )
    count: int = Field(12, ge=1, le=200, description="how many maps, from the seed up")
    notes: Annotated[Many[Text], Field(max_length=3)] = Field(
        (), description="lines at the foot of maps, and at the head of posters, at most 3"
    )

    @property
    @abstractmethod
    def grid(self) -> BoardGrid:
        """The spaces of a board."""

    @property
    def symmetric(self) -> bool:
        """Whether opposite spaces have the same contents."""
        return self.arrangement == "symmetric"

    @property
    def arrangements(self) -> tuple[str, ...]:
        """The arrangements that the board supports."""
        return get_args(Arrangement)

    @property
    def locks(self) -> dict[Space, str]:
        """The contents of spaces fixed for all seeds, row by row; on a symmetric board also of opposite spaces."""
        if not self.locked:
            return {}
        grid = self.grid
        locks = {grid.by_name[name]: word for name, word in self.locked.items() if name in grid.by_name}
        if self.symmetric:
            locks = {grid.opposite(space): word for space, word in locks.items()} | locks
        return {space: locks[space] for space in grid.cells if space in locks}


Sentence = Annotated[Words, fillable("goal", "base", "lead", "steps")]
"""What is said of a board: {goal} is the terrain that wins, {base} who gains, {lead} how much, {steps} how near."""


class Lead(Part):
    """The wording for one part of a score."""

    even: Sentence = Field(description="what is said when no side gains; {goal} stands for the terrain that wins")
    one: Sentence = Field(description="what is said when a {base} gains by exactly 1")
    more: Sentence = Field(description="what is said when a {base} gains by any other {lead}")

    def sentence(self, lead: float, **blanks: str) -> str:
        """The sentence for a lead to one decimal, as totals are printed, with `blanks` filled in."""
        size = math.floor(10 * abs(lead) + 0.5) / 10
        words = self.even if not size else self.one if size == 1 else self.more
        return words.text.format(**blanks, lead=f"{size:g}")


class Score(NamedTuple):
    """The unevenness of a board: `total` adds up the sizes of the `parts`, and 0 is perfectly even.

    A part is a sentence and a signed difference, positive when it favours the first side and negative when it favours
    the second; its unit depends on the kind of board.
    """

    total: float
    parts: tuple[tuple[str, float], ...]

    def as_data(self) -> dict[str, Any]:
        return {"total": self.total, "parts": [list(part) for part in self.parts]}


def lead_between(first: float, second: float) -> float:
    """The lead of the first side over the second, rounded to the two places of totals."""
    # Adding zero makes -0.0 a plain 0.
    return round(first - second, 2) + 0.0


def total_of(parts: Iterable[tuple[str, float]]) -> Score:
    """The score of some sentences with their leads."""
    all_parts = tuple(parts)
    return Score(round(sum((abs(lead) for _, lead in all_parts), 0.0), 2), all_parts)


class BoardPlan(ABC, Generic[B]):
    """The boards of a product, by seed, and as plain data."""

    @property
    @abstractmethod
    def is_fixed(self) -> bool:
        """Whether it is one board, whatever the seed."""

    @abstractmethod
    def of_seed(self, seed: int) -> B:
        """The board of a seed."""

    @abstractmethod
    def data(self, board: B) -> dict[str, Any]:
        """A board as plain data, with its score if it has one."""


@dataclass(frozen=True, kw_only=True)
class FixedPlan(BoardPlan[B]):
    """The plan of a product with one `board`, given by its options."""

    board: B

    @property
    def is_fixed(self) -> bool:
        return True

    def of_seed(self, seed: int) -> B:
        return self.board


@dataclass(frozen=True, kw_only=True)
class RandomPlan(BoardPlan[B]):
    """The plan of a product: the board `by_hand`, the one that is `mapped`, or boards of seeds, each made once."""

    options: BoardOptions
    by_hand: B | None = None
    mapped: B | None = None
    _made: dict[int, B] = field(default_factory=dict, repr=False, compare=False)

    @abstractmethod
    def make(self, seed: int) -> B:
        """Make the board of a seed."""

    @abstractmethod
    def score(self, board: B) -> Score:
        """The unevenness of a board; it has no parts when no rule defines any."""

    @abstractmethod
    def contents(self, board: B) -> dict[str, str]:
        """The contents of each lockable space of a board, in the words of locks, by its name."""

    @property
    @abstractmethod
    def amounts(self) -> Mapping[str, float]:
        """The amounts that users may change, by name: as weights, or in every 100 spaces."""

    @abstractmethod
    def with_amounts(self, amounts: Mapping[str, float]) -> dict[str, Any]:
        """Options with other amounts."""

    @property
    def is_fixed(self) -> bool:
        return self.mapped is not None

    def of_seed(self, seed: int) -> B:
        """The board of a seed, or of the map."""
        if self.mapped is not None:
            return self.mapped
        if seed not in self._made:
            self._made[seed] = self.make(seed)
        return self._made[seed]

    def board_for(self, seed: int) -> B:
        """The board written by hand, or else the one of the seed."""
        return self.of_seed(seed) if self.by_hand is None else self.by_hand

    def scored_boards(self, seed: int) -> list[tuple[B, Score]]:
        """The boards of map sheets and their scores: as many as the options say, from a seed up, or the one by hand."""
        count = self.options.count if self.by_hand is None else 1
        return [(board, self.score(board)) for board in map(self.board_for, range(seed, seed + count))]


def with_weights(written: Mapping[str, Any], weights: Mapping[str, float], short: str) -> dict[str, Any]:
    """Entries as a file writes them by name, with other weights; `short` is the value of a plain entry."""
    entries: dict[str, Any] = {}
    for name, entry in written.items():
        if name not in weights:
            entries[name] = entry
        elif isinstance(entry, LocatedMap):
            entries[name] = OverlayMap(entry, {"weight": weights[name]})
        else:
            entries[name] = {short: entry, "weight": weights[name]} if short != "weight" else weights[name]
    return entries


def check_locks(options: BoardOptions, noun: str) -> Iterator[Finding]:
    """Findings for locks on a board given as a map, on missing spaces, and on differing opposites."""
    if not options.locked:
        return
    if options.map is not None:
        message = "the map says what lies on every space, and nothing is left to lock"
        yield Finding("error", options.where_of("locked"), message, "Remove locked.", "locked-map")
    grid = options.grid
    for name, word in options.locked.items():
        if name not in grid.by_name:
            size, space_names = f"{options.rows} x {options.columns}", list(grid.by_name)
            near = closest(name, space_names)
            hint = (
                f"Did you mean '{near}'?" if near else f"Use {space_names[0]} to {space_names[-1]}, the column first."
            )
            message = f'locked has the {noun} "{shorten(name)}", which is not on a board of {size}'
            yield Finding("error", options.key_where_of("locked", name), message, hint, f"unknown-{noun}")
        elif options.symmetric:
            across = grid.name(grid.opposite(grid.by_name[name]))
            other = options.locked.get(across, word)
            if across < name and other != word:
                message = f"{name} is locked to {shorten(word)}, but {across} opposite it to {shorten(other)}"
                where, hint = options.where_of("locked", name), f"Write {other}."
                yield Finding("error", where, f"{message}; the board is symmetric", hint, "asymmetric")


def _over_recipe(loading: Loading) -> LocatedMap | None:
    """The options over the recipe that they name, if any; None, with a finding, for an unknown recipe."""
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


def options_with_recipe(loading: Loading) -> tuple[LocatedMap | None, tuple[MapRow, ...] | None]:
    """The options over their recipe, None, with findings, for a mistake; and the rows of the map, if there is one."""
    options = _over_recipe(loading)
    rows = map_rows(loading.files, options) if options is not None else None
    return (None if options is None else with_map_size(loading.files, options, rows, MOST)), rows


def written_boards(
    files: Files, options: BoardOptions, letters: Sequence[MapRow] | None,
    of_map: Callable[[Sequence[MapRow]], B | None], entry: type[E], of_entry: Callable[[E], B | None],
) -> tuple[B | None, B | None] | None:  # fmt: skip
    """The board by hand, else of the map, to print, and that of the map; None, with findings, for mistakes."""
    mapped = of_map(letters) if letters is not None else None
    if letters is not None and mapped is None:
        return None
    before = len(files.findings)
    boards = _boards_of(files, options.boards, entry, of_entry) if options.boards else {}
    if options.by_hand and options.by_hand not in boards and len(files.findings) == before:
        hint = did_you_mean(options.by_hand, boards) or "Add boards: and the file that holds it."
        message = f"by-hand is '{shorten(options.by_hand)}'"
        files.report(options.where_of("by-hand"), "unknown-board", message, hint)
    return (boards.get(options.by_hand or "", mapped), mapped) if len(files.findings) == before else None


def _boards_of(files: Files, path: Path, shape: type[E], make: Callable[[E], B | None]) -> dict[str, B]:
    """The boards by name of a file with a list of entries; those with mistakes are left out."""
    boards: dict[str, B] = {}
    places_by_name: dict[str, Where] = {}
    entries = files.sequence(path, "boards")
    for n, entry_data in enumerate(entries or ()):
        entry: E | None = files.check(adapter(shape), entry_data, entries.where(n), f"item {n + 1}")  # type: ignore[union-attr]
        board = make(entry) if entry else None
        name = entry_data.get("name") if isinstance(entry_data, LocatedMap) else None
        if isinstance(name, str) and name in places_by_name:
            message = f'the board "{shorten(name)}" stands on line {places_by_name[name].line} and again here'
            files.report(entry_data.where("name"), "duplicate-name", message, "Give it another name.")
        elif isinstance(name, str):
            places_by_name[name] = entry_data.where("name")
            if board is not None:
                boards[name] = board
    return boards
