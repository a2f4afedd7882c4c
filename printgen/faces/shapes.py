"""Plain shapes of a face (rect, line, path, ellipse, icon): evaluated properties come in, drawing items come out."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import TYPE_CHECKING

from printgen.base.errors import ValueProblem, blaming, did_you_mean
from printgen.base.geometry import IDENTITY, Box, chain, rotate, scale, translate
from printgen.drawing import outlines
from printgen.drawing.model import Group, Item, Outline, Path, Place, Rect, Stroke
from printgen.drawing.patterns import PATTERNS, hazard, pattern
from printgen.drawing.tints import Tints, lightest
from printgen.faces.gradients import paint
from printgen.faces.props import Props

if TYPE_CHECKING:
    from printgen.faces.library import Library


def _stroke(p: Props, tints: Tints, outline: Outline, round_in: bool = False) -> Stroke | None:
    color = paint(p, "stroke", tints, outline, round_in)
    return None if color is None else Stroke(color, p.number("width", 0.5), tuple(p.any("dash", ())))


@lru_cache(maxsize=512)
def _patterned(kind: str, box: Box, color: str, k: float, outline: Outline) -> Group:
    return Group(pattern(kind, box, color, k), outline)


@lru_cache(maxsize=512)
def _striped(box: Box, ground: str, stripe: str, pitch: float, mirrored: bool, outline: Outline) -> Group:
    return Group(hazard(box, ground, stripe, pitch, mirrored), outline)


def _painted(
    p: Props, tints: Tints, outline: Outline, box: Box | None = None, even_odd: bool = False, round_in: bool = False
) -> list[Item]:
    """A shape with its fill, then its pattern or stripes clipped to it, then its outline; a plain box is a Rect."""
    fill, stroke = paint(p, "fill", tints, outline, round_in), _stroke(p, tints, outline, round_in)
    kind, stripe = p.word("pattern"), p.color("hazard", tints)
    if not kind and not stripe:
        return [Rect(*box, fill, stroke) if box else Path(outline, fill, stroke, even_odd)]
    out: list[Item] = [Path(outline, fill, None, even_odd)] if fill and not stripe else []
    box = outlines.bounds(outline)
    if stripe:
        pitch, mirrored = p.at_least("hazard-pitch", 0.2, 6), bool(p.any("hazard-mirrored", False))
        ground = lightest(fill) if fill else "#FFFFFF"
        out.append(Place(_striped(box, ground, stripe, pitch, mirrored, outline)))
    else:
        if kind not in PATTERNS:
            raise ValueProblem(f"'{kind}' is not a pattern. {did_you_mean(kind, PATTERNS)}", "pattern")
        color = p.color("pattern-color", tints) or tints.resolve("ink")
        out.append(Place(_patterned(kind, box, color, p.at_least("pattern-scale", 0.1, 1), outline)))
    if stroke:
        out.append(Path(outline, None, stroke))
    return out


def _rect(p: Props, tints: Tints, library: Library) -> list[Item]:
    box = Box(p.number("x"), p.number("y"), p.number("w"), p.number("h"))
    if "cut" in p:
        return _painted(p, tints, outlines.clipped_corners(box, p.number("cut"), p.word("corners", "abcd")))
    if "radius" in p:
        return _painted(p, tints, outlines.rounded(box, p.number("radius")))
    return _painted(p, tints, outlines.rectangle(box), box)


def _line(p: Props, tints: Tints, library: Library) -> list[Item]:
    points = ((p.number("x1"), p.number("y1")), (p.number("x2"), p.number("y2")))
    line = outlines.polyline(points)
    color = paint(p, "stroke", tints, line) or tints.resolve("ink")
    return [Path(line, None, Stroke(color, p.number("width", 0.5), tuple(p.any("dash", ()))))]


_RULES = ("nonzero", "evenodd")


def even_odd(p: Props, key: str) -> bool:
    """Whether an outline is filled by the even-odd rule."""
    rule = p.word(key, "nonzero")
    if rule not in _RULES:
        raise ValueProblem(f"there is no fill rule '{rule}'. {did_you_mean(rule, _RULES)}", key)
    return rule == "evenodd"


@lru_cache(maxsize=1024)
def parsed_path(data: str) -> Outline:
    """The outline of path data. ValueError says what is wrong in it."""
    return outlines.parse_path(data)


def _path(p: Props, tints: Tints, library: Library) -> list[Item]:
    grow = scale(p.number("scale", 1) * p.unit)
    matrix = chain(translate(p.number("x"), p.number("y")), rotate(p.number("rotate")), grow)
    with blaming("d"):
        outline = parsed_path(p.word("d"))
    odd = "fill-rule" in p and even_odd(p, "fill-rule")
    return _painted(p, tints, outline if matrix == IDENTITY else outlines.transformed(outline, matrix), even_odd=odd)


def _ellipse(p: Props, tints: Tints, library: Library) -> list[Item]:
    r = p.number("r")
    rx, ry = p.number("rx", r), p.number("ry", r)
    return _painted(p, tints, outlines.ellipse(p.number("cx"), p.number("cy"), rx, ry), round_in=True)


def _icon(p: Props, tints: Tints, library: Library) -> list[Item]:
    color = p.color("color", tints) or tints.resolve("ink")
    with blaming("name"):
        group, box = library.icons.drawn(p.word("name"), color, tints)
    size = p.number("size", 12)
    place = chain(translate(p.number("cx"), p.number("cy")), scale(size / box), translate(-box / 2, -box / 2))
    return [Place(group, place)]


DRAW: dict[str, Callable[[Props, Tints, Library], list[Item]]] = {
    "rect": _rect,
    "line": _line,
    "path": _path,
    "ellipse": _ellipse,
    "icon": _icon,
}
