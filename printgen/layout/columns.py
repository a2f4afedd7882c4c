"""Places measured chunks on pages, in bands of columns. Pure arithmetic in points.

A band is either wide (one column) or has several columns. Chunks flow down a column, on to the next column and
on to the next page; a chunk is never cut, and one that is kept with the next never stands at the foot alone.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from printgen.base.errors import Where
from printgen.base.units import translate
from printgen.drawing.model import Group, Item, Place


class Chunk(NamedTuple):
    """Something that stands in a column as a whole.

    `draw` gives its items at (0, 0) for a final height, which is at least `height` and at most `stretch` more.
    `gap` is the room above it unless it starts its column; `loose` is how much that room may grow. `keep` holds
    it together with the next chunk. `lead` is drawn above it where it starts a column: a table's head.
    """

    height: float
    draw: Callable[[float], tuple[Item, ...]]
    where: Where
    gap: float = 0.0
    loose: float = 0.0
    stretch: float = 0.0
    keep: bool = False
    lead: Chunk | None = None


def still(
    height: float, items: tuple[Item, ...], where: Where, gap: float = 0.0, loose: float = 0.0, keep: bool = False
) -> Chunk:
    """A chunk that shows the same items at any height."""
    return Chunk(height, lambda tall: items, where, gap, loose, keep=keep)


class FlowColumn(NamedTuple):
    """Where a column stands on the page, in points."""

    x: float
    width: float


class Band(NamedTuple):
    """Chunks for a row of columns: one flow for all of them, or a flow of its own for each."""

    columns: tuple[FlowColumn, ...]
    flows: tuple[tuple[Chunk, ...], ...]
    gap: float = 0.0
    new_page: bool = False


class ChunkPlace(NamedTuple):
    """A chunk put on a page at its final height."""

    x: float
    y: float
    height: float
    chunk: Chunk


_Stacks = list[list[Chunk]]


class _Part(NamedTuple):
    """What stands of a band on one page, from `y` down: chunks on top of each other, by column."""

    columns: Sequence[FlowColumn]
    stacks: _Stacks
    y: float

    @property
    def height(self) -> float:
        return max(map(height_of, self.stacks))

    @property
    def slack(self) -> float:
        """How much taller the band may be drawn: as much as its most elastic column takes."""
        return max(map(elastic_of, self.stacks))


class Pagination(NamedTuple):
    """The pages, and the chunks that are taller than a whole page."""

    pages: list[list[ChunkPlace]]
    too_tall: list[Chunk]


def lay_out(bands: Sequence[Band], height: float) -> Pagination:
    """Put the bands on pages of `height`, balance their columns, and spread what room is left over what stretches."""
    pages: list[list[_Part]] = [[]]
    too_tall: list[Chunk] = []
    for band in bands:
        if band.new_page and pages[-1]:
            pages.append([])
        flows = [list(flow) for flow in band.flows]
        while any(flows):
            page = pages[-1]
            y = page[-1].y + page[-1].height + band.gap if page else 0.0
            stacks = _fill(band, flows, height - y)
            if not any(stacks) and not page:
                # One run in each column although it is taller than a page, so that the layout always ends.
                stacks = [take_chunks(flow, height, forced=True) for flow in flows]
                too_tall += (max(stack, key=lambda chunk: chunk.height) for stack in stacks if stack)
            if any(stacks):
                page.append(_Part(band.columns, stacks, y))
            if any(flows):
                pages.append([])
    return Pagination([_place(parts, height) for parts in pages if parts], too_tall)


def _fill(band: Band, flows: _Stacks, room: float) -> _Stacks:
    """Take from the flows what fits on this page; a single flow is balanced over the columns where it ends."""
    if len(flows) == len(band.columns):
        return [take_chunks(flow, room) for flow in flows]
    (whole,) = flows

    def distribute(height: float) -> tuple[_Stacks, list[Chunk]]:
        rest = list(whole)
        return [take_chunks(rest, height) for _ in band.columns], rest

    stacks, flows[0] = distribute(room)
    if flows[0]:
        return stacks
    low, high = 0.0, room
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if distribute(middle)[1] else (low, middle)
    return distribute(high)[0]


def take_chunks(flow: list[Chunk], room: float, forced: bool = False) -> list[Chunk]:
    """Remove from a flow the chunks that fit one column, without parting what is kept together."""
    stack: list[Chunk] = []
    while flow:
        end = next((i for i, chunk in enumerate(flow, 1) if not chunk.keep), len(flow))
        lead = [flow[0].lead] if flow[0].lead and not stack else []
        taller = [*stack, *lead, *flow[:end]]
        if height_of(taller) > room + 1e-6 and (stack or not forced):
            break
        stack = taller
        del flow[:end]
    return stack


def height_of(stack: Sequence[Chunk]) -> float:
    """The least height of chunks on top of each other."""
    return sum(chunk.height + (chunk.gap if i else 0.0) for i, chunk in enumerate(stack))


def elastic_of(stack: Sequence[Chunk]) -> float:
    """How much taller than that they may be drawn."""
    return sum(chunk.stretch + (chunk.loose if i else 0.0) for i, chunk in enumerate(stack))


def _place(parts: Sequence[_Part], height: float) -> list[ChunkPlace]:
    """The chunks of one page, with the room that is left shared among the bands by what they can take."""
    free = height - parts[-1].y - parts[-1].height
    share = _share(free, sum(part.slack for part in parts))
    out: list[ChunkPlace] = []
    lower = 0.0
    for part in parts:
        for column, stack in zip(part.columns, part.stacks, strict=False):
            out += stack_chunks(column, stack, part.y + lower, part.height + part.slack * share)
        lower += part.slack * share
    return out


def stack_chunks(column: FlowColumn, stack: Sequence[Chunk], y: float, tall: float) -> list[ChunkPlace]:
    """Chunks on top of each other from `y` down, stretched as far as they go toward a height of `tall`."""
    share = _share(tall - height_of(stack), elastic_of(stack))
    out: list[ChunkPlace] = []
    for i, chunk in enumerate(stack):
        if i:
            y += chunk.gap + chunk.loose * share
        height = chunk.height + chunk.stretch * share
        out.append(ChunkPlace(column.x, y, height, chunk))
        y += height
    return out


def _share(free: float, elastic: float) -> float:
    """How far what stretches is stretched, from 0 to 1, where so much room is free."""
    return min(1.0, max(0.0, free) / elastic) if elastic > 0 else 0.0


def draw_chunks(placed: Iterable[ChunkPlace], x: float = 0.0, y: float = 0.0) -> tuple[Item, ...]:
    """What placed chunks show, in a column or on a page whose top left corner is at (x, y)."""
    return tuple(Place(Group(p.chunk.draw(p.height)), translate(x + p.x, y + p.y)) for p in placed)
