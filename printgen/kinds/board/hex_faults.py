"""What is wrong with the options of hex boards, beside their rules."""

from __future__ import annotations

import re
from collections.abc import Iterator

from printgen.base.errors import Finding, Where
from printgen.kinds.board.grid import HexGrid
from printgen.kinds.board.hex_files import unknown_hex, wrong_direction
from printgen.kinds.board.hex_maker import make_hex_board
from printgen.kinds.board.hex_proof import NOTHING, PLUS, lock_of, start_zones
from printgen.kinds.board.hex_rules import HexRules, unknown
from printgen.kinds.board.hexes import SIDES, HexOptions
from printgen.kinds.board.plan import check_locks
from printgen.reading.scalars import shorten


def option_faults(options: HexOptions, rules: HexRules) -> list[Finding]:
    """What is wrong between the values of options: words and hexes first, then locks, then the room that there is."""
    faults = [*_unknown_words(options, rules), *_wrong_hexes(options), *_wrong_looks(options, rules)]
    faults += _with_rules(options) if options.rules else _without_rules(options)
    faults = faults or [*check_locks(options, "hex"), *_bad_words(options, rules)]
    return faults or [*_check_start_locks(options, rules), *(_too_small(options, rules) if options.rules else ())]


def _unknown_words(options: HexOptions, rules: HexRules) -> Iterator[Finding]:
    """Features and icons that the rules lack, and power-ups whose names cannot be used."""
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


def _wrong_hexes(options: HexOptions) -> Iterator[Finding]:
    """Hexes that options name and the board has not, and holes that leave too few."""
    grid, whole = options.grid, HexGrid(options.rows, options.columns, options.top, naming=options.coordinates)
    for n, name in enumerate(options.holes if options.map is None else ()):
        if name not in whole.by_name:
            yield unknown_hex(whole, name, options.where_of("holes", n))
    if not grid.cells:
        hint, where = "Remove some.", options.where_of("holes")
        yield Finding("error", where, "the board has no hexes left", hint, "too-few-hexes")
    if options.symmetric and any(grid.opposite(cell) not in grid for cell in grid.cells):
        message = "on a symmetric board the hexes that it does not have lie opposite each other"
        yield Finding("error", options.where_of("holes"), message, "Add their opposites.", "asymmetric")
    for name in options.labels:
        if name not in grid.by_name:
            yield unknown_hex(grid, name, options.key_where_of("labels", name))
    for border in options.edges.values():
        for n, words in enumerate(border.along):
            yield from _wrong_way(grid, words, border.where_of("along", n))


def _wrong_way(grid: HexGrid, words: str, where: Where) -> Iterator[Finding]:
    """What is wrong with a hex and its directions."""
    name, *ways = words.split() or [""]
    if name not in grid.by_name:
        yield unknown_hex(grid, name, where)
        return
    if not ways:
        yield Finding("error", where, f"{name} has no direction", f"Write it like {name} east.", "unknown-direction")
    for way in ways:
        yield from wrong_direction(grid, name, way, where)


def _wrong_looks(options: HexOptions, rules: HexRules) -> Iterator[Finding]:
    """Looks of edges and grounds that the rules do not have."""
    for kind in options.edges:
        if kind not in rules.edges and kind not in ("door", "border"):
            what = "the rules have no edge"
            yield unknown(options.key_where_of("edges", kind), what, kind, rules.edges, "unknown-edge")
    for ground in options.grounds:
        if ground not in rules.grounds:
            what = "the rules have no ground"
            yield unknown(options.key_where_of("grounds", ground), what, ground, rules.grounds, "unknown-value")


def _without_rules(options: HexOptions) -> Iterator[Finding]:
    for key in ("features", "power_ups"):
        if getattr(options, key):
            message = f"{key} follow rules, and the board has none"
            yield Finding("error", options.key_where_of(key), message, "Add rules: and their file.", "missing-rules")
    if options.fair > 1:
        message = "fair keeps the board with the best score, but without rules there is no score"
        yield Finding("error", options.where_of("fair"), message, "Add rules:, or remove fair.", "missing-score")
    if not any(options.weights.values()):
        yield Finding("error", options.where_of("grounds"), "all weights are 0", "Give one of them more.", "no-weight")


def _with_rules(options: HexOptions) -> Iterator[Finding]:
    if options.arrangement == "clumped":
        message = "grounds of boards with rules come of features, and lie as those do"
        yield Finding("error", options.where_of("arrangement"), message, "Write plain or symmetric.", "unknown-value")


def _bad_words(options: HexOptions, rules: HexRules) -> Iterator[Finding]:
    """Locks to what nobody knows, or to more than a ground and a power-up."""
    known = (*rules.grounds, *options.power_ups, *((NOTHING,) if options.power_ups else ()))
    for name, words in options.locked.items():
        where, parts = options.where_of("locked", name), words.split(PLUS)
        wrong = [word for word in parts if word not in known]
        for word in wrong:
            yield unknown(where, f"{name} is locked to the unknown ground", word, known, "unknown-ground")
        grounds = sum(word in rules.grounds for word in parts)
        if not wrong and max(grounds, len(parts) - grounds) > 1:
            message = f'{name} is locked to "{shorten(words)}", which is more than a ground and a power-up'
            yield Finding("error", where, message, "Write one of each at most.", "lock-twice")


def _check_start_locks(options: HexOptions, rules: HexRules) -> Iterator[Finding]:
    """Locks of start zones, which are the same whatever the seed."""
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
    """A finding where starts and power-ups have no room: then no seed makes a board, even one bare of features."""
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
