"""The fonts that a game names come in; its shelf, with all that is wrong with them, goes out."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path

from printgen.base.budget import OverLimit, spend
from printgen.base.errors import Finding, Where, did_you_mean
from printgen.base.gate import Gate, Refused
from printgen.drawing.font_files import Font, FontProblem, examined
from printgen.drawing.fonts import Shelf, built_in_font, plain_shelf
from printgen.drawing.problems import TemplateProblem
from printgen.faces.themes import read_theme
from printgen.game.house_fonts import NO_FONTS, FontFile, FontName, HouseFonts, read_fonts
from printgen.reading.files import Files

Read = Callable[[Path], bytes]


class HouseShelf:
    """The shelf of a game; what cannot be printed of its fonts is in `findings`, and is left out of the shelf."""

    def __init__(self, said: HouseFonts, language: str, read: Read) -> None:
        self._said, self._read = said, read
        self._fonts: dict[Path, Font | None] = {}
        self._told: set[str] = set()
        self.findings: list[Finding] = []
        self.shelf = self._shelf(language) if said or language != plain_shelf().language else plain_shelf()

    def unmet(self) -> Iterator[Finding]:
        """What was asked for and a family lacks: so far, as a warning for each style."""
        places = {name: where for name, where, _ in self._said.families}
        for family, style in (one for one in self.shelf.lacking if one[0] not in self._told):
            message = f"the font '{family}' has no {style} letters, and {style} words are printed without"
            hint = f"Give it {style}: and a font file; its regular one again says that this is meant."
            yield Finding("warning", places[family], message, hint, "lacking-style")

    def _shelf(self, language: str) -> Shelf:
        own: dict[str, dict[str, Font]] = {}
        built_in = plain_shelf().names()
        for name, _, styles in self._said.families:
            fonts = {style: font for style, file in styles if (font := self._font(file))}
            # What is wrong with a font is told once, and not of each face that asks for it: another is drawn meanwhile.
            if not styles or len(fonts) < len(styles):
                self._told.add(name)
            if "" in fonts:
                own[name] = fonts
            elif name not in built_in:
                own[name] = {style: built_in_font("body", style) for style in plain_shelf().styles("body")}
        others = [self._stand_in(one, own) for one in self._said.fallback]
        short = self._said.flawed or bool(self._told) or None in others
        return Shelf(own, [font for font in others if font], language, short)

    def _stand_in(self, one: FontFile | FontName, own: dict[str, dict[str, Font]]) -> Font | None:
        if isinstance(one, FontFile):
            return self._font(one)
        if one.name in own:
            return own[one.name][""]
        family, _, style = one.name.partition(" ")
        names = (*own, *plain_shelf().names())
        if one.name in names:
            return built_in_font(family, style)
        hint = did_you_mean(one.name, names)
        self.findings.append(Finding("error", one.where, f"there is no font '{one.name}'", hint, "unknown-font"))
        return None

    def _font(self, file: FontFile) -> Font | None:
        """The font of a file, which is opened once; None, with a finding at each place that names it, for another."""
        if file.path not in self._fonts:
            self._fonts[file.path] = self._opened(file)
        return self._fonts[file.path]

    def _opened(self, file: FontFile) -> Font | None:
        try:
            data = self._read(file.path)
            spend("fonts", len(data), file.where)
            return examined(data)
        except OverLimit as error:
            self.findings += error.findings
        except Refused as refused:
            told = refused.named(file.path.name)
            self._tell(file.where, told.message, told.hint, told.code)
        except FontProblem as problem:
            self._tell(file.where, f"{file.path.name} {problem.message}", problem.hint, problem.code)
        return None

    def _tell(self, where: Where, message: str, hint: str, code: str) -> None:
        self.findings.append(Finding("error", where, message, hint, code))


def theme_fonts(gates: Sequence[Gate]) -> HouseFonts:
    """The fonts of the themes in folders, the first of a name; TemplateProblem lists the mistakes of their files."""
    fonts = NO_FONTS
    for gate in gates:
        files, said = Files(gate), None
        with suppress(Refused):  # What may not be read of a theme is told with its other files.
            said = read_theme(gate, files)
        entries = ((name, value, said.fonts.where(name)) for name, value in said.fonts.items()) if said else ()
        fonts = fonts.over(read_fonts(files, iter(entries)))
        if files.findings:
            raise TemplateProblem(files.findings)
    return fonts
