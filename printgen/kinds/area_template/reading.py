"""A product of area templates comes in; what its options, its list and its table for a miss say goes out, as Subjects.

Which field of a record says what, and which table tells where a miss lands, is for the product's options to say.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, Literal, NamedTuple, get_args

from pydantic import BeforeValidator, Field, PlainValidator, WithJsonSchema

from printgen.errors import Exit, Finding, Where, did_you_mean
from printgen.kinds.area_template.model import (
    FULL,
    INCHES,
    LARGEST,
    ROUND,
    SHAPES,
    Area,
    Effect,
    Measure,
    Scale,
    Spoke,
    Subject,
    parse_scale,
)
from printgen.reading.dice_tables import Die, parse_span
from printgen.reading.marked import Map
from printgen.reading.part import Options, Part, adapter
from printgen.reading.records import Loading, Record

Form = Literal["full", "outline", "gauge"]
_FORMS = get_args(Form)
_WAYS = ("middle", "left", "right", "up", "down", "none")
_D100 = Die("d100", 100)
# A triangle longer than this on paper is laid out with strings unless its record says otherwise.
_LONGEST = 36.0


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


def _film(value: Any) -> Any:
    return ("film" if value else "no") if isinstance(value, bool) else value


class AreaOptions(Options):
    """What a product of area templates takes under `options`."""

    form: Form | None = Field(None, description="in full, in outline, or as a gauge; by default what fits each area")
    scale: Annotated[Scale, PlainValidator(parse_scale), WithJsonSchema({"type": "string"})] = Field(
        FULL, description="full, a ratio such as 1:18, or the height of the figures such as 3.75in"
    )
    film: Annotated[Literal["no", "film", "mirror"], BeforeValidator(_film)] = Field(
        "no", description="true for thin outlines on clear film, mirror to print them on its back"
    )
    measure: Measure = Field(INCHES, description="what lengths are written and told in, if not inches")
    fields: Fields = Field(Fields.model_construct(), description="which field of a record says what")
    misses: str = Field("", description="the table of where a miss lands; its rows have a word and a way")


class Areas(NamedTuple):
    """What a product prints: its options, and the areas of its list by their places; those with mistakes are not."""

    options: AreaOptions
    subjects: Mapping[Where, Subject]


def load_areas(loading: Loading) -> Areas | None:
    """The areas of a product; mistakes of its options and of its records are reported."""
    given = loading.product.options
    options: AreaOptions | None = loading.files.check(adapter(AreaOptions), given, given.start, "options")
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


def _strangers(loading: Loading, fields: Fields) -> Iterator[Finding]:
    """A finding for every field that the options name and the records do not have."""
    for known in (record.values for record in loading.product.records[:1]):
        for key, name in fields:
            if fields.gives(key) and name not in known:
                hint = did_you_mean(name, known)
                message = f'the records have no field "{name}"'
                yield Finding("error", fields.where_of(key), message, hint, "unknown-field")


def _bad_misses(loading: Loading, options: AreaOptions) -> Iterator[Finding]:
    """A finding for a table for a miss that is not there, or for every row of it that says too little."""
    name, tables = options.misses, loading.game.tables
    if name and name not in tables:
        hint = did_you_mean(name, tables) or "Add it to the tables of the game."
        yield Finding("error", options.where_of("misses"), f'there is no table "{name}"', hint, "unknown-table")
    elif name:
        for code, row in tables[name].rows.items():
            if row.get("way") not in _WAYS or not row.get("word"):
                message = f'the row "{code}" needs a word and a way'
                hint = f"Give it a word, and as its way one of {', '.join(_WAYS)}."
                yield Finding("error", tables[name].where_of(code), message, hint, "missing-key")


class _Reader:
    """Reads the area of one record and gathers what is wrong with it."""

    def __init__(self, record: Record, fields: Fields) -> None:
        self.record, self.fields = record, fields
        self.findings: list[Finding] = []

    def value(self, key: str) -> Any:
        """What the record has for a key of `Fields`; None where it has no such field."""
        return self.record.values.get(getattr(self.fields, key))

    def wrong(self, code: str, at: str | Where, message: str, hint: str) -> None:
        """A finding at a key of `Fields`, or at a place."""
        where = self.record.where_of(getattr(self.fields, at)) if isinstance(at, str) else at
        self.findings.append(Finding("error", where, message, hint, code, Exit.RULES_BROKEN))

    def subject(self, options: AreaOptions, rose: tuple[Spoke, ...]) -> Subject | None:
        """The area with all that is told of it; None, with findings, when it has no shape or a wrong size."""
        form = options.form or self.value("form")
        if form and form not in _FORMS:
            self.wrong("unknown-value", "form", f"'{form}' is not a form", did_you_mean(form, _FORMS))
        area, effects, scale = self.area(options.measure), dict(self.effects()), options.scale
        if area is None:
            return None
        long = area.shape == "triangle" and area.length * scale.factor > _LONGEST
        return Subject(
            self.record.name,
            area,
            scale,
            options.measure,
            str(self.value("kind") or ""),
            form or ("gauge" if long else "full"),
            tuple(self.value("users") or ()),
            effects,
            tuple(self.value("notes") or ()),
            rose if area.shape == "circle" else (),
        )

    def area(self, measure: Measure) -> Area | None:
        """The shape and its sizes, in inches."""
        given = str(self.value("shape") or "")
        shape = next((known for known in SHAPES if known == given), None)
        if shape is None:
            self.wrong("area-size", "shape", f'"{given}" is not a shape of areas', did_you_mean(given, SHAPES))
            return None
        sizes = {key: (getattr(self.fields, key), self.value(key)) for key in ("diameter", "length", "width")}
        needed = ("diameter",) if shape in ROUND else ("length", "width")
        for key, (called, size) in sizes.items():
            if size is None and key in needed:
                self.wrong("area-size", "shape", f"a {shape} needs {called}", f"Add {called}: and its size.")
            elif size is not None and key not in needed:
                hint = f"Give {' and '.join(sizes[other][0] for other in needed)} instead."
                self.wrong("area-size", key, f"a {shape} has no {called}", hint)
            elif size is not None and not (isinstance(size, int | float) and 0 < size <= LARGEST):
                message = f"{called} is {size}; a size is a number above zero and up to {LARGEST:g}"
                self.wrong("area-size", key, message, "Mend the size.")
        if self.findings:
            return None
        return Area(shape, **{key: size / measure.inch for key, (_, size) in sizes.items() if size})

    def effects(self) -> Iterator[tuple[str, tuple[Effect, ...]]]:
        """What rolls of a d100 lead to, by label."""
        given = self.value("effects")
        for label, ranges in given.items() if isinstance(given, Map) else ():
            if isinstance(ranges, Map):
                yield label, tuple(self.ranges(label, ranges))
            else:
                message = f"{label} should be a mapping of outcomes"
                self.wrong("area-effect", given.where(label), message, "Write killed: 01-10.")

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
            fault = ""
            if not 1 <= span.low <= span.high <= 100:
                fault = "is no range of a d100"
            elif span.low <= last:
                fault = f"shares {_D100.shown(span.low)} with the range before it"
            elif span.low > last + 1:
                fault = f"leaves out {_D100.shown(last + 1)} to {_D100.shown(span.low - 1)}"
            if fault:
                message = f"{label} {outcome}: {span.shown(_D100)} {fault}"
                self.wrong("area-effect", where, message, "Mend the range.")
            last = max(last, min(span.high, 100))
            yield Effect(outcome, str(text), span.low, span.high)
