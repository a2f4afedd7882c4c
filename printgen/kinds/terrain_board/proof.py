"""The cells of any square board and its recipe come in; whatever breaks the recipe goes out, each with its space."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain

from printgen.base.letters import coordinate
from printgen.errors import did_you_mean
from printgen.kinds.terrain_board.recipe import Board, Recipe, Space, even_shares

Cells = Sequence[Sequence[str]]
Grid = Mapping[Space, str]

_suggestion = lru_cache(maxsize=1024)(did_you_mean)


@dataclass(frozen=True, slots=True)
class Fault:
    """One way in which cells break their recipe, in the words of a `Finding`.

    `row` and `column` count from 0. A fault without a column is one of a whole row, and one without either of the
    whole board. `readable` is False when the cells are no board of this recipe at all: their shape or a word is
    wrong. Otherwise they are a board that breaks a rule.
    """

    code: str
    message: str
    hint: str
    row: int | None = None
    column: int | None = None
    readable: bool = True


def faults(recipe: Recipe, cells: Cells) -> tuple[Fault, ...]:
    """Everything that is wrong with cells, however ragged; nothing at all proves that they keep the recipe."""
    grid = {
        (row, column): word
        for row, words in enumerate(cells[: recipe.rows])
        for column, word in enumerate(words[: recipe.columns])
    }
    found = [*_shape(recipe, cells), *_words(recipe, grid), *_bases(recipe, grid)]
    whole = not found
    found += _counts(recipe, grid, whole)
    if whole and recipe.arrangement == "symmetric":
        found += _asymmetries(recipe, grid)
    return tuple(found)


def faults_of(board: Board) -> tuple[Fault, ...]:
    """Everything that is wrong with a board; nothing proves that it keeps its recipe."""
    return faults(board.recipe, board.cells)


def _shape(recipe: Recipe, cells: Cells) -> Iterator[Fault]:
    for row, words in enumerate(cells[: recipe.rows]):
        if len(words) != recipe.columns:
            message = f"row {row + 1} has {_many(len(words), 'space')}; the recipe asks for {recipe.columns}"
            missing = recipe.columns - len(words)
            hint = f"Add {_many(missing, 'space')}." if missing > 0 else f"Remove {_many(-missing, 'space')}."
            yield Fault("row-length", message, hint, row, None if missing > 0 else recipe.columns, False)
    if len(cells) != recipe.rows:
        message = f"the board has {_many(len(cells), 'row')}; the recipe asks for {recipe.rows}"
        missing = recipe.rows - len(cells)
        hint = f"Add {_many(missing, 'row')}." if missing > 0 else f"Remove {_many(-missing, 'row')}."
        yield Fault("row-count", message, hint, None if missing > 0 else recipe.rows, None, False)


def _words(recipe: Recipe, grid: Grid) -> Iterator[Fault]:
    known = frozenset(chain(recipe.terrains, recipe.homes.values()))
    for (row, column), word in grid.items():
        if word not in known:
            message = f'{coordinate(row, column)} holds the unknown terrain "{word}"'
            yield Fault("unknown-terrain", message, _suggestion(word, known), row, column, False)


def _bases(recipe: Recipe, grid: Grid) -> Iterator[Fault]:
    for name, row, column in recipe.bases:
        home = coordinate(row, column)
        places = [space for space, word in grid.items() if word == name]
        if not places:
            yield _missing_base(grid, name, (row, column))
            continue
        if (row, column) in places:
            places.remove((row, column))
        else:
            first = places.pop(0)
            message = f"the {name} stands in {coordinate(*first)}; it belongs in {home}"
            # Where a row is too short to reach the corner, that says it all.
            if (row, column) in grid:
                yield Fault("misplaced-base", message, f"Move it to {home}.", *first)
        for space in places:
            message = f"a second {name} stands in {coordinate(*space)}"
            yield Fault("doubled-base", message, "Write a terrain here.", *space)


def _missing_base(grid: Grid, name: str, home: Space) -> Fault:
    row, column = home
    message, hint = f"the {name} is missing", f"Write {name} in {coordinate(row, column)}."
    if home in grid:
        return Fault("missing-base", f"{message}; {coordinate(row, column)} holds {grid[home]}", hint, row, column)
    row_is_there = (row, 0) in grid
    return Fault("missing-base", message, hint, row if row_is_there else None)


def _counts(recipe: Recipe, grid: Grid, whole: bool) -> Iterator[Fault]:
    """Terrains that stand too often or too seldom.

    That no terrain leaves the range between the smallest and the largest share is proof enough: as all spaces are
    taken, and come in pairs on a symmetric board, only the even shares add up.
    """
    shares = even_shares(recipe)
    most, least = shares[0], shares[-1]
    rule = f"{_many(len(recipe.terrain_spaces), 'space')} for {_many(len(recipe.terrains), 'terrain')} give each "
    rule += " or ".join(str(share) for share in sorted(set(shares)))
    homes = recipe.homes
    spaces: dict[str, list[Space]] = {terrain: [] for terrain in recipe.terrains}
    for space, word in grid.items():
        if word in spaces and space not in homes:
            spaces[word].append(space)
    scarcest = min(recipe.terrains, key=lambda terrain: len(spaces[terrain]))
    commonest = max(recipe.terrains, key=lambda terrain: len(spaces[terrain]))
    for terrain, places in spaces.items():
        count = len(places)
        message = f"{terrain} stands on {_many(count, 'space')}; {rule}"
        if count > most:
            yield Fault("terrain-count", message, f"Change {count - most} of them to {scarcest}.", *places[most])
        # What a short row, a misspelt word or a second base takes away is no mistake of its own.
        elif count < least and whole:
            hint = f"Change {least - count} of {commonest} to {terrain}."
            yield Fault("terrain-count", message, hint, *(places[-1] if places else ()))


def _asymmetries(recipe: Recipe, grid: Grid) -> Iterator[Fault]:
    for space in recipe.terrain_spaces:
        opposite = recipe.opposite(space)
        if opposite < space and grid[opposite] != grid[space]:
            message = f"{coordinate(*space)} holds {grid[space]}, but opposite it, {coordinate(*opposite)} "
            message += f"holds {grid[opposite]}; the board is symmetric"
            yield Fault("asymmetric", message, f"Write {grid[opposite]} in {coordinate(*space)}.", *space)


def _many(count: int, noun: str) -> str:
    return f"{count} {noun}{'' if count == 1 else 's'}"
