"""The description of a module, buildFile.xml: its boards, maps, decks and windows."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
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
"""The colours around boards, and of tables, as red, green and blue."""
_MOVES = "$pieceName$ moves $previousLocation$ -> $location$ *"
_MOVES_TO = "$pieceName$ moves $previousLocation$ [$previousMap$] -> $location$ [$mapName$] *"
_MAP_PARTS = (
    "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander", "PieceMover",
    "KeyBufferer", "Flare",
)  # fmt: skip
_ZOOMS = (0.1, 0.15, 0.2, 0.25, 0.333, 0.4, 0.5, 0.625, 0.75, 1.0, 1.25, 1.6, 2.0)
_SCREEN = (1880, 800)
"""The pixels of a usual screen that are left for a map."""
_VIEWER_DPI = 100
"""The least dots per inch of pieces under the mouse."""
OPENED_STACK = (6, 18)
"""So many pixels further right and up is each piece of a stack once a double click has opened it."""
_MOST_TABS = 6
"""More children than these are chosen from a list: their tabs would fill the window."""


def tabs(name: str, children: list[Element]) -> Element:
    """A tab for each child, or a list to choose from when rows of tabs leave no room for the children."""
    widget = "TabWidget" if len(children) <= _MOST_TABS else "BoxWidget"
    return element(f"{BUILD}.widget.{widget}", {"entryName": name}, children)


def picker(name: str, boards: list[Element]) -> Element:
    """The boards of a map: a game begins on the only one, else players choose."""
    # The command of VASSAL that puts a board on a map, both by their names.
    setup = sequence((f"{name}BoardPicker", sequence((boards[0].get("name", ""),), "/"), 0, 0), "\t")
    children = [*([element("setup", text=setup)] if len(boards) == 1 else []), *boards]
    texts = {"title": "Choose a board", "boardPrompt": "Select board", "addColumnText": "Add column"}
    sizes = {"addRowText": "Add row", "slotHeight": 125, "slotWidth": 350, "slotScale": "0.1"}
    return element(f"{MAP}.BoardPicker", {**texts, **sizes}, children)


def stacking() -> Element:
    """The distances of pieces in a stack, opened and closed."""
    right, up = OPENED_STACK
    distances = {"disabled": False, "exSepX": right, "exSepY": up, "unexSepX": 2, "unexSepY": 4}
    return element(f"{MAP}.StackMetrics", distances)


def _viewer(dpi: float) -> Element:
    """Shows the piece or the stack under the mouse at full size, and cards of decks that are face up."""
    attributes = {
        "version": 4, "delay": 700, "minDisplayPieces": 1, "zoomlevel": "1.0", "showgraph": True,
        "graphicsZoom": max(1.0, round(_VIEWER_DPI / dpi, 2)), "showtext": False, "showNoStack": True, "showDeck": True,
        "showNonMovable": False, "display": "from top-most layer only", "propertyFilter": f"{HIDES} != yes",
    }  # fmt: skip
    return element(f"{MAP}.CounterDetailViewer", attributes)


def map_of(
    name: str, picker: Element, contents: list[Element], metrics: Element, dpi: float, tag: str = f"{MODULE}.Map",
    edge: tuple[int, int] = (0, 0), more: Mapping[str, object] = {}, size: tuple[int, int] = (1, 1),
) -> Element:  # fmt: skip
    """A map with its contents, and with the parts that make it work, none of which VASSAL adds by itself.

    Pictures of its pieces have `dpi` dots per inch. It opens with all of a `size` in pixels visible, with edges around.
    """
    parts = [element(f"{MAP}.{part}") for part in _MAP_PARTS]
    parts.append(_viewer(dpi))
    parts.append(element(f"{MAP}.ImageSaver", {"buttonText": "Save picture"}))
    parts.append(_zoomer(size[0] + 2 * edge[0], size[1] + 2 * edge[1]))
    attributes = {"mapName": name, "launch": False, "allowMultiple": False, "edgeWidth": edge[0], "edgeHeight": edge[1]}
    attributes |= {"backgroundcolor": GROUND, "markMoved": "Never", "onlyReportChangedLocation": True}
    attributes |= {"moveWithinFormat": _MOVES, "moveToFormat": _MOVES_TO}
    return element(tag, {**attributes, **more}, [picker, metrics, *contents, *parts])


def _zoomer(wide: int, high: int) -> Element:
    """A zoom that starts with all of a map visible on a usual screen. VASSAL counts zooms from the largest, from 1."""
    fitting = min(1.0, _SCREEN[0] / wide, _SCREEN[1] / high)
    start = next((number for number, zoom in enumerate(_ZOOMS[::-1], 1) if zoom <= fitting), 0)
    return element(f"{MAP}.Zoomer", {"zoomLevels": ",".join(map(str, _ZOOMS)), "zoomStart": start or len(_ZOOMS)})


VERSION = "3.7.26"
"""The version of VASSAL whose elements these are."""
MAIN = "Main Map"
HELP = "help/begin.html"
# Lengths are in pixels.
_GAP = 16
_VISIBLE = 5
"""VASSAL draws so many pieces of a pile at most."""
_PILE_GROWTH = 2 * (_VISIBLE - 1)
"""How far the highest of them is to the right of the lowest, and above it."""
_MOST_STACKED = 3
"""More copies are in a pile, from which they are drawn one by one: a stack moves as a whole."""
_BARS = 60
"""The height of a new window that VASSAL has under its toolbar and its scroll bar."""
_PAGE_DPI = 120.0
"""The least dots per inch of pages, so that they can be read."""


class ModuleContent:
    """Builds the description of a module, and adds its pictures to `images`; without a board `table` is in points."""

    def __init__(
        self, bundle: Bundle, setup: TableSetup, sides: Sides, images: ModuleImages, table: tuple[float, float]
    ) -> None:
        self.bundle, self.setup, self.sides, self.images, self.table = bundle, setup, sides, images, table
        self.slots, self._names = Slots(images), {MAIN}
        self.boards = setup.boards[0].components if setup.boards else ()
        # Sides start at the same places on all boards.
        spaces = self.boards[0].piece.spaces if self.boards else None
        self.starts = [*starts_of(setup, sides, spaces)] if spaces else []
        on_board = {_key(component) for component, _ in self.starts}
        self.aside = [component for component in setup.beside if _key(component) not in on_board]

    def module(self) -> Element:
        """The whole module."""
        game = self.bundle.game
        boards = [self._board(board) for board in self.boards]
        hands = [self._hand(name) for name in self.sides.names] if self.setup.decks else []
        others = [self._other(product) for product in self.setup.boards[1:]]
        # VASSAL builds them one by one. Pieces before the encoder are lost; a map before the options is never shown.
        encoder, options = element(f"{MODULE}.BasicCommandEncoder"), element(f"{MODULE}.GlobalOptions")
        help_file = {"title": "How to begin", "fileName": HELP, "fileType": "archive"}
        help_ = element(f"{MODULE}.Documentation", children=[element(f"{MODULE}.documentation.HelpFile", help_file)])
        entries = [element("entry", text=name) for name in self.sides.names]
        roster = element(f"{MODULE}.PlayerRoster", {"buttonText": "Retire", "buttonToolTip": "Switch sides"}, entries)
        first = [encoder, help_, roster, options]
        children = [*first, self._main(boards), *others, *hands, *self._pieces(), *self._pages()]
        attributes = {
            "name": plain(self.bundle.display_title), "version": plain(game.version) or "1.0",
            "VassalVersion": VERSION, "description": "Made by printgen", "nextPieceSlotId": self.slots.count,
        }  # fmt: skip
        return element(f"{BUILD}.GameModule", attributes, children)

    def _name(self, *words: str) -> str:
        """A unique name in the module, with colons between words."""
        (name,) = distinct([": ".join(map(label, words))], self._names)
        self._names.add(name)
        return name

    def _main(self, boards: list[Element]) -> Element:
        """The map that a game is played on, with decks and pieces beside its boards."""
        boxes = [board_box(board) for board in self.boards]
        sizes = [(box.w, box.h) for box in boxes] or [self.table]
        wide, high = (round(max(size[at] for size in sizes) * self.images.dpi / PT_PER_IN) for at in (0, 1))
        if not boards:
            table = {"name": "Table", "width": wide, "height": high, "color": FELT, "reversible": False}
            boards = [element(f"{MAP}.boardPicker.Board", table, [_inch_grid(round(self.images.dpi))])]
        layout = lay_beside(self._side_items(), (wide, high))
        decks = [part for deck in self.setup.decks for part in self._deck(deck, layout.middles[deck.name])]
        contents = [*decks, *self._start_stacks(), *self._stacks(layout.middles)]
        edge = layout.edge, layout.below
        return map_of(MAIN, picker(MAIN, boards), contents, stacking(), self.images.dpi, edge=edge, size=(wide, high))

    def _side_items(self) -> Sequence[SideItem]:
        """The stacks beside the boards: decks with their discards, then small pieces."""
        items = []
        for deck in self.setup.decks:
            face = self.images.side(deck.components[0])
            items.append(SideItem(deck.name, 2 * face.wide + _GAP, face.high, deck.side, _PILE_GROWTH, _PILE_GROWTH))
        for component in self.aside:
            face, above = self.images.side(component), component.copies - 1
            growth = (_PILE_GROWTH, _PILE_GROWTH)
            if component.copies <= _MOST_STACKED:
                growth = (OPENED_STACK[0] * above, OPENED_STACK[1] * above)
            items.append(SideItem(_key(component), face.wide, face.high, self.sides.of(component), *growth))
        return items

    def _board(self, board: Component) -> Element:
        """A board, with its spaces as points on which pieces snap."""
        image, spaces = self._board_image(board)
        grid = point_grid(spaces) if spaces else point_grid([("board", 0, 0)], snap=False)
        attributes = {"name": self._name(board.name), "image": image.file, "reversible": False}
        return element(f"{MAP}.boardPicker.Board", attributes, [grid])

    def _board_image(self, board: Component) -> tuple[ModuleImage, list[tuple[str, float, float]]]:
        """The picture of a board, and its spaces with their middles in pixels of that."""
        box, spaces = board_box(board), board.piece.spaces
        file = f"{board.product.name}.{board.key}-seed-{self.bundle.request.seed}.png"
        image = self.images.add(file, crop(board.piece.front, box), clear=bool(board.piece.cut))
        scale = image.wide / box.w
        cells = spaces.cells if spaces else ()
        return image, [(cell.name, (cell.x - box.x) * scale, (cell.y - box.y) * scale) for cell in cells]

    def _deck(self, deck: CardPile, middle: tuple[int, int]) -> list[Element]:
        """A deck, shuffled and face down, and the pile of its discards at its right."""
        face = self.images.side(deck.components[0])
        half = (face.wide + _GAP) // 2
        cards = [self.slots.card(deck, component) for component in deck.components for _ in range(component.copies)]
        common = {"width": face.wide, "height": face.high, "allowMultiple": True, "draw": True, "color": "255,255,255"}
        common |= {"reversible": False, "canSave": False, "maxStack": _VISIBLE}
        draw_pile = {"faceDown": "Always", "shuffle": "Always", "allowSelect": False, "reshufflable": False}
        discards = {
            "faceDown": "Never", "shuffle": "Never", "allowSelect": True, "reshufflable": True,
            "reshuffleCommand": f"Shuffle into {deck.name}", "reshuffleTarget": deck.name,
            "reshuffleMessage": f"The discards are shuffled into {deck.name} by $playerName$ *",
        }  # fmt: skip
        tag, (x, y) = f"{MAP}.DrawPile", middle
        return [
            element(tag, {"name": deck.name, "x": x - half, "y": y, **common, **draw_pile}, cards),
            element(tag, {"name": deck.discards, "x": x + half, "y": y, **common, **discards}),
        ]

    def _stacks(self, middles: Mapping[Hashable, tuple[int, int]]) -> Iterator[Element]:
        """The pieces beside the board as a game begins: all copies of each in a stack, or in a pile."""
        for component in self.aside:
            is_pile, middle = component.copies > _MOST_STACKED, middles[_key(component)]
            slot = "CardSlot" if is_pile else "PieceSlot"
            pieces = [self.slots.piece(component, slot) for _ in range(component.copies)]
            yield (self._supply if is_pile else self._stack)(component, pieces, middle)

    def _supply(self, component: Component, pieces: list[Element], middle: tuple[int, int]) -> Element:
        """Copies in a pile, of which each drag takes one."""
        pile = {"name": self._name(component.product.title, component.name), "x": middle[0], "y": middle[1]}
        pile |= {key: pieces[0].get(key, "") for key in ("width", "height")}
        pile |= {"allowMultiple": False, "draw": False, "reversible": False, "canSave": False, "maxStack": _VISIBLE}
        pile |= {"faceDown": "Never", "shuffle": "Never", "allowSelect": False, "reshufflable": False}
        return element(f"{MAP}.DrawPile", pile, pieces)

    def _stack(self, component: Component, pieces: list[Element], middle: tuple[int, int]) -> Element:
        """Copies in a stack, which moves as a whole."""
        name = self._name(component.product.title, component.name)
        stack = {"name": name, "useGridLocation": False, "x": middle[0], "y": middle[1]}
        return element(f"{MAP}.SetupStack", stack, pieces)

    def _start_stacks(self) -> Iterator[Element]:
        """The stacks on the board as a game begins."""
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
        """The cards that a side holds. It has a board of its own, or every game would begin by asking for one."""
        name, card = self._name(f"Hand of {side}"), self.images.side(self.setup.decks[0].components[0])
        ground = {"name": name, "width": 6 * card.wide, "height": card.high + 2 * _GAP + _BARS, "color": GROUND}
        grid = point_grid([("hand", 0, 0)], snap=False)
        board = element(f"{MAP}.boardPicker.Board", {**ground, "reversible": False}, [grid])
        owner = {"side": sequence((side,), ","), "visible": False, "launch": True, "buttonName": name}
        metrics = element(f"{MAP}.HandMetrics")
        return map_of(name, picker(name, [board]), [], metrics, self.images.dpi, f"{MODULE}.PlayerHand", more=owner)

    def _pieces(self) -> list[Element]:
        """The window of pieces to drag onto the table, a list for each product."""
        lists = []
        for product in self.setup.lists:
            slots = [self.slots.piece(component) for component in product.components]
            longest = max(max(int(slot.get("width", "0")), int(slot.get("height", "0"))) for slot in slots)
            scale = min(1.0, round(250 / longest, 2))
            entry = {"entryName": label(product.title), "scale": scale, "width": 300, "height": 300, "divider": 194}
            lists.append(element(f"{BUILD}.widget.ListWidget", entry, slots))
        if not lists:
            return []
        window = {"name": "Pieces", "hidden": False, "text": "Pieces", "scale": 1.0}
        return [element(f"{MODULE}.PieceWindow", window, [tabs("", lists)])]

    def _pages(self) -> list[Element]:
        """The window of pages to read, a tab for each product."""
        windows = []
        for product in self.setup.pages:
            charts = [self._page(component) for component in product.components]
            windows += charts if len(charts) == 1 else [tabs(label(product.title), charts)]
        if not windows:
            return []
        attributes = {"name": "Pages", "text": "Pages", "tooltip": "Rules and aids"}
        return [element(f"{MODULE}.ChartWindow", attributes, [tabs("", windows)])]

    def _page(self, page: Component) -> Element:
        file = f"{page.product.name}.{page.number:03}-{page.key}.png"
        image = self.images.add(file, page.piece.front, max(_PAGE_DPI, self.images.dpi))
        return element(f"{BUILD}.widget.Chart", {"chartName": label(page.name), "fileName": image.file})


def _key(component: Component) -> Hashable:
    """The key of a component among all of the game."""
    return component.product.name, component.number


def point_grid(points: Iterable[tuple[str, float, float]], snap: bool = True) -> Element:
    """A grid of points by name, x and y in pixels; without `snap` pieces may be anywhere on the board."""
    regions = ({"name": chat_name(name, "space"), "originx": round(x), "originy": round(y)} for name, x, y in points)
    children = [element(f"{BOARD}.Region", region) for region in regions]
    return element(f"{BOARD}.RegionGrid", {"snapto": snap, "visible": False, "fontsize": 9}, children)


def _inch_grid(step: int) -> Element:
    """The grid of a table: squares of an inch, of so many pixels, to measure by; pieces may be anywhere."""
    place = {"dx": float(step), "dy": float(step), "x0": step // 2, "y0": step // 2}
    switches = {"snapTo": False, "edgesLegal": False, "cornersLegal": False, "visible": True, "dotsVisible": False}
    axes = {f"{axis}{key}": value for axis in "hv"
            for key, value in {"Type": "N", "Leading": 0, "Off": 1, "Descend": False}.items()}  # fmt: skip
    numbers = {"first": "H", "sep": "/", **axes, "visible": False, "locationFormat": "inch $gridLocation$"}
    more = {"fontSize": 9, "color": "0,0,0", "rotateText": 0, "hDrawOff": 0, "vDrawOff": 0}
    numbering = element(f"{BOARD}.mapgrid.SquareGridNumbering", {**numbers, **more})
    return element(f"{BOARD}.SquareGrid", {**place, **switches, "color": "38,78,46"}, [numbering])
