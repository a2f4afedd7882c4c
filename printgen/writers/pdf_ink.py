"""A plain colour comes in; the operators that choose it go out: greys as grey, and black with black ink alone.

In a file of greys every colour is the grey that is as light as it, so that no colour is printed at all.

A colour that is nearly black would be printed with all four inks, which soak paper, blur small letters and show
coloured rims where a sheet is off. So text and lines in it are written as full black, and what is filled with it as the
grey that it is lighter than ink: tones of a picture stay apart. What is any colour stays that colour.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, ClassVar, Literal, Protocol

from printgen.drawing.tints import DARK, grey_level, nearly_black, rgb
from printgen.writers.pdf_embed import add_grey_picture, add_picture
from printgen.writers.pdf_objects import Document

Use = Literal["rg", "RG", "text", "wide"]
"""What a colour is for: fills, lines, letters, or fills of large grounds where black of those is another."""

# How light ink is.
_INK = 0.1
_GREY = {"rg": "g", "RG": "G", "text": "g", "wide": "g"}


class Colors(Protocol):
    """How a file writes colours and pictures: the `space` of what shows together, and whether it has a `rich` black."""

    @property
    def space(self) -> str: ...

    @property
    def rich(self) -> tuple[float, ...]: ...

    def __hash__(self) -> int: ...

    def ink(self, color: str, use: Use) -> str:
        """The operator that chooses a plain colour."""

    def parts(self, color: str) -> list[float]:
        """The numbers of a colour in a gradient."""

    def picture(self, document: Document, data: bytes, mask: bytes = b"") -> Any:
        """Put an encoded picture into a document; its reference."""


@dataclass(frozen=True)
class Light:
    """Colours as screens show them; black is printed `alone`, or kept as it is."""

    alone: bool
    space: ClassVar[str] = "/DeviceRGB"
    rich: ClassVar[tuple[float, ...]] = ()

    def ink(self, color: str, use: Use) -> str:
        """The operator that chooses a plain colour."""
        return ink(color, use, self.alone)

    def parts(self, color: str) -> list[float]:
        """Red, green and blue."""
        return list(rgb(color))

    def picture(self, document: Document, data: bytes, mask: bytes = b"") -> Any:
        """Put an encoded picture into a document; its reference."""
        return add_picture(document, data, mask)


@dataclass(frozen=True)
class Grey:
    """Every colour as a grey, for what is printed with black ink alone."""

    space: ClassVar[str] = "/DeviceGray"
    rich: ClassVar[tuple[float, ...]] = ()

    def ink(self, color: str, use: Use) -> str:
        """The operator that chooses a plain colour."""
        level = grey_of(color, use) if nearly_black(color) else grey_level(color)
        return f"{_short(level)} {'G' if use == 'RG' else 'g'}"

    def parts(self, color: str) -> list[float]:
        """How light it is."""
        return [grey_level(color)]

    def picture(self, document: Document, data: bytes, mask: bytes = b"") -> Any:
        """Put an encoded picture into a document as greys; its reference."""
        return add_grey_picture(document, data, mask)


def grey_of(color: str, use: Use) -> float:
    """How light the grey is, from 0 to 1, that is printed for a colour that is nearly black."""
    return 0.0 if use in ("RG", "text") else max(0.0, sum(rgb(color)) / 3 - _INK) * DARK / (DARK - _INK)


@cache
def ink(color: str, use: Use, alone: bool) -> str:
    """The operator that chooses a colour; black is printed `alone`, or a picture to look at keeps it as it is."""
    parts = rgb(color)
    if alone and nearly_black(color):
        return f"{_short(grey_of(color, use))} {_GREY[use]}"
    if parts[0] == parts[1] == parts[2]:
        return f"{_short(parts[0])} {_GREY[use]}"
    return f"{' '.join(map(_short, parts))} {'RG' if use == 'RG' else 'rg'}"


def _short(value: float) -> str:
    return f"{value:.3f}".rstrip("0").rstrip(".")
