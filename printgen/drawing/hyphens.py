"""A word and a language come in; the places at which it may be parted go out.

Words are parted where the patterns of their language say so, never within names in capitals; a soft hyphen in a word
says itself where it may be parted.
"""

from __future__ import annotations

import re
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from printgen.base.errors import did_you_mean

if TYPE_CHECKING:
    from pyphen import Pyphen

SOFT = "\u00ad"
"""A hyphen that shows only where a line ends at it."""

# No syllable stands alone, and whoever reads on finds a few letters.
_BEFORE, _AFTER = 2, 3
_SHORTEST = _BEFORE + _AFTER
_LONGEST = 100
_LETTERS = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")


def language_of(code: str) -> str:
    """The language whose patterns serve for a code such as en or de-AT. ValueError names those there are."""
    import pyphen

    found: str | None = pyphen.language_fallback(code.replace("-", "_"))
    if found is None:
        known = {name.partition("_")[0] for name in pyphen.LANGUAGES}
        raise ValueError(f"there is no hyphenation for the language '{code}'. {did_you_mean(code, known)}")
    return found


@cache
def _patterns(language: str) -> Pyphen:
    import pyphen

    return pyphen.Pyphen(lang=language, left=_BEFORE, right=_AFTER)


@lru_cache(maxsize=20_000)
def breaks(letters: str, language: str) -> tuple[int, ...]:
    """After how many letters a word may be parted, in order: a hyphen is put there, unless one stands there already."""
    if len(letters) > _LONGEST:
        return ()
    found: list[int] = []
    for part in _LETTERS.finditer(letters):
        said, start = part[0], part.start()
        if start and letters[start - 1] == "-" and start >= _BEFORE and len(letters) - start >= _BEFORE:
            found.append(start)
        # A name in capitals is no word of the language, nor is one with capitals inside.
        if len(said) >= _SHORTEST and said[1:].islower():
            # Where letters would change when a word is parted, it is not.
            found += [start + at for at in _patterns(language).positions(said) if not getattr(at, "data", None)]
    return tuple(found)
