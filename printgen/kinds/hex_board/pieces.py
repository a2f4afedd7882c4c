"""Hex boards: a recipe and a seed come in; a poster, map sheets, an overlay or equipment come out as Pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from printgen.base.geometry import chain, scale, translate
from printgen.base.units import mm
from printgen.drawing.model import Drawing, Group, Place
from printgen.drawing.outlines import transformed
from printgen.drawing.pieces import Piece
from printgen.drawing.problems import TemplateProblem
from printgen.errors import PrintgenError
from printgen.kinds.composition import Composition, Order
from printgen.kinds.hex_board.art import WIDTH, HexArt, outline_of, rim_of
from printgen.kinds.hex_board.grid import HexGrid
from printgen.kinds.hex_board.maps import hex_map_pieces, hex_overlay
from printgen.kinds.hex_board.model import SIDES
from printgen.kinds.hex_board.recipe import HexPlan

# How far the ground of a loose hex runs over its cut.
_RIM = mm(1.5)


def compose_hex_board(order: Order) -> Composition:
    """The pieces of a board in the form that its options name: one poster, map sheets, an overlay, or loose hexes."""
    plan = order.loaded(HexPlan)
    try:
        return Composition(_FORMS[plan.form](order, plan, HexArt(order.library, plan.boards.recipe.rules)))
    except (TemplateProblem, PrintgenError) as error:
        return Composition((), error.findings)


def _poster(order: Order, plan: HexPlan, art: HexArt) -> tuple[Piece, ...]:
    """The whole board as one piece, cut along the outline of its hexes."""
    board = plan.chosen(order.seed)
    grid = board.recipe.grid
    size = grid.box(plan.width)
    picture = Place(art.board(board), scale(plan.width / WIDTH))
    cut = rim_of(grid, plan.width)
    return (Piece(order.product.title, Drawing(*size, (picture,)), cut=cut),)


def _maps(order: Order, plan: HexPlan, art: HexArt) -> tuple[Piece, ...]:
    if plan.board is not None:
        boards = [plan.board]
    else:
        boards = [plan.boards.of_seed(order.seed + n) for n in range(plan.count)]
    return hex_map_pieces(order, art, boards)


def _overlay(order: Order, plan: HexPlan, art: HexArt) -> tuple[Piece, ...]:
    board = plan.chosen(order.seed)
    return (hex_overlay(order, art, board, plan.overlooked or board.start(SIDES[0])[0]),)


def _equipment(order: Order, plan: HexPlan, art: HexArt) -> tuple[Piece, ...]:
    """A loose hex of every power-up, two of each: one for either side."""
    grid = HexGrid(1, 1, plan.boards.recipe.grid.top)
    wide, high = grid.box(plan.width)
    size = (wide + 2 * _RIM, high + 2 * _RIM)
    middle = translate(size[0] / 2, size[1] / 2)
    cut = transformed(outline_of(grid, grid.cells, plan.width), translate(_RIM, _RIM))
    trimmed = plan.width + 2 * _RIM
    big = grid.box(trimmed)
    clip = transformed(outline_of(grid, grid.cells, trimmed), translate((size[0] - big[0]) / 2, (size[1] - big[1]) / 2))
    pieces = []
    for name, icons in plan.boards.recipe.power_ups.items():
        title = name.replace("-", " ")
        items = (*art.hexagon(art.rules.plain_ground, title.upper(), grid.top), art.badge(icons, 0, -1.6, 18))
        picture = Place(Group(items), chain(middle, scale(plan.width / WIDTH)))
        drawing = Drawing(*size, (Place(Group((picture,), clip)),))
        pieces.append(Piece(title.capitalize(), drawing, copies=2, cut=cut))
    return tuple(pieces)


_FORMS: Mapping[str, Callable[[Order, HexPlan, HexArt], tuple[Piece, ...]]] = {
    "poster": _poster,
    "maps": _maps,
    "overlay": _overlay,
    "equipment": _equipment,
}
