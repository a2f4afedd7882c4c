"""Backs: the order of the pages, and each back exactly behind its front however the paper is turned."""

from __future__ import annotations

from dataclasses import replace

import pytest
from imposed import Seen, deck, drawing, pictures

from printgen.base.units import Box, apply, parse_size, to_mm
from printgen.drawing.pieces import Piece
from printgen.sheets.impose import impose
from printgen.sheets.sheet import Duplex, Sheet, SheetOptions, paper

LETTER = paper("letter")


def own_backs(count: int, size: str = "63.5x88.9mm") -> list[Piece]:
    return [replace(p, back=drawing(f"b{i}", size)) for i, p in enumerate(deck(count, size))]


def behind(box: Box, sheet: Sheet, sideways: bool) -> Box:
    """Where a box of a front lies on the other page once the paper is turned over."""
    if sideways:
        return box._replace(x=sheet.drawing.width - box.right)
    return box._replace(y=sheet.drawing.height - box.bottom)


def turned_point(seen: Seen, x: float, y: float, sheet: Sheet, sideways: bool) -> tuple[float, float]:
    """A point of a back as seen through the paper, on the front page."""
    px, py = apply(seen.matrix, x, y)
    return (sheet.drawing.width - px, py) if sideways else (px, sheet.drawing.height - py)


def check_behind(front: Sheet, back: Sheet, size: str, sideways: bool) -> None:
    fronts = {seen.name[1:]: seen for seen in pictures(front)}
    backs = {seen.name[1:]: seen for seen in pictures(back)}
    width, height = parse_size(size)
    assert fronts.keys() == backs.keys()
    for name, seen in fronts.items():
        assert backs[name].trim == pytest.approx(behind(seen.trim, front, sideways))
        assert backs[name].shown == pytest.approx(behind(seen.shown, front, sideways))
        # Behind the top left corner of the front lies the top right corner of the back.
        for (x, y), (u, v) in (((0, 0), (width, 0)), ((width, height), (0, height))):
            through = turned_point(backs[name], u, v, front, sideways)
            assert through == pytest.approx(apply(seen.matrix, x, y))
    assert back.trim == pytest.approx(behind(front.trim, front, sideways))


def test_a_deck_in_duplex_order() -> None:
    sheets = impose(deck(108), LETTER, SheetOptions())
    assert len(sheets) == 24
    assert [s.side for s in sheets] == ["front", "back"] * 12
    assert [s.number for s in sheets] == [n for n in range(1, 13) for _ in "fb"]
    assert {s.of for s in sheets} == {12}
    assert (sheets[4].title, sheets[5].title) == ("Sheet 3 of 12", "Sheet 3 of 12, backs")


def test_long_edge_mirrors_columns() -> None:
    front, back = impose(own_backs(3), LETTER, SheetOptions())
    check_behind(front, back, "63.5x88.9mm", sideways=True)
    assert [round(to_mm(s.trim.x), 6) for s in pictures(back)] == [139.7, 76.2, 12.7]
    assert all(s.matrix[:4] == (1, 0, 0, 1) for s in pictures(back))


def test_short_edge_mirrors_rows_and_keeps_the_top_of_a_card_at_its_top() -> None:
    front, back = impose(own_backs(7), LETTER, SheetOptions(duplex="short"))
    check_behind(front, back, "63.5x88.9mm", sideways=False)
    assert all(s.matrix[:4] == (-1, 0, 0, -1) for s in pictures(back))


@pytest.mark.parametrize(("duplex", "sideways"), [("long", False), ("short", True), ("split", False)])
def test_landscape(duplex: Duplex, sideways: bool) -> None:
    size = "44.45x62.23mm"
    front, back = impose(own_backs(8, size), LETTER, SheetOptions(duplex=duplex))
    assert front.drawing.width > front.drawing.height
    check_behind(front, back, size, sideways)


@pytest.mark.parametrize(("duplex", "sideways"), [("long", True), ("short", False)])
@pytest.mark.parametrize("on", ["letter", "a4"])
def test_sheets_on_which_some_lie_turned(on: str, duplex: Duplex, sideways: bool) -> None:
    front, back = impose(own_backs(5, "70x120mm"), paper(on), SheetOptions(duplex=duplex))
    assert {seen.matrix[0] == 0 for seen in pictures(front)} == {True, False}
    check_behind(front, back, "70x120mm", sideways)


def test_split() -> None:
    sheets = impose(deck(20), LETTER, SheetOptions(duplex="split"))
    assert [(s.side, s.number) for s in sheets] == [
        *(("front", n) for n in (1, 2, 3)),
        *(("back", n) for n in (1, 2, 3)),
    ]


@pytest.mark.parametrize("duplex", ["none", "long"])
def test_no_backs(duplex: Duplex) -> None:
    pieces = deck(10, back="back" if duplex == "none" else None)
    assert [s.side for s in impose(pieces, LETTER, SheetOptions(duplex=duplex))] == ["front", "front"]


def test_a_piece_without_a_back_leaves_its_cell_empty() -> None:
    a, b, c = own_backs(3)
    front, back = impose([a, replace(b, back=None), c], LETTER, SheetOptions())
    assert back.names == ("p0", "p2")
    first, last = pictures(back)
    # The neighbour's blank back stays blank: no bleed reaches into it.
    assert first.shown.x == pytest.approx(first.trim.x)
    assert last.shown.right == pytest.approx(last.trim.right)
    assert back.trim.w == pytest.approx(front.trim.w)


def test_a_sheet_without_backs_keeps_the_printer_in_step() -> None:
    sheets = impose([*deck(1), *deck(1, "50x50mm", back=None), *deck(1, "70x120mm")], LETTER, SheetOptions())
    assert [s.side for s in sheets] == ["front", "back"] * 3
    assert sheets[3].names == ()
    assert sheets[3].drawing.items == ()


def test_fold_over() -> None:
    size = "63.5x88.9mm"
    sheets = impose(own_backs(5), LETTER, SheetOptions(duplex="fold"))
    assert [(s.side, len(s.names)) for s in sheets] == [("front", 4), ("front", 1)]
    for sheet in sheets:
        seen = pictures(sheet)
        fronts = {s.name[1:]: s for s in seen if s.name[0] == "p"}
        backs = {s.name[1:]: s for s in seen if s.name[0] == "b"}
        assert fronts.keys() == backs.keys()
        middle = sheet.drawing.width / 2
        width, _ = parse_size(size)
        for name, one in fronts.items():
            assert one.shown.right < middle < backs[name].shown.x
            # Folded back along the middle, a point of the back half lands at its mirror image.
            x, y = apply(backs[name].matrix, width, 0)
            assert (2 * middle - x, y) == pytest.approx(apply(one.matrix, 0, 0))
            assert backs[name].matrix[:4] == (1, 0, 0, 1)
            assert backs[name].trim.x == pytest.approx(2 * middle - one.trim.right)


def test_fold_over_turns_pieces_when_more_fit() -> None:
    size = "67x132mm"
    (sheet,) = impose(own_backs(1, size), paper("150x290mm"), SheetOptions(duplex="fold"))
    assert (sheet.drawing.width, sheet.drawing.height) == paper("150x290mm")[1:][::-1]
    front, back = pictures(sheet)
    assert front.matrix[:4] == (0, 1, -1, 0)
    assert back.matrix[:4] == (0, -1, 1, 0)
    width, height = parse_size(size)
    x, y = apply(back.matrix, width, height)
    assert (sheet.drawing.width - x, y) == pytest.approx(apply(front.matrix, 0, height))


def test_fold_without_backs_is_an_ordinary_page() -> None:
    (sheet,) = impose(deck(9, back=None), LETTER, SheetOptions(duplex="fold"))
    assert len(sheet.names) == 9
