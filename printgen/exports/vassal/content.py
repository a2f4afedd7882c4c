"""Sorted things and sides come in; the description of a module goes out: boards, decks, hands, pieces and pages."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from printgen.base.units import PT_PER_IN
from printgen.exports.parcel import Lot, Parcel, Thing
from printgen.exports.vassal.coding import distinct, label, plain, sequence
from printgen.exports.vassal.elements import BUILD, MAP, MODULE, element
from printgen.exports.vassal.figures import Figure, figures
from printgen.exports.vassal.grids import grid_of, in_pixels, inches
from printgen.exports.vassal.places import Wanted, laid
from printgen.exports.vassal.shots import Picture, Shots
from printgen.exports.vassal.sides import Sides
from printgen.exports.vassal.slots import Slots
from printgen.exports.vassal.sorting import Deck, Sorted, beside, board_box, cropped, maps

VERSION = "3.7.26"
"""The VASSAL whose words these are."""
MAIN = "Main Map"
HELP = "help/begin.html"
_GAP = 16
_MOVES = "$pieceName$ moves $previousLocation$ -> $location$ *"
_PARTS = (
    "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander", "PieceMover",
    "KeyBufferer", "CounterDetailViewer", "Flare",
)  # fmt: skip
_GROUND, _FELT = "208,202,186", "58,110,68"
_NONE: Mapping[str, object] = {}
_ZOOMS = (0.1, 0.15, 0.2, 0.25, 0.333, 0.4, 0.5, 0.625, 0.75, 1.0, 1.25, 1.6, 2.0)
_SCREEN = 1000
_PAGES = 120.0
"""Pages are read: they are drawn at so many dots per inch, or more."""


class Table(NamedTuple):
    """What a game without a board is played on: its width and height in points."""

    wide: float
    high: float


class Board(NamedTuple):
    """A board that may be chosen: its name, the product and the thing that it shows, and the seed of that."""

    name: str
    lot: Lot
    thing: Thing
    seed: int


class Content:
    """Makes the description of a module; `shots` are the pictures that it names, `boards` those of the main map."""

    def __init__(
        self, parcel: Parcel, held: Sorted, sides: Sides, shots: Shots, boards: Sequence[Board], table: Table
    ) -> None:  # fmt: skip
        self.parcel, self.held, self.sides, self.shots = parcel, held, sides, shots
        self.boards, self.table, self.slots = boards, table, Slots(shots)
        self._used = {MAIN}
        played = bool(boards or held.decks) or any(True for _ in beside(held))
        self.figures = [] if played else [*figures(parcel, sides)]

    def module(self) -> Element:
        """The whole of it."""
        game = self.parcel.game
        hands = [self._hand(name) for name in self.sides.names] if self.held.decks else []
        others = [self._other(lot) for lot in maps(self.held.boards)[1]]
        children = [self._help(), self._roster(), self._main(), *others, *hands, *self._pieces(), *self._pages()]
        said = {"name": plain(game.title), "version": plain(game.version) or "1.0", "VassalVersion": VERSION}
        more = {"description": "Made by printgen", "nextPieceSlotId": self.slots.count}
        return element(f"{BUILD}.GameModule", {**said, **more}, children)

    def _name(self, *words: str) -> str:
        """A name that nothing else of the module has."""
        (name,) = distinct([": ".join(map(label, words))], self._used)
        self._used.add(name)
        return name

    def _help(self) -> Element:
        said = {"title": "How to begin", "fileName": HELP, "fileType": "archive"}
        return element(f"{MODULE}.Documentation", children=[element(f"{MODULE}.documentation.HelpFile", said)])

    def _roster(self) -> Element:
        entries = [element("entry", text=name) for name in self.sides.names]
        return element(f"{MODULE}.PlayerRoster", {"buttonText": "Retire", "buttonToolTip": "Switch sides"}, entries)

    def _main(self) -> Element:
        """The map that a game is played on, with what lies beside its boards."""
        boards = [self._board(board) for board in self.boards]
        size = self._size()
        if not boards:
            said = {"name": "Table", "width": size[0], "height": size[1], "color": _FELT, "reversible": False}
            boards = [element(f"{MAP}.boardPicker.Board", said, [inches(round(self.shots.dpi))])]
        room = laid([*self._wanted()], size)
        decks = [part for deck in self.held.decks for part in self._deck(deck, room.middles[deck.name])]
        return _map(
            MAIN,
            _picker(MAIN, boards),
            [*decks, *self._stacks(room.middles)],
            edge=(room.edge, room.below),
            high=size[1],
        )

    def _size(self) -> tuple[int, int]:
        """The width and height of the boards, the largest of each, or of the table, in pixels."""
        boxes = [board_box(board.thing) for board in self.boards]
        sizes = [(box.w, box.h) for box in boxes] or [self.table]
        wide, high = (max(size[at] for size in sizes) * self.shots.dpi / PT_PER_IN for at in (0, 1))
        return round(wide), round(high)

    def _wanted(self) -> Sequence[Wanted]:
        """What lies beside the boards: decks with their discards, then small pieces."""
        wanted = []
        for deck in self.held.decks:
            face = self.shots.side(deck.lot, deck.things[0])
            wanted.append(Wanted(deck.name, 2 * face.wide + _GAP, face.high, deck.side))
        for lot, thing in beside(self.held):
            face = self.shots.side(lot, thing)
            wanted.append(Wanted((lot.name, thing.number), face.wide, face.high, self.sides.of(lot, thing)))
        for figure in self.figures:
            disc = self._disc(figure)
            wanted.append(Wanted(("", figure.name), disc.wide, disc.high, figure.side))
        return wanted

    def _board(self, board: Board) -> Element:
        """A board, with the grid of its spaces."""
        box, spaces = board_box(board.thing), board.thing.piece.spaces
        file = f"{board.lot.name}.{board.thing.key}-seed-{board.seed}.png"
        shot = self.shots.take(file, cropped(board.thing.piece.front, box), clear=bool(board.thing.piece.cut))
        scale = shot.wide / box.w
        grid = [grid_of(in_pixels(spaces, box.x, box.y, scale), (shot.wide, shot.high))] if spaces else []
        said = {"name": self._name(board.name), "image": shot.file, "reversible": False}
        return element(f"{MAP}.boardPicker.Board", said, grid)

    def _deck(self, deck: Deck, middle: tuple[int, int]) -> list[Element]:
        """A deck, shuffled and face down, and the pile at its right that its discards lie on."""
        face = self.shots.side(deck.lot, deck.things[0])
        half = (face.wide + _GAP) // 2
        cards = [self.slots.card(deck, thing) for thing in deck.things for _ in range(thing.copies)]
        usual = {"width": face.wide, "height": face.high, "allowMultiple": True, "draw": True, "color": "255,255,255"}
        usual |= {"reversible": False, "canSave": False, "maxStack": 15}
        drawn = {"faceDown": "Always", "shuffle": "Always", "allowSelect": False, "reshufflable": False}
        sent = {
            "faceDown": "Never", "shuffle": "Never", "allowSelect": True, "reshufflable": True,
            "reshuffleCommand": f"Shuffle into {deck.name}", "reshuffleTarget": deck.name,
            "reshuffleMessage": f"$playerName$ shuffles the discards into {deck.name} *",
        }  # fmt: skip
        tag, (x, y) = f"{MAP}.DrawPile", middle
        return [
            element(tag, {"name": deck.name, "x": x - half, "y": y, **usual, **drawn}, cards),
            element(tag, {"name": deck.pile, "x": x + half, "y": y, **usual, **sent}),
        ]

    def _stacks(self, middles: Mapping[Hashable, tuple[int, int]]) -> Iterator[Element]:
        """What lies beside the board as a game begins; all of its copies in a stack."""
        for lot, thing in beside(self.held):
            pieces = [self.slots.piece(lot, thing) for _ in range(thing.copies)]
            yield self._stack((lot.title, thing.name), pieces, middles[lot.name, thing.number])
        for figure in self.figures:
            yield self._stack(("Figures", figure.name), [self._figure(figure)], middles["", figure.name])

    def _stack(self, words: tuple[str, str], pieces: list[Element], middle: tuple[int, int]) -> Element:
        said = {"name": self._name(*words), "useGridLocation": False, "x": middle[0], "y": middle[1]}
        return element(f"{MAP}.SetupStack", said, pieces)

    def _figure(self, figure: Figure) -> Element:
        return self.slots.figure(figure.name, self._disc(figure))

    def _disc(self, figure: Figure) -> Picture:
        return self.shots.take(f"figure.{figure.side + 1}-{figure.number}.png", figure.drawing, clear=True)

    def _other(self, lot: Lot) -> Element:
        """A board beside the main one, in a window of its own."""
        name = self._name(lot.title)
        seed = self.parcel.wish.seed
        boards = [self._board(Board(label(thing.name), lot, thing, seed)) for thing in lot.things]
        return _map(name, _picker(name, boards), [], more={"launch": True, "buttonName": name})

    def _hand(self, side: str) -> Element:
        """The cards that a side holds. Without a board of its own, every game would begin with the question for one."""
        name, deck = self._name(f"Hand of {side}"), self.held.decks[0]
        card = self.shots.side(deck.lot, deck.things[0])
        ground = {"name": name, "width": 6 * card.wide, "height": card.high + 2 * _GAP, "color": _GROUND}
        board = element(f"{MAP}.boardPicker.Board", {**ground, "reversible": False})
        said = {"side": sequence((side,), ","), "visible": False, "launch": True, "buttonName": name}
        metrics = element(f"{MAP}.HandMetrics")
        return _map(name, _picker(name, [board]), [], f"{MODULE}.PlayerHand", metrics, more=said)

    def _pieces(self) -> list[Element]:
        """The window from which pieces are dragged, a list for each product."""
        held = [(lot.title, [self.slots.piece(lot, thing) for thing in lot.things]) for lot in self.held.lists]
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
        return [element(f"{MODULE}.PieceWindow", said, [_tabs("", lists)])]

    def _pages(self) -> list[Element]:
        """The window in which pages are read, a tab for each product."""
        tabs = []
        for lot in self.held.pages:
            charts = [self._page(lot, thing) for thing in lot.things]
            tabs += charts if len(charts) == 1 else [_tabs(label(lot.title), charts)]
        if not tabs:
            return []
        said = {"name": "Pages", "text": "Pages", "tooltip": "Rules and aids"}
        return [element(f"{MODULE}.ChartWindow", said, [_tabs("", tabs)])]

    def _page(self, lot: Lot, thing: Thing) -> Element:
        drawing = thing.piece.front
        file = f"{lot.name}.{thing.number:03}-{thing.key}.png"
        shot = self.shots.take(file, drawing, max(_PAGES, self.shots.dpi))
        return element(f"{BUILD}.widget.Chart", {"chartName": label(thing.name), "fileName": shot.file})


def _tabs(name: str, children: list[Element]) -> Element:
    return element(f"{BUILD}.widget.TabWidget", {"entryName": name}, children)


def _picker(name: str, boards: list[Element]) -> Element:
    """The choice of boards of a map; of a single one there is none."""
    children = list(boards)
    if len(boards) == 1:
        chosen = sequence((f"{name}BoardPicker", boards[0].get("name"), 0, 0), "\t")
        children.insert(0, element("setup", text=chosen))
    said = {"title": "Choose a board", "boardPrompt": "Select board", "addColumnText": "Add column"}
    more = {"addRowText": "Add row", "slotHeight": 125, "slotWidth": 350, "slotScale": "0.1"}
    return element(f"{MAP}.BoardPicker", {**said, **more}, children)


def _map(
    name: str, picker: Element, lying: list[Element], tag: str = f"{MODULE}.Map", metrics: Element | None = None,
    edge: tuple[int, int] = (0, 0), more: Mapping[str, object] = _NONE, high: int = 0,
) -> Element:  # fmt: skip
    """A map with everything that makes it work, which VASSAL adds to none."""
    spread = {"disabled": False, "exSepX": 6, "exSepY": 18, "unexSepX": 2, "unexSepY": 4}
    if metrics is None:
        metrics = element(f"{MAP}.StackMetrics", spread)
    parts = [element(f"{MAP}.{part}") for part in _PARTS]
    parts.append(element(f"{MAP}.ImageSaver", {"buttonText": "Save picture"}))
    parts.append(_zoomer(high))
    usual = {"mapName": name, "launch": False, "allowMultiple": False, "edgeWidth": edge[0], "edgeHeight": edge[1]}
    usual |= {
        "backgroundcolor": _GROUND,
        "markMoved": "Never",
        "moveWithinFormat": _MOVES,
        "moveToFormat": _MOVES,
    }
    return element(tag, {**usual, **more}, [picker, metrics, *lying, *parts])


def _zoomer(high: int) -> Element:
    """Begins with all of a board of a height on a usual screen. VASSAL counts from the largest, from 1."""
    start = next((number for number, zoom in enumerate(_ZOOMS[::-1], 1) if zoom <= min(1.0, _SCREEN / max(1, high))), 0)
    return element(f"{MAP}.Zoomer", {"zoomLevels": ",".join(map(str, _ZOOMS)), "zoomStart": start or len(_ZOOMS)})
