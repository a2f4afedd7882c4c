"""A page of a tiled piece comes in; its flaps, cut lines, match marks and the names of its neighbours go out."""

from __future__ import annotations

import math

from printgen.base.geometry import Box
from printgen.base.units import mm
from printgen.drawing.model import Group, Item, Outline, Path, Place, Segment, Stroke
from printgen.drawing.outlines import circle, polygon, rectangle, rounded
from printgen.drawing.words import BOLD, STENCIL, cap, middled, turned, width_of
from printgen.sheets.assembly_words import assembly_words
from printgen.sheets.marks import MARK, reach
from printgen.sheets.tile_view import EDGE, SIDES, Neighbour, Side, View, overlapping

INK, AMBER, RED, PAPER, WHITE = "#15171A", "#F2B01E", "#C4391D", "#F6F1E2", "#FFFFFF"
HATCH, PILL_LINE, FIELD = "#7F95A3", "#5C7282", "#E3DDC8"

TARGET = mm(2.4)
_CROSS = mm(3.7)
_PITCH = mm(3.2)
# The hatch keeps away from the seam, so that a cut that strays a little shows the picture and no hatch.
_CLEAN = mm(0.8)
_CUT = Stroke(RED, 0.9, (mm(4), mm(1.6)))
_CUT_BEYOND = mm(2.4)
_FRAME = Stroke(INK, 0.5)
_SEAM = Stroke(INK, 0.45, (mm(1), mm(1)))
_PILL_TEXT, _PILL_HEIGHT = 8.0, mm(4.6)
_NOTE_TEXT = 6.5
_TWO_PILLS = mm(150)
_FIELD_STEP = mm(12.7)


def field_grid(box: Box) -> Group:
    """A faint half-inch grid under a piece that leaves paper blank, so that white pages can be lined up too."""
    out: list[Segment] = []
    for i in range(math.ceil(box.w / _FIELD_STEP) + 1):
        x = box.x + i * _FIELD_STEP
        out += [("M", x, box.y), ("L", x, box.bottom)]
    for i in range(math.ceil(box.h / _FIELD_STEP) + 1):
        y = box.y + i * _FIELD_STEP
        out += [("M", box.x, y), ("L", box.right, y)]
    return Group((Path(tuple(out), None, Stroke(FIELD, 0.5)),))


def flaps(view: View) -> tuple[Item, ...]:
    """The hatch over what will lie under other pages, and the line to lay those pages to."""
    if not view.flaps:
        return ()
    clip: list[Segment] = []
    seams: list[Segment] = []
    for flap in view.flaps:
        x, y, right, bottom = flap.box.x, flap.box.y, flap.box.right, flap.box.bottom
        if flap.side == "right":
            clip += rectangle(Box(x + _CLEAN, y, right - x - _CLEAN, bottom - y))
            seams += [("M", x, y), ("L", x, bottom)]
        else:
            clip += rectangle(Box(x, y + _CLEAN, right - x, bottom - y - _CLEAN))
            seams += [("M", x, y), ("L", right, y)]
    lines = _hatch(view.window)
    strokes = (Path(lines, None, Stroke(WHITE, 1.5)), Path(lines, None, Stroke(HATCH, 0.75)))
    edge = tuple(seams)
    return (
        Place(Group(strokes, tuple(clip))),
        Path(edge, None, Stroke(WHITE, 1.0)),
        Path(edge, None, _SEAM),
    )


def _hatch(box: Box) -> Outline:
    """Lines that rise to the right, all over a box."""
    out: list[Segment] = []
    step = _PITCH * math.sqrt(2)
    for i in range(1, int((box.w + box.h) / step) + 1):
        far = i * step
        x0, y0 = (box.x, box.y + far) if far <= box.h else (box.x + far - box.h, box.bottom)
        x1, y1 = (box.x + far, box.y) if far <= box.w else (box.right, box.y + far - box.w)
        out += [("M", x0, y0), ("L", x1, y1)]
    return tuple(out)


def edges(view: View, trimmed: bool, bleed: float) -> tuple[Item, ...]:
    """The frame of the window, crop marks at the outer edges of a `trimmed` piece, and red lines where to cut.

    Every line lies outside the window by half its width, so nothing of it is left after the cut. Outer edges
    have no frame where `bleed` is shown beyond them.
    """
    items: list[Item] = []
    for side in SIDES:
        if side not in view.cut_sides and not (bleed and side in view.outer_sides):
            items.append(Path(_edge(view.window, side, _FRAME.width / 2, 0), None, _FRAME))
    if trimmed:
        ticks = [t for side in view.outer_sides for t in _ticks(view, side, bleed)]
        if ticks:
            items.append(Path(tuple(ticks), None, MARK))
    for side in view.cut_sides:
        items.append(Path(_edge(view.window, side, _CUT.width / 2, _CUT_BEYOND), None, _CUT))
    return tuple(items)


def _edge(box: Box, side: Side, out: float, beyond: float) -> Outline:
    grown = box.grown(out)
    if side in ("left", "right"):
        x = grown.x if side == "left" else grown.right
        return (("M", x, box.y - beyond), ("L", x, box.bottom + beyond))
    y = grown.y if side == "top" else grown.bottom
    return (("M", box.x - beyond, y), ("L", box.right + beyond, y))


def _ticks(view: View, side: Side, bleed: float) -> list[Segment]:
    """Two marks in line with an outer edge, beyond both ends of it."""
    box, page = view.window, view.tile
    out: list[Segment] = []
    if side in ("left", "right"):
        x = box.x if side == "left" else box.right
        for end, away, room in ((box.y, -1, box.y), (box.bottom, 1, page.page_height - box.bottom)):
            if span := reach(room, bleed):
                out += [("M", x, end + away * span[0]), ("L", x, end + away * span[1])]
        return out
    y = box.y if side == "top" else box.bottom
    for end, away, room in ((box.x, -1, box.x), (box.right, 1, page.page_width - box.right)):
        if span := reach(room, bleed):
            out += [("M", end + away * span[0], y), ("L", end + away * span[1], y)]
    return out


def target_group() -> Group:
    """A quartered round match mark about (0, 0)."""
    quarters: list[Segment] = []
    for x, y in ((1, 1), (-1, -1)):
        k = TARGET * 0.5522847498
        quarters += [
            ("M", 0.0, 0.0),
            ("L", x * TARGET, 0.0),
            ("C", x * TARGET, y * k, x * k, y * TARGET, 0.0, y * TARGET),
            ("Z",),
        ]
    cross: Outline = (("M", -_CROSS, 0.0), ("L", _CROSS, 0.0), ("M", 0.0, -_CROSS), ("L", 0.0, _CROSS))
    return Group(
        (
            Path(cross, None, Stroke(WHITE, 1.1)),
            Path(circle(0, 0, TARGET), WHITE, Stroke(INK, 0.4)),
            Path(tuple(quarters), INK),
            Path(cross, None, Stroke(INK, 0.4)),
        )
    )


def target_room(view: View) -> tuple[Box, ...]:
    """The boxes that the match marks fill."""
    return tuple(Box(x - _CROSS, y - _CROSS, 2 * _CROSS, 2 * _CROSS) for x, y in view.targets)


def arrow(length: float, height: float, fill: str = AMBER) -> Path:
    """A block arrow to the right about (0, 0)."""
    a, b, shaft = length / 2, height / 2, height * 0.21
    neck = a - height * 0.62
    points = ((a, 0), (neck, b), (neck, shaft), (-a, shaft), (-a, -shaft), (neck, -shaft), (neck, -b))
    return Path(polygon(points), fill, Stroke(INK, 0.5, (), "butt", "round"))


_TURN: dict[Side, float] = {"right": 0, "bottom": 90, "left": 180, "top": 270}


def flap_pills(view: View, join: str) -> tuple[tuple[Item, ...], View]:
    """Labels on the flaps that name the page that goes on top, two on a long flap, and the page with them on it."""
    items: list[Item] = []
    for flap in view.flaps:
        depth = min(flap.box.w, flap.box.h)
        height = min(_PILL_HEIGHT, depth - mm(1))
        size = _PILL_TEXT * height / _PILL_HEIGHT
        for text in (assembly_words().flap("flap", join, page=flap.label), flap.label):
            length = width_of(text, BOLD, size) + height * 2.1
            if length <= 0.56 * flap.length and flap.length > mm(12):
                break
        else:
            continue
        wanted = 2 if flap.length >= _TWO_PILLS else 1
        for share in (0.35, 0.65, 0.5) if wanted == 2 else (0.5, 0.65, 0.35):
            x, y, turn = _along(flap, share)
            w, h = (height, length) if flap.side == "right" else (length, height)
            box = Box(x - w / 2, y - h / 2, w, h)
            if wanted and not any(overlapping(box, other) for other in view.taken):
                items.append(turned(_pill(text, length, height, size), x, y, turn))
                view, wanted = view.with_taken(box), wanted - 1
    return tuple(items), view


def _along(flap: Neighbour, share: float) -> tuple[float, float, float]:
    if flap.side == "right":
        return flap.box.x + flap.box.w / 2, flap.box.y + share * flap.box.h, 270
    return flap.box.x + share * flap.box.w, flap.box.y + flap.box.h / 2, 0


def _pill(text: str, length: float, height: float, size: float) -> tuple[Item, ...]:
    """A white label about (0, 0) with an arrow that points off the page."""
    box = Box(-length / 2, -height / 2, length, height)
    # A label on a flap at the right is turned to read upward, so its arrow points downward in the label.
    arrows = turned((arrow(height * 0.95, height * 0.72),), length / 2 - height * 0.72, 0, 90)
    return (
        Path(rounded(box, height * 0.22), WHITE, Stroke(PILL_LINE, 0.6)),
        middled(-height * 0.55, 0, text, BOLD, size, INK),
        arrows,
    )


def cut_notes(view: View) -> tuple[tuple[Item, ...], View]:
    """Red words in the margin beside each edge to cut, which name the page it goes over, and the page with them."""
    items: list[Item] = []
    for cut in view.cuts:
        level = cut.side == "top"
        room = view.window.y if level else view.window.x
        height = cap(BOLD, _NOTE_TEXT) * 1.5
        away = min(room - EDGE, mm(5)) - height / 2
        if away - height / 2 < _CUT.width:
            continue
        for share, text in _tries(cut):
            length = width_of(text, BOLD, _NOTE_TEXT) + mm(5)
            x = cut.box.x + share * cut.box.w if level else view.window.x - away
            y = view.window.y - away if level else cut.box.y + share * cut.box.h
            w, h = (length, height) if level else (height, length)
            box = Box(x - w / 2, y - h / 2, w, h)
            if length < 0.9 * cut.length and not any(overlapping(box.grown(mm(0.5)), other) for other in view.taken):
                items.append(turned(_note(text, length), x, y, 0 if level else 270))
                view = view.with_taken(box)
                break
    return tuple(items), view


def _tries(cut: Neighbour) -> list[tuple[float, str]]:
    texts = [assembly_words().say(key, page=cut.label) for key in ("cut", "cut-short")]
    return [(share, text) for text in texts for share in (0.5, 0.33, 0.67)]


def _note(text: str, length: float) -> tuple[Item, ...]:
    """Red words about (0, 0) with an arrow that points off the page."""
    pointer = turned((arrow(mm(2.4), mm(2.2), RED),), -length / 2 + mm(1.3), 0, 270)
    return (middled(mm(1.8), 0, text, BOLD, _NOTE_TEXT, RED), pointer)


def neighbour_pills(view: View) -> tuple[tuple[Item, ...], View]:
    """Large arrows with the neighbours' names wherever free room lies beside a seam, and the page with them on it."""
    items: list[Item] = []
    width, height = mm(27), mm(10)
    for neighbour in (*view.flaps, *view.cuts):
        if neighbour.length < mm(30):
            continue
        for share in (0.12, 0.25, 0.75, 0.88, 0.5):
            box = _beside(view.window, neighbour, share, width, height)
            if view.free(box):
                items.append(turned(_big_pill(neighbour, width, height), box.x + width / 2, box.y + height / 2, 0))
                view = view.with_taken(box)
                break
    return tuple(items), view


def _beside(window: Box, neighbour: Neighbour, share: float, width: float, height: float) -> Box:
    """A box of a size on the window's side of a seam, or, where paper is cut off, next to it inside."""
    gap, box = mm(4), neighbour.box
    if neighbour.side == "right":
        return Box(box.x - gap - width, box.y + share * box.h - height / 2, width, height)
    if neighbour.side == "left":
        return Box(window.x + gap, box.y + share * box.h - height / 2, width, height)
    y = box.y - gap - height if neighbour.side == "bottom" else window.y + gap
    return Box(box.x + share * box.w - width / 2, y, width, height)


def _big_pill(neighbour: Neighbour, width: float, height: float) -> tuple[Item, ...]:
    box = Box(-width / 2, -height / 2, width, height)
    return (
        Path(rounded(box, mm(2)), WHITE, Stroke(INK, 1.2)),
        turned((arrow(mm(9.5), mm(7)),), -width / 2 + mm(6.8), 0, _TURN[neighbour.side]),
        middled(mm(5.5), 0, neighbour.label, STENCIL, 15, INK),
    )
