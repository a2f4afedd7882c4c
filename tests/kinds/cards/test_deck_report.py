"""The printed deck report: what its two pages say, that nothing leaves them, and the same as data."""

from pathlib import Path

import pdfplumber
import pytest
from kitchen import Run

from printgen.base.places import templates_folder
from printgen.drawing.model import Item, Rect, Text
from printgen.drawing.tints import Tints
from printgen.drawing.walk import walk
from printgen.errors import Where
from printgen.faces.library import Library
from printgen.faces.render import Renderer
from printgen.faces.session import Session


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("paper", ["letter", pytest.param("a4", marks=pytest.mark.slow)])
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
    for words in ("Armadillo", "Lifeline", "Cobra Overlord", "Snake-Eyes (GJ)", "of 190", "Joe deck: proven"):
        assert words in second


def test_the_same_as_data(run: Run) -> None:
    data = run("report", "go-joe", "--card", "Snake-Eyes", "--json").json
    joe, _ = data["decks"]
    assert joe["spreads"]["fp"]["team"] == pytest.approx(5 * joe["spreads"]["fp"]["mean"], abs=0.01)
    assert "5 x the mean" in data["team"]["note"] and len(joe["terrain"]) == 8
    assert {card["card"]["name"] for card in data["cards"]} == {"Snake-Eyes"}
    total = run("explain", "go-joe", "--total", "--json").json["decks"]
    assert [{"name": deck["name"], "title": deck["title"], **deck["totals"]} for deck in data["decks"]] == total
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
    library = Library((templates_folder(),))
    bars = [
        {"length": length, "text": text, "color": "alert", "striped": False} for length, text in ((1, "4"), (0.5, "2"))
    ]
    told = {"rows": [{"name": "x", "bars": bars}, {"name": "y", "bars": bars[1:]}], "w": 100, "h": 40}

    def drawn(face: str, **more: object) -> list[Item]:
        ink = Session(Tints({}), "a chart", lambda name: Where("chart"))
        items = Renderer(library).render(library.face(face), {**told, **more}, ink)
        assert ink.findings == []
        return [item for item, _ in walk(items)]

    rows, columns = drawn("chart-rows"), drawn("chart-columns", marks=[0, 10])
    assert [item.text for item in rows if isinstance(item, Text)] == ["x", "4", "2", "y", "2"]
    lengths = [item.w for item in rows if isinstance(item, Rect) and item.stroke]
    heights = [item.h for item in columns if isinstance(item, Rect) and item.stroke]
    for sizes in (lengths, heights):
        assert sizes == pytest.approx([sizes[0], sizes[0] / 2, sizes[0] / 2])
    striped, nothing = (drawn("chart-bar", striped=length > 0, w=length) for length in (9, 0))
    assert len(striped) > 2 and nothing == []


def test_it_speaks_of_no_other_game(run: Run) -> None:
    sample = Path(__file__).parents[3] / "samples" / "sky-couriers"
    assert run("report", sample).code == 0
    with pdfplumber.open("output/sky-couriers/report.pdf") as pdf:
        words = " ".join(page.extract_text().lower() for page in pdf.pages)
    assert "3 random cards" in words and "routes not counted" in words
    assert not {"fight", "dice", "units", "terrain", "skill"} & set(words.split())
