"""Decks come in; the exact chances of a random team of one against a random team of another go out.

Nothing is drawn: of each deck all teams are counted by what they bring. How far one side leads is then the product of
two polynomials, whose coefficients are counts; whole numbers of any length hold them.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from printgen.base.budget import spend, within
from printgen.lab.draws import BILLION, share_of
from printgen.lab.fight import chances
from printgen.lab.model import Rules, Unit
from printgen.lab.spread import Spread, Vector, coefficients, spreads

Sums = Counter[tuple[int, int]]
"""In how many ways a flat sum and dice are brought."""

Side = tuple[int, int]
"""A deck, by its place among all, and how many of its cards make a team."""


_PAIR = 100
"""So many steps it takes to have teams of two sorts meet."""


class Met(NamedTuple):
    """Fights of a type: the chances of the attacker's total to be higher, lower, equal; its share with ties decided.

    Then what both bring on average, a flat sum and dice each.
    """

    win: Fraction
    lose: Fraction
    tie: Fraction
    decided: Fraction
    attacker: tuple[Fraction, Fraction]
    defender: tuple[Fraction, Fraction]


class Meeting:
    """Teams of decks that meet in a type of fight on a terrain. Two teams are drawn apart from each other."""

    def __init__(
        self, rules: Rules, decks: Sequence[Sequence[Unit]], most: int, at: int, terrain: str | None
    ) -> None:  # fmt: skip
        self.rules, self.decks, self.most, self.at, self.terrain = rules, decks, most, at, terrain
        facing = [one for one in rules.modifiers if one.word == "facing"]
        self._nobody = (0,) * len(facing)
        self._suffers = [[any(one.skill in unit.skills for unit in deck) for one in facing] for deck in decks]
        self._spreads = cache(self._spreads_of)
        self._sums = cache(self._sums_of)

    def _spreads_of(self, deck: int, against: Vector) -> list[Spread]:
        return spreads(self.rules, self.decks[deck], self.most, self.at, self.terrain, against)

    def _sums_of(self, side: Side, own: Vector, foes: Vector, attacks: bool) -> Sums:
        """What teams of a side that have a vector bring against teams with one."""
        # What no card of the deck suffers from changes nothing.
        deck, size = side
        against = tuple(n * hit for n, hit in zip(foes, self._suffers[deck], strict=True))
        found: Sums = Counter()
        for one, count in self._spreads(deck, against)[size][own].items():
            found[one[not attacks]] += count
        return found

    def met(self, attacker: Side, defender: Side) -> Met:
        """The fights in which teams of one side attack those of another."""
        ours, others = (self._spreads(deck, self._nobody)[size] for deck, size in (attacker, defender))
        spend("teams", _PAIR * len(ours) * len(others))
        pairs = [
            (self._sums(attacker, mine, theirs, True), self._sums(defender, theirs, mine, False))
            for mine in ours
            for theirs in others
        ]
        means = [[0, 0], [0, 0]]
        total = 0
        for sides in pairs:
            counts = sides[0].total(), sides[1].total()
            total += counts[0] * counts[1]
            for mean, sums, times in ((means[0], sides[0], counts[1]), (means[1], sides[1], counts[0])):
                for (flat, dice), count in sums.items():
                    mean[0] += flat * count * times
                    mean[1] += dice * count * times
        brought = [(Fraction(flat, total), Fraction(dice, total)) for flat, dice in means]
        return Met(*self._chances(_leads(pairs, total), total), brought[0], brought[1])

    def _chances(
        self, leads: dict[tuple[int, int], Counter[int]], total: int
    ) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """The four chances, of in how many ways the attacker leads by how much, by the dice of both."""
        faces = self.rules.faces
        most = max(map(sum, leads))
        sums = [0, 0, 0, 0]
        for (dice, rolled), ways in leads.items():
            weight = faces ** (most - dice - rolled)
            for lead, count in ways.items():
                found = chances(lead, dice, 0, rolled, faces)
                times = count * weight
                more = (*found[:3], share_of(self.rules, found) * found[3])
                sums = [known + times * one for known, one in zip(sums, more, strict=True)]
        of = total * faces**most
        win, lose, tie = (Fraction(number, of) for number in sums[:3])
        return win, lose, tie, Fraction(sums[3], of * BILLION)


def _leads(pairs: Sequence[tuple[Sums, Sums]], total: int) -> dict[tuple[int, int], Counter[int]]:
    """In how many ways the first of two leads by how much, by the dice of both."""
    width = total.bit_length() + 1
    flats = [flat for pair in pairs for sums in pair for flat, _ in sums]
    low, high = min(flats), max(flats)
    within("sums", high - low)
    products: defaultdict[tuple[int, int], int] = defaultdict(int)
    for ours, others in pairs:
        firsts, seconds = (_polynomials(ours, width, low, 1), _polynomials(others, width, high, -1))
        for dice, first in firsts.items():
            for rolled, second in seconds.items():
                products[dice, rolled] += first * second
    return {key: Counter(dict(coefficients(product, width, low - high))) for key, product in products.items()}


def _polynomials(sums: Sums, width: int, base: int, sign: int) -> dict[int, int]:
    """For each number of dice a polynomial of the flat sums, as one number: so many bits a coefficient."""
    found: defaultdict[int, int] = defaultdict(int)
    for (flat, dice), count in sums.items():
        found[dice] += count << (width * sign * (flat - base))
    return found
