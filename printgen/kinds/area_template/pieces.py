"""Area templates: a list of areas comes in; bursts, flames and beams in full, in outline or as gauges go out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printgen.base.units import PT_PER_IN
from printgen.drawing.fonts import face
from printgen.drawing.model import Drawing, Group, Item, Outline, Place, Text
from printgen.drawing.pieces import Piece
from printgen.drawing.problems import PartError, TemplateProblem
from printgen.drawing.walk import walk_kind
from printgen.errors import Exit, Finding
from printgen.kinds.area_template.beam import beam, beam_hole, beam_outline
from printgen.kinds.area_template.burst import disc, disc_hole
from printgen.kinds.area_template.film import film
from printgen.kinds.area_template.gauge import gauge
from printgen.kinds.area_template.looks import AreaLook, Spoke, Subject
from printgen.kinds.area_template.model import Area
from printgen.kinds.area_template.options import AreaOptions, read_area_options
from printgen.kinds.area_template.outline import area_outline
from printgen.kinds.area_template.rules import SIZES, area_findings
from printgen.kinds.composition import Composition, Order
from printgen.reading.records import Game, Record

_ROSE = "deviation"


def compose_area_templates(order: Order) -> Composition:
    """A piece for every area of the order, in its order; areas with mistakes are left out and reported.

    Records have a `shape`, its sizes in inches, and may have `kind`, `weapons`, `effects`, `notes` and `form`. The
    game's table "deviation" says what the die for a miss means.
    """
    findings: list[Finding] = []
    options = read_area_options(order, findings)
    if options is None:
        return Composition((), tuple(findings))
    try:
        desk = _Desk(order, options)
    except TemplateProblem as error:
        return Composition((), error.findings)
    pieces = [piece for record in order.records if (piece := desk.piece(record, findings)) is not None]
    return Composition(tuple(pieces), tuple(dict.fromkeys(findings)))


class _Desk:
    """Draws the areas of one order."""

    def __init__(self, order: Order, options: AreaOptions) -> None:
        self._order, self._options = order, options
        self._look = AreaLook(order.library, order.look)
        self._rose = rose_of(order.game)

    def piece(self, record: Record, findings: list[Finding]) -> Piece | None:
        """The piece of one area; None, with findings, when it cannot be drawn."""
        faults = area_findings(record)
        if faults:
            findings += faults
            return None
        subject = self._subject(record)
        form = self._options.form_of(record, subject.printed)
        try:
            drawing, cut = self._drawn(subject, form)
        except (TemplateProblem, PartError) as error:
            findings += error.findings if isinstance(error, TemplateProblem) else self._art(record, error)
            return None
        except ValueError as error:
            hint = "Shorten it, or print the area in full."
            where = record.where_of("name")
            findings.append(Finding("error", where, str(error), hint, "does-not-fit", Exit.DOES_NOT_FIT))
            return None
        missing = list(_missing(drawing.items, record))
        findings += missing
        return None if missing else Piece(self._name(subject, form), drawing, None, record.copies, 0.0, cut)

    def _art(self, record: Record, error: PartError) -> list[Finding]:
        message = f"the picture of {record.name}: {error}"
        return [Finding("error", record.where, message, code="art")]

    def _name(self, subject: Subject, form: str) -> str:
        """The name of a piece says what is special about it: its form and its scale."""
        words = (subject.area.name, "" if form == "full" else form, subject.scale.name)
        return " ".join(filter(None, words))

    def _subject(self, record: Record) -> Subject:
        values = record.values
        kind = str(values.get("kind") or "")
        area = area_of(record)
        if kind not in ("burst", "claymore", "flame", "light"):
            kind = {"circle": "burst", "half-circle": "claymore"}.get(area.shape, "light")
        rose = self._rose if area.shape == "circle" else ()
        effects = values.get("effects") or {}
        return Subject(
            area, self._options.scale, kind, values["weapons"], effects, tuple(values.get("notes") or ()), rose
        )

    def _drawn(self, subject: Subject, form: str) -> tuple[Drawing, Outline | None]:
        if form == "gauge":
            return gauge(subject, self._look, self._others(subject)), None
        triangle = subject.area.shape == "triangle"
        width, height = (side * PT_PER_IN for side in subject.printed.box)
        cut = area_outline(subject.printed)
        hole: Outline = ()
        if form == "outline":
            hole = beam_hole(subject, self._look) if triangle else disc_hole(subject)
        if self._options.film:
            items = film(subject, self._look)
        elif triangle:
            items = beam_outline(subject, self._look) if hole else beam(subject, self._look)
        else:
            items = disc(subject, self._look, bool(hole))
        if hole:
            cut = (*cut, *hole)
            items = (Place(Group(items, cut)),)
        if self._options.film == "mirror":
            items = (Place(Group(items), (-1.0, 0.0, 0.0, 1.0, width, 0.0)),)
        return Drawing(width, height, items), cut

    def _others(self, subject: Subject) -> list[Area]:
        """The other areas of the same sort in the list, at the scale."""
        round_ = subject.area.shape != "triangle"
        good = [record for record in self._order.product.records if not area_findings(record)]
        areas = [area_of(record) for record in good]
        return [
            area.scaled(self._options.scale.factor)
            for area in areas
            if area.name != subject.area.name and (area.shape != "triangle") == round_
        ]


def area_of(record: Record) -> Area:
    """The area of a good record, as written."""
    return Area(record.name, record.values["shape"], *(float(record.values.get(name) or 0.0) for name in SIZES))


def rose_of(game: Game) -> tuple[Spoke, ...]:
    """What the rolls of the deviation die mean in a game; nothing where it has no table of them."""
    table = game.tables.get(_ROSE)
    if table is None:
        return ()
    return tuple(Spoke(code, str(row.get("word", "")), str(row.get("way", ""))) for code, row in table.rows.items())


def _missing(items: Iterable[Item], record: Record) -> Iterator[Finding]:
    """A finding for every letter that a font lacks."""
    lacking: dict[str, str] = {}
    for text, _ in walk_kind(items, Text):
        for letter in face(text.font).missing(text.text):
            lacking.setdefault(letter, text.text)
    for letter, words in lacking.items():
        message = f"the font of \"{words}\" lacks '{letter}' (U+{ord(letter):04X})"
        hint = "Write it with letters that the font has."
        yield Finding("error", record.where, message, hint, "missing-glyph")
