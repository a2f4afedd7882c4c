"""Documents: player aids, tables and worksheets, on sheets or cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from printgen.kinds.kind import Kind

if TYPE_CHECKING:
    from printgen.kinds.composition import Composition, Order


def _compose(order: Order) -> Composition:
    from printgen.kinds.document.pieces import compose_reference_sheet

    return compose_reference_sheet(order)


KIND = Kind("reference-sheet", _compose)
