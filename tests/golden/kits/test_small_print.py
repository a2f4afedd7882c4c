"""All kits as PDFs: how small their smallest letters are, how apostrophes, dashes and times are printed, and how
words are spelled."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

import pypdfium2
import pypdfium2.raw as pdfium
import pytest
from whole import KIT_WAYS, KITS, composed, one_kit

from printgen.base.units import mm
from printgen.build.printed import Pieces
from printgen.drawing.extent import walk_kind
from printgen.drawing.model import Text

ANYWHERE, CARD = 6.0, 6.5
"""The smallest letters in points: on any page, and on a card."""
# On covers and maps of tiled pages stand pictures of pieces, scaled down, that nobody is meant to read.
PICTURED = {"cover", "terrain-board", "hex-board", "area-template"}
# Codes of figures, file names, and what is typed on a command line.
TYPED = re.compile(r"printgen build [\w-]+|--[\w-]+( [\w:-]+)?|S1-\d\d")
ODD = re.compile(r"'|\"|\d ?x ?\d|(?<![\w-])\d+-\d+(?![\w-])| - ")
# The kits are American: "Color or grey" and "a color of the game" do not stand on one sheet with "colours".
BRITISH = re.compile(r"\w*(?:colour|neighbour|armour|honour|defence|offence|centre|metres\b|metre\b)\w*", re.I)
SLACK = 0.01


class Letter(NamedTuple):
    """A letter on a page: its size in points as it comes out, how much what it stands in is scaled, and its page."""

    text: str
    size: float
    scale: float
    page: int

    @property
    def scaled(self) -> bool:
        """Whether it stands in a picture of a piece, and not in a face, in points or millimetres, at its own size."""
        return all(abs(self.scale - unit) > SLACK for unit in (1, mm(1)))


def printed(kit: str, look: str = "color", paper: str = "letter") -> Iterator[tuple[Pieces, pypdfium2.PdfDocument]]:
    whole = composed(kit, paper, look)
    return ((item, pypdfium2.PdfDocument(whole.pdfs[item.product.name])) for item in whole.items)


def letters(pdf: pypdfium2.PdfDocument) -> Iterator[Letter]:
    matrix = pdfium.FS_MATRIX()
    for number, page in enumerate(pdf):
        words = page.get_textpage()
        for i in range(words.count_chars()):
            text = chr(pdfium.FPDFText_GetUnicode(words.raw, i))
            if not text.isspace() and text != "\ufffe" and not pdfium.FPDFText_IsGenerated(words.raw, i):
                pdfium.FPDFText_GetMatrix(words.raw, i, matrix)
                scale = abs(matrix.a * matrix.d - matrix.b * matrix.c) ** 0.5
                yield Letter(text, pdfium.FPDFText_GetFontSize(words.raw, i) * scale, scale, number)


def is_card(item: Pieces) -> bool:
    return item.product.kind == "cards" or item.product.options.get("form") == "cards"


def of_pieces(item: Pieces) -> Iterator[tuple[str, str, float]]:
    """The texts of pieces: the piece, the text, its size in points."""
    for piece in item.pieces:
        for picture in filter(None, (piece.front, piece.back)):
            for text, matrix in walk_kind(picture, Text):
                yield piece.name, text.text, text.size * abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5


@pytest.mark.slow
@pytest.mark.parametrize(("kit", "paper", "look"), KIT_WAYS)
def test_nothing_is_too_small_to_read(kit: str, paper: str, look: str) -> None:
    for item, pdf in printed(kit, look, paper):
        pictured = item.product.kind in PICTURED
        found = [one for one in letters(pdf) if not (pictured and one.scaled)]
        assert [one for one in found if one.size < ANYWHERE - SLACK] == [], item.product.name
        assert len(found) > 20, item.product.name
        if is_card(item):
            assert [told for told in of_pieces(item) if told[2] < CARD - SLACK] == [], item.product.name


@pytest.mark.slow
@pytest.mark.parametrize("kit", one_kit("army-wars", *zip(KITS)))
def test_marks_are_those_of_print(kit: str) -> None:
    for item, pdf in printed(kit):
        for page in pdf:
            text = TYPED.sub("", page.get_textpage().get_text_range())
            found = [text[max(0, one.start() - 20) : one.end() + 20] for one in ODD.finditer(text)]
            assert found == [], item.product.name


@pytest.mark.slow
@pytest.mark.parametrize("kit", one_kit("micro-forces", *zip(KITS)))
def test_words_are_spelled_one_way(kit: str) -> None:
    for item, pdf in printed(kit):
        assert [BRITISH.findall(page.get_textpage().get_text_range()) for page in pdf] == [[]] * len(pdf), (
            item.product.name
        )
