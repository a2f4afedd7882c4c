"""What a reader fills in with a pencil comes in with a width: squares, lines, sums, frames; chunks go out."""

from __future__ import annotations

from printgen.drawing.model import Item, Path, Rect
from printgen.drawing.outlines import polyline
from printgen.faces.blocks.typeset import Typesetter
from printgen.game import blocks as doc
from printgen.layout.columns import Chunk, still

_TICK = 3.6
# A frame takes whatever room is left on its page.
_ENDLESS = 2000.0


def square(x: float, y: float, setter: Typesetter) -> Rect:
    """An open square to tick, with the middle of its left side at (x, y)."""
    side = _TICK * setter.unit
    return Rect(x, y - side / 2, side, side, setter.style.color("white"), setter.stroke(0.4))


def tick_chunks(ticks: doc.Ticks, width: float, setter: Typesetter) -> list[Chunk]:
    """Rows of squares with labels, read down each column; values stand at the right behind a dotted leader."""
    u, line = setter.unit, setter.letters("body").line
    across = min(ticks.across, len(ticks.items))
    rows = -(-len(ticks.items) // across)
    wide = (width - 4 * u * (across - 1)) / across
    out: list[Chunk] = []
    for start in range(rows):
        row = ticks.items[start::rows]
        ticked = [_tick(item, i * (wide + 4 * u), wide, line, setter) for i, item in enumerate(row)]
        items = tuple(item for _, cell in ticked for item in cell)
        out.append(still(max(height for height, _ in ticked), items, row[0].where, 1.1 * u, 1.2 * u))
    return out


def _tick(item: doc.Tick, x: float, wide: float, line: float, setter: Typesetter) -> tuple[float, list[Item]]:
    """The height of a tick and its items, from `x` on; lengths in points."""
    u, left = setter.unit, x + (_TICK + 1.8) * setter.unit
    items: list[Item] = [square(x, line / 2, setter)]
    if item.icon:
        items += setter.icon(item.icon, left + 2.2 * u, line / 2, 4.4 * u, "olive")
        left += 5.8 * u
    value = setter.set(item.value, wide / 2, "value", shrink=True)
    label = setter.set(item.text, x + wide - left - (value.width + 2 * u if item.value else 0), "body")
    items += label.draw(left, 0)
    start, end = left + label.width + 1.2 * u, x + wide - value.width - 1.2 * u
    if item.value and end > start + u and label.height < line * 1.5:
        items.append(setter.rule(start, line * 0.72, end, setter.stroke(0.35, "rule", (0.35, 1.0))))
    return label.height, [*items, *value.within(x + wide - value.width, 0, line)]


def field_chunks(fields: doc.Fields, width: float, setter: Typesetter) -> list[Chunk]:
    """Labels with lines to write on, side by side."""
    u, between, foot = setter.unit, 4 * setter.unit, 7.8 * setter.unit
    share = (width - between * (len(fields.items) - 1)) / sum(field.width for field in fields.items)
    out: list[Item] = []
    x = 0.0
    for field in fields.items:
        wide = share * field.width
        label = setter.set(field.label, wide * 0.7, "label", shrink=True)
        out += label.draw(x, foot - label.height * 0.86)
        out.append(setter.rule(x + label.width + 1.4 * u, foot, x + wide, setter.stroke(0.3)))
        x += wide + between
    return [still(8.4 * u, tuple(out), fields.where)]


def sum_chunks(block: doc.Sum, width: float, setter: Typesetter) -> list[Chunk]:
    """Boxes in a row with their signs before them and their labels beneath; the result has a heavy frame."""
    u, color, sign, high = setter.unit, setter.style.color, 5 * setter.unit, 10.5 * setter.unit
    before = [sign if term.sign else 1.6 * u if i else 0.0 for i, term in enumerate(block.terms)]
    wide = min(22 * u, (width - sum(before)) / len(block.terms))
    labels = [setter.set(term.label, wide + sign * 0.6, "note", "center", shrink=True) for term in block.terms]
    out: list[Item] = []
    x = 0.0
    for term, label, room in zip(block.terms, labels, before, strict=True):
        out += setter.set(term.sign, sign, "title", "center", shrink=True).within(x, 0, high)
        x += room
        ground, line = ("tint-2", 0.9) if term.result else ("white", 0.35)
        out.append(Rect(x, 0, wide, high, color(ground), setter.stroke(line)))
        out += setter.set(term.value, wide - 2 * u, "title", "center", shrink=True).within(x + u, 0, high)
        out += label.draw(x - sign * 0.3, high + 0.7 * u)
        x += wide
    return [still(high + 0.7 * u + max(label.height for label in labels), tuple(out), block.where)]


def frame_chunks(frame: doc.Frame, width: float, setter: Typesetter) -> list[Chunk]:
    """A dashed frame with corners, at least `ratio` times as high as wide; it grows into the room that is left."""
    u, arm = setter.unit, 5 * setter.unit
    label = setter.set(frame.label, width - 8 * u, "note", "center")

    def draw(tall: float) -> tuple[Item, ...]:
        dashed = Rect(0, 0, width, tall, setter.style.color("white"), setter.stroke(0.3, "ink", (1.4, 1.4)))
        corners = [
            Path(polyline(((x + dx, y), (x, y), (x, y + dy))), None, setter.stroke(0.7))
            for x, dx in ((0.0, arm), (width, -arm))
            for y, dy in ((0.0, arm), (tall, -arm))
        ]
        return (dashed, *corners, *label.draw(4 * u, tall - label.height - 2.4 * u))

    return [Chunk(width * frame.ratio, draw, frame.where, stretch=_ENDLESS)]


def line_chunks(lines: doc.Lines, width: float, setter: Typesetter) -> list[Chunk]:
    """Empty lines to write on."""
    high = 7.6 * setter.unit
    line = setter.rule(0, high, width, setter.stroke(0.3, "rule"))
    return [Chunk(high, lambda tall: (line,), lines.where, stretch=0.8 * setter.unit)] * lines.count
