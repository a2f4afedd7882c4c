"""A target comes in; what there is to see of it goes out: its pieces, their pictures, and the findings beside them."""

from __future__ import annotations

import math
from collections import OrderedDict
from collections.abc import Callable, Sequence
from contextvars import Context
from dataclasses import dataclass, field
from itertools import count
from threading import RLock
from time import perf_counter
from typing import Any, TypeVar

from printgen.base.errors import Exit, Finding, PrintgenError, UsageError, Where, has_errors, merge_findings
from printgen.base.limits import activity_of, metered
from printgen.base.units import PT_PER_IN, Box, translate
from printgen.build.jobs import Job, load
from printgen.build.printed import Pieces, Sheets
from printgen.build.settings import USUAL_PAPER, Settings
from printgen.build.stages import compose, of_printer
from printgen.drawing.model import Drawing, Group, Place, Rect
from printgen.drawing.outlines import rectangle
from printgen.drawing.pieces import Piece
from printgen.sheets.sheet import paper
from printgen.writers import WRITERS
from printgen.writers.page import Info, Page


@dataclass(frozen=True, slots=True)
class Shown:
    """A product as it is seen: its pieces, the safe distance of their faces in points, and which are not of now.

    `made` is the product as it could last be drawn whole.
    """

    made: Pieces
    pieces: tuple[Piece, ...]
    safe: float
    stale: frozenset[str] = frozenset()

    def followed_by(self, later: Shown) -> Shown:
        """What is seen when a later attempt has gone wrong somewhere: pieces that it lacks stay as they were."""
        product = later.made.product
        there = {piece.name for piece in later.pieces}
        wanted = {record.name for record in product.records}
        pieces, stale = list(later.pieces), set()
        for place, piece in enumerate(self.pieces):
            if piece.name not in there and (piece.name in wanted or not product.complete or not there):
                pieces.insert(place, piece)
                stale.add(piece.name)
        return Shown(self.made if stale else later.made, tuple(pieces), later.safe, frozenset(stale))

    def left(self) -> Shown:
        """What is seen of a product that cannot be drawn just now."""
        return Shown(self.made, self.pieces, self.safe, frozenset(piece.name for piece in self.pieces))


@dataclass(frozen=True, slots=True)
class Redraw:
    """What came of drawing a target: the number of the attempt, how many seconds it took, what changed before it.

    `pieces` counts those that were drawn; `findings` are of all its files.
    """

    number: int
    seconds: float
    changed: tuple[str, ...]
    pieces: int
    findings: tuple[Finding, ...]
    title: str = ""
    products: dict[str, Shown] = field(default_factory=dict, repr=False)


_MOST_PICTURES = 400
"""So many pictures are kept, so that what has not changed is not drawn again."""
_MOST_PIXELS = 2400
"""The longer side of a picture."""
_DPI = {"small": 120, "large": 300}

T = TypeVar("T")


class Studio:
    """Draws a target again and again, and keeps what it last looked like; used by one thread at a time."""

    def __init__(self, target: str, settings: Settings, limited: bool = True) -> None:
        self.target, self.settings, self.limited = target, settings, limited
        self.last = Redraw(0, 0.0, (), 0, ())
        self._lock = RLock()
        self._numbers = count(1)
        self._sheets: dict[str, Sheets] = {}
        self._pictures: OrderedDict[tuple[Drawing, float, int], bytes] = OrderedDict()

    def redraw(self, changed: tuple[str, ...] = ()) -> Redraw:
        """Read and draw the target. UsageError when there is no such target, or its settings cannot be."""
        start = perf_counter()
        with self._lock:
            job, made, findings = self._alone(self._drawn)
            products = {item.product.name: Shown(item, item.pieces, _safe(item)) for item in made if len(item)}
            if job is None or has_errors(findings):
                for name, shown in self.last.products.items():
                    products[name] = shown.followed_by(products[name]) if name in products else shown.left()
            title = job.game.title if job else self.last.title
            pieces = sum(item.count for item in made)
            seconds = perf_counter() - start
            self._sheets.clear()
            self.last = Redraw(next(self._numbers), seconds, changed, pieces, findings, title, products)
            return self.last

    def _drawn(self) -> tuple[Job | None, Sequence[Pieces], tuple[Finding, ...]]:
        job: Job | None = None
        made: Sequence[Pieces] = ()
        try:
            (job,) = load([self.target], self.settings.cards, variant=self.settings.variant)
            paper(
                self.settings.paper or USUAL_PAPER, job.library
            )  # One that does not exist is told of before anything is drawn.
            job = job.adding((*of_printer(self.settings), *job.check()))
            made, composed = compose(job, self.settings)
            found = [*job.findings, *composed]
        except UsageError as error:
            if not self.last.number:
                raise
            # A file may be gone for a moment, or the product until it has its new name.
            found = [*error.findings]
        except PrintgenError as error:
            found = [*(job.findings if job else ()), *error.findings]
        except Exception as error:
            found = [_failed(error)]
        return job, made, merge_findings(finding for finding in found if finding.severity != "info")

    def _alone(self, work: Callable[[], T]) -> T:
        """Do something as a run of its own, with limits of its own."""

        def counted() -> T:
            with metered(self.limited):
                return work()

        return Context().run(counted)

    def picture(self, product: str, number: int, side: str, size: str) -> bytes:
        """A PNG of one side of a piece with its bleed; of a sheet for the side "sheet". LookupError for what is not."""
        with self._lock:
            shown = self.last.products[product]
            if side == "sheet":
                return self._png(self._imposed(product).sheets[number].drawing, 0, size)
            piece = shown.pieces[number]
            drawing = {"front": piece.front, "back": piece.back}[side]
            if drawing is None:
                raise LookupError(side)
            return self._png(drawing, piece.bleed, size)

    def sheets(self, product: str) -> list[dict[str, Any]]:
        """The sizes of a product's sheets in points, with what each is called. LookupError for no such product."""
        with self._lock:
            sizes = ((sheet.drawing, sheet.title) for sheet in self._imposed(product))
            return [{"width": drawing.width, "height": drawing.height, "name": name} for drawing, name in sizes]

    def _imposed(self, product: str) -> Sheets:
        """A product on sheets, once for each redraw. LookupError for no such product."""
        made = self.last.products[product].made
        if product not in self._sheets:
            self._sheets[product] = self._alone(made.sheets)
        return self._sheets[product]

    def _png(self, drawing: Drawing, bleed: float, size: str) -> bytes:
        longer = max(drawing.width, drawing.height) + 2 * bleed
        dpi = max(math.floor(min(_DPI[size], _MOST_PIXELS * PT_PER_IN / longer)), 10)
        key = (drawing, bleed, dpi)
        if key not in self._pictures:
            (data,) = self._alone(lambda: WRITERS["png"]([Page(_bled(drawing, bleed))], Info(), dpi, False))
            self._pictures[key] = data
            while len(self._pictures) > _MOST_PICTURES:
                self._pictures.popitem(last=False)
        self._pictures.move_to_end(key)
        return self._pictures[key]


def _failed(error: Exception) -> Finding:
    """What is told of an error that nobody meant to raise: somebody works on, and the next redraw may do."""
    doing = activity_of(error)
    where, told = (doing.place(), f" ({doing})") if doing else (Where("printgen"), "")
    if isinstance(error, RecursionError | MemoryError):
        message = "this takes more memory, or is inside itself more often, than a run may have"
        return Finding("error", where, message + told, "Nest it less deep.", "over-limit")
    message = f"printgen failed at this: {type(error).__name__}: {str(error)[:200]}"
    hint = "Report it as a defect of printgen, with what printgen check --debug tells."
    return Finding("error", where, message + told, hint, "defect", Exit.DEFECT)


def _bled(drawing: Drawing, bleed: float) -> Drawing:
    """A picture with the bleed around it."""
    width, height = drawing.width + 2 * bleed, drawing.height + 2 * bleed
    clip = rectangle(Box(0, 0, width, height))
    inner = Place(Group(drawing.items), translate(bleed, bleed))
    return Drawing(width, height, (Rect(0, 0, width, height, "#FFFFFF"), Place(Group((inner,), clip))))


def _safe(item: Pieces) -> float:
    """How far text stays inside the cut, as the front's face says; 0 where no single face is the front."""
    try:
        return item.library.face(item.product.front).safe if item.product.front else 0.0
    except (ValueError, PrintgenError):
        return 0.0
