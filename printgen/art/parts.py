"""The library of parts: files of art as parts with parsed outlines, painted in the colours that are asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, Literal, NamedTuple, TypeVar, cast

from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema, model_validator

from printgen.base.errors import Finding, Where, did_you_mean
from printgen.base.limits import consume
from printgen.base.units import IDENTITY, PT_PER_MM, Box, Matrix, chain, compose, rotate, scale, translate
from printgen.drawing.model import Group, Item, Outline, Path, Place, Stroke
from printgen.drawing.outlines import (
    bounds,
    circle,
    ellipse,
    map_points,
    parse_path,
    polygon,
    rectangle,
    star,
    transform_outline,
)
from printgen.drawing.patterns import PATTERNS, pattern
from printgen.drawing.pieces import PartError, TemplateProblem
from printgen.drawing.tints import Tints
from printgen.reading.part import Color, Many, Part, adapter, problem
from printgen.reading.positions import LocatedMap
from printgen.reading.validation import validate

P = TypeVar("P", bound=Part)
Warp = Callable[[float, float], tuple[float, float]]

SLOTS = (
    "back", "torso", "neck", "chest", "head", "eyes", "brows", "nose", "mouth", "beard", "hair",
    "headgear", "eyewear", "front", "craft", "piece",
)  # fmt: skip
_LARGEST = 1_000_000
_MIRROR: Matrix = (-1.0, 0.0, 0.0, 1.0, 100.0, 0.0)

_Pattern: Any = Literal.__getitem__(tuple(PATTERNS))
_Slot: Any = Literal.__getitem__(SLOTS)
Number = Annotated[float, Field(ge=-10_000, le=10_000)]
Pair = Annotated[Many[Number], Field(min_length=2, max_length=2)]
_Three = Annotated[Many[Number], Field(min_length=3, max_length=3)]
_Four = Annotated[Many[Number], Field(min_length=4, max_length=4)]
_Tuple = BeforeValidator(lambda value: tuple(value) if isinstance(value, list) else value)


def _path(value: Any) -> Outline:
    try:
        return parse_path(str(value))
    except ValueError as error:
        raise problem("bad-path", str(error), 'Write it like "M0 0 L10 5 Z".') from error


# How the numbers of a layer become an outline.
_OUTLINES: dict[str, Callable[..., Outline]] = {
    "circle": circle,
    "ellipse": ellipse,
    "rect": lambda *box: rectangle(Box(*box)),
    "poly": lambda *numbers: polygon(zip(numbers[::2], numbers[1::2], strict=True)),
    "star": star,
}
_SHAPES = ("d", *_OUTLINES, "part", "group")


class PartLayer(Part):
    """One layer of a part, in its box of 100 units: a shape, another part, or a group of layers, and its paint."""

    d: Annotated[Outline | None, PlainValidator(_path), WithJsonSchema({"type": "string"})] = Field(
        None, description="an outline as an SVG path"
    )
    circle: _Three | None = Field(None, description="a circle: x, y, radius")
    ellipse: _Four | None = Field(None, description="an ellipse: x, y, and both radii")
    rect: _Four | None = Field(None, description="a rectangle: x, y, width, height")
    poly: Annotated[Many[Number], Field(min_length=4, max_length=1000)] | None = Field(
        None, description="a polygon: x, y of each corner"
    )
    star: Annotated[Many[Number], Field(min_length=3, max_length=4)] | None = Field(
        None, description="a star: x, y, radius, and the inner radius as a share of it"
    )
    part: str | None = Field(None, description="the layers of another part")
    group: Many[PartLayer] | None = Field(None, description="layers that are placed together")
    fill: str | None = Field(None, description="the colour inside")
    stroke: str | None = Field(None, description="the colour of the outline")
    width: Annotated[float, Field(ge=0, le=1000)] = Field(1.0, description="how thick the outline is")
    edge: bool = Field(False, description="whether it belongs to the silhouette, which gets a rim and a shadow")
    at: Pair = Field((0.0, 0.0), description="moves it by x, y")
    rotate: Number = Field(0.0, description="turns it by degrees, clockwise")
    scale: Number | Pair = Field(1.0, description="grows it, or its width and its height")
    mirror: bool = Field(False, description="draws it again, mirrored in the middle of the box")
    flip: bool = Field(False, description="draws it mirrored only")
    repeat: Annotated[tuple[Annotated[int, Field(ge=1, le=1000)], Number, Number], _Tuple] = Field(
        (1, 0.0, 0.0), description="draws it so often, each moved on by x, y"
    )
    clip: str | None = Field(None, description="a part inside whose silhouette alone it shows")
    pattern: Annotated[tuple[_Pattern, Annotated[float, Field(gt=0, le=1000)]], _Tuple] | None = Field(
        None, description="a pattern in the fill's colour, and its scale"
    )

    @model_validator(mode="after")
    def _one_shape(self) -> PartLayer:
        given = [shape for shape in _SHAPES if getattr(self, shape) is not None]
        if len(given) != 1:
            message = f"a layer needs one of {', '.join(_SHAPES)}"
            raise problem("bad-layer", message, f"Keep {given[0]}." if given else 'Add such as d: "M0 0 L10 5 Z".')
        if self.poly and len(self.poly) % 2:
            raise problem("bad-layer", "poly has an x without a y", "Write a pair for each corner.")
        return self

    def outline(self) -> Outline:
        """The shape, before it is placed; for layers that are neither a part nor a group."""
        made = (make(*numbers) for key, make in _OUTLINES.items() if (numbers := getattr(self, key)))
        return next(made, self.d or ())

    def matrices(self) -> list[Matrix]:
        """Where it is drawn: once, or several times for repeat and mirror."""
        sx, sy = self.scale if isinstance(self.scale, tuple) else (self.scale, self.scale)
        base = chain(translate(*self.at), rotate(self.rotate), scale(sx, sy))
        count, dx, dy = self.repeat
        several = [compose(translate(dx * i, dy * i), base) for i in range(count)]
        flipped = [compose(_MIRROR, matrix) for matrix in several] if self.mirror or self.flip else []
        return flipped if self.flip else several + flipped


class Placement(Part):
    """Where a craft stands in a card's window, in millimetres."""

    x: Number = Field(5.0, description="its left edge")
    y: Number = Field(15.0, description="its top edge")
    rotate: Number = Field(0.0, description="turned by degrees, clockwise")
    scale: Annotated[float, Field(gt=0, le=100)] = Field(0.43, description="the millimetres of one of its units")
    ground: bool = Field(False, description="whether it stands on the ground and throws a shadow")
    inset: Literal["left", "right", "low-left", "low-right", "none"] = Field(
        "right", description="the corner in which its driver is shown"
    )


class Grip(Part):
    """A hand that holds a part."""

    part: str = Field(description="the hand: a part that says where its wrist is")
    at: Pair = Field(description="where it holds, by x, y in the box of the part that is held")
    turn: Number = Field(0.0, description="the hand turned by degrees, clockwise")
    flip: bool = Field(False, description="the other hand, mirrored")
    elbow: Pair | None = Field(None, description="where its forearm comes from, by x, y in the box of the picture")


class Wrist(Part):
    """Where the forearm of a hand begins."""

    at: Pair = Field(description="the middle of the wrist, by x, y")
    under: bool = Field(False, description="whether the forearm is drawn under what the hand holds")
    both: bool = Field(False, description="whether the hand holds from either side, that on which its elbow is")


class PartShape(Part):
    """A part of pictures, in a box of 100 units."""

    slot: _Slot = Field(description="where it belongs in a picture")
    hides: Many[str] = Field((), description="slots that are not drawn beside it")
    beside: _Slot | None = Field(None, description="the slot without which it is not drawn, as hair under a hat is not")
    layers: Many[PartLayer] = Field(description="what it draws, from the back to the front")
    behind: Many[PartLayer] = Field((), description="what it draws behind the whole figure")
    over: Many[PartLayer] = Field((), description="what it draws over the whole figure")
    place: Placement = Field(Placement.model_construct(), description="where a craft stands in its window")
    grips: Many[Grip] = Field((), description="the hands that hold it where it is held before the chest")
    elbows: Many[Pair] = Field(
        (), description="the elbows of the forearms that it shows itself, which hold it in a pose"
    )
    held: bool = Field(True, description="whether hands hold it before the chest; not what is worn or stands there")
    wrist: Wrist | None = Field(None, description="of a hand: where its forearm begins")
    arm: str | None = Field(None, description="of clothes: the part that their forearms are, from the wrist along x")
    limb: str | None = Field(
        None, description="of clothes: the part that upper arms are in a pose, from the joint along x"
    )
    legs: str | None = Field(
        None, description="of clothes: the part that a thigh and a shin are in a pose, from the joint along x"
    )
    rear: str | None = Field(
        None, description="of clothes, hair and headgear: the part that is seen of them from behind"
    )
    gloves: str | None = Field(None, description="of clothes: the colour of the gloves that belong to them")


PartsFile = dict[str, PartShape]
"""A file of parts, by name."""


class Tones(Part):
    """The skins and the colours of hair and eyes that looks may name."""

    skins: Mapping[str, Annotated[Many[Color], Field(min_length=2, max_length=2)]] = Field(
        {}, description="skins: the lit side and the dark side of each"
    )
    hairs: Mapping[str, Color] = Field({}, description="colours of hair")
    eyes: Mapping[str, Color] = Field({}, description="colours of eyes")


class PartOutline(NamedTuple):
    """A layer that is one flat shape, on its place in the part's box, where its line has grown to a width."""

    layer: PartLayer
    outline: Outline
    width: float


class Hold(NamedTuple):
    """A grip, and where the box lies in which it says its place."""

    grip: Grip
    matrix: Matrix


class PartDrawing(NamedTuple):
    """A part as it is drawn: its shapes by depth, and what holds it."""

    name: str
    part: PartShape
    layers: tuple[PartOutline, ...]
    behind: tuple[PartOutline, ...]
    over: tuple[PartOutline, ...]
    holds: tuple[Hold, ...]


@dataclass
class Parts:
    """All parts by name, as files write them; each is read when first asked for."""

    raw: Mapping[str, Any]
    _read: dict[str, PartShape] = field(default_factory=dict)
    _drawn: dict[str, PartDrawing] = field(default_factory=dict)

    def names(self, slot: str) -> list[str]:
        """The names of all parts for a slot."""
        return [name for name, part in self.raw.items() if part.get("slot") == slot]

    def get(self, name: str) -> PartDrawing:
        """The part of that name. PartError when there is none; TemplateProblem lists the mistakes of its file."""
        if name not in self._drawn:
            part = self._part(name)
            depths = (part.layers, part.behind, part.over)
            layers, behind, over = (tuple(self._flat((name,), each, IDENTITY)) for each in depths)
            self._drawn[name] = PartDrawing(name, part, layers, behind, over, tuple(self._holds(part, IDENTITY)))
        return self._drawn[name]

    def require(self, name: str, where: Where) -> PartDrawing:
        """The part that something else asks for; TemplateProblem, told there, when there is none."""
        try:
            return self.get(name)
        except PartError as error:
            raise TemplateProblem([Finding("error", where, str(error), code="art")]) from error

    def _part(self, name: str) -> PartShape:
        if name not in self.raw:
            raise PartError(f"there is no art part '{name}'. {did_you_mean(name, self.raw)}")
        if name not in self._read:
            self._read[name] = check_part(PartShape, self.raw[name], f"part '{name}'")
        return self._read[name]

    def _flat(self, within: tuple[str, ...], layers: Iterable[PartLayer], outer: Matrix) -> Iterator[PartOutline]:
        """The shapes of layers; `within` are the parts that hold them, the outermost first."""
        for layer in layers:
            matrices = layer.matrices()
            consume("items", len(matrices), layer.where)
            for matrix in matrices:
                whole = compose(outer, matrix)
                if not all(abs(value) <= _LARGEST for value in whole):
                    message = f"a layer grows, or moves, more than {_LARGEST:,} times its own units"
                    raise TemplateProblem([Finding("error", layer.where, message, "Lower its scale.", "art")])
                if layer.part:
                    yield from self._flat((*within, layer.part), self._inner(within, layer, layer.part), whole)
                elif layer.group is not None:
                    yield from self._flat(within, layer.group, whole)
                else:
                    grown = abs(whole[0] * whole[3] - whole[1] * whole[2]) ** 0.5
                    yield PartOutline(layer, transform_outline(layer.outline(), whole), layer.width * grown)

    def _holds(self, part: PartShape, outer: Matrix) -> Iterator[Hold]:
        """The hands of a part, or else those of the parts that its layers draw."""
        if part.grips:
            yield from (Hold(grip, outer) for grip in part.grips)
        else:
            yield from self._inner_holds(part.layers, outer)

    def _inner_holds(self, layers: Iterable[PartLayer], outer: Matrix) -> Iterator[Hold]:
        for layer in layers:
            for matrix in layer.matrices() if layer.part or layer.group else ():
                if layer.part:
                    yield from self._holds(self._part(layer.part), compose(outer, matrix))
                else:
                    yield from self._inner_holds(layer.group or (), compose(outer, matrix))

    def _inner(self, within: tuple[str, ...], layer: PartLayer, name: str) -> tuple[PartLayer, ...]:
        try:
            if name in within:
                raise PartError(f"part '{within[-1]}' holds itself")
            return self._part(name).layers
        except PartError as error:
            raise TemplateProblem([Finding("error", layer.where_of("part"), str(error), code="art")]) from error

    def edge_outline(self, name: str) -> Outline:
        """The silhouette of a part: all its edge shapes together."""
        return tuple(step for shape in self.get(name).layers if shape.layer.edge for step in shape.outline)


def warp_shapes(shapes: Iterable[PartOutline], warp: Warp) -> tuple[PartOutline, ...]:
    """Shapes of which every point has moved: a turned head, a drawn out torso."""
    return tuple(PartOutline(layer, map_points(outline, warp), width) for layer, outline, width in shapes)


def check_part(shape: type[P], raw: Any, name: str) -> P:
    """What a file writes, as a declared shape; TemplateProblem lists its mistakes."""
    where = raw.start if isinstance(raw, LocatedMap) else Where("")
    value, findings = validate(adapter(shape), raw, where, name)
    if value is None:
        raise TemplateProblem(findings)
    return cast(P, value)


def paint(shapes: Iterable[PartOutline], tints: Tints, parts: Parts) -> tuple[Item, ...]:
    """Draw shapes in the colours of a set."""
    out: list[Item] = []
    shapes = tuple(shapes)
    consume("items", len(shapes))
    for layer, outline, width in shapes:
        items: tuple[Item, ...]
        if layer.pattern:
            # A pattern's scale is in millimetres; here one unit of the part's box stands for one.
            kind, k = layer.pattern
            items = pattern(kind, bounds(outline), tints.resolve(layer.fill or "ink"), k / PT_PER_MM)
            items = (Place(Group(items, outline)),)
        else:
            line = Stroke(tints.resolve(layer.stroke), width, (), "round", "round") if layer.stroke else None
            items = (Path(outline, tints.resolve(layer.fill) if layer.fill else None, line),)
        if layer.clip:
            items = (Place(Group(items, parts.edge_outline(layer.clip))),)
        out.extend(items)
    return tuple(out)


def silhouette(shapes: Iterable[PartOutline], color: str, rim: float, hollow: bool = False) -> tuple[Item, ...]:
    """The edge shapes in one colour, grown by `rim` units on every side; `hollow` where they follow themselves."""
    out: list[Item] = []
    for layer, outline, width in shapes:
        if layer.edge:
            line = Stroke(color, 2 * rim + (width if layer.stroke else 0), (), "round", "round")
            out.append(Path(outline, color if layer.fill and not hollow else None, line))
    return tuple(out)
