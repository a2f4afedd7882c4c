"""A record at the end of a list: what stands there stays, and what cannot be added to is refused."""

from pathlib import Path

import pytest

from printgen.base.errors import PrintgenError
from printgen.base.file_access import FileAccess
from printgen.game.list_records import FIRST_LINE, append_record
from printgen.game.load import load_game

CARD = {"name": "Bob", "tags": ["a", "b"]}


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("", f"{FIRST_LINE}- name: Bob\n  tags: [a, b]\n"),
        ("# Mine\n", "# Mine\n- name: Bob\n  tags: [a, b]\n"),
        ("- {name: Ann}  # first", "- {name: Ann}  # first\n\n- name: Bob\n  tags: [a, b]\n"),
        ("  - name: Ann\r\n", "  - name: Ann\r\n\r\n  - name: Bob\r\n    tags: [a, b]\r\n"),
    ],
)
def test_a_record_is_added_in_the_way_of_the_list(before: str, after: str) -> None:
    assert append_record(before, CARD, "own.yaml") == after


@pytest.mark.parametrize(
    ("before", "code"),
    [
        ("- [", "syntax"),
        ("{name: Ann}\n", "cannot-add"),
        ("[{name: Ann}]\n", "cannot-add"),
        ("- &a {b: 1}\n", "anchor"),
    ],
)
def test_what_cannot_be_added_to_is_refused(before: str, code: str) -> None:
    with pytest.raises(PrintgenError) as refused:
        append_record(before, CARD, "own.yaml")
    assert refused.value.findings[0].code == code


def test_all_records_are_numbered_and_those_of_ones_own_change_no_total(tmp_path: Path) -> None:
    deck = "{kind: cards, list: deck.yaml, record: c, front: front}"
    for name, text in (
        ("game/game.yaml", f'title: T\nversion: "1"\nrecords: {{c: {{}}}}\nproducts: {{deck: {deck}}}\n'),
        ("game/deck.yaml", "- name: One\n- {name: Two, copies: 3}\n"),
        ("mine/deck.yaml", "- name: Mine\n"),
    ):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    game, findings = load_game(tmp_path / "game", FileAccess(tmp_path / "mine", tmp_path / "mine"))
    assert game is not None and findings == ()
    cards = [(card["name"], card["number"], card["total"]) for card in game.products["deck"].cards]
    assert cards == [("One", 1, 2), ("Two", 2, 2), ("Mine", 3, 2)]
