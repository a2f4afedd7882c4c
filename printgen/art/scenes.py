"""Backdrops: a scene's layer list, a window and a variant number come in; a back and a front Group come out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Annotated, Any, NamedTuple, Union

from pydantic import BeforeValidator, Discriminator, Field, Tag, field_validator

from printgen.art.parts import Parts
from printgen.art.scenery import LAYERS, Canvas, Layer, Share
from printgen.base.errors import Finding, Where, did_you_mean
from printgen.base.geometry import Box
from printgen.base.seeds import rng_for
from printgen.drawing.model import Group, Item
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.reading.fields import Many, problem
from printgen.reading.located import described
from printgen.reading.part import Part

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


def _known(raw: Any) -> Any:
    if not isinstance(raw, Mapping | Layer):
        message = f"a layer of a scene is a mapping, not {described(raw)}"
        raise problem("wrong-type", message, "Write it like {fill: sky}.")
    if isinstance(raw, Mapping) and _kind(raw) is None:
        word = str(next(iter(raw), ""))
        raise problem("unknown-layer", f"a scene has no layer '{word}'", did_you_mean(word, LAYERS))
    return raw


_Kinds: Any = Union[tuple(Annotated[shape, Tag(shape.__name__)] for shape in LAYERS.values())]  # noqa: UP007
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


ScenesFile = dict[str, Scene]
"""A file of scenes, by name."""


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
