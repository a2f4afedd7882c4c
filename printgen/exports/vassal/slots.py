"""The pictures of a module, and the slots of its pieces with their traits: the actions that each piece offers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple
from xml.etree.ElementTree import Element

from printgen.base.progress import Progress
from printgen.drawing.extent import digest_of
from printgen.drawing.model import Drawing
from printgen.exports.bundle import Component, Side
from printgen.exports.images import stem_of
from printgen.exports.pixels import RasterJob, png_files, raster_at
from printgen.exports.vassal.escaping import BUILD, chat_name, element, label, nest_layers, sequence
from printgen.exports.vassal.grouping import CardPile, visible_size


class ModuleImage(NamedTuple):
    """A file of the module's folder of pictures, and its size in pixels."""

    file: str
    wide: int
    high: int


class ModuleImages:
    """The pictures of a module, by default at a number of dots per inch."""

    def __init__(self, dpi: float) -> None:
        self.dpi = dpi
        self._jobs: dict[str, tuple[RasterJob, bool]] = {}
        self._backs: dict[tuple[str, str], ModuleImage] = {}

    def add(self, file: str, drawing: Drawing, dpi: float = 0.0, clear: bool = False) -> ModuleImage:
        """Add a drawing as a file; a `clear` one is transparent where nothing is drawn."""
        job = raster_at(drawing, dpi or self.dpi)
        self._jobs.setdefault(file, (job, clear))
        return ModuleImage(file, job.width, job.height)

    def side(self, component: Component, side: Side = "front") -> ModuleImage:
        """Add a side of a component as it is cut, or a paper figure's front. Components with one back share a file."""
        product = component.product.name
        name = f"{product}.{stem_of(component)}-{side}.png"
        if component.piece.figure:
            return self.add(name, component.figure("front"), clear=True)
        drawing = component.side(side, clip=True)
        if side == "front":
            return self.add(name, drawing, clear=True)
        key = product, digest_of(drawing)
        if key not in self._backs:
            self._backs[key] = self.add(name, drawing, clear=True)
        return self._backs[key]

    def files(self, progress: Progress) -> Sequence[tuple[str, bytes]]:
        """The names and the PNG data of all files, sorted by name."""
        files = dict[str, bytes]()
        for clear in (True, False):
            jobs = {file: job for file, (job, is_clear) in self._jobs.items() if is_clear == clear}
            images = png_files([*jobs.values()], self.dpi, progress, "drawing pictures", clear) if jobs else []
            files |= zip(jobs, images, strict=True)
        return sorted(files.items())


FLIP, DELETE, DISCARD = "70,130", "68,130", "82,130"
"""Ctrl-F, Ctrl-D and Ctrl-R: the code of the key, and 130 for Ctrl."""
_LEFT, _RIGHT = "91,130", "93,130"
"""Ctrl-[ and Ctrl-]."""

HIDES = "Hides the map"
"""The property of pieces that are too large to be shown at full size under the mouse."""


class Trait(NamedTuple):
    """A trait of a piece: its type, which never changes, and its state as a game begins."""

    type: str
    state: str = ""


def _trait_type(word: str, *fields: object) -> str:
    return f"{word};{sequence(fields, ';')}"


def basic(image: str, name: str, number: int) -> Trait:
    """The innermost trait of every piece. `number` is the piece's own in the module; the picture may be ""."""
    return Trait(_trait_type("piece", "", "", image, chat_name(name)), sequence(("null", 0, 0, number, 0), ";"))


def mask_trait(back: str) -> Trait:
    """A piece that can be turned face down: its back hides it, and only its owner sees the face faintly."""
    fields = (FLIP, back, "Turn over", "2", "a card", "player:", "Peek", "", True, "", "")
    return Trait(_trait_type("obs", *fields), "null;")


def flip_trait(front: str, back: str) -> Trait:
    """A piece with two sides, which can be flipped."""
    pictures, words = sequence((front, back), ","), sequence(("", ""), ",")
    fields = (
        "", 2, "", "Turn over", 2, "", "", 2, "", "", "", 1, False, 0, 0, pictures, words, True, "Face", "", "", False,
        "", 1, 1, True, "", FLIP, "", "", "1.0", "", True,
    )  # fmt: skip
    return Trait(_trait_type("emb2", *fields), "1")


def rotate_trait(steps: int) -> Trait:
    """A piece that can be turned, a whole turn in so many steps."""
    fields = (steps, _RIGHT, _LEFT, "Turn right", "Turn left", "", "", "Turn", "", "", "", "", True)
    return Trait(_trait_type("rotate", *fields), "0")


def discard_trait(pile: str) -> Trait:
    """A piece that can be sent to a pile of a name."""
    return Trait(_trait_type("return", "Discard", DISCARD, "", "", "", 2, False, label(pile)))


def report_trait(*keys: str) -> Trait:
    """Writes a line into the log for each of these keys, with the publicly known name of the piece."""
    return Trait(_trait_type("report", sequence(keys, ","), "$newPieceName$: $menuCommand$ *", "", "", "", False), "-1")


DELETE_TRAIT = Trait(_trait_type("delete", "Delete", DELETE, ""))
"""A piece that can be removed from the game."""
LOOSE_TRAIT = Trait("immob;g;N;R;")
"""A piece that stays where it is put, whatever grid there is, and never joins a stack."""


def definition(traits: Sequence[Trait]) -> str:
    """The piece with these traits, the outermost first, `basic` last."""
    types, states = nest_layers([trait.type for trait in traits]), nest_layers([trait.state for trait in traits])
    return f"+/{sequence(('null', types, states), '/')}"


_LONGEST_VIEWED = 1000
"""Longer pieces, in pixels, are not shown at full size under the mouse: they would hide the map."""
_LONGEST_STACKED, _LONGEST_FIXED = 100.0, 45.0
"""Longer pieces ignore stacks and grids; longer tokens can be turned to measure, in millimetres."""


class Slots:
    """Makes slots of pieces, numbered from 0."""

    def __init__(self, images: ModuleImages) -> None:
        self.images = images
        self.count = 0

    def card(self, deck: CardPile, component: Component) -> Element:
        """A card of a deck, which can be turned over for its owner alone, discarded, and removed."""
        face, back = self.images.side(component), self.images.side(component, "back")
        traits = [report_trait(DISCARD, DELETE, FLIP), discard_trait(deck.discards), DELETE_TRAIT]
        return self._slot("CardSlot", component.name, face, [*traits, mask_trait(back.file)], face.file)

    def piece(self, component: Component, sort: str = "PieceSlot") -> Element:
        """Another piece, which can be flipped if it has a back, turned if that matters, and removed."""
        face, longest = self.images.side(component), max(visible_size(component))
        traits, image = [report_trait(DELETE, FLIP), DELETE_TRAIT], face.file
        if longest > _LONGEST_STACKED:
            traits.append(LOOSE_TRAIT)
        if component.role == "tile":
            traits.append(rotate_trait(6 if component.piece.cut else 4))
        elif component.role == "token" and longest > _LONGEST_FIXED:
            traits.append(rotate_trait(24))
        if component.piece.back is not None:
            traits.append(flip_trait(face.file, self.images.side(component, "back").file))
            image = ""
        if max(face.wide, face.high) > _LONGEST_VIEWED:
            traits.append(Trait(f"mark;{HIDES}", "yes"))
        return self._slot(sort, component.name, face, traits, image)

    def _slot(self, sort: str, name: str, face: ModuleImage, traits: list[Trait], image: str) -> Element:
        number, name = self.count, chat_name(name)
        self.count += 1
        text = definition([*traits, basic(image, name, number)])
        tag = f"{BUILD}.widget.{sort}"
        return element(tag, {"entryName": name, "gpid": number, "width": face.wide, "height": face.high}, text=text)
