"""The areas that a product prints, from its options and the records of its list."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple, get_args

from printgen.base.errors import Finding, Where, did_you_mean, rule_violation, unknown_word
from printgen.game.dice_tables import Die, parse_die_range
from printgen.game.records import Loading, Record
from printgen.kinds.area_template.model import (
    LARGEST,
    SHAPES,
    Area,
    AreaFields,
    AreaOptions,
    Effect,
    Form,
    Spoke,
    Subject,
    inches,
)
from printgen.reading.positions import LocatedMap

_FORMS = get_args(Form)
_WAYS = ("middle", "left", "right", "up", "down", "none")
_D100 = Die("d100", 100)
# A triangle longer than this on paper, in inches, is laid out with strings unless its record says otherwise.
_LONGEST = 36.0
_LENGTH = re.compile(r"\{(\d+(?:\.\d+)?) (\w+)\}")


class Areas(NamedTuple):
    """The areas of a product: its options, and the areas of its list by their index, without faulty ones."""

    options: AreaOptions
    subjects: Mapping[Where, Subject]


def load_areas(loading: Loading) -> Areas | None:
    """The areas of a product; mistakes of its options and of its records are reported."""
    options = loading.options_of(AreaOptions)
    if options is None:
        return None
    mistakes = [*_strangers(loading, options.fields), *_bad_misses(loading, options)]
    if mistakes:
        loading.files.add(mistakes)
        return None
    table = loading.game.tables.get(options.misses)
    rows = table.rows.items() if table else ()
    rose = tuple(Spoke(code, str(row.get("word")), str(row.get("way"))) for code, row in rows)
    subjects = {}
    for record in loading.product.records:
        reader = _Reader(record, options.fields)
        subject = reader.subject(options, rose)
        loading.files.add(reader.findings)
        if not reader.findings and subject:
            subjects[record.where] = subject
    return Areas(options, subjects)


def _strangers(loading: Loading, fields: AreaFields) -> Iterator[Finding]:
    """A finding for every field that the options name and the records lack."""
    fields_of_record = loading.product.records[0].values if loading.product.records else {}
    for key, name in fields if fields_of_record else ():
        if fields.gives(key) and name not in fields_of_record:
            yield unknown_word(
                fields.where_of(key), "unknown-field", f'the records have no field "{name}"', name, fields_of_record
            )


def _bad_misses(loading: Loading, options: AreaOptions) -> Iterator[Finding]:
    """A finding for a missing table of misses, or for every incomplete row of it."""
    name, tables = options.misses, loading.game.tables
    if name and name not in tables:
        message, add = f'there is no table "{name}"', "Add it to the tables of the game."
        yield unknown_word(options.where_of("misses"), "unknown-table", message, name, tables, add)
    elif name:
        for code, row in tables[name].rows.items():
            if row.get("way") not in _WAYS or not row.get("word"):
                message = f'the row "{code}" needs a word and a way'
                hint = f"Give it a word, and as its way one of {', '.join(_WAYS)}."
                yield Finding("error", tables[name].where_of(code), message, hint, "missing-key")


class _Reader:
    """Reads the area of one record and collects findings."""

    def __init__(self, record: Record, fields: AreaFields) -> None:
        self.record, self.fields = record, fields
        self.findings: list[Finding] = []

    def value(self, key: str) -> Any:
        """The record's value for a key of `AreaFields`; None when it has no such field."""
        return self.record.values.get(getattr(self.fields, key))

    def report(self, code: str, at: str | Where, message: str, hint: str) -> None:
        """A finding at a key of `AreaFields`, or at a place."""
        where = self.record.where_of(getattr(self.fields, at)) if isinstance(at, str) else at
        self.findings.append(rule_violation(where, code, message, hint))

    def subject(self, options: AreaOptions, rose: tuple[Spoke, ...]) -> Subject | None:
        """The area with all its facts; None, with findings, when it has no shape or a wrong size."""
        form, scale = options.form or self.value("form"), options.scale
        if form and form not in _FORMS:
            self.report("unknown-value", "form", f"'{form}' is not a form", did_you_mean(form, _FORMS))
        area, effects = self.area(options.measure.inch), dict(self.effects())
        if area is None:
            return None
        long = area.shape == "triangle" and area.length * scale.factor > _LONGEST
        form, kind = form or ("gauge" if long else "full"), str(self.value("kind") or "")
        users, notes = tuple(self.value("users") or ()), self.value("notes") or ()
        notes = tuple(_LENGTH.sub(lambda m: f"{inches(float(m[1]) * scale.factor)} {m[2]}", note) for note in notes)
        rose = rose if area.shape == "circle" else ()
        return Subject(self.record.name, area, scale, options.measure, kind, form, users, effects, notes, rose)

    def area(self, inch: float) -> Area | None:
        """The shape and its sizes, in inches, where `inch` printed ones are one written inch."""
        shape_word = str(self.value("shape") or "")
        shape = next((known for known in SHAPES if known == shape_word), None)
        if shape is None:
            self.report(
                "area-size", "shape", f'"{shape_word}" is not a shape of areas', did_you_mean(shape_word, SHAPES)
            )
            return None
        sizes = {key: (getattr(self.fields, key), self.value(key)) for key in ("diameter", "length", "width")}
        needed = ("diameter",) if Area(shape).round else ("length", "width")
        for key, (called, size) in sizes.items():
            if size is None and key in needed:
                self.report("area-size", "shape", f"a {shape} needs {called}", f"Add {called}: and its size.")
            elif size is not None and key not in needed:
                hint = f"Give {' and '.join(sizes[other][0] for other in needed)} instead."
                self.report("area-size", key, f"a {shape} has no {called}", hint)
            elif size is not None and not (isinstance(size, int | float) and 0 < size <= LARGEST):
                message = f"{called} is {size}; a size is a number above zero and up to {LARGEST:g}"
                self.report("area-size", key, message, "Mend the size.")
        return None if self.findings else Area(shape, **{key: size / inch for key, (_, size) in sizes.items() if size})

    def effects(self) -> Iterator[tuple[str, tuple[Effect, ...]]]:
        """What rolls of a d100 lead to, by label."""
        entry = self.value("effects")
        for label, ranges in entry.items() if isinstance(entry, LocatedMap) else ():
            if isinstance(ranges, LocatedMap):
                yield label, tuple(self.ranges(label, ranges))
            else:
                message = f"{label} should be a mapping of outcomes"
                self.report("area-effect", entry.where(label), message, "Write killed: 01-10.")

    def ranges(self, label: str, ranges: LocatedMap) -> Iterator[Effect]:
        """Numbers of a d100 that rise from one outcome to the next without meeting or leaving a gap."""
        last = 0
        for outcome, text in ranges.items():
            where = ranges.where(outcome)
            try:
                span = parse_die_range(str(text), _D100, where)
            except ValueError as error:
                self.report("area-effect", where, str(error), "Write it like 01-10 or 51-00.")
                continue
            faults = {
                "is no range of a d100": not 1 <= span.low <= span.high <= 100,
                f"shares {_D100.format(span.low)} with the range before it": span.low <= last,
                f"leaves out {_D100.format(last + 1)} to {_D100.format(span.low - 1)}": span.low > last + 1,
            }
            if fault := next((words for words, holds in faults.items() if holds), ""):
                message = f"{label} {outcome}: {span.format(_D100)} {fault}"
                self.report("area-effect", where, message, "Mend the range.")
            last = max(last, min(span.high, 100))
            yield Effect(outcome, span.print_text(_D100), span.low, span.high)
