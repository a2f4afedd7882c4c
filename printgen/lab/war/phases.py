"""The phases of a turn, fights included; each changes the state of a game, as a policy decides."""

from __future__ import annotations

from bisect import bisect
from collections.abc import Callable, Mapping, Sequence
from itertools import accumulate
from typing import Final

from printgen.base.seeds import Stream
from printgen.lab.fight import is_spared, losses_of
from printgen.lab.sums import FightPlace, measure
from printgen.lab.war.model import DRAWN, NOBODY, Cards, IllegalMove, Policy, State, TeamMove, War, view_of


def lent(state: State, side: int, space: int) -> int:
    """What artillery of a side may lend to its team's fight on a space."""
    war = state.war
    return lent_by(war, state.teams[side], side, space, state.arena.ways.steps[space])


def lent_by(war: War, teams: Mapping[int, Cards], side: int, space: int, steps: bytes) -> int:
    """What artillery lends to a fight on a space, if a radio in either team allows it. Source: Combat Phase 9-10."""
    guns = war.guns[side]
    if not guns:
        return 0
    radios = war.radios[side]
    ready = not radios.isdisjoint(teams[space])
    if war.file.radio_anywhere and not ready:
        ready = any(not radios.isdisjoint(cards) for cards in teams.values())
    total = 0
    for at, cards in teams.items():
        near = steps[at] <= war.guns_reach and (at != space or war.file.artillery_own)
        if near and not guns.keys().isdisjoint(cards) and (ready or not radios.isdisjoint(cards)):
            total += sum([guns.get(card, 0) for card in cards])
    return total


def fight_at(state: State, space: int, chance: Stream) -> None:
    """The fight on a space, its casualties, and what becomes of the space. Source: Combat Phase 1-2, Victory 1."""
    war, arena, me = state.war, state.arena, state.mover
    foe = 1 - me
    rules = war.rules
    cards = state.teams[me][space], state.teams[foe][space]
    for side, side_cards in ((me, cards[0]), (foe, cards[1])):
        for card in side_cards:
            state.shown[side] |= 1 << card
    kind = bisect([*accumulate(fight_type.share for fight_type in rules.types)], chance.below(rules.shares))
    base = arena.bases[foe] == space
    walls = base and war.breakers[me].isdisjoint(cards[0])
    place = FightPlace(arena.terrain[space], walls, lent(state, me, space), lent(state, foe, space))
    won = _decide(state, cards, kind, place, chance)
    state.fights += 1
    state.attacker_wins += won == 0
    _count_fight(state, me, cards, won)
    for n, side in enumerate((me, foe)):
        if won == n:
            _casualties(state, side, space, kind, chance)
        else:
            _destroy(state, side, space, kind)
    if war.file.revealed == "turned":
        for side in (me, foe):
            for card in cards[side != me]:
                state.shown[side] &= ~(1 << card)
    holds = space in state.teams[me] and (war.file.alone_holds or not state.alone[me] >> space & 1)
    if won == 0 and base and war.file.capture != "enter" and holds:
        state.end(me, "base")


def _count_fight(state: State, me: int, cards: tuple[Cards, Cards], won: int) -> None:
    state.fought[me].extend(cards[0])
    state.fought[1 - me].extend(cards[1])
    if won >= 0:
        state.won[me if won == 0 else 1 - me].extend(cards[won])


def _decide(state: State, cards: tuple[Cards, Cards], kind: int, place: FightPlace, chance: Stream) -> int:
    """Who wins: 0 for the attacker, 1 for the defender, -1 for nobody. Source: Combat Phase 8 and 19."""
    war, me = state.war, state.mover
    rules = war.rules
    if not rules.empty and not (cards[0] and cards[1]):
        return 0 if cards[0] else 1
    own, foes = war.team_of(me, cards[0]), war.team_of(1 - me, cards[1])
    flat_a, dice_a = measure(rules, own, foes, kind, True, place)
    flat_d, dice_d = measure(rules, foes, own, kind, False, place)
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


def _casualties(state: State, side: int, space: int, kind: int, chance: Stream) -> None:
    """The winner loses units at random; spared ones retreat, or others are drawn. Source: Combat Phase 21-22."""
    war = state.war
    cards = state.teams[side][space]
    rolls = losses_of(war.rules, war.team_of(side, cards), True)
    if count := rolls[chance.below(len(rolls))]:
        deck, drawn = war.decks[side], war.rules.spared_drawn
        candidates = [card for card in cards if drawn or not is_spared(war.rules, deck[card], kind)]
        gone = [candidates.pop(chance.below(len(candidates))) for _ in range(min(count, len(candidates)))]
        for card in gone:
            _lose_unit(state, side, card, space, kind)
        state.teams[side][space] = tuple([card for card in cards if card not in gone])
    if not state.teams[side][space] and (war.file.emptied != "stays" or state.alone[side] >> space & 1):
        del state.teams[side][space]
        state.alone[side] &= ~(1 << space)


def _destroy(state: State, side: int, space: int, kind: int) -> None:
    """The loser's counter and units are discarded, but for those that retreat. Source: Combat Phase 20 and 22."""
    cards = state.teams[side].pop(space)
    state.alone[side] &= ~(1 << space)
    for card in cards:
        _lose_unit(state, side, card, space, kind)


def _lose_unit(state: State, side: int, card: int, space: int, kind: int) -> None:
    """A unit is discarded, or if spared retreats to the nearest team with room. Source: Combat Phase 22."""
    war = state.war
    if is_spared(war.rules, war.decks[side][card], kind):
        at = refuge(state.teams[side], state.alone[side], space, state.arena.ways.steps[space], war.team)
        if at >= 0:
            state.teams[side][at] += (card,)
            return
    state.discards[side].append(card)
    state.shown[side] &= ~(1 << card)


def refuge(teams: Mapping[int, Cards], alone: int, space: int, steps: Sequence[int], most: int) -> int:
    """The space of the nearest other team with room; among equals the first on the board; -1 for none."""
    refuges = [
        (steps[at], at) for at, cards in teams.items() if at != space and len(cards) < most and not alone >> at & 1
    ]
    return min(refuges)[1] if refuges else -1


def planning(state: State, policy: Policy, chance: Stream) -> None:
    """Draw, or put a new team on the empty base; cut a large hand down. Source: Planning Phase 1-2 and 5."""
    war, me = state.war, state.mover
    base, teams = state.arena.bases[me], state.teams[me]
    view = view_of(state, me)
    taken = base in teams or base in state.teams[1 - me]
    hand = state.hands[me]
    if not taken and len(teams) < war.file.most_teams and policy.recruit(view):
        teams[base] = ()
        view = view_of(state, me)
    else:
        draw(state, me, war.file.draw, chance)
    if len(hand) > war.file.hand:
        excess = len(hand) - war.file.hand
        gone = policy.discard(view._replace(hand=tuple(hand)), excess)
        if len(gone) != excess:
            raise IllegalMove(f"{policy.name} discards {len(gone)} cards of {excess}")
        for card in gone:
            _take_from_hand(policy, hand, card)
        state.discards[me].extend(gone)


def draw(state: State, side: int, count: int, chance: Stream) -> None:
    """Draw cards; where the deck runs out the discard is shuffled and drawn from. Source: Planning Phase 1 and 4."""
    deck, hand = state.decks[side], state.hands[side]
    for _ in range(count):
        if not deck:
            gone = state.discards[side]
            if not gone:
                return
            deck += gone
            gone.clear()
            for i in range(len(deck) - 1, 0, -1):
                j = chance.below(i + 1)
                deck[i], deck[j] = deck[j], deck[i]
        hand.append(deck.pop())


def _take_from_hand(policy: Policy, hand: list[int], card: int) -> None:
    try:
        hand.remove(card)
    except ValueError:
        raise IllegalMove(f"{policy.name} plays a card that is not in its hand") from None


def logistics(state: State, policy: Policy, chance: Stream) -> None:
    """The base's team may go to the hand, cards go to teams near. Source: Logistics Phase 1-3, Planning Phase 3."""
    war, me = state.war, state.mover
    teams, hand, room = state.teams[me], state.hands[me], state.arena.rooms[me]
    back, places = policy.supply(view_of(state, me))
    if back:
        base = state.arena.bases[me]
        if base not in teams or state.alone[me] >> base & 1:
            raise IllegalMove(f"{policy.name} takes back a team that is not there")
        for card in teams[base]:
            state.shown[me] &= ~(1 << card)
        hand.extend(teams[base])
        teams[base] = ()
    for card, space in places:
        _take_from_hand(policy, hand, card)
        if space not in room or space not in teams or state.alone[me] >> space & 1 or len(teams[space]) >= war.team:
            raise IllegalMove(f"{policy.name} puts a card where it cannot lie")
        teams[space] += (card,)
        state.fielded[me] |= 1 << card


def mission(state: State, policy: Policy, chance: Stream) -> None:
    """Units look at enemy teams, before and after teams, and units by themselves, move. Source: Mission Phase 1-9."""
    war, me = state.war, state.mover
    can_look = bool(war.eyes[me])
    if not war.file.looks_once:
        state.looked[me] = 0
    if can_look:
        _look_at_teams(state, policy)
    moves = policy.move(view_of(state, me))
    _check_allowance(state, policy, moves)
    for move in moves:
        _move_team(state, policy, move)
        if state.winner != NOBODY:
            return
    if can_look and war.file.looks_after:
        _look_at_teams(state, policy)
    _flag_goals(state)


def _look_at_teams(state: State, policy: Policy) -> None:
    """Intelligence units are turned up, each once, and see a team next to theirs. Source: Mission Phase 9."""
    me = state.mover
    foe = 1 - me
    for start, card, at in policy.look(view_of(state, me)):
        own = card in state.teams[me].get(start, ()) and card in state.war.eyes[me] and not state.looked[me] >> card & 1
        if not own or at not in state.teams[foe] or at not in state.arena.ways.near[start]:
            raise IllegalMove(f"{policy.name} looks where it cannot")
        state.looked[me] |= 1 << card
        state.shown[me] |= 1 << card
        for seen in state.teams[foe][at]:
            state.shown[foe] |= 1 << seen


def _check_allowance(state: State, policy: Policy, moves: tuple[TeamMove, ...]) -> None:
    """IllegalMove for more moves than the rules allow, such as all teams one space. Source: Mission Phase 1-3."""
    war, alone, count, longest, seen = state.war, state.alone[state.mover], 0, 0, set[int]()
    for start, path, card in moves:
        by_itself = card >= 0 or alone >> start & 1
        if by_itself and war.file.alone_free:
            continue
        count += 1
        if not by_itself:
            if start in seen:
                raise IllegalMove(f"{policy.name} moves a team twice")
            seen.add(start)
            longest = max(longest, len(path))
        else:
            longest = max(longest, 1)
    if longest and not any(count <= teams and longest <= spaces for teams, spaces in war.moves):
        raise IllegalMove(f"{policy.name} moves {count} teams up to {longest} spaces")


def _move_team(state: State, policy: Policy, move: TeamMove) -> None:
    """A team, or one card, goes its path and may take the base. Source: Mission Phase 4-5, Teams 3, Victory 1."""
    me = state.mover
    start, path, card = move
    mine, foes, near = state.teams[me], state.teams[1 - me], state.arena.ways.near
    cards = mine.get(start)
    if cards is None or not path or (start in foes):
        raise IllegalMove(f"{policy.name} moves what cannot move")
    by_itself = card >= 0 or bool(state.alone[me] >> start & 1)
    if card >= 0 and card not in cards:
        raise IllegalMove(f"{policy.name} moves a card that is not there")
    last, here = path[-1], start
    for there in path:
        free = there not in mine and there not in foes
        if there not in near[here] or not (free or (there == last and (there not in mine or by_itself))):
            raise IllegalMove(f"{policy.name} moves from {here} to {there}")
        here = there
    if not by_itself:
        del mine[start]
        mine[last] = cards
        _capture_empty_base(state, last)
        return
    _move_alone(state, policy, move)


def _capture_empty_base(state: State, space: int) -> None:
    """The base of the enemy, without a team on it, is captured by entering it. Source: Victory 1."""
    me = state.mover
    if space == state.arena.bases[1 - me] and space not in state.teams[1 - me] and state.war.file.capture != "fight":
        state.end(me, "base")


def _move_alone(state: State, policy: Policy, move: TeamMove) -> None:
    """A unit leaves its team, face up, to join another, stand or fight by itself. Source: Mission Phase 6-8."""
    war, me = state.war, state.mover
    start, path, card = move
    mine, foes, last = state.teams[me], state.teams[1 - me], path[-1]
    stranded = bool(state.alone[me] >> start & 1)
    cards = mine[start]
    card = card if card >= 0 else cards[0]
    if not 0 < len(path) <= war.alone[me][card]:
        raise IllegalMove(f"{policy.name} moves a unit alone that cannot go so far")
    joins = last in mine and not state.alone[me] >> last & 1
    if (joins and len(mine[last]) >= war.team) or (last in mine and not joins):
        raise IllegalMove(f"{policy.name} lets a unit join a team without room")
    if not joins and not (war.file.alone_fights if last in foes else war.file.alone_stands or stranded):
        raise IllegalMove(f"{policy.name} leaves a unit alone")
    others = tuple([other for other in cards if other != card])
    if stranded:
        del mine[start]
        state.alone[me] &= ~(1 << start)
    else:
        mine[start] = others
    if joins:
        mine[last] += (card,)
    else:
        mine[last] = (card,)
        state.alone[me] |= 1 << last
    state.shown[me] |= 1 << card
    if war.file.alone_holds:
        _capture_empty_base(state, last)


def _flag_goals(state: State) -> None:
    """Teams control spaces without an enemy; all that win end the game. Source: Victory 2, which leaves it open."""
    me, arena = state.mover, state.arena
    bits = _goals_held_by(state, me)
    if state.war.file.control == "occupied":
        state.flags[me] = bits
        state.flags[1 - me] = _goals_held_by(state, 1 - me)
    else:
        state.flags[me] |= bits
        state.flags[1 - me] &= ~bits
    if arena.goal_bits and state.flags[me] == arena.goal_bits:
        state.end(me, "goal")


def _goals_held_by(state: State, side: int) -> int:
    """The spaces that win on which one side has a team and the other has none, as bits."""
    foes, bits = state.teams[1 - side], 0
    for space in state.teams[side]:
        if space not in foes:
            bits |= 1 << space
    return bits & state.arena.goal_bits & (-1 if state.war.file.alone_holds else ~state.alone[side])


def combat(state: State, policy: Policy, chance: Stream) -> None:
    """Opposing teams on one space fight, one pair after the other, in the mover's order. Source: Combat Phase 1."""
    me = state.mover
    foes = state.teams[1 - me]
    spaces = tuple([space for space in state.teams[me] if space in foes])
    if not spaces:
        return
    if len(spaces) > 1 and state.war.file.order == "mover":
        order = policy.order(view_of(state, me), spaces)
        if sorted(order) != sorted(spaces):
            raise IllegalMove(f"{policy.name} orders other fights than there are")
        spaces = order
    else:
        spaces = tuple(sorted(spaces))
    for space in spaces:
        fight_at(state, space, chance)
        if state.winner != NOBODY:
            return
    _flag_goals(state)


PHASES: Final[tuple[Callable[[State, Policy, Stream], None], ...]] = (planning, logistics, mission, combat)
"""The phases of a turn in order. Source: Turn Sequence 2-6."""


def take_turn(state: State, policy: Policy, chance: Stream) -> None:
    """One turn of the side that is to move; the game may end in it. Source: Turn Sequence 1."""
    for phase in PHASES:
        phase(state, policy, chance)
        if state.winner != NOBODY:
            return
    end_turn(state)


def end_turn(state: State) -> None:
    """Give the turn to the other side; too long a game is a draw."""
    state.turn += 1
    state.mover = 1 - state.mover
    if state.turn >= state.war.file.turns:
        state.end(DRAWN, "turns")
