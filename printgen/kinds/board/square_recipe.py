"""What a square board is: what every one must keep, and whatever breaks it."""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, get_args

from pydantic import AfterValidator, BeforeValidator, Discriminator, Field, Tag, WithJsonSchema

from printgen.base.errors import Exit, Finding, Where, closest, did_you_mean, unknown_word
from printgen.base.limits import consume
from printgen.base.units import canonical_color, column_of, coordinate, count_noun
from printgen.game.boards import BoardOptions, boards_by_hand, list_space_name
from printgen.kinds.board.terrain import Drawn, TerrainFile
from printgen.reading.files import Files
from printgen.reading.maps import PlacedValue
from printgen.reading.part import Many, Part, problem
from printgen.reading.positions import LocatedList
from printgen.reading.scalars import shorten
from printgen.reading.validation import describe

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
        raise problem("unknown-value", f"no base can lie '{shorten(text)}'", hint)
    return text


class Base(Drawn):
    """A named space, such as a base: where it lies, and how it is drawn where no terrain file says so."""

    short: ClassVar[str] = "at"
    at: Annotated[str, Field(min_length=1, max_length=20), AfterValidator(_spot)] = Field(
        description="a corner such as top-left, a space such as C4, or `map` where the map of the game says it"
    )


def _weight(value: Any) -> Any:
    if isinstance(value, str) and canonical_color(value):
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
        return {list_space_name(how, *space): space for space in self.spaces}

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
        yield unknown_word(where, code, message, word, known)


_WORD = re.compile(r"[^\s,]+")
_GAP = re.compile(r"\W*+")


class BoardEntry(Part):
    """A board written by hand."""

    name: Annotated[str, Field(min_length=1, max_length=200)] = Field(description="what the board is called")
    cells: Many[Any] = Field(
        description="its rows from the top, each a list of terrains and bases, or a text with blanks between them"
    )


Grid = Mapping[Space, PlacedValue]


def read_boards(files: Files, path: Path, recipe: Recipe) -> dict[str, Board]:
    """The boards of a file by name, without those that have mistakes, which are reported to `files`."""
    return boards_by_hand(files, path, BoardEntry, lambda entry: read_board(files, entry, recipe))


def read_board(files: Files, entry: BoardEntry, recipe: Recipe) -> Board | None:
    """The board that an entry writes out; None, with every finding, when it breaks its recipe."""
    given: LocatedList = entry.source_map["cells"]
    board = PlacedValue([PlacedValue(list(_words(given, n)), given.where(n)) for n in range(len(given))], given.start)
    findings = faults(recipe, board)
    files.add(findings)
    return None if findings else Board(recipe, {space: word for space, (word, _) in _grid(recipe, board).items()})


def _words(rows: LocatedList, n: int) -> Iterator[PlacedValue]:
    """The words of a row; a row that is neither a list nor a text is one wrong word."""
    row = rows[n]
    if isinstance(row, LocatedList):
        yield from (PlacedValue(word, row.where(column)) for column, word in enumerate(row))
    elif isinstance(row, str):
        source = rows.source
        at = source.offsets[rows.first + n]
        consume("values", len(words := _WORD.findall(row)), rows.where(n))
        for word in words:
            # Quotes and block signs may stand before a word. One with an escape in it does not stand in the text
            # as it reads: the row has to do for its place, and for those of the words behind it.
            end = _GAP.match(source.text, at).end() if at >= 0 else 0  # type: ignore[union-attr]
            start = source.text.find(word, at, end + len(word)) if at >= 0 else -1
            at = start + len(word) if start >= 0 else -1
            yield PlacedValue(word, source.where(start) if start >= 0 else rows.where(n))
    else:
        yield PlacedValue(row, rows.where(n))


def _grid(recipe: Recipe, board: PlacedValue) -> Grid:
    """What lies on the spaces of a board, as far as its rows go."""
    rows = enumerate(board.value[: recipe.rows])
    return {(n, column): word for n, row in rows for column, word in enumerate(row.value[: recipe.columns])}


def faults(recipe: Recipe, board: PlacedValue) -> list[Finding]:
    """Everything that is wrong with a board, however ragged; nothing at all proves that it keeps the recipe.

    One that is no board of the recipe at all, since its shape or a word is wrong, is bad input; others break a rule.
    """
    grid = _grid(recipe, board)
    found = list(_wrong_length(board, recipe.rows, "the board", "row"))
    for n, row in enumerate(board.value[: recipe.rows], 1):
        found += _wrong_length(row, recipe.columns, f"row {n}", "space")
    found += _misplaced(recipe, grid)
    whole = not found
    if recipe.counted:
        found += _counts(recipe, grid, board.where if whole else None)
    if whole and recipe.arrangement == "symmetric":
        found += _asymmetries(recipe, grid)
    for space, wanted in recipe.locks.items() if whole else ():
        word, where = grid[space]
        if word != wanted:
            here = coordinate(*space)
            message = f"{here} holds {word}, but is locked to {wanted}"
            found.append(_broken(where, "not-locked", message, f"Write {wanted} in {here}."))
    return found


def _broken(where: Where, code: str, message: str, hint: str) -> Finding:
    return Finding("error", where, message, hint, code, Exit.RULES_BROKEN)


def _wrong_length(given: PlacedValue, wanted: int, what: str, noun: str) -> Iterator[Finding]:
    missing = wanted - len(given.value)
    if missing:
        where = given.where if missing > 0 else given.value[wanted].where
        message = f"{what} has {count_noun(len(given.value), noun)}; the recipe asks for {wanted}"
        hint = f"{'Add' if missing > 0 else 'Remove'} {count_noun(abs(missing), noun)}."
        yield Finding("error", where, message, hint, "row-count" if noun == "row" else "row-length")


def _misplaced(recipe: Recipe, grid: Grid) -> Iterator[Finding]:
    """Words that are none of the recipe, and bases and terrains that lie where the other should."""
    corners = {name: home for home, name in recipe.homes.items()}
    known = (*recipe.terrains, *recipe.bases)
    for space, (word, where) in grid.items():
        here, home = coordinate(*space), recipe.homes.get(space)
        if word is None and recipe.map is not None:
            continue
        if not isinstance(word, str):
            message = f"a space should be text, not {describe(word)}"
            yield Finding("error", where, message, "Write a terrain here.", "wrong-type")
        elif word not in known:
            message = f'{here} holds the unknown terrain "{shorten(word)}"'
            yield Finding("error", where, message, did_you_mean(word, known), "unknown-terrain")
        elif home and word != home:
            message = f"{here} holds {word}; the {home} belongs there"
            yield _broken(where, "missing-base", message, f"Write {home} in {here}.")
        # Where a row is too short to reach the corner, that says it all.
        elif not home and corners.get(word) in grid:
            message = f"{here} holds the {word}, which belongs in {coordinate(*corners[word])}"
            yield _broken(where, "misplaced-base", message, "Write a terrain here.")


def _counts(recipe: Recipe, grid: Grid, whole: Where | None) -> Iterator[Finding]:
    """Terrains that stand too often, or too seldom on a board that is `whole` at its place.

    That no terrain leaves the range between the smallest and the largest share is proof enough: as all spaces are
    taken, and come in pairs on a symmetric board, only the even shares add up.
    """
    most, *_, least = recipe.shares
    room, kinds = count_noun(len(recipe.terrain_spaces), "space"), count_noun(len(recipe.terrains), "terrain")
    rule = f"{room} for {kinds} give each "
    rule += " or ".join(str(share) for share in sorted(set(recipe.shares)))
    spaces = [word for space, word in grid.items() if space not in recipe.homes]
    places = {terrain: [where for word, where in spaces if word == terrain] for terrain in recipe.terrains}
    scarcest, commonest = (extreme(places, key=lambda terrain: len(places[terrain])) for extreme in (min, max))
    for terrain, found in places.items():
        count = len(found)
        message = f"{terrain} stands on {count_noun(count, 'space')}; {rule}"
        if count > most:
            yield _broken(found[most], "terrain-count", message, f"Change {count - most} of them to {scarcest}.")
        # What a short row, a misspelt word or a second base takes away is no mistake of its own.
        elif count < least and whole:
            hint = f"Change {least - count} of {commonest} to {terrain}."
            yield _broken(found[-1] if found else whole, "terrain-count", message, hint)


def _asymmetries(recipe: Recipe, grid: Grid) -> Iterator[Finding]:
    for space in recipe.terrain_spaces:
        opposite = recipe.opposite(space)
        (word, where), there = grid[space], grid[opposite].value
        if opposite < space and there != word:
            here, across = coordinate(*space), coordinate(*opposite)
            message = f"{here} holds {word}, but opposite it, {across} holds {there}; the board is symmetric"
            yield _broken(where, "asymmetric", message, f"Write {there} in {here}.")
