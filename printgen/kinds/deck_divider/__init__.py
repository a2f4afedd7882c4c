"""Dividers for a box of cards, with tabs that step over positions."""

from printgen.kinds.deck_divider.pieces import compose_dividers
from printgen.kinds.deck_divider.reading import DividerOptions, load_dividers
from printgen.kinds.kind import Kind

KIND = Kind(
    "deck-divider",
    compose_dividers,
    options=DividerOptions,
    load=load_dividers,
    small=True,
)
