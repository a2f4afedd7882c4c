"""Terrain boards: a product's recipe and a seed come in; a poster, loose tiles or map sheets come out as Pieces."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle, repeat
from typing import Any

from printgen.base.budget import spend
from printgen.base.errors import Finding, PrintgenError, stop_on_errors, worded
from printgen.base.geometry import Box, chain, scale, translate
from printgen.base.language import capitalized, lower
from printgen.base.letters import letters
from printgen.base.seeds import rng_for
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Drawing, Group, Item, Place, Rect, Stroke
from printgen.drawing.pieces import Piece
from printgen.drawing.problems import PartError, TemplateProblem
from printgen.drawing.reducing import OUTLINE, Reducer
from printgen.faces.cues import look_alike
from printgen.faces.legibility import SMALLEST
from printgen.game.boards import known_as, space_name
from printgen.kinds.backs import back_of
from printgen.kinds.composition import Composition, Order
from printgen.kinds.facing import drawn_face, face_picture
from printgen.kinds.map_sheet import map_sheet, told_of, words_of
from printgen.kinds.terrain_board.art import BLEED as PAINTED
from printgen.kinds.terrain_board.art import MINI_TEXT, icon, pattern, space
from printgen.kinds.terrain_board.landmarks import TURNS, landmarks_of
from printgen.kinds.terrain_board.looks import Terrain, Terrains
from printgen.kinds.terrain_board.maker import score
from printgen.kinds.terrain_board.options import Plan, TerrainOptions
from printgen.kinds.terrain_board.posters import place_of, poster_of, true_size
from printgen.kinds.terrain_board.recipe import Board, Space

# A small space of a map is drawn this wide, and shrunk where the board has more columns.
_MINI = mm(21)
# So many motifs of each terrain serve all small spaces, as many for each landmark; no board shows one twice before it
# has shown all of them.
_POOL = 16
# The height of the caption of a small picture, the least room between two, and the most of a sheet's that one takes.
_CAPTION, _GAP, _MOST = mm(9.5), mm(5), 0.6


def compose_terrain_board(order: Order) -> Composition:
    """The pieces of a board in the form that its options name: one poster, a tile a space, or sheets of maps."""
    plan = order.loaded(Plan)
    terrains = Terrains(order.library, plan.options.looks, plan.options.plain, order.look)
    findings = tuple(_unknown(order, plan.options, terrains))
    if findings:
        return Composition((), findings)
    try:
        alike = () if order.look else tuple(_alike(plan.options, terrains))
        if plan.options.form == "poster":
            pieces, told = poster_of(order, plan, terrains)
            return Composition(pieces, (*told, *alike))
        return Composition((_tiles if plan.options.form == "tiles" else _maps)(order, plan, terrains), alike)
    except PartError as error:
        return Composition((), (Finding("error", order.product.where_of("options"), str(error), code="art"),))
    except PrintgenError as error:
        return Composition((), error.findings)


def _alike(options: TerrainOptions, terrains: Terrains) -> Iterator[Finding]:
    """A warning where terrains whose spaces show neither name, icon, pattern nor motif look alike."""
    bare = {name: terrains[name] for name in options.terrains if options.style[0] == "none"}
    named = {
        name: (terrain.color("ground"), place_of(terrain, options))
        for name, terrain in bare.items()
        if not (terrain.file.icon or terrain.file.pattern or terrain.file.layers)
    }
    yield from look_alike("the terrains", named)


def _tiles(order: Order, plan: Plan, terrains: Terrains) -> tuple[Piece, ...]:
    """One piece a space; its coordinate says where it lies on the board of the seed."""
    back, most = _back(order, plan.options.space) if plan.options.backs else (None, mm(PAINTED))
    bleed = min(most, mm(PAINTED))
    return tuple(
        Piece(
            f"{known_as(plan.options.coordinates, *at)} {capitalized(lower(terrain.title))}",
            drawn,
            back,
            bleed=bleed,
            role="tile",
        )
        for at, terrain, drawn in true_size(order, plan, terrains, plan.options.space, bleed)
    )


def _back(order: Order, size: tuple[float, float]) -> tuple[Drawing, float]:
    """The back of every tile, stretched to the size of a space, and how far it bleeds."""
    name = order.product.back or "terrain-back"
    findings: list[Finding] = []
    back = back_of(order, name, findings, order.product.where_of("back"))
    stop_on_errors(findings)
    assert back
    drawn, bleed = back.over(drawn_face(order, back.face, {"game": order.game.title})), back.face.bleed
    if (drawn.width, drawn.height) == size:
        return drawn, bleed
    across, down = size[0] / drawn.width, size[1] / drawn.height
    return Drawing(*size, (Place(Group(drawn.items), scale(across, down)),)), bleed * min(across, down)


def _unknown(order: Order, options: TerrainOptions, terrains: Terrains) -> Iterator[Finding]:
    """Findings for terrains and bases without a look, each at its word in the options, and for a size of no card."""
    for name, where in options.named():
        try:
            terrains[name]
        except TemplateProblem as error:
            yield from error.findings
        except ValueError as error:
            message, hint = worded(str(error))
            if name in options.listed and not hint.startswith("Did you mean"):
                told = ", ".join(f"{one}: 1" for one in options.listed)
                hint = f"Write terrains: {{{told}}}; or write how it looks into templates/terrain/{name}.yaml."
            yield Finding("error", where, message, hint, "unknown-terrain")
    try:
        order.library.size(options.card or "poker")
    except ValueError as error:
        message, hint = worded(str(error), "Write it like 63.5x88.9mm.")
        yield Finding("error", options.where_of("card"), f"card: {message}", hint, "unknown-size")


def _maps(order: Order, plan: Plan, terrains: Terrains) -> tuple[Piece, ...]:
    """A page of small pictures, then a page a board; a single board needs no such first page."""
    count = 1 if plan.by_hand else plan.options.count
    spend("spaces", count * plan.options.rows * plan.options.columns, plan.options.where_of("count"))
    boards = [plan.chosen(order.seed + n) for n in range(count)]
    scores = [score(board, plan.strengths) for board in boards]
    told = [told_of(n, board.seed, one, ".1f") for n, (board, one) in enumerate(zip(boards, scores, strict=True), 1)]
    pairs, reducer = zip(boards, told, strict=True), Reducer(OUTLINE, whole=True)
    sheets = tuple(_sheet(order, plan.options, terrains, board, one, reducer) for board, one in pairs)
    if len(sheets) == 1:
        return sheets
    best = min(one.total for one in scores)
    for one, scored in zip(told, scores, strict=True):
        one["best"] = scored.total == best
    drawn = _index(order, plan.options, terrains, boards, told)
    first = Piece(f"{order.product.title}: all boards", drawn, page=True, role="page")
    return (first, *sheets)


def _sheet(
    order: Order, recipe: TerrainOptions, terrains: Terrains, board: Board, told: Mapping[str, Any], reducer: Reducer
) -> Piece:
    mini, (band, names) = _mini(recipe), recipe.style
    context = {
        **told,
        "rows": recipe.rows,
        "columns": recipe.columns,
        "scored": bool(recipe.score),
        "notes": [note.replace("{goal}", recipe.goal) for note in recipe.notes],
    }
    marks = {"letters": [letters(n) for n in range(recipe.columns)], "rows": list(range(1, recipe.rows + 1))}
    plates = {
        "terrains": [_plate(terrains[name], f"× {count}") for name, count in board.counts.items() if count],
        "bases": [_plate(terrains[name], space_name(names, *home)) for home, name in board.homes.items()],
    }

    turns = landmarks_of(board)
    pools = {
        (name, turn): cycle(_shuffled_pool(board, name, turn)) for name in recipe.terrains for turn in range(TURNS)
    }

    room = order.face("map-sheet").slot("board")
    # Words are no smaller on paper than people can read, however small the spaces get.
    points = max(MINI_TEXT, SMALLEST * recipe.columns * mini[0] / _fitting(recipe, room.w, room.h)[0])

    def drawn(at: Space, terrain: Terrain) -> Group:
        number, name = next(pools.get((terrain.name, turns[at]), repeat(0))), space_name(names, *at)
        turn = turns[at] if at not in board.recipe.homes else -1
        return Group(space(terrain, mini, number, name, mini=True, band=band, points=points, turn=turn).items)

    squares = face_picture(order, "map-board", {**marks, "cells": partial(_cells, board, terrains, drawn)})

    def picture(width: float, height: float) -> Iterator[Item]:
        wide, high = _fitting(recipe, width, height)
        yield Place(reducer.later(Group(tuple(squares(wide, high)))), translate((width - wide) / 2, 0))

    return map_sheet(order, "map-sheet", context, picture, face_picture(order, "map-legend", plates))


def _fitting(recipe: TerrainOptions, width: float, height: float) -> tuple[float, float]:
    """How large a board of small spaces is drawn in a room."""
    wide, high = (count * side for count, side in zip((recipe.columns, recipe.rows), _mini(recipe), strict=True))
    k = min(width / wide, height / high)
    return k * wide, k * high


def _mini(recipe: TerrainOptions) -> tuple[float, float]:
    """The size of a small space, which has the shape of a large one."""
    return _MINI, _MINI * recipe.space[1] / recipe.space[0]


def _shuffled_pool(board: Board, terrain: str, turn: int) -> list[int]:
    """The motifs of a terrain that show one of its landmarks, as they come on a board."""
    pool = list(range(turn, _POOL, TURNS))
    rng_for(board.seed or 0, "map-sheet", terrain, str(turn)).shuffle(pool)
    return pool


def _cells(
    board: Board, terrains: Terrains, draw: Callable[[Space, Terrain], Group], width: float, height: float
) -> Iterator[Item]:
    """The spaces of a board, filling a room; `draw` draws a small one at (0, 0)."""
    across, down = width / board.recipe.columns, height / board.recipe.rows
    for (row, column), name in board.cells.items():
        place = chain(translate(column * across, row * down), scale(across / _MINI))
        yield Place(draw((row, column), terrains[name]), place)


def _plate(terrain: Terrain, note: str) -> dict[str, Any]:
    """What the legend is told of a terrain or a base."""
    return {
        "title": terrain.title,
        "note": note,
        "base": terrain.file.base,
        **{name: terrain.color(name) for name in ("deep", "lit", "ground", "band", "letters")},
        "icon": lambda width, height: icon(terrain, width / 2, height / 2, width, unit=1.0),
        "pattern": lambda width, height: (Place(pattern(terrain, Box(0, 0, width, height), mm(0.9))),),
    }


def _index(
    order: Order, recipe: TerrainOptions, terrains: Terrains, boards: Sequence[Board], told: Sequence[Mapping[str, Any]]
) -> Drawing:
    """Small pictures of all boards, so many side by side that they come out largest."""
    room = order.face("map-sheet").slot("board")
    most = [_MOST * side for side in _fitting(recipe, room.w, room.h)]
    # Too small for a motif: the colour and the icon of the space.
    tiles = {name: Group(_tile(terrains[name], _mini(recipe))) for name in (*recipe.terrains, *recipe.bases)}
    shown = [
        {**one, "cells": partial(_cells, board, terrains, lambda _, terrain: tiles[terrain.name])}
        for board, one in zip(boards, told, strict=True)
    ]

    def pictures(width: float, height: float) -> Iterable[Item]:
        def sized(columns: int) -> tuple[float, float]:
            rows = math.ceil(len(boards) / columns)
            return _fitting(recipe, width / columns - _GAP, height / rows - _CAPTION - _GAP)

        columns = max(range(1, len(boards) + 1), key=sized)
        wide, high = map(to_mm, min(sized(columns), (most[0], most[1])))
        size = {"columns": columns, "wide": wide, "high": high}
        told = {**size, "scored": bool(recipe.score), "boards": shown, "words": words_of(order)}
        return face_picture(order, "map-boards", told)(width, height)

    seeds = {"first": boards[0].seed, "last": boards[-1].seed}
    scored = {"scored": bool(recipe.score), "words": words_of(order)}
    context = {"game": order.game.title, "count": len(boards), **seeds, **scored}
    return drawn_face(order, "map-index", context, {"boards": pictures})


def _tile(terrain: Terrain, size: tuple[float, float]) -> tuple[Item, ...]:
    wide, high = size
    ground = Rect(0, 0, wide, high, terrain.color("ground"), Stroke(terrain.color("gap"), mm(0.6)))
    return ground, *icon(terrain, wide / 2, high / 2, 0.84 * min(size), unit=1.0)
