"""The commands about printers that are out of true: printers calibrate, read, list, show and forget."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import click

import printgen
from printgen.cli.messages import echo, print_json
from printgen.cli.options import json_option, with_common


class _Printers(click.Group):
    """Its commands take what every command takes."""

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return with_common(super().get_command(ctx, cmd_name))


@click.group("printers", cls=_Printers)
def printers_group() -> None:
    """Measure a printer once, so that with --printer NAME every later sheet comes out true on it.

    Calibrate prints a page with scales; read asks what you read there, and keeps it.
    """


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
    yield f"  {printer.file}"


def _way(amount: float, above: str, below: str, unit: str = "mm") -> str:
    """A measure with its direction: "0.4 mm to the left" needs no sign."""
    return f"{abs(amount):.2f} {unit} {above if amount >= 0 else below}"


COMMANDS: Mapping[str, click.Command] = {"printers": printers_group}
"""The commands by name."""
