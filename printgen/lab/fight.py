"""Two teams come in; what they add up to, line by line, and the exact chances of their fight go out.

Nothing is drawn at random: the numbers of a die are as likely as the same numbers from above, so that the dice of both
sides together are one sum whose ways are counted.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from printgen.base.budget import within
from printgen.lab.losses import Aftermath, aftermath
from printgen.lab.model import OPEN, Field, Rules, Team
from printgen.lab.sums import Side, known, measure, measured, tally

_NONE, _ALL = Fraction(0), Fraction(1)


class TypeOdds(NamedTuple):
    """A fight of one type: the chances that the attacker's total is higher, lower or equal, and what both sides bring.

    `decided` are the chances that the attacker wins, that the defender does, and that both lose, by the rule of ties.
    """

    type: str
    win: Fraction
    lose: Fraction
    tie: Fraction
    attacker: Side
    defender: Side
    decided: tuple[Fraction, Fraction, Fraction]


class Fight(NamedTuple):
    """A fight: its types, the chances over all of them, and what it costs both sides."""

    types: tuple[TypeOdds, ...]
    win: Fraction
    lose: Fraction
    tie: Fraction
    decided: tuple[Fraction, Fraction, Fraction]
    attacker: Aftermath
    defender: Aftermath


@lru_cache(maxsize=64)
def _ways(dice: int, faces: int) -> tuple[int, ...]:
    """In how many ways that many dice show at most each sum, from that many on."""
    within("dice", dice)
    ways = [1]
    for _ in range(dice):
        upto = [0, *accumulate(ways)]
        last = len(ways)
        ways = [upto[min(n + 1, last)] - upto[max(0, n + 1 - faces)] for n in range(last + faces - 1)]
    return tuple(accumulate(ways))


@lru_cache(maxsize=65536)
def _counted(lead: int, dice: int, faces: int) -> tuple[int, int, int, int]:
    ways = _ways(dice, faces)
    of, top = ways[-1], len(ways) - 1
    # Won where the dice show more than `need` above their least.
    need = -lead - dice
    upto = 0 if need < 0 else ways[min(need, top)]
    below = 0 if need < 1 else ways[min(need - 1, top)]
    return of - upto, below, upto - below, of


def chances(flat_a: int, dice_a: int, flat_d: int, dice_d: int, faces: int = 6) -> tuple[int, int, int, int]:
    """In how many of how many ways (the last number) the first total is higher, lower and equal: exact.

    OverLimit for more dice than a fight may have.
    """
    return _counted(flat_a - flat_d - (faces + 1) * dice_d, dice_a + dice_d, faces)


def ways(rules: Rules, team: Team, foes: Team, field: Field = OPEN) -> list[tuple[int, int, int, int]]:
    """For each type, quickly, in how many of how many ways the attacker's total is higher, lower and equal."""
    own, others = known(rules, team), known(rules, foes)
    if not rules.empty and not (team and foes):
        return [(0, 1, 0, 1) if foes else (1, 0, 0, 1) if team else (0, 0, 1, 1)] * len(rules.types)
    faces, found = rules.faces, []
    for at in range(len(rules.types)):
        flat_a, dice_a = measured(rules, own, others, at, True, field)
        flat_d, dice_d = measured(rules, others, own, at, False, field)
        found.append(_counted(flat_a - flat_d - (faces + 1) * dice_d, dice_a + dice_d, faces))
    return found


def odds(rules: Rules, team: Team, foes: Team, field: Field = OPEN) -> tuple[float, float, float]:
    """The chances over all types that the attacker's total is higher, lower and equal, quickly, as floats."""
    win = lose = tie = 0.0
    for one, (more, less, even, of) in zip(rules.types, ways(rules, team, foes, field), strict=True):
        win, lose, tie = win + one.share * more / of, lose + one.share * less / of, tie + one.share * even / of
    return win / rules.shares, lose / rules.shares, tie / rules.shares


def fight(
    rules: Rules, team: Team, foes: Team, field: Field = OPEN, only: int | None = None, told: bool = False
) -> Fight:
    """A fight of all types, or of the `only` one, exactly; `told` gives the lines of every sum."""
    chosen = range(len(rules.types)) if only is None else (only,)
    types = tuple(_of_type(rules, team, foes, at, field, told) for at in chosen)
    shares = [Fraction(rules.types[at].share) for at in chosen]
    weights = [share / sum(shares) for share in shares]

    def over(numbers: Iterable[Fraction]) -> Fraction:
        return sum((weight * number for weight, number in zip(weights, numbers, strict=True)), _NONE)

    won, lost, both = (over(one.decided[n] for one in types) for n in range(3))
    cases = [(at, weight, one.decided) for at, weight, one in zip(chosen, weights, types, strict=True)]
    return Fight(
        types,
        over(one.win for one in types),
        over(one.lose for one in types),
        over(one.tie for one in types),
        (won, lost, both),
        aftermath(rules, team, [(at, weight * a, weight * (d + b)) for at, weight, (a, d, b) in cases]),
        aftermath(rules, foes, [(at, weight * d, weight * (a + b)) for at, weight, (a, d, b) in cases]),
    )


def _of_type(rules: Rules, team: Team, foes: Team, at: int, field: Field, told: bool) -> TypeOdds:
    if told:
        attacker, defender = tally(rules, team, foes, at, True, field), tally(rules, foes, team, at, False, field)
    else:
        attacker = Side(*measure(rules, team, foes, at, True, field))
        defender = Side(*measure(rules, foes, team, at, False, field))
    counted = chances(attacker.flat, attacker.dice, defender.flat, defender.dice, rules.faces)
    if not rules.empty and not (team and foes):
        counted = (0, 1, 0, 1) if foes else (1, 0, 0, 1) if team else (0, 0, 1, 1)
    *ways, of = counted
    win, lose, tie = (Fraction(way, of) for way in ways)
    return TypeOdds(rules.types[at].name, win, lose, tie, attacker, defender, decided(rules, win, lose, tie))


def decided(rules: Rules, win: Fraction, lose: Fraction, tie: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that the attacker wins, that the defender does, and that both lose, with ties decided."""
    if rules.tie == "both-lose":
        return win, lose, tie
    if rules.tie == "attacker":
        return win + tie, lose, _NONE
    if rules.tie == "re-roll" and tie != _ALL:
        return win / (1 - tie), lose / (1 - tie), _NONE
    # Where no die can part equal totals, rolling again would never end: the defender holds.
    return win, lose + tie, _NONE
