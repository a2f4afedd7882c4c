"""What somebody gives as the place of files on the net comes in; the address goes out that their names follow."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from printgen.base.errors import UsageError

_ADDRESS = re.compile(r"https?://[^\s<>\"{}|\\^`#]+", re.IGNORECASE)


def address_of(given: str, query: bool = False) -> str:
    """The address, with a slash at its end if it needs one. UsageError where no name can follow it.

    With `query` it may end with a question to which the name is the answer: https://example.org/?file=
    """
    hint = "Give one such as https://example.org/game/."
    try:
        parts = urlsplit(given)
        host = parts.hostname
    except ValueError:
        host = None
    if not host or not _ADDRESS.fullmatch(given):
        raise UsageError(f"url-base: '{given}' is no address of the net", hint)
    if "?" in given and not (query and given.endswith(("=", "/"))):
        raise UsageError(f"url-base: no name of a file can follow '?{parts.query}'", hint)
    return given if given.endswith(("/", "=")) else f"{given}/"
