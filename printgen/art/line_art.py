"""Shapes of art parts come in; the same as line art that spends little ink goes out.

Things have thin black outlines. What shades a thing of its own colour has none, so that no seam shows where light turns
into shade; skin and hands are not shaded at all, but mouths are drawn, and where hair grows on skin, it is grey.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from printgen.art.parts import Parts, Shape
from printgen.base.geometry import Box
from printgen.drawing.ink_saving import BLACK, tone_of, tone_of_line
from printgen.drawing.model import Group, Item, Path, Place, Stroke
from printgen.drawing.outlines import bounds
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
    shapes: Iterable[Shape], tints: Tints, parts: Parts, width: float, joined: bool = False
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
            color = tone_of_line(tints.resolve(layer.stroke or "ink"))
            item: Item = Path(outline, None, Stroke(color, wide, (), "round", "round"))
        elif shading:
            grey = tone_of(tints.resolve(layer.fill))
            item = Path(outline, _SHADE if grey == "#FFFFFF" and " light" not in layer.fill else grey)
        else:
            line = None if outline is limb else Stroke(BLACK, width, (), "round", "round")
            item = Path(outline, tone_of(tints.resolve(layer.fill)), line)
        out.append(Place(Group((item,), parts.edge_outline(layer.clip))) if layer.clip else item)
    return tuple(out)


def _thing(words: str) -> tuple[str, bool]:
    """What colour words are a tone of, such as skin for "skin-shade dark 20", and whether they are another tone."""
    found = _TONED.search(words)
    return (words[: found.start()], bool(found.group())) if found else (words, False)
