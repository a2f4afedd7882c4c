"""A module of VASSAL comes in; what VASSAL would make of it goes out: its own rules, written anew from what they do."""

from __future__ import annotations

import io
import re
import zipfile
from dataclasses import dataclass
from functools import cached_property
from math import floor
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

from PIL import Image

BOARD = "VASSAL.build.module.map.boardPicker.board"
_MAP = (
    "mapName description markMoved markUnmovedText markUnmovedTooltip markUnmovedIcon markUnmovedHotkey "
    "markUnmovedReport edgeWidth edgeHeight backgroundcolor allowMultiple color thickness launch buttonName tooltip "
    "icon hotkey showKey hideKey onlyReportChangedLocation moveWithinFormat moveToFormat createFormat changeFormat "
    "moveKey"
)
_GRID = "x0 y0 dx dy snapTo edgesLegal cornersLegal visible dotsVisible color range"
_NUMBERS = (
    "first sep hType hLeading hOff hDescend vType vLeading vOff vDescend locationFormat visible fontSize color "
    "rotateText hDrawOff vDrawOff"
)
_STACKS = "disabled exSepX exSepY unexSepX unexSepY color top bottom up down"
_SLOT = "entryName gpid width height"
_MODULE, _PLACED = "VASSAL.build.module", "VASSAL.build.module.map"
KNOWN = {
    "VASSAL.build.GameModule": "name version description VassalVersion nextPieceSlotId",
    f"{_MODULE}.BasicCommandEncoder": "",
    f"{_MODULE}.GlobalOptions": (
        "description nonOwnerUnmaskable promptString autoReport playerIdFormat chatterHTMLSupport "
        "hotKeysOnClosedWindows inventoryForAll sendToLocationMoveTrails storeLeadingZeroIntegersAsStrings "
        "purgeBlankPropertyPrompts disablePieceIndexing minMaxHeap"
    ),
    f"{_MODULE}.Documentation": "",
    f"{_MODULE}.documentation.HelpFile": "title fileName image fileType",
    f"{_MODULE}.PlayerRoster": "description buttonText buttonToolTip buttonIcon buttonKeyStroke",
    "entry": "",
    "setup": "",
    f"{_MODULE}.Map": _MAP,
    f"{_MODULE}.PlayerHand": f"{_MAP} side visible useBoards",
    f"{_PLACED}.BoardPicker": (
        "title boardPrompt addColumnText addRowText slotHeight slotWidth slotScale maxColumns"
    ),
    f"{_PLACED}.boardPicker.Board": "name image reversible width height color",
    f"{BOARD}.SquareGrid": _GRID,
    f"{BOARD}.RegionGrid": "snapto visible fontsize",
    f"{BOARD}.Region": "name originx originy",
    f"{BOARD}.mapgrid.SquareGridNumbering": _NUMBERS,
    f"{_PLACED}.StackMetrics": _STACKS,
    f"{_PLACED}.HandMetrics": _STACKS,
    f"{_PLACED}.DrawPile": (
        "name description owningBoard x y width height allowMultiple drawMultipleMessage allowSelect "
        "drawSpecificMessage selectDisplayProperty selectSortProperty faceDown faceFlipHotkey faceUpMessage "
        "faceUpHotkey faceUpReportFormat faceDownMessage faceDownHotkey faceDownFormat drawFaceUp shuffle "
        "shuffleCommand shuffleFormat shuffleHotkey reversible reverseCommand reverseFormat reverseHotkey draw color "
        "hotkeyOnEmpty emptyHotkey reshufflable reshuffleCommand reshuffleMessage reshuffleHotkey reshuffleTarget "
        "canSave saveMessage saveHotkey saveReportFormat loadMessage loadHotkey loadReportFormat maxStack "
        "expressionCounting countExpressions restrictOption restrictExpression deckRestrictAccess deckOwners"
    ),
    f"{_PLACED}.SetupStack": "name owningBoard useGridLocation location x y",
    "VASSAL.build.widget.CardSlot": _SLOT,
    "VASSAL.build.widget.PieceSlot": _SLOT,
    f"{_MODULE}.PieceWindow": "name description hidden text tooltip icon hotkey scale defaultWidth",
    f"{_MODULE}.ChartWindow": "name description text tooltip icon hotkey",
    "VASSAL.build.widget.TabWidget": "entryName description",
    "VASSAL.build.widget.BoxWidget": "entryName width height",
    "VASSAL.build.widget.ListWidget": "entryName description scale width height divider",
    "VASSAL.build.widget.Chart": "chartName description fileName",
    f"{_PLACED}.ImageSaver": "buttonText tooltip icon hotkey",
    f"{_PLACED}.Zoomer": (
        "zoomStart zoomLevels inTooltip inButtonText inIconName zoomInKey pickTooltip pickButtonText pickIconName "
        "zoomPickKey outTooltip outButtonText outIconName zoomOutKey"
    ),
    f"{_PLACED}.CounterDetailViewer": (
        "version description delay hotkey bgColor fgColor borderColor minDisplayPieces zoomlevel centerAll "
        "borderThickness borderInnerThickness showgraph centerPiecesVertically graphicsZoom showgraphsingle "
        "borderWidth verticalOffset showtext enableHTML centerText stretchWidthSummary stretchWidthPieces "
        "combineCounterSummary onlyShowFirstSummary extraTextPadding verticalTopText verticalBottomText "
        "showtextsingle fontSize summaryReportFormat counterReportFormat emptyHexReportForma display layerList "
        "propertyFilter showTerrainBeneath showTerrainSnappy showTerrainWidth showTerrainHeight showTerrainZoom "
        "showTerrainText showOnlyTopOfStack showNoStack showMoveSelectde showNonMovable unrotatePieces showDeck "
        "showDeckMasked showDeckDepth showOverlap stopAfterShowing"
    ),
    f"{_PLACED}.Flare": (
        "flareName description flareKey circleSize circleColor circleScale flarePulses flarePulsesPerSec reportFormat"
    ),
    **dict.fromkeys(
        (
            f"{_PLACED}.{part}"
            for part in (
                "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander",
                "PieceMover", "KeyBufferer",
            )
        ),
        "",
    ),
}  # fmt: skip
"""The classes that a module may name, each with the attributes that VASSAL 3.7.26 reads there: those of its method
getAttributeNames, or of its method build where it reads them itself (BoardPicker, Region, slots)."""


def replay(root: Element) -> None:
    """Build a module in VASSAL's order: each element with its children, then it is added to its parent.

    AssertionError where the program would lose a piece, hide a map, or read an element before what that needs.
    """
    built = set[str]()
    _build(root, built)
    assert f"{_PLACED}.BoardPicker" in built


def _build(one: Element, built: set[str]) -> None:
    assert one.tag in KNOWN, f"{one.tag} is no class"
    unknown = {*one.attrib} - {*KNOWN[one.tag].split()}
    assert not unknown, f"{one.tag} has no {unknown}"
    assert not (one.text or "").strip() or "Slot" in one.tag or one.tag in ("setup", "entry"), one.tag
    here = set[str]()
    for child in one:
        if child.tag in (f"{_PLACED}.SetupStack", f"{_PLACED}.DrawPile"):
            assert f"{_PLACED}.BoardPicker" in here, "it has a place on a board that is not there yet"
        _build(child, built)
        here.add(child.tag)
    # From here on it is added to its parent.
    if one.tag.endswith("Slot"):
        assert f"{_MODULE}.BasicCommandEncoder" in built, "without the encoder this piece is lost"
        check_piece(one.text or "")
    if one.tag in (f"{_MODULE}.Map", f"{_MODULE}.PlayerHand"):
        assert f"{_MODULE}.GlobalOptions" in built, "without the options this map is never shown"
        assert {f"{_PLACED}.BoardPicker", f"{_PLACED}.CounterDetailViewer"} < here
    built.add(one.tag)


class _Key:
    """A key as "code,modifiers", or none."""


_FIELDS: dict[str, list[type]] = {
    "piece": [str, str, str, str],
    "obs": [_Key, str, str, str, str, str, str, str, bool, _Key, str],
    "emb2": [
        str, int, str, str, int, str, str, int, str, str, _Key, str, bool, int, int, list, list, bool, str, _Key, str,
        bool, str, int, int, bool, _Key, _Key, _Key, str, float, str, bool,
    ],
    "rotate": [int, _Key, _Key, str, str, _Key, str, str, str, _Key, str, str, bool],
    "return": [str, _Key, str, str, str, int, bool, str],
    "delete": [str, _Key, str],
    "immob": [str, str, str, str],
    "report": [str, str, str, list, str, bool],
}  # fmt: skip
"""What VASSAL 3.7.26 reads of each trait that is used, in its order: mySetType of the class of that trait."""
_STATES = {
    "piece": r"null;\d+;\d+;\d+;0", "obs": "null;", "emb2": "1", "rotate": r"\d+", "return": "", "delete": "",
    "immob": "", "report": "-1",
}  # fmt: skip
_TYPES: dict[type, str] = {
    str: ".*", int: r"-?\d+", float: r"\d+\.\d+", bool: "true|false", _Key: r"(\d+,\d+)?", list: ".*",
}  # fmt: skip


def check_piece(definition: str) -> None:
    """Read a piece as VASSAL does: traits that it has, each with all fields of its kind and a state."""
    found = traits(definition)
    assert [word for word, _, _ in found].count("piece") == 1 and found[-1][0] == "piece"
    for word, fields, state in found:
        if word == "mark":
            assert len(fields) == len(split(state, ",")) > 0 and all(fields)
            continue
        kinds = _FIELDS[word]
        assert len(fields) == len(kinds), (word, fields)
        for field, kind in zip(fields, kinds, strict=True):
            assert re.fullmatch(_TYPES[kind], field), (word, kind, field)
        assert re.fullmatch(_STATES[word], state), (word, state)
        if word == "obs":
            # "2" shows the owner his card; access is for one player.
            assert (fields[3], fields[5]) == ("2", "player:")
        if word == "emb2":
            assert len(split(fields[15], ",")) == len(split(fields[16], ",")) == 2
        if word == "report":
            assert all(re.fullmatch(r"\d+,\d+", key) for key in split(fields[0], ","))


def split(text: str, letter: str) -> list[str]:
    """The parts of a text, as VASSAL takes them apart: a backslash before the letter makes it one of the part."""
    parts, held, start = [], "", 0
    for at, one in enumerate(text):
        if one != letter:
            continue
        if at and text[at - 1] == "\\":
            held, start = held + text[start : at - 1], at
        else:
            parts.append(held + text[start:at])
            held, start = "", at + 1
    parts.append(held + text[start:])
    return [part[1:-1] if len(part) > 1 and part[0] == part[-1] == "'" else part for part in parts]


def layers(text: str) -> list[str]:
    """Traits inside each other, the outermost first."""
    outer, *inner = split(text, "\t")
    assert len(inner) < 2
    return [outer, *layers(inner[0])] if inner else [outer]


def traits(definition: str) -> list[tuple[str, list[str], str]]:
    """What a piece can do: a word, its fields and its state, the outermost first."""
    plus, null, types, states = split(definition, "/")
    assert (plus, null) == ("+", "null")
    known, now = layers(types), layers(states)
    assert len(known) == len(now)
    found = []
    for one, state in zip(known, now, strict=True):
        word, _, rest = one.partition(";")
        found.append((word, split(rest, "," if word == "mark" else ";"), state))
    return found


@dataclass(frozen=True)
class Module:
    """A module's files by their names."""

    files: dict[str, bytes]

    @classmethod
    def read(cls, path: Path) -> Module:
        with zipfile.ZipFile(io.BytesIO(path.read_bytes())) as archive:
            assert {entry.date_time for entry in archive.infolist()} == {(1980, 1, 1, 0, 0, 0)}
            assert archive.namelist() == sorted(archive.namelist())
            return cls({name: archive.read(name) for name in archive.namelist()})

    @cached_property
    def root(self) -> Element:
        return fromstring(self.files["buildFile.xml"])

    def all(self, name: str) -> list[Element]:
        """All elements of a class, by the end of its name."""
        return [one for one in self.root.iter() if one.tag.endswith(f".{name}") or one.tag == name]

    @property
    def slots(self) -> list[Element]:
        return [*self.all("PieceSlot"), *self.all("CardSlot")]

    @property
    def names_in_log(self) -> set[str]:
        """The names that the log of a game may print: of pieces, masks, spaces, decks, boards, maps and sides."""
        held = [traits(slot.text or "") for slot in self.slots]
        found = {fields[-1] for one in held for word, fields, _ in one if word == "piece"}
        found |= {fields[4] for one in held for word, fields, _ in one if word == "obs"}
        kinds = ("Region", "DrawPile", "Board", "Map", "PlayerHand")
        found |= {one.get("mapName") or one.get("name", "") for kind in kinds for one in self.all(kind)}
        return found | {one.text or "" for one in self.all("entry")}

    @cached_property
    def size(self) -> tuple[int, int]:
        """The width and height of the boards of the main map, of each the largest."""
        boards = [one for one in self.all("Map")[0].iter() if one.tag.endswith(".Board")]
        files = [io.BytesIO(self.files[f"images/{one.get('image')}"]) for one in boards if one.get("image")]
        sizes = [Image.open(file).size for file in files]
        sizes = sizes or [(int(boards[0].get("width", "")), int(boards[0].get("height", "")))]
        return max(wide for wide, _ in sizes), max(high for _, high in sizes)

    def heaps(self) -> dict[str, tuple[int, int, int, int]]:
        """What a game begins with on the main map, stacks as VASSAL draws them opened: left, top, right and bottom."""
        main = next(one for one in self.all("Map"))
        (metrics,) = (one for one in main if one.tag.endswith("StackMetrics"))
        right, up = int(metrics.get("exSepX", "")), int(metrics.get("exSepY", ""))
        assert right >= int(metrics.get("unexSepX", "")) and up >= int(metrics.get("unexSepY", ""))
        found = {}
        for one in main:
            x, y, name = int(one.get("x", "0")), int(one.get("y", "0")), one.get("name", "")
            if one.tag.endswith("SetupStack"):
                wide, high = (int(one[0].get(key, "")) for key in ("width", "height"))
                grows = (right * (len(one) - 1), up * (len(one) - 1))
            elif one.tag.endswith("DrawPile"):
                wide, high, seen = (int(one.get(key, "")) for key in ("width", "height", "maxStack"))
                grows = (2 * (seen - 1), 2 * (seen - 1))
            else:
                continue
            left, top = x - wide // 2, y - high // 2
            found[name] = (left, top - grows[1], left + wide + grows[0], top + high)
        return found

    @property
    def pictures(self) -> set[str]:
        """All pictures that are named."""
        found = {one.get(key, "") for one in self.root.iter() for key in ("image",)}
        found |= {one.get("fileName", "") for one in self.all("Chart")}
        for slot in self.slots:
            for word, fields, _ in traits(slot.text or ""):
                found |= {fields[2]} if word == "piece" else {fields[1]} if word == "obs" else set()
                found |= {*split(fields[15], ",")} if word == "emb2" else set()
        return found - {""}


def told(grid: Element, x: int, y: int, size: tuple[int, int]) -> str:
    """What VASSAL calls a point of a board whose picture has a size."""
    if grid.tag.endswith("RegionGrid"):
        regions = [(int(one.get("originx", "")), int(one.get("originy", "")), one.get("name", "")) for one in grid]
        return min(regions, key=lambda one: (one[0] - x) ** 2 + (one[1] - y) ** 2)[2]
    (numbers,) = grid
    corner = int(grid.get("x0", "")), int(grid.get("y0", ""))
    steps = float(grid.get("dx", "")), float(grid.get("dy", ""))
    at = [floor((value - start) / step + 0.5) for value, start, step in zip((x, y), corner, steps, strict=True)]
    parts = [str(index + int(numbers.get(f"{axis}Off", ""))) for axis, index in zip("hv", at, strict=True)]
    return numbers.get("locationFormat", "").replace("$gridLocation$", numbers.get("sep", "").join(parts))
