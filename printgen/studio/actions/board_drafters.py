"""The two drafters of the desk `map`: they draw boards of squares and of hexes, and describe their spaces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import count

from printgen.base.names import capitalize, lower
from printgen.base.units import mm, scale, translate
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Rect, Stroke
from printgen.drawing.outlines import circle, join_outlines, polyline
from printgen.kinds.board.grid import DIRECTION_NAMES, Ends, Hex, edge, move, space_name
from printgen.kinds.board.hex_art import WIDTH, HexArt, single_hex
from printgen.kinds.board.hex_plan import HexPlan
from printgen.kinds.board.hex_proof import NOTHING, contents_of
from printgen.kinds.board.hex_rules import HexRules
from printgen.kinds.board.hexes import HexBoard
from printgen.kinds.board.square_art import MINI_TEXT, icon, space, swatch
from printgen.kinds.board.square_plan import SquarePlan
from printgen.kinds.board.squares import SquareBoard, SquareOptions, sentence_name
from printgen.kinds.board.terrain import Terrain, Terrains
from printgen.studio.actions import Action, Live
from printgen.studio.actions.boards import DeskSpace, Drafter, Paint, actions, art_for

_SQUARE, _HEX, _SMALL, _SAMPLE = mm(21), mm(20), mm(6), (mm(18), mm(13))
"""The width of a square and of a hex on a screen, of both in small pictures, and the size of a sample, in points."""
_MOST_MOTIFS = 3  # So many pictures of each terrain are drawn: few, so that a board is there at once.
_MOST_TEXTURED = 500  # Larger boards of hexes have no textures, which nobody would see.
_THICKNESS = 1.5  # How many times as thick as on large boards edges are in small pictures.


class _SquareDrafter(Drafter):
    """Drafts boards of squares; see `Drafter`."""

    forms = ("poster", "tiles", "maps")

    def picture(self, live: Live, plan: SquarePlan, board: SquareBoard) -> Drawing:
        terrains, options = _terrains(live, plan), plan.options
        (wide, high), (band, names) = _space_size(options, _SQUARE), options.style
        counts = {name: count() for name in board.cells.values()}
        places = []
        for (row, column), name in board.cells.items():
            number, label = next(counts[name]) % _MOST_MOTIFS, space_name(names, row, column)
            drawing = space(terrains[name], (wide, high), number, label, mini=True, band=band, points=MINI_TEXT)
            places.append(Place(Group(drawing.items), translate(column * wide, row * high)))
        return Drawing(options.columns * wide, options.rows * high, tuple(places))

    def small(self, live: Live, plan: SquarePlan, board: SquareBoard) -> Drawing:
        terrains, (wide, high) = _terrains(live, plan), _space_size(plan.options, _SMALL)
        tiles = {name: Group(_tile(terrains[name], wide, high)) for name in dict.fromkeys(board.cells.values())}
        items = (Place(tiles[name], translate(m * wide, n * high)) for (n, m), name in board.cells.items())
        return Drawing(plan.options.columns * wide, plan.options.rows * high, tuple(items))

    def spaces(self, live: Live, plan: SquarePlan, board: SquareBoard) -> Iterator[DeskSpace]:
        terrains, (wide, high) = _terrains(live, plan), _space_size(plan.options, _SQUARE)
        for name, (row, column) in plan.options.grid.by_name.items():
            word, left, top = board.cells[row, column], column * wide, row * high
            points = ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))
            title = _title(terrains[word])
            yield DeskSpace(name, points, word, title, title if (row, column) in plan.options.homes else "")

    def paints(self, live: Live, plan: SquarePlan) -> Iterator[Paint]:
        terrains = _terrains(live, plan)
        for name in plan.options.terrains:
            sample = Drawing(*_SAMPLE, swatch(terrains[name]).picture(*_SAMPLE, mm(1)))
            yield Paint(name, _title(terrains[name]), "terrain", sample)

    def sides(self, plan: SquarePlan) -> Sequence[str]:
        bases = [sentence_name(name) for name in plan.options.bases]
        return bases if len(bases) == 2 else ()

    def lines(self, board: SquareBoard) -> Iterable[str]:
        longest = max(map(len, board.cells.values()))
        rows = (" ".join(f"{word!s:{longest}}" for word in row).rstrip() for row in board.rows)
        return "  cells:", *(f"    - {row}" for row in rows)


def _terrains(live: Live, plan: SquarePlan) -> Terrains:
    """The terrains of a board in the look of a page."""
    options = plan.options
    return art_for(live, lambda look: Terrains(live.job.library, options.looks, options.plain, look))


def _space_size(options: SquareOptions, wide: float) -> tuple[float, float]:
    """The width and height of a space of a width: spaces may be oblong."""
    return wide, wide * options.space[1] / options.space[0]


def _title(terrain: Terrain) -> str:
    return capitalize(lower(terrain.title))


def _tile(terrain: Terrain, wide: float, high: float) -> tuple[Item, ...]:
    """A space of a small picture: its ground and its icon."""
    ground = Rect(0, 0, wide, high, terrain.color("ground"), Stroke(terrain.color("gap"), mm(0.25)))
    return ground, *icon(terrain, wide / 2, high / 2, 0.84 * min(wide, high), unit=1.0)


class _HexDrafter(Drafter):
    """Drafts boards of hexes; see `Drafter`."""

    forms = ("poster", "maps")

    def picture(self, live: Live, plan: HexPlan, board: HexBoard) -> Drawing:
        art = _hex_art(live, plan)
        is_large = len(board.grounds) > _MOST_TEXTURED
        group = Group(tuple(_sketch(art, board))) if is_large else art.board(board, 3.8)
        return Drawing(*board.recipe.grid.box(_HEX), (Place(group, scale(_HEX / WIDTH)),))

    def small(self, live: Live, plan: HexPlan, board: HexBoard) -> Drawing:
        items = tuple(_sketch(_hex_art(live, plan), board))
        return Drawing(*board.recipe.grid.box(_SMALL), (Place(Group(items), scale(_SMALL / WIDTH)),))

    def spaces(self, live: Live, plan: HexPlan, board: HexBoard) -> Iterator[DeskSpace]:
        grid, rules = board.recipe.grid, board.rules
        for cell, ground in board.grounds.items():
            zone = board.start_of.get(cell)
            marked = f"Start zone {zone.upper()}" if zone else ""
            power_ups = [name.replace("-", " ").capitalize() for name in board.power_ups.get(cell, ())]
            title = ", ".join(filter(None, (_ground_name(rules, ground), *power_ups, marked)))
            yield DeskSpace(grid.name(cell), grid.corners(cell, _HEX), contents_of(board, cell), title, marked)

    def paints(self, live: Live, plan: HexPlan) -> Iterator[Paint]:
        art, side = _hex_art(live, plan), _SAMPLE[1]
        for name in plan.rules.grounds:
            yield Paint(name, _ground_name(plan.rules, name), "ground", Drawing(*_SAMPLE, art.swatch(name, *_SAMPLE)))
        for name, icons in plan.options.power_ups.items():
            badge = Group((art.badge(icons, WIDTH / 2, WIDTH / 2, 0.9 * WIDTH),))
            sample = Drawing(side, side, (Place(badge, scale(side / WIDTH)),))
            yield Paint(name, name.replace("-", " ").capitalize(), "power-up", sample)
        if plan.options.power_ups:
            yield Paint(NOTHING, "No power-up", "power-up", Drawing(side, side, (_ring_with_bar(side),)))

    def sides(self, plan: HexPlan) -> Sequence[str]:
        return ("Start zone A", "Start zone B") if plan.options.figures else ()

    def lines(self, board: HexBoard) -> Iterable[str]:
        grid = board.recipe.grid
        yield "  hexes:"
        for cell, ground in board.grounds.items():
            edges = ", ".join(_edges_from(board, cell))
            entry = [f"edges: {{{edges}}}"] if edges else []
            entry += [f"power_ups: [{', '.join(board.power_ups[cell])}]"] if cell in board.power_ups else []
            entry += [f"start: {board.start_of[cell]}"] if cell in board.start_of else []
            entry += [f"ground: {ground}"] if ground != board.rules.ground_of(board.kinds_around(cell)) else []
            if entry:
                yield f"    {grid.name(cell)}: {{{', '.join(entry)}}}"


def _hex_art(live: Live, plan: HexPlan) -> HexArt:
    return art_for(live, lambda look: HexArt(live.job.library, plan.rules, plan.options.look, look))


def _edges_from(board: HexBoard, cell: Hex) -> Iterator[str]:
    """The edges of a hex that are not plain, each listed at one of the two hexes that share it."""
    grid = board.recipe.grid
    for n, direction in enumerate(DIRECTION_NAMES[grid.top]):
        other = move(cell, n)
        if cell < other and other in grid and (kind := board.edges[edge(cell, other)]) != board.rules.plain_edge:
            yield f"{direction}: {kind}"


def _ground_name(rules: HexRules, ground: str) -> str:
    return rules.grounds[ground].name.text.partition(":")[0].capitalize()


def _sketch(art: HexArt, board: HexBoard) -> Iterator[Item]:
    """A board in millimetres without names and textures: its grounds, its edges, and a dot for each power-up."""
    grid, color = board.recipe.grid, art.look.color
    hexes: dict[str, Group] = {}
    for cell, ground in board.grounds.items():
        side = board.start_of.get(cell)
        fill = color(f"zone-{side}") if side else color(art.look.grounds[ground].color)
        if fill not in hexes:
            hexes[fill] = Group((Path(single_hex(grid.top, WIDTH), fill, Stroke(color("ink"), 0.25)),))
        yield Place(hexes[fill], translate(*grid.centre(cell, WIDTH)))
    sides: dict[str, list[Ends]] = {"border": grid.border(WIDTH)}
    for (one, other), direction in grid.edges.items():
        sides.setdefault(board.edges[one, other], []).append(grid.side(one, direction, WIDTH))
    for name in art.look.edges:
        if name in sides and name != board.rules.plain_edge:
            yield from art.look.sides(name, sides[name], _THICKNESS)
    for cell in board.power_ups:
        x, y = grid.centre(cell, WIDTH)
        yield Path(circle(x, y, 7.0), color("white"), Stroke(color("ink"), 1.6))
        yield Path(circle(x, y, 3.2), color("ink"))


def _ring_with_bar(side: float) -> Item:
    """A ring with a line through it, the sign for nothing, in a square of a side."""
    middle, reach = side / 2, 0.36 * side
    slant = reach / 2**0.5
    line = polyline(((middle - slant, middle + slant), (middle + slant, middle - slant)))
    return Path(join_outlines((circle(middle, middle, reach), line)), None, Stroke("#7A2E22", 0.09 * side))


SQUARE_ACTIONS: Mapping[str, Action] = actions(_SquareDrafter())
HEX_ACTIONS: Mapping[str, Action] = actions(_HexDrafter())
"""The actions of the desk by name, for each of the two grids."""
