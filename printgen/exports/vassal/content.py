"""Sorted things and sides come in; the description of a module goes out: boards, maps, decks, windows."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from printgen.base.units import PT_PER_IN
from printgen.drawing.pieces import Spaces
from printgen.exports.bundle import Bundle, Component, ProductExport, zip_of
from printgen.exports.vassal.escaping import BUILD, MAP, MODULE, distinct, element, label, plain, sequence
from printgen.exports.vassal.grids import grid_of, in_pixels, inches, place
from printgen.exports.vassal.grouping import (
    CardPile,
    SideItem,
    Sides,
    StartPlace,
    TableSetup,
    beside,
    board_box,
    crop,
    edge_of,
    lay_beside,
    maps,
    middle_of,
    stands,
    starts_of,
)
from printgen.exports.vassal.slots import HIDES, ModuleImage, ModuleImages, SideFigure, Slots, figures, steps_of

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
_FEW = 6
"""Stacks of so many pieces show each; higher ones are drawn flat."""


def tabs(name: str, children: list[Element]) -> Element:
    """A tab for each child, or a list to choose from where rows of tabs leave no room for the children."""
    widget = "TabWidget" if len(children) <= _FEW_TABS else "BoxWidget"
    return element(f"{BUILD}.widget.{widget}", {"entryName": name}, children)


def picker(name: str, boards: list[Element]) -> Element:
    """The boards of a map; a game begins on the first."""
    children = [element("setup", text=_on_board(name, boards[0].get("name", ""))), *boards]
    said = {"title": "Choose a board", "boardPrompt": "Select board", "addColumnText": "Add column"}
    more = {"addRowText": "Add row", "slotHeight": 125, "slotWidth": 350, "slotScale": "0.1"}
    return element(f"{MAP}.BoardPicker", {**said, **more}, children)


def _on_board(name: str, board: str) -> str:
    """The command of VASSAL that puts a board on a map, both by their names."""
    return sequence((f"{name}BoardPicker", sequence((board,), "/"), 0, 0), "\t")


def game_on(name: str, board: str) -> bytes:
    """A saved game that has not begun, on a board of a map: VASSAL asks for the side and lays out all pieces."""
    commands = sequence(("begin_save", _on_board(name, board), "end_save"), "\x1b")
    return zip_of({"savedGame": commands.encode()})


def stacking(tallest: int = 1) -> Element:
    """How stacks are drawn where the tallest has so many pieces: those that are opened as `OPENED` says."""
    right, up = (2, 4) if tallest <= _FEW else (0, 1)
    said = {"disabled": False, "exSepX": OPENED[0], "exSepY": OPENED[1], "unexSepX": right, "unexSepY": up}
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


class BoardChoice(NamedTuple):
    """A board that may be chosen: its name, the product and the thing that it shows, and the seed of that."""

    name: str
    product: ProductExport
    component: Component
    seed: int


class ModuleContent:
    """Makes the description of a module; `shots` are the pictures that it names, `boards` those of the main map."""

    def __init__(
        self, bundle: Bundle, held: TableSetup, sides: Sides, shots: ModuleImages, boards: Sequence[BoardChoice],
        table: TableSize,
    ) -> None:  # fmt: skip
        self.bundle, self.held, self.sides, self.shots = bundle, held, sides, shots
        self.boards, self.table, self.slots = boards, table, Slots(shots)
        self._used = {MAIN}
        # Where sides start is the same on all boards.
        self.starts = starts_of(held, sides, boards[0].component.piece.spaces if boards else None)
        started = {(start.product.name, start.component.number) for start in self.starts}
        self.aside = [
            (product, component)
            for product, component in beside(held)
            if (product.name, component.number) not in started
        ]
        # A game begins on the first board; those of other boards are games of their own, as files.
        self.names = [self._name(board.name) for board in boards]
        self.games = {f"boards/{n}.vsav": game_on(MAIN, name) for n, name in enumerate(self.names[1:], 2)}
        played = bool(boards or held.decks) or any(True for _ in beside(held))
        stacks = [component.copies for _, component in self.aside] + [start.component.copies for start in self.starts]
        self.tallest = max(stacks, default=1)
        self.figures = [] if played else [*figures(bundle, sides)]

    def module(self) -> Element:
        """The whole of it."""
        game = self.bundle.game
        hands = [self._hand(name) for name in self.sides.names] if self.held.decks else []
        others = [self._other(product) for product in maps(self.held.boards)[1]]
        # VASSAL builds them one by one. Pieces before the encoder are lost; a map before the options is never shown.
        encoder, options = element(f"{MODULE}.BasicCommandEncoder"), element(f"{MODULE}.GlobalOptions")
        first = [encoder, self._help(), self._roster(), options]
        children = [*first, self._main(), *others, *hands, *self._pieces(), *self._pages()]
        said = {"name": plain(self.bundle.called), "version": plain(game.version) or "1.0", "VassalVersion": VERSION}
        more = {"description": "Made by printgen", "nextPieceSlotId": self.slots.count}
        return element(f"{BUILD}.GameModule", {**said, **more}, children)

    def _name(self, *words: str) -> str:
        """A name that nothing else of the module has."""
        (name,) = distinct([": ".join(map(label, words))], self._used)
        self._used.add(name)
        return name

    def _help(self) -> Element:
        """What the menu Help has: how to begin, and the games on other boards. VASSAL calls those tutorials."""
        said = {"title": "How to begin", "fileName": HELP, "fileType": "archive"}
        found = [element(f"{MODULE}.documentation.HelpFile", said)]
        for file, name in zip(self.games, self.names[1:], strict=True):
            game = {"name": f"Begin on {name}", "logfile": file, "launchOnStartup": False}
            game["welcomeMessage"] = f"The board is {name}"
            found.append(element(f"{MODULE}.documentation.Tutorial", game))
        return element(f"{MODULE}.Documentation", children=found)

    def _roster(self) -> Element:
        entries = [element("entry", text=name) for name in self.sides.names]
        return element(f"{MODULE}.PlayerRoster", {"buttonText": "Retire", "buttonToolTip": "Switch sides"}, entries)

    def _main(self) -> Element:
        """The map that a game is played on, with what lies beside its boards."""
        boards = [self._board(board, name) for board, name in zip(self.boards, self.names, strict=True)]
        size = self._size()
        if not boards:
            said = {"name": "Table", "width": size[0], "height": size[1], "color": FELT, "reversible": False}
            boards = [element(f"{MAP}.boardPicker.Board", said, [inches(round(self.shots.dpi))])]
        room = lay_beside([*self._wanted()], size)
        decks = [part for deck in self.held.decks for part in self._deck(deck, room.middles[deck.name])]
        lying = [*decks, *self._begun(size), *self._stacks(room.middles)]
        metrics, edge = stacking(self.tallest), (room.edge, room.below)
        return map_of(MAIN, picker(MAIN, boards), lying, metrics, self.shots.dpi, edge=edge, size=size)

    def _size(self) -> tuple[int, int]:
        """The width and height of the boards, the largest of each, or of the table, in pixels."""
        boxes = [board_box(board.component) for board in self.boards]
        sizes = [(box.w, box.h) for box in boxes] or [self.table]
        wide, high = (max(size[at] for size in sizes) * self.shots.dpi / PT_PER_IN for at in (0, 1))
        return round(wide), round(high)

    def _wanted(self) -> Sequence[SideItem]:
        """What lies beside the boards: decks with their discards, then small pieces."""
        wanted = []
        for deck in self.held.decks:
            face = self.shots.side(deck.product, deck.components[0])
            wanted.append(SideItem(deck.name, 2 * face.wide + _GAP, face.high, deck.side, _PILE, _PILE))
        for product, component in self.aside:
            face, side, above = (
                self.shots.side(product, component),
                self.sides.of(product, component),
                component.copies - 1,
            )
            grows = (_PILE, _PILE) if component.copies > _STACK else (OPENED[0] * above, OPENED[1] * above)
            wanted.append(SideItem((product.name, component.number), face.wide, face.high, side, *grows))
        for figure in self.figures:
            disc = self._disc(figure)
            wanted.append(SideItem(("", figure.name), disc.wide, disc.high, figure.side))
        return wanted

    def _board(self, board: BoardChoice, name: str) -> Element:
        """A board, with the grid of its spaces."""
        shot, spaces = self._shown(board)
        grid = [grid_of(spaces, (shot.wide, shot.high)) if spaces else place("board")]
        said = {"name": name, "image": shot.file, "reversible": False}
        return element(f"{MAP}.boardPicker.Board", said, grid)

    def _shown(self, board: BoardChoice) -> tuple[ModuleImage, Spaces | None]:
        """The picture of a board, and its spaces in pixels of that."""
        box, spaces = board_box(board.component), board.component.piece.spaces
        file = f"{board.product.name}.{board.component.key}-seed-{board.seed}.png"
        shot = self.shots.take(file, crop(board.component.piece.front, box), clear=bool(board.component.piece.cut))
        return shot, spaces and in_pixels(spaces, box.x, box.y, shot.wide / box.w)

    def _deck(self, deck: CardPile, middle: tuple[int, int]) -> list[Element]:
        """A deck, shuffled and face down, and the pile at its right that its discards lie on."""
        face = self.shots.side(deck.product, deck.components[0])
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
            element(tag, {"name": deck.pile, "x": x + half, "y": y, **usual, **sent}),
        ]

    def _stacks(self, middles: Mapping[Hashable, tuple[int, int]]) -> Iterator[Element]:
        """What lies beside the board as a game begins; all of its copies in a stack, or in a pile."""
        for product, component in self.aside:
            words, middle, piled = (
                (product.title, component.name),
                middles[product.name, component.number],
                component.copies > _STACK,
            )
            sort = "CardSlot" if piled else "PieceSlot"
            pieces = [self.slots.piece(product, component, sort=sort) for _ in range(component.copies)]
            yield self._supply(words, pieces, middle) if piled else self._stack(words, pieces, middle)
        for figure in self.figures:
            yield self._stack(("Figures", figure.name), [self._figure(figure)], middles["", figure.name])

    def _supply(self, words: tuple[str, str], pieces: list[Element], middle: tuple[int, int]) -> Element:
        """Copies in a pile, of which each drag takes one."""
        said = {"name": self._name(*words), "x": middle[0], "y": middle[1]}
        said |= {key: pieces[0].get(key, "") for key in ("width", "height")}
        said |= {"allowMultiple": False, "draw": False, "reversible": False, "canSave": False, "maxStack": _SEEN}
        said |= {"faceDown": "Never", "shuffle": "Never", "allowSelect": False, "reshufflable": False}
        return element(f"{MAP}.DrawPile", said, pieces)

    def _stack(self, words: tuple[str, str], pieces: list[Element], middle: tuple[int, int]) -> Element:
        said = {"name": self._name(*words), "useGridLocation": False, "x": middle[0], "y": middle[1]}
        return element(f"{MAP}.SetupStack", said, pieces)

    def _begun(self, size: tuple[int, int]) -> Iterator[Element]:
        """What lies on the board, or on the table, as a game begins."""
        spaces = self._shown(self.boards[0])[1] if self.boards else None
        for start in self.starts:
            quarter, middle = self._started(start, spaces, size)
            pieces = [self.slots.piece(start.product, start.component, quarter) for _ in range(start.component.copies)]
            yield self._stack((start.product.title, start.component.name), pieces, middle)

    def _started(
        self, start: StartPlace, spaces: Spaces | None, table: tuple[int, int]
    ) -> tuple[bool, tuple[int, int]]:
        """Whether something lies a quarter of a turn round as a game begins, and where its middle is."""
        if spaces:
            return False, middle_of(start, spaces)
        face = self.shots.side(start.product, start.component)
        quarter = bool(steps_of(start.product, start.component)) and (face.wide > face.high) == stands(start)
        size = (face.high, face.wide) if quarter else (face.wide, face.high)
        return quarter, edge_of(start, size, table)

    def _figure(self, figure: SideFigure) -> Element:
        return self.slots.figure(figure.name, self._disc(figure))

    def _disc(self, figure: SideFigure) -> ModuleImage:
        return self.shots.take(f"figure.{figure.side + 1}-{figure.number}.png", figure.drawing, clear=True)

    def _other(self, product: ProductExport) -> Element:
        """A board beside the main one, in a window of its own."""
        name = self._name(product.title)
        seed = self.bundle.request.seed
        shown = [BoardChoice(component.name, product, component, seed) for component in product.components]
        boards = [self._board(board, self._name(board.name)) for board in shown]
        more, edge = {"launch": True, "buttonName": name}, (_BARS // 4, _BARS)
        return map_of(name, picker(name, boards), [], stacking(), self.shots.dpi, edge=edge, more=more)

    def _hand(self, side: str) -> Element:
        """The cards that a side holds. Without a board of its own, every game would begin with the question for one."""
        name, deck = self._name(f"Hand of {side}"), self.held.decks[0]
        card = self.shots.side(deck.product, deck.components[0])
        ground = {"name": name, "width": 6 * card.wide, "height": card.high + 2 * _GAP + _BARS, "color": GROUND}
        board = element(f"{MAP}.boardPicker.Board", {**ground, "reversible": False}, [place("hand")])
        said = {"side": sequence((side,), ","), "visible": False, "launch": True, "buttonName": name}
        metrics = element(f"{MAP}.HandMetrics")
        return map_of(name, picker(name, [board]), [], metrics, self.shots.dpi, f"{MODULE}.PlayerHand", more=said)

    def _pieces(self) -> list[Element]:
        """The window from which pieces are dragged, a list for each product."""
        held = [
            (product.title, [self.slots.piece(product, component) for component in product.components])
            for product in self.held.lists
        ]
        if self.figures:
            held.insert(0, ("Figures", [self._figure(figure) for figure in self.figures]))
        lists = []
        for title, slots in held:
            longest = max(max(int(slot.get("width", "0")), int(slot.get("height", "0"))) for slot in slots)
            scale = min(1.0, round(250 / longest, 2))
            said = {"entryName": label(title), "scale": scale, "width": 300, "height": 300, "divider": 194}
            lists.append(element(f"{BUILD}.widget.ListWidget", said, slots))
        if not lists:
            return []
        said = {"name": "Pieces", "hidden": False, "text": "Pieces", "scale": 1.0}
        return [element(f"{MODULE}.PieceWindow", said, [tabs("", lists)])]

    def _pages(self) -> list[Element]:
        """The window in which pages are read, a tab for each product."""
        shown = []
        for product in self.held.pages:
            charts = [self._page(product, component) for component in product.components]
            shown += charts if len(charts) == 1 else [tabs(label(product.title), charts)]
        if not shown:
            return []
        said = {"name": "Pages", "text": "Pages", "tooltip": "Rules and aids"}
        return [element(f"{MODULE}.ChartWindow", said, [tabs("", shown)])]

    def _page(self, product: ProductExport, component: Component) -> Element:
        drawing = component.piece.front
        file = f"{product.name}.{component.number:03}-{component.key}.png"
        shot = self.shots.take(file, drawing, max(_PAGES, self.shots.dpi))
        return element(f"{BUILD}.widget.Chart", {"chartName": label(component.name), "fileName": shot.file})
