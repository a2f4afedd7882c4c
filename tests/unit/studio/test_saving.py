"""What is saved is saved whole or not at all, where it may be, and is taken back as long as nobody else was there."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from printgen.base.errors import PrintgenError
from printgen.studio import saving
from printgen.studio.asking import Conflict
from printgen.studio.saving import Saver, contents_of


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / "cards.yaml").write_bytes(b"- name: A\n")
    return folder


def test_what_is_saved_can_be_undone_and_done_again(game: Path) -> None:
    saver, file, new = Saver(), game / "cards.yaml", game / "pictures" / "a.png"
    saver.save({file: b"- name: B\n", new: b"png"}, {file: b"- name: A\n", new: None}, "B", [game])
    assert file.read_bytes() == b"- name: B\n" and new.read_bytes() == b"png" and saver.undoable == "B"
    saver.undo([game])
    assert file.read_bytes() == b"- name: A\n" and not new.exists() and saver.redoable == "B" and not saver.undoable
    saver.redo([game])
    assert file.read_bytes() == b"- name: B\n" and new.read_bytes() == b"png"
    saver.save({file: None}, {file: b"- name: B\n"}, "gone", [game])
    assert not file.exists()
    saver.undo([game])
    assert file.read_bytes() == b"- name: B\n"
    saver.undo([game])
    with pytest.raises(PrintgenError, match="nothing to undo"):
        saver.undo([game])


def test_what_somebody_else_writes_meanwhile_is_not_lost(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The files are looked at again when the new ones lie ready."""
    saver, file, real = Saver(), game / "cards.yaml", saving.write_files

    def late(*arguments: Any, **more: Any) -> None:
        file.write_bytes(b"- name: Theirs\n")
        real(*arguments, **more)

    monkeypatch.setattr(saving, "write_files", late)
    with pytest.raises(Conflict):
        saver.save({file: b"- name: Mine\n"}, {file: b"- name: A\n"}, "Mine", [game])
    assert file.read_bytes() == b"- name: Theirs\n" and not saver.undoable


def test_what_somebody_else_has_written_is_neither_lost_nor_undone(game: Path) -> None:
    saver, file = Saver(), game / "cards.yaml"
    file.write_bytes(b"- name: Theirs\n")
    with pytest.raises(Conflict) as conflict:
        saver.save({file: b"- name: Mine\n"}, {file: b"- name: A\n"}, "Mine", [game])
    (told,) = conflict.value.data["files"]
    assert (told["base"], told["mine"], told["theirs"]) == ("- name: A\n", "- name: Mine\n", "- name: Theirs\n")
    assert file.read_bytes() == b"- name: Theirs\n" and not saver.undoable
    saver.save({file: b"- name: Mine\n"}, {file: b"- name: Theirs\n"}, "Mine", [game])
    file.write_bytes(b"- name: Later\n")
    with pytest.raises(PrintgenError, match="changed since"):
        saver.undo([game])
    assert file.read_bytes() == b"- name: Later\n"


@pytest.mark.parametrize(
    "name", ["../else.yaml", "/etc/else.yaml", ".hidden/a.yaml", "a\0.yaml", "link/else.yaml", "out"]
)
def test_nothing_is_written_outside(game: Path, name: str) -> None:
    (game / "link").symlink_to(game.parent)
    (game / "out").symlink_to(game.parent / "out.yaml")
    (game.parent / "out.yaml").write_bytes(b"theirs")
    with pytest.raises((PrintgenError, ValueError)):
        Saver().save({game / name: b"x"}, {game / name: None}, "x", [game])
    assert (game.parent / "out.yaml").read_bytes() == b"theirs" and not (game.parent / "else.yaml").exists()


def test_a_link_inside_the_game_is_followed(game: Path) -> None:
    (game / "same.yaml").symlink_to("cards.yaml")
    Saver().save({game / "same.yaml": b"- name: B\n"}, {game / "same.yaml": b"- name: A\n"}, "B", [game])
    assert (game / "same.yaml").is_symlink() and (game / "cards.yaml").read_bytes() == b"- name: B\n"


WRITER = """
import os, sys
from pathlib import Path
from printgen.studio.saving import Saver, contents_of
file, saver, parent, n = Path(sys.argv[1]), Saver(), os.getppid(), 0
print("ready", flush=True)
while os.getppid() == parent:  # Who is left behind by a test that was killed itself ends too.
    n += 1
    before = contents_of(file)
    saver.save({file: (b"- name: %d\\n" % n) * 20000}, {file: before}, "x", [file.parent])
"""


def killed(game: Path, times: int) -> None:
    file = game / "cards.yaml"
    rnd = random.Random(1)
    for _ in range(times):
        process = subprocess.Popen([sys.executable, "-c", WRITER, str(file)], stdout=subprocess.PIPE)
        assert process.stdout is not None and process.stdout.readline() == b"ready\n"
        time.sleep(rnd.uniform(0.01, 0.12))
        os.kill(process.pid, signal.SIGKILL)
        process.wait()
        process.stdout.close()
        lines = file.read_bytes().splitlines()
        assert lines and len({*lines}) == 1 and len(lines) in (1, 20000), "a file is whole, the old one or the new one"
    # What lay ready when the last one was killed is finished first, and so is told as what somebody else has written.
    with suppress(Conflict):
        Saver().save({file: b"- name: last\n"}, {file: contents_of(file)}, "x", [game])
    Saver().save({file: b"- name: last\n"}, {file: contents_of(file)}, "x", [game])
    assert file.read_bytes() == b"- name: last\n"
    assert [path.name for path in game.iterdir()] == ["cards.yaml"], "what the killed ones left is taken away"


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("times", [5, pytest.param(25, marks=pytest.mark.nightly)])
def test_a_studio_that_is_killed_as_it_saves_loses_nothing(game: Path, times: int) -> None:
    killed(game, times)


def test_the_last_steps_alone_are_kept(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(saving, "_MOST_STEPS", 2)
    saver, file, texts = Saver(), game / "cards.yaml", [b"- name: A\n", b"b", b"c", b"d"]
    for before, after in pairwise(texts):
        saver.save({file: after}, {file: before}, after.decode(), [game])
    assert [saver.undo([game]).label for _ in range(2)] == ["d", "c"]
    with pytest.raises(PrintgenError, match="nothing to undo"):
        saver.undo([game])
    assert file.read_bytes() == b"b" and (saver.undoable, saver.redoable) == ("", "c")
    assert [saver.redo([game]).label for _ in range(2)] == ["c", "d"]
    with pytest.raises(PrintgenError, match="nothing to do again"):
        saver.redo([game])


def test_what_is_no_file_is_not_read(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert contents_of(game / "none.yaml") is None
    with pytest.raises(PrintgenError, match="no plain file"):
        contents_of(game)
    monkeypatch.setattr(saving, "_LARGEST_FILE", 9)
    with pytest.raises(PrintgenError, match="no plain file"):
        contents_of(game / "cards.yaml")
    monkeypatch.setattr(saving, "_LARGEST_FILE", 10)
    assert contents_of(game / "cards.yaml") == b"- name: A\n"
