"""What Tabletop Club shows things by: a thing comes in; the picture around a token, or the slab of a board, goes out.

A picture of a cube is three cells wide and two high, its top in the middle of the lower row and its bottom beside that;
one of a cylinder is two wide and two high, with the top at the lower left and the bottom beside it. The other cells are
the sides. Cells are stretched to the size of the thing.
"""

from __future__ import annotations

import math

from printgen.base.geometry import translate
from printgen.base.units import to_mm
from printgen.drawing.model import Drawing, Group, Place, Rect
from printgen.drawing.outlines import bounds
from printgen.exports.parcel import Side, Thing

_EDGE = "#D8D2C4"
"""The colour of cardboard, which the sides of tokens and boards have."""
_BOARD_MM = 2.0


def is_round(thing: Thing) -> bool:
    """Whether a thing is cut to a circle or an ellipse, all points of whose outline are equally far from its middle."""
    outline = thing.outline
    box = bounds(outline)
    if not thing.piece.cut or not any(segment[0] == "C" for segment in outline):
        return False
    ends = [segment[-2:] for segment in outline if segment[0] != "Z"]
    far = [math.hypot((x - box.x) / box.w * 2 - 1, (y - box.y) / box.h * 2 - 1) for x, y in ends]
    return max(far) - min(far) < 0.02 and abs(far[0] - 1) < 0.02


def unfolded(thing: Thing) -> Drawing:
    """A token as the picture around it, as many points wide and high as its cells together.

    What has no back has the colour of its sides there.
    """
    wide, high, columns = thing.box.w, thing.box.h, 2 if is_round(thing) else 3
    sides: tuple[Side, ...] = ("front", "back") if thing.piece.back is not None else ("front",)
    cells = tuple(
        Place(Group(thing.side(side).items), translate(wide * (columns - 2 + number), high))
        for number, side in enumerate(sides)
    )
    return Drawing(columns * wide, 2 * high, (Rect(0, 0, columns * wide, 2 * high, _EDGE), *cells))


def slab(thing: Thing, name: str) -> dict[str, bytes]:
    """A board as a model and its materials, called NAME.obj and NAME.mtl: a slab in centimetres that lies on its
    bottom, with NAME.png on top."""
    x, z, y = (to_mm(thing.box.w) / 20, to_mm(thing.box.h) / 20, _BOARD_MM / 10)
    corners = [(i * x, j, k * z) for j in (0.0, y) for k in (-1, 1) for i in (-1, 1)]
    lines = [f"mtllib {name}.mtl", f"o {name}"]
    lines += (f"v {a:.4f} {b:.4f} {c:.4f}" for a, b, c in corners)
    lines += ("vt 0 1", "vt 1 1", "vt 1 0", "vt 0 0")
    lines += ("vn 0 1 0", "vn 0 -1 0", "vn 0 0 -1", "vn 0 0 1", "vn -1 0 0", "vn 1 0 0")
    # Points of a face run against the clock, seen from outside; those of the top, from its lower left.
    lines += ("usemtl top", "f 7/4/1 8/3/1 6/2/1 5/1/1", "usemtl sides", "f 1/1/2 2/2/2 4/3/2 3/4/2")
    lines += (
        "f 2/1/3 1/2/3 5/3/3 6/4/3",
        "f 3/1/4 4/2/4 8/3/4 7/4/4",
        "f 1/1/5 3/2/5 7/3/5 5/4/5",
        "f 4/1/6 2/2/6 6/3/6 8/4/6",
    )
    red, green, blue = (int(_EDGE[at : at + 2], 16) / 255 for at in (1, 3, 5))
    paint = f"newmtl top\nKd 1 1 1\nmap_Kd {name}.png\n\nnewmtl sides\nKd {red:.3f} {green:.3f} {blue:.3f}\n"
    return {f"{name}.obj": ("\n".join(lines) + "\n").encode(), f"{name}.mtl": paint.encode()}
