"""A picture's items come in, nested as they are; each one that paints goes out with its whole matrix."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TypeVar

from printgen.base.geometry import IDENTITY, Matrix, compose
from printgen.drawing.model import Drawing, Group, Image, Item, Path, Place, Rect, Text

Leaf = Rect | Path | Text | Image
"""An item that paints something itself."""

Kind = TypeVar("Kind", Rect, Path, Text, Image)


def walk(items: Iterable[Item], matrix: Matrix = IDENTITY, clipped: bool = True) -> Iterator[tuple[Leaf, Matrix]]:
    """Every item that paints, in the order in which it is painted, with its whole matrix.

    `clipped` says whether to go into groups that are clipped.
    """
    for item in items:
        if not isinstance(item, Place):
            yield item, matrix
        elif clipped or item.group.clip is None:
            yield from walk(item.group.items, compose(matrix, item.matrix), clipped)


def walk_kind(picture: Drawing | Iterable[Item], kind: type[Kind]) -> Iterator[tuple[Kind, Matrix]]:
    """Every item of one kind, such as `Text`, in the order of `walk`, with its whole matrix."""
    for item, matrix in walk(picture.items if isinstance(picture, Drawing) else picture):
        if isinstance(item, kind):
            yield item, matrix


def words_of(picture: Drawing | Iterable[Item]) -> list[str]:
    """What can be read in a picture, run by run."""
    return [text.text for text, _ in walk_kind(picture, Text)]


def repeated(pictures: Iterable[Drawing]) -> list[Group]:
    """Groups that are placed more than once, inner ones before the ones that hold them."""
    counts: dict[Group, int] = {}
    order: list[Group] = []

    def visit(items: Iterable[Item]) -> None:
        for item in items:
            if isinstance(item, Place):
                seen = counts.get(item.group, 0)
                counts[item.group] = seen + 1
                if not seen:
                    visit(item.group.items)
                    order.append(item.group)

    for picture in pictures:
        visit(picture.items)
    return [group for group in order if counts[group] > 1]
