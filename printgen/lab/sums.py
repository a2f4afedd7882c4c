"""A team comes in, with those that it faces; what it adds up to in a fight of one type goes out, line by line.

What a game adds is in its file of fights. The lines of GO JOE's rules that a function goes by are cited by section and
line.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count
from typing import NamedTuple

from printgen.lab.model import OPEN, Field, Modifier, Rules, Team

Line = tuple[str, int]
"""What a number is for, and the number."""

_KEPT = 20_000
"""So many teams are kept in mind with what they add up to."""


class Side(NamedTuple):
    """What a side brings to a fight of one type: a flat sum and dice; the lines of both, where they were asked for."""

    flat: int
    dice: int
    because: tuple[Line, ...] = ()
    rolls: tuple[Line, ...] = ()


class Known:
    """What is known of a team under some rules: its skills and groups counted, and what it brings, once reckoned."""

    __slots__ = ("against", "brings", "groups", "skills", "team")

    def __init__(self, rules: Rules, team: Team) -> None:
        self.team = team
        self.skills: dict[str, int] = {}
        self.groups: dict[str, int] = {}
        for unit in team:
            for skill in unit.skills:
                self.skills[skill] = self.skills.get(skill, 0) + 1
            if unit.group:
                self.groups[unit.group] = self.groups.get(unit.group, 0) + 1
        # What the other side needs to know of this one, and no more: so more fights are found to be alike.
        self.against = tuple(
            self.skills.get(one.against, 0) if one.once else int(one.against in self.skills)
            for one in rules.modifiers
            if one.word == "facing"
        )
        self.brings: dict[tuple[int, bool, str | None, bool, tuple[int, ...]], tuple[int, int]] = {}


def known(rules: Rules, team: Team) -> Known:
    found: Known | None = rules.known.get(team)
    if found is None:
        if len(rules.known) >= _KEPT:
            rules.known.clear()
        found = rules.known[team] = Known(rules, team)
    return found


def measure(
    rules: Rules, team: Team, foes: Team, type_index: int, attacks: bool, field: Field = OPEN
) -> tuple[int, int]:
    """The flat sum and the number of dice of a team in a fight of one type against others."""
    return measured(rules, known(rules, team), known(rules, foes), type_index, attacks, field)


def measured(rules: Rules, own: Known, foes: Known, at: int, attacks: bool, field: Field) -> tuple[int, int]:
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
    own, against = known(rules, team), known(rules, foes).against
    flat, dice = _reckon(rules, own, against, type_index, attacks, field, because, rolls)
    lent = field.art_attacker if attacks else field.art_defender
    for one in rules.modifiers if lent else ():
        if one.word == "lent" and type_index in one.types:
            flat += lent * one.amount
            because.append((one.title, lent * one.amount))
    return Side(flat, dice, tuple(because), tuple(rolls))


def _reckon(
    rules: Rules, own: Known, against: Sequence[int], at: int, attacks: bool, field: Field,
    because: list[Line] | None, rolls: list[Line] | None,
) -> tuple[int, int]:  # fmt: skip
    """The flat sum and the dice of a team without what is lent; lines are added where there are lists for them.

    Source: Combat Phase 8 and 11-18.
    """
    team = own.team
    scores = [unit.scores[at] for unit in team]
    if because is not None:
        because += zip((unit.name for unit in team), scores, strict=True)
    suits = rules.terrains.get(field.terrain, frozenset()) if field.terrain else frozenset()
    flat, dice = 0, rules.dice
    if rolls is not None and dice:
        rolls.append(("in any fight", dice))
    for one, opposed in _plan(rules, at, attacks):
        word = one.word
        if word == "facing":
            if against[opposed] and one.skill in own.skills:
                _weaken(one, team, scores, against[opposed], because)
            continue
        if word == "each-other":
            leaders = own.skills.get(one.skill, 0)
            amount = one.amount * (len(team) - 1) * (min(1, leaders) if one.once else leaders)
        elif word == "alike":
            amount = one.amount * _alike(one, own)
        else:
            amount = one.amount * _times(one, own, suits, field.base)
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


def _plan(rules: Rules, at: int, attacks: bool) -> tuple[tuple[Modifier, int], ...]:
    """The modifiers that a side has in a type of fight, with the place of those that face others among such."""
    found: tuple[tuple[Modifier, int], ...] | None = rules.known.get((at, attacks))
    if found is None:
        side, facing = "attacker" if attacks else "defender", count()
        places = [(one, next(facing) if one.word == "facing" else 0) for one in rules.modifiers]
        found = rules.known[at, attacks] = tuple(
            (one, place)
            for one, place in places
            if at in one.types and one.side in ("both", side) and one.word != "lent"
        )
    return found


def _weaken(one: Modifier, team: Team, scores: list[int], foes: int, because: list[Line] | None) -> None:
    """Take from the units with a skill what they lose to units of a skill against it; the strongest first.

    Source: Combat Phase 17-18.
    """
    hit = [n for n, unit in enumerate(team) if one.skill in unit.skills]
    if one.once:
        hit = sorted(hit, key=lambda n: -scores[n])[:foes]
    for n in hit:
        scores[n] += one.amount
        if because is not None:
            because.append((f"{one.title}: {team[n].name}", one.amount))


def _alike(one: Modifier, own: Known) -> int:
    """How many units get something for being of one group. Source: Combat Phase 12."""
    counts = [count for count in own.groups.values() if count >= one.least]
    return len(own.team) if counts and one.whole else sum(counts)


def _times(one: Modifier, own: Known, suits: frozenset[str], base: bool) -> int:
    """How often a bonus or a die counts: for each unit, or once for the team. Source: Combat Phase 13-16."""
    if one.base and not base:
        return 0
    if one.terrain:
        met = sum(1 for unit in own.team if not suits.isdisjoint(unit.skills)) if suits else 0
    elif one.skill:
        met = own.skills.get(one.skill, 0)
    else:
        met = len(own.team) if one.each else 1
    return met if one.each else min(1, met)


def _told(one: Modifier, own: Known, suits: frozenset[str], field: Field) -> str:
    """The line of a modifier, with who gives it."""
    if one.word == "alike":
        groups = [f"{count} {group}" for group, count in own.groups.items() if count >= one.least]
        return f"{one.title}: {', '.join(groups)}"
    title = f"{one.title} ({field.terrain})" if one.terrain else one.title
    wanted = suits if one.terrain else {one.skill}
    givers = [unit.name for unit in own.team if not wanted.isdisjoint(unit.skills)]
    return f"{title}: {', '.join(givers)}" if givers else title
