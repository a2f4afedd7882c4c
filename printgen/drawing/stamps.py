"""The code of a piece on its own face: it is made from the picture, and so is set once that is drawn."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property, partial

from printgen.drawing.codes import code_of
from printgen.drawing.digests import Stamped, digest_of
from printgen.drawing.model import Drawing, Item, Place, Text
from printgen.drawing.walk import walk_kind
from printgen.drawing.words import width_of

UNKNOWN = "H8H8"
"""Stands for the code while a face is drawn."""


class Stamp:
    """What is known of a piece once it is drawn: its digest, and the code that stands on it."""

    def __init__(self) -> None:
        self.sides: tuple[Drawing | None, ...] = ()

    @cached_property
    def digest(self) -> str:
        """What tells the piece from others; codes on it count for nothing."""
        return digest_of(*self.sides)

    def on(self, items: Iterable[Item], shift: float) -> Place | None:
        """Items that say `UNKNOWN`, which will say the code; None for items in which it does not stand whole.

        `shift` is the share of the room beside their lines that stands before these.
        """
        drawn = tuple(items)
        if not any(UNKNOWN in text.text for text, _ in walk_kind(drawn, Text)):
            return None
        return Place(Stamped(partial(self._said, drawn, shift)))

    def _said(self, items: tuple[Item, ...], shift: float) -> tuple[Item, ...]:
        return tuple(self._with_code(item, shift) for item in items)

    def _with_code(self, item: Item, shift: float) -> Item:
        if isinstance(item, Place):
            group = item.group
            inner = type(group)(self._said(group.items, shift), group.clip, group.even_odd, group.opacity, group.blend)
            return item._replace(group=inner)
        if not isinstance(item, Text) or UNKNOWN not in item.text:
            return item
        said = item.text.replace(UNKNOWN, code_of(self.digest))
        more = width_of(said, item.font, item.size) - width_of(item.text, item.font, item.size)
        # Its end, its middle or its start stays where it was.
        return item._replace(text=said, x=item.x - more * shift, width=item.width + more)
