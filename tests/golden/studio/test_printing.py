"""The print room's answers: what it takes, its pages, and what it runs."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from places import SAMPLES
from starlette.testclient import TestClient
from studios import ended, opened

import printgen
from printgen.studio.printing import PrintOrder, command
from printgen.studio.workshop import Workshop

SAMPLE = SAMPLES / "kitchen-heroes"
HEROES = {"game": "kitchen", "product": "heroes"}


@pytest.fixture
def kitchen(home: Path) -> Workshop:
    shutil.copytree(SAMPLE, home / "kitchen")
    return Workshop.of(["kitchen", "go-joe"], Path("my-cards"), Path("output"))


@pytest.fixture
def page(kitchen: Workshop) -> Iterator[TestClient]:
    with opened(kitchen) as client:
        yield client


@pytest.fixture
def names(home: Path, kitchen: Workshop) -> list[str]:
    return [record.name for record in printgen.load("kitchen")["heroes"].records]


def ticked(*cards: tuple[str, int | None], **more: Any) -> dict[str, Any]:
    return {**HEROES, "cards": [{"name": name, "copies": copies} for name, copies in cards], **more}


def test_what_there_is_to_choose_comes_from_the_library(page: TestClient) -> None:
    told = page.get("/api/print?game=kitchen").json()
    assert told["formats"] == [*printgen.FORMATS] and told["duplex"] == [*printgen.DUPLEX]
    assert told["papers"][:2] == ["letter", "a4"] and len(told["papers"]) == len({*told["papers"]}) > 20
    assert "color" in told["looks"] and "saver" in told["looks"] and "light" in told["backs"]
    assert page.get("/api/print?game=nothing").status_code == 404


def test_a_plan_has_pages_that_are_drawn_when_they_are_seen(page: TestClient, names: list[str], home: Path) -> None:
    asks = {"ticked": ticked((names[0], 3)), "how": {"paper": "a4"}}
    told = page.post("/api/print/plan", json=asks).json()
    assert (told["pieces"], told["sheets"], told["pages"], told["paper"]) == (3, 1, 2, "a4")
    assert told["cutting"]["cuts"] and told["ink"] > 0 and told["new"] == [names[0]]
    first, second = told["previews"]
    assert round(first["width"]) == 595 and "back" in second["title"].lower()
    svg = page.get(first["address"])
    assert svg.headers["content-type"].startswith("image/svg+xml") and b"<svg" in svg.content
    assert page.get(first["address"].replace("/0.svg", "/7.svg")).status_code == 404
    assert page.get("/api/print/pages/x/0.svg").status_code == 404
    # The same is told from memory, and not once the file has changed.
    assert page.post("/api/print/plan", json=asks).json()["previews"] == told["previews"]
    assert not (home / "output").exists()


def test_a_game_with_a_mistake_is_shown_as_it_was_and_the_mistake_is_told(
    page: TestClient, kitchen: Workshop, home: Path
) -> None:
    asks = {"ticked": HEROES}
    before = page.post("/api/print/plan", json=asks).json()
    assert not [found for found in before["findings"] if found["severity"] == "error"]
    text = (home / "kitchen" / "heroes.yaml").read_text(encoding="utf-8")
    (home / "kitchen" / "heroes.yaml").write_text(f"{text}- {{name: Slip, taste: 99}}\n", encoding="utf-8")
    kitchen.refresh("kitchen")
    told = page.post("/api/print/plan", json=asks).json()
    errors = [found for found in told["findings"] if found["severity"] == "error"]
    assert errors and all("heroes.yaml" in found["file"] and found["line"] for found in errors)
    assert told["pieces"] == before["pieces"]


def test_what_cannot_be_printed_is_told(page: TestClient) -> None:
    for asks in (
        {"ticked": ticked(("Nobody", None))},
        {"ticked": HEROES, "how": {"paper": "nothing"}},
        {"ticked": HEROES, "how": {"paper": "20x20mm"}},
        {"ticked": HEROES, "how": {"duplex": "../x"}},
        {"ticked": {**HEROES, "path": "/etc"}},
        {"ticked": {**HEROES, "copies": 0}},
    ):
        told = page.post("/api/print/plan", json=asks)
        assert told.status_code == 422 and told.json()["findings"], asks
    for strange in ({"game": "x", "product": "y"}, {**HEROES, "product": "nothing"}):
        assert page.post("/api/print/plan", json={"ticked": strange}).status_code == 404


@pytest.mark.parametrize(
    ("order", "words"),
    [
        ([HEROES], "build kitchen/heroes"),
        ([{**HEROES, "copies": 2}], "build kitchen/heroes --copies=2"),
        ([{"game": "go-joe", "product": "cover"}, HEROES], "build go-joe/cover kitchen/heroes"),
        ([ticked(("Ada", None), ("Bo", None))], "build kitchen/heroes --only=Ada --only=Bo"),
        ([ticked(("Ada", 3), ("Bo", 3))], "build kitchen/heroes --only=Ada --only=Bo --copies=3"),
        ([ticked(("-7", None), ("-x", None))], "build kitchen/heroes --only=-7 --only=-x"),
        ([ticked(("Ada", 3), ("Bo", 3), seed=4)], "build --list output/studio-list.yaml"),
        ([ticked(("Ada", 3), ("Bo", None))], "build --list output/studio-list.yaml"),
        ([{**HEROES, "seed": 4}], "build --list output/studio-list.yaml"),
    ],
)
def test_the_shortest_command_is_run(kitchen: Workshop, order: list[dict[str, Any]], words: str) -> None:
    how = {"paper": "a4", "backs": "light", "grey": True, "changed": True, "one": "tonight"}
    said, text = command(PrintOrder.model_validate({"ticked": order, "how": how}), kitchen)
    assert " ".join(said) == f"{words} --paper=a4 --backs=light --grey --one=tonight --changed"
    assert ("- target: ../kitchen/heroes" in text) == ("--list" in words)


@pytest.mark.slow
def test_print_writes_the_list_that_it_runs(page: TestClient, names: list[str], home: Path) -> None:
    order = {"ticked": [ticked((names[0], 2), (names[1], None))], "how": {"zip": "all"}}
    run = page.post("/api/print/start", json=order).json()
    told = ended(page, run["id"])
    assert told["state"] == "done", told
    assert {file["name"] for file in told["files"]} == {"heroes-selection.pdf", "all.zip"}
    assert told["result"]["products"][0]["pieces"] == 2 + printgen.load("kitchen")["heroes"].records[1].copies
    assert printgen.print_list(home / "output" / "studio-list.yaml")[0].copies == 2
    # Only what has changed: nothing has.
    asks = {"ticked": order["ticked"][0], "how": {"changed": True}}  # type: ignore[index]
    assert page.post("/api/print/plan", json=asks).json()["same"] is True


def test_who_has_printed_a_build_says_so(page: TestClient, names: list[str], home: Path) -> None:
    early = page.post("/api/print/printed", json={"ticked": [HEROES]})
    assert early.status_code == 422 and "was built into" in early.json()["findings"][0]["message"]
    part = {"ticked": [ticked((names[0], None))]}
    ended(page, page.post("/api/print/start", json=part).json()["id"])
    told = page.post("/api/print/printed", json=part).json()
    assert [(row["product"], row["names"]) for row in told["printed"]] == [("heroes", [names[0]])]
    asks = {"ticked": HEROES, "how": {"changed": True}}
    assert page.post("/api/print/plan", json=asks).json()["new"] == names[1:]


def test_no_name_of_a_page_is_a_path(page: TestClient, home: Path) -> None:
    for asks in ({"game": "../x", "product": "heroes"}, {"game": "kitchen", "product": "../.."}):
        assert page.post("/api/print/printed", json={"ticked": [asks]}).status_code in (404, 422), asks
        assert page.post("/api/print/plan", json={"ticked": asks}).status_code in (404, 422), asks
    assert not (home / "my-cards").exists()
