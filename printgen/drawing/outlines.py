"""Outlines: parsed from SVG path data, built as circles, stars and polygons, moved, and flattened to polygons."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import pairwise

from printgen.base.units import Box, Matrix, apply, mm
from printgen.drawing.model import Outline, Segment

_NUMBER = r"[+-]?(?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?"
_NUMBERS = re.compile(f"({_NUMBER})")
_COMMANDS = re.compile("([MmLlHhVvCcSsQqTtAaZz])")
# The two flags of an arc are a digit each, which optimizers write without a gap behind it.
_ARC = re.compile(rf"((?:[\s,]*+(?>{_NUMBER})){{3}})[\s,]++([01])[\s,]*+([01])((?:[\s,]*+(?>{_NUMBER})){{2}})")
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_LARGEST, _SMALLEST = 1_000_000, 1e-9  # The largest number of a path; what is smaller counts as 0.
Point = tuple[float, float]
"""A place by x and y, in points."""

KAPPA = 0.5522847498
"""How far the handles of a quarter of a circle reach, as a share of its radius."""


def _commands(data: str) -> list[tuple[str, list[float]]]:
    before, *rest = _COMMANDS.split(data)
    commands = [
        (command, _numbers(_with_gaps(text) if command in "Aa" else text))
        for command, text in zip(rest[::2], rest[1::2], strict=True)
    ]
    if _numbers(before) or (commands and commands[0][0] not in "Mm"):
        raise ValueError("path data must start with M")
    if not commands:
        raise ValueError("the path is empty")
    return commands


def _with_gaps(text: str) -> str:
    """The numbers of arcs, with gaps around their flags."""
    arcs, at = [], 0
    while match := _ARC.match(text, at):
        arcs.append(" ".join(match.groups()))
        at = match.end()
    return " ".join([*arcs, text[at:]])


def _numbers(text: str) -> list[float]:
    """The numbers of a command. ValueError for other letters, or numbers that are too large."""
    parts = _NUMBERS.split(text)
    if stray_letters := "".join(parts[::2]).replace(",", "").strip():
        raise ValueError(f"'{stray_letters[0]}' does not belong in path data")
    numbers = list(map(float, parts[1::2]))
    if not all(-_LARGEST <= number <= _LARGEST for number in numbers):
        raise ValueError(f"a number of the path is beyond {_LARGEST:,}; write smaller ones")
    return numbers


def parse_path(data: str) -> Outline:
    """SVG path data as absolute M, L, C and Z segments. ValueError names a wrong command."""
    try:
        return _segments(data)
    except ArithmeticError as error:
        raise ValueError("its numbers are too far apart to be drawn") from error


def _segments(data: str) -> Outline:
    out: list[Segment] = []
    x = y = start_x = start_y = 0.0
    bend: list[float] = []
    previous = ""
    for command, numbers in _commands(data):
        kind = command.upper()
        need = _COUNT[kind]
        if (need == 0 and numbers) or (need and (not numbers or len(numbers) % need)):
            raise ValueError(f"'{command}' takes {need} numbers, not {len(numbers)}")
        if kind == "Z":
            out.append(("Z",))
            x, y, previous = start_x, start_y, "Z"
        for i in range(0, len(numbers), need or 1):
            n = _absolute(kind, numbers[i : i + need], x, y, command.islower())
            if kind in ("S", "T"):
                # The first control point mirrors the last one of the curve before it, if that is of the same kind.
                is_smooth = previous and previous in ("CS" if kind == "S" else "QT")
                n = [*((2 * x - bend[0], 2 * y - bend[1]) if is_smooth else (x, y)), *n]
            if kind in "CS":
                out.append(("C", *n))
            elif kind in "QT":
                out.append(_quad(x, y, *n))
            elif kind == "A":
                out.extend(_arc(x, y, n))
            else:
                out.append(("M" if kind == "M" and not i else "L", *n))
            if kind == "M" and not i:
                start_x, start_y = n
            bend, (x, y), previous = n[-4:-2], n[-2:], kind
    return tuple(out)


def _absolute(kind: str, n: list[float], x: float, y: float, relative: bool) -> list[float]:
    """The numbers of a command in absolute coordinates; (x, y) is its starting point."""
    if kind in "HV":
        along = n[0] + (x if kind == "H" else y) * relative
        return [along, y] if kind == "H" else [x, along]
    if not relative:
        return n
    # The first five numbers of an arc are no coordinates.
    first = 5 if kind == "A" else 0
    return n[:first] + [v + (y if i % 2 else x) for i, v in enumerate(n[first:])]


def _quad(x0: float, y0: float, x1: float, y1: float, x2: float, y2: float) -> Segment:
    """A quadratic curve as a cubic one (degree elevation)."""
    first = x0 + 2 / 3 * (x1 - x0), y0 + 2 / 3 * (y1 - y0)
    return ("C", *first, x2 + 2 / 3 * (x1 - x2), y2 + 2 / 3 * (y1 - y2), x2, y2)


def _arc(x0: float, y0: float, n: Sequence[float]) -> list[Segment]:
    """An SVG elliptical arc as cubic curves (the conversion of the SVG 1.1 implementation notes, F.6.5)."""
    rx, ry, turn, large, sweep, x1, y1 = n
    if large not in (0, 1) or sweep not in (0, 1):
        raise ValueError("the fourth and fifth number of an arc (A) are flags: 0 or 1")
    rx, ry = abs(rx), abs(ry)
    # A flat arc is a line (F.6.2).
    if min(rx, ry, math.hypot(x1 - x0, y1 - y0)) < _SMALLEST:
        return [("L", x1, y1)]
    phi = math.radians(turn)
    cos, sin = math.cos(phi), math.sin(phi)
    dx, dy = (x0 - x1) / 2, (y0 - y1) / 2
    ax, ay = cos * dx + sin * dy, -sin * dx + cos * dy
    grow = math.sqrt(max(1.0, ax * ax / (rx * rx) + ay * ay / (ry * ry)))
    rx, ry = rx * grow, ry * grow
    divisor = rx * rx * ay * ay + ry * ry * ax * ax
    root = math.sqrt(max(0.0, rx * rx * ry * ry / divisor - 1)) * (-1 if bool(large) == bool(sweep) else 1)
    bx, by = root * rx * ay / ry, -root * ry * ax / rx
    cx, cy = cos * bx - sin * by + (x0 + x1) / 2, sin * bx + cos * by + (y0 + y1) / 2
    first = math.atan2((ay - by) / ry, (ax - bx) / rx)
    span = math.atan2((-ay - by) / ry, (-ax - bx) / rx) - first
    if sweep and span < 0:
        span += 2 * math.pi
    elif not sweep and span > 0:
        span -= 2 * math.pi
    parts = max(1, math.ceil(abs(span) / (math.pi / 2) - 1e-9))
    _, *curves = transform_outline(arc(first, span, parts), (cos * rx, sin * rx, -sin * ry, cos * ry, cx, cy))
    # It ends exactly where the path says.
    return [*curves[:-1], (*curves[-1][:-2], x1, y1)]


def arc(start: float, span: float, parts: int) -> Outline:
    """An open arc of the circle of radius 1 about (0, 0), in `parts` curves; angles in radians, clockwise on paper."""
    step = span / parts
    k = 4 / 3 * math.tan(step / 4)
    turns = [(math.cos(start + i * step), math.sin(start + i * step)) for i in range(parts + 1)]
    curves = (("C", c - k * s, s + k * c, d + k * t, t - k * d, d, t) for (c, s), (d, t) in pairwise(turns))
    return (("M", *turns[0]), *curves)


def circle_part(cx: float, cy: float, r: float, start: float, end: float) -> Outline:
    """An open arc about (cx, cy), exact to a ten-thousandth of its radius; degrees clockwise from the top."""
    # An even number of pieces has a point in the middle, so that a box around all points is no larger than the arc.
    parts = max(2, 2 * math.ceil(abs(end - start) / 45 - 1e-9))
    unit = arc(math.radians(start - 90), math.radians(end - start), parts)
    return transform_outline(unit, (r, 0.0, 0.0, r, cx, cy))


def band(cx: float, cy: float, r: float, inner: float | None, start: float, end: float) -> Outline:
    """The band between two arcs about (cx, cy), or the outer arc alone without `inner`; whole circles are closed."""
    outer = circle_part(cx, cy, r, start, end)
    if end - start == 360:
        return (*outer, ("Z",), *((*circle_part(cx, cy, inner, end, start), ("Z",)) if inner else ()))
    if inner is None:
        return outer
    (_, x, y), *back = circle_part(cx, cy, inner, end, start)
    return (*outer, ("L", x, y), *back, ("Z",))


def polygon(points: Iterable[tuple[float, float]]) -> Outline:
    """A closed outline through the points."""
    out: list[Segment] = [("L", x, y) for x, y in points]
    out[0] = ("M", *out[0][1:])
    return (*out, ("Z",))


def polyline(points: Iterable[tuple[float, float]]) -> Outline:
    """An open outline through the points."""
    return polygon(points)[:-1]


def join_outlines(outlines: Iterable[Outline]) -> Outline:
    """Many outlines as one."""
    return tuple(step for outline in outlines for step in outline)


def rectangle(box: Box) -> Outline:
    """A box as an outline."""
    return polygon(((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)))


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Outline:
    """An ellipse of four curves."""
    kx, ky = KAPPA * rx, KAPPA * ry
    return (
        ("M", cx + rx, cy),
        ("C", cx + rx, cy + ky, cx + kx, cy + ry, cx, cy + ry),
        ("C", cx - kx, cy + ry, cx - rx, cy + ky, cx - rx, cy),
        ("C", cx - rx, cy - ky, cx - kx, cy - ry, cx, cy - ry),
        ("C", cx + kx, cy - ry, cx + rx, cy - ky, cx + rx, cy),
        ("Z",),
    )


def circle(cx: float, cy: float, r: float) -> Outline:
    """A circle of four curves."""
    return ellipse(cx, cy, r, r)


def chamfer(box: Box, cut: float, corners: str = "abcd") -> Outline:
    """A box with straight cuts at its corners; a is top left, b top right, c bottom right, d bottom left."""
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    points: list[tuple[float, float]] = []
    points += [(x, y + cut), (x + cut, y)] if "a" in corners else [(x, y)]
    points += [(right - cut, y), (right, y + cut)] if "b" in corners else [(right, y)]
    points += [(right, bottom - cut), (right - cut, bottom)] if "c" in corners else [(right, bottom)]
    points += [(x + cut, bottom), (x, bottom - cut)] if "d" in corners else [(x, bottom)]
    return polygon(points)


def round_rect(box: Box, r: float) -> Outline:
    """A box with round corners of radius `r`."""
    x, y, right, bottom, k = box.x, box.y, box.right, box.bottom, r * (1 - KAPPA)
    return (
        ("M", x + r, y),
        ("L", right - r, y),
        ("C", right - k, y, right, y + k, right, y + r),
        ("L", right, bottom - r),
        ("C", right, bottom - k, right - k, bottom, right - r, bottom),
        ("L", x + r, bottom),
        ("C", x + k, bottom, x, bottom - k, x, bottom - r),
        ("L", x, y + r),
        ("C", x, y + k, x + k, y, x + r, y),
        ("Z",),
    )


def round_polygon(corners: Sequence[tuple[tuple[float, float], float]]) -> Outline:
    """A closed outline through corners, each with the distance at which its rounding begins, 0 for a sharp one."""
    out: list[Segment] = []
    for i, (corner, r) in enumerate(corners):
        start = _toward(corner, corners[i - 1][0], r)
        out.append(("L" if out else "M", *start))
        if r:
            end = _toward(corner, corners[(i + 1) % len(corners)][0], r)
            handles = (*_toward(start, corner, KAPPA * r), *_toward(end, corner, KAPPA * r))
            out.append(("C", *handles, *end))
    return (*out, ("Z",))


def _toward(start: tuple[float, float], end: tuple[float, float], by: float) -> tuple[float, float]:
    """The point at a distance from `start` towards `end`."""
    k = by / math.dist(start, end)
    return start[0] + k * (end[0] - start[0]), start[1] + k * (end[1] - start[1])


def star(cx: float, cy: float, r: float, inner: float = 0.42, points: int = 5, turn: float = -90) -> Outline:
    """A star: `inner` is the inner radius as a share of `r`; `turn` points the first tip, in degrees."""
    corners: list[Point] = []
    for i in range(2 * points):
        reach, angle = r if i % 2 == 0 else r * inner, math.radians(turn + i * 180 / points)
        corners.append((cx + reach * math.cos(angle), cy + reach * math.sin(angle)))
    return polygon(corners)


def map_points(outline: Outline, move: Callable[[float, float], tuple[float, float]]) -> Outline:
    """The outline with every point (control points too) moved by a function."""
    out: list[Segment] = []
    for segment in outline:
        moved: list[float] = []
        for i in range(1, len(segment), 2):
            moved.extend(move(segment[i], segment[i + 1]))
        out.append((segment[0], *moved))
    return tuple(out)


def transform_outline(outline: Outline, matrix: Matrix) -> Outline:
    """The outline moved by a matrix."""
    return map_points(outline, lambda x, y: apply(matrix, x, y))


def bounds(outline: Outline) -> Box:
    """The box around all points of an outline, control points included (so never too small); of none it is empty."""
    points = [v for segment in outline for v in segment[1:]] or [0.0, 0.0]
    xs, ys = points[::2], points[1::2]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


def parts_of(outline: Outline) -> list[Outline]:
    """The parts of an outline, each beginning with a move of the pen."""
    starts = [i for i, step in enumerate(outline) if step[0] == "M"]
    return [outline[start:end] for start, end in zip(starts, [*starts[1:], len(outline)], strict=True)]


_FINE = mm(0.02)  # Curves become edges that stray from them by no more than this.


def flatten(outline: Outline, tolerance: float = _FINE, minimum: int = 3) -> tuple[tuple[Point, ...], ...]:
    """The outline as closed polygons of at least `minimum` points, which differ from curves by at most `tolerance`."""
    parts: list[list[Point]] = []
    for step, *numbers in outline:
        if step == "M":
            parts.append([(numbers[0], numbers[1])])
        elif step == "L":
            parts[-1].append((numbers[0], numbers[1]))
        elif step == "C":
            parts[-1].extend(_curve_points(parts[-1][-1], numbers, tolerance))
    return tuple(tuple(part) for part in parts if len(part) >= minimum)


def edges_of(points: Sequence[Point]) -> Iterator[tuple[Point, Point]]:
    """The edges of a polygon, the one back to its first corner last."""
    return zip(points, (*points[1:], *points[:1]), strict=True)


def signed_area(points: Sequence[Point]) -> float:
    """The area of a polygon by the shoelace formula, positive if it runs clockwise on paper."""
    return sum(x * v - u * y for (x, y), (u, v) in edges_of(points)) / 2 if points else 0.0


def edge_distance(x: float, y: float, start: Point, end: Point) -> float:
    """The distance of a point from an edge."""
    (x0, y0), (x1, y1) = start, end
    dx, dy = x1 - x0, y1 - y0
    share = min(1.0, max(0.0, ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy or 1.0)))
    return math.hypot(x - x0 - share * dx, y - y0 - share * dy)


def room_inside(points: Sequence[Point], x: float, y: float) -> float:
    """The distance of a point from the nearest edge of a polygon, negative outside of it."""
    edges = [*edges_of(points)]
    # A line to the right crosses the edges an odd number of times.
    crossing = [((x0, y0), (x1, y1)) for (x0, y0), (x1, y1) in edges if (y0 > y) != (y1 > y)]
    inside = sum(x < x0 + (y - y0) * (x1 - x0) / (y1 - y0) for (x0, y0), (x1, y1) in crossing) % 2 == 1
    nearest = min(edge_distance(x, y, *edge) for edge in edges)
    return nearest if inside else -nearest


def _curve_points(start: Point, numbers: Sequence[float], tolerance: float) -> Iterator[Point]:
    (x0, y0), (x1, y1, x2, y2, x3, y3) = start, numbers
    bend = max(math.hypot(x0 - 2 * x1 + x2, y0 - 2 * y1 + y2), math.hypot(x1 - 2 * x2 + x3, y1 - 2 * y2 + y3))
    # A chord over a span of 1/n strays by less than 6 bend / (8 n n).
    count = max(1, math.ceil(math.sqrt(0.75 * bend / tolerance)))
    for i in range(1, count + 1):
        t = i / count
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        yield a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3
