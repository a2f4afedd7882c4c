"""What rosters add to the command line: armies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import click

from printgen.base.errors import UsageError
from printgen.build.jobs import sound
from printgen.build.targets import kit_with
from printgen.cli.messages import count, echo, print_json
from printgen.cli.options import json_option
from printgen.kinds.roster.rules import PER_POINTS, army_lists, listing
from printgen.rules.odds import decimal


@click.command("armies")
@click.argument("kit", required=False)
@click.option("--points", default=50, show_default=True, type=click.IntRange(1, 500), help="the budget to spend")
@json_option
def armies_command(kit: str | None, points: int, as_json: bool) -> None:
    """List every army that spends a budget exactly, and suggest balanced ones."""
    kit = kit or kit_with("roster")
    job = sound(kit)
    lists = army_lists(job.game)
    if not lists:
        raise UsageError(f"{kit} has no armies", "Name a kit with a product of the kind roster.")
    document = listing(lists[0].qualities, points, lists[0].volleys())
    if as_json:
        print_json(document)
        return
    for army in document["armies"]:
        squads = ", ".join(f"{row['count']} x {row['soldiers']} {row['quality']}" for row in army["squads"])
        star = "*" if army in document["suggestions"] else " "
        shown = f"{_told(army['hits'])} hits  " if army["hits"] else ""
        echo(f"{star} {army['soldiers']:>3} soldiers  {shown}{squads}")
    ways = count(len(document["armies"]), "way")
    echo(f"{ways} to spend {points} points; * marks balanced ones: {document['balanced']}")
    reaches = list(document["qualities"][0]["hits"])
    if reaches:
        alone = ", ".join(f"{row['quality']} {_told(row['hits'])}" for row in document["qualities"])
        echo(
            f"hits are the average for {PER_POINTS} points at {' / '.join(reaches)} if every squad shoots once: {alone}"
        )


def _told(hits: Mapping[str, Sequence[int]]) -> str:
    """Hits by reach, with one decimal."""
    return " / ".join(decimal(Fraction(*pair)) for pair in hits.values())
