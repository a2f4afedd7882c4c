r"""The grammar of marked-up text: its marks, the entries of its lists, and what is probably meant otherwise.

This is the one place that says what is a mark in a text, for faces, documents, tables and exports alike:

- `**bold**`, `*italic*`, `***both***`: stars open before a letter and close after one, within one line and paired as
  in CommonMark; inside a word they only set off a part of it. Every other star is a star.
- `:name:` an icon or a picture, `[red]words[/]` a look, and a backslash before any of `* : [ ] < & \` the sign itself.
- `- `, `• `, `* `, `1. `, `1) ` and `a) ` at the beginning of a line begin an entry of a list, a minus before a number
  does not.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from enum import Enum
from html import unescape
from itertools import groupby
from typing import NamedTuple

from printgen.base.errors import closest
from printgen.base.units import css_colors, parse_length
from printgen.drawing.paragraphs import parts_freely
from printgen.drawing.tints import Tints
from printgen.reading.scalars import shorten

CLOSING = "/"
# Stands for the marker of a list, which is no letter: no file can hold it.
MARKER = "\x00"
_MARK = re.compile(r"\\([*:\\\[\]<&])|(\*+)|:(?=([^:\n]{1,100}):)|\[([^\[\]\n]{1,60})\]")
_NAME = re.compile(r"(?=\w)[\d-]*+[^\W\d][\w-]*+")
_PICTURE = re.compile(r"[^\W_][\w/-]*\.(?:[a-z]{3,4}|(?i:png|svg|jpe?g|webp))")
_BLANK = "[ \t\u00a0\u2000-\u200a\u202f\u3000]"
_SIGN = "[-\u2013*\u2022\u2023\u2043\u25aa\u25ab\u25cf\u25cb\u25e6\u00b7]|\\d{1,3}[.)]|[A-Za-z]\\)"
_ENTRY = re.compile(rf"^( *)(\\?)({_SIGN}){_BLANK}+(?=\S)", re.MULTILINE)
# What may stand between a minus and its number: marks, the sign of a currency, and the point of .5.
_NUMBER = re.compile(
    r"(?:\*{1,3}+|\[[^\[\]\n]{1,60}+\])*+[$\u00a3\u00a5\u20a0-\u20bf]?[ \u00a0\u202f]?[.,]?[0-9\u00bc-\u00be]"
)
_MINUS = "-\u2013"
# Stars do not open before what closes or parts, nor close after what opens.
_PARTING, _OPENING = ",;!?)]}%.:", "([{\u00ab\u201e\u00bf\u00a1" + MARKER
_MOST_STARS = 3
_SIZE = re.compile(r"size ++(\d++\.?\d*+)(%|[a-z]*+)")
_TAGS = (
    "b|i|u|s|em|strong|br|p|li|ul|ol|div|span|font|h[1-6]|sub|sup|small|big|del|ins|mark|tt|code|hr|nobr|center|a|img"
    "|color|size|sprite|icon"
)
_FOREIGN = re.compile(
    rf"\\[\\<&]|(?<!\b[A-Za-z]:)\\[nrt]|\\u[0-9A-Fa-f]{{4}}"
    rf"|</?(?i:{_TAGS})(?:\s*=[^<>\n]*|\s+[\w-]+\s*=[^<>\n]*)?\s*/?>"
    r"|&(?:[A-Za-z]\w{1,30}|#[0-9]{1,7}|#[xX][0-9A-Fa-f]{1,6});"
    r"|(?<!\w)(?:__(?=[^\W_])[^_\n]{1,200}__|~~(?=\w)[^~\n]{1,200}~~)(?!\w)"
)
DOUBTFUL = re.compile(r"\*\*|[\\<&]|__|~~")
"""What a text has of which `doubts` says anything."""


class MarkKind(Enum):
    """What a mark is."""

    SIGN = "sign"
    BOLD = "bold"
    ITALIC = "italic"
    ICON = "icon"
    PICTOGRAM = "pictogram"
    BRACKET = "bracket"


class Mark(NamedTuple):
    """A mark from `start` to before `end`; `said` is its sign, its icon's name or the content of its bracket.

    A pictogram is a sign of the game that is drawn as an icon. Stars come in pairs, of which the second is `closing`.
    """

    kind: MarkKind
    start: int
    end: int
    said: str = ""
    closing: bool = False


class EntryMark(NamedTuple):
    """The marker of a list's entry, and how deep in other lists it is."""

    depth: int
    sign: str


class Doubt(NamedTuple):
    """Something that can be printed but was probably not meant: a message, a hint and a code."""

    message: str
    hint: str
    code: str


def has_entries(text: str) -> bool:
    """Whether lines begin with markers of a list, also with such that a backslash makes plain signs."""
    found_all = _ENTRY.finditer(text) if "\n" in text else filter(None, [_ENTRY.match(text)])
    return any(found[2] or not _is_minus(text, found) for found in found_all)


def entries_of(text: str) -> tuple[str, list[EntryMark]]:
    """A text with `MARKER` in place of the markers of its lists, and the markers themselves."""
    entries: list[EntryMark] = []

    def enter(match: re.Match[str]) -> str:
        if match[2]:
            return match[0].replace("\\", "", 1)
        if _is_minus(text, match):
            return match[0]
        entries.append(EntryMark(len(match[1]) // 2, match[3]))
        return MARKER

    return _ENTRY.sub(enter, text), entries


def _is_minus(text: str, match: re.Match[str]) -> bool:
    return match[3] in _MINUS and _NUMBER.match(text, match.end()) is not None


def marks_of(text: str, is_icon_file: Callable[[str], bool], signs: re.Pattern[str] | None = None) -> list[Mark]:
    """The marks of a text in order; `is_icon_file` tells which icons have files, `signs` finds pictograms."""
    marks: list[Mark] = []
    stars: list[tuple[int, int]] = []
    end = 0
    for match in _MARK.finditer(text):
        start = match.start()
        if start < end:
            continue
        end = match.end()
        if match.lastindex == 1:
            marks.append(Mark(MarkKind.SIGN, start, end, match[1]))
        elif match.lastindex == 2:
            stars.append((start, end))
        elif match.lastindex == 4:
            marks.append(Mark(MarkKind.BRACKET, start, end, match[4]))
        elif _is_icon(match[3], text[start - 1 : start], is_icon_file):
            end += len(match[3]) + 1
            marks.append(Mark(MarkKind.ICON, start, end, match[3]))
    if signs:
        marks += _pictograms(text, signs, marks)
    if stars:
        marks += _pairs_of_stars(text, stars)[0]
    if stars or signs:
        marks.sort(key=lambda mark: mark.start)
    return marks


def _pictograms(text: str, signs: re.Pattern[str], marks: Sequence[Mark]) -> Iterator[Mark]:
    """The pictograms outside of all other marks; a backslash before a sign makes it a plain sign."""
    marked = {at for mark in marks for at in range(mark.start, mark.end)}
    for match in signs.finditer(text):
        start, sign = match.start(), match[0]
        if start not in marked:
            escaped = sign.startswith("\\")
            yield Mark(MarkKind.SIGN if escaped else MarkKind.PICTOGRAM, start, match.end(), sign.removeprefix("\\"))


def _is_icon(name: str, before: str, is_icon_file: Callable[[str], bool]) -> bool:
    """Whether a name between two colons is meant for an icon; 10:30: is a time, even where a file is called 30."""
    if name.isdigit() and before.isdigit():
        return False
    if is_icon_file(name):
        return True
    if name[0].isdigit() and before.isalnum():
        return False
    return _NAME.fullmatch(name) is not None or _PICTURE.fullmatch(name) is not None


class _Run:
    """A run of stars side by side; those from `start` to `end` are not paired yet."""

    __slots__ = ("closes", "end", "inside", "opens", "start")

    def __init__(self, text: str, start: int, end: int) -> None:
        before, after = text[start - 1 : start] if start else "", text[end : end + 1]
        self.start, self.end = start, end
        # Chinese and Japanese have no spaces between words.
        self.inside = inside = before.isalnum() and after.isalnum() and not parts_freely(before + after)
        behind = before.isalnum() and not after.isalnum()
        few = end - start <= _MOST_STARS
        # Of 3*4 and 3*x nobody can say what they set off.
        self.opens = few and _may_open(text, end) and not behind and not (inside and before.isdigit())
        numbers = inside and before.isdigit() and after.isdigit()
        self.closes = few and bool(before) and not before.isspace() and before not in _OPENING and not numbers

    @property
    def count(self) -> int:
        return self.end - self.start


def _may_open(text: str, at: int) -> bool:
    after = text[at : at + 1]
    if not after or after.isspace():
        return False
    # An icon, .5 and ... begin with what otherwise parts.
    return after not in _PARTING or (after in ".:" and text[at + 1 : at + 2] not in ("", " ", "\n", "\u00a0"))


def _pairs_of_stars(text: str, stars: Sequence[tuple[int, int]]) -> tuple[list[Mark], list[_Run]]:
    """The pairs of stars as in CommonMark, and the runs with stars left over."""
    marks: list[Mark] = []
    unpaired: list[_Run] = []
    ends = [number for number, letter in enumerate(text) if letter == "\n"]
    line = 0

    def line_of(star: tuple[int, int]) -> int:
        nonlocal line
        while line < len(ends) and ends[line] < star[0]:
            line += 1
        return line

    for _, group in groupby(stars, line_of):
        runs = [_Run(text, start, end) for start, end in group]
        marks += _match_stars(text, runs)
        unpaired += [run for run in runs if run.count]
    return marks, unpaired


def _match_stars(text: str, runs: Sequence[_Run]) -> Iterator[Mark]:
    """The pairs of one line; if no opener fits a closer of some length, the search is not repeated for that length."""
    openers: list[_Run] = []
    bottom = dict.fromkeys(range(_MOST_STARS + 1), 0)
    for run in runs:
        while run.closes and run.count and len(openers) > bottom[run.count]:
            at = len(openers) - 1
            while at >= bottom[run.count] and not (size := _common(text, openers[at], run)):
                at -= 1
            if at < bottom[run.count]:
                bottom[run.count] = len(openers)
                break
            opener, kind = openers[at], MarkKind.BOLD if size == 2 else MarkKind.ITALIC
            yield Mark(kind, opener.end - size, opener.end)
            yield Mark(kind, run.start, run.start + size, closing=True)
            opener.end -= size
            run.start += size
            del openers[at + bool(opener.count) :]
            bottom = {left: min(least, len(openers)) for left, least in bottom.items()}
        if run.opens and run.count:
            openers.append(run)


def _common(text: str, opener: _Run, closer: _Run) -> int:
    """How many stars of two runs form pairs; 0 for none."""
    within = opener.inside or (closer.inside and closer.count == 1)
    if within and any(letter.isspace() for letter in text[opener.end : closer.start]):
        return 0
    if opener.count > 1 and closer.count > 1:
        return 2
    return 1 if opener.count != 2 and closer.count != 2 else 0


def bare(text: str, kinds: Collection[MarkKind] = (MarkKind.BOLD, MarkKind.ITALIC)) -> str:
    """A text without the stars that are marks of these kinds."""
    out, at = [], 0
    for mark in marks_of(text, lambda name: False) if "*" in text else ():
        if mark.kind in kinds:
            out.append(text[at : mark.start])
            at = mark.end
    return "".join((*out, text[at:]))


def stretches(text: str) -> list[tuple[str, bool]]:
    """A text without its marks of bold, cut into stretches; the flag tells whether a stretch is bold."""
    out, at, deep = list[tuple[str, bool]](), 0, 0
    for mark in (one for one in marks_of(text, lambda name: False) if one.kind is MarkKind.BOLD):
        out.append((bare(text[at : mark.start]), deep > 0))
        at, deep = mark.end, deep + (-1 if mark.closing else 1)
    return [one for one in (*out, (bare(text[at:]), False)) if one[0]]


def bold(text: str) -> str:
    """A text with every line in bold."""
    lines = bare(text, (MarkKind.BOLD,)).split("\n")
    return "\n".join(f"**{line.strip()}**" if line.strip() else "" for line in lines)


def doubts(text: str, keyword_at: Callable[[int], bool] = lambda at: False) -> Iterator[Doubt]:
    """Characters that are printed though a mark was probably meant; `keyword_at` tells where a keyword begins."""
    if "**" in text:
        yield from _half_marks(text)
    yield from _foreign(text, keyword_at)


def _half_marks(text: str) -> Iterator[Doubt]:
    stars = [found.span() for found in _MARK.finditer(text) if found.lastindex == 2]
    unpaired = [run for run in _pairs_of_stars(text, stars)[1] if run.count == 2]
    if not unpaired:
        return
    first, last = unpaired[0], unpaired[-1]
    # Two stars behind a number are a rating, or lead to a note below.
    closes = first is last and first.closes and not text[first.start - 1].isdigit()
    if closes or (first.opens and (first is last or (not last.opens and last.closes))):
        where = "has no partner" if first is last else "is closed in another line"
        hint = "Close it in its own line, or write \\*\\* for two stars."
        yield Doubt(f'a ** in "{shorten(text)}" {where}, and is printed', hint, "open-mark")


def _foreign(text: str, keyword_at: Callable[[int], bool]) -> Iterator[Doubt]:
    foreign: dict[str, None] = {}
    for match in _FOREIGN.finditer(text):
        mark = match[0]
        escape = mark[0] == "\\" and (mark[1] in "\\<&" or keyword_at(match.start() + 1))
        if not escape and (mark[0] != "&" or unescape(mark) != mark):
            foreign.setdefault(mark)
    if foreign:
        marks = ", ".join(f'"{mark}"' for mark in foreign)
        are = ("is a mark", "is") if len(foreign) == 1 else ("are marks", "are")
        instead = "; ".join(dict.fromkeys(map(_instead, foreign)))
        # A backslash before a backslash is one, as it is before < and &.
        hint = f"Write {instead}; or a backslash before what should be printed."
        yield Doubt(f"{marks} {are[0]} of other programs, and {are[1]} printed as written", hint, "foreign-mark")


_INSTEAD = {
    **dict.fromkeys(("br", "p", "div", "hr", "ul", "ol"), "line breaks for <br> and <p>"),
    "li": '"- " before each entry of a list',
    **dict.fromkeys(("b", "strong"), "**words** for bold letters"),
    **dict.fromkeys(("i", "em"), "*words* for italic ones"),
    **dict.fromkeys(("span", "font", "mark", "color"), "[red]words[/] for a colour"),
    **dict.fromkeys(("big", "small", "size"), "[big]words[/] for a size"),
    **dict.fromkeys(("img", "sprite", "icon"), ":name: for an icon"),
}


def _instead(mark: str) -> str:
    """The mark that has this meaning here, for a mark of another program."""
    if mark[0] == "&" or mark[:2] == "\\u":
        meant = unescape(mark if mark[0] == "&" else f"&#x{mark[2:]};")
        return f"{meant if meant.isprintable() and not meant.isspace() else f'U+{ord(meant[0]):04X}'} for {mark}"
    if mark[0] in "_~":
        return f"**words** for {mark}" if mark[0] == "_" else f"the words without tildes for {mark}"
    name = re.split(r"[\s=]", mark.strip("\\<>/ "))[0].lower()
    if mark[0] == "\\":
        return f"a blank for {mark}" if name == "t" else f"a line break for {mark}"
    return _INSTEAD.get(name, "the words without tags")


class BracketMeaning(NamedTuple):
    """How a bracket changes its letters: their colour, size or capitals.

    The size is a multiple of the text's or, with `times`, of the letters around; the colour is a colour phrase.
    """

    grow: float = 0.0
    times: bool = False
    color: str = ""
    small: bool = False


_WORDS = {
    "sc": BracketMeaning(small=True),
    "small-caps": BracketMeaning(small=True),
    "big": BracketMeaning(1.25, times=True),
    "small": BracketMeaning(0.8, times=True),
}


def meaning(name: str, size: float, tints: Tints) -> BracketMeaning | None:
    """The meaning of a bracket in a text of a size in points; None for none, ValueError for a near miss."""
    if (word_meaning := _WORDS.get(name)) is not None:
        return word_meaning
    if match := _SIZE.fullmatch(name):
        number, unit = float(match[1]), match[2]
        points = size * number / 100 if unit == "%" else parse_length(f"{number:f}{unit or 'pt'}")
        if points <= 0:
            raise ValueError(f"[{name}] leaves nothing to read; choose a larger size")
        return BracketMeaning(points / size, times=unit == "%")
    if tints.knows(name):
        tints.resolve(name)
        return BracketMeaning(color=name)
    return None


def pairs(
    brackets: Sequence[tuple[int, str]], means: Callable[[str], BracketMeaning | None]
) -> dict[int, BracketMeaning | None]:
    """Which brackets open something, with their meaning, and which close it, with None.

    A closing bracket belongs to the nearest meaningful one before it; meaningless brackets that nothing closes are left
    out. KeyError names a closed bracket without a meaning; ValueError reports one left open, or one that closes
    nothing.
    """
    found: dict[int, BracketMeaning | None] = {}
    waiting: list[tuple[int, str, BracketMeaning | None]] = []
    left: list[str] = []
    meanings: dict[str, BracketMeaning | None] = {}
    for number, name in brackets:
        if name[0] == CLOSING and (name[1:2].isalpha() or name[1:2] == "#"):
            is_html = name[1:] in ("b", "i")
            instead = "** around bold words and * around italic ones" if is_html else "[/] to close a mark"
            raise ValueError(f"[{name}] closes nothing; write {instead}, or \\[ for a bracket")
        if name != CLOSING:
            if name not in meanings:
                meanings[name] = means(name)
            waiting.append((number, name, meanings[name]))
            continue
        passed: list[str] = []
        while waiting and waiting[-1][2] is None:
            passed.append(waiting.pop()[1])
        if waiting:
            opener, _, meant = waiting.pop()
            found[opener], found[number] = meant, None
            left += passed
        elif passed or left:
            raise KeyError((passed or left)[0])
        else:
            raise ValueError("a [/] closes nothing; remove it, or write \\[ for a bracket")
    still = next((name for _, name, meant in waiting if meant is not None), None)
    if still is not None:
        raise ValueError(f"[{still}] is not closed; write [/] where it ends, or \\[ for a bracket")
    return found


def unknown_bracket(name: str, tints: Tints) -> tuple[str, str, str]:
    """The message, hint and code for a closed bracket without a meaning."""
    names = [*sorted(_WORDS), *sorted(tints.names)]
    near = closest(name, names) or closest(name.lower(), css_colors())
    usage = f"Use one of: {', '.join(names)}, size 8, size 120%, or a colour such as #A63A1E."
    hint = (f"Did you mean [{near}]? " if near else "") + usage + " Or write \\[ for a bracket."
    return f"[{name}] means nothing here", hint, "unknown-mark"
