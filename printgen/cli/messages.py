"""Findings, counts and JSON documents come in; lines on a terminal or for a script go out."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from typing import Any

import click

from printgen.errors import Finding


class Progress:
    """One line on a terminal that says what is being made; silent elsewhere."""

    def __init__(self, quiet: bool) -> None:
        self._on = sys.stderr.isatty() and not quiet

    def __enter__(self) -> Callable[[str], None]:
        return self._say

    def _say(self, what: str) -> None:
        if self._on:
            click.echo(f"\r\x1b[K{what} ...", nl=False, err=True)

    def __exit__(self, *_: object) -> None:
        if self._on:
            click.echo("\r\x1b[K", nl=False, err=True)


def as_data(findings: Sequence[Finding]) -> dict[str, Any]:
    """Findings as plain data, with how many are errors and how many are warnings.

    One that stands for several has their count, and the places of the others.
    """
    rows = [
        {"severity": f.severity, **f.where._asdict(), "code": f.code, "message": f.message, "hint": f.hint}
        | ({"count": f.count, "also": [where._asdict() for where in f.also]} if f.also else {})
        for f in findings
    ]
    errors, warnings = (sum(f.severity == kind for f in findings) for kind in ("error", "warning"))
    return {"findings": rows, "errors": errors, "warnings": warnings}


def count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def show_findings(findings: Iterable[Finding]) -> None:
    for finding in findings:
        click.echo(str(finding), err=True)


def print_json(document: object) -> None:
    click.echo(json.dumps(document, ensure_ascii=False, indent=2))
