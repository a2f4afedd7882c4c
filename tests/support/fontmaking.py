"""Makes a small OpenType font with outlines of the CFF kind: A, V and a space, with A and V kerned together."""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from fontTools.fontBuilder import FontBuilder
from fontTools.pens.t2CharStringPen import T2CharStringPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont, newTable
from fontTools.ttLib.tables._f_v_a_r import Axis
from fontTools.ttLib.tables.TupleVariation import TupleVariation

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


@cache
def otf() -> bytes:
    """The bytes of that font."""
    with TemporaryDirectory() as folder:
        return make_otf(Path(folder, "own.otf")).read_bytes()


def changed(change: Callable[[TTFont], None]) -> bytes:
    """The bytes of that font with something else in its tables."""
    font = TTFont(io.BytesIO(otf()))
    change(font)
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def licensed(flags: int) -> bytes:
    """The font with these rights in its table OS/2."""
    return changed(lambda font: setattr(font["OS/2"], "fsType", flags))


def without(*tables: str) -> bytes:
    """The font without some of its tables."""

    def cut(font: TTFont) -> None:
        for table in tables:
            del font[table]

    return changed(cut)


def variable() -> bytes:
    """The font with an axis of weights, along which nothing changes."""

    def grow(font: TTFont) -> None:
        axis = Axis()
        axis.axisTag, axis.minValue, axis.defaultValue, axis.maxValue = "wght", 400, 400, 700
        font["fvar"] = newTable("fvar")
        font["fvar"].axes, font["fvar"].instances = [axis], []

    return changed(grow)


@cache
def weights(has_width: bool = False) -> bytes:
    """A TrueType font with weights from 400 to 900: at 900 its A is 800 wide, in place of 600.

    One that has widths from 75 to 100, of which 100 is usual, has an A of 500 at the least width.
    """
    builder = FontBuilder(1000, isTTF=True)
    builder.setupGlyphOrder(list(ADVANCES))
    builder.setupCharacterMap({ord(" "): "space", ord("A"): "A", ord("V"): "V"})
    glyphs = {}
    for name in ADVANCES:
        pen = TTGlyphPen(None)
        for number, point in enumerate(SHAPES.get(name, ())):
            (pen.lineTo if number else pen.moveTo)(point)
        if name in SHAPES:
            pen.closePath()
        glyphs[name] = pen.glyph()
    builder.setupGlyf(glyphs)
    builder.setupHorizontalMetrics({name: (advance, 0) for name, advance in ADVANCES.items()})
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable({"familyName": "Broth", "styleName": "Regular", "psName": "Broth-Regular"})
    builder.setupOS2(sTypoAscender=800, sTypoDescender=-200, sCapHeight=700)
    builder.setupPost()
    widths = [("wdth", 75, 100, 100, "Width")] if has_width else []
    builder.setupFvar([("wght", 400, 400, 900, "Weight"), *widths], [])
    # The three points of the outline, then the four that say how wide the glyph is.
    moves = [(0, 0), (100, 0), (200, 0), (0, 0), (200, 0), (0, 0), (0, 0)]
    variations = [TupleVariation({"wght": (0.0, 1.0, 1.0)}, moves)]
    if has_width:
        variations.append(TupleVariation({"wdth": (-1.0, -1.0, 0.0)}, [(-x // 2, y) for x, y in moves]))
    builder.setupGvar({"A": variations})
    out = io.BytesIO()
    builder.font.save(out)
    return out.getvalue()
