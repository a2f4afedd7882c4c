"""The figure that is hit, the record of figures and the outside of the screen: what stands on paper where."""

from __future__ import annotations

import itertools

import pytest
from whole import composed

from printgen.base.folders import kits_folder
from printgen.base.units import mm
from printgen.build import stages as build
from printgen.build.settings import Settings
from printgen.drawing.extent import walk_kind, words_of
from printgen.drawing.fonts import on_shelf
from printgen.drawing.model import Path as Outline
from printgen.drawing.model import Rect, Text
from printgen.drawing.pieces import Piece
from printgen.faces.blocks.typeset import load_style
from printgen.faces.library import Library, default_library
from printgen.game.dice_tables import load_dice_tables
from printgen.reading.files import Files
from printgen.writers.page import Page
from printgen.writers.pictures import measure_ink

KIT = kits_folder() / "sixth-scale"


def pieces(product: str, look: str = "color") -> tuple[Piece, ...]:
    whole = composed(f"sixth-scale/{product}", look=look)
    assert whole.findings == ()
    return whole[product].pieces


def rolls() -> list[str]:
    table = (load_dice_tables(Files(KIT), KIT / "tables-damage.yaml") or {})["hit-location"]
    assert table and table.die
    return [row.spans["roll"].format(table.die).replace("-", "–") for row in table.rows if "roll" in row.spans]


@pytest.mark.slow
@pytest.mark.parametrize("look", ["color", "saver"])
def test_every_roll_stands_once_beside_the_figure_and_nothing_covers_another(look: str) -> None:
    (piece,) = pieces("figure-damage", look)
    left = [(item, matrix) for item, matrix in walk_kind(piece.front, Text) if matrix[4] + matrix[0] * item.x < mm(76)]
    tags = {item.text: (matrix[4] + matrix[0] * item.x, matrix[5] + matrix[3] * item.y) for item, matrix in left}
    assert sorted(item.text for item, _ in left if item.text in rolls()) == sorted(rolls())
    for a, b in itertools.combinations([tags[roll] for roll in rolls()], 2):
        assert abs(a[0] - b[0]) > mm(12) or abs(a[1] - b[1]) > mm(5)
    # His right arm is on the left of the page.
    assert tags["31–40"][0] < tags["21–30"][0] < tags["51–60"][0]


def test_a_figure_of_the_record_has_a_spot_for_every_area_of_the_table() -> None:
    (piece,) = pieces("figure-record")
    white = (item.outline for item, _ in walk_kind(piece.front, Outline) if item.fill == "#FFFFFF")
    wide = [max(xs) - min(xs) for xs in ([x for step in outline for x in step[1::2]] for outline in white)]
    assert sum(each == pytest.approx(mm(3.5), abs=0.01) for each in wide) == 4 * len(rolls())
    words = words_of(piece.front)
    assert [
        words.count(word) for word in ("GRAZE", "WOUND", "OUT", "DEAD", "two: a wound", "two: out", "two: dead")
    ] == [4] * 7


def test_the_record_has_the_colours_of_harm_that_tables_have() -> None:
    library = Library((kits_folder().parent / "templates",))
    style = load_style(library.face("sheet-dossier"), library)
    (piece,) = pieces("figure-record")
    fills = [item.fill for item, _ in walk_kind(piece.front, Rect)] + [
        item.fill for item, _ in walk_kind(piece.front, Outline)
    ]
    for severity in (1, 2, 3):
        assert fills.count(style.harm(severity)) >= 4, severity


@pytest.mark.slow
def test_the_outside_of_the_screen_is_as_large_as_the_inside_and_goes_behind_it() -> None:
    inside, outside = pieces("referee-screen"), pieces("screen-outside")
    sizes = {(round(piece.front.width, 2), round(piece.front.height, 2)) for piece in (*inside, *outside)}
    assert len(inside) == len(outside) == 3 and len(sizes) == 1
    # Whoever stands on the other side has the first panel behind the last one.
    ends = [next(word for word in words_of(piece.front) if word.startswith("Players’ side")) for piece in outside]
    assert [end[-2] for end in ends] == ["3", "2", "1"]
    assert {"SIXTH-SCALE", "SKIRMISH"} <= set(words_of(outside[1].front))


@pytest.mark.slow
@pytest.mark.parametrize(("look", "most"), [("color", 0.46), ("saver", 0.15)])
def test_three_panels_take_no_more_ink_than_a_board_does(look: str, most: float) -> None:
    """A wall of three sheets to glue would empty cartridges, and wrinkle."""
    with on_shelf(default_library().fonts.shelf):
        inks = measure_ink([Page(piece.front) for piece in pieces("screen-outside", look)])
    assert sum(ink.area for ink in inks) / 3 < most


@pytest.mark.slow
@pytest.mark.parametrize("option", [{"scale": "1:18"}, pytest.param({"form": "gauge"}, marks=pytest.mark.nightly)])
def test_a_piece_whose_name_tells_its_scale_or_form_is_shown_by_that_of_its_record(option: dict[str, str]) -> None:
    settings = Settings(overrides={"area-template": option})
    assert [finding for finding in build.check(["sixth-scale/cover"], settings) if finding.severity == "error"] == []
