"""Where the spaces of a board lie comes in; the grid goes out that VASSAL has for them, with their names if it can.

Rows and columns of rectangles and honeycombs of hexes have grids of their own; whatever is no such thing, or has names
that no numbering gives, is a grid of points, each with its name.

    of flat hexes       dx from column to column, dy from row to row, odd columns dy / 2 lower
    of pointy hexes     the same with x and y exchanged: "sideways"
    x0, y0              the middle of the first space, whole pixels
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from math import ceil, floor, inf
from typing import NamedTuple
from xml.etree.ElementTree import Element

from printgen.drawing.pieces import Cell, Spaces
from printgen.exports.vassal.escaping import BOARD, chat_name, element, plain

_ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_NAME = re.compile(r"([A-Z]{1,99}|[0-9]{1,99}?)([^A-Z0-9]{0,99})([A-Z]{1,99}|[0-9]{1,99})")
_NEAR = 2.0
"""So many pixels may lie between the middle of a space and where VASSAL has it; at usual scales it is one."""


class Lattice(NamedTuple):
    """Spaces in rows and columns: the steps between them, and the middle of the first, in pixels as VASSAL has them.

    Where it is `sideways`, "across" is down. `hexed` are hexes.
    """

    hexed: bool
    sideways: bool
    dx: float
    dy: float
    x0: int
    y0: int

    def raw(self, x: float, y: float) -> tuple[int, int]:
        """The column and the row that VASSAL reckons for a point, before they are numbered."""
        if self.sideways:
            x, y = y, x
        column = floor((x - self.x0) / self.dx + 0.5)
        lower = self.dy / 2 if self.hexed and column % 2 else 0.0
        return column, floor((y - self.y0 - lower) / self.dy + 0.5)

    def middle(self, column: int, row: int) -> tuple[float, float]:
        """Where VASSAL puts what lies on a space, in whole pixels: of hexes it leaves fractions away, twice below."""
        if not self.hexed:
            return self.x0 + round(column * self.dx), self.y0 + round(row * self.dy)
        lower = int(self.dy / 2) if column % 2 else 0
        x, y = floor(self.x0 + column * self.dx), floor(self.y0 + row * self.dy + lower)
        return (y, x) if self.sideways else (x, y)


class Axis(NamedTuple):
    """How columns or rows are numbered: with letters or numbers, from what on, with how many zeros, or backwards."""

    letters: bool
    offset: int
    leading: int
    descending: bool
    most: int

    @property
    def sort(self) -> str:
        """Letters or numbers, as VASSAL says it."""
        return "A" if self.letters else "N"

    def told(self, index: int) -> str:
        """What a column or row is called. After Z come AA, BB and so on."""
        number = (self.most - index if self.descending else index) + self.offset
        if self.letters:
            return _ALPHABET[number % 26] * (number // 26 + 1) if number >= 0 else "-"
        return f"{number:0{self.leading + 1}}"


class Numbering(NamedTuple):
    """How spaces are named: the columns' part first or last, and what stands between the parts."""

    first: str
    between: str
    across: Axis
    down: Axis

    def told(self, column: int, row: int) -> str:
        """What a space is called."""
        parts = self.across.told(column), self.down.told(row)
        return self.between.join(parts if self.first == "H" else parts[::-1])


def in_pixels(spaces: Spaces, left: float, top: float, scale: float) -> Spaces:
    """Spaces in pixels of a picture that begins at a place of the board, of so many pixels a point."""
    cells = (one._replace(x=(one.x - left) * scale, y=(one.y - top) * scale) for one in spaces.cells)
    return replace(spaces, across=spaces.across * scale, down=spaces.down * scale, cells=tuple(cells))


def grid_of(spaces: Spaces, size: tuple[int, int]) -> Element:
    """The grid of a board whose picture has a size; all in pixels."""
    lattice = lattice_of(spaces)
    numbering = lattice and _numbering(lattice, spaces.cells, size)
    if lattice is None or numbering is None:
        return _regions((cell.name, cell.x, cell.y) for cell in spaces.cells)
    shape = {"sideways": lattice.sideways} if lattice.hexed else {}
    return _grid(lattice, [_numbers(lattice, numbering)], shape)


def inches(step: int) -> Element:
    """The grid of a table: squares of an inch, of so many pixels, to measure by; pieces may lie anywhere."""
    half = step // 2
    lines = {"snapTo": False, "visible": True, "color": "38,78,46"}
    lattice, axis = Lattice(False, False, float(step), float(step), half, half), Axis(False, 1, 0, False, 0)
    numbers = _numbers(lattice, Numbering("H", "/", axis, axis))
    numbers.set("locationFormat", "inch $gridLocation$")
    return _grid(lattice, [numbers], lines)


def place(name: str) -> Element:
    """The grid of a board that is one place: pieces lie anywhere on it, and the log calls that by a name."""
    return _regions([(name, 0, 0)], snap=False)


def _grid(lattice: Lattice, children: list[Element], more: Mapping[str, object]) -> Element:
    usual = {"snapTo": True, "edgesLegal": False, "cornersLegal": False, "visible": False, "dotsVisible": False}
    steps = {"dx": lattice.dx, "dy": lattice.dy, "x0": lattice.x0, "y0": lattice.y0}
    tag = f"{BOARD}.{'Hex' if lattice.hexed else 'Square'}Grid"
    return element(tag, {**steps, **usual, "color": "0,0,0", **more}, children)


def _numbers(lattice: Lattice, numbering: Numbering) -> Element:
    across, down = numbering.across, numbering.down
    said = {
        "first": numbering.first, "sep": numbering.between,
        "hType": across.sort, "hLeading": across.leading, "hOff": across.offset, "hDescend": across.descending,
        "vType": down.sort, "vLeading": down.leading, "vOff": down.offset, "vDescend": down.descending,
        "visible": False, "locationFormat": "$gridLocation$", "fontSize": 9, "color": "0,0,0", "rotateText": 0,
        "hDrawOff": 0, "vDrawOff": 0,
    }  # fmt: skip
    shape = {"stagger": False} if lattice.hexed else {}
    return element(f"{BOARD}.mapgrid.{'Hex' if lattice.hexed else 'Square'}GridNumbering", {**said, **shape})


def lattice_of(spaces: Spaces) -> Lattice | None:
    """The rows and columns that spaces lie in, none more than a pixel off; None where they lie in none."""
    if spaces.shape == "free" or not spaces.cells:
        return None
    sideways, hexed = spaces.shape == "pointy", spaces.shape != "square"
    # As VASSAL reckons: with x and y exchanged where it lies sideways.
    turned = [(c.row, c.column, c.y, c.x) if sideways else (c.column, c.row, c.x, c.y) for c in spaces.cells]
    across, down = (spaces.down, spaces.across) if sideways else (spaces.across, spaces.down)
    dx = _step((column, x) for column, _, x, _ in turned) or (0.75 * across if hexed else across)
    columns = {column for column, *_ in turned}
    dy = max(_step((row, y) for at, row, _, y in turned if at == column) for column in columns) or down
    column, row, x, y = turned[0]
    lower = dy / 2 if hexed and column % 2 else 0.0
    left, top = x - column * dx, y - row * dy - lower
    # A step that is nearly whole is whole, so that fractions that VASSAL leaves away are small.
    ways = product({round(dx, 4), float(round(dx))}, {round(dy, 4), 2.0 * round(dy / 2)},
                   {floor(left), ceil(left)}, {floor(top), ceil(top)})  # fmt: skip
    tried = [Lattice(hexed, sideways, *way) for way in ways if min(way[:2]) > 0]
    places = [(column, row) for column, row, _, _ in turned]
    off, best = min((_off(one, spaces.cells, places), one) for one in tried)
    return best if off <= _NEAR else None


def _off(lattice: Lattice, cells: Sequence[Cell], places: Sequence[tuple[int, int]]) -> float:
    """How far the middle of a space lies from where it is at most, in pixels; much where it is taken for another."""
    most = 0.0
    for cell, (column, row) in zip(cells, places, strict=True):
        x, y = lattice.middle(column, row)
        if lattice.raw(round(cell.x), round(cell.y)) != (column, row):
            return inf
        most = max(most, abs(x - cell.x), abs(y - cell.y))
    return most


def _step(places: Iterable[tuple[int, float]]) -> float:
    """How far it is from one to the next, by numbers and places; 0 where there is but one."""
    known = sorted(places)
    (first, start), (last, end) = known[0], known[-1]
    return (end - start) / (last - first) if last > first else 0.0


def _numbering(lattice: Lattice, cells: Sequence[Cell], size: tuple[int, int]) -> Numbering | None:
    """The numbering that names all spaces as they are named; None where there is none."""
    names, raw = [plain(cell.name) for cell in cells], [lattice.raw(cell.x, cell.y) for cell in cells]
    parts = [part for part in map(_parts, names) if part]
    if len(parts) < len(names):
        return None
    # What VASSAL counts backwards from on honeycombs is not always of the board.
    ways = (False,) if lattice.hexed else (False, True)
    for first, across, down in product("HV", ways, ways):
        order = 1 if first == "H" else -1
        words = [(one, two)[::order] for one, _, two in parts]
        most = floor(size[0] / lattice.dx + 0.5), floor(size[1] / lattice.dy + 0.5)
        axes = [
            _axis([word[at] for word in words], raw[0][at], backwards, most[at])
            for at, backwards in enumerate((across, down))
        ]
        made = Numbering(first, parts[0][1], *axes)
        if all(made.told(*at) == name for at, name in zip(raw, names, strict=True)):
            return made
    return None


def _axis(words: Sequence[str], index: int, backwards: bool, most: int) -> Axis:
    """The numbering that gives the first of these words to a column or row."""
    letters = words[0].isalpha()
    value = 26 * (len(words[0]) - 1) + _ALPHABET.index(words[0][0]) if letters else int(words[0])
    leading = 0 if letters else min(map(len, words)) - 1
    return Axis(letters, value - (most - index if backwards else index), leading, backwards, most)


def _parts(name: str) -> tuple[str, str, str] | None:
    """A name as its two parts and what stands between; digits alone are parted in the middle."""
    if re.fullmatch(r"[0-9]+", name):
        half = len(name) // 2
        return (name[:half], "", name[half:]) if half and len(name) % 2 == 0 else None
    match = _NAME.fullmatch(name)
    return (match[1], match[2], match[3]) if match else None


def _regions(spots: Iterable[tuple[str, float, float]], snap: bool = True) -> Element:
    """The grid of points with these names and places."""
    points = ({"name": chat_name(name, "space"), "originx": round(x), "originy": round(y)} for name, x, y in spots)
    regions = [element(f"{BOARD}.Region", point) for point in points]
    return element(f"{BOARD}.RegionGrid", {"snapto": snap, "visible": False, "fontsize": 9}, regions)
