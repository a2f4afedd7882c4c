"""What is drawn in hexes: names can be read and nothing lies on them, cover differs, badges and discs keep apart."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

import pytest
from micro_forces import RECIPE, RULES, altered, made

from printgen.base.folders import templates_folder
from printgen.base.units import Box, Matrix
from printgen.drawing.extent import walk
from printgen.drawing.model import Item, Path, Place, Text
from printgen.drawing.outlines import bounds, flatten, transform_outline
from printgen.drawing.tints import contrast
from printgen.faces.library import Library
from printgen.kinds.board.grid import HexGrid, Top
from printgen.kinds.board.hex_art import WIDTH, HexArt, single_hex
from printgen.kinds.board.hexes import HexBoard

LIBRARY = Library((templates_folder(),))
LOOKS = ("", "saver")
SIZES = (3.2, 6.0)
"""The least and the greatest height of the names of hexes."""
_EDGE = 1.5


@pytest.mark.parametrize("look", LOOKS)
def test_names_of_hexes_can_be_read_on_every_ground(look: str) -> None:
    art = HexArt(LIBRARY, RULES, in_look=look)
    told = {name: (ground.ink, ground.color) for name, ground in art.look.grounds.items()}
    told |= {f"zone {side}": ("ink", f"zone-{side}") for side in "ab"}
    weak = {name: contrast(*map(art.look.color, pair)) for name, pair in told.items()}
    assert {name: ratio for name, ratio in weak.items() if ratio < 4.5} == {}


def drawn(item: Item, matrix: Matrix) -> Box:
    """The box around an outline and its line."""
    assert isinstance(item, Path)
    box = bounds(transform_outline(item.outline, matrix))
    return (
        box.grown(item.stroke.width / 2 * abs(matrix[0] * matrix[3] - matrix[1] * matrix[2]) ** 0.5)
        if item.stroke
        else box
    )


def small(board: HexBoard, art: HexArt, size: float) -> Iterator[Box]:
    """The boxes of all small things on a board: not of what covers its hexes, bare places, and strokes at rims."""
    grounds = {art.look.color(ground.color) for ground in art.look.grounds.values()}
    bare = grounds | {art.look.color(f"zone-{side}") for side in "ab"}
    rims = {art.look.color(ground.rim) for ground in art.look.grounds.values() if ground.rim}
    for item, matrix in walk(art.board(board, size).items):
        if isinstance(item, Path) and (item.fill not in bare or item.stroke):
            box = drawn(item, matrix)
            if box.w < 0.85 * WIDTH and (item.fill or not item.stroke or item.stroke.color not in rims):
                yield box


@pytest.mark.slow
@pytest.mark.parametrize("top", ["flat", "pointy"])
@pytest.mark.parametrize("size", SIZES)
def test_nothing_lies_on_the_name_of_a_hex(top: Top, size: float) -> None:
    grid = HexGrid(7, 9, top)
    art = HexArt(LIBRARY, RULES)
    for seed in range(4):
        board = made(altered(RECIPE, grid), seed)
        things = [*small(board, art, size)]
        assert len(things) > 100
        for item, _ in walk(art.board(board, size).items):
            if isinstance(item, Text) and item.text in grid.by_name:
                name = Box(item.x, item.y - 0.7 * item.size, item.width, 0.7 * item.size).grown(-0.1)
                assert [box for box in things if min(name.common(box)[2:]) > 0] == [], (seed, item.text)


@pytest.mark.parametrize("top", ["flat", "pointy"])
def test_what_stands_in_a_hex_stays_inside_its_edges(top: Top) -> None:
    art = HexArt(LIBRARY, RULES)
    inside = [(segment[1], segment[2]) for segment in single_hex(top, WIDTH - 2 * _EDGE) if segment[0] != "Z"]
    for name, ground in art.look.grounds.items():
        for plan in (*ground.standing, ground.beside):
            for item, matrix in walk(art._stands(plan, 0.0, 0.0)):
                assert isinstance(item, Path)
                points = [point for run in flatten(transform_outline(item.outline, matrix)) for point in run]
                assert all(within(point, inside, 0.5) for point in points), (name, plan)


def within(point: tuple[float, float], corners: list[tuple[float, float]], slack: float) -> bool:
    """Whether a point lies in a hexagon around the origin, or so near to it."""
    for (ax, ay), (bx, by) in zip(corners, [*corners[1:], corners[0]], strict=True):
        nx, ny = by - ay, ax - bx
        far = ((point[0] - ax) * nx + (point[1] - ay) * ny) / (nx * nx + ny * ny) ** 0.5
        if far > slack:
            return False
    return True


@pytest.mark.slow
@pytest.mark.parametrize(("ground", "kinds"), [("cover", 3), ("floor", 3), ("open", 6)])
def test_grounds_have_several_pictures_and_a_board_shows_them(ground: str, kinds: int) -> None:
    art = HexArt(LIBRARY, RULES)
    look = art.look.grounds[ground]
    strewn = look.strewn.parts if look.strewn else ()
    parts = {stand[0] for plan in look.standing for stand in plan if stand[3] > 5}.union(strewn)
    assert len(parts) >= kinds
    board = made(RECIPE, 1)
    shown = Counter(place.group for place in places(art.board(board).items))
    drawn = {part for part in parts if shown[art._symbol(part, 0, 0, 1).group]}
    assert len(drawn) >= kinds


def places(items: Iterable[Item]) -> Iterator[Place]:
    for item in items:
        if isinstance(item, Place):
            yield item
            yield from places(item.group.items)


def test_nothing_stands_behind_a_badge() -> None:
    art = HexArt(LIBRARY, RULES)
    (badge,) = (drawn(item, matrix) for item, matrix in [*walk([art.badge(["helmet"], 0, 2.4, 16)])][1:2])
    for ground in art.look.grounds.values():
        for item, matrix in walk(art._stands(ground.beside, 0.0, 0.0)):
            assert min(drawn(item, matrix).common(badge)[2:]) <= 0
