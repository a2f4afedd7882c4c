"""Things and a shop come in; which product of the shop each becomes, and what is printed on it, go out.

A thing is stretched to the size of its product, which differs by so little that nobody sees it; where there is no such
product, it becomes the nearest of its kind, as far as the shop's profile lets it be printed larger or smaller. Where it
bleeds less than the shop wants, its edge goes on: the picture lies under itself, grown again and again by half a
millimetre.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from printgen.base.geometry import Box, chain, scale, translate
from printgen.base.units import PT_PER_IN, mm
from printgen.drawing.flattening import flattened
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place
from printgen.drawing.outlines import rectangle, transformed
from printgen.exports.parcel import Lot, Side, Thing
from printgen.exports.shops.profiles import Cut, Shop, ShopProduct

DPI = 300
_STEP = mm(0.5)
_ROUND, _FULL, _SIX, _SLACK = 0.02, 0.9, 0.75, 0.015
_EXACT = mm(0.05)
# So much more one side may grow than the other: nobody sees that circles are none.
_SKEW = 1.02
WHITE = "#FFFFFF"


class Made(NamedTuple):
    """What a piece becomes: the name of the product, its trimmed size and its bleed on both axes in points.

    `turned` pieces lie on their side. `pixels` is the size of the whole picture.
    """

    name: str
    width: float
    height: float
    bleeds: tuple[float, float]
    turned: bool = False

    @property
    def whole(self) -> tuple[float, float]:
        """Width and height with the bleed, in points."""
        return self.width + 2 * self.bleeds[0], self.height + 2 * self.bleeds[1]

    @property
    def pixels(self) -> tuple[int, int]:
        """Width and height with the bleed, in dots."""
        wide, high = (round(side / PT_PER_IN * DPI) for side in self.whole)
        return wide, high

    def grown(self, thing: Thing) -> tuple[float, float]:
        """How many times as wide and as high as a thing it is, as the thing lies in it."""
        wide, high = (thing.box.h, thing.box.w) if self.turned else (thing.box.w, thing.box.h)
        return self.width / wide, self.height / high


@dataclass(frozen=True)
class Batch:
    """The things of a lot that become one product; `name` is that of the lot, with the product's where it has more."""

    lot: Lot = field(repr=False)
    made: Made
    name: str
    things: tuple[Thing, ...] = field(repr=False)

    @property
    def own(self) -> Lot:
        """The lot with these things only."""
        return replace(self.lot, things=self.things)

    @property
    def count(self) -> int:
        """How many there are, copies included."""
        return sum(thing.copies for thing in self.things)


def cut_of(thing: Thing) -> Cut:
    """What shape is left of a thing once it is cut."""
    if thing.piece.cut is None:
        return "rectangle"
    parts = flattened(thing.outline)
    if len(parts) != 1:
        return "other"
    (corners,) = parts
    box = thing.box
    radii = [math.hypot(x - box.w / 2, y - box.h / 2) for x, y in corners]
    ends = zip(corners, (*corners[1:], corners[0]), strict=True)
    share = abs(sum(x * v - u * y for (x, y), (u, v) in ends)) / 2 / (box.w * box.h)
    if max(radii) - min(radii) < _ROUND * max(radii) and len(corners) > 12:
        return "circle"
    if share > _FULL:
        return "rectangle"
    return "hex" if abs(share - _SIX) < _SLACK else "other"


def made_of(thing: Thing, shop: Shop) -> Made | None:
    """What a thing becomes in a shop; None where there is no product of its shape and about its size.

    Nets are for presses alone. Pages, and what is exact, are never made larger or smaller.
    """
    if thing.role == "model" and shop.makes != "press":
        return None
    if not shop.products:
        wide, high = (f"{side:.4g}" for side in thing.size)
        return Made(f"{wide}x{high}mm", thing.box.w, thing.box.h, (shop.bleed, shop.bleed))
    cut, rows, within = cut_of(thing), [], _EXACT if thing.piece.exact else shop.within
    for number, (name, product) in enumerate(shop.products.items()):
        if product.shape == cut:
            off, turned = _misfit(thing, product)
            if off <= within + 1e-6:
                rows.append((thing.role not in product.roles, round(off, 3), number, name, turned))
    rows = rows or [*_resized(thing, shop, cut)]
    if not rows:
        return None
    *_, name, turned = min(rows)
    return _made(name, shop.products[name], shop, turned)


def _resized(thing: Thing, shop: Shop, cut: Cut) -> Iterator[tuple[bool, float, int, str, bool]]:
    """The products for a role that a thing can be printed as, larger or smaller, the nearest first."""
    if shop.resize is None or thing.piece.exact or thing.role == "page":
        return
    least, most = (part / 100 for part in shop.resize)
    for number, (name, product) in enumerate(shop.products.items()):
        for turned in (False, True) if product.shape == cut and thing.role in product.roles else ():
            grown = Made(name, *product.size, (0.0, 0.0), turned).grown(thing)
            if least <= min(grown) and max(grown) <= min(most, min(grown) * _SKEW):
                yield False, round(abs(math.log(grown[0])), 6), number, name, turned


def nearest(thing: Thing, shop: Shop) -> str:
    """The product that comes nearest to a thing, with its size in millimetres."""
    cut = cut_of(thing)
    alike = [row for row in shop.products.items() if row[1].shape == cut] or [*shop.products.items()]
    name, product = min(alike, key=lambda row: _misfit(thing, row[1])[0])
    wide, high = (f"{side / mm(1):.4g}" for side in product.size)
    return f"{name}, {wide} x {high} mm"


def _misfit(thing: Thing, product: ShopProduct) -> tuple[float, bool]:
    """How far the sides of a thing are from a product's, in points, and whether that is once it lies on its side."""
    wide, high = product.size
    upright = max(abs(thing.box.w - wide), abs(thing.box.h - high))
    across = max(abs(thing.box.h - wide), abs(thing.box.w - high))
    return min((upright, False), (across, True))


def _made(name: str, product: ShopProduct, shop: Shop, turned: bool) -> Made:
    wide, high = product.size
    bleeds = shop.bleed, shop.bleed
    if product.pixels:
        across, down = (dots / DPI * PT_PER_IN for dots in product.pixels)
        bleeds = (across - wide) / 2, (down - high) / 2
    return Made(name, wide, high, bleeds, turned)


def batches(lots: Iterable[Lot], shop: Shop) -> tuple[list[Batch], list[tuple[Lot, Thing]]]:
    """What things become, by lots and products in order; and the first thing of each size that fits nothing."""
    found, strange = list[Batch](), list[tuple[Lot, Thing]]()
    for lot in lots:
        sorts: dict[Made, list[Thing]] = {}
        sizes = set[tuple[float, ...]]()
        for thing in map(_bare, lot.things):
            if made := made_of(thing, shop):
                sorts.setdefault(made, []).append(thing)
            elif (size := tuple(round(side, 2) for side in thing.size)) not in sizes:
                sizes.add(size)
                strange.append((lot, thing))
        for made, things in sorts.items():
            name = lot.name if len(sorts) == 1 else f"{lot.name}-{made.name}{'-turned' if made.turned else ''}"
            found.append(Batch(lot, made, name, tuple(things)))
    return found, strange


def _bare(thing: Thing) -> Thing:
    """A net as a shop prints it: its lines are in a file of their own."""
    return replace(thing, piece=replace(thing.piece, front=thing.piece.bare)) if thing.piece.bare else thing


def missing(thing: Thing, made: Made) -> float:
    """How much of the bleed of its product a thing lacks, in points."""
    return max(0.0, max(made.bleeds) - thing.bleed * min(made.grown(thing)))


def face(thing: Thing, side: Side, made: Made) -> Drawing:
    """What is printed on a side: the whole picture of the product, in points."""
    sx, sy = made.grown(thing)
    grow = min(thing.bleed, (max(made.bleeds) + mm(1)) / min(sx, sy))
    art = _turned(_opaque(thing, side, grow), side) if made.turned else _opaque(thing, side, grow)
    page = made.whole
    lacks = [max(0.0, (whole - had) / 2) for whole, had in zip(page, (art.width * sx, art.height * sy), strict=True)]
    steps = math.ceil(max(lacks) / _STEP - 0.01)
    group = Group(art.items)
    items = [_centred(group, art, page, sx, sy, lacks, n / steps) for n in range(steps, 0, -1)]
    items.append(_centred(group, art, page, sx, sy, lacks, 0.0))
    return Drawing(*page, (Place(Group(tuple(items), rectangle(Box(0, 0, *page)))),))


def _centred(
    group: Group, art: Drawing, page: tuple[float, float], sx: float, sy: float, lacks: list[float], share: float
) -> Place:  # fmt: skip
    """The art in the middle of the page, grown by a share of what it lacks on each side."""
    gx, gy = (1 + 2 * lack * share / had for lack, had in zip(lacks, (art.width * sx, art.height * sy), strict=True))
    middle = translate(page[0] / 2, page[1] / 2)
    return Place(group, chain(middle, scale(sx * gx, sy * gy), translate(-art.width / 2, -art.height / 2)))


def _opaque(thing: Thing, side: Side, grow: float) -> Drawing:
    """A side with its bleed on white, so that nothing shows through from what lies under it."""
    drawn = thing.side(side, grow)
    return drawn._replace(items=(Path(_ground(thing, side, grow), WHITE), *drawn.items))


def _ground(thing: Thing, side: Side, grow: float) -> Outline:
    box = thing.box
    if thing.piece.cut is None:
        return rectangle(Box(0, 0, box.w + 2 * grow, box.h + 2 * grow))
    outline = thing.outline if side == "front" else transformed(thing.outline, (-1, 0, 0, 1, box.w, 0))
    return transformed(outline, translate(grow, grow))


def _turned(drawing: Drawing, side: Side) -> Drawing:
    """A drawing on its side: fronts a quarter to the right and backs to the left, so that both keep their head."""
    wide, high = drawing.width, drawing.height
    matrix = (0, 1, -1, 0, high, 0) if side == "front" else (0, -1, 1, 0, 0, wide)
    items: tuple[Item, ...] = (Place(Group(drawing.items), matrix),)
    return Drawing(high, wide, items)


def sides(thing: Thing) -> Iterator[Side]:
    """The sides that a thing has."""
    yield "front"
    if thing.piece.back is not None:
        yield "back"
