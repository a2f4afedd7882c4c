"""Area templates: a list of areas comes in; bursts, flames and beams in full, in outline or as gauges go out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from printgen.base.units import PT_PER_IN
from printgen.drawing.fonts import face
from printgen.drawing.model import Drawing, Group, Outline, Place, Text
from printgen.drawing.pieces import Piece
from printgen.drawing.problems import PartError, TemplateProblem
from printgen.drawing.walk import walk_kind
from printgen.errors import Exit, Finding, PrintgenError, Where
from printgen.flow.style import read_style
from printgen.flow.typeset import Typesetter
from printgen.kinds.area_template.beam import beam, beam_hole
from printgen.kinds.area_template.burst import disc, disc_hole
from printgen.kinds.area_template.film import film
from printgen.kinds.area_template.gauge import Sheet, gauge
from printgen.kinds.area_template.looks import AreaLook
from printgen.kinds.area_template.model import ROUND, Area, Subject
from printgen.kinds.area_template.outline import area_outline
from printgen.kinds.area_template.reading import Areas
from printgen.kinds.composition import Composition, Order
from printgen.kinds.facing import drawn_face
from printgen.reading.records import Record

_STYLE = "sheet-dossier"


def compose_area_templates(order: Order) -> Composition:
    """A piece for every area of the order, in its order; areas that cannot be drawn are left out and reported."""
    if order.product.loaded is None:
        return Composition(())
    areas = order.loaded(Areas)
    try:
        look = AreaLook(order.library, order.look)
    except TemplateProblem as error:
        return Composition((), error.findings)
    findings: list[Finding] = []
    pieces = [
        piece
        for record in order.records
        if (subject := areas.subjects.get(record.where)) and (piece := _piece(order, record, subject, look, findings))
    ]
    return Composition(tuple(pieces), tuple(findings))


def _piece(order: Order, record: Record, subject: Subject, look: AreaLook, findings: list[Finding]) -> Piece | None:
    """The piece of one area; None, with findings, when it cannot be drawn."""
    areas = order.loaded(Areas)
    try:
        look = look.dressed(subject)
    except ValueError as error:
        message, _, hint = str(error).partition(". ")
        findings.append(Finding("error", record.where_of(areas.options.fields.kind), message, hint, "unknown-value"))
        return None
    try:
        drawing, cut = _drawn(order, subject, areas, look)
    except PartError as error:
        findings.append(Finding("error", record.where, f"the picture of {record.name}: {error}", code="art"))
        return None
    except PrintgenError as error:
        findings += (replace(finding, where=record.where_of("name")) for finding in error.findings)
        return None
    except ValueError as error:
        hint = "Shorten it, or print the area in full."
        where = record.where_of("name")
        findings.append(Finding("error", where, str(error), hint, "does-not-fit", Exit.DOES_NOT_FIT))
        return None
    missing = list(_missing(drawing, record.where))
    findings += missing
    words = (subject.area.name, "" if subject.form == "full" else subject.form, subject.scale.name)
    return None if missing else Piece(" ".join(filter(None, words)), drawing, None, record.copies, 0.0, cut)


def _drawn(order: Order, subject: Subject, areas: Areas, look: AreaLook) -> tuple[Drawing, Outline | None]:
    if subject.form == "gauge":
        return gauge(subject, look, _others(subject, areas), _sheet(order)), None
    width, height = (side * PT_PER_IN for side in subject.printed.box)
    cut = area_outline(subject.printed)
    hole: Outline = ()
    if subject.form == "outline":
        hole = disc_hole(subject) if subject.area.round else beam_hole(subject, look)
    if areas.options.film != "no":
        items = film(subject, look)
    else:
        items = (disc if subject.area.round else beam)(subject, look, bool(hole))
    if hole:
        cut = (*cut, *hole)
        items = (Place(Group(items, cut)),)
    if areas.options.film == "mirror":
        items = (Place(Group(items), (-1.0, 0.0, 0.0, 1.0, width, 0.0)),)
    return Drawing(width, height, items), cut


def _sheet(order: Order) -> Sheet:
    """What gauge pages are set with: a style of documents, in the order's look."""
    setter = Typesetter(read_style(order.face(_STYLE), order.library), order.library)
    game = {"title": order.game.title, "version": order.game.version}
    return Sheet(setter, lambda told: drawn_face(order, _STYLE, {**told, "game": game}).items)


def _others(subject: Subject, areas: Areas) -> list[Area]:
    """The other areas of the same sort in the list, at the scale."""
    alike = ROUND if subject.area.round else (subject.area.shape,)
    printed = [other.printed for other in areas.subjects.values()]
    return [area for area in printed if area.name != subject.area.name and area.shape in alike]


def _missing(drawing: Drawing, where: Where) -> Iterator[Finding]:
    """A finding for every letter that a font lacks."""
    lacking: dict[str, str] = {}
    for text, _ in walk_kind(drawing, Text):
        for letter in face(text.font).missing(text.text):
            lacking.setdefault(letter, text.text)
    for letter, words in lacking.items():
        message = f"the font of \"{words}\" lacks '{letter}' (U+{ord(letter):04X})"
        yield Finding("error", where, message, "Write it with letters that the font has.", "missing-glyph")
