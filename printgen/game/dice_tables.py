"""Tables with ranges of dice: their files, and whether the ranges cover the die.

The file is a mapping of names. A table has a `title`, `columns` of text, and, where dice are rolled for it, a `die`:
its rows then give the `roll` that leads to them, or one range for each of its `results`, or both. A range is written
as on the table: 1-10, 5, 96-00; 25% is short for 1-25. A row whose source printed another range keeps the printed one
under `errata`.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal

from pydantic import AfterValidator, Field, PrivateAttr, TypeAdapter, create_model, model_validator

from printgen.base.errors import Finding, Where, rule_violation
from printgen.game.documents import MOST_COLUMNS, CellStyle, too_many_columns
from printgen.reading.files import Files
from printgen.reading.part import NOTHING, Many, Part, Phrase, Values, Words, adapter, problem, problem_at
from printgen.reading.scalars import shorten

ROLL = "roll"
"""The key of a row's own range."""

_RANGE = re.compile(r"([0-9]{1,4})(?:\s*[-–]\s*([0-9]{1,4}))?(\s*%)?")
_MOST_SEVERE = 4
_ADD_DIE = "Add die: and its name, such as d100."


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

    def format(self, number: int) -> str:
        """A number as the die shows it, with two digits on a d100."""
        if number == self.sides and self.zero:
            return self.zero
        return f"{number:02}" if self.sides == 100 else str(number)


@dataclass(frozen=True, slots=True)
class DieRange:
    """The numbers from `low` to `high` as they are written, and the result they lead to by its name, "" for a row."""

    low: int
    high: int
    where: Where
    name: str = ""

    def format(self, die: Die) -> str:
        """The range as people write it, such as 01-10, 96-00 or 05."""
        return die.format(self.low) if self.low == self.high else f"{die.format(self.low)}-{die.format(self.high)}"

    def print_text(self, die: Die) -> str:
        """The range as it stands on paper, with the dash of ranges."""
        return with_dash(self.format(die))


def with_dash(text: str) -> str:
    """A range as it stands on paper, with the dash of ranges in place of a hyphen; any other text as it is."""
    return text.replace("-", "–") if _RANGE.fullmatch(text.strip()) else text


def parse_die_range(text: str, die: Die, where: Where, name: str = "") -> DieRange:
    """The range that a text stands for. ValueError when it stands for none, or is a share of any die but a d100."""
    match = _RANGE.fullmatch(text.strip())
    if match is None:
        raise ValueError(f'"{shorten(text)}" is no range of a {die.name}')
    first, last, percent = match.groups()
    if percent and die.sides != 100:
        raise ValueError(f'"{shorten(text)}" is a share of a hundred; the table rolls a {die.name}')
    low = high = die.number(first)
    if last:
        high = die.number(last)
    elif percent:
        low = 1
    return DieRange(low, high, where, name)


class TextColumn(Part):
    """A column of text. It may go without a title where its cells speak for themselves."""

    short: ClassVar[str] = "title"
    title: Words = Field(NOTHING, description="the title over it")
    style: CellStyle = Field("body", description="the letters of its cells")


class Result(Part):
    """What a range of a row leads to."""

    short: ClassVar[str] = "title"
    title: Words = Field(description="what it is called")
    icon: Words = Field(NOTHING, description="an icon before its title")
    severity: Annotated[int, Field(ge=0, le=_MOST_SEVERE)] | None = Field(
        None, description="how bad it is, from 0 to 4; without it results stand from the worst to the mildest"
    )


class RowErratum(Part):
    """What the source printed in a field of a row."""

    field: str = Field(description="the result, or roll, that the source has wrong")
    printed: Words = Field(description="what the source printed")
    reason: Words = Field(description="why that is wrong")


class DiceRow(Part):
    """A row of a table, whose own shape adds a text for each column, and a range for the roll and each result."""

    die: ClassVar[Die | None] = None
    ranged: ClassVar[tuple[str, ...]] = (ROLL,)
    errata: Many[RowErratum] = Field((), description="what the source has wrong here")

    @cached_property
    def cells(self) -> dict[str, Phrase]:
        """What it has under each key, as it is written."""
        fields = type(self).model_fields.items()
        return {key: text for name, field in fields if (key := field.alias) and (text := getattr(self, name))}

    @cached_property
    def spans(self) -> dict[str, DieRange]:
        """Its ranges by result; by ROLL what leads to the row, unless it shares the roll of the row above it."""
        if self.die is None:
            return {}
        return {
            key: parse_die_range(text.text, self.die, text.where, "" if key == ROLL else key)
            for key, text in self.cells.items()
            if key in self.ranged
        }


class DiceTable(Part):
    """A table as a file has it."""

    title: Words = Field(description="its title")
    aside: Words = Field(NOTHING, description="a few words beside the title")
    die_name: Literal["d4", "d6", "d8", "d10", "d12", "d20", "d100"] | None = Field(
        None, alias="die", description="the die that is rolled for it"
    )
    columns: dict[str, TextColumn] = Field({}, description="the columns of text, by the keys that rows use")
    results: dict[str, Result] = Field({}, description="what ranges of the die lead to, by the keys that rows use")
    lines: Annotated[Many[Values], Field(min_length=1)] = Field(
        alias="rows",
        description="the rows: a text for each column, a range for each result, the roll that leads to the row, errata",
    )
    footnotes: Many[Words] = Field((), description="notes under the table")
    _rows: tuple[DiceRow, ...] = PrivateAttr(())

    @property
    def rows(self) -> tuple[DiceRow, ...]:
        """Its rows, once they are read."""
        return self._rows

    @property
    def die(self) -> Die | None:
        """The die that is rolled for it; None where no dice are rolled."""
        return Die(self.die_name, int(self.die_name[1:])) if self.die_name else None

    @property
    def has_rolls(self) -> bool:
        """Whether its rows are found with a roll."""
        return any(ROLL in line for line in self.lines)

    @property
    def count(self) -> int:
        """How many columns it has on paper."""
        return self.has_rolls + len(self.columns) + len(self.results)

    def severity(self, key: str) -> int:
        """How bad a result is; those that do not say it stand from the worst to the mildest."""
        severity = self.results[key].severity
        return max(0, _MOST_SEVERE - list(self.results).index(key)) if severity is None else severity

    @model_validator(mode="after")
    def _whole(self) -> DiceTable:
        if self.count > MOST_COLUMNS:
            raise too_many_columns(self.count)
        for part, keys, others in (("columns", self.columns, {}), ("results", self.results, self.columns)):
            if taken := [key for key in keys if key in (*others, ROLL, "errata")]:
                clash = problem("bad-name", "the rows have such a key already", "Give it another name.")
                raise problem_at(clash, part, taken[0])
        if self.results and not self.die:
            raise problem("missing-key", "the table has results and no die", _ADD_DIE)
        if self.die and not self.results and not self.has_rolls:
            message = f"the table rolls a {self.die_name}, and its rows have no roll"
            raise problem("missing-key", message, "Add roll: and a range to every row.")
        if not self.columns and not self.results:
            hint = "Add columns: with a name and a title for each."
            raise problem("missing-key", "the table has neither columns nor results", hint)
        return self


Tables = dict[str, DiceTable]
"""A file of dice tables, by name."""


def load_dice_tables(files: Files, path: Path) -> dict[str, DiceTable | None] | None:
    """The tables of a file by name, None for those with mistakes, or for all; `check_table` judges their ranges."""
    source = files.mapping(path)
    if source is None:
        return None
    tables: dict[str, DiceTable | None] = {}
    for name, value in source.items():
        before = len(files.findings)
        table: DiceTable | None = files.check(adapter(DiceTable), value, source.where(name), name)
        if table:
            shape = _row_adapter(table.die, tuple(table.columns), tuple(table.results))
            rows = [files.check(shape, line, table.where, f"item {i}") for i, line in enumerate(table.lines, 1)]
            table._rows = tuple(row for row in rows if row)
        tables[name] = table if len(files.findings) == before else None
    return tables


# To make a shape takes longer than to read all rows of a table, and the tables of a game have few shapes.
@lru_cache(maxsize=64)
def _row_adapter(die: Die | None, columns: tuple[str, ...], results: tuple[str, ...]) -> TypeAdapter[DiceRow]:
    """What checks the rows of a table that rolls a die, with the keys of its columns and of its results."""
    ranged = (ROLL, *results)
    span: Any = Annotated[Words, AfterValidator(partial(_in_range, die))]
    field: Any = Literal[ranged]
    keys = {ROLL: span} | dict.fromkeys(columns, Words) | dict.fromkeys(results, span)
    fields: dict[str, Any] = {f"key_{i}": (keys[key], Field(NOTHING, alias=key)) for i, key in enumerate(keys)}
    erratum: Any = create_model("erratum", __base__=RowErratum, field=(field, ...), printed=(span, ...))
    shape = create_model("row", __base__=DiceRow, errata=(Many[erratum], ()), **fields)
    shape.die, shape.ranged = die, ranged
    return TypeAdapter(shape)


def _in_range(die: Die | None, text: Phrase) -> Phrase:
    """A text that stands for a range of the die."""
    if die is None:
        raise problem("no-die", "a table without a die has no ranges", _ADD_DIE)
    try:
        parse_die_range(text.text, die, text.where)
    except ValueError as error:
        hint = f"Write it like 1-5, 5 or 6-{die.zero}." if die.zero else "Write it like 1-10 or 5."
        raise problem("bad-range", str(error), hint) from error
    return text


def check_table(table: DiceTable) -> list[Finding]:
    """What is wrong with the ranges and the errata of a table, in the order of their places."""
    die = table.die
    if die is None:
        return []
    findings: list[Finding] = []
    if table.has_rolls:
        findings += _check_cover([row.spans[ROLL] for row in table.rows if ROLL in row.spans], die, table.where)
        if ROLL not in table.rows[0].spans:
            message = "the first row has no roll, and no row above it to share one with"
            findings.append(rule_violation(table.rows[0].where, "missing-roll", message, "Add roll: and a range."))
    for row in table.rows:
        if table.results:
            findings += _check_cover([span for span in row.spans.values() if span.name], die, row.where)
        findings += _errata(row, die)
    return sorted(findings, key=lambda finding: finding.where)


def _range_text(span: DieRange, die: Die) -> str:
    return f"{span.name} {span.format(die)}".strip()


def _ends(span: DieRange) -> tuple[int, int]:
    return min(span.low, span.high), max(span.low, span.high)


def _check_cover(spans: Collection[DieRange], die: Die, where: Where) -> Iterator[Finding]:
    """Findings for what ranges leave out, share, or have beyond the die; `where` stands in for a missing range."""
    if not spans:
        message = f"no number of the {die.name} leads to anything"
        yield rule_violation(where, "dice-gap", message, f"Add ranges that cover 1 to {die.sides}.")
        return
    for span in spans:
        yield from _impossible(span, die)
    ordered = sorted(spans, key=lambda span: (_ends(span)[0], span.where))
    reach, last = 0, ordered[0]
    for span in ordered:
        low, high = _ends(span)
        if low > reach + 1:
            yield _gap(reach + 1, min(low - 1, die.sides), last if reach else span, die)
        elif low <= min(reach, die.sides) and reach:
            # Told at whichever of the two ranges comes later in the file.
            later = max(last.where, span.where)
            both = DieRange(low, min(high, reach, die.sides), later).format(die)
            message = f"{_range_text(last, die)} and {_range_text(span, die)} both cover {both}"
            yield rule_violation(later, "dice-overlap", message, "Leave it to one of the two.")
        if high > reach:
            reach, last = high, span
    if reach < die.sides:
        yield _gap(reach + 1, die.sides, last, die)


def _impossible(span: DieRange, die: Die) -> Iterator[Finding]:
    low, high = _ends(span)
    if span.low > span.high:
        message, mended = f"the range {_range_text(span, die)} runs backwards", DieRange(low, high, span.where)
        yield rule_violation(span.where, "reversed-range", message, f"Write {mended.format(die)}.")
    if low < 1 or high > die.sides:
        written = f"{span.name} {span.low}{f'-{span.high}' if high != low else ''}".strip()
        top = f"{die.sides}, written {die.zero}" if die.zero else str(die.sides)
        message = f"the range {written} has {low if low < 1 else high}; a {die.name} runs from 1 to {top}"
        yield rule_violation(span.where, "beyond-die", message, f"End it at {die.format(die.sides)}, or start it at 1.")


def _gap(low: int, high: int, beside: DieRange, die: Die) -> Finding:
    """Stands at the range before the numbers that are missing, or at the first one."""
    missing = DieRange(low, high, beside.where).format(die)
    message = f"no range covers {missing}, beside {_range_text(beside, die)}"
    return rule_violation(beside.where, "dice-gap", message, f"Widen a range to cover {missing}.")


def _errata(row: DiceRow, die: Die) -> Iterator[Finding]:
    for erratum in row.errata:
        name, mended = erratum.field, row.spans.get(erratum.field)
        if mended is None:
            message = f"the erratum corrects {name}, which the row does not have"
            hint = f"Add {name}: and the corrected range, or delete the erratum."
            yield rule_violation(erratum.where, "erratum-field", message, hint)
        elif parse_die_range(erratum.printed.text, die, mended.where, mended.name) == mended:
            message = f"the erratum says that {name} was printed {mended.format(die)}, as it is now"
            yield rule_violation(erratum.where, "erratum-same", message, "Delete the erratum, or correct the range.")
