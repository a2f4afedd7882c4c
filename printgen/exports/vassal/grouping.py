"""What the things of a game are on a virtual table, which side they are of, and where each lies as a game begins."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from printgen.base.units import Box, translate
from printgen.drawing.extent import digest_of
from printgen.drawing.model import Drawing, Group, Place
from printgen.drawing.outlines import rectangle
from printgen.drawing.pieces import Spaces
from printgen.exports.bundle import Bundle, Component, ProductExport
from printgen.exports.rooms import apart
from printgen.exports.vassal.escaping import distinct, label
from printgen.game.records import Game
from printgen.reading.positions import LocatedMap

TABLES = ("sides", "players", "factions", "teams", "armies")
"""A table of one of these names tells who plays, the first that a game has with two to eight rows."""


_MOST = 8


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

    def of(self, product: ProductExport, component: Component) -> int | None:
        """The side that a thing is of, counted from 0; None for what is everybody's."""
        for code in self._codes(product, component):
            if code and code in self.codes:
                return self.codes.index(code)
        return None

    def _codes(self, product: ProductExport, component: Component) -> Iterator[str]:
        """What a thing says of this table: its record, then rows that that names, then its product."""
        game, record, spec = product.pieces.game, component.of, product.pieces.product
        if not self.table:
            return
        fields = _table_fields(game.source, "records", spec.record)
        held = [(table, record.values.get(name)) for name, table in fields.items()] if record else []
        for table, code in held:
            if table == self.table and isinstance(code, str):
                yield code
        for table, code in held:
            if table in game.tables and isinstance(code, str) and code in game.tables[table].rows:
                yield from _row(game, table, code, self.table)
        yield from (value for value in spec.parameters.values() if isinstance(value, str))


def _row(game: Game, table: str, code: str, wanted: str) -> Iterator[str]:
    """What a row of a table says of another table."""
    row = game.tables[table].rows[code]
    for name, other in _table_fields(game.source, "tables", table, "fields").items():
        if other == wanted and isinstance(row.get(name), str):
            yield row[name]


def _table_fields(source: LocatedMap, *path: str) -> dict[str, str]:
    """Fields that take rows of tables, each with its table, as game.yaml declares them at a place."""
    held: Any = source
    for key in path:
        held = held.get(key) if isinstance(held, LocatedMap) else None
    if not isinstance(held, LocatedMap):
        return {}
    return {name: said["from"] for name, said in held.items() if isinstance(said, LocatedMap) and "from" in said}


def sides_of(bundle: Bundle, named: str) -> Sides:
    """The sides of a game: those that are named, with commas between; those of its tables; else Player 1 and 2."""
    given = tuple(dict.fromkeys(label(word) for word in named.split(",") if word.strip()))
    game = bundle.products[0].pieces.game if bundle.products else None
    for table in TABLES:
        rows: Mapping[str, Mapping[str, Any]] = game.tables[table].rows if game and table in game.tables else {}
        if 2 <= len(rows) <= _MOST:
            titles = {code: label(str(row.get("name") or code)) for code, row in rows.items()}
            if not given and len({*titles.values()}) == len(titles):
                return Sides(tuple(titles.values()), tuple(titles), table, tuple(titles))
            known = {word.casefold(): code for code, title in titles.items() for word in (code, title)}
            if given:
                codes = tuple(known.get(name.casefold(), "") for name in given)
                return Sides(given, codes, table, tuple(titles))
    names = given or ("Player 1", "Player 2")
    return Sides(names, ("",) * len(names))


_ORDER = ("board", "tile", "token", "card", "model", "page")
"""What is taken of a choice: on a screen a board goes before its tiles, and a token before a figure of paper."""
_FOLD = 1.0
"""Half of the width of a line along a fold, in points, and a little more."""
_SMALL = 45.0
"""What lies beside the board as a game begins is no larger, in millimetres, so that all of it has room."""


@dataclass(frozen=True)
class CardPile:
    """Cards that have one back: they lie face down and are shuffled. `side` is whose they are, None for everybody's."""

    name: str
    product: ProductExport
    components: tuple[Component, ...]
    side: int | None

    @property
    def pile(self) -> str:
        """What its discard pile is called."""
        return f"{self.name}: discards"


@dataclass(frozen=True)
class TableSetup:
    """What a parcel's things are. `lists` are pieces to lay by product; `out` is what is left out, each product with
    the reason, and `instead` what is not taken of a choice, with what is."""

    boards: tuple[ProductExport, ...]
    decks: tuple[CardPile, ...]
    lists: tuple[ProductExport, ...]
    pages: tuple[ProductExport, ...]
    out: tuple[tuple[ProductExport, str], ...]
    instead: tuple[tuple[ProductExport, ProductExport], ...]

    @property
    def count(self) -> int:
        """How many things there are, copies included."""
        components = [component for deck in self.decks for component in deck.components]
        components += [
            component for product in (*self.boards, *self.lists, *self.pages) for component in product.components
        ]
        return sum(component.copies for component in components)

    @property
    def empty(self) -> bool:
        """Whether nothing is left to play with or to read."""
        return not (self.boards or self.decks or self.lists or self.pages)


def sort_table(bundle: Bundle, sides: Sides) -> TableSetup:
    """Sort a parcel. Of the products of a choice one is taken."""
    chosen = _choices(bundle.products)
    boards, decks, lists, pages = list[ProductExport](), list[CardPile](), list[ProductExport](), list[ProductExport]()
    out, instead = list[tuple[ProductExport, str]](), list[tuple[ProductExport, ProductExport]]()
    for product in bundle.products:
        group = product.pieces.product.group
        if group and chosen[group] is not product:
            instead.append((product, chosen[group]))
            continue
        piled = [*_decks(product, sides)] if product.pieces.product.need != "extra" else []
        decks += piled
        drawn = {component.number for deck in piled for component in deck.components}
        boards += _part(product, [component for component in product.components if component.role == "board"])
        lying = _part(
            product,
            [
                component
                for component in product.components
                if _lies(product, component) and component.number not in drawn
            ],
        )
        lists += map(apart, lying)
        pages += _part(
            product,
            [component for component in product.components if component.role == "page" and not component.piece.leaf],
        )
        if any(component.piece.leaf for component in product.components):
            out.append((product, "its sheets are read once they are folded"))
        elif any(component.role == "model" and not panel(product, component) for component in product.components):
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
    return min(_ORDER.index(component.role) for component in product.components)


def _part(product: ProductExport, components: Sequence[Component]) -> list[ProductExport]:
    """A lot with some of its things; none without any."""
    return [replace(product, components=tuple(components))] if components else []


def _lies(product: ProductExport, component: Component) -> bool:
    """Whether it is a piece that lies on a table."""
    return component.role in ("card", "token", "tile") or panel(product, component) is not None


def _decks(product: ProductExport, sides: Sides) -> Iterator[CardPile]:
    """The decks of a product: its cards by their backs. Where most have a back of their own, that is a second face."""
    cards = [
        component for component in product.components if component.role == "card" and component.piece.back is not None
    ]
    backs: dict[str, list[Component]] = {}
    for component in cards:
        backs.setdefault(digest_of(component.piece.back) if component.piece.back else "", []).append(component)
    if 2 * len(backs) > len(cards) and len(cards) > 1:
        return
    title = label(product.title)
    piles = [components for components in backs.values() if sum(component.copies for component in components) > 1]
    for number, components in enumerate(piles, 1):
        owners = {sides.of(product, component) for component in components}
        side = owners.pop() if len(owners) == 1 else None
        yield CardPile(f"{title} {number}" if len(piles) > 1 else title, product, tuple(components), side)


def beside(sorted_: TableSetup) -> Iterator[tuple[ProductExport, Component]]:
    """What lies beside the board as a game begins: the small pieces of all products that are no extras."""
    for product in sorted_.lists:
        if product.pieces.product.need != "extra":
            yield from (
                (product, component)
                for component in product.components
                if max(visible_size(product, component)) <= _SMALL
            )


def visible_size(product: ProductExport, component: Component) -> tuple[float, float]:
    """The width and height of what is seen of a thing, in millimetres: of a paper figure its front."""
    box = panel(product, component)
    return (box.w * 25.4 / 72, box.h * 25.4 / 72) if box else component.size


def panel(product: ProductExport, component: Component) -> Box | None:
    """The front of a paper figure, in points of its net; None for everything else.

    Folds part the net into strips; the front is the lower one of two equal strips, whose fold is over its head.
    """
    if product.kind != "standee" or not component.piece.folds:
        return None
    level = [(start, end) for start, end in component.piece.folds if abs(start[1] - end[1]) < 0.01]
    if not level:
        return None
    left, right = level[0][0][0], level[0][1][0]
    lines = sorted(start[1] for start, end in level if abs(start[0] - left) < 0.01 and abs(end[0] - right) < 0.01)
    edges = [component.box.y, *lines, component.box.bottom]
    pairs = [(high, low, end) for high, low, end in zip(edges, edges[1:], edges[2:], strict=False)]
    same = [(low, end) for high, low, end in pairs if abs((low - high) - (end - low)) < 0.5]
    if not same:
        return None
    low, end = max(same, key=lambda strip: strip[1] - strip[0])
    # Lines that tell where to fold lie on its edges.
    return Box(left, low + _FOLD, right - left, end - low - 2 * _FOLD)


def crop(drawing: Drawing, box: Box) -> Drawing:
    """What of a drawing lies in a box, in points."""
    placed = Place(Group(drawing.items), translate(-box.x, -box.y))
    return Drawing(box.w, box.h, (Place(Group((placed,), rectangle(Box(0, 0, box.w, box.h)))),))


def board_box(component: Component) -> Box:
    """What is shown of a board, in points: its spaces; all of it where they lie in no grid."""
    spaces = component.piece.spaces
    if spaces is None or spaces.shape == "free" or not spaces.cells:
        return component.box
    x, y = spaces.across / 2, spaces.down / 2
    left, top = min(cell.x for cell in spaces.cells) - x, min(cell.y for cell in spaces.cells) - y
    right, bottom = max(cell.x for cell in spaces.cells) + x, max(cell.y for cell in spaces.cells) + y
    return Box(left, top, right - left, bottom - top)


def maps(products: Sequence[ProductExport]) -> tuple[ProductExport | None, Sequence[ProductExport]]:
    """The board that a game is played on, and those beside it, such as a track of turns."""
    return (products[0], products[1:]) if products else (None, ())


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


def lay_beside(wanted: Sequence[SideItem], board: tuple[int, int]) -> SideLayout:
    """Lay things beside a board of a width and a height: in rows from the top, as few columns of room as will do."""
    halves: tuple[list[SideItem], list[SideItem]] = ([], [])
    for one in wanted:
        if one.side is not None:
            halves[one.side % 2].append(one)
    for one in wanted:
        if one.side is None:
            min(halves, key=_area).append(one)
    edge = max((one.across + 2 * _GAP for one in wanted), default=0)
    while edge and not all(_rows(half, edge, board[1])[1] for half in halves):
        edge += max(64, edge // 8)
    middles: dict[Hashable, tuple[int, int]] = {}
    for half, left in zip(halves, (-edge, board[0]), strict=True):
        middles |= {one.what: (left + x, y) for one, x, y in _rows(half, edge, board[1])[0]}
    ends = (middles[one.what][1] + one.high // 2 + _GAP - board[1] for one in wanted)
    return SideLayout(middles, edge, max(0, *ends, 0))


def _area(half: Iterable[SideItem]) -> int:
    return sum((one.across + _GAP) * (one.down + _GAP) for one in half)


def _rows(half: Sequence[SideItem], edge: int, high: int) -> tuple[list[tuple[SideItem, int, int]], bool]:
    """The middles of things in rows of a width, and whether they end within a height, or stand in one row."""
    x = y = _GAP
    deep, rows, placed = 0, 1, list[tuple[SideItem, int, int]]()
    for one in half:
        if x > _GAP and x + one.across + _GAP > edge:
            x, y, deep, rows = _GAP, y + deep + _GAP, 0, rows + 1
        placed.append((one, x + one.wide // 2, y + one.up + one.high // 2))
        x, deep = x + one.across + _GAP, max(deep, one.down)
    return placed, rows == 1 or y + deep + _GAP <= high


_EDGES = 4


class StartPlace(NamedTuple):
    """A thing on the board: the side whose start it is, counted from 0 as the game does, and which place there."""

    product: ProductExport
    component: Component
    side: int
    place: int


def starts_of(held: TableSetup, sides: Sides, spaces: Spaces | None) -> list[StartPlace]:
    """What begins on a board with such spaces; without one, on a table."""
    found = list[StartPlace]()
    for side in range(len(sides.names)):
        home = sides.home(side)
        room = _places(spaces, home) if spaces else int(home < _EDGES)
        components = [*_beginners(held, sides, side)][:room]
        found += (StartPlace(product, component, home, place) for place, (product, component) in enumerate(components))
    return found


def _places(spaces: Spaces, home: int) -> int:
    return len(spaces.starts[home]) if home < len(spaces.starts) else 0


def _beginners(held: TableSetup, sides: Sides, side: int) -> Iterator[tuple[ProductExport, Component]]:
    """The pieces with which a side begins: of each product the first of its own, so many as that says."""
    for product in held.lists:
        mine = [component for component in product.components if sides.of(product, component) == side]
        yield from ((product, component) for component in mine[: product.pieces.product.begins])


def middle_of(start: StartPlace, spaces: Spaces) -> tuple[int, int]:
    """Where it lies on a board whose spaces are in pixels."""
    name = spaces.starts[start.side][start.place]
    return next((round(cell.x), round(cell.y)) for cell in spaces.cells if cell.name == name)


def edge_of(start: StartPlace, size: tuple[int, int], table: tuple[int, int]) -> tuple[int, int]:
    """Where something of a size lies along its edge of a table, all in pixels."""
    (wide, high), (across, down) = size, table
    upright = (wide // 2, down // 2), (across - wide // 2, down // 2)
    level = (across // 2, high // 2), (across // 2, down - high // 2)
    return (*upright, *level)[start.side]


def stands(start: StartPlace) -> bool:
    """Whether the edge of a table that it lies along goes from top to bottom."""
    return start.side < _EDGES // 2
