"""What was built comes in, beside what an earlier build left; the manifest that lists it in manifest.json goes out."""

from __future__ import annotations

import json
import stat
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, FailFast, Field, ValidationError

from printgen.base.gate import Refused, read_file
from printgen.base.names import problem_of_name
from printgen.reading.part import adapter
from printgen.reading.records import Game


def _named(name: str) -> str:
    if problem := problem_of_name(name):
        raise ValueError(problem)
    return name


_Word = Annotated[str, AfterValidator(_named)]
"""What is shown, and names files: it leads nowhere and hides nothing."""
_WordIfAny = Annotated[str, AfterValidator(lambda name: name and _named(name))]
_IF_ANY = ("files", "printer", "backs")
_Count = Annotated[int, Field(ge=0, lt=2**53)]


@dataclass(frozen=True, slots=True)
class Entry:
    """One product that was printed into one file, as the manifest lists it.

    `file` is the file's name within the game's folder of the output, the first where a format needs several, which are
    `files`. `pages` counts the sides of its sheets, `sheets` the sheets of paper, `pieces` what is cut out of them,
    copies included. `only` are the cards that were asked for by name. `bytes` and `sha256` are of the files. `printer`
    is the one that they are for, if there is one. `margin` is in millimetres. `backs` is the look of the backs, if
    there are any.
    """

    name: _Word
    title: str
    kind: str
    file: _Word
    pages: _Count
    sheets: _Count
    pieces: _Count
    seed: int
    paper: _Word
    duplex: _Word
    look: _Word
    only: tuple[str, ...]
    bytes: _Count
    sha256: str
    files: tuple[_Word, ...] = ()
    printer: _WordIfAny = ""
    margin: Annotated[float, Field(ge=0, le=25)] = 6.35
    backs: _WordIfAny = ""

    def as_data(self) -> dict[str, Any]:
        """The entry as it stands in manifest.json."""
        return {key: value for key, value in asdict(self).items() if key not in _IF_ANY or value}


@dataclass(frozen=True, slots=True)
class Manifest:
    """What lies in a game's folder of the output: its products in the order of game.yaml."""

    kit: str
    title: str
    version: str
    notice: str
    products: tuple[Entry, ...]

    def as_data(self) -> dict[str, Any]:
        """The manifest as it stands in manifest.json."""
        return {**asdict(self), "products": [entry.as_data() for entry in self.products]}

    def as_json(self) -> bytes:
        """The text of manifest.json."""
        return (json.dumps(self.as_data(), indent=2, ensure_ascii=False) + "\n").encode()


@dataclass(frozen=True)
class _Earlier:
    """What is read of an earlier manifest: anybody might have written it."""

    products: Annotated[tuple[Entry, ...], FailFast()]


def manifest(game: Game, products: Sequence[Entry], out: Path) -> Manifest:
    """The manifest of a game's output folder: what was built now, beside what an earlier build left there."""
    entries = {entry.name: entry for entry in (*earlier(out / game.label), *products)}
    ordered = tuple(entries[name] for name in game.products if name in entries)
    return Manifest(game.label, game.title, game.version, game.notice, ordered)


def earlier(folder: Path) -> list[Entry]:
    """What an earlier build left in a folder and is still there; nothing where the manifest is not ours."""
    path = folder / "manifest.json"
    try:
        old: _Earlier = adapter(_Earlier).validate_json(read_file(path, "yaml"), strict=True)
    except (Refused, ValidationError):
        return []
    return [entry for entry in old.products if entry.bytes == sum(_size(folder / name) for name in files_of([entry]))]


def files_of(entries: Iterable[Entry]) -> list[str]:
    """The names of the files of products."""
    return [name for entry in entries for name in entry.files or (entry.file,)]


def _size(path: Path) -> int:
    """How many bytes an ordinary file has; more than any has where there is none."""
    try:
        found = path.lstat()
    except OSError:
        return 2**63
    return found.st_size if stat.S_ISREG(found.st_mode) else 2**63
