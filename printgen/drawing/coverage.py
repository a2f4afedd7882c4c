"""A drawing comes in; how much ink its printing takes goes out, reckoned and not rendered.

The model is that of a plain printer: cyan, magenta and yellow are what a colour lacks of red, green and blue, and
what all three have in common is black instead. A drawing is divided into cells. What lies in a cell is taken to be
spread evenly there, and what is painted later covers its share of what was there before.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

from printgen.base.geometry import IDENTITY, Box, Matrix, compose, translate
from printgen.base.units import mm
from printgen.drawing.extent import extent, moved
from printgen.drawing.glyphs import density
from printgen.drawing.measures import Shape, measured, points_along, share_of
from printgen.drawing.model import (
    Drawing,
    Gradient,
    Group,
    Image,
    Item,
    Outline,
    Paint,
    Path,
    Place,
    Rect,
    Stroke,
    Text,
)
from printgen.drawing.outlines import bounds, parts_of, transformed
from printgen.drawing.tints import alpha, rgb

_CELLS, _CELL = 90, mm(3)
"""So many cells at most lie along the longer side of a drawing, and so long at least are their sides."""
_MISSED = 1.05
"""What is lost where words and lines beside a later shape are taken to lie under a part of it."""
_SLICES, _STRAIGHT = 12, 1e-6
_FEW, _FINE, _LARGE = 5, 12, 6
_MOSAIC, _PICKED, _PARTS, _BROAD, _FULL = 30, 4, 160, 0.25, 0.97


class Ink(NamedTuple):
    """Ink on a drawing, as shares of its area: the sum of all four colours, and of the one of which there is most."""

    total: float
    area: float


class _Spot(NamedTuple):
    """A small group that returns: the box around it, its inks, and how far it covers what lies under it."""

    box: Box
    total: float
    most: float
    cover: float


def ink_of(drawing: Drawing) -> Ink:
    """How much ink a drawing takes on white paper."""
    side = max(_CELL, max(drawing.width, drawing.height) / _CELLS)
    columns, rows = math.ceil(drawing.width / side), math.ceil(drawing.height / side)
    sheet = _Cells(drawing.width / columns, drawing.height / rows, columns, rows)
    sheet.items(drawing.items, IDENTITY, Box(0, 0, drawing.width, drawing.height), 1.0)
    count = columns * rows
    return Ink(_MISSED * sum(sheet.total) / count, min(1.0, _MISSED * sum(sheet.most) / count))


def ink_of_all(drawings: Sequence[Drawing], most: int) -> Ink:
    """How much ink some of several drawings take, up to so many, as shares of their own area."""
    count = min(most, len(drawings))
    picked = [drawings[(2 * n + 1) * len(drawings) // (2 * count)] for n in range(count)]
    whole = sum(one.width * one.height for one in picked)
    inks = [(ink_of(one), one.width * one.height / whole) for one in picked]
    return Ink(sum(ink.total * part for ink, part in inks), sum(ink.area * part for ink, part in inks))


class _Cells:
    """The cells of a drawing with what each has of ink."""

    def __init__(self, wide: float, high: float, columns: int, rows: int) -> None:
        self._wide, self._high, self._columns, self._rows = wide, high, columns, rows
        self.total, self.most = [0.0] * (columns * rows), [0.0] * (columns * rows)
        self.cover = [0.0] * (columns * rows)
        self._shapes: dict[int, tuple[Shape, Outline]] = {}
        self._spans: dict[int, tuple[float, float]] | None = None
        self._clipped: Outline | None = None
        self._whole = 1.0
        self._small: dict[int, tuple[_Spot | None, Group]] = {}

    def items(self, items: Iterable[Item], at: Matrix, clip: Box, shows: float) -> None:
        """Paint items; `shows` is how far they do."""
        items = tuple(items)
        if len(items) >= _MOSAIC:
            items = self._sampled(items, at, clip, shows)
        for item in items:
            if isinstance(item, Place):
                self._group(item.group, compose(at, item.matrix), clip, shows)
            elif isinstance(item, Rect):
                box = Box(*item[:4])
                if item.fill:
                    self._spread(box, at, clip, 1.0, item.fill, shows)
                if item.stroke:
                    length = 2 * (box.w + box.h)
                    self._line(item.stroke, Shape(box, box.w * box.h, length, 1), at, clip, shows)
            elif isinstance(item, Path):
                shape = self._shape(item.outline)
                if item.fill:
                    # What fills a clip shows as far as that itself does.
                    seen = self._whole if item.outline is self._clipped else shows
                    for part in shape.parts if shape.parts and self._broad(shape, at) else (shape,):
                        self._spread(part.box, at, clip, share_of(part), item.fill, seen)
                if item.stroke:
                    self._line(item.stroke, shape, at, clip, shows)
            elif isinstance(item, Text):
                self._text(item, at, clip, shows)
            elif isinstance(item, Image):
                self._spread(Box(*item[:4]), at, clip, 1.0, _mean(item.data), shows)

    def _sampled(self, items: tuple[Item, ...], at: Matrix, clip: Box, shows: float) -> tuple[Item, ...]:
        """The items with some of many tiles, such as the spaces of a board, for all of them.

        The others are laid as those are on the whole, and left out.
        """
        tiles = [(i, box) for i, item in enumerate(items) if isinstance(item, Place) if (box := _frame(item))]
        usual = sorted(box.w * box.h for _, box in tiles)[len(tiles) // 2] if tiles else 0.0
        tiles = [(i, box) for i, box in tiles if usual / 2 < box.w * box.h < usual * 2]
        if len(tiles) < _MOSAIC:
            return items
        picked = tiles[:: len(tiles) // _PICKED]
        spots = [_spot_of((items[i],), box, _FINE) for i, box in picked]
        total, most, cover = (sum(each) / len(spots) for each in zip(*(spot[1:] for spot in spots), strict=True))
        for _, box in tiles:
            if cover:
                self._lay(moved(box, at), clip, shows, total / cover, most / cover, cover)
        left = {i for i, _ in tiles}
        return tuple(item for i, item in enumerate(items) if i not in left)

    def _broad(self, shape: Shape, at: Matrix) -> bool:
        """Whether the parts of a shape are larger than cells, so that it matters where each lies."""
        box = moved(shape.box, at)
        return box.w * box.h > _LARGE * self._wide * self._high * shape.runs

    def _group(self, group: Group, at: Matrix, clip: Box, shows: float) -> None:
        if group.clip is not None:
            shape = self._shape(group.clip)
            box = moved(shape.box, at)
            if not box.overlaps(clip):
                return
            clip = clip.common(box)
            if self._spans is None and shape.runs == 1 and share_of(shape) < _FULL and box.w > 4 * self._wide:
                self._spans = self._spans_of(group.clip, at)
                self._inside(group, at, clip, shows * group.opacity)
                self._spans = None
                return
            self._clipped, self._whole = group.clip, shows * group.opacity
            shows *= share_of(shape)
        self._inside(group, at, clip, shows * group.opacity)

    def _spans_of(self, outline: Outline, at: Matrix) -> dict[int, tuple[float, float]]:
        """From where to where an outline without dents reaches in each row."""
        curved = points_along(transformed(outline, at))
        spans: dict[int, tuple[float, float]] = {}
        for (x, y), (u, v) in zip(curved, [*curved[1:], curved[0]], strict=True):
            low, high = sorted((y, v))
            for row in range(max(0, int(low / self._high)), min(self._rows - 1, int(high / self._high)) + 1):
                middle = min(high, max(low, (row + 0.5) * self._high))
                here = x + (u - x) * (middle - y) / (v - y) if v != y else x
                left, right = spans.get(row, (here, here))
                spans[row] = min(left, here), max(right, here)
        return spans

    def _inside(self, group: Group, at: Matrix, clip: Box, shows: float) -> None:
        if id(group) not in self._small:  # What comes once is painted as it is.
            self._small[id(group)] = None, group
            self.items(group.items, at, clip, shows)
            return
        spot = self._small[id(group)][0]
        if spot is None:
            whole = moved(extent(group.items), at)
            if max(whole.w / self._wide, whole.h / self._high) > _LARGE:
                self.items(group.items, at, clip, shows)
                return
            spot = _spot(group)
            self._small[id(group)] = spot, group
        box = moved(spot.box, at)
        if max(box.w / self._wide, box.h / self._high) > _LARGE:
            self.items(group.items, at, clip, shows)
        elif spot.cover:
            inks = spot.total / spot.cover, spot.most / spot.cover, spot.cover
            self._lay(box, clip, shows, *inks)

    def _shape(self, outline: Outline) -> Shape:
        known = self._shapes.get(id(outline))
        if known is None:
            shape = measured(outline)
            if 1 < shape.runs <= _PARTS and share_of(shape) > _BROAD:
                shape = shape._replace(parts=tuple(map(measured, parts_of(outline))))
            known = self._shapes[id(outline)] = shape, outline
        return known[0]

    def _line(self, line: Stroke, shape: Shape, at: Matrix, clip: Box, shows: float) -> None:
        drawn = shape.length * line.width
        if line.cap == "round":
            drawn += shape.runs * math.pi / 4 * line.width**2
        if line.dash:
            drawn *= line.dash[0] / (sum(line.dash) if len(line.dash) > 1 else 2 * line.dash[0])
        box = shape.box.grown(line.width / 2)
        self._spread(box, at, clip, min(1.0, drawn / (box.w * box.h)) if box.w and box.h else 0.0, line.color, shows)

    def _text(self, text: Text, at: Matrix, clip: Box, shows: float) -> None:
        box = Box(text.x, text.y - 0.72 * text.size, text.width, 0.74 * text.size)
        if box.w and box.h:
            self._spread(
                box,
                at,
                clip,
                min(1.0, density(text.font) * text.size * text.width / (box.w * box.h)),
                text.color,
                shows,
            )

    def _spread(self, box: Box, at: Matrix, clip: Box, share: float, paint: Paint, shows: float) -> None:
        """Paint a share of a box that is put somewhere; one that is tilted, slice by slice."""
        whole = moved(box, at)
        if abs(at[0] * at[1]) < _STRAIGHT * abs(at[0] * at[3] - at[1] * at[2]):
            self._paint(whole, clip, share, paint, shows)
            return
        short, long = sorted((box.w, box.h))
        count = min(_SLICES, math.ceil(long / max(short, long / _SLICES, 1e-6)))
        dx, dy = (box.w / count, 0.0) if box.w > box.h else (0.0, box.h / count)
        for n in range(count):
            piece = Box(box.x + n * dx, box.y + n * dy, dx or box.w, dy or box.h)
            there = moved(piece, at)
            within = abs(at[0] * at[3] - at[1] * at[2]) * piece.w * piece.h / (there.w * there.h or 1.0)
            self._paint(there, clip, share * within, paint, shows)

    def _paint(self, box: Box, clip: Box, share: float, paint: Paint, shows: float) -> None:
        """Paint a share of a box, evenly, as far as it lies in the clip."""
        self._lay(box, clip, share * shows, *_inks(paint))

    def _lay(self, box: Box, clip: Box, share: float, total: float, most: float, opaque: float) -> None:
        """Lay inks over a share of a box as far as it lies in the clip; `opaque` is how far they cover it."""
        left, top = max(box.x, clip.x), max(box.y, clip.y)
        right, bottom = min(box.x + box.w, clip.x + clip.w), min(box.y + box.h, clip.y + clip.h)
        if right <= left or bottom <= top:
            return
        share *= opaque
        wide, high, columns = self._wide, self._high, self._columns
        totals, mosts, covers = self.total, self.most, self.cover
        most_left, most_right = left, right
        for row in range(max(0, int(top / high)), min(self._rows - 1, int(bottom / high)) + 1):
            down = (min(bottom, (row + 1) * high) - max(top, row * high)) / high * share
            start = row * columns
            if self._spans is not None:
                left, right = self._spans.get(row, (0.0, 0.0))
                left, right = max(left, most_left), min(right, most_right)
                if right <= left:
                    continue
            first, last = max(0, int(left / wide)), min(columns - 1, int(right / wide))
            for column in range(first, last + 1):
                part = down
                if column in (first, last):
                    part *= (min(right, (column + 1) * wide) - max(left, column * wide)) / wide
                i = start + column
                totals[i] += (total - totals[i]) * part
                mosts[i] += (most - mosts[i]) * part
                covers[i] += (1 - covers[i]) * part


def _spot(group: Group) -> _Spot:
    """What a group comes to on the whole."""
    return _spot_of(group.items, extent(group.items), _FEW)


def _spot_of(items: tuple[Item, ...], box: Box, count: int) -> _Spot:
    """What items come to in a box, in so many cells across and down."""
    if not (box.w > 0 and box.h > 0):
        return _Spot(box, 0.0, 0.0, 0.0)
    cells = _Cells(box.w / count, box.h / count, count, count)
    cells.items(items, translate(-box.x, -box.y), Box(0, 0, box.w, box.h), 1.0)
    total, most, cover = (sum(each) / count**2 for each in (cells.total, cells.most, cells.cover))
    return _Spot(box, total, most, cover)


def _frame(place: Place) -> Box | None:
    """The box to which what is placed is clipped, as far as its group says so itself."""
    group, at = place.group, place.matrix
    while group.clip is None:
        if len(group.items) != 1 or not isinstance(inner := group.items[0], Place):
            return None
        group, at = inner.group, compose(at, inner.matrix)
    return moved(bounds(group.clip), at)


@lru_cache(maxsize=4096)
def _inks(paint: Paint) -> tuple[float, float, float]:
    """The sum of the inks of a paint, the most of one of them, and how far it covers what lies under it."""
    if isinstance(paint, Gradient):
        several = [_inks(color) for _, color in paint.stops]
        total, most, opaque = (sum(each) / len(several) for each in zip(*several, strict=True))
        return total, most, opaque
    lacks = [1 - part for part in rgb(paint)]
    return sum(lacks) - 2 * min(lacks), max(lacks), alpha(paint)


@lru_cache(maxsize=64)
def _mean(data: bytes) -> str:
    """The mean colour of an encoded picture."""
    import io

    from PIL import Image as Pictures

    picture = Pictures.open(io.BytesIO(data), formats=("PNG", "JPEG")).convert("RGB").resize((1, 1))
    return "#" + picture.tobytes().hex().upper()
