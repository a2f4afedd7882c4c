"""Words and values as VASSAL splits them again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count
from unicodedata import category
from xml.etree.ElementTree import Element, tostring


def sequence(parts: Iterable[object], letter: str) -> str:
    """Parts in one text. Truths are "true" and "false", everything else is as it is written."""
    return letter.join(_part(part, letter) for part in parts)


def _part(part: object, letter: str) -> str:
    text = str(part).lower() if isinstance(part, bool) else str(part)
    escaped = text.replace(letter, f"\\{letter}")
    quoted = text[:1] == "\\" or (text[:1] == "'" and text[-1:] == "'")
    return f"'{escaped}'" if quoted else escaped


def nest_layers(layers: Sequence[str]) -> str:
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


def chat_name(words: str, other: str = "piece") -> str:
    """Words as a name that a line of the log may begin with; another word where there are none."""
    name = plain(words)
    return f'"{name}"' if name[:1] and name[0] in _COLORS else name or other


def label(words: str) -> str:
    """Words as the name of a deck, a side or a map: VASSAL would reckon with what stands in braces or dollars."""
    return chat_name("".join(" " if letter in "${}" else letter for letter in words))


def distinct(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """Names of which no two are the same, and none is taken: "Joe", "Joe 2" ..."""
    used, told = {*taken}, list[str]()
    for name in names:
        fresh = next(one for one in chain([name], (f"{name} {n}" for n in count(2))) if one not in used)
        used.add(fresh)
        told.append(fresh)
    return told


BUILD = "VASSAL.build"
MODULE = f"{BUILD}.module"
MAP = f"{MODULE}.map"
BOARD = f"{MAP}.boardPicker.board"
_NONE: Mapping[str, object] = {}


def element(tag: str, said: Mapping[str, object] = _NONE, children: Iterable[Element] = (), text: str = "") -> Element:
    """An element with its attributes in their order; truths are "true" and "false"."""
    made = Element(tag)
    for name, value in said.items():
        made.set(name, str(value).lower() if isinstance(value, bool) else str(value))
    made.extend(children)
    made.text = text or None
    return made


def xml_bytes(root: Element) -> bytes:
    """An element as a file. Nothing stands between elements that is not theirs: what is, belongs to a piece."""
    text: str = tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n{text}'.encode()
