"""Casting: which parts a record's fields call for, and who has the last word."""

import re
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest
from drawn import Shelf, told
from places import DOCS

from printgen.art.casting import SAID, Casting, cast, spoken, unknown_parts
from printgen.base.seeds import templates_folder
from printgen.drawing.pieces import PartError, TemplateProblem
from printgen.faces.library import default_library
from printgen.reading.yaml_events import load_yaml

RULES: dict[str, Any] = {
    "defaults": {"head": "head", "headgear": "helmet", "chest": ["collar"], "skin": {"any": ["light", "tan", "dark"]}},
    "rules": [
        {"when": {"service": "NAVY"}, "look": {"headgear": "cap", "scene": "sea"}},
        {"when": {"role": "*diver*"}, "look": {"headgear": "mask", "+back": "tank"}},
        {"when": {"weapons": ["rifle", "carbine"]}, "look": {"+front": "rifle"}},
        {"when": {"weapons": "knife"}, "look": {"+front": ["knife", "sheath"]}},
        {"when": {"service": "NAVY", "fp": 3}, "look": {"torso": "vest"}},
    ],
}


def look(own: Mapping[str, Any] = {}, seed: int = 1, **record: Any) -> dict[str, Any]:
    return cast(RULES, record, own, seed)


def test_a_record_that_no_rule_knows_has_the_defaults() -> None:
    assert {**look(), "skin": "?"} == {"head": "head", "headgear": "helmet", "chest": ["collar"], "skin": "?"}


def test_a_rule_adds_and_replaces() -> None:
    navy = look(service="NAVY")
    assert (navy["headgear"], navy["scene"], navy["head"]) == ("cap", "sea", "head")


def test_the_later_rule_wins() -> None:
    assert look(service="NAVY", role="Deep diver")["headgear"] == "mask"


def test_words_match_with_stars_and_without_case() -> None:
    assert look(role="Night DIVER team")["headgear"] == "mask"
    assert look(role="Dive")["headgear"] == "helmet"
    assert look(service="navy")["scene"] == "sea"


def test_every_condition_of_a_rule_must_hold() -> None:
    assert "torso" not in look(service="NAVY", fp=2)
    assert "torso" not in look(fp=3)
    assert look(service="NAVY", fp=3)["torso"] == "vest"


def test_a_list_matches_by_any_of_its_items_and_plus_gathers() -> None:
    assert look(weapons=("carbine",))["front"] == ["rifle"]
    assert look(weapons=("knife", "rifle"))["front"] == ["rifle", "knife", "sheath"]
    assert "front" not in look(weapons=())


def test_a_field_that_is_left_out_matches_nothing() -> None:
    assert look(service=None, role=None)["headgear"] == "helmet"


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


def test_the_own_look_has_the_last_word() -> None:
    own = look({"headgear": "beret", "front": "radio", "skin": "dark"}, service="NAVY", weapons=("rifle",))
    assert (own["headgear"], own["front"], own["skin"], own["scene"]) == ("beret", "radio", "dark", "sea")


def test_the_own_look_may_add() -> None:
    assert look({"+chest": "medal", "+front": "radio"}, weapons=("rifle",))["chest"] == ["collar", "medal"]
    assert look({"+front": "radio"}, weapons=("rifle",))["front"] == ["rifle", "radio"]


def test_none_empties_a_slot() -> None:
    assert look({"headgear": "none"})["headgear"] == "none"
    assert look({"chest": "none"})["chest"] == "none"


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


ANIMALS = {
    "Timber Wolf (grey)": "wolf", "Police Dog": "dog-shepherd", "Junkyard the Rottweiler": "dog-rottweiler",
    "Max, Bobcat": "bobcat", "Bald Eagle": "eagle", "Polly": "parrot", "Trained Falcon": "falcon", "Barn Owl": "owl",
    "Condor": "vulture", "Crow": "raven", "Spotted Hyena": "hyena", "Grizzly Bear": "bear", "Black Panther": "panther",
    "Bengal Tiger": "tiger", "Mountain Lion": "cougar", "African Lion": "lion", "Silverback Gorilla": "ape",
    "War Horse": "horse", "Wild Boar": "boar-hog", "Boa": "snake-coil", "King Cobra": "snake-coil", "Cat": "bobcat",
    "Nile Crocodile": "crocodile", "Great White Shark": "shark", "Dolphin": "dolphin", "Devil Ray": "manta-ray",
    "Something else": "dog-shepherd",
}  # fmt: skip


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
    for key in SAID:
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
    assert set(rows) == set(SAID)
    for key in SAID:
        for word in re.split("[,;] ", rows[key]):
            assert spoken(rules(), key, word) is not None, word


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


@pytest.mark.parametrize("called", ANIMALS)
def test_an_animal_is_drawn_as_it_is_called(called: str) -> None:
    assert shipped("Uzi", called, traits=("animal companion",))["front"] == [ANIMALS[called]]
    armed = shipped("Uzi", called, traits=("animal companion",), weapons=("sub-machine gun",))
    # What is in the hand stays there; the animal stands before it.
    assert armed["front"] == ["smg", ANIMALS[called]]


def test_weapons_are_drawn_as_they_are_called() -> None:
    knife = shipped("Combat Knife", traits=("one HTH weapon",))
    assert (knife["front"], knife["back"]) == (["bowie-knife"], [])
    assert shipped(traits=("one HTH weapon",))["back"] == ["katana-one"]
    assert shipped("Fire Axe", "Rifle", traits=("one HTH weapon",), weapons=("automatic rifle",))["back"] == [
        "battle-axe"
    ]
    # One sword is in the hand, or over the back beside a gun, and not both.
    both = shipped("Nunchaku", "Sword", traits=("two HTH weapons",))
    assert (both["front"], both["back"]) == (["nunchaku"], ["katana-one"])
    assert shipped("Ninja Swords", traits=("two HTH weapons",))["back"] == []
    sword = shipped("Sword", traits=("one HTH weapon",))
    assert (sword["front"], sword["back"]) == (["sword"], [])
    assert shipped("Sword", "Uzi", traits=("one HTH weapon",), weapons=("sub-machine gun",))["back"] == ["katana-one"]
    assert shipped("Swords", "Uzi", traits=("two HTH weapons",), weapons=("pistol",))["back"] == ["katana-pair"]
    assert shipped("60mm Mortar", weapons=("grenade launcher",))["front"] == ["mortar"]
    knives = shipped("Machete", "Wolf", traits=("animal companion", "one HTH weapon"))
    assert (knives["front"], knives["back"]) == (["bowie-knife", "wolf"], [])
    # Behind a crocodile nobody would see the gun.
    assert shipped("Uzi", "Crocodile", weapons=("sub-machine gun",), traits=("animal companion",))["back"] == [
        "rifle-up"
    ]


def test_what_is_told_apart_is_drawn_apart() -> None:
    jedi = shipped("Staff", "Lightsaber", traits=("two HTH weapons",))
    assert (jedi["front"], jedi["back"]) == (["staff", "lightsaber"], [])
    # Grenades are at the belt of who has a gun as well.
    gunner = shipped("Machine gun", "Grenades", weapons=("light machine gun", "grenade launcher"))
    assert gunner["front"] == ["machine-gun"]
    assert shipped("Hand grenades", weapons=("grenade launcher",))["front"] == ["grenade-hand"]
    assert shipped("Jetpack", traits=("flying",))["back"] == ["jet-pack"]
    assert shipped("Parachute", traits=("flying",))["back"] == ["parachute-pack"]


VEHICLES = {
    "VAMP jeep": "jeep", "M.O.B.A.T. tank": "tank", "Dragonfly helicopter": "heli-gunship",
    "Rescue chopper": "heli", "RAM motorcycle": "motorbike", "Thunderhawk sports car": "sports-car",
    "Killer WHALE hovercraft": "hovercraft", "Devilfish speedboat": "speedboat", "SHARC mini-sub": "mini-sub",
    "Skystriker jet": "swing-jet", "Snow Cat": "snowcat", "Stealth fighter": "stealth-jet",
    "X-wing fighter": "stiletto-jet", "speeder bike": "speeder-bike", "AT-ST walker": "walker",
    "Falcon glider": "glider", "Swamp Skier airboat": "airboat", "Troop carrier": "armored-car",
    "Space shuttle": "space-shuttle", "Rubber raft": "rubber-raft", "something else": "jeep",
}  # fmt: skip


@pytest.mark.parametrize("called", VEHICLES)
def test_a_vehicle_is_drawn_as_it_is_called(called: str) -> None:
    parts = default_library().studio.parts.names("craft")
    for record in ({"figure": {"vehicle": called}}, {"role": f"{called}"}, {"role": f"{called} driver"}):
        craft = cast(rules(), {"traits": ["vehicle"], **record}, {}, 1)["craft"]
        assert craft == VEHICLES[called] and craft in parts
        # Who stands beside his vehicle is drawn on foot.
        assert "craft" not in cast(rules(), record, {}, 1)


def test_a_vehicle_that_is_not_named_is_one_for_what_its_driver_does() -> None:
    for skill, trait, craft in (
        ("armor", "heavily armored vehicle", "tank"), ("armor", "armored vehicle", "armored-car"),
        ("snow", "vehicle", "snowcat"), ("driver", "vehicle", "jeep"), ("swamp", "vehicle", "airboat"),
    ):  # fmt: skip
        assert shipped(skills=(skill,), traits=(trait,))["craft"] == craft
    assert shipped(skills=("air",), traits=("vehicle", "flying"))["craft"] in ("jet", "jet-fighter", "swing-jet")
    own = cast(rules(), {"traits": ["vehicle"]}, {"craft": "none"}, 1)
    assert own["craft"] == "none"


def test_headgear_follows_the_role() -> None:
    for seed in range(12):
        record = {"role": "Sniper", "skills": ["recon"], "weapons": ["sniper rifle"]}
        assert cast(rules(), record, {}, seed)["headgear"] in ("boonie", "watch-cap", "headband")
    assert shipped(role="Ranger")["headgear"] == "beret"
    assert shipped(role="Explosives Engineer")["headgear"] == "hard-hat"
    assert shipped(role="Imperial Stormtrooper")["headgear"] == "faceless-helmet"
    assert shipped(role="Snow Trooper", skills=("snow",))["headgear"] == "parka-hood-open"


def test_a_key_in_a_field_and_a_minus() -> None:
    rules = {"rules": [
        {"when": {"kit.bag": "*rope*"}, "look": {"+back": ["rope", "hook"]}},
        {"when": {"kit.bag": "*knot*"}, "look": {"-back": "rope", "-front": "radio"}},
    ]}  # fmt: skip
    assert cast(rules, {"kit": {"bag": ["a rope"]}}, {}, 1) == {"back": ["rope", "hook"]}
    assert cast(rules, {"kit": {"bag": ["a rope", "a knot"]}}, {}, 1) == {"back": ["hook"], "front": []}
    for record in ({"kit": "rope"}, {"kit": {}}, {"kit": None}, {}):
        assert cast(rules, record, {}, 1) == {}
    with pytest.raises(PartError, match="a look has no 'bakc'"):
        cast({}, {}, {"-bakc": "rope"}, 1)
