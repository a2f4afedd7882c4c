"""What lies on a map comes in; the map goes out, with all that makes it work, and tabs of windows."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from printgen.exports.vassal.coding import sequence
from printgen.exports.vassal.elements import BUILD, MAP, MODULE, element

GROUND, FELT = "208,202,186", "58,110,68"
"""What lies around boards, and tables, as colours."""
_MOVES = "$pieceName$ moves $previousLocation$ -> $location$ *"
_PARTS = (
    "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander", "PieceMover",
    "KeyBufferer", "CounterDetailViewer", "Flare",
)  # fmt: skip
_NONE: Mapping[str, object] = {}
_ZOOMS = (0.1, 0.15, 0.2, 0.25, 0.333, 0.4, 0.5, 0.625, 0.75, 1.0, 1.25, 1.6, 2.0)
_SCREEN = 1000


def tabs(name: str, children: list[Element]) -> Element:
    return element(f"{BUILD}.widget.TabWidget", {"entryName": name}, children)


def picker(name: str, boards: list[Element]) -> Element:
    """The choice of boards of a map; of a single one there is none."""
    children = list(boards)
    if len(boards) == 1:
        chosen = sequence((f"{name}BoardPicker", boards[0].get("name"), 0, 0), "\t")
        children.insert(0, element("setup", text=chosen))
    said = {"title": "Choose a board", "boardPrompt": "Select board", "addColumnText": "Add column"}
    more = {"addRowText": "Add row", "slotHeight": 125, "slotWidth": 350, "slotScale": "0.1"}
    return element(f"{MAP}.BoardPicker", {**said, **more}, children)


def map_of(
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
        "backgroundcolor": GROUND,
        "markMoved": "Never",
        "moveWithinFormat": _MOVES,
        "moveToFormat": _MOVES,
    }
    return element(tag, {**usual, **more}, [picker, metrics, *lying, *parts])


def _zoomer(high: int) -> Element:
    """Begins with all of a board of a height on a usual screen. VASSAL counts from the largest, from 1."""
    start = next((number for number, zoom in enumerate(_ZOOMS[::-1], 1) if zoom <= min(1.0, _SCREEN / max(1, high))), 0)
    return element(f"{MAP}.Zoomer", {"zoomLevels": ",".join(map(str, _ZOOMS)), "zoomStart": start or len(_ZOOMS)})
