"""A plan of cuts and a size come in; a small picture of the sheet with its numbered cuts and their stops goes out."""

from __future__ import annotations

from collections.abc import Iterator

from printgen.base.geometry import Box
from printgen.base.language import in_print
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Drawing, Item, Path, Stroke
from printgen.drawing.outlines import ellipse, polyline, rectangle
from printgen.drawing.words import BODY, BOLD, LEFT, middled, run
from printgen.sheets.cut_marks import told_settings
from printgen.sheets.cut_plan import CutPlan
from printgen.sheets.marks import INK
from printgen.sheets.sheet_words import MarginWords

_CUT, _PIECE, _ROUND = "#C4391D", "#EFE7CF", "#D8D2BF"
_NUMBER, _APART = 6.0, mm(2.4)
_BESIDE, _GAP = mm(3.2), mm(4)
_CORNER = mm(8)
_FIRST, _LEADING = mm(8), mm(3.4)


def cut_picture(
    plan: CutPlan, title: str, corner: float, words: MarginWords, width: float, height: float, ink: str = INK
) -> Drawing:  # fmt: skip
    """The sheet in small at the left; at its right the title, the settings and the corner to be rounded, if any.

    Lengths are in points. `corner` is drawn at its true size, as a gauge for the punch. `ink` is the colour of lines
    and letters; cuts are red.
    """
    region, high = plan.region, height - 2 * _BESIDE
    share = min(high / region.h, (0.5 * width - 2 * _BESIDE) / region.w)
    page = Box(_BESIDE, _BESIDE, region.w * share, region.h * share)
    items: list[Item] = [Path(rectangle(page), "#FFFFFF", Stroke(ink, 0.5))]
    for cell in plan.cells:
        x, y = page.x + (cell.x - region.x) * share, page.y + (cell.y - region.y) * share
        box = Box(x, y, cell.w * share, cell.h * share)
        odd = cell in plan.by_hand
        shape = ellipse(box.x + box.w / 2, box.y + box.h / 2, box.w / 2, box.h / 2) if odd else rectangle(box)
        items.append(Path(shape, _ROUND if odd else _PIECE, Stroke(ink, 0.25)))
    items += _numbered(plan, page, share)
    left = page.right + _BESIDE + _GAP
    room = width - left
    items.append(run(left, mm(4), title, BOLD, 8.5, ink, LEFT, room))
    told = told_settings(plan, words)
    most = int((height - _FIRST) / _LEADING) + 1
    lines = told if len(told) <= most else (*told[: most - 1], "\u2026")
    items += (run(left, _FIRST + n * _LEADING, line, BODY, 7.6, ink, LEFT, room) for n, line in enumerate(lines))
    if corner and _FIRST + len(lines) * _LEADING < height - _CORNER:
        items += _corner(left, height - _CORNER - mm(1), corner, words, room, ink)
    return Drawing(width, height, tuple(items))


def _numbered(plan: CutPlan, page: Box, share: float) -> Iterator[Item]:
    """The cuts in red, with their numbers beyond an end of theirs, where no other number is."""
    taken: list[tuple[float, float]] = []
    for cut in plan.cuts:
        for line in cut.lines[:1]:
            at = (
                page.x + (line.at - plan.region.x) * share
                if cut.upright
                else page.y + (line.at - plan.region.y) * share
            )
            ends = (page.bottom, page.y) if cut.upright else (page.right, page.x)
            spots = [end + way * _BESIDE / 2 for end, way in zip(ends, (1, -1), strict=True)]
            points = [(at, spot) if cut.upright else (spot, at) for spot in spots]
            free = [(x, y) for x, y in points if all(max(abs(x - a), abs(y - b)) >= _APART for a, b in taken)]
            if free:
                taken.append(free[0])
                yield middled(*free[0], str(cut.number), BOLD, _NUMBER, _CUT)
        for line in cut.lines:
            if cut.upright:
                x = page.x + (line.at - plan.region.x) * share
                one, two = ((x, page.y + (end - plan.region.y) * share) for end in line[1:])
            else:
                y = page.y + (line.at - plan.region.y) * share
                one, two = ((page.x + (end - plan.region.x) * share, y) for end in line[1:])
            yield Path(tuple(polyline((one, two))), None, Stroke(_CUT, 0.6))


def _corner(x: float, y: float, radius: float, words: MarginWords, room: float, ink: str) -> Iterator[Item]:
    """A corner of a piece at its true size: what a punch leaves of it, and what it takes away."""
    yield Path(tuple(polyline(((x, y + radius), (x, y), (x + radius, y)))), None, Stroke(_CUT, 0.4, (1.5, 1.2)))
    # How far the handles of a quarter of a circle are from its ends.
    handle = 0.5523 * radius
    outline = (
        ("M", x, y + _CORNER), ("L", x, y + radius),
        ("C", x, y + radius - handle, x + radius - handle, y, x + radius, y), ("L", x + _CORNER, y),
    )  # fmt: skip
    yield Path(outline, None, Stroke(ink, 0.8))
    told = words.corner.format(radius=in_print(f"{round(to_mm(radius), 2):g}"))
    yield run(x + _CORNER + mm(1.5), y + _CORNER / 2, told, BODY, 7.2, ink, LEFT, room - _CORNER - mm(1.5))
