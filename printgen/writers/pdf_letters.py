"""Texts and their fonts come in; the operators that show their letters, and the fonts of the document, go out."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import groupby
from typing import Any

from printgen.drawing.font_files import Font, Kept
from printgen.drawing.fonts import face
from printgen.drawing.shaping import Piece
from printgen.writers.page import number
from printgen.writers.pdf_embed import add_font
from printgen.writers.pdf_objects import Document


class Letters:
    """The fonts of a document, and what was written in them; `faces` are those that it has, by their names."""

    def __init__(self) -> None:
        self._fonts: dict[str, _Used] = {}
        self.faces = Kept[str, _Face](lambda name: _Face(name, self._open))

    def add(self, document: Document) -> None:
        """Put the fonts into the document, when all is written."""
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
    """A font of the document: its name there, and the glyphs used of it, with the letters that each stands for.

    A glyph that several letters share is read as the first of them in this document, whatever was set before it; what
    it stands for in texts that say themselves how they are read counts only where it stands in no other.
    """

    def __init__(self, font: Font, resource: str) -> None:
        self.font, self.resource = font, resource
        self.used: dict[int, str] = {}
        self.told: dict[int, str] = {}

    def use(self, glyphs: tuple[int, ...], read_as: tuple[str, ...], told: bool = False) -> None:
        """Remember glyphs that are shown; `told` where the text says besides how it is read."""
        used = self.told if told else self.used
        for glyph, said in zip(glyphs, read_as, strict=True):
            if not used.get(glyph):
                used[glyph] = said

    def add(self, document: Document) -> Any:
        """Put as much of it into a document as was used; its reference."""
        return add_font(document, self.font, {**self.told, **self.used})


class _Face:
    """A face of the document, and words as they were written in it."""

    def __init__(self, name: str, open_font: Callable[[Font], _Used]) -> None:
        self.face, self._open = face(name), open_font
        self._font = open_font(self.face.font)
        self._words: dict[str, str] = {}
        self._space = self._written(" ") or ""

    def shown(self, text: str, size: float, tracking: float) -> str:
        """The operators that show a text from where the pen is, each letter pulled nearer where it is kerned."""
        words = text.split(" ")
        known = self._words
        try:
            set_in = (
                f"/{self._font.resource} {number(size)} Tf [({self._space.join([known[word] for word in words])})] TJ"
            )
        except KeyError:
            for word in words:
                if word not in known:
                    written = self._written(word)
                    if written is None:
                        return self._pieces(text, size, tracking)
                    known[word] = written
            return self.shown(text, size, tracking)
        return f"{number(tracking)} Tc {set_in} 0 Tc" if tracking else set_in

    def _written(self, letters: str) -> str | None:
        """A word as it stands in a string of the file; None for one that is set in pieces."""
        word = self.face.word(letters)
        if word.pieces:
            return None
        self._font.use(word.glyphs, word.read_as)
        pull = -1000 / self.face.units
        pulls = [f") {number(pull * kern)} (" if kern else "" for kern in word.kerns]
        return "".join([_code(glyph) + pulled for glyph, pulled in zip(word.glyphs, pulls, strict=True)])

    def _pieces(self, text: str, size: float, tracking: float) -> str:
        """The operators of a text whose pieces are in several fonts, or are not read as they stand."""
        out: list[str] = []
        for leftward, stretch in groupby(self.face.pieces(text), lambda piece: piece.leftward):
            pieces = list(stretch)
            plain = leftward or all(piece.plain for piece in pieces)
            if not plain:
                # Where glyphs do not stand as they are read, the letters themselves go with them.
                said = "".join([piece.letters for piece in pieces]).encode("utf-16-be").hex().upper()
                out.append(f"/Span <</ActualText <FEFF{said}>>> BDC")
            for piece in pieces:
                font = self._open(piece.font)
                font.use(piece.glyphs, piece.read_as, not plain)
                first = not out or (len(out) == 1 and not plain)
                out.append(f"/{font.resource} {number(size)} Tf {_placed(piece, size, tracking, first)}")
            if not plain:
                out.append("EMC")
        return " ".join(out)


def _placed(piece: Piece, size: float, tracking: float, first: bool) -> str:
    """The operators that show the glyphs of a piece, each where it belongs; before the first is nothing tracked."""
    per_mille = 1000 / piece.font.units
    out, row, ahead, risen = [], "", 0.0, 0
    for i, (glyph, step, (right, up)) in enumerate(zip(piece.glyphs, piece.steps, piece.shifts, strict=True)):
        if tracking and piece.opens[i] and not (first and i == 0):
            ahead += tracking * 1000 / size
        if up != risen:
            out += [f"[({row})] TJ", f"{number(up * size / piece.font.units)} Ts"]
            row, risen = "", up
        ahead += right * per_mille
        row += (f") {number(-ahead)} (" if ahead else "") + _code(glyph)
        ahead = (step - piece.font.advances[glyph] - right) * per_mille
    out.append(f"[({row}{f') {number(-ahead)} (' if ahead else ''})] TJ")
    return " ".join(out) + (" 0 Ts" if risen else "")
