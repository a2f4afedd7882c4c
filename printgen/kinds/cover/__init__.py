"""A cover sheet that tells what a game's other products are and how many sheets they take."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printgen.kinds.kind import Kind

if TYPE_CHECKING:
    from printgen.kinds.composition import Composition, Order
    from printgen.reading.part import Options
    from printgen.reading.records import Loading


def _compose(order: Order) -> Composition:
    from printgen.kinds.cover.pieces import compose_cover

    return compose_cover(order)


def _options() -> type[Options]:
    from printgen.kinds.cover.reading import CoverOptions

    return CoverOptions


def _load(loading: Loading) -> Options | None:
    from printgen.kinds.cover.reading import load_cover

    return load_cover(loading)


KIND = Kind("cover", _compose, _options, _load, telling=True)
