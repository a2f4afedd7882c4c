"""The small pictures of boards from which people choose."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen.build.live import LiveGame
from printgen.build.settings import PLAIN
from printgen.drawing import model
from printgen.drawing.extent import walk
from printgen.drawing.outlines import bounds, transform_outline
from printgen.studio.actions import Live, desks_for

GAME = """\
title: Stars
version: "1"
products:
  board:
    kind: hex-board
    title: Board
    options:
      rows: 1
      columns: 2
      grounds: {land: "#C9DE9A"}
      edges: {wall: {color: "#102030", along: [A1 south-east]}}
"""


def test_a_wall_between_two_hexes_stands_between_them(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    game = LiveGame(str(tmp_path))
    action = desks_for(game, "board")["map"].load()["wall"]
    picture = action.run(Live.of(game, "board", PLAIN, {}), action.asks(count=1)).pictures["board 1"]
    drawn = [
        bounds(transform_outline(item.outline, matrix))
        for item, matrix in walk(picture.items)
        if isinstance(item, model.Path) and item.stroke and item.stroke.color == "#102030"
    ]
    middle = picture.width / 2, picture.height / 2
    assert drawn and all((box.x + box.w / 2, box.y + box.h / 2) == pytest.approx(middle, abs=0.01) for box in drawn)


SQUARES = """\
title: Stars
version: "1"
products:
  board:
    kind: terrain-board
    title: Board
    options:
      rows: 2
      columns: 3
      space: 1x0.5in
      arrangement: symmetric
      terrains: {lawn: {weight: 9, color: "#8FBF6B"}, pond: {weight: 1, color: "#8FBFD8"}}
      bases: {north: {at: top-left, color: "#C05040"}, south: {at: bottom-right, color: "#4050C0"}}
"""


def test_spaces_of_a_board_lie_row_by_row_and_bases_are_marked(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(SQUARES, encoding="utf-8")
    game = LiveGame(str(tmp_path))
    action = desks_for(game, "board")["map"].load()["roll"]
    answer = action.run(Live.of(game, "board", PLAIN, {}), action.asks(locks={"B1": "pond"}))
    spaces = answer.data["spaces"]
    assert [(space["name"], space["held"], space["marked"]) for space in spaces] == [
        ("A1", "north", "North"), ("B1", "pond", ""), ("C1", "lawn", ""),
        ("A2", "lawn", ""), ("B2", "pond", ""), ("C2", "south", "South"),
    ]  # fmt: skip
    assert [space["name"] for space in spaces if space["locked"]] == ["B1"]
    assert [space["name"] for space in spaces if space["follows"]] == ["B2"]
    (left, top), _, (right, bottom), _ = spaces[5]["points"]
    board = answer.pictures["board"]
    assert (1.5 * left, 2 * top, right, bottom) == pytest.approx((board.width, board.height) * 2, abs=0.1)
    assert answer.data["counts"] == {"lawn": 2, "pond": 2} and answer.data["sides"] == ["North", "South"]
    assert {"paint lawn", "paint pond"} <= answer.pictures.keys()


FORMS = """\
title: Forms
version: "1"
boards:
  one: {rows: 2, columns: 2, terrains: [jungle, sea]}
  two: {rows: 2, columns: 3, terrains: [jungle, sea]}
products:
  plain: {kind: terrain-board, title: Plain, options: {rows: 2, columns: 2, terrains: [jungle, sea], form: maps}}
  strange: {kind: terrain-board, title: Strange, options: {rows: 2, columns: 3, terrains: [jungle, sea], form: tiles}}
  two-tiles: {kind: terrain-board, title: Tiles, options: {board: two, form: tiles}}
  one-maps: {kind: terrain-board, title: Maps, options: {board: one, form: maps}}
  one-poster: {kind: terrain-board, title: Poster, options: {board: one, form: poster}}
  two-poster: {kind: terrain-board, title: Poster, options: {board: two, form: poster}}
"""


@pytest.mark.parametrize(
    "name, forms",
    [
        ("plain", {"maps": "plain", "tiles": "plain", "poster": "plain"}),
        ("one-maps", {"maps": "one-maps", "tiles": "one-maps", "poster": "one-poster"}),
        ("one-poster", {"maps": "one-maps", "tiles": "one-poster", "poster": "one-poster"}),
        ("two-poster", {"maps": "two-poster", "tiles": "two-tiles", "poster": "two-poster"}),
    ],
)
def test_forms_of_a_board_are_printed_by_products_of_the_same_board(
    tmp_path: Path, name: str, forms: dict[str, str]
) -> None:
    (tmp_path / "game.yaml").write_text(FORMS, encoding="utf-8")
    game = LiveGame(str(tmp_path))
    action = desks_for(game, name)["map"].load()["print"]
    live = Live.of(game, name, PLAIN, {})
    printed = {form: action.run(live, action.asks(form=form, paper="a4")).command[1] for form in forms}
    assert {form: target.rpartition("/")[2] for form, target in printed.items()} == forms
