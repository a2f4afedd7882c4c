"""Writes all of several files, or none: a transaction on files.

An old file stays whole until the moment in which the new one takes its name. If anything goes wrong (no room, no
permission, an interruption), all files are as they were, also when a build is killed before all its files are staged.
If it is killed while they are renamed, which takes a millisecond, the next build there renames the rest first, except
what somebody has changed since, and removes what the killed build left. A file that is written alone is renamed or is
not; nobody finishes that later. Nothing is written through a link, except links on the way to a folder that the user
named.

Files are staged in a private folder beside those that they replace, and only one build at a time has such a folder:

    .printgen-0123456789abcdef/
        new-0 new-1 ...   the new files, synced
        old-0 ...         the files that they replace: second names of them where the system has such
        journal           where each goes, if there are several; once it is there, the build will be finished
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
_PATIENCE = 30.0  # Seconds to wait for another build.
_MAKE_ROOM = "Make room on the disk"
_ADVICE = {
    errno.ENOSPC: _MAKE_ROOM,
    errno.EDQUOT: _MAKE_ROOM,
    errno.EFBIG: _MAKE_ROOM,
    errno.ELOOP: "Remove the link",
    errno.EEXIST: "Move away what has the name",
    errno.EBUSY: "Wait until it has ended",
    errno.EACCES: "Close it where it is open",
    errno.EPERM: "Close it where it is open",
}


def write_files(files: Sequence[File], root: Path | None = None, more: Callable[[], Sequence[File]] = tuple) -> None:
    """Write all files or none. PrintgenError (exit code 6) when a file cannot be written or another build does not end.

    They go into `root` and the folders in it; without a root, each goes into the folder that its path names. Links on
    the way there are followed, others are not. `more` gives further files once nobody else writes there, so that a file
    can be read, changed and written with nobody in between.
    """

    def folder_of(path: Path) -> tuple[str, Path]:
        folder = root or path.parent
        return os.path.realpath(folder), folder

    with ExitStack() as stack:
        transactions: dict[str, _Transaction] = {}
        known = [path for path, _ in files] or ([root] if root else [])
        for (real, folder), path in sorted((folder_of(path), path) for path in known):
            with _report_errors(path):
                transactions[real] = transactions.get(real) or stack.enter_context(_transaction(folder))
        for path, data in (*files, *more()) if transactions else ():
            with _report_errors(path):
                real, folder = folder_of(path)
                transactions[real].stage(path.relative_to(folder).parts, data)
        several = sum(len(one.targets) for one in transactions.values()) > 1
        for transaction in transactions.values():
            transaction.prepare(several)
        _commit(*transactions.values())


@contextmanager
def _report_errors(path: Path) -> Iterator[None]:
    """A context that turns an OSError into the finding that a file cannot be written."""
    try:
        yield
    except OSError as error:
        message = f"cannot write this file: {error.strerror or error}"
        advice = _ADVICE.get(error.errno or 0)
        hint = f"{advice}, or choose another folder with --out." if advice else "Choose another folder with --out."
        finding = Finding("error", Where(str(path)), message, hint, "cannot-write", Exit.CANNOT_WRITE)
        raise PrintgenError([finding]) from error


def _plain_name(name: str) -> str:
    """A name of a file without folders; ValueError for another."""
    if name != Path(name).name or name in ("", "..") or "\0" in name:
        raise ValueError("this is no name of a file")
    return name


@dataclass(frozen=True)
class _Journal:
    """The targets of new files, by their names in the folder or in one of its folders, and their times of change."""

    files: tuple[
        Annotated[tuple[Annotated[str, AfterValidator(_plain_name)], ...], Field(min_length=1, max_length=2)], ...
    ]
    seen: tuple[int, ...] = ()


def _mode(path: Path) -> int:
    """The mode of the file at a path, without following a link; 0 for none."""
    try:
        return path.lstat().st_mode
    except FileNotFoundError:
        return 0


def _mtime(path: Path) -> int:
    """The time of a file's last change, in nanoseconds; 0 for no file."""
    try:
        return path.lstat().st_mtime_ns
    except FileNotFoundError:
        return 0


class _Transaction:
    """The files of a build in a folder and the folders in it, staged in a private folder there."""

    def __init__(self, root: Path, name: str) -> None:
        self.root, self.private, self.journal = root, root / name, root / name / "journal"
        self.targets: list[tuple[str, ...]] = []
        self._new_folders: list[Path] = []

    def _paths(self) -> Iterator[tuple[Path, Path, Path]]:
        """For each file: where the new one is staged, where the old one is kept, and the target."""
        for number, names in enumerate(self.targets):
            yield self.private / f"new-{number}", self.private / f"old-{number}", self.root.joinpath(*names)

    def stage(self, names: tuple[str, ...], data: bytes) -> None:
        """Stage a new file. OSError when it cannot be written, or may not go to its target."""
        if names in self.targets:
            raise OSError(errno.EEXIST, "another file of this build has its name")
        if len(names) > 2 or ".." in names:
            raise OSError(errno.EINVAL, "its name leads elsewhere")
        self._check_target(self.root.joinpath(*names))
        with (self.private / f"new-{len(self.targets)}").open("xb") as file:
            file.write(data)
        self.targets.append(names)

    def _check_target(self, target: Path) -> None:
        """OSError for a target that may not be written: through a link, or in place of anything but a file."""
        folder, mode = _mode(target.parent), _mode(target)
        if target.parent != self.root and stat.S_ISLNK(folder):
            raise OSError(errno.ELOOP, "its folder is a link, through which nothing is written")
        if mode and not stat.S_ISREG(mode) and not stat.S_ISLNK(mode):
            raise OSError(errno.EEXIST, "a folder, a pipe or a device has its name")

    def prepare(self, several: bool) -> None:
        """Sync the new files to disk, keep the old ones, and write the journal if there are several."""
        # After all are written: the system can then write several of them to the disk at a time.
        for new, old, target in self._paths():
            with _report_errors(target), new.open("r+b") as file:
                os.fsync(file.fileno())
            # Where there are no second names, the old file is moved when its turn comes.
            with suppress(OSError, NotImplementedError):
                if stat.S_ISREG(_mode(target)):
                    old.hardlink_to(target)
        if not several and all(_mode(old) or not _mode(target) for _, old, target in self._paths()):
            return  # It takes its name in one step.
        with _report_errors(self.root.joinpath(*self.targets[0])):
            times = [_mtime(target) for _, _, target in self._paths()]
            with (self.private / "draft").open("xb") as file:
                file.write(json.dumps({"files": self.targets, "seen": times}).encode())
                file.flush()
                os.fsync(file.fileno())
            (self.private / "draft").replace(self.journal)
            _sync(self.private, self.root)

    def recover(self) -> None:
        """Read the journal of a killed build, which may be forged; files changed since are spared."""
        with suppress(AccessError, ValidationError):
            data = load_file(self.journal, "yaml")
            if json_excess(data, MOST_BYTES["yaml"], MOST_LISTED):
                return
            journal: _Journal = adapter(_Journal).validate_json(data)
            self.targets = list(journal.files)
            for (new, _, target), seen in zip(self._paths(), journal.seen, strict=False):
                if _mtime(target) not in (0, seen):
                    new.unlink(missing_ok=True)

    def commit(self) -> None:
        """Give all new files their names."""
        for new, old, target in self._paths():
            with _report_errors(target):
                if not stat.S_ISREG(_mode(new)):
                    continue  # The killed build got further than this.
                self._check_target(target)
                if not _mode(target.parent):
                    target.parent.mkdir()
                    self._new_folders.append(target.parent)
                if _mode(target) and not _mode(old):
                    target.rename(old)
                new.replace(target)
        _sync(*{target.parent for _, _, target in self._paths()}, self.root)

    def roll_back(self) -> None:
        """Give all old files their names again."""
        # Without the journal no later build goes on with the new ones.
        self.journal.unlink(missing_ok=True)
        for new, old, target in self._paths():
            with suppress(OSError):
                if _mode(old):
                    old.replace(target)
                elif not _mode(new):
                    target.unlink()
        for folder in self._new_folders:
            with suppress(OSError):
                folder.rmdir()

    def clear(self) -> None:
        """Remove the private folder, which holds nothing but files, the journal first."""
        with suppress(OSError):
            for path in sorted(self.private.iterdir()):
                path.unlink()
            self.private.rmdir()


def _commit(*transactions: _Transaction) -> None:
    """Give all new files their names or, when that fails, all old ones theirs."""
    with _signals_blocked():
        try:
            for transaction in transactions:
                transaction.commit()
        except BaseException:
            for transaction in transactions:
                transaction.roll_back()
            raise


@contextmanager
def _signals_blocked() -> Iterator[None]:
    """A context in which signals that end a program wait, if the system can block them."""
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
    """Sync the names in folders to disk, too, if the system can."""
    for folder in folders:
        with suppress(OSError):
            handle = os.open(folder, os.O_RDONLY)
            try:
                os.fsync(handle)
            finally:
                os.close(handle)


@contextmanager
def _transaction(root: Path) -> Iterator[_Transaction]:
    """A transaction, begun after leftovers of killed builds are finished or removed. OSError when that fails."""
    new_folders = [folder for folder in (root, *root.parents) if not folder.exists()]
    with _locked(root):
        transaction = _Transaction(root, f"{_PREFIX}{os.urandom(8).hex()}")
        try:
            for left in [_Transaction(root, path.name) for path in root.glob(f"{_PREFIX}*") if _is_ours(path)]:
                left.recover()
                with suppress(PrintgenError):
                    _commit(left)
                left.clear()
            transaction.private.mkdir(mode=0o700)
            yield transaction
        finally:
            transaction.clear()
            for folder in new_folders:
                with suppress(OSError):
                    folder.rmdir()


def _is_ours(private: Path) -> bool:
    """Whether a folder was made by a build of this user."""
    status = private.lstat()
    return stat.S_ISDIR(status.st_mode) and (sys.platform == "win32" or status.st_uid == os.geteuid())


@contextmanager
def _locked(root: Path) -> Iterator[None]:
    """A folder, made if need be, in which no other build writes until this is done. OSError when it stays locked."""
    deadline, handle = time.monotonic() + _PATIENCE, _lock(root)
    try:
        if handle is None:
            # Imported here, since few builds wait.
            import logging

            message = f"another build is writing into {visible(str(root))}; waiting for it to end"
            logging.getLogger("printgen").warning(message)
        while handle is None:
            if time.monotonic() > deadline:
                raise OSError(errno.EBUSY, f"another build has been writing into its folder for {_PATIENCE:g} seconds")
            time.sleep(0.05)
            handle = _lock(root)
        yield
    finally:
        if handle is not None:
            os.close(handle)


def _lock(root: Path) -> int | None:
    """A handle that locks a folder until it is closed or its program ends; None while another program has the lock."""
    from filelock import lock_descriptor

    root.mkdir(parents=True, exist_ok=True)
    if sys.platform == "win32":
        # Folders cannot be opened there: a file in it is locked instead, which disappears when it is closed.
        try:
            handle = os.open(root / f"{_PREFIX}lock", os.O_CREAT | os.O_RDWR | os.O_TEMPORARY)
        except PermissionError:
            return None  # It is being closed.
    else:
        handle = os.open(root, os.O_RDONLY | os.O_DIRECTORY)
    try:
        if lock_descriptor(handle, blocking=False) and (
            # A build that fails removes the folder that it made, for which another may have waited.
            sys.platform == "win32" or os.path.samestat(os.fstat(handle), root.stat())
        ):
            return handle
    except FileNotFoundError:
        pass
    except OSError:
        return handle  # Folders cannot be locked here; nobody is kept out.
    except BaseException:
        os.close(handle)
        raise
    os.close(handle)
    return None
