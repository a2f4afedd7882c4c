"""Open the files of a game that nobody vouches for: plain files inside its folder, of a limited size."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from fnmatch import fnmatchcase
from pathlib import Path

from printgen.base.errors import Finding, Where, closest
from printgen.base.names import nfc, problem_of_name, same_name, visible

MEGABYTE = 1024 * 1024
_KINDS = {
    "yaml": (16, "Split it into several files."),
    "list": (16, "Split it into several files, or take the pictures out of the workbook."),
    "picture": (64, "Save it smaller."),
    "drawing": (8, "Simplify it, or save it as a PNG."),
    "font": (32, "Use another font."),
    "map": (1, "Write a smaller map."),
    "profile": (16, "Use another profile."),
}
"""The most megabytes of a file of each kind, and how to have less."""
MOST_BYTES: Mapping[str, int] = {kind: most * MEGABYTE for kind, (most, _) in _KINDS.items()}
"""The most bytes of a file, by its kind."""
_MOST_ENTRIES = 10_000  # The most files of a folder that are listed.
_MOST_FOLDERS, _DEEPEST = 500, 4
"""The most folders in which a file is looked for by its name, and how deep they may be inside each other."""
_GAME = "the game's folder"
# Never through a link that came after the look at the file, and never waiting for the other end of a pipe.
_FLAGS = os.O_RDONLY | sum(getattr(os, name, 0) for name in ("O_NOFOLLOW", "O_NONBLOCK", "O_NOCTTY", "O_BINARY"))

LoadFile = Callable[[Path, str], bytes]
"""Reads a file of a kind. AccessError says why it does not."""


MISSING = "missing-file"
"""The code of an error of a file that does not exist."""


class AccessError(ValueError):
    """Why a file is not opened, in the words of a finding: its code, message and hint.

    `template` is the message with {} in place of "the file", where it speaks of the file.
    """

    def __init__(self, code: str, message: str, hint: str, template: str = "") -> None:
        super().__init__(message)
        self.code, self.message, self.hint, self._template = code, message, hint, template

    def finding(self, where: Where) -> Finding:
        """The same as an error at a place."""
        return Finding("error", where, self.message, self.hint, self.code)

    def with_name(self, name: str) -> AccessError:
        """The same error, whose message says the name of the file."""
        return self.about(f'the file "{visible(name if len(name) <= 60 else name[:57] + "...")}"')

    def about(self, subject: str) -> AccessError:
        """The same error, whose message calls the file by other words, such as "this folder"."""
        if self.code == MISSING:
            return AccessError(self.code, f"there is no {subject.removeprefix('the ')}", self.hint)
        message = self._template.format(subject) if self._template else self.message
        return AccessError(self.code, message, self.hint)


def _refusal(code: str, template: str, hint: str) -> AccessError:
    return AccessError(code, template.format("the file"), hint, template)


def _system_error(error: OSError | ValueError) -> AccessError:
    if isinstance(error, ValueError | FileNotFoundError | NotADirectoryError | IsADirectoryError):
        return AccessError(MISSING, "there is no such file", "Create the file, or mend its name.")
    reason = (error.strerror or "unknown reason").lower()
    return _refusal("unreadable-file", f"cannot read {{}}: {reason}", "Check its name and its permissions.")


def _outside(whose: str) -> AccessError:
    hint = "Put the file into the folder, and name it from there."
    return _refusal("outside-folder", f"{{}} is outside {whose}", hint)


def _check_plain(state: os.stat_result) -> None:
    """AccessError for the state of anything but a plain file."""
    if stat.S_ISDIR(state.st_mode):
        raise _system_error(IsADirectoryError())
    if not stat.S_ISREG(state.st_mode):
        raise _refusal("irregular-file", "{} is a pipe, a device or a loop of links", "Put a plain file there.")


def load_file(path: Path | str, kind: str) -> bytes:
    """A file of a kind, wherever it lies: one that is our own, or that the user has named.

    AccessError when there is no plain file, or it is larger than MOST_BYTES. The last step of the path is no link.
    """
    most = MOST_BYTES[kind]
    try:
        # A device may do something when it is opened, so it is looked at before.
        _check_plain(os.lstat(path))
        with open(os.open(path, _FLAGS), "rb") as stream:
            state = os.fstat(stream.fileno())
            _check_plain(state)
            data = stream.read(min(state.st_size, most) + 1)
    except AccessError:
        raise
    except (OSError, ValueError) as error:
        raise _system_error(error) from error
    if max(state.st_size, len(data)) > most:
        raise _refusal("file-too-big", f"{{}} is larger than {most // MEGABYTE} MB", _KINDS[kind][1])
    return data


def file_kind(path: Path) -> str:
    """Whether a path is a "file" or a "folder"; "" where nothing is there, or the system does not let one look."""
    with suppress(OSError):
        return "folder" if path.is_dir() else "file" if path.is_file() else ""
    return ""


def display_path(path: Path) -> str:
    """A file's name in findings: relative to the current directory when it is inside, else as it is."""
    try:
        here = os.getcwd()
    except OSError:
        return visible(str(path))
    # Links are followed only where the name as it is written says nothing: a finding is of the link.
    for absolute in (os.path.abspath, os.path.realpath):
        with suppress(OSError, ValueError):
            return visible(Path(absolute(path)).relative_to(here).as_posix())
    return visible(str(path))


def find_spelling(path: Path) -> Path:
    """A path as the disk spells it: some systems write an accent as a sign of its own, and some with its letter.

    The same path where it is there as it is written, or nothing is there that is written alike.
    """
    if str(path).isascii() or os.path.lexists(path):
        return path
    folder = find_spelling(path.parent) if path.parent != path else path
    try:
        spellings = [name for name in os.listdir(folder) if nfc(name) == nfc(path.name)]
    except OSError:
        spellings = []
    return folder / min(spellings, default=path.name)


class FileAccess:
    """The one way to the files of a folder, which may name what lies in its `world`: the folder itself, or one around.

    Without a world (None) links may lead anywhere: for what comes with printgen, which an installer may have linked.
    `drafts` are contents to read in place of files of these paths. `whose` is what findings call the world. What a
    listing leaves out is kept in `refused`, by its path.
    """

    def __init__(
        self, folder: Path, world: Path | None, drafts: Mapping[Path, bytes] | None = None, whose: str = _GAME
    ) -> None:
        self.folder, self.drafts, self.whose = folder, drafts or {}, whose
        self.refused: dict[Path, AccessError] = {}
        self._world_path = world
        self._world = None if world is None else os.path.join(os.path.realpath(world), "")
        self._paths: dict[str, Path] = {}
        self._file_names: list[str] | None = None
        # A folder's own links are followed once for all files in it.
        self._real_folders: dict[str, str] = {}

    def beside(self, drafts: Mapping[Path, bytes]) -> FileAccess:
        """The same way, with other contents to read in place of files."""
        return self if drafts == self.drafts else FileAccess(self.folder, self._world_path, drafts, self.whose)

    def holds(self, path: Path) -> bool:
        """Whether a path is one of this folder, as it is written."""
        return path in self.drafts or path.is_relative_to(self.folder)

    def find(self, name: str) -> Path:
        """The path of a file by its name in the folder. AccessError unless `load` may open it.

        A name of which there is no file may be written with backslashes, as Windows has it.
        """
        if name not in self._paths:
            try:
                self._paths[name] = self._locate(name)
            except AccessError as refusal:
                if refusal.code != MISSING or "\\" not in name:
                    raise refusal.with_name(name) from None
                self._paths[name] = self.find(name.replace("\\", "/"))
        return self._paths[name]

    def _locate(self, name: str) -> Path:
        path = self.folder / name
        if os.path.isabs(name) or Path(name).drive or (self._world is None and ".." in Path(name).parts):
            raise _outside(self.whose)
        if not name.isascii() and path not in self.drafts:
            self._real(path)
            path = find_spelling(path)
        self._check(path)
        return path

    def find_or_none(self, name: str) -> Path | None:
        """As `find`, but None where there is no such file."""
        try:
            return self.find(name)
        except AccessError as refusal:
            if refusal.code != MISSING:
                raise
            return None

    def place(self, name: str) -> Path:
        """Where a file of this name is, or would be written, links followed. AccessError when that is outside."""
        name = name.replace("\\", "/")
        if os.path.isabs(name) or Path(name).drive or ".." in Path(name).parts or problem_of_name(Path(name).name):
            raise _outside(self.whose).with_name(name)
        path = Path(self._real(self.folder / name))
        return path if name.isascii() else find_spelling(path)

    def advice(self, name: str) -> str:
        """A hint of what to write in place of a name of which there is no file; "" where no file is like it."""
        name = name.replace("\\", "/")
        folder, _, short_name = name.rpartition("/")
        # No value of a game names its game.yaml.
        others = [path for path in self._names() if path not in (name, "game.yaml")]
        if same := [path for path in others if same_name(path) == same_name(name)]:
            return f"Write {same[0]}: capitals and small letters differ."
        if elsewhere := [path for path in self.find_by_name(short_name) if path in others]:
            path = min(elsewhere, key=lambda path: (not path.startswith("art/"), path.count("/"), path))
            return f"Write {path}: that is where the file is." if "/" in path else f"Write {path}."
        beside = {path.rpartition("/")[2]: path for path in others if path.rpartition("/")[0] == folder}
        likely = closest(short_name, beside)
        return f"Did you mean '{beside[likely]}'?" if likely else ""

    def find_by_name(self, name: str) -> list[str]:
        """The files of the folder, wherever in it, that have a name, with or without its ending, in any capitals."""
        return [path for path in self._names() if same_name(name) in _short_names(path)]

    def _names(self) -> list[str]:
        """The files of the folder and of the folders in it, by their paths from the folder, as far as limits go."""
        if self._file_names is None:
            self._file_names, folders = [], [""]
            for folder in folders:  # It grows by the folders in each.
                with suppress(OSError, ValueError):
                    for entry in sorted(os.scandir(self._real(self.folder / folder)), key=lambda entry: entry.name):
                        if entry.name.startswith(".") or problem_of_name(entry.name):
                            continue
                        name = f"{folder}{entry.name}"
                        if entry.is_dir(follow_symlinks=False) and name.count("/") < _DEEPEST:
                            folders.append(f"{name}/")
                        elif entry.is_file():
                            self._file_names.append(nfc(name))
                if len(self._file_names) > _MOST_ENTRIES or len(folders) > _MOST_FOLDERS:
                    break
        return self._file_names

    def load(self, path: Path, kind: str) -> bytes:
        """The bytes of a file. AccessError for what leads out, is no plain file, or is larger than MOST_BYTES."""
        draft = self.drafts.get(path)
        return load_file(self._real(path), kind) if draft is None else draft

    def list(self, pattern: str) -> list[Path]:
        """The files of which a part of the folder has names like the last part of a pattern, in order: "faces/*.yaml".

        Names that begin with a dot are none. What is left out for another reason is kept in `refused`.
        """
        inner, _, pattern = pattern.rpartition("/")
        folder, pattern = self.folder / inner, nfc(pattern)
        names = {path.name for path in self.drafts if path.parent == folder}
        try:
            real = self._real(folder)
            if "*" in pattern or not pattern.isascii():
                names.update(os.listdir(real))
            elif os.path.lexists(f"{real}/{pattern}"):
                names.add(pattern)
        except FileNotFoundError:
            pass
        except NotADirectoryError:
            message = "there is a file where a folder should be"
            self.refused[folder] = AccessError("irregular-file", message, "Rename it.")
        except OSError as error:
            self.refused[folder] = _system_error(error)
        except AccessError as refusal:
            message = refusal.about("this folder").message
            self.refused[folder] = AccessError(refusal.code, message, "Put the folder itself there, with its files.")
        matches = sorted(name for name in names if fnmatchcase(nfc(name), pattern) and not name.startswith("."))
        if len(matches) > _MOST_ENTRIES:
            message = f"the folder has more than {_MOST_ENTRIES:,} files"
            self.refused[folder] = AccessError("too-many-files", message, "Take some of them out.")
            del matches[_MOST_ENTRIES:]
        problems = {name: problem for name in matches if (problem := problem_of_name(name))}
        for name, problem in problems.items():
            message = f'"{visible(name)[:60]}" cannot be a name here: {problem}'
            self.refused[folder / name] = AccessError("bad-name", message, "Rename the file.")
        return [folder / name for name in matches if name not in problems]

    def has_any(self, folder: str, suffix: str) -> bool:
        """Whether there is a file of a suffix in a folder. AccessError where it is none of the game's."""
        try:
            with os.scandir(self.place(folder)) as entries:
                return any(entry.name.endswith(suffix) for entry in entries)
        except OSError as error:
            if isinstance(error, FileNotFoundError | NotADirectoryError):
                return False
            raise _system_error(error) from error

    def survey(self, pattern: str) -> None:
        """Look at files as `list` lists them, and keep in `refused` what `load` would not open."""
        for path in self.list(pattern):
            try:
                self._check(path)
            except AccessError as refusal:
                self.refused[path] = refusal

    def _real(self, path: Path) -> str:
        """Where a path leads once links are followed. AccessError when that is outside the world."""
        folder, name = os.path.split(path)
        try:
            if folder not in self._real_folders:
                self._real_folders[folder] = os.path.realpath(folder)
            real = os.path.join(self._real_folders[folder], name)
            if name in ("", "..") or os.path.islink(real):
                real = os.path.realpath(real)
        except (OSError, ValueError) as error:
            raise _system_error(error) from error
        if self._world is not None and not os.path.join(real, "").startswith(self._world):
            raise _outside(self.whose)
        return real

    def _check(self, path: Path) -> None:
        """AccessError for a file that `load` would not open."""
        real = self._real(path)
        try:
            state = None if path in self.drafts else os.lstat(real)
        except (OSError, ValueError) as error:
            raise _system_error(error) from error
        if state:
            _check_plain(state)


def _short_names(path: str) -> tuple[str, str]:
    """The name of a file without its folder, and without its ending."""
    name = path.rpartition("/")[2]
    return same_name(name), same_name(os.path.splitext(name)[0])


def find_misnamed(folder: Path | str, known: Iterable[str]) -> list[tuple[str, str]]:
    """The entries of a folder that differ by capitals alone from a known name that it lacks, each with that name."""
    known_names, pairs = {same_name(name): name for name in known}, []
    with suppress(OSError):
        for name in sorted(os.listdir(folder)):
            known_name = known_names.get(same_name(name), name)
            if known_name != name and not os.path.lexists(os.path.join(folder, known_name)):
                pairs.append((name, known_name))
    return pairs


def access_for(gates: Iterable[FileAccess], path: Path) -> FileAccess:
    """The first gate whose folder holds a path; AccessError where none does."""
    for gate in gates:
        if gate.holds(path):
            return gate
    raise _outside(_GAME)
