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
from printgen.exports.bundle import Bundle, Component, ProductExport
from printgen.exports.shops.fitting import (
    DPI,
    WHITE,
    Shop,
    ShopPiece,
    ShopProduct,
    ground_of,
    missing,
    nearest,
    shop_piece,
)
from printgen.faces.inspection import Cut, grown_by
from printgen.kinds.nets import upright
from printgen.reading.scalars import shorten

_DOT = PT_PER_IN / DPI


@dataclass(frozen=True)
class ShopBatch:
    """The things of a lot that become one product; `name` is that of the lot, with the product's where it has more."""

    product: ProductExport = field(repr=False)
    made: ShopPiece
    name: str
    components: tuple[Component, ...] = field(repr=False)
    findings: tuple[Finding, ...] = field(default=(), repr=False)
    """What is wrong with faces that were drawn for the product."""

    @property
    def own(self) -> ProductExport:
        """The lot with these things only."""
        return replace(self.product, components=self.components)

    @property
    def count(self) -> int:
        """How many there are, copies included."""
        return sum(component.copies for component in self.components)


def batches(
    products: Iterable[ProductExport], shop: Shop
) -> tuple[list[ShopBatch], list[tuple[ProductExport, Component]]]:
    """What things become, by lots and products in order; and the first thing of each size that fits nothing."""
    found, strange = list[ShopBatch](), list[tuple[ProductExport, Component]]()
    for product in products:
        sorts: dict[ShopPiece, list[Component]] = {}
        sizes, boxes = set[tuple[float, ...]](), set[Folded]()
        told, used = list[Finding](), Counter[str]()
        for component in product.components:
            if (folded := component.piece.folded) and folded in boxes:
                continue  # Another part of the same box.
            boxes |= {folded} if folded else set()
            net = component.role == "model" and shop.makes != "press"
            component, made, wrong = (
                on_net(component, shop) if net else (_bare(component), shop_piece(_bare(component), shop), ())
            )
            told += wrong
            if made:
                sorts.setdefault(made, []).append(component)
            elif (size := tuple(round(side, 2) for side in component.size)) not in sizes:
                sizes.add(size)
                strange.append((product, component))
        for made, components in sorts.items():
            name = product.name if len(sorts) == 1 else f"{product.name}-{made.name}{'-turned' if made.turned else ''}"
            used[name] += 1
            name += f"-{used[name]}" if used[name] > 1 else ""
            found.append(ShopBatch(product, made, name, tuple(components), tuple(told)))
            told.clear()
    return found, strange


def _bare(component: Component) -> Component:
    """A net as a shop prints it: its lines are in a file of their own."""
    return (
        replace(component, piece=replace(component.piece, front=component.piece.bare))
        if component.piece.bare
        else component
    )


def on_net(component: Component, shop: Shop) -> tuple[Component, ShopPiece | None, Sequence[Finding]]:
    """A net as a shop makes it, what that is, and what is wrong with it; None where it makes none that fits."""
    folded = component.piece.folded
    if folded is None:
        return component, None, ()
    if folded.cards is not None:
        return _box_component(component, folded, shop)
    faces, wrong = folded.faces(0, 0, 0)
    front = faces.get("front")
    made = front and min(_standees(front, shop), default=(0.0, None))[1]
    if not front or not made:
        return component, None, wrong
    return _flat_component(component, front, faces.get("back"), _NET_BLEED), made, wrong


_NET_BLEED = mm(3)
_LOOSE, _TIGHT = mm(2), mm(0.5)
"""So much smaller, and larger, cards may be than those that a tuck box is for."""


def _flat_component(component: Component, front: Drawing, back: Drawing | None, bleed: float) -> Component:
    """A thing of flat sides in place of a net."""
    flat = replace(component.piece, front=front, back=back, cut=None, bleed=bleed, folds=(), bare=None)
    return replace(component, piece=flat)


def _standees(front: Drawing, shop: Shop) -> Iterator[tuple[float, ShopPiece]]:
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
                yield abs(math.log(grown)), ShopPiece(name, *size, (left, top), False, more)


def _box_component(
    component: Component, folded: Folded, shop: Shop
) -> tuple[Component, ShopPiece | None, Sequence[Finding]]:
    """A tuck box on the net of the smallest that a shop makes for so many cards of that size."""
    rooms = ((product.cards, name) for name, product in shop.products.items() if _takes(product, folded))
    _, name = min(rooms, default=(0, ""))
    product = shop.products.get(name)
    if not product or not product.net or not product.pixels:
        return component, None, ()
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
    return _flat_component(component, whole, None, 0.0), ShopPiece(name, page.w, page.h, (0.0, 0.0)), wrong


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
            elif isinstance(item, Place) and item.group.is_painted:
                yield from ((leaf, compose(item.matrix, at)) for leaf, at in self._inside(item.group))

    def _inside(self, group: Group) -> tuple[_Leaf, ...]:
        if group.key not in self._known:
            self._known[group.key] = tuple(self.found(group.items))
        return self._known[group.key]


class _Fault(NamedTuple):
    room: float
    words: str
    component: Component


def faults(bundle: Bundle, shop: Shop) -> Iterator[Finding]:
    """All that there is to say of a parcel for a shop; an error where it makes nothing of it."""
    found, strange = batches(bundle.products, shop)
    for product, component in strange:
        left = _no_product(product, component, shop)
        yield replace(left, severity="info") if found else left
    if not found and bundle.products:
        message = f"{shop.title} has no product for anything here"
        hint = "Make the pieces as large as one of its products, or choose another --profile."
        where = bundle.products[0].pieces.product.where
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
            yield batch.product.finding("warning", message, "It is written as several orders.", "too-many-cards")


def _no_product(product: ProductExport, component: Component, shop: Shop) -> Finding:
    wide, high = component.size
    message = f"{product.name} is left out: {shop.title} makes nothing of {wide:.4g} x {high:.4g} mm ({component.name})"
    hint = "Send nets with --profile press."
    if component.role != "model" and shop.products:
        hint = f"The nearest is {nearest(component, shop)}."
    most = max((spec.cards for spec in shop.products.values()), default=0)
    if most and (cards := component.piece.folded and component.piece.folded.cards):
        message = (
            f"{product.name} is left out: {shop.title} makes boxes for up to {most} poker cards, and it is for {cards}"
        )
        message += f" of {to_mm(component.piece.folded.card[0]):.4g} x {to_mm(component.piece.folded.card[1]):.4g} mm"
    return product.finding("warning", message, hint, "no-shop-product")


def _bleeds(batch: ShopBatch, shop: Shop) -> Iterator[Finding]:
    if any(batch.made.more):
        return  # How far the pictures of standees reach is no choice of a game.
    short = max(missing(component, batch.made) for component in batch.components)
    if short > _SLACK:
        least = min(component.bleed for component in batch.components)
        message = f"{batch.name} has {to_mm(least):.3g} mm of bleed, and {shop.title} wants {to_mm(shop.bleed):.3g} mm"
        hint = "Its edges go on as they end; let its face bleed further to draw them yourself."
        yield batch.product.finding("warning", message, hint, "short-bleed")


def _sizes(batch: ShopBatch, shop: Shop) -> Iterator[Finding]:
    """What of a batch is made larger or smaller; a warning where people would see that."""
    made = batch.made
    for wide, high in sorted({_sides(component, made) for component in batch.components}):
        off = max(abs(wide - made.width), abs(high - made.height))
        said = f"{batch.name} is {to_mm(wide):.4g} x {to_mm(high):.4g} mm, and {made.name} is {to_mm(made.width):.4g} x"
        said += f" {to_mm(made.height):.4g} mm: it is"
        if off > shop.within + _ROUNDED:
            message = f"{said} printed at {made.width / wide * 100:.0f} %"
            hint = "Make it as large as that product, if it must fit a space, a sleeve or another piece."
            yield batch.product.finding("warning", message, hint, "resized")
        elif off > _SLACK:
            yield batch.product.finding("info", f"{said} stretched by {to_mm(off):.2g} mm", "", "stretched")


def _sides(component: Component, made: ShopPiece) -> tuple[float, float]:
    """How wide and how high a thing is in its product, before it is stretched, in points."""
    across, down = made.grown(component)
    return round(made.width / across, 3), round(made.height / down, 3)


def _texts(batch: ShopBatch, shop: Shop, finder: _Finder) -> Iterator[Finding]:
    """A warning for texts that lie nearer to the cut than the shop wants."""
    near: list[_Fault] = []
    for component in batch.components:
        grown = min(batch.made.grown(component))
        cut = Cut(component.piece, shop.safe / grown)
        for side in filter(None, (component.piece.front, component.piece.back)):
            found = (
                (leaf, at) for leaf, at in finder.found(side.items) if isinstance(leaf, Text) and leaf.text.strip()
            )
            rooms = ((cut.room(text, at) * grown, text.text) for text, at in found)
            room, words = min(rooms, default=(shop.safe, ""))
            if room < shop.safe - _SLACK:
                near.append(_Fault(room, words, component))
    if near:
        worst = min(near, key=lambda fault: fault.room)
        count = len({fault.component.number for fault in near})
        away = f"{to_mm(max(0.0, worst.room)):.2g} mm"
        said = f'"{shorten(worst.words)}" of {worst.component.name} lies {away} from the cut'
        message = (
            f"{said}, and {shop.title} wants {to_mm(shop.safe):.3g} mm ({count} of {len(batch.components)} pieces)"
        )
        yield _of(worst.component, batch, message, "Move texts inward in the face.", "near-cut")


def _photos(batch: ShopBatch, finder: _Finder) -> Iterator[Finding]:
    """A warning for each picture that has too few dots at its size, where it is worst."""
    poor: dict[bytes, list[tuple[float, int, Component]]] = {}
    for component in batch.components:
        grown = min(batch.made.grown(component))
        for side in filter(None, (component.piece.front, component.piece.back)):
            for leaf, at in finder.found(side.items):
                if isinstance(leaf, Image) and (dpi := _dpi(leaf, at) / grown) < _LEAST:
                    poor.setdefault(leaf.data, []).append((dpi, component.number, component))
    for found in poor.values():
        dpi, _, component = min(found)
        count = len({number for _, number, _ in found})
        message = f"a picture on {component.name} prints at {dpi:.0f} dpi, and shops want {DPI}"
        message += f" ({count} of {len(batch.components)} pieces)" if count > 1 else ""
        yield _of(component, batch, message, "Use a larger picture.", "soft-photo")


def _of(component: Component, batch: ShopBatch, message: str, hint: str, code: str) -> Finding:
    """A warning of a thing, at its record where it has one."""
    found = batch.product.finding("warning", message, hint, code)
    return replace(found, where=component.of.where) if component.of else found


def _dpi(leaf: Image, at: Matrix) -> float:
    if not leaf.w * leaf.h or (leaf.mask and len(leaf.data) < _DOT_SIZE):
        return DPI
    return min(leaf.pixels[0] / leaf.w, leaf.pixels[1] / leaf.h) / (grown_by(at) or 1.0) * PT_PER_IN
