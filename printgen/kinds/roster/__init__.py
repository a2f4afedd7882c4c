"""Army rosters, filled in and checked, or blank."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from printgen.kinds.kind import Kind

if TYPE_CHECKING:
    from printgen.errors import Finding
    from printgen.kinds.composition import Composition, Order
    from printgen.reading.records import Game


def _compose(order: Order) -> Composition:
    from printgen.kinds.roster.pieces import compose_roster

    return compose_roster(order)


def _check(game: Game) -> Iterable[Finding]:
    from printgen.kinds.roster.rules import check_armies

    return check_armies(game)


KIND = Kind("roster", _compose, check=_check)
