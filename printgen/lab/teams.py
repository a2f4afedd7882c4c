"""Random teams of a deck: drawn cards, and all teams counted together by what they add up to.

Counting uses generating functions: the coefficient of x^s in a polynomial is the number of teams with the sum s. A
polynomial is one large integer, with a fixed number of bits for each coefficient (Kronecker substitution).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cache
from math import comb
from typing import Literal, NamedTuple, TypeVar

from printgen.base.limits import check_limit, consume
from printgen.base.seeds import Stream
from printgen.lab.fight import BILLION, chances, share_of
from printgen.lab.sums import Modifier, Rules, Unit

T = TypeVar("T")


def hand(stream: Stream, deck: Sequence[T], count: int) -> tuple[T, ...]:
    """So many cards from the top of a shuffled deck; all of them where it has no more."""
    places = list(range(len(deck)))
    for i in range(min(count, len(deck))):
        j = i + stream.below(len(deck) - i)
        places[i], places[j] = places[j], places[i]
    return tuple(deck[place] for place in places[:count])


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


_HEAVY = 10_000
"""Arithmetic with a number of so many bits takes twice as long as with a small one."""
_FIELDS, _WIDTH = 16, 6
"""Bits of the dice, which are lowest, and of each other field."""

Vector = tuple[int, ...]
"""For each modifier of the word `facing`, how many units of a team it counts against the other side."""

Strengths = tuple[tuple[int, int], tuple[int, int]]
"""The flat sum and the dice of a team that attacks, and of the same team when it defends."""

Spread = dict[Vector, dict[Strengths, int]]
"""How many teams have each strength, by their vector."""


def is_exact(rules: Rules) -> bool:
    """Whether teams can be counted together; not where a floor holds for the strongest unit that is weakened."""
    return rules.floor is None or not any(one.word == "facing" and one.once for one in rules.modifiers)


class _TeamFields:
    """The fields of an integer that stands for a team in a type of fight, on a terrain, against a vector.

    The lowest field counts dice; each modifier has another one, which counts units or is a flag.
    """

    def __init__(self, rules: Rules, at: int, terrain: str | None, against: Vector) -> None:
        self.rules, self.at = rules, at
        self.suits = rules.terrains.get(terrain, frozenset()) if terrain else frozenset()
        used = [one for one in rules.modifiers if at in one.types and one.word != "lent" and not one.base]
        self.facing = [one for one in rules.modifiers if one.word == "facing"]
        self.foes = dict(zip((one.name for one in self.facing), against, strict=True))
        self.used = used
        places = (_FIELDS + _WIDTH * n for n in range(2 * len(rules.modifiers)))
        self.place = {one.name: next(places) for one in used}
        self.has = {one.name: next(places) for one in self.facing}

    def card_fields(self, unit: Unit) -> tuple[int, int, int]:
        """What a card adds to the flat sum and to the fields, and the flags that it sets."""
        score, more, add, flags = unit.scores[self.at], 0, 0, 0
        for one in self.used:
            if not self._gives(one, unit):
                continue
            field = 1 << self.place[one.name]
            if one.word == "facing":
                if one.once:
                    add += field
                elif self.foes[one.name]:
                    score += one.amount
            elif one.word in ("bonus", "dice") and one.each and one.side == "both":
                add, more = (add + one.amount, more) if one.word == "dice" else (add, more + one.amount)
            elif one.once or (one.word in ("bonus", "dice") and not one.each):
                flags |= field
            else:
                add += field
        for one in self.facing:
            if one.against in unit.skills:
                field = 1 << self.has[one.name]
                add, flags = (add + field, flags) if one.once else (add, flags | field)
        floor = self.rules.floor
        return more + (score if floor is None else max(floor, score)), add, flags

    def _gives(self, one: Modifier, unit: Unit) -> bool:
        """Whether a card counts for a modifier; groups follow when all cards of one are known."""
        if one.word == "alike":
            return False
        return not self.suits.isdisjoint(unit.skills) if one.terrain else not one.skill or one.skill in unit.skills

    def group_fields(self, members: int) -> tuple[int, int, int]:
        """What so many units of one group add to the flat sum and to the fields, and the flags that they set."""
        more = add = flags = 0
        for one in self.used:
            if one.word == "alike" and members >= one.least:
                field = self.place[one.name]
                if one.whole:
                    flags |= 1 << field
                elif one.side == "both":
                    more += one.amount * members
                else:
                    add += members << field
        return more, add, flags

    def strengths(self, fields: int, size: int) -> tuple[Vector, Strengths]:
        """The vector and the strengths of a team of a size, from its fields; without the flat sum of its cards."""
        vector = tuple(self._count(fields, self.has[one.name]) for one in self.facing)
        dice = fields & ((1 << _FIELDS) - 1)
        sides = []
        for side in ("attacker", "defender"):
            found, rolled = 0, dice + self.rules.dice
            for one in self.used:
                if one.side not in ("both", side):
                    continue
                amount = one.amount * self._times(one, self._count(fields, self.place[one.name]), size)
                if one.word == "dice":
                    rolled += amount
                else:
                    found += amount
            sides.append((found, rolled))
        return vector, (sides[0], sides[1])

    def _times(self, one: Modifier, count: int, size: int) -> int:
        """How often a modifier counts for a team whose number has so much in its field."""
        if one.word == "facing":
            return min(count, self.foes[one.name]) if one.once else 0
        if one.word == "each-other":
            return count * (size - 1)
        if one.word == "alike":
            return count * size if one.whole else count
        return count

    @staticmethod
    def _count(number: int, place: int) -> int:
        return (number >> place) & ((1 << _WIDTH) - 1)


def spreads(
    rules: Rules, deck: Sequence[Unit], most: int, at: int, terrain: str | None, against: Vector
) -> list[Spread]:
    """The spreads of all teams of a deck in a type of fight, against teams with a vector, by size up to the most."""
    plan = _TeamFields(rules, at, terrain, against)
    alike = [one for one in plan.used if one.word == "alike"]
    groups: dict[str, Counter[tuple[int, int, int]]] = {}
    for unit in deck:
        groups.setdefault(unit.group if alike else "", Counter())[plan.card_fields(unit)] += 1
    # So much is added for each card that no sum is below 0: a polynomial has no such exponents.
    least = min((more for cards in groups.values() for more, *_ in cards), default=0)
    lift = sum(abs(one.amount) for one in alike) - least
    most_added = max((more for cards in groups.values() for more, *_ in cards), default=0)
    span = (most_added + lift + sum(max(0, one.amount) for one in alike)) * most
    check_limit("sums", span)
    width = comb(len(deck), min(most, len(deck) // 2)).bit_length() + 1
    drawn: list[dict[int, int]] = [{0: 1}, *({} for _ in range(most))]
    for group, cards in groups.items():
        drawn = _with_group(drawn, cards, plan if group else None, lift, width)
    return [_spread(plan, held, size, lift, width) for size, held in enumerate(drawn)]


def _spread(plan: _TeamFields, held: dict[int, int], size: int, lift: int, width: int) -> Spread:
    """The spread of teams of a size, from their polynomials by fields."""
    found: Spread = {}
    for fields, polynomial in held.items():
        vector, ((attack, dice), (defend, rolled)) = plan.strengths(fields, size)
        counts = found.setdefault(vector, {})
        for flat, times in coefficients(polynomial, width, -lift * size):
            strengths = (flat + attack, dice), (flat + defend, rolled)
            counts[strengths] = counts.get(strengths, 0) + times
    return found


def coefficients(polynomial: int, width: int, base: int) -> Iterator[tuple[int, int]]:
    """The exponents of a polynomial, from a base on, with their coefficients of so many bits that are not 0."""
    mask = (1 << width) - 1
    while polynomial:
        if count := polynomial & mask:
            yield base, count
        polynomial >>= width
        base += 1


def _with_group(
    drawn: Sequence[dict[int, int]],
    cards: Counter[tuple[int, int, int]],
    plan: _TeamFields | None,
    lift: int,
    width: int,
) -> list[dict[int, int]]:
    """The polynomials of teams by size and fields, with the cards of one more group."""
    size = len(drawn) - 1
    weight = 1 + max(numbers.bit_length() for held in drawn for numbers in held.values()) // _HEAVY
    teams = [[dict(held)] + [{} for _ in range(size - n)] for n, held in enumerate(drawn)]
    # teams[n][m] are those of n other cards and m of the group.
    for (more, add, flags), copies in cards.items():
        for held in teams:
            consume("teams", sum(map(len, held)) * weight)
            for m in range(len(held) - 2, -1, -1):
                for j in range(1, min(copies, len(held) - 1 - m) + 1):
                    ways, shift, to = comb(copies, j), width * j * (more + lift), held[m + j]
                    for fields, polynomial in held[m].items():
                        after = (fields + j * add) | flags
                        to[after] = to.get(after, 0) + (polynomial * ways << shift)
    merged: list[dict[int, int]] = [{} for _ in range(size + 1)]
    for n, held in enumerate(teams):
        for m, numbers in enumerate(held):
            more, add, flags = plan.group_fields(m) if plan else (0, 0, 0)
            to = merged[n + m]
            for fields, polynomial in numbers.items():
                after = (fields + add) | flags
                moved = polynomial << (width * more) if more >= 0 else polynomial >> (-width * more)
                to[after] = to.get(after, 0) + moved
    return merged


Sums = Counter[tuple[int, int]]
"""How many teams have a flat sum and dice."""

DeckTeam = tuple[int, int]
"""A deck, by its place among all, and how many of its cards make a team."""


_PAIR = 100
"""Steps of the budget for each pair of vectors."""


class MeanOdds(NamedTuple):
    """Mean chances of the attacker's total to be higher, lower and equal, and of its wins with ties decided.

    With them come the mean flat sum and the mean dice of both sides.
    """

    win: Fraction
    lose: Fraction
    tie: Fraction
    decided: Fraction
    attacker: tuple[Fraction, Fraction]
    defender: tuple[Fraction, Fraction]


class Matchup:
    """Fights of one type on a terrain between all teams of decks, each team as likely as the others."""

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

    def _sums_of(self, side: DeckTeam, own: Vector, foes: Vector, attacks: bool) -> Sums:
        """The sums of teams of a side that have a vector, against teams with another."""
        # A modifier that weakens no card of the deck changes nothing.
        deck, size = side
        against = tuple(n * hit for n, hit in zip(foes, self._suffers[deck], strict=True))
        found: Sums = Counter()
        for one, count in self._spreads(deck, against)[size][own].items():
            found[one[not attacks]] += count
        return found

    def mean_odds(self, attacker: DeckTeam, defender: DeckTeam) -> MeanOdds:
        """The mean odds when teams of one side attack those of another."""
        ours, others = (self._spreads(deck, self._nobody)[size] for deck, size in (attacker, defender))
        consume("teams", _PAIR * len(ours) * len(others))
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
        attack, defend = ((Fraction(flat, total), Fraction(dice, total)) for flat, dice in means)
        return MeanOdds(*self._chances(_leads(pairs, total), total), attack, defend)

    def _chances(
        self, leads: dict[tuple[int, int], Counter[int]], total: int
    ) -> tuple[Fraction, Fraction, Fraction, Fraction]:
        """The four chances, from the number of ways to each lead of the attacker, by the dice of both."""
        faces = self.rules.faces
        most = max(map(sum, leads))
        sums = [0, 0, 0, 0]
        for (dice, rolled), ways in leads.items():
            weight = faces ** (most - dice - rolled)
            for lead, count in ways.items():
                found = chances(lead, dice, 0, rolled, faces)
                times = count * weight
                more = (*found[:3], share_of(self.rules, found) * found[3])
                sums = [before + times * one for before, one in zip(sums, more, strict=True)]
        of = total * faces**most
        win, lose, tie = (Fraction(number, of) for number in sums[:3])
        return win, lose, tie, Fraction(sums[3], of * BILLION)


def _leads(pairs: Sequence[tuple[Sums, Sums]], total: int) -> dict[tuple[int, int], Counter[int]]:
    """The number of ways to each lead of the first of two, by the dice of both."""
    width = total.bit_length() + 1
    flats = [flat for pair in pairs for sums in pair for flat, _ in sums]
    low, high = min(flats), max(flats)
    check_limit("sums", high - low)
    products: defaultdict[tuple[int, int], int] = defaultdict(int)
    for ours, others in pairs:
        firsts, seconds = (_polynomials(ours, width, low, 1), _polynomials(others, width, high, -1))
        for dice, first in firsts.items():
            for rolled, second in seconds.items():
                products[dice, rolled] += first * second
    return {key: Counter(dict(coefficients(product, width, low - high))) for key, product in products.items()}


def _polynomials(sums: Sums, width: int, base: int, sign: int) -> dict[int, int]:
    """For each number of dice a polynomial of the flat sums, with so many bits for each coefficient."""
    found: defaultdict[int, int] = defaultdict(int)
    for (flat, dice), count in sums.items():
        found[dice] += count << (width * sign * (flat - base))
    return found
