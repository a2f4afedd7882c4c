"""A line of text comes in; in which order its letters stand on paper, and which of them run to the left, goes out.

This is the bidirectional algorithm of Unicode (UAX #9) for one line without embeddings: letters of Hebrew, Arabic and
other scripts run from right to left, numbers and words of other scripts among them from left to right, and signs follow
what stands around them. A text runs as its first letter does. Signs that would embed one text in another are passed
over; those that have a direction and no shape (U+200E, U+200F) count as letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, pairwise
from unicodedata import bidirectional, normalize

LEFTWARD, RIGHTWARD = "\u200f", "\u200e"
"""Signs without a shape that make a text run to the left, or to the right."""

_LETTERS = re.compile("[\u0590-\u08ff\u200f\ufb1d-\ufdff\ufe70-\ufeff\U00010800-\U00010fff\U0001e800-\U0001efff]")
_STRONG = {"L": False, "R": True, "AL": True}
_PASSED = frozenset(("BN", "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"))
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
# Brackets that stand one inside the other, of which no more are looked at.
_DEEPEST = 63


def has_leftward(text: str) -> bool:
    """Whether any letter of a text runs to the left."""
    return not text.isascii() and _LETTERS.search(text) is not None


def runs_left(text: str) -> bool:
    """Whether a text runs to the left as a whole: its first letter that has a direction says so."""
    if not has_leftward(text):
        return False
    return next((_STRONG[kind] for kind in map(bidirectional, text) if kind in _STRONG), False)


def directed(text: str, leftward: bool) -> str:
    """A text that runs as it is told where it stands alone: with a sign before it if its letters say otherwise."""
    return text if runs_left(text) is leftward else (LEFTWARD if leftward else RIGHTWARD) + text


def looking_left(letter: str) -> str:
    """How a letter looks in a text that runs to the left: a bracket opens there as it closes elsewhere."""
    return _MIRRORED.get(letter, letter)


def spans(text: str, leftward: bool) -> list[tuple[int, int, bool]]:
    """The stretches of a line that runs as it is told, as they stand from left to right.

    For each its start and end in the text, and whether its letters run to the left.
    """
    at, runs = 0, []
    for level, letters in groupby(_levels(text, leftward)):
        end = at + len(list(letters))
        runs.append((level, at, end))
        at = end
    for least in range(max((level for level, _, _ in runs), default=0), 0, -1):
        # What lies so deep or deeper is turned around, again and again (rule L2).
        first = None
        for n in range(len(runs) + 1):
            deep = n < len(runs) and runs[n][0] >= least
            if deep and first is None:
                first = n
            elif not deep and first is not None:
                runs[first:n] = reversed(runs[first:n])
                first = None
    return [(start, end, level % 2 == 1) for level, start, end in runs]


def words_shown(text: str) -> list[str]:
    """The words of a line as they stand from left to right, each of which may stand alone."""
    if not has_leftward(text):
        return text.split(" ")
    shown = ""
    for start, end, leftward in spans(text, runs_left(text)):
        words = text[start:end].split(" ")
        shown += " ".join([directed(word, leftward) if word else "" for word in (words[::-1] if leftward else words)])
    return shown.split(" ")


def _levels(text: str, leftward: bool) -> list[int]:
    """How deep each letter stands in texts of other directions: odd numbers run to the left."""
    base, along = int(leftward), "LR"[leftward]
    said = [bidirectional(letter) or "L" for letter in text]
    shown = [n for n, kind in enumerate(said) if kind not in _PASSED]
    kinds = _numbered([said[n] for n in shown], along)
    _bracket("".join(text[n] for n in shown), [said[n] for n in shown], kinds, along)
    _settle(kinds, along)
    # What runs against the line, and numbers in any line, stand one deeper or two (rules I1 and I2).
    deeper = {"L": base, "R": 1 - base, "EN": 2 - base, "AN": 2 - base}
    levels, known = [base] * len(text), dict(zip(shown, kinds, strict=True))
    for n in range(len(text)):
        levels[n] = base + deeper[known[n]] if n in known else levels[n - 1] if n else base
    # Spaces at the end of a line belong to the line (rule L1).
    end = len(text)
    while end and (said[end - 1] in _PASSED or said[end - 1] in ("WS", "S", "B")):
        end -= 1
        levels[end] = base
    return levels


def _numbered(kinds: list[str], along: str) -> list[str]:
    """What marks, numbers and the signs in numbers count as (rules W1 to W7)."""
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
        one = kinds[n - 1]
        if kinds[n + 1] == one and ((kinds[n] == "CS" and one in _NUMBERS) or (kinds[n] == "ES" and one == "EN")):
            kinds[n] = one
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
    """The side to which what is told of it draws its neighbours: numbers do as letters that run to the left."""
    return "R" if kind in _NUMBERS else kind


def _bracket(text: str, said: list[str], kinds: list[str], along: str) -> None:
    """Brackets run as what they hold, or as what stands before them (rule N0)."""
    for start, end in sorted(_pairs(text, kinds)):
        held = {_side(kind) for kind in kinds[start + 1 : end]} & {"L", "R"}
        if not held:
            continue
        before = next((side for kind in reversed(kinds[:start]) if (side := _side(kind)) in ("L", "R")), along)
        side = along if along in held else before if before in held else along
        for n in (start, end):
            kinds[n] = side
            while n + 1 < len(said) and said[n + 1] == "NSM":
                n += 1
                kinds[n] = side


def _pairs(text: str, kinds: list[str]) -> Iterator[tuple[int, int]]:
    """The places of brackets that belong together."""
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


def _settle(kinds: list[str], along: str) -> None:
    """Neutral signs run as both their neighbours do, or else as the line (rules N1 and N2)."""
    at = 0
    for neutral, group in groupby(list(kinds), _NEUTRAL.__contains__):
        end = at + len(list(group))
        if neutral:
            before = _side(kinds[at - 1]) if at else along
            after = _side(kinds[end]) if end < len(kinds) else along
            kinds[at:end] = [before if before == after else along] * (end - at)
        at = end
