"""Marked-up text ("**bold**, *italic*, :icon:, [red]colour[/]") comes in; paragraphs of runs, and items, go out.

What marks mean depends on the colours, icons and keywords that a face knows. A bracket that nothing closes is a bracket
of the text, unless it names something that a mark can mean: then whoever wrote it has forgotten to close it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, NamedTuple

from printgen.base.geometry import chain, scale, translate
from printgen.drawing.fonts import bolder, face, lacking, slanted
from printgen.drawing.hyphens import SOFT
from printgen.drawing.model import Item, Place, Text
from printgen.drawing.paragraphs import Gatherer, Paragraph, hung
from printgen.drawing.tints import NONE, Tints
from printgen.drawing.words import ICON, Run
from printgen.errors import Where, did_you_mean, worded
from printgen.faces.brackets import Meant, meaning, pairs, unknown_bracket

if TYPE_CHECKING:
    from printgen.faces.library import Library
    from printgen.reading.keywords import Said

_MARK = re.compile(
    r"\\([*:\\\[\]])|(\*\*)|(\*)|:([a-z][a-z0-9-]*|[A-Za-z0-9][\w/-]*\.[a-z]{3,4}):|\[([^\[\]\n]{1,60})\]"
)
_ENTRY = re.compile(r"^( *)(\\?)(-|\d{1,3}\.)[ ]+(?=\S)", re.MULTILINE)
# Stands for the marker of a list, which is no letter: no file can hold it.
_MARKER = "\x00"
_SMALL_CAPS = 0.78
_DEEPER = 1.4
# What stands between a keyword and its icon, which belong together.
_KEYWORD_GAP = 0.1
_KEPT = 4096
_KEYBOARD = "".join(map(chr, range(32, 127)))


class MarkupError(ValueError):
    """What is wrong with a text's marks: a message, a hint, a code, and its place where that is not the text's."""

    def __init__(self, message: str, hint: str, code: str, where: Where | None = None) -> None:
        super().__init__(message)
        self.message, self.hint, self.code, self.where = message, hint, code, where


class Reading(NamedTuple):
    """How a text is read: its font and its size in points; whether all letters are capitals, large or small ones.

    `keywords` says whether those of the game are looked for, `lists` whether lines may begin with markers, and `apart`
    whether paragraphs have room between them, so that empty lines only part them.
    """

    font: str
    size: float
    caps: bool = False
    small: bool = False
    keywords: bool = True
    lists: bool = False
    apart: bool = False


class Known:
    """What reading the texts of one library has found out: it is the same for all of them.

    `texts` are those that were read, by what they say and how they were read; `fonts` the companions of fonts, bold or
    slanted; `whole` whether a font has all letters of a keyboard.
    """

    def __init__(self) -> None:
        self.texts: dict[object, tuple[Paragraph, ...]] = {}
        self.bullets: dict[tuple[str, bool], str] = {}
        self.fonts: dict[tuple[str, bool, bool], str] = {}
        self.whole: dict[str, bool] = {}
        self.looks: dict[object, tuple[str, str]] = {}

    def font(self, name: str, bold: bool, italic: bool) -> str:
        """The bold or slanted companion of a font."""
        key = (name, bold, italic)
        if key not in self.fonts:
            font = bolder(name) if bold else name
            self.fonts[key] = slanted(font) if italic else font
        return self.fonts[key]

    def has_keyboard(self, font: str) -> bool:
        """Whether a font has all letters that a plain text can have."""
        if font not in self.whole:
            self.whole[font] = lacking(_KEYBOARD, font) is None
        return self.whole[font]

    def bullet(self, font: str, inner: bool) -> str:
        """What stands before the entries of a list, as good as the font has it; `inner` for one in another list."""
        key = (font, inner)
        if key not in self.bullets:
            signs = ("\u2013", "-") if inner else ("\u2022", "\u2013", "-")
            self.bullets[key] = next((one for one in signs if not face(font).missing(one)), "-")
        return self.bullets[key]


def is_marked(text: str, how: Reading, library: Library) -> bool:
    """Whether a text is more than words in one font, line by line."""
    if "*" in text or ":" in text or "\\" in text or "[" in text or how.small or SOFT in text:
        return True
    if how.lists and ("-" in text or "." in text) and _ENTRY.search(text):
        return True
    keywords = library.style.keywords if how.keywords else None
    return (how.apart and "\n" in text) or (keywords is not None and bool(keywords.finder.find(text)))


def read(text: str, how: Reading, library: Library, tints: Tints) -> tuple[Paragraph, ...]:
    """The paragraphs of a marked-up text. MarkupError for marks that have no partner, or mean nothing here."""
    keywords = library.style.keywords if how.keywords else None
    key = (text, how, tints if keywords or "[" in text else None)
    texts = library.known.texts
    paragraphs = texts.get(key)
    if paragraphs is None:
        paragraphs = tuple(_Reader(how, library, tints).paragraphs(text))
        if len(texts) < _KEPT:
            texts[key] = paragraphs
    return paragraphs


class _Looks(NamedTuple):
    """How letters look besides being bold or slanted."""

    grow: float = 1.0
    color: str = ""
    small: bool = False

    def under(self, meant: Meant) -> _Looks:
        """The looks within a bracket."""
        grow = meant.grow * self.grow if meant.times else meant.grow or self.grow
        return _Looks(grow, meant.color or self.color, meant.small or self.small)


class _Reader:
    """Reads one text."""

    def __init__(self, how: Reading, library: Library, tints: Tints) -> None:
        self.how, self.library, self.tints = how, library, tints
        self.keywords, self.known = library.style.keywords, library.known
        self.text = Gatherer()
        self.plain = False
        self.looks = _Looks(small=how.small)
        self.font = how.font

    def paragraphs(self, text: str) -> list[Paragraph]:
        entries: list[tuple[int, str]] = []
        if self.how.lists and ("-" in text or "." in text):
            text = _ENTRY.sub(lambda found: self._entry(found, entries), text)
        self.plain = text.isascii() and text.replace("\n", "").replace(_MARKER, "").isprintable()
        self._read(text)
        out = self.text.gathered()
        if entries:
            out = self._listed(out, entries)
        if self.how.apart and len(out) > 1:
            out = [one for one in out if one.words] or out[:1]
        return out

    @staticmethod
    def _entry(found: re.Match[str], entries: list[tuple[int, str]]) -> str:
        if found[2]:
            return found[0].replace("\\", "", 1)
        entries.append((len(found[1]) // 2, found[3]))
        return _MARKER

    def _listed(self, paragraphs: Iterable[Paragraph], entries: Iterable[tuple[int, str]]) -> list[Paragraph]:
        """Paragraphs of which some begin with a marker."""
        waiting, out, before = iter(entries), list[Paragraph](), ""
        for one in paragraphs:
            kind = ""
            if one.words and one.words[0][0].text.startswith(_MARKER):
                depth, sign = next(waiting)
                kind = f"{depth} {sign[-1]}"
                first = one.words[0]
                bare = first[0]._replace(text=first[0].text[1:])
                word = ((bare, *first[1:]) if bare.text else first[1:]) or (bare,)
                sign = self.known.bullet(self.how.font, depth > 0) if sign == "-" else sign
                marker = (Run(sign, self.how.font),)
                one = Paragraph((word, *one.words[1:]), marker, depth * _DEEPER, bool(before), kind == before)
            out.append(one)
            before = kind
        return hung(out)

    def _read(self, text: str) -> None:
        marks = list(_MARK.finditer(text))
        spans: dict[int, Meant | None] = {}
        if "[" in text:
            spans = self._spans(marks)
        bold = italic = False
        stack: list[_Looks] = []
        position = 0
        for number, mark in enumerate(marks):
            literal, strong, slant, icon, bracket = mark.groups()
            if bracket is not None and number not in spans:
                continue
            self._add(text[position : mark.start()])
            position = mark.end()
            if literal:
                self._plain(literal)
            elif strong or slant:
                bold, italic = bold ^ bool(strong), italic ^ bool(slant)
                self.font = self.known.font(self.how.font, bold, italic)
            elif icon:
                self._icon(icon, self.looks)
            elif (meant := spans[number]) is None:
                self.looks = stack.pop()
            else:
                stack.append(self.looks)
                self.looks = self.looks.under(meant)
                self._sized(bracket)
        self._add(text[position:])
        if bold or italic:
            message = f'a {"**" if bold else "*"} in "{text}" has no partner'
            raise MarkupError(message, "Close it, or write \\* for a star.", "open-mark")

    def _spans(self, marks: Sequence[re.Match[str]]) -> dict[int, Meant | None]:
        """Which marks are brackets that open something, and None for those that close it."""
        brackets = [(number, mark[5]) for number, mark in enumerate(marks) if mark[5] is not None]
        try:
            return pairs(brackets, lambda name: meaning(name, self.how.size, self.tints))
        except KeyError as error:
            raise MarkupError(*unknown_bracket(error.args[0], self.tints)) from None
        except ValueError as error:
            message, hint = worded(str(error), "Write \\[ for a bracket.")
            raise MarkupError(message, hint, "open-mark") from None

    def _sized(self, bracket: str) -> None:
        if not 0.2 <= self.looks.grow <= 10:
            message = f"[{bracket}] makes letters {self.looks.grow:.3g} times as large as the text"
            raise MarkupError(message, "Choose a size from a fifth of it to ten times it.", "bad-value")

    def _add(self, piece: str) -> None:
        """Letters as they stand between two marks."""
        if not piece:
            return
        at = 0
        # A backslash before a keyword goes, even where keywords are like other words.
        if self.keywords and (self.how.keywords or "\\" in piece):
            for start, end, which in self.keywords.finder.find(piece):
                escaped = start > at and piece[start - 1] == "\\"
                self._plain(piece[at : start - escaped])
                if escaped or not self.how.keywords:
                    self._plain(piece[start:end])
                else:
                    self._keyword(piece[start:end], self.keywords.said[which])
                at = end
        self._plain(piece[at:])

    def _keyword(self, letters: str, said: Said) -> None:
        style, looks, font = said.style, self.looks, self.font
        key = (said.name, self.tints)
        if key not in self.known.looks:
            self._check(said)
            self.known.looks[key] = style.color or "", style.font or ""
        color, set_in = self.known.looks[key]
        self.looks = _Looks(looks.grow, color or looks.color, style.small_caps or looks.small)
        if set_in:
            self.font = self.known.font(font, "bold" in set_in, "italic" in set_in)
        if style.icon:
            self._icon(style.icon, self.looks, _KEYWORD_GAP)
        self._plain(letters)
        self.looks, self.font = looks, font

    def _check(self, said: Said) -> None:
        """MarkupError for a keyword whose colour or icon is not known here."""
        if color := said.style.color:
            try:
                self.tints.resolve(color)
            except ValueError as error:
                message, hint = worded(f"the keyword {said.name}: {error}", "Choose a colour that every face knows.")
                raise MarkupError(message, hint, "unknown-color", said.where) from None
        icon = said.style.icon
        if icon and not self.library.has_icon(icon):
            hint = did_you_mean(icon, self.library.icon_names, "Add it to templates/icons.yaml.")
            raise MarkupError(f"the keyword {said.name}: there is no icon '{icon}'", hint, "unknown-icon", said.where)

    def _icon(self, name: str, looks: _Looks, gap: float = 0.0) -> None:
        if not self.library.has_icon(name):
            raise MarkupError(*_no_icon(name, self.library))
        wide = self.library.icon_shape(name) + gap
        self.text.icon(Run(name, ICON, looks.grow, looks.color, wide))

    def _plain(self, letters: str) -> None:
        if not letters:
            return
        grow, color, small = self.looks
        if self.how.caps:
            letters = letters.upper()
        if not (self.plain and self.known.has_keyboard(self.font)):
            flaw = lacking(letters.replace("\n", " ").replace(_MARKER, ""), self.font)
            if flaw:
                raise MarkupError(*flaw)
        if small and not self.how.caps:
            for low, part in groupby(letters, str.islower):
                text = "".join(part)
                self.text.put(text.upper() if low else text, self.font, grow * _SMALL_CAPS if low else grow, color)
        else:
            self.text.put(letters, self.font, grow, color)


def _no_icon(name: str, library: Library) -> tuple[str, str, str]:
    """What is said of an icon, or of a picture, that there is not: a message, a hint and a code."""
    if "." in name:
        hint = "Put it into the templates folder, or write \\: for a colon."
        return f"there is no picture ':{name}:' among the templates", hint, "missing-file"
    hint = f"{did_you_mean(name, library.icon_names)} Or write \\: for a colon."
    return f"there is no icon ':{name}:'", hint, "unknown-icon"


def run_items(
    run: Run, x: float, y: float, wide: float, size: float, color: str, tints: Tints, library: Library,
    tracking: float = 0.0,
) -> tuple[Item, ...]:  # fmt: skip
    """A run with its baseline at (x, y), `wide` points wide; nothing for one in no colour."""
    if run.color:
        color = tints.resolve(run.color)
    if color == NONE:
        return ()
    size *= run.grow
    if not run.is_icon:
        return (Text(x, y, run.text, run.font, size, color, tracking, wide),)
    group, own = library.icon(run.text, color, tints)
    # An icon stands on the line and reaches a little over the capitals.
    return (Place(group, chain(translate(x, y - 0.86 * size), scale(size / own))),)
