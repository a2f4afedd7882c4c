"""What was built comes in, beside what an earlier build left; the manifest that lists it in manifest.json goes out."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, FailFast, Field, ValidationError

from printgen.base.gate import Refused, read_file
from printgen.base.names import problem_of_name
from printgen.reading.needs import needs_of
from printgen.reading.part import adapter
from printgen.reading.records import Game


def _named(name: str) -> str:
    if problem := problem_of_name(name):
        raise ValueError(problem)
    return name


_Word = Annotated[str, AfterValidator(_named)]
"""What is shown, and names files: it leads nowhere and hides nothing."""
_WordIfAny = Annotated[str, AfterValidator(lambda name: name and _named(name))]
_Percent = Annotated[float, Field(ge=0, le=400)]
_IF_ANY = ("files", "printer", "backs", "stack", "proof", "turn", "listed", "shared")
_Count = Annotated[int, Field(ge=0, lt=2**53)]


@dataclass(frozen=True, slots=True)
class Entry:
    """One product that was printed into one file, as the manifest lists it.

    `file` is the file's name within the game's folder of the output, the first where a format needs several, which are
    `files`. `pages` counts the sides of its sheets, `sheets` the sheets of paper, `pieces` what is cut out of them,
    copies included. `only` are the cards that were asked for by name. `bytes` and `sha256` are of the files. `printer`
    is the one that they are for, if there is one. `margin` is in millimetres. `backs` is the look of the backs, if
    there are any. `ink` is about how much ink a side of a sheet takes, in percent of its area: cyan, magenta, yellow
    and black together; `area` is how much of it is covered. `stack` is how pieces fill the sheets, if not in rows. A
    `proof` is for looking, and not for playing. `turn` tells how backs are printed that are turned by hand. Of what is
    `listed` a print list said how many there are of some pieces. A file that is `shared` with other products lies
    beside the games' folders.
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
    ink: _Percent = 0.0
    area: _Percent = 0.0
    stack: _WordIfAny = ""
    proof: bool = False
    turn: Annotated[str, Field(max_length=2000)] = ""
    listed: bool = False
    shared: bool = False

    def as_data(self) -> dict[str, Any]:
        """The entry as it stands in manifest.json."""
        return {key: value for key, value in asdict(self).items() if key not in _IF_ANY or value}


@dataclass(frozen=True, slots=True)
class Print:
    """A piece as it was printed last: its name, how often, what tells its picture from others, and codes before."""

    name: str
    copies: _Count
    digest: Annotated[str, Field(pattern="^[0-9a-f]{24}$")]
    before: Annotated[tuple[Annotated[str, Field(max_length=8)], ...], Field(max_length=20)] = ()

    def as_data(self) -> dict[str, Any]:
        """The piece as it stands in manifest.json."""
        return {key: value for key, value in asdict(self).items() if key != "before" or value}


@dataclass(frozen=True, slots=True)
class Prints:
    """The pieces of a product as they were printed last, whether with backs, and the files of what changed last."""

    pieces: Annotated[tuple[Print, ...], FailFast()]
    backs: bool = False
    changed: tuple[_Word, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """What stands of it in manifest.json."""
        more = {"changed": self.changed} if self.changed else {}
        return {"backs": self.backs, **more, "pieces": [piece.as_data() for piece in self.pieces]}


@dataclass(frozen=True, slots=True)
class Manifest:
    """What lies in a game's folder of the output: its products in the order of game.yaml.

    `printed` are the pieces of each product as they were printed last, wherever their files are now.
    """

    kit: str
    title: str
    version: str
    notice: str
    products: tuple[Entry, ...]
    printed: Mapping[str, Prints] = field(default_factory=dict)
    tonight: tuple[str, ...] = ()
    """The products that are enough to play, where the game says what it needs and all of them lie there."""

    @property
    def enough(self) -> int:
        """How many sheets those take."""
        return sum(entry.sheets for entry in self.products if entry.name in self.tonight)

    def as_data(self) -> dict[str, Any]:
        """What the manifest says of the products; what it remembers of their pieces is for builds to come."""
        products = [entry.as_data() for entry in self.products]
        tonight = {"tonight": {"sheets": self.enough, "products": list(self.tonight)}} if self.tonight else {}
        return {
            "kit": self.kit, "title": self.title, "version": self.version, "notice": self.notice,
            "products": products, **tonight,
        }  # fmt: skip

    def as_json(self) -> bytes:
        """The text of manifest.json."""
        printed = {name: prints.as_data() for name, prints in self.printed.items()}
        return (json.dumps({**self.as_data(), "printed": printed}, indent=2, ensure_ascii=False) + "\n").encode()


@dataclass(frozen=True)
class _Earlier:
    """What is read of an earlier manifest: anybody might have written it."""

    products: Annotated[tuple[Entry, ...], FailFast()]
    printed: dict[_Word, Prints] = field(default_factory=dict)


_NOTHING = _Earlier(())


def manifest(game: Game, products: Sequence[Entry], printed: Mapping[str, Prints], out: Path) -> Manifest:
    """The manifest of a game's output folder: what was built now, beside what an earlier build left there."""
    entries = {entry.name: entry for entry in (*earlier(out / game.label), *products)}
    ordered = tuple(entries[name] for name in game.products if name in entries)
    prints = {**printed_before(out / game.label), **printed}
    known = {name: prints[name] for name in game.products if name in prints}
    return Manifest(game.label, game.title, game.version, game.notice, ordered, known, _tonight(game, ordered))


def _tonight(game: Game, entries: Sequence[Entry]) -> tuple[str, ...]:
    """What is enough to play of what was printed on one paper; nothing where something of it is not there."""
    needs = needs_of((product, 0) for product in game.products.values())
    names = [product.name for product, _ in needs.tonight] if needs else []
    papers = {entry.name: entry.paper for entry in entries if entry.name in names and not (entry.only or entry.listed)}
    return tuple(names) if len(papers) == len(names) and len({*papers.values()}) == 1 else ()


def earlier(folder: Path) -> list[Entry]:
    """What an earlier build left in a folder and is still there; nothing where the manifest is not ours."""
    kept = _read(folder).products
    return [entry for entry in kept if entry.bytes == sum(_size(_home(folder, entry) / name) for name in _names(entry))]


def listed_before(folder: Path) -> Sequence[Entry]:
    """The products that a manifest lists, whether their files are still there or not."""
    return _read(folder).products


def printed_before(folder: Path) -> Mapping[str, Prints]:
    """What pieces a manifest says were printed last, by product; the files may be gone."""
    return _read(folder).printed


def is_spoiled(folder: Path) -> bool:
    """Whether a folder has a manifest that nobody can read."""
    return not folder.is_symlink() and os.path.lexists(folder / "manifest.json") and _read(folder) is _NOTHING


def _read(folder: Path) -> _Earlier:
    """What the manifest of a folder says; nothing where it is not ours, or the folder is a link."""
    if folder.is_symlink():
        return _NOTHING
    try:
        data = read_file(folder / "manifest.json", "yaml")
        old: _Earlier = adapter(_Earlier).validate_json(data, strict=True)
    except (Refused, ValidationError):
        return _NOTHING
    return old


def files_of(entries: Iterable[Entry]) -> list[str]:
    """The names of the files of products in their game's folder."""
    return [name for entry in entries if not entry.shared for name in _names(entry)]


def _names(entry: Entry) -> tuple[str, ...]:
    return entry.files or (entry.file,)


def _home(folder: Path, entry: Entry) -> Path:
    """Where the files of an entry lie, whose game has a folder."""
    return folder.parent if entry.shared else folder


def _size(path: Path) -> int:
    """How many bytes an ordinary file has; more than any has where there is none."""
    try:
        found = path.lstat()
    except OSError:
        return 2**63
    return found.st_size if stat.S_ISREG(found.st_mode) else 2**63
