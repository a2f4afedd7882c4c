"""Terrain boards: a product's recipe and a seed come in; a poster, loose tiles or map sheets come out as Pieces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from printgen.base.geometry import scale, translate
from printgen.base.letters import coordinate
from printgen.base.units import mm, parse_size
from printgen.drawing.model import Drawing, Group, Place
from printgen.drawing.pieces import Piece
from printgen.drawing.problems import PartError, TemplateProblem
from printgen.errors import Finding, PrintgenError, Where, did_you_mean
from printgen.kinds.composition import Composition, Order, named_size
from printgen.kinds.facing import drawn_face
from printgen.kinds.terrain_board.art import SPACE, TerrainArt
from printgen.kinds.terrain_board.fairness import Strengths
from printgen.kinds.terrain_board.maker import make_board
from printgen.kinds.terrain_board.maps import map_pieces
from printgen.kinds.terrain_board.reading import read_boards, read_recipe
from printgen.kinds.terrain_board.recipe import Board, Recipe
from printgen.kinds.terrain_board.rules import strengths_of
from printgen.reading.marked import Map, Seq

_COUNT = 12
_MOST = 200
# A space below this has no room for its band and motif.
_LEAST = (mm(40), mm(50))
# Each board has a block of seeds of its own for its spaces.
_BLOCK = 1 << 16


@dataclass(frozen=True, slots=True)
class _Plan:
    """What a product's options ask for; sizes in points. `board` is one written by hand, or None."""

    form: str
    space: tuple[float, float]
    card: tuple[float, float]
    count: int
    backs: bool
    recipe: Recipe
    board: Board | None
    strengths: Strengths
    notes: tuple[str, ...]


def compose_terrain_board(order: Order) -> Composition:
    """The pieces of a board in the form that its options name: one poster, a tile a space, or sheets of maps.

    Options, besides the recipe's: `form` (poster, tiles or maps), `space` and `card` (sizes), `count` (how many
    maps, from the seed up), `backs` (of tiles), `by-hand` (the name of one of `boards`) and `notes` (lines for the
    foot of maps).
    """
    plan, findings = _read_plan(order)
    if plan is None:
        return Composition((), tuple(findings))
    art = TerrainArt(order.library)
    findings = _unknown_terrains(order, plan.recipe, art)
    if findings:
        return Composition((), tuple(findings))
    try:
        return Composition(_FORMS[plan.form](order, plan, art))
    except PartError as error:
        finding = Finding("error", order.product.where_of("options"), str(error), code="art")
        return Composition((), (finding,))
    except (TemplateProblem, PrintgenError) as error:
        return Composition((), error.findings)


def _poster(order: Order, plan: _Plan, art: TerrainArt) -> tuple[Piece, ...]:
    """The whole board as one piece, every space at its true size."""
    board, recipe = _board(order, plan), plan.recipe
    width, height = plan.space
    spaces = tuple(
        Place(Group(_space(order, plan, art, board, row, column).items), translate(column * width, row * height))
        for row in range(recipe.rows)
        for column in range(recipe.columns)
    )
    return (Piece(order.product.title, Drawing(recipe.columns * width, recipe.rows * height, spaces)),)


def _tiles(order: Order, plan: _Plan, art: TerrainArt) -> tuple[Piece, ...]:
    """One piece a space; its coordinate says where it lies on the board of the seed."""
    board, recipe = _board(order, plan), plan.recipe
    back, bleed = _back(order, plan.space) if plan.backs else (None, 0.0)
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


def _maps(order: Order, plan: _Plan, art: TerrainArt) -> tuple[Piece, ...]:
    if plan.board is not None:
        boards = [plan.board]
    else:
        boards = [make_board(plan.recipe, order.seed + i, plan.strengths) for i in range(plan.count)]
    return map_pieces(order, art, boards, plan.strengths, plan.notes)


_FORMS: Mapping[str, Callable[[Order, _Plan, TerrainArt], tuple[Piece, ...]]] = {
    "poster": _poster,
    "tiles": _tiles,
    "maps": _maps,
}


def _board(order: Order, plan: _Plan) -> Board:
    return plan.board or make_board(plan.recipe, order.seed, plan.strengths)


def _space(order: Order, plan: _Plan, art: TerrainArt, board: Board, row: int, column: int) -> Drawing:
    seed = order.seed * _BLOCK + row * plan.recipe.columns + column
    return art.space(board.cells[row][column], plan.space, seed, coordinate(row, column), card=plan.card)


def _back(order: Order, size: tuple[float, float]) -> tuple[Drawing, float]:
    """The back of every tile, stretched to the size of a space, and how far it bleeds."""
    name = order.product.back or "terrain-back"
    drawn, bleed = drawn_face(order, name, {"game": order.game.title}), order.library.face(name).bleed
    if (drawn.width, drawn.height) == size:
        return drawn, bleed
    across, down = size[0] / drawn.width, size[1] / drawn.height
    return Drawing(*size, (Place(Group(drawn.items), scale(across, down)),)), bleed * min(across, down)


def _read_plan(order: Order) -> tuple[_Plan | None, list[Finding]]:
    options = order.loaded(Map)
    recipe, findings = read_recipe(options)
    reader = _Options(options, order.product.where_of("options"), findings)
    form = reader.word("form", tuple(_FORMS), "poster")
    space, card = reader.space(), reader.card()
    count = reader.count()
    backs, notes = reader.flag("backs"), reader.notes(recipe)
    board: Board | None = None
    if recipe is not None and "by-hand" in options:
        boards, mistakes = read_boards(options, order.game.folder, recipe)
        findings += mistakes
        board = boards.get(reader.word("by-hand", tuple(boards), "")) if not mistakes else None
    if recipe is None or any(finding.severity == "error" for finding in findings):
        return None, findings
    strengths = strengths_of(order.game)
    return _Plan(form, space, card, count, backs, recipe, board, strengths, notes), findings


@dataclass
class _Options:
    """Reads the options of a board product one by one; what is wrong is added to the findings."""

    options: Map
    start: Where
    findings: list[Finding]

    def _report(self, key: str, message: str, hint: str = "") -> None:
        where = self.options.where(key) if key in self.options else self.start
        self.findings.append(Finding("error", where, message, hint))

    def word(self, key: str, known: tuple[str, ...], default: str) -> str:
        value = self.options.get(key, default)
        if value not in known:
            self._report(key, f"{key} is '{value}'", did_you_mean(str(value), known))
            return default
        return str(value)

    def space(self) -> tuple[float, float]:
        if "space" not in self.options:
            return SPACE
        try:
            width, height = parse_size(str(self.options["space"]))
        except ValueError as error:
            self._report("space", str(error))
            return SPACE
        if width < _LEAST[0] or height < _LEAST[1]:
            self._report("space", "a space needs 40 x 50 mm or more", "Write it like 74x98mm.")
            return SPACE
        return width, height

    def card(self) -> tuple[float, float]:
        try:
            return named_size(str(self.options.get("card", "poker")))
        except ValueError as error:
            self._report("card", str(error))
            return SPACE

    def count(self) -> int:
        value = self.options.get("count", _COUNT)
        if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= _MOST:
            self._report("count", f"count is '{value}'", f"Write a whole number from 1 to {_MOST}.")
            return _COUNT
        return value

    def flag(self, key: str) -> bool:
        value = self.options.get(key, False)
        if not isinstance(value, bool):
            self._report(key, f"{key} is '{value}'", "Write true or false.")
        return value is True

    def notes(self, recipe: Recipe | None) -> tuple[str, ...]:
        given = self.options.get("notes")
        if isinstance(given, Seq) and len(given) <= 3:
            return tuple(str(line) for line in given)
        if given is not None:
            self._report("notes", "notes are up to three lines of text", "Write each after a dash.")
        goal = recipe.victory.replace("-", " ").capitalize() if recipe else ""
        return (f"Win: take the enemy base, or hold every {goal} space.",)


def _unknown_terrains(order: Order, recipe: Recipe, art: TerrainArt) -> list[Finding]:
    """Findings for terrains and bases without a look, each at its word in the options."""
    options = order.loaded(Map)
    findings: list[Finding] = []
    names = options["terrains"]
    places = {name: names.where(i) for i, name in enumerate(names)} if isinstance(names, Seq) else {}
    bases = options["bases"]
    if isinstance(bases, Map):
        places |= {name: bases.key_where(name) for name in bases}
    for name in (*recipe.terrains, *(base for base, _, _ in recipe.bases)):
        try:
            art.look(name)
        except TemplateProblem as error:
            findings += error.findings
        except ValueError as error:
            message, _, hint = str(error).partition(". ")
            findings.append(Finding("error", places.get(name, options.start), message, hint, "unknown-terrain"))
    return findings
