"""Exact chances of dice: shots that hit, blows struck back, and dice compared in pairs."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

Odds = Fraction
"""A chance, from 0 to 1."""


def at_least(hits: int, dice: int, chance: Odds) -> Odds:
    """How likely so many dice or more, of some, come up as wanted, which each does with a chance."""
    return sum((_exactly(i, dice, chance) for i in range(max(0, hits), dice + 1)), Fraction(0))


def _exactly(hits: int, dice: int, chance: Odds) -> Odds:
    likely: Odds = chance**hits * (1 - chance) ** (dice - hits)
    ways: Odds = comb(dice, hits) * likely
    return ways


class Fighter(NamedTuple):
    """One die of a fighter: how likely it is a hit, how likely it cancels one alone, and how likely it does both."""

    hit: Odds
    cancel: Odds
    both: Odds

    @classmethod
    def of(cls, faces: tuple[str, ...], hit: str, saves: tuple[str, ...]) -> Fighter:
        """A fighter whose die has these faces: which is a hit, and which cancel one."""
        hits, cancels = faces.count(hit), sum(face in saves and face != hit for face in faces)
        both = hits if hit in saves else 0
        return cls(*(Fraction(count, len(faces)) for count in (hits, cancels, both)))


@lru_cache(maxsize=1024)
def melee(attacker: Fighter, defender: Fighter, dice: int) -> tuple[Odds, Odds]:
    """How likely the defender falls, and how likely the attacker, after an attack with some dice.

    Each hit of the attacker must be cancelled by a die of the defender, or he falls. Dice that cancel and hit strike
    back: they must be cancelled by the attacker in turn, and so on, until one falls or nobody strikes any more.
    """
    falls = [_exactly(hits, dice, attacker.hit) for hits in range(dice + 1)]
    ends = [_answer(hits, defender, attacker) for hits in range(dice + 1)]
    defeated, lost = (sum((p * end[at] for p, end in zip(falls, ends, strict=True)), Fraction(0)) for at in (0, 1))
    return defeated, lost


@lru_cache(maxsize=1024)
def _answer(hits: int, one: Fighter, other: Fighter) -> tuple[Odds, Odds]:
    """How likely who must cancel some hits falls in the end, and how likely the other."""
    if not hits:
        return Fraction(0), Fraction(0)
    # All dice may strike back, and all of those again: a circle, whose share is known.
    mine, theirs = _without_all(hits, one, other), _without_all(hits, other, one)
    back, again = one.both**hits, other.both**hits
    ends = 1 - back * again
    if not ends:
        return Fraction(0), Fraction(0)
    return (mine[0] + back * theirs[1]) / ends, (mine[1] + back * theirs[0]) / ends


def _without_all(hits: int, one: Fighter, other: Fighter) -> tuple[Odds, Odds]:
    """as `_answer`, without what follows when all dice strike back."""
    falls, fells = 1 - (one.cancel + one.both) ** hits, Fraction(0)
    for back in range(1, hits):
        likely = comb(hits, back) * one.both**back * one.cancel ** (hits - back)
        after = _answer(back, other, one) if likely else (Fraction(0), Fraction(0))
        falls, fells = falls + likely * after[1], fells + likely * after[0]
    return falls, fells


@lru_cache(maxsize=512)
def losses(first: int, second: int, sides: int = 6) -> dict[tuple[int, int], int]:
    """In how many of all throws of two squads' dice each loses so many: the highest are compared, pair by pair.

    The lower die of a pair loses one; equal dice, and those without a partner, lose none. All counts add up to `sides`
    to the power of all dice.
    """
    if first < second:
        return {(lost, gained): count for (gained, lost), count in losses(second, first, sides).items()}
    pairs = second
    # From the highest value down: how many dice of each squad lie above, and what was lost so far.
    ways: Counter[tuple[int, int, int, int]] = Counter({(0, 0, 0, 0): 1})
    for left in range(sides, 0, -1):
        after: Counter[tuple[int, int, int, int]] = Counter()
        for (a, b, lost, gained), count in ways.items():
            # Of the dice of this value those lose whose partner was higher.
            theirs = [
                (b + y, gained + max(0, min(b + y, a, pairs) - b), comb(second - b, y))
                for y in (range(second - b, -1, -1) if left > 1 else (second - b,))
            ]
            for x in range(first - a, -1, -1) if left > 1 else (first - a,):
                mine, lost_now = a + x, lost + max(0, min(a + x, b, pairs) - a)
                some = count * comb(first - a, x)
                for above, gained_now, ways_of in theirs:
                    after[mine, above, lost_now, gained_now] += some * ways_of
        ways = after
    found: Counter[tuple[int, int]] = Counter()
    for (_, _, lost, gained), count in ways.items():
        found[lost, gained] += count
    return dict(found)


@lru_cache(maxsize=512)
def last_standing(first: int, second: int, sides: int = 6) -> Odds:
    """How likely the first squad is the one that is left when two fight until one is gone."""
    if not first or not second:
        return Fraction(1 if first else 0)
    found = losses(first, second, sides)
    nothing = found.get((0, 0), 0)
    whole = sides ** (first + second) - nothing
    if not whole:
        return Fraction(1, 2)
    ends = (
        count * last_standing(first - lost, second - gained, sides)
        for (lost, gained), count in found.items()
        if lost or gained
    )
    left: Odds = sum(ends, Fraction(0)) / whole
    return left
