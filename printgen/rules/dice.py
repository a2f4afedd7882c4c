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
    """The chance of at least `hits` successes among `dice` dice, each with a chance of success."""
    return sum((_exactly(i, dice, chance) for i in range(max(0, hits), dice + 1)), Fraction(0))


def _exactly(hits: int, dice: int, chance: Odds) -> Odds:
    likely: Odds = chance**hits * (1 - chance) ** (dice - hits)
    ways: Odds = comb(dice, hits) * likely
    return ways


class Fighter(NamedTuple):
    """One die of a fighter: its chances of a hit, of cancelling a hit without hitting, and of both at once."""

    hit: Odds
    cancel: Odds
    both: Odds

    @classmethod
    def of(cls, faces: tuple[str, ...], hit: str, saves: tuple[str, ...]) -> Fighter:
        """A fighter whose die has these faces: `hit` scores, and `saves` cancel a hit."""
        hits, cancels = faces.count(hit), sum(face in saves and face != hit for face in faces)
        both = hits if hit in saves else 0
        return cls(*(Fraction(count, len(faces)) for count in (hits, cancels, both)))


@lru_cache(maxsize=1024)
def melee(attacker: Fighter, defender: Fighter, dice: int) -> tuple[Odds, Odds]:
    """The chances that the defender, and that the attacker, falls in an attack with some dice.

    Each hit of the attacker must be cancelled by a die of the defender, or he falls. Dice that cancel and hit strike
    back: they must be cancelled by the attacker in turn, and so on, until one falls or nobody strikes any more.
    """
    hit_chances = [_exactly(hits, dice, attacker.hit) for hits in range(dice + 1)]
    outcomes = [_exchange(hits, defender, attacker) for hits in range(dice + 1)]
    defeated, lost = (
        sum((chance * outcome[at] for chance, outcome in zip(hit_chances, outcomes, strict=True)), Fraction(0))
        for at in (0, 1)
    )
    return defeated, lost


@lru_cache(maxsize=1024)
def _exchange(hits: int, defender: Fighter, striker: Fighter) -> tuple[Odds, Odds]:
    """The chances that the defender, who must cancel some hits, and that the striker falls in the end."""
    if not hits:
        return Fraction(0), Fraction(0)
    # All dice may strike back, and all of those again: a circle, whose share is known.
    of_defender, of_striker = _without_all(hits, defender, striker), _without_all(hits, striker, defender)
    all_strike_back, all_strike_again = defender.both**hits, striker.both**hits
    chance_to_end = 1 - all_strike_back * all_strike_again
    if not chance_to_end:
        return Fraction(0), Fraction(0)
    falls = of_defender[0] + all_strike_back * of_striker[1]
    strikes_down = of_defender[1] + all_strike_back * of_striker[0]
    return falls / chance_to_end, strikes_down / chance_to_end


def _without_all(hits: int, defender: Fighter, striker: Fighter) -> tuple[Odds, Odds]:
    """As `_exchange`, but it ends when all dice strike back, so that the endless exchange is summed as a series."""
    falls, strikes_down = 1 - (defender.cancel + defender.both) ** hits, Fraction(0)
    for back in range(1, hits):
        likely = comb(hits, back) * defender.both**back * defender.cancel ** (hits - back)
        after = _exchange(back, striker, defender) if likely else (Fraction(0), Fraction(0))
        falls, strikes_down = falls + likely * after[1], strikes_down + likely * after[0]
    return falls, strikes_down


@lru_cache(maxsize=512)
def losses(first: int, second: int, sides: int = 6) -> dict[tuple[int, int], int]:
    """The number of throws for each pair of losses, when two squads compare their highest dice, pair by pair.

    The lower die of a pair loses one; equal dice, and those without a partner, lose none. All counts add up to `sides`
    to the power of all dice.
    """
    if first < second:
        return {(lost, gained): count for (gained, lost), count in losses(second, first, sides).items()}
    pairs = second
    # From the highest value down: how many dice of each squad lie above, and what was lost so far.
    ways: Counter[tuple[int, int, int, int]] = Counter({(0, 0, 0, 0): 1})
    for value in range(sides, 0, -1):
        after: Counter[tuple[int, int, int, int]] = Counter()
        for (above_first, above_second, lost, gained), count in ways.items():
            # Of the dice of this value those lose whose partner was higher.
            choices_of_second = [
                (
                    above_second + of_second,
                    gained + max(0, min(above_second + of_second, above_first, pairs) - above_second),
                    comb(second - above_second, of_second),
                )
                for of_second in (range(second - above_second, -1, -1) if value > 1 else (second - above_second,))
            ]
            for of_first in range(first - above_first, -1, -1) if value > 1 else (first - above_first,):
                now_first = above_first + of_first
                lost_now = lost + max(0, min(now_first, above_second, pairs) - above_first)
                ways_first = count * comb(first - above_first, of_first)
                for now_second, gained_now, ways_second in choices_of_second:
                    after[now_first, now_second, lost_now, gained_now] += ways_first * ways_second
        ways = after
    totals: Counter[tuple[int, int]] = Counter()
    for (_, _, lost, gained), count in ways.items():
        totals[lost, gained] += count
    return dict(totals)


@lru_cache(maxsize=512)
def last_standing(first: int, second: int, sides: int = 6) -> Odds:
    """The chance that the first squad is left when two fight until one is gone."""
    if not first or not second:
        return Fraction(1 if first else 0)
    totals = losses(first, second, sides)
    without_loss = totals.get((0, 0), 0)
    decisive = sides ** (first + second) - without_loss
    if not decisive:
        return Fraction(1, 2)
    wins = (
        count * last_standing(first - lost, second - gained, sides)
        for (lost, gained), count in totals.items()
        if lost or gained
    )
    chance: Odds = sum(wins, Fraction(0)) / decisive
    return chance
