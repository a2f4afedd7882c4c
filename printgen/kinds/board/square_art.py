"""The art of squares: their motif, band, name, coordinate and card dots, and the landmark of each."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from functools import lru_cache, partial
from itertools import pairwise, product

from printgen.base.seeds import rng_for
from printgen.base.units import Box, chain, mm, scale, to_mm, translate
from printgen.drawing.model import Drawing, Group, Item, Outline, Path, Place, Rect, Stroke
from printgen.drawing.outlines import polygon, polyline, rectangle, round_rect, transform_outline
from printgen.drawing.pieces import Swatch, Swatches
from printgen.drawing.tints import NONE
from printgen.drawing.words import BOLD, CENTER, RIGHT, STENCIL, run
from printgen.faces.library import Library
from printgen.kinds.board.grid import Space
from printgen.kinds.board.squares import SquareBoard
from printgen.kinds.board.terrain import Band, Terrain, Terrains
from printgen.kinds.board.terrain_layers import TerrainCanvas

TURNS = 4
"""So many landmarks a terrain has; of fewer or more they come round."""

# What it costs that a landmark stands beside its like, across a corner from it, and once more on the board.
_BESIDE, _ACROSS, _AGAIN = 100, 10, 1


def landmarks_of(board: SquareBoard) -> dict[Space, int]:
    """For every space a number below TURNS that differs from its neighbours of the same terrain.

    Diagonal neighbours differ if possible, and each number occurs about equally often.
    """
    stream = rng_for(board.seed or 0, "landmarks")
    turns: dict[Space, int] = {}
    counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
    for (row, column), name in board.cells.items():
        costs = {turn: _AGAIN * counts[name][turn] for turn in range(TURNS)}
        for down, across in product((-1, 0, 1), repeat=2):
            near = (row + down, column + across)
            if near in turns and board.cells[near] == name:
                costs[turns[near]] += _ACROSS if down and across else _BESIDE
        lowest = min(costs.values())
        turn = stream.pick([turn for turn, cost in costs.items() if cost == lowest])
        turns[row, column] = turn
        counts[name][turn] += 1
    return turns


# The height of the name band.
_BAND: dict[Band, float] = {"large": 8.2, "small": 4.1, "none": 0.0}
# Spaces up from this size in millimetres have motifs at their full scale; those of maps have this one.
_ROOMY, _MINI_SCALE = (40.0, 50.0), 0.46
# The size of the icon of a space without a motif, as a share of its shorter side.
_ALONE = 0.5
# Swatches show it at this scale, all from one seed.
_SWATCH_SCALE, _SWATCH_SEED = 0.42, 55
_TAB, _SLANT = 15.0, 2.8
# So far words keep off where pages are joined.
_AIR = 1.2
# So far apart are the dots around the place of a card.
_DOTS = 3.2
BLEED = 3.2
"""So many millimetres at most a space goes on beyond its edges."""
_LINE = 0.45
EDGE = mm(_LINE)
"""How wide the line around a space is, in points."""
_ICON_ROOM = 1.15
MINI_TEXT = 6.4
"""The size, in points, of words on small spaces."""


def space(
    terrain: Terrain, size: tuple[float, float], seed: int, coordinate: str, mini: bool = False,
    card: tuple[float, float] | None = None, band: Band = "large", bleed: float = 0.0, points: float = MINI_TEXT,
    turn: int = -1, joints: tuple[float, ...] = (),
) -> Drawing:  # fmt: skip
    """One space of a map; sizes in points.

    Spaces of one terrain, seed and landmark are equal, all others differ. `mini` draws a small space for map sheets,
    with a small band if any. `card` is the size of a card whose place is dotted, where there is room for it. The space
    goes on beyond its edges for the `bleed`, in points, up to BLEED. Words of small bands have so many `points`.
    `turn` says which of the landmarks that come by turns it shows; below 0 the seed does. `joints` are where pages are
    joined across its band, in points from its left edge: its name and its coordinate keep off them.
    """
    edge = Box(0, 0, round(to_mm(size[0]), 6), round(to_mm(size[1]), 6))
    band = "small" if mini and band == "large" else band
    past = to_mm(bleed)
    items: list[Item] = [Place(_motif(terrain, edge, seed, mini, band, past, turn))]
    if band != "none":
        cuts = tuple(round(to_mm(joint), 3) for joint in joints)
        items.append(Place(_band(terrain, edge.w, band == "small", past, points, cuts)))
    if coordinate:
        items += _coordinate(terrain, edge.w, coordinate, band, points, joints)
    if card and not mini:
        items += _card_dots(terrain, edge, to_mm(card[0]), to_mm(card[1]), _BAND[band])
    if not bleed:  # A line on the edge of what is cut out would show where the cut is off.
        items.append(Rect(*edge, None, Stroke(terrain.color("deep"), 0.3 if mini else _LINE)))
    return Drawing(*size, (Place(Group(tuple(items), rectangle(edge.grown(past))), scale(mm(1))),))


def swatch(terrain: Terrain) -> Swatch:
    """A terrain as it lies on small maps, for tiles of a document."""

    def picture(width: float, height: float, k: float) -> tuple[Item, ...]:
        k *= _SWATCH_SCALE
        box = Box(0, 0, width / k, height / k)
        return (
            Place(
                Group((Place(_paint_motif(terrain, box, _SWATCH_SEED, True, 0.0, k, -1)),), rectangle(box)), scale(k)
            ),
        )

    def grey(width: float, height: float, k: float) -> tuple[Item, ...]:
        return (Place(pattern(terrain, Box(0, 0, to_mm(width), to_mm(height)), to_mm(k)), scale(mm(1))),)

    return Swatch(terrain.color("deep"), terrain.color("lit"), picture, grey)


def swatches(library: Library, look: str = "") -> Swatches:
    """The terrains of a library as pictures for documents, in a look."""
    return lambda name: swatch(library.once(Terrains).in_look(look)[name])


def icon(
    terrain: Terrain, cx: float, cy: float, size: float, color: str = "mark", unit: float = mm(1)
) -> tuple[Item, ...]:
    """A terrain's icon, if it has one, around a point, in its own dark colour; `unit` is in points."""
    if not terrain.file.icon:
        return ()
    group, side = terrain.library.icons.draw(terrain.file.icon, terrain.color(color), terrain.tints)
    group = terrain.reducer.reduce(group, size / side * unit)
    return (Place(group, chain(translate(cx - size / 2, cy - size / 2), scale(size / side))),)


@lru_cache(maxsize=256)
def pattern(terrain: Terrain, box: Box, k: float = 1.0, tone: str = "mark") -> Group:
    """The grey pattern of a terrain in a colour over a box in millimetres, clipped to it; nothing without one."""
    sign, color = terrain.file.pattern, terrain.color(tone)
    if sign is None:
        return Group(())
    cell = sign.cell * k
    # Every other row stands half a cell further.
    spots = [
        translate(box.x + (i + 0.5 * (j % 2)) * cell, box.bottom - j * cell)
        for j in range(int(box.h / cell) + 2)
        for i in range(int(box.w / cell) + 2)
    ]
    outline = tuple(step for spot in spots for step in transform_outline(sign.d, chain(spot, scale(k))))
    line = Stroke(color, sign.width * k) if sign.width else None
    return Group((Path(outline, None if line else color, line),), rectangle(box))


# A board is drawn for several products, which show more or less of it.
@lru_cache(maxsize=256)
def _paint_motif(terrain: Terrain, box: Box, seed: int, mini: bool, beyond: float, grown: float, turn: int) -> Group:
    """The motif over a box; its unit is `grown` points long on paper, where its lines stay printable."""
    # All that a terrain names was painted when it was read, so that nothing can fail here.
    items = partial(_motif_items, terrain, box, seed, mini, beyond, turn)
    return Group(lambda: terrain.reducer.reduce(Group(tuple(items())), grown).items if grown else items())


def _motif_items(terrain: Terrain, box: Box, seed: int, mini: bool, beyond: float, turn: int) -> Iterable[Item]:
    stream, ground = rng_for(seed, "terrain", terrain.name), Rect(*box.grown(beyond), terrain.color("ground"))
    canvas = TerrainCanvas(terrain.tints, terrain.symbols, box, stream, [ground], beyond=beyond, turn=turn)
    for layer in terrain.file.layers:
        if layer.mini or not mini:
            layer.draw(canvas)
    alone = () if terrain.file.layers else _alone(terrain, box)
    return *canvas.items(), *alone


def _alone(terrain: Terrain, box: Box) -> tuple[Item, ...]:
    """The contents of a terrain without a motif: its pattern, and its icon in the middle."""
    sign = icon(terrain, box.x + box.w / 2, box.y + box.h / 2, _ALONE * min(box.w, box.h), "mid")
    cover = () if terrain.file.pattern is None else (Place(pattern(terrain, box, 1.6, "line")),)
    return *cover, *sign


# Small spaces of a map repeat theirs, and a board is drawn for several products.
@lru_cache(maxsize=512)
def _motif(terrain: Terrain, edge: Box, seed: int, mini: bool, named: Band, past: float, turn: int) -> Group:
    roomy = max(_MINI_SCALE, min(1.0, edge.w / _ROOMY[0], edge.h / _ROOMY[1]))
    k, band = _MINI_SCALE if mini else roomy, _BAND[named]
    box = Box(0, 0, edge.w / k, (edge.h - band) / k)
    # Poster and tiles show the same painting, the one to the edge and the other beyond it.
    painted = _paint_motif(terrain, box, seed, mini, 0.0 if mini else BLEED / k, 0.0 if mini else mm(k), turn)
    motif = Group((Place(painted),), rectangle(box.grown(past / k)))
    return Group((Place(motif, chain(translate(0, band), scale(k))),))


@lru_cache(maxsize=256)
def _band(
    terrain: Terrain, wide: float, mini: bool, past: float, points: float, joints: tuple[float, ...] = ()
) -> Group:
    """The name band without its coordinate: the same for all spaces of a terrain, except at joints of pages."""
    high, file = _BAND["small" if mini else "large"], terrain.file
    tile = high * _ICON_ROOM if file.icon else 0.0
    edges = Box(-past, -past, wide + 2 * past, high + past)
    items: list[Item] = [Rect(*edges, terrain.color("band"))]
    if file.icon:
        items.append(Rect(-past, -past, tile + past, high + past, terrain.color("tile")))
    items += icon(terrain, tile / 2, high / 2, high * 0.86)
    if mini:
        name, size, room = file.brief or terrain.title, to_mm(points), wide - tile - 4.6
        items.append(
            run(tile + (0.9 if tile else 1.2), high * 0.73, name, BOLD, size, terrain.color("letters"), room=room)
        )
    else:
        letters, base = terrain.color("letters"), high * 0.71
        # Before, between and behind joints; the name stands in the first place where it is largest.
        ends = [tile + 2 - _AIR, *(joint for joint in joints if tile < joint < wide - _TAB), wide - _TAB - 4 + _AIR]
        places = [(a + _AIR, b - a - 2 * _AIR) for a, b in pairwise(ends) if b - a > 4 * _AIR]
        names = [
            run(x, base, terrain.title, STENCIL, to_mm(14), letters, room=room, tracking=0.25) for x, room in places
        ]
        items += [max(names, key=lambda name: name.size)]
        items += _tab(terrain, wide, high, past)
    return Group((*items, *_outline_band(terrain, edges, tile, 0.2 if mini else 0.45)))


def _outline_band(terrain: Terrain, band: Box, tile: float, width: float) -> tuple[Item, ...]:
    """The outline of a band, and the line between its icon and its name, in looks that have them."""
    rim = terrain.color("frame")
    side = polyline(((tile, band.y), (tile, band.bottom))) if tile else ()
    return () if rim == NONE else (Path((*rectangle(band), *side), None, Stroke(rim, width)),)


def _tab(terrain: Terrain, right: float, high: float, past: float) -> list[Item]:
    """The slant end of the band with the pattern that tells terrains apart without colour."""
    left = right - _TAB

    def slant(x: float) -> Outline:
        # The band's foot lies further left than its top.
        lean = _SLANT * (high + past) / high
        return polygon(((x, high), (x + lean, -past), (right + past, -past), (right + past, high)))

    box = Box(left - 2, -past, _TAB + 2 + past, high + past)
    ground = Path(rectangle(box), terrain.color("tab"))
    filling = Group((ground, Place(pattern(terrain, box))), slant(left - 1.4))
    return [Path(slant(left - 2.2), terrain.white), Place(filling)]


def _coordinate(
    terrain: Terrain, wide: float, coordinate: str, band: Band, points: float, joints: tuple[float, ...] = ()
) -> list[Item]:
    high, deep = _BAND[band], terrain.color("mark")
    if band == "none":
        text = run(1.2, 1.0 + 0.73 * _BAND["small"], coordinate, BOLD, to_mm(points), deep, room=wide - 2)
        # Without a band it stands on the motif, of which nothing runs through it.
        plate = Box(0, 0, text.width + 2.2, text.y + 1.2)
        return [Path(rectangle(plate), terrain.color("ground")), text]
    if band == "small":
        return [run(wide - 1.1, high * 0.73, coordinate, BOLD, to_mm(points), terrain.color("letters"), RIGHT)]
    plate = Box(wide - 9.4, 1.4, 8.2, high - 2.8)
    for joint in map(to_mm, joints):
        if plate.x - _AIR < joint < plate.right + _AIR:
            plate = plate._replace(x=joint - _AIR - plate.w)
    return [
        Path(round_rect(plate, 1.0), terrain.white, Stroke(deep, 0.3)),
        run(plate.x + plate.w / 2, high - 2.8, coordinate, STENCIL, to_mm(10), deep, CENTER, plate.w - 1),
    ]


def _card_dots(terrain: Terrain, edge: Box, width: float, height: float, band: float) -> list[Item]:
    """Dots, round so that nobody cuts there, around a card's place inside a space's foot, where there is room."""
    box = Box((edge.w - width) / 2, edge.h - height - 0.5, width, height)
    if box.x < 0.5 or box.y < band:
        return []
    dots: Outline = ()
    for long, at in ((box.w, (box.y, box.bottom)), (box.h, (box.x, box.right))):
        count = round(long / _DOTS)
        for n in range(1, count):
            along = (box.x if long == box.w else box.y) + n * long / count
            for across in at:
                x, y = (along, across) if long == box.w else (across, along)
                dots += (("M", round(x, 2), round(y, 2)), ("L", round(x, 2) + 0.01, round(y, 2)))
    strokes = (Stroke(terrain.color("deep"), 0.95, (), "round"), Stroke(terrain.white, 0.6, (), "round"))
    return [Place(Group(tuple(Path(dots, None, stroke) for stroke in strokes)))]
