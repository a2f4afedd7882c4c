"""Files of parts of a job come in; what they give together goes out: the command `merge`, which stands in `lab`."""

from __future__ import annotations

from pathlib import Path

import click

from printgen.base.errors import stop_on_errors, strictly
from printgen.cli.messages import echo, print_json, show_findings
from printgen.cli.options import json_option, strict_option
from printgen.lab.work import merged
from printgen.lab.works import WORKS


@click.command("merge")
@click.argument("files", nargs=-1, required=True, metavar="FILE...", type=click.Path(dir_okay=False, path_type=Path))
@strict_option
@json_option
def merge_command(files: tuple[Path, ...], strict: bool, as_json: bool) -> None:
    """Add up files of results, such as those of all shards, and show what one run would.

    Files are of one command with the same settings. Seeds that two of them have count once, and are told, as are those
    that none has.
    """
    found = merged(files, WORKS.get)
    findings = strictly(found.findings) if strict else found.findings
    stop_on_errors(findings)
    show_findings(findings)
    if as_json:
        print_json(found.document())
    for line in () if as_json else found.lines():
        echo(line)
