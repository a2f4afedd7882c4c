"""Folders of templates: looks, palettes, sizes, themes and fonts, and what reading them found."""

from __future__ import annotations

from functools import cache, reduce
from pathlib import Path
from typing import Annotated, Any, TypeVar

from pydantic import BeforeValidator, Field, InstanceOf, WithJsonSchema

from printgen.base.errors import Finding, Where
from printgen.base.file_access import FileAccess, access_for, display_path
from printgen.base.folders import templates_folder
from printgen.drawing.pieces import TemplateProblem
from printgen.reading.files import Files
from printgen.reading.part import Color, Length, Part, Size, adapter, problem
from printgen.reading.positions import LocatedMap, empty_map, overlay

P = TypeVar("P", bound=Part)


class Folders:
    """Several folders of templates; the first that has a thing gives it.

    Links in them may lead to what lies in `world`, or in their own folder where that is not given. `gates` lead to all
    of them, `own` to those that are not built in, and `around` to the folder of the game.
    """

    def __init__(self, folders: tuple[Path, ...], world: Path | None = None) -> None:
        home = templates_folder()
        built = {f for f in folders if f == home or f.parent in (home / "themes", home / "languages")}
        self.gates = tuple(FileAccess(folder, None if folder in built else world or folder) for folder in folders)
        self.own = tuple(gate for gate in self.gates if gate.folder not in built)
        self.around = FileAccess(world or folders[0], world or folders[0])
        self._overlays: dict[str, Any] = {}
        self._parsed: dict[object, tuple[Any, tuple[Finding, ...]]] = {}
        self._roots: dict[Path, tuple[LocatedMap | None, tuple[Finding, ...]]] = {}

    def files(self, pattern: str) -> list[Path]:
        """Matching files, those of later folders first, so that reading in order lets the first folder win."""
        return [path for gate in reversed(self.gates) for path in gate.list(pattern)]

    def load(self, path: Path, kind: str) -> bytes:
        """What a file of a kind in one of the folders holds. AccessError says why it cannot be read."""
        return access_for((*self.gates, self.around), path).load(path, kind)

    def parse(self, path: Path, shape: Any) -> Any:
        """What a template file holds, held to a declared shape; read once. TemplateProblem lists its mistakes."""
        # What is built in is the same for all games.
        if self is not _house_folders() and path.is_relative_to(templates_folder()):
            return _house_folders().parse(path, shape)
        key = (path, str(shape))
        if key not in self._parsed:
            files = Files(access_for(self.gates, path))
            # A file of art is held to two shapes: what asks for one part does not hold all others to theirs.
            if path not in self._roots:
                self._roots[path] = _root_mapping(files, path), tuple(files.findings)
            else:
                files.add(self._roots[path][1])
            root, where = self._roots[path][0], Where(display_path(path), 1, 1)
            value = None if root is None else files.check(adapter(shape), root, where, path.name)
            self._parsed[key] = (value, tuple(files.findings))
        value, findings = self._parsed[key]
        if findings:
            raise TemplateProblem(findings)
        return value

    def overlay(self, name: str, shape: type[P]) -> P:
        """What files of a name hold, a game's own over the built-in, key by key. TemplateProblem lists all mistakes."""
        if name not in self._overlays:
            files = Files(*self.gates)
            roots = [root for path in self.files(name) if (root := _root_mapping(files, path)) is not None]
            read = files.check(adapter(shape), reduce(overlay, roots), roots[0].start, name)
            if files.findings:
                raise TemplateProblem(files.findings)
            self._overlays[name] = read
        value: P = self._overlays[name]
        return value

    def merge(self, pattern: str, shape: Any) -> dict[str, Any]:
        """The named values of all files of a kind; those of the first folder win."""
        return {name: value for path in self.files(pattern) for name, value in self.parse(path, shape).items()}

    def file(self, name: str) -> Path:
        """A file that lies in a folder of templates, or in the game's. ValueError when there is none to be read."""
        for gate in (*self.gates, self.around):
            if (path := gate.find_or_none(name)) is not None:
                return path
        advice = next(filter(None, (gate.advice(name) for gate in (self.around, *self.gates))), "")
        hint = f". {advice}" if advice else "; write the name of one that is there"
        raise ValueError(f"there is no file '{name}' among the templates or in the game's folder{hint}")


@cache
def _house_folders() -> Folders:
    """The built-in templates, which are the same for all games."""
    return Folders((templates_folder(),))


def _root_mapping(files: Files, path: Path) -> LocatedMap | None:
    """The mapping that a file holds, None, with findings, when it holds none; one of nothing but comments is empty."""
    nothing = files.value(path) is None and not files.findings
    return empty_map(file=display_path(path)) if nothing else files.mapping(path)


def _require(value: Any) -> Any:
    if value is None:
        raise problem("bad-value", "is no colour: without quotes, # begins a comment", "Write it in quotes.")
    return value


_Swatch = Annotated[Color, BeforeValidator(_require)]
Palette = dict[str, _Swatch]
"""A palette: colours by name."""

ENTRIES = dict[str, Annotated[InstanceOf[LocatedMap], WithJsonSchema({"type": "object"})]]
"""Named mappings, each of which is held to its own shape when it is first asked for."""


class LookShape(Part):
    """A look: what it makes of the colour roles of every face."""

    colors: dict[str, Annotated[str, Field(min_length=1)]] = Field(
        {}, description="colour words by role; they hold for every face that has a role of that name"
    )
    saving: bool = Field(
        False, description="whether it spends little ink: without shadows, and gradients in one light colour"
    )
    backs: bool = Field(False, description="whether it is for backs alone")
    strength: int = Field(
        100,
        ge=1,
        le=100,
        description="how much stays of the colours of backs that say nothing of this look, in percent",
    )
    rim: Length = Field(0.0, ge=0.0, description="how broad a rim those backs keep white, so that no drift shows")
    outline: Color = Field("", description="the colour of a thin line around each piece that is cut, if any")


class PieceSize(Part):
    """A size of pieces by its trade name."""

    short = "size"

    size: Size = Field(description="width and height")
    corner: Length = Field(0.0, description="the radius of the corners that such pieces usually have")
