"""The recipe of Micro Forces' board, and boards drawn as edges that differ from open ones, for the tests of hexes."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import printgen
from printgen.kinds.hex_board.grid import Hex, HexGrid, edge
from printgen.kinds.hex_board.model import SIDES, HexBoard, HexRecipe
from printgen.kinds.hex_board.rules import HexRules, read_hex_rules
from printgen.reading.files import Files

RULES_FILE = Path(printgen.__file__).parents[1] / "cards" / "micro-forces" / "hex-rules.yaml"


def rules() -> HexRules:
    """The rules of Micro Forces' board."""
    files = Files(RULES_FILE.parent)
    found = read_hex_rules(files, RULES_FILE)
    assert found is not None, files.findings
    return found


RULES = rules()

FEATURES = {"buildings": 2, "ponds": 1.5, "air": 1, "crevasses": 1, "trenches": 1.5, "hedges": 3}
POWER_UPS = {
    "gun-emplacement": ("bullet", "bullet", "bullet"),
    "warhog": ("combat-boot-8",),
    "foxhole": ("helmet", "helmet"),
    "command-tower": ("exclamation-mark",),
}
RECIPE = HexRecipe(HexGrid(11, 14), RULES, FEATURES, POWER_UPS)
SYMMETRIC = replace(RECIPE, arrangement="symmetric")
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
    recipe = HexRecipe(grid, RULES, {}, POWER_UPS, figures=len(starts[0]), hidden_starts=False)
    return HexBoard(recipe, grounds, types, dict(zip(SIDES, starts, strict=True)), lying)
