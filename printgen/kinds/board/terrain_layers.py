"""The layers of a terrain's motif: each has the settings of its file, symbols too, and draws itself."""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, PlainValidator, WithJsonSchema

from printgen.base.seeds import Stream
from printgen.base.units import Box, Matrix, chain, rotate, scale, to_mm, translate
from printgen.drawing import patterns as scattering
from printgen.drawing.extent import around, transform_box, walk_kind
from printgen.drawing.model import Group, Item, Outline, Path, Place, Stroke
from printgen.drawing.outlines import Point, bounds, polyline, transform_outline
from printgen.drawing.patterns import darts
from printgen.drawing.tints import Tints
from printgen.drawing.words import CENTER, run
from printgen.reading.part import Many, Part, problem

PLAN = (74.0, 89.8)
"""The width and height in millimetres that the places of a plan are written for: a space without its name band."""

_CONTOUR_STEP = 3.2
_DOT_SIZES = (0.3, 0.42, 0.54, 0.66, 0.78)
_FAR = 1000
# What stands before something large hides no more of it than this share.
_HIDDEN = 0.1


def _span(numbers: tuple[float, ...]) -> tuple[float, ...]:
    wrong = "should be two numbers, such as [9, 14]" if len(numbers) != 2 else ""
    if not wrong and numbers[0] > numbers[1]:
        wrong = f"{numbers[0]:g} is above {numbers[1]:g}"
    if wrong:
        raise problem("bad-value", wrong, "Write the smaller number first.")
    return numbers


Size = Annotated[float, Field(gt=0, le=_FAR)]
Number = Annotated[float, Field(ge=-_FAR, le=_FAR)]
Numbers = Annotated[Many[Number], Field(min_length=1, max_length=100)]
Span = Annotated[Many[Size], AfterValidator(_span)]
"""The least and the greatest of a measure."""

Tint = Annotated[str, Field(min_length=1, max_length=60), "tint"]
"""A colour in words: one of the file's, perhaps lighter or darker, or "#RRGGBB"."""

Symbols = Annotated[dict[str, Size], Field(min_length=1, max_length=50)]
"""Symbols to pick from, each with its weight."""

Painted = Mapping[str, tuple[Group, ...]]
"""The variants of symbols by name, each in a box of 100 units, in the colours of a terrain."""


@dataclass
class TerrainCanvas:
    """What layers draw on: `ground` lies, `standing` is sorted by the place of its feet.

    Symbols may reach a little beyond the box, and the ground goes on for so far `beyond` it, so whoever draws the items
    clips them. `turn` says which landmark is shown, if it is not left to chance. No figure is written where something
    large is `taken` to stand, and no symbol covers `words`.
    """

    tints: Tints
    symbols: Painted
    box: Box
    stream: Stream
    ground: list[Item] = field(default_factory=list)
    standing: list[tuple[float, Item]] = field(default_factory=list)
    clear: list[scattering.Keep] = field(default_factory=list)
    beyond: float = 0.0
    turn: int = -1
    taken: list[Box] = field(default_factory=list)
    words: list[Box] = field(default_factory=list)

    def items(self) -> tuple[Item, ...]:
        """All drawn items; standing symbols are ordered from far to near."""
        return (*self.ground, *(item for _, item in sorted(self.standing, key=lambda entry: entry[0])))

    def lines(self, outline: Outline, *strokes: tuple[Any, ...]) -> None:
        """Draw lines along an outline on the ground, each as a Stroke of its words for a colour, width and so on."""
        self.ground += (Path(outline, None, Stroke(self.tints.resolve(words), *how)) for words, *how in strokes)

    def free(self, x: float, y: float) -> bool:
        """Whether symbols may lie in a spot."""
        return all(keep(x, y) for keep in self.clear)

    def keep_off(self, x: float, y: float, rx: float, ry: float) -> None:
        """Keep all later symbols out of an ellipse."""
        self.clear.append(lambda a, b: ((a - x) / rx) ** 2 + ((b - y) / ry) ** 2 > 1)

    def pick(self, symbols: Mapping[str, float]) -> tuple[str, Group]:
        """A symbol by weight, and one of its variants."""
        left = self.stream.unit() * sum(symbols.values())
        *others, picked = symbols
        for name in others:
            left -= symbols[name]
            if left < 0:
                picked = name
                break
        return picked, self.stream.pick(self.symbols[picked])

    def symbol(self, drawn: Group, x: float, y: float, size: float, stretch: float = 1.0, lean: float = 0.0) -> Place:
        """A symbol with its foot at (x, y), `size` wide and tall, widened by `stretch` and leaning by `lean`."""
        k = size / 100
        a, skew = k * stretch, -k * lean
        return Place(drawn, shorten_matrix((a, 0.0, skew, k, x - 50 * a - 100 * skew, y - 100 * k)))

    def in_the_way(self, item: Place) -> bool:
        """Whether a symbol would cover words, or hide a large symbol behind it."""
        if not self.words and not self.taken:
            return False
        box = reach(item)
        if any(min(box.common(word)[2:]) > 0 for word in self.words):
            return True
        before = (other for other in self.taken if box.bottom > other.bottom)
        shared = ((box.common(other), other) for other in before)
        return any(min(c[2:]) > 0 and c.w * c.h > _HIDDEN * other.w * other.h for c, other in shared)


@lru_cache(maxsize=1024)
def _extent(drawn: Group) -> Box:
    """The area of a symbol in its box of 100 units, with its lines."""
    boxes = []
    for path, matrix in walk_kind(drawn.items, Path):
        box = bounds(transform_outline(path.outline, matrix))
        boxes.append(box.grown(path.stroke.width / 2) if path.stroke else box)
    return around(boxes)


def reach(item: Place) -> Box:
    """The area of a symbol at its place."""
    return transform_box(_extent(item.group), item.matrix)


def shorten_matrix(matrix: Matrix) -> Matrix:
    """The matrix in ten thousandths of a millimetre, which are enough: short numbers make small files."""
    return tuple(round(v, 4) for v in matrix)  # type: ignore[return-value]


class LayerShape(Part):
    """The settings of all kinds of layers."""

    mini: bool = Field(True, description="whether small spaces show it")

    @abstractmethod
    def draw(self, c: TerrainCanvas) -> None:
        """Draw the layer."""

    def symbol_names(self) -> Iterable[str]:
        """The symbols that the layer names."""
        return ()

    def tints(self) -> list[str]:
        """The keys that hold colours."""
        return [key for key, field in type(self).model_fields.items() if "tint" in field.metadata]


class Contours(LayerShape):
    """Lines of equal height."""

    color: Tint = Field(description="the colour of the lines")
    width: Size = Field(0.3, description="how wide they are")
    wave: Size = Field(62.0, description="how long hills are")
    levels: Numbers = Field((-2.0, -1.2, -0.4, 0.4, 1.2, 2.0), description="the heights that get a line")

    def draw(self, c: TerrainCanvas) -> None:
        hills = scattering.relief(c.stream, self.wave)
        lines = scattering.contour_lines(hills, c.box, _CONTOUR_STEP, self.levels, c.beyond)
        c.lines(lines, (self.color, self.width, (), "round", "round"))


class HalftoneLayer(LayerShape):
    """Dots on a grid of 45 degrees."""

    color: Tint = Field(description="the colour of the dots")
    by: Literal["corner", "relief", "even"] = Field(
        "corner", description="how they grow: from a corner, with the hills, or not at all"
    )
    pitch: Size = Field(1.9, description="how far apart they lie")
    size: Size = Field(0.8, description="the largest radius")
    reach: Size = Field(0.5, description="how far from the corner they go, as a share of the space")
    wave: Size = Field(50.0, description="how long hills are")

    def draw(self, c: TerrainCanvas) -> None:
        color = c.tints.resolve(self.color)
        if self.by == "corner":
            c.ground += scattering.corner_screen(c.box, self.pitch, self.size, self.reach, color, c.beyond)
        elif self.by == "even":
            c.ground += scattering.dot_screen(c.box, self.pitch, lambda x, y: self.size, color, (self.size,), c.beyond)
        else:
            hills = scattering.relief(c.stream, self.wave)
            sizes = [size for size in _DOT_SIZES if size <= 1.2 * self.size]
            c.ground += scattering.dot_screen(
                c.box, self.pitch, lambda x, y: self.size * (hills.height(x, y) / 4 + 0.05), color, sizes, c.beyond
            )


class Pools(LayerShape):
    """Ponds with rings, glints and lilies."""

    fill: Tint = Field(description="the colour of the water")
    rim: Tint = Field(description="the colour of its edge")
    shine: Tint = Field(description="the colour of glints")
    apart: Size = Field(26.0, description="how far apart they lie at least")
    width: Span = Field((22.0, 34.0), description="their least and greatest width")
    flat: Span = Field((0.5, 0.7), description="their height as a share of their width")
    lilies: Symbols | None = Field(None, description="symbols that lie on the water, with their weights")
    lily_size: Span = Field((2.6, 3.8), alias="lily-size", description="the least and greatest size of those")

    def symbol_names(self) -> Iterable[str]:
        return self.lilies or ()

    def draw(self, c: TerrainCanvas) -> None:
        between = c.stream.between
        for x, y in scattering.darts(c.stream, c.box, self.apart, c.free, throws=60):
            rx = between(*self.width) / 2
            ry = rx * between(*self.flat)
            shore = scattering.blob(c.stream, x, y, rx, ry, between(-0.3, 0.3))
            ring, glow = (
                scattering.smooth([(x + (u - x) * k, y + (v - y) * k) for u, v in shore]) for k in (0.78, 0.55)
            )
            c.ground.append(
                Path(scattering.smooth(shore), c.tints.resolve(self.fill), Stroke(c.tints.resolve(self.rim), 0.45))
            )
            c.lines(ring, (self.rim, 0.2))
            c.lines(glow, (self.shine, 0.35))
            glints: Outline = ()
            for _ in range(3):
                u, v = x + between(-0.5, 0.5) * rx, y + between(-0.4, 0.4) * ry
                glints += polyline(((u, v), (u + between(2, 4), v)))
            c.lines(glints, (self.shine, 0.35, (), "round"))
            if self.lilies:
                for _ in range(1 + c.stream.below(3)):
                    spot = (x + between(-0.55, 0.55) * rx, y + between(-0.5, 0.5) * ry)
                    c.ground.append(c.symbol(c.pick(self.lilies)[1], *spot, between(*self.lily_size)))
            # Feet may touch the shore, since reeds grow there.
            c.keep_off(x, y - 1.5, 0.97 * rx, 0.97 * ry)


class Trail(LayerShape):
    """A winding path from top to bottom."""

    color: Tint = Field(description="the colour of the path")
    edge: Tint = Field(description="the colour of its edges")
    dash: Tint = Field(description="the colour of the dashes along its middle")
    width: Size = Field(3.6, description="how wide it is")
    sway: Span = Field((6.0, 11.0), description="how far it winds")
    clear: Size = Field(4.2, description="how far symbols keep from its middle")

    def draw(self, c: TerrainCanvas) -> None:
        box, sway = c.box, c.stream.between(*self.sway) * min(1.0, c.box.w / PLAN[0] + 0.2)
        middle, phase = box.x + box.w * c.stream.between(0.35, 0.65), c.stream.between(0, 6)

        def at(y: float) -> float:
            return middle + sway * math.sin((y - box.y) / box.h * 4.2 + phase)

        ys = [box.y + box.h * i / 12 for i in range(-1, 14)]
        line = scattering.smooth([(at(y), y) for y in ys], closed=False)
        c.lines(line, (self.edge, self.width + 1), (self.color, self.width), (self.dash, 0.4, (1.6, 1.4)))
        c.clear.append(lambda x, y: abs(x - at(y)) > self.clear)


class Roads(LayerShape):
    """One street down, others across, all turned a little about the middle of the space."""

    color: Tint = Field(description="the colour of the streets")
    kerb: Tint = Field(description="the colour of their kerbs")
    edge: Tint = Field(description="the colour outside the kerbs")
    dash: Tint = Field(description="the colour of the dashes along their middles")
    width: Size = Field(6.2, description="how wide they are")
    every: Size = Field(45.0, description="one goes across in so many millimetres")
    turn: Number = Field(9.0, description="the most degrees that they are turned")
    below: Number = Field(9.5, description="what houses keep below a street")
    above: Number = Field(0.8, description="what houses keep above a street")
    beside: Number = Field(5.4, description="what houses keep beside the street down")

    def draw(self, c: TerrainCanvas) -> None:
        box, stream, half = c.box, c.stream, self.width / 2
        cx, cy = box.x + box.w / 2, box.y + box.h / 2
        turn = math.radians(stream.between(-self.turn, self.turn))
        cos, sin = math.cos(turn), math.sin(turn)

        def turn_point(x: float, y: float) -> Point:
            return cx + (x - cx) * cos - (y - cy) * sin, cy + (x - cx) * sin + (y - cy) * cos

        count = max(1, round(box.h / self.every))
        down = box.x + box.w * stream.between(0.3, 0.7)
        across = [box.y + box.h * (i + stream.between(0.3, 0.65)) / count for i in range(count)]
        far = box.w + box.h
        ends = [((down, -far), (down, 2 * far)), *(((-far, y), (2 * far, y)) for y in across)]
        streets = tuple(step for one, other in ends for step in polyline((turn_point(*one), turn_point(*other))))
        kerbs = (self.edge, self.width + 1.1), (self.kerb, self.width + 0.5)
        c.lines(streets, *kerbs, (self.color, self.width - 0.6), (self.dash, 0.45, (2.2, 1.8)))

        def free(x: float, y: float) -> bool:
            # Measured in the turned streets; a house reaches up from its feet, so it keeps more room below a road.
            u = cx + (x - cx) * cos + (y - 1.5 - cy) * sin
            v = cy - (x - cx) * sin + (y - 1.5 - cy) * cos
            if abs(u - down) <= half + self.beside:
                return False
            return all(v - y0 > half + self.below or y0 - v > half + self.above for y0 in across)

        c.clear.append(free)


class Soundings(LayerShape):
    """Depths in figures."""

    color: Tint = Field(description="the colour of the figures")
    numbers: Numbers = Field(description="the figures to pick from")
    count: Size = Field(5.0, description="the most of them")
    apart: Size = Field(17.0, description="how far apart they stand at least")

    def draw(self, c: TerrainCanvas) -> None:
        size, font = to_mm(10), "body italic"
        for x, y in scattering.darts(c.stream, c.box.grown(-4), self.apart, c.free, throws=60)[: int(self.count)]:
            text = f"{c.stream.pick(self.numbers):g}"
            figure = run(x, y + size / 3, text, font, size, c.tints.resolve(self.color), CENTER)
            room = Box(figure.x, figure.y - size, figure.width, 1.3 * size).grown(0.6)
            if all(min(room.common(box)[2:]) <= 0 for box in c.taken):
                c.ground.append(figure)
                c.words.append(room)
                c.keep_off(x, y, 7.5, 5.5)


_BLEED = 3.0


def _spot(value: Any) -> tuple[str, tuple[float, ...]]:
    name, *numbers = value if isinstance(value, list) and value else (None,)
    right = all(type(n) in (int, float) and abs(n) <= 1000 for n in numbers)
    if not isinstance(name, str) or len(numbers) not in (3, 4) or not right:
        wanted = "[symbol, x, y, size] or [symbol, x, y, size, turn]"
        raise problem("bad-value", f"should be {wanted}, no number beyond 1000", f"Write {wanted}.")
    return name, tuple(map(float, numbers))


Spot = Annotated[tuple[str, tuple[float, ...]], PlainValidator(_spot), WithJsonSchema({"type": "array"})]


class Scattered(LayerShape):
    """The shared part of layers of symbols."""

    symbols: Symbols = Field(description="the symbols to pick from, with their weights")
    size: Span = Field(description="their least and greatest size")
    sizes: dict[str, Span] = Field(default_factory=dict, description="the sizes of single symbols")
    clear: Size | None = Field(None, description="the room that later symbols leave around one")
    lean: Number = Field(0.0, description="the most degrees that one leans")
    stretch: Number = Field(0.07, description="the most that one is wider or narrower, as a share")
    flip: bool = Field(False, description="whether one may be mirrored")

    def symbol_names(self) -> Iterable[str]:
        return (*self.symbols, *self.sizes)

    def place_symbol(self, c: TerrainCanvas, x: float, y: float, low: bool = False) -> tuple[float, Place | None]:
        """Place one of the symbols at a spot, unless it is in the way; returns its size and its place."""
        name, drawn = self.pick(c)
        size = c.stream.between(*self.sizes.get(name, self.size))
        stretch = 1 + c.stream.between(-self.stretch, self.stretch)
        lean = math.tan(math.radians(c.stream.between(-self.lean, self.lean)))
        if self.flip and c.stream.unit() < 0.5:
            stretch = -stretch
        # The spot is the middle of the symbol rather than its foot.
        foot = y + 0.3 * size
        item = c.symbol(drawn, x, foot, size, stretch, lean)
        if c.in_the_way(item):
            return size, None
        if low:
            c.ground.append(item)
        else:
            c.standing.append((foot, item))
        return size, item

    def pick(self, c: TerrainCanvas) -> tuple[str, Group]:
        """One of the symbols, and one of its variants."""
        return c.pick(self.symbols)


class FeatureLayer(Scattered):
    """One large symbol, by chance, well inside the space."""

    chance: Annotated[float, Field(ge=0, le=1)] = Field(0.5, description="how often it stands there, up to 1")
    by_turns: bool = Field(
        False, alias="by-turns", description="whether spaces show the symbols by turns, so that neighbours differ"
    )

    def pick(self, c: TerrainCanvas) -> tuple[str, Group]:
        picked, names = c.pick(self.symbols), tuple(self.symbols)
        if not self.by_turns or c.turn < 0:
            return picked
        name = names[c.turn % len(names)]
        variants = c.symbols[name]
        return name, variants[c.turn // len(names) % len(variants)]

    def draw(self, c: TerrainCanvas) -> None:
        wanted = c.stream.unit() < self.chance
        box, room = c.box, (self.clear or 0.0) / 3
        for _ in range(12):
            x, y = box.x + box.w * c.stream.between(0.2, 0.8), box.y + box.h * c.stream.between(0.25, 0.8)
            if wanted and all(c.free(*spot) for spot in ((x, y), (x - room, y + room), (x + room, y + room))):
                size, item = self.place_symbol(c, x, y)
                c.taken += [reach(item)] if item else []
                off = self.clear or 0.6 * size
                # Nothing may stand before it and hide it, but things may stand close behind it.
                c.keep_off(x, y + 0.3 * off, 0.5 * off + 0.35 * size, 0.85 * off)
                return


class ScatterLayer(Scattered):
    """Symbols, scattered loosely and evenly."""

    apart: Size = Field(description="how far apart they stand at least")
    low: bool = Field(False, description="whether they lie on the ground, below all that stands")

    def draw(self, c: TerrainCanvas) -> None:
        for x, y in darts(c.stream, c.box.grown(_BLEED), self.apart, c.free):
            size, _ = self.place_symbol(c, x, y, self.low)
            if self.clear:
                c.keep_off(x, y - 0.2 * size, 0.5 * size, self.clear)


class PutLayer(LayerShape):
    """Symbols at the places of a plan, in order, with the plan centred and fitted into the space."""

    short: ClassVar[str] = "plan"
    plan: Annotated[Many[Spot], Field(min_length=1, max_length=500)] = Field(
        description="[symbol, x, y, size] or with a turn, its foot in a field of 74 x 89.8"
    )

    def symbol_names(self) -> Iterable[str]:
        return [symbol for symbol, _ in self.plan]

    def draw(self, c: TerrainCanvas) -> None:
        (wide, high), box = PLAN, c.box
        k = min(box.w / wide, box.h / high)
        field = chain(translate(box.x + (box.w - k * wide) / 2, box.y + (box.h - k * high) / 2), scale(k))
        for symbol, (x, y, size, *turn) in self.plan:
            spin = rotate(turn[0]) if turn else scale(1)
            foot = chain(field, translate(x, y), spin, scale(size / 100), translate(-50, -100))
            c.ground.append(Place(c.symbols[symbol][0], shorten_matrix(foot)))


LAYERS: dict[str, type[LayerShape]] = {
    "contours": Contours, "halftone": HalftoneLayer, "pools": Pools, "trail": Trail, "roads": Roads,
    "soundings": Soundings, "feature": FeatureLayer, "scatter": ScatterLayer, "put": PutLayer,
}  # fmt: skip
"""All kinds of layers, by the words that files call them."""
