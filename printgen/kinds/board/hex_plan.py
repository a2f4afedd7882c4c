"""Plans of hex boards: reads their options and rules, and makes a board for a seed."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from printgen.base.errors import Finding, Where, closest
from printgen.game.records import Loading
from printgen.kinds.board import hex_files
from printgen.kinds.board.grid import Hex, HexGrid, list_space_name
from printgen.kinds.board.hex_features import start_zones
from printgen.kinds.board.hex_looks import Ground
from printgen.kinds.board.hex_maker import make_hex_board
from printgen.kinds.board.hex_proof import NOTHING, PLUS, contents_of, lock_of, score_hexes
from printgen.kinds.board.hex_rules import HexRules, load_hex_rules
from printgen.kinds.board.hexes import SIDES, HexBoard, HexOptions, board_data
from printgen.kinds.board.lanes import Lane, check_lanes, check_records, load_lanes
from printgen.kinds.board.plan import (
    RandomPlan,
    Score,
    check_locks,
    options_with_recipe,
    unknown,
    with_weights,
    written_boards,
)
from printgen.reading.files import Files
from printgen.reading.maps import NO_SPACE, MapRow, with_legend_names
from printgen.reading.part import adapter
from printgen.reading.positions import LocatedMap, OverlayMap
from printgen.reading.scalars import shorten


@dataclass(frozen=True)
class HexPlan(RandomPlan[HexBoard]):
    """The boards of a product; `overlooked` is the hex that an overlay looks from, if the options name it."""

    options: HexOptions
    rules: HexRules
    overlooked: Hex | None = None
    lanes: tuple[Lane, ...] = ()

    def make(self, seed: int) -> HexBoard:
        return hex_files.with_edges(make_hex_board(self.options, self.rules, seed))

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
        locked = {"locked": dict(self.options.locked)} if self.options.locked else {}
        lanes = {"lanes": [lane.as_data() for lane in self.lanes]} if self.lanes else {}
        return board_data(board) | lanes | locked | {"score": score_hexes(board).as_data()}


def load_hexes(loading: Loading) -> HexPlan | None:
    """The plan of a product; None, with findings in the game's files, when its options have mistakes."""
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
    plan = load_hex_plan(files, source, letters) if source is not None else None
    if plan is None or not loading.product.complete:
        return None
    faults = list(check_records(loading, plan.options.face, list(plan.options.grid.by_name), "hex"))
    files.add(faults)
    return None if faults else plan


def load_hex_plan(files: Files, source: LocatedMap, letters: Sequence[MapRow] | None = None) -> HexPlan | None:
    """The plan for options laid over their recipe; None, with findings, for mistakes."""
    options: HexOptions | None = files.check(adapter(HexOptions), source, source.start, "options")
    rules: HexRules | None = None
    if options is not None:
        rules = files.once(options.rules, load_hex_rules) if options.rules else options.own_rules()
    if options is None or rules is None:
        return None
    faults = _option_faults(options, rules)
    files.add(faults)
    if faults:
        return None
    written = written_boards(
        files, options, letters,
        of_map=lambda rows: hex_files.hexes_of_map(files, options, rules, rows),
        entry=hex_files.HexesEntry, of_entry=lambda entry: hex_files.parse_hex_board(files, entry, options, rules),
    )  # fmt: skip
    if written is None:
        return None
    lanes = load_lanes(files, options)
    faults = [*_check_form(options), *check_lanes(lanes or (), options.grid.by_name, "hex")]
    files.add(faults)
    overlooked = options.grid.by_name.get(options.overlooked or "")
    by_hand, mapped = written
    if faults or lanes is None:
        return None
    return HexPlan(options, rules, overlooked, lanes, by_hand=by_hand, mapped=mapped)


def _check_form(options: HexOptions) -> Iterator[Finding]:
    """Findings for forms that need rules, and for an unknown hex to look from."""
    if options.overlooked is not None and options.overlooked not in options.grid.by_name:
        where = options.where_of("from")
        yield unknown(where, "from has the unknown value", options.overlooked, options.grid.by_name)
    form = options.form
    if form in ("overlay", "equipment") and (options.rules is None or (form == "overlay" and not options.figures)):
        message = f"the form {form} follows rules with start zones, and the board has none"
        yield Finding("error", options.where_of("form"), message, "Choose poster or maps.", "missing-rules")


def _holes(source: LocatedMap, letters: Sequence[MapRow]) -> dict[str, Any]:
    """The gaps of a map, as hexes by name."""
    legend, naming = source.get("legend"), source.get("coordinates", "A1")
    missing = (
        {letter for letter, name in legend.items() if name == NO_SPACE} if isinstance(legend, LocatedMap) else set()
    )
    spots = ((n, m) for n, row in enumerate(letters) for m, letter in enumerate(row.letters) if letter in missing)
    return {"holes": [list_space_name(naming, *spot) for spot in spots]} if missing else {}


def _misspelt_power_ups(loading: Loading) -> Iterator[Finding]:
    """Power-ups that nearly match a name of the recipe, and so are probably misspelt."""
    options = loading.product.options
    recipe = loading.game.boards.get(str(options.get("board")), options)
    own_names, recipe_names = options.get("power_ups"), recipe.get("power_ups")
    if isinstance(own_names, LocatedMap) and isinstance(recipe_names, LocatedMap):
        for name in own_names:
            if name not in recipe_names and closest(name, recipe_names):
                what = f"the recipe {options['board']} has no power-up"
                yield unknown(own_names.key_where(name), what, name, recipe_names, "unknown-power-up")


def _option_faults(options: HexOptions, rules: HexRules) -> list[Finding]:
    """Mistakes in the values of options: words and hexes first, then locks, then missing room."""
    faults = [*_unknown_names(options, rules), *_check_hexes(options), *_check_looks(options, rules)]
    faults += _check_rules_kept(options)
    faults = faults or [*check_locks(options, "hex"), *_check_lock_words(options, rules)]
    return faults or [*_check_start_locks(options, rules), *(_too_small(options, rules) if options.rules else ())]


def _unknown_names(options: HexOptions, rules: HexRules) -> Iterator[Finding]:
    """Features and icons that the rules lack, and power-ups with unusable names."""
    for name in options.features:
        if name not in rules.features:
            where = options.key_where_of("features", name)
            yield unknown(where, "features has the unknown feature", name, rules.features, "unknown-feature")
    # As power-ups write them: numbered ones with an example of a number.
    words = [f"{name}-8" if rule.numbered else name for name, rule in rules.icons.items()]
    for name, icons in options.power_ups.items():
        where = options.key_where_of("power_ups", name)
        if not re.fullmatch(r"[^\s,]+", name):
            message, hint = f'"{shorten(name)}" is not one word', "Write it without spaces and commas."
            yield Finding("error", where, message, hint, "bad-name")
        elif name == NOTHING:
            message, hint = "none says where no power-up lies, and is none itself", "Call it otherwise."
            yield Finding("error", where, message, hint, "bad-name")
        for n, icon in enumerate(icons):
            try:
                rules.icon_and_number(icon)
            except ValueError:
                what = f'the power-up "{shorten(name)}" has the unknown icon'
                yield unknown(options.where_of("power_ups", name, n), what, icon, words, "unknown-icon")


def _check_hexes(options: HexOptions) -> Iterator[Finding]:
    """Hexes in options that the board lacks, and holes that leave too few."""
    grid, whole = options.grid, HexGrid(options.rows, options.columns, options.top, naming=options.coordinates)
    for n, name in enumerate(options.holes if options.map is None else ()):
        if name not in whole.by_name:
            yield hex_files.unknown_hex(whole, name, options.where_of("holes", n))
    if not grid.cells:
        hint, where = "Remove some.", options.where_of("holes")
        yield Finding("error", where, "the board has no hexes left", hint, "too-few-hexes")
    if options.symmetric and any(grid.opposite(cell) not in grid for cell in grid.cells):
        message = "on a symmetric board the hexes that it does not have lie opposite each other"
        yield Finding("error", options.where_of("holes"), message, "Add their opposites.", "asymmetric")
    for name in options.labels:
        if name not in grid.by_name:
            yield hex_files.unknown_hex(grid, name, options.key_where_of("labels", name))
    for border in options.edges.values():
        for n, words in enumerate(border.along):
            yield from _check_directions(grid, words, border.where_of("along", n))


def _check_directions(grid: HexGrid, words: str, where: Where) -> Iterator[Finding]:
    name, *ways = words.split() or [""]
    if name not in grid.by_name:
        yield hex_files.unknown_hex(grid, name, where)
        return
    if not ways:
        yield Finding("error", where, f"{name} has no direction", f"Write it like {name} east.", "unknown-direction")
    for way in ways:
        yield from hex_files.wrong_direction(grid, name, way, where)


def _check_looks(options: HexOptions, rules: HexRules) -> Iterator[Finding]:
    """Looks of edges and grounds that the rules lack."""
    for kind in options.edges:
        if kind not in rules.edges and kind not in ("door", "border"):
            what = "the rules have no edge"
            yield unknown(options.key_where_of("edges", kind), what, kind, rules.edges, "unknown-edge")
    for ground in options.grounds:
        if ground not in rules.grounds:
            what = "the rules have no ground"
            yield unknown(options.key_where_of("grounds", ground), what, ground, rules.grounds, "unknown-value")


def _check_rules_kept(options: HexOptions) -> Iterator[Finding]:
    """Keys that need rules on a board without them, and regions on one with rules."""
    if options.rules:
        if options.arrangement == "clumped":
            message = "grounds of boards with rules come of features, and lie as those do"
            where, hint = options.where_of("arrangement"), "Write plain or symmetric."
            yield Finding("error", where, message, hint, "unknown-value")
        return
    for key in ("features", "power_ups"):
        if getattr(options, key):
            message = f"{key} follow rules, and the board has none"
            yield Finding("error", options.key_where_of(key), message, "Add rules: and their file.", "missing-rules")
    if options.fair > 1:
        message = "fair keeps the board with the best score, but without rules there is no score"
        yield Finding("error", options.where_of("fair"), message, "Add rules:, or remove fair.", "missing-score")
    if not any(options.weights.values()):
        yield Finding("error", options.where_of("grounds"), "all weights are 0", "Give one of them more.", "no-weight")


def _check_lock_words(options: HexOptions, rules: HexRules) -> Iterator[Finding]:
    """Locks to unknown words, or to more than a ground and a power-up."""
    allowed = (*rules.grounds, *options.power_ups, *((NOTHING,) if options.power_ups else ()))
    for name, words in options.locked.items():
        where, parts = options.where_of("locked", name), words.split(PLUS)
        unknown_words = [word for word in parts if word not in allowed]
        for word in unknown_words:
            yield unknown(where, f"{name} is locked to the unknown ground", word, allowed, "unknown-ground")
        grounds = sum(word in rules.grounds for word in parts)
        if not unknown_words and max(grounds, len(parts) - grounds) > 1:
            message = f'{name} is locked to "{shorten(words)}", which is more than a ground and a power-up'
            yield Finding("error", where, message, "Write one of each at most.", "lock-twice")


def _check_start_locks(options: HexOptions, rules: HexRules) -> Iterator[Finding]:
    """Locks of hexes in start zones, which are the same for all seeds."""
    try:
        zones = start_zones(options.grid, options.figures, options.symmetric) if options.figures else ((), ())
    except ValueError:
        # That the board is too small is reported where its size stands.
        return
    side_of = {cell: side for side, zone in zip(SIDES, zones, strict=True) for cell in zone}
    for name, words in options.locked.items():
        cell, lock = options.grid.by_name[name], lock_of(words, rules)
        if cell in side_of and (lock.lies or lock.ground not in ("", rules.plain_ground)):
            message = f"{name} is locked to {words}, but start zone {side_of[cell]} lies there whatever the seed"
            hint = f"Lock another hex, or write {rules.plain_ground}."
            yield Finding("error", options.where_of("locked", name), message, hint, "locked-start")


def _too_small(options: HexOptions, rules: HexRules) -> Iterator[Finding]:
    """A finding when starts and power-ups have no room: then no seed makes a board, even without features."""
    if options.map is not None:
        return
    if options.hidden_starts and options.figures and rules.screen is None:
        message = "no edge of the rules hides the start zones: one that lets figures move, and no shot pass"
        hint = "Write hidden_starts: false, or add such an edge."
        yield Finding("error", options.where_of("hidden_starts"), message, hint, "no-screen")
        return
    try:
        make_hex_board(options.model_copy(update={"features": {}, "fair": 1, "locked": {}}), rules, 0)
    except ValueError:
        message = f"a board of {options.rows} x {options.columns} has no room for 2 start zones of {options.figures}"
        message += f" and 2 of each of {len(options.power_ups)} power-ups" if options.power_ups else ""
        hint = "Add rows or columns, or remove figures or power-ups."
        yield Finding("error", options.where_of("rows"), message, hint, "too-few-hexes")
