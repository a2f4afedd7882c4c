"""Decks against decks: what was measured before, chances by listing all hands, and the command."""

import json
from collections import Counter
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, cast

import fighting
import pytest
from fighting import unit
from kitchen import Kitchen, Run
from places import SAMPLES

from printgen.base.seeds import rng_for
from printgen.lab.decks import Contest, at_least_one, draw_teams, enough_alike, hand
from printgen.lab.fight import BILLION, billionths, odds, share_of
from printgen.lab.statistics import Average, wilson
from printgen.lab.sums import Rules

SKY = SAMPLES / "sky-couriers"


def decks(run: Run, *more: str, target: str = "go-joe") -> Any:
    done = run("lab", "decks", target, *more, "--json")
    assert done.code == 0, done.out
    return done.json


@pytest.mark.slow
def test_what_was_measured_before_is_found_again(run: Run) -> None:
    found = decks(run, "--samples", "1600")
    joe, cobra = found["fights"]
    assert (joe["attacker"], cobra["attacker"]) == ("joe-deck", "cobra-deck")
    sure = joe["all"]["interval"] + 0.008
    for fight, wins, by_type in (
        (joe, (0.440, 0.504, 0.055), (0.478, 0.402, 0.441)),
        (cobra, (0.568, 0.375, 0.057), (0.527, 0.611, 0.566)),
    ):
        assert [fight["all"][word] for word in ("win", "lose", "tie")] == pytest.approx(wins, abs=sure)
        assert [one["win"] for one in fight["types"].values()] == pytest.approx(by_type, abs=1.5 * sure)
    # What both bring, with leaders, services and what is lost to weapons against them.
    for side, totals in (("attacker", (25.6, 19.9, 24.2)), ("defender", (26.5, 21.9, 25.7))):
        assert [one[side]["flat"] for one in joe["types"].values()] == pytest.approx(totals, abs=0.35)
    assert joe["sizes"]["5"]["4"] == pytest.approx(0.778, abs=0.05)
    assert cobra["sizes"]["5"]["4"] == pytest.approx(0.850, abs=0.05)
    assert joe["sizes"]["3"]["5"] == pytest.approx(0.03, abs=0.03)
    chances = [
        {(row["what"], row["name"]): float(Fraction(*row["chance"])) for row in deck["chances"]}
        for deck in found["decks"]
    ]
    leaders, services = ([one[key] for one in chances] for key in (("skill", "leader"), ("group", "service")))
    assert leaders == pytest.approx([0.36, 0.59], abs=0.005) and services == pytest.approx([0.94, 0.91], abs=0.006)
    assert set(joe["terrains"]) == {row["name"] for row in found["decks"][0]["chances"] if row["what"] == "terrain"}


@pytest.mark.slow
def test_groups_meet_in_a_matrix_the_best_first(run: Run) -> None:
    groups = decks(run, "--samples", "160")["groups"]
    names, matrix = groups["names"], groups["matrix"]
    # Renegades have three cards only.
    assert sorted(names) == ["CB", "DN", "GJ", "IG", "NF", "PP", "SM", "TF"]
    for i, row in enumerate(matrix):
        assert [round(row[j] + matrix[j][i], 5) for j in range(len(names))] == [1] * len(names)
    order = [names[n] for n in groups["order"]]
    assert (order[0], order[-1]) == ("SM", "NF")
    lines = run("lab", "decks", "go-joe", "--samples", "160").out.splitlines()
    assert next(line for line in lines if line.startswith("wins against")).split()[2:] == order


@pytest.mark.slow
def test_the_same_seed_gives_the_same_bytes_on_one_process_and_on_two(run: Run) -> None:
    words = ("lab", "decks", SKY, "--samples", "1000", "--json")
    one, two, other = run(*words), run(*words, "--jobs", "2"), run(*words, "--seed", "2")
    assert one.code == two.code == 0
    assert one.out == two.out != other.out


def test_samples_agree_with_all_teams() -> None:
    """A game of few cards, all of whose teams are listed."""
    rules = fighting.rules()
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


def test_one_terrain_other_numbers_and_rules(run: Run) -> None:
    found = decks(run, "--samples", "200", "--units", "5v3", "--terrain", "sea", "--rule", "leaders=once")
    assert (found["units"], found["terrain"], found["rules"]) == ([5, 3], "sea", {"leaders": "once"})
    assert all(fight["all"]["win"] > 0.9 and "sizes" not in fight for fight in found["fights"])
    assert found["fights"][0]["all"]["interval"] < 0.03
    dice = found["fights"][0]["types"]["fp"]["attacker"]["dice"]
    assert 0.3 < dice < 1.5


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--units", "6"), "--units 6: no team has so many"),
        (("--units", "5v0"), "--units 5v0: no team has so many"),
        (("--units", "many"), "--units many: no team has so many"),
        (("--samples", "0"), "invalid value for '--samples': 0 is not in the range 1<=x<=10000000"),
        (("--terrain", "moon"), "there is no terrain 'moon'"),
        (("--rule", "control=flag"), "the rule control speaks of whole games, and changes nothing in one fight"),
    ],
)
def test_what_cannot_be_is_told(run: Run, words: tuple[str, ...], message: str) -> None:
    done = run("lab", "decks", "go-joe", *words, "--json")
    (found,) = json.loads(done.out)["findings"]
    assert (done.code, found["message"]) == (2, message) and found["hint"]


def test_a_deck_with_too_few_cards_is_told(run: Run, tmp_path: Path) -> None:
    sky = Kitchen.copied(tmp_path / "sky", SKY)
    sky.edit("fight.yaml", "most: 3", "most: 9")
    done = run("lab", "decks", sky.folder)
    assert done.code == 2 and "couriers has 7 cards, and a team of 9 needs more" in done.err


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


def test_numbers_of_a_seed_stay_as_they_are(run: Run) -> None:
    found = decks(run, "--terrain", "sea", "--samples", "11")
    joe, cobra = found["fights"]
    assert joe["all"] == {
        "win": 0.473906, "lose": 0.453563, "tie": 0.072531, "interval": 0.203901, "decided": 0.473906,
    }  # fmt: skip
    assert joe["sizes"]["5"] == {"1": 1.0, "2": 1.0, "3": 1.0, "4": 0.972222, "5": 0.638889}
    assert joe["sizes_interval"] == 0.49
    assert cobra["types"]["fp"]["attacker"] == {"flat": 28.272727, "interval": 2.604138, "dice": 0.363636}
    groups = found["groups"]
    assert [groups["names"][n] for n in groups["order"]] == ["CB", "IG", "SM", "TF", "GJ", "PP", "DN", "NF"]
    assert groups["matrix"][0] == [0.5, 0.0, 0.0, 0.0, 0.0, 0.041667, 0.416667, 0.041667]


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
