"""A room of two virtual tables of browsers: stacks of things, and where each of them lies."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import NamedTuple
from unicodedata import combining, normalize

from printgen.base.errors import Exit, Finding, Where
from printgen.build.stages import Progress
from printgen.drawing.pieces import Role
from printgen.exports.bundle import Bundle, Component, ProductExport, Severity
from printgen.exports.images import FaceImage, face_drawing, faces_of
from printgen.exports.pixels import RasterJob, light, picture_files

WHY = {
    "page": "pages to read have no place there",
    "model": "what is cut out, folded and glued has no place there",
    "board": "boards have no place there",
}
"""Why roles are left out."""


def stacks_of(bundle: Bundle, *roles: Role) -> Iterator[ProductExport]:
    """The things of some roles, a lot for each size of a product in whole millimetres, in the order of the game.

    Those after the first of a product have its name with a number: templates, templates-2. Names are never the same.
    What falls into parts once it is cut is these parts.
    """
    taken = {product.name for product in bundle.products}
    for product in (whole.apart() for whole in bundle.of(*roles)):
        sizes: dict[tuple[int, int], list[Component]] = {}
        for component in product.components:
            wide, high = component.size
            sizes.setdefault((round(wide), round(high)), []).append(component)
        for number, components in enumerate(sizes.values(), 1):
            name, title = product.name, product.title
            if number > 1:
                name, title = f"{product.name}-{number}", f"{product.title} {number}"
                while name in taken:
                    name += "-x"
                taken.add(name)
            yield product if len(sizes) == 1 else replace(product, name=name, title=title, components=tuple(components))


def omission(
    product: ProductExport, components: Iterable[Component], why: str, hint: str = "", severity: Severity = "info"
) -> Finding:  # fmt: skip
    """Tells that things of a lot, or all of its product, are not sent; a warning where their author can mend that."""
    names, name = [component.name for component in components], product.pieces.product.name
    what = f"{name} is"
    if len(names) < sum(len(piece.parts) or 1 for piece in product.pieces.pieces):
        what = f"{names[0]} and {len(names) - 1} more of {name} are" if len(names) > 1 else f"{names[0]} of {name} is"
    return product.finding(severity, f"{what} left out: {why}", hint, "left-out")


def misfits(bundle: Bundle, *roles: Role) -> Iterator[Finding]:
    """A finding for each product with things that have none of the roles."""
    for product in bundle.products:
        for role, why in WHY.items():
            components = [component for component in product.components if component.role == role]
            if components and role not in roles:
                yield omission(product, components, why)


def nothing_fits(bundle: Bundle, program: str, wanted: str = "cards, tokens or a board") -> Finding:
    """The error that ends an export of which nothing is left; `wanted` is what the program has a place for."""
    where = bundle.products[0].pieces.product.where if bundle.products else Where(bundle.label)
    message = f"nothing of {bundle.label} has a place in {program}"
    hint = f"Choose a product with {wanted}, or another format."
    return Finding("error", where, message, hint, "nothing-fits", Exit.DOES_NOT_FIT)


def search_fields(component: Component) -> dict[str, str]:
    """What people may search a thing by: name, tags, and all words on its front."""
    return {"label": component.name, "tags": " ".join(component.tags), "words": " ".join(component.words)}


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
"""How large a thing is shown that somebody points at: in pixels, in times, and at most so many pixels a millimetre."""
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


class RoomLayout(NamedTuple):
    """A game in the room, at `scale` pixels a millimetre: its board, if there is one, stacks with the spots of their
    cards, the hand, and what was left out."""

    board: tuple[ProductExport, Component, RoomSpot] | None
    stacks: tuple[tuple[ProductExport, RoomSpot], ...]
    findings: tuple[Finding, ...]
    scale: float
    hand: RoomSpot

    @property
    def pieces(self) -> int:
        """How many things lie in the room, copies included."""
        return sum(stack.count for stack, _ in self.stacks) + bool(self.board)


def hand_beside(counters: int, high: int = _HAND) -> RoomSpot:
    """Where a hand so high is: along the bottom, and shorter with counters beside it."""
    return RoomSpot(50, HIGH - high, 1240 if counters else 1500, high)


def counter_at(number: int) -> RoomSpot:
    """Where a counter is, from 0, in two rows of two; its name stands above it."""
    return RoomSpot(1310 + 145 * (number % 2), 860 + 80 * (number // 2), 140, 44)


def has_button(stack: ProductExport) -> bool:
    """Whether a button below a pile shuffles it: that of several cards, not of tokens and mats."""
    return _is_held(stack.components[0]) and stack.count > 1


def _is_held(component: Component) -> bool:
    """Whether it is a card that people hold in their hand."""
    return component.role == "card" and max(component.size) <= _LONGEST_HELD


def across(stack: ProductExport, wide: int, button: int) -> int:
    """How wide a pile with its name and its button is, where its cards and its button are so wide, in pixels."""
    return max(_NARROW, wide + 2 * MARGIN, button if has_button(stack) else 0, letters_wide(name_of(stack)))


def name_of(stack: ProductExport) -> str:
    """What stands above a pile, on one line."""
    name = " ".join(stack.title.split())
    while letters_wide(name) > _LONGEST_NAME:
        name = name.removesuffix("…")[:-1].rstrip() + "…"
    return name


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


def enlargement(stack: ProductExport, spot: RoomSpot) -> float:
    """How many times as large a stack's things are shown that somebody points at, so that they can be read.

    1 is what is large as it lies there; cards are always shown larger.
    """
    wide, high = stack.components[0].size
    times = min(_WIDE_ENLARGED / spot.w, _HIGH_ENLARGED / spot.h, _FINEST * max(wide, high) / max(spot.w, spot.h))
    return round(max(times, _LEAST_ENLARGED if stack.components[0].role == "card" else 1), 1)


def lay(bundle: Bundle, program: str, most: int = 100_000, counters: int = 0, button: int = _NARROW) -> RoomLayout:
    """Find a place for everything that has one; at most so many things, copies counted, those first in the game.

    What has none is told; where nothing has one, the findings end with an error. `button` is how wide buttons below
    piles are, `counters` how many counters of points are beside the hand.
    """
    boards, found = (
        [(product, component) for product in bundle.of("board") for component in product.components],
        list[Finding](),
    )
    found += misfits(bundle, "card", "tile", "token", "board")
    fits = [_room_for(*component.size, _BESIDE) >= _SMALL for _, component in boards]
    board = boards[fits.index(True)] if any(fits) else None
    for (product, component), fit in zip(boards, fits, strict=True):
        if not fit:
            found.append(omission(product, [component], _vast(component)))
        elif board and component is not board[1]:
            found.append(omission(product, [component], "there is room for one board", "Export it for itself."))
    stacks, count = list[ProductExport](), 0
    for stack in stacks_of(bundle, "card", "tile", "token"):
        if _room_for(*stack.components[0].size, WIDE - 2 * _EDGE) < _SMALL:
            found.append(omission(stack, stack.components, _vast(stack.components[0])))
        elif count + stack.count > most:
            found.append(omission(stack, stack.components, f"the table holds no more than {most} things"))
        else:
            stacks.append(stack)
            count += stack.count
    scale = _largest_scale(board[1] if board else None, stacks, button)
    spot, placed = spots_at(scale, board[1] if board else None, stacks, button)
    lying = [(stack, at) for stack, at in zip(stacks, placed, strict=True) if at]
    full = [stack for stack, at in zip(stacks, placed, strict=True) if not at]
    found += (omission(stack, stack.components, "the table is full", "Export it for itself.") for stack in full)
    if not board and not lying:
        found.append(nothing_fits(bundle, program))
    whole = (*board, spot) if board and spot else None
    return RoomLayout(whole, tuple(lying), tuple(found), scale, hand_beside(counters, _hand_high(stacks, scale)))


def _room_for(wide: float, high: float, most: float) -> float:
    """The largest scale at which something is no wider than that, and no higher than there is room for."""
    return min(most / wide, (HIGH - _HAND - _GAP - _EDGE - ABOVE - BUTTON) / high)


def _vast(component: Component) -> str:
    wide, high = component.size
    return f"{wide:.0f} x {high:.0f} mm are too much for a table that shows all things at one scale"


def _tallest(stacks: Sequence[ProductExport]) -> float:
    """The height in millimetres of the tallest card that is held in a hand; 0 without any."""
    return max((stack.components[0].size[1] for stack in stacks if _is_held(stack.components[0])), default=0.0)


def _hand_high(stacks: Sequence[ProductExport], scale: float) -> int:
    return max(_HAND, round(_tallest(stacks) * scale) + _DROP)


def most_scale(board: Component | None, stacks: Sequence[ProductExport]) -> float:
    """The scale above which things are too large, though they fit: a card for the hand; without a board, which has all
    the room that it can have, things larger than in truth, or that take half of the table once they lie on it."""
    tallest = _tallest(stacks)
    held = _HELD / tallest if tallest else math.inf
    if board:
        return min(held, _BESIDE / board.size[0], (HIGH - _HAND - _GAP - _EDGE) / board.size[1])
    area = sum(stack.count * math.prod(stack.components[0].size) for stack in stacks)
    return min(held, _TRUE, max(_USUAL, math.sqrt(WIDE * (HIGH - _HAND) / 2 / max(area, 1.0))))


def _largest_scale(board: Component | None, stacks: Sequence[ProductExport], button: int) -> float:
    """The largest scale at which all has room; the smallest where some has none at any."""
    scale = max(_SMALL, most_scale(board, stacks))
    while scale > _SMALL and not fits_at(scale, board, stacks, button):
        scale = max(_SMALL, scale * _STEP)
    return scale


def fits_at(scale: float, board: Component | None, stacks: Sequence[ProductExport], button: int) -> bool:
    """Whether the board and all stacks have room at a scale."""
    spot, placed = spots_at(scale, board, stacks, button)
    floor = HIGH - _hand_high(stacks, scale) - _GAP
    return None not in placed and (spot is None or (spot.w <= _BESIDE and spot.y + spot.h <= floor))


def spots_at(
    scale: float, board: Component | None, stacks: Sequence[ProductExport], button: int
) -> tuple[RoomSpot | None, list[RoomSpot | None]]:
    """Where the board and the cards of stacks lie at a scale: right of the board and below it; None without room."""
    floor, right = HIGH - _hand_high(stacks, scale) - _GAP, WIDE - _EDGE
    if board is None:
        return None, _row_spots(stacks, scale, button, [(_EDGE, _EDGE, right, floor)])
    spot = RoomSpot(_EDGE, _EDGE, *_pixel_size(board, scale))
    beside, below = spot.x + spot.w + _GAP, spot.y + spot.h + _GAP
    return spot, _row_spots(
        stacks, scale, button, [(beside, _EDGE, right, floor), (_EDGE, below, beside - _GAP, floor)]
    )


def _pixel_size(component: Component, scale: float) -> tuple[int, int]:
    wide, high = component.size
    return max(1, round(wide * scale)), max(1, round(high * scale))


def _row_spots(
    stacks: Sequence[ProductExport], scale: float, button: int, rooms: Sequence[tuple[int, int, int, int]]
) -> list[RoomSpot | None]:
    """The spots of the cards of stacks in rows, the highest first, in rooms of a left, top, right and bottom."""
    sizes = [_pixel_size(stack.components[0], scale) for stack in stacks]
    spots: list[RoomSpot | None] = [None] * len(stacks)
    rows: list[list[int]] = []  # Of each: its top and bottom, where what comes next begins, and where it ends.
    tops = [top for _, top, _, _ in rooms]
    for number in sorted(range(len(stacks)), key=lambda number: -sizes[number][1]):
        (wide, high), stack = sizes[number], stacks[number]
        span = across(stack, wide, button)
        down = ABOVE + high + 2 * MARGIN + (BUTTON + MARGIN if has_button(stack) else 0)
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


class RoomImages(NamedTuple):
    """The pictures of a game: files by name, the board's, and those of stacks by their names and numbers of things."""

    files: Mapping[str, bytes]
    board: str
    fronts: Mapping[tuple[str, int], str]
    backs: Mapping[tuple[str, int], str]


def pictures_of(laid: RoomLayout, most: int, progress: Progress) -> RoomImages:
    """Draw everything, each file of fewer than `most` bytes. What has no back has its front there.

    Things that are cut to a shape are PNG and can be seen through around that; the rest are JPEG.
    """
    jobs: list[tuple[str, FaceImage, RoomSpot, float]] = []
    fronts, backs = dict[tuple[str, int], str](), dict[tuple[str, int], str]()
    for stack, spot in laid.stacks:
        faces, behind = faces_of(stack, "")
        for face in faces:
            name = f"{stack.name}-{face.file}{_suffix(face.component)}"
            jobs.append((name, face, spot, enlargement(stack, spot)))
            if face.side == "front":
                fronts[stack.name, face.component.number] = name
        named = {face.file: _suffix(face.component) for face in faces}
        backs |= {(stack.name, number): f"{stack.name}-{file}{named[file]}" for number, file in behind.items()}
    name = ""
    if laid.board:
        product, component, spot = laid.board
        name = f"{product.name}{_suffix(component)}"
        jobs.append((name, FaceImage("", component, "front"), spot, _SHARP))
    return RoomImages(_files(jobs, most, progress), name, fronts, {**fronts, **backs})


def _suffix(component: Component) -> str:
    return ".png" if component.piece.cut else ".jpg"


def _files(jobs: Sequence[tuple[str, FaceImage, RoomSpot, float]], most: int, progress: Progress) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for clear in (False, True):
        some = [job for job in jobs if bool(job[1].component.piece.cut) is clear]
        shots = [_raster(face, spot, sharp, clear) for _, face, spot, sharp in some]
        drawings = picture_files(shots, partial(light, most=most), progress, "drawing pictures", clear)
        files |= zip((name for name, *_ in some), drawings, strict=True)
    return {name: files[name] for name, *_ in jobs}


def _raster(face: FaceImage, spot: RoomSpot, sharp: float, cut: bool) -> RasterJob:
    times = min(max(sharp, _SHARP, _FEWEST / min(spot.w, spot.h)), _MOST / max(spot.w, spot.h))
    return RasterJob(face_drawing(face, cut=cut), max(1, round(spot.w * times)), max(1, round(spot.h * times)))
