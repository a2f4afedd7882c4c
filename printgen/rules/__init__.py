"""What the data must keep: a Game comes in, Findings come out. No files, no pictures."""

from __future__ import annotations

from printgen.errors import Finding
from printgen.reading.records import Game
from printgen.rules.boards import check_boards
from printgen.rules.errata import check_errata
from printgen.rules.levels import check_levels
from printgen.rules.strategies import check_strategies

_RULES = (check_errata, check_boards, check_levels, check_strategies)


def check_game(game: Game) -> list[Finding]:
    """Run every rule on a game."""
    return [finding for rule in _RULES for finding in rule(game)]
