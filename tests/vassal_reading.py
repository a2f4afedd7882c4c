"""A module of VASSAL comes in; what VASSAL would make of it goes out: its own rules, written anew from what they do."""

from __future__ import annotations

import io
import zipfile
from dataclasses import dataclass
from functools import cached_property
from math import floor
from pathlib import Path
from xml.etree.ElementTree import Element, fromstring

BOARD = "VASSAL.build.module.map.boardPicker.board"
_MAP = (
    "mapName launch allowMultiple edgeWidth edgeHeight backgroundcolor markMoved moveWithinFormat moveToFormat "
    "buttonName"
)
_GRID = "dx dy x0 y0 snapTo edgesLegal cornersLegal visible dotsVisible color"
_NUMBERS = (
    "first sep hType hLeading hOff hDescend vType vLeading vOff vDescend visible locationFormat fontSize color "
    "rotateText hDrawOff vDrawOff"
)
_SLOT = "entryName gpid width height"
KNOWN = {
    "VASSAL.build.GameModule": "name version VassalVersion description nextPieceSlotId",
    "VASSAL.build.module.BasicCommandEncoder": "",
    "VASSAL.build.module.GlobalOptions": "",
    "VASSAL.build.module.Documentation": "",
    "VASSAL.build.module.documentation.HelpFile": "title fileName fileType",
    "VASSAL.build.module.PlayerRoster": "buttonText buttonToolTip",
    "entry": "",
    "setup": "",
    "VASSAL.build.module.Map": _MAP,
    "VASSAL.build.module.PlayerHand": f"{_MAP} side visible",
    "VASSAL.build.module.map.BoardPicker": (
        "title boardPrompt addColumnText addRowText slotHeight slotWidth slotScale"
    ),
    "VASSAL.build.module.map.boardPicker.Board": "name image width height color reversible",
    f"{BOARD}.HexGrid": f"{_GRID} sideways",
    f"{BOARD}.SquareGrid": f"{_GRID} range",
    f"{BOARD}.RegionGrid": "snapto visible fontsize",
    f"{BOARD}.Region": "name originx originy",
    f"{BOARD}.mapgrid.HexGridNumbering": f"{_NUMBERS} stagger",
    f"{BOARD}.mapgrid.SquareGridNumbering": _NUMBERS,
    "VASSAL.build.module.map.StackMetrics": "disabled exSepX exSepY unexSepX unexSepY",
    "VASSAL.build.module.map.HandMetrics": "",
    "VASSAL.build.module.map.DrawPile": (
        "name x y width height allowMultiple draw color reversible canSave maxStack faceDown shuffle allowSelect "
        "reshufflable reshuffleCommand reshuffleTarget reshuffleMessage"
    ),
    "VASSAL.build.module.map.SetupStack": "name useGridLocation x y",
    "VASSAL.build.widget.CardSlot": _SLOT,
    "VASSAL.build.widget.PieceSlot": _SLOT,
    "VASSAL.build.module.PieceWindow": "name hidden text scale",
    "VASSAL.build.module.ChartWindow": "name text tooltip",
    "VASSAL.build.widget.TabWidget": "entryName",
    "VASSAL.build.widget.ListWidget": "entryName scale width height divider",
    "VASSAL.build.widget.Chart": "chartName fileName",
    "VASSAL.build.module.map.ImageSaver": "buttonText",
    "VASSAL.build.module.map.Zoomer": "zoomLevels zoomStart",
    **dict.fromkeys(
        (
            f"VASSAL.build.module.map.{part}"
            for part in (
                "ForwardToKeyBuffer", "Scroller", "ForwardToChatter", "MenuDisplayer", "MapCenterer", "StackExpander",
                "PieceMover", "KeyBufferer", "CounterDetailViewer", "Flare",
            )
        ),
        "",
    ),
}  # fmt: skip
"""The classes of VASSAL 3.7.26 that may be named, each with those of its attributes that may be."""


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
    dx, dy = float(grid.get("dx", "")), float(grid.get("dy", ""))
    x0, y0 = int(grid.get("x0", "")), int(grid.get("y0", ""))
    sideways = grid.get("sideways") == "true"
    if sideways:
        x, y = y, x
    column = floor((x - x0) / dx + 0.5)
    lower = dy / 2 if grid.tag.endswith("HexGrid") and column % 2 else 0
    row = floor((y - y0 - lower) / dy + 0.5)
    (numbers,) = grid
    if numbers.get("hDescend") == "true":
        column = int(size[0] / dx + 0.5) - column
    if numbers.get("vDescend") == "true":
        row = int(size[1] / dy + 0.5) - row
    across, down = (_told(numbers, axis, index) for axis, index in (("h", column), ("v", row)))
    parts = (across, down) if numbers.get("first") == "H" else (down, across)
    return numbers.get("sep", "").join(parts)


def _told(numbers: Element, axis: str, index: int) -> str:
    number = index + int(numbers.get(f"{axis}Off", ""))
    if numbers.get(f"{axis}Type") == "A":
        return chr(ord("A") + number % 26) * (number // 26 + 1)
    return str(number).rjust(int(numbers.get(f"{axis}Leading", "")) + 1, "0")


def middle(grid: Element, column: int, row: int) -> tuple[float, float]:
    """Where VASSAL puts what lies on a space, by its column and row as it counts them before it numbers them."""
    dx, dy = float(grid.get("dx", "")), float(grid.get("dy", ""))
    x0, y0 = int(grid.get("x0", "")), int(grid.get("y0", ""))
    if grid.tag.endswith("SquareGrid"):
        return x0 + floor(column * dx + 0.5), y0 + floor(row * dy + 0.5)
    x, y = int(dx * column + x0), int(dy * row + (int(dy / 2) if column % 2 else 0) + y0)
    return (y, x) if grid.get("sideways") == "true" else (x, y)
