"""A hex board comes in; a score that a player understands goes out: 0 is perfectly even."""

from __future__ import annotations

from printgen.base.score import Score
from printgen.kinds.hex_board.model import SIDES, HexBoard, Side
from printgen.kinds.hex_board.rules import LeadRule


def steps_to_power_ups(board: HexBoard, side: Side) -> dict[str, tuple[int, ...]]:
    """The moves from a start zone to each power-up that can be reached, by its name and sorted."""
    found: dict[str, list[int]] = {}
    for cell in board.power_ups.keys() & board.walks[side].keys():
        for name in board.power_ups[cell]:
            found.setdefault(name, []).append(board.walks[side][cell])
    return {name: tuple(sorted(found[name])) for name in sorted(found)}


def _mean_walk(board: HexBoard, side: Side) -> float:
    moves = [n for steps in steps_to_power_ups(board, side).values() for n in steps]
    return sum(moves) / max(1, len(moves))


def _near(board: HexBoard) -> int:
    """How many moves from a start zone hexes still count as near it: all but one of a turn's actions."""
    return board.rules.turn - 1


def covered_hexes(board: HexBoard, side: Side) -> int:
    """How many hexes near a start zone have an edge that shelters."""
    near, rules = _near(board), board.rules.edges
    sheltered = {cell for ends, kind in board.edges.items() if rules[kind].shelters for cell in ends}
    return sum(board.walks[side].get(cell, near + 1) <= near for cell in sheltered)


def lines_of_fire(board: HexBoard, side: Side) -> int:
    """From how many hexes a figure can shoot into a start zone with the dice of a turn."""
    zone = board.starts[side]
    return len((board.in_sight(zone, board.rules.turn).keys() & board.footing).difference(zone))


# What counts, 1 where more of it is good for a side, by the key under which the rules word it.
_COUNTS = {"power_ups": (_mean_walk, -1), "covered": (covered_hexes, 1), "fire": (lines_of_fire, -1)}


def score(board: HexBoard) -> Score:
    """Compare what a board offers to its two sides; a difference above zero favours side a, one below it side b.

    The parts count moves to the power-ups, covered hexes near the start zones, and hexes from which the start zones
    can be shot at with the dice of one turn, as far as the rules have words for them.
    """
    parts = []
    for key, (count, good) in _COUNTS.items() if all(board.starts.values()) else ():
        words: LeadRule | None = getattr(board.rules.score, key)
        if words is None:
            continue
        a, b = (good * count(board, side) for side in SIDES)
        # To the two places that the sentences show; adding zero makes -0.0 a plain 0.
        lead = round(a - b, 2) + 0.0
        better, worse = ("A", "B") if lead > 0 else ("B", "A")
        said = words.even if not lead else words.one if abs(lead) == 1 else words.more
        told = {"lead": f"{abs(lead):g}", "better": better, "worse": worse, "near": str(_near(board))}
        parts.append((said.text.format(**told), lead))
    return Score(round(sum(abs(lead) for _, lead in parts), 2), tuple(parts))
