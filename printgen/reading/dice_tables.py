"""A file of tables comes in; tables whose dice ranges are numbers, or every finding at its place, go out.

The file is a mapping of names. A table has a `title`, `columns` of text, and, where dice are rolled for it, a `die`:
its rows then give the `roll` that leads to them, or one range for each of its `results`, or both. A range is written
as on the table: 1-10, 5, 96-00; 25% is short for 1-25. A row whose source printed another range keeps the printed one
under `errata`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import Field, TypeAdapter, create_model

from printgen.errors import Where, did_you_mean
from printgen.reading.blocks import CellStyle
from printgen.reading.fields import Many
from printgen.reading.files import Files
from printgen.reading.part import NOTHING, Part, Phrase, Values, Words, adapter
from printgen.reading.scalars import shortened

ROLL = "roll"
"""The key of a row's own range."""

_SIDES = {"d4": 4, "d6": 6, "d8": 8, "d10": 10, "d12": 12, "d20": 20, "d100": 100}
_RANGE = re.compile(r"([0-9]{1,4})(?:\s*[-–]\s*([0-9]{1,4}))?(\s*%)?")
_TAKEN = (ROLL, "errata")
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


class Column(Part):
    """A column of text. It may go without a title where its cells speak for themselves."""

    short: ClassVar[str] = "title"
    title: Words = Field(default=NOTHING, description="the title over it")
    style: CellStyle = Field(default="body", description="the letters of its cells")


class Result(Part):
    """What a range of a row leads to."""

    short: ClassVar[str] = "title"
    title: Words = Field(description="what it is called")
    icon: Words = Field(default=NOTHING, description="an icon before its title")
    severity: Annotated[int, Field(ge=0, le=_MOST_SEVERE)] | None = Field(
        default=None, description="how bad it is, from 0 to 4; without it results stand from the worst to the mildest"
    )


class _Erratum(Part):
    field: str = Field(description="the result, or roll, that the source has wrong")
    printed: Words = Field(description="what the source printed")
    reason: Words = Field(description="why that is wrong")


class Table(Part):
    """A table as a file has it."""

    title: Words = Field(description="its title")
    aside: Words = Field(default=NOTHING, description="a few words beside the title")
    die: Literal["d4", "d6", "d8", "d10", "d12", "d20", "d100"] | None = Field(
        default=None, description="the die that is rolled for it"
    )
    columns: dict[str, Column] = Field(default={}, description="the columns of text, by the keys that rows use")
    results: dict[str, Result] = Field(
        default={}, description="what ranges of the die lead to, by the keys that rows use"
    )
    rows: Annotated[Many[Values], Field(min_length=1)] = Field(
        description="the rows: a text for each column, a range for each result, the roll that leads to the row, errata"
    )
    footnotes: Many[Words] = Field(default=(), description="notes under the table")


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

    def severity(self, key: str) -> int:
        """How bad a result is; those that do not say it stand from the worst to the mildest."""
        said = self.results[key].severity
        return max(0, _MOST_SEVERE - list(self.results).index(key)) if said is None else said


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


def read_dice_tables(files: Files, path: Path) -> dict[str, DiceTable | None] | None:
    """The tables of a file by name, None in place of those with mistakes, or of all; the mistakes are reported.

    Whether ranges cover their die is for the rules to say.
    """
    source = files.mapping(path)
    if source is None:
        return None
    tables: dict[str, DiceTable | None] = {}
    for name, value in source.items():
        before = len(files.findings)
        read = files.check(adapter(Table), value, source.where(name), name)
        table = _Reader(files, name, read).table() if read else None
        tables[name] = table if len(files.findings) == before else None
    return tables


class _Reader:
    """Makes a table of what its file has, and reports what its parts do not go together with."""

    def __init__(self, files: Files, name: str, read: Table) -> None:
        self.files, self.name, self.read = files, name, read
        self.die = Die(read.die, _SIDES[read.die]) if read.die else None
        self.keys = tuple(dict.fromkeys((ROLL, *read.columns, *read.results)))

    def table(self) -> DiceTable:
        read = self.read
        self.named()
        shape = self.row_shape()
        checked = (self.files.check(shape, value, read.where, f"item {i}") for i, value in enumerate(read.rows, 1))
        rows = [self.row(row) for row in checked if row is not None]
        table = DiceTable(self.name, read.title, read.aside, self.die, read.columns, read.results, tuple(rows),
                          read.footnotes, read.where)  # fmt: skip
        self.whole(table)
        return table

    def report(self, where: Where, code: str, message: str, hint: str) -> None:
        self.files.report(where, code, message, hint)

    def named(self) -> None:
        for key in self.read.results:
            if key in self.read.columns or key in _TAKEN:
                message = f'"{shortened(key)}" cannot name a result: the rows have it already'
                self.report(self.read.where, "bad-name", message, "Give it another name.")

    def row_shape(self) -> TypeAdapter[Any]:
        """The shape of the table's rows: a text for each of its keys."""
        fields: dict[str, Any] = {
            f"key_{i}": (Words, Field(default=NOTHING, alias=key, description="a text or a range"))
            for i, key in enumerate(self.keys)
        }
        errata = (Many[_Erratum], Field(default=(), description="what the source has wrong here"))
        return TypeAdapter(create_model("row", __base__=Part, errata=errata, **fields))

    def row(self, read: Any) -> Row:
        given = ((key, getattr(read, f"key_{i}")) for i, key in enumerate(self.keys))
        texts: dict[str, Phrase] = {key: text for key, text in given if text}
        errata = []
        for item in read.errata:
            printed = self.span(item.printed)
            if item.field not in (ROLL, *self.read.results):
                message = f'field has the unknown value "{shortened(item.field)}"'
                self.report(
                    item.where_of("field"), "unknown-value", message, did_you_mean(item.field, self.read.results)
                )
            elif printed:
                errata.append(Erratum(item.field, printed, item.printed.text, item.reason, item.where))
        roll = self.span(texts[ROLL]) if ROLL in texts else None
        cells = {key: texts[key] for key in self.read.columns if key in texts}
        ranges = {key: span for key in self.read.results if key in texts and (span := self.span(texts[key]))}
        return Row(roll, cells, ranges, tuple(errata), read.where)

    def span(self, phrase: Phrase) -> Span | None:
        """The range that a text of the file stands for; None, with a finding, when it is none."""
        if self.die is None:
            if not self.read.results:
                message = "a table without a die has no ranges"
                self.report(phrase.where, "no-die", message, "Add die: and its name, such as d100.")
            return None
        try:
            return parse_span(phrase.text, self.die, phrase.where)
        except ValueError as error:
            hint = "Write it like 1-10 or 5." if not self.die.zero else f"Write it like 1-5, 5 or 6-{self.die.zero}."
            self.report(phrase.where, "bad-range", str(error), hint)
            return None

    def whole(self, table: DiceTable) -> None:
        """Findings for a table that rolls dice for nothing, or has nothing at all."""
        if self.die and not table.results and not table.rolled and table.rows:
            message = f"the table rolls a {self.die.name}, and its rows have no roll"
            self.report(table.where, "missing-key", message, "Add roll: and a range to every row.")
        if table.results and not self.die:
            message = "the table has results and no die"
            self.report(table.where, "missing-key", message, "Add die: and its name, such as d100.")
        if not table.columns and not table.results:
            message = "the table has neither columns nor results"
            self.report(table.where, "missing-key", message, "Add columns: with a name and a title for each.")
