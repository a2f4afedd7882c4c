"""Which cells pieces go to, how many fit, and what shows of their bleed."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from imposed import BLEED, deck, drawing, overlap, pictures

from printgen.base.errors import Exit, PrintgenError
from printgen.base.units import Box, mm, to_mm
from printgen.drawing.model import Drawing
from printgen.drawing.pieces import Piece
from printgen.sheets.impose import impose
from printgen.sheets.sheet import Paper, SheetOptions, paper

LETTER, A4 = paper("letter"), paper("a4")
PLAIN = SheetOptions(duplex="none")


@pytest.mark.parametrize(("on", "left", "top"), [(LETTER, 12.7, 6.35), (A4, 9.75, 15.15)])
def test_nine_poker_cards_are_centred(on: Paper, left: float, top: float) -> None:
    (sheet,) = impose(deck(9), on, PLAIN)
    for i, seen in enumerate(pictures(sheet)):
        row, column = divmod(i, 3)
        assert seen.name == f"p{i}"
        assert to_mm(seen.trim.x) == pytest.approx(left + column * 63.5, abs=1e-6)
        assert to_mm(seen.trim.y) == pytest.approx(top + row * 88.9, abs=1e-6)
        assert (to_mm(seen.trim.w), to_mm(seen.trim.h)) == (pytest.approx(63.5), pytest.approx(88.9))
    assert to_mm(sheet.trim.w) == pytest.approx(190.5)
    assert sheet.bleed == pytest.approx(sheet.trim.grown(BLEED))
    assert sheet.names == tuple(f"p{i}" for i in range(9))


@pytest.mark.parametrize(
    ("size", "on", "count", "upright_page"),
    [
        ("63.5x88.9mm", LETTER, 9, True),
        ("70x120mm", paper("a5"), 2, False),
        ("25.4x25.4mm", LETTER, 80, True),
        ("44.45x88.9mm", LETTER, 12, True),
        ("44.45x62.23mm", LETTER, 18, False),
        ("88.9x63.5mm", LETTER, 9, False),
        ("203.2x266.7mm", LETTER, 1, True),
    ],
)
def test_as_many_as_fit(size: str, on: Paper, count: int, upright_page: bool) -> None:
    first, *rest = impose(deck(count + 1, size), on, PLAIN)
    assert len(first.names) == count
    assert len(rest) == 1
    assert (first.drawing.width < first.drawing.height) == upright_page
    assert all(seen.matrix[0] == 1 for seen in pictures(first))


@pytest.mark.parametrize(
    ("size", "on", "count"),
    [("70x120mm", LETTER, 5), ("120x70mm", A4, 5), ("44.5x63.5mm", LETTER, 17), ("63.5x88.9mm", paper("a3"), 19)],
)
def test_some_lie_turned_where_a_sheet_holds_more_so(size: str, on: Paper, count: int) -> None:
    gutter = mm(1) if count == 5 else 0.0
    options = SheetOptions(duplex="none", gutter=gutter)
    sheet, *rest = impose(deck(count, size), on, options)
    seen = pictures(sheet)
    assert not rest and {one.matrix[0] == 1 for one in seen} == {True, False}
    page = Box(0, 0, sheet.drawing.width, sheet.drawing.height)
    assert all(page.grown(-options.margin + 0.01).holds(one.trim) for one in seen)
    for i, one in enumerate(seen):
        for later in seen[i + 1 :]:
            assert not overlap(one.trim, later.trim)
            # What is painted later shows nothing on the others.
            assert not overlap(one.trim, later.shown), (one.name, later.name)
    # Round about, each shows its bleed unless a piece lies there.
    for one in seen:
        x, y, w, h = one.trim
        beside = Box(x - 2, y, 1, h), Box(x + w + 1, y, 1, h), Box(x, y - 2, w, 1), Box(x, y + h + 1, w, 1)
        for side in beside:
            free = not any(overlap(side, other.trim.grown(gutter)) for other in seen)
            assert not free or overlap(side, one.shown)


def test_none_lie_turned_where_that_saves_no_sheet() -> None:
    (sheet,) = impose(deck(4, "70x120mm"), LETTER, PLAIN)
    assert all(seen.matrix[0] == 1 for seen in pictures(sheet))


def test_pieces_of_another_product_fill_the_last_sheet() -> None:
    blanks = (replace(deck(1)[0], name="blank", copies=3), *deck(1, "50x50mm"))
    sheets = impose(deck(10), LETTER, replace(PLAIN, fill=blanks))
    assert [len(sheet.names) for sheet in sheets] == [9, 9]
    assert sheets[1].names == ("p9", *["blank"] * 8)
    (whole,) = impose(deck(9), LETTER, replace(PLAIN, fill=blanks))
    assert whole.names == tuple(f"p{i}" for i in range(9))


def test_what_fills_a_sheet_without_backs_has_none() -> None:
    (sheet,) = impose(deck(1, back=None), LETTER, SheetOptions(fill=tuple(deck(1))))
    assert len(sheet.names) == 9


def test_copies_follow_each_other() -> None:
    a, b, c = deck(3)
    sheets = impose([replace(a, copies=2), replace(b, copies=0), replace(c, copies=8)], LETTER, PLAIN)
    assert [s.names for s in sheets] == [("p0",) * 2 + ("p2",) * 7, ("p2",)]
    assert [(s.number, s.of, s.title) for s in sheets] == [(1, 2, "Sheet 1 of 2"), (2, 2, "Sheet 2 of 2")]


def test_each_size_starts_a_sheet() -> None:
    small, large = deck(2, "25.4x25.4mm"), deck(1, "70x120mm")
    sheets = impose([small[0], *large, small[1]], LETTER, PLAIN)
    assert [s.names for s in sheets] == [("p0", "p1"), ("p0",)]


def test_nothing_to_print() -> None:
    assert impose([], LETTER, PLAIN) == ()


def test_last_sheet_keeps_its_cells() -> None:
    full, last = impose(deck(11), LETTER, PLAIN)
    assert [s.trim for s in pictures(last)] == [s.trim for s in pictures(full)][:2]
    assert to_mm(last.trim.w) == pytest.approx(127)
    assert to_mm(last.trim.h) == pytest.approx(88.9)


def test_too_large() -> None:
    poster = deck(1, "300x400mm")[0]
    with pytest.raises(PrintgenError) as caught:
        impose([replace(poster, name="Map"), *deck(1)], LETTER, PLAIN)
    (finding,) = caught.value.findings
    assert caught.value.exit == Exit.DOES_NOT_FIT
    assert all(word in finding.message for word in ("'Map'", "300 x 400 mm", "letter", "6.35 mm"))
    assert finding.hint == "Choose a larger paper, such as super-b."
    with pytest.raises(PrintgenError) as caught:
        impose([*deck(1, "1100x1500mm")], LETTER, PLAIN)
    assert caught.value.findings[0].hint == "Choose a larger paper, such as one of 1112.7 x 1512.7 mm or more."


def test_too_large_names_a_paper_that_fits() -> None:
    with pytest.raises(PrintgenError) as caught:
        impose(deck(1, "250x300mm"), LETTER, PLAIN)
    assert caught.value.findings[0].hint == "Choose a larger paper, such as tabloid."


def test_bleed_shows_outside_only() -> None:
    seen = pictures(impose(deck(9), LETTER, PLAIN)[0])
    assert seen[0].shown == pytest.approx((seen[0].trim.x - 9, seen[0].trim.y - 9, mm(63.5) + 9, mm(88.9) + 9))
    assert seen[4].shown == pytest.approx(seen[4].trim)


def test_bleed_shows_beside_empty_cells() -> None:
    seen = pictures(impose(deck(4), LETTER, PLAIN)[0])
    assert seen[1].shown.bottom == pytest.approx(seen[1].trim.bottom + 9)
    assert seen[3].shown.right == pytest.approx(seen[3].trim.right + 9)
    assert seen[0].shown.bottom == pytest.approx(seen[0].trim.bottom)


@pytest.mark.parametrize(("gutter", "inner"), [(6.0, 3.0), (40.0, 9.0)])
def test_bleed_with_a_gutter(gutter: float, inner: float) -> None:
    seen = pictures(impose(deck(4, "50x50mm"), LETTER, replace(PLAIN, gutter=gutter))[0])
    assert seen[1].trim.x - seen[0].trim.right == pytest.approx(gutter)
    assert seen[0].shown.right == pytest.approx(seen[0].trim.right + inner)
    assert seen[0].shown.x == pytest.approx(seen[0].trim.x - 9)


def test_equal_pictures_are_one_group() -> None:
    sheets = impose(deck(108), LETTER, SheetOptions())
    backs = {id(seen.group) for sheet in sheets if sheet.side == "back" for seen in pictures(sheet)}
    assert len(backs) == 1


lengths = st.floats(10, 250)


@pytest.mark.slow
@given(lengths, lengths, st.floats(0, 15), st.floats(0, 20), st.integers(1, 40), st.booleans())
def test_any_size(width: float, height: float, margin: float, gutter: float, count: int, fold: bool) -> None:
    size = f"{width:.2f}x{height:.2f}mm"
    options = replace(PLAIN, margin=mm(margin), gutter=mm(gutter), duplex="fold" if fold else "none")
    pieces = deck(count, size)
    strip = max(2 * (BLEED + mm(2)), options.gutter) if fold else 0.0
    best = 0
    for page_width, page_height in ((LETTER.width, LETTER.height), (LETTER.height, LETTER.width)):
        one = pieces[0].front
        for w, h in ((one.width, one.height), (one.height, one.width)):
            room = page_width - 2 * options.margin
            across = int(((room - strip) / (2 if fold else 1) + options.gutter + 0.001) // (w + options.gutter))
            down = int((page_height - 2 * options.margin + options.gutter + 0.001) // (h + options.gutter))
            best = max(best, max(0, across) * max(0, down))
    if not best:
        with pytest.raises(PrintgenError):
            impose(pieces, LETTER, options)
        return
    sheets = impose(pieces, LETTER, options)
    if fold:
        assert len(sheets) == -(-count // best)
    assert len(sheets) <= -(-count // best)
    seen = pictures(sheets[0])
    assert (fold and len(seen) == 2 * min(best, count)) or len(seen) >= min(best, count)
    two_ways = len({one.matrix[0] == 0 for one in seen}) == 2
    page = sheets[0].drawing
    for i, one in enumerate(seen):
        assert one.trim.x >= options.margin - 0.01 and one.trim.right <= page.width - options.margin + 0.01
        assert one.trim.y >= options.margin - 0.01 and one.trim.bottom <= page.height - options.margin + 0.01
        assert not any(overlap(one.shown, other.trim) for other in seen[:i])
        # Of pieces that lie both ways, those that are painted later cover the bleed of others.
        assert two_ways or not any(overlap(one.trim, other.shown) for other in seen[:i])


def test_unequal_backs_and_cut_outlines_do_not_disturb_the_order() -> None:
    back = drawing("own", "63.5x88.9mm")
    a, b = deck(2)
    front, behind = impose([a, replace(b, back=back)], LETTER, SheetOptions())
    assert [s.name for s in pictures(front)] == ["p0", "p1"]
    assert [s.name for s in pictures(behind)] == ["back", "own"]


def test_empty_drawings_are_pieces_too() -> None:
    blank = Piece("blank", Drawing(100, 100))
    assert impose([blank], LETTER, PLAIN)[0].names == ("blank",)
