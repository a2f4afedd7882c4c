"""A name that reaches the disk or the terminal comes in; what is wrong with it, or a form to show, goes out."""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

# Control characters, those that turn the direction of writing, line separators, and bytes that are no UTF-8.
_UNSEEN = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
SEEN = f"^[^{_UNSEEN}]*$"
"""The pattern of a text on one line, with nothing in it that nobody sees, or that changes how the rest is read."""

UNSEEN = rf"[{_UNSEEN}\ud800-\udfff]"
_HIDDEN = re.compile(UNSEEN)
_DEVICE = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])\s*(\..*)?", re.IGNORECASE | re.DOTALL)
_MOST_LETTERS, _MOST_BYTES = 100, 200


@lru_cache(maxsize=4096)
def problem_of_name(name: str) -> str | None:
    """Why a name cannot be one of a file on every system; None where it can."""
    if not name or name.isspace():
        return "it is empty"
    if hidden := _HIDDEN.search(name):
        return f"it holds the character U+{ord(hidden[0]):04X}, which nobody sees"
    if "/" in name or "\\" in name:
        return "it holds a slash"
    if name[0] in ".-" or name[-1] in ". ":
        return "it begins with a dot or a dash, or ends with a dot or a space"
    if _DEVICE.fullmatch(name):
        return "some systems take it for a device"
    if len(name) > _MOST_LETTERS or len(name.encode()) > _MOST_BYTES:
        return f"it is longer than {_MOST_LETTERS} letters"
    return None


def same_name(name: str) -> str:
    """What is the same for names that some systems take for one: upper and lower case, and ways to write an accent."""
    return unicodedata.normalize("NFC", unicodedata.normalize("NFC", name).casefold())


def visible(name: str) -> str:
    """A name with what cannot be seen, or would change how the rest is read, written out: \\x1b."""
    if name.isascii() and name.isprintable():
        return name
    return _HIDDEN.sub(lambda found: ascii(found[0])[1:-1], name)
