"""Terrain boards: a product's recipe and a seed come in; a poster, loose tiles or map sheets come out as Pieces."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from printgen.base.geometry import scale, translate
from printgen.base.letters import coordinate
from printgen.drawing.model import Drawing, Group, Place
from printgen.drawing.pieces import Piece
from printgen.drawing.problems import PartError, TemplateProblem
from printgen.errors import Finding, PrintgenError
from printgen.kinds.composition import Composition, Order
from printgen.kinds.facing import drawn_face
from printgen.kinds.terrain_board.art import TerrainArt
from printgen.kinds.terrain_board.maps import map_pieces
from printgen.kinds.terrain_board.options import Plan, TerrainOptions
from printgen.kinds.terrain_board.recipe import Board
from printgen.reading.part import Phrase

# Each board has a block of seeds of its own for its spaces.
_BLOCK = 1 << 16


def compose_terrain_board(order: Order) -> Composition:
    """The pieces of a board in the form that its options name: one poster, a tile a space, or sheets of maps."""
    plan, art = order.loaded(Plan), order.library.once(TerrainArt)
    findings = [*_unknown_terrains(plan.options, art), *_unknown_card(order, plan.options)]
    if findings:
        return Composition((), tuple(findings))
    try:
        return Composition(_FORMS[plan.options.form](order, plan, art))
    except PartError as error:
        finding = Finding("error", order.product.where_of("options"), str(error), code="art")
        return Composition((), (finding,))
    except (TemplateProblem, PrintgenError) as error:
        return Composition((), error.findings)


def _poster(order: Order, plan: Plan, art: TerrainArt) -> tuple[Piece, ...]:
    """The whole board as one piece, every space at its true size."""
    board, recipe = plan.chosen(order.seed), plan.recipe
    width, height = plan.options.space
    spaces = tuple(
        Place(Group(_space(order, plan, art, board, row, column).items), translate(column * width, row * height))
        for row in range(recipe.rows)
        for column in range(recipe.columns)
    )
    return (Piece(order.product.title, Drawing(recipe.columns * width, recipe.rows * height, spaces)),)


def _tiles(order: Order, plan: Plan, art: TerrainArt) -> tuple[Piece, ...]:
    """One piece a space; its coordinate says where it lies on the board of the seed."""
    board, recipe = plan.chosen(order.seed), plan.recipe
    back, bleed = _back(order, plan.options.space) if plan.options.backs else (None, 0.0)
    return tuple(
        Piece(
            f"{coordinate(row, column)} {art.look(board.cells[row][column]).title.capitalize()}",
            _space(order, plan, art, board, row, column),
            back,
            bleed=bleed,
        )
        for row in range(recipe.rows)
        for column in range(recipe.columns)
    )


def _maps(order: Order, plan: Plan, art: TerrainArt) -> tuple[Piece, ...]:
    count = 1 if plan.by_hand else plan.options.count
    boards = [plan.chosen(order.seed + i) for i in range(count)]
    return map_pieces(order, art, boards, plan.strengths, plan.notes)


_FORMS: Mapping[str, Callable[[Order, Plan, TerrainArt], tuple[Piece, ...]]] = {
    "poster": _poster,
    "tiles": _tiles,
    "maps": _maps,
}


def _space(order: Order, plan: Plan, art: TerrainArt, board: Board, row: int, column: int) -> Drawing:
    seed = order.seed * _BLOCK + row * plan.recipe.columns + column
    card = order.library.size(plan.options.card)
    return art.space(board.cells[row][column], plan.options.space, seed, coordinate(row, column), card=card)


def _back(order: Order, size: tuple[float, float]) -> tuple[Drawing, float]:
    """The back of every tile, stretched to the size of a space, and how far it bleeds."""
    name = order.product.back or "terrain-back"
    drawn, bleed = drawn_face(order, name, {"game": order.game.title}), order.library.face(name).bleed
    if (drawn.width, drawn.height) == size:
        return drawn, bleed
    across, down = size[0] / drawn.width, size[1] / drawn.height
    return Drawing(*size, (Place(Group(drawn.items), scale(across, down)),)), bleed * min(across, down)


def _unknown_card(order: Order, options: TerrainOptions) -> Iterator[Finding]:
    """A finding where the size of cards is none."""
    try:
        order.library.size(options.card)
    except ValueError as error:
        message, _, hint = str(error).partition(". ")
        hint = hint or "Write it like 63.5x88.9mm."
        yield Finding("error", options.where_of("card"), f"card: {message}", hint, "unknown-size")


def _unknown_terrains(options: TerrainOptions, art: TerrainArt) -> list[Finding]:
    """Findings for terrains and bases without a look, each at its word in the options."""
    bases = options.written["bases"]
    names = [*options.terrains, *(Phrase(name, bases.key_where(name)) for name in bases)]
    findings: list[Finding] = []
    for name, where in names:
        try:
            art.look(name)
        except TemplateProblem as error:
            findings += error.findings
        except ValueError as error:
            message, _, hint = str(error).partition(". ")
            findings.append(Finding("error", where, message, hint, "unknown-terrain"))
    return findings
