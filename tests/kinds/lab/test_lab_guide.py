"""What docs/guide/lab.md and the README show is what the lab says, word by word."""

import re
import shlex
from pathlib import Path

import pytest
from kitchen import Run

ROOT = Path(__file__).parents[3]
SHOWN = [
    (command, told)
    for page in (ROOT / "docs" / "guide" / "lab.md", ROOT / "README.md")
    for command, told in re.findall(
        r"```console\n\$ (printgen lab [^\n]+)\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL
    )
]


@pytest.mark.parametrize(("command", "told"), SHOWN, ids=lambda value: value[:40])
def test_a_transcript_is_true(command: str, told: str, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = run(*shlex.split(command)[1:])
    assert done.code == 0 and done.out == told
