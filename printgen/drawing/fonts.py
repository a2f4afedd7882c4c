"""The font shelf: names such as "stencil" or "body bold" come in; measured TrueType and OpenType faces come out.

Fonts come from pinned wheels, or from a file. Words are measured once and kept, so that fitting text is arithmetic;
measuring and writing both take them from here, kerned alike. A variable font serves as its default instance.
"""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

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
# A letter stays a glyph of its own, so that tracking opens every gap; pairs are kerned.
_FEATURES = {"kern": True, "liga": False, "clig": False, "calt": False, "mark": False, "mkmk": False}


class _Advances(dict[int, int]):
    """How far each glyph alone moves on, in font units, filled as glyphs are met."""

    def __init__(self, font: Any) -> None:
        self._font = font

    def __missing__(self, glyph: int) -> int:
        advance: int = self._font.get_glyph_h_advance(glyph)
        self[glyph] = advance
        return advance


class Word(NamedTuple):
    """Letters as they are set: their glyphs, what kerning adds behind each (font units), and their width at size 1.

    `read_as` has for each glyph the letters that it stands for, "" for a glyph that only completes the one before.
    """

    glyphs: tuple[int, ...]
    kerns: tuple[int, ...]
    width: float
    read_as: tuple[str, ...]


class Face:
    """One TrueType or OpenType font: advances, kerning and vertical measures, all for size 1.

    Letters are kerned within words and never across a space, so that the width of a text is that of its words and
    spaces, wherever its lines break. ValueError when the file holds no font.
    """

    def __init__(self, name: str, path: Path) -> None:
        import uharfbuzz as hb

        self.name = name
        self.source = hb.Face(hb.Blob.from_file_path(str(path)))
        self._font = hb.Font(self.source)
        if not self.source.glyph_count:
            raise ValueError(f"{path.name} holds no font")
        self.units: int = self.source.upem
        measure, tags = self._font.get_metric_position_with_fallback, hb.OTMetricsTag
        self.ascent: float = measure(tags.HORIZONTAL_ASCENDER) / self.units
        self.descent: float = measure(tags.HORIZONTAL_DESCENDER) / self.units
        self.cap_height: float = measure(tags.CAP_HEIGHT) / self.units
        self.slant: float = self._font.get_style_value(hb.StyleTag.SLANT_ANGLE)
        self.postscript_name: str = self.source.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or "Font"
        self._letters = frozenset(self.source.unicodes)
        self._has_ascii = self._letters.issuperset(range(32, 127))
        self._words: dict[str, Word] = {"": Word((), (), 0.0, ())}
        self._widths: dict[str, float] = {}
        self.advances = _Advances(self._font)
        self._shape, self._buffer = hb.shape, hb.Buffer
        self.space = self.word(" ")

    def word(self, letters: str) -> Word:
        """Letters between two spaces, as they are set."""
        known = self._words.get(letters)
        if known is None:
            known = self._set(letters)
            if len(self._words) < _KEPT:
                self._words[letters] = known
        return known

    def _set(self, letters: str) -> Word:
        buffer = self._buffer()
        buffer.add_str(letters)
        buffer.guess_segment_properties()
        # Never as the machine's own language would have it: the same text is set alike everywhere.
        buffer.language, buffer.direction = "en", "ltr"
        self._shape(self._font, buffer, _FEATURES)
        infos = buffer.glyph_infos
        glyphs = [info.codepoint for info in infos]
        starts = [info.cluster for info in infos]
        read_as = tuple(letters[start:end] for start, end in zip(starts, [*starts[1:], len(letters)], strict=True))
        steps = [position.x_advance for position in buffer.glyph_positions]
        kerns = [step - self.advances[glyph] for glyph, step in zip(glyphs, steps, strict=True)]
        return Word(tuple(glyphs), tuple(kerns), sum(steps) / self.units, read_as)

    def draw(self, glyph: int, pen: object) -> None:
        """Draw a glyph's outline with a pen (moveTo, lineTo, qCurveTo, curveTo, closePath), in font units with y up."""
        self._font.draw_glyph_with_pen(glyph, pen)

    def width(self, text: str) -> float:
        """The advance of a text at size 1, kerned as it is written."""
        known = self._widths.get(text)
        if known is None:
            words = text.split(" ")
            known = sum(self.word(word).width for word in words) + (len(words) - 1) * self.space.width
            if len(self._widths) < _KEPT:
                self._widths[text] = known
        return known

    def missing(self, text: str) -> str:
        """The characters of the text that the font cannot draw, each once, in order."""
        if self._has_ascii and text.isascii() and text.isprintable():
            return ""
        return "".join(dict.fromkeys(c for c in text if ord(c) not in self._letters))


def font_names() -> tuple[str, ...]:
    """All fonts on the shelf."""
    return tuple(_FILES)


@cache
def face(name: str) -> Face:
    """The font of that name on the shelf, or that of a .ttf or .otf file; KeyError when there is none."""
    if name.endswith((".ttf", ".otf")) and Path(name).is_file():
        return Face(name, Path(name))
    package, file = _FILES[name]
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise KeyError(name)
    return Face(name, Path(spec.origin).parent / "files" / file)


def bolder(name: str) -> str:
    """The bold companion of a font, or the font itself when it has none."""
    family, *styles = name.split(" ")
    bold = " ".join((family, "bold", *(style for style in styles if style == "italic")))
    return bold if bold in _FILES else name


def slanted(name: str) -> str:
    """The italic companion of a font, or the font itself when it has none."""
    return f"{name} italic" if f"{name} italic" in _FILES else name
