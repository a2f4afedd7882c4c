"""Map sheets: boards with their scores come in; a page of small pictures and one page a board come out as Pieces."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import cycle, repeat
from typing import Any, NamedTuple

from printgen.base.geometry import Box, chain, scale, translate
from printgen.base.letters import coordinate, letters
from printgen.base.score import Score
from printgen.base.seeds import rng_for
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import star
from printgen.drawing.pieces import Piece
from printgen.drawing.words import BOLD, CENTER, LEFT, RIGHT, SEMI, STENCIL, run
from printgen.kinds.composition import Order
from printgen.kinds.facing import drawn_face
from printgen.kinds.terrain_board.art import SPACE, WHITE, icon, pattern, space
from printgen.kinds.terrain_board.fairness import score
from printgen.kinds.terrain_board.looks import Terrain, Terrains
from printgen.kinds.terrain_board.options import Plan
from printgen.kinds.terrain_board.recipe import Board, Space

# A small space is drawn this wide, and shrunk where the board has more columns.
_MINI = (mm(21), mm(21) * SPACE[1] / SPACE[0])
# So many motifs of each terrain serve all small spaces; no board shows one twice before it has shown all.
_POOL = 16
_TICKS = 10
_DARK, _GOLD, _OLIVE = "#15171A", "#F2B01E", "#5A6338"
# The height of the caption of a small picture, and the least room between two of them.
_CAPTION, _GAP = 9.5, 5.0


class _Map(NamedTuple):
    """One board with its number and its score; width and height of its picture in millimetres."""

    number: int
    board: Board
    score: Score
    width: float
    height: float

    @property
    def ticks(self) -> int:
        """How many of ten ticks its score is worth: ten when even, one less for each point of difference."""
        return max(0, round(_TICKS - self.score.total))


def map_pieces(order: Order, plan: Plan, boards: Sequence[Board]) -> tuple[Piece, ...]:
    """A page of small pictures, then a page a board; a single board needs no such first page.

    Raises PrintgenError with the findings of a text that does not fit its place.
    """
    room, recipe = _slot(order, "map-sheet", "board"), plan.options
    # As large as its place on the sheet allows.
    wide = min(room.w / recipe.columns, room.h / recipe.rows / (_MINI[1] / _MINI[0]))
    size = (recipe.columns * wide, recipe.rows * wide * (_MINI[1] / _MINI[0]))
    maps = [_Map(number, board, score(board, plan.strengths), *size) for number, board in enumerate(boards, 1)]
    sheets = tuple(Piece(_title(one), _sheet(order, one)) for one in maps)
    if len(maps) == 1:
        return sheets
    return (Piece(f"{order.product.title}: all boards", _index(order, maps)), *sheets)


def _slot(order: Order, face: str, name: str) -> Box:
    """A slot of a face in millimetres."""
    return Box(*map(to_mm, order.library.face(face).slot(name)))


def _title(one: _Map) -> str:
    seed = one.board.seed
    return f"Board {one.number}" + (f" (seed {seed})" if seed is not None else "")


def _filled(order: Order, face: str, context: Mapping[str, Any], items: Sequence[Item]) -> Drawing:
    """A face with items in millimetres put on it."""
    frame = drawn_face(order, face, context)
    return frame._replace(items=(*frame.items, Place(Group(tuple(items)), scale(mm(1)))))


def _sheet(order: Order, one: _Map) -> Drawing:
    recipe, seed = one.board.recipe, one.board.seed
    context = {
        "game": order.game.title,
        "number": one.number,
        "rows": recipe.rows,
        "columns": recipe.columns,
        "seed": "" if seed is None else str(seed),
        "scored": bool(recipe.score),
        "total": f"{one.score.total:.1f}",
        "ticks": list(range(one.ticks)),
        "parts": [sentence for sentence, _ in one.score.parts],
        "notes": [note.replace("{goal}", recipe.goal) for note in order.loaded(Plan).options.notes],
    }
    room, terrains = _slot(order, "map-sheet", "board"), order.library.once(Terrains)
    left, top = room.x + (room.w - one.width) / 2, room.y
    k = scale(one.width / recipe.columns / _MINI[0])
    pools = {name: cycle(_shuffled_pool(one.board, name)) for name in recipe.terrains}

    def drawn(terrain: Terrain, at: Space) -> Item:
        seed = next(pools.get(terrain.name, repeat(0)))
        return Place(Group(space(terrain, _MINI, seed, coordinate(*at), mini=True).items), k)

    picture = Place(_picture(terrains, one, 1.0, 0.9, drawn), translate(left, top))
    legend = _legend(terrains, one.board, _slot(order, "map-sheet", "legend"))
    return _filled(order, "map-sheet", context, (picture, *_rulers(one, left, top), *legend))


def _shuffled_pool(board: Board, terrain: str) -> list[int]:
    pool = list(range(_POOL))
    rng_for(board.seed or 0, "map-sheet", terrain).shuffle(pool)
    return pool


def _picture(terrains: Terrains, one: _Map, k: float, line: float, draw: Callable[[Terrain, Space], Item]) -> Group:
    """A board at a scale, each of its spaces drawn at (0, 0), in a frame."""
    recipe = one.board.recipe
    wide, high = k * one.width / recipe.columns, k * one.height / recipe.rows
    spaces = tuple(
        Place(Group((draw(terrains[name], (row, column)),)), translate(column * wide, row * high))
        for (row, column), name in one.board.cells.items()
    )
    return Group((*spaces, Rect(0, 0, k * one.width, k * one.height, None, Stroke(_DARK, line))))


def _rulers(one: _Map, left: float, top: float) -> list[Item]:
    """The letters of the columns above and below the board, the numbers of the rows beside it."""
    recipe = one.board.recipe
    out: list[Item] = []
    for column in range(recipe.columns):
        x = left + (column + 0.5) * one.width / recipe.columns
        out += (_words(letters(column), x, y, 10, STENCIL) for y in (top - 1.7, top + one.height + 4.4))
    for row in range(recipe.rows):
        y = top + (row + 0.5) * one.height / recipe.rows + 1.2
        out.append(_words(str(row + 1), left - 3.2, y, 10, STENCIL))
    return out


def _words(
    text: str, x: float, y: float, size: float, font: str = BOLD, color: str = _DARK, align: float = CENTER
) -> Text:
    """A run in millimetres, `size` in points."""
    return run(x, y, text, font, to_mm(size), color, align)


def _legend(terrains: Terrains, board: Board, room: Box) -> list[Item]:
    """A plate a terrain with its name, icon, pattern and count; then one a base with its place."""
    recipe = board.recipe
    # A base's plate is lower; both shrink together where there are many.
    share = min(1.0, room.h / (20.1 * len(recipe.terrains) + 14.8 * len(recipe.bases)))
    plates = [(name, f"x{count}", 20.1 * share) for name, count in board.counts.items()]
    plates += [(name, coordinate(*home), 14.8 * share) for home, name in recipe.homes.items()]
    y = room.y + 0.6
    out: list[Item] = []
    for name, note, high in plates:
        out.append(Place(_plate(terrains[name], note, room.w, high - 1.5), translate(room.x, y)))
        y += high
    return out


def _plate(terrain: Terrain, note: str, wide: float, height: float) -> Group:
    deep, head = terrain.color("deep"), min(5.0, height * 0.34)
    foot, tile, base = height - head, 8.2, terrain.file.base
    items: list[Item] = [
        Rect(0, head, tile, foot, terrain.color("lit")),
        Rect(tile, head, wide - tile, foot, terrain.color("ground")),
    ]
    if not base:
        items.append(Place(pattern(terrain, Box(tile, head + foot * 0.44, wide - tile, foot * 0.56), 0.9)))
    items += [
        Rect(0, 0, wide, head, deep),
        run(1.2, head * 0.74, terrain.title, BOLD, to_mm(8), WHITE, room=wide - 2),
        icon(terrain, tile / 2, head + foot / 2, min(7.6, foot - 1)),
        _words(note, wide - 1.1, head + foot * (0.5 if base else 0.22) + 1.1, 9, BOLD, deep, RIGHT),
        Rect(0, 0, wide, height, None, Stroke(deep, 0.3)),
    ]
    return Group(tuple(items))


def _index(order: Order, maps: Sequence[_Map]) -> Drawing:
    """Small pictures of all boards in rows, each with its name, seed and score; a star marks the most even."""
    room, terrains, one = _slot(order, "map-index", "boards"), order.library.once(Terrains), maps[0]
    columns, k = _columns(one, len(maps), room)
    wide, high = one.width * k, one.height * k
    across, down = room.w / columns, min(room.h / math.ceil(len(maps) / columns), high + _CAPTION + 3 * _GAP)
    best = min(one.score.total for one in maps)
    cell = (wide / one.board.recipe.columns, high / one.board.recipe.rows)

    def drawn(terrain: Terrain, _: Space) -> Item:
        # Too small for a motif: the colour and the icon of the space.
        ground = Rect(0, 0, *cell, terrain.color("ground"), Stroke(WHITE, 0.15))
        return Place(Group((ground, icon(terrain, cell[0] / 2, cell[1] / 2, 0.84 * min(cell)))))

    items: list[Item] = []
    for i, one in enumerate(maps):
        x, y = room.x + (i % columns) * across + (across - wide) / 2, room.y + (i // columns) * down
        items.append(Place(_picture(terrains, one, k, 0.5, drawn), translate(x, y)))
        caption = Group(tuple(_caption(one, one.score.total == best)))
        items.append(Place(caption, chain(translate(x, y + high), scale(min(1.0, wide / 42)))))
    seeds = {"first": maps[0].board.seed, "last": maps[-1].board.seed}
    return _filled(order, "map-index", {"game": order.game.title, "count": len(maps), **seeds}, items)


def _columns(one: _Map, count: int, room: Box) -> tuple[int, float]:
    """How many small pictures stand side by side, and their scale, so that they come out largest."""

    def grown(columns: int) -> float:
        rows = math.ceil(count / columns)
        return min((room.w / columns - _GAP) / one.width, (room.h / rows - _CAPTION - _GAP) / one.height)

    columns = max(range(1, count + 1), key=grown)
    return columns, min(grown(columns), 0.6)


def _caption(one: _Map, best: bool) -> list[Item]:
    """The words below a small picture, for a picture 42 mm wide."""
    seed, scored = one.board.seed, bool(one.board.recipe.score)
    out: list[Item] = [_words(f"BOARD {one.number}", 0, 4.6, 10, STENCIL, align=LEFT)]
    if scored:
        out.append(_words(f"{one.score.total:.1f}", 42, 4.6, 10, STENCIL, align=RIGHT))
    if seed is not None:
        out.append(_words(f"seed {seed}", 0, 8.2, 8.5, SEMI, align=LEFT))
    if scored and best:
        out.append(Path(star(31.4, 3.2, 1.9), _GOLD, Stroke(_DARK, 0.2)))
    fills = [_OLIVE] * one.ticks + [WHITE] * (_TICKS - one.ticks) if scored else []
    return [*out, *(Rect(20 + 2.2 * n, 6.4, 1.7, 1.9, fill, Stroke(_OLIVE, 0.2)) for n, fill in enumerate(fills))]
