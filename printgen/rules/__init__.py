"""Check the data of a game. No pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from printgen.base.errors import Finding
from printgen.game.records import Game
from printgen.rules.checks import check_boards, check_errata, check_own

Rule = Callable[[Game], Iterable[Finding]]


def check_game(game: Game, others: Iterable[Rule] = ()) -> list[Finding]:
    """Run the rules of every game, and `others`: the rules of the kinds of printable that it has."""
    return [finding for rule in (check_boards, check_errata, check_own, *others) for finding in rule(game)]
