"""The one way in which the studio writes: several files at once or none, and each save can be undone.

Nothing is written where somebody else was meanwhile, outside the folders of the games that are open and of the user's
own cards, or into what came with printgen.
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

_MOST_STEPS = 200
_MOST_BYTES = 32 * 1024 * 1024
_MOST_READ = 64 * 1024 * 1024

FileContents = Mapping[Path, bytes | None]
"""What files hold, None for those that are not there."""


@dataclass(frozen=True)
class SaveStep:
    """Something that was saved: what it is called, and what each file held before and after."""

    label: str
    before: FileContents
    after: FileContents

    @property
    def size(self) -> int:
        """How many bytes it keeps."""
        return sum(len(held or b"") for one in (self.before, self.after) for held in one.values())

    @property
    def names(self) -> list[str]:
        """Its files, as people know them."""
        return [display_path(path) for path in self.after]


class Saver:
    """Writes files, and remembers what it wrote, so that it can be undone as long as nobody has changed it since."""

    def __init__(self) -> None:
        self._steps: list[SaveStep] = []
        self._at = 0
        self._lock = Lock()

    @property
    def undoable(self) -> str:
        """What would be undone; "" for nothing."""
        return self._steps[self._at - 1].label if self._at else ""

    @property
    def redoable(self) -> str:
        """What would be done again; "" for nothing."""
        return self._steps[self._at].label if self._at < len(self._steps) else ""

    def save(self, files: FileContents, before: FileContents, label: str, roots: Sequence[Path]) -> SaveStep:
        """Write files into folders of `roots`; None takes a file away.

        `before` is what they held when they were last looked at. Conflict when they hold something else by now,
        PrintgenError for what may not be written, or cannot be.
        """
        with self._lock:
            real = {writable_path(path, roots): data for path, data in files.items()}
            held = {writable_path(path, roots): data for path, data in before.items()}
            step = SaveStep(label, {path: held.get(path) for path in real}, real)
            _write(real, held, lambda now: _conflict(step, now))
            del self._steps[self._at :]
            self._steps.append(step)
            while len(self._steps) > _MOST_STEPS or (
                len(self._steps) > 1 and sum(one.size for one in self._steps) > _MOST_BYTES
            ):
                del self._steps[0]
            self._at = len(self._steps)
            return step

    def undo(self, roots: Sequence[Path]) -> SaveStep:
        """Take back what was saved last. PrintgenError where its files were changed since, or there is nothing."""
        with self._lock:
            if not self._at:
                raise _error("", "there is nothing to undo", "Save something first.")
            step = self._steps[self._at - 1]
            self._turn(step.before, step.after, roots, "undone")
            self._at -= 1
            return step

    def redo(self, roots: Sequence[Path]) -> SaveStep:
        """Do again what was undone last, as `undo`."""
        with self._lock:
            if self._at == len(self._steps):
                raise _error("", "there is nothing to do again", "Undo something first.")
            step = self._steps[self._at]
            self._turn(step.after, step.before, roots, "done again")
            self._at += 1
            return step

    def _turn(self, files: FileContents, held: FileContents, roots: Sequence[Path], word: str) -> None:
        for path in files:
            writable_path(path, roots)

        def make_conflict(now: FileContents) -> Exception:
            name = display_path(next(path for path in now if now[path] != held[path]))
            hint = "Look at the file: what stands there now would be lost."
            return _error(name, f"the file was changed since; that cannot be {word}", hint)

        _write(files, held, make_conflict)


def contents_of(path: Path) -> bytes | None:
    """What a file holds just now; None where there is none. PrintgenError for what is no plain file."""
    try:
        if not path.exists():
            return None
        if not path.is_file() or path.stat().st_size > _MOST_READ:
            raise _error(display_path(path), "this is no plain file of a size to be changed", "Move it away.")
        return path.read_bytes()
    except OSError as error:
        raise _error(display_path(path), f"cannot read the file: {error.strerror}", "Check its permissions.") from error


def writable_path(path: Path, roots: Sequence[Path]) -> Path:
    """Where a file is once links are followed. PrintgenError unless it may be written: see the module."""
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


def _write(files: FileContents, held: FileContents, make_conflict: Callable[[FileContents], Exception]) -> None:
    """Write files that hold what they should; else `make_conflict` makes the error of what they hold."""

    def check_contents() -> Sequence[tuple[Path, bytes]]:
        now = {path: contents_of(path) for path in held}
        if now != dict(held):
            raise make_conflict(now)
        return ()

    check_contents()
    written = [(path, data) for path, data in files.items() if data is not None and data != held.get(path)]
    write_files(written, more=check_contents)
    for path in (path for path, data in files.items() if data is None):
        try:
            path.unlink(missing_ok=True)
        except OSError as error:
            name, hint = display_path(path), "Close it where it is open."
            raise _error(name, f"cannot take the file away: {error.strerror}", hint) from error


def _conflict(step: SaveStep, now: FileContents) -> Conflict:
    """What is told when somebody else was there first: what each file held, what it holds, and what was to be saved."""
    files = [
        {"file": display_path(path), "base": _text(step.before.get(path)), "mine": _text(step.after.get(path)),
         "theirs": _text(held), "hash": sha256(held).hexdigest() if held is not None else ""}
        for path, held in now.items() if held != step.before.get(path)
    ]  # fmt: skip
    return Conflict({"kind": "file", "label": step.label, "files": files})


def _text(data: bytes | None) -> str | None:
    return None if data is None else data.decode("utf-8", "replace")


def _error(file: str, message: str, hint: str) -> PrintgenError:
    return PrintgenError([Finding("error", Where(file or "studio"), message, hint, "cannot-write", Exit.CANNOT_WRITE)])
