"""Backdrops: a scene's layer list, a window and a variant number come in; a back and a front Group come out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from printgen.art.parts import Part, Parts, paint
from printgen.base.geometry import Box, chain, rotate, scale, translate
from printgen.base.seeds import Stream, rng_for
from printgen.base.units import mm
from printgen.drawing import textures
from printgen.drawing.model import Group, Item, Path, Place, Rect, Stroke
from printgen.drawing.outlines import circle, polyline
from printgen.drawing.problems import PartError
from printgen.drawing.tints import Tints
from printgen.errors import did_you_mean

VARIANTS = 3
"""How many arrangements of a scene there are; few, so that each is stored once and shared by many cards."""


@dataclass(frozen=True, slots=True)
class Backdrop:
    """A scene in a window: what lies behind and before the figure, and where the sun is (share of the width)."""

    back: Group
    front: Group
    sun: float
    ground: str


@dataclass
class _Canvas:
    """What every layer needs: the window, its random stream, the colours, the sun and the parts."""

    box: Box
    stream: Stream
    tints: Tints
    parts: Parts
    sun: tuple[float, float]

    def y(self, share: float) -> float:
        return self.box.y + self.box.h * share

    def size(self, share: float) -> float:
        return self.box.h * share

    def color(self, layer: Mapping[str, Any], key: str, default: str = "mid") -> str:
        return self.tints.resolve(str(layer.get(key, default)))


def _fill(c: _Canvas, layer: Mapping[str, Any]) -> list[Item]:
    top = c.y(layer.get("y", 0))
    return [Rect(c.box.x, top, c.box.w, c.box.bottom - top, c.color(layer, "fill"))]


def _rays(c: _Canvas, layer: Mapping[str, Any]) -> list[Item]:
    return [Path(textures.rays(c.box, *c.sun, layer["rays"]), c.color(layer, "color"))]


def _sun(c: _Canvas, layer: Mapping[str, Any]) -> list[Item]:
    r = c.size(layer.get("size", 0.29))
    out: list[Item] = [Path(circle(*c.sun, r), c.color(layer, "sun"))]
    if "ring" in layer:
        out.append(Path(circle(*c.sun, r * 1.22), None, Stroke(c.color(layer, "ring"), mm(0.35))))
    return out


def _sprinkled(c: _Canvas, layer: Mapping[str, Any], key: str, radii: tuple[float, ...], reach: float) -> list[Item]:
    outline = tuple(
        segment
        for _ in range(layer.get("count", 26))
        for segment in circle(
            c.stream.between(c.box.x, c.box.right),
            c.stream.between(c.box.y, c.y(reach)),
            mm(c.stream.pick(radii)),
        )
    )
    return [Path(outline, c.color(layer, key))]


def _stars(c: _Canvas, layer: Mapping[str, Any]) -> list[Item]:
    return _sprinkled(c, layer, "stars", (0.14, 0.2, 0.3), 0.6)


def _snow(c: _Canvas, layer: Mapping[str, Any]) -> list[Item]:
    return _sprinkled(c, layer, "snow", (0.22, 0.32, 0.45), 1.0)


def _halftone(c: _Canvas, layer: Mapping[str, Any]) -> list[Item]:
    top, bottom = c.y(layer.get("top", 0.1)), c.y(layer.get("bottom", 0.8))
    return list(textures.halftone(c.box, mm(1.25), top, bottom, mm(0.6), c.color(layer, "halftone")))


def _hills(shape: Callable[..., Any], key: str) -> Callable[[_Canvas, Mapping[str, Any]], list[Item]]:
    def draw(c: _Canvas, layer: Mapping[str, Any]) -> list[Item]:
        wide = Box(c.box.x - mm(4), c.box.y, c.box.w + mm(8), c.box.h)
        rough, points = c.size(layer.get("rough", 0.06)), layer.get("points", 7)
        return [Path(shape(c.stream, wide, c.y(layer[key]), rough, points), c.color(layer, "fill"))]

    return draw


def _waves(c: _Canvas, layer: Mapping[str, Any]) -> list[Item]:
    length = c.size(layer.get("length", 0.17))
    outline = textures.waves(
        c.box, c.y(layer["waves"]), length, c.size(layer.get("height", 0.07)), c.stream.between(0, length)
    )
    crest = Stroke(c.color(layer, "crest"), mm(0.3)) if "crest" in layer else None
    return [Path(outline, c.color(layer, "fill"), crest)]


def _clouds(c: _Canvas, layer: Mapping[str, Any]) -> list[Item]:
    low, high = layer.get("size", (0.06, 0.11))
    bank = textures.clouds(c.stream, c.box, c.y(layer["clouds"]), (c.size(low), c.size(high)), layer.get("count", 8))
    return [Path(bank, c.color(layer, "fill"))]


def _skyline(c: _Canvas, layer: Mapping[str, Any]) -> list[Item]:
    low, high = layer["skyline"]
    narrow, wide = layer.get("width", (0.1, 0.19))
    houses = textures.skyline(
        c.stream, c.box, (c.y(low), c.y(high)), (c.size(narrow), c.size(wide)), c.size(layer.get("gap", 0))
    )
    out: list[Item] = [Rect(*house, c.color(layer, "fill")) for house in houses]
    if "lit" in layer:
        cell = (mm(1.7), mm(2))
        windows = tuple(s for house in houses for s in textures.lit_windows(c.stream, house, cell, 0.33))
        out.append(Path(windows, c.color(layer, "lit")))
    return out


def _grid(c: _Canvas, layer: Mapping[str, Any]) -> list[Item]:
    step = c.size(layer["grid"])
    lines = [
        s
        for i in range(int(c.box.w / step) + 1)
        for s in polyline(((c.box.x + i * step, c.box.y), (c.box.x + i * step, c.box.bottom)))
    ]
    lines += [
        s
        for i in range(int(c.box.h / step) + 1)
        for s in polyline(((c.box.x, c.box.y + i * step), (c.box.right, c.box.y + i * step)))
    ]
    return [Path(tuple(lines), None, Stroke(c.color(layer, "color"), mm(layer.get("width", 0.18))))]


def _piece(c: _Canvas, part: Part, x: float, y: float, size: float, fill: str, lean: float) -> Item:
    """A part whose floor (y = 100, x = 50) stands at (x, y); `size` points for its 100 units."""
    items = paint(part.layers, c.tints.with_names({"main": fill}), c.parts)
    grow = size / 100
    return Place(Group(items), chain(translate(x, y), rotate(lean), scale(grow), translate(-50, -100)))


def _scatter(c: _Canvas, layer: Mapping[str, Any]) -> list[Item]:
    part = c.parts.get(layer["scatter"])
    y0, y1 = layer.get("y", (1, 1))
    small, large = layer.get("size", (0.2, 0.3))
    lean = layer.get("lean", 0)
    spots = textures.spread(c.stream, Box(c.box.x, c.y(y0), c.box.w, c.size(y1 - y0)), layer.get("count", 6))
    return [
        _piece(
            c,
            part,
            x,
            y,
            c.size(c.stream.between(small, large)),
            c.color(layer, "fill"),
            c.stream.between(-lean, lean),
        )
        for x, y in sorted(spots, key=lambda spot: spot[1])
    ]


def _put(c: _Canvas, layer: Mapping[str, Any]) -> list[Item]:
    x = layer.get("x", 0.5)
    share = c.stream.pick(x) if isinstance(x, list) else x
    at = c.box.x + c.box.w * share
    return [
        _piece(
            c,
            c.parts.get(layer["put"]),
            at,
            c.y(layer.get("y", 1)),
            c.size(layer.get("size", 0.5)),
            c.color(layer, "fill"),
            0,
        )
    ]


_LAYERS: dict[str, Callable[[_Canvas, Mapping[str, Any]], list[Item]]] = {
    "rays": _rays,
    "sun": _sun,
    "stars": _stars,
    "snow": _snow,
    "halftone": _halftone,
    "ridge": _hills(textures.ridge, "ridge"),
    "peaks": _hills(textures.peaks, "peaks"),
    "waves": _waves,
    "clouds": _clouds,
    "skyline": _skyline,
    "grid": _grid,
    "scatter": _scatter,
    "put": _put,
    "fill": _fill,
}


def backdrop(name: str, scene: Mapping[str, Any], box: Box, variant: int, tints: Tints, parts: Parts) -> Backdrop:
    """Draw a scene in a window; variants from 0 to VARIANTS - 1 move the sun and the seeded shapes."""
    stream = rng_for(variant, "scene", name)
    sun = scene.get("sun-x", [0.24, 0.5, 0.74])[variant % 3]
    height = stream.between(0.3, 0.42)
    colors = {key: tints.resolve(value) for key, value in scene["colors"].items()}
    canvas = _Canvas(box, stream, tints.with_names(colors), parts, (box.x + box.w * sun, box.y + box.h * height))
    back = Group(tuple(item for layer in scene["back"] for item in _layer(name, layer, canvas)))
    front = Group(tuple(item for layer in scene.get("front", ()) for item in _layer(name, layer, canvas)))
    return Backdrop(back, front, sun, colors["near"])


def _layer(scene: str, layer: Mapping[str, Any], canvas: _Canvas) -> list[Item]:
    kind = next((key for key in _LAYERS if key in layer), None)
    if kind is None:
        raise PartError(
            f"scene '{scene}': no such layer: {', '.join(layer)}. {did_you_mean(next(iter(layer)), _LAYERS)}"
        )
    try:
        return _LAYERS[kind](canvas, layer)
    except (ValueError, TypeError) as error:
        raise PartError(f"scene '{scene}', layer '{kind}': {error}") from error
