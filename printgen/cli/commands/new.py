"""The command `new`: a card of one's own, from flags or in answer to questions."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from printgen.cli.commands.side import OrSide
from printgen.cli.messages import ask, confirm, echo, print_json, show_findings
from printgen.cli.options import cards_option, json_option
from printgen.designer import design
from printgen.designer.asking import completed
from printgen.designer.bench import Bench, Wish
from printgen.designer.faces import look_said, split_look
from printgen.designer.flags import (  # fmt: skip
    bench_of,
    field_flags,
    figure_flags,
    given_fields,
    given_figure,
    given_look,
    given_reasons,
    given_stats,
    look_flags,
    moved_lines,
    stat_flags,
    word_flags,
)
from printgen.designer.telling import added_lines, stat_lines, titled
from printgen.designer.wishes import checked, left_lines


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
