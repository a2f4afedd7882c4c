"""Reads cut files as machines do: SVG paths of lines and arcs, and polylines of DXF release 12; all in millimetres."""

from __future__ import annotations

import math
import re
from typing import NamedTuple
from xml.etree import ElementTree

SVG, INKSCAPE = "{http://www.w3.org/2000/svg}", "{http://www.inkscape.org/namespaces/inkscape}"
Point = tuple[float, float]


class Step(NamedTuple):
    """A part of a line, from its start to its end; an arc has a radius and a middle."""

    start: Point
    end: Point
    radius: float = 0.0
    middle: Point = (0.0, 0.0)
    clockwise: bool = False


class Line(NamedTuple):
    """A line of a cut file, y down."""

    layer: str
    steps: tuple[Step, ...]
    closed: bool

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of what is cut."""
        points = [point for step in self.steps for point in _points(step)]
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return min(xs), min(ys), max(xs), max(ys)


def _points(step: Step) -> list[Point]:
    """Places along a step."""
    if not step.radius:
        return [step.start, step.end]
    (cx, cy), way = step.middle, 1 if step.clockwise else -1
    first, last = (math.atan2(y - cy, x - cx) for x, y in (step.start, step.end))
    span = (way * (last - first)) % (2 * math.pi)
    turns = (first + way * span * i / 64 for i in range(65))
    return [(cx + step.radius * math.cos(turn), cy + step.radius * math.sin(turn)) for turn in turns]


def layers(data: bytes) -> list[tuple[str, str]]:
    """The layers of an SVG file: their names, and whether they are layers of Inkscape."""
    top = ElementTree.fromstring(data)
    return [(g.get(f"{INKSCAPE}label", ""), g.get(f"{INKSCAPE}groupmode", "")) for g in top.findall(f"{SVG}g")]


def svg_lines(data: bytes) -> list[Line]:
    """The lines of an SVG file whose user units are millimetres."""
    top = ElementTree.fromstring(data)
    width, height = (float(re.fullmatch(r"([\d.]+)mm", top.attrib[name])[1]) for name in ("width", "height"))  # type: ignore[index]
    assert [float(number) for number in top.attrib["viewBox"].split()] == [0, 0, width, height]
    return [_path(g.attrib["id"], path.attrib["d"]) for g in top.findall(f"{SVG}g") for path in g.findall(f"{SVG}path")]


def _path(layer: str, data: str) -> Line:
    steps, words = list[Step](), data.split()
    assert words[0] == "M"
    first = at = (float(words[1]), float(words[2]))
    words, closed = words[3:], False
    while words:
        letter = words.pop(0)
        if letter == "Z":
            assert not words
            closed = True
            if math.dist(at, first) > 1e-9:
                steps.append(Step(at, first))
            break
        count = {"L": 2, "A": 7}[letter]
        numbers, words = [float(word) for word in words[:count]], words[count:]
        end = (numbers[-2], numbers[-1])
        steps.append(Step(at, end) if letter == "L" else _arc(at, numbers, end))
        at = end
    return Line(layer, tuple(steps), closed)


def _arc(start: Point, numbers: list[float], end: Point) -> Step:
    """An arc of a circle as SVG has it, which is never more than half of it here."""
    rx, ry, turn, large, sweep = numbers[:5]
    assert rx == ry and not turn and not large
    chord = math.dist(start, end)
    off = math.sqrt(max(0.0, rx * rx - chord * chord / 4)) * (1 if sweep else -1)
    ux, uy = (end[0] - start[0]) / chord, (end[1] - start[1]) / chord
    middle = (start[0] + end[0]) / 2 - uy * off, (start[1] + end[1]) / 2 + ux * off
    return Step(start, end, rx, middle, bool(sweep))


def dxf_pairs(data: bytes) -> list[tuple[int, str]]:
    """The groups of a DXF file: a code and a value each."""
    lines = data.decode("ascii").split("\r\n")
    assert lines.pop() == ""
    return [(int(code), value) for code, value in zip(lines[::2], lines[1::2], strict=True)]


def dxf_lines(data: bytes, height: float) -> list[Line]:
    """The polylines of a DXF file, seen from the top of a page of a height; bulges are arcs."""
    pairs = dxf_pairs(data)
    start = pairs.index((2, "ENTITIES"))
    assert pairs[-1] == (0, "EOF") and pairs[-2] == (0, "ENDSEC")
    entities, current = list[list[tuple[int, str]]](), list[tuple[int, str]]()
    for pair in pairs[start + 1 : -2]:
        if pair[0] == 0:
            current = []
            entities.append(current)
        current.append(pair)
    out, corners, head = list[Line](), list[tuple[float, float, float]](), dict[int, str]()
    for entity in entities:
        values = dict(entity)
        if values[0] == "POLYLINE":
            head, corners = values, []
            assert values[66] == "1"
        elif values[0] == "VERTEX":
            corners.append((float(values[10]), height - float(values[20]), float(values.get(42, "0"))))
        else:
            assert values[0] == "SEQEND" and values[8] == head[8]
            out.append(_polyline(head[8], corners, head[70] == "1"))
    return out


def _polyline(layer: str, corners: list[tuple[float, float, float]], closed: bool) -> Line:
    ends = [*corners[1:], *([corners[0]] if closed else [])]
    steps = []
    for (x, y, bulge), (a, b, _) in zip(corners, ends, strict=False):
        if not bulge:
            steps.append(Step((x, y), (a, b)))
            continue
        # The tangent of a quarter of the angle: above zero goes round against the clock.
        angle, chord = 4 * math.atan(abs(bulge)), math.dist((x, y), (a, b))
        radius = chord / 2 / math.sin(angle / 2)
        off = radius * math.cos(angle / 2) * (1 if bulge < 0 else -1)
        ux, uy = (a - x) / chord, (b - y) / chord
        steps.append(Step((x, y), (a, b), radius, ((x + a) / 2 - uy * off, (y + b) / 2 + ux * off), bulge < 0))
    return Line(layer, tuple(steps), closed)
