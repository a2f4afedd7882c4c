"""Large pieces on paper: true seams, words in their place, an assembly map, and what impose mixes."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path as File

import pdfplumber
import pytest
from drawn import groups
from imposed import deck, overlap, texts
from tiled import A4, JOB, LETTER, NEAR, board, disc, flame, pages_of, piece_of

from printgen.base.errors import Exit, PrintgenError
from printgen.base.folders import templates_folder
from printgen.base.units import IDENTITY, PT_PER_IN, Box, Matrix, apply, chain, mm, to_mm, translate
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place, Rect, Text
from printgen.drawing.pieces import Piece
from printgen.faces.library import Library, default_library
from printgen.sheets.impose import impose
from printgen.sheets.sheet import Paper, Sheet, SheetOptions, paper
from printgen.sheets.tile import plan_tiling
from printgen.sheets.tile_marks import TARGET
from printgen.sheets.tile_words import TileWords, load_assembly
from printgen.writers.pdf import Page, write_pdf


@pytest.mark.slow
@pytest.mark.parametrize("outline", [disc(15), board(592, 784), flame(40, 12)])
@pytest.mark.parametrize("on", [LETTER, pytest.param(A4, marks=pytest.mark.slow)])
def test_joined_pages_rebuild_the_piece(outline: Outline, on: Paper) -> None:
    piece = piece_of(outline, cut=len(outline) != 5)
    plan, sheets = pages_of(piece, on)
    true = {(round(dot.x, 3), round(dot.y, 3)) for dot in piece.front.items if isinstance(dot, Rect)}
    seen: set[tuple[float, float]] = set()
    data = write_pdf([Page(sheet.drawing, sheet.trim, sheet.bleed) for sheet in sheets])
    with pdfplumber.open(io.BytesIO(data)) as pdf:
        for tile, page in zip(plan.tiles, pdf.pages, strict=True):
            assert (float(page.width), float(page.height)) == pytest.approx(
                (tile.page_width, tile.page_height), abs=0.01
            )
            left, top, right, bottom = (float(v) for v in page.trimbox)
            dx, dy = tile.matrix[4], tile.matrix[5]
            window = (left - dx, top - dy, right - dx, bottom - dy)
            box = tile.window
            assert window == pytest.approx((box.x, box.y, box.right, box.bottom), abs=NEAR)
            dots = [r for r in page.rects if abs(r["width"] - 2) < 0.01 and abs(r["height"] - 2) < 0.01]
            places = {(r["x0"] - dx, r["top"] - dy) for r in dots}
            for x, y in places:
                near = (round(x / PT_PER_IN) * PT_PER_IN, round(y / PT_PER_IN) * PT_PER_IN)
                assert math.hypot(x - near[0], y - near[1]) < NEAR
                assert (round(near[0], 3), round(near[1], 3)) in true
                if -NEAR <= x - box.x <= box.w + NEAR and -NEAR <= y - box.y <= box.h + NEAR:
                    seen.add((round(near[0], 3), round(near[1], 3)))
    assert seen >= {(x, y) for x, y in true if plan.shape.holds(x, y)}


def targets(sheet: Sheet) -> list[tuple[float, float]]:
    placed = [i for i in sheet.drawing.items if isinstance(i, Place)]
    inner = [i for outer in placed for i in outer.group.items if isinstance(i, Place)]
    return [i.matrix[4:] for i in (*placed, *inner) if i.group == TARGET]


@pytest.mark.parametrize("outline", [disc(30), board(592, 784), flame(150, 20)])
def test_targets_meet(outline: Outline) -> None:
    plan, sheets = pages_of(piece_of(outline), LETTER)
    on_piece: dict[tuple[int, int], int] = {}
    for tile, sheet in zip(plan.tiles, sheets, strict=True):
        for x, y in targets(sheet):
            key = (round((x - tile.matrix[4]) * 100), round((y - tile.matrix[5]) * 100))
            on_piece[key] = on_piece.get(key, 0) + 1
    assert on_piece and set(on_piece.values()) == {2}
    joined = {(s.under, s.over) for s in plan.seams if s.targets}
    assert {tile for pair in joined for tile in pair} == set(plan.tiles)


@pytest.mark.some(4)
@pytest.mark.parametrize("outline", [disc(15), disc(30), board(592, 784), flame(150, 20), board(250, 900)])
@pytest.mark.parametrize("on", ["letter", "a4", "a5", "tabloid"])
@pytest.mark.parametrize("join", ["tape", "glue"])
def test_every_page_says_what_it_is(outline: Outline, on: str, join: str) -> None:
    options = replace(JOB, join=join)
    piece = piece_of(outline, cut=len(outline) != 5)
    plan, sheets = pages_of(piece, paper(on), options)
    for index, (tile, sheet) in enumerate(zip(plan.tiles, sheets, strict=True)):
        words = texts(sheet)
        assert tile.label in words
        assert f"page {index + 1} of {len(plan.tiles)}" in words
        assert any(f"sheet {sheet.number} of {sheet.of}" in text for text in words) or not sheet.label
        page = Box(0, 0, sheet.drawing.width, sheet.drawing.height).grown(-JOB.margin + 0.01)
        for text, box in words.items():
            inside = box.x >= page.x and box.y >= page.y and box.right <= page.right and box.bottom <= page.bottom
            assert inside, text
        for seam in plan.seams:
            if seam.under == tile and seam.length > mm(120):
                flap = "GLUE FLAP" if join == "glue" else "TAPE FLAP"
                assert f"{flap} · {seam.over.label} goes on top" in words


def signs(items: Iterable[Item], at: Matrix = IDENTITY) -> Iterator[tuple[str, float, float]]:
    """The words of each label, and which way the arrow beside them points."""
    for place in (item for item in items if isinstance(item, Place)):
        held, matrix = place.group.items, chain(at, place.matrix)
        words = [item.text for item in held if isinstance(item, Text)]
        inner = [item for item in held if isinstance(item, Place) and len(item.group.items) == 1]
        if len(words) == len(inner) == 1 and isinstance(arrow := inner[0].group.items[0], Path):
            turn = chain(matrix, inner[0].matrix)
            (x, y), (tip_x, tip_y) = apply(turn, 0, 0), apply(turn, *arrow.outline[0][1:])
            yield words[0], tip_x - x, tip_y - y
        else:
            yield from signs(held, matrix)


@pytest.mark.parametrize(("outline", "many"), [(disc(30), 50), (flame(60, 16), 18)])
def test_every_arrow_points_to_the_page_that_it_names(outline: Outline, many: int) -> None:
    plan, sheets = pages_of(piece_of(outline), LETTER)
    where = {tile.label: (box.x + box.w / 2, box.y + box.h / 2) for tile in plan.tiles if (box := tile.window)}
    seen = 0
    for tile, sheet in zip(plan.tiles, sheets, strict=True):
        for words, x, y in signs(sheet.drawing.items):
            (label,) = (word for word in words.split() if word in where)
            (x0, y0), (x1, y1) = where[tile.label], where[label]
            assert label != tile.label and abs(abs(x) - abs(y)) > 2
            assert (x * (x1 - x0) if abs(x) > abs(y) else y * (y1 - y0)) > 0, (tile.label, words)
            seen += 1
    assert seen >= many


@pytest.mark.parametrize("outline", [disc(15), flame(150, 20), board(250, 900)])
def test_words_of_a_page_stay_off_each_other(outline: Outline) -> None:
    _, sheets = pages_of(piece_of(outline), LETTER)
    for sheet in sheets:
        for (one, a), (other, b) in combinations(texts(sheet).items(), 2):
            assert not overlap(a, b), (one, other)


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ((300, 200), "A1 + A2, from left to right."),
        ((150, 800), "A1 + B1 + C1 + D1: each page goes on the one before."),
        ((150, 1300), "A1 + B1 + C1 + D1 and so on: each page goes on the one before."),
        ((300, 400), "Join the pages of each row, as A1 + A2. Then lay row B on row A."),
        ((300, 600), "Join the pages of each row, as A1 + A2. Then lay row B on row A, C on B."),
        ((300, 900), "Join the pages of each row, as A1 + A2. Then lay row B on row A, C on B and so on."),
    ],
)
def test_the_order_in_which_pages_are_joined_is_told(size: tuple[int, int], said: str) -> None:
    plan, _ = pages_of(piece_of(board(*size), cut=False), LETTER)
    words = TileWords(load_assembly(default_library()), "tape")
    assert said in [text.text for _, text in words.steps(plan, True)]


@pytest.mark.parametrize("on", ["letter", "a4"])
def test_words_stay_off_the_picture(on: str) -> None:
    plan, sheets = pages_of(piece_of(board(592, 784), cut=False), paper(on))
    for tile, sheet in zip(plan.tiles, sheets, strict=True):
        flaps = [seam.box for seam in plan.seams if seam.under == tile]
        matrix = tile.matrix
        for text, box in texts(sheet).items():
            if overlap(box, sheet.trim):
                x, y = box.x - matrix[4], box.y - matrix[5]
                assert any(overlap(Box(x, y, box.w, box.h), flap) for flap in flaps), text


def test_pages_share_what_they_show_in_common_and_hold_nothing_else() -> None:
    spots = [Group((Rect(0, 0, 20, 20, f"#{n:06X}"),)) for n in range(1, 65)]
    items = tuple(Place(one, translate(n % 8 * 140 + 50, n // 8 * 140 + 50)) for n, one in enumerate(spots))
    sheets = impose([Piece("field", Drawing(1160, 1160, items))], LETTER, JOB)
    held: dict[int, list[int]] = {id(one): [] for one in spots}
    for sheet in sheets[1:]:
        for group in {id(g): g for g in groups(sheet.drawing.items)}.values():
            if id(group) in held:
                held[id(group)].append(sheet.number)
    # Every spot is on some page, as the one object that it is, and on the four at most that meet there.
    assert {len(pages) for pages in held.values()} <= {1, 2, 4} and sum(map(len, held.values())) < 100


def test_the_map_comes_first() -> None:
    first, *pages = impose([piece_of(disc(15), "Burst 15")], LETTER, replace(JOB, join="glue"))
    words = texts(first)
    assert {"ASSEMBLY MAP", "BURST 15", "A1", "A2", "B1", "B2"} <= words.keys()
    assert any("4 letter pages, 2 across by 2 down" in text for text in words)
    assert first.ruler and first.label
    assert [s.number for s in (first, *pages)] == [1, 2, 3, 4, 5]
    assert {s.of for s in pages} == {5}
    assert pages[0].title == "Burst 15, A1: sheet 2 of 5"


@pytest.mark.some(7)
@pytest.mark.parametrize("outline", [flame(150, 20), flame(20, 150), board(592, 784), board(1000, 120)])
@pytest.mark.parametrize("on", ["letter", "a4", "a5", "legal", "a3", "24x36in"])
def test_the_map_stays_on_its_page(outline: Outline, on: str) -> None:
    piece = piece_of(outline)
    sheets = impose([piece], paper(on), JOB)
    if len(sheets) == 1:
        return
    plan = plan_tiling(piece, paper(on), JOB).plan
    words = texts(sheets[0])
    assert {tile.label for tile in plan.tiles} <= words.keys()
    page = Box(0, 0, sheets[0].drawing.width, sheets[0].drawing.height).grown(-JOB.margin + 0.01)
    assert all(
        box.x >= page.x and box.y >= page.y and box.right <= page.right and box.bottom <= page.bottom
        for box in words.values()
    )


@pytest.mark.parametrize(("on", "size"), [("tabloid", "260x400mm"), ("a3", "260x400mm"), ("24x36in", "592x784mm")])
def test_one_sheet_where_it_fits(on: str, size: str) -> None:
    (piece,) = deck(1, size, back=None)
    assert len(impose([piece], paper(on), JOB)) == 1


def test_small_and_large_pieces_keep_their_order() -> None:
    cards = deck(10, back=None)
    large = piece_of(disc(15), "Burst")
    names = [s.names[0] for s in impose([*cards[:4], large, *cards[4:]], LETTER, JOB)]
    assert names == ["p0", "p9", *["Burst"] * 5]
    names = [s.names[0] for s in impose([large, *cards], LETTER, JOB)]
    assert names == [*["Burst"] * 5, "p0", "p9"]


def test_copies_share_a_map() -> None:
    sheets = impose([replace(piece_of(disc(15)), copies=2)], LETTER, JOB)
    assert len(sheets) == 9
    assert impose([replace(piece_of(disc(15)), copies=0)], LETTER, JOB) == ()


def test_a_duplex_printer_stays_in_step() -> None:
    sheets = impose([*deck(1), piece_of(disc(15))], LETTER, JOB)
    assert [s.side for s in sheets] == ["front", "back"] * 6
    assert all(not s.drawing.items for s in sheets[3::2])
    assert [s.number for s in sheets] == [n for n in range(1, 7) for _ in range(2)]
    split = impose([*deck(1), piece_of(disc(15))], LETTER, replace(JOB, duplex="split"))
    assert [s.side for s in split] == ["front"] * 6 + ["back"] * 6


def test_no_page_is_blank() -> None:
    sheets = impose([piece_of(disc(15))], LETTER, JOB)
    assert all(s.side == "front" and s.drawing.items for s in sheets)


def test_a_large_piece_with_a_back_is_not_printed_without_it() -> None:
    large = piece_of(disc(15))
    with pytest.raises(PrintgenError) as caught:
        impose([replace(large, back=large.front)], LETTER, JOB)
    assert caught.value.exit == Exit.DOES_NOT_FIT


def test_bleed_shows_at_outer_edges_where_there_is_room() -> None:
    piece = replace(piece_of(board(300, 300), cut=False), bleed=9)
    plan, sheets = pages_of(piece, A4)
    first = sheets[0]
    assert first.bleed.x == pytest.approx(first.trim.x - 9)
    assert first.bleed.right == pytest.approx(first.trim.right)
    assert apply(plan.tiles[0].matrix, 0, 0) == pytest.approx((first.trim.x, first.trim.y))


def test_bleed_ends_where_the_paper_does() -> None:
    _, sheets = pages_of(replace(piece_of(board(300, 300), cut=False), bleed=mm(60)), A4)
    for sheet in sheets:
        page = Box(0, 0, sheet.drawing.width, sheet.drawing.height).grown(0.01)
        assert page.holds(sheet.bleed) and page.holds(sheet.trim)
        assert min(sheet.bleed.x, sheet.drawing.width - sheet.bleed.right) == pytest.approx(0, abs=0.01)


def test_paper_too_small() -> None:
    with pytest.raises(PrintgenError) as caught:
        impose([piece_of(disc(15))], paper("25x60mm"), JOB)
    assert caught.value.exit == Exit.DOES_NOT_FIT
    assert "'Burst' cannot be tiled" in str(caught.value)


def test_names_need_letters_that_exist() -> None:
    with pytest.raises(PrintgenError) as caught:
        impose([piece_of(disc(15), "爆")], LETTER, JOB)
    assert caught.value.findings[0].code == "missing-glyph"


def own_words(folder: Path, text: str) -> SheetOptions:
    (folder / "assembly.yaml").write_text(text, encoding="utf-8")
    return replace(JOB, library=Library((folder, templates_folder())))


def test_a_game_says_it_in_words_of_its_own(tmp_path: File) -> None:
    which = 'pages: {which: "Blatt {page} von {pages}"}'
    options = own_words(tmp_path, f"headline: BAUPLAN\n{which}\ntape: {{flap: HIER KLEBEN}}\n")
    first, page, *_ = impose([piece_of(disc(15))], LETTER, options)
    assert {"BAUPLAN", "PRINT", "YOU NEED"} <= texts(first).keys()
    assert {"Blatt 1 von 4", "HIER KLEBEN"} <= texts(page).keys()


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("headlin: MAP\n", "1:1: error: unknown key"),
        ("pages: {cutt: over}\n", "1:8: error: pages: unknown words 'cutt'"),
        ('more: " {pag}"\n', "1:7: error: more: nothing is filled in for {pag}"),
        ('need: "{page"\n', "1:7: error: need: the words cannot be filled in"),
        ('need: "{page.x}"\n', "1:7: error: need: nothing is filled in for {page.x}"),
        ("seam: 爆\n", "1:7: error: seam: the font stencil lacks '爆'"),
        ("steps: []\n", "1:8: error: steps is empty"),
        ("needs:\n  tape: [[scisors, knife]]\n", "2:11: error: there is no icon 'scisors'"),
        ("needs: {tacks: [[ruler, a ruler]]}\n", "1:16: error: "),
        ("- MAP\n", "1:1: error: the file should hold a mapping"),
    ],
)
def test_a_slip_in_words_is_told_at_its_line(tmp_path: File, text: str, finding: str) -> None:
    with pytest.raises(PrintgenError) as caught:
        impose([piece_of(disc(15))], LETTER, own_words(tmp_path, text))
    assert f"assembly.yaml:{finding}" in str(caught.value)


@pytest.mark.parametrize(("join", "overlap"), [("tape", 6.35), ("glue", 10)])
def test_overlaps_by_the_way_to_join(join: str, overlap: float) -> None:
    plan, _ = pages_of(piece_of(disc(15)), LETTER, replace(JOB, join=join))
    assert {round(to_mm(seam.depth), 3) for seam in plan.seams} == {overlap}
