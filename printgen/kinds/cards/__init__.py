"""Cards with a face for every record of a list."""

from printgen.kinds.cards.pieces import compose_cards
from printgen.kinds.cards.reading import CardOptions, load_cards
from printgen.kinds.cards.rules import Guidelines, Vocabulary, check_decks, compare_decks
from printgen.kinds.kind import Kind

KIND = Kind(
    "cards",
    compose_cards,
    options=CardOptions,
    load=load_cards,
    check=lambda game: check_decks(game) if any("guidelines" in p.options for p in game.products.values()) else (),
    notes=compare_decks,
    shapes={"guidelines": Guidelines, "words": Vocabulary},
    files={"guidelines": "guidelines"},
    small=True,
)
