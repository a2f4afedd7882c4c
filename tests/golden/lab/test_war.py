"""Whole games: every phase by its rules, no card is lost, and the same seed gives the same games."""

import pickle
from functools import cache
from typing import Any

import pytest
from playing import COBRA, JOE, Rolls, Scripted, at, begun, card, cards, cards_of, go, plan, table, war

from printgen.base.seeds import rng_for
from printgen.lab.war.model import (
    DRAWN,
    NOBODY,
    Cards,
    IllegalMove,
    Look,
    TeamMove,
    arena_of,
    board_cells,
    mirror,
    view_of,
)
from printgen.lab.war.phases import PHASES, combat, end_turn, logistics, mission, planning, take_turn
from printgen.lab.war.play import deal, play_game, play_games
from printgen.lab.war.policies import POLICIES, search
from printgen.lab.work import add

NONE = Rolls(0)
ODD = {"distance": "orthogonal", "wiped_out": "goes", "tie": "both-lose", "intelligence": "once", "teams": "four"}
OTHER = {"capture": "fight", "control": "occupied", "lone_move": "allowance", "empty": "destroyed", "first": "joe"}


@cache
def five() -> Cards:
    return cards("Duke", "Stalker", "Snake-Eyes", "Scarlet", "Roadblock")


@cache
def weak() -> Cards:
    return cards("Cobra Trooper", "Torch")


@pytest.mark.some(4)
@pytest.mark.parametrize(
    "policies", [("random", "random"), ("march", "random"), ("greedy", "march"), ("search", "random")], ids="-".join
)
@pytest.mark.parametrize("chosen", [{}, ODD, OTHER], ids=["usual", "odd", "other"])
def test_no_card_is_lost_in_any_phase(
    policies: tuple[str, str], chosen: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(search, "_ROUNDS", ((1, 20),))
    for seed in (1, 2):
        state, players = begun(seed, policies, **chosen)
        chance, whole = rng_for(seed, "test", "dice"), [list(range(len(deck))) for deck in state.war.decks]
        assert [len(each) for each in whole] == [108, 82]
        while state.winner == NOBODY and state.turn < (8 if "search" in policies else 150):
            for phase in PHASES:
                phase(state, players[state.mover], chance)
                assert [cards_of(state, side) for side in (JOE, COBRA)] == whole
                assert all(len(held) <= 5 for teams in state.teams for held in teams.values())
                if state.winner != NOBODY:
                    break
            else:
                assert len(state.hands[state.mover]) <= 15
                end_turn(state)


def test_a_game_begins_as_the_rules_say() -> None:
    state, _ = begun()
    assert [len(hand) for hand in state.hands] == [8, 8]
    assert sorted(state.teams[JOE]) == sorted(map(at, ("A1", "B1", "A2", "B2")))
    assert sorted(state.teams[COBRA]) == sorted(map(at, ("H8", "G8", "H7", "G7")))
    assert [len(hand) for hand in begun(joe_hand="10")[0].hands] == [10, 8]


def test_planning_draws_two_and_keeps_ten_or_places_a_team_on_an_empty_base() -> None:
    state = table({"A1": ()}, {})
    state.hands[JOE].extend(state.decks[JOE][:9])
    del state.decks[JOE][:9]
    planning(state, Scripted(), NONE)
    assert len(state.hands[JOE]) == 10 and len(state.discards[JOE]) == 1
    planning(state, Scripted(recruit=True), NONE)
    assert len(state.teams[JOE]) == 1, "the base is not empty"
    state = table({"B2": ()}, {})
    planning(state, Scripted(recruit=True), NONE)
    assert sorted(state.teams[JOE]) == [at("A1"), at("B2")] and not state.hands[JOE]
    four = table(dict.fromkeys(("B1", "B2", "A2", "C3"), ()), {}, teams="four")
    planning(four, Scripted(recruit=True), NONE)
    assert len(four.teams[JOE]) == 4 and len(four.hands[JOE]) == 2


def test_a_hand_that_a_team_went_back_to_is_cut_down_where_no_card_is_drawn_too() -> None:
    state = table({"A1": five()}, {})
    state.hands[JOE].extend(state.decks[JOE][:8])
    del state.decks[JOE][:8]
    logistics(state, Scripted(back=True), NONE)
    state.teams[JOE].clear()
    assert len(state.hands[JOE]) == 13
    planning(state, Scripted(recruit=True), NONE)
    assert at("A1") in state.teams[JOE] and len(state.hands[JOE]) == 10 and len(state.discards[JOE]) == 3


@pytest.mark.parametrize("name", ["march", "greedy"])
def test_teams_of_a_game_of_small_ones_go_at_the_enemy_too(name: str) -> None:
    small = war()._replace(team=3)
    state = table({"C3": five()[:2]}, {})
    state.war = small
    policy = POLICIES[name](small, JOE, rng_for(1, "small"))
    (move,) = policy.move(view_of(state, JOE))
    to_enemy = state.arena.ways.steps[at("H8")]
    assert to_enemy[move.path[-1]] < to_enemy[at("C3")]


def test_a_deck_that_runs_out_is_the_discard_shuffled() -> None:
    state = table({"A1": ()}, {})
    state.discards[JOE].extend(state.decks[JOE][1:])
    del state.decks[JOE][1:]
    planning(state, Scripted(), rng_for(1, "shuffle"))
    assert len(state.hands[JOE]) == 2 and len(state.decks[JOE]) == 106 and not state.discards[JOE]


def test_logistics_supplies_teams_on_and_next_to_the_base_and_takes_back_the_one_in_it() -> None:
    state = table({"A1": five(), "B2": (), "C3": ()}, {})
    state.hands[JOE].extend(cards("Flint", "Doc"))
    for one in cards("Flint", "Doc"):
        state.decks[JOE].remove(one)
    logistics(state, Scripted(back=True, places=((card("Flint"), at("B2")), (five()[0], at("A1")))), NONE)
    assert state.teams[JOE] == {at("A1"): five()[:1], at("B2"): cards("Flint"), at("C3"): ()}
    assert sorted(state.hands[JOE]) == sorted((card("Doc"), *five()[1:]))
    with pytest.raises(IllegalMove):
        logistics(state, Scripted(places=((card("Doc"), at("C3")),)), NONE)
    with pytest.raises(IllegalMove):
        logistics(state, Scripted(places=((card("Zap"), at("A1")),)), NONE)


@pytest.mark.parametrize(
    ("moves", "allowed"),
    [
        ([go("A1", "B2"), go("C1", "C2"), go("E1", "E2")], True),
        ([go("A1", "B2", "B3"), go("C1", "C2", "D3")], True),
        ([go("C1", "C2", "C3", "C4")], True),
        ([go("A1", "B2", "B3"), go("C1", "C2", "D3"), go("E1", "E2")], False),
        ([go("A1", "B2", "B3", "B4"), go("C1", "C2")], False),
        ([go("C1", "C2", "C3", "C4", "C5")], False),
        ([go("A1", "C3")], False),
        ([go("A1", "B1", "C1")], False),
        ([go("C1", "D1", "E1", "F1")], False),
        ([go("E1", "E2", "E3")], True),
        ([go("E1", "E2", "E3", "E4")], False),
        ([go("A1", "B2"), go("A1", "B1")], False),
    ],
)
def test_teams_move_one_each_or_two_two_or_one_three_and_through_no_team(moves: list[TeamMove], allowed: bool) -> None:
    state = table({"A1": five()[:1], "C1": five()[1:2], "E1": five()[2:3]}, {"E3": weak()})
    if allowed:
        mission(state, Scripted(*moves), NONE)
        assert all(move.path[-1] in state.teams[JOE] for move in moves)
    else:
        with pytest.raises(IllegalMove):
            mission(state, Scripted(*moves), NONE)


@pytest.mark.parametrize(
    ("phase", "decision", "message"),
    [
        (planning, {"gone": cards("Duke")}, "discards 1 cards of 4"),
        (planning, {"gone": cards("Ace", "Doc", "Zap", "Flint")}, "plays a card that is not in its hand"),
        (mission, {"moves": (go("B1", "B2"),)}, "moves what cannot move"),
        (mission, {"moves": (go("A1", "A2", "A3", card=99),)}, "moves a card that is not there"),
        (
            mission,
            {"moves": (go("A1", "B2", card=card("Ace")), go("C1", "B2", card=card("Steeler")))},
            "team without room",
        ),
        (combat, {"fights": (at("A1"),)}, "orders other fights than there are"),
    ],
)
def test_what_the_rules_do_not_allow_is_told(phase: Any, decision: dict[str, Any], message: str) -> None:
    joes = {"A1": cards("Ace"), "C1": cards("Steeler"), "D1": cards("Duke"), "E1": cards("Flint")}
    state = table(joes, {"D1": weak()[:1], "E1": weak()[1:]})
    state.hands[JOE].extend(state.decks[JOE][:12])
    policy = Scripted(*decision.get("moves", ()))
    policy.discard = lambda view, count: decision.get("gone", ())  # type: ignore[method-assign]
    policy.order = lambda view, spaces: decision.get("fights", spaces)  # type: ignore[method-assign]
    with pytest.raises(IllegalMove, match=message):
        phase(state, policy, NONE)


def test_orthogonal_moves_know_no_diagonal() -> None:
    with pytest.raises(IllegalMove):
        mission(table({"A1": five()}, {}, distance="orthogonal"), Scripted(go("A1", "B2")), NONE)


def test_armor_and_air_move_alone_face_up_and_join_a_team_or_fight() -> None:
    wing, tank = card("Ace"), card("Steeler")
    joes = {"A1": (wing, tank), "E1": cards("Duke"), "C1": cards("Flint")}
    state = table(joes, {"B2": weak()})
    mission(state, Scripted(go("A1", "B1", "C2", "D1", "E1", card=wing), go("A1", "A2", "B2", card=tank)), NONE)
    assert state.teams[JOE][at("E1")] == (card("Duke"), wing) and state.teams[JOE][at("A1")] == ()
    assert state.shown[JOE] == 1 << wing | 1 << tank and state.alone[JOE] == 1 << at("B2")
    combat(state, Scripted(), Rolls(0, 0, 0))
    assert at("B2") not in state.teams[COBRA] and state.teams[JOE][at("B2")] == (tank,)
    for bad in (go("A1", "A2", "A3", "A4", card=tank), go("A1", "B1", "C1", card=9)):
        with pytest.raises(IllegalMove):
            mission(table(joes, {}), Scripted(bad), NONE)
    with pytest.raises(IllegalMove):
        mission(table(joes, {"B2": weak()}, lone_unit="must-join"), Scripted(go("A1", "B2", card=tank)), NONE)
    for option in ("fights-as-one", "must-join"):
        with pytest.raises(IllegalMove):
            mission(table(joes, {}, lone_unit=option), Scripted(go("A1", "A2", card=tank)), NONE)
    # Every team and a unit alone: one too many where a lone move is one of theirs.
    both = (go("C1", "C2", "C3"), go("E1", "E2", "E3"), go("A1", "A2", "B2", card=tank))
    mission(table(joes, {"B2": weak()}), Scripted(*both), NONE)
    with pytest.raises(IllegalMove):
        mission(table(joes, {"B2": weak()}, lone_move="allowance"), Scripted(*both), NONE)
    assert war().alone[JOE][card("Clutch")] == 2
    pilot, flies = card("Cutter"), {"A1": cards("Cutter"), "C1": ()}
    with pytest.raises(IllegalMove):
        mission(table(flies, {}), Scripted(go("A1", "B1", "C1", card=pilot)), NONE)
    mission(table(flies, {}, drivers="roles"), Scripted(go("A1", "B1", "C1", card=pilot)), NONE)


def test_a_unit_stands_alone_goes_on_later_and_joins_a_team() -> None:
    tank, wing = card("Steeler"), card("Ace")
    state = table({"A1": (tank, wing), "E1": cards("Duke")}, {}, urban="A3 D4")
    mission(state, Scripted(go("A1", "A2", "A3", card=tank), go("A1", "B2", "C3", "D4", card=wing)), NONE)
    assert state.teams[JOE] == {at("A1"): (), at("A3"): (tank,), at("D4"): (wing,), at("E1"): cards("Duke")}
    assert state.alone[JOE] == 1 << at("A3") | 1 << at("D4") and state.shown[JOE] == 1 << tank | 1 << wing
    assert not state.flags[JOE], "no counter, no flag"
    mission(state, Scripted(go("A3", "A4"), go("D4", "E3", "E2", "E1")), NONE)
    assert state.teams[JOE] == {at("A1"): (), at("A4"): (tank,), at("E1"): (card("Duke"), wing)}
    with pytest.raises(IllegalMove):
        mission(state, Scripted(go("E1", "E2", "E3", "E4"), go("A4", "A5", "A6", "A7")), NONE)
    home = table({"A1": (tank,)}, {})
    home.alone[JOE] = 1
    with pytest.raises(IllegalMove):
        logistics(home, Scripted(back=True), NONE)


@pytest.mark.parametrize(("option", "holds"), [("teams-only", False), ("as-a-team", True)])
def test_a_unit_alone_holds_nothing_or_what_a_team_does(option: str, holds: bool) -> None:
    wing = card("Ace")
    state = table({"E5": (wing,)}, {}, urban="G7 A5", lone_hold=option)
    mission(state, Scripted(go("E5", "F6", "G7", card=wing)), NONE)
    assert (state.flags[JOE] == 1 << at("G7")) is holds
    mission(state, Scripted(go("G7", "H8")), NONE)
    assert (state.winner == JOE) is holds
    state = table({"G7": (wing,)}, {"H8": weak()[:1]}, lone_hold=option)
    mission(state, Scripted(go("G7", "H8", card=wing)), NONE)
    combat(state, Scripted(), Rolls(0, 0))
    assert (state.winner == JOE) is holds


def test_an_intelligence_unit_looks_at_the_enemy_next_to_it() -> None:
    spy = card("Scarlet")
    state = table({"A1": five()}, {"B2": weak(), "C3": weak()[:0]})
    assert view_of(state, JOE).foes[at("B2")] == (2, ())
    mission(state, Scripted(looks=(Look(at("A1"), spy, at("B2")),)), NONE)
    assert view_of(state, JOE).foes[at("B2")] == (2, weak())
    assert view_of(state, COBRA).foes[at("A1")] == (5, (spy,))
    for bad in (Look(at("A1"), spy, at("C3")), Look(at("A1"), card("Duke"), at("B2"))):
        with pytest.raises(IllegalMove):
            mission(state, Scripted(looks=(bad,)), NONE)
    mission(state, Scripted(looks=(Look(at("A1"), spy, at("B2")),)), NONE)
    after = table({"A1": five()}, {"C2": weak()})
    mission(after, Scripted(go("A1", "B1"), later=(Look(at("B1"), spy, at("C2")),)), NONE)
    assert view_of(after, JOE).foes[at("C2")] == (2, weak())
    twice = Scripted(looks=(Look(at("A1"), spy, at("B2")),), later=(Look(at("A1"), spy, at("B2")),))
    with pytest.raises(IllegalMove):
        mission(table({"A1": five()}, {"B2": weak()}), twice, NONE)
    before = table({"A1": five()}, {"C2": weak()}, looking="before")
    mission(before, Scripted(go("A1", "B1"), later=(Look(at("B1"), spy, at("C2")),)), NONE)
    assert view_of(before, JOE).foes[at("C2")] == (2, ())
    once = table({"A1": five()}, {"B2": weak()}, intelligence="once")
    mission(once, Scripted(looks=(Look(at("A1"), spy, at("B2")),)), NONE)
    with pytest.raises(IllegalMove):
        mission(once, Scripted(looks=(Look(at("A1"), spy, at("B2")),)), NONE)


def test_the_loser_is_discarded_and_the_winner_loses_by_a_die() -> None:
    # A roll of 0 below 6 is firepower; then the die for casualties: its fifth side takes two.
    state = table({"B2": five()}, {"B2": weak()})
    combat(state, Scripted(), Rolls(0, 4, 0, 0))
    assert state.teams[COBRA] == {} and sorted(state.discards[COBRA]) == sorted(weak())
    assert len(state.teams[JOE][at("B2")]) == 3 and len(state.discards[JOE]) == 2
    assert (state.fights, state.attacker_wins) == (1, 1)
    medic = (*five()[:4], card("Doc"))
    state = table({"B2": medic}, {"B2": weak()})
    combat(state, Scripted(), Rolls(0, 4, 0))
    assert len(state.teams[JOE][at("B2")]) == 5
    # Attackers that lose: the defender's flag and counter stay.
    state = table({"B2": five()}, {"B2": weak()}, mover=COBRA)
    combat(state, Scripted(), Rolls(0, 0))
    assert state.teams[COBRA] == {} and state.teams[JOE] == {at("B2"): five()} and state.attacker_wins == 0


def test_air_units_retreat_from_close_combat() -> None:
    losers = cards("Wild Weasel", "Torch")
    for room, there in ((weak()[:1], True), ((0, 1, 2, 3, 4), False)):
        state = table({"B2": five()}, {"B2": losers, "D4": room})
        combat(state, Scripted(), Rolls(2, 0))
        assert (losers[0] in state.teams[COBRA][at("D4")]) is there
        assert (losers[0] in state.discards[COBRA]) is not there and losers[1] in state.discards[COBRA]
    state = table({"B2": five()}, {"B2": losers, "D4": weak()[:1]})
    combat(state, Scripted(), Rolls(0, 0))
    assert losers[0] in state.discards[COBRA], "firepower brings it down"
    state = table({"B2": five()}, {"B2": losers, "D4": weak()[:1]}, retreat="none")
    combat(state, Scripted(), Rolls(2, 0))
    assert losers[0] in state.discards[COBRA]


@pytest.mark.parametrize(("option", "retreats"), [("counted", True), ("others", False)])
def test_a_winner_draws_its_air_units_too_or_others_in_their_place(option: str, retreats: bool) -> None:
    winners = cards("Ace", "Duke", "Roadblock")
    state = table({"B2": winners, "D4": ()}, {"B2": weak()[:1]}, drawn=option)
    # Close combat, no dice, a 5 for casualties: two, and the first card of those left each time.
    combat(state, Scripted(), Rolls(2, 4, 0))
    assert (winners[0] in state.teams[JOE][at("D4")]) is retreats
    assert len(state.discards[JOE]) == (1 if retreats else 2)


def test_artillery_within_two_spaces_lends_its_fire_where_a_radio_lets_it() -> None:
    from printgen.lab.war.phases import lent

    gun, radio = cards("Thunder"), cards("Dialtone")
    far, near = {"B2": cards("Duke"), "E2": gun + radio}, {"B2": cards("Duke"), "D3": gun}
    assert lent(table(far, {}), JOE, at("B2")) == 0
    assert lent(table(near, {}), JOE, at("B2")) == 0
    assert lent(table({"B2": radio, "D3": gun}, {}), JOE, at("B2")) == 9
    assert lent(table({"B2": (), "D3": gun + radio}, {}), JOE, at("B2")) == 9
    elsewhere = {**near, "H1": radio}
    assert lent(table(elsewhere, {}), JOE, at("B2")) == 0
    assert lent(table(elsewhere, {}, communications="any"), JOE, at("B2")) == 9
    own = {"B2": gun + radio}
    assert (lent(table(own, {}), JOE, at("B2")), lent(table(own, {}, artillery="own-team"), JOE, at("B2"))) == (0, 9)
    # 5 + 9 against 6 + 2 by firepower; by close combat, artillery does not count.
    guns = {"B2": cards("Rock n’ Roll"), "C3": gun + radio}
    for kind, wins in ((0, 1), (2, 0)):
        state = table(guns, {"B2": cards("Thrasher")})
        combat(state, Scripted(), Rolls(kind, 0))
        assert state.attacker_wins == wins


def test_who_enters_the_enemy_base_or_wins_the_fight_there_has_won() -> None:
    state = table({"G7": five()}, {})
    mission(state, Scripted(go("G7", "H8")), NONE)
    assert (state.winner, state.how) == (JOE, "base")
    state = table({"G7": five()}, {"H8": weak()})
    mission(state, Scripted(go("G7", "H8")), NONE)
    assert state.winner == NOBODY
    combat(state, Scripted(), Rolls(0, 0))
    assert (state.winner, state.how) == (JOE, "base")
    state = table({"G7": five()}, {}, capture="fight")
    mission(state, Scripted(go("G7", "H8")), NONE)
    assert state.winner == NOBODY
    state = table({"H8": five()}, {"H8": weak()}, capture="enter")
    combat(state, Scripted(), Rolls(0, 0))
    assert state.winner == NOBODY
    state = table({"A1": (), "F6": cards("Ace")}, {"H8": weak()[:1]})
    mission(state, Scripted(go("F6", "G7", "H8", card=card("Ace"))), NONE)
    combat(state, Scripted(), Rolls(0, 0))
    assert state.winner == NOBODY, "a unit alone holds no counter"


def test_urban_spaces_are_flagged_by_whoever_was_there_last() -> None:
    state = table({"B2": five(), "D4": five()[:0]}, {"F6": weak()}, urban="B3 C4 F6")
    mission(state, Scripted(go("B2", "B3"), go("D4", "C4")), NONE)
    assert state.flags[JOE] == 1 << at("B3") | 1 << at("C4") and state.winner == NOBODY
    mission(state, Scripted(go("B3", "C3", "D3", "E3")), NONE)
    assert state.flags[JOE] == 1 << at("B3") | 1 << at("C4")
    state.teams[JOE][at("F6")] = state.teams[JOE].pop(at("E3"))
    combat(state, Scripted(), Rolls(0, 0))
    assert (state.winner, state.how) == (JOE, "goal")
    now = table({"B3": five(), "D4": ()}, {}, urban="B3 C4 F6", control="occupied")
    mission(now, Scripted(go("B3", "B2"), go("D4", "C4")), NONE)
    assert now.flags[JOE] == 1 << at("C4")


def test_ties_empty_teams_and_emptied_ones_follow_their_rules() -> None:
    even = cards("Duke"), cards("Destro")
    for option, left in (("defender", (0, 1)), ("attacker", (1, 0)), ("both-lose", (0, 0)), ("re-roll", (0, 1))):
        state = table({"B2": even[0]}, {"B2": even[1]}, tie=option)
        combat(state, Scripted(), Rolls(0, 0))
        assert tuple(map(len, state.teams)) == left, option
        assert state.ties == 1
    state = table({"B2": ()}, {"B2": cards("Ripper")}, empty="destroyed")
    combat(state, Scripted(), Rolls(0, 0))
    assert state.attacker_wins == 0 and not state.teams[JOE]
    for option, stays in (("stays", True), ("goes", False)):
        state = table({"B2": five()[:1]}, {"B2": ()}, wiped_out=option)
        combat(state, Scripted(), Rolls(0, 5, 0))
        assert (at("B2") in state.teams[JOE]) is stays


def test_units_that_have_fought_stay_face_up_or_are_turned_down() -> None:
    for option, seen in (("face-up", five()), ("turned-down", ())):
        state = table({"B2": five()}, {"B2": weak()}, revealed=option)
        combat(state, Scripted(), Rolls(0, 0))
        assert view_of(state, COBRA).foes[at("B2")] == (5, seen)


def test_a_game_that_does_not_end_is_a_draw() -> None:
    state = table({"B2": five()}, {"G7": weak()})
    while state.winner == NOBODY:
        take_turn(state, Scripted(), NONE)
    assert (state.winner, state.how, state.turn) == (DRAWN, "turns", 400)


def test_the_same_seeds_give_the_same_games_however_they_are_shared_out() -> None:
    given = plan()
    whole = play_games(given, range(5, 15))
    assert whole == play_games(pickle.loads(pickle.dumps(given)), range(5, 15))
    assert whole == add(play_games(given, range(5, 9)), play_games(given, range(9, 15)))
    assert whole["games"] == 20 and sum(whole["wins"].values()) + whole["draws"] == 20
    assert whole != play_games(given, range(6, 16))
    assert sum(whole["ends"].values()) == sum(whole["turns"].values()) == 20


@pytest.mark.nightly
def test_neither_side_of_the_board_is_better_for_a_policy() -> None:
    # The same deck on both sides, so that nothing but the board and the policy makes a difference.
    given = plan()
    one = {
        name: (value[0],) * 2
        for name, value in given.war._asdict().items()
        if name in ("decks", "alone", "guns", "radios", "eyes", "breakers", "worth")
    }
    tally = play_games(type(given)(given.war._replace(**one), given.boards, "march", "march"), range(1, 401))
    assert 0.45 < tally["wins"]["cobra"] / 800 < 0.55


@pytest.mark.slow
@pytest.mark.parametrize(("policy", "against", "least"), [("march", "random", 0.97), ("greedy", "march", 0.8)])
def test_one_policy_is_better_than_another(policy: str, against: str, least: float) -> None:
    tally = play_games(plan(policy, against), range(1, 101))
    assert tally["policy_wins"] / tally["games"] > least
    assert all(row["wins"] / row["games"] > least - 0.1 for row in tally["policy_sides"].values())


@pytest.mark.nightly
def test_looking_ahead_is_better_than_marching() -> None:
    assert play_games(plan("search", "march"), range(1, 3))["policy_wins"] == 4


@pytest.mark.slow
@pytest.mark.nightly
def test_looking_ahead_is_better_than_greed() -> None:
    assert play_games(plan("search", "greedy"), range(1, 16))["policy_wins"] > 15


@pytest.mark.slow
@pytest.mark.parametrize(("pairs", "wider"), [(300, 0.02), pytest.param(1000, 0.0, marks=pytest.mark.nightly)])
def test_march_against_march_is_as_the_specification_measured(pairs: int, wider: float) -> None:
    for chosen, share, reach in (({}, 0.658, 0.035), ({"leaders": "none"}, 0.42, 0.06)):
        tally = play_games(plan(**chosen), range(1, pairs + 1))
        assert abs(tally["wins"]["cobra"] / (2 * pairs) - share) < reach + wider


def test_an_arena_is_what_its_board_shows() -> None:
    cells = ("joe", "sea", None, "city", "sea", "cobra")
    assert board_cells({"cells": [cells[:3], cells[3:]]}) == cells
    arena = arena_of(3, cells, ("joe", "cobra"), "sea", False)
    assert arena.terrain == (None, "sea", None, "city", "sea", None)
    assert (arena.bases, arena.goals, arena.goal_bits) == ((0, 5), (1, 4), 0b10010)
    assert arena.ways.near == ((1, 3), (0, 4), (), (0, 4), (1, 3, 5), (4,))
    assert arena.ways.beside == ((1, 3, 4), (0, 3, 4, 5), (), (0, 1, 4), (0, 1, 3, 5), (1, 4))
    assert arena.ways.steps[0] == bytes((0, 1, 6, 1, 2, 3))
    assert arena.rooms == ({0, 1, 3}, {4, 5})
    assert arena_of(3, cells, ("joe", "cobra"), None, True).goals == ()
    assert arena_of(3, cells, ("joe", "cobra"), None, True).ways.steps[0] == bytes((0, 1, 6, 1, 1, 2))
    back = mirror(arena)
    assert (back.goals, back.ways.near[4], back.terrain) == ((4, 1), (5, 3, 1), arena.terrain)


@pytest.mark.parametrize(("against", "alike"), [("march", False), ("random", True)])
def test_of_two_games_of_a_seed_another_side_begins_or_another_policy_plays(against: str, alike: bool) -> None:
    given = plan("march", against)
    dealt = deal(given, 5)
    first, second = (play_game(given, 5, number, *dealt) for number in (0, 1))
    assert (first.began == second.began) == alike
