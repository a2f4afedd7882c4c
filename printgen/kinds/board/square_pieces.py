"""Boards of squares as pieces: one poster, a tile for every space, or map sheets with small spaces."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import cycle, pairwise, repeat
from operator import sub
from typing import Any

from printgen.base.errors import Finding, PrintgenError, Where, split_advice, stop_on_errors
from printgen.base.limits import consume
from printgen.base.names import capitalize, lower
from printgen.base.seeds import rng_for
from printgen.base.units import Box, chain, letters, mm, scale, to_mm, translate
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Rect, Stroke
from printgen.drawing.outlines import polyline, rectangle
from printgen.drawing.pieces import Cell, PartError, Piece, Spaces, TemplateProblem
from printgen.drawing.windows import OUTLINE, Reducer
from printgen.faces.inspection import SMALLEST
from printgen.faces.session import Origin
from printgen.faces.template_mistakes import look_alike
from printgen.kinds import Kind, poster
from printgen.kinds.board.grid import Space, space_name
from printgen.kinds.board.square_art import BLEED as PAINTED
from printgen.kinds.board.square_art import EDGE, MINI_TEXT, TURNS, icon, landmarks_of, pattern, space, swatch, swatches
from printgen.kinds.board.square_plan import SquarePlan, check_squares, load_squares
from printgen.kinds.board.squares import SquareBoard, SquareOptions
from printgen.kinds.board.terrain import Terrain, TerrainFile, Terrains
from printgen.kinds.composition import Composition, Order
from printgen.kinds.cutter import back_of
from printgen.kinds.face_rendering import face_picture, fill_face
from printgen.kinds.poster import BLEED, BoardOnPaper, Chapter, PosterLayout

# Each board has so many seeds of its own for the motifs of its spaces.
_SEEDS_A_BOARD = 1 << 16
# The work of drawing a space at its true size is that of so many small ones.
_LARGE = 3
# The spaces of a poster get smaller in steps of at most this much, in points.
_STEP = mm(0.5)


def _poster(order: Order, plan: SquarePlan, terrains: Terrains) -> tuple[Piece, tuple[Finding, ...]]:
    """The whole board as one piece, every space at its true size; title and legend if a sheet has room for them.

    Among the possible sizes of a space the choice is the fewest pages; among those a size with pages in rows and
    columns, or with room for a title; and the largest of those.
    """
    options, board = plan.options, plan.board_for(order.seed)
    best: tuple[tuple[float, bool, bool], tuple[float, float], BoardOnPaper, PosterLayout | None] | None = None
    for size in _sizes(options):
        on_paper = _on_paper(order, options, board, terrains, size)
        layout = poster.layout_of(order, on_paper.size, on_paper.chapters, on_paper.flush) if options.titled else None
        cost = (1, False, False) if layout or not options.least else (*_count_pages(order, on_paper.size), True)
        if best is None or cost < best[0]:
            best = cost, size, on_paper, layout
    assert best is not None
    _, size, on_paper, layout = best
    joints = () if layout else poster.board_joints(order, on_paper.size)
    ends: Sequence[Space] = ()
    last = options.columns - 1
    if layout and layout.flush:
        # With the legend beside it, a board ends at the poster's left edge only.
        last = last if not layout.legend.x else -1
        ends = [space for space in board.cells if space[1] in (0, last)]
    inner = [space for space in board.cells if space not in ends] if ends else None
    items = [_place(at, drawn) for at, _, drawn in draw_spaces(order, plan, terrains, size, only=inner, joints=joints)]
    if ends:
        items += [_place_bleeding(*drawn, last) for drawn in draw_spaces(order, plan, terrains, size, BLEED, ends)]
    return poster.compose_poster(order, on_paper, layout, options.titled, items)


def _on_paper(
    order: Order, options: SquareOptions, board: SquareBoard, terrains: Terrains, size: tuple[float, float]
) -> BoardOnPaper:
    """A board with spaces of a size, as a poster shows it."""
    (wide, high), (across, down) = size, (poster.print_number(to_mm(side)) for side in size)
    names = {space: options.grid.name(space) for space in board.cells}
    cells = (Cell(name, *at, (at[1] + 0.5) * wide, (at[0] + 0.5) * high) for at, name in names.items())
    starts = tuple(tuple(names[at] for at in _starts(home, board)) for home in board.homes)
    values = {
        "line": f"{options.columns} × {options.rows}",
        "seed": "" if board.seed is None else str(board.seed),
        "space": f"{poster.words_of(order)['a_space']} {across} × {down} mm",
        "notes": _notes(options),
    }
    spaces = Spaces("square", wide, high, tuple(cells), starts)
    # Without a space in some place there is no edge to bleed.
    flush = len(board.cells) == options.rows * options.columns
    whole = options.columns * wide, options.rows * high
    return BoardOnPaper(whole, _chapters(options, board, terrains), values, spaces, flush)


def _starts(home: Space, board: SquareBoard) -> list[Space]:
    """A base, the spaces beside it, and those that touch its corners."""
    apart = {at: (abs(at[0] - home[0]), abs(at[1] - home[1])) for at in board.cells}
    return sorted((at for at in apart if max(apart[at]) <= 1), key=lambda at: (sum(apart[at]), at))


def _notes(options: SquareOptions) -> list[str]:
    """The notes of the options, with the winning terrain filled in."""
    return [note.replace("{goal}", options.goal) for note in options.notes]


def _place_bleeding(at: Space, terrain: Terrain, drawn: Drawing, last: int) -> Place:
    """A space at the left or right edge of a board, extended beyond it, without a line there."""
    wide, high, (_, column) = drawn.width, drawn.height, at
    left, right = (BLEED if column == 0 else 0.0), (BLEED if column == last else 0.0)
    corners = [(0.0, 0.0), (wide, 0.0), (wide, high), (0.0, high)]
    sides = zip(pairwise([*corners, corners[0]]), (0, right, 0, left), strict=True)
    lines = tuple(step for side, beyond in sides if not beyond for step in polyline(side))
    edge = Path(lines, None, Stroke(terrain.color("deep"), EDGE))
    cut = Group((*drawn.items, edge), rectangle(Box(-left, 0, wide + left + right, high)))
    return _place(at, Drawing(wide, high, (Place(cut),)))


def _place(at: Space, drawn: Drawing) -> Place:
    return Place(Group(drawn.items), translate(at[1] * drawn.width, at[0] * drawn.height))


def _sizes(options: SquareOptions) -> Iterator[tuple[float, float]]:
    """The possible sizes of a poster's spaces, the largest first."""
    smallest = options.least or options.space
    steps = math.ceil(max(map(sub, options.space, smallest)) / _STEP - 1e-6)
    for n in range(steps + 1):
        wide, high = (
            most - (most - low) * n / max(1, steps) for most, low in zip(options.space, smallest, strict=True)
        )
        yield wide, high


def _count_pages(order: Order, size: tuple[float, float]) -> tuple[int, bool]:
    """The number of pages of a board, and whether some of their joints end at other pages."""
    plan = poster.plan_pages(order, order.product.title, size)
    return len(plan.tiles), not plan.plain


def _chapters(options: SquareOptions, board: SquareBoard, terrains: Terrains) -> list[Chapter]:
    """The legend of a poster: the bases and terrains on the board, with their numbers."""
    _, names = options.style
    homes = [(name, space_name(names, *home)) for home, name in board.homes.items()]
    counts = [(name, f"× {count}") for name, count in board.counts.items() if count]
    return [Chapter("", [
        {
            "name": terrains[name].title.replace("-", " "),
            "count": count,
            "note": options.does.get(name, ""),
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


def draw_spaces(
    order: Order, plan: SquarePlan, terrains: Terrains, size: tuple[float, float], bleed: float = 0.0,
    only: Sequence[Space] | None = None, joints: Sequence[Box] = (),
) -> Iterator[tuple[Space, Terrain, Drawing]]:  # fmt: skip
    """Spaces, all or `only` some, with terrain, at true size and for the bleed; words keep off `joints` of pages."""
    options = plan.options
    card = order.library.size(options.card) if options.card else None
    consume("spaces", _LARGE * options.rows * options.columns, options.where_of("rows"))
    band, names = options.style
    board = plan.board_for(order.seed)
    turns = landmarks_of(board)
    for n, (at, name) in enumerate(board.cells.items(), order.seed * _SEEDS_A_BOARD):
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
        origin = Origin(f"the terrain {terrain.title}", look_place(terrain, options))
        order.renderer.preflight.set_origin(drawn.items, origin)
        yield at, terrain, drawn


def look_place(terrain: Terrain, options: SquareOptions) -> Where:
    """The place that defines a terrain's look, or else its name."""
    return terrain.file.where if terrain.file.where.file else options.where_of("terrains")


# A small space of a map is drawn this wide, and shrunk where the board has more columns.
_MINI = mm(21)
# So many motifs of each terrain serve all small spaces, as many for each landmark; no board shows one twice before it
# has shown all of them.
_POOL = 16
# The height of the caption of a small picture, the least room between two, and the most of a sheet's that one takes.
_CAPTION, _GAP, _MOST = mm(9.5), mm(5), 0.6


def compose_terrain_board(order: Order) -> Composition:
    """The pieces of a board in the form that its options name: one poster, a tile a space, or sheets of maps."""
    plan = order.value_as(SquarePlan)
    terrains = Terrains(order.library, plan.options.looks, plan.options.plain, order.look)
    findings = tuple(_check_looks(order, plan.options, terrains))
    if findings:
        return Composition((), findings)
    try:
        alike = () if order.look else tuple(_check_alike(plan.options, terrains))
        if plan.options.form == "poster":
            piece, notes = _poster(order, plan, terrains)
            return Composition((piece,), (*notes, *alike))
        return Composition((_tiles if plan.options.form == "tiles" else _maps)(order, plan, terrains), alike)
    except PartError as error:
        return Composition((), (Finding("error", order.product.where_of("options"), str(error), code="art"),))
    except PrintgenError as error:
        return Composition((), error.findings)


def _check_alike(options: SquareOptions, terrains: Terrains) -> Iterator[Finding]:
    """A warning for terrains that look alike and whose spaces show neither name, icon, pattern nor motif."""
    bare = {name: terrains[name] for name in options.terrains if options.style[0] == "none"}
    named = {
        name: (terrain.color("ground"), look_place(terrain, options))
        for name, terrain in bare.items()
        if not (terrain.file.icon or terrain.file.pattern or terrain.file.layers)
    }
    yield from look_alike("the terrains", named)


def _tiles(order: Order, plan: SquarePlan, terrains: Terrains) -> tuple[Piece, ...]:
    """One piece a space; its coordinate is its place on the board of the seed."""
    back, most = _back(order, plan.options.space) if plan.options.backs else (None, mm(PAINTED))
    bleed = min(most, mm(PAINTED))
    return tuple(
        Piece(f"{plan.options.grid.name(at)} {capitalize(lower(terrain.title))}", drawn, back, bleed=bleed, role="tile")
        for at, terrain, drawn in draw_spaces(order, plan, terrains, plan.options.space, bleed)
    )


def _back(order: Order, size: tuple[float, float]) -> tuple[Drawing, float]:
    """The back of every tile, stretched to the size of a space, and how far it bleeds."""
    name = order.product.back or "terrain-back"
    back, findings = back_of(order, name, order.product.where_of("back"))
    stop_on_errors(findings)
    assert back
    drawn, bleed = back.over(fill_face(order, back.face, {"game": order.game.title})), back.face.bleed
    if (drawn.width, drawn.height) == size:
        return drawn, bleed
    across, down = size[0] / drawn.width, size[1] / drawn.height
    return Drawing(*size, (Place(Group(drawn.items), scale(across, down)),)), bleed * min(across, down)


def _check_looks(order: Order, options: SquareOptions, terrains: Terrains) -> Iterator[Finding]:
    """Findings for terrains and bases without a look, each at its word in the options, and for a size of no card."""
    for name, where in options.words():
        try:
            terrains[name]
        except TemplateProblem as error:
            yield from error.findings
        except ValueError as error:
            message, hint = split_advice(str(error))
            if name in options.equal_terrains and not hint.startswith("Did you mean"):
                weights = ", ".join(f"{terrain}: 1" for terrain in options.equal_terrains)
                hint = f"Write terrains: {{{weights}}}; or write how it looks into templates/terrain/{name}.yaml."
            yield Finding("error", where, message, hint, "unknown-terrain")
    try:
        order.library.size(options.card or "poker")
    except ValueError as error:
        message, hint = split_advice(str(error), "Write it like 63.5x88.9mm.")
        yield Finding("error", options.where_of("card"), f"card: {message}", hint, "unknown-size")


def _maps(order: Order, plan: SquarePlan, terrains: Terrains) -> tuple[Piece, ...]:
    """A page of small pictures, then a page a board; a single board needs no such first page."""
    options, count = plan.options, 1 if plan.by_hand else plan.options.count
    consume("spaces", count * options.rows * options.columns, options.where_of("count"))
    boards, scores = zip(*plan.scored_boards(order.seed), strict=True)
    values = [
        poster.score_values(n, board.seed, score, ".1f")
        for n, (board, score) in enumerate(zip(boards, scores, strict=True), 1)
    ]
    reducer = Reducer(OUTLINE, whole=True)
    sheets = tuple(
        _sheet(order, options, terrains, board, entry, reducer) for board, entry in zip(boards, values, strict=True)
    )
    if len(sheets) == 1:
        return sheets
    best = min(score.total for score in scores)
    marked = [{**entry, "best": score.total == best} for entry, score in zip(values, scores, strict=True)]
    index = _index_page(order, options, terrains, boards, marked)
    return (Piece(f"{order.product.title}: all boards", index, page=True, role="page"), *sheets)


def _sheet(
    order: Order,
    recipe: SquareOptions,
    terrains: Terrains,
    board: SquareBoard,
    values: Mapping[str, Any],
    reducer: Reducer,
) -> Piece:
    """A page with a board in small spaces, its legend, its score and its notes."""
    size, (band, names) = _small_size(recipe), recipe.style
    context = {
        **values,
        "rows": recipe.rows,
        "columns": recipe.columns,
        "scored": bool(recipe.score),
        "notes": _notes(recipe),
    }
    marks = {"letters": [letters(n) for n in range(recipe.columns)], "rows": list(range(1, recipe.rows + 1))}
    plates = {
        "terrains": [_legend_entry(terrains[name], f"× {count}") for name, count in board.counts.items() if count],
        "bases": [_legend_entry(terrains[name], space_name(names, *home)) for home, name in board.homes.items()],
    }

    turns = landmarks_of(board)
    pools = {(name, turn): cycle(_shuffle_pool(board, name, turn)) for name in recipe.terrains for turn in range(TURNS)}

    room = order.face("map-sheet").slot("board")
    # Words are no smaller on paper than people can read, however small the spaces get.
    points = max(MINI_TEXT, SMALLEST * recipe.columns * size[0] / _fit_board(recipe, room.w, room.h)[0])

    def draw_cell(at: Space, terrain: Terrain) -> Group:
        number, name = next(pools.get((terrain.name, turns[at]), repeat(0))), space_name(names, *at)
        turn = turns[at] if at not in board.recipe.homes else -1
        return Group(space(terrain, size, number, name, mini=True, band=band, points=points, turn=turn).items)

    squares = face_picture(order, "map-board", {**marks, "cells": partial(_small_spaces, board, terrains, draw_cell)})

    def picture(width: float, height: float) -> Iterator[Item]:
        wide, high = _fit_board(recipe, width, height)
        yield Place(reducer.later(Group(tuple(squares(wide, high)))), translate((width - wide) / 2, 0))

    return poster.map_sheet(order, "map-sheet", context, picture, face_picture(order, "map-legend", plates))


def _fit_board(recipe: SquareOptions, width: float, height: float) -> tuple[float, float]:
    """The size of a board of small spaces that fits a room."""
    wide, high = (count * side for count, side in zip((recipe.columns, recipe.rows), _small_size(recipe), strict=True))
    share = min(width / wide, height / high)
    return share * wide, share * high


def _small_size(recipe: SquareOptions) -> tuple[float, float]:
    """The size of a small space, in the shape of a large one."""
    return _MINI, _MINI * recipe.space[1] / recipe.space[0]


def _shuffle_pool(board: SquareBoard, terrain: str, turn: int) -> list[int]:
    """The motifs of a terrain that show one of its landmarks, as they come on a board."""
    pool = list(range(turn, _POOL, TURNS))
    rng_for(board.seed or 0, "map-sheet", terrain, str(turn)).shuffle(pool)
    return pool


def _small_spaces(
    board: SquareBoard, terrains: Terrains, draw: Callable[[Space, Terrain], Group], width: float, height: float
) -> Iterator[Item]:
    """The spaces of a board, filling a room; `draw` draws a small one at (0, 0)."""
    across, down = width / board.recipe.columns, height / board.recipe.rows
    for (row, column), name in board.cells.items():
        place = chain(translate(column * across, row * down), scale(across / _MINI))
        yield Place(draw((row, column), terrains[name]), place)


def _legend_entry(terrain: Terrain, note: str) -> dict[str, Any]:
    """The values of a terrain or a base in the legend of a map sheet."""
    return {
        "title": terrain.title,
        "note": note,
        "base": terrain.file.base,
        **{name: terrain.color(name) for name in ("deep", "lit", "ground", "band", "letters")},
        "icon": lambda width, height: icon(terrain, width / 2, height / 2, width, unit=1.0),
        "pattern": lambda width, height: (Place(pattern(terrain, Box(0, 0, width, height), mm(0.9))),),
    }


def _index_page(
    order: Order,
    recipe: SquareOptions,
    terrains: Terrains,
    boards: Sequence[SquareBoard],
    values: Sequence[Mapping[str, Any]],
) -> Drawing:
    """Small pictures of all boards, in as many columns as make them largest."""
    room = order.face("map-sheet").slot("board")
    most = [_MOST * side for side in _fit_board(recipe, room.w, room.h)]
    # Too small for a motif: the colour and the icon of the space.
    tiles = {name: Group(_icon_tile(terrains[name], _small_size(recipe))) for name in (*recipe.terrains, *recipe.bases)}
    entries = [
        {**entry, "cells": partial(_small_spaces, board, terrains, lambda _, terrain: tiles[terrain.name])}
        for board, entry in zip(boards, values, strict=True)
    ]

    def pictures(width: float, height: float) -> Iterable[Item]:
        def size_in(columns: int) -> tuple[float, float]:
            rows = math.ceil(len(boards) / columns)
            return _fit_board(recipe, width / columns - _GAP, height / rows - _CAPTION - _GAP)

        columns = max(range(1, len(boards) + 1), key=size_in)
        wide, high = map(to_mm, min(size_in(columns), (most[0], most[1])))
        size = {"columns": columns, "wide": wide, "high": high}
        values = {**size, "scored": bool(recipe.score), "boards": entries, "words": poster.words_of(order)}
        return face_picture(order, "map-boards", values)(width, height)

    seeds = {"first": boards[0].seed, "last": boards[-1].seed}
    scored = {"scored": bool(recipe.score), "words": poster.words_of(order)}
    context = {"game": order.game.title, "count": len(boards), **seeds, **scored}
    return fill_face(order, "map-index", context, {"boards": pictures})


def _icon_tile(terrain: Terrain, size: tuple[float, float]) -> tuple[Item, ...]:
    """A space too small for its motif: its colour and its icon."""
    wide, high = size
    ground = Rect(0, 0, wide, high, terrain.color("ground"), Stroke(terrain.color("gap"), mm(0.6)))
    return ground, *icon(terrain, wide / 2, high / 2, 0.84 * min(size), unit=1.0)


KIND = Kind(
    "terrain-board",
    compose_terrain_board,
    options=SquareOptions,
    load=load_squares,
    check=check_squares,
    takes=("back",),
    shapes={"terrain": TerrainFile},
    swatches=swatches,
)
