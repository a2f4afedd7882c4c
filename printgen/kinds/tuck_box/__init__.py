"""Tuck boxes for decks of cards: one net to cut, fold and glue, or two halves where the paper is small."""

from printgen.kinds.kind import Kind, late

with late():
    from printgen.kinds.tuck_box import pieces, reading

KIND = Kind(
    "tuck-box",
    lambda order: pieces.compose_tuck_box(order),
    options=lambda: reading.BoxOptions,
    load=lambda loading: reading.load_box(loading),
    takes=("front", "back", "size"),
    small=True,
)
