"""Plans of hex boards: their options and rules are read, and a seed makes a board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from printgen.base.errors import Finding, closest
from printgen.game.records import Loading
from printgen.kinds.board.grid import Hex, list_space_name
from printgen.kinds.board.hex_faults import option_faults
from printgen.kinds.board.hex_files import HexesEntry, hexes_of_map, parse_hex_board, with_edges
from printgen.kinds.board.hex_looks import Ground
from printgen.kinds.board.hex_maker import make_hex_board
from printgen.kinds.board.hex_proof import contents_of, score_hexes
from printgen.kinds.board.hex_rules import HexRules, load_hex_rules, unknown
from printgen.kinds.board.hexes import HexBoard, HexOptions, board_data
from printgen.kinds.board.plan import RandomPlan, Score, board_by_hand, options_with_recipe, with_weights
from printgen.reading.files import Files
from printgen.reading.maps import NO_SPACE, MapRow, with_legend_names
from printgen.reading.part import adapter
from printgen.reading.positions import LocatedMap, OverlayMap


@dataclass(frozen=True)
class HexPlan(RandomPlan[HexBoard]):
    """What a product prints; `overlooked` is the hex that an overlay looks from, where the options say it."""

    options: HexOptions
    rules: HexRules
    overlooked: Hex | None = None

    def make(self, seed: int) -> HexBoard:
        return with_edges(make_hex_board(self.options, self.rules, seed))

    def score(self, board: HexBoard) -> Score:
        return score_hexes(board)

    @property
    def amounts(self) -> dict[str, float]:
        if self.options.has_rules:
            return {name: self.options.features.get(name, 0.0) for name in self.rules.features}
        return {name: ground.weight for name, ground in self.options.grounds.items()}

    def with_amounts(self, amounts: Mapping[str, float]) -> dict[str, Any]:
        if self.options.has_rules:
            return {"features": {**self.options.features, **amounts}}
        return {"grounds": with_weights(self.options.source_map["grounds"], amounts, Ground.short)}

    def contents(self, board: HexBoard) -> dict[str, str]:
        return {board.recipe.grid.name(cell): contents_of(board, cell) for cell in board.grounds}

    def data(self, board: HexBoard) -> dict[str, Any]:
        locked = {"locked": dict(self.lock_words)} if self.lock_words else {}
        return board_data(board) | locked | {"score": score_hexes(board).as_data()}


def load_hexes(loading: Loading) -> HexPlan | None:
    """What a product prints; None, with findings in the game's files, when its options have mistakes."""
    files = loading.files
    source, letters = options_with_recipe(loading)
    slips = list(_misspelt_power_ups(loading))
    files.add(slips)
    if source is None or slips:
        return None
    if "rules" not in source:
        source = with_legend_names(source, "grounds")
    if source is not None and (letters is not None or "rules" not in source):
        source = OverlayMap(source, {"figures": 0, **_holes(source, letters or ())})
    return load_hex_plan(files, source, letters) if source is not None else None


def load_hex_plan(files: Files, source: LocatedMap, letters: Sequence[MapRow] | None = None) -> HexPlan | None:
    """As `load_hexes`, of options that are laid over their recipe."""
    options: HexOptions | None = files.check(adapter(HexOptions), source, source.start, "options")
    rules: HexRules | None = None
    if options is not None:
        rules = files.once(options.rules, load_hex_rules) if options.rules else options.own_rules()
    if options is None or rules is None:
        return None
    faults = option_faults(options, rules)
    files.add(faults)
    mapped = hexes_of_map(files, options, rules, letters) if letters is not None and not faults else None
    if faults or (letters is not None and mapped is None):
        return None
    by_hand, right = board_by_hand(files, options, HexesEntry, lambda e: parse_hex_board(files, e, options, rules))
    if not right:
        return None
    faults = list(_bad_form(options))
    files.add(faults)
    overlooked = options.grid.by_name.get(options.overlooked or "")
    return None if faults else HexPlan(options, rules, overlooked, by_hand=by_hand or mapped, mapped=mapped)


def _bad_form(options: HexOptions) -> Iterator[Finding]:
    """Forms that need rules, and a hex to look from that there is not."""
    if options.overlooked is not None and options.overlooked not in options.grid.by_name:
        where = options.where_of("from")
        yield unknown(where, "from has the unknown value", options.overlooked, options.grid.by_name)
    form = options.form
    if form in ("overlay", "equipment") and (options.rules is None or (form == "overlay" and not options.figures)):
        message = f"the form {form} follows rules with start zones, and the board has none"
        yield Finding("error", options.where_of("form"), message, "Choose poster or maps.", "missing-rules")


def _holes(source: LocatedMap, letters: Sequence[MapRow]) -> dict[str, Any]:
    """The hexes that a map does not have, by their names."""
    legend, naming = source.get("legend"), source.get("coordinates", "A1")
    missing = (
        {letter for letter, name in legend.items() if name == NO_SPACE} if isinstance(legend, LocatedMap) else set()
    )
    spots = ((n, m) for n, row in enumerate(letters) for m, letter in enumerate(row.letters) if letter in missing)
    return {"holes": [list_space_name(naming, *spot) for spot in spots]} if missing else {}


def _misspelt_power_ups(loading: Loading) -> Iterator[Finding]:
    """Power-ups that a product lays over those of its recipe, which has nearly the same name: one of them is a slip."""
    options = loading.product.options
    recipe = loading.game.boards.get(str(options.get("board")), options)
    own, known = options.get("power_ups"), recipe.get("power_ups")
    if isinstance(own, LocatedMap) and isinstance(known, LocatedMap):
        for name in own:
            if name not in known and closest(name, known):
                what = f"the recipe {options['board']} has no power-up"
                yield unknown(own.key_where(name), what, name, known, "unknown-power-up")
