"""Hex boards: a recipe and a seed come in; a poster, map sheets, an overlay or equipment come out as Pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from printgen.base.geometry import chain, scale, translate
from printgen.base.units import mm, parse_length
from printgen.drawing.model import Drawing, Group, Place
from printgen.drawing.outlines import transformed
from printgen.drawing.pieces import Piece
from printgen.drawing.problems import PartError, TemplateProblem
from printgen.errors import Finding, PrintgenError, Where, did_you_mean
from printgen.kinds.composition import Composition, Order
from printgen.kinds.hex_board.art import WIDTH, HexArt, outline_of, rim_of
from printgen.kinds.hex_board.grid import HexGrid
from printgen.kinds.hex_board.maker import make_hex_board
from printgen.kinds.hex_board.maps import hex_map_pieces, hex_overlay
from printgen.kinds.hex_board.model import SIDES, HexBoard, HexRecipe
from printgen.kinds.hex_board.reading import read_hex_boards
from printgen.kinds.hex_board.recipe import read_hex_recipe
from printgen.reading.marked import Map

_COUNT, _MOST = 6, 200
_LEAST_WIDTH, _MOST_WIDTH = mm(15), mm(120)
# How far the ground of a loose hex runs over its cut.
_RIM = mm(1.5)


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a product's options ask for; `width` of a hex across its flats in points, `board` one written by hand."""

    form: str
    width: float
    count: int
    recipe: HexRecipe
    board: HexBoard | None
    overlooked: str


def compose_hex_board(order: Order) -> Composition:
    """The pieces of a board in the form that its options name: one poster, map sheets, an overlay, or loose hexes.

    Options, besides the recipe's: `form` (poster, maps, overlay or equipment), `width` (of a hex across its flats,
    15 to 120 mm, by default 32 mm), `count` (how many maps, from the seed up), `by-hand` (the name of one of
    `boards`) and `from` (the hex, such as C4, whose lines of sight an overlay shows; by default the first of start
    zone A). Equipment is a loose hex of every power-up for each side.
    """
    plan, findings = _read_plan(order)
    if plan is None:
        return Composition((), tuple(findings))
    try:
        return Composition(_FORMS[plan.form](order, plan, HexArt(order.library)))
    except (PartError, ValueError) as error:
        finding = Finding("error", order.product.where_of("options"), str(error), code="art")
        return Composition((), (finding,))
    except (TemplateProblem, PrintgenError) as error:
        return Composition((), error.findings)


def _poster(order: Order, plan: _Plan, art: HexArt) -> tuple[Piece, ...]:
    """The whole board as one piece, cut along the outline of its hexes."""
    board = _board(order, plan)
    grid = board.recipe.grid
    size = grid.box(plan.width)
    picture = Place(art.board(board), scale(plan.width / WIDTH))
    cut = rim_of(grid, plan.width)
    return (Piece(order.product.title, Drawing(*size, (picture,)), cut=cut),)


def _maps(order: Order, plan: _Plan, art: HexArt) -> tuple[Piece, ...]:
    if plan.board is not None:
        boards = [plan.board]
    else:
        boards = [make_hex_board(plan.recipe, order.seed + n) for n in range(plan.count)]
    return hex_map_pieces(order, art, boards)


def _overlay(order: Order, plan: _Plan, art: HexArt) -> tuple[Piece, ...]:
    board = _board(order, plan)
    grid = board.recipe.grid
    names = {grid.name(cell): cell for cell in grid.cells}
    return (hex_overlay(order, art, board, names.get(plan.overlooked, board.start(SIDES[0])[0])),)


def _equipment(order: Order, plan: _Plan, art: HexArt) -> tuple[Piece, ...]:
    """A loose hex of every power-up, two of each: one for either side."""
    grid = HexGrid(1, 1, plan.recipe.grid.top)
    wide, high = grid.box(plan.width)
    size = (wide + 2 * _RIM, high + 2 * _RIM)
    middle = translate(size[0] / 2, size[1] / 2)
    cut = transformed(outline_of(grid, grid.cells, plan.width), translate(_RIM, _RIM))
    trimmed = plan.width + 2 * _RIM
    big = grid.box(trimmed)
    clip = transformed(outline_of(grid, grid.cells, trimmed), translate((size[0] - big[0]) / 2, (size[1] - big[1]) / 2))
    pieces = []
    for name, icons in plan.recipe.power_ups.items():
        title = name.replace("-", " ")
        items = (*art.hexagon("open", title.upper(), grid.top), art.badge(icons, 0, -1.6, 18))
        picture = Place(Group(items), chain(middle, scale(plan.width / WIDTH)))
        drawing = Drawing(*size, (Place(Group((picture,), clip)),))
        pieces.append(Piece(title.capitalize(), drawing, copies=2, cut=cut))
    return tuple(pieces)


_FORMS: Mapping[str, Callable[[Order, _Plan, HexArt], tuple[Piece, ...]]] = {
    "poster": _poster,
    "maps": _maps,
    "overlay": _overlay,
    "equipment": _equipment,
}


def _board(order: Order, plan: _Plan) -> HexBoard:
    return plan.board or make_hex_board(plan.recipe, order.seed)


def _read_plan(order: Order) -> tuple[_Plan | None, list[Finding]]:
    options = order.product.options
    recipe, findings = read_hex_recipe(options)
    reader = _Options(options, order.product.where_of("options"), findings)
    form = reader.word("form", tuple(_FORMS), "poster")
    width, count = reader.width(), reader.count()
    board: HexBoard | None = None
    overlooked = ""
    if recipe is not None:
        names = tuple(recipe.grid.name(cell) for cell in recipe.grid.cells)
        overlooked = reader.word("from", names, "") if "from" in options else ""
        if "by-hand" in options:
            boards, mistakes = read_hex_boards(options, order.game.folder, recipe)
            findings += mistakes
            board = boards.get(reader.word("by-hand", tuple(boards), "")) if not mistakes else None
    if recipe is None or any(finding.severity == "error" for finding in findings):
        return None, findings
    return _Plan(form, width, count, recipe, board, overlooked), findings


@dataclass
class _Options:
    """Reads the options of a hex board product one by one; what is wrong is added to the findings."""

    options: Map
    start: Where
    findings: list[Finding]

    def _report(self, key: str, message: str, hint: str = "") -> None:
        where = self.options.where(key) if key in self.options else self.start
        self.findings.append(Finding("error", where, message, hint))

    def word(self, key: str, known: tuple[str, ...], default: str) -> str:
        value: Any = self.options.get(key, default)
        if value not in known:
            self._report(key, f"{key} is '{value}'", did_you_mean(str(value), known))
            return default
        return str(value)

    def width(self) -> float:
        try:
            width = parse_length(str(self.options.get("width", f"{WIDTH:g}mm")))
        except ValueError as error:
            self._report("width", str(error))
            return mm(WIDTH)
        if not _LEAST_WIDTH <= width <= _MOST_WIDTH:
            self._report("width", "a hex is 15 to 120 mm wide across its flats", "Write it like 32mm.")
        return width

    def count(self) -> int:
        value = self.options.get("count", _COUNT)
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= _MOST:
            self._report("count", f"count is '{value}'", f"Write a whole number from 1 to {_MOST}.")
            return _COUNT
        return value
