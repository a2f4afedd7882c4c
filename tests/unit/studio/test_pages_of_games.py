"""What pages are told of a game's lists, and of the games that a new one can begin as."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from kitchen import Kitchen
from starlette.testclient import TestClient
from studios import opened

from printgen.base.errors import UsageError
from printgen.editing.list_files import ListText
from printgen.studio.records import ProductLists
from printgen.studio.running import CommandRuns
from printgen.studio.shelf import GameStarts
from printgen.studio.workshop import Workshop


def test_a_list_and_a_place_in_it_name_a_record(home: Path) -> None:
    Kitchen.copied(home / "kitchen")
    with opened(Workshop.of(["kitchen"], None, home / "output")) as page:
        form = page.get("/api/games/kitchen/products/heroes/forms/1?list=0").json()
        assert (form["list"], form["index"], form["values"]["name"]) == (0, 1, "Pea Soup")
        assert page.get("/api/games/kitchen/products/heroes/forms/0?list=1").status_code == 404


def test_each_game_to_begin_with_has_its_own_picture(client: TestClient) -> None:
    names = [client.get(f"/api/starts/{like}").json()["picture"]["name"] for like in ("counters", "cards", "counters")]
    assert names == ["Scout", "Old Pines", "Scout"]
    start = client.get("/api/starts/cards").json()
    assert [one["name"] for one in (start["picture"], *start["more"])] == ["Old Pines", "Quiet Bay", "Wild Storm"]


@pytest.mark.parametrize(("built_in", "saved_in"), [(False, [0, 1, 2]), (True, [1, 1, 2])])
def test_what_is_changed_in_the_list_of_a_kit_is_saved_in_the_users_first_list(
    built_in: bool, saved_in: list[int]
) -> None:
    game: Any = SimpleNamespace(built_in=built_in)
    lists = tuple(ListText(Path(f"{n}.yaml"), own, "yaml", b"", (), ()) for n, own in enumerate((False, True, True)))
    product = ProductLists("game", game, game, lists)
    assert [product.writable(n) for n in range(3)] == [lists[n] for n in saved_in]
    if built_in:
        with pytest.raises(UsageError, match="no folder"):
            product._replace(lists=lists[:1]).writable(0)


def test_folders_of_games_come_first_and_each_has_a_number(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Path, "home", lambda: tmp_path)
    home = tmp_path / "work"
    for name in ("Beta/", "alpha/", "game/game.yaml", "zeta/game.yaml", ".hidden/", "file.txt"):
        (home / name).parent.mkdir(parents=True, exist_ok=True)
        (home / name).mkdir() if name.endswith("/") else (home / name).touch()
    starts = GameStarts(home)
    here = starts.folder_data(home)
    assert [(row["name"], row["game"]) for row in here["folders"]] == [
        ("game", True), ("zeta", True), ("alpha", False), ("Beta", False),
    ]  # fmt: skip
    assert [starts.folders[row["folder"]] for row in here["folders"]] == [
        home / name for name in ("game", "zeta", "alpha", "Beta")
    ]
    assert (starts.folders[here["up"]], here["game"]) == (tmp_path, False)
    assert starts.folder_data(tmp_path)["up"] is None and starts.folder_data(home / "game")["game"] is True


def test_files_of_a_run_are_shown_or_saved_and_no_others(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Kitchen.copied(home / "kitchen")
    out = home / "output"
    (out / "folder").mkdir(parents=True)
    for path in (out / "a.PDF", out / "notes.yaml", home / "secret.pdf", home / "output-too.pdf"):
        path.write_bytes(b"%PDF")
    (out / "link.pdf").symlink_to(home / "secret.pdf")
    names = ("a.PDF", "notes.yaml", "folder", "link.pdf", "gone.pdf", "../secret.pdf", "../output-too.pdf")
    run = SimpleNamespace(files=[out / name for name in names])
    monkeypatch.setattr(CommandRuns, "run", lambda self, name: run)
    with opened(Workshop.of(["kitchen"], None, out)) as page:
        answers = [page.get(f"/api/run/x/files/{n}{ask}") for ask in ("", "?save") for n in range(len(names) + 1)]
    half = len(names) + 1
    assert [answer.status_code for answer in answers] == 2 * [200, 200, *(half - 2) * [404]]
    shown, saved = answers[0], answers[half]
    assert shown.headers["content-type"] == "application/pdf"
    assert answers[1].headers["content-type"] == "text/plain; charset=utf-8"
    assert [one.headers["content-disposition"].partition(";")[0] for one in (shown, saved)] == ["inline", "attachment"]
    assert "default-src 'none'" in shown.headers["content-security-policy"]
