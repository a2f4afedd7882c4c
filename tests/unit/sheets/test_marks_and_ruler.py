"""Crop marks, cut outlines, the ruler and the label: true, inside the page, and clear of every card."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from edges import inked, lines, remains, strays
from imposed import BLEED, deck, overlap, pictures, texts

from printgen.base.errors import PrintgenError
from printgen.base.units import Box, mm, to_mm
from printgen.drawing.model import Path, Place, Rect
from printgen.drawing.outlines import circle
from printgen.sheets.impose import impose
from printgen.sheets.sheet import Sheet, SheetOptions, paper

JOE = SheetOptions(kit="Go Joe", product="Joe deck", version="1.0")
SIZES = [
    "63.5x88.9mm",
    "70x120mm",
    "25.4x25.4mm",
    "44.45x62.23mm",
    "44.45x88.9mm",
    "190x250mm",
    "12x12mm",
]


THIN = (0.25, 0.6)
"""How wide the lines of crosses on pointed corners are."""


def ruler_boxes(sheet: Sheet) -> list[Box]:
    """The two long lines of the ruler."""
    long_ones = [b for _, b in lines(sheet) if max(to_mm(b.w), to_mm(b.h)) > 99]
    return [b for b in long_ones if min(b.w, b.h) < 0.001]


@pytest.mark.parametrize(("on", "sideways", "words"), [
    ("letter", False, {"100 mm  ·  4 in", "print at 100 %"}), ("a4", True, {"100 mm", "4 in", "print at 100 %"}),
])  # fmt: skip
def test_the_ruler_is_true(on: str, sideways: bool, words: set[str]) -> None:
    front, back = impose(deck(9), paper(on), JOE)
    assert front.ruler and not back.ruler
    boxes = ruler_boxes(front)
    assert sorted(to_mm(max(b.w, b.h)) for b in boxes) == [
        pytest.approx(100, abs=1e-6),
        pytest.approx(101.6, abs=1e-6),
    ]
    assert all((b.w > b.h) == sideways for b in boxes)
    shown = texts(front)
    assert words <= shown.keys()
    assert ruler_boxes(back) == []


@pytest.mark.some(8)
@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("on", ["letter", "a4", "legal", "a3"])
@pytest.mark.parametrize("gutter", [0.0, mm(4), mm(12)])
def test_nothing_touches(size: str, on: str, gutter: float) -> None:
    options = replace(JOE, gutter=gutter)
    for count in (1, 5, 60):
        for sheet in impose(deck(count, size), paper(on), options):
            check_clear(sheet)


@pytest.mark.parametrize("size", SIZES[:4])
@pytest.mark.parametrize("on", ["letter", "a4"])
def test_nothing_touches_on_folded_pages(size: str, on: str) -> None:
    for sheet in impose(deck(5, size), paper(on), replace(JOE, duplex="fold")):
        check_clear(sheet)


def check_clear(sheet: Sheet) -> None:
    assert strays(sheet, JOE.margin) == []
    seen, strokes, words = pictures(sheet), lines(sheet), texts(sheet)
    if sheet.side == "back":
        assert not strokes and not words
        return
    corners = [(x, y) for one in seen for x in (one.trim.x, one.trim.right) for y in (one.trim.y, one.trim.bottom)]
    for width, line in strokes:
        if width in THIN:
            assert any(Box(x, y, 0, 0).grown(mm(1.6)).holds(line) for x, y in corners)
        else:
            # Over the outer part of bleed there may be a ruler.
            assert not any(overlap(line.grown(width / 2), one.trim.grown(mm(1.5))) for one in seen)
    for text, box in words.items():
        assert not any(overlap(box, one.trim.grown(mm(1.5))) for one in seen), text
        assert not any(overlap(box, line.grown(w / 2)) for w, line in strokes), text
        assert not any(overlap(box, other) for name, other in words.items() if name != text), text
        bare = sheet.drawing.items[: len(sheet.cells)], sheet.drawing.items[len(sheet.cells) :]
        if any(overlap(box, one.shown) for one in seen):
            plates = [place for item, place in inked(bare[1], white=True) if isinstance(item, Rect)]
            assert any(plate.grown(0.01).holds(box) for plate in plates), text
    # Nothing but its own ticks touches a line of the ruler.
    touching = [
        sum(overlap(spine.grown(0.175), other.grown(0.175)) for _, other in strokes) for spine in ruler_boxes(sheet)
    ]
    if "4 in" in words and len(touching) == 2:
        assert sorted(touching) == [1 + 5, 1 + 11]
    assert sheet.label == any("sheet" in text for text in words)
    assert sheet.ruler == any("4 in" in text for text in words)


def test_marks_on_letter() -> None:
    (sheet,) = impose(deck(9), paper("letter"), replace(JOE, duplex="none", ruler=False))
    marks = [line for width, line in lines(sheet) if width == 0.35]
    # Above and below there is no room, and crosses on the corners do instead.
    assert len(marks) == 8
    left = sorted((m for m in marks if m.right < sheet.trim.x), key=lambda m: m.y)
    assert [to_mm(m.y) for m in left] == pytest.approx([6.35, 95.25, 184.15, 273.05], abs=0.001)
    assert {(round(to_mm(m.x), 3), round(to_mm(m.right), 3)) for m in left} == {(6.35, 8.8)}
    thin = [line for width, line in lines(sheet) if width == THIN[0]]
    # Sixteen corners of four arms, of which none is on its way out of the printed area.
    assert len(thin) == 16 * 4 - 8


def test_a_punch_takes_crosses_away_wholly() -> None:
    for corner in (2.0, 2.5, 3.0, 4.0, 5.0):
        pieces = [replace(piece, corner=mm(corner)) for piece in deck(9)]
        for options in (JOE, replace(JOE, margin=mm(3)), replace(JOE, gutter=mm(2))):
            for side in impose(pieces, paper("letter"), replace(options, back_marks=True)):
                assert len([1 for width, line in lines(side) if width == 1.0 and max(line.w, line.h) < mm(2.01)]) > 9
                assert remains(side, mm(corner)) == []


def test_every_cut_keeps_a_mark_in_whatever_order() -> None:
    pieces = [replace(piece, corner=mm(3)) for piece in deck(9)]
    front, _ = impose(pieces, paper("letter"), JOE)
    dark = [line for width, line in lines(front) if width == 0.35]
    for cell in front.cells:
        for x in (cell.x, cell.right):
            for y in (cell.y, cell.bottom):
                near = [line for line in dark if abs(line.x - x) < mm(2.1) and abs(line.y - y) < mm(2.1)]
                # Each piece keeps an arm of each of its cuts at each of its corners, as long as it has any corner.
                for upright in (True, False):
                    mine = [a for a in near if (a.h > a.w) == upright and cell.grown(0.1).overlaps(a.grown(0.01))]
                    assert any(max(a.w, a.h) > mm(1.5) for a in mine)


def test_narrow_margins_move_the_marks_in_or_leave_crosses_alone() -> None:
    tight = replace(JOE, duplex="none", margin=mm(1))
    near = impose(deck(1, "211.9x275.4mm", bleed=0.0), paper("letter"), tight)[0]
    assert len(lines(near)) == 8
    none = impose(deck(1, "211.9x275.4mm", bleed=mm(1.5)), paper("letter"), tight)[0]
    assert {width for width, _ in lines(none)} == set(THIN)
    assert not none.ruler and not none.label


def test_marks_in_wide_gutters() -> None:
    wide = impose(deck(4, "80x110mm"), paper("letter"), replace(JOE, gutter=mm(12), ruler=False))[0]
    narrow = impose(deck(4, "80x110mm"), paper("letter"), replace(JOE, gutter=mm(6), ruler=False))[0]
    assert len(lines(wide)) == 16 + 8
    assert len(lines(narrow)) == 16


def test_a_last_sheet_uses_its_empty_cells_when_the_margins_are_full() -> None:
    full, last = impose(deck(20, "44x67mm", back=None), paper("letter"), JOE)
    assert (full.ruler, full.label) == (False, False)
    assert (last.ruler, last.label) == (True, True)


def test_switched_off() -> None:
    (sheet,) = impose(deck(9), paper("letter"), replace(JOE, duplex="none", ruler=False, marks=False))
    assert lines(sheet) == []
    assert not sheet.ruler and sheet.label


def test_cut_outlines_take_the_place_of_marks() -> None:
    outline = circle(50, 50, 50)
    pieces = [replace(p, cut=outline) for p in deck(3, "100x100pt")]
    front, back = impose(pieces, paper("letter"), replace(JOE, ruler=False))
    cuts = [
        (place.matrix, item)
        for place in front.drawing.items
        if isinstance(place, Place) and place.group.clip is None
        for item in place.group.items
        if isinstance(item, Path) and item.stroke and item.stroke.width == 0.35
    ]
    assert [matrix for matrix, _ in cuts] == [seen.matrix for seen in pictures(front)]
    assert all(item.outline is outline and item.fill is None for _, item in cuts)
    assert lines(front) == [] and len(back.drawing.items) == 3


def test_the_label_says_which_sheet() -> None:
    sheets = impose(deck(20), paper("letter"), JOE)
    assert "GO JOE  ·  Joe deck  ·  sheet 2 of 3  ·  v1.0" in texts(sheets[2])
    assert texts(sheets[3]) == {}


def test_a_long_label_is_shortened_not_squeezed() -> None:
    (sheet,) = impose(deck(9, back=None), paper("letter"), replace(JOE, kit="Kit " * 200))
    (label,) = (text for text in texts(sheet) if "sheet" in text)
    assert label == "Joe deck  ·  sheet 1 of 1  ·  v1.0"


def test_a_label_without_glyphs_is_an_error() -> None:
    with pytest.raises(PrintgenError, match=re.escape("'龍'")):
        impose(deck(1), paper("letter"), replace(JOE, kit="龍"))


def test_the_fold_line_is_dashed_and_in_the_middle() -> None:
    (sheet,) = impose(deck(1), paper("letter"), replace(JOE, duplex="fold"))
    (fold,) = (i for i in sheet.drawing.items if isinstance(i, Path))
    assert fold.stroke and fold.stroke.dash
    assert {segment[1] for segment in fold.outline} == {sheet.drawing.width / 2}
    assert any("fold on the dashed line" in text for text in texts(sheet))


def test_bleed_never_leaves_the_page() -> None:
    (sheet,) = impose(deck(1, "211.9x275.4mm", back=None), paper("letter"), replace(JOE, margin=mm(2)))
    assert mm(2) < BLEED
    assert sheet.bleed == pytest.approx((0, 0, *paper("letter")[1:]))
