"""A cover tells what the game's products are; what its options get wrong is found at its line."""

from __future__ import annotations

from pathlib import Path

import pdfplumber
import pytest
from kitchen import Kitchen

from printgen import cli
from printgen.base.units import Box, to_mm
from printgen.build import stages as build
from printgen.build.jobs import load
from printgen.build.settings import Settings
from printgen.drawing.extent import transform_box, walk_kind, words_of
from printgen.drawing.model import Rect
from printgen.faces.library import default_library

COVER = "kind: cover\ntitle: Cover sheet\nfront: kit-cover"
REFUSED = [
    ("stok: {heroes: card}", 'unknown key "stok"', "Did you mean 'stock'?"),
    ("stock: [heroes]", "stock should be a mapping of keys and values, not a list", ""),
    ("stock: {heros: card}", "the game has no product 'heros'", "Did you mean 'heroes'?"),
    ("pictures: heroes", 'pictures should be a list, not the text "heroes"', "Write a list here."),
    ("pictures: [heros/Pea Soup]", "the game has no product 'heros'", "Did you mean 'heroes'?"),
    ("hero: {of: [heroes]}", 'the key "face" is missing', "Add face: and its value."),
    ("hero: {face: sheet, of: [heros]}", "the game has no product 'heros'", "Did you mean 'heroes'?"),
    ('steps: "Cut it"', 'steps should be a list, not the text "Cut it"', "Write a list here."),
    ("facts: [{icon: cards, head: Small}]", 'the key "text" is missing', "Add text: and its value."),
]


def words(kitchen: Kitchen) -> list[str]:
    """What the cover says, run by run; there must be no findings."""
    pieces, findings = kitchen.composed()
    assert findings == []
    return words_of(pieces[-1].front)


@pytest.mark.parametrize(("options", "message", "hint"), REFUSED)
def test_a_wrong_option_is_found_at_its_line(kitchen: Kitchen, options: str, message: str, hint: str) -> None:
    kitchen.add_product("cover", f"{COVER}\noptions:\n  {options}")
    found = build.check([str(kitchen.folder)], Settings())
    (finding,) = found
    assert (finding.message, finding.where.line) == (message, kitchen.line("game.yaml", options)), finding
    assert hint in finding.hint and finding.hint


def test_what_products_are_printed_on_stands_on_them_or_on_the_cover(kitchen: Kitchen) -> None:
    kitchen.add_product("cover", f"{COVER}\noptions: {{stock: {{heroes: cloth}}, duplex: none}}")
    assert "cloth" in words(kitchen)
    kitchen.edit("game.yaml", "    title: Heroes\n", "    title: Heroes\n    stock: thick card\n")
    told = words(kitchen)
    assert "thick card" in told and "cloth" not in told


def test_a_cover_face_without_windows_is_a_finding_at_the_face(kitchen: Kitchen) -> None:
    kitchen.add_product("cover", COVER.replace("kit-cover", "hero-back"))
    _, (finding,) = kitchen.composed()
    assert finding.code == "missing-slot" and kitchen.inside(finding.where.file) == "templates/faces/hero-back.yaml"


@pytest.mark.parametrize(
    ("front", "said"),
    [
        ("\nfront: kit-cuver", "there is no face 'kit-cuver'"),
        ("", "a product of cover needs a front face"),
        ("\nfront: endless", "face 'endless' has no size"),
    ],
)
def test_a_cover_needs_a_face_with_a_size(kitchen: Kitchen, front: str, said: str) -> None:
    kitchen.write("templates/faces/endless.yaml", "unit: mm\nitems:\n  - slot: {name: picture, w: 9, h: 9}\n")
    kitchen.add_product("cover", COVER.replace("\nfront: kit-cover", front))
    pieces, (finding,) = kitchen.composed()
    assert said in finding.message and finding.hint and finding.where.file.endswith("game.yaml")
    assert "Cover sheet" not in [piece.name for piece in pieces]


def test_a_cover_face_gets_parameters(kitchen: Kitchen) -> None:
    kitchen.add_product("cover", COVER + "\nwith: {subtitle: TONIGHT ONLY}")
    assert "TONIGHT ONLY" in words(kitchen)


@pytest.mark.parametrize("kind", ["heroes", "cover"])
def test_a_parameter_that_no_face_reads_is_found(kitchen: Kitchen, kind: str) -> None:
    kitchen.add_product("cover", COVER + ("\nwith: {titel: Menu}" if kind == "cover" else ""))
    if kind == "heroes":
        kitchen.edit("game.yaml", "    size: mini-euro\n", "    size: mini-euro\n    with: {titel: Menu}\n")
    (finding,) = build.check([str(kitchen.folder)], Settings())
    assert finding.where.line == kitchen.line("game.yaml", "titel") and "reads 'titel'" in finding.message
    assert finding.hint


@pytest.mark.parametrize("fit", ["contain", "cover"])
def test_a_cover_shows_pieces_whole_or_fills_their_places(kitchen: Kitchen, fit: str) -> None:
    kitchen.write(
        "templates/faces/wide.yaml", "size: [90, 30]\nunit: mm\nitems: [rect: {w: 90, h: 30, fill: '#123456'}]\n"
    )
    kitchen.add_product("wide", "kind: cards\ntitle: Wide\nlist: heroes.yaml\nrecord: hero\nfront: wide\nsize: 90x30mm")
    kitchen.add_product("cover", COVER + f"\npictures: [wide]\nfit: {fit}")
    pieces, findings = kitchen.composed()
    window, *_ = default_library().face("kit-cover").slots("picture")
    ((wide, matrix),) = (each for each in walk_kind(pieces[-1].front, Rect) if each[0].fill == "#123456")
    shown = transform_box(Box(wide.x, wide.y, wide.w, wide.h), matrix)
    assert findings == [] and shown.w / shown.h == pytest.approx(3)
    assert window.grown(0.01).holds(shown) == (fit == "contain")
    assert shown.w == pytest.approx(window.w) if fit == "contain" else shown.h == pytest.approx(window.h)


def test_a_cover_is_as_large_as_its_product_says(kitchen: Kitchen) -> None:
    kitchen.add_product("cover", COVER + "\nsize: 97.95x132mm")
    pieces, findings = kitchen.composed()
    assert findings == [] and to_mm(pieces[-1].front.width) == pytest.approx(97.95)
    kitchen.edit("game.yaml", "97.95x132mm", "97.95x97.95mm")
    (finding,) = build.check([str(kitchen.folder)], Settings())
    assert finding.code == "wrong-shape" and finding.where.line == kitchen.line("game.yaml", "97.95x97.95mm")


HERO = """\
size: [100, 50]
unit: mm
items:
  - rect: {w: 100, h: 50, fill: "#ABCDEF"}
  - image: {x: 10, y: 10, w: 20, h: 30, picture: "{{ heroes[0].picture }}"}
  - text: {x: 40, y: 20, w: 50, text: "{{ heroes[1].name }} AND ALL", size: 12}
"""


def test_a_cover_shows_pieces_in_one_great_picture(kitchen: Kitchen) -> None:
    kitchen.write("templates/faces/feast.yaml", HERO)
    first, second = (record.name for record in load([str(kitchen.folder)])[0].game.products["heroes"].records[:2])
    hero = f"hero: {{face: feast, of: [heroes/{first}, heroes/{second}]}}"
    kitchen.add_product("cover", f"{COVER.replace('kit-cover', 'kit-hero')}\n{hero}")
    told = words(kitchen)
    assert f"{second} AND ALL" in told and first in told
    pieces, _ = kitchen.composed()
    room = default_library().face("kit-hero").slot("hero")
    ((ground, matrix),) = (one for one in walk_kind(pieces[-1].front, Rect) if one[0].fill == "#ABCDEF")
    assert transform_box(Box(ground.x, ground.y, ground.w, ground.h), matrix) == pytest.approx(room)


@pytest.mark.parametrize(
    ("hero", "said"),
    [
        ("{face: feast, of: [heroes/Pea Soop]}", "heroes has no piece 'Pea Soop'"),
        ("{face: fest}", "there is no face 'fest'"),
        ("{face: feast}", "there is no entry 0"),
    ],
)
def test_a_great_picture_that_cannot_be_drawn_is_told(kitchen: Kitchen, hero: str, said: str) -> None:
    kitchen.write("templates/faces/feast.yaml", HERO)
    kitchen.add_product("cover", f"{COVER.replace('kit-cover', 'kit-hero')}\nhero: {hero}")
    found = build.check([str(kitchen.folder)], Settings())
    assert any(said in finding.message for finding in found), found


BOTH = (
    COVER.replace("kit-cover", "kit-front") + "\nbehind: kit-list\npromise: Soup for all\npictures: [heroes]"
    "\nhero: {face: feast, of: [heroes, heroes]}"
)


@pytest.mark.slow
@pytest.mark.parametrize("duplex", ["long", "none"])
def test_what_is_needed_stands_behind_a_front_that_promises_something(
    kitchen: Kitchen, tmp_path: Path, duplex: str
) -> None:
    kitchen.write("templates/faces/feast.yaml", HERO)
    kitchen.edit("game.yaml", "    title: Heroes\n", "    title: Heroes\n    need: required\n")
    kitchen.add_product("cover", BOTH)
    built = build.build([str(kitchen.folder)], Settings(out=tmp_path, duplex=duplex))
    assert built.findings == ()
    with pdfplumber.open(tmp_path / built.manifests[0].kit / "cover.pdf") as pdf:
        front, behind = (page.extract_text() for page in pdf.pages)
        upright = [char["matrix"][3] > 0 for char in pdf.pages[1].chars]
    assert "Soup for all" in front and "Required" not in front
    assert "Required" in behind and "Soup for all" not in behind
    assert sum(upright) > 0.9 * len(upright), "it is turned over its long edge, as cards are"


@pytest.mark.slow
def test_the_page_of_scales_follows_a_cover_of_two_pages_at_once(kitchen: Kitchen, tmp_path: Path) -> None:
    kitchen.write("templates/faces/feast.yaml", HERO)
    kitchen.add_product("cover", BOTH + "\nscales: true")
    built = build.build([f"{kitchen.folder}/cover"], Settings(out=tmp_path))
    (entry,) = built.manifests[0].products
    with pdfplumber.open(tmp_path / built.manifests[0].kit / "cover.pdf") as pdf:
        words = [page.extract_text() for page in pdf.pages]
    assert (entry.sheets, entry.pages, len(words)) == (2, 4, 4)
    assert "printgen printers read my-printer" in words[2] and "--printer my-printer" in words[3]
    assert all(words), "no page is empty"


def test_a_second_page_of_a_cover_that_there_is_not_is_told(kitchen: Kitchen) -> None:
    kitchen.add_product("cover", COVER + "\nbehind: kit-lst")
    (finding,) = build.check([str(kitchen.folder)], Settings())
    assert "there is no face 'kit-lst'" in finding.message
    assert finding.where.line == kitchen.line("game.yaml", "behind: kit-lst")


@pytest.mark.slow
def test_the_page_of_scales_follows_a_cover_that_asks_for_it(kitchen: Kitchen, tmp_path: Path) -> None:
    kitchen.add_product("cover", COVER + "\nscales: true")
    built = build.build([f"{kitchen.folder}/cover"], Settings(out=tmp_path))
    (entry,) = built.manifests[0].products
    with pdfplumber.open(tmp_path / built.manifests[0].kit / "cover.pdf") as pdf:
        words = [page.extract_text() for page in pdf.pages]
    # The back of the cover stays empty, so that both sides of the other sheet lie behind each other.
    assert (entry.sheets, entry.pages, len(words), words[1]) == (2, 4, 4, "")
    assert "printgen printers read my-printer" in words[2] and "--printer my-printer" in words[3]


def test_a_page_of_scales_that_does_not_fit_is_told(kitchen: Kitchen, tmp_path: Path) -> None:
    small = "{x: 0, y: 9, w: 2, text: '{{ words.print }}', size: 20, floor: 20}"
    kitchen.write("templates/faces/printer-front.yaml", f"unit: mm\nparams: {{words: {{}}}}\nitems: [text: {small}]\n")
    kitchen.add_product("cover", COVER + "\nscales: true")
    built = build.build([f"{kitchen.folder}/cover"], Settings(out=tmp_path))
    (finding,) = (one for one in built.findings if one.code == "no-scales")
    assert finding.where.line == kitchen.line("game.yaml", "scales: true") and finding.hint
    assert built.manifests[0].products[0].sheets == 1


def test_what_lies_on_shared_sheets_is_no_row_of_its_own(kitchen: Kitchen) -> None:
    kitchen.add_product("board", "kind: shared-sheet\ntitle: Punchboard\nof: [heroes]")
    kitchen.add_product("cover", COVER)
    told = words(kitchen)
    assert "Punchboard" in told and "Heroes" not in told


def test_a_group_of_what_is_no_choice_is_told(kitchen: Kitchen) -> None:
    kitchen.edit("game.yaml", "    title: Heroes\n", "    title: Heroes\n    group: dish\n")
    kitchen.add_product("cover", COVER)
    (finding,) = build.check([str(kitchen.folder)], Settings())
    assert finding.where.line == kitchen.line("game.yaml", "group: dish") and "no choice" in finding.message


def test_a_cover_and_the_manifest_tell_what_is_enough_to_play(
    kitchen: Kitchen, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kitchen.edit("game.yaml", "    title: Heroes\n", "    title: Heroes\n    need: required\n")
    card = "kind: cards\nlist: heroes.yaml\nrecord: hero\nfront: hero\nsize: mini-euro\nneed: choice\ngroup: dish"
    kitchen.add_product("bowls", f"{card}\ntitle: Bowls")
    kitchen.add_product("plates", f"{card}\ntitle: Plates")
    kitchen.add_product("cover", COVER.replace("kit-cover", "kit-hero") + "\nhero: {face: feast, of: [heroes, heroes]}")
    kitchen.write("templates/faces/feast.yaml", HERO)
    built = build.build([str(kitchen.folder)], Settings(out=tmp_path))
    (made,) = built.manifests
    by_name = {entry.name: entry.sheets for entry in made.products}
    assert made.tonight == ("heroes", "bowls")
    assert made.enough == by_name["heroes"] + by_name["bowls"] == made.as_data()["tonight"]["sheets"]
    told = words(kitchen)
    assert {"Required", "Choose one: dish", str(made.enough)} <= set(told)
    cli.main(["build", str(kitchen.folder), "--out", str(tmp_path)])
    assert f"{made.kit} tonight: {made.enough} sheets are enough, heroes, bowls" in capsys.readouterr().out
    # What was printed alone does not say so.
    alone = build.build([f"{kitchen.folder}/plates"], Settings(out=tmp_path / "alone"))
    assert "tonight" not in alone.manifests[0].as_data()
