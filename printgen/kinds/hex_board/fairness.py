"""A hex board comes in; a score that a player understands goes out: 0 is perfectly even."""

from __future__ import annotations

from printgen.base.score import Score
from printgen.kinds.hex_board.model import SIDES, HexBoard, Side
from printgen.kinds.hex_board.sight import hexes_in_sight


def score(board: HexBoard) -> Score:
    """Compare what a board offers to its two sides; a difference above zero favours side a, one below it side b.

    The parts count moves to the power-ups, covered hexes near the start zones, and hexes from which the start zones
    can be shot at with the dice of one turn.
    """
    parts = (_power_up_part(board), _cover_part(board), _fire_part(board))
    return Score(round(sum(abs(value) for _, value in parts), 2), parts)


def steps_to_power_ups(board: HexBoard, side: Side) -> dict[str, tuple[int, ...]]:
    """The moves from a start zone to each power-up that can be reached, by its name and sorted."""
    steps = board.walks[side]
    found: dict[str, list[int]] = {}
    for name, cell in board.power_ups:
        if cell in steps:
            found.setdefault(name, []).append(steps[cell])
    return {name: tuple(sorted(found[name])) for name in sorted(found)}


def near_of(board: HexBoard) -> int:
    """How many moves from a start zone hexes still count as near it: all but one of a turn's actions."""
    return board.recipe.rules.turn - 1


def covered_hexes(board: HexBoard, side: Side) -> int:
    """How many hexes near a start zone have an edge that shelters."""
    steps, near = board.walks[side], near_of(board)
    return sum(steps.get(cell, near + 1) <= near for cell in board.sheltered)


def lines_of_fire(board: HexBoard, side: Side) -> int:
    """From how many hexes a figure can shoot into a start zone with the dice of a turn."""
    zone = board.start(side)
    seen = hexes_in_sight(board, zone, board.recipe.rules.turn)
    return len((seen & board.ground).difference(zone))


def _power_up_part(board: HexBoard) -> tuple[str, float]:
    moves = {side: [n for steps in steps_to_power_ups(board, side).values() for n in steps] for side in SIDES}
    a, b = (sum(moves[side]) / max(1, len(moves[side])) for side in SIDES)
    lead = _difference(b, a)
    if not lead:
        return "Power-ups lie equally far from both start zones", lead
    return f"Power-ups lie {_amount(lead, 'move')} nearer to start zone {_favoured(lead)}", lead


def _cover_part(board: HexBoard) -> tuple[str, float]:
    a, b = (covered_hexes(board, side) for side in SIDES)
    lead = _difference(a, b)
    if not lead:
        return f"Both start zones have equally many covered hexes within {_amount(near_of(board), 'move')}", lead
    return (
        f"Start zone {_favoured(lead)} has {_more(lead, 'covered hex')} within {_amount(near_of(board), 'move')}",
        lead,
    )


def _fire_part(board: HexBoard) -> tuple[str, float]:
    a, b = (lines_of_fire(board, side) for side in SIDES)
    lead = _difference(b, a)
    if not lead:
        return "Both start zones can be shot at from equally many hexes", lead
    return f"Start zone {_favoured(-lead)} can be shot at from {_more(lead, 'hex')}", lead


def _favoured(lead: float) -> str:
    return "A" if lead > 0 else "B"


def _amount(lead: float, noun: str) -> str:
    return f"{abs(lead):g} {noun}{'' if abs(lead) == 1 else 's'}"


def _more(lead: float, noun: str) -> str:
    return f"{abs(lead):g} more {noun}{'' if abs(lead) == 1 else 'es'}"


def _difference(one: float, other: float) -> float:
    # To the two places that the sentences show; adding zero makes -0.0 a plain 0.
    return round(one - other, 2) + 0.0
