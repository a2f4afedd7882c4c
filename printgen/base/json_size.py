"""JSON that somebody else may have written comes in; whether it is small enough for a parser goes out.

Parsers below Python, as pydantic's, abort the process where memory runs out, so they never see what could take much:
a few bytes of JSON can become a hundred in memory for each bracket and comma.
"""

from __future__ import annotations

import re

MOST_PARTS = 50_000
"""So many values, keys and brackets may one text of JSON have: a card has dozens."""
MOST_LISTED = 500_000
"""So many may a list of all pieces or files of a build have: each takes ten."""

# An open quote goes on to the end, so that each byte is looked at once.
_STRING = re.compile(rb'"(?:[^"\\]++|\\.)*+(?:"|\\?\Z)', re.DOTALL)
_PARTS = re.compile(rb"[,:\[{]")


def parts(data: bytes) -> int:
    """About how many values, keys and brackets a text of JSON has, counted by its signs; those in texts count, too."""
    return sum(map(data.count, (b",", b":", b"[", b"{")))


def excess(data: bytes, most_bytes: int, most_parts: int = MOST_PARTS) -> str:
    """What of a text of JSON is more than a parser may see, in a few words; nothing where it may see it."""
    if len(data) > most_bytes:
        return f"larger than {most_bytes / 2**20:g} MB"
    # Texts hold commas of their own, so only where there are many signs it matters where they are.
    if parts(data) > most_parts and len(_PARTS.findall(_STRING.sub(b"", data))) > most_parts:
        return f"of more than {most_parts:,} values"
    return ""
