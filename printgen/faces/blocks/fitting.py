"""Sections of a document, or bands of chunks, come in; pages go out, in the largest letters with which they fit."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate
from math import inf
from typing import NamedTuple

from printgen.base.errors import Finding, has_errors
from printgen.base.letters import many
from printgen.base.units import to_mm
from printgen.drawing.model import Item
from printgen.faces.blocks.chunks import chunks_of, title_chunk, under_title
from printgen.faces.blocks.typeset import Typesetter, unfit
from printgen.game.blocks import Block, Break, Note
from printgen.game.documents import Section
from printgen.layout.columns import Band, Chunk, Column, Layout, Placed, drawn, lay_out

# How finely the letters are made smaller until everything fits.
_STEPS = 12


def columns_of(shares: Sequence[float], width: float, gap: float) -> tuple[Column, ...]:
    """Columns that share a width, with gaps between them."""
    unit = (width - gap * (len(shares) - 1)) / sum(shares)
    lefts = accumulate((unit * share + gap for share in shares), initial=0.0)
    return tuple(Column(x, unit * share) for x, share in zip(lefts, shares, strict=False))


def card_bands(section: Section, width: float, setter: Typesetter) -> list[Band]:
    """A section for cards, whose header shows its title: one flow, and a new one for every page break."""
    runs: list[list[Block]] = [[Note(text=section.aside)] if section.aside else []]
    for blocks, to in _runs(section.blocks):
        runs[-1] += blocks
        if to == "page":
            runs.append([])
    column = Column(0.0, width)
    return [Band((column,), (tuple(chunks_of(run, width, setter)),), 0, i > 0) for i, run in enumerate(runs)]


def sheet_bands(
    sections: Sequence[Section], columns: tuple[Column, ...], width: float, setter: Typesetter
) -> list[Band]:
    """Sections for sheets: in columns or over the whole width, with a new flow for every break."""
    bands: list[Band] = []
    flows: list[list[Chunk]] = [[]]
    new_page = False

    def end_band(across: tuple[Column, ...]) -> None:
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
            across = (Column(0.0, width),)
        titled = True
        for blocks, to in _runs(section.blocks):
            wide = across[(len(flows) - 1) % len(across)].width
            chunks = chunks_of(blocks, wide, setter)
            if titled and chunks:
                chunks = under_title(title_chunk(section, wide, setter), chunks, setter)
            titled = titled and not blocks
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


class Fitted(NamedTuple):
    """Pages of placed chunks, and what there is to say about them."""

    pages: Sequence[Sequence[Placed]]
    findings: tuple[Finding, ...]

    def page(self, index: int, x: float = 0.0, y: float = 0.0) -> tuple[Item, ...]:
        """What a page shows, its top left corner at (x, y)."""
        return drawn(self.pages[index], x, y)


def fit(
    make: Callable[[Typesetter], Sequence[Band]], height: float, setter: Typesetter, pages: int | None = None
) -> Fitted:
    """The layout in the largest letters that need at most `pages` pages of a height, any number of them for None.

    `make` gives the bands as a typesetter sets them. 0 stands for as few pages as the smallest letters need.
    """
    body = setter.style.letters["body"]
    least = body.floor / body.size
    scales = dict.fromkeys(1 - (1 - least) * step / _STEPS for step in range(_STEPS + 1))

    def tried(scale: float) -> tuple[Layout, Typesetter]:
        at = replace(setter, scale=scale, findings=[], stuck=[])
        return lay_out(make(at), height), at

    most = len(tried(min(scales))[0].pages) if pages == 0 else inf if pages is None else pages
    for scale in scales:
        layout, used = tried(scale)
        if not used.stuck and not layout.too_tall and len(layout.pages) <= most:
            return Fitted(layout.pages, tuple(used.findings))
    told = [*_overfull(layout, height, most, body.floor), *used.findings, *used.stuck]
    return Fitted(layout.pages, tuple(told))


def fit_most(
    counts: Iterable[int], make: Callable[[int, Typesetter], Sequence[Band]], height: float, setter: Typesetter
) -> Fitted:
    """The layout on one page of the first count of things that fits, else of the last, with findings.

    `make` gives the bands of so many things.
    """
    for count in counts:
        fitted = fit(partial(make, count), height, setter, 1)
        if not has_errors(fitted.findings):
            break
    return fitted


def _overfull(layout: Layout, height: float, most: float, floor: float) -> Iterator[Finding]:
    for chunk in layout.too_tall:
        message = f"this is {to_mm(chunk.height):.0f} mm high; a page has {to_mm(height):.0f} mm"
        yield unfit(chunk.where, message, "Shorten it, or break it into several blocks.")
    if len(layout.pages) > most and not layout.too_tall:
        message = f"from here on it does not fit on {many(int(most), 'page')} at {floor:g} pt"
        where = layout.pages[int(most)][0].chunk.where
        yield unfit(where, message, "Shorten the document, or allow more pages.")
