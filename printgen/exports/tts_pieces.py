"""What a thing is in Tabletop Simulator, and the objects of products there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import sha256
from itertools import chain, count
from math import pi, sqrt
from typing import Literal, NamedTuple

from printgen.base.units import PT_PER_IN
from printgen.drawing.extent import digest_of, flatten
from printgen.drawing.model import Drawing, Group, Outline, Place, Rect
from printgen.drawing.outlines import bounds
from printgen.exports.bundle import Component, ProductExport
from printgen.exports.pixels import CellImage, SheetGrid, alone, grid_for, shares
from printgen.exports.rooms import apart
from printgen.exports.text import FieldText
from printgen.exports.tts_starts import (
    CardSheet,
    DeckCard,
    ObjectText,
    TableObject,
    bag,
    board,
    deck,
    document,
    figure,
    key_of,
    pages,
    pieces_told,
    tile,
    token,
)

Use = Literal["card", "tile", "board", "page", "figure", ""]
Shape = Literal["box", "round", "flat-hex", "pointy-hex", "odd"]

_LONGEST_CARD = 178.0
"""What is longer, in millimetres, lies on the table and is held by no hand: a mat."""
_LEAST_CARD = 50.0
"""What is round or a hex, and shorter, is no card but a token."""

_PAGE = 14.0
"""What is longer, in inches, is large."""

_NEARLY = 0.02


def use_of(component: Component) -> Use:
    """What a thing is there; "" for what has no place: nets that are folded, and sheets that are bound."""
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


def shape_of(outline: Outline) -> Shape:
    """What an outline is; rounded corners of a box that take a fiftieth of it count for nothing."""
    box, lines = bounds(outline), flatten(outline)
    if len(lines) != 1:
        return "odd"
    part = abs(_area(lines[0])) / (box.w * box.h)
    if part > 1 - _NEARLY:
        return "box"
    straight = all(step[0] != "C" for step in outline)
    if straight and abs(part - 0.75) < _NEARLY:
        across = box.w / box.h
        if abs(across - 2 / sqrt(3)) < _NEARLY:
            return "flat-hex"
        if abs(across - sqrt(3) / 2) < _NEARLY:
            return "pointy-hex"
    return "round" if not straight and abs(part - pi / 4) < _NEARLY and abs(box.w / box.h - 1) < _NEARLY else "odd"


def _area(points: tuple[tuple[float, float], ...]) -> float:
    turned = zip(points, (*points[1:], points[0]), strict=True)
    return sum(x * v - u * y for (x, y), (u, v) in turned) / 2


class Flat(NamedTuple):
    """Something flat: its outline, and its two sides.

    They show nothing outside of an outline that no tile has; of others, what a tile that is a little off would show.
    """

    outline: Outline
    front: Drawing
    back: Drawing | None


def flat_of(component: Component) -> Flat:
    """A tile, a token or a mat."""
    clip = shape_of(component.outline) == "odd"
    return Flat(
        component.outline,
        component.side(clip=clip),
        component.side("back", clip=clip) if component.piece.back else None,
    )


_MOST_CELLS = 70
_OWN_SHEETS = 4
"""A back that fewer cards have is on a sheet of backs."""
_FEW = 12
"""More things than these are in a bag."""
_CARD_TYPES = {"box": 1, "flat-hex": 3, "round": 4}
_TILE_TYPES = {"box": 0, "flat-hex": 1, "pointy-hex": 1, "round": 2}
_PAPER = "#F4F1E8"


class Paper(NamedTuple):
    """A PDF by the name of its file: the product that it is of, and its pages by their names."""

    file: str
    product: ProductExport
    pages: tuple[tuple[str, Drawing], ...]


@dataclass
class ObjectBuilder:
    """All that is made of a game, whose folder has the name `label`: `pictures` are those that its objects name.

    `base` is what goes before the name of a picture, `sort` how that ends, `dpi` the most dots per inch, and `most`
    the most pixels of a side of a sheet or of a picture of something large; see `pixels_of`. With `bound`, pages are
    PDFs, which are in `papers`.
    """

    label: str
    base: str
    sort: str
    dpi: float
    most: int
    bound: bool = False
    pictures: list[CellImage] = field(default_factory=list)
    papers: list[Paper] = field(default_factory=list)
    _known: dict[tuple[str, SheetGrid, bool], str] = field(default_factory=dict)
    _names: set[str] = field(default_factory=set)
    _numbers: set[int] = field(default_factory=set)
    _wordings: dict[str, FieldText] = field(default_factory=dict)

    def placed(self, product: ProductExport) -> list[TableObject]:
        """What a product is on the table: its decks, boards and pages, and its other things, in a bag if many."""
        by_use: dict[str, list[Component]] = {}
        for component in apart(product).components:
            by_use.setdefault(use_of(component), []).append(component)
        boards = (self._board(product, component) for component in by_use.get("board", ()))
        made = [*self._decks(product, by_use.get("card", ())), *boards]
        if shown := by_use.get("page"):
            made.append(self._document(product, shown) if self.bound else pages([*self._pages(product, shown)]))
        loose = [*self._tiles(product, by_use.get("tile", ())), *self._figures(product, by_use.get("figure", ()))]
        if len(loose) > _FEW:
            told = ObjectText(f"{self.label}/{product.name}/bag", product.title, pieces_told(len(loose)))
            return [*made, bag(told, loose)]
        return [*made, *loose]

    def _decks(self, product: ProductExport, components: Sequence[Component]) -> Iterator[TableObject]:
        """A deck for each size, shape and back of cards; cards with backs of their own are one."""
        groups: dict[tuple[float, float, int, str], list[Component]] = {}
        shared = {component.number: digest for digest, held in product.backs.items() if len(held) >= _OWN_SHEETS
                  or len(product.backs) == 1 for component in held}  # fmt: skip
        for component in components:
            wide, high = (round(side, 2) for side in component.size)
            back = shared.get(component.number, "own" if component.piece.back else "")
            groups.setdefault((wide, high, _card_type(component), back), []).append(component)
        for number, ((*_, shape, back), held) in enumerate(groups.items(), 1):
            name = product.title if len(groups) == 1 else f"{product.title} ({number})"
            key = f"{self.label}/{product.name}/deck-{number}"
            stem = f"{product.name}-cards" if len(groups) == 1 else f"{product.name}-{number}-cards"
            told = ObjectText(key, name, f"{sum(component.copies for component in held)} cards")
            yield deck(told, [*self._cards(product, held, shape, back, stem)], _inches(held[0]))

    def _cards(
        self, product: ProductExport, components: Sequence[Component], shape: int, back: str, stem: str
    ) -> Iterator[DeckCard]:
        """The cards of a deck, on as few sheets as hold them."""
        size, own = _inches(components[0]), back == "own" and len(components) > 1
        behind = "" if own else self._one(components[0], f"{stem}-back")
        for number, share in enumerate(shares(len(components), _MOST_CELLS), 1):
            held = [components[index] for index in share]
            name = f"{stem}-{number}"
            grid = (
                grid_for(len(held), size, self.dpi, self.most)
                if len(held) > 1
                else alone(size, self.dpi, self.most // 2)
            )
            face = self._add(name, grid, [_face(component) for component in held])
            if own:
                behind = self._add(f"{name}-backs", grid, [_back(component) for component in held])
            sheet = CardSheet(self._number(f"{product.name}/{name}"), face, behind, grid, own, shape)
            for cell, component in enumerate(held):
                yield DeckCard(self._told(product, component), sheet, cell, component.copies)

    def _one(self, component: Component, stem: str) -> str:
        """The back of a card alone; plain paper where it has none."""
        return self._add(stem, alone(_inches(component), self.dpi, self.most // 2), [_back(component)])

    def _number(self, key: str) -> int:
        """The number of a sheet of cards, of four digits, so that decks of other games seldom have it, too."""
        number = 1000 + int(sha256(f"{self.label}/{key}".encode()).hexdigest()[:8], 16) % 9000
        while number in self._numbers:
            number = 1000 + (number - 999) % 9000
        self._numbers.add(number)
        return number

    def _board(self, product: ProductExport, component: Component) -> TableObject:
        size, box = _inches(component), component.box
        front = self._add(
            f"{product.name}-{component.key}",
            alone(size, self.dpi, pixels_of(size, self.most)),
            [component.side(clip=True)],
        )
        spaces = component.piece.spaces.moved(-box.x, -box.y) if component.piece.spaces else None
        return board(self._told(product, component), front, size, spaces, (box.w, box.h))

    def _document(self, product: ProductExport, components: Sequence[Component]) -> TableObject:
        paper = Paper(
            self._file(product.name, "pdf"),
            product,
            tuple((component.name, component.side()) for component in components),
        )
        self.papers.append(paper)
        told = ObjectText(
            f"{self.label}/{product.name}/pages", product.title, f"{len(components)} pages", (product.name,)
        )
        return document(told, self.base + paper.file, _inches(components[0]))

    def _pages(self, product: ProductExport, components: Iterable[Component]) -> Iterator[TableObject]:
        for component in components:
            flat = Flat(component.outline, component.side(), component.side("back") if component.piece.back else None)
            yield self._flat(self._told(product, component), flat, f"{product.name}-{component.key}", False)

    def _tiles(self, product: ProductExport, components: Iterable[Component]) -> Iterator[TableObject]:
        """Tiles, tokens and mats, each as often as there are copies of it."""
        for component in components:
            told, flat, stem = self._told(product, component), flat_of(component), f"{product.name}-{component.key}"
            for copy in range(1, component.copies + 1):
                yield self._flat(told._replace(key=f"{told.key}/{copy}"), flat, stem, component.copies > 1)

    def _flat(self, told: ObjectText, flat: Flat, stem: str, stack: bool) -> TableObject:
        """Something flat: a tile, or a token where no tile has its outline, which has one picture on both sides."""
        size, shape = _sides(flat.front), shape_of(flat.outline)
        if shape == "odd" and flat.back is None:
            front = self._add(stem, alone(size, self.dpi, self.most // 2), [flat.front], clear=True)
            return token(told, front, size, stack)
        turn, sides = 0.0, [flat.front, *([flat.back] if flat.back else ())]
        if shape == "pointy-hex":
            # Hexes there have a flat top: the picture is turned to the right, and the tile back to the left.
            turn, sides, size = -90.0, [_turn(side) for side in sides], size[::-1]
        grid = alone(size, self.dpi, pixels_of(size, self.most))
        names = [self._add(f"{stem}{end}", grid, [side]) for end, side in zip(("", "-back"), sides, strict=False)]
        return tile(told, names[0], names[1] if len(names) > 1 else "", size, _TILE_TYPES.get(shape, 0), stack, turn)

    def _figures(self, product: ProductExport, components: Iterable[Component]) -> Iterator[TableObject]:
        for component in components:
            told, sides = self._told(product, component), [component.figure("front"), component.figure("back")]
            size = _sides(sides[0])
            grid, stem = alone(size, self.dpi, self.most // 2), f"{product.name}-{component.key}"
            front, back = (
                self._add(f"{stem}{end}", grid, [side]) for end, side in zip(("", "-back"), sides, strict=True)
            )
            for copy in range(1, component.copies + 1):
                yield figure(told._replace(key=f"{told.key}/{copy}"), front, back, size)

    def _told(self, product: ProductExport, component: Component) -> ObjectText:
        if product.name not in self._wordings:
            self._wordings[product.name] = FieldText(product)
        lines = self._wordings[product.name].lines(component) or [product.title]
        tags = dict.fromkeys((product.name, *component.tags))
        return ObjectText(key_of(self.label, product, component), component.name, "\n".join(lines), tuple(tags))

    def _add(self, stem: str, grid: SheetGrid, cells: Sequence[Drawing], clear: bool = False) -> str:
        """The address of a picture; one that shows the same as another is that."""
        known = digest_of(*cells), grid, clear
        if known not in self._known:
            self._known[known] = self._file(stem, "png" if clear else self.sort)
            self.pictures.append(CellImage(self._known[known], grid, tuple(cells), clear))
        return self.base + self._known[known]

    def _file(self, stem: str, suffix: str) -> str:
        """A name that no other file has, whatever the case of its letters and the marks between them."""
        names = (f"{name}.{suffix}" for name in chain([stem], (f"{stem}-{n}" for n in count(2))))
        file = next(name for name in names if _letters(name) not in self._names)
        self._names.add(_letters(file))
        return file


def _letters(name: str) -> str:
    """The letters and digits of a name, all that the program has of it in the names of its own files."""
    return re.sub("[^a-z0-9]", "", name.lower())


def _inches(component: Component) -> tuple[float, float]:
    return component.box.w / PT_PER_IN, component.box.h / PT_PER_IN


def _sides(drawing: Drawing) -> tuple[float, float]:
    return drawing.width / PT_PER_IN, drawing.height / PT_PER_IN


def _card_type(component: Component) -> int:
    """The shape of a card by its number there: with rounded corners, if it is to have them."""
    return 0 if component.piece.corner and not component.piece.cut else _CARD_TYPES.get(shape_of(component.outline), 1)


def _face(component: Component) -> Drawing:
    return component.side(clip=component.piece.cut is not None, corners=False)


def _back(component: Component) -> Drawing:
    if component.piece.back:
        return component.side("back", clip=component.piece.cut is not None, corners=False)
    box = component.box
    return Drawing(box.w, box.h, (Rect(0, 0, box.w, box.h, _PAPER),))


def _turn(drawing: Drawing) -> Drawing:
    """A drawing turned to the right."""
    placed = Place(Group(drawing.items), (0.0, 1.0, -1.0, 0.0, drawing.height, 0.0))
    return Drawing(drawing.height, drawing.width, (placed,))
