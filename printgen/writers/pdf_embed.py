"""Fonts with the glyphs that were used, and encoded pictures, come in; what a PDF holds of them goes out.

A font is cut down to its glyphs. They keep their numbers, and a glyph's number is its code in the file, two bytes long.
"""

from __future__ import annotations

import hashlib
import io
import re
import struct
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from printgen.drawing.font_files import Font, is_compact, program
from printgen.writers.pdf_objects import Document

_SYMBOLIC = 4
# What may not stand in a name of a PDF as it is.
_UNNAMED = re.compile(r"[^!-~]|[][()<>{}/%#]")
_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB"}


def add_font(document: Document, font: Font, glyphs: Mapping[int, str]) -> Any:
    """Put a font into a document, as much of it as these glyphs need; its reference.

    `glyphs` says for each glyph which letters it stands for.
    """
    used = sorted({0, *glyphs})
    compact, data = is_compact(font), program(font, used)
    tag = "".join(chr(65 + byte % 26) for byte in hashlib.sha256(data).digest()[:6])
    base = f"/{tag}+{_UNNAMED.sub('', font.postscript_name)}"
    per_mille = 1000 / font.units
    box = struct.unpack(">4h", font.table("head")[36:44])
    if compact:
        file = {"FontFile3": document.stream({"Subtype": "/CIDFontType0C"}, data)}
    else:
        file = {"FontFile2": document.stream({"Length1": len(data)}, data)}
    descriptor = {
        "Type": "/FontDescriptor",
        "FontName": base,
        "Flags": _SYMBOLIC,
        "FontBBox": [value * per_mille for value in box],
        "ItalicAngle": font.slant,
        "Ascent": font.ascent * 1000,
        "Descent": font.descent * 1000,
        "CapHeight": font.cap_height * 1000,
        "StemV": 80,
        **file,
    }
    descendant = {
        "Type": "/Font",
        "Subtype": "/CIDFontType0" if compact else "/CIDFontType2",
        "BaseFont": base,
        "CIDSystemInfo": {"Registry": "(Adobe)", "Ordering": "(Identity)", "Supplement": 0},
        "FontDescriptor": document.add(descriptor),
        "W": _widths(font, used, per_mille),
        **({} if compact else {"CIDToGIDMap": "/Identity"}),
    }
    entries = {
        "Type": "/Font",
        "Subtype": "/Type0",
        "BaseFont": base,
        "Encoding": "/Identity-H",
        "DescendantFonts": [document.add(descendant)],
        "ToUnicode": document.stream({}, _to_unicode(glyphs)),
    }
    return document.add(entries)


def _widths(font: Font, glyphs: list[int], per_mille: float) -> list[Any]:
    """Advances by runs of glyph numbers that follow each other."""
    out: list[Any] = []
    for _, run in groupby(enumerate(glyphs), lambda pair: pair[1] - pair[0]):
        numbers = [glyph for _, glyph in run]
        out += [numbers[0], [font.advances[glyph] * per_mille for glyph in numbers]]
    return out


def _to_unicode(letters: Mapping[int, str]) -> bytes:
    lines = [
        "/CIDInit /ProcSet findresource begin 12 dict begin begincmap /CMapName /Letters def /CMapType 2 def",
        "1 begincodespacerange <0000> <FFFF> endcodespacerange",
    ]
    rows = sorted((glyph, text) for glyph, text in letters.items() if text)
    for some in (rows[start : start + 100] for start in range(0, len(rows), 100)):
        lines.append(f"{len(some)} beginbfchar")
        lines += (f"<{glyph:04X}> <{text.encode('utf-16-be').hex().upper()}>" for glyph, text in some)
        lines.append("endbfchar")
    lines.append("endcmap CMapName currentdict /CMap defineresource pop end end")
    return "\n".join(lines).encode()


def add_picture(document: Document, data: bytes, mask: bytes = b"") -> Any:
    """Put an encoded PNG or JPEG into a document; its reference. `mask` is a grey PNG of how far its dots show."""
    from PIL import Image as Pictures

    picture = Pictures.open(io.BytesIO(data), formats=("PNG", "JPEG"))
    entries: dict[str, Any] = {
        "Type": "/XObject",
        "Subtype": "/Image",
        "Width": picture.width,
        "Height": picture.height,
    }
    if mask:
        entries["SMask"] = add_picture(document, mask)
    if picture.format == "JPEG" and picture.mode in _SPACES:
        entries |= {"BitsPerComponent": 8, "ColorSpace": _SPACES[picture.mode]}
        return document.stream(entries, data, "DCTDecode")
    if picture.format == "PNG" and (rows := _rows_of(data)) is not None:
        bits, colors, packed = rows
        space: Any = _SPACES["RGB" if colors == 3 else "L"]
        if picture.mode == "P":
            table = bytes(picture.getpalette("RGB") or ())
            space = ["/Indexed", "/DeviceRGB", len(table) // 3 - 1, f"<{table.hex()}>"]
        told = {"Predictor": 15, "Colors": colors, "BitsPerComponent": bits, "Columns": picture.width}
        entries |= {"BitsPerComponent": bits, "ColorSpace": space, "DecodeParms": told}
        return document.stream(entries, packed, "FlateDecode")
    shown = picture if picture.mode in _SPACES else picture.convert("RGB")
    entries |= {"BitsPerComponent": 8, "ColorSpace": _SPACES[shown.mode]}
    return document.stream(entries, shown.tobytes())


def add_grey_picture(document: Document, data: bytes, mask: bytes = b"") -> Any:
    """The same as greys, whatever its colours are."""
    from PIL import Image as Pictures

    picture = Pictures.open(io.BytesIO(data), formats=("PNG", "JPEG"))
    return add_picture(document, data if picture.mode == "L" else grey_png(picture), mask)


def grey_png(picture: Any) -> bytes:
    """A picture of Pillow's as a PNG of greys."""
    buffer = io.BytesIO()
    picture.convert("RGB").convert("L").save(buffer, "PNG")
    return buffer.getvalue()


def _rows_of(data: bytes) -> tuple[int, int, bytes] | None:
    """The rows of a PNG as they are squeezed in it, which is how a PDF takes them; their bits, and colours a dot.

    None where a PDF does not: for more than eight bits, for alpha in the rows, for interlaced ones.
    """
    bits, kind, *_, interlaced = data[24:29]
    if interlaced or bits > 8 or kind not in (0, 2, 3):
        return None
    packed, at = [], 8
    while at < len(data):
        size, name = int.from_bytes(data[at : at + 4], "big"), data[at + 4 : at + 8]
        if name == b"IDAT":
            packed.append(data[at + 8 : at + 8 + size])
        at += size + 12
    return bits, 3 if kind == 2 else 1, b"".join(packed)
