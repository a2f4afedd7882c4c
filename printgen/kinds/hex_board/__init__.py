"""Hex boards whose edges carry the rules, from a recipe and a seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printgen.kinds.kind import Kind

if TYPE_CHECKING:
    from printgen.kinds.composition import Composition, Order
    from printgen.kinds.hex_board.recipe import HexPlan
    from printgen.reading.part import Options
    from printgen.reading.records import Loading


def _compose(order: Order) -> Composition:
    from printgen.kinds.hex_board.pieces import compose_hex_board

    return compose_hex_board(order)


def _options() -> type[Options]:
    from printgen.kinds.hex_board.recipe import HexOptions

    return HexOptions


def _load(loading: Loading) -> HexPlan | None:
    from printgen.kinds.hex_board.recipe import load_hex_board

    return load_hex_board(loading)


KIND = Kind("hex-board", _compose, _options, _load)
