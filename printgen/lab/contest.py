"""In how many ways a deck brings each sum, and what random teams of it bring to fights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import comb
from typing import TypeVar

from printgen.base.budget import spend, within
from printgen.base.seeds import Stream, rng_for
from printgen.lab.fight import ways
from printgen.lab.sums import Field, Modifier, Rules, Unit, measure
from printgen.lab.work import Tally

_HEAVY = 10_000
"""A number of so many bits takes twice as long as a small one."""
_FIELDS, _WIDTH = 16, 6
"""The dice are in the lowest bits; from there on so many are a field."""

Vector = tuple[int, ...]
"""For each modifier that faces others, how many units a team has against them, as far as that matters."""


Brought = tuple[tuple[int, int], tuple[int, int]]
"""What a team brings where it attacks, and where it defends: a flat sum and dice."""

Spread = dict[Vector, dict[Brought, int]]
"""By what teams have against others, in how many ways they bring what."""


def is_exact(rules: Rules) -> bool:
    """Whether teams may be counted together: not where the strongest unit loses what cannot be below a floor."""
    return rules.floor is None or not any(one.word == "facing" and one.once for one in rules.modifiers)


class _Plan:
    """How cards of a type of fight, on a terrain, against teams with a vector, change the number of a team."""

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

    def of(self, unit: Unit) -> tuple[int, int, int]:
        """What a card adds to the sum and to the fields, and the flags that it sets."""
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
        """Whether a card counts for a modifier; the groups are looked at when all cards of one are known."""
        if one.word == "alike":
            return False
        return not self.suits.isdisjoint(unit.skills) if one.terrain else not one.skill or one.skill in unit.skills

    def grouped(self, members: int) -> tuple[int, int, int]:
        """What so many units of one group add to the sum and to the fields, and the flags that they set."""
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

    def brought(self, fields: int, size: int) -> tuple[Vector, Brought]:
        """What a team of a size has and brings, of its fields; its sum is to be added."""
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
    """What all teams of a deck bring to a type of fight, against teams with a vector: by their size, up to the most."""
    plan = _Plan(rules, at, terrain, against)
    alike = [one for one in plan.used if one.word == "alike"]
    groups: dict[str, Counter[tuple[int, int, int]]] = {}
    for unit in deck:
        groups.setdefault(unit.group if alike else "", Counter())[plan.of(unit)] += 1
    # So much is added for each card that no sum is below 0: a polynomial has no such exponents.
    least = min((more for cards in groups.values() for more, *_ in cards), default=0)
    lift = sum(abs(one.amount) for one in alike) - least
    most_added = max((more for cards in groups.values() for more, *_ in cards), default=0)
    span = (most_added + lift + sum(max(0, one.amount) for one in alike)) * most
    within("sums", span)
    width = comb(len(deck), min(most, len(deck) // 2)).bit_length() + 1
    drawn: list[dict[int, int]] = [{0: 1}, *({} for _ in range(most))]
    for group, cards in groups.items():
        drawn = _with_group(drawn, cards, plan if group else None, lift, width)
    return [_spread(plan, held, size, lift, width) for size, held in enumerate(drawn)]


def _spread(plan: _Plan, held: dict[int, int], size: int, lift: int, width: int) -> Spread:
    """What teams of a size bring, of their fields and polynomials."""
    found: Spread = {}
    for fields, polynomial in held.items():
        vector, ((attack, dice), (defend, rolled)) = plan.brought(fields, size)
        counts = found.setdefault(vector, {})
        for flat, times in coefficients(polynomial, width, -lift * size):
            brought = (flat + attack, dice), (flat + defend, rolled)
            counts[brought] = counts.get(brought, 0) + times
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
    drawn: Sequence[dict[int, int]], cards: Counter[tuple[int, int, int]], plan: _Plan | None, lift: int, width: int
) -> list[dict[int, int]]:
    """The teams, by their size, once cards of a group may be among them: their fields and polynomials."""
    size = len(drawn) - 1
    weight = 1 + max(numbers.bit_length() for held in drawn for numbers in held.values()) // _HEAVY
    teams = [[dict(held)] + [{} for _ in range(size - n)] for n, held in enumerate(drawn)]
    # teams[n][m] are those of n other cards and m of the group.
    for (more, add, flags), copies in cards.items():
        for held in teams:
            spend("teams", sum(map(len, held)) * weight)
            for m in range(len(held) - 2, -1, -1):
                for j in range(1, min(copies, len(held) - 1 - m) + 1):
                    ways, shift, to = comb(copies, j), width * j * (more + lift), held[m + j]
                    for fields, polynomial in held[m].items():
                        after = (fields + j * add) | flags
                        to[after] = to.get(after, 0) + (polynomial * ways << shift)
    merged: list[dict[int, int]] = [{} for _ in range(size + 1)]
    for n, held in enumerate(teams):
        for m, numbers in enumerate(held):
            more, add, flags = plan.grouped(m) if plan else (0, 0, 0)
            to = merged[n + m]
            for fields, polynomial in numbers.items():
                after = (fields + add) | flags
                moved = polynomial << (width * more) if more >= 0 else polynomial >> (-width * more)
                to[after] = to.get(after, 0) + moved
    return merged


BILLION = 10**9
"""Chances are added up in whole billionths: so they come to the same in any order."""


T = TypeVar("T")


def hand(stream: Stream, deck: Sequence[T], count: int) -> tuple[T, ...]:
    """So many cards from the top of a shuffled deck; all of them where it has no more."""
    places = list(range(len(deck)))
    for i in range(min(count, len(deck))):
        j = i + stream.below(len(deck) - i)
        places[i], places[j] = places[j], places[i]
    return tuple(deck[place] for place in places[:count])


def billionths(ways: tuple[int, int, int, int]) -> tuple[int, int, int]:
    """The chances of higher, lower and equal of so many ways."""
    more, less, even, of = ways
    return more * BILLION // of, less * BILLION // of, even * BILLION // of


def share_of(rules: Rules, ways: tuple[int, int, int, int]) -> int:
    """The attacker's share of wins with ties decided as the rules say, in billionths; half of what both lose."""
    more, less, even, of = ways
    if rules.tie == "attacker":
        return (more + even) * BILLION // of
    if rules.tie == "both-lose":
        return (2 * more + even) * BILLION // (2 * of)
    if rules.tie == "re-roll" and even != of:
        return more * BILLION // (more + less)
    return more * BILLION // of


def whole(rules: Rules, numbers: Sequence[int]) -> int:
    """The average of numbers over all types, by their shares."""
    return sum(one.share * number for one, number in zip(rules.types, numbers, strict=True)) // rules.shares


EACH = 10
"""Of so many rounds through the terrains one is fought by the groups and by teams of all sizes, too."""

Pool = tuple[str, tuple[Unit, ...]]
"""A name, and the units of a deck or a group."""


@dataclass(frozen=True)
class Contest:
    """What is looked at: random teams of decks, and of groups of their cards.

    An attacker has `attackers` units, a defender `defenders`. Samples take the `terrains`, None for none, in turn.
    Teams of all `sizes` meet, too. `seed` is for all that is drawn.
    """

    rules: Rules
    decks: tuple[Pool, ...]
    groups: tuple[Pool, ...]
    attackers: int
    defenders: int
    terrains: tuple[str | None, ...]
    sizes: tuple[int, ...]
    seed: int


def look(contest: Contest, seeds: range) -> Tally:
    """What samples give: for each attacker, defender and terrain sums of chances by type, and of what both bring."""
    tally: Tally = {"decks": {}, "groups": {}, "sizes": {}}
    last = len(contest.decks) - 1
    for sample in seeds:
        stream = rng_for(contest.seed, "contest", str(sample))
        rounds, at = divmod(sample, len(contest.terrains))
        field = Field(contest.terrains[at])
        most = max(contest.attackers, contest.defenders, *contest.sizes)
        hands = [hand(stream, units, most) for _, units in contest.decks]
        if len(hands) == 1:
            hands.append(hand(stream, contest.decks[0][1], most))
        for one, other in combinations(range(len(hands)), 2):
            for attacker, defender in ((one, other), (other, one)):
                key = f"{min(attacker, last)} {min(defender, last)} {at}"
                _add(tally["decks"], key, _fought(contest, hands[attacker], hands[defender], field))
                if contest.sizes and rounds % EACH == 0:
                    _by_size(contest, tally["sizes"], key.rpartition(" ")[0], hands[attacker], hands[defender], field)
        if contest.groups and rounds % EACH == 0:
            _matrix(contest, tally["groups"], [hand(stream, units, most) for _, units in contest.groups], field)
    return tally


def _add(tally: Tally, key: str, numbers: list[int]) -> None:
    before = tally.get(key)
    tally[key] = numbers if before is None else [a + b for a, b in zip(before, numbers, strict=True)]


HEAD = 6
"""So many numbers of a fight are of all types together; of each type there are `PER_TYPE` more."""
PER_TYPE = 9


def _fought(contest: Contest, team: tuple[Unit, ...], foes: tuple[Unit, ...], field: Field) -> list[int]:
    """One fight: 1, three chances over all, the square of the first, then of each type three chances, what both
    bring, and the squares of their totals."""
    rules = contest.rules
    team, foes = team[: contest.attackers], foes[: contest.defenders]
    found = ways(rules, team, foes, field)
    chances = [billionths(one) for one in found]
    overall = [whole(rules, [one[n] for one in chances]) for n in range(3)]
    numbers = [1, *overall, overall[0] ** 2 // BILLION, whole(rules, [share_of(rules, one) for one in found])]
    for at, three in enumerate(chances):
        (own, dice), (other, more) = (
            measure(rules, team, foes, at, True, field),
            measure(rules, foes, team, at, False, field),
        )
        numbers += (*three, own, dice, other, more, own * own, other * other)
    return numbers


def _by_size(
    contest: Contest, tally: Tally, key: str, team: tuple[Unit, ...], foes: tuple[Unit, ...], field: Field
) -> None:
    """Fights of the first units of both, so many and so many."""
    rules = contest.rules
    for size, other in product(contest.sizes, repeat=2):
        found = ways(rules, team[:size], foes[:other], field)
        share = whole(rules, [billionths(one)[0] for one in found])
        _add(tally, f"{key} {size} {other}", [1, share, share**2 // BILLION])


def _matrix(contest: Contest, tally: Tally, hands: Sequence[tuple[Unit, ...]], field: Field) -> None:
    """Every two groups meet twice, once with each of them attacking."""
    rules = contest.rules
    for one, other in combinations(range(len(hands)), 2):
        shares = []
        for attacker, defender in ((one, other), (other, one)):
            team, foes = hands[attacker][: contest.attackers], hands[defender][: contest.defenders]
            shares.append(whole(rules, [share_of(rules, way) for way in ways(rules, team, foes, field)]))
        share = (shares[0] + BILLION - shares[1]) // 2
        _add(tally, f"{one} {other}", [1, share, share**2 // BILLION])
