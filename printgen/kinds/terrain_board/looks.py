"""Terrain files come in; checked terrains go out: colours, icon, pattern and motif, with every mistake at its line.

The format is told in templates/terrain/README.md. Lengths are millimetres.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Any

from pydantic import Field, PlainValidator, WithJsonSchema

from printgen.art.parts import paint
from printgen.drawing.fonts import face
from printgen.drawing.model import Group, Outline
from printgen.drawing.outlines import parse_path
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.errors import Finding, did_you_mean
from printgen.faces.library import Library
from printgen.kinds.terrain_board.layers import LayerShape
from printgen.kinds.terrain_board.symbols import LAYERS
from printgen.reading.fields import Many, problem
from printgen.reading.part import Color, Keyed, Part

_COLORS = ("ground", "line", "mid", "lit", "deep")
# What the art parts of map symbols are named with; `map-palm-1` and `map-palm-2` are variants of the symbol palm.
_SYMBOL = "map-"


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


class TerrainFile(Part):
    """A terrain or a base: how its spaces are drawn."""

    title: str = Field("", max_length=60, description="the name on the band; that of the file unless given")
    brief: str = Field("", alias="short", max_length=60, description="the name where there is little room")
    icon: str = Field(min_length=1, max_length=60, description="an icon, or an art part")
    base: bool = Field(False, description="whether it is a base, with its icon on the accent colour")
    pattern: Pattern = Field(description="the sign that tells it in grey")
    colors: dict[str, Color] = Field(
        description="ground, line, mid, lit and deep, accent for bases, and more of its own, each as #RRGGBB"
    )
    layers: Annotated[
        Many[Annotated[LayerShape, Keyed(LAYERS, "layer", "halftone: {color: line}")]], Field(max_length=50)
    ] = Field((), description="the layers of its motif in the order of drawing")


class Terrain:
    """A terrain or a base of a library: what its file says, its colours, and the symbols of its motif in them.

    ValueError when the library has no such file; TemplateProblem lists the mistakes of the file.
    """

    def __init__(self, library: Library, name: str) -> None:
        # The game's own file comes after the built-in one, and so stands for the name.
        paths = {path.stem: path for path in library.files("terrain/*.yaml")}
        if name not in paths:
            raise ValueError(f"there is no terrain '{name}' in the templates. {did_you_mean(name, paths)}")
        self.name, self.library = name, library
        self.file: TerrainFile = library.parsed(paths[name], TerrainFile)
        self.title = self.file.title or name.replace("-", " ").upper()
        dossier = library.palette("dossier")
        self.white = dossier["white"]
        self.tints = Tints({"accent": dossier["olive"], "ink": dossier["ink"], **self.file.colors})
        self.color = self.tints.resolve
        self.symbols: dict[str, tuple[Group, ...]] = {}
        findings = [*self._mistakes(), *(found for layer in self.file.layers for found in self._painted(layer))]
        if findings:
            raise TemplateProblem(findings)

    def _mistakes(self) -> Iterator[Finding]:
        file, library = self.file, self.library
        for color in _COLORS:
            if color not in file.colors:
                message, hint = f"the colour '{color}' is missing", f"Give {', '.join(_COLORS)}."
                yield Finding("error", file.key_where_of("colors"), message, hint, "template")
        if not library.has_icon(file.icon):
            hint = did_you_mean(file.icon, library.icon_names)
            yield Finding("error", file.where_of("icon"), f"there is no icon '{file.icon}'", hint, "template")
        for key, text, font in (("title", file.title, "stencil"), ("short", file.brief, "body bold")):
            if missing := face(font).missing(text):
                message, hint = f"the font of the {key} lacks '{missing}'", "Write it with other letters."
                yield Finding("error", file.where_of(key), message, hint, "template")

    def _painted(self, layer: LayerShape) -> Iterator[Finding]:
        """Paint the symbols of a layer; findings for those that cannot be, and for colours that there are not."""
        for key in layer.tints():
            try:
                self.color(getattr(layer, key))
            except ValueError as error:
                yield Finding("error", layer.where_of(key), f"{key}: {error}", code="template")
        for symbol in dict.fromkeys(layer.named()):
            parts, stem = self.library.studio.parts, _SYMBOL + symbol
            known = [name for name in parts.names("piece") if name.startswith(_SYMBOL)]
            variants = [name for name in known if name == stem or name.removeprefix(f"{stem}-").isdigit()]
            try:
                self.symbols[symbol] = tuple(Group(paint(parts.get(n).layers, self.tints, parts)) for n in variants)
            except ValueError as error:
                message = f"the map symbol '{symbol}': {str(error).partition('. ')[0]}"
                yield Finding("error", layer.where, message, "Add it to the terrain's colors.", "template")
            if not variants:
                hint = did_you_mean(symbol, {name.removeprefix(_SYMBOL).rstrip("-0123456789") for name in known})
                yield Finding("error", layer.where, f"there is no map symbol '{symbol}'", hint, "template")


class Terrains(dict[str, Terrain]):
    """The terrains of a library by name, each read when it is first asked for; raises what `Terrain` does."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self._library = library

    def __missing__(self, name: str) -> Terrain:
        return self.setdefault(name, Terrain(self._library, name))
