"""What the studio offers at a product: desks by name with their actions, what these take and what they answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
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
    """A game as it is just now, and what of it an action works on.

    `job` is the whole game, `product` the one that somebody looks at; `target` is how a command names it. `cards` is
    the folder of the user's own cards, None where nobody has one. `uploads` are pictures that were given, by names that
    are no paths.
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

    @property
    def cards_words(self) -> tuple[str, ...]:
        """The words of a command that say where the user's own cards are, where they are not in the usual place."""
        there = self.cards is not None and str(self.cards) != "my-cards" and self.cards.is_dir()
        return ("--cards", str(self.cards)) if there else ()


@dataclass(frozen=True)
class ActionAnswer:
    """What came of an action.

    `data` is plain. `pictures` are drawings by names that mean something to who asked. `command` is what is begun next,
    where something is: the words after `printgen`. `files` is what each file is to hold, None for a file that is to be
    removed, and `before` what these held when they were read, None for nothing there.
    """

    data: Mapping[str, Any]
    pictures: Mapping[str, Drawing] = field(default_factory=dict)
    command: tuple[str, ...] = ()
    findings: tuple[Finding, ...] = ()
    files: Mapping[Path, bytes | None] = field(default_factory=dict)
    before: Mapping[Path, bytes | None] = field(default_factory=dict)


class Action(NamedTuple):
    """One thing that a desk does: the shape of what it takes, and what does it.

    `run` raises PrintgenError, of which UsageError is one, for what cannot be. Of what is `live`, somebody sees the
    pictures at each key that they type: what is new of them goes out with the answer.
    """

    asks: type[ActionRequest]
    run: Callable[[Live, Any], ActionAnswer]
    live: bool = False


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
    return bool(product.loaded) and not product.loaded.is_fixed


_DESKS = (
    Desk(
        "trooper",
        lambda g, product: product.kind == "cards" and guidelines_for(g, product) is not None,
        "trooper:ACTIONS",
    ),
    Desk(
        "map",
        lambda game, product: product.kind == "terrain-board" and _is_random(product),
        "board_drafters:SQUARE_ACTIONS",
    ),
    Desk(
        "map", lambda game, product: product.kind == "hex-board" and _is_random(product), "board_drafters:HEX_ACTIONS"
    ),
    Desk("lab", lambda game, product: game.fight is not None or game.odds is not None, "lab:ACTIONS"),
)


def desks_for(game: LiveGame, name: str) -> dict[str, Desk]:
    """The desks at which people can work at a product of a game, by name."""
    return {desk.name: desk for desk in _DESKS if desk.is_for(game.job.game, game.product(name))}
