"""Reads cut files as machines do: SVG paths of lines and curves, and polylines of DXF release 12; in millimetres."""

from __future__ import annotations

import re
from typing import NamedTuple
from xml.etree import ElementTree

SVG, INKSCAPE = "{http://www.w3.org/2000/svg}", "{http://www.inkscape.org/namespaces/inkscape}"
Point = tuple[float, float]


class Line(NamedTuple):
    """A line of a cut file, y down: places along it."""

    layer: str
    points: tuple[Point, ...]
    closed: bool

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, top, right and bottom of what is cut."""
        xs, ys = [x for x, _ in self.points], [y for _, y in self.points]
        return min(xs), min(ys), max(xs), max(ys)


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
    points, words = list[Point](), data.split()
    while words:
        letter = words.pop(0)
        if letter == "Z":
            assert not words
            return Line(layer, tuple(points), True)
        count = {"M": 2, "L": 2, "C": 6}[letter]
        numbers, words = [float(word) for word in words[:count]], words[count:]
        assert (letter == "M") == (not points)
        if letter == "C":
            curve = (*points[-1], *numbers)
            points += [_on_curve(curve, n / 64) for n in range(1, 64)]
        points.append((numbers[-2], numbers[-1]))
    return Line(layer, tuple(points), False)


def _on_curve(numbers: tuple[float, ...], t: float) -> Point:
    """A place on a curve of Bézier, t of the way."""
    weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
    x, y = (sum(w * at for w, at in zip(weights, numbers[axis::2], strict=True)) for axis in (0, 1))
    return x, y


def dxf_pairs(data: bytes) -> list[tuple[int, str]]:
    """The groups of a DXF file: a code and a value each."""
    lines = data.decode("ascii").split("\r\n")
    assert lines.pop() == ""
    return [(int(code), value) for code, value in zip(lines[::2], lines[1::2], strict=True)]


def dxf_lines(data: bytes, height: float) -> list[Line]:
    """The polylines of a DXF file, seen from the top of a page of a height."""
    pairs = dxf_pairs(data)
    start = pairs.index((2, "ENTITIES"))
    assert pairs[-1] == (0, "EOF") and pairs[-2] == (0, "ENDSEC")
    entities, current = list[list[tuple[int, str]]](), list[tuple[int, str]]()
    for pair in pairs[start + 1 : -2]:
        if pair[0] == 0:
            current = []
            entities.append(current)
        current.append(pair)
    lines, points, head = list[Line](), list[Point](), dict[int, str]()
    for entity in entities:
        values = dict(entity)
        if values[0] == "POLYLINE":
            head, points = values, []
            assert values[66] == "1"
        elif values[0] == "VERTEX":
            assert 42 not in values, "a bulge is an arc"
            points.append((float(values[10]), height - float(values[20])))
        else:
            assert values[0] == "SEQEND" and values[8] == head[8]
            assert len({*points}) == len(points), "no corner stands twice"
            lines.append(Line(head[8], tuple(points), head[70] == "1"))
    return lines
