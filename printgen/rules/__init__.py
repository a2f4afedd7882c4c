"""What the data must keep, and what is worth knowing of it: a Game comes in, Findings come out. No pictures."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from importlib import import_module

from printgen.errors import Finding
from printgen.reading.records import Game
from printgen.rules.errata import check_errata
from printgen.rules.levels import check_levels
from printgen.rules.strategies import check_strategies
from printgen.rules.tables import check_tables

Rule = Callable[[Game], Iterable[Finding]]


def _in(module: str, function: str, concerns: Callable[[Game], bool]) -> Rule:
    """A rule that is imported when a game that it concerns is first checked."""

    def check(game: Game) -> Iterator[Finding]:
        if concerns(game):
            yield from getattr(import_module(f"printgen.rules.{module}"), function)(game)

    return check


def _kind(name: str) -> Callable[[Game], bool]:
    return lambda game: any(product.kind == name for product in game.products.values())


def _option(name: str) -> Callable[[Game], bool]:
    return lambda game: any(name in product.options for product in game.products.values())


_RULES: tuple[Rule, ...] = (
    check_errata,
    _in("armies", "check_armies", _kind("roster")),
    _in("boards", "check_boards", _kind("terrain-board")),
    _in("decks", "check_decks", _option("guidelines")),
    _in("hex_boards", "check_hex_boards", _kind("hex-board")),
    check_levels,
    check_strategies,
    check_tables,
    _in("areas", "check_areas", _kind("area-template")),
)
_NOTES: tuple[Rule, ...] = (_in("comparisons", "compare_decks", _option("guidelines")),)


def check_game(game: Game) -> list[Finding]:
    """Run every rule on a game."""
    return [finding for rule in _RULES for finding in rule(game)]


def notes_on(game: Game) -> list[Finding]:
    """What is worth knowing of a game and no fault of it: findings of severity "info"."""
    return [finding for note in _NOTES for finding in note(game)]
