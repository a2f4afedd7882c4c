"""Values of a file, with their places: plain scalars inside `LocatedMap` and `LocatedList`, made by the YAML reader."""

from __future__ import annotations

from array import array
from bisect import bisect_right
from collections.abc import Mapping
from typing import Any, TypeVar

from printgen.base.errors import Where


class SourceText:
    """One file's text and the places of all its values, kept as character offsets until somebody asks."""

    __slots__ = ("_starts", "file", "offsets", "text")

    def __init__(self, file: str, text: str = "") -> None:
        self.file = file
        self.text = text
        # Four bytes a value; a tuple for every key would weigh more than the records themselves.
        self.offsets = array("I")
        self._starts: list[int] = []

    def of_file(self, file: str) -> SourceText:
        """The same text, with the same places, under another file name."""
        twin = SourceText(file, self.text)
        twin.offsets = self.offsets[:]
        return twin

    def where(self, offset: int) -> Where:
        """The place of a character, counted from 0, as a line and a column counted from 1."""
        starts = self._line_starts()
        line = bisect_right(starts, offset)
        return Where(self.file, line, offset - starts[line - 1] + 1)

    def start_of(self, line: int) -> int:
        """The offset at which a line begins; that of the last line for a line beyond it."""
        starts = self._line_starts()
        return starts[min(line, len(starts)) - 1]

    def lacking(self, offset: int, key: str) -> tuple[Where, str, str]:
        """The place, message and remedy for a key missing from the mapping at an offset."""
        return self.where(offset), f'the key "{key}" is missing', f"Add {key}: and its value."

    def _line_starts(self) -> list[int]:
        if not self._starts:
            self._starts = _line_starts(self.text)
        return self._starts


def _line_starts(text: str) -> list[int]:
    starts = [0]
    # Only these three end a line: the reader refuses the exotic ones that str.splitlines also knows.
    for line in text.replace("\r\n", "\n\n").replace("\r", "\n").split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    del starts[-1]
    # A return and a line feed were made two feeds, to keep the offsets; they end one line, not two.
    return [s for s in starts if not (0 < s < len(text) and text[s - 1 : s + 1] == "\r\n")]


class LocatedMap(dict[str, Any]):
    """A YAML mapping, read only, that knows the place of each of its keys and values."""

    __slots__ = ("_order", "first", "offset", "source")

    source: SourceText
    offset: int
    first: int
    _order: dict[str, int]

    @property
    def start(self) -> Where:
        return self.source.where(self.offset)

    def key_where(self, key: str) -> Where:
        """The place of a key; KeyError when the mapping lacks it."""
        source, offset, _ = self._spots(key)
        return source.where(offset)

    def where(self, key: str) -> Where:
        """The place of a key's value; KeyError when the mapping lacks it."""
        source, _, offset = self._spots(key)
        return source.where(offset)

    def spot(self, key: str) -> tuple[SourceText, int]:
        """The text that holds a key's value, and the character at which the value begins there."""
        source, _, offset = self._spots(key)
        return source, offset

    def _spots(self, key: str) -> tuple[SourceText, int, int]:
        """The text that holds a key and its value, and the characters at which both begin there."""
        # Keys keep their order, so the n-th key's two offsets are the n-th pair after `first`. They are counted once: a
        # file may hold thousands, each of them a mistake.
        if not hasattr(self, "_order"):
            self._order = {name: n for n, name in enumerate(self)}
        at, offsets = self.first + 2 * self._order[key], self.source.offsets
        return self.source, offsets[at], offsets[at + 1]


def empty_map(holder: LocatedMap | LocatedList | None = None, file: str = "") -> LocatedMap:
    """An empty mapping for one that a file leaves out; its place is that of its holder, or the start of a file."""
    result = LocatedMap()
    result.source, result.offset = (SourceText(file), 0) if holder is None else (holder.source, holder.offset)
    result.first = 0
    return result


class OverlayMap(LocatedMap):
    """A mapping of a file with values over it from elsewhere, such as a command line or another mapping.

    Each value keeps the place where it is written; a value from a command line has the place of the covered value, or
    of the mapping itself.
    """

    __slots__ = ("_layers",)

    def __init__(self, below: LocatedMap, values: Mapping[str, Any]) -> None:
        super().__init__({**below, **values})
        self.source, self.offset, self.first = below.source, below.offset, below.first
        self._layers = tuple(layer for layer in (values, below) if isinstance(layer, LocatedMap))

    def _spots(self, key: str) -> tuple[SourceText, int, int]:
        if key not in self:
            raise KeyError(key)
        holder = next((layer for layer in self._layers if key in layer), None)
        return (self.source, self.offset, self.offset) if holder is None else holder._spots(key)


class ViewMap(LocatedMap):
    """Some of the keys of a mapping of a file, perhaps under other names; each keeps its place in the file."""

    __slots__ = ("_keys", "_whole")

    def __init__(self, whole: LocatedMap, keys: Mapping[str, str]) -> None:
        """`keys` are the keys of the whole mapping by their names here."""
        super().__init__({name: whole[key] for name, key in keys.items()})
        self.source, self.offset, self.first = whole.source, whole.offset, whole.first
        self._whole, self._keys = whole, keys

    def _spots(self, key: str) -> tuple[SourceText, int, int]:
        return self._whole._spots(self._keys[key])


def overlay(below: LocatedMap, over: LocatedMap) -> LocatedMap:
    """A mapping with another one over it; mappings that both of them have are laid over each other too."""
    merged = OverlayMap(below, over)
    for key, value in over.items():
        if isinstance(value, LocatedMap) and isinstance(below.get(key), LocatedMap):
            merged[key] = overlay(below[key], value)
    return merged


class LocatedList(list[Any]):
    """A YAML sequence, read only, that knows the place of each of its items."""

    __slots__ = ("first", "offset", "source")

    source: SourceText
    offset: int
    first: int

    @property
    def start(self) -> Where:
        return self.source.where(self.offset)

    def where(self, index: int) -> Where:
        """The place of an item, counted from 0; IndexError when there is none."""
        if not 0 <= index < len(self):
            raise IndexError(index)
        return self.source.where(self.source.offsets[self.first + index])


YamlValue = str | int | float | bool | None | LocatedMap | LocatedList

C = TypeVar("C", LocatedMap, LocatedList)


def with_positions(written: C, result: C) -> C:
    """A value made from a mapping or a list of a file, with as many entries, which keep their places."""
    result.source, result.offset, result.first = written.source, written.offset, written.first
    return result


_HOLDERS = frozenset((LocatedMap, LocatedList))


def copy_value(value: YamlValue, source: SourceText) -> YamlValue:
    """A deep copy of a value, with the places of another source."""
    twin: LocatedMap | LocatedList
    if isinstance(value, LocatedMap):
        twin = LocatedMap(value)
        twin.update((key, copy_value(inner, source)) for key, inner in value.items() if inner.__class__ in _HOLDERS)
    elif isinstance(value, LocatedList):
        twin = LocatedList(copy_value(inner, source) if inner.__class__ in _HOLDERS else inner for inner in value)
    else:
        return value
    twin.source, twin.offset, twin.first = source, value.offset, value.first
    return twin
