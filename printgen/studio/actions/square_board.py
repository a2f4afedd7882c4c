"""The desk `map` of boards of squares: how theirs are drawn for a screen, and what people can say of them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from itertools import count
from typing import Any, get_args

from printgen.base.names import capitalize, lower
from printgen.base.units import mm, translate
from printgen.drawing.model import Drawing, Group, Place, Rect, Stroke
from printgen.game.boards import RandomPlan, space_name
from printgen.kinds.board.square_art import MINI_TEXT, icon, space, swatch
from printgen.kinds.board.square_recipe import Arrangement, Board, spoken
from printgen.kinds.board.squares import Plan, TerrainOptions
from printgen.kinds.board.terrain import Terrain, Terrains
from printgen.studio.actions import Action, Live
from printgen.studio.actions.boards import Drafter, Drawn, Paint, Spot, actions, look_of

# How wide a space is on a screen and in a small picture, and a sample of a terrain.
_WIDE, _SMALL, _SAMPLE = mm(21), mm(6), (mm(18), mm(13))
# So many motifs of each terrain serve a board: few, so that it is drawn at once.
_POOL = 3


class _Looks(Drawn[Terrains]):
    """The terrains of boards of squares."""


def _terrains(live: Live, plan: RandomPlan[Board]) -> Terrains:
    looks, options = live.job.library.once(_Looks), _options(plan)
    key = f"{live.product.name} {live.settings.look}"
    if key not in looks:
        looks[key] = Terrains(live.job.library, options.looks, options.plain, look_of(live))
    return looks[key]


def _options(plan: RandomPlan[Board]) -> TerrainOptions:
    assert isinstance(plan, Plan)
    return plan.options


class _Squares(Drafter[Board]):
    forms = ("poster", "tiles", "maps")

    def picture(self, live: Live, plan: RandomPlan[Board], board: Board) -> Drawing:
        terrains, options = _terrains(live, plan), _options(plan)
        (wide, high), (band, names) = self._space(options), options.style
        turns = {name: count() for name in board.cells.values()}
        places = []
        for (row, column), name in board.cells.items():
            number = next(turns[name]) % _POOL
            called = space_name(names, row, column)
            drawn = space(terrains[name], (wide, high), number, called, mini=True, band=band, points=MINI_TEXT)
            places.append(Place(Group(drawn.items), translate(column * wide, row * high)))
        return Drawing(options.columns * wide, options.rows * high, tuple(places))

    def small(self, live: Live, plan: RandomPlan[Board], board: Board) -> Drawing:
        terrains, options = _terrains(live, plan), _options(plan)
        high = _SMALL * options.space[1] / options.space[0]
        tiles = {name: Group(_tile(terrains[name], _SMALL, high)) for name in dict.fromkeys(board.cells.values())}
        items = (Place(tiles[name], translate(m * _SMALL, n * high)) for (n, m), name in board.cells.items())
        return Drawing(options.columns * _SMALL, options.rows * high, tuple(items))

    def spots(self, live: Live, plan: RandomPlan[Board], board: Board) -> Iterator[Spot]:
        terrains, options = _terrains(live, plan), _options(plan)
        wide, high = self._space(options)
        for name, (row, column) in options.names.items():
            held = board.cells[row, column]
            left, top = column * wide, row * high
            points = ((left, top), (left + wide, top), (left + wide, top + high), (left, top + high))
            title = _called(terrains[held])
            yield Spot(name, points, held, title, title if (row, column) in options.homes else "")

    def paints(self, live: Live, plan: RandomPlan[Board]) -> Iterator[Paint]:
        terrains = _terrains(live, plan)
        for name in _options(plan).terrains:
            drawn = Drawing(*_SAMPLE, swatch(terrains[name]).picture(*_SAMPLE, mm(1)))
            yield Paint(name, _called(terrains[name]), "terrain", drawn)

    def arrangements(self, plan: RandomPlan[Board]) -> Iterable[str]:
        return get_args(Arrangement)

    def size(self, plan: RandomPlan[Board]) -> tuple[int, int]:
        return _options(plan).rows, _options(plan).columns

    def said(self, plan: RandomPlan[Board]) -> tuple[str, int]:
        return _options(plan).arrangement, _options(plan).fair

    def kept(self, plan: RandomPlan[Board]) -> Collection[str]:
        locks = _options(plan).locks
        return {name for name, at in _options(plan).names.items() if at in locks} if locks else ()

    def sides(self, plan: RandomPlan[Board]) -> tuple[str, str] | None:
        bases = [spoken(name) for name in _options(plan).bases]
        return (bases[0], bases[1]) if len(bases) == 2 else None

    def lines(self, plan: RandomPlan[Board], board: Board) -> Iterable[str]:
        longest = max(map(len, board.cells.values()))
        rows = (" ".join(f"{word!s:{longest}}" for word in row).rstrip() for row in board.rows)
        return "  cells:", *(f"    - {row}" for row in rows)

    def _space(self, options: TerrainOptions) -> tuple[float, float]:
        return _WIDE, _WIDE * options.space[1] / options.space[0]


def _called(terrain: Terrain) -> str:
    return capitalize(lower(terrain.title))


def _tile(terrain: Terrain, wide: float, high: float) -> tuple[Any, ...]:
    ground = Rect(0, 0, wide, high, terrain.color("ground"), Stroke(terrain.color("gap"), mm(0.25)))
    return ground, *icon(terrain, wide / 2, high / 2, 0.84 * min(wide, high), unit=1.0)


ACTIONS: Mapping[str, Action] = actions(_Squares())
"""The actions by name."""
