"""Dice tables: their ranges cover the die once, and their errata correct something."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from printgen.base.errors import Finding, Where, rule_violation
from printgen.game.dice_tables import ROLL, DiceRow, DiceTable, Die, DieRange, parse_die_range


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
            shared = DieRange(low, min(high, reach, die.sides), later).format(die)
            message = f"{_range_text(last, die)} and {_range_text(span, die)} both cover {shared}"
            yield rule_violation(later, "dice-overlap", message, "Leave it to one of the two.")
        if high > reach:
            reach, last = high, span
    if reach < die.sides:
        yield _gap(reach + 1, die.sides, last, die)


def _impossible(span: DieRange, die: Die) -> Iterator[Finding]:
    low, high = _ends(span)
    if span.low > span.high:
        message = f"the range {_range_text(span, die)} runs backwards"
        yield rule_violation(
            span.where, "reversed-range", message, f"Write {DieRange(low, high, span.where).format(die)}."
        )
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
