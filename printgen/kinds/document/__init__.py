"""Documents: player aids, tables and worksheets, on sheets or cards."""

from __future__ import annotations

from typing import Any

from printgen.kinds.kind import Kind, Late


def _shapes() -> dict[str, Any]:
    from printgen.reading.dice_tables import DiceTable
    from printgen.reading.documents import Document

    return {"document": Document, "tables": dict[str, DiceTable]}


KIND = Kind(
    "reference-sheet",
    Late(__name__, "pieces", "compose_reference_sheet"),
    options=Late(__name__, "reading", "DocumentOptions").get,
    load=Late(__name__, "reading", "load_document"),
    check=Late(__name__, "rules", "check_tables"),
    shapes=_shapes,
)
