"""Reads fonts from the bytes of TrueType or OpenType files, and explains why a file is unusable."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")

_KEPT = 4096  # Words repeat, whole texts seldom do: a book's worth of widths is kept, no more.
_HEAD = 54  # The bytes that the table of this name has at least.
_OUTLINES = frozenset(("glyf", "CFF "))  # The tables of outlines, in either format.
# What says which glyph a letter is, and how wide; how many units a font may have to its size.
_MEASURED = frozenset(("cmap", "head", "hhea", "hmtx", "maxp"))
_FEWEST_UNITS, _MOST_UNITS = 16, 16384
# What the maker of a font allows, as its table OS/2 says: the usual rights, and two that take from them.
_RIGHTS, _RESTRICTED, _UNCUT, _BITMAPS = 0x000F, 0x0002, 0x0100, 0x0200
_RIGHTS_AT = 8
_LICENCE = "Ask its maker for a licence to embed it, or use another font."


class Kept(dict[K, V]):
    """A dictionary that makes a missing value and keeps it while there is room."""

    def __init__(self, make: Callable[[K], V]) -> None:
        self._make = make

    def __missing__(self, key: K) -> V:
        value = self._make(key)
        if len(self) < _KEPT:
            self[key] = value
        return value


class FontProblem(ValueError):
    """Why a file cannot serve as a font: a message that continues after the file's name, a hint and a code.

    `axis` names the axis of a variable font that lacks the wanted place; "" when the file is to blame.
    """

    def __init__(self, message: str, hint: str, code: str = "bad-font", axis: str = "") -> None:
        super().__init__(message)
        self.message, self.hint, self.code, self.axis = message, hint, code, axis


class Font:
    """A font program: its letters, advances and vertical measures, the latter for size 1."""

    def __init__(self, data: bytes) -> None:
        import uharfbuzz as hb

        self._data = data
        self.source = hb.Face(hb.Blob(data))
        self.shaper = hb.Font(self.source)
        # Only printing needs the last of these tables.
        if not self.source.glyph_count or not self.source.upem or len(self.table("head")) < _HEAD:
            raise ValueError("no outlines to measure")
        self.units: int = self.source.upem
        measure, tags = self.shaper.get_metric_position_with_fallback, hb.OTMetricsTag
        self.ascent: float = measure(tags.HORIZONTAL_ASCENDER) / self.units
        self.descent: float = measure(tags.HORIZONTAL_DESCENDER) / self.units
        self.cap_height: float = measure(tags.CAP_HEIGHT) / self.units
        self.slant: float = self.shaper.get_style_value(hb.StyleTag.SLANT_ANGLE)
        self.postscript_name: str = self.source.get_name(hb.OTNameIdPredefined.POSTSCRIPT_NAME) or "Font"
        self.letters: frozenset[int] = frozenset(self.source.unicodes)
        self.has_ascii = self.letters.issuperset(range(32, 127))
        # The advance of each glyph, in font units.
        self.advances = Kept[int, int](self.shaper.get_glyph_h_advance)

    @cached_property
    def key(self) -> str:
        """An identifier of the font; two files with the same bytes have the same."""
        return hashlib.sha256(self._data).hexdigest()

    def table(self, tag: str) -> bytes:
        """The bytes of a table; empty when the font has no such table."""
        return bytes(self.source.reference_table(tag).data)

    def draw(self, glyph: int, pen: object) -> None:
        """Draw a glyph's outline with a pen (moveTo, lineTo, qCurveTo, curveTo, closePath), in font units with y up."""
        self.shaper.draw_glyph_with_pen(glyph, pen)


AXES: Mapping[str, str] = {"weight": "wght", "width": "wdth", "slant": "slnt"}
"""The axes of variable fonts that have names here, with their tags."""


def load_font(data: bytes, axes: Mapping[str, float] = MappingProxyType({})) -> Font:
    """The font of a file, at places on the `axes` of a variable font, by the names of `AXES`.

    An axis that is not named keeps the font's default. FontProblem explains a font that cannot be printed.
    """
    if problem := _format_problem(data[:4]):
        raise problem
    try:
        if not _is_whole(data):
            raise ValueError("it is cut short")
        font = Font(_pin_axes(data, axes) if axes else data)
        tags = frozenset(font.source.table_tags)
        if "fvar" not in tags and tags & _OUTLINES:
            _check_tables(font, tags)
            # All glyphs are subset as for a PDF, so that a damaged font fails here.
            if not program(font, range(font.source.glyph_count)):
                raise ValueError("nothing is left of it")
    except FontProblem:
        raise
    except Exception as error:
        # A damaged font may raise any exception.
        raise FontProblem("is spoiled, and holds no font", "Copy or download it once more.") from error
    if "fvar" in tags:
        hint = "Name one of them, as in {file: Name.ttf, weight: 700}, or use a static style, such as Name-Bold.ttf."
        raise FontProblem("holds a variable font, which has many styles in one", hint)
    if not tags & _OUTLINES:
        raise FontProblem("holds letters without outlines, as pictures", "Use a font that has outlines.")
    if problem := _licence_problem(font.table("OS/2")):
        raise problem
    return font


def _pin_axes(data: bytes, axes: Mapping[str, float]) -> bytes:
    """The bytes of one style of a variable font, made by HarfBuzz."""
    import uharfbuzz as hb

    source = hb.Face(hb.Blob(data))
    infos = {info.tag: info for info in source.axis_infos}
    if not infos:
        axis = next(iter(axes))
        raise FontProblem(f"is no variable font, and has one {axis} alone", f"Remove {axis}.", axis=axis)
    if "CFF2" in source.table_tags:
        raise FontProblem("holds outlines that PDFs do not know (CFF2)", "Use its TrueType form, a .ttf file.")
    ranges = {axis: infos[tag] for axis, tag in AXES.items() if tag in infos}
    ranges_text = ", ".join(f"{axis} from {info.min_value:g} to {info.max_value:g}" for axis, info in ranges.items())
    for axis, value in axes.items():
        if axis not in ranges:
            hint = f"Remove it: it has {ranges_text}." if ranges_text else "Remove it, or use a static style."
            raise FontProblem(f"has no axis for {axis}", hint, axis=axis)
        if not ranges[axis].min_value <= value <= ranges[axis].max_value:
            raise FontProblem(f"has no {axis} {value:g}", f"Choose another: it has {ranges_text}.", axis=axis)
    wanted = hb.SubsetInput()
    wanted.keep_everything()
    values = {AXES[axis]: value for axis, value in axes.items()}
    for tag, info in infos.items():
        wanted.pin_axis_location(source, tag, values.get(tag, info.default_value))
    return bytes(hb.subset(source, wanted).blob.data)


def _check_tables(font: Font, tags: frozenset[str]) -> None:
    """ValueError when a table is missing without which letters are blank or all as wide, or when its head is false."""
    needed = _MEASURED | ({"glyf", "loca"} if "glyf" in tags else set())
    if not tags >= needed or not _FEWEST_UNITS <= int.from_bytes(font.table("head")[18:20], "big") <= _MOST_UNITS:
        raise ValueError("it lacks a part")


def _is_whole(data: bytes) -> bool:
    """Whether all tables needed for printing lie inside the file; a truncated file would draw blanks."""
    for at in range(12, 12 + 16 * int.from_bytes(data[4:6], "big"), 16):
        tag, offset, length = data[at : at + 4], *(int.from_bytes(data[n : n + 4], "big") for n in (at + 8, at + 12))
        if tag.decode("latin-1") in _PRINTED | {"cmap"} and offset + length > len(data):
            return False
    return True


def _format_problem(head: bytes) -> FontProblem | None:
    """The problem of a file that begins with these bytes; None for a font."""
    if head in (b"\0\1\0\0", b"true", b"OTTO"):
        return None
    if head == b"ttcf":
        return FontProblem("holds a collection of fonts", "Save the one that you want as a .ttf or .otf file.")
    if head in (b"wOFF", b"wOF2"):
        return FontProblem("holds a font for web pages (WOFF)", "Get it as a .ttf or .otf file, or convert it to one.")
    if head == b"%!PS" or head[:2] == b"\x80\1":
        return FontProblem("holds a PostScript font (Type 1)", "Convert it to an .otf file.")
    return FontProblem("holds no font", "Name a TrueType or OpenType font, a .ttf or .otf file.")


def _licence_problem(rights: bytes) -> FontProblem | None:
    """The problem of a font whose licence flags, in table OS/2, forbid its use in a PDF, or None."""
    flags = int.from_bytes(rights[_RIGHTS_AT : _RIGHTS_AT + 2], "big")
    # Of several rights, which old fonts have, the widest holds.
    if flags & _RIGHTS == _RESTRICTED:
        return FontProblem("says that its licence forbids embedding it", _LICENCE, "font-licence")
    if flags & _UNCUT:
        return FontProblem("says that its licence forbids embedding a part of it", _LICENCE, "font-licence")
    if flags & _BITMAPS:
        return FontProblem("says that its licence forbids embedding its outlines", _LICENCE, "font-licence")
    return None


# What a printer needs of a font: outlines, how they are hinted, and how wide they are.
_PRINTED = frozenset(("glyf", "loca", "head", "hhea", "hmtx", "maxp", "cvt ", "fpgm", "prep", "CFF "))


def program(font: Font, glyphs: Any) -> bytes:
    """The font program that a PDF holds for some glyphs, with their numbers; for CFF fonts the CFF table alone."""
    import uharfbuzz as hb

    wanted = hb.SubsetInput()
    wanted.glyph_set.update(glyphs)
    wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_LAYOUT_CLOSURE | hb.SubsetFlags.NOTDEF_OUTLINE
    needless = set(font.source.table_tags) - _PRINTED
    wanted.drop_table_tag_set.update(int.from_bytes(tag.encode(), "big") for tag in needless)
    cut = hb.subset(font.source, wanted)
    return bytes(cut.reference_table("CFF ").data) if is_compact(font) else bytes(cut.blob.data)


def is_compact(font: Font) -> bool:
    """Whether its outlines are in the CFF format."""
    return "CFF " in font.source.table_tags
