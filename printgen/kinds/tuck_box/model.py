"""The room for some cards comes in; the net of a tuck box around it, as one part or as two, goes out.

From left to right the net has a tab to glue, the back, the left side, the front and the right side. The lid hangs on
the back, with the flap that is tucked in; the bottom hangs on the front and is glued over the three flaps beside it.
Lengths in points, y down; a side of a panel is from fold to fold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from printgen.base.geometry import Box
from printgen.base.units import mm
from printgen.drawing.model import Segment
from printgen.drawing.outlines import KAPPA, circle
from printgen.kinds.nets import Net, Point, box_corners

# What is tucked in is so much narrower than its panel, on each side.
_SLACK = mm(0.5)
# So far words stay from pictures, which reach over their edges.
_APART = mm(3.5)
# Words take one line where they have so much room across, and several where it is narrow and high enough.
_WIDE, _NARROW, _HIGH = mm(30), mm(10), mm(14)

COLUMNS = (("back", "left", "front", "right"), (("back", "left"), ("front", "right")))
"""The panels from left to right, of a box of one part, and of one of two."""


class TuckBox(NamedTuple):
    """A box by its sides; `notched` says whether the front has a notch for the thumb."""

    width: float
    height: float
    depth: float
    notched: bool = True

    @property
    def tuck(self) -> float:
        """How long the flap is that is tucked in."""
        return min(max(mm(10), 0.7 * self.depth), mm(20), self.height / 2)

    @property
    def dust(self) -> float:
        """How long the flaps at the ends of the narrow sides are."""
        return min(max(mm(5), 0.8 * self.depth), self.width / 2 - _SLACK, mm(25))

    @property
    def tab(self) -> float:
        """How wide the tab is that closes the box around."""
        return min(self.depth - _SLACK, mm(12))

    @property
    def notch(self) -> float:
        """The radius of the notch."""
        return min(mm(9), self.width / 5, self.height / 4) if self.notched else 0.0

    def wide(self, name: str) -> float:
        """How wide a panel is."""
        return self.width if name in ("front", "back") else self.depth

    def part(self, columns: Sequence[str]) -> Part:
        """The part of the net with these panels."""
        return Part(self, tuple(columns))


class Part(NamedTuple):
    """Panels side by side, with a tab on their left; the first of their tops is at y = 0."""

    box: TuckBox
    columns: tuple[str, ...]

    @property
    def top(self) -> float:
        """Where the upright panels begin."""
        return self.box.tuck + self.box.depth

    @property
    def bottom(self) -> float:
        """Where they end."""
        return self.top + self.box.height

    def panels(self) -> dict[str, Box]:
        """The panels that show when the box is closed, by name."""
        out, x = dict[str, Box](), self.box.tab
        for name in self.columns:
            wide = self.box.wide(name)
            out[name] = Box(x, self.top, wide, self.box.height)
            if name == "back":
                out["top"] = Box(x, self.box.tuck, wide, self.box.depth)
            if name == "front":
                out["bottom"] = Box(x, self.bottom, wide, self.box.depth)
            x += wide
        return out

    def note(self) -> Box:
        """Where the net leaves room for words: above the front, else above the left side; no room where it is small."""
        panel = self.panels()["front" if "front" in self.columns else "left"]
        free = self.top if "front" in self.columns else self.top - self.box.dust
        room = Box(panel.x + _APART, 0.0, panel.w - 2 * _APART, free - _APART)
        return room if room.w >= _WIDE or (room.w >= _NARROW and room.h >= _HIGH) else Box(panel.x, 0.0, 0.0, 0.0)

    def tab_box(self) -> Box:
        """The tab, where words may stand on it."""
        return Box(0.0, self.top, self.box.tab, self.box.height)

    def net(self) -> Net:
        """How it is cut, folded and glued."""
        panels = self.panels()
        upright = [panels[name] for name in self.columns]
        steps: list[Segment] = [("M", self.box.tab, self.top)]
        for name, panel in zip(self.columns, upright, strict=True):
            steps += self._above(name, panel)
        steps.append(("L", upright[-1].right, self.bottom))
        for name, panel in zip(reversed(self.columns), reversed(upright), strict=True):
            steps += [("L", x, y) for x, y in (*self._below(name, panel), (panel.x, self.bottom))]
        tab = self._tab()
        steps += [("L", x, y) for x, y in tab[1:3]]
        folds: list[tuple[Point, Point]] = [((panel.x, self.top), (panel.x, self.bottom)) for panel in upright]
        for name, panel in zip(self.columns, upright, strict=True):
            if name != "front":
                folds.append(((panel.x, self.top), (panel.right, self.top)))
            folds.append(((panel.x, self.bottom), (panel.right, self.bottom)))
            if name == "back":
                folds.append(((panel.x + _SLACK, self.box.tuck), (panel.right - _SLACK, self.box.tuck)))
        under = [(panel, self._below(n, panel)) for n, panel in zip(self.columns, upright, strict=True) if n != "front"]
        flaps = [((p.right, self.bottom), *below, (p.x, self.bottom)) for p, below in under]
        return Net((*steps, ("Z",)), tuple(folds), (tab, *flaps))

    def _tab(self) -> tuple[Point, ...]:
        """The corners of the tab, clockwise on paper from its lower right."""
        wide = self.box.tab
        slant = min(wide, mm(5))
        right = ((wide, self.bottom), (wide, self.top))
        return (right[0], (0.0, self.bottom - slant), (0.0, self.top + slant), right[1])

    def _above(self, name: str, panel: Box) -> list[Segment]:
        """The line around what hangs on the top of a panel, from its left end to its right one."""
        if name == "back":
            return self._lid(panel)
        if name == "front":
            return [*self._notch(panel), ("L", panel.right, self.top)]
        high, slant = self.top - self.box.dust, min(mm(4), panel.w / 4)
        corners = ((panel.x + slant, high), (panel.right - slant, high), (panel.right, self.top))
        return [("L", x, y) for x, y in corners]

    def _lid(self, panel: Box) -> list[Segment]:
        """The lid and its flap, whose far corners are round."""
        fold, left, right = self.box.tuck, panel.x + _SLACK, panel.right - _SLACK
        r = min(0.7 * fold, mm(9), (right - left) / 2)
        k = r * (1 - KAPPA)
        return [
            ("L", panel.x, fold), ("L", left, fold), ("L", left, r), ("C", left, k, left + k, 0.0, left + r, 0.0),
            ("L", right - r, 0.0), ("C", right - k, 0.0, right, k, right, r), ("L", right, fold),
            ("L", panel.right, fold), ("L", panel.right, self.top),
        ]  # fmt: skip

    def _notch(self, panel: Box) -> list[Segment]:
        r = self.box.notch
        if not r:
            return []
        cx = panel.x + panel.w / 2
        _, lower_right, lower_left, *_ = circle(cx, self.top, r)
        right, bottom = (cx + r, self.top), lower_right[-2:]
        # The lower half of a circle, run from its left end to its right one.
        return [
            ("L", cx - r, self.top),
            ("C", *lower_left[3:5], *lower_left[1:3], *bottom),
            ("C", *lower_right[3:5], *lower_right[1:3], *right),
        ]

    def _below(self, name: str, panel: Box) -> list[Point]:
        """The corners of what hangs on the bottom of a panel, from right to left."""
        if name == "front":
            _, _, right, left = box_corners(self.panels()["bottom"])
            return [right, left]
        if name == "back":
            low, slant = self.bottom + self.box.depth - _SLACK, min(mm(3), panel.w / 6)
        else:
            low, slant = self.bottom + self.box.dust, min(mm(4), panel.w / 4)
        return [(panel.right - slant, low), (panel.x + slant, low)]
