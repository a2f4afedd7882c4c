"""Makes a small OpenType font with outlines of the CFF kind: A, V and a space, with A and V kerned together."""

from __future__ import annotations

from pathlib import Path

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen

ADVANCES = {".notdef": 500, "space": 250, "A": 600, "V": 640}
SHAPES = {
    "A": ((0, 0), (300, 700), (600, 0)),
    "V": ((0, 700), (320, 0), (640, 700)),
}
KERN = -120


def make_otf(path: Path) -> Path:
    """Write the font to a file."""
    builder = FontBuilder(1000, isTTF=False)
    builder.setupGlyphOrder(list(ADVANCES))
    builder.setupCharacterMap({ord(" "): "space", ord("A"): "A", ord("V"): "V"})
    strings = {}
    for name, advance in ADVANCES.items():
        pen = T2CharStringPen(advance, None)
        for number, point in enumerate(SHAPES.get(name, ())):
            (pen.lineTo if number else pen.moveTo)(point)
        if name in SHAPES:
            pen.closePath()
        strings[name] = pen.getCharString()
    builder.setupCFF("Soup-Regular", {"FullName": "Soup"}, strings, {})
    builder.setupHorizontalMetrics({name: (advance, 0) for name, advance in ADVANCES.items()})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Soup", "styleName": "Regular", "psName": "Soup-Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, sCapHeight=700)
    builder.setupPost()
    builder.addOpenTypeFeatures(f"feature kern {{ pos A V {KERN}; }} kern;")
    builder.save(path)
    return path
