"""Values of records in words: entries of lists are headed by their names, and words in use are explained."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from printgen.exports import export

FILES = {
    "game.yaml": """\
title: Attic
version: "1"
tables:
  moods: {file: moods.yaml, fields: {name: text, about: text}}
records:
  hero:
    mood: {kind: choice, from: moods}
    gear: {kind: list, of: {size: {kind: text, optional: true}, name: text, range: integer}, optional: true}
    rules: {kind: blocks, optional: true}
products:
  deck: {kind: cards, title: Deck, list: heroes.yaml, record: hero, front: hero, size: 63x88mm}
""",
    "moods.yaml": """\
calm: {name: Calm, about: It waits.}
wild: {name: Wild, about: It bites.}
shy: {name: Shy, about: It hides.}
""",
    "heroes.yaml": """\
- {name: Ann, mood: shy, gear: [{size: long, name: Rifle, range: 24}, {name: Bow, range: 9}]}
- {name: Ben, mood: calm, rules: "# Trick\\n\\nRoll **once**.\\n\\n| d4 | what |\\n|---|---:|\\n| 1 | :fire: |\\n---"}
""",
    "templates/faces/hero.yaml": """\
size: [63, 88]
unit: mm
palettes: [dossier]
lets:
  mood: "{{ tables.moods[card.mood] }}"
items:
  - blocks: {x: 5, y: 50, w: 53, from: "{{ card.rules }}"}
  - text: {x: 5, y: 9, w: 53, text: "{{ card.name }} {{ mood.name }} {{ mood.about }}", size: 9, color: ink}
  - each:
      in: "{{ card.gear }}"
      as: item
      items:
        - text: {x: 5, y: "{{ 20 + 9 * index }}", w: 53, text: "{{ item.size }} {{ item.name }} {{ item.range }}"}
""",
}


@pytest.fixture
def page(tmp_path: Path) -> str:
    """The page for screen readers."""
    for name, text in FILES.items():
        path = tmp_path / "attic" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return export("text", str(tmp_path / "attic"), tmp_path / "out").files[0].read_text(encoding="utf-8")


def test_an_entry_of_a_list_is_headed_by_its_name(page: str) -> None:
    assert "<td>Rifle (Size long, Range 24); Bow (Range 9)</td>" in page


def test_words_that_no_card_has_are_not_explained(page: str) -> None:
    assert re.findall(r'<th scope="row">(.*?)</th><td>(It .*?)</td>', page) == [
        ("Calm", "It waits."), ("Shy", "It hides."),
    ]  # fmt: skip


def test_blocks_are_read_without_their_marks(page: str) -> None:
    assert "<td>Trick<br>Roll once.<br>d4, what<br>1, [fire]</td>" in page
