"""Hexes in axial coordinates, and how hex boards look, as declared shapes."""

from __future__ import annotations

import math
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import accumulate
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, TypeVar

from pydantic import Field, WithJsonSchema

from printgen.drawing.model import Outline, Path, Segment, Stroke
from printgen.drawing.outlines import parse_path, transformed
from printgen.drawing.pieces import Cell, Spaces
from printgen.drawing.tints import Tints
from printgen.game.boards import Coordinates, known_as
from printgen.reading.part import NOTHING, Color, Many, Part, Words, parsed, told

Hex: TypeAlias = tuple[int, int]
"""Axial coordinates q and r."""

Edge: TypeAlias = tuple[Hex, Hex]
"""The side that two neighbours share, whichever of them it is seen from: the smaller hex comes first."""

Trail: TypeAlias = tuple[Hex, ...]
"""The hexes of a line of sight from the shooter to the target, both included."""

Place: TypeAlias = tuple[float, float]
"""A point from the top left of the board's box."""

Ends: TypeAlias = tuple[Place, Place]
"""The two ends of a side."""

N = TypeVar("N", int, float)

Top = Literal["flat", "pointy"]

STEPS: tuple[Hex, ...] = ((0, -1), (1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0))
"""What one step in each of the six directions adds to a hex."""

DIRECTION_NAMES: dict[Top, tuple[str, ...]] = {
    "flat": ("north", "north-east", "south-east", "south", "south-west", "north-west"),
    "pointy": ("north-west", "north-east", "east", "south-east", "south-west", "west"),
}
"""The six directions as files name them, in order."""

# Where the first corner of side 0 lies, in degrees from the right and clockwise as seen on paper.
_FIRST_CORNER: dict[Top, float] = {"flat": -120.0, "pointy": -150.0}


def edge(one: Hex, other: Hex) -> Edge:
    """The edge between two neighbours, the same from both sides."""
    return (one, other) if one < other else (other, one)


def moved(start: Hex, direction: int, steps: int = 1) -> Hex:
    """The hex that lies so many steps from another in a direction (any whole number, counted round the six)."""
    q, r = STEPS[direction % 6]
    return start[0] + steps * q, start[1] + steps * r


def direction_to(start: Hex, neighbour: Hex) -> int:
    """The direction in which a neighbour lies; ValueError for hexes that are no neighbours."""
    return STEPS.index((neighbour[0] - start[0], neighbour[1] - start[1]))


def steps_from(starts: Collection[Hex], links: Mapping[Hex, Collection[Hex]]) -> dict[Hex, int]:
    """How many steps lie between the nearest of some hexes and each that is reached over `links`."""
    steps = dict.fromkeys(starts, 0)
    queue = list(steps)
    for cell in queue:
        far = steps[cell] + 1
        for near in links[cell]:
            if near not in steps:
                steps[near] = far
                queue.append(near)
    return steps


def steps_apart(one: Hex, other: Hex) -> int:
    """How many hexes a figure would have to move from one hex to the other on ground without obstacles."""
    q, r = one[0] - other[0], one[1] - other[1]
    return max(abs(q), abs(r), abs(q + r))


def trails(shooter: Hex, target: Hex) -> tuple[Trail, ...]:
    """Every way that a line of sight could take between two hexes, whatever lies between; none for most of them.

    It goes straight ahead in one of the six directions; once on its way, and no more, it may step to the left or to the
    right of that straight ahead, and then goes on as before.
    """
    far = steps_apart(shooter, target)
    found: dict[Trail, None] = {}
    for ahead in range(6):
        for aside in ((), (ahead + 1,), (ahead + 5,)):
            straight = far - len(aside)
            end = moved(shooter, ahead, straight)
            if target == (moved(end, *aside) if aside else end):
                ways = ((*[ahead] * n, *aside, *[ahead] * (straight - n)) for n in range(straight + 1))
                found |= dict.fromkeys(tuple(accumulate(way, moved, initial=shooter)) for way in ways)
    return tuple(found)


@dataclass(frozen=True)
class HexGrid:
    """Hexes in rows and columns, with flat or pointy tops; `holes` are the rows and columns of those that are missing.

    On flat tops every second column lies half a hex lower. Pointy tops are the same mirrored at the diagonal: every
    second row lies half a hex to the right.
    """

    rows: int
    columns: int
    top: Top = "flat"
    holes: frozenset[tuple[int, int]] = frozenset()
    naming: Coordinates = "A1"

    def _flat(self, one: N, other: N) -> tuple[N, N]:
        """Two measures along and down the board on flat tops; swapped on pointy ones, and so back again."""
        return (one, other) if self.top == "flat" else (other, one)

    @cached_property
    def cells(self) -> tuple[Hex, ...]:
        """All hexes, row by row from the top left."""
        spots = ((row, column) for row in range(self.rows) for column in range(self.columns))
        return tuple(self.at(*spot) for spot in spots if spot not in self.holes)

    @cached_property
    def named(self) -> dict[str, Hex]:
        """The hexes by their names, row by row."""
        return {self.name(cell): cell for cell in self.cells}

    @cached_property
    def around(self) -> dict[Hex, tuple[Hex, ...]]:
        """The neighbours on the board of every hex, in the order of the directions."""
        known = frozenset(self.cells)
        return {cell: tuple(near for d in range(6) if (near := moved(cell, d)) in known) for cell in self.cells}

    @cached_property
    def sides(self) -> dict[Hex, tuple[Edge, ...]]:
        """The edges of every hex, in the order of the directions; the border has none."""
        return {cell: tuple(edge(cell, near) for near in nears) for cell, nears in self.around.items()}

    @cached_property
    def edges(self) -> dict[Edge, int]:
        """Every edge between two hexes of the board, in order, with the direction from its first hex to the other."""
        # These three directions lead to larger hexes.
        ahead = ((cell, moved(cell, d), d) for cell in sorted(self.cells) for d in (3, 1, 2))
        return {(cell, near): d for cell, near, d in ahead if near in self}

    def at(self, row: int, column: int) -> Hex:
        """The hex in a row and a column, both counted from 0 at the top left."""
        along, down = self._flat(column, row)
        return self._flat(along, down - along // 2)

    def row_and_column(self, cell: Hex) -> tuple[int, int]:
        """The row and the column of a hex, counted from 0."""
        along, down = self._flat(*cell)
        column, row = self._flat(along, down + along // 2)
        return row, column

    def name(self, cell: Hex) -> str:
        """What a hex is called, on the printed board too if that has names: C4, or 0304 for column 3 and row 4."""
        return known_as(self.naming, *self.row_and_column(cell))

    def __contains__(self, cell: object) -> bool:
        return cell in self.around

    def opposite(self, cell: Hex) -> Hex:
        """Where a hex comes to lie when the board is turned by 180 degrees. Neighbours stay neighbours.

        On flat tops a board turns with an even number of columns, on pointy ones of rows; any other is mirrored, which
        swaps left and right, or top and bottom on pointy tops.
        """
        row, column = self.row_and_column(cell)
        turns = self._flat(self.columns, self.rows)[0] % 2 == 0
        if turns or self.top == "pointy":
            row = self.rows - 1 - row
        if turns or self.top == "flat":
            column = self.columns - 1 - column
        return self.at(row, column)

    def opposite_edge(self, side: Edge) -> Edge:
        """The edge between the opposites of two hexes."""
        return edge(self.opposite(side[0]), self.opposite(side[1]))

    def box(self, width: float) -> tuple[float, float]:
        """Width and height of the whole board for hexes of that width across their flats."""
        along, down = self._flat(self.columns, self.rows)
        return self._flat(width / math.sqrt(3) * (1.5 * along + 0.5), width * (down + (0.5 if along > 1 else 0.0)))

    def centre(self, cell: Hex, width: float) -> Place:
        """Where the centre of a hex lies."""
        along, down = self._flat(*cell)
        return self._flat(width / math.sqrt(3) * (1 + 1.5 * along), width * (0.5 + down + along / 2))

    def spaces(self, width: float) -> Spaces:
        """Where the hexes lie, as other parts know the spaces of a board; `width` in points."""
        around = HexGrid(1, 1, self.top).box(width)
        spots = (Cell(self.name(cell), *self.row_and_column(cell), *self.centre(cell, width)) for cell in self.cells)
        return Spaces(self.top, *around, tuple(spots))

    def corners(self, cell: Hex, width: float) -> tuple[Place, ...]:
        """The six corners of a hex, clockwise; the side in direction d runs from corner d to corner d + 1."""
        x, y = self.centre(cell, width)
        radius = width / math.sqrt(3)
        angles = (math.radians(_FIRST_CORNER[self.top] + 60 * n) for n in range(6))
        return tuple((x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles)

    def side(self, cell: Hex, direction: int, width: float) -> Ends:
        """The two ends of a hex's side in a direction, clockwise round the hex."""
        corners = self.corners(cell, width)
        return corners[direction % 6], corners[(direction + 1) % 6]

    def border(self, width: float) -> list[Ends]:
        """The two ends of every side where the board ends."""
        return [self.side(cell, d, width) for cell in self.cells for d in range(6) if moved(cell, d) not in self]


Stand = tuple[str, float, float, float]
"""An art part, where its middle lies, measured from that of the hex, and how wide it is."""


def _stand(given: Any) -> Stand:
    numbers = given[1:] if isinstance(given, list) and len(given) == 4 and isinstance(given[0], str) else ()
    if not numbers or not all(isinstance(n, int | float) and -32 <= n <= 32 for n in numbers) or numbers[2] <= 0:
        raise ValueError("should be an art part, the x and y of its middle, and its width, none above 32")
    return given[0], float(numbers[0]), float(numbers[1]), float(numbers[2])


_Path = Annotated[
    Outline,
    parsed(lambda text: parse_path(str(text)), "Write it like M0,0 L100,0.", "bad-path"),
    told("string", "a path"),
]
_Stand = Annotated[
    Stand, parsed(_stand, "Write it like [hex-tuft, -1.8, 0.6, 2.2].", "wrong-type"), WithJsonSchema({"type": "array"})
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

    def drawn(self, tints: Tints, sides: Sequence[Ends], k: float) -> Path:
        """The layer along all of some sides, `k` times as thick as it says."""
        outline: list[Segment] = []
        for (ax, ay), (bx, by) in sides:
            length = math.hypot(bx - ax, by - ay)
            ex, ey = (bx - ax) / length, (by - ay) / length
            share = length / self.repeat
            for n in range(self.repeat):
                x, y = ax + ex * share * n, ay + ey * share * n
                outline += transformed(self.d, (ex * share / 100, ey * share / 100, -ey * k, ex * k, x, y))
        stroke = Stroke(tints.resolve(self.stroke), self.width * k, (), self.cap, "round") if self.stroke else None
        short = tuple((segment[0], *(round(v, 3) for v in segment[1:])) for segment in outline)
        return Path(short, tints.resolve(self.fill) if self.fill else None, stroke)


class EdgeLook(Part):
    """How a type of edge is drawn; later ones lie above earlier ones."""

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
        """How it is drawn."""
        if self.layers:
            return self
        path, repeat = _LINES[self.line]
        line = EdgeLayer(d=path, repeat=repeat, stroke=self.color, width=self.width)  # type: ignore[arg-type]
        middle = EdgeLayer(d=path, stroke="white", width=max(0.05, self.width / 3))  # type: ignore[arg-type]
        layers = (line, middle) if self.line == "double" else (line,)
        return EdgeLook(looks=self.looks, layers=tuple(each.placed_at(self.where) for each in layers)).placed_at(
            self.where
        )


class Texture(Part):
    """What covers a ground."""

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
    """How a ground is drawn. A stand is an art part, x, y and width."""

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
        """Whether it shows nothing but its colour."""
        return not (self.pattern or self.icon or self.texture or self.strewn or self.standing or self.rim)


class Ground(GroundLook):
    """A ground of a game's own: its name, how much there is of it, and how it is drawn."""

    short: ClassVar[str] = "color"
    color: str = Field(
        "", max_length=60, description="the colour of its hexes; one of the palette boards when left out"
    )
    name: Words = Field(NOTHING, description="what legends call it; its key when left out")
    weight: Annotated[float, Field(ge=0, le=1000)] = Field(
        1.0, description="how much of it there is on random boards, beside the others; 0 is none"
    )


class LegendWords(Part):
    """What legends call things, whatever the game."""

    edges: str = Field("", description="the head above the edges")
    power_ups: str = Field("", description="the head above the power-ups")
    ground: str = Field("", description="the head above the grounds")
    zone_a: str = Field("", description="the start zone of the first side")
    zone_b: str = Field("", description="the start zone of the other side")


class HexColors(Part):
    """What a look of templates/looks makes of the colours of hex boards."""

    short = "colors"

    colors: dict[str, Color] = Field({}, description="colours by name")
    symbols: dict[str, Color] = Field({}, description="colours that art parts on the grounds have otherwise")

    def over(self, below: HexColors) -> HexColors:
        """Both, this one laid over the other."""
        return HexColors(colors=below.colors | self.colors, symbols=below.symbols | self.symbols)


class HexLook(Part):
    """How hex boards look: what a file says, or what those of several folders say, laid over each other."""

    colors: dict[str, Color] = Field({}, description="colours by name")
    edges: dict[str, EdgeLook] = Field({}, description="edges by type, those that lie below first")
    grounds: dict[str, GroundLook] = Field({}, description="grounds by name")
    words: LegendWords = Field(default_factory=LegendWords, description="what legends call things")
    looks: dict[str, HexColors] = Field({}, description="by look, which colours are others there")

    def dressed(self, look: str) -> HexLook:
        """This look in the colours of a look of templates/looks."""
        own = self.looks.get(look)
        return self.under(HexLook(colors=own.colors, looks={"": own})) if own else self

    @cached_property
    def symbols(self) -> Tints:
        """The colours of art parts on the grounds."""
        own = self.looks.get("")
        return self.tints.with_names(own.symbols) if own else self.tints

    @cached_property
    def tints(self) -> Tints:
        """The colours by name."""
        return Tints(self.colors)

    def color(self, words: str) -> str:
        """A colour. ValueError, with a suggestion, for a name that is not known."""
        return self.tints.resolve(words)

    def sides(self, kind: str, sides: Sequence[Ends], k: float = 1.0) -> list[Path]:
        """Sides of one type, `k` times as thick as on a hex of 32 mm, layer by layer: so they join at the corners."""
        return [layer.drawn(self.tints, sides, k) for layer in self.edges[kind].layers]

    def under(self, above: HexLook) -> HexLook:
        """This look with another laid over it, name by name; an edge that it names again lies where it has it."""
        edges = {name: look for name, look in self.edges.items() if name not in above.edges} | above.edges
        words = self.words.model_copy(update={name: text for name, text in above.words if text})
        colors, grounds = self.colors | above.colors, self.grounds | above.grounds
        looks = self.looks | {name: own.over(self.looks.get(name, HexColors())) for name, own in above.looks.items()}
        return HexLook(colors=colors, edges=edges, grounds=grounds, words=words, looks=looks)
