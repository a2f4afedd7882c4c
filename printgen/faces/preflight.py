"""What was drawn so far, for whoever judges it, and what a cut does to a face."""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import count, pairwise
from typing import Any, NamedTuple

from printgen.base.errors import Exit, Finding, Where
from printgen.base.units import IDENTITY, Box, Matrix, apply, chain, compose, mm, rotate, scale, to_mm, translate
from printgen.drawing.extent import transform_box, walk, walk_kind
from printgen.drawing.model import Copies, Drawing, Group, Item, Path, Place, Text
from printgen.drawing.outlines import bounds, parse_path, transform_outline
from printgen.drawing.pieces import TemplateProblem
from printgen.drawing.tints import NONE, Grounds
from printgen.drawing.words import cap
from printgen.faces.face import Face, Node


class Home(NamedTuple):
    """Where something that no face draws comes from: what it is called, "" for its piece, and its place in a file.

    What has one `cause` is told once; the `hint` is for words that are too small.
    """

    what: str
    where: Where
    cause: Hashable = None
    hint: str = ""


class SetWords(NamedTuple):
    """All items that were set with a text, the node that set them, and what finds fields of its record."""

    items: Sequence[Item]
    node: Node
    spot: Callable[[str], Where]


AROUND = Home("", Where(""))
"""What a product draws itself on a face comes from there where the product does."""


@dataclass
class Preflight:
    """What was looked at so far, for all that one renderer draws."""

    grounds: Grounds = field(default_factory=Grounds)
    seen: set[object] = field(default_factory=set)
    homes: Copies[Item | Group, Home | None] = field(default_factory=Copies)
    """Where items, and groups, come from; None for those of faces, which are judged as they are drawn."""
    typed: list[SetWords] = field(default_factory=list)
    """What faces set and nobody has asked for yet; the next question puts it into the two below."""
    texts: Copies[Text, SetWords | None] = field(default_factory=Copies)
    """The texts that faces set, each with what tells where it was typed."""
    words: dict[str, SetWords] = field(default_factory=dict)
    """The last of the texts by what they say."""
    clips: Copies[Group, None] = field(default_factory=Copies)
    """The groups that faces clip."""
    safes: Copies[Drawing, float] = field(default_factory=Copies)
    """How far inside its cut the text of a picture stays, in points."""

    def note_texts(self, node: Node, items: Sequence[Item], spot: Callable[[str], Where]) -> None:
        """Remember where the texts of a node were typed."""
        self.typed.append(SetWords(items, node, spot))

    def _words_of(self, text: Text) -> SetWords | None:
        """What tells where a text was typed, if a face has set it. Most builds ask of none."""
        for typed in self.typed:
            for item, _ in walk_kind(typed.items, Text):
                self.texts[item] = self.words[item.text] = typed
        self.typed.clear()
        return self.texts.get(text, None)

    def place_of(self, text: Text) -> tuple[Where, Where] | None:
        """Where a text was typed, in a record or in a face, and its line there; None where no face has set it."""
        # One that was made lighter, or tells a code, is no longer the one that was set.
        known = self._words_of(text) or self.words.get(text.text)
        if known is None:
            return None
        field = known.node.props["text"].field
        return (known.spot(field) if field else known.node.place("text")), known.node.where

    def together(self, one: Text, other: Text) -> bool:
        """Whether two texts are parts of one that a face has set."""
        known, others = self._words_of(one), self._words_of(other)
        return known is not None and others is not None and known.items is others.items

    def cuts(self, group: Group) -> bool:
        """Whether a face clips a group, and not the product for a reason of its own."""
        return group in self.clips

    def is_art(self, group: Group) -> bool:
        """Whether a group is a picture that a face shows, and not one that the product has drawn."""
        return self.grounds.picture_box(group) is not None and group not in self.homes

    def settle(self, items: Iterable[Item], home: Home | None) -> None:
        """Remember where items come from."""
        for item in items:
            self.homes[_subject(item)] = home

    def home_of(self, item: Item, around: Home | None) -> Home | None:
        """Where an item comes from; by default from where that does which is around it."""
        return self.homes.get(_subject(item), around)

    def has_home(self, item: Item) -> bool:
        """Whether it is known of an item itself where it comes from."""
        return _subject(item) in self.homes

    def safe_of(self, picture: Drawing, usual: float) -> float:
        """How far inside its cut the text of a picture stays."""
        return self.safes.get(picture, usual)

    def first(self, *what: object) -> bool:
        """Whether something is looked at for the first time."""
        if what in self.seen:
            return False
        self.seen.add(what)
        return True


def _subject(item: Item) -> Item | Group:
    return item.group if isinstance(item, Place) else item


OVER_CUT = "over-cut"
"""The code of what reaches over a cut."""
_SLACK = mm(0.05)
# What ends so near to the bleed's edge is meant to fill it.
_NEARLY = mm(0.3)
# So much of an icon's box is drawn; so long is a side of a path that a cut runs along.
_DRAWN, _LONG = 0.85, mm(3)
# More shapes of a face are not judged here.
_MOST = 10_000
_COVERING = ("fill", "hazard", "pattern")
_BARE = (NONE, "white", "#FFFFFF")


class Trim(NamedTuple):
    """How a face is cut: its width and height in points, and how far inside the cut its text stays, in points.

    Below zero, text may reach so far over the cut. `corner` is the radius of its corners, in points. Text over the cut
    is an error, or a warning where the cut is `lenient`.
    """

    width: float
    height: float
    safe: float = 0.0
    corner: float = 0.0
    lenient: bool = False

    def room(self, box: Box, at: Matrix) -> float:
        """How far inside the cut a box lies that a matrix moves to its place on the face; below zero it is over it."""
        corners = [apply(at, x, y) for x in (box.x, box.right) for y in (box.y, box.bottom)]
        across, down = [x for x, _ in corners], [y for _, y in corners]
        room = min(*across, *down, self.width - max(across), self.height - max(down))
        return min([room, *map(self._round, corners)]) if self.corner else room

    def _round(self, point: tuple[float, float]) -> float:
        """How far inside the arc of a round corner a point lies that is in one."""
        into = [self.corner - min(at, side - at) for at, side in zip(point, (self.width, self.height), strict=True)]
        return self.corner - math.hypot(*into) if min(into) > 0 else math.inf

    def holds(self, box: Box, at: Matrix) -> bool:
        """Whether text in this box lies where text may."""
        return self.room(box, at) >= self.safe - _SLACK

    def fault(self, items: Iterable[Item], at: Matrix, said: str = "") -> tuple[str, str, str] | None:
        """What is wrong with where a text lies, as message, hint and code; None where nothing is.

        `said` is the text itself, where it is not what its items say, or they are outlines alone.
        """
        leaves = list(walk(items, at))
        texts = ((one, matrix) for one, matrix in leaves if isinstance(one, Text) and one.text.strip())
        rooms = [(self.room(text_box(text), matrix), text.text) for text, matrix in texts]
        if said and not rooms:
            paths = ((one, matrix) for one, matrix in leaves if isinstance(one, Path))
            rooms = [(self.room(bounds(path.outline), matrix), said) for path, matrix in paths]
        room, words = min(rooms, default=(self.safe, ""))
        if room >= self.safe - _SLACK:
            return None
        words = said or words
        if room < -_SLACK:
            hint = (
                "Move it inward, or give it less room in the face. If it is meant, write over-cut: warn in the product."
            )
            return f'"{words}" reaches {to_mm(-room):.2g} mm over the cut', hint, OVER_CUT
        message = f'"{words}" lies {to_mm(max(0.0, room)):.2g} mm from the cut, nearer than {to_mm(self.safe):.3g} mm'
        return message, "Move it inward, or lower safe: in the face.", "near-cut"


def edge_finding(where: Where, fault: tuple[str, str, str], lenient: bool, cause: Hashable) -> Finding:
    """The finding for a fault as `Trim.fault` gives it; an error where text is cut off, unless the cut is lenient."""
    severe = fault[2] == OVER_CUT and not lenient
    return Finding("error" if severe else "warning", where, *fault, exit=Exit.DOES_NOT_FIT, cause=cause)


def text_box(text: Text) -> Box:
    """The box from the baseline of a text to its capitals; tracking stands between the letters only."""
    tall = cap(text.font, text.size)
    return Box(text.x, text.y - tall, text.width + text.tracking * (max(1, len(text.text)) - 1), tall)


def short_grounds(face: Face, bleed: float, find: Callable[[str, str], Face]) -> Iterator[Finding]:
    """A warning for each ground of a face that reaches its cut, or over it, and not to the end of the bleed.

    It tells of those that lie outside the face, too. Of an icon that reaches over the cut it says so. `find` finds the
    faces that it uses, by their names and its look.
    """
    if face.size is None:
        return
    for node, box in _grounds(face, face.items, IDENTITY, find, (face.name,), count()):
        # Of a path this is one of its sides.
        if node.kind != "path" and not box.grown(_SLACK).overlaps(Box(0, 0, *face.size).grown(bleed)):
            hint = "Move it onto the face, or remove it."
            message = f"this {node.kind} lies outside the face, and is never printed"
            yield Finding("warning", node.where, message, hint, "outside-face", cause=node.where)
            continue
        if bleed <= _NEARLY:
            continue
        beyond = (-box.x, -box.y, box.right - face.size[0], box.bottom - face.size[1])
        short = min((past for past in beyond if past > (_SLACK if node.kind == "icon" else -_SLACK)), default=bleed)
        if short >= bleed - _NEARLY:
            continue
        over = f"{to_mm(max(0.0, short)):.2g} mm over the cut"
        if node.kind == "icon":
            hint = "Move it inward, make it smaller, or let it reach to the end of the bleed."
            yield Finding("warning", node.where, f"this icon reaches {over}", hint, OVER_CUT, cause=node.where)
            continue
        message = (
            f"this {node.kind} ends {over}, and the bleed is {to_mm(bleed):.3g} mm: where a cut is off, paper shows"
        )
        hint = _more_bleed(face, node, bleed)
        yield Finding("warning", node.where, message, hint, "short-bleed", cause=node.where)


def _more_bleed(face: Face, node: Node, bleed: float) -> str:
    """What to write so that a shape reaches to the end of a bleed."""
    if node.says("bleed"):
        return f"Write bleed: {to_mm(bleed):.3g}mm in the face, so that it reaches so far."
    bleeds = "Write bleed: true for it, or let it" if node.kind in ("rect", "image") else "Let it"
    also = f", and write bleed: {to_mm(bleed):.3g}mm in the face" if face.bleed < bleed - _NEARLY else ""
    return f"{bleeds} reach to the end of the bleed{also}."


def _grounds(
    face: Face, nodes: Iterable[Node], at: Matrix, find: Callable[[str, str], Face], seen: tuple[str, ...],
    looked: Iterator[int],
) -> Iterator[tuple[Node, Box]]:  # fmt: skip
    """Shapes that are the same for every card, each with its box, or that of one side, on the face that is cut.

    `looked` counts them: faces that use each other may have more than anybody could look at.
    """
    for node in nodes:
        if next(looked) > _MOST:
            return
        said = {key: value.get({}) for key, value in node.props.items() if value.constant}
        x, y = said.get("x", 0.0), said.get("y", 0.0)
        if boxes := _BOXES.get(node.kind):
            if (node.kind in ("image", "icon") and "clip" not in node.props) or _covers(said, node):
                yield from ((node, transform_box(box, at)) for box in boxes(said, node))
        elif len(said) < len(node.props) or "clip" in node.props:
            continue
        elif node.kind == "group":
            cx, cy, grown = said.get("cx", 0.0), said.get("cy", 0.0), scale(said.get("scale", 1.0))
            turned = chain(translate(x + cx, y + cy), rotate(said.get("rotate", 0.0)), grown, translate(-cx, -cy))
            yield from _grounds(face, node.children, compose(at, turned), find, seen, looked)
        elif node.kind == "use" and (name := str(said.get("face"))) not in seen:
            try:
                used = find(name, face.look)
            except (ValueError, TemplateProblem):
                continue  # It is told where the face is drawn.
            yield from _grounds(used, used.items, compose(at, translate(x, y)), find, (*seen, name), looked)


def _plain_box(said: Mapping[str, Any], node: Node) -> Iterator[Box]:
    if said.keys() >= {"w", "h"} and node.props.keys() & {"x", "y", "rotate"} <= said.keys() and not said.get("rotate"):
        yield Box(said.get("x", 0.0), said.get("y", 0.0), said["w"], said["h"])


def _round_box(said: Mapping[str, Any], node: Node) -> Iterator[Box]:
    if {"cx", "cy", "r", "rx", "ry"} & node.props.keys() <= said.keys():
        rx, ry = (said.get(name, said.get("r", 0.0)) for name in ("rx", "ry"))
        yield Box(said.get("cx", 0.0) - rx, said.get("cy", 0.0) - ry, 2 * rx, 2 * ry)


def _icon_box(said: Mapping[str, Any], node: Node) -> Iterator[Box]:
    """The box of an icon without the edge that most of them leave free."""
    if {"cx", "cy", "size"} & node.props.keys() <= said.keys():
        side = said.get("size", 12.0) * _DRAWN
        yield Box(said.get("cx", 0.0) - side / 2, said.get("cy", 0.0) - side / 2, side, side)


def _sides(said: Mapping[str, Any], node: Node) -> Iterator[Box]:
    """The straight upright and level sides of a path: a cut that is off shows paper along these only."""
    if len(said) < len(node.props):
        return
    try:
        outline = parse_path(str(said.get("d")))
    except ValueError:
        return  # It is told where the face is drawn.
    grown = scale(said.get("scale", 1.0) * node.unit)
    turned = chain(translate(said.get("x", 0.0), said.get("y", 0.0)), rotate(said.get("rotate", 0.0)), grown)
    ends = [step[-2:] for step in transform_outline(outline, turned) if len(step) > 1]
    for (x1, y1), (x2, y2) in pairwise([*ends, *ends[:1]]):
        wide, high = abs(x2 - x1), abs(y2 - y1)
        if min(wide, high) < _SLACK and max(wide, high) > _LONG:
            yield Box(min(x1, x2), min(y1, y2), wide, high)


_BOXES: Mapping[str, Callable[[Mapping[str, Any], Node], Iterator[Box]]] = {
    "rect": _plain_box, "image": _plain_box, "ellipse": _round_box, "icon": _icon_box, "path": _sides,
}  # fmt: skip


def _covers(said: Mapping[str, object], node: Node) -> bool:
    """Whether a shape covers the paper in it."""
    return any(key in node.props and said.get(key, "") not in _BARE for key in _COVERING)
