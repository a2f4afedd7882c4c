"""A product of area templates comes in; what its options, its list and its table for a miss say goes out, as Subjects.

Which field of a record says what, and which table tells where a miss lands, is for the product's options to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema

from printgen.errors import Exit, Finding, Where, did_you_mean
from printgen.kinds.area_template.model import (
    FULL,
    SCALES,
    SHAPES,
    Area,
    Effect,
    Measure,
    Scale,
    Shape,
    Spoke,
    Subject,
    faults_of,
    parse_scale,
)
from printgen.reading.dice_tables import Die, Span, parse_span
from printgen.reading.fields import problem
from printgen.reading.marked import Map
from printgen.reading.part import Options, Part, adapter
from printgen.reading.records import Loading, Record

Form = Literal["full", "outline", "gauge"]
_FORMS = get_args(Form)
_WAYS = ("middle", "left", "right", "up", "down", "none")
_D100 = Die("d100", 100)
# A triangle longer than this on paper is laid out with strings unless its record says otherwise.
_LONGEST = 36.0


def _scale(value: Any) -> Scale:
    try:
        return parse_scale(str(value))
    except ValueError as error:
        raise problem("unknown-value", str(error), SCALES) from error


def _film(value: Any) -> Any:
    return ("film" if value else "no") if isinstance(value, bool) else value


class Fields(Part):
    """Which field of a record says what of an area; what has no field is not told."""

    shape: str = Field("shape", description="circle, half-circle, triangle or rectangle")
    diameter: str = Field("diameter", description="how far across a round area is")
    length: str = Field("length", description="from the apex of a triangle to its base, or how long a rectangle is")
    width: str = Field("width", description="the width of a triangle's base, or of a rectangle")
    kind: str = Field("", description="the kind of area, one of those in areas.yaml")
    users: str = Field("", description="a list of what makes such an area")
    effects: str = Field("", description="a mapping of labels, each a mapping of outcomes to ranges of a d100")
    notes: str = Field("", description="a list of sentences; lengths in them, such as {15 in}, shrink with the scale")
    form: str = Field("", description="the form in which the area is printed unless the product names one")


class MeasureOptions(Part):
    """What lengths are written and told in."""

    unit: str = Field("in", max_length=8, description="the unit behind a number, such as ft")
    name: str = Field("inch", max_length=20, description="the name of the unit, such as foot")
    mark: str = Field("″", max_length=8, description="the mark behind a number where there is little room, such as ′")
    inch: Annotated[float, Field(gt=0, le=1000)] = Field(1, description="how many of it are an inch on paper")


class AreaOptions(Options):
    """What a product of area templates takes under `options`."""

    form: Form | None = Field(None, description="in full, in outline, or as a gauge; by default what fits each area")
    scale: Annotated[Scale, PlainValidator(_scale), WithJsonSchema({"type": "string"})] = Field(
        FULL, description="full, a ratio such as 1:18, or the height of the figures such as 3.75in"
    )
    film: Annotated[Literal["no", "film", "mirror"], BeforeValidator(_film)] = Field(
        "no", description="true for thin outlines on clear film, mirror to print them on its back"
    )
    measure: MeasureOptions = Field(
        MeasureOptions.model_construct(), description="what lengths are written and told in, if not inches"
    )
    fields: Fields = Field(Fields.model_construct(), description="which field of a record says what")
    misses: str = Field("", description="the table of where a miss lands; its rows have a word and a way")


@dataclass(frozen=True, slots=True)
class Areas:
    """What a product prints: its options, and the areas of its list by their places; those with mistakes are not."""

    options: AreaOptions
    subjects: Mapping[Where, Subject]


def load_areas(loading: Loading) -> Areas | None:
    """The areas of a product; mistakes of its options and of its records are reported."""
    given = loading.product.options
    options: AreaOptions | None = loading.files.check(adapter(AreaOptions), given, given.start, "options")
    if options is None:
        return None
    strangers = list(_strangers(loading, options.fields))
    rose = _rose(loading, options, strangers)
    if strangers:
        loading.files.add(strangers)
        return None
    subjects = {}
    for record in loading.product.records:
        reader = _Reader(record, options.fields)
        subject = reader.subject(options, rose)
        loading.files.add(reader.findings)
        if subject is not None:
            subjects[record.where] = subject
    return Areas(options, subjects)


def _strangers(loading: Loading, fields: Fields) -> Iterator[Finding]:
    """A finding for every field that the options name and the records do not have."""
    known = loading.product.records[0].values if loading.product.records else None
    for key, name in fields:
        if known is not None and fields.gives(key) and name not in known:
            hint = did_you_mean(name, known)
            yield Finding("error", fields.where_of(key), f'the records have no field "{name}"', hint, "unknown-field")


def _rose(loading: Loading, options: AreaOptions, findings: list[Finding]) -> tuple[Spoke, ...]:
    """What the rolls for a miss mean."""
    if not options.misses:
        return ()
    table = loading.game.tables.get(options.misses)
    if table is None:
        hint = did_you_mean(options.misses, loading.game.tables) or "Add it to the tables of the game."
        message = f'there is no table "{options.misses}"'
        findings.append(Finding("error", options.where_of("misses"), message, hint, "unknown-table"))
        return ()
    for code, row in table.rows.items():
        if row.get("way") not in _WAYS or not row.get("word"):
            message = f'the row "{code}" needs a word and a way'
            hint = f"Give it a word, and as its way one of {', '.join(_WAYS)}."
            findings.append(Finding("error", table.where_of(code), message, hint, "missing-key"))
    return tuple(Spoke(code, str(row.get("word")), str(row.get("way"))) for code, row in table.rows.items())


class _Reader:
    """Reads the area of one record and gathers what is wrong with it."""

    def __init__(self, record: Record, fields: Fields) -> None:
        self.record, self.fields = record, fields
        self.findings: list[Finding] = []

    def value(self, key: str) -> Any:
        """What the record has for a key of `Fields`; None where it has no such field."""
        return self.record.values.get(getattr(self.fields, key))

    def wrong(self, code: str, where: Where, message: str, hint: str) -> None:
        self.findings.append(Finding("error", where, message, hint, code, Exit.RULES_BROKEN))

    def subject(self, options: AreaOptions, rose: tuple[Spoke, ...]) -> Subject | None:
        """The area with all that is told of it; None, with findings, when it has a mistake."""
        measure = Measure(*(getattr(options.measure, key) for key in Measure._fields))
        area, effects, form = self.area(measure), self.effects(), options.form or self.value("form")
        if form and form not in _FORMS:
            where = self.record.where_of(self.fields.form)
            self.wrong("unknown-value", where, f"'{form}' is not a form", did_you_mean(form, _FORMS))
        if area is None or self.findings:
            return None
        scale, triangle = options.scale, area.shape == "triangle"
        return Subject(
            area,
            scale,
            measure,
            str(self.value("kind") or ""),
            form or ("gauge" if triangle and area.length * scale.factor > _LONGEST else "full"),
            tuple(self.value("users") or ()),
            effects,
            tuple(self.value("notes") or ()),
            rose if area.shape == "circle" else (),
        )

    def area(self, measure: Measure) -> Area | None:
        shape = str(self.value("shape") or "")
        names = {getattr(self.fields, key): key for key in ("diameter", "length", "width")}
        sizes = {key: self.value(key) for key in names.values()}
        faults = faults_of(shape, sizes, {key: name for name, key in names.items()})
        for fault in faults:
            hint = did_you_mean(shape, SHAPES) if fault.field == "shape" and shape else fault.hint
            where = self.record.where_of(getattr(self.fields, fault.field or "shape"))
            self.wrong("area-size", where, fault.message, hint)
        if faults:
            return None
        checked: Shape = next(known for known in SHAPES if known == shape)
        return Area(self.record.name, checked, **{key: size / measure.inch for key, size in sizes.items() if size})

    def effects(self) -> dict[str, tuple[Effect, ...]]:
        given = self.value("effects")
        out: dict[str, tuple[Effect, ...]] = {}
        for label, ranges in given.items() if isinstance(given, Map) else ():
            if isinstance(ranges, Map):
                out[label] = tuple(self.ranges(label, ranges))
            else:
                message = f"{label} should be a mapping of outcomes"
                self.wrong("area-effect", given.where(label), message, "Write killed: 01-10.")
        return out

    def ranges(self, label: str, ranges: Map) -> Iterator[Effect]:
        """Numbers of a d100 that rise from one outcome to the next without meeting or leaving a gap."""
        last = 0
        for outcome, text in ranges.items():
            where = ranges.where(outcome)
            try:
                span = parse_span(str(text), _D100, where)
            except ValueError as error:
                self.wrong("area-effect", where, str(error), "Write it like 01-10 or 51-00.")
                continue
            if message := _fault(span, last):
                self.wrong("area-effect", where, f"{label} {outcome}: {message}", "Mend the range.")
            last = max(last, min(span.high, 100))
            yield Effect(outcome, str(text), span.low, span.high)


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
