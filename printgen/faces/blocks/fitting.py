"""Measures blocks and sections, and lays them on pages in the largest letters with which they fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from math import inf
from typing import Any, NamedTuple

from printgen.base.errors import Finding, has_errors
from printgen.base.units import count_noun, to_mm, translate
from printgen.drawing.model import Group, Item, Path, Place, Rect, Stroke
from printgen.drawing.outlines import circle, polygon, polyline
from printgen.faces.blocks.panels import roll_chunks, step_chunks, strip_chunks, throw_chunks
from printgen.faces.blocks.tables import dice_chunks, table_chunks
from printgen.faces.blocks.typeset import Typesetter, unfit
from printgen.game import documents as doc
from printgen.game.documents import Block, Break, Note, Section
from printgen.layout import columns as flow
from printgen.layout.columns import Band, Chunk, ChunkPlace, FlowColumn, Pagination, draw_chunks, lay_out, still
from printgen.reading.part import NOTHING, Phrase

_TICK = 3.6  # The side of a square to tick, in units of the style.
_ENDLESS = 2000.0  # How much a frame may grow, in points: it takes whatever room is left on its page.


def square(x: float, y: float, setter: Typesetter) -> Rect:
    """An open square to tick, with the middle of its left side at (x, y)."""
    side = _TICK * setter.unit
    return Rect(x, y - side / 2, side, side, setter.style.color("white"), setter.stroke(0.4))


def tick_chunks(ticks: doc.Ticks, width: float, setter: Typesetter) -> list[Chunk]:
    """Rows of squares with labels, read down each column; values stand at the right behind a dotted leader."""
    u, line = setter.unit, setter.letters("body").line
    across = min(ticks.across, len(ticks.items))
    rows = -(-len(ticks.items) // across)
    column_width = (width - 4 * u * (across - 1)) / across
    chunks: list[Chunk] = []
    for start in range(rows):
        row = ticks.items[start::rows]
        ticked = [_tick(item, i * (column_width + 4 * u), column_width, line, setter) for i, item in enumerate(row)]
        items = tuple(item for _, cell in ticked for item in cell)
        chunks.append(still(max(height for height, _ in ticked), items, row[0].where, 1.1 * u, 1.2 * u))
    return chunks


def _tick(item: doc.Tick, x: float, wide: float, line: float, setter: Typesetter) -> tuple[float, list[Item]]:
    """The height of a tick and its items, from `x` on; lengths in points."""
    u, left = setter.unit, x + (_TICK + 1.8) * setter.unit
    items: list[Item] = [square(x, line / 2, setter)]
    if item.icon:
        items += setter.icon(item.icon, left + 2.2 * u, line / 2, 4.4 * u, "olive")
        left += 5.8 * u
    value = setter.typeset(item.value, wide / 2, "value", shrink=True)
    label = setter.typeset(item.text, x + wide - left - (value.width + 2 * u if item.value else 0), "body")
    items += label.draw(left, 0)
    start, end = left + label.width + 1.2 * u, x + wide - value.width - 1.2 * u
    if item.value and end > start + u and label.height < line * 1.5:
        items.append(setter.rule(start, line * 0.72, end, setter.stroke(0.35, "rule", (0.35, 1.0))))
    return label.height, [*items, *value.within(x + wide - value.width, 0, line)]


def field_chunks(fields: doc.FieldsBlock, width: float, setter: Typesetter) -> list[Chunk]:
    """Labels with lines to write on, side by side."""
    u, gap, foot = setter.unit, 4 * setter.unit, 7.8 * setter.unit
    share = (width - gap * (len(fields.items) - 1)) / sum(field.width for field in fields.items)
    items: list[Item] = []
    x = 0.0
    for field in fields.items:
        wide = share * field.width
        label = setter.typeset(field.label, wide * 0.7, "label", shrink=True)
        items += label.draw(x, foot - label.height * 0.86)
        items.append(setter.rule(x + label.width + 1.4 * u, foot, x + wide, setter.stroke(0.3)))
        x += wide + gap
    return [still(8.4 * u, tuple(items), fields.where)]


def sum_chunks(block: doc.SumBlock, width: float, setter: Typesetter) -> list[Chunk]:
    """Boxes in a row with their signs before them and their labels beneath; the result has a heavy frame."""
    u, color, sign, high = setter.unit, setter.style.color, 5 * setter.unit, 10.5 * setter.unit
    before = [sign if term.sign else 1.6 * u if i else 0.0 for i, term in enumerate(block.terms)]
    wide = min(22 * u, (width - sum(before)) / len(block.terms))
    labels = [setter.typeset(term.label, wide + sign * 0.6, "note", "center", shrink=True) for term in block.terms]
    items: list[Item] = []
    x = 0.0
    for term, label, room in zip(block.terms, labels, before, strict=True):
        items += setter.typeset(term.sign, sign, "title", "center", shrink=True).within(x, 0, high)
        x += room
        ground, line = ("tint-2", 0.9) if term.result else ("white", 0.35)
        items.append(Rect(x, 0, wide, high, color(ground), setter.stroke(line)))
        items += setter.typeset(term.value, wide - 2 * u, "title", "center", shrink=True).within(x + u, 0, high)
        items += label.draw(x - sign * 0.3, high + 0.7 * u)
        x += wide
    return [still(high + 0.7 * u + max(label.height for label in labels), tuple(items), block.where)]


def frame_chunks(frame: doc.FrameBlock, width: float, setter: Typesetter) -> list[Chunk]:
    """A dashed frame with corners, at least `ratio` times as high as wide; it grows into the room that is left."""
    u, arm = setter.unit, 5 * setter.unit
    label = setter.typeset(frame.label, width - 8 * u, "note", "center")

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


_STYLES_OF_WORDS: dict[type, str] = {doc.HeadingBlock: "heading", doc.ParagraphBlock: "body", doc.Note: "note"}
_LOOSE = 0.7  # The gap above a block may grow by this part of it.
_WHOLE = 3  # Paragraphs of so many lines are never broken.


def chunks_of(blocks: Sequence[doc.Block], width: float, setter: Typesetter) -> list[Chunk]:
    """The chunks of blocks (breaks aside), each block with the style's gap above its first one."""
    chunks: list[Chunk] = []
    gap_above = setter.gap
    for block in blocks:
        block_chunks = _MAKERS[type(block)](block, width, setter) if type(block) in _MAKERS else []
        if block_chunks:
            chunks += [block_chunks[0]._replace(gap=gap_above, loose=gap_above * _LOOSE), *block_chunks[1:]]
        # A heading stands nearer to what it heads than to what is above it.
        gap_above = setter.gap * (0.45 if isinstance(block, doc.HeadingBlock) else 1)
    return chunks


def chunks_with_title(
    title: str, aside: str, blocks: Sequence[doc.Block], width: float, setter: Typesetter
) -> list[Chunk]:
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
    title = setter.typeset(section.title, width - x, "section", shrink=True)
    icon = setter.icon(section.icon, width - side / 2 if title.leftward else side / 2, letters.line / 2, side, "ink")
    left = x + title.width + 3 * u
    aside = setter.typeset(section.aside, width - left, "note", shrink=True)
    if title.leftward:
        x = left = 0.0
    items = (*icon, *title.draw(x, 0), *aside.draw(left, title.height * 0.54 - aside.height * 0.5))
    return still(title.height, items, section.where, setter.gap * 1.3, setter.gap * _LOOSE, keep=True)


def _word_chunks(
    block: doc.HeadingBlock | doc.ParagraphBlock | doc.Note, width: float, setter: Typesetter
) -> list[Chunk]:
    """A paragraph, which flows on from column to column but leaves no line alone; a heading stays whole."""
    name, where = _STYLES_OF_WORDS[type(block)], block.text.where
    text = setter.typeset(block.text, width, name, setter.letters(name).said.align)
    heading = isinstance(block, doc.HeadingBlock)
    if heading or len(text.lines) <= _WHOLE:
        return [still(text.height, text.draw(0, 0), where, keep=heading)]
    alone, lines = (0, len(text.lines) - 2), zip(text.lines, text.heights, strict=True)
    return [still(high, line(0, 0), where, keep=i in alone) for i, (line, high) in enumerate(lines)]


def _list_chunks(block: doc.Listing, width: float, setter: Typesetter) -> list[Chunk]:
    u, line = setter.unit, setter.letters("body").line
    icons = any(item.icon for item in block.items)
    hang = {"bullet": 7.4 if icons else 3.4, "number": 7.4, "tick": 6.0}[block.mark] * u
    chunks: list[Chunk] = []
    for number, item in enumerate(block.items, 1):
        text = setter.typeset(item.text, width - hang, "body", setter.letters("body").said.align)
        height = max(text.height, 6.2 * u if block.mark == "number" or icons else 0)
        shift = (height - text.height) / 2 if text.height < line * 1.5 else 0.0
        mark = _mark(block.mark, number, item, line / 2, setter)
        if text.leftward:
            # What has a face of its own is moved to the other side, and the rest mirrored.
            is_upright = block.mark == "number" or item.icon
            mark = (Place(Group(mark), translate(width - 5.7 * u, 0) if is_upright else (-1, 0, 0, 1, width, 0)),)
        text_at = 0.0 if text.leftward else hang
        chunks.append(still(height, (*mark, *text.draw(text_at, shift)), item.where, 1.1 * u, 1.1 * u))
    return chunks


def _mark(kind: str, number: int, item: doc.Item, y: float, setter: Typesetter) -> tuple[Item, ...]:
    """What stands before an item whose first line has its middle at `y`."""
    u, color = setter.unit, setter.style.color
    if kind == "number":
        text = Phrase(str(number), item.where)
        figure = setter.typeset(text, 5.8 * u, "value", "center", "amber over panel", shrink=True)
        disc = Path(circle(2.9 * u, 3.1 * u, 2.9 * u), color("panel"), setter.stroke(0.3))
        return (disc, *figure.within(0, 0, 6.2 * u))
    if kind == "tick":
        return (square(0, y, setter),)
    if item.icon:
        return setter.icon(item.icon, 2.8 * u, 3 * u, 5.6 * u, "olive")
    side = 1.5 * u
    return (Path(polygon(((0, y - side / 2), (side, y), (0, y + side / 2))), color("olive")),)


def _box_chunks(block: doc.BoxBlock, width: float, setter: Typesetter) -> list[Chunk]:
    u, color, pad = setter.unit, setter.style.color, 3 * setter.unit
    side = 16 * u if block.icon else 0.0
    inner = width - side - 2 * pad
    chunks = [chunk._replace(gap=chunk.gap * 0.7) for chunk in chunks_of(block.blocks, inner, setter)]
    if block.title:
        title = setter.typeset(block.title, inner, "title")
        chunks[:1] = [chunk._replace(gap=1.4 * u, loose=0.7 * u) for chunk in chunks[:1]]
        chunks.insert(0, still(title.height, title.draw(0, 0), block.where, keep=True))
    icon = Group(setter.icon(block.icon, 0, 0, 9.6 * u, "amber over panel"))

    def draw(height: float) -> tuple[Item, ...]:
        items: list[Item] = [Rect(0, 0, width, height, color("paper"))]
        if block.icon:
            items.append(Rect(0, 0, side, height, color("panel"), setter.stroke()))
            items.append(Place(icon, translate(side / 2, height / 2)))
        spare = max(0.0, height - 2 * pad - flow.height_of(chunks) - flow.elastic_of(chunks))
        inside = flow.stack_chunks(FlowColumn(side + pad, inner), chunks, pad + spare / 2, height - 2 * pad)
        return (*items, Rect(0, 0, width, height, None, setter.stroke()), *draw_chunks(inside))

    return [Chunk(flow.height_of(chunks) + 2 * pad, draw, block.where, stretch=flow.elastic_of(chunks) + 4 * u)]


def _picture_chunks(block: doc.PictureBlock, width: float, setter: Typesetter) -> list[Chunk]:
    wide = width * min(1.0, block.width)
    height, items, findings = setter.picture(block, wide) if setter.picture else (0.0, (), ())
    setter.add(*findings)
    return [still(height, (Place(Group(items), translate((width - wide) / 2, 0)),), block.where)]


def _rule_chunks(block: doc.RuleBlock, width: float, setter: Typesetter) -> list[Chunk]:
    thick = block.width * setter.unit
    line = setter.rule(0, thick / 2, width, Stroke(setter.color(block.color, "ink"), thick))
    return [still(thick, (line,), block.where)]


def _odds_chunks(block: doc.NamedOdds, width: float, setter: Typesetter) -> list[Chunk]:
    table, findings = setter.odds(block) if setter.odds else (None, ())
    setter.add(*findings)
    return table_chunks(table, width, setter) if table else []


def _errata_chunks(block: doc.ErrataNote, width: float, setter: Typesetter) -> list[Chunk]:
    return [chunk for note in setter.errata(block) for chunk in _word_chunks(note, width, setter)]


_MAKERS: dict[type, Callable[[Any, float, Typesetter], list[Chunk]]] = {
    doc.HeadingBlock: _word_chunks,
    doc.ParagraphBlock: _word_chunks,
    doc.Note: _word_chunks,
    doc.Listing: _list_chunks,
    doc.TableBlock: table_chunks,
    doc.Steps: step_chunks,
    doc.Rolls: roll_chunks,
    doc.VolleyBlock: throw_chunks,
    doc.Duel: throw_chunks,
    doc.Strip: strip_chunks,
    doc.BoxBlock: _box_chunks,
    doc.Ticks: tick_chunks,
    doc.FieldsBlock: field_chunks,
    doc.SumBlock: sum_chunks,
    doc.FrameBlock: frame_chunks,
    doc.Lines: line_chunks,
    doc.RuleBlock: _rule_chunks,
    doc.PictureBlock: _picture_chunks,
    doc.NamedTable: dice_chunks,
    doc.NamedOdds: _odds_chunks,
    doc.ErrataNote: _errata_chunks,
}


_STEPS = 12  # Letters become smaller in so many steps until everything fits.


def columns_of(shares: Sequence[float], width: float, gap: float) -> tuple[FlowColumn, ...]:
    """Columns that share a width, with gaps between them."""
    unit = (width - gap * (len(shares) - 1)) / sum(shares)
    lefts = accumulate((unit * share + gap for share in shares), initial=0.0)
    return tuple(FlowColumn(x, unit * share) for x, share in zip(lefts, shares, strict=False))


def card_bands(section: Section, width: float, setter: Typesetter) -> list[Band]:
    """A section for cards, whose header shows its title: one flow, and a new one for every page break."""
    runs: list[list[Block]] = [[Note(text=section.aside)] if section.aside else []]
    for blocks, to in _runs(section.blocks):
        runs[-1] += blocks
        if to == "page":
            runs.append([])
    column = FlowColumn(0.0, width)
    return [Band((column,), (tuple(chunks_of(run, width, setter)),), 0, i > 0) for i, run in enumerate(runs)]


def sheet_bands(
    sections: Sequence[Section], columns: tuple[FlowColumn, ...], width: float, setter: Typesetter
) -> list[Band]:
    """Sections for sheets: in columns or over the whole width, with a new flow for every break."""
    bands: list[Band] = []
    flows: list[list[Chunk]] = [[]]
    new_page = False

    def end_band(across: tuple[FlowColumn, ...]) -> None:
        nonlocal flows, new_page
        ended, flows = flows if flows[-1] else flows[:-1], [[]]
        for start in range(0, len(ended), len(across)):
            group = ended[start : start + len(across)]
            if len(ended) > 1:
                # Where the file breaks its columns itself, nothing flows on into the next one.
                group += [[] for _ in across[len(group) :]]
            bands.append(Band(across, tuple(map(tuple, group)), setter.gap * 1.3, new_page))
            new_page = False

    for section in sections:
        across = columns
        if section.wide:
            end_band(columns)
            across = (FlowColumn(0.0, width),)
        needs_title = True
        for blocks, to in _runs(section.blocks):
            wide = across[(len(flows) - 1) % len(across)].width
            chunks = chunks_of(blocks, wide, setter)
            if needs_title and chunks:
                chunks = under_title(title_chunk(section, wide, setter), chunks, setter)
            needs_title = needs_title and not blocks
            flows[-1] += chunks
            if to == "page":
                end_band(across)
                new_page = True
            elif to == "column":
                flows.append([])
        if section.wide:
            end_band(across)
    end_band(columns)
    return bands


def _runs(blocks: Sequence[Block]) -> Iterator[tuple[list[Block], str]]:
    """The blocks between breaks, and what follows them: a new column or page, or "" at the end."""
    run: list[Block] = []
    for block in blocks:
        if isinstance(block, Break):
            yield run, block.to
            run = []
        else:
            run.append(block)
    yield run, ""


class FittedPages(NamedTuple):
    """Pages of placed chunks, and what there is to say about them."""

    pages: Sequence[Sequence[ChunkPlace]]
    findings: tuple[Finding, ...]

    def page(self, index: int, x: float = 0.0, y: float = 0.0) -> tuple[Item, ...]:
        """What a page shows, its top left corner at (x, y)."""
        return draw_chunks(self.pages[index], x, y)


def fit(
    make: Callable[[Typesetter], Sequence[Band]], height: float, setter: Typesetter, pages: int | None = None
) -> FittedPages:
    """The layout in the largest letters that need at most `pages` pages of a height, any number of them for None.

    `make` gives the bands as a typesetter sets them. 0 stands for as few pages as the smallest letters need.
    """
    body = setter.style.letters["body"]
    least = body.floor / body.size
    scales = dict.fromkeys(1 - (1 - least) * step / _STEPS for step in range(_STEPS + 1))

    def attempt(scale: float) -> tuple[Pagination, Typesetter]:
        at = replace(setter, scale=scale, findings=[], stuck=[])
        return lay_out(make(at), height), at

    most = len(attempt(min(scales))[0].pages) if pages == 0 else inf if pages is None else pages
    for scale in scales:
        layout, used = attempt(scale)
        if not used.stuck and not layout.too_tall and len(layout.pages) <= most:
            return FittedPages(layout.pages, tuple(used.findings))
    findings = [*_overfull(layout, height, most, body.floor), *used.findings, *used.stuck]
    return FittedPages(layout.pages, tuple(findings))


def fit_most(
    counts: Iterable[int], make: Callable[[int, Typesetter], Sequence[Band]], height: float, setter: Typesetter
) -> FittedPages:
    """The layout on one page of the first count that fits, else of the last, with findings; `make` gives the bands."""
    for count in counts:
        fitted = fit(partial(make, count), height, setter, 1)
        if not has_errors(fitted.findings):
            break
    return fitted


def _overfull(layout: Pagination, height: float, most: float, floor: float) -> Iterator[Finding]:
    for chunk in layout.too_tall:
        message = f"this is {to_mm(chunk.height):.0f} mm high; a page has {to_mm(height):.0f} mm"
        yield unfit(chunk.where, message, "Shorten it, or break it into several blocks.")
    if len(layout.pages) > most and not layout.too_tall:
        message = f"from here on it does not fit on {count_noun(int(most), 'page')} at {floor:g} pt"
        where = layout.pages[int(most)][0].chunk.where
        yield unfit(where, message, "Shorten the document, or allow more pages.")
