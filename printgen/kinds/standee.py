"""Standees: paper figures folded over their heads that stand on a foot."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any, ClassVar, Literal, NamedTuple

from pydantic import Field

from printgen.base.errors import Finding, split_advice
from printgen.base.limits import activity
from printgen.base.units import Box, mm, to_mm
from printgen.drawing.model import Drawing, Group, Item, Outline, Place
from printgen.drawing.outlines import Point, join_outlines, polygon, rectangle
from printgen.drawing.pieces import NetFaces, Piece
from printgen.drawing.recolor import silhouette
from printgen.game.records import Record
from printgen.kinds import Kind
from printgen.kinds.composition import Composition, Order
from printgen.kinds.face_rendering import face_of, own_size
from printgen.kinds.nets import Art, Net, Painter, box_corners, colors_of, upright
from printgen.kinds.record_faces import Choice, choose_faces, needs_look, numbers_of, record_context
from printgen.reading.part import NOTHING, Length, Options, Phrase, Words, length_within

# The cross foot lies so far beside the figure, and is at least so wide.
_GAP = mm(8)
_LEAST_CROSS = mm(20)


class Standee(NamedTuple):
    """A standee by the size of its figure, the depth of its foot, its kind of foot, and the width of a slot."""

    width: float
    height: float
    foot: float
    form: str
    slot: float = 0.0

    @property
    def tab(self) -> float:
        """The depth of the tab that closes a tent."""
        return min(mm(8), self.height / 2)

    @property
    def back(self) -> Box:
        return Box(0.0, 0.0 if self.form == "tent" else self.foot, self.width, self.height)

    @property
    def front(self) -> Box:
        """The front of the figure, below the fold."""
        return self.back.moved(0.0, self.height)

    @property
    def grounds(self) -> dict[str, Box]:
        """The visible parts on the table, by the adjacent side of the figure."""
        if self.form != "flaps":
            return {}
        return {
            "front": Box(0.0, self.front.bottom, self.width, self.foot),
            "back": Box(0.0, 0.0, self.width, self.foot),
        }

    @property
    def cross(self) -> Box:
        """The cross foot, folded in the middle of its height, beside the figure."""
        wide = max(_LEAST_CROSS, 0.8 * self.width)
        return Box(self.width + _GAP, self.front.bottom - self.foot, wide, 2 * self.foot)

    def net(self) -> Net:
        return {"flaps": self._flaps, "tent": self._tent, "slot": self._cross_foot}[self.form]()

    def _fold(self, y: float) -> tuple[Point, Point]:
        return (0.0, y), (self.width, y)

    def _flaps(self) -> Net:
        """The flaps are a little narrower at their ends, so that neighbours stand close."""
        w, top, low, inset = self.width, self.back.y, self.front.bottom, min(mm(1.5), self.width / 8)
        line = [(0, top), (inset, 0), (w - inset, 0), (w, top), (w, low), (w - inset, low + top), (inset, low + top)]
        return Net(polygon([*line, (0.0, low)]), tuple(map(self._fold, (top, self.front.y, low))))

    def _tent(self) -> Net:
        """The tab behind the floor is glued inside the lower edge of the back."""
        w, low = self.width, self.front.bottom
        end, inset = low + self.foot, min(mm(3), w / 6)
        tab: tuple[Point, ...] = ((w, end), (w - inset, end + self.tab), (inset, end + self.tab), (0.0, end))
        outline = polygon([(0.0, 0.0), (w, 0.0), *tab])
        return Net(outline, tuple(map(self._fold, (self.front.y, low, end))), (tab,))

    def _cross_foot(self) -> Net:
        """Figure and foot are double; the figure has a slot from below, the foot one from above."""
        cross, level = self.cross, self.cross.y + self.foot
        left, right = cross.x + (cross.w - self.slot) / 2, cross.x + (cross.w + self.slot) / 2
        hole = Box(left, cross.y + self.foot / 2, self.slot, self.foot)
        outline = join_outlines((self._figure(), rectangle(cross), rectangle(hole)))
        folds = (self._fold(self.front.y), ((cross.x, level), (left, level)), ((right, level), (cross.right, level)))
        return Net(outline, folds)

    def _figure(self) -> Outline:
        """The figure with the part in the foot, and a slot at both ends."""
        w, end, deep = self.width, self.front.bottom + self.foot, self.foot / 2
        left, right = (w - self.slot) / 2, (w + self.slot) / 2
        top = [(0.0, 0.0), (left, 0.0), (left, deep), (right, deep), (right, 0.0), (w, 0.0)]
        return polygon([*top, *((w - x, end - y) for x, y in top)])


class StandeeOptions(Options):
    """What a product of standees takes under `options`."""

    forms: ClassVar = {"ground": ("flaps",), "thickness": ("slot",)}
    form: Literal["flaps", "tent", "slot"] = Field(
        "flaps",
        description="what it stands on: two flaps that fold out, a tent with a floor, or a cross foot in a slot",
    )
    foot: Annotated[Length, length_within(4, 60)] = Field(
        mm(10), description="how deep each flap or the floor of the tent is, or how high the cross foot; 10mm without"
    )
    ground: Words = Field(NOTHING, description="the face on the flaps; without, it tells the name")
    behind: Literal["mirror", "shadow", "blank"] = Field(
        "mirror", description="what is on the back where no face is named: the front mirrored, its shadow, or nothing"
    )
    thickness: Annotated[Length, length_within(0.05, 3)] = Field(
        mm(0.3), description="how thick the paper is, which is as wide as half a slot; 0.3mm without"
    )


_GROUND = "standee-ground"
_SHADOW = "#3B4248"
_HINT = 'Write it like size: 30x50mm, or size: "{{ card.size }}" for a field of the records.'
_SMALLEST, _LARGEST = mm(8), mm(300)


def compose_standees(order: Order) -> Composition:
    """A net for every record of the order, in its order; those of several sizes are packed on shared sheets."""
    painter, pieces = Painter(order), list[Piece]()
    numbers = numbers_of(order)
    for record, choice, counted in zip(order.records, painter.take(choose_faces(order)), numbers, strict=True):
        with activity(f"drawing {record.name}", record.where):
            sides = _sides(order, choice, record) if choice else None
            if isinstance(sides, Finding):
                painter.add(sides)
            elif choice and sides and (facts := painter.take(_facts(order, choice, record, counted))):
                pieces.append(_standee(order, record, choice, sides, facts, painter))
    if len({(piece.front.width, piece.front.height) for piece in pieces}) > 1:
        pieces = [replace(piece, layout="packed") for piece in pieces]
    return Composition.whole(pieces, painter.findings)


def _sides(order: Order, choice: Choice, record: Record) -> tuple[float, float] | Finding:
    """The size of a record's figure: from the product, or from its front; a finding when there is none."""
    where = choice.places[2]
    try:
        sides = order.library.size(choice.size) if choice.size else own_size(order.face(choice.front))
    except ValueError as error:
        message, hint = split_advice(str(error), _HINT)
        return Finding("error", where, f"{message} (for {record.name})", hint, "bad-size", cause=where)
    if not _SMALLEST - 1e-6 <= min(sides) <= max(sides) <= _LARGEST + 1e-6:
        size = " x ".join(f"{to_mm(side):.4g}" for side in sides)
        limits = f"from {to_mm(_SMALLEST):g} to {to_mm(_LARGEST):g} mm"
        message = f"the figure of {record.name} is {size} mm; its sides may be {limits}"
        return Finding("error", where, message, f"Choose sides {limits}.", "bad-size")
    return sides


def _facts(
    order: Order, choice: Choice, record: Record, numbers: Mapping[str, int]
) -> tuple[dict[str, Any] | None, Sequence[Finding]]:
    """The values for the faces of a figure; None, with findings, when its look cannot be drawn."""
    # Mistakes of a face are reported where it is drawn.
    faces = [face_of(order, "", name)[0] for name in (choice.front, choice.back) if name]
    facts, findings = record_context(order, record, numbers, any(face and needs_look(order, face) for face in faces))
    return facts and {**colors_of(order, [choice.front]), **facts}, findings


def _standee(
    order: Order, record: Record, choice: Choice, sides: tuple[float, float], facts: Mapping[str, Any], painter: Painter
) -> Piece:
    options, product = order.value_as(StandeeOptions), order.product
    # Two layers of paper lie in a slot that is cut through two.
    shape = Standee(*sides, options.foot, options.form, 2 * options.thickness + mm(0.2))
    front, back = Phrase(choice.front, choice.places[0]), Phrase(choice.back, choice.places[1])
    seen = _paint(front, shape.front, {**facts, "side": "front"}, record, painter, "front")
    arts = [Art(seen, upright(shape.front), box_corners(shape.front))]
    faces = {"front": Drawing(*sides, seen)}
    if back:
        turned = _paint(back, shape.back, {**facts, "side": "back"}, record, painter, "back")
        arts.append(Art(turned, upright(shape.back, turned=True), box_corners(shape.back)))
        faces["back"] = Drawing(*sides, turned)
    elif options.behind != "blank":
        mirrored = _paint(front, shape.front, {**facts, "side": "back"}, record, painter, "front")
        if options.behind == "shadow":
            mirrored = silhouette(Group(mirrored), _SHADOW).items
        arts.append(Art(mirrored, (1.0, 0.0, 0.0, -1.0, shape.front.x, shape.front.y), box_corners(shape.back)))
        faces["back"] = Drawing(*sides, (Place(Group(mirrored), (-1.0, 0.0, 0.0, 1.0, sides[0], 0.0)),))
    for side, box in shape.grounds.items():
        name = options.ground or Phrase(_GROUND, product.where)
        ground = _paint(name, box, {**facts, "side": side}, record, painter, "")
        arts.append(Art(ground, upright(box, side == "back"), box_corners(box)))
    net = shape.net()
    left, top = (-side for side in net.box()[:2])
    figure = shape.front.moved(left, top), shape.back.moved(left, top)
    piece = net.piece(record.name, arts, copies=record.copies)
    return replace(piece, figure=figure, net=NetFaces(lambda *_: (faces, ())))


def _paint(
    name: Phrase, box: Box, facts: Mapping[str, Any], record: Record, painter: Painter, key: str
) -> tuple[Item, ...]:
    return painter.paint(name.text, name.where, (box.w, box.h), facts, record.name, key, record)


KIND = Kind("standee", compose_standees, options=StandeeOptions, small=True)
