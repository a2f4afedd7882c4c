"""A card is designed in the folder of a game of one's own: the game's own list takes it."""

from __future__ import annotations

import io
import shutil
from pathlib import Path
from typing import Any

import pytest
from kitchen import Run
from PIL import Image
from places import SAMPLES

from printgen.base.errors import UsageError
from printgen.build.live import LiveGame
from printgen.studio.actions import ActionAnswer, Live, desks_for

SAMPLE = SAMPLES / "sky-couriers"
ZEPHYR: dict[str, Any] = {
    "name": "Zephyr",
    "said": {"guild": ["royal"], "motto": ["Fly on"], "routes": ["harbor"], "gear": ["sail"], "talents": ["navigator"]},
}


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a copy of a sample, in which somebody works."""
    folder = Path(shutil.copytree(SAMPLE, tmp_path / "couriers"))
    monkeypatch.chdir(folder)
    monkeypatch.delenv("PRINTGEN_CARDS", raising=False)
    monkeypatch.setattr("sys.stdin", io.StringIO())
    return folder


def act(game: LiveGame, action: str, asks: dict[str, Any], **more: Any) -> ActionAnswer:
    known = desks_for(game, "couriers")["trooper"].load()[action]
    answer: ActionAnswer = known.run(Live.of(game, "couriers", **more), known.asks.model_validate(asks))
    return answer


def test_the_room_adds_to_the_games_own_list(game: Path) -> None:
    before = (game / "couriers.yaml").read_text(encoding="utf-8")
    held = io.BytesIO()
    Image.new("RGB", (900, 840), "#806040").save(held, "JPEG")
    live = LiveGame(".")
    bench = act(live, "bench", {}).data
    assert bench["file"] == "couriers.yaml" and not bench["beside"]
    photo = {"me.jpg": held.getvalue()}
    answer = act(live, "save", {"wish": {**ZEPHYR, "photo": "me.jpg"}}, uploads=photo)
    assert {path.name for path in answer.files} == {"couriers.yaml", "zephyr.jpg"}
    for path, data in answer.files.items():
        assert path.resolve().is_relative_to(game)
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data or b"")
    after = (game / "couriers.yaml").read_text(encoding="utf-8")
    assert after.startswith(before) and "- name: Zephyr" in after and "art: pictures/zephyr.jpg" in after
    assert live.reload() and "Zephyr" in [one.name for one in live.product("couriers").records]
    # Each of its cards can be opened again; a card that is there already is none to add.
    assert act(live, "open", {"name": "Ada Quill"}).data["wish"]["name"] == "Ada Quill"
    with pytest.raises(UsageError, match="has a card named 'Zephyr' already"):
        act(live, "save", {"wish": ZEPHYR})


def test_cards_of_another_game_do_not_belong_there(game: Path, run: Run) -> None:
    refused = run("new", "go-joe/joe-deck", "X")
    assert refused.code == 2 and "do not belong into the folder of the game" in refused.err


def test_a_list_that_no_card_can_be_added_to_is_told_of(game: Path, run: Run) -> None:
    (game / "couriers.yaml").rename(game / "couriers.json")
    text = (game / "game.yaml").read_text(encoding="utf-8")
    (game / "game.yaml").write_text(text.replace("list: couriers.yaml", "list: couriers.json"), encoding="utf-8")
    (game / "couriers.json").write_text("[]", encoding="utf-8")
    refused = run("new", "./couriers", "X")
    assert refused.code == 2 and "stand in no list that a card can be added to" in refused.err
