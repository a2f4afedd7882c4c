"""The command `studio`: games come in; a page in the browser goes out, until somebody has seen enough."""

from __future__ import annotations

import gc
import time
from pathlib import Path

import click

from printgen.base.errors import missing_extra
from printgen.cli.limits import count_anew, lift_data_limit
from printgen.cli.messages import echo, print_json
from printgen.cli.options import cards_option, json_option, out_option
from printgen.cli.pages import open_page, until_stopped

_EVERY = 30.0
"""Seconds between two times that a program that lasts counts its time anew, and cleans up after itself."""


@click.command("studio")
@click.argument("targets", nargs=-1, metavar="[KIT | PATH]...")
@click.option(
    "--port", default=0, type=click.IntRange(0, 65535), help="where the page is served; 0 is any that is free"
)
@click.option("--no-open", is_flag=True, help="open no browser")
@cards_option
@out_option
@json_option
def studio_command(
    targets: tuple[str, ...], port: int, no_open: bool, cards: Path | None, out: str, as_json: bool
) -> None:
    """Open the studio: games, cards, boards, fights and prints in the browser, without writing YAML.

    Without a target it holds all kits, and the games in the working folder. The page is for this machine alone; its
    address can be opened once. Ctrl-C ends it.
    """
    try:
        from printgen.studio.serving import Studio
        from printgen.studio.workshop import Workshop
    except ImportError as error:
        if (error.name or "printgen").startswith("printgen"):
            raise
        raise missing_extra("the studio", "studio", error) from error
    lift_data_limit()
    workshop = Workshop.of(targets, cards, Path(out))
    with until_stopped("the studio", as_json), Studio(workshop, port) as studio:
        print_json({"address": studio.address}, None) if as_json else echo(studio.address)
        if not no_open:
            open_page(studio.address)
        while True:
            time.sleep(_EVERY)
            # Somebody may work for hours.
            count_anew()
            gc.collect()
