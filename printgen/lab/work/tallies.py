"""Two tallies come in, and one of both goes out; and the one text that a tally has, whoever made it."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any, TypeAlias

Tally: TypeAlias = dict[str, Any]
"""What some seeds gave: texts, whole numbers, lists and mappings of these, as JSON holds them."""


def text_of(tally: object) -> str:
    """A tally as one line of JSON, the same on every machine. TypeError for fractions such as 0.5, which add up
    differently in another order, and for whatever JSON does not hold."""
    _look(tally)
    return json.dumps(tally, ensure_ascii=True, sort_keys=True, separators=(",", ":"))


def _look(value: object) -> None:
    if isinstance(value, dict):
        for key, held in value.items():
            if not isinstance(key, str):
                raise TypeError(f"a tally has keys of text, not {key!r}")
            _look(held)
    elif isinstance(value, list | tuple):
        for held in value:
            _look(held)
    elif value is not None and not isinstance(value, str | int):
        raise TypeError(f"a tally counts in whole numbers, not in {type(value).__name__}: {value!r}")


def added(one: Any, other: Any) -> Any:
    """Both together: numbers are added, mappings key by key, lists of one length entry by entry.

    ValueError for what cannot be added: two texts that are not the same, lists of different lengths.
    """
    if isinstance(one, dict) and isinstance(other, dict):
        both = {key: added(held, other[key]) if key in other else held for key, held in one.items()}
        return both | {key: held for key, held in other.items() if key not in one}
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        return [added(*pair) for pair in zip(one, other, strict=True)]
    counts = all(isinstance(value, int) and not isinstance(value, bool) for value in (one, other))
    if not counts and one != other:
        raise ValueError(f"{one!r:.60} and {other!r:.60} cannot be added up")
    return one + other if counts else one


def best(most: int) -> Callable[[Tally, Tally], Tally]:
    """What merges tallies of which one list, `best`, keeps the smallest entries, so many; all else is added."""

    def merge(one: Tally, other: Tally) -> Tally:
        rest = [{key: held for key, held in each.items() if key != "best"} for each in (one, other)]
        return {**added(*rest), "best": sorted([*one["best"], *other["best"]])[:most]}

    return merge
