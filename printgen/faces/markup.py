"""Parses marked-up text ("**bold**, *italic*, :icon:, [red]colour[/]") into paragraphs of runs.

What marks mean depends on the colours, icons and keywords that a face knows. A bracket that nothing closes is a bracket
of the text, unless it names something that a mark can mean: then whoever wrote it has forgotten to close it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from printgen.base.errors import Where, split_advice
from printgen.base.names import parts_by_case, upper
from printgen.drawing.fonts import lacking
from printgen.drawing.paragraphs import SOFT, Gatherer, Paragraph, align_markers
from printgen.drawing.tints import Tints
from printgen.drawing.words import ICON, TextRun
from printgen.faces import marks as grammar
from printgen.faces.marks import BracketMeaning, MarkKind
from printgen.reading.word_patterns import WordMatch

if TYPE_CHECKING:
    from printgen.faces.library import Library
    from printgen.game.house_style import KeywordUse

_SMALL_CAPS = 0.78  # The size of small capitals, as a part of that of capitals.
_DEEPER = 1.4  # How much further in a list within a list begins, in sizes of its letters.
_KEYWORD_GAP = 0.1  # The gap between a keyword and its icon, which belong together, in the same.
_KEPT = 4096


class MarkupError(ValueError):
    """A mistake in a text's marks: a message, a hint, a code, and a place if it is not the text's."""

    def __init__(self, message: str, hint: str, code: str, where: Where | None = None) -> None:
        super().__init__(message)
        self.message, self.hint, self.code, self.where = message, hint, code, where


class Reading(NamedTuple):
    """How a text is read: its font, its size in points, and whether its letters become capitals, large or small.

    `keywords` says whether keywords are looked for, `lists` whether lines may begin with markers, and `apart` whether
    paragraphs have room between them, so that empty lines only separate them.
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
    if how.lists and grammar.has_entries(text):
        return True
    if library.style.signs and library.style.signs.finder.search(text):
        return True
    keywords = library.style.keywords if how.keywords else None
    return (how.apart and "\n" in text) or (keywords is not None and bool(keywords.finder.find(text)))


def parse_text(text: str, how: Reading, library: Library, tints: Tints) -> tuple[Paragraph, ...]:
    """The paragraphs of a marked-up text. MarkupError for unpaired or meaningless marks."""
    return tuple(_Reader(how, library, tints).paragraphs(text))


def parse_once(text: str, how: Reading, library: Library, tints: Tints) -> tuple[Paragraph, ...]:
    """The paragraphs of a text that is set repeatedly, as documents are until they fit; kept after the first time."""
    keywords = library.style.keywords if how.keywords else None
    key = (text, how, tints if keywords or library.style.signs or "[" in text else None)
    texts = library.known.texts
    paragraphs = texts.get(key)
    if paragraphs is None:
        paragraphs = parse_text(text, how, library, tints)
        if len(texts) < _KEPT:
            texts[key] = paragraphs
    return paragraphs


def doubts_of(text: str, library: Library) -> tuple[grammar.Doubt, ...]:
    """Characters of a marked-up text that are printed though a mark was probably meant."""
    if not grammar.DOUBTFUL.search(text):
        return ()
    keywords = library.style.keywords
    places = {match.start for match in keywords.finder.find(text)} if keywords and "\\" in text else frozenset[int]()
    return tuple(grammar.doubts(text, places.__contains__))


class _Looks(NamedTuple):
    """How letters look besides being bold or slanted."""

    grow: float = 1.0
    color: str = ""
    small: bool = False

    def under(self, bracket: BracketMeaning) -> _Looks:
        grow = bracket.grow * self.grow if bracket.times else bracket.grow or self.grow
        return _Looks(grow, bracket.color or self.color, bracket.small or self.small)


class _Reader:
    """Reads one text."""

    def __init__(self, how: Reading, library: Library, tints: Tints) -> None:
        self.how, self.library, self.tints = how, library, tints
        self.keywords, self.known = library.style.keywords, library.known
        self.text = Gatherer()
        self.plain = False
        self.matches: list[WordMatch] = []
        """The keywords that are still to come, the next one last."""
        self.looks = _Looks(small=how.small)
        self.font, self.caps = how.font, how.caps

    def paragraphs(self, text: str) -> list[Paragraph]:
        entries: list[grammar.EntryMark] = []
        if self.how.lists:
            text, entries = grammar.entries_of(text)
        self.plain = text.isascii() and text.replace("\n", "").replace(grammar.MARKER, "").isprintable()
        self._parse(text)
        paragraphs = self.text.finish()
        if entries:
            paragraphs = self._list_entries(paragraphs, entries)
        if self.how.apart and len(paragraphs) > 1:
            paragraphs = [paragraph for paragraph in paragraphs if paragraph.words] or paragraphs[:1]
        return paragraphs

    def _list_entries(self, paragraphs: Iterable[Paragraph], entries: Iterable[grammar.EntryMark]) -> list[Paragraph]:
        """Paragraphs of which some begin with a marker."""
        waiting, marked, previous_key = iter(entries), list[Paragraph](), ""
        for paragraph in paragraphs:
            key = ""
            if paragraph.words and paragraph.words[0][0].text.startswith(grammar.MARKER):
                depth, sign = next(waiting)
                key = f"{depth} {sign[-1]}"
                first = paragraph.words[0]
                bare = first[0]._replace(text=first[0].text[1:])
                word = ((bare, *first[1:]) if bare.text else first[1:]) or (bare,)
                sign = self.known.bullets[self.how.font, depth > 0] if sign == "-" else sign
                self._check_letters(sign, self.how.font)
                marker = (TextRun(sign, self.how.font),)
                words, indent, follows = (word, *paragraph.words[1:]), depth * _DEEPER, bool(previous_key)
                paragraph = Paragraph(words, marker, indent, follows, key == previous_key)
            marked.append(paragraph)
            previous_key = key
        return align_markers(marked)

    def _parse(self, text: str) -> None:
        signs = self.library.style.signs
        marks = grammar.marks_of(text, self.library.icons.has_file, signs.finder if signs else None)
        spans: dict[int, BracketMeaning | None] = {}
        if "[" in text:
            spans = self._spans(marks)
            marks = [mark for number, mark in enumerate(marks) if number in spans or mark.kind is not MarkKind.BRACKET]
        self._find_keywords(text, marks)
        bold = italic = 0
        stack: list[_Looks] = []
        meanings = iter(spans[number] for number in sorted(spans))
        position = 0
        # Most letters need no checks.
        plain, whole, put = self.plain and not self.caps, self.known.whole, self.text.add_run
        for kind, start, end, text_of_mark, closing in marks:
            if start > position:
                looks = self.looks
                if plain and not looks[2] and not self.matches and whole[self.font]:
                    put(text[position:start], self.font, looks[0], looks[1])
                else:
                    self._add_between(text, position, start)
            position = end
            if kind is MarkKind.BRACKET:
                bracket_meaning = next(meanings)
                if bracket_meaning is None:
                    self.looks = stack.pop()
                else:
                    stack.append(self.looks)
                    self.looks = self.looks.under(bracket_meaning)
                    if bracket_meaning.grow:
                        self._check_size(text_of_mark)
            elif kind is MarkKind.ICON:
                self._add_icon(text_of_mark, self.looks)
            elif kind is MarkKind.PICTOGRAM:
                self._add_pictogram(text_of_mark)
            elif kind is MarkKind.SIGN:
                self._add_letters(text_of_mark)
            else:
                step = -1 if closing else 1
                bold, italic = (bold + step * (kind is MarkKind.BOLD), italic + step * (kind is MarkKind.ITALIC))
                self.font = self.known.fonts[self.how.font, bold > 0, italic > 0]
        if position < len(text):
            self._add_between(text, position, len(text))

    def _spans(self, marks: Sequence[grammar.Mark]) -> dict[int, BracketMeaning | None]:
        """Which marks are brackets that open something, with their meaning, and None for those that close it."""
        brackets = [(number, mark.said) for number, mark in enumerate(marks) if mark.kind is MarkKind.BRACKET]
        try:
            return grammar.pairs(brackets, self._meaning)
        except KeyError as error:
            raise MarkupError(*grammar.unknown_bracket(error.args[0], self.tints)) from None
        except ValueError as error:
            message, hint = split_advice(str(error), "Write \\[ for a bracket.")
            raise MarkupError(message, hint, "open-mark") from None

    def _meaning(self, name: str) -> BracketMeaning | None:
        key, meanings = (name, self.how.size, self.tints), self.known.meanings
        if key in meanings:
            return meanings[key]
        bracket_meaning = grammar.meaning(name, self.how.size, self.tints)
        if len(meanings) < _KEPT:
            meanings[key] = bracket_meaning
        return bracket_meaning

    def _check_size(self, bracket: str) -> None:
        if not 0.2 <= self.looks.grow <= 10:
            message = f"[{bracket}] makes letters {self.looks.grow:.3g} times as large as the text"
            raise MarkupError(message, "Choose a size from a fifth of it to ten times it.", "bad-value")

    def _find_keywords(self, text: str, marks: Sequence[grammar.Mark]) -> None:
        # A backslash before a keyword goes, even where keywords are like other words.
        if self.keywords and (self.how.keywords or "\\" in text):
            starts, ends = [0, *[mark.end for mark in marks]], [*[mark.start for mark in marks], len(text)]
            self.matches = self.keywords.finder.find(text, list(zip(starts, ends, strict=True)))
            self.matches.reverse()

    def _add_between(self, text: str, at: int, end: int) -> None:
        """Add the letters of a text between two marks as they stand."""
        matches = self.matches
        while matches and matches[-1].start < end:
            start, stop, number = matches.pop()
            escaped = start > at and text[start - 1] == "\\"
            self._add_letters(text[at : start - escaped])
            if escaped or not self.keywords or not self.how.keywords:
                self._add_letters(text[start:stop])
            else:
                self._add_keyword(text[start:stop], self.keywords.entries[number])
            at = stop
        self._add_letters(text[at:end])

    def _add_keyword(self, letters: str, use: KeywordUse) -> None:
        style, looks, font = use.style, self.looks, self.font
        key = (use.name, self.tints)
        if key not in self.known.looks:
            self._check_style(use)
            self.known.looks[key] = style.color or "", style.font or ""
        color, set_in = self.known.looks[key]
        self.looks = _Looks(looks.grow, color or looks.color, style.small_caps or looks.small)
        if set_in:
            self.font = self.known.fonts[font, "bold" in set_in, "italic" in set_in]
        if style.icon:
            self._add_icon(style.icon, self.looks, _KEYWORD_GAP)
        self._add_letters(letters)
        self.looks, self.font = looks, font

    def _check_style(self, use: KeywordUse) -> None:
        """MarkupError for a keyword with an unknown colour or icon."""
        self._check_used(use.style.color, use.style.icon, f"the keyword {use.name}", use.where)

    def _check_used(self, color: str | None, icon: str | None, what: str, where: Where) -> None:
        """MarkupError for an unknown colour or icon that stands at a place of game.yaml."""
        if color:
            try:
                self.tints.resolve(color)
            except ValueError as error:
                message, hint = split_advice(f"{what}: {error}", "Choose a colour that every face knows.")
                raise MarkupError(message, hint, "unknown-color", where) from None
        if icon and not self.library.icons.has(icon):
            hint = self.library.icons.hint(icon)
            raise MarkupError(f"{what}: there is no icon '{icon}'", hint, "unknown-icon", where)

    def _add_icon(self, name: str, looks: _Looks, gap: float = 0.0) -> None:
        if not self.library.icons.has(name):
            raise MarkupError(*_no_icon(name, self.library))
        wide = self.library.icons.shape(name) + gap
        self.text.icon(TextRun(name, ICON, looks.grow, looks.color, wide))

    def _add_pictogram(self, sign: str) -> None:
        signs, looks = self.library.style.signs, self.looks
        assert signs is not None, "only signs of the game are found"
        name = signs.entry(sign)
        icon, color = signs.entries[name].icon, signs.entries[name].color
        self._check_used(color, icon, f"the sign {name}", signs.places[name])
        self._add_icon(icon, looks._replace(color=color or looks.color))

    def _add_letters(self, letters: str) -> None:
        if not letters:
            return
        grow, color, small = self.looks
        if self.caps:
            letters = upper(letters, self.library.style.language)
        if not (self.plain and self.known.whole[self.font]):
            self._check_letters(letters, self.font)
        if small and not self.caps:
            for low, part in parts_by_case(letters):
                text = upper(part, self.library.style.language)
                self.text.add_run(text, self.font, grow * _SMALL_CAPS if low else grow, color)
        else:
            self.text.add_run(letters, self.font, grow, color)

    @staticmethod
    def _check_letters(letters: str, font: str) -> None:
        """MarkupError where a font lacks one of the letters."""
        if flaw := lacking(letters.replace("\n", " ").replace(grammar.MARKER, ""), font):
            raise MarkupError(*flaw)


def _no_icon(name: str, library: Library) -> tuple[str, str, str]:
    """The message, hint and code for an icon or picture that does not exist."""
    if "." in name:
        hint = "Put it into the templates folder, or write \\: for a colon."
        return f"there is no picture ':{name}:' among the templates", hint, "missing-file"
    hint = f"{library.icons.hint(name)} Or write \\: for a colon."
    return f"there is no icon ':{name}:'", hint, "unknown-icon"
