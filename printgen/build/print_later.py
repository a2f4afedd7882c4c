"""The list of what is to be printed later comes in, and what to add or take away; its new text goes out, or to disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from printgen.base.errors import UsageError, did_you_mean, stop_on_errors
from printgen.base.gate import shown_name
from printgen.base.names import folded_name
from printgen.build.jobs import load
from printgen.build.wanted import Wanted, records_with, target_in, wanted_of
from printgen.game.print_lists import Values, rows_in, with_row, with_rows_changed, written
from printgen.writers.output import File, write_files


@dataclass(frozen=True)
class Later:
    """A print list, as its file holds it or is to hold it: `change` writes it, and nothing else does."""

    file: Path
    text: str

    @classmethod
    def read(cls, file: Path) -> Later:
        """What a file holds, or an empty list where there is none. PrintgenError with its mistakes."""
        return cls(file, file.read_bytes().decode("utf-8", "replace") if os.path.lexists(file) else "")

    @property
    def rows(self) -> tuple[Wanted, ...]:
        """What is wanted, in order. PrintgenError with the mistakes of the list."""
        return wanted_of(rows_in(self.text, shown_name(self.file)), self.file.parent)

    def added(self, row: Wanted, cards: Path | None = None) -> Later:
        """The list with a row more. What is on it already gets the copies of the row, and is on it once.

        `cards` is the folder of the user's own. UsageError for a target or a card that there is not.
        """
        row = self._known(row, cards)
        alike = self._alike(row.target, row.seed)
        left = self._without(alike, row.cards) if row.cards else self
        rows = left.rows
        same = [n for n in left._alike(row.target, row.seed) if rows[n].copies == row.copies and rows[n].cards]
        if row.cards and same:
            more = replace(rows[same[0]], cards=(*rows[same[0]].cards, *row.cards))
            return left._changed({same[0]: left._values(more)})
        whole = [n for n in alike if not self.rows[n].cards]
        if not row.cards and whole:
            changes: dict[int, Values | None] = dict.fromkeys(whole[1:])
            kept = self.rows[whole[0]].copies == row.copies
            return self._changed(changes if kept else {**changes, whole[0]: self._values(row)})
        return replace(left, text=with_row(left.text, left._values(row), shown_name(self.file)))

    def removed(self, target: str, names: Sequence[str] = ()) -> Later:
        """The list without a target, or without some of its cards. UsageError for what is not on it."""
        alike = [n for n, row in enumerate(self.rows) if same_target(row.target, target)]
        if not alike:
            message = f"{target} is not on the list"
            raise UsageError(message, did_you_mean(target, {row.target for row in self.rows}, "Add something first."))
        held = [card for n in alike for card in self.rows[n].cards]
        for name in names:
            if not _among(name, held):
                raise UsageError(
                    f"'{name}' of {target} is not on the list", did_you_mean(name, held, "Remove it whole.")
                )
        return self._without(alike, names) if names else self._changed(dict.fromkeys(alike))

    def cleared(self) -> Later:
        """The list without rows; comments stay."""
        return self._changed(dict.fromkeys(range(len(self.rows))))

    def without(self, printed: Sequence[Wanted]) -> Later:
        """The list without rows that have been printed as they are; those that have changed since stay."""
        return self._changed({n: None for n, row in enumerate(self.rows) if row in printed})

    def change(self, change: Callable[[Later], Later]) -> Later:
        """Write what `change` makes of the list that the file now holds, while nobody else can write there.

        The folder is made if need be. PrintgenError where the file cannot be written.
        """
        changed = self

        def read_and_change() -> list[File]:
            nonlocal changed
            changed = change(Later.read(self.file))
            return [(self.file, changed.text.encode())]

        write_files([], self.file.parent, read_and_change)
        return changed

    def _known(self, row: Wanted, cards: Path | None) -> Wanted:
        """A row whose target is there, with its cards as their records are named."""
        (job,) = load([row], cards)
        stop_on_errors(job.findings)
        records = [one for product in job.products for p in (product, *job.members(product)) for one in p.records]
        names = [record.name for card in row.cards for record in records_with(records, card)]
        return replace(row, cards=tuple(dict.fromkeys(names)))

    def _alike(self, target: str, seed: int | None) -> list[int]:
        """The numbers of the rows of a target, with its seed."""
        return [n for n, row in enumerate(self.rows) if same_target(row.target, target) and row.seed == seed]

    def _without(self, some: Iterable[int], names: Sequence[str]) -> Later:
        """The list with some rows that do without cards of these names."""
        changes: dict[int, Values | None] = {}
        for n in some:
            row = self.rows[n]
            left = tuple(card for card in row.cards if not _among(card, names))
            if left != row.cards:
                changes[n] = self._values(replace(row, cards=left)) if left else None
        return self._changed(changes)

    def _changed(self, changes: dict[int, Values | None]) -> Later:
        return replace(self, text=with_rows_changed(self.text, changes, shown_name(self.file))) if changes else self

    def _values(self, row: Wanted) -> Values:
        return written(target_in(row.target, self.file.parent), row.cards, row.copies, row.seed)


def listed(rows: Iterable[Wanted], file: Path, head: str) -> str:
    """The text of a print list of rows that is to lie in a file, and begins with a comment."""
    text = head
    for row in rows:
        values = written(target_in(row.target, file.parent), row.cards, row.copies, row.seed)
        text = with_row(text, values, file.name)
    return text


def same_target(one: str, two: str) -> bool:
    """Whether two targets lead to the same place."""
    plain: Callable[[str], str] = lambda target: os.path.abspath(target.rstrip("/"))  # noqa: E731, PTH100
    return plain(one) == plain(two)


def _among(name: str, names: Iterable[str]) -> bool:
    return folded_name(name) in {folded_name(one) for one in names}
