"""Long work on the command line: the same bytes for any number of processes, and what is known after Ctrl-C."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys

import pytest
from kitchen import Run
from places import ROOT

ENVIRONMENT = {**os.environ, "PYTHONPATH": str(ROOT)}

GAMES = ["lab", "game", "go-joe", "--games", "200000"]


def start(*words: str, **how: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "printgen", *GAMES, *words]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
    return subprocess.Popen(command, env=ENVIRONMENT, text=True, start_new_session=True, **pipes)  # type: ignore[call-overload,no-any-return]


@pytest.mark.slow
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_prints_what_is_known_so_far(jobs: str) -> None:
    run = start("--jobs", jobs, "--progress", "json", "--json")
    assert run.stderr is not None
    for line in run.stderr:
        if json.loads(line).get("done"):
            break
    os.killpg(run.pid, signal.SIGINT)  # As a terminal does: all processes of the run hear it.
    out, err = run.communicate(timeout=120)
    seeds = json.loads(out)["seeds"]
    assert run.returncode == 130 and 0 < seeds["done"] < seeds["count"] == 100_000
    assert err.splitlines()[-1] == f"interrupted after {2 * seeds['done']:,} of 200,000 games"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--jobs", "2", "--dask", "tcp://x:1"], "--jobs and --dask do not go together"),
        (["--games", "20000002"], "20000002 is not in the range"),
    ],
)
def test_options_that_do_not_go_together_are_errors(words: list[str], message: str, run: Run) -> None:
    done = run(*GAMES, *words)
    assert done.code == 2 and message in done.err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs a terminal")
def test_a_terminal_shows_how_long_it_takes() -> None:
    import pty

    here, there = pty.openpty()
    stopped = start(stderr=there)
    os.close(there)
    seen = b""
    while not re.search(rb"[\d,]+ of 200,000 games, [\d:]+ left", seen):
        seen += os.read(here, 4096)
    os.killpg(stopped.pid, signal.SIGINT)
    out, _ = stopped.communicate(timeout=120)
    assert stopped.returncode == 130 and "who goes first wins" in out
