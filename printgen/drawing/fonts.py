"""The font shelf: names such as "stencil" or "body bold" come in; measured TrueType faces come out.

Fonts come from pinned wheels. Widths are read once per face and kept per letter, so that fitting text is
arithmetic. Only static TrueType files serve: the PDF library draws just the default instance of a variable font.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

_BARLOW = "fontpkg_barlow_condensed"
_FILES: dict[str, tuple[str, str]] = {
    "stencil": ("fontpkg_black_ops_one", "BlackOpsOne-Regular.ttf"),
    "body": (_BARLOW, "BarlowCondensed-Medium.ttf"),
    "body italic": (_BARLOW, "BarlowCondensed-MediumItalic.ttf"),
    "body semibold": (_BARLOW, "BarlowCondensed-SemiBold.ttf"),
    "body semibold italic": (_BARLOW, "BarlowCondensed-SemiBoldItalic.ttf"),
    "body bold": (_BARLOW, "BarlowCondensed-Bold.ttf"),
    "body bold italic": (_BARLOW, "BarlowCondensed-BoldItalic.ttf"),
}
# Words repeat, whole texts seldom do: a book's worth of widths is kept, no more.
_KEPT = 20_000
_BOLDER = {
    "body": "body bold",
    "body italic": "body bold italic",
    "body semibold": "body bold",
    "body semibold italic": "body bold italic",
}
_SLANTED = {
    "body": "body italic",
    "body semibold": "body semibold italic",
    "body bold": "body bold italic",
}


class _Advances(dict[str, float]):
    """Advances by letter, filled as letters are met."""

    def __init__(self, by_code: dict[int, float], default: float) -> None:
        self._by_code, self._default = by_code, default

    def __missing__(self, letter: str) -> float:
        advance = self[letter] = self._by_code.get(ord(letter), self._default)
        return advance


class Face:
    """One font: advances and vertical measures, all for size 1."""

    def __init__(self, name: str, path: Path) -> None:
        from reportlab.pdfbase.ttfonts import TTFont

        # The PostScript name is made unique, since the PDF library silently keeps the first of two equal names.
        self.name = name
        self.font: Any = TTFont("pg-" + name.replace(" ", "-"), str(path))
        metrics = self.font.face
        self._glyphs: dict[int, int] = metrics.charToGlyph
        self._advances = _Advances(metrics.charWidths, metrics.defaultWidth)
        self.ascent: float = metrics.ascent / 1000
        self.descent: float = metrics.descent / 1000
        self.cap_height: float = (getattr(metrics, "capHeight", 0) or 700) / 1000
        self._widths: dict[str, float] = {}

    def width(self, text: str) -> float:
        """The advance of a text at size 1."""
        known = self._widths.get(text)
        if known is None:
            known = sum(map(self._advances.__getitem__, text)) / 1000
            if len(self._widths) < _KEPT:
                self._widths[text] = known
        return known

    def missing(self, text: str) -> str:
        """The characters of the text that the font cannot draw, each once, in order."""
        if text.isascii() and text.isprintable():
            return ""
        return "".join(dict.fromkeys(c for c in text if ord(c) not in self._glyphs))


def font_names() -> tuple[str, ...]:
    """All fonts on the shelf."""
    return tuple(_FILES)


@cache
def face(name: str) -> Face:
    """The font of that name; KeyError when there is none."""
    package, file = _FILES[name]
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise KeyError(name)
    return Face(name, Path(spec.origin).parent / "files" / file)


def bolder(name: str) -> str:
    """The bold companion of a font, or the font itself when it has none."""
    return _BOLDER.get(name, name)


def slanted(name: str) -> str:
    """The italic companion of a font, or the font itself when it has none."""
    return _SLANTED.get(name, name)
