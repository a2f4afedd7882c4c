"""A space with two opposing teams comes in; they fight by the rules of the kit, with dice, and the losers are gone.

The lines of the rules that a function goes by are those of GO JOE, by section and line, as its fight.yaml cites them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from printgen.lab.losses import is_spared, losses_of
from printgen.lab.model import Field, Rules
from printgen.lab.sums import measure
from printgen.lab.war.model import Cards, Chance, State, War


def lent(state: State, side: int, space: int) -> int:
    """What artillery of a side may lend to its team's fight on a space."""
    war = state.war
    return lent_by(war, state.teams[side], side, space, state.arena.ways.steps[space])


def lent_by(war: War, teams: Mapping[int, Cards], side: int, space: int, steps: bytes) -> int:
    """What artillery in teams lends to a fight of the team on a space, if a radio in either team allows it.

    Source: Combat Phase 9-10.
    """
    guns = war.guns[side]
    if not guns:
        return 0
    radios = war.radios[side]
    ready = not radios.isdisjoint(teams[space])
    if war.radio_anywhere and not ready:
        ready = any(not radios.isdisjoint(cards) for cards in teams.values())
    total = 0
    for at, cards in teams.items():
        near = steps[at] <= war.guns_reach and (at != space or war.guns_own)
        if near and not guns.keys().isdisjoint(cards) and (ready or not radios.isdisjoint(cards)):
            total += sum([guns.get(card, 0) for card in cards])
    return total


def fight_at(state: State, space: int, chance: Chance) -> None:
    """The fight on a space, its casualties, and what becomes of the space. Source: Combat Phase 1-2, Victory 1."""
    war, arena, me = state.war, state.arena, state.mover
    foe = 1 - me
    rules = war.rules
    cards = state.teams[me][space], state.teams[foe][space]
    for side, held in ((me, cards[0]), (foe, cards[1])):
        for card in held:
            state.shown[side] |= 1 << card
    kind = _type(rules, chance)
    base = arena.bases[foe] == space
    walls = base and war.breakers[me].isdisjoint(cards[0])
    field = Field(arena.terrain[space], walls, lent(state, me, space), lent(state, foe, space))
    won = _decide(state, cards, kind, field, chance)
    state.fights += 1
    state.attacker_wins += won == 0
    _count(state, me, cards, won)
    for n, side in enumerate((me, foe)):
        if won == n:
            _casualties(state, side, space, kind, chance)
        else:
            _destroy(state, side, space, kind)
    if war.turned_down:
        for side in (me, foe):
            for card in cards[side != me]:
                state.shown[side] &= ~(1 << card)
    holds = space in state.teams[me] and (war.alone_holds or not state.alone[me] >> space & 1)
    if won == 0 and base and war.by_fighting and holds:
        state.end(me, "base")


def _count(state: State, me: int, cards: tuple[Cards, Cards], won: int) -> None:
    state.fought[me].extend(cards[0])
    state.fought[1 - me].extend(cards[1])
    if won >= 0:
        state.won[me if won == 0 else 1 - me].extend(cards[won])


def _type(rules: Rules, chance: Chance) -> int:
    """The type of a fight: each as likely as its share says. Source: Combat Phase 3-7."""
    roll = chance.below(rules.shares)
    for at, one in enumerate(rules.types):
        roll -= one.share
        if roll < 0:
            return at
    return 0


def _decide(state: State, cards: tuple[Cards, Cards], kind: int, field: Field, chance: Chance) -> int:
    """Who wins: 0 for the attacker, 1 for the defender, -1 for nobody. Source: Combat Phase 8 and 19."""
    war, me = state.war, state.mover
    rules = war.rules
    if not rules.empty and not (cards[0] and cards[1]):
        return 0 if cards[0] else 1
    own, foes = war.team_of(me, cards[0]), war.team_of(1 - me, cards[1])
    flat_a, dice_a = measure(rules, own, foes, kind, True, field)
    flat_d, dice_d = measure(rules, foes, own, kind, False, field)
    while True:
        lead = flat_a - flat_d
        for _ in range(dice_a):
            lead += 1 + chance.below(rules.faces)
        for _ in range(dice_d):
            lead -= 1 + chance.below(rules.faces)
        if lead:
            return 0 if lead > 0 else 1
        state.ties += 1
        if rules.tie == "both-lose":
            return -1
        if rules.tie == "attacker":
            return 0
        if rules.tie != "re-roll" or not dice_a + dice_d:
            return 1


def _casualties(state: State, side: int, space: int, kind: int, chance: Chance) -> None:
    """The winner loses units at random; those that are spared retreat to another team, or others are drawn.

    Source: Combat Phase 21-22.
    """
    war = state.war
    cards = state.teams[side][space]
    rolls = losses_of(war.rules, war.team_of(side, cards), True)
    if count := rolls[chance.below(len(rolls))]:
        deck, drawn = war.decks[side], war.rules.spared_drawn
        left = [card for card in cards if drawn or not is_spared(war.rules, deck[card], kind)]
        gone = [left.pop(chance.below(len(left))) for _ in range(min(count, len(left)))]
        for card in gone:
            _lose(state, side, card, space, kind)
        state.teams[side][space] = tuple([card for card in cards if card not in gone])
    if not state.teams[side][space] and (not war.emptied_stays or state.alone[side] >> space & 1):
        del state.teams[side][space]
        state.alone[side] &= ~(1 << space)


def _destroy(state: State, side: int, space: int, kind: int) -> None:
    """The loser's counter and units are discarded, but for those that retreat. Source: Combat Phase 20 and 22."""
    cards = state.teams[side].pop(space)
    state.alone[side] &= ~(1 << space)
    for card in cards:
        _lose(state, side, card, space, kind)


def _lose(state: State, side: int, card: int, space: int, kind: int) -> None:
    """A unit is discarded; one that is spared retreats to the nearest team of its side with room, if any.

    Source: Combat Phase 22.
    """
    war = state.war
    if is_spared(war.rules, war.decks[side][card], kind):
        at = refuge(state.teams[side], state.alone[side], space, state.arena.ways.steps[space], war.team)
        if at >= 0:
            state.teams[side][at] += (card,)
            return
    state.discards[side].append(card)
    state.shown[side] &= ~(1 << card)


def refuge(teams: Mapping[int, Cards], alone: int, space: int, steps: Sequence[int], most: int) -> int:
    """The space of the nearest other team with room; of several the first on the board; -1 for none."""
    found = [
        (steps[at], at) for at, cards in teams.items() if at != space and len(cards) < most and not alone >> at & 1
    ]
    return min(found)[1] if found else -1
