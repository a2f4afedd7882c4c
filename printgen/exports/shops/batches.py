"""Batches of what each product of a shop is made from, and what would come out badly."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from printgen.base.errors import Exit, Finding
from printgen.base.units import IDENTITY, PT_PER_IN, Box, Matrix, compose, mm, to_mm
from printgen.drawing.model import Drawing, Group, Image, Item, Path, Place, Text
from printgen.drawing.outlines import rectangle
from printgen.drawing.pieces import Folded
from printgen.exports.parcel import Lot, Parcel, Thing
from printgen.exports.shops.fitting import DPI, WHITE, Made, Shop, ShopProduct, ground_of, made_of, missing, nearest
from printgen.faces.inspection import Cut, grown_by
from printgen.kinds.nets import upright
from printgen.reading.scalars import shortened

_DOT = PT_PER_IN / DPI


@dataclass(frozen=True)
class Batch:
    """The things of a lot that become one product; `name` is that of the lot, with the product's where it has more."""

    lot: Lot = field(repr=False)
    made: Made
    name: str
    things: tuple[Thing, ...] = field(repr=False)
    findings: tuple[Finding, ...] = field(default=(), repr=False)
    """What is wrong with faces that were drawn for the product."""

    @property
    def own(self) -> Lot:
        """The lot with these things only."""
        return replace(self.lot, things=self.things)

    @property
    def count(self) -> int:
        """How many there are, copies included."""
        return sum(thing.copies for thing in self.things)


def batches(lots: Iterable[Lot], shop: Shop) -> tuple[list[Batch], list[tuple[Lot, Thing]]]:
    """What things become, by lots and products in order; and the first thing of each size that fits nothing."""
    found, strange = list[Batch](), list[tuple[Lot, Thing]]()
    for lot in lots:
        sorts: dict[Made, list[Thing]] = {}
        sizes, boxes = set[tuple[float, ...]](), set[Folded]()
        told, used = list[Finding](), Counter[str]()
        for thing in lot.things:
            if (folded := thing.piece.folded) and folded in boxes:
                continue  # Another part of the same box.
            boxes |= {folded} if folded else set()
            net = thing.role == "model" and shop.makes != "press"
            thing, made, wrong = on_net(thing, shop) if net else (_bare(thing), made_of(_bare(thing), shop), ())
            told += wrong
            if made:
                sorts.setdefault(made, []).append(thing)
            elif (size := tuple(round(side, 2) for side in thing.size)) not in sizes:
                sizes.add(size)
                strange.append((lot, thing))
        for made, things in sorts.items():
            name = lot.name if len(sorts) == 1 else f"{lot.name}-{made.name}{'-turned' if made.turned else ''}"
            used[name] += 1
            name += f"-{used[name]}" if used[name] > 1 else ""
            found.append(Batch(lot, made, name, tuple(things), tuple(told)))
            told.clear()
    return found, strange


def _bare(thing: Thing) -> Thing:
    """A net as a shop prints it: its lines are in a file of their own."""
    return replace(thing, piece=replace(thing.piece, front=thing.piece.bare)) if thing.piece.bare else thing


def on_net(thing: Thing, shop: Shop) -> tuple[Thing, Made | None, Sequence[Finding]]:
    """A net as a shop makes it, what that is, and what is wrong with it; None where it makes none that fits."""
    folded = thing.piece.folded
    if folded is None:
        return thing, None, ()
    if folded.cards is not None:
        return _box_thing(thing, folded, shop)
    faces, wrong = folded.faces(0, 0, 0)
    front = faces.get("front")
    made = front and min(_standees(front, shop), default=(0.0, None))[1]
    if not front or not made:
        return thing, None, wrong
    return _flat_thing(thing, front, faces.get("back"), _NET_BLEED), made, wrong


_NET_BLEED = mm(3)
_LOOSE, _TIGHT = mm(2), mm(0.5)
"""So much smaller, and larger, cards may be than those that a tuck box is for."""


def _flat_thing(thing: Thing, front: Drawing, back: Drawing | None, bleed: float) -> Thing:
    """A thing of flat sides in place of a net."""
    flat = replace(thing.piece, front=front, back=back, cut=None, bleed=bleed, folds=(), bare=None)
    return replace(thing, piece=flat)


def _standees(front: Drawing, shop: Shop) -> Iterator[tuple[float, Made]]:
    """The standees that a figure can be printed on whole, its feet at their lower edge, and how far it is resized."""
    least, most = (part / 100 for part in shop.resize or (100, 100))
    for name, product in shop.products.items():
        if product.figure and product.pixels:
            x, y, wide, high = (dots * _DOT for dots in product.figure)
            grown = min(wide / front.width, high / front.height)
            if least <= grown <= most:
                size = front.width * grown, front.height * grown
                left, top = x + (wide - size[0]) / 2, y + high - size[1]
                across, down = (dots * _DOT for dots in product.pixels)
                more = across - 2 * left - size[0], down - 2 * top - size[1]
                yield abs(math.log(grown)), Made(name, *size, (left, top), False, more)


def _box_thing(thing: Thing, folded: Folded, shop: Shop) -> tuple[Thing, Made | None, Sequence[Finding]]:
    """A tuck box on the net of the smallest that a shop makes for so many cards of that size."""
    rooms = ((product.cards, name) for name, product in shop.products.items() if _takes(product, folded))
    _, name = min(rooms, default=(0, ""))
    product = shop.products.get(name)
    if not product or not product.net or not product.pixels:
        return thing, None, ()
    left, top, wide, high, deep = (dots * _DOT for dots in product.net)
    page = Box(0, 0, *(dots * _DOT for dots in product.pixels))
    faces, wrong = folded.faces(wide, high, deep)
    items: list[Item] = [Path(rectangle(page), ground_of(faces[name] for name in sorted(faces, key="front".__ne__)))]
    # Ink keeps glue from holding: the tab beside the front is white, but for what reaches over the fold.
    glued = Box(left + 2 * (wide + deep), top, page.w, high)
    items.append(Path(rectangle(glued), WHITE))
    for reach in (_NET_BLEED, 0.0):
        items += (
            Place(Group((Place(Group(faces[name].items), upright(box, turned)),), rectangle(box.grown(reach))))
            for name, box, turned in _places(product.net) if name in faces
        )  # fmt: skip
    whole = Drawing(page.w, page.h, tuple(items))
    return _flat_thing(thing, whole, None, 0.0), Made(name, page.w, page.h, (0.0, 0.0)), wrong


def _places(net: Sequence[float]) -> Iterator[tuple[str, Box, bool]]:
    """Where the faces of a box lie on the net of a shop, in points, and which of them lie upside down."""
    left, top, wide, high, deep = (dots * _DOT for dots in net)
    back, front = left + deep, left + 2 * deep + wide
    yield "right", Box(left, top, deep, high), False
    yield "back", Box(back, top, wide, high), False
    yield "left", Box(back + wide, top, deep, high), False
    yield "front", Box(front, top, wide, high), False
    # The lid hangs on the back. The bottom may be glued over either panel, and reads upright below the front.
    yield "top", Box(back, top - deep, wide, deep), True
    yield "bottom", Box(back, top + high, wide, deep), True
    yield "bottom", Box(front, top + high, wide, deep), False


def _takes(product: ShopProduct, folded: Folded) -> bool:
    """Whether the cards of a box fit into one of a shop, and do not rattle in it."""
    room = [whole - card for whole, card in zip(product.size, folded.card, strict=True)]
    return 0 < (folded.cards or 0) <= product.cards and min(room) >= -_TIGHT and max(room) <= _LOOSE


_LEAST, _SLACK, _ROUNDED = 0.97 * DPI, mm(0.05), 0.002
# A shadow is one dot of colour that shows through its mask.
_DOT_SIZE = 200

_Leaf = tuple[Text | Image, Matrix]


class _Finder:
    """Finds texts and pictures; what is in a group is looked at once. Art that nobody has painted has neither."""

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[_Leaf, ...]] = {}

    def found(self, items: Iterable[Item]) -> Iterator[_Leaf]:
        for item in items:
            if isinstance(item, Text | Image):
                yield item, IDENTITY
            elif isinstance(item, Place) and item.group.painted:
                yield from ((leaf, compose(item.matrix, at)) for leaf, at in self._inside(item.group))

    def _inside(self, group: Group) -> tuple[_Leaf, ...]:
        if group.key not in self._known:
            self._known[group.key] = tuple(self.found(group.items))
        return self._known[group.key]


class _Fault(NamedTuple):
    room: float
    words: str
    thing: Thing


def faults(parcel: Parcel, shop: Shop) -> Iterator[Finding]:
    """All that there is to say of a parcel for a shop; an error where it makes nothing of it."""
    found, strange = batches(parcel.lots, shop)
    for lot, thing in strange:
        left = _no_product(lot, thing, shop)
        yield replace(left, severity="info") if found else left
    if not found and parcel.lots:
        message = f"{shop.title} has no product for anything here"
        hint = "Make the pieces as large as one of its products, or choose another --profile."
        where = parcel.lots[0].pieces.product.where
        yield Finding("error", where, message, hint, "no-shop-product", Exit.DOES_NOT_FIT)
    finder = _Finder()
    for batch in found:
        yield from batch.findings
        yield from _bleeds(batch, shop)
        yield from _sizes(batch, shop)
        yield from _texts(batch, shop, finder)
        yield from _photos(batch, finder)
        if shop.most and batch.count > shop.most:
            message = f"{batch.name} has {batch.count} cards, and {shop.title} takes {shop.most} in one order"
            yield batch.lot.finding("warning", message, "It is written as several orders.", "too-many-cards")


def _no_product(lot: Lot, thing: Thing, shop: Shop) -> Finding:
    wide, high = thing.size
    message = f"{lot.name} is left out: {shop.title} makes nothing of {wide:.4g} x {high:.4g} mm ({thing.name})"
    hint = "Send nets with --profile press."
    if thing.role != "model" and shop.products:
        hint = f"The nearest is {nearest(thing, shop)}."
    most = max((spec.cards for spec in shop.products.values()), default=0)
    if most and (cards := thing.piece.folded and thing.piece.folded.cards):
        message = (
            f"{lot.name} is left out: {shop.title} makes boxes for up to {most} poker cards, and it is for {cards}"
        )
        message += f" of {to_mm(thing.piece.folded.card[0]):.4g} x {to_mm(thing.piece.folded.card[1]):.4g} mm"
    return lot.finding("warning", message, hint, "no-shop-product")


def _bleeds(batch: Batch, shop: Shop) -> Iterator[Finding]:
    if any(batch.made.more):
        return  # How far the pictures of standees reach is no choice of a game.
    short = max(missing(thing, batch.made) for thing in batch.things)
    if short > _SLACK:
        least = min(thing.bleed for thing in batch.things)
        message = f"{batch.name} has {to_mm(least):.3g} mm of bleed, and {shop.title} wants {to_mm(shop.bleed):.3g} mm"
        hint = "Its edges go on as they end; let its face bleed further to draw them yourself."
        yield batch.lot.finding("warning", message, hint, "short-bleed")


def _sizes(batch: Batch, shop: Shop) -> Iterator[Finding]:
    """What of a batch is made larger or smaller; a warning where people would see that."""
    made = batch.made
    for wide, high in sorted({_sides(thing, made) for thing in batch.things}):
        off = max(abs(wide - made.width), abs(high - made.height))
        said = f"{batch.name} is {to_mm(wide):.4g} x {to_mm(high):.4g} mm, and {made.name} is {to_mm(made.width):.4g} x"
        said += f" {to_mm(made.height):.4g} mm: it is"
        if off > shop.within + _ROUNDED:
            message = f"{said} printed at {made.width / wide * 100:.0f} %"
            hint = "Make it as large as that product, if it must fit a space, a sleeve or another piece."
            yield batch.lot.finding("warning", message, hint, "resized")
        elif off > _SLACK:
            yield batch.lot.finding("info", f"{said} stretched by {to_mm(off):.2g} mm", "", "stretched")


def _sides(thing: Thing, made: Made) -> tuple[float, float]:
    """How wide and how high a thing is in its product, before it is stretched, in points."""
    across, down = made.grown(thing)
    return round(made.width / across, 3), round(made.height / down, 3)


def _texts(batch: Batch, shop: Shop, finder: _Finder) -> Iterator[Finding]:
    """A warning for texts that lie nearer to the cut than the shop wants."""
    near: list[_Fault] = []
    for thing in batch.things:
        grown = min(batch.made.grown(thing))
        cut = Cut(thing.piece, shop.safe / grown)
        for side in filter(None, (thing.piece.front, thing.piece.back)):
            found = (
                (leaf, at) for leaf, at in finder.found(side.items) if isinstance(leaf, Text) and leaf.text.strip()
            )
            rooms = ((cut.room(text, at) * grown, text.text) for text, at in found)
            room, words = min(rooms, default=(shop.safe, ""))
            if room < shop.safe - _SLACK:
                near.append(_Fault(room, words, thing))
    if near:
        worst = min(near, key=lambda fault: fault.room)
        count = len({fault.thing.number for fault in near})
        said = (
            f'"{shortened(worst.words)}" of {worst.thing.name} lies {to_mm(max(0.0, worst.room)):.2g} mm from the cut'
        )
        message = f"{said}, and {shop.title} wants {to_mm(shop.safe):.3g} mm ({count} of {len(batch.things)} pieces)"
        yield _of(worst.thing, batch, message, "Move texts inward in the face.", "near-cut")


def _photos(batch: Batch, finder: _Finder) -> Iterator[Finding]:
    """A warning for each picture that has too few dots at its size, where it is worst."""
    poor: dict[bytes, list[tuple[float, int, Thing]]] = {}
    for thing in batch.things:
        grown = min(batch.made.grown(thing))
        for side in filter(None, (thing.piece.front, thing.piece.back)):
            for leaf, at in finder.found(side.items):
                if isinstance(leaf, Image) and (dpi := _dpi(leaf, at) / grown) < _LEAST:
                    poor.setdefault(leaf.data, []).append((dpi, thing.number, thing))
    for found in poor.values():
        dpi, _, thing = min(found)
        count = len({number for _, number, _ in found})
        message = f"a picture on {thing.name} prints at {dpi:.0f} dpi, and shops want {DPI}"
        message += f" ({count} of {len(batch.things)} pieces)" if count > 1 else ""
        yield _of(thing, batch, message, "Use a larger picture.", "soft-photo")


def _of(thing: Thing, batch: Batch, message: str, hint: str, code: str) -> Finding:
    """A warning of a thing, at its record where it has one."""
    found = batch.lot.finding("warning", message, hint, code)
    return replace(found, where=thing.of.where) if thing.of else found


def _dpi(leaf: Image, at: Matrix) -> float:
    if not leaf.w * leaf.h or (leaf.mask and len(leaf.data) < _DOT_SIZE):
        return DPI
    return min(leaf.pixels[0] / leaf.w, leaf.pixels[1] / leaf.h) / (grown_by(at) or 1.0) * PT_PER_IN
