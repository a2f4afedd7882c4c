"""Tables of sizes by name, the built-in one and those of a game, come in; sizes in points go out."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path

from printgen.base.places import templates_folder
from printgen.base.units import parse_size
from printgen.errors import did_you_mean, stop_on_errors
from printgen.reading.fields import Surroundings
from printgen.reading.files import Files
from printgen.reading.part import Size, adapter


@lru_cache
def named_sizes(file: str, *folders: Path) -> Mapping[str, tuple[float, float]]:
    """Width and height by name from the built-in file of this name and those in folders of templates, which win.

    PrintgenError lists what is wrong in such a file.
    """
    sizes: dict[str, tuple[float, float]] = {}
    for path in (templates_folder() / file, *(folder / file for folder in folders)):
        if path.is_file():
            files = Files(Surroundings(path.parent, {}))
            table = files.mapping(path)
            sizes |= (table and files.check(adapter(dict[str, Size]), table, table.start, file)) or {}
            stop_on_errors(files.findings)
    return sizes


def named_size(name: str, *folders: Path) -> tuple[float, float]:
    """Width and height in points of a trade size ("poker", "tarot") or of a size such as "50x50mm".

    ValueError, with a suggestion, for a name that is not known.
    """
    sizes = named_sizes("sizes.yaml", *folders)
    if name in sizes:
        return sizes[name]
    if name[:1].isdigit():
        return parse_size(name)
    raise ValueError(f"there is no card size '{name}'. {did_you_mean(name, sizes)}")
