"""Parses marked-up text ("**bold**, *italic*, :icon:, [red]colour[/]") into paragraphs of runs.

What marks mean depends on the colours, icons and keywords that a face knows. A bracket that nothing closes is a bracket
of the text, unless it names something that a mark can mean: then whoever wrote it has forgotten to close it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from printgen.base.errors import Where, did_you_mean, split_advice
from printgen.base.names import parts_by_case, upper
from printgen.drawing.fonts import lacking
from printgen.drawing.paragraphs import SOFT, Gatherer, Paragraph, align_markers
from printgen.drawing.tints import Tints
from printgen.drawing.words import ICON, TextRun
from printgen.faces.marks import (
    DOUBTFUL,
    MARKER,
    BracketMeaning,
    Doubt,
    EntryMark,
    Mark,
    MarkKind,
    doubts,
    entries_of,
    has_entries,
    marks_of,
    meaning,
    pairs,
    unknown_bracket,
)
from printgen.reading.word_patterns import WordMatch

if TYPE_CHECKING:
    from printgen.faces.library import Library
    from printgen.game.house_style import KeywordUse

_SMALL_CAPS = 0.78
_DEEPER = 1.4
# What stands between a keyword and its icon, which belong together.
_KEYWORD_GAP = 0.1
_KEPT = 4096


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


def is_marked(text: str, how: Reading, library: Library) -> bool:
    """Whether a text is more than words in one font, line by line."""
    if "*" in text or ":" in text or "\\" in text or "[" in text or how.small or SOFT in text:
        return True
    if how.lists and has_entries(text):
        return True
    keywords = library.style.keywords if how.keywords else None
    return (how.apart and "\n" in text) or (keywords is not None and bool(keywords.finder.find(text)))


def parse_text(text: str, how: Reading, library: Library, tints: Tints) -> tuple[Paragraph, ...]:
    """The paragraphs of a marked-up text. MarkupError for marks that have no partner, or mean nothing here."""
    return tuple(_Reader(how, library, tints).paragraphs(text))


def parse_once(text: str, how: Reading, library: Library, tints: Tints) -> tuple[Paragraph, ...]:
    """The same of a text that is set again and again, as a document's are until they fit: it is read once, and kept."""
    keywords = library.style.keywords if how.keywords else None
    key = (text, how, tints if keywords or "[" in text else None)
    texts = library.known.texts
    paragraphs = texts.get(key)
    if paragraphs is None:
        paragraphs = parse_text(text, how, library, tints)
        if len(texts) < _KEPT:
            texts[key] = paragraphs
    return paragraphs


def doubts_of(text: str, library: Library) -> tuple[Doubt, ...]:
    """What in a marked-up text is printed as it stands, and was probably meant for a mark."""
    if not DOUBTFUL.search(text):
        return ()
    keywords = library.style.keywords
    places = {one.start for one in keywords.finder.find(text)} if keywords and "\\" in text else frozenset[int]()
    return tuple(doubts(text, places.__contains__))


class _Looks(NamedTuple):
    """How letters look besides being bold or slanted."""

    grow: float = 1.0
    color: str = ""
    small: bool = False

    def under(self, meant: BracketMeaning) -> _Looks:
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
        # The keywords that are still to come, the next one last.
        self.found: list[WordMatch] = []
        self.looks = _Looks(small=how.small)
        self.font, self.caps = how.font, how.caps

    def paragraphs(self, text: str) -> list[Paragraph]:
        entries: list[EntryMark] = []
        if self.how.lists:
            text, entries = entries_of(text)
        self.plain = text.isascii() and text.replace("\n", "").replace(MARKER, "").isprintable()
        self._parse(text)
        out = self.text.finish()
        if entries:
            out = self._list_entries(out, entries)
        if self.how.apart and len(out) > 1:
            out = [one for one in out if one.words] or out[:1]
        return out

    def _list_entries(self, paragraphs: Iterable[Paragraph], entries: Iterable[EntryMark]) -> list[Paragraph]:
        """Paragraphs of which some begin with a marker."""
        waiting, out, before = iter(entries), list[Paragraph](), ""
        for one in paragraphs:
            kind = ""
            if one.words and one.words[0][0].text.startswith(MARKER):
                depth, sign = next(waiting)
                kind = f"{depth} {sign[-1]}"
                first = one.words[0]
                bare = first[0]._replace(text=first[0].text[1:])
                word = ((bare, *first[1:]) if bare.text else first[1:]) or (bare,)
                sign = self.known.bullets[self.how.font, depth > 0] if sign == "-" else sign
                self._whole(sign, self.how.font)
                marker = (TextRun(sign, self.how.font),)
                one = Paragraph((word, *one.words[1:]), marker, depth * _DEEPER, bool(before), kind == before)
            out.append(one)
            before = kind
        return align_markers(out)

    def _parse(self, text: str) -> None:
        marks = marks_of(text, self.library.icons.has_file)
        spans: dict[int, BracketMeaning | None] = {}
        if "[" in text:
            spans = self._spans(marks)
            marks = [mark for number, mark in enumerate(marks) if number in spans or mark.kind is not MarkKind.BRACKET]
        self._find(text, marks)
        bold = italic = 0
        stack: list[_Looks] = []
        meanings = iter(spans[number] for number in sorted(spans))
        position = 0
        # Most letters have nothing about them that is to be looked at.
        plain, whole, put = self.plain and not self.caps, self.known.whole, self.text.add_run
        for kind, start, end, said, closing in marks:
            if start > position:
                looks = self.looks
                if plain and not looks[2] and not self.found and whole[self.font]:
                    put(text[position:start], self.font, looks[0], looks[1])
                else:
                    self._add(text, position, start)
            position = end
            if kind is MarkKind.BRACKET:
                meant = next(meanings)
                if meant is None:
                    self.looks = stack.pop()
                else:
                    stack.append(self.looks)
                    self.looks = self.looks.under(meant)
                    if meant.grow:
                        self._check_size(said)
            elif kind is MarkKind.ICON:
                self._icon(said, self.looks)
            elif kind is MarkKind.SIGN:
                self._plain(said)
            else:
                step = -1 if closing else 1
                bold, italic = bold + step * (kind is MarkKind.BOLD), italic + step * (kind is MarkKind.ITALIC)
                self.font = self.known.fonts[self.how.font, bold > 0, italic > 0]
        if position < len(text):
            self._add(text, position, len(text))

    def _spans(self, marks: Sequence[Mark]) -> dict[int, BracketMeaning | None]:
        """Which marks are brackets that open something, and None for those that close it."""
        brackets = [(number, mark.said) for number, mark in enumerate(marks) if mark.kind is MarkKind.BRACKET]
        try:
            return pairs(brackets, self._meaning)
        except KeyError as error:
            raise MarkupError(*unknown_bracket(error.args[0], self.tints)) from None
        except ValueError as error:
            message, hint = split_advice(str(error), "Write \\[ for a bracket.")
            raise MarkupError(message, hint, "open-mark") from None

    def _meaning(self, name: str) -> BracketMeaning | None:
        key, known = (name, self.how.size, self.tints), self.known.meanings
        if key in known:
            return known[key]
        meant = meaning(name, self.how.size, self.tints)
        if len(known) < _KEPT:
            known[key] = meant
        return meant

    def _check_size(self, bracket: str) -> None:
        if not 0.2 <= self.looks.grow <= 10:
            message = f"[{bracket}] makes letters {self.looks.grow:.3g} times as large as the text"
            raise MarkupError(message, "Choose a size from a fifth of it to ten times it.", "bad-value")

    def _find(self, text: str, marks: Sequence[Mark]) -> None:
        """Find the keywords of a text, which stand between its marks."""
        # A backslash before a keyword goes, even where keywords are like other words.
        if self.keywords and (self.how.keywords or "\\" in text):
            starts, ends = [0, *[mark.end for mark in marks]], [*[mark.start for mark in marks], len(text)]
            self.found = self.keywords.finder.find(text, list(zip(starts, ends, strict=True)))
            self.found.reverse()

    def _add(self, text: str, at: int, end: int) -> None:
        """Letters of a text as they stand between two marks."""
        found = self.found
        while found and found[-1].start < end:
            begun, done, which = found.pop()
            escaped = begun > at and text[begun - 1] == "\\"
            self._plain(text[at : begun - escaped])
            if escaped or not self.keywords or not self.how.keywords:
                self._plain(text[begun:done])
            else:
                self._keyword(text[begun:done], self.keywords.entries[which])
            at = done
        self._plain(text[at:end])

    def _keyword(self, letters: str, said: KeywordUse) -> None:
        style, looks, font = said.style, self.looks, self.font
        key = (said.name, self.tints)
        if key not in self.known.looks:
            self._check(said)
            self.known.looks[key] = style.color or "", style.font or ""
        color, set_in = self.known.looks[key]
        self.looks = _Looks(looks.grow, color or looks.color, style.small_caps or looks.small)
        if set_in:
            self.font = self.known.fonts[font, "bold" in set_in, "italic" in set_in]
        if style.icon:
            self._icon(style.icon, self.looks, _KEYWORD_GAP)
        self._plain(letters)
        self.looks, self.font = looks, font

    def _check(self, said: KeywordUse) -> None:
        """MarkupError for a keyword whose colour or icon is not known here."""
        if color := said.style.color:
            try:
                self.tints.resolve(color)
            except ValueError as error:
                text = f"the keyword {said.name}: {error}"
                message, hint = split_advice(text, "Choose a colour that every face knows.")
                raise MarkupError(message, hint, "unknown-color", said.where) from None
        icon = said.style.icon
        if icon and not self.library.icons.has(icon):
            hint = did_you_mean(icon, self.library.icons.names, "Add it to templates/icons.yaml.")
            raise MarkupError(f"the keyword {said.name}: there is no icon '{icon}'", hint, "unknown-icon", said.where)

    def _icon(self, name: str, looks: _Looks, gap: float = 0.0) -> None:
        if not self.library.icons.has(name):
            raise MarkupError(*_no_icon(name, self.library))
        wide = self.library.icons.shape(name) + gap
        self.text.icon(TextRun(name, ICON, looks.grow, looks.color, wide))

    def _plain(self, letters: str) -> None:
        if not letters:
            return
        grow, color, small = self.looks
        if self.caps:
            letters = upper(letters, self.library.style.language)
        if not (self.plain and self.known.whole[self.font]):
            self._whole(letters, self.font)
        if small and not self.caps:
            for low, part in parts_by_case(letters):
                text = upper(part, self.library.style.language)
                self.text.add_run(text, self.font, grow * _SMALL_CAPS if low else grow, color)
        else:
            self.text.add_run(letters, self.font, grow, color)

    @staticmethod
    def _whole(letters: str, font: str) -> None:
        """MarkupError where a font lacks one of the letters."""
        if flaw := lacking(letters.replace("\n", " ").replace(MARKER, ""), font):
            raise MarkupError(*flaw)


def _no_icon(name: str, library: Library) -> tuple[str, str, str]:
    """What is said of an icon, or of a picture, that there is not: a message, a hint and a code."""
    if "." in name:
        hint = "Put it into the templates folder, or write \\: for a colon."
        return f"there is no picture ':{name}:' among the templates", hint, "missing-file"
    hint = f"{did_you_mean(name, library.icons.names)} Or write \\: for a colon."
    return f"there is no icon ':{name}:'", hint, "unknown-icon"
