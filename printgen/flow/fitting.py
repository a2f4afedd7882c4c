"""Blocks and a box come in; their items go out, in the largest letters with which they fit.

Other products show words, lists and tables of their own with it, made as values:

    style = read_style(library.face("sheet-dossier"), library)
    blocks = (Heading(text="Line of sight"), Listing(mark="number", items=("Look", {"text": "Shoot", "icon": "tank"})))
    shown = flow_in(Box(x, y, width, height), blocks, Typesetter(style, library))
    shown.items, shown.findings
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import NamedTuple

from printgen.base.geometry import Box, translate
from printgen.base.units import to_mm
from printgen.drawing.columns import Band, Column, Layout, lay_out
from printgen.drawing.model import Group, Item, Place
from printgen.errors import Exit, Finding, Where
from printgen.flow.blocks import chunks_of
from printgen.flow.typeset import Typesetter
from printgen.reading.blocks import Block

# How finely the letters are made smaller until everything fits.
_STEPS = 12


class Fitted(NamedTuple):
    """Pages of placed chunks, and what there is to say about them."""

    layout: Layout
    findings: tuple[Finding, ...]

    def page(self, index: int, x: float = 0.0, y: float = 0.0) -> tuple[Item, ...]:
        """What a page shows, its top left corner at (x, y)."""
        placed = self.layout.pages[index]
        return tuple(Place(Group(p.chunk.draw(p.height)), translate(x + p.x, y + p.y)) for p in placed)


class Shown(NamedTuple):
    """Items in their places, the height that they take, and what there is to say about them."""

    items: tuple[Item, ...]
    height: float
    findings: tuple[Finding, ...]


def flow_in(box: Box, blocks: Sequence[Block], setter: Typesetter, columns: int = 1) -> Shown:
    """Blocks in a box, points, in columns of equal width; a finding and no items where they do not fit."""
    across = columns_of((1.0,) * columns, box.w, setter.style.column_gap)
    fitted = fit(lambda at: [Band(across, (tuple(chunks_of(blocks, across[0].width, at)),))], box.h, setter, 1)
    if any(finding.severity == "error" for finding in fitted.findings) or not fitted.layout.pages:
        return Shown((), 0.0, fitted.findings)
    height = max(placed.y + placed.height for placed in fitted.layout.pages[0])
    return Shown(fitted.page(0, box.x, box.y), height, fitted.findings)


def columns_of(shares: Sequence[float], width: float, gap: float) -> tuple[Column, ...]:
    """Columns that share a width, with gaps between them."""
    unit = (width - gap * (len(shares) - 1)) / sum(shares)
    out: list[Column] = []
    x = 0.0
    for share in shares:
        out.append(Column(x, unit * share))
        x += unit * share + gap
    return tuple(out)


def fit(
    make: Callable[[Typesetter], Sequence[Band]], height: float, setter: Typesetter, pages: int | None = None
) -> Fitted:
    """The layout in the largest letters that need at most `pages` pages of a height, any number of them for None.

    `make` gives the bands as a typesetter sets them. 0 stands for as few pages as the smallest letters need.
    """
    body = setter.style.letters["body"]
    least = body.floor / body.size
    scales = [1 - (1 - least) * step / _STEPS for step in range(_STEPS + 1)] if least < 1 else [1.0]

    def tried(scale: float) -> tuple[Layout, Typesetter]:
        at = replace(setter, scale=scale, findings=[], stuck=[])
        return lay_out(make(at), height), at

    wanted = len(tried(scales[-1])[0].pages) if pages == 0 else pages
    for scale in scales:
        layout, used = tried(scale)
        if not used.stuck and not layout.too_tall and (wanted is None or len(layout.pages) <= wanted):
            return Fitted(layout, tuple(used.findings))
    return Fitted(layout, (*_overfull(layout, height, wanted, body.floor), *used.findings, *used.stuck))


def _overfull(layout: Layout, height: float, wanted: int | None, floor: float) -> list[Finding]:
    findings: list[Finding] = []
    for chunk in layout.too_tall:
        message = f"this is {to_mm(chunk.height):.0f} mm high; a page has {to_mm(height):.0f} mm"
        findings.append(unfit(chunk.where, message, "Shorten it, or break it into several blocks."))
    if wanted is not None and len(layout.pages) > wanted and not layout.too_tall:
        message = f"from here on it does not fit on {wanted} page{'s' if wanted > 1 else ''} at {floor:g} pt"
        where = layout.pages[wanted][0].chunk.where
        findings.append(unfit(where, message, "Shorten the document, or allow more pages."))
    return findings


def unfit(where: Where, message: str, hint: str) -> Finding:
    """A finding for what does not fit."""
    return Finding("error", where, message, hint, "does-not-fit", Exit.DOES_NOT_FIT)
