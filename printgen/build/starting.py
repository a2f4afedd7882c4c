"""Writes a new game that builds into a folder, as a copy of a starter or a sample."""

from __future__ import annotations

import json
import os
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import yaml

from printgen.base.errors import Finding, PrintgenError, UsageError, did_you_mean
from printgen.base.file_access import file_kind
from printgen.base.folders import samples_folder, starters_folder
from printgen.base.limits import metered
from printgen.base.names import problem_of_name
from printgen.build.jobs import sound
from printgen.build.schemas import schemas_for
from printgen.build.settings import Settings
from printgen.build.stages import check
from printgen.reading.yaml_events import load_yaml_file
from printgen.writers.output import File, write_files

_TITLE = re.compile(r"^title: (.*)$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Begun:
    """A new game: its folder, its title, and the files written, by their paths in the folder."""

    folder: Path
    title: str
    files: tuple[str, ...]


def starters() -> tuple[str, ...]:
    """The names of the starters."""
    return tuple(sorted(path.parent.name for path in starters_folder().glob("*/game.yaml")))


def samples() -> tuple[str, ...]:
    """The names of the samples: whole small games to copy."""
    return tuple(sorted(path.parent.name for path in samples_folder().glob("*/game.yaml")))


@cache
def starter_words(starter: str) -> dict[str, Any]:
    """The data of a starter for games made from other files, from its `words.yaml`."""
    words = load_yaml_file(starters_folder() / starter / "words.yaml", "words.yaml")
    return words if isinstance(words, dict) else {}


@metered()
def begin(folder: str | Path, like: str = "cards") -> Begun:
    """Write a small game that builds into a new or empty folder.

    `like` is one of `starters()`, or of `samples()`, which the game copies. Its title is made from the folder's name:
    "my-game" becomes "My Game". UsageError for an unknown starter, or a folder that no new game can have; PrintgenError
    when it cannot be written.
    """
    folders = {name: starters_folder() / name for name in starters()}
    folders |= {name: samples_folder() / name for name in samples() if name not in folders}
    if like not in folders:
        raise UsageError(f"there is no starter '{like}'", did_you_mean(like, folders))
    if isinstance(folder, str) and not folder.strip():
        raise UsageError("a new game needs a folder with a name", "Name one, such as my-game.")
    home = Path(folder)
    name = free_name(home)
    contents, title = _with_title(folders[like], name, title_of(name))
    files = [(home / path, data) for path, data in contents.items()]

    def look_again() -> list[File]:
        if any(os.path.lexists(path) for path, _ in files):
            raise _not_empty(home)  # Another program began a game here meanwhile.
        return []

    write_files(files, more=look_again)
    return Begun(home, title, tuple(contents))


def title_of(name: str) -> str:
    """The title of a game in a folder of this name."""
    return " ".join(word[:1].upper() + word[1:] for word in re.split(r"[\s_-]+", name) if word) or "My Game"


def free_name(home: Path) -> str:
    """The name of a folder for a new game. UsageError when it cannot be one."""
    name = Path(os.path.abspath(home)).name  # noqa: PTH100 (a link keeps its name)
    if problem := problem_of_name(name):
        raise UsageError(f"a game cannot be named '{name}': {problem}", "Choose another name, such as my-game.")
    try:
        is_occupied = os.path.lexists(home) and any(home.iterdir())
    except NotADirectoryError:
        raise UsageError(f"'{home}' is there, and is no folder", "Choose another name.") from None
    except OSError as error:
        reason = (error.strerror or "unknown reason").lower()
        raise UsageError(f"cannot look into '{home}': {reason}", "Choose another folder.") from error
    if is_occupied:
        raise _not_empty(home)
    return name


def file_and_home(source: str | Path, folder: str | Path, hint: str, other: str) -> tuple[Path, Path, str]:
    """The JSON file from which a game is made, the folder of the game, and its name.

    By default it is named after the file, or `other` if that is no name. UsageError for a missing file, with a hint if
    none has a similar name, or for a folder that no new game can have.
    """
    path = Path(source)
    if file_kind(path) != "file":
        beside = [one.name for one in path.parent.glob("*.json") if one.name != path.name][:1000]
        raise UsageError(f"there is no file '{path}'", did_you_mean(path.name, beside, hint))
    stem = other if problem_of_name(f"{path.stem}-game") else path.stem
    home = Path(folder or f"{stem}-game")
    return path, home, free_name(home)


def _not_empty(home: Path) -> UsageError:
    return UsageError(f"the folder '{home}' is not empty", "Choose another name, or empty the folder.")


def _with_title(starter: Path, name: str, title: str) -> tuple[dict[str, bytes], str]:
    """The files of a new game by their paths, and its title: the starter's if no font can print the wanted one."""
    files = {path.relative_to(starter).as_posix(): path for path in sorted(starter.rglob("*")) if path.is_file()}
    contents = {path: file.read_bytes() for path, file in files.items()}
    text = contents["game.yaml"].decode()
    line = _TITLE.search(text)
    starter_title = str(yaml.safe_load(line[1])) if line else "My Game"
    with TemporaryDirectory(prefix="printgen-") as room:
        for candidate in dict.fromkeys((title, starter_title)):
            keeps_line = candidate == starter_title and starter_title != "My Game"
            title_line = "" if keeps_line else f"title: {json.dumps(candidate, ensure_ascii=False)}"
            draft = Path(room, "wanted" if candidate == title else "plain", name)
            new = text[: line.start()] + (title_line or line[0]) + text[line.end() :] if line else text
            write_draft(draft, {**contents, "game.yaml": new.encode()})
            is_clean = all(finding.severity == "info" for finding in findings_in(draft))
            if is_clean or (candidate == starter_title and starter.parent != starters_folder()):
                return with_schemas(draft, tuple(contents)), candidate
    raise UsageError(f"the starter '{starter.name}' does not print", "Install printgen again.")


def with_schemas(draft: Path, paths: tuple[str, ...]) -> dict[str, bytes]:
    """The files of a game as laid out, each with the line by which an editor finds its schema."""
    schemas, lines = schemas_for(sound(str(draft)).game)
    contents = {path: (draft / path).read_bytes() for path in paths}
    contents |= {path: f"{line}\n".encode() + contents[path] for path, line in lines.items() if path in contents}
    return contents | {path: text.encode() for path, text in schemas.items()}


def write_draft(folder: Path, files: dict[str, bytes]) -> None:
    for path, data in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(data)


def findings_in(folder: Path) -> tuple[Finding, ...]:
    """The findings of a check of a game, or the errors that prevent its reading."""
    try:
        return check([str(folder)], Settings())
    except PrintgenError as error:
        return error.findings
