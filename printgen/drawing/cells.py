"""The cells into which a drawing is divided come in; what is laid over a part of them is taken to be spread evenly."""

from __future__ import annotations

from printgen.base.geometry import Box, Matrix
from printgen.drawing.measures import points_along
from printgen.drawing.model import Outline
from printgen.drawing.outlines import transformed

Edges = tuple[float, float, float, float]
"""The edges of an upright box, in cells: left, top, right, bottom."""

Spans = dict[int, tuple[float, float]]
"""From which column to which, in parts of cells, each of some rows reaches."""


class Cells:
    """Cells with what each has of ink: all of it, and as the imaginary part that of the colour of which there is most.

    A point lies in that cell whose column and row are the whole parts of it. `cover` is how far each was laid over,
    where that is asked for; `spans` is to what rows are cut, if they are.
    """

    def __init__(self, columns: int, rows: int, covering: bool) -> None:
        self._columns, self._rows = columns, rows
        self.inks, self.cover = [0j] * (columns * rows), [0.0] * (columns * rows if covering else 0)
        self.spans: Spans | None = None

    def lay(self, box: Edges, clip: Edges, share: float, ink: complex, under: complex | None = None) -> None:
        """Lay ink over a share of a box as far as it lies in the clip: over what is there, or over one ink alone."""
        left, top, right, bottom = box
        if left < clip[0]:
            left = clip[0]
        if top < clip[1]:
            top = clip[1]
        if right > clip[2]:
            right = clip[2]
        if bottom > clip[3]:
            bottom = clip[3]
        if right <= left or bottom <= top:
            return
        share = min(share, 1.0)
        # What lies on one thing alone takes away nothing else, and covers no more than that does.
        over = 1.0 if under is None else 0.0
        ink -= under or 0.0
        inks, cover, columns, spans = self.inks, self.cover, self._columns, self.spans
        if right - left < 1 and bottom - top < 1:  # What is smaller than a cell lies in one of them.
            i = int((top + bottom) / 2) * columns + int((left + right) / 2)
            part = share * (right - left) * (bottom - top)
            inks[i] += (ink - over * inks[i]) * part
            if cover:
                cover[i] += (1 - cover[i]) * over * part
            return
        most_left, most_right = left, right
        for row in range(int(top), min(self._rows - 1, int(bottom)) + 1):
            down = share * ((bottom if bottom < row + 1 else row + 1) - (top if top > row else row))
            if spans is not None:
                left, right = spans.get(row, (0.0, 0.0))
                left, right = max(left, most_left), min(right, most_right)
                if right <= left:
                    continue
            first, last = int(left), min(columns - 1, int(right))
            i = row * columns + first
            part = down * ((right if first == last else first + 1) - left)
            inks[i] += (ink - over * inks[i]) * part
            if cover:
                cover[i] += (1 - cover[i]) * over * part
            if first == last:
                continue
            j, part = row * columns + last, down * (right - last)
            inks[j] += (ink - over * inks[j]) * part
            if cover:
                cover[j] += (1 - cover[j]) * over * part
            if i + 1 < j:
                added, covered = ink * down, over * down
                kept = 1 - covered
                inks[i + 1 : j] = [was * kept + added for was in inks[i + 1 : j]]
                if cover:
                    cover[i + 1 : j] = [was * kept + covered for was in cover[i + 1 : j]]

    def within(self, outline: Outline, at: Matrix) -> Spans:
        """From where to where an outline without dents reaches in each row, within what was so before."""
        curved = points_along(transformed(outline, at))
        spans: dict[int, tuple[float, float]] = {}
        for (x, y), (u, v) in zip(curved, [*curved[1:], curved[0]], strict=True):
            low, high = sorted((y, v))
            for row in range(max(0, int(low)), min(self._rows - 1, int(high)) + 1):
                middle = min(high, max(low, row + 0.5))
                here = x + (u - x) * (middle - y) / (v - y) if v != y else x
                left, right = spans.get(row, (here, here))
                spans[row] = min(left, here), max(right, here)
        if self.spans is not None:
            around = self.spans
            spans = {
                row: (max(left, around[row][0]), min(right, around[row][1]))
                for row, (left, right) in spans.items()
                if row in around
            }
        return spans


def moved(box: Box, at: Matrix) -> Edges:
    """The edges of the upright box around a box that a matrix moves."""
    x, y, w, h = box
    a, b, c, d, e, f = at
    left, top = a * x + c * y + e, b * x + d * y + f
    right, bottom = left, top
    for across, down in ((a * w, b * w), (c * h, d * h)):
        if across > 0:
            right += across
        else:
            left += across
        if down > 0:
            bottom += down
        else:
            top += down
    return left, top, right, bottom
