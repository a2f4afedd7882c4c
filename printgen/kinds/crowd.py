"""What lies on a board already: boxes with weights come in; how much of that another box would cover goes out."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from printgen.base.geometry import Box


class Crowd:
    """What lies on a board, as weights of small squares; their side is in the unit of the boxes."""

    def __init__(self, square: float) -> None:
        self._square = square
        self._weights: defaultdict[tuple[int, int], float] = defaultdict(float)

    def _squares(self, box: Box) -> Iterator[tuple[int, int]]:
        side = self._square
        for i in range(int(box.x // side), int(box.right // side) + 1):
            for j in range(int(box.y // side), int(box.bottom // side) + 1):
                yield i, j

    def add(self, box: Box, weight: float) -> None:
        for square in self._squares(box):
            self._weights[square] += weight

    def cost(self, box: Box) -> float:
        """How much of what lies there a box would cover."""
        return sum(self._weights.get(square, 0.0) for square in self._squares(box))
