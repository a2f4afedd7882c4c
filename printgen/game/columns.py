"""Sheets as records: the field of every column, and the records of the rows."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple, TypeVar

from printgen.base import group_pairs
from printgen.base.errors import Where, closest, did_you_mean
from printgen.base.limits import consume
from printgen.game.cells import Convert, converter, words_in
from printgen.game.shapes import SheetShape, Spec
from printgen.reading.positions import LocatedList, LocatedMap
from printgen.reading.scalars import shorten
from printgen.reading.sheets import LEFT_OUT, CellContent, CellError, Cells, DoubtfulValue, TableSheet

Report = Callable[[Where, str, str, str], None]
"""Adds an error: its place, code, message and hint."""


def same_word(name: str, known: Iterable[str]) -> str | None:
    """The known name that differs from this one in capitals, blanks, hyphens and underscores at most."""
    wanted = _fold(name)
    return next((other for other in known if _fold(other) == wanted), None)


def _fold(name: str) -> str:
    """A name without what `same_word` does not look at."""
    return re.sub(r"[\s_-]+", "", name.casefold())


@dataclass(frozen=True, slots=True)
class Leaf:
    """A column, by its number, what makes a value of its cells, and the sign with which these write decimals."""

    column: int
    convert: Convert
    decimal: str = "."


@dataclass(frozen=True, slots=True)
class Branch:
    """A field of several columns, the first at `column`: a map, or for `several` a list of maps."""

    column: int
    several: bool
    parts: dict[str, Leaf | Branch]


class _Step(NamedTuple):
    """A name on the way to the field of a column, and the field that it names; None where anything may stand."""

    name: str
    spec: Spec | None


class Columns:
    """Finds the field of every column of a sheet, and says what is wrong with its headers."""

    def __init__(
        self, sheet: TableSheet, shape: SheetShape, columns: LocatedMap, report: Report, language: str = ""
    ) -> None:
        self.sheet, self.shape, self.columns, self._report = sheet, shape, columns, report
        # Files with semicolons between cells come from where decimals have commas: file and language must agree.
        self.language = "" if sheet.comma and language == "." else language
        self.root = Branch(0, False, {})
        self.keys: dict[int, str] = {}
        self.good = True

    def report(self, where: Where, code: str, message: str, hint: str) -> None:
        """Add an error, so that there is no plan."""
        self.good = False
        self._report(where, code, message, hint)

    def plan(self) -> Branch | None:
        """The fields of all columns; None, with findings, when something is wrong with them."""
        renamed = self.column_targets()
        taken: dict[tuple[str, ...], int] = {}
        for column, header in enumerate(self.sheet.headers):
            if not header:
                self.check_nameless(column)
            elif (target := renamed.get(column, header)) != LEFT_OUT and (steps := self.field_path(column, target)):
                path = tuple(step.name for step in steps)
                if path in taken:
                    self.report_twice(column, taken[path], ".".join(path))
                else:
                    taken[path] = column
                    self.place_column(steps, column)
        for name in self.shape.needed if self.good else ():
            if name not in self.root.parts:
                hint = f"Add a column {name}, or say which one it is under columns in game.yaml."
                self.report(self.sheet.place(0, -1), "missing-column", f"no column gives the field {name}", hint)
        return self.root if self.good else None

    def column_targets(self) -> dict[int, str]:
        """What the product's `columns` says of columns, by their numbers."""
        headers = group_pairs((header, column) for column, header in enumerate(self.sheet.headers))
        targets: dict[int, str] = {}
        for header, target in self.columns.items():
            name = header if header in headers else same_word(header, headers)
            if name is None:
                message = f'the list has no column "{shorten(header)}"'
                hint = did_you_mean(header, filter(None, headers), "Remove it.")
                self.report(self.columns.key_where(header), "unknown-column", message, hint)
            targets |= dict.fromkeys(headers[name] if name else (), target)
            self.keys |= dict.fromkeys(headers[name] if name else (), header)
        return targets

    def field_path(self, column: int, target: str) -> list[_Step]:
        """The way to the field that a column is for; none, with a finding, where there is none."""
        known: Mapping[str, Spec | None] | None = self.shape.fields
        steps: list[_Step] = []
        for name in (name.strip() for name in target.split(".")):
            field_name = name if known is None or name in known else same_word(name, known)
            if field_name is None:
                self.report_unknown(column, target, name, known or {}, steps)
                return []
            spec = known[field_name] if known is not None else None
            steps.append(_Step(field_name, spec))
            known = spec.inner() if spec else None
        if known is not None and steps[-1].spec is not None and steps[-1].spec.branches:
            where, name = self.field_place(column), steps[-1].name
            hint = f"Give each of its keys a column, such as {target}.{next(iter(known), 'key')}."
            self.report(where, "wrong-column", f"{name} holds keys of its own", hint)
            return []
        return steps

    def field_place(self, column: int) -> Where:
        """Where the field of a column is said: under `columns` in game.yaml, or in its header."""
        key = self.keys.get(column)
        return self.columns.where(key) if key is not None else self.sheet.place(0, column)

    def report_unknown(
        self, column: int, target: str, name: str, known: Mapping[str, Spec | None], steps: Sequence[_Step]
    ) -> None:
        """Report a column that is for no field."""
        header, where = self.sheet.headers[column], self.field_place(column)
        if steps:
            message = f'{steps[-1].name} has no "{shorten(name)}"'
            self.report(where, "unknown-column", message, did_you_mean(name, known, f"Write {steps[-1].name} alone."))
        elif where != self.sheet.place(0, column):
            hint = did_you_mean(name, (*known, LEFT_OUT))
            self.report(where, "unknown-column", f'the {self.shape.noun} have no field "{shorten(name)}"', hint)
        else:
            near = closest(name, known)
            out = f'write columns: {{"{shorten(header)}": none}} in game.yaml to leave it out.'
            hint = f"Did you mean '{near}'? Or {out}" if near else f"Declare the field, or {out}"
            message = f'the column "{shorten(header)}" is no field of the {self.shape.noun}'
            self.report(where, "unknown-column", message, hint)

    def check_nameless(self, column: int) -> None:
        """Report a column without a header that is not empty."""
        if any(row[column] != "" for row in self.sheet.rows):
            message, hint = "a column without a header holds something", "Write its header, or empty the column."
            self.report(self.sheet.place(0, column), "no-header", message, hint)

    def report_twice(self, column: int, first: int, target: str) -> None:
        """Report a column for a field that another one has."""
        first_header, second_header = (self.sheet.headers[n] for n in (first, column))
        message = f'the column "{shorten(second_header)}" stands twice'
        if first_header != second_header:
            both = f'"{shorten(first_header)}" and "{shorten(second_header)}"'
            message = f"the columns {both} are both for the field {target}"
        self.report(self.sheet.place(0, column), "duplicate-column", message, "Rename one of them.")

    def place_column(self, steps: Sequence[_Step], column: int) -> None:
        """Put a column where its field is."""
        branch = self.root
        for n, step in enumerate(steps[:-1]):
            lists = step.spec is not None and step.spec.kind == "list"
            if lists and n < len(steps) - 2:
                message = f"a sheet cannot hold what stands deeper in a list, such as {step.name}"
                self.report(self.field_place(column), "wrong-column", message, "Write this list as YAML or JSON.")
                return
            part = branch.parts.setdefault(step.name, Branch(column, lists, {}))
            if isinstance(part, Leaf):
                self.report_both(column, step.name)
                return
            branch = part
        name, spec = steps[-1]
        decimal = (spec.decimal if spec else "") or ("," if self.sheet.comma else ".")
        if name in branch.parts:
            self.report_both(column, name)
        branch.parts[name] = Leaf(column, converter(spec, self.language), decimal)

    def report_both(self, column: int, name: str) -> None:
        """Report a column for a value where another one is for a key in it."""
        message = f"{name} has a column for its value, and one for a key in it"
        self.report(self.sheet.place(0, column), "wrong-column", message, "Remove one of the two.")


Made = TypeVar("Made", LocatedMap, LocatedList)
Parts = Mapping[str, Leaf | Branch]


Row = Sequence[CellContent] | defaultdict[int, CellContent]
"""The cells of a row, or some of them by their columns; the others are empty."""


class Rows:
    """Makes records of the rows of a sheet; `refuse` reports cells without a value, and `warn` those that mislead."""

    def __init__(self, sheet: TableSheet, root: Branch, refuse: Report, warn: Report) -> None:
        self.sheet, self.root, self.refuse, self.warn = sheet, root, refuse, warn
        self.problems: list[Callable[[], None]] = []
        self.cells = Cells(sheet)
        self._note_columns(root)

    def _note_columns(self, branch: Branch) -> None:
        """Note the column of every name, for messages on what lacks."""
        for name, part in branch.parts.items():
            self.cells.columns[name] = part.column
            if isinstance(part, Branch):
                self._note_columns(part)

    def records(self) -> LocatedList:
        """All rows as records."""
        offsets = [n * self.cells.width for n in range(1, len(self.sheet.rows) + 1)]
        consume("values", 2 * self.cells.width * len(offsets), Where(self.sheet.file))
        rows = zip(self.sheet.rows, offsets, strict=True)
        return self.with_places(LocatedList([self.read_record(row, base) for row, base in rows]), 0, offsets)

    def read_record(self, row: Row, base: int) -> LocatedMap:
        """A row as a record; what is wrong with its cells is reported, unless it has no copies."""
        record = self.read_map(self.root.parts, row, base, base)
        for report in self.problems if record.get("copies") != 0 else ():
            report()
        self.problems.clear()
        return record

    def with_places(self, value: Made, offset: int, offsets: list[int]) -> Made:
        """What was made, with the places of itself and of what it holds."""
        all_offsets = self.cells.offsets
        value.source, value.offset, value.first = self.cells, offset, len(all_offsets)
        all_offsets.extend(offsets)
        return value

    def read_map(self, parts: Parts, row: Row, base: int, offset: int) -> LocatedMap:
        """What a row holds for fields; those of empty cells are left out."""
        values, offsets = LocatedMap(), list[int]()
        for key, part in parts.items():
            slot = part.column + 1
            if isinstance(part, Leaf):
                cell = row[part.column]
                if cell == "":
                    continue
                value = cell if isinstance(cell, CellError) else part.convert(cell)
                if isinstance(value, CellError | DoubtfulValue):
                    report = self.refuse if isinstance(value, CellError) else self.warn
                    place = self.cells.where(base + slot)
                    self.problems.append(partial(report, place, "bad-cell", value.message, value.hint))
                    if isinstance(value, CellError):
                        continue
                    value = value.value
                values[key] = value
                if value.__class__ is list:
                    consume("values", len(value), Where(self.sheet.file))
                    values[key] = self.with_places(LocatedList(value), base + slot, [base + slot] * len(value))
            else:
                value = (
                    self.read_maps(part, row, base)
                    if part.several
                    else self.read_map(part.parts, row, base, base + slot)
                )
                if not value:
                    continue
                values[key] = value
            offsets += slot, base + slot
        return self.with_places(values, offset, offsets)

    def read_maps(self, branch: Branch, row: Row, base: int) -> LocatedList:
        """A list of maps, of which each column holds a key, the entries of the maps between bars."""
        columns = {key: part for key, part in branch.parts.items() if isinstance(part, Leaf)}
        words = {key: self.split_cell(row[part.column]) for key, part in columns.items() if row[part.column] != ""}
        count = max(map(len, words.values()), default=0)
        least = min(map(len, words.values()), default=0)
        place = base + branch.column + 1
        for key, texts in words.items():
            if len(texts) != count:
                longest = next(other for other in words if len(words[other]) == count)
                header, longest_header = (self.sheet.headers[columns[name].column] for name in (key, longest))
                message = f"{header} has {len(texts)} where {longest_header} has {count}"
                hint = "Write as many in both, with bars between them."
                self.refuse(self.cells.where(base + columns[key].column + 1), "wrong-length", message, hint)
        maps = LocatedList()
        for n in range(least):
            cells = defaultdict[int, CellContent](str, {columns[key].column: texts[n] for key, texts in words.items()})
            maps.append(self.read_map(columns, cells, base, place))
        return self.with_places(maps, place, [place] * count)

    def split_cell(self, cell: CellContent) -> list[str]:
        """The entries of a cell, which are counted."""
        words = words_in(cell)
        consume("values", len(words), Where(self.sheet.file))
        return words
