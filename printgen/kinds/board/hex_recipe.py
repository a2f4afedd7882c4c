"""The options of a hex board product come in; a recipe and how its boards are printed go out, with every mistake."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field

from printgen.base.errors import Finding, closest
from printgen.base.seeds import Score
from printgen.base.units import mm
from printgen.game.boards import RandomPlan, board_options, list_space_name, with_weights
from printgen.game.records import Loading
from printgen.kinds.board.grid import Hex
from printgen.kinds.board.hex_files import drawn_faults, mapped, read_hex_boards, with_edges
from printgen.kinds.board.hex_looks import Ground
from printgen.kinds.board.hex_maker import Bases, make_hex_board
from printgen.kinds.board.hex_proof import NOTHING, bad_locks, held_on, score
from printgen.kinds.board.hex_rules import HexRules, read_hex_rules, unknown
from printgen.kinds.board.hexes import MOST, HexBoard, HexRecipe, plain
from printgen.reading.files import Files
from printgen.reading.maps import NO_SPACE, MapRow, map_rows, with_legend_names, with_map_size
from printgen.reading.part import Length, Many, Options, adapter, problem
from printgen.reading.positions import LocatedMap, OverlayMap
from printgen.reading.scalars import shorten


def _on_a_table(width: float) -> float:
    if not mm(15) <= width <= mm(120):
        raise problem("out-of-range", "a hex is 15 to 120 mm wide across its flats", "Write it like 32mm.")
    return width


# So many plans by the rules of a file are kept, so that products with one recipe share their boards.
_PLANS = 24

Text = Annotated[str, Field(min_length=1, max_length=2000)]


class HexOptions(HexRecipe):
    """What a hex board product takes under `options`: the recipe of its boards, and how they are printed."""

    forms: ClassVar = {"count": ("maps",), "from": ("overlay",), "notes": ("poster", "maps"), "titled": ("poster",)}
    form: Literal["poster", "maps", "overlay", "equipment"] = Field(
        "poster", description="what is printed: a poster, maps, an overlay, or loose equipment"
    )
    width: Annotated[Length, AfterValidator(_on_a_table)] = Field(
        default_factory=lambda: mm(32), description="how wide a hex is across its flats, from 15mm to 120mm; else 32mm"
    )
    titled: bool = Field(
        True, description="whether a poster that one sheet has room for gets a title, a legend and bleed"
    )
    count: int = Field(6, ge=1, le=200, description="how many maps are printed, from the seed up")
    notes: Annotated[Many[Text], Field(max_length=3)] = Field(
        (), description="lines at the foot of maps, and at the head of posters, at most 3, after those of the rules"
    )
    overlooked: str | None = Field(
        None, alias="from", description="the hex that an overlay looks from; else the first of start zone A"
    )


@dataclass(frozen=True)
class HexPlan(RandomPlan[HexBoard]):
    """What a product prints; plans with the same recipe share their boards. `written` are those by hand, by name."""

    options: HexOptions
    rules: HexRules
    written: Mapping[str, HexBoard]
    overlooked: Hex | None = None
    bases: Bases | None = field(default=None, repr=False, compare=False)

    def make(self, seed: int) -> HexBoard:
        return with_edges(make_hex_board(self.options, self.rules, seed, self.bases))

    def score(self, board: HexBoard) -> Score:
        return score(board)

    @property
    def spaces(self) -> int:
        return len(self.options.grid.cells)

    @property
    def locked(self) -> dict[str, str]:
        return dict(self.options.locked)

    @property
    def amounts(self) -> dict[str, float]:
        if self.options.ruled:
            return {name: self.options.features.get(name, 0.0) for name in self.rules.features}
        return {name: ground.weight for name, ground in self.options.grounds.items()}

    def with_amounts(self, amounts: Mapping[str, float]) -> dict[str, Any]:
        if self.options.ruled:
            return {"features": {**self.options.features, **amounts}}
        return {"grounds": with_weights(self.options.source_map["grounds"], amounts, Ground.short)}

    def held(self, board: HexBoard) -> dict[str, str]:
        return {board.recipe.grid.name(cell): held_on(board, cell) for cell in board.grounds}

    def data(self, board: HexBoard) -> dict[str, Any]:
        told = {"locked": self.locked} if self.locked else {}
        return plain(board) | told | {"score": score(board).as_data()}


def load_hex_board(loading: Loading) -> HexPlan | None:
    """What a product prints; None, with findings in the game's files, when its options have mistakes."""
    options = board_options(loading)
    letters = map_rows(loading.files, options) if options is not None else None
    if options is not None:
        options = with_map_size(loading.files, options, letters, MOST)
    if options is not None and "rules" not in options:
        options = with_legend_names(options, "grounds")
    if options is not None and (letters is not None or "rules" not in options):
        options = OverlayMap(options, {"figures": 0, **_holes(options, letters or ())})
    findings = list(_misspelt_power_ups(loading))
    loading.files.add(findings)
    return None if options is None or findings else read_hex_plan(loading.files, options, letters)


def _holes(options: LocatedMap, letters: Sequence[MapRow]) -> dict[str, Any]:
    """The hexes that a map does not have, by their names."""
    legend, naming = options.get("legend"), options.get("coordinates", "A1")
    missing = (
        {letter for letter, name in legend.items() if name == NO_SPACE} if isinstance(legend, LocatedMap) else set()
    )
    spots = ((n, m) for n, row in enumerate(letters) for m, letter in enumerate(row.letters) if letter in missing)
    return {"holes": [list_space_name(naming, *spot) for spot in spots]} if missing else {}


def read_hex_plan(files: Files, options: LocatedMap, letters: Sequence[MapRow] | None = None) -> HexPlan | None:
    """As `load_hex_board`, of options that are laid over their recipe."""
    said: HexOptions | None = files.check(adapter(HexOptions), options, options.start, "options")
    rules: HexRules | None = None
    if said is not None:
        rules = files.once(said.rules, read_hex_rules) if said.rules else said.own_rules()
    if said is None or rules is None:
        return None
    plans: list[HexPlan] = files.once(said.rules or Path(said.where.file), _no_plans)
    plan = next((known for known in plans if _one_recipe(known.options, said)), None)
    if plan is None:
        faults = [*_unknown_words(said, rules), *drawn_faults(said, rules)]
        faults += bad_locks(said, rules) if not faults else ()
        if not faults and said.rules is not None and letters is None:
            faults = _too_small(said, rules)
        files.add(faults)
        on_map = mapped(files, said, rules, letters) if letters is not None and not faults else None
        if faults or (letters is not None and on_map is None):
            return None
        before = len(files.findings)
        written = read_hex_boards(files, said.boards, said, rules) if said.boards else {}
        if len(files.findings) > before:
            return None
        # Plans that differ in locks alone share what seeds give without.
        family = next((known for known in plans if said.locked and _one_recipe(known.options, said, "locked")), None)
        bases = (family.bases if family else None) or ({} if said.locked else None)
        plan = HexPlan(said, rules, written, bases=bases, mapped=on_map)
        plans.append(plan)
        # Who works at boards live asks for ever new ones.
        del plans[:-_PLANS]
    for key, word, known in (("by-hand", said.by_hand, plan.written), ("from", said.overlooked, said.grid.named)):
        if word is not None and word not in known:
            files.add([unknown(said.where_of(key), f"{key} has the unknown value", word, known)])
            return None
    if said.form in ("overlay", "equipment") and (said.rules is None or (said.form == "overlay" and not said.figures)):
        message = f"the form {said.form} follows rules with start zones, and the board has none"
        files.report(said.where_of("form"), "missing-rules", message, "Choose poster or maps.")
        return None
    by_hand = plan.written[said.by_hand] if said.by_hand else plan.mapped
    return replace(plan, options=said, by_hand=by_hand, overlooked=said.grid.named.get(said.overlooked or ""))


def _no_plans(files: Files, path: Path) -> list[HexPlan]:
    """The plans of products that follow the rules of a file, before any of them is read."""
    return []


def _one_recipe(one: HexOptions, other: HexOptions, *aside: str) -> bool:
    """Whether the options of two products say the same of their boards, however they print them."""
    keys = HexRecipe.model_fields.keys() - {"board", "by_hand", *Options.model_fields, *aside}
    return all(getattr(one, key) == getattr(other, key) for key in keys)


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


def _unknown_words(said: HexOptions, rules: HexRules) -> Iterator[Finding]:
    """Features and icons that the rules lack, and power-ups whose names cannot be used."""
    for name in said.features:
        if name not in rules.features:
            where = said.key_where_of("features", name)
            yield unknown(where, "features has the unknown feature", name, rules.features, "unknown-feature")
    # As power-ups write them: numbered ones with an example of a number.
    words = [f"{name}-8" if rule.numbered else name for name, rule in rules.icons.items()]
    for name, icons in said.power_ups.items():
        if not re.fullmatch(r"[^\s,]+", name):
            message, hint = f'"{shorten(name)}" is not one word', "Write it without spaces and commas."
            yield Finding("error", said.key_where_of("power_ups", name), message, hint, "bad-name")
        elif name == NOTHING:
            message, hint = "none says where no power-up lies, and is none itself", "Call it otherwise."
            yield Finding("error", said.key_where_of("power_ups", name), message, hint, "bad-name")
        for n, icon in enumerate(icons):
            try:
                rules.icon_and_number(icon)
            except ValueError:
                where, what = (
                    said.where_of("power_ups", name, n),
                    f'the power-up "{shorten(name)}" has the unknown icon',
                )
                yield unknown(where, what, icon, words, "unknown-icon")


def _too_small(said: HexOptions, rules: HexRules) -> list[Finding]:
    """A finding where starts and power-ups have no room: then no seed makes a board, even one bare of features."""
    if said.hidden_starts and said.figures and rules.screen is None:
        message = "no edge of the rules hides the start zones: one that lets figures move, and no shot pass"
        hint = "Write hidden_starts: false, or add such an edge."
        return [Finding("error", said.where_of("hidden_starts"), message, hint, "no-screen")]
    try:
        make_hex_board(said.model_copy(update={"features": {}, "fair": 1, "locked": {}}), rules, 0)
    except ValueError:
        message = f"a board of {said.rows} x {said.columns} has no room for 2 start zones of {said.figures}"
        message += f" and 2 of each of {len(said.power_ups)} power-ups" if said.power_ups else ""
        hint = "Add rows or columns, or remove figures or power-ups."
        return [Finding("error", said.where_of("rows"), message, hint, "too-few-hexes")]
    return []
