"""The pieces of Army Wars on paper: markers of an inch, tokens, zones and tracks, counted and measured."""

from __future__ import annotations

import json
from collections import Counter
from itertools import pairwise, product

import pytest
from pdf_pages import read_pages

from printgen.base.folders import kits_folder
from printgen.base.units import mm
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.drawing.extent import walk_kind, words_of
from printgen.drawing.fonts import face
from printgen.drawing.model import Text
from printgen.drawing.tints import contrast, luminance
from printgen.reading.yaml_events import load_yaml_file

COLORS = ("red", "blue", "yellow", "steel")
MARKERS = [f"{color}-markers" for color in COLORS]
FIVE, TEN = {"green": 5, "veteran": 15, "elite": 25}, {"green": 10, "veteran": 30, "elite": 50}


@pytest.fixture(
    scope="module",
    params=[pytest.param("letter", marks=pytest.mark.slow), pytest.param("a4", marks=pytest.mark.nightly)],
)
def kit(request, tmp_path_factory):
    """The folder of everything that is printed, on both papers, with every product as it asks for itself."""
    out = tmp_path_factory.mktemp(request.param)
    names = [*MARKERS, "leader-marks", "folding-rulers", "deployment-zones", "objectives", "turn-track", "score-sheet"]
    build.build([f"army-wars/{name}" for name in names], Settings(paper=request.param, out=out))
    return out / "army-wars"


@pytest.fixture(scope="module")
def game():
    (job,) = load(["army-wars"])
    assert job.findings == ()
    return job.game


@pytest.fixture(scope="module")
def pieces():
    """The pieces of every product by its name."""
    (job,) = load([f"army-wars/{name}" for name in load(["army-wars"])[0].game.products])
    composed, _ = build.compose(job, Settings())
    return {item.product.name: item.pieces for item in composed}


def entry(kit, name):
    listed = json.loads((kit / "manifest.json").read_text())["products"]
    return next(item for item in listed if item["name"] == name)


def texts(picture):
    return [text for text in words_of(picture) if not text.isspace()]


@pytest.mark.slow
@pytest.mark.parametrize("name", MARKERS)
def test_a_player_has_one_sheet_of_inch_squares_to_fold_over(kit, name):
    listed = entry(kit, name)
    assert (listed["pieces"], listed["sheets"], listed["pages"], listed["duplex"]) == (35, 1, 1, "fold")
    (page,) = read_pages(kit / f"{name}.pdf")
    found, words = page.cuts, page.text
    assert len(found) == 35
    for _, _, width, height in found:
        assert [width, height] == pytest.approx([25.4, 25.4], abs=0.02)
    lefts = sorted({round(x, 2) for x, *_ in found})
    assert [b - a for a, b in pairwise(lefts)] == pytest.approx([25.4] * (len(lefts) - 1), abs=0.02)
    # Fronts and backs together on the one page.
    assert words.count("NO LEADER") == 35 and words.count("LEADER") == 70
    assert "fold on the dashed line" in " ".join(words.split())


@pytest.mark.slow
def test_the_die_on_a_marker_stands_for_its_quality(game, pieces):
    needs = {name: row["needs"] for name, row in game.tables["qualities"].rows.items()}
    assert needs == {"green": 6, "veteran": 5, "elite": 4}
    for record, piece in zip(game.products["red-markers"].records, pieces["red-markers"], strict=True):
        roll = needs[record.values["quality"]]
        for picture in (piece.front, piece.back):
            words = texts(picture)
            assert record.values["quality"].upper() in words and str(record.values["squad"]) in words
            shots = [word for word in words if word.endswith("+")]
            assert shots == [f"{roll}+", f"{min(roll + 1, 6)}+"]


def test_every_quality_with_a_price_has_markers(game):
    prices = load_yaml_file(kits_folder() / "army-wars" / "armies.yaml", "armies.yaml")["prices"]
    shown = {row["name"]: name for name, row in game.tables["qualities"].rows.items()}
    assert {shown[name]: list(points.values()) for name, points in prices.items()} == {
        q: [FIVE[q], TEN[q]] for q in FIVE
    }


def counted(game):
    return Counter(record.values["quality"] for record in game.products["red-markers"].records)


def test_there_are_markers_for_every_army_of_a_hundred_points(game):
    markers = counted(game)
    for counts in product(range(21), range(8), range(6)):
        squads = dict(zip(FIVE, counts, strict=True))
        if sum(FIVE[q] * n for q, n in squads.items()) <= 100:
            assert all(n <= markers[q] for q, n in squads.items()), squads


@pytest.mark.parametrize("budget", range(50, 201, 5))
def test_there_are_markers_for_every_mix_of_soldiers_up_to_two_hundred_points(game, budget):
    markers = counted(game)
    # So many fives of each quality, put together into tens wherever two of them meet.
    for counts in product(range(41), range(14), range(9)):
        fives = dict(zip(FIVE, counts, strict=True))
        if sum(FIVE[q] * n for q, n in fives.items()) == budget:
            assert all(n // 2 + n % 2 <= markers[q] for q, n in fives.items()), fives


def test_squads_of_a_quality_are_numbered_from_one(game):
    numbers = {}
    for record in game.products["red-markers"].records:
        numbers.setdefault(record.values["quality"], []).append(record.values["squad"])
    assert all(found == list(range(1, len(found) + 1)) for found in numbers.values())


def test_players_differ_in_more_than_colour(game):
    rows = list(game.tables["players"].rows.values())
    for key in ("color", "pattern", "emblem", "name"):
        assert len({row[key] for row in rows}) == 4
    for row in rows:
        # The pattern shows in grey as well.
        assert abs(luminance(row["color"]) - luminance(row["line"])) > 0.08
        assert contrast(row["color"], row["line"]) > 1.7


@pytest.mark.slow
def test_the_back_of_a_marker_says_that_its_leader_is_lost(pieces):
    for name in MARKERS:
        for piece in pieces[name]:
            assert any(word.endswith(" · LEADER") for word in texts(piece.front))
            assert any(word.endswith(" · NO LEADER") for word in texts(piece.back))


@pytest.mark.slow
def test_leader_marks_are_sixteen_millimetres_across(kit):
    found = [outline for page in read_pages(kit / "leader-marks.pdf") for outline in page.cuts]
    assert len(found) == 80
    for _, _, width, height in found:
        assert [width, height] == pytest.approx([16, 16], abs=0.02)


@pytest.mark.slow
def test_objectives_are_places_on_one_side_and_things_on_the_other(kit, game, pieces):
    listed = entry(kit, "objectives")
    assert (listed["pieces"], listed["duplex"], listed["pages"]) == (18, "fold", 1)
    values = Counter(record.values["value"] for record in game.products["objectives"].records)
    assert values == dict.fromkeys(range(1, 7), 3)
    for number, piece in enumerate(pieces["objectives"], 1):
        assert {str(number), "PLACE"} <= set(texts(piece.front)) and {str(number), "THING"} <= set(texts(piece.back))
    found = read_pages(kit / "objectives.pdf")[0].cuts
    assert len(found) == 18
    for _, _, width, height in found:
        assert [width, height] == pytest.approx([25.4, 25.4], abs=0.02)


def test_there_is_a_ruler_a_folding_ruler_and_a_zone_for_every_player(kit, game, pieces):
    for name in ("rulers", "folding-rulers", "deployment-zones"):
        assert [piece.name for piece in pieces[name]] == ["Red", "Blue", "Yellow", "Steel"]
    assert (entry(kit, "folding-rulers")["sheets"], entry(kit, "deployment-zones")["sheets"]) == (1, 4)


@pytest.mark.slow
def test_the_track_runs_to_eight_turns_and_marks_the_usual_fourth(pieces):
    (track,) = pieces["turn-track"]
    words = texts(track.front)
    assert [word for word in words if word.isdigit() and len(word) == 1][:8] == [str(n) for n in range(1, 9)]
    assert words.count("USUAL END") == 1 and words.count("OR HERE") == 4


def test_the_score_sheet_is_one_page_with_a_column_for_every_player(kit):
    assert entry(kit, "score-sheet")["pages"] == 1
    words = read_pages(kit / "score-sheet.pdf")[0].text
    assert all(name in words for name in ("RED", "BLUE", "YELLOW", "STEEL", "TOTAL"))


SMALLEST = {"rulers": 6, "deployment-zones": 9, "turn-track": 11, "folding-rulers": 8}


@pytest.mark.slow
@pytest.mark.parametrize("name", [*SMALLEST, *MARKERS, "objectives"])
def test_no_letters_are_too_small_to_read(pieces, name):
    for piece in pieces[name]:
        for picture in (piece.front, piece.back):
            for text, _ in walk_kind(picture or (), Text):
                assert text.size >= SMALLEST.get(name, 6), text.text


@pytest.mark.slow
def test_what_a_child_reads_on_the_pages_around_the_rulers_is_large(pieces):
    for name in ("rulers", "deployment-zones"):
        running = [t for t, _ in walk_kind(pieces[name][0].front, Text) if len(t.text.split()) > 4]
        assert running and all(text.size >= 12 and face(text.font).cap_height * text.size > mm(2.5) for text in running)
