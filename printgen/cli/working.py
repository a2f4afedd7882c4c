"""Long jobs on the command line: their options, their progress, and what is known so far after Ctrl-C."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from printgen.base.errors import Exit, UsageError
from printgen.cli.limits import Stopped, count_anew
from printgen.cli.messages import Progress, echo, event, print_json
from printgen.lab.work import JobRun, LongJob, Watch, open_executor

_PATIENCE, _RARELY = 1.5, 20
"""Programs get what is known so far after so many seconds, and so many times as long as writing it took."""


dask_option = click.option(
    "--dask", default="", metavar="ADDRESS",
    help="work on the Dask cluster whose scheduler is there; name one that you trust",
)  # fmt: skip


def print_result(job: LongJob[Any], as_json: bool, cores: int, dask: str, events: bool) -> None:
    """Do a job on so many cores, 0 for all, or a Dask cluster, and print what it gives: as JSON, or its lines.

    With `events` programs hear how far it is, and what is known so far. After Ctrl-C what is known so far is printed,
    and the program ends with 130.
    """
    if dask and cores != 1:
        raise UsageError("--jobs and --dask do not go together", "Remove one of them.")
    run = JobRun(job)
    try:
        with open_executor(cores or _all_cores(), dask) as (executor, at_once), _progress(run, events) as watch:
            run.go(executor, at_once, watch)
    except (KeyboardInterrupt, Stopped) as stopped:
        _print_stopped(run, as_json)
        sys.exit(128 + stopped.number if isinstance(stopped, Stopped) else Exit.INTERRUPTED)
    _print(run, as_json)


def _all_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def _progress(run: JobRun[Any], events: bool) -> Iterator[Watch]:
    """Show progress, and what is known so far to programs; the limit of time counts anew after each chunk."""
    job, last = run.job, -1
    partial = _Partial(run) if events else None

    with Progress(False, events) as say:

        def watch(seeds: int, left: float | None) -> None:
            nonlocal last
            if seeds != last:
                last = seeds
                count_anew()
                if partial is not None and seeds < len(job.seeds):
                    partial.send()
            done, of = seeds * job.each, len(job.seeds) * job.each
            time_left = f", {_clock(left)} left" if left is not None else ""
            say(f"{done:,} of {of:,} {job.nouns}{time_left}", done=done, of=of, what=job.nouns, left=left)

        yield watch


class _Partial:
    """Sends a program what a run knows so far, now and then."""

    def __init__(self, run: JobRun[Any]) -> None:
        self._run, self._next = run, time.monotonic() + _PATIENCE

    def send(self) -> None:
        began = time.monotonic()
        if began >= self._next and self._run.done:
            event("partial", result=self._run.document())
            ended = time.monotonic()
            self._next = ended + max(_PATIENCE, _RARELY * (ended - began))


def _clock(seconds: float) -> str:
    minutes, seconds_left = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds_left:02}" if hours else f"{minutes}:{seconds_left:02}"


def _print(run: JobRun[Any], as_json: bool) -> None:
    document = run.document()
    if as_json:
        print_json(document)
    for line in () if as_json else run.job.lines(document):
        echo(line)


def _print_stopped(run: JobRun[Any], as_json: bool) -> None:
    if sys.stderr.isatty():
        echo("", err=True)  # The terminal shows ^C where the cursor is.
    if not run.done:
        echo("interrupted before anything was known", err=True)
        return
    _print(run, as_json)
    done, of = (count * run.job.each for count in (run.done, len(run.job.seeds)))
    echo(f"interrupted after {done:,} of {of:,} {run.job.nouns}", err=True)
