"""Drawings come in; short digests of all that they show go out, the same in every run."""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Iterable
from typing import Any

from printgen.drawing.model import Drawing, Group, Item, Path, Place, Rect

_BYTES = 12


class Stamped(Group):
    """What shows the code that is made from a digest, and is no part of that."""

    __slots__ = ()


# Of this version of the format nothing depends on how the values lie in memory.
_PLAIN = 2


class Digests:
    """Digests of drawings; what a group holds is looked at once, however often it is placed."""

    def __init__(self) -> None:
        self._known: dict[int, tuple[Group, bytes]] = {}

    def of(self, *drawings: Drawing | None) -> str:
        """What tells these drawings from any others, as 24 hexadecimal digits."""
        seen = [(d.width, d.height, self._items(d.items, ())) if d else None for d in drawings]
        return hashlib.sha256(marshal.dumps(seen, _PLAIN)).hexdigest()[: 2 * _BYTES]

    def _group(self, group: Group) -> bytes:
        if isinstance(group, Stamped):
            return b""
        known = self._known.get(id(group))
        if known is None:
            more = (group.clip, group.even_odd, float(group.opacity), group.blend)
            known = self._known[id(group)] = (group, self._items(group.items, more))
        return known[1]

    def _items(self, items: Iterable[Item], more: tuple[Any, ...]) -> bytes:
        told: list[object] = [more]
        for item in items:
            if isinstance(item, Path):
                told.append((item.outline, _plain(item.fill), _plain(item.stroke), item.even_odd))
            elif isinstance(item, Place):
                told.append((self._group(item.group), item.matrix))
            else:
                told.append(_plain(item) if isinstance(item, Rect) else tuple(item))
        return hashlib.sha256(marshal.dumps(told, _PLAIN)).digest()[:_BYTES]


def _plain(value: Any) -> Any:
    """A value without names: of strokes and gradients, what is in them."""
    return tuple(map(_plain, value)) if isinstance(value, tuple) else value
