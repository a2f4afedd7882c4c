"""What lies on a map comes in; the map goes out, with all that makes it work, and tabs of windows."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from printgen.exports.bundles import zip_of
from printgen.exports.vassal.coding import sequence
from printgen.exports.vassal.elements import BUILD, MAP, MODULE, element
from printgen.exports.vassal.traits import HIDES

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
