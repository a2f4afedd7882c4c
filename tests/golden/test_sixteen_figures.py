"""The guide page of sixteen figures: its commands, run again, say what the page says, and each card is printed."""

from __future__ import annotations

import importlib
import io
from pathlib import Path
from typing import Any

import pdfplumber
import pytest
from kitchen import Run
from PIL import Image
from places import DOCS


@pytest.fixture
def figures(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    """What writes the page, in a folder of its own."""
    monkeypatch.syspath_prepend(str(DOCS))
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PRINTGEN_CARDS", raising=False)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    return importlib.import_module("make_figures")


@pytest.mark.slow
def test_the_page_shows_every_figure_and_what_was_asked_of_them(figures: Any) -> None:
    text = (DOCS / "guide" / "sixteen-figures.md").read_text(encoding="utf-8")
    assert len(figures.FIGURES) == 16
    for number, figure in enumerate(figures.FIGURES, 1):
        assert f"## {number}. {figure.name}\n\n{figure.told}\n" in text
        assert f"$ {figures.told(figure.deck, figure.name, figure.given)}\n" in text
    with Image.open(DOCS / "pictures" / "sixteen.png") as picture:
        assert picture.width == 660
    assert (DOCS / "pictures" / "sixteen.png").stat().st_size < 200_000


@pytest.mark.nightly
def test_the_commands_of_the_page_give_what_it_says_and_each_card_is_printed(figures: Any, run: Run) -> None:
    told = "\n".join(figures.page())
    assert told == (DOCS / "guide" / "sixteen-figures.md").read_text(encoding="utf-8")
    for deck in sorted({figure.deck for figure in figures.FIGURES}):
        names = [figure.name for figure in figures.FIGURES if figure.deck == deck]
        made = run("build", deck, *(word for name in names for word in ("--only", name)), "--out", "printed")
        assert (made.code, made.err) == (0, ""), deck
        with pdfplumber.open(f"printed/{deck}-selection.pdf") as pdf:
            words = " ".join(" ".join(page.extract_text().split()) for page in pdf.pages)
        for name in names:
            assert all(word in words for word in name.split()), name
