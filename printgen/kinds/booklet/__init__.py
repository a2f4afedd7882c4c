"""Booklets: a document as folded and stapled sheets, with its pages in printer's order."""

from printgen.game.dice_tables import Tables
from printgen.game.documents import Document
from printgen.kinds.booklet.pieces import compose_booklet
from printgen.kinds.booklet.reading import BookletOptions
from printgen.kinds.documents import check_tables, load_reference
from printgen.kinds.kind import Kind

KIND = Kind(
    "booklet",
    compose_booklet,
    options=BookletOptions,
    load=lambda loading: load_reference(loading, BookletOptions),
    check=check_tables,
    takes=("front", "back", "size"),
    shapes={"document": Document, "tables": Tables},
)
