"""Army rosters, filled in and checked, or blank."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from printgen.kinds.kind import Command, Kind

if TYPE_CHECKING:
    import click

    from printgen.errors import Finding
    from printgen.kinds.composition import Composition, Order
    from printgen.reading.part import Options
    from printgen.reading.records import Game, Loading


def _options() -> type[Options]:
    from printgen.kinds.roster.reading import RosterOptions

    return RosterOptions


def _load(loading: Loading) -> object:
    from printgen.kinds.roster.reading import load_roster

    return load_roster(loading)


def _compose(order: Order) -> Composition:
    from printgen.kinds.roster.pieces import compose_roster

    return compose_roster(order)


def _check(game: Game) -> Iterable[Finding]:
    from printgen.kinds.roster.rules import check_armies

    return check_armies(game)


def _armies() -> click.Command:
    from printgen.kinds.roster.commands import armies_command

    return armies_command


def _shapes() -> dict[str, Any]:
    from printgen.kinds.roster.reading import ArmyFile

    return {"armies": ArmyFile}


KIND = Kind(
    "roster",
    _compose,
    options=_options,
    load=_load,
    check=_check,
    shapes=_shapes,
    commands=(Command("armies", "List every army that spends a budget exactly, and suggest balanced ones.", _armies),),
)
