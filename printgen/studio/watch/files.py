"""A folder comes in; what its files are like just now goes out, to be compared with what they were like before."""

from __future__ import annotations

import os
import time
from collections.abc import Iterator
from pathlib import Path

_MOST = 10_000
"""So many files are looked at; a game has a few dozen."""
_EVERY = 0.1
"""Seconds between two looks: a folder of a hundred files is looked at in a millisecond."""
_STILL = 0.04
"""Seconds for which nothing may change before it counts: an editor writes, renames and sets times one by one."""
_LONGEST = 0.5
"""Something that changes all the time counts after so many seconds, too."""

Look = dict[str, tuple[int, int, int]]
"""The time, size and number of each file by its path in the folder; a file that takes another's name is another."""


def look(*folders: Path) -> Look:
    """What the files of folders are like just now; hidden ones and those of programs aside."""
    pairs = (pair for folder in folders for pair in _files(folder, ""))
    return dict(pair for pair, _ in zip(pairs, range(_MOST), strict=False))


def _files(folder: Path, inside: str) -> Iterator[tuple[str, tuple[int, int, int]]]:
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
                yield from _files(Path(entry.path), f"{name}/")
            else:
                state = entry.stat(follow_symlinks=False)
                yield name, (state.st_mtime_ns, state.st_size, state.st_ino)
        except OSError:
            continue


def changes(*folders: Path, every: float = _EVERY) -> Iterator[tuple[str, ...]]:
    """The names of files that have changed, whenever some have; first, and at once, none."""
    before = look(*folders)
    yield ()
    while True:
        time.sleep(every)
        now = look(*folders)
        if now == before:
            continue
        end = time.monotonic() + _LONGEST
        while time.monotonic() < end:
            time.sleep(_STILL)
            later = look(*folders)
            if later == now:
                break
            now = later
        changed = tuple(sorted(name for name in {*before, *now} if before.get(name) != now.get(name)))
        before = now
        if changed:
            yield changed
