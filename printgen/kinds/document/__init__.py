"""Documents: player aids, tables and worksheets, on sheets or cards."""

from printgen.kinds.kind import Kind, late

with late():
    from printgen.kinds import documents as papers
    from printgen.kinds.document import pieces, reading
    from printgen.reading import dice_tables, documents

KIND = Kind(
    "reference-sheet",
    lambda order: pieces.compose_reference_sheet(order),
    options=lambda: reading.DocumentOptions,
    load=lambda loading: papers.load_reference(loading, reading.DocumentOptions),
    check=lambda game: papers.check_tables(game),
    takes=("size",),
    shapes=lambda: {"document": documents.Document, "tables": dice_tables.Tables},
    files={"file": "document", "tables": "tables"},
)
