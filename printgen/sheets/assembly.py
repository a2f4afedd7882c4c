"""A tiled piece comes in; the page that shows how its pages go together goes out."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from printgen.base.geometry import Box, compose, scale, translate
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.pieces import Piece
from printgen.sheets.assembly_panels import HEADER, SEAM, columns, header, needs, rule, seam_panel, step
from printgen.sheets.assembly_picture import inches, parts_for, piece_picture
from printgen.sheets.assembly_words import assembly_words
from printgen.sheets.furnishings import furnish
from printgen.sheets.grid import Grid
from printgen.sheets.pages import Press, label_widths
from printgen.sheets.sheet import Sheet
from printgen.sheets.tile_plan import Plan

# The size that the measures of this page are made for; other papers get all of it larger or a little smaller.
_MADE_FOR = (mm(203), mm(266))
_SIDE, _END = mm(10), mm(13)
_COLUMN = mm(56)
_GAP = mm(8)
_WIDE = 1.25

Steps = Sequence[tuple[str, str]]
Needs = Callable[[float, float], tuple[tuple[Item, ...], float]]


def assembly_map(piece: Piece, plan: Plan, picture: Group, press: Press, join: str, number: int) -> Sheet:
    """The whole piece in small with its page grid, its size, and how to join the pages, on one upright page."""
    paper = press.paper
    width, height = min(paper.width, paper.height), max(paper.width, paper.height)
    k = min(max(min(width / _MADE_FOR[0], height / _MADE_FOR[1]), 0.72), 4.0)
    if 0.94 < k < 1.1:
        k = 1.0
    room = Box(0, 0, (width - 2 * _SIDE) / k, (height - 2 * _END) / k)
    content = Group(_content(room, piece, plan, picture, press, join))
    grid = Grid(width, height, room.w * k, room.h * k, 1, 1)
    furniture = furnish(grid, 1, 0.0, False, press.options.ruler, label_widths(press, False), slim=True)
    placed = Place(content, compose(translate(_SIDE, _END), scale(k)))
    trim = Box(_SIDE, _END, room.w * k, room.h * k)
    title = f"{piece.name}, assembly map: sheet {number} of {press.total}"
    return press.page([placed], grid, furniture, number, trim, trim, (piece.name,), title)


def _content(room: Box, piece: Piece, plan: Plan, picture: Group, press: Press, join: str) -> tuple[Item, ...]:
    words = assembly_words()
    steps = words.told(plan, join, piece.cut is None)
    top = header(Box(0, 0, room.w, HEADER), words.headline, piece.name.upper(), _detail(plan, press.paper.name))
    bottom = seam_panel(words, Box(0, room.h - SEAM, room.w, SEAM), plan, join)
    between = Box(0, HEADER + _GAP, room.w, room.h - HEADER - SEAM - 2 * _GAP)
    wide = plan.box.w > _WIDE * plan.box.h
    body = (_wide if wide else _tall)(between, plan, picture, steps, lambda x, y: needs(words, x, y, join))
    return (*top, *body, *bottom)


def _detail(plan: Plan, paper: str) -> str:
    """How many pages there are, how they lie and how large the piece is."""
    groups = plan.groups
    lengths = sorted({len(group) for group in groups})
    name = paper.upper() if paper[:1] == "a" and paper[1:].isdigit() else paper
    if len(lengths) == 1:
        across, down = (lengths[0], len(groups)) if plan.bands == "rows" else (len(groups), lengths[0])
        lie = f"{across} across by {down} down"
    else:
        lie = f"{len(groups)} {plan.bands} of {lengths[0]} to {lengths[-1]}"
    box = plan.box
    size = f"{round(to_mm(box.w), 1):g} x {round(to_mm(box.h), 1):g} mm, {inches(box.w)} x {inches(box.h)}"
    return f"{len(plan.tiles)} {name} pages, {lie}: {size}"


def _tall(box: Box, plan: Plan, picture: Group, steps: Steps, listed: Needs) -> tuple[Item, ...]:
    """The picture at the left, the steps in a column at the right."""
    side = box.right - _COLUMN
    room = side - mm(6) - box.x
    parts = parts_for(plan, room, box.h)
    x = box.x + max(0.0, (room - parts.width) / 2)
    items: list[Item] = list(piece_picture(plan, picture, parts, x, box.y))
    at = box.y
    for number, (head, text) in enumerate(steps):
        drawn, at = step(side, at, _COLUMN, number + 1, head, text)
        items += (*drawn, rule(side, at + mm(1.5), _COLUMN))
        at += mm(4.8)
    return (*items, *listed(side, at)[0])


def _wide(box: Box, plan: Plan, picture: Group, steps: Steps, listed: Needs) -> tuple[Item, ...]:
    """The picture over the whole width, in several parts when it is long, and the steps below it."""
    third = (box.w - 2 * _GAP) / 3
    below, height = columns(steps, box.w, 3)
    needed, needed_height = listed(2 * (third + _GAP), 0)
    # What lies ready stands beside the second row of steps.
    row = columns(steps[:3], box.w, 3)[1] + mm(5)
    height = max(height, row + needed_height)
    parts = parts_for(plan, box.w, box.h - height - _GAP)
    y = box.y + max(0.0, box.h - height - _GAP - parts.height) * 0.4
    x = box.x + max(0.0, (box.w - parts.width) / 2)
    at = box.bottom - height
    return (
        *piece_picture(plan, picture, parts, x, y),
        Place(Group(below), translate(box.x, at)),
        Place(Group(needed), translate(box.x, at + row)),
    )
