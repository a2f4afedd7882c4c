"""The options of commands that put pieces on sheets, and the lines that tell what a build takes."""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce

import click

import printgen
from printgen.cli.messages import count, echo
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


_MOST_NAMES = 6
"""So many names of new pieces are told."""


def tell_plan(plan: printgen.Plan) -> None:
    """Tell what a build takes, product by product, and all together."""
    for row in plan.rows:
        colors = ", ".join(f"{name} {share:.0f}" for name, share in row.colors.items())
        paper = (
            f"{count(row.pieces, 'piece')} on {count(row.sheets, 'sheet')} of {row.paper}, {count(row.pages, 'page')}"
        )
        echo(f"{row.kit}/{row.product}: {paper}, {row.ink:.0f} % ink ({colors})")
        if cuts := _cuts(row.cutting):
            echo(f"  {cuts}")
        echo(f"  {_news(row)}")
    if len(plan.rows) > 1:
        cuts = _cuts(plan.cutting)
        echo(f"all: {count(plan.sheets, 'sheet')}, {count(plan.pages, 'page')}" + (f"; {cuts}" if cuts else ""))
    if not plan.rows:
        echo("nothing is new since it was printed last")


def _cuts(cutting: printgen.Cutting) -> str:
    """What cutting takes; "" where nothing is cut."""
    parts = [f"{count(cutting.cuts, 'cut')} in {count(cutting.stacks, 'stack')}"] if cutting.cuts else []
    parts += [f"{count(cutting.by_hand, 'piece')} by hand"] if cutting.by_hand else []
    minutes = max(1, round(cutting.seconds / 60))
    return f"{', '.join(parts)}: about {count(minutes, 'minute')}" if parts else ""


def _news(row: printgen.Planned) -> str:
    """What is new since the product was printed last."""
    if not row.printed:
        return "never printed before"
    if not row.new:
        return "nothing is new since it was printed last"
    more = f" and {len(row.new) - _MOST_NAMES} more" if len(row.new) > _MOST_NAMES else ""
    return f"new since it was printed last: {', '.join(row.new[:_MOST_NAMES])}{more}"
