"""What stays the same in all games of a war, and what changes in one, as values made for speed.

A card is its number in its own deck, a space its number on the board, a side 0 or 1. A side never has two teams on one
space: a team is known by its space.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple, Protocol

from printgen.lab.model import Rules, Team, Unit
from printgen.lab.war.arena import Arena, turned

Cards = tuple[int, ...]
"""Cards by their numbers in their deck."""

Deck = tuple[Unit, ...]
"""The units of a deck by their numbers."""

NOBODY, DRAWN = -1, 2
"""The winner of a game that goes on, and of one that nobody has won."""


class Chance(Protocol):
    """What dice and shuffles come from; a `Stream` of base/seeds."""

    def unit(self) -> float:
        """A number from 0 up to, but not including, 1."""

    def below(self, count: int) -> int:
        """A whole number from 0 to `count` - 1."""


class War(NamedTuple):
    """The rules of a war, its options as numbers and flags, with the decks of both sides.

    `moves` are pairs of how many teams move, at most, and how far. `alone` says of each card of both decks how far it
    moves by itself, 0 for not at all. `guns` is what artillery lends, by card, `radios` are the cards that let it,
    `eyes` those that look at enemy teams, `breakers` those that take its dice from a base; all by side. `worth` is what
    the scores of each card come to. `first` is the side that begins, -1 where dice decide.
    """

    decks: tuple[Deck, Deck]
    sides: tuple[str, str]
    bases: tuple[str, str]
    goal: str | None
    rules: Rules
    diagonal: bool
    occupied: bool
    by_entering: bool
    by_fighting: bool
    emptied_stays: bool
    team: int
    start_teams: int
    most_teams: int
    hands: tuple[int, int]
    draw: int
    hand: int
    turns: int
    moves: tuple[tuple[int, int], ...]
    alone: tuple[Cards, Cards]
    alone_fights: bool
    alone_free: bool
    alone_stands: bool
    alone_holds: bool
    guns: tuple[Mapping[int, int], Mapping[int, int]]
    guns_reach: int
    guns_own: bool
    radios: tuple[frozenset[int], frozenset[int]]
    radio_anywhere: bool
    eyes: tuple[frozenset[int], frozenset[int]]
    looks_after: bool
    looks_once: bool
    breakers: tuple[frozenset[int], frozenset[int]]
    turned_down: bool
    mover_orders: bool
    worth: tuple[Cards, Cards]
    first: int

    def team_of(self, side: int, cards: Cards) -> Team:
        """The units of cards."""
        deck = self.decks[side]
        return tuple([deck[card] for card in cards])


class State:
    """One game, as nobody at the table sees it; index 0 and 1 are the two sides.

    `teams` are cards by space. `shown` has a bit for each card in play that the other side knows, `alone` one for each
    space on which units stand without a counter, `flags` one for each space that a side controls. `fielded` has a bit
    for each card that was ever in a team, `looked` one for each that has looked in this turn, or ever where that is all
    it may. `fought` and `won` count fights by card.
    """

    __slots__ = (
        "alone", "arena", "arenas", "attacker_wins", "began", "decks", "discards", "fielded", "fights", "flags",
        "fought", "hands", "how", "looked", "mover", "shown", "teams", "ties", "turn", "war", "winner", "won",
    )  # fmt: skip

    def __init__(self, war: War, arena: Arena) -> None:
        self.war, self.arena = war, arena
        self.arenas = arena, turned(arena)
        self.turn, self.mover, self.began = 0, 0, 0
        self.decks: tuple[list[int], list[int]] = ([], [])
        self.hands: tuple[list[int], list[int]] = ([], [])
        self.discards: tuple[list[int], list[int]] = ([], [])
        self.teams: tuple[dict[int, Cards], dict[int, Cards]] = ({}, {})
        self.shown = [0, 0]
        self.alone = [0, 0]
        self.flags = [0, 0]
        self.fielded = [0, 0]
        self.looked = [0, 0]
        self.winner, self.how = NOBODY, ""
        self.fights = self.attacker_wins = self.ties = 0
        self.fought: tuple[list[int], list[int]] = ([], [])
        self.won: tuple[list[int], list[int]] = ([], [])

    def cards(self, side: int) -> list[int]:
        """All cards of a side, wherever they are, in order: each is there once as long as nothing gets lost."""
        under = [card for cards in self.teams[side].values() for card in cards]
        return sorted([*self.decks[side], *self.hands[side], *self.discards[side], *under])

    def end(self, winner: int, how: str) -> None:
        """The game is over."""
        self.winner, self.how = winner, how


class View(NamedTuple):
    """What one side may know, as a copy of its own: nothing leads from it to the game itself.

    `foes` are the enemy's teams by space: how many cards lie there, and those of them that are known. `shown` has a
    bit for each own card that the enemy knows, `looked` one for each that may look no more now. Discards lie face up;
    `left` are how many cards each side's deck has.
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


def view_of(state: State, me: int) -> View:
    """What a side may know of a game now."""
    foe = 1 - me
    known = state.shown[foe]
    foes = {
        space: (len(cards), tuple([card for card in cards if known >> card & 1]) if known else ())
        for space, cards in state.teams[foe].items()
    }
    first, second = state.discards
    one, two = state.decks
    return View(
        state.war, state.arenas[me], me, state.turn, tuple(state.hands[me]), state.teams[me].copy(), foes,
        (state.alone[0], state.alone[1]), (state.flags[0], state.flags[1]), state.shown[me],
        (tuple(first), tuple(second)), (len(one), len(two)), len(state.hands[foe]), state.looked[me],
    )  # fmt: skip


class Move(NamedTuple):
    """A team goes step by step along a path; or one card of it alone, -1 for the whole team."""

    start: int
    path: tuple[int, ...]
    card: int = -1


class Look(NamedTuple):
    """A card of the own team at `start` is turned up to look at the enemy team at `at`."""

    start: int
    card: int
    at: int


class Policy(Protocol):
    """Who decides for a side, by what a `View` tells and nothing else.

    Decisions that the rules do not allow raise `IllegalMove`: a policy is wrong that makes one.
    """

    name: str
    looks: bool
    """Whether it wants to be asked for looks."""

    def recruit(self, view: View) -> bool:
        """Whether to put a new team on the empty base in place of drawing."""

    def discard(self, view: View, count: int) -> Cards:
        """So many cards of the hand, which is too large."""

    def supply(self, view: View) -> tuple[bool, tuple[tuple[int, int], ...]]:
        """Whether the team in the base goes back to the hand, first; then cards with the space of their new team."""

    def look(self, view: View) -> tuple[Look, ...]:
        """Which units look at which enemy teams, before the teams move, and after that where the rules let them."""

    def move(self, view: View) -> tuple[Move, ...]:
        """What moves where, one after the other."""

    def order(self, view: View, spaces: tuple[int, ...]) -> tuple[int, ...]:
        """The order of the fights on these spaces."""


class IllegalMove(Exception):
    """A policy decided what the rules do not allow."""
