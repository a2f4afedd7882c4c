"""The description of a module: boards, maps, decks, windows."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from printgen.base.units import PT_PER_IN
from printgen.exports.bundle import Bundle, Component, ProductExport, crop
from printgen.exports.vassal.escaping import (
    BOARD,
    BUILD,
    MAP,
    MODULE,
    chat_name,
    distinct,
    element,
    label,
    plain,
    sequence,
)
from printgen.exports.vassal.grouping import CardPile, SideItem, Sides, TableSetup, board_box, lay_beside, starts_of
from printgen.exports.vassal.slots import HIDES, ModuleImage, ModuleImages, Slots

GROUND, FELT = "208,202,186", "58,110,68"
"""What lies around boards, and tables, as colours."""
_MOVES = "$pieceName$ moves $previousLocation$ -> $location$ *"
_MOVES_TO = "$pieceName$ moves $previousLocation$ [$previousMap$] -> $location$ [$mapName$] *"
_PARTS = (
    "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander", "PieceMover",
    "KeyBufferer", "Flare",
)  # fmt: skip
_NONE: Mapping[str, object] = {}
_ZOOMS = (0.1, 0.15, 0.2, 0.25, 0.333, 0.4, 0.5, 0.625, 0.75, 1.0, 1.25, 1.6, 2.0)
_SCREEN = (1880, 800)
"""So many pixels of a usual screen are left for a map."""
_READ = 100
"""Pieces under the mouse are shown at so many dots per inch, or more."""
OPENED = (6, 18)
"""So many pixels right and up each piece of a stack lies from the one below once a double click has opened it."""
_FEW_TABS = 6
"""More lists of pieces than these are chosen from a list: their tabs would fill the window."""


def tabs(name: str, children: list[Element]) -> Element:
    """A tab for each child, or a list to choose from where rows of tabs leave no room for the children."""
    widget = "TabWidget" if len(children) <= _FEW_TABS else "BoxWidget"
    return element(f"{BUILD}.widget.{widget}", {"entryName": name}, children)


def picker(name: str, boards: list[Element]) -> Element:
    """The boards of a map: a game begins on the only one, else players choose."""
    # The command of VASSAL that puts a board on a map, both by their names.
    begin = sequence((f"{name}BoardPicker", sequence((boards[0].get("name", ""),), "/"), 0, 0), "\t")
    children = [*([element("setup", text=begin)] if len(boards) == 1 else []), *boards]
    said = {"title": "Choose a board", "boardPrompt": "Select board", "addColumnText": "Add column"}
    more = {"addRowText": "Add row", "slotHeight": 125, "slotWidth": 350, "slotScale": "0.1"}
    return element(f"{MAP}.BoardPicker", {**said, **more}, children)


def stacking() -> Element:
    """How stacks are drawn: those that are opened as `OPENED` says."""
    said = {"disabled": False, "exSepX": OPENED[0], "exSepY": OPENED[1], "unexSepX": 2, "unexSepY": 4}
    return element(f"{MAP}.StackMetrics", said)


def _viewer(dpi: float) -> Element:
    """Shows the piece or the stack that the mouse rests on at full size, of decks what lies face up."""
    said = {
        "version": 4, "delay": 700, "minDisplayPieces": 1, "zoomlevel": "1.0", "showgraph": True,
        "graphicsZoom": max(1.0, round(_READ / dpi, 2)), "showtext": False, "showNoStack": True, "showDeck": True,
        "showNonMovable": False, "display": "from top-most layer only", "propertyFilter": f"{HIDES} != yes",
    }  # fmt: skip
    return element(f"{MAP}.CounterDetailViewer", said)


def map_of(
    name: str, picker: Element, lying: list[Element], metrics: Element, dpi: float, tag: str = f"{MODULE}.Map",
    edge: tuple[int, int] = (0, 0), more: Mapping[str, object] = _NONE, size: tuple[int, int] = (1, 1),
) -> Element:  # fmt: skip
    """A map with everything that makes it work, which VASSAL adds to none; its pieces have pictures of so many dpi.

    It begins with all of a size in sight, in pixels, with its edges.
    """
    parts = [element(f"{MAP}.{part}") for part in _PARTS]
    parts.append(_viewer(dpi))
    parts.append(element(f"{MAP}.ImageSaver", {"buttonText": "Save picture"}))
    parts.append(_zoomer(size[0] + 2 * edge[0], size[1] + 2 * edge[1]))
    usual = {"mapName": name, "launch": False, "allowMultiple": False, "edgeWidth": edge[0], "edgeHeight": edge[1]}
    usual |= {"backgroundcolor": GROUND, "markMoved": "Never", "onlyReportChangedLocation": True}
    usual |= {"moveWithinFormat": _MOVES, "moveToFormat": _MOVES_TO}
    return element(tag, {**usual, **more}, [picker, metrics, *lying, *parts])


def _zoomer(wide: int, high: int) -> Element:
    """Begins with all of a map on a usual screen. VASSAL counts from the largest, from 1."""
    most = min(1.0, _SCREEN[0] / wide, _SCREEN[1] / high)
    start = next((number for number, zoom in enumerate(_ZOOMS[::-1], 1) if zoom <= most), 0)
    return element(f"{MAP}.Zoomer", {"zoomLevels": ",".join(map(str, _ZOOMS)), "zoomStart": start or len(_ZOOMS)})


VERSION = "3.7.26"
"""The VASSAL whose words these are."""
MAIN = "Main Map"
HELP = "help/begin.html"
_GAP = 16
_SEEN = 5
"""Of a pile so many pieces are seen."""
_PILE = 2 * (_SEEN - 1)
"""So many pixels VASSAL draws the highest of them right of and above the lowest."""
_STACK = 3
"""More copies than these lie in a pile that is drawn from one by one: a stack moves as a whole."""
_BARS = 60
"""So much of the height of a new window VASSAL has under its toolbar and its scroll bar."""
_PAGES = 120.0
"""Pages are read: they are drawn at so many dots per inch, or more."""


class TableSize(NamedTuple):
    """What a game without a board is played on: its width and height in points."""

    wide: float
    high: float


class ModuleContent:
    """Makes the description of a module; `images` are the pictures that it names."""

    def __init__(
        self, bundle: Bundle, setup: TableSetup, sides: Sides, images: ModuleImages, table: TableSize
    ) -> None:  # fmt: skip
        self.bundle, self.setup, self.sides, self.images, self.table = bundle, setup, sides, images, table
        self.slots, self._names = Slots(images), {MAIN}
        self.boards = setup.boards[0].components if setup.boards else ()
        # Where sides start is the same on all boards.
        spaces = self.boards[0].piece.spaces if self.boards else None
        self.starts = [*starts_of(setup, sides, spaces)] if spaces else []
        begin = [start.component for start in self.starts]
        on_board = {*map(_place, begin)}
        self.aside = [component for component in setup.beside if _place(component) not in on_board]

    def module(self) -> Element:
        """The whole of it."""
        game = self.bundle.game
        boards = [self._board(board) for board in self.boards]
        hands = [self._hand(name) for name in self.sides.names] if self.setup.decks else []
        others = [self._other(product) for product in self.setup.boards[1:]]
        # VASSAL builds them one by one. Pieces before the encoder are lost; a map before the options is never shown.
        encoder, options = element(f"{MODULE}.BasicCommandEncoder"), element(f"{MODULE}.GlobalOptions")
        said = {"title": "How to begin", "fileName": HELP, "fileType": "archive"}
        help_ = element(f"{MODULE}.Documentation", children=[element(f"{MODULE}.documentation.HelpFile", said)])
        entries = [element("entry", text=name) for name in self.sides.names]
        roster = element(f"{MODULE}.PlayerRoster", {"buttonText": "Retire", "buttonToolTip": "Switch sides"}, entries)
        first = [encoder, help_, roster, options]
        children = [*first, self._main(boards), *others, *hands, *self._pieces(), *self._pages()]
        said = {
            "name": plain(self.bundle.display_title),
            "version": plain(game.version) or "1.0",
            "VassalVersion": VERSION,
        }
        more = {"description": "Made by printgen", "nextPieceSlotId": self.slots.count}
        return element(f"{BUILD}.GameModule", {**said, **more}, children)

    def _name(self, *words: str) -> str:
        """A name that nothing else of the module has."""
        (name,) = distinct([": ".join(map(label, words))], self._names)
        self._names.add(name)
        return name

    def _main(self, boards: list[Element]) -> Element:
        """The map that a game is played on, with what lies beside its boards."""
        boxes = [board_box(board) for board in self.boards]
        sizes = [(box.w, box.h) for box in boxes] or [self.table]
        wide, high = (round(max(size[at] for size in sizes) * self.images.dpi / PT_PER_IN) for at in (0, 1))
        if not boards:
            said = {"name": "Table", "width": wide, "height": high, "color": FELT, "reversible": False}
            boards = [element(f"{MAP}.boardPicker.Board", said, [_inch_grid(round(self.images.dpi))])]
        room = lay_beside(self._side_items(), (wide, high))
        decks = [part for deck in self.setup.decks for part in self._deck(deck, room.middles[deck.name])]
        lying = [*decks, *self._start_stacks(), *self._stacks(room.middles)]
        edge = room.edge, room.below
        return map_of(MAIN, picker(MAIN, boards), lying, stacking(), self.images.dpi, edge=edge, size=(wide, high))

    def _side_items(self) -> Sequence[SideItem]:
        """What lies beside the boards: decks with their discards, then small pieces."""
        items = []
        for deck in self.setup.decks:
            face = self.images.side(deck.components[0])
            items.append(SideItem(deck.name, 2 * face.wide + _GAP, face.high, deck.side, _PILE, _PILE))
        for component in self.aside:
            face, above = self.images.side(component), component.copies - 1
            grows = (_PILE, _PILE) if component.copies > _STACK else (OPENED[0] * above, OPENED[1] * above)
            items.append(SideItem(_place(component), face.wide, face.high, self.sides.of(component), *grows))
        return items

    def _board(self, board: Component) -> Element:
        """A board, with its spaces as points on which pieces snap."""
        image, spaces = self._board_image(board)
        grid = points(spaces) if spaces else points([("board", 0, 0)], snap=False)
        said = {"name": self._name(board.name), "image": image.file, "reversible": False}
        return element(f"{MAP}.boardPicker.Board", said, [grid])

    def _board_image(self, board: Component) -> tuple[ModuleImage, list[tuple[str, float, float]]]:
        """The picture of a board, and its spaces with their middles in pixels of that."""
        box, spaces = board_box(board), board.piece.spaces
        file = f"{board.product.name}.{board.key}-seed-{self.bundle.request.seed}.png"
        image = self.images.add(file, crop(board.piece.front, box), clear=bool(board.piece.cut))
        scale = image.wide / box.w
        cells = spaces.cells if spaces else ()
        return image, [(cell.name, (cell.x - box.x) * scale, (cell.y - box.y) * scale) for cell in cells]

    def _deck(self, deck: CardPile, middle: tuple[int, int]) -> list[Element]:
        """A deck, shuffled and face down, and the pile at its right that its discards lie on."""
        face = self.images.side(deck.components[0])
        half = (face.wide + _GAP) // 2
        cards = [self.slots.card(deck, component) for component in deck.components for _ in range(component.copies)]
        usual = {"width": face.wide, "height": face.high, "allowMultiple": True, "draw": True, "color": "255,255,255"}
        usual |= {"reversible": False, "canSave": False, "maxStack": _SEEN}
        drawn = {"faceDown": "Always", "shuffle": "Always", "allowSelect": False, "reshufflable": False}
        sent = {
            "faceDown": "Never", "shuffle": "Never", "allowSelect": True, "reshufflable": True,
            "reshuffleCommand": f"Shuffle into {deck.name}", "reshuffleTarget": deck.name,
            "reshuffleMessage": f"The discards are shuffled into {deck.name} by $playerName$ *",
        }  # fmt: skip
        tag, (x, y) = f"{MAP}.DrawPile", middle
        return [
            element(tag, {"name": deck.name, "x": x - half, "y": y, **usual, **drawn}, cards),
            element(tag, {"name": deck.discards, "x": x + half, "y": y, **usual, **sent}),
        ]

    def _stacks(self, middles: Mapping[Hashable, tuple[int, int]]) -> Iterator[Element]:
        """What lies beside the board as a game begins; all of its copies in a stack, or in a pile."""
        for component in self.aside:
            piled, middle = component.copies > _STACK, middles[_place(component)]
            sort = "CardSlot" if piled else "PieceSlot"
            pieces = [self.slots.piece(component, sort) for _ in range(component.copies)]
            yield (self._supply if piled else self._stack)(component, pieces, middle)

    def _supply(self, component: Component, pieces: list[Element], middle: tuple[int, int]) -> Element:
        """Copies in a pile, of which each drag takes one."""
        said = {"name": self._name(component.product.title, component.name), "x": middle[0], "y": middle[1]}
        said |= {key: pieces[0].get(key, "") for key in ("width", "height")}
        said |= {"allowMultiple": False, "draw": False, "reversible": False, "canSave": False, "maxStack": _SEEN}
        said |= {"faceDown": "Never", "shuffle": "Never", "allowSelect": False, "reshufflable": False}
        return element(f"{MAP}.DrawPile", said, pieces)

    def _stack(self, component: Component, pieces: list[Element], middle: tuple[int, int]) -> Element:
        name = self._name(component.product.title, component.name)
        return element(
            f"{MAP}.SetupStack", {"name": name, "useGridLocation": False, "x": middle[0], "y": middle[1]}, pieces
        )

    def _start_stacks(self) -> Iterator[Element]:
        """What lies on the board as a game begins."""
        spaces = self._board_image(self.boards[0])[1] if self.starts else ()
        middles = {name: (round(x), round(y)) for name, x, y in spaces}
        for component, space in self.starts:
            pieces = [self.slots.piece(component) for _ in range(component.copies)]
            yield self._stack(component, pieces, middles[space])

    def _other(self, product: ProductExport) -> Element:
        """A board beside the main one, in a window of its own."""
        name = self._name(product.title)
        boards = [self._board(board) for board in product.components]
        more, edge = {"launch": True, "buttonName": name}, (_BARS // 4, _BARS)
        return map_of(name, picker(name, boards), [], stacking(), self.images.dpi, edge=edge, more=more)

    def _hand(self, side: str) -> Element:
        """The cards that a side holds. Without a board of its own, every game would begin with the question for one."""
        name, card = self._name(f"Hand of {side}"), self.images.side(self.setup.decks[0].components[0])
        ground = {"name": name, "width": 6 * card.wide, "height": card.high + 2 * _GAP + _BARS, "color": GROUND}
        grid = points([("hand", 0, 0)], snap=False)
        board = element(f"{MAP}.boardPicker.Board", {**ground, "reversible": False}, [grid])
        said = {"side": sequence((side,), ","), "visible": False, "launch": True, "buttonName": name}
        metrics = element(f"{MAP}.HandMetrics")
        return map_of(name, picker(name, [board]), [], metrics, self.images.dpi, f"{MODULE}.PlayerHand", more=said)

    def _pieces(self) -> list[Element]:
        """The window from which pieces are dragged, a list for each product."""
        lists = []
        for product in self.setup.lists:
            slots = [self.slots.piece(component) for component in product.components]
            longest = max(max(int(slot.get("width", "0")), int(slot.get("height", "0"))) for slot in slots)
            scale = min(1.0, round(250 / longest, 2))
            said = {"entryName": label(product.title), "scale": scale, "width": 300, "height": 300, "divider": 194}
            lists.append(element(f"{BUILD}.widget.ListWidget", said, slots))
        if not lists:
            return []
        said = {"name": "Pieces", "hidden": False, "text": "Pieces", "scale": 1.0}
        return [element(f"{MODULE}.PieceWindow", said, [tabs("", lists)])]

    def _pages(self) -> list[Element]:
        """The window in which pages are read, a tab for each product."""
        windows = []
        for product in self.setup.pages:
            charts = [self._page(component) for component in product.components]
            windows += charts if len(charts) == 1 else [tabs(label(product.title), charts)]
        if not windows:
            return []
        said = {"name": "Pages", "text": "Pages", "tooltip": "Rules and aids"}
        return [element(f"{MODULE}.ChartWindow", said, [tabs("", windows)])]

    def _page(self, page: Component) -> Element:
        file = f"{page.product.name}.{page.number:03}-{page.key}.png"
        image = self.images.add(file, page.piece.front, max(_PAGES, self.images.dpi))
        return element(f"{BUILD}.widget.Chart", {"chartName": label(page.name), "fileName": image.file})


def _place(component: Component) -> Hashable:
    return component.product.name, component.number


def points(spots: Iterable[tuple[str, float, float]], snap: bool = True) -> Element:
    """A grid of points, each with its name; without snapping a board is one place, and pieces lie anywhere on it."""
    regions = ({"name": chat_name(name, "space"), "originx": round(x), "originy": round(y)} for name, x, y in spots)
    children = [element(f"{BOARD}.Region", region) for region in regions]
    return element(f"{BOARD}.RegionGrid", {"snapto": snap, "visible": False, "fontsize": 9}, children)


def _inch_grid(step: int) -> Element:
    """The grid of a table: squares of an inch, of so many pixels, to measure by; pieces may lie anywhere."""
    place = {"dx": float(step), "dy": float(step), "x0": step // 2, "y0": step // 2}
    switches = {"snapTo": False, "edgesLegal": False, "cornersLegal": False, "visible": True, "dotsVisible": False}
    axes = {f"{axis}{key}": value for axis in "hv"
            for key, value in {"Type": "N", "Leading": 0, "Off": 1, "Descend": False}.items()}  # fmt: skip
    numbers = {"first": "H", "sep": "/", **axes, "visible": False, "locationFormat": "inch $gridLocation$"}
    more = {"fontSize": 9, "color": "0,0,0", "rotateText": 0, "hDrawOff": 0, "vDrawOff": 0}
    numbering = element(f"{BOARD}.mapgrid.SquareGridNumbering", {**numbers, **more})
    return element(f"{BOARD}.SquareGrid", {**place, **switches, "color": "38,78,46"}, [numbering])
