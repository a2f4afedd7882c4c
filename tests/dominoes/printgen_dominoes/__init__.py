"""A kind of printable from another package: a set of dominoes, with a rule and a command of its own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from printgen.kinds.kind import Command, Kind

if TYPE_CHECKING:
    import click

    from printgen.errors import Finding
    from printgen.kinds.composition import Composition, Order
    from printgen.reading.part import Options
    from printgen.reading.records import Game


def _options() -> type[Options]:
    from printgen_dominoes.pieces import DominoOptions

    return DominoOptions


def _compose(order: Order) -> Composition:
    from printgen_dominoes.pieces import compose_dominoes

    return compose_dominoes(order)


def _check(game: Game) -> Iterable[Finding]:
    from printgen_dominoes.pieces import check_sets

    return check_sets(game)


def _dominoes() -> click.Command:
    from printgen_dominoes.commands import dominoes_command

    return dominoes_command


KIND = Kind(
    "dominoes",
    _compose,
    options=_options,
    check=_check,
    commands=(Command("dominoes", "Count the tiles of a set of dominoes.", _dominoes),),
)
