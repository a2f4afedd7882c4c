"""Dice to cut out, fold and glue, with a face on every side."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field

from printgen.base import group_pairs
from printgen.base.units import chain, mm, parse_length, rotate, to_mm, translate
from printgen.drawing.model import Item
from printgen.drawing.outlines import Point, polygon
from printgen.faces.library import Library
from printgen.game.records import Loading, by_name
from printgen.kinds import Kind
from printgen.kinds.composition import Composition, Order
from printgen.kinds.nets import Art, Net, Painter
from printgen.reading.part import Many, Options, Part, Phrase, Words


class Side(NamedTuple):
    """A side of a die in the flat net: its corners on paper, clockwise, with y down, and their names.

    `parent` is the index of the side that it hangs on, -1 for none; its upright picture is turned clockwise by `turn`
    degrees.
    """

    number: int
    corners: tuple[Point, ...]
    names: tuple[int, ...]
    parent: int
    turn: float

    @property
    def middle(self) -> Point:
        """The point that is about equally far from all edges."""
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
        corners = tuple((x * edge, y * edge) for x, y in self.corners)
        return Side(self.number, corners, self.names, self.parent, self.turn)


DiceNets = dict[str, Many[FlatSide]]
"""The file dice.yaml of a folder of templates: the sides of each die, such as d6, laid flat."""


def sides_of(library: Library, sides: int, edge: float) -> tuple[Side, ...]:
    """The sides of a die in the flat net, with edges of a length in points."""
    return tuple(side.at_size(edge) for side in library.merge("dice.yaml", DiceNets)[f"d{sides}"])


SMALLEST, LARGEST = mm(8), mm(50)
"""The least and the greatest length of an edge."""
_USUAL = mm(18)
_SIDES = 20  # as many sides as any die has

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
    """The options of a die, and the length of its edges, in points."""

    options: DieOptions
    edge: float


def load_die(loading: Loading) -> DiePlan | None:
    """The plan of a product; None, with findings, for mistakes."""
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
    """The length of the edges, which the product gives as its size."""
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


# How tall a tab is, as a share of its edge, and how steep its ends are, in degrees: the first that has room.
_TABS = ((0.32, 50.0), (0.26, 42.0), (0.2, 32.0), (0.15, 26.0), (0.1, 20.0))
_TALLEST = mm(7)
_SLACK = 1e-3

Edge = tuple[int, int]
"""A side, and which of its edges: that from this corner of it to the next."""


def net_of(sides: Sequence[Side]) -> Net:
    """The net of the die: its cuts, folds and flaps."""
    hinges = _hinges(sides)
    tabs = _tabs(sides, hinges)
    line = list(_around(sides, hinges, tabs, 0, None))
    folds = [_ends(sides, edge) for edge in hinges if sides[edge[0]].parent == hinges[edge][0]]
    bases = [_ends(sides, edge) for edge in tabs]
    return Net(polygon(line), (*folds, *bases), tuple(tabs.values()))


def _edges(side: Side) -> list[tuple[int, int]]:
    """The edges of a side by the names of their corners."""
    return list(pairwise((*side.names, side.names[0])))


def _ends(sides: Sequence[Side], edge: Edge) -> tuple[Point, Point]:
    """The corners at both ends of an edge, clockwise around its side."""
    corners = sides[edge[0]].corners
    return corners[edge[1]], corners[(edge[1] + 1) % len(corners)]


def _hinges(sides: Sequence[Side]) -> dict[Edge, Edge]:
    """For each edge that is folded, the same edge of the side beyond it."""
    hinges: dict[Edge, Edge] = {}
    for child, side in enumerate(sides):
        if side.parent >= 0:
            parent_edges = _edges(sides[side.parent])
            # Both sides run clockwise, so that they run along the shared edge in opposite directions.
            own, edge = next((i, (b, a)) for i, (a, b) in enumerate(_edges(side)) if (b, a) in parent_edges)
            other = parent_edges.index(edge)
            hinges[child, own], hinges[side.parent, other] = (side.parent, other), (child, own)
    return hinges


def _tabs(sides: Sequence[Side], hinges: dict[Edge, Edge]) -> dict[Edge, tuple[Point, ...]]:
    """The corners of the tabs, clockwise, by the edges that they stand on."""
    edges = {(n, i): names for n, side in enumerate(sides) for i, names in enumerate(_edges(side))}
    pairs = group_pairs((frozenset(names), edge) for edge, names in edges.items() if edge not in hinges)
    occupied = [side.corners for side in sides]
    tabs: dict[Edge, tuple[Point, ...]] = {}
    for pair in pairs.values():
        edge, tab = next(_tabs_with_room(sides, pair, occupied))
        occupied.append(tab)
        tabs[edge] = tab
    return tabs


def _tabs_with_room(
    sides: Sequence[Side], pair: Sequence[Edge], occupied: Sequence[Sequence[Point]]
) -> Iterator[tuple[Edge, tuple[Point, ...]]]:
    """Tabs on either edge of a pair that touch nothing else, the largest first."""
    for share, steep in _TABS:
        for edge in pair:
            tab = _tab(*_ends(sides, edge), share, steep)
            if not any(_overlap(tab, other) for other in occupied):
                yield edge, tab


def _tab(start: Point, end: Point, share: float, steep: float) -> tuple[Point, ...]:
    """A tab on the left of an edge, which is outside of a side whose corners run clockwise."""
    length = math.dist(start, end)
    high = min(share * length, _TALLEST)
    inset = high / math.tan(math.radians(steep))
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    out = (uy * high, -ux * high)
    one = (start[0] + ux * inset + out[0], start[1] + uy * inset + out[1])
    two = (end[0] - ux * inset + out[0], end[1] - uy * inset + out[1])
    return start, one, two, end


def _overlap(first: Sequence[Point], two: Sequence[Point]) -> bool:
    """Whether two convex outlines share more than an edge or a corner: no line separates them."""
    for corners in (first, two):
        for (ax, ay), (bx, by) in pairwise((*corners, corners[0])):
            normal = (by - ay, ax - bx)
            spans = [[normal[0] * x + normal[1] * y for x, y in outline] for outline in (first, two)]
            slack = _SLACK * math.hypot(*normal)
            if max(spans[0]) <= min(spans[1]) + slack or max(spans[1]) <= min(spans[0]) + slack:
                return False
    return True


def _around(
    sides: Sequence[Side], hinges: dict[Edge, Edge], tabs: dict[Edge, tuple[Point, ...]], number: int, entry: int | None
) -> Iterator[Point]:
    """The corners around a side and all sides that hang on it, from the entry edge on."""
    count = len(sides[number].corners)
    first = 0 if entry is None else entry + 1
    for i in range(first, first + count - (entry is not None)):
        edge = (number, i % count)
        if edge in hinges:
            yield from _around(sides, hinges, tabs, *hinges[edge])
        elif edge in tabs:
            yield from tabs[edge][:3]
        else:
            yield _ends(sides, edge)[0]


_FACE = "die-side"
# On a die of four sides a number stands in each corner, as far from the middle as this share of the way out, and so
# large as this share of the edge.
_OUT, _LARGE = 0.46, 0.3


def compose_dice(order: Order) -> Composition:
    """A net for every record of the order, or copies of one; none when anything is wrong with them."""
    plan, product = order.value_as(DiePlan), order.product
    painter = Painter(order, bleed=min(mm(2), 0.1 * plan.edge))
    sides = sides_of(order.library, plan.options.sides, plan.edge)
    net, pieces = net_of(sides), []
    dice: list[tuple[str, Mapping[str, Any], int]] = [
        (record.name, {"card": by_name(record.values, record.source)}, record.copies) for record in order.records
    ]
    for name, facts, copies in dice or [(product.title, {}, plan.options.copies)]:
        arts = [art for side in sides for art in _arts(order, plan, side, name, facts, painter)]
        pieces.append(net.piece(name, arts, bleed=painter.bleed, copies=copies))
    return Composition.whole(pieces, painter.findings)


def _arts(order: Order, plan: DiePlan, side: Side, name: str, facts: Mapping[str, Any], painter: Painter) -> list[Art]:
    """The picture of a side; on a die of four sides, the ground of the side and a picture in each of its corners."""
    x, y = side.middle
    wide, high = _reach(side)
    room = 2 * _inner(side)
    whole = {**facts, "sides": plan.options.sides, "room": to_mm(room), "corner": False}
    if plan.options.sides != 4:
        items = _paint(order, plan, side.number, (wide, high), name, whole, painter)
        return [Art(items, chain(translate(x, y), rotate(side.turn), translate(-wide / 2, -high / 2)), side.corners)]
    ground = painter.paint(
        "die-ground", order.product.where, (wide, high), {**whole, "number": 0}, f"the sides of {name}"
    )
    arts = [Art(ground, chain(translate(x, y), rotate(side.turn), translate(-wide / 2, -high / 2)), side.corners)]
    size = _LARGE * plan.edge
    for number, corner in zip(side.names, side.corners, strict=True):
        turn = math.degrees(math.atan2(corner[0] - x, y - corner[1]))
        spot = (x + _OUT * (corner[0] - x), y + _OUT * (corner[1] - y))
        corner_facts = {**whole, "room": to_mm(size), "corner": True}
        items = _paint(order, plan, number + 1, (size, size), name, corner_facts, painter)
        arts.append(Art(items, chain(translate(*spot), rotate(turn), translate(-size / 2, -size / 2)), side.corners))
    return arts


def _paint(
    order: Order, plan: DiePlan, number: int, size: tuple[float, float], name: str, facts: Mapping[str, Any],
    painter: Painter,
) -> tuple[Item, ...]:  # fmt: skip
    """The face for a number of a named die."""
    product, faces = order.product, plan.options.faces
    named = faces[number - 1] if faces else Phrase(product.front or _FACE, product.where_of("front"))
    return painter.paint(named.text, named.where, size, {**facts, "number": number}, f"side {number} of {name}")


def _reach(side: Side) -> Point:
    """The size of the picture of a side: the smallest about its middle that covers the upright side."""
    x, y = side.middle
    c, s = math.cos(math.radians(side.turn)), math.sin(math.radians(side.turn))
    flat = [(c * (px - x) + s * (py - y), c * (py - y) - s * (px - x)) for px, py in side.corners]
    return 2 * max(abs(px) for px, _ in flat), 2 * max(abs(py) for _, py in flat)


def _inner(side: Side) -> float:
    """The distance from the middle of a side to its nearest edge."""
    x, y = side.middle
    edges = zip(side.corners, (*side.corners[1:], side.corners[0]), strict=True)
    return min(
        abs((bx - ax) * (ay - y) - (ax - x) * (by - ay)) / math.dist((ax, ay), (bx, by)) for (ax, ay), (bx, by) in edges
    )


KIND = Kind(
    "die",
    compose_dice,
    options=DieOptions,
    load=load_die,
    takes=("list", "record", "front", "size"),
    small=True,
    shapes={"dice": DiceNets},
)
