"""What components are on a virtual table, which side they are of, and where each lies as a game begins."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from printgen.base.units import Box, to_mm
from printgen.drawing.pieces import Spaces
from printgen.exports.bundle import Bundle, Component, ProductExport, table_fields
from printgen.exports.vassal.escaping import distinct, label

TABLES = ("sides", "players", "factions", "teams", "armies")
"""A table of one of these names tells who plays, the first that a game has with two to eight rows."""
_MOST_SIDES = 8


class Sides(NamedTuple):
    """The sides by their names, and their codes in a table of the game, "" where there is none of them.

    `order` are the codes of that table as it has them.
    """

    names: tuple[str, ...]
    codes: tuple[str, ...]
    table: str = ""
    order: tuple[str, ...] = ()

    def home(self, side: int) -> int:
        """Which of the game's sides a side is, counted from 0, in whatever order they were asked for."""
        return self.order.index(self.codes[side]) if self.codes[side] in self.order else side

    def of(self, component: Component) -> int | None:
        """The side that a component is of, counted from 0; None for what is everybody's."""
        codes = (code for code in self._codes(component) if code and code in self.codes)
        return next((self.codes.index(code) for code in codes), None)

    def _codes(self, component: Component) -> Iterator[str]:
        """What a component says of this table: its record, then rows that that names, then its product."""
        game, record, product = component.source.game, component.of, component.product
        if not self.table:
            return
        fields = table_fields(game.source, "records", product.record) if record else {}
        values = [(table, record.values.get(name)) for name, table in fields.items()] if record else []
        words = [(table, code) for table, code in values if isinstance(code, str)]
        yield from (code for table, code in words if table == self.table)
        for table, code in words:
            if table in game.tables and code in game.tables[table].rows:
                row = game.tables[table].rows[code]
                for name, other in table_fields(game.source, "tables", table, "fields").items():
                    if other == self.table and isinstance(row.get(name), str):
                        yield row[name]
        yield from (value for value in product.parameters.values() if isinstance(value, str))


def sides_of(bundle: Bundle, names: str = "") -> Sides:
    """The sides of a game: those with these names, with commas between; those of its tables; else Player 1 and 2."""
    given = tuple(dict.fromkeys(label(word) for word in names.split(",") if word.strip()))
    game = bundle.products[0].pieces.game if bundle.products else None
    for table in TABLES:
        rows: Mapping[str, Mapping[str, Any]] = game.tables[table].rows if game and table in game.tables else {}
        if 2 <= len(rows) <= _MOST_SIDES:
            titles = {code: label(str(row.get("name") or code)) for code, row in rows.items()}
            if not given and len({*titles.values()}) == len(titles):
                return Sides(tuple(titles.values()), tuple(titles), table, tuple(titles))
            known = {word.casefold(): code for code, title in titles.items() for word in (code, title)}
            if given:
                return Sides(given, tuple(known.get(name.casefold(), "") for name in given), table, tuple(titles))
    given = given or ("Player 1", "Player 2")
    return Sides(given, ("",) * len(given))


_PREFERENCE = ("board", "tile", "token", "card", "model", "page")
"""What is taken of a choice: on a screen a board goes before its tiles, and a token before a figure of paper."""
_SMALL = 45.0
"""What lies beside the board as a game begins is no larger, in millimetres, so that all of it has room."""


@dataclass(frozen=True)
class CardPile:
    """Cards that have one back: they lie face down and are shuffled. `side` is whose they are, None for everybody's."""

    name: str
    components: tuple[Component, ...]
    side: int | None

    @property
    def discards(self) -> str:
        """What its discard pile is called."""
        return f"{self.name}: discards"


@dataclass(frozen=True)
class TableSetup:
    """What the products of a bundle are. `lists` are pieces to lay; `out` is what is left out, with the reason, and
    `instead` what is not taken of a choice, with what is."""

    boards: tuple[ProductExport, ...]
    decks: tuple[CardPile, ...]
    lists: tuple[ProductExport, ...]
    pages: tuple[ProductExport, ...]
    out: tuple[tuple[ProductExport, str], ...]
    instead: tuple[tuple[ProductExport, ProductExport], ...]

    @property
    def components(self) -> list[Component]:
        """All that is not left out."""
        groups: tuple[ProductExport | CardPile, ...] = (*self.boards, *self.decks, *self.lists, *self.pages)
        return [component for group in groups for component in group.components]

    @property
    def beside(self) -> Iterator[Component]:
        """What lies beside the board as a game begins: the small pieces of all products that are no extras."""
        for product in self.lists:
            if product.pieces.product.need != "extra":
                yield from (one for one in product.components if max(visible_size(one)) <= _SMALL)


def sort_table(bundle: Bundle, sides: Sides) -> TableSetup:
    """Sort a bundle. Of the products of a choice one is taken."""
    preferred = _choices(bundle.products)
    boards, decks, lists, pages = list[ProductExport](), list[CardPile](), list[ProductExport](), list[ProductExport]()
    out, instead = list[tuple[ProductExport, str]](), list[tuple[ProductExport, ProductExport]]()
    for product in bundle.products:
        group = product.pieces.product.group
        if group and preferred[group] is not product:
            instead.append((product, preferred[group]))
            continue
        piles = [*_decks(product, sides)] if product.pieces.product.need != "extra" else []
        decks += piles
        in_piles = {component.number for pile in piles for component in pile.components}
        boards += product.only(lambda one: one.role == "board")
        pieces = product.only(lambda one: _is_piece(one) and one.number not in in_piles)  # noqa: B023
        lists += (part.apart() for part in pieces)
        pages += product.only(lambda one: one.role == "page" and not one.piece.leaf)
        if any(component.piece.leaf for component in product.components):
            out.append((product, "its sheets are read once they are folded"))
        elif any(component.role == "model" and not component.piece.figure for component in product.components):
            out.append((product, "it is to be cut, folded and glued"))
    boards.sort(key=lambda product: not (spaces := product.components[0].piece.spaces) or spaces.shape == "free")
    names = distinct(deck.name for deck in decks)
    decks = [replace(deck, name=name) for deck, name in zip(decks, names, strict=True)]
    return TableSetup(tuple(boards), tuple(decks), tuple(lists), tuple(pages), tuple(out), tuple(instead))


def _choices(products: Iterable[ProductExport]) -> dict[str, ProductExport]:
    """Of each choice the product that is taken."""
    best: dict[str, ProductExport] = {}
    for product in products:
        if group := product.pieces.product.group:
            best[group] = min(best.get(group, product), product, key=_rank)
    return best


def _rank(product: ProductExport) -> int:
    return min(_PREFERENCE.index(component.role) for component in product.components)


def _is_piece(component: Component) -> bool:
    """Whether it is a piece that lies on a table."""
    return component.role in ("card", "token", "tile") or component.piece.figure is not None


def _decks(product: ProductExport, sides: Sides) -> Iterator[CardPile]:
    """The decks of a product: its cards by their backs. Where most have a back of their own, that is a second face."""
    cards = [one for one in product.components if one.role == "card" and one.piece.back is not None]
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
    """The width and height of what is seen of a component, in millimetres: of a paper figure its front."""
    front = component.figure("front")
    return (to_mm(front.width), to_mm(front.height)) if component.piece.figure else component.size


def board_box(component: Component) -> Box:
    """What is shown of a board, in points: its spaces; all of it where they lie in no grid."""
    spaces = component.piece.spaces
    if spaces is None or spaces.shape == "free" or not spaces.cells:
        return component.box
    x, y = spaces.across / 2, spaces.down / 2
    left, top = min(cell.x for cell in spaces.cells) - x, min(cell.y for cell in spaces.cells) - y
    right, bottom = max(cell.x for cell in spaces.cells) + x, max(cell.y for cell in spaces.cells) + y
    return Box(left, top, right - left, bottom - top)


class StartPlace(NamedTuple):
    """A component on the board, and the name of the space that it lies on."""

    component: Component
    space: str


def starts_of(table: TableSetup, sides: Sides, spaces: Spaces) -> Iterator[StartPlace]:
    """What begins on a board with such spaces: of each product the first pieces of a side, as many as that says."""
    for side in range(len(sides.names)):
        home = sides.home(side)
        zone = spaces.starts[home] if home < len(spaces.starts) else ()
        first = list[Component]()
        for product in table.lists:
            own = [component for component in product.components if sides.of(component) == side]
            first += own[: product.pieces.product.begins]
        yield from map(StartPlace, first, zone)


_GAP = 16
"""So many pixels are free between things."""


class SideItem(NamedTuple):
    """Something to be placed: its width and height, the side that owns it (None: nobody), and how far a stack of it
    grows to the right and up."""

    what: Hashable
    wide: int
    high: int
    side: int | None = None
    right: int = 0
    up: int = 0

    @property
    def across(self) -> int:
        """The width of the stack."""
        return self.wide + self.right

    @property
    def down(self) -> int:
        """The height of the stack."""
        return self.high + self.up


class SideLayout(NamedTuple):
    """The middle of each thing, of a stack that of its lowest piece; how wide the room is that the board needs left and
    right, and how high below."""

    middles: dict[Hashable, tuple[int, int]]
    edge: int
    below: int


def lay_beside(items: Sequence[SideItem], board: tuple[int, int]) -> SideLayout:
    """Lay things beside a board of a width and a height: in rows from the top, as few columns of room as will do."""
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
    """The middles of things in rows of a width, and whether they end within a height, or stand in one row."""
    x = y = _GAP
    deep, rows, middles = 0, 1, list[tuple[SideItem, int, int]]()
    for item in half:
        if x > _GAP and x + item.across + _GAP > edge:
            x, y, deep, rows = _GAP, y + deep + _GAP, 0, rows + 1
        middles.append((item, x + item.wide // 2, y + item.up + item.high // 2))
        x, deep = x + item.across + _GAP, max(deep, item.down)
    return middles, rows == 1 or y + deep + _GAP <= high
