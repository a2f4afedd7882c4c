"""A terrain's look, a box in millimetres and a random stream come in; the items of its motif go out.

Each kind of layer is one function. Ground is drawn at once; what stands upright is gathered and drawn from far to
near, so that a palm of one layer can stand before a bush of another.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from printgen.base.geometry import Box, Matrix, chain, rotate, scale, translate
from printgen.base.seeds import Stream
from printgen.base.units import to_mm
from printgen.drawing.fonts import face
from printgen.drawing.model import Group, Item, Outline, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import polyline
from printgen.drawing.scattering import (
    Keep,
    Point,
    blob,
    contour_lines,
    corner_screen,
    darts,
    dot_screen,
    relief,
    smooth,
)
from printgen.kinds.terrain_board.looks import TerrainLook
from printgen.kinds.terrain_board.settings import (
    Contours,
    Feature,
    Halftone,
    Pools,
    Roads,
    Scatter,
    Scattered,
    Soundings,
    Spot,
    Symbols,
    Trail,
)

PLAN_WIDTH = 74.0
"""The width in millimetres that the places of `put` are written for."""

# The height of such a plan, a space without its name band.
_PLAN_HEIGHT = 89.8
_CONTOUR_STEP = 3.2
_BLEED = 3.0
_DOT_SIZES = (0.3, 0.42, 0.54, 0.66, 0.78)
_SYMBOL_BOX = 100.0

Painter = Callable[[str], Group]


@dataclass
class _Canvas:
    """What every layer draws on: `ground` lies, `standing` is sorted by the place of its feet."""

    look: TerrainLook
    box: Box
    stream: Stream
    paint: Painter
    mini: bool
    ground: list[Item] = field(default_factory=list)
    standing: list[tuple[float, Item]] = field(default_factory=list)
    clear: list[Keep] = field(default_factory=list)

    def tint(self, words: str) -> str:
        return self.look.color(words)

    def free(self, x: float, y: float) -> bool:
        return all(keep(x, y) for keep in self.clear)

    def keep_off(self, x: float, y: float, rx: float, ry: float) -> None:
        """Let no later symbol lie in an ellipse."""
        self.clear.append(lambda a, b: ((a - x) / rx) ** 2 + ((b - y) / ry) ** 2 > 1)


def motif(look: TerrainLook, box: Box, stream: Stream, paint: Painter, mini: bool = False) -> tuple[Item, ...]:
    """Draw a terrain over a box; symbols may reach a little beyond it, so the caller clips.

    `paint` gives the group of an art part; `mini` leaves out what small maps do not show.
    """
    canvas = _Canvas(look, box, stream, paint, mini)
    canvas.ground.append(Rect(box.x, box.y, box.w, box.h, look.color("ground")))
    for kind, settings in look.layers:
        if not mini or getattr(settings, "mini", True):
            _LAYERS[kind](canvas, settings)
    canvas.standing.sort(key=lambda entry: entry[0])
    return (*canvas.ground, *(item for _, item in canvas.standing))


def _contours(c: _Canvas, s: Contours) -> None:
    lines = contour_lines(relief(c.stream, s.wave), c.box, _CONTOUR_STEP, s.levels)
    c.ground.append(Path(lines, None, Stroke(c.tint(s.color), s.width, (), "round", "round")))


def _halftone(c: _Canvas, s: Halftone) -> None:
    if s.by == "corner":
        c.ground.extend(corner_screen(c.box, s.pitch, s.size, s.reach, c.tint(s.color)))
    elif s.by == "even":
        c.ground.extend(dot_screen(c.box, s.pitch, lambda x, y: s.size, c.tint(s.color), (s.size,)))
    else:
        hills = relief(c.stream, s.wave)

        def deep(x: float, y: float) -> float:
            return s.size * (hills.height(x, y) / 4 + 0.05)

        sizes = tuple(size for size in _DOT_SIZES if size <= 1.2 * s.size)
        c.ground.extend(dot_screen(c.box, s.pitch, deep, c.tint(s.color), sizes))


def _pools(c: _Canvas, s: Pools) -> None:
    for x, y in darts(c.stream, c.box, s.apart, c.free, most=60):
        rx = c.stream.between(*s.width) / 2
        ry = rx * c.stream.between(*s.flat)
        shore = blob(c.stream, x, y, rx, ry, c.stream.between(-0.3, 0.3))
        inner = [[(x + (u - x) * k, y + (v - y) * k) for u, v in shore] for k in (0.78, 0.55)]
        c.ground.append(Path(smooth(shore), c.tint(s.fill), Stroke(c.tint(s.rim), 0.45)))
        c.ground.append(Path(smooth(inner[0]), None, Stroke(c.tint(s.rim), 0.2)))
        c.ground.append(Path(smooth(inner[1]), None, Stroke(c.tint(s.shine), 0.35)))
        glints: list[Any] = []
        for _ in range(3):
            u, v = x + c.stream.between(-0.5, 0.5) * rx, y + c.stream.between(-0.4, 0.4) * ry
            glints += polyline(((u, v), (u + c.stream.between(2, 4), v)))
        c.ground.append(Path(tuple(glints), None, Stroke(c.tint(s.shine), 0.35, (), "round")))
        if s.lilies:
            for _ in range(1 + c.stream.below(3)):
                spot = (x + c.stream.between(-0.55, 0.55) * rx, y + c.stream.between(-0.5, 0.5) * ry)
                _, part = _picked(c, s.lilies)
                c.ground.append(_symbol(c, part, *spot, c.stream.between(*s.lily_size)))
        # Feet may touch the shore, since reeds grow there.
        c.keep_off(x, y - 1.5, 0.97 * rx, 0.97 * ry)


def _trail(c: _Canvas, s: Trail) -> None:
    box, sway = c.box, c.stream.between(*s.sway) * min(1.0, c.box.w / PLAN_WIDTH + 0.2)
    middle, phase = box.x + box.w * c.stream.between(0.35, 0.65), c.stream.between(0, 6)

    def at(y: float) -> float:
        return middle + sway * math.sin((y - box.y) / box.h * 4.2 + phase)

    ys = [box.y + box.h * i / 12 for i in range(-1, 14)]
    line = smooth([(at(y), y) for y in ys], closed=False)
    strokes = (
        Stroke(c.tint(s.edge), s.width + 1),
        Stroke(c.tint(s.color), s.width),
        Stroke(c.tint(s.dash), 0.4, (1.6, 1.4)),
    )
    c.ground.extend(Path(line, None, stroke) for stroke in strokes)
    clear = s.clear
    c.clear.append(lambda x, y: abs(x - at(y)) > clear)


def _roads(c: _Canvas, s: Roads) -> None:
    """One road down and several across, all turned a little about the middle of the box."""
    box, stream, half = c.box, c.stream, s.width / 2
    cx, cy = box.x + box.w / 2, box.y + box.h / 2
    turn = math.radians(stream.between(-s.turn, s.turn))
    cos, sin = math.cos(turn), math.sin(turn)

    def turned(x: float, y: float) -> Point:
        return cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos

    count = max(1, round(box.h / s.every))
    down = box.x + box.w * stream.between(0.3, 0.7)
    across = [box.y + box.h * (i + stream.between(0.3, 0.65)) / count for i in range(count)]
    far = box.w + box.h
    lines = [(turned(down, -far), turned(down, 2 * far)), *((turned(-far, y), turned(2 * far, y)) for y in across)]
    outline: Outline = tuple(segment for line in lines for segment in polyline(line))
    for width, color in (
        (2 * half + 1.1, c.tint(s.edge)),
        (2 * half + 0.5, c.tint(s.kerb)),
        (2 * half - 0.6, c.tint(s.color)),
    ):
        c.ground.append(Path(outline, None, Stroke(color, width)))
    c.ground.append(Path(outline, None, Stroke(c.tint(s.dash), 0.45, (2.2, 1.8))))

    def free(x: float, y: float) -> bool:
        # Measured in the turned streets; a house reaches up from its feet, so it keeps more room below a road.
        u = cx + (x - cx) * cos + (y - 1.5 - cy) * sin
        v = cy - (x - cx) * sin + (y - 1.5 - cy) * cos
        if abs(u - down) <= half + s.beside:
            return False
        return all(v - y0 > half + s.below or y0 - v > half + s.above for y0 in across)

    c.clear.append(free)


def _soundings(c: _Canvas, s: Soundings) -> None:
    size, font = to_mm(10), "body italic"
    spots = darts(c.stream, c.box.grown(-4), s.apart, c.free, most=60)[: int(s.count)]
    for x, y in spots:
        text = f"{c.stream.pick(s.numbers):g}"
        width = face(font).width(text) * size
        c.ground.append(Text(x - width / 2, y + size / 3, text, font, size, c.tint(s.color), 0.0, width))
        c.keep_off(x, y, 7.5, 5.5)


def _feature(c: _Canvas, s: Feature) -> None:
    """One large symbol, by chance, well inside the box."""
    wanted = c.stream.unit() < s.chance
    box = c.box
    for _ in range(12):
        x, y = box.x + box.w * c.stream.between(0.2, 0.8), box.y + box.h * c.stream.between(0.25, 0.8)
        room = (s.clear or 0.0) / 3
        if wanted and all(c.free(*spot) for spot in ((x, y), (x - room, y + room), (x + room, y + room))):
            size = _scattered(c, s, x, y, False)
            off = s.clear or 0.6 * size
            # Nothing may stand before it and hide it, but things may stand close behind it.
            c.keep_off(x, y + 0.3 * off, 0.5 * off + 0.35 * size, 0.85 * off)
            return


def _scatter(c: _Canvas, s: Scatter) -> None:
    for x, y in darts(c.stream, c.box.grown(_BLEED), s.apart, c.free):
        size = _scattered(c, s, x, y, s.low)
        if s.clear:
            c.keep_off(x, y - 0.2 * size, 0.5 * size, s.clear)


def _scattered(c: _Canvas, s: Scattered, x: float, y: float, low: bool) -> float:
    """Put one of the layer's symbols at a spot; returns its size."""
    name, part = _picked(c, s.symbols)
    size = c.stream.between(*s.sizes.get(name, s.size))
    stretch = 1 + c.stream.between(-s.stretch, s.stretch)
    lean = math.tan(math.radians(c.stream.between(-s.lean, s.lean)))
    if s.flip and c.stream.unit() < 0.5:
        stretch = -stretch
    # The spot is the middle of the symbol rather than its foot.
    foot = y + 0.3 * size
    item = _symbol(c, part, x, foot, size, stretch, lean)
    if low:
        c.ground.append(item)
    else:
        c.standing.append((foot, item))
    return size


def _put(c: _Canvas, plan: tuple[Spot, ...]) -> None:
    """Symbols at the places of a plan, in their order, the plan centred and fitted into the box."""
    box, height = c.box, _PLAN_HEIGHT
    k = min(box.w / PLAN_WIDTH, box.h / height)
    field = chain(translate(box.x + (box.w - k * PLAN_WIDTH) / 2, box.y + (box.h - k * height) / 2), scale(k))
    for symbol, (x, y, size, *turn) in plan:
        spin = rotate(turn[0]) if turn else scale(1)
        foot = chain(field, translate(x, y), spin, scale(size / _SYMBOL_BOX), translate(-50, -100))
        c.ground.append(Place(c.paint(c.look.symbols[symbol][0]), _short(foot)))


def _picked(c: _Canvas, symbols: Symbols) -> tuple[str, str]:
    """A symbol by weight, and the art part of one of its variants."""
    left = c.stream.unit() * sum(symbols.values())
    *others, picked = symbols
    for name in others:
        left -= symbols[name]
        if left < 0:
            picked = name
            break
    return picked, c.stream.pick(c.look.symbols[picked])


def _symbol(c: _Canvas, part: str, x: float, y: float, size: float, stretch: float = 1.0, lean: float = 0.0) -> Place:
    """A part with its foot at (x, y), `size` wide and tall, widened by `stretch` and leaning by `lean`."""
    k = size / _SYMBOL_BOX
    a, skew = k * stretch, -k * lean
    return Place(c.paint(part), _short((a, 0.0, skew, k, x - 50 * a - 100 * skew, y - 100 * k)))


def _short(matrix: Matrix) -> Matrix:
    # Ten thousandths of a millimetre are enough, and short numbers make small files.
    return tuple(round(v, 4) for v in matrix)  # type: ignore[return-value]


_LAYERS: Mapping[str, Callable[[_Canvas, Any], None]] = {
    "contours": _contours,
    "halftone": _halftone,
    "pools": _pools,
    "trail": _trail,
    "roads": _roads,
    "soundings": _soundings,
    "feature": _feature,
    "scatter": _scatter,
    "put": _put,
}
