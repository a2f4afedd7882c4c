"""Themes and languages are folders of templates: what they change of covers, rules, margins and assembly maps."""

from __future__ import annotations

from pathlib import Path

import pdfplumber
import pytest
from kitchen import Kitchen, Run

import printgen
from printgen.base.folders import templates_folder
from printgen.faces.library import Library

COVER = "kind: cover\ntitle: Cover\nfront: kit-cover"
BOARD = "kind: cards\ntitle: Board\nlist: heroes.yaml\nrecord: hero\nfront: wide\nsize: 300x300mm"


def fonts_of(path: Path) -> set[str]:
    with pdfplumber.open(path) as document:
        return {char["fontname"].partition("+")[2] for page in document.pages for char in page.chars}


def words_of(path: Path) -> str:
    with pdfplumber.open(path) as document:
        return "\n".join(page.extract_text() for page in document.pages)


def built(kitchen: Kitchen, run: Run, said: str) -> Path:
    kitchen.add_product("cover", COVER)
    kitchen.add_product("board", BOARD)
    kitchen.write(
        "templates/faces/wide.yaml", "size: [300, 300]\nunit: mm\nitems:\n  - rect: {w: 300, h: 300, fill: ink}\n"
    )
    file = kitchen.folder / "game.yaml"
    file.write_text(f"{said}\n{file.read_text('utf-8')}", "utf-8")
    out = kitchen.folder.parent / "out"
    assert run("build", kitchen.folder, "--out", out, "--yes").code == 0
    return out / "kitchen-heroes"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("theme", "fonts"),
    [("plain", {"BarlowCondensed-ExtraBoldPlain"}), ("storybook", {"Cinzel-BoldStory", "EBGaramond-ItalicStory"})],
)
def test_a_theme_is_told_by_covers_and_maps_and_sets_no_stencil(
    kitchen: Kitchen, run: Run, theme: str, fonts: set[str]
) -> None:
    out = built(kitchen, run, f"theme: {theme}")
    for name in ("cover", "board"):
        assert "BlackOpsOne-Regular" not in fonts_of(out / f"{name}.pdf")
    assert fonts <= fonts_of(out / "cover.pdf")
    assert "Kitchen Heroes" in words_of(out / "cover.pdf").replace("KITCHEN HEROES", "Kitchen Heroes")


@pytest.mark.slow
def test_a_theme_extends_others_in_a_row(kitchen: Kitchen, run: Run) -> None:
    kitchen.write("templates/themes/reef/theme.yaml", "extends: lagoon\n")
    kitchen.write("templates/themes/reef/palettes/dossier.yaml", 'house: "#1F6E6A"\n')
    kitchen.write("templates/themes/lagoon/theme.yaml", "extends: storybook\n")
    kitchen.write("templates/themes/lagoon/palettes/dossier.yaml", 'house: "#112233"\nhouse-trim: "#E7D9A8"\n')
    out = built(kitchen, run, "theme: reef")
    assert "Cinzel-BoldStory" in fonts_of(out / "cover.pdf")
    library = printgen.load(kitchen.folder)["cover"].compose().library
    assert [library.palette("dossier")[name] for name in ("house", "house-trim")] == ["#1F6E6A", "#E7D9A8"]
    assert (
        library.palette("dossier")["ink"]
        == Library((templates_folder() / "themes" / "storybook",)).palette("dossier")["ink"]
    )


@pytest.mark.slow
def test_a_theme_of_the_name_of_a_built_in_one_goes_over_it(kitchen: Kitchen, run: Run) -> None:
    kitchen.write("templates/themes/storybook/theme.yaml", "extends: storybook\n")
    assert "Cinzel-BoldStory" in fonts_of(built(kitchen, run, "theme: storybook") / "cover.pdf")


@pytest.mark.slow
def test_what_printgen_writes_itself_is_in_the_language_of_the_game(kitchen: Kitchen, run: Run) -> None:
    out = built(kitchen, run, "language: de-AT")
    assert "Blatt 1 von 1" in words_of(out / "heroes.pdf") and "in 100 % drucken" in words_of(out / "heroes.pdf")
    cover, board = words_of(out / "cover.pdf"), words_of(out / "board.pdf")
    assert "INHALT" in cover and "CONTENTS" not in cover and "Contents" not in cover
    assert "KLEBEPLAN" in board and "ASSEMBLY" not in board and "sheet" not in board


@pytest.mark.slow
def test_a_game_may_bring_a_theme_and_a_language_of_its_own(kitchen: Kitchen, run: Run) -> None:
    kitchen.write("templates/languages/nl/words.yaml", "margins: {sheet: 'blad {number} van {total}'}\n")
    cover = "size: [100, 100]\nunit: mm\nitems:\n  - slot: {name: picture, w: 20, h: 20}\n"
    kitchen.write(
        "templates/themes/mine/faces/kit-cover.yaml", cover + "  - text: {x: 5, y: 50, w: 90, text: MY COVER}\n"
    )
    out = built(kitchen, run, "language: nl\ntheme: mine")
    assert "blad 1 van 1" in words_of(out / "heroes.pdf") and "MY COVER" in words_of(out / "cover.pdf")


def test_a_mistake_in_the_words_of_a_language_is_told_at_its_line(kitchen: Kitchen, run: Run) -> None:
    kitchen.write("templates/languages/nl/words.yaml", "margins:\n  sheet: 'blad {nummer}'\n")
    file = kitchen.folder / "game.yaml"
    file.write_text(f"language: nl\n{file.read_text('utf-8')}", "utf-8")
    told = run("check", kitchen.folder)
    assert told.code == 3 and "templates/languages/nl/words.yaml:2:10: error:" in told.err and "number" in told.err


@pytest.mark.slow
@pytest.mark.parametrize("theme", ["plain", "storybook"])
def test_the_look_that_saves_ink_has_no_white_letters_on_white(kitchen: Kitchen, run: Run, theme: str) -> None:
    kitchen.write(
        "rules.yaml", "title: House Rules\nsections:\n  - {title: Before you start, blocks: [note: Wash up.]}\n"
    )
    kitchen.add_product("rules", "kind: reference-sheet\ntitle: Rules\noptions: {file: rules.yaml}")
    out = built(kitchen, run, f"theme: {theme}").parent
    assert run("build", kitchen.folder, "--out", out, "--yes", "--look", "saver").code == 0
    for name in ("cover", "rules", "board"):
        with pdfplumber.open(out / "kitchen-heroes" / f"{name}.pdf") as document:
            chars = document.pages[0].chars
        assert len(chars) > 20 and not [char["text"] for char in chars if set(char["non_stroking_color"]) == {1}]
