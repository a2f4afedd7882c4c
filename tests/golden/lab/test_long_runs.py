"""Runs that are ended: by a kill, by Ctrl-C on a terminal; what they knew is printed or kept, and the rest follows."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner
from kitchen import Run
from places import ROOT, SUPPORT

from printgen.cli.commands.lab.fight import merge_command

ENVIRONMENT = {**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{SUPPORT}"}

BOARD = ["board", "go-joe"]


def lines_of(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def waited(path: Path, lines: int) -> None:
    end = time.monotonic() + 60
    while lines_of(path) < lines and time.monotonic() < end:
        time.sleep(0.02)
    assert lines_of(path) >= lines


def ended(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return True
    return Path(f"/proc/{pid}/stat").read_text().split()[2] == "Z"


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="looks at the processes of Linux")
def test_a_run_goes_on_after_a_kill_and_its_workers_go_with_it(tmp_path: Path) -> None:
    file = tmp_path / "throws.jsonl"
    # A wait is a setting of these dice: both runs have the same one.
    command = [sys.executable, str(SUPPORT / "slowly.py"), str(file), "0.1"]
    run = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    waited(file, 5)
    workers = children_of(run.pid)
    run.kill()
    run.wait()
    kept = lines_of(file) - 1
    done = subprocess.run([*command, "--resume"], env=ENVIRONMENT, capture_output=True, text=True, check=True)
    document, resumed = done.stdout.rsplit(maxsplit=1)
    assert int(resumed) == kept and 4 <= kept < 50
    whole = subprocess.run([*command[:2], str(tmp_path / "w"), "0.1"], env=ENVIRONMENT, capture_output=True, text=True)
    assert document == whole.stdout.rsplit(maxsplit=1)[0]
    assert len(workers) >= 2 and all(map(ended, workers))


def started(*words: str, **how: object) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "printgen", *BOARD, *words]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **how}
    return subprocess.Popen(command, env=ENVIRONMENT, text=True, start_new_session=True, **pipes)  # type: ignore[call-overload,no-any-return]


@pytest.mark.slow
def test_ctrl_c_prints_what_is_known_keeps_it_and_resume_goes_on(tmp_path: Path, run: Run) -> None:
    file = tmp_path / "boards.jsonl"
    words = ["--fair", "200000", "--checkpoint", str(file), "--json"]
    stopped = started(*words, "--jobs", "2")
    waited(file, 3)
    os.killpg(stopped.pid, signal.SIGINT)  # As a terminal does: all processes of the run hear it.
    out, err = stopped.communicate(timeout=120)
    known = json.loads(out)["seeds"]
    assert stopped.returncode == 130
    assert 0 < known["done"] < known["count"] == 200000
    told = f"interrupted after {known['done']:,} of 200,000 boards; {file} keeps them, and --resume goes on"
    assert err.splitlines()[-1] == told and "Traceback" not in err
    # The same seeds from 1 to 3000, of which the first chunks are done.
    words[1] = "3000"
    resumed = run(*BOARD, *words, "--resume")
    assert "of 3,000 boards are done" in resumed.err
    assert resumed.out == run(*BOARD, *words[:2], "--json", "--out", tmp_path).out


@pytest.mark.slow
def test_shards_of_a_search_merge_to_what_one_run_says(tmp_path: Path, run: Run) -> None:
    words = [*BOARD, "--fair", "2500", "--json"]
    whole = run(*words, "--out", tmp_path / "whole").out
    files = [tmp_path / f"{part}.jsonl" for part in (1, 2)]
    for part, file in enumerate(files, 1):
        told = run(*words, "--shard", f"{part}/2", "--checkpoint", file)
        assert json.loads(told.out)["seeds"]["done"] in (1000, 1500)
        assert f"shard {part}/2" in told.err
    merge = CliRunner().invoke(merge_command, [*map(str, files), "--json"])
    assert merge.output == whole
    assert not [*(tmp_path / "whole").rglob("*.jsonl")]
    again = run(*words, "--shard", "1/2", "--checkpoint", files[0])
    assert again.code == 2 and "holds results of an earlier run" in again.out
    half = CliRunner().invoke(merge_command, [str(files[0]), "--json", "--strict"])
    assert half.exception is not None and "in none of the files" in str(half.exception)


@pytest.mark.slow
def test_the_fairest_boards_are_those_that_their_seeds_give(tmp_path: Path, run: Run) -> None:
    found = json.loads(run(*BOARD, "--fair", "1500", "--json", "--out", tmp_path).out)
    first = found["best"][0]
    board = json.loads(run(*BOARD, "--seed", str(first["seed"]), "--json").out)
    assert board["score"] == first["score"]
    assert [row["score"]["total"] for row in found["best"]] == sorted(row["score"]["total"] for row in found["best"])
    printed = run(*BOARD, "--fair", "1500", "--count", "2", "--out", tmp_path)
    assert f"board {first['seed']}: score" in printed.out and "fairest.pdf: 2 pages" in printed.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--fair", "5000", "--shard", "17/16"], "--shard: '17/16' is no part of a whole"),
        (["--fair", "5000", "--shard", "1/500"], "this work has 5 parts at most"),
        (["--fair", "20", "--jobs", "2"], "no seeds are looked through"),
        (["--fair", "5000", "--jobs", "2", "--dask", "tcp://x:1"], "--jobs and --dask do not go together"),
    ],
)
def test_what_does_not_go_together_is_told(words: list[str], said: str, run: Run) -> None:
    told = run(*BOARD, *words)
    assert told.code == 2 and said in told.err


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="needs a terminal")
def test_a_terminal_sees_how_long_it_takes(tmp_path: Path) -> None:
    import pty

    here, there = pty.openpty()
    stopped = started("--fair", "200000", "--out", str(tmp_path), stderr=there)
    os.close(there)
    seen = b""
    while not re.search(rb"[\d,]+ of 200,000 boards, [\d:]+ left", seen):
        seen += os.read(here, 4096)
    os.killpg(stopped.pid, signal.SIGINT)
    out, _ = stopped.communicate(timeout=120)
    assert stopped.returncode == 130 and "boards are perfectly even" in out
