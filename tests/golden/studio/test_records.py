"""A card of any game is changed on a page: the form, the picture that follows, saving, and two windows at one card."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from places import SAMPLES
from starlette.testclient import TestClient
from studios import opened

from printgen.base.errors import PrintgenError
from printgen.editing.list_files import ListText
from printgen.studio.workshop import Workshop

HEROES = "/api/games/kitchen-heroes/products/heroes"
JOES = "/api/games/go-joe/products/joe-deck"


@pytest.fixture
def game(home: Path) -> Path:
    shutil.copytree(SAMPLES / "kitchen-heroes", home / "kitchen-heroes")
    return home / "kitchen-heroes"


@pytest.fixture
def page(game: Path, home: Path) -> Iterator[TestClient]:
    with opened(Workshop.of(["kitchen-heroes", "go-joe"], home / "my-cards", home / "output")) as client:
        yield client


def form(page: TestClient, number: int = 0, home: str = HEROES) -> dict[str, Any]:
    answer = page.get(f"{home}/forms/{number}")
    assert answer.status_code == 200, answer.text
    data: dict[str, Any] = answer.json()
    return data


def save(page: TestClient, data: dict[str, Any], home: str = HEROES, **fields: Any) -> Any:
    asks = {"list": data["list"], "index": data["index"], "hash": data["hash"], "was": data["values"],
            "values": {**data["values"], **fields}}  # fmt: skip
    return page.post(f"{home}/save", json=asks)


def test_a_form_tells_what_a_record_may_say(page: TestClient) -> None:
    data = form(page)
    fields = data["form"]["properties"]
    assert fields["name"]["format"] == "line" and fields["copies"]["maximum"] == 999
    course = fields["course"]
    assert course["format"] == "choice" and {one["const"] for one in course["oneOf"]} >= {data["values"]["course"]}
    assert all(one["title"] for one in course["oneOf"])
    assert data["pictures"]["front"]["address"].startswith("/picture/") and data["findings"] == []


def test_a_change_is_seen_before_it_is_saved_and_what_is_wrong_is_told_at_its_field(page: TestClient) -> None:
    data = form(page)
    values = {**data["values"], "taste": "lots"}
    told = page.post(
        f"{HEROES}/draft", json={"list": 0, "index": 0, "name": data["values"]["name"], "values": values}
    ).json()
    assert not told["whole"] and told["pictures"]["front"]
    assert [one["way"] for one in told["findings"]] == [["taste"]]
    refused = save(page, data, taste="lots")
    assert refused.status_code == 422 and refused.json()["findings"]


def test_a_saved_card_keeps_every_other_line_of_its_list(page: TestClient, game: Path) -> None:
    before = (game / "heroes.yaml").read_text()
    data = form(page)
    told = save(page, data, name="Chef Zero").json()
    after = (game / "heroes.yaml").read_text()
    assert after == before.replace(data["values"]["name"], "Chef Zero", 1)
    assert told["names"][0] == "Chef Zero" and told["undo"] == "Chef Zero"
    assert form(page)["values"]["name"] == "Chef Zero"
    assert page.post("/api/undo", json={}).json()["redo"] == "Chef Zero"
    assert (game / "heroes.yaml").read_text() == before
    page.post("/api/redo", json={})
    assert (game / "heroes.yaml").read_text() == after
    (game / "heroes.yaml").write_text(before + "\n")
    assert page.post("/api/undo", json={}).status_code == 422


def test_two_windows_at_one_card(page: TestClient, game: Path) -> None:
    first, second = form(page), form(page)
    name = first["values"]["name"]
    assert save(page, first, taste=first["values"]["taste"] - 1).status_code == 200
    conflict = save(page, second, taste=first["values"]["taste"] - 2, rule="Whisk.")
    assert conflict.status_code == 409
    told = conflict.json()
    assert told["name"] == name and told["theirs"] == form(page)["values"] and told["mine"]["rule"] == "Whisk."
    mine = {**second, "hash": told["hash"], "index": told["index"]}
    done = save(page, mine, taste=first["values"]["taste"] - 2, rule="Whisk.")
    assert done.status_code == 200
    assert form(page)["values"] == {**first["values"], "taste": first["values"]["taste"] - 2, "rule": "Whisk."}
    assert save(page, first, taste=first["values"]["taste"] - 2, rule="Whisk.").json()["others"]


def test_what_somebody_has_changed_elsewhere_in_the_list_stays(page: TestClient, game: Path) -> None:
    data, other = form(page, 0), form(page, 1)
    assert save(page, other, name="Somebody Else").status_code == 200
    done = save(page, data, name="Me")
    assert done.status_code == 200 and done.json()["others"]
    assert done.json()["names"][:2] == ["Me", "Somebody Else"]


def test_a_card_that_somebody_has_taken_away_can_be_kept(page: TestClient, game: Path) -> None:
    data = form(page, 0)
    page.post(f"{HEROES}/remove", json={"list": 0, "index": 0, "hash": data["hash"], "name": "x"})
    conflict = save(page, data, name="Still here")
    assert conflict.status_code == 409 and conflict.json()["theirs"] is None
    done = save(page, {**data, "index": None, "hash": conflict.json()["hash"]}, name="Still here")
    assert done.json()["names"][-1] == "Still here"


def test_cards_come_and_go(page: TestClient) -> None:
    blank = page.get(f"{HEROES}/forms/new?list=0&like=0").json()
    names = blank["names"]
    assert blank["values"]["name"] == f"{names[0]} 2" and blank["index"] is None and blank["pictures"]["front"]
    asks = {"list": 0, "values": {**blank["values"], "name": "Twin"}}
    told = page.post(f"{HEROES}/save", json=asks).json()
    assert told["names"] == [*names, "Twin"]
    last = {"list": 0, "index": len(names), "hash": told["hash"], "name": "Twin"}
    for wrong in ({"index": len(names) + 1}, {"hash": blank["hash"]}):
        assert page.post(f"{HEROES}/remove", json={**last, **wrong}).status_code == 409
    gone = page.post(f"{HEROES}/remove", json=last).json()
    assert (gone["names"], gone["undo"]) == (names, "Twin removed")


@pytest.mark.slow
def test_a_card_of_a_kit_is_saved_as_a_copy_among_ones_own(page: TestClient, home: Path) -> None:
    data = form(page, 0, JOES)
    assert "stays as it is" in data["why"]
    done = save(page, data, JOES, name="Muskrat of mine")
    assert done.status_code == 200 and done.json()["copied"], done.text
    text = (home / "my-cards" / "go-joe" / "joe-deck.yaml").read_text()
    assert "Muskrat of mine" in text and done.json()["file"].endswith("joe-deck.yaml")
    again = page.get(f"{JOES}/forms/0?list=1").json()
    assert again["values"]["name"] == "Muskrat of mine" and again["own"]


def test_a_name_is_just_a_name(page: TestClient) -> None:
    name = "<script>alert(1)</script>"
    assert save(page, form(page), name=name).status_code == 200
    answer = page.get(f"{HEROES}/forms/0")
    assert answer.json()["values"]["name"] == name and answer.headers["content-type"] == "application/json"


@pytest.mark.parametrize("asks", [
    {"list": 99, "values": {}}, {"list": -1, "values": {}}, {"values": {"x": {"y": [0] * 3}}, "more": 1}, {"values": 3},
])  # fmt: skip
def test_what_no_page_asks_is_refused(page: TestClient, asks: dict[str, Any]) -> None:
    assert page.post(f"{HEROES}/draft", json=asks).status_code in (404, 422)


def test_a_list_in_a_workbook_is_changed_in_a_spreadsheet() -> None:
    book = ListText(Path("heroes.xlsx"), own=False, form="other", before=b"PK", records=(), findings=())
    with pytest.raises(PrintgenError) as caught:
        book.with_changes([])
    (finding,) = caught.value.findings
    assert finding.code == "changed-elsewhere" and "only lists of YAML and CSV" in finding.message


def test_texts_are_read_checked_and_saved(page: TestClient, game: Path) -> None:
    files = page.get("/api/games/kitchen-heroes/texts").json()["files"]
    assert files[0]["name"] == "game.yaml"
    held = page.get("/api/games/kitchen-heroes/text?file=heroes.yaml").json()
    assert held["findings"] == [] and not held["locked"]
    text = held["text"].replace("course:", "coarse:", 1)
    asks = {"file": "heroes.yaml", "text": text, "hash": held["hash"]}
    refused = page.post("/api/games/kitchen-heroes/text/save", json={**asks, "text": "- name: O\0ne"})
    assert refused.status_code == 422 and refused.json()["findings"][0]["code"] == "control-character"
    told = page.post("/api/games/kitchen-heroes/text/check", json=asks).json()["findings"]
    assert {"Add course: and its value.", "Did you mean 'course'?"} == {one["hint"] for one in told}
    saved = page.post("/api/games/kitchen-heroes/text/save", json=asks).json()
    assert "coarse:" in (game / "heroes.yaml").read_text() and saved["findings"]
    stale = page.post("/api/games/kitchen-heroes/text/save", json={**asks, "text": "x"})
    assert stale.status_code == 409 and stale.json()["theirs"] == text


STRANGE = ["../game.yaml", "/etc/passwd", "..%2fgame.yaml", "heroes.yaml\0", "C:heroes.yaml", ""]


@pytest.mark.parametrize("name", STRANGE)
def test_no_name_of_a_page_is_a_path(page: TestClient, name: str) -> None:
    assert page.get("/api/games/kitchen-heroes/text", params={"file": name}).status_code == 404
    asks = {"file": name, "text": "x"}
    assert page.post("/api/games/kitchen-heroes/text/save", json=asks).status_code == 404


@pytest.mark.slow
def test_what_a_desk_saves_goes_the_same_road_and_can_be_undone(page: TestClient, home: Path) -> None:
    desk = "/api/games/go-joe/desks/trooper/{}?product=joe-deck"
    wish = {"name": "Road Test", "said": {"service": ["NF"], "role": ["Scout"], "skills": ["swamp"]}}
    saved = page.post(desk.format("save"), json={"wish": wish})
    assert saved.status_code == 200, saved.text
    file = home / "my-cards" / "go-joe" / "joe-deck.yaml"
    assert "Road Test" in file.read_text(encoding="utf-8")
    assert page.post("/api/undo", json={}).status_code == 200
    assert not file.exists()


@pytest.mark.parametrize("which", ["list=" + "9" * 5000, "list=0&like=" + "9" * 5000, "list=-1", "list=0&like=99999"])
def test_a_list_or_a_record_that_is_none_is_not_there(page: TestClient, which: str) -> None:
    assert page.get(f"{HEROES}/forms/new?{which}").status_code == 404


def test_an_entry_that_is_no_record_cannot_be_copied(page: TestClient, game: Path) -> None:
    path = next(path for path in game.rglob("*.yaml") if "\n- name:" in f"\n{path.read_text('utf-8')}")
    path.write_text(f"{path.read_text('utf-8').rstrip()}\n- no record\n", "utf-8")
    answer = page.get(f"{HEROES}/forms/new?list=0&like={path.read_text('utf-8').count('- name:')}")
    assert answer.status_code == 422 and answer.json()["findings"]


def test_a_card_of_a_list_that_cannot_be_read_tells_where_the_list_is_wrong(page: TestClient, game: Path) -> None:
    name = form(page)["file"].rpartition("/")[2]
    path = game / name
    path.write_text(path.read_text("utf-8").replace("- name:", "- name", 1), "utf-8")
    [found, *_] = page.get(f"{HEROES}/forms/0").json()["findings"]
    assert found["file"].endswith(name) and found["line"] in (1, 2) and "colon" in found["message"]


@pytest.mark.slow
def test_what_is_new_of_a_picture_comes_along_with_the_answer_and_at_its_address(page: TestClient) -> None:
    held = form(page, 3, JOES)
    asks = {"list": held["list"], "index": held["index"], "name": held["values"]["name"]}
    told = page.post(f"{JOES}/draft", json={**asks, "values": {**held["values"], "name": "Tamarisk"}}).json()[
        "pictures"
    ]
    assert told["front"]["svg"].startswith("<") and told["front"]["svg"] == page.get(told["front"]["address"]).text
    again = page.post(f"{JOES}/draft", json={**asks, "values": {**held["values"], "name": "Tamarisk"}}).json()[
        "pictures"
    ]
    assert "svg" not in again["front"] and again["front"]["address"] == told["front"]["address"]
