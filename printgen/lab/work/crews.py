"""Who does the chunks of a job: this process, several processes of this machine, or a Dask cluster."""

from __future__ import annotations

import gc
import os
import signal
import sys
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from printgen.base.errors import UsageError, missing_extra

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
