"""Writes values in VASSAL's formats: sequences with escapes, names, and XML elements."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain, count
from unicodedata import category
from xml.etree.ElementTree import Element, tostring


def sequence(values: Iterable[object], separator: str) -> str:
    """Values with a separator between them, as VASSAL's SequenceEncoder writes them; bools are "true" and "false"."""
    return separator.join(_escaped(value, separator) for value in values)


def _escaped(value: object, separator: str) -> str:
    text = str(value).lower() if isinstance(value, bool) else str(value)
    escaped = text.replace(separator, f"\\{separator}")
    needs_quotes = text[:1] == "\\" or (text[:1] == "'" and text[-1:] == "'")
    return f"'{escaped}'" if needs_quotes else escaped


def nest_layers(layers: Sequence[str]) -> str:
    """The layers of a piece, the outermost first, as one text: each contains all that follow."""
    text = layers[-1]
    for layer in reversed(layers[:-1]):
        text = sequence((layer, text), "\t")
    return text


_COLOR_SIGNS = "|!?~`"
"""VASSAL's log takes one of these at the start of a line away, and prints the line in a colour."""


def plain(words: str) -> str:
    """Words as one line that any value can hold: no control characters, no backslashes, no surrounding spaces."""
    line = "".join(" " if category(letter) in ("Cc", "Zl", "Zp", "Cs") else letter for letter in words)
    return " ".join(line.replace("\\", "/").split())


def chat_name(words: str, other: str = "piece") -> str:
    """Words as a name that a line of the log may begin with; `other` if nothing is left."""
    name = plain(words)
    return f'"{name}"' if name[:1] and name[0] in _COLOR_SIGNS else name or other


def label(words: str) -> str:
    """Words as the name of a deck, a side or a map, without the signs of VASSAL's expressions."""
    return chat_name("".join(" " if letter in "${}" else letter for letter in words))


def distinct(names: Iterable[str], taken: Iterable[str] = ()) -> list[str]:
    """The names, with numbers if one is `taken` or repeated: "Joe", "Joe 2" ..."""
    used, result = {*taken}, list[str]()
    for name in names:
        free = next(name_ for name_ in chain([name], (f"{name} {n}" for n in count(2))) if name_ not in used)
        used.add(free)
        result.append(free)
    return result


# Names of VASSAL's packages, in which its elements are named.
BUILD = "VASSAL.build"
MODULE = f"{BUILD}.module"
MAP = f"{MODULE}.map"
BOARD = f"{MAP}.boardPicker.board"


def element(
    tag: str, attributes: Mapping[str, object] = {}, children: Iterable[Element] = (), text: str = ""
) -> Element:
    """An element with its attributes in their order; bools are "true" and "false"."""
    xml = Element(tag)
    for name, value in attributes.items():
        xml.set(name, str(value).lower() if isinstance(value, bool) else str(value))
    xml.extend(children)
    xml.text = text or None
    return xml


def xml_bytes(root: Element) -> bytes:
    """An element as a file, without spaces between elements, which VASSAL would take for the text of a piece."""
    text: str = tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n{text}'.encode()
