"""The commands that one begins with: init, watch, studio, pull for published lists, and printers, to measure one."""

from __future__ import annotations

import gc
import os
import shlex
import signal
import sys
import time
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread
from urllib.parse import quote

import click

import printgen
from printgen.base.errors import UsageError, missing_extra, worst_exit
from printgen.build.targets import find_target
from printgen.cli.limits import Stopped, count_anew, lift_data_limit
from printgen.cli.messages import as_data, ask, count, echo, print_answer, print_json, show_findings
from printgen.cli.options import (
    CommandGroup,
    cards_option,
    commands_for,
    font_option,
    json_option,
    out_option,
    paper_option,
)
from printgen.sheets.printers import SIDES, CalibrationNumber, check_name, page_options, parse_stack, readings_on
from printgen.sheets.sheet import paper as find_paper


@contextmanager
def until_stopped(what: str, quiet: bool) -> Iterator[None]:
    """Ctrl-C is the way to end what goes on in here, and no interruption."""
    try:
        yield
    except (KeyboardInterrupt, Stopped) as stop:
        if isinstance(stop, Stopped) and stop.number != signal.SIGINT:
            raise
        if not quiet:
            echo(f"stopped {what}")


def open_page(address: str) -> None:
    """Open the page in a browser where there is a desktop to open one on; never wait for it."""
    if sys.platform in ("win32", "darwin") or os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"):
        Thread(target=webbrowser.open, args=(address,), daemon=True).start()


@click.command("init")
@click.argument("folder")
@click.option(
    "--like", default="", metavar="WORD",
    help="what the game is like: board, cards, counters, csv, hexmap or rules; or a sample, as pirate-seas; "
    "cards without it",
)  # fmt: skip
@click.option(
    "--from", "source", metavar="LIST",
    help="a spreadsheet of cards: a CSV, TSV or XLSX file (book.xlsx#Sheet for one of its sheets), or the address of a "
    "published sheet",
)  # fmt: skip
@font_option
@click.option("--from-localhost", is_flag=True, help="take addresses of this very machine, too, for tests")
@json_option
def init_command(folder: str, like: str, source: str | None, font: str, from_localhost: bool, as_json: bool) -> None:
    """Begin a game of your own: a small one that builds, in a new folder.

    FOLDER is made, or must be empty; the game's title is made from its name. Change a file, and see what comes of it.
    With --from it is a game of your spreadsheet, with cards that print every column.
    """
    if like and source is not None:
        raise UsageError("--like and --from are two ways to begin", "Leave one of them out.")
    if font and source is None:
        raise UsageError("--font is for the letters of a list", "Name the list with --from, too.")
    from_list = None
    if source is not None:
        from_list = printgen.begin_from_list(folder, source, font=font, local=from_localhost)
    begun = from_list.begun if from_list else printgen.begin(folder, like or "cards")
    following = commands_for(folder, "build", "watch")
    about = {"from": source, **from_list.as_data()} if from_list else {"like": like or "cards"}
    shown = [file for file in begun.files if not file.startswith(".")]
    lines = (
        f"{folder}: {begun.title}, {count(len(shown), 'file')}",
        *(f"  {file}" for file in shown[:_MOST_SHOWN]),
        *(from_list.lines() if from_list else ()),
        "Next:",
        *(f"  {command}" for command in following),
    )
    document = {"folder": folder, "title": begun.title, **about, "files": begun.files, "next": following}
    print_answer(document, lines, as_json, from_list.findings if from_list else ())


_MOST_SHOWN = 20
"""Of more files that were written, such as pictures, the first ones are named."""


@click.command("upgrade")
@click.argument("target")
@click.option("--yes", is_flag=True, help="write the changes without a question")
@click.option("--dry-run", is_flag=True, help="show the changes, and write nothing")
@json_option
def upgrade_command(target: str, yes: bool, dry_run: bool, as_json: bool) -> None:
    """Bring a game of an earlier printgen up to date; its changes are shown first.

    TARGET is the folder of a game. What is refused now and has one way to what it was is written as it is now; comments
    and the layout of files stay. Errors that remain are told, and end it with their exit code.
    """
    upgraded = printgen.upgrade(target)
    writes = bool(upgraded.files) and not dry_run
    files = count(len(upgraded.files), "file")
    if not as_json:
        for line in upgraded.diff().splitlines() or [f"{target}: nothing to change"]:
            echo(line)
    if writes and not yes:
        writes = not as_json and ask(f"Write {files}? [y/N]").strip().lower() in ("y", "yes")
    if writes:
        upgraded.write()
    if as_json:
        document = {"changes": upgraded.diff(), "files": [*upgraded.files], "written": writes}
        print_json({**document, **as_data(upgraded.findings)})
    else:
        show_findings(upgraded.findings)
        if upgraded.files:
            echo(f"{target}: {files} {'written' if writes else 'not written'}")
    sys.exit(worst_exit(upgraded.findings))


@click.command("pull")
@click.argument("target")
@click.option("--from-localhost", is_flag=True, help="take addresses of this very machine, too, for tests")
@json_option
def pull_command(target: str, from_localhost: bool, as_json: bool) -> None:
    """Save the published sheets that a game names under pull, each as its list; a build never fetches anything.

    TARGET is a game or a product. What has changed is told. Where a sheet cannot be had, no list is changed, and the
    exit code is 3.
    """
    pulled = printgen.pull(target, local=from_localhost)
    print_answer({"pulled": [each.as_data() for each in pulled]}, map(str, pulled), as_json)


_EVERY = 30.0
"""Seconds between two times that a program that lasts counts its time anew, and cleans up after itself."""


_port_option = click.option(
    "--port", default=0, type=click.IntRange(0, 65535), help="where the page is served; 0 is any that is free"
)
_open_option = click.option("--no-open", is_flag=True, help="open no browser")


@click.command("studio")
@click.argument("targets", nargs=-1, metavar="[KIT | PATH]...")
@_port_option
@_open_option
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
    _serve(targets, None, port, no_open, cards, out, as_json)


@click.command("watch")
@click.argument("target")
@_port_option
@_open_option
@cards_option
@json_option
def watch_command(target: str, port: int, no_open: bool, cards: Path | None, as_json: bool) -> None:
    """Show a game in the studio, which draws it anew whenever one of its files changes.

    TARGET is the folder of a game, or one product in it, whose pieces the page shows with what is wrong with them.
    Ctrl-C ends it.
    """
    _, product = find_target(target)
    _serve([target], f"/{quote(product)}" if product else "", port, no_open, cards, "output", as_json)


def _serve(
    targets: Sequence[str], product: str | None, port: int, no_open: bool, cards: Path | None, out: str, as_json: bool
) -> None:
    """Serve the studio until it is stopped; its page opens at the wall of a product, given as its address ends."""
    try:
        from printgen.studio.serving import StudioServer
        from printgen.studio.workshop import Workshop
    except ImportError as error:
        if (error.name or "printgen").startswith("printgen"):
            raise
        raise missing_extra("the studio", "studio", error) from error
    lift_data_limit()
    workshop = Workshop.of(targets, cards, Path(out))
    with until_stopped("the studio", as_json), StudioServer(workshop, port) as studio:
        (game, *_) = workshop.games
        address = studio.address + (f"#/deck/{quote(game)}{product}" if product is not None else "")
        print_json({"address": address}, None) if as_json else echo(address)
        if not no_open:
            open_page(address)
        while True:
            time.sleep(_EVERY)
            # Somebody may work for hours.
            count_anew()
            gc.collect()


_edge_option = click.option(
    "--duplex", type=click.Choice(["long", "short"]), default="long", show_default=True,
    help="the edge over which paper is turned",
)  # fmt: skip


@click.group("printers", cls=CommandGroup)
def printers_group() -> None:
    """Measure a printer once, so that with --printer NAME every later sheet comes out true on it.

    Calibrate writes a page; read asks for the four numbers that you read on each side of it, and keeps them.
    """


@printers_group.command("calibrate")
@click.argument("name")
@paper_option
@_edge_option
@click.option("--kit", default="", metavar="TARGET", help="a game whose language the page speaks")
@click.option("--check", is_flag=True, help="print it through what is known already: now all should read true")
@out_option
@json_option
def calibrate_command(name: str, paper: str, duplex: str, kit: str, check: bool, out: str, as_json: bool) -> None:
    """Write the page that a printer is measured on, front and back.

    NAME is what you call the printer. Print the page two-sided at 100 %; it says how it is read.
    """
    path = printgen.calibrate(name, out, paper=paper, duplex=duplex, kit=kit, check=check)
    command = shlex.join(["printgen", "printers", "read", name, *page_options(paper, duplex)])
    lines = (
        f"{path}: print both sides at 100 %, turned over the {duplex} edge",
        f"Read what it says, then type what you read: {command}",
    )
    print_answer({"file": str(path), "paper": paper, "duplex": duplex, "next": command}, lines, as_json)


@printers_group.command("read")
@click.argument("name")
@paper_option
@_edge_option
@click.option("--front", nargs=4, metavar="A B C D", help="the four numbers of the front, instead of being asked")
@click.option("--back", nargs=4, metavar="A B C D", help="the four numbers of the back")
@click.option("--stack", default="", metavar="WORDS", help="how the stack went back if you turn it, such as 'up last'")
@json_option
def read_command(
    name: str, paper: str, duplex: str, front: Sequence[str], back: Sequence[str], stack: str, as_json: bool
) -> None:
    """Take the numbers that you read on a printer's page, and keep what they say of it."""
    if not (front and back):
        if as_json or not sys.stdin.isatty():
            raise UsageError("the numbers of the page are missing", "Give them: --front A B C D --back A B C D.")
        readings = readings_on(find_paper(paper))
        echo(f"Type the numbers of the page of {check_name(name)}, such as 5.3; Ctrl-C ends this, and keeps nothing.")
        front, back = (texts or _ask_side(side, readings) for side, texts in zip(SIDES, (front, back), strict=True))
        question = "If you turn sheets by hand, such as: up last (Enter if the printer does)"
        stack = stack or _ask_valid(question, parse_stack)
    _show_printer(printgen.measure_printer(name, front, back, paper=paper, duplex=duplex, stack=stack), as_json)


def _ask_side(side: str, readings: Sequence[CalibrationNumber]) -> list[str]:
    """The numbers of a side."""
    return [
        _ask_valid(f"{side.capitalize()} {each.letter}, {each.what} (true: {each.true:g})", partial(each.parse, side))
        for each in readings
    ]


def _ask_valid(question: str, parse: Callable[[str], object]) -> str:
    """The text that the user types, once `parse` takes it."""
    while True:
        text = ask(question)
        try:
            parse(text)
            return text
        except UsageError as error:
            echo(f"  {error.findings[0].message}. {error.findings[0].hint}")


def _show_printer(printer: printgen.Printer, as_json: bool) -> None:
    show_findings(printer.check_sides())
    lines = (f"{printer.name}: {printer.file}", *(f"  {line}" for line in printer.lines()))
    print_answer(printer.as_data(), lines, as_json)


@printers_group.command("list")
@json_option
def list_command(as_json: bool) -> None:
    """Show the printers that you have measured."""
    names = printgen.printers()
    none = "none yet: printgen printers calibrate NAME writes the page to measure one with"
    print_answer({"printers": names}, names or (none,), as_json)


@printers_group.command("show")
@click.argument("name")
@json_option
def show_command(name: str, as_json: bool) -> None:
    """Show what is known of a printer, and the file that says so."""
    _show_printer(printgen.printer(name), as_json)
