"""The proof of hex boards: a right board has no fault, and every way to break it is told with its hex or edge."""

from __future__ import annotations

from dataclasses import replace

import pytest
from micro_forces import RULES, altered, open_board

from printgen.kinds.board.grid import Hex, HexGrid, edge
from printgen.kinds.board.hex_proof import board_faults
from printgen.kinds.board.hexes import HexBoard

GRID = HexGrid(5, 6)
STARTS = ((GRID.at(1, 0), GRID.at(2, 0)), (GRID.at(2, 5), GRID.at(3, 5)))
POWER_UPS = {GRID.at(2, 2): "foxhole", GRID.at(2, 3): "foxhole"}


def at(name: str) -> Hex:
    return GRID.by_name[name]


def around(*names: str, kind: str) -> dict[tuple[Hex, Hex], str]:
    """The edges between some hexes and all others."""
    inside = {at(name) for name in names}
    return {side: kind for side in GRID.edges if len(inside & set(side)) == 1}


def board(edges: dict[tuple[Hex, Hex], str] | None = None, **changes: object) -> HexBoard:
    made = open_board(GRID, edges, STARTS, POWER_UPS)
    return replace(made, recipe=altered(made.recipe, **changes))


def told(wrong: HexBoard) -> list[str]:
    found = board_faults(wrong)
    assert all(fault.hint for fault in found)
    return [f"{fault.code}: {fault.message} > {fault.hint}" for fault in found]


def test_a_right_board() -> None:
    assert board_faults(board()) == board_faults(board(arrangement="symmetric")) == ()
    ponds = around("D2", kind="water") | around("C4", kind="air")
    assert board_faults(board(ponds)) == ()
    # Cover is no obstacle to a move.
    assert board_faults(board(around("D2", "D3", kind="cover") | around("C3", "C4", kind="cover"))) == ()


def test_hexes_that_cannot_be_reached() -> None:
    assert told(board(around("D2", kind="wall"))) == [
        "cut-off: D2 cannot be reached: no open or cover edge leads there > "
        "Make an edge of D2 open or cover, or all of them water or air."
    ]
    # Three hexes of a corner behind water are no water: they have open edges between them.
    corner = ("A5", "B5", "A4")
    assert told(board(around(*corner, kind="water"))) == [
        "cut-off: A4 and 2 hexes beside it cannot be reached: no open or cover edge leads there > "
        "Open an edge around them."
    ]
    one_wall = around("D2", kind="water") | {edge(at("D2"), at("D1")): "wall"}
    assert [fault.hex for fault in board_faults(board(one_wall))] == [at("D2")]


def test_nobody_stands_on_water_or_in_the_air() -> None:
    flooded = around("A2", kind="water")
    assert told(board(flooded)) == [
        "no-ground: start zone a lies on A2, which has only water and air around it: nobody can stand there > "
        "Move it to another hex, or give this one an open edge."
    ]
    assert [fault.code for fault in board_faults(board(around("C3", kind="air")))] == ["no-ground"]
    assert [RULES.ground_of(kinds) for kinds in (["air"] * 4, ["air", "water"], ["cover"], ["cover", "open"])] == [
        "air", "water", "cover", "open"
    ]  # fmt: skip
    right = board(around("D2", kind="water"))
    assert told(replace(right, grounds={**right.grounds, at("D2"): "floor"})) == [
        "wrong-ground: the ground of D2 is floor, but its edges tell of water > Change the ground or the edges."
    ]


def test_start_zones() -> None:
    right = board()
    assert told(replace(right, starts={**right.starts, "b": ()})) == [
        "missing-start: start zone b is missing; each side needs 2 hexes to start from > Give 2 hexes start: b."
    ]
    assert told(board(figures=3)) == [
        "start-size: start zone a has 2 hexes; 3 figures start there > Give 1 hex more start: a.",
        "start-size: start zone b has 2 hexes; 3 figures start there > Give 1 hex more start: b.",
    ]
    assert "Take it from 1 hex." in told(board(figures=1))[0]


def test_power_ups() -> None:
    right = board()
    uneven = replace(right, power_ups={at("E2"): ("foxhole",), at("C3"): ("foxhole",)})
    assert told(uneven) == [
        "uneven-power-ups: foxhole lies 2 and 4 moves from start zone a, but 2 and 3 moves from start zone b > "
        "Move it, so that the moves are the same."
    ]
    assert board_faults(replace(uneven, recipe=altered(uneven.recipe, slack=1))) == ()
    # One kind of power-up does not make up for another.
    swapped = replace(right, power_ups={at("C3"): ("foxhole",), at("D3"): ("warhog",)})
    assert [fault.code for fault in board_faults(swapped)] == ["uneven-power-ups"] * 2


def test_starts_that_see_each_other() -> None:
    row = HexGrid(5, 8, "pointy")
    starts = ((row.at(2, 0),), (row.at(2, 7),))
    seen = open_board(row, starts=starts)
    assert board_faults(seen) == ()
    hidden = replace(seen, recipe=altered(seen.recipe, hidden_starts=True))
    assert told(hidden) == [
        "start-in-sight: A3 of start zone a sees H3 of start zone b through B3, C3, D3, E3, F3, G3 > "
        "Put a wall or a cover edge in between."
    ]
    hedge = {**hidden.edges, (row.at(2, 3), row.at(2, 4)): "cover"}
    assert board_faults(replace(hidden, edges=hedge)) == ()


def test_boards_that_are_not_symmetric() -> None:
    uneven = board({edge(at("B2"), at("C2")): "cover"}, arrangement="symmetric")
    assert told(uneven) == [
        "asymmetric: the edge from D4 to E4 is open, but opposite it, from B2 to C2, is cover; the board is symmetric "
        "> Write cover."
    ]
    right = board(arrangement="symmetric")
    fewer = replace(right, starts={**right.starts, "a": right.starts["a"][1:]})
    assert [fault.code for fault in board_faults(fewer)] == ["start-size", "asymmetric"]


def test_icons_of_power_ups() -> None:
    assert RULES.icon_and_number("combat-boot-8") == ("combat-boot", 8)
    assert [RULES.icon_and_number(word) for word in ("bullet", "helmet", "exclamation-mark")] == [
        ("bullet", None), ("helmet", None), ("exclamation-mark", None)
    ]  # fmt: skip
    for word in ("combat-boot", "combat-boot-0", "fist", "combat-boot-100", ""):
        with pytest.raises(ValueError, match="no icon"):
            RULES.icon_and_number(word)
