"""The room of playingcards.io and of virtualtabletop.io: a board, piles of components, and their places."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import NamedTuple
from unicodedata import combining, normalize

from printgen.base import group_pairs
from printgen.base.errors import Finding
from printgen.base.progress import Progress
from printgen.exports.bundle import NO_PLACE, Bundle, Component, ProductExport
from printgen.exports.images import FaceImage, face_drawing, faces_of
from printgen.exports.pixels import RasterJob, light_file, picture_files


def _products_of_one_size(bundle: Bundle) -> Iterator[ProductExport]:
    """Cards, tiles and tokens, as a product for each size in whole millimetres, in the order of the game.

    Sizes after the first of a product add a number to its name: templates, templates-2. Names are unique. Components
    that fall apart on cutting are replaced by their parts.
    """
    names = {product.name for product in bundle.products}
    for product in (whole.apart() for whole in bundle.of("card", "tile", "token")):
        sizes = group_pairs((tuple(map(round, component.size)), component) for component in product.components)
        for number, components in enumerate(sizes.values(), 1):
            name, title = product.name, product.title
            if number > 1:
                name, title = f"{product.name}-{number}", f"{product.title} {number}"
                while name in names:
                    name += "-x"
                names.add(name)
            yield product if len(sizes) == 1 else replace(product, name=name, title=title, components=tuple(components))


# Lengths of the room are in pixels.
_ROOM_WIDTH, _ROOM_HEIGHT = 1600, 1000
MARGIN = 4
"""How far a pile reaches beyond its cards on all sides."""
MOST_COUNTERS = 4
"""So many counters of points have room beside the hand."""
_LETTER_HEIGHT = 16
"""The height of letters in both programs."""
NAME_SPACE = 38
"""The space above a pile for its name, which stays clear of the number of cards that the programs show there."""
BUTTON_HEIGHT = 32
"""The height of a button below a pile."""

_EDGE, _GAP = 20, 20
"""The distances of board and piles from the edges of the room, and from each other."""
_LEAST_HAND, _ABOVE_HELD = 180, 28
"""The least height of the hand, and how much higher it is than the cards in it."""
_MOST_HELD, _LONGEST_HELD_MM = 250, 150
"""Cards that are held in a hand are at most so many pixels high, and so many millimetres long."""
_LEAST_SPAN = 100
"""The least width of a pile with its name."""
_TRUE_SCALE, _CARD_SCALE, _LEAST_SCALE = 4.0, 1.6, 0.9
"""Pixels a millimetre: true size on most screens; a poker card as both programs have it; too small to see below."""
_SCALE_STEP = 0.97
"""The ratio of each scale that is tried to the one before."""
_WIDEST_BOARD = 1180
"""A board is no wider, so that piles have room beside it."""
_WIDEST_ENLARGED, _HIGHEST_ENLARGED, _LEAST_ENLARGED, _FINEST = 900, 700, 3, 16
"""Limits of what is enlarged under the mouse: width and height, least enlargement of a card, pixels a millimetre."""
_SHARPNESS, _LEAST_SIDE, _LONGEST_SIDE = 2, 280, 2000
"""Pictures have at least so many pixels for each in the room, and so long a shorter side; and at most this longer one.
"""
_LONGEST_NAME = 480
"""The width of a pile's name at most; a longer one is cut off, and ends with dots."""
_NARROW_LETTERS, _BROAD_LETTERS = "!'(),.:;I[]fijlrt|", "%@MWmw"


class RoomSpot(NamedTuple):
    """A box in the room, in pixels from its top left."""

    x: int
    y: int
    w: int
    h: int


_NOWHERE = RoomSpot(0, 0, 0, 0)


@dataclass(frozen=True)
class Pile:
    """Components of one size in a pile, and the spot of its cards; `button` is the width of the button below it."""

    product: ProductExport
    button: int
    spot: RoomSpot = _NOWHERE

    @property
    def name(self) -> str:
        """A lower-case word that is unique among piles."""
        return self.product.name

    @property
    def first(self) -> Component:
        """The component on top."""
        return self.product.components[0]

    @property
    def in_hand(self) -> bool:
        """Whether players hold its cards in their hand."""
        return self.first.role == "card" and max(self.first.size) <= _LONGEST_HELD_MM

    @property
    def has_button(self) -> bool:
        """Whether a button shuffles it: a pile of several cards, but not of tokens or mats."""
        return self.in_hand and self.product.count > 1

    @cached_property
    def label(self) -> str:
        """Its title on one line, cut off if it is too long."""
        label = " ".join(self.product.title.split())
        while text_width(label) > _LONGEST_NAME:
            label = label.removesuffix("…")[:-1].rstrip() + "…"
        return label

    def span(self, card_width: int) -> int:
        """Its width in pixels with its name and its button, for cards of a width."""
        button = self.button if self.has_button else 0
        return max(_LEAST_SPAN, card_width + 2 * MARGIN, button, text_width(self.label))

    @property
    def enlargement(self) -> float:
        """The scale at which a component is shown under the mouse, so that it can be read; 1 for a large one."""
        spot, longest = self.spot, max(self.first.size)
        times = min(_WIDEST_ENLARGED / spot.w, _HIGHEST_ENLARGED / spot.h, _FINEST * longest / max(spot.w, spot.h))
        return round(max(times, _LEAST_ENLARGED if self.first.role == "card" else 1), 1)

    @cached_property
    def images(self) -> Mapping[str, FaceImage]:
        """The faces of its components, by the names of their files."""
        return {f"{self.name}-{face.file}{_suffix(face.component)}": face for face in faces_of(self.product, "")[0]}

    @cached_property
    def sides(self) -> Mapping[int, tuple[str, str]]:
        """The files of the front and the back of each component, by its number; the front again without a back."""
        _, backs = faces_of(self.product, "")
        names = {face.file: name for name, face in self.images.items()}
        fronts = {face.component.number: name for name, face in self.images.items() if face.side == "front"}
        return {number: (front, names.get(backs.get(number, ""), front)) for number, front in fronts.items()}

    def cards(self) -> Iterator[tuple[Component, str]]:
        """Each copy of each component, the first on top, with a word that no other card of the room has."""
        for component in self.product.components:
            for copy in range(1, component.copies + 1):
                yield component, f"{self.name}-{component.key}-{copy}"


class RoomLayout(NamedTuple):
    """A game in the room, at `scale` pixels a millimetre: its board, if it has one, piles, the hand, and findings."""

    board: tuple[Component, RoomSpot] | None
    piles: tuple[Pile, ...]
    findings: tuple[Finding, ...]
    scale: float
    hand: RoomSpot

    @property
    def pieces(self) -> int:
        """How many components the room has, copies included."""
        return sum(pile.product.count for pile in self.piles) + bool(self.board)

    @property
    def board_file(self) -> str:
        """The file of the board's picture."""
        return f"{self.board[0].product.name}{_suffix(self.board[0])}" if self.board else ""


def search_fields(component: Component) -> dict[str, str]:
    """The texts by which a component is found: name, tags, and all words on its front."""
    return {"label": component.name, "tags": " ".join(component.tags), "words": " ".join(component.words)}


def counter_at(number: int) -> RoomSpot:
    """Where a counter is, from 0, in two rows of two; its name stands above it."""
    return RoomSpot(1310 + 145 * (number % 2), 860 + 80 * (number // 2), 140, 44)


def text_width(text: str) -> int:
    """The greatest width of a line in pixels, in the letters of both programs: those of Roboto."""
    # Widths of Roboto's letters in parts of their height, rounded up: narrow, broad, capital and other ones.
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
    return math.ceil(ems * _LETTER_HEIGHT) + 2 * MARGIN


def lay_out_room(
    bundle: Bundle, program: str, most: int = 100_000, counters: int = 0, button: int = _LEAST_SPAN
) -> RoomLayout:
    """Place the first board, and piles of at most `most` components, in the order of the game, copies counted.

    Everything left out is a finding; if nothing fits, the last one is an error. `button` is the width of buttons below
    piles, `counters` the number of counters of points beside the hand.
    """
    board, findings = _choose_board(bundle)
    piles, count = list[Pile](), 0
    for product in _products_of_one_size(bundle):
        if _largest_scale(product.components[0], _ROOM_WIDTH - 2 * _EDGE) < _LEAST_SCALE:
            findings.append(product.omission(product.components, _too_large(product.components[0])))
        elif count + product.count > most:
            findings.append(product.omission(product.components, f"the table holds no more than {most} things"))
        else:
            piles.append(Pile(product, button))
            count += product.count
    scale = max(_LEAST_SCALE, most_scale(board, piles))
    while scale > _LEAST_SCALE and not fits_at(scale, board, piles):
        scale = max(_LEAST_SCALE, scale * _SCALE_STEP)
    board_spot, spots = _spots_at(scale, board, piles)
    placed = [replace(pile, spot=spot) for pile, spot in zip(piles, spots, strict=True) if spot]
    for pile in (pile for pile, spot in zip(piles, spots, strict=True) if not spot):
        hint = "Export it for itself."
        findings.append(pile.product.omission(pile.product.components, "the table is full", hint))
    if not board and not placed:
        findings.append(bundle.nothing_fits(program))
    hand_height = _hand_height(piles, scale)
    hand = RoomSpot(50, _ROOM_HEIGHT - hand_height, 1240 if counters else 1500, hand_height)
    placed_board = (board, board_spot) if board and board_spot else None
    return RoomLayout(placed_board, tuple(placed), tuple(findings), scale, hand)


def _choose_board(bundle: Bundle) -> tuple[Component | None, list[Finding]]:
    """The first board that fits, and findings on other boards, and on components that suit no pile."""
    findings, board = list[Finding](), None
    for product in bundle.products:
        for role, reason in NO_PLACE.items():
            findings += (part.omission(part.components, reason) for part in product.only(lambda one: one.role == role))  # noqa: B023
    boards = [(product, component) for product in bundle.of("board") for component in product.components]
    for product, component in boards:
        if _largest_scale(component, _WIDEST_BOARD) < _LEAST_SCALE:
            findings.append(product.omission([component], _too_large(component)))
        elif board:
            findings.append(product.omission([component], "there is room for one board", "Export it for itself."))
        else:
            board = component
    return board, findings


def _largest_scale(component: Component, width: float) -> float:
    """The largest scale at which a component fits a width, and between the room's edge and the hand."""
    wide, high = component.size
    height = _ROOM_HEIGHT - _LEAST_HAND - _GAP - _EDGE - NAME_SPACE - BUTTON_HEIGHT
    return min(width / wide, height / high)


def _too_large(component: Component) -> str:
    wide, high = component.size
    return f"{wide:.0f} x {high:.0f} mm are too much for a table that shows all things at one scale"


def _tallest_held(piles: Sequence[Pile]) -> float:
    """The height in millimetres of the tallest card that is held in a hand; 0 without any."""
    return max((pile.first.size[1] for pile in piles if pile.in_hand), default=0.0)


def _hand_height(piles: Sequence[Pile], scale: float) -> int:
    return max(_LEAST_HAND, round(_tallest_held(piles) * scale) + _ABOVE_HELD)


def most_scale(board: Component | None, piles: Sequence[Pile]) -> float:
    """The scale above which components would be too large to play with, even where they fit.

    A card must go into a hand, and a board leave room beside it. Without a board nothing exceeds its true size, nor may
    all components together cover more than half of the table, unless cards are smaller than the programs' own.
    """
    tallest = _tallest_held(piles)
    card_scale = _MOST_HELD / tallest if tallest else math.inf
    if board:
        wide, high = board.size
        return min(card_scale, _WIDEST_BOARD / wide, (_ROOM_HEIGHT - _LEAST_HAND - _GAP - _EDGE) / high)
    area = sum(pile.product.count * math.prod(pile.first.size) for pile in piles)
    half_table = math.sqrt(_ROOM_WIDTH * (_ROOM_HEIGHT - _LEAST_HAND) / 2 / max(area, 1.0))
    return min(card_scale, _TRUE_SCALE, max(_CARD_SCALE, half_table))


def fits_at(scale: float, board: Component | None, piles: Sequence[Pile]) -> bool:
    """Whether the board and all piles fit at a scale."""
    spot, spots = _spots_at(scale, board, piles)
    floor = _ROOM_HEIGHT - _hand_height(piles, scale) - _GAP
    return None not in spots and (spot is None or (spot.w <= _WIDEST_BOARD and spot.y + spot.h <= floor))


def _spots_at(
    scale: float, board: Component | None, piles: Sequence[Pile]
) -> tuple[RoomSpot | None, list[RoomSpot | None]]:
    """The spots of the board and, right of it and below it, of the cards of piles at a scale; None if too large."""
    floor, right = _ROOM_HEIGHT - _hand_height(piles, scale) - _GAP, _ROOM_WIDTH - _EDGE
    if board is None:
        return None, _row_spots(piles, scale, [(_EDGE, _EDGE, right, floor)])
    spot = RoomSpot(_EDGE, _EDGE, *_pixel_size(board, scale))
    beside, below = spot.x + spot.w + _GAP, spot.y + spot.h + _GAP
    return spot, _row_spots(piles, scale, [(beside, _EDGE, right, floor), (_EDGE, below, beside - _GAP, floor)])


def _pixel_size(component: Component, scale: float) -> tuple[int, int]:
    wide, high = component.size
    return max(1, round(wide * scale)), max(1, round(high * scale))


@dataclass
class _Row:
    """A row of piles, in pixels; `left` is where the next pile begins, and `right` the end of the row."""

    top: int
    height: int
    left: int
    right: int


def _row_spots(
    piles: Sequence[Pile], scale: float, areas: Sequence[tuple[int, int, int, int]]
) -> list[RoomSpot | None]:
    """The spots of the cards of piles in areas of a left, top, right and bottom: first fit, by falling height."""
    sizes = [_pixel_size(pile.first, scale) for pile in piles]
    spots: list[RoomSpot | None] = [None] * len(piles)
    rows: list[_Row] = []
    tops = [top for _, top, _, _ in areas]
    for number in sorted(range(len(piles)), key=lambda number: -sizes[number][1]):
        (wide, high), pile = sizes[number], piles[number]
        span = pile.span(wide)
        height = NAME_SPACE + high + 2 * MARGIN + (BUTTON_HEIGHT + MARGIN if pile.has_button else 0)
        row = next((row for row in rows if row.left + span <= row.right and height <= row.height), None)
        if row is None:
            free = (at for at, (left, _, right, bottom) in enumerate(areas)
                    if tops[at] + height <= bottom and left + span <= right)  # fmt: skip
            if (at := next(free, None)) is None:
                continue
            left, _, right, _ = areas[at]
            row = _Row(tops[at], height, left, right)
            tops[at] += height + MARGIN
            rows.append(row)
        spots[number] = RoomSpot(row.left + (span - wide) // 2, row.top + NAME_SPACE + MARGIN, wide, high)
        row.left += span + _GAP
    return spots


def draw_images(room: RoomLayout, limit: int, progress: Progress) -> dict[str, bytes]:
    """The pictures by name, each of fewer than `limit` bytes: PNG for shaped pieces, or JPEG."""
    jobs = {file: (face, pile.spot, pile.enlargement) for pile in room.piles for file, face in pile.images.items()}
    if room.board:
        jobs[room.board_file] = FaceImage("", room.board[0], "front"), room.board[1], _SHARPNESS
    files: dict[str, bytes] = {}
    for clear in (False, True):
        alike = {file: job for file, job in jobs.items() if bool(job[0].component.piece.cut) is clear}
        rasters = [_raster(*job, clear) for job in alike.values()]
        images = picture_files(rasters, partial(light_file, limit=limit), progress, "drawing pictures", clear)
        files |= zip(alike, images, strict=True)
    return {file: files[file] for file in jobs}


def _suffix(component: Component) -> str:
    return ".png" if component.piece.cut else ".jpg"


def _raster(face: FaceImage, spot: RoomSpot, enlargement: float, cut: bool) -> RasterJob:
    """A face with enough pixels to stay sharp when it is enlarged."""
    times = min(max(enlargement, _SHARPNESS, _LEAST_SIDE / min(spot.w, spot.h)), _LONGEST_SIDE / max(spot.w, spot.h))
    return RasterJob(face_drawing(face, cut=cut), max(1, round(spot.w * times)), max(1, round(spot.h * times)))
