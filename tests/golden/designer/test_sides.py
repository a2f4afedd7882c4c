"""Sides of one's own beside a kit: made by a command, with a deck whose cards and backs are theirs."""

from __future__ import annotations

import io
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pdfplumber
import pytest
from kitchen import Run
from PIL import Image

from printgen.designer.sides import Yard, short_of
from printgen.drawing.tints import contrast

HOME = Path("my-cards/go-joe")
REBELS = ("new", "side", "go-joe", "SW", "Rebel Alliance", "--side", "Rebels", "--color", "teal", "--emblem", "wings")


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PRINTGEN_CARDS", raising=False)
    monkeypatch.setattr("sys.stdin", io.StringIO())


def told(run: Run, *words: str) -> str:
    """What is said of a side that cannot be made; nothing is written of it."""
    result = run("new", "side", *words)
    assert result.code == 2
    return result.err


@pytest.mark.slow
def test_a_side_has_a_deck_with_a_back_of_its_own(run: Run) -> None:
    made = run(*REBELS, "--pattern", "rays", "--preview", "sw.png")
    assert made.code == 0 and "printgen new go-joe/rebels-deck --service SW" in made.out
    with Image.open("sw.png") as picture:
        assert picture.width > 1400
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
def test_what_is_not_said_looks_like_no_other(run: Run) -> None:
    first = run("new", "side", "go-joe", "mask", "M.A.S.K.", "--json")
    assert (first.code, first.err) == (0, "")
    assert first.json["deck"] == "mask-deck" and first.json["code"] == "MASK"
    second = run("new", "side", "go-joe", "V", "V.E.N.O.M.", "--side", "mask", "--json")
    assert (second.code, second.err, second.json["deck"]) == (0, "", "mask-deck") and "side" not in second.json
    rows = [first.json["service"], second.json["service"]]
    for key in ("color", "pattern", "emblem"):
        assert rows[0][key] != rows[1][key]
    # With every pattern taken, a service takes one that is not like its own in grey; and all can be read.
    for n in range(5):
        made = run("new", "side", "go-joe", f"S{n}", f"Side {n}", "--json")
        assert (made.code, made.err) == (0, "") and contrast(made.json["service"]["color"], "#FFFFFF") > 4.5
    joined = run("new", "side", "go-joe", "AT", "Adventure Team", "--side", "Joe", "--json").json
    assert joined["deck"] == "joe-deck" and joined["service"]["side"] == "joe"


@pytest.mark.slow
def test_what_would_be_taken_for_another_is_told(run: Run) -> None:
    like = run("new", "side", "go-joe", "XX", "Others", "--color", "#4C5C24", "--emblem", "star")
    assert (
        like.code == 0 and "looks like #4B5B22, that of GJ" in like.err and "the emblem star is that of GJ" in like.err
    )
    light = run("new", "side", "go-joe", "YY", "Light", "--color", "#F0E8D0")
    assert "too light" in light.err
    assert "CODE: GJ is G.I. Joes already" in told(run, "go-joe", "gj", "Again")
    assert "NAME: CB is named cobra already" in told(run, "go-joe", "ZZ", "cobra")
    assert "Did you mean 'orange'?" in told(run, "go-joe", "ZZ", "Zed", "--color", "ornage")
    assert "Did you mean 'wings'?" in told(run, "go-joe", "ZZ", "Zed", "--emblem", "wing")
    assert "Use at most 12 letters." in told(run, "go-joe", "ZZ", "Zed", "--side", "A side of many letters")
    assert "CODE and NAME are missing" in told(run, "go-joe")
    assert "no place for sides" in told(run, "micro-forces", "ZZ", "Zed")
    assert "ZZ" not in (HOME / "services.yaml").read_text(encoding="utf-8")


@pytest.mark.slow
def test_mistakes_in_ones_own_tables_are_found_where_they_are(run: Run) -> None:
    assert run(*REBELS).code == 0
    file = HOME / "services.yaml"
    file.write_text(file.read_text().replace("emblem: wings", "emblem: wigns") + "\nGJ: {name: Mine}\n")
    found = [f for f in run("check", "go-joe", "--json").json["findings"] if f["severity"] == "error"]
    assert [(f["file"], f["line"], f["column"]) for f in found] == [(str(file), 7, 11), (str(file), 9, 1)]
    assert "Did you mean 'wings'?" in found[0]["hint"] and "a row GJ already" in found[1]["message"]
    file.write_text("- a\n")
    assert run(*REBELS).code == 3 and file.read_text() == "- a\n"


@pytest.mark.slow
def test_cards_of_a_side_that_is_gone_want_it_back(run: Run) -> None:
    HOME.mkdir(parents=True)
    for name, hint in (
        ("empire", "Put back its row in sides.yaml, or move it away."),
        ("jo", "Did you mean 'joe-deck'?"),
    ):
        file = HOME / f"{name}-deck.yaml"
        file.write_text("- {name: A}\n")
        found = run("build", "go-joe/joe-deck")
        assert found.code == 3 and hint in found.err
        file.unlink()


@pytest.mark.parametrize(
    ("name", "room", "short"),
    [
        ("Rebel Alliance", 14, "Rebel Alliance"), ("Rebel Alliance", 13, "Rebel"),
        ("The Rebel Alliance", 9, "The Rebel"), ("The Rebel Alliance", 8, "The"),
        ("Rebels", 6, "Rebels"), ("Rebels", 5, "Rebel"),
    ],
)  # fmt: skip
def test_a_back_shows_as_many_words_of_a_name_as_have_room(name: str, room: int, short: str) -> None:
    assert short_of(cast("Yard", SimpleNamespace(room=room)), name) == short
