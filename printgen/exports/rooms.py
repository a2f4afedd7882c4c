"""A room of 1600 x 1000 pixels, as two virtual tables of browsers have it: where a game lies in it, and its pictures.

Both programs show the same: a board at the left, a pile for each product and size beside it, a hand at the bottom.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import NamedTuple

from printgen.base.errors import Finding
from printgen.build.stages import Progress
from printgen.exports.images import Face, drawn, faces_of
from printgen.exports.parcel import Lot, Parcel, Thing
from printgen.exports.pixels import Shot, light, picture_files
from printgen.exports.spreads import left_out, misfits, nothing_fits, stacks_of

WIDE, HIGH = 1600, 1000
MARGIN = 4
"""How far a pile reaches beyond its cards on all sides."""
COUNTERS = 4
"""So many counters of points have room beside the hand."""

_EDGE, _FLOOR, _GAP = 20, 805, 20
"""Things lie between the edges of the room and above the hand, and so far from each other."""
_LABEL, _BUTTON = 40, 38
"""What is kept free above a pile for its name, and below it for its button."""
_NARROW = 100
"""A pile is given so much room from left to right at least: its name is no wider."""
_LARGE, _SMALL = 1.6, 0.9
"""Pixels a millimetre at which things are shown: all at one scale, as large as there is room for."""
_STEPS = 7
"""So many smaller scales are tried."""
_BESIDE = 1180
"""A board is no wider, so that piles have room beside it."""
_SHARP, _BOARD_SHARP, _FEWEST, _MOST = 3, 2, 280, 2000
"""Pixels of a picture for each in the room, and of its shorter side at least, of its longer one at most."""


class Spot(NamedTuple):
    """Where something lies in the room, in pixels from its top left."""

    x: int
    y: int
    w: int
    h: int


def hand_beside(counters: int) -> Spot:
    """Where the hand is: along the bottom, and shorter with counters beside it."""
    return Spot(50, 820, 1240 if counters else 1500, 180)


def counter_at(number: int) -> Spot:
    """Where a counter is, from 0, in two rows of two; its name stands above it."""
    return Spot(1310 + 145 * (number % 2), 860 + 80 * (number // 2), 140, 44)


class Laid(NamedTuple):
    """A game in the room: its board, if there is one, stacks with the spots of their cards, and what was left out."""

    board: tuple[Lot, Thing, Spot] | None
    stacks: tuple[tuple[Lot, Spot], ...]
    findings: tuple[Finding, ...]

    @property
    def pieces(self) -> int:
        """How many things lie in the room, copies included."""
        return sum(stack.count for stack, _ in self.stacks) + bool(self.board)


def lay(parcel: Parcel, program: str, most: int = 100_000) -> Laid:
    """Find a place for everything that has one; at most so many things, copies counted, those first in the game.

    What has none is told; where nothing has one, the findings end with an error.
    """
    boards, found = [(lot, thing) for lot in parcel.of("board") for thing in lot.things], list[Finding]()
    found += misfits(parcel, "card", "tile", "token", "board")
    fits = [_room_for(*thing.size, _BESIDE) >= _SMALL for _, thing in boards]
    board = boards[fits.index(True)] if any(fits) else None
    for (lot, thing), fit in zip(boards, fits, strict=True):
        if not fit:
            found.append(left_out(lot, [thing], _vast(thing)))
        elif board and thing is not board[1]:
            found.append(left_out(lot, [thing], "there is room for one board", "Export it for itself."))
    stacks, count = list[Lot](), 0
    for stack in stacks_of(parcel, "card", "tile", "token"):
        if _room_for(*stack.things[0].size, WIDE - 2 * _EDGE) < _SMALL:
            found.append(left_out(stack, stack.things, _vast(stack.things[0])))
        elif count + stack.count > most:
            found.append(left_out(stack, stack.things, f"the table holds no more than {most} things"))
        else:
            stacks.append(stack)
            count += stack.count
    spot, placed = _placed(board[1] if board else None, stacks)
    lying = [(stack, at) for stack, at in zip(stacks, placed, strict=True) if at]
    full = [stack for stack, at in zip(stacks, placed, strict=True) if not at]
    found += (left_out(stack, stack.things, "the table is full", "Export it for itself.") for stack in full)
    if not board and not lying:
        found.append(nothing_fits(parcel, program))
    whole = (*board, spot) if board and spot else None
    return Laid(whole, tuple(lying), tuple(found))


def _room_for(wide: float, high: float, most: float) -> float:
    """The largest scale at which something is no wider than that, and no higher than there is room for."""
    return min(most / wide, (_FLOOR - _EDGE - _LABEL - _BUTTON) / high)


def _vast(thing: Thing) -> str:
    wide, high = thing.size
    return f"{wide:.0f} x {high:.0f} mm are too much for a table that shows all things at one scale"


def _placed(board: Thing | None, stacks: Sequence[Lot]) -> tuple[Spot | None, list[Spot | None]]:
    """Where the board and the stacks lie at the largest scale at which all have room; at the least, some have none."""
    spot, placed = None, list[Spot | None]()
    for step in range(_STEPS + 1):
        scale = _LARGE - (_LARGE - _SMALL) * step / _STEPS
        left = _EDGE
        if board:
            spot = Spot(_EDGE, _EDGE, *_sized(board, scale))
            left = spot.x + spot.w + _GAP
        placed = _shelved(stacks, scale, left)
        if None not in placed and (spot is None or (spot.w <= _BESIDE and spot.h <= _FLOOR - _EDGE)):
            break
    return spot, placed


def _sized(thing: Thing, scale: float) -> tuple[int, int]:
    wide, high = thing.size
    return max(1, round(wide * scale)), max(1, round(high * scale))


def _shelved(stacks: Sequence[Lot], scale: float, left: int) -> list[Spot | None]:
    """The spots of the cards of stacks in rows, right of `left`, the highest first; None where there is no room."""
    sizes = [_sized(stack.things[0], scale) for stack in stacks]
    spots: list[Spot | None] = [None] * len(stacks)
    rows: list[list[int]] = []  # Of each: its top, its height, and where what comes next begins.
    for number in sorted(range(len(stacks)), key=lambda number: -sizes[number][1]):
        wide, high = sizes[number]
        across, down = max(_NARROW, wide + 2 * MARGIN), _LABEL + high + 2 * MARGIN + _BUTTON
        row = next((row for row in rows if row[2] + across <= WIDE - _EDGE), None)
        if row is None:
            top = rows[-1][0] + rows[-1][1] if rows else _EDGE
            if top + down > _FLOOR or left + across > WIDE - _EDGE:
                continue
            row = [top, down, left]
            rows.append(row)
        spots[number] = Spot(row[2] + MARGIN, row[0] + _LABEL + MARGIN, wide, high)
        row[2] += across + _GAP
    return spots


class Pictures(NamedTuple):
    """The pictures of a game: files by name, the board's, and those of stacks by their names and numbers of things."""

    files: Mapping[str, bytes]
    board: str
    fronts: Mapping[tuple[str, int], str]
    backs: Mapping[tuple[str, int], str]


def pictures_of(laid: Laid, most: int, progress: Progress) -> Pictures:
    """Draw everything, each file of fewer than `most` bytes. What has no back has its front there.

    Things that are cut to a shape are PNG and can be seen through around that; the rest are JPEG.
    """
    jobs: list[tuple[str, Face, Spot, int]] = []
    fronts, backs = dict[tuple[str, int], str](), dict[tuple[str, int], str]()
    for stack, spot in laid.stacks:
        faces, behind = faces_of(stack, "")
        for face in faces:
            name = f"{stack.name}-{face.file}{_suffix(face.thing)}"
            jobs.append((name, face, spot, _SHARP))
            if face.side == "front":
                fronts[stack.name, face.thing.number] = name
        named = {face.file: _suffix(face.thing) for face in faces}
        backs |= {(stack.name, number): f"{stack.name}-{file}{named[file]}" for number, file in behind.items()}
    name = ""
    if laid.board:
        lot, thing, spot = laid.board
        name = f"{lot.name}{_suffix(thing)}"
        jobs.append((name, Face("", thing, "front"), spot, _BOARD_SHARP))
    return Pictures(_files(jobs, most, progress), name, fronts, {**fronts, **backs})


def _suffix(thing: Thing) -> str:
    return ".png" if thing.piece.cut else ".jpg"


def _files(jobs: Sequence[tuple[str, Face, Spot, int]], most: int, progress: Progress) -> dict[str, bytes]:
    files: dict[str, bytes] = {}
    for clear in (False, True):
        some = [job for job in jobs if bool(job[1].thing.piece.cut) is clear]
        shots = [_shot(face, spot, sharp, clear) for _, face, spot, sharp in some]
        drawings = picture_files(shots, partial(light, most=most), progress, "drawing pictures", clear)
        files |= zip((name for name, *_ in some), drawings, strict=True)
    return {name: files[name] for name, *_ in jobs}


def _shot(face: Face, spot: Spot, sharp: float, cut: bool) -> Shot:
    times = min(max(sharp, _FEWEST / min(spot.w, spot.h)), _MOST / max(spot.w, spot.h))
    return Shot(drawn(face, cut=cut), max(1, round(spot.w * times)), max(1, round(spot.h * times)))
