"""Writes the files of games for the studio: several at once or none, and each save can be undone.

Nothing is written over changes of somebody else, outside the folders of open games and of the user's own cards, or into
kits that came with printgen.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from threading import Lock

from printgen.base.errors import Exit, Finding, PrintgenError, Where
from printgen.base.file_access import display_path
from printgen.base.folders import kits_folder
from printgen.base.names import problem_of_name
from printgen.studio.asking import Conflict
from printgen.writers.output import write_files

_MOST_STEPS = 200  # So many steps can be undone.
_MOST_BYTES = 32 * 1024 * 1024  # So many bytes the steps keep together.
_LARGEST_FILE = 64 * 1024 * 1024

FileContents = Mapping[Path, bytes | None]
"""The contents of files by their paths, None for files that are not there."""


@dataclass(frozen=True)
class SaveStep:
    """A save: its label, and the contents of each file before and after."""

    label: str
    before: FileContents
    after: FileContents

    @property
    def size(self) -> int:
        """How many bytes it keeps."""
        return sum(len(data or b"") for contents in (self.before, self.after) for data in contents.values())

    @property
    def names(self) -> list[str]:
        return [display_path(path) for path in self.after]


class Saver:
    """Writes files, and remembers its steps, which can be undone as long as nobody has changed the files since."""

    def __init__(self) -> None:
        self._steps: list[SaveStep] = []
        self._at = 0
        self._lock = Lock()

    @property
    def undoable(self) -> str:
        """The label of the step that `undo` takes back; "" for none."""
        return self._steps[self._at - 1].label if self._at else ""

    @property
    def redoable(self) -> str:
        """The label of the step that `redo` does again; "" for none."""
        return self._steps[self._at].label if self._at < len(self._steps) else ""

    def save(self, files: FileContents, before: FileContents, label: str, roots: Sequence[Path]) -> SaveStep:
        """Write files in folders of `roots`; None removes a file.

        `before` are their contents when they were last read. Conflict where they have changed since, PrintgenError for
        files that may not be written, or cannot be.
        """
        with self._lock:
            after = {writable_path(path, roots): data for path, data in files.items()}
            expected = {writable_path(path, roots): data for path, data in before.items()}
            step = SaveStep(label, {path: expected.get(path) for path in after}, after)
            _write(after, expected, lambda actual: _conflict(step, actual))
            del self._steps[self._at :]
            self._steps.append(step)
            while len(self._steps) > _MOST_STEPS or (
                len(self._steps) > 1 and sum(one.size for one in self._steps) > _MOST_BYTES
            ):
                del self._steps[0]
            self._at = len(self._steps)
            return step

    def undo(self, roots: Sequence[Path]) -> SaveStep:
        """Undo the last step. PrintgenError where its files were changed since, or where there is none."""
        with self._lock:
            if not self._at:
                raise _error("", "there is nothing to undo", "Save something first.")
            step = self._steps[self._at - 1]
            self._rewrite(step.before, step.after, roots, "undone")
            self._at -= 1
            return step

    def redo(self, roots: Sequence[Path]) -> SaveStep:
        """Do the step again that was undone last, with the errors of `undo`."""
        with self._lock:
            if self._at == len(self._steps):
                raise _error("", "there is nothing to do again", "Undo something first.")
            step = self._steps[self._at]
            self._rewrite(step.after, step.before, roots, "done again")
            self._at += 1
            return step

    def _rewrite(self, files: FileContents, expected: FileContents, roots: Sequence[Path], word: str) -> None:
        for path in files:
            writable_path(path, roots)

        def make_conflict(actual: FileContents) -> Exception:
            name = display_path(next(path for path in actual if actual[path] != expected[path]))
            hint = "Look at the file: what stands there now would be lost."
            return _error(name, f"the file was changed since; that cannot be {word}", hint)

        _write(files, expected, make_conflict)


def contents_of(path: Path) -> bytes | None:
    """The contents of a file; None where there is none. PrintgenError for a folder, a device, or a file too large."""
    try:
        if not path.exists():
            return None
        if not path.is_file() or path.stat().st_size > _LARGEST_FILE:
            raise _error(display_path(path), "this is no plain file of a size to be changed", "Move it away.")
        return path.read_bytes()
    except OSError as error:
        raise _error(display_path(path), f"cannot read the file: {error.strerror}", "Check its permissions.") from error


def writable_path(path: Path, roots: Sequence[Path]) -> Path:
    """The path of a file once links are followed. PrintgenError unless it may be written: see the module."""
    real = Path(os.path.realpath(path))
    if real.is_relative_to(os.path.realpath(kits_folder())):
        hint = "Change a copy of it among your own cards: the kit itself stays as it came."
        raise _error(display_path(path), "this file belongs to a kit that came with printgen", hint)
    homes = [Path(os.path.realpath(root)) for root in roots]
    home = next((home for home in homes if real != home and real.is_relative_to(home)), None)
    if home is None:
        raise _error(display_path(path), "this file lies outside the game and your own cards", "Move it there.")
    for part in real.relative_to(home).parts:
        if problem := problem_of_name(part):
            raise _error(display_path(path), f"a file cannot be called that: {problem}", "Choose another name.")
    return real


def _write(files: FileContents, expected: FileContents, make_conflict: Callable[[FileContents], Exception]) -> None:
    """Write files whose contents are as expected; else raise the error that `make_conflict` makes of them."""

    def check_contents() -> Sequence[tuple[Path, bytes]]:
        actual = {path: contents_of(path) for path in expected}
        if actual != dict(expected):
            raise make_conflict(actual)
        return ()

    check_contents()
    written = [(path, data) for path, data in files.items() if data is not None and data != expected.get(path)]
    write_files(written, more=check_contents)
    for path in (path for path, data in files.items() if data is None):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            name, hint = display_path(path), "Close it where it is open."
            raise _error(name, f"cannot take the file away: {error.strerror}", hint) from error


def _conflict(step: SaveStep, actual: FileContents) -> Conflict:
    """The conflict of a step whose files somebody else has changed: their contents before, now, and in the step."""
    files = [
        {"file": display_path(path), "base": _text(step.before.get(path)), "mine": _text(step.after.get(path)),
         "theirs": _text(data), "hash": sha256(data).hexdigest() if data is not None else ""}
        for path, data in actual.items() if data != step.before.get(path)
    ]  # fmt: skip
    return Conflict({"kind": "file", "label": step.label, "files": files})


def _text(data: bytes | None) -> str | None:
    return None if data is None else data.decode("utf-8", "replace")


def _error(file: str, message: str, hint: str) -> PrintgenError:
    return PrintgenError([Finding("error", Where(file or "studio"), message, hint, "cannot-write", Exit.CANNOT_WRITE)])
