"""Writes all of several files, or none.

What is promised. A file that was written before stays whole until the moment in which the new one takes its name. Where
anything goes wrong (no room, no leave, an interruption), all files are as they were. They also are when a build is
killed before all its files lie ready; when it is killed while they are renamed, which takes a millisecond, the next
build there begins by renaming the rest, but for what somebody has changed since. That build takes away what the killed
one left. A file that is written alone is renamed or is not, and nobody finishes that later. Nothing is ever written
through a link, but for those in the way to a folder that the user named.

Files lie ready in a private folder beside those that they replace, and only one build at a time has such a folder:

    .printgen-0123456789abcdef/
        new-0 new-1 ...   the new files, synced
        old-0 ...         the files that they replace: second names of them where the system has such
        journal           where each goes, if there are several; once it lies there, the build will be finished
"""

from __future__ import annotations

import errno
import json
import os
import signal
import stat
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

from pydantic import AfterValidator, Field, ValidationError

from printgen.base.errors import Exit, Finding, PrintgenError, Where
from printgen.base.file_access import MOST_BYTES, AccessError, load_file
from printgen.base.limits import MOST_LISTED, json_excess
from printgen.base.names import visible
from printgen.reading.part import adapter

File = tuple[Path, bytes]
"""Where a file goes, and what it holds."""

_PREFIX = ".printgen-"
_PATIENCE = 30.0
_FULL = "Make room on the disk"
_WAYS_OUT = {
    errno.ENOSPC: _FULL,
    errno.EDQUOT: _FULL,
    errno.EFBIG: _FULL,
    errno.ELOOP: "Remove the link",
    errno.EEXIST: "Move away what has the name",
    errno.EBUSY: "Wait until it has ended",
    errno.EACCES: "Close it where it is open",
    errno.EPERM: "Close it where it is open",
}


def write_files(files: Sequence[File], root: Path | None = None, more: Callable[[], Sequence[File]] = tuple) -> None:
    """Write all files or none.

    They go into `root` and the folders in it; without a root, each goes into the folder that its path names. Links on
    the way there are followed, others are not. `more` is asked for further files once nobody else writes there: a file
    can be read, changed and written with nobody between. Raises PrintgenError (exit code 6) when a file cannot be
    written, or when another build does not come to its end.
    """

    def home(path: Path) -> tuple[str, Path]:
        folder = root or path.parent
        return os.path.realpath(folder), folder

    with ExitStack() as stack:
        rooms: dict[str, _Room] = {}
        known = [path for path, _ in files] or ([root] if root else [])
        for (real, folder), path in sorted((home(path), path) for path in known):
            with _telling(path):
                rooms[real] = rooms.get(real) or stack.enter_context(_room(folder))
        for path, data in (*files, *more()) if rooms else ():
            with _telling(path):
                real, folder = home(path)
                rooms[real].stage(path.relative_to(folder).parts, data)
        several = sum(len(room.targets) for room in rooms.values()) > 1
        for room in rooms.values():
            room.seal(several)
        _place(*rooms.values())


@contextmanager
def _telling(path: Path) -> Iterator[None]:
    """A file that cannot be written in here is told of."""
    try:
        yield
    except OSError as error:
        message = f"cannot write this file: {error.strerror or error}"
        way = _WAYS_OUT.get(error.errno or 0)
        hint = f"{way}, or choose another folder with --out." if way else "Choose another folder with --out."
        finding = Finding("error", Where(str(path)), message, hint, "cannot-write", Exit.CANNOT_WRITE)
        raise PrintgenError([finding]) from error


def _plain(name: str) -> str:
    if name != Path(name).name or name in ("", "..") or "\0" in name:
        raise ValueError("this is no name of a file")
    return name


@dataclass(frozen=True)
class _Journal:
    """Where the new files go, by names in the folder of the room or in one of its folders, and when each changed."""

    files: tuple[Annotated[tuple[Annotated[str, AfterValidator(_plain)], ...], Field(min_length=1, max_length=2)], ...]
    seen: tuple[int, ...] = ()


def _mode(path: Path) -> int:
    """What lies at a path, where a link is a link; 0 for nothing."""
    try:
        return path.lstat().st_mode
    except FileNotFoundError:
        return 0


def _mtime(path: Path) -> int:
    """When a file was last changed, in nanoseconds; 0 for nothing."""
    try:
        return path.lstat().st_mtime_ns
    except FileNotFoundError:
        return 0


class _Room:
    """The private folder of a build, in a folder where its files go or in whose folders they do."""

    def __init__(self, root: Path, name: str) -> None:
        self.root, self.private, self.journal = root, root / name, root / name / "journal"
        self.targets: list[tuple[str, ...]] = []
        self._made: list[Path] = []

    def _paths(self) -> Iterator[tuple[Path, Path, Path]]:
        """For each file: where the new one lies ready, where the old one is kept, and where the new one goes."""
        for number, names in enumerate(self.targets):
            yield self.private / f"new-{number}", self.private / f"old-{number}", self.root.joinpath(*names)

    def stage(self, names: tuple[str, ...], data: bytes) -> None:
        """Lay a new file ready. OSError when it cannot be, or may not go where it should."""
        if names in self.targets:
            raise OSError(errno.EEXIST, "another file of this build has its name")
        if len(names) > 2 or ".." in names:
            raise OSError(errno.EINVAL, "its name leads elsewhere")
        self._check(self.root.joinpath(*names))
        with (self.private / f"new-{len(self.targets)}").open("xb") as file:
            file.write(data)
        self.targets.append(names)

    def _check(self, target: Path) -> None:
        """OSError where nothing may be written: through a link, or in place of anything but a file."""
        folder, mode = _mode(target.parent), _mode(target)
        if target.parent != self.root and stat.S_ISLNK(folder):
            raise OSError(errno.ELOOP, "its folder is a link, through which nothing is written")
        if mode and not stat.S_ISREG(mode) and not stat.S_ISLNK(mode):
            raise OSError(errno.EEXIST, "a folder, a pipe or a device has its name")

    def seal(self, several: bool) -> None:
        """Have the new files on the disk, keep the old ones, and write the journal where there are several."""
        # When all are written: the system then has more than one of them on the disk at a time.
        for new, old, target in self._paths():
            with _telling(target), new.open("r+b") as file:
                os.fsync(file.fileno())
            # Where there are no second names, the old file is moved when its turn comes.
            with suppress(OSError, NotImplementedError):
                if stat.S_ISREG(_mode(target)):
                    old.hardlink_to(target)
        if not several and all(_mode(old) or not _mode(target) for _, old, target in self._paths()):
            return  # One step gives it its name.
        with _telling(self.root.joinpath(*self.targets[0])):
            seen = [_mtime(target) for _, _, target in self._paths()]
            with (self.private / "draft").open("xb") as file:
                file.write(json.dumps({"files": self.targets, "seen": seen}).encode())
                file.flush()
                os.fsync(file.fileno())
            (self.private / "draft").replace(self.journal)
            _sync(self.private, self.root)

    def unseal(self) -> None:
        """Read the journal that a killed build left, if it did; anybody might have made it.

        What somebody has changed since stands: the killed build's file goes.
        """
        with suppress(AccessError, ValidationError):
            data = load_file(self.journal, "yaml")
            if json_excess(data, MOST_BYTES["yaml"], MOST_LISTED):
                return
            journal: _Journal = adapter(_Journal).validate_json(data)
            self.targets = list(journal.files)
            for (new, _, target), seen in zip(self._paths(), journal.seen, strict=False):
                if _mtime(target) not in (0, seen):
                    new.unlink(missing_ok=True)

    def place(self) -> None:
        """Give all new files their names."""
        for new, old, target in self._paths():
            with _telling(target):
                if not stat.S_ISREG(_mode(new)):
                    continue  # The killed build got further than this.
                self._check(target)
                if not _mode(target.parent):
                    target.parent.mkdir()
                    self._made.append(target.parent)
                if _mode(target) and not _mode(old):
                    target.rename(old)
                new.replace(target)
        _sync(*{target.parent for _, _, target in self._paths()}, self.root)

    def restore(self) -> None:
        """Give all old files their names again."""
        # Without it nobody else goes on with either.
        self.journal.unlink(missing_ok=True)
        for new, old, target in self._paths():
            with suppress(OSError):
                if _mode(old):
                    old.replace(target)
                elif not _mode(new):
                    target.unlink()
        for folder in self._made:
            with suppress(OSError):
                folder.rmdir()

    def clear(self) -> None:
        """Take the private folder away; it holds files alone, of which the journal goes first."""
        with suppress(OSError):
            for path in sorted(self.private.iterdir()):
                path.unlink()
            self.private.rmdir()


def _place(*rooms: _Room) -> None:
    """Give all new files their names, or, when that fails, all old ones theirs."""
    with _signals_wait():
        try:
            for room in rooms:
                room.place()
        except BaseException:
            for room in rooms:
                room.restore()
            raise


@contextmanager
def _signals_wait() -> Iterator[None]:
    """Signals that end a program wait until this is done, where the system has them wait."""
    if sys.platform == "win32":
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, ())
    try:
        signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _sync(*folders: Path) -> None:
    """Have the names in folders on the disk too, where the system can."""
    for folder in folders:
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


@contextmanager
def _room(root: Path) -> Iterator[_Room]:
    """A private folder, when what killed builds left is finished or taken away. OSError when it cannot be had."""
    made = [folder for folder in (root, *root.parents) if not folder.exists()]
    with _alone(root):
        room = _Room(root, f"{_PREFIX}{os.urandom(8).hex()}")
        try:
            for left in [_Room(root, path.name) for path in root.glob(f"{_PREFIX}*") if _is_ours(path)]:
                left.unseal()
                with suppress(PrintgenError):
                    _place(left)
                left.clear()
            room.private.mkdir(mode=0o700)
            yield room
        finally:
            room.clear()
            for folder in made:
                with suppress(OSError):
                    folder.rmdir()


def _is_ours(private: Path) -> bool:
    """Whether a folder is one that builds of this user make."""
    status = private.lstat()
    return stat.S_ISDIR(status.st_mode) and (sys.platform == "win32" or status.st_uid == os.geteuid())


@contextmanager
def _alone(root: Path) -> Iterator[None]:
    """A folder, made if need be, in which no other build writes until this is done. OSError when none comes free."""
    end, handle = time.monotonic() + _PATIENCE, _lock(root)
    try:
        if handle is None:
            # Whoever waits is told, on a terminal or in the log of another program; few do.
            import logging

            message = f"another build is writing into {visible(str(root))}; waiting for it to end"
            logging.getLogger("printgen").warning(message)
        while handle is None:
            if time.monotonic() > end:
                raise OSError(errno.EBUSY, f"another build has been writing into its folder for {_PATIENCE:g} seconds")
            time.sleep(0.05)
            handle = _lock(root)
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _lock(root: Path) -> int | None:
    """What keeps others out until it is closed or its program has ended; None while another has it."""
    from filelock import lock_descriptor

    root.mkdir(parents=True, exist_ok=True)
    if sys.platform == "win32":
        # Folders cannot be opened there: a file stands for this one, and goes when it is closed.
        try:
            handle = os.open(root / f"{_PREFIX}lock", os.O_CREAT | os.O_RDWR | os.O_TEMPORARY)
        except PermissionError:
            return None  # It is just being closed.
    else:
        handle = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        if lock_descriptor(handle, blocking=False) and (
            # A build that fails takes away the folder that it made, in which another may have waited.
            sys.platform == "win32" or os.path.samestat(os.fstat(handle), root.stat())
        ):
            return handle
    except FileNotFoundError:
        pass
    except OSError:
        return handle  # Folders cannot be locked here, and nobody is kept out.
    except BaseException:
        os.close(handle)
        raise
    os.close(handle)
    return None
