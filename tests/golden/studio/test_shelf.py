"""The shelf: what stands on it, how its boxes look, new games, and folders that are found by no path of a page."""

from __future__ import annotations

import asyncio
import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from kitchen import SAMPLE, Kitchen
from starlette.testclient import TestClient
from studios import opened

import printgen
from printgen.base.errors import PrintgenError
from printgen.base.folders import kits_folder
from printgen.build.live import LiveGame
from printgen.build.starting import begin
from printgen.studio import workshop as news_of
from printgen.studio.asking import Recent
from printgen.studio.saving import Saver
from printgen.studio.workshop import News, Workshop

CARD = "- name: Me\n  service: GJ\n  fp: 3\n  cc: 3\n  tac: 3\n  role: Tester\n  skills: none\n  weapons: [rifle]\n"


def cover(client: TestClient, game: str) -> dict[str, Any]:
    answer = client.get(f"/api/games/{game}/cover")
    assert answer.status_code == 200, answer.text
    return dict(answer.json())


def test_the_shelf_is_told_without_reading_a_game(client: TestClient, workshop: Workshop) -> None:
    games = client.get("/api/shelf").json()["games"]
    assert [game["name"] for game in games] == list(printgen.kits())
    assert not any(game.number for game in workshop.games.values())


@pytest.mark.slow
def test_a_box_tells_what_it_holds_and_shows_some_cards(client: TestClient) -> None:
    box = cover(client, "micro-forces")
    assert box["title"] == "Micro Forces" and box["builtIn"] and not box["findings"]
    assert {"name": "character-cards", "title": "Level cards", "kind": "cards", "records": 30, "own": 0} in box[
        "products"
    ]
    assert len(box["fan"]) == 3 and len({card["address"] for card in box["fan"]}) == 3
    assert client.get(box["fan"][0]["address"]).status_code == 200


def test_the_cover_of_a_box_is_drawn_once_for_each_reading_and_nothing_else_of_it_is_kept(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(SAMPLE.parent / "snail-derby", home / "snails")
    workshop = Workshop.of(["snails"], None, home / "output")
    composed: list[str] = []
    compose = LiveGame.pieces
    monkeypatch.setattr(LiveGame, "pieces", lambda game, name: (composed.append(name), compose(game, name))[1])
    with opened(workshop) as client:

        def ask() -> int:
            page = client.get("/api/games/snails/cover/picture").json()
            assert page["cover"] and workshop.games["snails"].product(page["product"]).kind == "cover"
            assert b"<svg" in client.get(page["picture"]["address"]).content
            assert workshop.pictures.usage[0] == 0 and workshop.games["snails"]._beside is None
            return int(page["number"])

        assert (ask(), ask(), len(composed)) == (1, 1, 1)
        workshop.refresh("snails")
        assert (ask(), ask(), len(composed)) == (2, 2, 2)


def test_what_is_changed_right_after_a_game_was_read_is_followed(home: Path) -> None:
    kitchen = Kitchen.copied(home / "kitchen")
    workshop = Workshop.of(["kitchen"], None, home / "output")
    game = workshop.game("kitchen")
    assert game.job.game.title == "Kitchen Heroes" and game.number == 1
    kitchen.edit("game.yaml", "title: Kitchen Heroes", "title: Kitchen Legends")
    workshop._follow_game("kitchen", game)
    assert game.job.game.title == "Kitchen Legends" and game.number == 2
    workshop._follow_game("kitchen", game)
    assert game.number == 2


def test_a_game_whose_folder_is_gone_says_so_and_stays_what_it_was(home: Path) -> None:
    kitchen = Kitchen.copied(home / "kitchen")
    with opened(Workshop.of(["kitchen"], None, home / "output")) as client:
        assert not cover(client, "kitchen")["findings"]
        (kitchen.folder / "game.yaml").rename(home / "aside.yaml")
        client.app.state.workshop.refresh("kitchen")  # type: ignore[attr-defined]
        told = client.get("/api/games/kitchen").json()
        assert told["title"] == "Kitchen Heroes" and [one["name"] for one in told["products"]] == ["heroes"]
        assert [one["message"] for one in told["findings"]] == ["the game.yaml of this game is gone"]
        shutil.rmtree(kitchen.folder)
        client.app.state.workshop.refresh("kitchen")  # type: ignore[attr-defined]
        (finding,) = client.get("/api/games/kitchen").json()["findings"]
        assert finding["message"] == "the folder of this game is gone" and "Put the folder back" in finding["hint"]


@pytest.mark.slow
def test_a_box_counts_the_users_own_cards(home: Path) -> None:
    (home / "my-cards" / "go-joe").mkdir(parents=True)
    (home / "my-cards" / "go-joe" / "joe-deck.yaml").write_text(CARD, encoding="utf-8")
    with opened(Workshop.of(["go-joe"], home / "my-cards", home / "output")) as client:
        own = {product["name"]: product["own"] for product in cover(client, "go-joe")["products"]}
        assert own["joe-deck"] == 1 and own["cobra-deck"] == 0
        wall = client.get("/api/games/go-joe/products/joe-deck/wall").json()
        assert [card["name"] for card in wall["cards"] if card["own"]] == ["Me"]


def test_a_broken_file_is_told_with_line_and_mend_and_the_last_good_box_stays(home: Path) -> None:
    kitchen = Kitchen.copied(home / "kitchen")
    workshop = Workshop.of([str(kitchen.folder)], None, home / "output")
    with opened(workshop) as client:
        before = cover(client, "kitchen")
        kitchen.edit("heroes.yaml", "- name: Pea Soup", "  name: Pea Soup")
        workshop.refresh("kitchen")
        now = cover(client, "kitchen")
        assert now["fan"] == before["fan"] and now["number"] == 2 and now["products"] == before["products"]
        (error,) = [one for one in now["findings"] if one["severity"] == "error"][:1]
        assert error["file"].endswith("heroes.yaml") and error["line"] == 5 and error["hint"]


def test_a_game_that_was_never_whole_is_a_box_with_its_findings(home: Path) -> None:
    (home / "torn").mkdir()
    (home / "torn" / "game.yaml").write_text("title: [", encoding="utf-8")
    with opened(Workshop.of((), None, home / "output")) as client:
        box = cover(client, "torn")
        assert (box["title"], box["fan"]) == ("torn", []) and box["findings"][0]["line"]
        assert client.get("/api/games/torn/cover/picture").status_code == 422


def test_everything_a_game_can_begin_as_is_told_and_has_a_picture(client: TestClient) -> None:
    starts = {one["like"]: one for one in client.get("/api/starts").json()["starts"]}
    assert set(starts) == {*printgen.starters(), *printgen.samples()}
    assert all(one["about"] and one["title"] for one in starts.values())
    assert starts["pirate-seas"]["title"] == "Pirate Seas" and starts["pirate-seas"]["sample"]
    assert (starts["csv"]["title"], starts["hexmap"]["title"]) == ("CSV list", "Hex map")
    for like in ("cards", "lantern-cave"):
        picture = client.get(f"/api/starts/{like}").json()["picture"]
        assert b"<svg" in client.get(picture["address"]).content
    assert client.get("/api/starts/nosuch").status_code == 404
    assert client.get("/api/starts/..%2Fgo-joe").status_code == 404


@pytest.mark.some(2)
@pytest.mark.parametrize("like", ["cards", "kitchen-heroes"])
def test_a_new_game_is_begun_and_stands_on_the_shelf(client: TestClient, home: Path, like: str) -> None:
    made = client.post("/api/starts", json={"name": "night-train", "like": like})
    assert made.status_code == 200, made.text
    told = made.json()
    assert cover(client, told["game"])["title"] == "Night Train"
    assert LiveGame(str(home / "night-train")).job.game.title == "Night Train"


@pytest.mark.parametrize(
    ("name", "like", "status"),
    [("", "cards", 422), ("../up", "cards", 422), ("a/b", "cards", 422), ("..", "cards", 422), ("con", "cards", 422),
     ("go-joe", "cards", 422), ("there", "cards", 422), ("x\0y", "cards", 422), ("fine", "../../cards/go-joe", 404)],
)  # fmt: skip
def test_a_new_game_goes_nowhere_else_and_over_nothing(
    client: TestClient, home: Path, name: str, like: str, status: int
) -> None:
    (home / "there").mkdir()
    before = sorted(path.name for path in home.parent.iterdir())
    assert client.post("/api/starts", json={"name": name, "like": like}).status_code == status
    assert [path.name for path in home.iterdir()] == ["there"] and not [*(home / "there").iterdir()]
    assert sorted(path.name for path in home.parent.iterdir()) == before


def test_a_game_that_cannot_be_written_is_told(client: TestClient, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def begin_late(folder: Path, like: str) -> None:
        # Somebody else makes a folder of that name at the same moment.
        folder.mkdir()
        (folder / "notes.txt").write_text("mine")
        begin(folder, like)

    monkeypatch.setattr("printgen.studio.shelf.begin", begin_late)
    answer = client.post("/api/starts", json={"name": "mine", "like": "cards"})
    assert answer.status_code == 422 and "is not empty" in answer.json()["findings"][0]["message"]
    assert (home / "mine" / "notes.txt").read_text() == "mine"


def test_folders_are_found_by_numbers_of_what_was_shown(home: Path) -> None:
    shutil.copytree(SAMPLE, home / "games" / "kitchen")
    (home / "games" / ".hidden").mkdir()
    (home / "link").symlink_to(home.parent)
    with opened(Workshop.of(["go-joe"], None, home / "output")) as client:
        here = client.get("/api/folders").json()
        assert [(one["name"], one["game"]) for one in here["folders"]] == [("games", False)]
        inside = client.post("/api/folders", json={"folder": here["folders"][0]["folder"]}).json()
        (kitchen,) = inside["folders"]
        assert kitchen["name"] == "kitchen" and kitchen["game"]
        made = client.post("/api/folders/open", json={"folder": kitchen["folder"]}).json()
        assert cover(client, made["game"])["title"] == "Kitchen Heroes"
        # The same folder is the same box.
        assert client.post("/api/folders/open", json={"folder": kitchen["folder"]}).json()["game"] == made["game"]
        assert client.post("/api/folders/open", json={"folder": here["folder"]}).status_code == 422
        for wrong in (4999, -1, "../..", "/etc"):
            assert client.post("/api/folders", json={"folder": wrong}).status_code in (404, 422)
        up = client.post("/api/folders", json={"folder": here["up"]}).json()
        assert up["up"] is None or Path(up["name"]).is_relative_to(Path.home())


def test_a_game_has_its_title_before_it_is_loaded_and_its_folders_name_without(home: Path) -> None:
    shutil.copytree(SAMPLE.parent / "snail-derby", home / "derby")
    (home / "broken").mkdir()
    (home / "broken" / "game.yaml").write_text("title: [\n")
    with opened(Workshop.of((), home / "my-cards", home / "output")) as client:
        titles = {game["name"]: game["title"] for game in client.get("/api/shelf").json()["games"]}
    assert (titles["derby"], titles["broken"], titles["go-joe"]) == ("Snail Derby", "broken", "GO JOE")


def test_a_game_is_opened_once_whichever_way_leads_to_it(home: Path) -> None:
    folder = Kitchen.copied(home / "Soup & Co").folder
    (home / "link").symlink_to(folder)
    (home / "other").mkdir()
    Kitchen.copied(home / "other" / "soup-co")
    workshop = Workshop.of(("Soup & Co",), None, home / "out")
    assert [workshop.add(name) for name in ("link", str(folder), "other/soup-co")] == [
        "soup-co",
        "soup-co",
        "soup-co-2",
    ]
    assert [*workshop.games] == ["soup-co", "soup-co-2"]


def test_texts_are_listed_with_how_many_mistakes_each_has(home: Path) -> None:
    game = Kitchen.copied(home / "soup")
    game.edit("heroes.yaml", "taste: 9", "taste: 99", "taste: 4", "taste: 44")
    with opened(Workshop.of(("soup",), None, home / "out")) as client:
        client.get("/api/games/soup/cover")
        rows = {row["name"]: row["findings"] for row in client.get("/api/games/soup/texts").json()["files"]}
    assert rows["heroes.yaml"] == 2 and rows["game.yaml"] == rows["courses.yaml"] == 0


def test_a_page_hears_all_news_until_the_studio_closes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news_of, "_HEARTBEAT", 600)

    async def heard() -> list[str]:
        news = News()
        lines = news.lines()
        out = [await anext(lines)]
        news.tell("changed", game="soup")
        out.append(await asyncio.wait_for(anext(lines), 60))
        later = asyncio.ensure_future(anext(lines))
        await asyncio.sleep(0)
        news.close()
        out.append(await asyncio.wait_for(later, 60))
        out += [line async for line in lines]
        news.tell("changed", game="nobody")
        return out

    hello, changed, *rest = asyncio.run(heard())
    assert json.loads(hello) == {"kind": "hello"} and json.loads(changed) == {"kind": "changed", "game": "soup"}
    assert rest == ["\n"]


def test_a_folder_that_is_opened_is_told_to_all_pages(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Kitchen.copied(home / "work" / "kitchen")
    monkeypatch.chdir(home / "work")
    workshop = Workshop.of(["go-joe"], None, home / "output")
    news: list[tuple[str, str]] = []
    monkeypatch.setattr(workshop.news, "tell", lambda kind, **more: news.append((kind, more["game"])))
    with opened(workshop) as client:
        (folder,) = [one["folder"] for one in client.get("/api/folders").json()["folders"] if one["game"]]
        assert client.post("/api/folders/open", json={"folder": folder}).json() == {"game": "kitchen"}
    assert news == [("shelf", "kitchen")]


def test_of_what_is_remembered_the_oldest_goes_first() -> None:
    remembered = Recent[str, int](2)
    for name in ("a", "b", "a", "c"):
        remembered[name] = 1
    assert [*remembered] == ["a", "c"]


def test_a_kit_stays_as_it_came() -> None:
    file = kits_folder() / "go-joe" / "joe.yaml"
    held = file.read_bytes()
    with pytest.raises(PrintgenError, match="kit"):
        Saver().save({file: b""}, {file: held}, "x", [file.parent])
    assert file.read_bytes() == held
