"""A report on the decks of a game is asked for; what a wing knows of them, as data and as pages, goes out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from printgen.base.geometry import Box
    from printgen.drawing.model import Item
    from printgen.game.records import Game, Record
    from printgen.kinds.charts import Estimate
    from printgen.kinds.composition import Order


class Asked(NamedTuple):
    """What a report is about: some decks of a game, by the names of their products.

    With `games`, so many whole games are played for each row of their table, by `jobs` processes. What is drawn at
    random follows from the seed; `exact` draws nothing that can be counted.
    """

    game: Game
    decks: tuple[str, ...]
    seed: int = 1
    games: int = 0
    exact: bool = False
    jobs: int = 1


class Valued(NamedTuple):
    """Whose worth is asked for: a record of a deck, by the name of its product, tried in so many random teams."""

    game: Game
    deck: str
    record: Record
    samples: int
    seed: int = 1


class ReportPage(NamedTuple):
    """A page of a report without its frame: its title, a line for its header, and what stands in its room."""

    title: str
    line: str
    items: tuple[Item, ...]


class Room(NamedTuple):
    """Where the pages of a report have room, in points: all inside the margins, and what lies below the header."""

    page: Box
    below: Box


class Chapter(NamedTuple):
    """What a wing adds to a report.

    `data` is all of it, for programs. `totals` are the mean totals of teams by the title of a stat, for each deck in
    order; `totals_note` says in a few words what is in them. `worth` is what cards are worth, by the id of their
    records; `worth_note` says of what. `pages` draws pages for a room.
    """

    data: Mapping[str, Any]
    totals: Mapping[str, Sequence[Estimate]]
    totals_note: str
    worth: Mapping[int, Estimate]
    worth_note: str
    pages: Callable[[Order, Room], Sequence[ReportPage]]
