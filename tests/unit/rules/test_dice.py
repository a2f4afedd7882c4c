"""Odds against numbers that were worked out by hand, against all throws there are, and against another library."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from printgen.rules.dice import Fighter, at_least, last_standing, losses, melee

DICE = {"Standard": "HHBBBF", "Melee": "HCBBFF", "Protection": "HHHHBF", "Artillery": "HHBBBB"}
FIGHTERS = {name: Fighter.of(tuple(faces), "F", ("H", "F")) for name, faces in DICE.items()}


@pytest.mark.parametrize(
    ("attacker", "defender", "falls", "costs"),
    [
        ("Standard", "Standard", "8.6 16.4 23.6 30.1 36.1 41.5", "1.4 2.6 3.5 4.3 4.9 5.3"),
        ("Melee", "Standard", "17.6 32.1 44.0 53.8 61.8 68.4", "2.9 4.8 5.9 6.4 6.6 6.5"),
        ("Melee", "Protection", "5.9 11.4 16.6 21.4 26.0 30.3", "2.9 5.5 7.6 9.5 11.0 12.3"),
        ("Melee", "Artillery", "22.2 39.5 52.9 63.4 71.5 77.9", "0.0 0.0 0.0 0.0 0.0 0.0"),
    ],
)
def test_attacks_end_as_their_tables_say(attacker: str, defender: str, falls: str, costs: str) -> None:
    ends = [melee(FIGHTERS[attacker], FIGHTERS[defender], dice) for dice in range(1, 7)]
    told = [[f"{100 * float(end[at]):.1f}" for end in ends] for at in (0, 1)]
    assert told == [falls.split(), costs.split()]


@pytest.mark.parametrize("attacker", DICE)
@pytest.mark.parametrize("defender", DICE)
def test_the_first_round_alone_is_one_sum_and_the_rest_adds_to_it(attacker: str, defender: str) -> None:
    one, other = FIGHTERS[attacker], FIGHTERS[defender]
    for dice in range(1, 7):
        first = 1 - (1 - one.hit * (1 - other.cancel - other.both)) ** dice
        falls, costs = melee(one, other, dice)
        assert first <= falls <= 1 - costs
        # The same by rounds: who must cancel how many hits, until hardly any are left.
        assert by_rounds(one, other, dice) == pytest.approx((float(falls), float(costs)), abs=1e-12)


def by_rounds(one: Fighter, other: Fighter, dice: int) -> tuple[float, float]:
    """An attack round by round, in floats."""
    sides = [(float(each.cancel), float(each.both)) for each in (other, one)]
    hits = {n: float(at_least(n, dice, one.hit) - at_least(n + 1, dice, one.hit)) for n in range(1, dice + 1)}
    fallen = [0.0, 0.0]
    for turn in range(400):
        cancel, both = sides[turn % 2]
        after: Counter[int] = Counter()
        for count, likely in hits.items():
            for kinds in product((0, 1, 2), repeat=count):
                share = likely
                for kind in kinds:
                    share *= (1 - cancel - both, cancel, both)[kind]
                if 0 in kinds:
                    fallen[turn % 2] += share
                else:
                    after[kinds.count(2)] += share  # type: ignore[assignment]
        hits = {count: likely for count, likely in after.items() if count and likely > 1e-18}
    return fallen[0], fallen[1]


def test_two_who_always_strike_back_never_end() -> None:
    both = Fighter(Fraction(1), Fraction(0), Fraction(1))
    assert melee(both, both, 3) == (0, 0)


def test_icons_are_worth_what_the_example_says() -> None:
    half = Fraction(1, 2)
    assert at_least(3, 4, half) == Fraction(5, 16) and at_least(5, 5, half) == Fraction(1, 32)
    assert at_least(0, 2, half) == at_least(-1, 2, half) == 1


@pytest.mark.parametrize(("first", "second"), [(1, 1), (1, 4), (2, 3), (3, 2), (3, 3)])
def test_losses_are_those_of_all_throws(first: int, second: int) -> None:
    found: Counter[tuple[int, int]] = Counter()
    for throw in product(range(1, 7), repeat=first + second):
        mine, theirs = (sorted(dice, reverse=True) for dice in (throw[:first], throw[first:]))
        pairs = [*zip(mine, theirs, strict=False)]
        found[sum(a < b for a, b in pairs), sum(a > b for a, b in pairs)] += 1
    assert losses(first, second) == found


def test_another_library_counts_the_same() -> None:
    icepool = pytest.importorskip("icepool")
    die = icepool.d6
    for dice in (1, 4, 6):
        hits = dice @ die.map(lambda face: int(face >= 5))
        assert [at_least(n, dice, Fraction(1, 3)) for n in range(dice + 1)] == [
            sum(hits.probability(more) for more in range(n, dice + 1)) for n in range(dice + 1)
        ]
    for first, second in ((5, 4), (3, 6), (7, 7)):
        lost = die.pool(first).sort_pair("<", die.pool(second)).size()
        counts = losses(first, second)
        for n in range(min(first, second) + 1):
            found = sum(count for (gone, _), count in counts.items() if gone == n)
            assert Fraction(found, 6 ** (first + second)) == lost.probability(n)


def test_a_fight_to_the_end_is_even_between_equals_and_all_chances_add_up() -> None:
    for first, second in ((1, 1), (3, 3), (5, 5), (2, 5), (7, 4)):
        assert last_standing(first, second) + last_standing(second, first) == 1
        assert sum(losses(first, second).values()) == 6 ** (first + second)
    assert last_standing(4, 4) == Fraction(1, 2)
    assert last_standing(2, 1) == 1 - last_standing(1, 2) > Fraction(1, 2)
    assert (last_standing(3, 0), last_standing(0, 3)) == (1, 0)
