"""Area templates: a list of areas comes in; bursts, flames and beams in full, in outline or as gauges go out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from printgen.base.errors import Exit, Finding, PrintgenError, ValueProblem, Where
from printgen.base.units import PT_PER_IN
from printgen.drawing.fonts import lacking
from printgen.drawing.model import Drawing, Group, Outline, Place, Text
from printgen.drawing.outlines import transformed
from printgen.drawing.pieces import Piece, Role
from printgen.drawing.problems import PartError, TemplateProblem
from printgen.drawing.walk import walk_kind
from printgen.faces.preflight import Home
from printgen.game.records import Record
from printgen.kinds.area_template.disc import Disc
from printgen.kinds.area_template.film import DiscFilm, WedgeFilm
from printgen.kinds.area_template.gauge import StringGauge
from printgen.kinds.area_template.model import LARGEST, SMALLEST, Subject
from printgen.kinds.area_template.reading import Areas
from printgen.kinds.area_template.strip import StripGauge
from printgen.kinds.area_template.wedge import Wedge
from printgen.kinds.composition import Composition, Order
from printgen.kinds.seams import seams_of


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
        cut = (*cut, *transformed(hole, made.matrix))
        picture = Place(Group((picture,), cut))
    if areas.options.film == "mirror":
        picture = Place(Group((picture,)), (-1.0, 0.0, 0.0, 1.0, width, 0.0))
    return Drawing(width, height, (picture,)), cut


def _missing(drawing: Drawing, where: Where) -> Iterator[Finding]:
    """A finding for every text with letters that its font lacks."""
    for flaw in dict.fromkeys(lacking(text.text, text.font) for text, _ in walk_kind(drawing, Text)):
        if flaw:
            yield Finding("error", where, *flaw)
