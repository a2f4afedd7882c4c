"""The names of printers come in; what is known of each, from a file in the user's own folder, goes out."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from printgen.base.errors import Exit, Finding, PrintgenError, UsageError, Where, did_you_mean
from printgen.base.gate import shown_name
from printgen.base.names import problem_of_name, same_name, visible
from printgen.reading.files import Files
from printgen.sheets.printers.profiles import Printer, Profile
from printgen.writers.output import write_files

_ENV = "PRINTGEN_CONFIG"
_ENDING = ".yaml"
_MOST_LETTERS = 40


def own_folder(environment: Mapping[str, str] = os.environ, platform: str = sys.platform) -> Path:
    """The folder in which printgen keeps what is the user's own: that of PRINTGEN_CONFIG, or where the system has such.

    That is ~/.config/printgen (or XDG_CONFIG_HOME), on a Mac ~/Library/Application Support/printgen, and on Windows
    that of APPDATA. UsageError where there is none.
    """
    if own := environment.get(_ENV):
        return Path(own)
    if platform == "win32":
        places = [environment.get("APPDATA", "")]
    else:
        home = Path(environment.get("HOME") or _home())
        usual = home / ("Library/Application Support" if platform == "darwin" else ".config")
        places = [environment.get("XDG_CONFIG_HOME", ""), str(usual)]
    # The standard has paths that are not absolute ignored.
    for place in filter(os.path.isabs, places):
        return Path(place, "printgen")
    raise UsageError("there is no folder of yours to keep printers in", f"Set {_ENV} to one.")


def _home() -> str:
    """The home folder as the system knows it; "" where it knows of none."""
    with suppress(RuntimeError, OSError):
        return str(Path.home())
    return ""


def _folder() -> Path:
    return own_folder() / "printers"


def printers() -> tuple[str, ...]:
    """The names of the printers that are known. PrintgenError where their folder cannot be read."""
    return tuple(sorted(_files(), key=str.casefold))


def _files() -> dict[str, Path]:
    """The files of printers by their names."""
    folder = _folder()
    try:
        found = [path.name for path in folder.iterdir()]
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except (OSError, ValueError) as error:
        message = f"cannot read this folder: {getattr(error, 'strerror', '') or error}"
        hint = f"Mend its permissions, or set {_ENV} to another folder."
        raise PrintgenError([Finding("error", Where(shown_name(folder)), message, hint, "unreadable-file")]) from error
    stems = (name.removesuffix(_ENDING) for name in found if name.endswith(_ENDING))
    return {stem: folder / f"{stem}{_ENDING}" for stem in stems if not problem_of_name(stem)}


def named(name: str) -> str:
    """A name that a printer may have. UsageError for any other."""
    problem = problem_of_name(name)
    if not problem and len(name) > _MOST_LETTERS:
        problem = f"it is longer than {_MOST_LETTERS} letters"
    if problem:
        raise UsageError(f"'{visible(name)[:60]}' cannot be the name of a printer: {problem}", "Give a short name.")
    return name


def _file_of(name: str) -> tuple[str, Path]:
    """The name of a printer as it was given first, and its file. UsageError where there is none."""
    files = _files()
    for known, path in files.items():
        if same_name(known) == same_name(name):
            return known, path
    hint = did_you_mean(name, files, "Print its page with printgen printers calibrate, and type what you read there.")
    raise UsageError(f"there is no printer '{visible(name)[:60]}'", hint)


def printer(name: str) -> Printer:
    """What is known of a printer. UsageError for one that nobody has measured; PrintgenError for a spoiled file."""
    known, path = _file_of(name)
    state = None
    with suppress(OSError):
        found = path.stat()
        state = found.st_mtime_ns, found.st_size, found.st_ino
    return _read(known, path, state)


@lru_cache(maxsize=16)
def _read(name: str, path: Path, state: tuple[int, int, int] | None) -> Printer:
    """A printer's file, which many products of a build ask for; `state` is that of the file."""
    # A link that the user has put there leads to a file of the user's.
    files = Files(Path(os.path.realpath(path)).parent)
    made = files.part(Path(os.path.realpath(path)), Profile, "the printer")
    # A key that is written twice is told of, and has a value all the same.
    if made is None or files.findings:
        raise PrintgenError(files.findings)
    return Printer(name, made, path)


def keep(name: str, profile: Profile) -> Printer:
    """Write what is known of a printer into its file, over what was known before.

    PrintgenError (exit code 6) where it cannot be written.
    """
    files = _files()
    name = next((known for known in files if same_name(known) == same_name(name)), named(name))
    path = _folder() / f"{name}{_ENDING}"
    head = f"# What printgen knows of the printer {name}, in millimetres and degrees, from what was read on its page.\n"
    text = head + "".join(f"{line}\n" for line in _lines(profile.model_dump(exclude_none=True)))
    try:
        write_files([(path, text.encode())])
    except PrintgenError as error:
        raise PrintgenError(map(_elsewhere, error.findings)) from error
    return Printer(name, profile, path)


def forget(name: str) -> Path:
    """Remove a printer's file, however spoiled it is; the file that is gone.

    UsageError where there is no such printer; PrintgenError (exit code 6) where the file cannot be removed.
    """
    _, path = _file_of(name)
    try:
        path.unlink()
    except OSError as error:
        message = f"cannot remove this file: {error.strerror or error}"
        finding = Finding("error", Where(str(path)), message, "", "cannot-write", Exit.CANNOT_WRITE)
        raise PrintgenError([_elsewhere(finding)]) from error
    return path


def _elsewhere(finding: Finding) -> Finding:
    return replace(finding, hint=f"Mend the permissions of the folder, or set {_ENV} to another one.")


def _lines(data: Mapping[str, Any], indent: str = "") -> Iterator[str]:
    """Plain data as lines of YAML; what holds numbers and words alone stands on one line."""
    for key, value in data.items():
        if not isinstance(value, Mapping):
            yield f"{indent}{key}: {_scalar(value)}"
        elif any(isinstance(inner, Mapping) for inner in value.values()):
            yield f"{indent}{key}:"
            yield from _lines(value, f"{indent}  ")
        else:
            yield f"{indent}{key}: {{{', '.join(f'{word}: {_scalar(inner)}' for word, inner in value.items())}}}"


def _scalar(value: object) -> str:
    """A plain value; a small number never with an exponent, which is text to some readers."""
    if isinstance(value, float):
        return f"{value:.6f}".rstrip("0").rstrip(".")
    return json.dumps(value, ensure_ascii=False)
