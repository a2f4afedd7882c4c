"""A sheet comes in; an SVG file goes out with a layer each for marks, the picture, cuts, kiss cuts and folds.

Its units are millimetres. Layers are those of Inkscape; programs that know none see groups with ids. `Regmarks` and
`Print` are what extensions for cutting machines leave uncut.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Iterator
from xml.sax.saxutils import escape, quoteattr

from printgen.base.units import to_mm
from printgen.exports.cutting.contours import Contour
from printgen.exports.cutting.pages import crosses_of
from printgen.exports.cutting.sheets import CutSheet

COLORS = {"Cut": "#ff0000", "Kiss": "#00a000", "Score": "#0000ff"}
"""The colour of the lines of each layer."""
WIDTH = 0.1
"""How wide all lines are, in millimetres."""


def svg_of(sheet: CutSheet, title: str, marks: bool, picture: bytes = b"") -> bytes:
    """The file. `marks` says whether it has the marks of the page; `picture` is a PNG of the page, for looking at."""
    width, height = (number(to_mm(side)) for side in sheet.way.page)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
        f' width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}" version="1.1">',
        f"<title>{escape(title)}</title>",
        *_layer("Print", "", _picture(picture, width, height)),
        *_layer("Regmarks", "", _marks(sheet) if marks else iter(())),
    ]
    for name, color in COLORS.items():
        style = f' fill="none" stroke="{color}" stroke-width="{WIDTH}"'
        paths = (f'<path d="{path_of(contour)}"/>' for layer, contour in sheet.lines if layer == name)
        lines += _layer(name, style, paths)
    return "\n".join([*lines, "</svg>", ""]).encode()


def _layer(name: str, style: str, inside: Iterator[str]) -> Iterator[str]:
    yield f'<g id={quoteattr(name)} inkscape:label={quoteattr(name)} inkscape:groupmode="layer"{style}>'
    yield from inside
    yield "</g>"


def _picture(picture: bytes, width: str, height: str) -> Iterator[str]:
    if picture:
        data = base64.b64encode(picture).decode()
        yield f'<image width="{width}" height="{height}" href="data:image/png;base64,{data}"/>'


def _marks(sheet: CutSheet) -> Iterator[str]:
    if sheet.way.marks:
        for shape in sheet.way.marks.shapes(sheet.way.page):
            points = " ".join(f"{number(to_mm(x))},{number(to_mm(y))}" for x, y in shape)
            yield f'<polygon points="{points}" fill="#000000"/>'
    for one, other in crosses_of(sheet):
        (a, b), (c, d) = ((number(to_mm(x)), number(to_mm(y))) for x, y in (one, other))
        yield f'<path d="M {a} {b} L {c} {d}" fill="none" stroke="#000000" stroke-width="{WIDTH}"/>'


def path_of(contour: Contour) -> str:
    """A contour as path data, of straight lines and arcs of circles."""
    corners = contour.corners
    out = [f"M {number(corners[0].x)} {number(corners[0].y)}"]
    ends = (*corners[1:], corners[0]) if contour.closed else corners[1:]
    for start, end in zip(corners, ends, strict=False):
        to = f"{number(end.x)} {number(end.y)}"
        if start.bulge:
            chord = math.dist(start[:2], end[:2])
            radius = number(chord * (1 + start.bulge**2) / (4 * abs(start.bulge)))
            out.append(f"A {radius} {radius} 0 0 {int(start.bulge > 0)} {to}")
        elif end is not corners[0] or not contour.closed:
            out.append(f"L {to}")
    return " ".join([*out, "Z"] if contour.closed else out)


def number(value: float) -> str:
    """A number with four digits behind the point, without needless zeros."""
    return f"{round(value, 4) + 0.0:.4f}".rstrip("0").rstrip(".")
