"""A table and a width come in; the widths of its columns go out, in points.

Every column has room for its longest word. What is to spare is shared by the columns of words as far as they want it;
where the words do not fit on one line each, the widths are sought that need the fewest lines.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import permutations
from typing import NamedTuple

from printgen.faces.blocks.typeset import Typesetter
from printgen.faces.marks import bold
from printgen.game import blocks as doc
from printgen.reading.part import NOTHING, Phrase

SIDE, BADGE = 1.6, 8.0
"""Room at the sides of cells, and how wide badges are; in the style's units."""

# Figures are set in the style of values; longer texts in bold letters of the strong style.
_FIGURE = 6
ICON = re.compile(r":[a-z0-9-]+:")
"""A cell that is an icon and nothing else."""
# The styles of columns of running text, which need no room for a long head, and of all that take what is to spare.
_RUNNING = ("body", "note")
_TAKING = (*_RUNNING, "strong", "label")
# How much columns give each other while the fewest lines are sought, in the style's units, and how often at most.
_STEPS, _ROUNDS = (6.0, 3.0, 1.5), 12


class _Wish(NamedTuple):
    """The width of a column with its texts on one line each, and with its longest word; in points."""

    whole: float
    least: float


def figured(cell: Phrase, style: str) -> tuple[Phrase, str]:
    """A cell and the style that it is set in: a value that is longer than a figure stands in strong letters."""
    if style == "value" and len(cell.text) > _FIGURE and not ICON.fullmatch(cell.text):
        return Phrase(bold(cell.text), cell.where), "strong"
    return cell, style


def widths_of(
    table: doc.Table, width: float, setter: Typesetter, shares: Sequence[float] = (), results: int = 0
) -> list[float]:
    """Of each column its width; together they are as wide as the table.

    Columns with a share divide what the others leave, which are as wide as their words, or as they must be. The last
    `results` columns are ranges of a die, whose heads may stand on two lines before any text does.
    """
    shares = shares or [share for share, _, _ in table.columns]
    wishes = _wishes(table, setter)
    if sum(wish.whole for wish in wishes) > width:
        wishes = _wishes(table, setter, lean=True)
    own = [i for i, share in enumerate(shares) if not share]
    room = width
    if len(own) < len(shares):
        least = sum(wish.least for wish, share in zip(wishes, shares, strict=True) if share)
        room = min(width - least, sum(wishes[i].whole for i in own))
    fitted = _Columns(table, wishes, own, setter).widths(room, results)
    rest, parts = (width - sum(fitted)) / (sum(shares) or 1), iter(fitted)
    return [rest * share or next(parts) for share in shares]


def _wishes(table: doc.Table, setter: Typesetter, lean: bool = False) -> list[_Wish]:
    """What columns would like; in a `lean` table those of running text and badges need no room for a long head."""
    pad, badge = 2 * SIDE * setter.unit, (BADGE - SIDE) * setter.unit
    out: list[_Wish] = []
    for i, (_, _, style) in enumerate(table.columns):
        cells = [setter.natural(*figured(row.cells[i], style)) for row in table.rows if style != "badge"]
        cells = cells or [(badge, badge)]
        whole, longest = setter.natural(table.head[i], "label") if table.head else (0.0, 0.0)
        least = max(longest, *(word for _, word in cells))
        wide = max(least, 0.0 if lean and style in (*_RUNNING, "badge") else whole, *(text for text, _ in cells))
        out.append(_Wish(wide + pad, least + pad))
    return out


@dataclass
class _Columns:
    """Those columns of a table, by their places, whose widths follow from what stands in them."""

    table: doc.Table
    wishes: Sequence[_Wish]
    own: Sequence[int]
    setter: Typesetter
    _set: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)

    def widths(self, room: float, results: int) -> list[float]:
        """Of each of the columns its width; together they are as wide as the room, unless there are none."""
        styles = [style for _, _, style in self.table.columns]
        first = len(styles) - results
        words = [i for i in self.own if i < first]
        open_ = [i for i in self.own if styles[i] != "badge"]
        taking = open_ if results else [i for i in words if styles[i] in _TAKING] or open_ or self.own
        if sum(self.wishes[i].whole for i in self.own) <= room:
            return self._spread(room, taking)
        running = [i for i in words if styles[i] in _RUNNING]
        usual = self._given(room, [[i for i in self.own if i >= first], running, words])
        if results:
            return usual
        found = min((usual, self._given(room, [words]), self._levelled(room)), key=self._lines)
        return self._fewest(found)

    def _spread(self, room: float, taking: Collection[int]) -> list[float]:
        """Everything on one line, and what is to spare given to some columns in the measure of their words."""
        spare = room - sum(self.wishes[i].whole for i in self.own)
        grow = 1 + spare / (sum(self.wishes[i].whole for i in taking) or 1)
        return [self.wishes[i].whole * (grow if i in taking else 1) for i in self.own]

    def _given(self, room: float, giving: Iterable[Sequence[int]]) -> list[float]:
        """What is missing is taken from one group of columns after the other, as far as their longest words allow."""
        widths = {i: self.wishes[i].whole for i in self.own}
        for group in giving:
            slack = sum(widths[i] - self.wishes[i].least for i in group)
            share = min(1.0, max(0.0, sum(widths.values()) - room) / slack) if slack > 0 else 0.0
            for i in group:
                widths[i] -= share * (widths[i] - self.wishes[i].least)
        # What still is too wide does not fit: the words will say so.
        total = sum(widths.values())
        return [wide * min(1.0, room / total) for wide in widths.values()]

    def _levelled(self, room: float) -> list[float]:
        """The widest columns give until all that gave are as wide."""
        low, high = 0.0, room
        widths: list[float] = []
        for _ in range(30):
            level = (low + high) / 2
            widths = [min(self.wishes[i].whole, max(self.wishes[i].least, level)) for i in self.own]
            low, high = (level, high) if sum(widths) < room else (low, level)
        return [wide * min(1.0, room / sum(widths)) for wide in widths]

    def _fewest(self, widths: list[float]) -> list[float]:
        """Columns give each other a little for as long as that saves lines."""
        best = self._lines(widths)
        for step in (step * self.setter.unit for step in _STEPS):
            for _ in range(_ROUNDS):
                tried = [
                    [
                        wide - step if n == giver else wide + step if n == taker else wide
                        for n, wide in enumerate(widths)
                    ]
                    for giver, taker in permutations(range(len(self.own)), 2)
                    if widths[giver] - step >= self.wishes[self.own[giver]].least
                ]
                found = min(tried, key=self._lines, default=widths)
                if self._lines(found) >= best:
                    break
                widths, best = found, self._lines(found)
        return widths

    def _lines(self, widths: Sequence[float]) -> tuple[int, int]:
        """How many lines the rows take in columns of these widths, and how many all of their cells."""
        columns = [self._lines_in(i, wide) for i, wide in zip(self.own, widths, strict=True)]
        return sum(map(max, zip(*columns, strict=True))), sum(map(sum, columns))

    def _lines_in(self, i: int, width: float) -> tuple[int, ...]:
        """How many lines each cell of a column takes in a width, which counts in tenths of a point."""
        key = i, round(width * 10)
        if key not in self._set:
            style, pad = self.table.columns[i][2], 2 * SIDE * self.setter.unit
            cells = [NOTHING if style == "badge" else row.cells[i] for row in self.table.rows]
            self._set[key] = tuple(self.setter.lines(*figured(cell, style), width - pad) for cell in cells)
        return self._set[key]
