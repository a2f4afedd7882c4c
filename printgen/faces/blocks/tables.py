"""Tables: the widths of their columns, and a chunk for the head and for each row."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, permutations
from typing import NamedTuple

from printgen.base.units import translate
from printgen.drawing.model import Group, Item, Path, Place, Rect
from printgen.drawing.outlines import circle
from printgen.faces.blocks.typeset import Typesetter, TypesetText
from printgen.faces.marks import bold
from printgen.game import documents as doc
from printgen.game.dice_tables import ROLL, DiceRow, DiceTable, with_dash
from printgen.layout.columns import Chunk, still
from printgen.reading.part import NOTHING, Phrase

SIDE, BADGE = 1.6, 8.0
"""Room at the sides of cells, and how wide badges are; in the style's units."""

_LONGEST_FIGURE = 6  # Longer texts in the style of values are set in bold letters of the strong style.
ICON = re.compile(r":[a-z0-9-]+:")
"""A cell that is an icon and nothing else."""
_RUNNING = ("body", "note")  # The styles of running text: its columns need no room for a long head.
_TAKING = (*_RUNNING, "strong", "label")  # The styles of columns that take what width is to spare.
_STEPS, _ROUNDS = (6.0, 3.0, 1.5), 12
"""How much columns give each other while the fewest lines are sought, in the style's units, and how often at most."""


class _Wish(NamedTuple):
    """The width of a column with its texts on one line each, and with its longest word; in points."""

    whole: float
    least: float


def figure_style(cell: Phrase, style: str) -> tuple[Phrase, str]:
    """A cell and the style that it is set in: a value that is longer than a figure stands in strong letters."""
    if style == "value" and len(cell.text) > _LONGEST_FIGURE and not ICON.fullmatch(cell.text):
        return Phrase(bold(cell.text), cell.where), "strong"
    return cell, style


def widths_of(
    table: doc.TableBlock, width: float, setter: Typesetter, shares: Sequence[float] = (), results: int = 0
) -> list[float]:
    """The width of each column, in points; together they are as wide as the table.

    Columns with a share divide what the others leave, which are as wide as their words, or as they must be. The last
    `results` columns are ranges of a die, whose heads may stand on two lines before any text does.
    """
    shares = shares or [share for share, _, _ in table.columns]
    wishes = _wishes(table, setter)
    if sum(wish.whole for wish in wishes) > width:
        wishes = _wishes(table, setter, is_lean=True)
    own = [i for i, share in enumerate(shares) if not share]
    room = width
    if len(own) < len(shares):
        least = sum(wish.least for wish, share in zip(wishes, shares, strict=True) if share)
        room = min(width - least, sum(wishes[i].whole for i in own))
    fitted = _Columns(table, wishes, own, setter).widths(room, results)
    rest, parts = (width - sum(fitted)) / (sum(shares) or 1), iter(fitted)
    return [rest * share or next(parts) for share in shares]


def _wishes(table: doc.TableBlock, setter: Typesetter, is_lean: bool = False) -> list[_Wish]:
    """What columns would like; in a `lean` table those of running text and badges need no room for a long head."""
    pad, badge = 2 * SIDE * setter.unit, (BADGE - SIDE) * setter.unit
    wishes: list[_Wish] = []
    for i, (_, _, style) in enumerate(table.columns):
        cells = [setter.natural(*figure_style(row.cells[i], style)) for row in table.rows if style != "badge"]
        cells = cells or [(badge, badge)]
        whole, longest = setter.natural(table.head[i], "label") if table.head else (0.0, 0.0)
        least = max(longest, *(word for _, word in cells))
        whole = 0.0 if is_lean and style in (*_RUNNING, "badge") else whole
        whole_width = max(least, whole, *(text for text, _ in cells))
        wishes.append(_Wish(whole_width + pad, least + pad))
    return wishes


@dataclass
class _Columns:
    """Finds the widths of the columns of a table, by their places (`own`), that follow from what is in them."""

    table: doc.TableBlock
    wishes: Sequence[_Wish]
    own: Sequence[int]
    setter: Typesetter
    _line_counts: dict[tuple[int, int], tuple[int, ...]] = field(default_factory=dict)

    def widths(self, room: float, results: int) -> list[float]:
        """The width of each of the columns, in points; together they are as wide as the room, unless there are none."""
        styles = [style for _, _, style in self.table.columns]
        first_result = len(styles) - results
        words = [i for i in self.own if i < first_result]
        text_columns = [i for i in self.own if styles[i] != "badge"]
        growing = [i for i in words if styles[i] in _TAKING]
        taking = text_columns if results else growing or text_columns or self.own
        if sum(self.wishes[i].whole for i in self.own) <= room:
            return self._share_out(room, taking)
        running = [i for i in words if styles[i] in _RUNNING]
        shrunk = self._shrink(room, [[i for i in self.own if i >= first_result], running, words])
        if results:
            return shrunk
        best = min((shrunk, self._shrink(room, [words]), self._level(room)), key=self._lines)
        return self._with_fewest_lines(best)

    def _share_out(self, room: float, taking: Collection[int]) -> list[float]:
        """The widths with everything on one line; what is to spare goes to some columns by the width of their words."""
        spare = room - sum(self.wishes[i].whole for i in self.own)
        grow = 1 + spare / (sum(self.wishes[i].whole for i in taking) or 1)
        return [self.wishes[i].whole * (grow if i in taking else 1) for i in self.own]

    def _shrink(self, room: float, giving: Iterable[Sequence[int]]) -> list[float]:
        """The widths when what is missing comes from one group after the other, as far as their longest words allow."""
        widths = {i: self.wishes[i].whole for i in self.own}
        for group in giving:
            slack = sum(widths[i] - self.wishes[i].least for i in group)
            share = min(1.0, max(0.0, sum(widths.values()) - room) / slack) if slack > 0 else 0.0
            for i in group:
                widths[i] -= share * (widths[i] - self.wishes[i].least)
        # What still is too wide does not fit: the words will say so.
        total = sum(widths.values())
        return [wide * min(1.0, room / total) for wide in widths.values()]

    def _level(self, room: float) -> list[float]:
        """The widths when the widest columns give until all that gave are as wide."""
        low, high = 0.0, room
        widths: list[float] = []
        for _ in range(30):
            level = (low + high) / 2
            widths = [min(self.wishes[i].whole, max(self.wishes[i].least, level)) for i in self.own]
            low, high = (level, high) if sum(widths) < room else (low, level)
        return [wide * min(1.0, room / sum(widths)) for wide in widths]

    def _with_fewest_lines(self, widths: list[float]) -> list[float]:
        """The widths after columns gave each other a little for as long as that saved lines (hill climbing)."""
        fewest = self._lines(widths)
        for step in (step * self.setter.unit for step in _STEPS):
            for _ in range(_ROUNDS):
                candidates = []
                for giver, taker in permutations(range(len(self.own)), 2):
                    if widths[giver] - step >= self.wishes[self.own[giver]].least:
                        given = {giver: -step, taker: step}
                        candidates.append([wide + given.get(n, 0.0) for n, wide in enumerate(widths)])
                best_candidate = min(candidates, key=self._lines, default=widths)
                if self._lines(best_candidate) >= fewest:
                    break
                widths, fewest = best_candidate, self._lines(best_candidate)
        return widths

    def _lines(self, widths: Sequence[float]) -> tuple[int, int]:
        """How many lines the rows take in columns of these widths, and how many all of their cells."""
        columns = [self._lines_in(i, wide) for i, wide in zip(self.own, widths, strict=True)]
        return sum(map(max, zip(*columns, strict=True))), sum(map(sum, columns))

    def _lines_in(self, i: int, width: float) -> tuple[int, ...]:
        """How many lines each cell of a column takes in a width, which counts in tenths of a point."""
        key = i, round(width * 10)
        if key not in self._line_counts:
            style, pad = self.table.columns[i][2], 2 * SIDE * self.setter.unit
            cells = [NOTHING if style == "badge" else row.cells[i] for row in self.table.rows]
            self._line_counts[key] = tuple(self.setter.lines(*figure_style(cell, style), width - pad) for cell in cells)
        return self._line_counts[key]


_TOP, _GLYPH, _BAR, _UNDER = 1.35, 5.4, 2.1, 0.7
"""The room above cells, the size of icons of badges, the height of bars and the room under them; in units."""
_TALLER = 0.35  # A row may grow by this part of its height.
_MARKS = "†‡§¶"
_NOTHING = "–"  # What a result that a row does not have is printed as.


def table_chunks(table: doc.TableBlock, width: float, setter: Typesetter) -> list[Chunk]:
    """The head, kept with the first row and repeated where the table goes on in another column; then the rows."""
    return _Grid(table, widths_of(table, width, setter), setter).chunks()


@dataclass
class _Grid:
    """Draws a table whose columns have these widths, in points."""

    table: doc.TableBlock
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
        styles = ["value" if ICON.fullmatch(cell.text) else "label" for cell in self.table.head]
        cells = self.typeset_cells(self.table.head, styles, ["white over head"] * len(styles))
        height = max(cell.height for cell in cells) + 2.2 * u
        edge = self.setter.stroke() if self.setter.style.plain else None
        ground = Rect(0, 0, self.width, height, color("head"), edge)
        return Chunk(height, lambda tall: (ground, *self.draw_cells(cells, height)), self.table.where, keep=True)

    def row(self, index: int, row: doc.CellRow) -> Chunk:
        """A row with a line under it, every other one on a ground."""
        u, styles = self.setter.unit, [style for _, _, style in self.table.columns]
        phrases = [NOTHING if style == "badge" else cell for cell, style in zip(row.cells, styles, strict=True)]
        # Of a row that is a danger only the figures have the colour: words stay black.
        colors = ["alert" if row.alert and style == "value" else "" for style in styles]
        cells = self.typeset_cells(phrases, styles, colors)
        with_badge = [i for i, style in enumerate(styles) if style == "badge" and row.cells[i]]
        badges = {i: Group(self.badge(row.cells[i], row.alert)) for i in with_badge}
        height = max([cell.height + 2 * _TOP * u for cell in cells] + [(BADGE + 1.6) * u for _ in badges])

        def draw(tall: float) -> tuple[Item, ...]:
            ground = [Rect(0, 0, self.width, tall, self.setter.style.color("paper"))] if index % 2 == 0 else []
            middle = (SIDE + BADGE / 2) * u
            placed = (Place(badge, translate(self.lefts[i] + middle, tall / 2)) for i, badge in badges.items())
            return (*ground, self.rule(index, tall), *placed, *self.draw_cells(cells, tall))

        return Chunk(height, draw, row.where, stretch=height * _TALLER)

    def rule(self, index: int, y: float) -> Path:
        last = index == len(self.table.rows) - 1
        return self.setter.rule(0, y, self.width, self.setter.stroke(0.5) if last else self.setter.stroke(0.2, "rule"))

    def badge(self, cell: Phrase, alert: bool) -> tuple[Item, ...]:
        u, ground = self.setter.unit, "badge-alert" if alert else "badge"
        disc = Path(circle(0, 0, BADGE / 2 * u), self.setter.style.color(ground), self.setter.stroke(0.25))
        return (disc, *self.setter.icon(cell, 0, 0, _GLYPH * u, f"white over {ground}"))

    def typeset_cells(
        self, phrases: Sequence[Phrase], styles: Sequence[str], colors: Sequence[str]
    ) -> list[TypesetText]:
        pad, cells = 2 * SIDE * self.setter.unit, []
        for i, (_, side, _) in enumerate(self.table.columns):
            phrase, style = figure_style(phrases[i], styles[i])
            cells.append(self.setter.typeset(phrase, self.widths[i] - pad, style, side, colors[i]))
        return cells

    def draw_cells(self, cells: Sequence[TypesetText], tall: float) -> tuple[Item, ...]:
        side = SIDE * self.setter.unit
        drawn = (cell.within(x + side, 0, tall) for cell, x in zip(cells, self.lefts, strict=True))
        return tuple(item for items in drawn for item in items)


def dice_chunks(block: doc.NamedTable, width: float, setter: Typesetter) -> list[Chunk]:
    """The chunks of a table of the game's files: its title, head, rows, bars and footnotes."""
    table = setter.tables[block.name.text]
    as_table = as_block(table)
    widths = widths_of(as_table, width, setter, block.widths, len(table.results))
    grid = _Grid(as_table, widths, setter)
    head, *rows = grid.chunks()
    if block.bars:
        head = _key_head(head, table, grid)
        rows_with_bars = [_bar_row(chunk, i, table, grid) for i, chunk in enumerate(rows)]
        rows = [rows_with_bars[0], *(chunk._replace(lead=head) for chunk in rows_with_bars[1:])]
    titles = [_title_chunk(table, width, setter)] if block.titled else []
    return [*titles, head, *rows, *_note_chunks(table, width, setter)]


def as_block(table: DiceTable) -> doc.TableBlock:
    """A table as a block: its roll, its columns and its results side by side; what was corrected has a mark."""
    marks = _marks_of(table)
    columns: dict[str, tuple[Phrase, doc.CellStyle]] = {}
    if table.has_rolls and table.die:
        columns[ROLL] = Phrase(table.die.name, table.where), "value"
    columns |= {key: (column.title, column.style) for key, column in table.columns.items()}
    for key, result in table.results.items():
        icon = f":{result.icon.text}: " if result.icon else ""
        columns[key] = Phrase(icon + result.title.text, result.title.where), "strong"
    head, styles = zip(*columns.values(), strict=True)
    cells = [tuple(_cell(key, row, table, marks) for key in columns) for row in table.rows]
    rows = tuple(doc.CellRow(cells=of_row).at_place(row.where) for of_row, row in zip(cells, table.rows, strict=True))
    return doc.TableBlock(head=head, styles=styles, rows=rows).at_place(table.where)


def notes_of(table: DiceTable) -> list[Phrase]:
    """What was corrected in a table and why, by its marks, then the table's own footnotes."""
    notes: list[Phrase] = []
    for reason, mark in _marks_of(table).items():
        errata = [e for row in table.rows for e in row.errata if e.reason.text == reason]
        printed = ", ".join(with_dash(erratum.printed.text) for erratum in errata)
        notes.append(Phrase(f"{mark} Printed {printed}: {reason}", errata[0].where))
    return [*notes, *table.footnotes]


def _marks_of(table: DiceTable) -> dict[str, str]:
    reasons = dict.fromkeys(erratum.reason.text for row in table.rows for erratum in row.errata)
    return {reason: _MARKS[i % len(_MARKS)] * (i // len(_MARKS) + 1) for i, reason in enumerate(reasons)}


def _cell(key: str, row: DiceRow, table: DiceTable, marks: Mapping[str, str]) -> Phrase:
    """What stands in a column of a row: its range with the marks of errata, or its words."""
    span = row.spans.get(key)
    if span and table.die:
        noted = [marks[erratum.reason.text] for erratum in row.errata if erratum.field == key]
        return Phrase(span.print_text(table.die) + "".join(noted), span.where)
    return row.cells.get(key) or Phrase(_NOTHING if key in table.results else "", row.where)


def _key_head(head: Chunk, table: DiceTable, grid: _Grid) -> Chunk:
    """The head with the tone of each result along its lower edge: the key to the bars."""
    setter, u, color = grid.setter, grid.setter.unit, grid.setter.style.color
    height = head.height + 1.6 * u
    # The lower edge of the words' ground gives way to the tones.
    strip = Rect(0, head.height - 0.4 * u, grid.width, 2.0 * u, color("head"))
    frame = Rect(0, 0, grid.width, height, None, setter.stroke())
    keys: list[Rect] = []
    for i, key in enumerate(table.results, len(grid.widths) - len(table.results)):
        x, wide = grid.lefts[i] + SIDE * u, grid.widths[i] - 2 * SIDE * u
        edge, tone = setter.stroke(0.22, "white over head"), setter.style.harm(table.severity(key))
        keys.append(Rect(x, height - 2.1 * u, wide, 1.3 * u, tone, edge))
    return head._replace(height=height, draw=lambda tall: (*head.draw(head.height), strip, frame, *keys))


def _bar_row(chunk: Chunk, index: int, table: DiceTable, grid: _Grid) -> Chunk:
    """A row with a bar at its foot, as long as the die, in the tones of its results."""
    setter, u = grid.setter, grid.setter.unit
    spans = [span for span in table.rows[index].spans.values() if span.name]
    if not spans or table.die is None:
        return chunk
    left = (grid.widths[0] if table.has_rolls else 0.0) + SIDE * u
    face_width, bar_height = (grid.width - SIDE * u - left) / table.die.sides, (_BAR + _UNDER) * u

    def draw(tall: float) -> tuple[Item, ...]:
        foot = tall - bar_height
        # The row ends below its bar, so its rule moves there.
        ground = Rect(0, foot, grid.width, bar_height, setter.style.color("white" if index % 2 else "paper"))
        bars: list[Rect] = []
        for span in spans:
            x, wide = left + face_width * (span.low - 1), face_width * (span.high - span.low + 1)
            tone = setter.style.harm(table.severity(span.name))
            bars.append(Rect(x, foot, wide, _BAR * u, tone, setter.stroke(0.2)))
        return (*chunk.draw(foot + 0.4 * u), ground, *bars, grid.rule(index, tall))

    return chunk._replace(height=chunk.height + bar_height - 0.4 * u, draw=draw)


def _title_chunk(table: DiceTable, width: float, setter: Typesetter) -> Chunk:
    """The table's title, with its aside, or the die, at the right end of the line where there is room."""
    title = setter.typeset(table.title, width, "heading")
    aside = table.aside or Phrase(f"roll {table.die.name}" if table.die else "", table.where)
    room = width - title.width - 2 * SIDE * setter.unit
    has_room = setter.natural(aside, "note")[0] <= room
    note = setter.typeset(aside if has_room else NOTHING, room, "note", "right")
    return still(title.height, (*title.draw(0, 0), *note.within(width - room, 0, title.height)), table.where, keep=True)


def _note_chunks(table: DiceTable, width: float, setter: Typesetter) -> list[Chunk]:
    words = [(setter.typeset(note, width, "note"), note.where) for note in notes_of(table)]
    return [still(note.height, note.draw(0, 0), where, 0.9 * setter.unit) for note, where in words]
