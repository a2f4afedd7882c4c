"""Tuck boxes for decks of cards: one net to cut, fold and glue, or two halves on small paper."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import Field, model_validator

from printgen.base.errors import Exit, Finding
from printgen.base.names import in_print
from printgen.base.units import Box, mm, parse_room, to_mm
from printgen.drawing.fonts import bind_shelf
from printgen.drawing.model import Drawing, Segment
from printgen.drawing.outlines import KAPPA, Point, circle
from printgen.drawing.pieces import NetFaces, Piece
from printgen.game.records import Loading
from printgen.kinds import Kind
from printgen.kinds.composition import Composition, Order
from printgen.kinds.cut_pieces import card_size, count_of
from printgen.kinds.nets import Art, Net, Painter, box_corners, colors_of, upright
from printgen.reading.part import (
    NOTHING,
    Length,
    OneOrMany,
    Options,
    Phrase,
    Words,
    length_within,
    parse_with,
    problem,
    schema_text,
)
from printgen.sheets.grid import best_grid
from printgen.sheets.sheet import paper

_SLACK = mm(0.5)  # what is tucked in is so much narrower than its panel, on each side
_APART = mm(3.5)  # so far words stay from pictures, which reach over their edges
# Words take one line where they have so much room across, and several where it is narrow and high enough.
_WIDE, _NARROW, _HIGH = mm(30), mm(10), mm(14)

COLUMNS = (("back", "left", "front", "right"), (("back", "left"), ("front", "right")))
"""The panels from left to right, of a box of one part, and of one of two."""


class TuckBox(NamedTuple):
    """A box by its sides; `notched` boxes have a notch for the thumb in the front."""

    width: float
    height: float
    depth: float
    notched: bool = True

    @property
    def tuck(self) -> float:
        """The length of the flap that is tucked in."""
        return min(max(mm(10), 0.7 * self.depth), mm(20), self.height / 2)

    @property
    def dust(self) -> float:
        """The length of the flaps at the ends of the narrow sides."""
        return min(max(mm(5), 0.8 * self.depth), self.width / 2 - _SLACK, mm(25))

    @property
    def tab(self) -> float:
        """The width of the tab that closes the box."""
        return min(self.depth - _SLACK, mm(12))

    @property
    def notch(self) -> float:
        return min(mm(9), self.width / 5, self.height / 4) if self.notched else 0.0

    def wide(self, name: str) -> float:
        return self.width if name in ("front", "back") else self.depth


class BoxPart(NamedTuple):
    """Panels side by side, with a tab on their left; the first of their tops is at y = 0."""

    box: TuckBox
    columns: tuple[str, ...]

    @property
    def top(self) -> float:
        return self.box.tuck + self.box.depth

    @property
    def bottom(self) -> float:
        return self.top + self.box.height

    def panels(self) -> dict[str, Box]:
        """The visible panels of the closed box, by name."""
        panels, x = dict[str, Box](), self.box.tab
        for name in self.columns:
            wide = self.box.wide(name)
            panels[name] = Box(x, self.top, wide, self.box.height)
            if name == "back":
                panels["top"] = Box(x, self.box.tuck, wide, self.box.depth)
            if name == "front":
                panels["bottom"] = Box(x, self.bottom, wide, self.box.depth)
            x += wide
        return panels

    def note(self) -> Box:
        """The room for words: above the front, else above the left side; empty when it is small."""
        panel = self.panels()["front" if "front" in self.columns else "left"]
        free = self.top if "front" in self.columns else self.top - self.box.dust
        room = Box(panel.x + _APART, 0.0, panel.w - 2 * _APART, free - _APART)
        return room if room.w >= _WIDE or (room.w >= _NARROW and room.h >= _HIGH) else Box(panel.x, 0.0, 0.0, 0.0)

    def net(self) -> Net:
        panels = self.panels()
        upright = [panels[name] for name in self.columns]
        steps: list[Segment] = [("M", self.box.tab, self.top)]
        for name, panel in zip(self.columns, upright, strict=True):
            steps += self._above(name, panel)
        steps.append(("L", upright[-1].right, self.bottom))
        for name, panel in zip(reversed(self.columns), reversed(upright), strict=True):
            steps += [("L", x, y) for x, y in (*self._below(name, panel), (panel.x, self.bottom))]
        tab = self._tab()
        steps += [("L", x, y) for x, y in tab[1:3]]
        folds: list[tuple[Point, Point]] = [((panel.x, self.top), (panel.x, self.bottom)) for panel in upright]
        for name, panel in zip(self.columns, upright, strict=True):
            if name != "front":
                folds.append(((panel.x, self.top), (panel.right, self.top)))
            folds.append(((panel.x, self.bottom), (panel.right, self.bottom)))
            if name == "back":
                folds.append(((panel.x + _SLACK, self.box.tuck), (panel.right - _SLACK, self.box.tuck)))
        under = [(panel, self._below(n, panel)) for n, panel in zip(self.columns, upright, strict=True) if n != "front"]
        flaps = [((p.right, self.bottom), *below, (p.x, self.bottom)) for p, below in under]
        return Net((*steps, ("Z",)), tuple(folds), (tab, *flaps))

    def _tab(self) -> tuple[Point, ...]:
        """The corners of the tab, clockwise on paper from its lower right."""
        wide = self.box.tab
        slant = min(wide, mm(5))
        right = ((wide, self.bottom), (wide, self.top))
        return (right[0], (0.0, self.bottom - slant), (0.0, self.top + slant), right[1])

    def _above(self, name: str, panel: Box) -> list[Segment]:
        """The line around the flap on top of a panel, from its left end to its right one."""
        if name == "back":
            return self._lid(panel)
        if name == "front":
            return [*self._notch(panel), ("L", panel.right, self.top)]
        high, slant = self.top - self.box.dust, min(mm(4), panel.w / 4)
        corners = ((panel.x + slant, high), (panel.right - slant, high), (panel.right, self.top))
        return [("L", x, y) for x, y in corners]

    def _lid(self, panel: Box) -> list[Segment]:
        """The lid and its flap, whose far corners are round."""
        fold, left, right = self.box.tuck, panel.x + _SLACK, panel.right - _SLACK
        r = min(0.7 * fold, mm(9), (right - left) / 2)
        k = r * (1 - KAPPA)
        return [
            ("L", panel.x, fold), ("L", left, fold), ("L", left, r), ("C", left, k, left + k, 0.0, left + r, 0.0),
            ("L", right - r, 0.0), ("C", right - k, 0.0, right, k, right, r), ("L", right, fold),
            ("L", panel.right, fold), ("L", panel.right, self.top),
        ]  # fmt: skip

    def _notch(self, panel: Box) -> list[Segment]:
        """The notch in the upper edge of the front: the lower half of a circle; nothing for a box without one."""
        r = self.box.notch
        if not r:
            return []
        cx = panel.x + panel.w / 2
        _, lower_right, lower_left, *_ = circle(cx, self.top, r)
        right, bottom = (cx + r, self.top), lower_right[-2:]
        # The arcs of a circle run clockwise; here they run from the left end to the right one.
        return [
            ("L", cx - r, self.top),
            ("C", *lower_left[3:5], *lower_left[1:3], *bottom),
            ("C", *lower_right[3:5], *lower_right[1:3], *right),
        ]

    def _below(self, name: str, panel: Box) -> list[Point]:
        """The corners of the flap below a panel, from right to left."""
        if name == "front":
            _, _, right, left = box_corners(self.panels()["bottom"])
            return [right, left]
        if name == "back":
            low, slant = self.bottom + self.box.depth - _SLACK, min(mm(3), panel.w / 6)
        else:
            low, slant = self.bottom + self.box.dust, min(mm(4), panel.w / 4)
        return [(panel.right - slant, low), (panel.x + slant, low)]


SMALLEST, LARGEST = mm(6), mm(300)
"""The least and the greatest side of a box."""
MOST_CARDS = 5000


def _room_for_decks(value: Any) -> tuple[float, float, float]:
    """The width, height and depth of a box, in points. ValueError for sides that nobody could fold."""
    sides = parse_room(str(value))
    if not SMALLEST - 1e-6 <= min(sides) <= max(sides) <= LARGEST + 1e-6:
        raise ValueError(f"a side of {value} is not from {to_mm(SMALLEST):g} to {to_mm(LARGEST):g} mm")
    return sides


Room = Annotated[
    tuple[float, float, float],
    parse_with(_room_for_decks, "Write it like 65x90x30mm.", "bad-size"),
    schema_text("string", "a room such as 65x90x30mm"),
]


class BoxOptions(Options):
    """The `options` of a tuck box: it is made for decks, for a number of cards, or in a given size."""

    for_: OneOrMany[Words] = Field(
        (),
        alias="for",
        description="the products whose cards go into it, copies counted, such as deck or [deck, tokens]",
    )
    cards: Annotated[int, Field(ge=1, le=MOST_CARDS)] | None = Field(
        None, description="how many cards go into it, where no product says so; the product's size is that of a card"
    )
    inside: Room | None = Field(None, description="the room inside: width, height and depth, such as 65x90x30mm")
    thickness: Annotated[Length, length_within(0.02, 10)] = Field(
        mm(0.32), description="how thick one card is; 0.32mm without"
    )
    play: Annotated[Length, length_within(0, 20)] = Field(
        mm(1.5), description="how much larger than the cards the box is, in each direction; 1.5mm without"
    )
    also: Annotated[int, Field(ge=0, le=MOST_CARDS)] = Field(
        0, description="how many more cards have room, such as dividers; the box tells the number of the others"
    )
    above: Annotated[Length, length_within(0, 60)] = Field(
        0.0, description="how much higher it is than its cards, such as for the tabs of dividers"
    )
    sleeves: Annotated[Length, length_within(0.02, 0.5)] | None = Field(
        None, description="how thick the foil of sleeves is, such as 0.06mm, with room for cards in them; none without"
    )
    side: Words = Field(NOTHING, description="the face on the narrow sides")
    left: Words = Field(NOTHING, description="the face on the left side, where it differs")
    right: Words = Field(NOTHING, description="the face on the right side, where it differs")
    top: Words = Field(NOTHING, description="the face on the lid")
    bottom: Words = Field(NOTHING, description="the face on the bottom; that of the lid without")
    notch: bool = Field(True, description="whether the front has a notch for the thumb")
    parts: Literal["auto", "one", "two"] = Field(
        "auto", description="whether it is one net, or two halves that are glued; by default two where one is too wide"
    )

    @model_validator(mode="after")
    def _one_size(self) -> BoxOptions:
        sources = [key for key, value in (("for", self.for_), ("cards", self.cards), ("inside", self.inside)) if value]
        if not sources:
            hint = "Add for: and a deck, cards: and a number, or inside: and a size such as 65x90x30mm."
            raise problem("missing-key", "a tuck box needs to know what goes into it", hint)
        if len(sources) > 1:
            message = f"{' and '.join(sources)} both say how large the box is"
            raise problem("bad-value", message, f"Keep {sources[0]}, or one of the others.")
        more = next((key for key in ("also", "above", "sleeves") if getattr(self, key)), "")
        if self.inside and more:
            raise problem(
                "unused-key", f"inside says how large the box is, and {more} makes no room", "Keep one of them."
            )
        return self


def load_box(loading: Loading) -> BoxOptions | None:
    """The options; None, with findings, when they have mistakes or name a product without cards."""
    options, products, files = loading.options_of(BoxOptions), loading.game.products, loading.files
    if options is None:
        return None
    before = len(files.findings)
    for name in options.for_:
        if name.text not in products:
            files.unknown(name.where, "unknown-product", f"the game has no product '{name.text}'", name.text, products)
        elif products[name.text].list_file is None:
            message = f"'{name.text}' has no list, so nobody can count its cards"
            files.report(name.where, "no-cards", message, "Write cards: and their number in place of for:.")
    if options.for_ and loading.product.size:
        message = "the size of the cards is that of the product under for"
        files.report(loading.product.where_of("size"), "unused-key", message, "Remove the line.")
    if options.cards and not loading.product.size:
        message = "the box does not know how large a card is"
        files.report(options.where_of("cards"), "missing-key", message, "Add size: poker, or another, to the product.")
    return options if len(files.findings) == before else None


# A sleeve for cards of 63.5 mm is 66 to 66.5 mm wide, and as much higher than the card.
_SLEEVE = mm(3)
_USUAL = {"front": "box-front", "back": "box-back", "left": "box-side", "right": "box-side", "top": "box-top"}


class _Contents(NamedTuple):
    """The contents of a box: the number of cards, and the width and height of the largest, in points."""

    cards: int
    width: float
    height: float


def compose_tuck_box(order: Order) -> Composition:
    """The net of the box, or its two halves; nothing, with findings, for mistakes."""
    options, painter = order.value_as(BoxOptions), Painter(order)
    contents = None if options.inside else painter.take(_contents(order, options))
    sides = options.inside or (contents and _room(options, contents))
    if sides is None:
        return Composition((), tuple(painter.findings))
    if max(sides) > LARGEST + 1e-6:
        return Composition((), (*painter.findings, _too_large(options, sides, contents)))
    box = TuckBox(*sides, notched=options.notch)
    facts = _facts(order, options, box, contents)
    parts = _parts(order, options, box)
    pictures = _pictures(order, options, parts, facts, painter)
    pieces = [_piece(order, part, number, len(parts), pictures, facts, painter) for number, part in enumerate(parts, 1)]
    net = _net_faces(order, options, contents)
    return Composition.whole([replace(piece, net=net) for piece in pieces], painter.findings)


def _net_faces(order: Order, options: BoxOptions, contents: _Contents | None) -> NetFaces:
    """The faces for a shop that makes boxes in sizes of its own: they are drawn again for these."""

    def draw(width: float, height: float, depth: float) -> tuple[dict[str, Drawing], list[Finding]]:
        painter, box = Painter(order), TuckBox(width, height, depth, notched=options.notch)
        part = BoxPart(box, COLUMNS[0])
        arts = _pictures(order, options, [part], _facts(order, options, box, contents), painter)
        panels = part.panels()
        faces = {name: Drawing(panels[name].w, panels[name].h, art.items) for name, art in arts.items()}
        return faces, painter.findings

    sleeve = _SLEEVE if options.sleeves else 0.0
    count, *size = contents or _Contents(0, 0.0, 0.0)
    return NetFaces(bind_shelf(draw), count, (size[0] + sleeve, size[1] + sleeve))


def _contents(order: Order, options: BoxOptions) -> tuple[_Contents | None, Sequence[Finding]]:
    """The cards for the box; None, with findings, when their size is unknown."""
    decks = [order.game.products[name.text] for name in options.for_]
    if options.cards:
        sizes = [card_size(order, order.product, order.product.where_of("size"))]
    else:
        sizes = [card_size(order, deck, options.where_of("for")) for deck in decks]
    if findings := [size for size in sizes if isinstance(size, Finding)]:
        return None, findings
    widths, heights = zip(*(size for size in sizes if not isinstance(size, Finding)), strict=True)
    return _Contents(options.cards or sum(map(count_of, decks)), max(widths), max(heights)), ()


def _room(options: BoxOptions, contents: _Contents) -> tuple[float, float, float]:
    """The width, height and depth of the room for cards; a stack too thin to fold around gets some air."""
    foil, sleeve = (options.sleeves, _SLEEVE) if options.sleeves else (0.0, 0.0)
    deep = (contents.cards + options.also) * (options.thickness + 2 * foil)
    sides = (contents.width + sleeve, contents.height + sleeve + options.above, deep)
    width, height, depth = (max(SMALLEST, side + options.play) for side in sides)
    return width, height, depth


def _too_large(options: BoxOptions, sides: tuple[float, ...], contents: _Contents | None) -> Finding:
    """The finding for too large a box, at the option that sets its size."""
    size = " x ".join(f"{to_mm(side):,.4g}" for side in sides)
    cards = f"{contents.cards:,} cards take" if contents else "it takes"
    message = f"{cards} a box of {size} mm inside; a box is up to {to_mm(LARGEST):g} mm long"
    key = next(key for key in ("for", "cards", "inside") if options.gives(key))
    hint = "Make several boxes, each for a part of the cards."
    return Finding("error", options.where_of(key), message, hint, "box-size", Exit.DOES_NOT_FIT)


def _facts(order: Order, options: BoxOptions, box: TuckBox, contents: _Contents | None) -> dict[str, Any]:
    decks = [order.game.products[name.text] for name in options.for_]
    return {
        "cards": contents.cards if contents else 0,
        "thickness": in_print(f"{to_mm(options.thickness):.3g}"),
        "decks": [deck.title for deck in decks],
        "inside": [in_print(f"{to_mm(side):.4g}") for side in box[:3]],
        **colors_of(order, (name for deck in decks for name in (deck.back, deck.front) if name)),
    }


def _parts(order: Order, options: BoxOptions, box: TuckBox) -> list[BoxPart]:
    """One part, or two when the paper is too small for one and large enough for those."""
    whole, halves = [BoxPart(box, COLUMNS[0])], [BoxPart(box, columns) for columns in COLUMNS[1]]
    if options.parts != "auto":
        return whole if options.parts == "one" else halves
    return halves if not _fit(order, whole) and _fit(order, halves) else whole


def _fit(order: Order, parts: list[BoxPart]) -> bool:
    sheet = paper(order.paper, order.library)
    boxes = [part.net().box() for part in parts]
    return all(best_grid(sheet, box.w, box.h, order.margin) for box in boxes)


def _pictures(
    order: Order, options: BoxOptions, parts: list[BoxPart], facts: dict[str, Any], painter: Painter
) -> dict[str, Art]:
    """The picture of every panel; the lid reads upright for a reader in front of the closed box."""
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
        items = painter.paint(name.text, name.where, (box.w, box.h), {**facts, "panel": panel}, f"the {panel}")
        arts[panel] = Art(items, upright(box, panel == "top"), box_corners(box))
    return arts


def _piece(
    order: Order,
    part: BoxPart,
    number: int,
    count: int,
    pictures: dict[str, Art],
    facts: dict[str, Any],
    painter: Painter,
) -> Piece:
    """A part of the net with its pictures, its purpose, and instructions for gluing."""
    at = {"part": number, "parts": count}
    notes = painter.note("box-note", part.note(), {**facts, **at})
    if count > 1:
        tab = Box(0.0, part.top, part.box.tab, part.box.height)
        notes += painter.note("box-tab", tab.grown(-mm(1)), at)
    arts = [pictures[name] for name in part.panels()]
    name = order.product.title if count == 1 else f"{order.product.title} {number}/{count}"
    return part.net().piece(name, arts, notes)


KIND = Kind(
    "tuck-box", compose_tuck_box, options=BoxOptions, load=load_box, takes=("front", "back", "size"), small=True
)
