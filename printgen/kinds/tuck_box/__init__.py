"""Tuck boxes for decks of cards: one net to cut, fold and glue, or two halves where the paper is small."""

from printgen.kinds.kind import Kind
from printgen.kinds.tuck_box.pieces import compose_tuck_box
from printgen.kinds.tuck_box.reading import BoxOptions, load_box

KIND = Kind(
    "tuck-box",
    compose_tuck_box,
    options=BoxOptions,
    load=load_box,
    takes=("front", "back", "size"),
    small=True,
)
