"""Long work: the same numbers whoever does the chunks, what goes wrong in a worker, and a real Dask cluster."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest
from counting import job, refuse

from printgen.base.errors import PrintgenError, UsageError
from printgen.base.limits import consume, metered
from printgen.lab.work import JobRun, LongJob, add, open_executor


def run_by(wanted: LongJob[Any], jobs: int = 1, dask: str = "") -> JobRun[Any]:
    run = JobRun(wanted)
    with open_executor(jobs, dask) as (executor, at_once):
        run.go(executor, at_once)
    return run


def test_tallies_add_up_key_by_key_and_entry_by_entry() -> None:
    one, other = {"a": 1, "b": {"x": 2}, "c": [1, 2]}, {"b": {"x": 3, "y": 4}, "c": [5, 6], "d": 7}
    assert add(one, other) == {"a": 1, "b": {"x": 5, "y": 4}, "c": [6, 8], "d": 7}
    with pytest.raises(ValueError):
        add([1], [1, 2])


@pytest.mark.parametrize(("count", "chunk", "sizes"), [(7, 7, [7]), (8, 7, [7, 1]), (15, 5, [5, 5, 5])])
def test_chunks_have_every_seed_once(count: int, chunk: int, sizes: list[int]) -> None:
    chunks = job(count, chunk).chunks()
    assert [seed for seeds in chunks for seed in seeds] == [*range(1, count + 1)]
    assert [len(seeds) for seeds in chunks] == sizes


class Backwards(Executor):
    """Does the last call that it got first, when it has all."""

    def __init__(self) -> None:
        self.waiting: list[Any] = []

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.waiting.append((future, fn, args))
        if len(self.waiting) == 15:
            for late, run, given in reversed(self.waiting):
                late.set_result(run(*given))
        return future


@pytest.mark.parametrize("executor", [Backwards(), ThreadPoolExecutor(4)])
def test_any_executor_gives_the_same_document(executor: Executor) -> None:
    run = JobRun(job())
    run.go(executor, 15)
    assert run.document() == job().result() and run.done == 100


def test_two_processes_give_the_same_document() -> None:
    assert run_by(job(), 2).document() == job().result()


def test_who_watches_learns_how_far_it_is_and_how_long_it_takes() -> None:
    seen: list[tuple[int, float | None]] = []
    run = JobRun(job())
    with open_executor() as (executor, _):
        run.go(executor, watch=lambda done, left: seen.append((done, left)))
    assert [done for done, _ in seen][:2] == [7, 14] and seen[-1] == (100, 0)


def test_what_was_done_before_a_stop_is_known() -> None:
    run = JobRun(job())

    def stop(done: int, left: float | None) -> None:
        if done > 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt), open_executor() as (executor, _):
        run.go(executor, watch=stop)
    assert run.done == 21 and run.document()["sum"] == job(21).result()["sum"]
    assert run.document()["seeds"] == {"first": 1, "count": 100, "done": 21}


@pytest.mark.parametrize("jobs", [1, 2])
def test_what_a_chunk_finds_wrong_ends_the_run(jobs: int) -> None:
    with pytest.raises(PrintgenError) as caught:
        run_by(job(10, 10, refuse), jobs)
    assert caught.value.findings[0].message == "no dice for seed 1" and caught.value.exit == 2


def test_an_error_cuts_off_what_processes_do() -> None:
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt), open_executor(2) as (executor, _):
        executor.submit(time.sleep, 9)
        raise KeyboardInterrupt
    assert time.monotonic() - began < 5


@pytest.mark.slow
def test_a_worker_that_dies_ends_the_run_with_an_error() -> None:
    with pytest.raises(PrintgenError) as caught:
        run_by(job(deadly=40), 2)
    (finding,) = caught.value.findings
    assert (finding.code, finding.hint) == ("worker-lost", "Give fewer --jobs.")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks at the processes of Linux")
def test_workers_end_with_the_process_that_started_them() -> None:
    code = (
        "from counting import job\nfrom printgen.lab.work import JobRun, open_executor\n"
        "import multiprocessing, os, signal\n"
        "def stop(done, left):\n"
        "    if done:\n"
        "        print(*(child.pid for child in multiprocessing.active_children()), flush=True)\n"
        "        os.kill(os.getpid(), signal.SIGKILL)\n"
        "if __name__ == '__main__':\n"
        "    with open_executor(2) as (executor, at_once):\n"
        "        JobRun(job(wait=0.2)).go(executor, at_once, stop)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    out = subprocess.run([sys.executable, "-c", code], env=environment, stdout=subprocess.PIPE, text=True).stdout
    workers = [int(word) for word in out.split()]  # The pipe is at its end when the workers have closed it, too.
    assert len(workers) == 2 and not any(map(_is_running, workers))


def _is_running(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat") as stat:  # noqa: PTH123
            return stat.read().split()[2] != "Z"
    except FileNotFoundError:
        return False


def test_a_chunk_may_spend_what_a_run_may() -> None:
    with metered():
        consume("steps", 9_999_999)
        assert run_by(job()).done == 100


@pytest.fixture
def distributed() -> Any:
    """Dask, imported as late as this since it takes half a second."""
    return pytest.importorskip("distributed")


@pytest.fixture
def cluster(distributed: Any) -> Iterator[Any]:
    options: dict[str, Any] = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}
    # A busy machine takes longer than Dask waits for its own processes.
    patient = {"distributed.comm.timeouts.connect": "120s", "distributed.comm.timeouts.tcp": "120s"}
    with pytest.importorskip("dask").config.set(patient), distributed.LocalCluster(host="127.0.0.1", **options) as made:
        yield made


@pytest.mark.slow
def test_a_cluster_that_loses_a_worker_gives_the_same_document(cluster: Any) -> None:
    killed: list[int] = []

    def watch(done: int, left: float | None) -> None:
        if done >= 100 and not killed:
            killed.append(next(iter(cluster.workers.values())).pid)
            os.kill(killed[0], signal.SIGKILL)

    run = JobRun(job(300, 5, wait=0.05))
    with open_executor(dask=cluster.scheduler_address) as (executor, at_once):
        run.go(executor, at_once, watch)
    assert killed and run.document() == job(300, 5).result()
    with pytest.raises(PrintgenError, match="no dice for seed 1"):
        run_by(job(10, 10, refuse), dask=cluster.scheduler_address)


@pytest.mark.slow
@pytest.mark.usefixtures("distributed")
def test_an_address_where_nobody_answers_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printgen.lab.work._CONNECT_SECONDS", 1)
    with pytest.raises(UsageError, match="no Dask cluster answers"):
        run_by(job(), dask="tcp://127.0.0.1:9")


@pytest.mark.parametrize("error", [TimeoutError("late"), ValueError("no address"), RuntimeError("closed")])
def test_an_address_that_leads_to_no_cluster_is_told(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def connect(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=connect))
    with pytest.raises(UsageError, match="no Dask cluster answers at tcp://a:1") as told:
        run_by(job(), dask="tcp://a:1")
    assert told.value.findings[0].hint.startswith("Give the address of its scheduler")
