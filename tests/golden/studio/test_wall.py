"""The wall of a product: what it can be chosen by, its pictures, what is wrong with its cards, and all of any game."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from kitchen import SAMPLE, Kitchen
from starlette.testclient import TestClient
from studios import opened, until

from printgen.build.live import LiveGame
from printgen.studio.pictures import PictureStore
from printgen.studio.workshop import Workshop

JOE = "/api/games/go-joe/products/joe-deck/wall"
SAMPLES = SAMPLE.parent


def wall(client: TestClient, game: str, product: str) -> dict[str, Any]:
    answer = client.get(f"/api/games/{game}/products/{product}/wall")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def pictures(client: TestClient, address: str, *numbers: int, **more: Any) -> list[dict[str, Any]]:
    answer = client.post(f"{address}/pictures", json={"numbers": numbers, **more})
    assert answer.status_code == 200, answer.text
    return list(answer.json()["pictures"])


def test_a_wall_has_all_cards_with_what_their_fields_and_tables_say(client: TestClient) -> None:
    joe = wall(client, "go-joe", "joe-deck")
    assert len(joe["cards"]) == 108 and not joe["pieces"] and joe["looks"] == ["color", "grey", "saver"]
    columns = {column["name"]: column for column in joe["columns"]}
    assert columns["service"]["words"]["NF"] == "Night Force"
    assert columns["service"]["colors"]["NF"].startswith("#")
    assert columns["fp"]["title"] == "FP" and columns["fp"]["number"]
    # The side of a service is a column, too, with the words of the table of sides.
    assert columns["service.side"]["words"]["joe"] == "Joe"
    assert columns["figure.year"]["title"] == "Year"
    first = joe["cards"][0]
    assert (first["name"], first["copies"], first["own"]) == ("Muskrat", 1, False)
    values = first["values"]
    assert (values["service"], values["service.side"], values["fp"], values["skills"]) == ("NF", "joe", 2, ["swamp"])
    assert "figure.vehicle" not in values
    assert first["where"]["file"].endswith("joe.yaml") and first["where"]["line"] > 1


def test_pictures_come_some_at_a_time_and_keep_their_address_while_they_are_the_same(client: TestClient) -> None:
    rows = pictures(client, JOE, 3, 0)
    assert [row["n"] for row in rows] == [3, 0] and all(row["backed"] and row["back"] is None for row in rows)
    drawn = client.get(rows[0]["front"]["address"])
    assert drawn.headers["content-type"] == "image/svg+xml" and b"<svg" in drawn.content
    assert "sandbox" in drawn.headers["content-security-policy"]
    tag = {"if-none-match": drawn.headers["etag"]}
    assert client.get(rows[0]["front"]["address"], headers=tag).status_code == 304
    assert pictures(client, JOE, 3) == rows[:1]
    grey, saver = (pictures(client, JOE, 3, look=look)[0]["front"]["address"] for look in ("grey", "saver"))
    assert len({grey, saver, rows[0]["front"]["address"]}) == 3
    turned, other = pictures(client, JOE, 3, 4, backs=True)
    assert turned["back"] == other["back"] and turned["back"]["address"] != turned["front"]["address"]


def test_cut_lines_show_all_that_is_printed_around_a_card(client: TestClient) -> None:
    plain, marked = pictures(client, JOE, 0)[0], pictures(client, JOE, 0, bleed=True)[0]
    assert marked["front"]["width"] == pytest.approx(plain["front"]["width"] + 2 * marked["bleed"])
    assert marked["bleed"] > 0 and marked["edge"].startswith("M") and marked["plain"]


@pytest.mark.parametrize(
    "asks",
    [{}, {"numbers": []}, {"numbers": [-1]}, {"numbers": [0] * 25}, {"numbers": [0], "look": "../x"},
     {"numbers": [0], "look": "nosuch"}, {"numbers": [0], "more": 1}],
)  # fmt: skip
def test_what_no_page_asks_for_is_refused(client: TestClient, asks: dict[str, Any]) -> None:
    assert client.post(f"{JOE}/pictures", json=asks).status_code == 422


@pytest.mark.slow
def test_what_is_not_there_is_not_found(client: TestClient) -> None:
    assert client.post(f"{JOE}/pictures", json={"numbers": [99999]}).status_code == 404
    assert client.get("/api/games/nosuch/products/x/wall").status_code == 404
    assert client.get("/picture/nosuch").status_code == 404


@pytest.mark.some(3)
@pytest.mark.parametrize(("game", "product", "name"), [
    ("go-joe", "player-aid", "Player aid"), ("go-joe", "punchboard", "Joe team 1"), ("sixth-scale", "gauges", ""),
])  # fmt: skip
def test_a_product_without_cards_of_its_own_shows_its_pieces(
    client: TestClient, game: str, product: str, name: str
) -> None:
    about = wall(client, game, product)
    assert about["pieces"] and about["cards"] == []
    address = f"/api/games/{game}/products/{product}/wall"
    pieces = client.post(f"{address}/pieces", json={}).json()["cards"]
    assert pieces and pieces[0]["width"] > 0 and (not name or pieces[0]["name"] == name)
    (row,) = pictures(client, address, 0)
    assert client.get(row["front"]["address"]).status_code == 200


def test_lists_of_mappings_are_told_apart(home: Path) -> None:
    kitchen = Kitchen.copied(home / "kitchen")
    steps = "steps: {kind: list, of: {word: text, long: length, hot: {kind: flag, optional: true}}}"
    kitchen.edit("game.yaml", "  hero:\n", f"  hero:\n    {steps}\n    oven: {{kind: map}}\n")
    card = "- {name: %s, course: sweet, taste: 1, rule: Stir., oven: {low: [1, 2]}, steps: [%s]}\n"
    held = ["{word: cut, long: 3mm}, {word: boil, long: 2mm, hot: true}", "{word: cut, long: 4mm}"]
    kitchen.write("heroes.yaml", card % ("One", held[0]) + card % ("Two", held[1]))
    with opened(Workshop.of([str(kitchen.folder)], None, home / "output")) as client:
        about = wall(client, "kitchen", "heroes")
        assert [column["name"] for column in about["columns"]][:2] == ["steps", "oven"]
        one, two = (card["values"] for card in about["cards"])
        assert one["steps"] == ["word: cut, long: 3", "word: boil, long: 2, hot: yes"]
        assert two["steps"] == ["word: cut, long: 4"] and one["oven"] == two["oven"] == ["low: 1; 2"]


@pytest.mark.slow
def test_a_game_of_somebody_elses_has_a_wall_too(home: Path) -> None:
    shutil.copytree(SAMPLES / "sky-couriers", home / "sky-couriers")
    with opened(Workshop.of(["sky-couriers"], None, home / "output")) as client:
        game = client.get("/api/games/sky-couriers").json()
        for product in game["products"]:
            about = wall(client, "sky-couriers", product["name"])
            address = f"/api/games/sky-couriers/products/{product['name']}/wall"
            cards = about["cards"] or client.post(f"{address}/pieces", json={}).json()["cards"]
            assert cards and all("front" in row for row in pictures(client, address, *range(min(4, len(cards)))))


def test_a_card_that_cannot_be_drawn_says_why_and_the_others_are_drawn(home: Path) -> None:
    kitchen = Kitchen.copied(home / "kitchen")
    kitchen.edit("courses.yaml", "icon: pot", "icon: no-such-pot")
    with opened(Workshop.of([str(kitchen.folder)], None, home / "output")) as client:
        rows = pictures(client, "/api/games/kitchen/products/heroes/wall", 0, 1, 2)
        broken = [row for row in rows if "front" not in row]
        assert broken and broken[0]["findings"][0]["severity"] == "error" and len(broken) < 3


def test_a_mistake_keeps_the_last_good_cards_and_is_told_with_its_place(home: Path) -> None:
    kitchen = Kitchen.copied(home / "kitchen")
    workshop = Workshop.of([str(kitchen.folder)], None, home / "output")
    with opened(workshop) as client:
        before = wall(client, "kitchen", "heroes")
        address = pictures(client, "/api/games/kitchen/products/heroes/wall", 1)[0]["front"]["address"]
        kitchen.edit("heroes.yaml", "taste: 7", "tsate: 7")
        workshop.refresh("kitchen")
        now = wall(client, "kitchen", "heroes")
        assert now["cards"] == before["cards"] and now["number"] == before["number"] + 1
        error = next(one for one in now["findings"] if one["severity"] == "error")
        assert error["file"].endswith("heroes.yaml") and error["line"] and "taste" in error["hint"]
        assert error["cards"]
        assert client.get(address).status_code == 200


def test_a_card_that_was_changed_outside_has_another_picture_and_the_others_have_not(home: Path) -> None:
    kitchen = Kitchen.copied(home / "kitchen")
    workshop = Workshop.of([str(kitchen.folder)], None, home / "output")
    with opened(workshop) as client:
        address = "/api/games/kitchen/products/heroes/wall"
        name = wall(client, "kitchen", "heroes")["cards"][0]["name"]
        before = pictures(client, address, 0, 1, 2)
        kitchen.edit("heroes.yaml", name, "Somebody Else")
        workshop.refresh("kitchen")
        after = pictures(client, address, 0, 1, 2)
        assert [a["front"] == b["front"] for a, b in zip(before, after, strict=True)] == [False, True, True]


@pytest.mark.slow
def test_a_check_of_all_comes_later_and_says_which_cards_it_is_about(home: Path) -> None:
    kitchen = Kitchen.copied(home / "kitchen")
    second = LiveGame(str(kitchen.folder)).job.game.products["heroes"].records[1].name
    kitchen.edit("heroes.yaml", f"name: {second}", f'name: "{second} the Unpronounceably Long-Winded of Nowhere"')
    workshop = Workshop.of([str(kitchen.folder)], None, home / "output")
    heard: list[str] = []
    workshop.news._send = heard.append  # type: ignore[method-assign]
    with opened(workshop) as client:
        asked = "/api/games/kitchen/check?product=heroes"
        assert wall(client, "kitchen", "heroes")["findings"] == []
        assert client.get(asked).json()["state"] == "running"
        until(lambda: heard)
        told = client.get(asked).json()
        assert '"checked"' in heard[0] and told["state"] == "done"
        assert [one["cards"] for one in told["findings"] if one["severity"] == "error"] == [[1]]


@pytest.mark.slow
def test_pictures_are_kept_packed_and_not_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    import printgen.studio.pictures as module

    monkeypatch.setattr(module, "_MOST_DRAWINGS", 4)
    monkeypatch.setattr(module, "_MOST_BYTES", 60_000)
    kept, game = PictureStore(), LiveGame("micro-forces")
    addresses = [kept.keep(shown.piece.front) for shown in game.of_records("character-cards", range(9)) if shown.piece]
    assert kept.usage == (4, 0)
    for address in addresses[-4:]:
        assert b"<svg" in kept.svg(address.rpartition("/")[2])
    waiting, size = kept.usage
    assert waiting == 0 and 0 < size <= 60_000
    with pytest.raises(LookupError):
        kept.svg(addresses[0].rpartition("/")[2])
