"""Terrain boards: a product's recipe and a seed come in; a poster, loose tiles or map sheets come out as Pieces."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import cycle, repeat
from typing import NamedTuple

from printgen.base.geometry import Box, chain, scale, translate
from printgen.base.letters import coordinate, letters
from printgen.base.score import Score
from printgen.base.seeds import rng_for
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Rect, Stroke, Text
from printgen.drawing.outlines import star
from printgen.drawing.pieces import Piece
from printgen.drawing.problems import PartError, TemplateProblem
from printgen.drawing.words import BOLD, CENTER, LEFT, RIGHT, SEMI, STENCIL, run
from printgen.errors import Finding, PrintgenError
from printgen.kinds.composition import Composition, Order
from printgen.kinds.facing import drawn_face, slot_of
from printgen.kinds.terrain_board.art import SPACE, WHITE, icon, pattern, space
from printgen.kinds.terrain_board.looks import Terrain, Terrains
from printgen.kinds.terrain_board.maker import score
from printgen.kinds.terrain_board.options import Plan, TerrainOptions
from printgen.kinds.terrain_board.recipe import Board, Space

# Each board has a block of seeds of its own for its spaces.
_BLOCK = 1 << 16
# A small space of a map is drawn this wide, and shrunk where the board has more columns.
_MINI = (mm(21), mm(21) * SPACE[1] / SPACE[0])
# So many motifs of each terrain serve all small spaces; no board shows one twice before it has shown all.
_POOL = 16
_TICKS = 10
_DARK, _GOLD, _OLIVE = "#15171A", "#F2B01E", "#5A6338"
# The height of the caption of a small picture, and the least room between two of them.
_CAPTION, _GAP = 9.5, 5.0


def compose_terrain_board(order: Order) -> Composition:
    """The pieces of a board in the form that its options name: one poster, a tile a space, or sheets of maps."""
    plan = order.loaded(Plan)
    findings = tuple(_unknown(order, plan.options))
    if findings:
        return Composition((), findings)
    try:
        return Composition(_FORMS[plan.options.form](order, plan))
    except PartError as error:
        return Composition((), (Finding("error", order.product.where_of("options"), str(error), code="art"),))
    except PrintgenError as error:
        return Composition((), error.findings)


def _poster(order: Order, plan: Plan) -> tuple[Piece, ...]:
    """The whole board as one piece, every space at its true size."""
    (wide, high), recipe = plan.options.space, plan.options
    items = tuple(
        Place(Group(drawn.items), translate(column * wide, row * high))
        for (row, column), _, drawn in _true_size(order, plan)
    )
    return (Piece(order.product.title, Drawing(recipe.columns * wide, recipe.rows * high, items)),)


def _tiles(order: Order, plan: Plan) -> tuple[Piece, ...]:
    """One piece a space; its coordinate says where it lies on the board of the seed."""
    back, bleed = _back(order, plan.options.space) if plan.options.backs else (None, 0.0)
    return tuple(
        Piece(f"{coordinate(*at)} {terrain.title.capitalize()}", drawn, back, bleed=bleed)
        for at, terrain, drawn in _true_size(order, plan)
    )


def _true_size(order: Order, plan: Plan) -> Iterator[tuple[Space, Terrain, Drawing]]:
    """Every space of the board with its terrain, drawn at its true size."""
    terrains, card = order.library.once(Terrains), order.library.size(plan.options.card)
    for n, (at, name) in enumerate(plan.chosen(order.seed).cells.items(), order.seed * _BLOCK):
        yield at, terrains[name], space(terrains[name], plan.options.space, n, coordinate(*at), card=card)


def _back(order: Order, size: tuple[float, float]) -> tuple[Drawing, float]:
    """The back of every tile, stretched to the size of a space, and how far it bleeds."""
    name = order.product.back or "terrain-back"
    drawn, bleed = drawn_face(order, name, {"game": order.game.title}), order.face(name).bleed
    if (drawn.width, drawn.height) == size:
        return drawn, bleed
    across, down = size[0] / drawn.width, size[1] / drawn.height
    return Drawing(*size, (Place(Group(drawn.items), scale(across, down)),)), bleed * min(across, down)


def _unknown(order: Order, options: TerrainOptions) -> Iterator[Finding]:
    """Findings for terrains and bases without a look, each at its word in the options, and for a size of no card."""
    for name, where in options.named():
        try:
            order.library.once(Terrains)[name]
        except TemplateProblem as error:
            yield from error.findings
        except ValueError as error:
            message, _, hint = str(error).partition(". ")
            yield Finding("error", where, message, hint, "unknown-terrain")
    try:
        order.library.size(options.card)
    except ValueError as error:
        message, _, hint = str(error).partition(". ")
        hint = hint or "Write it like 63.5x88.9mm."
        yield Finding("error", options.where_of("card"), f"card: {message}", hint, "unknown-size")


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


def _maps(order: Order, plan: Plan) -> tuple[Piece, ...]:
    """A page of small pictures, then a page a board; a single board needs no such first page."""
    room, recipe = slot_of(order, "map-sheet", "board"), plan.options
    # As large as its place on the sheet allows.
    wide = min(room.w / recipe.columns, room.h / recipe.rows / (_MINI[1] / _MINI[0]))
    size = (recipe.columns * wide, recipe.rows * wide * (_MINI[1] / _MINI[0]))
    boards = [plan.chosen(order.seed + n) for n in range(1 if plan.by_hand else recipe.count)]
    maps = [_Map(number, board, score(board, plan.strengths), *size) for number, board in enumerate(boards, 1)]
    sheets = tuple(_sheet(order, plan, one) for one in maps)
    if len(maps) == 1:
        return sheets
    return (Piece(f"{order.product.title}: all boards", _index(order, maps)), *sheets)


_FORMS: Mapping[str, Callable[[Order, Plan], tuple[Piece, ...]]] = {"poster": _poster, "tiles": _tiles, "maps": _maps}


def _sheet(order: Order, plan: Plan, one: _Map) -> Piece:
    recipe, seed = plan.options, one.board.seed
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
        "notes": [note.replace("{goal}", recipe.goal) for note in recipe.notes],
    }
    room = slot_of(order, "map-sheet", "board")
    left, top = room.x + (room.w - one.width) / 2, room.y
    k = scale(one.width / recipe.columns / _MINI[0])
    pools = {name: cycle(_shuffled_pool(one.board, name)) for name in recipe.terrains}

    def drawn(at: Space, terrain: Terrain) -> Group:
        number = next(pools.get(terrain.name, repeat(0)))
        return Group((Place(Group(space(terrain, _MINI, number, coordinate(*at), mini=True).items), k),))

    picture = Place(_picture(order, one, 1.0, 0.9, drawn), translate(left, top))
    legend = _legend(order, one.board, slot_of(order, "map-sheet", "legend"))
    title = f"Board {one.number}" + (f" (seed {seed})" if seed is not None else "")
    return Piece(title, drawn_face(order, "map-sheet", context, (picture, *_rulers(one, left, top), *legend)))


def _shuffled_pool(board: Board, terrain: str) -> list[int]:
    pool = list(range(_POOL))
    rng_for(board.seed or 0, "map-sheet", terrain).shuffle(pool)
    return pool


def _picture(order: Order, one: _Map, k: float, line: float, draw: Callable[[Space, Terrain], Group]) -> Group:
    """A board at a scale, in a frame; `draw` draws a space at (0, 0)."""
    wide, high, terrains = k * one.width, k * one.height, order.library.once(Terrains)
    across, down = wide / one.board.recipe.columns, high / one.board.recipe.rows
    cells = (
        Place(draw((row, column), terrains[name]), translate(column * across, row * down))
        for (row, column), name in one.board.cells.items()
    )
    return Group((*cells, Rect(0, 0, wide, high, None, Stroke(_DARK, line))))


def _rulers(one: _Map, left: float, top: float) -> list[Item]:
    """The letters of the columns above and below the board, the numbers of the rows beside it."""
    across, down = one.width / one.board.recipe.columns, one.height / one.board.recipe.rows
    out: list[Item] = []
    for n in range(one.board.recipe.columns):
        x = left + (n + 0.5) * across
        out += (_words(letters(n), x, y, 10, STENCIL) for y in (top - 1.7, top + one.height + 4.4))
    rows = range(one.board.recipe.rows)
    return [*out, *(_words(str(n + 1), left - 3.2, top + (n + 0.5) * down + 1.2, 10, STENCIL) for n in rows)]


def _words(
    text: str, x: float, y: float, size: float, font: str = BOLD, color: str = _DARK, align: float = CENTER
) -> Text:
    """A run in millimetres, `size` in points."""
    return run(x, y, text, font, to_mm(size), color, align)


def _legend(order: Order, board: Board, room: Box) -> list[Item]:
    """A plate a terrain with its name, icon, pattern and count; then one a base with its place."""
    recipe, terrains = board.recipe, order.library.once(Terrains)
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
    room, one = slot_of(order, "map-index", "boards"), maps[0]
    columns, k = _columns(one, len(maps), room)
    wide, high = one.width * k, one.height * k
    across, down = room.w / columns, min(room.h / math.ceil(len(maps) / columns), high + _CAPTION + 3 * _GAP)
    best = min(one.score.total for one in maps)
    cell = (wide / one.board.recipe.columns, high / one.board.recipe.rows)

    def drawn(_: Space, terrain: Terrain) -> Group:
        # Too small for a motif: the colour and the icon of the space.
        ground = Rect(0, 0, *cell, terrain.color("ground"), Stroke(WHITE, 0.15))
        return Group((ground, icon(terrain, cell[0] / 2, cell[1] / 2, 0.84 * min(cell))))

    items: list[Item] = []
    for i, one in enumerate(maps):
        x, y = room.x + (i % columns) * across + (across - wide) / 2, room.y + (i // columns) * down
        items.append(Place(_picture(order, one, k, 0.5, drawn), translate(x, y)))
        caption = Group(tuple(_caption(one, one.score.total == best)))
        items.append(Place(caption, chain(translate(x, y + high), scale(min(1.0, wide / 42)))))
    seeds = {"first": maps[0].board.seed, "last": maps[-1].board.seed}
    return drawn_face(order, "map-index", {"game": order.game.title, "count": len(maps), **seeds}, tuple(items))


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
