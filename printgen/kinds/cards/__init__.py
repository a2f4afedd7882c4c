"""Cards with a face for every record of a list."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from printgen.kinds.kind import Command, Kind

if TYPE_CHECKING:
    import click

    from printgen.errors import Finding
    from printgen.kinds.composition import Composition, Order
    from printgen.reading.part import Options
    from printgen.reading.records import Game, Loading


def _compose(order: Order) -> Composition:
    from printgen.kinds.cards.pieces import compose_cards

    return compose_cards(order)


def _check(game: Game) -> Iterable[Finding]:
    if not _derived(game):
        return ()
    from printgen.rules.decks import check_decks

    return check_decks(game)


def _notes(game: Game) -> Iterable[Finding]:
    if not _derived(game):
        return ()
    from printgen.rules.comparisons import compare_decks

    return compare_decks(game)


def _derived(game: Game) -> bool:
    """Whether a product says by which guidelines the numbers of its records are derived."""
    return any("guidelines" in product.options for product in game.products.values())


def _options() -> type[Options]:
    from printgen.kinds.cards.model import CardOptions

    return CardOptions


def _load(loading: Loading) -> object:
    from printgen.kinds.cards.reading import load_cards

    return load_cards(loading)


def _derive() -> click.Command:
    from printgen.kinds.cards.commands import derive_command

    return derive_command


def _explain() -> click.Command:
    from printgen.kinds.cards.commands import explain_command

    return explain_command


def _solve() -> click.Command:
    from printgen.kinds.cards.commands import solve_command

    return solve_command


def _new() -> click.Command:
    from printgen.kinds.cards.commands import new_command

    return new_command


def _report() -> click.Command:
    from printgen.kinds.cards.commands import report_command

    return report_command


def _shapes() -> dict[str, Any]:
    from printgen.reading.guidelines import GuidelinesShape

    return {"guidelines": GuidelinesShape}


KIND = Kind(
    "cards",
    _compose,
    _options,
    _load,
    _check,
    _notes,
    shapes=_shapes,
    commands=(
        Command("derive", "Work out a card's numbers from what it carries, with the sum behind each.", _derive),
        Command("explain", "Show a card's printed numbers beside the derived ones.", _explain),
        Command("solve", "Go backwards: list the smallest sets of what to carry that give the numbers.", _solve),
        Command("new", "Design a card from what it carries, and add it to a list of your own.", _new),
        Command("report", "Compare the decks of a kit: their numbers, their abilities and their teams.", _report),
    ),
)
