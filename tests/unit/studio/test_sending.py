"""The send room: formats with their options, what an export would say, and the command that is run."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from exported import preview_findings
from places import SAMPLES
from starlette.testclient import TestClient
from studios import ended, opened

from printgen.base.errors import PrintgenError
from printgen.exports import EXPORTS
from printgen.studio.workshop import Workshop

SAMPLE = SAMPLES / "kitchen-heroes"


@pytest.fixture
def kitchen(home: Path) -> Workshop:
    shutil.copytree(SAMPLE, home / "kitchen")
    return Workshop.of(["kitchen"], None, Path("output"))


@pytest.fixture
def page(kitchen: Workshop) -> Iterator[TestClient]:
    with opened(kitchen) as client:
        yield client


def test_every_format_is_offered_with_its_options(page: TestClient) -> None:
    told = page.get("/api/send?game=kitchen").json()
    assert [one["name"] for one in told["formats"]] == [*EXPORTS]
    assert all(one["line"] for one in told["formats"])
    images = told["formats"][0]
    assert images["usual"]["dpi"] == 300
    assert images["shape"]["properties"]["dpi"]["maximum"] == 1200
    assert [one["const"] for one in images["shape"]["properties"]["corners"]["oneOf"]] == ["square", "cut"]
    assert [one["name"] for one in told["products"]] == ["heroes"]
    # No page names a file.
    named = {name for one in told["formats"] for name in one["shape"]["properties"]}
    paths = {option.name for form in EXPORTS.values() for option in form.module.OPTIONS if option.metavar == "FILE"}
    assert not named & paths


@pytest.mark.parametrize("name", [*EXPORTS])
def test_every_format_says_of_a_game_where_it_would_go(name: str, page: TestClient) -> None:
    answer = page.post("/api/send/look", json={"game": "kitchen", "product": "heroes", "format": name})
    told = answer.json()
    if answer.status_code == 200:
        assert told["folder"] == f"output/kitchen/{name}-heroes"
        assert isinstance(told["fits"], bool)
    else:
        # Something must be chosen first, such as the profile of a shop.
        assert answer.status_code == 422 and told["findings"][0]["message"]
    # It says what the command line says before it draws.
    try:
        findings = [*preview_findings(name, "kitchen/heroes")]
    except PrintgenError as error:
        findings = [*error.findings]
    said = [(one["severity"], one["message"], one["hint"]) for one in told["findings"]]
    assert said == [(one.severity, one.message, one.hint) for one in findings]


def test_what_an_option_breaks_is_told(page: TestClient) -> None:
    asks = {"game": "kitchen", "format": "images", "options": {"bleed": "9mm", "dpi": 300, "type": "svg"}}
    told = page.post("/api/send/look", json=asks).json()
    assert [(one["code"], one["severity"]) for one in told["findings"]] == [("short-bleed", "warning")]
    wrong = page.post("/api/send/look", json={**asks, "options": {"dpi": 3}})
    assert wrong.status_code == 422 and "dpi: 3 is not from 20 to 1200" in wrong.json()["findings"][0]["message"]


@pytest.mark.parametrize("asks", [
    {"game": "none", "format": "images"}, {"game": "kitchen", "format": "none"},
    {"game": "kitchen", "format": "images", "product": "none"},
    {"game": "kitchen", "format": "images", "options": {"icc": "/etc/passwd"}},
])  # fmt: skip
def test_what_there_is_not_is_not_found(asks: dict[str, object], page: TestClient) -> None:
    assert page.post("/api/send/look", json=asks).status_code == 404


def test_an_export_runs_with_what_is_not_as_usual(page: TestClient) -> None:
    asks = {"game": "kitchen", "format": "images", "options": {"bleed": "3mm", "dpi": 300, "type": "svg"}}
    run = page.post("/api/send/start", json=asks).json()
    assert run["command"] == ["export", "images", "kitchen", "--bleed=3mm", "--type=svg"]
    assert ended(page, run["id"])["state"] == "done"


@pytest.mark.slow
def test_an_export_writes_its_files(page: TestClient, home: Path) -> None:
    asks = {"game": "kitchen", "format": "text"}
    run = page.post("/api/send/start", json=asks).json()
    assert run["command"][:3] == ["export", "text", "kitchen"]
    run = ended(page, run["id"])
    assert run["state"] == "done", run
    assert {one["name"] for one in run["files"]} == {"kitchen.html"}
    assert (home / "output/kitchen/text/kitchen.html").is_file()


def test_a_game_that_changed_is_looked_at_anew(page: TestClient, kitchen: Workshop, home: Path) -> None:
    asks = {"game": "kitchen", "format": "images"}
    assert page.post("/api/send/look", json=asks).status_code == 200
    (home / "kitchen/heroes.yaml").write_text("- {name: Pie, course: mian, taste: 1, rule: Eat.}\n", encoding="utf-8")
    kitchen.refresh("kitchen")
    answer = page.post("/api/send/look", json=asks)
    assert answer.status_code == 422
    assert answer.json()["findings"][0]["line"] == 1


@pytest.mark.slow
def test_what_an_export_that_ends_well_has_found_is_told(page: TestClient, home: Path) -> None:
    folder = home / "output/kitchen/text"
    folder.mkdir(parents=True)
    (folder / "old.txt").write_text("of before", encoding="utf-8")
    run = page.post("/api/send/start", json={"game": "kitchen", "format": "text"}).json()
    run = ended(page, run["id"])
    assert run["state"] == "done", run
    (found,) = run["findings"]
    assert (found["code"], found["severity"]) == ("left-over", "warning")


@pytest.mark.slow
def test_a_picture_of_any_type_is_looked_at_as_one(page: TestClient) -> None:
    asks = {"game": "kitchen", "format": "tts", "options": {"dpi": 30}}
    run = ended(page, page.post("/api/send/start", json=asks).json()["id"])
    pictures = [n for n, one in enumerate(run["files"]) if one["name"].endswith(".jpg")]
    assert pictures, run
    answer = page.get(f"/api/run/{run['id']}/files/{pictures[0]}")
    assert answer.headers["content-type"] == "image/jpeg"
