"""Words come in; texts go out as VASSAL splits them again: parts joined by a letter, which parts may hold themselves.

A part's own letters of that kind get a backslash before them. One that begins with a backslash, or stands between
single quotes, is put between single quotes. A reader takes a backslash at the end of a part for that of the letter
behind it, so that words of people have none: see `plain`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, count
from unicodedata import category


def sequence(parts: Iterable[object], letter: str) -> str:
    """Parts in one text. Truths are "true" and "false", everything else is as it is written."""
    return letter.join(_part(part, letter) for part in parts)


def _part(part: object, letter: str) -> str:
    text = str(part).lower() if isinstance(part, bool) else str(part)
    escaped = text.replace(letter, f"\\{letter}")
    quoted = text[:1] == "\\" or (text[:1] == "'" and text[-1:] == "'")
    return f"'{escaped}'" if quoted else escaped


def nested(layers: Sequence[str]) -> str:
    """Layers around each other, the outermost first: each holds all that follow."""
    text = layers[-1]
    for layer in reversed(layers[:-1]):
        text = sequence((layer, text), "\t")
    return text


_COLORS = "|!?~`"
"""A line of VASSAL's log that begins with one of these loses it and is printed in a color."""


def plain(words: str) -> str:
    """Words of people as one line that every part can hold: no controls, no backslashes, no blanks around them."""
    held = "".join(" " if category(letter) in ("Cc", "Zl", "Zp", "Cs") else letter for letter in words)
    return " ".join(held.replace("\\", "/").split())


def named(words: str, other: str = "piece") -> str:
    """Words as a name that a line of the log may begin with; another word where there are none."""
    name = plain(words)
    return f'"{name}"' if name[:1] and name[0] in _COLORS else name or other


def label(words: str) -> str:
    """Words as the name of a deck, a side or a map: VASSAL would reckon with what stands in braces or dollars."""
    return named("".join(" " if letter in "${}" else letter for letter in words))


def distinct(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """Names of which no two are the same, and none is taken: "Joe", "Joe 2" ..."""
    used, told = {*taken}, list[str]()
    for name in names:
        fresh = next(one for one in chain([name], (f"{name} {n}" for n in count(2))) if one not in used)
        used.add(fresh)
        told.append(fresh)
    return told
