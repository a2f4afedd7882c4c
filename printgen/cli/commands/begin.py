"""The commands that one begins with, and works with: init and watch."""

from __future__ import annotations

import shlex
import sys
from typing import Any

import click

import printgen
from printgen.base.errors import worst_exit
from printgen.cli.laying import grey_look_option, laying_options, look_said
from printgen.cli.limits import count_anew
from printgen.cli.messages import as_data, count, echo, print_json, show_findings
from printgen.cli.options import cards_option, json_option, only_option
from printgen.cli.pages import open_page, until_stopped


@click.command("init")
@click.argument("folder")
@click.option(
    "--like",
    default="cards",
    show_default=True,
    metavar="WORD",
    help="what the game is like: board, cards, counters, csv, hexmap or rules; or a sample, as pirate-seas",
)
@json_option
def init_command(folder: str, like: str, as_json: bool) -> None:
    """Begin a game of your own: a small one that builds, in a new folder.

    FOLDER is made, or must be empty; the game's title is made from its name. Change a file, and see what comes of it.
    """
    begun = printgen.begin(folder, like)
    target = shlex.quote(folder if folder not in printgen.kits() else f"./{folder}")
    # The built-in kits are found by their names before any folder is.
    following = [f"printgen {word} {target}" for word in ("build", "watch")]
    if as_json:
        print_json({"folder": folder, "title": begun.title, "like": like, "files": begun.files, "next": following})
        return
    shown = [file for file in begun.files if not file.startswith(".")]
    echo(f"{folder}: {begun.title}, {count(len(shown), 'file')}")
    for file in shown:
        echo(f"  {file}")
    echo("Next:")
    for words in following:
        echo(f"  {words}")


@click.command("watch")
@click.argument("target")
@click.option(
    "--port", default=0, type=click.IntRange(0, 65535), help="where the page is served; 0 is any that is free"
)
@click.option("--no-open", is_flag=True, help="open no browser")
@click.option("--once", is_flag=True, help="draw once, tell what is wrong, and end")
@laying_options
@grey_look_option
@only_option
@cards_option
@json_option
def watch_command(target: str, port: int, no_open: bool, once: bool, grey: bool, as_json: bool, **given: Any) -> None:
    """Show a game in the browser, and draw it anew whenever one of its files changes.

    TARGET is the folder of a game, or one product in it. The page is for this machine alone, and its address is a
    secret. With --json there is a document on each line, one for every redraw. Ctrl-C ends it.
    """
    given["look"] = look_said(given["look"], grey)
    settings = printgen.Settings(**given)
    with until_stopped("watching", as_json or once), printgen.watch(target, settings, port) as watch:
        if not once:
            print_json({"address": watch.address}, None) if as_json else echo(f"{watch.address}   (Ctrl-C ends it)")
            if not no_open:
                open_page(watch.address)
        for redraw in watch.redraws():
            _tell(redraw, as_json)
            if once:
                sys.exit(worst_exit(redraw.findings))
            # Somebody may work for hours: each redraw may take the time of a build.
            count_anew()


def _tell(redraw: printgen.Redraw, as_json: bool) -> None:
    """Tell what came of a redraw, and of which change."""
    told = {"number": redraw.number, "seconds": round(redraw.seconds, 3), "changed": redraw.changed}
    if as_json:
        print_json({**told, "pieces": redraw.pieces, **as_data(redraw.findings)}, None)
        return
    show_findings(redraw.findings)
    wrong = [count(sum(f.severity == kind for f in redraw.findings), kind) for kind in ("error", "warning")]
    after = f"{', '.join(redraw.changed[:3])}{' ...' if len(redraw.changed) > 3 else ''}: " if redraw.changed else ""
    echo(f"{after}{count(redraw.pieces, 'piece')} in {redraw.seconds:.2f} s, {', '.join(wrong)}")
