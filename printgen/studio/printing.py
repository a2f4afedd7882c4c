"""The print room: ticked products and cards become rows of a print list, with the sheets and time that they take."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route

from printgen.base.errors import Finding, PrintgenError, merge_findings
from printgen.build.marking import mark_printed
from printgen.build.planning import HOW, PlannedProduct, plan_one
from printgen.build.printed import Sheets
from printgen.build.requests import PrintRequest
from printgen.build.settings import DUPLEX, FORMATS, MANY_SHEETS
from printgen.build.targets import PrintTarget, write_list
from printgen.drawing.model import Drawing
from printgen.game.records import MOST_COPIES
from printgen.reading.requests import ActionRequest, command_words
from printgen.sheets.printers import printer, printers
from printgen.studio.asking import Plain, Recent, findings_data, looking, number_in, taking
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
    """A card and its number of copies; None for that of its record."""

    name: Name
    copies: _Copies = None


class PrintItem(ActionRequest):
    """A product of an open game, or some of its cards, and the number of copies."""

    game: Name
    product: Name
    cards: tuple[PrintCard, ...] = Field((), max_length=1000)
    copies: _Copies = None
    seed: int | None = Field(None, ge=0, lt=2**63)


class PrintOrder(ActionRequest):
    """All that is ticked, and how it is printed."""

    ticked: tuple[PrintItem, ...] = Field((), max_length=300)
    how: PrintRequest = PrintRequest()


def rows_for(ticked: PrintItem, workshop: Workshop) -> tuple[PrintTarget, ...]:
    """The rows of a print list for a ticked product: one for each number of copies. LookupError for unknown names."""
    if ticked.product not in workshop.products(ticked.game):
        raise LookupError(ticked.product)
    target = f"{workshop.game(ticked.game).target}/{ticked.product}"
    if not ticked.cards:
        return (PrintTarget(target, (), ticked.copies, ticked.seed),)
    return tuple(
        PrintTarget(target, tuple(card.name for card in ticked.cards if card.copies == copies), copies, ticked.seed)
        for copies in dict.fromkeys(card.copies for card in ticked.cards)
    )


def rows_of(order: PrintOrder, workshop: Workshop) -> tuple[PrintTarget, ...]:
    """All rows of an order."""
    return tuple(row for ticked in order.ticked for row in rows_for(ticked, workshop))


def command(order: PrintOrder, workshop: Workshop) -> tuple[tuple[str, ...], str]:
    """The words of the command that prints an order, and the text of the print list that it needs; "" for none."""
    rows, how = rows_of(order, workshop), tuple(command_words(order.how))
    whole_products = all(not row.cards and row.copies is None and row.seed is None for row in rows)
    if whole_products:
        return ("build", *(row.target for row in rows), *how), ""
    if len(rows) == 1 and rows[0].seed is None:
        (row,) = rows
        only = (f"--only={name}" for name in row.cards)
        copies = (f"--copies={row.copies}",) if row.copies else ()
        return ("build", row.target, *only, *copies, *how), ""
    return ("build", "--list", str(workshop.out / LIST), *how), write_list(rows, workshop.home / workshop.out, HEAD)


_MOST_PLANS, _MOST_SHEETS = 200, 3  # So many plans are remembered, and the sheets of so many.
SECONDS = 60.0
"""The seconds of work to plan a product: a deck of hundreds of cards takes some seconds, on a busy machine more."""
_COMMON_PAPERS = ("letter", "a4", "legal", "tabloid", "a3", "a5")


class PrintPlans:
    """The plans of products, computed once for each state of their files; pages are drawn when they are seen."""

    def __init__(self) -> None:
        self._rows = Recent[object, Plain](_MOST_PLANS)
        self._requests = Recent[str, tuple[PrintItem, PrintRequest]](_MOST_PLANS)
        self._sheets = Recent[str, Sheets](_MOST_SHEETS)

    def row(self, workshop: Workshop, ticked: PrintItem, how: PrintRequest) -> Plain:
        """The plan of a product as JSON. PrintgenError where it cannot be printed."""
        game = workshop.game(ticked.game)
        with game.lock:
            # With `changed`, a plan depends on the last build.
            manifest = workshop.home / workshop.out / game.job.game.label / "manifest.json"
            state = (game.number, ticked, how, manifest.stat().st_mtime_ns if manifest.is_file() else 0)
            if (row := self._rows.get(state)) is None:
                row = self._rows[state] = self._plan_row(workshop, ticked, how)
        return row

    def page(self, workshop: Workshop, key: str, number: int) -> Drawing:
        """A page of a plan. LookupError where there is none."""
        ticked, how = self._requests[key]
        with workshop.game(ticked.game).lock:
            sheets = self._sheets.get(key)
            if sheets is None:
                sheets = self._lay_out(workshop, ticked, how)[1]
                if sheets is None:
                    raise LookupError(key)
                self._sheets[key] = sheets
            return sheets.pages()[number].drawing

    def _plan_row(self, workshop: Workshop, ticked: PrintItem, how: PrintRequest) -> Plain:
        row, sheets, findings = self._lay_out(workshop, ticked, how)
        if row is None or sheets is None:
            return {"same": True, "findings": findings_data(findings)}
        key = secrets.token_urlsafe(12)
        self._requests[key], self._sheets[key] = (ticked, how), sheets
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
        # The plan is that of the game as it was last without errors; with errors, the command prints nothing.
        errors = [finding for finding in game.findings if finding.severity == "error"]
        return row, sheets, merge_findings((*errors, *findings))


class PlanRequest(ActionRequest):
    """A product, and how it is to be printed."""

    ticked: PrintItem
    how: PrintRequest = PrintRequest()


def _plans(request: Request) -> PrintPlans:
    plans: PrintPlans = request.app.state.plans
    return plans


def _choices(request: Request) -> Plain:
    """The choices of the print room, from the library of a game."""
    workshop = workshop_in(request)
    game = workshop.game(request.query_params.get("game", ""))
    library = game.job.library
    looks = library.look_names()
    papers = [*_COMMON_PAPERS, *(name for name in sorted(library.papers) if name not in _COMMON_PAPERS)]
    return {
        "papers": papers, "duplex": [*DUPLEX], "formats": [*FORMATS], "printers": [*_printers()],
        "looks": ["color", *(look for look in looks if not library.for_backs(look))],
        "backs": ["color", *looks], "how": HOW, "many": MANY_SHEETS, "cards": workshop.cards is not None,
    }  # fmt: skip


def _printers() -> Sequence[Plain]:
    rows = []
    for name in printers():
        try:
            paper = printer(name).profile.paper
        except PrintgenError:
            continue  # A broken file of a printer is an error when the printer is used.
        rows.append({"name": name, "paper": paper})
    return rows


def _plan(request: Request, asks: PlanRequest) -> Plain:
    return _plans(request).row(workshop_in(request), asks.ticked, asks.how)


def _page(request: Request) -> Response:
    workshop = workshop_in(request)
    drawing = _plans(request).page(workshop, request.path_params["key"], number_in(request, "number"))
    return svg_answer(request, workshop.pictures.keep(drawing), workshop.pictures)


def _start(request: Request, asks: PrintOrder) -> Plain:
    """Write the print list, if one is needed, and begin the command that prints."""
    workshop = workshop_in(request)
    words, text = command(asks, workshop)
    if text:
        write_files([(workshop.home / workshop.out / LIST, text.encode())])
    return runs_in(request).start_for(page_of(request), words)


def _mark_printed(request: Request, asks: PrintOrder) -> Plain:
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
