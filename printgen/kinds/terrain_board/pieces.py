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
from printgen.kinds.terrain_board.art import space as drawn_space
from printgen.kinds.terrain_board.looks import Terrain, Terrains
from printgen.kinds.terrain_board.maps import map_pieces
from printgen.kinds.terrain_board.options import Plan, TerrainOptions
from printgen.kinds.terrain_board.recipe import Space

# Each board has a block of seeds of its own for its spaces.
_BLOCK = 1 << 16


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
    wide, high = plan.options.space
    spaces = tuple(
        Place(Group(drawn.items), translate(column * wide, row * high))
        for (row, column), _, drawn in _spaces(order, plan)
    )
    return (Piece(order.product.title, Drawing(plan.options.columns * wide, plan.options.rows * high, spaces)),)


def _tiles(order: Order, plan: Plan) -> tuple[Piece, ...]:
    """One piece a space; its coordinate says where it lies on the board of the seed."""
    back, bleed = _back(order, plan.options.space) if plan.options.backs else (None, 0.0)
    return tuple(
        Piece(f"{coordinate(*space)} {terrain.title.capitalize()}", drawn, back, bleed=bleed)
        for space, terrain, drawn in _spaces(order, plan)
    )


def _maps(order: Order, plan: Plan) -> tuple[Piece, ...]:
    count = 1 if plan.by_hand else plan.options.count
    return map_pieces(order, plan, [plan.chosen(order.seed + n) for n in range(count)])


_FORMS: Mapping[str, Callable[[Order, Plan], tuple[Piece, ...]]] = {"poster": _poster, "tiles": _tiles, "maps": _maps}


def _spaces(order: Order, plan: Plan) -> Iterator[tuple[Space, Terrain, Drawing]]:
    """Every space of the board with its terrain, drawn at true size."""
    card = order.library.size(plan.options.card)
    for n, (space, name) in enumerate(plan.chosen(order.seed).cells.items()):
        terrain, seed = order.library.once(Terrains)[name], order.seed * _BLOCK + n
        yield space, terrain, drawn_space(terrain, plan.options.space, seed, coordinate(*space), card=card)


def _back(order: Order, size: tuple[float, float]) -> tuple[Drawing, float]:
    """The back of every tile, stretched to the size of a space, and how far it bleeds."""
    name = order.product.back or "terrain-back"
    drawn, bleed = drawn_face(order, name, {"game": order.game.title}), order.library.face(name).bleed
    if (drawn.width, drawn.height) == size:
        return drawn, bleed
    across, down = size[0] / drawn.width, size[1] / drawn.height
    return Drawing(*size, (Place(Group(drawn.items), scale(across, down)),)), bleed * min(across, down)


def _unknown(order: Order, options: TerrainOptions) -> Iterator[Finding]:
    """Findings for terrains and bases without a look, each at its word in the options, and for a size of no card."""
    names = [(name, options.where_of("terrains", n)) for n, name in enumerate(options.terrains)]
    names += [(name, options.key_where_of("bases", name)) for name in options.bases]
    for name, where in names:
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
