"""Hex boards written by hand and the recipe they follow come in; boards, or every mistake at its line, go out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from printgen.errors import Exit, Finding, Where
from printgen.kinds.hex_board.grid import DIRECTION_NAMES, Edge, Hex, edge, moved
from printgen.kinds.hex_board.model import EDGE_TYPES, EdgeType, Ground, HexBoard, HexCell, HexRecipe, Side, ground_of
from printgen.kinds.hex_board.proof import HexFault, faults
from printgen.reading.board_files import read_board_file
from printgen.reading.fields import Many
from printgen.reading.located import described, suggestion, validate
from printgen.reading.marked import Map
from printgen.reading.scalars import shortened

_ALL = "all"


class _Hex(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)

    edges: Any = None
    power_ups: Many[str] = ()
    # Of these two the defaults stand for nothing: what a file leaves out is not in `model_fields_set`.
    start: Side = "a"
    # Water and air are told by the edges: nothing else makes them.
    ground: Literal["open", "floor", "cover"] = "open"


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, defer_build=True)

    name: Annotated[str, Field(min_length=1, max_length=200)]
    hexes: dict[str, Any]


@lru_cache(maxsize=4)
def _adapter(kind: Any) -> TypeAdapter[Any]:
    return TypeAdapter(kind)


def read_hex_boards(options: Map, folder: Path, recipe: HexRecipe) -> tuple[dict[str, HexBoard], list[Finding]]:
    """The hand-written boards by name, from the file that the options name under `boards`; none without it.

    The file holds a list of entries as `read_hex_board` takes them. Boards with mistakes are left out and reported.
    """
    return read_board_file(options, folder, lambda entry: read_hex_board(entry, recipe))


def read_hex_board(entry: Map, recipe: HexRecipe) -> tuple[HexBoard | None, list[Finding]]:
    """The board that `name` and `hexes` of an entry write out; None, and every finding, when it breaks its recipe.

    `hexes` has a mapping for every hex that is not plain open ground, by its name such as C4. `edges` is one type for
    all its edges, or types by direction, with `all` for those not named; `power_ups` lists names, `start` is a or b,
    and `ground` tells the floor of a building from open ground. An edge may be typed from either side or from both
    alike; edges that nobody types are open.
    """
    checked, findings = validate(_adapter(_Entry), entry, entry.start, "the board")
    hexes = entry.get("hexes")
    if not isinstance(hexes, Map):
        return None, findings
    draft = _Draft(recipe, hexes, list(findings))
    names = {recipe.grid.name(cell): cell for cell in recipe.grid.cells}
    for name, value in hexes.items():
        if name in names:
            _read_hex(draft, names[name], value)
        else:
            message = f'there is no hex "{shortened(name)}" on a board of {recipe.grid.rows} x {recipe.grid.columns}'
            hint = f"Use A1 to {recipe.grid.name(recipe.grid.cells[-1])}: the column's letter, then the row."
            draft.report(hexes.key_where(name), message, hint, "unknown-hex")
    board = _board(draft)
    # A board with words that nobody knows would only break rules that it means to keep.
    if not draft.findings:
        draft.findings += [_finding(fault, draft) for fault in faults(board)]
    if checked is None or draft.findings:
        return None, sorted(draft.findings, key=lambda finding: finding.where)
    return board, []


@dataclass(slots=True)
class _Draft:
    """A board as far as it has been read, and where everything stands."""

    recipe: HexRecipe
    source: Map
    findings: list[Finding]
    types: dict[Edge, tuple[EdgeType, Hex, Where]] = field(default_factory=dict)
    cells: dict[Hex, _Hex] = field(default_factory=dict)
    places: dict[tuple[Hex, str], Where] = field(default_factory=dict)

    def report(self, where: Where, message: str, hint: str, code: str, end: Exit = Exit.BAD_INPUT) -> None:
        self.findings.append(Finding("error", where, message, hint, code, end))


def _read_hex(draft: _Draft, cell: Hex, value: Any) -> None:
    name = draft.recipe.grid.name(cell)
    draft.places[cell, ""] = draft.source.key_where(name)
    checked, findings = validate(_adapter(_Hex), value, draft.source.where(name), name)
    draft.findings += findings
    if not isinstance(value, Map):
        return
    for key in ("start", "power_ups"):
        if key in value:
            draft.places[cell, key] = value.where(key)
    if "edges" in value:
        for direction, kind, where in _stated_edges(draft, cell, value):
            _state(draft, cell, direction, kind, where)
    if checked is not None:
        draft.cells[cell] = checked
        for n, power_up in enumerate(checked.power_ups):
            if power_up not in draft.recipe.power_ups:
                message = f'{name} has the unknown power-up "{shortened(power_up)}"'
                hint = suggestion(power_up, tuple(draft.recipe.power_ups)) or "Remove it."
                draft.report(value["power_ups"].where(n), message, hint, "unknown-power-up")


def _stated_edges(draft: _Draft, cell: Hex, value: Map) -> Iterator[tuple[int, str, Where]]:
    """The directions whose edges a hex types, each with the type as written and its place."""
    edges, grid = value["edges"], draft.recipe.grid
    inner = [direction for direction in range(6) if moved(cell, direction) in grid]
    if isinstance(edges, str):
        yield from ((direction, edges, value.where("edges")) for direction in inner)
        return
    if not isinstance(edges, Map):
        message = f"edges should be a type for all edges or types by direction, not {described(edges)}"
        hint = "Write a type such as wall, or a mapping such as {north: wall}."
        draft.report(value.where("edges"), message, hint, "wrong-type")
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


def _state(draft: _Draft, cell: Hex, direction: int, kind: Any, where: Where) -> None:
    """Take down the type of one edge, unless it contradicts what the hex on the other side says."""
    grid = draft.recipe.grid
    if kind not in EDGE_TYPES:
        message = f"{grid.name(cell)} has the unknown type of edge {described(kind).removeprefix('the text ')}"
        finding = Finding("error", where, message, suggestion(str(kind), EDGE_TYPES), "unknown-edge")
        # One word for all edges of a hex is wrong once.
        if finding not in draft.findings:
            draft.findings.append(finding)
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
    grid = draft.recipe.grid
    edges: dict[Edge, EdgeType] = dict.fromkeys(grid.edges, "open")
    edges |= {side: kind for side, (kind, _, _) in draft.types.items()}
    cells = []
    for cell in grid.cells:
        said = draft.cells.get(cell, _Hex())
        told: Ground = ground_of([edges[edge(cell, near)] for near in grid.around[cell]])
        start = said.start if "start" in said.model_fields_set else None
        ground = said.ground if "ground" in said.model_fields_set else told
        cells.append(HexCell(*cell, said.power_ups, start, ground))
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
    if fault.hex is None:
        return draft.source.start
    for part in (fault.part, ""):
        if (fault.hex, part) in draft.places:
            return draft.places[fault.hex, part]
    # A hex that the file does not name is what others make of it.
    told = [where for side, (_, _, where) in draft.types.items() if fault.hex in side]
    return min(told, default=draft.source.start)
