"""What a game says once for all its faces and documents: language, fonts, keywords, signs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from printgen.base.errors import Finding, Where, split_advice
from printgen.base.file_access import AccessError, FileAccess
from printgen.drawing.font_files import AXES
from printgen.reading.files import Files
from printgen.reading.part import File, OneOrMany, Part, adapter
from printgen.reading.positions import LocatedList, LocatedMap
from printgen.reading.word_patterns import LONGEST_PATTERN, Finder

FALLBACK = "fallback"
"""The entry of the fonts that are for letters which others lack."""

_RESERVED = ("icon",)
"""Names that no font of a game may have, since texts use them otherwise."""
_MOST_FONTS = 20


class FontStyle(Part):
    """The letters of one style: a file, and of a variable font where on its axes they lie."""

    short: ClassVar[str] = "file"

    file: File = Field(description="the .ttf or .otf file")
    weight: float | None = Field(
        None, ge=1, le=1000, description="how heavy the letters of a variable font are, such as 700 for bold"
    )
    width: float | None = Field(None, ge=1, le=1000, description="how wide they are, in percent of their usual width")
    slant: float | None = Field(None, ge=-90, le=90, description="how they lean, in degrees; below zero to the right")


class FontFamily(Part):
    """A font of the game's own: a style, or several by name."""

    short: ClassVar[str] = "regular"

    regular: FontStyle = Field(description="its usual letters: a .ttf or .otf file, or a style of a variable font")
    italic: FontStyle | None = Field(None, description="its slanted letters, for *words*")
    semibold: FontStyle | None = Field(None, description="letters between regular and bold")
    semibold_italic: FontStyle | None = Field(None, alias="semibold-italic", description="those, slanted")
    bold: FontStyle | None = Field(None, description="its bold letters, for **words**")
    bold_italic: FontStyle | None = Field(None, alias="bold-italic", description="those, slanted")


@dataclass(frozen=True, slots=True)
class FontFile:
    """A font file of a game, its place in game.yaml, and the axes of a variable font, each with its value and place."""

    path: Path
    where: Where
    axes: tuple[tuple[str, float, Where], ...] = ()


@dataclass(frozen=True, slots=True)
class FontName:
    """A font that is named where it stands in for others, and where game.yaml names it."""

    name: str
    where: Where


@dataclass(frozen=True, slots=True)
class HouseFonts:
    """The fonts of a game: families with their styles, "" the regular one, each with its place; and the fallbacks.

    A family with mistakes has no styles; `flawed` says whether there are mistakes in any of it.
    """

    families: tuple[tuple[str, Where, tuple[tuple[str, FontFile], ...]], ...] = ()
    fallback: tuple[FontFile | FontName, ...] = ()
    flawed: bool = False

    def __bool__(self) -> bool:
        return bool(self.families or self.fallback or self.flawed)

    def over(self, others: HouseFonts) -> HouseFonts:
        """These fonts, and those of others whose names they have not."""
        if not others:
            return self
        names = {name for name, *_ in self.families}
        families = (*self.families, *(family for family in others.families if family[0] not in names))
        return HouseFonts(families, (*self.fallback, *others.fallback), self.flawed or others.flawed)


NO_FONTS = HouseFonts()


def load_fonts(files: Files, entries: Iterator[tuple[str, Any, Where]]) -> HouseFonts:
    """The fonts of a game, from the named entries of its part of game.yaml; mistakes are reported to the files."""
    families: list[tuple[str, Where, tuple[tuple[str, FontFile], ...]]] = []
    fallback: tuple[FontFile | FontName, ...] = ()
    before = len(files.findings)
    for name, entry, where in entries:
        if name == FALLBACK:
            fallback = _fallback(files, entry, where)
        elif name in _RESERVED:
            files.report(where, "built-in", f"{name} cannot be the name of a font", "Choose another name.")
        elif len(families) >= _MOST_FONTS:
            files.report(where, "bad-length", f"a game may have {_MOST_FONTS} fonts", "Remove those that nothing uses.")
            families.append((name, where, ()))
        else:
            families.append((name, where, _family(files, name, entry, where)))
    return HouseFonts(tuple(families), fallback, len(files.findings) > before)


def _family(files: Files, name: str, entry: Any, where: Where) -> tuple[tuple[str, FontFile], ...]:
    """The styles of a family by name, "" the regular one; none, with findings, where it has mistakes."""
    if isinstance(entry, LocatedMap) and FontStyle.short in entry:
        style = files.check(adapter(FontStyle), entry, where, name)
        return (("", _font_file(style, where)),) if style else ()
    family = files.check(adapter(FontFamily), entry, where, name)
    styles: list[tuple[str, FontFile]] = []
    if family is None:
        return ()
    for key, field in FontFamily.model_fields.items():
        if style := getattr(family, key):
            written = field.alias or key
            place = family.where_of(written) if family.gives(written) else where
            styles.append(("" if key == "regular" else key.replace("_", " "), _font_file(style, place)))
    return tuple(styles)


def _font_file(style: FontStyle, where: Where) -> FontFile:
    """The file of a style, which stands at a place where it is a name alone."""
    named = [(axis, value) for axis in AXES if (value := getattr(style, axis)) is not None]
    axes = tuple((axis, value, style.where_of(axis)) for axis, value in named)
    return FontFile(style.file, style.where_of("file") if style.gives("file") else where, axes)


_Names = OneOrMany[Annotated[str, Field(min_length=1, max_length=200)]]


def _fallback(files: Files, entry: Any, where: Where) -> tuple[FontFile | FontName, ...]:
    """The fonts that stand in: names, and files, which have a dot or a slash in their names."""
    names: tuple[str, ...] | None = files.check(adapter(_Names), entry, where, FALLBACK)
    fonts: list[FontFile | FontName] = []
    for n, name in enumerate((names or ())[:_MOST_FONTS]):
        place = entry.where(n) if isinstance(entry, LocatedList) else where
        if "." in name or "/" in name:
            path: Path | None = files.check(adapter(File), name, place, FALLBACK)
            fonts += [FontFile(path, place)] if path else []
        else:
            fonts.append(FontName(name, place))
    return tuple(fonts)


@dataclass(frozen=True, slots=True)
class HouseStyle:
    """The house style of a game; what it leaves out is as the built-in templates have it.

    `language` is a code such as "en" or "de-AT", in which its words are written. `fonts` are those of its own. `theme`
    names a folder of templates that come before the built-in ones. `keywords` are words that look the same in all of
    its texts, and `signs` what is drawn as an icon in them. `icons` are folders of the game whose drawings are icons.
    """

    language: str = "en"
    fonts: HouseFonts = NO_FONTS
    theme: str = ""
    keywords: Keywords | None = None
    signs: SignIcons | None = None
    icons: tuple[str, ...] = ()


PLAIN = HouseStyle()
"""The house style of a game that says nothing of it."""

_MOST_KEYWORDS = 2_000


class Keyword(Part):
    """How a keyword looks wherever it stands in a text; a colour alone may stand for all of it."""

    short = "color"

    color: Annotated[str, Field(min_length=1)] | None = Field(
        None, description='its colour, such as "#A63A1E", or a colour word of the faces'
    )
    font: Literal["bold", "italic", "bold italic"] | None = Field(
        None, description="how it is set apart from the letters around it"
    )
    small_caps: bool = Field(False, alias="small-caps", description="whether it is set in small capitals")
    icon: Annotated[str, Field(min_length=1)] | None = Field(
        None, description="the icon before it: one of templates/icons.yaml, an art piece, or a picture file"
    )


KeywordsShape = Annotated[
    dict[Annotated[str, Field(min_length=1, max_length=LONGEST_PATTERN)], Keyword], Field(max_length=_MOST_KEYWORDS)
]
"""Keywords as game.yaml writes them: by word, or by a pattern between two strokes."""


class KeywordUse(NamedTuple):
    """A keyword's word or pattern, its place, and how it looks."""

    name: str
    where: Where
    style: Keyword


@dataclass(frozen=True, eq=False)
class Keywords:
    """All keywords of a game: `finder` finds them in a text, each by its number in `entries`."""

    entries: Sequence[KeywordUse]
    finder: Finder


def load_keywords(given: Mapping[str, Keyword], written: LocatedMap) -> tuple[Keywords | None, list[Finding]]:
    """The keywords of a game, None where it has none; and what is wrong with their patterns."""
    findings: list[Finding] = []
    words: list[KeywordUse] = []
    patterns: list[KeywordUse] = []
    for name, style in given.items():
        where = written.key_where(name)
        if len(name) < 3 or name[0] != "/" or name[-1] != "/":
            words.append(KeywordUse(name, where, style))
            continue
        try:
            Finder(patterns=[name[1:-1]])
        except ValueError as error:
            findings.append(_unusable(where, f"the pattern {name}", error))
        else:
            patterns.append(KeywordUse(name, where, style))
    entries = (*words, *patterns)
    if not entries:
        return None, findings
    try:
        finder = Finder([entry.name for entry in words], [entry.name[1:-1] for entry in patterns])
    except ValueError as error:
        return None, [*findings, _unusable(written.start, "all patterns together", error)]
    return Keywords(entries, finder), findings


def _unusable(where: Where, what: str, error: ValueError) -> Finding:
    """The finding for patterns that the finder refuses."""
    message, hint = split_advice(str(error), "Mend the pattern.")
    return Finding("error", where, f"{what} cannot be used: {message}", hint, "bad-pattern")


_PACKED = (".tgz", ".tar.gz", ".zip")
_INSIDE = ("icons", "svg", "svgs", "outline", "icons/outline", "24/outline", "svgs/solid", "assets/regular")

_MOST_SIGNS, _LONGEST_SIGN = 500, 20
_VARIANT = "\ufe0f"
"""Behind a sign, asks for its coloured form; people write signs with it and without."""
_UNUSABLE = re.compile(r"[\w\s*:\\\[\]]")
"""What no sign may have: letters, digits, blanks, and what marks of texts are made of."""


class SignIcon(Part):
    """What is drawn in place of a sign; the name of an icon alone may stand for all of it."""

    short = "icon"

    icon: Annotated[str, Field(min_length=1)] = Field(
        description="the icon in its place: one of templates/icons.yaml, an art piece, or a picture file"
    )
    color: Annotated[str, Field(min_length=1)] | None = Field(
        None, description="its colour, where that is not the colour of the text"
    )


SignsShape = Annotated[
    dict[Annotated[str, Field(min_length=1, max_length=_LONGEST_SIGN)], SignIcon], Field(max_length=_MOST_SIGNS)
]
"""Signs as game.yaml writes them, each with its icon."""


class SignIcons(NamedTuple):
    """The signs of a game: what each is drawn as, the places of their icons, and a pattern that finds them."""

    entries: Mapping[str, SignIcon]
    places: Mapping[str, Where]
    finder: re.Pattern[str]

    def entry(self, found: str) -> str:
        """The sign that a find of the pattern is, which may have a backslash before it."""
        return found.lstrip("\\").rstrip(_VARIANT)


def load_icon_folders(files: FileAccess, written: LocatedMap) -> tuple[tuple[str, ...], list[Finding]]:
    """The folders of icons that a game names under `icons`, and a finding for each without drawings."""
    named = written["icons"]
    places = [(named, written.where("icons"))]
    if isinstance(named, LocatedList):
        places = [(folder, named.where(place)) for place, folder in enumerate(named)]
    folders, findings = [], list[Finding]()
    for name, where in places:
        folder = PurePosixPath(name.replace("\\", "/").removesuffix("*.svg")).as_posix()
        try:
            if files.has_any(folder, ".svg"):
                folders.append(folder)
            else:
                message = f"there are no drawings (SVG) in '{name}'"
                findings.append(Finding("error", where, message, _hint_for_folder(files, folder), "missing-file"))
        except AccessError as refusal:
            findings.append(refusal.finding(where))
    return tuple(folders), findings


def _hint_for_folder(files: FileAccess, folder: str) -> str:
    """What to do about a folder of icons without drawings: packages keep them in a folder of these names."""
    if folder.endswith(_PACKED):
        return "Unpack it, and name the folder of its SVG files."
    inside = [f"{folder}/{name}" for name in _INSIDE if files.has_any(f"{folder}/{name}", ".svg")]
    return f"Write {inside[0]}." if inside else "Name a folder of the game that holds SVG files."


def load_signs(given: Mapping[str, SignIcon], written: LocatedMap) -> tuple[SignIcons | None, list[Finding]]:
    """The signs of a game, None where it has none; and what is wrong with them."""
    findings: list[Finding] = []
    entries: dict[str, SignIcon] = {}
    places: dict[str, Where] = {}
    for name, sign in given.items():
        if _UNUSABLE.search(name):
            message = f"'{name}' is no sign: it has letters, digits, blanks or marks of texts"
            hint = "Write a word under keywords:, or :name: where the icon should stand."
            findings.append(Finding("error", written.key_where(name), message, hint, "bad-name"))
            continue
        bare = name.rstrip(_VARIANT)
        entries[bare] = sign
        places[bare] = sign.where_of("icon") if sign.gives("icon") else written.where(name)
    if not entries:
        return None, findings
    longest_first = sorted(entries, key=len, reverse=True)
    finder = re.compile(rf"\\?(?:{'|'.join(map(re.escape, longest_first))}){_VARIANT}?")
    return SignIcons(entries, places, finder), findings
