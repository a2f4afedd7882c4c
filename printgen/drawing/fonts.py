"""The font shelf: names such as "stencil" or "body bold" come in; measured TrueType and OpenType faces come out.

Fonts come from pinned wheels, or from a file. Words are measured once and kept, so that fitting text is arithmetic;
measuring and writing both take them from here, kerned alike. A variable font serves as its default instance.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from os.path import realpath
from pathlib import Path
from typing import NamedTuple, TypeVar

from printgen.base.gate import read_file

K = TypeVar("K")
V = TypeVar("V")

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


# The bytes that the table of this name has at least.
_HEAD = 54


class Word(NamedTuple):
    """Letters as they are set: their glyphs, what kerning adds behind each (font units), and their width at size 1.

    `read_as` has for each glyph the letters that it stands for, "" for a glyph that only completes the one before.
    """

    glyphs: tuple[int, ...]
    kerns: tuple[int, ...]
    width: float
    read_as: tuple[str, ...]


class _Kept(dict[K, V]):
    """What is worked out for a key when it is first asked for, and kept as long as there is room."""

    def __init__(self, make: Callable[[K], V]) -> None:
        self._make = make

    def __missing__(self, key: K) -> V:
        made = self._make(key)
        if len(self) < _KEPT:
            self[key] = made
        return made


class Face:
    """One TrueType or OpenType font: advances, kerning and vertical measures, all for size 1.

    Letters are kerned within words and never across a space, so that the width of a text is that of its words and
    spaces, wherever its lines break. ValueError when the data are no font.
    """

    def __init__(self, name: str, data: bytes) -> None:
        import uharfbuzz as hb

        self.name = name
        self.source = hb.Face(hb.Blob(data))
        self._font = hb.Font(self.source)
        # What is printed needs the last of these, which nothing reads before.
        if not self.source.glyph_count or not self.source.upem or len(self.source.reference_table("head")) < _HEAD:
            raise ValueError("no outlines to measure")
        self.units: int = self.source.upem
        measure, tags = self._font.get_metric_position_with_fallback, hb.OTMetricsTag
        self.ascent: float = measure(tags.HORIZONTAL_ASCENDER) / self.units
        self.descent: float = measure(tags.HORIZONTAL_DESCENDER) / self.units
        self.cap_height: float = measure(tags.CAP_HEIGHT) / self.units
        self.slant: float = self._font.get_style_value(hb.StyleTag.SLANT_ANGLE)
        self.postscript_name: str = self.source.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or "Font"
        self._letters = frozenset(self.source.unicodes)
        self._has_ascii = self._letters.issuperset(range(32, 127))
        self._shape, self._buffer = hb.shape, hb.Buffer
        # How far each glyph alone moves on, in font units; words as they are set, and their widths.
        self.advances = _Kept[int, int](self._font.get_glyph_h_advance)
        self._words = _Kept[str, Word](self._set)
        self._words[""] = Word((), (), 0.0, ())
        self.widths = _Kept[str, float](lambda letters: self._words[letters].width)
        self.space = self.word(" ")

    def word(self, letters: str) -> Word:
        """Letters between two spaces, as they are set."""
        return self._words[letters]

    def _set(self, letters: str) -> Word:
        buffer = self._buffer()
        buffer.add_str(letters)
        buffer.guess_segment_properties()
        # Never as the machine's own language would have it: the same text is set alike everywhere.
        buffer.language, buffer.direction = "en", "ltr"
        self._shape(self._font, buffer, _FEATURES)
        infos, advances = buffer.glyph_infos, self.advances
        glyphs = tuple([info.codepoint for info in infos])
        starts = [info.cluster for info in infos]
        ends = [*starts[1:], len(letters)]
        read_as = tuple([letters[start:end] for start, end in zip(starts, ends, strict=True)])
        steps = [position.x_advance for position in buffer.glyph_positions]
        kerns = tuple([step - advances[glyph] for glyph, step in zip(glyphs, steps, strict=True)])
        return Word(glyphs, kerns, sum(steps) / self.units, read_as)

    def draw(self, glyph: int, pen: object) -> None:
        """Draw a glyph's outline with a pen (moveTo, lineTo, qCurveTo, curveTo, closePath), in font units with y up."""
        self._font.draw_glyph_with_pen(glyph, pen)

    def width(self, text: str) -> float:
        """The advance of a text at size 1, kerned as it is written."""
        words, widths = text.split(" "), self.widths
        return sum([widths[word] for word in words]) + (len(words) - 1) * self.space.width

    def missing(self, text: str) -> str:
        """The characters of the text that the font cannot draw, each once, in order."""
        if self._has_ascii and text.isascii() and text.isprintable():
            return ""
        return "".join(dict.fromkeys(c for c in text if ord(c) not in self._letters))


def lacking(text: str, font: str) -> tuple[str, str, str] | None:
    """What is wrong with a text whose font lacks letters of it: a message, a hint and a code."""
    if not (missing := face(font).missing(text)):
        return None
    letters = ", ".join(f"'{c}' (U+{ord(c):04X})" for c in missing)
    return f'the font of "{text}" lacks {letters}', "Write it with letters that the font has.", "missing-glyph"


def font_names() -> tuple[str, ...]:
    """All fonts on the shelf."""
    return tuple(_FILES)


@cache
def face(name: str) -> Face:
    """The font of that name on the shelf, or that of a .ttf or .otf file; KeyError when there is none.

    ValueError when the file holds no font, or may not be read.
    """
    if name not in _FILES and name.endswith((".ttf", ".otf")):
        return _face(name, Path(name), tried=True)
    package, file = _FILES[name]
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise KeyError(name)
    return _face(name, Path(spec.origin).parent / "files" / file)


def _face(name: str, path: Path, tried: bool = False) -> Face:
    data = read_file(realpath(path), "font")
    try:
        font = Face(name, data)
        if tried:
            _cut_down(font)
        return font
    except Exception as error:
        # A spoiled font may fail in any way there is.
        raise ValueError(f"{path.name} holds no font") from error


def _cut_down(font: Face) -> None:
    """Do with all of a font what a PDF does with the glyphs that it shows; raises whatever a spoiled font raises."""
    import uharfbuzz as hb

    wanted = hb.SubsetInput()
    wanted.glyph_set.update(range(font.source.glyph_count))
    if font.source.table_tags:
        hb.subset(font.source, wanted)


def bolder(name: str) -> str:
    """The bold companion of a font, or the font itself when it has none."""
    family, *styles = name.split(" ")
    bold = " ".join((family, "bold", *(style for style in styles if style == "italic")))
    return bold if bold in _FILES else name


def slanted(name: str) -> str:
    """The italic companion of a font, or the font itself when it has none."""
    return f"{name} italic" if f"{name} italic" in _FILES else name
