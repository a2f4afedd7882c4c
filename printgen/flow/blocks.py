"""Blocks and a width come in; the chunks that they are made of go out: words, lists and boxes here, others beside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from printgen.base.geometry import Box, translate
from printgen.drawing.columns import Chunk, Column, elastic_of, height_of, stacked
from printgen.drawing.model import Group, Item, Path, Place, Rect, Stroke
from printgen.drawing.outlines import circle, polygon
from printgen.flow.dice import dice_chunks
from printgen.flow.forms import field_chunks, frame_chunks, line_chunks, square, sum_chunks, tick_chunks
from printgen.flow.panels import roll_chunks, step_chunks
from printgen.flow.tables import table_chunks
from printgen.flow.throws import duel_chunks, volley_chunks
from printgen.flow.tiles import strip_chunks
from printgen.flow.typeset import Paragraph, Typesetter
from printgen.reading import blocks as doc
from printgen.reading.documents import Section
from printgen.reading.part import NOTHING, Phrase

_LETTERS: dict[type, str] = {doc.Heading: "heading", doc.Text: "body", doc.Note: "note"}
_LOOSE = 0.7
# Paragraphs of so many lines are never broken.
_WHOLE = 3


def chunks_of(blocks: Sequence[doc.Block], width: float, setter: Typesetter) -> list[Chunk]:
    """The chunks of blocks (breaks aside), each block with the style's gap above its first one."""
    out: list[Chunk] = []
    gap = setter.gap
    heading = False
    for block in blocks:
        made = _MAKERS[type(block)](block, width, setter) if type(block) in _MAKERS else []
        if made:
            first = made[0]
            # A heading stands nearer to what it heads than to what is above it.
            above = gap * 0.45 if heading else gap
            out += [first._replace(gap=above, loose=above * _LOOSE), *made[1:]]
        heading = isinstance(block, doc.Heading)
    return out


def titled_chunks(title: str, aside: str, blocks: Sequence[doc.Block], width: float, setter: Typesetter) -> list[Chunk]:
    """The chunks of blocks that code has made, under a title with a few words beside it."""
    named = Section.model_construct(title=Phrase(title), icon=NOTHING, aside=Phrase(aside), blocks=tuple(blocks))
    return [title_chunk(named, width, setter), *chunks_of(blocks, width, setter)]


def title_chunk(section: Section, width: float, setter: Typesetter) -> Chunk:
    """A section's title, with its icon and the aside that stands on the same line."""
    u = setter.unit
    room = width
    x = 0.0
    items: tuple[Item, ...] = ()
    letters = setter.letters("section")
    if section.icon:
        side = letters.size * 1.15
        items += setter.icon(section.icon, Box(0, (letters.size * letters.leading - side) / 2, side, side), "ink")
        x = side + 1.2 * u
        room -= x
    title = setter.set(section.title, room, "section", shrink=True)
    items += title.draw(x, 0)
    if section.aside:
        left = x + title.width + 3 * u
        aside = setter.set(section.aside, width - left, "note", shrink=True)
        items += aside.draw(left, title.height * 0.54 - aside.height * 0.5)
    gap = setter.gap
    return Chunk(title.height, lambda height: items, section.where, gap * 1.3, gap * _LOOSE, keep=True)


def _words(block: doc.Heading | doc.Text | doc.Note, width: float, setter: Typesetter) -> list[Chunk]:
    """A paragraph, which flows on from column to column but leaves no line alone; a heading stays whole."""
    paragraph = setter.set(block.text, width, _LETTERS[type(block)])
    lines = paragraph.lines
    heading = isinstance(block, doc.Heading)
    if heading or len(lines) <= _WHOLE:
        whole = Chunk(paragraph.height, lambda height: paragraph.draw(0, 0), block.text.where)
        return [whole._replace(keep=heading)]
    high, last = paragraph.height / len(lines), len(lines) - 1
    return [Chunk(high, _line(paragraph, i), block.text.where, keep=i in (0, last - 1)) for i in range(len(lines))]


def _line(paragraph: Paragraph, index: int) -> Callable[[float], tuple[Item, ...]]:
    return lambda height: paragraph.lines[index](0, 0)


def _listing(block: doc.Listing, width: float, setter: Typesetter) -> list[Chunk]:
    u = setter.unit
    body = setter.letters("body")
    line = body.size * body.leading
    icons = any(item.icon for item in block.items)
    hang = {"bullet": 3.4, "number": 7.4, "tick": 6.0}[block.mark] * u
    if icons and block.mark == "bullet":
        hang = 7.4 * u
    out: list[Chunk] = []
    for i, item in enumerate(block.items):
        text = setter.set(item.text, width - hang, "body")
        mark = _mark(block.mark, i + 1, item, u, line, setter)
        height = max(text.height, 6.2 * u if block.mark == "number" or icons else 0)
        shift = (height - text.height) / 2 if text.height < line * 1.5 else 0.0

        def draw(tall: float, text: Any = text, mark: Any = mark, shift: float = shift) -> tuple[Item, ...]:
            return (*mark, *text.draw(hang, shift))

        out.append(Chunk(height, draw, item.where, 1.1 * u, 1.1 * u))
    return out


def _mark(kind: str, number: int, item: doc.Item, u: float, line: float, setter: Typesetter) -> tuple[Item, ...]:
    color = setter.style.color
    if kind == "number":
        figure = setter.set(
            Phrase(str(number), item.where), 5.8 * u, "value", "center", "amber over panel", shrink=True
        )
        disc = Path(circle(2.9 * u, 3.1 * u, 2.9 * u), color("panel"), Stroke(color("ink"), 0.3 * u))
        return (disc, *figure.draw(0, 3.1 * u - figure.height / 2))
    if kind == "tick":
        return square(0, line / 2 - 1.8 * u, 3.6 * u, setter)
    if item.icon:
        return setter.icon(item.icon, Box(0, 0.2 * u, 5.6 * u, 5.6 * u), "olive")
    side = 1.5 * u
    y = line / 2
    return (Path(polygon(((0, y - side / 2), (side, y), (0, y + side / 2))), color("olive")),)


def _box(block: doc.Box, width: float, setter: Typesetter) -> list[Chunk]:
    u, color = setter.unit, setter.style.color
    side = 16 * u if block.icon else 0.0
    pad = 3 * u
    inner = width - side - 2 * pad
    chunks: list[Chunk] = []
    if block.title:
        title = setter.set(block.title, inner, "title")
        chunks.append(Chunk(title.height, lambda height: title.draw(0, 0), block.where, keep=True))
    nested = chunks_of(block.blocks, inner, setter)
    if nested and chunks:
        nested[0] = nested[0]._replace(gap=1.4 * u, loose=0.7 * u)
    chunks += [*nested[:1], *(c._replace(gap=c.gap * 0.7) for c in nested[1:])]
    need = height_of(chunks) + 2 * pad
    icon = setter.icon(block.icon, Box(0, 0, 9.6 * u, 9.6 * u), "amber over panel")

    def draw(height: float) -> tuple[Item, ...]:
        frame = Stroke(color("ink"), 0.35 * u)
        out: list[Item] = [Rect(0, 0, width, height, color("paper"))]
        if side:
            out.append(Rect(0, 0, side, height, color("panel"), frame))
            out.append(Place(Group(icon), translate((side - 9.6 * u) / 2, (height - 9.6 * u) / 2)))
        out.append(Rect(0, 0, width, height, None, frame))
        spare = max(0.0, height - 2 * pad - height_of(chunks) - elastic_of(chunks))
        for placed in stacked(Column(side + pad, inner), chunks, pad + spare / 2, height - 2 * pad):
            out.append(Place(Group(placed.chunk.draw(placed.height)), translate(placed.x, placed.y)))
        return tuple(out)

    return [Chunk(need, draw, block.where, stretch=elastic_of(chunks) + 4 * u)]


def _picture(block: doc.Picture, width: float, setter: Typesetter) -> list[Chunk]:
    wide = width * min(1.0, block.width)
    height, items = setter.picture(block, wide) if setter.picture else (0.0, ())
    shift = translate((width - wide) / 2, 0)
    return [Chunk(height, lambda tall: (Place(Group(items), shift),), block.where)]


_MAKERS: dict[type, Callable[[Any, float, Typesetter], list[Chunk]]] = {
    doc.Heading: _words,
    doc.Text: _words,
    doc.Note: _words,
    doc.Listing: _listing,
    doc.Table: table_chunks,
    doc.Steps: step_chunks,
    doc.Rolls: roll_chunks,
    doc.Volley: volley_chunks,
    doc.Duel: duel_chunks,
    doc.Strip: strip_chunks,
    doc.Box: _box,
    doc.Ticks: tick_chunks,
    doc.Fields: field_chunks,
    doc.Sum: sum_chunks,
    doc.Frame: frame_chunks,
    doc.Lines: line_chunks,
    doc.Picture: _picture,
    doc.NamedTable: dice_chunks,
}
