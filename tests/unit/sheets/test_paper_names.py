"""Papers by name and by size."""

from __future__ import annotations

from pathlib import Path

import pytest

from printgen.base.errors import Exit, PrintgenError, UsageError
from printgen.base.folders import templates_folder
from printgen.base.units import mm, to_mm
from printgen.faces.library import Library
from printgen.sheets.sheet import paper


@pytest.mark.parametrize(
    ("name", "width", "height"),
    [
        ("letter", 215.9, 279.4),
        ("legal", 215.9, 355.6),
        ("tabloid", 279.4, 431.8),
        ("A4", 210, 297),
        ("a3", 297, 420),
        (" a5 ", 148, 210),
        ("24x36in", 609.6, 914.4),
        ("100X200MM", 100, 200),
    ],
)
def test_sizes(name: str, width: float, height: float) -> None:
    found = paper(name)
    assert (to_mm(found.width), to_mm(found.height)) == (pytest.approx(width), pytest.approx(height))


@pytest.mark.parametrize(
    ("name", "hint"),
    [("leter", "Did you mean 'letter'?"), ("24x36", "24x36in"), ("0x5in", "24x36in"), ("", "a4")],
)
def test_unknown(name: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        paper(name)
    assert caught.value.exit == Exit.USAGE
    assert hint in caught.value.findings[0].hint


def test_a_game_names_papers_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "papers.yaml").write_text("Postcard: 148x105mm\n")
    own = Library((tmp_path, templates_folder()))
    assert paper("postcard", own).width == pytest.approx(mm(148))
    assert paper("a4", own) == paper("a4")
    (tmp_path / "bad").mkdir()
    (tmp_path / "bad" / "papers.yaml").write_text("postcard: wide\n")
    with pytest.raises(PrintgenError, match=r"papers.yaml:1:11: error: postcard: "):
        paper("postcard", Library((tmp_path / "bad",)))
