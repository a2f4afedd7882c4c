"""A name that reaches the disk or the terminal comes in; what is wrong with it, or a form to show, goes out."""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import Any
from unicodedata import combining, normalize

# Control characters, those that turn the direction of writing, line separators, and bytes that are no UTF-8.
_UNSEEN = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
SEEN = f"^[^{_UNSEEN}]*$"
"""The pattern of a text on one line, with nothing in it that nobody sees, or that changes how the rest is read."""

NAMED = rf"^[^{_UNSEEN}]*[^{_UNSEEN}\s][^{_UNSEEN}]*$"
"""The same, of what is not blank."""

UNSEEN = rf"[{_UNSEEN}\ud800-\udfff]"
"""The pattern of one letter that nobody sees; it takes long to make, and few names need it."""

_DEVICES = frozenset(("CON", "PRN", "AUX", "NUL", *(kind + n for kind in ("COM", "LPT") for n in "0123456789¹²³")))
_MOST_LETTERS, _MOST_BYTES = 100, 200
_MOST_TOLD = 300


_PLAIN = str.maketrans(
    {"æ": "ae", "œ": "oe", "þ": "th", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ŋ": "n", "ŧ": "t"}
)
"""Latin letters that are no letter with a mark."""


def without_marks(text: str) -> str:
    """A text in small letters without accents and other marks."""
    plain = normalize("NFKD", text.casefold().translate(_PLAIN))
    return "".join(one for one in plain if not combining(one))


def dashed(name: str, apart: str = "") -> str:
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


def composed(text: str) -> str:
    """A text with each letter and its accents as one sign where there is one (NFC), as everything read is kept."""
    return text if text.isascii() else normalize("NFC", text)


def composed_all(value: Any) -> Any:
    """The same of all texts in plain data."""
    if isinstance(value, str):
        return composed(value)
    if isinstance(value, list):
        return list(map(composed_all, value))
    return {composed_all(key): composed_all(one) for key, one in value.items()} if isinstance(value, dict) else value


def stem_of(path: Path) -> str:
    """What a file is called without its ending, as other files write it, however the disk spells its accents."""
    return composed(path.stem)


def same_name(name: str) -> str:
    """What is the same for names that some systems take for one: upper and lower case, and ways to write an accent."""
    return composed(composed(name).casefold())


def folded_name(name: str) -> str:
    """What is the same for names that a person types for one: case, the kind of quotes, and spaces around it aside."""
    return same_name(name.replace("’", "'").replace("‘", "'")).strip()


def _plain(name: str) -> bool:
    return name.isascii() and name.isprintable()


def visible(name: str) -> str:
    """A name with what cannot be seen, or would change how the rest is read, written out: \\x1b."""
    return name if _plain(name) else re.sub(UNSEEN, lambda found: ascii(found[0])[1:-1], name)


def excerpt(text: str) -> str:
    """A text as a message shows it: its beginning, with what cannot be seen but is no blank written out."""
    start = text if len(text) <= _MOST_TOLD else text[: _MOST_TOLD - 3] + "..."
    if start.isprintable():
        return start
    return "".join(one if one.isprintable() or one.isspace() else ascii(one)[1:-1] for one in start)
