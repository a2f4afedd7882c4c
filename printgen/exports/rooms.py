"""A room of two virtual tables of browsers: piles of components, and where each of them lies."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import NamedTuple
from unicodedata import combining, normalize

from printgen.base.errors import Exit, Finding, Where
from printgen.build.stages import Progress
from printgen.exports.bundle import Bundle, Component, ProductExport, Severity
from printgen.exports.images import FaceImage, face_drawing, faces_of
from printgen.exports.pixels import RasterJob, light, picture_files

WHY = {
    "page": "pages to read have no place there",
    "model": "what is cut out, folded and glued has no place there",
}
"""Why roles are left out."""


def omission(
    product: ProductExport, components: Iterable[Component], why: str, hint: str = "", severity: Severity = "info"
) -> Finding:  # fmt: skip
    """Says that components of a product, or all of it, are not sent; a warning where their author can mend that."""
    names, name = [component.name for component in components], product.pieces.product.name
    what = f"{name} is"
    if len(names) < sum(len(piece.parts) or 1 for piece in product.pieces.pieces):
        what = f"{names[0]} and {len(names) - 1} more of {name} are" if len(names) > 1 else f"{names[0]} of {name} is"
    return product.finding(severity, f"{what} left out: {why}", hint, "left-out")


def nothing_fits(bundle: Bundle, program: str) -> Finding:
    """The error that ends an export of which nothing is left."""
    where = bundle.products[0].pieces.product.where if bundle.products else Where(bundle.label)
    message = f"nothing of {bundle.label} has a place in {program}"
    hint = "Choose a product with cards, tokens or a board, or another format."
    return Finding("error", where, message, hint, "nothing-fits", Exit.DOES_NOT_FIT)


def _stacks(bundle: Bundle) -> Iterator[ProductExport]:
    """Cards, tiles and tokens, a product for each size in whole millimetres, in the order of the game.

    Those after the first of a product have its name with a number: templates, templates-2. Names are never the same.
    What falls into parts once it is cut is these parts.
    """
    names = {product.name for product in bundle.products}
    for product in (whole.apart() for whole in bundle.of("card", "tile", "token")):
        sizes: dict[tuple[int, int], list[Component]] = {}
        for component in product.components:
            wide, high = component.size
            sizes.setdefault((round(wide), round(high)), []).append(component)
        for number, components in enumerate(sizes.values(), 1):
            name, title = product.name, product.title
            if number > 1:
                name, title = f"{product.name}-{number}", f"{product.title} {number}"
                while name in names:
                    name += "-x"
                names.add(name)
            yield product if len(sizes) == 1 else replace(product, name=name, title=title, components=tuple(components))


WIDE, HIGH = 1600, 1000
MARGIN = 4
"""How far a pile reaches beyond its cards on all sides."""
COUNTERS = 4
"""So many counters of points have room beside the hand."""
LETTERS = 16
"""The height of letters of both programs, in pixels."""
ABOVE = 38
"""What is kept free above a pile for its name, which stays clear of the number of cards on the pile."""
BUTTON = 32
"""The height of a button below a pile."""

_EDGE, _GAP = 20, 20
"""Things lie between the edges of the room, above the hand, and so far from each other."""
_HAND, _DROP = 180, 28
"""How high a hand is at least, and how much higher than the cards in it."""
_HELD, _LONGEST_HELD = 250, 150
"""So many pixels high a card is at most that is held in a hand, and so many millimetres long."""
_NARROW = 100
"""A pile has so much room from left to right at least."""
_TRUE, _USUAL, _SMALL = 4.0, 1.6, 0.9
"""Pixels a millimetre: of true size on most screens, where a poker card is as both programs have it, and the fewest."""
_STEP = 0.97
"""From one scale that is tried to the next."""
_BESIDE = 1180
"""A board is no wider, so that piles have room beside it."""
_WIDE_ENLARGED, _HIGH_ENLARGED, _LEAST_ENLARGED, _FINEST = 900, 700, 3, 16
"""How large is shown what somebody points at: in pixels, in times, and at most so many pixels a millimetre."""
_SHARP, _FEWEST, _MOST = 2, 280, 2000
"""Pixels of a picture for each in the room at least, of its shorter side at least, and of its longer one at most."""
_LONGEST_NAME = 480
"""A name of a pile is no wider, in pixels; what is left of it ends with dots."""
_NARROW_LETTERS, _BROAD_LETTERS = "!'(),.:;I[]fijlrt|", "%@MWmw"


class RoomSpot(NamedTuple):
    """Where something lies in the room, in pixels from its top left."""

    x: int
    y: int
    w: int
    h: int


_NOWHERE = RoomSpot(0, 0, 0, 0)


@dataclass(frozen=True)
class Pile:
    """Components of one size that lie on each other, and the spot of their cards. A button below a pile is as wide as
    `button`, in pixels."""

    product: ProductExport
    button: int
    spot: RoomSpot = _NOWHERE

    @property
    def name(self) -> str:
        """A plain word, which no other pile has."""
        return self.product.name

    @property
    def first(self) -> Component:
        """The component on top."""
        return self.product.components[0]

    @property
    def in_hand(self) -> bool:
        """Whether it is of cards that people hold in their hand."""
        return self.first.role == "card" and max(self.first.size) <= _LONGEST_HELD

    @property
    def has_button(self) -> bool:
        """Whether a button below shuffles it: that of several cards, not of tokens and mats."""
        return self.in_hand and self.product.count > 1

    @cached_property
    def label(self) -> str:
        """What stands above it, on one line."""
        label = " ".join(self.product.title.split())
        while letters_wide(label) > _LONGEST_NAME:
            label = label.removesuffix("…")[:-1].rstrip() + "…"
        return label

    def span(self, wide: int) -> int:
        """How wide it is with its name and its button, where its cards are so wide, in pixels."""
        return max(_NARROW, wide + 2 * MARGIN, self.button if self.has_button else 0, letters_wide(self.label))

    @property
    def enlargement(self) -> float:
        """How many times as large its components are shown that somebody points at, so that they can be read.

        1 is what is large as it lies there; cards are always shown larger.
        """
        spot, longest = self.spot, max(self.first.size)
        times = min(_WIDE_ENLARGED / spot.w, _HIGH_ENLARGED / spot.h, _FINEST * longest / max(spot.w, spot.h))
        return round(max(times, _LEAST_ENLARGED if self.first.role == "card" else 1), 1)

    @cached_property
    def images(self) -> Mapping[str, FaceImage]:
        """What is drawn of it, by the names of files."""
        return {f"{self.name}-{face.file}{_suffix(face.component)}": face for face in faces_of(self.product, "")[0]}

    @cached_property
    def sides(self) -> Mapping[int, tuple[str, str]]:
        """By numbers of components the files of their fronts and backs; what has no back has its front there."""
        _, backs = faces_of(self.product, "")
        names = {face.file: name for name, face in self.images.items()}
        fronts = {face.component.number: name for name, face in self.images.items() if face.side == "front"}
        return {number: (front, names.get(backs.get(number, ""), front)) for number, front in fronts.items()}

    def cards(self) -> Iterator[tuple[Component, str]]:
        """Each copy of each component, the first on top, and a plain word that no other of the pile has."""
        for component in self.product.components:
            for copy in range(1, component.copies + 1):
                yield component, f"{self.name}-{component.key}-{copy}"


class RoomLayout(NamedTuple):
    """A game in the room, at `scale` pixels a millimetre: its board, if there is one, piles, the hand, and findings."""

    board: tuple[Component, RoomSpot] | None
    piles: tuple[Pile, ...]
    findings: tuple[Finding, ...]
    scale: float
    hand: RoomSpot

    @property
    def pieces(self) -> int:
        """How many components lie in the room, copies included."""
        return sum(pile.product.count for pile in self.piles) + bool(self.board)

    @property
    def board_file(self) -> str:
        """The file of the board's picture."""
        return f"{self.board[0].product.name}{_suffix(self.board[0])}" if self.board else ""


def search_fields(component: Component) -> dict[str, str]:
    """What people may search a component by: name, tags, and all words on its front."""
    return {"label": component.name, "tags": " ".join(component.tags), "words": " ".join(component.words)}


def counter_at(number: int) -> RoomSpot:
    """Where a counter is, from 0, in two rows of two; its name stands above it."""
    return RoomSpot(1310 + 145 * (number % 2), 860 + 80 * (number // 2), 140, 44)


def letters_wide(text: str) -> int:
    """How much room a line of text takes at most, in pixels, in the letters of both programs: those of Roboto."""
    ems = 0.0
    for letter in normalize("NFD", text):
        if combining(letter):
            continue
        if letter in _NARROW_LETTERS or letter.isspace():
            ems += 0.35
        elif letter in _BROAD_LETTERS or not letter.isascii():
            ems += 0.92
        else:
            ems += 0.7 if letter.isupper() else 0.58
    return math.ceil(ems * LETTERS) + 2 * MARGIN


def lay(bundle: Bundle, program: str, most: int = 100_000, counters: int = 0, button: int = _NARROW) -> RoomLayout:
    """Find a place for everything that has one; at most so many components, copies counted, those first in the game.

    What has none is told; where nothing has one, the findings end with an error. `button` is how wide buttons below
    piles are, `counters` how many counters of points are beside the hand.
    """
    board, findings = _choose_board(bundle)
    piles, count = list[Pile](), 0
    for product in _stacks(bundle):
        if _room_for(*product.components[0].size, WIDE - 2 * _EDGE) < _SMALL:
            findings.append(omission(product, product.components, _vast(product.components[0])))
        elif count + product.count > most:
            why = f"the table holds no more than {most} things"
            findings.append(omission(product, product.components, why))
        else:
            piles.append(Pile(product, button))
            count += product.count
    scale = max(_SMALL, most_scale(board, piles))
    while scale > _SMALL and not fits_at(scale, board, piles):
        scale = max(_SMALL, scale * _STEP)
    spot, spots = _spots_at(scale, board, piles)
    lying = [replace(pile, spot=at) for pile, at in zip(piles, spots, strict=True) if at]
    full = (pile.product for pile, at in zip(piles, spots, strict=True) if not at)
    findings += (omission(one, one.components, "the table is full", "Export it for itself.") for one in full)
    if not board and not lying:
        findings.append(nothing_fits(bundle, program))
    high = _hand_high(piles, scale)
    hand = RoomSpot(50, HIGH - high, 1240 if counters else 1500, high)
    return RoomLayout((board, spot) if board and spot else None, tuple(lying), tuple(findings), scale, hand)


def _choose_board(bundle: Bundle) -> tuple[Component | None, list[Finding]]:
    """The first board for which there is room, and what has no place there, but for piles."""
    findings, board = list[Finding](), None
    for product in bundle.products:
        for role, why in WHY.items():
            findings += (omission(part, part.components, why)
                         for part in product.only(lambda one: one.role == role))  # noqa: B023  # fmt: skip
    boards = [(product, component) for product in bundle.of("board") for component in product.components]
    for product, component in boards:
        if _room_for(*component.size, _BESIDE) < _SMALL:
            findings.append(omission(product, [component], _vast(component)))
        elif board:
            findings.append(omission(product, [component], "there is room for one board", "Export it for itself."))
        else:
            board = component
    return board, findings


def _room_for(wide: float, high: float, most: float) -> float:
    """The largest scale at which something is no wider than that, and no higher than there is room for."""
    return min(most / wide, (HIGH - _HAND - _GAP - _EDGE - ABOVE - BUTTON) / high)


def _vast(component: Component) -> str:
    wide, high = component.size
    return f"{wide:.0f} x {high:.0f} mm are too much for a table that shows all things at one scale"


def _tallest(piles: Sequence[Pile]) -> float:
    """The height in millimetres of the tallest card that is held in a hand; 0 without any."""
    return max((pile.first.size[1] for pile in piles if pile.in_hand), default=0.0)


def _hand_high(piles: Sequence[Pile], scale: float) -> int:
    return max(_HAND, round(_tallest(piles) * scale) + _DROP)


def most_scale(board: Component | None, piles: Sequence[Pile]) -> float:
    """The scale above which things are too large, though they fit: a card for the hand; without a board, which has all
    the room that it can have, things larger than in truth, or that take half of the table once they lie on it."""
    tallest = _tallest(piles)
    card = _HELD / tallest if tallest else math.inf
    if board:
        return min(card, _BESIDE / board.size[0], (HIGH - _HAND - _GAP - _EDGE) / board.size[1])
    area = sum(pile.product.count * math.prod(pile.first.size) for pile in piles)
    return min(card, _TRUE, max(_USUAL, math.sqrt(WIDE * (HIGH - _HAND) / 2 / max(area, 1.0))))


def fits_at(scale: float, board: Component | None, piles: Sequence[Pile]) -> bool:
    """Whether the board and all piles have room at a scale."""
    spot, spots = _spots_at(scale, board, piles)
    floor = HIGH - _hand_high(piles, scale) - _GAP
    return None not in spots and (spot is None or (spot.w <= _BESIDE and spot.y + spot.h <= floor))


def _spots_at(
    scale: float, board: Component | None, piles: Sequence[Pile]
) -> tuple[RoomSpot | None, list[RoomSpot | None]]:
    """Where the board and the cards of piles lie at a scale: right of the board and below it; None without room."""
    floor, right = HIGH - _hand_high(piles, scale) - _GAP, WIDE - _EDGE
    if board is None:
        return None, _row_spots(piles, scale, [(_EDGE, _EDGE, right, floor)])
    spot = RoomSpot(_EDGE, _EDGE, *_pixel_size(board, scale))
    beside, below = spot.x + spot.w + _GAP, spot.y + spot.h + _GAP
    return spot, _row_spots(piles, scale, [(beside, _EDGE, right, floor), (_EDGE, below, beside - _GAP, floor)])


def _pixel_size(component: Component, scale: float) -> tuple[int, int]:
    wide, high = component.size
    return max(1, round(wide * scale)), max(1, round(high * scale))


def _row_spots(
    piles: Sequence[Pile], scale: float, rooms: Sequence[tuple[int, int, int, int]]
) -> list[RoomSpot | None]:
    """The spots of the cards of piles in rows, the highest first, in rooms of a left, top, right and bottom."""
    sizes = [_pixel_size(pile.first, scale) for pile in piles]
    spots: list[RoomSpot | None] = [None] * len(piles)
    rows: list[list[int]] = []  # Of each: its top and bottom, where what comes next begins, and where it ends.
    tops = [top for _, top, _, _ in rooms]
    for number in sorted(range(len(piles)), key=lambda number: -sizes[number][1]):
        (wide, high), pile = sizes[number], piles[number]
        span = pile.span(wide)
        down = ABOVE + high + 2 * MARGIN + (BUTTON + MARGIN if pile.has_button else 0)
        row = next((row for row in rows if row[2] + span <= row[3] and down <= row[1] - row[0]), None)
        if row is None:
            free = (at for at, (left, _, right, foot) in enumerate(rooms)
                    if tops[at] + down <= foot and left + span <= right)  # fmt: skip
            if (at := next(free, None)) is None:
                continue
            row = [tops[at], tops[at] + down, rooms[at][0], rooms[at][2]]
            tops[at] += down + MARGIN
            rows.append(row)
        spots[number] = RoomSpot(row[2] + (span - wide) // 2, row[0] + ABOVE + MARGIN, wide, high)
        row[2] += span + _GAP
    return spots


def draw_images(room: RoomLayout, most: int, progress: Progress) -> dict[str, bytes]:
    """The pictures by their names, each of fewer than `most` bytes.

    What is cut to a shape is PNG and can be seen through around that; the rest are JPEG.
    """
    jobs = {file: (face, pile.spot, pile.enlargement) for pile in room.piles for file, face in pile.images.items()}
    if room.board:
        jobs[room.board_file] = FaceImage("", room.board[0], "front"), room.board[1], _SHARP
    files: dict[str, bytes] = {}
    for clear in (False, True):
        some = {file: job for file, job in jobs.items() if bool(job[0].component.piece.cut) is clear}
        rasters = [_raster(*job, clear) for job in some.values()]
        images = picture_files(rasters, partial(light, most=most), progress, "drawing pictures", clear)
        files |= zip(some, images, strict=True)
    return {file: files[file] for file in jobs}


def _suffix(component: Component) -> str:
    return ".png" if component.piece.cut else ".jpg"


def _raster(face: FaceImage, spot: RoomSpot, sharp: float, cut: bool) -> RasterJob:
    times = min(max(sharp, _SHARP, _FEWEST / min(spot.w, spot.h)), _MOST / max(spot.w, spot.h))
    return RasterJob(face_drawing(face, cut=cut), max(1, round(spot.w * times)), max(1, round(spot.h * times)))
