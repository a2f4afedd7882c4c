"""Documents: player aids, tables and worksheets, on sheets or cards."""

from printgen.kinds.kind import Kind, late

with late():
    from printgen.kinds.document import pieces, reading, rules
    from printgen.reading import dice_tables, documents

KIND = Kind(
    "reference-sheet",
    lambda order: pieces.compose_reference_sheet(order),
    options=lambda: reading.DocumentOptions,
    load=lambda loading: reading.load_document(loading),
    check=lambda game: rules.check_tables(game),
    takes=("size",),
    shapes=lambda: {"document": documents.Document, "tables": dice_tables.Tables},
    files={"file": "document", "tables": "tables"},
)
