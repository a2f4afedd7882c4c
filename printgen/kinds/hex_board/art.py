"""A hex board comes in; its picture goes out: grounds, start zones, edges, names and power-ups.

All is drawn in millimetres on hexes 32 mm across their flats; who places the picture scales it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from functools import lru_cache

from printgen.art.parts import paint
from printgen.base.geometry import Box, chain, rotate, scale, translate
from printgen.base.seeds import Stream, rng_for
from printgen.drawing.fonts import face
from printgen.drawing.model import Group, Item, Outline, Path, Place, Segment, Stroke, Text
from printgen.drawing.outlines import parse_path, polygon, polyline
from printgen.drawing.scattering import contour_lines, darts, dot_screen, relief
from printgen.faces.library import Library
from printgen.kinds.hex_board.badges import badge
from printgen.kinds.hex_board.edges import board_edges
from printgen.kinds.hex_board.grid import Hex, HexGrid, Top
from printgen.kinds.hex_board.grid import Place as Point
from printgen.kinds.hex_board.looks import HexLook, Stand, Strewn, Texture, check_looks, read_hex_look
from printgen.kinds.hex_board.model import SIDES, HexBoard, HexCell, Side
from printgen.kinds.hex_board.rules import HexRules

WIDTH = 32.0
"""The width across flats, in millimetres, of the hexes of a picture."""

BADGE = 16.0
"""The width of a power-up's badge in its hex."""

_RADIUS = WIDTH / math.sqrt(3)
_NAME_RISE = 10.4
_BADGE_DROP = 2.4
_LEVELS = (-2.0, -1.4, -0.8, -0.2, 0.4, 1.0, 1.6, 2.2)
_WAVELENGTH = 150.0
_PAVER = (9.2, 4.6)
# Dots are looked for in squares this wide.
_SQUARE = 8.0
# Strewn things keep this far from the middle of a hex with a name, a chevron or a badge: inside its edges.
_STREWN_REACH = 14.0
_CHEVRON = parse_path("M-3,-6 L1,0 L-3,6 L0,6 L4,0 L0,-6 Z")
_ZONES: dict[str, Side] = {"zone-a": "a", "zone-b": "b"}


class HexArt:
    """Draws hex boards; keeps the groups of symbols, so that equal ones are stored once."""

    def __init__(self, library: Library, rules: HexRules) -> None:
        """Raises TemplateProblem when the file of the look has mistakes, or lacks what the rules name."""
        self.library, self.rules = library, rules
        self.look: HexLook = library.once(read_hex_look)
        check_looks(self.look, rules, library)
        self._painted: dict[str, Group] = {}

    def board(self, board: HexBoard, name_size: float = 3.2, bare: bool = False) -> Group:
        """The picture of a board, its top left corner at the origin.

        `name_size` is the size of the hexes' names in millimetres. A `bare` board has no names and no power-ups.
        """
        grid = board.recipe.grid
        items = [*self._grounds(board), *self._starts(board), *self._standing(board)]
        items += board_edges(self.look, board, WIDTH)
        if not bare:
            items += self._names(board, name_size)
            items += self._power_ups(board)
        return Group(tuple(items), rim_of(grid))

    def badge(self, icons: Sequence[str], x: float, y: float, size: float) -> Item:
        """The badge of a power-up around a point, `size` millimetres wide."""
        return Place(
            badge(self.library, self.look, self.rules, tuple(icons)), chain(translate(x, y), scale(size / BADGE))
        )

    def swatch(self, ground: str, box: Box) -> Item:
        """A small box that shows a ground or a start zone (zone-a, zone-b), for legends."""
        x, y = box.x + box.w / 2, box.y + box.h / 2
        if ground in _ZONES:
            items: list[Item] = [Path(_corners(box), self.look.color(ground))]
            items.append(Place(Group((self._chevron(_ZONES[ground]),)), chain(translate(x, y), scale(0.42))))
        else:
            look = self.look.grounds[ground]
            items = [Path(_corners(box), self.look.color(look.color))]
            # Contours show on large ground only.
            if look.texture and look.texture.kind != "contours":
                items += self._texture(look.texture, box, rng_for(0, "hex-board", ground), [(x, y)])
            items += self._stands(look.swatch, x, y)
        frame = Path(_corners(box), None, Stroke(self.look.color("ink"), 0.3))
        return Place(Group((Place(Group(tuple(items), _corners(box))), frame)))

    def hexagon(self, ground: str, label: str, top: Top) -> list[Item]:
        """One loose hex around the origin with its ground running over its edge, and its inner line."""
        ink, fill = self.look.color("ink"), self.look.color(self.look.grounds[ground].color)
        inner = HexGrid(1, 1, top)
        shape = _shifted(inner, WIDTH - 1.4)
        return [
            Path(_shifted(inner, WIDTH + 8), fill),
            Path(shape, None, Stroke(ink, 0.5, (), "round", "round")),
            centred(label, 0, 12.2, 2.9, "body bold", ink, 19.5),
        ]

    def _symbol(self, part: str, x: float, y: float, size: float) -> Place:
        """An art part whose middle lies at (x, y)."""
        known = self._painted.get(part)
        if known is None:
            parts = self.library.studio.parts
            known = self._painted[part] = Group(paint(parts.get(part).layers, self.look.tints, parts))
        k = round(size / 100, 5)
        return Place(known, (k, 0.0, 0.0, k, round(x - 50 * k, 3), round(y - 50 * k, 3)))

    def _stands(self, stands: Iterable[Stand], x: float, y: float) -> list[Item]:
        return [self._symbol(part, x + dx, y + dy, width) for part, dx, dy, width in stands]

    def _grounds(self, board: HexBoard) -> list[Item]:
        """The fills, each kind of ground as one group that is clipped to its hexes."""
        grid, seed = board.recipe.grid, board.seed or 0
        box = Box(0, 0, *grid.box(WIDTH))
        by_ground: dict[str, list[HexCell]] = {}
        for cell in board.cells:
            by_ground.setdefault(cell.ground, []).append(cell)
        out: list[Item] = []
        for ground, cells in by_ground.items():
            outline = outline_of(grid, [cell.hex for cell in cells])
            look = self.look.grounds[ground]
            fill = self.look.color(look.color)
            # A hairline of the same colour closes the seams that viewers show between neighbours.
            items: list[Item] = [Path(outline, fill, Stroke(fill, 0.15))]
            if ground == self.rules.plain_ground:
                for side in SIDES:
                    if zone := [cell.hex for cell in cells if cell.start == side]:
                        tint = self.look.color(f"zone-{side}")
                        items.append(Path(outline_of(grid, zone), tint, Stroke(tint, 0.15)))
            if look.texture:
                middles = [grid.centre(cell.hex, WIDTH) for cell in cells]
                items += self._texture(look.texture, box, rng_for(seed, "hex-board", ground), middles)
            if look.strewn:
                items += self._strewn(board, look.strewn, cells)
            out.append(Place(Group(tuple(items), outline)))
        return out

    def _texture(self, texture: Texture, box: Box, stream: Stream, middles: Iterable[Point]) -> list[Item]:
        """What covers the hexes around some middles, as part of what could cover the whole box."""
        color, size = self.look.color(texture.color), texture.size
        if texture.kind == "contours":
            lines = contour_lines(relief(stream, _WAVELENGTH), box, 5.0, _LEVELS)
            return [Path(lines, None, Stroke(color, 0.35, (), "round", "round"))]
        if texture.kind == "pavers":
            return [Place(_pavers(box, color))]
        # Squares of the box that have a part in such a hex: dots elsewhere would only be clipped away.
        near = {
            (i, j)
            for x, y in middles
            for i in range(int((x - _RADIUS) // _SQUARE), int((x + _RADIUS) // _SQUARE) + 1)
            for j in range(int((y - _RADIUS) // _SQUARE), int((y + _RADIUS) // _SQUARE) + 1)
        }

        def radius(x: float, y: float) -> float:
            return size if (x // _SQUARE, y // _SQUARE) in near else 0.0

        return list(dot_screen(box, texture.pitch, radius, color, (size,)))

    def _strewn(self, board: HexBoard, strewn: Strewn, cells: Sequence[HexCell]) -> list[Item]:
        grid = board.recipe.grid
        stream = rng_for(board.seed or 0, "hex-board", "strewn", cells[0].ground)
        out: list[Item] = []
        for cell in cells:
            if cell.start:
                continue
            x, y = grid.centre(cell.hex, WIDTH)
            box = Box(x - _RADIUS, y - WIDTH / 2, 2 * _RADIUS, WIDTH)
            for a, b in darts(stream, box, strewn.apart, most=60):
                size = stream.between(*strewn.size)
                part = stream.pick(strewn.parts)
                if _free(cell, a - x, b - y, size, strewn.inside):
                    out.append(self._symbol(part, a, b, size))
        return out

    def _standing(self, board: HexBoard) -> list[Item]:
        grid = board.recipe.grid
        stream = rng_for(board.seed or 0, "hex-board", "standing")
        out: list[Item] = []
        for cell in board.cells:
            look = self.look.grounds[cell.ground]
            if not look.standing or cell.start:
                continue
            plan = look.beside if cell.power_ups else stream.pick(look.standing)
            out += self._stands(plan, *grid.centre(cell.hex, WIDTH))
            if look.rim:
                out.append(Path(self._rim(board, cell), None, Stroke(self.look.color(look.rim), 0.35)))
        return out

    def _rim(self, board: HexBoard, cell: HexCell) -> Outline:
        """Short strokes inward from the edges of a hex of open air: the ground falls away."""
        grid = board.recipe.grid
        x, y = grid.centre(cell.hex, WIDTH)
        lines: list[Segment] = []
        for direction in range(6):
            (ax, ay), (bx, by) = grid.side(cell.hex, direction, WIDTH)
            for t in (0.2, 0.4, 0.6, 0.8):
                u, v = ax + (bx - ax) * t, ay + (by - ay) * t
                lines += polyline(((u, v), (u + (x - u) * 0.16, v + (y - v) * 0.16)))
        return tuple(lines)

    def _chevron(self, side: Side) -> Path:
        color = self.look.color(f"sign-{side}")
        return Path(_CHEVRON, color) if side == "a" else Path(_CHEVRON, None, Stroke(color, 0.8))

    def _starts(self, board: HexBoard) -> list[Item]:
        """Three chevrons in every hex of a start zone that point at the other zone: solid for a, hollow for b."""
        grid = board.recipe.grid
        middles = {side: _middle([grid.centre(cell, WIDTH) for cell in board.start(side)]) for side in SIDES}
        out: list[Item] = []
        for side, other in zip(SIDES, reversed(SIDES), strict=True):
            (ax, ay), (bx, by) = middles[side], middles[other]
            turn = round(math.degrees(math.atan2(by - ay, bx - ax)) / 30) * 30
            chevron = self._chevron(side)
            three = Group(tuple(Place(Group((chevron,)), translate(6.0 * n, 0)) for n in (-1, 0, 1)))
            for cell in board.start(side):
                x, y = grid.centre(cell, WIDTH)
                out.append(Place(three, chain(translate(x, y + 2.0), rotate(turn), scale(0.9))))
        return out

    def _names(self, board: HexBoard, size: float) -> list[Item]:
        grid = board.recipe.grid
        out: list[Item] = []
        for cell in board.cells:
            x, y = grid.centre(cell.hex, WIDTH)
            color = self.look.color(self.look.grounds[cell.ground].ink)
            # A larger name is lower, so that it keeps its distance from the edge above.
            baseline = y - _NAME_RISE + 0.75 * (size - 3.2)
            out.append(centred(grid.name(cell.hex), x, baseline, size, "body bold", color))
        return out

    def _power_ups(self, board: HexBoard) -> list[Item]:
        grid = board.recipe.grid
        out: list[Item] = []
        for cell in board.cells:
            x, y = grid.centre(cell.hex, WIDTH)
            several = len(cell.power_ups)
            size = BADGE if several == 1 else 12.0
            for n, name in enumerate(cell.power_ups):
                shift = (n - (several - 1) / 2) * 12.4
                out.append(self.badge(board.recipe.power_ups[name], x + shift, y + _BADGE_DROP, size))
        return out


def outline_of(grid: HexGrid, cells: Iterable[Hex], width: float = WIDTH) -> Outline:
    """The outlines of some hexes, one after another."""
    return tuple(segment for cell in cells for segment in polygon(grid.corners(cell, width)))


def rim_of(grid: HexGrid, width: float = WIDTH) -> Outline:
    """The outer outline of a whole board, without the sides inside it."""
    sides = [grid.side(cell, direction, width) for cell, direction in grid.border()]
    # Neighbours compute a shared corner each in its own way, so corners meet only when rounded.
    onward = {(round(x, 3), round(y, 3)): end for (x, y), end in sides}
    corners = [sides[0][0]]
    while len(corners) < len(sides):
        x, y = corners[-1]
        corners.append(onward[round(x, 3), round(y, 3)])
    return polygon(corners)


def centred(text: str, x: float, y: float, size: float, font: str, color: str, room: float = 0.0) -> Text:
    """A run around x on a baseline; measures in millimetres. It is made smaller where it is wider than `room`."""
    each = face(font).width(text)
    k = min(size, room / each) if room else size
    return Text(round(x - each * k / 2, 3), round(y, 3), text, font, round(k, 3), color, 0.0, each * k)


def _free(cell: HexCell, x: float, y: float, size: float, inside: bool) -> bool:
    """Whether something strewn at a place, measured from the middle of its hex, hides neither edge, name nor badge."""
    if math.hypot(x, y) + size / 2 > (_STREWN_REACH if inside else _RADIUS + size / 2):
        return False
    if abs(x) < 4 + size / 2 and y < -8.5 + size / 2:
        return False
    return not cell.power_ups or math.hypot(x, y - _BADGE_DROP) > BADGE / 2 + size / 2


def _middle(places: Sequence[tuple[float, float]]) -> tuple[float, float]:
    count = max(1, len(places))
    return sum(x for x, _ in places) / count, sum(y for _, y in places) / count


def _shifted(grid: HexGrid, width: float) -> Outline:
    """One hex of that width around the origin."""
    x, y = grid.centre((0, 0), width)
    return polygon((a - x, b - y) for a, b in grid.corners((0, 0), width))


def _corners(box: Box) -> Outline:
    return polygon(((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)))


@lru_cache(maxsize=16)
def _pavers(box: Box, color: str) -> Group:
    """Bricks all over a box. They are the same on every board: one group serves all, and is printed once."""
    wide, high = _PAVER
    lines: list[Segment] = []
    for row in range(int(box.h / high) + 1):
        y = box.y + row * high
        lines += polyline(((box.x, y), (box.right, y)))
        for n in range(int(box.w / wide) + 2):
            x = box.x + (n + (0.5 if row % 2 else 0.0)) * wide
            lines += polyline(((x, y), (x, y + high)))
    return Group((Path(tuple(lines), None, Stroke(color, 0.3)),))
