"""Drawings come in; short digests of all that they show go out, the same in every run and on every machine.

Two machines may compute the last bits of a length otherwise. So lengths count as far as one could see them on paper.
"""

from __future__ import annotations

import hashlib
import marshal
from collections.abc import Iterable
from typing import Any

from printgen.base.geometry import Matrix
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place, Rect

_BYTES = 12
_FINE, _TURNS = 100, 100_000
"""Lengths count in hundredths of a point, the parts of matrices that turn and scale in hundred-thousandths."""
_ASIDE = 0.7357
"""Where a step ends lies aside of all lengths that people write, of which many are an exact half of a step."""


# Of this version of the format nothing depends on how the values lie in memory.
_PLAIN = 2


def digest_of(*drawings: Drawing | None) -> str:
    """What tells these drawings from any others, as 24 hexadecimal digits."""
    seen = [(near(d.width), near(d.height), _items(d.items, ())) if d else None for d in drawings]
    return hashlib.sha256(marshal.dumps(seen, _PLAIN)).hexdigest()[: 2 * _BYTES]


def _group(group: Group) -> bytes:
    clip = None if group.clip is None else _outline(group.clip)
    return _items(group.items, (clip, group.even_odd, near(group.opacity), group.blend))


def _items(items: Iterable[Item], more: tuple[Any, ...]) -> bytes:
    told: list[object] = [more]
    for item in items:
        if isinstance(item, Path):
            told.append((_outline(item.outline), _plain(item.fill), _plain(item.stroke), item.even_odd))
        elif isinstance(item, Place):
            told.append((item.group.digest(_group), _matrix(item.matrix)))
        else:
            told.append((isinstance(item, Rect), _plain(item)))
    return hashlib.sha256(marshal.dumps(told, _PLAIN)).digest()[:_BYTES]


def near(length: float) -> float:
    """In which step of lengths one lies."""
    return (length * _FINE + _ASIDE) // 1


def _outline(outline: Outline) -> tuple[str, list[float]]:
    """The steps of an outline, of which each begins with a letter."""
    return "".join(step[0] for step in outline), [(n * _FINE + _ASIDE) // 1 for step in outline for n in step[1:]]


def _matrix(matrix: Matrix) -> list[float]:
    return [*((n * _TURNS + _ASIDE) // 1 for n in matrix[:4]), *map(near, matrix[4:])]


def _plain(value: Any) -> Any:
    """A value without names and the last bits of numbers: of strokes and gradients, what is in them."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    return near(value) if isinstance(value, float | int) else value
