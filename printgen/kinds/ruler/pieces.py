"""Rulers: strips longer than the paper is wide, and a page, come in; one page a record goes out, or one folding piece.

A long strip fits a sheet only at a slant, so the whole form lays it along the diagonal of a page, with shorter strips
beside it, all to be cut out. The folding form is the same strip as two halves with a flap that hinges them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from printgen.base.geometry import Box, Matrix, chain, rotate, translate
from printgen.base.units import PT_PER_IN, mm, to_mm
from printgen.drawing.model import Drawing, Group, Item, Outline, Place
from printgen.drawing.outlines import rectangle, transformed
from printgen.drawing.pieces import Piece
from printgen.errors import Exit, Finding, Where, did_you_mean
from printgen.faces.face import Face
from printgen.kinds.composition import Composition, Order
from printgen.kinds.facing import faced, filling, own_size, product_faces, told_once, unread
from printgen.kinds.ruler.reading import RulerOptions
from printgen.reading.marked import Overlaid
from printgen.reading.records import Record

# Between strips on one page: enough for two cuts that miss each other.
_GAP = mm(6)
_STEPS_PER_DEGREE = 20
_EIGHTHS = 8
_SLACK = 1e-6


def compose_rulers(order: Order) -> Composition:
    """A piece for every record of the order, with its product's `front` as the long strip."""
    desk, plan = _Desk(order), order.loaded(RulerOptions)
    pieces = _FORM_MAKERS[plan.form](desk, plan)
    if not desk.findings:
        desk.findings += unread(order.product, desk.faces)
    wrong = any(finding.severity == "error" for finding in desk.findings)
    return Composition(() if wrong else tuple(pieces), told_once(desk.findings))


def slant(length: float, width: float, page: tuple[float, float]) -> float | None:
    """The angle in degrees at which a strip lies on a page with the most room around it; None when it fits at none.

    The angle is from 0 (level) to 90 (upright); all lengths are in one unit.
    """

    def room(angle: float) -> float:
        c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
        return min(page[0] - length * c - width * s, page[1] - length * s - width * c)

    best = max((step / _STEPS_PER_DEGREE for step in range(90 * _STEPS_PER_DEGREE + 1)), key=room)
    return best if room(best) >= -_SLACK else None


class _Strip(NamedTuple):
    """A face that is a strip, with its own size in points, drawn for every record (by identity) without mistakes.

    `where` is the place that names the face.
    """

    name: str
    where: Where
    length: float
    width: float
    drawn: Mapping[int, Drawing]


@dataclass
class _Desk:
    """The order at work, and what there is to say about it so far."""

    order: Order
    findings: list[Finding] = field(default_factory=list)
    faces: list[Face] = field(default_factory=list)

    def report(self, where: Where, message: str, hint: str, code: str, exit_: Exit = Exit.BAD_INPUT) -> None:
        """An error at a place."""
        self.findings.append(Finding("error", where, message, hint, code, exit_))

    def where(self, key: str) -> Where:
        """The place of an option's value, or of the key itself in the product when it is no option."""
        options = self.order.product.options
        return options.where(key) if key in options else self.order.product.where_of(key)

    def strip(
        self, name: str, key: str, told: Callable[[float], Mapping[str, Any]], where: Where | None = None
    ) -> _Strip | None:
        """A face drawn for every record; `told` makes of its length what it gets to see besides the record."""
        order, names, where = self.order, self.order.library.face_names(), where or self.where(key)
        if name not in names:
            what = f"there is no face '{name}'" if name else f"this form of rulers needs a {key} face"
            self.report(where, what, did_you_mean(name, names), "unknown-face")
            return None
        product = replace(order.product, front=name, back="")
        found = product_faces(replace(order, product=product), self.findings)
        if found is None:
            return None
        self.faces.append(found[0])
        try:
            length, width = own_size(found[0])
        except ValueError as error:
            self.report(where, str(error), "Write its size like size: [304.8, 25.4].", "unknown-size")
            return None
        product = replace(product, parameters=Overlaid(product.parameters, told(length)))
        drawn = faced(replace(order, product=product), found, filling((length, width)), self.findings)
        return _Strip(name, where, length, width, {id(one.record): one.front for one in drawn})


def _scales(plan: RulerOptions) -> Callable[[float], Mapping[str, Any]]:
    """What a strip's face is told of its length: its ticks, with their places in millimetres and how high they rank."""

    def told(length: float) -> Mapping[str, Any]:
        eighths = int(length / PT_PER_IN * _EIGHTHS + _SLACK)
        millimetres = int(to_mm(length) + _SLACK) if plan.centimetres else -1
        return {
            "length": to_mm(length),
            "folding": plan.form == "folding",
            "centimetres": plan.centimetres,
            "inch_ticks": [
                {"x": i * 25.4 / _EIGHTHS, "rank": _rank(i), "inch": 0 if i % _EIGHTHS else i // _EIGHTHS}
                for i in range(eighths + 1)
            ],
            "centimetre_ticks": [
                {"x": i, "rank": 0 if i % 5 else 2 if i % 10 else 3, "centimetre": 0 if i % 10 else i // 10}
                for i in range(millimetres + 1)
            ],
        }

    return told


def _rank(eighth: int) -> int:
    """3 for whole inches, 2 for halves, 1 for quarters, 0 for eighths."""
    return next(rank for rank, step in ((3, 8), (2, 4), (1, 2), (0, 1)) if eighth % step == 0)


def _whole(desk: _Desk, plan: RulerOptions) -> list[Piece]:
    """Pages with the strips along their diagonals."""
    told = _scales(plan)
    page = desk.strip(plan.page.text, "page", told)
    long = desk.strip(desk.order.product.front, "front", told)
    short = [desk.strip(face.text, "beside", told, face.where) for face in plan.beside]
    if page is None or long is None or None in short:
        return []
    spots = _laid(desk, page, [long, *filter(None, short)])
    strips = list(zip((long, *filter(None, short)), spots, strict=False))
    cut = tuple(s for strip, spot in strips for s in transformed(_edge(strip.length, strip.width), spot))
    return [
        Piece(record.name, _on_page(page, strips, record), None, record.copies, cut=cut)
        for record in desk.order.records
        if all(id(record) in strip.drawn for strip in (page, *(strip for strip, _ in strips)))
    ]


def _on_page(page: _Strip, strips: Iterable[tuple[_Strip, Matrix]], record: Record) -> Drawing:
    ground = page.drawn[id(record)]
    items: list[Item] = list(ground.items)
    items += (Place(_trimmed(strip.drawn[id(record)]), spot) for strip, spot in strips)
    return Drawing(page.length, page.width, tuple(items))


def _laid(desk: _Desk, page: _Strip, strips: Sequence[_Strip]) -> list[Matrix]:
    """Where the strips go: the first through the middle of the page, the others below it, each as far up as it can."""
    size = (page.length, page.width)
    angle = slant(strips[0].length, strips[0].width, size)
    if angle is None:
        _report_too_long(desk, strips[0], page)
        return []
    out: list[Matrix] = []
    below = -strips[0].width / 2
    for strip in strips:
        middle = below + strip.width / 2
        span = _span(angle, size, below, below + strip.width)
        if span is None or span[1] - span[0] < strip.length - _SLACK:
            _report_too_long(desk, strip, page)
            return []
        along = (span[0] + span[1]) / 2
        turned = chain(translate(size[0] / 2, size[1] / 2), rotate(-angle))
        out.append(chain(turned, translate(along - strip.length / 2, middle - strip.width / 2)))
        below += strip.width + _GAP
    return out


def _span(angle: float, size: tuple[float, float], top: float, bottom: float) -> tuple[float, float] | None:
    """From where to where a band along a slanted line through a page's middle lies on it, measured from that middle.

    `top` and `bottom` are how far the sides of the band are from the line, positive below it.
    """
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    low, high = -math.inf, math.inf
    for aside in (top, bottom):
        # A point `along` the line and `aside` of it is (along c + aside s, aside c - along s) from the middle.
        for rate, shift, half in ((c, aside * s, size[0] / 2), (-s, aside * c, size[1] / 2)):
            if abs(rate) < _SLACK:
                continue
            ends = sorted(((-half - shift) / rate, (half - shift) / rate))
            low, high = max(low, ends[0]), min(high, ends[1])
    return (low, high) if low < high else None


def _report_too_long(desk: _Desk, strip: _Strip, page: _Strip) -> None:
    sizes = [f"{to_mm(one.length):g} x {to_mm(one.width):g} mm" for one in (strip, page)]
    message = f"the strip '{strip.name}' of {sizes[0]} does not fit on '{page.name}' of {sizes[1]}, at any slant"
    desk.report(strip.where, message, "Make it shorter or less wide.", "does-not-fit", Exit.DOES_NOT_FIT)


def _folding(desk: _Desk, plan: RulerOptions) -> list[Piece]:
    """Both halves of the strip, one above the other; the flap before the second is glued under the first."""
    told = _scales(plan)
    strip, flap = desk.strip(desk.order.product.front, "front", told), desk.strip(plan.flap.text, "flap", told)
    if strip is None or flap is None:
        return []
    half, width = strip.length / 2, strip.width
    first, second = translate(flap.length, 0), translate(flap.length, width + _GAP)
    cut = (
        *transformed(_edge(half, width), first),
        *transformed(_edge(flap.length + half, width), translate(0, width + _GAP)),
    )
    pieces = []
    for record in desk.order.records:
        if id(record) not in strip.drawn or id(record) not in flap.drawn:
            continue
        whole = Group(strip.drawn[id(record)].items)
        left = Group((Place(whole),), rectangle(Box(0, 0, half, width)))
        right = Group((Place(whole, translate(-half, 0)),), rectangle(Box(0, 0, half, width)))
        hinge = Place(_trimmed(flap.drawn[id(record)]), translate(0, width + _GAP))
        items = (hinge, Place(left, first), Place(right, second))
        drawing = Drawing(flap.length + half, 2 * width + _GAP, items)
        pieces.append(Piece(record.name, drawing, None, record.copies, cut=cut))
    return pieces


def _edge(length: float, width: float) -> Outline:
    return rectangle(Box(0, 0, length, width))


def _trimmed(drawing: Drawing) -> Group:
    return Group(drawing.items, _edge(drawing.width, drawing.height))


_FORM_MAKERS: Mapping[str, Callable[[_Desk, RulerOptions], list[Piece]]] = {"whole": _whole, "folding": _folding}
