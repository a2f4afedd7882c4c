"""The letters of a PDF: the operators that show them, and the embedded fonts and pictures."""

from __future__ import annotations

import hashlib
import io
import re
import struct
from collections.abc import Callable, Mapping
from functools import cache
from itertools import groupby
from typing import Any

from printgen.drawing.font_files import Font, Kept, is_compact, program
from printgen.drawing.fonts import face
from printgen.drawing.shaping import GlyphRun
from printgen.writers.page import number_text
from printgen.writers.pdf_objects import PdfDocument

_SYMBOLIC = 4
# What may not stand in a name of a PDF as it is.
_UNNAMED = re.compile(r"[^!-~]|[][()<>{}/%#]")
_SPACES = {"L": "/DeviceGray", "RGB": "/DeviceRGB"}


def add_font(document: PdfDocument, font: Font, glyphs: Mapping[int, str]) -> Any:
    """Embed the part of a font that these glyphs need, each with its letters; returns the font's reference."""
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
    """Advances by runs of consecutive glyph numbers."""
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


def add_picture(document: PdfDocument, data: bytes, mask: bytes = b"") -> Any:
    """Embed an encoded PNG or JPEG; returns its reference. `mask` is a grey PNG of the opacity of its dots."""
    picture = _open(data)
    entries: dict[str, Any] = {"Type": "/XObject", "Subtype": "/Image"}
    entries |= {"Width": picture.width, "Height": picture.height}
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
        parameters = {"Predictor": 15, "Colors": colors, "BitsPerComponent": bits, "Columns": picture.width}
        entries |= {"BitsPerComponent": bits, "ColorSpace": space, "DecodeParms": parameters}
        return document.stream(entries, packed, "FlateDecode")
    shown = picture if picture.mode in _SPACES else picture.convert("RGB")
    entries |= {"BitsPerComponent": 8, "ColorSpace": _SPACES[shown.mode]}
    return document.stream(entries, shown.tobytes())


def add_grey_picture(document: PdfDocument, data: bytes, mask: bytes = b"") -> Any:
    """Embed a picture as greys; returns its reference."""
    return add_picture(document, data if _open(data).mode == "L" else grey_png(data), mask)


def grey_png(data: bytes) -> bytes:
    """An encoded picture as a PNG of greys."""
    buffer = io.BytesIO()
    _open(data).convert("RGB").convert("L").save(buffer, "PNG")
    return buffer.getvalue()


def _open(data: bytes) -> Any:
    from PIL import Image as Pictures

    return Pictures.open(io.BytesIO(data), formats=("PNG", "JPEG"))


def _rows_of(data: bytes) -> tuple[int, int, bytes] | None:
    """The deflated rows of a PNG, which a PDF takes unchanged; their bits, and colours a dot.

    None if a PDF cannot take them: for more than eight bits, alpha in the rows, or interlaced rows.
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


class PdfFonts:
    """The fonts of a document, and their glyphs used; `faces` are its faces, by their names."""

    def __init__(self) -> None:
        self._fonts: dict[str, _Used] = {}
        self.faces = Kept[str, _Face](lambda name: _Face(name, self._open))

    def add(self, document: PdfDocument) -> None:
        """Add the fonts to the document, after all pages."""
        document.add({font.resource: font.add(document) for font in self._fonts.values()}, "Fonts")

    def _open(self, font: Font) -> _Used:
        """A font of the document; one is in it once, whatever names it has."""
        known = self._fonts.get(font.key)
        if known is None:
            known = self._fonts[font.key] = _Used(font, f"F{len(self._fonts)}")
        return known


@cache
def _code(glyph: int) -> str:
    """The two bytes that stand for a glyph, as they stand inside a PDF string."""
    code = chr(glyph >> 8) + chr(glyph & 255)
    return code.replace("\\", "\\\\").replace("(", "\\(").replace(")", "\\)").replace("\r", "\\r")


class _Used:
    """A font of the document: its name there, and the glyphs used of it, with the letters of each.

    A glyph that several letters share is read as the first of them in this document. Its letters in texts with actual
    text of their own count only if it occurs nowhere else.
    """

    def __init__(self, font: Font, resource: str) -> None:
        self.font, self.resource = font, resource
        self.used: dict[int, str] = {}
        self.with_actual_text: dict[int, str] = {}

    def use(self, glyphs: tuple[int, ...], read_as: tuple[str, ...], has_actual_text: bool = False) -> None:
        """Record the use of glyphs; `has_actual_text` if the text itself has its letters."""
        used = self.with_actual_text if has_actual_text else self.used
        for glyph, text in zip(glyphs, read_as, strict=True):
            if not used.get(glyph):
                used[glyph] = text

    def add(self, document: PdfDocument) -> Any:
        """Put as much of it into a document as was used; its reference."""
        return add_font(document, self.font, {**self.with_actual_text, **self.used})


class _Face:
    """A face of the document, and words as they were written in it."""

    def __init__(self, name: str, open_font: Callable[[Font], _Used]) -> None:
        self.face, self._open = face(name), open_font
        self._font = open_font(self.face.font)
        self._words: dict[str, str] = {}
        self._space = self._write(" ") or ""

    def show(self, text: str, size: float, tracking: float) -> str:
        """The operators that show a text from the current place, with kerning."""
        words = text.split(" ")
        known = self._words
        try:
            codes = self._space.join([known[word] for word in words])
            set_in = f"/{self._font.resource} {number_text(size)} Tf [({codes})] TJ"
        except KeyError:
            for word in words:
                if word not in known:
                    written = self._write(word)
                    if written is None:
                        return self._pieces(text, size, tracking)
                    known[word] = written
            return self.show(text, size, tracking)
        return f"{number_text(tracking)} Tc {set_in} 0 Tc" if tracking else set_in

    def _write(self, letters: str) -> str | None:
        """A word as it stands in a string of the file; None for one set in pieces."""
        word = self.face.word(letters)
        if word.pieces:
            return None
        self._font.use(word.glyphs, word.read_as)
        pull = -1000 / self.face.units
        pulls = [f") {number_text(pull * kern)} (" if kern else "" for kern in word.kerns]
        return "".join([_code(glyph) + pulled for glyph, pulled in zip(word.glyphs, pulls, strict=True)])

    def _pieces(self, text: str, size: float, tracking: float) -> str:
        """The operators of a text in several fonts, or of one whose glyphs are not in reading order."""
        out: list[str] = []
        for leftward, stretch in groupby(self.face.pieces(text), lambda piece: piece.leftward):
            pieces = list(stretch)
            plain = leftward or all(piece.plain for piece in pieces)
            if not plain:
                # Where glyphs do not stand as they are read, the letters themselves go with them.
                actual_text = "".join([piece.letters for piece in pieces]).encode("utf-16-be").hex().upper()
                out.append(f"/Span <</ActualText <FEFF{actual_text}>>> BDC")
            for piece in pieces:
                font = self._open(piece.font)
                font.use(piece.glyphs, piece.read_as, not plain)
                first = not out or (len(out) == 1 and not plain)
                out.append(f"/{font.resource} {number_text(size)} Tf {_place(piece, size, tracking, first)}")
            if not plain:
                out.append("EMC")
        return " ".join(out)


def _place(piece: GlyphRun, size: float, tracking: float, first: bool) -> str:
    """The operators that show the glyphs of a piece, each where it belongs; before the first is nothing tracked."""
    per_mille = 1000 / piece.font.units
    out, row, ahead, risen = [], "", 0.0, 0
    for i, (glyph, step, (right, up)) in enumerate(zip(piece.glyphs, piece.steps, piece.shifts, strict=True)):
        if tracking and piece.opens[i] and not (first and i == 0):
            ahead += tracking * 1000 / size
        if up != risen:
            out += [f"[({row})] TJ", f"{number_text(up * size / piece.font.units)} Ts"]
            row, risen = "", up
        ahead += right * per_mille
        row += (f") {number_text(-ahead)} (" if ahead else "") + _code(glyph)
        ahead = (step - piece.font.advances[glyph] - right) * per_mille
    out.append(f"[({row}{f') {number_text(-ahead)} (' if ahead else ''})] TJ")
    return " ".join(out) + (" 0 Ts" if risen else "")
