"""Straight cuts that part pieces: in order, with stops, so that every piece comes out whole and in order."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pdfplumber
import pytest
from guillotine import Guillotine, Part, cut_stack, dealt, laid
from imposed import deck, texts
from kitchen import Kitchen, Run

import printgen
from printgen.base.errors import UsageError
from printgen.base.units import Box, mm
from printgen.drawing.outlines import circle
from printgen.sheets.cut_plan import CutPlan, format_stop, plan_cuts
from printgen.sheets.gang import GridBatch, batch_of, pile_order
from printgen.sheets.impose import impose
from printgen.sheets.sheet import SheetOptions, paper


def box(x: float, y: float, w: float, h: float) -> Box:
    return Box(mm(x), mm(y), mm(w), mm(h))


LETTER = box(0, 0, 215.9, 279.4)


def settings(plan: CutPlan) -> str:
    """The settings of a plan in short."""
    return ", ".join(f"{s.first}-{s.last} {format_stop(s.stop) or 'marks'}" for s in plan.settings)


def cut_out(plan: CutPlan) -> Guillotine:
    guillotine = Guillotine([Part(plan.region)])
    cut_stack(plan, [], guillotine)
    return guillotine


def batch(
    count: int, on: str, gutter: float = 0.0, stack: str = "rows", size: str = "63.5x88.9mm"
) -> tuple[GridBatch, CutPlan]:
    options = SheetOptions(gutter=mm(gutter), stack=stack)  # type: ignore[arg-type]
    made = batch_of(deck(count, size), paper(on), options)
    grid = made.grid
    page = Box(0, 0, grid.page_width, grid.page_height)
    return made, plan_cuts(page, [grid.cell(i) for i in range(grid.capacity)])


@pytest.mark.parametrize(("on", "gutter", "told"), [
    ("letter", 0, "1-2 marks, 3-5 88.9, 6-8 63.5"),
    ("a4", 0, "1-2 marks, 3-5 88.9, 6-8 63.5"),
    ("a4", 3, "1-2 marks, 3-4 91.9, 5-5 88.9, 6-7 66.5, 8-8 63.5"),
    ("letter", 3, "1-2 marks, 3-3 91.9, 4-4 88.9, 5-7 66.5, 8-8 63.5"),
])  # fmt: skip
def test_cards_need_few_settings(on: str, gutter: float, told: str) -> None:
    _, plan = batch(9, on, gutter)
    assert settings(plan) == told
    cut_out(plan)


@pytest.mark.parametrize("stack", ["rows", "piles"])
@pytest.mark.parametrize("on", ["letter", "a4"])
def test_cards_that_lie_both_ways_come_out_in_order(on: str, stack: str) -> None:
    made, plan = batch(10, on, 0, stack, "70x120mm")
    sheets = [[piece.name for piece in made.pieces[i : i + 5]] for i in (0, 5)]
    piles = cut_stack(plan, sheets, Guillotine([Part(plan.region)]))
    assert (laid if stack == "piles" else dealt)(piles) == [f"p{i}" for i in range(10)]
    assert settings(plan).count(",") <= 6


@pytest.mark.parametrize(
    ("size", "said"),
    [
        ("63.5x88.9mm", "lay the piles on each other, row by row"),
        ("70x120mm", "lay the piles on each other, row by row, those of the left block first"),
    ],
)
def test_the_margin_says_in_which_order_piles_are_laid(size: str, said: str) -> None:
    (sheet, *_) = impose(deck(20, size), paper("letter"), SheetOptions(stack="piles", duplex="none"))
    (told,) = (text for text in texts(sheet) if text.startswith("cut "))
    assert told.endswith(f"mm  \u00b7  {said}")


def test_the_margin_says_nothing_of_piles_where_all_is_cut_by_hand() -> None:
    outline = circle(mm(25), mm(25), mm(25))
    discs = [replace(one, cut=outline) for one in deck(20, "50x50mm")]
    (sheet, *_) = impose(discs, paper("letter"), SheetOptions(stack="piles", duplex="none"))
    (told,) = (text for text in texts(sheet) if text.startswith("cut "))
    assert told == "cut by hand or punch"


@pytest.mark.parametrize("stack", ["rows", "piles"])
@pytest.mark.parametrize("gutter", [0, 3])
@pytest.mark.parametrize("on", ["letter", "a4"])
@pytest.mark.parametrize("count", [1, 8, 9, 10, 100, 108])
def test_a_deck_comes_out_in_order(count: int, on: str, gutter: float, stack: str) -> None:
    made, plan = batch(count, on, gutter, stack)
    capacity = made.grid.capacity
    names = [piece.name for piece in made.pieces]
    sheets = [names[i : i + capacity] for i in range(0, count, capacity)]
    piles = cut_stack(plan, sheets, Guillotine([Part(plan.region)]))
    assert (laid if stack == "piles" else dealt)(piles) == [f"p{i}" for i in range(count)]


def test_piles_have_neighbours_of_a_deck_at_one_place() -> None:
    assert pile_order(range(1, 109), 9)[:9] == (1, 13, 25, 37, 49, 61, 73, 85, 97)
    assert pile_order("abcdefg", 3) == tuple("adfbegc")


def test_a_stop_is_left_as_it_is_for_all_that_it_cuts() -> None:
    # Two upright cards beside each other, and below them a column of two that lie on their sides.
    plan = plan_cuts(LETTER, [box(10, 20, 63, 88), box(73, 20, 63, 88), box(10, 108, 88, 63), box(10, 171, 88, 63)])
    assert settings(plan) == "1-2 marks, 3-3 88, 4-7 63, 8-8 88"
    cut_out(plan)


def test_rows_that_begin_elsewhere_are_trimmed_at_their_marks() -> None:
    plan = plan_cuts(LETTER, [*(box(20 + 50 * i, 20, 50, 70) for i in range(3)), box(40, 95, 60, 40)])
    assert plan.cuts[0].stop is None and not plan.by_hand
    cut_out(plan)


def test_a_part_whose_gutter_is_gone_is_not_cut_there_again() -> None:
    wide = [box(11.75 + 88 * x, 7.75 + 50.5 * y, 87.5, 50) for y in range(3) for x in range(2)]
    low = [box(11.75 + 70.5 * x, 164.75 + 40.5 * y, 70, 40) for y in range(3) for x in range(2)]
    # The turned one reaches over two of the last rows, so that the third is parted from them first.
    plan = plan_cuts(box(0, 0, 210, 297), [*wide, *low, box(158.25, 164.75, 40, 70)])
    cut_out(plan)
    assert plan.by_hand == ()


def test_what_no_straight_cut_parts_is_told() -> None:
    pinwheel = [box(10, 10, 20, 10), box(30, 10, 10, 20), box(20, 30, 20, 10), box(10, 20, 10, 20)]
    plan = plan_cuts(LETTER, [*pinwheel, box(10, 50, 40, 30)], [box(60, 50, 30, 30)])
    assert {*plan.by_hand} == {*pinwheel, box(60, 50, 30, 30)}
    cut_out(plan).pile(box(10, 50, 40, 30))


def test_round_pieces_alone_are_not_cut_at_all() -> None:
    plan = plan_cuts(LETTER, [], [box(10, 10, 20, 20), box(40, 10, 20, 20)])
    assert plan.cuts == () and len(plan.by_hand) == 2


def test_pages_as_large_as_the_paper_need_no_cut() -> None:
    assert plan_cuts(LETTER, [LETTER]).cuts == ()
    halves = [LETTER._replace(h=LETTER.h / 2), LETTER._replace(y=LETTER.h / 2, h=LETTER.h / 2)]
    (cut,) = plan_cuts(LETTER, halves).cuts
    assert format_stop(cut.stop) == "139.7"


def test_a_print_that_lies_askew_on_its_paper_is_cut_all_the_same() -> None:
    _, plan = batch(9, "letter", 3)
    paper_that_moved = plan.region.moved(mm(1.5), mm(-1.2))
    cut_stack(plan, [], Guillotine([Part(paper_that_moved)]))


def test_a_guillotine_that_is_set_wrong_cuts_pieces() -> None:
    _, plan = batch(9, "letter")
    wrong = replace_stop(plan, 89.4)
    with pytest.raises(AssertionError):
        cut_stack(wrong, [], Guillotine([Part(plan.region)]))


def replace_stop(plan: CutPlan, millimetres: float) -> CutPlan:
    return plan._replace(cuts=(*plan.cuts[:2], plan.cuts[2]._replace(stop=mm(millimetres)), *plan.cuts[3:]))


@pytest.mark.slow
def test_a_build_fills_sheets_for_piles(kitchen: Kitchen, run: Run, tmp_path: Path) -> None:
    kitchen.edit("heroes.yaml", "copies: 2", "copies: 3")
    made = []
    for stack in ("rows", "piles"):
        file = tmp_path / stack / "kitchen-heroes" / "heroes.pdf"
        run("build", kitchen.folder, "--out", tmp_path / stack, "--paper", "120x90mm", "--stack", stack)
        with pdfplumber.open(file) as pdf:
            fronts = [page.extract_text() for page in pdf.pages[::2]]
        made.append([re.findall("Crème Brûlée|Pea Soup|Sunday Roast", text) for text in fronts])
    assert made[0] == [["Crème Brûlée", "Pea Soup"], ["Pea Soup"] * 2, ["Sunday Roast"]]
    assert made[1] == [["Crème Brûlée", "Pea Soup"], ["Pea Soup", "Sunday Roast"], ["Pea Soup"]]


def test_stacks_of_other_kinds_are_refused(kitchen: Kitchen) -> None:
    with pytest.raises(UsageError, match="Did you mean 'piles'"):
        printgen.load(kitchen.folder)["heroes"].compose().impose(stack="pile")
