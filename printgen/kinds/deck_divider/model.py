"""The size of a card, a tab and its position come in; the outline of a divider goes out. Points, y down."""

from __future__ import annotations

from typing import NamedTuple

from printgen.base.geometry import Box
from printgen.base.units import mm
from printgen.drawing.model import Outline
from printgen.drawing.outlines import rounded_polygon
from printgen.kinds.nets import Point

_ROUND = mm(2.5)


class Divider(NamedTuple):
    """A divider by the size of its cards, the height of its tab, and which of how many places that has, from 0."""

    width: float
    height: float
    tall: float
    place: int
    places: int

    @property
    def tab(self) -> Box:
        """The tab."""
        wide = self.width / self.places
        return Box(self.place * wide, 0.0, wide, self.tall)

    @property
    def body(self) -> Box:
        """What lies between the cards."""
        return Box(0.0, self.tall, self.width, self.height)

    @property
    def mirrored(self) -> Divider:
        """The divider as it looks from behind."""
        return self._replace(place=self.places - 1 - self.place)

    def outline(self) -> Outline:
        """The line to cut along: a tab with slanted ends, those at the edges of the divider upright."""
        tab, body = self.tab, self.body
        slant = min(mm(2.5), tab.w / 5)
        first, last = self.place == 0, self.place == self.places - 1
        left, right = tab.x + (0 if first else slant), tab.right - (0 if last else slant)
        round_ = min(_ROUND, self.tall / 2, (right - left) / 3)
        corners: list[tuple[Point, float]] = [] if first else [((0.0, body.y), round_), ((tab.x, body.y), 0.0)]
        corners += [((left, 0.0), round_), ((right, 0.0), round_)]
        corners += [] if last else [((tab.right, body.y), 0.0), ((body.right, body.y), round_)]
        corners += [((body.right, body.bottom), _ROUND), ((0.0, body.bottom), _ROUND)]
        return rounded_polygon(corners)
