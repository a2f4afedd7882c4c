"""A judge of hex boards that shares no code with their maker: plain data comes in, broken promises go out."""

from __future__ import annotations

from collections import Counter
from typing import Any

Hex = tuple[int, int]
Ways = dict[str, set[str]]
MICRO_FORCES: Ways = {
    "move": {"open", "cover"},
    "shoot": {"open", "water", "air"},
    "hollow": {"water", "air"},
    "all": {"open", "wall", "water", "cover", "air"},
}
WAYS = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]


def broken_promises(
    board: dict[str, Any],
    rows: int,
    columns: int,
    figures: int,
    power_ups: set[str],
    hidden: bool,
    ways: Ways = MICRO_FORCES,
) -> list[str]:
    """What is wrong with a board of flat or pointy tops; nothing when it keeps every promise.

    `ways` says which edges there are, which let figures move and shoot, and which have nothing to stand on.
    """
    cells = {(cell["q"], cell["r"]): cell for cell in board["cells"]}
    if len(cells) != len(board["cells"]) or len(cells) != rows * columns:
        return ["hexes"]
    edges: dict[frozenset[Hex], str] = {}
    for item in board["edges"]:
        side = frozenset((tuple(item["a"]), tuple(item["b"])))
        if side in edges:
            return ["edge twice"]
        edges[side] = item["type"]
    neighbours = {frozenset((cell, near)) for cell in cells for near in around(cell) if near in cells}
    if set(edges) != neighbours:
        return ["border or missing edge"]
    if set(edges.values()) - ways["all"]:
        return ["type"]
    wrong = []
    ground = {cell for cell in cells if {kind for _, kind in sides(edges, cell)} - ways["hollow"]}
    if any(moves(edges, {cell}, ways["move"]).keys() != ground for cell in sorted(ground)[:1]):
        wrong.append("cut off")
    zones = {side: {cell for cell in cells if cells[cell]["start"] == side} for side in ("a", "b")}
    if any(len(zone) != figures for zone in zones.values()):
        wrong.append("start zones")
    wrong += power_up_promises(cells, edges, zones, ground, power_ups, ways["move"])
    if hidden and any(sees(edges, one, other, ways["shoot"]) for one in zones["a"] for other in zones["b"]):
        wrong.append("starts see each other")
    return wrong


def power_up_promises(
    cells: dict[Hex, Any],
    edges: dict[frozenset[Hex], str],
    zones: dict[str, set[Hex]],
    ground: set[Hex],
    known: set[str],
    ways: set[str],
) -> list[str]:
    placed = [(name, cell) for cell in cells for name in cells[cell]["power_ups"]]
    wrong = []
    if {name for name, _ in placed} - known:
        wrong.append("unknown power-up")
    if not ({cell for _, cell in placed} | zones["a"] | zones["b"]) <= ground:
        wrong.append("nobody can stand there")
    walks = [moves(edges, zones[side], ways) for side in ("a", "b")]
    a, b = (Counter((name, walk.get(cell, -1)) for name, cell in placed) for walk in walks)
    if a != b:
        wrong.append("uneven power-ups")
    return wrong


def around(cell: Hex) -> list[Hex]:
    return [(cell[0] + q, cell[1] + r) for q, r in WAYS]


def sides(edges: dict[frozenset[Hex], str], cell: Hex) -> list[tuple[Hex, str]]:
    """The neighbours of a hex with the type of the edge to each."""
    return [(near, edges[side]) for near in around(cell) if (side := frozenset((cell, near))) in edges]


def moves(edges: dict[frozenset[Hex], str], starts: set[Hex], ways: set[str]) -> dict[Hex, int]:
    """The moves over edges of some types from the nearest of some hexes to each that can be reached."""
    reached, wave, far = {}, set(starts), 0
    while wave:
        reached |= dict.fromkeys(wave, far)
        wave = {near for cell in wave for near, kind in sides(edges, cell) if kind in ways} - reached.keys()
        far += 1
    return reached


def sees(edges: dict[frozenset[Hex], str], one: Hex, other: Hex, ways: set[str] = MICRO_FORCES["shoot"]) -> bool:
    """Whether a line of sight leads from hex to hex: straight ahead, with one step aside at any point."""
    if other == one or other in around(one):
        return False
    for way in range(6):
        # A walker is a hex and whether it has stepped aside; each moves ahead or steps aside until it is stopped.
        walkers = {(one, False)}
        while walkers:
            if (other, False) in walkers or (other, True) in walkers:
                return True
            ahead = {(step(cell, way), aside, cell) for cell, aside in walkers}
            ahead |= {(step(cell, way + turn), True, cell) for cell, aside in walkers if not aside for turn in (1, 5)}
            walkers = {(to, aside) for to, aside, at in ahead if edges.get(frozenset((at, to))) in ways}
    return False


def step(cell: Hex, way: int) -> Hex:
    q, r = WAYS[way % 6]
    return cell[0] + q, cell[1] + r
