"""What the studio answers, as text: it changes only when somebody means it to.

`pytest tests/studio/test_answers.py --update-golden` writes the texts anew.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from goldens import GOLDEN, as_lines, differences
from kitchen import SAMPLE, Kitchen
from starlette.testclient import TestClient
from studios import opened

from printgen.build.live import LiveGame
from printgen.studio.actions import Live, desks_for
from printgen.studio.workshop import Workshop

HEROES = {"game": "kitchen", "product": "heroes"}
TIN = {"game": "garden", "product": "walled-garden"}
SOUP = {"index": 0, "name": "Crème Brûlée", "values": {"name": "Crème Brûlée", "course": "main", "taste": 11}}
ANSWERS: dict[str, tuple[str, dict[str, Any] | None]] = {
    "shelf": ("/api/shelf", None),
    "starts": ("/api/starts", None),
    "game": ("/api/games/kitchen", None),
    "board": ("/api/games/garden", None),
    "product": ("/api/games/kitchen/products/heroes", None),
    "wall": ("/api/games/kitchen/products/heroes/wall", None),
    "companies": ("/api/games/trains/products/privates/wall", None),
    "form": ("/api/games/kitchen/products/heroes/forms/1", None),
    "blank": ("/api/games/kitchen/products/heroes/forms/new", None),
    "towns": ("/api/games/trains/products/privates/forms/0", None),
    "draft": ("/api/games/kitchen/products/heroes/draft", SOUP),
    "texts": ("/api/games/kitchen/texts", None),
    "print": ("/api/print?game=kitchen", None),
    "plan": ("/api/print/plan", {"ticked": HEROES, "how": {"paper": "a4", "gutter": "3mm"}}),
    "plan-piles": ("/api/print/plan", {"ticked": {**HEROES, "copies": 9}, "how": {"stack": "piles", "duplex": "none"}}),
    "plan-board": ("/api/print/plan", {"ticked": TIN}),
    "send": ("/api/send?game=kitchen", None),
    "send-look": ("/api/send/look", {"game": "kitchen", "format": "pcio"}),
}
ACTS: dict[str, tuple[str, str, dict[str, Any]]] = {
    "bench": ("trooper", "bench", {}),
    "search": ("trooper", "search", {"text": "xm"}),
    "wish": ("trooper", "draft", {"wish": {"name": "Rivet", "said": {
        "service": ["NF"], "role": ["Ranger"], "skills": ["air", "snow"], "weapons": ["bazooka"], "traits": ["leader"],
    }, "figure": {"text": "2021 Classified", "accessories": ["XM-76", "katana", "Zorblax Emitter"]}}}),
    "lab": ("lab", "bench", {}),
    "fight": ("lab", "fight", {"attack": ["Duke", "Stalker"], "defend": ["Destro", "Vipers"], "terrain": "jungle"}),
    "odds": ("lab", "odds", {}),
}  # fmt: skip


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[TestClient, Path]]:
    """A browser on a studio with three games."""
    home = tmp_path_factory.mktemp("home")
    games = {"kitchen": "kitchen-heroes", "garden": "garden", "trains": "rail-barons"}
    folders = [str(Kitchen.copied(home / name, SAMPLE.parent / sample).folder) for name, sample in games.items()]
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(home)
        with opened(Workshop.of(folders, home / "mine", home / "out")) as client:
            yield client, home


@cache
def joe() -> LiveGame:
    return LiveGame("go-joe", Path("my-cards"))


def plain(value: object, home: Path) -> str:
    """An answer without pictures, and without what differs from day to day: the folder, addresses, hashes and times."""
    text = re.sub(r'"(<svg|data:)[^"\\]*(\\.[^"\\]*)*"', '"(a picture)"', as_lines(value).replace(str(home), "HOME"))
    text = re.sub(r'"(address|front|back|key|cover)": "[/#][^"]*"', r'"\1": "#"', text)
    return re.sub(r"\b[0-9a-f]{16,}\b|(?<![.\d])\d{10,}(\.\d+)?\b", "#", text)


@pytest.mark.parametrize("name", ANSWERS)
def test_the_studio_answers_what_it_did(name: str, page: tuple[TestClient, Path], update_golden: bool) -> None:
    client, home = page
    path, body = ANSWERS[name]
    answer = client.get(path) if body is None else client.post(path, json=body)
    assert answer.status_code == 200, answer.text
    assert differences({GOLDEN / "answers" / f"{name}.txt": plain(answer.json(), home)}, update_golden) == []


@pytest.mark.parametrize("name", ACTS)
def test_a_desk_answers_what_it_did(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, update_golden: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    desk, action, asks = ACTS[name]
    game = joe()
    known = desks_for(game, "joe-deck")[desk].load()[action]
    answer = known.run(Live.of(game, "joe-deck"), known.asks.model_validate_json(json.dumps(asks)))
    told = {**answer.data, "pictures": sorted(answer.pictures)}
    assert differences({GOLDEN / "answers" / f"joe-{name}.txt": plain(told, Path("/nowhere"))}, update_golden) == []
