"""What counts as a change of a game's files."""

from __future__ import annotations

from pathlib import Path

from printgen.studio.workshop import file_times


def test_a_change_counts_however_an_editor_writes(tmp_path: Path) -> None:
    def changes() -> set[str]:
        nonlocal before
        now = file_times(tmp_path)
        names = {name for name in {*before, *now} if before.get(name) != now.get(name)}
        before = now
        return names

    (tmp_path / "output").mkdir()
    (tmp_path / "list.yaml").write_text("one")
    before = file_times(tmp_path)
    assert changes() == set()
    (tmp_path / "list.yaml").write_text("three")
    assert changes() == {"list.yaml"}
    (tmp_path / "list.yaml.tmp").write_text("fiver")
    (tmp_path / "list.yaml.tmp").replace(tmp_path / "list.yaml")
    assert changes() == {"list.yaml"}
    (tmp_path / "templates").mkdir()
    (tmp_path / "templates" / "new.yaml").write_text("")
    (tmp_path / "templates" / "output").mkdir()
    (tmp_path / "templates" / "output" / "a.yaml").write_text("")
    assert changes() == {"templates/new.yaml", "templates/output/a.yaml"}
    for name in (".list.swp", "list.yaml~", "output/deck.pdf"):
        (tmp_path / name).write_text("none of the game's")
    (tmp_path / "list.yaml").unlink()
    assert changes() == {"list.yaml"}


def test_several_folders_are_looked_at_and_what_is_gone_is_none(tmp_path: Path) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "game" / "game.yaml").write_text("title: x")
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "deck.yaml").write_text("[]")
    assert set(file_times(tmp_path / "game", tmp_path / "own")) == {"game.yaml", "deck.yaml"}
    assert file_times(tmp_path / "nothing") == {}
