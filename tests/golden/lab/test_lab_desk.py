"""The desk of the lab: what people see of units, fights, decks and odds as they work, and commands for long work."""

import json
from typing import Any

import pytest
from fighting import HUNTERS, PREY
from kitchen import Run
from places import SAMPLES
from pydantic import ValidationError

from printgen.base.errors import UsageError
from printgen.build.live import LiveGame
from printgen.studio.actions import ActionAnswer, Live, desks_for
from printgen.studio.actions.lab import ACTIONS


@pytest.fixture(scope="module")
def joe() -> LiveGame:
    return LiveGame("go-joe")


def act(game: LiveGame, product: str, action: str, **asks: Any) -> ActionAnswer:
    """What an action answers to JSON, which its answer can become, too."""
    shape, run, _ = ACTIONS[action]
    answer: ActionAnswer = run(Live.of(game, product), shape.model_validate_json(json.dumps(asks)))
    json.dumps(answer.data)
    return answer


def names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",")]


def test_any_product_of_a_game_with_fights_or_odds_has_the_desk(joe: LiveGame) -> None:
    assert all("lab" in desks_for(joe, name) for name in joe.job.game.products)
    other = LiveGame(str(SAMPLES / "snail-derby"))
    assert not any("lab" in desks_for(other, name) for name in other.job.game.products)


@pytest.mark.slow
def test_the_bench_shows_all_that_fights_and_how(joe: LiveGame) -> None:
    answer = act(joe, "joe-deck", "bench")
    told = answer.data
    assert {*answer.pictures} == {one["name"] for one in told["terrains"]}, "each terrain has a picture"
    assert [deck["name"] for deck in told["decks"]] == ["joe-deck", "cobra-deck"]
    units = {unit["name"]: unit for unit in told["units"]}
    second = units["Stalker:2"]
    assert second["card"] == "Stalker" and second["number"] != units["Stalker"]["number"]
    assert joe.product("joe-deck").records[second["number"]].name == "Stalker"
    assert len(units["Duke"]["scores"]) == len(told["types"]) and "Leader" in units["Duke"]["search"]
    jungle = next(one for one in told["terrains"] if one["name"] == "jungle")
    assert jungle == {"name": "jungle", "title": "Jungle", "skills": ["jungle"]}
    tie = next(rule for rule in told["rules"] if rule["name"] == "tie")
    assert tie["usual"] == "defender" and [one["name"] for one in tie["options"]][1] == "attacker"
    assert (told["most"], told["faces"], told["bases"], told["lends"]) == (5, 6, True, "Artillery")


def test_a_fight_is_what_the_command_says(joe: LiveGame, run: Run) -> None:
    answer = act(joe, "cobra-deck", "fight", attack=names(HUNTERS), defend=names(PREY), terrain="jungle",
                 rules={"tie": "attacker", "leaders": "stack"})  # fmt: skip
    teams = ("--attack", ",".join(names(HUNTERS)), "--defend", ",".join(names(PREY)))
    done = run("lab", "fight", "go-joe", *teams, "--terrain", "jungle", "--rule", "tie=attacker", "--json")
    assert done.json == answer.data["exact"]
    told = answer.data
    assert told["all"]["win"] == pytest.approx(317 / 324) and told["all"]["decided"]["defender"] == pytest.approx(
        5 / 648
    )
    power = told["types"][0]
    assert power["title"] == "Firepower" and ["faces Anti-Armor: Ferret", -3] in power["defender"]["because"]
    assert sum(number for _, number in power["attacker"]["because"]) == power["attacker"]["flat"]
    assert power["attacker"]["dice"] == sum(dice for _, dice in power["attacker"]["rolls"]) == 2
    after = told["after"]["defender"]
    assert [one["name"] for one in after["units"]] == names(PREY)
    assert sum(chance for _, chance in after["lost"]) == pytest.approx(1)


def test_a_fight_with_all_options_is_what_the_command_says(joe: LiveGame, run: Run) -> None:
    answer = act(joe, "joe-deck", "fight", attack=["Stalker:2", "Stalker"], defend=["Tomax & Xamot"], base=True,
                 type="fp", artillery=9, defending_artillery=7)  # fmt: skip
    teams = ("--attack", "Stalker:2,Stalker", "--defend", "Tomax & Xamot", "--base", "--type", "fp")
    found = run("lab", "fight", "go-joe", *teams, "--artillery", 9, "--defending-artillery", 7, "--json")
    assert found.json == answer.data["exact"]


def test_an_unfinished_fight_is_told_kindly(joe: LiveGame) -> None:
    nobody = act(joe, "joe-deck", "fight")
    assert nobody.data["unfinished"] == "Choose 1 to 5 attackers and as many defenders."
    half = act(joe, "joe-deck", "fight", attack=["Duke", "Stalker"])
    assert half.data["unfinished"] == "Choose 1 to 5 defenders."
    brings = half.data["sums"]["attacker"][0]
    assert ["Duke", 3] in brings["because"] and "defender" not in half.data["sums"]


@pytest.mark.parametrize(
    ("asks", "message"),
    [
        ({"attack": ["Duk"], "defend": ["Destro"]}, "attackers: no card is named 'Duk'"),
        ({"attack": ["Duke", "Duke"]}, "attackers: Duke is named twice"),
        ({"attack": ["Duke"] * 6}, "6 units are more than the 5"),
        ({"terrain": "moon"}, "there is no terrain 'moon'"),
        ({"terrain": "jungle", "base": True}, "a base has no terrain"),
        ({"type": "speed"}, "there is no type of fight 'speed'"),
        ({"rules": {"tie": "nobody"}}, "the rule tie has no option 'nobody'"),
        ({"rules": {"first": "joe"}}, "changes nothing in one fight"),
    ],
)
def test_what_cannot_fight_is_told(joe: LiveGame, asks: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message.replace("(", r"\(")):
        act(joe, "joe-deck", "fight", **asks)


@pytest.mark.parametrize(
    "asks", [{"attack": ["x"] * 21}, {"artillery": -1}, {"artillery": 10**9}, {"terrain": "x" * 61}, {"path": "/etc"}]
)
def test_what_no_page_would_ask_is_refused(asks: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        ACTIONS["fight"].asks.model_validate(asks)


def test_decks_are_compared_at_once_with_uncertainty(joe: LiveGame, run: Run) -> None:
    answer = act(joe, "joe-deck", "decks", units="5v4", terrain="sea", samples=100)
    told = answer.data
    assert told["fights"][0]["attacker"] == "joe-deck" and told["fights"][0]["defender"] == "cobra-deck"
    assert 0.01 < told["fights"][0]["all"]["interval"] < 0.2 and told["samples"] == 100
    words = ("--units", "5v4", "--terrain", "sea", "--samples", "100", "--seed", "1")
    assert run("lab", "decks", "go-joe", *words, "--json").json == told
    with pytest.raises(UsageError, match="--units 6: no team has so many"):
        act(joe, "joe-deck", "decks", units="6")


def test_a_game_without_bases_has_fights_all_the_same() -> None:
    game = LiveGame(str(SAMPLES / "sky-couriers"))
    told = act(game, "couriers", "bench").data
    assert (told["bases"], told["lends"]) == (False, "")
    first, second = (unit["name"] for unit in told["units"][:2])
    assert act(game, "couriers", "fight", attack=[first], defend=[second]).data["types"][0]["title"] == "Sprint"


@pytest.mark.slow
def test_odds_are_told_with_other_numbers_as_the_command_tells_them(run: Run) -> None:
    game = LiveGame("army-wars")
    product = next(iter(game.job.game.products))
    assert act(game, product, "bench").data["fights"] is False
    usual = act(game, product, "odds")
    fights = usual.data["tables"][1]
    assert fights["asks"] == {"first": [3, 5, 7, 10], "second": [3, 5, 7, 10]}
    squads = fights["numbers"][0]
    assert (squads["value"], squads["least"], squads["most"], squads["many"]) == ((3, 5, 7, 10), 1, 10, 10)
    other = act(game, product, "odds", table="fights", numbers={"squads": [4, 6], "sides": 8})
    done = run("lab", "odds", "army-wars", "fights", "--with", "squads=4,6", "--with", "sides=8", "--json")
    assert done.json["tables"] == [{"name": "fights", "title": other.data["tables"][0]["title"],
                                    "rows": other.data["tables"][0]["exact"]}]  # fmt: skip
    assert other.data["tables"][0]["head"] == ["Soldiers", "against 4", "against 6"]


@pytest.mark.parametrize(
    ("numbers", "message"),
    [
        ({"squads": 44}, "squads cannot be 44"),
        ({"squad": 4}, "no number 'squad'"),
        ({"sides": [4, 6]}, "sides cannot be"),
    ],
)
def test_odds_that_cannot_be_are_told(run: Run, numbers: dict[str, Any], message: str) -> None:
    game = LiveGame("army-wars")
    with pytest.raises(UsageError, match=message):
        act(game, next(iter(game.job.game.products)), "odds", numbers=numbers)
    words = [
        f"{key}={','.join(map(str, value)) if isinstance(value, list) else value}" for key, value in numbers.items()
    ]
    done = run("lab", "odds", "army-wars", "--with", *words)
    assert done.code == 2 and message in done.err


def test_odds_of_dice_are_asked_by_who_rolls_them() -> None:
    game = LiveGame("micro-forces")
    tables = act(game, next(iter(game.job.game.products)), "odds").data["tables"]
    assert {"attacker", "defender"} == {*tables[0]["asks"]} and len(tables[0]["rows"][0]["falls"]) == 6
    assert {"of", "difficulty", "icons", "dice"} == {*tables[1]["asks"]}
