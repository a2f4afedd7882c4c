"""The options of all commands that put pieces on sheets; they know what there is to choose, which a start does not."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import click

import printgen
from printgen.cli.options import (
    backs_option,
    look_option,
    margin_option,
    printer_option,
    product_paper_option,
    variant_option,
)

_laying_options = (
    product_paper_option,
    click.option(
        "--duplex",
        type=click.Choice(printgen.DUPLEX),
        callback=lambda context, parameter, value: value or "",
        show_default="long, or what a product asks for",
        help="how backs are printed: flipped on the long or short edge, not at all, after all fronts, folded over, or"
        " by hand: all fronts, then all backs, with a sheet that tells how the stack goes back",
    ),
    backs_option,
    click.option(
        "--join",
        type=click.Choice(["tape", "glue"]),
        default="tape",
        show_default=True,
        help="how large pieces go together",
    ),
    click.option("--gutter", default="0mm", metavar="LENGTH", help="space between pieces, such as 3mm"),
    margin_option,
    click.option("--proof", is_flag=True, help="show cuts, bleed and safe zones over the pieces; not for playing"),
    click.option("--back-marks", is_flag=True, help="crop marks on backs, too"),
    click.option(
        "--stack",
        type=click.Choice(["rows", "piles"]),
        default="rows",
        show_default=True,
        help="how pieces fill sheets: one after the other, or so that the piles of a stack that is cut are in order",
    ),
    printer_option,
    look_option,
    variant_option,
    click.option("--seed", default=1, show_default=True, help="for whatever is random"),
)

Decorated = Callable[..., object]


def laying_options(command: Decorated) -> Decorated:
    """The options of all commands that put pieces on sheets, called as the settings are."""
    return reduce(lambda wrapped, option: option(wrapped), reversed(_laying_options), command)


grey_look_option = click.option(
    "--grey", is_flag=True, help="for a grey printer: no colour is written, and patterns stand out more; --look grey"
)


def look_said(look: str, grey: bool) -> str:
    """The look that is asked for, where --grey names one, too. click.UsageError for two of them."""
    if grey and look not in ("color", "grey"):
        raise click.UsageError(f"--grey is a look, and --look {look} another. Leave out one of them.")
    return "grey" if grey else look
