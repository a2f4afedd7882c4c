"""The desk `map` of hex boards: how theirs are drawn for a screen, and what people can say of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import get_args

from printgen.base.units import mm, scale, translate
from printgen.drawing.model import Drawing, Group, Item, Path, Place, Stroke
from printgen.drawing.outlines import circle, join_outlines, polyline
from printgen.game.boards import RandomPlan
from printgen.kinds.board.grid import DIRECTION_NAMES, Ends, Hex, edge, moved
from printgen.kinds.board.hex_art import WIDTH, HexArt, single_hex
from printgen.kinds.board.hex_proof import NOTHING, held_on, locks_of
from printgen.kinds.board.hex_recipe import HexOptions, HexPlan
from printgen.kinds.board.hex_rules import HexRules
from printgen.kinds.board.hexes import Arrangement, HexBoard
from printgen.studio.actions import Action, Live
from printgen.studio.actions.boards import Drafter, Drawn, Paint, Spot, actions, look_of

# How wide a hex is on a screen and in a small picture, and a sample of a ground, in points.
_WIDE, _SMALL, _SAMPLE = mm(20), mm(6), (mm(18), mm(13))
# So many hexes have their textures on a screen; of more, nobody sees any.
_TEXTURED = 500
# How thick edges are in small pictures, beside those on hexes of 32 mm.
_THICK = 1.5


class _Looks(Drawn[HexArt]):
    """The art of hex boards."""


def _art(live: Live, plan: RandomPlan[HexBoard]) -> HexArt:
    arts, look = live.job.library.once(_Looks), look_of(live)
    key = f"{live.product.name} {look}"
    if key not in arts:
        arts[key] = HexArt(live.job.library, _rules(plan), _options(plan).look, look)
    return arts[key]


def _options(plan: RandomPlan[HexBoard]) -> HexOptions:
    assert isinstance(plan, HexPlan)
    return plan.options


def _rules(plan: RandomPlan[HexBoard]) -> HexRules:
    assert isinstance(plan, HexPlan)
    return plan.rules


class _Hexes(Drafter[HexBoard]):
    forms = ("poster", "maps")

    def picture(self, live: Live, plan: RandomPlan[HexBoard], board: HexBoard) -> Drawing:
        art = _art(live, plan)
        large = len(board.grounds) > _TEXTURED
        drawn = Group(tuple(_sketched(art, board))) if large else art.board(board, 3.8)
        return Drawing(*board.recipe.grid.box(_WIDE), (Place(drawn, scale(_WIDE / WIDTH)),))

    def small(self, live: Live, plan: RandomPlan[HexBoard], board: HexBoard) -> Drawing:
        items = tuple(_sketched(_art(live, plan), board))
        return Drawing(*board.recipe.grid.box(_SMALL), (Place(Group(items), scale(_SMALL / WIDTH)),))

    def spots(self, live: Live, plan: RandomPlan[HexBoard], board: HexBoard) -> Iterator[Spot]:
        grid, rules = board.recipe.grid, board.rules
        for cell, ground in board.grounds.items():
            zone = board.start_of.get(cell)
            marked = f"Start zone {zone.upper()}" if zone else ""
            lying = [name.replace("-", " ").capitalize() for name in board.power_ups.get(cell, ())]
            title = ", ".join(filter(None, (_called(rules, ground), *lying, marked)))
            yield Spot(grid.name(cell), grid.corners(cell, _WIDE), held_on(board, cell), title, marked)

    def paints(self, live: Live, plan: RandomPlan[HexBoard]) -> Iterator[Paint]:
        art, rules = _art(live, plan), _rules(plan)
        for name in rules.grounds:
            yield Paint(name, _called(rules, name), "ground", Drawing(*_SAMPLE, art.swatch(name, *_SAMPLE)))
        side = _SAMPLE[1]
        for name, icons in _options(plan).power_ups.items():
            badge = Group((art.badge(icons, WIDTH / 2, WIDTH / 2, 0.9 * WIDTH),))
            drawn = Drawing(side, side, (Place(badge, scale(side / WIDTH)),))
            yield Paint(name, name.replace("-", " ").capitalize(), "power-up", drawn)
        if _options(plan).power_ups:
            yield Paint(NOTHING, "No power-up", "power-up", Drawing(side, side, (_crossed_out(side),)))

    def arrangements(self, plan: RandomPlan[HexBoard]) -> Iterable[str]:
        return [word for word in get_args(Arrangement) if word != "clumped" or not _options(plan).ruled]

    def size(self, plan: RandomPlan[HexBoard]) -> tuple[int, int]:
        return _options(plan).rows, _options(plan).columns

    def said(self, plan: RandomPlan[HexBoard]) -> tuple[str, int]:
        return _options(plan).arrangement, _options(plan).fair

    def kept(self, plan: RandomPlan[HexBoard]) -> Collection[str]:
        return {_options(plan).grid.name(cell) for cell in locks_of(_options(plan), _rules(plan))}

    def sides(self, plan: RandomPlan[HexBoard]) -> tuple[str, str] | None:
        return ("Start zone A", "Start zone B") if _options(plan).figures else None

    def lines(self, plan: RandomPlan[HexBoard], board: HexBoard) -> Iterable[str]:
        grid = board.recipe.grid
        yield "  hexes:"
        for cell, ground in board.grounds.items():
            said = [f"edges: {{{', '.join(edges)}}}"] if (edges := [*_edges_from(board, cell)]) else []
            said += [f"power_ups: [{', '.join(board.power_ups[cell])}]"] if cell in board.power_ups else []
            said += [f"start: {board.start_of[cell]}"] if cell in board.start_of else []
            told = board.rules.ground_of(board.kinds_around(cell))
            said += [f"ground: {ground}"] if ground != told else []
            if said:
                yield f"    {grid.name(cell)}: {{{', '.join(said)}}}"


def _edges_from(board: HexBoard, cell: Hex) -> Iterator[str]:
    """The edges of a hex that are not plain, each told by one of the two hexes that share it."""
    grid = board.recipe.grid
    for n, direction in enumerate(DIRECTION_NAMES[grid.top]):
        other = moved(cell, n)
        if cell < other and other in grid and (kind := board.edges[edge(cell, other)]) != board.rules.plain_edge:
            yield f"{direction}: {kind}"


def _called(rules: HexRules, ground: str) -> str:
    """What a ground is called, without what it does."""
    return rules.grounds[ground].name.text.partition(":")[0].capitalize()


def _sketched(art: HexArt, board: HexBoard) -> Iterator[Item]:
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
            yield from art.look.sides(name, sides[name], _THICK)
    for cell in board.power_ups:
        x, y = grid.centre(cell, WIDTH)
        yield Path(circle(x, y, 7.0), color("white"), Stroke(color("ink"), 1.6))
        yield Path(circle(x, y, 3.2), color("ink"))


ACTIONS: Mapping[str, Action] = actions(_Hexes())
"""The actions by name."""


def _crossed_out(side: float) -> Item:
    """A ring with a line through it, in a square of a side."""
    middle, reach = side / 2, 0.36 * side
    slant = reach / 2**0.5
    line = polyline(((middle - slant, middle + slant), (middle + slant, middle - slant)))
    return Path(join_outlines((circle(middle, middle, reach), line)), None, Stroke("#7A2E22", 0.09 * side))
