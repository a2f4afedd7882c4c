"""Dice tables: the ranges of a table must cover its die exactly once; a Game comes in, Findings go out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from printgen.errors import Exit, Finding, Where
from printgen.kinds.document.reading import Reference
from printgen.reading.dice_tables import ROLL, DiceTable, Die, Row, Span
from printgen.reading.records import Game


def check_tables(game: Game) -> Iterator[Finding]:
    """Findings for every table that the documents of a game may show."""
    loaded = (product.loaded for product in game.products.values())
    references = (value for value in loaded if isinstance(value, Reference))
    tables = {table.where: table for reference in references for table in reference.tables.values()}
    for table in tables.values():
        yield from check_table(table)


def check_table(table: DiceTable) -> list[Finding]:
    """What is wrong with the ranges and the errata of a table, in the order of their places."""
    if table.die is None:
        return []
    findings: list[Finding] = []
    if table.rolled:
        named = [_Named(row.roll, "") for row in table.rows if row.roll]
        findings += _covered(named, table.die, table.where)
        if not table.rows[0].roll:
            message = "the first row has no roll, and no row above it to share one with"
            findings.append(_finding("missing-roll", table.rows[0].where, message, "Add roll: and a range."))
    for row in table.rows:
        if table.results:
            named = [_Named(row.ranges[key], f"{key} ") for key in table.results if key in row.ranges]
            findings += _covered(named, table.die, row.where)
        findings += _errata(row, table.die)
    return sorted(findings, key=lambda finding: finding.where)


class _Named(NamedTuple):
    """A range and the word before it in a message, "" for a row's roll."""

    span: Span
    name: str

    def shown(self, die: Die) -> str:
        return self.name + self.span.shown(die)


def _covered(ranges: Sequence[_Named], die: Die, where: Where) -> Iterator[Finding]:
    """Findings for what the ranges leave out, share, or have beyond the die; `where` stands in for a missing range."""
    if not ranges:
        message = f"no number of the {die.name} leads to anything"
        yield _finding("dice-gap", where, message, f"Add ranges that cover 1 to {die.sides}.")
        return
    for one in ranges:
        yield from _impossible(one, die)
    ordered = sorted(ranges, key=lambda one: (min(one.span.low, one.span.high), one.span.where))
    reach, last = 0, ordered[0]
    for one in ordered:
        low, high = sorted((one.span.low, one.span.high))
        if low > reach + 1:
            yield _gap(reach + 1, min(low - 1, die.sides), last if reach else one, die)
        elif low <= min(reach, die.sides) and reach:
            yield _overlap(low, min(high, reach, die.sides), last, one, die)
        if high > reach:
            reach, last = high, one
    if reach < die.sides:
        yield _gap(reach + 1, die.sides, last, die)


def _impossible(one: _Named, die: Die) -> Iterator[Finding]:
    span = one.span
    if span.low > span.high:
        message = f"the range {one.shown(die)} runs backwards"
        hint = f"Write {Span(span.high, span.low, span.where).shown(die)}."
        yield _finding("reversed-range", span.where, message, hint)
    low, high = sorted((span.low, span.high))
    if low < 1 or high > die.sides:
        wrong = low if low < 1 else high
        top = f"{die.sides}, written {die.zero}" if die.zero else str(die.sides)
        message = f"the range {one.name}{span.low}{f'-{span.high}' if span.high != span.low else ''} has {wrong}"
        message += f"; a {die.name} runs from 1 to {top}"
        yield _finding("beyond-die", span.where, message, f"End it at {die.shown(die.sides)}, or start it at 1.")


def _gap(low: int, high: int, beside: _Named, die: Die) -> Finding:
    """Stands at the range before the numbers that are missing, or at the first one."""
    missing = Span(low, high, beside.span.where).shown(die)
    message = f"no range covers {missing}, beside {beside.shown(die)}"
    return _finding("dice-gap", beside.span.where, message, f"Widen a range to cover {missing}.")


def _overlap(low: int, high: int, first: _Named, second: _Named, die: Die) -> Finding:
    """Stands at whichever of the two ranges comes later in the file."""
    later = max(first, second, key=lambda one: one.span.where)
    shared = Span(low, high, later.span.where).shown(die)
    message = f"{first.shown(die)} and {second.shown(die)} both cover {shared}"
    return _finding("dice-overlap", later.span.where, message, "Leave it to one of the two.")


def _errata(row: Row, die: Die) -> Iterator[Finding]:
    for erratum in row.errata:
        mended = row.roll if erratum.field == ROLL else row.ranges.get(erratum.field)
        if mended is None:
            message = f"the erratum corrects {erratum.field}, which the row does not have"
            hint = f"Add {erratum.field}: and the corrected range, or delete the erratum."
            yield _finding("erratum-field", erratum.where, message, hint)
        elif (mended.low, mended.high) == (erratum.printed.low, erratum.printed.high):
            message = f"the erratum says that {erratum.field} was printed {mended.shown(die)}, as it is now"
            hint = "Delete the erratum, or correct the range."
            yield _finding("erratum-same", erratum.where, message, hint)


def _finding(code: str, where: Where, message: str, hint: str) -> Finding:
    return Finding("error", where, message, hint, code, Exit.RULES_BROKEN)
