"""A drawing comes in; how much ink its printing takes goes out, reckoned and not rendered.

The model is that of a plain printer: cyan, magenta and yellow are what a colour lacks of red, green and blue, and
what all three have in common is black instead. A drawing is divided into cells. What lies in a cell is taken to be
spread evenly there, and what is painted later covers its share of what was there before; a shape in the box of the one
before it lies on that one. Of many tiles that are alike, such as the cards of a sheet or the spaces of a board, a few
tell for all.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Literal, NamedTuple

from printgen.base.units import IDENTITY, Box, Matrix, compose, mm
from printgen.drawing.cells import Bases, Cells, Edges, Shape, measured, moved, spread_over
from printgen.drawing.extent import around, extent
from printgen.drawing.glyphs import density
from printgen.drawing.model import (
    Drawing,
    Gradient,
    Group,
    Item,
    Outline,
    Paint,
    Path,
    Place,
    Rect,
    Stroke,
    Text,
)
from printgen.drawing.outlines import bounds
from printgen.drawing.tints import alpha, rgb

_CELLS, _CELL = 40, mm(5)
"""So many cells at most lie along the longer side of a drawing, and so long at least are their sides."""
_MISSED = 1.05
"""What is lost where words and lines beside a later shape are taken to lie under a part of it."""
_SLICES = 12
_FEW, _FINE, _LARGE = 5, 7, 6
"""So many cells has a small group each way, and a tile; it is small if it lies on so many of the drawing's."""
_RUN, _OF_RUN, _CROWDED, _SHORT = 12, 7, 1.2, 3
"""Of runs of so many simple shapes that are alike, so many tell for all, if they leave room for the others."""
_EVERYWHERE = Box(0, 0, 1e6, 1e6)
"""The box of a group that is not small."""
_MOSAIC, _ALIKE, _DENSE, _WIDE, _FULL = 4, 1.3, 0.9, 4, 0.97
"""So many tiles are told from some of them; rows are cut by a clip of so many columns of which less is full."""
_UP, _TALL = 0.72, 0.74
"""From how far over its baseline a run of letters is spread, and over what height, as parts of its size."""


class Ink(NamedTuple):
    """Ink on a drawing, as shares of its area: the sum of all four colours, and of the one of which there is most."""

    total: float
    area: float


Of = Literal["all", "cyan, magenta", "yellow, black"]
"""Which inks are reckoned: the sum of all and the one of which there is most, or two of them."""


class _Spot(NamedTuple):
    """What returns: the box around it, its inks where it covers what lies under it, and how far it does."""

    box: Box
    ink: complex
    cover: float


_Known = tuple[dict[int, tuple[Shape, Outline]], dict[int, tuple[_Spot | None, Group]], dict[int, tuple[_Spot, object]]]
"""Outlines, groups and tiles that were met, by what they are; they are kept so that they stay it."""


def ink_of(drawing: Drawing, known: _Known | None = None, of: Of = "all") -> Ink:
    """How much ink a drawing takes on white paper; of two colours, each in place of the sum and the most."""
    side = max(_CELL, max(drawing.width, drawing.height) / _CELLS)
    columns, rows = math.ceil(drawing.width / side), math.ceil(drawing.height / side)
    sheet = Cells(columns, rows, False)
    at = (columns / drawing.width, 0.0, 0.0, rows / drawing.height, 0.0, 0.0)
    _Painter(sheet, known or ({}, {}, {}), of).items(drawing.items, at, (0.0, 0.0, columns, rows), 1.0)
    ink = _MISSED * sum(sheet.inks) / (columns * rows)
    return Ink(ink.real, min(1.0, ink.imag))


def ink_of_all(drawings: Sequence[Drawing], most: int, of: Of = "all") -> Ink:
    """How much ink some of several drawings take, up to so many, as shares of their own area; `of` as in `ink_of`."""
    count = min(most, len(drawings))
    picked = [drawings[(2 * n + 1) * len(drawings) // (2 * count)] for n in range(count)]
    whole = sum(one.width * one.height for one in picked)
    known: _Known = {}, {}, {}
    inks = [(ink_of(one, known, of), one.width * one.height / whole) for one in picked]
    return Ink(sum(ink.total * part for ink, part in inks), sum(ink.area * part for ink, part in inks))


class _Painter:
    """Paints items into cells, to which matrices lead; what it met, it knows again."""

    def __init__(self, cells: Cells, known: _Known, of: Of) -> None:
        self._cells, self._known, self._of = cells, known, of
        self._shapes, self._groups, self._tiles = known
        self._clipped: Outline | None = None
        self._whole = 1.0
        self._inner = False

    def items(self, items: Iterable[Item], at: Matrix, clip: Edges, shows: float) -> None:
        """Paint items; `shows` is how far they do."""
        items = tuple(items)
        if len(items) >= _MOSAIC:
            items = self._sampled(items, at, clip, shows)
        self._inner = True
        bases = Bases()
        if len(items) < _RUN:
            for item in items:
                self._item(item, at, clip, shows, bases)
            return
        for _, alike in groupby(items, _kind_of):
            some = run = tuple(alike)
            every = len(run) // _OF_RUN | 1
            if every > 1 and self._thin(run[0], at) * every < _CROWDED:
                some = run[every // 2 :: every]
            for item in some:
                self._item(item, at, clip, shows * len(run) / len(some), bases if some is run else None)

    def _item(self, item: Item, at: Matrix, clip: Edges, shows: float, bases: Bases | None) -> None:
        """Paint an item; no bases are known where one stands for several."""
        if isinstance(item, Place):
            if bases:
                bases.clear()
            matrix = at if item.matrix is IDENTITY else compose(at, item.matrix)
            self._group(item.group, matrix, clip, shows)
        elif isinstance(item, Path):
            shape = self._shape(item.outline, item.even_odd)
            if item.fill:
                under = None
                if bases:
                    ink, opaque = _inks(item.fill, self._of)
                    under = bases.under(shape, ink if opaque == 1 else None)
                # What fills a clip shows as far as that itself does.
                seen = self._whole if item.outline is self._clipped else shows
                self._spread(shape.box, at, clip, seen * shape.share, item.fill, under)
            if item.stroke:
                self._line(item.stroke, shape, at, clip, shows)
        elif isinstance(item, Text):
            box = Box(item.x, item.y - _UP * item.size, item.width, _TALL * item.size)
            self._spread(box, at, clip, shows * min(1.0, density(item.font) / _TALL), item.color)
        elif isinstance(item, Rect):
            box = Box(*item[:4])
            if item.fill:
                self._spread(box, at, clip, shows, item.fill)
            if item.stroke:
                length = 2 * (box.w + box.h)
                self._line(item.stroke, Shape(box, 1.0, length, 1), at, clip, shows)
        else:
            self._spread(Box(*item[:4]), at, clip, shows, _mean(item.data))

    def _thin(self, item: Item, at: Matrix) -> float:
        """How much at most of a cell is painted by something simple."""
        while isinstance(item, Place):
            at = compose(at, item.matrix)
            (item,) = item.group.items
        if not isinstance(item, Path):
            return 1.0
        shape = self._shape(item.outline)
        box, share = shape.box, shape.share
        if item.stroke and not item.fill:
            box = box.grown(item.stroke.width / 2)
            share = min(1.0, shape.length * item.stroke.width / (box.w * box.h or 1.0))
        left, top, right, bottom = moved(box, at)
        return share * min(1.0, right - left) * min(1.0, bottom - top)

    def _sampled(self, items: tuple[Item, ...], at: Matrix, clip: Edges, shows: float) -> tuple[Item, ...]:
        """The items with some of many tiles for all of them: the others are laid as those are, and left out."""
        tiles = [(i, box) for i, item in enumerate(items) if isinstance(item, Place) if (box := _frame(item))]
        if len(tiles) < _MOSAIC:
            return items
        usual = sorted(box.w * box.h for _, box in tiles)[len(tiles) // 2]
        tiles = [(i, box) for i, box in tiles if usual / 2 < box.w * box.h < usual * 2]
        if len(tiles) < _MOSAIC:
            return items
        # Cards of a sheet are more alike than pieces of many sizes, or the spaces of a board.
        rooms = [box.w * box.h for _, box in tiles]
        alike = not self._inner and max(rooms) < _ALIKE * min(rooms)
        count = min(len(tiles), round((1.3 if alike else 2) * math.sqrt(len(tiles))))
        some = [(self._tile(items[i], box), box.w * box.h) for i, box in spread_over(tiles, count)]
        cover = sum(spot.cover * room for spot, room in some)
        if cover:
            ink = sum(spot.ink * spot.cover * room for spot, room in some) / cover
            # Tiles that fill a box do not lie over each other, though the boxes around them may.
            whole = around(box for _, box in tiles)
            filled, cover = sum(rooms) / (whole.w * whole.h), cover / sum(room for _, room in some)
            if filled > _DENSE:
                self._cells.lay(moved(whole, at), clip, shows * min(1.0, filled * cover), ink)
            for _, box in () if filled > _DENSE else tiles:
                self._cells.lay(moved(box, at), clip, shows * cover, ink)
        left = {i for i, _ in tiles}
        return tuple(item for i, item in enumerate(items) if i not in left)

    def _tile(self, item: Item, box: Box) -> _Spot:
        """What a tile comes to; each picture once, where several tiles show the same."""
        seen = _shown(item)
        known = self._tiles.get(id(seen))
        if known is None:
            known = self._tiles[id(seen)] = _spot_of((item,), box, _FINE, self._known, self._of), seen
        return known[0]

    def _group(self, group: Group, at: Matrix, clip: Edges, shows: float) -> None:
        if group.clip is not None:
            shape = self._shape(group.clip, group.even_odd)
            left, top, right, bottom = moved(shape.box, at)
            wide = right - left
            clip = max(left, clip[0]), max(top, clip[1]), min(right, clip[2]), min(bottom, clip[3])
            if clip[0] >= clip[2] or clip[1] >= clip[3]:
                return
            if shape.runs == 1 and wide > _WIDE and shape.share < _FULL:
                outer = self._cells.spans
                self._cells.spans = self._cells.within(group.clip, at)
                self._inside(group, at, clip, shows * group.opacity)
                self._cells.spans = outer
                return
            self._clipped, self._whole = group.clip, shows * group.opacity
            shows *= shape.share
        self._inside(group, at, clip, shows * group.opacity)

    def _inside(self, group: Group, at: Matrix, clip: Edges, shows: float) -> None:
        if len(group.items) < _SHORT or id(group) not in self._groups:
            # What comes once is painted as it is.
            self._groups.setdefault(id(group), (None, group))
            self.items(group.items, at, clip, shows)
            return
        spot = self._groups[id(group)][0]
        if spot is None:
            box = extent(group.items)
            small = _small(moved(box, at))
            painted = small and _spot_of(group.items, box, _FEW, self._known, self._of)
            spot = painted or _Spot(_EVERYWHERE, 0j, 0.0)
            self._groups[id(group)] = spot, group
        edges = moved(spot.box, at)
        if not _small(edges):
            self.items(group.items, at, clip, shows)
        elif spot.cover:
            self._cells.lay(edges, clip, shows * spot.cover, spot.ink)

    def _shape(self, outline: Outline, even_odd: bool = False) -> Shape:
        known = self._shapes.get(id(outline))
        if known is None:
            known = self._shapes[id(outline)] = measured(outline, even_odd), outline
        return known[0]

    def _line(self, line: Stroke, shape: Shape, at: Matrix, clip: Edges, shows: float) -> None:
        drawn = shape.length * line.width
        if line.cap == "round":
            drawn += shape.runs * math.pi / 4 * line.width**2
        if line.dash:
            drawn *= line.dash[0] / (sum(line.dash) if len(line.dash) > 1 else 2 * line.dash[0])
        box = shape.box.grown(line.width / 2)
        if box.w and box.h:
            self._spread(box, at, clip, shows * min(1.0, drawn / (box.w * box.h)), line.color)

    def _spread(
        self, box: Box, at: Matrix, clip: Edges, share: float, paint: Paint, under: complex | None = None
    ) -> None:
        """Paint a share of a box that is put somewhere, evenly; one that is tilted, slice by slice.

        All of it lies on something of the ink `under`, if that is given.
        """
        whole = left, top, right, bottom = moved(box, at)
        if right <= clip[0] or left >= clip[2] or bottom <= clip[1] or top >= clip[3]:
            return
        ink, opaque = _inks(paint, self._of)
        share *= opaque
        if not at[0] * at[1]:
            self._cells.lay(whole, clip, share, ink, under)
            return
        short, long = sorted((box.w, box.h))
        reach = max(right - left, bottom - top)
        count = max(1, math.ceil(min(_SLICES, reach, long / max(short, 1e-6))))
        dx, dy = (box.w / count, 0.0) if box.w > box.h else (0.0, box.h / count)
        slices = [moved(Box(box.x + n * dx, box.y + n * dy, dx or box.w, dy or box.h), at) for n in range(count)]
        room = (slices[0][2] - slices[0][0]) * (slices[0][3] - slices[0][1]) or 1.0
        share *= abs(at[0] * at[3] - at[1] * at[2]) * box.w * box.h / count / room
        for each in slices:
            self._cells.lay(each, clip, share, ink, under)


def _small(edges: Edges) -> bool:
    """Whether it does not matter where in a box there is what."""
    return edges[2] - edges[0] <= _LARGE and edges[3] - edges[1] <= _LARGE


def _spot_of(items: tuple[Item, ...], box: Box, count: int, known: _Known, of: Of) -> _Spot:
    """What items come to in a box, in so many cells across and down."""
    if not (box.w > 0 and box.h > 0):
        return _Spot(box, 0j, 0.0)
    cells = Cells(count, count, True)
    across, down = count / box.w, count / box.h
    at = (across, 0.0, 0.0, down, -box.x * across, -box.y * down)
    _Painter(cells, known, of).items(items, at, (0.0, 0.0, count, count), 1.0)
    cover = sum(cells.cover)
    return _Spot(box, sum(cells.inks) / cover if cover else 0j, cover / count**2)


def _kind_of(item: Item) -> object:
    """What is the same for simple shapes of one sort, such as the ticks of a ruler."""
    while isinstance(item, Place):
        if item.group.clip is not None or len(item.group.items) != 1:
            return id(item)
        (item,) = item.group.items
    return (item.fill, item.stroke and item.stroke.color) if isinstance(item, Path) else id(item)


def _shown(item: Item) -> object:
    """What tells one picture from another: the innermost group that holds all of it."""
    seen: object = item
    while isinstance(item, Place):
        seen = item.group
        if len(item.group.items) != 1:
            break
        (item,) = item.group.items
    return seen


def _frame(place: Place) -> Box | None:
    """The box to which what is placed is clipped, as far as its group says so itself."""
    group, at = place.group, place.matrix
    while group.clip is None:
        if len(group.items) != 1 or not isinstance(inner := group.items[0], Place):
            return None
        group, at = inner.group, compose(at, inner.matrix)
    left, top, right, bottom = moved(bounds(group.clip), at)
    return Box(left, top, right - left, bottom - top)


@lru_cache(maxsize=4096)
def _inks(paint: Paint, of: Of) -> tuple[complex, float]:
    """The inks of a paint, the sum of them and the most of one, or two; and how far it covers what lies under it."""
    if isinstance(paint, Gradient):
        several = [_inks(color, of) for _, color in paint.stops]
        return sum(ink for ink, _ in several) / len(several), sum(opaque for _, opaque in several) / len(several)
    lacks = [1 - part for part in rgb(paint)]
    cyan, magenta, yellow = (lack - min(lacks) for lack in lacks)
    if of != "all":
        return complex(cyan, magenta) if of == "cyan, magenta" else complex(yellow, min(lacks)), alpha(paint)
    return complex(sum(lacks) - 2 * min(lacks), max(lacks)), alpha(paint)


@lru_cache(maxsize=64)
def _mean(data: bytes) -> str:
    """The mean colour of an encoded picture."""
    import io

    from PIL import Image as Pictures

    picture = Pictures.open(io.BytesIO(data), formats=("PNG", "JPEG")).convert("RGB").resize((1, 1))
    return "#" + picture.tobytes().hex().upper()
