"""The values of charts: shares of their room, texts, and the looks of decks."""

from __future__ import annotations

import pytest

from printgen.designer.report import (
    PERCENT,
    ChartScale,
    Estimate,
    bar_rows,
    deck_look,
    dots_row,
    matrix_cell,
    parts_row,
    scale_of,
)
from printgen.rules.report import _stat_spread

HOUSE, ALERT = {"color": "house", "striped": False}, {"color": "alert", "striped": True}


def test_bars_are_shares_of_the_longest_with_marks_and_without_those_of_nothing() -> None:
    counted = [("x", (4, 0)), ("y", (2, 1))]
    assert bar_rows(counted, "{:.1f}", alone=True, marks={"y": (1, 4)}) == [
        {"name": "x", "bars": [{"length": 1, "text": "4.0", "mark": 0, **HOUSE}]},
        {
            "name": "y",
            "bars": [
                {"length": 0.5, "text": "2.0", "mark": 0.25, **HOUSE},
                {"length": 0.25, "text": "1.0", "mark": 1, **ALERT},
            ],
        },
    ]
    assert [len(row["bars"]) for row in bar_rows(counted)] == [2, 2]
    assert bar_rows([("x", (2,))], most=8)[0]["bars"][0]["length"] == 0.25
    assert bar_rows([("x", (0,))])[0]["bars"][0] == {"length": 0, "text": "0", "mark": 0, **HOUSE}


def test_parts_follow_each_other() -> None:
    row = parts_row("t", [(0.25, HOUSE), (0.75, None)], strong=True)
    white = {"color": "white", "striped": False}
    parts = [{"at": 0, "length": 0.25, "text": "25", **HOUSE}, {"at": 0.25, "length": 0.75, "text": "", **white}]
    assert row == {"name": "t", "parts": parts, "strong": True}


def test_dots_lie_in_their_intervals_and_on_the_chart() -> None:
    dots = dots_row("d", [(Estimate(50, 25), HOUSE), (Estimate(99, 5), ALERT)], PERCENT, ["a"])["dots"]
    assert dots == [{"at": 0.5, "low": 0.25, "high": 0.75, **HOUSE}, {"at": 0.99, "low": 0.94, "high": 1, **ALERT}]
    assert PERCENT.marks("{:g} %") == ["0 %", "25 %", "50 %", "75 %", "100 %"]
    assert ChartScale(-2, 2, 2).marks() == ["-2", "0", "2"]


@pytest.mark.parametrize(
    ("numbers", "scale"),
    [([], (0, 1, 1)), ([-1.5, 3], (-2, 3, 5)), ([0, 8], (0, 8, 8)), ([0, 8.5], (0, 10, 5)), ([3, 3], (3, 4, 1))],
)
def test_a_scale_has_room_for_all_numbers_in_eight_steps(numbers: list[float], scale: tuple[float, float, int]) -> None:
    assert scale_of(numbers, 1) == scale


def test_cells_are_the_darker_the_higher() -> None:
    assert matrix_cell(None) == {"fill": "page", "text": "–", "ink": "quiet", "strong": False}
    fills = [matrix_cell(share)["fill"] for share in (-0.1, 0, 0.5, 1, 2)]
    assert fills == [f"white/steel-dark {shade}" for shade in (0, 0, 30, 90, 90)]
    cell = matrix_cell(0.5, strong=True)
    assert (cell["text"], cell["ink"], cell["strong"]) == ("50", "white over white/steel-dark 30", True)
    assert [deck_look(deck)["color"] for deck in range(5)] == ["house", "alert", "steel", "grey", "house"]


@pytest.mark.parametrize(("values", "counts", "numbers"), [
    ((), [], (0, 0, 0, 0)), ((0,), [1], (0, 0, 0, 0)), ((2, 0, 2, 1), [1, 1, 2], (1.25, 0, 2, 6.25)),
    ((3,), [0, 0, 0, 1], (3, 3, 3, 15)),
])  # fmt: skip
def test_a_stat_is_spread_from_nought_to_its_highest_value(
    values: tuple[int, ...], counts: list[int], numbers: tuple[float, ...]
) -> None:
    spread = _stat_spread("Speed", values, 5)
    assert spread["counts"] == counts and tuple(spread[key] for key in ("mean", "low", "high", "team")) == numbers
