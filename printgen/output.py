"""Files and what they hold come in; either all of them are written, or none; and the manifest that lists them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from printgen.errors import Exit, Finding, PrintgenError, Where
from printgen.reading.records import Game


@dataclass(frozen=True, slots=True)
class Entry:
    """One product that was printed into one file, as the manifest lists it.

    `file` is the file's name within the game's folder of the output, the first where a format needs several, which are
    `files`. `pages` counts the sides of its sheets, `sheets` the sheets of paper, `pieces` what is cut out of them,
    copies included. `only` are the cards that were asked for by name. `bytes` and `sha256` are of the files.
    """

    name: str
    title: str
    kind: str
    file: str
    pages: int
    sheets: int
    pieces: int
    seed: int
    paper: str
    duplex: str
    look: str
    only: tuple[str, ...]
    bytes: int
    sha256: str
    files: tuple[str, ...] = ()

    def as_data(self) -> dict[str, Any]:
        """The entry as it stands in manifest.json."""
        return {key: value for key, value in asdict(self).items() if key != "files" or value}


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


def manifest(game: Game, products: Sequence[Entry], out: Path) -> Manifest:
    """The manifest of a game's output folder: what was built now, beside what an earlier build left there."""
    entries = {entry.name: entry for entry in (*_earlier(out / game.name / "manifest.json"), *products)}
    ordered = tuple(entries[name] for name in game.products if name in entries)
    return Manifest(game.name, game.title, game.version, game.notice, ordered)


def _earlier(path: Path) -> list[Entry]:
    """What an earlier build left beside its manifest and is still there; nothing where the manifest is not ours."""
    try:
        old = json.loads(path.read_text(encoding="utf-8"))
        lists = ("only", "files")
        entries = [Entry(**row | {key: tuple(row.get(key, ())) for key in lists}) for row in old["products"]]
        return [entry for entry in entries if (path.parent / entry.file).is_file()]
    except (OSError, ValueError, KeyError, TypeError):
        return []


def write_files(files: Sequence[tuple[Path, bytes]]) -> None:
    """Write all files or none: each to a temporary name beside its place, then all renamed.

    Raises PrintgenError (exit code 6) when a folder or file cannot be written; earlier files stay as they were.
    """
    written: list[tuple[Path, Path]] = []
    path = Path()
    try:
        for path, data in files:
            path.parent.mkdir(parents=True, exist_ok=True)
            temporary = path.with_name(f".{path.name}.part")
            written.append((temporary, path))
            temporary.write_bytes(data)
        for temporary, path in written:
            temporary.replace(path)
    except OSError as error:
        message = f"cannot write this file: {error.strerror or error}"
        hint = "Close it where it is open, or choose another folder with --out."
        finding = Finding("error", Where(str(path)), message, hint, "cannot-write", Exit.CANNOT_WRITE)
        raise PrintgenError([finding]) from error
    finally:
        for temporary, _ in written:
            temporary.unlink(missing_ok=True)
