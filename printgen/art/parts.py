"""The part library: art files come in; parts with parsed outlines, tinted on request, come out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar, cast

from printgen.art.layers import Layer, PartShape, Placement
from printgen.base.geometry import IDENTITY, Matrix, chain, compose, rotate, scale, translate
from printgen.base.units import PT_PER_MM
from printgen.drawing.model import Group, Item, Outline, Path, Place, Stroke
from printgen.drawing.outlines import bounds, mapped, transformed
from printgen.drawing.patterns import pattern
from printgen.drawing.problems import PartError, TemplateProblem
from printgen.drawing.tints import Tints
from printgen.errors import Finding, Where, did_you_mean
from printgen.reading import part as reading
from printgen.reading.located import validate
from printgen.reading.marked import Map
from printgen.reading.part import adapter

P = TypeVar("P", bound=reading.Part)
SEVERAL = frozenset({"back", "chest", "eyewear", "front"})
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
    place: Placement


@dataclass
class Parts:
    """All parts by name, as files write them; each is read when first asked for."""

    raw: Mapping[str, Any]
    _shapes: dict[str, PartShape] = field(default_factory=dict)
    _parsed: dict[str, Part] = field(default_factory=dict)

    def names(self, slot: str) -> list[str]:
        """The names of all parts for a slot."""
        return [name for name, part in self.raw.items() if part.get("slot") == slot]

    def get(self, name: str) -> Part:
        """The part of that name. PartError when there is none; TemplateProblem lists the mistakes of its file."""
        part = self._parsed.get(name)
        if part is None:
            shape = self._shape(name)
            depth = {
                key: tuple(s for layer in getattr(shape, key) for s in self._flat((name,), layer, IDENTITY))
                for key in ("layers", "behind", "over")
            }
            part = self._parsed[name] = Part(name, shape.slot, frozenset(shape.hides), place=shape.place, **depth)
        return part

    def _shape(self, name: str) -> PartShape:
        if name not in self.raw:
            raise PartError(f"there is no art part '{name}'. {did_you_mean(name, self.raw)}")
        if name not in self._shapes:
            raw = self.raw[name]
            self._shapes[name] = checked(PartShape, raw, f"part '{name}'")
        return self._shapes[name]

    def _flat(self, within: tuple[str, ...], layer: Layer, outer: Matrix) -> Iterable[Shape]:
        """The shapes of a layer; `within` are the parts that hold it, the outermost first."""
        for matrix in _matrices(layer):
            whole = compose(outer, matrix)
            if layer.part:
                for inner in self._inner(within, layer, layer.part).layers:
                    yield from self._flat((*within, layer.part), inner, whole)
            elif layer.group is not None:
                for inner in layer.group:
                    yield from self._flat(within, inner, whole)
            else:
                grown = abs(whole[0] * whole[3] - whole[1] * whole[2]) ** 0.5
                outline = transformed(layer.outline(), whole)
                yield Shape(
                    outline, layer.fill, layer.stroke, layer.width * grown, layer.edge, layer.clip, layer.pattern
                )

    def _inner(self, within: tuple[str, ...], layer: Layer, name: str) -> PartShape:
        try:
            if name in within:
                raise PartError(f"part '{within[-1]}' holds itself")
            return self._shape(name)
        except PartError as error:
            raise TemplateProblem([Finding("error", layer.where_of("part"), str(error), code="art")]) from error

    def edge_outline(self, name: str) -> Outline:
        """The silhouette of a part: all its edge shapes together."""
        return tuple(segment for shape in self.get(name).layers if shape.edge for segment in shape.outline)


def checked(shape: type[P], raw: Any, name: str) -> P:
    """What a file writes, as a declared shape; TemplateProblem lists its mistakes."""
    where = raw.start if isinstance(raw, Map) else Where("")
    value, findings = validate(adapter(shape), raw, where, name)
    if value is None:
        raise TemplateProblem(findings)
    return cast(P, value)


def _matrices(layer: Layer) -> list[Matrix]:
    """Where a layer is drawn: once, or several times for repeat and mirror."""
    sx, sy = layer.scale if isinstance(layer.scale, tuple) else (layer.scale, layer.scale)
    x, y = layer.at
    base = chain(translate(x, y), rotate(layer.rotate), scale(sx, sy))
    count, dx, dy = layer.repeat
    several = [compose(translate(dx * i, dy * i), base) for i in range(count)]
    flipped = [compose(_MIRROR, matrix) for matrix in several]
    if layer.flip:
        return flipped
    return several + flipped if layer.mirror else several


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
