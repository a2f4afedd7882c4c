"""How even a board of hexes is: what it offers to its two sides, in sentences that a player understands."""

from __future__ import annotations

from printgen.kinds.board.hex_rules import LeadRule
from printgen.kinds.board.hexes import SIDES, HexBoard, Side
from printgen.kinds.board.plan import Score, lead_between, total_of


def steps_to_power_ups(board: HexBoard, side: Side) -> dict[str, tuple[int, ...]]:
    """The moves from a start zone to each power-up that can be reached, by its name and sorted."""
    steps: dict[str, list[int]] = {}
    for cell in board.power_ups.keys() & board.walks[side].keys():
        for name in board.power_ups[cell]:
            steps.setdefault(name, []).append(board.walks[side][cell])
    return {name: tuple(sorted(steps[name])) for name in sorted(steps)}


def _mean_walk(board: HexBoard, side: Side) -> float:
    moves = [n for steps in steps_to_power_ups(board, side).values() for n in steps]
    return sum(moves) / max(1, len(moves))


def _near(board: HexBoard) -> int:
    """How many moves from a start zone hexes still count as near it: all but one of a turn's actions."""
    return board.rules.turn - 1


def count_covered(board: HexBoard, side: Side) -> int:
    """How many hexes near a start zone have an edge that shelters."""
    near, rules = _near(board), board.rules.edges
    sheltered = {cell for ends, kind in board.edges.items() if rules[kind].shelters for cell in ends}
    return sum(board.walks[side].get(cell, near + 1) <= near for cell in sheltered)


def lines_of_fire(board: HexBoard, side: Side) -> int:
    """From how many hexes a figure can shoot into a start zone with the dice of a turn."""
    zone = board.starts[side]
    return len((board.in_sight(zone, board.rules.turn).keys() & board.footing).difference(zone))


# What counts, 1 where more of it is good for a side, by the key under which the rules word it.
_COUNTS = {"power_ups": (_mean_walk, -1), "covered": (count_covered, 1), "fire": (lines_of_fire, -1)}


def score_hexes(board: HexBoard) -> Score:
    """Compare what a board offers to its two sides; a difference above zero favours side a, one below it side b.

    The parts count moves to the power-ups, covered hexes near the start zones, and hexes from which the start zones
    can be shot at with the dice of one turn, as far as the rules have words for them.
    """
    parts = []
    for key, (count, good) in _COUNTS.items() if all(board.starts.values()) else ():
        words: LeadRule | None = getattr(board.rules.score, key)
        if words is not None:
            lead = lead_between(*(good * count(board, side) for side in SIDES))
            better, worse = ("A", "B") if lead > 0 else ("B", "A")
            parts.append((words.sentence(lead, better=better, worse=worse, near=str(_near(board))), lead))
    return total_of(parts)
