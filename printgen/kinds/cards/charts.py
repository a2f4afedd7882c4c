"""Charts: numbers and a box on a page come in; bars, labels and rules go out as items, all in points."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printgen.base.geometry import Box
from printgen.drawing.model import Item, Rect, Stroke
from printgen.drawing.words import BODY, CENTER, RIGHT, SEMI, run

INK, RULE, MUTED = "#15171A", "#D9CFB2", "#55594F"
_STRIPE, _STRIPE_STEP = 0.9, 3.6


@dataclass(frozen=True, slots=True)
class Series:
    """One row of numbers: what it is called, its colour, and whether stripes tell it apart in grey."""

    name: str
    color: str
    striped: bool
    values: tuple[float, ...]


def bar(box: Box, series: Series) -> list[Item]:
    """A bar: plain, or with light stripes across."""
    items: list[Item] = [Rect(*box, series.color)]
    if series.striped:
        across = box.w > box.h
        for i in range(int((box.w if across else box.h) / _STRIPE_STEP)):
            at = (i + 0.5) * _STRIPE_STEP
            stripe = (box.x + at, box.y, _STRIPE, box.h) if across else (box.x, box.bottom - at, box.w, _STRIPE)
            items.append(Rect(*stripe, "#FFFFFF"))
    return [*items, Rect(*box, None, Stroke(INK, 0.5))] if box.w > 0 and box.h > 0 else []


def histogram(box: Box, series: Sequence[Series], step: int = 10) -> list[Item]:
    """Upright bars side by side for the values 0, 1, 2 ...; numbers are percent, with a scale at the left."""
    plot = Box(box.x + 18, box.y + 6, box.w - 18, box.h - 18)
    most = max((value for one in series for value in one.values), default=0.0)
    top = max(step, -(-int(most + 0.999) // step) * step)
    items: list[Item] = []
    for mark in range(0, top + 1, step):
        y = plot.bottom - plot.h * mark / top
        items.append(Rect(plot.x, y - 0.2, plot.w, 0.4, INK if mark == 0 else RULE))
        items.append(run(plot.x - 3, y + 2.4, str(mark), BODY, 7, MUTED, RIGHT))
    columns = max((len(one.values) for one in series), default=1)
    wide = plot.w / columns
    each = wide * 0.8 / max(1, len(series))
    for value in range(columns):
        left = plot.x + value * wide
        items.append(run(left + wide / 2, box.bottom - 2, str(value), SEMI, 8, INK, CENTER))
        for i, one in enumerate(series):
            share = one.values[value] if value < len(one.values) else 0.0
            high = plot.h * share / top
            items += bar(Box(left + wide * 0.1 + i * each, plot.bottom - high, each, high), one)
    return items


def rows(
    box: Box,
    names: Sequence[str],
    series: Sequence[Series],
    margin: float,
    form: str = "{:g}",
    alone: bool = False,
) -> list[Item]:
    """Lying bars, a row for each name with a bar for each series and its number behind it; `margin` is for names.

    With `alone`, a series that has nothing of a name leaves its row to the others.
    """
    most = max((value for one in series for value in one.values), default=0.0) or 1.0
    high = box.h / max(1, len(names))
    thick = min(9.0, high * 0.8 / max(1, len(series)))
    room = box.w - margin - 24
    items: list[Item] = [Rect(box.x + margin - 0.4, box.y, 0.4, box.h, RULE)]
    for row, name in enumerate(names):
        middle = box.y + (row + 0.5) * high
        items.append(run(box.x, middle + 3, name, SEMI, 8.5, INK, room=margin - 6))
        shown = [one for one in series if one.values[row]] if alone else series
        top = middle - thick * len(shown) / 2
        for i, one in enumerate(shown):
            value = one.values[row]
            y = top + i * thick
            items += bar(Box(box.x + margin, y + 0.4, room * value / most, thick - 0.8), one)
            size = min(8.0, thick + 0.5)
            end = box.x + margin + room * value / most + 3
            items.append(run(end, y + thick / 2 + size * 0.35, form.format(value), BODY, size, INK))
    return items
