"""A word that a table misspells in many rows is told once, with the places of the others."""

from pathlib import Path

from printgen import build

GAME = """\
title: Rows
version: "1"
records: {thing: {suit: {kind: choice, from: suits}}}
products: {deck: {kind: cards, title: Deck, list: things.csv, record: thing, front: front, size: 63x88mm}}
tables: {suits: {file: suits.csv, fields: {icon: text}}}
"""
FACE = """\
size: [63, 88]
unit: mm
palettes: [dossier]
items:
  - icon: {name: "{{ tables.suits[card.suit].icon }}", cx: 9, cy: 50}
"""


def test_rows_with_the_same_mistake_are_told_together(tmp_path: Path) -> None:
    (tmp_path / "templates/faces").mkdir(parents=True)
    (tmp_path / "templates/faces/front.yaml").write_text(FACE)
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "suits.csv").write_text("code,icon\na,waive\nb,star\nc,waive\nd,waive\n")
    (tmp_path / "things.csv").write_text("name,suit\nOne,a\nTwo,b\nThree,c\nFour,a\n")
    (found,) = build.check([str(tmp_path)], build.Settings())
    assert found.message.startswith("there is no icon 'waive', for ") and found.hint == "Did you mean 'waves'?"
    assert [str(place).rpartition("/")[2] for place in (found.where, *found.also)] == [
        "suits.csv:2:icon", "suits.csv:4:icon", "suits.csv:5:icon"
    ]  # fmt: skip
