"""What most policies share: who goes where on a board, and what is done where nothing else is decided."""

from __future__ import annotations

from collections.abc import Container, Mapping

from printgen.base.seeds import Stream
from printgen.lab.war.model import Cards, Look, Move, View, War


class Plain:
    """Looks at nothing, fights in the order of the board, keeps its best cards."""

    name = "plain"
    looks = False

    def __init__(self, war: War, me: int, chance: Stream) -> None:
        self.war, self.me, self.chance = war, me, chance
        self.worth = war.worth[me]

    def recruit(self, view: View) -> bool:
        """A new team where the hand holds the units for it."""
        return len(view.hand) >= self.war.team

    def discard(self, view: View, count: int) -> Cards:
        """The cards of least worth."""
        return tuple(sorted(view.hand, key=self.worth.__getitem__)[:count])

    def supply(self, view: View) -> tuple[bool, tuple[tuple[int, int], ...]]:
        """The most valuable cards to the nearest team until it is full, then to the next."""
        return False, fill(view, sorted(view.hand, key=self.worth.__getitem__, reverse=True))

    def look(self, view: View) -> tuple[Look, ...]:
        """No looks."""
        return ()

    def move(self, view: View) -> tuple[Move, ...]:
        """No moves."""
        return ()

    def order(self, view: View, spaces: tuple[int, ...]) -> tuple[int, ...]:
        """The order of the board."""
        return spaces


def enough(war: War, units: int) -> int:
    """From how many units on a team goes at the enemy: so many, or all but one where teams are smaller."""
    return min(units, max(1, war.team - 1))


def supplied(view: View) -> list[int]:
    """The own teams with room that cards may be placed under, that in the base first."""
    room, most, alone = view.arena.rooms[view.me], view.war.team, view.alone[view.me]
    steps = view.arena.ways.steps[view.arena.bases[view.me]]
    found = [
        space for space, cards in view.mine.items() if space in room and len(cards) < most and not alone >> space & 1
    ]
    found.sort(key=steps.__getitem__)
    return found


def fill(view: View, cards: list[int]) -> tuple[tuple[int, int], ...]:
    """Cards in their order to teams in their order, each as full as it gets."""
    places: list[tuple[int, int]] = []
    at = 0
    for space in supplied(view):
        for _ in range(view.war.team - len(view.mine[space])):
            if at == len(cards):
                return tuple(places)
            places.append((cards[at], space))
            at += 1
    return tuple(places)


def step_to(near: tuple[int, ...], steps: bytes, here: int, taken: Container[int], foes: Mapping[int, object]) -> int:
    """The free space next to `here` that is nearest to where `steps` are counted from; `here` where none is nearer."""
    best, found = steps[here], here
    for there in near:
        if steps[there] < best and there not in taken and there not in foes:
            best, found = steps[there], there
    return found
