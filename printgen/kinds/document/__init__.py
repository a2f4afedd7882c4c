"""Documents: player aids, tables and worksheets, on sheets or cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from printgen.kinds.kind import Kind

if TYPE_CHECKING:
    from printgen.errors import Finding
    from printgen.kinds.composition import Composition, Order
    from printgen.reading.part import Options
    from printgen.reading.records import Game, Loading


def _options() -> type[Options]:
    from printgen.kinds.document.reading import DocumentOptions

    return DocumentOptions


def _shapes() -> dict[str, Any]:
    from printgen.reading.dice_tables import Table
    from printgen.reading.documents import Document

    return {"document": Document, "tables": dict[str, Table]}


def _load(loading: Loading) -> Any:
    from printgen.kinds.document.reading import load_document

    return load_document(loading)


def _check(game: Game) -> Iterable[Finding]:
    from printgen.kinds.document.rules import check_tables

    return check_tables(game)


def _compose(order: Order) -> Composition:
    from printgen.kinds.document.pieces import compose_reference_sheet

    return compose_reference_sheet(order)


KIND = Kind("reference-sheet", _compose, options=_options, load=_load, check=_check, shapes=_shapes)
