"""Every file is read once, those of a game and those of the templates; and a kit has the same bytes each time."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from places import SAMPLES
from whole import KITS, composed, one_kit

from printgen.base.folders import kits_folder, templates_folder
from printgen.build import stages as build
from printgen.build.settings import Settings
from printgen.faces.library import default_library

GAMES = [
    *(SAMPLES / name for name in ("sky-couriers", "wargame")),
    # A kit takes seconds.
    pytest.param(kits_folder() / "go-joe", marks=pytest.mark.slow),
    *(
        pytest.param(file.parent, marks=pytest.mark.nightly)
        for folder in (SAMPLES, kits_folder())
        for file in sorted(folder.glob("*/game.yaml"))
        # A variant is read for itself.
        if file.parent.name not in ("sky-couriers", "wargame", "spell-deck", "grimoire", "go-joe")
    ),
]

_counting: list[Counter[Path]] = []


@cache
def _hook() -> None:
    """Have every opened file told of; nothing can take that away again, so it is done once in a process."""

    def told(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open" and _counting and str(arguments[0]).endswith(".yaml"):
            _counting[-1][Path(str(arguments[0])).resolve()] += 1

    sys.addaudithook(told)


@contextmanager
def opened_files() -> Iterator[Counter[Path]]:
    """Counts how often each YAML file is opened, by whatever means."""
    _hook()
    _counting.append(Counter())
    try:
        yield _counting[-1]
    finally:
        _counting.pop()


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda folder: folder.name)
def test_a_game_is_read_once_to_be_loaded_checked_and_composed(game: Path) -> None:
    # What is built in is read once in a process, so another test may have read it.
    default_library.cache_clear()
    with opened_files() as opened:
        findings = build.check([str(game)], Settings())
    assert not [finding for finding in findings if finding.severity == "error"]
    own = {path for path in opened if path.is_relative_to(game)}
    assert game / "game.yaml" in own
    assert any(path.is_relative_to(templates_folder()) for path in opened)
    again = {str(path): count for path, count in sorted(opened.items()) if count > 1}
    assert again == {}


@pytest.mark.slow
@pytest.mark.parametrize("kit", one_kit("army-wars", *zip(KITS)))
def test_a_kit_is_the_same_to_the_byte_each_time(tmp_path: Path, kit: str) -> None:
    build.build([kit], Settings(out=tmp_path))
    once = composed(kit)
    assert {path.stem: path.read_bytes() for path in (tmp_path / kit).glob("*.pdf")} == once.pdfs
