"""Draws the page that shows how to join the pages of a tiled piece."""

from __future__ import annotations

import math
from dataclasses import dataclass

from printgen.base.errors import stop_on_errors
from printgen.base.names import in_print
from printgen.base.units import Box, compose, mm, scale, to_mm, translate
from printgen.drawing.model import Group, Item, Path, Place, Rect, Segment, Stroke
from printgen.drawing.outlines import polyline, rectangle
from printgen.drawing.pieces import Piece
from printgen.drawing.tints import Tints
from printgen.drawing.windows import Reducer
from printgen.drawing.words import BOLD, RIGHT, SEMI, STENCIL, cap, center_run, largest, run, turn_items, width_of
from printgen.faces.blocks.fitting import FittedPages, chunks_of, chunks_with_title, columns_of, fit
from printgen.faces.blocks.typeset import Typesetter, load_style
from printgen.faces.render import Renderer
from printgen.faces.session import FaceState, Session
from printgen.game.documents import Listing, Steps
from printgen.layout.columns import Band
from printgen.sheets.grid import CellGrid
from printgen.sheets.marks import INK
from printgen.sheets.pages import SheetMaker
from printgen.sheets.sheet import Sheet
from printgen.sheets.tile_marks import PAPER, RED, WHITE
from printgen.sheets.tile_plan import TilePlan
from printgen.sheets.tile_words import TileWords, inches

_HATCH = "#3F5A6B"
# A long piece is shown in so many parts at most, one below the other with a gap between.
_MOST_PARTS = 4
_GAP = mm(7)
_DIMENSION = mm(9)  # the sizes of a piece beside its picture take so much room
_LEAST = 6.0  # the smallest letters on plates, in points
# The largest plates that name pages, where there are few pages and where there are more.
_PLATE, _SMALL_PLATE, _FEW = (mm(16), mm(10.5)), (mm(10.5), mm(6.5)), 12


@dataclass(frozen=True, slots=True)
class SmallPicture:
    """A small picture of a piece in a room: its share of the true size, and its parts, one below the other."""

    plan: TilePlan
    words: TileWords
    room: Box
    share: float
    parts: tuple[Box, ...]

    @classmethod
    def fit(cls, plan: TilePlan, words: TileWords, room: Box) -> SmallPicture:
        """The number of parts that shows a piece largest in a room; one part unless more gain a lot."""
        box, width, height = plan.box, room.w, room.h
        # The sizes of a piece stand beside it where it is shown whole.
        best = cls(plan, words, room, min((width - _DIMENSION) / box.w, (height - _DIMENSION) / box.h), (box,))
        for count in range(2, _MOST_PARTS + 1):
            parts = _slices(plan, count)
            share = min(width / parts[0].w, (height - (count - 1) * _GAP) / sum(part.h for part in parts))
            if share > 1.3 * best.share:
                best = cls(plan, words, room, share, parts)
        return best

    def items(self, picture: Group) -> list[Item]:
        """The piece, from the top of the room down, centred in its width."""
        tiles, share, whole = self.plan.tiles, self.share, len(self.parts) == 1
        y, wide = self.room.y, self.parts[0].w * share + (_DIMENSION if whole else 0.0)
        x = self.room.x + (self.room.w - wide) / 2
        items = _dimensions(self.plan.box, share, x, y) if whole else []
        pages = tuple(step for tile in tiles for step in rectangle(tile.window))
        little = Reducer(bare=True).later(picture, share)
        shown = Place(Group((Rect(*self.plan.box, PAPER), Place(little)), pages))
        joined = (shown, Path(pages, None, Stroke(INK, 0.9 / share)), *_seams(self.plan, share))
        for part in self.parts:
            part_box = Box(x, y, part.w * share, part.h * share)
            matrix = compose(translate(x, y), compose(scale(share), translate(-part.x, -part.y)))
            items.append(Place(Group(joined, rectangle(part.grown(0.6 / share))), matrix))
            for label, window in ((tile.label, tile.window) for tile in tiles):
                if part.x <= window.x + window.w / 2 < part.right:
                    corner = part_box.x + (window.x - part.x) * share, part_box.y + (window.y - part.y) * share
                    small = Box(*corner, window.w * share, window.h * share)
                    items += _plate(label, small, self.plan.overlap * share, len(tiles) <= _FEW, part_box)
            if part != self.parts[-1]:
                below = self.words.say("below")
                items.append(run(part_box.right, part_box.bottom + mm(3.4), below, SEMI, 8.5, _HATCH, RIGHT))
            y = part_box.bottom + _GAP
        return items


def _slices(plan: TilePlan, count: int) -> tuple[Box, ...]:
    """Upright slices of a piece, equally wide and as high as the pages in them."""
    slices, step = [], plan.box.w / count
    for i in range(count):
        x = plan.box.x + i * step
        pages = [t.window for t in plan.tiles if t.window.x < x + step and t.window.right > x]
        top = min(page.y for page in pages)
        slices.append(Box(x, top, step, max(page.bottom for page in pages) - top))
    return tuple(slices)


def _seams(plan: TilePlan, share: float) -> list[Item]:
    """Hatched flaps and the red cut lines of the pages over them, for a picture drawn at a share."""
    cuts = [seam for seam in plan.seams if seam.length > 2 * plan.overlap]
    flaps = tuple(step for seam in plan.seams for step in rectangle(seam.box))
    red = tuple(step for seam in cuts for step in polyline((seam.at(0), seam.at(seam.length))))
    box, step = plan.box, mm(1.3) / share
    starts = [box.x + i * step for i in range(int((box.w + box.h) / step) + 1)]
    hatch = tuple(segment for x in starts for segment in polyline(((x, box.y), (x - box.h, box.bottom))))
    return [
        Place(Group(tuple(Path(hatch, None, Stroke(c, w / share)) for c, w in ((WHITE, 1.3), (_HATCH, 0.6))), flaps)),
        Path(red, None, Stroke(WHITE, 1.5 / share)),
        Path(red, None, Stroke(RED, 1.0 / share, (3.0 / share, 1.5 / share))),
    ]


def _plate(label: str, window: Box, flap: float, few: bool, whole: Box) -> list[Item]:
    """A page's name in its corner farthest from the middle of the piece; `few` pages have larger names."""
    inset = min(mm(2.5), 0.05 * min(window.w, window.h)) + flap
    most = _PLATE if few else _SMALL_PLATE
    width, height = min(most[0], 0.42 * window.w), min(most[1], 0.34 * window.h)
    size, font = largest(label, STENCIL, width * 0.78, height / cap(STENCIL, 1) * 0.62, _LEAST), STENCIL
    if size is None:
        size, font = _LEAST, BOLD
    width = max(width, width_of(label, font, size) + mm(1))
    height = max(height, cap(font, size) + mm(1))
    x = _corner(window.x, window.w, width, inset, whole.x + whole.w / 2)
    y = _corner(window.y, window.h, height, inset, whole.y + whole.h / 2)
    x = min(max(x, whole.x - mm(1)), whole.right - width + mm(1))
    return [
        Path(rectangle(Box(x, y, width, height)), WHITE, Stroke(INK, 0.9 if size > 9 else 0.5)),
        center_run(x + width / 2, y + height / 2, label, font, size, INK),
    ]


def _corner(start: float, room: float, length: float, inset: float, middle: float) -> float:
    """The start of a length in a room: away from a middle, or centred in the room if it does not fit beside it."""
    if length + 2 * inset > room:
        return start + (room - length) / 2
    return start + inset if start + room / 2 <= middle + 1 else start + room - inset - length


def _dimensions(box: Box, share: float, x: float, y: float) -> list[Item]:
    """A line below the picture and one at its right with the true sizes of the joined piece."""
    wide, high, away, tick = box.w * share, box.h * share, mm(5), mm(1.5)
    items: list[Item] = []
    for length, true, turn, at in (
        (wide, box.w, 0.0, (x + wide / 2, y + high + away)),
        (high, box.h, 270.0, (x + wide + away, y + high / 2)),
    ):
        text = f"{in_print(f'{round(to_mm(true), 1):g}')} mm · {inches(true)}"
        if width_of(text, BOLD, 9) > length - mm(8):
            text = inches(true)
        gap = width_of(text, BOLD, 9) / 2 + mm(2)
        half = length / 2
        lines: list[Segment] = []
        for end in (-half, half):
            lines += [("M", end, -tick), ("L", end, tick)]
            if gap < half:
                lines += [("M", end, 0.0), ("L", math.copysign(gap, end), 0.0)]
        drawn = (Path(tuple(lines), None, Stroke(INK, 0.9)), center_run(0, 0, text, BOLD, 9, INK))
        items.append(turn_items(drawn, *at, turn))
    return items


_FACE = "assembly-map"
# Beyond the margins this much is kept free for the ruler and the label: at the sides, and at head and foot.
_SIDE, _END = mm(3.65), mm(6.65)
_COLUMN = mm(45)  # the list of what is needed has columns that are at least so wide


def assembly_map(
    piece: Piece, plan: TilePlan, picture: Group, sheet_maker: SheetMaker, words: TileWords, number: int
) -> Sheet:
    """The piece in small with its grid and size, and how to join pages. PrintgenError for words that do not fit."""
    library = sheet_maker.options.library
    face = library.face(_FACE, sheet_maker.options.look)
    session = Session(Tints({}), piece.name, words.file.where_of, FaceState())
    context = words.map_context(plan, piece.name, sheet_maker.paper.name)
    frame, findings, _ = Renderer(library).render(face, context, session)
    rooms = zip(face.slots("picture"), face.slots("panels"), strict=False)
    pairs = ((SmallPicture.fit(plan, words, room), panels) for room, panels in rooms)
    small, panels = max(pairs, key=lambda pair: pair[0].share)
    texts = _panels(panels, words, plan, piece.cut is None, Typesetter(load_style(face, library), library))
    stop_on_errors([*findings, *texts.findings])
    items = Group((*frame, *small.items(picture), *texts.page(0, panels.x, panels.y)))
    width, height = sorted(sheet_maker.paper[1:])
    wide, high = face.size or (panels.right, panels.bottom)
    side, end = (sheet_maker.options.margin + more for more in (_SIDE, _END))
    k = min((width - 2 * side) / wide, (height - 2 * end) / high)
    grid = CellGrid(width, height, wide * k, high * k, 1, 1)
    trim, margin_marks = grid.block, sheet_maker.place_marks(grid, 1, 0.0)
    placed = Place(items, compose(translate(trim.x, trim.y), scale(k)))
    sheet_text = sheet_maker.words.sheet.format(number=number, total=sheet_maker.total)
    shows, page = f"{piece.name}, {sheet_maker.words.map}", Box(0, 0, width, height)
    # The page is for reading and is not cut.
    return sheet_maker.page(
        [placed], grid, margin_marks, number, page, page, (piece.name,), f"{shows}: {sheet_text}", shows=shows
    )


def _panels(box: Box, words: TileWords, plan: TilePlan, rectangular: bool, setter: Typesetter) -> FittedPages:
    """The steps, and the list of tools, in the largest letters that fit."""
    steps = [{"title": head, "text": text} for head, text in words.steps(plan, rectangular)]
    needs = [{"icon": icon, "text": text} for icon, text in words.needs()]
    to_do, needed = Steps.model_validate({"items": steps}), Listing.model_validate({"items": needs})

    def bands(at: Typesetter) -> list[Band]:
        columns = columns_of((1,) * max(1, int(box.w / _COLUMN)), box.w, at.gap)
        title, *things = chunks_with_title(words.file.need, "", (needed,), columns[0].width, at)
        whole = Band(columns_of((1,), box.w, 0), ((*chunks_of((to_do,), box.w, at), title),))
        return [whole, Band(columns, (tuple(things),), at.gap / 2)]

    return fit(bands, box.h, setter, 1)
