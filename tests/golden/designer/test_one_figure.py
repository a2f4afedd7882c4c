"""One figure has one set of numbers: by derive, suggest, new, the studio, and back again by solve."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from kitchen import Run
from pairwise import halved
from test_trooper import Desk

DECK = "go-joe/joe-deck"

# role | skill | accessories | FP CC TAC
FIGURES = [
    ("Ninja", "leader", ["rifle", "katana"], (3, 5, 5)),
    ("Frogman", "water", ["spear gun", "dive knife", "limpet mine", "seal"], (2, 5, 6)),
    ("Fighter Pilot", "air", ["pistol"], (1, 3, 4)),
    ("Surgeon General", "medic", ["pistol / knife"], (1, 3, 4)),
    ("Heavy Machine Gunner", "desert", ["M16 with M203"], (6, 3, 4)),
]


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PRINTGEN_CARDS", raising=False)
    monkeypatch.setattr("sys.stdin", io.StringIO())


def values(stats: Any) -> tuple[int, ...]:
    return tuple(stats[key]["value"] for key in ("fp", "cc", "tac"))


@pytest.mark.slow
@pytest.mark.parametrize(("role", "skill", "box", "numbers"), halved(*FIGURES))
def test_a_figure_has_the_same_numbers_wherever_it_is_asked_for(
    run: Run, role: str, skill: str, box: list[str], numbers: tuple[int, int, int]
) -> None:
    about = ("--role", role, "--skill", skill)
    things = [word for name in box for word in ("--accessory", name)]
    assert values(run("derive", *about, *things, "--json").json) == numbers
    assert values(run("suggest", "go-joe", *about, "--service", "GJ", *things, "--json").json["stats"]) == numbers
    asked = {"said": {"service": ["GJ"], "role": [role], "skills": [skill]}, "figure": {"accessories": box}}
    drafted = Desk()("draft", {"wish": {"name": "Rivet", **asked}}).data["stats"]
    assert tuple(one["value"] for one in drafted) == numbers
    made = run("new", DECK, "Rivet", "--service", "GJ", *about, *things, "--json").json
    assert values(made["stats"]) == numbers and run("check", DECK).code == 0
    given = [word for trait in made["record"]["traits"] for word in ("--trait", trait)]
    found = run("solve", "--cc", numbers[1], "--tac", numbers[2], *about, *given, "--json").json
    assert found["solutions"][0]["traits"] == made["record"]["traits"]


@pytest.mark.slow
def test_what_a_role_says_is_told_and_can_be_turned_off(run: Run) -> None:
    told = run("derive", "--role", "Ninja", "--skill", "Leader").out
    assert "  added ninja: its role says ninja (--trait none adds nothing)" in told.splitlines()
    assert "TAC   5   base 3 +1 ninja +1 leader" in told
    assert values(run("derive", "--role", "Ninja", "--skill", "leader", "--trait", "none", "--json").json) == (0, 3, 3)
    # What is held in the hand counts all the same.
    off = ("--trait", "none", "--accessory", "dive knife")
    assert values(run("derive", "--role", "Ninja", *off, "--json").json) == (0, 4, 3)


@pytest.mark.parametrize("command", [("derive",), ("suggest", "go-joe", "--service", "GJ"), ("solve", "--cc", "4")])
def test_a_trait_among_the_weapons_is_sorted_and_told(run: Run, command: tuple[str, ...]) -> None:
    found = run(*command, "--weapon", "dive knife")
    assert found.code == 0 and '"dive knife" counts with --trait, not with --weapon' in found.out
    assert "one HTH weapon" in found.out


@pytest.mark.slow
def test_a_driver_comes_with_the_vehicle_of_his_figure(run: Run) -> None:
    figure = ("--role", "Driver", "--vehicle", "jeep", "--mounted", "missile launcher", "--accessory", "pistol")
    assert values(run("derive", *figure, "--json").json) == (6, 2, 3)
    about = ("--skill", "none", "--service", "GJ")
    assert values(run("suggest", "go-joe", *about, *figure, "--json").json["stats"]) == (6, 2, 3)


@pytest.mark.slow
def test_an_accessory_is_sorted_by_itself(run: Run) -> None:
    found = run("derive", "--accessory", "dive knife", "--accessory", "spear gun", "--accessory", "quadcopter")
    assert values(run("derive", "--accessory", "dive knife", "--accessory", "spear gun", "--json").json) == (2, 4, 3)
    assert found.code == 0 and 'not counted: "quadcopter"' in found.out
