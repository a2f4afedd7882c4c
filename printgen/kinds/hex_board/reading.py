"""Hex boards written by hand and the recipe they follow come in; boards, or every mistake at its line, go out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import Field, PlainValidator, WithJsonSchema

from printgen.errors import Exit, Finding, Where
from printgen.kinds.hex_board.grid import DIRECTION_NAMES, Edge, Hex, edge, moved
from printgen.kinds.hex_board.model import HexBoard, HexCell, HexRecipe, Side
from printgen.kinds.hex_board.proof import HexFault, faults
from printgen.reading.fields import Many, problem
from printgen.reading.files import Files
from printgen.reading.located import described, suggestion
from printgen.reading.marked import Map
from printgen.reading.part import NOTHING, Part, Words, adapter
from printgen.reading.scalars import shortened

_ALL = "all"


def _edges(given: Any) -> str | Map:
    if not isinstance(given, str | Map):
        message = f"should be a type for all edges or types by direction, not {described(given)}"
        raise problem("wrong-type", message, "Write a type such as wall, or a mapping such as {north: wall}.")
    return given


class HexEntry(Part):
    """One hex of a board written by hand."""

    edges: Annotated[str | Map | None, PlainValidator(_edges), WithJsonSchema({"type": ["string", "object"]})] = Field(
        default=None, description="the type of all its edges, or types by direction, with `all` for those not named"
    )
    power_ups: Many[Words] = Field(default=(), description="the names of the power-ups that lie there")
    start: Side | None = Field(default=None, description="whose start zone it belongs to, a or b")
    ground: Words = Field(default=NOTHING, description="its ground, where its edges do not tell of it")


class BoardEntry(Part):
    """A board written by hand: every hex that is not plain open ground, by its name such as C4."""

    name: Annotated[str, Field(min_length=1, max_length=200)] = Field(description="what the board is called")
    hexes: dict[str, HexEntry] = Field(description="the hexes by name")


def read_hex_boards(files: Files, path: Path, recipe: HexRecipe) -> dict[str, HexBoard] | None:
    """The boards of a file, a list of entries, by name; None, with findings, when any of them has mistakes."""
    entries = files.sequence(path, "boards")
    if entries is None:
        return None
    before = len(files.findings)
    boards: dict[str, HexBoard] = {}
    seen: dict[str, Where] = {}
    for n, given in enumerate(entries):
        entry: BoardEntry | None = files.check(adapter(BoardEntry), given, entries.where(n), f"item {n + 1}")
        board = read_hex_board(files, entry, recipe) if entry else None
        name = given.get("name") if isinstance(given, Map) else None
        if isinstance(name, str) and name in seen:
            message = f'the board "{shortened(name)}" stands on line {seen[name].line} and again here'
            files.report(given.where("name"), "duplicate-name", message, "Give it another name.")
        elif isinstance(name, str):
            seen[name] = given.where("name")
        if board is not None and isinstance(name, str):
            boards[name] = board
    return boards if len(files.findings) == before else None


def read_hex_board(files: Files, entry: BoardEntry, recipe: HexRecipe) -> HexBoard | None:
    """The board that an entry writes out; None, with every finding, when it breaks its recipe.

    An edge may be typed from either side or from both alike; edges that nobody types are plain.
    """
    draft = _Draft(recipe, entry)
    names = {recipe.grid.name(cell): cell for cell in recipe.grid.cells}
    for name, said in entry.hexes.items():
        if name in names:
            _read_hex(draft, names[name], said)
        else:
            message = f'there is no hex "{shortened(name)}" on a board of {recipe.grid.rows} x {recipe.grid.columns}'
            hint = f"Use A1 to {recipe.grid.name(recipe.grid.cells[-1])}: the column's letter, then the row."
            draft.report(entry.written["hexes"].key_where(name), message, hint, "unknown-hex")
    board = _board(draft)
    # A board with words that nobody knows would only break rules that it means to keep.
    if not draft.findings:
        draft.findings += [_finding(fault, draft) for fault in faults(board)]
    files.add(sorted(dict.fromkeys(draft.findings), key=lambda finding: finding.where))
    return None if draft.findings else board


@dataclass(slots=True)
class _Draft:
    """A board as far as it has been read, and where everything stands."""

    recipe: HexRecipe
    entry: BoardEntry
    findings: list[Finding] = field(default_factory=list)
    types: dict[Edge, tuple[str, Hex, Where]] = field(default_factory=dict)
    cells: dict[Hex, HexEntry] = field(default_factory=dict)

    def report(self, where: Where, message: str, hint: str, code: str, end: Exit = Exit.BAD_INPUT) -> None:
        self.findings.append(Finding("error", where, message, hint, code, end))


def _read_hex(draft: _Draft, cell: Hex, said: HexEntry) -> None:
    draft.cells[cell] = said
    name, rules = draft.recipe.grid.name(cell), draft.recipe.rules
    for direction, kind, where in _stated_edges(draft, cell, said):
        _state(draft, cell, direction, kind, where)
    for power_up in said.power_ups:
        if power_up.text not in draft.recipe.power_ups:
            message = f'{name} has the unknown power-up "{shortened(power_up.text)}"'
            hint = suggestion(power_up.text, tuple(draft.recipe.power_ups)) or "Remove it."
            draft.report(power_up.where, message, hint, "unknown-power-up")
    # What nobody can stand on is told by the edges: nothing else makes it.
    known = tuple(ground for ground, rule in rules.grounds.items() if rule.stand)
    if said.ground and said.ground.text not in known:
        message = f'ground has the unknown value "{shortened(said.ground.text)}"'
        draft.report(said.ground.where, message, suggestion(said.ground.text, known), "unknown-value")


def _stated_edges(draft: _Draft, cell: Hex, said: HexEntry) -> Iterator[tuple[int, object, Where]]:
    """The directions whose edges a hex types, each with the type as written and its place."""
    edges, grid = said.edges, draft.recipe.grid
    inner = [direction for direction in range(6) if moved(cell, direction) in grid]
    if not isinstance(edges, Map):
        yield from ((direction, edges, said.where_of("edges")) for direction in inner if edges is not None)
        return
    names = DIRECTION_NAMES[grid.top]
    for name, kind in edges.items():
        if name == _ALL:
            rest = [direction for direction in inner if names[direction] not in edges]
            yield from ((direction, kind, edges.where(name)) for direction in rest)
        elif name not in names:
            message = f'"{shortened(name)}" is no direction of a hex with a {grid.top} top'
            draft.report(edges.key_where(name), message, suggestion(name, (*names, _ALL)), "unknown-direction")
        elif names.index(name) not in inner:
            message = f"{grid.name(cell)} has no neighbour to the {name}: the border of the board is closed"
            draft.report(edges.key_where(name), message, "Remove it.", "outside-edge")
        else:
            yield names.index(name), kind, edges.where(name)


def _state(draft: _Draft, cell: Hex, direction: int, kind: object, where: Where) -> None:
    """Take down the type of one edge, unless it contradicts what the hex on the other side says."""
    grid, types = draft.recipe.grid, tuple(draft.recipe.rules.edges)
    if not isinstance(kind, str) or kind not in types:
        message = f"{grid.name(cell)} has the unknown type of edge {described(kind).removeprefix('the text ')}"
        draft.report(where, message, suggestion(str(kind), types), "unknown-edge")
        return
    other = moved(cell, direction)
    side = edge(cell, other)
    known = draft.types.get(side)
    if known is None:
        draft.types[side] = (kind, cell, where)
    elif known[0] != kind:
        message = f"the edge from {grid.name(cell)} {DIRECTION_NAMES[grid.top][direction]} to {grid.name(other)} is "
        message += f"{kind} here, but {known[0]} for {grid.name(other)} on line {known[2].line}"
        hint = f"Write {known[0]} here, or type the edge from one side only."
        draft.report(where, message, hint, "edge-mismatch", Exit.RULES_BROKEN)


def _board(draft: _Draft) -> HexBoard:
    grid, rules = draft.recipe.grid, draft.recipe.rules
    edges = dict.fromkeys(grid.edges, rules.plain_edge)
    edges |= {side: kind for side, (kind, _, _) in draft.types.items()}
    cells = []
    for cell in grid.cells:
        said = draft.cells.get(cell, HexEntry())
        ground = said.ground.text or rules.ground_of([edges[edge(cell, near)] for near in grid.around[cell]])
        cells.append(HexCell(*cell, tuple(name.text for name in said.power_ups), said.start, ground))
    return HexBoard(draft.recipe, tuple(cells), edges)


def _finding(fault: HexFault, draft: _Draft) -> Finding:
    end = Exit.RULES_BROKEN if fault.readable else Exit.BAD_INPUT
    return Finding("error", _place(fault, draft), fault.message, fault.hint, fault.code, end)


def _place(fault: HexFault, draft: _Draft) -> Where:
    """Where a fault stands: its edge or its part of a hex, or what the file says nearest to that."""
    if fault.edge is not None:
        # What is missing on one half of a symmetric board stands on the other.
        for side in (fault.edge, draft.recipe.grid.opposite_edge(fault.edge)):
            if side in draft.types:
                return draft.types[side][2]
    hexes = draft.entry.written["hexes"]
    if fault.hex is None:
        return draft.entry.where_of("hexes")
    said = draft.cells.get(fault.hex)
    if said is not None:
        own = hexes.key_where(draft.recipe.grid.name(fault.hex))
        return said.where_of(fault.part) if said.gives(fault.part) else own
    # A hex that the file does not name is what others make of it.
    told = [where for side, (_, _, where) in draft.types.items() if fault.hex in side]
    return min(told, default=hexes.start)
