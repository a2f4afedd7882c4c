"""Outlines: SVG path data, circles, stars and polygons come in; frozen segments come out."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Sequence

from printgen.base.geometry import Box, Matrix, apply
from printgen.drawing.model import Outline, Segment

_NUMBER = r"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?"
_TOKEN = re.compile(rf"([MmLlHhVvCcSsQqTtAaZz])|({_NUMBER})|([\s,]+)|(.)", re.DOTALL)
_ARCS = re.compile(r"[Aa][^A-DF-Za-df-z]*")
_ONE_ARC = re.compile(rf"((?:[\s,]*+(?>{_NUMBER})){{3}})[\s,]++([01])[\s,]*+([01])((?:[\s,]*+(?>{_NUMBER})){{2}})")
_COUNT = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
_KAPPA = 0.5522847498


def _steps(data: str) -> list[tuple[str, list[float]]]:
    steps: list[tuple[str, list[float]]] = []
    for command, number, _, wrong in _TOKEN.findall(_ARCS.sub(_spaced, data)):
        if wrong:
            raise ValueError(f"'{wrong}' does not belong in path data")
        if command:
            steps.append((command, []))
        elif number:
            if not steps:
                raise ValueError("path data must start with M")
            steps[-1][1].append(float(number))
    if not steps:
        raise ValueError("the path is empty")
    if steps[0][0] not in "Mm":
        raise ValueError("path data must start with M")
    return steps


def _spaced(arcs: re.Match[str]) -> str:
    """Arcs with gaps around their two flags: one digit each, which optimizers write without a gap behind it."""
    data, at = arcs[0], 1
    out = [data[0]]
    while arc := _ONE_ARC.match(data, at):
        out.append(" ".join(arc.groups()))
        at = arc.end()
    return "".join((*out, data[at:]))


def parse_path(data: str) -> Outline:
    """Read SVG path data (all commands, absolute and relative) into absolute M, L, C and Z segments.

    Raises ValueError that says which command is wrong.
    """
    out: list[Segment] = []
    x = y = start_x = start_y = 0.0
    last_x, last_y, previous = 0.0, 0.0, ""
    for command, numbers in _steps(data):
        kind = command.upper()
        need = _COUNT[kind]
        if (need == 0 and numbers) or (need and (not numbers or len(numbers) % need)):
            raise ValueError(f"'{command}' takes {need} numbers, not {len(numbers)}")
        if kind == "Z":
            out.append(("Z",))
            x, y, previous = start_x, start_y, "Z"
            continue
        for i in range(0, len(numbers), need):
            n = numbers[i : i + need]
            if command.islower():
                n = _absolute(kind, n, x, y)
            if kind == "M" and i == 0:
                out.append(("M", n[0], n[1]))
                start_x, start_y = n[0], n[1]
            elif kind in "ML":
                out.append(("L", n[0], n[1]))
            elif kind == "H":
                n = [n[0], y]
                out.append(("L", *n))
            elif kind == "V":
                n = [x, n[0]]
                out.append(("L", *n))
            elif kind in "CS":
                if kind == "S":
                    n = [*_mirrored(previous in "CS" and previous != "", x, y, last_x, last_y), *n]
                out.append(("C", *n))
                last_x, last_y = n[2], n[3]
            elif kind in "QT":
                if kind == "T":
                    n = [*_mirrored(previous in "QT" and previous != "", x, y, last_x, last_y), *n]
                last_x, last_y = n[0], n[1]
                out.append(_quad(x, y, *n))
            else:
                out.extend(_arc(x, y, n))
            x, y, previous = n[-2], n[-1], kind
    return tuple(out)


def _absolute(kind: str, n: list[float], x: float, y: float) -> list[float]:
    if kind == "H":
        return [n[0] + x]
    if kind == "V":
        return [n[0] + y]
    if kind == "A":
        return [*n[:5], n[5] + x, n[6] + y]
    return [v + (y if i % 2 else x) for i, v in enumerate(n)]


def _mirrored(smooth: bool, x: float, y: float, cx: float, cy: float) -> tuple[float, float]:
    return (2 * x - cx, 2 * y - cy) if smooth else (x, y)


def _quad(x0: float, y0: float, x1: float, y1: float, x2: float, y2: float) -> Segment:
    return (
        "C",
        x0 + 2 / 3 * (x1 - x0),
        y0 + 2 / 3 * (y1 - y0),
        x2 + 2 / 3 * (x1 - x2),
        y2 + 2 / 3 * (y1 - y2),
        x2,
        y2,
    )


def _arc(x0: float, y0: float, n: Sequence[float]) -> list[Segment]:
    """An SVG elliptical arc as cubic curves (the conversion of the SVG 1.1 implementation notes, F.6.5)."""
    rx, ry, turn, large, sweep, x1, y1 = n
    if large not in (0, 1) or sweep not in (0, 1):
        raise ValueError("the fourth and fifth number of an arc (A) are flags: 0 or 1")
    rx, ry = abs(rx), abs(ry)
    if rx == 0 or ry == 0 or (x0 == x1 and y0 == y1):
        return [("L", x1, y1)]
    phi = math.radians(turn)
    cos, sin = math.cos(phi), math.sin(phi)
    dx, dy = (x0 - x1) / 2, (y0 - y1) / 2
    ax, ay = cos * dx + sin * dy, -sin * dx + cos * dy
    grow = math.sqrt(max(1.0, ax * ax / (rx * rx) + ay * ay / (ry * ry)))
    rx, ry = rx * grow, ry * grow
    under = rx * rx * ay * ay + ry * ry * ax * ax
    root = math.sqrt(max(0.0, rx * rx * ry * ry / under - 1)) * (-1 if bool(large) == bool(sweep) else 1)
    bx, by = root * rx * ay / ry, -root * ry * ax / rx
    cx, cy = cos * bx - sin * by + (x0 + x1) / 2, sin * bx + cos * by + (y0 + y1) / 2
    first = math.atan2((ay - by) / ry, (ax - bx) / rx)
    span = math.atan2((-ay - by) / ry, (-ax - bx) / rx) - first
    if sweep and span < 0:
        span += 2 * math.pi
    elif not sweep and span > 0:
        span -= 2 * math.pi
    parts = max(1, math.ceil(abs(span) / (math.pi / 2) - 1e-9))
    step = span / parts
    k = 4 / 3 * math.tan(step / 4)

    def at(px: float, py: float) -> tuple[float, float]:
        return cx + cos * rx * px - sin * ry * py, cy + sin * rx * px + cos * ry * py

    out: list[Segment] = []
    for i in range(parts):
        a, b = first + i * step, first + (i + 1) * step
        one = at(math.cos(a) - k * math.sin(a), math.sin(a) + k * math.cos(a))
        two = at(math.cos(b) + k * math.sin(b), math.sin(b) - k * math.cos(b))
        out.append(("C", *one, *two, *at(math.cos(b), math.sin(b))))
    last = out[-1]
    out[-1] = ("C", last[1], last[2], last[3], last[4], x1, y1)
    return out


def polygon(points: Iterable[tuple[float, float]]) -> Outline:
    """A closed outline through the points."""
    out: list[Segment] = [("L", x, y) for x, y in points]
    out[0] = ("M", *out[0][1:])
    return (*out, ("Z",))


def polyline(points: Iterable[tuple[float, float]]) -> Outline:
    """An open outline through the points."""
    return polygon(points)[:-1]


def rectangle(box: Box) -> Outline:
    """A box as an outline."""
    return polygon(((box.x, box.y), (box.right, box.y), (box.right, box.bottom), (box.x, box.bottom)))


def ellipse(cx: float, cy: float, rx: float, ry: float) -> Outline:
    """An ellipse of four curves."""
    kx, ky = _KAPPA * rx, _KAPPA * ry
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


def clipped_corners(box: Box, cut: float, corners: str = "abcd") -> Outline:
    """A box with straight cuts at its corners; a is top left, b top right, c bottom right, d bottom left."""
    x, y, right, bottom = box.x, box.y, box.right, box.bottom
    points: list[tuple[float, float]] = []
    points += [(x, y + cut), (x + cut, y)] if "a" in corners else [(x, y)]
    points += [(right - cut, y), (right, y + cut)] if "b" in corners else [(right, y)]
    points += [(right, bottom - cut), (right - cut, bottom)] if "c" in corners else [(right, bottom)]
    points += [(x + cut, bottom), (x, bottom - cut)] if "d" in corners else [(x, bottom)]
    return polygon(points)


def rounded(box: Box, r: float) -> Outline:
    """A box with round corners of radius `r`."""
    x, y, right, bottom, k = box.x, box.y, box.right, box.bottom, r * (1 - _KAPPA)
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


def star(cx: float, cy: float, r: float, inner: float = 0.42, points: int = 5, turn: float = -90) -> Outline:
    """A star: `inner` is the inner radius as a share of `r`; `turn` points the first tip, in degrees."""
    return polygon(
        (
            cx + (r if i % 2 == 0 else r * inner) * math.cos(math.radians(turn + i * 180 / points)),
            cy + (r if i % 2 == 0 else r * inner) * math.sin(math.radians(turn + i * 180 / points)),
        )
        for i in range(2 * points)
    )


def mapped(outline: Outline, move: Callable[[float, float], tuple[float, float]]) -> Outline:
    """The outline with every point (control points too) moved by a function."""
    out: list[Segment] = []
    for segment in outline:
        moved: list[float] = []
        for i in range(1, len(segment), 2):
            moved.extend(move(segment[i], segment[i + 1]))
        out.append((segment[0], *moved))
    return tuple(out)


def transformed(outline: Outline, matrix: Matrix) -> Outline:
    """The outline moved by a matrix."""
    return mapped(outline, lambda x, y: apply(matrix, x, y))


def bounds(outline: Outline) -> Box:
    """The box around all points of an outline, control points included (so never too small)."""
    points = [v for segment in outline for v in segment[1:]]
    xs, ys = points[::2], points[1::2]
    return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))
