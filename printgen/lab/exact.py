"""Decks come in; the exact chances of random teams against each other, with no sampling, go out."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from typing import Any, Literal, NamedTuple

from printgen.base.budget import spend, within
from printgen.lab.contest import BILLION, Contest, Spread, Vector, coefficients, share_of, spreads
from printgen.lab.decks import Data, matrix_told, told_lines
from printgen.lab.fight import chances
from printgen.lab.sums import Rules, Unit
from printgen.lab.work import Tally, Work, added


def at_least_one(deck: Sequence[Unit], skills: frozenset[str], size: int) -> Fraction:
    """The chance that a team of a size has a unit with one of the skills."""
    without = sum(1 for unit in deck if skills.isdisjoint(unit.skills))
    return 1 - Fraction(comb(without, size), comb(len(deck), size))


def enough_alike(deck: Sequence[Unit], least: int, size: int) -> Fraction:
    """The chance that a team of a size has at least so many units of one group."""
    groups = Counter(unit.group for unit in deck)
    loose = groups.pop("", 0)
    # In how many ways so many cards are drawn with fewer than that of each group.
    few = [comb(loose, n) for n in range(size + 1)]
    for count in groups.values():
        some = [comb(count, n) if n < least else 0 for n in range(size + 1)]
        few = [sum(few[i] * some[n - i] for i in range(n + 1)) for n in range(size + 1)]
    return 1 - Fraction(few[size], comb(len(deck), size))


What = Literal["skill", "group", "terrain"]


def chances_of(rules: Rules, deck: Sequence[Unit], size: int) -> dict[tuple[What, str], Fraction]:
    """How likely a random team of a deck has what modifiers ask for.

    That is a unit with a skill, enough units of one group (by the name of the modifier), or one that a terrain suits.
    """
    size = min(size, len(deck))
    found: dict[tuple[What, str], Fraction] = {}
    for one in rules.modifiers:
        if one.word == "alike":
            found["group", one.name] = enough_alike(deck, one.least, size)
        if one.terrain:
            for terrain, skills in rules.terrains.items():
                found["terrain", terrain] = at_least_one(deck, skills, size)
        for skill in filter(None, (one.skill, one.against)):
            found["skill", skill] = at_least_one(deck, frozenset((skill,)), size)
    return found


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


_WORDS = ("win", "lose", "tie")


def seeds_of(contest: Contest) -> range:
    """What there is to reckon: each type on each terrain."""
    return range(len(contest.rules.types) * len(contest.terrains))


def look(contest: Contest, seeds: range) -> Tally:
    """The chances in types of fights on terrains, as fractions, by the attacking and the defending deck."""
    tally: Tally = {}
    decks = [units for _, units in (*contest.decks, *contest.groups)]
    most = max(contest.attackers, contest.defenders, *contest.sizes)
    own = range(len(contest.decks))
    pairs = list(combinations(own, 2)) or [(0, 0)]
    for seed in seeds:
        terrain, at = divmod(seed, len(contest.rules.types))
        meeting = Meeting(contest.rules, decks, most, at, contest.terrains[terrain])

        def shares(attacker: int, defender: int, met: Meeting = meeting) -> list[list[int]]:
            found = met.met((attacker, contest.attackers), (defender, contest.defenders))
            return [_pair(number) for number in (*found[:4], *found.attacker, *found.defender)]

        both = dict.fromkeys((pair for one, other in pairs for pair in ((one, other), (other, one))))
        groups = combinations(range(len(own), len(decks)), 2)
        tally[f"{terrain} {at}"] = {
            "decks": {f"{one} {other}": shares(one, other) for one, other in both},
            "sizes": {
                f"{one} {other} {size} {foes}": _pair(meeting.met((one, size), (other, foes)).win)
                for one, other in both
                for size, foes in product(contest.sizes, repeat=2)
            },
            "groups": {
                f"{one - len(own)} {other - len(own)}": [shares(one, other)[3], shares(other, one)[3]]
                for one, other in groups
            },
        }
    return tally


def _pair(number: Fraction) -> list[int]:
    return [number.numerator, number.denominator]


def _told(about: Mapping[str, Any], tally: Tally, done: int) -> Data:
    types = about["types"]
    terrains = [n for n in range(len(about["terrains"])) if all(f"{n} {at}" in tally for at in range(len(types)))]
    rest = {key: value for key, value in about.items() if key not in ("terrains", "groups", "shares")}
    told: Data = {**rest, "samples": None, "fights": [], "groups": None}
    if not terrains:  # It was stopped before all types were reckoned on one of them.
        return told
    whole = _Known(about, tally, terrains)
    told["fights"] = [whole.fight(key) for key in tally[f"{terrains[0]} 0"]["decks"]]
    told["groups"] = whole.groups()
    return told


class _Known:
    """What is known of all types on some terrains; chances over all are means, by the shares of the types."""

    def __init__(self, about: Mapping[str, Any], tally: Tally, terrains: Sequence[int]) -> None:
        self.about, self.tally, self.terrains = about, tally, terrains
        self.names, self.types = [deck["name"] for deck in about["decks"]], [*about["types"]]
        self.shares = [Fraction(share, sum(about["shares"])) for share in about["shares"]]

    def fight(self, key: str) -> Data:
        """The fights of two decks."""
        attacker, defender = map(int, key.split())
        found = [[self._numbers(n, at, key) for at in range(len(self.types))] for n in self.terrains]
        by_terrain = [[self._over([one[n] for one in row]) for n in range(4)] for row in found]
        overall = [_mean([row[n] for row in by_terrain]) for n in range(4)]
        by_type = [[_mean([row[at][n] for row in found]) for n in range(8)] for at in range(len(self.types))]
        exact = {word: _pair(number) for word, number in zip(_WORDS, overall, strict=False)}
        terrains = {self.about["terrains"][n]: _three(row) for n, row in zip(self.terrains, by_terrain, strict=True)}
        sizes = self._sizes(key)
        return {
            "attacker": self.names[attacker],
            "defender": self.names[defender],
            "all": {**_three(overall), "interval": 0.0, "decided": _float(overall[3]), "exact": exact},
            "types": {name: _of_type(row) for name, row in zip(self.types, by_type, strict=True)},
            "terrains": {name: row for name, row in terrains.items() if name},
            **({"sizes": sizes, "sizes_interval": 0.0} if sizes else {}),
        }

    def groups(self) -> Data | None:
        """Who of the groups wins against whom, with either side attacking."""
        names = self.about["groups"]
        matrix = [[0.5] * len(names) for _ in names]
        for key in self.tally[f"{self.terrains[0]} 0"]["groups"]:
            one, other = map(int, key.split())
            ours, theirs = (self._whole("groups", key, side) for side in (0, 1))
            matrix[one][other] = _float((ours + 1 - theirs) / 2)
            matrix[other][one] = round(1 - matrix[one][other], 6)
        return matrix_told(names, matrix, 0.0) if names else None

    def _sizes(self, key: str) -> dict[str, dict[str, float]]:
        """How often so many units win, by their number and by that of the defenders."""
        found: dict[str, dict[str, float]] = {}
        for held in self.tally[f"{self.terrains[0]} 0"]["sizes"]:
            pair, size, foes = held.rsplit(" ", 2)
            if pair == key:
                found.setdefault(size, {})[foes] = _float(self._whole("sizes", held))
        return found

    def _numbers(self, terrain: int, at: int, key: str) -> list[Fraction]:
        return [Fraction(*one) for one in self.tally[f"{terrain} {at}"]["decks"][key]]

    def _whole(self, what: str, key: str, side: int | None = None) -> Fraction:
        """The mean of a number over all types and terrains."""
        rows = []
        for n in self.terrains:
            held = [self.tally[f"{n} {at}"][what][key] for at in range(len(self.types))]
            rows.append(self._over([Fraction(*(one if side is None else one[side])) for one in held]))
        return _mean(rows)

    def _over(self, numbers: Sequence[Fraction]) -> Fraction:
        return sum((share * number for share, number in zip(self.shares, numbers, strict=True)), Fraction(0))


def _mean(numbers: Sequence[Fraction]) -> Fraction:
    return sum(numbers, Fraction(0)) / len(numbers)


def _three(numbers: Sequence[Fraction]) -> Data:
    return {word: _float(number) for word, number in zip(_WORDS, numbers, strict=False)}


def _of_type(numbers: Sequence[Fraction]) -> Data:
    sides = {
        side: {"flat": _float(numbers[n]), "interval": 0.0, "dice": _float(numbers[n + 1])}
        for side, n in (("attacker", 4), ("defender", 6))
    }
    return {**_three(numbers), **sides}


def _float(number: Fraction) -> float:
    return round(float(number), 6)


def _lines(told: Data) -> Iterator[str]:
    if not told["fights"]:
        yield "no terrain is reckoned in full yet"
        return
    yield from told_lines(told)


EXACT = Work("decks-exact", look, _told, _lines, added, nouns="types on terrains")
"""The work of having all teams of decks meet."""
