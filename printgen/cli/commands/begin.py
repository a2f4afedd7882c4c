"""The commands that one begins with: init, watch, studio, pull for published lists, and printers, to measure one."""

from __future__ import annotations

import gc
import os
import shlex
import signal
import sys
import time
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import Any

import click

import printgen
from printgen.base.errors import missing_extra, worst_exit
from printgen.cli.laying import grey_look_option, laying_options, look_said
from printgen.cli.limits import Stopped, count_anew, lift_data_limit
from printgen.cli.messages import as_data, ask, count, echo, print_json, show_findings
from printgen.cli.options import cards_option, json_option, only_option, out_option, paper_option, with_common


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
    if as_json:
        print_json({"pulled": [one.as_data() for one in pulled]})
        return
    for one in pulled:
        echo(str(one))


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


_edge_option = click.option(
    "--duplex", type=click.Choice(["long", "short"]), show_default="long", help="the edge over which paper is turned"
)


class _Printers(click.Group):
    """Its commands take what every command takes."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return with_common(super().get_command(ctx, cmd_name))


@click.group("printers", cls=_Printers)
def printers_group() -> None:
    """Measure a printer once, so that with --printer NAME every later sheet comes out true on it.

    Calibrate prints a page with scales; read asks what you read there, and keeps it.
    """


@printers_group.command("calibrate")
@click.argument("name")
@paper_option
@_edge_option
@click.option("--kit", default="", metavar="TARGET", help="a game whose colours the page shows")
@click.option("--check", is_flag=True, help="print it through what is known already: now all should read true")
@out_option
@json_option
def calibrate_command(
    name: str, paper: str, duplex: str | None, kit: str, check: bool, out: str, as_json: bool
) -> None:
    """Write the page of scales that a printer is measured on, front and back.

    NAME is what you call the printer. Print the page two-sided at 100 %; it says how it is read.
    """
    edge = duplex or "long"
    path = printgen.calibrate(name, out, paper=paper, duplex=edge, kit=kit, check=check)
    usual = [*(["--paper", paper] if paper != "letter" else []), *(["--duplex", edge] if edge != "long" else [])]
    following = shlex.join(["printgen", "printers", "read", name, *usual])
    if as_json:
        print_json({"file": str(path), "paper": paper, "duplex": edge, "next": following})
        return
    echo(f"{path}: print both sides at 100 %, turned over the {edge} edge")
    echo("Read what it says, and type it:")
    echo(f"  {following}")


@printers_group.command("read")
@click.argument("name")
@click.option("--paper", default="", metavar="NAME", help="the paper that the page was printed on  [default: letter]")
@_edge_option
@click.option("--from", "file", default="", metavar="FILE", help="a file of readings, instead of being asked")
@click.option(
    "--set", "said", multiple=True, metavar="KEY=VALUE", help="a reading, such as light.A.across=5.1 (repeatable)"
)
@json_option
def read_command(
    name: str, paper: str, duplex: str | None, file: str, said: tuple[str, ...], as_json: bool
) -> None:  # fmt: skip
    """Take what was read on a printer's page of scales, and keep what follows from it.

    Asks for each reading that neither --from nor --set gives.
    """
    measuring = printgen.measuring(name, paper=paper, duplex=duplex or "", file=file or None, said=said)
    if not as_json and sys.stdin.isatty():
        measuring.asked(ask, echo)
    made = measuring.done()
    show_findings(measuring.findings)
    tell(made, as_json)


@printers_group.command("list")
@json_option
def list_command(as_json: bool) -> None:
    """Show the printers that you have measured."""
    names = printgen.printers()
    if as_json:
        print_json({"printers": list(names)})
        return
    for name in names:
        echo(name)
    if not names:
        echo("none yet: printgen printers calibrate NAME prints the page to measure one with")


@printers_group.command("show")
@click.argument("name")
@json_option
def show_command(name: str, as_json: bool) -> None:
    """Show what is known of a printer, and the file that says so."""
    tell(printgen.printer(name), as_json)


@printers_group.command("forget")
@click.argument("name")
@json_option
def forget_command(name: str, as_json: bool) -> None:
    """Remove what is known of a printer."""
    file = printgen.forget_printer(name)
    if as_json:
        print_json({"forgotten": file.stem, "file": str(file)})
        return
    echo(f"{file.stem} is forgotten; {file} is removed")


def tell(printer: printgen.Printer, as_json: bool) -> None:
    """Tell what is known of a printer."""
    if as_json:
        print_json(printer.as_data())
        return
    for line in _told(printer):
        echo(line)


def _told(printer: printgen.Printer) -> Iterator[str]:
    known = printer.profile
    turned = "by itself" if known.stack is None else "by hand"
    yield f"{printer.name}: measured on {known.paper}, sheets turned over the {known.duplex} edge {turned}"
    for word, side in (("front", known.front), ("back", known.back)):
        scale, shift, margin = side.scale, side.shift, side.margin
        yield (
            f"  {word:<6}{100 * scale.across:.2f} % across, {100 * scale.down:.2f} % down;"
            f" {_way(shift.right, 'right', 'left')}, {_way(shift.down, 'down', 'up')};"
            f" turned {_way(side.skew, 'right', 'left', 'degrees')};"
            f" white: left {margin.left:g}, top {margin.top:g}, right {margin.right:g}, bottom {margin.bottom:g} mm"
        )
    if known.stack is not None:
        way = "goes in first" if known.stack.head == "first" else "goes in last"
        yield f"  stack put back with the printed side {known.stack.printed}, so that the head of the page {way}"
        if known.stack.out is not None:
            yield f"  sheets come out with the printed side {known.stack.out}"
    yield f"  {printer.file}"


def _way(amount: float, above: str, below: str, unit: str = "mm") -> str:
    """A measure with its direction: "0.4 mm to the left" needs no sign."""
    return f"{abs(amount):.2f} {unit} {above if amount >= 0 else below}"
