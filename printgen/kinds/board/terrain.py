"""Terrains: the entries of terrain files and game.yaml, checked, with all that they inherit."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Literal

from pydantic import Field, WithJsonSchema

from printgen.art.parts import paint
from printgen.base.errors import Finding, closest, did_you_mean
from printgen.base.names import stem_of, upper
from printgen.drawing.fonts import face
from printgen.drawing.model import Group, Outline
from printgen.drawing.outlines import parse_path
from printgen.drawing.pieces import TemplateProblem
from printgen.drawing.recolor import to_greys
from printgen.drawing.tints import NONE, Tints
from printgen.drawing.windows import Reducer
from printgen.faces.library import Library
from printgen.kinds.board.terrain_layers import LAYERS, LayerShape
from printgen.reading.part import Color, Keyed, Many, Part, parse_with

COLORS = {"ground": "", "line": " dark 14", "mid": " dark 34", "lit": " light 55", "deep": " deep 78"}
"""The colours that every terrain has, and what each is of its one colour where a file gives only that."""


_PATH = parse_with(
    lambda data: parse_path(data if isinstance(data, str) else ""), "Write it like M-.5,0 L.5,0.", "bad-path"
)


class Pattern(Part):
    """The sign that identifies a terrain in grey."""

    d: Annotated[Outline, _PATH, WithJsonSchema({"type": "string"})] = Field(description="its path around 0,0")
    width: float = Field(0.0, ge=0, le=10, description="the width of its line; 0 fills it")
    cell: float = Field(2.2, ge=0.5, le=100, description="one stands in so many millimetres")


class TerrainColors(Part):
    """The changes that a look makes to the colours of terrains."""

    short = "colors"

    colors: dict[str, Color] = Field({}, description="colours by their names in terrain files, and of the band")


class TerrainLooks(Part):
    """The file terrains.yaml of a folder of templates."""

    looks: dict[str, TerrainColors] = Field({}, description="by look, what it makes of the colours of every terrain")


class TerrainFile(Part):
    """A terrain or a base: the drawing of its spaces."""

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


_LOOK = tuple(field.alias or name for name, field in TerrainFile.model_fields.items())


class DrawnTerrain(TerrainFile):
    """A terrain or a base that game.yaml may draw itself; else the templates draw it by its name."""

    @property
    def look(self) -> TerrainFile | None:
        """Its drawing; None when the templates have it."""
        return self if any(map(self.gives, _LOOK)) else None


# What the art parts of map symbols are named with; `map-palm-1` and `map-palm-2` are variants of the symbol palm.
_SYMBOL = "map-"


class Terrain:
    """A terrain or a base of a library: the contents of its file, its colours, and its motif's symbols in them.

    `own` is the game's own drawing. ValueError when neither the game nor the library has one; TemplateProblem lists the
    mistakes.
    """

    def __init__(self, library: Library, name: str, own: TerrainFile | None = None, look: str = "") -> None:
        self.name, self.library = name, library
        self._saving = library.saves(look)
        self.file = own or _file(library, name)
        self.title = self.file.title or upper(name.replace("-", " "))
        dossier = library.palette("dossier")
        self.white = dossier["white"]
        colors, plain = self.file.colors, Tints({})
        if self.file.color:
            colors = {key: plain.resolve(f"{self.file.color}{tone}") for key, tone in COLORS.items()} | colors
        colors = {"accent": dossier["olive"], "ink": dossier["ink"], **colors}
        self.tints = Tints(_band(self.file, colors, self.white) | colors | _in_look(library, look, self.file))
        self.color = self.tints.resolve
        self.symbols: dict[str, tuple[Group, ...]] = {}
        self.reducer = Reducer(whole=True)
        """Draws its motif small, in lines that still hold."""
        findings = [*self._mistakes(), *(finding for layer in self.file.layers for finding in self._paint(layer))]
        if findings:
            raise TemplateProblem(findings)

    def _mistakes(self) -> Iterator[Finding]:
        file, library = self.file, self.library
        for color in COLORS if not file.color else ():
            if color not in file.colors:
                message = f"the colour '{color}' is missing"
                hint = f"Give {', '.join(COLORS)}, or write color: for all of them."
                yield Finding("error", file.key_where_of("colors"), message, hint, "template")
        if file.icon and not library.icons.has(file.icon):
            hint = library.icons.hint(file.icon)
            yield Finding("error", file.where_of("icon"), f"there is no icon '{file.icon}'", hint, "template")
        for key, text, font in (("title", file.title, "stencil"), ("short", file.brief, "body bold")):
            if missing := face(font).missing(text):
                message, hint = f"the font of the {key} lacks '{missing}'", "Write it with other letters."
                yield Finding("error", file.where_of(key), message, hint, "template")

    def _paint(self, layer: LayerShape) -> Iterator[Finding]:
        """Paint the symbols of a layer; findings for those that cannot be, and for colours that there are not."""
        for key in layer.tints():
            try:
                self.color(getattr(layer, key))
            except ValueError as error:
                yield Finding("error", layer.where_of(key), f"{key}: {error}", code="template")
        for symbol in dict.fromkeys(layer.symbol_names()):
            parts, stem = self.library.studio.parts, _SYMBOL + symbol
            known = [name for name in parts.names("piece") if name.startswith(_SYMBOL)]
            variants = [name for name in known if name == stem or name.removeprefix(f"{stem}-").isdigit()]
            try:
                drawn = (Group(paint(parts.get(n).layers, self.tints, parts)) for n in variants)
                self.symbols[symbol] = tuple(map(to_greys, drawn) if self._saving else drawn)
            except ValueError as error:
                message = f"the map symbol '{symbol}': {str(error).partition('. ')[0]}"
                yield Finding("error", layer.where, message, "Add it to the terrain's colors.", "template")
            if not variants:
                hint = did_you_mean(symbol, {name.removeprefix(_SYMBOL).rstrip("-0123456789") for name in known})
                yield Finding("error", layer.where, f"there is no map symbol '{symbol}'", hint, "template")


def _band(file: TerrainFile, own: Mapping[str, str], white: str) -> dict[str, str]:
    """The colours of the band with the name: its ground, its letters, the tile of the icon, its tab, its
    outline, what is drawn on tile and tab, and gaps between the smallest spaces."""
    tile, tab = (own.get("accent"), white) if file.base else (own.get("lit"), own.get("ground"))
    given = {
        "band": own.get("deep"),
        "letters": white,
        "tile": tile,
        "tab": tab,
        "frame": NONE,
        "mark": own.get("deep"),
        "gap": white,
    }
    return {name: color for name, color in given.items() if color}


def _in_look(library: Library, look: str, file: TerrainFile) -> dict[str, str]:
    """The colours that a look changes, for all terrains first, and then for this one."""
    files = [library.parse(path, TerrainLooks).looks for path in library.files("terrains.yaml")] if look else []
    return {
        name: color for looks in (*files, file.looks) if look in looks for name, color in looks[look].colors.items()
    }


def _file(library: Library, name: str) -> TerrainFile:
    """The file of a terrain in the templates. ValueError when there is none."""
    # The game's own file comes after the built-in one, and so stands for the name.
    paths = {stem_of(path): path for path in library.files("terrain/*.yaml")}
    if name not in paths:
        near = closest(name, paths)
        hint = f"Did you mean '{near}'?" if near else f"Give {name} a color: of its own, or write terrain/{name}.yaml."
        raise ValueError(f"there is no terrain '{name}' in the templates. {hint}")
    file: TerrainFile = library.parse(paths[name], TerrainFile)
    return file


class Terrains(dict[str, Terrain]):
    """The terrains of a library by name, each read when it is first needed; raises what `Terrain` does.

    Terrains that a game draws itself come before those of the library. `plain` ones need no drawing: they get the
    colours of the palette boards in turn.
    """

    def __init__(
        self,
        library: Library,
        own: Mapping[str, TerrainFile | None] = MappingProxyType({}),
        plain: Sequence[str] = (),
        look: str = "",
    ) -> None:
        super().__init__()
        self._library, self._own, self._plain, self._look = library, own, plain, look
        self._looks: dict[str, Terrains] = {}

    def __missing__(self, name: str) -> Terrain:
        own_file = self._own.get(name)
        if own_file is None and self._own:
            known = {stem_of(path) for path in self._library.files("terrain/*.yaml")}
            # What is nearly the name of a terrain is meant to be that.
            if name in known or name not in self._plain or closest(name, known):
                return self.setdefault(name, self._library.once(Terrains).in_look(self._look)[name])
            colors = list(self._library.palette("boards").values())
            own_file = TerrainFile(color=colors[self._plain.index(name) % len(colors)])
        return self.setdefault(name, Terrain(self._library, name, own_file, self._look))

    def in_look(self, look: str) -> Terrains:
        """These terrains in a look of templates/looks, or unchanged."""
        if look == self._look:
            return self
        if look not in self._looks:
            self._looks[look] = Terrains(self._library, self._own, self._plain, look)
        return self._looks[look]
