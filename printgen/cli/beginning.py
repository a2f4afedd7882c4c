"""The commands that one begins with: init."""

from __future__ import annotations

import shlex
from collections.abc import Mapping

import click

import printgen
from printgen.cli.messages import count, echo, print_json
from printgen.cli.options import json_option


@click.command("init")
@click.argument("folder")
@click.option(
    "--like",
    default="cards",
    show_default=True,
    metavar="WORD",
    help="what the game is like: board, cards, counters, csv, hexmap or rules",
)
@json_option
def init_command(folder: str, like: str, as_json: bool) -> None:
    """Begin a game of your own: a small one that builds, in a new folder.

    FOLDER is made, or must be empty; the game's title is made from its name. Change a file, and see what comes of it.
    """
    begun = printgen.begin(folder, like)
    target = shlex.quote(folder if folder not in printgen.kits() else f"./{folder}")
    # The built-in kits are found by their names before any folder is.
    following = [f"printgen {word} {target}" for word in ("build", "check")]
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


COMMANDS: Mapping[str, click.Command] = {"init": init_command}
"""The commands by name."""
