"""Words and values come in; elements of the description go out, and the description as a file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from xml.etree.ElementTree import Element, tostring

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


def written(root: Element) -> bytes:
    """An element as a file. Nothing stands between elements that is not theirs: what is, belongs to a piece."""
    text: str = tostring(root, "unicode")
    return f'<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n{text}'.encode()
