"""The printed deck report: what its pages say, that nothing leaves them, and the same as data."""

import re
from pathlib import Path

import pdfplumber
import pytest
from goldens import GOLDEN, differences
from kitchen import Kitchen, Run
from outlined import outline_text
from places import SAMPLES

from printgen.base.errors import Where
from printgen.base.folders import templates_folder
from printgen.build.jobs import load
from printgen.designer.report import (
    PERCENT,
    Estimate,
    ReportChapter,
    ReportPage,
    deck_look,
    dots_row,
    matrix_cell,
    parts_row,
    report_pages,
    scale_of,
)
from printgen.drawing.extent import walk
from printgen.drawing.model import Item, Rect, Text
from printgen.drawing.tints import Tints
from printgen.faces.library import Library
from printgen.faces.render import Renderer
from printgen.faces.session import FaceState, Session
from printgen.kinds.composition import Order
from printgen.lab import report as chapter
from printgen.rules.decks import decks_of
from printgen.rules.report import report_on, report_words


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(chapter, "PAIRS", 160)
    monkeypatch.setattr(chapter, "TEAMS", 40)


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_three_pages_with_all_of_it(run: Run, paper: str) -> None:
    result = run("report", "go-joe", "--card", "snake-eyes", "--paper", paper)
    assert (result.code, result.err) == (0, "")
    first, second, third = pages()
    for words in (
        "Joe deck: 108 cards",
        "Cobra deck: 82 cards",
        "FIREPOWER",
        "TACTICS",
        "with all that a fight adds, ±",
        "plain sum of the stat",
        "Arctic",
        "Dreadnoks",
    ):
        assert words in first
    for words in ("Keel Haul", "9 (85)", "Lifeline", "Cobra Overlord", "Snake-Eyes (GJ)", "of 190", "Joe deck: proven"):
        assert words in second
    for words in ("WHO WINS", "160 pairs of random teams, seed 1", "ONE UNIT MORE", "WORTH AND SUM", "WHO BEATS WHOM"):
        assert words in third
    for words in ("Slaughter’s Marauders", "% of teams of 5, exact", "Joe deck attacks Cobra deck"):
        assert words in third


def pages() -> list[str]:
    """The texts of the printed pages, of which nothing leaves the paper and nothing is too small to read."""
    with pdfplumber.open("output/go-joe/report.pdf") as pdf:
        for page in pdf.pages:
            letters = [c for c in page.chars if c["text"].strip()]
            assert min(c["x0"] for c in letters) > 18 and max(c["x1"] for c in letters) < page.width - 18
            assert max(c["bottom"] for c in letters) < page.height - 18
            assert min(c["size"] for c in letters) >= 6
        return [page.extract_text() for page in pdf.pages]


@pytest.mark.slow
def test_the_same_bytes_every_time(run: Run) -> None:
    held = []
    for _ in range(2):
        run("report", "go-joe")
        held.append(Path("output/go-joe/report.pdf").read_bytes())
    assert held[0] == held[1]
    run("report", "go-joe", "--seed", "2")
    assert Path("output/go-joe/report.pdf").read_bytes() != held[0]


@pytest.mark.slow
def test_the_same_as_data(run: Run) -> None:
    data = run("report", "go-joe", "--card", "Snake-Eyes", "--json").json
    joe, _ = data["decks"]
    assert joe["spreads"]["fp"]["team"] == pytest.approx(5 * joe["spreads"]["fp"]["mean"], abs=0.01)
    assert "5 x the mean" in data["team"]["note"] and len(joe["terrain"]) == 8
    assert {card["card"]["name"] for card in data["cards"]} == {"Snake-Eyes"}
    total = run("explain", "go-joe", "--total", "--json").json["decks"]
    assert [{"name": deck["name"], "title": deck["title"], **deck["totals"]} for deck in data["decks"]] == total
    assert not Path("output").exists()
    # What the lab says stands beside the sums: the card that is worth most is no vehicle, but a leader.
    lab = data["lab"]
    assert lab["decks"]["samples"] == 160 and [one["deck"]["name"] for one in lab["worth"]] == [
        "joe-deck",
        "cobra-deck",
    ]
    best = joe["worth_most"][0]
    assert best["name"] == "Snake-Eyes" and best["worth"]["rank"] == 1 < best["by_sum"]
    assert best["worth"]["value"] == pytest.approx(lab["worth"][0]["cards"][0]["worth"], abs=1e-4)
    assert data["cards"][0]["worth"] == best["worth"]
    assert joe["strongest"][0]["name"] == "Armadillo"


@pytest.mark.slow
def test_one_deck_alone_and_a_new_card_in_it(run: Run) -> None:
    run("new", "go-joe/joe-deck", "Rivet", "--service", "GJ", "--role", "Guard", "--weapon", "mini-gun", "--json")
    data = run("report", "go-joe/joe-deck", "--card", "Rivet", "--json").json
    assert [deck["cards"] for deck in data["decks"]] == [109]
    assert data["cards"][0]["in_deck"]["fp"]["value"] == 6
    assert "lab" not in data, "a deck alone has nobody to fight"
    assert run("report", "go-joe/joe-deck").code == 0
    assert len(pages()) == 2 and "5 x the mean of the stat" in pages()[0]


def test_decks_that_cannot_be_compared_are_told(run: Run, tmp_path: Path) -> None:
    sky = Kitchen.copied(tmp_path / "sky", SAMPLES / "sky-couriers")
    optional = re.compile(r"(speed: \{kind: integer), min: 0, max: 9\}")
    game, couriers = sky.folder / "game.yaml", sky.folder / "couriers.yaml"
    game.write_text(optional.sub(r"\1, min: 0, max: 9, optional: true}", game.read_text()))
    numbers = couriers.read_text()
    couriers.write_text(re.sub(r"(?m)^  speed: \d+\n", "", numbers, count=1))
    assert len(run("report", sky.folder, "--json").json["decks"][0]["strongest"]) == 5
    couriers.write_text(re.sub(r"(?m)^  speed: \d+\n", "", numbers))
    done = run("report", sky.folder)
    assert done.code == 2 and "has all of its numbers" in done.err


def test_wrong_usage(run: Run) -> None:
    assert "Did you mean 'Snake-Eyes'?" in run("report", "go-joe", "--card", "Snake Eyez").err
    assert run("report", "micro-forces").code == 2


def test_bars_are_as_long_as_their_numbers() -> None:
    library = Library((templates_folder(),))
    bars = [
        {"length": length, "text": text, "color": "alert", "striped": False, "mark": 0}
        for length, text in ((1, "4"), (0.5, "2"))
    ]
    told = {"rows": [{"name": "x", "bars": bars}, {"name": "y", "bars": bars[1:]}], "w": 100, "h": 40}

    def drawn(face: str, **more: object) -> list[Item]:
        ink = Session(Tints({}), "a chart", lambda name: Where("chart"), FaceState())
        items, findings, _ = Renderer(library).render(library.face(face), {**told, **more}, ink)
        assert findings == ()
        return [item for item, _ in walk(items)]

    rows, columns = drawn("chart-rows"), drawn("chart-columns", marks=[0, 10])
    assert [item.text for item in rows if isinstance(item, Text)] == ["x", "4", "2", "y", "2"]
    marked = [{**bars[0], "mark": 0.75}]
    mark = [item for item in drawn("chart-rows", rows=[{"name": "x", "bars": marked}]) if isinstance(item, Rect)][-1]
    assert mark.fill == "#FFFFFF" and mark.h < 12
    lengths = [item.w for item in rows if isinstance(item, Rect) and item.stroke]
    heights = [item.h for item in columns if isinstance(item, Rect) and item.stroke]
    for sizes in (lengths, heights):
        assert sizes == pytest.approx([sizes[0], sizes[0] / 2, sizes[0] / 2])
    striped, nothing = (drawn("chart-bar", striped=length > 0, w=length) for length in (9, 0))
    assert len(striped) > 2 and nothing == []


@pytest.mark.parametrize("with_fights", [False, True], ids=["plain", "fights"])
def test_the_pages_of_small_decks(with_fights: bool, update_golden: bool) -> None:
    (job,) = load([str(SAMPLES / "sky-couriers")])
    game, decks = job.game, decks_of(job.game) * (1 + with_fights)
    records = decks[0].product.records
    order, words = Order(game, decks[0].product, (), job.library, job.renderer), report_words(game, decks[0])
    worth = {record.key: Estimate(n / 50 - 0.05, 0.01) for n, record in enumerate(records[1:])}
    totals = {title: [Estimate(9 + n, 1), Estimate(12, 1)] for n, title in enumerate(("Speed", "Nerve", "Wits"))}
    own = ReportChapter({}, totals, "as they race", worth, "by races", lambda order, area: [ReportPage("More", "", ())])
    chapters, asked = ([own], records[1:2]) if with_fights else ([], [])
    report = report_on(game, decks, asked, worth if with_fights else None)
    drawn = report_pages(order, report, words, chapters, 595, 842)
    path = GOLDEN / "report" / f"couriers-{'fights' if with_fights else 'plain'}.txt"
    assert differences({path: outline_text(drawn)}, update_golden) == []


@pytest.mark.slow
def test_it_speaks_of_no_other_game(run: Run) -> None:
    sample = SAMPLES / "sky-couriers"
    assert run("report", sample).code == 0
    with pdfplumber.open("output/sky-couriers/report.pdf") as pdf:
        first, second, third = (page.extract_text().lower() for page in pdf.pages)
    assert "3 random cards" in first and "routes not counted" in first
    assert not {"fight", "dice", "units", "terrain", "skill"} & {*first.split(), *second.split()}
    assert "same guild" in third and "through the fog" in third and "leader" not in third


def test_numbers_stand_where_they_belong() -> None:
    scale = scale_of((41.3, 68), 5)
    assert (scale.low, scale.high, scale.steps) == (40, 70, 6) and scale.marks("{:g} %")[1] == "45 %"
    assert scale_of((-250, 210), 100).marks() == ["-300", "-200", "-100", "0", "100", "200", "300"]
    (dot,) = dots_row("x", [(Estimate(50, 10), deck_look(1))], PERCENT)["dots"]
    assert (dot["at"], dot["low"], dot["high"], dot["striped"]) == (0.5, 0.4, 0.6, True)
    assert PERCENT.at(130) == 1 and PERCENT.at(-4) == 0
    parts = parts_row("x", [(0.44, deck_look(0)), (0.06, None), (0.5, deck_look(1))])["parts"]
    assert [part["at"] for part in parts] == pytest.approx([0, 0.44, 0.5]) and [part["text"] for part in parts] == [
        "44",
        "",
        "50",
    ]
    fills = [matrix_cell(share)["fill"] for share in (0.0, 0.5, 1.0)]
    assert fills == ["white/steel-dark 0", "white/steel-dark 30", "white/steel-dark 90"]
    assert matrix_cell(None)["text"] == "–"
