"""Themes of a game and their fonts: which theme extends which, and the shelf of fonts for printing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Annotated, NamedTuple

from pydantic import Field, InstanceOf, WithJsonSchema

from printgen.base.errors import Finding, Where, did_you_mean, unknown_word
from printgen.base.file_access import AccessError, FileAccess, find_spelling
from printgen.base.folders import templates_folder
from printgen.base.limits import OverLimit, consume
from printgen.base.names import nfc
from printgen.drawing.font_files import Font, FontProblem, load_font
from printgen.drawing.fonts import Shelf, house_font, plain_shelf
from printgen.drawing.pieces import TemplateProblem
from printgen.game.house_style import NO_FONTS, FontFile, FontName, HouseFonts, load_fonts
from printgen.reading.files import Files
from printgen.reading.part import Part
from printgen.reading.positions import LocatedMap, empty_map

THEME = "theme.yaml"
"""The file of a theme's folder that says what it has besides templates."""


class ThemeFile(Part):
    """The file of a theme: its settings besides the templates that replace built-in ones."""

    extends: str = Field(
        "",
        max_length=64,
        description="the theme that gives what this one has not, such as storybook or one of the game's",
    )
    fonts: Annotated[InstanceOf[LocatedMap], WithJsonSchema({"type": "object"})] = Field(
        default_factory=empty_map, description="its fonts by name, files in its folder, as under fonts of a game"
    )


class Themes(NamedTuple):
    """A theme by its name and the themes that it extends, the nearest first; `findings` explain missing ones."""

    names: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()


def themes_of(name: str, homes: Sequence[Path], world: Path) -> Themes:
    """The chain that begins with a theme; `homes` are folders of templates, whose links may lead into `world`.

    A theme in several homes stands for all of them, and the first may extend its own name.
    """
    names = [name] if name else []
    known_names = {nfc(name) for name in theme_names(homes)}
    for theme in names:
        for file, is_last in _files(theme, homes, world):
            parent, where = file.extends, file.where_of("extends")
            if not parent or (parent == theme and not is_last):
                continue
            if parent in names:
                ring = " extends ".join((*names[names.index(parent) :], parent))
                message = f"the theme '{parent}' extends itself" + (f": {ring}" if parent != theme else "")
                finding = Finding("error", where, message, "Name another theme, or remove the line.", "bad-theme")
                return Themes(tuple(names), (finding,))
            if parent not in known_names:
                finding = unknown_word(where, "unknown-theme", f"there is no theme '{parent}'", parent, known_names)
                return Themes(tuple(names), (finding,))
            names.append(parent)
            break
    return Themes(tuple(names))


def theme_names(homes: Iterable[Path]) -> set[str]:
    """The themes in folders of templates."""
    folders = [home / "themes" for home in homes if (home / "themes").is_dir()]
    return {path.name for folder in folders for path in folder.iterdir() if path.is_dir()}


def _files(name: str, homes: Sequence[Path], world: Path) -> Iterator[tuple[ThemeFile, bool]]:
    """The files of a theme, each with whether no other home has it; mistakes are reported with its fonts."""
    folders = [(home, folder) for home in homes if (folder := find_spelling(home / "themes" / name)).is_dir()]
    for home, folder in folders:
        gate = FileAccess(folder, None if home == templates_folder() else world)
        with suppress(AccessError):
            file = load_theme(gate, Files(gate))
            if file is not None:
                yield file, folder == folders[-1][1]


def load_theme(gate: FileAccess, files: Files) -> ThemeFile | None:
    """The file of a theme's folder; None, with findings in `files`, when it is missing or has mistakes.

    Built-in themes are read once in a process. AccessError when the file may not be read.
    """
    if gate.folder.is_relative_to(templates_folder()):
        return _own_theme(gate.folder)
    path = gate.find_or_none(THEME)
    return files.part(path, ThemeFile) if path else None


@lru_cache(maxsize=64)
def _own_theme(folder: Path) -> ThemeFile | None:
    gate = FileAccess(folder, None)
    path = gate.find_or_none(THEME)
    return Files(gate).part(path, ThemeFile) if path else None


class HouseShelf:
    """The shelf of a game; fonts that cannot be printed are left out, with `findings`."""

    def __init__(self, house_fonts: HouseFonts, language: str, read: Callable[[Path], bytes]) -> None:
        self._house_fonts, self._read = house_fonts, read
        self._fonts: dict[tuple[Path, tuple[tuple[str, float], ...]], Font | None] = {}
        self._faulty_families: set[str] = set()
        self.findings: list[Finding] = []
        self.shelf = self._shelf(language) if house_fonts or language != plain_shelf().language else plain_shelf()

    def missing_styles(self) -> Iterator[Finding]:
        """A warning for each style that was asked for so far and that its family lacks."""
        places = {name: where for name, where, _ in self._house_fonts.families}
        for family, style in (pair for pair in self.shelf.lacking if pair[0] not in self._faulty_families):
            message = f"the font '{family}' has no {style} letters, and {style} words are printed without"
            hint = f"Give it {style}: and a font file; its regular one again says that this is meant."
            yield Finding("warning", places[family], message, hint, "lacking-style")

    def _shelf(self, language: str) -> Shelf:
        """The shelf with all fonts of the game that can be printed."""
        families: dict[str, dict[str, Font]] = {}
        built_in = plain_shelf().names()
        for name, _, styles in self._house_fonts.families:
            fonts = {style: font for style, file in styles if (font := self._font(file))}
            # A broken font is reported once, not for each face that uses it: these get another font.
            if not styles or len(fonts) < len(styles):
                self._faulty_families.add(name)
            if "" in fonts:
                families[name] = fonts
            elif name not in built_in:
                families[name] = {style: house_font("body", style) for style in plain_shelf().styles("body")}
        fallbacks = [self._stand_in(fallback, families) for fallback in self._house_fonts.fallback]
        is_incomplete = self._house_fonts.flawed or bool(self._faulty_families) or None in fallbacks
        return Shelf(families, [font for font in fallbacks if font], language, is_incomplete)

    def _stand_in(self, fallback: FontFile | FontName, families: dict[str, dict[str, Font]]) -> Font | None:
        """The font that a fallback names, a file or a name; None, with a finding, when there is none."""
        if isinstance(fallback, FontFile):
            return self._font(fallback)
        if fallback.name in families:
            return families[fallback.name][""]
        family, _, style = fallback.name.partition(" ")
        names = (*families, *plain_shelf().names())
        if fallback.name in names:
            return house_font(family, style)
        hint = did_you_mean(fallback.name, names)
        self._report(fallback.where, f"there is no font '{fallback.name}'", hint, "unknown-font")
        return None

    def _font(self, file: FontFile) -> Font | None:
        """The font of a file, opened once; None, with a finding at each place that names it, when it is unusable."""
        key = file.path, tuple((axis, value) for axis, value, _ in file.axes)
        if key not in self._fonts:
            self._fonts[key] = self._open(file)
        return self._fonts[key]

    def _open(self, file: FontFile) -> Font | None:
        """The font in a file; None, with a finding, where it cannot be read."""
        try:
            data = self._read(file.path)
            consume("fonts", len(data), file.where)
            return load_font(data, {axis: value for axis, value, _ in file.axes})
        except OverLimit as error:
            self.findings += error.findings
        except AccessError as error:
            refusal = error.with_name(file.path.name)
            self._report(file.where, refusal.message, refusal.hint, refusal.code)
        except FontProblem as problem:
            where = next((place for axis, _, place in file.axes if axis == problem.axis), file.where)
            self._report(where, f"{file.path.name} {problem.message}", problem.hint, problem.code)
        return None

    def _report(self, where: Where, message: str, hint: str, code: str) -> None:
        self.findings.append(Finding("error", where, message, hint, code))


def theme_fonts(gates: Sequence[FileAccess]) -> HouseFonts:
    """The fonts of the themes in folders, the first of a name; TemplateProblem lists the mistakes of their files."""
    fonts = NO_FONTS
    for gate in gates:
        files, theme = Files(gate), None
        with suppress(AccessError):  # What may not be read of a theme is told with its other files.
            theme = load_theme(gate, files)
        entries = ((name, value, theme.fonts.where(name)) for name, value in theme.fonts.items()) if theme else ()
        fonts = fonts.over(load_fonts(files, iter(entries)))
        if files.findings:
            raise TemplateProblem(files.findings)
    return fonts
