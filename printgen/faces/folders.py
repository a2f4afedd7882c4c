"""Folders of templates come in; which files there are, and what these hold, each read once, goes out."""

from __future__ import annotations

from functools import cache, reduce
from pathlib import Path
from typing import Any

from printgen.base.errors import Finding, Where
from printgen.base.gate import Gate, gate_of, shown_name
from printgen.base.places import templates_folder
from printgen.drawing.problems import TemplateProblem
from printgen.reading.files import Files
from printgen.reading.marked import Map, empty_map, laid_over
from printgen.reading.part import adapter


class Folders:
    """Several folders of templates; the first that has a thing gives it.

    Links in them may lead to what lies in `world`, or in their own folder where that is not given. `gates` lead to all
    of them, `own` to those that are not built in, and `around` to the folder of the game.
    """

    def __init__(self, folders: tuple[Path, ...], world: Path | None = None) -> None:
        home = templates_folder()
        built = {f for f in folders if f == home or f.parent in (home / "themes", home / "languages")}
        self.gates = tuple(Gate(folder, None if folder in built else world or folder) for folder in folders)
        self.own = tuple(gate for gate in self.gates if gate.folder not in built)
        self.around = Gate(world or folders[0], world or folders[0])
        self._parsed: dict[object, tuple[Any, tuple[Finding, ...]]] = {}
        self._tops: dict[Path, tuple[Map | None, tuple[Finding, ...]]] = {}

    def files(self, pattern: str) -> list[Path]:
        """Matching files, those of later folders first, so that reading in order lets the first folder win."""
        return [path for gate in reversed(self.gates) for path in gate.list(pattern)]

    def read(self, path: Path, kind: str) -> bytes:
        """What a file of a kind in one of the folders holds. Refused says why it cannot be read."""
        return gate_of((*self.gates, self.around), path).read(path, kind)

    def parsed(self, path: Path, shape: Any) -> Any:
        """What a template file holds, held to a declared shape; read once. TemplateProblem lists its mistakes."""
        # What is built in is the same for all games.
        if self is not _built_in() and path.is_relative_to(templates_folder()):
            return _built_in().parsed(path, shape)
        key = (path, str(shape))
        if key not in self._parsed:
            files = Files(gate_of(self.gates, path))
            # A file of art is held to two shapes: what asks for one part does not hold all others to theirs.
            if path not in self._tops:
                self._tops[path] = _top(files, path), tuple(files.findings)
            else:
                files.add(self._tops[path][1])
            top = self._tops[path][0]
            value = None if top is None else files.check(adapter(shape), top, Where(shown_name(path), 1, 1), path.name)
            self._parsed[key] = (value, tuple(files.findings))
        value, findings = self._parsed[key]
        if findings:
            raise TemplateProblem(findings)
        return value

    def laid(self, name: str, shape: Any) -> Any:
        """What the files of a name hold, held to a shape: a game's own over the built-in one, key by key.

        TemplateProblem lists the mistakes of all of them.
        """
        files = Files(*self.gates)
        tops = [top for path in self.files(name) if (top := _top(files, path)) is not None]
        value = files.check(adapter(shape), reduce(laid_over, tops), tops[0].start, name)
        if files.findings:
            raise TemplateProblem(files.findings)
        return value

    def merged(self, pattern: str, shape: Any) -> dict[str, Any]:
        """The named values of all files of a kind; those of the first folder win."""
        out: dict[str, Any] = {}
        for path in self.files(pattern):
            out.update(self.parsed(path, shape))
        return out

    def file(self, name: str) -> Path:
        """A file that lies in a folder of templates, or in the game's. ValueError when there is none to be read."""
        for gate in (*self.gates, self.around):
            if (path := gate.find_or_none(name)) is not None:
                return path
        advice = next(filter(None, (gate.advice(name) for gate in (self.around, *self.gates))), "")
        hint = f". {advice}" if advice else "; write the name of one that is there"
        raise ValueError(f"there is no file '{name}' among the templates or in the game's folder{hint}")


@cache
def _built_in() -> Folders:
    """The built-in templates, which are the same for all games."""
    return Folders((templates_folder(),))


def _top(files: Files, path: Path) -> Map | None:
    """The mapping that a file holds, None, with findings, when it holds none; one of nothing but comments is empty."""
    nothing = files.value(path) is None and not files.findings
    return empty_map(file=shown_name(path)) if nothing else files.mapping(path)
