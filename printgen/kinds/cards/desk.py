"""Where commands find what they work on: a kit comes in; its guidelines, its decks or their report in print go out."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from printgen import __version__, build
from printgen.errors import UsageError, did_you_mean
from printgen.faces.render import Renderer
from printgen.kinds.cards.report import report_pages
from printgen.kinds.composition import Order
from printgen.output import write_files
from printgen.reading.records import Game
from printgen.rules.decks import Deck, decks_of
from printgen.rules.guidelines import Guidelines
from printgen.rules.report import Report
from printgen.sheets.papers import paper
from printgen.targets import kits, records_named


def guidelines_of_kit(kit: str = "") -> Guidelines:
    """The guidelines of a kit, or of the first kit that has any. UsageError when there are none."""
    for name in [kit] if kit else kits():
        for deck in decks_of(build.sound(name).game):
            return deck.guidelines
    said = f"{kit} has no" if kit else "no kit has"
    raise UsageError(f"{said} guidelines for its cards", "Name a kit such as go-joe.")


def decks_at(target: str, names: Sequence[str] = (), cards: Path | None = None) -> tuple[Game, list[Deck]]:
    """The game of a kit, or of one deck of it, and these decks; `cards` are the user's own.

    UsageError when it has no decks, or when none of them has a card of one of the names.
    """
    job = build.sound(target, cards)
    wanted = {product.name for product in job.products}
    decks = [deck for deck in decks_of(job.game) if deck.product.name in wanted and deck.product.records]
    if not decks:
        hint = "Name a kit such as go-joe, or a deck such as go-joe/joe-deck."
        raise UsageError(f"{target} has no deck of cards with guidelines", hint)
    for name in names:
        if not any(records_named(deck.product, (name,)) for deck in decks):
            known = [record.name for deck in decks for record in deck.product.records]
            raise UsageError(f"no card of {target} is named '{name}'", did_you_mean(name, known))
    return job.game, decks


def print_report(game: Game, report: Report, paper_name: str, out: Path) -> tuple[Path, int]:
    """Write OUT/<kit>/report.pdf; its path, and how many pages it has."""
    from printgen.writers.page import Info, Page
    from printgen.writers.pdf import write_pdf

    library = build.library_for(game)
    sheet = paper(paper_name, library)
    order = Order(game, next(iter(game.products.values())), (), library, Renderer(library))
    drawings = report_pages(order, report, sheet.width, sheet.height)
    title = f"{game.title}: Deck report"
    info = Info(title=title, author=game.author, subject=game.notice, creator=f"printgen {__version__}")
    pages = [Page(drawing, bookmark=name) for name, drawing in drawings]
    path = out / game.name / "report.pdf"
    write_files([(path, write_pdf(pages, info))])
    return path, len(pages)
