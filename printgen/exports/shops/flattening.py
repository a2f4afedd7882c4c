"""Drawings come in; the same for programs that know less goes out: no letters, or what shows through apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from printgen.drawing.glyphs import letters_outline
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Text, uses_of
from printgen.drawing.tints import nearly_black

_BLACK = "#000000"


def outlined(drawing: Drawing) -> Drawing:
    """The same with the outlines of letters in place of texts; black ones stay black."""
    known: dict[int, tuple[Group, Group]] = {}

    def group_of(group: Group) -> Group:
        if id(group) not in known:
            made = Group(items_of(group.items), group.clip, group.even_odd, group.opacity, group.blend)
            known[id(group)] = group, made
        return known[id(group)][1]

    def items_of(items: Iterable[Item]) -> tuple[Item, ...]:
        return tuple(_changed(item, group_of) for item in items)

    return drawing._replace(items=items_of(drawing.items))


def _changed(item: Item, group_of: Callable[[Group], Group]) -> Item:
    if isinstance(item, Place):
        return Place(group_of(item.group), item.matrix)
    if isinstance(item, Text):
        return Path(letters_outline(item), f"{_BLACK}{item.color[7:]}" if nearly_black(item.color) else item.color)
    return item


def parted(drawing: Drawing) -> tuple[Drawing, Drawing]:
    """What lies under the last thing that shows through, that included; and what lies on it, which all is solid."""
    under, over = _parted(drawing.items)
    return drawing._replace(items=under), drawing._replace(items=over)


def _parted(items: tuple[Item, ...]) -> tuple[tuple[Item, ...], tuple[Item, ...]]:
    last = max((n for n, item in enumerate(items) if "transparency" in uses_of((item,))), default=None)
    if last is None:
        return (), items
    item = items[last]
    if not isinstance(item, Place) or not item.group.plain:
        return items[: last + 1], items[last + 1 :]
    group, matrix = item
    under, over = (Place(Group(part, group.clip, group.even_odd), matrix) for part in _parted(group.items))
    return (*items[:last], under), (over, *items[last + 1 :])


def blended(drawing: Drawing) -> bool:
    """Whether colours of a drawing are mixed with what lies under them in any but the plain way."""
    seen = set[Group]()

    def found(items: Iterable[Item]) -> bool:
        groups = [item.group for item in items if isinstance(item, Place) and item.group not in seen]
        seen.update(groups)
        return any(group.blend != "normal" or ("transparency" in group.uses and found(group.items)) for group in groups)

    return found(drawing.items)
