"""The part library: art files come in; parts with parsed outlines, tinted on request, come out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from printgen.base.geometry import IDENTITY, Box, Matrix, chain, compose, rotate, scale, translate
from printgen.base.units import PT_PER_MM
from printgen.drawing.model import Group, Item, Outline, Path, Place, Stroke
from printgen.drawing.outlines import (
    bounds,
    circle,
    ellipse,
    mapped,
    parse_path,
    polygon,
    rectangle,
    star,
    transformed,
)
from printgen.drawing.patterns import PATTERNS, pattern
from printgen.drawing.problems import PartError
from printgen.drawing.tints import Tints
from printgen.errors import did_you_mean

SLOTS = (
    "back", "torso", "neck", "chest", "head", "eyes", "brows", "nose", "mouth", "beard", "hair",
    "headgear", "eyewear", "front", "craft", "piece",
)  # fmt: skip
SEVERAL = frozenset({"back", "chest", "eyewear", "front"})
_SHAPES = ("d", "circle", "ellipse", "rect", "poly", "star", "part", "group")
_LAYER_KEYS = frozenset(
    {
        *_SHAPES,
        "fill",
        "stroke",
        "width",
        "edge",
        "at",
        "rotate",
        "scale",
        "mirror",
        "flip",
        "repeat",
        "clip",
        "pattern",
    }
)
_PART_KEYS = frozenset({"slot", "hides", "layers", "behind", "over", "place"})
_MIRROR: Matrix = (-1.0, 0.0, 0.0, 1.0, 100.0, 0.0)

Warp = Callable[[float, float], tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Shape:
    """One flat shape of a part, placed in the part's box, with colour words still unread."""

    outline: Outline
    fill: str | None
    stroke: str | None
    width: float
    edge: bool
    clip: str | None = None
    pattern: tuple[str, float] | None = None


@dataclass(frozen=True, slots=True)
class Part:
    """One part: its slot, what it hides, and its shapes by depth."""

    name: str
    slot: str
    hides: frozenset[str]
    layers: tuple[Shape, ...]
    behind: tuple[Shape, ...]
    over: tuple[Shape, ...]
    place: Mapping[str, Any]


@dataclass
class Parts:
    """All parts by name; each is parsed when first asked for."""

    raw: Mapping[str, Any]
    _parsed: dict[str, Part] = field(default_factory=dict)

    def names(self, slot: str) -> list[str]:
        """The names of all parts for a slot."""
        return [name for name, part in self.raw.items() if part.get("slot") == slot]

    def get(self, name: str) -> Part:
        """The part of that name; PartError when there is none or it is malformed."""
        part = self._parsed.get(name)
        if part is None:
            if name not in self.raw:
                raise PartError(self._unknown(name))
            part = self._parsed[name] = self._parse(name, self.raw[name])
        return part

    def _unknown(self, name: str) -> str:
        return f"there is no art part '{name}'. {did_you_mean(name, self.raw)}"

    def _parse(self, name: str, raw: Mapping[str, Any]) -> Part:
        for key in raw:
            if key not in _PART_KEYS:
                raise PartError(f"part '{name}': unknown key '{key}'. {did_you_mean(key, _PART_KEYS)}")
        slot = raw.get("slot", "")
        if slot not in SLOTS:
            raise PartError(f"part '{name}': slot '{slot}' is unknown. {did_you_mean(slot, SLOTS)}")
        depth = {
            key: tuple(shape for layer in raw.get(key, ()) for shape in self._shapes((name,), layer, IDENTITY))
            for key in ("layers", "behind", "over")
        }
        return Part(name, slot, frozenset(raw.get("hides", ())), place=raw.get("place", {}), **depth)

    def _shapes(self, within: tuple[str, ...], layer: Mapping[str, Any], outer: Matrix) -> Iterable[Shape]:
        """The shapes of a layer; `within` are the parts that hold it, the outermost first."""
        part = within[-1]
        for key in layer:
            if key not in _LAYER_KEYS:
                raise PartError(f"part '{part}': unknown key '{key}' in a layer. {did_you_mean(key, _LAYER_KEYS)}")
        for matrix in _matrices(layer):
            whole = compose(outer, matrix)
            if "group" in layer:
                for inner in layer["group"]:
                    yield from self._shapes(within, inner, whole)
            elif "part" in layer:
                name = str(layer["part"])
                if name in within:
                    raise PartError(f"part '{part}' holds itself")
                if name not in self.raw:
                    raise PartError(f"part '{part}': {self._unknown(name)}")
                for inner in self.raw[name].get("layers", ()):
                    yield from self._shapes((*within, name), inner, whole)
            else:
                yield self._shape(part, layer, whole)

    def _shape(self, part: str, layer: Mapping[str, Any], matrix: Matrix) -> Shape:
        try:
            outline = transformed(_outline(layer), matrix)
        except (ValueError, TypeError, IndexError) as error:
            raise PartError(f"part '{part}': {error}") from error
        grown = (abs(matrix[0] * matrix[3] - matrix[1] * matrix[2])) ** 0.5
        kind = layer.get("pattern")
        if kind is not None and kind[0] not in PATTERNS:
            raise PartError(f"part '{part}': pattern '{kind[0]}' is unknown. {did_you_mean(kind[0], PATTERNS)}")
        return Shape(
            outline,
            layer.get("fill"),
            layer.get("stroke"),
            float(layer.get("width", 1)) * grown,
            bool(layer.get("edge", False)),
            layer.get("clip"),
            (kind[0], float(kind[1])) if kind else None,
        )

    def edge_outline(self, name: str) -> Outline:
        """The silhouette of a part: all its edge shapes together."""
        return tuple(segment for shape in self.get(name).layers if shape.edge for segment in shape.outline)


def _outline(layer: Mapping[str, Any]) -> Outline:
    if "d" in layer:
        return parse_path(layer["d"])
    if "circle" in layer:
        return circle(*map(float, layer["circle"]))
    if "ellipse" in layer:
        return ellipse(*map(float, layer["ellipse"]))
    if "rect" in layer:
        return rectangle(Box(*map(float, layer["rect"])))
    if "star" in layer:
        cx, cy, r, inner = map(float, [*layer["star"], 0.42][:4])
        return star(cx, cy, r, inner)
    if "poly" in layer:
        numbers = [float(v) for v in layer["poly"]]
        return polygon(zip(numbers[::2], numbers[1::2], strict=True))
    raise ValueError(f"a layer needs one of {', '.join(_SHAPES)}")


def _matrices(layer: Mapping[str, Any]) -> list[Matrix]:
    """Where a layer is drawn: once, or several times for repeat and mirror."""
    grow = layer.get("scale", 1)
    sx, sy = grow if isinstance(grow, list) else (grow, grow)
    x, y = layer.get("at", (0, 0))
    base = chain(translate(x, y), rotate(layer.get("rotate", 0)), scale(sx, sy))
    count, dx, dy = layer.get("repeat", (1, 0, 0))
    several = [compose(translate(dx * i, dy * i), base) for i in range(count)]
    flipped = [compose(_MIRROR, matrix) for matrix in several]
    if layer.get("flip"):
        return flipped
    return several + flipped if layer.get("mirror") else several


def paint(shapes: Iterable[Shape], tints: Tints, parts: Parts, warp: Warp | None = None) -> tuple[Item, ...]:
    """Draw shapes in the colours of a set; `warp` moves every point first (a turned head)."""
    out: list[Item] = []
    for shape in shapes:
        outline = mapped(shape.outline, warp) if warp else shape.outline
        items: tuple[Item, ...]
        if shape.pattern:
            # A pattern's scale is in millimetres; here one unit of the part's box stands for one.
            kind, k = shape.pattern
            items = pattern(kind, bounds(outline), tints.resolve(shape.fill or "ink"), k / PT_PER_MM)
            items = (Place(Group(items, outline)),)
        else:
            line = Stroke(tints.resolve(shape.stroke), shape.width, (), "round", "round") if shape.stroke else None
            items = (Path(outline, tints.resolve(shape.fill) if shape.fill else None, line),)
        if shape.clip:
            items = (Place(Group(items, parts.edge_outline(shape.clip))),)
        out.extend(items)
    return tuple(out)


def silhouette(shapes: Iterable[Shape], color: str, rim: float, warp: Warp | None = None) -> tuple[Item, ...]:
    """The edge shapes in one colour, grown by `rim` units on every side."""
    out: list[Item] = []
    for shape in shapes:
        if shape.edge:
            outline = mapped(shape.outline, warp) if warp else shape.outline
            width = 2 * rim + (shape.width if shape.stroke else 0)
            out.append(Path(outline, color if shape.fill else None, Stroke(color, width, (), "round", "round")))
    return tuple(out)
