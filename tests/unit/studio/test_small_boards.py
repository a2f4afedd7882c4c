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
