"""The picture of a hex board: grounds, start zones, edges, names and power-ups.

All is drawn in millimetres on hexes 32 mm across their flats; callers scale the picture.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import product
from statistics import fmean
from typing import NamedTuple

from printgen.art.parts import paint
from printgen.base import group_pairs
from printgen.base.errors import Finding
from printgen.base.seeds import Stream, rng_for
from printgen.base.units import Box, chain, mm, rotate, scale, to_mm, translate
from printgen.drawing.model import Group, Item, Outline, Path, Place, Segment, Stroke, Text
from printgen.drawing.outlines import parse_path, polygon, polyline, rectangle, transform_outline
from printgen.drawing.patterns import contour_lines, darts, dot_screen, pattern, relief
from printgen.drawing.pieces import TemplateProblem
from printgen.drawing.tints import Tints
from printgen.drawing.words import BOLD, CENTER, cap, run
from printgen.faces.library import Library
from printgen.kinds.board.grid import Ends, Hex, HexGrid, Top
from printgen.kinds.board.grid import Place as Point
from printgen.kinds.board.hex_looks import GroundLook, HexLook, Stand, Strewn, Texture, look_for
from printgen.kinds.board.hex_rules import HexRules
from printgen.kinds.board.hexes import SIDES, HexBoard, Side
from printgen.kinds.poster import way_off

WIDTH = 32.0
"""The width across flats, in millimetres, of the hexes of a picture."""

_BADGE = 16.0
_OCTAGON = polygon((8.64 * math.cos(a), 8.64 * math.sin(a)) for a in (math.radians(22.5 + 45 * n) for n in range(8)))
# Where one, two, three or more icons stand on a badge and how large each is.
_PLACES: dict[int, tuple[float, tuple[Point, ...]]] = {
    1: (10.4, ((0.0, 0.0),)),
    2: (6.2, ((-2.9, 1.7), (2.9, -1.7))),
    3: (5.6, ((-4.0, 0.6), (0.0, -0.8), (4.0, 0.6))),
    4: (4.8, ((-2.7, -2.7), (2.7, -2.7), (-2.7, 2.7), (2.7, 2.7))),
    5: (4.2, ((-3.6, -2.6), (0.0, -2.6), (3.6, -2.6), (-2.0, 2.6), (2.0, 2.6))),
    6: (4.0, ((-3.9, -2.6), (0.0, -2.6), (3.9, -2.6), (-3.9, 2.6), (0.0, 2.6), (3.9, 2.6))),
}
_RADIUS = WIDTH / math.sqrt(3)
_NAME_RISE = 10.4
BADGE_DROP = 2.4
"""So far below the middle of a hex lies that of its badge."""

# So much plain ground lies around the name of a hex.
_QUIET = 0.5
# The size of a ground's icon, and how far below the middle of a hex its words stand.
_SIGN, _LABEL_DROP = 12.0, 11.4
_LEVELS = (-2.0, -1.4, -0.8, -0.2, 0.4, 1.0, 1.6, 2.2)
_WAVELENGTH = 150.0
_PAVER = (9.2, 4.6)
# Dots are looked for in squares this wide.
_SQUARE = 8.0
# Strewn things keep this far from the middle of a hex with a name, a chevron or a badge: inside its edges.
_STREWN_REACH = 14.0
_CHEVRON = parse_path("M-3,-6 L1,0 L-3,6 L0,6 L4,0 L0,-6 Z")


class Naming(NamedTuple):
    """The lettering of hex names: their height, and the page joints to avoid; in millimetres of the picture."""

    size: float
    joints: tuple[Box, ...]


class HexArt:
    """Draws hex boards; keeps the groups of symbols, so that equal ones are stored once."""

    def __init__(self, library: Library, rules: HexRules, own_look: HexLook | None = None, in_look: str = "") -> None:
        """Raise TemplateProblem when the file of the look has mistakes, or lacks what the rules name."""
        self.library, self.rules = library, rules
        self.look = look_for(rules, library, own_look, in_look)
        self._painted: dict[str, Group] = {}

    def board(
        self, board: HexBoard, name_size: float = 3.2, marked: Collection[Hex] = (), joints: Sequence[Box] = (),
        lanes: Sequence[Item] = (), faces: Sequence[Item] = (),
    ) -> Group:  # fmt: skip
        """The picture of a board, its top left corner at the origin; hexes have names `name_size` millimetres high.

        In `marked` hexes power-ups leave the last of the `slots` free. Names keep off `joints`, along which
        pages are joined: lines of the picture. `lanes` and `faces` lie on the ground, under names and power-ups.
        """
        # An art part may have mistakes, which are found now; the rest cannot fail, and waits until it is looked at.
        for look in (self.look.grounds[ground] for ground in dict.fromkeys(board.grounds.values())):
            named = [stand[0] for stand in (*look.swatch, *look.beside, *sum(look.standing, ()))]
            for part in sorted({*named, *(look.strewn.parts if look.strewn else ())}):
                try:
                    self._symbol(part, 0, 0, 1)
                except ValueError as error:
                    message, hint = f"the art part '{part}': {str(error).partition('. ')[0]}", "Add it to colors."
                    raise TemplateProblem([Finding("error", look.where, message, hint, "template")]) from error
        names = Naming(name_size, tuple(joints))
        return Group(lambda: self._items(board, names, marked, lanes, faces), rim_of(board.recipe.grid))

    def _items(
        self, board: HexBoard, names: Naming, marked: Collection[Hex], lanes: Sequence[Item], faces: Sequence[Item]
    ) -> list[Item]:
        items = [*self._grounds(board, names), *self._starts(board), *self._standing(board)]
        items += [*self._edges(board), *lanes, *(self._bare(board, board.grounds, names) if lanes else ()), *faces]
        items += [text for text, _ in self._name_texts(board, board.grounds, names)]
        items += self._power_ups(board, marked)
        return [*items, *self._labels(board)]

    def badge(self, icons: Sequence[str], x: float, y: float, width: float) -> Place:
        """A white octagon around a point, `width` mm wide, with one to six icons. ValueError for any other word."""
        color = self.look.color
        items: list[Item] = [
            Path(transform_outline(_OCTAGON, translate(0.4, 0.6)), color("ink")),
            Path(_OCTAGON, color("white"), Stroke(color("ink"), 0.96, (), "butt", "miter")),
            Path(transform_outline(_OCTAGON, scale(0.88)), None, Stroke(color("olive"), 0.4)),
        ]
        size, places = _PLACES[len(icons)]
        for word, (left, top) in zip(icons, places, strict=True):
            items += self._icon(*self.rules.icon_and_number(word), left - size / 2, top - size / 2, size)
        return Place(Group(tuple(items)), chain(translate(x, y), scale(width / _BADGE)))

    def _icon(self, name: str, number: int | None, x: float, y: float, size: float) -> Iterator[Item]:
        """An icon with its top left corner at a point, and the number on it."""
        # Some icons have a twin with room for a number.
        twin, ink = f"{name}-plain", self.look.color("ink")
        shape = twin if number is not None and self.library.icons.has(twin) else name
        group, side = self.library.icons.draw(shape, self.look.color(name), Tints({}))
        # The line around an icon is as wide on paper whatever the size of the icon.
        line = Stroke(ink, 0.55 * side / size, (), "round", "round")
        rims = tuple(item._replace(stroke=line) for item in group.items if isinstance(item, Path))
        yield Place(Group(rims + group.items), chain(translate(x, y), scale(size / side)))
        if number is not None:
            height = size * (0.62 if number < 10 else 0.46)
            yield run(x + size * 0.405, y + size * 0.68, str(number), BOLD, height, ink, CENTER)

    def swatch(self, ground: str, width: float, height: float) -> tuple[Item, ...]:
        """A small box of a size in points that shows a ground or a start zone (zone-a, zone-b), for legends."""
        box = Box(0, 0, to_mm(width), to_mm(height))
        x, y = box.w / 2, box.h / 2
        color, corners = self.look.color, rectangle(box)
        if ground.startswith("zone-"):
            chevron = Group((self._chevron("a" if ground == "zone-a" else "b"),))
            items: list[Item] = [Path(corners, color(ground)), Place(chevron, chain(translate(x, y), scale(0.42)))]
        else:
            look = self.look.grounds[ground]
            items = [Path(corners, color(look.color)), *self._small_texture(ground, box, (x, y))]
            items += self._pattern_items(look, box) if look.pattern else ()
            items += self._stands(look.swatch, x, y)
            items += self._sign(look, x, y, 0.8 * box.h)
        frame = Path(corners, None, Stroke(color("ink"), 0.3))
        return (Place(Group((Place(Group(tuple(items), corners)), frame)), scale(mm(1))),)

    def hexagon(self, ground: str, label: str, top: Top) -> list[Item]:
        """One loose hex around the origin with its ground running over its edge, and its inner line."""
        look, ink = self.look.grounds[ground], self.look.color("ink")
        whole, box = single_hex(top, WIDTH + 8), Box(-WIDTH, -WIDTH, 2 * WIDTH, 2 * WIDTH)
        texture = self._small_texture(ground, box, (0.0, 0.0))
        return [
            Path(whole, self.look.color(look.color)),
            *([Place(Group(tuple(texture), whole))] if texture else []),
            Path(single_hex(top, WIDTH - 1.4), None, Stroke(ink, 0.5, (), "round", "round")),
            center_text(label, 0, 12.2, 2.9, BOLD, ink, 19.5),
        ]

    def _stands(self, stands: Iterable[Stand], x: float, y: float) -> list[Item]:
        return [self._symbol(part, x + dx, y + dy, width) for part, dx, dy, width in stands]

    def _symbol(self, part: str, x: float, y: float, size: float) -> Place:
        """An art part whose middle lies at (x, y)."""
        if part not in self._painted:
            parts = self.library.studio.parts
            self._painted[part] = Group(paint(parts.get(part).layers, self.look.symbols, parts))
        k = round(size / 100, 5)
        return Place(self._painted[part], (k, 0.0, 0.0, k, round(x - 50 * k, 3), round(y - 50 * k, 3)))

    def _grounds(self, board: HexBoard, names: Naming) -> Iterator[Item]:
        """The fills, each kind of ground as one group that is clipped to its hexes; it is bare where a name stands."""
        grid, color = board.recipe.grid, self.look.color
        box = Box(0, 0, *grid.box(WIDTH))
        for ground, cells in group_pairs((ground, cell) for cell, ground in board.grounds.items()).items():
            look, outline = self.look.grounds[ground], _outline_of(grid, cells)
            fills = [(outline, color(look.color))]
            if ground == self.rules.plain_ground:
                zones = {side: [cell for cell in cells if board.start_of.get(cell) == side] for side in SIDES}
                fills += [(_outline_of(grid, zone), color(f"zone-{side}")) for side, zone in zones.items() if zone]
            # A hairline of the same colour closes the seams that viewers show between neighbours.
            items: list[Item] = [Path(shape, fill, Stroke(fill, 0.15)) for shape, fill in fills]
            if look.texture:
                middles = [grid.centre(cell, WIDTH) for cell in cells]
                items += self._texture(look.texture, box, rng_for(board.seed or 0, "hex-board", ground), middles)
            if look.pattern:
                items += self._pattern_items(look, box)
            items += self._bare(board, cells, names) if look.texture or look.pattern else ()
            if look.strewn:
                items += self._strewn(board, look.strewn, cells, names)
            yield Place(Group(tuple(items), outline))

    def _bare(self, board: HexBoard, cells: Iterable[Hex], names: Naming) -> Iterator[Item]:
        """Plain ground behind the names of hexes: no line runs through one."""
        by_color: dict[str, list[Segment]] = {}
        for text, cell in self._name_texts(board, cells, names):
            side = board.start_of.get(cell)
            fill = f"zone-{side}" if side else self.look.grounds[board.grounds[cell]].color
            by_color.setdefault(self.look.color(fill), []).extend(rectangle(_around(text)))
        yield from (Path(tuple(outline), fill) for fill, outline in by_color.items())

    def _texture(self, texture: Texture, box: Box, stream: Stream, middles: Iterable[Point]) -> list[Item]:
        """The texture of the hexes around some middles, as a part of the texture for the whole box."""
        color, size = self.look.color(texture.color), texture.size
        if texture.kind == "contours":
            lines = contour_lines(relief(stream, _WAVELENGTH), box, 5.0, _LEVELS)
            return [Path(lines, None, Stroke(color, 0.35, (), "round", "round"))]
        if texture.kind == "pavers":
            return [Place(_pavers(box, color))]
        # Squares of the box that have a part in such a hex: dots elsewhere would only be clipped away.
        near = {spot for x, y in middles for spot in product(_squares(x), _squares(y))}

        def radius(x: float, y: float) -> float:
            return size if (x // _SQUARE, y // _SQUARE) in near else 0.0

        return list(dot_screen(box, texture.pitch, radius, color, (size,)))

    def _small_texture(self, ground: str, box: Box, middle: Point) -> list[Item]:
        """The texture of a single hex; contours show on large ground only."""
        texture = self.look.grounds[ground].texture
        if texture is None or texture.kind == "contours":
            return []
        return self._texture(texture, box, rng_for(0, "hex-board", ground), [middle])

    def _pattern_items(self, look: GroundLook, box: Box) -> tuple[Item, ...]:
        return pattern(
            look.pattern or "", box, self.look.color(look.pattern_color or f"{look.color} dark 16"), 1 / mm(1)
        )

    def _sign(self, look: GroundLook, x: float, y: float, size: float) -> list[Item]:
        """The icon of a ground around a point, if it has one."""
        if not look.icon:
            return []
        color = self.look.color(look.icon_color or f"{look.color} dark 40")
        group, side = self.library.icons.draw(look.icon, color, self.look.tints)
        return [Place(group, chain(translate(x - size / 2, y - size / 2), scale(size / side)))]

    def _strewn(self, board: HexBoard, strewn: Strewn, cells: Sequence[Hex], naming: Naming) -> Iterator[Item]:
        grid = board.recipe.grid
        quiet = {cell: _around(text) for text, cell in self._name_texts(board, board.grounds, naming)}
        stream = rng_for(board.seed or 0, "hex-board", "strewn", board.grounds[cells[0]])
        for cell in (cell for cell in cells if cell not in board.start_of):
            x, y = grid.centre(cell, WIDTH)
            box = Box(x - _RADIUS, y - WIDTH / 2, 2 * _RADIUS, WIDTH)
            names = [quiet[near] for near in (cell, *grid.around[cell]) if near in quiet]
            for a, b in darts(stream, box, strewn.apart, throws=60):
                size = stream.between(*strewn.size)
                part = stream.pick(strewn.parts)
                lies = Box(a - size / 2, b - size / 2, size, size)
                covers = any(min(name.common(lies)[2:]) > 0 for name in names)
                if not covers and _free(a - x, b - y, size, strewn.inside, cell in board.power_ups):
                    yield self._symbol(part, a, b, size)

    def _standing(self, board: HexBoard) -> Iterator[Item]:
        stream = rng_for(board.seed or 0, "hex-board", "standing")
        for cell, ground in board.grounds.items():
            look = self.look.grounds[ground]
            if look.icon and cell not in board.power_ups and cell not in board.start_of:
                x, y = board.recipe.grid.centre(cell, WIDTH)
                yield from self._sign(look, x, y + 0.8, _SIGN)
            if look.standing and cell not in board.start_of:
                plan = look.beside if cell in board.power_ups else stream.pick(look.standing)
                yield from self._stands(plan, *board.recipe.grid.centre(cell, WIDTH))
                if look.rim:
                    yield Path(_falling_edge(board.recipe.grid, cell), None, Stroke(self.look.color(look.rim), 0.35))

    def _chevron(self, side: Side) -> Path:
        color = self.look.color(f"sign-{side}")
        return Path(_CHEVRON, color) if side == "a" else Path(_CHEVRON, None, Stroke(color, 0.8))

    def _starts(self, board: HexBoard) -> Iterator[Item]:
        """Three chevrons in every hex of a start zone that point at the other zone: solid for a, hollow for b."""
        places = {side: [board.recipe.grid.centre(cell, WIDTH) for cell in board.starts[side]] for side in SIDES}
        if not all(places.values()):
            return
        (ax, ay), (bx, by) = ([fmean(axis) for axis in zip(*places[side], strict=True)] for side in SIDES)
        for side, way in zip(SIDES, ((bx - ax, by - ay), (ax - bx, ay - by)), strict=True):
            turn = round(math.degrees(math.atan2(way[1], way[0])) / 30) * 30
            chevron = Group((self._chevron(side),))
            three = Group(tuple(Place(chevron, translate(6.0 * n, 0)) for n in (-1, 0, 1)))
            for x, y in places[side]:
                yield Place(three, chain(translate(x, y + 2.0), rotate(turn), scale(0.9)))

    def _edges(self, board: HexBoard) -> Iterator[Item]:
        """Every edge and the border, those of one type together: so walls and shores join cleanly at the corners."""
        grid, grounds = board.recipe.grid, board.rules.grounds
        sides: dict[tuple[str, float], list[Ends]] = {("border", 1.0): grid.border(WIDTH)}
        for (one, other), direction in grid.edges.items():
            kind, ground = board.edges[one, other], board.grounds[one]
            inside = grounds[ground].edge == kind and ground == board.grounds[other]
            key = "door" if board.is_door((one, other)) else kind, self.look.grounds[ground].within if inside else 1.0
            sides.setdefault(key, []).append(grid.side(one, direction, WIDTH))
        for name in self.look.edges:
            # Thin ones lie below the others of their type.
            for share in sorted(share for kind, share in sides if kind == name):
                yield from self.look.sides(name, sides[name, share], share)

    def _labels(self, board: HexBoard) -> Iterator[Item]:
        """The words that the game writes into hexes, at their foot."""
        named = board.recipe.grid.by_name
        for name, words in board.recipe.labels.items():
            if (cell := named.get(name)) is not None:
                (x, y), ink = board.recipe.grid.centre(cell, WIDTH), self.look.grounds[board.grounds[cell]].ink
                yield center_text(words.text, x, y + _LABEL_DROP, 4.4, BOLD, self.look.color(ink), WIDTH - 3)

    def _name_texts(self, board: HexBoard, cells: Iterable[Hex], names: Naming) -> Iterator[tuple[Text, Hex]]:
        """The names of hexes, each in the middle of its place."""
        grid = board.recipe.grid
        if grid.naming == "none":
            return
        for cell in cells:
            x, y = grid.centre(cell, WIDTH)
            # A larger name is lower, so that it keeps its distance from the edge above.
            baseline = y - _NAME_RISE + 0.75 * (names.size - 3.2)
            ink = self.look.color(self.look.grounds[board.grounds[cell]].ink)
            text = center_text(grid.name(cell), x, baseline, names.size, BOLD, ink)
            right, down = way_off(_around(text), names.joints)
            yield text._replace(x=text.x + right, y=text.y + down), cell

    def _power_ups(self, board: HexBoard, marked: Collection[Hex]) -> Iterator[Item]:
        for cell in board.grounds:
            (x, y), names = board.recipe.grid.centre(cell, WIDTH), board.power_ups.get(cell, ())
            size, shifts = slots(len(names) + (cell in marked))
            for name, shift in zip(names, shifts, strict=False):
                yield self.badge(board.recipe.power_ups[name], x + shift, y + BADGE_DROP, size)


def slots(count: int) -> tuple[float, tuple[float, ...]]:
    """The width of each of some badges side by side in a hex, and their distances from its middle."""
    size = _BADGE if count < 2 else min(12.0, 25.0 / count)
    return size, tuple((n - (count - 1) / 2) * (size + 0.4) for n in range(count))


def single_hex(top: Top, width: float) -> Outline:
    """One hex of that width around the origin."""
    grid = HexGrid(1, 1, top)
    x, y = grid.centre((0, 0), width)
    return polygon((a - x, b - y) for a, b in grid.corners((0, 0), width))


def _outline_of(grid: HexGrid, cells: Iterable[Hex]) -> Outline:
    """The outlines of some hexes, one after another."""
    return tuple(segment for cell in cells for segment in polygon(grid.corners(cell, WIDTH)))


def rim_of(grid: HexGrid, width: float = WIDTH) -> Outline:
    """The outline of a whole board and its holes, without the sides inside."""
    sides = grid.border(width)
    # Neighbours compute a shared corner each in its own way, so corners meet only when rounded.
    onward = {(round(x, 3), round(y, 3)): ((x, y), end) for (x, y), end in sides}
    outline: list[Segment] = []
    while onward:
        start, _ = next(iter(onward.values()))
        corners, (x, y) = [], start
        while (key := (round(x, 3), round(y, 3))) in onward:
            corners.append((x, y))
            _, (x, y) = onward.pop(key)
        outline += polygon(corners)
    return tuple(outline)


def center_text(text: str, x: float, y: float, size: float, font: str, color: str, room: float = 0.0) -> Text:
    """A run centred on x, in millimetres rounded to thousandths; shrunk to fit the `room`."""
    line = run(x, y, text, font, size, color, CENTER, room)
    return line._replace(x=round(line.x, 3), y=round(y, 3), size=round(line.size, 3))


def _around(name: Text) -> Box:
    """The area that the name of a hex takes, with its bare margin."""
    high = cap(name.font, name.size)
    box = Box(name.x, name.y - high, name.width, high).grown(_QUIET)
    return Box(*(round(side, 2) for side in box))


def _falling_edge(grid: HexGrid, cell: Hex) -> Outline:
    """Short strokes inward from the edges of a hex of open air: the ground falls away."""
    x, y = grid.centre(cell, WIDTH)
    lines: list[Segment] = []
    for (ax, ay), (bx, by) in (grid.side(cell, direction, WIDTH) for direction in range(6)):
        for t in (0.2, 0.4, 0.6, 0.8):
            u, v = ax + (bx - ax) * t, ay + (by - ay) * t
            lines += polyline(((u, v), (u + (x - u) * 0.16, v + (y - v) * 0.16)))
    return tuple(lines)


def _squares(middle: float) -> range:
    return range(int((middle - _RADIUS) // _SQUARE), int((middle + _RADIUS) // _SQUARE) + 1)


def _free(x: float, y: float, size: float, inside: bool, beside: bool) -> bool:
    """Whether a strewn symbol at a place, measured from the middle of its hex, hides neither edge nor badge."""
    if math.hypot(x, y) + size / 2 > (_STREWN_REACH if inside else _RADIUS + size / 2):
        return False
    return not beside or math.hypot(x, y - BADGE_DROP) > _BADGE / 2 + size / 2


@lru_cache(maxsize=16)
def _pavers(box: Box, color: str) -> Group:
    """Bricks all over a box. They are the same on every board: one group serves all, and is stored once."""
    wide, high = _PAVER
    lines: list[Segment] = []
    for row in range(int(box.h / high) + 1):
        y = box.y + row * high
        lines += polyline(((box.x, y), (box.right, y)))
        for n in range(int(box.w / wide) + 2):
            x = box.x + (n + (0.5 if row % 2 else 0.0)) * wide
            lines += polyline(((x, y), (x, y + high)))
    return Group((Path(tuple(lines), None, Stroke(color, 0.3)),))
