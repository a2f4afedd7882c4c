"""`printgen solve` with what is known of a figure: in the words of its box, the usual words first, or the nearest."""

from __future__ import annotations

from typing import Any

import pytest
from kitchen import Run
from places import SAMPLES

SKY = SAMPLES / "sky-couriers"


@pytest.fixture
def solved(run: Run) -> Any:
    def solve(*words: object) -> Any:
        result = run("solve", *words, "--json")
        assert result.code in (0, 4), result.err
        return result.json

    return solve


@pytest.mark.slow
def test_what_is_given_is_in_every_set_and_what_is_left_out_in_none(solved: Any) -> None:
    found = solved(
        "--fp", 3, "--cc", 5, "--tac", 4, "--weapon", "Micro Uzi", "--trait", "Samurai Sword", "--without", "wolf"
    )
    assert found["given"] == ["sub-machine gun", "one HTH weapon"] and found["without"] == ["animalcompanion"]
    assert found["solutions"] == [{"weapons": ["sub-machine gun"], "traits": ["ninja", "one HTH weapon"]}]
    more = solved(
        "--fp", 3, "--cc", 5, "--tac", 4, "--weapon", "Uzi", "--trait", "sword", "--without", "wolf", "--more", 1
    )
    assert more["solutions"][:1] == found["solutions"] and more["smallest"] == 1
    assert {"weapons": ["sub-machine gun"], "traits": ["two HTH weapons", "leader"]} in more["solutions"]
    assert all("sub-machine gun" in one["weapons"] for one in more["solutions"])


@pytest.mark.slow
def test_none_is_nothing_of_the_sort(solved: Any) -> None:
    assert solved("--fp", 0, "--cc", 4, "--weapon", "none", "--more", 2)["solutions"][0]["weapons"] == []
    found = solved("--fp", 3, "--cc", 4, "--trait", "none")
    assert found["solutions"] == [] and found["why_none"].startswith("CC cannot be 4 with what is given")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("about", "first"),
    [
        (("--skill", "snow"), "survival training"),
        (("--skill", "demolitions"), "demolitions"),
        (("--skill", "Air"), "flying"),
        (("--skill", "leader"), "leader"),
        (("--role", "SWAT Officer of the city"), "SWAT training"),
    ],
)
def test_skill_and_role_tell_what_is_plausible(solved: Any, about: tuple[str, ...], first: str) -> None:
    sets = solved("--fp", 3, "--cc", 3, "--tac", 4, *about)["solutions"]
    assert {*map(str, (one["traits"] for one in sets))} == {str([first])}


@pytest.mark.slow
def test_what_role_and_skills_say_is_in_every_set_unless_it_is_left_out(solved: Any, run: Run) -> None:
    ninja = (
        "--fp",
        3,
        "--cc",
        5,
        "--tac",
        5,
        "--role",
        "Ninja",
        "--skill",
        "leader",
        "--weapon",
        "rifle",
        "--trait",
        "katana",
    )
    found = solved(*ninja)
    assert found["added"] == {"leader": "whoever leads a team is a leader", "ninja": "its role says ninja"}
    assert found["solutions"][0]["traits"] == ["ninja", "one HTH weapon", "leader"]
    assert 'added ninja: its role says ninja (--without "ninja" adds nothing)' in run("solve", *ninja).out
    without = solved(*ninja, "--without", "ninja")
    assert [*without["added"]] == ["leader"] and all("ninja" not in one["traits"] for one in without["solutions"])
    # Of a choice, any one word is in a set.
    tank = solved("--fp", 3, "--cc", 4, "--tac", 3, "--skill", "armor", "--weapon", "rifle")["solutions"]
    vehicles = {"vehicle", "armored vehicle", "heavily armored vehicle"}
    assert tank and all(vehicles & {*one["traits"]} for one in tank)


@pytest.mark.slow
def test_among_sets_of_a_size_usual_words_come_first(solved: Any, run: Run) -> None:
    records = run("list", "go-joe/joe-deck", "--json").json["records"]
    records += run("list", "go-joe/cobra-deck", "--json").json["records"]
    sets = solved("--fp", 4, "--cc", 3, "--tac", 3)["solutions"]
    rifles = [one["weapons"][0] for one in sets]
    assert rifles == sorted(rifles, key=lambda word: -sum(word in one["weapons"] for one in records))
    assert sorted(rifles) == ["laser", "light machine gun", "sniper rifle"]


@pytest.mark.slow
def test_what_is_impossible_ends_with_code_4_and_the_nearest(run: Run) -> None:
    result = run("solve", "--fp", 2, "--cc", 3, "--tac", 3, "--weapon", "Uzi")
    assert result.code == 4
    assert result.out.splitlines()[:2] == [
        "FP cannot be 2 with what is given or left out: it is 3 to 12", "  nearest: FP 3 CC 3 TAC 3   sub-machine gun",
    ]  # fmt: skip


@pytest.mark.slow
def test_long_answers_are_shortened_and_counted(run: Run) -> None:
    lines = run("solve", "--fp", 8, "--cc", 3, "--tac", 4, "--more", 1, "--first", 2).out.splitlines()
    assert lines[2] == "with one word more:" and len(lines) == 6
    assert lines[-1].endswith("sets; 4 are shown, all with --first 0")
    assert len(run("solve", "--fp", 8, "--cc", 3, "--tac", 4, "--more", 1, "--first", 0).out.splitlines()) > 100


@pytest.mark.some(2)
@pytest.mark.parametrize(
    ("words", "said", "hint"),
    [
        (("--weapon", "spoon"), 'the guidelines have no weapon "spoon"', ""),
        (("--weapon", "Mirror Sunglasses"), '"Mirror Sunglasses" is no weapon', "Leave it out"),
        (("--weapon", "vehicle mounted systems"), "needs its number, from 7 to 12", "Write it with the number"),
        (("--trait", "green", "--without", "green"), "green is given, and left out as well", "Leave out one"),
        (("--without", "canteen"), '--without: "canteen" counts for nothing', "Leave it out."),
        (("--without", "animal compagnion"), "--without: the guidelines have no", "Did you mean 'animal companion'?"),
        (("--weapon", "none", "--weapon", "Uzi"), "--weapon: none stands beside other words", "Leave out none"),
        (("--skill", "flyng"), "--skill: 'flyng' is none of the skills", ""),
    ],
)
def test_what_is_not_understood(run: Run, words: tuple[str, ...], said: str, hint: str) -> None:
    result = run("solve", "--cc", 4, *words)
    assert result.code in (2, 4) and said in result.err and hint in result.err


def test_another_kit_with_words_of_its_own(run: Run) -> None:
    found = run("solve", "--kit", SKY, "--nerve", 5, "--wits", 4, "--route", "storm", "--json").json["solutions"]
    assert found == [{"gear": [], "talents": ["storm chaser"]}]
    assert "--without" in run("solve", "--kit", SKY, "--help").out


@pytest.mark.slow
def test_it_says_how_many_sets_there_are_beyond_those_that_are_shown(run: Run) -> None:
    whole = run("solve", "--fp", "4", "--tac", "2", "--first", "0").out.splitlines()
    sets, end = whole[:-1], whole[-1]
    assert end == f"{len(sets)} sets" and len(sets) > 3
    assert run("solve", "--fp", "4", "--tac", "2", "--first", "2").out.splitlines() == [
        *sets[:2], f"{len(sets)} sets; 2 are shown, all with --first 0",
    ]  # fmt: skip
    assert run("solve", "--fp", "4", "--tac", "2", "--first", str(len(sets))).out.splitlines() == whole
