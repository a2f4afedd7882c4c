"""A job comes in, and how its chunks are to be done; progress, what is known and the way on after a stop go out.

The options stand here once, for every command whose work takes long.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from pathlib import Path
from typing import Any, TypeVar

import click

from printgen.base.errors import Exit, PrintgenError, UsageError
from printgen.cli.limits import Stopped, count_anew
from printgen.cli.messages import Progress, count, echo, event, print_json, show_findings
from printgen.cli.options import progress_option
from printgen.lab.work import Checkpoint, Cluster, Crew, Here, Job, Processes, Run, Shard
from printgen.lab.work.checkpoint import document
from printgen.lab.work.running import State

F = TypeVar("F", bound=Callable[..., Any])

_MOST_JOBS = 256
_PATIENCE, _RARELY = 1.5, 20
"""What is known so far is told after so many seconds, and so many times as long as telling it took."""


@dataclass(frozen=True)
class Way:
    """How the chunks of a job are done: by how many processes or which cluster, which part, and kept in which file.

    With `events` programs are told how far it is, and what is known so far.
    """

    jobs: int = 1
    dask: str = ""
    shard: Shard | None = None
    resume: bool = False
    checkpoint: Path | None = None
    events: bool = field(default=False, compare=False)

    @property
    def said(self) -> bool:
        """Whether anything of it was said."""
        return self != Way()

    def crew(self) -> Crew:
        """Who does the chunks. UsageError where Dask is missing."""
        if self.dask:
            return Cluster(self.dask)
        return Processes(self.jobs) if self.jobs > 1 else Here()


def _shard(context: click.Context, parameter: click.Parameter, value: str | None) -> Shard | None:
    try:
        return Shard.read(value) if value else None
    except ValueError as error:
        message, _, hint = str(error).partition(". ")
        raise UsageError(f"--shard: {message}", hint) from error


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
    click.option("--shard", metavar="PART/OF", callback=_shard, help="do one part, such as 3/16, for lab merge"),
    click.option("--resume", is_flag=True, help="go on where a run of the same settings was ended"),
    click.option(
        "--checkpoint", metavar="FILE", type=click.Path(dir_okay=False, path_type=Path),
        help="keep what is done in this file; else in one under --out, which goes when all is done",
    ),
    progress_option,
)  # fmt: skip


def work_options(command: F) -> F:
    """The options that say how long work is done; the command gets them as one value, `way`."""

    @wraps(command)
    def called(
        *args: Any, jobs: int, dask: str, shard: Shard | None, resume: bool, checkpoint: Path | None,
        events: bool, **rest: Any,
    ) -> Any:  # fmt: skip
        if dask and jobs > 1:
            raise UsageError("--jobs and --dask do not go together", "Remove one of them.")
        return command(*args, way=Way(jobs, dask, shard, resume, checkpoint, events), **rest)

    for option in reversed(_OPTIONS):
        called = option(called)
    return called  # type: ignore[return-value]


def carry_out(job: Job[Any], way: Way, folder: Path, as_json: bool) -> dict[str, Any]:
    """Do a job and print what it gives: the document as JSON, or its lines; `folder` is where its file may lie.

    The document of all that was to be done. Where it is stopped, as by Ctrl-C, what is known so far is printed, the
    file stays, and the program ends with 130.
    """
    crew = way.crew()
    run, checkpoint = _begun(job, way, folder)
    try:
        try:
            with _shown(run, way.events) as watch:
                run.go(crew, watch)
        finally:
            checkpoint.close()
            show_findings(run.findings)
    except PrintgenError:
        if checkpoint.count:
            echo(f"{checkpoint.path} keeps {_far(run)}, and --resume goes on", err=True)
        raise
    except (KeyboardInterrupt, Stopped) as stopped:
        _tell_stop(run, checkpoint, as_json)
        sys.exit(128 + stopped.number if isinstance(stopped, Stopped) else Exit.INTERRUPTED)
    told = _tell(run, as_json)
    if way.checkpoint is None and way.shard is None:
        checkpoint.remove()
    elif way.shard is not None:
        echo(f"{checkpoint.path}: shard {way.shard}; add up all with: printgen lab merge FILE...", err=True)
    return told


def done(job: Job[Any], jobs: int = 1) -> dict[str, Any]:
    """Do a job by so many processes and give its document: nothing is printed but progress, and no file keeps it."""
    run = Run(job)
    with _shown(run) as watch:
        run.go(Way(jobs).crew(), watch)
    show_findings(run.findings)
    return _known(run)


def _begun(job: Job[Any], way: Way, folder: Path) -> tuple[Run[Any], Checkpoint]:
    shard = way.shard or Shard(1, 1)
    if shard.of > len(job.chunks()):
        most = count(len(job.chunks()), "part")
        raise UsageError(f"--shard {shard}: this work has {most} at most", "Share it among fewer.")
    part = f"-{shard.part}-of-{shard.of}" if way.shard else ""
    path = way.checkpoint or folder / f"{job.work.name}-{job.digest[:8]}{part}.jsonl"
    checkpoint = Checkpoint(path, job, shard, named=way.checkpoint is not None)
    if os.path.lexists(path) and not way.resume:
        hint = "Go on with --resume, or remove the file to begin anew."
        raise UsageError(f"{path} holds results of an earlier run", hint)
    run = Run(job, shard, checkpoint, way.resume)
    if way.resume:
        found = f"{_far(run)} are done"
        echo(f"{path}: {found}" if run.resumed else f"{path}: nothing to go on with; it begins anew", err=True)
    return run, checkpoint


@contextmanager
def _shown(run: Run[Any], events: bool = False) -> Iterator[Callable[[State], None]]:
    """Progress, and what is known so far for programs; the limit of time counts anew for each part that is done."""
    job, last = run.job, -1
    telling = _Telling(run) if events else None

    with Progress(False, events) as say:

        def watch(state: State) -> None:
            nonlocal last
            if state.done != last:
                last = state.done
                count_anew()
                if telling is not None and state.done < state.of:
                    telling.tell()
            left = f", {_clock(state.left)} left" if state.left is not None else ""
            done, of = state.done * job.each, state.of * job.each
            numbers = {"done": done, "of": of, "what": job.work.nouns, "left": state.left}
            say(f"{done:,} of {of:,} {job.work.nouns}{left}", **numbers)

        yield watch


class _Telling:
    """Tells a program now and then what a run knows so far, however long that takes to tell."""

    def __init__(self, run: Run[Any]) -> None:
        self._run, self._next = run, time.monotonic() + _PATIENCE

    def tell(self) -> None:
        began = time.monotonic()
        if began >= self._next and self._run.tally is not None:
            event("partial", result=_known(self._run))
            ended = time.monotonic()
            self._next = ended + max(_PATIENCE, _RARELY * (ended - began))


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def _tell(run: Run[Any], as_json: bool) -> dict[str, Any]:
    """Print what a run knows."""
    told = _known(run)
    if as_json:
        print_json(told)
    for line in () if as_json else run.job.work.lines(told):
        echo(line)
    return told


def _known(run: Run[Any]) -> dict[str, Any]:
    """The document of what a run knows."""
    assert run.tally is not None
    return document(run.job.work, dict(run.job.about), run.tally, run.job.seeds, run.done)


def _tell_stop(run: Run[Any], checkpoint: Checkpoint, as_json: bool) -> None:
    if sys.stderr.isatty():
        echo("", err=True)  # The terminal shows ^C where the cursor is.
    if run.tally is None:
        echo("interrupted before anything was known", err=True)
        return
    _tell(run, as_json)
    echo(f"interrupted after {_far(run)}; {checkpoint.path} keeps them, and --resume goes on", err=True)


def _far(run: Run[Any]) -> str:
    """How far a run is, in words."""
    return f"{run.done * run.job.each:,} of {run.seeds * run.job.each:,} {run.job.work.nouns}"
