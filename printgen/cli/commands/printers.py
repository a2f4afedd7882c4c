"""The commands about printers that are out of true: printers calibrate, read, list, show and forget."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator

import click

import printgen
from printgen.cli.messages import ask, echo, print_json, show_findings
from printgen.cli.options import json_option, out_option, paper_option, with_common

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
