"""The icon words of a power-up come in; its badge goes out: an octagon 16 mm wide around the origin."""

from __future__ import annotations

import math
from collections.abc import Sequence

from printgen.base.geometry import chain, scale, translate
from printgen.drawing.fonts import face
from printgen.drawing.model import Group, Item, Path, Place, Stroke, Text
from printgen.drawing.outlines import polygon
from printgen.drawing.tints import Tints
from printgen.faces.library import Library
from printgen.kinds.hex_board.looks import HexLook
from printgen.kinds.hex_board.rules import HexRules

_RADIUS = 8.64
# Where one, two, three or more icons stand and how large each is, in millimetres.
_PLACES: dict[int, tuple[float, tuple[tuple[float, float], ...]]] = {
    1: (10.4, ((0.0, 0.0),)),
    2: (6.2, ((-2.9, 1.7), (2.9, -1.7))),
    3: (5.6, ((-4.0, 0.6), (0.0, -0.8), (4.0, 0.6))),
    4: (4.8, ((-2.7, -2.7), (2.7, -2.7), (-2.7, 2.7), (2.7, 2.7))),
    5: (4.2, ((-3.6, -2.6), (0.0, -2.6), (3.6, -2.6), (-2.0, 2.6), (2.0, 2.6))),
    6: (4.0, ((-3.9, -2.6), (0.0, -2.6), (3.9, -2.6), (-3.9, 2.6), (0.0, 2.6), (3.9, 2.6))),
}
_BOX = 24.0
# The ink line around an icon, as wide on paper whatever the size of the icon.
_LINE = 0.55


def badge(library: Library, look: HexLook, rules: HexRules, icons: Sequence[str]) -> Group:
    """A white octagon with one to six icons. ValueError for a word that is no icon of a power-up."""
    ink = look.color("ink")
    items: list[Item] = [
        Path(_octagon(1.0, 0.4, 0.6), ink),
        Path(_octagon(1.0), look.color("white"), Stroke(ink, 0.96, (), "butt", "miter")),
        Path(_octagon(0.88), None, Stroke(look.color("olive"), 0.4)),
    ]
    size, places = _PLACES[len(icons)]
    for word, (x, y) in zip(icons, places, strict=True):
        items += _icon(library, look, rules.icon_and_number(word), x, y, size)
    return Group(tuple(items))


def _icon(library: Library, look: HexLook, icon: tuple[str, int | None], x: float, y: float, size: float) -> list[Item]:
    name, number = icon
    # Some icons have a twin with room for a number.
    shape = f"{name}-plain" if number is not None and library.has_icon(f"{name}-plain") else name
    ink, color = look.color("ink"), look.color(name)
    group, side = library.icon(shape, color, Tints({}))
    k = size / side
    outlined = Group(
        tuple(
            item._replace(stroke=Stroke(ink, _LINE / k, (), "round", "round"))
            for item in group.items
            if isinstance(item, Path)
        )
        + group.items
    )
    items: list[Item] = [Place(outlined, chain(translate(x - size / 2, y - size / 2), scale(k)))]
    if number is not None:
        text, height = str(number), size * (0.62 if number < 10 else 0.46)
        width = face("body bold").width(text) * height
        left, baseline = x - size / 2 + size * 0.405 - width / 2, y - size / 2 + size * 0.68
        items.append(Text(left, baseline, text, "body bold", height, ink, 0.0, width))
    return items


def _octagon(k: float, dx: float = 0.0, dy: float = 0.0) -> tuple[tuple[object, ...], ...]:
    angles = [math.radians(22.5 + 45 * n) for n in range(8)]
    return polygon((dx + _RADIUS * k * math.cos(a), dy + _RADIUS * k * math.sin(a)) for a in angles)
