"""What art files write of parts, scenes and casting comes in; declared shapes of it go out, checked and typed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema, create_model, model_validator

from printgen.base.geometry import Box
from printgen.drawing.model import Outline
from printgen.drawing.outlines import circle, ellipse, parse_path, polygon, rectangle, star
from printgen.drawing.patterns import PATTERNS
from printgen.reading.fields import Many, problem
from printgen.reading.part import Color, Part

SLOTS = (
    "back", "torso", "neck", "chest", "head", "eyes", "brows", "nose", "mouth", "beard", "hair",
    "headgear", "eyewear", "front", "craft", "piece",
)  # fmt: skip
LOOK_KEYS = (
    *SLOTS[:-1], "skin", "hair-color", "main", "cloth", "trim", "turn", "tilt", "bulk", "mirror", "scene", "variant",
    "inset", "seed",
)  # fmt: skip
_SHAPES = ("d", "circle", "ellipse", "rect", "poly", "star", "part", "group")

_Pattern: Any = Literal.__getitem__(tuple(PATTERNS))
_Slot: Any = Literal.__getitem__(SLOTS)
Number = Annotated[float, Field(ge=-10_000, le=10_000)]
Pair = Annotated[Many[Number], Field(min_length=2, max_length=2)]
Three = Annotated[Many[Number], Field(min_length=3, max_length=3)]
Four = Annotated[Many[Number], Field(min_length=4, max_length=4)]


def _path(value: Any) -> Outline:
    try:
        return parse_path(str(value))
    except ValueError as error:
        raise problem("bad-path", str(error), 'Write it like "M0 0 L10 5 Z".') from error


def _tuple(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


class Layer(Part):
    """One layer of a part, in its box of 100 units: a shape, another part, or a group of layers, and its paint."""

    d: Annotated[Outline | None, PlainValidator(_path), WithJsonSchema({"type": "string"})] = Field(
        None, description="an outline as an SVG path"
    )
    circle: Three | None = Field(None, description="a circle: x, y, radius")
    ellipse: Four | None = Field(None, description="an ellipse: x, y, and both radii")
    rect: Four | None = Field(None, description="a rectangle: x, y, width, height")
    poly: Annotated[Many[Number], Field(min_length=4, max_length=1000)] | None = Field(
        None, description="a polygon: x, y of each corner"
    )
    star: Annotated[Many[Number], Field(min_length=3, max_length=4)] | None = Field(
        None, description="a star: x, y, radius, and the inner radius as a share of it"
    )
    part: str | None = Field(None, description="the layers of another part")
    group: Many[Layer] | None = Field(None, description="layers that are placed together")
    fill: str | None = Field(None, description="the colour inside")
    stroke: str | None = Field(None, description="the colour of the outline")
    width: Annotated[float, Field(ge=0, le=1000)] = Field(1.0, description="how thick the outline is")
    edge: bool = Field(False, description="whether it belongs to the silhouette, which gets a rim and a shadow")
    at: Pair = Field((0.0, 0.0), description="moves it by x, y")
    rotate: Number = Field(0.0, description="turns it by degrees, clockwise")
    scale: Number | Pair = Field(1.0, description="grows it, or its width and its height")
    mirror: bool = Field(False, description="draws it again, mirrored in the middle of the box")
    flip: bool = Field(False, description="draws it mirrored only")
    repeat: Annotated[
        tuple[Annotated[int, Field(ge=1, le=1000)], Number, Number], BeforeValidator(_tuple)
    ] = Field((1, 0.0, 0.0), description="draws it so often, each moved on by x, y")  # fmt: skip
    clip: str | None = Field(None, description="a part inside whose silhouette alone it shows")
    pattern: Annotated[tuple[_Pattern, Annotated[float, Field(gt=0, le=1000)]], BeforeValidator(_tuple)] | None = Field(
        None, description="a pattern in the fill's colour, and its scale"
    )

    @model_validator(mode="after")
    def _one_shape(self) -> Layer:
        given = [shape for shape in _SHAPES if getattr(self, shape) is not None]
        if len(given) != 1:
            message = f"a layer needs one of {', '.join(_SHAPES)}"
            raise problem("bad-layer", message, f"Keep {given[0]}." if given else 'Add such as d: "M0 0 L10 5 Z".')
        if self.poly and len(self.poly) % 2:
            raise problem("bad-layer", "poly has an x without a y", "Write a pair for each corner.")
        return self

    def outline(self) -> Outline:
        """The shape, before it is placed; for layers that are neither a part nor a group."""
        if self.circle:
            return circle(*self.circle)
        if self.ellipse:
            return ellipse(*self.ellipse)
        if self.rect:
            return rectangle(Box(*self.rect))
        if self.star:
            cx, cy, r, inner = (*self.star, 0.42)[:4]
            return star(cx, cy, r, inner)
        if self.poly:
            return polygon(zip(self.poly[::2], self.poly[1::2], strict=True))
        return self.d or ()


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


class PartShape(Part):
    """A part of pictures, in a box of 100 units."""

    slot: _Slot = Field(description="where it belongs in a picture")
    hides: Many[str] = Field((), description="slots that are not drawn beside it")
    layers: Many[Layer] = Field(description="what it draws, from the back to the front")
    behind: Many[Layer] = Field((), description="what it draws behind the whole figure")
    over: Many[Layer] = Field((), description="what it draws over the whole figure")
    place: Placement = Field(Placement.model_construct(), description="where a craft stands in its window")


class Tones(Part):
    """The skins and hair colours that looks may name."""

    skins: Mapping[str, Annotated[Many[Color], Field(min_length=2, max_length=2)]] = Field(
        {}, description="skins: the lit side and the dark side of each"
    )
    hairs: Mapping[str, Color] = Field({}, description="colours of hair")


class Open(Part):
    """A choice that is left to the piece's seed."""

    any: Annotated[Many[Any], Field(min_length=1)] = Field(description="one of these")


_Word = str | int | float | bool
_Asked = _Word | Open | Many[_Word] | None
Look: Any = create_model(
    "Look",
    __base__=Part,
    **{  # type: ignore[call-overload]
        f"key_{n}": (_Asked, Field(None, alias=key, description=f"the look's {key}, or what is added to it"))
        for n, key in enumerate((*LOOK_KEYS, *(f"+{key}" for key in LOOK_KEYS)))
    },
)
"""The look of a picture, key by key; a key with a plus adds to what rules before have said."""


class Rule(Part):
    """One rule of casting: the look of records that say certain things."""

    when: Mapping[str, _Word | Many[_Word]] = Field(description="fields and the words of which one must be theirs")
    look: Look = Field(description="what such records look like")


class Casting(Part):
    """Which look the fields of a record call for."""

    defaults: Look | None = Field(None, description="the look of a record that no rule knows")
    rules: Many[Rule] = Field((), description="the rules; a later one wins over those before it")
