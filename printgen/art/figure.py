"""A figure as a sticker: the parts of a look on their places, its rim and shadow, and the same as line art."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain as chain_of
from typing import NamedTuple

from printgen.art.parts import PartDrawing, PartOutline, Parts, Warp, paint, silhouette, warp_shapes
from printgen.art.poses import MIDDLE, SEEN_BEHIND, Hand, LimbShapes, Pose, hold_parts, legs_of, rear_of, stretch, trunk
from printgen.base.units import IDENTITY, Box, Matrix, chain, translate
from printgen.drawing.model import Group, Item, Path, Place, Stroke
from printgen.drawing.outlines import bounds, transform_outline
from printgen.drawing.recolor import BLACK, FILL_TONES, LINE_TONES, WHITE, tone, whiten
from printgen.drawing.tints import Tints

_SHADE = "#F3F3F3"
_SKIN = ("skin", "hand")
_HAIRY = "/hair"
# Skin that is so much darker is no shade of a face: it is a mouth.
_MOUTH = re.compile(r"skin\S* dark [5-9]\d$")
# What shades a thing may reach so many units beyond it.
_NEAR = 1.0
_TONED = re.compile(r"(-(?:shade|dark|light))?(?:/.*| (?:dark|light|deep)\b.*)?$")


def line_art(
    shapes: Iterable[PartOutline], tints: Tints, parts: Parts, width: float, joined: bool = False
) -> tuple[Item, ...]:
    """Draw shapes in lines of a width, in units of the part's box; patterns vanish.

    Of a limb that is `joined` to another the largest edge shape has no line, which would lie across the joint.
    """
    out: list[Item] = []
    shapes = tuple(shapes)
    edges = [shape for shape in shapes if shape.layer.edge] if joined else []
    limb = max(
        (shape.outline for shape in edges), key=lambda outline: bounds(outline).w * bounds(outline).h, default=()
    )
    plain: dict[str, list[Box]] = {}
    for layer, outline, wide in shapes:
        if layer.pattern:
            continue
        thing, toned = _thing(layer.fill or "")
        box = bounds(outline).grown(_NEAR)
        upon = any(below.grown(2 * _NEAR).holds(box) for below in plain.get(thing, ()))
        shading = upon and toned and not (layer.edge or layer.stroke or _MOUTH.match(layer.fill or ""))
        if layer.fill and not shading:
            plain.setdefault(thing, []).append(box)
        if thing == "skin" and _HAIRY in (layer.fill or "") and not layer.edge:
            out.append(Path(outline, _SHADE))
            continue
        if shading and thing in _SKIN:
            continue
        if layer.fill is None:
            color = tone(tints.resolve(layer.stroke or "ink"), LINE_TONES)
            item: Item = Path(outline, None, Stroke(color, wide, (), "round", "round"))
        elif shading:
            grey = tone(tints.resolve(layer.fill), FILL_TONES)
            item = Path(outline, _SHADE if grey == WHITE and " light" not in layer.fill else grey)
        else:
            line = None if outline is limb else Stroke(BLACK, width, (), "round", "round")
            item = Path(outline, tone(tints.resolve(layer.fill), FILL_TONES), line)
        out.append(Place(Group((item,), parts.edge_outline(layer.clip))) if layer.clip else item)
    return tuple(out)


def _thing(words: str) -> tuple[str, bool]:
    """What colour words are a tone of, such as skin for "skin-shade dark 20", and whether they are another tone."""
    found = _TONED.search(words)
    return (words[: found.start()], bool(found.group())) if found else (words, False)


OUTER, INNER = 0.5, 0.2
"""Line art: how wide, in millimetres, the line around a figure is, and around limbs before it, and those in it."""

_RIM, _SHADOW, _KEYLINE = 2.6, 2.2, 1.4
_DEPTHS = ("behind", "layers", "over")

BODY = ("torso", "neck", "chest")
"""The slots that lean with the body, in the order in which they are drawn."""
HEAD = ("head", "eyes", "brows", "nose", "mouth", "beard", "hair", "headgear", "eyewear")
"""Those that turn and tilt with the head."""


class Figure:
    """The three pictures of a sticker, gathered part by part: shadow, rim and body.

    With a `line` it is line art, whose inner lines are so many units wide; in place of the shadow is the outer line.
    `grown` is how many times wider than usual, in units, its rim is: a smaller figure has as wide a rim on paper.
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
        for color, grown, edges in (first, (self._tints.resolve("sand"), rim + outer, self._rim)):
            if edge := silhouette(shapes, color, grown):
                edges.append(Place(Group(edge), matrix))
        if line:
            self.body.append(Place(Group(line_art(shapes, self._tints, self._parts, line, joined)), matrix))
        else:
            self.body.append(Place(Group(paint(shapes, self._tints, self._parts)), matrix))

    def add_head(self, shapes: Sequence[PartOutline], matrix: Matrix = IDENTITY, warp: Warp | None = None) -> None:
        """Add shapes that no edge of a picture may cut."""
        tops = (bounds(transform_outline(shape.outline, matrix)).y for shape in shapes if shape.layer.edge)
        self.top = min((self.top, *(y - _RIM * self._grown for y in tops)))
        self.add(shapes, matrix, warp)

    def add_all(self, drawn: PartDrawing, matrix: Matrix = IDENTITY) -> None:
        """Add a part as a whole."""
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
        """Add what lies over parts of its own colour, with one line around all of it: in line art, one like that around
        the figure, which around hands lies on white.
        """
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
        return [
            Place(shadow, chain(place, translate(shift, shift), side)),
            Place(rim, upright),
            Place(body, upright),
        ]


Chosen = Mapping[str, Sequence[PartDrawing]]

# The point about which heads turn.
_NECK = (50.0, 66.0)


class Bearing(NamedTuple):
    """What a look says of how its figure is built: how broad it is, how it holds its head, whether it wears gloves."""

    bulk: float
    head: Matrix
    face: Warp | None
    gloved: bool


def lay(figure: Figure, chosen: Chosen, pose: Pose, bearing: Bearing, parts: Parts) -> None:
    """Lay the parts of a look in a pose. TemplateProblem for a part that a file asks for in vain."""
    laying = _Laying(figure, chosen, pose, bearing, parts)
    if pose.away:
        laying.from_behind()
    else:
        laying.from_before()


class _Laying:
    """A figure that parts are laid on, one group after the other."""

    def __init__(self, figure: Figure, chosen: Chosen, pose: Pose, bearing: Bearing, parts: Parts) -> None:
        self._figure, self._chosen, self._pose, self._parts = figure, chosen, pose, parts
        self._clothes = chosen["torso"][0] if chosen["torso"] else None
        self._upper, self._body = pose.upper(), pose.body(bearing.bulk)
        self._head = chain(self._upper, pose.head.matrix(*_NECK), bearing.head)
        self._trunk, self._face, self._bulk = trunk(pose), bearing.face, bearing.bulk
        self._held, self._idle = hold_parts(pose, chosen["front"], self._clothes, parts, bearing.gloved, bearing.bulk)

    def from_before(self) -> None:
        """Lay what is seen of somebody who faces us."""
        self._gear("layers", self._back())
        self._group("behind", BODY, self._body, stretch(self._pose))
        self._group("behind", HEAD, self._head)
        self._far_limbs()
        self._group("layers", BODY, self._body, self._trunk)
        self._near_limbs("belt")
        self._group("layers", HEAD, self._head, self._face)
        self._gear("over", self._upper, self._trunk)
        self._group("over", BODY, self._body, self._trunk)
        self._group("over", HEAD, self._head, self._face)
        self._idle_arms()
        self._front()

    def from_behind(self) -> None:
        """Lay what is seen of somebody who turns his back on us."""
        self._front()
        self._far_limbs()
        for slot in SEEN_BEHIND:
            for drawn in self._chosen[slot]:
                self._figure.add_head(rear_of(drawn, self._parts).layers, self._head)
        if self._clothes:
            self._figure.add(rear_of(self._clothes, self._parts).layers, self._body, self._trunk)
        self._idle_arms()
        self._near_limbs("rear-belt")
        self._gear("layers", self._back())

    def _back(self) -> Matrix:
        """Where goes what hangs on the back."""
        return chain(self._upper, self._pose.back.matrix(*MIDDLE))

    def _group(self, depth: str, slots: Iterable[str], matrix: Matrix, warp: Warp | None = None) -> None:
        add = self._figure.add_head if slots is HEAD else self._figure.add
        for slot in slots:
            for drawn in self._chosen[slot]:
                add(getattr(drawn, depth), matrix, warp)

    def _gear(self, depth: str, matrix: Matrix, warp: Warp | None = None) -> None:
        self._group(depth, ("back",), matrix, warp)

    def _front(self) -> None:
        """What is held, with its hands."""
        for drawn, hands in zip(self._chosen["front"], self._held, strict=True):
            self._figure.add_held(drawn, hands, chain(self._upper, self._pose.held.matrix(*MIDDLE)))

    def _idle_arms(self) -> None:
        for hand in self._idle:
            self._figure.add_keyed((*hand.under, *hand.over))

    def _far_limbs(self) -> None:
        """The limbs behind the body, and the upper arms."""
        upper = (laid for hand in (*chain_of(*self._held), *self._idle) for laid in hand.upper)
        for laid in (*legs_of(self._pose, self._clothes, self._parts, False, self._bulk), *upper):
            self._figure.add(laid.shapes, laid.matrix)

    def _near_limbs(self, belt: str) -> None:
        """The belt, and the legs before the body."""
        self._figure.add(self._parts.get(belt).layers, self._upper)
        for laid in legs_of(self._pose, self._clothes, self._parts, True, self._bulk):
            self._figure.add_keyed([laid])
