"""What a list or a table says and a face cannot use is told where it is written."""

from pathlib import Path

import pytest

from printgen.base.errors import Finding
from printgen.build import stages as build
from printgen.build.settings import Settings

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
    (found,) = build.check([str(tmp_path)], Settings())
    assert found.message.startswith("there is no icon 'waive', for ") and found.hint == "Did you mean 'waves'?"
    assert [str(place).rpartition("/")[2] for place in (found.where, *found.also)] == [
        "suits.csv:2:icon", "suits.csv:4:icon", "suits.csv:5:icon"
    ]  # fmt: skip


FLAGGED = """\
title: Flags
version: "1"
records: {thing: {hot: text, note: {kind: text, optional: true}}}
products: {deck: {kind: cards, title: Deck, list: LIST, record: thing, front: front, size: 63x88mm}}
"""
ASKS = {
    "when": '  - rect: {w: 9, h: 9, fill: "#FFF"}\n    when: card.hot\n',
    "not": '  - rect: {w: 9, h: 9, fill: "#FFF"}\n    when: not card.hot\n',
    "if": "  - rect: {w: 9, h: 9, fill: \"{{ '#FFF' if card.hot else '#EEE' }}\"}\n",
    "and": "  - rect: {w: 9, h: 9, fill: \"#FFF\"}\n    when: card.hot and card.name != 'x'\n",
    "or": "  - rect: {w: 9, h: 9, fill: \"{{ '#FFF' if card.name == 'x' or card.hot else '#EEE' }}\"}\n",
    "lets": "lets: {burns: \"{{ '#FFF' if card.hot else '#EEE' }}\"}\n",
}
LISTS = {
    "a.csv": ('name,hot\nOne,"FALSE"\n', "a.csv:2:hot"), "a.tsv": ("name\thot\nOne\tno\n", "a.tsv:2:hot"),
    "a.yaml": ('- {name: One, hot: "false"}\n', "a.yaml:1:20"),
    "a.json": ('[{"name": "One", "hot": "Falsch"}]', "a.json:1:25"),
}  # fmt: skip


def flagged(folder: Path, listed: str, content: str, ask: str) -> list[Finding]:
    (folder / "templates/faces").mkdir(parents=True)
    head, items = (ask, "") if ask.startswith("lets") else ("", ask)
    face = f'size: [63, 88]\nunit: mm\n{head}items:\n  - rect: {{w: 3, h: 3, fill: "#FFF"}}\n{items}'
    (folder / "templates/faces/front.yaml").write_text(face)
    (folder / "game.yaml").write_text(FLAGGED.replace("LIST", listed))
    (folder / listed).write_text(content)
    return [one for one in build.check([str(folder)], Settings()) if one.severity == "error"]


@pytest.mark.parametrize("listed", LISTS)
@pytest.mark.parametrize("way", ASKS)
def test_a_text_that_says_false_is_no_condition(tmp_path: Path, listed: str, way: str) -> None:
    content, place = LISTS[listed]
    (error,) = flagged(tmp_path, listed, content, ASKS[way])
    assert str(error.where).endswith(place) and "any text counts as true" in error.message
    assert error.hint.startswith("Write card.hot != '") and "flag" in error.hint


@pytest.mark.parametrize("text", ["TRUE", "x", "0", "Not now"])
def test_other_texts_are_true_where_they_are_asked_for(tmp_path: Path, text: str) -> None:
    assert not flagged(tmp_path, "a.csv", f"name,hot\nOne,{text}\n", ASKS["when"])


def test_a_rule_of_the_game_asks_no_text_that_says_false(tmp_path: Path) -> None:
    rule = '  - {records: thing, when: card.hot, must: card.note != "", message: "no note"}\n'
    game = FLAGGED.replace("products:", f"checks:\n{rule}products:")
    flagged(tmp_path, "a.csv", "name,hot\nOne,FALSE\n", "")
    (tmp_path / "game.yaml").write_text(game.replace("LIST", "a.csv"))
    (error,) = build.check([str(tmp_path)], Settings())
    assert str(error.where).endswith("a.csv:2:hot") and "any text counts as true" in error.message
