"""Drawings come in; the same for programs that know less goes out: no letters, or what shows through apart."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from printgen.base.geometry import IDENTITY, Box, Matrix, compose
from printgen.drawing.extent import extent, moved
from printgen.drawing.glyphs import letters_outline
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Text, uses_of
from printgen.drawing.outlines import bounds
from printgen.drawing.tints import nearly_black
from printgen.drawing.walk import walk_kind

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
    """What shows through with all that it lies on or that lies on it in the picture; and the rest, which is solid.

    The rest is to be drawn over a picture of the first. From the top down, an item joins the picture where it shows
    through itself, or where its box meets that of something above it that has joined.
    """
    under, over = _parted(drawing.items, IDENTITY, Box(0, 0, drawing.width, drawing.height), [])
    return drawing._replace(items=under), drawing._replace(items=over)


def _parted(
    items: tuple[Item, ...], at: Matrix, page: Box, above: list[Box]
) -> tuple[tuple[Item, ...], tuple[Item, ...]]:  # fmt: skip
    """The same for items that `at` moves and that show in a part of the page; `above` gets the boxes that join."""
    under, over = list[Item](), list[Item]()
    for item in reversed(items):
        if isinstance(item, Place) and _divisible(item.group):
            group, whole = item.group, compose(at, item.matrix)
            shown = page.common(moved(bounds(group.clip), whole)) if group.clip else page
            for part, side in zip(_parted(group.items, whole, shown, above), (under, over), strict=True):
                side += [Place(Group(part, group.clip, group.even_odd), item.matrix)] if part else []
            continue
        box = extent((item,), at).common(page)
        if "transparency" in uses_of((item,)) or any(box.overlaps(other) for other in above):
            under.append(item)
            if not any(other.holds(box) for other in above):
                above.append(box)
        else:
            over.append(item)
    return tuple(reversed(under)), tuple(reversed(over))


def _divisible(group: Group) -> bool:
    """Whether parts of a group may be drawn apart, and there is a reason: something shows through, or letters."""
    return group.plain and ("transparency" in group.uses or any(walk_kind(group.items, Text)))


def blended(drawing: Drawing) -> bool:
    """Whether colours of a drawing are mixed with what lies under them in any but the plain way."""
    seen = set[Group]()

    def found(items: Iterable[Item]) -> bool:
        groups = [item.group for item in items if isinstance(item, Place) and item.group not in seen]
        seen.update(groups)
        return any(group.blend != "normal" or ("transparency" in group.uses and found(group.items)) for group in groups)

    return found(drawing.items)
