"""What GO JOE prints otherwise than its source is told, and its rules of fights cite the lines that they go by."""

from __future__ import annotations

import importlib
import inspect
import re

import pytest
from kitchen import Run
from test_go_joe_likeness import job, looks
from test_rulebooks import pieces

from printgen.art.picture import as_list
from printgen.base.folders import kits_folder
from printgen.build.jobs import load, sound
from printgen.drawing.extent import words_of
from printgen.reading.yaml_events import load_yaml_file
from printgen.rules.fights import fight_of

ERRATA = {
    "Psyche-Out": ("DJ", "GJ"),
    "Fast-Draw": ("Artlry", "Artillery"),
    "S.N.A.K.E. Trooper": ("S.N.A.K.E. trooper", "S.N.A.K.E. Trooper"),
    "Voltar": ("Iron Grenadier", "Iron Grenadiers"),
    "Cross-Country": (
        "Heavy Articlated Vehicle Ordinance Carrier", "Heavy Articulated Vehicle Ordnance Carrier"
    ),
    "Ferret": ("Dual Elevating Multi Ordinance Neutralizer", "Dual Elevating Multi Ordnance Neutralizer"),
    "Lifeline": ("Medic", "Combat Medic"),
    "Doc": ("Medic", "Combat Medic"),
    "Scoop": ("Communications", "Communications Expert"),
    "Dialtone": ("Communications", "Communications Expert"),
    "Tele-Viper": ("Communications", "Communications Expert"),
    "Taurus": ("Demolitions", "Demolitions Expert"),
    "T.A.R.G.A.T.": ("(Air)", "Airborne Soldier"),
    "Salvo": ("Anti-Armor Trooper", "Anti-Armor"),
    "Stretcher": ("Medical Specialist", "Medic"),
    "Snow Job": ("Artic", "Arctic"),
}  # fmt: skip


@pytest.mark.some(4)
@pytest.mark.parametrize("name", ERRATA)
def test_explain_tells_what_is_corrected(run: Run, name: str) -> None:
    printed, instead = ERRATA[name]
    (card,) = run("explain", "go-joe", name, "--json").json["cards"]
    assert (printed, instead) in [(one["printed"], one["instead"]) for one in card["errata"]]
    assert f"{instead} for {printed}: " in run("explain", "go-joe", name).out


@pytest.mark.slow
def test_the_rulebook_tells_all_that_is_corrected() -> None:
    page = " ".join(" ".join(words_of(side)) for piece in pieces("go-joe") for side in (piece.front, piece.back))
    told = re.sub(r"\s+", "", page)
    for printed, instead in ERRATA.values():
        assert f"{printed}→{instead}".replace(" ", "") in told


def test_a_role_that_a_card_prints_is_the_duty_of_its_skill() -> None:
    skills = load_yaml_file(kits_folder() / "go-joe" / "skills.yaml", "skills.yaml")
    duties = {row["name"]: row["duty"] for row in skills.values()}
    for record in (record for product in load(["go-joe"])[0].game.products.values() for record in product.records):
        role = next((one for one in record.values["errata"] if one["field"] == "role"), None)
        alone = "role" in record.values and record.values["role"] in duties
        assert (role["instead"] if role else None) == (duties[record.values["role"]] if alone else None), record.name


def test_who_has_no_firepower_shows_no_gun() -> None:
    guns = re.compile("pistol|rifle|gun|launcher|bazooka|uzi|carbine")
    harmless = [record for product in ("joe-deck", "cobra-deck") for record in job().game.products[product].records]
    harmless = [record for record in harmless if record.values["fp"] == 0]
    held = {record.name: {*as_list(looks()[record.name].get("front"))} for record in harmless}
    assert len(held) == 8 and not [name for name, parts in held.items() if any(map(guns.search, parts))]


def test_code_of_the_lab_cites_lines_that_there_are() -> None:
    file = fight_of(sound("go-joe").game)
    assert file.cites is not None
    found = 0
    for name in ("sums", "fight", "war.phases"):
        text = inspect.getsource(importlib.import_module(f"printgen.lab.{name}"))
        for cited in re.findall(r"Source: ([^.\"]+)", " ".join(text.split())):
            for section, lines in re.findall(r"((?:[A-Z][a-z]+ ?)+) ([\d]+(?:(?:-| and |, )\d+(?:-\d+)?)*)", cited):
                numbers = [int(number) for number in re.findall(r"\d+", lines)]
                assert 1 <= min(numbers) <= max(numbers) <= file.cites.sections[section], (name, cited)
                found += 1
    assert found > 25
