"""What is told of every mistake of the tables in *_mistakes.py: its place, what is wrong, and how to mend it."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from mistake import TINY, Mistake

from printgen.base.errors import Finding, PrintgenError
from printgen.build import stages as build
from printgen.build.settings import Settings

MISTAKES: list[Mistake] = [
    mistake
    for path in sorted(Path(__file__).parent.glob("*_mistakes.py"))
    for mistake in importlib.import_module(path.stem).MISTAKES
]


def findings_of(folder: Path) -> list[Finding]:
    try:
        return build.check(["game"], Settings())
    except PrintgenError as error:
        return list(error.findings)


def laid_out(files: dict[str, str | bytes], folder: Path) -> None:
    for name, content in files.items():
        path = folder / "game" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content.encode() if isinstance(content, str) else content)


@pytest.mark.some(2)
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda mistake: mistake.name)
def test_a_mistake_is_told_with_place_words_and_mend(
    mistake: Mistake, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    laid_out(dict(mistake.whole), tmp_path)
    monkeypatch.chdir(tmp_path)
    found = findings_of(tmp_path)
    assert found, "nothing is told"
    told = [f"{finding.where}: {finding.severity}: {finding.message}".removeprefix("game/") for finding in found]
    assert (told[0], found[0].hint) == (mistake.told, mistake.hint)
    assert not mistake.only or len(told) == 1, told


def test_the_tiny_game_has_no_mistake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    laid_out(dict(TINY), tmp_path)
    monkeypatch.chdir(tmp_path)
    assert not findings_of(tmp_path)
