"""Rules and a recipe of a board of hexes, those of Micro Forces, and boards drawn as edges, for the tests of hexes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from printgen.kinds.board.grid import Hex, HexGrid, edge
from printgen.kinds.board.hex_maker import make_hex_board
from printgen.kinds.board.hex_rules import HexRules, load_hex_rules
from printgen.kinds.board.hexes import SIDES, HexBoard, HexOptions
from printgen.reading.files import Files

RULES_FILE = Path(__file__).with_name("hex-rules.yaml")


def _rules() -> HexRules:
    files = Files(RULES_FILE.parent)
    found = load_hex_rules(files, RULES_FILE)
    assert found is not None, files.findings
    return found


RULES = _rules()

FEATURES = {"buildings": 2, "ponds": 1.5, "air": 1, "crevasses": 1, "trenches": 1.5, "hedges": 3}
POWER_UPS = {
    "gun-emplacement": ("bullet", "bullet", "bullet"),
    "warhog": ("combat-boot-8",),
    "foxhole": ("helmet", "helmet"),
    "command-tower": ("exclamation-mark",),
}


def recipe_of(grid: HexGrid, **said: Any) -> HexOptions:
    """A recipe as code says it, for boards of a grid."""
    return HexOptions.model_construct(rows=grid.rows, columns=grid.columns, top=grid.top, **said)


def altered(recipe: HexOptions, grid: HexGrid | None = None, **changes: Any) -> HexOptions:
    """A recipe that says something else in places."""
    said = {key: getattr(recipe, key) for key in recipe.model_fields_set - {"rows", "columns", "top"}}
    return recipe_of(grid or recipe.grid, **{**said, **changes})


def made(recipe: HexOptions, seed: int) -> HexBoard:
    """The board of a seed by the rules."""
    return make_hex_board(recipe, RULES, seed)


RECIPE = recipe_of(HexGrid(11, 14), features=FEATURES, power_ups=POWER_UPS)
SYMMETRIC = altered(RECIPE, arrangement="symmetric")
SIZES = (HexGrid(7, 9), HexGrid(12, 9, "pointy"), HexGrid(11, 14))


def open_board(
    grid: HexGrid,
    edges: dict[tuple[Hex, Hex], str] | None = None,
    starts: tuple[tuple[Hex, ...], tuple[Hex, ...]] = ((), ()),
    power_ups: dict[Hex, str] | None = None,
) -> HexBoard:
    """A board of open ground but for some edges, for as many figures as its start zones hold."""
    types: dict[tuple[Hex, Hex], str] = dict.fromkeys(grid.edges, "open") | {
        edge(*side): kind for side, kind in (edges or {}).items()
    }
    grounds = {cell: RULES.ground_of([types[side] for side in grid.sides[cell]]) for cell in grid.cells}
    lying = {cell: (power_ups[cell],) for cell in grid.cells if power_ups and cell in power_ups}
    recipe = recipe_of(grid, power_ups=POWER_UPS, figures=len(starts[0]), hidden_starts=False)
    return HexBoard(recipe, RULES, grounds, types, dict(zip(SIDES, starts, strict=True)), lying)
