"""The values of the faces of charts: bars, bars in parts, dots with intervals, cells of a matrix.

Decks differ in colour, and in grey by stripes and by the shape of dots. Lengths and places are shares of the
room of a chart, from 0 to 1.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

COLORS = ("house", "alert", "steel", "grey")
"""The colours of decks in their order; those beyond begin anew."""

Shown = dict[str, Any]


class Estimate(NamedTuple):
    """A number that was sampled, and how far off it is at most in 95 of 100 cases; 0 where it is exact."""

    value: float
    off: float = 0.0


def deck_look(deck: int) -> Shown:
    """The look of what stands for a deck, by its number from 0."""
    return {"color": COLORS[deck % len(COLORS)], "striped": deck % 2 == 1}


def bar_rows(
    counted: Iterable[tuple[str, Sequence[float]]],
    form: str = "{:g}",
    most: float = 0,
    alone: bool = False,
    marks: Mapping[str, Sequence[float]] | None = None,
) -> list[Shown]:
    """A row of bars for each name, the longest 1, with `marks` to compare; `alone` leaves out bars of 0."""
    rows = list(counted)
    most = most or max((number for _, numbers in rows for number in numbers), default=0) or 1
    compared = marks or {}
    return [
        {
            "name": name,
            "bars": [
                {
                    "length": number / most,
                    "text": form.format(number),
                    "mark": compared[name][i] / most if name in compared else 0,
                    **deck_look(i),
                }
                for i, number in enumerate(numbers)
                if number or not alone
            ],
        }
        for name, numbers in rows
    ]


def parts_row(name: str, shares: Sequence[tuple[float, Shown | None]], strong: bool = False) -> Shown:
    """A bar in parts, each a share of the whole in the look of a deck, or white; it says its share where it is large.

    Such as `parts_row("Tactics", [(0.44, deck_look(0)), (0.06, None), (0.5, deck_look(1))])`.
    """
    parts, at = [], 0.0
    for share, look in shares:
        text = f"{100 * share:.0f}" if look else ""
        parts.append({"at": at, "length": share, "text": text, **(look or {"color": "white", "striped": False})})
        at += share
    return {"name": name, "parts": parts, "strong": strong}


class ChartScale(NamedTuple):
    """The numbers that a chart has room for, and how many steps of it have a mark."""

    low: float
    high: float
    steps: int

    def at(self, number: float) -> float:
        """Where a number stands, kept on the chart."""
        return min(1.0, max(0.0, (number - self.low) / (self.high - self.low)))

    def marks(self, form: str = "{:g}") -> list[str]:
        step = (self.high - self.low) / self.steps
        return [form.format(self.low + step * n) for n in range(self.steps + 1)]


PERCENT = ChartScale(0, 100, 4)


def scale_of(numbers: Iterable[float], step: float) -> ChartScale:
    """A scale in whole steps on which all numbers have room; at most 8 steps, which are doubled until it is so."""
    values = [*numbers] or [0.0]
    while True:
        low, high = (min(values) // step), -(-max(values) // step)
        if high - low <= 8:
            return ChartScale(low * step, max(high, low + 1) * step, int(max(high - low, 1)))
        step *= 2


def dots_row(
    name: str,
    estimates: Sequence[tuple[Estimate, Shown]],
    scale: ChartScale,
    cells: Sequence[str] = (),
    strong: bool = False,
) -> Shown:
    """A row of dots with the intervals that they lie in, and what is written behind it."""
    dots = [
        {
            "at": scale.at(estimate.value),
            "low": scale.at(estimate.value - estimate.off),
            "high": scale.at(estimate.value + estimate.off),
            **look,
        }
        for estimate, look in estimates
    ]
    return {"name": name, "dots": dots, "cells": list(cells), "strong": strong}


def matrix_cell(share: float | None, strong: bool = False) -> Shown:
    """A cell of a matrix of shares from 0 to 1, the darker the higher; None where there is none."""
    if share is None:
        return {"fill": "page", "text": "–", "ink": "quiet", "strong": False}
    fill = f"white/steel-dark {round(90 * min(1.0, max(0.0, share)) ** 1.6)}"
    return {"fill": fill, "text": f"{100 * share:.0f}", "ink": f"white over {fill}", "strong": strong}
