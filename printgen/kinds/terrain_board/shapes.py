"""What a terrain file says, or an entry of game.yaml: names, colours, icon, pattern and motif, as declared shapes.

The format is told in templates/terrain/README.md. Lengths are millimetres.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, PlainValidator, WithJsonSchema

from printgen.drawing.model import Outline
from printgen.drawing.outlines import parse_path
from printgen.game.boards import Coordinates
from printgen.kinds.terrain_board.layers import LayerShape
from printgen.kinds.terrain_board.symbols import LAYERS
from printgen.reading.fields import Many, problem
from printgen.reading.part import Color, Keyed, Part

COLORS = {"ground": "", "line": " dark 14", "mid": " dark 34", "lit": " light 55", "deep": " deep 78"}
"""The colours that every terrain has, and what each is of its one colour where a file gives only that."""


def _path(data: Any) -> Outline:
    try:
        return parse_path(data if isinstance(data, str) else "")
    except ValueError as error:
        raise problem("bad-path", str(error), "Write it like M-.5,0 L.5,0.") from error


class Pattern(Part):
    """The sign that tells a terrain in grey."""

    d: Annotated[Outline, PlainValidator(_path), WithJsonSchema({"type": "string"})] = Field(
        description="its path around 0,0"
    )
    width: float = Field(0.0, ge=0, le=10, description="the width of its line; 0 fills it")
    cell: float = Field(2.2, ge=0.5, le=100, description="one stands in so many millimetres")


class TerrainColors(Part):
    """What a look makes of the colours of terrains."""

    short = "colors"

    colors: dict[str, Color] = Field({}, description="colours by their names in terrain files, and of the band")


class TerrainLooks(Part):
    """The file terrains.yaml of a folder of templates."""

    looks: dict[str, TerrainColors] = Field({}, description="by look, what it makes of the colours of every terrain")


class TerrainFile(Part):
    """A terrain or a base: how its spaces are drawn."""

    title: str = Field("", max_length=60, description="the name on the band; that of the file unless given")
    brief: str = Field("", alias="short", max_length=60, description="the name where there is little room")
    icon: str = Field("", max_length=60, description="an icon, or an art part")
    base: bool = Field(False, description="whether it is a base, with its icon on the accent colour")
    pattern: Pattern | None = Field(None, description="the sign that tells it in grey")
    color: Color | None = Field(None, description="its one colour, of which those are made that colors leaves out")
    colors: dict[str, Color] = Field(
        default_factory=dict,
        description="ground, line, mid, lit and deep, accent for bases, and more of its own, each as #RRGGBB",
    )
    looks: dict[str, TerrainColors] = Field({}, description="by look, which of its colours are others there")
    layers: Annotated[
        Many[Annotated[LayerShape, Keyed(LAYERS, "layer", "halftone: {color: line}")]], Field(max_length=50)
    ] = Field((), description="the layers of its motif in the order of drawing")


Band = Literal["large", "small", "none"]


class SpaceStyle(NamedTuple):
    """What is drawn on spaces besides their terrain: the band with the name, and how spaces are called."""

    band: Band = "large"
    coordinates: Coordinates = "A1"


_LOOK = tuple(field.alias or name for name, field in TerrainFile.model_fields.items())


class Drawn(TerrainFile):
    """A terrain or a base that game.yaml may draw itself; else it looks as the templates have it under its name."""

    @property
    def look(self) -> TerrainFile | None:
        """How it is drawn; None where the templates say so."""
        return self if any(map(self.gives, _LOOK)) else None
