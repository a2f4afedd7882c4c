"""Map sheets: boards with their scores come in; a page of small pictures and one page a board come out as Pieces."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from printgen.base.geometry import Box, chain, scale, translate
from printgen.base.letters import coordinate
from printgen.base.score import Score
from printgen.base.seeds import rng_for
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import star
from printgen.drawing.pieces import Piece
from printgen.drawing.words import BOLD, CENTER, LEFT, RIGHT, SEMI, STENCIL, run
from printgen.kinds.composition import Order
from printgen.kinds.facing import drawn_face
from printgen.kinds.terrain_board.art import SPACE, WHITE, TerrainArt
from printgen.kinds.terrain_board.fairness import Strengths, score
from printgen.kinds.terrain_board.recipe import Board

# A small space is drawn this wide, and shrunk where the board has more columns.
_MINI_WIDTH = 21.0
_MINI = (mm(_MINI_WIDTH), mm(_MINI_WIDTH) * SPACE[1] / SPACE[0])
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


def map_pieces(
    order: Order, art: TerrainArt, boards: Sequence[Board], strengths: Strengths, notes: tuple[str, ...]
) -> tuple[Piece, ...]:
    """A page of small pictures, then a page a board; a single board needs no such first page.

    Raises PrintgenError with the findings of a text that does not fit its place.
    """
    room = _slot(order, "map-sheet", "board")
    maps = [
        _Map(number, board, score(board, strengths), *_measures(board, room)) for number, board in enumerate(boards, 1)
    ]
    sheets = [Piece(_title(one), _sheet(order, art, one, notes)) for one in maps]
    if len(maps) == 1:
        return tuple(sheets)
    return (Piece(f"{order.product.title}: all boards", _index(order, art, maps)), *sheets)


def _slot(order: Order, face: str, name: str) -> Box:
    """A slot of a face in millimetres."""
    return Box(*map(to_mm, order.library.face(face).slot(name)))


def _title(one: _Map) -> str:
    seed = one.board.seed
    return f"Board {one.number}" + (f" (seed {seed})" if seed is not None else "")


def _measures(board: Board, room: Box) -> tuple[float, float]:
    """Width and height of a board of small spaces in millimetres, as large as its place on the sheet allows."""
    ratio = _MINI[1] / _MINI[0]
    width = min(room.w / board.recipe.columns, room.h / board.recipe.rows / ratio)
    return board.recipe.columns * width, board.recipe.rows * width * ratio


def _picture(art: TerrainArt, one: _Map) -> Group:
    """The board of small spaces, each with its motif, in millimetres."""
    board, recipe = one.board, one.board.recipe
    wide, high = one.width / recipe.columns, one.height / recipe.rows
    k = scale(wide / _MINI[0])
    orders = {name: _shuffled_pool(board, name) for name in recipe.terrains}
    met: dict[str, int] = {}
    items: list[Item] = []
    for row in range(recipe.rows):
        for column in range(recipe.columns):
            terrain = board.cells[row][column]
            n = met[terrain] = met.get(terrain, -1) + 1
            seed = orders[terrain][n % _POOL] if terrain in orders else 0
            space = art.space(terrain, _MINI, seed, coordinate(row, column), mini=True)
            items.append(Place(Group(space.items), chain(translate(column * wide, row * high), k)))
    items.append(Rect(0, 0, one.width, one.height, None, Stroke(_DARK, 0.9)))
    return Group(tuple(items))


def _shuffled_pool(board: Board, terrain: str) -> list[int]:
    pool = list(range(_POOL))
    rng_for(board.seed or 0, "map-sheet", terrain).shuffle(pool)
    return pool


def _sheet(order: Order, art: TerrainArt, one: _Map, notes: tuple[str, ...]) -> Drawing:
    recipe, seed = one.board.recipe, one.board.seed
    context = {
        "game": order.game.title,
        "number": one.number,
        "rows": recipe.rows,
        "columns": recipe.columns,
        "seed": "" if seed is None else str(seed),
        "scored": bool(recipe.scoring.parts),
        "total": f"{one.score.total:.1f}",
        "ticks": list(range(_ticks(one.score))),
        "parts": [sentence for sentence, _ in one.score.parts],
        "notes": list(notes),
    }
    room, legend = _slot(order, "map-sheet", "board"), _slot(order, "map-sheet", "legend")
    corner = (room.x + (room.w - one.width) / 2, room.y)
    picture = Place(_picture(art, one), translate(*corner))
    return _filled(order, "map-sheet", context, (picture, *_rulers(one, *corner), *_legend(art, one.board, legend)))


def _filled(order: Order, face: str, context: Mapping[str, Any], items: tuple[Item, ...]) -> Drawing:
    """A face with items in millimetres put on it."""
    frame = drawn_face(order, face, context)
    return frame._replace(items=(*frame.items, Place(Group(items), scale(mm(1)))))


def _ticks(result: Score) -> int:
    """How many of ten ticks a score is worth: ten when even, one less for each point of difference."""
    return max(0, round(_TICKS - result.total))


def _rulers(one: _Map, left: float, top: float) -> list[Item]:
    """The letters of the columns above and below the board, the numbers of the rows beside it."""
    recipe = one.board.recipe
    out: list[Item] = []
    for column in range(recipe.columns):
        letter = coordinate(0, column).rstrip("1")
        x = left + (column + 0.5) * one.width / recipe.columns
        out += (_words(letter, x, y, 10, STENCIL) for y in (top - 1.7, top + one.height + 4.4))
    for row in range(recipe.rows):
        y = top + (row + 0.5) * one.height / recipe.rows + 1.2
        out.append(_words(str(row + 1), left - 3.2, y, 10, STENCIL))
    return out


def _words(
    text: str, x: float, y: float, size: float, font: str = BOLD, color: str = _DARK, align: float = CENTER
) -> Text:
    """A run in millimetres, `size` in points."""
    return run(x, y, text, font, to_mm(size), color, align)


def _legend(art: TerrainArt, board: Board, room: Box) -> list[Item]:
    """A plate a terrain with its name, icon, pattern and count; then one a base with its place."""
    recipe, counts = board.recipe, board.counts
    # A base's plate is lower; both shrink together where there are many.
    share = min(1.0, room.h / (20.1 * len(recipe.terrains) + 14.8 * len(recipe.bases)))
    plates = [(name, f"x{counts[name]}", 20.1 * share) for name in recipe.terrains]
    plates += [(name, coordinate(row, column), 14.8 * share) for name, row, column in recipe.bases]
    y = room.y + 0.6
    out: list[Item] = []
    for name, note, high in plates:
        out.append(Place(_plate(art, name, note, room.w, high - 1.5), translate(room.x, y)))
        y += high
    return out


def _plate(art: TerrainArt, terrain: str, note: str, wide: float, height: float) -> Group:
    look = art.look(terrain)
    deep, head = look.color("deep"), min(5.0, height * 0.34)
    foot, tile = height - head, 8.2
    icon = min(7.6, foot - 1)
    items: list[Item] = [
        Rect(0, head, tile, foot, look.color("lit")),
        Rect(tile, head, wide - tile, foot, look.color("ground")),
    ]
    if not look.base:
        strip = Box(tile, head + foot * 0.44, wide - tile, foot * 0.56)
        items.append(Place(art.pattern(terrain, strip, 0.9)))
    middle = head + foot * (0.5 if look.base else 0.22) + 1.1
    items += [
        Rect(0, 0, wide, head, deep),
        run(1.2, head * 0.74, look.title, BOLD, to_mm(8), WHITE, room=wide - 2),
        art.icon(terrain, tile / 2, head + foot / 2, icon),
        _words(note, wide - 1.1, middle, 9, BOLD, deep, RIGHT),
        Rect(0, 0, wide, height, None, Stroke(deep, 0.3)),
    ]
    return Group(tuple(items))


def _index(order: Order, art: TerrainArt, maps: Sequence[_Map]) -> Drawing:
    """Small pictures of all boards in rows, each with its name, seed and score; a star marks the most even."""
    room = _slot(order, "map-index", "boards")
    columns, k = _columns(maps[0], len(maps), room)
    wide = room.w / columns
    high = min(room.h / math.ceil(len(maps) / columns), maps[0].height * k + _CAPTION + 3 * _GAP)
    best = min(one.score.total for one in maps)
    items: list[Item] = []
    for i, one in enumerate(maps):
        x = room.x + (i % columns) * wide + (wide - one.width * k) / 2
        y = room.y + (i // columns) * high
        items.append(Place(_sketch(art, one, k), translate(x, y)))
        caption = Group(tuple(_caption(one, one.score.total == best)))
        shrunk = min(1.0, one.width * k / 42)
        items.append(Place(caption, chain(translate(x, y + one.height * k), scale(shrunk))))
    first, last = maps[0].board.seed, maps[-1].board.seed
    context = {"game": order.game.title, "count": len(maps), "first": first, "last": last}
    return _filled(order, "map-index", context, tuple(items))


def _sketch(art: TerrainArt, one: _Map, k: float) -> Group:
    """A board too small for motifs: the colour and the icon of every space."""
    recipe = one.board.recipe
    wide, high = k * one.width / recipe.columns, k * one.height / recipe.rows
    cells: dict[str, Group] = {}
    items: list[Item] = []
    for row in range(recipe.rows):
        for column in range(recipe.columns):
            terrain = one.board.cells[row][column]
            if terrain not in cells:
                look = art.look(terrain)
                ground = Rect(0, 0, wide, high, look.color("ground"), Stroke(WHITE, 0.15))
                icon = art.icon(terrain, wide / 2, high / 2, 0.84 * min(wide, high))
                cells[terrain] = Group((ground, icon))
            items.append(Place(cells[terrain], translate(column * wide, row * high)))
    items.append(Rect(0, 0, k * one.width, k * one.height, None, Stroke(_DARK, 0.5)))
    return Group(tuple(items))


def _columns(one: _Map, count: int, room: Box) -> tuple[int, float]:
    """How many small pictures stand side by side, and their scale, so that they come out largest."""

    def grown(columns: int) -> float:
        rows = math.ceil(count / columns)
        return min((room.w / columns - _GAP) / one.width, (room.h / rows - _CAPTION - _GAP) / one.height)

    columns = max(range(1, count + 1), key=grown)
    return columns, min(grown(columns), 0.6)


def _caption(one: _Map, best: bool) -> list[Item]:
    """The words below a small picture, for a picture 42 mm wide."""
    seed = one.board.seed
    scored = bool(one.board.recipe.scoring.parts)
    out: list[Item] = [_words(f"BOARD {one.number}", 0, 4.6, 10, STENCIL, _DARK, LEFT)]
    if scored:
        out.append(_words(f"{one.score.total:.1f}", 42, 4.6, 10, STENCIL, _DARK, RIGHT))
    if seed is not None:
        out.append(_words(f"seed {seed}", 0, 8.2, 8.5, SEMI, _DARK, LEFT))
    if not scored:
        return out
    if best:
        out.append(Path(star(31.4, 3.2, 1.9), _GOLD, Stroke(_DARK, 0.2)))
    for tick in range(_TICKS):
        fill = _OLIVE if tick < _ticks(one.score) else WHITE
        out.append(Rect(20 + 2.2 * tick, 6.4, 1.7, 1.9, fill, Stroke(_OLIVE, 0.2)))
    return out
