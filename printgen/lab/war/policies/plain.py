"""The policies `random` and `march`."""

from __future__ import annotations

from collections.abc import Container, Mapping

from printgen.base.seeds import Stream
from printgen.lab.war.model import Cards, Look, PlayerView, Policy, TeamMove, War, open_teams


def attack_strength(war: War, units: int) -> int:
    """The fewest units with which a team attacks: so many, or all but one of smaller teams."""
    return min(units, max(1, war.team - 1))


def step_to(near: tuple[int, ...], steps: bytes, here: int, taken: Container[int], foes: Mapping[int, object]) -> int:
    """The free space next to `here` that is nearest to where `steps` are counted from; `here` where none is nearer."""
    best, nearest = steps[here], here
    for there in near:
        if steps[there] < best and there not in taken and there not in foes:
            best, nearest = steps[there], there
    return nearest


class RandomPolicy(Policy):
    """Makes any choice that the rules allow, each as likely as the others."""

    name = "random"

    def recruit(self, view: PlayerView) -> bool:
        return self.chance.below(2) == 0

    def discard(self, view: PlayerView, count: int) -> Cards:
        hand = list(view.hand)
        self.chance.shuffle(hand)
        return tuple(hand[:count])

    def supply(self, view: PlayerView) -> tuple[bool, tuple[tuple[int, int], ...]]:
        base, chance = view.arena.bases[view.me], self.chance
        back = base in view.mine and not view.alone[view.me] >> base & 1 and chance.below(8) == 0
        rooms = {space: self.war.team - len(view.mine[space]) for space in open_teams(view)}
        if back and base in view.mine:
            rooms[base] = self.war.team
        places = []
        for card in view.hand:
            space = chance.pick([-1, *sorted(rooms)])
            if space >= 0:
                places.append((card, space))
                rooms[space] -= 1
                if not rooms[space]:
                    del rooms[space]
        return back, tuple(places)

    def look(self, view: PlayerView) -> tuple[Look, ...]:
        near, eyes, looks = view.arena.ways.near, self.war.eyes[view.me], []
        for start, cards in sorted(view.mine.items()):
            for card in cards:
                foes = [at for at in near[start] if at in view.foes]
                if card in eyes and not view.looked >> card & 1 and foes and self.chance.below(2):
                    looks.append(Look(start, card, self.chance.pick(foes)))
        return tuple(looks)

    def move(self, view: PlayerView) -> tuple[TeamMove, ...]:
        teams, spaces = self.chance.pick(self.war.moves)
        mine, foes, alone = dict(view.mine), view.foes, view.alone[view.me]
        starts = [space for space in sorted(mine) if not alone >> space & 1]
        self.chance.shuffle(starts)
        moves = []
        for start in starts[:teams]:
            path, here = [], start
            for _ in range(spaces):
                around = [there for there in view.arena.ways.near[here] if there not in mine]
                if not around or here in foes or self.chance.below(6) == 0:
                    break
                here = self.chance.pick(around)
                path.append(here)
            if path:
                moves.append(TeamMove(start, tuple(path)))
                mine[here] = mine.pop(start)
        return (*moves, *self._alone(view, mine)) if self.war.file.alone_free else tuple(moves)

    def _alone(self, view: PlayerView, mine: dict[int, Cards]) -> list[TeamMove]:
        """Units that leave for a team with room, for an enemy or a free space next to them."""
        war, moves, alone = self.war, list[TeamMove](), view.alone[view.me]
        for start, cards in sorted(mine.items()):
            stranded = alone >> start & 1
            for card in cards:
                if not war.alone[view.me][card] or self.chance.below(8) or start in view.foes:
                    continue
                around = [there for there in view.arena.ways.near[start] if self._may_go(view, mine, alone, there)]
                if not around:
                    continue
                there = self.chance.pick(around)
                moves.append(TeamMove(start, (there,), card))
                others = tuple(other for other in mine.pop(start) if other != card)
                if stranded:
                    alone &= ~(1 << start)
                else:
                    mine[start] = others
                if there not in mine:
                    alone |= 1 << there
                mine[there] = (*mine.get(there, ()), card)
                if there in view.foes:
                    return moves
        return moves

    def _may_go(self, view: PlayerView, mine: dict[int, Cards], alone: int, there: int) -> bool:
        """Whether a unit by itself may stop on a space."""
        if there in mine:
            return len(mine[there]) < self.war.team and not alone >> there & 1
        return self.war.file.alone_fights if there in view.foes else self.war.file.alone_stands


class MarchPolicy(Policy):
    """Teams of three or more walk to the nearest space that wins and is not theirs, or to the enemy base.

    Where three are all that a team has, two are enough. They attack with at least as many units, one more
    against a base; smaller teams go home.
    """

    name = "march"

    def __init__(self, war: War, me: int, chance: Stream) -> None:
        super().__init__(war, me, chance)
        self.least = attack_strength(war, 3)

    def move(self, view: PlayerView) -> tuple[TeamMove, ...]:
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
                moves.append(TeamMove(start, (there,)))
                mine[there] = mine.pop(start)
        return tuple(moves)

    def targets(self, view: PlayerView) -> list[int]:
        """The enemy base, and the spaces that win and are not flagged."""
        flags = view.flags[view.me]
        return [view.arena.bases[1 - view.me], *(goal for goal in view.arena.goals if not flags >> goal & 1)]

    def advance(self, view: PlayerView, mine: Mapping[int, Cards], start: int, cards: Cards, goals: list[int]) -> int:
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
