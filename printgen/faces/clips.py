"""What a shape shows of itself: its `clip` setting comes in; the outline outside which nothing shows goes out."""

from __future__ import annotations

from printgen.base.errors import blaming
from printgen.base.geometry import Box, chain, scale, translate
from printgen.drawing import outlines
from printgen.drawing.model import Group, Item, Outline, Place
from printgen.faces.compound import COMPOUND
from printgen.faces.props import Props
from printgen.faces.shapes import even_odd, parsed_path


def clip_of(p: Props, box: Box | None) -> tuple[Outline | None, bool]:
    """The outline of a clip, and whether it is even-odd. `box` is that of the shape, where it has one."""
    said = p.any("clip")
    if said is None:
        return None, False
    if said == "circle" and box is not None:
        return outlines.circle(box.x + box.w / 2, box.y + box.h / 2, min(box.w, box.h) / 2), False
    if said is not COMPOUND:
        return outlines.rectangle(Box(*said)), False
    if "clip.circle" in p:
        return outlines.circle(*p.any("clip.circle")), False
    if "clip.path" in p:
        corner = translate(box.x, box.y) if box else translate(0, 0)
        with blaming("clip.path"):
            path = parsed_path(p.word("clip.path"))
        return outlines.transformed(path, chain(corner, scale(p.unit))), even_odd(p, "clip.rule")
    around = Box(*p.any("clip.box")) if "clip.box" in p else box or Box(0, 0, 0, 0)
    return outlines.rounded(around, min(p.number("clip.radius"), around.w / 2, around.h / 2)), False


def clipped(p: Props, box: Box, items: tuple[Item, ...]) -> tuple[Item, ...]:
    """Items of a shape that has a box, as its clip shows them."""
    outline, odd = clip_of(p, box)
    return items if outline is None else (Place(Group(items, outline, odd)),)
