"""Areas: sizes that belong to their shape, and ranges of dice that can be rolled; a Game comes in, Findings go out."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.errors import Exit, Finding, Where, did_you_mean
from printgen.kinds.area_template.model import SHAPES, faults_of
from printgen.reading.dice_tables import Die, Span, parse_span
from printgen.reading.marked import Map
from printgen.reading.records import Game, Record

AREA_KIND = "area-template"
SIZES = ("diameter_in", "length_in", "width_in")
"""The fields of an area's sizes, in inches."""

_D100 = Die("d100", 100)


def check_areas(game: Game) -> Iterator[Finding]:
    """Findings for every area of a game whose shape, sizes or effects make no sense, each once."""
    seen: set[Finding] = set()
    for product in game.products.values():
        if product.kind == AREA_KIND:
            for record in product.records:
                for finding in area_findings(record):
                    if finding not in seen:
                        seen.add(finding)
                        yield finding


def area_findings(record: Record) -> list[Finding]:
    """What is wrong with one area."""
    values = record.values
    sizes = {name: values.get(name) for name in SIZES}
    shape = str(values.get("shape") or "")
    findings: list[Finding] = []
    for fault in faults_of(shape, sizes):
        hint = did_you_mean(shape, SHAPES) if fault.field == "shape" and shape else fault.hint
        findings.append(_finding("area-size", record.where_of(fault.field or "shape"), fault.message, hint))
    effects = values.get("effects")
    if isinstance(effects, Map):
        for label, ranges in effects.items():
            if not isinstance(ranges, Map):
                message = f"{label} should be a mapping of outcomes"
                findings.append(_finding("area-effect", effects.where(label), message, "Write killed: 01-10."))
                continue
            findings += _effect(label, ranges)
    return findings


def _effect(label: str, ranges: Map) -> list[Finding]:
    """Ranges must be numbers of a d100 that rise from one outcome to the next without meeting or leaving a gap."""
    findings: list[Finding] = []
    last = 0
    for outcome, text in ranges.items():
        where = ranges.where(outcome)
        try:
            span = parse_span(str(text), _D100, where)
        except ValueError as error:
            findings.append(_finding("area-effect", where, str(error), "Write it like 01-10 or 51-00."))
            continue
        message = _fault(span, last)
        if message:
            findings.append(_finding("area-effect", where, f"{label} {outcome}: {message}", "Mend the range."))
        last = max(last, min(span.high, 100))
    return findings


def _fault(span: Span, last: int) -> str:
    """What is wrong with a range after the one that ends at `last`."""
    shown = span.shown(_D100)
    if not 1 <= span.low <= span.high <= 100:
        return f"{shown} is no range of a d100"
    if span.low <= last:
        return f"{shown} shares {_D100.shown(span.low)} with the range before it"
    if span.low > last + 1:
        return f"{shown} leaves out {_D100.shown(last + 1)} to {_D100.shown(span.low - 1)}"
    return ""


def _finding(code: str, where: Where, message: str, hint: str) -> Finding:
    return Finding("error", where, message, hint, code, Exit.RULES_BROKEN)
