"""What a compiled face is: checked shapes with their settings, which know their places in the template."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from printgen.errors import Where
from printgen.faces.values import Value
from printgen.reading.marked import Map


@dataclass(frozen=True, slots=True)
class Node:
    """One item of a face: its kind, its compiled properties, its condition and its children."""

    kind: str
    props: Mapping[str, Value]
    where: Where
    source: Map
    when: Value | None = None
    children: tuple[Node, ...] = ()
    inner: Mapping[str, Value] = field(default_factory=dict)
    fits: tuple[Mapping[str, Value], ...] = ()
    unit: float = 1.0

    def place(self, key: str) -> Where:
        """The place of a setting, of `when`, or of a parameter ("with deck"); of the item when it has none such."""
        if key == "when":
            return self.source.where(key)
        settings = self.source[self.kind]
        if key.startswith("with ") and (name := key.removeprefix("with ")) in self.inner:
            where: Where = settings["with"].key_where(name)
            return where
        return settings.where(key) if key in settings else self.where


@dataclass(frozen=True, slots=True)
class Face:
    """A compiled face: lengths in points; `lets` and `colors` are evaluated per card before the items.

    `sources` are the mappings it was read from: its own, then those of the faces it extends.
    """

    name: str
    where: Where
    sources: tuple[Map, ...] = ()
    size: tuple[float, float] | str | None = None
    bleed: float = 0.0
    safe: float = 0.0
    palettes: tuple[str, ...] = ()
    colors: Mapping[str, Value] = field(default_factory=dict)
    lets: Mapping[str, Value] = field(default_factory=dict)
    params: Mapping[str, Any] = field(default_factory=dict)
    styles: Mapping[str, Mapping[str, Value]] = field(default_factory=dict)
    items: tuple[Node, ...] = ()

    def nodes(self) -> Iterator[Node]:
        """Every node, children included."""
        stack = list(self.items)
        while stack:
            node = stack.pop()
            yield node
            stack.extend(node.children)

    def place(self, part: str, name: str = "") -> Where:
        """The place of a part of the face, or of a name in it; of the face when it has none such."""
        for source in self.sources:
            if not name and part in source:
                return source.where(part)
            inner = source.get(part)
            if isinstance(inner, Map) and name in inner:
                return inner.where(name)
        return self.where
