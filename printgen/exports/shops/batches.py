"""Things and a shop come in; batches of what each product is made from go out. Nets are drawn on those of the shop."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from printgen.base.geometry import Box
from printgen.base.units import PT_PER_IN, mm
from printgen.drawing.model import Drawing, Group, Item, Path, Place
from printgen.drawing.outlines import rectangle
from printgen.drawing.pieces import Folded
from printgen.errors import Finding
from printgen.exports.parcel import Lot, Thing
from printgen.exports.shops.fitting import DPI, WHITE, Made, ground_of, made_of
from printgen.exports.shops.profiles import Shop, ShopProduct
from printgen.kinds.nets import upright

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
        sizes, boxes = set[tuple[float, ...]](), dict[int, Folded]()
        told, used = list[Finding](), Counter[str]()
        for thing in lot.things:
            if (folded := thing.piece.folded) and id(folded) in boxes:
                continue  # Another part of the same box.
            boxes |= {id(folded): folded} if folded else {}
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
        return _boxed(thing, folded, shop)
    faces, wrong = folded.faces(0, 0, 0)
    front = faces.get("front")
    made = front and min(_standees(front, shop), default=(0.0, None))[1]
    if not front or not made:
        return thing, None, wrong
    return _printed(thing, front, faces.get("back"), _NET_BLEED), made, wrong


_NET_BLEED = mm(3)
_LOOSE, _TIGHT = mm(2), mm(0.5)
"""So much smaller, and larger, cards may be than those that a tuck box is for."""


def _printed(thing: Thing, front: Drawing, back: Drawing | None, bleed: float) -> Thing:
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


def _boxed(thing: Thing, folded: Folded, shop: Shop) -> tuple[Thing, Made | None, Sequence[Finding]]:
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
    return _printed(thing, whole, None, 0.0), Made(name, page.w, page.h, (0.0, 0.0)), wrong


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
