"""What the studio offers at a product: desks by name, each with its actions, a module or a folder an area."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pkgutil import resolve_name
from typing import NamedTuple

from printgen.build.live import LiveGame
from printgen.designer.bench import guidelines_for
from printgen.game.records import Game, Product
from printgen.studio.actions.action import Action


class Desk(NamedTuple):
    """A place to work at a product: whether there is anything to do at it, and the name of its actions."""

    name: str
    is_for: Callable[[Game, Product], bool]
    actions: str

    def load(self) -> Mapping[str, Action]:
        """Import the actions, by name."""
        actions: Mapping[str, Action] = resolve_name(f"printgen.studio.actions.{self.actions}")
        return actions


def _is_random(product: Product) -> bool:
    """Whether a board is made from a recipe and a seed."""
    return bool(product.loaded) and not product.loaded.fixed


_DESKS = (
    Desk(
        "trooper",
        lambda g, product: product.kind == "cards" and guidelines_for(g, product) is not None,
        "trooper:ACTIONS",
    ),
    Desk("map", lambda game, product: product.kind == "terrain-board" and _is_random(product), "square_board:ACTIONS"),
    Desk("map", lambda game, product: product.kind == "hex-board" and _is_random(product), "hex_board:ACTIONS"),
    Desk("lab", lambda game, product: game.fight is not None or game.odds is not None, "lab:ACTIONS"),
)


def desks_for(game: LiveGame, name: str) -> dict[str, Desk]:
    """The desks at which people can work at a product of a game, by name."""
    return {desk.name: desk for desk in _DESKS if desk.is_for(game.job.game, game.product(name))}
