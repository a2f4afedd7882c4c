"""The desk where a card is designed from a figure: what the page asks for, and what comes of it."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from kitchen import Run
from PIL import Image

from printgen.base.errors import PrintgenError
from printgen.build.live import LiveGame
from printgen.designer.context import guidelines_for
from printgen.rules.guidelines import Guidelines
from printgen.studio.actions import ActionAnswer, Live, desks_for

DECK = "go-joe/joe-deck"
OWN = Path("my-cards/go-joe/joe-deck.yaml")
RIVET: Mapping[str, Any] = {
    "name": "Rivet",
    "said": {"service": ["GJ"], "role": ["Bridge Builder"], "skills": ["demolitions"], "traits": ["big muscles"]},
    "figure": {"text": "2021 Classified", "accessories": ["XM-76", "katana", "Zorblax Emitter"]},
    "look": {"seed": 12, "scene": "swamp", "front": ["pistol"]},
}


@pytest.fixture(autouse=True)
def at_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PRINTGEN_CARDS", raising=False)
    monkeypatch.setattr("sys.stdin", io.StringIO())


class Desk:
    """The desk of a game that stays loaded."""

    def __init__(self, product: str = "joe-deck", game: str = "go-joe") -> None:
        self.game, self.product = LiveGame(game, Path("my-cards")), product
        self.uploads: dict[str, bytes] = {}

    def __call__(self, action: str, asks: Mapping[str, Any] | None = None) -> ActionAnswer:
        known = desks_for(self.game, self.product)["trooper"].load()[action]
        return known.run(Live.of(self.game, self.product, uploads=self.uploads), known.asks.model_validate(asks or {}))

    def write_files(self, answer: ActionAnswer) -> None:
        """Write what an action says is to be written, as the studio does, and read the game anew."""
        for path, held in answer.files.items():
            before = answer.before[path]
            assert (path.read_bytes() if path.exists() else None) == before
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(held or b"")
        assert self.game.reload(), self.game.findings


def guidelines_of(desk: Desk) -> Guidelines:
    found = guidelines_for(desk.game.job.game, desk.game.product(desk.product))
    assert found is not None
    return found


@pytest.fixture(scope="module")
def loaded() -> Desk:
    return Desk()


def photo(color: str = "#806040") -> bytes:
    made = io.BytesIO()
    Image.new("RGB", (900, 840), color).save(made, "JPEG")
    return made.getvalue()


@pytest.mark.slow
def test_takes_part_where_cards_have_guidelines() -> None:
    game = LiveGame("go-joe")
    assert "trooper" in desks_for(game, "joe-deck") and "trooper" in desks_for(game, "cobra-deck")
    assert "trooper" not in desks_for(game, "board-poster") and "trooper" not in desks_for(game, "blank-cards")


def test_the_form_says_what_each_word_is_worth_and_is_called(loaded: Desk) -> None:
    form = loaded("bench").data
    fields = {field["name"]: field for field in form["fields"]}
    assert [*fields] == ["service", "role", "skills", "weapons", "traits"]
    weapons = {word["word"]: word for word in fields["weapons"]["words"]}
    assert weapons["bazooka"]["worth"] == [{"stat": "fp", "label": "FP", "amount": 6, "to": None, "best": True}]
    assert "XM-76" in weapons["grenade launcher"]["aliases"]
    assert weapons["vehicle mounted systems"]["numbers"] == (7, 12)
    traits = {word["word"]: word for word in fields["traits"]["words"]}
    assert [(one["label"], one["amount"]) for one in traits["ninja"]["worth"]] == [("CC", 1), ("TAC", 1)]
    assert traits["one HTH weapon"]["excludes"] == ["two HTH weapons"]
    assert (
        fields["skills"]["most"] == 4
        and {"word": "GJ", "title": "G.I. Joes"}.items() <= fields["service"]["words"][0].items()
    )
    keys = {key["key"]: key for key in form["look"]}
    assert {"sex", "hair", "face", "headgear", "front", "back", "scene", "main"} <= keys.keys()
    assert {"value": "none", "label": "none", "sort": ""} in keys["front"]["choices"]
    assert [one["value"] for one in keys["pose"]["choices"]][:3] == ["bust", "three-quarter", "kneeling"]
    assert form["window"] == [51.08, 47.6]
    words = {name: {one["value"]: one["sort"] for one in key["choices"]} for name, key in keys.items()}
    assert [*words["sex"]] == ["woman", "man"] and {"bare", "helmet", "beret"} <= words["headgear"].keys()
    sorts = {"calm": "Expression", "round": "Build", "broad nose": "Nose", "goatee": "Beard and marks"}
    assert {**sorts, "glasses": "Worn on it", "olive": "Skin"}.items() <= words["face"].items()
    # Colours of hair are chosen by themselves.
    assert "crew cut" in words["hair"] and not {"hair", "blond", "red"} & words["hair"].keys()


@pytest.mark.parametrize(
    ("text", "word"), [("XM-76", "grenade launcher"), ("katana", "one HTH weapon"), ("wolf", "animal companion")]
)
def test_what_the_box_says_is_understood(loaded: Desk, text: str, word: str) -> None:
    assert loaded("search", {"text": text}).data["means"]["word"] == word


def test_a_slip_has_a_suggestion_and_a_beginning_is_completed(loaded: Desk) -> None:
    assert [one["name"] for one in loaded("search", {"text": "bazoka"}).data["near"]] == ["bazooka"]
    assert [one["name"] for one in loaded("search", {"text": "swmp"}).data["near"]] == ["Swamp"]
    assert "XM-76" in [one["name"] for one in loaded("search", {"text": "xm"}).data["found"]]
    assert loaded("search", {"text": "helmet"}).data["nothing"]
    nobody = loaded("search", {"text": "Zorblax Emitter"}).data
    assert nobody["means"] is None and not nobody["nothing"] and nobody["near"] == []


@pytest.mark.slow
def test_the_card_follows_what_is_said(loaded: Desk) -> None:
    made = loaded("draft", {"wish": RIVET})
    stats = {one["name"]: one for one in made.data["stats"]}
    assert [stats[key]["printed"] for key in ("fp", "cc", "tac")] == [6, 5, 4]
    assert stats["cc"]["lines"] == [
        {"line": "base", "amount": 3}, {"line": "big muscles", "amount": 1}, {"line": "one HTH weapon", "amount": 1},
    ]  # fmt: skip
    assert made.data["added"] == [
        {"word": "demolitions", "field": "traits", "reason": "the skill and the training are one"}
    ]
    assert [one["told"] for one in made.data["box"] if not one["known"]] == ['"Zorblax Emitter" is not in words.yaml']
    assert made.data["ready"] and made.data["inferred"] == ["big muscles"] and set(made.pictures) == {"front", "back"}
    marks = {one["word"]: (one["mark"], one["from"]) for one in made.data["held"]["traits"]}
    assert marks["one HTH weapon"] == ("seen", ["katana"]) and marks["big muscles"] == ("inferred", [])
    other = loaded("draft", {"wish": {**RIVET, "look": {**RIVET["look"], "scene": "desert"}}})
    assert other.pictures["front"] != made.pictures["front"] and other.pictures["back"] == made.pictures["back"]


def test_an_unfinished_card_is_drawn_as_far_as_it_goes(loaded: Desk) -> None:
    nothing = loaded("draft")
    assert nothing.data["missing"] == ["name", "service", "role"] and not nothing.data["ready"]
    assert set(nothing.pictures) == {"front", "back"} and nothing.findings == ()
    said = {"skills": ["swmp", "air", "snow", "forest", "desert", "jungle"], "weapons": ["bazoka", "uzi"]}
    typed = loaded("draft", {"wish": {"name": "R", "said": {**said, "service": ["Nite Force"]}}})
    slips = {one["word"]: (one["field"], one["hint"]) for one in typed.data["slips"]}
    assert slips["swmp"] == ("skills", "Did you mean 'Swamp'?") and slips["bazoka"][1] == "Did you mean 'bazooka'?"
    assert slips["Nite Force"] == ("service", "Did you mean 'Night Force'?") and slips["jungle"][0] == "skills"
    assert "front" in typed.pictures and typed.data["card"]["weapons"] == ["sub-machine gun"]
    far = loaded(
        "draft", {"wish": {**RIVET, "stats": {"fp": 40}, "look": {"hair": "lnog", "scene": "moon", "tilt": 3}}}
    )
    assert {one["field"] for one in far.data["slips"]} == {"fp", "hair", "scene"} and "front" in far.pictures


def test_words_can_be_taken_away_that_figure_or_role_call_for(loaded: Desk) -> None:
    wish = {**RIVET, "without": ["one HTH weapon", "demolitions"]}
    made = loaded("draft", {"wish": wish}).data
    assert made["card"]["traits"] == ["big muscles"] and made["card"]["figure"]["accessories"][1] == "katana"
    assert [(one["word"], one["changes"]) for one in made["left_out"]] == [("one HTH weapon", ["cc"])]


def test_numbers_by_hand_have_their_reasons(loaded: Desk) -> None:
    wish = {**RIVET, "stats": {"fp": 8, "tac": 2}, "reasons": {"fp": "Two barrels"}}
    made = loaded("draft", {"wish": wish})
    assert made.data["card"]["deviations"] == [
        {"stat": "fp", "amount": 2, "reason": "Two barrels"}, {"stat": "tac", "amount": -2, "reason": "set by hand"},
    ]  # fmt: skip


def test_thumbnails_differ_and_follow_the_card(loaded: Desk) -> None:
    for key, choices in (("hair", ["long", "mohawk"]), ("scene", ["swamp", "desert"]), ("front", ["none", "pistol"]),
                         ("pose", ["bust", "back"])):  # fmt: skip
        pictures = loaded("thumbnails", {"wish": RIVET, "key": key, "choices": [*choices, "no such thing"]}).pictures
        one, other = (pictures[choice] for choice in choices)
        assert one != other and one.width == one.height and "no such thing" in pictures
    woman = {**RIVET, "look": {**RIVET["look"], "sex": "woman"}}
    asked = {"key": "hair", "choices": ["bob"]}
    assert (
        loaded("thumbnails", {"wish": woman, **asked}).pictures
        != loaded("thumbnails", {"wish": RIVET, **asked}).pictures
    )


@pytest.mark.slow
def test_what_is_saved_is_what_the_command_writes(run: Run) -> None:
    desk = Desk()
    look = {"sex": "woman", "hair": "long red", **RIVET["look"], "mirror": True, "main": "#5A6338"}
    wish = {**RIVET, "without": ["demolitions"], "stats": {"fp": 8}, "reasons": {"fp": "Two: barrels"}, "look": look}
    saved = desk("save", {"wish": wish})
    assert not OWN.exists()
    assert [*saved.files] == [OWN.resolve()]
    flags = {field.name: field.flag for field in guidelines_of(desk).fields.values()}
    words = [word for key, held in wish["said"].items() for one in held for word in (flags[key], one)]
    words += [word for name in wish["figure"]["accessories"] for word in ("--accessory", name)]
    words += [
        "--figure",
        wish["figure"]["text"],
        "--without",
        "demolitions",
        "--fp",
        "8",
        "--fp-reason",
        "Two: barrels",
    ]
    words += ["--sex", "woman", "--hair", "long red", "--look", "seed=12", "--look", "scene=swamp"]
    words += ["--look", "front=pistol", "--look", "mirror=true", "--look", "main=#5A6338"]
    made = run("new", DECK, "Rivet", *words)
    assert made.code == 0 and [one.message in made.err for one in saved.findings] == [True]
    assert OWN.read_bytes() == saved.files[OWN.resolve()]


@pytest.mark.slow
def test_a_photo_is_saved_beside_the_list_and_drawn_before() -> None:
    desk = Desk()
    desk.uploads["a1"] = photo()
    wish = {**RIVET, "photo": "a1"}
    drawn = desk("draft", {"wish": wish})
    assert drawn.data["card"]["art"] == "pictures/rivet.jpg" and not drawn.findings
    assert drawn.pictures["front"] != desk("draft", {"wish": RIVET}).pictures["front"]
    saved = desk("save", {"wish": wish})
    desk.write_files(saved)
    picture = Path("my-cards/go-joe/pictures/rivet.jpg")
    assert picture.read_bytes() == photo()
    desk.uploads["a1"] = b"soup"
    with pytest.raises(PrintgenError, match="no picture"):
        desk("draft", {"wish": wish})


@pytest.mark.slow
def test_a_saved_card_opens_as_it_was_wished() -> None:
    desk = Desk()
    wish = {**RIVET, "without": ["demolitions"], "stats": {"fp": 8}, "reasons": {"fp": "Two barrels"}}
    saved = desk("save", {"wish": wish})
    desk.write_files(saved)
    assert desk("bench").data["own"] == ["Rivet"]
    again = desk("open", {"name": "Rivet"}).data["wish"]
    card = desk("draft", {"wish": again})
    assert card.data["card"] == saved.data["record"] and not card.data["taken"]
    assert desk("draft", {"wish": RIVET}).data["taken"]
    with pytest.raises(PrintgenError, match="already"):
        desk("save", {"wish": RIVET})
    with pytest.raises(PrintgenError, match="no card named"):
        desk("open", {"name": "Duke"})


OWN_TEXT = """\
# The team of my street
- name: Mossback   # my oldest figure
  service: GJ
  # copied from the box
  role: Swamp Guide
  skills: [swamp]
  fp: 2
  cc: 3
  tac: 4
  weapons: [bow]   # a long one
  traits: [survival training]
  copies: 2
  look: {scene: {any: [swamp, jungle]}, hair: mohawk}
- name: Kite
  service: GJ
  role: Scout
  skills: []
  fp: 0
  cc: 3
  tac: 3
  weapons: []
  traits: []
"""


def own_list() -> None:
    OWN.parent.mkdir(parents=True)
    OWN.write_text(OWN_TEXT)


def test_a_changed_card_keeps_its_comments() -> None:
    own_list()
    desk = Desk()
    wish = desk("open", {"name": "Mossback"}).data["wish"]
    assert wish["look"] == {"hair": "mohawk"} and wish["of"] == "Mossback"
    assert desk("save", {"wish": wish}).files[OWN.resolve()] == OWN_TEXT.encode()
    wish["said"]["role"], wish["said"]["skills"] = ["Swamp King"], ["swamp", "leader"]
    wish["figure"]["accessories"] = ["katana"]
    drawn = desk("draft", {"wish": wish})
    assert drawn.data["ready"] and drawn.data["card"]["look"]["scene"] == {"any": ["swamp", "jungle"]}
    saved = desk("save", {"wish": wish})
    text = (saved.files[OWN.resolve()] or b"").decode()
    for kept in (
        "# The team",
        "# my oldest figure",
        "# copied from the box",
        "copies: 2",
        "scene: {any: [swamp, jungle]}",
    ):
        assert kept in text
    assert "role: Swamp King" in text and "skills: [swamp, leader]" in text and text.endswith(OWN_TEXT[-120:])
    wish["name"] = "Kite"
    with pytest.raises(PrintgenError, match="already"):
        desk("save", {"wish": wish})


@pytest.mark.slow
def test_what_somebody_else_made_of_a_card_is_not_overwritten() -> None:
    own_list()
    desk = Desk()
    opened = desk("open", {"name": "Mossback"}).data
    wish = {**opened["wish"], "name": "Moss"}
    assert desk("save", {"wish": wish, "seen": opened["seen"]}).files
    OWN.write_text(OWN_TEXT.replace("Swamp Guide", "Swamp Lord"))
    assert desk.game.reload()
    with pytest.raises(PrintgenError, match="changed meanwhile"):
        desk("save", {"wish": wish, "seen": opened["seen"]})
    OWN.write_text(OWN_TEXT.replace("Scout", "Spy"))
    assert desk.game.reload() and desk("save", {"wish": wish, "seen": opened["seen"]}).files
    # The game may not have been read anew yet.
    OWN.write_text(OWN_TEXT.replace("Swamp Guide", "Swamp King"))
    with pytest.raises(PrintgenError, match="changed meanwhile"):
        desk("save", {"wish": wish, "seen": opened["seen"]})
    assert desk("save", {"wish": wish}).files
