"""Files are written once, and whole: kills, interruptions, full disks, links, and builds at the same time."""

from __future__ import annotations

import errno
import fcntl
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import pytest
from kitchen import Kitchen, Run
from places import ROOT, SAMPLES

from printgen.base.errors import Exit, PrintgenError
from printgen.build import stages as build
from printgen.build.settings import Settings
from printgen.writers import output

NAMES = ("one/a.pdf", "one/b.pdf", "top.pdf")
MORE = (*NAMES, "two/c.pdf")
STEPS = frozenset(("open", "os.mkdir", "os.link", "os.rename", "os.remove", "os.rmdir", "os.scandir", "os.listdir"))
"""What the interpreter tells of before it is done: every step of a build on the disk."""


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody cuts the power."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


def write(out: Path, words: str, names: tuple[str, ...] = NAMES) -> None:
    output.write_files([(out / name, f"{words} {name}".encode()) for name in names], out)


def everything(out: Path) -> dict[str, bytes]:
    """All that lies in a folder, hidden files and folders too."""
    return {
        path.relative_to(out).as_posix(): path.read_bytes() if path.is_file() else b""
        for path in out.rglob("*")
        if path.is_file() or path.name.startswith(".")
    }


def names_in(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


def written(words: str, names: tuple[str, ...] = NAMES) -> dict[str, bytes]:
    return {name: f"{words} {name}".encode() for name in names}


def no_links(*_: object) -> None:
    raise OSError(errno.EPERM, "this system has no second names")


class Done(Exception):
    """There was no such step."""


def in_a_child(work: Callable[[], None]) -> int | None:
    """How a process ends that does this: the signal that kills it, below zero, or its exit code; None where Done."""
    child = os.fork()
    if not child:
        code = 1
        try:
            work()
            code = 0
        except PrintgenError as error:
            code = error.exit
        except KeyboardInterrupt:
            code = Exit.INTERRUPTED
        except Done:
            code = 99
        finally:
            os._exit(code)
    code = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    return None if code == 99 else code


def endings(out: Path, at: Callable[[], None]) -> Iterator[int]:
    """Write a second time, and one file more, with something at the first step, then at the second, and so on."""
    for moment in range(1, 200):
        count = 0

        def watch(event: str, _: object, moment: int = moment) -> None:
            nonlocal count
            count += event in STEPS
            if count == moment and event in STEPS:
                at()

        def work(moment: int = moment) -> None:
            sys.addaudithook(watch)
            write(out, "new", MORE)
            if count < moment:  # noqa: B023
                raise Done

        shutil.rmtree(out, ignore_errors=True)
        write(out, "old")
        ended = in_a_child(work)
        if ended is None:
            return
        yield ended
    raise AssertionError("it never ends")


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("links", [True, False])
def test_a_kill_at_any_step_leaves_whole_files_and_the_next_build_all_old_or_all_new_ones(
    out: Path, monkeypatch: pytest.MonkeyPatch, links: bool
) -> None:
    old, new, seen = written("old"), written("new", MORE), set()
    if not links:
        monkeypatch.setattr(Path, "hardlink_to", no_links)
    for ended in endings(out, lambda: os.kill(os.getpid(), signal.SIGKILL)):
        assert ended == -signal.SIGKILL
        left = everything(out)
        # Without second names for files, one may be in the private folder for a moment.
        assert all(left[name] in (old[name], new[name]) for name in NAMES if links or name in left)
        write(out, "next", ("one/d.pdf",))
        left = everything(out)
        assert left.pop("one/d.pdf")
        assert left in (old, new)
        seen.add(left == old)
    assert seen == {True, False}


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("links", [True, False])
def test_what_somebody_changed_after_a_kill_stands(out: Path, monkeypatch: pytest.MonkeyPatch, links: bool) -> None:
    if not links:
        monkeypatch.setattr(Path, "hardlink_to", no_links)
    for number, _ in enumerate(endings(out, lambda: os.kill(os.getpid(), signal.SIGKILL))):
        edited = out / NAMES[number % 3]
        if number % 2:
            edited.write_text("mine")
        else:
            (out / "draft").write_text("mine")
            (out / "draft").replace(edited)
        write(out, "next", ("one/d.pdf",))
        assert edited.read_text() == "mine"


def test_a_file_that_is_written_alone_is_not_written_later(out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(out, "old", ("top.pdf",))

    def work() -> None:
        monkeypatch.setattr(output, "_commit", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
        write(out, "new", ("top.pdf",))

    assert in_a_child(work) == -signal.SIGKILL
    write(out, "next", ("other.pdf",))
    assert everything(out) == {**written("old", ("top.pdf",)), **written("next", ("other.pdf",))}


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_an_interruption_at_any_step_leaves_all_old_or_all_new_files(out: Path) -> None:
    ends = set()
    for ended in endings(out, lambda: signal.raise_signal(signal.SIGINT)):
        left = everything(out)
        # Where it comes while the private folder is taken away, the next build does the rest.
        assert {name: data for name, data in left.items() if name[0] != "."} in (written("old"), written("new", MORE))
        write(out, "next", ("top.pdf",))
        assert not any(name[0] == "." for name in everything(out))
        ends.add(ended)
    assert ends == {Exit.INTERRUPTED}


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_a_failure_at_any_step_leaves_all_old_files_or_is_none(out: Path) -> None:
    def full() -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    ends = []
    for ended in endings(out, full):
        left = everything(out)
        kept = {name: data for name, data in left.items() if name[0] != "."}
        assert (ended, kept) in [(Exit.CANNOT_WRITE, written("old")), (0, written("new", MORE))]
        ends.append(ended)
    assert 0 in ends and Exit.CANNOT_WRITE in ends


def test_without_second_names_for_files_a_failure_leaves_the_old_ones_too(
    out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(out, "old")
    monkeypatch.setattr(Path, "hardlink_to", no_links)
    write(out, "mid")
    assert everything(out) == written("mid")
    replace, done = Path.replace, []

    def failing(self: Path, target: Path) -> Path:
        done.append(target.name)
        if target.name == "top.pdf" and done.count("top.pdf") == 1:
            raise OSError(errno.EACCES, "it is open elsewhere")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", failing)
    with pytest.raises(PrintgenError, match=r"top[.]pdf: error: cannot write this file: it is open elsewhere"):
        write(out, "new")
    assert "b.pdf" in done and everything(out) == written("mid")


@pytest.mark.slow
@pytest.mark.parametrize("before", [True, False])
def test_a_disk_that_is_full_leaves_what_was_there(kitchen: Kitchen, out: Path, before: bool) -> None:
    if before:
        build.build([str(kitchen.folder)], Settings(out=out))
    there = everything(out)

    def work() -> None:
        resource.setrlimit(resource.RLIMIT_FSIZE, (2_000, 2_000))
        build.build([str(kitchen.folder)], Settings(out=out, seed=2))

    assert in_a_child(work) == Exit.CANNOT_WRITE
    assert everything(out) == there and out.exists() == before


def fail_at(monkeypatch: pytest.MonkeyPatch, number: int, fail: Callable[[], None]) -> None:
    """Something happens before so many files take their names."""
    replace, count = Path.replace, [0]

    def replaced(path: Path, target: Path) -> Path:
        if path.name.startswith("new-"):
            count[0] += 1
            if count[0] == number:
                fail()
        return replace(path, target)

    monkeypatch.setattr(Path, "replace", replaced)


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("edited", [False, True])
def test_the_next_build_finishes_what_a_kill_left_but_for_what_somebody_changed(
    out: Path, monkeypatch: pytest.MonkeyPatch, edited: bool
) -> None:
    write(out, "old")

    def work() -> None:
        fail_at(monkeypatch, 2, lambda: os.kill(os.getpid(), signal.SIGKILL))
        write(out, "new", MORE)

    assert in_a_child(work) == -signal.SIGKILL
    if edited:
        (out / NAMES[2]).write_text("mine")
        os.utime(out / NAMES[2], ns=(7, 7))
    write(out, "next", ("other.pdf",))
    mine = {NAMES[2]: b"mine"} if edited else {}
    assert everything(out) == {**written("new", MORE), **mine, **written("next", ("other.pdf",))}


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("number", [1, 2, 4])
def test_a_failure_while_files_take_their_names_leaves_the_old_ones(
    out: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    def fail() -> None:
        raise OSError(errno.EBUSY, "somebody has it open")

    write(out, "old")
    fail_at(monkeypatch, number, fail)
    with pytest.raises(PrintgenError):
        write(out, "new", MORE)
    assert everything(out) == written("old") and names_in(out) == ["one", "top.pdf"]


@pytest.mark.parametrize(
    ("code", "hint"),
    [
        (errno.ENOSPC, "Make room on the disk, or choose another folder with --out."),
        (errno.EACCES, "Close it where it is open, or choose another folder with --out."),
        (errno.EBUSY, "Wait until it has ended, or choose another folder with --out."),
        (errno.EIO, "Choose another folder with --out."),
        (None, "Choose another folder with --out."),
    ],
)
def test_a_file_that_cannot_be_written_is_named_with_what_helps(
    out: Path, monkeypatch: pytest.MonkeyPatch, code: int | None, hint: str
) -> None:
    def fail(_: int) -> None:
        raise OSError(code, "so it is") if code else OSError("so it is")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(PrintgenError) as raised:
        write(out, "new")
    (finding,) = raised.value.findings
    assert (finding.message, finding.hint) == ("cannot write this file: so it is", hint)
    assert (finding.where.file, finding.code, finding.exit) == (str(out / NAMES[0]), "cannot-write", Exit.CANNOT_WRITE)


def test_two_files_of_one_name_are_not_written_over_each_other(out: Path) -> None:
    with pytest.raises(
        PrintgenError, match=r"a[.]pdf: error: cannot write this file: another file of this build"
    ) as error:
        write(out, "new", ("one/a.pdf", "one/a.pdf"))
    assert error.value.exit == Exit.CANNOT_WRITE and not out.exists()


def test_what_cannot_be_written_leaves_no_folders_that_were_made_for_it(out: Path, tmp_path: Path) -> None:
    far = out / "this" / "week"
    with pytest.raises(PrintgenError):
        output.write_files([(far / "a.pdf", b"1"), (far / "a.pdf", b"2")], far)
    assert [*tmp_path.iterdir()] == []


def folder(path: Path) -> None:
    path.mkdir()
    (path / "kept").write_text("mine")


@pytest.mark.parametrize("make", [folder, os.mkfifo], ids=["folder", "pipe"])
def test_what_is_no_file_is_not_replaced(out: Path, make: Callable[[Path], None]) -> None:
    write(out, "old", ("one/a.pdf",))
    make(out / "one" / "b.pdf")
    before = everything(out)
    with pytest.raises(
        PrintgenError, match=r"one/b.pdf: error: .* a folder, a pipe or a device has its name\s+Move away"
    ) as error:
        write(out, "new", ("one/a.pdf", "one/b.pdf", "two/c.pdf"))
    assert error.value.exit == Exit.CANNOT_WRITE and everything(out) == before and not (out / "two").exists()


def test_a_file_that_is_a_link_is_replaced_and_what_it_leads_to_is_not(out: Path, tmp_path: Path) -> None:
    precious = tmp_path / "precious"
    precious.write_text("mine")
    (out / "one").mkdir(parents=True)
    (out / "one" / "a.pdf").symlink_to(precious)
    (out / "one" / ".a.pdf.part").symlink_to(precious)
    write(out, "new")
    assert precious.read_text() == "mine"
    assert not (out / "one" / "a.pdf").is_symlink() and (out / "one" / "a.pdf").read_bytes() == b"new one/a.pdf"


def test_a_game_is_not_printed_over_its_own_files(kitchen: Kitchen, run: Run) -> None:
    folder = kitchen.folder
    (folder / "heroes.pdf").write_bytes(b"mine")
    told = run("build", folder, "--out", folder.parent)
    assert told.code == 6 and f"{folder / 'heroes.pdf'}: error: this is a file of the game itself" in told.err
    assert (folder / "heroes.pdf").read_bytes() == b"mine"
    (folder / "heroes.pdf").unlink()
    for _ in range(2):  # What a build has left may be replaced.
        assert run("build", folder, "--out", folder.parent).code == 0


def test_a_folder_for_a_game_that_is_a_link_is_not_followed(kitchen: Kitchen, run: Run, out: Path) -> None:
    elsewhere = out.with_name("elsewhere")
    elsewhere.mkdir()
    out.mkdir()
    (out / "kitchen-heroes").symlink_to(elsewhere)
    # Of what lies behind it nothing is read, either: nobody is told that it is no manifest.
    (elsewhere / "manifest.json").write_text("no manifest", encoding="utf-8")
    before = everything(elsewhere)
    result = run("build", kitchen.folder, "--out", out, "--changed")
    assert result.code == 6 and "heroes.pdf: error: cannot write this file: its folder is a link" in result.err
    assert "Remove the link" in result.err
    assert "cannot be read" not in result.err
    assert everything(elsewhere) == before and names_in(out) == ["kitchen-heroes"]


def test_a_link_that_the_user_names_is_followed(out: Path, tmp_path: Path) -> None:
    (tmp_path / "disk").mkdir()
    out.symlink_to(tmp_path / "disk")
    write(out, "new")
    assert everything(tmp_path / "disk") == written("new") and out.is_symlink()


def test_a_folder_that_may_not_be_written_into(out: Path) -> None:
    write(out, "old")
    out.chmod(0o500)

    def work() -> None:
        if os.geteuid() == 0:
            os.setuid(65534)  # Root may write everywhere, and nobody nowhere.
        write(out, "new")

    assert in_a_child(work) == Exit.CANNOT_WRITE
    assert everything(out) == written("old")


def test_the_private_folder_of_a_stranger_leads_nowhere(out: Path, tmp_path: Path) -> None:
    (tmp_path / "precious").write_text("mine")
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "kept").write_text("mine")
    out.mkdir()
    (out / ".printgen-link").symlink_to(tmp_path / "folder")
    (out / "linked").symlink_to(tmp_path / "folder")
    for number, names in enumerate(
        [["..", "precious"], ["../precious"], ["/etc/x"], ["linked", "kept"], [], "x", [1], ["a\0b"]]
    ):
        planted = out / f".printgen-{number}"
        planted.mkdir()
        (planted / "new-0").write_text("theirs")
        (planted / "journal").write_text(json.dumps({"files": [names]}))
    for number, text in enumerate(["[" * 100_000, "", "null", '{"files": 7}']):
        planted = out / f".printgen-text-{number}"
        planted.mkdir()
        (planted / "journal").write_text(text)
    planted = out / ".printgen-pipe"
    planted.mkdir()
    os.mkfifo(planted / "journal")
    write(out, "new")
    assert (tmp_path / "precious").read_text() == "mine" and names_in(tmp_path / "folder") == ["kept"]
    assert (tmp_path / "folder" / "kept").read_text() == "mine"
    assert {name for name in names_in(out) if name.startswith(".")} == {".printgen-link"}


def test_what_a_killed_build_left_is_put_in_place_unless_somebody_changed_the_file_since(out: Path) -> None:
    out.mkdir()
    planted = out / ".printgen-left"
    planted.mkdir()
    names = ("gone.txt", "as-it-was.txt", "changed.txt", "new.txt")
    for number, name in enumerate(names):
        (planted / f"new-{number}").write_text("new")
        if name in ("as-it-was.txt", "changed.txt"):
            (out / name).write_text("old")
    seen = [7, (out / "as-it-was.txt").stat().st_mtime_ns, 7, 0]
    (planted / "journal").write_text(json.dumps({"files": [[name] for name in names], "seen": seen}))
    write(out, "new")
    assert [(out / name).read_text() for name in names] == ["new", "new", "old", "new"] and not planted.exists()


def held(folder: Path) -> int:
    """A folder as a build has it that writes there."""
    folder.mkdir(exist_ok=True)
    handle = os.open(folder, os.O_RDONLY)
    fcntl.flock(handle, fcntl.LOCK_EX)
    return handle


def test_a_build_waits_for_another_and_says_so(out: Path, caplog: pytest.LogCaptureFixture) -> None:
    other = held(out)
    # The other build ends when this one says that it waits.
    with caplog.filtering(lambda record: os.close(other) or True):  # type: ignore[arg-type]
        write(out, "new")
    assert everything(out) == written("new")
    assert caplog.messages == [f"another build is writing into {out}; waiting for it to end"]


def test_a_build_does_not_wait_for_ever(kitchen: Kitchen, run: Run, out: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(output, "_PATIENCE", 0.1)
    other = held(out)
    result = run("build", kitchen.folder, "--out", out)
    os.close(other)
    assert result.code == 6 and "another build has been writing" in result.err and "Wait until" in result.err
    assert not names_in(out)


@pytest.mark.slow
@pytest.mark.usefixtures("quick")
def test_builds_at_once_leave_the_files_of_one_of_them(out: Path) -> None:
    children = []
    for number in range(4):
        children.append(os.fork())
        if not children[-1]:
            code = 1
            try:
                for turn in range(10):
                    write(out, f"{number}-{turn}")
                code = 0
            finally:
                os._exit(code)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * 4
    assert everything(out) in [written(f"{number}-9") for number in range(4)]


def test_a_product_that_another_build_wrote_meanwhile_is_in_the_manifest(
    kitchen: Kitchen, run: Run, out: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kitchen.add_product("more", "kind: cards\ntitle: More\nlist: heroes.yaml\nrecord: hero\nfront: hero")
    lock = output._lock

    def late(root: Path) -> int | None:
        monkeypatch.setattr(output, "_lock", lock)
        assert run("build", kitchen.folder / "more", "--out", out).code == 0
        return lock(root)

    monkeypatch.setattr(output, "_lock", late)
    listed = run("build", kitchen.folder / "heroes", "--out", out, "--json").json["products"]
    assert [entry["name"] for entry in listed] == ["heroes", "more"]


def whole(files: dict[str, bytes], *builds: dict[str, bytes]) -> bool:
    return all(any(one.get(name) == data for one in builds) for name, data in files.items() if name[0] != ".")


@pytest.mark.slow
@pytest.mark.parametrize("turns", [8, pytest.param(30, marks=pytest.mark.nightly)])
@pytest.mark.parametrize("by", [(signal.SIGKILL,), (signal.SIGINT, signal.SIGTERM)], ids=["killed", "interrupted"])
def test_a_build_may_end_at_any_moment(run: Run, out: Path, by: tuple[signal.Signals, ...], turns: int) -> None:
    stream, game = random.Random(7), SAMPLES / "snail-derby"
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    builds = []
    for seed in (2, 1):
        assert run("build", game, "--out", out, "--seed", seed).code == 0
        builds.append(everything(out))
    took, ended = 1.0, 0
    for turn in range(turns):
        command = [sys.executable, "-m", "printgen", "build", str(game), "--out", str(out), "--seed", "2"]
        start = time.monotonic()
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as started:
            with suppress(subprocess.TimeoutExpired):
                started.wait(stream.random() * took if turn else None)
                # It was not in time; the machine may be less busy than it was.
                took = time.monotonic() - start
            started.send_signal(by[turn % len(by)])
            ended += bool(started.wait())
        left = everything(out)
        names = {name for name in left if name[0] != "."}
        assert names == set(builds[0]) and whole(left, *builds)
        assert run("build", game, "--out", out, "--seed", 1).code == 0
        assert everything(out) == builds[1]
    assert ended


@pytest.mark.slow
@pytest.mark.parametrize("builds", [10, pytest.param(100, marks=pytest.mark.nightly)])
def test_many_builds_are_the_same_to_the_byte(out: Path, builds: int) -> None:
    """Objects come and go between them, and their places in memory are used again."""
    seen = set()
    for _ in range(builds):
        build.build([str(SAMPLES / "snail-derby")], Settings(out=out))
        seen.add(tuple(sorted(everything(out).items())))
    assert len(seen) == 1


def test_a_name_that_leads_out_of_the_folder_is_refused(out: Path) -> None:
    with pytest.raises(PrintgenError, match="its name leads elsewhere"):
        output.write_files([(out / ".." / "a.pdf", b"1")], out)
    assert not (out.parent / "a.pdf").exists()
