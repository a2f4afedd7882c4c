"""Sorts components into batches of a shop's products, draws its nets, and checks the results."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from printgen.base.errors import Exit, Finding
from printgen.base.units import IDENTITY, PT_PER_IN, Box, Matrix, compose, mm, to_mm
from printgen.drawing.model import Drawing, Group, Image, Item, Path, Place, Text
from printgen.drawing.outlines import rectangle
from printgen.drawing.pieces import NetFaces
from printgen.exports.bundle import Bundle, Component, ProductExport
from printgen.exports.shop_products import DPI, WHITE, Shop, ShopPiece, ShopProduct, fit_product, ground_of, nearest
from printgen.faces.inspection import grown_by
from printgen.faces.trim import CutEdge
from printgen.kinds.nets import upright
from printgen.reading.scalars import shorten


@dataclass(frozen=True)
class ShopBatch:
    """Components that become one product of a shop; `name` is the game's product, with the shop's if they differ."""

    product: ProductExport = field(repr=False)
    shop_piece: ShopPiece
    name: str
    findings: tuple[Finding, ...] = field(default=(), repr=False)
    """Mistakes in faces that were drawn for the shop."""

    @property
    def components(self) -> tuple[Component, ...]:
        """The components in their order."""
        return self.product.components


def batches_of(bundle: Bundle, shop: Shop) -> tuple[list[ShopBatch], list[tuple[ProductExport, Component]]]:
    """The batches of a bundle in its order, and the first component of each size that fits no product of the shop."""
    batches, misfits = list[ShopBatch](), list[tuple[ProductExport, Component]]()
    for product in bundle.products:
        groups: dict[ShopPiece, list[Component]] = {}
        misfit_sizes, nets, findings = set[tuple[float, ...]](), set[NetFaces](), list[Finding]()
        for component in product.components:
            if (net := component.piece.net) and net in nets:
                continue  # This is another part of the same box.
            nets |= {net} if net else set()
            component, shop_piece, face_findings = _fit(component, shop)
            findings += face_findings
            if shop_piece:
                groups.setdefault(shop_piece, []).append(component)
            elif (size := tuple(round(side, 2) for side in component.size)) not in misfit_sizes:
                misfit_sizes.add(size)
                misfits.append((product, component))
        batches += _product_batches(product, groups, findings)
    return batches, misfits


def _fit(component: Component, shop: Shop) -> NetProduct:
    """A component in the form that a shop makes; a press prints nets without lines, which get a file of their own."""
    if component.role == "model" and shop.makes != "press":
        return fit_net(component, shop)
    if component.piece.bare:
        component = replace(component, piece=replace(component.piece, front=component.piece.bare))
    return component, fit_product(component, shop), ()


def _product_batches(
    product: ProductExport, groups: Mapping[ShopPiece, Sequence[Component]], findings: Iterable[Finding]
) -> Iterator[ShopBatch]:
    """A batch for each group of a product's components; the first has the findings."""
    names = Counter[str]()
    for number, (shop_piece, components) in enumerate(groups.items()):
        name = product.name
        if len(groups) > 1:
            name += f"-{shop_piece.name}{'-turned' if shop_piece.turned else ''}"
        names[name] += 1
        name += f"-{names[name]}" if names[name] > 1 else ""
        part = replace(product, components=tuple(components))
        yield ShopBatch(part, shop_piece, name, () if number else tuple(findings))


_LEAST_DPI = 0.97 * DPI
_SLACK, _ROUNDING = mm(0.05), 0.002
"""Differences of lengths that nobody sees, and those that rounding makes, in points."""
_MOST_SHADOW_BYTES = 200
"""Data of a picture with a mask, when it is a shadow: one pixel of colour that shows through the mask."""

_Leaf = tuple[Text | Image, Matrix]
"""A text or a picture in a drawing, and where it is."""


def _leaves(items: Iterable[Item], at: Matrix = IDENTITY) -> Iterator[_Leaf]:
    """The texts and pictures of items placed by a matrix. Unpainted art has neither."""
    for item in items:
        if isinstance(item, Text | Image):
            yield item, at
        elif isinstance(item, Place) and item.group.is_painted:
            yield from _leaves(item.group.items, compose(at, item.matrix))


class _NearText(NamedTuple):
    """A text too near to the cut of a component, `room` points from it."""

    room: float
    words: str
    component: Component


def batch_findings(bundle: Bundle, shop: Shop) -> Iterator[Finding]:
    """All findings on a bundle for a shop; an error if the shop makes none of it."""
    batches, misfits = batches_of(bundle, shop)
    for product, component in misfits:
        finding = _no_product(product, component, shop)
        yield replace(finding, severity="info") if batches else finding
    if not batches:
        message = f"{shop.title} has no product for anything here"
        hint = "Make the pieces as large as one of its products, or choose another --profile."
        where = bundle.products[0].pieces.product.where
        yield Finding("error", where, message, hint, "no-shop-product", Exit.DOES_NOT_FIT)
    for batch in batches:
        yield from batch.findings
        yield from _bleed_findings(batch, shop)
        yield from _size_findings(batch, shop)
        yield from _text_findings(batch, shop)
        yield from _photo_findings(batch)
        if shop.most and batch.product.count > shop.most:
            message = f"{batch.name} has {batch.product.count} cards, and {shop.title} takes {shop.most} in one order"
            yield batch.product.finding("warning", message, "It is written as several orders.", "too-many-cards")


def _no_product(product: ProductExport, component: Component, shop: Shop) -> Finding:
    """A warning that a shop cannot make a component."""
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


def _bleed_findings(batch: ShopBatch, shop: Shop) -> Iterator[Finding]:
    """A warning when a component has less bleed than the shop wants."""
    if any(batch.shop_piece.more):
        return  # How far the pictures of standees reach is no choice of a game.
    if max(batch.shop_piece.lacks(component) for component in batch.components) > _SLACK:
        bleed = min(component.bleed for component in batch.components)
        message = f"{batch.name} has {to_mm(bleed):.3g} mm of bleed, and {shop.title} wants {to_mm(shop.bleed):.3g} mm"
        hint = "Its edges go on as they end; let its face bleed further to draw them yourself."
        yield batch.product.finding("warning", message, hint, "short-bleed")


def _size_findings(batch: ShopBatch, shop: Shop) -> Iterator[Finding]:
    """A finding for each size of component that is printed larger or smaller; a warning if people would see it."""
    shop_piece, sizes = batch.shop_piece, set[tuple[float, float]]()
    for component in batch.components:
        across, down = shop_piece.scales(component)
        sizes.add((round(shop_piece.width / across, 3), round(shop_piece.height / down, 3)))
    for wide, high in sorted(sizes):
        difference = max(abs(wide - shop_piece.width), abs(high - shop_piece.height))
        own_size = f"{batch.name} is {to_mm(wide):.4g} x {to_mm(high):.4g} mm"
        both = f"{own_size}, and {shop_piece.name} is {to_mm(shop_piece.width):.4g} x {to_mm(shop_piece.height):.4g} mm"
        if difference > shop.within + _ROUNDING:
            message = f"{both}: it is printed at {shop_piece.width / wide * 100:.0f} %"
            hint = "Make it as large as that product, if it must fit a space, a sleeve or another piece."
            yield batch.product.finding("warning", message, hint, "resized")
        elif difference > _SLACK:
            message = f"{both}: it is stretched by {to_mm(difference):.2g} mm"
            yield batch.product.finding("info", message, "", "stretched")


def _text_findings(batch: ShopBatch, shop: Shop) -> Iterator[Finding]:
    """A warning when texts are nearer to the cut than the shop wants, at the nearest one."""
    near: list[_NearText] = []
    for component in batch.components:
        scale = min(batch.shop_piece.scales(component))
        cut = CutEdge(component.piece, shop.safe / scale)
        for side in filter(None, (component.piece.front, component.piece.back)):
            texts = ((leaf, at) for leaf, at in _leaves(side.items) if isinstance(leaf, Text))
            rooms = ((cut.room(text, at) * scale, text.text) for text, at in texts if text.text.strip())
            room, words = min(rooms, default=(shop.safe, ""))
            if room < shop.safe - _SLACK:
                near.append(_NearText(room, words, component))
    if near:
        worst = min(near, key=lambda text: text.room)
        count = len({text.component.number for text in near})
        away = f"{to_mm(max(0.0, worst.room)):.2g} mm from the cut, and {shop.title} wants {to_mm(shop.safe):.3g} mm"
        message = f'"{shorten(worst.words)}" of {worst.component.name} lies {away}'
        message += f" ({count} of {len(batch.components)} pieces)"
        yield _warning(worst.component, batch, message, "Move texts inward in the face.", "near-cut")


def _photo_findings(batch: ShopBatch) -> Iterator[Finding]:
    """A warning for each picture with too few pixels for its size, at the component where it is largest."""
    soft: dict[bytes, list[tuple[float, int, Component]]] = {}
    for component in batch.components:
        scale = min(batch.shop_piece.scales(component))
        for side in filter(None, (component.piece.front, component.piece.back)):
            for leaf, at in _leaves(side.items):
                if isinstance(leaf, Image) and (dpi := _dpi(leaf, at) / scale) < _LEAST_DPI:
                    soft.setdefault(leaf.data, []).append((dpi, component.number, component))
    for rows in soft.values():
        dpi, _, component = min(rows)
        count = len({number for _, number, _ in rows})
        message = f"a picture on {component.name} prints at {dpi:.0f} dpi, and shops want {DPI}"
        message += f" ({count} of {len(batch.components)} pieces)" if count > 1 else ""
        yield _warning(component, batch, message, "Use a larger picture.", "soft-photo")


def _warning(component: Component, batch: ShopBatch, message: str, hint: str, code: str) -> Finding:
    """A warning about a component, at its record if it has one."""
    finding = batch.product.finding("warning", message, hint, code)
    return replace(finding, where=component.record.where) if component.record else finding


def _dpi(picture: Image, at: Matrix) -> float:
    """The dots per inch of a picture placed by a matrix; enough for shadows and for pictures without area."""
    if not picture.w * picture.h or (picture.mask and len(picture.data) < _MOST_SHADOW_BYTES):
        return DPI
    return min(picture.pixels[0] / picture.w, picture.pixels[1] / picture.h) / (grown_by(at) or 1.0) * PT_PER_IN


_DOT = PT_PER_IN / DPI
"""A dot of the shops' pictures, in points."""
_BLEED = mm(3)
_MOST_ROOM, _MOST_EXCESS = mm(2), mm(0.5)
"""So much smaller, and larger, cards may be than those that a tuck box is for."""

NetProduct = tuple[Component, ShopPiece | None, Sequence[Finding]]
"""A component as it is sent to a shop, its product there (None where none fits), and mistakes in its faces."""


def fit_net(component: Component, shop: Shop) -> NetProduct:
    """A net component drawn on one of the shop's own nets."""
    faces = component.piece.net
    if faces is None:
        return component, None, ()
    if faces.cards is not None:
        return _fit_box(component, faces, shop)
    sides, findings = faces.draw(0, 0, 0)
    front = sides.get("front")
    shop_piece = front and min(_standees(front, shop), default=(0.0, None))[1]
    if not front or not shop_piece:
        return component, None, findings
    return _flat_component(component, front, sides.get("back"), _BLEED), shop_piece, findings


def _flat_component(component: Component, front: Drawing, back: Drawing | None, bleed: float) -> Component:
    """A component of flat sides in place of a net."""
    flat = replace(component.piece, front=front, back=back, cut=None, bleed=bleed, folds=(), bare=None)
    return replace(component, piece=flat)


def _standees(front: Drawing, shop: Shop) -> Iterator[tuple[float, ShopPiece]]:
    """The standees that fit a whole figure, feet at their lower edge, each after the absolute log of its scale."""
    smallest, largest = (part / 100 for part in shop.resize or (100, 100))
    for name, product in shop.products.items():
        if product.figure and product.pixels:
            x, y, wide, high = (dots * _DOT for dots in product.figure)
            scale = min(wide / front.width, high / front.height)
            if smallest <= scale <= largest:
                size = front.width * scale, front.height * scale
                left, top = x + (wide - size[0]) / 2, y + high - size[1]
                across, down = (dots * _DOT for dots in product.pixels)
                more = across - 2 * left - size[0], down - 2 * top - size[1]
                yield abs(math.log(scale)), ShopPiece(name, *size, (left, top), False, more)


def _fit_box(component: Component, faces: NetFaces, shop: Shop) -> NetProduct:
    """A tuck box on the net of the smallest box of a shop for that many cards of that size."""
    boxes = ((product.cards, name) for name, product in shop.products.items() if _holds(product, faces))
    _, name = min(boxes, default=(0, ""))
    product = shop.products.get(name)
    if not product or not product.net or not product.pixels:
        return component, None, ()
    left, top, wide, high, deep = (dots * _DOT for dots in product.net)
    page = Box(0, 0, *(dots * _DOT for dots in product.pixels))
    panels, findings = faces.draw(wide, high, deep)
    ground = ground_of(panels[panel] for panel in sorted(panels, key="front".__ne__))
    items: list[Item] = [Path(rectangle(page), ground)]
    # Glue does not hold on ink: the tab beside the front is white, but for the bleed over the fold.
    tab = Box(left + 2 * (wide + deep), top, page.w, high)
    items.append(Path(rectangle(tab), WHITE))
    for reach in (_BLEED, 0.0):
        items += (
            Place(Group((Place(Group(panels[panel].items), upright(box, turned)),), rectangle(box.grown(reach))))
            for panel, box, turned in _panels(product.net) if panel in panels
        )  # fmt: skip
    net = Drawing(page.w, page.h, tuple(items))
    return _flat_component(component, net, None, 0.0), ShopPiece(name, page.w, page.h, (0.0, 0.0)), findings


def _panels(net: Sequence[float]) -> Iterator[tuple[str, Box, bool]]:
    """The panels of a box on the net of a shop: face, box in points, and whether it is upside down."""
    left, top, wide, high, deep = (dots * _DOT for dots in net)
    back, front = left + deep, left + 2 * deep + wide
    yield "right", Box(left, top, deep, high), False
    yield "back", Box(back, top, wide, high), False
    yield "left", Box(back + wide, top, deep, high), False
    yield "front", Box(front, top, wide, high), False
    # The lid is joined to the back. The bottom may be glued over either panel, and is upright below the front.
    yield "top", Box(back, top - deep, wide, deep), True
    yield "bottom", Box(back, top + high, wide, deep), True
    yield "bottom", Box(front, top + high, wide, deep), False


def _holds(product: ShopProduct, faces: NetFaces) -> bool:
    """Whether the cards of a box fit into a shop's box without rattling."""
    room = [inside - card for inside, card in zip(product.size, faces.card, strict=True)]
    return 0 < (faces.cards or 0) <= product.cards and min(room) >= -_MOST_EXCESS and max(room) <= _MOST_ROOM
