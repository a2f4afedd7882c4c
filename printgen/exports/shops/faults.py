"""A parcel and a shop come in; what would come out badly goes out: sizes, bleed, texts, photos. It draws nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from printgen.base.geometry import IDENTITY, Matrix, compose
from printgen.base.units import PT_PER_IN, mm, to_mm
from printgen.drawing.model import Group, Image, Item, Place, Text
from printgen.errors import Exit, Finding
from printgen.exports.parcel import Lot, Parcel, Thing
from printgen.exports.shops.batches import Batch, batches
from printgen.exports.shops.fitting import DPI, Made, missing, nearest
from printgen.exports.shops.profiles import Shop
from printgen.faces.inspection import Cut
from printgen.faces.preflight import grown_by
from printgen.reading.scalars import shortened

_LEAST, _SLACK, _ROUNDED = 0.97 * DPI, mm(0.05), 0.002
# A shadow is one dot of colour that shows through its mask.
_DOT = 200

_Leaf = tuple[Text | Image, Matrix]


class _Finder:
    """Finds texts and pictures; what is in a group is looked at once. Art that nobody has painted has neither."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Group, tuple[_Leaf, ...]]] = {}

    def found(self, items: Iterable[Item]) -> Iterator[_Leaf]:
        for item in items:
            if isinstance(item, Text | Image):
                yield item, IDENTITY
            elif isinstance(item, Place) and item.group.painted:
                yield from ((leaf, compose(item.matrix, at)) for leaf, at in self._inside(item.group))

    def _inside(self, group: Group) -> tuple[_Leaf, ...]:
        if id(group) not in self._known:
            self._known[id(group)] = group, tuple(self.found(group.items))
        return self._known[id(group)][1]


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
    most = max((product.cards for product in shop.products.values()), default=0)
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
    if not leaf.w * leaf.h or (leaf.mask and len(leaf.data) < _DOT):
        return DPI
    return min(leaf.pixels[0] / leaf.w, leaf.pixels[1] / leaf.h) / (grown_by(at) or 1.0) * PT_PER_IN
