"""A table of the game and a width come in; chunks for its title, head, rows, bars and footnotes go out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from printgen.drawing.columns import Chunk
from printgen.drawing.model import Item, Path, Rect, Stroke
from printgen.drawing.outlines import polyline
from printgen.flow.tables import _figure as figure
from printgen.flow.tables import table_chunks
from printgen.flow.typeset import Typesetter
from printgen.reading import blocks as doc
from printgen.reading.dice_tables import ROLL, DiceTable, Row
from printgen.reading.part import Phrase

_MARKS = "†‡§¶"
_NOTHING = "–"
# From nothing to the worst: each darker than the one before it, so that grey prints tell them apart.
_TONES = ("white", "tint-2", "amber", "alert", "ink")
_GREYS = ("white", "ink/white 90", "ink/white 70", "ink/white 40", "ink")
_BAR, _UNDER = 2.1, 0.7
# Cells have this much room at their sides.
_SIDE, _BADGE = 1.6, 8.0
_RUNNING = ("body", "note")


def dice_chunks(block: doc.NamedTable, width: float, setter: Typesetter) -> list[Chunk]:
    """The chunks of a table block; none when its table was not found."""
    table = setter.tables.get(block.name.text)
    if table is None:
        return []
    marks = _marks(table)
    shown = _document_table(table, marks)
    widths = _widths(shown, table, width, setter)
    head, *rows = table_chunks(shown.model_copy(update={"widths": tuple(widths)}), width, setter)
    if block.bars:
        head = _keyed(head, table, widths, setter)
        start = widths[0] if table.rolled else 0.0
        rows = [
            _barred(chunk, row, table, i % 2 == 0, i == len(table.rows) - 1, (start, width), setter)
            for i, (chunk, row) in enumerate(zip(rows, table.rows, strict=True))
        ]
    rows = [chunk._replace(lead=head) if i else chunk for i, chunk in enumerate(rows)]
    titles = [_title(table, width, setter)] if block.titled else []
    return [*titles, head, *rows, *_notes(table, marks, width, setter)]


def _marks(table: DiceTable) -> dict[str, str]:
    """A footnote mark for each reason why the source is corrected, in the order of the rows."""
    reasons = dict.fromkeys(erratum.reason.text for row in table.rows for erratum in row.errata)
    return {reason: _MARKS[i % len(_MARKS)] * (i // len(_MARKS) + 1) for i, reason in enumerate(reasons)}


def _document_table(table: DiceTable, marks: Mapping[str, str]) -> doc.Table:
    """The table as phrases: its roll, its columns and its results side by side."""
    head: list[Phrase] = []
    styles: list[doc.CellStyle] = []
    if table.rolled and table.die:
        head.append(Phrase(table.die.name, table.where))
        styles.append("value")
    for column in table.columns.values():
        head.append(column.title)
        styles.append(column.style)
    for result in table.results.values():
        icon = f":{result.icon.text}: " if result.icon else ""
        head.append(Phrase(icon + result.title.text, result.title.where))
        styles.append("strong")
    rows = tuple(doc.Row(cells=_cells(row, table, marks)).placed_at(row.where) for row in table.rows)
    return doc.Table(head=tuple(head), styles=tuple(styles), rows=rows).placed_at(table.where)


def _cells(row: Row, table: DiceTable, marks: Mapping[str, str]) -> tuple[Phrase, ...]:
    noted = {erratum.field: marks[erratum.reason.text] for erratum in row.errata}
    none = Phrase("", row.where)
    cells: list[Phrase] = []
    if table.rolled and table.die:
        span = row.roll
        cells.append(Phrase(span.shown(table.die) + noted.get(ROLL, ""), span.where) if span else none)
    cells += (row.cells.get(key, none) for key in table.columns)
    for key in table.results:
        if key in row.ranges and table.die:
            span = row.ranges[key]
            cells.append(Phrase(span.shown(table.die) + noted.get(key, ""), span.where))
        else:
            cells.append(Phrase(_NOTHING, row.where))
    return tuple(cells)


def _widths(shown: doc.Table, table: DiceTable, width: float, setter: Typesetter) -> list[float]:
    """Columns as wide as their words; running text takes what is to spare, and what is missing is taken from words."""
    pad = 2 * _SIDE * setter.unit
    wishes: list[tuple[float, float]] = []
    for i, style in enumerate(shown.letters):
        if style == "badge":
            wishes.append(((_BADGE + _SIDE) * setter.unit,) * 2)
            continue
        cells = [setter.natural(*figure(row.cells[i], style)) for row in shown.rows if row.cells[i]]
        head = setter.natural(shown.head[i], "label") if shown.head[i] else (0.0, 0.0)
        least = max(longest for _, longest in (*cells, head))
        # Running text is wide enough without a long head.
        whole = max((least, *(cell for cell, _ in cells))) if style in _RUNNING else max(c for c, _ in (*cells, head))
        wishes.append((whole + pad, least + pad))
    spare = width - sum(whole for whole, _ in wishes)
    if spare >= 0:
        takes = [style in _RUNNING for style in shown.letters]
        if table.results or not any(takes):
            takes = [style != "badge" for style in shown.letters]
        grow = 1 + spare / sum(whole for (whole, _), yes in zip(wishes, takes, strict=True) if yes)
        return [whole * grow if yes else whole for (whole, _), yes in zip(wishes, takes, strict=True)]
    # First the heads of the results give, which may stand on two lines, then running text, then the other words.
    widths = [whole for whole, _ in wishes]
    words = range(len(wishes) - len(table.results))
    running = [i for i in words if shown.letters[i] in _RUNNING]
    for giving in (range(len(words), len(wishes)), running, [i for i in words if i not in running]):
        room = sum(wishes[i][0] - wishes[i][1] for i in giving)
        share = min(1.0, max(0.0, sum(widths) - width) / room) if room else 0.0
        for i in giving:
            widths[i] -= share * (wishes[i][0] - wishes[i][1])
    return widths


def _tone(severity: int, setter: Typesetter) -> str:
    return setter.style.color((_GREYS if setter.style.plain else _TONES)[severity])


def _keyed(head: Chunk, table: DiceTable, widths: Sequence[float], setter: Typesetter) -> Chunk:
    """The head with the tone of each result along its lower edge: the key to the bars."""
    u, color = setter.unit, setter.style.color
    first = len(widths) - len(table.results)
    keys: list[tuple[float, float, str]] = []
    for i, key in enumerate(table.results, first):
        keys.append((sum(widths[:i]) + _SIDE * u, widths[i] - 2 * _SIDE * u, _tone(table.severity(key), setter)))
    height = head.height + 1.6 * u

    def draw(tall: float) -> tuple[Item, ...]:
        wide, frame = sum(widths), Stroke(color("ink"), 0.35 * u)
        # The lower edge of the words' ground gives way to the tones.
        more = Rect(0, head.height - 0.4 * u, wide, height - head.height + 0.4 * u, color("head"))
        edge = Stroke(color("white over head"), 0.22 * u)
        tones = (Rect(x, height - 2.1 * u, w, 1.3 * u, tone, edge) for x, w, tone in keys)
        return (*head.draw(head.height), more, Rect(0, 0, wide, height, None, frame), *tones)

    return head._replace(height=height, draw=draw)


def _barred(
    chunk: Chunk, row: Row, table: DiceTable, tinted: bool, last: bool, sides: tuple[float, float], setter: Typesetter
) -> Chunk:
    """A row with a bar at its foot, as long as the die, in the tones of its results."""
    if not row.ranges or table.die is None:
        return chunk
    u, color, sides_of_die = setter.unit, setter.style.color, table.die.sides
    left, right = sides[0] + _SIDE * u, sides[1] - _SIDE * u
    extra = (_BAR + _UNDER) * u
    parts: list[tuple[float, float, str]] = []
    for key, span in row.ranges.items():
        x = left + (right - left) * (span.low - 1) / sides_of_die
        parts.append(
            (x, (right - left) * (span.high - span.low + 1) / sides_of_die, _tone(table.severity(key), setter))
        )

    def draw(tall: float) -> tuple[Item, ...]:
        foot = tall - extra
        out = [*chunk.draw(foot + 0.4 * u)]
        # The row ends below its bar, so its rule moves there.
        out.append(Rect(0, foot, sides[1], extra, color("paper" if tinted else "white")))
        frame = Stroke(color("ink"), 0.2 * u)
        out += (Rect(x, foot, wide, _BAR * u, tone, frame) for x, wide, tone in parts)
        rule = Stroke(color("ink"), 0.5 * u) if last else Stroke(color("rule"), 0.2 * u)
        return (*out, Path(polyline(((0, tall), (sides[1], tall))), None, rule))

    return chunk._replace(height=chunk.height + extra - 0.4 * u, draw=draw)


def _title(table: DiceTable, width: float, setter: Typesetter) -> Chunk:
    """The table's title, with its aside, or the die, at the right end of the line where there is room."""
    title = setter.set(table.title, width, "heading")
    aside = table.aside or Phrase(f"roll {table.die.name}" if table.die else "", table.where)
    room = width - title.width - 2 * _SIDE * setter.unit
    beside = setter.natural(aside, "note")[0] <= room if aside else False
    note = setter.set(aside, room, "note", "right") if beside else None

    def draw(tall: float) -> tuple[Item, ...]:
        right = note.draw(width - room, (title.height - note.height) / 2) if note else ()
        return (*title.draw(0, 0), *right)

    return Chunk(title.height, draw, table.where, keep=True)


def _notes(table: DiceTable, marks: Mapping[str, str], width: float, setter: Typesetter) -> list[Chunk]:
    """What was corrected and why, then the table's own footnotes."""
    notes = list(table.footnotes)
    for reason, mark in reversed(tuple(marks.items())):
        errata = [e for row in table.rows for e in row.errata if e.reason.text == reason]
        printed = ", ".join(erratum.text for erratum in errata)
        notes.insert(0, Phrase(f"{mark} Printed {printed}: {reason}", errata[0].where))
    out: list[Chunk] = []
    for note in notes:
        set_note = setter.set(note, width, "note")
        out.append(Chunk(set_note.height, lambda tall, p=set_note: p.draw(0, 0), note.where, 0.9 * setter.unit))  # type: ignore[misc]
    return out
