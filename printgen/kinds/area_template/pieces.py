"""Area templates as pieces: in full, in outline, on film or as gauges, each drawn by the face of its kind."""

from __future__ import annotations

from collections.abc import Sequence

from printgen.base.errors import Exit, Finding, PrintgenError, ValueProblem, rule_violation
from printgen.base.units import PT_PER_IN, mm
from printgen.drawing.model import Drawing, Group, Item, Outline, Place
from printgen.drawing.pieces import Piece, Role
from printgen.faces.face import Face
from printgen.faces.session import Origin
from printgen.game.records import Record
from printgen.kinds.area_template.gauge import gauge_page
from printgen.kinds.area_template.model import LARGEST, SMALLEST, Subject, facts_of
from printgen.kinds.area_template.reading import Areas
from printgen.kinds.composition import Composition, Order
from printgen.kinds.face_rendering import face_of, render_face
from printgen.kinds.poster import seams_of

# What is read keeps so far from where pages are joined, in points.
_AIR = mm(0.8)


def compose_area_templates(order: Order) -> Composition:
    """A piece for every area of the order, in its order; areas that cannot be drawn are left out and reported."""
    areas, pieces, findings = order.value_as(Areas), list[Piece](), list[Finding]()
    for record in order.records:
        subject = areas.subjects.get(record.where)
        if subject is None:
            continue
        piece, piece_findings = _piece(order, areas, record, subject)
        findings += piece_findings
        pieces += [piece] if piece else []
    return Composition(tuple(pieces), tuple(findings))


def _piece(order: Order, areas: Areas, record: Record, subject: Subject) -> tuple[Piece | None, Sequence[Finding]]:
    face, findings = _face(order, areas, record, subject)
    if face is None:
        return None, findings
    try:
        _check_size(subject)
        if subject.form == "gauge":
            others = [other for other in areas.subjects.values() if other.name != subject.name]
            drawing, face_findings = gauge_page(order, record, subject, face, others)
        else:
            drawing, face_findings = _drawing(order, areas, record, subject, face)
    except PrintgenError as error:
        return None, error.findings
    except ValueProblem as error:
        return None, [Finding("error", face.place("lets", error.key), str(error), code="template")]
    except ValueError as error:
        hint = "Mend its size, or print the area in full."
        where = record.where_of("name")
        return None, [Finding("error", where, str(error), hint, "does-not-fit", Exit.DOES_NOT_FIT)]
    if any(finding.severity == "error" for finding in face_findings):
        return None, face_findings
    order.renderer.preflight.set_origin(drawing.items, Origin("", record.where))
    words = (subject.name, "" if subject.form == "full" else subject.form, subject.scale.name)
    page = subject.form == "gauge"
    cut = None if page else _cut_line(subject)
    role: Role = "page" if page else "token"
    return Piece(" ".join(filter(None, words)), drawing, None, record.copies, cut=cut, page=page, role=role,
                 exact=True, record=subject.name), face_findings  # fmt: skip


def _face(order: Order, areas: Areas, record: Record, subject: Subject) -> tuple[Face | None, list[Finding]]:
    """The face of the area's kind, which must draw its shape; None, with findings, when it does not."""
    where = record.where_of(areas.options.fields.kind)
    face, findings = face_of(order, "", f"area-{subject.kind or subject.area.shape}", where)
    shape = face.params.get("shape") if face else None
    if face and shape != subject.area.shape:
        message = f"the face {face.name} draws no {subject.area.shape}"
        hint = f"Name another kind, or let that face extend area-{subject.area.shape}."
        return None, [rule_violation(where, "unknown-value", message, hint)]
    return face, findings


def _check_size(subject: Subject) -> None:
    """ValueError for an area that is too large or too small on paper."""
    longest = max(subject.on_paper.box)
    if not SMALLEST <= longest <= LARGEST:
        limit = f"larger than {LARGEST:g}" if longest > LARGEST else f"smaller than {SMALLEST:g}"
        raise ValueError(f"{subject.name} would be {longest:g} in long; no area is {limit}")


def _cut_line(subject: Subject) -> Outline:
    """The line to cut an area along: its edge, and in outline form that of the hole, too."""
    area = subject.on_paper
    hole = area.hole() if subject.form == "outline" and area.hollow else ()
    return (*area.outline(), *hole)


def _drawing(
    order: Order, areas: Areas, record: Record, subject: Subject, face: Face
) -> tuple[Drawing, Sequence[Finding]]:
    """The picture of an area at its size, and its findings. ValueProblem for the words of its face."""
    film, area = areas.options.film, subject.on_paper
    size = width, _ = area.box[0] * PT_PER_IN, area.box[1] * PT_PER_IN
    joints = seams_of(order, subject.name, size, area.outline()) if film == "no" else ()
    facts = facts_of(subject, face, film)
    items, findings = render_face(order, face, facts, subject.name, record.where, record=record,
                               joints=tuple(seam.box.grown(_AIR) for seam in joints))  # fmt: skip
    picture: Item = Place(Group(items, _cut_line(subject)))
    if film == "mirror":
        picture = Place(Group((picture,)), (-1.0, 0.0, 0.0, 1.0, width, 0.0))
    return Drawing(*size, (picture,)), findings
