"""The sides of hexes with the types of their edges come in; lines in strong colours and patterns go out.

All sides of one type are drawn together, layer by layer, so that walls and shores join cleanly at the corners.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from printgen.drawing.model import Item, Path, Segment, Stroke
from printgen.drawing.outlines import transformed
from printgen.kinds.hex_board.grid import Place as Point
from printgen.kinds.hex_board.grid import direction_to
from printgen.kinds.hex_board.looks import EdgeLayer, HexLook
from printgen.kinds.hex_board.model import HexBoard

Ends = tuple[Point, Point]
"""The two ends of a side, in millimetres."""

# From below: a wall covers the ends of all other edges, and the posts of a door stand before its walls.
_ORDER = ("open", "border", "air", "stream", "water", "cover", "wall", "door")
# Edges between two hexes of water are thinner, since the whole water is one.
_WITHIN_WATER = 0.62


def board_edges(look: HexLook, board: HexBoard, width: float) -> list[Item]:
    """Every edge of a board whose hexes are `width` millimetres across their flats, and its border."""
    grid = board.recipe.grid
    sides: dict[str, list[Ends]] = {}
    for (one, other), kind in board.edges.items():
        name: str = kind
        if board.is_door((one, other)):
            name = "door"
        elif kind == "water" and board.by_hex[one].ground == board.by_hex[other].ground == "water":
            name = "stream"
        sides.setdefault(name, []).append(grid.side(one, direction_to(one, other), width))
    sides["border"] = [grid.side(cell, direction, width) for cell, direction in grid.border()]
    k = width / 32
    out: list[Item] = []
    for name in _ORDER:
        if name == "stream":
            out += edge_items(look, "water", sides.get(name, ()), k * _WITHIN_WATER)
        else:
            out += edge_items(look, name, sides.get(name, ()), k)
    return out


def edge_items(look: HexLook, kind: str, sides: Sequence[Ends], k: float = 1.0) -> list[Item]:
    """Sides of one type, drawn `k` times as thick as on a hex of 32 mm."""
    if not sides:
        return []
    return [_drawn(layer, sides, k) for layer in look.edges[kind]]


def _drawn(layer: EdgeLayer, sides: Iterable[Ends], k: float) -> Path:
    outline: list[Segment] = []
    for (ax, ay), (bx, by) in sides:
        length = math.hypot(bx - ax, by - ay)
        ex, ey = (bx - ax) / length, (by - ay) / length
        share = length / layer.repeat
        for n in range(layer.repeat):
            x, y = ax + ex * share * n, ay + ey * share * n
            outline += transformed(layer.outline, (ex * share / 100, ey * share / 100, -ey * k, ex * k, x, y))
    stroke = Stroke(layer.stroke, layer.width * k, (), layer.cap, "round") if layer.stroke else None
    short = tuple((segment[0], *(round(v, 3) for v in segment[1:])) for segment in outline)
    return Path(short, layer.fill, stroke)
