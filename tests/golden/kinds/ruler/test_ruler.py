"""Rulers along the diagonal and rulers that fold: measured in the PDF, and fitted."""

from __future__ import annotations

import math
import shutil

import pdfplumber
import pytest

from printgen.base.folders import kits_folder
from printgen.base.units import mm, to_mm
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.kinds.ruler import slant

GAME = """\
title: Sticks
version: "1.0"
tables:
  players: {{file: players.yaml, fields: {{name: text, color: color, line: color, pattern: text, emblem: text}}}}
  qualities: {{file: qualities.yaml, fields: {{name: text, needs: integer, chevrons: integer}}}}
records:
  stick: {{player: {{kind: choice, from: players}}}}
products:
  sticks:
    kind: ruler
    title: Sticks
    list: list.yaml
    record: stick
    front: {front}
    options: {options}
"""
LIST = "- {name: Mine, player: red}\n- {name: Yours, player: blue, copies: 2}\n"
WHOLE = "{page: ruler-page, beside: [ruler-half]}"
FOLDING = "{form: folding, flap: ruler-flap}"


@pytest.fixture
def kit(tmp_path):
    """Makes a kit with one product of rulers, by default with the faces and players of Army Wars."""

    def make(options=WHOLE, front="ruler-stick", records=LIST, **faces):
        folder, army = tmp_path / "sticks", kits_folder() / "army-wars"
        (folder / "templates" / "faces").mkdir(parents=True, exist_ok=True)
        for name, text in faces.items():
            (folder / "templates" / "faces" / f"{name}.yaml").write_text(text)
        for name in ("players.yaml", "qualities.yaml"):
            shutil.copy(army / name, folder)
        (folder / "list.yaml").write_text(records)
        (folder / "game.yaml").write_text(GAME.format(front=front, options=options))
        return folder

    return make


def composed(folder):
    """The pieces and findings of a kit's only product."""
    (job,) = load([str(folder)])
    items, found = build.compose(job, Settings())
    return (items[0].pieces if items else ()), [*job.findings, *found]


def printed(folder, **settings):
    """The file that a kit's only product is printed to."""
    out = folder.parent / "out"
    build.build([str(folder)], Settings(out=out, **settings))
    return out / "sticks" / "sticks.pdf"


def cuts(page):
    """The corners of the outlines to cut along, in millimetres."""
    lines = [s for s in (*page.curves, *page.rects) if s["stroke"] and s["linewidth"] == pytest.approx(0.35)]
    corners = [[(to_mm(x), to_mm(y)) for x, y in s["pts"]] for s in lines]
    return [c[:-1] if c[0] == c[-1] else c for c in corners]


def sides(corners):
    """Length and width of an oblong."""
    return sorted((math.dist(corners[0], corners[1]), math.dist(corners[1], corners[2])), reverse=True)


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_a_ruler_measures_12_inches_inside_the_printable_area_of_one_page(kit, paper):
    with pdfplumber.open(printed(kit(), paper=paper)) as pdf:
        assert len(pdf.pages) == 3
        for page in pdf.pages:
            outlines = [outline for outline in cuts(page) if len(outline) == 4]
            assert [sides(outline) for outline in outlines] == [
                pytest.approx([304.8, 25.4], abs=0.02),
                pytest.approx([152.4, 21], abs=0.02),
            ]
            width, height = to_mm(page.width), to_mm(page.height)
            for x, y in (corner for outline in outlines for corner in outline):
                assert 6.35 <= x <= width - 6.35 and 6.35 <= y <= height - 6.35


def along(corners, x, y):
    """How far a point lies along the long side of an outline, from its lower left end."""
    start, end = corners[0], corners[1]
    if start[0] > end[0]:
        start, end = end, start
    length = math.dist(start, end)
    return ((x - start[0]) * (end[0] - start[0]) + (y - start[1]) * (end[1] - start[1])) / length


@pytest.mark.slow
def test_every_eighth_of_an_inch_stands_in_its_place(kit):
    with pdfplumber.open(printed(kit())) as pdf:
        page = pdf.pages[0]
        outline = next(c for c in cuts(page) if sides(c)[0] > 300)
        ticks = {0: [], 1: [], 2: [], 3: []}
        heights = (2.2, 3.6, 5.2, 11)
        for line in (*page.lines, *page.curves):
            if len(line["pts"]) != 2 or round(line["linewidth"] / mm(1), 2) not in (0.25, 0.5):
                continue
            points = [(to_mm(x), to_mm(y)) for x, y in line["pts"]]
            for rank, height in enumerate(heights):
                if math.dist(*points) == pytest.approx(height, abs=0.01):
                    place = along(outline, *points[0])
                    if min(abs(place - v) for v in (0, 304.8)) < 0.05 or 0 < place < 304.8:
                        ticks[rank].append(round(place / 3.175, 2))
    assert sorted(ticks[3]) == pytest.approx([8 * i for i in range(13)], abs=0.02)
    assert sorted(ticks[2]) == pytest.approx([8 * i + 4 for i in range(12)], abs=0.02)
    assert sorted(ticks[1]) == pytest.approx([4 * i + 2 for i in range(24)], abs=0.02)
    assert sorted(ticks[0]) == pytest.approx([2 * i + 1 for i in range(48)], abs=0.02)


def words(page):
    return "".join(char["text"] for char in page.chars)


@pytest.mark.slow
def test_walk_run_and_both_shots_are_marked(kit):
    with pdfplumber.open(printed(kit())) as pdf:
        text = words(pdf.pages[0])
    for mark in ("WALK 6 in", "RUN 12 in", "EASY SHOT 12 in", "HARD SHOT", "2ND RULER", "24"):
        assert mark in text


@pytest.mark.slow
def test_centimetres_are_there_on_request(kit):
    plain, _ = composed(kit())
    ruled, findings = composed(kit("{page: ruler-page, beside: [ruler-half], centimetres: true}"))
    assert findings == [] and ruled[0].front != plain[0].front
    with pdfplumber.open(printed(kit("{page: ruler-page, centimetres: true}"))) as pdf:
        (outline,) = cuts(pdf.pages[0])
        places = set()
        for line in (*pdf.pages[0].lines, *pdf.pages[0].curves):
            points = [(to_mm(x), to_mm(y)) for x, y in line["pts"]]
            if len(points) == 2 and math.dist(*points) == pytest.approx(4.4, abs=0.01):
                places.add(round(along(outline, *points[0]), 1))
    assert sorted(places) == pytest.approx([10 * i for i in range(31)], abs=0.1)


@pytest.mark.slow
@pytest.mark.parametrize("paper", ["letter", "a4"])
def test_a_folding_ruler_is_two_halves_of_six_inches(kit, paper):
    with pdfplumber.open(printed(kit(FOLDING), paper=paper)) as pdf:
        (page,) = pdf.pages
        outlines = cuts(page)
    assert len(outlines) == 6
    for outline in outlines[::2]:
        assert sides(outline) == pytest.approx([152.4, 25.4], abs=0.02)
    for outline in outlines[1::2]:
        assert sides(outline) == pytest.approx([152.4 + 14, 25.4], abs=0.02)


@pytest.mark.parametrize(("length", "width"), [(304.8, 25.4), (304.8, 1), (200, 100), (195.9, 265), (265, 195.9)])
def test_a_strip_is_slanted_so_that_it_fits(length, width):
    angle = slant(length, width, (195.9, 265.0))
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    assert length * c + width * s <= 195.9 + 1e-6 and length * s + width * c <= 265 + 1e-6


def test_what_no_slant_can_fit_is_refused():
    assert slant(304.8, 30, (195.9, 265.0)) is None
    assert slant(330, 1, (195.9, 265.0)) is None


STICK = "size: [{length}, {width}]\nunit: mm\nitems:\n  - rect: {{w: {length}, h: {width}, fill: '#DDDDDD'}}\n"


def test_a_strip_of_ones_own_needs_nothing_but_a_size(kit):
    pieces, findings = composed(kit("{page: ruler-page}", "mine", mine=STICK.format(length=254, width=20)))
    assert findings == [] and [piece.copies for piece in pieces] == [1, 2]


def test_records_of_one_name_keep_their_own_colours(kit):
    records = "- {name: Stick, player: red}\n- {name: Stick, player: blue}\n"
    pieces, _ = composed(kit(records=records))
    assert pieces[0].front != pieces[1].front
