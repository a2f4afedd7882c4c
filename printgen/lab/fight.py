"""The exact chances of a fight of two teams, its losses, and both as plain data."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import Any, NamedTuple

from printgen.base.errors import UsageError, did_you_mean
from printgen.base.limits import check_limit
from printgen.lab.sums import (
    OPEN,
    FightPlace,
    Losses,
    Rules,
    Team,
    Total,
    Unit,
    facts_of,
    itemize,
    measure,
    pair,
    strength_of,
)
from printgen.reading.scalars import shorten

_NONE, _ALL = Fraction(0), Fraction(1)


class Aftermath(NamedTuple):
    """The losses of a side: the chance of each unit to survive, and of each number of units to be lost."""

    survive: tuple[Fraction, ...]
    lost: Mapping[int, Fraction]

    @property
    def survivors(self) -> Fraction:
        """The expected number of surviving units."""
        return sum(self.survive, _NONE)


def losses_of(rules: Rules, team: Team, won: bool) -> tuple[int, ...]:
    """The possible losses of a team that has won or lost, all equally likely, at most all of its units."""
    losses: Losses = rules.winner if won else rules.loser
    skills = facts_of(rules, team).skills
    rolls = next((rolls for skill, rolls in losses.skills if skill in skills), losses.usual)
    return tuple(len(team) if lost is None else min(lost, len(team)) for lost in rolls)


def is_spared(rules: Rules, unit: Unit, type_index: int) -> bool:
    """Whether a lost unit retreats instead in a type of fight."""
    return any(spared.skill in unit.skills and type_index in spared.types for spared in rules.spared)


def aftermath(rules: Rules, team: Team, cases: Sequence[tuple[int, Fraction, Fraction]]) -> Aftermath:
    """The losses of a team; `cases` are types with the chances that the fight is of this type and is won, or lost.

    Units are lost at random: all candidates are equally likely, and the spared ones among them retreat. If the rules
    say so, a winner's spared units are not even drawn: others are lost in their place, as far as there are any.
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
            each, numbers = _loss_odds(rolls, count, safe_ones)
            share = chance * each
            fallen = [was if safe else was + share for was, safe in zip(fallen, spared, strict=True)]
            for number, part in numbers:
                lost[number] = lost.get(number, _NONE) + chance * part
    return Aftermath(tuple(1 - share for share in fallen), dict(sorted(lost.items())))


@lru_cache(maxsize=4096)
def _loss_odds(rolls: tuple[int, ...], count: int, spared: int) -> tuple[Fraction, tuple[tuple[int, Fraction], ...]]:
    """The chance of each unit that is not spared to be lost, and the chance of each number of lost units."""
    lost: dict[int, Fraction] = {}
    for drawn, times in Counter(rolls).items():
        for number, share in _loss_chances(count, spared, drawn):
            lost[number] = lost.get(number, _NONE) + Fraction(times, len(rolls)) * share
    return Fraction(sum(rolls), len(rolls) * max(1, count)), tuple(lost.items())


def _loss_chances(count: int, spared: int, drawn: int) -> Iterator[tuple[int, Fraction]]:
    """The possible losses among `drawn` random units, some of which are spared, with their chances."""
    for number in range(max(0, drawn - spared), min(drawn, count - spared) + 1):
        yield number, Fraction(comb(count - spared, number) * comb(spared, drawn - number), comb(count, drawn))


BILLION = 10**9
"""Sampled chances are added up in whole billionths, which come to the same in any order."""


def billionths(ways: tuple[int, int, int, int]) -> tuple[int, int, int]:
    """The chances of higher, lower and equal of so many ways."""
    higher, lower, equal, total = ways
    return higher * BILLION // total, lower * BILLION // total, equal * BILLION // total


def share_of(rules: Rules, ways: tuple[int, int, int, int]) -> int:
    """The attacker's share of wins with ties decided as the rules say, in billionths; half of what both lose."""
    higher, lower, equal, total = ways
    if rules.tie == "attacker":
        return (higher + equal) * BILLION // total
    if rules.tie == "both-lose":
        return (2 * higher + equal) * BILLION // (2 * total)
    if rules.tie == "re-roll" and equal != total:
        return higher * BILLION // (higher + lower)
    return higher * BILLION // total


def mean_over_types(rules: Rules, numbers: Sequence[int]) -> int:
    """The mean of numbers over all types, by their shares, rounded down."""
    weighted = (kind.share * number for kind, number in zip(rules.types, numbers, strict=True))
    return sum(weighted) // rules.shares


class TypeOdds(NamedTuple):
    """A fight of one type: the chances that the attacker's total is higher, lower or equal, and both totals.

    `decided` are the chances that the attacker wins, that the defender does, and that both lose, by the rule of ties.
    """

    type: str
    win: Fraction
    lose: Fraction
    tie: Fraction
    attacker: Total
    defender: Total
    decided: tuple[Fraction, Fraction, Fraction]


class Fight(NamedTuple):
    """A fight: its types, the chances over all of them, and the losses of both sides."""

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
    check_limit("dice", dice)
    ways = [1]
    for _ in range(dice):
        upto = [0, *accumulate(ways)]
        last = len(ways)
        ways = [upto[min(n + 1, last)] - upto[max(0, n + 1 - faces)] for n in range(last + faces - 1)]
    return tuple(accumulate(ways))


@lru_cache(maxsize=65536)
def _count_ways(lead: int, dice: int, faces: int) -> tuple[int, int, int, int]:
    ways = _ways(dice, faces)
    total, top = ways[-1], len(ways) - 1
    # Won where the dice show more than `need` above their least.
    need = -lead - dice
    upto = 0 if need < 0 else ways[min(need, top)]
    below = 0 if need < 1 else ways[min(need - 1, top)]
    return total - upto, below, upto - below, total


def chances(flat_a: int, dice_a: int, flat_d: int, dice_d: int, faces: int = 6) -> tuple[int, int, int, int]:
    """In how many ways the first total is higher, lower and equal, and all ways. OverLimit for too many dice."""
    return _count_ways(flat_a - flat_d - (faces + 1) * dice_d, dice_a + dice_d, faces)


def ways(rules: Rules, team: Team, foes: Team, place: FightPlace = OPEN) -> list[tuple[int, int, int, int]]:
    """For each type, quickly, in how many of how many ways the attacker's total is higher, lower and equal."""
    own, others = facts_of(rules, team), facts_of(rules, foes)
    if not rules.empty and not (team and foes):
        return [(0, 1, 0, 1) if foes else (1, 0, 0, 1) if team else (0, 0, 1, 1)] * len(rules.types)
    faces, counts = rules.faces, []
    for at in range(len(rules.types)):
        flat_a, dice_a = strength_of(rules, own, others, at, True, place)
        flat_d, dice_d = strength_of(rules, others, own, at, False, place)
        counts.append(_count_ways(flat_a - flat_d - (faces + 1) * dice_d, dice_a + dice_d, faces))
    return counts


def odds(rules: Rules, team: Team, foes: Team, place: FightPlace = OPEN) -> tuple[float, float, float]:
    """The chances over all types that the attacker's total is higher, lower and equal, quickly, as floats."""
    win = lose = tie = 0.0
    for fight_type, (higher, lower, equal, of) in zip(rules.types, ways(rules, team, foes, place), strict=True):
        share = fight_type.share
        win, lose, tie = win + share * higher / of, lose + share * lower / of, tie + share * equal / of
    return win / rules.shares, lose / rules.shares, tie / rules.shares


def fight(
    rules: Rules, team: Team, foes: Team, place: FightPlace = OPEN, only: int | None = None, lines: bool = False
) -> Fight:
    """A fight of all types, or of the `only` one, exactly; `lines` gives the lines of every sum."""
    chosen = range(len(rules.types)) if only is None else (only,)
    types = tuple(_fight_of_type(rules, team, foes, at, place, lines) for at in chosen)
    shares = [Fraction(rules.types[at].share) for at in chosen]
    weights = [share / sum(shares) for share in shares]

    def over(numbers: Iterable[Fraction]) -> Fraction:
        return sum((weight * number for weight, number in zip(weights, numbers, strict=True)), _NONE)

    won, lost, both = (over(type_odds.decided[n] for type_odds in types) for n in range(3))
    cases = [(at, weight, type_odds.decided) for at, weight, type_odds in zip(chosen, weights, types, strict=True)]
    return Fight(
        types,
        over(type_odds.win for type_odds in types),
        over(type_odds.lose for type_odds in types),
        over(type_odds.tie for type_odds in types),
        (won, lost, both),
        aftermath(rules, team, [(at, weight * a, weight * (d + b)) for at, weight, (a, d, b) in cases]),
        aftermath(rules, foes, [(at, weight * d, weight * (a + b)) for at, weight, (a, d, b) in cases]),
    )


def _fight_of_type(rules: Rules, team: Team, foes: Team, at: int, place: FightPlace, lines: bool) -> TypeOdds:
    if lines:
        attacker, defender = itemize(rules, team, foes, at, True, place), itemize(rules, foes, team, at, False, place)
    else:
        attacker = Total(*measure(rules, team, foes, at, True, place))
        defender = Total(*measure(rules, foes, team, at, False, place))
    counted = chances(attacker.flat, attacker.dice, defender.flat, defender.dice, rules.faces)
    if not rules.empty and not (team and foes):
        counted = (0, 1, 0, 1) if foes else (1, 0, 0, 1) if team else (0, 0, 1, 1)
    *ways, total = counted
    win, lose, tie = (Fraction(way, total) for way in ways)
    return TypeOdds(rules.types[at].name, win, lose, tie, attacker, defender, decide_ties(rules, win, lose, tie))


def decide_ties(rules: Rules, win: Fraction, lose: Fraction, tie: Fraction) -> tuple[Fraction, Fraction, Fraction]:
    """The chances that the attacker wins, that the defender does, and that both lose, with ties decided."""
    if rules.tie == "both-lose":
        return win, lose, tie
    if rules.tie == "attacker":
        return win + tie, lose, _NONE
    if rules.tie == "re-roll" and tie != _ALL:
        return win / (1 - tie), lose / (1 - tie), _NONE
    # Where no die can part equal totals, rolling again would never end: the defender holds.
    return win, lose + tie, _NONE


def type_of(rules: Rules, name: str) -> int | None:
    """The index of a type of fight by its name or its title, None for "". UsageError for an unknown one."""
    names = [fight_type.name for fight_type in rules.types]
    folded = [[word.casefold() for word in (fight_type.name, fight_type.title)] for fight_type in rules.types]
    index = next((at for at, words in enumerate(folded) if name.casefold() in words), None)
    if name and index is None:
        raise UsageError(f"there is no type of fight '{shorten(name)}'", did_you_mean(name, names))
    return index


def as_data(outcome: Fight, team: Team, foes: Team) -> dict[str, Any]:
    """A fight as data; chances are numerator and denominator in lowest terms."""
    return {
        "all": _chances(outcome),
        "types": {
            kind.type: {**_chances(kind), "attacker": _side(kind.attacker), "defender": _side(kind.defender)}
            for kind in outcome.types
        },
        "survive": {"attacker": _survivors(team, outcome.attacker), "defender": _survivors(foes, outcome.defender)},
    }


def _chances(outcome: Fight | TypeOdds) -> dict[str, list[int]]:
    return {"win": pair(outcome.win), "lose": pair(outcome.lose), "tie": pair(outcome.tie)}


def _side(side: Total) -> dict[str, Any]:
    return {"flat": side.flat, "dice": side.dice, "because": [list(line) for line in side.because]}


def _survivors(team: Team, after: Aftermath) -> dict[str, list[int]]:
    # Copies of one card share their name, and their chance.
    return {unit.name: pair(left) for unit, left in zip(team, after.survive, strict=True)}


def as_decimals(rules: Rules, outcome: Fight, team: Team, foes: Team) -> dict[str, Any]:
    """A fight as a page shows it: chances as decimals, and every line of all sums and dice."""
    about = {one.name: one for one in rules.types}
    return {
        "all": _decimals(outcome),
        "types": [
            {
                "name": one.type, "title": about[one.type].title, "share": about[one.type].share, **_decimals(one),
                "attacker": side_data(one.attacker), "defender": side_data(one.defender),
            }
            for one in outcome.types
        ],
        "after": {"attacker": _after(team, outcome.attacker), "defender": _after(foes, outcome.defender)},
        "faces": rules.faces,
        "tie": rules.tie,
    }  # fmt: skip


def _decimals(outcome: Fight | TypeOdds) -> dict[str, Any]:
    won, lost, both = map(float, outcome.decided)
    decided = {"attacker": won, "defender": lost, "both": both}
    return {"win": float(outcome.win), "lose": float(outcome.lose), "tie": float(outcome.tie), "decided": decided}


def side_data(side: Total) -> dict[str, Any]:
    """The total of a side, with the lines of its sum and of its dice."""
    return {**_side(side), "rolls": [list(line) for line in side.rolls]}


def _after(team: Team, after: Aftermath) -> dict[str, Any]:
    """The losses of a side: the chance of each unit to survive, in order, and of each number of lost ones."""
    return {
        "units": [{"name": unit.name, "survives": float(one)} for unit, one in zip(team, after.survive, strict=True)],
        "survivors": float(after.survivors),
        "lost": [[number, float(chance)] for number, chance in after.lost.items() if chance],
    }
