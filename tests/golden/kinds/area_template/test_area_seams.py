"""Where pages of area templates are joined nothing is read: neither titles nor dice, on letter and on A4."""

from __future__ import annotations

from functools import cache

import pytest
from pairwise import cases

from printgen.base.folders import kits_folder
from printgen.base.units import Box
from printgen.build.jobs import library_for
from printgen.drawing.extent import transform_box, walk_kind, words_of
from printgen.drawing.model import Path, Text
from printgen.drawing.outlines import bounds
from printgen.drawing.pieces import Piece
from printgen.faces.render import Renderer
from printgen.game.load import with_options
from printgen.kinds import find_load, load
from printgen.kinds.area_template.pieces import compose_area_templates
from printgen.kinds.composition import Order
from printgen.kinds.poster import seams_of

# All templates at their true size take longer to draw than is left to the quick tests.
pytestmark = pytest.mark.slow
ROLLS = {"1", "2", "3", "4", "5"}


@cache
def printed(paper: str, scale: str, look: str = "") -> list[tuple[Piece, tuple[Box, ...]]]:
    """The templates of the kit that are tiled or cut, on a paper, with where their pages are joined."""
    game, _ = load(kits_folder() / "sixth-scale")
    assert game is not None
    override = {"form": "full"} if scale == "full" else {"form": "full", "scale": scale}
    product, wrong = with_options(game, game.products["templates"], override, find_load("area-template"))
    assert not wrong
    # The searchlight is as long as a garden, and beams of other lights are drawn as it is.
    records = tuple(record for record in product.records if record.name != "Vehicle searchlight")
    library = library_for(game)
    order = Order(game, product, records, library, Renderer(library), look, paper=paper)
    composition = compose_area_templates(order)
    assert not composition.findings and len(composition.pieces) == len(records)
    out = []
    for piece in composition.pieces:
        assert piece.cut is not None
        seams = seams_of(order, piece.name, (piece.front.width, piece.front.height), piece.cut)
        out.append((piece, [seam.box for seam in seams]))
    return out


@pytest.mark.parametrize(("paper", "scale"), cases(["letter", "a4"], ["full", "1:12"], meet=1))
def test_no_word_and_no_roll_lies_where_pages_are_joined(paper: str, scale: str) -> None:
    joined = 0
    for piece, seams in printed(paper, scale):
        joined += len(seams)
        for text, matrix in walk_kind(piece.front, Text):
            box = transform_box(Box(text.x, text.y - 0.7 * text.size, text.width, 0.7 * text.size), matrix)
            assert all(min(box.common(seam)[2:]) <= 0 for seam in seams), (piece.name, text.text)
    assert joined > (100 if scale == "full" else 20)


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_discs_show_all_of_their_dice_whole(paper: str) -> None:
    for piece, seams in printed(paper, "full")[:2]:
        paths = [(path, transform_box(bounds(path.outline), matrix)) for path, matrix in walk_kind(piece.front, Path)]
        dice = [
            box for path, box in paths if path.fill and path.stroke and 20 < box.w < 90 and abs(box.w - box.h) < 0.01
        ]
        shown = set()
        for text, matrix in walk_kind(piece.front, Text):
            if text.text in ROLLS and text.font == "stencil":
                letter = transform_box(Box(text.x, text.y - 0.7 * text.size, text.width, 0.7 * text.size), matrix)
                around = [box for box in dice if box.common(letter) == letter]
                assert all(min(box.common(seam)[2:]) <= 0 for box in around for seam in seams), text.text
                shown |= {text.text} if around else set()
        assert shown == ROLLS


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_the_panel_of_a_flame_is_on_one_page_with_all_of_its_words(paper: str) -> None:
    (flame, seams) = printed(paper, "full")[3]
    said = words_of(flame.front)
    assert {"FLAMETHROWER", "150 in long, 20 in wide", "4-6", "1-3"} <= {word.replace("–", "-") for word in said}
    (panel, *_) = (
        transform_box(bounds(path.outline), matrix)
        for path, matrix in walk_kind(flame.front, Path)
        if path.fill == "#FFFFFF" and path.stroke and 300 < bounds(path.outline).w * matrix[0] < 700
    )
    assert seams and all(min(panel.common(seam)[2:]) <= 0 for seam in seams)
