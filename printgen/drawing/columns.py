"""Measured chunks come in, in bands of columns; pages of placed chunks go out. Pure arithmetic in points.

A band is either wide (one column) or has several columns. Chunks flow down a column, on to the next column and
on to the next page; a chunk is never cut, and one that is kept with the next never stands at the foot alone.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from printgen.drawing.model import Item
from printgen.errors import Where


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


class Column(NamedTuple):
    """Where a column stands on the page, in points."""

    x: float
    width: float


@dataclass(frozen=True, slots=True)
class Band:
    """Chunks for a row of columns: one flow for all of them, or a flow of its own for each."""

    columns: tuple[Column, ...]
    flows: tuple[tuple[Chunk, ...], ...]
    gap: float = 0.0
    new_page: bool = False


class Placed(NamedTuple):
    """A chunk put on a page at its final height."""

    x: float
    y: float
    height: float
    chunk: Chunk


@dataclass
class _Part:
    """What stands of a band on one page: chunks by column, and the height that they need."""

    columns: Sequence[Column]
    stacks: list[list[Chunk]]
    gap: float
    y: float = 0.0
    height: float = 0.0

    @property
    def slack(self) -> float:
        """How much taller the band may be drawn: as much as its most elastic column takes."""
        return max((elastic_of(stack) for stack in self.stacks), default=0.0)


@dataclass
class Layout:
    """The pages, and the chunks that are taller than a whole page."""

    pages: list[list[Placed]] = field(default_factory=list)
    too_tall: list[Chunk] = field(default_factory=list)


def lay_out(bands: Sequence[Band], height: float) -> Layout:
    """Put the bands on pages of `height`, balance their columns, and spread what room is left over what stretches."""
    layout = Layout()
    pages: list[list[_Part]] = [[]]
    used = 0.0
    for band in bands:
        if band.new_page and pages[-1]:
            pages.append([])
            used = 0.0
        flows = [list(flow) for flow in band.flows]
        while any(flows):
            gap = band.gap if pages[-1] else 0.0
            stacks = _filled(band, flows, height - used - gap)
            if not any(stacks):
                if pages[-1]:
                    pages.append([])
                    used = 0.0
                    continue
                stacks = _forced(band, flows, layout)
            need = max(height_of(stack) for stack in stacks)
            pages[-1].append(_Part(band.columns, stacks, gap, used + gap, need))
            used += gap + need
            if any(flows):
                pages.append([])
                used = 0.0
    layout.pages = [_placed(parts, height) for parts in pages if parts]
    return layout


def _filled(band: Band, flows: list[list[Chunk]], room: float) -> list[list[Chunk]]:
    """Take from the flows what fits on this page; a single flow is balanced over the columns where it ends."""
    if len(flows) > 1:
        return [_take(flow, room) for flow in flows]
    if len(band.columns) == 1:
        return [_take(flows[0], room)]
    whole = flows[0]
    rest = list(whole)
    stacks = [_take(rest, room) for _ in band.columns]
    if not rest:
        low, high = 0.0, room
        for _ in range(40):
            middle = (low + high) / 2
            trial = list(whole)
            for _ in band.columns:
                _take(trial, middle)
            low, high = (low, middle) if not trial else (middle, high)
        rest = list(whole)
        stacks = [_take(rest, high) for _ in band.columns]
    flows[0] = rest
    return stacks


def _take(flow: list[Chunk], room: float) -> list[Chunk]:
    """Remove from a flow the chunks that fit one column, without parting what is kept together."""
    stack: list[Chunk] = []
    used = 0.0
    while flow:
        run = _run(flow)
        led = [*([run[0].lead] if run[0].lead and not stack else []), *run]
        need = height_of([*stack, *led]) - used
        if used + need > room + 1e-6:
            break
        stack += led
        used += need
        del flow[: len(run)]
    return stack


def _forced(band: Band, flows: list[list[Chunk]], layout: Layout) -> list[list[Chunk]]:
    """One run in each column of an empty page although it is too tall, so that the layout always ends."""
    stacks: list[list[Chunk]] = [[] for _ in band.columns]
    for i, flow in enumerate(flows):
        if flow:
            run = _run(flow)
            layout.too_tall.append(max(run, key=lambda chunk: chunk.height))
            stacks[i] = run
            del flow[: len(run)]
    return stacks


def _run(flow: Sequence[Chunk]) -> list[Chunk]:
    run: list[Chunk] = []
    for chunk in flow:
        run.append(chunk)
        if not chunk.keep:
            break
    return run


def height_of(stack: Sequence[Chunk]) -> float:
    """The least height of chunks on top of each other."""
    return sum(chunk.height + (chunk.gap if i else 0.0) for i, chunk in enumerate(stack))


def elastic_of(stack: Sequence[Chunk]) -> float:
    """How much taller than that they may be drawn."""
    return sum(chunk.stretch + (chunk.loose if i else 0.0) for i, chunk in enumerate(stack))


def _placed(parts: Sequence[_Part], height: float) -> list[Placed]:
    """The chunks of one page, with the room that is left shared among the bands by what they can take."""
    last = parts[-1]
    free = max(0.0, height - last.y - last.height)
    elastic = sum(part.slack for part in parts)
    share = min(1.0, free / elastic) if elastic > 0 else 0.0
    out: list[Placed] = []
    lower = 0.0
    for part in parts:
        tall = part.height + part.slack * share
        for column, stack in zip(part.columns, part.stacks, strict=False):
            out += stacked(column, stack, part.y + lower, tall)
        lower += tall - part.height
    return out


def stacked(column: Column, stack: Sequence[Chunk], y: float, tall: float) -> list[Placed]:
    """Chunks on top of each other from `y` down, stretched as far as they go toward a height of `tall`."""
    elastic = elastic_of(stack)
    share = min(1.0, max(0.0, tall - height_of(stack)) / elastic) if elastic > 0 else 0.0
    out: list[Placed] = []
    for i, chunk in enumerate(stack):
        if i:
            y += chunk.gap + chunk.loose * share
        height = chunk.height + chunk.stretch * share
        out.append(Placed(column.x, y, height, chunk))
        y += height
    return out
