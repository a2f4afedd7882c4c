"""Measures sheets from their drawings: what ink that is not bleed lies in the margins, and what lies behind what."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator

from printgen.base.units import IDENTITY, Box, Matrix, apply, compose, to_mm
from printgen.drawing.extent import walk
from printgen.drawing.fonts import face
from printgen.drawing.model import Image, Item, Path, Place, Rect, Text
from printgen.drawing.outlines import bounds, transform_outline
from printgen.sheets.sheet import Sheet

_EVERYWHERE = Box(-1e6, -1e6, 2e6, 2e6)
_WHITE = "#FFFFFF"
_NEAR = 0.01


def _moved(box: Box, matrix: Matrix) -> Box:
    corners = [apply(matrix, x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
    xs, ys = zip(*corners, strict=True)
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def _box(item: Rect | Path | Text | Image, white: bool) -> Box | None:
    """What an item inks, in its own coordinates; None for what is white, as the paper is, unless that is asked for."""
    if isinstance(item, Text):
        font = face(item.font)
        return Box(item.x, item.y - font.cap_height * item.size, font.width(item.text) * item.size,
                   font.cap_height * item.size)  # fmt: skip
    box = bounds(item.outline) if isinstance(item, Path) else Box(*item[:4])
    if isinstance(item, Image):
        return box
    if item.stroke and (white or item.stroke.color != _WHITE):
        return _lined(item) if item.stroke.cap == "butt" else box.grown(item.stroke.width / 2)
    return box if item.fill and (white or item.fill != _WHITE) else None


def _lined(item: Rect | Path) -> Box:
    """The box of a stroked item; straight lines are as wide as their stroke, and no longer than they are."""
    assert item.stroke
    half, out = item.stroke.width / 2, list[Box]()
    if not isinstance(item, Path) or not item.outline or any(step[0] not in "ML" for step in item.outline):
        return (bounds(item.outline) if isinstance(item, Path) else Box(*item[:4])).grown(half)
    for (_, *start), (kind, *end) in zip(item.outline, item.outline[1:], strict=False):
        if kind == "L":
            line = bounds((("M", *start), ("L", *end)))
            upright, level = line.w < _NEAR, line.h < _NEAR
            sideways, down = 0.0 if level else half, 0.0 if upright else half
            out.append(Box(line.x - sideways, line.y - down, line.w + 2 * sideways, line.h + 2 * down))
    if not out:
        return bounds(item.outline)
    x, y = min(box.x for box in out), min(box.y for box in out)
    return Box(x, y, max(box.right for box in out) - x, max(box.bottom for box in out) - y)


def inked(
    items: Iterable[Item], matrix: Matrix = IDENTITY, clip: Box = _EVERYWHERE, white: bool = False
) -> Iterator[tuple[Rect | Path | Text | Image, Box]]:
    """Every item with the box of what it inks, inside the clips around it."""
    for item in items:
        if isinstance(item, Place):
            here = compose(matrix, item.matrix)
            group = item.group
            inner = clip.common(_moved(bounds(group.clip), here)) if group.clip is not None else clip
            if inner.w > 0 and inner.h > 0:
                yield from inked(group.items, here, inner, white)
        elif (own := _box(item, white)) is not None:
            box = _moved(own, matrix).common(clip)
            if box.w > 0 and box.h > 0:
                yield item, box


def strays(sheet: Sheet, margin: float, bound: bool = False) -> list[str]:
    """What lies in the margins of a sheet and is no bleed: pieces, words on them, and all that is not a picture.

    Leaves that are `bound` may reach there, but not their words.
    """
    clear = Box(0, 0, sheet.drawing.width, sheet.drawing.height).grown(-margin + _NEAR)
    pictures, others = sheet.drawing.items[: len(sheet.cells)], sheet.drawing.items[len(sheet.cells) :]
    found = [f"{name}'s cell {told(cell)}" for name, cell in zip(_names(sheet), sheet.cells, strict=True)
             if not bound and not clear.holds(cell)]  # fmt: skip
    beyond = [item for item in pictures if not clear.holds(shown(item))]
    found += [f"text {item.text!r} {told(box)}" for item, box in inked(beyond)
              if isinstance(item, Text) and not clear.holds(box)]  # fmt: skip
    found += [f"{item!r:.120} {told(box)}" for item, box in inked(others) if not clear.holds(box)]
    return [f"{sheet.title} ({sheet.side}): {what}" for what in found]


def shown(item: Item) -> Box:
    """What shows of a picture."""
    assert isinstance(item, Place) and item.group.clip is not None
    return _moved(bounds(item.group.clip), item.matrix)


def _names(sheet: Sheet) -> list[str]:
    """The names of the pieces of all cells; on a sheet to be folded those of the backs follow those of the fronts."""
    return [*sheet.names, *("a back",) * (len(sheet.cells) - len(sheet.names))][: len(sheet.cells)]


def told(box: Box) -> str:
    return f"at {to_mm(box.x):.2f}, {to_mm(box.y):.2f} to {to_mm(box.right):.2f}, {to_mm(box.bottom):.2f} mm"


def lines(sheet: Sheet) -> list[tuple[float, Box]]:
    """Every straight stroke outside the pictures, with its width and the box from end to end, on the page."""
    found = []
    for item, matrix in walk(sheet.drawing.items[len(sheet.cells) :]):
        if isinstance(item, Path) and item.stroke and all(s[0] in "ML" for s in item.outline):
            here = (0.0, 0.0)
            for segment in transform_outline(item.outline, matrix):
                to = (float(segment[1]), float(segment[2]))
                if segment[0] == "L":
                    x, y = min(here[0], to[0]), min(here[1], to[1])
                    found.append((item.stroke.width, Box(x, y, abs(to[0] - here[0]), abs(to[1] - here[1]))))
                here = to
    return found


def remains(sheet: Sheet, radius: float) -> list[str]:
    """The arms of crosses of which something remains on pieces once their corners are rounded."""
    found = []
    for width, arm in lines(sheet):
        if width in (0.35, 1.0) and to_mm(max(arm.w, arm.h)) < 2.01:
            half = width / 2
            ink = Box(arm.x, arm.y - half, arm.w, width) if arm.w > arm.h else Box(arm.x - half, arm.y, width, arm.h)
            found += [f"{width} {told(ink)}" for cell in sheet.cells if _touched(ink, cell, radius)]
    return found


def _touched(ink: Box, cell: Box, radius: float) -> bool:
    """Whether ink lies on a card once its corners are rounded."""
    on = ink.common(cell)
    if min(on.w, on.h) <= 0.001:
        return False
    for x, y in ((x, y) for x in (on.x, on.right) for y in (on.y, on.bottom)):
        dx = max(cell.x + radius - x, x - cell.right + radius, 0.0)
        dy = max(cell.y + radius - y, y - cell.bottom + radius, 0.0)
        if math.hypot(dx, dy) < radius - 0.002:
            return True
    return False
