"""Examples of throws on a reference sheet: volleys and duels as they are read, counted and drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen import kinds
from printgen.base.errors import Finding
from printgen.base.folders import templates_folder
from printgen.drawing.extent import walk_kind, words_of
from printgen.drawing.model import Text
from printgen.drawing.pieces import Piece
from printgen.faces.library import Library
from printgen.faces.render import Renderer
from printgen.kinds.composition import Order
from printgen.kinds.reference_sheet import compose_reference_sheet

GAME = """\
title: Kitchen
version: "1"
products:
  aid: {kind: reference-sheet, title: Aid, options: {file: aid.yaml, columns: COUNT}}
"""
HEAD = "title: Aid\nsections:\n  - title: First\n    blocks:\n"
VOLLEY = "      - volley: {title: Shoot, text: Two fall., needs: 4, dice: [6, 4, 3]}\n"
DUEL = "      - duel: {text: One falls., sides: [{name: Red, dice: [2, 6, 5]}, {name: Blue, dice: [3, 6, 1, 1]}]}\n"


def composed(folder: Path, blocks: str, columns: int = 1, look: str = "") -> tuple[list[Piece], list[Finding]]:
    """The pages, and the findings."""
    (folder / "game.yaml").write_text(GAME.replace("COUNT", str(columns)), encoding="utf-8")
    (folder / "aid.yaml").write_text(HEAD + blocks, encoding="utf-8")
    game, findings = kinds.load(folder)
    assert game is not None
    if findings:
        return [], list(findings)
    library = Library((folder / "templates", templates_folder()))
    order = Order(game, game.products["aid"], (), library, Renderer(library), look)
    composition = compose_reference_sheet(order)
    return list(composition.pieces), list(composition.findings)


def made(folder: Path, blocks: str, columns: int = 1, look: str = "") -> tuple[list[str], list[Finding]]:
    """The texts of all pages, and the findings."""
    pieces, findings = composed(folder, blocks, columns, look)
    return [text for piece in pieces for text in words_of(piece.front)], findings


@pytest.mark.some(6)
@pytest.mark.parametrize("look", ["", "saver"])
@pytest.mark.parametrize("columns", [1, 2, 3])
def test_hits_and_losses_are_counted_and_shown(tmp_path: Path, columns: int, look: str) -> None:
    shown, findings = made(tmp_path, VOLLEY + DUEL, columns, look)
    assert findings == []
    told = " ".join(shown).upper()
    # The duel: 6 against 6 is a draw, 5 beats 3, 2 beats 1, and the last 1 has no partner.
    for words in ("SHOOT", "2 HITS", "TWO FALL", "RED", "BLUE", "LOSES 0", "LOSES 2", "ONE FALLS"):
        assert words in told, words


def test_a_long_text_beside_the_dice_begins_under_the_title(tmp_path: Path) -> None:
    text = "Blue falls. " * 60
    (page,), _ = composed(tmp_path, f"      - volley: {{title: Shoot, text: {text}, needs: 4, dice: [6, 4, 3]}}\n")
    lines = [(text.text, matrix[5] + text.y) for text, matrix in walk_kind(page.front, Text)]
    title = next(y for words, y in lines if words.upper() == "SHOOT")
    told = [y for words, y in lines if words.startswith(("Blue", "falls"))]
    assert len(told) > 3 and min(told) > title


def test_one_hit_is_one_hit_and_none_is_none(tmp_path: Path) -> None:
    shown, _ = made(tmp_path, "      - volley: {needs: 6, dice: [6, 1]}\n      - volley: {needs: 6, dice: [1]}\n")
    assert {"1 HIT", "0 HITS"} <= {text.upper() for text in shown}
