"""A table and a width come in; a chunk for its head and one for each row go out.

Tables of the game's own files are set as such tables too, with a title, bars that share out the die, and footnotes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate

from printgen.base.geometry import translate
from printgen.drawing.model import Group, Item, Path, Place, Rect
from printgen.drawing.outlines import circle
from printgen.faces.blocks.typeset import Paragraph, Typesetter
from printgen.faces.blocks.widths import BADGE, ICON, SIDE, figured, widths_of
from printgen.game import blocks as doc
from printgen.game.dice_tables import ROLL, DiceTable, Row, dashed
from printgen.layout.columns import Chunk, still
from printgen.reading.part import NOTHING, Phrase

# Room above cells, icons of badges, bars and what is under them; in the style's units.
_TOP, _GLYPH, _BAR, _UNDER = 1.35, 5.4, 2.1, 0.7
_TALLER = 0.35
_MARKS = "†‡§¶"
_NOTHING = "–"


def table_chunks(table: doc.Table, width: float, setter: Typesetter) -> list[Chunk]:
    """The head, kept with the first row and repeated where the table goes on in another column; then the rows."""
    return _Grid(table, widths_of(table, width, setter), setter).chunks()


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
        styles = ["value" if ICON.fullmatch(cell.text) else "label" for cell in self.table.head]
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
        height = max([cell.height + 2 * _TOP * u for cell in cells] + [(BADGE + 1.6) * u for _ in badges])

        def draw(tall: float) -> tuple[Item, ...]:
            ground = [Rect(0, 0, self.width, tall, self.setter.style.color("paper"))] if index % 2 == 0 else []
            middle = (SIDE + BADGE / 2) * u
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
        disc = Path(circle(0, 0, BADGE / 2 * u), self.setter.style.color(ground), self.setter.stroke(0.25))
        return (disc, *self.setter.icon(cell, 0, 0, _GLYPH * u, f"white over {ground}"))

    def set(self, phrases: Sequence[Phrase], styles: Sequence[str], colors: Sequence[str]) -> list[Paragraph]:
        pad, out = 2 * SIDE * self.setter.unit, []
        for i, (_, side, _) in enumerate(self.table.columns):
            phrase, style = figured(phrases[i], styles[i])
            out.append(self.setter.set(phrase, self.widths[i] - pad, style, side, colors[i]))
        return out

    def across(self, cells: Sequence[Paragraph], tall: float) -> tuple[Item, ...]:
        side = SIDE * self.setter.unit
        drawn = (cell.within(x + side, 0, tall) for cell, x in zip(cells, self.lefts, strict=True))
        return tuple(item for items in drawn for item in items)


def dice_chunks(block: doc.NamedTable, width: float, setter: Typesetter) -> list[Chunk]:
    """The chunks of a table of the game's files: its title, head, rows, bars and footnotes; none when there is none."""
    table = setter.tables.get(block.name.text)
    if table is None:
        return []
    shown = as_block(table)
    widths = widths_of(shown, width, setter, block.widths, len(table.results))
    grid = _Grid(shown, widths, setter)
    head, *rows = grid.chunks()
    if block.bars:
        head = _keyed(head, table, grid)
        barred = [_barred(chunk, i, table, grid) for i, chunk in enumerate(rows)]
        rows = [barred[0], *(chunk._replace(lead=head) for chunk in barred[1:])]
    titles = [_title(table, width, setter)] if block.titled else []
    return [*titles, head, *rows, *_notes(table, width, setter)]


def as_block(table: DiceTable) -> doc.Table:
    """A table as phrases: its roll, its columns and its results side by side; what was corrected bears a mark."""
    marks = _marks_of(table)
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


def notes_of(table: DiceTable) -> list[Phrase]:
    """What was corrected in a table and why, by its marks, then the table's own footnotes."""
    notes: list[Phrase] = []
    for reason, mark in _marks_of(table).items():
        errata = [e for row in table.rows for e in row.errata if e.reason.text == reason]
        printed = ", ".join(dashed(erratum.printed.text) for erratum in errata)
        notes.append(Phrase(f"{mark} Printed {printed}: {reason}", errata[0].where))
    return [*notes, *table.footnotes]


def _marks_of(table: DiceTable) -> dict[str, str]:
    """The marks of what was corrected, by the reasons."""
    reasons = dict.fromkeys(erratum.reason.text for row in table.rows for erratum in row.errata)
    return {reason: _MARKS[i % len(_MARKS)] * (i // len(_MARKS) + 1) for i, reason in enumerate(reasons)}


def _cell(key: str, row: Row, table: DiceTable, marks: Mapping[str, str]) -> Phrase:
    span = row.spans.get(key)
    if span and table.die:
        noted = [marks[erratum.reason.text] for erratum in row.errata if erratum.field == key]
        return Phrase(span.printed(table.die) + "".join(noted), span.where)
    return row.cells.get(key) or Phrase(_NOTHING if key in table.results else "", row.where)


def _tone(table: DiceTable, key: str, setter: Typesetter) -> str:
    return setter.style.harm(table.severity(key))


def _keyed(head: Chunk, table: DiceTable, grid: _Grid) -> Chunk:
    """The head with the tone of each result along its lower edge: the key to the bars."""
    setter, u, color = grid.setter, grid.setter.unit, grid.setter.style.color
    height = head.height + 1.6 * u
    # The lower edge of the words' ground gives way to the tones.
    more = Rect(0, head.height - 0.4 * u, grid.width, 2.0 * u, color("head"))
    frame = Rect(0, 0, grid.width, height, None, setter.stroke())
    keys: list[Rect] = []
    for i, key in enumerate(table.results, len(grid.widths) - len(table.results)):
        x, wide = grid.lefts[i] + SIDE * u, grid.widths[i] - 2 * SIDE * u
        edge = setter.stroke(0.22, "white over head")
        keys.append(Rect(x, height - 2.1 * u, wide, 1.3 * u, _tone(table, key, setter), edge))
    return head._replace(height=height, draw=lambda tall: (*head.draw(head.height), more, frame, *keys))


def _barred(chunk: Chunk, index: int, table: DiceTable, grid: _Grid) -> Chunk:
    """A row with a bar at its foot, as long as the die, in the tones of its results."""
    setter, u = grid.setter, grid.setter.unit
    spans = [span for span in table.rows[index].spans.values() if span.name]
    if not spans or table.die is None:
        return chunk
    left = (grid.widths[0] if table.rolled else 0.0) + SIDE * u
    side, extra = (grid.width - SIDE * u - left) / table.die.sides, (_BAR + _UNDER) * u

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
    room = width - title.width - 2 * SIDE * setter.unit
    beside = setter.natural(aside, "note")[0] <= room
    note = setter.set(aside if beside else NOTHING, room, "note", "right")
    return still(title.height, (*title.draw(0, 0), *note.within(width - room, 0, title.height)), table.where, keep=True)


def _notes(table: DiceTable, width: float, setter: Typesetter) -> list[Chunk]:
    words = [(setter.set(note, width, "note"), note.where) for note in notes_of(table)]
    return [still(note.height, note.draw(0, 0), where, 0.9 * setter.unit) for note, where in words]
