"""The rules of fights as frozen values, and the sum and the dice of a team in a fight."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import count
from typing import Any, NamedTuple

from printgen.rules.fight_shapes import Tie, Word


class Unit(NamedTuple):
    """A card as a fighter: `scores` are in the order of the fight's types; `group` is "" for none."""

    name: str
    scores: tuple[int, ...]
    group: str
    skills: frozenset[str]


Team = tuple[Unit, ...]
"""Units that fight together; their order changes nothing."""


class FightPlace(NamedTuple):
    """The place of a fight: its terrain, None for none, and whether it is the defender's own base.

    The last two are what artillery elsewhere adds for the attacker and for the defender, 0 or more.
    """

    terrain: str | None = None
    base: bool = False
    art_attacker: int = 0
    art_defender: int = 0


OPEN = FightPlace()
"""Open ground, with nothing lent."""


class FightType(NamedTuple):
    """A type of fight: the name of its score and what people call it; `share` of all shares is how often it comes."""

    name: str
    title: str
    share: int


class Modifier(NamedTuple):
    """A modifier with all keys that a file may give; `types` are the indices of the types of fight that have it."""

    name: str
    title: str
    word: Word
    types: frozenset[int]
    amount: int = 1
    skill: str = ""
    against: str = ""
    least: int = 0
    side: str = "both"
    terrain: bool = False
    base: bool = False
    once: bool = False
    whole: bool = False
    each: bool = False


class Losses(NamedTuple):
    """How many units a side loses, each entry as likely as the next, None for all; by the first skill that it has."""

    usual: tuple[int | None, ...]
    skills: tuple[tuple[str, tuple[int | None, ...]], ...] = ()


class Spared(NamedTuple):
    """Units with a skill that are never lost in some types of fight, by their indices."""

    skill: str
    types: frozenset[int]


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a game's fights, with the options that were chosen.

    `faces` and `dice` are of the dice that are rolled, and how many each side always has. `terrains` are the skills
    that suit each terrain. `spared_drawn` says whether units that are never lost are drawn among the losses of a winner
    and retreat, or others in their place. `floor` is the least that a unit counts for. `empty` says whether a team
    without units fights. `options` are the chosen options of all named rules, those of whole games included.
    """

    types: tuple[FightType, ...]
    faces: int
    dice: int
    most: int
    modifiers: tuple[Modifier, ...]
    terrains: Mapping[str, frozenset[str]]
    winner: Losses
    loser: Losses
    spared: tuple[Spared, ...]
    spared_drawn: bool
    floor: int | None
    tie: Tie
    empty: bool
    options: Mapping[str, str]
    cache: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What was worked out so far, from the other fields."""

    def __reduce__(self) -> tuple[Any, ...]:
        # Another process fills its own cache.
        names = [name for name in self.__slots__ if name != "cache"]
        return Rules, tuple(getattr(self, name) for name in names)

    @property
    def shares(self) -> int:
        """All shares of the types together."""
        return sum(fight_type.share for fight_type in self.types)


def chance(number: Fraction | float) -> str:
    """A chance: never 0 or 100 % unless it is that."""
    text = f"{100 * float(number):.1f} %"
    if text == "0.0 %" and number:
        return "< 0.1 %"
    return "> 99.9 %" if text == "100.0 %" and number != 1 else text


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    """Rows under a head, the first column to the left and all others to the right."""
    widths = [max(len(row[n]) for row in (head, *rows)) for n in range(len(head))]
    for first, *rest in (head, *rows):
        cells = (f"{cell:>{width}}" for cell, width in zip(rest, widths[1:], strict=True))
        yield f"{first:{widths[0]}}  {'  '.join(cells)}".rstrip()


def pair(number: Fraction) -> list[int]:
    """A fraction as data: numerator and denominator in lowest terms."""
    return [number.numerator, number.denominator]


Line = tuple[str, int]
"""A reason for a number, and the number."""

_CACHED = 20_000
"""So many teams are kept with their sums."""


class Total(NamedTuple):
    """The flat sum and the dice of a side in a fight of one type, with the lines of both if requested."""

    flat: int
    dice: int
    because: tuple[Line, ...] = ()
    rolls: tuple[Line, ...] = ()


class TeamFacts:
    """The skills and groups of a team, counted, and its sums under some rules."""

    __slots__ = ("against", "groups", "skills", "strengths", "team")

    def __init__(self, rules: Rules, team: Team) -> None:
        self.team = team
        self.skills: dict[str, int] = {}
        self.groups: dict[str, int] = {}
        for unit in team:
            for skill in unit.skills:
                self.skills[skill] = self.skills.get(skill, 0) + 1
            if unit.group:
                self.groups[unit.group] = self.groups.get(unit.group, 0) + 1
        # What the other side needs to know of this one, and no more: more fights have the same key.
        self.against = tuple(
            self.skills.get(modifier.against, 0) if modifier.once else int(modifier.against in self.skills)
            for modifier in rules.modifiers
            if modifier.word == "facing"
        )
        self.strengths: dict[tuple[int, bool, str | None, bool, tuple[int, ...]], tuple[int, int]] = {}


def facts_of(rules: Rules, team: Team) -> TeamFacts:
    """The facts of a team, from the cache of the rules."""
    facts: TeamFacts | None = rules.cache.get(team)
    if facts is None:
        if len(rules.cache) >= _CACHED:
            rules.cache.clear()
        facts = rules.cache[team] = TeamFacts(rules, team)
    return facts


def measure(
    rules: Rules, team: Team, foes: Team, type_index: int, attacks: bool, place: FightPlace = OPEN
) -> tuple[int, int]:
    """The flat sum and the number of dice of a team in a fight of one type against others."""
    return strength_of(rules, facts_of(rules, team), facts_of(rules, foes), type_index, attacks, place)


def strength_of(
    rules: Rules, own: TeamFacts, foes: TeamFacts, at: int, attacks: bool, place: FightPlace
) -> tuple[int, int]:
    """As `measure`, of teams whose facts are known."""
    key = at, attacks, place.terrain, place.base, foes.against
    strength = own.strengths.get(key)
    if strength is None:
        strength = own.strengths[key] = _add_up(rules, own, foes.against, at, attacks, place)[:2]
    lent = place.art_attacker if attacks else place.art_defender
    return (strength[0] + sum(amount for _, amount in _lent_lines(rules, at, lent)), strength[1]) if lent else strength


def _lent_lines(rules: Rules, at: int, lent: int) -> list[Line]:
    """The lines of lent artillery in a type of fight."""
    modifiers = (each for each in rules.modifiers if each.word == "lent" and at in each.types)
    return [(modifier.title, lent * modifier.amount) for modifier in modifiers]


def itemize(rules: Rules, team: Team, foes: Team, type_index: int, attacks: bool, place: FightPlace = OPEN) -> Total:
    """As `measure`, with the lines of the sum and of the dice."""
    own, against, at = facts_of(rules, team), facts_of(rules, foes).against, type_index
    _, dice, entries = _add_up(rules, own, against, at, attacks, place)
    because: list[Line] = [(unit.name, unit.scores[at]) for unit in team]
    rolls: list[Line] = [("in any fight", rules.dice)] if rules.dice else []
    for modifier, n, amount in entries:
        if modifier is None:
            because.append((f"no unit below {rules.floor}: {team[n].name}", amount))
        elif n >= 0:
            because.append((f"{modifier.title}: {team[n].name}", amount))
        else:
            (rolls if modifier.word == "dice" else because).append((_line_of(modifier, own, rules, place), amount))
    lent = place.art_attacker if attacks else place.art_defender
    because += _lent_lines(rules, at, lent) if lent else ()
    return Total(sum(amount for _, amount in because), dice, tuple(because), tuple(rolls))


Entry = tuple[Modifier | None, int, int]
"""A modifier, None for the floor; the unit whose score it changes, -1 for the whole team; and the amount."""


def _add_up(
    rules: Rules, own: TeamFacts, against: Sequence[int], at: int, attacks: bool, place: FightPlace
) -> tuple[int, int, list[Entry]]:  # fmt: skip
    """A team's flat sum and dice without lent artillery, and their entries. Source: Combat Phase 8 and 11-18."""
    scores = [unit.scores[at] for unit in own.team]
    flat, dice = 0, rules.dice
    entries: list[Entry] = []
    for modifier, facing_index in _modifiers_of(rules, at, attacks):
        if modifier.word == "facing":
            for n in _targets(modifier, own, scores, against[facing_index]):
                scores[n] += modifier.amount
                entries.append((modifier, n, modifier.amount))
        elif amount := modifier.amount * _count_modifier(modifier, own, rules, place):
            flat, dice = (flat, dice + amount) if modifier.word == "dice" else (flat + amount, dice)
            entries.append((modifier, -1, amount))
    if rules.floor is not None:
        below = [(n, rules.floor - score) for n, score in enumerate(scores) if score < rules.floor]
        entries += [(None, n, amount) for n, amount in below]
        flat += sum(amount for _, amount in below)
    return flat + sum(scores), dice, entries


def _modifiers_of(rules: Rules, at: int, attacks: bool) -> tuple[tuple[Modifier, int], ...]:
    """The modifiers that a side has in a type of fight, with the place of each `facing` one among these."""
    modifiers: tuple[tuple[Modifier, int], ...] | None = rules.cache.get((at, attacks))
    if modifiers is None:
        side, facing = "attacker" if attacks else "defender", count()
        numbered = [(modifier, next(facing) if modifier.word == "facing" else 0) for modifier in rules.modifiers]
        modifiers = rules.cache[at, attacks] = tuple(
            (modifier, facing_index)
            for modifier, facing_index in numbered
            if at in modifier.types and modifier.side in ("both", side) and modifier.word != "lent"
        )
    return modifiers


def _targets(modifier: Modifier, own: TeamFacts, scores: Sequence[int], foes: int) -> list[int]:
    """The strongest units that so many with the skill against theirs weaken. Source: Combat Phase 17-18."""
    if not foes or modifier.skill not in own.skills:
        return []
    units = [n for n, unit in enumerate(own.team) if modifier.skill in unit.skills]
    return sorted(units, key=lambda n: -scores[n])[:foes] if modifier.once else units


def _count_modifier(modifier: Modifier, own: TeamFacts, rules: Rules, place: FightPlace) -> int:
    """How often a modifier counts for a team. Source: Combat Phase 11-16."""
    if modifier.word == "each-other":
        leaders = own.skills.get(modifier.skill, 0)
        return (len(own.team) - 1) * (min(1, leaders) if modifier.once else leaders)
    if modifier.word == "alike":
        counts = [count for count in own.groups.values() if count >= modifier.least]
        return len(own.team) if counts and modifier.whole else sum(counts)
    if modifier.base and not place.base:
        return 0
    if modifier.terrain:
        suits = _suitable_skills(rules, place)
        met = sum(1 for unit in own.team if not suits.isdisjoint(unit.skills)) if suits else 0
    elif modifier.skill:
        met = own.skills.get(modifier.skill, 0)
    else:
        met = len(own.team) if modifier.each else 1
    return met if modifier.each else min(1, met)


def _suitable_skills(rules: Rules, place: FightPlace) -> frozenset[str]:
    """The skills that suit the terrain of a fight."""
    return rules.terrains.get(place.terrain, frozenset()) if place.terrain else frozenset()


def _line_of(modifier: Modifier, own: TeamFacts, rules: Rules, place: FightPlace) -> str:
    """The line of a modifier, with who gives it."""
    if modifier.word == "alike":
        groups = [f"{count} {group}" for group, count in own.groups.items() if count >= modifier.least]
        return f"{modifier.title}: {', '.join(groups)}"
    title = f"{modifier.title} ({place.terrain})" if modifier.terrain else modifier.title
    skills = _suitable_skills(rules, place) if modifier.terrain else {modifier.skill}
    givers = [unit.name for unit in own.team if not skills.isdisjoint(unit.skills)]
    return f"{title}: {', '.join(givers)}" if givers else title
