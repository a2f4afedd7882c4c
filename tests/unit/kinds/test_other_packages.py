"""Kinds of printable of other installed packages: found by their entry point, with their rules and commands."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path

import pikepdf
import pytest
from kitchen import Result
from places import ROOT, SUPPORT

from printgen import kinds
from printgen.base.errors import UsageError
from printgen.kinds import area_template
from printgen.kinds.cards import KIND as CARDS

GAME = """\
title: Bones
version: "1"
products:
  set: {kind: dominoes, title: Double six, options: {most: 6}}
"""

Program = Callable[..., Result]


@pytest.fixture
def game(tmp_path: Path) -> Path:
    folder = tmp_path / "bones"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME)
    return folder


@pytest.fixture
def program(tmp_path: Path) -> Program:
    """Runs printgen in a process of its own, in which the package of dominoes is installed."""
    paths = [str(SUPPORT / "dominoes"), *filter(None, [os.environ.get("PYTHONPATH"), str(ROOT)])]
    surroundings = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}

    def run(*arguments: object) -> Result:
        words = [sys.executable, "-m", "printgen", *map(str, arguments)]
        done = subprocess.run(words, env=surroundings, cwd=tmp_path, capture_output=True, text=True, check=False)
        return Result(done.returncode, done.stdout, done.stderr)

    return run


def test_its_products_are_printed(program: Program, game: Path) -> None:
    built = program("build", game, "--out", game / "out", "--json")
    assert (built.code, built.err) == (0, "")
    (entry,) = built.json["products"]
    assert (entry["kind"], entry["pieces"]) == ("dominoes", 28)
    with pikepdf.open(game / "out" / "bones" / "set.pdf") as pdf:
        assert len(pdf.pages) == entry["pages"]


@pytest.mark.slow
def test_its_options_and_rules_are_held_like_any_others(program: Program, game: Path) -> None:
    for slip, told, code in (
        ("msot: 6", "4:54: error: unknown key \"msot\"\n    Did you mean 'most'?", 3),
        ("most: 60", "must be from 1 to 18", 3),
        ("most: 7", "nobody plays with such a set\n    Make it 6, 9 or 12.", 4),
    ):
        (game / "game.yaml").write_text(GAME.replace("most: 6", slip))
        result = program("check", game)
        assert (result.code, told in result.err) == (code, True), result.err


@pytest.mark.slow
def test_its_command_stands_beside_ours(program: Program, game: Path) -> None:
    assert "dominoes  Count the tiles of a set of dominoes." in program("--help").out
    assert program("dominoes", game).out == "28 tiles\n"
    assert json.loads(program("dominoes", game, "--json").out) == {"tiles": 28}
    assert program("dominos", game).err.endswith("Did you mean 'dominoes'?\n")


@pytest.mark.slow
def test_its_options_are_in_the_schema_of_games(program: Program) -> None:
    schema = program("schema", "game").json
    assert schema["$defs"]["DominoOptions"]["properties"]["most"]["description"] == "the most pips on half a tile"
    assert "dominoes" in schema["$defs"]["ProductEntry"]["properties"]["kind"]["enum"]


@pytest.fixture
def offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], None]]:
    """Offers a kind of another package, called bones, in this process."""

    def offer(value: str) -> None:
        monkeypatch.setattr("importlib.metadata.entry_points", lambda group: [EntryPoint("bones", value, group)])
        kinds._plugin_kinds.cache_clear()

    yield offer
    kinds._plugin_kinds.cache_clear()


@pytest.mark.parametrize("value", ["nowhere:KIND", "json:KIND", "printgen.kinds:GROUP"])
def test_an_entry_point_that_names_no_kind_is_told(offered: Callable[[str], None], value: str) -> None:
    offered(value)
    with pytest.raises(UsageError, match=f"{value} of another package is no kind of printable"):
        kinds.find_kind("bones")


def test_kinds_say_what_they_print(offered: Callable[[str], None]) -> None:
    assert kinds.description(kinds.find_kind("die") or CARDS).startswith("Dice to cut out")
    assert kinds.description(kinds.find_kind("area-template") or CARDS) == area_template.__doc__
    offered("printgen.kinds.cards:KIND")
    assert kinds.find_kind("cards") is CARDS and kinds.find_kind("bones") is None
    assert kinds.kind_names() == [*kinds.FOLDERS] and kinds.all_kinds()[-1].name == "tuck-box"
    offered("printgen_dominoes:KIND")
    sys.path.insert(0, str(SUPPORT / "dominoes"))
    try:
        assert kinds.kind_names()[-1] == kinds.all_kinds()[-1].name == "dominoes"
    finally:
        sys.path.remove(str(SUPPORT / "dominoes"))
