"""The desk of a deck with guidelines: what a search finds, and what an unfinished or a changed card shows."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from printgen.build.live import LiveGame
from printgen.designer.requests import CardRequest
from printgen.studio.actions import Live
from printgen.studio.actions.trooper.form import SearchRequest, search
from printgen.studio.actions.trooper.preview import card_of_request, compose_preview, preview_card
from printgen.studio.actions.trooper.saving import _art

FILES = {
    "game.yaml": """\
title: Squad
version: "1"
tables: {arms: {file: arms.yaml, fields: {name: text}}}
records:
  soldier: {arm: {kind: choice, from: arms}, fp: {kind: integer, min: 0, max: 9}, weapons: {kind: list, optional: true}}
products:
  squad:
    kind: cards
    title: Squad
    list: squad.yaml
    record: soldier
    front: front
    size: 44x67mm
    options: {guidelines: guidelines.yaml}
""",
    "arms.yaml": "sea: {name: Navy}\nfoot: {name: Infantry}\nair: {name: Wings}\n",
    "guidelines.yaml": """\
fields:
  arm: {ask: Arm of service}
  weapons: {one: weapon}
stats:
  fp: {title: Firepower, best-of: [{value: 1, weapons: [pistol]}]}
""",
    "squad.yaml": """\
- {name: Ace, arm: air, fp: 0}
- {name: Doc, arm: foot, fp: 0}
- {name: Twin, arm: foot, fp: 0}
- {name: Twin, arm: sea, fp: 1, weapons: [pistol]}
""",
    "templates/faces/front.yaml": """\
size: [44, 67]
unit: mm
palettes: [dossier]
items:
  - text: {x: 3, y: 9, w: 38, text: "{{ card.name }}", size: 12, color: ink}
""",
}


@pytest.fixture
def live(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Live:
    """A deck of four cards, two of which have one name."""
    monkeypatch.chdir(tmp_path)
    for name, text in FILES.items():
        path = Path("squad", name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return Live.of(LiveGame("squad", Path("my-cards")), "squad")


@pytest.mark.parametrize(("text", "found"), [("n", []), ("na", ["sea"]), ("Inf", ["foot"]), ("air", ["air"])])
def test_two_letters_find_a_word_by_its_title(live: Live, text: str, found: list[str]) -> None:
    answer = search(live, SearchRequest(text=text)).data["found"]
    assert [one["word"] for one in answer if one["field"] == "arm"] == found


def test_a_card_without_an_arm_shows_the_commonest(live: Live) -> None:
    preview = preview_card(card_of_request(live, CardRequest(name="New")))
    assert (preview.missing, preview.values["arm"]) == (("arm",), "foot")


@pytest.mark.parametrize(("of", "names"), [
    ("Doc", ["Ace", "New", "Twin", "Twin"]), ("Twin", ["Ace", "Doc", "Twin", "Twin", "New"]),
    ("", ["Ace", "Doc", "Twin", "Twin", "New"]),
])  # fmt: skip
def test_a_changed_card_replaces_the_only_one_of_its_name(live: Live, of: str, names: list[str]) -> None:
    preview = preview_card(card_of_request(live, CardRequest(name="New", said={"arm": ("foot",)})), of)
    product = compose_preview(live, preview).job.game.products["squad"]
    assert [record.name for record in product.records] == names


@pytest.mark.parametrize(("art", "told"), [("art/a.png", "art/a.png"), ("none", ""), (None, ""), ({"part": "x"}, "")])
def test_the_picture_of_a_card_is_the_file_that_its_list_names(art: object, told: str) -> None:
    record: Any = SimpleNamespace(source={"art": art} if art else {})
    assert _art(record) == told
