"""Accents as signs of their own (NFD) or with their letters (NFC): names find each other however they are written."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from unicodedata import normalize

import pytest
from PIL import Image

from printgen import load
from printgen.base.file_access import FileAccess
from printgen.build import stages as build
from printgen.build.settings import Settings
from printgen.editing.patching import SetValue, patch
from printgen.reading.csv_files import parse_csv
from printgen.reading.requests import ActionRequest
from printgen.reading.yaml_events import examine_json, load_yaml
from printgen.studio.texts import TextRequest

Write = Callable[[str], str]
NFC, NFD = partial(normalize, "NFC"), partial(normalize, "NFD")
BOTH = pytest.mark.parametrize(("disk", "text"), [(NFC, NFD), (NFD, NFC)], ids=["disk NFC", "disk NFD"])


@pytest.mark.slow
@BOTH
def test_files_codes_keywords_and_names_find_each_other(tmp_path: Path, disk: Write, text: Write) -> None:
    game, face = tmp_path / disk("Échecs"), disk("façade")
    for folder in ("templates/faces", "templates/icons", disk("été")):
        (game / folder).mkdir(parents=True)
    Image.new("RGB", (600, 600), "red").save(game / disk("été") / disk("Élan.png"))
    (game / "templates/icons" / disk("épée.svg")).write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path d="M0 0h24v24z"/></svg>'
    )
    (game / "templates/faces" / f"{face}.yaml").write_text(
        text(
            "size: [60, 30]\nunit: mm\nitems:\n"
            '  - text: {x: 3, y: 3, w: 54, h: 16, text: "{{ card.rules }} :épée:", size: 10..6}\n'
            '  - image: {x: 40, y: 10, w: 18, h: 18, file: "{{ card.art }}"}\n'
        )
    )
    (game / "suits.yaml").write_text(disk("épée: {title: Swords}\n"))
    (game / disk("liste é.csv")).write_text(
        text("name,suit,art,rules\nÉlan,épée,été/Élan.png,Brûlé\n") + disk("Été,épée,été/Élan.png,Brûlé\n")
    )
    (game / "game.yaml").write_text(
        text(
            'title: Échecs\nversion: "1"\nkeywords: {Brûlé: "#A63A1E"}\n'
            "tables: {suits: {file: suits.yaml, fields: {title: text}}}\n"
            "records: {card: {suit: {kind: choice, from: suits}, art: file, rules: text}}\n"
            "products:\n  deck: {kind: cards, title: Deck, list: liste é.csv, record: card, front: "
        )
        + disk("façade")
        + ", size: 60x30mm}\n"
    )
    assert not build.check([str(tmp_path / text("Échecs"))], Settings())
    (deck,) = load(tmp_path / text("Échecs")).compose(only=[text("Élan"), disk("Été")])
    assert [piece.name for piece in deck.pieces] == [NFC("Élan"), NFC("Été")]


def test_a_name_that_is_there_as_it_is_written_is_that_file(tmp_path: Path) -> None:
    for name in (NFC("é"), NFD("é")):
        (tmp_path / name).write_text(name)
    gate = FileAccess(tmp_path, tmp_path)
    assert [gate.find(name).name for name in (NFC("é"), NFD("é"))] == [NFC("é"), NFD("é")]


def test_a_file_that_is_written_is_the_one_that_is_there(tmp_path: Path) -> None:
    (tmp_path / NFD("é.png")).write_text("old")
    gate = FileAccess(tmp_path, tmp_path)
    assert gate.place(NFC("é.png")).name == NFD("é.png")
    assert gate.place(NFC("è.png")).name == NFC("è.png")


@pytest.mark.parametrize("said", [NFC("épée"), NFD("épée")], ids=["NFC", "NFD"])
def test_every_reader_composes_what_it_reads(said: str) -> None:
    wanted = {NFC("épée"): NFC("épée")}
    assert load_yaml(f"{said}: {said}", "a.yaml") == wanted
    assert load_yaml(f'"{said}": "{said}"', "a.yaml") == wanted
    assert examine_json(f'{{"{said}": "{said}"}}', "a.json")[0] == wanted
    sheet, _ = parse_csv(f"{said}\n{said}\n".encode(), "a.csv")
    assert sheet is not None and sheet.headers == (NFC("épée"),)


def test_a_value_is_changed_under_a_key_however_it_is_written() -> None:
    text = f"{NFD('épée')}: {{title: Swords}}\n"
    assert patch(text, [SetValue((NFC("épée"), "title"), "Blades")], "a.yaml") == text.replace("Swords", "Blades")


def test_what_a_page_asks_is_composed_but_for_whole_files() -> None:
    class Name(ActionRequest):
        name: str

    assert Name.model_validate_json(f'{{"name": "{NFD("épée")}"}}').name == NFC("épée")
    asks = TextRequest.model_validate_json(f'{{"file": "a.yaml", "text": "{NFD("épée")}"}}')
    assert asks.text == NFD("épée")
