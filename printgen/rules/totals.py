"""Cards with their sums come in; how many printed numbers follow from what they carry goes out, honestly counted.

`explained` counts every number that the words of its card give. `proven` leaves out what proves nothing: words that
neither the figure nor the role shows, numbers copied from the card, and words that fit any number.
"""

from __future__ import annotations

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
    entered = [card for card in cards if card.entered]
    rows = [
        {
            one.stat.name: (one.exact, one.proven, one.printed == card.inferred(one.stat.name).value)
            for one in card.stats
        }
        for card in entered
    ]

    def counted(kind: int) -> dict[str, int]:
        counts = {key: sum(row[key][kind] for row in rows) for key in guidelines.stats}
        return {**counts, ALL: sum(all(told[kind] for told in row.values()) for row in rows)}

    exact = [one for card in entered for one in card.stats if one.exact]
    return Totals(
        len(cards), len(entered), sum(card.origins.figure is not None for card in cards), counted(0), counted(1),
        counted(2), sum(one.copied for one in exact), sum(one.free for one in exact),
    )  # fmt: skip
