"""Long work on the command line: the same bytes for any number of processes, and what is known after Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from kitchen import Run
from places import ROOT

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}

BOARD = ["board", "go-joe"]


def start(*words: str, **how: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "printgen", *BOARD, *words]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
    return subprocess.Popen(command, env=ENVIRONMENT, text=True, start_new_session=True, **pipes)  # type: ignore[call-overload,no-any-return]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_what_is_known_so_far(jobs: str) -> None:
    run = start("--fair", "200000", "--jobs", jobs, "--progress", "json", "--json")
    assert run.stderr is not None
    for line in run.stderr:
        if json.loads(line).get("done"):
            break
    os.killpg(run.pid, signal.SIGINT)  # As a terminal does: all processes of the run hear it.
    out, err = run.communicate(timeout=120)
    seeds = json.loads(out)["seeds"]
    assert run.returncode == 130 and 0 < seeds["done"] < seeds["count"] == 200000
    assert err.splitlines()[-1] == f"interrupted after {seeds['done']:,} of 200,000 boards"


@pytest.mark.slow
def test_the_fairest_boards_are_those_that_their_seeds_give(tmp_path: Path, run: Run) -> None:
    words = ("--fair", "3500", "--json")
    out = run(*BOARD, *words).out
    assert out == run(*BOARD, *words, "--jobs", "2").out
    found = json.loads(out)
    first = found["best"][0]
    board = json.loads(run(*BOARD, "--seed", str(first["seed"]), "--json").out)
    assert board["score"] == first["score"]
    assert [row["score"]["total"] for row in found["best"]] == sorted(row["score"]["total"] for row in found["best"])
    printed = run(*BOARD, "--fair", "3500", "--count", "2", "--out", tmp_path)
    assert f"board {first['seed']}: score" in printed.out and "fairest.pdf: 2 pages" in printed.out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--fair", "20", "--jobs", "2"], "no seeds are looked through"),
        (["--fair", "5000", "--jobs", "2", "--dask", "tcp://x:1"], "--jobs and --dask do not go together"),
        (["--fair", "900000000"], "900,000,000 boards take years"),
    ],
)
def test_options_that_do_not_go_together_are_errors(words: list[str], message: str, run: Run) -> None:
    done = run(*BOARD, *words)
    assert done.code == 2 and message in done.err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs a terminal")
def test_a_terminal_shows_how_long_it_takes() -> None:
    import pty

    here, there = pty.openpty()
    stopped = start("--fair", "200000", stderr=there)
    os.close(there)
    seen = b""
    while not re.search(rb"[\d,]+ of 200,000 boards, [\d:]+ left", seen):
        seen += os.read(here, 4096)
    os.killpg(stopped.pid, signal.SIGINT)
    out, _ = stopped.communicate(timeout=120)
    assert stopped.returncode == 130 and "boards are perfectly even" in out
