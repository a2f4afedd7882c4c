"""Nothing but bleed lies in the margins, and backs lie behind their fronts: every product of every kit and sample."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace

import pytest
from edges import shown, strays
from pairwise import cases
from whole import WHOLE, composed

from printgen.base.units import Box, mm
from printgen.build.printed import Pieces
from printgen.drawing.fonts import on_shelf
from printgen.drawing.model import Place
from printgen.sheets.sheet import Sheet

DUPLEX = ("long", "short", "split", "fold")
NEAR = mm(0.05)


def sheets_of(item: Pieces, **settings: object) -> tuple[Sheet, ...]:
    return replace(item, settings=replace(item.settings, **settings)).sheets().sheets  # type: ignore[arg-type]


def two_sided(item: Pieces) -> bool:
    return any(piece.back for piece in item.pieces)


def bound(item: Pieces) -> bool:
    """Whether the pieces are leaves of a booklet, which reach the edges of the paper."""
    return any(piece.leaf for piece in item.pieces)


def edges_are_clear(items: Iterable[Pieces], margin: float = 6.35) -> None:
    for item in items:
        with on_shelf(item.library.fonts.shelf):
            for duplex in ("", *(DUPLEX if two_sided(item) else ())):
                for marks in (False, True) if two_sided(item) and not duplex else (False,):
                    asked = {"duplex": duplex, "margin": f"{margin}mm", "back_marks": marks}
                    found = [
                        one for sheet in sheets_of(item, **asked) for one in strays(sheet, mm(margin), bound(item))
                    ]
                    assert found == [], (item.product.name, duplex, len(found))


@pytest.mark.slow
@pytest.mark.parametrize(("game", "paper", "look"), WHOLE)
def test_nothing_but_bleed_lies_within_a_quarter_of_an_inch_of_an_edge(game: str, paper: str, look: str) -> None:
    edges_are_clear(composed(game, paper, look).items)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "paper", "margin"),
    cases(
        ["go-joe/board-poster", "go-joe/joe-deck", "micro-forces/board-poster", "micro-forces/tokens"],
        [("legal", 6.35), ("tabloid", 6.35), ("a3", 6.35), ("a5", 6.35), ("24x36in", 6.35), ("a1", 6.35),
         ("arch-c", 6.35), ("letter", 3), ("a4", 0), ("a4", 9)],
        meet=1,
    ),
)  # fmt: skip
def test_edges_are_clear_on_other_paper_and_with_other_margins(target: str, paper: str, margin: float) -> None:
    edges_are_clear(composed(target, paper).items, margin)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "paper", "look"), WHOLE)
def test_every_back_lies_behind_its_front(game: str, paper: str, look: str) -> None:
    for item in filter(two_sided, composed(game, paper, look).items):
        with on_shelf(item.library.fonts.shelf):
            for duplex in DUPLEX:
                sheets = sheets_of(item, duplex=duplex)
                check_pairs(sheets, duplex, Counter(p.name for p in item if p.back for _ in range(p.copies)))
            assert all(sheet.side == "front" for sheet in sheets_of(item, duplex="none")) or bound(item)


def check_pairs(sheets: tuple[Sheet, ...], duplex: str, wanted: Counter[str]) -> None:
    """Every copy of a piece has a back that lies behind it, top behind top, once the paper is turned or folded."""
    found = Counter[str]()
    backs = {sheet.number: sheet for sheet in sheets if sheet.side == "back"}
    for front in (sheet for sheet in sheets if sheet.side == "front"):
        fronts = list(zip(front.names, front.cells, front.drawing.items, strict=False))
        if front.number in backs:
            page, behind = front.drawing, backs[front.number]
            assert (behind.drawing.width, behind.drawing.height) == (page.width, page.height)
            across = (duplex != "short") == (page.height >= page.width)
            others = list(zip(behind.names, behind.cells, behind.drawing.items, strict=False))
        elif len(front.cells) > len(front.names):
            # On a sheet to be folded, the backs follow the fronts.
            after = len(front.names)
            all_ = len(front.cells) == 2 * after
            backed = [name for name in front.names if all_ or name in wanted]
            others = list(zip(backed, front.cells[after:], front.drawing.items[after:], strict=False))
            across = True
        else:
            continue
        for name, cell, item in others:
            through = turned(cell, front, across)
            (mine,) = (one for one in fronts if one[0] == name and max(map(away, one[1], through)) < NEAR)
            assert isinstance(item, Place) and isinstance(mine[2], Place)
            assert max(map(away, turned(shown(item), front, across), shown(mine[2]))) < NEAR or duplex == "fold"
            assert shown(item).grown(NEAR).holds(cell)
            check_upright(item, mine[2], across)
            found[name] += 1
    # What fills a last sheet lies there as well.
    assert {name: found[name] for name in wanted} == wanted


def turned(box: Box, sheet: Sheet, across: bool) -> Box:
    """Where a box of a back is seen from the front."""
    if across:
        return box._replace(x=sheet.drawing.width - box.right)
    return box._replace(y=sheet.drawing.height - box.bottom)


def away(one: float, two: float) -> float:
    return abs(one - two)


def check_upright(back: Place, front: Place, across: bool) -> None:
    """Seen through the paper, the top of a back is at the top of its front, and its left is at the right."""
    a, b, c, d = back.matrix[:4]
    (a, c) = (-a, -c) if across else (a, c)
    (b, d) = (b, d) if across else (-b, -d)
    assert (-a, -b, c, d) == pytest.approx(front.matrix[:4], abs=1e-6)
