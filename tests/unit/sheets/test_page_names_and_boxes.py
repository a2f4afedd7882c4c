"""What pages are called in viewers, and the boxes that say where they are cut and how far their pictures reach."""

from __future__ import annotations

from dataclasses import replace

import pytest
from imposed import BLEED, deck, drawing

from printgen.base.units import Box, mm
from printgen.drawing.model import Drawing
from printgen.drawing.outlines import circle
from printgen.drawing.pieces import Piece
from printgen.faces.library import default_library
from printgen.sheets.impose import impose
from printgen.sheets.pages import bookmarks, page_label
from printgen.sheets.sheet import SheetOptions, paper, sheet_words

LETTER = paper("letter")
WORDS = sheet_words(default_library()).margins
PLAIN = SheetOptions(duplex="none")


def test_bookmarks_say_what_is_on_a_sheet_and_on_its_back() -> None:
    sheets = impose(deck(10), LETTER, SheetOptions())
    assert bookmarks(sheets, WORDS) == ["p0 to p8", "p0 to p8, backs", "p9", "p9, backs"]
    assert [page_label(sheet, WORDS) for sheet in sheets] == ["1", "1 back", "2", "2 back"]
    split = impose(deck(10), LETTER, SheetOptions(duplex="split"))
    assert bookmarks(split, WORDS) == ["p0 to p8", "p9", "p0 to p8, backs", "p9, backs"]


def test_sheets_of_the_same_pieces_say_which_they_are() -> None:
    (token,) = deck(1, back=None)
    sheets = impose([replace(token, name="Token", copies=10)], LETTER, PLAIN)
    assert bookmarks(sheets, WORDS) == ["Token, sheet 1 of 2", "Token, sheet 2 of 2"]


def test_pages_of_a_large_piece_are_called_by_their_places() -> None:
    board = Piece("Board", drawing("Board", "380x150mm"), None, 1, BLEED)
    sheets = impose([board, *deck(1)], LETTER, SheetOptions())
    assert bookmarks(sheets, WORDS) == [
        "Board, assembly map", "Board, assembly map, back stays empty",
        "Board, A1", "Board, A1, back stays empty", "Board, A2", "Board, A2, back stays empty",
        "p0", "p0, backs",
    ]  # fmt: skip
    # The map and empty backs are not cut.
    whole = [sheet for sheet in sheets[:6] if sheet.trim == (0, 0, sheet.drawing.width, sheet.drawing.height)]
    assert [(sheet.number, sheet.side) for sheet in whole] == [(1, "front"), (1, "back"), (2, "back"), (3, "back")]


@pytest.mark.parametrize("layout", ["grid", "packed"])
@pytest.mark.parametrize("duplex", ["long", "short", "fold"])
def test_round_pieces_are_trimmed_at_their_cuts_and_bleed_beyond(layout: str, duplex: str) -> None:
    side, rim = mm(30), mm(2)
    disc = Drawing(side, side, drawing("disc", "30x30mm").items)
    piece = Piece("disc", disc, disc, 6, 0.0, circle(side / 2, side / 2, side / 2 - rim), layout=layout)  # type: ignore[arg-type]
    for sheet in impose([piece], LETTER, SheetOptions(duplex=duplex)):  # type: ignore[arg-type]
        assert sheet.bleed == pytest.approx(sheet.trim.grown(rim))
        assert sheet.trim.w > side


def test_what_has_no_bleed_says_so_and_the_rest_of_its_sheet_does_not_count() -> None:
    plain, bleeding = (replace(one, bleed=bleed) for one, bleed in zip(deck(2, back=None), (0.0, 9.0), strict=True))
    (alone,) = impose([plain], LETTER, PLAIN)
    assert alone.bleed == alone.trim
    both = impose([replace(plain, copies=9), bleeding], LETTER, PLAIN)
    assert both[0].bleed == both[0].trim and both[1].bleed == pytest.approx(both[1].trim.grown(9.0))
    page = Box(0, 0, LETTER.width, LETTER.height)
    assert all(page.holds(sheet.bleed) and sheet.bleed.holds(sheet.trim) for sheet in both)
