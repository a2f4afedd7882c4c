"""A sheet and the field of each of its columns come in; its rows go out as records, as the YAML reader gives them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TypeVar

from printgen.base.budget import spend
from printgen.base.errors import Where
from printgen.game.cells import words_in
from printgen.game.columns import Branch, Leaf, Report
from printgen.reading.marked import Map, Seq
from printgen.reading.sheets import Cells, Doubtful, Held, Sheet, Wrong

Made = TypeVar("Made", Map, Seq)
Parts = Mapping[str, Leaf | Branch]


class _Some(dict[int, Held]):
    """Some cells of a row by their columns; the others are empty."""

    def __missing__(self, column: int) -> Held:
        return ""


Row = Sequence[Held] | _Some


class Rows:
    """Makes records of the rows of a sheet whose columns are known.

    `refuse` reports cells that hold nothing, and `warn` those that show something else than what is taken of them.
    """

    def __init__(self, sheet: Sheet, root: Branch, refuse: Report, warn: Report) -> None:
        self.sheet, self.root, self.refuse, self.warn = sheet, root, refuse, warn
        self.problems: list[Callable[[], None]] = []
        self.cells = Cells(sheet)
        self._tell(root)

    def _tell(self, branch: Branch) -> None:
        """Have the places know the columns of all fields."""
        for name, part in branch.parts.items():
            self.cells.columns[name] = part.column
            if isinstance(part, Branch):
                self._tell(part)

    def records(self) -> Seq:
        """All rows as records."""
        offsets = [n * self.cells.width for n in range(1, len(self.sheet.rows) + 1)]
        spend("values", 2 * self.cells.width * len(offsets), Where(self.sheet.file))
        rows = zip(self.sheet.rows, offsets, strict=True)
        return self.placed(Seq([self.record(row, base) for row, base in rows]), 0, offsets)

    def record(self, row: Row, base: int) -> Map:
        """A row as a record; what is wrong with its cells is reported, unless it has no copies."""
        made = self.mapping(self.root.parts, row, base, base)
        for report in self.problems if made.get("copies") != 0 else ():
            report()
        self.problems.clear()
        return made

    def placed(self, made: Made, offset: int, offsets: list[int]) -> Made:
        """What was made, with the places of itself and of what it holds."""
        known = self.cells.offsets
        made.source, made.offset, made.first = self.cells, offset, len(known)
        known.extend(offsets)
        return made

    def mapping(self, parts: Parts, row: Row, base: int, offset: int) -> Map:
        """What a row holds for fields; those of empty cells are left out."""
        made, offsets = Map(), list[int]()
        for key, part in parts.items():
            slot = part.column + 1
            if isinstance(part, Leaf):
                held = row[part.column]
                if held == "":
                    continue
                value = held if isinstance(held, Wrong) else part.convert(held)
                if isinstance(value, Wrong | Doubtful):
                    report = self.refuse if isinstance(value, Wrong) else self.warn
                    place = self.cells.where(base + slot)
                    self.problems.append(partial(report, place, "bad-cell", value.message, value.hint))
                    if isinstance(value, Wrong):
                        continue
                    value = value.value
                made[key] = value
                if value.__class__ is list:
                    spend("values", len(value), Where(self.sheet.file))
                    made[key] = self.placed(Seq(value), base + slot, [base + slot] * len(value))
            else:
                value = self.maps(part, row, base) if part.several else self.mapping(part.parts, row, base, base + slot)
                if not value:
                    continue
                made[key] = value
            offsets += slot, base + slot
        return self.placed(made, offset, offsets)

    def maps(self, branch: Branch, row: Row, base: int) -> Seq:
        """A list of maps, of which each column holds a key, the entries of the maps between bars."""
        columns = {key: part for key, part in branch.parts.items() if isinstance(part, Leaf)}
        words = {key: self.words(row[part.column]) for key, part in columns.items() if row[part.column] != ""}
        count = max(map(len, words.values()), default=0)
        least = min(map(len, words.values()), default=0)
        place = base + branch.column + 1
        for key, found in words.items():
            if len(found) != count:
                full = next(other for other in words if len(words[other]) == count)
                one, other = (self.sheet.headers[columns[name].column] for name in (key, full))
                message = f"{one} has {len(found)} where {other} has {count}"
                hint = "Write as many in both, with bars between them."
                self.refuse(self.cells.where(base + columns[key].column + 1), "wrong-length", message, hint)
        made = Seq(
            [
                self.mapping(
                    columns, _Some({columns[key].column: found[n] for key, found in words.items()}), base, place
                )
                for n in range(least)
            ]
        )
        return self.placed(made, place, [place] * count)

    def words(self, held: Held) -> list[str]:
        """The entries of a cell, which are counted."""
        found = words_in(held)
        spend("values", len(found), Where(self.sheet.file))
        return found
