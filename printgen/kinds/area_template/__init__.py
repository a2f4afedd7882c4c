"""Burst circles, flames and light beams at true size, tiled, in outline or as one-page gauges."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from printgen.kinds.kind import Kind

if TYPE_CHECKING:
    from printgen.errors import Finding
    from printgen.kinds.composition import Composition, Order
    from printgen.reading.records import Game


def _compose(order: Order) -> Composition:
    from printgen.kinds.area_template.pieces import compose_area_templates

    return compose_area_templates(order)


def _check(game: Game) -> Iterable[Finding]:
    from printgen.kinds.area_template.rules import check_areas

    return check_areas(game)


KIND = Kind("area-template", _compose, check=_check, vast=True)
