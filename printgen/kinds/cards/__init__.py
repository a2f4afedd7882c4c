"""Cards with a face for every record of a list."""

from printgen.kinds.kind import Desk, Kind, commands_of, late

with late():
    from printgen.kinds.cards import bench, commands, desk, pieces, reading, rules

_COMMANDS = {
    "derive": "Work out a card's numbers from what it carries, with the sum behind each.",
    "explain": "Show a card's printed numbers beside the derived ones, and where each of its words comes from.",
    "solve": "Go backwards: list the smallest sets of what to carry that give the numbers, the most plausible first.",
    "suggest": "Suggest a figure's skills and service by its deck's own habits.",
    "new": "Design a card from what it carries, and add it to a list of your own.",
    "report": "Compare the decks of a kit: their numbers, their abilities and their teams.",
}

KIND = Kind(
    "cards",
    lambda order: pieces.compose_cards(order),
    options=lambda: reading.CardOptions,
    load=lambda loading: reading.load_cards(loading),
    check=lambda game: (
        rules.check_decks(game) if any("guidelines" in p.options for p in game.products.values()) else ()
    ),
    notes=lambda game: rules.compare_decks(game),
    shapes=lambda: {"guidelines": rules.Guidelines, "words": rules.Vocabulary},
    files={"guidelines": "guidelines"},
    small=True,
    commands=commands_of(_COMMANDS, lambda: commands.COMMANDS),
    desks=(
        Desk(
            "trooper",
            lambda game, product: bench.guidelines_for(game, product) is not None,
            lambda: desk.ACTIONS,
        ),
    ),
)
