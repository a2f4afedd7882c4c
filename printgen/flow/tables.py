"""A table and a width come in; a chunk for its head and one for each row go out."""

from __future__ import annotations

import re
from collections.abc import Sequence

from printgen.base.geometry import Box, translate
from printgen.drawing.columns import Chunk
from printgen.drawing.model import Group, Item, Path, Place, Rect, Stroke
from printgen.drawing.outlines import circle, polyline
from printgen.flow.typeset import Paragraph, Typesetter
from printgen.reading import blocks as doc
from printgen.reading.part import Phrase

_SIDE, _TOP, _BADGE, _GLYPH = 1.6, 1.35, 8.0, 5.4
_TALLER = 0.35
# Figures are set in the style of values; longer texts in bold letters of the strong style.
_FIGURE = 6
_ICON = re.compile(r":[a-z0-9-]+:")


def table_chunks(table: doc.Table, width: float, setter: Typesetter) -> list[Chunk]:
    """The head, kept with the first row and repeated where the table goes on in another column; then the rows."""
    widths = _widths(table, width, setter)
    out: list[Chunk] = []
    head: Chunk | None = None
    if table.head:
        head = _head(table, widths, width, setter)
        out.append(head)
    for i, row in enumerate(table.rows):
        chunk = _row(table, row, i, widths, width, setter)
        out.append(chunk._replace(lead=head if i else None))
    return out


def _widths(table: doc.Table, width: float, setter: Typesetter) -> list[float]:
    """Columns with a share divide what the others leave, which are as wide as their words, or as they must be."""
    u = setter.unit
    pad = 2 * _SIDE * u
    wishes: list[tuple[float, float]] = []
    for i, style in enumerate(table.letters):
        whole, longest = zip(
            *(_wish(row.cells[i], style, setter) for row in table.rows),
            *([setter.natural(table.head[i], "label")] if table.head else ()),
            strict=True,
        )
        wishes.append((max(whole) + pad, max(longest) + pad))
    shared = [w > 0 for w in table.shares]
    fixed = sum(wish[0] for wish, share in zip(wishes, shared, strict=True) if not share)
    if any(shared):
        least = sum(wish[1] for wish, share in zip(wishes, shared, strict=True) if share)
        natural = _squeezed([w for w, s in zip(wishes, shared, strict=True) if not s], min(fixed, width - least))
        rest = (width - sum(natural)) / sum(table.shares)
        parts = iter(natural)
        return [rest * share if share else next(parts) for share in table.shares]
    if fixed <= width:
        spare = (width - fixed) / fixed
        return [wish[0] * (1 + spare) for wish in wishes]
    return _squeezed(wishes, width)


def _wish(cell: Phrase, style: str, setter: Typesetter) -> tuple[float, float]:
    if style == "badge":
        return (_BADGE - _SIDE) * setter.unit, (_BADGE - _SIDE) * setter.unit
    return setter.natural(*_figure(cell, style)) if cell else (0.0, 0.0)


def _figure(cell: Phrase, style: str) -> tuple[Phrase, str]:
    if style == "value" and len(cell.text) > _FIGURE and not _ICON.fullmatch(cell.text):
        return Phrase(f"**{cell.text}**", cell.where), "strong"
    return cell, style


def _squeezed(wishes: Sequence[tuple[float, float]], room: float) -> list[float]:
    """Natural widths, made narrower in proportion to what each can give when they are wider than the room."""
    surplus = sum(whole for whole, _ in wishes) - room
    giving = sum(whole - longest for whole, longest in wishes)
    share = min(1.0, surplus / giving) if surplus > 0 and giving > 0 else 0.0
    return [whole - share * (whole - longest) for whole, longest in wishes]


def _head(table: doc.Table, widths: Sequence[float], width: float, setter: Typesetter) -> Chunk:
    u, color = setter.unit, setter.style.color
    # An icon alone, such as the face of a die, stands larger than words.
    styles = ["value" if _ICON.fullmatch(cell.text) else "label" for cell in table.head]
    cells = _set(table.head, styles, table.sides, widths, setter, "white over head")
    height = max(cell.height for cell in cells) + 2 * 1.1 * u

    def draw(tall: float) -> tuple[Item, ...]:
        edge = Stroke(color("ink"), 0.35 * u) if setter.style.plain else None
        ground = Rect(0, 0, width, height, color("head"), edge)
        return (ground, *_across(cells, widths, height, u))

    return Chunk(height, draw, table.where, keep=True)


def _row(
    table: doc.Table, row: doc.Row, index: int, widths: Sequence[float], width: float, setter: Typesetter
) -> Chunk:
    u, color = setter.unit, setter.style.color
    words = ["" if style == "badge" else cell.text for cell, style in zip(row.cells, table.letters, strict=True)]
    phrases = [Phrase(text, cell.where) for text, cell in zip(words, row.cells, strict=True)]
    cells = _set(phrases, table.letters, table.sides, widths, setter, "alert" if row.alert else "")
    height = max(cell.height for cell in cells) + 2 * _TOP * u
    badges = [
        (sum(widths[:i]), Group(_badge(row.cells[i], row.alert, setter)))
        for i, style in enumerate(table.letters)
        if style == "badge" and row.cells[i]
    ]
    if badges:
        height = max(height, (_BADGE + 1.6) * u)
    last = index == len(table.rows) - 1

    def draw(tall: float) -> tuple[Item, ...]:
        out: list[Item] = []
        if index % 2 == 0:
            out.append(Rect(0, 0, width, tall, color("paper")))
        line = Stroke(color("ink"), 0.5 * u) if last else Stroke(color("rule"), 0.2 * u)
        out.append(Path(polyline(((0, tall), (width, tall))), None, line))
        for x, badge in badges:
            out.append(Place(badge, translate(x + (_SIDE + _BADGE / 2) * u, tall / 2)))
        return (*out, *_across(cells, widths, tall, u))

    return Chunk(height, draw, row.where, stretch=height * _TALLER)


def _badge(cell: Phrase, alert: bool, setter: Typesetter) -> tuple[Item, ...]:
    """An icon on a disc about (0, 0)."""
    u, color = setter.unit, setter.style.color
    ground = "badge-alert" if alert else "badge"
    disc = Path(circle(0, 0, _BADGE / 2 * u), color(ground), Stroke(color("ink"), 0.25 * u))
    box = Box(-_GLYPH / 2 * u, -_GLYPH / 2 * u, _GLYPH * u, _GLYPH * u)
    return (disc, *setter.icon(cell, box, f"white over {ground}"))


def _set(
    phrases: Sequence[Phrase],
    styles: Sequence[str],
    align: Sequence[str],
    widths: Sequence[float],
    setter: Typesetter,
    color: str,
) -> list[Paragraph]:
    pad = 2 * _SIDE * setter.unit
    empty = Paragraph(0.0, 0.0)
    return [
        setter.set(_figure(phrase, style)[0], wide - pad, _figure(phrase, style)[1], at, _tone(style, color))
        if phrase
        else empty
        for phrase, style, at, wide in zip(phrases, styles, align, widths, strict=True)
    ]


def _tone(style: str, color: str) -> str:
    """A row's alert colours its figures only: words stay black."""
    return "" if color == "alert" and style != "value" else color


def _across(cells: Sequence[Paragraph], widths: Sequence[float], tall: float, u: float) -> tuple[Item, ...]:
    out: list[Item] = []
    x = 0.0
    for cell, wide in zip(cells, widths, strict=True):
        out += cell.draw(x + _SIDE * u, (tall - cell.height) / 2)
        x += wide
    return tuple(out)
