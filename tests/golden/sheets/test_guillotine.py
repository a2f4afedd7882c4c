"""A guillotine cuts the real sheets as they tell: every piece comes out whole, at its true size, and in order."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

import pytest
from guillotine import NEAR, Guillotine, Part, dealt, laid
from imposed import texts
from whole import WHOLE, composed

from printgen.base.units import Box
from printgen.build.printed import Pieces
from printgen.drawing.extent import walk
from printgen.drawing.fonts import on_shelf
from printgen.drawing.model import Path
from printgen.drawing.outlines import transform_outline
from printgen.sheets.cut_plan import CutLine, CutPlan, format_stop
from printgen.sheets.sheet import Sheet

SETTING = re.compile(r"(\d+)(?:\u2013(\d+))? (?:at the marks|at ([\d.]+) mm)")


def told(sheet: Sheet) -> dict[int, str]:
    """The stop of every cut, as the margin of a sheet tells it; "" for those at their marks."""
    plan = sheet.plan
    assert plan is not None
    lines = [text for text in texts(without_pictures(sheet)) if text.startswith(("cut ", "Schneiden: "))]
    # Where pieces fill so much of a sheet that no margin has room, the cover tells the rest.
    line, stops = " ".join(lines), {cut.number: format_stop(cut.stop) for cut in plan.cuts}
    for first, last, stop in SETTING.findall(line.replace("an den Marken", "at the marks").replace(" mit ", " at ")):
        stops |= dict.fromkeys(range(int(first), int(last or first) + 1), stop)
    assert plan.by_hand or not ("by hand" in line or "von Hand" in line)
    return stops


def without_pictures(sheet: Sheet) -> Sheet:
    return replace(sheet, drawing=sheet.drawing._replace(items=sheet.drawing.items[len(sheet.cells) :]))


def marks(sheet: Sheet) -> list[tuple[bool, CutLine]]:
    """The upright lines of a sheet that are no part of a picture, and the level ones."""
    found = []
    for item, matrix in walk(without_pictures(sheet).drawing.items):
        if isinstance(item, Path) and item.stroke:
            start = here = (0.0, 0.0)
            for step in transform_outline(item.outline, matrix):
                there = start if step[0] == "Z" else step[-2:]
                (x0, y0), (x1, y1) = here, there
                if step[0] in "LZ" and abs(x0 - x1) < NEAR < abs(y0 - y1):
                    found.append((True, CutLine(x0, min(y0, y1), max(y0, y1))))
                if step[0] in "LZ" and abs(y0 - y1) < NEAR < abs(x0 - x1):
                    found.append((False, CutLine(y0, min(x0, x1), max(x0, x1))))
                start, here = there if step[0] == "M" else start, there
    return found


def stacks(sheets: Sequence[Sheet]) -> Iterator[tuple[CutPlan, list[Sheet]]]:
    """Fronts that are cut in one go."""
    fronts = [sheet for sheet in sheets if sheet.side == "front"]
    for plan, alike in groupby(fronts, lambda sheet: sheet.plan):
        if plan is not None:
            yield plan, list(alike)


def piles(plan: CutPlan, sheets: Sequence[Sheet]) -> list[list[str]]:
    """What is left of a stack that is cut as its first sheet tells, in reading order of the places."""
    paper = Part(plan.region)
    guillotine = Guillotine([paper], marks(sheets[0]))
    stops = told(sheets[0])
    assert sorted(stops) == [cut.number for cut in plan.cuts]
    guillotine.follow(plan, stops)
    found = []
    for cell in plan.cells:
        if cell not in plan.by_hand:
            guillotine.pile(cell)
        found.append([name for sheet in sheets for name, box in zip(sheet.names, sheet.cells, strict=False)
                      if near(box, cell)])  # fmt: skip
    # On the last sheet of a stack there may be places without a piece, and nothing lies anywhere else.
    assert sum(map(len, found)) == sum(len(sheet.names) for sheet in sheets)
    return found


def near(one: Box, two: Box) -> bool:
    return all(abs(a - b) < NEAR for a, b in zip(one, two, strict=True))


def cut_up(item: Pieces, **asked: str) -> list[tuple[CutPlan, list[list[str]]]]:
    with on_shelf(item.library.fonts.shelf):
        sheets = replace(item, settings=replace(item.settings, **asked)).sheets()
    return [(plan, piles(plan, alike)) for plan, alike in stacks(sheets.sheets)]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "paper", "look"), WHOLE)
def test_pieces_come_out_whole_and_in_order(game: str, paper: str, look: str) -> None:
    for item in composed(game, paper, look).items:
        for gutter in ("0mm", "3mm"):
            for stack, gathered in (("rows", dealt), ("piles", laid)):
                for plan, left in cut_up(item, gutter=gutter, stack=stack):
                    deck = iter([piece.name for piece in item for _ in range(piece.copies)])
                    # What fills the last sheet is of another product.
                    own = {piece.name for piece in item}
                    in_order = all(name in deck for name in gathered(left) if name in own)
                    mixed = len({round(cell.w * cell.h) for cell in plan.cells}) > 1
                    assert in_order or mixed or plan.by_hand, (item.product.name, gutter, stack)


@pytest.mark.slow
@pytest.mark.xdist_group("micro-forces")
def test_sheets_that_are_folded_are_cut_when_they_are() -> None:
    strategy = composed("micro-forces")["strategy-cards"]
    ((plan, left),) = cut_up(strategy, duplex="fold")
    assert plan.region.right * 2 == pytest.approx(max(792.0, plan.region.h))
    assert sorted(dealt(left)) == sorted(piece.name for piece in strategy for _ in range(piece.copies))
