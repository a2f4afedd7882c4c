"""The file hexes.yaml comes in; the look of hex boards goes out: colours, edges, what lies on grounds, and words.

Measures are millimetres on a hex 32 mm across its flats.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from printgen.drawing.colors import parse_color
from printgen.drawing.model import Outline
from printgen.drawing.outlines import parse_path
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.errors import Finding, PrintgenError, Where
from printgen.faces.library import Library, shown
from printgen.reading.marked import Map
from printgen.reading.yaml_events import read_yaml_file

FILE = "hexes.yaml"
_PARTS = ("colors", "edges", "strewn", "standing", "beside", "words")


class EdgeLayer(NamedTuple):
    """One layer of an edge: a path drawn `repeat` times along a side, x in percent of its share and y across."""

    outline: Outline
    repeat: int
    fill: str | None
    stroke: str | None
    width: float
    cap: Any


class Strewn(NamedTuple):
    """Art parts that lie loosely on a ground: how far apart, and the least and the most width."""

    parts: tuple[str, ...]
    apart: float
    size: tuple[float, float]


class Stand(NamedTuple):
    """An art part at a place measured from the middle of its hex."""

    part: str
    x: float
    y: float
    width: float


Plan = tuple[Stand, ...]


@dataclass(frozen=True, slots=True)
class HexLook:
    """How hex boards look; `words` are the legends' words as the file has them."""

    tints: Tints
    edges: Mapping[str, tuple[EdgeLayer, ...]]
    strewn: Mapping[str, Strewn]
    standing: Mapping[str, tuple[Plan, ...]]
    beside: Mapping[str, Plan]
    words: Mapping[str, Mapping[str, Any]]

    def color(self, name: str) -> str:
        """A colour by its name. ValueError, with a suggestion, for a name that is not known."""
        return self.tints.resolve(name)


def read_hex_look(library: Library) -> HexLook:
    """The look, a kit's own file laid over the built-in one part by part. TemplateProblem names each mistake."""
    parts: dict[str, Any] = {}
    place = Where(FILE)
    for path in library.files(FILE):
        place = Where(shown(path), 1, 1)
        try:
            raw = read_yaml_file(path, shown(path))
        except PrintgenError as error:
            raise TemplateProblem(error.findings) from error
        for name in _PARTS:
            given = raw.get(name) if isinstance(raw, Map) else None
            if isinstance(given, Map):
                if name == "colors":
                    _check_colors(given)
                parts[name] = {**parts.get(name, {}), **given}
    missing = [name for name in _PARTS if name not in parts]
    if missing:
        raise TemplateProblem([Finding("error", place, f"{FILE} lacks {', '.join(missing)}", "", "template")])
    try:
        return _look(parts)
    except (ValueError, TypeError, KeyError, IndexError, AttributeError) as error:
        message = f"{FILE} cannot be used: {error}"
        raise TemplateProblem(
            [Finding("error", place, message, "Compare it with the built-in file.", "template")]
        ) from error


def _check_colors(given: Map) -> None:
    findings: list[Finding] = []
    for name, value in given.items():
        try:
            parse_color(str(value))
        except ValueError as error:
            findings.append(Finding("error", given.where(name), str(error), "Write it in quotes.", "template"))
    if findings:
        raise TemplateProblem(findings)


def _look(parts: Mapping[str, Any]) -> HexLook:
    tints = Tints({name: parse_color(str(value)) for name, value in parts["colors"].items()})
    return HexLook(
        tints,
        {name: tuple(_layer(layer, tints) for layer in layers) for name, layers in parts["edges"].items()},
        {name: _strewn(given) for name, given in parts["strewn"].items()},
        {name: tuple(_plan(plan) for plan in plans) for name, plans in parts["standing"].items()},
        {name: _plan(plan) for name, plan in parts["beside"].items()},
        parts["words"],
    )


def _layer(given: Mapping[str, Any], tints: Tints) -> EdgeLayer:
    fill, stroke = given.get("fill"), given.get("stroke")
    return EdgeLayer(
        parse_path(str(given["d"])),
        int(given.get("repeat", 1)),
        tints.resolve(str(fill)) if fill else None,
        tints.resolve(str(stroke)) if stroke else None,
        float(given.get("width", 0.45)),
        str(given.get("cap", "round")),
    )


def _strewn(given: Mapping[str, Any]) -> Strewn:
    low, high = given["size"]
    return Strewn(tuple(map(str, given["parts"])), float(given["apart"]), (float(low), float(high)))


def _plan(given: Any) -> Plan:
    return tuple(Stand(str(part), float(x), float(y), float(width)) for part, x, y, width in given)
