"""The looks of hex boards: the declared shapes of hexes.yaml, and the look from them, or findings at their lines."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cached_property, reduce
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, WithJsonSchema

from printgen.base.errors import Finding, Where, closest, did_you_mean, split_advice
from printgen.base.file_access import display_path
from printgen.base.folders import templates_folder
from printgen.drawing.model import Outline, Path, Segment, Stroke
from printgen.drawing.outlines import parse_path, transform_outline
from printgen.drawing.patterns import PATTERNS
from printgen.drawing.pieces import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.faces.library import Library
from printgen.kinds.board.grid import Ends
from printgen.kinds.board.hex_rules import HexRules
from printgen.reading.part import NOTHING, Color, Many, Part, Words, parse_with, schema_text

Stand = tuple[str, float, float, float]
"""An art part, where its middle lies, measured from that of the hex, and how wide it is."""


def _stand(given: Any) -> Stand:
    numbers = given[1:] if isinstance(given, list) and len(given) == 4 and isinstance(given[0], str) else ()
    if not numbers or not all(isinstance(n, int | float) and -32 <= n <= 32 for n in numbers) or numbers[2] <= 0:
        raise ValueError("should be an art part, the x and y of its middle, and its width, none above 32")
    return given[0], float(numbers[0]), float(numbers[1]), float(numbers[2])


_Path = Annotated[
    Outline,
    parse_with(lambda text: parse_path(str(text)), "Write it like M0,0 L100,0.", "bad-path"),
    schema_text("string", "a path"),
]
_Stand = Annotated[
    Stand,
    parse_with(_stand, "Write it like [hex-tuft, -1.8, 0.6, 2.2].", "wrong-type"),
    WithJsonSchema({"type": "array"}),
]
_Stands = Many[_Stand]
_Size = Annotated[float, Field(ge=0, le=100)]


class EdgeLayer(Part):
    """One layer of an edge: x of its path is 0 to 100 along its share of the side, y is across."""

    d: _Path = Field(description="the path, x from 0 to 100 along its share of the side and y across")
    repeat: int = Field(1, ge=1, le=50, description="how often the path is drawn along the side")
    fill: str | None = Field(None, description="the colour that fills the path")
    stroke: str | None = Field(None, description="the colour of its line")
    width: float = Field(0.45, ge=0.05, le=10, description="how wide its line is")
    cap: Literal["round", "butt", "square"] = Field("round", description="how its line ends")

    def draw(self, tints: Tints, sides: Sequence[Ends], k: float) -> Path:
        """The layer along all of some sides, `k` times as thick as it says."""
        outline: list[Segment] = []
        for (ax, ay), (bx, by) in sides:
            length = math.hypot(bx - ax, by - ay)
            ex, ey = (bx - ax) / length, (by - ay) / length
            share = length / self.repeat
            for n in range(self.repeat):
                x, y = ax + ex * share * n, ay + ey * share * n
                outline += transform_outline(self.d, (ex * share / 100, ey * share / 100, -ey * k, ex * k, x, y))
        stroke = Stroke(tints.resolve(self.stroke), self.width * k, (), self.cap, "round") if self.stroke else None
        short = tuple((segment[0], *(round(v, 3) for v in segment[1:])) for segment in outline)
        return Path(short, tints.resolve(self.fill) if self.fill else None, stroke)


class EdgeLook(Part):
    """The drawing of a type of edge; later ones lie above earlier ones."""

    looks: str = Field("", description="what legends say that it looks like")
    layers: Annotated[Many[EdgeLayer], Field(min_length=1, max_length=12)] = Field(
        description="what is drawn along each side, from below"
    )


Line = Literal["plain", "double", "dashes", "dots", "waves"]


_WAVE = "M0,0 C18.2,0.83 31.8,0.83 50,0 C68.2,-0.83 81.8,-0.83 100,0"
# The path of a line, and how often it is drawn along a side.
_LINES: dict[Line, tuple[str, int]] = {
    "plain": ("M0,0 L100,0", 1), "double": ("M0,0 L100,0", 1), "dashes": ("M22,0 L78,0", 3),
    "dots": ("M50,0 L50.5,0", 5), "waves": (_WAVE, 3),
}  # fmt: skip


class Border(EdgeLook):
    """A type of edge of a game's own: a line in a colour, or layers, and the hexes along which it runs."""

    short: ClassVar[str] = "color"
    name: Words = Field(NOTHING, description="what legends call it; its key when left out")
    color: str = Field("ink", min_length=1, max_length=60, description="the colour of the line")
    width: float = Field(1.8, ge=0.05, le=10, description="how wide the line is")
    line: Line = Field("plain", description="how the line is drawn")
    layers: Annotated[Many[EdgeLayer], Field(max_length=12)] = Field(
        (), description="what is drawn along each side, from below, in place of the line"
    )
    along: Annotated[Many[Annotated[str, Field(max_length=200)]], Field(max_length=2000)] = Field(
        (), description="where it runs: hexes with their directions, such as C4 east south-east"
    )

    @property
    def look(self) -> EdgeLook:
        if self.layers:
            return self
        path, repeat = _LINES[self.line]
        line = EdgeLayer(d=path, repeat=repeat, stroke=self.color, width=self.width)  # type: ignore[arg-type]
        middle = EdgeLayer(d=path, stroke="white", width=max(0.05, self.width / 3))  # type: ignore[arg-type]
        layers = (line, middle) if self.line == "double" else (line,)
        return EdgeLook(looks=self.looks, layers=tuple(each.at_place(self.where) for each in layers)).at_place(
            self.where
        )


class Texture(Part):
    """The texture of a ground."""

    kind: Literal["contours", "pavers", "dots"] = Field(description="lines as on maps, bricks, or a screen of dots")
    color: str = Field(description="its colour")
    pitch: float = Field(2.0, ge=0.5, le=20, description="how far apart dots lie")
    size: float = Field(0.4, ge=0.05, le=1, description="how much of its room a dot takes, up to 1")


class Strewn(Part):
    """Art parts that lie loosely on a ground."""

    parts: Annotated[Many[str], Field(min_length=1, max_length=20)] = Field(description="the art parts to pick from")
    apart: float = Field(ge=2, le=100, description="how far apart they lie")
    size: Annotated[Many[_Size], Field(min_length=2, max_length=2)] = Field(description="the least and the most width")
    inside: bool = Field(False, description="whether they keep off the edges of their hex")


class GroundLook(Part):
    """The drawing of a ground. A stand is an art part, x, y and width."""

    color: str = Field(description="the colour of its hexes")
    ink: str = Field("ink", description="the colour of the names of its hexes")
    texture: Texture | None = Field(None, description="what covers it")
    strewn: Strewn | None = Field(None, description="art parts that lie loosely on it")
    standing: Many[_Stands] = Field((), description="plans of what stands in a hex, of which each hex gets one")
    beside: _Stands = Field((), description="what is left standing beside a power-up")
    swatch: _Stands = Field((), description="what lies on the small box that shows it in legends")
    rim: str | None = Field(None, description="the colour of short strokes inward: the ground falls away")
    within: float = Field(1.0, ge=0.1, le=1, description="how thick edges between two of its hexes are drawn")
    pattern: str | None = Field(None, max_length=40, description="a pattern all over it, such as dots or slash")
    pattern_color: str | None = Field(
        None, alias="pattern-color", max_length=60, description="the colour of the pattern; a darker one when left out"
    )
    icon: str | None = Field(None, max_length=60, description="an icon in the middle of each of its hexes")
    icon_color: str | None = Field(
        None, alias="icon-color", max_length=60, description="the colour of the icon; a darker one when left out"
    )

    @property
    def bare(self) -> bool:
        """Whether it shows only its colour."""
        return not (self.pattern or self.icon or self.texture or self.strewn or self.standing or self.rim)


class Ground(GroundLook):
    """A ground of a game's own: its name, its weight, and its drawing."""

    short: ClassVar[str] = "color"
    color: str = Field(
        "", max_length=60, description="the colour of its hexes; one of the palette boards when left out"
    )
    name: Words = Field(NOTHING, description="what legends call it; its key when left out")
    weight: Annotated[float, Field(ge=0, le=1000)] = Field(
        1.0, description="how much of it there is on random boards, beside the others; 0 is none"
    )


class LegendWords(Part):
    """The words of legends, for all games."""

    edges: str = Field("", description="the head above the edges")
    power_ups: str = Field("", description="the head above the power-ups")
    ground: str = Field("", description="the head above the grounds")
    zone_a: str = Field("", description="the start zone of the first side")
    zone_b: str = Field("", description="the start zone of the other side")


class HexColors(Part):
    """The changes that a look of templates/looks makes to the colours of hex boards."""

    short = "colors"

    colors: dict[str, Color] = Field({}, description="colours by name")
    symbols: dict[str, Color] = Field({}, description="colours that art parts on the grounds have otherwise")

    def over(self, below: HexColors) -> HexColors:
        """These colours laid over others."""
        return HexColors(colors=below.colors | self.colors, symbols=below.symbols | self.symbols)


class HexLook(Part):
    """The look of hex boards, from one file, or from those of several folders laid over each other."""

    colors: dict[str, Color] = Field({}, description="colours by name")
    edges: dict[str, EdgeLook] = Field({}, description="edges by type, those that lie below first")
    grounds: dict[str, GroundLook] = Field({}, description="grounds by name")
    words: LegendWords = Field(default_factory=LegendWords, description="what legends call things")
    looks: dict[str, HexColors] = Field({}, description="by look, which colours are others there")

    def in_look(self, look: str) -> HexLook:
        own_changes = self.looks.get(look)
        return self.under(HexLook(colors=own_changes.colors, looks={"": own_changes})) if own_changes else self

    @cached_property
    def symbols(self) -> Tints:
        own_changes = self.looks.get("")
        return self.tints.with_names(own_changes.symbols) if own_changes else self.tints

    @cached_property
    def tints(self) -> Tints:
        return Tints(self.colors)

    def color(self, words: str) -> str:
        """A colour. ValueError, with a suggestion, for an unknown name."""
        return self.tints.resolve(words)

    def sides(self, kind: str, sides: Sequence[Ends], k: float = 1.0) -> list[Path]:
        """Sides of one type, `k` times as thick as on a hex of 32 mm, layer by layer, so that they join at corners."""
        return [layer.draw(self.tints, sides, k) for layer in self.edges[kind].layers]

    def under(self, above: HexLook) -> HexLook:
        """This look with another laid over it, name by name; a redefined edge keeps its place in the order."""
        edges = {name: look for name, look in self.edges.items() if name not in above.edges} | above.edges
        words = self.words.model_copy(update={name: text for name, text in above.words if text})
        colors, grounds = self.colors | above.colors, self.grounds | above.grounds
        looks = self.looks | {name: own.over(self.looks.get(name, HexColors())) for name, own in above.looks.items()}
        return HexLook(colors=colors, edges=edges, grounds=grounds, words=words, looks=looks)


FILE = "hexes.yaml"
# Patterns of grounds that a game only names; the first of them has none.
_SIGNS = ("", "dots", "slash", "zigzag", "checks", "chevron", "diamonds", "scales")


def look_for(rules: HexRules, library: Library, own_look: HexLook | None = None, in_look: str = "") -> HexLook:
    """The look of a game's hex boards, with its `own` one over that of the templates, `in_look` of templates/looks.

    TemplateProblem lists its mistakes, and names in the rules that it lacks.
    """
    look = library.once(_load_look)
    if own_look is not None:
        boards = library.palette("boards")
        look = HexLook(colors=dict(boards)).under(look).under(_with_colors(own_look, list(boards)))
        if mistakes := list(_unknown_words(look, library)):
            raise TemplateProblem(mistakes)
    if findings := list(_undrawn(rules, look, library)):
        raise TemplateProblem(findings)
    return look.in_look(in_look)


def _with_colors(look: HexLook, colors: Sequence[str]) -> HexLook:
    """A look with colours for grounds without one, in turn, and patterns where nothing else tells them apart."""
    grounds = dict(look.grounds)
    for n, (name, ground) in enumerate(look.grounds.items()):
        if not ground.color:
            plain = {"color": colors[n % len(colors)]}
            if ground.bare and (pattern := _SIGNS[n % len(_SIGNS)]):
                plain["pattern"] = pattern
            grounds[name] = ground.model_copy(update=plain)
    return look.model_copy(update={"grounds": grounds})


def _load_look(library: Library) -> HexLook:
    """The game's own file laid over the built-in one."""
    files: Iterator[HexLook] = (library.parse(path, HexLook) for path in library.files(FILE))
    look = reduce(HexLook.under, files)
    if findings := list(_unknown_words(look, library)):
        raise TemplateProblem(findings)
    return look


def _unknown_words(look: HexLook, library: Library) -> Iterator[Finding]:
    """Findings for unknown colours and art parts, at their places."""
    layers = (layer for edge in look.edges.values() for layer in edge.layers)
    colored: list[tuple[Part, str]] = [(layer, key) for layer in layers for key in ("fill", "stroke")]
    placed: list[tuple[Where, str]] = []
    for ground in look.grounds.values():
        colored += [(ground, key) for key in ("color", "ink", "rim", "pattern_color", "icon_color")]
        if ground.pattern and ground.pattern not in PATTERNS:
            hint = did_you_mean(ground.pattern, PATTERNS)
            yield _lacking(ground.where_of("pattern"), f"there is no pattern '{ground.pattern}'", hint)
        if ground.icon and not library.icons.has(ground.icon):
            hint = library.icons.hint(ground.icon)
            yield _lacking(ground.where_of("icon"), f"there is no icon '{ground.icon}'", hint, "unknown-icon")
        plans = {"swatch": ground.swatch, "beside": ground.beside, "standing": sum(ground.standing, ())}
        placed += [(ground.where_of(key), stand[0]) for key, stands in plans.items() for stand in stands]
        if ground.texture:
            colored.append((ground.texture, "color"))
        if ground.strewn:
            placed += [(ground.strewn.where_of("parts"), name) for name in ground.strewn.parts]
    for part, key in colored:
        try:
            look.color(getattr(part, key) or "#000000")
        except ValueError as error:
            yield _lacking(part.where_of(key.replace("_", "-")), *split_advice(str(error), "Write another colour."))
    art_parts = library.studio.parts.raw
    for where, name in dict.fromkeys(placed):
        if name not in art_parts:
            hint = did_you_mean(name, art_parts) or "Draw it under art/parts."
            yield _lacking(where, f"there is no art part '{name}'", hint)


def _undrawn(rules: HexRules, look: HexLook, library: Library) -> Iterator[Finding]:
    """Findings for edges, grounds and icons of a game's rules that the look does not draw."""
    edges: dict[str, Part] = {**rules.edges, **({"door": rules.door} if rules.door else {})}
    own_files = {display_path(path) for path in library.files(FILE) if not path.is_relative_to(templates_folder())}
    for what, named, looks in (("edge", edges, look.edges), ("ground", rules.grounds, look.grounds)):
        ours: dict[str, Part] = {name: part for name, part in looks.items() if part.where.file in own_files}
        for name in (name for name in ours if name not in named):
            # A file may serve boards of other rules too; what is nearly a name of these is meant to be that.
            if (near := closest(name, named)) and near not in ours:
                yield _lacking(ours[name].where, f"no rule speaks of the {what} '{name}'", f"Did you mean '{near}'?")
        for name in (name for name in named if name not in looks):
            yield _lacking(named[name].where, f"the {what} {name} has no look", f"Add {name}: to {what}s in {FILE}.")
    icons = [(rules.where_of("actions", action), icon, "unknown-icon") for action, icon in rules.actions.items()]
    for where, icon, code in (*icons, *((rule.where, name, "template") for name, rule in rules.icons.items())):
        if not library.icons.has(icon):
            yield _lacking(where, f"there is no icon '{icon}'", library.icons.hint(icon), code)
    for name, rule in rules.icons.items():
        if name not in look.colors:
            yield _lacking(rule.where, f"the icon {name} has no colour", f"Add {name}: to colors in {FILE}.")


def _lacking(where: Where, message: str, hint: str, code: str = "template") -> Finding:
    return Finding("error", where, message, hint, code)
