"""A seed and a deck come in; hands of units go out, and chances in whole billionths, the same on every machine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from printgen.base.seeds import Stream
from printgen.lab.model import Rules

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
