"""A job and who does it come in; its chunks are done, kept and added up, by one process, several or a cluster."""

from __future__ import annotations

import gc
import os
import signal
import sys
import time
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, CancelledError, Executor, Future, wait
from contextlib import contextmanager, suppress
from contextvars import Context
from json import loads
from math import inf
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, ParamSpec, TypeVar

from printgen._version import __version__
from printgen.base.budget import doing, metered, most
from printgen.base.errors import Finding, PrintgenError, UsageError, Where, missing_extra
from printgen.lab.work.checkpoint import Checkpoint
from printgen.lab.work.job import WHOLE, Chunk, Job, Shard, Tally, folded, text_of

if TYPE_CHECKING:
    from multiprocessing.connection import Connection


P = ParamSpec("P")
T = TypeVar("T")

_PATIENCE = 15
"""So many seconds a cluster has to answer."""


class Crew(ABC):
    """Who does the chunks. `lost` is what a chunk ends with when who did it is gone; it can be done by another."""

    lost: tuple[type[BaseException], ...] = (BrokenExecutor, CancelledError)
    one, mend = "a worker process", "Give fewer --jobs, as memory may have run out"
    """What one of the crew is called, and what to do where they are lost again and again."""

    @abstractmethod
    def open(self) -> Any:
        """A context in which there is an Executor; when it is left by an exception, what runs is ended at once."""

    @property
    @abstractmethod
    def wanted(self) -> int:
        """How many chunks keep all of the crew busy, and a few more lie ready."""


class _Serial(Executor):
    """Does at once what it gets, in this process."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        gc.collect()  # The command line runs without, and a game may leave circles behind.
        return future


class Here(Crew):
    """This process does everything itself."""

    wanted = 1

    @contextmanager
    def open(self) -> Iterator[Executor]:
        gc.freeze()
        try:
            yield _Serial()
        finally:
            gc.unfreeze()


class Processes(Crew):
    """So many processes of this machine. They begin as fresh ones, and end when this one does, however it ends."""

    def __init__(self, count: int) -> None:
        self.count = count

    @property
    def wanted(self) -> int:
        return 3 * self.count

    @contextmanager
    def open(self) -> Iterator[Executor]:
        from concurrent.futures import ProcessPoolExecutor
        from multiprocessing import active_children, get_context

        context = get_context("spawn")
        # Nobody writes here: it ends when it is closed, or when this process is gone.
        reader, writer = context.Pipe(duplex=False)
        pool = ProcessPoolExecutor(self.count, context, _begin, (reader,))
        try:
            yield _Shielded(pool)
        except BaseException:
            writer.close()
            # Those that have hardly begun do not look at the line yet, and nobody waits for them.
            for worker in active_children():
                worker.terminate()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)
            writer.close()
            reader.close()


class _Shielded(Executor):
    """Hands everything on; processes that it begins meanwhile do not hear a Ctrl-C, which is for this one."""

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


_allowance = 0
"""Seconds of computing that each chunk may take in this worker; 0 where nothing says so."""


def _begin(line: Connection) -> None:
    """A worker begins: it ends when the line does, and the seconds that it may compute count anew for each chunk."""
    from threading import Thread

    global _allowance
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    with suppress(ImportError, ValueError, OSError):
        import resource

        soft, _ = resource.getrlimit(resource.RLIMIT_CPU)
        _allowance = 0 if soft == resource.RLIM_INFINITY else soft
    Thread(target=_leave_with, args=(line,), daemon=True).start()


def _leave_with(line: Connection) -> None:
    with suppress(EOFError, OSError):
        line.recv_bytes()
    os.kill(os.getpid(), signal.SIGTERM)


def count_anew() -> None:
    """In a worker, count the time of computing from now on."""
    if _allowance:
        with suppress(ImportError, ValueError, OSError):
            import resource
            from time import process_time

            _, hard = resource.getrlimit(resource.RLIMIT_CPU)
            most = int(process_time()) + 1 + _allowance
            resource.setrlimit(resource.RLIMIT_CPU, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))


class Cluster(Crew):
    """The workers of a Dask cluster whose scheduler answers at an address such as tcp://10.0.0.5:8786.

    UsageError when Dask is missing, or when nobody answers.
    """

    one, mend = "a worker of the cluster", "Look at the workers of the cluster"

    def __init__(self, address: str) -> None:
        try:
            from distributed import KilledWorker
        except ImportError as error:
            raise missing_extra("--dask", "cluster", error) from error
        self.address, self._width = address, 1
        self.lost = (*Crew.lost, KilledWorker)

    @property
    def wanted(self) -> int:
        return 3 * self._width

    @contextmanager
    def open(self) -> Iterator[Executor]:
        import logging

        import distributed

        join: Any = distributed.Client
        # What it tells of workers that come and go is for who looks after the cluster.
        for name in ("asyncio", *logging.root.manager.loggerDict):
            if name.partition(".")[0] in ("distributed", "asyncio", "tornado"):
                logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        try:
            client = join(self.address, timeout=_PATIENCE, set_as_default=False)
        except (OSError, ValueError, RuntimeError) as error:
            hint = "Give the address of its scheduler, such as tcp://10.0.0.5:8786."
            raise UsageError(f"no Dask cluster answers at {self.address}", hint) from error
        with client:
            self._width = max(1, sum(client.ncores().values()))
            executor = client.get_executor(pure=False)
            try:
                yield executor
            except BaseException:
                executor.shutdown(wait=False)
                raise


S = TypeVar("S")

_MOST_LOSSES = 3
"""So often in a row workers may be lost, with no chunk that ends in between."""
_TICK = 0.5


class Answer(NamedTuple):
    """What a worker sends back: the tally as text, or why there is none."""

    tally: str = ""
    findings: tuple[Finding, ...] = ()


def do_chunk(run: Callable[[Any, range], Tally], settings: Any, chunk: Chunk, version: str, limited: bool) -> Answer:
    """Do one chunk, in whatever process. Findings travel as values: exceptions may not survive the way."""
    if version != __version__:
        message = f"a worker has printgen {__version__}, and here is printgen {version}"
        return Answer(findings=(_finding(message, "Install the same on all machines.", "other-version"),))
    count_anew()
    try:
        # Each chunk may spend what a run may, wherever it is done.
        return Context().run(_measured, run, settings, chunk, limited)
    except PrintgenError as error:
        return Answer(findings=error.findings)


def _measured(run: Callable[[Any, range], Tally], settings: Any, chunk: Chunk, limited: bool) -> Answer:
    with metered(limited), doing(_named(chunk)):
        return Answer(text_of(run(settings, chunk.seeds)))


class State(NamedTuple):
    """How far a run is: the seeds that are done and all there are, and the seconds that are likely left, if known."""

    done: int
    of: int
    left: float | None


Watch = Callable[[State], None]


class Run(Generic[S]):
    """One run of a job, or of a shard of it: `go` does what is not done, and `tally` is what is known at any time.

    With a checkpoint, each chunk is kept in its file as it ends; what it holds already is taken from there when it is
    told to `resume`. `findings` tell of lines that were torn and workers that were lost. Of all its `seeds`, so many
    are `done`.
    """

    def __init__(
        self, job: Job[S], shard: Shard = WHOLE, checkpoint: Checkpoint | None = None, resume: bool = False
    ) -> None:
        self.job, self.shard, self.checkpoint = job, shard, checkpoint
        self.findings: list[Finding] = []
        self._chunks = job.chunks(shard)
        self._texts: dict[int, str] = {}
        if checkpoint is not None and resume:
            self._texts, self.findings = checkpoint.resume()
        self.resumed = len(self._texts)
        self.seeds = sum(len(chunk.seeds) for chunk in self._chunks)
        self.done = sum(len(chunk.seeds) for chunk in self._chunks if chunk.number in self._texts)

    @property
    def whole(self) -> bool:
        """Whether all chunks are done."""
        return len(self._texts) == len(self._chunks)

    @property
    def tally(self) -> Tally | None:
        """What is known so far; None before the first chunk has ended."""
        return folded(self.job.work.merge, {number: loads(text) for number, text in self._texts.items()})

    def go(self, crew: Crew, watch: Watch | None = None) -> None:
        """Do all chunks that are not done. What `watch` raises, as a Ctrl-C does, ends whoever is at work.

        PrintgenError for what a chunk finds wrong, and when workers are lost again and again.
        """
        clock = _Clock(self, watch)
        losses = 0
        while not self.whole:
            before = len(self._texts)
            try:
                with crew.open() as executor:
                    self._feed(executor, crew, clock)
            except crew.lost as error:
                losses = 1 if len(self._texts) > before else losses + 1
                self._tell_loss(crew, losses, error)

    def _feed(self, executor: Executor, crew: Crew, clock: _Clock) -> None:
        left = deque(chunk for chunk in self._chunks if chunk.number not in self._texts)
        limited = most("steps") < inf
        at_work: dict[Future[Answer], Chunk] = {}
        while left or at_work:
            while left and len(at_work) < crew.wanted:
                chunk, job = left.popleft(), self.job
                future = executor.submit(do_chunk, job.work.run, job.settings, chunk, __version__, limited)
                at_work[future] = chunk
            ended, _ = wait(at_work, _TICK, FIRST_COMPLETED)
            # Those that have an answer first, as the others may end all.
            for future in sorted(ended, key=_failed):
                self._take(at_work.pop(future), future)
                clock.tick()
            clock.tick()

    def _take(self, chunk: Chunk, future: Future[Answer]) -> None:
        try:
            with doing(_named(chunk)):
                answer = future.result()
        except ModuleNotFoundError as error:
            if not (error.name or "").startswith("printgen"):
                raise
            message, hint = "a worker has no printgen", f"Install printgen {__version__} on all machines."
            raise PrintgenError([_finding(message, hint, "other-version")]) from error
        if answer.findings:
            raise PrintgenError(answer.findings)
        if self.checkpoint is not None:
            self.checkpoint.add(chunk, answer.tally)
        self._texts[chunk.number] = answer.tally
        self.done += len(chunk.seeds)

    def _tell_loss(self, crew: Crew, losses: int, error: BaseException) -> None:
        first = next((chunk.seeds for chunk in self._chunks if chunk.number not in self._texts), None)
        if first is None:
            return
        if losses >= _MOST_LOSSES:
            message = f"{crew.one} died {losses} times at seeds {first[0]} and on, and nothing came back"
            raise PrintgenError([_finding(message, f"{crew.mend}; go on with --resume.", "workers-lost")]) from error
        message = f"{crew.one} died, as when memory runs out or somebody kills it; its seeds are done anew"
        self.findings.append(_finding(message, f"{crew.mend} if this comes again.", "worker-lost", "warning"))


def _failed(future: Future[Answer]) -> bool:
    return future.cancelled() or future.exception() is not None


def _named(chunk: Chunk) -> str:
    return f"seeds {chunk.seeds[0]} to {chunk.seeds[-1]}"


def _finding(message: str, hint: str, code: str, severity: Any = "error") -> Finding:
    return Finding(severity, Where("printgen"), message, hint, code)


class _Clock:
    """Tells whoever watches how far a run is, and how long it will still take at its pace."""

    def __init__(self, run: Run[Any], watch: Watch | None) -> None:
        self._run, self._watch = run, watch
        self._began, self._first = time.monotonic(), run.done

    def tick(self) -> None:
        if self._watch is not None:
            done = self._run.done
            now = done - self._first
            left = (time.monotonic() - self._began) * (self._run.seeds - done) / now if now else None
            self._watch(State(done, self._run.seeds, left))
