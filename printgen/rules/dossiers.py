"""A card of a list comes in; its sums go out beside what is printed, with how well each one is explained.

What is printed is GO JOE's JOE DECK CARD LIST and COBRA DECK CARD LIST, and the sums are those of `derive`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations, product
from typing import Any, NamedTuple

from printgen.base.errors import Where
from printgen.game.records import Record
from printgen.reading.marked import Seq
from printgen.rules.derive import Derived, Sum, derive
from printgen.rules.guidelines import Guidelines, spoken
from printgen.rules.origins import Origins, trace
from printgen.rules.stats import Stat
from printgen.rules.words import folded

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

    def as_data(self) -> dict[str, Any]:
        """What is printed, and the deviation or None."""
        recorded = {"amount": self.deviation, "reason": self.reason} if self.deviation else None
        return {"printed": self.printed, "exact": self.exact, "deviation": recorded}


class Evidence(NamedTuple):
    """What a stat's sum is worth: whether it is proven, whether its number was copied from the card, what else it fits.

    It is proven where it is exact, the figure or the role shows every word that it counts, and nothing that came with
    the figure would change it. What is copied, or fits other numbers as well, proves nothing; `fits` are all of them,
    none where there is no choice.
    """

    proven: bool
    copied: bool
    fits: tuple[int, ...]

    def as_data(self) -> dict[str, Any]:
        """The evidence as plain data."""
        return {"proven": self.proven, "copied": self.copied, "fits": [*self.fits]}


@dataclass(frozen=True)
class Dossier:
    """A card with the sums behind all its stats; a word that the guidelines lack is not counted.

    `about` and `carried` are the fields that say what it is and what it carries, as they are written.
    """

    guidelines: Guidelines
    record: Record

    @property
    def about(self) -> Mapping[str, Any]:
        return {name: self.record.values[name] for name in self.guidelines.about if name in self.record.values}

    @cached_property
    def carried(self) -> Mapping[str, tuple[str, ...]]:
        return {field.name: field.words_in(self.record.values) for field in self.guidelines.carried}

    @property
    def entered(self) -> bool:
        """Whether somebody has noted what it carries."""
        return any(key in self.record.source for key in (*self.carried, DEVIATIONS))

    @property
    def deviations(self) -> Sequence[Mapping[str, Any]]:
        """The deviations that the record notes."""
        return self.record.values.get(DEVIATIONS) or ()

    @cached_property
    def derived(self) -> Derived:
        """What the guidelines make of it."""
        return derive(self.guidelines, self.carried, lambda field, index: self.place(field.name, index))

    @cached_property
    def origins(self) -> Origins:
        """Where its words come from."""
        return trace(self.guidelines, self.record, self.derived.carried)

    @cached_property
    def stats(self) -> tuple[Explained, ...]:
        """Its stats, in the guidelines' order."""
        return tuple(map(self._explained, self.guidelines.stats.values()))

    def inferred(self, stat: str) -> Sum:
        """A stat's sum with the lines that the guidelines infer from printed numbers."""
        value, because = self.derived.stats[stat]
        lines = [
            (f"inferred {term}", line.amount)
            for line in self.guidelines.inferred.get(stat, ())
            if (term := spoken(self.record.values.get(line.field), line.words))
        ]
        return Sum(value + sum(amount for _, amount in lines), (*because, *lines))

    def _explained(self, stat: Stat) -> Explained:
        printed = self.record.values.get(stat.name)
        noted = [entry for entry in self.deviations if entry["stat"] == stat.name]
        apart, why = sum(entry["amount"] for entry in noted), " ".join(entry["reason"] for entry in noted)
        return Explained(stat, printed if isinstance(printed, int) else None, self.derived.stats[stat.name], apart, why)

    def evidence(self, one: Explained) -> Evidence:
        """What the sum of one of its stats is worth."""
        keys, best = {key for line in one.stat.lines for key in line.keys}, one.derived.because[0][0]
        words = [origin for origin in self.origins.words if origin.word.key in keys]
        if one.stat.best:
            words = [origin for origin in words if origin.text == best]
        copied = any(origin.number is not None and origin.number == one.printed for origin in words)
        fits = self._fits(one.stat.name, {origin.word.key for origin in words})
        whole = self.origins.on_record and not any(one.stat.name in left.changes for left in self.origins.left_out)
        shown = whole and all(origin.shown for origin in words)
        return Evidence(one.exact and shown and not copied and not fits, copied, fits)

    def _fits(self, stat: str, held: set[str]) -> tuple[int, ...]:
        """The values that a stat could have with other words of the free sets of which its sum holds some."""
        free = [texts for texts in self.guidelines.free if held & set(map(folded, texts))]
        barred = {folded(text) for texts in free for text in texts}
        fixed = [origin for origin in self.origins.words if origin.word.key not in barred]
        values = set()
        for chosen in product(*map(_subsets, free)) if free else ():
            words = [self.guidelines.counted[folded(text)] for texts in chosen for text in texts]
            carried = {
                field: [
                    *(origin.text for origin in fixed if origin.word.field == field),
                    *(word.name for word in words if word.field == field),
                ]
                for field in self.carried
            }
            derived = derive(self.guidelines, carried)
            if not derived.problems:
                values.add(derived.values[stat])
        return tuple(sorted(values))

    def as_data(self) -> dict[str, Any]:
        """The card as plain data: where its words come from, and per stat its sum, what is printed, how they agree."""
        sums = self.derived.as_data()
        stats = {
            one.stat.name: {**sums[one.stat.name], **one.as_data(), **self.evidence(one).as_data()}
            for one in self.stats
        }
        carried = {key: list(words) for key, words in self.carried.items()}
        about = {"name": self.record.name, **self.about, **carried}
        return {**about, **self.origins.as_data(), "entered": self.entered, "stats": stats}

    def place(self, field: str, index: int) -> Where:
        """The place of an item of a field, or of the record where it has none in its file."""
        items = self.record.source.get(field)
        return items.where(index) if isinstance(items, Seq) and index < len(items) else self.record.where_of(field)


def _subsets(texts: Sequence[str]) -> list[tuple[str, ...]]:
    """Every choice of one or more of the words."""
    return [some for size in range(1, len(texts) + 1) for some in combinations(texts, size)]
