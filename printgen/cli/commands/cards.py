"""The commands for cards: derive, explain, report and new."""

from __future__ import annotations

import os
import shlex
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import click

from printgen._version import __version__
from printgen.base.errors import UsageError, Where, did_you_mean, stop_on_errors
from printgen.base.names import same_name
from printgen.base.seeds import MOST_SEED
from printgen.build.jobs import Job, sound
from printgen.build.targets import records_named
from printgen.cli.messages import count, echo, print_answer, print_json, show_findings
from printgen.cli.options import cards_option, json_option, out_option, paper_option
from printgen.cli.requests import RequestCommand
from printgen.designer import design
from printgen.designer.context import DesignContext, context_for, context_of_kit, folder_for
from printgen.designer.report import report_pages
from printgen.designer.requests import (
    DeriveRequest,
    ExplainRequest,
    NewRequest,
    card_options,
    drive_options,
    field_options,
    parse_new_card,
    sort_words,
    spec_of,
)
from printgen.kinds.composition import Order
from printgen.lab.report import fight_chapter
from printgen.reading.requests import KeyOption
from printgen.rules.card_sources import Dossier
from printgen.rules.checks import corrections_of
from printgen.rules.decks import Deck, decks_of, missing_fields, totals_of
from printgen.rules.report import (
    addition_lines,
    card_lines,
    correction_line,
    report_on,
    report_words,
    stat_lines,
    title_of,
    total_lines,
)
from printgen.sheets.sheet import paper as paper_named
from printgen.writers import WRITERS
from printgen.writers.output import write_files
from printgen.writers.page import Info, Page


def _derive_options(context: DesignContext) -> Iterator[KeyOption]:
    """The fields that say something of a card's numbers: what it carries, its role and its skills; what it drives."""
    yield from field_options([field for field in context.fields if field.name in context.guidelines.needed_fields])
    yield from drive_options(context)


@click.command(
    "derive", cls=RequestCommand, request=DeriveRequest, keys=_derive_options,
    prepare=lambda values: context_of_kit(values.get("kit", "")),
)  # fmt: skip
@json_option
@click.pass_obj
def derive_command(context: DesignContext, /, request: DeriveRequest, as_json: bool) -> None:
    """Work out a card's numbers from what it carries, with the sum behind each.

    The flags are those of the kit's guidelines. What the role and the skills say of a figure counts as well, unless
    none is given for the field, such as --trait none.
    """
    fields, moved = sort_words(context.guidelines, request.said)
    sums = design.derive_card(context, spec_of(context, fields, request.figure))
    stop_on_errors(replace(problem, where=Where("printgen")) for problem in sums.derived.problems)
    data = sums.derived.as_data()
    added = addition_lines(context.guidelines, sums.added.values())
    notes = (*moved, *added, *design.not_counted_lines(context, sums.box))
    print_answer(data, (*stat_lines(data), *(f"  {line}" for line in notes)), as_json)


@click.command("explain", cls=RequestCommand, request=ExplainRequest)
@cards_option
@json_option
def explain_command(request: ExplainRequest, cards: Path | None, as_json: bool) -> None:
    """Show a card's printed numbers beside the derived ones, and where each of its words comes from.

    Cards that share a name are all shown; without a name, all cards are.
    """
    names = (request.name,) if request.name else ()
    job, decks = _decks(request.target, names, cards)
    keys = {record.key for deck in decks for record in records_named(deck.product, names)}
    chosen = [(deck, [card for card in deck.dossiers if card.record.key in keys]) for deck in decks]
    if request.total:
        _show_totals(job.game.title, chosen, as_json)
        return
    shown = [(card, corrections_of(job.game, card.record)) for _, deck_cards in chosen for card in deck_cards]
    data = [{**card.as_data(), "errata": [one._asdict() for one in corrections]} for card, corrections in shown]
    lines = (line for card, corrections in shown for line in (*card_lines(card), *map(correction_line, corrections)))
    print_answer({"cards": data}, lines, as_json)


def _show_totals(title: str, chosen: Sequence[tuple[Deck, Sequence[Dossier]]], as_json: bool) -> None:
    """The totals of decks, each for itself and then together; those of the user's own cards apart from the game's."""
    own = [(deck, f"{deck.product.title}, cards of your own", _chosen_cards(deck.own, cards)) for deck, cards in chosen]
    printed = [(deck, deck.product.title, _chosen_cards(deck.game_cards, cards)) for deck, cards in chosen]
    listed = [row for row in printed if row[2]]
    guidelines = chosen[0][0].guidelines
    # Decks with stats of their own have nothing to add up.
    alike = all(deck.guidelines.stats.keys() == guidelines.stats.keys() for deck, _ in chosen)
    together = totals_of(guidelines, [card for _, _, cards in listed for card in cards]) if alike else None
    data = {
        key: [
            {"name": deck.product.name, "title": deck.product.title} | totals_of(deck.guidelines, cards)._asdict()
            for deck, _, cards in rows
        ]
        for key, rows in (("decks", listed), ("own", [row for row in own if row[2]]))
    }
    rows = [(deck.guidelines, named, totals_of(deck.guidelines, cards)) for deck, named, cards in listed]
    if together and len(listed) > 1:
        rows.append((guidelines, title, together))
    rows += [(deck.guidelines, named, totals_of(deck.guidelines, cards)) for deck, named, cards in own if cards]
    document = {**data, "together": together._asdict() if together else None}
    print_answer(document, (line for row in rows for line in total_lines(*row)), as_json)


def _chosen_cards(cards: Sequence[Dossier], chosen: Sequence[Dossier]) -> list[Dossier]:
    keys = {card.record.key for card in chosen}
    return [card for card in cards if card.record.key in keys]


@click.command("report")
@click.argument("target")
@click.option("--card", "names", multiple=True, metavar="NAME", help="show where this card ranks (repeatable)")
@click.option(
    "--seed",
    default=1,
    show_default=True,
    type=click.IntRange(0, MOST_SEED),
    metavar="N",
    help="for all that is drawn at random",
)
@paper_option
@cards_option
@out_option
@json_option
def report_command(
    target: str, names: tuple[str, ...], seed: int, paper: str, cards: Path | None, out: str, as_json: bool
) -> None:
    """Compare the decks of a kit: their numbers, their abilities and their teams.

    The strongest and the weakest cards are named. Where a game says how its cards fight, random teams of the decks do,
    and cards rank by what they are worth in a fight.
    """
    job, decks = _decks(target, names, cards)
    game = job.game
    if not any(deck.guidelines.stats_in(record.values) for deck in decks for record in deck.product.records):
        raise UsageError(f"no card of {target} has all of its numbers", "Write them, so that decks can be compared.")
    if any(deck.guidelines.stats.keys() != decks[0].guidelines.stats.keys() for deck in decks):
        message = f"the decks of {target} have different stats, and cannot be compared"
        raise UsageError(message, f"Name one of them, such as {game.name}/{decks[0].product.name}.")
    records = [record for deck in decks for record in (records_named(deck.product, names) if names else ())]
    chapter = fight_chapter(game, [deck.product.name for deck in decks], seed)
    report = report_on(game, decks, records, chapter.worth if chapter else {})
    report |= chapter.data if chapter else {}
    if as_json:
        print_json(report)
        return
    sheet = paper_named(paper, job.library)
    order = Order(game, decks[0].product, (), job.library, job.renderer)
    chapters, words = [chapter] if chapter else [], report_words(game, decks[0])
    drawn = report_pages(order, report, words, chapters, sheet.width, sheet.height)
    info = Info(f"{game.title}: Deck report", game.author, game.notice, creator=f"printgen {__version__}")
    pages = [Page(drawing, bookmark=title) for title, drawing in drawn]
    path = Path(out) / game.name / "report.pdf"
    if any(same_name(name) == "report" for name in game.products):
        message = f"{path} is the file of the product of that name"
        raise UsageError(message, "Choose another folder with --out, or rename the product.")
    write_files([(path, WRITERS["pdf"](pages, info, 300, False)[0])], Path(out))
    echo(f"{path}: {count(len(pages), 'page')}")


def _decks(target: str, names: Sequence[str], cards: Path | None) -> tuple[Job, list[Deck]]:
    """The decks of a kit, or the one that a target names; `cards` are the user's own.

    UsageError when it has no decks, or when none of them has a card of one of the names; PrintgenError when guidelines
    speak of fields that the cards do not have.
    """
    job = sound(target, cards)
    names_of_products = {product.name for product in job.products}
    decks = [deck for deck in decks_of(job.game) if deck.product.name in names_of_products and deck.product.records]
    if not decks:
        hint = "Name a kit such as go-joe, or a deck such as go-joe/joe-deck."
        raise UsageError(f"{target} has no deck of cards with guidelines", hint)
    stop_on_errors(finding for deck in decks for finding in missing_fields(deck))
    for name in names:
        if not any(records_named(deck.product, (name,)) for deck in decks):
            card_names = [record.name for deck in decks for record in deck.product.records]
            raise UsageError(f"no card of {target} is named '{name}'", did_you_mean(name, card_names))
    return job, decks


def _prepare_new(values: Mapping[str, str]) -> DesignContext | None:
    """Where a card is designed for the product that is named; None without one."""
    if (target := values.get("target")) is None:
        return None
    folder = values.get("cards") or os.environ.get("PRINTGEN_CARDS")
    return context_for(target, folder_for(target, Path(folder) if folder else None))


@click.command("new", cls=RequestCommand, request=NewRequest, prepare=_prepare_new, keys=card_options)
@cards_option
@json_option
@click.pass_obj
def new_command(context: DesignContext, /, request: NewRequest, cards: Path | None, as_json: bool) -> None:
    """Design a card from what it carries, and add it to a list of your own.

    With --change it takes the place of a card of that list, which keeps its comments. Afterwards, printgen build TARGET
    --only NAME prints the card. The flags are the fields and stats of the product's guidelines: printgen new TARGET
    --help shows them.
    """
    spec, moved = parse_new_card(context, request)
    card = design.draft(context, spec, request.of)
    for line in () if as_json else (*_design_lines(context, card), *(f"  {line}" for line in moved)):
        echo(line)
    show_findings(card.findings)
    design.write_card(card.files, {card.file: card.before}, card.piece, request.preview)
    if as_json:
        print_json(card.as_data())
        return
    command = ["printgen", "build", context.target, "--only", card.values["name"], *context.cards_words]
    echo(f"{card.file}: {'changed' if request.of else 'added'}; print it with: {shlex.join(command)}")


def _design_lines(context: DesignContext, card: design.Design) -> Iterator[str]:
    """The card in lines: what it is, its sums, and what is not as it was said."""
    about = (card.values[key] for key in context.guidelines.about if key in card.values)
    yield title_of(card.values["name"], about)
    sums = card.derived.as_data()
    reasons = {deviation["stat"]: deviation["reason"] for deviation in card.values.get("deviations", ())}
    for line, (stat, result) in zip(stat_lines(sums), sums.items(), strict=True):
        apart = f"   printed {card.values[stat]}: {reasons[stat]}" if card.values[stat] != result["value"] else ""
        yield f"  {line}{apart}"
    yield from (f"  {line}" for line in addition_lines(context.guidelines, card.added.values()))
    yield from (f"  {line}" for line in design.not_counted_lines(context, card.box))
