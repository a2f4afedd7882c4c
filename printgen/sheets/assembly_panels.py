"""A box and the words of an assembly map come in; its header, steps, list of needs and seam sketch go out."""

from __future__ import annotations

from collections.abc import Sequence

from printgen.base.geometry import Box, chain, scale, translate
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Group, Item, Path, Place, Rect, Segment, Stroke
from printgen.drawing.outlines import circle, parse_path, rectangle
from printgen.drawing.patterns import hazard
from printgen.drawing.words import (
    BODY,
    BOLD,
    CENTER,
    LEFT,
    SEMI,
    STENCIL,
    Paragraph,
    middled,
    paragraph,
    run,
    width_of,
)
from printgen.errors import Finding, PrintgenError, Where
from printgen.faces.markup import parse_markup
from printgen.sheets.assembly_words import AssemblyWords
from printgen.sheets.tile_marks import AMBER, INK, PAPER, RED, WHITE
from printgen.sheets.tile_plan import Plan

_RULE = Stroke("#B8AF90", 0.85)
_STEP_TEXT = 10.0
_LEADING = 1.2
HEADER = mm(15)
SEAM = mm(36)


def header(box: Box, title: str, kicker: str, detail: str) -> tuple[Item, ...]:
    """An ink bar with the headline, an amber line and a white one, and a hazard block at its end."""
    wide = min(mm(22), box.w * 0.12)
    block = Box(box.right - wide, box.y, wide, box.h)
    size = 24.0
    left = box.x + mm(4) + width_of(title, STENCIL, size) + mm(10)
    room = block.x - mm(3) - left
    return (
        Rect(*box, INK),
        Place(Group(hazard(block, AMBER, INK, mm(2.8)), rectangle(block))),
        middled(box.x + mm(4), box.y + box.h / 2, title, STENCIL, size, WHITE, LEFT),
        run(left, box.y + mm(6.6), kicker, BOLD, 11, AMBER, room=room),
        run(left, box.y + mm(11.4), detail, SEMI, 9, WHITE, room=room),
    )


def step(x: float, y: float, width: float, number: int, head: str, text: str) -> tuple[tuple[Item, ...], float]:
    """One numbered step from `y` down; its items and where it ends."""
    disc = mm(4.6)
    body = _text(x, y + mm(14), width, text, _STEP_TEXT)
    items = (
        Path(circle(x + disc, y + disc, disc), INK),
        middled(x + disc, y + disc, str(number), STENCIL, 15, AMBER),
        middled(x + 2 * disc + mm(2.6), y + disc, head, STENCIL, 12.5, INK, LEFT),
        *body.items,
    )
    return items, y + mm(15.5) + body.advance - _LEADING * _STEP_TEXT


def _text(x: float, y: float, width: float, text: str, size: float) -> Paragraph:
    """A text with **bold** words, the first baseline at `y`; PrintgenError when a word is wider than the column."""
    made = paragraph(x, y, parse_markup(text, BODY), width, size, INK, _LEADING)
    if made is None:
        message = f"a word of '{text}' is wider than its column"
        raise PrintgenError([Finding("error", Where("printgen"), message, "Choose a larger paper.", "does-not-fit")])
    return made


def rule(x: float, y: float, width: float) -> Item:
    """A thin line between two steps."""
    return Path((("M", x, y), ("L", x + width, y)), None, _RULE)


def needs(words: AssemblyWords, x: float, y: float, join: str) -> tuple[tuple[Item, ...], float]:
    """What lies ready on the table, with icons; the items and where they end."""
    items: list[Item] = [run(x, y + mm(3.6), words.need, STENCIL, 11, INK)]
    at = y + mm(10.4)
    for icon, text in words.needs[join]:
        symbol = Group((Path(parse_path(words.icons[icon]), INK),))
        items.append(Place(symbol, chain(translate(x, at - mm(3.1)), scale(mm(6.2) / 24))))
        items.append(middled(x + mm(9.5), at, text, BODY, _STEP_TEXT, INK, LEFT))
        at += mm(7.4)
    return tuple(items), at - mm(3.7)


def seam_panel(words: AssemblyWords, box: Box, plan: Plan, join: str) -> tuple[Item, ...]:
    """Two pages seen from the edge of the paper: which lies on which, and where the cut is."""
    seam = plan.seams[0]
    under, over = plan.tiles[seam.under].label, plan.tiles[seam.over].label
    width = min(mm(104), 0.58 * box.w)
    left, low = box.x + mm(6), box.bottom - mm(11.6)
    cut, flap = left + 0.47 * width, 0.115 * width
    thick = mm(2)
    length = words.flap("overlap", join, size=f"{round(to_mm(plan.overlap), 2):g}")
    hatch: list[Segment] = []
    for i in range(int(flap / mm(1.1)) + 2):
        hatch += [("M", cut + (i - 1) * mm(1.1), low + thick), ("L", cut + i * mm(1.1) + mm(0.6), low)]
    shaded = Group((Path(tuple(hatch), None, Stroke("#3F5A6B", 0.7)),), rectangle(Box(cut, low, flap, thick)))
    marker = Stroke(RED, 1.2, (mm(1.4), mm(0.9)))
    words_left = box.x + width + mm(16)
    below, above = low + thick + mm(5.4), low - thick - mm(2.2)
    labels = (
        (cut, low - mm(8.6), words.say("seam"), RED),
        (cut + flap / 2, below, length, INK),
        (left + 0.2 * width, below, words.say("name", page=under), INK),
        (left + 0.78 * width, above, words.say("over", page=over), INK),
    )
    return (
        Rect(*box, PAPER, Stroke(INK, 0.7)),
        run(box.x + mm(4), box.y + mm(7), words.seam, STENCIL, 11, INK),
        Rect(left, low, cut + flap - left, thick, WHITE, Stroke(INK, 0.9)),
        Place(shaded),
        Rect(cut, low - thick - mm(0.5), left + width - cut, thick, AMBER, Stroke(INK, 0.9)),
        Path((("M", cut, low + thick + mm(2)), ("L", cut, low - mm(7.6))), None, marker),
        *(run(x, y, text, BOLD, 9, color, CENTER) for x, y, text, color in labels),
        *_text(words_left, box.y + mm(12), box.right - mm(5) - words_left, words.seam_note, 9.5).items,
    )


def columns(items: Sequence[tuple[str, str]], width: float, count: int) -> tuple[tuple[Item, ...], float]:
    """Steps side by side in rows of `count` from (0, 0) on; the items and where the last row ends."""
    gap = mm(8)
    each = (width - (count - 1) * gap) / count
    out: list[Item] = []
    y = end = 0.0
    for number, (head, text) in enumerate(items):
        column = number % count
        if number and not column:
            y = end + mm(5)
        drawn, bottom = step(column * (each + gap), y, each, number + 1, head, text)
        out += drawn
        end = max(end, bottom) if column else bottom
    return tuple(out), end
