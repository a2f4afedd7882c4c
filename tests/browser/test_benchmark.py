"""The benchmark of the studio runs: what it tells depends on the machine, and is asserted by nobody."""

import subprocess
import sys

import pytest
from studio_process import ROOT


@pytest.mark.nightly
def test_the_benchmark_of_the_studio_runs() -> None:
    command = [sys.executable, str(ROOT / "benchmarks" / "studio.py"), "--quick"]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0 and "not well" not in done.stdout, done.stdout + done.stderr
    rows = [line for line in done.stdout.splitlines() if line.split()[-1:] in (["s"], ["ms"], ["MiB"])]
    assert len(rows) == 7
