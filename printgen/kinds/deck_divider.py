"""Dividers for a box of cards, with tabs that step over positions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import repeat
from typing import Annotated, Any, NamedTuple

from pydantic import Field

from printgen.base.errors import Finding, Where
from printgen.base.limits import activity
from printgen.base.units import IDENTITY, Box, mm, to_mm
from printgen.drawing.model import Drawing, Outline
from printgen.drawing.outlines import Point, round_polygon
from printgen.drawing.pieces import Piece
from printgen.game.records import Loading, Product, Record, by_name
from printgen.kinds import Kind
from printgen.kinds.composition import Composition, Order
from printgen.kinds.cut_pieces import card_size
from printgen.kinds.nets import Art, Net, Painter, box_corners, colors_of
from printgen.reading.part import NOTHING, Length, Options, Part, Phrase, Words, length_within

_ROUND = mm(2.5)  # the radius of round corners


class Divider(NamedTuple):
    """A divider by the size of its cards, the height of its tab, and the tab's position among several, from 0."""

    width: float
    height: float
    tall: float
    place: int
    places: int

    @property
    def tab(self) -> Box:
        wide = self.width / self.places
        return Box(self.place * wide, 0.0, wide, self.tall)

    @property
    def body(self) -> Box:
        """The part between the cards."""
        return Box(0.0, self.tall, self.width, self.height)

    @property
    def mirror_image(self) -> Divider:
        return self._replace(place=self.places - 1 - self.place)

    def outline(self) -> Outline:
        """The line to cut along: a tab with slanted ends, those at the edges of the divider upright."""
        tab, body = self.tab, self.body
        slant = min(mm(2.5), tab.w / 5)
        first, last = self.place == 0, self.place == self.places - 1
        left, right = tab.x + (0 if first else slant), tab.right - (0 if last else slant)
        round_ = min(_ROUND, self.tall / 2, (right - left) / 3)
        corners: list[tuple[Point, float]] = [] if first else [((0.0, body.y), round_), ((tab.x, body.y), 0.0)]
        corners += [((left, 0.0), round_), ((right, 0.0), round_)]
        corners += [] if last else [((tab.right, body.y), 0.0), ((body.right, body.y), round_)]
        corners += [((body.right, body.bottom), _ROUND), ((0.0, body.bottom), _ROUND)]
        return round_polygon(corners)


class Tab(Part):
    """The tab of a divider, which stands on its upper edge."""

    short = "positions"

    positions: Annotated[int, Field(ge=1, le=12)] = Field(
        3, description="over how many places the tabs step, from left to right; each is as wide as its share"
    )
    height: Annotated[Length, length_within(4, 40)] = Field(
        mm(9), description="how far it stands out over the cards; 9mm without"
    )


class DividerOptions(Options):
    """The `options` of a product of dividers: one for each entry of a list, a table, or a field of a deck."""

    for_: Words = Field(NOTHING, alias="for", description="the product whose cards lie between them")
    by: Words = Field(NOTHING, description="a field of that product's records: a divider for each of its values")
    table: Words = Field(NOTHING, description="a table of the game: a divider for each of its rows")
    tab: Tab = Field(Tab(), description="the tab, or over how many places it steps")


def load_dividers(loading: Loading) -> DividerOptions | None:
    """The options; None, with findings, when they have mistakes or name no list, table or field."""
    options, files, product = loading.options_of(DividerOptions), loading.files, loading.product
    if options is None:
        return None
    before = len(files.findings)
    sources = [key for key in ("by", "table") if options.gives(key)] + (["list"] if product.list_file else [])
    if len(sources) != 1:
        message = f"{' and '.join(sources)} both say what there are dividers for"
        hint = f"Keep {sources[0] if sources else 'one'}, or one of the others."
        if not sources:
            message = "the product does not say what there are dividers for"
            hint = "Add list:, table:, or by: and a field."
        files.report(options.where if options.source_map else product.where, "bad-value", message, hint)
    deck = loading.game.products.get(options.for_.text)
    _check_deck(loading, options, deck)
    if options.table and options.table.text not in loading.game.tables:
        message = f"the game has no table '{options.table.text}'"
        add = "Add it under tables: in game.yaml."
        files.unknown(options.table.where, "unknown-table", message, options.table.text, loading.game.tables, add)
    if not product.size and deck is None and not options.for_ and not options.by:
        hint = "Add size: poker, or for: and the name of a product."
        files.report(product.where, "missing-key", "the dividers do not know how large a card is", hint)
    return options if len(files.findings) == before else None


def _check_deck(loading: Loading, options: DividerOptions, deck: Product | None) -> None:
    """Report an unknown deck, and a field that its records lack, or that has no words."""
    files, field, products = loading.files, options.by, loading.game.products
    if options.for_ and deck is None:
        message = f"the game has no product '{options.for_.text}'"
        files.unknown(options.for_.where, "unknown-product", message, options.for_.text, products)
    elif field and deck is None:
        message = "by speaks of the records of a deck, and there is none"
        files.report(options.where_of("by"), "missing-key", message, "Add for: and the name of a product.")
    elif field and deck is not None and deck.records and field.text not in deck.records[0].values:
        message = f"the records of {deck.name} have no field '{field.text}'"
        files.unknown(field.where, "unknown-field", message, field.text, deck.records[0].values)
    elif field and deck is not None and not any(map(words_of, deck.records, repeat(field.text))):
        message = f"no card of {deck.name} has a word in the field '{field.text}'"
        files.report(field.where, "wrong-type", message, "Choose a field of texts or of choices.")


def words_of(record: Record, field: str) -> tuple[str, ...]:
    """The words in a field of a record: one, several in a list, or none."""
    value = record.values[field]
    several = value if isinstance(value, tuple) else (value,)
    return tuple(str(word) for word in several if isinstance(word, str | int | float) and str(word))


_FACE = "divider"


class _Entry(NamedTuple):
    """The subject of a divider: its title, its place in a file, its count, and the facts of its face."""

    title: str
    where: Where
    copies: int
    facts: Mapping[str, Any]


def compose_dividers(order: Order) -> Composition:
    """A divider for every entry, in their order; the tabs step over their places from the first one on."""
    options, painter = order.value_as(DividerOptions), Painter(order)
    size = _size(order, options)
    if isinstance(size, Finding):
        return Composition((), (size,))
    entries, pieces = list(_entries(order, options)), []
    deck = order.game.products.get(options.for_.text)
    colors = colors_of(order, (name for name in ((deck.back, deck.front) if deck else ()) if name))
    for number, entry in enumerate(entries):
        places = options.tab.positions
        shape = Divider(*size, options.tab.height, number % places, places)
        facts = {"count": 0, "row": {}, "code": "", **colors, **entry.facts}
        facts |= {"title": entry.title, "index": number + 1, "dividers": len(entries)}
        with activity(f"drawing {entry.title}", entry.where):
            pieces.append(_piece(order, entry, shape, facts, painter))
    return Composition.whole(pieces, painter.findings)


def _size(order: Order, options: DividerOptions) -> tuple[float, float] | Finding:
    """The size of a card: as the product says, or that of its deck."""
    product, deck = order.product, order.game.products.get(options.for_.text)
    if product.size or deck is None:
        return card_size(order, product, product.where_of("size"))
    return card_size(order, deck, options.where_of("for"))


def _entries(order: Order, options: DividerOptions) -> Iterator[_Entry]:
    """The subjects of dividers; the rows of a table in its order."""
    game = order.game
    for record in order.records:
        yield _Entry(record.name, record.where, record.copies, {"card": by_name(record.values, record.source)})
    if options.table:
        table = game.tables[options.table.text]
        for code, row in table.rows.items():
            yield _Entry(_title(row, code), table.where_of(code), 1, _row_facts(code, row))
    if options.by:
        yield from _by_field(order, options)


def _by_field(order: Order, options: DividerOptions) -> Iterator[_Entry]:
    """An entry for each value in a field of the deck, with the number of cards that have it."""
    deck, field = order.game.products[options.for_.text], options.by.text
    counts: dict[str, int] = {}
    for record in deck.records:
        for word in words_of(record, field):
            counts[word] = counts.get(word, 0) + record.copies
    table = order.game.table_of(deck, field)
    in_table = [code for code in table.rows if code in counts] if table else []
    for code in (*in_table, *(code for code in counts if code not in in_table)):
        row = table.rows.get(code, {}) if table else {}
        yield _Entry(_title(row, code), options.by.where, 1, {**_row_facts(code, row), "count": counts[code]})


def _title(row: Mapping[str, Any], code: str) -> str:
    """The name in a row of a table, else its code."""
    return str(row.get("name") or code)


def _row_facts(code: str, row: Mapping[str, Any]) -> dict[str, Any]:
    """The facts of a row for a face; the row's colour is the ground of its divider."""
    color = str(row.get("color", ""))
    return {"code": code, "row": row, **({"ground": color} if color.startswith("#") else {})}


def _piece(order: Order, entry: _Entry, shape: Divider, facts: Mapping[str, Any], painter: Painter) -> Piece:
    """The divider of an entry, with a back where the product names one."""
    product = order.product
    front = Phrase(product.front or _FACE, product.where_of("front"))
    piece = Net(shape.outline(), ()).piece(entry.title, _arts(front, shape, {**facts, "side": "front"}, painter))
    back: Drawing | None = None
    if product.back:
        behind = Phrase(product.back, product.where_of("back"))
        arts = _arts(behind, shape.mirror_image, {**facts, "side": "back"}, painter)
        back = Net(shape.mirror_image.outline(), ()).draw(arts)
    return replace(piece, back=back, copies=entry.copies)


def _arts(name: Phrase, shape: Divider, facts: Mapping[str, Any], painter: Painter) -> list[Art]:
    """A face over body and tab; its facts include the place of the tab. Nothing of it shows beside the tab."""
    tab, body = shape.tab, shape.body
    spot = {"tab_x": to_mm(tab.x), "tab_w": to_mm(tab.w), "tab_h": to_mm(tab.h)}
    size = (body.w, body.bottom)
    items = painter.paint(name.text, name.where, size, {**facts, **spot}, str(facts["title"]))
    return [Art(items, IDENTITY, box_corners(box)) for box in (tab, body)]


KIND = Kind("deck-divider", compose_dividers, options=DividerOptions, load=load_dividers, small=True)
