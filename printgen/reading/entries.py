"""A mapping of a file comes in and is read key by key; typed values go out, and findings for whatever is wrong.

For files whose shape is a tree of different blocks: what a key may hold depends on the block it stands in, and
every text keeps its place, so that a text that cannot be printed is reported at its own line.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any, NamedTuple

from printgen.errors import Finding, Where, did_you_mean
from printgen.reading.located import described
from printgen.reading.marked import Map, Seq
from printgen.reading.part import Phrase
from printgen.reading.scalars import shortened


class Spot(NamedTuple):
    """A value, its place, and how a message calls it."""

    value: Any
    where: Where
    name: str


class Findings:
    """Gathers what is wrong with one file."""

    def __init__(self) -> None:
        self.found: list[Finding] = []

    def add(self, where: Where, code: str, message: str, hint: str) -> None:
        self.found.append(Finding("error", where, message, hint, code))

    def wrong_type(self, spot: Spot, expected: str) -> None:
        hint = "Write a value, or remove the line." if spot.value is None else f"Write {expected} here."
        self.add(spot.where, "wrong-type", f"{spot.name} should be {expected}, not {described(spot.value)}", hint)

    def phrase(self, spot: Spot) -> Phrase:
        """A text with something in it; a number is a text too."""
        value = spot.value
        if isinstance(value, bool) or not isinstance(value, str | int | float):
            self.wrong_type(spot, "text")
            return Phrase("", spot.where)
        if not str(value).strip():
            self.add(spot.where, "missing-text", f"{spot.name} has no text", "Write something, or remove the line.")
        return Phrase(str(value), spot.where)

    def each(self, spot: Spot) -> list[Spot]:
        """The items of a list that has at least one."""
        if not isinstance(spot.value, Seq):
            self.wrong_type(spot, "a list")
            return []
        if not spot.value:
            self.add(spot.where, "bad-length", f"{spot.name} is empty", "Write an item, or remove the list.")
        return list(spots(spot.value, spot.name))


def spots(items: Seq, name: str) -> Iterator[Spot]:
    """The items of a list with their places."""
    for i, item in enumerate(items):
        where = item.start if isinstance(item, Map | Seq) else items.where(i)
        yield Spot(item, where, f"item {i + 1} of {name}")


class Entry:
    """One mapping, read strictly: every key that it holds must be among `keys`, which are all it may hold."""

    def __init__(self, spot: Spot, keys: Collection[str], findings: Findings) -> None:
        self.findings, self.where, self.name = findings, spot.where, spot.name
        self.source = spot.value if isinstance(spot.value, Map) else None
        if self.source is None:
            findings.wrong_type(spot, "a mapping of keys and values")
            return
        for key in self.source:
            if key not in keys:
                hint = did_you_mean(str(key), keys) or "Remove it."
                findings.add(self.source.key_where(key), "unknown-key", f'unknown key "{shortened(str(key))}"', hint)

    def __contains__(self, key: str) -> bool:
        return self.source is not None and key in self.source

    def spot(self, key: str) -> Spot | None:
        """The value of a key with its place; None when the mapping lacks it."""
        if self.source is None or key not in self.source:
            return None
        value = self.source[key]
        return Spot(value, value.start if isinstance(value, Map | Seq) else self.source.where(key), key)

    def needed(self, key: str) -> Spot | None:
        """As `spot`, with a finding when the key is missing."""
        spot = self.spot(key)
        if spot is None and self.source is not None:
            message = f'the key "{key}" is missing'
            self.findings.add(self.where, "missing-key", message, f"Add {key}: and its value.")
        return spot

    def phrase(self, key: str, needed: bool = False) -> Phrase:
        """A text; empty when it is left out."""
        spot = self.needed(key) if needed else self.spot(key)
        return self.findings.phrase(spot) if spot else Phrase("", self.where)

    def flag(self, key: str) -> bool:
        """True or false; false when it is left out."""
        spot = self.spot(key)
        if spot and not isinstance(spot.value, bool):
            self.findings.wrong_type(spot, "true or false")
        return bool(spot and spot.value)

    def choice(self, key: str, options: Sequence[str]) -> str:
        """One of the options; the first when it is left out."""
        spot = self.spot(key)
        if spot is None:
            return options[0]
        return chosen(spot, options, self.findings)

    def whole(self, key: str, low: int, high: int, otherwise: int) -> int:
        """A whole number from `low` to `high`."""
        spot = self.spot(key)
        if spot is None:
            return otherwise
        if isinstance(spot.value, bool) or not isinstance(spot.value, int):
            self.findings.wrong_type(spot, "a whole number")
        elif not low <= spot.value <= high:
            message = f"{spot.name} is {spot.value}; it must be from {low} to {high}"
            hint = f"Choose a number from {low} to {high}."
            self.findings.add(spot.where, "out-of-range", message, hint)
        else:
            return int(spot.value)
        return otherwise

    def number(self, key: str, otherwise: float) -> float:
        """A number above zero."""
        spot = self.spot(key)
        return otherwise if spot is None else above_zero(spot, otherwise, self.findings)

    def each(self, key: str, needed: bool = True) -> list[Spot]:
        """The items of a list that has at least one; empty when it is left out."""
        spot = self.needed(key) if needed else self.spot(key)
        return self.findings.each(spot) if spot else []


def chosen(spot: Spot, options: Sequence[str], findings: Findings) -> str:
    """One of the options; the first, with a finding, when it is none of them."""
    if spot.value in options:
        return str(spot.value)
    if isinstance(spot.value, str):
        message = f'{spot.name} has the unknown value "{shortened(spot.value)}"'
        findings.add(spot.where, "unknown-value", message, did_you_mean(spot.value, options))
    else:
        findings.wrong_type(spot, f"one of {', '.join(options)}")
    return options[0]


def above_zero(spot: Spot, otherwise: float, findings: Findings) -> float:
    """A number above zero and up to 1000."""
    if isinstance(spot.value, bool) or not isinstance(spot.value, int | float):
        findings.wrong_type(spot, "a number")
    elif not 0 < spot.value <= 1000:
        message = f"{spot.name} is {spot.value}; it must be above 0 and at most 1000"
        findings.add(spot.where, "out-of-range", message, "Choose a number above 0.")
    else:
        return float(spot.value)
    return otherwise
