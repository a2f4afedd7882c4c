"""Averages of samples, and how far these and shares may be off."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt
from typing import Any

Z = 1.959964
"""So many standard errors to either side hold 95 of 100 true values."""


@dataclass
class Average:
    """A sum of whole numbers in `unit`-ths, with the sum of their squares."""

    unit: int = 1
    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, number: int) -> None:
        """Add one number."""
        self.count += 1
        self.total += number
        self.squares += number * number

    def __add__(self, other: Average) -> Average:
        return Average(self.unit, self.count + other.count, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float:
        """The mean."""
        return self.total / (self.count * self.unit)

    def margin(self, z: float = 1.96) -> float:
        """How far the mean of a sample may be off, to either side, 95 times of 100."""
        variance = self.squares / self.count - (self.total / self.count) ** 2
        return z * sqrt(max(0.0, variance) / max(1, self.count - 1)) / self.unit


def average(rows: dict[Any, Average], key: object, unit: int = 1) -> Average:
    """The average of a key of a mapping, an empty one where it has none yet."""
    if (row := rows.get(key)) is None:
        row = rows[key] = Average(unit)
    return row


def wilson(won: float, of: float) -> tuple[float, float]:
    """The Wilson score interval of a share, at 95 %; 0 to 1 where nothing is known."""
    if of <= 0:
        return 0.0, 1.0
    share, square = won / of, Z * Z
    middle = (share + square / (2 * of)) / (1 + square / of)
    reach = Z * sqrt(share * (1 - share) / of + square / (4 * of * of)) / (1 + square / of)
    return max(0.0, middle - reach), min(1.0, middle + reach)
