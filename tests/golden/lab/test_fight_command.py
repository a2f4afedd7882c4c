"""lab fight on the command line: its JSON and its table, the user's own cards, and what is told of what cannot be."""

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from fighting import COBRAS, HUNTERS, JOES, PREY
from kitchen import Kitchen, Run
from places import SAMPLES

SKY = SAMPLES / "sky-couriers"


def fight(run: Run, attack: str, defend: str, *more: str, target: str = "go-joe") -> Any:
    done = run("lab", "fight", target, "--attack", attack, "--defend", defend, *more, "--json")
    assert done.code == 0, done.out
    return done.json


def test_a_fight_as_data(run: Run) -> None:
    found = fight(run, HUNTERS, PREY, "--terrain", "Jungle")
    assert list(found) == ["all", "types", "survive"] and list(found["types"]) == ["fp", "cc", "tac"]
    assert found["all"] == {"win": [317, 324], "lose": [5, 648], "tie": [1, 72]}
    assert found["types"]["fp"] == {
        "win": [103, 108],
        "lose": [1, 54],
        "tie": [1, 36],
        "attacker": {"flat": 13, "dice": 2, "because": [["Zap", 6], ["Beach Head", 4], ["Recondo", 3]]},
        "defender": {
            "flat": 11,
            "dice": 1,
            "because": [
                ["H.I.S.S. Driver", 6],
                ["Ferret", 9],
                ["Gnawgahyde", 2],
                ["faces Anti-Armor: H.I.S.S. Driver", -3],
                ["faces Anti-Armor: Ferret", -3],
            ],
        },
    }
    # The attackers win in 317/324, and then each is lost in 1/6 of 0, 0, 0, 1, 2, 3 of 3.
    assert found["survive"]["attacker"]["Zap"] == [317, 486]
    assert found["survive"]["defender"]["Ferret"] == [7, 486]


def test_one_type_a_base_and_artillery(run: Run) -> None:
    found = fight(run, "Duke", "Destro", "--type", "FP", "--base", "--artillery", "9", "--defending-artillery", "7")
    assert list(found["types"]) == ["fp"] and found["types"]["fp"]["win"] == found["all"]["win"]
    sides = [found["types"]["fp"][side] for side in ("attacker", "defender")]
    assert [(side["flat"], side["dice"]) for side in sides] == [(12, 0), (10, 1)]
    assert sides[0]["because"] == [["Duke", 3], ["Artillery", 9]]


def test_names_are_found_however_they_are_typed(run: Run) -> None:
    found = fight(run, 'stalker:2, STALKER,"rock n\' roll" ,', "Tomax & Xamot")
    assert list(found["survive"]["attacker"]) == ["Stalker:2", "Stalker", "Rock n’ Roll"]
    assert found["types"]["fp"]["attacker"]["because"][0] == ["Stalker:2", 4]


@pytest.mark.slow
def test_a_name_that_two_cards_have_is_told(run: Run) -> None:
    done = run("lab", "fight", "go-joe", "--attack", "Stalker, Duke", "--defend", "Falcon:2", "--json")
    assert done.err == "note: 2 cards are named Stalker; the first is taken. Write one of Stalker:1, Stalker:2.\n"
    assert "Stalker" in done.json["survive"]["attacker"]
    assert run("lab", "fight", "go-joe", "--attack", "Duke", "--defend", "Stalker").err == done.err
    assert run("lab", "fight", "go-joe", "--attack", "Stalker:1", "--defend", "Falcon:2").err == ""


@pytest.mark.slow
def test_rules_are_chosen_by_name(run: Run) -> None:
    usual, once = (
        fight(run, JOES, COBRAS, *rule) for rule in ((), ("--rule", "leaders=once", "--rule", "tie=attacker"))
    )
    assert [one["types"]["fp"]["attacker"]["flat"] for one in (usual, once)] == [34, 26]
    tied = fight(run, "Duke", "Destro", "--type", "cc", "--rule", "tie=both lose")
    assert tied["all"]["tie"] == [1, 1] and tied["survive"] == {
        "attacker": {"Duke": [0, 1]},
        "defender": {"Destro": [0, 1]},
    }


def test_the_table_tells_every_line(run: Run) -> None:
    done = run("lab", "fight", "go-joe", "--attack", HUNTERS, "--defend", PREY, "--terrain", "jungle")
    lines = [" ".join(line.split()) for line in done.out.splitlines()]
    assert done.code == 0
    assert "Firepower 13 + 2D6 11 + 1D6 95.4 % 1.9 % 2.8 %" in lines and "All types 97.8 % 0.8 % 1.4 %" in lines
    for line in ("+6 Zap", "+1D6 Recon: Beach Head", "+1D6 Terrain (jungle): Recondo", "-3 faces Anti-Armor: Ferret"):
        assert line in lines
    assert "attacker: 1.96 of 3 units survive, nobody does in 18.5 %" in lines


def test_own_cards_take_part(run: Run, tmp_path: Path) -> None:
    own = tmp_path / "go-joe"
    own.mkdir()
    card = "- {name: Night Owl, service: NF, fp: 9, cc: 8, tac: 7, role: Scout, skills: [recon]}\n"
    (own / "joe-deck.yaml").write_text(card + card.replace("Night Owl", "Duke"), encoding="utf-8")
    found = fight(run, "Night Owl, Duke:2", "Destro", "--cards", str(tmp_path))
    assert found["types"]["fp"]["attacker"]["because"] == [["Night Owl", 9], ["Duke:2", 9]]
    assert found["types"]["fp"]["attacker"]["dice"] == 1


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("change", "message", "hint"),
    [
        ({"attack": "Duek"}, "--attack: no card is named 'Duek'", "Did you mean 'Duke'?"),
        ({"attack": ""}, "--attack: this team has no units", "Name 1 to 5 cards, with commas between."),
        ({"defend": " , "}, "--defend: this team has no units", "Name 1 to 5 cards, with commas between."),
        (
            {"attack": JOES + ", Flint"},
            "--attack: 6 units are more than the 5 that a team has",
            "Leave out 1 of them.",
        ),
        ({"attack": "Duke, duke"}, "--attack: Duke is named twice", "Name another card: a deck has no second one."),
        ({"attack": "Falcon, Falcon"}, "--attack: Falcon is named twice", "Write Falcon:2 for one of them."),
        ({"attack": "Stalker:3"}, "--attack: there is no card 3 of the name Stalker", "Name one of 1 to 2."),
        ({"attack": "Duke:2"}, "--attack: there is no card 2 of the name Duke", "Leave the number out: there is one."),
        ({"--terrain": "jungel"}, "there is no terrain 'jungel'", "Did you mean 'jungle'?"),
        ({"--type": "fpp"}, "there is no type of fight 'fpp'", "Did you mean 'fp'?"),
        ({"--artillery": "-1"}, "invalid value for '--artillery': -1 is not in the range 0<=x<=999", ""),
        ({"--rule": "leader=once"}, "there is no rule 'leader'", "Did you mean 'leaders'?"),
        ({"--rule": "leaders=onec"}, "the rule leaders has no option 'onec'", "Did you mean 'once'?"),
        ({"--rule": "leaders"}, "--rule leaders: this is no NAME=OPTION", "Write NAME=OPTION."),
        (
            {"--rule": "distance=orthogonal"},
            "the rule distance speaks of whole games, and changes nothing in one fight",
            "Leave it out, or play games: printgen lab game.",
        ),
        ({"target": "micro-forces"}, "micro-forces has no rules of fights", ""),
    ],
    ids=lambda value: str(value)[:40] if isinstance(value, dict) else "",
)
def test_what_cannot_be_is_told(run: Run, change: dict[str, str], message: str, hint: str) -> None:
    said = {"target": "go-joe", "attack": "Duke", "defend": "Destro", **change}
    more = [word for key, value in change.items() if key.startswith("--") for word in (key, value)]
    done = run("lab", "fight", said["target"], "--attack", said["attack"], "--defend", said["defend"], *more, "--json")
    (found,) = done.json["findings"]
    assert (done.code, found["code"], found["message"]) == (2, "usage", message)
    assert not hint or found["hint"] == hint


@pytest.mark.slow
def test_a_base_has_no_terrain(run: Run) -> None:
    words = ("--attack", "Duke", "--defend", "Destro", "--base", "--terrain", "sea")
    done = run("lab", "fight", "go-joe", *words)
    assert done.code == 2
    assert "a base has no terrain" in done.err and "Leave out the base or the terrain." in done.err


def test_another_game_has_a_lab_by_its_data_alone(run: Run) -> None:
    found = fight(
        run, "Pia Thunder, Count Zephyr", "Mother Ibex, Little Finch, Little Finch", "--terrain", "mountains",
        target=str(SKY),
    )  # fmt: skip
    assert list(found["types"]) == ["sprint", "storm", "fog"]
    sums = {
        name: [(one[side]["flat"], one[side]["dice"]) for side in ("attacker", "defender")]
        for name, one in found["types"].items()
    }
    # Their speeds, nerves and wits; +3 for the land, +1 each of a guild, +2 for a storm flyer, +1 head start.
    assert sums == {"sprint": [(8 + 9 + 3, 1), (9 + 2 + 3 + 1, 1)], "storm": [(12 + 4 + 3, 1), (10 + 2 + 3 + 1, 1)],
                    "fog": [(8 + 3, 1), (13 + 2 + 3 + 1, 2)]}  # fmt: skip
    # Two eight-sided dice: 20 + d against 15 + d is lost by 6 and more.
    assert found["types"]["sprint"]["lose"] == [3, 64] and found["types"]["sprint"]["tie"] == [3, 64]
    shares = {"sprint": Fraction(3, 6), "storm": Fraction(2, 6), "fog": Fraction(1, 6)}
    whole = sum(share * Fraction(*found["types"][name]["win"]) for name, share in shares.items())
    assert whole == Fraction(*found["all"]["win"])
    start = fight(run, "Pia Thunder", "Ada Quill", "--rule", "head-start=none", "--type", "sprint", target=str(SKY))
    assert start["types"]["sprint"]["defender"]["because"] == [["Ada Quill", 5], ["passed by: Ada Quill", -1]]


def test_more_dice_than_a_fight_may_have_are_told_at_the_file(run: Run, tmp_path: Path) -> None:
    sky = Kitchen.copied(tmp_path / "sky", SKY)
    sky.edit("fight.yaml", "night: {dice: {skill: night,", "night: {dice: {amount: 20, each: true,")
    words = ("--attack", "Mother Ibex, Ada Quill", "--defend", "Pia Thunder, Count Zephyr")
    done = run("lab", "fight", str(sky.folder), *words, "--json")
    (found,) = done.json["findings"]
    assert done.code == 3 and found["code"] == "over-limit" and found["file"].endswith("fight.yaml")
    assert found["message"].startswith("82 dice in one fight are more than the 60")


def test_mistakes_in_the_file_stop_the_lab_and_are_told_by_check(run: Run, tmp_path: Path) -> None:
    sky = Kitchen.copied(tmp_path / "sky", SKY)
    sky.edit("fight.yaml", "group: guild", "group: gild")
    for words in (("check", str(sky.folder)), ("lab", "fight", str(sky.folder), "--attack", "Ada", "--defend", "Ada")):
        done = run(*words, "--json")
        (found,) = (one for one in done.json["findings"] if one["severity"] == "error")
        assert (done.code, found["line"]) == (3, sky.line("fight.yaml", "group: gild"))
        assert (
            found["message"] == "the records of couriers have no field gild"
            and found["hint"] == "Did you mean 'guild'?"
        )


@pytest.mark.slow
def test_a_skill_that_no_card_has_is_told(run: Run, tmp_path: Path) -> None:
    sky = Kitchen.copied(tmp_path / "sky", SKY)
    sky.edit("fight.yaml", "{dice: {skill: night,", "{dice: {skill: nihgt,")
    (found,) = (one for one in run("check", str(sky.folder), "--json").json["findings"] if "skill" in one["message"])
    assert (found["code"], found["line"]) == ("unknown-skill", sky.line("fight.yaml", "skill: nihgt"))
    assert found["message"] == 'no card has the skill "nihgt"' and found["hint"] == "Did you mean 'night'?"
