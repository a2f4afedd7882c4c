"""The nets of dice, as templates/dice.yaml has them, and what a product of dice says."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

from pydantic import Field

from printgen.base.units import mm, parse_length, to_mm
from printgen.faces.library import Library
from printgen.game.records import Loading
from printgen.kinds.nets import Point
from printgen.reading.part import Many, Options, Part, Words


class Side(NamedTuple):
    """A side of a die that is laid flat: its corners on paper, clockwise, with y down, and their names.

    `parent` is the side that it hangs on, -1 for none; its upright picture is turned clockwise by `turn` degrees.
    """

    number: int
    corners: tuple[Point, ...]
    names: tuple[int, ...]
    parent: int
    turn: float

    @property
    def middle(self) -> Point:
        """The point that is equally far from all edges, or nearly."""
        return sum(x for x, _ in self.corners) / len(self.corners), sum(y for _, y in self.corners) / len(self.corners)


class FlatSide(Part):
    """A side of a die in the file of nets."""

    number: int = Field(description="the number that it shows")
    corners: Many[Annotated[Many[float], Field(min_length=2, max_length=2)]] = Field(
        description="its corners on paper, clockwise, with y down, in lengths of an edge"
    )
    names: Many[int] = Field(description="the names of its corners: sides share an edge where two names are the same")
    parent: int = Field(-1, description="the side that it hangs on, counted from 0")
    turn: float = Field(0.0, description="how far its upright picture is turned, in degrees clockwise")

    def at_size(self, edge: float) -> Side:
        """The side of a die whose edges have a length."""
        corners = tuple((x * edge, y * edge) for x, y in self.corners)
        return Side(self.number, corners, self.names, self.parent, self.turn)


DiceNets = dict[str, Many[FlatSide]]
"""The file dice.yaml of a folder of templates: the sides of each die, such as d6, laid flat."""


def sides_of(library: Library, sides: int, edge: float) -> tuple[Side, ...]:
    """The sides of a die laid flat, whose edges have a length."""
    return tuple(side.at_size(edge) for side in library.merge("dice.yaml", DiceNets)[f"d{sides}"])


SMALLEST, LARGEST = mm(8), mm(50)
"""The least and the greatest length of an edge."""
_USUAL = mm(18)
_SIDES = 20

Sides = Literal[4, 6, 8, 10, 12, 20]


class DieOptions(Options):
    """What a die takes under `options`."""

    sides: Sides = Field(6, description="how many sides it has")
    faces: Annotated[Many[Words], Field(max_length=_SIDES)] = Field(
        (), description="the faces on its sides, in the order of their numbers; without, front draws all of them"
    )
    copies: Annotated[int, Field(ge=1, le=999)] = Field(
        1, description="how many are printed, where no list of dice says so"
    )


class DiePlan(NamedTuple):
    """The options of a die, and how long its edges are, in points."""

    options: DieOptions
    edge: float


def load_die(loading: Loading) -> DiePlan | None:
    """What the product says; None, with findings, where it has mistakes."""
    options, product, files = loading.options_of(DieOptions), loading.product, loading.files
    if options is None:
        return None
    before = len(files.findings)
    edge = _edge(loading)
    count = len(options.faces)
    if count not in (0, options.sides):
        message = f"a die of {options.sides} sides has {options.sides} faces, not {count}"
        hint = f"List {options.sides} faces, or set sides: to how many it has."
        files.report(options.where_of("faces"), "wrong-count", message, hint)
    if count and product.front:
        message = "front is the face of all sides, and faces has one for each"
        files.report(options.where_of("faces"), "unused-key", message, "Remove one of the two.")
    if options.gives("copies") and product.list_file:
        message = "how many there are of each die stands in their list"
        files.report(options.key_where_of("copies"), "unused-key", message, "Remove the line.")
    return DiePlan(options, edge) if edge and len(files.findings) == before else None


def _edge(loading: Loading) -> float | None:
    """How long the edges are, which the product gives as its size."""
    product, limits = loading.product, f"from {to_mm(SMALLEST):g} to {to_mm(LARGEST):g} mm"
    if not product.size:
        return _USUAL
    try:
        edge = parse_length(product.size)
    except ValueError as error:
        message = str(error).partition(";")[0]
        loading.files.report(
            product.where_of("size"), "bad-size", message, "Write the length of an edge, such as 18mm."
        )
        return None
    if not SMALLEST - 1e-6 <= edge <= LARGEST + 1e-6:
        message = f"an edge of {to_mm(edge):g} mm is not {limits}"
        loading.files.report(product.where_of("size"), "bad-size", message, f"Choose one {limits}.")
        return None
    return edge
