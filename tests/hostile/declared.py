"""Every key of every declared shape: a file that has such a mapping, and the way to it.

As a program it prints them as JSON for the games that its arguments name; each shape is watched while it is read.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from packs import TEMPLATES, source_of
from warden import REPOSITORY

Step = str | int


class Spot(NamedTuple):
    """A key that the shape of a mapping declares; the mapping is at the end of a path in a file of a game.

    A `built_in` file is one of the built-in templates, which the game may have as its own.
    """

    shape: str
    game: str
    file: str
    built_in: bool
    path: tuple[Step, ...]
    key: str


@cache
def spots(*games: str) -> list[Spot]:
    """One spot for each key of each shape that files of these games have, or the built-in templates that they read."""
    command = [sys.executable, __file__, *games]
    made = subprocess.run(command, capture_output=True, text=True, check=True, env={"PYTHONPATH": str(REPOSITORY)})
    return [Spot(*row[:4], tuple(row[4]), row[5]) for row in json.loads(made.stdout)]


def _watched(games: Sequence[str]) -> list[Spot]:
    """The spots, found by loading and composing the games."""
    from printgen.build import jobs
    from printgen.build import stages as build
    from printgen.build.settings import Settings
    from printgen.reading.part import Part

    seen: list[tuple[type[Part], str, int]] = []
    assign = Part.__setattr__

    def watch(part: Part, name: str, value: Any) -> None:
        if name == "_source" and value.source.file:
            seen.append((type(part), value.source.file, value.offset))
        assign(part, name, value)

    Part.__setattr__ = watch  # type: ignore[method-assign]
    found: dict[tuple[str, str], Spot] = {}
    for game in games:
        seen.clear()
        folder = source_of(game)
        (job,) = jobs.load([str(folder)])
        build.compose(job, Settings())
        for shape, file, offset in seen:
            for spot in _of(shape, Path(file).resolve(), offset, game, folder):
                found.setdefault((spot.shape, spot.key), spot)
    return sorted(found.values(), key=lambda spot: (spot.shape, spot.key))


def _of(shape: Any, path: Path, offset: int, game: str, folder: Path) -> Iterator[Spot]:
    for root, within in ((folder, ""), (TEMPLATES, "templates/")):
        if path.is_relative_to(root) and (steps := _steps(path).get(offset)) is not None:
            for name, field in shape.model_fields.items():
                file = within + path.relative_to(root).as_posix()
                # All art of a game's own is looked at, whatever the game: the smallest does.
                lies_in = "kitchen-heroes" if file.startswith("templates/art/") and root == TEMPLATES else game
                yield Spot(shape.__name__, lies_in, file, root == TEMPLATES, steps, field.alias or name)


@cache
def _steps(path: Path) -> dict[int, tuple[Step, ...]]:
    """The keys and indices that lead to the mapping at each offset of a file."""
    from printgen.reading.yaml_events import load_yaml_file

    return dict(_walked(load_yaml_file(path, str(path)), ()))


def _walked(value: Any, steps: tuple[Step, ...]) -> Iterator[tuple[int, tuple[Step, ...]]]:
    from printgen.reading.positions import LocatedList, LocatedMap

    if isinstance(value, LocatedMap):
        yield value.offset, steps
    if isinstance(value, LocatedMap | LocatedList):
        for key, inner in value.items() if isinstance(value, LocatedMap) else enumerate(value):
            yield from _walked(inner, (*steps, key))


if __name__ == "__main__":
    print(json.dumps(_watched(sys.argv[1:])))
