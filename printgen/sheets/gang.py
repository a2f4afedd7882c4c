"""Small pieces and a paper come in; whole sheets go out, ganged, with backs, marks, a ruler and a label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from printgen.base.units import mm, to_mm
from printgen.drawing.pieces import Piece
from printgen.errors import Exit, Finding, PrintgenError
from printgen.sheets.grid import Grid, best_grid
from printgen.sheets.pages import Duplex, GangOptions, PageMaker, Press
from printgen.sheets.papers import Paper
from printgen.sheets.sheet import Sheet

__all__ = ["Duplex", "GangOptions"]

Leaf = tuple[Sheet, Sheet | None]
"""One physical sheet: its front page and its back page."""

# On each side of the fold line this much stays white beyond the bleed.
_FOLD_WHITE = mm(2)


@dataclass(frozen=True, slots=True)
class Batch:
    """Pieces of one size with the grid they fill, copies counted out."""

    pieces: tuple[Piece, ...]
    grid: Grid
    bleed: float

    @property
    def sheets(self) -> int:
        return -(-len(self.pieces) // self.grid.capacity)


def ganged(batch: Batch, press: Press, backs: bool, first: int) -> list[Leaf]:
    """The sheets of one batch, numbered from `first`, each with its back page where `backs`."""
    capacity = batch.grid.capacity
    page = PageMaker(batch.grid, batch.bleed, press, min(len(batch.pieces), capacity))
    leaves: list[Leaf] = []
    for start in range(0, len(batch.pieces), capacity):
        cards, number = batch.pieces[start : start + capacity], first + len(leaves)
        leaves.append((page.front(cards, number), page.back(cards, number) if backs else None))
    return leaves


def collated(leaves: Sequence[Leaf], duplex: Duplex) -> tuple[Sheet, ...]:
    """Fronts and backs in the order in which they are printed."""
    if duplex == "split":
        return (*(front for front, _ in leaves), *(back for _, back in leaves if back is not None))
    return tuple(page for leaf in leaves for page in leaf if page is not None)


def batches(pieces: Sequence[Piece], paper: Paper, options: GangOptions) -> list[Batch]:
    """Pieces of one size together, in the order of their first ones; PrintgenError names all that are too large."""
    groups: dict[tuple[float, float], list[Piece]] = {}
    for piece in pieces:
        if piece.copies > 0:
            groups.setdefault((round(piece.front.width, 3), round(piece.front.height, 3)), []).append(piece)
    found: list[Batch] = []
    findings: list[Finding] = []
    for group in groups.values():
        bleed, fold = max(p.bleed for p in group), 0.0
        if options.duplex == "fold" and any(p.back for p in group):
            fold = max(2 * (bleed + _FOLD_WHITE), options.gutter)
        width, height = group[0].front.width, group[0].front.height
        grid = best_grid(paper, width, height, options.margin, options.gutter, fold)
        if grid is None:
            findings += (_too_large(piece, paper, fold, options) for piece in group)
        else:
            found.append(Batch(tuple(p for p in group for _ in range(p.copies)), grid, bleed))
    if findings:
        raise PrintgenError(findings)
    return found


def _size(width: float, height: float) -> str:
    return f"{round(to_mm(width), 2):g} x {round(to_mm(height), 2):g} mm"


def _area(paper: Paper) -> float:
    return paper.width * paper.height


def _too_large(piece: Piece, paper: Paper, fold: float, options: GangOptions) -> Finding:
    width, height = piece.front.width, piece.front.height
    margin, gutter = options.margin, options.gutter
    folded = " beside its back" if fold else ""
    known = sorted((Paper(name, *size) for name, size in options.library.papers.items()), key=_area)
    fitting = (p.name for p in known if _area(p) > _area(paper) and best_grid(p, width, height, margin, gutter, fold))
    need = _size((2 * width + fold if fold else width) + 2 * margin, height + 2 * margin)
    larger = next(fitting, f"one of {need} or more")
    return Finding(
        "error",
        options.where,
        f"'{piece.name}' is {_size(width, height)} and does not fit{folded} on {paper.name} "
        f"({_size(paper.width, paper.height)}) inside margins of {round(to_mm(margin), 2):g} mm",
        f"Choose a larger paper, such as {larger}.",
        "does-not-fit",
        Exit.DOES_NOT_FIT,
    )
