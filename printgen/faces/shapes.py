"""Draws the plain shapes of a face: rectangles to icons, their paint, and codes (QR, barcodes)."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, Any

from printgen.base.errors import Finding, ValueProblem, blame, did_you_mean
from printgen.base.limits import consume
from printgen.base.units import IDENTITY, Box, chain, mm, rotate, scale, to_mm, translate, with_article
from printgen.drawing import outlines
from printgen.drawing.model import Gradient, Group, Item, Outline, Paint, Path, Place, Rect, Stroke
from printgen.drawing.patterns import PATTERNS, hazard, pattern
from printgen.drawing.tints import NONE, Tints, alpha, lightest, with_alpha
from printgen.faces.face import Node, Props
from printgen.faces.shape_words import COMPOUND
from printgen.reading.texts import text_of

if TYPE_CHECKING:
    from printgen.faces.library import Library
    from printgen.faces.session import Session

_DOWN = 90.0  # The angle of a gradient that goes down, in degrees.
_LEAST = 1e-3
"""Shapes without a width or a height, such as level lines, have a gradient of this size, in points."""
_INSIDE = 0.98  # The light of a ball stays inside of this part of its radius.


def paint(p: Props, key: str, tints: Tints, outline: Outline, round_in: bool = False) -> Paint | None:
    """A colour, or a gradient over the box of an outline; `round_in` marks an ellipse."""
    if p.any(key) is not COMPOUND:
        return p.color(key, tints)
    return gradient(p, key, tints, outlines.bounds(outline), round_in)


def gradient(p: Props, key: str, tints: Tints, box: Box, round_in: bool) -> Paint | None:
    """The gradient under a key such as `fill`; in a look that saves ink, the lightest of its colours.

    A radial gradient reaches the corners of a rectangle, or with `round_in` the edges of its box, as in an ellipse.
    """
    stops = _stops(p, key, tints)
    if not stops:
        return None
    flat = Gradient(stops, (0, 0, 1, 0))
    if tints.saving:
        # A ground that fades out is left out; a line that does would be missed.
        visible = [stop for stop in stops if alpha(stop[1])] if key == "stroke" else stops
        return lightest(flat._replace(stops=tuple(visible)))
    box = Box(box.x, box.y, max(box.w, _LEAST), max(box.h, _LEAST))
    middle = box.x + box.w / 2, box.y + box.h / 2
    if p.any(f"{key}.radial"):
        reach = 0.5 if round_in else math.sqrt(0.5)
        x, y = ((p.number(f"{key}.{name}", 0.5) - 0.5) / reach for name in ("cx", "cy"))
        inward = min(1.0, _INSIDE / max(math.hypot(x, y), _LEAST))
        spread = chain(translate(*middle), scale(box.w * reach, box.h * reach))
        return flat._replace(ends=(x * inward, y * inward, 0, 0, 0, 1), matrix=spread)
    angle = math.radians(p.number(f"{key}.angle", _DOWN))
    dx, dy = math.cos(angle), math.sin(angle)
    half = (abs(box.w * dx) + abs(box.h * dy)) / 2
    across, down = dx * half, dy * half
    return flat._replace(ends=(middle[0] - across, middle[1] - down, middle[0] + across, middle[1] + down))


def _stops(p: Props, key: str, tints: Tints) -> tuple[tuple[float, str], ...]:
    """The places and colours of a gradient; stops without a place are spaced evenly between their neighbours."""
    count = p.any(f"{key}.stops", 0)
    names = [f"{key}.stops.{n}" for n in range(count)] or [f"{key}.from", f"{key}.to"]
    places: list[float | None] = []
    colors: list[str] = []
    for name in names:
        words, at, place = p.word(name).rpartition(" at ")
        with blame(name):
            colors.append(tints.resolve(words if at else place))
        places.append(_place(place, name) if at else None)
    places[0], places[-1] = places[0] or 0.0, 1.0 if places[-1] is None else places[-1]
    placed = [n for n, place in enumerate(places) if place is not None]
    for first, last in pairwise(placed):
        start, end = places[first] or 0.0, places[last] or 0.0
        if end < start:
            raise ValueProblem("the stops of a gradient go up; write them in their order", names[last])
        for n in range(first + 1, last):
            places[n] = start + (end - start) * (n - first) / (last - first)
    if set(colors) == {NONE}:
        return ()
    solid = [color if color != NONE else _beside(colors, n) for n, color in enumerate(colors)]
    return tuple((place or 0.0, color) for place, color in zip(places, solid, strict=True))


def _beside(colors: list[str], n: int) -> str:
    """The colour for a stop of no colour: its neighbour's, fully transparent."""
    nearest = min((other for other, color in enumerate(colors) if color != NONE), key=lambda other: abs(other - n))
    return with_alpha(colors[nearest], 0.0)


def _place(text: str, key: str) -> float:
    try:
        place = float(text) / 100
    except ValueError:
        place = math.nan
    if not 0 <= place <= 1:
        raise ValueProblem(f"a stop stands at 0 to 100, not at '{text}'; write it like sand at 40", key)
    return place


def _stroke(p: Props, tints: Tints, outline: Outline, round_in: bool = False) -> Stroke | None:
    color = paint(p, "stroke", tints, outline, round_in)
    return None if color is None else Stroke(color, p.number("width", 0.5), tuple(p.any("dash", ())))


@lru_cache(maxsize=512)
def _pattern(name: str, box: Box, color: str, size: float, outline: Outline) -> Group:
    return Group(pattern(name, box, color, size), outline)


@lru_cache(maxsize=512)
def _stripes(box: Box, ground: str, stripe: str, pitch: float, mirrored: bool, outline: Outline) -> Group:
    return Group(hazard(box, ground, stripe, pitch, mirrored), outline)


def _paint(
    p: Props, tints: Tints, outline: Outline, box: Box | None = None, even_odd: bool = False, round_in: bool = False
) -> list[Item]:
    """A shape with its fill, then its pattern or stripes clipped to it, then its outline; a plain box is a Rect."""
    fill, stroke = paint(p, "fill", tints, outline, round_in), _stroke(p, tints, outline, round_in)
    pattern_name, stripe_color = p.word("pattern"), p.color("hazard", tints)
    if not pattern_name and not stripe_color:
        return [Rect(*box, fill, stroke) if box else Path(outline, fill, stroke, even_odd)]
    items: list[Item] = [Path(outline, fill, None, even_odd)] if fill and not stripe_color else []
    box = outlines.bounds(outline)
    if stripe_color:
        pitch, mirrored = p.at_least("hazard-pitch", 0.2, 6), bool(p.any("hazard-mirrored", False))
        ground = lightest(fill) if fill else "#FFFFFF"
        items.append(Place(_stripes(box, ground, stripe_color, pitch, mirrored, outline)))
    else:
        if pattern_name not in PATTERNS:
            raise ValueProblem(f"'{pattern_name}' is not a pattern. {did_you_mean(pattern_name, PATTERNS)}", "pattern")
        color = p.color("pattern-color", tints) or tints.resolve("ink")
        items.append(Place(_pattern(pattern_name, box, color, p.at_least("pattern-scale", 0.1, 1), outline)))
    if stroke:
        items.append(Path(outline, None, stroke))
    return items


def _rect(p: Props, tints: Tints, library: Library) -> list[Item]:
    box = Box(p.number("x"), p.number("y"), p.number("w"), p.number("h"))
    if "cut" in p:
        return _paint(p, tints, outlines.chamfer(box, p.number("cut"), p.word("corners", "abcd")))
    if "radius" in p:
        return _paint(p, tints, outlines.round_rect(box, p.number("radius")))
    return _paint(p, tints, outlines.rectangle(box), box)


def _line(p: Props, tints: Tints, library: Library) -> list[Item]:
    points = ((p.number("x1"), p.number("y1")), (p.number("x2"), p.number("y2")))
    line = outlines.polyline(points)
    color = paint(p, "stroke", tints, line) or tints.resolve("ink")
    return [Path(line, None, Stroke(color, p.number("width", 0.5), tuple(p.any("dash", ()))))]


_RULES = ("nonzero", "evenodd")


def even_odd(p: Props, key: str) -> bool:
    """Whether an outline is filled by the even-odd rule."""
    return p.one_of(key, _RULES, "nonzero", "fill rule") == "evenodd"


@lru_cache(maxsize=1024)
def path_outline(data: str) -> Outline:
    """The outline of path data. ValueError says what is wrong in it."""
    return outlines.parse_path(data)


def _path(p: Props, tints: Tints, library: Library) -> list[Item]:
    grow = scale(p.number("scale", 1) * p.unit)
    matrix = chain(translate(p.number("x"), p.number("y")), rotate(p.number("rotate")), grow)
    with blame("d"):
        outline = path_outline(p.word("d"))
    if matrix != IDENTITY:
        outline = outlines.transform_outline(outline, matrix)
    return _paint(p, tints, outline, even_odd="fill-rule" in p and even_odd(p, "fill-rule"))


def _ellipse(p: Props, tints: Tints, library: Library) -> list[Item]:
    r = p.number("r")
    rx, ry = p.number("rx", r), p.number("ry", r)
    return _paint(p, tints, outlines.ellipse(p.number("cx"), p.number("cy"), rx, ry), round_in=True)


def _ring(p: Props, tints: Tints, library: Library) -> list[Item]:
    """An arc between two angles, clockwise from the top; with `inner` a band."""
    start, end = p.number("from"), p.number("to", 360)
    if not 0 < end - start <= 360:
        raise ValueProblem(f"a ring goes from {start:g} to {end:g} degrees; write a larger to, up to 360 more", "to")
    inner = p.number("inner") if "inner" in p else None
    center = p.number("cx"), p.number("cy")
    return _paint(p, tints, outlines.band(*center, p.number("r"), inner, start, end), even_odd=end - start == 360)


_TICK_ENDS = {"both": (-1.0, 1.0), "left": (-1.0, 0.0), "right": (0.0, 1.0)}


def _ticks(p: Props, tints: Tints, library: Library) -> list[Item]:
    """Short lines across the way between two points, evenly spaced; `reach` lists their lengths in turn."""
    (x1, y1), (x2, y2) = (p.number("x1"), p.number("y1")), (p.number("x2"), p.number("y2"))
    length, step = math.hypot(x2 - x1, y2 - y1), p.at_least("step", mm(0.2), mm(5))
    reach, side = p.any("reach", (mm(2),)), p.one_of("side", _TICK_ENDS, "both")
    distance, ticks = p.number("first", step), list[Outline]()
    consume("marks", length / step + 1)
    while distance <= length * (1 + 1e-9):
        dx, dy, tick = (x2 - x1) / length, (y2 - y1) / length, reach[len(ticks) % len(reach)]
        x, y = x1 + dx * distance, y1 + dy * distance
        ticks.append(outlines.polyline((x - dy * tick * end, y + dx * tick * end) for end in _TICK_ENDS[side]))
        distance += step
    line = outlines.join_outlines(ticks)
    color = paint(p, "stroke", tints, line) or tints.resolve("ink")
    return [Path(line, None, Stroke(color, p.number("width", 0.5)))] if ticks else []


_ICON, _QR = 12.0, mm(20)  # The side of an icon, and of a QR code, that says no size, in points.


def shape_size(kind: str, p: Props) -> tuple[float, float]:
    """The width and height in points of an icon, a QR code or an ellipse."""
    if kind == "ellipse":
        r = p.number("r")
        return 2 * p.number("rx", r), 2 * p.number("ry", r)
    return (p.number("size", _ICON if kind == "icon" else _QR),) * 2


def _icon(p: Props, tints: Tints, library: Library) -> list[Item]:
    color = p.color("color", tints) or tints.resolve("ink")
    with blame("name"):
        group, side = library.icons.draw(p.word("name"), color, tints)
    size = p.number("size", _ICON)
    matrix = chain(translate(p.number("cx"), p.number("cy")), scale(size / side), translate(-side / 2, -side / 2))
    return [Place(group, matrix)]


DRAW: dict[str, Callable[[Props, Tints, Library], list[Item]]] = {
    "rect": _rect,
    "line": _line,
    "path": _path,
    "ellipse": _ellipse,
    "ring": _ring,
    "ticks": _ticks,
    "icon": _icon,
}


_LEVELS = ("low", "medium", "quartile", "high")
"""How much of a QR code may be spoiled and it is still read, the least first."""
_KINDS = {
    "code128": "code128", "code39": "code39", "ean13": "ean13", "ean8": "ean8", "upc": "upca", "isbn": "isbn13",
    "itf": "itf",
}  # fmt: skip
"""The kinds of barcodes, each with its name in python-barcode."""
_QUIET_SQUARES, _QUIET_BARS = 4, 10
"""The margin around a code that is free of ink, in its squares or its thinnest bars (ISO 18004, ISO 15417)."""
_SMALLEST, _THINNEST = mm(0.33), mm(0.19)
"""The least width, in points, of squares that a phone tells apart, and of bars for a reader at a till."""
_KEPT = 4096  # So many codes are kept.


def draw_code(node: Node, context: Mapping[str, Any], session: Session) -> Iterator[Item]:
    """The QR code or barcode of a node, on its ground; nothing for one without a text."""
    p = Props(node, context)
    raw = p.any("text")
    text = "" if raw is None else text_of(raw).strip()
    if not text:
        return
    x, y, is_qr = p.number("x"), p.number("y"), node.kind == "qr"
    if is_qr:
        outline, count = _squares(text, p.one_of("level", _LEVELS, "medium"))
        wide = high = p.number("size", _QR)
    else:
        outline, count = _bars(text, p.one_of("kind", _KINDS, "code128", "kind of barcode"))
        wide, high = p.number("w", mm(40)), p.number("h", mm(12))
    if min(wide, high) <= 0:
        raise ValueProblem("a code needs a size above zero; write a larger one", "size" if is_qr else "w")
    module = wide / count
    if module < (finest := _SMALLEST if is_qr else _THINNEST):
        widths = f"the {'squares' if is_qr else 'bars'} of this code are {to_mm(module):.2g} mm wide"
        message = f"{widths}; under {to_mm(finest):g} mm many readers fail"
        hint = "Make it larger, or its text shorter."
        session.add(Finding("warning", node.place("text"), message, hint, "fine-code", cause=node.where))
    if ground := p.color("ground", session.tints):
        quiet, above = (_QUIET_SQUARES, _QUIET_SQUARES) if is_qr else (_QUIET_BARS, 1)
        yield Rect(x - quiet * module, y - above * module, wide + 2 * quiet * module, high + 2 * above * module, ground)
    color = p.color("color", session.tints) or session.tints.resolve("ink")
    grown = scale(module, module if is_qr else high)
    yield Place(Group((Path(outline, color),)), chain(translate(x, y), grown))


@lru_cache(maxsize=_KEPT)
def _squares(text: str, level: str) -> tuple[Outline, int]:
    """The outline around the dark squares of a QR code, one unit each, and their number in a row."""
    import segno

    try:
        matrix = segno.make(text, error=level[0], micro=False).matrix
    except ValueError as error:
        raise ValueProblem(f"this is no text for a QR code: {error}; write a shorter one", "text") from None
    consume("squares", len(matrix) ** 2)
    last = len(matrix) - 1
    # Each row reaches a little into the next one, so that no seams show between them.
    rows = ((Box(x, y, wide, 1.0 if y == last else 1.02) for x, wide in _runs(row)) for y, row in enumerate(matrix))
    return outlines.join_outlines(outlines.rectangle(box) for row in rows for box in row), len(matrix)


def _runs(cells: Iterable[Any]) -> Iterator[tuple[int, int]]:
    """The starts and lengths of runs of dark cells."""
    at = 0
    for dark, group in groupby(cells, bool):
        count = len(list(group))
        if dark:
            yield at, count
        at += count


@lru_cache(maxsize=_KEPT)
def _bars(text: str, kind: str) -> tuple[Outline, int]:
    """The bars of a barcode, one unit high, in units of the thinnest bar, and their total width."""
    import barcode
    from barcode.errors import BarcodeError

    is_digits = not kind.startswith("code")
    data = text.replace("-", "").replace(" ", "") if is_digits else text
    if is_digits and not (data.isascii() and data.isdigit()):
        raise ValueProblem(f"{with_article(kind)} barcode has digits alone, not '{text}'; write 0 to 9", "text")
    try:
        code = barcode.get_barcode_class(_KINDS[kind])(data, **({"add_checksum": False} if kind == "code39" else {}))
        (modules,), whole = code.build(), code.get_fullcode()
    except BarcodeError as error:
        message = f"this is no text for {with_article(kind)} barcode: {str(error).rstrip('.')}"
        raise ValueProblem(f"{message}; write another one", "text") from None
    whole = whole.replace("-", "") if is_digits else whole
    if not whole.startswith(data):
        message = f"'{text}' is read as {whole}: its last digit checks the others"
        raise ValueProblem(f"{message}; write {whole}, or mend the others", "text")
    consume("squares", len(modules))
    runs = _runs(module == "1" for module in modules)
    return outlines.join_outlines(outlines.rectangle(Box(start, 0, count, 1)) for start, count in runs), len(modules)
