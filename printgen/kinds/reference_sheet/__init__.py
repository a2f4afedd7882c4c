"""Documents: player aids, tables and worksheets, on sheets or cards."""

from printgen.game.dice_tables import Tables
from printgen.game.documents import Document
from printgen.kinds.documents import check_tables, load_reference
from printgen.kinds.kind import Kind
from printgen.kinds.reference_sheet.pieces import compose_reference_sheet
from printgen.kinds.reference_sheet.reading import DocumentOptions

KIND = Kind(
    "reference-sheet",
    compose_reference_sheet,
    options=DocumentOptions,
    load=lambda loading: load_reference(loading, DocumentOptions),
    check=check_tables,
    takes=("size",),
    shapes={"document": Document, "tables": Tables},
    files={"file": "document", "tables": "tables"},
)
