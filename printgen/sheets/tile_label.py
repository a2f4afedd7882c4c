"""A page of a tiled piece comes in; the plate that says which page it is goes out, as large as free room allows."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import product

from printgen.base.geometry import Box
from printgen.base.language import upper
from printgen.base.letters import letters
from printgen.base.units import mm
from printgen.drawing.model import Item, Path, Rect, Stroke
from printgen.drawing.outlines import rectangle
from printgen.drawing.words import BODY, BOLD, CENTER, SEMI, STENCIL, cap, fit_plain, largest, middled, run, width_of
from printgen.sheets.marks import INK
from printgen.sheets.tile_marks import RED, WHITE
from printgen.sheets.tile_plan import LEAST, Plan, Tile
from printgen.sheets.tile_view import SIDES, Tag, View
from printgen.sheets.tile_words import TileWords

_BLOCK = (mm(62), mm(31))
_PLATE = (mm(23), mm(31))
_SMALL_PLATE = (mm(15), mm(21))
_STROKE = Stroke(INK, 1.0)
_LEAST, _LINE = 6.0, 0.5
# A tab that is not as high as this cannot be read.
_LOWEST = mm(2.4)
_LEAST_FLAP = mm(30)
_TABS, _TRIES = (mm(8), mm(5), mm(3.5)), 20


def page_label(view: View, title: str) -> list[Item]:
    """A block with a key in free room, else a plate there, else a tab on a flap, else one in the margin."""
    for width, height in (_BLOCK, _PLATE, _SMALL_PLATE):
        box = view.spot(width, height)
        if box is not None:
            view.taken.append(box)
            return _block(box, view, title) if width > height else _plate(box, view)
    return next(filter(None, _tabs(view)), [])


def mute(plan: Plan, tile: Tile, words: TileWords, margin: float) -> bool:
    """Whether a page of a plan has no place for its name."""
    view = View.of(plan, tile, words, margin)
    if any(flap.length >= _LEAST_FLAP for flap in view.flaps) or any(view.room(side) >= LEAST for side in SIDES):
        return False
    return view.spot(*_SMALL_PLATE) is None


def _plate(box: Box, view: View) -> list[Item]:
    """The page's name in white on its plate, with its row, column and number."""
    k, x, tile, say = box.h / mm(31), box.x + box.w / 2, view.tile, view.words.say
    accent = view.words.file.accent
    rows = [
        (20.6, say("row", row=letters(tile.row)), BOLD, 9.0, accent),
        (24.8, say("column", column=tile.column + 1), BOLD, 9.0, accent),
        (29.0, view.which, SEMI, 7.5, WHITE),
    ]
    if k < 0.9:
        rows = [(24.5, view.which, SEMI, 9.0, accent)]
    size = largest(tile.label, STENCIL, box.w - mm(3), 36 * k, _LEAST) or _LEAST
    items: list[Item] = [
        Rect(*box, view.words.file.plate),
        middled(x, box.y + mm(10) * k, tile.label, STENCIL, size, WHITE),
    ]
    for at, text, font, points, color in rows:
        fitting = largest(text, font, box.w - mm(2), max(points * k, _LEAST), 4) or _LEAST
        items.append(run(x, box.y + mm(at) * k, text, font, fitting, color, CENTER))
    return items


def _block(box: Box, view: View, title: str) -> list[Item]:
    """The plate, the title, a key of all pages and what the lines mean."""
    left, at, room, say = box.x + mm(26), box.x + mm(44.5), mm(17), view.words.say
    notes = ((say("red"), RED), (say("key"), INK), (say("targets"), INK))
    return [
        Path(rectangle(box), WHITE, _STROKE),
        *_plate(Box(box.x, box.y, mm(23), box.h), view),
        *_title(left, box.y, upper(title), say("size")),
        *_key(Box(left, box.y + mm(12), mm(16), mm(16)), view),
        *(run(at, box.y + mm(17 + 3.9 * i), text, BODY, 7, color, room=room) for i, (text, color) in enumerate(notes)),
    ]


def _title(x: float, y: float, title: str, below: str) -> list[Item]:
    """The piece's name on one line with words below, or on two lines instead of both."""
    width = mm(34.5)
    size = largest(title, STENCIL, width, 11, _LEAST)
    if size is not None:
        name = run(x, y + mm(5.4), title, STENCIL, size, INK)
        return [name, run(x, y + mm(9.4), below, SEMI, 8, INK, room=width)]
    fitted = fit_plain(title, BOLD, width, 8, 1, 2)
    texts = [(run.text, fitted.size) for row in fitted.lines for _, run in row.runs] if fitted else []
    return [run(x, y + mm(5.4) + i * size * 1.25, text, BOLD, size, INK) for i, (text, size) in enumerate(texts)]


def _key(box: Box, view: View) -> list[Item]:
    """All pages in small, this one filled."""
    here, plan, said = view.tile, view.plan, view.words.file
    whole = plan.box
    share = min(box.w / whole.w, box.h / whole.h)
    x, y = box.x, box.y + (box.h - whole.h * share) / 2
    items: list[Item] = []
    for tile in sorted(plan.tiles, key=lambda tile: tile == here):
        window, (fill, ink) = tile.window, (said.plate, said.accent) if tile == here else (WHITE, INK)
        small = Box(
            x + (window.x - whole.x) * share,
            y + (window.y - whole.y) * share,
            (window.w - (plan.overlap if window.right < whole.right - 1 else 0)) * share,
            (window.h - (plan.overlap if window.bottom < whole.bottom - 1 else 0)) * share,
        )
        items.append(Path(rectangle(small), fill, Stroke(INK, 0.5)))
        # A narrow page has its name nearer to its edges, but no smaller than people can read.
        size = largest(tile.label, BOLD, small.w - mm(0.8), 8, _LEAST) or largest(
            tile.label, BOLD, small.w, _LEAST, _LEAST
        )
        if size is not None and cap(BOLD, size) < small.h - mm(0.8):
            items.append(middled(small.x + small.w / 2, small.y + small.h / 2, tile.label, BOLD, size, ink))
    return items


def _tab(height: float, view: View) -> Tag:
    """The page's name on its plate with its number beside it."""
    label, which = view.tile.label, view.which
    size = height / cap(STENCIL) * 0.62
    small = max(_LEAST, min(8.0, size * 0.6))
    name = width_of(label, STENCIL, size) + height * 0.7
    width = name + height * 0.7 + width_of(which, BOLD, small)
    left = -width / 2
    items = (
        Rect(left, -height / 2, width, height, WHITE, Stroke(INK, _LINE)),
        Rect(left, -height / 2, name, height, view.words.file.plate),
        middled(left + name / 2, 0, label, STENCIL, size, WHITE),
        middled(left + name + (width - name) / 2, 0, which, BOLD, small, INK),
    )
    return Tag(items, width, height)


def _tabs(view: View) -> Iterator[list[Item]]:
    """Tries of a tab: at the start of a flap, which the next page will cover, and as high as fits into a margin."""
    for height, flap in product(_TABS, sorted(view.flaps, key=lambda flap: flap.upright)):
        tab = _tab(min(flap.depth - mm(0.9), height), view)
        room = flap.length - tab.length - mm(3)
        starts = [mm(1.5) + share / _TRIES * room for share in range(_TRIES + 1)] if room >= mm(2) else []
        yield view.put(tab, [flap.at(start + tab.length / 2, flap.depth / 2) for start in starts], flap.upright)
    window, page = view.window, view.tile
    outer = view.margin + _LINE / 2
    for upright, room, edge in (
        (False, window.y, outer),
        (False, page.page_height - window.bottom, window.bottom + mm(0.5)),
        (True, window.x, outer),
        (True, page.page_width - window.right, window.right + mm(0.5)),
    ):
        high = room - view.margin - mm(0.5) - _LINE
        tab = _tab(max(_LOWEST, min(high, mm(8))), view)
        start, length = (window.y, window.h) if upright else (window.x, window.w)
        if high >= _LOWEST and length >= tab.length:
            across = edge + tab.height / 2
            along = [start + share * (length - tab.length) + tab.length / 2 for share in (0.02, 0.3, 0.5, 0.7, 0.98)]
            spots = [(across, at) if upright else (at, across) for at in along]
            yield view.put(tab, spots, upright, partial(view.clear, apart=mm(0.8)))
