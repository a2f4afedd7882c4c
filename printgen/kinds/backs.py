"""The look of backs: an order and the name of a back come in; its face goes out, and what makes it light."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from printgen.base.errors import Finding, Where
from printgen.base.geometry import Matrix
from printgen.drawing.lightening import lightened
from printgen.drawing.model import Drawing, Item, Outline, Text
from printgen.drawing.problems import TemplateProblem
from printgen.drawing.walk import walk_kind
from printgen.faces.face import Face
from printgen.faces.template_files import LookShape
from printgen.faces.trim import Trim, text_box
from printgen.kinds.composition import COLOR, Order
from printgen.kinds.cutter import Cutter
from printgen.kinds.facing import Mount, face_of

# The rim is no wider than this part of a small piece's shorter side, and is tried in so many steps where text is near.
_MOST, _STEPS = 0.125, 6

Holds = Callable[[Text, Matrix, float], bool]
"""Whether a text lies inside the cut, and no nearer to it than a length in points."""


class Back(NamedTuple):
    """A back in the look that it is printed in; `wash` makes it light where nobody has drawn it so."""

    face: Face
    wash: LookShape | None = None

    def mount(self, cutter: Cutter) -> Mount:
        """What puts the back onto pieces, light where it is to be."""
        wash = self.wash

        def behind(face: Face, items: tuple[Item, ...]) -> Drawing:
            drawing = cutter.mount(face, items, behind=True)
            if wash is None:
                return drawing
            return _washed(drawing, wash, cutter.keeps, cutter.cut_behind, cutter.corner)

        return behind

    def over(self, drawing: Drawing) -> Drawing:
        """The back as it was drawn for a plain box, light where it is to be."""
        if self.wash is None:
            return drawing
        trim = Trim(drawing.width, drawing.height)
        return _washed(drawing, self.wash, lambda text, at, rim: trim.room(text_box(text), at) >= rim)


def _washed(
    drawing: Drawing, wash: LookShape, holds: Holds, cut: Outline | None = None, corner: float = 0.0
) -> Drawing:
    texts = [(text, at) for text, at in walk_kind(drawing, Text) if text.text.strip()]
    most = min(wash.rim, _MOST * min(drawing.width, drawing.height))
    rims = (most * step / _STEPS for step in range(_STEPS, 0, -1))
    rim = next((rim for rim in rims if all(holds(text, at, rim) for text, at in texts)), 0.0)
    return lightened(drawing, wash.strength / 100, rim, cut, corner)


def back_of(order: Order, name: str, findings: list[Finding], where: Where | None = None) -> Back | None:
    """The back of a name in the look for backs; None, with findings, where there is no such face.

    A back that nobody has drawn in that look is made light by rule where it is the same for all cards: one that tells
    of its card stays as it is, unless the product names the look.
    """
    face, library = face_of(order, "back", name, findings, where), order.library
    if face is None or order.backs == (order.look or COLOR):
        return Back(face) if face else None
    plain = "" if library.saves(order.look) else order.look
    wash = library.for_backs(order.backs)
    try:
        if order.backs == COLOR:
            return Back(order.face(name, plain))
        if wash is None or library.speaks(face, order.backs):
            return Back(order.face(name, order.backs))
        meant = order.product.options.get("back-look") == order.backs
        light = meant or face.reads().isdisjoint(("card", "auto"))
        return Back(order.face(name, plain), wash if light else None)
    except TemplateProblem as error:
        findings += error.findings
        return None
