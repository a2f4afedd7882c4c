"""A sheet comes in; a DXF file goes out that every program since 1988 reads: release 12, a unit a millimetre.

Every line is a polyline, closed where it goes round about, whose arcs are bulges of its corners. Such files say nothing
of their unit. The origin is the bottom left of the page, and y goes up.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from printgen.base.units import to_mm
from printgen.exports.cutting.contours import Contour, line
from printgen.exports.cutting.pages import crosses_of
from printgen.exports.cutting.sheets import CutSheet
from printgen.exports.cutting.svg import number

LAYERS = {"CUT": 1, "KISS": 3, "SCORE": 5, "REGMARKS": 7}
"""The layers, each with the number of its colour: red, green, blue and black."""

Pair = tuple[int, object]


def dxf_of(sheet: CutSheet) -> bytes:
    """The file; crosses are in it, since they are to be seen, and no registration marks, which programs make."""
    height = to_mm(sheet.way.page[1])
    drawn = [(layer.upper(), contour) for layer, contour in sheet.lines]
    drawn += (("REGMARKS", line(arm)) for arm in crosses_of(sheet))
    pairs = [*_header(to_mm(sheet.way.page[0]), height), *_tables(), *_section("ENTITIES", _entities(drawn, height))]
    return "".join(f"{code}\r\n{value}\r\n" for code, value in (*pairs, (0, "EOF"))).encode("ascii")


def _section(name: str, inside: Iterable[Pair]) -> Iterator[Pair]:
    yield from ((0, "SECTION"), (2, name), *inside, (0, "ENDSEC"))


def _header(width: float, height: float) -> Iterator[Pair]:
    far = ((10, number(width)), (20, number(height)))
    near = ((10, "0"), (20, "0"))
    corners = ((9, "$EXTMIN"), *near, (30, "0"), (9, "$EXTMAX"), *far, (30, "0"))
    return _section("HEADER", ((9, "$ACADVER"), (1, "AC1009"), *corners, (9, "$LIMMIN"), *near, (9, "$LIMMAX"), *far))


def _tables() -> Iterator[Pair]:
    solid = ((0, "LTYPE"), (2, "CONTINUOUS"), (70, 0), (3, "Solid line"), (72, 65), (73, 0), (40, "0"))
    layers = [(0, "LAYER"), (2, "0"), (70, 0), (62, 7), (6, "CONTINUOUS")]
    for name, color in LAYERS.items():
        layers += ((0, "LAYER"), (2, name), (70, 0), (62, color), (6, "CONTINUOUS"))
    tables = (
        (0, "TABLE"), (2, "LTYPE"), (70, 1), *solid, (0, "ENDTAB"),
        (0, "TABLE"), (2, "LAYER"), (70, len(LAYERS) + 1), *layers, (0, "ENDTAB"),
    )  # fmt: skip
    return _section("TABLES", tables)


def _entities(drawn: Iterable[tuple[str, Contour]], height: float) -> Iterator[Pair]:
    for layer, contour in drawn:
        yield from ((0, "POLYLINE"), (8, layer), (66, 1), (10, "0"), (20, "0"), (30, "0"), (70, int(contour.closed)))
        for x, y, bulge in contour.corners:
            yield from ((0, "VERTEX"), (8, layer), (10, number(x)), (20, number(height - y)), (30, "0"))
            if bulge:
                # In such files an arc that goes round clockwise has a bulge below zero.
                yield (42, f"{-bulge:.6f}")
        yield from ((0, "SEQEND"), (8, layer))
