"""The records of a list: those that its entries stand for, and one that is added to it.

An entry that says `for` stands for a record of each combination of the values that it names there.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice, product
from math import prod
from pathlib import Path
from typing import Any

from printgen.base.errors import Finding, PrintgenError, ValueProblem, Where, did_you_mean, split_advice
from printgen.base.file_access import FileAccess
from printgen.base.limits import OverLimit, consume, limit_of
from printgen.game.cells import plain_in
from printgen.game.records import Record
from printgen.game.shapes import RecordShape, Spec
from printgen.reading.expressions import parse_condition, parse_value
from printgen.reading.files import Files, FindFile
from printgen.reading.positions import LocatedList, LocatedMap, with_positions
from printgen.reading.scalars import block_lines, shorten
from printgen.reading.texts import TableRow, Value
from printgen.reading.validation import describe
from printgen.reading.yaml_events import examine_yaml

FOR, WHEN = "for", "when"
"""The keys of an entry that stands for many records: the values that it combines, and which of them it takes."""

Rows = Mapping[str, Mapping[str, Any]]
"""The rows of a table by code."""

_RANGE = re.compile(r"(-?[0-9]{1,9})\s*\.\.\s*(-?[0-9]{1,9})")
_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_OUTER = "tables"
"""The name by which expressions see all tables of the game."""


def combination_schema(record: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON Schema of an entry that says `for`, beside that of a record: any of its values may be an expression."""
    several = {"type": ["string", "array", "object"], "description": "a list of values, a range such as 1..9, or from:"}
    own = {
        FOR: {
            "type": "object",
            "description": "names with the values that are combined",
            "additionalProperties": several,
        },
        WHEN: {"type": ["string", "boolean"], "description": "which combinations are taken, such as a <= b"},
    }
    text = {"type": "string", "pattern": r"\{\{"}
    fields = {
        key: {"type": [field["type"], "string"]}
        if field.get("type") in ("array", "object")
        else {"anyOf": [field, text]}
        for key, field in record["properties"].items()
    }
    required = [FOR, *record.get("required", ())]
    return {"type": "object", "properties": own | fields, "required": required, "additionalProperties": False}


Listed = tuple[tuple[Record, ...], bool]
"""The good records of a list, and whether all of them are good."""


def check_records(
    files: Files, items: LocatedList, shape: RecordShape, tables: Mapping[str, Rows], find: FindFile | None = None
) -> Listed:
    """The good records of entries, and whether all are good; mistakes go to `files`, and `find` finds their files."""
    records: list[Record] = []
    good, number = True, 0
    for n, item in enumerate(items):
        combined = isinstance(item, LocatedMap) and FOR in item
        entries = _Combination(files, item, shape, tables).records() if combined else [item]
        good = good and entries is not None
        for entry in entries or ():
            number += 1
            if isinstance(entry, LocatedMap) and type(entry.get("copies")) is int and entry["copies"] == 0:
                continue  # Whoever wrote it wants none of it now.
            # What is wrong with an entry is wrong with each of its combinations.
            where = item.start if combined else items.where(n)
            values = files.check(shape.adapter, entry, where, f"item {number}", find, alike=combined)
            if values is None:
                good = False
            else:
                records.append(Record(values["name"], values, entry))
    return tuple(records), good


class _Combination:
    """Makes the records of one entry that says `for`, and reports what is wrong with it."""

    def __init__(self, files: Files, entry: LocatedMap, shape: RecordShape, tables: Mapping[str, Rows]) -> None:
        self.files, self.entry, self.shape, self.tables = files, entry, shape, tables
        self.before = len(files.findings)

    def report(self, where: Where, code: str, message: str, hint: str) -> None:
        self.files.report(where, code, message, hint)

    def is_clean(self) -> bool:
        """Whether nothing is wrong with the entry so far."""
        return len(self.files.findings) == self.before

    def records(self) -> list[LocatedMap] | None:
        """The records, those of the first value of the first name first; None, with findings."""
        values = self.values()
        fields = {key: self.compile(key) for key in self.entry if key not in (FOR, WHEN)}
        when = self.compile(WHEN, parse_condition) if WHEN in self.entry else None
        if not self.is_clean():
            return None
        where = self.entry.where(FOR)
        try:
            consume("combinations", prod(map(len, values.values())), where)
            consume("steps", prod(map(len, values.values())) * len(fields), where)
        except OverLimit as error:
            self.files.add(error.findings)
            return None
        records = [self.record(fields, chosen) for chosen in self.select(values, when)]
        self.check_names(records)
        return records if self.is_clean() else None

    # ---- what is combined

    def values(self) -> dict[str, Sequence[Any]]:
        """The values of each name."""
        written, where = self.entry[FOR], self.entry.where(FOR)
        if not isinstance(written, LocatedMap) or not written:
            message = f"for should be names with their values, not {describe(written)}"
            self.report(where, "wrong-type", message, "Write it like for: {suit: [red, blue], rank: 1..9}.")
            return {}
        for name in written:
            if not _NAME.fullmatch(name) or name == _OUTER:
                hint = "Use letters, digits and _, such as suit."
                self.report(written.key_where(name), "bad-name", f'"{shorten(name)}" cannot be a name here', hint)
        return {name: self.choices(written[name], written.where(name), name) for name in written}

    def choices(self, written: Any, where: Where, name: str) -> Sequence[Any]:
        """The values that are written for a name: a list of values and ranges, one range, or a table's rows."""
        if isinstance(written, LocatedMap):
            return self.table_rows(written, where, name)
        entries: list[tuple[Any, Where]] = []
        if isinstance(written, LocatedList):
            entries = [(entry, written.where(n)) for n, entry in enumerate(written)]
        elif isinstance(written, str) and _RANGE.fullmatch(written):
            entries = [(written, where)]
        values = [value for entry, at in entries for value in self.expand_value(entry, at, name)]
        if not values and self.is_clean():
            message = f"{name} has nothing to choose from"
            self.report(where, "wrong-type", message, f"Write {name}: [a, b], {name}: 1..9 or {name}: {{from: table}}.")
        return values

    def expand_value(self, written: Any, where: Where, name: str) -> Iterator[Any]:
        """The values that an entry of a list stands for."""
        match = _RANGE.fullmatch(written) if isinstance(written, str) else None
        if isinstance(written, LocatedMap | LocatedList) or written is None:
            message = f"{name} is chosen from single values, not from {describe(written)}"
            self.report(where, "wrong-type", message, "Write a word, a number or a range such as 2..10.")
        elif match is None:
            yield written
        else:
            first, last = int(match[1]), int(match[2])
            numbers = range(first, last + 1) if first <= last else range(first, last - 1, -1)
            yield from islice(numbers, int(min(limit_of("combinations"), 10**6)) + 1)

    def table_rows(self, written: LocatedMap, where: Where, name: str) -> Sequence[Any]:
        """The rows of a table."""
        table = written.get("from")
        if [*written] != ["from"] or not isinstance(table, str):
            self.report(where, "bad-value", f"{name} is chosen from a table", f"Write {name}: {{from: table}}.")
        elif table not in self.tables:
            hint = did_you_mean(table, self.tables, "Add the table under tables in game.yaml.")
            self.report(written.where("from"), "unknown-value", f'unknown table "{shorten(table)}"', hint)
        else:
            return [TableRow(code, row) for code, row in self.tables[table].items()]
        return ()

    def select(self, values: Mapping[str, Sequence[Any]], when: Value | None) -> Iterator[dict[str, Any]]:
        """The combinations that are taken, each as the names with their values."""
        for combination in product(*values.values()):
            names = dict(zip(values, combination, strict=True))
            if when is None:
                yield names
                continue
            taken = self.evaluate(when, WHEN, names, as_condition=True)
            if not self.is_clean():
                return
            if taken:
                yield names

    # ---- what a record says

    def compile(self, key: str, parse: Callable[[str], Value] = parse_value) -> Any:
        """The value of a key, with expressions compiled wherever it holds texts."""
        written = self.entry[key]
        if key == WHEN and isinstance(written, str) and "{{" in written:
            parse = parse_value
        try:
            value = self.compile_value(written, parse)
        except ValueProblem as problem:
            self.report_problem(key, problem)
            return None
        strange = sorted(self.names_in(value) - {*self.own_names(), _OUTER})
        for name in strange[:1]:
            hint = did_you_mean(name, self.own_names())
            self.report(self.entry.where(key), "bad-expression", f'there is no "{shorten(name)}" in {key}', hint)
        return value

    def own_names(self) -> list[str]:
        """The names that are combined."""
        written = self.entry[FOR]
        return [*written] if isinstance(written, LocatedMap) else []

    def compile_value(self, written: Any, parse: Callable[[str], Value]) -> Any:
        """What is written, with every text that holds expressions compiled."""
        if isinstance(written, str):
            value = parse(written)
            return written if value.constant else value
        if isinstance(written, LocatedMap):
            filled = LocatedMap({key: self.compile_value(entry, parse) for key, entry in written.items()})
            return with_positions(written, filled)
        if isinstance(written, LocatedList):
            return with_positions(written, LocatedList([self.compile_value(entry, parse) for entry in written]))
        return written

    def names_in(self, value: Any) -> frozenset[str]:
        """The names that the expressions in a value speak of."""
        if isinstance(value, Value):
            return value.names
        entries = value.values() if isinstance(value, LocatedMap) else value if isinstance(value, LocatedList) else ()
        return frozenset[str]().union(*map(self.names_in, entries))

    def record(self, fields: Mapping[str, Any], chosen: Mapping[str, Any]) -> LocatedMap:
        """The record of a combination; empty after a mistake."""
        record = LocatedMap()
        for key, value in fields.items() if self.is_clean() else ():
            record[key] = self.fill(value, key, chosen, self.shape.fields.get(key))
        record.source, record.offset, record.first = self.entry.source, self.entry.offset, self.first
        return record

    def fill(self, value: Any, key: str, chosen: Mapping[str, Any], spec: Spec | None) -> Any:
        """A compiled value of a key with its expressions evaluated for a combination."""
        if isinstance(value, Value):
            return _fitting(self.evaluate(value, key, chosen), spec)
        fields = spec.fields or {} if spec else {}
        if isinstance(value, LocatedMap):
            filled = {name: self.fill(entry, key, chosen, fields.get(name)) for name, entry in value.items()}
            return with_positions(value, LocatedMap(filled))
        if isinstance(value, LocatedList):
            entry_spec = Spec("map", fields) if fields else Spec("text")
            return with_positions(value, LocatedList([self.fill(entry, key, chosen, entry_spec) for entry in value]))
        return value

    @cached_property
    def first(self) -> int:
        """Where the places of the records' keys begin: those of the entry, without `for` and `when`."""
        entry, offsets = self.entry, self.entry.source.offsets
        first = len(offsets)
        for n, key in enumerate(entry):
            if key not in (FOR, WHEN):
                offsets.extend(offsets[entry.first + 2 * n : entry.first + 2 * n + 2])
        return first

    def evaluate(self, value: Any, key: str, chosen: Mapping[str, Any], as_condition: bool = False) -> Any:
        """What an expression gives for a combination, or whether it holds; None, with a finding, for a mistake."""
        names = {**chosen, _OUTER: self.tables}
        try:
            if not isinstance(value, Value):
                return value
            return value.holds(key, names) if as_condition else value.get(names)
        except ValueProblem as problem:
            self.report_problem(key, problem, chosen)
        except OverLimit as error:
            self.files.add(error.findings)
        return None

    def report_problem(self, key: str, problem: ValueProblem, chosen: Mapping[str, Any] | None = None) -> None:
        """Report an expression that gives nothing, for each key once."""
        where = self.entry.where(key)
        if not any(finding.where == where for finding in self.files.findings[self.before :]):
            message, hint = split_advice(str(problem))
            if chosen:
                combination = ", ".join(f"{name} {shorten(str(value))}" for name, value in chosen.items())
                message = f"{message} (with {combination})"
            self.files.report(where, "bad-expression", message, hint)

    def check_names(self, records: Sequence[LocatedMap]) -> None:
        """Report two records of one name."""
        names: set[Any] = set()
        for record in records:
            name = record.get("name")
            if isinstance(name, str) and name in names and self.is_clean():
                others = " and ".join(f"{{{{ {own_name} }}}}" for own_name in self.own_names())
                message = f'two combinations have the name "{shorten(name)}"'
                self.report(self.entry.where("name"), "duplicate-name", message, f"Write {others} into it.")
            names.add(name)


def _fitting(value: Any, spec: Spec | None) -> Any:
    """What an expression gives, as its field takes it: numbers are text where they are wanted as such."""
    if isinstance(value, TableRow):
        return value.code
    if isinstance(value, list | tuple):
        return [_fitting(entry, spec and Spec("text")) for entry in value]
    kind = spec.kind if spec else ""
    if kind in ("integer", "number"):
        return plain_in(value) if isinstance(value, str) else _whole(value)
    if kind in ("text", "choice", "color", "length", "file") and type(value) in (int, float):
        return str(_whole(value))
    return value


def _whole(value: Any) -> Any:
    """A whole number as an integer; other values as they are."""
    return int(value) if isinstance(value, float) and value.is_integer() and abs(value) < 1e15 else value


FIRST_LINE = "# Cards of my own: they are printed with the game's, after them. Comments and order stay as they are.\n"
"""What a new list of cards begins with."""

_ITEM = re.compile(r"^( *)-(?= |\r?$)", re.MULTILINE)


def own_card_access(folder: Path, game: str, drafts: Mapping[Path, bytes] | None = None) -> FileAccess:
    """The way to the cards that a folder of the user's adds to the game of this name: FOLDER/GAME/PRODUCT.yaml.

    Its lists may name pictures anywhere in the folder. `drafts` are contents that stand for files of these paths.
    """
    return FileAccess(folder / game, folder, drafts, "the folder of your own cards")


def append_record(before: str, values: Mapping[str, Any], shown: str) -> str:
    """The text of a list with one record more at its end; everything that stands there stays as it is.

    `shown` is the list's name in findings. Raises PrintgenError when the text is no list that can be added to.
    """
    known, findings = examine_yaml(before, shown)
    if findings:
        raise PrintgenError(findings)
    if not before.strip():
        before = FIRST_LINE
    end = "\r\n" if "\r\n" in before else "\n"
    first = _ITEM.search(before)
    text = "".join(f"{first[1] if first else ''}{line}{end}" for line in block_lines([dict(values)]))
    after = before if before.endswith("\n") else before + end
    after += ("" if known is None else end) + text
    both, findings = examine_yaml(after, shown)
    if findings or not isinstance(both, LocatedList) or both[:-1] != (known or []):
        message = "a card cannot be added to what this file holds"
        hint = "Write the list as records that begin with a dash at the start of a line, or move the file away."
        raise PrintgenError([Finding("error", Where(shown), message, hint, "cannot-add")])
    return after
