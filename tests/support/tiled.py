"""Large pieces for the tests of tiling: discs, flames and boards with known dots, and their plans and pages."""

from __future__ import annotations

import math

from printgen.base.units import PT_PER_IN, Box, mm
from printgen.drawing.model import Drawing, Outline, Rect
from printgen.drawing.outlines import bounds, circle, polygon, rectangle
from printgen.drawing.pieces import Piece
from printgen.sheets.impose import impose
from printgen.sheets.sheet import Paper, Sheet, SheetOptions, paper
from printgen.sheets.tile import OVERLAPS, plan_tiling
from printgen.sheets.tile_plan import EdgeShape, TilePlan, plan_tiles

LETTER, A4 = paper("letter"), paper("a4")
JOB = SheetOptions(kit="Go Joe", product="Board poster", version="1.0")
MARGIN, TAPE, GLUE = JOB.margin, OVERLAPS["tape"], OVERLAPS["glue"]
NEAR = mm(0.05)


def inch(*values: float) -> list[float]:
    return [value * PT_PER_IN for value in values]


def disc(diameter_in: float) -> Outline:
    (r,) = inch(diameter_in / 2)
    return circle(r, r, r)


def flame(length_in: float, width_in: float) -> Outline:
    length, width = inch(length_in, width_in)
    return polygon(((0, width / 2), (length, 0), (length, width)))


def board(width_mm: float, height_mm: float) -> Outline:
    return rectangle(Box(0, 0, mm(width_mm), mm(height_mm)))


def plan_product(outline: Outline, on: Paper, overlap_: float = TAPE) -> TilePlan:
    plan = plan_tiles(EdgeShape.of(outline), on, MARGIN, overlap_)
    assert plan is not None
    return plan


def piece_of(outline: Outline, name: str = "Burst", cut: bool = True) -> Piece:
    """A piece whose picture is a grid of small squares, one inch apart, at known places."""
    box = bounds(outline)
    count_x, count_y = int(box.right // PT_PER_IN), int(box.bottom // PT_PER_IN)
    dots = tuple(
        Rect(i * PT_PER_IN, j * PT_PER_IN, 2, 2, "#123456") for i in range(count_x + 1) for j in range(count_y + 1)
    )
    return Piece(name, Drawing(box.right, box.bottom, dots), cut=outline if cut else None)


def plain_grid(width: float, height: float, on: Paper, shared: float) -> int:
    """The fewest pages of a plain grid, upright or sideways."""
    best = 10**9
    for w, h in ((on.width, on.height), (on.height, on.width)):
        across = math.ceil((width - shared - 0.01) / (w - 2 * MARGIN - shared))
        down = math.ceil((height - shared - 0.01) / (h - 2 * MARGIN - shared))
        best = min(best, max(1, across) * max(1, down))
    return best


def pages_of(piece: Piece, on: Paper, options: SheetOptions = JOB) -> tuple[TilePlan, tuple[Sheet, ...]]:
    """The plan of a piece and its pages without the map."""
    return plan_tiling(piece, on, options).plan, impose([piece], on, options)[1:]
