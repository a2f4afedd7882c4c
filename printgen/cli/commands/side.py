"""The command `new side`: a service, and a side, of one's own beside a kit."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import click

from printgen.base.errors import UsageError
from printgen.cli.messages import ask, confirm, echo, print_json, show_findings
from printgen.cli.options import cards_option, json_option, with_common
from printgen.designer import sides
from printgen.designer.asking import again, listed, picked
from printgen.designer.design import saved
from printgen.designer.flags import KitCommand, own_folder

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
