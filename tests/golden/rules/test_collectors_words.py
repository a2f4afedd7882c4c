"""What collectors call things: names that no list holds are understood, refused kindly, or not guessed at."""

from __future__ import annotations

import pytest
from guided import farm, go_joe, sums

from printgen.base.seeds import kits_folder
from printgen.reading.files import Files
from printgen.rules.checks import find_likely_slip
from printgen.rules.vocabulary import Vocabulary, fold

# As they might stand in an inventory or on a sheet of instructions; none of them is in words.yaml.
UNDERSTOOD = {
    "pistol": ["Chrome Plated Revolver", "Officer's Sidearm", "Nickel .45 Pistol (silver)", "Twin Laser Pistols"],
    "crossbow pistol": ["Folding Crossbow Pistol", "Bamboo Blowgun with darts"],
    "shotgun": ["Pump Shotgun w/ sling", "Double Barrel Trench Shotgun", "Folding-stock SPAS-12"],
    "machine pistol": ["Silenced Skorpion", "Full-Auto Machine Pistol, black", "Ingram MAC-10 (with strap)"],
    "bow": ["Hunter's Compound Bow", "Elm Long-Bow and quiver"],
    "crossbow": ["Repeating Crossbow", "Pneumatic Spear Gun", "Deep Sea Harpoon Gun with line"],
    "automatic rifle": [
        "Chinese AK-47", "Bullpup Assault Rifle", "Paratrooper Carbine", "Heckler and Koch G3 (grey)", "Rifle, black",
        "Scoped M-16A2 with bayonet", "Desert Tan FAMAS",
    ],
    "sub-machine gun": [
        "Micro Uzi with silencer", "Silenced MP5", "Folding Stock Sub Machine-Gun", "Drum-fed Tommy Gun", "Two Uzis",
        "M-32 (green)", "Israeli Uzi left",
    ],
    "light machine gun": ["Belt-fed Machine Gun on bipod", "Dusty's Light Machine Gun", "Machine Guns", "Soviet RPK"],
    "sniper rifle": ["Bolt Action Sniper Rifle", "Rifle, sniper", "Camo Dragunov with scope"],
    "laser": ["Shoulder Laser Cannon", "Heavy Trooper Blaster Rifle", "Rebel Blaster (black)", "Plasma Rifles"],
    "heavy machine gun": ["M-60", "Door Gunner's M60 with bipod", "Tripod Mounted Heavy Machine-Gun"],
    "flame thrower": ["Twin Tank Flame-Thrower", "Jungle Flamethrower with hose"],
    "bazooka": ["Super Bazooka", "Soviet Recoilless Rifle", "Long-Range Anti Tank Gun"],
    "missiles": ["Red Missile Launcher (spring)", "Missile Firing Sting-Ray", "Wire Guided Missiles", "Twin Torpedoes"],
    "rockets": ["Four Tube Rocket Launcher", "Rocket Launching Crossbow", "Chinese RPG-7 with sight"],
    "mini-gun": ["Six Barrel Mini-Gun", "Crew Served Gatling Gun"],
    "grenade launcher": ["Revolving Grenade Launcher", "60mm Mortar", "Hand Grenades"],
    "one HTH weapon": [
        "Serrated Jungle Machete", "Tanto (short)", "Viking Battle-Axe", "Sabre of an officer", "Spiked Mace",
        "Red Light Saber", "Riot Baton", "Trench Knife with sheath", "Silver Trident",
    ],
    "two HTH weapons": [
        "Ninja Swords", "Throwing Knives", "Kodachi Blades", "Short Sword and Dagger",
        "Pair of Ninja Swords",
    ],
    "animal companion": [
        "Grey Timber Wolf", "Police Dog with muzzle", "Shoulder Parrot (green)", "Golden Eagle", "Spotted Hyenas",
        "Wolf, white", "Trained Falcon",
    ],
    "demolitions": ["Magnetic Satchel Charge", "Anti-Personnel Mines", "Sticks of dynamite"],
    "flying": ["Twin Rotor Heli-Pack", "Rocket Jet Pack (white)", "Red Helicopter Back-Pack"],
}  # fmt: skip

REFUSED = [
    "Steerable Parachute",
    "Mirror Sunglasses", "Desert Canteen", "Figure Stand", "Ballistic Helmet", "Radio Backpack with antenna",
    "Bergen Rucksack", "Green Beret Hat", "Rifle Sling", "Sniper Scope", "Sword Scabbard", "Belt of ammo",
    "Spare Magazines", "Missile Launcher Stand", "Machine Gun Tripod", "Leather Holster (brown)", "Wolf Leash",
    "Parrot Perch", "M-60 Tripod", "Ammo Box of an M-60", "Gas Mask", "Night Vision Goggles", "Clear Riot Shield",
    "Grappling Hook with rope", "Swim Fins", "Air Hose", "Silencer for Uzi", "Ski Poles", "File Card", "Binoculars",
    "Bow Quiver", "with silencer",
]  # fmt: skip

# What says too little, or is near in its letters alone.
UNKNOWN = [
    "M-33", "M-61", "HK G7", "cannon", "gun", "spear gone wrong", "catapult", "snack", "ranger", "thingamajig",
    "sparrow", "left", "a pair of", "(black)", "of", "circular thing", "paint gun",
]  # fmt: skip


def shipped() -> Vocabulary:
    folder = kits_folder() / "go-joe"
    words = Files(folder).part(folder / "words.yaml", Vocabulary)
    assert words is not None
    return words


def test_names_that_no_list_holds_are_understood() -> None:
    words = shipped()
    lists = [text for part in (words.also, words.ends) for texts in part.values() for text in texts]
    held = {fold(text) for text in (*lists, *words.nothing)}
    names = [(text, name) for name, texts in UNDERSTOOD.items() for text in texts]
    told = {text: found[0].name if (found := go_joe().word(text)) else None for text, _ in names}
    assert told == dict(names)
    assert len([text for text, _ in names if fold(text) not in held]) >= 60
    assert sum(map(len, (*words.also.values(), *words.ends.values()))) >= 250


@pytest.mark.parametrize("text", REFUSED)
def test_what_counts_for_nothing_is_refused_as_such(text: str) -> None:
    found = sums(go_joe(), [text], [])
    (problem,) = found.problems
    assert (problem.code, problem.message) == ("no-weapon", f'"{text}" is no weapon')
    assert problem.hint == "Leave it out: it adds to neither FP nor CC nor TAC."
    assert sums(go_joe(), [], [text]).problems[0].message == f'"{text}" is no trait'


@pytest.mark.parametrize("text", UNKNOWN)
def test_nobody_guesses_at_what_says_too_little(text: str) -> None:
    for field in ("weapons", "traits"):
        assert go_joe().meaning(text) is None and go_joe().spellings.nearest(text, field) is None, text


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("bazoka", "Did you mean 'bazooka'?"),
        ("Kalashnikow", "Did you mean 'Kalashnikov' (automatic rifle)?"),
        ("Pump-Action Shotgn", "Did you mean 'shotgun'?"),
        ("snipre rifel (black)", "Did you mean 'sniper rifle'?"),
        ("Assault Rilfe with scope", "Did you mean 'assault rifle' (automatic rifle)?"),
        ("lazer rifle", "Did you mean 'laser rifle' (laser)?"),
        ("torpdo", "Did you mean 'torpedo' (missiles)?"),
    ],
)
def test_a_slip_is_mended_by_the_name_that_was_meant(text: str, hint: str) -> None:
    (problem,) = sums(go_joe(), [text], []).problems
    assert problem.hint == hint


def test_letters_alone_make_no_slip() -> None:
    assert find_likely_slip("shotgan", ["shotgun", "machinegun"]) == "shotgun"
    assert find_likely_slip("shtogun", ["shotgun"]) == "shotgun"
    for key, name in (
        ("m32", "m2"),
        ("harpoongun", "handgun"),
        ("cat", "bat"),
        ("dagger", "ranger"),
        ("lance", "dance"),
        ("pump", "puma"),
        ("beam", "bear"),
    ):
        assert find_likely_slip(key, [name]) is None, key


def test_a_name_that_means_two_things_is_what_its_whole_says() -> None:
    told = {"SAW": "light machine gun", "Circular Saw": "one HTH weapon", "Laser Sight": None, "Jet Pack": "flying"}
    told |= {"Mine Launcher": "missiles", "Mine": "demolitions", "Pistol with Stock": "machine pistol"}
    for text, name in told.items():
        found = go_joe().meaning(text)
        assert found is not None and (found.word.name if found.word else None) == name, text


def test_what_one_holds_in_the_hand_is_a_thing() -> None:
    things = {
        text: found.thing
        for text in ("Uzi", "pistol", "wolf", "SAW", "Samurai Sword")
        if (found := go_joe().meaning(text))
    }
    assert things == dict.fromkeys(things, True) and len(things) == 5
    for text in (
        "one HTH weapon",
        "ninja master",
        "leader",
        "green",
        "pilot",
        "EOD",
        "vehicle weapons 8",
        "animal companion",
    ):
        found = go_joe().meaning(text)
        assert found is not None and not found.thing, text


def test_a_kit_has_words_of_its_own() -> None:
    meant = {
        text: found
        for text in ("Red tractor red 5", "old donkeys", "tin bucket", "clovers of luck")
        if (found := farm().meaning(text))
    }
    assert {text: found.word.name if found.word else None for text, found in meant.items()} == {
        "old donkeys": "mule", "tin bucket": None,
    }  # fmt: skip
    found = farm().word("four-leaved clovers")
    assert found is not None and found[0].name == "clovers"


def test_no_text_is_too_long_or_too_odd() -> None:
    for text in (" with" * 5000, "of " * 5000, "(" * 3000, "a" * 100_000, "rifle " * 5000, ", " * 3000, "\0", "-"):
        go_joe().meaning(text)
        go_joe().spellings.nearest(text, "weapons")


@pytest.mark.parametrize(
    ("name", "words", "left"),
    [
        ("Pistol and Frobnicator", ["pistol"], "Frobnicator"),
        ("Frobnicator, Machete & Holster", ["one HTH weapon"], "Frobnicator"),
        ("Frobnicator & Holster", None, ""),
        ("Helmet / Visor", [], ""),
        ("Glock 17 & Holster", ["pistol"], ""),
        ("Thompson 1928", ["sub-machine gun"], ""),
        ("Frobnicator 17", None, ""),
    ],
)
def test_what_nobody_knows_among_several_things_is_told(name: str, words: list[str] | None, left: str) -> None:
    meant = go_joe().meaning(name)
    assert (meant and [word.name for word in meant.all_words]) == words
    assert go_joe().spellings.beside(name) == left
