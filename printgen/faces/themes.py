"""The name of a theme comes in; it and those that it extends go out in a row, with what is wrong with them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from printgen.base.errors import Finding, unknown
from printgen.base.gate import Gate, Refused, spelled
from printgen.base.names import composed
from printgen.base.places import templates_folder
from printgen.faces.template_files import THEME, ThemeFile
from printgen.reading.files import Files


class Themes(NamedTuple):
    """A theme by its name and those that it extends, the nearest first; `findings` tell why there are no more."""

    names: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()


def themes_of(name: str, homes: Sequence[Path], world: Path) -> Themes:
    """The chain that begins with a theme; `homes` are folders of templates, whose links may lead into `world`.

    One that is in several of them stands for all of these, and the first may say that it extends its own name.
    """
    names = [name] if name else []
    known = {composed(path.name) for home in homes for path in _listed(home / "themes")}
    for one in names:
        for said, last in _files(one, homes, world):
            above, where = said.extends, said.where_of("extends")
            if not above or (above == one and not last):
                continue
            if above in names:
                ring = " extends ".join((*names[names.index(above) :], above))
                message = f"the theme '{above}' extends itself" + (f": {ring}" if above != one else "")
                told = Finding("error", where, message, "Name another theme, or remove the line.", "bad-theme")
                return Themes(tuple(names), (told,))
            if above not in known:
                told = unknown(where, "unknown-theme", f"there is no theme '{above}'", above, known)
                return Themes(tuple(names), (told,))
            names.append(above)
            break
    return Themes(tuple(names))


def _listed(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []


def _files(name: str, homes: Sequence[Path], world: Path) -> Iterator[tuple[ThemeFile, bool]]:
    """What the files of a theme say, and whether it is in no other of the folders; mistakes are told with its fonts."""
    folders = [(home, folder) for home in homes if (folder := spelled(home / "themes" / name)).is_dir()]
    for home, folder in folders:
        gate = Gate(folder, None if home == templates_folder() else world)
        with suppress(Refused):
            said = read_theme(gate, Files(gate))
            if said is not None:
                yield said, folder == folders[-1][1]


def read_theme(gate: Gate, files: Files) -> ThemeFile | None:
    """What the file of a theme's folder says; None, with findings in `files`, where it has none or one with mistakes.

    Those that are built in are read once in a process. Refused where the file may not be read.
    """
    if gate.folder.is_relative_to(templates_folder()):
        return _built_in(gate.folder)
    path = gate.find_or_none(THEME)
    return files.part(path, ThemeFile) if path else None


@lru_cache(maxsize=64)
def _built_in(folder: Path) -> ThemeFile | None:
    gate = Gate(folder, None)
    path = gate.find_or_none(THEME)
    return Files(gate).part(path, ThemeFile) if path else None
