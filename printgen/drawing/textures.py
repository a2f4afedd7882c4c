"""Seeded shapes for landscapes: a random stream and a box come in, outlines come out; nothing here knows a colour."""

from __future__ import annotations

import math
from itertools import pairwise

from printgen.base.geometry import Box
from printgen.base.seeds import Stream
from printgen.drawing.model import Item, Outline, Path, Segment, Stroke
from printgen.drawing.outlines import circle, polygon, rectangle


def ridge(stream: Stream, box: Box, y: float, rough: float, points: int) -> Outline:
    """Soft hills across the box: `y` and `rough` (how far crests stray) in points; filled down to the floor."""
    crests = [(box.x + box.w * i / points, y + stream.between(-rough, rough)) for i in range(points + 1)]
    out: list[Segment] = [("M", box.x, box.bottom), ("L", *crests[0])]
    for (x0, y0), (x1, y1) in pairwise(crests):
        middle = (x0 + x1) / 2
        out.append(("C", middle, y0, middle, y1, x1, y1))
    return (*out, ("L", box.right, box.bottom), ("Z",))


def peaks(stream: Stream, box: Box, y: float, rough: float, points: int) -> Outline:
    """Jagged mountains across the box, filled down to the floor."""
    crest = [
        (
            box.x + box.w * i / points,
            y + (-rough if i % 2 else rough * 0.5) * stream.between(0.35, 1),
        )
        for i in range(points + 1)
    ]
    return polygon([(box.x, box.bottom), *crest, (box.right, box.bottom)])


def waves(box: Box, y: float, length: float, height: float, shift: float) -> Outline:
    """A row of swells with pointed crests: `length` and `height` of a wave in points, filled down to the floor."""
    x = box.x - shift
    out: list[Segment] = [("M", x, box.bottom), ("L", x, y)]
    while x < box.right:
        # A quadratic dip written as a cubic.
        dip = y + height * 2 / 3
        out.append(("C", x + length / 3, dip, x + 2 * length / 3, dip, x + length, y))
        x += length
    return (*out, ("L", x, box.bottom), ("Z",))


def rays(box: Box, cx: float, cy: float, count: int) -> Outline:
    """Wedges of light from a point, as many as gaps between them."""
    reach = box.w + box.h
    out: list[Segment] = []
    for i in range(count):
        a, b = 2 * math.pi * i / count, 2 * math.pi * (i + 0.5) / count
        out.extend(
            polygon(
                (
                    (cx, cy),
                    (cx + reach * math.cos(a), cy + reach * math.sin(a)),
                    (cx + reach * math.cos(b), cy + reach * math.sin(b)),
                )
            )
        )
    return tuple(out)


def halftone(box: Box, pitch: float, top: float, bottom: float, largest: float, color: str) -> tuple[Item, ...]:
    """Dots on a 45 degree grid that grow from nothing at `top` to radius `largest` at `bottom`, downward.

    Each row is one line of round, nearly endless short dashes: a screen costs a few bytes a row.
    """
    out: list[Item] = []
    y, row = box.y, 0
    while y <= box.bottom:
        share = min(1.0, max(0.0, (y - top) / (bottom - top)))
        r = largest * share**1.5
        if r > 0.06 * pitch:
            x = box.x + (pitch / 2 if row % 2 else 0)
            line: Outline = (("M", x, y), ("L", box.right, y))
            out.append(Path(line, None, Stroke(color, 2 * r, (0.001, pitch - 0.001), "round")))
        y += pitch / 2
        row += 1
    return tuple(out)


def skyline(stream: Stream, box: Box, top: tuple[float, float], width: tuple[float, float], gap: float) -> list[Box]:
    """Buildings side by side: roof heights and widths from ranges in points, up to `gap` apart."""
    out: list[Box] = []
    x = box.x - stream.between(0, width[0])
    while x < box.right:
        w, y = stream.between(*width), stream.between(*top)
        out.append(Box(x, y, w, box.bottom - y))
        x += w + stream.between(0, gap)
    return out


def lit_windows(stream: Stream, house: Box, cell: tuple[float, float], share: float) -> Outline:
    """Small lit windows in a building: a cell of (width, height) points each, lit by chance `share`."""
    out: list[Segment] = []
    columns, rows = int(house.w / cell[0]) - 1, min(9, int(house.h / cell[1]) - 1)
    for row in range(rows):
        for column in range(columns):
            if stream.unit() < share:
                x = house.x + cell[0] * (column + 0.5)
                y = house.y + cell[1] * (row + 0.6)
                out.extend(rectangle(Box(x, y, cell[0] * 0.5, cell[1] * 0.5)))
    return tuple(out)


def clouds(stream: Stream, box: Box, y: float, size: tuple[float, float], count: int) -> Outline:
    """A bank of round clouds whose tops reach about `y`; radii from a range in points; filled to the floor."""
    out: list[Segment] = list(rectangle(Box(box.x, y + size[0] * 0.9, box.w, box.bottom - y)))
    for i in range(count):
        x = box.x + box.w * i / (count - 1) + stream.between(-size[0], size[0])
        out.extend(circle(x, y + stream.between(0, size[0]), stream.between(*size)))
    return tuple(out)


def spread(stream: Stream, box: Box, count: int) -> list[tuple[float, float]]:
    """Points in a box, one in each of `count` upright slices, so that they neither clump nor line up."""
    slice_ = box.w / count
    return [
        (box.x + slice_ * (i + 0.5 + stream.between(-0.4, 0.4)), stream.between(box.y, box.bottom))
        for i in range(count)
    ]
