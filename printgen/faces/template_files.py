"""Folders of templates: looks, palettes, sizes, themes and fonts, and what reading them found."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import cache, lru_cache, reduce
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BeforeValidator, Field, InstanceOf, WithJsonSchema

from printgen.base.errors import Finding, Where, did_you_mean, unknown_word
from printgen.base.file_access import AccessError, FileAccess, access_for, display_path, find_spelling
from printgen.base.folders import templates_folder
from printgen.base.limits import OverLimit, consume
from printgen.base.names import nfc
from printgen.drawing.font_files import Font, FontProblem, Kept, load_font
from printgen.drawing.fonts import Shelf, bold_of, face, house_font, italic_of, lacking, plain_shelf
from printgen.drawing.paragraphs import Paragraph
from printgen.drawing.pieces import TemplateProblem
from printgen.faces.marks import BracketMeaning
from printgen.game.house_style import NO_FONTS, FontFile, FontName, HouseFonts, load_fonts
from printgen.reading.files import Files
from printgen.reading.part import Color, Length, Part, Size, adapter, problem
from printgen.reading.positions import LocatedMap, empty_map, overlay


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
            root = self._roots[path][0]
            value = (
                None if root is None else files.check(adapter(shape), root, Where(display_path(path), 1, 1), path.name)
            )
            self._parsed[key] = (value, tuple(files.findings))
        value, findings = self._parsed[key]
        if findings:
            raise TemplateProblem(findings)
        return value

    def overlay(self, name: str, shape: Any) -> Any:
        """What the files of a name hold, held to a shape: a game's own over the built-in one, key by key.

        TemplateProblem lists the mistakes of all of them.
        """
        files = Files(*self.gates)
        roots = [root for path in self.files(name) if (root := _root_mapping(files, path)) is not None]
        value = files.check(adapter(shape), reduce(overlay, roots), roots[0].start, name)
        if files.findings:
            raise TemplateProblem(files.findings)
        return value

    def merge(self, pattern: str, shape: Any) -> dict[str, Any]:
        """The named values of all files of a kind; those of the first folder win."""
        values: dict[str, Any] = {}
        for path in self.files(pattern):
            values.update(self.parse(path, shape))
        return values

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


THEME = "theme.yaml"
"""The file of a theme's folder that says what it has besides templates."""


def _require(value: Any) -> Any:
    if value is None:
        raise problem("bad-value", "is no colour: without quotes, # begins a comment", "Write it in quotes.")
    return value


_Swatch = Annotated[Color, BeforeValidator(_require)]
Palette = dict[str, _Swatch]
"""A palette: colours by name."""

ENTRIES = dict[str, Annotated[InstanceOf[LocatedMap], WithJsonSchema({"type": "object"})]]
"""Named mappings, each of which is held to its own shape when it is first asked for."""


class ThemeFile(Part):
    """A theme: what it has besides templates that come before the built-in ones."""

    extends: str = Field(
        "",
        max_length=64,
        description="the theme that gives what this one has not, such as storybook or one of the game's",
    )
    fonts: Annotated[InstanceOf[LocatedMap], WithJsonSchema({"type": "object"})] = Field(
        default_factory=empty_map, description="its fonts by name, files in its folder, as under fonts of a game"
    )


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


_KEYBOARD = "".join(map(chr, range(32, 127)))


class ReadingCache:
    """What reading the texts of one library has found out: it is the same for all of them.

    `texts` are those that were read once, by what they say and how they were read; `bullets` what stands before the
    entries of lists; `fonts` the companions of fonts, bold or slanted; `whole` whether a font has all letters of a
    keyboard; `looks` how keywords look, and `meanings` what brackets mean, in letters of a size and in certain tints.
    """

    def __init__(self) -> None:
        self.texts: dict[object, tuple[Paragraph, ...]] = {}
        self.bullets = Kept(_bullet)
        self.fonts = Kept(_companion)
        self.whole = Kept[str, bool](lambda font: lacking(_KEYBOARD, font) is None)
        self.looks: dict[object, tuple[str, str]] = {}
        self.meanings: dict[object, BracketMeaning | None] = {}


def _bullet(key: tuple[str, bool]) -> str:
    """The bullet of a list, the first that the font has; `key` is the font and whether the list is inside another."""
    font, inner = key
    signs = ("\u2013", "-") if inner else ("\u2022", "\u2013", "-")
    return next((sign for sign in signs if not face(font).missing(sign)), "-")


def _companion(key: tuple[str, bool, bool]) -> str:
    """The companion of a font that is bold, or slanted, or both."""
    name, bold, italic = key
    font = bold_of(name) if bold else name
    return italic_of(font) if italic else font


class Themes(NamedTuple):
    """A theme by its name and those that it extends, the nearest first; `findings` tell why there are no more."""

    names: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()


def themes_of(name: str, homes: Sequence[Path], world: Path) -> Themes:
    """The chain that begins with a theme; `homes` are folders of templates, whose links may lead into `world`.

    One that is in several of them stands for all of these, and the first may say that it extends its own name.
    """
    names = [name] if name else []
    known = {nfc(path.name) for home in homes for path in _subfolders(home / "themes")}
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
            if parent not in known:
                finding = unknown_word(where, "unknown-theme", f"there is no theme '{parent}'", parent, known)
                return Themes(tuple(names), (finding,))
            names.append(parent)
            break
    return Themes(tuple(names))


def _subfolders(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if path.is_dir()] if folder.is_dir() else []


def _files(name: str, homes: Sequence[Path], world: Path) -> Iterator[tuple[ThemeFile, bool]]:
    """What the files of a theme say, and whether it is in no other of the folders; mistakes are told with its fonts."""
    folders = [(home, folder) for home in homes if (folder := find_spelling(home / "themes" / name)).is_dir()]
    for home, folder in folders:
        gate = FileAccess(folder, None if home == templates_folder() else world)
        with suppress(AccessError):
            file = load_theme(gate, Files(gate))
            if file is not None:
                yield file, folder == folders[-1][1]


def load_theme(gate: FileAccess, files: Files) -> ThemeFile | None:
    """What the file of a theme's folder says; None, with findings in `files`, where it has none or one with mistakes.

    Those that are built in are read once in a process. AccessError where the file may not be read.
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


ReadBytes = Callable[[Path], bytes]


class HouseShelf:
    """The shelf of a game; what cannot be printed of its fonts is in `findings`, and is left out of the shelf."""

    def __init__(self, house_fonts: HouseFonts, language: str, read: ReadBytes) -> None:
        self._house_fonts, self._read = house_fonts, read
        self._fonts: dict[Path, Font | None] = {}
        self._faulty_families: set[str] = set()
        self.findings: list[Finding] = []
        self.shelf = self._shelf(language) if house_fonts or language != plain_shelf().language else plain_shelf()

    def missing_styles(self) -> Iterator[Finding]:
        """What was asked for and a family lacks: so far, as a warning for each style."""
        places = {name: where for name, where, _ in self._house_fonts.families}
        for family, style in (pair for pair in self.shelf.lacking if pair[0] not in self._faulty_families):
            message = f"the font '{family}' has no {style} letters, and {style} words are printed without"
            hint = f"Give it {style}: and a font file; its regular one again says that this is meant."
            yield Finding("warning", places[family], message, hint, "lacking-style")

    def _shelf(self, language: str) -> Shelf:
        """The shelf with the fonts of the game, as far as they can be printed."""
        own: dict[str, dict[str, Font]] = {}
        built_in = plain_shelf().names()
        for name, _, styles in self._house_fonts.families:
            fonts = {style: font for style, file in styles if (font := self._font(file))}
            # What is wrong with a font is told once, and not of each face that asks for it: another is drawn meanwhile.
            if not styles or len(fonts) < len(styles):
                self._faulty_families.add(name)
            if "" in fonts:
                own[name] = fonts
            elif name not in built_in:
                own[name] = {style: house_font("body", style) for style in plain_shelf().styles("body")}
        others = [self._stand_in(fallback, own) for fallback in self._house_fonts.fallback]
        is_incomplete = self._house_fonts.flawed or bool(self._faulty_families) or None in others
        return Shelf(own, [font for font in others if font], language, is_incomplete)

    def _stand_in(self, fallback: FontFile | FontName, own: dict[str, dict[str, Font]]) -> Font | None:
        """The font that a fallback names, a file or a name; None, with a finding, where there is none."""
        if isinstance(fallback, FontFile):
            return self._font(fallback)
        if fallback.name in own:
            return own[fallback.name][""]
        family, _, style = fallback.name.partition(" ")
        names = (*own, *plain_shelf().names())
        if fallback.name in names:
            return house_font(family, style)
        hint = did_you_mean(fallback.name, names)
        self.findings.append(
            Finding("error", fallback.where, f"there is no font '{fallback.name}'", hint, "unknown-font")
        )
        return None

    def _font(self, file: FontFile) -> Font | None:
        """The font of a file, which is opened once; None, with a finding at each place that names it, for another."""
        if file.path not in self._fonts:
            self._fonts[file.path] = self._open(file)
        return self._fonts[file.path]

    def _open(self, file: FontFile) -> Font | None:
        """The font in a file; None, with a finding, where it cannot be read."""
        try:
            data = self._read(file.path)
            consume("fonts", len(data), file.where)
            return load_font(data)
        except OverLimit as error:
            self.findings += error.findings
        except AccessError as error:
            refusal = error.with_name(file.path.name)
            self._tell(file.where, refusal.message, refusal.hint, refusal.code)
        except FontProblem as problem:
            self._tell(file.where, f"{file.path.name} {problem.message}", problem.hint, problem.code)
        return None

    def _tell(self, where: Where, message: str, hint: str, code: str) -> None:
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
