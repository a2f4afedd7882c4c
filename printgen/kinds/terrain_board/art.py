"""The art of map spaces: a terrain's name, a size and a seed come in; a Drawing of the space in points goes out.

A space is drawn in millimetres and scaled once. Symbols, bands and patterns are groups that many spaces share,
so a PDF stores each of them once.
"""

from __future__ import annotations

from typing import NamedTuple

from printgen.art.parts import paint
from printgen.base.geometry import Box, Matrix, chain, scale, translate
from printgen.base.seeds import rng_for
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place, Rect, Segment, Stroke
from printgen.drawing.outlines import polygon, polyline, rectangle, rounded, transformed
from printgen.drawing.swatches import Swatch
from printgen.drawing.words import BOLD, CENTER, RIGHT, STENCIL, run
from printgen.faces.library import Library
from printgen.kinds.terrain_board.looks import TerrainLook, read_look
from printgen.kinds.terrain_board.motifs import motif

SPACE = (mm(74), mm(98))
"""The usual size of a space: a poker card and its name band."""

POKER = (mm(63.5), mm(88.9))
WHITE = "#FFFFFF"

# Small spaces of maps show the motif at this scale, with a band of this height in millimetres.
_MINI_SCALE = 0.46
# Swatches show it at this scale, all from one seed.
_SWATCH_SCALE, _SWATCH_SEED = 0.42, 55
_BAND, _MINI_BAND = 8.2, 4.1
_TAB, _SLANT = 15.0, 2.8
_ICON_ROOM = 1.15
_MINI_TEXT = 6.4


class _Frame(NamedTuple):
    """A space's measures in millimetres: its width, height, the height of its band, and whether it is a small one."""

    width: float
    height: float
    band: float
    mini: bool


class TerrainArt:
    """Draws spaces; keeps every group that it has made, so that equal ones are one."""

    def __init__(self, library: Library) -> None:
        self._library = library
        self._looks: dict[str, TerrainLook] = {}
        self._painted: dict[tuple[str, str], Group] = {}
        self._motifs: dict[tuple[str, _Frame, int], Group] = {}
        self._bands: dict[tuple[str, _Frame], Group] = {}
        self._beds: dict[tuple[str, _Frame, float, float], tuple[Item, ...]] = {}
        self._patterns: dict[tuple[str, Box], Group] = {}

    def look(self, terrain: str) -> TerrainLook:
        """How a terrain is drawn. ValueError when it has no file; TemplateProblem lists its file's mistakes."""
        known = self._looks.get(terrain)
        if known is None:
            known = self._looks[terrain] = read_look(self._library, terrain)
        return known

    def space(
        self,
        terrain: str,
        size: tuple[float, float],
        seed: int,
        coordinate: str,
        mini: bool = False,
        card: tuple[float, float] | None = POKER,
    ) -> Drawing:
        """One space of a map; sizes in points.

        Spaces of one terrain and seed are equal, all others differ. `mini` draws a small space for map sheets.
        `card` is the size of the brackets that show where a card lies, where there is room for them. Raises what
        `look` raises.
        """
        look = self.look(terrain)
        frame = _Frame(round(to_mm(size[0]), 6), round(to_mm(size[1]), 6), _MINI_BAND if mini else _BAND, mini)
        items: list[Item] = [Place(self._motif(look, frame, seed)), Place(self._band(look, frame))]
        items += _coordinate(look, frame, coordinate)
        if card is not None and not mini:
            items += self._bed(look, frame, to_mm(card[0]), to_mm(card[1]))
        line = Stroke(look.color("deep"), 0.3 if mini else 0.45)
        edge = Box(0, 0, frame.width, frame.height)
        items.append(Rect(*edge, None, line))
        return Drawing(*size, (Place(Group(tuple(items), rectangle(edge)), scale(mm(1))),))

    def pattern(self, terrain: str, box: Box, k: float = 1.0) -> Group:
        """The grey pattern of a terrain in its dark colour over a box in millimetres, clipped to it."""
        look = self.look(terrain)
        known = self._patterns.get((terrain, box))
        if known is None:
            outline = tuple(s for matrix in _cells(box, look.mark.cell * k) for s in _marked(look, matrix, k))
            color = look.color("deep")
            line = Stroke(color, look.mark.width * k) if look.mark.width else None
            items = (Path(outline, None if line else color, line),)
            known = self._patterns[terrain, box] = Group(items, rectangle(box))
        return known

    def swatch(self, terrain: str) -> Swatch:
        """A terrain as it lies on small maps, for tiles of a document. Raises what `look` raises."""
        look = self.look(terrain)

        def picture(width: float, height: float, k: float) -> tuple[Item, ...]:
            k *= _SWATCH_SCALE
            box = Box(0, 0, width / k, height / k)
            stream = rng_for(_SWATCH_SEED, "terrain", terrain)
            drawn = motif(look, box, stream, lambda part: self._paint(look, part), True)
            return (Place(Group(drawn, rectangle(box)), scale(k)),)

        def pattern(width: float, height: float, k: float) -> tuple[Item, ...]:
            return (Place(self.pattern(terrain, Box(0, 0, to_mm(width), to_mm(height)), to_mm(k)), scale(mm(1))),)

        return Swatch(look.color("deep"), look.color("lit"), picture, pattern)

    def icon(self, terrain: str, cx: float, cy: float, size: float, color: str = "deep") -> Item:
        """A terrain's icon around a point, in a colour of its look."""
        look = self.look(terrain)
        group, side = self._library.icon(look.icon, look.color(color), look.tints)
        return Place(group, chain(translate(cx - size / 2, cy - size / 2), scale(size / side)))

    def _paint(self, look: TerrainLook, part: str) -> Group:
        known = self._painted.get((look.name, part))
        if known is None:
            parts = self._library.studio.parts
            known = self._painted[look.name, part] = Group(paint(parts.get(part).layers, look.tints, parts))
        return known

    def _motif(self, look: TerrainLook, frame: _Frame, seed: int) -> Group:
        key = (look.name, frame, seed)
        known = self._motifs.get(key)
        if known is None:
            stream = rng_for(seed, "terrain", look.name)
            k = _MINI_SCALE if frame.mini else 1.0
            box = Box(0, 0, frame.width / k, (frame.height - frame.band) / k)
            drawn = Group(motif(look, box, stream, lambda part: self._paint(look, part), frame.mini), rectangle(box))
            known = self._motifs[key] = Group((Place(drawn, chain(translate(0, frame.band), scale(k))),))
        return known

    def _band(self, look: TerrainLook, frame: _Frame) -> Group:
        """The name band without its coordinate: the same for all spaces of a terrain."""
        known = self._bands.get((look.name, frame))
        if known is None:
            high, deep = frame.band, look.color("deep")
            tile = high * _ICON_ROOM
            items: list[Item] = [
                Rect(0, 0, frame.width, high, deep),
                Rect(0, 0, tile, high, look.color("accent" if look.base else "lit")),
                self.icon(look.name, tile / 2, high / 2, high * 0.86),
            ]
            if frame.mini:
                room = frame.width - tile - 4.6
                items.append(run(tile + 0.9, high * 0.73, look.short, BOLD, to_mm(_MINI_TEXT), WHITE, room=room))
            else:
                room = frame.width - tile - _TAB - 6
                items.append(
                    run(tile + 2, high * 0.71, look.title, STENCIL, to_mm(14), WHITE, room=room, tracking=0.25)
                )
                items += self._tab(look, frame)
            known = self._bands[look.name, frame] = Group(tuple(items))
        return known

    def _tab(self, look: TerrainLook, frame: _Frame) -> list[Item]:
        """The slanted end of the band with the pattern that tells terrains apart without colour."""
        right, high, left = frame.width, frame.band, frame.width - _TAB
        # The band's foot lies further left than its top.
        outer = polygon(((left - 2.2, high), (left - 2.2 + _SLANT, 0), (right, 0), (right, high)))
        inner = polygon(((left - 1.4, high), (left - 1.4 + _SLANT, 0), (right, 0), (right, high)))
        box = Box(left - 2, 0, _TAB + 2, high)
        ground = Path(rectangle(box), WHITE if look.base else look.color("ground"))
        return [Path(outer, WHITE), Place(Group((ground, Place(self.pattern(look.name, box))), inner))]

    def _bed(self, look: TerrainLook, frame: _Frame, width: float, height: float) -> tuple[Item, ...]:
        """Corner brackets where a card lies, just inside the foot of the space; none where there is no room."""
        key = (look.name, frame, width, height)
        known = self._beds.get(key)
        if known is None:
            left, top = (frame.width - width) / 2, frame.height - height - 0.5
            if left < 0.5 or top < frame.band:
                return self._beds.setdefault(key, ())
            arms = _brackets(Box(left, top, width, height), 5.0)
            strokes = (Stroke(WHITE, 1.0), Stroke(look.color("deep"), 0.35))
            known = self._beds[key] = (Place(Group(tuple(Path(arms, None, stroke) for stroke in strokes))),)
        return known


def _coordinate(look: TerrainLook, frame: _Frame, coordinate: str) -> list[Item]:
    if not coordinate:
        return []
    high, deep = frame.band, look.color("deep")
    if frame.mini:
        return [run(frame.width - 0.7, high * 0.73, coordinate, BOLD, to_mm(_MINI_TEXT), WHITE, RIGHT)]
    plate = Box(frame.width - 9.4, 1.4, 8.2, high - 2.8)
    return [
        Path(rounded(plate, 1.0), WHITE, Stroke(deep, 0.3)),
        run(plate.x + plate.w / 2, high - 2.8, coordinate, STENCIL, to_mm(10), deep, CENTER, plate.w - 1),
    ]


def _cells(box: Box, cell: float) -> list[Matrix]:
    """Where the signs of a pattern stand: rows half a cell apart sideways, over the whole box."""
    columns, rows = int(box.w / cell) + 2, int(box.h / cell) + 2
    return [
        translate(box.x + (i + 0.5 * (j % 2)) * cell, box.bottom - j * cell)
        for j in range(rows)
        for i in range(columns)
    ]


def _marked(look: TerrainLook, matrix: Matrix, k: float) -> tuple[Segment, ...]:
    return transformed(look.mark.d, chain(matrix, scale(k)))


def _brackets(box: Box, arm: float) -> Outline:
    out: list[Segment] = []
    for x, dx in ((box.x, arm), (box.right, -arm)):
        for y, dy in ((box.y, arm), (box.bottom, -arm)):
            out += polyline(((x + dx, y), (x, y), (x, y + dy)))
    return tuple(out)
