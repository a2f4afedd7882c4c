"""Two teams come in; what they add up to, line by line, and the exact chances of their fight go out.

Nothing is drawn at random: the numbers of a die are as likely as the same numbers from above, so that the dice of both
sides together are one sum whose ways are counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import accumulate
from math import comb
from typing import NamedTuple

from printgen.base.budget import within
from printgen.kinds.lab.model import OPEN, Field, Losses, Modifier, Rules, Team, Unit

Line = tuple[str, int]
"""What a number is for, and the number."""

_KEPT = 20_000
"""So many teams are kept in mind with what they add up to."""

_NONE, _ALL = Fraction(0), Fraction(1)


class Side(NamedTuple):
    """What a side brings to a fight of one type: a flat sum and dice; the lines of both, where they were asked for."""

    flat: int
    dice: int
    because: tuple[Line, ...] = ()
    rolls: tuple[Line, ...] = ()


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


class Aftermath(NamedTuple):
    """What a fight costs a side: the chance of each unit to survive, and of each number of units to be lost."""

    survive: tuple[Fraction, ...]
    lost: Mapping[int, Fraction]

    @property
    def survivors(self) -> Fraction:
        """How many units are expected to survive."""
        return sum(self.survive, _NONE)


class Fight(NamedTuple):
    """A fight: its types, the chances over all of them, and what it costs both sides."""

    types: tuple[TypeOdds, ...]
    win: Fraction
    lose: Fraction
    tie: Fraction
    decided: tuple[Fraction, Fraction, Fraction]
    attacker: Aftermath
    defender: Aftermath


class _Known:
    """What is known of a team under some rules: its skills and groups counted, and what it brings, once reckoned."""

    __slots__ = ("against", "brings", "groups", "skills", "team")

    def __init__(self, rules: Rules, team: Team) -> None:
        self.team = team
        self.skills = Counter(skill for unit in team for skill in unit.skills)
        self.groups = Counter(unit.group for unit in team if unit.group)
        # What the other side needs to know of this one, and no more: so more fights are found to be alike.
        facing = (one for one in rules.modifiers if one.word == "facing")
        self.against = tuple(
            self.skills[one.against] if one.once else min(1, self.skills[one.against]) for one in facing
        )
        self.brings: dict[tuple[int, bool, str | None, bool, tuple[int, ...]], tuple[int, int]] = {}


def _known(rules: Rules, team: Team) -> _Known:
    found: _Known | None = rules.known.get(team)
    if found is None:
        if len(rules.known) >= _KEPT:
            rules.known.clear()
        found = rules.known[team] = _Known(rules, team)
    return found


def measure(
    rules: Rules, team: Team, foes: Team, type_index: int, attacks: bool, field: Field = OPEN
) -> tuple[int, int]:
    """The flat sum and the number of dice of a team in a fight of one type against others."""
    return _measure(rules, _known(rules, team), _known(rules, foes), type_index, attacks, field)


def _measure(rules: Rules, own: _Known, foes: _Known, at: int, attacks: bool, field: Field) -> tuple[int, int]:
    key = at, attacks, field.terrain, field.base, foes.against
    found = own.brings.get(key)
    if found is None:
        found = own.brings[key] = _reckon(rules, own, foes.against, at, attacks, field, None, None)
    lent = field.art_attacker if attacks else field.art_defender
    return (found[0] + lent * _lent(rules, at), found[1]) if lent else found


def _lent(rules: Rules, at: int) -> int:
    """How often what is lent counts in a type of fight."""
    return sum(one.amount for one in rules.modifiers if one.word == "lent" and at in one.types)


def tally(rules: Rules, team: Team, foes: Team, type_index: int, attacks: bool, field: Field = OPEN) -> Side:
    """As `measure`, with the lines of the sum and of the dice."""
    because: list[Line] = []
    rolls: list[Line] = []
    own, against = _known(rules, team), _known(rules, foes).against
    flat, dice = _reckon(rules, own, against, type_index, attacks, field, because, rolls)
    lent = field.art_attacker if attacks else field.art_defender
    for one in rules.modifiers if lent else ():
        if one.word == "lent" and type_index in one.types:
            flat += lent * one.amount
            because.append((one.title, lent * one.amount))
    return Side(flat, dice, tuple(because), tuple(rolls))


def _reckon(
    rules: Rules, own: _Known, against: Sequence[int], at: int, attacks: bool, field: Field,
    because: list[Line] | None, rolls: list[Line] | None,
) -> tuple[int, int]:  # fmt: skip
    """The flat sum and the dice of a team without what is lent; lines are added where there are lists for them."""
    team, side = own.team, "attacker" if attacks else "defender"
    scores = [unit.scores[at] for unit in team]
    if because is not None:
        because += zip((unit.name for unit in team), scores, strict=True)
    suits = rules.terrains.get(field.terrain, frozenset()) if field.terrain else frozenset()
    flat, dice, facing = 0, rules.dice, iter(against)
    if rolls is not None and dice:
        rolls.append(("both sides", dice))
    for one in rules.modifiers:
        word = one.word
        if word == "facing":
            foes = next(facing)
            if foes and at in one.types and own.skills[one.skill]:
                _weaken(one, team, scores, foes, because)
            continue
        if at not in one.types or one.side not in ("both", side):
            continue
        if word == "each-other":
            leaders = own.skills[one.skill]
            amount = one.amount * (len(team) - 1) * (min(1, leaders) if one.once else leaders)
        elif word == "alike":
            amount = one.amount * _alike(one, own)
        elif word in ("bonus", "dice"):
            amount = one.amount * _times(one, own, suits, field.base)
        else:
            continue
        if not amount:
            continue
        if word == "dice":
            dice += amount
        else:
            flat += amount
        if (lines := rolls if word == "dice" else because) is not None:
            lines.append((_told(one, own, suits, field), amount))
    if rules.floor is not None:
        raised = [max(rules.floor, score) for score in scores]
        if because is not None:
            for unit, score, least in zip(team, scores, raised, strict=True):
                if score != least:
                    because.append((f"no unit below {rules.floor}: {unit.name}", least - score))
        scores = raised
    return flat + sum(scores), dice


def _weaken(one: Modifier, team: Team, scores: list[int], foes: int, because: list[Line] | None) -> None:
    """Take from the units with a skill what they lose to units of a skill against it; the strongest first."""
    hit = [n for n, unit in enumerate(team) if one.skill in unit.skills]
    if one.once:
        hit = sorted(hit, key=lambda n: -scores[n])[:foes]
    for n in hit:
        scores[n] += one.amount
        if because is not None:
            because.append((f"{one.title}: {team[n].name}", one.amount))


def _alike(one: Modifier, own: _Known) -> int:
    """How many units get something for being of one group."""
    counts = [count for count in own.groups.values() if count >= one.least]
    return len(own.team) if counts and one.whole else sum(counts)


def _times(one: Modifier, own: _Known, suits: frozenset[str], base: bool) -> int:
    """How often a bonus or a die counts: for each unit, or once for the team."""
    if one.base and not base:
        return 0
    if one.terrain:
        met = sum(1 for unit in own.team if not suits.isdisjoint(unit.skills)) if suits else 0
    elif one.skill:
        met = own.skills[one.skill]
    else:
        met = len(own.team) if one.each else 1
    return met if one.each else min(1, met)


def _told(one: Modifier, own: _Known, suits: frozenset[str], field: Field) -> str:
    """The line of a modifier, with who gives it."""
    if one.word == "alike":
        groups = [f"{count} {group}" for group, count in own.groups.items() if count >= one.least]
        return f"{one.title}: {', '.join(groups)}"
    title = f"{one.title} ({field.terrain})" if one.terrain else one.title
    wanted = suits if one.terrain else {one.skill}
    givers = [unit.name for unit in own.team if not wanted.isdisjoint(unit.skills)]
    return f"{title}: {', '.join(givers)}" if givers else title


@lru_cache(maxsize=256)
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


def odds(rules: Rules, team: Team, foes: Team, field: Field = OPEN) -> tuple[float, float, float]:
    """The chances over all types that the attacker's total is higher, lower and equal, quickly, as floats."""
    own, others = _known(rules, team), _known(rules, foes)
    if not rules.empty and not (team and foes):
        return (0.0, 1.0, 0.0) if foes else (1.0, 0.0, 0.0) if team else (0.0, 0.0, 1.0)
    win = lose = tie = 0.0
    shares = 0
    for at, one in enumerate(rules.types):
        flat_a, dice_a = _measure(rules, own, others, at, True, field)
        flat_d, dice_d = _measure(rules, others, own, at, False, field)
        more, less, even, of = _counted(flat_a - flat_d - (rules.faces + 1) * dice_d, dice_a + dice_d, rules.faces)
        win, lose, tie = win + one.share * more / of, lose + one.share * less / of, tie + one.share * even / of
        shares += one.share
    return win / shares, lose / shares, tie / shares


def fight(
    rules: Rules, team: Team, foes: Team, field: Field = OPEN, only: int | None = None, told: bool = False
) -> Fight:
    """A fight of all types, or of the `only` one, exactly; `told` gives the lines of every sum."""
    chosen = range(len(rules.types)) if only is None else (only,)
    types = tuple(_of_type(rules, team, foes, at, field, told) for at in chosen)
    shares = [Fraction(rules.types[at].share) for at in chosen]
    weights = [share / sum(shares) for share in shares]

    def over(numbers: Iterator[Fraction]) -> Fraction:
        return sum((weight * number for weight, number in zip(weights, numbers, strict=True)), _NONE)

    won, lost, both = (over(one.decided[n] for one in types) for n in range(3))
    cases = [(at, weight, one.decided) for at, weight, one in zip(chosen, weights, types, strict=True)]
    return Fight(
        types,
        over(one.win for one in types),
        over(one.lose for one in types),
        over(one.tie for one in types),
        (won, lost, both),
        _aftermath(rules, team, [(at, weight * a, weight * (d + b)) for at, weight, (a, d, b) in cases]),
        _aftermath(rules, foes, [(at, weight * d, weight * (a + b)) for at, weight, (a, d, b) in cases]),
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


def losses_of(rules: Rules, team: Team, won: bool) -> tuple[int, ...]:
    """How many units a team loses that has won or lost: each number as likely as the next, at most all of them."""
    losses: Losses = rules.winner if won else rules.loser
    held = _known(rules, team).skills
    rolls = next((rolls for skill, rolls in losses.skills if held[skill]), losses.usual)
    return tuple(len(team) if lost is None else min(lost, len(team)) for lost in rolls)


def is_spared(rules: Rules, unit: Unit, type_index: int) -> bool:
    """Whether a unit that would be lost in a type of fight is not, but retreats."""
    return any(one.skill in unit.skills and type_index in one.types for one in rules.spared)


def _aftermath(rules: Rules, team: Team, cases: Sequence[tuple[int, Fraction, Fraction]]) -> Aftermath:
    """What a fight costs a team: `cases` are the types with the chances that it comes to this one and is won, or lost.

    Units are lost at random: all that would be lost are as likely, and of these the spared ones retreat.
    """
    count = len(team)
    fallen = [_NONE] * count
    lost: dict[int, Fraction] = {}
    for at, *chance_of in cases:
        spared = [is_spared(rules, unit, at) for unit in team]
        for chance, won in zip(chance_of, (True, False), strict=True):
            rolls = losses_of(rules, team, won) if chance else ()
            for drawn, times in Counter(rolls).items():
                weight = chance * times / len(rolls)
                each = weight * drawn / count if count else _NONE
                fallen = [was if safe else was + each for was, safe in zip(fallen, spared, strict=True)]
                for number, share in _numbers(count, sum(spared), drawn):
                    lost[number] = lost.get(number, _NONE) + weight * share
    return Aftermath(tuple(1 - one for one in fallen), dict(sorted(lost.items())))


def _numbers(count: int, spared: int, drawn: int) -> Iterator[tuple[int, Fraction]]:
    """How many are lost of so many drawn at random, of which spared ones are not, with the chance of each number."""
    for number in range(max(0, drawn - spared), min(drawn, count - spared) + 1):
        yield number, Fraction(comb(count - spared, number) * comb(spared, drawn - number), comb(count, drawn))
