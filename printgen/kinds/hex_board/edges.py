"""The sides of hexes with the types of their edges come in; lines in strong colours and patterns go out.

All sides of one type are drawn together, layer by layer, so that walls and shores join cleanly at the corners.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from printgen.drawing.model import Item, Path, Segment, Stroke
from printgen.drawing.outlines import transformed
from printgen.kinds.hex_board.grid import Place as Point
from printgen.kinds.hex_board.grid import direction_to
from printgen.kinds.hex_board.looks import EdgeLayer, HexLook
from printgen.kinds.hex_board.model import HexBoard

Ends = tuple[Point, Point]
"""The two ends of a side, in millimetres."""


def board_edges(look: HexLook, board: HexBoard, width: float) -> list[Item]:
    """Every edge of a board whose hexes are `width` millimetres across their flats, and its border."""
    grid, grounds = board.recipe.grid, board.recipe.rules.grounds
    sides: dict[tuple[str, float], list[Ends]] = {}
    for (one, other), kind in board.edges.items():
        ground = board.grounds[one]
        inside = grounds[ground].edge == kind and ground == board.grounds[other]
        name = "door" if board.is_door((one, other)) else kind
        ends = grid.side(one, direction_to(one, other), width)
        sides.setdefault((name, look.grounds[ground].within if inside else 1.0), []).append(ends)
    sides["border", 1.0] = [grid.side(cell, direction, width) for cell, direction in grid.border()]
    # Thin ones lie below the others of their type.
    drawn = ((name, share) for name in look.edges for share in sorted(share for kind, share in sides if kind == name))
    return [item for name, share in drawn for item in edge_items(look, name, sides[name, share], width / 32 * share)]


def edge_items(look: HexLook, kind: str, sides: Sequence[Ends], k: float = 1.0) -> list[Item]:
    """Sides of one type, drawn `k` times as thick as on a hex of 32 mm."""
    return [_drawn(look, layer, sides, k) for layer in look.edges[kind].layers]


def _drawn(look: HexLook, layer: EdgeLayer, sides: Sequence[Ends], k: float) -> Path:
    outline: list[Segment] = []
    for (ax, ay), (bx, by) in sides:
        length = math.hypot(bx - ax, by - ay)
        ex, ey = (bx - ax) / length, (by - ay) / length
        share = length / layer.repeat
        for n in range(layer.repeat):
            x, y = ax + ex * share * n, ay + ey * share * n
            outline += transformed(layer.d, (ex * share / 100, ey * share / 100, -ey * k, ex * k, x, y))
    stroke = Stroke(look.color(layer.stroke), layer.width * k, (), layer.cap, "round") if layer.stroke else None
    short = tuple((segment[0], *(round(v, 3) for v in segment[1:])) for segment in outline)
    return Path(short, look.color(layer.fill) if layer.fill else None, stroke)
