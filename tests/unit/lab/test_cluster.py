"""A real Dask cluster of two workers gives the same bytes as one process, also when it loses one of them midway."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from counting import REFUSED, job
from test_long_runs import BOARD, ENVIRONMENT

from printgen.base.errors import PrintgenError, UsageError
from printgen.lab.work import Cluster, Here, Run
from printgen.lab.work.job import text_of
from printgen.lab.work.running import State

pytestmark = pytest.mark.slow


@pytest.fixture
def distributed() -> Any:
    """Dask, imported as late as this since it takes half a second, in every run of other tests too."""
    return pytest.importorskip("distributed")


@pytest.fixture
def cluster(distributed: Any) -> Iterator[Any]:
    how: dict[str, Any] = {"n_workers": 2, "threads_per_worker": 1, "dashboard_address": None, "silence_logs": 50}
    # A busy machine takes longer than Dask waits for its own processes.
    patient = {"distributed.comm.timeouts.connect": "120s", "distributed.comm.timeouts.tcp": "120s"}
    with pytest.importorskip("dask").config.set(patient), distributed.LocalCluster(host="127.0.0.1", **how) as made:
        yield made


def test_a_cluster_that_loses_a_worker_midway_gives_the_same_bytes(cluster: Any) -> None:
    alone = Run(job(300, 5))
    alone.go(Here())
    lost: list[int] = []

    def watch(state: State) -> None:
        if state.done >= 100 and not lost:
            lost.append(next(iter(cluster.workers.values())).pid)
            os.kill(lost[0], signal.SIGKILL)

    run = Run(job(300, 5, wait=0.05))
    run.go(Cluster(cluster.scheduler_address), watch)
    assert lost and text_of(run.tally) == text_of(alone.tally)
    with pytest.raises(PrintgenError) as caught:
        Run(job(10, 10, work=REFUSED)).go(Cluster(cluster.scheduler_address))
    assert caught.value.findings[0].message == "no dice for seed 1"


def test_a_search_on_a_cluster_prints_the_same_bytes(cluster: Any, tmp_path: Any) -> None:
    def printed(*words: str) -> bytes:
        command = [sys.executable, "-m", "printgen", *BOARD, "--fair", "6000", "--json", "--out", str(tmp_path)]
        done = subprocess.run([*command, *words], env=ENVIRONMENT, capture_output=True)
        assert (done.returncode, done.stderr) == (0, b"")
        return done.stdout

    assert printed("--dask", cluster.scheduler_address) == printed() == printed("--jobs", "2")


@pytest.mark.usefixtures("distributed")
def test_an_address_where_nobody_answers_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("printgen.lab.work.running._PATIENCE", 1)
    with pytest.raises(UsageError, match="no Dask cluster answers at"):
        Run(job()).go(Cluster("tcp://127.0.0.1:1"))
