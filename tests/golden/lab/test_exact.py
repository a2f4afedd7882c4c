"""Decks against decks with all their teams: the same as listing them, under any rules, and as samples say."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from random import Random
from typing import Any

import fighting
import pytest
from fighting import unit
from kitchen import Run
from places import SAMPLES

from printgen.lab.fight import BILLION, fight
from printgen.lab.sums import Field, Modifier, Rules, itemize
from printgen.lab.teams import Matchup, is_exact, spreads

SKY = SAMPLES / "sky-couriers"
ALL = frozenset((0, 1, 2))
_SKILLS = ("leader", "armor", "anti-armor", "air", "anti-air", "recon", "ambush", "jungle", "medic")


def deck(random: Random, count: int) -> tuple[Any, ...]:
    return tuple(
        unit(str(n), tuple(random.randint(0, 5) for _ in range(3)), random.choice("AAB") if n % 4 else "",
             *random.sample(_SKILLS, random.choice((0, 1, 1, 2))))
        for n in range(count)
    )  # fmt: skip


def odd_rules() -> Rules:
    """Modifiers of every sort, each in a way that GO JOE does not have."""
    modifiers = (
        Modifier("lead", "Lead", "each-other", ALL, amount=2, skill="leader", side="attacker"),
        Modifier("kin", "Kin", "alike", ALL, amount=-3, least=2, side="defender"),
        Modifier("clan", "Clan", "alike", frozenset((1,)), amount=2, least=2, whole=True),
        Modifier("shy", "Shy", "facing", ALL, amount=-4, skill="armor", against="anti-armor", once=True),
        Modifier("brave", "Brave", "facing", frozenset((0, 2)), amount=5, skill="air", against="anti-air"),
        Modifier("each", "Each", "bonus", ALL, amount=-2, skill="recon", each=True, side="defender"),
        Modifier("plain", "Plain", "bonus", frozenset((2,)), amount=3, side="attacker"),
        Modifier("more", "More", "bonus", ALL, amount=1, each=True),
        Modifier("land", "Land", "bonus", ALL, amount=4, terrain=True),
        Modifier("roll", "Roll", "dice", ALL, amount=2, skill="ambush", each=True, side="attacker"),
        Modifier("base", "Base", "dice", ALL, base=True),
    )
    return replace(fighting.rules(), modifiers=modifiers, faces=4, dice=1, tie="attacker")


RULES = {
    "usual": fighting.rules,
    "once": lambda: fighting.rules(leaders="once", service="team", anti="one-for-one", tie="both-lose"),
    "zero": lambda: fighting.rules(clamp="zero", tie="re-roll"),
    "odd": odd_rules,
}


@pytest.mark.slow
@pytest.mark.parametrize("name", RULES)
def test_all_teams_are_those_that_somebody_would_list(name: str) -> None:
    random, rules = Random(name), RULES[name]()
    decks = (deck(random, 5), deck(random, 6))
    assert is_exact(rules)
    for at in range(3):
        matchup = Matchup(rules, decks, 3, at, "jungle")
        for (one, size), (other, foes) in (((0, 3), (1, 2)), ((1, 2), (0, 2)), ((0, 1), (0, 3))):
            odds = matchup.mean_odds((one, size), (other, foes))
            pairs = [(a, b) for a in combinations(decks[one], size) for b in combinations(decks[other], foes)]
            found = [fight(rules, a, b, Field("jungle"), at) for a, b in pairs]
            assert [odds.win, odds.lose, odds.tie] == [
                sum(numbers, Fraction(0)) / len(pairs)
                for numbers in ([f.win for f in found], [f.lose for f in found], [f.tie for f in found])
            ]
            share = sum((f.decided[0] + f.decided[2] / 2 for f in found), Fraction(0)) / len(pairs)
            assert abs(odds.decided - share) < Fraction(2, BILLION)
            sums = [itemize(rules, a, b, at, True, Field("jungle")) for a, b in pairs]
            means = tuple(Fraction(sum(side[n] for side in sums), len(pairs)) for n in (0, 1))
            assert odds.attacker == means


@pytest.mark.slow
def test_what_cannot_be_counted_together_is_drawn(run: Run, tmp_path: Path) -> None:
    assert not is_exact(fighting.rules(clamp="zero", anti="one-for-one"))
    words = (
        "--rule",
        "clamp=zero",
        "--rule",
        "anti=one-for-one",
        "--units",
        "2",
        "--terrain",
        "sea",
        "--out",
        tmp_path,
    )
    done = run("lab", "decks", "go-joe", *words, "--out", tmp_path)
    assert done.code == 0 and "6,000 pairs of random teams" in done.out


def test_all_hands_are_counted() -> None:
    random = Random(3)
    cards = deck(random, 12)
    for size, held in enumerate(spreads(fighting.rules(), cards, 4, 0, None, (0, 0))):
        assert sum(sum(counts.values()) for counts in held.values()) == len(list(combinations(cards, size)))


@pytest.mark.slow
def test_go_joe_exactly(run: Run, tmp_path: Path) -> None:
    words = ("--terrain", "jungle", "--out", tmp_path, "--json")
    exact = run("lab", "decks", "go-joe", *words).json
    drawn = run("lab", "decks", "go-joe", *words, "--samples", "1500").json
    for one, other in zip(exact["fights"], drawn["fights"], strict=True):
        numbers = one["all"]["exact"]
        assert sum(Fraction(*pair) for pair in numbers.values()) == 1
        assert one["all"]["win"] == pytest.approx(float(Fraction(*numbers["win"])), abs=1e-6)
        assert one["all"]["win"] == pytest.approx(other["all"]["win"], abs=1.7 * other["all"]["interval"])
        assert one["sizes"]["5"]["5"] == one["all"]["win"]
        assert one["sizes"]["5"]["4"] == pytest.approx(other["sizes"]["5"]["4"], abs=0.06)
        for name, fought in one["types"].items():
            assert fought["attacker"]["flat"] == pytest.approx(other["types"][name]["attacker"]["flat"], abs=0.4)
    assert exact["samples"] is None and exact["fights"][0]["all"]["interval"] == 0
    matrix, rough = exact["groups"]["matrix"], drawn["groups"]["matrix"]
    for row, other in zip(matrix, rough, strict=True):
        assert row == pytest.approx(other, abs=0.12)


@pytest.mark.slow
def test_what_five_joes_do_is_what_was_measured_before(run: Run, tmp_path: Path) -> None:
    words = ("--terrain", "urban", "--units", "5", "--out", tmp_path, "--json")
    joe, cobra = run("lab", "decks", "go-joe", *words).json["fights"]
    assert (joe["all"]["win"], cobra["all"]["win"]) == pytest.approx((0.44, 0.568), abs=0.02)
    assert sum(Fraction(*pair) for pair in joe["all"]["exact"].values()) == 1
    totals = [one["attacker"]["flat"] for one in joe["types"].values()]
    assert totals == pytest.approx((25.6, 19.9, 24.2), abs=0.1)


@pytest.mark.slow
def test_the_same_bytes_on_one_process_and_on_two(run: Run, tmp_path: Path) -> None:
    words = ("lab", "decks", SKY, "--json", "--out", tmp_path)
    one, two = run(*words), run(*words, "--jobs", "2")
    assert one.code == 0 and one.out == two.out
