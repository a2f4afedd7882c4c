"""A plan of a build comes in; lines that tell what it takes go out."""

from __future__ import annotations

import printgen
from printgen.cli.messages import count, echo

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
