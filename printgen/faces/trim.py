"""Checks faces against their cut: text near or over it, and grounds that end before the bleed does."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import count, pairwise
from typing import Any, NamedTuple

from printgen.base.errors import Exit, Finding, Where
from printgen.base.units import IDENTITY, Box, Matrix, apply, chain, compose, mm, rotate, scale, to_mm, translate
from printgen.drawing.extent import transform_box, walk
from printgen.drawing.model import Item, Path, Text
from printgen.drawing.outlines import bounds, flatten, parse_path, room_inside, transform_outline
from printgen.drawing.pieces import Piece, TemplateProblem
from printgen.drawing.tints import NONE
from printgen.drawing.words import cap
from printgen.faces.face import Face, Node
from printgen.faces.shape_words import BESIDE

OVER_CUT = "over-cut"
"""The code of what reaches over a cut."""
_SLACK = mm(0.05)
"""What lies so near to a limit, in points, is meant to be at it; `_TINY` is the same for pieces of other outlines."""
_TINY = 0.05
# What ends so near to the bleed's edge is meant to fill it.
_NEARLY = mm(0.3)
_DRAWN_PART = 0.85  # So much of an icon's box is drawn.
_LONG_SIDE = mm(3)  # A cut runs along a side of a path that is longer.
_MOST_SHAPES = 10_000  # More shapes of a face are not judged here.
_COVERING = ("fill", "hazard", "pattern")  # The properties that fill a shape.
_BARE = (NONE, "white", "#FFFFFF")  # The fills that leave paper bare.


class Fault(NamedTuple):
    """What is wrong with a text that lies over its cut or too near to it."""

    message: str
    hint: str
    code: str


class Trim(NamedTuple):
    """The cut of a face: its width and height, and how far inside the cut text must stay, in points.

    Below zero, text may reach that far over the cut. `corner` is the radius of its corners, in points. Text over the
    cut is an error, or a warning if the cut is `lenient`.
    """

    width: float
    height: float
    safe: float = 0.0
    corner: float = 0.0
    lenient: bool = False

    def room(self, box: Box, at: Matrix) -> float:
        """How far inside the cut a box lies, moved by a matrix to its place; below zero it is over the cut."""
        corners = [apply(at, x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
        xs, ys = [x for x, _ in corners], [y for _, y in corners]
        room = min(*xs, *ys, self.width - max(xs), self.height - max(ys))
        return min([room, *map(self._round, corners)]) if self.corner else room

    def _round(self, point: tuple[float, float]) -> float:
        """How far inside the arc of its round corner a point lies."""
        inward = [self.corner - min(at, side - at) for at, side in zip(point, (self.width, self.height), strict=True)]
        return self.corner - math.hypot(*inward) if min(inward) > 0 else math.inf

    def holds(self, box: Box, at: Matrix) -> bool:
        """Whether text in this box keeps its distance to the cut."""
        return self.room(box, at) >= self.safe - _SLACK

    def fault(self, items: Iterable[Item], at: Matrix, text: str = "") -> Fault | None:
        """What is wrong with badly placed text, or None; `text` holds the words of outlines."""
        leaves = list(walk(items, at))
        texts = ((item, matrix) for item, matrix in leaves if isinstance(item, Text) and item.text.strip())
        rooms = [(self.room(text_box(item), matrix), item.text) for item, matrix in texts]
        if text and not rooms:
            paths = ((item, matrix) for item, matrix in leaves if isinstance(item, Path))
            rooms = [(self.room(bounds(path.outline), matrix), text) for path, matrix in paths]
        room, words = min(rooms, default=(self.safe, ""))
        if room >= self.safe - _SLACK:
            return None
        words = text or words
        if room < -_SLACK:
            hint = "Move it inward, or give it less room in the face."
            return _fault_at_cut(words, room, self.safe, f"{hint} If it is meant, write over-cut: warn in the product.")
        return _fault_at_cut(words, max(0.0, room), self.safe, "Move it inward, or lower safe: in the face.")


def _fault_at_cut(words: str, room: float, safe: float, hint: str) -> Fault:
    """The fault of words at a distance inside their cut, in points; below zero over it."""
    if room < 0:
        return Fault(f'"{words}" reaches {to_mm(-room):.2g} mm over the cut', hint, OVER_CUT)
    message = f'"{words}" lies {to_mm(room):.2g} mm from the cut, nearer than {to_mm(safe):.3g} mm'
    return Fault(message, hint, "near-cut")


def edge_finding(where: Where, fault: Fault, lenient: bool, cause: Hashable) -> Finding:
    """The finding for a fault as `Trim.fault` gives it; an error where text is cut off, unless the cut is lenient."""
    severe = fault.code == OVER_CUT and not lenient
    return Finding("error" if severe else "warning", where, *fault, exit=Exit.DOES_NOT_FIT, cause=cause)


def text_box(text: Text) -> Box:
    """The box from the baseline of a text to its capitals; tracking stands between the letters only."""
    tall = cap(text.font, text.size)
    return Box(text.x, text.y - tall, text.width + text.tracking * (max(1, len(text.text)) - 1), tall)


class CutEdge:
    """The cut of a piece, a box or lines, and the distance that its text keeps, in points."""

    def __init__(self, piece: Piece, safe: float) -> None:
        self._safe = safe
        self._box = Trim(piece.front.width, piece.front.height, safe, piece.corner) if piece.cut is None else None
        self._lines = () if piece.cut is None else flatten(piece.cut, 0.5)

    def room(self, text: Text, at: Matrix) -> float:
        """How far inside the cut a text lies, in points; below zero it is over it."""
        box = text_box(text)
        if self._box is not None:
            return self._box.room(box, at)
        corners = [apply(at, x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
        rooms = [[room_inside(line, *corner) for corner in corners] for line in self._lines]
        # Text outside of all that is cut out is meant to be read before it is cut.
        return min((min(distances) for distances in rooms if max(distances) > 0), default=math.inf)

    def fault(self, text: Text, at: Matrix) -> Fault | None:
        """What is wrong with badly placed text, or None."""
        if self._box is not None:
            return self._box.fault([text], at)
        room = self.room(text, at)
        return None if room >= self._safe - _TINY else _fault_at_cut(text.text, room, self._safe, "Move it inward.")


def check_bleed(face: Face, bleed: float, find: Callable[[str, str], Face]) -> Iterator[Finding]:
    """A warning for each ground of a face that reaches its cut but not the end of the bleed.

    Grounds outside the face are included, and icons over the cut. `find` finds the faces that it uses, by name and
    look.
    """
    if face.size is None:
        return
    for node, box in _constant_shapes(face, face.items, IDENTITY, find, (face.name,), count()):
        # Of a path this is one of its sides.
        if node.kind != "path" and not box.grown(_SLACK).overlaps(Box(0, 0, *face.size).grown(bleed)):
            hint = "Move it onto the face, or remove it."
            message = f"this {node.kind} lies outside the face, and is never printed"
            yield Finding("warning", node.where, message, hint, "outside-face", cause=node.where)
            continue
        if bleed <= _NEARLY or ((face.edge or "edge" in node.props) and node.kind != "icon"):
            continue
        beyond = (-box.x, -box.y, box.right - face.size[0], box.bottom - face.size[1])
        short = min((reach for reach in beyond if reach > (_SLACK if node.kind == "icon" else -_SLACK)), default=bleed)
        if short >= bleed - _NEARLY:
            continue
        over = f"{to_mm(max(0.0, short)):.2g} mm over the cut"
        if node.kind == "icon":
            hint = "Move it inward, make it smaller, or let it reach to the end of the bleed."
            yield Finding("warning", node.where, f"this icon reaches {over}", hint, OVER_CUT, cause=node.where)
            continue
        message = f"this {node.kind} ends {over}, and the bleed is {to_mm(bleed):.3g} mm"
        message += ": where a cut is off, paper shows"
        hint = _more_bleed(face, node, bleed)
        yield Finding("warning", node.where, message, hint, "short-bleed", cause=node.where)


def _more_bleed(face: Face, node: Node, bleed: float) -> str:
    """How to extend a shape to the end of a bleed."""
    if node.says("bleed"):
        return f"Write bleed: {to_mm(bleed):.3g}mm in the face, so that it reaches so far."
    bleeds = "Write bleed: true for it, or let it" if node.kind in ("rect", "image") else "Let it"
    also = f", and write bleed: {to_mm(bleed):.3g}mm in the face" if face.bleed < bleed - _NEARLY else ""
    grows = " Or write edge: mirror, which turns its edges over into the bleed." if node.kind == "image" else ""
    return f"{bleeds} reach to the end of the bleed{also}.{grows}"


def _constant_shapes(
    face: Face, nodes: Iterable[Node], at: Matrix, find: Callable[[str, str], Face], users: tuple[str, ...],
    counter: Iterator[int],
) -> Iterator[tuple[Node, Box]]:  # fmt: skip
    """Shapes that are the same for every card, with their boxes, or sides, on the cut face; `counter` limits them."""
    for node in nodes:
        if next(counter) > _MOST_SHAPES:
            return
        if not node.props.keys().isdisjoint(BESIDE):
            continue  # Its place is known when a card is drawn.
        constants = {key: value.get({}) for key, value in node.props.items() if value.constant}
        x, y = constants.get("x", 0.0), constants.get("y", 0.0)
        if boxes := _BOXES.get(node.kind):
            if (node.kind in ("image", "icon") and "clip" not in node.props) or _covers(constants, node):
                yield from ((node, transform_box(box, at)) for box in boxes(constants, node))
        elif len(constants) < len(node.props) or "clip" in node.props:
            continue
        elif node.kind == "group":
            cx, cy, enlarge = constants.get("cx", 0.0), constants.get("cy", 0.0), scale(constants.get("scale", 1.0))
            turn = rotate(constants.get("rotate", 0.0))
            placement = chain(translate(x + cx, y + cy), turn, enlarge, translate(-cx, -cy))
            yield from _constant_shapes(face, node.children, compose(at, placement), find, users, counter)
        elif node.kind == "use" and (name := str(constants.get("face"))) not in users:
            try:
                used = find(name, face.look)
            except (ValueError, TemplateProblem):
                continue  # The drawing of the face reports it.
            yield from _constant_shapes(used, used.items, compose(at, translate(x, y)), find, (*users, name), counter)


def _plain_box(constants: Mapping[str, Any], node: Node) -> Iterator[Box]:
    """The box of a shape with a width and a height, unless it is turned."""
    if (
        constants.keys() >= {"w", "h"}
        and node.props.keys() & {"x", "y", "rotate"} <= constants.keys()
        and not constants.get("rotate")
    ):
        yield Box(constants.get("x", 0.0), constants.get("y", 0.0), constants["w"], constants["h"])


def _round_box(constants: Mapping[str, Any], node: Node) -> Iterator[Box]:
    if {"cx", "cy", "r", "rx", "ry"} & node.props.keys() <= constants.keys():
        rx, ry = (constants.get(name, constants.get("r", 0.0)) for name in ("rx", "ry"))
        yield Box(constants.get("cx", 0.0) - rx, constants.get("cy", 0.0) - ry, 2 * rx, 2 * ry)


def _icon_box(constants: Mapping[str, Any], node: Node) -> Iterator[Box]:
    """The box of an icon without its usual free margin."""
    if {"cx", "cy", "size"} & node.props.keys() <= constants.keys():
        side = constants.get("size", 12.0) * _DRAWN_PART
        yield Box(constants.get("cx", 0.0) - side / 2, constants.get("cy", 0.0) - side / 2, side, side)


def _sides(constants: Mapping[str, Any], node: Node) -> Iterator[Box]:
    """The straight horizontal and vertical sides of a path: only these show paper when a cut is off."""
    if len(constants) < len(node.props):
        return
    try:
        outline = parse_path(str(constants.get("d")))
    except ValueError:
        return  # The drawing of the face reports it.
    enlarge, turn = scale(constants.get("scale", 1.0) * node.unit), rotate(constants.get("rotate", 0.0))
    placement = chain(translate(constants.get("x", 0.0), constants.get("y", 0.0)), turn, enlarge)
    ends = [step[-2:] for step in transform_outline(outline, placement) if len(step) > 1]
    for (x1, y1), (x2, y2) in pairwise([*ends, *ends[:1]]):
        wide, high = abs(x2 - x1), abs(y2 - y1)
        if min(wide, high) < _SLACK and max(wide, high) > _LONG_SIDE:
            yield Box(min(x1, x2), min(y1, y2), wide, high)


_BOXES: Mapping[str, Callable[[Mapping[str, Any], Node], Iterator[Box]]] = {
    "rect": _plain_box, "image": _plain_box, "ellipse": _round_box, "icon": _icon_box, "path": _sides,
}  # fmt: skip


def _covers(constants: Mapping[str, object], node: Node) -> bool:
    """Whether a shape has a fill, so that no paper shows through."""
    return any(key in node.props and constants.get(key, "") not in _BARE for key in _COVERING)
