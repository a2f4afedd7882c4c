"""Which pieces are new, what counts as printed, how often pieces of a list are printed, and what cutting takes."""

from __future__ import annotations

from dataclasses import replace

import pytest
from places import SAMPLES

import printgen
from printgen.base.errors import UsageError
from printgen.build.jobs import library_for, sound
from printgen.build.manifest import Batch, Print, Prints
from printgen.build.marking import pieces_since
from printgen.build.planning import Cutting, cutting_of
from printgen.build.targets import Selection, find_target, game_of
from printgen.drawing.extent import digest_of
from printgen.drawing.model import Drawing, Rect
from printgen.drawing.pieces import Piece
from printgen.faces.library import default_library
from printgen.game.house_style import HouseStyle

RED, BLUE = (Drawing(100, 100, (Rect(0, 0, 9, 9, fill),)) for fill in ("#FF0000", "#0000FF"))


def batch(*pieces: Piece, **more: bool) -> Batch:
    return Batch(tuple(Print(one.name, one.copies, digest_of(one.front, one.back)) for one in pieces), **more)


@pytest.mark.parametrize(
    ("now", "last", "new"),
    [
        ([Piece("A", RED, copies=3)], [Piece("A", RED)], {"A": 2}),
        ([Piece("A", RED)], [Piece("A", RED, copies=3)], {}),
        # One copy of three stands in for A, and the other two for B.
        ([Piece("A", RED), Piece("B", RED, copies=3)], [Piece("A", RED, copies=3)], {"B": 1}),
        ([Piece("A", BLUE)], [Piece("A", RED)], {"A": 1}),
        ([Piece("A", RED, leaf=True), Piece("B", BLUE, leaf=True)], [Piece("A", RED)], {"A": 1, "B": 1}),
        ([Piece("A", RED, leaf=True)], [Piece("A", RED)], {}),
    ],
)
def test_pieces_are_new_that_nobody_has_yet(now: list[Piece], last: list[Piece], new: dict[str, int]) -> None:
    assert {one.name: one.copies for one in pieces_since(now, batch(*now), batch(*last))} == new


def test_fronts_without_their_backs_are_no_pieces() -> None:
    piece = Piece("A", RED, BLUE)
    assert pieces_since([piece], batch(piece, backs=True), batch(piece)) == (piece,)
    assert pieces_since([piece], batch(piece), batch(piece)) == pieces_since(
        [piece], batch(piece, backs=True), batch(piece, backs=True)
    )


def test_a_part_that_is_printed_leaves_the_rest_as_it_was() -> None:
    a, b = Piece("A", RED, copies=2), Piece("B", BLUE)
    whole, part = batch(a, b, backs=True), batch(Piece("A", BLUE), some=True, backs=True)
    assert {(one.name, one.copies) for one in part.over(whole).pieces} == {("A", 1), ("B", 1)}
    assert part.over(whole).backs and not part.over(batch(a, b)).backs
    assert batch(b, some=True, backs=True).over(batch(b)).backs, "nothing is left that has no back"
    # A list that printed one of a card throws away none of two.
    assert batch(Piece("A", RED), listed=True).over(whole).pieces == batch(a).pieces
    assert part.over(None) is part and whole.over(part) is whole


def test_what_somebody_says_is_printed_counts_and_nothing_else() -> None:
    a, b = Piece("A", RED), Piece("B", BLUE)
    said = Prints.of(batch(a), said=True, last=batch(a, b))
    assert [one.name for one in said.latest.pieces] == ["A", "B"] and [one.name for one in said.pieces] == ["A"]
    marked = said.mark({"B"})
    assert {one.name for one in marked.pieces} == {"A", "B"} and marked.last is not None
    assert [one.name for one in marked.last.pieces] == ["A"] and marked.mark().last is None


def test_a_list_says_how_often() -> None:
    leaves = (Piece("1", RED, leaf=True), Piece("2", BLUE, leaf=True))
    assert Selection(times=2).pieces(leaves, ()) == leaves * 2
    assert [one.copies for one in Selection(times=3).pieces((Piece("A", RED, copies=2),), ())] == [6]
    assert Selection().pieces(leaves, ()) is leaves


def test_sheets_with_the_same_cuts_are_cut_together() -> None:
    sheets = printgen.load(SAMPLES / "kitchen-heroes")["heroes"].compose().impose("a4", gutter="3mm").sheets
    assert [sheet.side for sheet in sheets] == ["front", "back"]
    once = cutting_of(sheets)
    assert once == Cutting(cuts=13, stacks=1, by_hand=0, seconds=184)
    assert cutting_of(sheets * 5) == once, "five sheets are one stack"
    assert cutting_of(sheets * 6) == once + once


def test_a_target_is_a_kit_or_a_product_of_one() -> None:
    assert find_target("go-joe")[1] == "" and find_target("go-joe/joe-deck")[1] == "joe-deck"
    assert (game_of("go-joe/joe-deck"), game_of(SAMPLES / "kitchen-heroes" / "heroes")) == (
        "go-joe", str(SAMPLES / "kitchen-heroes"),
    )  # fmt: skip
    for target in ("go-joe/joe-deck/duke", "go-jo", "", str(SAMPLES)):
        with pytest.raises(UsageError):
            find_target(target)


def test_a_game_with_a_style_of_its_own_has_a_library_of_its_own() -> None:
    game = sound(str(SAMPLES / "lantern-cave")).game
    assert library_for(game) is default_library()
    style = HouseStyle(language="xx")
    assert library_for(replace(game, style=style)).style is style
