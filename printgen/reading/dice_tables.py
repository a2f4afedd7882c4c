"""A file of tables comes in; tables whose dice ranges are numbers, or every finding at its place, go out.

The file is a mapping of names. A table has a `title`, `columns` of text, and, where dice are rolled for it, a `die`:
its rows then give the `roll` that leads to them, or one range for each of its `results`, or both. A range is written
as on the table: 1-10, 5, 96-00; 25% is short for 1-25. A row whose source printed another range keeps the printed one
under `errata`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from printgen.errors import Finding, Where
from printgen.reading.entries import Entry, Findings, Phrase, Spot
from printgen.reading.marked import Map, Seq
from printgen.reading.scalars import shortened
from printgen.reading.yaml_events import examine_yaml_file

ROLL = "roll"
"""The key of a row's own range."""

COLUMN_STYLES = ("", "body", "strong", "note", "label", "value", "badge")
_SIDES = {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d12": 12, "d20": 20, "d100": 100}
_RANGE = re.compile(r"([0-9]{1,4})(?:\s*[-–]\s*([0-9]{1,4}))?(\s*%)?")
_TABLE = ("title", "aside", "die", "columns", "results", "rows", "footnotes")
_MOST_SEVERE = 4


@dataclass(frozen=True, slots=True)
class Die:
    """A die by its name, such as d100, and its number of sides; tens and hundreds are written 0 and 00."""

    name: str
    sides: int

    @property
    def zero(self) -> str:
        """How the highest number is written where that is a zero; "" where it is not."""
        return {10: "0", 100: "00"}.get(self.sides, "")

    def number(self, digits: str) -> int:
        """The number that digits stand for; it may be none that the die shows."""
        return self.sides if digits == self.zero else int(digits)

    def shown(self, number: int) -> str:
        """A number as the die shows it, with two digits on a d100."""
        if number == self.sides and self.zero:
            return self.zero
        return f"{number:02}" if self.sides == 100 else str(number)


@dataclass(frozen=True, slots=True)
class Span:
    """The numbers from `low` to `high`, both included; as written, so they may be reversed or beyond the die."""

    low: int
    high: int
    where: Where

    def shown(self, die: Die) -> str:
        """The range as it is printed, such as 01-10, 96-00 or 05."""
        return die.shown(self.low) if self.low == self.high else f"{die.shown(self.low)}-{die.shown(self.high)}"


@dataclass(frozen=True, slots=True)
class Column:
    """A column of text: its title, and the style of its cells or ""."""

    title: Phrase
    style: str


@dataclass(frozen=True, slots=True)
class Result:
    """What a range of a row leads to; `severity` runs from 0, nothing, to 4, the worst."""

    title: Phrase
    icon: Phrase
    severity: int


@dataclass(frozen=True, slots=True)
class Erratum:
    """What the source printed in a field (a result, or `roll`) of a row, as a range and as text, and the reason."""

    field: str
    printed: Span
    text: str
    reason: Phrase
    where: Where


@dataclass(frozen=True, slots=True)
class Row:
    """A row: its cells by column and its ranges by result, where it has them.

    `roll` is None in a table without rolls, and in a row that shares the roll of the one above it.
    """

    roll: Span | None
    cells: Mapping[str, Phrase]
    ranges: Mapping[str, Span]
    errata: tuple[Erratum, ...]
    where: Where


@dataclass(frozen=True, slots=True)
class DiceTable:
    """A table; `die` is None where no dice are rolled for it."""

    name: str
    title: Phrase
    aside: Phrase
    die: Die | None
    columns: Mapping[str, Column]
    results: Mapping[str, Result]
    rows: tuple[Row, ...]
    footnotes: tuple[Phrase, ...]
    where: Where

    @property
    def rolled(self) -> bool:
        """Whether its rows are found with a roll."""
        return any(row.roll for row in self.rows)


def parse_span(text: str, die: Die, where: Where) -> Span:
    """The range that a text stands for. ValueError when it stands for none, or is a share of any die but a d100."""
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f'"{shortened(text)}" is no range of a {die.name}')
    first, last, percent = match.groups()
    if percent and die.sides != 100:
        raise ValueError(f'"{shortened(text)}" is a share of a hundred; the table rolls a {die.name}')
    low = die.number(first)
    if last:
        return Span(low, die.number(last), where)
    return Span(1 if percent else low, low, where)


def read_dice_tables(path: Path, shown: str) -> tuple[dict[str, DiceTable], list[Finding]]:
    """The tables of a file by name; those with mistakes are left out and reported.

    `shown` is the name of the file in findings. Whether ranges cover their die is for the rules to say.
    """
    value, refused = examine_yaml_file(path, shown)
    if value is None and refused:
        return {}, refused
    found = list(refused)
    # What the YAML reader has refused is no news when its value turns out to be wrong as well.
    places = {finding.where for finding in refused}
    tables: dict[str, DiceTable] = {}
    findings = Findings()
    if not isinstance(value, Map):
        findings.wrong_type(Spot(value, Where(shown, 1, 1), "the file"), "a mapping of tables by their names")
    for name, spot in _each(value) if isinstance(value, Map) else ():
        reader = _Reader()
        table = reader.table(name, spot)
        findings.found += reader.findings.found
        if not reader.findings.found:
            tables[name] = table
    found += (finding for finding in findings.found if finding.where not in places)
    return tables, sorted(dict.fromkeys(found), key=lambda finding: finding.where)


def _each(mapping: Map) -> Iterator[tuple[str, Spot]]:
    for key, value in mapping.items():
        yield key, Spot(value, value.start if isinstance(value, Map | Seq) else mapping.where(key), key)


class _Reader:
    """Reads one table and gathers what is wrong with it."""

    def __init__(self) -> None:
        self.findings = Findings()
        self.die: Die | None = None
        # Whether ranges without a die to read them by are news.
        self.needs_die = True

    def table(self, name: str, spot: Spot) -> DiceTable:
        top = Entry(spot, _TABLE, self.findings)
        word = top.choice("die", ("", *_SIDES))
        self.die = Die(word, _SIDES[word]) if word else None
        columns = {key: self.column(item) for key, item in self.part(top, "columns")}
        results = {key: self.result(item, place) for place, (key, item) in enumerate(self.part(top, "results"))}
        for key in results:
            if key in columns or key in (ROLL, "errata"):
                message = f'"{shortened(key)}" cannot name a result: the rows have it already'
                self.findings.add(spot.where, "bad-name", message, "Give it another name.")
        self.needs_die = "die" not in top and not results
        keys = (ROLL, *columns, *results, "errata")
        rows = tuple(self.row(item, keys, columns, results) for item in top.each("rows"))
        footnotes = tuple(map(self.findings.phrase, top.each("footnotes", needed=False)))
        title, aside = top.phrase("title", needed=True), top.phrase("aside")
        table = DiceTable(name, title, aside, self.die, columns, results, rows, footnotes, spot.where)
        if top.source is not None:
            self.dice_and_ranges(table, "die" in top)
        return table

    def dice_and_ranges(self, table: DiceTable, has_die: bool) -> None:
        """Findings for a table that rolls dice for nothing, or has nothing at all."""
        if self.die and not table.results and not table.rolled and table.rows:
            message = f"the table rolls a {self.die.name}, and its rows have no roll"
            self.findings.add(table.where, "missing-key", message, "Add roll: and a range to every row.")
        if table.results and not has_die:
            message = "the table has results and no die"
            self.findings.add(table.where, "missing-key", message, "Add die: and its name, such as d100.")
        if not table.columns and not table.results:
            message = "the table has neither columns nor results"
            self.findings.add(table.where, "missing-key", message, "Add columns: with a name and a title for each.")

    def part(self, top: Entry, key: str) -> list[tuple[str, Spot]]:
        spot = top.spot(key)
        if spot is None:
            return []
        if not isinstance(spot.value, Map):
            self.findings.wrong_type(spot, "a mapping of names")
            return []
        return list(_each(spot.value))

    def column(self, spot: Spot) -> Column:
        if not isinstance(spot.value, Map):
            return Column(self.findings.phrase(spot), "")
        # A column may go without a title where its cells speak for themselves.
        entry = Entry(spot, ("title", "style"), self.findings)
        return Column(entry.phrase("title"), entry.choice("style", COLUMN_STYLES))

    def result(self, spot: Spot, place: int) -> Result:
        severity = max(0, _MOST_SEVERE - place)
        if not isinstance(spot.value, Map):
            return Result(self.findings.phrase(spot), Phrase("", spot.where), severity)
        entry = Entry(spot, ("title", "icon", "severity"), self.findings)
        severity = entry.whole("severity", 0, _MOST_SEVERE, severity)
        return Result(entry.phrase("title", needed=True), entry.phrase("icon"), severity)

    def row(self, spot: Spot, keys: tuple[str, ...], columns: Mapping[str, Any], results: Mapping[str, Any]) -> Row:
        entry = Entry(spot, keys, self.findings)
        cells = {key: phrase for key in columns if (phrase := entry.phrase(key))}
        ranges = {key: span for key in results if (span := self.span(entry, key))}
        errata = tuple(self.erratum(item, (ROLL, *results)) for item in entry.each("errata", needed=False))
        roll = self.span(entry, ROLL)
        return Row(roll, cells, ranges, tuple(erratum for erratum in errata if erratum), spot.where)

    def erratum(self, spot: Spot, fields: tuple[str, ...]) -> Erratum | None:
        entry = Entry(spot, ("field", "printed", "reason"), self.findings)
        field = entry.choice("field", fields) if entry.needed("field") else ""
        printed = self.span(entry, "printed") if entry.needed("printed") else None
        reason = entry.phrase("reason", needed=True)
        text = entry.phrase("printed").text if printed else ""
        return Erratum(field, printed, text, reason, spot.where) if printed else None

    def span(self, entry: Entry, key: str) -> Span | None:
        """The range under a key; None when there is none, or none that can be read."""
        spot = entry.spot(key)
        if spot is None:
            return None
        value = spot.value
        if self.die is None:
            if self.needs_die:
                message = "a table without a die has no ranges"
                self.findings.add(spot.where, "no-die", message, "Add die: and its name, such as d100.")
        elif isinstance(value, bool) or not isinstance(value, str | int):
            self.findings.wrong_type(spot, "a range such as 1-10, 5 or 96-00")
        else:
            try:
                return parse_span(str(value), self.die, spot.where)
            except ValueError as error:
                hint = (
                    "Write it like 1-10 or 5." if not self.die.zero else f"Write it like 1-5, 5 or 6-{self.die.zero}."
                )
                self.findings.add(spot.where, "bad-range", str(error), hint)
        return None
