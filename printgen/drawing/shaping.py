"""Shapes letters into glyphs from left to right: the bidirectional algorithm of Unicode (UAX 9), and HarfBuzz."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from itertools import groupby, pairwise
from typing import Any, NamedTuple
from unicodedata import bidirectional, category, name, normalize

from printgen.base.limits import consume
from printgen.drawing.font_files import Font

LEFTWARD, RIGHTWARD = "\u200f", "\u200e"
"""Marks without a shape that make a text run to the left, or to the right."""

_LEFTWARD_LETTERS = re.compile(
    "[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]"
)
_STRONG = {"L": False, "R": True, "AL": True}
_IGNORED = frozenset(("BN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))
_NEUTRAL = frozenset(("B", "S", "WS", "ON"))
_NUMBERS = frozenset(("EN", "AN"))
_PAIRS = (
    "()[]{}༺༻༼༽᚛᚜⁅⁆⁽⁾₍₎⌈⌉⌊⌋❨❩❪❫❬❭❮❯❰❱❲❳❴❵⟅⟆⟦⟧⟨⟩⟪⟫⟬⟭⟮⟯⦃⦄"
    "⦅⦆⦇⦈⦉⦊⦋⦌⦑⦒⦓⦔⦕⦖⦗⦘⧘⧙⧚⧛⧼⧽〈〉《》「」『』【】〔〕〖〗〘〙〚〛（）［］｛｝｟｠｢｣"
)
_CLOSING = dict(zip(_PAIRS[::2], _PAIRS[1::2], strict=True))
_MIRRORED = {
    **_CLOSING,
    **{after: before for before, after in _CLOSING.items()},
    **dict(zip("<>«»‹›≤≥", "><»«›‹≥≤", strict=True)),
}
_DEEPEST = 63  # The most nested brackets that are examined.


def has_leftward(text: str) -> bool:
    """Whether any letter of a text runs from right to left."""
    return not text.isascii() and _LEFTWARD_LETTERS.search(text) is not None


def runs_left(text: str) -> bool:
    """Whether a text as a whole runs from right to left: its first letter with a direction decides (rules P2, P3)."""
    if not has_leftward(text):
        return False
    return next((_STRONG[kind] for kind in map(bidirectional, text) if kind in _STRONG), False)


def with_direction(text: str, leftward: bool) -> str:
    """A text in a direction of its own: with a mark before it if its letters imply the other direction."""
    return text if runs_left(text) is leftward else (LEFTWARD if leftward else RIGHTWARD) + text


def spans(text: str, leftward: bool) -> list[tuple[int, int, bool]]:
    """The stretches of one direction of a line, from left to right: start, end, and whether letters run leftward."""
    at, runs = 0, []
    for level, letters in groupby(_levels(text, leftward)):
        end = at + len(list(letters))
        runs.append((level, at, end))
        at = end
    for level_above in range(max((level for level, _, _ in runs), default=0), 0, -1):
        # Stretches at this level or above are reversed, from the highest level down (rule L2).
        first = None
        for n in range(len(runs) + 1):
            deep = n < len(runs) and runs[n][0] >= level_above
            if deep and first is None:
                first = n
            elif not deep and first is not None:
                runs[first:n] = reversed(runs[first:n])
                first = None
    return [(start, end, level % 2 == 1) for level, start, end in runs]


def words_shown(text: str) -> list[str]:
    """The words of a line from left to right, each with a mark if it would run in the other direction by itself."""
    if not has_leftward(text):
        return text.split(" ")
    shown = ""
    for start, end, leftward in spans(text, runs_left(text)):
        words = text[start:end].split(" ")
        words = words[::-1] if leftward else words
        shown += " ".join([with_direction(word, leftward) if word else "" for word in words])
    return shown.split(" ")


def _levels(text: str, leftward: bool) -> list[int]:
    """The embedding level of each letter: letters with an odd one run to the left."""
    base, along = int(leftward), "LR"[leftward]
    classes = [bidirectional(letter) or "L" for letter in text]
    shown = [n for n, kind in enumerate(classes) if kind not in _IGNORED]
    kinds = _resolve_weak([classes[n] for n in shown], along)
    _resolve_brackets("".join(text[n] for n in shown), [classes[n] for n in shown], kinds, along)
    _resolve_neutral(kinds, along)
    # Text against the line's direction, and numbers, are nested one or two levels deeper (rules I1 and I2).
    deeper = {"L": base, "R": 1 - base, "EN": 2 - base, "AN": 2 - base}
    levels, resolved = [base] * len(text), dict(zip(shown, kinds, strict=True))
    for n in range(len(text)):
        levels[n] = base + deeper[resolved[n]] if n in resolved else levels[n - 1] if n else base
    # Spaces at the end of a line belong to the line (rule L1).
    end = len(text)
    while end and (classes[end - 1] in _IGNORED or classes[end - 1] in ("WS", "S", "B")):
        end -= 1
        levels[end] = base
    return levels


def _resolve_weak(kinds: list[str], along: str) -> list[str]:
    """The directions of marks, numbers and the signs in numbers (rules W1 to W7)."""
    before, strong, letter = along, along, along
    for n, kind in enumerate(kinds):
        if kind == "NSM":
            kinds[n] = kind = before
        before = kind
        if kind in _STRONG:
            strong = kind
        elif kind == "EN" and strong == "AL":
            kinds[n] = "AN"
    kinds = ["R" if kind == "AL" else kind for kind in kinds]
    for n in range(1, len(kinds) - 1):
        number = kinds[n - 1]
        is_separator = (kinds[n] == "CS" and number in _NUMBERS) or (kinds[n] == "ES" and number == "EN")
        if kinds[n + 1] == number and is_separator:
            kinds[n] = number
    ends = [0, *(n for n in range(1, len(kinds)) if (kinds[n] == "ET") != (kinds[n - 1] == "ET")), len(kinds)]
    for start, end in pairwise(ends):
        if start < end and kinds[start] == "ET" and "EN" in (*kinds[max(start - 1, 0) : start], *kinds[end : end + 1]):
            kinds[start:end] = ["EN"] * (end - start)
    for n, kind in enumerate(kinds):
        if kind in ("ET", "ES", "CS"):
            kinds[n] = "ON"
        elif kind in ("L", "R"):
            letter = kind
        elif kind == "EN" and letter == "L":
            kinds[n] = "L"
    return kinds


def _side(kind: str) -> str:
    """The direction that a kind gives to its neighbours: numbers count as leftward letters."""
    return "R" if kind in _NUMBERS else kind


def _resolve_brackets(text: str, classes: list[str], kinds: list[str], along: str) -> None:
    """Give brackets the direction of their contents, or else of the text before them (rule N0)."""
    for start, end in sorted(_pairs(text, kinds)):
        inside = {_side(kind) for kind in kinds[start + 1 : end]} & {"L", "R"}
        if not inside:
            continue
        before = next((side for kind in reversed(kinds[:start]) if (side := _side(kind)) in ("L", "R")), along)
        side = before if along not in inside and before in inside else along
        for n in (start, end):
            kinds[n] = side
            while n + 1 < len(classes) and classes[n + 1] == "NSM":
                n += 1
                kinds[n] = side


def _pairs(text: str, kinds: list[str]) -> Iterator[tuple[int, int]]:
    """The places of matching brackets (BD16)."""
    opened: list[tuple[str, int]] = []
    for n, letter in enumerate(normalize("NFC", letter) for letter in text):
        if kinds[n] != "ON":
            continue
        if letter in _CLOSING:
            if len(opened) == _DEEPEST:
                return
            opened.append((_CLOSING[letter], n))
        for at in reversed(range(len(opened))):
            if opened[at][0] == letter:
                yield opened[at][1], n
                del opened[at:]
                break


def _resolve_neutral(kinds: list[str], along: str) -> None:
    """Give neutral signs the direction shared by their neighbours, or else that of the line (rules N1 and N2)."""
    at = 0
    for neutral, group in groupby(list(kinds), _NEUTRAL.__contains__):
        end = at + len(list(group))
        if neutral:
            before = _side(kinds[at - 1]) if at else along
            after = _side(kinds[end]) if end < len(kinds) else along
            kinds[at:end] = [before if before == after else along] * (end - at)
        at = end


# A letter stays a glyph of its own, so that tracking opens every gap; pairs are kerned.
_FEATURES = {"kern": True, "liga": False, "clig": False, "calt": False, "mark": False, "mkmk": False}
_MARKED = {**_FEATURES, "mark": True, "mkmk": True}
# Where letters are joined or change with their neighbours, a font's usual features are no ornament.
_SCRIPT = {"kern": True, "mark": True, "mkmk": True}
_LETTERWISE = frozenset(("LATIN", "GREEK", "CYRILLIC", "ARMENIAN", "GEORGIAN", "HEBREW", "CJK", "HIRAGANA", "KATAKANA"))
# Scripts whose letters hang together, so that nothing may come between them.
_JOINED = frozenset(("ARABIC", "SYRIAC", "NKO", "MONGOLIAN", "DEVANAGARI", "BENGALI", "GURMUKHI"))
# Text that needs more than glyphs side by side: marks, complex scripts, and invisible signs.
_INTRICATE = re.compile(
    "[\u00ad\u0300-\u036f\u0483-\u0489\u0590-\u109f\u1100-\u11ff\u1700-\u18af\u1900-\u1cff\u1dc0-\u1dff"
    "\t\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\u20d0-\u20f0\ua800-\uabff\ufb1d-\ufdff\ufe00-\ufe2f\ufe70-\ufeff"
    "\U00010800-\U0001afff\U0001e800-\U0001eeff\U000e0000-\U000e0fff]"
)
# Control characters, which have no glyphs.
_UNSEEN = re.compile(
    "[\u00ad\u034f\u061c\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\U000e0000-\U000e0fff]"
)
_JOINER = "\u200d"
# Blanks need no glyph of a font: each is as wide as Unicode defines it, in multiples of the size.
_BLANKS: Mapping[str, float] = {
    "\u2000": 1 / 2, "\u2001": 1, "\u2002": 1 / 2, "\u2003": 1, "\u2004": 1 / 3, "\u2005": 1 / 4, "\u2006": 1 / 6,
    "\u2009": 1 / 5, "\u200a": 1 / 10, "\u202f": 1 / 5, "\u205f": 4 / 18, "\u3000": 1,
}  # fmt: skip
# These are as wide as a sign of the font.
_AS_WIDE_AS: Mapping[str, str] = {"\t": " ", "\u00a0": " ", "\u2007": "0", "\u2008": "."}
_IS_BLANK = re.compile("[\t\u00a0\u2000-\u200a\u202f\u205f\u3000]")
# Hyphens that a font may lack, and what is drawn in place of each: the first of these that it has.
_HYPHENS = {0x2010: (0x2010, 0x2D), 0x2011: (0x2011, 0x2010, 0x2D)}
_PARTS = re.compile("([ \t\u00a0\u2000-\u200a\u202f\u205f\u3000])")
_MOST_GLYPHS = 16  # So many glyphs of one letter are no letter any more.


class GlyphRun(NamedTuple):
    """Letters in one font, set from left to right: their glyphs, the advance of each, and how far it is shifted.

    Steps and shifts (to the right, up) are in the font's units. `opens` says of each glyph whether it begins a letter
    of its own, before which tracking may come. `read_as` has for each the letters that it stands for, "" for one that
    only completes another; a run is `plain` where readers get its letters from these alone. Readers themselves reverse
    what runs `leftward`.
    """

    font: Font
    letters: str
    glyphs: tuple[int, ...]
    steps: tuple[int, ...]
    shifts: tuple[tuple[int, int], ...]
    opens: tuple[bool, ...]
    read_as: tuple[str, ...]
    plain: bool
    leftward: bool


def is_simple(letters: str, font: Font) -> bool:
    """Whether a font can set letters one glyph after the other from left to right."""
    if font.has_ascii and letters.isascii():
        return "\t" not in letters
    return font.letters.issuperset(map(ord, letters)) and not _INTRICATE.search(letters)


def shape(font: Font, letters: str) -> tuple[Any, list[int]]:
    """The glyphs of simple letters, and the advance of each in font units."""
    import uharfbuzz as hb

    buffer = hb.Buffer()
    buffer.add_str(letters)
    buffer.guess_segment_properties()
    # The machine's language must not matter: the same text is set alike everywhere.
    buffer.language, buffer.direction = "en", "ltr"
    hb.shape(font.shaper, buffer, _FEATURES)
    infos = buffer.glyph_infos
    _count_glyphs(len(infos), len(letters))
    return infos, [position.x_advance for position in buffer.glyph_positions]


def _count_glyphs(glyphs: int, letters: int) -> None:
    """Count glyphs against the limits if a font makes suspiciously many for its letters."""
    if glyphs > _MOST_GLYPHS * letters:
        consume("letters", glyphs)


def clusters(text: str) -> list[str]:
    """The letters of a text as people count them, each with its marks."""
    out: list[str] = []
    for letter in text:
        if out and (category(letter)[0] == "M" or letter == _JOINER or out[-1][-1] == _JOINER or _UNSEEN.match(letter)):
            out[-1] += letter
        else:
            out.append(letter)
    return out


def can_draw(font: Font, cluster: str) -> bool:
    """Whether a font has a letter with its marks, composed or decomposed; blanks need no glyph."""
    if _IS_BLANK.match(cluster):
        return all(_UNSEEN.match(one) for one in cluster[1:]) or can_draw(font, cluster[1:])
    cluster = "".join(chr(_hyphen(font, ord(one))) if one in "\u2010\u2011" else one for one in cluster)
    for form in (cluster, normalize("NFC", cluster), normalize("NFD", cluster)):
        if font.letters.issuperset(map(ord, _UNSEEN.sub("", form))):
            return True
    return False


def _hyphen(font: Font, code: int) -> int:
    """The code of the letter to draw: for a missing hyphen, that of a similar one."""
    return next((one for one in _HYPHENS.get(code, ()) if one in font.letters), code)


def missing_letters(text: str, fonts: Sequence[Font]) -> str:
    """The characters of a text that none of the fonts has, each once, in order."""
    lacking: dict[str, None] = {}
    for cluster in clusters(text):
        if not any(can_draw(font, cluster) for font in fonts):
            visible = _UNSEEN.sub("", cluster)
            # Of a letter with its marks, what the first font lacks; all of it where no font has them together.
            lacking.update(
                dict.fromkeys([c for c in visible if not any(can_draw(font, c) for font in fonts)] or visible)
            )
    return "".join(lacking)


@cache
def _script(letter: str) -> str:
    """The script of a letter; "" for a sign of all scripts."""
    return name(letter, "").partition(" ")[0] if category(letter)[0] == "L" else ""


def _runs(letters: str, fonts: Sequence[Font]) -> Iterator[tuple[Font, str, int, int]]:
    """Runs of one font and one script, with their starts and ends; letters that no font has use the first font."""
    choices: list[tuple[Font, str, int]] = []
    script = ""
    for cluster in clusters(letters):
        font = next((one for one in fonts if can_draw(one, cluster)), fonts[0])
        script = _script(cluster[0]) or script
        choices.append((font, script, len(cluster)))
    at = 0
    for (font, script), run in groupby(choices, lambda choice: choice[:2]):
        end = at + sum(length for _, _, length in run)
        yield font, script, at, end
        at = end


def pieces_of(text: str, fonts: Sequence[Font], language: str) -> tuple[GlyphRun, ...]:
    """The runs of a line of text from left to right; each letter uses the first font that has it."""
    font_order = tuple(fonts)
    ordered = spans(text, runs_left(text)) if has_leftward(text) else [(0, len(text), False)]
    out: list[GlyphRun] = []
    for start, end, leftward in ordered:
        words = _PARTS.split(text[start:end])
        for word in filter(None, reversed(words) if leftward else words):
            out += _word(word, font_order, language, leftward)
    return tuple(out)


@lru_cache(maxsize=20_000)
def _word(letters: str, fonts: tuple[Font, ...], language: str, leftward: bool) -> tuple[GlyphRun, ...]:
    if _IS_BLANK.match(letters):
        return (_blank(letters, fonts, leftward),)
    codes = [ord(letter) for letter in letters]
    pieces = [_piece(run, letters, codes, language, leftward) for run in _runs(letters, fonts)]
    return tuple(reversed(pieces) if leftward else pieces)


def _blank(letter: str, fonts: Sequence[Font], leftward: bool) -> GlyphRun:
    """A blank in its defined width: the space of the first font with one, with a changed advance."""
    font = next((one for one in fonts if 32 in one.letters), fonts[0])
    glyph = font.shaper.get_nominal_glyph(32) or 0
    if letter in _AS_WIDE_AS:
        like = font.shaper.get_nominal_glyph(ord(_AS_WIDE_AS[letter]))
        step = font.advances[glyph if like is None else like]
    else:
        step = round(_BLANKS[letter] * font.units)
    # The difference to a space comes before it, as some readers ignore room at the end of a string.
    before = (step - font.advances[glyph], 0)
    return GlyphRun(font, letter, (glyph,), (step,), (before,), (True,), (" ",), False, leftward)


def _readings(font: Font, letters: str, glyphs: list[tuple[int, int]], end: int) -> list[str]:
    """The letters that each glyph stands for, by the letter at which the glyph begins.

    Glyphs that share letters get one each if the font has a glyph for each; otherwise the first gets all.
    """
    starts = sorted({start for start, _ in glyphs})
    read_as: list[str] = []
    for start, group in groupby(glyphs, lambda glyph: glyph[0]):
        shared = letters[start : next((after for after in starts if after > start), end)]
        letter_by_glyph = {font.shaper.get_nominal_glyph(ord(letter)): letter for letter in shared}
        several = [glyph for _, glyph in group]
        if len(several) == len(shared) and letter_by_glyph.keys() == set(several):
            read_as += [letter_by_glyph[glyph] for glyph in several]
        else:
            read_as += [shared, *("" for _ in several[1:])]
    return read_as


def _piece(run: tuple[Font, str, int, int], letters: str, codes: list[int], language: str, leftward: bool) -> GlyphRun:
    """One run, shaped with the letters around it as context, which decides how letters join."""
    import uharfbuzz as hb

    font, script, start, end = run
    buffer = hb.Buffer()
    buffer.flags = hb.BufferFlags.REMOVE_DEFAULT_IGNORABLES
    buffer.cluster_level = hb.BufferClusterLevel.MONOTONE_CHARACTERS
    buffer.add_codepoints([_hyphen(font, code) for code in codes], start, end - start)
    buffer.guess_segment_properties()
    buffer.language, buffer.direction = language, "rtl" if leftward else "ltr"
    hb.shape(font.shaper, buffer, _SCRIPT if script and script not in _LETTERWISE else _MARKED)
    infos, positions = buffer.glyph_infos, buffer.glyph_positions
    _count_glyphs(len(infos), end - start)
    # Readers of a PDF find what is drawn; where that is another hyphen, the letters themselves go with it.
    shown = "".join(chr(_hyphen(font, code)) for code in codes)
    read_as = _readings(font, shown, [(info.cluster, info.codepoint) for info in infos], end)
    if leftward:
        # Readers turn the order of such letters around, and with it the brackets.
        read_as = [_MIRRORED.get(letters, letters) for letters in read_as]
    heads = [bool(text) and category(text[0])[0] != "M" for text in read_as]
    # Of letters that run to the left, the marks stand before the letter that they belong to.
    opens = [True, *heads][: len(heads)] if leftward else heads
    return GlyphRun(
        font,
        letters[start:end],
        tuple([info.codepoint for info in infos]),
        tuple([position.x_advance for position in positions]),
        tuple([(position.x_offset, position.y_offset) for position in positions]),
        tuple([head and (script not in _JOINED or not n) for n, head in enumerate(opens)]),
        tuple(read_as),
        all(read_as) and "".join(read_as) == letters[start:end],
        leftward,
    )
