"""The command `printgen studio`: one line with an address, what it cannot open, its end by Ctrl-C or a power cut."""

from __future__ import annotations

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

import httpx2
import pytest
from places import SAMPLES


def start(*words: str, folder: Path, verb: str = "studio") -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "printgen", verb, "--no-open", *words]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=folder, stdout=pipe, stderr=pipe, text=True, start_new_session=True)


def test_it_prints_one_line_with_its_address_and_ends_with_ctrl_c(tmp_path: Path) -> None:
    running = start(folder=tmp_path)
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


@pytest.mark.slow
@pytest.mark.parametrize(
    ("target", "room"),
    [("kitchen", "#/deck/kitchen"), ("kitchen/heroes", "#/deck/kitchen/heroes"), ("go-joe", "#/deck/go-joe")],
)
def test_watch_opens_the_studio_at_the_wall_of_its_target(tmp_path: Path, target: str, room: str) -> None:
    shutil.copytree(SAMPLES / "kitchen-heroes", tmp_path / "kitchen")
    running = start(target, folder=tmp_path, verb="watch")
    assert running.stdout
    address = running.stdout.readline().strip()
    running.send_signal(signal.SIGINT)
    rest, _ = running.communicate(timeout=60)
    assert address.partition("#")[1] + address.partition("#")[2] == room
    assert (running.returncode, rest) == (0, "stopped the studio\n")


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
    running = start(*words, folder=tmp_path)
    _, error = running.communicate(timeout=60)
    assert running.returncode == 2
    assert said in error and "Traceback" not in error


@pytest.mark.slow
def test_a_power_cut_during_a_save_loses_nothing(tmp_path: Path) -> None:
    """Whenever the process is killed, the list is what it was or what it was to be, and the studio starts again."""
    shutil.copytree(SAMPLES / "kitchen-heroes", tmp_path / "kitchen-heroes")
    file = tmp_path / "kitchen-heroes" / "heroes.yaml"
    # So long a list takes a while to write.
    file.write_text(file.read_text(encoding="utf-8") + "# What somebody has noted.\n" * 20_000, encoding="utf-8")
    dice, took = random.Random(16), 0.0
    for number in range(3):
        studio = start("kitchen-heroes", folder=tmp_path)
        assert studio.stdout
        address = studio.stdout.readline().strip()
        origin = address.partition("/?")[0]
        with httpx2.Client(follow_redirects=True, headers={"origin": origin}, timeout=60) as browser:
            assert browser.get(address).status_code == 200
            text = browser.get(f"{origin}/api/games/kitchen-heroes/text?file=heroes.yaml").json()
            mine = text["text"].replace("# What", f"# {number}", 1)
            asks = {"file": "heroes.yaml", "text": mine, "hash": text["hash"]}

            def save(browser: httpx2.Client = browser, asks: dict[str, str] = asks, at: str = origin) -> None:
                with suppress(httpx2.HTTPError):
                    browser.post(f"{at}/api/games/kitchen-heroes/text/save", json=asks)

            saving, began = threading.Thread(target=save), time.monotonic()
            saving.start()
            if number:
                time.sleep(dice.uniform(0.3, 1.05) * took)
            else:
                # The first one is let through, and tells how long a save takes.
                saving.join()
                took = time.monotonic() - began
                assert file.read_text(encoding="utf-8") == mine
            os.killpg(studio.pid, signal.SIGKILL)
            saving.join()
        studio.communicate()
        assert file.read_text(encoding="utf-8") in (text["text"], mine)
