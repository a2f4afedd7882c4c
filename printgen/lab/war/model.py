"""The boards, the rules and the state of whole games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, NamedTuple

from printgen.base.seeds import Stream
from printgen.lab.sums import Rules, Team, Unit
from printgen.rules.fight_shapes import WarFile

Cells = tuple[str | None, ...]
"""What lies on each space, row by row; None where the board has no space."""


class Ways(NamedTuple):
    """The distances of spaces; a space is its number, row by row from 0.

    `near` are the spaces one move away, `beside` those around it, where teams start; `steps` are the moves between any
    two.
    """

    near: tuple[tuple[int, ...], ...]
    beside: tuple[tuple[int, ...], ...]
    steps: tuple[bytes, ...]


class Arena(NamedTuple):
    """One board to play on. `terrain` is None on bases; `goals` are the winning spaces, `goal_bits` the same as bits.

    `rooms` are the spaces on and next to each base. The second side has its spaces in the opposite order, so that a
    policy that takes the first of several equals plays alike from both bases.
    """

    ways: Ways
    terrain: Cells
    bases: tuple[int, int]
    goals: tuple[int, ...]
    goal_bits: int
    rooms: tuple[frozenset[int], frozenset[int]]

    def __deepcopy__(self, memo: object) -> Arena:
        return self  # Nothing of it ever changes.


@lru_cache(maxsize=64)
def ways_of(rows: int, columns: int, gaps: frozenset[int], diagonal: bool) -> Ways:
    """The ways of a board. The spaces around one always include diagonals: three teams start beside a corner."""

    def around(space: int, limit: int) -> tuple[int, ...]:
        row, column = divmod(space, columns)
        spaces = []
        for down in (-1, 0, 1):
            for across in (-1, 0, 1):
                there = (row + down) * columns + column + across
                inside = 0 <= row + down < rows and 0 <= column + across < columns and there not in gaps
                if inside and 0 < abs(down) + abs(across) <= limit:
                    spaces.append(there)
        return tuple(spaces)

    none: tuple[int, ...] = ()
    every = range(rows * columns)
    near = tuple(around(space, 2 if diagonal else 1) if space not in gaps else none for space in every)
    beside = tuple(around(space, 2) if space not in gaps else none for space in every)
    return Ways(near, beside, tuple(_steps_from(start, near) for start in every))


def _steps_from(start: int, near: Sequence[Sequence[int]]) -> bytes:
    """The moves from a start to each space, by breadth-first search; an unreachable space has the number of spaces."""
    far = min(len(near), 255)
    steps = bytearray([far] * len(near))
    steps[start], edge = 0, [start]
    while edge:
        following = []
        for here in edge:
            for there in near[here]:
                if steps[there] == far:
                    steps[there] = steps[here] + 1
                    following.append(there)
        edge = following
    return bytes(steps)


def mirror(arena: Arena) -> Arena:
    """The same board as seen from the other side."""
    ways = _mirror_ways(arena.ways)
    return arena._replace(ways=ways, goals=arena.goals[::-1])


@lru_cache(maxsize=64)
def _mirror_ways(ways: Ways) -> Ways:
    return Ways(tuple(spaces[::-1] for spaces in ways.near), tuple(spaces[::-1] for spaces in ways.beside), ways.steps)


def arena_of(columns: int, cells: Cells, bases: Sequence[str], goal: str | None, diagonal: bool) -> Arena:
    """The board of cells in so many columns; `bases` are the names of the first and of the second side's."""
    gaps = frozenset(space for space, word in enumerate(cells) if word is None)
    ways = ways_of(len(cells) // columns, columns, gaps, diagonal)
    first, second = (cells.index(base) for base in bases)
    goals = tuple(space for space, word in enumerate(cells) if word == goal and goal is not None)
    terrain = tuple(None if space in (first, second) else word for space, word in enumerate(cells))
    rooms = frozenset((first, *ways.near[first])), frozenset((second, *ways.near[second]))
    return Arena(ways, terrain, (first, second), goals, sum(1 << goal for goal in goals), rooms)


def board_cells(data: Mapping[str, Any]) -> Cells:
    """The cells of a board from the data of `printgen board --json`."""
    return tuple(word for row in data["cells"] for word in row)


Cards = tuple[int, ...]
"""Cards by their numbers in their deck."""

Deck = tuple[Unit, ...]
"""The units of a deck by their numbers."""

NOBODY, DRAWN = -1, 2
"""The winner of a game that goes on, and of one that nobody has won."""


class War(NamedTuple):
    """The rules of a war with the decks of both sides.

    `moves` are pairs of how many teams move, at most, and how far. `alone` are the spaces that each card of both decks
    moves by itself, 0 for none. `guns` is what artillery lends, by card, `radios` are the cards that let it, `eyes`
    those that look at enemy teams, `breakers` those that take its dice from a base; all by side. `worth` is the sum of
    the scores of each card. `first` is the side that begins, -1 where dice decide.
    """

    file: WarFile
    rules: Rules
    sides: tuple[str, str]
    decks: tuple[Deck, Deck]
    bases: tuple[str, str]
    team: int
    hands: tuple[int, int]
    moves: tuple[tuple[int, int], ...]
    alone: tuple[Cards, Cards]
    guns: tuple[Mapping[int, int], Mapping[int, int]]
    guns_reach: int
    radios: tuple[frozenset[int], frozenset[int]]
    eyes: tuple[frozenset[int], frozenset[int]]
    breakers: tuple[frozenset[int], frozenset[int]]
    worth: tuple[Cards, Cards]
    first: int

    def __deepcopy__(self, memo: object) -> War:
        return self  # Nothing of it ever changes.

    def team_of(self, side: int, cards: Cards) -> Team:
        """The units of cards."""
        deck = self.decks[side]
        return tuple([deck[card] for card in cards])


@dataclass(slots=True)
class State:
    """The full state of a game, hidden cards included; index 0 and 1 are the two sides.

    `teams` are cards by space. `shown` has a bit for each card in play that the other side knows, `alone` one for each
    space on which units stand without a counter, `flags` one for each space that a side controls. `fielded` has a bit
    for each card that was ever in a team, `looked` one for each that has looked in this turn, or ever where that is all
    it may. `fought` and `won` count fights by card.
    """

    war: War
    arena: Arena
    arenas: tuple[Arena, Arena] = field(init=False)
    turn: int = 0
    mover: int = 0
    began: int = 0
    decks: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    hands: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    discards: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    teams: tuple[dict[int, Cards], dict[int, Cards]] = field(default_factory=lambda: ({}, {}))
    shown: list[int] = field(default_factory=lambda: [0, 0])
    alone: list[int] = field(default_factory=lambda: [0, 0])
    flags: list[int] = field(default_factory=lambda: [0, 0])
    fielded: list[int] = field(default_factory=lambda: [0, 0])
    looked: list[int] = field(default_factory=lambda: [0, 0])
    winner: int = NOBODY
    how: str = ""
    fights: int = 0
    attacker_wins: int = 0
    ties: int = 0
    fought: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))
    won: tuple[list[int], list[int]] = field(default_factory=lambda: ([], []))

    def __post_init__(self) -> None:
        self.arenas = self.arena, mirror(self.arena)

    def end(self, winner: int, how: str) -> None:
        """End the game."""
        self.winner, self.how = winner, how


class PlayerView(NamedTuple):
    """The knowledge of one side, as a copy: nothing leads from it to the game itself.

    `foes` are the enemy's teams by space: their number of cards, and the known ones. `shown` has a bit for each own
    card that the enemy knows, `looked` one for each that may not look again now. Discards lie face up; `left` are the
    sizes of both decks.
    """

    war: War
    arena: Arena
    me: int
    turn: int
    hand: Cards
    mine: Mapping[int, Cards]
    foes: Mapping[int, tuple[int, Cards]]
    alone: tuple[int, int]
    flags: tuple[int, int]
    shown: int
    discards: tuple[Cards, Cards]
    left: tuple[int, int]
    foe_hand: int
    looked: int


def view_of(state: State, me: int) -> PlayerView:
    """The knowledge of a side in the present state."""
    foe = 1 - me
    shown = state.shown[foe]
    foes = {
        space: (len(cards), tuple([card for card in cards if shown >> card & 1]) if shown else ())
        for space, cards in state.teams[foe].items()
    }
    first, second = state.discards
    own_deck, foe_deck = state.decks
    return PlayerView(
        state.war, state.arenas[me], me, state.turn, tuple(state.hands[me]), state.teams[me].copy(), foes,
        (state.alone[0], state.alone[1]), (state.flags[0], state.flags[1]), state.shown[me],
        (tuple(first), tuple(second)), (len(own_deck), len(foe_deck)), len(state.hands[foe]), state.looked[me],
    )  # fmt: skip


class TeamMove(NamedTuple):
    """A team goes step by step along a path; or one card of it alone, -1 for the whole team."""

    start: int
    path: tuple[int, ...]
    card: int = -1


class Look(NamedTuple):
    """A card of the own team at `start` is turned up to look at the enemy team at `at`."""

    start: int
    card: int
    at: int


class Policy:
    """Makes the decisions of a side from its view alone.

    This one makes no moves and no looks, and keeps its best cards. A decision that the rules forbid raises
    `IllegalMove`.
    """

    name = "plain"

    def __init__(self, war: War, me: int, chance: Stream) -> None:
        self.war, self.me, self.chance = war, me, chance
        self.worth: Sequence[float] = war.worth[me]

    def recruit(self, view: PlayerView) -> bool:
        """Whether to put a new team on the empty base in place of drawing."""
        return len(view.hand) >= self.war.team

    def discard(self, view: PlayerView, count: int) -> Cards:
        """This many cards of a hand that is too large."""
        return tuple(sorted(view.hand, key=self.worth.__getitem__)[:count])

    def supply(self, view: PlayerView) -> tuple[bool, tuple[tuple[int, int], ...]]:
        """Whether the team in the base goes back to the hand, first; then cards with the space of their new team."""
        return False, fill_teams(view, sorted(view.hand, key=self.worth.__getitem__, reverse=True))

    def look(self, view: PlayerView) -> tuple[Look, ...]:
        """The looks of units at enemy teams, before the teams move, and afterwards if the rules allow it."""
        return ()

    def move(self, view: PlayerView) -> tuple[TeamMove, ...]:
        """The moves, in order."""
        return ()

    def order(self, view: PlayerView, spaces: tuple[int, ...]) -> tuple[int, ...]:
        """The order of the fights on these spaces."""
        return spaces


def open_teams(view: PlayerView) -> list[int]:
    """The own teams with room that cards may be placed under, that in the base first."""
    room, most, alone = view.arena.rooms[view.me], view.war.team, view.alone[view.me]
    steps = view.arena.ways.steps[view.arena.bases[view.me]]
    spaces = [
        space for space, cards in view.mine.items() if space in room and len(cards) < most and not alone >> space & 1
    ]
    spaces.sort(key=steps.__getitem__)
    return spaces


def fill_teams(view: PlayerView, cards: list[int]) -> tuple[tuple[int, int], ...]:
    """Cards in order for teams in order, each filled up before the next."""
    places: list[tuple[int, int]] = []
    at = 0
    for space in open_teams(view):
        for _ in range(view.war.team - len(view.mine[space])):
            if at == len(cards):
                return tuple(places)
            places.append((cards[at], space))
            at += 1
    return tuple(places)


class IllegalMove(Exception):
    """A policy made a decision that the rules forbid."""
