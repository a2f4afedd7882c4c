"""What a game's `language` does on its faces: capitals, the order of words, and numbers."""

from pathlib import Path

import pytest
from tables import tables

from printgen import load
from printgen.drawing.extent import words_of

TABLES = tables(__file__)

FACE = """\
size: [120, 60]
unit: mm
items:
  - text: {x: 3, y: 3, w: 110, h: 8, size: 10, text: "{{ card.note }}", caps: true}
  - text: {x: 3, y: 11, w: 110, h: 8, size: 10, text: "*{{ card.note }}*", caps: true}
  - text: {x: 3, y: 19, w: 110, h: 8, size: 10, text: "[sc]{{ card.note }}[/]"}
  - text: {x: 3, y: 27, w: 110, h: 8, size: 10, text: "{{ card.note | upper }}"}
  - text: {x: 3, y: 35, w: 110, h: 8, size: 10, text: "{{ card.note | title }}"}
  - text: {x: 3, y: 43, w: 110, h: 8, size: 10, text: "{{ card.note | capitalize }}"}
  - text: {x: 3, y: 51, w: 110, h: 8, size: 10, text: "{{ card.words | sort | join(' ') }}"}
  - text:
      {x: 60, y: 51, w: "{{ 5.5 * 10 }}", h: 8, size: 10,
      text: "{{ card.weight }} {{ 0.5 | percent }} {{ card.weight ~ '!' }}"}
"""


def words(folder: Path, language: str, note: str, listed: str) -> list[str]:
    (folder / "templates/faces").mkdir(parents=True)
    (folder / "templates/faces/card.yaml").write_text(FACE, encoding="utf-8")
    (folder / "cards.yaml").write_text(
        f"- {{name: One, note: {note}, words: [{listed}], weight: 2.5}}\n", encoding="utf-8"
    )
    (folder / "game.yaml").write_text(
        f'title: Words\nversion: "1"\nlanguage: {language}\n'
        "records: {card: {note: text, words: {kind: list, of: text}, weight: number}}\n"
        "products:\n  deck: {kind: cards, title: Deck, list: cards.yaml, record: card, front: card, size: 120x60mm}\n",
        encoding="utf-8",
    )
    (deck,) = load(folder).compose()
    return words_of(deck.pieces[0].front)


@pytest.mark.parametrize(
    ("language", "note", "listed", "printed"),
    TABLES["letters_and_numbers_are_those_of_the_language"],
)  # fmt: skip
def test_letters_and_numbers_are_those_of_the_language(
    tmp_path: Path, language: str, note: str, listed: str, printed: list[str]
) -> None:
    assert words(tmp_path, language, note, listed) == printed
