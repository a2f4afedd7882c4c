"""Blocks and a width come in; the chunks that they are made of go out: words, lists and boxes here, others beside."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from printgen.base.geometry import translate
from printgen.drawing.model import Group, Item, Path, Place, Rect
from printgen.drawing.outlines import circle, polygon
from printgen.faces.blocks.forms import field_chunks, frame_chunks, line_chunks, square, sum_chunks, tick_chunks
from printgen.faces.blocks.panels import roll_chunks, step_chunks, strip_chunks, throw_chunks
from printgen.faces.blocks.tables import dice_chunks, table_chunks
from printgen.faces.blocks.typeset import Typesetter
from printgen.game import blocks as doc
from printgen.game.documents import Section
from printgen.layout.columns import Chunk, Column, drawn, elastic_of, height_of, stacked, still
from printgen.reading.part import NOTHING, Phrase

_LETTERS: dict[type, str] = {doc.Heading: "heading", doc.Text: "body", doc.Note: "note"}
_LOOSE = 0.7
# Paragraphs of so many lines are never broken.
_WHOLE = 3


def chunks_of(blocks: Sequence[doc.Block], width: float, setter: Typesetter) -> list[Chunk]:
    """The chunks of blocks (breaks aside), each block with the style's gap above its first one."""
    out: list[Chunk] = []
    above = setter.gap
    for block in blocks:
        made = _MAKERS[type(block)](block, width, setter) if type(block) in _MAKERS else []
        if made:
            out += [made[0]._replace(gap=above, loose=above * _LOOSE), *made[1:]]
        # A heading stands nearer to what it heads than to what is above it.
        above = setter.gap * (0.45 if isinstance(block, doc.Heading) else 1)
    return out


def titled_chunks(title: str, aside: str, blocks: Sequence[doc.Block], width: float, setter: Typesetter) -> list[Chunk]:
    """The chunks of blocks that code has made, under a title with a few words beside it."""
    named = Section.model_construct(title=Phrase(title), icon=NOTHING, aside=Phrase(aside), blocks=tuple(blocks))
    return under_title(title_chunk(named, width, setter), chunks_of(blocks, width, setter), setter)


def under_title(title: Chunk, chunks: list[Chunk], setter: Typesetter) -> list[Chunk]:
    """Chunks with their title, which stands close above them."""
    first = [chunk._replace(gap=1.3 * setter.unit, loose=0.6 * setter.unit) for chunk in chunks[:1]]
    return [title, *first, *chunks[1:]]


def title_chunk(section: Section, width: float, setter: Typesetter) -> Chunk:
    """A section's title, with its icon and the aside that stands on the same line."""
    u, letters = setter.unit, setter.letters("section")
    side = letters.size * 1.15
    x = side + 1.2 * u if section.icon else 0.0
    title = setter.set(section.title, width - x, "section", shrink=True)
    icon = setter.icon(section.icon, width - side / 2 if title.leftward else side / 2, letters.line / 2, side, "ink")
    left = x + title.width + 3 * u
    aside = setter.set(section.aside, width - left, "note", shrink=True)
    if title.leftward:
        x = left = 0.0
    items = (*icon, *title.draw(x, 0), *aside.draw(left, title.height * 0.54 - aside.height * 0.5))
    return still(title.height, items, section.where, setter.gap * 1.3, setter.gap * _LOOSE, keep=True)


def _words(block: doc.Heading | doc.Text | doc.Note, width: float, setter: Typesetter) -> list[Chunk]:
    """A paragraph, which flows on from column to column but leaves no line alone; a heading stays whole."""
    name, where = _LETTERS[type(block)], block.text.where
    text = setter.set(block.text, width, name, setter.letters(name).said.align)
    heading = isinstance(block, doc.Heading)
    if heading or len(text.lines) <= _WHOLE:
        return [still(text.height, text.draw(0, 0), where, keep=heading)]
    alone, lines = (0, len(text.lines) - 2), zip(text.lines, text.heights, strict=True)
    return [still(high, line(0, 0), where, keep=i in alone) for i, (line, high) in enumerate(lines)]


def _listing(block: doc.Listing, width: float, setter: Typesetter) -> list[Chunk]:
    u, line = setter.unit, setter.letters("body").line
    icons = any(item.icon for item in block.items)
    hang = {"bullet": 7.4 if icons else 3.4, "number": 7.4, "tick": 6.0}[block.mark] * u
    out: list[Chunk] = []
    for number, item in enumerate(block.items, 1):
        text = setter.set(item.text, width - hang, "body", setter.letters("body").said.align)
        height = max(text.height, 6.2 * u if block.mark == "number" or icons else 0)
        shift = (height - text.height) / 2 if text.height < line * 1.5 else 0.0
        mark = _mark(block.mark, number, item, line / 2, setter)
        if text.leftward:
            # What has a face of its own is moved to the other side, and the rest mirrored.
            faced = block.mark == "number" or item.icon
            mark = (Place(Group(mark), translate(width - 5.7 * u, 0) if faced else (-1, 0, 0, 1, width, 0)),)
        text_at = 0.0 if text.leftward else hang
        out.append(still(height, (*mark, *text.draw(text_at, shift)), item.where, 1.1 * u, 1.1 * u))
    return out


def _mark(kind: str, number: int, item: doc.Item, y: float, setter: Typesetter) -> tuple[Item, ...]:
    """What stands before an item whose first line has its middle at `y`."""
    u, color = setter.unit, setter.style.color
    if kind == "number":
        text = Phrase(str(number), item.where)
        figure = setter.set(text, 5.8 * u, "value", "center", "amber over panel", shrink=True)
        disc = Path(circle(2.9 * u, 3.1 * u, 2.9 * u), color("panel"), setter.stroke(0.3))
        return (disc, *figure.within(0, 0, 6.2 * u))
    if kind == "tick":
        return (square(0, y, setter),)
    if item.icon:
        return setter.icon(item.icon, 2.8 * u, 3 * u, 5.6 * u, "olive")
    side = 1.5 * u
    return (Path(polygon(((0, y - side / 2), (side, y), (0, y + side / 2))), color("olive")),)


def _box(block: doc.Box, width: float, setter: Typesetter) -> list[Chunk]:
    u, color, pad = setter.unit, setter.style.color, 3 * setter.unit
    side = 16 * u if block.icon else 0.0
    inner = width - side - 2 * pad
    chunks = [chunk._replace(gap=chunk.gap * 0.7) for chunk in chunks_of(block.blocks, inner, setter)]
    if block.title:
        title = setter.set(block.title, inner, "title")
        chunks[:1] = [chunk._replace(gap=1.4 * u, loose=0.7 * u) for chunk in chunks[:1]]
        chunks.insert(0, still(title.height, title.draw(0, 0), block.where, keep=True))
    icon = Group(setter.icon(block.icon, 0, 0, 9.6 * u, "amber over panel"))

    def draw(height: float) -> tuple[Item, ...]:
        out: list[Item] = [Rect(0, 0, width, height, color("paper"))]
        if block.icon:
            out.append(Rect(0, 0, side, height, color("panel"), setter.stroke()))
            out.append(Place(icon, translate(side / 2, height / 2)))
        spare = max(0.0, height - 2 * pad - height_of(chunks) - elastic_of(chunks))
        inside = stacked(Column(side + pad, inner), chunks, pad + spare / 2, height - 2 * pad)
        return (*out, Rect(0, 0, width, height, None, setter.stroke()), *drawn(inside))

    return [Chunk(height_of(chunks) + 2 * pad, draw, block.where, stretch=elastic_of(chunks) + 4 * u)]


def _picture(block: doc.Picture, width: float, setter: Typesetter) -> list[Chunk]:
    wide = width * min(1.0, block.width)
    height, items = setter.picture(block, wide) if setter.picture else (0.0, ())
    return [still(height, (Place(Group(items), translate((width - wide) / 2, 0)),), block.where)]


def _odds(block: doc.NamedOdds, width: float, setter: Typesetter) -> list[Chunk]:
    table = setter.odds(block) if setter.odds else None
    return table_chunks(table, width, setter) if table else []


def _errata(block: doc.ErrataNote, width: float, setter: Typesetter) -> list[Chunk]:
    return [chunk for note in setter.errata(block) for chunk in _words(note, width, setter)]


_MAKERS: dict[type, Callable[[Any, float, Typesetter], list[Chunk]]] = {
    doc.Heading: _words,
    doc.Text: _words,
    doc.Note: _words,
    doc.Listing: _listing,
    doc.Table: table_chunks,
    doc.Steps: step_chunks,
    doc.Rolls: roll_chunks,
    doc.Volley: throw_chunks,
    doc.Duel: throw_chunks,
    doc.Strip: strip_chunks,
    doc.Box: _box,
    doc.Ticks: tick_chunks,
    doc.Fields: field_chunks,
    doc.Sum: sum_chunks,
    doc.Frame: frame_chunks,
    doc.Lines: line_chunks,
    doc.Picture: _picture,
    doc.NamedTable: dice_chunks,
    doc.NamedOdds: _odds,
    doc.ErrataNote: _errata,
}
