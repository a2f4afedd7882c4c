"""What cards add to the command line: derive, explain and report, and those of modules of their own."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from printgen._version import __version__
from printgen.base.errors import UsageError, Where, did_you_mean, stop_on_errors
from printgen.base.names import same_name
from printgen.base.seeds import MOST_SEED
from printgen.build.jobs import Job, sound
from printgen.build.targets import records_named
from printgen.cli.commands.lab.chapter import chapter_of
from printgen.cli.messages import count, echo, print_json
from printgen.cli.options import cards_option, json_option, out_option, paper_option
from printgen.designer.bench import Bench, Wish
from printgen.designer.chapters import Asked
from printgen.designer.design import reckoned
from printgen.designer.flags import (
    KitCommand,
    accessory_option,
    bench_of_kit,
    field_flags,
    given_fields,
    given_figure,
    kit_option,
    moved_lines,
    vehicle_flags,
)
from printgen.designer.report import report_pages
from printgen.designer.telling import (
    added_lines,
    card_lines,
    correction_line,
    explained_as_data,
    stat_lines,
    total_lines,
)
from printgen.designer.wishes import left_lines, several, understood
from printgen.kinds.composition import Order
from printgen.rules.decks import Deck, decks_of, missing_fields
from printgen.rules.dossiers import Dossier
from printgen.rules.errata import Correction, corrections_of
from printgen.rules.guidelines import CardField
from printgen.rules.origins import ACCESSORIES
from printgen.rules.report import report_on, words_of
from printgen.rules.totals import totals_of
from printgen.sheets.papers import paper as paper_named
from printgen.writers import WRITERS
from printgen.writers.output import write_files
from printgen.writers.page import Info, Page


def _speaking(bench: Bench) -> list[CardField]:
    """The fields that say something of a card's numbers: what it carries, its role and its skills."""
    return [field for field in bench.fields if field.name in bench.guidelines.named]


@click.command(
    "derive", cls=KitCommand, find=bench_of_kit,
    offer=lambda bench: [*field_flags(_speaking(bench)), *vehicle_flags(bench)],
)  # fmt: skip
@accessory_option
@kit_option
@json_option
@click.pass_obj
def derive_command(bench: Bench, /, accessory: tuple[str, ...], kit: str, as_json: bool, **flags: Any) -> None:
    """Work out a card's numbers from what it carries, with the sum behind each.

    The flags are those of the kit's guidelines. What the role and the skills say of a figure counts as well, unless
    none is given for the field, such as --trait none.
    """
    guidelines, given = bench.guidelines, given_fields(bench.guidelines, flags)
    for field in bench.fields:
        if field.name in given and field not in guidelines.carried:
            given[field.name] = understood(bench, field, given[field.name])
    figure = {**given_figure(bench, flags), ACCESSORIES: tuple(several(accessory))}
    made = reckoned(bench, Wish(said=given, figure=figure))
    stop_on_errors(replace(problem, where=Where("printgen")) for problem in made.derived.problems)
    sums = made.derived.as_data()
    if as_json:
        print_json(sums)
        return
    for line in stat_lines(sums):
        echo(line)
    added = added_lines(guidelines, made.added.values())
    for line in (*moved_lines(guidelines, flags), *added, *left_lines(bench, made.box)):
        echo(f"  {line}")


@click.command("explain")
@click.argument("target")
@click.argument("name", required=False, default="")
@click.option("--total", is_flag=True, help="count how many numbers are explained, and how many of these are proven")
@click.option("--inferred", is_flag=True, help="count the lines, too, that the guidelines infer from printed numbers")
@cards_option
@json_option
def explain_command(target: str, name: str, total: bool, inferred: bool, cards: Path | None, as_json: bool) -> None:
    """Show a card's printed numbers beside the derived ones, and where each of its words comes from.

    Cards that share a name are all shown; without a name, all cards are.
    """
    names = (name,) if name else ()
    job, decks = _decks(target, names, cards)
    wanted = {id(record) for deck in decks for record in records_named(deck.product, names)}
    chosen = [(deck, [card for card in deck.dossiers if id(card.record) in wanted]) for deck in decks]
    if total:
        _show_totals(job.game.title, chosen, inferred, as_json)
        return
    found = [card for _, some in chosen for card in some]
    corrected = [(card, corrections_of(job.game, card.record)) for card in found]
    if as_json:
        data = [
            {**explained_as_data(card, inferred), "errata": [*map(Correction.as_data, some)]}
            for card, some in corrected
        ]
        print_json({"cards": data})
    for card, some in () if as_json else corrected:
        for line in (*card_lines(card, inferred), *map(correction_line, some)):
            echo(line)


def _show_totals(title: str, chosen: Sequence[tuple[Deck, Sequence[Dossier]]], inferred: bool, as_json: bool) -> None:
    """The totals of decks, each for itself and then together; those of the user's own cards apart from the game's."""
    own = [(deck, f"{deck.product.title}, cards of your own", _among(deck.own, some)) for deck, some in chosen]
    printed = [(deck, deck.product.title, _among(deck.printed, some)) for deck, some in chosen]
    listed = [row for row in printed if row[2]]
    guidelines = chosen[0][0].guidelines
    # Decks with stats of their own have nothing to add up.
    alike = all(deck.guidelines.stats.keys() == guidelines.stats.keys() for deck, _ in chosen)
    together = totals_of(guidelines, [card for _, _, some in listed for card in some]) if alike else None
    if as_json:
        told = {
            key: [
                {"name": deck.product.name, "title": deck.product.title}
                | totals_of(deck.guidelines, some).as_data(inferred)
                for deck, _, some in rows
            ]
            for key, rows in (("decks", listed), ("own", [row for row in own if row[2]]))
        }
        print_json({**told, "together": together.as_data(inferred) if together else None})
        return
    rows = [(deck.guidelines, named, totals_of(deck.guidelines, some)) for deck, named, some in listed]
    if together and len(listed) > 1:
        rows.append((guidelines, title, together))
    rows += [(deck.guidelines, named, totals_of(deck.guidelines, some)) for deck, named, some in own if some]
    for one, named, totals in rows:
        for line in total_lines(one, named, totals, inferred):
            echo(line)


def _among(cards: Sequence[Dossier], wanted: Sequence[Dossier]) -> list[Dossier]:
    ids = {id(card) for card in wanted}
    return [card for card in cards if id(card) in ids]


@click.command("report")
@click.argument("target")
@click.option("--card", "names", multiple=True, metavar="NAME", help="show where this card ranks (repeatable)")
@click.option("--exact", is_flag=True, help="count all teams of a fight in place of drawing some, which takes longer")
@click.option(
    "--games", default=0, show_default="none", metavar="N", help="so many whole games for each row of a table"
)
@click.option(
    "--seed",
    default=1,
    show_default=True,
    type=click.IntRange(0, MOST_SEED),
    metavar="N",
    help="for all that is drawn at random",
)
@click.option(
    "--jobs",
    default=1,
    show_default=True,
    type=click.IntRange(1, 256),
    metavar="N",
    help="how many processes play the games",
)
@paper_option
@cards_option
@out_option
@json_option
def report_command(
    target: str, names: tuple[str, ...], exact: bool, games: int, seed: int, jobs: int, paper: str,
    cards: Path | None, out: str, as_json: bool,
) -> None:  # fmt: skip
    """Compare the decks of a kit: their numbers, their abilities and their teams.

    The strongest and the weakest cards are named. Where a game says how its cards fight, random teams of the decks do,
    and cards rank by what they are worth in a fight; with --games, whole games are played by the usual rules and by
    house rules.
    """
    job, decks = _decks(target, names, cards)
    game = job.game
    asked = [record for deck in decks for record in (records_named(deck.product, names) if names else ())]
    chapter = chapter_of(Asked(game, tuple(deck.product.name for deck in decks), seed, games, exact, jobs))
    chapters = [chapter] if chapter else []
    if games and not any("rules" in chapter.data.get("lab", {}) for chapter in chapters):
        raise UsageError(f"{target} has no whole games to play", "Leave out --games, or name the whole game.")
    worth = next((chapter.worth for chapter in chapters if chapter.worth), {})
    report = report_on(game, decks, asked, worth) | {
        key: told for chapter in chapters for key, told in chapter.data.items()
    }
    if as_json:
        print_json(report)
        return
    sheet = paper_named(paper, job.library)
    order = Order(game, decks[0].product, (), job.library, job.renderer)
    drawn = report_pages(order, report, words_of(game, decks[0]), chapters, sheet.width, sheet.height)
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
    wanted = {product.name for product in job.products}
    decks = [deck for deck in decks_of(job.game) if deck.product.name in wanted and deck.product.records]
    if not decks:
        hint = "Name a kit such as go-joe, or a deck such as go-joe/joe-deck."
        raise UsageError(f"{target} has no deck of cards with guidelines", hint)
    stop_on_errors(finding for deck in decks for finding in missing_fields(deck))
    for name in names:
        if not any(records_named(deck.product, (name,)) for deck in decks):
            known = [record.name for deck in decks for record in deck.product.records]
            raise UsageError(f"no card of {target} is named '{name}'", did_you_mean(name, known))
    return job, decks
