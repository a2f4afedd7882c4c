"""Batches of what each product of a shop is made from, and what would come out badly."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from printgen.base.errors import Exit, Finding
from printgen.base.units import IDENTITY, PT_PER_IN, Matrix, compose, mm, to_mm
from printgen.drawing.model import Group, Image, Item, Place, Text
from printgen.drawing.pieces import NetFaces
from printgen.exports.bundle import Bundle, Component, ProductExport
from printgen.exports.shop_nets import NetProduct, fit_net
from printgen.exports.shop_products import DPI, Shop, ShopPiece, fit_product, nearest
from printgen.faces.inspection import CutEdge, grown_by
from printgen.reading.scalars import shorten


@dataclass(frozen=True)
class ShopBatch:
    """The components that become one product of a shop; `name` is that of their own product, with the shop's where it
    becomes more than one."""

    product: ProductExport = field(repr=False)
    made: ShopPiece
    name: str
    findings: tuple[Finding, ...] = field(default=(), repr=False)
    """What is wrong with faces that were drawn for the shop."""

    @property
    def components(self) -> tuple[Component, ...]:
        """What is made."""
        return self.product.components


def batches(bundle: Bundle, shop: Shop) -> tuple[list[ShopBatch], list[tuple[ProductExport, Component]]]:
    """What components become, in their order; and the first component of each size that fits nothing."""
    found, strange = list[ShopBatch](), list[tuple[ProductExport, Component]]()
    for product in bundle.products:
        groups: dict[ShopPiece, list[Component]] = {}
        sizes, boxes, findings = set[tuple[float, ...]](), set[NetFaces](), list[Finding]()
        for component in product.components:
            if (net := component.piece.net) and net in boxes:
                continue  # Another part of the same box.
            boxes |= {net} if net else set()
            component, made, mistakes = _fit(component, shop)
            findings += mistakes
            if made:
                groups.setdefault(made, []).append(component)
            elif (size := tuple(round(side, 2) for side in component.size)) not in sizes:
                sizes.add(size)
                strange.append((product, component))
        found += _batches_of(product, groups, findings)
    return found, strange


def _fit(component: Component, shop: Shop) -> NetProduct:
    """A component as a shop makes it; a press prints nets bare, as their lines are in a file of their own."""
    if component.role == "model" and shop.makes != "press":
        return fit_net(component, shop)
    if component.piece.bare:
        component = replace(component, piece=replace(component.piece, front=component.piece.bare))
    return component, fit_product(component, shop), ()


def _batches_of(
    product: ProductExport, groups: Mapping[ShopPiece, Sequence[Component]], findings: Iterable[Finding]
) -> Iterator[ShopBatch]:
    """A batch for each product of the shop; the first has the findings."""
    names = Counter[str]()
    for number, (made, components) in enumerate(groups.items()):
        name = product.name
        if len(groups) > 1:
            name += f"-{made.name}{'-turned' if made.turned else ''}"
        names[name] += 1
        name += f"-{names[name]}" if names[name] > 1 else ""
        part = replace(product, components=tuple(components))
        yield ShopBatch(part, made, name, () if number else tuple(findings))


_LEAST, _SLACK, _ROUNDED = 0.97 * DPI, mm(0.05), 0.002
# A shadow is one dot of colour that shows through its mask.
_DOT_SIZE = 200

_Leaf = tuple[Text | Image, Matrix]


class _Finder:
    """Finds texts and pictures; what is in a group is looked at once. Art that nobody has painted has neither."""

    def __init__(self) -> None:
        self._known: dict[Hashable, tuple[_Leaf, ...]] = {}

    def leaves(self, items: Iterable[Item]) -> Iterator[_Leaf]:
        for item in items:
            if isinstance(item, Text | Image):
                yield item, IDENTITY
            elif isinstance(item, Place) and item.group.is_painted:
                yield from ((leaf, compose(item.matrix, at)) for leaf, at in self._inside(item.group))

    def _inside(self, group: Group) -> tuple[_Leaf, ...]:
        if group.key not in self._known:
            self._known[group.key] = tuple(self.leaves(group.items))
        return self._known[group.key]


class _Fault(NamedTuple):
    room: float
    words: str
    component: Component


def faults(bundle: Bundle, shop: Shop) -> Iterator[Finding]:
    """All that there is to say of a bundle for a shop; an error where it makes nothing of it."""
    found, strange = batches(bundle, shop)
    for product, component in strange:
        fault = _no_product(product, component, shop)
        yield replace(fault, severity="info") if found else fault
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
        if shop.most and batch.product.count > shop.most:
            message = f"{batch.name} has {batch.product.count} cards, and {shop.title} takes {shop.most} in one order"
            yield batch.product.finding("warning", message, "It is written as several orders.", "too-many-cards")


def _no_product(product: ProductExport, component: Component, shop: Shop) -> Finding:
    """A warning that a shop makes nothing of a component."""
    wide, high = component.size
    message = f"{product.name} is left out: {shop.title} makes nothing of {wide:.4g} x {high:.4g} mm ({component.name})"
    hint = "Send nets with --profile press."
    if component.role != "model" and shop.products:
        hint = f"The nearest is {nearest(component, shop)}."
    most = max((product.cards for product in shop.products.values()), default=0)
    if most and (net := component.piece.net) and net.cards:
        wide, high = map(to_mm, net.card)
        message = f"{product.name} is left out: {shop.title} makes boxes for up to {most} poker cards, and it is for"
        message += f" {net.cards} of {wide:.4g} x {high:.4g} mm"
    return product.finding("warning", message, hint, "no-shop-product")


def _bleeds(batch: ShopBatch, shop: Shop) -> Iterator[Finding]:
    if any(batch.made.more):
        return  # How far the pictures of standees reach is no choice of a game.
    short = max(batch.made.lacks(component) for component in batch.components)
    if short > _SLACK:
        least = min(component.bleed for component in batch.components)
        message = f"{batch.name} has {to_mm(least):.3g} mm of bleed, and {shop.title} wants {to_mm(shop.bleed):.3g} mm"
        hint = "Its edges go on as they end; let its face bleed further to draw them yourself."
        yield batch.product.finding("warning", message, hint, "short-bleed")


def _sizes(batch: ShopBatch, shop: Shop) -> Iterator[Finding]:
    """What of a batch is made larger or smaller; a warning where people would see that."""
    made, sizes = batch.made, set[tuple[float, float]]()
    for component in batch.components:
        across, down = made.scales(component)
        sizes.add((round(made.width / across, 3), round(made.height / down, 3)))
    for wide, high in sorted(sizes):
        off = max(abs(wide - made.width), abs(high - made.height))
        own = f"{batch.name} is {to_mm(wide):.4g} x {to_mm(high):.4g} mm"
        both = f"{own}, and {made.name} is {to_mm(made.width):.4g} x {to_mm(made.height):.4g} mm"
        if off > shop.within + _ROUNDED:
            message = f"{both}: it is printed at {made.width / wide * 100:.0f} %"
            hint = "Make it as large as that product, if it must fit a space, a sleeve or another piece."
            yield batch.product.finding("warning", message, hint, "resized")
        elif off > _SLACK:
            yield batch.product.finding("info", f"{both}: it is stretched by {to_mm(off):.2g} mm", "", "stretched")


def _texts(batch: ShopBatch, shop: Shop, finder: _Finder) -> Iterator[Finding]:
    """A warning for texts that lie nearer to the cut than the shop wants."""
    near: list[_Fault] = []
    for component in batch.components:
        scale = min(batch.made.scales(component))
        cut = CutEdge(component.piece, shop.safe / scale)
        for side in filter(None, (component.piece.front, component.piece.back)):
            texts = ((leaf, at) for leaf, at in finder.leaves(side.items) if isinstance(leaf, Text))
            rooms = ((cut.room(text, at) * scale, text.text) for text, at in texts if text.text.strip())
            room, words = min(rooms, default=(shop.safe, ""))
            if room < shop.safe - _SLACK:
                near.append(_Fault(room, words, component))
    if near:
        worst = min(near, key=lambda fault: fault.room)
        count = len({fault.component.number for fault in near})
        away = f"{to_mm(max(0.0, worst.room)):.2g} mm from the cut, and {shop.title} wants {to_mm(shop.safe):.3g} mm"
        message = f'"{shorten(worst.words)}" of {worst.component.name} lies {away}'
        message += f" ({count} of {len(batch.components)} pieces)"
        yield _warning(worst.component, batch, message, "Move texts inward in the face.", "near-cut")


def _photos(batch: ShopBatch, finder: _Finder) -> Iterator[Finding]:
    """A warning for each picture that has too few dots at its size, where it is worst."""
    poor: dict[bytes, list[tuple[float, int, Component]]] = {}
    for component in batch.components:
        scale = min(batch.made.scales(component))
        for side in filter(None, (component.piece.front, component.piece.back)):
            for leaf, at in finder.leaves(side.items):
                if isinstance(leaf, Image) and (dpi := _dpi(leaf, at) / scale) < _LEAST:
                    poor.setdefault(leaf.data, []).append((dpi, component.number, component))
    for rows in poor.values():
        dpi, _, component = min(rows)
        count = len({number for _, number, _ in rows})
        message = f"a picture on {component.name} prints at {dpi:.0f} dpi, and shops want {DPI}"
        message += f" ({count} of {len(batch.components)} pieces)" if count > 1 else ""
        yield _warning(component, batch, message, "Use a larger picture.", "soft-photo")


def _warning(component: Component, batch: ShopBatch, message: str, hint: str, code: str) -> Finding:
    """A warning of a component, at its record where it has one."""
    finding = batch.product.finding("warning", message, hint, code)
    return replace(finding, where=component.of.where) if component.of else finding


def _dpi(leaf: Image, at: Matrix) -> float:
    if not leaf.w * leaf.h or (leaf.mask and len(leaf.data) < _DOT_SIZE):
        return DPI
    return min(leaf.pixels[0] / leaf.w, leaf.pixels[1] / leaf.h) / (grown_by(at) or 1.0) * PT_PER_IN
