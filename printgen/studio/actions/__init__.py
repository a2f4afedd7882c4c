"""The desks of the studio: places to work at a product, by name, with the actions that each of them has."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from pkgutil import resolve_name
from typing import Any, NamedTuple

from printgen.base.errors import Finding
from printgen.build.jobs import Job
from printgen.build.live import LiveGame
from printgen.build.settings import PLAIN, Settings
from printgen.designer.context import guidelines_for
from printgen.drawing.model import Drawing
from printgen.game.records import Game, Product
from printgen.reading.requests import ActionRequest


@dataclass(frozen=True)
class Live:
    """A game as it is now, and the product that an action works on.

    `job` is the whole game; `target` names the product in a command. `cards` is the folder of the user's own cards,
    None without one. `uploads` are photos from pages, by names that are no paths.
    """

    job: Job
    product: Product
    target: str
    cards: Path | None = None
    settings: Settings = PLAIN
    uploads: Mapping[str, bytes] = field(default_factory=dict)

    @classmethod
    def of(
        cls, game: LiveGame, name: str, settings: Settings = PLAIN, uploads: Mapping[str, bytes] | None = None
    ) -> Live:
        """A product of a game that stays loaded."""
        settings = replace(settings, cards=game.cards)
        return cls(game.job, game.product(name), f"{game.target}/{name}", game.cards, settings, uploads or {})


@dataclass(frozen=True)
class ActionAnswer:
    """The result of an action.

    `data` is for JSON, `pictures` are drawings by names that the page knows. `command` are the words after `printgen`
    of a command to begin. `files` are the contents of files to save, None for one to remove, and `before` those that
    they had when they were read, None for a file that was not there.
    """

    data: Mapping[str, Any]
    pictures: Mapping[str, Drawing] = field(default_factory=dict)
    command: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    files: Mapping[Path, bytes | None] = field(default_factory=dict)
    before: Mapping[Path, bytes | None] = field(default_factory=dict)


class Action(NamedTuple):
    """An action of a desk: the shape of its request, and the function that runs it.

    `run` raises PrintgenError for mistakes of people. The pictures of a `live` action are seen at each key that
    somebody types: new ones go out with the answer.
    """

    asks: type[ActionRequest]
    run: Callable[[Live, Any], ActionAnswer]
    live: bool = False


class Desk(NamedTuple):
    """A place to work at a product: which products it is for, and where its actions are."""

    name: str
    is_for: Callable[[Game, Product], bool]
    actions: str

    def load(self) -> Mapping[str, Action]:
        """Import the actions, by name."""
        actions: Mapping[str, Action] = resolve_name(f"printgen.studio.actions.{self.actions}")
        return actions


def _is_random(kind: str, game: Game, product: Product) -> bool:
    """Whether a product is a board of a kind, made from a recipe and a seed."""
    return product.kind == kind and bool(product.loaded) and not product.loaded.is_fixed


def _is_designed(game: Game, product: Product) -> bool:
    """Whether a product is a deck with guidelines for its cards."""
    return product.kind == "cards" and guidelines_for(game, product) is not None


_DESKS = (
    Desk("trooper", _is_designed, "trooper:ACTIONS"),
    Desk("map", partial(_is_random, "terrain-board"), "board_drafters:SQUARE_ACTIONS"),
    Desk("map", partial(_is_random, "hex-board"), "board_drafters:HEX_ACTIONS"),
    Desk("lab", lambda game, product: game.fight is not None or game.odds is not None, "lab:ACTIONS"),
)


def desks_for(game: LiveGame, name: str) -> dict[str, Desk]:
    """The desks at which people can work at a product of a game, by name."""
    return {desk.name: desk for desk in _DESKS if desk.is_for(game.job.game, game.product(name))}
