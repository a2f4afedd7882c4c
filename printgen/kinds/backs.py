"""The backs of pieces, which are printed light to save ink unless the product says otherwise."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from printgen.base.errors import Finding, Where
from printgen.base.units import Matrix
from printgen.drawing.extent import walk_kind
from printgen.drawing.model import Drawing, Item, Outline, Text
from printgen.drawing.pieces import TemplateProblem
from printgen.drawing.recolor import lighten
from printgen.faces.face import Face
from printgen.faces.template import OF_CARD
from printgen.faces.template_files import LookShape
from printgen.faces.trim import Trim, text_box
from printgen.kinds.composition import COLOR, Order
from printgen.kinds.cutter import Cutter
from printgen.kinds.face_rendering import Mount, face_of

# The rim is no wider than this part of a small piece's shorter side, and is tried in so many steps where text is near.
_WIDEST_RIM, _RIM_STEPS = 0.125, 6

Holds = Callable[[Text, Matrix, float], bool]
"""Whether a text lies inside the cut, and no nearer to it than a length in points."""


class Back(NamedTuple):
    """A back in the look that it is printed in; `wash` makes it light where its face has no drawing for that."""

    face: Face
    wash: LookShape | None = None

    def mount(self, cutter: Cutter) -> Mount:
        """What puts the back onto pieces, light where it is to be."""
        wash = self.wash

        def mount_back(face: Face, items: tuple[Item, ...]) -> Drawing:
            drawing = cutter.mount(face, items, behind=True)
            if wash is None:
                return drawing
            return _wash_back(drawing, wash, cutter.keeps, cutter.cut_behind, cutter.corner)

        return mount_back

    def over(self, drawing: Drawing) -> Drawing:
        """A drawing of the back in a plain box, light where it is to be."""
        if self.wash is None:
            return drawing
        trim = Trim(drawing.width, drawing.height)
        return _wash_back(drawing, self.wash, lambda text, at, rim: trim.room(text_box(text), at) >= rim)


def _wash_back(
    drawing: Drawing, wash: LookShape, holds: Holds, cut: Outline | None = None, corner: float = 0.0
) -> Drawing:
    """A back made light, with the widest rim that no text lies in, as `holds` tells; without one where none fits."""
    texts = [(text, at) for text, at in walk_kind(drawing, Text) if text.text.strip()]
    most = min(wash.rim, _WIDEST_RIM * min(drawing.width, drawing.height))
    rims = (most * step / _RIM_STEPS for step in range(_RIM_STEPS, 0, -1))
    rim = next((rim for rim in rims if all(holds(text, at, rim) for text, at in texts)), 0.0)
    return lighten(drawing, wash.strength / 100, rim, cut, corner)


def back_of(order: Order, name: str, where: Where | None = None) -> tuple[Back | None, Sequence[Finding]]:
    """The back of a name in the look for backs; None, with findings, where there is no such face.

    A back that has no drawing in that look is made light by rule where it is the same for all cards; a back that reads
    its card stays as it is, unless the product names the look.
    """
    (face, findings), library = face_of(order, "back", name, where), order.library
    if face is None or order.backs == (order.look or COLOR):
        return (Back(face) if face else None), findings
    plain = "" if library.saves(order.look) else order.look
    wash = library.for_backs(order.backs)
    try:
        if order.backs == COLOR:
            return Back(order.face(name, plain)), ()
        if wash is None or library.speaks(face, order.backs):
            return Back(order.face(name, order.backs)), ()
        named_in_product = order.product.options.get("back-look") == order.backs
        light = named_in_product or not OF_CARD & library.reads(face)
        return Back(order.face(name, plain), wash if light else None), ()
    except TemplateProblem as error:
        return None, error.findings
