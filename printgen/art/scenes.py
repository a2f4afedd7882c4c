"""Backdrops: a scene's layer list, a window and a variant number come in; a back and a front Group come out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Union

from pydantic import BeforeValidator, Discriminator, Field, Tag, field_validator

from printgen.art.parts import Parts, paint
from printgen.base.geometry import Box, chain, rotate, scale, translate
from printgen.base.seeds import Stream, rng_for
from printgen.base.units import mm
from printgen.drawing import textures
from printgen.drawing.model import Group, Item, Outline, Path, Place, Rect, Stroke
from printgen.drawing.outlines import circle, polyline
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.errors import Finding, Where, did_you_mean
from printgen.reading.fields import Many, problem
from printgen.reading.part import Part

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
class Canvas:
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

Shares = Annotated[Many[Share], Field(min_length=2, max_length=2)]
Count = Annotated[int, Field(ge=1, le=500)]


class Layer(Part):
    """One layer of a scene."""

    def drawn(self, c: Canvas) -> list[Item]:
        """What the layer puts into the window."""
        raise NotImplementedError


class Fill(Layer):
    """Everything below a line."""

    fill: str = Field(description="the colour")
    y: Share = Field(0.0, description="where it begins")

    def drawn(self, c: Canvas) -> list[Item]:
        top = c.y(self.y)
        return [Rect(c.box.x, top, c.box.w, c.box.bottom - top, c.color(self.fill))]


class Rays(Layer):
    """Rays from the sun."""

    rays: Annotated[int, Field(ge=1, le=200)] = Field(description="how many")
    color: str = Field("mid", description="their colour")

    def drawn(self, c: Canvas) -> list[Item]:
        return [Path(textures.rays(c.box, *c.sun, self.rays), c.color(self.color))]


class Sun(Layer):
    """The sun or the moon."""

    sun: str = Field(description="its colour")
    ring: str = Field("", description="the colour of a ring around it")
    size: Share = Field(0.29, description="its radius")

    def drawn(self, c: Canvas) -> list[Item]:
        r = c.size(self.size)
        out: list[Item] = [Path(circle(*c.sun, r), c.color(self.sun))]
        if self.ring:
            out.append(Path(circle(*c.sun, r * 1.22), None, Stroke(c.color(self.ring), mm(0.35))))
        return out


def _sprinkled(c: Canvas, count: int, color: str, radii: tuple[float, ...], reach: float) -> list[Item]:
    outline = tuple(
        segment
        for _ in range(count)
        for segment in circle(
            c.stream.between(c.box.x, c.box.right),
            c.stream.between(c.box.y, c.y(reach)),
            mm(c.stream.pick(radii)),
        )
    )
    return [Path(outline, c.color(color))]


class Stars(Layer):
    """Stars over the upper part of the window."""

    stars: str = Field(description="their colour")
    count: Count = Field(26, description="how many")

    def drawn(self, c: Canvas) -> list[Item]:
        return _sprinkled(c, self.count, self.stars, (0.14, 0.2, 0.3), 0.6)


class Snow(Layer):
    """Snow all over the window."""

    snow: str = Field(description="its colour")
    count: Count = Field(26, description="how many flakes")

    def drawn(self, c: Canvas) -> list[Item]:
        return _sprinkled(c, self.count, self.snow, (0.22, 0.32, 0.45), 1.0)


class Halftone(Layer):
    """Dots that grow from top to bottom."""

    halftone: str = Field(description="their colour")
    top: Share = Field(0.1, description="where they begin")
    bottom: Share = Field(0.8, description="where they are largest")

    def drawn(self, c: Canvas) -> list[Item]:
        top, bottom = c.y(self.top), c.y(self.bottom)
        return list(textures.halftone(c.box, mm(1.25), top, bottom, mm(0.6), c.color(self.halftone)))


class _Hills(Layer):
    rough: Share = Field(0.06, description="how far they rise and fall")
    points: Annotated[int, Field(ge=2, le=100)] = Field(7, description="how many heights there are")
    fill: str = Field("mid", description="their colour")

    def outlined(self, c: Canvas, shape: Callable[..., Outline], y: float) -> list[Item]:
        wide = Box(c.box.x - mm(4), c.box.y, c.box.w + mm(8), c.box.h)
        return [Path(shape(c.stream, wide, c.y(y), c.size(self.rough), self.points), c.color(self.fill))]


class Ridge(_Hills):
    """Round hills."""

    ridge: Share = Field(description="where they stand")

    def drawn(self, c: Canvas) -> list[Item]:
        return self.outlined(c, textures.ridge, self.ridge)


class Peaks(_Hills):
    """Sharp mountains."""

    peaks: Share = Field(description="where they stand")

    def drawn(self, c: Canvas) -> list[Item]:
        return self.outlined(c, textures.peaks, self.peaks)


class Waves(Layer):
    """Water with waves."""

    waves: Share = Field(description="where it begins")
    length: Annotated[float, Field(ge=0.01, le=5)] = Field(0.17, description="how long a wave is")
    height: Share = Field(0.07, description="how high a wave is")
    fill: str = Field("mid", description="its colour")
    crest: str = Field("", description="the colour of a line along the waves")

    def drawn(self, c: Canvas) -> list[Item]:
        length = c.size(self.length)
        outline = textures.waves(c.box, c.y(self.waves), length, c.size(self.height), c.stream.between(0, length))
        crest = Stroke(c.color(self.crest), mm(0.3)) if self.crest else None
        return [Path(outline, c.color(self.fill), crest)]


class Clouds(Layer):
    """A bank of clouds."""

    clouds: Share = Field(description="where it lies")
    size: Shares = Field((0.06, 0.11), description="the least and the largest radius")
    count: Count = Field(8, description="how many puffs")
    fill: str = Field("mid", description="their colour")

    def drawn(self, c: Canvas) -> list[Item]:
        low, high = self.size
        bank = textures.clouds(c.stream, c.box, c.y(self.clouds), (c.size(low), c.size(high)), self.count)
        return [Path(bank, c.color(self.fill))]


class Skyline(Layer):
    """A row of houses."""

    skyline: Shares = Field(description="between which heights their roofs are")
    width: Annotated[Many[Annotated[float, Field(ge=0.01, le=5)]], Field(min_length=2, max_length=2)] = Field(
        (0.1, 0.19), description="the least and the largest width"
    )
    gap: Annotated[float, Field(ge=0, le=5)] = Field(0.0, description="how far they stand apart")
    fill: str = Field("mid", description="their colour")
    lit: str = Field("", description="the colour of lit windows")

    def drawn(self, c: Canvas) -> list[Item]:
        (low, high), (narrow, wide) = self.skyline, self.width
        houses = textures.skyline(
            c.stream, c.box, (c.y(low), c.y(high)), (c.size(narrow), c.size(wide)), c.size(self.gap)
        )
        out: list[Item] = [Rect(*house, c.color(self.fill)) for house in houses]
        if self.lit:
            cell = (mm(1.7), mm(2))
            windows = tuple(s for house in houses for s in textures.lit_windows(c.stream, house, cell, 0.33))
            out.append(Path(windows, c.color(self.lit)))
        return out


class Grid(Layer):
    """Lines across and down."""

    grid: Annotated[float, Field(ge=0.01, le=5)] = Field(description="how far they are apart")
    color: str = Field("mid", description="their colour")
    width: Annotated[float, Field(ge=0, le=20)] = Field(0.18, description="how thick they are, in millimetres")

    def drawn(self, c: Canvas) -> list[Item]:
        step, box = c.size(self.grid), c.box
        across = [box.x + i * step for i in range(int(box.w / step) + 1)]
        down = [box.y + i * step for i in range(int(box.h / step) + 1)]
        lines = [((x, box.y), (x, box.bottom)) for x in across] + [((box.x, y), (box.right, y)) for y in down]
        outline = tuple(s for line in lines for s in polyline(line))
        return [Path(outline, None, Stroke(c.color(self.color), mm(self.width)))]


class Scatter(Layer):
    """Parts strewn over a band."""

    scatter: str = Field(description="the part")
    y: Shares = Field((1.0, 1.0), description="from where to where they stand")
    size: Shares = Field((0.2, 0.3), description="the least and the largest height")
    count: Count = Field(6, description="how many")
    lean: Annotated[float, Field(ge=0, le=180)] = Field(0.0, description="how far they may lean, in degrees")
    fill: str = Field("mid", description="their colour")

    def drawn(self, c: Canvas) -> list[Item]:
        (y0, y1), (small, large) = self.y, self.size
        spots = textures.spread(c.stream, Box(c.box.x, c.y(y0), c.box.w, c.size(y1 - y0)), self.count)
        return [
            c.piece(
                self.scatter, x, y, c.stream.between(small, large), self.fill, c.stream.between(-self.lean, self.lean)
            )
            for x, y in sorted(spots, key=lambda spot: spot[1])
        ]


class Put(Layer):
    """One part at a place."""

    put: str = Field(description="the part")
    x: Share | Annotated[Many[Share], Field(min_length=1)] = Field(0.5, description="where, or one of several places")
    y: Share = Field(1.0, description="where it stands")
    size: Share = Field(0.5, description="its height")
    fill: str = Field("mid", description="its colour")

    def drawn(self, c: Canvas) -> list[Item]:
        share = c.stream.pick(self.x) if isinstance(self.x, tuple) else self.x
        return [c.piece(self.put, c.box.x + c.box.w * share, c.y(self.y), self.size, self.fill)]


_LAYERS: dict[str, type[Layer]] = {
    "rays": Rays, "sun": Sun, "stars": Stars, "snow": Snow, "halftone": Halftone, "ridge": Ridge, "peaks": Peaks,
    "waves": Waves, "clouds": Clouds, "skyline": Skyline, "grid": Grid, "scatter": Scatter, "put": Put, "fill": Fill,
}  # fmt: skip


def _kind(raw: Any) -> str | None:
    """The name of a layer's shape, by the first word that it has; many also have a `fill`."""
    words = (shape.__name__ for name, shape in _LAYERS.items() if name in raw)
    return next(words, None) if isinstance(raw, Mapping) else None


def _known(raw: Any) -> Any:
    if isinstance(raw, Mapping) and _kind(raw) is None:
        word = str(next(iter(raw), ""))
        raise problem("unknown-layer", f"a scene has no layer '{word}'", did_you_mean(word, _LAYERS))
    return raw


_Kinds: Any = Union[tuple(Annotated[shape, Tag(shape.__name__)] for shape in _LAYERS.values())]  # noqa: UP007
_AnyLayer: Any = Annotated[_Kinds, Discriminator(_kind), BeforeValidator(_known)]


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


def backdrop(name: str, scene: Scene, box: Box, variant: int, tints: Tints, parts: Parts) -> Backdrop:
    """Draw a scene in a window; variants from 0 to VARIANTS - 1 move the sun and the seeded shapes.

    TemplateProblem lists colours and parts of the scene that there are not.
    """
    stream = rng_for(variant, "scene", name)
    sun = scene.sun_x[variant % VARIANTS]
    height = stream.between(0.3, 0.42)
    try:
        colors = {key: tints.resolve(value) for key, value in scene.colors.items()}
    except ValueError as error:
        raise _problem(scene.where_of("colors"), error) from error
    canvas = Canvas(box, stream, tints.with_names(colors), parts, (box.x + box.w * sun, box.y + box.h * height))
    back, front = (Group(tuple(_drawn(layers, canvas))) for layers in (scene.back, scene.front))
    return Backdrop(back, front, sun, colors["near"])


def _drawn(layers: Iterable[Layer], canvas: Canvas) -> Iterator[Item]:
    for layer in layers:
        try:
            yield from layer.drawn(canvas)
        except ValueError as error:
            raise _problem(layer.where, error) from error


def _problem(where: Where, error: ValueError) -> TemplateProblem:
    return TemplateProblem([Finding("error", where, str(error), code="art")])
