"""Cards with a face for every record of a list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from printgen.kinds.kind import Command, Kind, Late

if TYPE_CHECKING:
    from printgen.errors import Finding
    from printgen.reading.records import Game

_RULES = "printgen.rules"
_COMMANDS = {
    "derive": "Work out a card's numbers from what it carries, with the sum behind each.",
    "explain": "Show a card's printed numbers beside the derived ones.",
    "solve": "Go backwards: list the smallest sets of what to carry that give the numbers.",
    "new": "Design a card from what it carries, and add it to a list of your own.",
    "report": "Compare the decks of a kit: their numbers, their abilities and their teams.",
}


def _check(game: Game) -> Iterable[Finding]:
    # Most games have no guidelines, and do not wait for what holds cards to them.
    guided = any("guidelines" in product.options for product in game.products.values())
    found: Iterable[Finding] = Late(_RULES, "decks", "check_decks")(game) if guided else ()
    return found


KIND = Kind(
    "cards",
    Late(__name__, "pieces", "compose_cards"),
    options=Late(__name__, "reading", "CardOptions").get,
    load=Late(__name__, "reading", "load_cards"),
    check=_check,
    notes=Late(_RULES, "comparisons", "compare_decks"),
    shapes=lambda: {"guidelines": Late(_RULES, "guidelines", "Guidelines").get()},
    commands=tuple(
        Command(name, summary, Late(__name__, "commands", f"{name}_command").get) for name, summary in _COMMANDS.items()
    ),
)
