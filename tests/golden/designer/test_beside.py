"""What a note of a name names besides is told wherever somebody says such a name, and counted nowhere."""

from __future__ import annotations

from pathlib import Path

import pytest
from kitchen import Run

BAYONET = 'bayonet of "Rifle with bayonet"'


@pytest.mark.slow
def test_derive_suggest_and_new_tell_it(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    told = f"  not counted: {BAYONET}; name it by itself if it is held"
    derived = run("derive", "--weapon", "Rifle with bayonet").out.splitlines()
    assert derived[1:2] == ["CC    3   base 3"] and derived[-1] == told
    assert BAYONET in run("suggest", "go-joe", "--accessory", "Rifle with bayonet").out
    card = ("go-joe/joe-deck", "Rover", "--service", "GJ", "--role", "Guard", "--accessory", "Rifle with bayonet")
    assert told in run("new", *card).out.splitlines()


@pytest.mark.slow
def test_explain_and_the_notes_of_a_check_tell_it(run: Run) -> None:
    assert 'bayonet of "AK-48AW rifle with bayonet"' in run("explain", "go-joe", "Crimson Guard").out
    notes = run("check", "go-joe/cobra-deck", "--notes", "--json").json["findings"]
    found = [note["message"] for note in notes if note["code"] == "in-a-note"]
    assert 'Crimson Guard came with "AK-48AW rifle with bayonet"; "bayonet" is not counted by itself' in found
