"""Booklets: a document as folded and stapled sheets, with its pages in printer's order."""

from printgen.kinds.kind import Kind, late

with late():
    from printgen.kinds import documents
    from printgen.kinds.booklet import pieces, reading
    from printgen.reading import dice_tables
    from printgen.reading import documents as written

KIND = Kind(
    "booklet",
    lambda order: pieces.compose_booklet(order),
    options=lambda: reading.BookletOptions,
    load=lambda loading: documents.load_reference(loading, reading.BookletOptions),
    check=lambda game: documents.check_tables(game),
    takes=("front", "back", "size"),
    shapes=lambda: {"document": written.Document, "tables": dice_tables.Tables},
)
