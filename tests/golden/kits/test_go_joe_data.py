"""The two printed lists, read back through the command line exactly as they are printed."""

from __future__ import annotations

import json

import pytest

from printgen import cli

# name|service|FP|CC|TAC in the printed order; the one service that the list misprints (Psyche-Out) stands corrected.
JOE = """\
Muskrat|NF|2|4|4
Repeater|NF|4|2|2
Shockwave|NF|2|3|4
Spearhead & Max|NF|3|4|4
Charbroil|NF|5|2|2
Lightfoot|NF|2|2|5
Bazooka|TF|6|1|3
Duke|TF|3|3|4
Dusty|TF|3|3|4
Flint|TF|2|4|4
Lifeline|TF|1|1|2
Roadblock|TF|5|4|2
Footloose|SM|3|3|3
Low-Light|SM|4|3|4
Mutt & Junkyard|SM|2|4|4
Spirit|SM|4|4|4
Sgt. Slaughter|SM|3|4|5
Stormshadow|GJ|2|6|5
Downtown|GJ|6|2|3
Recoil|GJ|3|4|5
Rock & Roll|GJ|6|2|2
Scoop|GJ|1|1|3
Snake-Eyes|GJ|3|5|5
Ambush|GJ|3|3|5
Capt. Grid Iron|GJ|3|4|4
Free Fall|GJ|3|3|4
Pathfinder|GJ|3|3|4
Salvo|GJ|6|1|3
General Flagg|GJ|3|2|4
Wet-Suit|GJ|5|2|4
Wild Bill|GJ|4|2|4
Sub-Zero|GJ|4|2|4
Topside|GJ|3|3|4
Breaker|GJ|2|2|4
Flash|GJ|4|2|3
Grunt|GJ|2|2|2
Rock n’ Roll|GJ|5|2|2
Scarlet|GJ|4|5|5
Short Fuze|GJ|6|2|3
Stalker|GJ|3|4|4
Zap|GJ|6|2|2
Steeler|GJ|8|4|3
Grand Slam|GJ|4|2|4
Airborne|GJ|3|3|4
Doc|GJ|1|1|3
Clutch|GJ|6|2|3
Gung-Ho|GJ|3|4|3
Snow Job|GJ|4|3|4
Trip Wire|GJ|2|2|4
Ace|GJ|8|2|4
Hawk|GJ|6|3|4
Cover Girl|GJ|7|3|4
Falcon|GJ|3|2|4
Recondo|TF|3|4|4
Rip Cord|GJ|3|3|4
Cutter|GJ|6|2|4
Deep Six|GJ|5|3|4
Thunder|GJ|9|3|4
Shipwreck|GJ|3|3|4
Quick Kick|GJ|0|5|5
Lady Jaye|GJ|2|2|5
Alpine|GJ|3|4|4
Airtight|GJ|3|3|4
Tollbooth|GJ|2|2|4
Frostbite|TF|5|3|4
Heavy Metal|GJ|8|5|3
Keel Haul|GJ|2|2|5
Mainframe|GJ|2|2|4
Beach Head|GJ|4|4|4
Dialtone|GJ|2|2|4
Sci-Fi|GJ|5|2|3
Cross-Country|GJ|6|4|3
Lift Ticket|GJ|6|2|4
Slip-Stream|GJ|7|2|4
Fast-Draw|GJ|6|2|3
Jinx|GJ|1|5|5
Crazylegs|GJ|3|3|4
Sneak Peek|GJ|2|3|5
Law & Order|GJ|2|4|4
Tunnel Rat|GJ|3|3|4
Psyche-Out|GJ|2|2|5
Outback|GJ|3|4|5
Falcon|GJ|4|4|5
Chuckles|GJ|2|3|5
Red-Dog|RG|3|5|3
Taurus|RG|3|3|4
Mercer|RG|4|3|3
Rumbler|GJ|6|3|4
Payload|GJ|8|2|4
Back-Stop|GJ|7|4|3
Hit & Run|GJ|3|3|3
Ghostrider|GJ|8|3|5
Wildcard|GJ|7|4|3
Budo|GJ|0|7|3
Skidmark|GJ|5|3|3
Armadillo|GJ|10|5|3
Windmill|GJ|7|2|4
Super Trooper|GJ|4|4|5
Hard-Ball|GJ|6|2|4
Blizzard|GJ|3|3|4
Skystriker|TF|7|2|4
Stalker|GJ|4|4|5
Starduster|GJ|2|2|4
Stretcher|GJ|0|2|3
Wind-Chill|GJ|6|2|4
Hot-Seat|GJ|8|3|3
Dog-Fight|GJ|7|2|4
Long Range|GJ|9|3|4
""".splitlines()

COBRA = """\
Copperhead|PP|3|3|4
Crimson Guard|PP|3|3|3
Python Officer|PP|3|4|4
Tele-Viper|PP|1|1|4
Python Trooper|PP|2|2|2
Python Viper|PP|3|3|4
Voltar|IG|3|3|6
Metal-Head|IG|6|1|3
Undertow|IG|3|5|4
Annihilator|IG|3|3|4
Gnawgahyde|DN|2|5|4
Road Pig|DN|4|5|3
Alley-Viper|CB|4|4|4
Frag-Viper|CB|6|2|4
Toxo-Viper|CB|3|2|4
HEAT Viper|CB|6|1|3
Night-Viper|CB|3|3|5
Laser-Viper|CB|5|2|3
Night Creeper|CB|3|5|4
Range-Viper|CB|4|3|4
Rock-Viper|CB|3|4|4
SAW-Viper|CB|5|2|3
Cobra Commander|CB|3|3|6
Destro|CB|3|3|5
B.A.T.|CB|4|4|3
Overkill|CB|3|5|4
Eel|CB|5|2|4
Firefly|CB|3|3|4
Incinerator|CB|5|2|2
T.A.R.G.A.T.|CB|3|3|5
Cobra Officer|CB|3|4|4
Cobra Trooper|CB|2|2|2
S.N.A.K.E. Trooper|CB|5|5|3
H.I.S.S. Driver|CB|6|4|3
F.A.N.G. Pilot|CB|5|2|4
Cobra Viper Glider|CB|3|1|4
Major Bludd|CB|3|3|4
Wild Weasel|CB|8|2|4
Stinger Driver|CB|7|4|3
Baroness|CB|2|3|5
Zartan|CB|2|5|6
Torch|DN|2|4|1
Ripper|DN|0|5|2
Buzzer|DN|0|5|3
Snow Serpent|CB|3|3|4
Lampreys|CB|5|2|4
Tomax & Xamot|CB|2|3|5
Zarana|CB|3|5|5
Zandar|CB|3|4|5
Dr. Mindbender|CB|0|2|6
Vipers|CB|3|2|2
Monkeywrench|DN|3|3|4
Motor-Viper|CB|3|2|4
A.V.A.C. Pilot|CB|6|2|4
Serpentor|CB|2|3|6
Strato-Viper|CB|6|2|4
Thrasher|DN|8|5|3
Sea Slug|CB|5|3|4
W.O.R.M.S.|CB|7|4|4
Ice-Viper|CB|6|3|4
Zanzibar|DN|2|3|3
Gyro-Viper|CB|7|2|4
Techno-Viper|CB|2|2|4
Raptor|CB|2|3|4
Croc Master|CB|0|4|4
Big Boa|CB|3|3|3
Crystal Ball|CB|0|2|5
Secto-Viper|CB|3|3|4
Star-Viper|CB|7|2|4
Hydro-Viper|CB|2|3|4
Astro-Viper|CB|8|3|5
Ferret|IG|9|4|3
Nullifier|IG|5|3|4
Aero-Viper|CB|6|2|4
Desert Scorpion|CB|3|3|4
Flak-Viper|CB|6|2|2
Darklon|IG|7|4|3
Wild Boar|CB|8|5|2
Track-Viper|CB|9|5|3
Cobra Overlord|CB|10|5|6
Decimator|CB|5|2|4
Vapor|CB|6|2|5
""".splitlines()

# Cards whose skills or role need care, by deck and number: (role, skills).
NOTES = {
    ("joe", 3): ("SWAT Specialist", ["urban"]),
    ("joe", 6): ("Explosives Expert", ["demolitions"]),
    ("joe", 9): ("Desert Trooper", ["desert"]),
    ("joe", 11): ("Medic", ["medic"]),
    ("joe", 14): ("Recon Spotter", ["recon"]),
    ("joe", 20): ("Long Range Recon Patrol", ["recon"]),
    ("joe", 22): ("Communications", ["communications"]),
    ("joe", 28): ("Anti-Armor Trooper", ["anti-armor"]),
    ("joe", 33): ("Navy Assault Seaman", ["water"]),
    ("joe", 34): ("Communications Officer", ["communications", "leader"]),
    ("joe", 38): ("Counter Intelligence", ["intelligence"]),
    ("joe", 39): ("FLAK", ["anti-air"]),
    ("joe", 66): ("Mauler M.B.T.", ["armor"]),
    ("joe", 67): ("Admiral", ["water", "leader"]),
    ("joe", 75): ("Mobile Missile Specialist", ["artillery"]),
    ("joe", 86): ("Demolitions", ["demolitions"]),
    ("joe", 104): ("Medical Specialist", ["medic"]),
    ("cobra", 10): ("Elite Airborne Heli-Pack Trooper", ["air"]),
    ("cobra", 12): ("R.A.M. Rider", ["driver"]),
    ("cobra", 27): ("Underwater Specialist", ["water"]),
    ("cobra", 30): ("Air", ["air"]),
    ("cobra", 40): ("Intelligence Officer", ["intelligence", "leader"]),
    ("cobra", 47): ("Lawyers", ["leader", "intelligence"]),
    ("cobra", 53): ("Cobra Stunt Driver", []),
    ("cobra", 80): ("Dictator Driver", ["leader", "armor"]),
}

SKILLS = [
    "jungle",
    "swamp",
    "water",
    "desert",
    "mountain",
    "forest",
    "urban",
    "snow",
    "leader",
    "recon",
    "ambush",
    "medic",
    "artillery",
    "communications",
    "intelligence",
    "demolitions",
    "anti-armor",
    "anti-air",
    "armor",
    "air",
    "driver",
]


def records(deck, capsys):
    cli.main(["list", f"go-joe/{deck}-deck", "--json"])
    return json.loads(capsys.readouterr().out)["records"]


@pytest.mark.slow
@pytest.mark.parametrize(("deck", "printed"), [("joe", JOE), ("cobra", COBRA)])
def test_every_line_of_the_list_is_a_card_in_its_order(deck, printed, capsys):
    shown = ["{name}|{service}|{fp}|{cc}|{tac}".format(**record) for record in records(deck, capsys)]
    assert shown == printed


@pytest.mark.slow
@pytest.mark.parametrize(("deck", "count"), [("joe", 108), ("cobra", 82)])
def test_records_have_the_documented_keys_and_known_skills(deck, count, capsys):
    listed = records(deck, capsys)
    assert len(listed) == count
    for record in listed:
        first, rest = list(record)[:9], set(list(record)[9:])
        assert first == ["name", "service", "fp", "cc", "tac", "role", "skills", "weapons", "traits"]
        assert rest <= {"figure", "inferred"}
        assert set(record["skills"]) <= set(SKILLS)
        assert record["role"] and not set("()*") & set(record["role"] + record["name"])


@pytest.mark.slow
def test_roles_and_skills_are_read_out_of_the_notes(capsys):
    decks = {deck: records(deck, capsys) for deck in ("joe", "cobra")}
    shown = {key: (decks[key[0]][key[1] - 1]["role"], decks[key[0]][key[1] - 1]["skills"]) for key in NOTES}
    assert shown == NOTES


def test_cards_of_one_name_stay_apart_by_their_roles(capsys):
    by_name = {}
    for record in records("joe", capsys):
        by_name.setdefault(record["name"], []).append(record["role"])
    twice = {name: roles for name, roles in by_name.items() if len(roles) > 1}
    assert twice == {"Stalker": ["Ranger", "Tundra Ranger"], "Falcon": ["Glider Pilot", "Green Beret"]}
