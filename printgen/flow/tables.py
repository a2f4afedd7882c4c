"""A table and a width come in; a chunk for its head and one for each row go out.

Tables of the game's own files are set as such tables too, with a title, bars that share out the die, and footnotes.
"""

from __future__ import annotations

import math
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import NamedTuple

from printgen.base.geometry import translate
from printgen.drawing.columns import Chunk, still
from printgen.drawing.model import Group, Item, Path, Place, Rect
from printgen.drawing.outlines import circle
from printgen.flow.typeset import Paragraph, Typesetter
from printgen.reading import blocks as doc
from printgen.reading.dice_tables import ROLL, DiceTable, Row
from printgen.reading.part import NOTHING, Phrase

# Room at the sides of cells and above them, badges and their icons, bars and what is under them; in the style's units.
_SIDE, _TOP, _BADGE, _GLYPH, _BAR, _UNDER = 1.6, 1.35, 8.0, 5.4, 2.1, 0.7
_TALLER = 0.35
# Figures are set in the style of values; longer texts in bold letters of the strong style.
_FIGURE = 6
_ICON = re.compile(r":[a-z0-9-]+:")
# The styles of columns that take what room is to spare, and give first where it is missing.
_RUNNING = ("body", "note")
_MARKS = "†‡§¶"
_ROUNDED = 0.001
_NOTHING = "–"
# From nothing to the worst: each darker than the one before it, so that grey prints tell them apart.
_TONES = ("white", "tint-2", "amber", "alert", "ink")
_GREYS = ("white", "ink/white 90", "ink/white 70", "ink/white 40", "ink")


class _Wish(NamedTuple):
    """The width of a column with its texts on one line each, and with its longest word; in points."""

    whole: float
    least: float


def table_chunks(table: doc.Table, width: float, setter: Typesetter) -> list[Chunk]:
    """The head, kept with the first row and repeated where the table goes on in another column; then the rows.

    Columns with a share divide what the others leave, which are as wide as their words, or as they must be.
    """
    wishes, shares = _wishes(table, setter), [share for share, _, _ in table.columns]
    own, room = [wish for wish, share in zip(wishes, shares, strict=True) if not share], width
    if len(own) < len(shares):
        least = sum(wish.least for wish, share in zip(wishes, shares, strict=True) if share)
        room = min(width - least, sum(wish.whole for wish in own))
    every = range(len(own))
    fitted = _fitted(own, room, every, [every])
    rest, parts = (width - sum(fitted)) / (sum(shares) or 1), iter(fitted)
    return _Grid(table, [rest * share or next(parts) for share in shares], setter).chunks()


def _wishes(table: doc.Table, setter: Typesetter, lean: bool = False) -> list[_Wish]:
    """What columns would like; in a `lean` table those of running text and badges need no room for a long head."""
    pad, badge = 2 * _SIDE * setter.unit, (_BADGE - _SIDE) * setter.unit
    out: list[_Wish] = []
    for i, (_, _, style) in enumerate(table.columns):
        cells = [setter.natural(*_figure(row.cells[i], style)) for row in table.rows if style != "badge"]
        cells = cells or [(badge, badge)]
        whole, longest = setter.natural(table.head[i], "label") if table.head else (0.0, 0.0)
        least = max(longest, *(word for _, word in cells))
        wide = max(least, 0.0 if lean and style in (*_RUNNING, "badge") else whole, *(text for text, _ in cells))
        out.append(_Wish(wide + pad, least + pad))
    return out


def _fitted(
    wishes: Sequence[_Wish], room: float, taking: Collection[int], giving: Sequence[Sequence[int]]
) -> list[float]:
    """Widths for a room: some columns take what is to spare; what is missing, one group after the other gives."""
    widths = [wish.whole for wish in wishes]
    spare = room - sum(widths)
    if wishes and spare >= 0:
        grow = 1 + spare / (sum(widths[i] for i in taking) or 1)
        return [wide * grow if i in taking else wide for i, wide in enumerate(widths)]
    for group in giving:
        slack = sum(wishes[i].whole - wishes[i].least for i in group)
        share = min(1.0, max(0.0, sum(widths) - room) / slack) if slack else 0.0
        for i in group:
            widths[i] -= share * (wishes[i].whole - wishes[i].least)
    # What still is too wide does not fit: the words will say so.
    return [wide * min(1.0, room / sum(widths)) for wide in widths]


def _figure(cell: Phrase, style: str) -> tuple[Phrase, str]:
    if style == "value" and len(cell.text) > _FIGURE and not _ICON.fullmatch(cell.text):
        return Phrase(f"**{cell.text}**", cell.where), "strong"
    return cell, style


@dataclass
class _Grid:
    """Draws a table whose columns have these widths, in points."""

    table: doc.Table
    widths: Sequence[float]
    setter: Typesetter

    def __post_init__(self) -> None:
        *self.lefts, self.width = accumulate(self.widths, initial=0.0)

    def chunks(self) -> list[Chunk]:
        head = [self.head()] if self.table.head else []
        rows = [self.row(i, row) for i, row in enumerate(self.table.rows)]
        return [*head, *rows[:1], *(row._replace(lead=head[0] if head else None) for row in rows[1:])]

    def head(self) -> Chunk:
        u, color = self.setter.unit, self.setter.style.color
        # An icon alone, such as the face of a die, stands larger than words.
        styles = ["value" if _ICON.fullmatch(cell.text) else "label" for cell in self.table.head]
        cells = self.set(self.table.head, styles, ["white over head"] * len(styles))
        height = max(cell.height for cell in cells) + 2.2 * u
        edge = self.setter.stroke() if self.setter.style.plain else None
        ground = Rect(0, 0, self.width, height, color("head"), edge)
        return Chunk(height, lambda tall: (ground, *self.across(cells, height)), self.table.where, keep=True)

    def row(self, index: int, row: doc.Row) -> Chunk:
        u, styles = self.setter.unit, [style for _, _, style in self.table.columns]
        phrases = [NOTHING if style == "badge" else cell for cell, style in zip(row.cells, styles, strict=True)]
        # Of a row that is a danger only the figures have the colour: words stay black.
        cells = self.set(phrases, styles, ["alert" if row.alert and style == "value" else "" for style in styles])
        badges = {
            i: Group(self.badge(row.cells[i], row.alert)) for i, s in enumerate(styles) if s == "badge" and row.cells[i]
        }
        height = max([cell.height + 2 * _TOP * u for cell in cells] + [(_BADGE + 1.6) * u for _ in badges])

        def draw(tall: float) -> tuple[Item, ...]:
            ground = [Rect(0, 0, self.width, tall, self.setter.style.color("paper"))] if index % 2 == 0 else []
            middle = (_SIDE + _BADGE / 2) * u
            placed = (Place(badge, translate(self.lefts[i] + middle, tall / 2)) for i, badge in badges.items())
            return (*ground, self.rule(index, tall), *placed, *self.across(cells, tall))

        return Chunk(height, draw, row.where, stretch=height * _TALLER)

    def rule(self, index: int, y: float) -> Path:
        """The line under a row; a heavy one under the last."""
        last = index == len(self.table.rows) - 1
        return self.setter.rule(0, y, self.width, self.setter.stroke(0.5) if last else self.setter.stroke(0.2, "rule"))

    def badge(self, cell: Phrase, alert: bool) -> tuple[Item, ...]:
        """An icon on a disc about (0, 0)."""
        u, ground = self.setter.unit, "badge-alert" if alert else "badge"
        disc = Path(circle(0, 0, _BADGE / 2 * u), self.setter.style.color(ground), self.setter.stroke(0.25))
        return (disc, *self.setter.icon(cell, 0, 0, _GLYPH * u, f"white over {ground}"))

    def set(self, phrases: Sequence[Phrase], styles: Sequence[str], colors: Sequence[str]) -> list[Paragraph]:
        pad, out = 2 * _SIDE * self.setter.unit, []
        for i, (_, side, _) in enumerate(self.table.columns):
            phrase, style = _figure(phrases[i], styles[i])
            out.append(self.setter.set(phrase, self.widths[i] - pad, style, side, colors[i]))
        return out

    def across(self, cells: Sequence[Paragraph], tall: float) -> tuple[Item, ...]:
        side = _SIDE * self.setter.unit
        drawn = (cell.within(x + side, 0, tall) for cell, x in zip(cells, self.lefts, strict=True))
        return tuple(item for items in drawn for item in items)


def dice_chunks(block: doc.NamedTable, width: float, setter: Typesetter) -> list[Chunk]:
    """The chunks of a table of the game's files: its title, head, rows, bars and footnotes; none when there is none."""
    table = setter.tables.get(block.name.text)
    if table is None:
        return []
    reasons = dict.fromkeys(erratum.reason.text for row in table.rows for erratum in row.errata)
    marks = {reason: _MARKS[i % len(_MARKS)] * (i // len(_MARKS) + 1) for i, reason in enumerate(reasons)}
    shown = _as_document(table, marks)
    grid = _Grid(shown, _dice_widths(shown, table, width, setter), setter)
    head, *rows = grid.chunks()
    if block.bars:
        head = _keyed(head, table, grid)
        barred = [_barred(chunk, i, table, grid) for i, chunk in enumerate(rows)]
        rows = [barred[0], *(chunk._replace(lead=head) for chunk in barred[1:])]
    titles = [_title(table, width, setter)] if block.titled else []
    return [*titles, head, *rows, *_notes(table, marks, width, setter)]


def _as_document(table: DiceTable, marks: Mapping[str, str]) -> doc.Table:
    """The table as phrases: its roll, its columns and its results side by side."""
    columns: dict[str, tuple[Phrase, doc.CellStyle]] = {}
    if table.rolled and table.die:
        columns[ROLL] = Phrase(table.die.name, table.where), "value"
    columns |= {key: (column.title, column.style) for key, column in table.columns.items()}
    for key, result in table.results.items():
        icon = f":{result.icon.text}: " if result.icon else ""
        columns[key] = Phrase(icon + result.title.text, result.title.where), "strong"
    head, styles = zip(*columns.values(), strict=True)
    rows = tuple(
        doc.Row(cells=tuple(_cell(key, row, table, marks) for key in columns)).placed_at(row.where)
        for row in table.rows
    )
    return doc.Table(head=head, styles=styles, rows=rows).placed_at(table.where)


def _cell(key: str, row: Row, table: DiceTable, marks: Mapping[str, str]) -> Phrase:
    span = row.spans.get(key)
    if span and table.die:
        noted = [marks[erratum.reason.text] for erratum in row.errata if erratum.field == key]
        return Phrase(span.shown(table.die) + "".join(noted), span.where)
    return row.cells.get(key) or Phrase(_NOTHING if key in table.results else "", row.where)


def _dice_widths(shown: doc.Table, table: DiceTable, width: float, setter: Typesetter) -> list[float]:
    """Columns as wide as their words; running text takes what is to spare.

    What is missing is taken from the heads of the results first, which may stand on two lines, then from running text,
    or from all words, or the widest columns, where that makes fewer lines.
    """
    styles = [style for _, _, style in shown.columns]
    words = range(len(styles) - len(table.results))
    running = [i for i in words if styles[i] in _RUNNING]
    taking = running if running and not table.results else [i for i, style in enumerate(styles) if style != "badge"]
    giving = (range(len(words), len(styles)), running, [i for i in words if i not in running])
    wishes = _wishes(shown, setter, lean=True)
    usual = _fitted(wishes, width, taking, giving)
    if table.results or sum(wish.whole for wish in wishes) <= width:
        return usual
    ways = usual, _fitted(wishes, width, taking, [words]), _levelled(wishes, width)
    return min(ways, key=lambda widths: _lines(shown, widths, setter))


def _levelled(wishes: Sequence[_Wish], room: float) -> list[float]:
    """Widths for a room in which the widest columns give until all that gave are as wide."""
    low, high = 0.0, room
    for _ in range(30):
        level = (low + high) / 2
        widths = [min(wish.whole, max(wish.least, level)) for wish in wishes]
        low, high = (level, high) if sum(widths) < room else (low, level)
    return [wide * min(1.0, room / sum(widths)) for wide in widths]


def _lines(table: doc.Table, widths: Sequence[float], setter: Typesetter) -> int:
    """About how many lines the rows of a table take in columns of these widths."""
    pad, styles = 2 * _SIDE * setter.unit, [style for _, _, style in table.columns]

    def lines(row: doc.Row) -> Iterator[int]:
        for cell, style, width in zip(row.cells, styles, widths, strict=True):
            if style != "badge":
                yield math.ceil(setter.natural(*_figure(cell, style))[0] / max(1.0, width - pad) - _ROUNDED)

    return sum(max(lines(row), default=1) for row in table.rows)


def _tone(table: DiceTable, key: str, setter: Typesetter) -> str:
    return setter.style.color((_GREYS if setter.style.plain else _TONES)[table.severity(key)])


def _keyed(head: Chunk, table: DiceTable, grid: _Grid) -> Chunk:
    """The head with the tone of each result along its lower edge: the key to the bars."""
    setter, u, color = grid.setter, grid.setter.unit, grid.setter.style.color
    height = head.height + 1.6 * u
    # The lower edge of the words' ground gives way to the tones.
    more = Rect(0, head.height - 0.4 * u, grid.width, 2.0 * u, color("head"))
    frame = Rect(0, 0, grid.width, height, None, setter.stroke())
    keys: list[Rect] = []
    for i, key in enumerate(table.results, len(grid.widths) - len(table.results)):
        x, wide = grid.lefts[i] + _SIDE * u, grid.widths[i] - 2 * _SIDE * u
        edge = setter.stroke(0.22, "white over head")
        keys.append(Rect(x, height - 2.1 * u, wide, 1.3 * u, _tone(table, key, setter), edge))
    return head._replace(height=height, draw=lambda tall: (*head.draw(head.height), more, frame, *keys))


def _barred(chunk: Chunk, index: int, table: DiceTable, grid: _Grid) -> Chunk:
    """A row with a bar at its foot, as long as the die, in the tones of its results."""
    setter, u = grid.setter, grid.setter.unit
    spans = [span for span in table.rows[index].spans.values() if span.name]
    if not spans or table.die is None:
        return chunk
    left = (grid.widths[0] if table.rolled else 0.0) + _SIDE * u
    side, extra = (grid.width - _SIDE * u - left) / table.die.sides, (_BAR + _UNDER) * u

    def draw(tall: float) -> tuple[Item, ...]:
        foot = tall - extra
        # The row ends below its bar, so its rule moves there.
        ground = Rect(0, foot, grid.width, extra, setter.style.color("white" if index % 2 else "paper"))
        bars = (
            Rect(left + side * (span.low - 1), foot, side * (span.high - span.low + 1), _BAR * u,
                 _tone(table, span.name, setter), setter.stroke(0.2))
            for span in spans
        )  # fmt: skip
        return (*chunk.draw(foot + 0.4 * u), ground, *bars, grid.rule(index, tall))

    return chunk._replace(height=chunk.height + extra - 0.4 * u, draw=draw)


def _title(table: DiceTable, width: float, setter: Typesetter) -> Chunk:
    """The table's title, with its aside, or the die, at the right end of the line where there is room."""
    title = setter.set(table.title, width, "heading")
    aside = table.aside or Phrase(f"roll {table.die.name}" if table.die else "", table.where)
    room = width - title.width - 2 * _SIDE * setter.unit
    beside = setter.natural(aside, "note")[0] <= room
    note = setter.set(aside if beside else NOTHING, room, "note", "right")
    return still(title.height, (*title.draw(0, 0), *note.within(width - room, 0, title.height)), table.where, keep=True)


def _notes(table: DiceTable, marks: Mapping[str, str], width: float, setter: Typesetter) -> list[Chunk]:
    """What was corrected and why, then the table's own footnotes."""
    notes: list[Phrase] = []
    for reason, mark in marks.items():
        errata = [e for row in table.rows for e in row.errata if e.reason.text == reason]
        printed = ", ".join(erratum.printed.text for erratum in errata)
        notes.append(Phrase(f"{mark} Printed {printed}: {reason}", errata[0].where))
    words = [(setter.set(note, width, "note"), note.where) for note in (*notes, *table.footnotes)]
    return [still(note.height, note.draw(0, 0), where, 0.9 * setter.unit) for note, where in words]
