"""Casting: which parts a record's fields call for, and who has the last word."""

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from drawn import Shelf, told
from places import DOCS

from printgen.art.casting import WORD_KEYS, Casting, cast, looks_of_words, unknown_parts
from printgen.base.folders import templates_folder
from printgen.drawing.pieces import PartError, TemplateProblem
from printgen.faces.library import default_library
from printgen.reading.yaml_events import load_yaml

with (Path(__file__).with_name("casting.yaml")).open(encoding="utf-8") as file:
    CASES: dict[str, Any] = yaml.safe_load(file)


def look(own: Mapping[str, Any] = {}, seed: int = 1, **record: Any) -> dict[str, Any]:
    return cast(CASES["rules"], record, own, seed)


@pytest.mark.parametrize(("record", "own", "gives"), CASES["looks"])
def test_a_look_follows_rules_and_its_own_words(
    record: dict[str, Any], own: dict[str, Any], gives: dict[str, Any]
) -> None:
    found = look(own, **record)
    assert {key: found.get(key) for key in gives} == gives


@pytest.mark.parametrize(
    ("word", "text", "fits"),
    [
        ("sea*dog", "Seadog", True), ("sea*dog", "sea dogs", False), ("*sea*", "at sea", True),
        ("aba*ba", "aba", False), ("*sea*sea*", "sea", False), ("*sea*sea*", "sea by sea", True),
        ("*b*a*", "a, b", False), ("*b*a*", "a, b, a", True),
    ],
)  # fmt: skip
def test_what_a_rule_has_around_stars_is_there_in_turn(word: str, text: str, fits: bool) -> None:
    casting = {"defaults": {}, "rules": [{"when": {"role": word}, "look": {"headgear": "mask"}}]}
    assert (cast(casting, {"role": text}, {}, 1).get("headgear") == "mask") == fits


def test_what_is_left_open_the_seed_settles() -> None:
    skins = [look(seed=seed)["skin"] for seed in range(30)]
    assert set(skins) == {"light", "tan", "dark"}
    assert skins == [look(seed=seed)["skin"] for seed in range(30)]


def test_slots_are_settled_each_by_itself() -> None:
    open_ = {"any": ["a", "b", "c", "d"]}
    alone = [look({"scene": open_}, seed=seed)["scene"] for seed in range(20)]
    beside = [look({"scene": open_, "head": open_}, seed=seed) for seed in range(20)]
    assert [b["scene"] for b in beside] == alone
    assert [b["head"] for b in beside] != alone


def test_the_rules_are_not_changed_by_casting() -> None:
    look({"+chest": "medal"}, weapons=("rifle", "knife"))
    assert look()["chest"] == ["collar"]


@pytest.mark.parametrize(("slot", "near"), [("hedgear", "headgear"), ("+frnt", "front")])
def test_an_unknown_slot_has_a_suggestion(slot: str, near: str) -> None:
    with pytest.raises(PartError, match=f"a look has no '{slot.strip('+')}'. Did you mean '{near}'"):
        look({slot: "x"})


CASTING_MISTAKES = [
    ("rules: [{look: {headgear: beret}}]", '1:9 the key "when" is missing | Add when: and its value.'),
    (
        "rules: [{when: {role: chef}, look: {hedgear: beret}}]",
        "1:37 unknown key \"hedgear\" | Did you mean 'headgear'?",
    ),
    ("rules: [{when: {role: {any: x}}, look: {}}]", "1:23 role should be"),
    ("rule: []", "1:1 unknown key \"rule\" | Did you mean 'rules'?"),
    ("defaults: {skin: {any: []}}", "any is empty"),
    ("words: {sx: {}}", "1:9 unknown key \"sx\" | Did you mean 'sex'?"),
    ("words: {sex: {woman: {hed: head}}}", "1:23 unknown key \"hed\" | Did you mean 'head'?"),
]


@pytest.mark.parametrize(("text", "words"), CASTING_MISTAKES)
def test_mistakes_in_rules_are_found_in_their_file(shelf: Shelf, text: str, words: str) -> None:
    shelf.write("art/casting.yaml", text + "\n")
    with pytest.raises(TemplateProblem) as caught:
        assert shelf.library.casting
    assert words in "\n".join(told(caught.value.findings))


@cache
def rules() -> Mapping[str, Any]:
    """The casting of the templates."""
    casting = load_yaml((templates_folder() / "art" / "casting.yaml").read_text(encoding="utf-8"), "casting.yaml")
    assert isinstance(casting, Mapping)
    return casting


def shipped(*accessories: str, **record: Any) -> dict[str, Any]:
    """The look that the templates give a card whose figure came with these."""
    return cast(rules(), {"figure": {"accessories": accessories}, **record}, {}, 1)


def said(seed: int = 1, skills: tuple[str, ...] = (), **own: Any) -> dict[str, Any]:
    """The look that the templates give a card of which one said this."""
    return cast(rules(), {"skills": skills, "look": own}, own, seed)


def test_a_word_that_is_a_part_as_well_means_that_part() -> None:
    for slot in ("hair", "headgear"):
        for word, meant in rules()["words"][slot].items():
            if word in default_library().studio.parts.names(slot):
                assert meant[slot] == word
    assert said(hair="crew-cut", headgear="rebreather-mask")["headgear"] == "rebreather-mask"


def test_the_words_of_the_templates_mean_something() -> None:
    casting = default_library().parse(templates_folder() / "art" / "casting.yaml", Casting)
    assert list(unknown_parts(casting, default_library().studio)) == []
    for key in WORD_KEYS:
        for word in getattr(casting.words, key):
            said(**{key: word})


def test_a_woman_has_the_face_of_one_whatever_she_does() -> None:
    for seed in range(20):
        her = said(seed, ("snow",), sex="Woman")
        assert her["head"].startswith("head-woman") and her["headgear"] == "parka-hood-open"
        assert "sex" not in her
        assert her["hair"] in default_library().studio.parts.names("hair")
    assert not said(sex="man")["head"].startswith("head-woman")
    assert {said(seed, sex={"any": ["man", "woman"]})["head"][:10] == "head-woman" for seed in range(9)} == {
        True,
        False,
    }


def test_words_stand_side_by_side_and_the_longest_counts() -> None:
    red = said(hair="Long, red", face="scarred dark", headgear="flight helmet")
    assert (red["hair"], red["hair-color"], red["skin"]) == ("long-hair", "red", "dark")
    assert (red["beard"], red["headgear"]) == ("scar-cheek", "flight-helmet-up")
    assert said(hair=["long", "red"])["hair-color"] == "red"
    # Long hair shows under a hat as well.
    assert red["eyewear"] == ["hat-locks-long"]


def test_the_words_of_the_guide_are_understood() -> None:
    guide = (DOCS / "guide" / "words.md").read_text(encoding="utf-8")
    rows = dict(re.findall(r"^\| `(sex|hair|face|headgear)` \| (.+) \|$", guide, re.MULTILINE))
    assert set(rows) == set(WORD_KEYS)
    for key in WORD_KEYS:
        for word in re.split("[,;] ", rows[key]):
            assert looks_of_words(rules(), key, word) is not None, word


def test_words_win_over_rules_and_parts_over_words() -> None:
    assert said(1, ("leader",), headgear="cowboy hat")["headgear"] == "cowboy-hat"
    assert said(sex="woman", head="head-square", hair="bun", **{"hair-color": "grey"})["head"] == "head-square"
    assert said(headgear="none")["headgear"] == "none"


@pytest.mark.parametrize(("key", "word", "near"), [("sex", "womn", "woman"), ("face", "scared", "scarred")])
def test_a_word_that_nobody_knows_has_a_suggestion(key: str, word: str, near: str) -> None:
    with pytest.raises(PartError, match=f"there is no {key} '{word}'. Did you mean '{near}'"):
        said(**{key: word})


FEATURES = ("head", "skin", "hair", "hair-color", "brows", "eyes", "nose", "mouth", "beard")


def test_there_are_heads_of_many_people() -> None:
    heads = {who: said(who=who) for who in rules()["heads"]}
    women = [who for who, look in heads.items() if look["head"].startswith("head-woman")]
    assert len(women) >= 10 and len(heads) - len(women) >= 20
    faces = [tuple(str(look.get(key)) for key in FEATURES) for look in heads.values()]
    for at, one in enumerate(faces):
        for other in faces[:at]:
            assert sum(a != b for a, b in zip(one, other, strict=True)) >= 4


def test_who_somebody_is_follows_sex_role_and_skill() -> None:
    heads = rules()["heads"]
    asked = {str(name) for rule in rules()["rules"] for name in (rule["look"].get("who") or {}).get("any", ())}
    assert asked | set(rules()["defaults"]["who"]["any"]) == set(heads)
    for seed in range(12):
        general = cast(rules(), {"role": "Army General"}, {}, seed)
        assert general["head"] in (heads["commander"]["head"], heads["colonel"]["head"])
        her = cast(rules(), {"role": "Army General"}, {"sex": "lady"}, seed)
        assert her["head"] in (heads["captain"]["head"], heads["boss"]["head"])
        assert "who" not in general
    # Words and parts of the card change who it is; a look with a head is somebody already.
    assert said(who="rookie", hair="black", face="bearded")["hair-color"] == "black"
    assert said(who="rookie", mouth="grim-mouth")["mouth"] == "grim-mouth"
    assert "beard" not in said(head="head-woman-soft")


def test_nobody_has_a_name_that_is_not_there() -> None:
    with pytest.raises(PartError, match=r"there is nobody called 'roockie'\. Did you mean 'rookie'"):
        said(who="roockie")


def test_a_head_that_is_not_there_is_found(shelf: Shelf) -> None:
    shelf.write("art/casting.yaml", "heads: {twin: {eyes: blue-eyes}}\ndefaults: {who: {any: [twin, twim]}}\n")
    casting = shelf.library.parse(shelf.library.files("art/casting.yaml")[-1], Casting)
    assert [line.split(" | ")[0] for line in told(list(unknown_parts(casting, default_library().studio)))] == [
        "casting.yaml:2:17 there is no who 'twim'",
        "casting.yaml:1:22 there is no eyes 'blue-eyes'",
    ]


def test_a_word_that_is_like_none_is_found(shelf: Shelf) -> None:
    shelf.write("art/casting.yaml", "words: {sex: {man: {}, male: mann, he: male}}\n")
    casting = shelf.library.parse(shelf.library.files("art/casting.yaml")[-1], Casting)
    assert told(list(unknown_parts(casting, default_library().studio))) == [
        "casting.yaml:1:30 no word of sex is 'mann' | Did you mean 'man'?",
        "casting.yaml:1:40 no word of sex is 'male' | Use one of: man.",
    ]


@pytest.mark.parametrize("called", ANIMALS := CASES["animals"])
def test_an_animal_is_drawn_as_it_is_called(called: str) -> None:
    assert shipped("Uzi", called, traits=("animal companion",))["front"] == [ANIMALS[called]]
    armed = shipped("Uzi", called, traits=("animal companion",), weapons=("sub-machine gun",))
    # What is in the hand stays there; the animal stands before it.
    assert armed["front"] == ["smg", ANIMALS[called]]


@pytest.mark.parametrize(("accessories", "record", "gives"), CASES["weapons"])
def test_what_a_figure_has_is_drawn_as_it_is_called(
    accessories: list[str], record: dict[str, Any], gives: dict[str, Any]
) -> None:
    found = shipped(*accessories, **record)
    assert {key: found.get(key) for key in gives} == gives


@pytest.mark.parametrize("called", VEHICLES := CASES["vehicles"])
def test_a_vehicle_is_drawn_as_it_is_called(called: str) -> None:
    parts = default_library().studio.parts.names("craft")
    for record in ({"figure": {"vehicle": called}}, {"role": f"{called}"}, {"role": f"{called} driver"}):
        craft = cast(rules(), {"traits": ["vehicle"], **record}, {}, 1)["craft"]
        assert craft == VEHICLES[called] and craft in parts
        # Who stands beside his vehicle is drawn on foot.
        assert "craft" not in cast(rules(), record, {}, 1)


def test_a_vehicle_that_is_not_named_is_one_for_what_its_driver_does() -> None:
    assert shipped(skills=("air",), traits=("vehicle", "flying"))["craft"] in ("jet", "jet-fighter", "swing-jet")
    own = cast(rules(), {"traits": ["vehicle"]}, {"craft": "none"}, 1)
    assert own["craft"] == "none"


def test_headgear_follows_the_role() -> None:
    for seed in range(12):
        record = {"role": "Sniper", "skills": ["recon"], "weapons": ["sniper rifle"]}
        assert cast(rules(), record, {}, seed)["headgear"] in ("boonie", "watch-cap", "headband")


def test_an_unknown_slot_to_take_from_is_told() -> None:
    with pytest.raises(PartError, match="a look has no 'bakc'"):
        cast({}, {}, {"-bakc": "rope"}, 1)
