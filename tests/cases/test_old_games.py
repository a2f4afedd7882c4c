"""Games as people have them, frozen: each builds for ever, onto as many pages of the same size, with the same findings.

`pytest tests/cases/test_old_games.py --update-golden -m ''` writes a new game's line; the files of a game never change.
"""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pypdfium2
import pytest
from case_files import HERE

import printgen

GAMES = HERE / "games"
EXPECTED = GAMES / "expected.txt"


def built(game: Path, out: Path) -> list[str]:
    """A line for each PDF of a game: its pages, those of a size together; then the codes of what was found."""
    result = printgen.write([game], printgen.Settings(out=out, paper="a4"))
    lines = []
    for file in sorted(out.rglob("*.pdf")):
        sizes = [f"{round(wide)} x {round(high)}" for wide, high in _page_sizes(file)]
        pages = ", ".join(f"{len([*same])} of {size}" for size, same in groupby(sizes))
        lines.append(f"{game.name} {file.stem}: {pages}")
    return [*lines, *(f"{game.name} finds {code}" for code in sorted(found.code for found in result.findings))]


def _page_sizes(file: Path) -> list[tuple[float, float]]:
    pdf = pypdfium2.PdfDocument(file)
    sizes = [pdf.get_page_size(number) for number in range(len(pdf))]
    pdf.close()
    return sizes


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(path.name for path in GAMES.iterdir() if path.is_dir()))
def test_a_game_of_old_builds(name: str, tmp_path: Path, update_golden: bool) -> None:
    lines = built(GAMES / name, tmp_path)
    expected = EXPECTED.read_text(encoding="utf-8").splitlines() if EXPECTED.is_file() else []
    others = [line for line in expected if line.split()[0] != name]
    if update_golden:
        EXPECTED.write_text("\n".join(sorted([*others, *lines])) + "\n", encoding="utf-8")
    else:
        assert lines == [line for line in expected if line not in others]


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(path.name for path in GAMES.iterdir() if path.is_dir()))
def test_a_game_of_old_needs_no_upgrade(name: str) -> None:
    upgraded = printgen.upgrade(GAMES / name)
    assert (upgraded.files, upgraded.findings) == ({}, ())
