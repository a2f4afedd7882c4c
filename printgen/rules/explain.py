"""Guidelines and a record come in; its printed numbers beside the derived ones, stat by stat, go out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from printgen.reading.records import Record
from printgen.rules.derive import Derived, Sum, derive
from printgen.rules.guidelines import Guidelines, Stat

DEVIATIONS = "deviations"
"""The field of a record that notes which stats differ from what it carries, and why."""


@dataclass(frozen=True, slots=True)
class Explained:
    """A stat of a card: the number printed (None where the record has none), the derived sum, and the difference.

    `deviation` is the recorded difference, 0 where none is recorded; `reason` is why, or "".
    """

    stat: Stat
    printed: int | None
    derived: Sum
    deviation: int
    reason: str

    @property
    def exact(self) -> bool:
        """Whether what is carried gives the printed number as it is."""
        return self.printed == self.derived.value

    @property
    def agrees(self) -> bool:
        """Whether it does together with the recorded deviation."""
        return self.printed == self.derived.value + self.deviation


@dataclass(frozen=True, slots=True)
class Explanation:
    """A card with all its stats; `entered` is False where nobody has noted yet what it carries.

    `about` and `carried` are the fields that say what it is and what it carries, as they are written.
    """

    record: Record
    about: Mapping[str, Any]
    carried: Mapping[str, tuple[str, ...]]
    entered: bool
    derived: Derived
    stats: tuple[Explained, ...]

    def as_data(self) -> dict[str, Any]:
        """The card as plain data: per stat what is printed, its sum as `derive` gives it, and the deviation or None."""
        stats = self.derived.as_data()
        for one in self.stats:
            recorded = {"amount": one.deviation, "reason": one.reason} if one.deviation else None
            stats[one.stat.key] |= {"printed": one.printed, "exact": one.exact, "deviation": recorded}
        carried = {key: list(words) for key, words in self.carried.items()}
        return {"name": self.record.name, **self.about, **carried, "entered": self.entered, "stats": stats}


def explain(guidelines: Guidelines, record: Record) -> Explanation:
    """The sum behind every stat of a record; a word that the guidelines lack is not counted."""
    values = record.values
    carried = {field.name: field.words_in(values) for field in guidelines.carried}
    derived = derive(guidelines, carried)
    stats = []
    for stat in guidelines.stats:
        printed = values.get(stat.key)
        recorded = [entry for entry in values.get(DEVIATIONS) or () if entry["stat"] == stat.key]
        stats.append(
            Explained(
                stat,
                printed if isinstance(printed, int) else None,
                derived[stat.key],
                sum(entry["amount"] for entry in recorded),
                " ".join(entry["reason"] for entry in recorded),
            )
        )
    about = {name: values[name] for name in guidelines.about if name in values}
    entered = any(key in record.source for key in (*carried, DEVIATIONS))
    return Explanation(record, about, carried, entered, derived, tuple(stats))
