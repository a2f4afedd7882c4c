"""Names that reach the disk or the terminal; capitals, order and numbers of a language, as Unicode and CLDR say."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache, lru_cache
from itertools import groupby
from pathlib import Path
from typing import Any
from unicodedata import category, combining, normalize

from printgen.base.folders import templates_folder

_SPOKEN: ContextVar[str] = ContextVar("language", default="en")
"""The language of the game that is being made, as a code such as "de" or "pt-BR"."""

_DOTTED = frozenset(("tr", "az", "crh", "tt"))
"""Languages in which i has a capital of its own, with its dot, and ı another."""

_GREEK_MARKS = frozenset("\u0300\u0301\u0304\u0306\u0313\u0314\u0342\u0343")
_DIALYTIKA = "\u0308"
_FOLLOWING = frozenset("\u03b9\u03c5\u0399\u03a5")
# Where one of these has an accent, the vowel behind it is one of its own, and says so once the accent is gone.
_LEADING = frozenset("\u03b1\u03b5\u03bf\u03c5\u0391\u0395\u039f\u03a5")
_ALONE_ETA = re.compile(r"(?<!\w)[\u03ae\u0389](?!\w)")
_LITHUANIAN_DOT = re.compile("([ij\u012f])\u0307")
_WORDS = re.compile(r"([-\s({\[<]+)")

# Letters that their own alphabets sort as other ones: long accents in Hungarian, cedillas in Romanian.
_OTHER_FORMS = str.maketrans({"ő": "ö", "ű": "ü", "ş": "ș", "ţ": "ț"})

_SIGN: ContextVar[str] = ContextVar("sign", default=".")
"""The decimal sign that numbers have as text: a language's inside `printing`, else a point."""


@cache
def _cldr() -> dict[str, Any]:
    """The letters that languages sort behind the one before them, though they look like it with a mark; and the
    languages that write a decimal comma, or a space before the sign of per cent.
    """
    data: dict[str, Any] = json.loads((templates_folder() / "cldr.json").read_text("utf-8"))
    return data


class printing:  # noqa: N801
    """A context in which numbers become text as the language that is spoken writes them.

    It is entered for every text of every card: a class takes a third of the time of a generator.
    """

    __slots__ = ("_token",)

    def __enter__(self) -> None:
        self._token = _SIGN.set(_decimal_sign(current_language()))

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> None:
        _SIGN.reset(self._token)


def print_number(number: str) -> str:
    """A number with a point as it becomes text here: only while something prints does it have a language's sign."""
    return number.replace(".", _SIGN.get())


@contextmanager
def use_language(language: str) -> Iterator[None]:
    """In here, this is the language of whatever is given none."""
    token = _SPOKEN.set(language)
    try:
        yield
    finally:
        _SPOKEN.reset(token)


def current_language() -> str:
    """The code of the language that is spoken now."""
    return _SPOKEN.get()


def _base_language(language: str | None) -> str:
    """The language without its country: "pt" of "pt-BR"; without one that which is spoken now."""
    return (language or current_language()).partition("-")[0].lower()


def upper(text: str, language: str | None = None) -> str:
    """A text in capitals: with a dotted İ in Turkish, without accents in Greek, with SS for ß."""
    if text.isascii() and "i" not in text:
        return text.upper()
    code = _base_language(language)
    if code in _DOTTED:
        text = text.replace("i", "İ").replace("ı", "I")
    elif code == "el":
        text = _greek(text)
    elif code == "lt":
        text = nfc(_LITHUANIAN_DOT.sub(r"\1", normalize("NFD", text)))
    return text.upper()


def lower(text: str, language: str | None = None) -> str:
    """A text in small letters: with ı for I in Turkish, and a final ς in Greek."""
    if _base_language(language) in _DOTTED:
        text = nfc(text).replace("İ", "i").replace("I", "ı")
    return text.lower()


def capitalize(word: str, language: str | None = None) -> str:
    """A word with its first letter as a capital, as it begins a sentence; what follows stays as it is."""
    if not word:
        return word
    first = 1
    while first < len(word) and combining(word[first]):
        first += 1
    code = _base_language(language)
    if code == "nl" and word[:2].lower() == "ij":
        first = 2
    # Greek loses accents where all letters are capitals, and there alone.
    head = word[:first].title() if code == "el" or word[0] in "ǆǅǉǈǌǋǳǲ" else upper(word[:first], code)
    return (head if len(head) == first or code == "nl" else head[:1] + lower(head[1:], code)) + word[first:]


def title_case(text: str, language: str | None = None) -> str:
    """A text with a capital at each word, the others small."""
    parts = _WORDS.split(text)
    return "".join(capitalize(lower(part, language), language) for part in parts)


def parts_by_case(text: str) -> Iterator[tuple[bool, str]]:
    """A text in stretches of small letters, with their marks, and of others; and whether each is small."""
    small = [False]

    def is_small(letter: str) -> bool:
        if category(letter)[0] != "M":
            small[0] = letter.islower()
        return small[0]

    for low, part in groupby(text, is_small):
        yield low, "".join(part)


def _greek(text: str) -> str:
    """Greek without the accents that capitals do not bear; an eta that is a word keeps its own."""
    text = _ALONE_ETA.sub("\x00", text)
    out: list[str] = []
    base, split = "", False
    for letter in normalize("NFD", text):
        if letter in _GREEK_MARKS and "\u0370" <= base <= "\u1fff":
            split = base in _LEADING
            continue
        if not combining(letter):
            if split and letter in _FOLLOWING:
                letter += _DIALYTIKA
            base, split = letter[0], False
        out.append(letter)
    return nfc("".join(out).replace(2 * _DIALYTIKA, _DIALYTIKA)).replace("\x00", "Ή")


@cache
def _letter_places(language: str) -> Mapping[str, str]:
    """What a language's own letters are sorted as: the letter before each, and how far behind it."""
    return {
        letter: group[0] + chr(n)
        for group in _cldr()["letters_of_their_own"].get(language, "").split()
        for n, letter in enumerate(group)
        if n
    }  # fmt: skip


def sort_key(text: str, language: str | None = None) -> str:
    """What puts texts into the order of a dictionary: first by letters, case and marks aside, and then by marks.

    Letters that a language has beside those with marks, such as Å in Swedish or Ñ in Spanish, have places of their own.
    """
    code = _base_language(language)
    small = nfc(lower(text, code).translate(_OTHER_FORMS) if code in ("hu", "ro") else lower(text, code))
    if small.isascii() and code not in _cldr()["letters_of_their_own"]:
        return "\0".join((*small, "\0"))
    places = _letter_places(code)
    letters, marks = [], []
    for letter in small.replace("ς", "σ"):
        if (place := places.get(letter)) is not None:
            letters.append(place)
            continue
        for bare in without_marks(letter):
            letters.append(places.get(bare, f"{bare}\0"))
        marks += [one for one in normalize("NFD", letter) if combining(one)] or ["\1"]
    return f"{''.join(letters)}\0\0{''.join(marks)}"


def decimal_sign(language: str | None = None) -> str:
    """What stands before the decimals of a number."""
    return _decimal_sign(language or current_language())


@lru_cache(maxsize=64)
def _decimal_sign(code: str) -> str:
    has_point = code in _cldr()["decimal_point_though"] or _base_language(code) not in _cldr()["decimal_comma"]
    return "." if has_point else ","


def in_print(number: str) -> str:
    """A number with a point as it is printed."""
    return number.replace(".", decimal_sign())


def percentage(number: str, language: str | None = None) -> str:
    """A number of per cent."""
    code = _base_language(language)
    if code == "tr":
        return f"%{number}"
    space = chr(0x202F if code == "fr" else 0xA0) if code in _cldr()["space_before_percent"] else ""
    return f"{number}{space}%"


# Control characters, those that turn the direction of writing, line separators, and bytes that are no UTF-8.
_UNSEEN = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
SEEN = f"^[^{_UNSEEN}]*$"
"""The pattern of a text on one line, with nothing in it that nobody sees, or that changes how the rest is read."""

NAMED = rf"^[^{_UNSEEN}]*[^{_UNSEEN}\s][^{_UNSEEN}]*$"
"""The same, of what is not blank."""

UNSEEN = rf"[{_UNSEEN}\ud800-\udfff]"
"""The pattern of one letter that nobody sees; it takes long to make, and few names need it."""

# Names that Windows keeps for devices, whatever their ending.
_DEVICES = frozenset(("CON", "PRN", "AUX", "NUL", *(kind + n for kind in ("COM", "LPT") for n in "0123456789¹²³")))
_MOST_LETTERS, _MOST_BYTES = 100, 200
"""The longest names of files, in letters and in bytes of UTF-8; some systems take 255 bytes with the ending."""
_LONGEST_EXCERPT = 300  # The most letters of an excerpt of a text.


_PLAIN = str.maketrans(
    {"æ": "ae", "œ": "oe", "þ": "th", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŋ": "n", "ŧ": "t"}
)
"""Latin letters that are no letter with a mark."""


def without_marks(text: str) -> str:
    """A text in small letters without accents and other marks."""
    plain = normalize("NFKD", text.casefold().translate(_PLAIN))
    return "".join(one for one in plain if not combining(one))


def slug(name: str, apart: str = "") -> str:
    """A name in small letters from a to z, digits and dashes: "Łódź Straße" is lodz-strasse.

    Signs in `apart` are left out and part no words; "" is what comes of a name without such letters.
    """
    kept = "".join(one for one in without_marks(name) if one not in apart)
    return re.sub("[^a-z0-9]+", "-", kept).strip("-")


@lru_cache(maxsize=4096)
def problem_of_name(name: str) -> str | None:
    """Why a name cannot be one of a file on every system; None where it can."""
    if not name or name.isspace():
        return "it is empty"
    if not _plain(name) and (hidden := re.search(UNSEEN, name)):
        return f"it holds the character U+{ord(hidden[0]):04X}, which nobody sees"
    if "/" in name or "\\" in name:
        return "it holds a slash"
    if name[0] in ".-" or name[-1] in ". ":
        return "it begins with a dot or a dash, or ends with a dot or a space"
    if name.partition(".")[0].rstrip().upper() in _DEVICES:
        return "some systems take it for a device"
    if len(name) > _MOST_LETTERS or len(name.encode()) > _MOST_BYTES:
        return f"it is longer than {_MOST_LETTERS} letters"
    return None


def nfc(text: str) -> str:
    """A text with each letter and its accents as one sign where there is one (NFC), as everything read is kept."""
    return text if text.isascii() else normalize("NFC", text)


def nfc_all(value: Any) -> Any:
    """The same of all texts in plain data."""
    if isinstance(value, str):
        return nfc(value)
    if isinstance(value, list):
        return list(map(nfc_all, value))
    return {nfc_all(key): nfc_all(one) for key, one in value.items()} if isinstance(value, dict) else value


def stem_of(path: Path) -> str:
    """What a file is called without its ending, as other files write it, however the disk spells its accents."""
    return nfc(path.stem)


def same_name(name: str) -> str:
    """What is the same for names that some systems take for one: upper and lower case, and ways to write an accent."""
    return nfc(nfc(name).casefold())


def fold_name(name: str) -> str:
    """What is the same for names that a person types for one: case, the kind of quotes, and spaces around it aside."""
    return same_name(name.replace("’", "'").replace("‘", "'")).strip()


def _plain(name: str) -> bool:
    return name.isascii() and name.isprintable()


def visible(name: str) -> str:
    """A name with what cannot be seen, or would change how the rest is read, written out: \\x1b."""
    return name if _plain(name) else re.sub(UNSEEN, lambda match: ascii(match[0])[1:-1], name)


def excerpt(text: str) -> str:
    """A text as a message shows it: its beginning, with what cannot be seen but is no blank written out."""
    start = text if len(text) <= _LONGEST_EXCERPT else text[: _LONGEST_EXCERPT - 3] + "..."
    if start.isprintable():
        return start
    return "".join(one if one.isprintable() or one.isspace() else ascii(one)[1:-1] for one in start)
