"""On a grey printer everything that colours tell apart differs in lightness or in its pattern."""

from itertools import combinations

import pytest
from kitchen import Kitchen, Run

from printgen import build
from printgen.drawing.tints import Tints, luminance
from printgen.errors import has_errors
from printgen.faces.library import built_in
from printgen.kinds.terrain_board.looks import Terrains

TERRAINS = ("arctic", "desert", "forest", "jungle", "mountain", "sea", "swamp", "urban", "joe-base", "cobra-base")


def lightness(color: str) -> float:
    """From 0 (black) to 100 (white), in equal steps for the eye."""
    bright = luminance(color)
    return 116 * bright ** (1 / 3) - 16 if bright > 0.008856 else 903.3 * bright


@pytest.mark.parametrize(
    ("kit", "table"),
    [("go-joe", "services"), ("go-joe", "sides"), ("micro-forces", "factions"), ("army-wars", "players")],
)
def test_rows_of_a_table_differ_in_grey(kit: str, table: str) -> None:
    (job,) = build.load([kit])
    rows = job.game.tables[table].rows.items()
    for (one, a), (other, b) in combinations(rows, 2):
        apart = abs(lightness(a["color"]) - lightness(b["color"]))
        assert apart > 15 or a["pattern"] != b["pattern"], (one, other)


def test_terrains_differ_in_grey() -> None:
    terrains = built_in().once(Terrains)
    for one, other in combinations(TERRAINS, 2):
        a, b = terrains[one], terrains[other]
        apart = abs(lightness(a.color("ground")) - lightness(b.color("ground")))
        assert apart > 8 or a.file.pattern != b.file.pattern, (one, other)


def test_patterns_stand_out_by_40_percent() -> None:
    library = built_in()
    for name in ("trooper-spine", "level-front", "hex-token", "hex-token-back", "counter-team-back"):
        assert library.face(name, "grey").colors["shade"].get({}) == "main/on main 40", name


@pytest.mark.parametrize("kit", ["go-joe", "micro-forces", "army-wars"])
def test_patterns_of_services_can_be_told_from_their_grounds(kit: str) -> None:
    (job,) = build.load([kit])
    rows = [row for table in job.game.tables.values() for row in table.rows.values() if {"color", "pattern"} <= {*row}]
    for row in rows:
        tints = Tints({"main": row["color"]})
        assert abs(lightness(row["color"]) - lightness(tints.resolve("main/on main 40"))) > 15, row


@pytest.mark.slow
@pytest.mark.parametrize("kit", ["go-joe", "micro-forces", "army-wars", "sixth-scale"])
def test_every_kit_is_printed_in_grey(kit: str) -> None:
    (job,) = build.load([kit])
    build.compose(job, build.Settings(look="grey"))
    assert not has_errors(job.findings)


def test_a_shade_of_a_colour_that_a_face_does_not_have_stays_as_it_is(kitchen: Kitchen) -> None:
    ground, colors = "fill: field, pattern: dots, pattern-color: shade}", 'colors: {field: "{{ course.color }}"'
    pairs = ('colors: {main: "{{ course.color }}"', f"{colors}, shade: field dark 10", "fill: main}", ground)
    kitchen.edit("templates/faces/hero.yaml", *pairs, "on main", "on field")
    assert kitchen.composed(look="grey")[1] == []


def test_grey_is_a_look_of_its_own(kitchen: Kitchen, run: Run) -> None:
    out = kitchen.folder.parent / "out"
    assert run("build", kitchen.folder, "--out", out, "--grey", "--json").json["products"][0]["look"] == "grey"
    told = run("build", kitchen.folder, "--out", out, "--grey", "--look", "saver")
    assert told.code == 2 and "--grey" in told.err
