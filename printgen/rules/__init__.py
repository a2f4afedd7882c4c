"""What the data must keep, and what is worth knowing of it: a Game comes in, Findings come out. No pictures."""

from __future__ import annotations

from printgen.errors import Finding
from printgen.reading.records import Game
from printgen.rules.areas import check_areas
from printgen.rules.armies import check_armies
from printgen.rules.boards import check_boards
from printgen.rules.comparisons import compare_decks
from printgen.rules.decks import check_decks
from printgen.rules.errata import check_errata
from printgen.rules.hex_boards import check_hex_boards
from printgen.rules.levels import check_levels
from printgen.rules.strategies import check_strategies
from printgen.rules.tables import check_tables

_RULES = (
    check_errata,
    check_armies,
    check_boards,
    check_decks,
    check_hex_boards,
    check_levels,
    check_strategies,
    check_tables,
    check_areas,
)
_NOTES = (compare_decks,)


def check_game(game: Game) -> list[Finding]:
    """Run every rule on a game."""
    return [finding for rule in _RULES for finding in rule(game)]


def notes_on(game: Game) -> list[Finding]:
    """What is worth knowing of a game and no fault of it: findings of severity "info"."""
    return [finding for note in _NOTES for finding in note(game)]
