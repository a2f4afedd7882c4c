"""The command that fetches lists from where they are published: pull."""

from __future__ import annotations

import click

import printgen
from printgen.cli.messages import echo, print_json
from printgen.cli.options import json_option


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
