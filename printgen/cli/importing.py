"""The commands that make a game of what other programs made: `printgen import cards`."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Mapping
from typing import Any

import click

import printgen
from printgen.cli.messages import Progress, as_data, ask, count, echo, print_json, show_findings
from printgen.cli.options import json_option, strict_option, with_common
from printgen.errors import PrintgenError


class _Group(click.Group):
    """A group whose commands take the options that all commands have in common."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return with_common(super().get_command(ctx, cmd_name))


@click.group("import", cls=_Group)
def import_group() -> None:
    """Make a game of what you have already: finished card pictures."""


@import_group.command("cards")
@click.argument("source")
@click.option("--out", default="", metavar="FOLDER", help="the folder of the game; else SOURCE-game")
@click.option(
    "--size", "sizes", multiple=True, metavar="SIZE",
    help="how large the cards are: poker, poker-metric, bridge, tarot ..., or 63x88mm (repeatable)",
)  # fmt: skip
@click.option("--dpi", type=float, default=0.0, metavar="NUMBER", help="the dots per inch of the pictures")
@click.option(
    "--bleed-included", "bleed", default="0mm", metavar="LENGTH",
    help="how far the pictures reach beyond the cut, such as 3mm",
)  # fmt: skip
@strict_option
@json_option
def cards_command(
    source: str, out: str, sizes: tuple[str, ...], dpi: float, bleed: str, strict: bool, as_json: bool
) -> None:
    """Make a game of finished card pictures, which builds and exports at once.

    SOURCE is a folder of PNG, JPEG or WebP pictures, or the cards.xml of mpc-autofill. NAME.png is a front,
    NAME-back.png its back, back.png the back of all; "NAME x3.png" is three cards. The game has copies of the pictures.
    """
    wish: dict[str, Any] = {"dpi": dpi, "bleed": bleed, "strict": strict}
    with Progress(as_json) as progress:
        try:
            made = printgen.import_cards(source, out, sizes, progress=progress, **wish)
        except PrintgenError as error:
            if as_json or not sys.stdin.isatty() or {one.code for one in error.findings} != {"unknown-size"}:
                raise
            show_findings(error.findings)
            made = printgen.import_cards(source, out, _asked(), progress=progress, **wish)
    target = shlex.quote(str(made.folder) if str(made.folder) not in printgen.kits() else f"./{made.folder}")
    following = [f"printgen {word} {target}" for word in ("build", "export tts")]
    if as_json:
        print_json({"folder": str(made.folder), "title": made.title, "decks": [deck.as_data() for deck in made.decks],
                    "other_files": made.others, **as_data(made.findings), "next": following})  # fmt: skip
        return
    show_findings(made.findings)
    echo(f"{made.folder}: {made.title}")
    for deck in made.decks:
        echo(f"  {_line(deck.as_data())}")
    if made.others:
        echo(f"  {count(made.others, 'other file')} left aside")
    if not (sizes or dpi):
        echo("  Is a size wrong? Remove the game, and say --size or --dpi.")
    echo("Next:")
    for words in following:
        echo(f"  {words}")


def _asked() -> tuple[str, ...]:
    """The size of the cards, as somebody types it."""
    return (said,) if (said := ask("How large are the cards (poker, tarot, 63x88mm ...)?").strip()) else ()


def _line(deck: Mapping[str, Any]) -> str:
    """What a deck is, in a line."""
    size = f"{deck['width_mm']:g} x {deck['height_mm']:g} mm"
    named = size if deck["size"][:1].isdigit() else f"{deck['size']}, {size}"
    backs = count(deck["backs"], "back") if deck["backs"] else "no back"
    bleed = f", {deck['bleed_mm']:g} mm of bleed in the pictures" if deck["bleed_mm"] else ""
    copies = f" ({count(deck['cards'], 'card')} with copies)" if deck["cards"] > deck["records"] else ""
    return f"{deck['name']}: {count(deck['records'], 'front')}{copies}, {backs}, {named}{bleed}"


COMMANDS: Mapping[str, click.Command] = {"import": import_group}
"""The commands by name."""
