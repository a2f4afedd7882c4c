"""Posters and map sheets of boards, with their titles and legends, and the joints between a poster's pages."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, NamedTuple

from printgen.base.errors import Finding, PrintgenError
from printgen.base.limits import metered
from printgen.base.names import in_print
from printgen.base.units import PT_PER_IN, Box, chain, mm, scale, to_mm, translate
from printgen.drawing.model import Drawing, Group, Item, Outline, Place
from printgen.drawing.pieces import Piece, Spaces
from printgen.kinds.board.plan import Score
from printgen.kinds.composition import Order
from printgen.kinds.face_rendering import Picture, face_picture, fill_face
from printgen.sheets.sheet import SheetOptions, paper, sheet_words
from printgen.sheets.tile import plan_tiling
from printgen.sheets.tile_plan import Seam, TilePlan

TICKS = 10
"""How many ticks an even board has."""


def score_values(number: int, seed: int | None, score: Score, form: str, points: float = 1.0) -> dict[str, Any]:
    """The values of a face of a map sheet: the board's number, its seed and its score; a tick is so many `points`."""
    return {
        "number": number,
        "seed": "" if seed is None else str(seed),
        "total": format(score.total, form),
        "ticks": list(range(max(0, round(TICKS - score.total / points)))),
        "parts": [sentence for sentence, _ in score.parts],
    }


def map_sheet(
    order: Order, face: str, values: Mapping[str, Any], board: Picture, legend: Picture, title: str = ""
) -> Piece:
    """A page with a board and its legend in the slots of a face; its title is the number of the board and its seed."""
    title = title or f"Board {values['number']}" + (f" (seed {values['seed']})" if values["seed"] else "")
    pictures = {"board": board, "legend": legend}
    drawn = fill_face(order, face, {"game": order.game.title, "words": words_of(order), **values}, pictures)
    return Piece(title, drawn, page=True, role="page")


def words_of(order: Order) -> Mapping[str, str]:
    """The words of map sheets, in the language of the game."""
    return sheet_words(order.library).boards


def seams_of(order: Order, name: str, size: tuple[float, float], cut: Outline | None = None) -> tuple[Seam, ...]:
    """The overlaps of pages on a piece of a size, in points; none without paper, or on paper that is too small."""
    if not order.paper:
        return ()
    try:
        # A plan of too many pages stops early, as it does when the piece is put on sheets.
        with metered():
            return plan_pages(order, name, size, cut).seams
    except PrintgenError:
        # The layout on sheets reports the mistakes.
        return ()


def plan_pages(order: Order, name: str, size: tuple[float, float], cut: Outline | None = None) -> TilePlan:
    """The pages of the order's paper for a piece. PrintgenError for too many, or when it cannot be tiled."""
    options = SheetOptions(margin=order.margin, join=order.join, where=order.product.size_where, library=order.library)
    return plan_tiling(Piece(name, Drawing(*size), cut=cut), paper(order.paper, order.library), options).plan


def way_off(box: Box, joints: Iterable[Box]) -> tuple[float, float]:
    """The shortest move of a box to the right or left, and down, after which no joint crosses it."""
    right = down = 0.0
    for joint in joints:
        beside = joint.right <= box.x or joint.x >= box.right
        if beside or joint.bottom <= box.y or joint.y >= box.bottom:
            continue
        if joint.h:
            right = min(joint.x - box.x, joint.x - box.right, key=abs)
        else:
            down = joint.y - box.y
    return right, down


BLEED = mm(3.2)
"""How far a poster goes on beyond its edges, in points."""

# A board of the usual length has title and legend at scale 1, a longer one at a larger scale. Scales are counted in
# steps of a twentieth, from the smallest that can be read to the largest.
_USUAL, _LARGEST, _SMALLEST, _STEP = mm(420), 32, 16, 20
# The heights of head and foot, what surrounds the legend, and the width of a frame around the board, or of a slim one.
_HEAD, _FOOT, _PAD, _FRAME, _SLIM = mm(20), mm(13), mm(6), mm(9), mm(5)
# The width and height of an entry of the legend, the gaps beside and below it, and the height of a headline.
_ENTRY, _ROW, _GAP, _BELOW, _HEADLINE = mm(56), mm(17), mm(4), mm(3), mm(9)
_NARROW = mm(190)  # head and foot need so much room
_LABEL = mm(13)  # so much stays free on two sides for the label of the sheet, where there is room for it
# Options that the command `board` takes, and `build` does not: words, and amounts by name.
_WISHES = ("arrangement", "fair", "rows", "columns")
_AMOUNTS = ("terrains", "grounds", "features")
_SLACK = 0.01  # lengths that differ by less, in points, are the same


class Chapter(NamedTuple):
    """A part of a legend: its headline, and the values of the face of each entry."""

    headline: str
    entries: Sequence[Mapping[str, Any]]


class PosterLayout(NamedTuple):
    """The places of all parts of a poster, in points, and its scale; a `flush` board bleeds over one or both sides."""

    scale: float
    width: float
    height: float
    board: Box
    legend: Box
    columns: int
    flush: bool


def layout_of(
    order: Order, size: tuple[float, float], chapters: Sequence[Chapter], flush: bool, on: str = ""
) -> PosterLayout | None:
    """The layout of a board on the order's paper, or `on` another; None for no room. A `flush` one has no frame."""
    if not (on or order.paper):
        return None
    sheet, edge = paper(on or order.paper, order.library), max(order.margin, BLEED)
    room = [sheet.width - 2 * edge, sheet.height - 2 * edge]
    if min(size) > min(room) + _SLACK or max(size) > max(room) + _SLACK:
        return None
    counts = [len(chapter.entries) for chapter in chapters if chapter.entries]
    largest = min(_LARGEST, max(_SMALLEST, round(_STEP * max(size) / _USUAL)))
    frames = (_FRAME, 0.0) if flush else (_FRAME, _SLIM)
    for label, k in product((_LABEL, 0.0), (n / _STEP for n in range(largest, _SMALLEST - 1, -1))):
        fitting = (
            layout
            for frame, beside in product(frames, (False, True))
            for layout in _layouts(size, counts, k, frame * k, beside)
            if _fits(layout, room, label)
        )
        best = min(fitting, key=lambda layout: (layout.flush, layout.width * layout.height), default=None)
        if best:
            return best
    return None


def _fits(layout: PosterLayout, room: Sequence[float], label: float) -> bool:
    """Whether a poster fits a room, turned or not, with a label above or beside it."""
    rooms = (room, room[::-1])
    spare = [(wide - layout.width + _SLACK, high - layout.height + _SLACK) for wide, high in rooms]
    return any(min(sides) >= 0 and max(sides) >= label for sides in spare)


def _layouts(
    size: tuple[float, float], counts: Sequence[int], k: float, frame: float, beside: bool
) -> Iterator[PosterLayout]:
    """Posters with letters at a scale, with the legend beside the board or below it."""
    (wide, high), top = size, _HEAD * k + frame
    flush = not frame and (beside or wide >= _NARROW)
    if not frame and not flush:
        return  # Beside it there is room for a frame.
    # What keeps the legend from its edges keeps it from the board, too.
    pad = _PAD * k
    board, apart = Box(frame, top, wide, high), max(0.0, frame - pad)
    if not beside:
        width = max(wide + 2 * frame, _NARROW)
        board = board.moved((width - wide) / 2 - frame, 0)
        columns = max(1, int((width - 2 * pad + _GAP * k) / ((_ENTRY + _GAP) * k)))
        legend = Box(0, board.bottom + apart, width, _legend_height(counts, columns, k))
        yield PosterLayout(k, width, legend.bottom + _FOOT, board, legend, columns, flush)
        return
    for columns in (1, 2, 3):
        legend = Box(board.right + apart, top - frame + apart, columns * (_ENTRY + _GAP) * k - _GAP * k + 2 * pad, high)
        if legend.right >= _NARROW and _legend_height(counts, columns, k) <= high + 2 * pad:
            yield PosterLayout(k, legend.right + apart, board.bottom + frame + _FOOT, board, legend, columns, flush)
            return


def _shares(counts: Sequence[int], columns: int) -> list[int]:
    """The number of columns for each chapter side by side; if there are too few, each gets all of them."""
    if columns < len(counts) or not counts:
        return [columns] * len(counts)
    shares = [1] * len(counts)
    for _ in range(columns - len(counts)):
        longest = max(range(len(counts)), key=lambda n: (math.ceil(counts[n] / shares[n]), counts[n] / shares[n]))
        if shares[longest] < counts[longest]:
            shares[longest] += 1
    # No column stays empty.
    return [math.ceil(count / math.ceil(count / share)) for count, share in zip(counts, shares, strict=True)]


def _chapter_height(count: int, columns: int, several: bool, k: float) -> float:
    """The height of a chapter of the legend at a scale, with a headline where there are several."""
    rows = math.ceil(count / columns)
    return k * ((_HEADLINE if several else 0.0) + rows * (_ROW + _BELOW) - _BELOW)


def _legend_height(counts: Sequence[int], columns: int, k: float) -> float:
    """The height of a legend whose chapters have so many entries, in columns, at a scale."""
    shares, several = _shares(counts, columns), len(counts) > 1
    heights = [_chapter_height(count, share, several, k) for count, share in zip(counts, shares, strict=True)]
    if not heights:
        return 0.0
    whole = max(heights) if columns >= len(counts) else sum(heights) + _GAP * k * (len(heights) - 1)
    return whole + 2 * _PAD * k


class BoardOnPaper(NamedTuple):
    """A board for a poster: its size in points, its legend, the values of the poster's head, and its spaces.

    A board that may lie `flush` with the edges of a poster needs no frame. One with a `cut` is cut along it when it is
    printed without title and legend.
    """

    size: tuple[float, float]
    chapters: Sequence[Chapter]
    values: Mapping[str, Any]
    spaces: Spaces
    flush: bool = False
    cut: Outline | None = None


def compose_poster(
    order: Order, board: BoardOnPaper, layout: PosterLayout | None, titled: bool, items: Sequence[Item]
) -> tuple[Piece, tuple[Finding, ...]]:
    """The board, whose `items` begin at (0, 0), in a layout; else alone, with a note if it should be `titled`."""
    title = order.product.title
    if layout is None:
        findings = tuple(_no_legend(order, board.size, board.chapters, board.flush)) if titled else ()
        drawn = Drawing(*board.size, tuple(items))
        return Piece(title, drawn, cut=board.cut, role="board", spaces=board.spaces), findings
    k, (wide, high), place = layout.scale, (layout.width, layout.height), layout.board
    values = {"title": title, **board.values}
    shared = {"game": order.game.title, "words": words_of(order), "bleed": to_mm(BLEED) / k, **values}
    picture = Place(Group(tuple(items)), translate(place.x, place.y))
    size = f"{print_number(to_mm(place.w))} × {print_number(to_mm(place.h))} mm"
    size += f" · {print_number(place.w / PT_PER_IN)} × {print_number(place.h / PT_PER_IN)} in"
    again, version = _command(order, board.values["seed"]), order.game.version
    foot = {**shared, "bleed": to_mm(BLEED), "size": size, "again": again, "version": version}
    drawn = Drawing(wide, high, (
        *_face_items(order, "poster-ground", Box(0, 0, wide, high), k, shared),
        picture,
        *_legend(order, layout, board.chapters, shared),
        *_face_items(order, "poster-head", Box(0, 0, wide, _HEAD * k), k, shared),
        *_face_items(order, "poster-foot", Box(0, high - _FOOT, wide, _FOOT), 1.0, foot),
    ))  # fmt: skip
    spaces = board.spaces.shift(place.x, place.y)
    # Where it lies flush, it goes on for the bleed at its sides that are the poster's.
    return Piece(title, drawn, bleed=BLEED, role="board", spaces=spaces), ()


def board_joints(order: Order, size: tuple[float, float], cut: Outline | None = None) -> tuple[Box, ...]:
    """The edges of pages that overlap others, on a large board: boxes without a width, or without a height."""
    seams = seams_of(order, order.product.title, size, cut)
    return tuple(
        Box(seam.box.x, seam.box.y, *((0.0, seam.length) if seam.upright else (seam.length, 0.0))) for seam in seams
    )


def print_number(value: float) -> str:
    """A number to one decimal, as printed for people."""
    return in_print(f"{round(value, 1):g}")


def _face_items(order: Order, face: str, box: Box, k: float, values: Mapping[str, Any]) -> Iterator[Item]:
    """A face in a box, drawn at a scale."""
    drawn = tuple(face_picture(order, face, values)(box.w / k, box.h / k))
    yield Place(Group(drawn), chain(translate(box.x, box.y), scale(k)))


def _legend(
    order: Order, layout: PosterLayout, chapters: Sequence[Chapter], values: Mapping[str, Any]
) -> Iterator[Item]:
    """The entries of the legend, chapter by chapter, side by side or one below the other."""
    k, box, chapters = layout.scale, layout.legend, [chapter for chapter in chapters if chapter.entries]
    counts = [len(chapter.entries) for chapter in chapters]
    shares, beside = _shares(counts, layout.columns), layout.columns >= len(chapters)
    columns = sum(shares) if beside else layout.columns
    step = (box.w - 2 * _PAD * k + _GAP * k) / max(1, columns)
    x, y = box.x + _PAD * k, box.y + _PAD * k
    for chapter, share in zip(chapters, shares, strict=True):
        top = y
        if len(chapters) > 1:
            headline = Box(x, y, share * step - _GAP * k, _HEADLINE * k)
            yield from _face_items(order, "poster-headline", headline, k, {**values, "text": chapter.headline})
            top += _HEADLINE * k
        rows = math.ceil(len(chapter.entries) / share)
        for n, entry in enumerate(chapter.entries):
            column, row = divmod(n, rows)
            place = Box(x + column * step, top + row * (_ROW + _BELOW) * k, step - _GAP * k, _ROW * k)
            yield from _face_items(order, "poster-entry", place, k, {**values, **entry})
        if beside:
            x += share * step
        else:
            y += _chapter_height(len(chapter.entries), share, True, k) + _GAP * k


def _command(order: Order, seed: str) -> str:
    """The command that makes the poster again."""
    seed = f" --seed {seed}" if seed else ""
    look = f" --look {order.look}" if order.look else ""
    own_options = order.game.products.get(order.product.name, order.product).options
    options = order.product.options
    wished = "".join(f" --{key} {options.get(key)}" for key in _WISHES if options.get(key) != own_options.get(key))
    for key in _AMOUNTS:
        if options.get(key) != own_options.get(key) and isinstance(options.get(key), Mapping):
            for name, entry in options[key].items():
                weight = entry.get("weight", 1) if isinstance(entry, Mapping) else entry
                wished += f" --amount {name}={weight:g}"
    if (locked := options.get("locked", {})) != own_options.get("locked", {}):
        wished += "".join(f" --lock {name}={word}" for name, word in locked.items())
    command = f"printgen {'board' if wished else 'build'} {order.game.name}/{order.product.name}"
    return f"{command}{' --poster' if wished else ''}{seed}{wished} --paper {order.paper}{look}"


def _no_legend(order: Order, size: tuple[float, float], chapters: Sequence[Chapter], flush: bool) -> Iterator[Finding]:
    """A note on a board that fits the paper, while its title and legend do not."""
    if not order.paper:
        return
    sheet = paper(order.paper, order.library)
    room = [side - 2 * order.margin + _SLACK for side in sheet[1:]]
    if min(size) > min(room) or max(size) > max(room):
        return
    papers = sorted(order.library.papers, key=lambda name: math.prod(order.library.papers[name]))
    larger = next((name for name in papers if layout_of(order, size, chapters, flush, name)), "")
    message = f"{sheet.name} has no room for a title and a legend beside the board"
    hint = f"Print it on {larger}, which has" if larger else "Print it on a larger paper"
    yield Finding("info", order.product.where, message, f"{hint}, or write titled: false.", "no-legend")
