"""A tuck box: an order comes in; its net, painted with faces, goes out as one piece or as two halves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

from printgen.base.language import in_print
from printgen.base.units import mm, to_mm
from printgen.drawing.fonts import bound
from printgen.drawing.model import Drawing
from printgen.drawing.pieces import Folded, Piece
from printgen.errors import Exit, Finding
from printgen.kinds.composition import Composition, Order
from printgen.kinds.decks import card_size, count_of
from printgen.kinds.nets import Art, Painter, box_corners, colors_of, upright
from printgen.kinds.tuck_box.model import COLUMNS, Part, TuckBox
from printgen.kinds.tuck_box.reading import LARGEST, SMALLEST, BoxOptions
from printgen.reading.part import Phrase
from printgen.sheets.grid import best_grid
from printgen.sheets.papers import paper

# A sleeve for cards of 63.5 mm is 66 to 66.5 mm wide, and as much higher than the card.
_SLEEVE = mm(3)
_USUAL = {"front": "box-front", "back": "box-back", "left": "box-side", "right": "box-side", "top": "box-top"}


class _Contents(NamedTuple):
    """What goes into a box: how many cards, and the width and height of the largest, in points."""

    cards: int
    width: float
    height: float


def compose_tuck_box(order: Order) -> Composition:
    """The net of the box, or its two halves; nothing, with findings, when anything is wrong."""
    options, painter = order.loaded(BoxOptions), Painter(order)
    contents = None if options.inside else _contents(order, options, painter.findings)
    sides = options.inside or (contents and _room(options, contents))
    if sides is None:
        return Composition((), tuple(painter.findings))
    if max(sides) > LARGEST + 1e-6:
        painter.findings.append(_too_large(order, options, sides, contents))
        return Composition((), tuple(painter.findings))
    box = TuckBox(*sides, notched=options.notch)
    told = _told(order, options, box, contents)
    parts = _parts(order, options, box)
    pictures = _pictures(order, options, parts, told, painter)
    pieces = [_piece(order, part, number, len(parts), pictures, told, painter) for number, part in enumerate(parts, 1)]
    folded = _folded(order, options, contents)
    return Composition.whole([replace(piece, folded=folded) for piece in pieces], painter.findings)


def _folded(order: Order, options: BoxOptions, contents: _Contents | None) -> Folded:
    """The box for who makes it in sizes of their own: its faces are drawn anew for them."""

    def faces(width: float, height: float, depth: float) -> tuple[dict[str, Drawing], list[Finding]]:
        painter, box = Painter(order), TuckBox(width, height, depth, notched=options.notch)
        arts = _pictures(order, options, [box.part(COLUMNS[0])], _told(order, options, box, contents), painter)
        panels = box.part(COLUMNS[0]).panels()
        return {
            name: Drawing(panels[name].w, panels[name].h, art.items) for name, art in arts.items()
        }, painter.findings

    around = _SLEEVE if options.sleeves else 0.0
    count, *size = contents or _Contents(0, 0.0, 0.0)
    return Folded(bound(faces), count, (size[0] + around, size[1] + around))


def _contents(order: Order, options: BoxOptions, findings: list[Finding]) -> _Contents | None:
    """The cards that go into the box; None, with findings, where their size is not known."""
    decks = [order.game.products[name.text] for name in options.for_]
    sizes = [card_size(order, deck, options.where_of("for"), findings) for deck in decks]
    if options.cards:
        sizes = [card_size(order, order.product, order.product.where_of("size"), findings)]
    known = [size for size in sizes if size]
    if len(known) < len(sizes) or not known:
        return None
    count = options.cards or sum(map(count_of, decks))
    return _Contents(count, max(size[0] for size in known), max(size[1] for size in known))


def _room(options: BoxOptions, contents: _Contents) -> tuple[float, float, float]:
    """Width, height and depth of the room for cards; a stack so thin that nobody could fold its box has some air."""
    foil, around = (options.sleeves, _SLEEVE) if options.sleeves else (0.0, 0.0)
    deep = (contents.cards + options.also) * (options.thickness + 2 * foil)
    sides = (contents.width + around, contents.height + around + options.above, deep)
    width, height, depth = (max(SMALLEST, side + options.play) for side in sides)
    return width, height, depth


def _too_large(order: Order, options: BoxOptions, sides: tuple[float, ...], contents: _Contents | None) -> Finding:
    told = " x ".join(f"{to_mm(side):,.4g}" for side in sides)
    cards = f"{contents.cards:,} cards take" if contents else "it takes"
    message = f"{cards} a box of {told} mm inside; a box is up to {to_mm(LARGEST):g} mm long"
    key = next(key for key in ("for", "cards", "inside") if options.gives(key))
    hint = "Make several boxes, each for a part of the cards."
    return Finding("error", options.where_of(key), message, hint, "box-size", Exit.DOES_NOT_FIT)


def _told(order: Order, options: BoxOptions, box: TuckBox, contents: _Contents | None) -> dict[str, Any]:
    """What all faces of the box are told."""
    decks = [order.game.products[name.text] for name in options.for_]
    return {
        "cards": contents.cards if contents else 0,
        "thickness": in_print(f"{to_mm(options.thickness):.3g}"),
        "decks": [deck.title for deck in decks],
        "inside": [in_print(f"{to_mm(side):.4g}") for side in box[:3]],
        **colors_of(order, (name for deck in decks for name in (deck.back, deck.front) if name)),
    }


def _parts(order: Order, options: BoxOptions, box: TuckBox) -> list[Part]:
    """One part, or two where the paper is too small for one and large enough for those."""
    one, two = [box.part(COLUMNS[0])], [box.part(columns) for columns in COLUMNS[1]]
    if options.parts != "auto":
        return one if options.parts == "one" else two
    return two if not _fit(order, one) and _fit(order, two) else one


def _fit(order: Order, parts: list[Part]) -> bool:
    sheet = paper(order.paper, order.library)
    boxes = [part.net().box() for part in parts]
    return all(best_grid(sheet, box.w, box.h, order.margin) for box in boxes)


def _pictures(
    order: Order, options: BoxOptions, parts: list[Part], told: dict[str, Any], painter: Painter
) -> dict[str, Art]:
    """The picture of every panel; the lid reads upright for who holds the closed box with its front before them."""
    product = order.product
    named = {
        "front": Phrase(product.front, product.where_of("front")),
        "back": Phrase(product.back or product.front, product.where_of("back" if product.back else "front")),
        "left": options.left or options.side,
        "right": options.right or options.side,
        "top": options.top,
        "bottom": options.bottom or options.top,
    }
    arts = {}
    for panel, box in (entry for part in parts for entry in part.panels().items()):
        name = named[panel] or Phrase(_USUAL.get(panel, _USUAL["top"]), product.where)
        items = painter.paint(name.text, name.where, (box.w, box.h), {**told, "panel": panel}, f"the {panel}")
        arts[panel] = Art(items, upright(box, panel == "top"), box_corners(box))
    return arts


def _piece(
    order: Order, part: Part, number: int, count: int, pictures: dict[str, Art], told: dict[str, Any], painter: Painter
) -> Piece:
    """A part of the net with its pictures, what it is for, and where to glue it."""
    at = {"part": number, "parts": count}
    notes = painter.note("box-note", part.note(), {**told, **at})
    if count > 1:
        notes += painter.note("box-tab", part.tab_box().grown(-mm(1)), at)
    arts = [pictures[name] for name in part.panels()]
    name = order.product.title if count == 1 else f"{order.product.title} {number}/{count}"
    return part.net().piece(name, arts, notes)
