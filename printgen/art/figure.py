"""A figure as a sticker: the parts of a look on their places, its rim and shadow, and the same as line art."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain as chain_of
from typing import NamedTuple

from printgen.art.parts import PartDrawing, PartOutline, Parts, Warp, paint, silhouette, warp_shapes
from printgen.art.poses import (
    MIDDLE,
    SEEN_BEHIND,
    Hand,
    LimbShapes,
    Pose,
    hanging_warp,
    hold_parts,
    legs_of,
    rear_of,
    trunk_warp,
)
from printgen.base.units import IDENTITY, Box, Matrix, chain, translate
from printgen.drawing.model import Group, Item, Outline, Path, Place, Stroke
from printgen.drawing.outlines import bounds, transform_outline
from printgen.drawing.recolor import BLACK, FILL_TONES, LINE_TONES, WHITE, tone, whiten
from printgen.drawing.tints import Tints

_SHADE = "#F3F3F3"
_SKIN = ("skin", "hand")
_HAIRY = "/hair"
_MOUTH = re.compile(r"skin\S* dark [5-9]\d$")  # Skin that is so much darker is no shade of a face but a mouth.
_NEAR = 1.0  # A shade may reach so many units beyond what it shades.
_TONED = re.compile(r"(-(?:shade|dark|light))?(?:/.*| (?:dark|light|deep)\b.*)?$")


def line_art(
    shapes: Iterable[PartOutline], tints: Tints, parts: Parts, width: float, joined: bool = False
) -> tuple[Item, ...]:
    """Draw shapes in lines of a width, in units of the part's box; patterns vanish.

    Of a limb that is `joined` to another the largest edge shape has no line, which would lie across the joint.
    """
    items: list[Item] = []
    shapes = tuple(shapes)
    limb = _largest_edge(shapes) if joined else ()
    grounds: dict[str, list[Box]] = {}
    """The boxes of what is drawn in each base colour, upon which shades may lie."""
    for layer, outline, line_width in shapes:
        if layer.pattern:
            continue
        fill = layer.fill or ""
        base, is_toned = _base_color(fill)
        box = bounds(outline).grown(_NEAR)
        is_upon = any(ground.grown(2 * _NEAR).holds(box) for ground in grounds.get(base, ()))
        is_shade = is_upon and is_toned and not (layer.edge or layer.stroke or _MOUTH.match(fill))
        if fill and not is_shade:
            grounds.setdefault(base, []).append(box)
        if base == "skin" and _HAIRY in fill and not layer.edge:
            items.append(Path(outline, _SHADE))
            continue
        if is_shade and base in _SKIN:
            continue
        if layer.fill is None:
            color = tone(tints.resolve(layer.stroke or "ink"), LINE_TONES)
            item: Item = Path(outline, None, Stroke(color, line_width, (), "round", "round"))
        elif is_shade:
            grey = tone(tints.resolve(fill), FILL_TONES)
            item = Path(outline, _SHADE if grey == WHITE and " light" not in fill else grey)
        else:
            line = None if outline is limb else Stroke(BLACK, width, (), "round", "round")
            item = Path(outline, tone(tints.resolve(fill), FILL_TONES), line)
        items.append(Place(Group((item,), parts.edge_outline(layer.clip))) if layer.clip else item)
    return tuple(items)


def _largest_edge(shapes: Iterable[PartOutline]) -> Outline:
    edges = (shape.outline for shape in shapes if shape.layer.edge)
    return max(edges, key=lambda outline: bounds(outline).w * bounds(outline).h, default=())


def _base_color(words: str) -> tuple[str, bool]:
    """The colour that words name a tone of, such as skin for "skin-shade dark 20", and whether they do name a tone."""
    match = _TONED.search(words)
    return (words[: match.start()], bool(match.group())) if match else (words, False)


OUTER, INNER = 0.5, 0.2
"""The widths of lines of line art, in millimetres: around a figure and limbs before it, and inside them."""

_RIM, _SHADOW, _KEYLINE = 2.6, 2.2, 1.4
"""How wide the rim of a figure is, how far its shadow falls, and how wide a keyline is, in units of its box."""
_DEPTHS = ("behind", "layers", "over")

BODY = ("torso", "neck", "chest")
"""The slots that lean with the body, in the order in which they are drawn."""
HEAD = ("head", "eyes", "brows", "nose", "mouth", "beard", "hair", "headgear", "eyewear")
"""Those that turn and tilt with the head."""
_GEAR = ("back",)


class Figure:
    """The three pictures of a sticker, gathered part by part: shadow, rim and body.

    With a `line` it is line art with inner lines so many units wide, and with an outer line in place of the shadow.
    Its rim is `grown` times as wide as usual, in units: a smaller figure has as wide a rim on paper.
    """

    def __init__(self, tints: Tints, parts: Parts, line: float = 0.0, grown: float = 1.0) -> None:
        self._tints, self._parts, self._line, self._grown = tints, parts, line, grown
        self._outer = (OUTER / INNER - 0.5) * line
        self._shadow: list[Item] = []
        self._rim: list[Item] = []
        self.body: list[Item] = []
        self.top = 100.0
        """The highest place of its head and hat, in the box of the picture, with the rim around it."""

    def add(
        self, shapes: Sequence[PartOutline], matrix: Matrix = IDENTITY, warp: Warp | None = None, joined: bool = False
    ) -> None:
        """Add some shapes of a part; `warp` moves every point first. A limb that is `joined` has no line of its own."""
        if not shapes:
            return
        if warp:
            shapes = warp_shapes(shapes, warp)
        line, outer, rim = self._line, self._outer, _RIM * self._grown
        first = (BLACK, outer, self._shadow) if line else (self._tints.resolve("ink"), rim, self._shadow)
        for color, reach, items in (first, (self._tints.resolve("sand"), rim + outer, self._rim)):
            if edge := silhouette(shapes, color, reach):
                items.append(Place(Group(edge), matrix))
        tints, parts = self._tints, self._parts
        drawn = line_art(shapes, tints, parts, line, joined) if line else paint(shapes, tints, parts)
        self.body.append(Place(Group(drawn), matrix))

    def add_head(self, shapes: Sequence[PartOutline], matrix: Matrix = IDENTITY, warp: Warp | None = None) -> None:
        """Add shapes that no edge of a picture may cut."""
        tops = (bounds(transform_outline(shape.outline, matrix)).y for shape in shapes if shape.layer.edge)
        self.top = min((self.top, *(y - _RIM * self._grown for y in tops)))
        self.add(shapes, matrix, warp)

    def add_all(self, drawn: PartDrawing, matrix: Matrix = IDENTITY) -> None:
        for depth in _DEPTHS:
            self.add(getattr(drawn, depth), matrix)

    def add_held(self, drawn: PartDrawing, hands: Sequence[Hand], matrix: Matrix = IDENTITY) -> None:
        """Add a part and the hands that hold it, each with a keyline of its own."""
        for hand in hands:
            self.add_keyed(hand.under)
        self.add_all(drawn, matrix)
        for hand in hands:
            self.add_keyed(hand.over)

    def add_keyed(self, several: Sequence[LimbShapes]) -> None:
        """Add shapes over parts of their own colour with one keyline around all; in line art it lies on white."""
        rim = _KEYLINE * self._grown
        lines = [(self._tints.resolve("sand"), rim, True)]
        if self._line:
            lines = [(WHITE, rim + self._outer, False), (BLACK, self._outer, True)]
        for color, wide, limbs in lines:
            for shapes, matrix, keyed in several:
                if keyed is None or limbs:
                    edge = silhouette(shapes if keyed is None else keyed, color, wide, color == BLACK)
                    self.body.append(Place(Group(edge), matrix))
        for shapes, matrix, keyed in several:
            self.add(shapes, matrix, joined=keyed is not None)

    def sticker(self, place: Matrix, side: Matrix) -> list[Item]:
        """The three pictures at a place."""
        upright = chain(place, side)
        shadow, rim, body = (Group(tuple(items)) for items in (self._shadow, self._rim, self.body))
        if self._line:
            # The white rim keeps the backdrop's lines off the figure; a shadow would only cost ink.
            return [Place(whiten(rim), upright), Place(shadow, upright), Place(body, upright)]
        shift = _SHADOW * self._grown
        return [Place(shadow, chain(place, translate(shift, shift), side)), Place(rim, upright), Place(body, upright)]


Chosen = Mapping[str, Sequence[PartDrawing]]
"""The parts of a look, by slot."""

_NECK = (50.0, 66.0)  # The point about which heads turn.


class Bearing(NamedTuple):
    """How broad a figure is, how it holds its head and turns its face, and whether it wears gloves."""

    bulk: float
    head: Matrix
    face: Warp | None
    gloved: bool


def add_posed(figure: Figure, chosen: Chosen, pose: Pose, bearing: Bearing, parts: Parts) -> None:
    """Add the parts of a look to a figure in a pose. TemplateProblem for a part that there is not."""
    posed = _PosedParts(figure, chosen, pose, bearing, parts)
    if pose.away:
        posed.add_from_behind()
    else:
        posed.add_from_front()


class _PosedParts:
    """Adds the parts of a look to a figure in a pose, one group after the other."""

    def __init__(self, figure: Figure, chosen: Chosen, pose: Pose, bearing: Bearing, parts: Parts) -> None:
        self._figure, self._chosen, self._pose, self._parts = figure, chosen, pose, parts
        self._clothes = chosen["torso"][0] if chosen["torso"] else None
        self._upper, self._body = pose.upper(), pose.body(bearing.bulk)
        self._head = chain(self._upper, pose.head.matrix(*_NECK), bearing.head)
        self._back = chain(self._upper, pose.back.matrix(*MIDDLE))
        self._trunk, self._face, self._bulk = trunk_warp(pose), bearing.face, bearing.bulk
        self._held, self._idle = hold_parts(pose, chosen["front"], self._clothes, parts, bearing.gloved, bearing.bulk)

    def add_from_front(self) -> None:
        self._add_group("layers", _GEAR, self._back)
        self._add_group("behind", BODY, self._body, hanging_warp(self._pose))
        self._add_group("behind", HEAD, self._head)
        self._add_far_limbs()
        self._add_group("layers", BODY, self._body, self._trunk)
        self._add_near_limbs("belt")
        self._add_group("layers", HEAD, self._head, self._face)
        self._add_group("over", _GEAR, self._upper, self._trunk)
        self._add_group("over", BODY, self._body, self._trunk)
        self._add_group("over", HEAD, self._head, self._face)
        self._add_idle_arms()
        self._add_held()

    def add_from_behind(self) -> None:
        self._add_held()
        self._add_far_limbs()
        for slot in SEEN_BEHIND:
            for drawn in self._chosen[slot]:
                self._figure.add_head(rear_of(drawn, self._parts).layers, self._head)
        if self._clothes:
            self._figure.add(rear_of(self._clothes, self._parts).layers, self._body, self._trunk)
        self._add_idle_arms()
        self._add_near_limbs("rear-belt")
        self._add_group("layers", _GEAR, self._back)

    def _add_group(self, depth: str, slots: Iterable[str], matrix: Matrix, warp: Warp | None = None) -> None:
        add = self._figure.add_head if slots is HEAD else self._figure.add
        for slot in slots:
            for drawn in self._chosen[slot]:
                add(getattr(drawn, depth), matrix, warp)

    def _add_held(self) -> None:
        for drawn, hands in zip(self._chosen["front"], self._held, strict=True):
            self._figure.add_held(drawn, hands, chain(self._upper, self._pose.held.matrix(*MIDDLE)))

    def _add_idle_arms(self) -> None:
        for hand in self._idle:
            self._figure.add_keyed((*hand.under, *hand.over))

    def _add_far_limbs(self) -> None:
        """Add the limbs behind the body, and the upper arms."""
        upper_arms = (limb for hand in (*chain_of(*self._held), *self._idle) for limb in hand.upper)
        for limb in (*legs_of(self._pose, self._clothes, self._parts, False, self._bulk), *upper_arms):
            self._figure.add(limb.shapes, limb.matrix)

    def _add_near_limbs(self, belt: str) -> None:
        """Add the belt, and the legs before the body."""
        self._figure.add(self._parts.get(belt).layers, self._upper)
        for leg in legs_of(self._pose, self._clothes, self._parts, True, self._bulk):
            self._figure.add_keyed([leg])
