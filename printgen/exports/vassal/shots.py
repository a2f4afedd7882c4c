"""Drawings come in by the names of files; the pictures of a module go out, each once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from printgen.build.stages import Progress
from printgen.drawing.digests import digest_of
from printgen.drawing.model import Drawing
from printgen.exports.images import stem_of
from printgen.exports.parcel import Lot, Side, Thing
from printgen.exports.pixels import Shot, png_files, shot_at
from printgen.exports.vassal.sorting import cropped, panel


class Picture(NamedTuple):
    """A file of the module's folder of pictures, and its size in pixels."""

    file: str
    wide: int
    high: int


class Shots:
    """The pictures that a module needs, at so many dots per inch."""

    def __init__(self, dpi: float) -> None:
        self.dpi = dpi
        self._taken: dict[str, tuple[Shot, bool]] = {}
        self._backs: dict[tuple[str, str], Picture] = {}

    def take(self, file: str, drawing: Drawing, dpi: float = 0.0, clear: bool = False) -> Picture:
        """A drawing as a file; a `clear` one shows what lies below where nothing is drawn."""
        shot = shot_at(drawing, dpi or self.dpi)
        self._taken.setdefault(file, (shot, clear))
        return Picture(file, shot.width, shot.height)

    def side(self, lot: Lot, thing: Thing, side: Side = "front") -> Picture:
        """A side of a thing as it is cut; of a paper figure its front. A back that several have is one picture."""
        name = f"{lot.name}.{stem_of(thing)}-{side}.png"
        if box := panel(lot, thing):
            return self.take(name, cropped(thing.piece.front, box), clear=True)
        shown = thing.side(side, clip=True)
        if side == "front":
            return self.take(name, shown, clear=True)
        key = lot.name, digest_of(shown)
        if key not in self._backs:
            self._backs[key] = self.take(name, shown, clear=True)
        return self._backs[key]

    @property
    def memory(self) -> int:
        """How many bytes all of them take where they are looked at."""
        return sum(4 * shot.width * shot.height for shot, _ in self._taken.values())

    def files(self, progress: Progress) -> Sequence[tuple[str, bytes]]:
        """The files by their names."""
        found = dict[str, bytes]()
        for clear in (True, False):
            some = [(file, shot) for file, (shot, kept) in self._taken.items() if kept == clear]
            drawn = png_files([shot for _, shot in some], self.dpi, progress, "drawing pictures", clear) if some else []
            found |= {file: data for (file, _), data in zip(some, drawn, strict=True)}
        return [(file, found[file]) for file in sorted(found)]
