"""What a reader fills in with a pencil comes in with a width: squares, lines, sums, frames; chunks go out."""

from __future__ import annotations

from printgen.base.geometry import Box
from printgen.drawing.columns import Chunk
from printgen.drawing.model import Item, Path, Rect, Stroke
from printgen.drawing.outlines import polyline
from printgen.flow.typeset import Typesetter
from printgen.reading import blocks as doc

_TICK = 3.6
# A frame takes whatever room is left on its page.
_ENDLESS = 2000.0


def square(x: float, y: float, side: float, setter: Typesetter) -> tuple[Item, ...]:
    """An open square to tick."""
    return (Rect(x, y, side, side, setter.style.color("white"), Stroke(setter.style.color("ink"), 0.4 * setter.unit)),)


def tick_chunks(ticks: doc.Ticks, width: float, setter: Typesetter) -> list[Chunk]:
    """Rows of squares with labels, read down each column; values stand at the right behind a dotted leader."""
    across = min(ticks.across, len(ticks.items))
    rows = -(-len(ticks.items) // across)
    return [_tick_row(ticks.items[row::rows], across, width, setter) for row in range(rows)]


def _tick_row(row: tuple[doc.Tick, ...], across: int, width: float, setter: Typesetter) -> Chunk:
    u, color = setter.unit, setter.style.color
    between = 4 * u
    wide = (width - between * (across - 1)) / across
    body = setter.letters("body")
    line = body.size * body.leading
    cells: list[tuple[Item, ...]] = []
    height = 0.0
    for i, item in enumerate(row):
        x = i * (wide + between)
        left = x + (_TICK + 1.8) * u
        items: list[Item] = list(square(x, (line - _TICK * u) / 2, _TICK * u, setter))
        if item.icon:
            items += setter.icon(item.icon, Box(left, (line - 4.4 * u) / 2, 4.4 * u, 4.4 * u), "olive")
            left += 5.8 * u
        value = setter.set(item.value, wide / 2, "value", shrink=True) if item.value else None
        room = x + wide - left - (value.width + 2 * u if value else 0)
        label = setter.set(item.text, room, "body")
        items += label.draw(left, 0)
        if value:
            start, end = left + label.width + 1.2 * u, x + wide - value.width - 1.2 * u
            if end > start + u and label.height < line * 1.5:
                dots = Stroke(color("rule"), 0.35 * u, (0.35 * u, 1.0 * u))
                items.append(Path(polyline(((start, line * 0.72), (end, line * 0.72))), None, dots))
            items += value.draw(x + wide - value.width, (line - value.height) / 2)
        cells.append(tuple(items))
        height = max(height, label.height)
    drawn = tuple(item for cell in cells for item in cell)
    return Chunk(height, lambda tall: drawn, row[0].where, 1.1 * u, 1.2 * u)


def field_chunks(fields: doc.Fields, width: float, setter: Typesetter) -> list[Chunk]:
    """Labels with lines to write on, side by side."""
    u = setter.unit
    between = 4 * u
    shares = sum(field.width for field in fields.items)
    height = 8.4 * u
    out: list[Item] = []
    x = 0.0
    for field in fields.items:
        wide = (width - between * (len(fields.items) - 1)) * field.width / shares
        label = setter.set(field.label, wide * 0.7, "label", shrink=True)
        foot = height - 0.6 * u
        out += label.draw(x, foot - label.height * 0.86)
        line = polyline(((x + label.width + 1.4 * u, foot), (x + wide, foot)))
        out.append(Path(line, None, Stroke(setter.style.color("ink"), 0.3 * u)))
        x += wide + between
    return [Chunk(height, lambda tall: tuple(out), fields.where, stretch=0)]


def sum_chunks(block: doc.Sum, width: float, setter: Typesetter) -> list[Chunk]:
    """Boxes in a row with their signs before them and their labels beneath; the result has a heavy frame."""
    u, color = setter.unit, setter.style.color
    count = len(block.terms)
    sign = 5 * u
    signs = sum(sign for term in block.terms if term.sign) + 1.6 * u * sum(1 for t in block.terms[1:] if not t.sign)
    wide = min(22 * u, (width - signs) / count)
    high = 10.5 * u
    labels = [setter.set(t.label, wide + sign * 0.6, "note", "center", shrink=True) for t in block.terms]
    out: list[Item] = []
    x = 0.0
    for i, term in enumerate(block.terms):
        if term.sign:
            mark = setter.set(term.sign, sign, "title", "center", shrink=True)
            out += mark.draw(x, (high - mark.height) / 2)
            x += sign
        elif i:
            x += 1.6 * u
        heavy = 0.9 if term.result else 0.35
        ground = color("tint-2") if term.result else color("white")
        out.append(Rect(x, 0, wide, high, ground, Stroke(color("ink"), heavy * u)))
        if term.value:
            value = setter.set(term.value, wide - 2 * u, "title", "center", shrink=True)
            out += value.draw(x + u, (high - value.height) / 2)
        out += labels[i].draw(x - sign * 0.3, high + 0.7 * u)
        x += wide
    height = high + 0.7 * u + max(label.height for label in labels)
    return [Chunk(height, lambda tall: tuple(out), block.where)]


def frame_chunks(frame: doc.Frame, width: float, setter: Typesetter) -> list[Chunk]:
    """A dashed frame with corners, at least `ratio` times as high as wide; it grows into the room that is left."""
    u, color = setter.unit, setter.style.color
    label = setter.set(frame.label, width - 8 * u, "note", "center") if frame.label else None

    def draw(tall: float) -> tuple[Item, ...]:
        ink = color("ink")
        out: list[Item] = [Rect(0, 0, width, tall, color("white"), Stroke(ink, 0.3 * u, (1.4 * u, 1.4 * u)))]
        arm, edge = 5 * u, Stroke(ink, 0.7 * u)
        for x, dx in ((0.0, arm), (width, -arm)):
            for y, dy in ((0.0, arm), (tall, -arm)):
                out.append(Path(polyline(((x + dx, y), (x, y), (x, y + dy))), None, edge))
        if label:
            out += label.draw(4 * u, tall - label.height - 2.4 * u)
        return tuple(out)

    return [Chunk(width * frame.ratio, draw, frame.where, stretch=_ENDLESS)]


def line_chunks(lines: doc.Lines, width: float, setter: Typesetter) -> list[Chunk]:
    """Empty lines to write on."""
    u = setter.unit
    line = Path(polyline(((0, 7.6 * u), (width, 7.6 * u))), None, Stroke(setter.style.color("rule"), 0.3 * u))
    return [Chunk(7.6 * u, lambda tall: (line,), lines.where, stretch=0.8 * u) for _ in range(lines.count)]
