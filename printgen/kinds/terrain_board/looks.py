"""Terrain files come in; checked looks go out: colours, icon, pattern and layers, with every mistake at its line.

The format is told in templates/terrain/README.md. Lengths in a look are millimetres, as in its file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from printgen.drawing.colors import parse_color
from printgen.drawing.fonts import face
from printgen.drawing.model import Outline
from printgen.drawing.outlines import parse_path
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.errors import Finding, PrintgenError, Where, did_you_mean
from printgen.faces.library import Library, shown
from printgen.kinds.terrain_board.settings import KINDS, NEEDED, Reader
from printgen.reading.marked import Map, Seq
from printgen.reading.yaml_events import read_yaml_file

_COLORS = ("ground", "line", "mid", "lit", "deep")
_KEYS = ("title", "short", "icon", "base", "pattern", "colors", "layers")


class Mark(NamedTuple):
    """The sign of a pattern around (0, 0): filled, or drawn with a line of `width`; one in every `cell` squared."""

    outline: Outline
    width: float
    cell: float


class Layer(NamedTuple):
    """One step of a motif: its kind, its settings with defaults filled in, and whether small maps show it."""

    kind: str
    settings: Mapping[str, Any]
    mini: bool


@dataclass(frozen=True, slots=True)
class TerrainLook:
    """How a terrain is drawn; `short` is its title where there is little room."""

    name: str
    title: str
    short: str
    icon: str
    base: bool
    mark: Mark
    tints: Tints
    layers: tuple[Layer, ...]

    def color(self, words: str) -> str:
        return self.tints.resolve(words)


def terrain_file(library: Library, name: str) -> Path:
    """The file of a terrain, the game's own before the built-in one; ValueError names the nearest when none is."""
    files = {path.stem: path for path in library.files("terrain/*.yaml")}
    if name not in files:
        raise ValueError(f"there is no terrain '{name}' in the templates. {did_you_mean(name, files)}")
    return files[name]


def read_look(library: Library, name: str) -> TerrainLook:
    """The look of a terrain. ValueError when it has no file; TemplateProblem lists the mistakes of its file."""
    path = terrain_file(library, name)
    try:
        raw = read_yaml_file(path, shown(path))
    except PrintgenError as error:
        raise TemplateProblem(error.findings) from error
    if not isinstance(raw, Map):
        raise TemplateProblem([Finding("error", Where(shown(path), 1, 1), "a terrain is a mapping", "", "template")])
    reader = Reader(library, Tints({}), [])
    for key in raw:
        if key not in _KEYS:
            reader.report(raw.key_where(key), f"unknown key '{key}'", did_you_mean(key, _KEYS))
    reader.tints = Tints(_colors(raw, reader))
    mark, layers = _mark(raw, reader), _layers(raw, reader)
    icon = str(raw.get("icon", ""))
    if not library.has_icon(icon):
        where = raw.where("icon") if "icon" in raw else raw.start
        reader.report(where, f"there is no icon '{icon}'", did_you_mean(icon, library.icon_names))
    for key, font in (("title", "stencil"), ("short", "body bold")):
        if missing := face(font).missing(str(raw.get(key, ""))):
            reader.report(raw.where(key), f"the font of the {key} lacks '{missing}'", "Write it with other letters.")
    if reader.findings or mark is None:
        raise TemplateProblem(reader.findings)
    title = str(raw.get("title", name.replace("-", " ").upper()))
    base, short = raw.get("base") is True, str(raw.get("short", title))
    return TerrainLook(name, title, short, icon, base, mark, reader.tints, layers)


def _colors(raw: Map, reader: Reader) -> dict[str, str]:
    given = raw.get("colors")
    colors = {"accent": "#5A6338", "ink": "#1F2318"}
    if not isinstance(given, Map):
        reader.report(raw.start, "a terrain needs colors", f"Give {', '.join(_COLORS)}.")
        return {**colors, **dict.fromkeys(_COLORS, "#808080")}
    for key, value in given.items():
        try:
            colors[key] = parse_color(str(value))
        except ValueError as error:
            reader.report(given.where(key), str(error), "Write it in quotes.")
            colors[key] = "#808080"
    for key in _COLORS:
        if key not in colors:
            reader.report(raw.key_where("colors"), f"the colour '{key}' is missing")
            colors[key] = "#808080"
    return colors


def _mark(raw: Map, reader: Reader) -> Mark | None:
    given = raw.get("pattern")
    if not isinstance(given, Map) or "d" not in given:
        reader.report(raw.start, "a terrain needs a pattern", "Give the path of its sign: pattern: {d: ...}.")
        return None
    values = {"width": 0.0, "cell": 2.2}
    for key, value in given.items():
        if key == "d":
            continue
        if key not in values:
            reader.report(given.key_where(key), f"unknown key '{key}'", did_you_mean(key, ("d", *values)))
            continue
        try:
            values[key] = reader.size(value)
        except ValueError as error:
            reader.report(given.where(key), f"{key} {error}")
    try:
        return Mark(parse_path(str(given["d"])), values["width"], values["cell"])
    except ValueError as error:
        reader.report(given.where("d"), str(error))
        return None


def _layers(raw: Map, reader: Reader) -> tuple[Layer, ...]:
    given = raw.get("layers", ())
    if not isinstance(given, Seq):
        reader.report(raw.start, "a terrain needs a list of layers", f"Use {', '.join(KINDS)}.")
        return ()
    out = []
    for n, entry in enumerate(given):
        if not isinstance(entry, Map) or len(entry) != 1:
            reader.report(given.where(n), "a layer is one kind with its settings", "Write - kind: {setting: value}.")
            continue
        ((kind, settings),) = entry.items()
        if kind not in KINDS:
            reader.report(entry.key_where(kind), f"there is no layer '{kind}'", did_you_mean(kind, KINDS))
        elif kind == "put":
            out.append(_layer(kind, entry, reader))
        elif not isinstance(settings, Map):
            reader.report(entry.where(kind), f"the settings of '{kind}' are a mapping")
        else:
            out.append(_layer(kind, settings, reader))
    return tuple(out)


def _layer(kind: str, settings: Map, reader: Reader) -> Layer:
    known = KINDS[kind]
    values: dict[str, Any] = {key: default for key, (_, default) in known.items()}
    mini = True
    for key, value in settings.items():
        if key not in known and key != "mini":
            reader.report(settings.key_where(key), f"unknown setting '{key}' of {kind}", did_you_mean(key, known))
            continue
        try:
            if key == "mini":
                mini = reader.flag(value)
            else:
                values[key] = known[key][0](reader, value)
        except ValueError as error:
            reader.report(settings.where(key), f"{key}: {error}")
            values[key] = None
    for key, value in values.items():
        if value is NEEDED:
            reader.report(settings.start, f"{kind} needs '{key}'")
    return Layer(kind, values, mini)
