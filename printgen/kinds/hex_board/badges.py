"""The icon words of a power-up come in; its badge goes out: an octagon 16 mm wide around the origin."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

from printgen.base.geometry import chain, scale, translate
from printgen.drawing.model import Group, Item, Outline, Path, Place, Stroke
from printgen.drawing.outlines import polygon
from printgen.drawing.tints import Tints
from printgen.drawing.words import BOLD, CENTER, run
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
        items += _icon(library, look, *rules.icon_and_number(word), x - size / 2, y - size / 2, size)
    return Group(tuple(items))


def _icon(
    library: Library, look: HexLook, name: str, number: int | None, x: float, y: float, size: float
) -> Iterator[Item]:
    """An icon with its top left corner at a point, and the number on it."""
    # Some icons have a twin with room for a number.
    shape = f"{name}-plain" if number is not None and library.has_icon(f"{name}-plain") else name
    ink = look.color("ink")
    group, side = library.icon(shape, look.color(name), Tints({}))
    line = Stroke(ink, _LINE * side / size, (), "round", "round")
    rims = tuple(item._replace(stroke=line) for item in group.items if isinstance(item, Path))
    yield Place(Group(rims + group.items), chain(translate(x, y), scale(size / side)))
    if number is not None:
        height = size * (0.62 if number < 10 else 0.46)
        yield run(x + size * 0.405, y + size * 0.68, str(number), BOLD, height, ink, CENTER)


def _octagon(k: float, dx: float = 0.0, dy: float = 0.0) -> Outline:
    angles = [math.radians(22.5 + 45 * n) for n in range(8)]
    return polygon((dx + _RADIUS * k * math.cos(a), dy + _RADIUS * k * math.sin(a)) for a in angles)
