"""Dividers for a box of cards, with tabs that step over positions."""

from printgen.kinds.kind import Kind, late

with late():
    from printgen.kinds.deck_divider import pieces, reading

KIND = Kind(
    "deck-divider",
    lambda order: pieces.compose_dividers(order),
    options=lambda: reading.DividerOptions,
    load=lambda loading: reading.load_dividers(loading),
    small=True,
)
