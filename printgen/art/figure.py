"""A figure as a sticker: shapes of parts come in, on their places; its shadow, its rim and itself come out."""

from __future__ import annotations

from collections.abc import Sequence

from printgen.art.holding import Hand
from printgen.art.line_art import line_art
from printgen.art.parts import Drawn, Parts, Shape, Warp, paint, silhouette, warped
from printgen.art.poses import Laid
from printgen.base.geometry import IDENTITY, Matrix, chain, translate
from printgen.drawing.ink_saving import BLACK, whitened
from printgen.drawing.model import Group, Item, Place
from printgen.drawing.outlines import bounds, transformed
from printgen.drawing.tints import Tints

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
        self, shapes: Sequence[Shape], matrix: Matrix = IDENTITY, warp: Warp | None = None, joined: bool = False
    ) -> None:
        """Add some shapes of a part; `warp` moves every point first. A limb that is `joined` has no line of its own."""
        if not shapes:
            return
        if warp:
            shapes = warped(shapes, warp)
        line, outer, rim = self._line, self._outer, _RIM * self._grown
        first = (BLACK, outer, self._shadow) if line else (self._tints.resolve("ink"), rim, self._shadow)
        for color, grown, edges in (first, (self._tints.resolve("sand"), rim + outer, self._rim)):
            if edge := silhouette(shapes, color, grown):
                edges.append(Place(Group(edge), matrix))
        if line:
            self.body.append(Place(Group(line_art(shapes, self._tints, self._parts, line, joined)), matrix))
        else:
            self.body.append(Place(Group(paint(shapes, self._tints, self._parts)), matrix))

    def add_head(self, shapes: Sequence[Shape], matrix: Matrix = IDENTITY, warp: Warp | None = None) -> None:
        """Add shapes that no edge of a picture may cut."""
        tops = (bounds(transformed(shape.outline, matrix)).y for shape in shapes if shape.layer.edge)
        self.top = min((self.top, *(y - _RIM * self._grown for y in tops)))
        self.add(shapes, matrix, warp)

    def add_all(self, drawn: Drawn, matrix: Matrix = IDENTITY) -> None:
        """Add a part as a whole."""
        for depth in _DEPTHS:
            self.add(getattr(drawn, depth), matrix)

    def add_held(self, drawn: Drawn, hands: Sequence[Hand], matrix: Matrix = IDENTITY) -> None:
        """Add a part and the hands that hold it, each with a keyline of its own."""
        for hand in hands:
            self.add_keyed(hand.under)
        self.add_all(drawn, matrix)
        for hand in hands:
            self.add_keyed(hand.over)

    def add_keyed(self, several: Sequence[Laid]) -> None:
        """Add what lies over parts of its own colour, with one line around all of it: in line art, one like that around
        the figure, which around hands lies on white.
        """
        rim = _KEYLINE * self._grown
        lines = [(self._tints.resolve("sand"), rim, True)]
        if self._line:
            lines = [("#FFFFFF", rim + self._outer, False), (BLACK, self._outer, True)]
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
            return [Place(whitened(rim), upright), Place(shadow, upright), Place(body, upright)]
        shift = _SHADOW * self._grown
        return [
            Place(shadow, chain(place, translate(shift, shift), side)),
            Place(rim, upright),
            Place(body, upright),
        ]
