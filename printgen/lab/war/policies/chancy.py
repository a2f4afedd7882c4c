"""Decides by chance whatever the rules allow: the least that any other policy should beat, and a test of the rules."""

from __future__ import annotations

from printgen.lab.war.model import Cards, Look, Move, View
from printgen.lab.war.policies.plain import Plain, supplied


class Chancy(Plain):
    """Any choice as likely as the others."""

    name = "random"
    looks = True

    def recruit(self, view: View) -> bool:
        return self.chance.below(2) == 0

    def discard(self, view: View, count: int) -> Cards:
        hand = list(view.hand)
        self.chance.shuffle(hand)
        return tuple(hand[:count])

    def supply(self, view: View) -> tuple[bool, tuple[tuple[int, int], ...]]:
        base, chance = view.arena.bases[view.me], self.chance
        back = base in view.mine and not view.alone[view.me] >> base & 1 and chance.below(8) == 0
        rooms = {space: self.war.team - len(view.mine[space]) for space in supplied(view)}
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

    def look(self, view: View) -> tuple[Look, ...]:
        near, eyes, found = view.arena.ways.near, self.war.eyes[view.me], []
        for start, cards in sorted(view.mine.items()):
            for card in cards:
                foes = [at for at in near[start] if at in view.foes]
                if card in eyes and not view.looked >> card & 1 and foes and self.chance.below(2):
                    found.append(Look(start, card, self.chance.pick(foes)))
        return tuple(found)

    def move(self, view: View) -> tuple[Move, ...]:
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
                moves.append(Move(start, tuple(path)))
                mine[here] = mine.pop(start)
        return (*moves, *self._alone(view, mine)) if self.war.alone_free else tuple(moves)

    def _alone(self, view: View, mine: dict[int, Cards]) -> list[Move]:
        """Units that leave for a team with room, for an enemy or a free space next to them."""
        war, found, alone = self.war, list[Move](), view.alone[view.me]
        for start, cards in sorted(mine.items()):
            stranded = alone >> start & 1
            for card in cards:
                if not war.alone[view.me][card] or self.chance.below(8) or start in view.foes:
                    continue
                around = [there for there in view.arena.ways.near[start] if self._may_go(view, mine, alone, there)]
                if not around:
                    continue
                there = self.chance.pick(around)
                found.append(Move(start, (there,), card))
                left = tuple(one for one in mine.pop(start) if one != card)
                if stranded:
                    alone &= ~(1 << start)
                else:
                    mine[start] = left
                if there not in mine:
                    alone |= 1 << there
                mine[there] = (*mine.get(there, ()), card)
                if there in view.foes:
                    return found
        return found

    def _may_go(self, view: View, mine: dict[int, Cards], alone: int, there: int) -> bool:
        """Whether a unit by itself may stop on a space."""
        if there in mine:
            return len(mine[there]) < self.war.team and not alone >> there & 1
        return self.war.alone_fights if there in view.foes else self.war.alone_stands
