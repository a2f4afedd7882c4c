"""What the files of a game are like at a moment, for whoever follows them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

_MOST = 10_000
"""So many files are looked at; a game has a few dozen, and a folder of a hundred takes a millisecond."""

FileTimes = dict[str, tuple[int, int, int]]
"""The time, size and number of each file by its path in the folder; a file that takes another's name is another."""


def file_times(*folders: Path) -> FileTimes:
    """What the files of folders are like just now; hidden ones and those of programs aside."""
    pairs = (pair for folder in folders for pair in _walk(folder, ""))
    return dict(pair for pair, _ in zip(pairs, range(_MOST), strict=False))


def _walk(folder: Path, inside: str) -> Iterator[tuple[str, tuple[int, int, int]]]:
    try:
        entries = sorted(os.scandir(folder), key=lambda entry: entry.name)
    except OSError:
        return  # It was taken away just now, or may not be looked into.
    for entry in entries:
        name = f"{inside}{entry.name}"
        # What printgen writes lies in `output`, and what editors and version control write begins with a dot.
        if entry.name.startswith(".") or entry.name.endswith("~") or name in ("output", "node_modules"):
            continue
        try:
            if entry.is_dir(follow_symlinks=False):
                yield from _walk(Path(entry.path), f"{name}/")
            else:
                state = entry.stat(follow_symlinks=False)
                yield name, (state.st_mtime_ns, state.st_size, state.st_ino)
        except OSError:
            continue
