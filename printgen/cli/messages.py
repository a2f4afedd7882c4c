"""Prints lines, findings, progress and JSON on a terminal or for a script; nothing else prints."""

from __future__ import annotations

import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from shutil import get_terminal_size
from typing import Any

import click

from printgen.base.errors import Finding
from printgen.base.names import UNSEEN, visible
from printgen.base.progress import Step


def echo(line: str, err: bool = False) -> None:
    """Print a line on standard output, or for `err` on standard error."""
    # Named streams: click would else write UTF-8 where the system says that there is only ASCII.
    click.echo(visible(line), sys.stderr if err else sys.stdout)


def confirm(question: str, **how: Any) -> bool:
    """Ask for yes or no."""
    return click.confirm(visible(question), **how)


def ask(question: str) -> str:
    """Ask for a line, which may be empty."""
    return str(click.prompt(visible(question), default="", show_default=False))


def event(name: str, **data: Any) -> None:
    """Tell a program of an event: one line of JSON on standard error, in plain letters."""
    click.echo(json.dumps({"event": name, **data}), sys.stderr)


Say = Callable[..., None]
"""Says what is being made, with numbers for programs."""
_BETWEEN = 0.1
"""The least seconds between two events of progress."""


class Progress:
    """One line on a terminal that says what is being made; silent elsewhere. With `events`, lines of JSON."""

    def __init__(self, quiet: bool, events: bool = False) -> None:
        # A terminal that is dumb goes back to no start of a line.
        self._on = not (quiet or events) and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._events, self._told = events, 0.0

    def __enter__(self) -> Say:
        return self._say

    def _say(self, what: str, /, **numbers: Any) -> None:
        if self._events and time.monotonic() >= self._told + _BETWEEN:
            self._told = time.monotonic()
            if isinstance(what, Step):
                numbers = {"done": what.done, "of": what.total, **numbers}
            event("progress", says=str(what), **numbers)
        if self._on:
            line = visible(f"{what} ...")[: max(get_terminal_size().columns - 1, 0)]
            # The cursor goes back: whatever else is told stands in its place.
            click.echo(f"\r\x1b[K{line}\r", sys.stderr, nl=False)

    def __exit__(self, *_: object) -> None:
        if self._on:
            click.echo("\r\x1b[K", nl=False, err=True)


_MOST = 100
"""How many places of one cause a script gets."""


def as_data(findings: Sequence[Finding]) -> dict[str, Any]:
    """Findings as plain data, with the numbers of errors and warnings; one for several has their first places."""
    rows = [
        {"severity": f.severity, **f.where.as_data(), "code": f.code, "message": f.message, "hint": f.hint}
        | ({"count": f.count, "also": [where.as_data() for where in f.also[:_MOST]]} if f.also else {})
        for f in findings
    ]
    errors, warnings = (sum(f.severity == kind for f in findings) for kind in ("error", "warning"))
    return {"findings": rows, "errors": errors, "warnings": warnings}


def count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"


def show_findings(findings: Iterable[Finding]) -> None:
    for finding in findings:
        for line in finding.lines():
            echo(line, err=True)


def show_trace(error: BaseException) -> None:
    """Show where in printgen something was raised."""
    from traceback import format_exception

    for line in "".join(format_exception(error)).splitlines():
        echo(line, err=True)


def print_json(document: object, indent: int | None = 2) -> None:
    """Print a document as JSON in plain letters, as far as the stream has them; on one line where `indent` is None."""
    text = json.dumps(document, ensure_ascii=False, indent=indent)
    text = re.sub(f"(?!\n){UNSEEN}", lambda match: json.dumps(match[0])[1:-1], text)
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except UnicodeEncodeError:
        text = json.dumps(document, indent=indent)
    click.echo(text, sys.stdout)


def print_answer(document: object, lines: Iterable[str], as_json: bool, findings: Iterable[Finding] = ()) -> None:
    """Print a document as JSON, or for people lines, after findings on standard error."""
    if as_json:
        print_json(document)
        return
    show_findings(findings)
    for line in lines:
        echo(line)


def flush_streams() -> OSError | None:
    """What was wrong with a standard stream that takes no more; what else is printed there goes nowhere."""
    first_error = None
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except OSError as error:
            first_error = first_error or error
            with suppress(OSError, ValueError):
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        except (AttributeError, ValueError):
            pass  # The stream is None, or closed.
    return first_error
