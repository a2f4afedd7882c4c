"""The command `printgen studio`: one line with an address, a kind word where it cannot be, and an end by Ctrl-C."""

from __future__ import annotations

import re
import signal
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest


def started(*words: str, folder: Path) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "printgen", "studio", "--no-open", *words]
    return subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


def test_it_prints_one_line_with_its_address_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    running = started(folder=tmp_path)
    assert running.stdout
    address = running.stdout.readline().strip()
    try:
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/\?token=[\w-]{43}", address)
        with httpx2.Client(follow_redirects=True) as browser:
            assert browser.get(address.partition("/?")[0]).status_code == 403
            assert "printgen studio" in browser.get(address).text
            assert browser.get(address).status_code == 403
    finally:
        running.send_signal(signal.SIGINT)
    rest, said = running.communicate(timeout=60)
    assert (running.returncode, rest, said) == (0, "stopped the studio\n", "")


@pytest.mark.some(3)
@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["go-jo"], "there is no kit or folder 'go-jo'\n    Did you mean 'go-joe'?"),
        (["nowhere"], "there is no kit or folder 'nowhere'"),
        (["go-joe", "--port", "99999"], "99999 is not in the range"),
    ],
)
def test_what_it_cannot_open_is_told(tmp_path: Path, words: list[str], said: str) -> None:
    running = started(*words, folder=tmp_path)
    _, error = running.communicate(timeout=60)
    assert running.returncode == 2
    assert said in error and "Traceback" not in error
