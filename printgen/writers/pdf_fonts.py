"""Fonts and the glyphs that were used of each come in; embedded subsets go out, with the letters they are read as.

A font keeps its glyph numbers, and a glyph's number is its code in the file, two bytes long.
"""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from printgen.drawing.fonts import Face
from printgen.writers.pdf_objects import Array, Dictionary, Document, Name, Text

# What a printer needs of a TrueType font: outlines, how they are hinted, and how wide they are.
_KEPT = frozenset(("glyf", "loca", "head", "hhea", "hmtx", "maxp", "cvt ", "fpgm", "prep", "CFF "))
_SYMBOLIC = 4


def embed(document: Document, font: Face, glyphs: Mapping[int, str], name: str) -> Any:
    """Put a font into a document, as much of it as these glyphs need; the reference of the font under `name`.

    `glyphs` says for each glyph which letters it stands for.
    """
    used = sorted({0, *glyphs})
    program, outlines = _subset(font, used)
    tag = "".join(chr(65 + byte % 26) for byte in hashlib.sha256(program).digest()[:6])
    base = Name(f"{tag}+{font.postscript_name}")
    per_mille = 1000 / font.units
    box = [value * per_mille for value in struct.unpack(">4h", _table(font.source, "head")[36:44])]
    if outlines == "CFF ":
        file = {"FontFile3": document.stream({"Subtype": Name("CIDFontType0C")}, program)}
    else:
        file = {"FontFile2": document.stream({"Length1": len(program)}, program)}
    descriptor = {
        "Type": Name("FontDescriptor"),
        "FontName": base,
        "Flags": _SYMBOLIC,
        "FontBBox": Array([round(value, 3) for value in box]),
        "ItalicAngle": round(font.slant, 3),
        "Ascent": round(font.ascent * 1000, 3),
        "Descent": round(font.descent * 1000, 3),
        "CapHeight": round(font.cap_height * 1000, 3),
        "StemV": 80,
        **file,
    }
    identity = {"Registry": Text("Adobe"), "Ordering": Text("Identity"), "Supplement": 0}
    descendant = {
        "Type": Name("Font"),
        "Subtype": Name("CIDFontType0" if outlines == "CFF " else "CIDFontType2"),
        "BaseFont": base,
        "CIDSystemInfo": Dictionary(identity),
        "FontDescriptor": document.add(descriptor),
        "W": _widths(font, used, per_mille),
        **({} if outlines == "CFF " else {"CIDToGIDMap": Name("Identity")}),
    }
    letters = {glyph: glyphs[glyph] for glyph in used if glyphs.get(glyph)}
    entries = {
        "Type": Name("Font"),
        "Subtype": Name("Type0"),
        "BaseFont": base,
        "Encoding": Name("Identity-H"),
        "DescendantFonts": Array([document.add(descendant)]),
        "ToUnicode": document.stream({}, _to_unicode(letters)),
    }
    return document.add(entries, name)


def _subset(font: Face, glyphs: list[int]) -> tuple[bytes, str]:
    """The font program of these glyphs and the table that holds its outlines."""
    import uharfbuzz as hb

    wanted = hb.SubsetInput()
    wanted.glyph_set.update(glyphs)
    wanted.flags = hb.SubsetFlags.RETAIN_GIDS | hb.SubsetFlags.NO_LAYOUT_CLOSURE | hb.SubsetFlags.NOTDEF_OUTLINE
    needless = set(font.source.table_tags) - _KEPT
    wanted.drop_table_tag_set.update(int.from_bytes(tag.encode(), "big") for tag in needless)
    cut = hb.subset(font.source, wanted)
    if "CFF " in font.source.table_tags:
        return _table(cut, "CFF "), "CFF "
    return bytes(cut.blob.data), "glyf"


def _table(source: Any, tag: str) -> bytes:
    return bytes(source.reference_table(tag).data)


def _widths(font: Face, glyphs: list[int], per_mille: float) -> Any:
    """Advances by runs of glyph numbers that follow each other."""
    out: list[Any] = []
    for _, run in groupby(enumerate(glyphs), lambda pair: pair[1] - pair[0]):
        numbers = [glyph for _, glyph in run]
        out += [numbers[0], Array([round(font.advances[glyph] * per_mille, 3) for glyph in numbers])]
    return Array(out)


def _to_unicode(letters: dict[int, str]) -> bytes:
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Letters def /CMapType 2 def",
        "1 begincodespacerange <0000> <FFFF> endcodespacerange",
    ]
    rows = sorted(letters.items())
    for some in (rows[start : start + 100] for start in range(0, len(rows), 100)):
        lines.append(f"{len(some)} beginbfchar")
        lines += (f"<{glyph:04X}> <{text.encode('utf-16-be').hex().upper()}>" for glyph, text in some)
        lines.append("endbfchar")
    lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
    return "\n".join(lines).encode()
