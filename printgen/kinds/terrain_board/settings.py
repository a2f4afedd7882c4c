"""The shapes of a terrain's file: its colours, its pattern, and the layers of its motif. Lengths are millimetres."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, WithJsonSchema

from printgen.drawing.model import Outline
from printgen.drawing.outlines import parse_path
from printgen.reading.fields import Many, problem
from printgen.reading.part import Color, Part

SYMBOL = "map-"
"""What the art parts of map symbols are named with; `map-palm-1` and `map-palm-2` are variants of the symbol palm."""


def _path(data: Any) -> Outline:
    try:
        return parse_path(data if isinstance(data, str) else "")
    except ValueError as error:
        raise problem("bad-path", str(error), "Write it like M-.5,0 L.5,0.") from error


def _number(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not abs(value) <= _FAR:
        raise problem("bad-value", f"should be a number up to {_FAR}, not '{value}'", "Write a number of millimetres.")
    return float(value)


def _span(value: Any) -> tuple[float, float]:
    if not isinstance(value, list) or len(value) != 2:
        raise problem("bad-value", "should be two numbers, such as [9, 14]", "Write the smaller number first.")
    low, high = map(_number, value)
    if low <= 0:
        raise problem("out-of-range", "should be above zero", "Write the smaller number first.")
    if low > high:
        raise problem("bad-value", f"{value[0]} is above {value[1]}", "Write the smaller number first.")
    return low, high


def _spot(value: Any) -> tuple[str, tuple[float, ...]]:
    if not isinstance(value, list) or len(value) not in (4, 5):
        wanted = "[symbol, x, y, size] or [symbol, x, y, size, turn]"
        raise problem("bad-value", f"should be {wanted}", f"Write {wanted}.")
    return str(value[0]), tuple(map(_number, value[1:]))


_FAR = 1000
_Path = Annotated[Outline, PlainValidator(_path), WithJsonSchema({"type": "string", "description": "SVG path data"})]
_NUMBERS = {"type": "array", "items": {"type": "number"}}
Span = Annotated[tuple[float, float], PlainValidator(_span), WithJsonSchema(_NUMBERS)]
Spot = Annotated[tuple[str, tuple[float, ...]], PlainValidator(_spot), WithJsonSchema({"type": "array"})]
Size = Annotated[float, Field(gt=0, le=_FAR)]
Number = Annotated[float, Field(ge=-_FAR, le=_FAR)]
Numbers = Annotated[Many[Number], Field(min_length=1, max_length=100)]
Tint = Annotated[str, Field(min_length=1, max_length=60, json_schema_extra={"format": "tint"})]
"""A colour in words: one of the file's, perhaps lighter or darker, or "#RRGGBB"."""

Symbols = Annotated[dict[str, Size], Field(min_length=1, max_length=50)]
"""Symbols to pick from, each with its weight."""


class LayerShape(Part):
    """What every kind of layer may say."""

    mini: bool = Field(default=True, description="whether small spaces show it")

    def tints(self) -> tuple[str, ...]:
        """The keys that hold colours."""
        return tuple(name for name, field in type(self).model_fields.items() if _is_tint(field.json_schema_extra))


def _is_tint(extra: Any) -> bool:
    return isinstance(extra, dict) and extra.get("format") == "tint"


class Contours(LayerShape):
    """Lines of equal height."""

    color: Tint = Field(description="the colour of the lines")
    width: Size = Field(default=0.3, description="how wide they are")
    wave: Size = Field(default=62.0, description="how long hills are")
    levels: Numbers = Field(default=(-2.0, -1.2, -0.4, 0.4, 1.2, 2.0), description="the heights that get a line")


class Halftone(LayerShape):
    """Dots on a grid of 45 degrees."""

    color: Tint = Field(description="the colour of the dots")
    by: Literal["corner", "relief", "even"] = Field(
        default="corner", description="how they grow: from a corner, with the hills, or not at all"
    )
    pitch: Size = Field(default=1.9, description="how far apart they lie")
    size: Size = Field(default=0.8, description="the largest radius")
    reach: Size = Field(default=0.5, description="how far from the corner they go, as a share of the space")
    wave: Size = Field(default=50.0, description="how long hills are")


class Pools(LayerShape):
    """Ponds with rings, glints and lilies."""

    fill: Tint = Field(description="the colour of the water")
    rim: Tint = Field(description="the colour of its edge")
    shine: Tint = Field(description="the colour of glints")
    apart: Size = Field(default=26.0, description="how far apart they lie at least")
    width: Span = Field(default=(22.0, 34.0), description="their least and greatest width")
    flat: Span = Field(default=(0.5, 0.7), description="their height as a share of their width")
    lilies: Symbols | None = Field(default=None, description="symbols that lie on the water, with their weights")
    lily_size: Span = Field(default=(2.6, 3.8), alias="lily-size", description="the least and greatest size of those")


class Trail(LayerShape):
    """A winding path from top to bottom."""

    color: Tint = Field(description="the colour of the path")
    edge: Tint = Field(description="the colour of its edges")
    dash: Tint = Field(description="the colour of the dashes along its middle")
    width: Size = Field(default=3.6, description="how wide it is")
    sway: Span = Field(default=(6.0, 11.0), description="how far it winds")
    clear: Size = Field(default=4.2, description="how far symbols keep from its middle")


class Roads(LayerShape):
    """One street down, others across, all turned a little."""

    color: Tint = Field(description="the colour of the streets")
    kerb: Tint = Field(description="the colour of their kerbs")
    edge: Tint = Field(description="the colour outside the kerbs")
    dash: Tint = Field(description="the colour of the dashes along their middles")
    width: Size = Field(default=6.2, description="how wide they are")
    every: Size = Field(default=45.0, description="one goes across in so many millimetres")
    turn: Number = Field(default=9.0, description="the most degrees that they are turned")
    below: Number = Field(default=9.5, description="what houses keep below a street")
    above: Number = Field(default=0.8, description="what houses keep above a street")
    beside: Number = Field(default=5.4, description="what houses keep beside the street down")


class Soundings(LayerShape):
    """Depths in figures."""

    color: Tint = Field(description="the colour of the figures")
    numbers: Numbers = Field(description="the figures to pick from")
    count: Size = Field(default=5.0, description="the most of them")
    apart: Size = Field(default=17.0, description="how far apart they stand at least")


class Scattered(LayerShape):
    """What layers of symbols share."""

    symbols: Symbols = Field(description="the symbols to pick from, with their weights")
    size: Span = Field(description="their least and greatest size")
    sizes: dict[str, Span] = Field(default_factory=dict, description="the sizes of single symbols")
    clear: Size | None = Field(default=None, description="the room that later symbols leave around one")
    lean: Number = Field(default=0.0, description="the most degrees that one leans")
    stretch: Number = Field(default=0.07, description="the most that one is wider or narrower, as a share")
    flip: bool = Field(default=False, description="whether one may be mirrored")


class Feature(Scattered):
    """One large symbol, by chance."""

    chance: Annotated[float, Field(ge=0, le=1)] = Field(default=0.5, description="how often it stands there, up to 1")


class Scatter(Scattered):
    """Symbols, evenly loose."""

    apart: Size = Field(description="how far apart they stand at least")
    low: bool = Field(default=False, description="whether they lie on the ground, below all that stands")


class Layer(Part):
    """One step of a motif: the kind of it with its settings."""

    contours: Contours | None = Field(default=None, description="lines of equal height")
    halftone: Halftone | None = Field(default=None, description="dots on a grid of 45 degrees")
    pools: Pools | None = Field(default=None, description="ponds with rings, glints and lilies")
    trail: Trail | None = Field(default=None, description="a winding path from top to bottom")
    roads: Roads | None = Field(default=None, description="streets, all turned a little")
    soundings: Soundings | None = Field(default=None, description="depths in figures")
    feature: Feature | None = Field(default=None, description="one large symbol, by chance")
    scatter: Scatter | None = Field(default=None, description="symbols, evenly loose")
    put: Annotated[Many[Spot], Field(min_length=1, max_length=500)] | None = Field(
        default=None, description="a plan: [symbol, x, y, size] or with a turn, its foot in a field of 74 x 89.8"
    )


class Pattern(Part):
    """The sign that tells a terrain in grey."""

    d: _Path = Field(description="its path around 0,0")
    width: Annotated[float, Field(ge=0, le=10)] = Field(default=0.0, description="the width of its line; 0 fills it")
    cell: Annotated[float, Field(ge=0.5, le=100)] = Field(default=2.2, description="one stands in so many millimetres")


class TerrainFile(Part):
    """A terrain or a base: how its spaces are drawn."""

    title: str = Field(default="", max_length=60, description="the name on the band; that of the file unless given")
    brief: str = Field(default="", alias="short", max_length=60, description="the name where there is little room")
    icon: str = Field(min_length=1, max_length=60, description="an icon, or an art part")
    base: bool = Field(default=False, description="whether it is a base, with its icon on the accent colour")
    pattern: Pattern = Field(description="the sign that tells it in grey")
    colors: dict[str, Color] = Field(
        description="ground, line, mid, lit and deep, accent for bases, and more of its own, each as #RRGGBB"
    )
    layers: Annotated[Many[Layer], Field(max_length=50)] = Field(
        default=(), description="the steps of its motif in the order of drawing"
    )
