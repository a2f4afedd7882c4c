"""Sides of one's own beside a kit: rows of its tables, with a deck whose cards and backs are theirs."""

from __future__ import annotations

import io
from pathlib import Path

import pdfplumber
import pytest
from kitchen import Run
from pairwise import halved

HOME = Path("my-cards/go-joe")
SIDES = 'rebels: {name: Rebels, color: "#C4500F", pattern: rays, emblem: wings}\n'
SERVICE = 'SW: {name: Rebel Alliance, side: rebels, color: "#C4500F", pattern: rays, emblem: wings}\n'


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PRINTGEN_CARDS", raising=False)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    HOME.mkdir(parents=True)
    (HOME / "sides.yaml").write_text(SIDES)


@pytest.mark.slow
def test_a_side_has_a_deck_with_a_back_of_its_own(run: Run) -> None:
    (HOME / "services.yaml").write_text(SERVICE)
    card = ("new", "go-joe/rebels-deck", "Ace", "--service", "rebel alliance", "--role", "Pilot", "--skill", "air")
    assert run(*card).code == 0
    assert run("build", "go-joe/rebels-deck").code == 0
    with pdfplumber.open("output/go-joe/rebels-deck.pdf") as pdf:
        front, back = (page.extract_text() for page in pdf.pages)
    assert "Rebel Alliance".upper() in front.upper() and "REBELS 1" in front and "/1" not in front and "REBELS" in back
    found = run("check", "go-joe/rebels-deck", "--json").json
    assert (found["errors"], found["warnings"]) == (0, 0)
    # The kit's own decks know nothing of it, and neither does the kit without one's own cards.
    assert "SW" not in {r["service"] for r in run("list", "go-joe/joe-deck", "--json").json["records"]}
    assert run("build", "go-joe/rebels-deck", "--cards", "/").code == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    ("row", "at", "severity", "message"),
    halved(
        (SERVICE.replace("SW", "REBEL"), "REBEL", "error", "the code REBEL has no room on a card"),
        (SERVICE.replace("Rebel Alliance", "Cobra"), "Cobra", "warning", "SW is called Cobra, as another service is"),
        (SERVICE.replace("#C4500F", "#4B5B22"), '"#4B', "warning", "SW has the color of G.I. Joes"),
        (SERVICE.replace("wings", "star"), "star", "warning", "SW has the emblem of G.I. Joes"),
        (SERVICE.replace("wings", "wigns"), "wigns", "error", 'emblem has the unknown value "wigns"'),
        ("GJ: {name: Mine}\n", "GJ", "error", "a row GJ already"),
    ),
)
def test_the_checks_of_the_kit_judge_rows_of_ones_own(run: Run, row: str, at: str, severity: str, message: str) -> None:
    file = HOME / "services.yaml"
    file.write_text(row)
    found = [one for one in run("check", "go-joe", "--json").json["findings"] if one["file"] == str(file)]
    assert [(one["severity"], one["line"], one["column"]) for one in found] == [(severity, 1, row.index(at) + 1)]
    assert message in found[0]["message"] and found[0]["hint"]


@pytest.mark.slow
def test_cards_of_a_side_that_is_gone_want_it_back(run: Run) -> None:
    for name, hint in (
        ("empire", "Put back its row in sides.yaml, or move it away."),
        ("jo", "Did you mean 'joe-deck'?"),
    ):
        file = HOME / f"{name}-deck.yaml"
        file.write_text("- {name: A}\n")
        found = run("build", "go-joe/joe-deck")
        assert found.code == 3 and hint in found.err
        file.unlink()
