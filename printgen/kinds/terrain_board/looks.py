"""Terrain files come in; checked looks go out: colours, icon, pattern and layers, with every mistake at its line.

The format is told in templates/terrain/README.md. Lengths in a look are millimetres, as in its file.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from printgen.art.parts import paint
from printgen.drawing.fonts import face
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.errors import Finding, did_you_mean
from printgen.faces.library import Library
from printgen.kinds.terrain_board.settings import SYMBOL, Layer, LayerShape, Pattern, Pools, Scattered, TerrainFile

_COLORS = ("ground", "line", "mid", "lit", "deep")
_USUAL = {"accent": "#5A6338", "ink": "#15171A"}


@dataclass(frozen=True, slots=True)
class TerrainLook:
    """How a terrain is drawn; `short` is its title where there is little room.

    `layers` are the kinds of the motif's steps with their settings; `symbols` gives the art parts that are the
    variants of each symbol.
    """

    name: str
    title: str
    short: str
    icon: str
    base: bool
    mark: Pattern
    tints: Tints
    layers: tuple[tuple[str, Any], ...]
    symbols: Mapping[str, tuple[str, ...]]

    def color(self, words: str) -> str:
        return self.tints.resolve(words)


def read_look(library: Library, name: str) -> TerrainLook:
    """The look of a terrain. ValueError when it has no file; TemplateProblem lists the mistakes of its file."""
    # The game's own file comes after the built-in one, and so stands for the name.
    paths = {path.stem: path for path in library.files("terrain/*.yaml")}
    if name not in paths:
        raise ValueError(f"there is no terrain '{name}' in the templates. {did_you_mean(name, paths)}")
    file: TerrainFile = library.parsed(paths[name], TerrainFile)
    title = file.title or name.replace("-", " ").upper()
    tints = Tints({**_USUAL, **file.colors})
    layers = tuple(step for layer in file.layers for step in _steps(layer))
    symbols = {symbol: _variants(library, symbol) for _, step in layers for symbol in _symbols(step)}
    look = TerrainLook(name, title, file.brief or title, file.icon, file.base, file.pattern, tints, layers, symbols)
    findings = [*_mistakes(file, library), *(f for layer in file.layers for f in _layer_mistakes(layer, look, library))]
    if findings:
        raise TemplateProblem(findings)
    return look


def _steps(layer: Layer) -> list[tuple[str, Any]]:
    return [(kind, settings) for kind, settings in layer if settings is not None]


def _symbols(step: Any) -> tuple[str, ...]:
    """The symbols that a step draws."""
    if isinstance(step, Scattered):
        return (*step.symbols, *step.sizes)
    if isinstance(step, tuple):
        return tuple(symbol for symbol, _ in step)
    return tuple(step.lilies or ()) if isinstance(step, Pools) else ()


def _variants(library: Library, symbol: str) -> tuple[str, ...]:
    """The art parts of a symbol; none for one that is not known."""
    stem = SYMBOL + symbol
    parts = library.studio.parts.names("piece")
    return tuple(p for p in parts if p == stem or (p.startswith(stem + "-") and p[len(stem) + 1 :].isdigit()))


def _mistakes(file: TerrainFile, library: Library) -> Iterator[Finding]:
    for color in _COLORS:
        if color not in file.colors:
            hint = f"Give {', '.join(_COLORS)}."
            message = f"the colour '{color}' is missing"
            yield Finding("error", file.written.key_where("colors"), message, hint, "template")
    if not library.has_icon(file.icon):
        hint = did_you_mean(file.icon, library.icon_names)
        yield Finding("error", file.where_of("icon"), f"there is no icon '{file.icon}'", hint, "template")
    for key, text, font in (("title", file.title, "stencil"), ("short", file.brief, "body bold")):
        if missing := face(font).missing(text):
            message, hint = f"the font of the {key} lacks '{missing}'", "Write it with other letters."
            yield Finding("error", file.where_of(key), message, hint, "template")


def _layer_mistakes(layer: Layer, look: TerrainLook, library: Library) -> Iterator[Finding]:
    """What is wrong between a layer and the rest of its file, or with the symbols that it names."""
    steps = _steps(layer)
    if len(steps) != 1:
        message, hint = "a layer is one kind with its settings", "Write - kind: {setting: value}."
        yield Finding("error", layer.where, message, hint, "template")
    for kind, step in steps:
        for key in step.tints() if isinstance(step, LayerShape) else ():
            try:
                look.color(getattr(step, key))
            except ValueError as error:
                message, _, hint = str(error).partition(". ")
                yield Finding("error", step.where_of(key), f"{key}: {message}", hint, "template")
        for symbol in dict.fromkeys(_symbols(step)):
            message, hint = _undrawable(symbol, look, library)
            if message:
                yield Finding("error", layer.where_of(kind), message, hint, "template")


def _undrawable(symbol: str, look: TerrainLook, library: Library) -> tuple[str, str]:
    """Why a symbol cannot be drawn in the colours of a look, and what to do; "" where it can."""
    parts = library.studio.parts
    if not look.symbols[symbol]:
        names = [name for name in parts.names("piece") if name.startswith(SYMBOL)]
        known = {name.removeprefix(SYMBOL).rstrip("0123456789").rstrip("-") for name in names}
        return f"there is no map symbol '{symbol}'", did_you_mean(symbol, known)
    try:
        for part in look.symbols[symbol]:
            paint(parts.get(part).layers, look.tints, parts)
    except ValueError as error:
        message = str(error).partition(". ")[0]
        return f"the map symbol '{symbol}': {message}", "Add it to the terrain's colors."
    return "", ""
