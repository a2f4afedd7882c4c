"""A game comes in with whose policy is to decide; each phase of the turn sequence changes it by the rules.

The lines of the rules that a function goes by are those of GO JOE, by section and line, as its fight.yaml cites them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from printgen.lab.war.combat import fight_at
from printgen.lab.war.model import DRAWN, NOBODY, Chance, IllegalMove, Move, Policy, State, view_of


def planning(state: State, policy: Policy, chance: Chance) -> None:
    """Draw cards, or put a new team on the empty base; a hand that is too large is cut down.

    Source: Planning Phase 1-2 and 5.
    """
    war, me = state.war, state.mover
    base, teams = state.arena.bases[me], state.teams[me]
    view = view_of(state, me)
    taken = base in teams or base in state.teams[1 - me]
    hand = state.hands[me]
    if not taken and len(teams) < war.most_teams and policy.recruit(view):
        teams[base] = ()
        view = view_of(state, me)
    else:
        draw(state, me, war.draw, chance)
    if len(hand) > war.hand:
        excess = len(hand) - war.hand
        gone = policy.discard(view._replace(hand=tuple(hand)), excess)
        if len(gone) != excess:
            raise IllegalMove(f"{policy.name} discards {len(gone)} cards of {excess}")
        for card in gone:
            _take(policy, hand, card)
        state.discards[me].extend(gone)


def draw(state: State, side: int, count: int, chance: Chance) -> None:
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


def _take(policy: Policy, hand: list[int], card: int) -> None:
    try:
        hand.remove(card)
    except ValueError:
        raise IllegalMove(f"{policy.name} plays a card that is not in its hand") from None


def logistics(state: State, policy: Policy, chance: Chance) -> None:
    """The team in the base may go back to the hand; cards of the hand go under teams on or next to the base.

    Source: Logistics Phase 1-3, Planning Phase 3.
    """
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
        _take(policy, hand, card)
        if space not in room or space not in teams or state.alone[me] >> space & 1 or len(teams[space]) >= war.team:
            raise IllegalMove(f"{policy.name} puts a card where it cannot lie")
        teams[space] += (card,)
        state.fielded[me] |= 1 << card


def mission(state: State, policy: Policy, chance: Chance) -> None:
    """Units look at enemy teams, before and after teams, and units by themselves, move. Source: Mission Phase 1-9."""
    war, me = state.war, state.mover
    looks = policy.looks and war.eyes[me]
    if not war.looks_once:
        state.looked[me] = 0
    if looks:
        _look(state, policy)
    moves = policy.move(view_of(state, me))
    _check_allowance(state, policy, moves)
    for move in moves:
        _move(state, policy, move)
        if state.winner != NOBODY:
            return
    if looks and war.looks_after:
        _look(state, policy)
    _flag(state)


def _look(state: State, policy: Policy) -> None:
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


def _check_allowance(state: State, policy: Policy, moves: tuple[Move, ...]) -> None:
    """All teams one space, two teams two, or one team three: whatever the rules offer. Source: Mission Phase 1-3."""
    war, alone, count, longest, seen = state.war, state.alone[state.mover], 0, 0, set[int]()
    for start, path, card in moves:
        by_itself = card >= 0 or alone >> start & 1
        if by_itself and war.alone_free:
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


def _move(state: State, policy: Policy, move: Move) -> None:
    """One team, or one card of it, goes along its path; a team that enters the empty enemy base has won.

    Source: Mission Phase 4-5, Teams 3, Victory 1.
    """
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
        _enter(state, last)
        return
    _move_alone(state, policy, move)


def _enter(state: State, space: int) -> None:
    """The base of the enemy, without a team on it, is captured by entering it. Source: Victory 1."""
    me = state.mover
    if space == state.arena.bases[1 - me] and space not in state.teams[1 - me] and state.war.by_entering:
        state.end(me, "base")


def _move_alone(state: State, policy: Policy, move: Move) -> None:
    """A unit leaves its team, face up, and joins another one, stands by itself, or fights by itself.

    Source: Mission Phase 6-8.
    """
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
    if not joins and not (war.alone_fights if last in foes else war.alone_stands or stranded):
        raise IllegalMove(f"{policy.name} leaves a unit alone")
    rest = tuple([one for one in cards if one != card])
    if stranded:
        del mine[start]
        state.alone[me] &= ~(1 << start)
    else:
        mine[start] = rest
    if joins:
        mine[last] += (card,)
    else:
        mine[last] = (card,)
        state.alone[me] |= 1 << last
    state.shown[me] |= 1 << card
    if war.alone_holds:
        _enter(state, last)


def _flag(state: State) -> None:
    """Teams control the spaces on which they stand with no enemy; whoever holds all that win has won.

    Source: Victory 2, which does not say what control is.
    """
    me, arena = state.mover, state.arena
    bits = _held(state, me)
    if state.war.occupied:
        state.flags[me] = bits
        state.flags[1 - me] = _held(state, 1 - me)
    else:
        state.flags[me] |= bits
        state.flags[1 - me] &= ~bits
    if arena.goal_bits and state.flags[me] == arena.goal_bits:
        state.end(me, "goal")


def _held(state: State, side: int) -> int:
    """The spaces that win on which a side stands and the other does not, as bits."""
    foes, bits = state.teams[1 - side], 0
    for space in state.teams[side]:
        if space not in foes:
            bits |= 1 << space
    return bits & state.arena.goal_bits & (-1 if state.war.alone_holds else ~state.alone[side])


def combat(state: State, policy: Policy, chance: Chance) -> None:
    """Opposing teams on one space fight, one pair after the other, in the mover's order. Source: Combat Phase 1."""
    me = state.mover
    foes = state.teams[1 - me]
    spaces = tuple([space for space in state.teams[me] if space in foes])
    if not spaces:
        return
    if len(spaces) > 1 and state.war.mover_orders:
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
    _flag(state)


PHASES: Final[tuple[Callable[[State, Policy, Chance], None], ...]] = (planning, logistics, mission, combat)
"""The phases of a turn in order. Source: Turn Sequence 2-6."""


def take_turn(state: State, policy: Policy, chance: Chance) -> None:
    """One turn of the side that is to move; the game may end in it. Source: Turn Sequence 1."""
    for phase in PHASES:
        phase(state, policy, chance)
        if state.winner != NOBODY:
            return
    end_turn(state)


def end_turn(state: State) -> None:
    """The other side is to move; a game that has lasted too long is a draw."""
    state.turn += 1
    state.mover = 1 - state.mover
    if state.turn >= state.war.turns:
        state.end(DRAWN, "turns")
