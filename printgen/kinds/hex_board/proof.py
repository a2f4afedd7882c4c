"""Any hex board, also one made by hand, comes in; whatever breaks its recipe goes out, each with its hex or edge."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from printgen.errors import did_you_mean
from printgen.kinds.hex_board.fairness import steps_to_power_ups
from printgen.kinds.hex_board.grid import Edge, Hex, HexGrid
from printgen.kinds.hex_board.model import SIDES, HexBoard, HexCell, Side
from printgen.kinds.hex_board.sight import line_of_sight

_suggestion = lru_cache(maxsize=1024)(did_you_mean)


@dataclass(frozen=True, slots=True)
class HexFault:
    """One way in which a board breaks its recipe, in the words of a `Finding`.

    `hex` is None for a fault of the whole board, and `edge` for one that is not of an edge; `part` is "start" or
    "power_ups" where that part of the hex is to blame. `readable` is False when the hexes and edges are no board of
    this recipe at all, or hold an unknown word; otherwise a rule is broken.
    """

    code: str
    message: str
    hint: str
    hex: Hex | None = None
    edge: Edge | None = None
    readable: bool = True
    part: str = ""


def faults(board: HexBoard) -> tuple[HexFault, ...]:
    """Everything that is wrong with a board; nothing at all proves that it keeps its recipe.

    A figure may stand on every hex but those that have hollow edges only; from each it can move to every other. The
    border is closed, and every edge within it has one type. Start zones have a hex for each figure. Both sides have
    the same power-ups equally many moves away, give or take the slack of the recipe.
    """
    found = [*_hexes(board), *_edges(board), *_words(board)]
    if found:
        return tuple(found)
    lost = [*_nowhere(board), *_cut_off(board)]
    found = [*_starts(board), *lost]
    whole = all(board.start(side) for side in SIDES)
    # Moves cannot be counted to and from hexes that nobody reaches.
    if whole and not lost:
        found += _uneven(board)
    if whole and board.recipe.hidden_starts:
        found += _seen_starts(board)
    if board.recipe.arrangement == "symmetric":
        found += _asymmetries(board)
    return tuple(found)


def _hexes(board: HexBoard) -> Iterator[HexFault]:
    grid = board.recipe.grid
    size = f"a board of {grid.rows} x {grid.columns}"
    seen: set[Hex] = set()
    for cell in board.cells:
        if cell.hex not in grid:
            message, hint = f"the hex {cell.hex} lies outside {size}", "Remove it."
            yield HexFault("unknown-hex", message, hint, cell.hex, readable=False)
        elif cell.hex in seen:
            message = f"the hex {grid.name(cell.hex)} stands twice"
            yield HexFault("duplicate-hex", message, "Remove one of the two.", cell.hex, readable=False)
        seen.add(cell.hex)
    for missing in (cell for cell in grid.cells if cell not in seen):
        message = f"the hex {grid.name(missing)} is missing from {size}"
        yield HexFault("missing-hex", message, "Add it.", readable=False)


def _edges(board: HexBoard) -> Iterator[HexFault]:
    grid = board.recipe.grid
    known, types = frozenset(grid.edges), tuple(board.recipe.rules.edges)
    for side, kind in board.edges.items():
        one, other = side
        if side not in known:
            message = f"the edge from {one} to {other} is none between two hexes of the board; the border is closed"
            yield HexFault("outside-edge", message, "Remove it.", one, side, readable=False)
        elif kind not in types:
            message = f'the edge from {_names(grid, side)} has the unknown type "{kind}"'
            yield HexFault("unknown-edge", message, _suggestion(kind, types), one, side, readable=False)
    for side in grid.edges:
        if side not in board.edges:
            message = f"the edge from {_names(grid, side)} has no type"
            yield HexFault("missing-edge", message, f"Use {_options(types)}.", side[0], side, readable=False)


def _words(board: HexBoard) -> Iterator[HexFault]:
    known = board.recipe.power_ups
    for cell in board.cells:
        for name in cell.power_ups:
            if name not in known:
                message = f'the unknown power-up "{name}" lies on {board.recipe.grid.name(cell.hex)}'
                hint = _suggestion(name, tuple(known)) or "Remove it."
                yield HexFault("unknown-power-up", message, hint, cell.hex, None, False, "power_ups")


def _starts(board: HexBoard) -> Iterator[HexFault]:
    wanted = board.recipe.figures
    for side in SIDES:
        zone = board.start(side)
        if not zone:
            message = f"start zone {side} is missing; each side needs {wanted} hexes to start from"
            yield HexFault("missing-start", message, f"Give {wanted} hexes start: {side}.")
        elif len(zone) != wanted:
            message = f"start zone {side} has {_many(len(zone))}; {wanted} figures start there"
            change = wanted - len(zone)
            hint = f"Give {_many(change)} more start: {side}." if change > 0 else f"Take it from {_many(-change)}."
            yield HexFault("start-size", message, hint, zone[-1], part="start")


def _nowhere(board: HexBoard) -> Iterator[HexFault]:
    """Start zones, power-ups and floors where nobody can stand, and water that people walk on."""
    rules = board.recipe.rules
    for cell in board.cells:
        name, ground = board.recipe.grid.name(cell.hex), cell.hex in board.ground
        told = rules.ground_of(board.kinds_around(cell.hex))
        if not ground and (cell.start or cell.power_ups):
            what = f"start zone {cell.start}" if cell.start else f"the power-up {cell.power_ups[0]}"
            around = _options(_hollow(board), "and")
            message = f"{what} lies on {name}, which has only {around} around it: nobody can stand there"
            hint = "Move it to another hex, or give this one an open edge."
            yield HexFault("no-ground", message, hint, cell.hex, part="start" if cell.start else "power_ups")
        if cell.ground != told and (not ground or not rules.grounds[cell.ground].stand):
            message = f"the ground of {name} is {cell.ground}, but its edges tell of {told}"
            yield HexFault("wrong-ground", message, "Change the ground or the edges.", cell.hex)


def _cut_off(board: HexBoard) -> Iterator[HexFault]:
    """Every region but the largest, at its first hex; the board is in one piece when there is no other."""
    regions: list[list[Hex]] = []
    rules = board.recipe.rules
    ways = _options([name for name in rules.edges if name in rules.moves])
    void = f", or all of them {_options(_hollow(board))}" if rules.hollow else ""
    seen: set[Hex] = set()
    for cell in board.cells:
        if cell.hex not in seen and cell.hex in board.ground:
            # In the order of the board, so that the first hex is the one that a reader meets first.
            reached = board.steps_from([cell.hex])
            regions.append([other.hex for other in board.cells if other.hex in reached])
            seen |= reached.keys()
    largest = max(regions, key=len, default=[])
    for region in (region for region in regions if region is not largest):
        name = board.recipe.grid.name(region[0])
        others = f" and {_many(len(region) - 1)} beside it" if len(region) > 1 else ""
        message = f"{name}{others} cannot be reached: no {ways} edge leads there"
        hint = f"Make an edge of {name} {ways}{void if len(region) == 1 else ''}."
        yield HexFault("cut-off", message, hint if not others else "Open an edge around them.", region[0])


def _uneven(board: HexBoard) -> Iterator[HexFault]:
    a, b = (steps_to_power_ups(board, side) for side in SIDES)
    slack = board.recipe.slack
    for name in sorted({*a, *b}):
        apart = max(abs(one - other) for one, other in zip(a[name], b[name], strict=True))
        if apart > slack:
            message = f"{name} lies {_moves(a[name])} from start zone a, but {_moves(b[name])} from start zone b"
            hint = f"Move it, so that the moves are {f'at most {slack} apart' if slack else 'the same'}."
            places = [cell for power_up, cell in board.power_ups if power_up == name]
            yield HexFault("uneven-power-ups", message, hint, places[-1], part="power_ups")


def _seen_starts(board: HexBoard) -> Iterator[HexFault]:
    """The hexes of start zone a that a hex of start zone b can be shot at from."""
    grid, rules = board.recipe.grid, board.recipe.rules
    barring = [f"a {name}" for name in rules.edges if name not in rules.shots]
    hint = f"Put {_options(barring)} edge in between." if barring else "Move one of them."
    for one in board.start("a"):
        for other in board.start("b"):
            sight = line_of_sight(board, one, other)
            if sight:
                message = f"{grid.name(one)} of start zone a sees {grid.name(other)} of start zone b"
                message += f" through {', '.join(grid.name(cell) for cell in sight.trail[1:-1])}"
                yield HexFault("start-in-sight", message, hint, one, part="start")
                break


def _asymmetries(board: HexBoard) -> Iterator[HexFault]:
    grid = board.recipe.grid
    for cell in board.cells:
        other = board.by_hex[grid.opposite(cell.hex)]
        if other.hex < cell.hex and _likeness(cell) != _likeness(other, swapped=True):
            message = f"{grid.name(cell.hex)} and the hex opposite it, {grid.name(other.hex)}, are not alike"
            yield HexFault("asymmetric", f"{message}; the board is symmetric", "Give both the same.", cell.hex)
    for side in grid.edges:
        opposite = grid.opposite_edge(side)
        if opposite < side and board.edges[opposite] != board.edges[side]:
            message = f"the edge from {_names(grid, side)} is {board.edges[side]}, but opposite it, "
            message += f"from {_names(grid, opposite)}, is {board.edges[opposite]}; the board is symmetric"
            yield HexFault("asymmetric", message, f"Write {board.edges[opposite]}.", side[0], side)


def _likeness(cell: HexCell, swapped: bool = False) -> tuple[Sequence[str], Side | None]:
    """What two hexes that lie opposite each other have in common: their starts are of different sides."""
    start: Side | None = cell.start
    if swapped and start:
        start = "b" if start == "a" else "a"
    return sorted(cell.power_ups), start


def _names(grid: HexGrid, side: Edge) -> str:
    return f"{grid.name(side[0])} to {grid.name(side[1])}"


def _hollow(board: HexBoard) -> list[str]:
    """The hollow edges in the order of their grounds."""
    return [rule.edge for rule in board.recipe.rules.grounds.values() if rule.edge and not rule.stand]


def _options(words: Sequence[str], last: str = "or") -> str:
    *others, final = words
    return f"{', '.join(others)} {last} {final}" if others else final


def _moves(steps: Sequence[int]) -> str:
    return f"{' and '.join(map(str, steps))} move{'' if tuple(steps) == (1,) else 's'}"


def _many(count: int) -> str:
    return f"{count} hex{'' if count == 1 else 'es'}"
