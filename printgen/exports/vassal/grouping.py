"""Sorts components for a virtual table: boards, decks, pieces and pages, the sides that own them, and their places."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from printgen.base.units import Box, to_mm
from printgen.drawing.pieces import Spaces
from printgen.exports.bundle import Bundle, Component, ProductExport, table_fields
from printgen.exports.vassal.escaping import distinct, label

TABLES = ("sides", "players", "factions", "teams", "armies")
"""The rows of a table of one of these names are the sides: of the first that a game has with two to eight rows."""
_MOST_SIDES = 8


class Sides(NamedTuple):
    """The playing sides, the code of each in a table of the game ("" for none), and all its codes in `order`."""

    names: tuple[str, ...]
    codes: tuple[str, ...]
    table: str = ""
    order: tuple[str, ...] = ()

    def home(self, side: int) -> int:
        """The number of a side in the game's own order, from 0, whatever the order of `names`."""
        return self.order.index(self.codes[side]) if self.codes[side] in self.order else side

    def of(self, component: Component) -> int | None:
        """The side that owns a component, counted from 0; None for one that all share."""
        codes = (code for code in self._codes(component) if code and code in self.codes)
        return next((self.codes.index(code) for code in codes), None)

    def _codes(self, component: Component) -> Iterator[str]:
        """The codes of this table in a component's record, then in rows that the record names, then in its product."""
        game, record, product = component.source.game, component.record, component.product
        if not self.table:
            return
        fields = table_fields(game.source, "records", product.record) if record else {}
        values = [(table, record.values.get(name)) for name, table in fields.items()] if record else []
        references = [(table, code) for table, code in values if isinstance(code, str)]
        yield from (code for table, code in references if table == self.table)
        for table, code in references:
            if table in game.tables and code in game.tables[table].rows:
                row = game.tables[table].rows[code]
                for name, other in table_fields(game.source, "tables", table, "fields").items():
                    if other == self.table and isinstance(row.get(name), str):
                        yield row[name]
        yield from (value for value in product.parameters.values() if isinstance(value, str))


def sides_of(bundle: Bundle, names: str = "") -> Sides:
    """The sides with these comma-separated names; else those of the game's tables; else Player 1 and Player 2."""
    wanted = tuple(dict.fromkeys(label(word) for word in names.split(",") if word.strip()))
    game = bundle.products[0].pieces.game
    for table in TABLES:
        rows: Mapping[str, Mapping[str, Any]] = game.tables[table].rows if table in game.tables else {}
        if 2 <= len(rows) <= _MOST_SIDES:
            titles = {code: label(str(row.get("name") or code)) for code, row in rows.items()}
            if wanted:
                codes = {word.casefold(): code for code, title in titles.items() for word in (code, title)}
                return Sides(wanted, tuple(codes.get(name.casefold(), "") for name in wanted), table, tuple(titles))
            if len({*titles.values()}) == len(titles):
                return Sides(tuple(titles.values()), tuple(titles), table, tuple(titles))
    wanted = wanted or ("Player 1", "Player 2")
    return Sides(wanted, ("",) * len(wanted))


_PREFERENCE = ("board", "tile", "token", "card", "model", "page")
"""Which product of a choice is exported: on a screen a board goes before its tiles, a token before a paper figure."""
_LONGEST_ASIDE = 45.0
"""Longer pieces, in millimetres, are not laid beside the board as a game begins, so that all others have room."""


@dataclass(frozen=True)
class CardPile:
    """Cards with one back, face down and shuffled. `side` is the side that owns them, None for everybody."""

    name: str
    components: tuple[Component, ...]
    side: int | None

    @property
    def discards(self) -> str:
        """The name of its discard pile."""
        return f"{self.name}: discards"


@dataclass(frozen=True)
class TableSetup:
    """A bundle, sorted. `lists` are products of single pieces.

    `omitted` are the left-out products with the reasons, and `replaced` the products of a choice that are left out,
    each with the chosen one.
    """

    boards: tuple[ProductExport, ...]
    decks: tuple[CardPile, ...]
    lists: tuple[ProductExport, ...]
    pages: tuple[ProductExport, ...]
    omitted: tuple[tuple[ProductExport, str], ...]
    replaced: tuple[tuple[ProductExport, ProductExport], ...]

    @property
    def components(self) -> list[Component]:
        """All components that are not left out."""
        groups: tuple[ProductExport | CardPile, ...] = (*self.boards, *self.decks, *self.lists, *self.pages)
        return [component for group in groups for component in group.components]

    @property
    def beside(self) -> Iterator[Component]:
        """The small pieces of all products except extras, for the start beside the board."""
        for product in self.lists:
            if product.pieces.product.need != "extra":
                yield from (piece for piece in product.components if max(visible_size(piece)) <= _LONGEST_ASIDE)


def sort_table(bundle: Bundle, sides: Sides) -> TableSetup:
    """Sort a bundle, with one product of each choice. Boards with a grid come first."""
    preferred = _preferred_products(bundle.products)
    boards, decks, lists, pages = list[ProductExport](), list[CardPile](), list[ProductExport](), list[ProductExport]()
    omitted, replaced = list[tuple[ProductExport, str]](), list[tuple[ProductExport, ProductExport]]()
    for product in bundle.products:
        group = product.pieces.product.group
        if group and preferred[group] is not product:
            replaced.append((product, preferred[group]))
            continue
        piles = [*_decks(product, sides)] if product.pieces.product.need != "extra" else []
        decks += piles
        in_piles = {component.number for pile in piles for component in pile.components}
        boards += product.only(lambda component: component.role == "board")
        pieces = product.only(lambda component: _is_piece(component) and component.number not in in_piles)  # noqa: B023
        lists += (part.apart() for part in pieces)
        pages += product.only(lambda component: component.role == "page" and not component.piece.leaf)
        if any(component.piece.leaf for component in product.components):
            omitted.append((product, "its sheets are read once they are folded"))
        elif any(component.role == "model" and not component.piece.figure for component in product.components):
            omitted.append((product, "it is to be cut, folded and glued"))
    boards.sort(key=lambda product: not (spaces := product.components[0].piece.spaces) or spaces.shape == "free")
    names = distinct(deck.name for deck in decks)
    decks = [replace(deck, name=name) for deck, name in zip(decks, names, strict=True)]
    return TableSetup(tuple(boards), tuple(decks), tuple(lists), tuple(pages), tuple(omitted), tuple(replaced))


def _preferred_products(products: Iterable[ProductExport]) -> dict[str, ProductExport]:
    """The exported product of each choice, by the name of the choice."""
    best: dict[str, ProductExport] = {}
    for product in products:
        if group := product.pieces.product.group:
            best[group] = min(best.get(group, product), product, key=_rank)
    return best


def _rank(product: ProductExport) -> int:
    """The place of a product's best component in `_PREFERENCE`."""
    return min(_PREFERENCE.index(component.role) for component in product.components)


def _is_piece(component: Component) -> bool:
    """Whether a component is a piece to play with."""
    return component.role in ("card", "token", "tile") or component.piece.figure is not None


def _decks(product: ProductExport, sides: Sides) -> Iterator[CardPile]:
    """The decks of a product: its cards by their backs. Where most have a back of their own, it is a second face."""
    cards = [card for card in product.components if card.role == "card" and card.piece.back is not None]
    backs = replace(product, components=tuple(cards)).backs.values()
    if 2 * len(backs) > len(cards) and len(cards) > 1:
        return
    title = label(product.title)
    piles = [cards for cards in backs if sum(card.copies for card in cards) > 1]
    for number, components in enumerate(piles, 1):
        owners = {sides.of(component) for component in components}
        side = owners.pop() if len(owners) == 1 else None
        yield CardPile(f"{title} {number}" if len(piles) > 1 else title, components, side)


def visible_size(component: Component) -> tuple[float, float]:
    """The width and height of a component on the table, in millimetres; for a paper figure those of its front."""
    front = component.figure("front")
    return (to_mm(front.width), to_mm(front.height)) if component.piece.figure else component.size


def board_box(component: Component) -> Box:
    """The box around the spaces of a board, in points; all of it if they are in no grid."""
    spaces = component.piece.spaces
    if spaces is None or spaces.shape == "free" or not spaces.cells:
        return component.box
    x, y = spaces.across / 2, spaces.down / 2
    left, top = min(cell.x for cell in spaces.cells) - x, min(cell.y for cell in spaces.cells) - y
    right, bottom = max(cell.x for cell in spaces.cells) + x, max(cell.y for cell in spaces.cells) + y
    return Box(left, top, right - left, bottom - top)


def starts_of(table: TableSetup, sides: Sides, spaces: Spaces) -> Iterator[tuple[Component, str]]:
    """The pieces that begin on a board: the first `begins` of each product and side, each with a space of its zone."""
    for side in range(len(sides.names)):
        home = sides.home(side)
        zone = spaces.starts[home] if home < len(spaces.starts) else ()
        starters = list[Component]()
        for product in table.lists:
            own_pieces = [component for component in product.components if sides.of(component) == side]
            starters += own_pieces[: product.pieces.product.begins]
        yield from zip(starters, zone, strict=False)


_GAP = 16
"""The distance between items, in pixels."""


class SideItem(NamedTuple):
    """A stack beside a board, in pixels: its key, width, height and owner, and its growth to the right and up."""

    what: Hashable
    wide: int
    high: int
    side: int | None = None
    right: int = 0
    up: int = 0

    @property
    def across(self) -> int:
        """The width with the stack's growth."""
        return self.wide + self.right

    @property
    def down(self) -> int:
        """The height with the stack's growth."""
        return self.high + self.up


class SideLayout(NamedTuple):
    """The middle of each stack's lowest piece, and the margins that a board needs at its sides and below, in pixels."""

    middles: dict[Hashable, tuple[int, int]]
    edge: int
    below: int


def lay_beside(items: Sequence[SideItem], board: tuple[int, int]) -> SideLayout:
    """Lay stacks out left and right of a board of a size, by owner, in rows and narrow margins."""
    halves: tuple[list[SideItem], list[SideItem]] = ([], [])
    for item in sorted(items, key=lambda item: item.side is None):
        half = min(halves, key=_area) if item.side is None else halves[item.side % 2]
        half.append(item)
    edge = max((item.across + 2 * _GAP for item in items), default=0)
    while edge and not all(_rows(half, edge, board[1])[1] for half in halves):
        edge += max(64, edge // 8)
    middles: dict[Hashable, tuple[int, int]] = {}
    for half, left in zip(halves, (-edge, board[0]), strict=True):
        middles |= {item.what: (left + x, y) for item, x, y in _rows(half, edge, board[1])[0]}
    ends = (middles[item.what][1] + item.high // 2 + _GAP - board[1] for item in items)
    return SideLayout(middles, edge, max(0, *ends, 0))


def _area(half: Iterable[SideItem]) -> int:
    return sum((item.across + _GAP) * (item.down + _GAP) for item in half)


def _rows(half: Sequence[SideItem], edge: int, high: int) -> tuple[list[tuple[SideItem, int, int]], bool]:
    """The middles of stacks in rows of a width, and whether they fit a height, or are one row."""
    x = y = _GAP
    deep, rows, middles = 0, 1, list[tuple[SideItem, int, int]]()
    for item in half:
        if x > _GAP and x + item.across + _GAP > edge:
            x, y, deep, rows = _GAP, y + deep + _GAP, 0, rows + 1
        middles.append((item, x + item.wide // 2, y + item.up + item.high // 2))
        x, deep = x + item.across + _GAP, max(deep, item.down)
    return middles, rows == 1 or y + deep + _GAP <= high
