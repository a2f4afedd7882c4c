"""Decks against decks: what was measured before, chances by listing all hands, and the command."""

from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import pytest
from fighting import unit
from kitchen import Kitchen, Run
from places import SAMPLES

from printgen.base.seeds import rng_for
from printgen.lab import sums
from printgen.lab.decks import Contest, at_least_one, draw_teams, enough_alike, hand
from printgen.lab.fight import BILLION, billionths, odds, share_of
from printgen.lab.sums import FightType, Losses, Modifier, Rules
from printgen.lab.war.model import PlayerView, TeamMove
from printgen.lab.war.policies import greedy
from printgen.lab.war.policies.search import without_conflicts
from printgen.lab.war.reading import wilson
from printgen.lab.work import Average

SKY = SAMPLES / "sky-couriers"


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes_on_one_process_and_on_two(run: Run) -> None:
    words = ("lab", "decks", SKY, "--samples", "1000", "--json")
    one, two, other = run(*words), run(*words, "--jobs", "2"), run(*words, "--seed", "2")
    assert one.code == two.code == 0
    assert one.out == two.out != other.out


@pytest.mark.slow
def test_samples_agree_with_all_teams() -> None:
    """A game of few cards, all of whose teams are listed."""
    every = frozenset(range(3))
    leader, group = (
        Modifier("leader", "Leader", "each-other", every, skill="leader"),
        Modifier("group", "", "alike", every),
    )
    rules = Rules(
        types=tuple(FightType(name, name, 2) for name in ("fp", "cc", "tac")), faces=6, dice=1, most=3,
        modifiers=(leader, group), terrains={}, winner=Losses((0,)), loser=Losses((None,)), spared=(),
        spared_drawn=True, floor=None, tie="defender", empty=True, options={},
    )  # fmt: skip
    random = Random(7)
    pools = [
        tuple(unit(f"{name} {n}", tuple(random.randint(0, 9) for _ in range(3)), "AB"[n % 2], *(["leader"] * (n == 3)))
              for n in range(7)) for name in ("One", "Other")
    ]  # fmt: skip
    teams = [list(combinations(pool, 3)) for pool in pools]
    exact = sum(odds(rules, a, b)[0] for a in teams[0] for b in teams[1]) / (len(teams[0]) * len(teams[1]))
    contest = Contest(rules, (("one", pools[0]), ("other", pools[1])), (), 3, 3, (None,), (), 5)
    win = draw_teams(contest, range(2000))["overall"][0, 1, 0]["win"]
    assert win.count == 2000 and win.mean == pytest.approx(exact, abs=0.03)


def test_chances_are_those_of_all_hands() -> None:
    deck = [
        unit(f"{n}", (1,), group, *(["leader"] * (n % 4 == 0))) for n, group in enumerate("AAAABBBC-".replace("-", " "))
    ]
    deck = [one._replace(group=one.group.strip()) for one in deck]
    for size in (1, 3, 5):
        hands = list(combinations(deck, size))
        led = Fraction(sum(any("leader" in one.skills for one in hand) for hand in hands), len(hands))
        assert at_least_one(deck, frozenset(("leader",)), size) == led
        for least in (2, 3):
            alike = sum(any([one.group for one in hand].count(group) >= least for group in "ABC") for hand in hands)
            assert enough_alike(deck, least, size) == Fraction(alike, len(hands))


def test_a_deck_with_too_few_cards_is_told(run: Run, tmp_path: Path) -> None:
    sky = Kitchen.copied(tmp_path / "sky", SKY)
    sky.edit("fight.yaml", "most: 3", "most: 9")
    done = run("lab", "decks", sky.folder)
    assert done.code == 2 and "couriers has 7 cards, and a team of 9 needs more" in done.err


@pytest.mark.slow
def test_every_hand_is_drawn_as_often_as_any_other() -> None:
    hands = Counter(hand(rng_for(7, str(n)), "abcde", 3) for n in range(20_000))
    # Of 60 hands each has its sixtieth, give or take five times what chance gives.
    assert len(hands) == 60 and all(abs(count - 20_000 / 60) < 91 for count in hands.values())
    for place in range(3):
        shares = Counter({card: sum(n for drawn, n in hands.items() if drawn[place] == card) for card in "abcde"})
        assert all(abs(count - 4_000) < 283 for count in shares.values())


def test_a_hand_is_the_same_for_a_seed_and_has_no_more_than_there_is() -> None:
    assert hand(rng_for(7, "hand"), "abcde", 3) == ("d", "e", "c")
    assert sorted(hand(rng_for(1, "all"), "abc", 8)) == ["a", "b", "c"] and hand(rng_for(1, "none"), "abc", 0) == ()


@pytest.mark.parametrize(
    ("tie", "share"),
    [("attacker", 6 / 10), ("both-lose", 0.5 + 1 / 20), ("re-roll", 5 / 9), ("defender", 5 / 10)],
)
def test_ties_go_to_whom_the_rules_give_them(tie: str, share: float) -> None:
    given = cast("Rules", SimpleNamespace(tie=tie))
    assert share_of(given, (5, 4, 1, 10)) == pytest.approx(share * BILLION, abs=1)
    assert share_of(given, (0, 0, 10, 10)) == {"attacker": BILLION, "both-lose": BILLION // 2}.get(tie, 0)
    assert billionths((5, 4, 1, 10)) == (BILLION // 2, 2 * BILLION // 5, BILLION // 10)


@pytest.mark.parametrize(
    ("tie", "share", "alike"),
    [("attacker", 7 / 12, 1.0), ("both-lose", 3 / 12, 0.0), ("re-roll", 3 / 8, 0.0), ("defender", 3 / 12, 0.0)],
)
def test_a_policy_counts_ties_as_the_rules_decide_them(
    tie: str, share: float, alike: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    war: Any = SimpleNamespace(rules=SimpleNamespace(tie=tie), team_of=lambda side, cards: ())
    for chances, wins in (((3 / 12, 5 / 12, 4 / 12), share), ((0.0, 0.0, 1.0), alike)):
        monkeypatch.setattr(greedy, "odds", lambda *_, chances=chances: chances)
        assert greedy.FightOdds(war).attack(0, (1,), (2,), 1, None, False, 0, 0) == pytest.approx(wins)


def test_an_average_knows_how_far_it_may_be_off() -> None:
    one, other = Average(10), Average(10)
    for number in (10, 20):
        one.add(number)
    other.add(60)
    both = one + other
    assert (both.mean, both.count) == (3.0, 3)
    # 1, 2 and 6: the mean of the squares is 41/3, less 9; of three there are two degrees of freedom.
    assert both.margin() == pytest.approx(1.96 * ((41 / 3 - 9) / 2) ** 0.5)
    assert other.margin() == 0
    assert wilson(0, 0) == (0, 1) and wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(0, 10)[0] == 0 and wilson(10, 10)[1] == pytest.approx(1)


def test_the_facts_of_few_teams_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sums, "_CACHED", 2)
    rules = cast("Rules", SimpleNamespace(cache={}, modifiers=()))
    teams = [(unit(str(n)),) for n in range(3)]
    facts = [sums.facts_of(rules, team) for team in teams]
    assert sums.facts_of(rules, teams[2]) is facts[2] and list(rules.cache) == teams[2:]


def test_a_team_may_go_where_another_one_left_and_not_where_one_stands_or_went() -> None:
    view = cast(PlayerView, SimpleNamespace(mine={1: (0,), 2: (1,), 3: (2,)}))
    leaving, following, into, late = TeamMove(1, (4,)), TeamMove(2, (1,)), TeamMove(3, (5, 4)), TeamMove(3, (6,))
    assert without_conflicts(view, (leaving, following, into, late)) == (leaving, following, late)
    assert without_conflicts(view, (following, leaving)) == (leaving,)
