"""What a component is in Tabletop Simulator, the objects of products, and where they lie as a game begins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain, count
from typing import Literal

from printgen.base.units import PT_PER_IN
from printgen.drawing.extent import digest_of
from printgen.drawing.model import Drawing, Group, Place, Rect
from printgen.exports.bundle import Bundle, Component, ProductExport, shape_of
from printgen.exports.field_text import FieldText
from printgen.exports.pixels import CellImage, SheetGrid, alone, grid_for, shares
from printgen.exports.tts_objects import (
    THICK,
    DeckCard,
    Object,
    ObjectText,
    TableObject,
    arrange_rows,
    bag,
    board,
    card_sheet,
    deck,
    figure,
    pages,
    tile,
    token,
)
from printgen.exports.vassal.grouping import sides_of, sort_table, starts_of

Use = Literal["card", "tile", "board", "page", "figure", ""]

_LONGEST_CARD = 178.0
"""What is longer, in millimetres, lies on the table and is held by no hand: a mat."""
_LEAST_CARD = 50.0
"""What is round or a hex, and shorter, is no card but a token."""

_PAGE = 14.0
"""What is longer, in inches, is large."""


def use_of(component: Component) -> Use:
    """What a component is there; "" for what has no place: nets that are folded, and sheets that are bound."""
    if component.piece.figure:
        return "figure"
    if component.piece.leaf:
        return ""
    if component.role == "model":
        return ""
    if component.role == "card":
        return "card" if _is_held(component) else "tile"
    return "board" if component.role == "board" else "page" if component.role == "page" else "tile"


def pixels_of(inches: tuple[float, float], most: int, token: bool = False) -> int:
    """The most pixels of a side of something flat, where a large thing has `most`.

    What is no larger than a page, and tokens, whose outlines are made of their pixels, have half of that.
    """
    return most if max(inches) > _PAGE and not token else most // 2


def _is_held(component: Component) -> bool:
    """Whether what was made as a card is one of a deck there."""
    longest, shape = max(component.size), shape_of(component.outline)
    return longest <= _LONGEST_CARD and (shape == "box" or (shape in ("round", "flat-hex") and longest >= _LEAST_CARD))


_MOST_CELLS = 70
_OWN_SHEETS = 4
"""A back that fewer cards have is on a sheet of backs."""
_FEW = 12
"""More things than these are in a bag."""
_CARD_TYPES = {"box": 1, "flat-hex": 3, "round": 4}
_TILE_TYPES = {"box": 0, "flat-hex": 1, "pointy-hex": 1, "round": 2}
_PAPER = "#F4F1E8"
_SIDES = ("", "-back")


@dataclass
class ObjectBuilder:
    """All that is made of a game, whose folder has the name `label`: `pictures` are those that its objects name.

    `base` is what goes before the name of a picture, `suffix` how that ends, `dpi` the most dots per inch, and `most`
    the most pixels of a side of a sheet or of a picture of something large; see `pixels_of`.
    """

    label: str
    base: str
    suffix: str
    dpi: float
    most: int
    pictures: list[CellImage] = field(default_factory=list)
    _addresses: dict[tuple[str, SheetGrid, bool], str] = field(default_factory=dict)
    _names: set[str] = field(default_factory=set)
    _numbers: set[int] = field(default_factory=set)
    _words: dict[str, FieldText] = field(default_factory=dict)

    def objects(self, product: ProductExport) -> list[TableObject]:
        """What a product is on the table: its decks, boards and pages, and its other things, in a bag if many."""
        self._words[product.name] = FieldText(product)
        by_use: dict[str, list[Component]] = {}
        for component in product.apart().components:
            by_use.setdefault(use_of(component), []).append(component)
        whole = [*self._decks(product, by_use.get("card", ())), *map(self._board, by_use.get("board", ()))]
        if by_use.get("page"):
            whole.append(pages([*map(self._page, by_use["page"])]))
        loose = [*self._tiles(by_use.get("tile", ())), *self._figures(by_use.get("figure", ()))]
        if len(loose) > _FEW:
            text = ObjectText(f"{self.label}/{product.name}/bag", product.title, _count_text(len(loose)))
            return [*whole, bag(text, loose)]
        return [*whole, *loose]

    def _decks(self, product: ProductExport, cards: Iterable[Component]) -> Iterator[TableObject]:
        """A deck for each size, shape and back of cards; cards with backs of their own are one."""
        groups: dict[tuple[float, float, int, str], list[Component]] = {}
        common = {one.number: digest for digest, alike in product.backs.items() for one in alike
                  if len(alike) >= _OWN_SHEETS or len(product.backs) == 1}  # fmt: skip
        for card in cards:
            wide, high = (round(side, 2) for side in card.size)
            back = common.get(card.number, "own" if card.piece.back else "")
            groups.setdefault((wide, high, _card_type(card), back), []).append(card)
        for number, ((*_, shape, back), group) in enumerate(groups.items(), 1):
            name = product.title if len(groups) == 1 else f"{product.title} ({number})"
            stem = f"{product.name}-cards" if len(groups) == 1 else f"{product.name}-{number}-cards"
            amount = f"{sum(card.copies for card in group)} cards"
            text = ObjectText(f"{self.label}/{product.name}/deck-{number}", name, amount)
            own = back == "own" and len(group) > 1
            yield deck(text, [*self._cards(group, shape, own, stem)], _inches(group[0]))

    def _cards(self, cards: Sequence[Component], shape: int, own: bool, stem: str) -> Iterator[DeckCard]:
        """The cards of a deck, on as few sheets as hold them; `own` says that each has a back of its own."""
        size, product = _inches(cards[0]), cards[0].product.name
        single = alone(size, self.dpi, self.most // 2)
        behind = "" if own else self._add(f"{stem}-back", single, [_back(cards[0])])
        for number, share in enumerate(shares(len(cards), _MOST_CELLS), 1):
            some, name = [cards[index] for index in share], f"{stem}-{number}"
            grid = grid_for(len(some), size, self.dpi, self.most) if len(some) > 1 else single
            face = self._add(name, grid, [card.side() for card in some])
            if own:
                behind = self._add(f"{name}-backs", grid, [_back(card) for card in some])
            at = self._number(f"{product}/{name}")
            sheet = card_sheet(at, face, behind, grid, own, shape)
            yield from (DeckCard(self._text(card), at, sheet, cell, card.copies) for cell, card in enumerate(some))

    def _number(self, key: str) -> int:
        """The number of a sheet of cards, of four digits, so that decks of other games seldom have it, too."""
        number = 1000 + int(sha256(f"{self.label}/{key}".encode()).hexdigest()[:8], 16) % 9000
        while number in self._numbers:
            number = 1000 + (number - 999) % 9000
        self._numbers.add(number)
        return number

    def _board(self, component: Component) -> TableObject:
        size, box = _inches(component), component.box
        grid = alone(size, self.dpi, pixels_of(size, self.most))
        front = self._add(_stem(component), grid, [component.side(clip=True)])
        spaces = component.piece.spaces.shift(-box.x, -box.y) if component.piece.spaces else None
        return board(self._text(component), front, size, spaces, (box.w, box.h))

    def _page(self, component: Component) -> TableObject:
        return self._flat(component, self._text(component), False, False)

    def _tiles(self, components: Iterable[Component]) -> Iterator[TableObject]:
        """Tiles, tokens and mats, each as often as there are copies of it.

        They show nothing outside of an outline that no tile has; of others, what a tile that is a little off would.
        """
        for component in components:
            text, clip = self._text(component), shape_of(component.outline) == "odd"
            for copy in range(1, component.copies + 1):
                yield self._flat(component, text.copy(copy), clip, component.copies > 1)

    def _flat(self, component: Component, text: ObjectText, clip: bool, stack: bool) -> TableObject:
        """Something flat: a tile, or a token where no tile has its outline, which has one picture on both sides."""
        sides = [component.side(clip=clip), *([component.side("back", clip=clip)] if component.piece.back else [])]
        size, shape, stem, turn = _inches(component), shape_of(component.outline), _stem(component), 0.0
        if shape == "odd" and len(sides) == 1:
            front = self._add(stem, alone(size, self.dpi, self.most // 2), sides, clear=True)
            return token(text, front, size, stack)
        if shape == "pointy-hex":
            # Hexes there have a flat top: the picture is turned to the right, and the tile back to the left.
            turn, sides, size = -90.0, [_turn(side) for side in sides], size[::-1]
        grid = alone(size, self.dpi, pixels_of(size, self.most))
        front, back = [*self._pair(stem, grid, sides), ""][:2]
        return tile(text, front, back, size, _TILE_TYPES.get(shape, 0), stack, turn)

    def _figures(self, components: Iterable[Component]) -> Iterator[TableObject]:
        for component in components:
            text, sides = self._text(component), [component.figure("front"), component.figure("back")]
            size = sides[0].width / PT_PER_IN, sides[0].height / PT_PER_IN
            front, back = self._pair(_stem(component), alone(size, self.dpi, self.most // 2), sides)
            yield from (figure(text.copy(copy), front, back, size) for copy in range(1, component.copies + 1))

    def _pair(self, stem: str, grid: SheetGrid, sides: Sequence[Drawing]) -> list[str]:
        """The addresses of one or two sides."""
        return [self._add(f"{stem}{end}", grid, [side]) for end, side in zip(_SIDES, sides, strict=False)]

    def _text(self, component: Component) -> ObjectText:
        product = component.product
        lines = [*self._words[product.name].lines(component)] or [product.title]
        tags = dict.fromkeys((product.name, *component.tags))
        return ObjectText(key_of(self.label, component), component.name, "\n".join(lines), tuple(tags))

    def _add(self, stem: str, grid: SheetGrid, cells: Sequence[Drawing], clear: bool = False) -> str:
        """The address of a picture; one that shows the same as another is that."""
        key = digest_of(*cells), grid, clear
        if key not in self._addresses:
            self._addresses[key] = self._file(stem, "png" if clear else self.suffix)
            self.pictures.append(CellImage(self._addresses[key], grid, tuple(cells), clear))
        return self.base + self._addresses[key]

    def _file(self, stem: str, suffix: str) -> str:
        """A name that no other file has, whatever the case of its letters and the marks between them."""
        names = (f"{name}.{suffix}" for name in chain([stem], (f"{stem}-{n}" for n in count(2))))
        file = next(name for name in names if _letters(name) not in self._names)
        self._names.add(_letters(file))
        return file


def _letters(name: str) -> str:
    """The letters and digits of a name, all that the program has of it in the names of its own files."""
    return re.sub("[^a-z0-9]", "", name.lower())


def _count_text(count: int) -> str:
    """What a bag of so many pieces says of itself."""
    return f"{count} pieces"


def _stem(component: Component) -> str:
    return f"{component.product.name}-{component.key}"


def _inches(component: Component) -> tuple[float, float]:
    return component.box.w / PT_PER_IN, component.box.h / PT_PER_IN


def _card_type(component: Component) -> int:
    """The shape of a card by its number there: with rounded corners, if it is to have them."""
    rounded = component.piece.corner and not component.piece.cut
    return 0 if rounded else _CARD_TYPES.get(shape_of(component.outline), 1)


def _back(component: Component) -> Drawing:
    """The back of a card; plain paper where it has none."""
    if component.piece.back:
        return component.side("back")
    box = component.box
    return Drawing(box.w, box.h, (Rect(0, 0, box.w, box.h, _PAPER),))


def _turn(drawing: Drawing) -> Drawing:
    """A drawing turned to the right."""
    placed = Place(Group(drawing.items), (0.0, 1.0, -1.0, 0.0, drawing.height, 0.0))
    return Drawing(drawing.height, drawing.width, (placed,))


def key_of(label: str, component: Component) -> str:
    """What tells the object of a component from all others of its game, whose folder has the name `label`."""
    return f"{label}/{component.product.name}/{component.key}"


def arrange_start(bundle: Bundle, objects: Sequence[TableObject]) -> list[Object]:
    """The objects, which are changed: all in rows, and over their spaces what begins on the board, out of its bags."""
    board, spots = _start_spots(bundle)
    rows, lying = list[TableObject](), list[Object]()
    for one in objects:
        whole = one.object
        inside = whole["ContainedObjects"] if whole["Name"] == "Bag" else ()
        if whole["GUID"] in spots:
            lying.append(whole)
            continue
        if left := [piece for piece in inside if piece["GUID"] not in spots]:
            whole |= {"ContainedObjects": left, "Description": _count_text(len(left))}
        lying += (piece for piece in inside if piece["GUID"] in spots)
        if left or not inside:
            rows.append(one)
    arrange_rows(rows)
    if lying:
        (ground,) = (one.object for one in rows if one.object["GUID"] == board)
        for piece in lying:
            _drop(piece, ground, *spots[piece["GUID"]])
    return [*(one.object for one in rows), *lying]


def _start_spots(bundle: Bundle) -> tuple[str, Mapping[str, tuple[int, int]]]:
    """The key of the board that is played on; by keys of what begins there the number of its space, and how many pieces
    lie below it."""
    sides = sides_of(bundle)
    setup = sort_table(bundle, sides)
    board = setup.boards[0].components[0] if setup.boards else None
    if board is None or board.piece.spaces is None:
        return "", {}
    numbers = {cell.name: number for number, cell in enumerate(board.piece.spaces.cells)}
    spots = {}
    for component, space in starts_of(setup, sides, board.piece.spaces):
        for below in range(component.copies):
            spots[f"{key_of(bundle.label, component)}/{below + 1}"] = numbers[space], below
    return key_of(bundle.label, board), spots


def _drop(piece: Object, board: Object, space: int, below: int) -> None:
    """Let a piece fall onto its space, where it would snap."""
    place, point = board["Transform"], board["AttachedSnapPoints"][space]["Position"]
    # A board is turned by half a turn, and its points with it.
    across, away = (round(place[f"pos{axis}"] - point[axis.lower()] * place[f"scale{axis}"], 4) for axis in "XZ")
    piece["Transform"] |= {"posX": across, "posY": piece["Transform"]["posY"] + 2 * THICK * below, "posZ": away}
