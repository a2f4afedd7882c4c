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
    if not any("guidelines" in product.options for product in game.products.values()):
        return ()
    from printgen.rules.decks import check_decks

    return check_decks(game)


def _notes(game: Game) -> Iterable[Finding]:
    from printgen.rules.comparisons import compare_decks

    return compare_decks(game)


def _options() -> type[Options]:
    from printgen.kinds.cards.reading import CardOptions

    return CardOptions


def _load(loading: Loading) -> object:
    from printgen.kinds.cards.reading import load_cards

    return load_cards(loading)


def _command(name: str, summary: str) -> Command:
    def load() -> click.Command:
        from printgen.kinds.cards import commands

        command: click.Command = getattr(commands, f"{name}_command")
        return command

    return Command(name, summary, load)


def _shapes() -> dict[str, Any]:
    from printgen.rules.guidelines import Guidelines

    return {"guidelines": Guidelines}


KIND = Kind(
    "cards",
    _compose,
    _options,
    _load,
    _check,
    _notes,
    shapes=_shapes,
    commands=(
        _command("derive", "Work out a card's numbers from what it carries, with the sum behind each."),
        _command("explain", "Show a card's printed numbers beside the derived ones."),
        _command("solve", "Go backwards: list the smallest sets of what to carry that give the numbers."),
        _command("new", "Design a card from what it carries, and add it to a list of your own."),
        _command("report", "Compare the decks of a kit: their numbers, their abilities and their teams."),
    ),
)
