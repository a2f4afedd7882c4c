"""A tiled piece comes in; the page that shows how its pages go together goes out."""

from __future__ import annotations

from dataclasses import dataclass

from printgen.base.geometry import Box, compose, scale, translate
from printgen.base.units import mm, to_mm
from printgen.drawing.model import Group, Item, Path, Place, Rect, Segment, Stroke
from printgen.drawing.outlines import circle, rectangle
from printgen.drawing.patterns import hazard
from printgen.drawing.pieces import Piece
from printgen.drawing.tints import Tints
from printgen.drawing.words import BODY, BOLD, CENTER, LEFT, SEMI, STENCIL, middled, paragraph, run, width_of
from printgen.errors import Finding, PrintgenError, Where
from printgen.faces.markup import parse_markup
from printgen.sheets.assembly_picture import HATCH, SmallPicture, inches
from printgen.sheets.grid import Grid
from printgen.sheets.marks import INK
from printgen.sheets.pages import Press
from printgen.sheets.sheet import Sheet
from printgen.sheets.tile_marks import AMBER, PAPER, RED, WHITE
from printgen.sheets.tile_plan import Plan
from printgen.sheets.tile_words import TileWords

# The size that the measures of this page are made for; other papers get all of it larger or a little smaller.
_MADE_FOR = (mm(203), mm(266))
_SIDE, _END = mm(10), mm(13)
_HEADER, _SEAM = mm(15), mm(36)
_COLUMN = mm(56)
_GAP = mm(8)
_WIDE = 1.25
_RULE = Stroke("#B8AF90", 0.85)
_STEP_TEXT = 10.0
_LEADING = 1.2

Drawn = tuple[list[Item], float]
"""Items, and how far down they reach."""


def assembly_map(piece: Piece, plan: Plan, picture: Group, press: Press, words: TileWords, number: int) -> Sheet:
    """The whole piece in small with its page grid, its size, and how to join the pages, on one upright page."""
    width, height = sorted(press.paper[1:])
    k = min(max(min(width / _MADE_FOR[0], height / _MADE_FOR[1]), 0.72), 4.0)
    if 0.94 < k < 1.1:
        k = 1.0
    room = Box(0, 0, (width - 2 * _SIDE) / k, (height - 2 * _END) / k)
    content = Group(tuple(_Map(piece, plan, picture, press, words).items(room)))
    grid = Grid(width, height, room.w * k, room.h * k, 1, 1)
    furniture = press.furnish(grid, 1, 0.0, False, slim=True)
    placed = Place(content, compose(translate(_SIDE, _END), scale(k)))
    trim = Box(_SIDE, _END, room.w * k, room.h * k)
    title = f"{piece.name}, assembly map: sheet {number} of {press.total}"
    return press.page([placed], grid, furniture, number, trim, trim, (piece.name,), title)


@dataclass(frozen=True, slots=True)
class _Map:
    """The parts of the page."""

    piece: Piece
    plan: Plan
    picture: Group
    press: Press
    words: TileWords

    def items(self, room: Box) -> list[Item]:
        """The header, the picture with the steps beside or below it, and the sketch of a seam."""
        body = Box(0, _HEADER + _GAP, room.w, room.h - _HEADER - _SEAM - 2 * _GAP)
        return [
            *self._header(Box(0, 0, room.w, _HEADER)),
            *(self._wide(body) if self.plan.box.w > _WIDE * self.plan.box.h else self._tall(body)),
            *self._seam(Box(0, room.h - _SEAM, room.w, _SEAM)),
        ]

    def _header(self, box: Box) -> list[Item]:
        """An ink bar with the headline, an amber line and a white one, and a hazard block at its end."""
        title, size = self.words.file.headline, 24.0
        wide = min(mm(22), box.w * 0.12)
        block = Box(box.right - wide, box.y, wide, box.h)
        left = box.x + mm(4) + width_of(title, STENCIL, size) + mm(10)
        room = block.x - mm(3) - left
        return [
            Rect(*box, INK),
            Place(Group(hazard(block, AMBER, INK, mm(2.8)), rectangle(block))),
            middled(box.x + mm(4), box.y + box.h / 2, title, STENCIL, size, WHITE, LEFT),
            run(left, box.y + mm(6.6), self.piece.name.upper(), BOLD, 11, AMBER, room=room),
            run(left, box.y + mm(11.4), self._detail(), SEMI, 9, WHITE, room=room),
        ]

    def _detail(self) -> str:
        """How many pages there are, how they lie and how large the piece is."""
        box, bands, paper = self.plan.box, self.plan.bands, self.press.paper.name
        lengths = [len(group) for group in self.plan.groups]
        count, few, many = len(lengths), min(lengths), max(lengths)
        across, down = (many, count) if bands == "rows" else (count, many)
        size = f"{round(to_mm(box.w), 1):g} x {round(to_mm(box.h), 1):g} mm, {inches(box.w)} x {inches(box.h)}"
        paper = paper.upper() if paper[:1] == "a" and paper[1:].isdigit() else paper
        told = {"pages": sum(lengths), "across": across, "down": down, "bands": count, "few": few, "many": many}
        return self.words.say("grid" if few == many else bands, paper=paper, size=size, **told)

    def _tall(self, box: Box) -> list[Item]:
        """The picture at the left, the steps in a column at the right."""
        side = box.right - _COLUMN
        room = side - mm(6) - box.x
        small = SmallPicture.fitted(self.plan, self.words, room, box.h)
        picture = small.items(self.picture, box.x + max(0.0, (room - small.width) / 2), box.y)
        steps, ends = self._steps(side, box.y, _COLUMN, 1, mm(4.8))
        return [*picture, *steps, *self._needs(side, ends[-1] + mm(4.8))[0]]

    def _wide(self, box: Box) -> list[Item]:
        """The picture over the whole width, in several parts when it is long, and the steps below it."""
        third = (box.w - 2 * _GAP) / 3
        steps, ends = self._steps(0, 0, third, 3, mm(5))
        # What lies ready stands beside the second row of steps.
        row = ends[0] + mm(5)
        needs, needed = self._needs(2 * (third + _GAP), 0)
        height = max(ends[-1], row + needed)
        room = box.h - height - _GAP
        small = SmallPicture.fitted(self.plan, self.words, box.w, room)
        x, y = box.x + max(0.0, (box.w - small.width) / 2), box.y + max(0.0, room - small.height) * 0.4
        at = box.bottom - height
        return [
            *small.items(self.picture, x, y),
            Place(Group(tuple(steps)), translate(box.x, at)),
            Place(Group(tuple(needs)), translate(box.x, at + row)),
        ]

    def _steps(self, x: float, y: float, width: float, columns: int, apart: float) -> tuple[list[Item], list[float]]:
        """The steps from a place on in rows of so many, and where each row ends; rows of one are ruled off."""
        items: list[Item] = []
        ends: list[float] = []
        for number, (head, text) in enumerate(self.words.steps(self.plan, self.piece.cut is None)):
            column = number % columns
            if not column:
                y = ends[-1] + apart if ends else y
                ends.append(y)
            drawn, end = _step(x + column * (width + _GAP), y, width, number + 1, head, text)
            items += drawn
            ends[-1] = max(ends[-1], end)
            if columns == 1:
                items.append(Path((("M", x, end + mm(1.5)), ("L", x + width, end + mm(1.5))), None, _RULE))
        return items, ends

    def _needs(self, x: float, y: float) -> Drawn:
        """What lies ready on the table, with icons."""
        file, at = self.words.file, y + mm(10.4)
        items: list[Item] = [run(x, y + mm(3.6), file.need, STENCIL, 11, INK)]
        for icon, text in file.needs[self.words.join]:
            try:
                symbol, side = self.press.options.library.icon(icon, INK, Tints({}))
            except ValueError as error:
                where, (message, _, hint) = file.where_of("needs"), str(error).partition(". ")
                raise PrintgenError([Finding("error", where, message, hint, "unknown-icon")]) from error
            items.append(Place(symbol, compose(translate(x, at - mm(3.1)), scale(mm(6.2) / side))))
            items.append(middled(x + mm(9.5), at, text, BODY, _STEP_TEXT, INK, LEFT))
            at += mm(7.4)
        return items, at - mm(3.7)

    def _seam(self, box: Box) -> list[Item]:
        """Two pages seen from the edge of the paper: which lies on which, and where the cut is."""
        say, file, seam = self.words.say, self.words.file, self.plan.seams[0]
        width = min(mm(104), 0.58 * box.w)
        left, low, thick = box.x + mm(6), box.bottom - mm(11.6), mm(2)
        cut, flap = left + 0.47 * width, 0.115 * width
        hatch: list[Segment] = []
        for i in range(int(flap / mm(1.1)) + 2):
            hatch += [("M", cut + (i - 1) * mm(1.1), low + thick), ("L", cut + i * mm(1.1) + mm(0.6), low)]
        shaded = Group((Path(tuple(hatch), None, Stroke(HATCH, 0.7)),), rectangle(Box(cut, low, flap, thick)))
        below, above, words_left = low + thick + mm(5.4), low - thick - mm(2.2), box.x + width + mm(16)
        labels = (
            (cut, low - mm(8.6), say("seam"), RED),
            (cut + flap / 2, below, say("overlap", size=f"{round(to_mm(self.plan.overlap), 2):g}"), INK),
            (left + 0.2 * width, below, say("name", page=seam.under.label), INK),
            (left + 0.78 * width, above, say("over", page=seam.over.label), INK),
        )
        return [
            Rect(*box, PAPER, Stroke(INK, 0.7)),
            run(box.x + mm(4), box.y + mm(7), file.seam, STENCIL, 11, INK),
            Rect(left, low, cut + flap - left, thick, WHITE, Stroke(INK, 0.9)),
            Place(shaded),
            Rect(cut, low - thick - mm(0.5), left + width - cut, thick, AMBER, Stroke(INK, 0.9)),
            Path(
                (("M", cut, low + thick + mm(2)), ("L", cut, low - mm(7.6))), None, Stroke(RED, 1.2, (mm(1.4), mm(0.9)))
            ),
            *(run(x, y, text, BOLD, 9, color, CENTER) for x, y, text, color in labels),
            *_text(words_left, box.y + mm(12), box.right - mm(5) - words_left, file.seam_note, 9.5)[0],
        ]


def _step(x: float, y: float, width: float, number: int, head: str, text: str) -> Drawn:
    """One numbered step from `y` down."""
    disc = mm(4.6)
    body, advance = _text(x, y + mm(14), width, text, _STEP_TEXT)
    items = [
        Path(circle(x + disc, y + disc, disc), INK),
        middled(x + disc, y + disc, str(number), STENCIL, 15, AMBER),
        middled(x + 2 * disc + mm(2.6), y + disc, head, STENCIL, 12.5, INK, LEFT),
        *body,
    ]
    return items, y + mm(15.5) + advance - _LEADING * _STEP_TEXT


def _text(x: float, y: float, width: float, text: str, size: float) -> Drawn:
    """A text with **bold** words, the first baseline at `y`; PrintgenError when a word is wider than the column."""
    made = paragraph(x, y, parse_markup(text, BODY), width, size, INK, _LEADING)
    if made is None:
        message = f"a word of '{text}' is wider than its column"
        raise PrintgenError([Finding("error", Where("printgen"), message, "Choose a larger paper.", "does-not-fit")])
    return list(made.items), made.advance
