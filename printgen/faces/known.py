"""What reading the marked-up texts of a library has found out so far, which is the same for all of them."""

from __future__ import annotations

from printgen.drawing.font_files import Kept
from printgen.drawing.fonts import bolder, face, lacking, slanted
from printgen.drawing.paragraphs import Paragraph
from printgen.faces.marks import Meant

_KEYBOARD = "".join(map(chr, range(32, 127)))


class Known:
    """What reading the texts of one library has found out: it is the same for all of them.

    `texts` are those that were read once, by what they say and how they were read; `bullets` what stands before the
    entries of lists; `fonts` the companions of fonts, bold or slanted; `whole` whether a font has all letters of a
    keyboard; `looks` how keywords look, and `meanings` what brackets mean, in letters of a size and in certain tints.
    """

    def __init__(self) -> None:
        self.texts: dict[object, tuple[Paragraph, ...]] = {}
        self.bullets = Kept(_bullet)
        self.fonts = Kept(_companion)
        self.whole = Kept[str, bool](lambda font: lacking(_KEYBOARD, font) is None)
        self.looks: dict[object, tuple[str, str]] = {}
        self.meanings: dict[object, Meant | None] = {}


def _bullet(key: tuple[str, bool]) -> str:
    """What stands before the entries of a list, as good as its font has it; and whether it is within another list."""
    font, inner = key
    signs = ("\u2013", "-") if inner else ("\u2022", "\u2013", "-")
    return next((one for one in signs if not face(font).missing(one)), "-")


def _companion(key: tuple[str, bool, bool]) -> str:
    """The companion of a font that is bold, or slanted, or both."""
    name, bold, italic = key
    font = bolder(name) if bold else name
    return slanted(font) if italic else font
