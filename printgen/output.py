"""Files and what they hold come in; either all of them are written, or none; and the manifest that lists them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from printgen.errors import Exit, Finding, PrintgenError, Where
from printgen.reading.records import Game


def manifest(game: Game, products: list[dict[str, Any]], out: Path) -> dict[str, Any]:
    """The manifest of a game's output folder: what was built now, beside what an earlier build left there."""
    path = out / game.name / "manifest.json"
    entries: dict[str, dict[str, Any]] = {}
    try:
        old = json.loads(path.read_text(encoding="utf-8"))
        entries = {e["name"]: e for e in old["products"] if (path.parent / e["file"]).is_file()}
    except (OSError, ValueError, KeyError, TypeError):
        pass  # No manifest, or not one of ours: the new one stands alone.
    entries.update({entry["name"]: entry for entry in products})
    ordered = [entries[name] for name in game.products if name in entries]
    return {
        "kit": game.name,
        "title": game.title,
        "version": game.version,
        "notice": game.notice,
        "products": ordered,
    }


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
