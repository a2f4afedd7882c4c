"""On a grey printer everything that colours tell apart differs in lightness or in its pattern."""

import importlib
import io
import math
from itertools import combinations
from pathlib import Path

import pytest
from colored import colors_in
from kitchen import Kitchen, Run
from PIL import Image
from places import DOCS
from whole import KITS, composed, one_kit

from printgen.build.jobs import load
from printgen.drawing.tints import EYES, Tints, as_seen, luminance, rgb
from printgen.faces.library import default_library
from printgen.kinds.board.terrain import Terrains

# Patterns that look alike at a glance.
ALIKE = (("chevron", "zigzag", "waves"), ("diagonals", "slash"), ("dots", "halftone-corner"))
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
    (job,) = load([kit])
    rows = job.game.tables[table].rows.items()
    for (one, a), (other, b) in combinations(rows, 2):
        apart = abs(lightness(a["color"]) - lightness(b["color"]))
        assert apart > 15 or a["pattern"] != b["pattern"], (one, other)


@pytest.mark.parametrize(
    ("kit", "table"),
    [("go-joe", "services"), ("micro-forces", "factions"), ("army-wars", "players")],
)
def test_no_two_rows_of_a_table_need_their_colours_to_be_told_apart(kit: str, table: str) -> None:
    """For who sees no colours at all, or prints none: their signs differ, and their patterns at a glance."""
    (job,) = load([kit])
    rows = list(job.game.tables[table].rows.values())
    patterns = [next((family[0] for family in ALIKE if row["pattern"] in family), row["pattern"]) for row in rows]
    assert len({row["emblem"] for row in rows}) == len({*patterns}) == len(rows)


def test_terrains_have_icons_of_their_own() -> None:
    terrains = default_library().once(Terrains)
    assert len({terrains[name].file.icon for name in TERRAINS}) == len(TERRAINS)


@pytest.mark.parametrize(
    ("eyes", "color", "seen"),
    [("red-blind", "#0000FF", "#0059FF"), ("green-blind", "#FFFF00", "#FFFA31"), ("blue-blind", "#FF0000", "#FF000F")],
)
def test_no_colour_is_seen_stronger_than_light_can_be(eyes: str, color: str, seen: str) -> None:
    assert as_seen(color, eyes) == seen


@pytest.mark.parametrize("eyes", EYES)
def test_what_colour_blind_eyes_see_is_as_light_as_it_was_and_has_fewer_colours(eyes: str) -> None:
    assert [as_seen(color, eyes) for color in ("#000000", "#FFFFFF")] == ["#000000", "#FFFFFF"]
    grey = as_seen("#808080", eyes)
    assert lightness(grey) == pytest.approx(lightness("#808080"), abs=1)
    unseen = {
        "red-blind": ("#8A6A00", "#4F7B00"),
        "green-blind": ("#8A6A00", "#4F7B00"),
        "blue-blind": ("#2F8FA8", "#2F9A70"),
    }
    one, other = (as_seen(color, eyes) for color in unseen[eyes])
    far = [math.dist(rgb(a), rgb(b)) for a, b in (unseen[eyes], (one, other))]
    assert far[1] < far[0] * 0.6


def test_terrains_differ_in_grey() -> None:
    terrains = default_library().once(Terrains)
    for one, other in combinations(TERRAINS, 2):
        a, b = terrains[one], terrains[other]
        apart = abs(lightness(a.color("ground")) - lightness(b.color("ground")))
        assert apart > 8 or a.file.pattern != b.file.pattern, (one, other)


def test_patterns_stand_out_by_40_percent() -> None:
    library = default_library()
    for name in ("trooper-spine", "level-front", "hex-token", "hex-token-back", "counter-team-back"):
        assert library.face(name, "grey").colors["shade"].get({}) == "main/on main 40", name


@pytest.mark.parametrize("kit", ["go-joe", "micro-forces", "army-wars"])
def test_patterns_of_services_can_be_told_from_their_grounds(kit: str) -> None:
    (job,) = load([kit])
    rows = [row for table in job.game.tables.values() for row in table.rows.values() if {"color", "pattern"} <= {*row}]
    for row in rows:
        tints = Tints({"main": row["color"]})
        assert abs(lightness(row["color"]) - lightness(tints.resolve("main/on main 40"))) > 15, row


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


@pytest.mark.slow
def test_contact_sheets_show_a_game_as_all_eyes_see_it(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.syspath_prepend(str(DOCS))
    importlib.import_module("make_contact_sheets").draw(str(DOCS.parent / "samples" / "kitchen-heroes"), tmp_path)
    colors = {}
    for eyes in ("color", "red-blind", "green-blind", "blue-blind", "grey"):
        (file, *_) = sorted(tmp_path.glob(f"*-{eyes}.png"))
        with Image.open(file) as picture:
            colors[eyes] = picture.convert("RGB").getcolors(1 << 24)
    assert all(red == green == blue for _, (red, green, blue) in colors["grey"])
    told = [tuple(sorted(some)) for some in colors.values()]
    assert len({*told}) == 5


@pytest.mark.slow
@pytest.mark.parametrize("kit", one_kit("army-wars", *zip(KITS)))
def test_no_product_of_a_kit_has_a_colour_with_grey(kit: str) -> None:
    found = {name: [*colors_in(io.BytesIO(data))] for name, data in composed(kit, look="grey").pdfs.items()}
    assert len(found) > 10 and not any(found.values())
