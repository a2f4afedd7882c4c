"""The printed deck report: what its two pages say, that nothing leaves them, and the same as data."""

from pathlib import Path

import pdfplumber
import pytest
from kitchen import Run

from printgen.base.geometry import Box
from printgen.kinds.cards.charts import Series, bar, histogram, rows


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_two_pages_with_all_of_it(run: Run, paper: str) -> None:
    result = run("report", "go-joe", "--card", "snake-eyes", "--paper", paper)
    assert (result.code, result.err) == (0, "")
    with pdfplumber.open("output/go-joe/report.pdf") as pdf:
        first, second = (page.extract_text() for page in pdf.pages)
        for page in pdf.pages:
            letters = [c for c in page.chars if c["text"].strip()]
            assert min(c["x0"] for c in letters) > 18 and max(c["x1"] for c in letters) < page.width - 18
            assert max(c["bottom"] for c in letters) < page.height - 18
            assert min(c["size"] for c in letters) >= 6
    for words in (
        "Joe deck: 108 cards",
        "Cobra deck: 82 cards",
        "FIREPOWER",
        "TACTICS",
        "5 x the mean",
        "Arctic",
        "Dreadnoks",
    ):
        assert words in first
    for words in ("Armadillo", "Lifeline", "Cobra Overlord", "Snake-Eyes (GJ)", "of 190"):
        assert words in second


def test_the_same_as_data(run: Run) -> None:
    data = run("report", "go-joe", "--card", "Snake-Eyes", "--json").json
    joe, _ = data["decks"]
    assert joe["spreads"]["fp"]["team"] == pytest.approx(5 * joe["spreads"]["fp"]["mean"], abs=0.01)
    assert "5 x the mean" in data["team"]["note"] and len(joe["terrain"]) == 8
    assert {card["card"]["name"] for card in data["cards"]} == {"Snake-Eyes"}
    assert not Path("output").exists()


def test_one_deck_alone_and_a_new_card_in_it(run: Run) -> None:
    run("new", "go-joe/joe-deck", "Rivet", "--service", "GJ", "--role", "Guard", "--weapon", "mini-gun", "--json")
    data = run("report", "go-joe/joe-deck", "--card", "Rivet", "--json").json
    assert [deck["cards"] for deck in data["decks"]] == [109]
    assert data["cards"][0]["in_deck"]["fp"]["value"] == 6
    assert run("report", "go-joe/joe-deck").code == 0


def test_wrong_usage(run: Run) -> None:
    assert "Did you mean 'Snake-Eyes'?" in run("report", "go-joe", "--card", "Snake Eyez").err
    assert run("report", "micro-forces").code == 2


def test_bars_are_as_long_as_their_numbers() -> None:
    box = Box(0, 0, 200, 40)
    plain, striped = Series("a", "#112233", False, (2, 4)), Series("b", "#332211", True, (0, 1))
    lengths = [item.w for item in rows(box, ["x", "y"], [plain], 50) if getattr(item, "fill", None) == "#112233"]
    assert lengths[1] == pytest.approx(2 * lengths[0])
    heights = [item.h for item in histogram(box, [plain]) if getattr(item, "fill", None) == "#112233"]
    assert heights[1] == pytest.approx(2 * heights[0])
    assert len(bar(Box(0, 0, 60, 9), striped)) > len(bar(Box(0, 0, 60, 9), plain)) and bar(Box(0, 0, 0, 9), plain) == []
    numbers = [item.text for item in rows(box, ["x", "y"], [plain, striped], 50, alone=True) if hasattr(item, "text")]
    assert numbers == ["x", "2", "y", "4", "1"]
