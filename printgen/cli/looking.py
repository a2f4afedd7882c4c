"""The commands that only look: list, check and schema."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import click

from printgen import build, targets
from printgen.cli.messages import Progress, count, finding_row, print_json, show_findings
from printgen.cli.options import cards_option, json_option
from printgen.errors import Exit, Finding, UsageError, stop_on_errors, worst_exit
from printgen.reading.game import json_schema


@click.command("list")
@click.argument("target", required=False)
@cards_option
@json_option
def list_command(target: str | None, cards: Path, as_json: bool) -> None:
    """Show the kits, the products of a kit, or the records of a product."""
    if target is None:
        jobs = build.load((), cards)
        stop_on_errors(f for job in jobs for f in job.findings)
        rows = [targets.kit_row(job.game) for job in jobs]
        if as_json:
            print_json({"kits": rows})
        for row in () if as_json else rows:
            _echo_kit(row)
        return
    (job,) = build.load([target], cards)
    stop_on_errors(job.findings)
    _, name = targets.find_target(target)
    if not name:
        row = targets.kit_row(job.game)
        if as_json:
            print_json({"kits": [row]})
        else:
            _echo_kit(row)
        return
    records = targets.listed(job.products[0])
    if as_json:
        print_json({"records": records})
    else:
        for line in targets.table_lines(records):
            click.echo(line)


@click.command("check")
@click.argument("targets", nargs=-1)
@click.option("--strict", is_flag=True, help="let warnings fail, too")
@click.option("--notes", is_flag=True, help="show every note, not just how many there are")
@cards_option
@json_option
def check_command(targets: tuple[str, ...], strict: bool, notes: bool, cards: Path, as_json: bool) -> None:
    """Hold kits or your own games against every rule; nothing is written."""
    with Progress(as_json) as progress:
        findings = build.check(targets, build.Settings(cards=cards), progress)
    errors = sum(f.severity == "error" for f in findings)
    warnings = sum(f.severity == "warning" for f in findings)
    if as_json:
        print_json({"findings": [finding_row(f) for f in findings], "errors": errors, "warnings": warnings})
    else:
        _show_check(findings, notes)
    code = worst_exit(findings)
    sys.exit(Exit.RULES_BROKEN if strict and warnings and not code else code)


# Notes that sum up a deck are worth a line each; of the others there are many.
_SUMMARIES = frozenset({"explained"})


def _show_check(findings: Sequence[Finding], notes: bool) -> None:
    """Findings grouped by file, each group with its counts; of notes only the sums, unless all are wanted."""
    for file in dict.fromkeys(finding.where.file for finding in findings):
        group = [finding for finding in findings if finding.where.file == file]
        shown = [f for f in group if f.severity != "info" or notes or f.code in _SUMMARIES]
        show_findings(shown)
        hidden = [f.code for f in group if f not in shown]
        counts = [count(sum(f.severity == kind for f in group), kind) for kind in ("error", "warning")]
        counts += [f"{hidden.count(code)} notes on {code}" for code in dict.fromkeys(hidden)]
        click.echo(f"{file}: {', '.join(counts)}")
    total = [count(sum(f.severity == kind for f in findings), kind) for kind in ("error", "warning")]
    click.echo(", ".join(total))


@click.command("schema")
@click.argument("target")
def schema_command(target: str) -> None:
    """Print the JSON Schema of a product's list, for an editor that completes and checks YAML."""
    folder, name = targets.find_target(target)
    if not name:
        raise UsageError("a schema is of one product's list", "Name a product, such as go-joe/joe-deck.")
    (job,) = build.load([target])
    stop_on_errors(job.findings)
    if not job.products[0].record:
        raise UsageError(f"{target} has no list of records", "Name a product that has one.")
    print_json(json_schema(folder, job.products[0].record))


def _echo_kit(row: dict[str, Any]) -> None:
    click.echo(f"{row['name']}: {row['title']}")
    for product in row["products"]:
        click.echo(f"  {row['name']}/{product['name']}: {product['title']} ({product['kind']})")
