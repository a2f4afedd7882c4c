"""What dominoes add to the command line."""

from __future__ import annotations

import click

import printgen
from printgen.cli.messages import count, echo, print_json
from printgen.cli.options import json_option


@click.command("dominoes")
@click.argument("target")
@json_option
def dominoes_command(target: str, as_json: bool) -> None:
    """Count the tiles of a set of dominoes."""
    tiles = sum(product.compose().count for product in printgen.load(target) if product.kind == "dominoes")
    if as_json:
        print_json({"tiles": tiles})
    else:
        echo(count(tiles, "tile"))
