"""Predicts the paper, ink and cutting of a print, without printing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from printgen.base.errors import Finding, PrintgenError, UsageError, merge_findings, stop_on_errors
from printgen.base.limits import OverLimit, metered
from printgen.base.progress import Progress, silent
from printgen.build.jobs import Job, with_selections
from printgen.build.live import LiveGame
from printgen.build.manifest import Prints, prints_in
from printgen.build.marking import batch_of, new_pieces
from printgen.build.printed import Pieces, Sheets
from printgen.build.settings import PLAIN, Settings
from printgen.build.stages import compose, compose_all, stop_on_findings
from printgen.build.targets import PrintTarget, Targets
from printgen.sheets.sheet import Sheet

STACK = 5
"""How many sheets of card are cut at a time."""
PER_STACK = 20
"""Seconds for squaring up a stack."""
PER_SETTING = 15
"""Seconds for setting the stop, or finding the mark."""
PER_CUT = 8
"""Seconds for a cut."""
BY_HAND = 25
"""Seconds for a piece that is cut by hand."""
_COLORS = ("cyan", "magenta", "yellow", "black")
_CUTS_PER_TILE = 2
"""How many sides are cut off a page of something large."""

HOW = (
    f"Sheets with the same cuts are cut {STACK} at a time: {PER_STACK} s for a stack, {PER_SETTING} s for each setting"
    f" of the stop, {PER_CUT} s for each cut, and {BY_HAND} s for each piece that no straight cut makes; pages of"
    f" something large have {_CUTS_PER_TILE} cuts each."
)
"""How the seconds are reckoned, as people read it."""


@dataclass(frozen=True, slots=True)
class Cutting:
    """The work of cutting: straight cuts through stacks, and pieces cut by hand; HOW explains `seconds`."""

    cuts: int = 0
    stacks: int = 0
    by_hand: int = 0
    seconds: int = 0

    def __add__(self, other: Cutting) -> Cutting:
        return Cutting(*(getattr(self, key) + getattr(other, key) for key in self.__slots__))

    def as_data(self) -> dict[str, int]:
        """The numbers as plain data."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class PlannedProduct:
    """The cost of printing a product.

    `pages` are the printed sides, `sheets` those of paper. `ink` is the ink of a side in percent of its area, all
    colours together, and `colors` by colour; `area` is the share that is covered. `new` are the names of pieces that
    are new or changed since they were last printed, and `printed` says whether they ever were.
    """

    kit: str
    product: str
    title: str
    paper: str
    duplex: str
    pieces: int
    sheets: int
    pages: int
    ink: float
    area: float
    colors: Mapping[str, float]
    cutting: Cutting
    printed: bool
    new: tuple[str, ...]

    def as_data(self) -> dict[str, Any]:
        """The row as plain data."""
        return {**asdict(self), "new": [*self.new]}


@dataclass(frozen=True, slots=True)
class PrintPlan:
    """The cost of a build, product by product; `findings` are warnings and notes."""

    rows: tuple[PlannedProduct, ...]
    findings: tuple[Finding, ...]

    @property
    def sheets(self) -> int:
        """The number of sheets of paper."""
        return sum(row.sheets for row in self.rows)

    @property
    def pages(self) -> int:
        """The number of printed sides."""
        return sum(row.pages for row in self.rows)

    @property
    def cutting(self) -> Cutting:
        """The work of cutting all sheets."""
        return sum((row.cutting for row in self.rows), Cutting())

    def as_data(self) -> dict[str, Any]:
        """The plan as plain data."""
        papers = Counter[str]()
        for row in self.rows:
            papers[row.paper] += row.sheets
        return {
            "products": [row.as_data() for row in self.rows], "sheets": self.sheets, "pages": self.pages,
            "papers": {**papers}, "cutting": {**self.cutting.as_data(), "how": HOW},
        }  # fmt: skip


@metered()
def plan(targets: Targets = (), settings: Settings = PLAIN, progress: Progress = silent) -> PrintPlan:
    """The cost of printing the targets; nothing is written. PrintgenError for errors that stop a build."""
    composed, findings_so_far, progress = compose_all(targets, settings, progress)
    rows: list[PlannedProduct] = []
    findings: list[Finding] = []
    jobs: list[Job] = []
    for job, items in composed:
        failed: list[Finding] = []
        before = prints_in(settings.out / job.game.label)
        for item in items:
            progress(f"planning {job.game.name}/{item.product.name}")
            try:
                last = before.get(item.product.name)
                row = plan_product(item, last, settings.changed)
            except (UsageError, OverLimit):
                raise
            except PrintgenError as error:
                failed += error.findings
            else:
                if row is not None:
                    rows.append(row[0])
                    findings += row[1].findings
        jobs.append(job.adding(failed))
    return PrintPlan(tuple(rows), stop_on_findings(jobs, (*findings_so_far, *findings), settings))


def plan_one(
    game: LiveGame, rows: Sequence[tuple[PrintTarget, str]], settings: Settings
) -> tuple[PlannedProduct | None, Sheets | None, tuple[Finding, ...]]:
    """The cost of printing a part of a loaded game, its sheets, and the findings.

    All `rows` name the same product. The cost is None if only changes are printed and there are none. PrintgenError
    when it cannot be printed.
    """
    product = game.product(rows[0][1])
    job = with_selections(game.job.alone(product), rows, (product,))
    # A cover measures the ink of all other products, and nobody waits for that here.
    items, compose_findings = compose(job, settings)
    findings = (*job.findings, *compose_findings)
    stop_on_errors(findings)
    if not items:
        raise UsageError(f"nothing of {product.name} would be printed", "Choose a card of it.")
    last = prints_in(settings.out / job.game.label).get(product.name)
    result = plan_product(items[0], last, settings.changed)
    if result is None:
        return None, None, merge_findings(findings)
    return *result, merge_findings((*findings, *result[1].findings))


def plan_product(item: Pieces, last: Prints | None, changed: bool) -> tuple[PlannedProduct, Sheets] | None:
    """The cost of a product, and its sheets; None if only changes are printed (`changed`) and there are none.

    `last` is how it was printed last. PrintgenError when it does not fit the paper.
    """
    new = new_pieces(item, batch_of(item), last)
    if changed and last is not None:
        if not new.pieces:
            return None
        item = new
    sheets = item.sheets()
    ink, (pages, count) = sheets.measure_ink(), sheets.counts(item.product.name)
    names = tuple(dict.fromkeys(piece.name for piece in new.pieces))
    row = PlannedProduct(
        item.game.label, item.product.name, item.product.title, item.settings.paper_for(item.product), item.duplex,
        item.count, count, pages, round(100 * ink.total, 1), round(100 * ink.area, 1),
        {name: round(100 * getattr(ink, name), 1) for name in _COLORS}, cutting_of(sheets.sheets),
        last is not None, names,
    )  # fmt: skip
    return row, sheets


def cutting_of(sheets: Sequence[Sheet]) -> Cutting:
    """The work of cutting sheets: those with the same cuts are stacked."""
    alike = Counter[Any]()
    total = Cutting()
    for sheet in (front for front in sheets if front.side == "front"):
        if sheet.plan is not None:
            alike[sheet.plan] += 1
        elif _is_trimmed(sheet):
            total += Cutting(_CUTS_PER_TILE, 1, 0, PER_STACK + _CUTS_PER_TILE * (PER_SETTING + PER_CUT))
    for plan, count in alike.items():
        stacks = -(-count // STACK)
        cuts, by_hand = stacks * sum(len(cut.lines) for cut in plan.cuts), count * len(plan.by_hand)
        seconds = cuts * PER_CUT + by_hand * BY_HAND
        if cuts:
            seconds += stacks * (PER_STACK + PER_SETTING * len(plan.settings))
        total += Cutting(cuts, stacks if cuts else 0, by_hand, seconds)
    return total


def _is_trimmed(sheet: Sheet) -> bool:
    """Whether a sheet without a cutting plan, such as a page of a board, is trimmed."""
    width, height = sheet.drawing.width, sheet.drawing.height
    return round(sheet.trim.w, 1) < round(width, 1) or round(sheet.trim.h, 1) < round(height, 1)
