"""Every front is paired with its back through the flip or the fold, as both are placed in the PDF: all kits, all ways.

For a printer that is out of true, what it does to both sides is played first.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from placed import Outline, Point, Size, pages, pairs

from printgen import build
from printgen.calibration import known
from printgen.calibration.profiles import Profile, Scale, Shift, Side, Stack
from printgen.drawing.model import Drawing, Rect
from printgen.drawing.pieces import Piece
from printgen.printed import Pieces

sys.path.insert(0, str(Path(__file__).parent / "calibration"))
from press import TRUE, Fault

NEAR = 0.05
WAYS = ("long", "short", "fold", "split", "manual")
KITS = ("army-wars", "sixth-scale", "micro-forces", "go-joe")
FRONT, BACK = Fault(1.002, 0.999, 0.8, -0.6, 0.2), Fault(0.999, 1.001, -0.7, 0.9, -0.15)


def two_sided(game: str, paper: str, backs: str) -> list[Pieces]:
    (job,) = build.load([game])
    made = build.compose(job, build.Settings(paper=paper, backs=backs))
    assert [finding for finding in job.findings if finding.severity == "error"] == []
    return [
        replace(item, pieces=grounded(item.pieces), fill=grounded(item.fill))
        for item in made
        if any(piece.back for piece in item)
    ]


def grounded(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """The pieces with white behind their pictures that goes beyond the bleed: so each shows where it is clipped."""
    known: dict[int, Drawing] = {}

    def on_white(drawing: Drawing) -> Drawing:
        ground = Rect(-99, -99, drawing.width + 198, drawing.height + 198, "#FFFFFF")
        return known.setdefault(id(drawing), drawing._replace(items=(ground, *drawing.items)))

    return tuple(replace(p, front=on_white(p.front), back=on_white(p.back) if p.back else None) for p in pieces)


def printed(outlines: list[Outline], fault: Fault, size: Size) -> list[Outline]:
    return [tuple(fault.printed(point, size) for point in outline) for outline in outlines]


def sides_of(item: Pieces) -> Iterator[tuple[Size, list[Outline], list[Outline], bool]]:
    """Each sheet from the files: its size, what lies on its front and on its back, and whether that is the same page.

    Of fold-over sheets all lies on one page. The guide sheet that goes with what is turned by hand is left out.
    """
    sheets = item.sheets()
    files = dict(sheets.files("x", "pdf"))
    if item.duplex == "manual":
        fronts, backs, reversed_ = (pages(files[f"x-{name}.pdf"]) for name in ("fronts", "backs", "backs-reversed"))
        assert reversed_ == backs[::-1] and len(fronts) == len(backs) == sheets.count + 1
        both = list(zip(fronts[1:], backs[1:], strict=True))
    else:
        found = pages(files["x.pdf"])
        if item.duplex == "fold":
            yield from ((size, outlines, outlines, True) for size, outlines in found)
            return
        half = len(found) // 2
        assert len(found) == len(sheets) == 2 * sheets.count
        both = list(zip(found[:half], found[half:], strict=True)) if item.duplex == "split" else []
        both = both or list(zip(found[::2], found[1::2], strict=True))
    for (size, front), (other, back) in both:
        assert size == other
        yield size, front, back, False


def check(item: Pieces, way: str, printer: str = "") -> None:
    item = replace(item, settings=replace(item.settings, duplex=way, printer=printer))
    wanted = sum(
        len(sheet.cells) - len(sheet.names) if item.duplex == "fold" else len(sheet.cells)
        for sheet in item.sheets()
        if item.duplex == "fold" or sheet.side == "back"
    )
    count = 0
    for size, fronts, backs, folded in sides_of(item):
        faults = (FRONT, BACK) if printer else (TRUE, TRUE)
        # Over the long edge of an upright page left and right change places; so they do beyond a fold.
        across = folded or (item.duplex != "short") == (size[1] >= size[0])

        def through(point: Point, size: Size = size, across: bool = across) -> Point:
            return (size[0] - point[0], point[1]) if across else (point[0], size[1] - point[1])

        fronts, backs = printed(fronts, faults[0], size), printed(backs, faults[1], size)
        if folded:
            backs = [one for one in backs if one[0][0] > size[0] / 2]
        count += len(pairs(fronts, backs, through, NEAR))
    assert count == wanted > 0, (item.product.name, way)


@pytest.mark.parametrize("way", WAYS)
def test_the_backs_of_a_small_deck_lie_behind_their_fronts(way: str) -> None:
    (item,) = two_sided("micro-forces/strategy-cards", "letter", "light")
    check(item, way)


@pytest.mark.slow
@pytest.mark.parametrize("backs", ["color", "light", "saver"])
@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("game", KITS)
def test_every_back_of_every_kit_lies_behind_its_front(game: str, paper: str, backs: str) -> None:
    for item in two_sided(game, paper, backs):
        for way in WAYS:
            check(item, way)


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["letter", "a4"])
@pytest.mark.parametrize("game", KITS)
def test_so_they_do_on_a_printer_that_moves_turns_and_scales_both_sides(
    game: str, paper: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PRINTGEN_CONFIG", str(tmp_path))
    sides = [
        Side(scale=Scale(across=f.across, down=f.down), shift=Shift(right=f.right, down=f.below), skew=f.turn)
        for f in (FRONT, BACK)
    ]
    for way in ("long", "short"):
        profile = Profile(paper=paper, duplex=way, front=sides[0], back=sides[1])  # type: ignore[arg-type]
        known.keep(way, profile)
    known.keep(
        "long-hand", Profile(paper=paper, front=sides[0], back=sides[1], stack=Stack(printed="up", head="first"))
    )
    # What folds lies on one side of the paper, of which all moves alike.
    for item in (one for one in two_sided(game, paper, "light") if one.duplex != "fold"):
        for way, printer in (("long", "long"), ("short", "short"), ("split", "long"), ("manual", "long-hand")):
            check(item, way, printer)
