"""Variants of a game: its lists, tables, titles and parameters in another language, printed with --variant."""

from __future__ import annotations

import json
from pathlib import Path

import pypdfium2 as pdfium
import pytest
from kitchen import Kitchen, Run

from printgen.build.jobs import load_folder

GERMAN = """\
variants:
  de:
    title: Küchenhelden
    language: de
    lists: {heroes: heroes.de.yaml}
    tables: {courses: courses.de.yaml}
    with: {lang: de}
    products: {heroes: {title: Helden}}
"""


@pytest.fixture
def german(kitchen: Kitchen) -> Kitchen:
    folder = kitchen.folder
    heroes = (folder / "heroes.yaml").read_text("utf-8")
    (folder / "heroes.de.yaml").write_text(heroes.replace("Pea Soup", "Erbsensuppe"), "utf-8")
    courses = (folder / "courses.yaml").read_text("utf-8")
    (folder / "courses.de.yaml").write_text(courses.replace("Starter", "Vorspeise"), "utf-8")
    (folder / "game.yaml").write_text((folder / "game.yaml").read_text("utf-8") + GERMAN, "utf-8")
    return kitchen


def text_of(path: Path) -> str:
    with pdfium.PdfDocument(path) as document:
        return document[0].get_textpage().get_text_range()


def test_a_variant_is_printed_beside_the_game(german: Kitchen, run: Run, tmp_path: Path) -> None:
    out = tmp_path / "out"
    assert run("build", german.folder, "--out", out).code == 0
    assert run("build", german.folder, "--variant", "de", "--out", out).code == 0
    english, other = (text_of(out / name / "heroes.pdf") for name in ("kitchen-heroes", "kitchen-heroes-de"))
    assert "Pea Soup" in english and "Erbsensuppe" not in english
    assert "Erbsensuppe" in other and "KÜCHENHELDEN · Helden" in other
    manifest = json.loads((out / "kitchen-heroes-de" / "manifest.json").read_text("utf-8"))
    assert (manifest["kit"], manifest["title"]) == ("kitchen-heroes-de", "Küchenhelden")


def test_pictures_and_seeds_of_a_variant_are_those_of_the_game(german: Kitchen, run: Run) -> None:
    listed = run("list", german.folder / "heroes", "--variant", "de", "--json").json["records"]
    assert [record["name"] for record in listed] == ["Crème Brûlée", "Erbsensuppe", "Sunday Roast"]
    german.edit("templates/faces/hero.yaml", '"{{ card.rule }}"', '"{{ auto.seed }} {{ card.taste }}"')
    files = {name: german.folder.parent / f"{name or 'en'}.pdf" for name in ("", "de")}
    for name, file in files.items():
        assert run("preview", german.folder / "heroes", "Sunday Roast", "-o", file, "--variant", name).code == 0
    one, other = (text_of(file).splitlines()[:3] for file in files.values())
    assert one == other and one[0] == "Sunday Roast"


def test_check_holds_all_variants_to_the_rules(german: Kitchen, run: Run) -> None:
    german.edit("heroes.de.yaml", "taste: 4", "taste: 40")
    told = run("check", german.folder)
    assert told.code == 3 and "heroes.de.yaml:" in told.err and "40" in told.err
    assert run("build", german.folder, "--out", german.folder.parent / "out").code == 0


def test_a_variant_that_is_not_there(german: Kitchen, run: Run) -> None:
    told = run("build", german.folder, "--variant", "dee")
    assert told.code == 2 and "kitchen-heroes has no variant 'dee'" in told.err and "Did you mean 'de'?" in told.err


def test_parameters_of_a_variant_reach_each_product_over_its_own(tmp_path: Path) -> None:
    deck = "{kind: cards, list: a.yaml, record: a, front: f, size: 63x88mm, "
    (tmp_path / "game.yaml").write_text(
        'title: A\nversion: "1"\nrecords: {a: {}}\nproducts:\n'
        f"  named: {deck}title: Named}}\n  other: {deck}title: Other, with: {{side: left, lang: en}}}}\n"
        "variants: {de: {with: {lang: de}, products: {named: {title: Benannt}}}, fr: {products: {other: {title: X}}}}\n"
    )
    (tmp_path / "a.yaml").write_text("- name: One\n")
    given = {
        variant: {
            name: dict(product.parameters) for name, product in load_folder(tmp_path, None, variant)[0].products.items()
        }
        for variant in ("", "de", "fr")
    }
    of_game = {"named": {}, "other": {"side": "left", "lang": "en"}}
    assert given == {
        "": of_game,
        "de": {"named": {"lang": "de"}, "other": {"side": "left", "lang": "de"}},
        "fr": of_game,
    }
