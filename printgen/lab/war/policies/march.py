"""Fills teams with its best cards and walks at the enemy: full teams attack where they are not fewer."""

from __future__ import annotations

from collections.abc import Mapping

from printgen.base.seeds import Stream
from printgen.lab.war.model import Cards, Move, View, War
from printgen.lab.war.policies.plain import Plain, enough, step_to


class March(Plain):
    """Teams of three or more walk to the nearest space that wins and is not theirs, or to the enemy base.

    Where three are all that a team has, two are enough. They attack with at least as many units, one more
    against a base; smaller teams go home.
    """

    name = "march"

    def __init__(self, war: War, me: int, chance: Stream) -> None:
        super().__init__(war, me, chance)
        self.least = enough(war, 3)

    def move(self, view: View) -> tuple[Move, ...]:
        me, arena = view.me, view.arena
        ways, home, alone = arena.ways, arena.bases[me], view.alone[me]
        goals = self.targets(view)
        mine = dict(view.mine)
        moves = []
        from_enemy = ways.steps[arena.bases[1 - me]]
        for start in sorted(mine, key=from_enemy.__getitem__):
            if alone >> start & 1:
                continue
            cards = mine[start]
            if len(cards) >= self.least:
                there = self.advance(view, mine, start, cards, goals)
            elif start in arena.rooms[me]:
                continue
            else:
                there = step_to(ways.near[start], ways.steps[home], start, mine, view.foes)
            if there != start:
                moves.append(Move(start, (there,)))
                mine[there] = mine.pop(start)
        return tuple(moves)

    def targets(self, view: View) -> list[int]:
        """The enemy base, and the spaces that win and are not flagged."""
        flags = view.flags[view.me]
        return [view.arena.bases[1 - view.me], *(goal for goal in view.arena.goals if not flags >> goal & 1)]

    def advance(self, view: View, mine: Mapping[int, Cards], start: int, cards: Cards, goals: list[int]) -> int:
        """Where a strong team goes: onto an enemy that it may attack, or a step to the nearest target."""
        ways, foes, base = view.arena.ways, view.foes, view.arena.bases[1 - view.me]
        for there in ways.near[start]:
            if there in foes and there not in mine and len(cards) >= foes[there][0] + (there == base):
                return there
        steps = ways.steps[start]
        free = [goal for goal in goals if goal not in mine]
        if not free:
            return start
        goal = min(free, key=steps.__getitem__)
        return step_to(ways.near[start], ways.steps[goal], start, mine, foes)
