"""The commands for cards: derive, explain, report and new; a card, a service or a side of one's own."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from printgen._version import __version__
from printgen.base.errors import UsageError, Where, did_you_mean, stop_on_errors
from printgen.base.names import same_name
from printgen.base.seeds import MOST_SEED
from printgen.build.jobs import Job, sound
from printgen.build.targets import records_named
from printgen.cli.commands.lab.games import chapter_of
from printgen.cli.messages import ask, confirm, count, echo, print_json, show_findings
from printgen.cli.options import cards_option, json_option, out_option, paper_option, with_common
from printgen.designer import design, sides
from printgen.designer.bench import (
    Bench,
    Wish,
    added_lines,
    card_lines,
    correction_line,
    explained_as_data,
    look_said,
    split_look,
    stat_lines,
    titled,
    total_lines,
)
from printgen.designer.design import reckoned, saved
from printgen.designer.flags import (
    KitCommand,
    accessory_option,
    bench_of,
    bench_of_kit,
    field_flags,
    figure_flags,
    given_fields,
    given_figure,
    given_look,
    given_reasons,
    given_stats,
    kit_option,
    look_flags,
    moved_lines,
    own_folder,
    stat_flags,
    vehicle_flags,
    word_flags,
)
from printgen.designer.report import Asked, report_pages
from printgen.designer.wishes import again, checked, completed, left_lines, listed, picked, several, understood
from printgen.kinds.composition import Order
from printgen.rules.checks import Correction, corrections_of
from printgen.rules.decks import Deck, decks_of, missing_fields, totals_of
from printgen.rules.dossiers import Dossier
from printgen.rules.guidelines import CardField
from printgen.rules.origins import ACCESSORIES
from printgen.rules.report import report_on, words_of
from printgen.sheets.sheet import paper as paper_named
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
    wanted = {record.key for deck in decks for record in records_named(deck.product, names)}
    chosen = [(deck, [card for card in deck.dossiers if card.record.key in wanted]) for deck in decks]
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
    keys = {card.record.key for card in wanted}
    return [card for card in cards if card.record.key in keys]


@click.command("report")
@click.argument("target")
@click.option("--card", "names", multiple=True, metavar="NAME", help="show where this card ranks (repeatable)")
@click.option("--exact", is_flag=True, help="count all teams of a fight in place of drawing some, which takes longer")
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
    target: str, names: tuple[str, ...], exact: bool, seed: int, paper: str, cards: Path | None, out: str,
    as_json: bool,
) -> None:  # fmt: skip
    """Compare the decks of a kit: their numbers, their abilities and their teams.

    The strongest and the weakest cards are named. Where a game says how its cards fight, random teams of the decks do,
    and cards rank by what they are worth in a fight.
    """
    job, decks = _decks(target, names, cards)
    game = job.game
    asked = [record for deck in decks for record in (records_named(deck.product, names) if names else ())]
    chapter = chapter_of(Asked(game, tuple(deck.product.name for deck in decks), seed, exact))
    chapters = [chapter] if chapter else []
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


_CHOOSE = "Enter: one that no other has"


@click.command("side")
@click.argument("target", metavar="KIT")
@click.argument("code", required=False, default="")
@click.argument("name", required=False, default="")
@click.option("--side", default="", metavar="NAME", help="whose side it is on: joe, cobra, one of yours, or a new one")
@click.option("--color", default="", metavar="COLOR", help="its colour: orange, teal ..., or one such as #0F6E6E")
@click.option("--pattern", default="", metavar="WORD", help="the pattern on its cards, such as rays")
@click.option("--emblem", default="", metavar="WORD", help="its emblem, such as planet")
@click.option(
    "--preview", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="a PNG of a card of it"
)
@cards_option
@json_option
def side_command(
    target: str, code: str, name: str, preview: Path | None, cards: Path | None, as_json: bool, **flags: str
) -> None:
    """Add a side of your own beside a kit: a service with its code, and a deck with a back of its own.

    CODE is what stands on its cards, such as SW, and NAME what it is called, such as "Rebel Alliance". With --side joe
    the service joins a side that there is. What is not said is asked for on a terminal, else chosen so that it looks
    like no other. Rows are added to the files of services and sides beside your own cards.
    """
    yard = sides.yard_for(target, own_folder(cards))
    told = sides.SideWish(code, name, **flags)
    readers = _readers(yard)
    given = {key: value for key in readers if (value := getattr(told, key).strip())}
    wish = replace(told, **{key: readers[key](value) for key, value in given.items()})
    asked = sys.stdin.isatty() and not as_json
    wish = _completed(yard, wish) if asked else wish
    gaps = [what for what, said in (("CODE", wish.code), ("NAME", wish.name)) if not said]
    if gaps:
        message = f"{' and '.join(gaps)} {'is' if len(gaps) == 1 else 'are'} missing"
        raise UsageError(message, 'Give them, such as: SW "Rebel Alliance".')
    made = sides.drafted(yard, sides.chosen(yard, wish))
    show_findings(made.findings)
    for line in () if as_json else _lines(yard, made):
        echo(line)
    if asked and not confirm("Add it?", default=True):
        raise click.Abort
    saved(made.files, made.before, made.piece, preview)
    if as_json:
        print_json(made.as_data())
        return
    usual = [] if yard.cards == Path("my-cards") else ["--cards", str(yard.cards)]
    design = ["printgen", "new", f"{target}/{made.deck}", f"--{yard.field}", made.code, *usual]
    echo(f"{', '.join(map(str, made.files))}: added; design its cards with: {shlex.join(design)}")


def _readers(yard: sides.Yard) -> dict[str, Callable[[str], str]]:
    """What makes of a text what a row can have, by what it is said of; in the order in which it is asked for."""
    return {
        "code": partial(sides.code_said, yard),
        "name": partial(sides.name_said, yard),
        "side": partial(sides.side_said, yard),
        "color": partial(sides.color_said, yard),
        "pattern": partial(sides.option_said, yard, "pattern"),
        "emblem": partial(sides.option_said, yard, "emblem"),
    }


def _completed(yard: sides.Yard, wish: sides.SideWish) -> sides.SideWish:
    """Ask for whatever nobody has said yet; an answer that is not understood is asked for again."""
    for key, read in _readers(yard).items():
        if getattr(wish, key):
            continue
        options = {"color": [*sides.COLORS], "side": [*yard.sides.rows]}.get(key) or yard.options(key)
        for line in listed(options) if key not in ("code", "name") else ():
            echo(line)
        question, needed = _question(yard, wish, key)
        while (text := ask(question).strip()) or needed:
            try:
                wish = replace(wish, **{key: read(picked(text, tuple(options)))})
                break
            except UsageError as error:
                echo(again(error))
    return wish


def _question(yard: sides.Yard, wish: sides.SideWish, key: str) -> tuple[str, bool]:
    """The question for a part of a side, and whether it needs an answer."""
    if key == "code":
        return "Code, as it stands on the cards, such as SW", True
    if key == "name":
        return "Name, such as Rebel Alliance", True
    if key == "side":
        return f"Side: one of these, or a new one (Enter: {sides.short_of(yard, wish.name)}, a new one)", False
    return f"{key.capitalize()} ({_CHOOSE})", False


def _lines(yard: sides.Yard, made: sides.NewSide) -> Iterator[str]:
    row = made.service
    yield f"{made.code}, {row['name']}: {row['color']}, {row['pattern']}, {row['emblem']}"
    if made.side is None:
        yield f"  on the side {yard.sides.rows[row[yard.column]]['name']}, whose deck is {made.deck}"
    else:
        yield f"  a side of its own, {made.side['name']}, whose deck is {made.deck}"


class OrSide(KitCommand):
    """The command `new`; with the word side in place of a target it is the command `new side`."""

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """The context of one of the two commands."""
        if args[:1] == ["side"]:
            command = with_common(side_command)
            assert command is not None
            return command.make_context(f"{info_name} side", args[1:], parent, **extra)
        return super().make_context(info_name, args, parent, **extra)


def _flags(bench: Bench) -> Iterator[click.Option]:
    yield from field_flags(bench.fields)
    yield from figure_flags(bench)
    yield from look_flags(bench)
    yield from stat_flags(bench.guidelines, "a {} other than the derived one")
    yield from word_flags(bench)


@click.command("new", cls=OrSide, find=bench_of, offer=_flags)
@click.argument("target")
@click.argument("name", required=False, default="")
@click.option("--reason", default="", metavar="TEXT", help="why a number is not the derived one")
@click.option("--photo", type=click.Path(exists=True, dir_okay=False, path_type=Path), help="a picture of your own")
@click.option("--change", "of", default="", metavar="CARD", help="the card of your own that it takes the place of")
@click.option("--preview", type=click.Path(dir_okay=False, path_type=Path), metavar="FILE", help="a PNG of the card")
@cards_option
@json_option
@click.pass_obj
def new_command(
    bench: Bench, /, target: str, name: str, reason: str, photo: Path | None, of: str, preview: Path | None,
    cards: Path | None, as_json: bool, **flags: Any,
) -> None:  # fmt: skip
    """Design a card from what it carries, and add it to a list of your own.

    On a terminal, what is missing is asked for. With --change it takes the place of a card of that list, which keeps
    its comments. Afterwards, printgen build TARGET --only NAME prints the card. The
    flags are the fields and stats of the product's guidelines: printgen new TARGET --help shows them.
    printgen new side KIT adds a side of your own, with a deck for its cards.
    """
    said, stats = given_fields(bench.guidelines, flags), given_stats(bench.guidelines, flags)
    look = look_said(bench, name, given_look(flags), split_look(flags.get("more_look") or ()))
    reasons, without = given_reasons(bench.guidelines, flags), tuple(flags.get("without") or ())
    figure = given_figure(bench, flags)
    wish = told = checked(bench, Wish(name, said, photo, stats, figure, reason, look, reasons, without))
    if sys.stdin.isatty() and not as_json:
        wish = completed(bench, wish, ask, echo)
    made = design.draft(bench, wish, of)
    for line in (
        () if as_json else (*_told(bench, made), *(f"  {line}" for line in moved_lines(bench.guidelines, flags)))
    ):
        echo(line)
    show_findings(made.findings)
    if wish != told and not confirm(f"Add it to {made.file}?", default=True):
        raise click.Abort
    design.save(made, preview)
    if as_json:
        print_json(made.as_data())
        return
    echo(f"{made.file}: {'changed' if of else 'added'}; print it with: {_to_print(bench, made.values['name'])}")


def _told(bench: Bench, made: design.Design) -> Iterator[str]:
    """The card in lines: what it is, its sums, and what is not as it was said."""
    about = (made.values[key] for key in bench.guidelines.about if key in made.values)
    yield titled(made.values["name"], about)
    sums = made.derived.as_data()
    reasons = {one["stat"]: one["reason"] for one in made.values.get("deviations", ())}
    for line, (stat, result) in zip(stat_lines(sums), sums.items(), strict=True):
        apart = f"   printed {made.values[stat]}: {reasons[stat]}" if made.values[stat] != result["value"] else ""
        yield f"  {line}{apart}"
    yield from (f"  {line}" for line in added_lines(bench.guidelines, made.added.values()))
    yield from (f"  {line}" for line in left_lines(bench, made.box))


def _to_print(bench: Bench, name: str) -> str:
    """The command that prints a card, as it can be pasted."""
    return shlex.join(["printgen", "build", bench.target, "--only", name, *bench.cards_words])
