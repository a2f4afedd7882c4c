"""The print room: what is ticked becomes rows to print, with what they take and their pages."""

from __future__ import annotations

import secrets
from collections import Counter, OrderedDict
from collections.abc import Sequence
from threading import Lock
from typing import Annotated, Any

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from printgen.base.errors import Finding, PrintgenError, merge_findings
from printgen.build.marking import mark_printed
from printgen.build.planning import HOW, PlannedProduct, plan_one
from printgen.build.print_lists import PrintTarget, write_list
from printgen.build.printed import Sheets
from printgen.build.requests import PrintRequest
from printgen.build.settings import DUPLEX, FORMATS, MANY_SHEETS
from printgen.drawing.model import Drawing
from printgen.game.records import MOST_COPIES
from printgen.reading.requests import ActionRequest, command_words
from printgen.sheets.printers import printer, printers
from printgen.studio.asking import Plain, findings_data, looking, number_in, taking
from printgen.studio.pictures import svg_answer
from printgen.studio.running import LIST, page_of, runs_in
from printgen.studio.shelf import workshop_in
from printgen.studio.workshop import Workshop
from printgen.writers.output import write_files

Name = Annotated[str, Field(max_length=200)]
_Word = Annotated[str, Field(max_length=60)]
_Copies = Annotated[int | None, Field(ge=1, le=MOST_COPIES)]

HEAD = "# What is ticked in the studio's print room.\n"


class PrintCard(ActionRequest):
    """A card, and how many of it; None for what its record says."""

    name: Name
    copies: _Copies = None


class PrintItem(ActionRequest):
    """A product of a game that is open: some of its cards, or all of it, so often."""

    game: Name
    product: Name
    cards: tuple[PrintCard, ...] = Field(default=(), max_length=1000)
    copies: _Copies = None
    seed: int | None = Field(default=None, ge=0, lt=2**63)


class PrintOrder(ActionRequest):
    """All that is to be printed, and how."""

    ticked: tuple[PrintItem, ...] = Field(default=(), max_length=300)
    how: PrintRequest = PrintRequest()


def rows_for(ticked: PrintItem, workshop: Workshop) -> tuple[PrintTarget, ...]:
    """The rows that print what is ticked. LookupError for a game that is not open."""
    if ticked.product not in workshop.products(ticked.game):
        raise LookupError(ticked.product)
    target = f"{workshop.game(ticked.game).target}/{ticked.product}"
    if not ticked.cards:
        return (PrintTarget(target, (), ticked.copies, ticked.seed),)
    often = Counter(card.copies for card in ticked.cards)
    return tuple(
        PrintTarget(target, tuple(card.name for card in ticked.cards if card.copies == copies), copies, ticked.seed)
        for copies in often
    )


def rows_of(order: PrintOrder, workshop: Workshop) -> tuple[PrintTarget, ...]:
    """All rows of an order."""
    return tuple(row for ticked in order.ticked for row in rows_for(ticked, workshop))


def command(order: PrintOrder, workshop: Workshop) -> tuple[tuple[str, ...], str]:
    """The words of the command that prints an order, and the print list that it needs; "" for none."""
    rows, how = rows_of(order, workshop), tuple(command_words(order.how))
    whole = all(not row.cards and row.copies is None and row.seed is None for row in rows)
    if whole or not rows:
        return ("build", *(row.target for row in rows), *how), ""
    if len(rows) == 1 and rows[0].seed is None:
        (row,) = rows
        only = (f"--only={name}" for name in row.cards)
        copies = (f"--copies={row.copies}",) if row.copies else ()
        return ("build", row.target, *only, *copies, *how), ""
    return ("build", "--list", str(workshop.out / LIST), *how), write_list(rows, workshop.home / workshop.out, HEAD)


_MOST_PLANS, _MOST_SHEETS = 200, 3
"""So many plans are remembered, and so many with the drawings of their pages."""
SECONDS = 60.0
"""So long may it take to lay a product on its sheets: a deck of hundreds takes some seconds, on a busy machine more."""
_COMMON = ("letter", "a4", "legal", "tabloid", "a3", "a5")


class PrintPlans:
    """What products take, reckoned once for each state of their files; pages are drawn when they are seen."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._rows: OrderedDict[object, Plain] = OrderedDict()
        self._asked: OrderedDict[str, tuple[PrintItem, PrintRequest]] = OrderedDict()
        self._sheets: OrderedDict[str, Sheets] = OrderedDict()

    def row(self, workshop: Workshop, ticked: PrintItem, how: PrintRequest) -> Plain:
        """What a product takes. PrintgenError where it cannot be printed."""
        game = workshop.game(ticked.game)
        with game.lock:
            # A build changes what is new.
            manifest = workshop.home / workshop.out / game.job.game.label / "manifest.json"
            known = (game.number, ticked, how, manifest.stat().st_mtime_ns if manifest.is_file() else 0)
            if (row := self._rows.get(known)) is None:
                row = self._plan_row(workshop, ticked, how)
                with self._lock:
                    self._rows[known] = row
                    _keep(self._rows, _MOST_PLANS)
        return row

    def page(self, workshop: Workshop, key: str, number: int) -> Drawing:
        """A page of a plan. LookupError where there is none."""
        ticked, how = self._asked[key]
        with workshop.game(ticked.game).lock:
            sheets = self._sheets.get(key)
            if sheets is None:
                sheets = self._lay_out(workshop, ticked, how)[1]
                if sheets is None:
                    raise LookupError(key)
                self._hold(key, sheets)
            return sheets.pages()[number].drawing

    def _plan_row(self, workshop: Workshop, ticked: PrintItem, how: PrintRequest) -> Plain:
        row, sheets, findings = self._lay_out(workshop, ticked, how)
        if row is None or sheets is None:
            return {"same": True, "findings": findings_data(findings)}
        key = secrets.token_urlsafe(12)
        self._asked[key] = ticked, how
        _keep(self._asked, _MOST_PLANS)
        self._hold(key, sheets)
        pages = [
            {"address": f"/api/print/pages/{key}/{n}.svg?game={ticked.game}", "width": page.drawing.width,
             "height": page.drawing.height, "title": page.bookmark, "label": page.label}
            for n, page in enumerate(sheets.pages())
        ]  # fmt: skip
        return {**row.as_data(), "same": False, "previews": pages, "findings": findings_data(findings)}

    def _lay_out(
        self, workshop: Workshop, ticked: PrintItem, how: PrintRequest
    ) -> tuple[PlannedProduct | None, Sheets | None, tuple[Finding, ...]]:
        rows = [(row, ticked.product) for row in rows_for(ticked, workshop)]
        game = workshop.game(ticked.game)
        row, sheets, findings = plan_one(game, rows, how.settings(workshop.home / workshop.out, workshop.cards))
        # What is shown is the game as it last had no mistakes; with these, nothing is printed.
        broken = [finding for finding in game.findings if finding.severity == "error"]
        return row, sheets, merge_findings((*broken, *findings))

    def _hold(self, key: str, sheets: Sheets) -> None:
        self._sheets[key] = sheets
        self._sheets.move_to_end(key)
        _keep(self._sheets, _MOST_SHEETS)


def _keep(held: OrderedDict[Any, Any], most: int) -> None:
    while len(held) > most:
        held.popitem(last=False)


class PlanRequest(ActionRequest):
    """A product, and how it is to be printed."""

    ticked: PrintItem
    how: PrintRequest = PrintRequest()


def _plans(request: Request) -> PrintPlans:
    plans: PrintPlans = request.app.state.plans
    return plans


def _choices(request: Request) -> Plain:
    """What there is to choose from, read from the library and from the game that is looked at."""
    workshop = workshop_in(request)
    game = workshop.game(request.query_params.get("game", ""))
    library = game.job.library
    looks = library.look_names()
    papers = [*_COMMON, *(name for name in sorted(library.papers) if name not in _COMMON)]
    return {
        "papers": papers, "duplex": [*DUPLEX], "formats": [*FORMATS], "printers": [*_printers()],
        "looks": ["color", *(look for look in looks if not library.for_backs(look))],
        "backs": ["color", *looks], "how": HOW, "many": MANY_SHEETS, "cards": workshop.cards is not None,
    }  # fmt: skip


def _printers() -> Sequence[Plain]:
    rows = []
    for name in printers():
        try:
            known = printer(name).profile
        except PrintgenError:
            continue  # A spoiled file of a printer is told of where it is asked for.
        rows.append({"name": name, "paper": known.paper})
    return rows


def _plan(request: Request, asks: PlanRequest) -> Plain:
    return _plans(request).row(workshop_in(request), asks.ticked, asks.how)


def _page(request: Request) -> Response:
    workshop = workshop_in(request)
    drawing = _plans(request).page(workshop, request.path_params["key"], number_in(request, "number"))
    return svg_answer(request, workshop.pictures.keep(drawing), workshop.pictures)


def _start(request: Request, asks: PrintOrder) -> Plain:
    """Write the list, if one is needed, and begin the command that prints."""
    workshop = workshop_in(request)
    words, text = command(asks, workshop)
    if text:
        write_files([(workshop.home / workshop.out / LIST, text.encode())])
    return runs_in(request).start_for(page_of(request), words)


def _mark_printed(request: Request, asks: PrintOrder) -> Plain:
    """Take what the last build of an order has made for printed."""
    workshop = workshop_in(request)
    targets = dict.fromkeys(row.target for row in rows_of(asks, workshop))
    marked = mark_printed([*targets], workshop.home / workshop.out, cards=workshop.cards)
    return {"printed": [row.as_data() for row in marked]}


ROUTES: tuple[BaseRoute, ...] = (
    Route("/api/print", looking(_choices)),
    Route("/api/print/plan", taking(PlanRequest, _plan, seconds=SECONDS), methods=["POST"]),
    Route("/api/print/pages/{key}/{number}.svg", looking(_page, seconds=SECONDS)),
    Route("/api/print/start", taking(PrintOrder, _start, alone=False), methods=["POST"]),
    Route("/api/print/printed", taking(PrintOrder, _mark_printed, alone=False), methods=["POST"]),
)
