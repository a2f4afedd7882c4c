"""Folds flat panels along hinges into space, knowing nothing of what made them: are what should meet in one place?"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

Flat = tuple[float, float]
Spot = tuple[float, float, float]
Hinge = tuple[str, str, float]
"""A panel, the one that hangs on it by a shared edge, and by how many degrees it is folded away from who looks."""


def shared_edge(one: Sequence[Flat], two: Sequence[Flat], near: float = 0.01) -> tuple[Flat, Flat]:
    """The edge that two panels have in common."""

    def edges(corners: Sequence[Flat]) -> list[tuple[Flat, Flat]]:
        return list(zip(corners, (*corners[1:], corners[0]), strict=True))

    for start, end in edges(one):
        for other_start, other_end in edges(two):
            if math.dist(start, other_end) < near and math.dist(end, other_start) < near:
                return start, end
    raise AssertionError(f"no edge is shared by {one} and {two}")


def turned(spot: Spot, start: Flat, end: Flat, angle: float) -> Spot:
    """A spot turned about the line through two points of the paper (Rodrigues' formula)."""
    length = math.dist(start, end)
    kx, ky = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    x, y, z = spot[0] - start[0], spot[1] - start[1], spot[2]
    c, s = math.cos(angle), math.sin(angle)
    cross = (ky * z, -kx * z, kx * y - ky * x)
    dot = (kx * x + ky * y) * (1 - c)
    return (
        start[0] + x * c + cross[0] * s + kx * dot,
        start[1] + y * c + cross[1] * s + ky * dot,
        z * c + cross[2] * s,
    )


def folded(panels: Mapping[str, Sequence[Flat]], hinges: Sequence[Hinge]) -> dict[str, list[Spot]]:
    """The corners of all panels in space, once each hinge is folded; parents stand before what hangs on them."""
    turns: dict[str, list[tuple[Flat, Flat, float]]] = {}
    out: dict[str, list[Spot]] = {}
    for parent, child, degrees in hinges:
        start, end = shared_edge(panels[parent], panels[child])
        flat = [(x, y, 0.0) for x, y in panels[child]]
        angle = math.radians(degrees)
        # Whichever way makes the panel go down below the paper.
        if sum(turned(spot, start, end, 0.1)[2] for spot in flat) > 0:
            angle = -angle
        turns[child] = [(start, end, angle), *turns.get(parent, [])]
    for name, corners in panels.items():
        spots = [(x, y, 0.0) for x, y in corners]
        for start, end, angle in turns.get(name, []):
            spots = [turned(spot, start, end, angle) for spot in spots]
        out[name] = spots
    return out


def distinct(spots: Sequence[Spot], near: float = 0.02) -> list[Spot]:
    """Spots that lie apart; those nearer than `near` count as one."""
    out: list[Spot] = []
    for spot in spots:
        if all(math.dist(spot, other) > near for other in out):
            out.append(spot)
    return out
