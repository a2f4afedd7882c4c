"""The samples with boards of their own, on A4, and as data."""

import json
from pathlib import Path

import pytest
from places import SAMPLES

import printgen
from printgen import cli


@pytest.mark.slow
@pytest.mark.parametrize("name", ["garden", "wargame", "chutes", "harbours"])
def test_a_sample_with_a_board_is_printed_on_a4(name: str, tmp_path: Path) -> None:
    built = printgen.write([SAMPLES / name], printgen.Settings(out=tmp_path, paper="a4"))
    assert built.findings == () and list((tmp_path / name).glob("*.pdf"))


@pytest.mark.parametrize(
    ("name", "key", "words"),
    [
        ("garden", "counts", {"lawn", "pond", "orchard"}),
        ("wargame", "cells", {"0701", "town", "lake"}),
        ("chutes", "links", {"lift", "comet", "worm"}),
        ("harbours", "nodes", {"Skerrow", "Long Quay"}),
    ],
)
def test_a_board_is_data_with_the_names_of_its_game(
    name: str, key: str, words: set[str], capsys: pytest.CaptureFixture[str]
) -> None:
    cli.main(["board", str(SAMPLES / name), "--json"])
    told = json.dumps(json.loads(capsys.readouterr().out)[key])
    assert all(f'"{word}"' in told for word in words)
    assert not any(word in told for word in ("base", "jungle", "enemy"))


@pytest.mark.parametrize("name", ["garden", "wargame", "chutes", "harbours"])
def test_a_sample_is_short(name: str) -> None:
    lists = {"units", "sides", "sorts", "turns", "links", "racers", "lanes", "harbours", "ships", "wares"}
    files = [path for path in (SAMPLES / name).rglob("*.yaml") if path.stem not in lists]
    lines = [line for path in files for line in path.read_text(encoding="utf-8").splitlines()]
    assert sum(bool(line.strip()) and not line.lstrip().startswith("#") for line in lines) < 150
