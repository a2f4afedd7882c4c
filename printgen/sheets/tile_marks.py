"""Draw the flaps, cut lines, match marks and names of a page of a tiled piece."""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from itertools import product

from printgen.base.names import upper
from printgen.base.units import Box, letters, mm, translate
from printgen.drawing.lines import fit_plain
from printgen.drawing.model import Group, Item, Outline, Path, Place, Rect, Segment, Stroke
from printgen.drawing.outlines import KAPPA, circle, polygon, rectangle, round_rect
from printgen.drawing.words import (
    BODY,
    BOLD,
    CENTER,
    SEMI,
    STENCIL,
    cap,
    center_run,
    largest,
    run,
    turn_items,
    width_of,
)
from printgen.sheets.marks import INK, MARK, mark_span
from printgen.sheets.tile_plan import LEAST, PlanTile, Seam, TilePlan
from printgen.sheets.tile_view import SIDES, PageSide, Tag, TileView
from printgen.sheets.tile_words import TileWords

# Width and height of what names a page: a block with a key of all pages, a plate, and a smaller one.
_BLOCK = (mm(62), mm(31))
_PLATE = (mm(23), mm(31))
_SMALL_PLATE = (mm(15), mm(21))
_STROKE = Stroke(INK, 1.0)
_LEAST, _LINE = 6.0, 0.5  # the smallest letters, and the width of the line around a tab, in points
_LOWEST = mm(2.4)  # a tab that is not as high as this cannot be read
_LEAST_FLAP = mm(30)  # a flap of this length has room for a tab
# Heights of tabs on flaps, and how many places along a flap are tried.
_TABS, _TRIES = (mm(8), mm(5), mm(3.5)), 20


def draw_page_label(view: TileView, title: str) -> list[Item]:
    """The page's name: a block with a key in free room, else a plate, else a tab on a flap, else in the margin."""
    for width, height in (_BLOCK, _PLATE, _SMALL_PLATE):
        box = view.spot(width, height)
        if box is not None:
            view.taken.append(box)
            return _block(box, view, title) if width > height else _plate(box, view)
    return next(filter(None, _tabs(view)), [])


def has_no_label_room(plan: TilePlan, tile: PlanTile, words: TileWords, margin: float) -> bool:
    """Whether a page of a plan has no room for its name."""
    view = TileView.of(plan, tile, words, margin)
    if any(flap.length >= _LEAST_FLAP for flap in view.flaps) or any(view.room(side) >= LEAST for side in SIDES):
        return False
    return view.spot(*_SMALL_PLATE) is None


def _plate(box: Box, view: TileView) -> list[Item]:
    """The page's name in white on its plate, with its row, column and number."""
    k, x, tile, say = box.h / mm(31), box.x + box.w / 2, view.tile, view.words.say
    accent = view.words.file.accent
    rows = [
        (20.6, say("row", row=letters(tile.row)), BOLD, 9.0, accent),
        (24.8, say("column", column=tile.column + 1), BOLD, 9.0, accent),
        (29.0, view.page_number_text, SEMI, 7.5, WHITE),
    ]
    if k < 0.9:
        rows = [(24.5, view.page_number_text, SEMI, 9.0, accent)]
    size = largest(tile.label, STENCIL, box.w - mm(3), 36 * k, _LEAST) or _LEAST
    items: list[Item] = [
        Rect(*box, view.words.file.plate),
        center_run(x, box.y + mm(10) * k, tile.label, STENCIL, size, WHITE),
    ]
    for at, text, font, points, color in rows:
        fitting = largest(text, font, box.w - mm(2), max(points * k, _LEAST), 4) or _LEAST
        items.append(run(x, box.y + mm(at) * k, text, font, fitting, color, CENTER))
    return items


def _block(box: Box, view: TileView, title: str) -> list[Item]:
    """The plate, the title, a key of all pages and what the lines mean."""
    left, at, room, say = box.x + mm(26), box.x + mm(44.5), mm(17), view.words.say
    notes = ((say("red"), RED), (say("key"), INK), (say("targets"), INK))
    return [
        Path(rectangle(box), WHITE, _STROKE),
        *_plate(Box(box.x, box.y, mm(23), box.h), view),
        *_title(left, box.y, upper(title), say("size")),
        *_key(Box(left, box.y + mm(12), mm(16), mm(16)), view),
        *(run(at, box.y + mm(17 + 3.9 * i), text, BODY, 7, color, room=room) for i, (text, color) in enumerate(notes)),
    ]


def _title(x: float, y: float, title: str, below: str) -> list[Item]:
    """The piece's name on one line with words below, or on two lines instead of both."""
    width = mm(34.5)
    size = largest(title, STENCIL, width, 11, _LEAST)
    if size is not None:
        name = run(x, y + mm(5.4), title, STENCIL, size, INK)
        return [name, run(x, y + mm(9.4), below, SEMI, 8, INK, room=width)]
    fitted = fit_plain(title, BOLD, width, 8, 1, 2)
    texts = [(run.text, fitted.size) for row in fitted.lines for _, run in row.runs] if fitted else []
    return [run(x, y + mm(5.4) + i * size * 1.25, text, BOLD, size, INK) for i, (text, size) in enumerate(texts)]


def _key(box: Box, view: TileView) -> list[Item]:
    """All pages in small, this one filled."""
    current, plan, colors = view.tile, view.plan, view.words.file
    whole = plan.box
    share = min(box.w / whole.w, box.h / whole.h)
    x, y = box.x, box.y + (box.h - whole.h * share) / 2
    items: list[Item] = []
    for tile in sorted(plan.tiles, key=lambda tile: tile == current):
        window, (fill, ink) = tile.window, (colors.plate, colors.accent) if tile == current else (WHITE, INK)
        small = Box(
            x + (window.x - whole.x) * share,
            y + (window.y - whole.y) * share,
            (window.w - (plan.overlap if window.right < whole.right - 1 else 0)) * share,
            (window.h - (plan.overlap if window.bottom < whole.bottom - 1 else 0)) * share,
        )
        items.append(Path(rectangle(small), fill, Stroke(INK, 0.5)))
        # A narrow page has its name nearer to its edges, but no smaller than people can read.
        size = largest(tile.label, BOLD, small.w - mm(0.8), 8, _LEAST) or largest(
            tile.label, BOLD, small.w, _LEAST, _LEAST
        )
        if size is not None and cap(BOLD, size) < small.h - mm(0.8):
            items.append(center_run(small.x + small.w / 2, small.y + small.h / 2, tile.label, BOLD, size, ink))
    return items


def _tab(height: float, view: TileView) -> Tag:
    """The page's name on its plate with its number beside it."""
    label, which = view.tile.label, view.page_number_text
    size = height / cap(STENCIL) * 0.62
    small = max(_LEAST, min(8.0, size * 0.6))
    name = width_of(label, STENCIL, size) + height * 0.7
    width = name + height * 0.7 + width_of(which, BOLD, small)
    left = -width / 2
    items = (
        Rect(left, -height / 2, width, height, WHITE, Stroke(INK, _LINE)),
        Rect(left, -height / 2, name, height, view.words.file.plate),
        center_run(left + name / 2, 0, label, STENCIL, size, WHITE),
        center_run(left + name + (width - name) / 2, 0, which, BOLD, small, INK),
    )
    return Tag(items, width, height)


def _tabs(view: TileView) -> Iterator[list[Item]]:
    """Tabs with the page's name where they find room: on a flap, which the next page covers, or in a margin."""
    for height, flap in product(_TABS, sorted(view.flaps, key=lambda flap: flap.upright)):
        tab = _tab(min(flap.depth - mm(0.9), height), view)
        room = flap.length - tab.length - mm(3)
        starts = [mm(1.5) + share / _TRIES * room for share in range(_TRIES + 1)] if room >= mm(2) else []
        yield view.place(tab, [flap.at(start + tab.length / 2, flap.depth / 2) for start in starts], flap.upright)
    window, page = view.window, view.tile
    outer = view.margin + _LINE / 2
    for upright, room, edge in (
        (False, window.y, outer),
        (False, page.page_height - window.bottom, window.bottom + mm(0.5)),
        (True, window.x, outer),
        (True, page.page_width - window.right, window.right + mm(0.5)),
    ):
        high = room - view.margin - mm(0.5) - _LINE
        tab = _tab(max(_LOWEST, min(high, mm(8))), view)
        start, length = (window.y, window.h) if upright else (window.x, window.w)
        if high >= _LOWEST and length >= tab.length:
            across = edge + tab.height / 2
            along = [start + share * (length - tab.length) + tab.length / 2 for share in (0.02, 0.3, 0.5, 0.7, 0.98)]
            spots = [(across, at) if upright else (at, across) for at in along]
            yield view.place(tab, spots, upright, partial(view.clear, apart=mm(0.8)))


RED, PAPER, WHITE = "#C4391D", "#F6F1E2", "#FFFFFF"
_HATCH, _PILL_LINE, _FIELD = "#7F95A3", "#5C7282", "#E3DDC8"

# The radius of a match mark, and how far its cross reaches.
_TARGET = mm(2.4)
_CROSS = mm(3.7)
_PITCH = mm(3.2)  # between two lines of the hatch on flaps
# The hatch keeps away from the seam, so that a cut that strays a little shows the picture and no hatch.
_CLEAN = mm(0.8)
_CUT = Stroke(RED, 0.9, (mm(4), mm(1.6)))
# Lines to cut along go on beyond the window for this much.
_CUT_BEYOND = mm(2.4)
_FRAME = Stroke(INK, 0.5)
_SEAM = Stroke(INK, 0.45, (mm(1), mm(1)))
# Labels on flaps: the size of their letters and their height; a flap of some length has two.
_PILL_TEXT, _PILL_HEIGHT = 8.0, mm(4.6)
_TWO_PILLS = mm(150)
_NOTE_TEXT = 6.5
_FIELD_STEP = mm(12.7)  # the grid under a piece that leaves paper blank: half an inch


def field_grid(box: Box) -> Group:
    """A faint half-inch grid under a piece that leaves paper blank, so that white pages can be lined up too."""
    across = (box.x + i * _FIELD_STEP for i in range(math.ceil(box.w / _FIELD_STEP) + 1))
    down = (box.y + i * _FIELD_STEP for i in range(math.ceil(box.h / _FIELD_STEP) + 1))
    lines = [(("M", x, box.y), ("L", x, box.bottom)) for x in across]
    lines += [(("M", box.x, y), ("L", box.right, y)) for y in down]
    return Group((Path(tuple(step for line in lines for step in line), None, Stroke(_FIELD, 0.5)),))


def draw_flaps(view: TileView) -> list[Item]:
    """The hatch over the parts under other pages, and the line for placing these pages."""
    if not view.flaps:
        return []
    clip: list[Segment] = []
    edge: list[Segment] = []
    for flap in view.flaps:
        (x, y), (right, bottom) = flap.at(0, _CLEAN), (flap.box.right, flap.box.bottom)
        clip += rectangle(Box(x, y, right - x, bottom - y))
        edge += [("M", *flap.at(0)), ("L", *flap.at(flap.length))]
    lines, seam = _hatch(view.window), tuple(edge)
    strokes = (Path(lines, None, Stroke(WHITE, 1.5)), Path(lines, None, Stroke(_HATCH, 0.75)))
    return [Place(Group(strokes, tuple(clip))), Path(seam, None, Stroke(WHITE, 1.0)), Path(seam, None, _SEAM)]


def _hatch(box: Box) -> Outline:
    """Lines that rise to the right, all over a box."""
    lines: list[Segment] = []
    step = _PITCH * math.sqrt(2)
    for i in range(1, int((box.w + box.h) / step) + 1):
        far = i * step
        x0, y0 = (box.x, box.y + far) if far <= box.h else (box.x + far - box.h, box.bottom)
        x1, y1 = (box.x + far, box.y) if far <= box.w else (box.right, box.y + far - box.w)
        lines += [("M", x0, y0), ("L", x1, y1)]
    return tuple(lines)


def draw_edges(view: TileView, trimmed: bool, bleed: float) -> list[Item]:
    """The frame of the window, crop marks at the outer edges of a `trimmed` piece, and red cut lines.

    Every line lies outside the window by half its width, so nothing of it is left after the cut, unless margins begin
    at the window. Outer edges have no frame where `bleed` is shown beyond them.
    """
    cut, outer = view.sides_to_cut, view.outer_sides
    framed = [side for side in SIDES if side not in cut and not (bleed and side in outer)]
    items: list[Item] = [Path(_edge(view.window, side, _beside(view, side, _FRAME)), None, _FRAME) for side in framed]
    ticks = tuple(tick for side in outer for tick in _ticks(view, side, bleed)) if trimmed else ()
    if ticks:
        items.append(Path(ticks, None, MARK))
    items += (
        Path(_edge(view.window, side, _beside(view, side, _CUT), _beyond(view, side)), None, _CUT) for side in cut
    )
    return items


def _beyond(view: TileView, side: PageSide) -> tuple[float, float]:
    """The extension of a cut line beyond the window at its two ends."""
    start, end = (min(_CUT_BEYOND, max(0.0, view.room(PageSide(not side.upright, far)))) for far in (False, True))
    return start, end


def _beside(view: TileView, side: PageSide, stroke: Stroke) -> float:
    """The distance of a line from the window: half its width, or less if the margin begins there."""
    return min(stroke.width / 2, view.room(side) - stroke.width / 2)


def _edge(box: Box, side: PageSide, out: float = 0.0, beyond: tuple[float, float] = (0.0, 0.0)) -> Outline:
    """A side of a box, moved outward and made longer at both ends."""
    before, after = beyond
    if side.upright:
        x = box.right + out if side.far else box.x - out
        return (("M", x, box.y - before), ("L", x, box.bottom + after))
    y = box.bottom + out if side.far else box.y - out
    return (("M", box.x - before, y), ("L", box.right + after, y))


def _ticks(view: TileView, side: PageSide, bleed: float) -> list[Segment]:
    """Two marks in line with an outer edge, beyond both ends of it."""
    box = _inset(view, side, MARK)
    ticks: list[Segment] = []
    for (_, x, y), far in zip(_edge(box, side), (False, True), strict=True):
        away = 1 if far else -1
        dx, dy = (0, away) if side.upright else (away, 0)
        if span := mark_span(view.room(PageSide(not side.upright, far)), bleed):
            ticks += [(step, x + dx * at, y + dy * at) for step, at in zip("ML", span, strict=True)]
    return ticks


def _inset(view: TileView, side: PageSide, stroke: Stroke) -> Box:
    """The window, or a little less of it at a side where a line along its edge would be in the margin."""
    less, box = max(0.0, stroke.width / 2 - view.room(side)), view.window
    x, y = (less, 0.0) if side.upright else (0.0, less)
    return Box(box.x + (0.0 if side.far else x), box.y + (0.0 if side.far else y), box.w - x, box.h - y)


def _target() -> Group:
    """A quartered round match mark about (0, 0)."""
    quarters: list[Segment] = []
    for r in (_TARGET, -_TARGET):
        k = r * KAPPA
        quarters += [("M", 0.0, 0.0), ("L", r, 0.0), ("C", r, k, k, r, 0.0, r), ("Z",)]
    cross: Outline = (("M", -_CROSS, 0.0), ("L", _CROSS, 0.0), ("M", 0.0, -_CROSS), ("L", 0.0, _CROSS))
    return Group(
        (
            Path(cross, None, Stroke(WHITE, 1.1)),
            Path(circle(0, 0, _TARGET), WHITE, Stroke(INK, 0.4)),
            Path(tuple(quarters), INK),
            Path(cross, None, Stroke(INK, 0.4)),
        )
    )


TARGET = _target()
"""The match mark, one for all pages."""


def draw_targets(view: TileView) -> list[Item]:
    """The match marks."""
    items: list[Item] = []
    on_edge: list[Item] = []
    for x, y in (point for seam in view.seams for point in seam.targets):
        box = Box(x - _CROSS, y - _CROSS, 2 * _CROSS, 2 * _CROSS)
        view.taken.append(box)
        (items if view.print_area.holds(box) else on_edge).append(Place(TARGET, translate(x, y)))
    # Of a target on a cut, what lies in the margin would be cut away.
    return [*items, Place(Group(tuple(on_edge), rectangle(view.print_area)))] if on_edge else items


def _arrow(length: float, height: float, fill: str) -> Path:
    """An arrow to the right about (0, 0)."""
    a, b, shaft = length / 2, height / 2, height * 0.21
    neck = a - height * 0.62
    points = ((a, 0), (neck, b), (neck, shaft), (-a, shaft), (-a, -shaft), (neck, -shaft), (neck, -b))
    return Path(polygon(points), fill, Stroke(INK, 0.5, (), "butt", "round"))


def draw_flap_pills(view: TileView) -> list[Item]:
    """Labels on the flaps that name the page that goes on top, two on a long flap."""
    items: list[Item] = []
    accent = view.words.file.accent
    for flap in view.flaps:
        height = min(_PILL_HEIGHT, flap.depth - mm(1))
        texts = (view.words.say("flap", page=flap.over.label), flap.over.label)
        pills = (_pill(text, height, accent) for text in texts)
        fitting = [pill for pill in pills if pill.length <= 0.56 * flap.length and flap.length > mm(12)][:1]
        many, shares = (2, (0.35, 0.65, 0.5)) if flap.length >= _TWO_PILLS else (1, (0.5, 0.65, 0.35, 0.4, 0.6))
        spots = [flap.at(share * flap.length, flap.depth / 2) for share in shares]
        for pill in fitting * many:
            items += view.place(pill, spots, flap.upright)
    return items


def _pill(text: str, height: float, accent: str) -> Tag:
    """A white label with an arrow that points off the page."""
    size = _PILL_TEXT * height / _PILL_HEIGHT
    length = width_of(text, BOLD, size) + height * 2.1
    items = (
        Path(round_rect(Box(-length / 2, -height / 2, length, height), height * 0.22), WHITE, Stroke(_PILL_LINE, 0.6)),
        center_run(-height * 0.55, 0, text, BOLD, size, INK),
        # A label on a flap at the right is turned to read upward, so its arrow points downward in the label.
        turn_items((_arrow(height * 0.95, height * 0.72, accent),), length / 2 - height * 0.72, 0, 90),
    )
    return Tag(items, length, height)


def draw_cut_notes(view: TileView) -> list[Item]:
    """Red words in the margin beside each edge to cut, which name the page it goes over."""
    items: list[Item] = []
    for cut in view.cuts:
        room = view.room(PageSide(cut.upright, False))
        notes = [_note(view.words.say(key, page=cut.under.label)) for key in ("cut", "cut-short")]
        height = notes[0].height
        away = min(room - 0.5, mm(5)) - height / 2
        if away - height / 2 < _CUT.width:
            continue
        spots = [cut.at(share * cut.length, -away) for share in (0.5, 0.33, 0.67)]
        fitting = (note for note in notes if note.length < 0.9 * cut.length)
        placed = (view.place(note, spots, cut.upright, partial(view.clear, apart=mm(0.5))) for note in fitting)
        items += next(filter(None, placed), [])
    return items


def _note(text: str) -> Tag:
    """Red words after an arrow that points off the page."""
    length = width_of(text, BOLD, _NOTE_TEXT) + mm(5)
    pointer = turn_items((_arrow(mm(2.4), mm(2.2), RED),), -length / 2 + mm(1.3), 0, 270)
    return Tag((center_run(mm(1.8), 0, text, BOLD, _NOTE_TEXT, RED), pointer), length, cap(BOLD, _NOTE_TEXT) * 1.5)


def draw_neighbour_pills(view: TileView) -> list[Item]:
    """Large arrows with the neighbours' names wherever free room lies beside a seam."""
    items: list[Item] = []
    for seam in (*view.flaps, *view.cuts):
        if seam.length >= mm(30):
            under = seam.under == view.tile
            pill = _big_pill(seam, under, view.words.file.accent)
            # On the side of the cut edge that shows this page when all are joined.
            away = (mm(4) + (pill.length if seam.upright else pill.height) / 2) * (-1 if under else 1)
            spots = [seam.at(share * seam.length, away) for share in (0.12, 0.25, 0.75, 0.88, 0.5)]
            items += view.place(pill, spots, clear=view.free)
    return items


def _big_pill(seam: Seam, under: bool, accent: str) -> Tag:
    """The name of the page beyond a seam with an arrow to it."""
    width, height = mm(27), mm(10)
    turn = (0 if seam.upright else 90) + (0 if under else 180)
    items = (
        Path(round_rect(Box(-width / 2, -height / 2, width, height), mm(2)), WHITE, Stroke(INK, 1.2)),
        turn_items((_arrow(mm(9.5), mm(7), accent),), -width / 2 + mm(6.8), 0, turn),
        center_run(mm(5.5), 0, (seam.over if under else seam.under).label, STENCIL, 15, INK),
    )
    return Tag(items, width, height)
