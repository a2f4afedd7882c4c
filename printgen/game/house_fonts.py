"""What game.yaml says under `fonts` comes in; the files of its families, and of what stands in for them, go out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar

from pydantic import Field

from printgen.base.errors import Where
from printgen.reading.fields import File, OneOrMany
from printgen.reading.files import Files
from printgen.reading.marked import Seq
from printgen.reading.part import Part, adapter

FALLBACK = "fallback"
"""The name under which the fonts stand that are for letters which others lack."""

_RESERVED = ("icon",)
_MOST = 20


class FontFamily(Part):
    """A font of the game's own: a file, or a file for each of its styles."""

    short: ClassVar[str] = "regular"

    regular: File = Field(description="the .ttf or .otf file of its usual letters")
    italic: File | None = Field(default=None, description="the file of its slanted letters, for *words*")
    semibold: File | None = Field(default=None, description="the file of letters between regular and bold")
    semibold_italic: File | None = Field(default=None, alias="semibold-italic", description="those, slanted")
    bold: File | None = Field(default=None, description="the file of its bold letters, for **words**")
    bold_italic: File | None = Field(default=None, alias="bold-italic", description="those, slanted")


@dataclass(frozen=True, slots=True)
class FontFile:
    """A font file of a game, and where game.yaml names it."""

    path: Path
    where: Where


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
        known = {name for name, *_ in self.families}
        families = (*self.families, *(family for family in others.families if family[0] not in known))
        return HouseFonts(families, (*self.fallback, *others.fallback), self.flawed or others.flawed)


NO_FONTS = HouseFonts()


def read_fonts(files: Files, entries: Iterator[tuple[str, Any, Where]]) -> HouseFonts:
    """The fonts of a game, from the named entries of its part of game.yaml; mistakes are reported to the files."""
    families: list[tuple[str, Where, tuple[tuple[str, FontFile], ...]]] = []
    fallback: tuple[FontFile | FontName, ...] = ()
    before = len(files.findings)
    for name, entry, where in entries:
        if name == FALLBACK:
            fallback = _fallback(files, entry, where)
        elif name in _RESERVED:
            files.report(where, "built-in", f"{name} cannot be the name of a font", "Choose another name.")
        elif len(families) >= _MOST:
            files.report(where, "bad-length", f"a game may have {_MOST} fonts", "Remove those that nothing uses.")
            families.append((name, where, ()))
        else:
            family = files.check(adapter(FontFamily), entry, where, name)
            families.append((name, where, tuple(_styles(family, where)) if family else ()))
    return HouseFonts(tuple(families), fallback, len(files.findings) > before)


def _styles(family: FontFamily, where: Where) -> Iterator[tuple[str, FontFile]]:
    for key, field in FontFamily.model_fields.items():
        path = getattr(family, key)
        if path is not None:
            style = "" if key == "regular" else key.replace("_", " ")
            written = field.alias or key
            yield style, FontFile(path, family.where_of(written) if family.gives(written) else where)


_Names = OneOrMany[Annotated[str, Field(min_length=1, max_length=200)]]


def _fallback(files: Files, entry: Any, where: Where) -> tuple[FontFile | FontName, ...]:
    """The fonts that stand in: names, and files, which have a dot or a slash in their names."""
    names: tuple[str, ...] | None = files.check(adapter(_Names), entry, where, FALLBACK)
    out: list[FontFile | FontName] = []
    for n, name in enumerate((names or ())[:_MOST]):
        at = entry.where(n) if isinstance(entry, Seq) else where
        if "." in name or "/" in name:
            path: Path | None = files.check(adapter(File), name, at, FALLBACK)
            out += [FontFile(path, at)] if path else []
        else:
            out.append(FontName(name, at))
    return tuple(out)
