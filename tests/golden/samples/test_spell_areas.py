"""The sample of spell areas: another game's areas, written in feet, come out of the PDF at their true sizes."""

from __future__ import annotations

from pathlib import Path

import pdfplumber
import pytest
from places import SAMPLES

from printgen.base.units import to_mm
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.printed import Pieces
from printgen.build.settings import Settings
from printgen.drawing.extent import words_of
from printgen.drawing.outlines import bounds
from printgen.drawing.pieces import Piece

SAMPLE = SAMPLES / "spell-areas"
FOOT = 25.4 / 5
SIZES = {
    "Fire ball": (40, 40),
    "Healing ring": (20, 20),
    "Thorn hedge": (40, 20),
    "Frost breath": (30, 30),
    "Lightning": (5, 50),
    "Thunder wave": (15, 15),
}


@pytest.fixture(scope="module")
def composed() -> Pieces:
    assert not build.check([str(SAMPLE)], Settings())
    (job,) = load([str(SAMPLE)])
    (item,), _ = build.compose(job, Settings())
    return item


def printed(piece: Piece) -> str:
    """All that is to be read, curved letters one after the other, without spaces."""
    return "".join(words_of(piece.front)).replace(" ", "")


@pytest.mark.slow
def test_every_area_measures_what_its_feet_say(composed: Pieces, tmp_path: Path) -> None:
    build.build([str(SAMPLE)], Settings(out=tmp_path))
    sizes = []
    with pdfplumber.open(tmp_path / "spell-areas" / "spells.pdf") as pdf:
        for page in pdf.pages:
            shapes = [s for s in [*page.curves, *page.rects, *page.lines] if abs((s["linewidth"] or 0) - 0.35) < 0.01]
            big = max(shapes, key=lambda s: (s["x1"] - s["x0"]) * (s["bottom"] - s["top"]))
            sizes.append((to_mm(big["x1"] - big["x0"]), to_mm(big["bottom"] - big["top"])))
    assert len(sizes) == len(SIZES)
    for found, (wide, tall) in zip(sizes, SIZES.values(), strict=True):
        assert sorted(found) == pytest.approx(sorted((wide * FOOT, tall * FOOT)), abs=0.1)


@pytest.mark.slow
def test_what_is_cut_is_closed_and_fills_the_piece(composed: Pieces) -> None:
    for piece in composed.pieces:
        assert piece.cut is not None
        box = bounds(piece.cut)
        wide, tall = piece.front.width, piece.front.height
        assert (box.x, box.y, box.w, box.h) == pytest.approx((0, 0, wide, tall), abs=1e-6)
        assert piece.cut[0][1:] == pytest.approx(piece.cut[-2][-2:], abs=1e-6) and piece.cut[-1] == ("Z",)
    hedge = next(piece for piece in composed.pieces if piece.name == "Thorn hedge")
    assert hedge.cut is not None and hedge.cut[-2][0] == "L"


@pytest.mark.slow
def test_all_is_told_in_feet(composed: Pieces) -> None:
    told = {piece.name: printed(piece) for piece in composed.pieces}
    assert "FIREBALL40FT" in told["Fire ball"] and "15′" in told["Fire ball"]
    assert "30x30ft" in told["Frost breath"] and "20′" in told["Frost breath"] and "20ftwide" in told["Frost breath"]
    assert "LIGHTNING" in told["Lightning"] and "50x5ft" in told["Lightning"]
    assert not any("inch" in words.lower() or "″" in words for words in told.values())


@pytest.mark.slow
def test_nothing_is_told_of_misses_that_the_game_does_not_have(composed: Pieces) -> None:
    fire = printed(composed.pieces[0])
    assert "MISSED" not in fire and "d6," not in fire and "Lightswhateverburns" in fire


@pytest.mark.slow
def test_each_kind_of_magic_has_colours_of_its_own(composed: Pieces) -> None:
    from printgen.drawing.extent import walk_kind
    from printgen.drawing.model import Path as Outlined

    fills = {piece.name: {path.fill for path, _ in walk_kind(piece.front, Outlined)} for piece in composed.pieces}
    assert "#E8642A" in fills["Fire ball"] and "#E8642A" not in fills["Thorn hedge"]
    assert "#CFE6F2" in fills["Frost breath"] and "#5E8C3A" in fills["Thorn hedge"]


def test_a_rectangle_has_no_gauge() -> None:
    (job,) = load([str(SAMPLE)])
    _, found = build.compose(job, Settings(overrides={"area-template": {"form": "gauge"}}))
    assert [finding.message for finding in (*job.findings, *found)] == [
        "Lightning is a rectangle, which has no gauge",
        "Thunder wave is a rectangle, which has no gauge",
    ]
