"""The options of a hex board product come in; the recipe for its boards goes out, or every mistake at its place."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter

from printgen.errors import Finding, Where
from printgen.kinds.hex_board.grid import HexGrid, Top
from printgen.kinds.hex_board.maker import make_hex_board
from printgen.kinds.hex_board.model import FEATURES, POWER_UP_ICONS, Arrangement, HexRecipe, icon_and_number
from printgen.reading.board_files import misspelt
from printgen.reading.fields import Many
from printgen.reading.located import suggestion, validate
from printgen.reading.marked import Map, Seq
from printgen.reading.scalars import shortened

# Two start zones and something in between need five; larger boards than a table holds are slips of the hand.
MIN_SIDE, MAX_SIDE = 5, 40
MAX_FIGURES = 20
MAX_SHARE = 20
MAX_SLACK = 20
MAX_FAIR = 1000

_WORD = re.compile(r"[^\s,]+")
_ICON = f"{', '.join(POWER_UP_ICONS[:-1])}, or combat-boot- and a number such as combat-boot-8"
_Side = Annotated[int, Field(ge=MIN_SIDE, le=MAX_SIDE)]
_Name = Annotated[str, Field(min_length=1, max_length=60)]
_Icons = Annotated[Many[str], Field(min_length=1, max_length=6)]


class _Recipe(BaseModel):
    # The options of a product say more than the recipe, such as how wide a printed hex is.
    model_config = ConfigDict(extra="ignore", frozen=True, strict=True, defer_build=True)

    rows: _Side
    columns: _Side
    top: Top = "flat"
    arrangement: Arrangement = "plain"
    fair: Annotated[int, Field(ge=1, le=MAX_FAIR)] = 1
    figures: Annotated[int, Field(ge=1, le=MAX_FIGURES)] = 5
    hidden_starts: bool = True
    slack: Annotated[int, Field(ge=0, le=MAX_SLACK)] = 0
    features: dict[str, Annotated[float, Field(ge=0, le=MAX_SHARE)]] = Field(default_factory=dict)
    power_ups: dict[str, _Icons] = Field(default_factory=dict)
    boards: _Name | None = None


@lru_cache(maxsize=1)
def _adapter() -> TypeAdapter[_Recipe]:
    return TypeAdapter(_Recipe)


def read_hex_recipe(options: Map) -> tuple[HexRecipe | None, list[Finding]]:
    """The recipe that a product's options hold; None, and every finding at its place, when they have mistakes.

    Keys that are no part of a recipe are left to others, unless they look like a misspelt one.
    """
    checked, findings = validate(_adapter(), options, options.start, "options")
    findings = [*findings, *misspelt(options, tuple(_Recipe.model_fields))]
    findings += [*_unknown_features(options), *_bad_power_ups(options)]
    if checked is None or findings:
        return None, sorted(dict.fromkeys(findings), key=lambda finding: finding.where)
    recipe = HexRecipe(
        grid=HexGrid(checked.rows, checked.columns, checked.top),
        features=checked.features,
        power_ups=checked.power_ups,
        figures=checked.figures,
        arrangement=checked.arrangement,
        fair=checked.fair,
        hidden_starts=checked.hidden_starts,
        slack=checked.slack,
    )
    findings = _too_small(recipe, options)
    return (None if findings else recipe), findings


def _unknown_features(options: Map) -> Iterator[Finding]:
    features = options.get("features")
    if not isinstance(features, Map):
        return
    for name in features:
        if name not in FEATURES:
            message = f'features has the unknown feature "{shortened(name)}"'
            where = features.key_where(name)
            yield Finding("error", where, message, suggestion(name, FEATURES), "unknown-feature")


def _bad_power_ups(options: Map) -> Iterator[Finding]:
    power_ups = options.get("power_ups")
    if not isinstance(power_ups, Map):
        return
    for name, icons in power_ups.items():
        if not _WORD.fullmatch(name):
            message, hint = f'"{shortened(name)}" is not one word', "Write it without spaces and commas."
            yield Finding("error", power_ups.key_where(name), message, hint, "bad-name")
        for n, icon in enumerate(icons) if isinstance(icons, Seq) else ():
            if isinstance(icon, str) and not _is_icon(icon):
                yield _unknown_icon(name, icon, icons.where(n))


def _is_icon(word: str) -> bool:
    try:
        icon_and_number(word)
    except ValueError:
        return False
    return True


def _unknown_icon(name: str, icon: str, where: Where) -> Finding:
    message = f'the power-up "{shortened(name)}" has the unknown icon "{shortened(icon)}"'
    hint = suggestion(icon, (*POWER_UP_ICONS[:-1], "combat-boot-8"))
    return Finding("error", where, message, hint if hint.startswith("Did") else f"Use {_ICON}.", "unknown-icon")


def _too_small(recipe: HexRecipe, options: Map) -> list[Finding]:
    """A finding where starts and power-ups have no room: then no seed makes a board, even one bare of features."""
    try:
        make_hex_board(replace(recipe, features={}, fair=1), 0)
    except ValueError:
        grid = recipe.grid
        message = f"a board of {grid.rows} x {grid.columns} has no room for 2 start zones of {recipe.figures}"
        message += f" and 2 of each of {len(recipe.power_ups)} power-ups" if recipe.power_ups else ""
        hint = "Add rows or columns, or remove figures or power-ups."
        return [Finding("error", options.where("rows"), message, hint, "too-few-hexes")]
    return []
