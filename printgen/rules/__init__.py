"""What the data must keep, and what is worth knowing of it: a Game comes in, Findings come out. No pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from printgen.errors import Finding
from printgen.reading.records import Game
from printgen.rules.boards import check_boards
from printgen.rules.checks import check_own
from printgen.rules.errata import check_errata

Rule = Callable[[Game], Iterable[Finding]]

_RULES: tuple[Rule, ...] = (check_boards, check_errata, check_own)
"""The rules of every game, whatever it prints."""


def check_game(game: Game, others: Iterable[Rule] = ()) -> list[Finding]:
    """Run every rule on a game; `others` are the rules of the kinds of printable that it has."""
    return [finding for rule in (*_RULES, *others) for finding in rule(game)]
