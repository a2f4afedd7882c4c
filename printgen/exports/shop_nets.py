"""Draws standees and tuck boxes on the nets of a shop, which cuts them in sizes of its own."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import replace

from printgen.base.errors import Finding
from printgen.base.units import PT_PER_IN, Box, mm
from printgen.drawing.model import Drawing, Group, Item, Path, Place
from printgen.drawing.outlines import rectangle
from printgen.drawing.pieces import NetFaces
from printgen.exports.bundle import Component
from printgen.exports.shop_products import DPI, WHITE, Shop, ShopPiece, ShopProduct, ground_of
from printgen.kinds.nets import upright

_DOT = PT_PER_IN / DPI
"""A dot of the shops' pictures, in points."""
_BLEED = mm(3)
_MOST_ROOM, _MOST_EXCESS = mm(2), mm(0.5)
"""So much smaller, and larger, cards may be than those that a tuck box is for."""

NetProduct = tuple[Component, ShopPiece | None, Sequence[Finding]]
"""A component as it is sent to a shop, its product there (None where none fits), and mistakes in its faces."""


def fit_net(component: Component, shop: Shop) -> NetProduct:
    """A component that is a net, drawn on one of the shop's own nets."""
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
    """The standees for a whole figure, its feet at their lower edge, each after the absolute logarithm of its scale."""
    least, most = (part / 100 for part in shop.resize or (100, 100))
    for name, product in shop.products.items():
        if product.figure and product.pixels:
            x, y, wide, high = (dots * _DOT for dots in product.figure)
            scale = min(wide / front.width, high / front.height)
            if least <= scale <= most:
                size = front.width * scale, front.height * scale
                left, top = x + (wide - size[0]) / 2, y + high - size[1]
                across, down = (dots * _DOT for dots in product.pixels)
                more = across - 2 * left - size[0], down - 2 * top - size[1]
                yield abs(math.log(scale)), ShopPiece(name, *size, (left, top), False, more)


def _fit_box(component: Component, faces: NetFaces, shop: Shop) -> NetProduct:
    """A tuck box on the net of the smallest that a shop makes for so many cards of that size."""
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
    """Whether the cards of a box fit into one of a shop, and do not rattle in it."""
    room = [inside - card for inside, card in zip(product.size, faces.card, strict=True)]
    return 0 < (faces.cards or 0) <= product.cards and min(room) >= -_MOST_EXCESS and max(room) <= _MOST_ROOM
