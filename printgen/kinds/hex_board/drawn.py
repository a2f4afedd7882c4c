"""What a game says of its hexes by name, or by a map, comes in; edges along them, and the board of the map, go out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from printgen.base.errors import Finding, Where, did_you_mean
from printgen.kinds.hex_board.grid import DIRECTION_NAMES, Edge, HexGrid, edge, moved
from printgen.kinds.hex_board.model import HexBoard, HexRecipe
from printgen.kinds.hex_board.rules import HexRules, unknown
from printgen.kinds.hex_board.shapes import Border
from printgen.reading.files import Files
from printgen.reading.maps import MapRow, laid
from printgen.reading.scalars import shortened


def drawn_faults(said: HexRecipe, rules: HexRules) -> Iterator[Finding]:
    """What is wrong with the hexes that a recipe names, and with what it says without rules, or beside them."""
    whole = HexGrid(said.rows, said.columns, said.top, naming=said.coordinates)
    for n, name in enumerate(said.holes if said.map is None else ()):
        if name not in whole.named:
            yield _no_hex(whole, name, said.where_of("holes", n))
    if len(said.grid.holes) == said.rows * said.columns:
        yield Finding("error", said.where_of("holes"), "the board has no hexes left", "Remove some.", "too-few-hexes")
    if said.arrangement == "symmetric" and any(said.grid.opposite(cell) not in said.grid for cell in said.grid.cells):
        message = "on a symmetric board the hexes that it does not have lie opposite each other"
        yield Finding("error", said.where_of("holes"), message, "Add their opposites.", "asymmetric")
    for name in said.labels:
        if name not in said.grid.named:
            yield _no_hex(said.grid, name, said.key_where_of("labels", name))
    for kind, border in said.edges.items():
        if kind not in rules.edges and kind not in ("door", "border"):
            what = "the rules have no edge"
            yield unknown(said.key_where_of("edges", kind), what, kind, rules.edges, "unknown-edge")
        for n, words in enumerate(border.along):
            yield from _runs(said.grid, words, border.where_of("along", n))
    for ground in said.grounds:
        if ground not in rules.grounds:
            what = "the rules have no ground"
            yield unknown(said.key_where_of("grounds", ground), what, ground, rules.grounds, "unknown-value")
    yield from _without_rules(said) if said.rules is None else _with_rules(said)


def _without_rules(said: HexRecipe) -> Iterator[Finding]:
    for key in ("features", "power_ups"):
        if getattr(said, key):
            message = f"{key} follow rules, and the board has none"
            yield Finding("error", said.key_where_of(key), message, "Add rules: and their file.", "missing-rules")
    if said.fair > 1:
        message = "fair keeps the board with the best score, but without rules there is no score"
        yield Finding("error", said.where_of("fair"), message, "Add rules:, or remove fair.", "missing-score")
    if not any(said.weights.values()):
        yield Finding("error", said.where_of("grounds"), "all weights are 0", "Give one of them more.", "no-weight")


def _with_rules(said: HexRecipe) -> Iterator[Finding]:
    if said.arrangement == "clumped":
        message = "grounds of boards with rules come of features, and lie as those do"
        yield Finding("error", said.where_of("arrangement"), message, "Write plain or symmetric.", "unknown-value")


def _no_hex(grid: HexGrid, name: str, where: Where) -> Finding:
    size, first, last = f"{grid.rows} x {grid.columns}", grid.name(grid.cells[0]), grid.name(grid.cells[-1])
    message = f'there is no hex "{shortened(name)}" on a board of {size}'
    return Finding("error", where, message, f"Use {first} to {last}, the column first.", "unknown-hex")


def _runs(grid: HexGrid, words: str, where: Where) -> Iterator[Finding]:
    """What is wrong with a hex and its directions."""
    name, *ways = words.split() or [""]
    if name not in grid.named:
        yield _no_hex(grid, name, where)
        return
    if not ways:
        yield Finding("error", where, f"{name} has no direction", f"Write it like {name} east.", "unknown-direction")
    known = DIRECTION_NAMES[grid.top]
    for way in ways:
        if way not in known:
            message = f'a hex with a {grid.top} top has no side to the "{shortened(way)}"'
            yield Finding("error", where, message, did_you_mean(way, known), "unknown-direction")
        elif moved(grid.named[name], known.index(way)) not in grid:
            message = f"{name} has no neighbour to the {way}: the border of the board is closed"
            yield Finding("error", where, message, "Remove it.", "outside-edge")


def sides_of(grid: HexGrid, border: Border) -> Iterator[Edge]:
    """The sides along which an edge runs; its words are right."""
    known = DIRECTION_NAMES[grid.top]
    for words in border.along:
        name, *ways = words.split()
        for way in ways:
            cell = grid.named[name]
            yield edge(cell, moved(cell, known.index(way)))


def with_edges(board: HexBoard) -> HexBoard:
    """A board with the edges that its recipe puts along hexes."""
    recipe = board.recipe
    along = {side: kind for kind, border in recipe.edges.items() for side in sides_of(recipe.grid, border)}
    return replace(board, edges={**board.edges, **along}) if along else board


def mapped(files: Files, said: HexRecipe, rules: HexRules, letters: Sequence[MapRow]) -> HexBoard | None:
    """The board of a map; None, with findings, where anything is wrong with it."""
    spaces = laid(files, said.written, letters, rules.grounds)
    if spaces is None:
        return None
    grid = said.grid
    grounds = {cell: spaces[row][column].value for cell in grid.cells for row, column in [grid.row_and_column(cell)]}
    edges = dict.fromkeys(grid.edges, rules.plain_edge)
    for cell, ground in grounds.items():
        if kind := rules.grounds[ground].edge:
            edges.update(dict.fromkeys(grid.sides[cell], kind))
    return with_edges(HexBoard(said, rules, grounds, edges, {"a": (), "b": ()}, {}))
