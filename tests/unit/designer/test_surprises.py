"""What a surprise becomes, and photos that are copied beside a list."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from printgen.base.file_access import FileAccess
from printgen.designer import look
from printgen.designer.context import PhotoFile
from printgen.designer.design import copy_photo

CONTEXT: Any = SimpleNamespace(game=SimpleNamespace(name="squad"))


def test_a_sex_that_is_a_surprise_follows_from_the_name_however_it_is_written(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(look, "choices", lambda context, key: ("man", "woman"))

    def drawn(name: str) -> Any:
        return look.look_from_words(CONTEXT, name, {look.SEX: look.SURPRISE, "hair": look.SURPRISE})

    names = [f"trooper {letter}" for letter in "abcdefghij"]
    assert {tuple(drawn(name)) for name in names} == {(look.SEX,)}
    assert {drawn(name)[look.SEX] for name in names} == {"man", "woman"}
    assert [drawn(name) for name in names] == [drawn(f" {name.upper()} ") for name in names]
    assert look.look_from_words(CONTEXT, "a", {"hair": look.SURPRISE}) == {}


@pytest.mark.parametrize(("name", "copied"), [
    ("Ann.png", "pictures/Ann.png"), ("taken.png", "pictures/taken-3.png"), ("same.png", "pictures/same.png"),
    ("con.png", "pictures/picture"), ("../up.png", "pictures/picture"),
])  # fmt: skip
def test_a_photo_is_copied_under_a_name_of_its_own(name: str, copied: str, tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for there in ("taken.png", "taken-2.png", "same.png"):
        (pictures / there).write_bytes(b"new" if there == "same.png" else b"old")
    context: Any = SimpleNamespace(file=tmp_path / "squad.yaml", gate=FileAccess(tmp_path, tmp_path))
    files = {} if name == "same.png" else {tmp_path / copied: b"new"}
    assert copy_photo(context, PhotoFile(name, b"new")) == (copied, files)


def test_a_photo_that_lies_among_the_users_cards_stays_where_it_is(tmp_path: Path) -> None:
    mine, other = tmp_path / "mine" / "art" / "a.png", tmp_path / "b.png"
    mine.parent.mkdir(parents=True)
    (tmp_path / "mine" / "squad").mkdir()
    for file in (mine, other):
        file.write_bytes(b"photo")
    home = tmp_path / "mine" / "squad"
    context: Any = SimpleNamespace(
        file=home / "squad.yaml", gate=FileAccess(home, home), cards=tmp_path / "mine", game=SimpleNamespace(folder="")
    )
    assert copy_photo(context, mine) == ("../art/a.png", {})
    assert copy_photo(context, other) == ("pictures/b.png", {home / "pictures" / "b.png": b"photo"})
