"""Long jobs on the command line: their options, their progress, and what is known so far after Ctrl-C."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, TypeVar

import click

from printgen.base.errors import Exit, UsageError
from printgen.cli.limits import Stopped, count_anew
from printgen.cli.messages import Progress, echo, event, print_json
from printgen.cli.options import progress_option
from printgen.lab.work import JobRun, LongJob, Watch, open_executor

F = TypeVar("F", bound=Callable[..., Any])

_MOST_JOBS = 256
_PATIENCE, _RARELY = 1.5, 20
"""Programs get what is known so far after so many seconds, and so many times as long as writing it took."""


@dataclass(frozen=True)
class JobOptions:
    """Who does the chunks of a job: so many processes, or the Dask cluster at an address.

    With `events` programs hear how far it is, and what is known so far.
    """

    jobs: int = 1
    dask: str = ""
    events: bool = field(default=False, compare=False)


def _jobs(context: click.Context, parameter: click.Parameter, value: int) -> int:
    if value:
        return value
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


_OPTIONS = (
    click.option(
        "--jobs", default=1, show_default=True, type=click.IntRange(0, _MOST_JOBS), metavar="N", callback=_jobs,
        help="how many processes work at once; 0 is as many as this machine has cores",
    ),
    click.option(
        "--dask", default="", metavar="ADDRESS",
        help="work on the Dask cluster whose scheduler is there; name one that you trust",
    ),
    progress_option,
)  # fmt: skip


def work_options(command: F) -> F:
    """The options that say how long work is done; the command gets them as one value, `workers`."""

    @wraps(command)
    def call(*args: Any, jobs: int, dask: str, events: bool, **rest: Any) -> Any:
        if dask and jobs > 1:
            raise UsageError("--jobs and --dask do not go together", "Remove one of them.")
        return command(*args, workers=JobOptions(jobs, dask, events), **rest)

    for option in reversed(_OPTIONS):
        call = option(call)
    return call  # type: ignore[return-value]


def print_result(job: LongJob[Any], workers: JobOptions, as_json: bool) -> dict[str, Any]:
    """Do a job and print what it gives: the document as JSON, or its lines; the document.

    After Ctrl-C what is known so far is printed, and the program ends with 130.
    """
    run = JobRun(job)
    try:
        with open_executor(workers.jobs, workers.dask) as (executor, at_once), _progress(run, workers.events) as watch:
            run.go(executor, at_once, watch)
    except (KeyboardInterrupt, Stopped) as stopped:
        _print_stopped(run, as_json)
        sys.exit(128 + stopped.number if isinstance(stopped, Stopped) else Exit.INTERRUPTED)
    return _print(run, as_json)


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
            rest = f", {_clock(left)} left" if left is not None else ""
            say(f"{done:,} of {of:,} {job.nouns}{rest}", done=done, of=of, what=job.nouns, left=left)

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
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _print(run: JobRun[Any], as_json: bool) -> dict[str, Any]:
    document = run.document()
    if as_json:
        print_json(document)
    for line in () if as_json else run.job.lines(document):
        echo(line)
    return document


def _print_stopped(run: JobRun[Any], as_json: bool) -> None:
    if sys.stderr.isatty():
        echo("", err=True)  # The terminal shows ^C where the cursor is.
    if not run.done:
        echo("interrupted before anything was known", err=True)
        return
    _print(run, as_json)
    done, of = (count * run.job.each for count in (run.done, len(run.job.seeds)))
    echo(f"interrupted after {done:,} of {of:,} {run.job.nouns}", err=True)
