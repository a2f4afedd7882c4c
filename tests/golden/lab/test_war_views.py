"""A policy knows what its player may know: nothing that is hidden can be had from a view, in whatever way."""

import gc
from copy import deepcopy
from typing import Any

import pytest
from playing import COBRA, JOE, begun, cards_of

from printgen.base.seeds import rng_for
from printgen.lab.war.model import NOBODY, State, view_of
from printgen.lab.war.phases import take_turn
from printgen.lab.war.policies.search import sample_world


class Tell(int):
    """A card that is known wherever it turns up."""


def reached(start: Any) -> list[Any]:
    """Everything that leads from a value to others, by whatever attribute, item or closure; classes and code aside."""
    seen: dict[int, Any] = {}
    left = [start]
    while left:
        value = left.pop()
        if (
            id(value) in seen
            or isinstance(value, type)
            or type(value).__name__ in ("module", "builtin_function_or_method")
        ):
            continue
        seen[id(value)] = value
        left.extend(gc.get_referents(value))
    return list(seen.values())


def in_the_middle() -> State:
    """A game in which both sides have hidden and known cards."""
    for seed in range(1, 50):
        state, players = begun(seed)
        chance = rng_for(seed, "test", "dice")
        while state.turn < 21 and state.winner == NOBODY:
            take_turn(state, players[state.mover], chance)
        if state.winner == NOBODY and all(state.shown) and all(state.hands):
            return state
    raise AssertionError("no game lasts")


def hidden(state: State, me: int) -> set[int]:
    """The enemy's cards that a side does not know, as the rules have it and not the view."""
    foe = 1 - me
    under = [card for cards in state.teams[foe].values() for card in cards if not state.shown[foe] >> card & 1]
    return {*state.decks[foe], *state.hands[foe], *under}


def planted(state: State, side: int, secret: set[int]) -> None:
    """Make tells of the secret cards of a side, and of the order of both decks."""
    tells = {card: Tell(card) for card in secret}
    for cards in (state.decks[side], state.hands[side]):
        cards[:] = [tells.get(card, card) for card in cards]
    for space, held in state.teams[side].items():
        state.teams[side][space] = tuple(tells.get(card, card) for card in held)


@pytest.mark.slow
@pytest.mark.parametrize("me", [JOE, COBRA])
def test_no_hidden_card_can_be_reached_from_a_view(me: int) -> None:
    state = in_the_middle()
    planted(state, 1 - me, hidden(state, me))
    state.decks[me][:] = [Tell(card) for card in state.decks[me]]
    view = view_of(state, me)
    found = reached(view)
    assert not [value for value in found if isinstance(value, Tell)]
    lists = [*state.decks, *state.hands, *state.discards, *state.teams, state.shown, state]
    assert not {id(value) for value in found} & {id(value) for value in lists}
    # The test sees tells where there are some: the enemy's own view has them in its hand and its teams.
    assert [value for value in reached(view_of(state, 1 - me)) if isinstance(value, Tell)]
    assert [value for value in reached(state) if isinstance(value, Tell)]


@pytest.mark.parametrize("me", [JOE, COBRA])
def test_whatever_hidden_cards_are_a_view_is_the_same(me: int) -> None:
    state = in_the_middle()
    before, secret = view_of(state, me), sorted(hidden(state, me))
    swapped = dict(zip(secret, secret[1:] + secret[:1], strict=True))
    foe = 1 - me
    for cards in (state.decks[foe], state.hands[foe]):
        cards[:] = [swapped[card] for card in cards]
    for space, held in state.teams[foe].items():
        state.teams[foe][space] = tuple(swapped.get(card, card) for card in held)
    state.decks[me].reverse()
    assert view_of(state, me) == before
    assert any(before.foes.values()) and before.hand


@pytest.mark.parametrize("me", [JOE, COBRA])
def test_a_game_as_it_may_be_looks_the_same_and_has_every_card(me: int) -> None:
    state = in_the_middle()
    view = view_of(state, me)
    one, other = (sample_world(view, rng_for(seed, "test")) for seed in (1, 2))
    assert view_of(one, me) == view == view_of(other, me)
    assert [cards_of(one, side) for side in (JOE, COBRA)] == [cards_of(state, side) for side in (JOE, COBRA)]
    foe = 1 - me
    assert one.hands[foe] != other.hands[foe] and one.hands[foe] != state.hands[foe]
    copy = deepcopy(one)
    assert copy == one and copy.war is one.war and copy.arena is one.arena
    copy.hands[foe].clear()
    copy.flags[me] += 1
    assert view_of(one, me) == view


def test_changing_a_view_changes_no_game() -> None:
    state = in_the_middle()
    view = view_of(state, JOE)
    teams = dict(state.teams[JOE])
    view.mine.clear()  # type: ignore[attr-defined]
    view.foes.clear()  # type: ignore[attr-defined]
    assert state.teams[JOE] == teams and state.teams[COBRA]
