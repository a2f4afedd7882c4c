"""Hex boards written by hand: their hexes by name, or a map of letters."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from printgen.base.errors import Exit, Finding, Where
from printgen.kinds.board.grid import DIRECTION_NAMES, Edge, Hex, HexGrid, edge, move
from printgen.kinds.board.hex_proof import HexFault, board_faults
from printgen.kinds.board.hex_rules import HexRules
from printgen.kinds.board.hexes import SIDES, HexBoard, HexOptions, Side
from printgen.kinds.board.plan import unknown
from printgen.reading.files import Files
from printgen.reading.maps import MapRow, resolve_map
from printgen.reading.part import NOTHING, Many, Part, Words, problem
from printgen.reading.scalars import shorten
from printgen.reading.validation import describe


def with_edges(board: HexBoard) -> HexBoard:
    """A board with the edges that its recipe puts along hexes; the recipe's words are valid."""
    grid, edges = board.recipe.grid, dict(board.edges)
    directions = DIRECTION_NAMES[grid.top]
    for kind, border in board.recipe.edges.items():
        for words in border.along:
            name, *ways = words.split()
            cell = grid.by_name[name]
            edges |= {edge(cell, move(cell, directions.index(way))): kind for way in ways}
    return replace(board, edges=edges)


def hexes_of_map(files: Files, options: HexOptions, rules: HexRules, letters: Sequence[MapRow]) -> HexBoard | None:
    spaces = resolve_map(files, options.source_map, letters, rules.grounds)
    if spaces is None:
        return None
    grid = options.grid
    grounds = {cell: spaces[row][column].value for cell in grid.cells for row, column in [grid.row_and_column(cell)]}
    edges = dict.fromkeys(grid.edges, rules.plain_edge)
    for cell, ground in grounds.items():
        if kind := rules.grounds[ground].edge:
            edges.update(dict.fromkeys(grid.sides[cell], kind))
    return with_edges(HexBoard(options, rules, grounds, edges, {"a": (), "b": ()}, {}))


_ALL = "all"


def _by_direction(given: Any) -> Any:
    if not isinstance(given, str | dict):
        message = f"should be a type for all edges or types by direction, not {describe(given)}"
        raise problem("wrong-type", message, "Write a type such as wall, or a mapping such as {north: wall}.")
    return {_ALL: given} if isinstance(given, str) else given


class HexEntry(Part):
    """One hex of a board written by hand."""

    edges: Annotated[dict[str, str], BeforeValidator(_by_direction)] = Field(
        {}, description="the type of all its edges, or types by direction, with `all` for those not named"
    )
    power_ups: Many[Words] = Field((), description="the names of the power-ups that lie there")
    start: Side | None = Field(None, description="whose start zone it belongs to, a or b")
    ground: Words = Field(NOTHING, description="its ground, where its edges do not tell of it")


class HexesEntry(Part):
    """A board written by hand: every hex that is not plain open ground, by its name such as C4."""

    name: Annotated[str, Field(min_length=1, max_length=200)] = Field(description="what the board is called")
    hexes: dict[str, HexEntry] = Field(description="the hexes by name")


def parse_hex_board(files: Files, entry: HexesEntry, recipe: HexOptions, rules: HexRules) -> HexBoard | None:
    """The board of an entry, with plain edges by default; None, with all findings, when it breaks its recipe."""
    draft = _Draft(recipe, rules, entry)
    board = draft.board()
    # A board with words that nobody knows would only break rules that it means to keep.
    findings = draft.findings or list(map(draft.finding, board_faults(board)))
    files.add(sorted(findings, key=lambda finding: finding.where))
    return None if findings else board


def unknown_hex(grid: HexGrid, name: str, where: Where) -> Finding:
    size, cells = f"{grid.rows} x {grid.columns}", replace(grid, holes=frozenset()).cells
    message = f'there is no hex "{shorten(name)}" on a board of {size}'
    hint = f"Use {grid.name(cells[0])} to {grid.name(cells[-1])}, the column first."
    return Finding("error", where, message, hint, "unknown-hex")


def wrong_direction(
    grid: HexGrid, name: str, direction: str, where: Where, others: Sequence[str] = ()
) -> list[Finding]:
    """Findings for a direction from a hex: an unknown word not in `others`, or one that leads off the board."""
    directions = DIRECTION_NAMES[grid.top]
    if direction in others:
        return []
    if direction not in directions:
        what = f"a hex with a {grid.top} top has no side to the"
        return [unknown(where, what, direction, (*directions, *others), "unknown-direction")]
    if move(grid.by_name[name], directions.index(direction)) not in grid:
        message = f"{name} has no neighbour to the {direction}: the border of the board is closed"
        return [Finding("error", where, message, "Remove it.", "outside-edge")]
    return []


class _Draft:
    """A board as far as it has been read: its hexes, and the types of edges, each with its place in the file."""

    def __init__(self, recipe: HexOptions, rules: HexRules, entry: HexesEntry) -> None:
        self.recipe, self.rules, self.entry, self.grid = recipe, rules, entry, recipe.grid
        self.directions = DIRECTION_NAMES[recipe.grid.top]
        self.findings: list[Finding] = []
        self.types: dict[Edge, tuple[str, Where]] = {}
        self.hexes: dict[Hex, HexEntry] = {}
        for name, hexagon in entry.hexes.items():
            cell = self.grid.by_name.get(name)
            if cell is None:
                self.findings.append(unknown_hex(self.grid, name, entry.key_where_of("hexes", name)))
            else:
                self.hexes[cell] = hexagon
                self.findings += self._unknown_words(name, hexagon)
                self.findings += self._take_edges(cell, hexagon)

    def _unknown_words(self, name: str, hexagon: HexEntry) -> Iterator[Finding]:
        """Findings for words of an entry that the rules and the recipe do not know."""
        rules, power_ups = self.rules, self.recipe.power_ups
        for power_up, where in hexagon.power_ups:
            if power_up not in power_ups:
                yield unknown(where, f"{name} has the unknown power-up", power_up, power_ups, "unknown-power-up")
        # The edges tell of ground where nobody can stand: nothing else makes it.
        grounds = [ground for ground, rule in rules.grounds.items() if rule.stand]
        if hexagon.ground and hexagon.ground.text not in grounds:
            yield unknown(hexagon.ground.where, "ground has the unknown value", hexagon.ground.text, grounds)
        for direction, kind in hexagon.edges.items():
            where = hexagon.key_where_of("edges", direction)
            direction_findings = wrong_direction(self.grid, name, direction, where, (_ALL,))
            yield from direction_findings
            if not direction_findings and kind not in rules.edges:
                where = hexagon.where_of("edges", direction)
                yield unknown(where, f"{name} has the unknown type of edge", kind, rules.edges, "unknown-edge")

    def _take_edges(self, cell: Hex, hexagon: HexEntry) -> Iterator[Finding]:
        """Record the types that a hex gives to its edges, unless they contradict those of its neighbours."""
        for n, direction in enumerate(self.directions):
            key, other = direction if direction in hexagon.edges else _ALL, move(cell, n)
            kind, where = hexagon.edges.get(key), hexagon.where_of("edges", key)
            if kind not in self.rules.edges or other not in self.grid:
                continue
            known, there = self.types.setdefault(edge(cell, other), (kind, where))
            if known != kind:
                near, far = self.grid.name(cell), self.grid.name(other)
                message = f"the edge from {near} {direction} to {far} is {kind} here, "
                message += f"but {known} for {far} on line {there.line}"
                hint = f"Write {known} here, or type the edge from one side only."
                yield Finding("error", where, message, hint, "edge-mismatch", Exit.RULES_BROKEN)

    def board(self) -> HexBoard:
        grid, rules = self.grid, self.rules
        edges = dict.fromkeys(grid.edges, rules.plain_edge) | {side: kind for side, (kind, _) in self.types.items()}
        grounds = {cell: rules.ground_of([edges[side] for side in grid.sides[cell]]) for cell in grid.cells}
        hexes = {cell: self.hexes[cell] for cell in grid.cells if cell in self.hexes}
        grounds |= {cell: hexagon.ground.text for cell, hexagon in hexes.items() if hexagon.ground}
        starts = {side: tuple(cell for cell, hexagon in hexes.items() if hexagon.start == side) for side in SIDES}
        power_ups = {
            cell: tuple(name.text for name in hexagon.power_ups) for cell, hexagon in hexes.items() if hexagon.power_ups
        }
        return HexBoard(self.recipe, self.rules, grounds, edges, starts, power_ups)

    def finding(self, fault: HexFault) -> Finding:
        return Finding("error", self._place(fault), fault.message, fault.hint, fault.code, Exit.RULES_BROKEN)

    def _place(self, fault: HexFault) -> Where:
        """The place of a fault: its edge or its part of a hex, or the nearest place in the file."""
        # Entries missing on one half of a symmetric board may be on the other.
        for side in (fault.edge, self.grid.opposite_edge(fault.edge)) if fault.edge else ():
            if side in self.types:
                return self.types[side][1]
        if fault.hex is None:
            return self.entry.where_of("hexes")
        if fault.hex in self.hexes:
            hexagon, hex_place = self.hexes[fault.hex], self.entry.key_where_of("hexes", self.grid.name(fault.hex))
            return hexagon.where_of(fault.part) if hexagon.gives(fault.part) else hex_place
        # A hex that the file does not name is what others make of it.
        places = [where for side, (_, where) in self.types.items() if fault.hex in side]
        return min(places, default=self.entry.source_map["hexes"].start)
