"""The font shelf: a name such as "stencil" or "body bold" means a face, which measures and sets words.

Fonts come from pinned wheels, from the templates, and from a game's own folder. Words are measured once and kept, so
that fitting text is arithmetic; measuring and writing both take them from here, kerned alike.

A game with fonts of its own has a shelf of its own, which is in use while it is drawn: there a name stands for the
game's font, and else for the built-in one. A face bears a name that means it everywhere: behind the name of a game's
font stands a mark made of all that is on its shelf.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache, cached_property, partial
from importlib.util import find_spec
from os.path import realpath
from pathlib import Path
from string import ascii_letters
from typing import Generic, NamedTuple, ParamSpec, TypeVar
from unicodedata import category

from printgen.base.errors import closest
from printgen.base.file_access import load_file
from printgen.base.folders import templates_folder
from printgen.base.names import excerpt, use_language
from printgen.drawing.font_files import Font, Kept
from printgen.drawing.shaping import GlyphRun, is_simple, missing_letters, pieces_of, shape

T = TypeVar("T")
P = ParamSpec("P")
Styles = Mapping[str, T]
"""The fonts of a family by style: "" is the regular one, "bold italic" one of the others."""

_MOST_NAMED = 12  # The most missing letters that are listed.

SYMBOLS = "symbols"
"""The font of signs, which has many letters that the others lack."""

_BARLOW = "fontpkg_barlow_condensed"
_BUILT_IN: Mapping[str, Styles[tuple[str, str]]] = {
    "stencil": {"": ("fontpkg_black_ops_one", "BlackOpsOne-Regular.ttf")},
    "body": {
        "": (_BARLOW, "BarlowCondensed-Medium.ttf"),
        "italic": (_BARLOW, "BarlowCondensed-MediumItalic.ttf"),
        "semibold": (_BARLOW, "BarlowCondensed-SemiBold.ttf"),
        "semibold italic": (_BARLOW, "BarlowCondensed-SemiBoldItalic.ttf"),
        "bold": (_BARLOW, "BarlowCondensed-Bold.ttf"),
        "bold italic": (_BARLOW, "BarlowCondensed-BoldItalic.ttf"),
    },
    SYMBOLS: {"": ("", "symbols.ttf")},
}
_LATIN = frozenset(map(ord, ascii_letters))
# The replacements for a missing style, the nearest first; the last is the regular face.
_NEAREST = {
    "italic": (),
    "semibold": ("bold",),
    "semibold italic": ("bold italic", "italic", "semibold", "bold"),
    "bold": ("semibold",),
    "bold italic": ("semibold italic", "bold", "semibold", "italic"),
}


class ShapedWord(NamedTuple):
    """Letters as glyphs, with the kerning after each (font units), and their width at size 1.

    `read_as` has the letters of each glyph, "" for a glyph that completes the one before. A word that one font cannot
    set from left to right has no glyphs of its own: its `pieces` have them.
    """

    glyphs: tuple[int, ...]
    kerns: tuple[int, ...]
    width: float
    read_as: tuple[str, ...]
    pieces: tuple[GlyphRun, ...] = ()


class FontFace:
    """A font under a name, with fallback fonts for letters that it lacks; all measures are for size 1.

    Letters are kerned within words and never across a space, so that the width of a text is that of its words and
    spaces, wherever its lines break.
    """

    def __init__(self, name: str, font: Font, others: Callable[[], Sequence[Font]] = tuple, language: str = "en"):
        self.name, self.font, self.language, self._others = name, font, language, others
        self.units, self.advances = font.units, font.advances
        self.ascent, self.descent, self.cap_height = font.ascent, font.descent, font.cap_height
        # Words as they are set, and their widths.
        self._words = Kept[str, ShapedWord](self._shape)
        self._words[""] = ShapedWord((), (), 0.0, ())
        self.widths = Kept[str, float](lambda letters: self._words[letters].width)
        self.space = self.word(" ")

    @cached_property
    def fonts(self) -> tuple[Font, ...]:
        """The font and its fallback fonts, in the order in which they are tried."""
        return (self.font, *(other for other in self._others() if other is not self.font))

    def word(self, letters: str) -> ShapedWord:
        """The letters between two spaces, shaped."""
        return self._words[letters]

    def _shape(self, letters: str) -> ShapedWord:
        font = self.font
        if not is_simple(letters, font):
            pieces = self.pieces(letters)
            return ShapedWord((), (), sum(sum(piece.steps) / piece.font.units for piece in pieces), (), pieces)
        infos, steps = shape(font, letters)
        glyphs = tuple([info.codepoint for info in infos])
        starts = [info.cluster for info in infos]
        ends = [*starts[1:], len(letters)]
        read_as = tuple([letters[start:end] for start, end in zip(starts, ends, strict=True)])
        kerns = tuple([step - self.advances[glyph] for glyph, step in zip(glyphs, steps, strict=True)])
        return ShapedWord(glyphs, kerns, sum(steps) / self.units, read_as)

    def pieces(self, text: str) -> tuple[GlyphRun, ...]:
        """A text shaped from left to right, spaces included, each piece in one font."""
        return pieces_of(text, self.fonts, self.language)

    def width(self, text: str) -> float:
        """The advance of a text at size 1, with kerning."""
        words, widths = text.split(" "), self.widths
        return sum([widths[word] for word in words]) + (len(words) - 1) * self.space.width

    def gaps(self, text: str) -> int:
        """The number of letters of a text, after each of which tracking comes."""
        if text.isascii():
            return len(text)
        words = text.split(" ")
        return len(words) - 1 + sum([self._count_letters(self.word(word)) for word in words])

    @staticmethod
    def _count_letters(word: ShapedWord) -> int:
        return sum([sum(piece.opens) for piece in word.pieces]) if word.pieces else len(word.glyphs)

    def missing(self, text: str) -> str:
        """The characters of the text that the font and its fallbacks cannot draw, each once, in order."""
        if self.font.has_ascii and text.isascii() and text.isprintable():
            return ""
        if self.font.letters.issuperset(map(ord, text)):
            return ""
        return missing_letters(text, self.fonts)


class Shelf(dict[str, FontFace]):
    """The faces of a game by name: those of its own families, and the built-in ones for all other names.

    `language` is that of the game. `own` are its families, each with at least a regular font; `fallback` fonts serve
    for letters that a font lacks, with the built-in symbols after them. `lacking` are styles that were asked for and
    that a family does not have. A shelf is `short` when fonts of the game could not be loaded, which is reported: then
    missing letters are not.
    """

    def __init__(
        self,
        own: Mapping[str, Styles[Font]] | None = None,
        fallback: Sequence[Font] = (),
        language: str = "en",
        short: bool = False,
    ) -> None:
        self._own, self._fallback, self.language = own or {}, tuple(fallback), language
        self.lacking: dict[tuple[str, str], None] = {}
        self.short = short
        self.mark = ""
        if self._own or fallback:
            contents = [
                f"{name} {style} {self._own[name][style].key}"
                for name in sorted(self._own)
                for style in self._own[name]
            ]
            contents += [*(font.key for font in self._fallback), language]
            self.mark = "@" + hashlib.sha256("\n".join(contents).encode()).hexdigest()[:8]
            _MARKED[self.mark] = self

    @property
    def _key(self) -> tuple[str, str, bool]:
        """What equal shelves have in common: the mark is made of all fonts."""
        return self.mark, self.language, self.short

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Shelf) and self._key == other._key

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:  # type: ignore[override]
        return hash(self._key)

    def __missing__(self, name: str) -> FontFace:
        short, at, mark = name.partition("@")
        if at + mark != self.mark:
            # The name has another shelf's mark, or still needs that of this shelf.
            made_face = _MARKED[at + mark][name] if at else self[short + self.mark]
        else:
            made_face = FontFace(name, self._font(short), partial(self._others, short), self.language)
        self[name] = made_face
        return made_face

    def _font(self, name: str) -> Font:
        family, _, style = name.partition(" ")
        if family not in self._own:
            return house_font(family, style)
        fonts = self._own[family]
        nearest = style if style in fonts else next((near for near in _NEAREST[style] if near in fonts), "")
        for word in ("italic", "bold"):
            if word in style.split() and word not in nearest:
                self.lacking[family, word] = None
        return fonts[nearest]

    def _others(self, name: str) -> tuple[Font, ...]:
        """The fallback fonts of a font; the last is the built-in one if it has no Latin letters."""
        fonts = [*self._fallback, self[SYMBOLS].font, house_font(SYMBOLS, "")]
        family, _, style = name.partition(" ")
        letters = self._font(name).letters if family in self._own else frozenset()
        if letters.isdisjoint(_LATIN) and any(chr(one).isalpha() for one in letters):
            fonts.append(house_font("body", style))
        return tuple(dict.fromkeys(fonts))

    def styles(self, family: str) -> Styles[object]:
        """The styles of a family that faces may name: its own, and those of the built-in family that it replaces."""
        return {**self._own.get(family, {}), **_BUILT_IN.get(family, {})}

    def names(self) -> tuple[str, ...]:
        """All names of faces, those of the game's own families first."""
        families = dict.fromkeys((*self._own, *_BUILT_IN))
        return tuple(f"{family} {style}".strip() for family in families for style in self.styles(family))

    def companion(self, name: str, weight: str, slant: str) -> str:
        """The name of a family's face with another weight or slant; the same name when there is none."""
        family = name.partition("@")[0].partition(" ")[0]
        style = " ".join(filter(None, (weight, slant)))
        # A style that a game's own family lacks is reported when it is drawn.
        if family not in self._own and style not in self.styles(family):
            return name
        return f"{family} {style}".strip() + self.mark


_MARKED: dict[str, Shelf] = {}
# Every shelf that there is, by its mark: a text that is made means its font as long as the program runs.
_PLAIN = Shelf()
_IN_USE: ContextVar[Shelf] = ContextVar("shelf", default=_PLAIN)


@contextmanager
def on_shelf(shelf: Shelf) -> Iterator[None]:
    """A context in which font names mean a game's shelf, and texts without a language have that of the game."""
    token = _IN_USE.set(shelf)
    try:
        with use_language(shelf.language):
            yield
    finally:
        _IN_USE.reset(token)


def plain_shelf() -> Shelf:
    """The shelf of a game without fonts of its own."""
    return _PLAIN


def bind_shelf(make: Callable[P, T]) -> Callable[P, T]:
    """A function that always runs with the shelf in use now."""
    shelf = _IN_USE.get()
    return make if shelf is _PLAIN else _OnShelf(shelf, make)


@dataclass(frozen=True, slots=True)
class _OnShelf(Generic[P, T]):
    """Calls a function with a shelf in use; two are equal if both parts are equal."""

    shelf: Shelf
    make: Callable[P, T]

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> T:
        with on_shelf(self.shelf):
            return self.make(*args, **kwargs)


def face(name: str) -> FontFace:
    """The face of this name on the shelf in use; KeyError when there is none."""
    return _IN_USE.get()[name]


def resolve_font(name: str) -> str:
    """A name that means the face on every shelf. ValueError lists the names of faces."""
    names = _IN_USE.get().names()
    if name in names or "@" in name:
        return face(name).name
    near = closest(name, names)
    hint = f"Did you mean '{near}'?" if near else f"Use one of: {', '.join(names)}."
    raise ValueError(f"there is no font '{name}'. {hint}")


@cache
def house_font(family: str, style: str) -> Font:
    """A built-in font; KeyError when there is none of this family and style."""
    return Font(load_file(realpath(_house_file(family, style)), "font"))


def house_files() -> dict[str, Path]:
    """The files of the built-in fonts, by family and style with a dash between: "body-bold"."""
    names = [(family, style) for family, styles in _BUILT_IN.items() for style in styles]
    return {f"{family} {style}".strip().replace(" ", "-"): _house_file(family, style) for family, style in names}


def _house_file(family: str, style: str) -> Path:
    package, file = _BUILT_IN[family][style]
    if not package:
        return templates_folder() / "fonts" / file
    spec = find_spec(package)
    if spec is None or spec.origin is None:
        raise KeyError(f"{family} {style}")
    return Path(spec.origin).parent / "files" / file


def lacking(text: str, font: str) -> tuple[str, str, str] | None:
    """The message, hint and code for a text whose font lacks some of its letters; None if it has all."""
    if not (missing := face(font).missing(text)) or _IN_USE.get().short:
        return None
    codes = [f"'{c}' (U+{ord(c):04X})" if c.isprintable() else f"U+{ord(c):04X}" for c in missing[:_MOST_NAMED]]
    letters = ", ".join(codes)
    if len(missing) > _MOST_NAMED:
        letters += f" and {len(missing) - _MOST_NAMED} more"
    hint = "Write it with other letters; a game of your own may name a font with these as"
    hint += " fonts: fallback: in game.yaml."
    if sign := next((letter for letter in missing if category(letter) == "So"), ""):
        hint += f' Or let it be an icon: write signs: {{"{sign}": star}} there.'
    return f'the font of "{excerpt(text)}" lacks {letters}', hint, "missing-glyph"


def bold_of(name: str) -> str:
    """The bold companion of a font, or the font itself when it has none."""
    return _shelf_of(name).companion(name, "bold", "italic" if "italic" in name else "")


def italic_of(name: str) -> str:
    """The italic companion of a font, or the font itself when it has none."""
    weight = next((weight for weight in ("semibold", "bold") if f" {weight}" in name), "")
    return _shelf_of(name).companion(name, weight, "italic")


def _shelf_of(name: str) -> Shelf:
    """The shelf that a name belongs to; for a name without a mark the shelf in use."""
    _, at, mark = name.partition("@")
    shelf = _IN_USE.get()
    return shelf if not at or shelf.mark == at + mark else _MARKED[at + mark]
