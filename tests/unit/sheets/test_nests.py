"""Pieces of many sizes on a page: all of them, none over another, none in the margin, and little paper wasted."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from printgen.base.units import mm
from printgen.drawing.model import Drawing
from printgen.drawing.pieces import Piece
from printgen.sheets.mixed_layout import CellLot, CellSpot, nest

LETTER, A4, MARGIN = (612.0, 792.0), (595.3, 841.9), mm(6.35)


def lots(seed: int, count: int, pad: float = mm(2)) -> list[CellLot]:
    rng, made = random.Random(seed), []
    for i in range(count):
        width, height = (mm(15 + 60 * rng.random()) for _ in "wh")
        pieces = (Piece(f"p{i}", Drawing(width, height), bleed=pad),) * rng.randint(1, 12)
        made.append(CellLot(pieces, width, height, pad, False, False))
    return made


def sound(pages: list[list[CellSpot]], right: float, bottom: float) -> None:
    for page in pages:
        for spot in page:
            assert spot.cell.x >= MARGIN - 0.01 and spot.cell.y >= MARGIN - 0.01
            assert spot.cell.right <= right - MARGIN + 0.01 and spot.cell.bottom <= bottom - MARGIN + 0.01
        for one, two in combinations(page, 2):
            assert not one.cell.grown(-0.01).overlaps(two.cell)
            # Pieces of one size may share an edge; the bleeds of others do not meet.
            if one.piece.name != two.piece.name:
                assert not one.cell.grown(mm(2) - 0.01).overlaps(two.cell.grown(mm(2) - 0.01))


@pytest.mark.parametrize(("seed", "page"), [(1, LETTER), (2, A4), (3, A4[::-1])])
def test_pieces_of_many_sizes_lie_apart_and_close(seed: int, page: tuple[float, float]) -> None:
    wanted = lots(seed, 30)
    pages = nest(wanted, page, MARGIN, 0.0, 0.0)
    sound(pages, *page)
    assert sum(map(len, pages)) == sum(len(lot.pieces) for lot in wanted)
    area = sum(spot.cell.w * spot.cell.h for spots in pages for spot in spots)
    assert area / len(pages) > 0.65 * (page[0] - 2 * MARGIN) * (page[1] - 2 * MARGIN)


def test_pieces_keep_to_the_left_of_a_fold() -> None:
    sound(pages := nest(lots(4, 12), LETTER, MARGIN, 0.0, mm(8)), LETTER[0] / 2 - mm(4) + MARGIN, LETTER[1])
    assert pages


def test_a_piece_that_fits_no_page_has_none() -> None:
    large = CellLot((Piece("p", Drawing(mm(300), mm(20))),), mm(300), mm(20), 0.0, False, False)
    assert nest([large], LETTER, MARGIN, 0.0, 0.0) == []


@pytest.mark.parametrize("pointy", [True, False])
def test_a_honeycomb_shares_its_page_with_others(pointy: bool) -> None:
    w, h = (mm(40), mm(46.188)) if pointy else (mm(46.188), mm(40))
    comb = CellLot((Piece("hex", Drawing(w, h)),) * 13, w, h, mm(2), True, pointy)
    small = CellLot((Piece("small", Drawing(mm(18), mm(22))),) * 20, mm(18), mm(22), mm(2), False, False)
    (page,) = nest([comb, small], A4, MARGIN, 0.0, 0.0)
    hexes = [spot.cell for spot in page if spot.piece.name == "hex"]
    others = [spot.cell for spot in page if spot.piece.name != "hex"]
    assert len(hexes) == 13 and others
    assert not any(one.grown(mm(2) - 0.01).overlaps(two) for one in hexes for two in others)


@pytest.mark.parametrize(("block", "size"), [(None, (20, 30)), ((1, 1, 5), (20, 30)), ((3, 2, 5), (68, 64))])
def test_a_block_is_as_large_as_its_pieces_and_the_gutters_between_them(
    block: tuple[int, int, float] | None, size: tuple[float, float]
) -> None:
    assert CellLot((), 20, 30, 0.0, False, False, block).block_size(4) == size
