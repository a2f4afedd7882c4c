"""What a printed page says to cut and to fold, read back from the PDF; all in millimetres."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path

from pdf_pages import read_pages

_CUT, _FOLD = 0.35, 0.5
_DARK = 0.2


@dataclass(frozen=True)
class Page:
    """A page: the corners of each line to cut along, curves' ends included; the ends of each fold; its words."""

    cuts: list[list[tuple[float, float]]]
    folds: list[tuple[tuple[float, float], tuple[float, float]]]
    text: str

    def size(self, index: int = 0) -> tuple[float, float]:
        """Width and height of what is cut out."""
        xs, ys = zip(*self.cuts[index], strict=True)
        return round(max(xs) - min(xs), 2), round(max(ys) - min(ys), 2)

    def upright_folds(self) -> list[tuple[float, float]]:
        """Where the upright folds are, from the left edge of what is cut out, and how long."""
        left = min(x for x, _ in self.cuts[0])
        found = {(round(a[0] - left, 2), round(abs(a[1] - b[1]), 2)) for a, b in self.folds if abs(a[0] - b[0]) < 0.01}
        return sorted(found)

    def level_folds(self) -> list[tuple[float, float]]:
        """Where the level folds are, from the top edge of what is cut out, and how long."""
        top = min(y for _, y in self.cuts[0])
        found = [(round(a[1] - top, 2), round(abs(a[0] - b[0]), 2)) for a, b in self.folds if abs(a[1] - b[1]) < 0.01]
        return sorted(found)


def pages(file: Path) -> list[Page]:
    """All pages of a PDF."""
    out = []
    for page in read_pages(file):
        lines = [(line.width, [*line.points]) for line in page.lines if max(line.color) < _DARK]
        cuts = [points for width, points in lines if abs(width - _CUT) < 0.02 and len(points) > 3]
        # The sheet draws the lines of nets again, which are on them.
        cuts = [pts for i, pts in enumerate(cuts) if not any(_alike(pts, other) for other in cuts[:i])]
        out.append(Page(cuts, _pairs([points for width, points in lines if abs(width - _FOLD) < 0.02]), page.text))
    return out


def _alike(one: list[tuple[float, float]], two: list[tuple[float, float]]) -> bool:
    return len(one) == len(two) and all(math.dist(a, b) < 0.04 for a, b in zip(one, two, strict=True))


def _pairs(folds: list[list[tuple[float, float]]]) -> list[tuple[tuple[float, float], tuple[float, float]]]:
    return [(pts[i], pts[i + 1]) for pts in folds for i in range(0, len(pts) - 1, 2)]
