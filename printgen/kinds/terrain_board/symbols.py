"""The layers of a terrain's motif that are symbols: scattered ones, a large one by chance, and plans of them."""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Annotated, Any, ClassVar

from pydantic import Field, PlainValidator, WithJsonSchema

from printgen.base.geometry import chain, rotate, scale, translate
from printgen.drawing.model import Group, Place
from printgen.drawing.scattering import darts
from printgen.kinds.terrain_board import layers as ground
from printgen.kinds.terrain_board.layers import PLAN, Canvas, LayerShape, Number, Size, Span, Symbols, reach, short
from printgen.reading.fields import Many, problem

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
    """What layers of symbols share."""

    symbols: Symbols = Field(description="the symbols to pick from, with their weights")
    size: Span = Field(description="their least and greatest size")
    sizes: dict[str, Span] = Field(default_factory=dict, description="the sizes of single symbols")
    clear: Size | None = Field(None, description="the room that later symbols leave around one")
    lean: Number = Field(0.0, description="the most degrees that one leans")
    stretch: Number = Field(0.07, description="the most that one is wider or narrower, as a share")
    flip: bool = Field(False, description="whether one may be mirrored")

    def named(self) -> Iterable[str]:
        return (*self.symbols, *self.sizes)

    def put(self, c: Canvas, x: float, y: float, low: bool = False) -> tuple[float, Place | None]:
        """Put one of the symbols at a spot, unless it is in the way; its size and where it stands."""
        name, drawn = self.picked(c)
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

    def picked(self, c: Canvas) -> tuple[str, Group]:
        """One of the symbols, and one of its variants."""
        return c.pick(self.symbols)


class Feature(Scattered):
    """One large symbol, by chance, well inside the space."""

    chance: Annotated[float, Field(ge=0, le=1)] = Field(0.5, description="how often it stands there, up to 1")
    by_turns: bool = Field(
        False, alias="by-turns", description="whether spaces show the symbols by turns, so that neighbours differ"
    )

    def picked(self, c: Canvas) -> tuple[str, Group]:
        found, names = c.pick(self.symbols), tuple(self.symbols)
        if not self.by_turns or c.turn < 0:
            return found
        name = names[c.turn % len(names)]
        variants = c.symbols[name]
        return name, variants[c.turn // len(names) % len(variants)]

    def draw(self, c: Canvas) -> None:
        wanted = c.stream.unit() < self.chance
        box, room = c.box, (self.clear or 0.0) / 3
        for _ in range(12):
            x, y = box.x + box.w * c.stream.between(0.2, 0.8), box.y + box.h * c.stream.between(0.25, 0.8)
            if wanted and all(c.free(*spot) for spot in ((x, y), (x - room, y + room), (x + room, y + room))):
                size, item = self.put(c, x, y)
                c.taken += [reach(item)] if item else []
                off = self.clear or 0.6 * size
                # Nothing may stand before it and hide it, but things may stand close behind it.
                c.keep_off(x, y + 0.3 * off, 0.5 * off + 0.35 * size, 0.85 * off)
                return


class Scatter(Scattered):
    """Symbols, evenly loose."""

    apart: Size = Field(description="how far apart they stand at least")
    low: bool = Field(False, description="whether they lie on the ground, below all that stands")

    def draw(self, c: Canvas) -> None:
        for x, y in darts(c.stream, c.box.grown(_BLEED), self.apart, c.free):
            size, _ = self.put(c, x, y, self.low)
            if self.clear:
                c.keep_off(x, y - 0.2 * size, 0.5 * size, self.clear)


class Put(LayerShape):
    """Symbols at the places of a plan, in their order, the plan centred and fitted into the space."""

    short: ClassVar[str] = "plan"
    plan: Annotated[Many[Spot], Field(min_length=1, max_length=500)] = Field(
        description="[symbol, x, y, size] or with a turn, its foot in a field of 74 x 89.8"
    )

    def named(self) -> Iterable[str]:
        return [symbol for symbol, _ in self.plan]

    def draw(self, c: Canvas) -> None:
        (wide, high), box = PLAN, c.box
        k = min(box.w / wide, box.h / high)
        field = chain(translate(box.x + (box.w - k * wide) / 2, box.y + (box.h - k * high) / 2), scale(k))
        for symbol, (x, y, size, *turn) in self.plan:
            spin = rotate(turn[0]) if turn else scale(1)
            foot = chain(field, translate(x, y), spin, scale(size / 100), translate(-50, -100))
            c.ground.append(Place(c.symbols[symbol][0], short(foot)))


_KINDS: tuple[type[LayerShape], ...] = (
    ground.Contours, ground.Halftone, ground.Pools, ground.Trail, ground.Roads, ground.Soundings, Feature, Scatter, Put
)  # fmt: skip
LAYERS = {kind.__name__.lower(): kind for kind in _KINDS}
"""All kinds of layers, by the words that files call them."""
