"""What rosters add to the command line: armies."""

from __future__ import annotations

from collections.abc import Mapping

import click

from printgen import build
from printgen.cli.messages import count, echo, print_json
from printgen.cli.options import json_option
from printgen.errors import UsageError
from printgen.kinds.roster.rules import army_lists, listing
from printgen.targets import kit_with


@click.command("armies")
@click.argument("kit", required=False)
@click.option("--points", default=50, show_default=True, type=click.IntRange(1, 500), help="the budget to spend")
@json_option
def armies_command(kit: str | None, points: int, as_json: bool) -> None:
    """List every army that spends a budget exactly, and suggest balanced ones."""
    kit = kit or kit_with("roster")
    job = build.sound(kit)
    lists = army_lists(job.game)
    if not lists:
        raise UsageError(f"{kit} has no armies", "Name a kit with a product of the kind roster.")
    document = listing(lists[0].qualities, points)
    if as_json:
        print_json(document)
        return
    for army in document["armies"]:
        squads = ", ".join(f"{row['count']} x {row['soldiers']} {row['quality']}" for row in army["squads"])
        star = "*" if army in document["suggestions"] else " "
        echo(f"{star} {army['soldiers']:>3} soldiers: {squads}")
    echo(f"{count(len(document['armies']), 'way')} to spend {points} points; * marks balanced ones")


COMMANDS: Mapping[str, click.Command] = {"armies": armies_command}
"""The commands by name."""
