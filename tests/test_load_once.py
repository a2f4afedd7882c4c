"""Every file is read once: those of a game when it is loaded, those of the templates by one library."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from printgen import build
from printgen.base.places import kits_folder, templates_folder
from printgen.faces.library import built_in

KITS = sorted(folder.name for folder in kits_folder().iterdir() if (folder / "game.yaml").is_file())

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


@pytest.mark.some(4)
@pytest.mark.parametrize("kit", KITS)
def test_a_kit_is_read_once_to_be_loaded_checked_and_composed(kit: str) -> None:
    # What is built in is read once in a process, so another test may have read it.
    built_in.cache_clear()
    with opened_files() as opened:
        findings = build.check([kit], build.Settings())
    assert not [finding for finding in findings if finding.severity == "error"]
    own = {path for path in opened if path.is_relative_to(kits_folder() / kit)}
    assert kits_folder() / kit / "game.yaml" in own
    assert any(path.is_relative_to(templates_folder()) for path in opened)
    again = {str(path): count for path, count in sorted(opened.items()) if count > 1}
    assert again == {}
