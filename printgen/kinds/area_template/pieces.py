"""Area templates: options and a list of areas come in; pieces in full, in outline, on film or as gauges go out."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, get_args

from printgen.base.errors import (
    Exit,
    Finding,
    PrintgenError,
    ValueProblem,
    Where,
    did_you_mean,
    rule_violation,
    unknown_word,
)
from printgen.base.names import upper
from printgen.base.units import PT_PER_IN
from printgen.drawing.extent import walk_kind
from printgen.drawing.fonts import lacking
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place, Stroke, Text
from printgen.drawing.outlines import polyline, transform_outline
from printgen.drawing.pieces import PartError, Piece, Role, TemplateProblem
from printgen.drawing.words import BODY, BOLD, LEFT, center_run, turn_items
from printgen.faces.preflight import Home
from printgen.game.dice_tables import Die, parse_die_range
from printgen.game.records import Loading, Record
from printgen.kinds.area_template.disc import LADDER, ROSE, Disc, R
from printgen.kinds.area_template.gauge import StringGauge, StripGauge
from printgen.kinds.area_template.looks import TURNS, Words
from printgen.kinds.area_template.model import (
    LARGEST,
    SHAPES,
    SMALLEST,
    Area,
    AreaOptions,
    Effect,
    Fields,
    Form,
    Spoke,
    Subject,
    clock,
    ring,
)
from printgen.kinds.area_template.wedge import Wedge
from printgen.kinds.composition import Composition, Order
from printgen.kinds.poster import seams_of
from printgen.reading.positions import LocatedMap

_FORMS = get_args(Form)
_WAYS = ("middle", "left", "right", "up", "down", "none")
_D100 = Die("d100", 100)
# A triangle longer than this on paper is laid out with strings unless its record says otherwise.
_LONGEST = 36.0


class Areas(NamedTuple):
    """What a product prints: its options, and the areas of its list by their places; those with mistakes are not."""

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


def _strangers(loading: Loading, fields: Fields) -> Iterator[Finding]:
    """A finding for every field that the options name and the records do not have."""
    known = loading.product.records[0].values if loading.product.records else {}
    for key, name in fields if known else ():
        if fields.gives(key) and name not in known:
            yield unknown_word(
                fields.where_of(key), "unknown-field", f'the records have no field "{name}"', name, known
            )


def _bad_misses(loading: Loading, options: AreaOptions) -> Iterator[Finding]:
    """A finding for a table for a miss that is not there, or for every row of it that says too little."""
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
        self.findings.append(rule_violation(where, code, message, hint))

    def subject(self, options: AreaOptions, rose: tuple[Spoke, ...]) -> Subject | None:
        """The area with all that is told of it; None, with findings, when it has no shape or a wrong size."""
        form, scale = options.form or self.value("form"), options.scale
        if form and form not in _FORMS:
            self.wrong("unknown-value", "form", f"'{form}' is not a form", did_you_mean(form, _FORMS))
        area, effects = self.area(options.measure.inch), dict(self.effects())
        if area is None:
            return None
        long = area.shape == "triangle" and area.length * scale.factor > _LONGEST
        form, kind = form or ("gauge" if long else "full"), str(self.value("kind") or "")
        users, notes = tuple(self.value("users") or ()), tuple(self.value("notes") or ())
        rose = rose if area.shape == "circle" else ()
        return Subject(self.record.name, area, scale, options.measure, kind, form, users, effects, notes, rose)

    def area(self, inch: float) -> Area | None:
        """The shape and its sizes, in inches, of which `inch` are one as written."""
        given = str(self.value("shape") or "")
        shape = next((known for known in SHAPES if known == given), None)
        if shape is None:
            self.wrong("area-size", "shape", f'"{given}" is not a shape of areas', did_you_mean(given, SHAPES))
            return None
        sizes = {key: (getattr(self.fields, key), self.value(key)) for key in ("diameter", "length", "width")}
        needed = ("diameter",) if Area(shape).round else ("length", "width")
        for key, (called, size) in sizes.items():
            if size is None and key in needed:
                self.wrong("area-size", "shape", f"a {shape} needs {called}", f"Add {called}: and its size.")
            elif size is not None and key not in needed:
                hint = f"Give {' and '.join(sizes[other][0] for other in needed)} instead."
                self.wrong("area-size", key, f"a {shape} has no {called}", hint)
            elif size is not None and not (isinstance(size, int | float) and 0 < size <= LARGEST):
                message = f"{called} is {size}; a size is a number above zero and up to {LARGEST:g}"
                self.wrong("area-size", key, message, "Mend the size.")
        return None if self.findings else Area(shape, **{key: size / inch for key, (_, size) in sizes.items() if size})

    def effects(self) -> Iterator[tuple[str, tuple[Effect, ...]]]:
        """What rolls of a d100 lead to, by label."""
        given = self.value("effects")
        for label, ranges in given.items() if isinstance(given, LocatedMap) else ():
            if isinstance(ranges, LocatedMap):
                yield label, tuple(self.ranges(label, ranges))
            else:
                message = f"{label} should be a mapping of outcomes"
                self.wrong("area-effect", given.where(label), message, "Write killed: 01-10.")

    def ranges(self, label: str, ranges: LocatedMap) -> Iterator[Effect]:
        """Numbers of a d100 that rise from one outcome to the next without meeting or leaving a gap."""
        last = 0
        for outcome, text in ranges.items():
            where = ranges.where(outcome)
            try:
                span = parse_die_range(str(text), _D100, where)
            except ValueError as error:
                self.wrong("area-effect", where, str(error), "Write it like 01-10 or 51-00.")
                continue
            faults = {
                "is no range of a d100": not 1 <= span.low <= span.high <= 100,
                f"shares {_D100.format(span.low)} with the range before it": span.low <= last,
                f"leaves out {_D100.format(last + 1)} to {_D100.format(span.low - 1)}": span.low > last + 1,
            }
            if fault := next((said for said, found in faults.items() if found), ""):
                message = f"{label} {outcome}: {span.format(_D100)} {fault}"
                self.wrong("area-effect", where, message, "Mend the range.")
            last = max(last, min(span.high, 100))
            yield Effect(outcome, span.print_text(_D100), span.low, span.high)


_EDGE, _LINE = 0.3, 0.15
_DASH = (2.6, 1.8)
_ARROW = polyline(((0, 16), (0, -16), (-6, -8), (0, -16), (6, -8)))


class DiscFilm(Disc):
    """A round area on film."""

    def draw(self) -> Iterator[Item]:
        """Thin rings and a crosshair inside the edge, and words."""
        k = 1 / self.k
        thin, dashed = self.line(_LINE * k), self.line(_LINE * k, tuple(k * v for v in _DASH))
        count = math.ceil(R / self.step - 1e-9)
        inside = [Path(ring(n * self.step), None, dashed if n % 5 else thin) for n in range(1, count)]
        cross = self.strokes((((0.0, -R), (0.0, R)), ((-R, 0.0), (R, 0.0))), _LINE * k)
        yield Place(Group((*inside, *cross), self.outline))
        yield Path(self.outline, None, self.line(_EDGE * k))
        yield from self._told(count)
        if not self.half and self.size(22) <= 0.2 * R:
            yield from self._rose()

    def _told(self, count: int) -> Iterator[Item]:
        """The title and the scale, the weapons, and the distances of rings that people can measure with."""
        title = " · ".join(filter(None, (self.title, self.told_scale)))
        arms = upper(" · ".join(self.subject.users))
        # Words stand between the edge and the last ring, so that no line runs through them.
        gap = max(R - (count - 1) * self.step, 9.0)
        for text, font, points, middle in ((title, BOLD, 26, 315.0), (arms, BODY, 18, 45.0 if self.half else 225.0)):
            yield from self.stacked([Words(text, font, points)], R - gap, R - 1, middle, 40, True)[0]
        size = self.size(10)
        for number, told in self.distances(count) if size < self.step else ():
            if size < number * self.step < R - 26:
                yield center_run(*clock(number * self.step - 0.6 * size, LADDER), told, BODY, size, self.ink)
        if self.half and (fit := self.fitted(self.word("safe"), BODY, 15, 0.6 * R)):
            yield center_run(R / 2, -0.9 * fit, self.word("safe"), BODY, fit, self.ink)

    def _rose(self) -> Iterator[Item]:
        """What the die says, beside arrows."""
        size, small = self.size(22), self.size(11)
        for spoke in self.subject.rose:
            x, y = (0.0, 0.0) if spoke.way == "middle" else clock(ROSE, TURNS.get(spoke.way, 45))
            if spoke.way in TURNS:
                yield turn_items((Path(_ARROW, None, self.line(0.5)),), x, y, TURNS[spoke.way])
            yield center_run(x + 0.6 * size, y - 0.6 * size, spoke.roll, BOLD, size, self.ink)
            yield center_run(x + 0.35 * size, y + 0.7 * size, spoke.word, BODY, small, self.ink, LEFT)


class WedgeFilm(Wedge):
    """A triangle or a rectangle on film."""

    def draw(self) -> Iterator[Item]:
        """A thin line along the middle and lines across inside the edge, and words."""
        words, end = self._end_words()
        marks = [(at, self.half(at), self.measure.told(far, True), wide) for at, far, wide in self.marks()]
        yield from self.strokes([(self.at(0, 0), self.at(0, end))], _LINE, _DASH)
        yield from self.strokes((self.across(at, half) for at, half, _, _ in marks), _LINE)
        yield Path(self.outline, None, Stroke(self.ink, _EDGE, (), "butt", "round"))
        for at, half, told, wide in marks:
            for text, side in ((told, -1), (self.word("width", at=wide), 1)):
                if size := self.fitted(text, BODY, min(14.0, 0.8 * half), 0.7 * half):
                    yield center_run(*self.at(side * half / 2, at + 0.8 * size), text, BODY, size, self.ink)
        yield from words

    def _end_words(self) -> tuple[list[Item], float]:
        """What it is, and what its base is for; and how far up these words end."""
        title = self.heading(self.title, self.told_size)
        items: list[Item] = []
        at, points = self.length - 4.0, 20 * self.share
        for text in (self.filled(self.kind.end), title, self.filled(self.kind.rule)):
            size = self.fitted(text, BODY, points, 1.7 * self.half(at - self.size(points)))
            if size and at - size > 0.7 * self.length:
                items.append(center_run(*self.at(0, at - size / 2), text, BODY, size, self.ink))
                at -= 1.4 * size
        return items, at if items else self.length


def compose_area_templates(order: Order) -> Composition:
    """A piece for every area of the order, in its order; areas that cannot be drawn are left out and reported."""
    areas, pieces, findings = order.loaded(Areas), list[Piece](), list[Finding]()
    for record in order.records:
        subject = areas.subjects.get(record.where)
        if subject is None:
            continue
        try:
            drawing, cut = _drawn(order, areas, subject)
            missing = list(_missing(drawing, record.where))
        except (PartError, PrintgenError, ValueError) as error:
            findings += _faults(error, record, areas)
            continue
        findings += missing
        order.renderer.preflight.settle(drawing.items, Home("", record.where))
        if not missing:
            words = (subject.name, "" if subject.form == "full" else subject.form, subject.scale.name)
            role: Role = "token" if cut else "page"
            name = " ".join(filter(None, words))
            pieces.append(Piece(name, drawing, None, record.copies, cut=cut, page=cut is None, role=role,
                                exact=True, record=subject.name))  # fmt: skip
    return Composition(tuple(pieces), tuple(findings))


def _faults(error: Exception, record: Record, areas: Areas) -> Iterator[Finding]:
    """Why an area cannot be drawn, as findings at its record."""
    where = record.where_of("name")
    if isinstance(error, PartError):
        yield Finding("error", record.where, f"the picture of {record.name}: {error}", code="art")
    elif isinstance(error, PrintgenError):
        # What is wrong with a template has its place there.
        beyond = isinstance(error, TemplateProblem)
        yield from (finding if beyond else replace(finding, where=where) for finding in error.findings)
    elif isinstance(error, ValueProblem) and error.key == "kind":
        yield Finding("error", record.where_of(areas.options.fields.kind), str(error), code="unknown-value")
    else:
        hint = "Mend its size, or print the area in full."
        yield Finding("error", where, str(error), hint, "does-not-fit", Exit.DOES_NOT_FIT)


def _drawn(order: Order, areas: Areas, subject: Subject) -> tuple[Drawing, Outline | None]:
    """The picture of an area, and what it is cut along. ValueError when it can have none."""
    if (side := max(subject.printed.box)) > LARGEST:
        raise ValueError(f"{subject.name} would be {side:g} in long; no area is larger than {LARGEST:g}")
    if side < SMALLEST:
        raise ValueError(f"{subject.name} would be {side:g} in long; no area is smaller than {SMALLEST:g}")
    area, look, filmed = subject.area, (subject, order.library, order.look), areas.options.film != "no"
    if subject.form == "gauge":
        others = [other for other in areas.subjects.values() if other.name != subject.name]
        alike = [other for other in others if other.area.round == area.round and other.area.shape != "rectangle"]
        return (StripGauge if area.round else StringGauge)(*look).compose(order, alike), None
    made = (DiscFilm if filmed else Disc)(*look) if area.round else (WedgeFilm if filmed else Wedge)(*look)
    cut = made.cut
    width, height = (side * PT_PER_IN for side in subject.printed.box)
    if subject.form == "full" and not filmed:
        seams = seams_of(order, subject.name, (width, height), cut)
        made.join((seam.box for seam in seams), made.matrix)
    picture = Place(Group(tuple(made.draw()), None if filmed else made.outline), made.matrix)
    if subject.form == "outline" and (hole := made.hole()):
        cut = (*cut, *transform_outline(hole, made.matrix))
        picture = Place(Group((picture,), cut))
    if areas.options.film == "mirror":
        picture = Place(Group((picture,)), (-1.0, 0.0, 0.0, 1.0, width, 0.0))
    return Drawing(width, height, (picture,)), cut


def _missing(drawing: Drawing, where: Where) -> Iterator[Finding]:
    """A finding for every text with letters that its font lacks."""
    for flaw in dict.fromkeys(lacking(text.text, text.font) for text, _ in walk_kind(drawing, Text)):
        if flaw:
            yield Finding("error", where, *flaw)
