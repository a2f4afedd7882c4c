"""A strip of tiles comes in with a width; a chunk for each row of them goes out."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from printgen.base.geometry import Box, translate
from printgen.drawing.columns import Chunk
from printgen.drawing.model import Group, Item, Path, Place, Rect, Stroke
from printgen.drawing.outlines import circle
from printgen.drawing.swatches import Swatch
from printgen.flow.typeset import Typesetter
from printgen.reading import blocks as doc

# The least width of a tile, in the style's units.
_TILE = 20


def strip_chunks(strip: doc.Strip, width: float, setter: Typesetter) -> list[Chunk]:
    """Tiles with an icon over a name, in rows."""
    count = len(strip.items)
    most = max(1, min(strip.across, count, int(width / (_TILE * setter.unit))))
    # As many rows as it takes, filled as evenly as may be.
    across = -(-count // -(-count // most))
    rows = [strip.items[i : i + across] for i in range(0, count, across)]
    return [_tiles(row, across, width, setter) for row in rows]


def _tiles(row: tuple[doc.Tile, ...], across: int, width: float, setter: Typesetter) -> Chunk:
    u, color = setter.unit, setter.style.color
    between = 1.6 * u
    wide = (width - between * (across - 1)) / across
    picture, pad = 10.5 * u, 0.9 * u
    bright = "ink" if setter.style.plain else "white"
    names = [setter.set(i.title, wide - 2 * pad, "label", "center", bright, shrink=True) for i in row]
    texts = [setter.set(i.text, wide - 2 * pad, "note", "center") if i.text else None for i in row]
    grounds = [_ground(item, setter) for item in row]
    bar = max(name.height for name in names) + 1.4 * u
    under = max((text.height + 1.2 * u for text in texts if text), default=0.0)

    def draw(tall: float) -> tuple[Item, ...]:
        high = tall - bar - under
        out: list[Item] = []
        for i, (ground, name, text) in enumerate(zip(grounds, names, texts, strict=True)):
            tile: list[Item] = [*ground.picture(wide, high)]
            dark = color("white") if setter.style.plain else ground.dark
            tile.append(Rect(0, high, wide, bar, dark, Stroke(color("ink"), 0.35 * u)))
            tile += name.draw(pad, high + (bar - name.height) / 2)
            if text:
                tile += text.draw(pad, high + bar + 0.6 * u)
            tile.append(Rect(0, 0, wide, tall, None, Stroke(color("ink"), 0.35 * u)))
            out.append(Place(Group(tuple(tile)), translate(i * (wide + between), 0)))
        return tuple(out)

    return Chunk(picture + bar + under, draw, row[0].where, between, between, picture)


class _Ground(NamedTuple):
    """A tile's dark colour, and what draws its picture in a width and height."""

    dark: str
    picture: Callable[[float, float], tuple[Item, ...]]


def _ground(item: doc.Tile, setter: Typesetter) -> _Ground:
    """A swatch, or an icon on a ground."""
    plain, color = setter.style.plain, setter.style.color
    swatch = setter.swatch(item.terrain) if item.terrain else None
    if swatch is not None:
        return _swatched(item, swatch, setter)
    dark, light = setter.color(item.color, "ink"), setter.color(item.ground, "paper")
    if plain:
        dark, light = color("ink"), color("white")
    side = 8.2 * setter.unit
    icon = Group(setter.icon(item.icon, Box(-side / 2, -side / 2, side, side), dark))
    return _Ground(dark, lambda w, h: (Rect(0, 0, w, h, light), Place(icon, translate(w / 2, h / 2))))


def _swatched(item: doc.Tile, swatch: Swatch, setter: Typesetter) -> _Ground:
    """The swatch with the icon on a disc; its grey pattern where ink is saved."""
    u, whole = setter.unit, setter.style.unit
    if setter.style.plain:
        return _Ground(setter.style.color("white"), lambda w, h: swatch.pattern(w, h, u))
    r = 2.5 * u
    disc = Path(circle(0, 0, r), swatch.bright, Stroke(swatch.dark, 0.3 * u))
    icon = setter.icon(item.icon, Box(-0.76 * r, -0.76 * r, 1.52 * r, 1.52 * r), swatch.dark)
    badge = Group((disc, *icon)) if icon else Group(())

    def picture(w: float, h: float) -> tuple[Item, ...]:
        return (*swatch.picture(w, h, whole), Place(badge, translate(w - 1.25 * r, h - 1.25 * r)))

    return _Ground(swatch.dark, picture)
