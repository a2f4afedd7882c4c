"""Sheets of pieces of one size in a grid: fronts, backs and marks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import accumulate, chain, cycle, islice, zip_longest
from typing import Literal, NamedTuple, TypeVar

from printgen.base.errors import Exit, Finding, PrintgenError, UsageError
from printgen.base.units import Matrix, compose, mm, to_mm
from printgen.drawing.model import Drawing, Group, Item, Path, Place
from printgen.drawing.pieces import Piece
from printgen.sheets.cut_plan import plan_sheet_cuts
from printgen.sheets.grid import CellGrid, CellSides, back_matrix, best_grid, two_block_grid
from printgen.sheets.margin_marks import MarginMarks
from printgen.sheets.marks import FOLD, MARK, crop_marks, draw_crosses, fold_line, has_crosses, rule_lines
from printgen.sheets.pages import Leaf, SheetMaker
from printgen.sheets.sheet import Paper, Sheet, SheetOptions

T = TypeVar("T")


def pile_order(pieces: Sequence[T], capacity: int) -> tuple[T, ...]:
    """Pieces in an order for sheets of `capacity` places whose stacked piles, the first on top, form the deck."""
    sheets = -(-len(pieces) // capacity)
    # The last sheet may be filled in part; the piles of its empty places are lower by one piece.
    full = len(pieces) - (sheets - 1) * capacity
    heights = [sheets if place < full else sheets - 1 for place in range(capacity)]
    ends = [0, *accumulate(heights)]
    piles = [pieces[start : start + height] for start, height in zip(ends, heights, strict=False)]
    places = chain(*zip_longest(*([(piece,) for piece in pile] for pile in piles)))
    return tuple(place[0] for place in places if place)


def skipped_places(pieces: Sequence[Piece], skip: int) -> tuple[Piece, ...]:
    """Nameless pieces that stand for empty places, each of the size of one of the first pieces."""
    first = islice(cycle(piece for piece in pieces for _ in range(piece.copies)), skip)
    return tuple(
        replace(piece, name="", front=Drawing(piece.front.width, piece.front.height), back=None, copies=1)
        for piece in first
    )


def check_skip(skip: int, places: int, piece: Piece) -> None:
    """UsageError when all of a sheet's places for a piece are skipped."""
    if skip >= places:
        message = f"skip: a sheet of '{piece.name}' has {places} places, and {skip} stay empty"
        raise UsageError(message, "Give a smaller number, or name only the products that go on the used sheet.")


_FOLD_WHITE = mm(2)  # on each side of the fold line this much stays white beyond the bleed
# One piece that is longer, such as a board, lies in the middle of its sheet. Smaller ones lie at the corner, since
# somebody may add more of them later.
_LARGE = mm(180)


class GridBatch(NamedTuple):
    """Pieces of one size with their grid, copies counted out; `bleed` is the largest of theirs, in points."""

    pieces: tuple[Piece, ...]
    grid: CellGrid
    bleed: float

    @property
    def sheets(self) -> int:
        """The number of sheets."""
        return -(-len(self.pieces) // self.grid.capacity)

    @property
    def is_read(self) -> bool:
        """Whether its sheets are for reading, and not cut."""
        return self.grid.capacity == 1 and all(piece.page for piece in self.pieces)

    def leaves(self, sheet_maker: SheetMaker, backs: bool, first: int) -> Iterator[Leaf]:
        """The sheets, numbered from `first`, each with its back page if `backs`."""
        capacity, maker = self.grid.capacity, _PageMaker(self, sheet_maker)
        for number in range(self.sheets):
            cards = self.pieces[number * capacity : (number + 1) * capacity]
            yield maker.front(cards, first + number), maker.back(cards, first + number) if backs else None


def batch_of(group: Sequence[Piece], paper: Paper, options: SheetOptions) -> GridBatch:
    """A batch of pieces of one size; PrintgenError names all of them when they are too large for the paper."""
    width, height = group[0].front.width, group[0].front.height
    bleed = max(piece.bleed for piece in group)
    fold = fold_between(group, bleed, options)
    skip = 0 if all(piece.page or piece.leaf for piece in group) else options.skip
    count = skip + sum(piece.copies for piece in group)
    grid = best_grid(paper, width, height, options.margin, options.gutter, fold)
    if grid and not fold and not any(piece.leaf for piece in group):
        # Two blocks are more to cut, and worth that only where they save paper.
        grid = min(grid, two_block_grid(grid, options.margin), key=lambda each: -(-count // each.capacity))
    if grid is None and all(piece.page for piece in group):
        # The page can be read as far as the printer prints it; `check_margins` warns of the rest.
        grid = best_grid(paper, width, height, 0.0)
    if grid is None:
        raise PrintgenError(too_large(piece, paper, fold, options) for piece in group)
    if count == 1 and not fold and max(width, height) > _LARGE:
        grid = grid._replace(columns=1, rows=1, more=(0, 0))
    pieces = tuple(piece for piece in group for _ in range(piece.copies))
    if skip and grid.capacity > 1:
        check_skip(skip, grid.capacity, group[0])
        pieces = skipped_places(group, skip) + pieces
    pieces += tuple(islice(_filling(group, options.fill), -len(pieces) % grid.capacity))
    return GridBatch(pile_order(pieces, grid.capacity) if options.stack == "piles" else pieces, grid, bleed)


def _filling(group: Sequence[Piece], fill: Iterable[Piece]) -> Iterator[Piece]:
    """Pieces of the size of a group, repeated without end; they have backs if the group has."""
    size = [round(side, 3) for side in (group[0].front.width, group[0].front.height)]
    fitting = [piece for piece in fill if [round(piece.front.width, 3), round(piece.front.height, 3)] == size]
    backed = any(piece.back for piece in group)
    return cycle(replace(piece, back=piece.back if backed else None) for piece in fitting for _ in range(piece.copies))


def _size(width: float, height: float) -> str:
    return f"{round(to_mm(width), 2):g} x {round(to_mm(height), 2):g} mm"


def papers_for(width: float, height: float, options: SheetOptions, fold: float = 0.0) -> Iterator[Paper]:
    """The papers by name that hold a piece, beside its back where there is a `fold`, the smallest first."""
    papers = sorted((w * h, Paper(name, w, h)) for name, (w, h) in options.library.papers.items())
    return (paper for _, paper in papers if best_grid(paper, width, height, options.margin, options.gutter, fold))


def fold_between(pieces: Sequence[Piece], bleed: float, options: SheetOptions) -> float:
    """The width of the strip between fronts and backs on a sheet to be folded; 0 without a fold."""
    if options.duplex == "fold" and any(piece.back for piece in pieces):
        return max(2 * (bleed + _FOLD_WHITE), options.gutter)
    return 0.0


def too_large(piece: Piece, paper: Paper, fold: float, options: SheetOptions) -> Finding:
    """The finding for a piece too large for a paper; `fold` is the strip between it and its back."""
    width, height, margin = piece.front.width, piece.front.height, options.margin
    area = paper.width * paper.height
    larger = (other.name for other in papers_for(width, height, options, fold) if other.width * other.height > area)
    need = _size((2 * width + fold if fold else width) + 2 * margin, height + 2 * margin)
    return Finding(
        "error",
        options.where,
        f"'{piece.name}' is {_size(width, height)} and does not fit{' beside its back' if fold else ''} on "
        f"{paper.name} ({_size(paper.width, paper.height)}) inside margins of {round(to_mm(margin), 2):g} mm",
        f"Choose a larger paper, such as {next(larger, f'one of {need} or more')}.",
        "does-not-fit",
        Exit.DOES_NOT_FIT,
    )


class _PageMaker:
    """Makes the pages of one batch; everything that depends on the grid alone is computed once."""

    def __init__(self, batch: GridBatch, sheet_maker: SheetMaker) -> None:
        grid, bleed = self.grid, self.bleed = batch.grid, batch.bleed
        self.sheet_maker = sheet_maker
        options, cells = sheet_maker.options, range(min(len(batch.pieces), grid.capacity))
        self._corner = min((piece.corner for piece in batch.pieces if piece.cut is None), default=None)
        self._read = batch.is_read
        spots = zip(batch.pieces, map(grid.front, range(grid.capacity)), strict=False)
        self._plan = plan_sheet_cuts(spots, grid[:2], grid.fold) if options.marks and not self._read else None
        self._marked = options.marks and self._corner is not None and not self._read
        # a page turned over its long edge turns over its upright axis when the page itself is upright.
        self._sideways = (options.duplex != "short") == (grid.page_height >= grid.page_width)
        self._front_spots = [grid.front(i) for i in cells]
        self._back_spots = [grid.back(i, bool(grid.fold) or self._sideways) for i in cells]
        words = sheet_maker.words
        two_blocks = words.piles_under if grid.under else words.piles_beside
        notes = sheet_maker.notes(self._plan, two_blocks if grid.more[0] else words.piles)
        self._place_marks = cache(
            lambda count: sheet_maker.place_marks(grid, count, bleed, self._marks_needed(count), notes)
        )
        self._neighbours = cache(lambda count: [(grid.neighbours(i, count), grid.is_rotated(i)) for i in range(count)])
        self._shown = cache(self._bleed_at)
        self._marks = cache(self._crop_marks)
        self._numbers = cache(partial(sheet_maker.numbers, self._plan, grid, bleed))

    def front(self, cards: Sequence[Piece], number: int) -> Sheet:
        """The front of a sheet; on a fold-over sheet with the backs beside it."""
        sheet_maker, grid, margin_marks = self.sheet_maker, self.grid, self._margin_marks(len(cards))
        items: list[Item] = list(self._pictures(cards, True))
        if grid.fold:
            items += self._pictures(cards, False)
        items += self._lines(cards)
        items += self._numbers(margin_marks.keep_out)
        if grid.fold:
            items.append(
                Path(fold_line(grid, self.bleed, sheet_maker.options.margin, margin_marks.keep_out), None, FOLD)
            )
        return self._sheet(items, number, [card.name for card in cards if card.name], cards, margin_marks, "front")

    def back(self, cards: Sequence[Piece], number: int) -> Sheet:
        names = [card.name for card in cards if card.back is not None]
        items: list[Item] = list(self._pictures(cards, False))
        if self.sheet_maker.options.back_marks:
            items.append(Place(Group(tuple(self._lines(cards))), back_matrix(self.grid[:2], self._sideways)))
        return self._sheet(items, number, names, cards, MarginMarks(), "back")

    def _lines(self, cards: Sequence[Piece]) -> Iterator[Item]:
        if not self.sheet_maker.options.marks or self._read:
            return
        yield from self.sheet_maker.lines(self._placed(cards), self.grid[:2])
        if any(card.cut is None for card in cards):
            yield from self._marks(len(cards), sum(not card.name for card in cards))

    def _placed(self, cards: Sequence[Piece]) -> list[tuple[Piece, Matrix]]:
        """The printed pieces with their places; nameless ones stand for empty places and are left out."""
        return [(card, spot) for card, spot in zip(cards, self._front_spots, strict=False) if card.name]

    def _pictures(self, cards: Sequence[Piece], front: bool) -> Iterator[Place]:
        spots = self._front_spots if front else self._back_spots
        for card, spot, beside in zip(cards, spots, self._neighbours(len(cards)), strict=False):
            drawing = card.front if front else card.back
            if drawing is not None and card.name:
                yield Place(self.sheet_maker.picture(drawing, self._shown(*beside, card.bleed, front)), spot)

    def _bleed_at(
        self, neighbours: tuple[bool, bool, bool, bool], turned: bool, bleed: float, front: bool
    ) -> CellSides:
        """The visible bleed of a front or its back on each side: at a neighbour, half the gutter at most."""
        inner = min(bleed, self.grid.gutter / 2)
        sides = CellSides(*(inner if neighbour else bleed for neighbour in neighbours))
        sides = sides.rotate() if turned else sides
        return sides if front else sides._replace(left=sides.right, right=sides.left)

    def _margin_marks(self, count: int) -> MarginMarks:
        """The ruler and label at their usual places, or else in the empty cells of the last sheet."""
        usual = self._place_marks(self.grid.capacity)
        whole = usual.whole and (usual.ruler or not self.sheet_maker.options.ruler)
        return usual if whole else self._place_marks(count)

    def _marks_needed(self, count: int) -> Literal["", "needed", "spare"]:
        """Whether there are crop marks around the first cells, and whether crosses do as well."""
        if not self._marked or self._corner is None:
            return ""
        crossing = has_crosses(self.grid, count, self.bleed, self.sheet_maker.options.margin, self._corner)
        return "spare" if crossing else "needed"

    def _crop_marks(self, count: int, skipped: int) -> tuple[Item, ...]:
        """The marks around the first cells, and crosses on the corners of those that are not skipped."""
        grid, margin, keep_out = self.grid, self.sheet_maker.options.margin, self._margin_marks(count).keep_out
        outline = crop_marks(grid, count, self.bleed, margin, keep_out)
        page = (grid.page_width, grid.page_height)
        lines = rule_lines(outline, MARK, page, margin)
        marks: list[Item | None] = [Place(Group(lines)) if lines else None]
        if self._marks_needed(count) == "spare":
            cells = [grid.cell(i) for i in range(skipped, count)]
            if grid.fold:
                cells += [cell._replace(x=grid.page_width - cell.right) for cell in cells]
            marks.append(
                draw_crosses(cells, page, margin, self._corner or 0.0, keep_out, cells if grid.more[0] else ())
            )
        return tuple(filter(None, marks))

    def _sheet(
        self, items: list[Item], number: int, names: list[str], cards: Sequence[Piece], margin_marks: MarginMarks,
        side: Literal["front", "back"],
    ) -> Sheet:  # fmt: skip
        grid = self.grid
        fronts = self._placed(cards)
        placed = fronts if side == "front" else []
        if side == "back" or grid.fold:
            turned = back_matrix(grid[:2], bool(grid.fold) or self._sideways)
            placed = [*placed, *((card, compose(turned, spot)) for card, spot in fronts if card.back is not None)]
        plan = self._plan if side == "front" else None
        return self.sheet_maker.side(items, grid, margin_marks, number, names, placed, side, self._read, plan)
