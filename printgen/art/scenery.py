"""Backdrops: the layers of a scene as seeded shapes in its window."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, Any, ClassVar, NamedTuple, Union

from pydantic import BeforeValidator, Discriminator, Field, Tag, field_validator

from printgen.art.parts import Parts, paint
from printgen.base.errors import Finding, Where, did_you_mean
from printgen.base.seeds import Stream, rng_for
from printgen.base.units import Box, chain, mm, rotate, scale, translate
from printgen.drawing.model import Group, Item, Outline, Path, Place, Rect, Segment, Stroke
from printgen.drawing.outlines import circle, join_outlines, polygon, polyline, rectangle
from printgen.drawing.pieces import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.reading.part import Many, Part, problem
from printgen.reading.validation import describe


@dataclass
class SceneCanvas:
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

    def between(self, shares: tuple[float, ...]) -> float:
        """A size from a range."""
        return self.stream.between(self.size(shares[0]), self.size(shares[1]))

    def color(self, words: str) -> str:
        return self.tints.resolve(words)

    def piece(self, name: str, x: float, y: float, share: float, fill: str, lean: float = 0.0) -> Item:
        """A part whose floor (y = 100, x = 50) stands at (x, y), so high as a share of the window; `lean` degrees."""
        part = self.parts.get(name)
        items = paint(part.layers, self.tints.with_names({"main": self.color(fill)}), self.parts)
        grow = self.size(share) / 100
        return Place(Group(items), chain(translate(x, y), rotate(lean), scale(grow), translate(-50, -100)))


Share = Annotated[float, Field(ge=-5, le=5)]
"""A part of the window's height, from its top; of its width for places across."""

Above = Annotated[float, Field(ge=0.01, le=5)]
Shares = Annotated[Many[Share], Field(min_length=2, max_length=2)]
Count = Annotated[int, Field(ge=1, le=500)]


class SceneLayer(Part):
    """One layer of a scene."""

    @abstractmethod
    def draw(self, c: SceneCanvas) -> Iterable[Item]:
        """What the layer puts into the window."""


class _Filled(SceneLayer):
    fill: str = Field("mid", description="the colour")


class Fill(SceneLayer):
    """Everything below a line."""

    fill: str = Field(description="the colour")
    y: Share = Field(0.0, description="where it begins")

    def draw(self, c: SceneCanvas) -> Iterable[Item]:
        top = c.y(self.y)
        yield Rect(c.box.x, top, c.box.w, c.box.bottom - top, c.color(self.fill))


class Rays(SceneLayer):
    """Rays from the sun: wedges of light, as many as gaps between them."""

    rays: Annotated[int, Field(ge=1, le=200)] = Field(description="how many")
    color: str = Field("mid", description="their colour")

    def draw(self, c: SceneCanvas) -> Iterable[Item]:
        (x, y), reach = c.sun, c.box.w + c.box.h
        turns = [math.pi * i / self.rays for i in range(2 * self.rays)]
        ends = [(x + reach * math.cos(turn), y + reach * math.sin(turn)) for turn in turns]
        wedges = (polygon((c.sun, *two)) for two in zip(ends[::2], ends[1::2], strict=True))
        yield Path(join_outlines(wedges), c.color(self.color))


class Sun(SceneLayer):
    """The sun or the moon."""

    sun: str = Field(description="its colour")
    ring: str = Field("", description="the colour of a ring around it")
    size: Share = Field(0.29, description="its radius")

    def draw(self, c: SceneCanvas) -> Iterable[Item]:
        r = c.size(self.size)
        yield Path(circle(*c.sun, r), c.color(self.sun))
        if self.ring:
            yield Path(circle(*c.sun, r * 1.22), None, Stroke(c.color(self.ring), mm(0.35)))


class _Sprinkled(SceneLayer):
    radii: ClassVar[tuple[float, ...]]
    reach: ClassVar[float]
    count: Count = Field(26, description="how many")

    def sprinkle(self, c: SceneCanvas, color: str) -> Iterable[Item]:
        across, pick = c.stream.between, c.stream.pick
        dots = (
            circle(across(c.box.x, c.box.right), across(c.box.y, c.y(self.reach)), mm(pick(self.radii)))
            for _ in range(self.count)
        )
        yield Path(join_outlines(dots), c.color(color))


class Stars(_Sprinkled):
    """Stars over the upper part of the window."""

    radii, reach = (0.14, 0.2, 0.3), 0.6
    stars: str = Field(description="their colour")

    def draw(self, c: SceneCanvas) -> Iterable[Item]:
        return self.sprinkle(c, self.stars)


class Snow(_Sprinkled):
    """Snow all over the window."""

    radii, reach = (0.22, 0.32, 0.45), 1.0
    snow: str = Field(description="its colour")

    def draw(self, c: SceneCanvas) -> Iterable[Item]:
        return self.sprinkle(c, self.snow)


class HalftoneScreen(SceneLayer):
    """Dots on a 45 degree grid that grow from nothing at the top to their full size at the bottom."""

    halftone: str = Field(description="their colour")
    top: Share = Field(0.1, description="where they begin")
    bottom: Share = Field(0.8, description="where they are largest")

    def draw(self, c: SceneCanvas) -> Iterable[Item]:
        pitch, largest, top, bottom = mm(1.25), mm(0.6), c.y(self.top), c.y(self.bottom)
        color = c.color(self.halftone)
        y, row = c.box.y, 0
        while y <= c.box.bottom:
            r = largest * min(1.0, max(0.0, (y - top) / (bottom - top))) ** 1.5
            if r > 0.06 * pitch:
                x = c.box.x + (pitch / 2 if row % 2 else 0)
                # Each row is one line of round, nearly endless short dashes: a screen costs a few bytes a row.
                dots = Stroke(color, 2 * r, (0.001, pitch - 0.001), "round")
                yield Path(polyline(((x, y), (c.box.right, y))), None, dots)
            y, row = y + pitch / 2, row + 1


class _Hills(_Filled):
    rough: Share = Field(0.06, description="how far they rise and fall")
    points: Annotated[int, Field(ge=2, le=100)] = Field(7, description="how many heights there are")

    def crests(self, c: SceneCanvas, y: float, rise: Iterable[float]) -> tuple[Box, list[tuple[float, float]]]:
        """The box that the hills fill, which is wider than the window, and their crests."""
        box = Box(c.box.x - mm(4), c.box.y, c.box.w + mm(8), c.box.h)
        return box, [(box.x + box.w * i / self.points, c.y(y) + up) for i, up in enumerate(rise)]


class Ridge(_Hills):
    """Round hills."""

    ridge: Share = Field(description="where they stand")

    def draw(self, c: SceneCanvas) -> Iterable[Item]:
        rough = c.size(self.rough)
        rise = [c.stream.between(-rough, rough) for _ in range(self.points + 1)]
        box, crests = self.crests(c, self.ridge, rise)
        out: list[Segment] = [("M", box.x, box.bottom), ("L", *crests[0])]
        for (x0, y0), (x1, y1) in pairwise(crests):
            out.append(("C", (x0 + x1) / 2, y0, (x0 + x1) / 2, y1, x1, y1))
        yield Path((*out, ("L", box.right, box.bottom), ("Z",)), c.color(self.fill))


class Peaks(_Hills):
    """Sharp mountains."""

    peaks: Share = Field(description="where they stand")

    def draw(self, c: SceneCanvas) -> Iterable[Item]:
        rough = c.size(self.rough)
        rise = [(rough * 0.5, -rough)[i % 2 == 1] * c.stream.between(0.35, 1) for i in range(self.points + 1)]
        box, crests = self.crests(c, self.peaks, rise)
        yield Path(polygon([(box.x, box.bottom), *crests, (box.right, box.bottom)]), c.color(self.fill))


class Waves(_Filled):
    """Water: a row of swells with pointed crests."""

    waves: Share = Field(description="where it begins")
    length: Above = Field(0.17, description="how long a wave is")
    height: Share = Field(0.07, description="how high a wave is")
    crest: str = Field("", description="the colour of a line along the waves")

    def draw(self, c: SceneCanvas) -> Iterable[Item]:
        length, y = c.size(self.length), c.y(self.waves)
        x = c.box.x - c.stream.between(0, length)
        out: list[Segment] = [("M", x, c.box.bottom), ("L", x, y)]
        # A quadratic dip written as a cubic.
        dip = y + c.size(self.height) * 2 / 3
        while x < c.box.right:
            out.append(("C", x + length / 3, dip, x + 2 * length / 3, dip, x + length, y))
            x += length
        line = Stroke(c.color(self.crest), mm(0.3)) if self.crest else None
        yield Path((*out, ("L", x, c.box.bottom), ("Z",)), c.color(self.fill), line)


class Clouds(_Filled):
    """A bank of round clouds."""

    clouds: Share = Field(description="where it lies")
    size: Shares = Field((0.06, 0.11), description="the least and the largest radius")
    count: Annotated[int, Field(ge=2, le=500)] = Field(8, description="how many puffs")

    def draw(self, c: SceneCanvas) -> Iterable[Item]:
        y, box, between = c.y(self.clouds), c.box, c.stream.between
        low = c.size(self.size[0])
        puffs: list[Outline] = [rectangle(Box(box.x, y + low * 0.9, box.w, box.bottom - y))]
        for i in range(self.count):
            x = box.x + box.w * i / (self.count - 1) + between(-low, low)
            puffs.append(circle(x, y + between(0, low), c.between(self.size)))
        yield Path(join_outlines(puffs), c.color(self.fill))


class Skyline(_Filled):
    """A row of houses."""

    skyline: Shares = Field(description="between which heights their roofs are")
    width: Annotated[Many[Above], Field(min_length=2, max_length=2)] = Field(
        (0.1, 0.19), description="the least and the largest width"
    )
    gap: Annotated[float, Field(ge=0, le=5)] = Field(0.0, description="how far they stand apart")
    lit: str = Field("", description="the colour of lit windows")

    def draw(self, c: SceneCanvas) -> Iterable[Item]:
        houses: list[Box] = []
        x = c.box.x - c.stream.between(0, c.size(self.width[0]))
        while x < c.box.right:
            w, y = c.between(self.width), c.stream.between(*map(c.y, self.skyline))
            houses.append(Box(x, y, w, c.box.bottom - y))
            x += w + c.stream.between(0, c.size(self.gap))
        yield from (Rect(*house, c.color(self.fill)) for house in houses)
        if self.lit:
            windows = (window for house in houses for window in _windows(c.stream, house))
            yield Path(join_outlines(windows), c.color(self.lit))


def _windows(stream: Stream, house: Box) -> Iterable[Outline]:
    """Small windows in a house, of which a third are lit."""
    wide, high, lit = mm(1.7), mm(2), 0.33
    for row in range(min(9, int(house.h / high) - 1)):
        for column in range(int(house.w / wide) - 1):
            if stream.unit() < lit:
                x, y = house.x + wide * (column + 0.5), house.y + high * (row + 0.6)
                yield rectangle(Box(x, y, wide * 0.5, high * 0.5))


class GridLayer(SceneLayer):
    """Lines across and down."""

    grid: Above = Field(description="how far they are apart")
    color: str = Field("mid", description="their colour")
    width: Annotated[float, Field(ge=0, le=20)] = Field(0.18, description="how thick they are, in millimetres")

    def draw(self, c: SceneCanvas) -> Iterable[Item]:
        step, box = c.size(self.grid), c.box
        across = [box.x + i * step for i in range(int(box.w / step) + 1)]
        down = [box.y + i * step for i in range(int(box.h / step) + 1)]
        lines = [((x, box.y), (x, box.bottom)) for x in across] + [((box.x, y), (box.right, y)) for y in down]
        yield Path(join_outlines(map(polyline, lines)), None, Stroke(c.color(self.color), mm(self.width)))


class StrewnParts(_Filled):
    """Parts strewn over a band, one in each of as many upright slices, so that they neither clump nor line up."""

    scatter: str = Field(description="the part")
    y: Shares = Field((1.0, 1.0), description="from where to where they stand")
    size: Shares = Field((0.2, 0.3), description="the least and the largest height")
    count: Count = Field(6, description="how many")
    lean: Annotated[float, Field(ge=0, le=180)] = Field(0.0, description="how far they may lean, in degrees")

    def draw(self, c: SceneCanvas) -> Iterable[Item]:
        slice_, between, (top, bottom) = c.box.w / self.count, c.stream.between, map(c.y, self.y)
        spots = [(c.box.x + slice_ * (i + 0.5 + between(-0.4, 0.4)), between(top, bottom)) for i in range(self.count)]
        for x, y in sorted(spots, key=lambda spot: spot[1]):
            yield c.piece(self.scatter, x, y, between(*self.size), self.fill, between(-self.lean, self.lean))


class OnePart(_Filled):
    """One part at a place."""

    put: str = Field(description="the part")
    x: Share | Annotated[Many[Share], Field(min_length=1)] = Field(0.5, description="where, or one of several places")
    y: Share = Field(1.0, description="where it stands")
    size: Share = Field(0.5, description="its height")

    def draw(self, c: SceneCanvas) -> Iterable[Item]:
        share = c.stream.pick(self.x) if isinstance(self.x, tuple) else self.x
        yield c.piece(self.put, c.box.x + c.box.w * share, c.y(self.y), self.size, self.fill)


LAYERS: dict[str, type[SceneLayer]] = {
    "rays": Rays, "sun": Sun, "stars": Stars, "snow": Snow, "halftone": HalftoneScreen, "ridge": Ridge, "peaks": Peaks,
    "waves": Waves, "clouds": Clouds, "skyline": Skyline, "grid": GridLayer, "scatter": StrewnParts, "put": OnePart,
    "fill": Fill,
}  # fmt: skip
"""The shape of a layer by the word that it begins with; `fill` comes last, since many have one."""


VARIANTS = 3
"""How many arrangements of a scene there are; few, so that each is stored once and shared by many cards."""


class Backdrop(NamedTuple):
    """A scene in a window: what lies behind and before the figure, and where the sun is (share of the width)."""

    back: Group
    front: Group
    sun: float
    ground: str


def _kind(raw: Any) -> str | None:
    """The name of a layer's shape, by the first word that it has."""
    words = (shape.__name__ for name, shape in LAYERS.items() if name in raw)
    return next(words, None) if isinstance(raw, Mapping) else None


def _check_layer(raw: Any) -> Any:
    if not isinstance(raw, Mapping | SceneLayer):
        message = f"a layer of a scene is a mapping, not {describe(raw)}"
        raise problem("wrong-type", message, "Write it like {fill: sky}.")
    if isinstance(raw, Mapping) and _kind(raw) is None:
        word = str(next(iter(raw), ""))
        raise problem("unknown-layer", f"a scene has no layer '{word}'", did_you_mean(word, LAYERS))
    return raw


_Kinds: Any = Union[tuple(Annotated[shape, Tag(shape.__name__)] for shape in LAYERS.values())]  # noqa: UP007
_AnyLayer: Any = Annotated[_Kinds, Discriminator(_kind), BeforeValidator(_check_layer)]


class Scene(Part):
    """A backdrop: its colours and its layers, from the back to the front."""

    colors: Mapping[str, str] = Field(description="colours by name; near is that of the ground under a craft")
    back: Many[_AnyLayer] = Field(description="layers behind the figure")
    front: Many[_AnyLayer] = Field((), description="layers before the figure")
    sun_x: Annotated[Many[Share], Field(min_length=3, max_length=3)] = Field(
        (0.24, 0.5, 0.74), alias="sun-x", description="where the sun stands in each of the three variants"
    )

    @field_validator("colors")
    @classmethod
    def _has_near(cls, colors: Mapping[str, str]) -> Mapping[str, str]:
        if "near" not in colors:
            raise problem("missing-key", "has no near", 'Add near: and a colour such as "#22401F".')
        return colors


ScenesFile = dict[str, Scene]
"""A file of scenes, by name."""


def backdrop(name: str, scene: Scene, box: Box, variant: int, tints: Tints, parts: Parts) -> Backdrop:
    """Draw a scene in a window, in one of VARIANTS arrangements. TemplateProblem lists unknown colours and parts."""
    stream = rng_for(variant, "scene", name)
    sun = scene.sun_x[variant % VARIANTS]
    height = stream.between(0.3, 0.42)
    try:
        colors = {key: tints.resolve(value) for key, value in scene.colors.items()}
    except ValueError as error:
        raise _problem(scene.where_of("colors"), error) from error
    canvas = SceneCanvas(box, stream, tints.with_names(colors), parts, (box.x + box.w * sun, box.y + box.h * height))
    back, front = (Group(tuple(_draw(layers, canvas))) for layers in (scene.back, scene.front))
    return Backdrop(back, front, sun, colors["near"])


def _draw(layers: Iterable[SceneLayer], canvas: SceneCanvas) -> Iterator[Item]:
    for layer in layers:
        try:
            yield from layer.draw(canvas)
        except ValueError as error:
            raise _problem(layer.where, error) from error


def _problem(where: Where, error: ValueError) -> TemplateProblem:
    return TemplateProblem([Finding("error", where, str(error), code="art")])
