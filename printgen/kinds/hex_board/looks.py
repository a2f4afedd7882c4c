"""The files hexes.yaml of the templates come in; the look of a game's hex boards goes out, or findings at their lines.

Measures are millimetres on a hex 32 mm across its flats.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import Field, PlainValidator, WithJsonSchema

from printgen.drawing.model import Outline
from printgen.drawing.outlines import parse_path
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.errors import Finding, Where, did_you_mean
from printgen.faces.library import Library
from printgen.kinds.hex_board.rules import HexRules
from printgen.reading.fields import Many, problem
from printgen.reading.part import Color, Part

FILE = "hexes.yaml"


def _path(data: Any) -> Outline:
    try:
        return parse_path(data if isinstance(data, str) else "")
    except ValueError as error:
        raise problem("bad-path", str(error), "Write it like M0,0 L100,0.") from error


_Path = Annotated[Outline, PlainValidator(_path), WithJsonSchema({"type": "string", "description": "SVG path data"})]
_Millimetres = Annotated[float, Field(ge=0, le=100)]
Stand = tuple[str, float, float, float]
"""An art part, where its middle lies, measured from that of the hex, and how wide it is."""


def _stand(given: Any) -> Stand:
    numbers = given[1:] if isinstance(given, list) and len(given) == 4 and isinstance(given[0], str) else ()
    if not numbers or not all(isinstance(n, int | float) and -32 <= n <= 32 for n in numbers) or numbers[2] <= 0:
        message = "should be an art part, the x and y of its middle, and its width, none above 32"
        raise problem("wrong-type", message, "Write it like [hex-tuft, -1.8, 0.6, 2.2].")
    return given[0], float(numbers[0]), float(numbers[1]), float(numbers[2])


_Stand = Annotated[Stand, PlainValidator(_stand), WithJsonSchema({"type": "array"})]


class EdgeLayer(Part):
    """One layer of an edge: x of its path is 0 to 100 along its share of the side, y is across."""

    d: _Path = Field(description="the path, x from 0 to 100 along its share of the side and y across")
    repeat: int = Field(default=1, ge=1, le=50, description="how often the path is drawn along the side")
    fill: str | None = Field(default=None, description="the colour that fills the path")
    stroke: str | None = Field(default=None, description="the colour of its line")
    width: float = Field(default=0.45, ge=0.05, le=10, description="how wide its line is")
    cap: Literal["round", "butt", "square"] = Field(default="round", description="how its line ends")


class EdgeLook(Part):
    """How a type of edge is drawn; later ones lie above earlier ones."""

    looks: str = Field(default="", description="what legends say that it looks like")
    layers: Annotated[Many[EdgeLayer], Field(min_length=1, max_length=12)] = Field(
        description="what is drawn along each side, from below"
    )


class Texture(Part):
    """What covers a ground."""

    kind: Literal["contours", "pavers", "dots"] = Field(description="lines as on maps, bricks, or a screen of dots")
    color: str = Field(description="its colour")
    pitch: float = Field(default=2.0, ge=0.5, le=20, description="how far apart dots lie")
    size: float = Field(default=0.4, ge=0.05, le=1, description="how much of its room a dot takes, up to 1")


class Strewn(Part):
    """Art parts that lie loosely on a ground."""

    parts: Annotated[Many[str], Field(min_length=1, max_length=20)] = Field(description="the art parts to pick from")
    apart: float = Field(ge=2, le=100, description="how far apart they lie")
    size: Annotated[Many[_Millimetres], Field(min_length=2, max_length=2)] = Field(
        description="the least and the most width of one"
    )
    inside: bool = Field(default=False, description="whether they keep off the edges of their hex")


class GroundLook(Part):
    """How a ground is drawn."""

    color: str = Field(description="the colour of its hexes")
    ink: str = Field(default="ink", description="the colour of the names of its hexes")
    texture: Texture | None = Field(default=None, description="what covers it")
    strewn: Strewn | None = Field(default=None, description="art parts that lie loosely on it")
    standing: Many[Many[_Stand]] = Field(
        default=(), description="plans of what stands in a hex, of which each hex gets one: part, x, y, width"
    )
    beside: Many[_Stand] = Field(default=(), description="what is left standing beside a power-up")
    swatch: Many[_Stand] = Field(default=(), description="what lies on the small box that shows it in legends")
    rim: str | None = Field(default=None, description="the colour of short strokes inward: the ground falls away")
    within: float = Field(default=1.0, ge=0.1, le=1, description="how thick edges between two of its hexes are drawn")


class LookWords(Part):
    """What sheets call things, whatever the game; in some of them braces stand for a number or a name."""

    edges: str = Field(default="", description="the head above the edges in a legend")
    power_ups: str = Field(default="", description="the head above the power-ups in a legend")
    ground: str = Field(default="", description="the head above the grounds in a legend")
    zone_a: str = Field(default="", description="the start zone of the first side")
    zone_b: str = Field(default="", description="the start zone of the other side")
    board: str = Field(default="", description="the name of a board with {number}")
    kicker: str = Field(default="", description="what a map shows: {columns} and {rows}")
    scale: str = Field(default="", description="how large a map is: {share} of a poster with hexes of {width}")
    seed: str = Field(default="", description="the {seed} of a board")
    seen_from: str = Field(default="", description="the name of a sheet with lines of sight from {hex}")
    sight: str = Field(default="", description="what a sheet with lines of sight shows: those from {hex}")
    in_sight: str = Field(default="", description="what the number of hexes in sight is called")


class LookFile(Part):
    """A file with the look of hex boards, or with what differs from that of a folder below."""

    colors: dict[str, Color] = Field(default_factory=dict, description="colours by name")
    edges: dict[str, EdgeLook] = Field(default_factory=dict, description="edges by type, those that lie below first")
    grounds: dict[str, GroundLook] = Field(default_factory=dict, description="grounds by name")
    words: LookWords = Field(default_factory=LookWords, description="what sheets call things")


@dataclass(frozen=True, slots=True)
class HexLook:
    """How hex boards look: the files of all folders laid over each other."""

    tints: Tints
    edges: Mapping[str, EdgeLook]
    grounds: Mapping[str, GroundLook]
    words: Mapping[str, str]

    def color(self, words: str) -> str:
        """A colour. ValueError, with a suggestion, for a name that is not known."""
        return self.tints.resolve(words)

    def said(self, name: str, **blanks: object) -> str:
        """Words with their blanks filled in."""
        return self.words[name].format(**blanks)


def look_for(rules: HexRules, library: Library) -> HexLook:
    """The look of a game's hex boards. TemplateProblem lists its mistakes, or what the rules name and it lacks."""
    look = library.once(read_hex_look)
    findings = list(_undrawn(rules, look, library))
    if findings:
        raise TemplateProblem(findings)
    return look


def read_hex_look(library: Library) -> HexLook:
    """The look, a kit's own file laid over the built-in one name by name. TemplateProblem lists every mistake."""
    colors: dict[str, str] = {}
    edges: dict[str, EdgeLook] = {}
    grounds: dict[str, GroundLook] = {}
    words: dict[str, str] = {}
    for path in library.files(FILE):
        part: LookFile = library.parsed(path, LookFile)
        colors |= part.colors
        # What a file names again lies where that file has it.
        edges = {name: look for name, look in edges.items() if name not in part.edges} | part.edges
        grounds |= part.grounds
        words |= {name: text for name, text in part.words if text}
    look = HexLook(Tints(colors), edges, grounds, words)
    findings = list(_unknown_words(look, library))
    if findings:
        raise TemplateProblem(findings)
    return look


def _unknown_words(look: HexLook, library: Library) -> Iterator[Finding]:
    """Colours and art parts that there are none of, at their places."""
    colored: list[tuple[Part, tuple[str, ...]]] = [
        (layer, ("fill", "stroke")) for edge in look.edges.values() for layer in edge.layers
    ]
    for ground in look.grounds.values():
        colored += [(ground, ("color", "ink", "rim")), *([(ground.texture, ("color",))] if ground.texture else ())]
        for key, stands in (
            ("swatch", ground.swatch),
            ("beside", ground.beside),
            ("standing", sum(ground.standing, ())),
        ):
            yield from _unknown_parts(library, ground.where_of(key), (stand[0] for stand in stands))
        if ground.strewn:
            yield from _unknown_parts(library, ground.strewn.where_of("parts"), ground.strewn.parts)
    for part, keys in colored:
        for key in keys:
            try:
                look.color(getattr(part, key) or "#000000")
            except ValueError as error:
                message, _, hint = str(error).partition(". ")
                yield Finding("error", part.where_of(key), message, hint or "Write another colour.", "template")


def _unknown_parts(library: Library, where: Where, names: Iterable[str]) -> Iterator[Finding]:
    known = library.studio.parts.raw
    for name in dict.fromkeys(names):
        if name not in known:
            hint = did_you_mean(name, known) or "Draw it under art/parts."
            yield Finding("error", where, f"there is no art part '{name}'", hint, "template")


def _undrawn(rules: HexRules, look: HexLook, library: Library) -> Iterator[Finding]:
    """Edges, grounds and icons of a game's rules that nothing says how to draw."""

    def lacking(where: Where, message: str, hint: str, code: str = "template") -> Finding:
        return Finding("error", where, message, hint, code)

    edges: dict[str, Part] = {**rules.edges, **({"door": rules.door} if rules.door else {})}
    for what, named, looks in (("edge", edges, look.edges), ("ground", rules.grounds, look.grounds)):
        for name in (name for name in named if name not in looks):
            yield lacking(named[name].where, f"the {what} {name} has no look", f"Add {name}: to {what}s in {FILE}.")
    for action, icon in rules.actions.items():
        if not library.has_icon(icon):
            hint = did_you_mean(icon, library.icon_names)
            yield lacking(rules.where_of("actions", action), f"there is no icon '{icon}'", hint, "unknown-icon")
    for name, rule in rules.icons.items():
        if not library.has_icon(name):
            yield lacking(rule.where, f"there is no icon '{name}'", did_you_mean(name, library.icon_names))
        if name not in look.tints.names:
            yield lacking(rule.where, f"the icon {name} has no colour", f"Add {name}: to colors in {FILE}.")
