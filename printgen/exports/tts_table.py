"""Builds the objects of Tabletop Simulator for products, and places them for the start of a game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain, count
from typing import Literal

from printgen.base import group_pairs
from printgen.base.units import PT_PER_IN
from printgen.drawing.extent import digest_of
from printgen.drawing.model import Drawing, Rect
from printgen.exports import tts_objects as tts
from printgen.exports.bundle import Bundle, Component, ProductExport, shape_of, turn
from printgen.exports.field_text import FieldText
from printgen.exports.pixels import CellImage, SheetGrid, grid_for, shares, single_cell
from printgen.exports.vassal.grouping import sides_of, sort_table, starts_of

Use = Literal["card", "tile", "board", "page", "figure", ""]

_LONGEST_CARD = 178.0
"""A longer card, in millimetres, is a mat on the table, which nobody holds in a hand."""
_SHORTEST_CARD = 50.0
"""A round card, or a hex, that is shorter than this, in millimetres, is a token."""
_LONGEST_PAGE = 14.0
"""Pictures of longer components, in inches, may have all pixels; those of others half as many."""


def use_of(component: Component) -> Use:
    """The kind of object for a component; "" for nets to fold and for bound sheets."""
    if component.piece.figure:
        return "figure"
    if component.piece.leaf or component.role == "model":
        return ""
    if component.role == "card":
        return "card" if _is_held(component) else "tile"
    return component.role if component.role in ("board", "page") else "tile"


def _most_pixels(inches: tuple[float, float], most: int) -> int:
    """The most pixels of a side of something flat, when `most` is that of large things."""
    return most if max(inches) > _LONGEST_PAGE else most // 2


def _is_held(component: Component) -> bool:
    """Whether a card can be in a deck there: the program has only some shapes of cards."""
    longest, shape = max(component.size), shape_of(component.outline)
    has_shape = shape == "box" or (shape in ("round", "flat-hex") and longest >= _SHORTEST_CARD)
    return longest <= _LONGEST_CARD and has_shape


_MOST_CELLS = 70
"""The program's limit of cards on a sheet."""
_FEWEST_OF_BACK = 4
"""A back that fewer cards have is on a sheet of backs."""
_MOST_LOOSE = 12
"""More pieces of a product are in a bag."""
# The numbers of shapes in the program.
_CARD_TYPES = {"box": 1, "flat-hex": 3, "round": 4}
_TILE_TYPES = {"box": 0, "flat-hex": 1, "pointy-hex": 1, "round": 2}
_PAPER = "#F4F1E8"
"""The colour of a missing back."""
_SIDES = ("", "-back")


@dataclass
class ObjectBuilder:
    """Builds the objects of a game, whose folder has the name `label`; `pictures` are those that the objects name.

    `base` goes before the name of a picture in its address, and `suffix` ends the name. `dpi` is the most dots per
    inch, and `most` the most pixels of a side of a sheet, or of a picture of something large.
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
    _texts: dict[str, FieldText] = field(default_factory=dict)

    def objects(self, product: ProductExport) -> list[tts.TableObject]:
        """The objects of a product: its decks, boards and pages, and its other pieces, in a bag if there are many."""
        self._texts[product.name] = FieldText(product)
        by_use = group_pairs((use_of(component), component) for component in product.apart().components)
        objects = [*self._decks(product, by_use.get("card", ())), *map(self._board, by_use.get("board", ()))]
        if leaves := by_use.get("page"):
            objects.append(tts.pages([self._flat(page, self._text(page), False, False) for page in leaves]))
        loose = [*self._tiles(by_use.get("tile", ())), *self._figures(by_use.get("figure", ()))]
        if len(loose) > _MOST_LOOSE:
            text = tts.ObjectText(f"{self.label}/{product.name}/bag", product.title, f"{len(loose)} pieces")
            return [*objects, tts.bag(text, loose)]
        return [*objects, *loose]

    def _decks(self, product: ProductExport, cards: Iterable[Component]) -> Iterator[tts.TableObject]:
        """A deck for each size, shape and back of cards; all cards with backs of their own are one deck."""
        groups: dict[tuple[float, float, int, str], list[Component]] = {}
        common_backs = {card.number: digest for digest, alike in product.backs.items() for card in alike
                        if len(alike) >= _FEWEST_OF_BACK or len(product.backs) == 1}  # fmt: skip
        for card in cards:
            wide, high = (round(side, 2) for side in card.size)
            back = common_backs.get(card.number, "own" if card.piece.back else "")
            groups.setdefault((wide, high, _card_type(card), back), []).append(card)
        for number, ((*_, shape, back), group) in enumerate(groups.items(), 1):
            name = product.title if len(groups) == 1 else f"{product.title} ({number})"
            stem = f"{product.name}-cards" if len(groups) == 1 else f"{product.name}-{number}-cards"
            amount = f"{sum(card.copies for card in group)} cards"
            text = tts.ObjectText(f"{self.label}/{product.name}/deck-{number}", name, amount)
            own_backs = back == "own" and len(group) > 1
            yield tts.deck(text, [*self._cards(group, shape, own_backs, stem)], _inches(group[0]))

    def _cards(self, cards: Sequence[Component], shape: int, own_backs: bool, stem: str) -> Iterator[tts.DeckCard]:
        """The cards of a deck, on as few sheets as hold them; with `own_backs` on sheets of backs as well."""
        size, product = _inches(cards[0]), cards[0].product.name
        single = single_cell(size, self.dpi, self.most // 2)
        back = "" if own_backs else self._add(f"{stem}-back", single, [_back(cards[0])])
        for sheet_number, share in enumerate(shares(len(cards), _MOST_CELLS), 1):
            on_sheet, name = [cards[index] for index in share], f"{stem}-{sheet_number}"
            grid = grid_for(len(on_sheet), size, self.dpi, self.most) if len(on_sheet) > 1 else single
            face = self._add(name, grid, [card.side() for card in on_sheet])
            if own_backs:
                back = self._add(f"{name}-backs", grid, [_back(card) for card in on_sheet])
            number = self._number(f"{product}/{name}")
            sheet = tts.card_sheet(number, face, back, grid, own_backs, shape)
            for cell, card in enumerate(on_sheet):
                yield tts.DeckCard(self._text(card), number, sheet, cell, card.copies)

    def _number(self, key: str) -> int:
        """A number of four digits for a sheet of cards, by a hash of its key, so that games rarely share one."""
        number = 1000 + int(sha256(f"{self.label}/{key}".encode()).hexdigest()[:8], 16) % 9000
        while number in self._numbers:
            number = 1000 + (number - 999) % 9000
        self._numbers.add(number)
        return number

    def _board(self, component: Component) -> tts.TableObject:
        size, box = _inches(component), component.box
        grid = single_cell(size, self.dpi, _most_pixels(size, self.most))
        front = self._add(_stem(component), grid, [component.side(clip=True)])
        spaces = component.piece.spaces.shift(-box.x, -box.y) if component.piece.spaces else None
        return tts.board(self._text(component), front, size, spaces, (box.w, box.h))

    def _tiles(self, components: Iterable[Component]) -> Iterator[tts.TableObject]:
        """Tiles, tokens and mats, an object for each copy, clipped when no tile has their shape."""
        for component in components:
            text, clip = self._text(component), shape_of(component.outline) == "odd"
            for copy in range(1, component.copies + 1):
                yield self._flat(component, text.copy(copy), clip, component.copies > 1)

    def _flat(self, component: Component, text: tts.ObjectText, clip: bool, stack: bool) -> tts.TableObject:
        """A tile, or a token when no tile has its outline and it has no back: a token has one picture."""
        sides = [component.side(clip=clip), *([component.side("back", clip=clip)] if component.piece.back else [])]
        size, shape, stem, angle = _inches(component), shape_of(component.outline), _stem(component), 0.0
        if shape == "odd" and len(sides) == 1:
            front = self._add(stem, single_cell(size, self.dpi, self.most // 2), sides, clear=True)
            return tts.token(text, front, size, stack)
        if shape == "pointy-hex":
            # The program's hexes have a flat top: the picture is turned to the right, and the tile back to the left.
            angle, sides, size = -90.0, [*map(turn, sides)], size[::-1]
        grid = single_cell(size, self.dpi, _most_pixels(size, self.most))
        front, back = [*self._pair(stem, grid, sides), ""][:2]
        return tts.tile(text, front, back, size, _TILE_TYPES.get(shape, 0), stack, angle)

    def _figures(self, components: Iterable[Component]) -> Iterator[tts.TableObject]:
        for component in components:
            text, sides = self._text(component), [component.figure("front"), component.figure("back")]
            size = sides[0].width / PT_PER_IN, sides[0].height / PT_PER_IN
            front, back = self._pair(_stem(component), single_cell(size, self.dpi, self.most // 2), sides)
            yield from (tts.figure(text.copy(copy), front, back, size) for copy in range(1, component.copies + 1))

    def _pair(self, stem: str, grid: SheetGrid, sides: Sequence[Drawing]) -> list[str]:
        """The addresses of one or two sides."""
        return [self._add(f"{stem}{end}", grid, [side]) for end, side in zip(_SIDES, sides, strict=False)]

    def _text(self, component: Component) -> tts.ObjectText:
        product = component.product
        lines = [*self._texts[product.name].lines(component)] or [product.title]
        tags = dict.fromkeys((product.name, *component.tags))
        return tts.ObjectText(key_of(self.label, component), component.name, "\n".join(lines), tuple(tags))

    def _add(self, stem: str, grid: SheetGrid, cells: Sequence[Drawing], clear: bool = False) -> str:
        """Add a picture unless an equal one exists; returns its address."""
        key = digest_of(*cells), grid, clear
        if key not in self._addresses:
            self._addresses[key] = self._file(stem, "png" if clear else self.suffix)
            self.pictures.append(CellImage(self._addresses[key], grid, tuple(cells), clear))
        return self.base + self._addresses[key]

    def _file(self, stem: str, suffix: str) -> str:
        """A file name that is unique by its letters and digits alone, which are all that the program keeps."""
        names = (f"{name}.{suffix}" for name in chain([stem], (f"{stem}-{n}" for n in count(2))))
        file = next(name for name in names if _letters_and_digits(name) not in self._names)
        self._names.add(_letters_and_digits(file))
        return file


def _letters_and_digits(name: str) -> str:
    return re.sub("[^a-z0-9]", "", name.lower())


def _stem(component: Component) -> str:
    return f"{component.product.name}-{component.key}"


def _inches(component: Component) -> tuple[float, float]:
    return component.box.w / PT_PER_IN, component.box.h / PT_PER_IN


def _card_type(component: Component) -> int:
    """The number of a card's shape in the program; 0 has rounded corners."""
    rounded = component.piece.corner and not component.piece.cut
    return 0 if rounded else _CARD_TYPES.get(shape_of(component.outline), 1)


def _back(component: Component) -> Drawing:
    """The back of a card; plain paper if it has none."""
    if component.piece.back:
        return component.side("back")
    box = component.box
    return Drawing(box.w, box.h, (Rect(0, 0, box.w, box.h, _PAPER),))


def key_of(label: str, component: Component) -> str:
    """The key of a component's object, unique in its game; the game's folder has the name `label`."""
    return f"{label}/{component.product.name}/{component.key}"


def arrange_start(bundle: Bundle, objects: Sequence[tts.TableObject]) -> list[tts.Object]:
    """Place objects in rows, and starting pieces over their spaces, out of bags; changes the objects."""
    board, spots = _start_spots(bundle)
    rows, on_board = list[tts.TableObject](), list[tts.Object]()
    for placed in objects:
        table_object = placed.object
        contents = table_object["ContainedObjects"] if table_object["Name"] == "Bag" else ()
        if table_object["GUID"] in spots:
            on_board.append(table_object)
            continue
        if rest := [piece for piece in contents if piece["GUID"] not in spots]:
            table_object |= {"ContainedObjects": rest, "Description": f"{len(rest)} pieces"}
        on_board += (piece for piece in contents if piece["GUID"] in spots)
        if rest or not contents:
            rows.append(placed)
    tts.arrange_rows(rows)
    if on_board:
        (board_object,) = (placed.object for placed in rows if placed.object["GUID"] == board)
        for piece in on_board:
            _place_over(piece, board_object, *spots[piece["GUID"]])
    return [*(placed.object for placed in rows), *on_board]


def _start_spots(bundle: Bundle) -> tuple[str, Mapping[str, tuple[int, int]]]:
    """The key of the board in play; by key of its starting pieces, their space and how many lie below."""
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


def _place_over(piece: tts.Object, board: tts.Object, space: int, below: int) -> None:
    """Place a piece over its space, onto which it falls when the game is opened."""
    place, point = board["Transform"], board["AttachedSnapPoints"][space]["Position"]
    # A board is turned by half a turn, and its points with it.
    x, z = (round(place[f"pos{axis}"] - point[axis.lower()] * place[f"scale{axis}"], 4) for axis in "XZ")
    piece["Transform"] |= {"posX": x, "posY": piece["Transform"]["posY"] + 2 * tts.THICKNESS * below, "posZ": z}
