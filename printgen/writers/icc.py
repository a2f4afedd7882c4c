"""The bytes of an ICC profile come in; what it says of a press goes out, or why it is none."""

from __future__ import annotations

import re
import struct
from typing import NamedTuple

_HEAD = 132
_CONDITIONS = re.compile(r"FOGRA ?\d+|CGATS[ .]?TR ?\d+|GRACoL\d+|SWOP\d+|JapanColor\d+\w*", re.IGNORECASE)


class Profile(NamedTuple):
    """A profile of a press: its bytes, what it calls itself, and the condition that it names, "" for none."""

    data: bytes
    name: str
    condition: str = ""


def read_profile(data: bytes) -> Profile:
    """What a profile says of itself. ValueError where it is none, is not whole, or is not of a press with four inks."""
    if len(data) < _HEAD or data[36:40] != b"acsp":
        raise ValueError("it is no ICC profile")
    if int.from_bytes(data[:4], "big") != len(data):
        raise ValueError("it is not whole: it says another size than it has")
    if data[12:16] != b"prtr":
        raise ValueError(f"it is of a {_SORTS.get(data[12:16], 'device')} and not of a press")
    if data[16:20] != b"CMYK":
        raise ValueError(f"its colours are {data[16:20].decode('ascii', 'replace').strip()} and not CMYK")
    tags = dict(_tags(data))
    if b"B2A0" not in tags or b"A2B0" not in tags:
        raise ValueError("it has no tables that turn colours into inks")
    name = _words(tags.get(b"desc", b"")) or "CMYK"
    told = f"{name} {_words(tags.get(b'targ', b''))[:200]}"
    found = _CONDITIONS.search(told)
    return Profile(data, name, found[0] if found else "")


_SORTS = {b"mntr": "screen", b"scnr": "camera or scanner", b"link": "pair of devices", b"spac": "colour space"}


def _tags(data: bytes) -> list[tuple[bytes, bytes]]:
    count = int.from_bytes(data[128:132], "big")
    if _HEAD + 12 * count > len(data):
        raise ValueError("it is not whole: its list of contents ends too early")
    rows = (struct.unpack_from(">4sII", data, _HEAD + 12 * n) for n in range(count))
    return [(name, data[at : at + size]) for name, at, size in rows]


def _words(tag: bytes) -> str:
    """The words of a tag of text, of whichever of the three types."""
    if tag[:4] == b"desc":
        return _plain(tag[12 : 12 + int.from_bytes(tag[8:12], "big")].decode("latin-1"))
    if tag[:4] == b"text":
        return _plain(tag[8:].decode("latin-1"))
    if tag[:4] == b"mluc" and len(tag) >= 28:
        size, at = struct.unpack_from(">II", tag, 20)
        return _plain(tag[at : at + size].decode("utf-16-be", "replace"))
    return ""


def _plain(text: str) -> str:
    return " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
