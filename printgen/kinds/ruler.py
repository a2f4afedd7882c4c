"""Rulers as long as a sheet of paper allows, in one piece or folding."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import starmap
from typing import ClassVar, Literal, NamedTuple

from pydantic import Field

from printgen.base.errors import Exit, Finding, Where
from printgen.base.units import IDENTITY, Box, Matrix, chain, mm, rotate, to_mm, translate, with_article
from printgen.drawing.model import Drawing, Group, Outline, Place, Segment
from printgen.drawing.outlines import rectangle, transform_outline
from printgen.drawing.pieces import Piece
from printgen.faces.face import Face
from printgen.game.records import Record
from printgen.kinds import Kind
from printgen.kinds.composition import Composition, Order
from printgen.kinds.face_rendering import face_of, own_size, stretch_to
from printgen.kinds.record_faces import FaceSet, draw_records
from printgen.reading.part import NOTHING, Many, Options, Phrase, Words
from printgen.reading.positions import OverlayMap


class RulerOptions(Options):
    """What a product of rulers takes under `options`."""

    forms: ClassVar = {"page": ("whole",), "beside": ("whole",), "flap": ("folding",)}
    form: Literal["whole", "folding"] = Field("whole", description="in one piece on a page, or as two halves to join")
    page: Words = Field(NOTHING, description="the face around the strips of the whole form")
    beside: Many[Words] = Field((), description="faces of shorter strips that lie beside the long one on its page")
    flap: Words = Field(NOTHING, description="the face of the hinge of the folding form")
    centimetres: bool = Field(False, description="whether a scale of centimetres is drawn along the other edge")


_GAP = mm(6)  # between strips on one page: enough for two cuts that miss each other
# Slants are tried in steps of a twentieth of a degree.
_STEPS_PER_DEGREE = 20
_SLACK = 1e-6
# Every how many parts of a unit a mark has which rank; the first are whole units.
_EIGHTHS = {8: 3, 4: 2, 2: 1, 1: 0}
_MILLIMETRES = {10: 3, 5: 2, 1: 0}


def compose_rulers(order: Order) -> Composition:
    """A piece for every record of the order, with its product's `front` as the long strip."""
    product, plan = order.product, order.value_as(RulerOptions)
    folding = plan.form == "folding"
    named = [("front", Phrase(product.front, product.where_of("front")))]
    if folding:
        named += [("flap", plan.flap)]
    else:
        named = [("page", plan.page), *named, *(("beside", face) for face in plan.beside)]
    strips, findings = list[_Strip](), list[Finding]()
    for key, face in named:
        strip, strip_findings = _strip(order, plan, key, face)
        strips += [strip] if strip else []
        findings += strip_findings
    layout = None
    if len(strips) == len(named):
        layout, unfit = (_folding(*strips), []) if folding else _whole(strips[0], strips[1:])
        findings += unfit
    return Composition.whole(starmap(layout.piece, enumerate(order.records)) if layout else (), findings)


def slant(length: float, width: float, page: tuple[float, float]) -> float | None:
    """The angle, from 0 (level) to 90, at which a strip fits a page best; None when it never fits."""

    def room(angle: float) -> float:
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        return min(page[0] - length * c - width * s, page[1] - length * s - width * c)

    best = max((step / _STEPS_PER_DEGREE for step in range(90 * _STEPS_PER_DEGREE + 1)), key=room)
    return best if room(best) >= -_SLACK else None


class _Strip(NamedTuple):
    """A face with its own size in points, drawn for records, by their index in the order; `where` names the face."""

    face: Face
    where: Where
    length: float
    width: float
    drawn: Mapping[int, Drawing]

    def describe(self) -> str:
        """Its face and its size, for messages."""
        return f"'{self.face.name}' of {to_mm(self.length):g} x {to_mm(self.width):g} mm"


class _Spot(NamedTuple):
    """The place of a strip, as a matrix, and its visible part, if not all: it is moved left before."""

    strip: _Strip
    matrix: Matrix
    shown: Outline | None = None
    moved: float = 0.0


class _Picture(NamedTuple):
    """The contents of a picture of a size."""

    width: float
    height: float
    spots: Sequence[_Spot]

    def draw(self, place: int) -> Drawing:
        items = []
        for strip, matrix, shown, moved in self.spots:
            whole = Place(Group(strip.drawn[place].items), translate(-moved, 0))
            items.append(Place(Group((whole,), shown), matrix))
        return Drawing(self.width, self.height, tuple(items))


class _Layout(NamedTuple):
    """A piece with the outlines of its cuts, and the parts that result, each level and by itself."""

    whole: _Picture
    cut: Outline
    parts: Sequence[_Picture]

    def piece(self, place: int, record: Record) -> Piece:
        parts = tuple(
            Piece(f"{record.name} {number}" if number > 1 else record.name, part.draw(place), None, record.copies,
                  role="token", exact=True)
            for number, part in enumerate(self.parts, 1)
        )  # fmt: skip
        return Piece(
            record.name, self.whole.draw(place), None, record.copies, cut=self.cut, role="token", exact=True,
            parts=parts,
        )  # fmt: skip


def _strip(order: Order, plan: RulerOptions, key: str, name: Phrase) -> tuple[_Strip | None, Sequence[Finding]]:
    """A face, from a key of the product, drawn for every record; None, with findings, for mistakes."""
    where = name.where if name else order.product.where_of(key)
    if not name:
        message = f"this form of rulers needs {with_article(key)} face"
        return None, [Finding("error", where, message, order.library.face_hint(""), "unknown-face")]
    face, findings = face_of(order, key, name.text, where)
    if face is None:
        return None, findings
    try:
        size = own_size(face)
    except ValueError as error:
        hint = "Write its size like size: [304.8, 25.4]."
        return None, [Finding("error", where, str(error), hint, "unknown-size")]
    facts = {
        "length": to_mm(size[0]),
        "folding": plan.form == "folding",
        "centimetres": plan.centimetres,
        "inch_ticks": _ticks("inch", 25.4, _EIGHTHS, to_mm(size[0])),
        "centimetre_ticks": _ticks("centimetre", 10, _MILLIMETRES, to_mm(size[0])) if plan.centimetres else [],
    }
    product = order.product.model_copy(update={"parameters": OverlayMap(order.product.parameters, facts)})
    cast = FaceSet(face, None, stretch_to(size), stretch_to(size), size)
    drawn, findings = draw_records(replace(order, product=product), [cast] * len(order.records))
    for sides in drawn:  # They are checked while they are drawn.
        order.renderer.preflight.set_origin(sides.front.items, None)
    return _Strip(face, where, *size, {sides.place: sides.front for sides in drawn}), findings


def _ticks(name: str, size: float, ranks: Mapping[int, int], length: float) -> list[dict[str, float]]:
    """The marks of a unit along a strip, in millimetres: each with its place, its rank, and its number if whole."""
    parts = max(ranks)
    return [
        {
            "x": mark * size / parts,
            "rank": next(rank for every, rank in ranks.items() if mark % every == 0),
            name: 0 if mark % parts else mark // parts,
        }
        for mark in range(int(length / size * parts + _SLACK) + 1)
    ]


def _whole(page: _Strip, strips: Sequence[_Strip]) -> tuple[_Layout, list[Finding]]:
    """A page with strips: the first through its middle at a slant, the others below it, as high as possible."""
    size, findings = (page.length, page.width), list[Finding]()
    angle = slant(strips[0].length, strips[0].width, size)
    spots, cut = [_Spot(page, IDENTITY)], list[Segment]()
    below = -strips[0].width / 2
    for strip in strips:
        span = None if angle is None else _span(angle, size, below, below + strip.width)
        if angle is None or span is None or span[1] - span[0] < strip.length - _SLACK:
            message = f"the strip {strip.describe()} does not fit on {page.describe()}, at any slant"
            hint = "Make it shorter or less wide."
            findings.append(Finding("error", strip.where, message, hint, "does-not-fit", Exit.DOES_NOT_FIT))
            break
        start = translate((span[0] + span[1] - strip.length) / 2, below)
        matrix = chain(translate(size[0] / 2, size[1] / 2), rotate(-angle), start)
        spots.append(_Spot(strip, matrix, _edge(strip.length, strip.width)))
        cut += transform_outline(_edge(strip.length, strip.width), matrix)
        below += strip.width + _GAP
    edges = [_edge(strip.length, strip.width) for strip in strips]
    parts = [_Picture(s.length, s.width, [_Spot(s, IDENTITY, edge)]) for s, edge in zip(strips, edges, strict=True)]
    return _Layout(_Picture(*size, spots), tuple(cut), parts), findings


def _span(angle: float, size: tuple[float, float], top: float, bottom: float) -> tuple[float, float] | None:
    """The ends of a band along a slanted line through a page's middle, where it lies on the page, from that middle.

    `top` and `bottom` are the distances of the sides of the band from the line, positive below it.
    """
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    low, high = -math.inf, math.inf
    for aside in (top, bottom):
        # A point `along` the line and `aside` of it is (along c + aside s, aside c - along s) from the middle.
        for rate, shift, half in ((c, aside * s, size[0] / 2), (-s, aside * c, size[1] / 2)):
            if abs(rate) >= _SLACK:
                ends = sorted(((-half - shift) / rate, (half - shift) / rate))
                low, high = max(low, ends[0]), min(high, ends[1])
    return (low, high) if low < high else None


def _folding(strip: _Strip, flap: _Strip) -> _Layout:
    """Both halves of the strip, one above the other; the flap before the second is glued under the first."""
    half, width, down = strip.length / 2, strip.width, strip.width + _GAP
    long, hinged, shown = flap.length + half, translate(flap.length, 0), _edge(half, width)
    first = [_Spot(strip, IDENTITY, shown)]
    second = [_Spot(flap, IDENTITY, _edge(flap.length, flap.width)), _Spot(strip, hinged, shown, half)]
    lower = [spot._replace(matrix=chain(translate(0, down), spot.matrix)) for spot in second]
    spots = [lower[0], first[0]._replace(matrix=hinged), lower[1]]
    cut = (*transform_outline(shown, hinged), *transform_outline(_edge(long, width), translate(0, down)))
    parts = [_Picture(half, width, first), _Picture(long, width, second)]
    return _Layout(_Picture(long, width + down, spots), cut, parts)


def _edge(length: float, width: float) -> Outline:
    return rectangle(Box(0, 0, length, width))


KIND = Kind("ruler", compose_rulers, options=RulerOptions, takes=("list", "record", "front"))
