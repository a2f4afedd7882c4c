"""A terrain board as a poster: its spaces at their true size come in, and a Piece, on a large sheet with its legend."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import pairwise
from operator import sub
from typing import Any

from printgen.base.budget import spend
from printgen.base.errors import Finding, Where
from printgen.base.geometry import Box, translate
from printgen.base.language import in_print
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Rect, Stroke
from printgen.drawing.outlines import polyline, rectangle
from printgen.drawing.pieces import Cell, Piece, Spaces
from printgen.faces.preflight import Home
from printgen.game.boards import known_as, space_name
from printgen.kinds.composition import Order
from printgen.kinds.map_sheet import words_of
from printgen.kinds.poster import BLEED, Chapter, bare, layout_of, poster
from printgen.kinds.seams import joints_of, seams_of
from printgen.kinds.terrain_board.art import EDGE, icon, space, swatch
from printgen.kinds.terrain_board.landmarks import landmarks_of
from printgen.kinds.terrain_board.looks import Terrain, Terrains
from printgen.kinds.terrain_board.options import Plan, TerrainOptions
from printgen.kinds.terrain_board.recipe import Board, Space
from printgen.sheets.papers import paper
from printgen.sheets.sheet import SheetOptions
from printgen.sheets.tile import tiling

# Each board has a block of seeds of its own for its spaces.
_BLOCK = 1 << 16
# A space at its true size takes as long to draw as so many small ones.
_LARGE = 3
# In steps of so much the spaces of a poster get smaller.
_HAIR = mm(0.5)


def poster_of(order: Order, plan: Plan, terrains: Terrains) -> tuple[tuple[Piece, ...], tuple[Finding, ...]]:
    """The whole board as one piece, every space at its true size; on a sheet with room for them its title and legend.

    Of the sizes that a space may have it is the one with which the board takes the fewest pages; among those one with
    which they lie in rows and columns, or there is room for a title; and the largest of those.
    """
    recipe, board, best = plan.options, plan.chosen(order.seed), None
    known: tuple[float, bool, bool] = (math.inf, True, True)
    legend = _chapters(recipe, board, terrains)
    # Without a space in some place there is no edge to bleed.
    flush = len(board.cells) == recipe.rows * recipe.columns
    for space_size in _sizes(recipe):
        wide, high = recipe.columns * space_size[0], recipe.rows * space_size[1]
        layout = layout_of(order, (wide, high), legend, flush) if recipe.titled else None
        pages = (1, False, False) if layout else (*_pages(order, (wide, high)), True) if recipe.least else known
        if best is None or pages < known:
            best, known = (space_size, layout), pages
    assert best is not None
    (wide, high), layout = best
    whole = recipe.columns * wide, recipe.rows * high
    joints = () if layout else joints_of(seams_of(order, order.product.title, whole))
    drawn = [*true_size(order, plan, terrains, (wide, high), joints=joints)]
    items = [_put(at, one, (wide, high)) for at, _, one in drawn]
    if layout is None:
        spaces = _lying(recipe, board, (wide, high))
        piece = Piece(order.product.title, Drawing(*whole, tuple(items)), role="board", spaces=spaces)
        return (piece,), (*bare(order, whole, legend, flush),) if recipe.titled else ()
    if layout.flush:
        last = recipe.columns - 1 if not layout.legend.x else -1
        items = [one for one, (at, _, _) in zip(items, drawn, strict=True) if at[1] not in (0, last)]
        ends = [at for at, _, _ in drawn if at[1] in (0, last)]
        items += [_bled(*one, last) for one in true_size(order, plan, terrains, (wide, high), BLEED, ends)]
    spaces = _lying(recipe, board, (wide, high))
    return (poster(order, layout, items, legend, _told(order, recipe, board, (wide, high)), spaces),), ()


def _lying(recipe: TerrainOptions, board: Board, size: tuple[float, float]) -> Spaces:
    """Where the spaces of a board lie, which has its corner at (0, 0)."""
    wide, high = size
    named = {space: known_as(recipe.coordinates, *space) for space in board.cells}
    cells = (Cell(name, *at, (at[1] + 0.5) * wide, (at[0] + 0.5) * high) for at, name in named.items())
    starts = tuple(tuple(named[at] for at in _around(home, board)) for home in board.homes)
    return Spaces("square", wide, high, tuple(cells), starts)


def _around(home: Space, board: Board) -> list[Space]:
    """A base, the spaces beside it, and those that touch its corners."""
    apart = {at: (abs(at[0] - home[0]), abs(at[1] - home[1])) for at in board.cells}
    return sorted((at for at in apart if max(apart[at]) <= 1), key=lambda at: (sum(apart[at]), at))


def _bled(at: Space, terrain: Terrain, drawn: Drawing, last: int) -> Place:
    """A space at the left or at the right edge of a board, beyond which it goes on, without a line there."""
    wide, high, (_, column) = drawn.width, drawn.height, at
    left, right = (BLEED if column == 0 else 0.0), (BLEED if column == last else 0.0)
    corners = [(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)]
    sides = [
        pair for pair, open_ in zip(pairwise([*corners, corners[0]]), (0, right, 0, left), strict=True) if not open_
    ]
    lines = tuple(step for side in sides for step in polyline(side))
    edge = Path(lines, None, Stroke(terrain.color("deep"), EDGE))
    shown = Group((*drawn.items, edge), rectangle(Box(-left, 0, wide + left + right, high)))
    return _put(at, Drawing(wide, high, (Place(shown),)), (wide, high))


def _put(at: Space, drawn: Drawing, size: tuple[float, float]) -> Place:
    """A space in its place on the board."""
    return Place(Group(drawn.items), translate(at[1] * size[0], at[0] * size[1]))


def _sizes(options: TerrainOptions) -> Iterator[tuple[float, float]]:
    """The sizes that a space of a poster may have, the largest first."""
    least = options.least or options.space
    steps = math.ceil(max(map(sub, options.space, least)) / _HAIR - 1e-6)
    for n in range(steps + 1):
        wide, high = (most - (most - low) * n / max(1, steps) for most, low in zip(options.space, least, strict=True))
        yield wide, high


def _pages(order: Order, size: tuple[float, float]) -> tuple[int, bool]:
    """How many pages a board takes, and whether joints end at other pages."""
    board = Piece(order.product.title, Drawing(*size))
    said = SheetOptions(margin=order.margin, join=order.join, where=order.product.size_where, library=order.library)
    plan = tiling(board, paper(order.paper, order.library), said).plan
    return len(plan.tiles), not plan.plain


def _told(order: Order, recipe: TerrainOptions, board: Board, size: tuple[float, float]) -> dict[str, Any]:
    """What head and foot of a poster are told."""
    wide, high = (in_print(f"{round(to_mm(side), 1):g}") for side in size)
    return {
        "title": order.product.title,
        "line": f"{recipe.columns} × {recipe.rows}",
        "seed": "" if board.seed is None else str(board.seed),
        "space": f"{words_of(order)['a_space']} {wide} × {high} mm",
        "notes": [note.replace("{goal}", recipe.goal) for note in recipe.notes],
    }


def _chapters(recipe: TerrainOptions, board: Board, terrains: Terrains) -> list[Chapter]:
    """The legend of a poster: the bases and the terrains that are on the board, and how often."""
    _, names = recipe.style
    homes = [(name, space_name(names, *home)) for home, name in board.homes.items()]
    counts = [(name, f"× {count}") for name, count in board.counts.items() if count]
    return [Chapter("", [
        {
            "name": terrains[name].title.replace("-", " "),
            "count": count,
            "note": recipe.does.get(name, ""),
            "picture": partial(_sample, terrains[name]),
            "edging": terrains[name].color("deep"),
        }
        for name, count in (*counts, *homes)
    ])]  # fmt: skip


def _sample(terrain: Terrain, width: float, height: float) -> Iterable[Item]:
    """A terrain in a legend as it lies on the board, in small, and its icon on a tile."""
    side = 0.42 * height
    yield from swatch(terrain).picture(width, height, mm(1))
    yield Rect(width - side, height - side, side, side, terrain.color("tile"))
    yield from icon(terrain, width - side / 2, height - side / 2, 0.86 * side, unit=1.0)


def true_size(
    order: Order, plan: Plan, terrains: Terrains, size: tuple[float, float], bleed: float = 0.0,
    only: Sequence[Space] | None = None, joints: Sequence[Box] = (),
) -> Iterator[tuple[Space, Terrain, Drawing]]:  # fmt: skip
    """Every space of the board, or `only` some, with its terrain, at its true size and beyond it for the bleed.

    Its words keep off the `joints` of pages, lines on the board.
    """
    options = plan.options
    card = order.library.size(options.card) if options.card else None
    spend("spaces", _LARGE * options.rows * options.columns, options.where_of("rows"))
    band, names = options.style
    board = plan.chosen(order.seed)
    turns = landmarks_of(board)
    for n, (at, name) in enumerate(board.cells.items(), order.seed * _BLOCK):
        if only is not None and at not in only:
            continue
        terrain = terrains[name]
        left, top = at[1] * size[0], at[0] * size[1]
        across = tuple(
            line.x - left for line in joints if line.h and 0 < line.x - left < size[0] and line.y <= top < line.bottom
        )
        drawn = space(
            terrain, size, n, space_name(names, *at), card=card, band=band, bleed=bleed, turn=turns[at], joints=across
        )
        home = Home(f"the terrain {terrain.title}", place_of(terrain, options))
        order.renderer.preflight.settle(drawn.items, home)
        yield at, terrain, drawn


def place_of(terrain: Terrain, options: TerrainOptions) -> Where:
    """Where it says how a terrain looks; where it is named, if nothing does."""
    return terrain.file.where if terrain.file.where.file else options.where_of("terrains")
