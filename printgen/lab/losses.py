"""A team that has won or lost a fight comes in; what that costs it goes out, exactly. Source: Combat Phase 20-22."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from math import comb
from typing import NamedTuple

from printgen.lab.model import Losses, Rules, Team, Unit
from printgen.lab.sums import known

_NONE = Fraction(0)


class Aftermath(NamedTuple):
    """What a fight costs a side: the chance of each unit to survive, and of each number of units to be lost."""

    survive: tuple[Fraction, ...]
    lost: Mapping[int, Fraction]

    @property
    def survivors(self) -> Fraction:
        """How many units are expected to survive."""
        return sum(self.survive, _NONE)


def losses_of(rules: Rules, team: Team, won: bool) -> tuple[int, ...]:
    """How many units a team loses that has won or lost: each number as likely as the next, at most all of them."""
    losses: Losses = rules.winner if won else rules.loser
    held = known(rules, team).skills
    rolls = next((rolls for skill, rolls in losses.skills if skill in held), losses.usual)
    return tuple(len(team) if lost is None else min(lost, len(team)) for lost in rolls)


def is_spared(rules: Rules, unit: Unit, type_index: int) -> bool:
    """Whether a unit that would be lost in a type of fight is not, but retreats."""
    return any(one.skill in unit.skills and type_index in one.types for one in rules.spared)


def aftermath(rules: Rules, team: Team, cases: Sequence[tuple[int, Fraction, Fraction]]) -> Aftermath:
    """What a fight costs a team: `cases` are the types with the chances that it comes to this one and is won, or lost.

    Units are lost at random: all that would be lost are as likely, and of these the spared ones retreat. Of a winner
    they are not even drawn where the rules say so: others are lost in their place, as far as there are any.
    """
    fallen = [_NONE] * len(team)
    lost: dict[int, Fraction] = {}
    patterns: dict[tuple[bool, ...], tuple[Fraction, Fraction]] = {}
    for at, won, beaten in cases:
        spared = tuple(is_spared(rules, unit, at) for unit in team)
        before = patterns.get(spared, (_NONE, _NONE))
        patterns[spared] = before[0] + won, before[1] + beaten
    for spared, chance_of in patterns.items():
        for chance, won_it in zip(chance_of, (True, False), strict=True):
            if not chance:
                continue
            drawn = rules.spared_drawn or not won_it
            count, safe_ones = (len(team), sum(spared)) if drawn else (len(team) - sum(spared), 0)
            rolls = tuple(min(count, lost) for lost in losses_of(rules, team, won_it))
            each, numbers = _lost_of(rolls, count, safe_ones)
            share = chance * each
            fallen = [was if safe else was + share for was, safe in zip(fallen, spared, strict=True)]
            for number, part in numbers:
                lost[number] = lost.get(number, _NONE) + chance * part
    return Aftermath(tuple(1 - one for one in fallen), dict(sorted(lost.items())))


@lru_cache(maxsize=4096)
def _lost_of(rolls: tuple[int, ...], count: int, spared: int) -> tuple[Fraction, tuple[tuple[int, Fraction], ...]]:
    """The chance of each unit that is not spared to be lost, and the chance of each number of lost units."""
    lost: dict[int, Fraction] = {}
    for drawn, times in Counter(rolls).items():
        for number, share in _numbers(count, spared, drawn):
            lost[number] = lost.get(number, _NONE) + Fraction(times, len(rolls)) * share
    return Fraction(sum(rolls), len(rolls) * max(1, count)), tuple(lost.items())


def _numbers(count: int, spared: int, drawn: int) -> Iterator[tuple[int, Fraction]]:
    """How many are lost of so many drawn at random, of which spared ones are not, with the chance of each number."""
    for number in range(max(0, drawn - spared), min(drawn, count - spared) + 1):
        yield number, Fraction(comb(count - spared, number) * comb(spared, drawn - number), comb(count, drawn))
