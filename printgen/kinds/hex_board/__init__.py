"""Hex boards whose edges carry the rules, from a recipe and a seed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from printgen.kinds.kind import Kind

if TYPE_CHECKING:
    from printgen.errors import Finding
    from printgen.kinds.composition import Composition, Order
    from printgen.reading.records import Game


def _compose(order: Order) -> Composition:
    from printgen.kinds.hex_board.pieces import compose_hex_board

    return compose_hex_board(order)


def _check(game: Game) -> Iterable[Finding]:
    from printgen.kinds.hex_board.rules import check_hex_boards

    return check_hex_boards(game)


KIND = Kind("hex-board", _compose, check=_check)
