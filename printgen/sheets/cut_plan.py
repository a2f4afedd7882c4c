"""The straight cuts that separate the pieces on a sheet, in an order that rarely moves a cutter's stop."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from printgen.base.names import in_print
from printgen.base.units import Box, Matrix, mm, to_mm
from printgen.drawing.extent import transform_box
from printgen.drawing.outlines import bounds, rectangle
from printgen.drawing.pieces import Piece

_NEAR = mm(0.05)
"""What is narrower than this cannot be cut off, in points."""


class CutLine(NamedTuple):
    """A cut on the page: its place, and its ends along it, in points."""

    at: float
    low: float
    high: float


class NumberedCut(NamedTuple):
    """A numbered cut through one or several parts of a stack, which lie on each other or are cut one by one.

    An `upright` cut runs down the page. `stop` is its distance from the edge before it, in points; None if the mark
    says where to cut. The number is 0 while the order of cuts is open.
    """

    upright: bool
    stop: float | None
    lines: tuple[CutLine, ...]
    number: int = 0


class StopRun(NamedTuple):
    """Consecutive cuts with the same stop: the first and the last of them, and the stop."""

    first: int
    last: int
    stop: float | None


class CutPlan(NamedTuple):
    """The cuts of a `region` with these cells; pieces that no straight cut separates are cut `by_hand`, or punched."""

    region: Box
    cells: tuple[Box, ...]
    cuts: tuple[NumberedCut, ...]
    by_hand: tuple[Box, ...]

    @property
    def settings(self) -> tuple[StopRun, ...]:
        """The cuts by setting of the stop, in order."""
        runs = (tuple(run) for _, run in groupby(self.cuts, lambda cut: format_stop(cut.stop)))
        return tuple(StopRun(run[0].number, run[-1].number, run[0].stop) for run in runs)


def format_stop(stop: float | None) -> str:
    """A stop in millimetres, for reading; "" for None."""
    return "" if stop is None else in_print(f"{round(to_mm(stop), 2):g}")


class _Item(NamedTuple):
    """A piece; an `odd` one has an outline that straight cuts cannot make."""

    box: Box
    odd: bool


class _Part(NamedTuple):
    """A part of a sheet, and the pieces on it."""

    box: Box
    items: tuple[_Item, ...]

    def kind(self) -> frozenset[tuple[float, ...]]:
        """The places of its pieces from its left and its top: parts with the same places are cut together."""
        x, y = self.box.x, self.box.y
        return frozenset((*(round(n, 1) for n in box.moved(-x, -y)), odd) for box, odd in self.items)


class _Branch(NamedTuple):
    """Consecutive cuts, and the branches that may follow in any order."""

    tasks: tuple[NumberedCut, ...] = ()
    then: tuple[_Branch, ...] = ()
    by_hand: tuple[Box, ...] = ()

    def all_by_hand(self) -> Iterator[Box]:
        """The pieces cut by hand, here and in all later branches."""
        yield from self.by_hand
        for branch in self.then:
            yield from branch.all_by_hand()


def plan_cuts(region: Box, pieces: Iterable[Box], odd: Iterable[Box] = ()) -> CutPlan:
    """The cuts with the fewest settings of the stop found; none crosses `odd` pieces, such as round ones."""
    items = (*(_Item(box, False) for box in pieces), *(_Item(box, True) for box in odd))
    branch = _divide((_Part(region, items),)) if items else _Branch()
    cuts = tuple(cut._replace(number=number) for number, cut in enumerate(_order_cuts(branch), 1))
    by_hand = frozenset(branch.all_by_hand())
    return CutPlan(region, tuple(item.box for item in items), cuts, tuple(i.box for i in items if i.box in by_hand))


def _divide(parts: Sequence[_Part]) -> _Branch:
    """The cuts of parts that are cut together: each has pieces only at places where the first has some, too."""
    if all(item.odd for item in parts[0].items):
        return _Branch(by_hand=_boxes(parts))
    leading, parts = _trim_edges(parts)
    if len(parts[0].items) == 1:
        ((box, _),) = parts[0].items
        down = _trim(parts, False, box.h)
        across = _trim([_divide_at(part, False, box.h)[0] for part in parts], True, box.w)
        return _Branch((*leading, *(task for task in (down, across) if task.lines)))
    branches = [branch for upright in (False, True) if (branch := _strip(parts, upright))]
    if not branches:
        return _Branch(leading, by_hand=_boxes(parts))
    best = min(branches, key=_cost)
    return best._replace(tasks=(*leading, *best.tasks))


def _boxes(parts: Iterable[_Part]) -> tuple[Box, ...]:
    return tuple(item.box for part in parts for item in part.items)


def _cost(branch: _Branch) -> tuple[int, int, int]:
    """The cost, compared in this order: pieces cut by hand, settings of the stop, cuts."""
    tasks = _order_cuts(branch)
    return len([*branch.all_by_hand()]), len([*groupby(tasks, lambda task: format_stop(task.stop))]), len(tasks)


def _order_cuts(branch: _Branch) -> list[NumberedCut]:
    """All cuts in an order that keeps the stop in place as long as possible."""
    tasks: list[NumberedCut] = []
    # Branches that are ready, each with the number of its next task.
    ready = [(branch, 0)]
    while ready:
        stop = tasks[-1].stop if tasks else None
        i = next((i for i, (b, n) in enumerate(ready) if n < len(b.tasks) and _is_same(b.tasks[n].stop, stop)), 0)
        current, n = ready.pop(i)
        if n < len(current.tasks):
            tasks.append(current.tasks[n])
            ready.insert(i, (current, n + 1))
        else:
            ready[i:i] = [(after, 0) for after in current.then]
    return tasks


def _is_same(stop: float | None, other: float | None) -> bool:
    return format_stop(stop) == format_stop(other)


def _span(box: Box, upright: bool) -> tuple[float, float]:
    return (box.x, box.right) if upright else (box.y, box.bottom)


def _slice(box: Box, upright: bool, low: float, high: float) -> Box:
    return Box(low, box.y, high - low, box.h) if upright else Box(box.x, low, box.w, high - low)


def _line(box: Box, upright: bool, at: float) -> CutLine:
    return CutLine(at, *_span(box, not upright))


def _trim_edges(parts: Sequence[_Part]) -> tuple[tuple[NumberedCut, ...], Sequence[_Part]]:
    """Trims at the marks that give parts straight edges at the top and left, where they lack them."""
    tasks: list[NumberedCut] = []
    for upright in (False, True):
        waste = min(_span(item.box, upright)[0] for item in parts[0].items) - _span(parts[0].box, upright)[0]
        if waste > _NEAR:
            tasks.append(_trim(parts, upright, waste)._replace(stop=None))
            parts = [_divide_at(part, upright, waste)[1] for part in parts]
    return tuple(tasks), parts


def _trim(parts: Iterable[_Part], upright: bool, length: float) -> NumberedCut:
    """The cut that keeps a length of parts from their straight edges; without lines if nothing is beyond."""
    lines = []
    for box in (part.box for part in parts):
        low, high = _span(box, upright)
        if high - low - length > _NEAR:
            lines.append(_line(box, upright, low + length))
    return NumberedCut(upright, length, tuple(lines))


def _strip(parts: Sequence[_Part], upright: bool) -> _Branch | None:
    """Parts cut into strips from a straight edge on, and the strips into pieces; None if no cut goes through."""
    blocks = _blocks(parts[0], upright)
    if len(blocks) < 2:
        return None
    pitches = [following[0] - block[0] for block, following in pairwise(blocks)]
    tasks, strips, uncut = [], list[tuple[_Part, float]](), list(parts)
    for pitch, (low, high) in zip(pitches, blocks, strict=False):
        tasks.append(_trim(uncut, upright, pitch))
        cut = [_divide_at(part, upright, pitch) for part in uncut]
        strips += ((strip, high - low) for strip, _ in cut if strip.items)
        uncut = [rest for _, rest in cut if rest.items]
    strips += ((part, blocks[-1][1] - blocks[-1][0]) for part in uncut)
    ready = [part for part, _ in strips]
    # What is still to be trimmed with the stop as it is comes first.
    widths = sorted({round(width, 3): width for _, width in strips}.values(), key=lambda w: not _is_same(w, pitch))
    for width in widths:
        chosen = [i for i, (_, own) in enumerate(strips) if abs(own - width) < _NEAR]
        task = _trim((ready[i] for i in chosen), upright, width)
        if task.lines:
            tasks.append(task)
        for i in chosen:
            low = _span(ready[i].box, upright)[0]
            ready[i] = ready[i]._replace(box=_slice(ready[i].box, upright, low, low + width))
    return _Branch(tuple(tasks), tuple(_divide(group) for group in _group_alike(ready)))


def _group_alike(parts: Iterable[_Part]) -> Iterable[list[_Part]]:
    """Parts that are cut together: complete ones first, and with them those that lack some pieces."""
    kinds: dict[frozenset[tuple[float, ...]], list[_Part]] = {}
    for part in sorted(parts, key=lambda part: -len(part.items)):
        own_kind = part.kind()
        kinds.setdefault(next((kind for kind in kinds if own_kind <= kind), own_kind), []).append(part)
    return kinds.values()


def _blocks(part: _Part, upright: bool) -> list[tuple[float, float]]:
    """The intervals with pieces, between which cuts go through."""
    blocks: list[tuple[float, float]] = []
    for low, high in sorted(_span(item.box, upright) for item in part.items):
        if blocks and low < blocks[-1][1] - _NEAR:
            blocks[-1] = blocks[-1][0], max(blocks[-1][1], high)
        else:
            blocks.append((low, high))
    return blocks


def _divide_at(part: _Part, upright: bool, length: float) -> tuple[_Part, _Part]:
    """The two parts after a cut: from the straight edge up to a length, and beyond."""
    low, high = _span(part.box, upright)
    at = min(low + length, high)  # Where no gutter is left behind the last pieces, nothing is cut off.
    before = tuple(item for item in part.items if _span(item.box, upright)[0] < at - _NEAR)
    beyond = tuple(item for item in part.items if _span(item.box, upright)[0] >= at - _NEAR)
    box = part.box
    return _Part(_slice(box, upright, low, at), before), _Part(_slice(box, upright, at, high), beyond)


def cell_of(piece: Piece, at: Matrix) -> Box:
    """The box of a piece as cut, placed on a page by a matrix."""
    return transform_box(bounds(piece.cut) if piece.cut else Box(0, 0, piece.front.width, piece.front.height), at)


def plan_sheet_cuts(placed: Iterable[tuple[Piece, Matrix]], page: tuple[float, float], fold: float) -> CutPlan:
    """The plan for pieces placed on a page by matrices; a sheet with a `fold` is cut when folded."""
    pieces, odd = list[Box](), list[Box]()
    for piece, at in placed:
        (odd if _is_odd(piece) else pieces).append(cell_of(piece, at))
    return plan_cuts(Box(0, 0, page[0] / 2 if fold else page[0], page[1]), pieces, odd)


def _is_odd(piece: Piece) -> bool:
    """Whether a piece needs more than four straight cuts along the edges of its cell."""
    return piece.cut is not None and {*piece.cut} != {*rectangle(bounds(piece.cut))}
