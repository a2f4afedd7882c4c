"""Drawings (SVG) of a game: a file and a colour come in; what it draws goes out, or what is wrong with it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from printgen.base.errors import Finding, Where
from printgen.base.gate import Read, Refused
from printgen.base.geometry import Box, translate
from printgen.base.names import visible
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.outlines import rectangle
from printgen.drawing.tints import NEAR_BLACK

if TYPE_CHECKING:
    from printgen.art.svg.convert import Vector

SUFFIX = ".svg"
Fit = tuple[str, float, float]
"""Contain, cover or stretch, and where a drawing stands in its box, across and down, from 0 to 1."""

_MEND = "Turn texts into paths and leave effects out in the program that drew it, or save it as a PNG."


class Vectors:
    """Reads drawings; keeps what they draw in each colour that was asked for."""

    def __init__(self) -> None:
        self._known: dict[tuple[Path, str, str], Vector | Refused] = {}
        self._groups: dict[tuple[Path, str, str], Group] = {}

    def find(self, path: Path, read: Read, color: str, fill: str = "black") -> Vector:
        """A drawing in a current colour, and with what fills shapes that do not say so. Refused says what is wrong."""
        from printgen.art.svg.convert import vector_of

        key = (path, color, fill)
        if key not in self._known:
            try:
                self._known[key] = vector_of(read(path, "drawing"), color, fill)
            except Refused as refused:
                self._known[key] = refused
        found = self._known[key]
        if isinstance(found, Refused):
            raise found
        return found

    def placed(self, path: Path, read: Read, color: str, box: Box, fit: Fit | None) -> tuple[Item, ...]:
        """A drawing in a box, as it says itself how it fits where nothing else does."""
        from printgen.art.svg.values import view

        vector = self.find(path, read, color)
        group = self._groups.setdefault((path, color, ""), Group(vector.items))
        how = fit or vector.fit
        items: tuple[Item, ...] = (Place(group, view(vector.box, box, how)),)
        return (Place(Group(items, rectangle(box))),) if how[0] == "cover" else items

    def line(self, path: Path, read: Read, high: float, widest: float) -> tuple[Group, float]:
        """A drawing of this height, and how many times as wide it is."""
        box = self.find(path, read, NEAR_BLACK).box
        wide = min(box.w / box.h, widest)
        return Group(self.placed(path, read, NEAR_BLACK, Box(0, 0, high * wide, high), None)), wide

    def icon(self, path: Path, read: Read, color: str) -> tuple[Group, float]:
        """A drawing in the middle of a square, and the side of that; what says no colour takes the one given."""
        vector = self.find(path, read, color, "currentColor")
        side = max(vector.box.w, vector.box.h)
        left, top = (side - vector.box.w) / 2 - vector.box.x, (side - vector.box.h) / 2 - vector.box.y
        return Group((Place(Group(vector.items), translate(left, top)),)), side

    def told(self, path: Path, read: Read, color: str, what: str, where: Where) -> Iterator[Finding]:
        """What there is to say of a drawing: an error when it cannot be drawn, a warning of what is left out."""
        try:
            vector = self.find(path, read, color)
        except Refused as refused:
            message = f"{what} cannot be used: {refused.message}"
            yield Finding("error", where, message, refused.hint, refused.code)
            return
        if vector.left_out:
            message = f"{what} leaves out {', '.join(vector.left_out)}"
            yield Finding("warning", where, message, _MEND, "left-out", cause=path)


def drawing_named(path: Path, whose: str = "") -> str:
    """What findings call a drawing."""
    return f"the drawing {visible(path.name)}{whose}"
