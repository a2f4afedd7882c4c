"""A deck comes in; the exact chances that a random team of it has what modifiers ask for go out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from math import comb
from typing import Literal

from printgen.lab.model import Rules, Unit


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
