"""The size of a figure and of its foot come in; the net of a standee goes out.

The front is upright; the back lies beyond the fold over its head, upside down. Lengths in points, y down.
"""

from __future__ import annotations

from typing import NamedTuple

from printgen.base.geometry import Box
from printgen.base.units import mm
from printgen.drawing.model import Outline
from printgen.drawing.outlines import joined, polygon, rectangle
from printgen.kinds.nets import Net, Point

# Beside the figure, for the cross foot.
_GAP = mm(8)
_LEAST_CROSS = mm(20)


class Standee(NamedTuple):
    """A standee by the size of its figure, the depth of its foot, what it stands on, and the width of a slot."""

    width: float
    height: float
    foot: float
    form: str
    slot: float = 0.0

    @property
    def tab(self) -> float:
        """How deep the tab is that closes a tent."""
        return min(mm(8), self.height / 2)

    @property
    def back(self) -> Box:
        """The back of the figure."""
        return Box(0.0, 0.0 if self.form == "tent" else self.foot, self.width, self.height)

    @property
    def front(self) -> Box:
        """The front of the figure, below the fold."""
        return self.back.moved(0.0, self.height)

    @property
    def grounds(self) -> dict[str, Box]:
        """What lies on the table and is seen, by the side of the figure that it is on."""
        if self.form != "flaps":
            return {}
        return {
            "front": Box(0.0, self.front.bottom, self.width, self.foot),
            "back": Box(0.0, 0.0, self.width, self.foot),
        }

    @property
    def cross(self) -> Box:
        """The cross foot, which is folded in the middle of its height, beside the figure."""
        wide = max(_LEAST_CROSS, 0.8 * self.width)
        return Box(self.width + _GAP, self.front.bottom - self.foot, wide, 2 * self.foot)

    def net(self) -> Net:
        """How it is cut, folded and glued."""
        return {"flaps": self._flaps, "tent": self._tent, "slot": self._slotted}[self.form]()

    def _fold(self, y: float) -> tuple[Point, Point]:
        return (0.0, y), (self.width, y)

    def _flaps(self) -> Net:
        """The flaps are a little narrower at their ends, so that neighbours stand close."""
        w, top, low, inset = self.width, self.back.y, self.front.bottom, min(mm(1.5), self.width / 8)
        line = [(0, top), (inset, 0), (w - inset, 0), (w, top), (w, low), (w - inset, low + top), (inset, low + top)]
        return Net(polygon([*line, (0.0, low)]), tuple(map(self._fold, (top, self.front.y, low))))

    def _tent(self) -> Net:
        """The tab behind the floor is glued inside the lower edge of the back."""
        w, low = self.width, self.front.bottom
        end, inset = low + self.foot, min(mm(3), w / 6)
        tab: tuple[Point, ...] = ((w, end), (w - inset, end + self.tab), (inset, end + self.tab), (0.0, end))
        outline = polygon([(0.0, 0.0), (w, 0.0), *tab])
        return Net(outline, tuple(map(self._fold, (self.front.y, low, end))), (tab,))

    def _slotted(self) -> Net:
        """Figure and foot are double; the figure has a slot from below, the foot one from above."""
        cross, level = self.cross, self.cross.y + self.foot
        left, right = cross.x + (cross.w - self.slot) / 2, cross.x + (cross.w + self.slot) / 2
        hole = Box(left, cross.y + self.foot / 2, self.slot, self.foot)
        outline = joined((self._figure(), rectangle(cross), rectangle(hole)))
        folds = (self._fold(self.front.y), ((cross.x, level), (left, level)), ((right, level), (cross.right, level)))
        return Net(outline, folds)

    def _figure(self) -> Outline:
        """The figure with what lies in the foot, and a slot at both ends."""
        w, end, deep = self.width, self.front.bottom + self.foot, self.foot / 2
        left, right = (w - self.slot) / 2, (w + self.slot) / 2
        top = [(0.0, 0.0), (left, 0.0), (left, deep), (right, deep), (right, 0.0), (w, 0.0)]
        return polygon([*top, *((w - x, end - y) for x, y in top)])
