"""The proof of a hex board: that it keeps its recipe and its locks, and how even it is to its two sides."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printgen.base import group_pairs
from printgen.base.units import with_article
from printgen.kinds.board.grid import Edge, Hex, steps_from
from printgen.kinds.board.hex_rules import HexRules, LeadRule
from printgen.kinds.board.hexes import SIDES, HexBoard, HexOptions, Side
from printgen.kinds.board.plan import Score, lead_between, total_of

PLUS = "+"
NOTHING = "none"
"""Stands for a power-up where none may lie; no power-up has this name."""


class Lock(NamedTuple):
    """The contents to which a hex is locked; "" for any ground or power-up, or none."""

    ground: str = ""
    power_up: str = ""

    def holds(self, board: HexBoard, cell: Hex) -> bool:
        """Whether a board has these contents on a hex."""
        lying = board.power_ups.get(cell, ())
        lies = not self.power_up or self.power_up in lying or (self.power_up == NOTHING and not lying)
        return lies and self.ground in ("", board.grounds[cell])

    @property
    def lies(self) -> str:
        """The power-up that must lie there, "" for none."""
        return "" if self.power_up == NOTHING else self.power_up

    def __str__(self) -> str:
        return PLUS.join(filter(None, self))


def locks_of(options: HexOptions, rules: HexRules) -> dict[Hex, Lock]:
    """The locks of valid options, row by row; on a symmetric board also those of the opposite hexes."""
    return {cell: lock_of(words, rules) for cell, words in options.locks.items()}


def lock_of(words: str, rules: HexRules) -> Lock:
    """The lock in a text: a ground, a power-up, or both with a plus between them."""
    ground = next((word for word in words.split(PLUS) if word in rules.grounds), "")
    return Lock(ground, next((word for word in words.split(PLUS) if word not in rules.grounds), ""))


def contents_of(board: HexBoard, cell: Hex) -> str:
    """The contents of a hex in the words of a lock, including the absence of a possible power-up."""
    lying = board.power_ups.get(cell, ())[:1]
    could = board.recipe.power_ups and cell not in board.start_of and board.rules.grounds[board.grounds[cell]].stand
    return PLUS.join((board.grounds[cell], *(lying or ((NOTHING,) if could else ()))))


def steps_to_power_ups(board: HexBoard, side: Side) -> dict[str, tuple[int, ...]]:
    """The moves from a start zone to each power-up that can be reached, by its name and sorted."""
    cells = board.power_ups.keys() & board.walks[side].keys()
    steps = group_pairs((name, board.walks[side][cell]) for cell in cells for name in board.power_ups[cell])
    return {name: tuple(sorted(steps[name])) for name in sorted(steps)}


def _mean_walk(board: HexBoard, side: Side) -> float:
    moves = [n for steps in steps_to_power_ups(board, side).values() for n in steps]
    return sum(moves) / max(1, len(moves))


def _near(board: HexBoard) -> int:
    """The number of moves from a start zone up to which hexes count as near: one less than a turn's actions."""
    return board.rules.turn - 1


def count_covered(board: HexBoard, side: Side) -> int:
    """The number of hexes near a start zone with a sheltering edge."""
    near, rules = _near(board), board.rules.edges
    sheltered = {cell for ends, kind in board.edges.items() if rules[kind].shelters for cell in ends}
    return sum(board.walks[side].get(cell, near + 1) <= near for cell in sheltered)


def lines_of_fire(board: HexBoard, side: Side) -> int:
    """The number of hexes from which a figure can shoot into a start zone with the dice of a turn."""
    zone = board.starts[side]
    return len((board.in_sight(zone, board.rules.turn).keys() & board.footing).difference(zone))


# The counted things by their key in the rules; 1 if more of it is good for a side.
_COUNTS = {"power_ups": (_mean_walk, -1), "covered": (count_covered, 1), "fire": (lines_of_fire, -1)}


def score_hexes(board: HexBoard) -> Score:
    """Compare the board's offers to its two sides; positive differences favour side a, negative ones side b.

    The parts count moves to the power-ups, covered hexes near the start zones, and hexes from which the start zones can
    be shot at with the dice of one turn, as far as the rules have words for them.
    """
    parts = []
    for key, (count, good) in _COUNTS.items() if all(board.starts.values()) else ():
        words: LeadRule | None = getattr(board.rules.score, key)
        if words is not None:
            lead = lead_between(*(good * count(board, side) for side in SIDES))
            better, worse = ("A", "B") if lead > 0 else ("B", "A")
            parts.append((words.sentence(lead, better=better, worse=worse, near=str(_near(board))), lead))
    return total_of(parts)


class HexFault(NamedTuple):
    """One violation of the recipe, in the words of a `Finding`.

    `hex` is None for a fault of the whole board, and `edge` unless an edge is at fault; `part` is "start" or
    "power_ups" when that part of the hex is at fault.
    """

    code: str
    message: str
    hint: str
    hex: Hex | None = None
    edge: Edge | None = None
    part: str = ""


def board_faults(board: HexBoard) -> tuple[HexFault, ...]:
    """All faults of a board of known words; an empty result proves that it keeps its recipe.

    A figure may stand on every hex except those with hollow edges only; from each it can move to every other. Start
    zones have a hex for each figure. Both sides have the same power-ups equally many moves away, within the slack of
    the recipe.
    """
    lost = [*_nowhere(board), *_check_reach(board)]
    faults = [*_starts(board), *lost]
    whole = all(board.starts.values())
    # Moves cannot be counted to and from hexes that nobody reaches.
    if whole and not lost:
        faults += _uneven(board)
    if whole and board.recipe.hidden_starts:
        faults += _check_sight(board)
    if board.recipe.arrangement == "symmetric":
        faults += _asymmetries(board)
    faults += _check_locks(board)
    return tuple(faults)


def _starts(board: HexBoard) -> Iterator[HexFault]:
    wanted = board.recipe.figures
    for side, zone in board.starts.items():
        lacking = wanted - len(zone)
        if not zone and not wanted:
            continue
        if not zone:
            message = f"start zone {side} is missing; each side needs {wanted} hexes to start from"
            yield HexFault("missing-start", message, f"Give {wanted} hexes start: {side}.")
        elif lacking:
            message = f"start zone {side} has {_many(len(zone))}; {wanted} figures start there"
            hint = f"Give {_many(lacking)} more start: {side}." if lacking > 0 else f"Take it from {_many(-lacking)}."
            yield HexFault("start-size", message, hint, zone[-1], part="start")


def _nowhere(board: HexBoard) -> Iterator[HexFault]:
    """Start zones, power-ups and floors where nobody can stand, and water that can be walked on."""
    rules = board.rules
    for cell, ground in board.grounds.items():
        name, footing = board.recipe.grid.name(cell), cell in board.footing
        ground_by_edges = rules.ground_of(board.kinds_around(cell))
        start, power_ups = board.start_of.get(cell), board.power_ups.get(cell)
        if not footing and (start or power_ups):
            what = f"start zone {start}" if start or not power_ups else f"the power-up {power_ups[0]}"
            hollow_names = _join_words(rules.hollow, "and")
            message = f"{what} lies on {name}, which has only {hollow_names} around it: nobody can stand there"
            hint = "Move it to another hex, or give this one an open edge."
            yield HexFault("no-ground", message, hint, cell, part="start" if start else "power_ups")
        if ground != ground_by_edges and (not footing or not rules.grounds[ground].stand):
            message = f"the ground of {name} is {ground}, but its edges tell of {ground_by_edges}"
            yield HexFault("wrong-ground", message, "Change the ground or the edges.", cell)


def _check_reach(board: HexBoard) -> Iterator[HexFault]:
    """Every region but the largest, at its first hex; the board is in one piece when there is no other."""
    rules = board.rules
    regions: list[list[Hex]] = []
    visited: set[Hex] = set()
    for cell in board.grounds:
        if cell not in visited and cell in board.footing:
            # In the order of the board, so that the first hex is the one that a reader meets first.
            reached = steps_from([cell], board.links)
            regions.append([other for other in board.grounds if other in reached])
            visited |= reached.keys()
    largest = max(regions, key=len, default=[])
    ways = _join_words([name for name in rules.edges if name in rules.moves])
    void = f", or all of them {_join_words(rules.hollow)}" if rules.hollow else ""
    for first, *others in (region for region in regions if region is not largest):
        name = board.recipe.grid.name(first)
        beside = f" and {_many(len(others))} beside it" if others else ""
        message = f"{name}{beside} cannot be reached: no {ways} edge leads there"
        hint = "Open an edge around them." if others else f"Make an edge of {name} {ways}{void}."
        yield HexFault("cut-off", message, hint, first)


def _uneven(board: HexBoard) -> Iterator[HexFault]:
    a, b = (steps_to_power_ups(board, side) for side in SIDES)
    slack = board.recipe.slack
    for name in a:
        if max(abs(one - other) for one, other in zip(a[name], b[name], strict=True)) > slack:
            message = f"{name} lies {_moves(a[name])} from start zone a, but {_moves(b[name])} from start zone b"
            hint = f"Move it, so that the moves are {f'at most {slack} apart' if slack else 'the same'}."
            *_, last = (cell for cell, names in board.power_ups.items() if name in names)
            yield HexFault("uneven-power-ups", message, hint, last, part="power_ups")


def _check_sight(board: HexBoard) -> Iterator[HexFault]:
    """The hexes of start zone a that can be shot at from a hex of start zone b."""
    grid, rules = board.recipe.grid, board.rules
    barring = [with_article(name) for name in rules.edges if name not in rules.shots]
    hint = f"Put {_join_words(barring)} edge in between." if barring else "Move one of them."
    for target in board.starts["a"]:
        seen = (trail for other in board.starts["b"] if (trail := board.line_of_sight(target, other)))
        if trail := next(seen, None):
            _, *between, other = map(grid.name, trail)
            message = f"{grid.name(target)} of start zone a sees {other} of start zone b through {', '.join(between)}"
            yield HexFault("start-in-sight", message, hint, target, part="start")


def _asymmetries(board: HexBoard) -> Iterator[HexFault]:
    grid = board.recipe.grid
    for cell in board.grounds:
        other = grid.opposite(cell)
        power_ups = [sorted(board.power_ups.get(each, ())) for each in (cell, other)]
        starts = board.start_of.get(cell), board.start_of.get(other)
        if other < cell and (power_ups[0] != power_ups[1] or starts not in ((None, None), ("a", "b"), ("b", "a"))):
            message = f"{grid.name(cell)} and the hex opposite it, {grid.name(other)}, are not alike"
            yield HexFault("asymmetric", f"{message}; the board is symmetric", "Give both the same.", cell)
    for side in grid.edges:
        opposite = grid.opposite_edge(side)
        here, there = board.edges[side], board.edges[opposite]
        if opposite < side and there != here:
            (a, b), (c, d) = map(grid.name, side), map(grid.name, opposite)
            message = f"the edge from {a} to {b} is {here}, but opposite it, from {c} to {d}, is {there}"
            yield HexFault("asymmetric", f"{message}; the board is symmetric", f"Write {there}.", side[0], side)


def _check_locks(board: HexBoard) -> Iterator[HexFault]:
    for cell, lock in locks_of(board.recipe, board.rules).items():
        if not lock.holds(board, cell):
            message = f"{board.recipe.grid.name(cell)} holds {contents_of(board, cell)}, but is locked to {lock}"
            yield HexFault("not-locked", message, "Change it, or unlock it.", cell)


def _join_words(words: Sequence[str], last: str = "or") -> str:
    *others, final = words
    return f"{', '.join(others)} {last} {final}" if others else final


def _moves(steps: Sequence[int]) -> str:
    return f"{' and '.join(map(str, steps))} move{'' if tuple(steps) == (1,) else 's'}"


def _many(count: int) -> str:
    return f"{count} hex{'' if count == 1 else 'es'}"
