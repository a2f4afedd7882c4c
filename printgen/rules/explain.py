"""Guidelines and a record come in; its printed numbers beside the derived ones, stat by stat, go out."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from printgen.reading.guidelines import Guidelines, Stat
from printgen.reading.records import Record
from printgen.rules.derive import Derived, Sum, derive

DOSSIER = ("weapons", "traits", "deviations")
"""The fields that make up a record's dossier."""


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
        """Whether weapons and traits give the printed number as it is."""
        return self.printed == self.derived.value

    @property
    def agrees(self) -> bool:
        """Whether they give it together with the recorded deviation."""
        return self.printed == self.derived.value + self.deviation


@dataclass(frozen=True, slots=True)
class Explanation:
    """A card with all its stats; `entered` is False where nobody has noted yet what it carries."""

    record: Record
    entered: bool
    derived: Derived
    stats: tuple[Explained, ...]

    def as_data(self) -> dict[str, Any]:
        """The card as plain data: per stat what is printed, its sum as `derive` gives it, and the deviation or None."""
        stats = self.derived.as_data()
        for one in self.stats:
            recorded = {"amount": one.deviation, "reason": one.reason} if one.deviation else None
            stats[one.stat.key] |= {"printed": one.printed, "exact": one.exact, "deviation": recorded}
        values = self.record.values
        about = {key: values[key] for key in ("service", "role") if key in values}
        carried = {key: list(values.get(key, ())) for key in ("weapons", "traits")}
        return {"name": self.record.name, **about, **carried, "entered": self.entered, "stats": stats}


def explain(guidelines: Guidelines, record: Record) -> Explanation:
    """The sum behind every stat of a record; a word that the guidelines lack is not counted."""
    values = record.values
    derived = derive(guidelines, values.get("weapons") or (), values.get("traits") or ())
    stats = []
    for stat in guidelines.stats:
        printed = values.get(stat.key)
        recorded = [entry for entry in values.get("deviations") or () if entry["stat"] == stat.key]
        stats.append(
            Explained(
                stat,
                printed if isinstance(printed, int) else None,
                derived[stat.key],
                sum(entry["amount"] for entry in recorded),
                " ".join(entry["reason"] for entry in recorded),
            )
        )
    return Explanation(record, any(key in record.source for key in DOSSIER), derived, tuple(stats))
