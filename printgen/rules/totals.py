"""Cards with their sums come in; how many printed numbers follow from what they carry goes out, honestly counted.

`explained` counts every number that the words of its card give. `proven` leaves out what proves nothing: words that
neither the figure nor the role shows, numbers copied from the card, and words that fit any number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, NamedTuple

from printgen.rules.dossiers import Dossier
from printgen.rules.guidelines import Guidelines

ALL = "all"
"""The count of cards whose stats are all as counted."""


class Totals(NamedTuple):
    """Counts of cards: with a dossier, with their figure on record; and by stat, and `ALL`, those that are explained.

    `inferred` counts them with the lines that the guidelines infer; `copied` and `free` are explained numbers that were
    copied from the card, and that would fit others as well.
    """

    cards: int
    entered: int
    on_record: int
    explained: dict[str, int]
    proven: dict[str, int]
    inferred: dict[str, int]
    copied: int
    free: int

    def as_data(self, inferred: bool = False) -> dict[str, Any]:
        """All counts; those with inferred lines where they are wanted."""
        told = self._asdict()
        return told if inferred else {key: value for key, value in told.items() if key != "inferred"}


def totals_of(guidelines: Guidelines, dossiers: Iterable[Dossier]) -> Totals:
    """Count cards of one or several decks with these guidelines."""
    cards = [*dossiers]
    entered = [[(card, one, card.evidence(one)) for one in card.stats] for card in cards if card.entered]
    inferred = [
        [(one.stat.name, one.printed == card.inferred(one.stat.name).value) for card, one, _ in row] for row in entered
    ]
    exact = [[(one.stat.name, one.exact) for _, one, _ in row] for row in entered]
    proven = [[(one.stat.name, told.proven) for _, one, told in row] for row in entered]

    def counted(rows: list[list[tuple[str, bool]]]) -> dict[str, int]:
        count = Counter(key for row in rows for key, met in row if met)
        return {**{key: count[key] for key in guidelines.stats}, ALL: sum(all(met for _, met in row) for row in rows)}

    told = [evidence for row in entered for _, one, evidence in row if one.exact]
    return Totals(
        len(cards), len(entered), sum(card.origins.on_record for card in cards), counted(exact), counted(proven),
        counted(inferred), sum(one.copied for one in told), sum(bool(one.fits) for one in told),
    )  # fmt: skip
