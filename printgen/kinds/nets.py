"""Nets to cut out, fold and glue: turns panels with pictures, folds and flaps into a Piece.

Everything is in points on the net, y down. A picture reaches over the edges of its panel by the bleed, under its
neighbours, so that no paper shows when a fold or a cut is a little off.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeVar

from printgen.base.errors import Finding, ValueProblem, Where
from printgen.base.units import Box, Matrix, apply, chain, mm, rotate, to_mm, translate
from printgen.drawing.extent import around, transform_box, walk
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place, Rect, Stroke
from printgen.drawing.outlines import Point, bounds, join_outlines, polygon, polyline, rectangle, transform_outline
from printgen.drawing.pieces import Piece, TemplateProblem
from printgen.drawing.tints import NONE, contrast
from printgen.faces.face import Face, Node
from printgen.faces.library import Library
from printgen.faces.trim import check_bleed
from printgen.game.records import Record
from printgen.kinds.composition import Order
from printgen.kinds.face_rendering import face_of, render_face, stretch_to, wrong_shapes
from printgen.sheets.marks import FOLD, MARK
from printgen.sheets.sheet import sheet_words

BLEED = mm(3)
"""How far pictures reach over folds and cuts, if there is room."""

T = TypeVar("T")

# The gaps of the fold line are white, so that it shows on any ground.
_GAPS = Stroke("#FFFFFF", FOLD.width, FOLD.dash[::-1], dash_phase=-FOLD.dash[0])
# A rim of white on both sides of the line to cut along, for the same reason.
_HALO = Stroke("#FFFFFF", 0.9)
_HATCH = Stroke("#8D9396", 0.4)
_HATCH_STEP = mm(1.5)
# A ground that ends so near to an edge fills the panel, or the bleed.
_NEARLY = mm(0.3)
_DARK = 3.0
"""The contrast to white, or to each other, of the colours that boxes take from a game."""


class Art(NamedTuple):
    """A picture on a panel: its items, their matrix on the net, and the corners of the panel there."""

    items: tuple[Item, ...]
    matrix: Matrix
    corners: tuple[Point, ...]


class Net(NamedTuple):
    """The cut of a net, as a closed outline, its folds, as lines, and its glue flaps, by their corners."""

    outline: Outline
    folds: tuple[tuple[Point, Point], ...]
    flaps: tuple[tuple[Point, ...], ...] = ()

    def box(self, bleed: float = BLEED) -> Box:
        """The area on the paper, including pictures that reach over the edges."""
        return bounds(self.outline).grown(bleed)

    def piece(
        self, name: str, arts: Iterable[Art], notes: Iterable[Place] = (), bleed: float = BLEED, copies: int = 1
    ) -> Piece:
        """The net with its pictures, and with notes beside them; as large as its outline and the bleed around it."""
        box = self.box(bleed)
        at = translate(-box.x, -box.y)
        cut = transform_outline(self.outline, at)
        folds = tuple((apply(at, *start), apply(at, *end)) for start, end in self.folds)
        pictures = self._pictures(arts, bleed)
        front = self._draw_items((*map(hatch, self.flaps), *pictures, *self._lines(), *notes), bleed)
        return Piece(name, front, None, copies, cut=cut, whole=True, role="model", folds=folds,
                     bare=self._draw_items(pictures, bleed))  # fmt: skip

    def draw(self, arts: Iterable[Art], bleed: float = BLEED) -> Drawing:
        """The drawing of `piece` with its pictures alone, without any line."""
        return self._draw_items(self._pictures(arts, bleed), bleed)

    def _draw_items(self, items: Iterable[Item], bleed: float) -> Drawing:
        box = self.box(bleed)
        return Drawing(box.w, box.h, (Place(Group(tuple(items)), translate(-box.x, -box.y)),))

    def _pictures(self, arts: Iterable[Art], bleed: float) -> list[Item]:
        """The pictures; all bleeds lie under all panels, in a group of their own that counts as one mosaic for ink."""
        arts, items = tuple(arts), list[Item]()
        for grown in (bleed, 0.0):
            panels = tuple(_clip(art, grow_polygon(art.corners, grown)) for art in arts)
            items += (Place(Group(panels)),) if panels else ()
        return items

    def _lines(self) -> Iterator[Item]:
        """The lines of the net, which sheets without marks and previews also need."""
        yield from (Path(self.outline, None, line) for line in (_HALO, MARK))
        folds = join_outlines(map(polyline, self.folds))
        yield from (Path(folds, None, stroke) for stroke in (_GAPS, FOLD) if folds)


def _clip(art: Art, corners: Sequence[Point]) -> Place:
    return Place(Group((Place(Group(art.items), art.matrix),), polygon(corners)))


def hatch(corners: Sequence[Point]) -> Place:
    """A glue flap: slanted lines inside its corners."""
    outline = polygon(corners)
    box = bounds(outline)
    starts = (box.x - box.h + i * _HATCH_STEP for i in range(math.ceil((box.w + box.h) / _HATCH_STEP)))
    lines = join_outlines(polyline(((x, box.bottom), (x + box.h, box.y))) for x in starts)
    return Place(Group((Path(lines, None, _HATCH),), outline))


def grow_polygon(corners: Sequence[Point], by: float) -> tuple[Point, ...]:
    """A convex polygon with every side moved outward by a length; its corners run clockwise on paper."""
    if not by:
        return tuple(corners)
    grown: list[Point] = []
    for before, corner, after in zip((corners[-1], *corners[:-1]), corners, (*corners[1:], corners[0]), strict=True):
        (ax, ay), (bx, by_) = _outward(before, corner), _outward(corner, after)
        # Where the two sides meet that were moved along their outward directions.
        k = by / (1 + ax * bx + ay * by_)
        grown.append((corner[0] + k * (ax + bx), corner[1] + k * (ay + by_)))
    return tuple(grown)


def _outward(start: Point, end: Point) -> Point:
    """The unit vector that leads out of a polygon at an edge which runs clockwise."""
    length = math.dist(start, end)
    return ((end[1] - start[1]) / length, (start[0] - end[0]) / length)


def box_corners(box: Box) -> tuple[Point, ...]:
    """The corners of a box, clockwise."""
    return ((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom))


def upright(box: Box, turned: bool = False) -> Matrix:
    """The matrix that fills a box with a picture of its size, upright or turned by half a turn."""
    if not turned:
        return translate(box.x, box.y)
    return chain(translate(box.right, box.bottom), rotate(180))


@dataclass(frozen=True, slots=True)
class Painter:
    """Draws faces for panels of the same shape; faces without a size find `w` and `h` among their facts."""

    order: Order
    findings: list[Finding] = field(default_factory=list)
    bleed: float = BLEED
    judged: set[str] = field(default_factory=set)
    """The faces without a size whose grounds have been checked."""

    def add(self, *findings: Finding) -> None:
        self.findings.extend(findings)

    def take(self, result: tuple[T, Iterable[Finding]]) -> T:
        """The value of a result; its findings are kept."""
        value, findings = result
        self.add(*findings)
        return value

    def paint(
        self, name: str, where: Where, size: tuple[float, float], facts: Mapping[str, Any], called: str, key: str = "",
        record: Record | None = None,
    ) -> tuple[Item, ...]:  # fmt: skip
        """A face in a size in points, for a thing `called` so. Findings are at `where`, or at lines of a `record`."""
        face = self.take(face_of(self.order, key, name, where))
        if face is None:
            return ()
        hint = "Draw it in this size, or leave out its size: it is told the width and the height, w and h."
        shape_findings = wrong_shapes([face], size, where, hint)
        self.add(*(shape_findings or check_bleed(face, self._reach(face, size), self.order.library.face)))
        if shape_findings:
            return ()
        sides = {"w": to_mm(size[0]), "h": to_mm(size[1]), "bleed": to_mm(self.bleed), "words": self.words}
        drawn_size = face.size or size
        grown = size[0] / drawn_size[0]
        items = self.take(
            render_face(self.order, face, {**facts, **sides}, called, where, drawn_size, grown, record=record)
        )
        if face.size is None and name not in self.judged:
            self.judged.add(name)
            self.add(*self._short(face, items, size))
        return stretch_to(size)(face, items).items

    @property
    def words(self) -> Mapping[str, str]:
        """The words of nets in the game's language."""
        return sheet_words(self.order.library).nets

    def _reach(self, face: Face, size: tuple[float, float]) -> float:
        """The bleed in the face's own scale."""
        return self.bleed if face.size is None else self.bleed * face.size[0] / size[0]

    def _short(self, face: Face, items: Iterable[Item], size: Point) -> Iterator[Finding]:
        """A warning when the ground of a face without a size ends at the edges of its panel."""
        shapes = ((item, at) for item, at in walk(items) if isinstance(item, Rect | Path) and item.fill)
        boxes = (transform_box(bounds(rectangle(Box(*item[:4])) if isinstance(item, Rect) else item.outline), at)
                 for item, at in shapes)  # fmt: skip
        grounds = [box for box in boxes if min(box.w - size[0], box.h - size[1]) > -_NEARLY]
        if not grounds:
            return
        whole = around(grounds)
        short = min(-whole.x, -whole.y, whole.right - size[0], whole.bottom - size[1])
        if short < self.bleed - _NEARLY:
            message = (
                f"the ground of '{face.name}' ends {to_mm(max(0.0, short)):.2g} mm over the edges of its panel, and"
            )
            message += f" pictures reach {to_mm(self.bleed):.2g} mm over folds and cuts"
            hint = "Begin it at -bleed, and make it 2 * bleed wider and higher: faces are told the bleed."
            yield Finding("warning", face.where, message, hint, "short-bleed", cause=face.where)

    def note(self, name: str, box: Box, facts: Mapping[str, Any]) -> tuple[Place, ...]:
        """A face of words beside the pictures, in a box on the net; nothing when that is too small."""
        if min(box.w, box.h) < mm(5):
            return ()
        face = self.take(face_of(self.order, "", name, self.order.product.where))
        if face is None:
            return ()
        sides = {"w": to_mm(box.w), "h": to_mm(box.h), "words": self.words}
        items = self.take(render_face(self.order, face, {**facts, **sides}, name, self.order.product.where))
        return (Place(Group(items), translate(box.x, box.y)),)


def colors_of(order: Order, names: Iterable[str]) -> dict[str, Any]:
    """A dark `ground` and an `accent` on it: from the product, else from faces of these names, else the theme."""
    house = order.library.palette("dossier")
    colors = [color for name in names for color in _colors(order.library, name, order.look)]
    ground = next((color for color in colors if contrast(color, "#FFFFFF") >= _DARK), house["house"])
    accent = next((color for color in colors if contrast(color, ground) >= _DARK), house["house-trim"])
    parameters = order.product.parameters
    return {"ground": parameters.get("ground", ground), "accent": parameters.get("accent", accent)}


def _colors(library: Library, name: str, look: str) -> Iterator[str]:
    """The constant colours of a face, in the order in which it draws them."""
    try:
        face = library.face(name, look)
        roles = {role: str(value.get({})) for role, value in face.colors.items() if value.constant}
        tints = library.tints(face, roles)
    except (ValueError, ValueProblem, TemplateProblem):
        return  # The drawing of the face reports it.
    for node in _in_order(face.items):
        for key in ("fill", "hazard", "pattern-color", "stroke", "color"):
            if key in node.props and node.props[key].constant:
                try:
                    color = tints.resolve(str(node.props[key].get({})))
                except ValueError:
                    continue  # A role that depends on the card.
                if color != NONE:
                    yield color


def _in_order(nodes: Iterable[Node]) -> Iterator[Node]:
    """Nodes of a face and all nodes inside them, in the order of drawing."""
    for node in nodes:
        yield node
        yield from _in_order(node.children)
