"""Comparing decks: a target and names of cards come in; the report goes out, as numbers and as a printed PDF."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from printgen import __version__, build
from printgen.errors import UsageError, did_you_mean, stop_on_errors
from printgen.faces.render import Renderer
from printgen.kinds.cards.report import report_pages
from printgen.kinds.composition import Order
from printgen.output import write_files
from printgen.reading.records import Game
from printgen.rules.decks import decks_of
from printgen.rules.report import Report, report_on
from printgen.sheets.papers import paper
from printgen.targets import records_named


def compared(target: str, names: Sequence[str] = (), cards: Path | None = None) -> tuple[Game, Report]:
    """The decks of a kit, or one deck of it, compared; `names` are the cards whose ranks are wanted."""
    (job,) = build.load([target], cards)
    decks = decks_of(job.game)
    stop_on_errors(job.findings)
    wanted = {product.name for product in job.products}
    decks = [deck for deck in decks if deck.product.name in wanted and deck.records]
    if not decks:
        raise UsageError(f"{target} has no deck with guidelines to report on", "Name a kit such as go-joe.")
    for name in names:
        if not any(records_named(deck.product, (name,)) for deck in decks):
            known = [record.name for deck in decks for record in deck.records]
            raise UsageError(f"no card of {target} is named '{name}'", did_you_mean(name, known))
    asked = [record for deck in decks for record in (records_named(deck.product, names) if names else ())]
    return job.game, report_on(job.game, decks, asked)


def print_report(game: Game, report: Report, paper_name: str, out: Path) -> tuple[Path, int]:
    """Write OUT/<kit>/report.pdf; its path, and how many pages it has."""
    from printgen.writers.page import Info, Page
    from printgen.writers.pdf import write_pdf

    sheet = paper(paper_name)
    library = build.library_for(game)
    order = Order(game, next(iter(game.products.values())), (), library, Renderer(library))
    drawings = report_pages(order, report, sheet.width, sheet.height)
    title = f"{game.title}: Deck report"
    info = Info(title=title, author=game.author, subject=game.notice, creator=f"printgen {__version__}")
    pages = [Page(drawing, bookmark=name) for name, drawing in drawings]
    path = out / game.name / "report.pdf"
    write_files([(path, write_pdf(pages, info))])
    return path, len(pages)
