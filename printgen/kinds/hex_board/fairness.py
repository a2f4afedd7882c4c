"""A hex board comes in; a score that a player understands goes out: 0 is perfectly even."""

from __future__ import annotations

from printgen.base.score import Score
from printgen.kinds.hex_board.model import SIDES, HexBoard, Side


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


# What counts, 1 where more of it is good for a side; what is said where it is even, and where one side has the lead.
_COUNTS = ((_mean_walk, -1), (covered_hexes, 1), (lines_of_fire, -1))
_EVEN = (
    "Power-ups lie equally far from both start zones",
    "Both start zones have equally many covered hexes within {near}",
    "Both start zones can be shot at from equally many hexes",
)
_UNEVEN = (
    "Power-ups lie {lead} move{s} nearer to start zone {better}",
    "Start zone {better} has {lead} more covered hex{es} within {near}",
    "Start zone {worse} can be shot at from {lead} more hex{es}",
)


def score(board: HexBoard) -> Score:
    """Compare what a board offers to its two sides; a difference above zero favours side a, one below it side b.

    The parts count moves to the power-ups, covered hexes near the start zones, and hexes from which the start zones
    can be shot at with the dice of one turn.
    """
    near, parts = _near(board), []
    for (count, good), even, uneven in zip(_COUNTS, _EVEN, _UNEVEN, strict=True):
        a, b = (good * count(board, side) for side in SIDES)
        # To the two places that the sentences show; adding zero makes -0.0 a plain 0.
        lead = round(a - b, 2) + 0.0
        better, worse = ("A", "B") if lead > 0 else ("B", "A")
        s, es = ("", "") if abs(lead) == 1 else ("s", "es")
        told = {"lead": f"{abs(lead):g}", "s": s, "es": es, "better": better, "worse": worse}
        said = (uneven if lead else even).format(**told, near=f"{near} move{'s' * (near != 1)}")
        parts.append((said, lead))
    return Score(round(sum(abs(lead) for _, lead in parts), 2), tuple(parts))
