"""The SVG and DXF files that a machine cuts a sheet by."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
from xml.sax.saxutils import escape, quoteattr

from printgen.base.units import to_mm
from printgen.drawing.model import Outline
from printgen.drawing.outlines import flatten, polyline
from printgen.exports.cut_sheets import CutSheet

SVG_COLORS = {"Cut": "#ff0000", "Kiss": "#00a000", "Score": "#0000ff"}
"""The colour of each layer's lines."""
LINE_WIDTH = 0.1
"""The width of all lines of an SVG file, in millimetres."""


def svg_of(sheet: CutSheet, title: str, marks: bool) -> bytes:
    """The SVG file that a machine cuts by; `marks` says whether it has the marks of the page."""
    width, height = (decimal_text(to_mm(side)) for side in sheet.layout.page)
    lines = [
        '<?xml version="1.0" encoding="UTF-8"?>',
        '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"'
        f' width="{width}mm" height="{height}mm" viewBox="0 0 {width} {height}" version="1.1">',
        f"<title>{escape(title)}</title>",
        *_layer("Regmarks", "", _svg_marks(sheet) if marks else iter(())),
    ]
    for name, color in SVG_COLORS.items():
        style = f' fill="none" stroke="{color}" stroke-width="{LINE_WIDTH}"'
        paths = (f'<path d="{_path_data(line)}"/>' for layer, line in sheet.lines if layer == name)
        lines += _layer(name, style, paths)
    return "\n".join([*lines, "</svg>", ""]).encode()


def _layer(name: str, style: str, elements: Iterator[str]) -> Iterator[str]:
    """A group of elements, which Inkscape shows as a layer."""
    yield f'<g id={quoteattr(name)} inkscape:label={quoteattr(name)} inkscape:groupmode="layer"{style}>'
    yield from elements
    yield "</g>"


def _svg_marks(sheet: CutSheet) -> Iterator[str]:
    """The registration marks and crosses of a sheet as elements."""
    if sheet.layout.marks:
        for shape in sheet.layout.marks.shapes(sheet.layout.page):
            points = " ".join(f"{decimal_text(to_mm(x))},{decimal_text(to_mm(y))}" for x, y in shape)
            yield f'<polygon points="{points}" fill="#000000"/>'
    for arm in sheet.layout.cross_arms():
        path = _path_data(polyline([(to_mm(x), to_mm(y)) for x, y in arm]))
        yield f'<path d="{path}" fill="none" stroke="#000000" stroke-width="{LINE_WIDTH}"/>'


def _path_data(line: Outline) -> str:
    """A line as the `d` of an SVG path."""
    return " ".join(" ".join((step, *map(decimal_text, numbers))) for step, *numbers in line)


def decimal_text(value: float) -> str:
    """A number with at most four decimals, without needless zeros."""
    # Adding 0.0 makes 0 of -0.
    return f"{round(value, 4) + 0.0:.4f}".rstrip("0").rstrip(".")


DXF_COLORS = {"CUT": 1, "KISS": 3, "SCORE": 5, "REGMARKS": 7}
"""The layers, each with its colour's number in AutoCAD: red, green, blue and black."""
_TYPE, _NAME, _LAYER, _COLOR, _FLAGS = 0, 2, 8, 62, 70
_X, _Y, _Z = 10, 20, 30
"""Group codes of DXF: what the value of a pair means."""
_DEVIATION = 0.01
"""How far a straight line may be from the curve that it stands for, in millimetres."""

Pair = tuple[int, object]
"""A group code and its value, two lines of a DXF file."""


def dxf_of(sheet: CutSheet) -> bytes:
    """The DXF file that a machine cuts by: with crosses for alignment, without the marks that machine programs add."""
    height = to_mm(sheet.layout.page[1])
    lines = [(layer.upper(), line) for layer, line in sheet.lines]
    crosses = ([(to_mm(x), to_mm(y)) for x, y in arm] for arm in sheet.layout.cross_arms())
    lines += (("REGMARKS", polyline(arm)) for arm in crosses)
    pairs = [*_header(to_mm(sheet.layout.page[0]), height), *_tables(), *_section("ENTITIES", _entities(lines, height))]
    return "".join(f"{code}\r\n{value}\r\n" for code, value in (*pairs, (_TYPE, "EOF"))).encode("ascii")


def _section(name: str, pairs: Iterable[Pair]) -> Iterator[Pair]:
    yield from ((_TYPE, "SECTION"), (_NAME, name), *pairs, (_TYPE, "ENDSEC"))


def _header(width: float, height: float) -> Iterator[Pair]:
    far = ((_X, decimal_text(width)), (_Y, decimal_text(height)))
    near = ((_X, "0"), (_Y, "0"))
    corners = ((9, "$EXTMIN"), *near, (_Z, "0"), (9, "$EXTMAX"), *far, (_Z, "0"))
    return _section("HEADER", ((9, "$ACADVER"), (1, "AC1009"), *corners, (9, "$LIMMIN"), *near, (9, "$LIMMAX"), *far))


def _tables() -> Iterator[Pair]:
    solid = ((_TYPE, "LTYPE"), (_NAME, "CONTINUOUS"), (_FLAGS, 0), (3, "Solid line"), (72, 65), (73, 0), (40, "0"))
    layers = [(_TYPE, "LAYER"), (_NAME, "0"), (_FLAGS, 0), (_COLOR, 7), (6, "CONTINUOUS")]
    for name, color in DXF_COLORS.items():
        layers += ((_TYPE, "LAYER"), (_NAME, name), (_FLAGS, 0), (_COLOR, color), (6, "CONTINUOUS"))
    tables = (
        (_TYPE, "TABLE"), (_NAME, "LTYPE"), (_FLAGS, 1), *solid, (_TYPE, "ENDTAB"),
        (_TYPE, "TABLE"), (_NAME, "LAYER"), (_FLAGS, len(DXF_COLORS) + 1), *layers, (_TYPE, "ENDTAB"),
    )  # fmt: skip
    return _section("TABLES", tables)


def _entities(lines: Iterable[tuple[str, Outline]], height: float) -> Iterator[Pair]:
    """Polylines, y up from the bottom of a page of a height; curves become straight lines, at most `_DEVIATION` off."""
    for layer, line in lines:
        ((first, *others),) = flatten(line, _DEVIATION, minimum=2)
        closed = line[-1][0] == "Z"
        points = [first, *(others[:-1] if closed and math.dist(others[-1], first) < _DEVIATION else others)]
        origin = ((_X, "0"), (_Y, "0"), (_Z, "0"))
        yield from ((_TYPE, "POLYLINE"), (_LAYER, layer), (66, 1), *origin, (_FLAGS, int(closed)))
        for x, y in points:
            yield from ((_TYPE, "VERTEX"), (_LAYER, layer))
            yield from ((_X, decimal_text(x)), (_Y, decimal_text(height - y)), (_Z, "0"))
        yield from ((_TYPE, "SEQEND"), (_LAYER, layer))
