"""Long work: a pure function of settings and seeds, done in chunks by any executor, and the tally of all chunks.

The tallies of chunks are merged in the order of their seeds, so a job gives the same numbers with one process, with
many, and on a Dask cluster.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager, suppress
from contextvars import Context
from dataclasses import dataclass
from functools import reduce
from math import inf, sqrt
from typing import Any, Generic, ParamSpec, TypeVar

from printgen._version import __version__
from printgen.base.errors import Finding, PrintgenError, UsageError, Where, missing_extra
from printgen.base.limits import activity, limit_of, metered

P = ParamSpec("P")
S = TypeVar("S")
T = TypeVar("T")

Tally = Any
"""What some seeds give; it must be fit for pickle."""

_MOST_CHUNKS = 200_000
_CONNECT_SECONDS = 15
_POLL_SECONDS = 0.5
Z = 1.96
"""How many standard errors to either side hold 95 of 100 true values."""


def add(first: Any, second: Any) -> Any:
    """The sum of two tallies: mappings by key, lists of one length by entry, and everything else by its `+`."""
    if isinstance(first, dict):
        both = {key: add(value, second[key]) if key in second else value for key, value in first.items()}
        return both | {key: value for key, value in second.items() if key not in first}
    if isinstance(first, list):
        return [add(*pair) for pair in zip(first, second, strict=True)]
    return first + second


@dataclass
class Average:
    """A tally of whole numbers in `unit`-ths: their count, their sum, and the sum of their squares."""

    unit: int = 1
    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, number: int) -> None:
        self.count += 1
        self.total += number
        self.squares += number * number

    def __add__(self, other: Average) -> Average:
        return Average(self.unit, self.count + other.count, self.total + other.total, self.squares + other.squares)

    @property
    def mean(self) -> float:
        """The mean of the numbers, in whole units."""
        return self.total / (self.count * self.unit)

    def margin(self, z: float = Z) -> float:
        """The margin of error of the mean, to either side, in 95 of 100 samples: `z` standard errors."""
        variance = self.squares / self.count - (self.total / self.count) ** 2
        return z * sqrt(max(0.0, variance) / max(1, self.count - 1)) / self.unit


def average(rows: dict[Any, Average], key: object, unit: int = 1) -> Average:
    """The average of a key of a mapping, an empty one where it has none yet."""
    if (row := rows.get(key)) is None:
        row = rows[key] = Average(unit)
    return row


@dataclass(frozen=True)
class LongJob(Generic[S]):
    """Work on some seeds, `chunk` of them at a time.

    `run` is a function of a module that returns the same tally for the same settings and seeds; `merge` makes one tally
    of two. `describe` makes a document for JSON from `about`, a tally and the number of seeds in it, and `lines` makes
    lines for people from the document. Each seed makes `each` of the `nouns` that progress counts.
    """

    run: Callable[[S, range], Tally]
    settings: S
    seeds: range
    chunk: int
    about: Mapping[str, Any]
    describe: Callable[[Mapping[str, Any], Tally, int], dict[str, Any]]
    lines: Callable[[dict[str, Any]], Iterator[str]]
    merge: Callable[[Tally, Tally], Tally] = add
    nouns: str = "seeds"
    each: int = 1

    def chunks(self) -> list[range]:
        """The seeds in chunks; the last one may be smaller. UsageError for more chunks than anybody can wait for."""
        count = len(self.seeds)
        if count > _MOST_CHUNKS * self.chunk:
            message = f"{count:,} {self.nouns} take years"
            raise UsageError(message, f"Ask for {_MOST_CHUNKS * self.chunk:,} at most.")
        return [self.seeds[start : start + self.chunk] for start in range(0, count, self.chunk)]

    def document(self, tally: Tally, done: int) -> dict[str, Any]:
        """The tally of `done` seeds as plain data."""
        seeds = {"first": self.seeds.start, "count": len(self.seeds), "done": done}
        return {**self.describe(self.about, tally, done), "seeds": seeds}

    def result(self) -> dict[str, Any]:
        """The document of all seeds, worked out at once in this process."""
        return self.document(self.run(self.settings, self.seeds), len(self.seeds))


Answer = tuple[Tally, tuple[Finding, ...]]
"""A tally, or what is wrong: an exception may not survive the way between processes."""
Watch = Callable[[int, float | None], None]
"""It gets how many seeds are done, and the seconds that are likely left, if known."""


class JobRun(Generic[S]):
    """A run of a job. At any time `tally` is the tally of the chunks that are done, with `done` seeds in them."""

    def __init__(self, job: LongJob[S]) -> None:
        self.job, self.done = job, 0
        self._chunks = job.chunks()
        # By their numbers; that of the first chunk has so many others merged into it, in order.
        self._tallies, self._merged = dict[int, Tally](), 0

    @property
    def tally(self) -> Tally:
        """The tally of all chunks that are done; None before the first one."""
        tallies = [self._tallies[number] for number in sorted(self._tallies)]
        return reduce(self.job.merge, tallies) if tallies else None

    def document(self) -> dict[str, Any]:
        """The results so far, as plain data."""
        return self.job.document(self.tally, self.done)

    def go(self, executor: Executor, at_once: int = 1, watch: Watch | None = None) -> None:
        """Do all chunks, `at_once` of them handed to the executor at a time. PrintgenError for errors of a chunk."""
        waiting, began = deque(enumerate(self._chunks)), time.monotonic()
        limited = limit_of("steps") < inf
        pending: dict[Future[Answer], int] = {}
        while waiting or pending:
            while waiting and len(pending) < at_once:
                (number, seeds), job = waiting.popleft(), self.job
                pending[executor.submit(run_chunk, job.run, job.settings, seeds, __version__, limited)] = number
            ended, _ = wait(pending, _POLL_SECONDS, FIRST_COMPLETED)
            for future in ended:
                self._take(pending.pop(future), future)
            if watch is not None:
                seeds_left = len(self.job.seeds) - self.done
                watch(self.done, (time.monotonic() - began) * seeds_left / self.done if self.done else None)

    def _take(self, number: int, future: Future[Answer]) -> None:
        tally, findings = future.result()
        if findings:
            raise PrintgenError(findings)
        self.done += len(self._chunks[number])
        self._tallies[number] = tally
        while 0 in self._tallies and self._merged + 1 in self._tallies:
            self._merged += 1
            self._tallies[0] = self.job.merge(self._tallies[0], self._tallies.pop(self._merged))


def run_chunk(
    run: Callable[[Any, range], Tally], settings: Any, seeds: range, version: str, limited: bool
) -> Answer:  # fmt: skip
    """The tally of some seeds; runs in this process or in a worker."""
    if version != __version__:
        message = f"a worker has printgen {__version__}, and here is printgen {version}"
        return None, _worker_error(message, "Install the same on all machines.", "other-version").findings
    _restart_cpu_limit()
    try:
        # Each chunk may spend what a run may, wherever it is done.
        return Context().run(_run_metered, run, settings, seeds, limited), ()
    except PrintgenError as error:
        return None, error.findings


def _run_metered(run: Callable[[Any, range], Tally], settings: Any, seeds: range, limited: bool) -> Tally:
    with metered(limited), activity(f"seeds {seeds[0]} to {seeds[-1]}"):
        return run(settings, seeds)


def _worker_error(message: str, hint: str, code: str = "worker-lost") -> PrintgenError:
    return PrintgenError([Finding("error", Where("printgen"), message, hint, code)])


@contextmanager
def open_executor(jobs: int = 1, dask: str = "") -> Iterator[tuple[Executor, int]]:
    """The executor for this many processes or a Dask cluster, and the number of chunks to hand to it at a time."""
    if dask:
        with _dask_executor(dask) as pair:
            yield pair
    elif jobs > 1:
        with processes(jobs) as executor:
            yield executor, 3 * jobs
    else:
        gc.freeze()
        try:
            yield _Inline(), 1
        finally:
            gc.unfreeze()


class _Inline(Executor):
    """Does each call at once, in this process."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        gc.collect()  # The command line runs without automatic collection.
        return future


@contextmanager
def processes(count: int) -> Iterator[Executor]:
    """An executor of fresh processes, which end when this process ends, however it does.

    PrintgenError when one of them dies; when an exception leaves the context, their work is cut off.
    """
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import active_children, get_context

    pool = ProcessPoolExecutor(count, get_context("spawn"), _start_worker)
    try:
        yield _Pool(pool)
    except BaseException as error:
        for worker in active_children():
            worker.terminate()
        if isinstance(error, BrokenExecutor | CancelledError):
            raise _worker_error("a worker process died, as when memory runs out", "Give fewer --jobs.") from error
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)


class _Pool(Executor):
    """A process pool whose processes start without hearing Ctrl-C, which is for the main process."""

    def __init__(self, pool: Executor) -> None:
        self._pool = pool

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if sys.platform == "win32":
            return self._pool.submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return self._pool.submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


_cpu_seconds = 0
"""Seconds of computing that each chunk may take in this worker; 0 for no limit."""


def _start_worker() -> None:
    from threading import Thread

    global _cpu_seconds
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with suppress(ImportError, ValueError, OSError):
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_CPU)
        _cpu_seconds = 0 if soft == resource.RLIM_INFINITY else soft
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    from multiprocessing import parent_process

    parent = parent_process()
    assert parent is not None
    parent.join()
    os.kill(os.getpid(), signal.SIGTERM)


def _restart_cpu_limit() -> None:
    """In a worker, count the seconds of computing from now on."""
    if _cpu_seconds:
        import resource

        _, hard = resource.getrlimit(resource.RLIMIT_CPU)
        limit = int(time.process_time()) + 1 + _cpu_seconds
        resource.setrlimit(resource.RLIMIT_CPU, (limit if hard == resource.RLIM_INFINITY else min(limit, hard), hard))


@contextmanager
def _dask_executor(address: str) -> Iterator[tuple[Executor, int]]:
    """The executor of a cluster. UsageError when Dask is missing or nobody answers, PrintgenError for lost chunks."""
    try:
        import distributed
    except ImportError as error:
        raise missing_extra("--dask", "cluster", error) from error
    import logging

    # Workers that come and go are news for whoever looks after the cluster.
    for name in ("asyncio", *logging.root.manager.loggerDict):
        if name.partition(".")[0] in ("distributed", "asyncio", "tornado"):
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
    connect: Any = distributed.Client
    try:
        client = connect(address, timeout=_CONNECT_SECONDS, set_as_default=False)
    except (OSError, ValueError, RuntimeError) as error:
        hint = "Give the address of its scheduler, such as tcp://10.0.0.5:8786."
        raise UsageError(f"no Dask cluster answers at {address}", hint) from error
    with client:
        executor = client.get_executor(pure=False)
        try:
            yield executor, 3 * max(1, sum(client.ncores().values()))
        except BaseException as error:
            executor.shutdown(wait=False)
            if isinstance(error, distributed.KilledWorker | CancelledError):
                raise _worker_error("workers of the cluster died", "Look at the logs of the cluster.") from error
            if isinstance(error, ModuleNotFoundError):
                hint = f"Install printgen {__version__} on all machines."
                raise _worker_error(f"a worker has no {error.name}", hint, "other-version") from error
            raise
