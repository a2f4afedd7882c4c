"""What files of templates hold besides faces: looks, palettes, sizes and themes, as declared shapes."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import BeforeValidator, Field, InstanceOf, WithJsonSchema

from printgen.reading.fields import problem
from printgen.reading.marked import Map, empty_map
from printgen.reading.part import Color, Length, Part, Size

THEME = "theme.yaml"
"""The file of a theme's folder that says what it has besides templates."""


def _given(value: Any) -> Any:
    if value is None:
        raise problem("bad-value", "is no colour: without quotes, # begins a comment", "Write it in quotes.")
    return value


_Swatch = Annotated[Color, BeforeValidator(_given)]
Palette = dict[str, _Swatch]
"""A palette: colours by name."""

ENTRIES = dict[str, Annotated[InstanceOf[Map], WithJsonSchema({"type": "object"})]]
"""Named mappings, each of which is held to its own shape when it is first asked for."""


class ThemeFile(Part):
    """A theme: what it has besides templates that come before the built-in ones."""

    extends: str = Field(
        "",
        max_length=64,
        description="the theme that gives what this one has not, such as storybook or one of the game's",
    )
    fonts: Annotated[InstanceOf[Map], WithJsonSchema({"type": "object"})] = Field(
        default_factory=empty_map, description="its fonts by name, files in its folder, as under fonts of a game"
    )


class LookShape(Part):
    """A look: what it makes of the colour roles of every face."""

    colors: dict[str, Annotated[str, Field(min_length=1)]] = Field(
        {}, description="colour words by role; they hold for every face that has a role of that name"
    )
    saving: bool = Field(
        False, description="whether it spends little ink: without shadows, and gradients in one light colour"
    )
    backs: bool = Field(False, description="whether it is for backs alone")
    strength: int = Field(
        100,
        ge=1,
        le=100,
        description="how much stays of the colours of backs that say nothing of this look, in percent",
    )
    rim: Length = Field(0.0, ge=0.0, description="how broad a rim those backs keep white, so that no drift shows")
    outline: Color = Field("", description="the colour of a thin line around each piece that is cut, if any")


class PieceSize(Part):
    """A size of pieces by its trade name."""

    short = "size"

    size: Size = Field(description="width and height")
    corner: Length = Field(0.0, description="the radius of the corners that such pieces usually have")
